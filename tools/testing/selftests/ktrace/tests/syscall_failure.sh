# SPDX-License-Identifier: GPL-2.0
# description: enabling system calls fails half-way and leaves nothing behind
# requires: events/syscalls/enable /sys/kernel/debug/fail_function/inject program:odd_calls

F=/sys/kernel/debug/fail_function
grep -q '^ktrace_task_work_get' /sys/kernel/debug/error_injection/list ||
	skip "the function cannot be made to fail"

echo ktrace_task_work_get >$F/inject
printf '%#x' -12 >$F/ktrace_task_work_get/retval
echo 0 >$F/verbose
echo N >$F/task-filter
echo 100 >$F/probability
echo 1 >$F/times
# The first 100 pass.
echo 100 >$F/space 2>/dev/null || skip "cannot fail later than at once"
echo 1 >$F/interval

status=0
echo 1 >"$KTRACE/events/syscalls/enable" || status=$?
# An empty line takes the injection back.
echo >$F/inject
echo 0 >$F/probability
[ $status != 0 ] || fail "it did not fail"
equal "the state of the group" "$(cat "$KTRACE/events/syscalls/enable")" 0

run=/sys/kernel/debug/kunit/ktrace_task
if [ -w $run/run ]; then
	echo 1 >$run/run
	! grep 'not ok' $run/results || fail "work bits were left behind"
fi
# Balanced: on and off work as before.
write events/syscalls/sys_enter_fork/enable 1
odd_calls fork >/dev/null
write events/syscalls/sys_enter_fork/enable 0
equal "calls of fork" "$(grep -c 'sys_fork()' "$KTRACE/trace")" 1
