# SPDX-License-Identifier: GPL-2.0
# description: resizes, hotplug, resets and readers of all kinds under load: the account stays exact
# requires: trace_pipe buffer_subbuf_size_kb points program:nest_check module:test_nest cpus:2
# kernels: ktrace-debug - under icount, QEMU may let one CPU of the default kernel starve at each tick while the other is busy; FULL=1 runs it in all kernels
# weight: 40

# The command that runs churn.sh from the selftests' directory.
churn="sh $1/churn.sh"
online=/sys/devices/system/cpu/cpu1/online
module test_nest
# A virtual CPU may be paused for long in the middle of an NMI handler.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :

restore()
{
	[ ! -w $online ] || echo 1 >$online
}
trap restore EXIT

# hundredths: print the time since boot in hundredths of a second
hundredths()
{
	sed 's/\([0-9]*\)\.\([0-9]*\) .*/\1\2/' /proc/uptime
}

# account WHAT POINTS ARG...: run the checker; sets "took"
account()
{
	note "$1"
	write events/enable 0
	write tracing_on 1
	write buffer_subbuf_size_kb 4
	write buffer_size_kb 128
	write trace_clock local
	write trace 0
	for event in nest nest_text nest_end; do
		write "events/points/$event/enable" 1
	done
	points=$2
	shift 2
	: >"$TMP/did"
	took=$(hundredths)
	must nest_check -n "$points" -r -p "$@"
	took=$(($(hundredths) - took))
	sed 's/^/# /' "$TMP/did" /sys/kernel/debug/ktrace_nest/longest
	note "$took hundredths of a second"
}

# These accounts are exact: each loss is reported in its place.
account "readers only" 30000
# Number of points of a phase, which takes one or two seconds of the guest's time, or
# six in the long form.
phase=200
! brief || phase=100
[ -z "$SELFTEST_LONG" ] || phase=600
n=${CHURN_POINTS:-$((30000 * phase / took))}
[ "$n" -le 400000 ] || n=400000
account "sizes, sub-buffers, views, the clock" "$n" -l -t \
	-c "$churn sizes" -c "$churn views"
account "the same and hotplug" "$n" -l -t \
	-c "$churn sizes" -c "$churn views" -c "$churn hotplug"
account "the same, resets, off and on" "$n" -l -t -o \
	-c "$churn sizes" -c "$churn views" -c "$churn hotplug"
# Other readers make an exact account impossible; only check for contradictions.
account "the same, by others and at any time" $((n / 2)) -l -x \
	-c "$churn sizes" -c "$churn views" -c "$churn hotplug" \
	-c "$churn resets" -c "$churn switches" -c "$churn waiters"
account "afterwards, exact again" 30000 -c "$churn views"
