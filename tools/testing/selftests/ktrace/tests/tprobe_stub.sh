# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: tracepoint probes that are called through stubs record the same as without stubs
# requires: dynamic_events tprobe_profile
# boot: ktrace.tprobe_stub=1

D=dynamic_events

# count NAME: print the number of records
count()
{
	grep -c ": $1: (" "$KTRACE/trace" || :
}

note "several probes of one tracepoint, and its event: each has each hit once"
must append $D 't:one sched_process_exec old=$arg2:s32 comm=$comm'
must append $D 't:two sched_process_exec old=$arg2:s32 top=$stack0:symbol'
must append $D 't:two sched_process_exec old=\7:s32 top=\0:symbol'
for name in tracepoints/one tracepoints/two sched/sched_process_exec; do
	write "events/$name/enable" 1
done
/bin/true
/bin/true
for name in tracepoints/one tracepoints/two sched/sched_process_exec; do
	write "events/$name/enable" 0
done
/bin/true
equal "one" "$(count one)" 2
equal "two, with two probes" "$(count two)" 4
equal "the event" "$(grep -c ' sched_process_exec: ' "$KTRACE/trace")" 2
grep ': one: (' "$KTRACE/trace" | sed -n 's/.* old=\([0-9]*\) .*/\1/p' >"$TMP/probe"
grep ' sched_process_exec: ' "$KTRACE/trace" | sed -n 's/.* old_pid=\([0-9]*\).*/\1/p' >"$TMP/event"
[ -s "$TMP/event" ] || fail "$(cat "$KTRACE/trace")"
equal "the argument" "$(cat "$TMP/probe")" "$(cat "$TMP/event")"
write $D ''

note "records have the context of the tracepoint, with and without interrupts"
must append $D 't:timer hrtimer_expire_entry f=$arg1'
# The event records every hit that the probe records.
write events/timer/hrtimer_expire_entry/enable 1
write events/tracepoints/timer/enable 1
sleep 0.2
write events/tracepoints/timer/enable 0
write events/timer/hrtimer_expire_entry/enable 0
[ "$(count timer)" -gt 2 ] || fail "no hits: $(tail -n 3 "$KTRACE/trace")"
for name in timer hrtimer_expire_entry; do
	sed -n "s/.*\] \([^ ]*\) .*: $name: .*/\1/p" "$KTRACE/trace" | sort -u >"$TMP/$name"
done
must_not grep -v -x -F -f "$TMP/hrtimer_expire_entry" "$TMP/timer"
write $D ''
write trace ''

note "the cases of tprobe.sh"
# shellcheck disable=SC1090,SC1091
. "$1/tests/tprobe.sh"
