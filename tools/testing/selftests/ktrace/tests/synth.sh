# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: synthetic events are defined, listed, described, kept while in use, and removed
# requires: synthetic_events dynamic_events instances events/sched/sched_waking
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

S=synthetic_events
D=dynamic_events
E=events/synthetic

# libtracefs chooses between the two forms of this action by this text.
must grep -qF '.trace(<synthetic_event>,param list)' "$KTRACE/README"

clear_synth()
{
	[ ! -d "$KTRACE/$E" ] || write $E/enable 0
	write $S ''
}
trap clear_synth EXIT

# defined FILE: print the definitions, with a space instead of the tab behind the name
defined()
{
	tr '\t' ' ' <"$KTRACE/$1"
}

note "defined through either file, listed in both, in order"
write $S 'one u64 lat; pid_t pid; char comm[16]'
append $D 's:two char[] name; unsigned long[] stack;'
append $S '  three  int a unsigned int b ;bool c'
append $D 's:synthetic/four gfp_t flags'
equal "$S" "$(defined $S)" "one u64 lat; pid_t pid; char[16] comm
two char[] name; unsigned long[] stack
three int a; unsigned int b; bool c
four gfp_t flags"
equal "$D" "$(defined $D)" "$(defined $S | sed 's,^,s:synthetic/,')"

note "a comment ends a line, in both files"
append $S 'five u64 a; u32 b # what b is'
append $D 's:six u64 a;# u32 b'
append $S '  # seven u64 a'
equal "with comments" "$(defined $S | tail -n 2)" "five u64 a; u32 b
six u64 a"
append $S '!five # no more'
append $D '-:synthetic/six # nor this'
equal "without" "$(defined $S | wc -l)" 4
refused $S EINVAL 'five # u64 a'

note "filters, triggers and formats work as for other events"
must [ -d "$KTRACE/$E/one" ]
must grep -qx 'synthetic:one' "$KTRACE/available_events"
equal "format" "$(sed '/^ID: /d' "$KTRACE/$E/one/format")" "name: one
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
	field:int common_pid;	offset:4;	size:4;	signed:1;

	field:u64 lat;	offset:8;	size:8;	signed:0;
	field:pid_t pid;	offset:16;	size:4;	signed:1;
	field:char comm[16];	offset:20;	size:16;	signed:1;

print fmt: \"lat=%llu, pid=%d, comm=%s\", REC->lat, REC->pid, REC->comm"
must grep -q '	field:__data_loc char\[\] name;	offset:8;	size:4;	signed:1;' \
	"$KTRACE/$E/two/format"
must grep -q '	field:__data_loc unsigned long\[\] stack;	offset:12;	size:4;	signed:0;' \
	"$KTRACE/$E/two/format"
write $E/one/filter 'lat > 5 && comm == "some" && pid != 0'
equal "filter" "$(cat "$KTRACE/$E/one/filter")" 'lat > 5 && comm == "some" && pid != 0'
write $E/two/filter 'name ~ "a*"'
refused $E/two/filter EINVAL 'stack > 0'
write $E/one/trigger 'hist:keys=pid,comm:vals=lat'
must grep -q 'hist:keys=pid,comm:vals=hitcount,lat' "$KTRACE/$E/one/hist"

note "an event in use cannot be removed: enabled, also in an instance, or with a trigger"
refused $S EBUSY '!one'
refused $D EBUSY '-:one'
must_not write $S '' 2>/dev/null
must_not write $D '' 2>/dev/null
append $E/one/trigger '!hist:keys=pid,comm:vals=lat'
mkdir "$KTRACE/instances/synth"
write instances/synth/$E/two/enable 1
refused $S EBUSY '!two'
must_not write $S '' 2>/dev/null
equal "all are there" "$(grep -c . "$KTRACE/$S")" 4
note "... and after the refusal, the others can still be made to happen"
makes='hist:keys=pid:m=pid:onchange($m).one($m,pid,comm)'
append events/sched/sched_waking/trigger "$makes"
append events/sched/sched_waking/trigger "!$makes"
rmdir "$KTRACE/instances/synth"

note "removal by name, by line, by group, and of all events"
append $S '!one u64 of no matter'
append $D '!s:two char[] name; unsigned long[] stack'
append $D '-:synthetic/three'
equal "left" "$(defined $S)" 'four gfp_t flags'
append $D 'p:synthetic/five vfs_read'
append $D '-:synthetic/'
equal "left" "$(cat "$KTRACE/$D")" ''
must_not [ -e "$KTRACE/$E" ]
append $S 'one u64 a'
append $D 'p:five vfs_read'
write $S 'two u64 a'
equal "$D" "$(defined $D)" 'p:kprobes/five vfs_read
s:synthetic/two u64 a'
write kprobe_events ''
equal "$D" "$(defined $D)" 's:synthetic/two u64 a'
write $D ''
equal "left" "$(cat "$KTRACE/$S")" ''

note "refused lines, with a caret, change nothing"
# bad FILE ERRNO LINE: check that LINE is refused at the byte behind the ^
bad()
{
	refused "$1" "$2" "$(printf %s "$3" | tr -d '^')"
	_column=$(printf %s "${3%%^*}" | wc -c)
	_caret=$(tail -n 1 "$KTRACE/error_log" | wc -c)
	equal "caret of '$3'" $((_caret - 13)) "$_column"
	must grep -q "synthetic_events: error:" "$KTRACE/error_log"
	write error_log ''
}
write $S 'one u64 a'
bad $S EINVAL 'two ^chr a'
bad $S EINVAL 'two char ^a[257]'
bad $S EINVAL '^two'
bad $S EINVAL '^two;'
bad $S EINVAL '^t-wo u64 a'
bad $S EINVAL 'two u64 a; u8 ^a'
bad $S EEXIST '^one u64 b'
bad $S ENOENT '!^two'
bad $D EINVAL '^s:group/two u64 a'
bad $D EINVAL 's:two u64 ^a-b'
bad $D EEXIST 's:synthetic/^one u64 a'
refused $D ENOENT '-:two'
refused $D ENOENT '!s:two u64 a'
equal "left" "$(defined $S)" 'one u64 a'
append $S '!one'

note "many definitions in one write"
seq 200 | sed 's/.*/n& u64 a; char[] b/' >"$TMP/lines"
dd if="$TMP/lines" of="$KTRACE/$S" bs=65536 conv=notrunc 2>/dev/null || fail "200 lines"
equal "lines" "$(grep -c . "$KTRACE/$S")" 200
seq 200 | sed 's/.*/!n&/' >"$TMP/lines"
dd if="$TMP/lines" of="$KTRACE/$S" bs=65536 conv=notrunc 2>/dev/null || fail "200 removed"
equal "lines" "$(cat "$KTRACE/$S")" ''
