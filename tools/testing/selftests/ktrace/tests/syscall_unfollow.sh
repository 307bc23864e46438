# SPDX-License-Identifier: GPL-2.0
# description: a call in which a debugger stops the task is recorded according to the list at the end of the call
# requires: set_event_pid options/event-fork events/raw_syscalls/sys_exit/enable events/syscall/getpriority program:stopped_call program:process_life program:taskset

# stop_in EVENT LIST: print the records of EVENT by a task on the list, if the list
# becomes LIST while a debugger stops the task at the end of its call
stop_in()
{
	rm -f go out
	mkfifo go
	write "events/$1/enable" 1
	sh -c 'echo $$ >"$KTRACE/set_event_pid"; exec taskset 1 stopped_call' <go >out &
	running=$!
	exec 3>go
	soon grep -q . out || fail "the call is not stopped"
	child=$(cat out)
	write buffer_size_kb 16384
	write trace ''
	[ "$2" = self ] || write set_event_pid "$2"
	echo >&3
	exec 3>&-
	wait $running || fail "status $? from stopped_call"
	write "events/$1/enable" 0
	write set_event_pid ''
	records=$(grep -c -- "-$child " "$KTRACE/trace" || :)
}

write options/event-fork 1
# A record that closely follows another one in the same ring takes a shorter path, which
# does not look at the list: the other task makes such records all the time.
taskset 1 process_life work 1000000 1000 >/dev/null &
other=$!
for event in syscalls/sys_exit_getpriority raw_syscalls/sys_exit; do
	note "$event"
	stop_in $event self
	[ "$records" -ge 1 ] || fail "the followed task has $records records, wanted some"
	stop_in $event $other
	equal "records of the task that is no longer followed" "$records" 0
done
stop $other
