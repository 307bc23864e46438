# SPDX-License-Identifier: GPL-2.0
# description: a command waits once for the hooks of many objects, and lets other commands go on
# requires: events/syscalls/filter kprobe_events snapshot symbol:synchronize_rcu instances symbol:ktrace_event_mutex symbol:get_pid_task symbol:__alloc_pages_noprof symbol:__kvmalloc_node_noprof
# weight: 6

events=$KTRACE/events
some=$events/syscalls/sys_enter_getpgid

# This shell gives the commands, and probes read the owner of the mutex of all events: $mine matches
# an owner that is this shell.  The three lowest bits of an owner are flags.  With PREEMPT_RT, a
# lock and a tree of tasks that wait are before the owner.
owner=@ktrace_event_mutex
! realtime || owner=@ktrace_event_mutex+24
append kprobe_events 'r:self get_pid_task task=$retval:x64'
write events/kprobes/self/filter "common_pid == $$"
write events/kprobes/self/enable 1
read -r _ <"/proc/$$/stat"
write events/kprobes/self/enable 0
self=$(sed -n 's/.* task=\(0x[0-9a-f]*\)0$/\1/p' "$KTRACE/trace" | tail -n 1)
append kprobe_events '-:self'
[ -n "$self" ] || fail "the probe does not see this task"
mine="owner=${self}[0-7]\$"
note "an owner is ${self}0 if this shell has the mutex"

# watch FUNCTION: record the waits in FUNCTION
watch()
{
	append kprobe_events "p:waits $1 owner=$owner:x64"
	write events/kprobes/waits/filter "common_pid == $$"
	write events/kprobes/waits/enable 1
}
unwatch()
{
	write events/kprobes/waits/enable 0
	append kprobe_events '-:waits'
}

# At its first instruction, mutex_unlock() finds the owner that is about to release the mutex.
watch mutex_unlock
write events/syscalls/sys_enter_getsid/enable 1
write events/syscalls/sys_enter_getsid/enable 0
unwatch
grep -q ": waits: (.*$mine" "$KTRACE/trace" || fail "the probes do not see the owner"
watch "$(rcu_wait)"

# waits_of MOST COMMAND...: the command waits for at most MOST grace periods.  Sets $waits to the
# number of waits, and $held to the number of those under the mutex.  Opening the file trace may
# wait, too, before and after the command.  A command that replaces the rings drops the first mark.
waits_of()
{
	most=$1
	shift
	echo >"$KTRACE/trace"
	echo begins >"$KTRACE/trace_marker"
	must "$@"
	echo ends >"$KTRACE/trace_marker"
	awk '/: begins$/ { text = "" } / waits: \(/ { text = text $0 "\n" }
	     /: ends$/ { printf "%s", text; exit }' "$KTRACE/trace" >"$TMP/waits"
	waits=$(grep -c ': waits: (' "$TMP/waits" || :)
	held=$(grep -c ": waits: (.*$mine" "$TMP/waits" || :)
	[ "$waits" -le "$most" ] || fail "$waits waits for $*, not up to $most"
}

# free_during MOST PREPARE COMMAND [MAYBE]: COMMAND, after PREPARE, waits, and never under the
# mutex.  With MAYBE, there is nothing to wait for if a grace period has passed since PREPARE: try
# again, but that may happen each time.
free_during()
{
	turn=0
	waits=0
	while [ "$waits" = 0 ] && [ $turn -lt 30 ]; do
		turn=$((turn + 1))
		eval "$2"
		waits_of "$1" eval "$3"
		[ "$held" = 0 ] || fail "$held of $waits waits for '$3' are under the mutex"
		[ "$waits" != 0 ] || [ -n "${4:-}" ] || fail "'$3' does not wait"
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

# count_owners PROBE COMMAND: how often the command of this shell hits the probe with the mutex, in
# $held, and without it, in $unheld
count_owners()
{
	write "events/kprobes/$1/trigger" "hist:keys=owner.hex if common_pid == $$"
	must eval "$2"
	cat "$KTRACE/events/kprobes/$1/hist" >"$TMP/owners"
	true >"$KTRACE/events/kprobes/$1/trigger"
	held=0
	unheld=0
	# Lines such as "{ owner: ffff888003a40000 } hitcount:          7".
	while read -r brace _ by _ _ count _; do
		[ "$brace" = "{" ] || continue
		case 0x${by#0x} in
		"$self"[0-7]) held=$((held + count)) ;;
		*) unheld=$((unheld + count)) ;;
		esac
	done <"$TMP/owners"
}

note "allocation of large rings by the first event of an instance"
append kprobe_events "p:pages __alloc_pages_noprof owner=$owner:x64"
T=events/syscalls/sys_enter_getsid/trigger
cpus=$(grep -c '^processor' /proc/cpuinfo)
rings=$((2048 * cpus))
must cd "$KTRACE"
for command in 'echo 1 >events/syscalls/sys_enter_getsid/enable' 'echo 1 >events/signal/enable' \
	'echo sys_enter_getsid >set_event' 'echo syscall >current_tracer' "echo traceoff >$T" \
	"echo enable_event:signal:signal_generate >$T" "echo hist:keys=pid >$T" "echo snapshot >$T" \
	"echo 'hist:keys=pid:x=pid:onmax(\$x).snapshot()' >$T"; do
	must mkdir instances/large
	write instances/large/buffer_size_kb 8192
	count_owners pages "cd instances/large; $command; cd ../.."
	note "$command: $unheld allocations without the mutex, $held with it"
	[ "$unheld" -ge $rings ] || fail "$unheld allocations without the mutex, not $rings"
	# Small objects are allocated under the mutex, and some of them need a new page.
	[ "$held" -lt $((rings / 2)) ] || fail "$held allocations under the mutex by '$command'"
	echo nop >instances/large/current_tracer
	must rmdir instances/large
done
append kprobe_events '-:pages'

note "allocation of large tables of histograms"
append kprobe_events "p:large __kvmalloc_node_noprof size=\$arg1:u64 owner=$owner:x64"
write events/kprobes/large/filter 'size >= 65536'
H='hist:keys=common_timestamp,common_stacktrace:size=8192'
for command in "echo '$H' >$some/trigger" "echo '$H:clear' >>$some/trigger"; do
	echo >trace
	write events/kprobes/large/enable 1
	must eval "$command"
	write events/kprobes/large/enable 0
	grep ' large: (' trace | grep -- "-$$ " >"$TMP/large" || fail "no table for '$command'"
	must_not grep "$mine" "$TMP/large"
done
append kprobe_events '-:large'
true >$some/trigger

# A command that waits for a resize waits for a mutex that the resize holds while it allocates.
note "events that are enabled do not wait for a resize under the mutex of events"
lock=mutex_lock
grep -q ' mutex_lock$' /proc/kallsyms || lock=mutex_lock_nested
append kprobe_events "p:locks $lock lock=\$arg1:x64 owner=$owner:x64"
append kprobe_events 'p:unlocks mutex_unlock lock=$arg1:x64'
append kprobe_events 'p:pages __alloc_pages_noprof'
# Record in an instance of its own, whose buffer is large enough for all records.
must mkdir instances/watch
for probe in locks unlocks pages; do
	write instances/watch/events/kprobes/$probe/filter "common_pid == $$"
done
write instances/watch/buffer_size_kb 4096
# locks_of COMMAND: the locks that the command takes, with their owners, in $TMP/locks
locks_of()
{
	echo >instances/watch/trace
	write instances/watch/events/kprobes/enable 1
	echo begins >instances/watch/trace_marker
	must eval "$1"
	echo ends >instances/watch/trace_marker
	write instances/watch/events/kprobes/enable 0
	awk '/: begins$/ { on = 1 } /: ends$/ { exit } on' instances/watch/trace >"$TMP/all"
	must_not grep LOST "$TMP/all"
	sed -n 's/.*: locks: (.* \(lock=[^ ]* owner=[^ ]*\)$/\1/p' "$TMP/all" >"$TMP/locks"
}
# large_new: create the instance "large"; the locks that a resize of it holds are in $TMP/resize
large_new()
{
	must mkdir instances/large
	write instances/large/events/signal/enable 1
	locks_of 'echo 1024 >instances/large/buffer_size_kb'
	awk '/: locks: \(/ { sub(/.* lock=/, "lock="); sub(/ owner=.*/, ""); held[$0]++ }
	     /: unlocks: \(/ { sub(/.* lock=/, "lock="); if (held[$0]) held[$0]-- }
	     /: pages: \(/ { for (l in held) if (held[l]) long[l]++ }
	     END { for (l in long) if (long[l] >= 256) print l " " }' "$TMP/all" >"$TMP/resize"
	must [ -s "$TMP/resize" ]
}
large_end()
{
	echo nop >instances/large/current_tracer
	must rmdir instances/large
}
for command in 'echo 1 >events/syscalls/sys_enter_getsid/enable' \
	'echo 1 >events/syscalls/enable' 'echo sys_enter_getsid >set_event' \
	'echo syscall >current_tracer'; do
	note "$command"
	large_new
	locks_of "cd instances/large; $command; cd ../.."
	# The counters of these events are missing, so the command must wait, and first without the
	# mutex.  Only a resize that begins afterwards can delay it under the mutex.
	grep -m 1 -F -f "$TMP/resize" "$TMP/locks" >"$TMP/first" ||
		fail "'$command' does not wait for a resize"
	must_not grep "$mine" "$TMP/first"
	large_end
done

note "an event whose counters exist does not wait for a resize"
large_new
write instances/large/events/signal/enable 0
locks_of 'echo 1 >instances/large/events/signal/enable'
must_not grep -F -f "$TMP/resize" "$TMP/locks"

note "a trigger that takes snapshots, as others do already, does not wait for a resize"
write instances/large/events/signal/signal_generate/trigger snapshot
locks_of 'echo snapshot >instances/large/events/signal/signal_deliver/trigger'
must_not grep -F -f "$TMP/resize" "$TMP/locks"
large_end

note "an instance drops its records while another is resized"
# free_memory: set $free to the free memory in kB
free_memory()
{
	{ read -r _; read -r _ free _; } </proc/meminfo
}
large_new
append kprobe_events '-:pages'
mkfifo "$TMP/go"
# The drop has to fall into the resize.  Again if the resize has ended before.
during=0
for turn in $(seq 30); do
	write instances/large/buffer_size_kb 64
	append kprobe_events 'p:removed ksys_write'
	write events/kprobes/removed/enable 1
	write events/kprobes/removed/enable 0
	append kprobe_events '-:removed'
	GO=$TMP/go sh -c 'read -r _ <"$GO"; echo 81920 >instances/large/buffer_size_kb' &
	resize=$!
	write instances/watch/events/kprobes/unlocks/filter "common_pid == $resize"
	echo >instances/watch/trace
	write instances/watch/events/kprobes/unlocks/enable 1
	free_memory
	begin=$free
	echo >"$TMP/go"
	while [ "$free" -gt $((begin - 8192)) ] && ! gone $resize; do
		free_memory
	done
	echo >trace
	echo ends >instances/watch/trace_marker
	wait $resize || fail "status $? of the resize"
	write instances/watch/events/kprobes/unlocks/enable 0
	if sed '/: ends$/q' instances/watch/trace | grep ': unlocks: (' | sed 's/$/ /' |
	   grep -qF -f "$TMP/resize"; then
		continue
	fi
	during=1
	break
done
[ $during = 1 ] || fail "no records were dropped during $turn resizes"
large_end
must rmdir instances/watch
append kprobe_events '-:locks'
append kprobe_events '-:unlocks'

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

note "removal of 40 probes at tracepoints at once: at most 6 waits"
i=0
while [ $i -lt 40 ]; do
	echo "t:herd/of$i sched_switch"
	i=$((i + 1))
done >>"$KTRACE/dynamic_events"
write events/herd/enable 1
write events/herd/enable 0
# For the events and their ids, for the hooks of the tracepoint, and for the kprobes of the stubs.
waits_of 6 append dynamic_events '-:herd/'
equal "probes left" "$(grep -c herd "$KTRACE/dynamic_events" || :)" 0

note "an event probe that is disabled and enabled again"
echo 'e:again/of syscalls/sys_enter_getsid' >>"$KTRACE/dynamic_events"
free_during 1 'write events/again/enable 1; write events/again/enable 0' \
	'echo 1 >events/again/enable' maybe
write events/again/enable 0
append dynamic_events '-:again/of'

note "40 probes in a program: one wait for the worker that arms and disarms them"
if [ -e "$KTRACE/uprobe_events" ] && grep -q ' __flush_workqueue$' /proc/kallsyms; then
	unwatch
	watch __flush_workqueue
	true >"$TMP/program"
	cat /proc/self/exe >"$TMP/program"
	probes()
	{
		i=0
		while [ $i -lt 40 ]; do
			echo "p:pack/of$i $TMP/program:$((4096 + 16 * i))"
			i=$((i + 1))
		done >>"$KTRACE/uprobe_events"
	}
	probes
	free_during 1 'write events/pack/enable 0' 'echo 1 >events/pack/enable'
	equal "probes that are enabled" "$(cat events/pack/enable)" 1
	free_during 1 'write events/pack/enable 1' 'echo 0 >events/pack/enable'
	write events/pack/enable 1
	note "commands for other events do not wait for the worker"
	must mkdir instances/other
	for command in 'echo 1 >events/syscalls/sys_enter_getsid/enable' \
		'echo 0 >events/syscalls/sys_enter_getsid/enable' \
		'echo 1 >events/signal/enable' 'echo 0 >events/signal/enable' \
		'echo signal:signal_generate >>set_event' 'echo "!signal_generate" >>set_event' \
		'true >set_event' 'echo 0 >events/pack/enable' 'echo 0 >events/pack/of0/enable'; do
		waits_of 0 eval "cd instances/other; $command; cd ../.."
	done
	for command in 'echo 1 >events/pack/of0/enable' 'echo 0 >events/pack/of0/enable' \
		'echo pack:of0 >>set_event' 'echo "!pack:*" >>set_event' \
		'echo pack: >>set_event' 'true >set_event'; do
		free_during 1 : "cd instances/other; $command; cd ../.."
	done
	must rmdir instances/other
	write events/pack/enable 0
	waits_of 1 append uprobe_events '-:pack/'
	unwatch
	watch "$(rcu_wait)"
fi

note "all events of system calls that are disabled and enabled again"
write events/syscalls/enable 1
write events/syscalls/enable 0
waits_of 1 write events/syscalls/enable 1

note "all events of a second instance: for the work bits of two instances"
must mkdir "$KTRACE/instances/other"
for command in 'echo 1 >events/syscalls/enable' 'echo 1 >events/syscall/getsid/enable' \
	'echo syscalls:sys_enter_getsid >set_event' 'echo syscall >current_tracer' \
	'echo traceoff >events/syscalls/sys_enter_getsid/trigger'; do
	free_during 1 'true >instances/other/set_event; echo nop >instances/other/current_tracer
		echo "!traceoff" >instances/other/events/syscalls/sys_enter_getsid/trigger' \
		"cd instances/other; $command; cd ../.."
done
waits_of 3 write instances/other/events/enable 1
write instances/other/events/enable 0
write events/syscalls/enable 0
must rmdir "$KTRACE/instances/other"

note "options/call-time just after the last of its events was disabled"
free_during 1 'write options/call-time 0; write events/syscall/enable 1
	write events/syscall/enable 0' 'echo 1 >options/call-time' maybe
write options/call-time 0

note "removal of an instance lets others be created and removed while its buffers are freed"
# rmdir is a program of its own.
unwatch
owner=${owner#@ktrace_event_mutex}
owner=@ktrace_event_files_mutex$owner
mine='owner=0x[0-9a-f]*[1-9a-f][0-9a-f]*$'
watch "$(rcu_wait)"
write events/kprobes/waits/filter 'comm == "rmdir"'
must mkdir "$KTRACE/instances/other"
write instances/other/events/signal/enable 1
waits_of 5 rmdir "$KTRACE/instances/other"
note "$held of $waits waits under the mutex of instances"
# The removal waits for hooks that use listeners under that mutex, once.
[ "$held" -le 1 ] || fail "$held of $waits waits under the mutex of instances"
[ "$waits" -gt "$held" ] || fail "no wait without the mutex of instances"
