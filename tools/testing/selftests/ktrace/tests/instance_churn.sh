# SPDX-License-Identifier: GPL-2.0
# description: instances are created, used, mapped and removed many times, while two CPUs record
# requires: instances events/syscall/read/trigger events/raw_syscalls kprobe_events program:hold program:raw_pages cpus:2
# weight: 60

I=$KTRACE/instances

rounds=60
! brief || rounds=12
[ -z "$SELFTEST_LONG" ] || rounds=1000
# The first rounds fill caches that later rounds use.
warm=$((rounds / 6))

# load CPU: make calls, run programs and hit probes, which all instances record. Pauses
# let the CPU become idle, so that waits for all CPUs can end.
load()
{
	taskset -p "$1" "$(sh -c 'echo $PPID')" >/dev/null
	while [ ! -e "$TMP/stop" ]; do
		for _ in 1 2 3 4 5 6 7 8; do
			read -r _ </proc/loadavg
		done
		sleep 0.01
	done
}

# reads SIZE: read SIZE bytes once
reads()
{
	dd if=/dev/zero of=/dev/null bs="$1" count=1 2>/dev/null
}

# Use an instance in several ways, in turn. Each way leaves state that must disappear
# with the instance.
use_0()
{
	append $x/set_event syscall:read
	# The reader waits, or finds records, and then exits. Some lines report losses.
	head -n 5 "$I/x/trace_pipe" >"$TMP/line" &
	pid=$!
	reads 17
	wait $pid
	must grep -q 'read(' "$TMP/line"
}

use_1()
{
	append $x/set_event syscalls:sys_exit_read
	append $x/set_event sched:sched_process_fork
	reads 17
	write $x/snapshot 1
	reads 18
	must grep -q 'sys_read -> 0x' "$I/x/snapshot"
}

use_2()
{
	write $x/current_tracer syscall
	echo $$ >"$I/x/set_event_pid"
	append $x/set_event 'raw_syscalls:*'
	reads 17
	cat "$I/x/per_cpu/cpu1/stats" >/dev/null
	must grep -q 'sys_enter: NR ' "$I/x/trace"
}

use_3()
{
	# A waiting reader keeps the instance busy, and must exit when it is killed.
	cat "$I/x/trace_pipe" >/dev/null &
	pid=$!
	soon asleep $pid || fail "round $round: the reader does not wait"
	must_not rmdir "$I/x" 2>/dev/null
	stop $pid
	append $x/set_event kprobes:opens
	write $x/options/stacktrace 1
	reads 17
}

use_4()
{
	append $x/set_event syscall:read
	reads 17
}

# Look into the directory of events, which the kernel creates at that time. This takes
# long.
use_5()
{
	write $x/events/syscall/read/filter 'count == 17'
	write $x/events/syscall/read/trigger 'hist:keys=count:vals=duration'
	write $x/events/kprobes/opens/trigger 'traceoff if name == "nothing"'
	reads 17
	must grep -q 'count: *17 ' "$I/x/events/syscall/read/hist"
	refused $x/trace_clock EINVAL sundial
	write $x/events/syscalls/enable 1
}

# A program maps all pages of a ring and touches them; the instance cannot be removed meanwhile.
# In some rounds another program reads records of the load through a second mapping.
maps()
{
	hold 1 map "$raw" <"$TMP/in" >"$TMP/ready" &
	pid=$!
	exec 6>"$TMP/in"
	read -r said <"$TMP/ready" || fail "round $round: not mapped"
	equal "round $round" "$said" ready
	must_not rmdir "$I/x" 2>/dev/null
	reads 18
	if [ $((round % 5)) = 4 ]; then
		raw_pages -m -n "$id" 4096 "$raw" >"$TMP/records" ||
			fail "round $round: status $? from the program that reads the mapping"
		must grep -q '^[0-9]' "$TMP/records"
		reading=$((reading + 1))
	fi
	exec 6>&-
	wait $pid || fail "round $round: status $? from the program that maps the ring"
	mapped=$((mapped + 1))
}

write kprobe_events 'p:opens do_sys_openat2 name=+0($arg2):ustring'
write events/syscall/read/enable 1
write events/kprobes/enable 1
x=instances/x
raw=$I/x/per_cpu/cpu0/trace_pipe_raw
id=$(sed -n 's/^ID: //p' "$KTRACE/events/syscall/read/format")
mkfifo "$TMP/in" "$TMP/ready"
load 1 &
load 2 &
round=0 mapped=0 reading=0
while [ $round -lt $rounds ]; do
	[ $round != $warm ] || before=$(used_kb)
	mkdir "$I/x" || fail "round $round: mkdir"
	write $x/buffer_size_kb 16
	if [ $((round % 50)) = 7 ]; then
		use_5
	else
		use_$((round % 5))
	fi
	maps
	rmdir "$I/x" || fail "round $round: rmdir"
	round=$((round + 1))
	[ $((round % 100)) != 0 ] || note "$round rounds"
done

# Freeing of memory is deferred.
grown()
{
	after=$(used_kb)
	[ $((after - before)) -le $((1500 + rounds)) ]
}
soon grown || fail "$((after - before)) kB are not back after $((rounds - warm)) instances"
note "$rounds rounds, $mapped mapped, $reading of them read, $((after - before)) kB"
equal "rounds with a mapping" $mapped $rounds
: >"$TMP/stop"
wait
