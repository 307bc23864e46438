# SPDX-License-Identifier: GPL-2.0
# description: calls of 16 processes: the output alone accounts for each, by text, by raw pages, by mapped pages
# requires: trace_pipe events/syscalls/sys_enter_getpriority lost_events program:count_calls cpus:2
# weight: 25
# parts: 20

# COUNT_CALLS: number of calls in a run; COUNT_RUNS: number of runs; COUNT_LONG: number of runs of
# a million calls in the long form. tests/count_cpus.sh sets these.
calls=20000 runs=${COUNT_RUNS:-9} run=0
if brief; then
	calls=4000
elif [ -n "${SELFTEST_LONG:-}" ]; then
	calls=1000000 run=$(part_first "${COUNT_LONG:-200}") runs=$(part_last "${COUNT_LONG:-200}")
fi
calls=${COUNT_CALLS:-$calls}

trap 'write buffer_size_kb 1408' EXIT
event=syscalls:sys_enter_getpriority
id=$(cat "$KTRACE/events/syscalls/sys_enter_getpriority/id")

# sum NAME: print the sum of NAME over the stats of all CPUs
sum()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' \
		"$KTRACE"/per_cpu/cpu*/stats
}

# by_event: print the number of lost records of the event
by_event()
{
	awk -v event=$event '$4 == event { n = $1 + $2 } END { print n + 0 }' "$KTRACE/lost_events"
}

at=0
small=0 some_lost=0
while [ $at -lt "$runs" ]; do
	for kb in 8 64 512 2048 16384; do
		for how in pipe raw map; do
			[ $at -lt "$runs" ] || break 2
			at=$((at + 1))
			[ $at -gt "$run" ] || continue
			run=$at
			write buffer_size_kb $kb
			write events/syscalls/sys_enter_getpriority/enable 1
			write trace ''
			count_calls $how "$calls" 16 "$id" >"$TMP/counted" || fail "$how: $?"
			write events/syscalls/sys_enter_getpriority/enable 0
			read -r _ got _ lost <"$TMP/counted"
			told=$(($(sum overrun) + $(sum 'dropped events')))
			note "run $run, $kb kB, $how: $got read, $lost lost"
			equal "$how, $kb kB: read and lost" "$((got + told))" "$calls"
			equal "$how, $kb kB: by event" "$(by_event)" "$told"
			# The output alone accounts for each record.
			equal "$how, $kb kB: read and reported as lost" "$((got + lost))" "$calls"
			[ $kb != 8 ] || small=1
			[ "$lost" = 0 ] || some_lost=$((some_lost + 1))
		done
	done
done
[ $small = 0 ] || [ "$some_lost" -gt 0 ] || fail "nothing was ever lost: the check was not much of one"
