# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a removal that is refused with EBUSY names the user in error_log
# requires: kprobe_events dynamic_events synthetic_events instances error_log current_tracer

P=events/kprobes/busy
write kprobe_events 'p:busy do_sys_openat2'

# because TEXT: check that all files refuse to remove the probe, and that error_log
# contains TEXT
because()
{
	for file in kprobe_events dynamic_events; do
		: >"$KTRACE/error_log"
		refused $file EBUSY '-:busy'
		must grep -qF "dynamic_events: error: event is in use: $1" "$KTRACE/error_log"
		must grep -qx '  Command: kprobes/busy' "$KTRACE/error_log"
		: >"$KTRACE/error_log"
		if (: >"$KTRACE/$file") 2>/dev/null; then
			fail "$file was emptied"
		fi
		must grep -qF "event is in use: $1" "$KTRACE/error_log"
	done
}

note "an event that is enabled, at the top and in an instance"
write $P/enable 1
because 'it is enabled'
write $P/enable 0
must mkdir "$KTRACE/instances/other"
write instances/other/$P/enable 1
because 'it is enabled, in instance other'
write instances/other/$P/enable 0

note "an event with a trigger, and an event that a trigger enables"
append instances/other/$P/trigger 'traceoff if common_pid == 1'
because 'it has triggers, in instance other'
append instances/other/$P/trigger '!traceoff'
append events/sched/sched_switch/trigger 'enable_event:kprobes:busy:1 if next_pid == 1 && next_pid == 2'
because 'it has triggers, or a trigger of sched:sched_switch switches it'
append events/sched/sched_switch/trigger '!enable_event:kprobes:busy'

note "an event with an event probe on it"
append dynamic_events 'e:on kprobes/busy'
: >"$KTRACE/error_log"
refused kprobe_events EBUSY '-:busy'
must grep -qF 'event is in use: another event stands on it' "$KTRACE/error_log"
write events/eprobes/on/enable 1
: >"$KTRACE/error_log"
refused dynamic_events EBUSY '-:on'
must grep -qF 'event is in use: it is enabled' "$KTRACE/error_log"
must grep -qx '  Command: eprobes/on' "$KTRACE/error_log"
write events/eprobes/on/enable 0
append dynamic_events '-:on'

note "a synthetic event that a histogram emits"
write synthetic_events 'busy_synth u64 a'
append $P/trigger 'hist:keys=common_pid:a=common_pid:onmax($a).trace(busy_synth,$a)'
: >"$KTRACE/error_log"
refused synthetic_events EBUSY '!busy_synth'
must grep -qF 'event is in use: a histogram makes it happen' "$KTRACE/error_log"
must grep -qx '  Command: synthetic/busy_synth' "$KTRACE/error_log"
append $P/trigger '!hist:keys=common_pid:a=common_pid:onmax($a).trace(busy_synth,$a)'

note "an instance with an open file"
: >"$KTRACE/error_log"
(
	exec 5<"$KTRACE/instances/other/trace"
	must_not rmdir "$KTRACE/instances/other" 2>/dev/null
)
must grep -qF 'instances: error: a file of the instance is open' "$KTRACE/error_log"
must grep -qx '  Command: rmdir other' "$KTRACE/error_log"
must rmdir "$KTRACE/instances/other"

note "an instance whose name has a newline adds no line"
other=$(printf 'two\nlines')
must mkdir "$KTRACE/instances/$other"
write "instances/$other/$P/enable" 1
because 'it is enabled, in instance two lines'
must rmdir "$KTRACE/instances/$other"

note "unused events are removed"
: >"$KTRACE/error_log"
append kprobe_events '-:busy'
: >"$KTRACE/dynamic_events"
equal "error_log" "$(cat "$KTRACE/error_log")" ''
