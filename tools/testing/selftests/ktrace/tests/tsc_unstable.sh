# SPDX-License-Identifier: GPL-2.0
# description: buffers stop using a time stamp counter that is found to be unstable
# requires: trace trace_clock events/syscalls/sys_enter_getppid /dev/kmsg program:clock_around module:test_clock
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
#
# Only a reboot makes the counter stable again, so the counter is also unstable for later
# cases in this guest. This case must have the last name.

module test_clock
parameters=/sys/module/test_clock/parameters
[ "$(cat $parameters/unstable)" = 0 ] || skip "the time stamp counter is unstable"
devkmsg=$(cat /proc/sys/kernel/printk_devkmsg)
echo on >/proc/sys/kernel/printk_devkmsg
trap 'echo "$devkmsg" >/proc/sys/kernel/printk_devkmsg' EXIT

# agrees WHEN WHAT N SLACK: compare stamps with the clock WHAT
agrees()
{
	write trace ''
	said=$(clock_around "$KTRACE/trace" "$2" "$3" "$4" 2>&1) || fail "$1: $said"
	note "$1: $said"
}

read -r uptime _ </proc/uptime
drift=$((10000000 + ${uptime%.*} * 10000000))
write events/syscalls/sys_enter_getppid/enable 1
agrees "stable" kmsg 20 $drift

# The jump is smaller than the range of a stamp, so only the clock itself shows it.
note "the counter jumps by a millisecond, and is marked unstable"
echo 1000000 >$parameters/jump
echo 1 >$parameters/unstable
equal "unstable" "$(cat $parameters/unstable)" 1
# The first record that is 2 ms behind its base detects the change.
sleep 0.1
clock_around "$KTRACE/trace" kmsg 20 $drift >/dev/null || fail "while it changes"
sleep 0.3
# Now each stamp is exactly the base's time.
agrees "unstable" kmsg 400 0
write trace_clock global
agrees "unstable, global" CLOCK_MONOTONIC 100 1000
# Create rings now, and switch recording on.
write trace_clock local
agrees "unstable, local anew" kmsg 100 0
write tracing_on 0
write tracing_on 1
agrees "unstable, switched on" kmsg 100 0
