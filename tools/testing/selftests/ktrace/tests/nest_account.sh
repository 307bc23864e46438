# SPDX-License-Identifier: GPL-2.0
# description: nested writers on all CPUs: every record is read or reported lost in its place
# requires: trace_pipe options/overwrite points program:nest_check module:test_nest cpus:2
# weight: 20

# NEST_POINTS: number of points that the thread of each CPU passes
n=60000
! brief || n=15000
n=${NEST_POINTS:-$n}
kb=$(cat "$KTRACE/buffer_size_kb")
clock=$(sed 's/.*\[\(.*\)\].*/\1/' "$KTRACE/trace_clock")

restore()
{
	write options/overwrite 1
	write buffer_size_kb "$kb"
	write trace_clock "$clock"
}
trap restore EXIT

# account WHAT KB OVERWRITE ARG...: run the checker
account()
{
	note "$1"
	write events/enable 0
	write buffer_size_kb "$2"
	write options/overwrite "$3"
	write trace 0
	for event in nest nest_text nest_end; do
		write "events/points/$event/enable" 1
	done
	shift 3
	must nest_check "$@"
}

module test_nest
# A virtual CPU may be paused for long in the middle of an NMI handler.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :
parameters=/sys/module/test_nest/parameters

account "overwriting, a slow reader" 16 1 -n "$n" -s 30000 -l
account "overwriting, a fast reader" 64 1 -n "$n"
account "discarding, a slow reader" 16 0 -n "$n" -s 30000 -l
account "discarding, a fast reader" 64 0 -n "$n"
# The trace shows the stamps of this clock in full, not in microseconds.
if grep -q x86-tsc "$KTRACE/trace_clock"; then
	write trace_clock x86-tsc
	account "overwriting, by the time stamp counter" 16 1 -n "$n" -s 30000 -l
	write trace_clock "$clock"
fi
# The writers pause regularly to let the reader run, so that losses occur in many
# places.
echo 500 >$parameters/pause_us
echo 200 >$parameters/burst
account "overwriting, in turns" 16 1 -n $((n / 4)) -l
account "discarding, in turns" 16 0 -n $((n / 4)) -l
account "room for everything" 8192 1 -n $((n / 20)) -z
sed 's/^/# /' /sys/kernel/debug/ktrace_nest/landed
