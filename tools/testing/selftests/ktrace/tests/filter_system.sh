# SPDX-License-Identifier: GPL-2.0
# description: a filter for hundreds of events, and rmdir, wait for a few grace periods, not for one per event
# requires: events/syscalls/filter instances kprobe_events symbol:synchronize_rcu
# weight: 6

write kprobe_events "p:waits $(rcu_wait)"
events=$(find "$KTRACE/events/syscalls" -mindepth 1 -maxdepth 1 -type d | wc -l)
[ "$events" -gt 500 ] || fail "only $events events"

# Time limit of a command in milliseconds. With lockdep and KASAN, removing some
# thousand files takes longer.
limit=1000
[ ! -e /proc/lockdep ] || limit=10000

# Most waits for a command.  Removing an instance waits once for its events, once each for
# the writers of the buffer and of the snapshot, and once for readers of the rings; two more
# may be waits of RCU's own tasks.  With PREEMPT_RT, a thread runs irq_work, and the worker that
# frees the memory waits for the thread: once for each of the two buffers and once for the
# rings.
most=6
! realtime || most=9

# waits_of COMMAND...: set $waits to the number of grace periods that the command waits
# for, and $took to its duration in milliseconds
waits_of()
{
	write trace ''
	echo 1 >"$KTRACE/events/kprobes/waits/enable"
	start=$(awk '{ print int($1 * 1000) }' /proc/uptime)
	must "$@"
	took=$(($(awk '{ print int($1 * 1000) }' /proc/uptime) - start))
	echo 0 >"$KTRACE/events/kprobes/waits/enable"
	waits=$(grep -c ': waits: (' "$KTRACE/trace" || :)
	note "$*: $waits waits, $took ms"
	[ "$waits" -le $most ] || fail "$waits waits for $*"
	[ "$took" -lt "$limit" ] || fail "$took ms for $*"
}

# filters INSTANCE: print the different filters of the events
filters()
{
	cat "$KTRACE/$1"events/syscalls/*/filter | sort -u
}

note "the top instance: set, change and clear"
waits_of write events/syscalls/filter 'common_pid == 1'
equal "filters" "$(filters '')" 'common_pid == 1'
waits_of write events/syscalls/filter 'common_pid == 1 || comm == x'
equal "filters" "$(filters '')" 'common_pid == 1 || comm == x'
equal "filter" "$(cat "$KTRACE/events/syscalls/filter")" 'common_pid == 1 || comm == x'
refused events/syscalls/filter EINVAL 'nothing == 1'
equal "filters" "$(filters '')" 'common_pid == 1 || comm == x'
waits_of write events/syscalls/filter 0
equal "filters" "$(filters '')" none

note "while the events are recorded, and through the directory of an instance"
must mkdir "$KTRACE/instances/many"
write instances/many/events/syscalls/enable 1
waits_of write instances/many/events/syscalls/filter 'common_pid == 1'
equal "filters" "$(filters instances/many/)" 'common_pid == 1'
waits_of rmdir "$KTRACE/instances/many"

note "removal of an instance with a trigger on each event"
must mkdir "$KTRACE/instances/many"
for e in "$KTRACE"/instances/many/events/syscalls/sys_enter_*/trigger; do
	echo 'traceoff if common_pid == 1' >"$e"
done
waits_of rmdir "$KTRACE/instances/many"

note "all events are enabled and disabled at once"
waits_of write events/syscalls/enable 1
waits_of write events/syscalls/enable 0

note "all event probes are disabled and removed at once"
i=0
while [ $i -lt 40 ]; do
	echo "e:many$i syscalls/sys_enter_fork if common_pid > 1"
	i=$((i + 1))
done >"$TMP/many"
cat "$TMP/many" >>"$KTRACE/dynamic_events"
waits_of write events/eprobes/enable 1
waits_of write events/eprobes/enable 0
waits_of write events/eprobes/enable 1
write events/eprobes/enable 0
waits_of append dynamic_events '-:eprobes/'

note "a refusal leaves nothing behind"
# rmdir calls cpus_read_lock() before it frees each object of an instance and an event.
grep -q ' cpus_read_lock$' /proc/kallsyms || exit 0
write kprobe_events 'p:freed cpus_read_lock'
write events/kprobes/freed/filter 'comm == "rmdir"'
write events/kprobes/freed/enable 1
# Set $freed to the number of calls of cpus_read_lock() by rmdir.
freed_by_rmdir()
{
	echo >"$KTRACE/trace"
	must rmdir "$KTRACE/instances/many"
	freed=$(grep -c ': freed: (' "$KTRACE/trace" || :)
}
must mkdir "$KTRACE/instances/many"
freed_by_rmdir
untouched=$freed
must mkdir "$KTRACE/instances/many"
E=instances/many/events/syscalls
must_not eval "echo 'nothing == 1' >\$KTRACE/$E/filter" 2>/dev/null
must_not eval "echo 'nothing == 1' >\$KTRACE/$E/sys_enter_getsid/filter" 2>/dev/null
for line in 'traceoff if nothing == 1' hist:keys=nothing \
	'enable_event:signal:signal_generate if nothing == 1'; do
	must_not eval "echo '$line' >\$KTRACE/$E/sys_enter_getsid/trigger" 2>/dev/null
done
must_not eval "echo 2 >\$KTRACE/$E/sys_enter_getsid/enable" 2>/dev/null
write $E/sys_enter_getsid/enable 0
freed_by_rmdir
note "untouched: $untouched, after refused commands: $freed"
equal "objects of refused commands" "$freed" "$untouched"
must mkdir "$KTRACE/instances/many"
write $E/sys_enter_getsid/filter 'common_pid == 1'
freed_by_rmdir
equal "objects of a filter" "$freed" $((untouched + 1))
must mkdir "$KTRACE/instances/many"
write $E/filter 'common_pid == 1'
freed_by_rmdir
[ "$freed" -ge "$((untouched + events))" ] || fail "$freed objects of the filter of a system"
