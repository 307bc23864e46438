# SPDX-License-Identifier: GPL-2.0
# description: a command waits once for the hooks of many objects, and lets other commands go on
# requires: events/syscalls/filter kprobe_events snapshot symbol:synchronize_rcu cpus:2
# weight: 6

events=$KTRACE/events
some=$events/syscalls/sys_enter_getpgid
other=$events/syscalls/sys_enter_getcwd

# The waits of this shell, which gives the commands.
write kprobe_events 'p:waits synchronize_rcu'
append kprobe_events 'r:waited synchronize_rcu'
for probe in waits waited; do
	write events/kprobes/$probe/filter "common_pid == $$"
	write events/kprobes/$probe/enable 1
done

# A second task changes another event all the time, and says so: two marks in a row mean that it
# held the mutex of all events between them.
while :; do
	echo 1 >$other/enable
	echo 0 >$other/enable
	echo changed >"$KTRACE/trace_marker"
done &
second=$!

# waits_of MOST COMMAND...: the command waits for at most so many grace periods; their number is in
# $waits.  $during says whether the second task changed its event while the command waited.
waits_of()
{
	most=$1
	shift
	echo >"$KTRACE/trace"
	must "$@"
	cat "$KTRACE/trace" >"$TMP/waits"
	waits=$(grep -c ': waits: (' "$TMP/waits" || :)
	during=$(awk '/: waits: \(/ { within = 1; n = 0 }
		      / changed$/ { n++ }
		      /: waited: \(/ { if (within && n >= 2) seen = 1; within = 0 }
		      END { print seen + 0 }' "$TMP/waits")
	[ "$waits" -le "$most" ] || fail "$waits waits for $*, not up to $most"
}

# free_during MOST PREPARE COMMAND: COMMAND, each time after PREPARE, lets the second task go on
# while it waits.  Its changes may fall between the waits, but not always.
free_during()
{
	turn=0
	during=0
	while [ "$during" = 0 ]; do
		turn=$((turn + 1))
		[ $turn -le 30 ] || fail "no other command during '$3' ($waits waits)"
		eval "$2"
		waits_of "$1" eval "$3"
	done
	note "$3: $waits waits, turn $turn"
}

hists()
{
	for key in pid.hex pid.log2 pid common_pid.hex common_pid pid,common_pid; do
		echo "hist:keys=$key" >>$some/trigger
	done
	equal "histograms" "$(grep -c ^hist: $some/trigger)" 6
}

note "removal of all histograms of an event"
free_during 1 hists 'true >$some/trigger'

note "removal of one trigger"
free_during 1 'echo traceoff >$some/trigger' 'echo "!traceoff" >$some/trigger'

note "removal of a trigger that enables another event"
free_during 1 'echo "enable_event:syscalls:sys_enter_getsid" >$some/trigger' \
	'echo "!enable_event:syscalls:sys_enter_getsid" >$some/trigger'

note "clearing the counts of a histogram"
echo 'hist:keys=pid' >$some/trigger
free_during 1 : 'echo "hist:keys=pid:clear" >>$some/trigger'
true >$some/trigger

note "removal of a snapshot trigger: one wait for its hooks, one for the rings that are freed"
free_during 8 'echo snapshot >$some/trigger' 'echo "!snapshot" >$some/trigger'
write snapshot 0

note "removal of an action that takes snapshots"
free_during 8 'echo "hist:keys=pid:x=pid:onmax(\$x).snapshot()" >$some/trigger' \
	'true >$some/trigger'
write snapshot 0

note "a write to the list of tasks"
free_during 1 'true >"$KTRACE/set_event_pid"' 'echo $$ 1 2 >"$KTRACE/set_event_pid"'
true >"$KTRACE/set_event_pid"

note "allocation of large rings by the first event of an instance"
# changes_during COMMAND: how often the second task changed its event during the command
changes_during()
{
	echo >"$KTRACE/trace"
	echo begins >"$KTRACE/trace_marker"
	must eval "$1"
	echo ends >"$KTRACE/trace_marker"
	awk '/: begins$/ { n = 0 } / changed$/ { n++ } /: ends$/ { print n; exit }' "$KTRACE/trace"
}
T=events/syscalls/sys_enter_getsid/trigger
for command in 'echo 1 >events/syscalls/sys_enter_getsid/enable' 'echo 1 >events/signal/enable' \
	'echo sys_enter_getsid >set_event' 'echo syscall >current_tracer' "echo traceoff >$T" \
	"echo enable_event:signal:signal_generate >$T" "echo hist:keys=pid >$T" "echo snapshot >$T" \
	"echo 'hist:keys=pid:x=pid:onmax(\$x).snapshot()' >$T"; do
	# The second task may run little during one allocation: several turns.
	for turn in $(seq 30); do
		must mkdir "$KTRACE/instances/large"
		# A snapshot takes the memory twice.
		case $command in
		*snapshot*) write instances/large/buffer_size_kb 49152 ;;
		*) write instances/large/buffer_size_kb 81920 ;;
		esac
		changes=$(cd "$KTRACE/instances/large" && changes_during "$command")
		echo nop >"$KTRACE/instances/large/current_tracer"
		must rmdir "$KTRACE/instances/large"
		[ "$changes" -lt 5 ] || break
	done
	note "$command: $changes changes, turn $turn"
	[ "$changes" -ge 5 ] || fail "$changes changes during '$command', not 5 or more"
done

note "allocation of large tables of histograms"
H='hist:keys=common_timestamp,common_stacktrace:size=131072'
# The second task may not run during a short allocation: several turns.
for command in "echo '$H' >$some/trigger" "echo '$H:clear' >>$some/trigger"; do
	for turn in $(seq 30); do
		true >$some/trigger
		[ "${command#*clear}" = "$command" ] || echo "$H" >$some/trigger
		changes=$(changes_during "$command")
		[ "$changes" -lt 5 ] || break
	done
	note "$command: $changes changes, turn $turn"
	[ "$changes" -ge 5 ] || fail "$changes changes during '$command', not 5 or more"
done
true >$some/trigger

note "events that are enabled while the buffer of the instance is resized"
# free_memory: set $free to the free memory in kB
free_memory()
{
	{ read -r _; read -r _ free _; } </proc/meminfo
}

# resizing KB: begin a resize of the instance "large", and return while it allocates the rings;
# again if it has ended before this process ran
resizing()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		free_memory
		begin=$free
		rm -f "$TMP/resized"
		(echo "$1" >"$KTRACE/instances/large/buffer_size_kb" && : >"$TMP/resized") &
		resize=$!
		while [ "$free" -gt $((begin - 8192)) ] && [ ! -e "$TMP/resized" ]; do
			free_memory
		done
		[ -e "$TMP/resized" ] || return 0
		wait $resize || fail "status $? of the resize"
		write instances/large/buffer_size_kb 64
	done
	fail "no resize was seen at work"
}
for command in 'echo 1 >events/syscalls/sys_enter_getsid/enable' \
	'echo 1 >events/syscalls/enable' 'echo sys_enter_getsid >set_event' \
	'echo syscall >current_tracer'; do
	# The resize may end soon after this process runs again: several turns.
	for turn in $(seq 30); do
		must mkdir "$KTRACE/instances/large"
		write instances/large/events/signal/enable 1
		resizing 81920
		changes=$(cd "$KTRACE/instances/large" && changes_during "$command")
		wait $resize || fail "status $? of the resize"
		echo nop >"$KTRACE/instances/large/current_tracer"
		must rmdir "$KTRACE/instances/large"
		[ "$changes" -lt 5 ] || break
	done
	note "$command: $changes changes, turn $turn"
	[ "$changes" -ge 5 ] || fail "$changes changes during '$command', not 5 or more"
done

note "an event whose counters exist does not wait for the resize"
must mkdir "$KTRACE/instances/large"
write instances/large/events/signal/enable 1
write instances/large/events/signal/enable 0
resizing 81920
write instances/large/events/signal/enable 1
must [ ! -e "$TMP/resized" ]
wait $resize || fail "status $? of the resize"
must rmdir "$KTRACE/instances/large"

note "a trigger that takes snapshots, as others do already, does not wait for the resize"
must mkdir "$KTRACE/instances/large"
write instances/large/events/signal/signal_generate/trigger snapshot
resizing 49152
write instances/large/events/signal/signal_deliver/trigger snapshot
must [ ! -e "$TMP/resized" ]
wait $resize || fail "status $? of the resize"
must rmdir "$KTRACE/instances/large"

note "an instance drops its records while another is resized"
must mkdir "$KTRACE/instances/large"
write instances/large/events/signal/enable 1
append kprobe_events 'p:removed ksys_write'
write events/kprobes/removed/enable 1
write events/kprobes/removed/enable 0
append kprobe_events '-:removed'
resizing 81920
write trace ''
must [ ! -e "$TMP/resized" ]
wait $resize || fail "status $? of the resize"
must rmdir "$KTRACE/instances/large"

note "removal of many events at once"
probes()
{
	i=0
	while [ $i -lt 12 ]; do
		echo "e:many/of$i syscalls/sys_enter_getsid" >>"$KTRACE/dynamic_events"
		cat $events/many/of$i/format >/dev/null
		i=$((i + 1))
	done
}
free_during 3 probes 'echo "-:many/" >>"$KTRACE/dynamic_events"'

note "removal of 200 kprobes at once: at most 6 waits"
i=0
while [ $i -lt 100 ]; do
	echo "p:swarm/of$i getname_flags"
	echo "r:swarm/back$i getname_flags"
	i=$((i + 1))
done >>"$KTRACE/kprobe_events"
write events/swarm/enable 1
write events/swarm/enable 0
# For the events and their ids, for entry probes and for return probes: mostly four.
waits_of 6 append dynamic_events '-:swarm/'
equal "probes left" "$(grep -c swarm "$KTRACE/kprobe_events" || :)" 0

note "replacement of the rings of all CPUs"
# For the writers of the old rings and for their readers.  With PREEMPT_RT, a thread runs the
# irq_work of the rings, and a third grace period waits for that.
most=2
! realtime || most=3
kb=$(cat "$KTRACE/buffer_size_kb")
waits_of $most write buffer_size_kb 64
[ "$waits" -gt 0 ] || fail "no waits for buffer_size_kb"
write buffer_size_kb "${kb%% *}"

note "events that are disabled and enabled again"
write events/syscalls/enable 1
write events/syscalls/enable 0
# For the work bits, for the complete records and for a tap, not for each of the events.
waits_of 3 write events/syscalls/enable 1
write events/syscalls/enable 0
stop $second

note "all events of a second instance: for the work bits of two instances, besides"
must mkdir "$KTRACE/instances/other"
write events/syscalls/enable 1
waits_of 3 write instances/other/events/enable 1
write instances/other/events/enable 0
write events/syscalls/enable 0
must rmdir "$KTRACE/instances/other"

# A task that needs the mutex of instances all the time, as creating and removing instances does.
while :; do
	cat "$KTRACE/owned_instances"
	echo changed >"$KTRACE/trace_marker"
done >/dev/null &
second=$!
# rmdir is a program of its own.
for probe in waits waited; do
	write events/kprobes/$probe/filter 'comm == "rmdir"'
done
note "removal of an instance lets others be created and removed while its buffers are freed"
free_during 5 'must mkdir "$KTRACE/instances/other"; write instances/other/events/signal/enable 1' \
	'rmdir "$KTRACE/instances/other"'
stop $second
