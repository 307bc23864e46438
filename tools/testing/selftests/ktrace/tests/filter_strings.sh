# SPDX-License-Identifier: GPL-2.0
# description: filters compare strings whose addresses are in records, wherever filters are accepted
# requires: events/syscalls/sys_enter_openat/filter kprobe_events dynamic_events instances module:test_tracepoint module:test_nest cpus:2
# weight: 6

E=events/syscalls/sys_enter_openat
: >"$TMP/needle"
: >"$TMP/hay"

# opens: open both files; the paths are in the argument strings of the program
opens()
{
	cat "$TMP/needle" "$TMP/hay"
}

# records PATTERN [INSTANCE/]: print the number of matching records of the program
records()
{
	grep -c "^ *cat-.*$1" "$KTRACE/${2:-}trace" || :
}

# filtered FILTER WANTED: check how many of the two calls FILTER accepts
filtered()
{
	write $E/filter "$1"
	write $E/enable 1
	write trace ''
	opens
	write $E/enable 0
	write $E/filter 0
	grep "^ *cat-" "$KTRACE/trace" >"$TMP/lines" || :
	grep -c "sys_openat(" "$TMP/lines" >"$TMP/count" || :
	equal "calls for $1" "$(cat "$TMP/count")" "$2"
}

note "a system call's argument that is the address of a string in user memory"
filtered 'filename.ustring ~ "*/needle"' 1
filtered 'filename.ustring == "'"$TMP/needle"'"' 1
filtered 'filename ~ "*/needle"' 1
filtered "filename == '$TMP/hay'" 1
filtered 'filename ~ "*/needle" || filename ~ "*/hay"' 2
filtered 'filename ~ "'"$TMP"'/*" && filename != "'"$TMP/hay"'"' 1
filtered '!(filename ~ "*/needle") && filename ~ "*/hay" && flags == 0' 1
note "the same field compared as a number"
filtered 'filename > 0x1000 && filename.ustring ~ "*/needle"' 1
filtered 'filename == 0' 0
refused $E/filter EINVAL 'filename == needle'
refused $E/filter EINVAL 'filename < "needle"'

note "a character at the end whose last byte, 0xa0, is no white space, and one in error_log"
write $E/filter 'comm == voilà'
equal "shown" "$(cat "$KTRACE/$E/filter")" 'comm == voilà'
write $E/filter 0
refused $E/filter EINVAL 'no_field == Straße'
must grep -qx '  Command: no_field == Straße *' "$KTRACE/error_log"
refused $E/filter EINVAL 'comm == "Straße" && no_field == 1'
equal "caret" "$(tail -n 1 "$KTRACE/error_log")" "$(printf '%40s^' '')"

# cited BYTES TEXT COLUMNS: a filter with BYTES is refused; error_log shows TEXT instead, which
# takes COLUMNS, and the caret behind it
cited()
{
	printf 'comm == "%b" && no == 1\n' "$1" >line
	must_not dd if=line of="$KTRACE/$E/filter" bs=4096 conv=notrunc 2>said
	printf "  Command: comm == \"%b\" && no == 1\n           %$((17 + $3))s^\n" "$2" '' >wanted
	tail -n 2 "$KTRACE/error_log" >shown
	cmp wanted shown || fail "$1: $(cat -v shown)"
}
note "error_log has no control character, of one byte or of two"
cited 'a\033b\0177' 'a b ' 4
cited 'a\02332Jb' 'a 2Jb' 5
cited 'a\0302\02332Jb' 'a  2Jb' 6
note "bytes 0x80 to 0x9f of other characters stay, but not those of invalid sequences"
cited 'a\0304\0233b' 'a\0304\0233b' 3
cited 'a\0342\0202\0254b' 'a\0342\0202\0254b' 3
cited 'a\0360\0237\0230\0200b' 'a\0360\0237\0230\0200b' 3
cited 'a\0342\0233b' 'a\0342 b' 4
cited 'a\0340\0233\0233b' 'a\0340  b' 5

note "a command that error_log cuts within a character has no control character either"
# The error is behind byte 512, so that the log has the 256 bytes before the error.  The last of
# the 3 dots replaces the first byte of the character.
a=$(printf '%0200d' 0)
b=$(printf '%0244d' 0)
printf 'comm == "%s" || comm == "%s" || comm == "0000\303\233%s" && no == 1\n' "$a" "$a" "$b" >line
must_not dd if=line of="$KTRACE/$E/filter" bs=4096 conv=notrunc 2>said
printf '  Command: ... %s" && no == 1\n%267s^\n' "$b" '' >wanted
tail -n 2 "$KTRACE/error_log" >shown
cmp wanted shown || fail "$(cat -v shown)"

note "an unreadable string is neither equal nor different"
filtered 'dfd.ustring ~ "*"' 0
write kprobe_events 'p:opened do_sys_openat2 dfd=%di:s64 name=%si:x64 how=%dx:x64'
K=events/kprobes/opened
for f in 'dfd.ustring ~ "*"' 'dfd.ustring == "x"' 'dfd.ustring != "x"' 'how.ustring ~ "*/needle"'; do
	write $K/filter "$f"
	write $K/enable 1
	write trace ''
	opens
	write $K/enable 0
	equal "records for $f" "$(records ' opened: ')" 0
done

note "an argument of a probe that is an address"
write $K/filter 'name.ustring ~ "*/needle"'
write $K/enable 1
write trace ''
opens
equal "probes" "$(records ' opened: ')" 1

note "conditions of a trigger and of a histogram, also of triggers that act before the record"
append $E/trigger 'hist:keys=comm:vals=hitcount if filename ~ "*/needle" && comm == "cat"'
append $E/trigger 'traceoff if filename ~ "*/nothing"'
append $K/trigger 'snapshot:1 if name.ustring ~ "*/hay"'
opens
opens
must grep -q 'comm: cat .*hitcount: *2 *$' "$KTRACE/$E/hist"
equal "tracing_on" "$(cat "$KTRACE/tracing_on")" 1
must grep -q ':count=0 if name.ustring' "$KTRACE/$K/trigger"
append $E/trigger '!hist:keys=comm:vals=hitcount if filename ~ "*/needle" && comm == "cat"'
append $E/trigger '!traceoff'
append $E/trigger 'traceoff if filename ~ "*/hay"'
opens
equal "tracing_on" "$(cat "$KTRACE/tracing_on")" 0
append $E/trigger '!traceoff'
append $K/trigger '!snapshot'
write snapshot 0
write tracing_on 1
write $K/enable 0

note "the condition of an event probe"
write trace ''
# shellcheck disable=SC2016
append dynamic_events 'e:probed syscalls/sys_enter_openat file=+0($filename):ustring if filename ~ "*/needle"'
write events/eprobes/probed/enable 1
opens
write events/eprobes/probed/enable 0
equal "event probes" "$(records ' probed: .*needle')" 1
equal "all event probes" "$(records ' probed: ')" 1
append dynamic_events '-:probed'

note "two instances with one filter each, and a third without a filter"
must mkdir "$KTRACE/instances/needles" "$KTRACE/instances/hays"
write instances/needles/$E/filter 'filename ~ "*/needle"'
write instances/hays/$E/filter 'filename ~ "*/hay"'
for i in '' instances/needles/ instances/hays/; do
	write "$i$E/enable" 1
	write "${i}trace" ''
done
opens
for i in '' instances/needles/ instances/hays/; do
	write "$i$E/enable" 0
done
equal "needles" "$(records sys_openat instances/needles/)" 1
equal "hays" "$(records sys_openat instances/hays/)" 1
[ "$(records sys_openat)" -ge 2 ] || fail "the instance without a filter has $(records sys_openat) calls"
rmdir "$KTRACE/instances/needles" "$KTRACE/instances/hays"

note "the filter of a system"
write events/syscalls/filter 'filename ~ "*/needle"'
equal "shown" "$(cat "$KTRACE/$E/filter")" 'filename ~ "*/needle"'
equal "of one without the field" "$(cat "$KTRACE/events/syscalls/sys_enter_read/filter")" none
write $E/enable 1
write trace ''
opens
write $E/enable 0
equal "calls by the system's filter" "$(records sys_openat)" 1
write events/syscalls/filter 0

note "a tracepoint's field that is the address of a string in the kernel"
module test_tracepoint
T=events/test_tracepoint/test_tracepoint_hit
# hits FILTER WANTED: check how many of five hits FILTER accepts
hits()
{
	write $T/filter "$1"
	write $T/enable 1
	write trace ''
	echo 5 >/sys/module/test_tracepoint/parameters/fire
	write $T/enable 0
	equal "hits for $1" "$(grep -c 'test_tracepoint_hit: ' "$KTRACE/trace" || :)" "$2"
	write $T/filter 0
}
hits 'name ~ "*module"' 5
hits 'name == "in the module" && nr > 2' 2
hits 'name != "in the module"' 0
hits 'name == "in the"' 0

note "long strings: all of 900 bytes, the beginning of 4000"
long=$TMP
while [ ${#long} -lt 890 ]; do
	long=$long/././.
done
filtered_long()
{
	write $E/filter "$1"
	write $E/enable 1
	write trace ''
	cat "$2" 2>/dev/null || :
	write $E/enable 0
	equal "calls for $1" "$(records sys_openat)" "$3"
	write $E/filter 0
}
filtered_long 'filename ~ "*/needle"' "$long/needle" 1
while [ ${#long} -lt 3900 ]; do
	long=$long/././.
done
filtered_long 'filename ~ "'"$TMP"'/*"' "$long/needle" 1
filtered_long 'filename ~ "*/needle"' "$long/needle" 0

note "in all contexts, NMIs too: an invalid address is neither equal nor different, and does no harm"
module test_nest
# A virtual CPU may be paused for long in the middle of an NMI handler.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :
write buffer_size_kb 4096
# nested FILTER: set $nmis to the number of NMI records that FILTER accepts, and $all to
# the number of all NMI records
nested()
{
	write events/points/nest/filter "$1"
	write trace ''
	write events/points/nest/enable 1
	echo 500 >/sys/kernel/debug/ktrace_nest/run
	write events/points/nest/enable 0
	all=$(grep -c ' nest: cpu=' "$KTRACE/trace" || :)
	nmis=$(grep -c ' nest: .*context=3 ' "$KTRACE/trace" || :)
	write events/points/nest/filter 0
}
nested 'seq.ustring ~ "*" || cpu < 1000'
[ "$nmis" -gt 0 ] || fail "no records of NMIs among $all"
for f in 'seq.ustring ~ "*"' 'seq.ustring == ""' 'seq.ustring != "x"'; do
	nested "$f"
	equal "records for $f" "$all" 0
done
write buffer_size_kb 1408
