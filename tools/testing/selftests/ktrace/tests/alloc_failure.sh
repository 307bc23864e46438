# SPDX-License-Identifier: GPL-2.0
# description: a write changes nothing if one of its first allocations, or of a sample of the rest, fails
# requires: kprobe_events /sys/kernel/debug/kunit/ktrace_task_bits/run /proc/self/fail-nth /sys/kernel/debug/failslab program:failing_write program:failing_mkdir program:odd_calls cpus:2
# kernels: ktrace-debug - memory allocations can be made to fail there
# weight: 40

for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/$f/verbose
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

# The first allocations fail one by one, up to this number; of the later ones only some fail.
one_by_one=40
! brief || one_by_one=12

# each FILE TEXT STATE UNDO: write TEXT to FILE with allocation 1, 2, ... failing,
# until the write makes no further allocation. A refused write must not change the output
# of the command STATE; a successful write must change it. The command UNDO reverts a
# successful write.
each()
{
	before=$($3)
	refused=0 n=1
	while :; do
		ended=$(failing_write $n "$KTRACE/$1" "$2") || fail "allocation $n of $1"
		now=$($3)
		case $ended in
		12)
			refused=$((refused + 1))
			equal "$1 after allocation $n failed" "$now" "$before" ;;
		done|survived)
			[ "$now" != "$before" ] || fail "$1 did nothing ($ended, $n)"
			$4
			equal "$1 taken back" "$($3)" "$before" ;;
		*)
			fail "$1 with allocation $n failing: errno $ended" ;;
		esac
		[ "$ended" != done ] || break
		# Hundreds of similar allocations follow: skip some of them.
		n=$((n < one_by_one ? n + 1 : n * 4 / 3))
	done
	note "$1: $refused writes refused, at most $n allocations"
	[ $refused != 0 ] || fail "no allocation of $1 failed"
}

events_state()
{
	cat "$KTRACE/set_event" "$KTRACE/events/syscalls/enable"
}
events_undo()
{
	write events/syscalls/enable 0
}
# The first write allocates the memory of the buffers.
each events/syscalls/sys_enter_fork/enable 1 events_state events_undo
each events/syscalls/enable 1 events_state events_undo
run=/sys/kernel/debug/kunit/ktrace_task_bits
echo 1 >$run/run
must grep -q '^ok' $run/results
must_not grep 'not ok' $run/results

probes_state()
{
	cat "$KTRACE/kprobe_events"
	ls "$KTRACE/events/kprobes" 2>/dev/null || :
	grep kprobes "$KTRACE/available_events" || :
}
probes_undo()
{
	append kprobe_events '-:alloc'
}
# Keep one probe, so that the directory of the group stays.
append kprobe_events 'p:stays do_sys_openat2'
each kprobe_events 'p:alloc do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring' \
	probes_state probes_undo
each kprobe_events 'r:alloc do_sys_openat2 $retval:s32' probes_state probes_undo

note "a removal by location removes all probes at the location or none"
append kprobe_events 'p:both vfs_read a=%dx:x64'
both_undo()
{
	append kprobe_events 'p:both vfs_write a=%di:x64'
	append kprobe_events 'p:both vfs_write a=%si:x64'
}
both_undo
# The listed lines have no "+0": the kernel parses the location to compare it.
each kprobe_events '-:both vfs_write+0' probes_state both_undo
append kprobe_events '-:both'

probe_state()
{
	cat "$KTRACE/events/kprobes/stays/enable"
}
probe_undo()
{
	write events/kprobes/stays/enable 0
}
each events/kprobes/stays/enable 1 probe_state probe_undo

note "filter of a system: set for all events or for none"
filters_state()
{
	cat "$KTRACE"/events/signal/*/filter "$KTRACE/events/signal/filter"
}
filters_undo()
{
	write events/signal/filter "$filters_were"
}
filters_were=0
each events/signal/filter 'common_pid == 1' filters_state filters_undo
write events/signal/filter 'common_pid == 7'
filters_were='common_pid == 7'
each events/signal/filter 'common_pid == 1 || sig == 9' filters_state filters_undo
write events/signal/filter 0

note "mkdir creates a complete instance or none, and no other task sees an instance of a failed mkdir"
must failing_mkdir "$KTRACE/instances/alloc" buffer_total_size_kb
equal "instances" "$(ls "$KTRACE/instances")" ''

note "the file format has its complete text, or open() or read() fails"
format=events/signal/signal_generate/format
n=1 refused=0
while :; do
	failing_write $n "$KTRACE/$format" >"$TMP/format" 2>"$TMP/ended" || fail "allocation $n of $format"
	case $(cat "$TMP/ended") in
	12) refused=$((refused + 1)) ;;
	*) must cmp "$TMP/format" "$KTRACE/$format" ;;
	esac
	! grep -qx done "$TMP/ended" || break
	n=$((n + 1))
done
[ $refused != 0 ] || fail "no allocation of $format failed"

note "events that are removed leave no directory in an instance whose events/ was filled in part"
for i in $(seq 20); do
	echo "p:part$i/at do_sys_openat2"
done >"$TMP/parts"
sed 's/^p:\(.*\) .*/-:\1/' "$TMP/parts" >"$TMP/no_parts"
n=40 refused=0
while :; do
	must sh -c "cat '$TMP/parts' >>$KTRACE/kprobe_events"
	mkdir "$KTRACE/instances/alloc"
	ended=$(failing_write -o $n "$KTRACE/instances/alloc/events/header_page") ||
		fail "allocation $n of events"
	must sh -c "cat '$TMP/no_parts' >>$KTRACE/kprobe_events"
	ls "$KTRACE/instances/alloc/events" >"$TMP/systems"
	must_not grep part "$TMP/systems"
	must grep -qx signal "$TMP/systems"
	rmdir "$KTRACE/instances/alloc"
	[ "$ended" != done ] || break
	[ "$ended" != 12 ] || refused=$((refused + 1))
	n=$((n + 25))
done
[ $refused -ge 4 ] || fail "only $refused allocations of events failed"

write events/syscalls/sys_enter_fork/enable 1
size_state()
{
	cat "$KTRACE/buffer_size_kb" "$KTRACE/trace_clock"
}
size=$(cat "$KTRACE/buffer_size_kb")
size_undo()
{
	write buffer_size_kb "$size"
	write trace_clock local
}
each buffer_size_kb 64 size_state size_undo
each trace_clock mono size_state size_undo
pages_state()
{
	cat "$KTRACE/buffer_subbuf_size_kb"
}
pages_undo()
{
	write buffer_subbuf_size_kb 4
}
each buffer_subbuf_size_kb 8 pages_state pages_undo
note "a size out of range allocates no memory for dumps: no more than a line that is no number"
# allocations TEXT: the number of allocations of a refused write
allocations()
{
	n=1
	while ended=$(failing_write $n "$KTRACE/buffer_subbuf_size_kb" "$1") && [ "$ended" = 12 ]; do
		n=$((n + 1))
	done
	equal "buffer_subbuf_size_kb $1" "$ended" 22
}
write options/dump_on_oops 1
allocations no_number
most=$n
for kb in 0 513; do
	allocations $kb
	[ $n -le $most ] || fail "$kb: $n allocations"
done
write options/dump_on_oops 0
# The line that says whether a snapshot exists: a refused snapshot must leave no trace.
snapshot_state()
{
	grep 'Snapshot is' "$KTRACE/snapshot"
}
snapshot_undo()
{
	write snapshot 0
}
each snapshot 1 snapshot_state snapshot_undo

pids_state()
{
	cat "$KTRACE/set_event_pid"
}
pids_undo()
{
	write set_event_pid "$before"
}
# The first write allocates the list.
each set_event_pid '1 30000 77' pids_state pids_undo
write set_event_pid 1
each set_event_pid '1 30000 77' pids_state pids_undo
write set_event_pid ''

# After all failures, enabling and disabling work as before.
write trace 0
odd_calls fork >/dev/null
write events/syscalls/sys_enter_fork/enable 0
equal "calls of fork" "$(grep -c 'sys_fork()' "$KTRACE/trace")" 1
