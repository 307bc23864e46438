# SPDX-License-Identifier: GPL-2.0
# description: what a CPU records on its way off, and on, wakes who waits for it, and leaves nothing behind
# requires: trace_pipe kprobe_events cpus:2 /sys/devices/system/cpu/cpu1/online
# weight: 5

online=/sys/devices/system/cpu/cpu1/online
trap 'echo 1 >$online' EXIT

# The last that it does, and one of the first: it is not online in either.
write kprobe_events 'p:dead cpuhp_report_idle_dead'
append kprobe_events 'p:starting notify_cpu_starting'
write events/kprobes/dead/enable 1
write events/kprobes/starting/enable 1
cat "$KTRACE/per_cpu/cpu1/trace_pipe" >"$TMP/out" &
pid=$!
for turn in 1 2 3; do
	must soon asleep $pid
	echo 0 >$online
	must soon has_lines "$TMP/out" $turn ' dead: '
	# This waits for all that is under way there.
	write buffer_size_kb $((turn * 64))
	must soon asleep $pid
	echo 1 >$online
	must soon has_lines "$TMP/out" $turn ' starting: '
done
stop $pid
# Nothing keeps others' work on that CPU from being done.
append kprobe_events 'p:here do_mkdirat'
write events/kprobes/here/enable 1
cat "$KTRACE/per_cpu/cpu1/trace_pipe" >"$TMP/here" &
pid=$!
must soon asleep $pid
taskset 2 mkdir "$TMP/d"
must soon has_lines "$TMP/here" 1 ' here: '
stop $pid
