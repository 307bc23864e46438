# SPDX-License-Identifier: GPL-2.0
# description: records of a CPU that goes offline or online wake the waiting readers, and nothing is left behind
# requires: trace_pipe kprobe_events events/cpuhp instances cpus:2 program:dmesg /sys/devices/system/cpu/cpu1/online
# weight: 6

online=/sys/devices/system/cpu/cpu1/online
trap 'echo 1 >$online' EXIT

# The last function before a CPU is dead, and one of the first of a starting CPU. The
# CPU is not online in either.
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
	# The resize waits for all pending work on that CPU.
	write buffer_size_kb $((turn * 64))
	must soon asleep $pid
	echo 1 >$online
	must soon has_lines "$TMP/out" $turn ' starting: '
done
stop $pid
write events/kprobes/enable 0

note "a record wakes readers if the CPU writes it after its threads are parked, before it is offline"
# With PREEMPT_RT one of these threads runs irq_work.
step=$(sed -n 's/^ *\([0-9]*\): smpboot\/threads:online$/\1/p' /sys/devices/system/cpu/hotplug/states)
[ -n "$step" ] || fail "no step: $(cat /sys/devices/system/cpu/hotplug/states)"
write events/cpuhp/cpuhp_exit/filter "idx == $step"
write events/cpuhp/cpuhp_exit/enable 1
cat "$KTRACE/per_cpu/cpu1/trace_pipe" >"$TMP/parked" &
pid=$!
for turn in 1 2 3; do
	must soon asleep $pid
	echo 0 >$online
	must soon has_lines "$TMP/parked" $((2 * turn - 1)) ' cpuhp_exit: '
	write buffer_size_kb $((turn * 64))
	must soon asleep $pid
	echo 1 >$online
	must soon has_lines "$TMP/parked" $((2 * turn)) ' cpuhp_exit: '
done
stop $pid
write events/cpuhp/cpuhp_exit/enable 0

note "a snapshot taken at that time"
mkdir "$KTRACE/instances/parked"
write instances/parked/events/cpuhp/cpuhp_exit/trigger "snapshot if idx == $step"
write instances/parked/events/cpuhp/cpuhp_exit/enable 1
echo 0 >$online
must grep -q ' cpuhp_exit: ' "$KTRACE/instances/parked/snapshot"
# This waits for the work that finishes the snapshot.
rmdir "$KTRACE/instances/parked" &
pid=$!
must soon gone $pid
must wait $pid
echo 1 >$online

# Work of other subsystems on that CPU is not blocked.
append kprobe_events 'p:here do_mkdirat'
write events/kprobes/here/enable 1
cat "$KTRACE/per_cpu/cpu1/trace_pipe" >"$TMP/here" &
pid=$!
must soon asleep $pid
taskset 2 mkdir "$TMP/d"
must soon has_lines "$TMP/here" 1 ' here: '
stop $pid

note "after rcutree_report_cpu_dead(), the CPU records probes and no trace events"
# A CPU that goes offline calls idle_task_exit() after rcutree_report_cpu_dead(), and nothing else
# calls it.  cpuhp_report_idle_dead() then calls smp_call_function_single(), which has a trace
# event.  RCU does not watch the CPU there, so lockdep would report each access of the hooks.
if [ ! -e /proc/lockdep ]; then
	append kprobe_events 'p:late idle_task_exit'
	append kprobe_events 'p:call smp_call_function_single func=%si:symbol'
	write events/kprobes/late/enable 1
	write events/kprobes/call/filter 'func.function == cpuhp_complete_idle_dead'
	write events/kprobes/call/enable 1
	[ ! -d "$KTRACE/events/csd" ] || write events/csd/csd_queue_cpu/enable 1
	write trace ''
	echo 0 >$online
	[ ! -d "$KTRACE/events/csd" ] || write events/csd/enable 0
	must grep -q '\[001\].* call: .*func=cpuhp_complete_idle_dead' "$KTRACE/trace"
	must soon grep -q '\[001\].* late: ' "$KTRACE/trace"
	seen=$(grep -c '\[001\].*csd_queue_cpu: .*func=cpuhp_complete_idle_dead' "$KTRACE/trace" || :)
	equal "trace events of that call" "$seen" 0
	echo 1 >$online
	write events/kprobes/call/enable 0
	write events/kprobes/late/enable 0
fi

note "a CPU that comes online records nothing if there is no memory for its ring"
echo 0 >$online
must mkdir "$KTRACE/instances/large"
memory=$(sed -n 's/MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo)
# Use large sub-buffers, because the number of sub-buffers in a ring is limited.
write instances/large/buffer_subbuf_size_kb 64
write instances/large/per_cpu/cpu1/buffer_size_kb "$memory"
write instances/large/events/sched/sched_process_exec/enable 1
must eval 'echo 1 >$online'
equal "online" "$(cat $online)" 1
dmesg | grep -q 'ktrace: no memory for a ring of CPU' || fail "no warning: $(dmesg | tail)"
taskset 2 /bin/true
taskset 1 /bin/true
equal "records of CPU 1" "$(grep -c ' \[001\] ' "$KTRACE/instances/large/trace" || :)" 0
must grep -q ' \[000\] .* sched_process_exec: ' "$KTRACE/instances/large/trace"

note "the CPU gets a ring at the next resize for which there is memory"
write instances/large/buffer_size_kb 64
taskset 2 /bin/true
must grep -q ' \[001\] .* sched_process_exec: ' "$KTRACE/instances/large/trace"
must rmdir "$KTRACE/instances/large"
