# SPDX-License-Identifier: GPL-2.0
# description: triggers are set and removed while their event happens in all contexts of two CPUs, NMIs too
# requires: trace events points snapshot module:test_nest cpus:2
# shellcheck shell=sh
# weight: 20

module test_nest
nest=/sys/kernel/debug/ktrace_nest
# A virtual CPU may be paused for long in the middle of an NMI handler.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :

rounds=60
! brief || rounds=15
[ -z "${SELFTEST_LONG:-}" ] || rounds=1700

restore()
{
	write snapshot 0
	write buffer_size_kb 1408
}
trap restore EXIT

P=events/points/nest
Q=events/points/nest_text
echo 2000 >/sys/module/test_nest/parameters/pause_us
echo 5000 >/sys/module/test_nest/parameters/period_us

# fire N: let the thread of each CPU pass N points, in the background
fire()
{
	echo "$1" >$nest/run &
	pid=$!
}

# quiet: stop the threads
quiet()
{
	kill $pid 2>/dev/null || :
	soon gone $pid || fail "the writers do not end"
	wait $pid || :
}

note "triggers of each kind are set and removed"
write buffer_size_kb 256
fire 1000000
i=0
while [ $i -lt $rounds ]; do
	i=$((i + 1))
	write $P/trigger traceoff
	write $P/trigger "traceon if common_pid > 0"
	write $P/trigger 'stacktrace:50'
	write $P/trigger "enable_event:points:nest_text"
	write $Q/trigger "disable_event:points:nest_text:3"
	[ $((i % 5)) != 0 ] || write $P/trigger snapshot
	write $P/enable $((i % 2))
	write $P/trigger '!traceon'
	[ $((i % 5)) != 0 ] || write $P/trigger '!snapshot'
	write $P/trigger "!enable_event:points:nest_text"
	write $P/trigger '!stacktrace'
	write $Q/trigger "!disable_event:points:nest_text"
	write $P/trigger '!traceoff'
	kill -0 $pid 2>/dev/null || fire 1000000
done
quiet
equal "remaining lines" "$(grep -h -v '^#' "$KTRACE/$P/trigger" "$KTRACE/$Q/trigger" || :)" ""
write $P/enable 0
write $Q/enable 0
write tracing_on 1

note "an event that is off stays off while a trigger is set on it and removed"
write trace ''
fire 1000000
i=0
while [ $i -lt $rounds ]; do
	i=$((i + 1))
	write $P/trigger 'traceon if common_pid < 0'
	write $P/trigger '!traceon'
	kill -0 $pid 2>/dev/null || fire 1000000
done
quiet
equal "records" "$(grep -c ' nest: ' "$KTRACE/trace")" 0
equal "not soft" "$(cat "$KTRACE/$P/enable" "$KTRACE/$Q/enable")" "0
0"

note "counts are exact in all contexts of both CPUs"
write snapshot 0
write tracing_on 1
write buffer_size_kb 8192
write trace ''
write $P/trigger 'stacktrace:300'
fire 400
wait $pid || fail "the writers ended with $?"
equal "left" "$(grep -v '^#' "$KTRACE/$P/trigger")" "stacktrace:count=0"
equal "stacks" "$(grep -c '<stack trace>' "$KTRACE/trace")" 300
write $P/trigger '!stacktrace'
