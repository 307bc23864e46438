# SPDX-License-Identifier: GPL-2.0
# description: events go on and off while tasks fork, exec, start threads and are killed
# requires: events/syscalls/enable /sys/kernel/debug/kunit/ktrace_task_bits/run /sys/kernel/debug/kunit/ktrace_syscall_bits/run program:odd_calls program:calls
# weight: 50

storm()
{
	local victim
	while [ ! -e "$TMP/stop" ]; do
		odd_calls fork >/dev/null
		odd_calls exec >/dev/null
		odd_calls killed >/dev/null || :
		calls 1 50 "$TMP/log.$1" || :
		sleep 10 &
		victim=$!
		kill -9 $victim
		wait $victim 2>/dev/null || :
	done
}

# bits: check by a KUnit suite that no thread has an unused work bit
bits()
{
	kunit ktrace_task_bits "a thread has a bit that it should not have, or the other way round"
}

# armed: check by a KUnit suite that the hooks ignore events without listeners
armed()
{
	kunit ktrace_syscall_bits "the hooks heed what they should not, or the other way round"
}

bits
storm 1 &
storm 2 &
i=0
while [ $i -lt 30 ]; do
	write events/syscalls/enable 1
	write events/syscalls/enable 0
	write events/syscalls/sys_exit_fork/enable 1
	write events/syscalls/sys_enter_fork/enable 1
	write events/syscalls/sys_exit_fork/enable 0
	write events/syscalls/sys_enter_fork/enable 0
	write events/raw_syscalls/enable 1
	write events/raw_syscalls/sys_enter/enable 0
	write events/raw_syscalls/enable 0
	write events/syscall/fork/enable 1
	write events/syscall/enable 1
	write events/syscall/fork/enable 0
	write events/syscall/enable 0
	i=$((i + 1))
done
bits
armed
touch "$TMP/stop"
wait
bits

# Everything still works.
write trace 0
write events/syscalls/sys_enter_fork/enable 1
odd_calls fork >/dev/null
write events/syscalls/sys_enter_fork/enable 0
equal "calls of fork" "$(grep -c 'sys_fork()' "$KTRACE/trace")" 1
write trace 0
write events/raw_syscalls/enable 1
odd_calls unknown >/dev/null
write events/raw_syscalls/enable 0
equal "unknown calls" "$(grep -c 'sys_e[a-z]*: NR 1234 ' "$KTRACE/trace")" 2
armed
