# SPDX-License-Identifier: GPL-2.0
# description: probes are defined, listed, enabled, refused while busy, and removed
# requires: kprobe_events

events()
{
	cat "$KTRACE/kprobe_events"
}

write kprobe_events 'p vfs_read'
append kprobe_events 'r vfs_read rv'
append kprobe_events '  p:second  vfs_read+0x0	dfd=%di +8(%si):u8   # a comment'
append kprobe_events 'r7:grp/third vfs_read%return $retval:s32'
append kprobe_events '# nothing'
append kprobe_events ''
equal "definitions" "$(events)" "p:kprobes/p_vfs_read_0 vfs_read
r:kprobes/r_vfs_read_0 vfs_read arg1=rv
p:kprobes/second vfs_read dfd=%di arg2=+8(%si):u8
r7:grp/third vfs_read arg1=\$retval:s32"

note "the lines of the file can be written back"
events >"$TMP/saved"
cat "$TMP/saved" >"$KTRACE/kprobe_events"
equal "written back" "$(events)" "$(cat "$TMP/saved")"

for e in kprobes/p_vfs_read_0 kprobes/second grp/third; do
	for f in enable format filter id; do
		[ -f "$KTRACE/events/$e/$f" ] || fail "no events/$e/$f"
	done
done
equal "fields" "$(grep -c 'field:' "$KTRACE/events/kprobes/second/format")" 7
grep -q 'field:unsigned long __probe_ip;.offset:8;.size:8;' \
	"$KTRACE/events/kprobes/second/format" || fail "no __probe_ip"
grep -q 'field:u64 dfd;.offset:16;.size:8;' \
	"$KTRACE/events/kprobes/second/format" || fail "no dfd"
grep -q 'field:s32 arg1;.offset:24;.size:4;.signed:1;' \
	"$KTRACE/events/grp/third/format" || fail "no arg1"
grep -qF 'print fmt: "(%lx) dfd=0x%Lx arg2=%u", REC->__probe_ip, REC->dfd, REC->arg2' \
	"$KTRACE/events/kprobes/second/format" || fail "print fmt"

note "a busy event cannot be removed, and a refused write removes no other event"
echo 1 >"$KTRACE/events/grp/third/enable"
refused kprobe_events EBUSY '-:grp/third'
refused kprobe_events EBUSY '-:third'
if (: >"$KTRACE/kprobe_events") 2>/dev/null; then
	fail "cleared while an event was in use"
fi
equal "still defined" "$(events)" "$(cat "$TMP/saved")"
echo 0 >"$KTRACE/events/grp/third/enable"

append kprobe_events '-:second'
must_not grep -q second "$KTRACE/kprobe_events"
must_not test -d "$KTRACE/events/kprobes/second"
append kprobe_events '-:grp/third'
must_not test -d "$KTRACE/events/grp/third"
refused kprobe_events ENOENT '-:grp/third'
equal "left" "$(events | wc -l)" 2
write kprobe_events ''
equal "remaining definitions" "$(events)" ""
must_not test -d "$KTRACE/events/kprobes/p_vfs_read_0"

note "locations as perf writes them: offsets from _text"
# address SYMBOL: print the address as a number
address()
{
	echo $((0x$(awk -v s="$1" '$3 == s && NF == 3 { print $1; exit }' /proc/kallsyms)))
}
base=$(address _text)
at=$(($(address do_mkdirat) - base))
write kprobe_offsets do_mkdirat
second=$(awk 'NR == 2 { sub(/.*\+0x/, ""); print $1 }' "$KTRACE/kprobe_offsets")
append kprobe_events "p:probe/entry _text+$at"
append kprobe_events "p:probe/second _text+$((at + 0x$second)) dx=%dx:u16"
append kprobe_events "r:probe/back _text+$at ret=\$retval:s32"
append kprobe_events "p:probe/back2 _stext+$at%return \$retval" 2>/dev/null || :
equal "listed" "$(head -n 3 "$KTRACE/kprobe_events")" "p:probe/entry _text+$at
p:probe/second _text+$((at + 0x$second)) dx=%dx:u16
r:probe/back _text+$at ret=\$retval:s32"
write trace ''
write events/probe/enable 1
mkdir "$TMP/made"
write events/probe/enable 0
must grep -q ': entry: (do_mkdirat+0x0/0x[0-9a-f]*)$' "$KTRACE/trace"
must grep -q ": second: (do_mkdirat+0x$second/0x[0-9a-f]*) dx=511$" "$KTRACE/trace"
must grep -q ': back: (.* <- do_mkdirat) ret=0$' "$KTRACE/trace"
write kprobe_events ''
# The compiler may begin the function with an instruction of one byte.
inside=$(awk '$2 > 1 { sub(/.*\+0x/, "", $1); print $1; exit }' "$KTRACE/kprobe_offsets")
refused kprobe_events EILSEQ "p _text+$((at + 0x$inside + 1))"
refused kprobe_events EINVAL "r _text+$((at + 0x$second))"
refused kprobe_events EINVAL 'p _text-4096'
refused kprobe_events EINVAL 'p _text+0x7fffffffffffffff'
refused kprobe_events EINVAL "p _text+$(($(address jiffies) - base))"
refused kprobe_events EINVAL "p _text+$(($(address kprobe_int3_handler) - base))"
equal "nothing" "$(events)" ""

note "an offset from a function may lead into another function"
at=$(($(address do_mkdirat) - $(address vfs_read)))
if [ $at -lt 0 ]; then
	at=$((-at)) from=do_mkdirat to=vfs_read
else
	from=vfs_read to=do_mkdirat
fi
append kprobe_events "p:far $from+$at"
append kprobe_events "r:far_back $from+$at ret=\$retval:s64"
equal "listed" "$(cat "$KTRACE/kprobe_events")" "p:kprobes/far $from+$at
r:kprobes/far_back $from+$at ret=\$retval:s64"
write trace ''
write events/kprobes/enable 1
mkdir "$TMP/far"
cat "$TMP/.out" >/dev/null
write events/kprobes/enable 0
must grep -q ": far: ($to+0x0/0x[0-9a-f]*)\$" "$KTRACE/trace"
must grep -q ": far_back: (.* <- $to) ret=" "$KTRACE/trace"
write kprobe_events ''
refused kprobe_events EINVAL "p $from-$at"
refused kprobe_events EINVAL "p $from+0x7fffffffffffffff"
refused kprobe_events EINVAL "p $from+0xfffffffffffffff0"
refused kprobe_events EINVAL "p $from+$(($(address jiffies) - $(address $from)))"
equal "nothing" "$(events)" ""
