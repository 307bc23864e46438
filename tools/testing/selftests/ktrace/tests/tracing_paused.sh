# SPDX-License-Identifier: GPL-2.0
# description: while tracing_on is 0 complete system calls, kprobes and trace events build no record
# requires: tracing_on kprobe_events events/syscall/getpriority/filter module:test_tracepoint program:process_life program:taskset
# only: ktrace ktrace-signed ktrace-none ktrace-preempt ktrace-rt ktrace-cfi - debug checks vary in length

# The guest's clock counts instructions.
#
# least: print the smallest duration of 100 calls of getpriority(), in ns
least()
{
	for _ in 1 2 3; do
		taskset 1 process_life work 30 100
	done | awk '!calls || $1 < calls { calls = $1 } END { print calls }'
}

# paused WHAT: with an event that records each of the calls, check that the calls take
# at most two thirds of the recording time while tracing_on is 0; the hooks still run
# then
paused()
{
	on=$(least)
	write tracing_on 0
	write trace ''
	paused=$(least)
	equal "$1: records" "$(grep -vc '^#' "$KTRACE/trace")" 0
	write tracing_on 1
	write events/enable 0
	note "$1: ns: off $off, on $on, paused $paused"
	[ $((on - off)) -gt 10000 ] || fail "$1: recording costs nothing: is it measured?"
	[ $(((paused - off) * 3)) -lt $(((on - off) * 2)) ] || fail "$1: $((paused - off)) ns of $((on - off)) remain"
}

process_life work 30 100 >/dev/null
off=$(least)

write events/syscall/getpriority/enable 1
paused "complete records"
write events/syscall/getpriority/filter 'duration >= 0'
write events/syscall/getpriority/enable 1
paused "complete records through a filter"
write events/syscall/getpriority/filter 0
mkdir "$KTRACE/instances/second"
write instances/second/tracing_on 0
for i in . instances/second; do
	write $i/events/syscall/getpriority/enable 1
done
paused "complete records of two instances"
rmdir "$KTRACE/instances/second"

# A probe with few arguments shows the cost of the hit, one with many the cost of the
# record.
write kprobe_events "p:few __x64_sys_getpriority"
write events/kprobes/few/enable 1
off=$(least)
write events/kprobes/enable 0
write kprobe_events "p:many __x64_sys_getpriority $(for i in $(seq 100); do echo "a$i=+0(+112(%di)):u8"; done | xargs)"
write events/kprobes/many/enable 1
paused "a probe with 100 arguments"
write kprobe_events ''

# The record must be built for the trigger, but the ring refuses it.
write events/syscall/getpriority/trigger hist:keys=ret
write events/syscall/getpriority/enable 1
off=$(least)
write options/stacktrace 1
paused "stacks behind records of an event with a trigger"
write events/syscall/getpriority/enable 1
entries()
{
	sed -n 's/^entries: //p' "$KTRACE/per_cpu/cpu0/stats"
}
on=$(least)
write options/overwrite 0
before=0
while [ "$(entries)" -gt "$before" ]; do
	before=$(entries)
	least >/dev/null
done
full=$(least)
write trace ''
write options/overwrite 1
write events/syscall/getpriority/enable 0
note "stacks behind records that a full ring refuses: ns: off $off, on $on, full $full"
[ $(((full - off) * 3)) -lt $(((on - off) * 2)) ] || fail "$((full - off)) ns of $((on - off)) remain"
write options/stacktrace 0
append events/syscall/getpriority/trigger 'stacktrace'
paused "the trigger stacktrace"
append events/syscall/getpriority/trigger '!stacktrace'
append events/syscall/getpriority/trigger '!hist:keys=ret'

note "a trace event with a filter"
module test_tracepoint
filled=/sys/module/test_tracepoint/parameters/filled
write events/test_tracepoint/test_tracepoint_hit/filter 'nr != 1000'
write events/test_tracepoint/test_tracepoint_hit/enable 1
echo 10 >/sys/module/test_tracepoint/parameters/fire
equal "filled in while recording" "$(cat $filled)" 10
write tracing_on 0
echo 10 >/sys/module/test_tracepoint/parameters/fire
equal "filled in while not" "$(cat $filled)" 10
write tracing_on 1
echo 10 >/sys/module/test_tracepoint/parameters/fire
equal "filled in after that" "$(cat $filled)" 20

# fired WHAT: the event fills in 10 records while tracing_on is 1, and none while it is 0
fired()
{
	write tracing_on 0
	before=$(cat $filled)
	echo 10 >/sys/module/test_tracepoint/parameters/fire
	equal "filled in while not recording, $1" "$(cat $filled)" "$before"
	write tracing_on 1
	echo 10 >/sys/module/test_tracepoint/parameters/fire
	equal "filled in while recording, $1" "$(cat $filled)" $((before + 10))
}
note "so does an event whose records have stacks, or that triggers switch"
for option in stacktrace userstacktrace; do
	write options/$option 1
	fired "with $option"
	write options/$option 0
done
write events/syscall/getpriority/trigger 'disable_event:test_tracepoint:test_tracepoint_hit'
fired "as a target of disable_event"
write events/syscall/getpriority/trigger '!disable_event:test_tracepoint:test_tracepoint_hit'

note "triggers act while recording is paused"
write events/test_tracepoint/test_tracepoint_hit/trigger 'traceon:1'
write tracing_on 0
echo 10 >/sys/module/test_tracepoint/parameters/fire
equal "tracing_on" "$(cat "$KTRACE/tracing_on")" 1
write events/test_tracepoint/test_tracepoint_hit/trigger '!traceon'
