# SPDX-License-Identifier: GPL-2.0
# description: every clock can be selected, and its stamps agree with another way to read that clock
# requires: trace trace_clock events/syscalls/sys_enter_getppid /dev/kmsg /proc/timer_list program:clock_around
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# Disable the rate limit of /dev/kmsg.
devkmsg=$(cat /proc/sys/kernel/printk_devkmsg)
echo on >/proc/sys/kernel/printk_devkmsg
restore()
{
	echo "$devkmsg" >/proc/sys/kernel/printk_devkmsg
	write trace_clock local
}
trap restore EXIT

# clock NAME WHAT SLACK: select the clock, and compare the stamps with WHAT
clock()
{
	write trace_clock "$1"
	case " $(cat "$KTRACE/trace_clock") " in
	*" [$1] "*) ;;
	*) fail "$1 was not chosen: $(cat "$KTRACE/trace_clock")" ;;
	esac
	equal "$1: clocks chosen" "$(tr -cd '[' <"$KTRACE/trace_clock")" "["
	said=$(clock_around "$KTRACE/trace" "$2" 40 "$3" 2>&1) ||
		fail "$1 is not $2: $said"
	note "$1: behind $2 by at least, at most; first, last: $said"
}

write events/syscalls/sys_enter_getppid/enable 1

# The counter rate that is known at boot may be 1 % off, according to the base.
read -r uptime _ </proc/uptime
drift=$((10000000 + ${uptime%.*} * 10000000))
global=kmsg
! dmesg | grep -q 'Marking TSC unstable' || global=CLOCK_MONOTONIC

names=$(tr -d '[]' <"$KTRACE/trace_clock")
equal "the clocks" "$names" "local global counter uptime perf mono mono_raw boot tai x86-tsc"
# The fast clocks may be off a little, according to the base.
for name in $names; do
	case $name in
	local) clock local kmsg $drift ;;
	global) clock global $global $drift ;;
	counter) clock counter count 0 ;;
	uptime) clock uptime jiffies 0 ;;
	perf) clock perf kmsg 0 ;;
	mono) clock mono CLOCK_MONOTONIC 1000 ;;
	mono_raw) clock mono_raw CLOCK_MONOTONIC_RAW 1000 ;;
	boot) clock boot CLOCK_BOOTTIME 1000 ;;
	tai) clock tai CLOCK_TAI 1000 ;;
	x86-tsc) clock x86-tsc tsc 0 ;;
	esac
done

note "invalid names of clocks are refused"
write trace_clock ' boot  '
now=$(cat "$KTRACE/trace_clock")
clock_around "$KTRACE/trace" CLOCK_BOOTTIME 10 1000 >/dev/null
records=$(grep -c sys_getppid "$KTRACE/trace")
[ "$records" -ge 10 ] || fail "$records records"
for bad in nosuch mon monot Local 'local global' '[local]' 0 ''; do
	: >"$KTRACE/error_log"
	refused trace_clock EINVAL "$bad"
	equal "'$bad': error_log" "$(sed 's/^\[[ 0-9.]*\] //' "$KTRACE/error_log")" \
		"trace_clock: error: Unknown clock
  Command: $bad
           ^"
	equal "'$bad': the clock" "$(cat "$KTRACE/trace_clock")" "$now"
	equal "'$bad': the records" "$(grep -c sys_getppid "$KTRACE/trace")" "$records"
done
