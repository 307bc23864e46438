# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a removal that is refused with EBUSY names the user in error_log
# requires: kprobe_events dynamic_events synthetic_events instances error_log current_tracer program:hold

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
must grep -qF 'event is in use: the event probe eprobes/on stands on it' "$KTRACE/error_log"
must_not grep -qF 'and is enabled' "$KTRACE/error_log"
write events/eprobes/on/enable 1
: >"$KTRACE/error_log"
refused kprobe_events EBUSY '-:busy'
must grep -qF 'event is in use: the event probe eprobes/on stands on it, and is enabled' "$KTRACE/error_log"
note "... also if the event probe would be removed, too"
: >"$KTRACE/error_log"
if (: >"$KTRACE/dynamic_events") 2>/dev/null; then
	fail "dynamic_events was emptied"
fi
must grep -qF 'event is in use: the event probe eprobes/on stands on it, and is enabled' "$KTRACE/error_log"
must grep -qx '  Command: kprobes/busy' "$KTRACE/error_log"
: >"$KTRACE/error_log"
refused dynamic_events EBUSY '-:on'
must grep -qF 'event is in use: it is enabled' "$KTRACE/error_log"
must grep -qx '  Command: eprobes/on' "$KTRACE/error_log"
write events/eprobes/on/enable 0
append dynamic_events '-:on'

note "a synthetic event that a histogram emits, at the top and in an instance"
write synthetic_events 'busy_synth u64 a'
for at in '' instances/other/; do
	append $at$P/trigger 'hist:keys=common_pid:a=common_pid:onmax($a).trace(busy_synth,$a)'
	: >"$KTRACE/error_log"
	refused synthetic_events EBUSY '!busy_synth'
	by='event is in use: a histogram of kprobes:busy makes it happen'
	must grep -q ": $by${at:+, in instance other}\$" "$KTRACE/error_log"
	must grep -qx '  Command: synthetic/busy_synth' "$KTRACE/error_log"
	append $at$P/trigger '!hist:keys=common_pid:a=common_pid:onmax($a).trace(busy_synth,$a)'
done

note "variables that a histogram of another event reads: error_log of the instance names the event"
for at in '' instances/other/; do
	log=$KTRACE/${at}error_log
	set='hist:keys=pid:busy0=common_timestamp'
	append ${at}events/sched/sched_waking/trigger "$set"
	append ${at}events/sched/sched_switch/trigger 'hist:keys=next_pid:lat=common_timestamp-$busy0'
	: >"$log"
	refused ${at}events/sched/sched_waking/trigger EBUSY "!$set"
	by='hist:sched:sched_waking: error: its variables are in use: a histogram of sched:sched_switch reads them'
	must grep -qF "$by" "$log"
	: >"$log"
	if (: >"$KTRACE/${at}events/sched/sched_waking/trigger") 2>/dev/null; then
		fail "trigger was emptied"
	fi
	must grep -qF "$by" "$log"
	must grep -q '^  Command: hist:keys=pid:.*busy0=common_timestamp' "$log"
	: >"$KTRACE/${at}events/sched/sched_switch/trigger"
	: >"$KTRACE/${at}events/sched/sched_waking/trigger"
done

# open_by FILE: check that error_log names FILE and this shell as the reason why rmdir is refused
open_by()
{
	: >"$KTRACE/error_log"
	must_not rmdir "$KTRACE/instances/other" 2>/dev/null
	must grep -qx "\[.*instances: error: a file of the instance is open: $1, by $2" "$KTRACE/error_log"
	must grep -qx '  Command: rmdir other' "$KTRACE/error_log"
}

# Other descriptors, of which none is the file: of another instance, and of a directory.
note "an instance with an open file: the file and the task"
must mkdir "$KTRACE/instances/other2"
mkfifo "$TMP/go"
for file in trace trace_pipe per_cpu/cpu0/trace_pipe_raw trace_marker events/sched/enable \
	    events/sched/sched_switch/filter set_event; do
	sleep 1000 5<>"$KTRACE/instances/other/$file" 6<"$KTRACE/instances/other2/trace" &
	holder=$!
	sleep 1000 5<"$KTRACE/instances/other2/trace" &
	soon grep -qx sleep "/proc/$holder/comm"
	case $file in
	*/*) name=$(basename "$(dirname "$file")")/$(basename "$file") ;;
	*) name=$file ;;
	esac
	open_by "$name" "sleep-$holder"
	stop $holder
	stop $!
done
must rmdir "$KTRACE/instances/other2"

# held HOW: begin to hold 2,500 descriptors
held()
{
	: >"$TMP/ready"
	hold 2500 "$1" "$KTRACE/instances/other/trace" <"$TMP/go" >"$TMP/ready" &
	holder=$!
	exec 7>"$TMP/go"
	soon grep -q ready "$TMP/ready" || fail "$1: no descriptors"
}

let_go()
{
	exec 7>&-
	wait $holder
}

note "an open file behind more descriptors than are visited without a pause"
held behind
open_by trace "hold-$holder"
let_go

note "descriptors for paths only do not keep an instance"
held path
must rmdir "$KTRACE/instances/other"
let_go
must mkdir "$KTRACE/instances/other"

note "a mapping of a ring, whose file is closed"
write instances/other/$P/enable 1
cat /dev/null
write instances/other/$P/enable 0
: >"$TMP/ready"
hold 1 mapped "$KTRACE/instances/other/per_cpu/cpu0/trace_pipe_raw" <"$TMP/go" >"$TMP/ready" &
holder=$!
exec 7>"$TMP/go"
soon grep -q ready "$TMP/ready" || fail "not mapped"
open_by cpu0 "hold-$holder"
for command in 'buffer_size_kb 100' 'buffer_subbuf_size_kb 8' 'trace_clock global' 'snapshot 1'; do
	: >"$KTRACE/instances/other/error_log"
	refused "instances/other/${command% *}" EBUSY "${command#* }"
	must grep -q "] ${command% *}: error: A ring is mapped: cpu0, by hold-$holder\$" \
		"$KTRACE/instances/other/error_log"
done
note "a ring that is not mapped is resized"
write instances/other/per_cpu/cpu1/buffer_size_kb 100
exec 7>&-
wait $holder
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
