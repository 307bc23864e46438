# SPDX-License-Identifier: GPL-2.0
# description: after a suspend, time continues like local_clock(), whatever the counter does
# requires: trace trace_clock events/syscalls/sys_enter_getppid /dev/kmsg program:clock_around module:test_clock
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

module test_clock
parameters=/sys/module/test_clock/parameters
[ "$(cat $parameters/unstable)" = 0 ] || skip "the time stamp counter is unstable"
devkmsg=$(cat /proc/sys/kernel/printk_devkmsg)
echo on >/proc/sys/kernel/printk_devkmsg
trap 'echo "$devkmsg" >/proc/sys/kernel/printk_devkmsg' EXIT

read -r uptime _ </proc/uptime
drift=$((10000000 + ${uptime%.*} * 10000000))
write events/syscalls/sys_enter_getppid/enable 1

# around: compare the stamps with /dev/kmsg; sets first and last
around()
{
	said=$(clock_around "$KTRACE/trace" kmsg 20 $drift 2>&1) || fail "$1: $said"
	first=$(echo "$said" | cut -d ' ' -f 3)
	last=$(echo "$said" | cut -d ' ' -f 4)
}

# asleep MS NS WHAT: suspend the machine for MS while the counter jumps by NS
asleep()
{
	note "$3"
	write trace ''
	around "$3, before"
	before=$last
	echo "$(($1 * 1000)) $2" >$parameters/sleep
	read -r clock0 clock1 base0 base1 <$parameters/sleep
	note "ktrace $clock0 to $clock1, local_clock $base0 to $base1"
	[ "$clock1" -ge "$clock0" ] || fail "the clock stepped back"
	# The rest is the time for suspending and resuming.
	[ $((clock1 - clock0)) -lt $(($1 * 1000000 / 2)) ] || fail "the clock went on"
	[ $((base1 - base0)) -lt $(($1 * 1000000 / 2)) ] || fail "local_clock went on"
	ahead0=$((clock0 - base0)) ahead1=$((clock1 - base1))
	[ "$ahead0" -gt 0 ] || ahead0=0
	off=$((ahead1 - ahead0))
	[ "${off#-}" -lt 1000000 ] || fail "$ahead0 ns ahead of local_clock, then $ahead1"
	around "$3, after"
	[ "$first" -ge "$before" ] || fail "record at $before, then at $first"
	[ "$first" -gt "$before" ] || fail "time stands still at $before"
	equal "$3: records" "$(grep -c sys_getppid "$KTRACE/trace")" 40
}

for clock in local global; do
	write trace_clock $clock
	asleep 200 0 "$clock: the counter goes on"
	asleep 200 -10000000000000 "$clock: the counter starts anew"
	asleep 200 20000000000000 "$clock: the counter jumps ahead"
	asleep 100 -10000000 "$clock: it steps back a little"
done
