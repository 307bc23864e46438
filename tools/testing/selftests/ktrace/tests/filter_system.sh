# SPDX-License-Identifier: GPL-2.0
# description: a filter for hundreds of events, and rmdir, wait for a few grace periods, not for one per event
# requires: events/syscalls/filter instances kprobe_events symbol:synchronize_rcu
# weight: 6

write kprobe_events 'p:waits synchronize_rcu'
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
