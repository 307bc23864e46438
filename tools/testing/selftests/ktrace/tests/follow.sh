# SPDX-License-Identifier: GPL-2.0
# description: with set_event_pid, every source only records the tasks on the list
# requires: set_event_pid options/event-fork kprobe_events events/points/rlimit events/syscalls/enable program:follow_tree
# weight: 40

list=$KTRACE/set_event_pid

# start WHAT: run "follow_tree WHAT" until its first line
start()
{
	rm -f go out
	mkfifo go
	follow_tree "$1" <go >out &
	running=$!
	exec 3>go
	until_said self
}

# next LINE: let the program continue until it prints LINE
next()
{
	echo >&3
	until_said "$1"
}

until_said()
{
	soon grep -q "^$1" out || fail "no '$1' from follow_tree"
}

finish()
{
	echo >&3
	wait "$running" || fail "status $? from follow_tree"
	exec 3>&-
}

# number WHO...: print the ids from the program's output
number()
{
	for who; do
		sed -n "s/^$who //p" out
	done | sort -n
}

# listed WHAT [PID...]: check that set_event_pid contains exactly these ids, in order
listed()
{
	what=$1
	shift
	equal "the list, $what" "$(cat "$list")" "$(for pid; do echo "$pid"; done | sort -n)"
}

# One event of each kind of source.
EVENTS='sys_setrlimit(|sys_setrlimit ->|setrlimit(|limit: (|limited: (|rlimit: pid='

# pids_of EVENT: print the tasks with records of EVENT
pids_of()
{
	sed -n "s/^.*-\([0-9]*\) *\[[0-9]*\] [^ ]* *[0-9.]*: $1.*/\1/p" got | sort -nu
}

# are_recorded PID...: succeed if these tasks, and no others, have records of all events
are_recorded()
{
	cat "$KTRACE/trace" >got
	wanted=$(for pid; do echo "$pid"; done | sort -n)
	echo "$EVENTS" | tr '|' '\n' >events
	while read -r event; do
		[ "$(pids_of "$event")" = "$wanted" ] || return
	done <events
}

# recorded WHAT [PID...]: check that these tasks, and no others, have records of every
# source
recorded()
{
	what=$1
	shift
	soon are_recorded "$@" && return
	while read -r event; do
		equal "$what, $event" "$(pids_of "$event")" "$wanted"
	done <events
}

# as_tree WHAT WHO...: run a tree whose first task is on the list, and check that these
# tasks are recorded
as_tree()
{
	what=$1
	shift
	start tree
	self=$(number self)
	write set_event_pid "$self"
	write trace 0
	next ready
	recorded "$what" $(number "$@")
}

# hits: print the hits of the probe "limit" by all tasks
hits()
{
	awk '$1 == "limit" { print $2 }' "$KTRACE/kprobe_profile"
}

has_hits()
{
	[ "$(hits)" -ge "$1" ]
}

# others: wait until the busy process has made more calls
others()
{
	soon has_hits $(($(hits) + 5)) || fail "the busy one makes no calls"
}

append kprobe_events 'p:limit __x64_sys_setrlimit'
append kprobe_events 'r:limited __x64_sys_setrlimit $retval:s32'
for event in syscalls/sys_enter_setrlimit syscalls/sys_exit_setrlimit syscall/setrlimit \
	     kprobes/limit kprobes/limited points/rlimit; do
	write events/$event/enable 1
done
# Leave pauses, so that the busy process does not overwrite the records of the others.
follow_tree busy 20 &
busy=$!

listed "after boot"
equal "options/event-fork" "$(cat "$KTRACE/options/event-fork")" 0
start tree
next ready
others
recorded "everybody" $busy $(number self child grandchild thread)
next alone
finish

as_tree "one task" self
listed "one task" "$self"
next alone
finish
# The id stays on the list, and applies to the next task with this id.
listed "one that exited" "$self"
write trace 0
others
recorded "one that exited"

write options/event-fork 1
equal "options/event-fork" "$(cat "$KTRACE/options/event-fork")" 1
as_tree "a tree" self child grandchild thread
listed "a tree" $(number self child grandchild thread)
next alone
listed "alone" "$self"
finish
listed "nobody left"
# A list of dead tasks selects no task. Only an empty list selects all.
write trace 0
others
recorded "nobody left"
equal "other lines" "$(grep -vc '^#' "$KTRACE/trace")" 0

# A probe counts hits of all tasks, on the list or not.
others

# Put two more tasks on the list. Their children are followed, and ids of dead tasks
# stay.
as_tree "another tree" self child grandchild thread
append set_event_pid "$busy"
write options/event-fork 0
write trace 0
next alone
others
recorded "appended" "$busy"
listed "appended" "$busy" $(number self child grandchild thread)
finish

write set_event_pid ''
listed "cleared"
start tree
write trace 0
next ready
others
recorded "everybody again" $busy $(number self child grandchild thread)
next alone
finish

# Effects of a write on the list.
write set_event_pid ' 30000	7  30001 '
listed "three" 7 30000 30001
append set_event_pid '8'
append set_event_pid '   '
printf '9\n0x10\n7' >>"$list"
listed "six" 7 8 9 16 30000 30001
write trace 0
others
recorded "numbers of nobody"
write set_event_pid 12
listed "replaced" 12

# said TEXT COLUMN: check the last entry of the error log
said()
{
	equal "error log" "$(tail -n 3 "$KTRACE/error_log" | sed '1s/^[^:]*: //' | sed -n 1p)" \
		"error: $1"
	equal "column" "$(tail -n 1 "$KTRACE/error_log" | tr -d '\n' | wc -c)" $((12 + $2))
}
refused set_event_pid EINVAL '13 abc 14'
said "Not a PID" 3
refused set_event_pid EINVAL '13  14x'
said "Not a PID" 4
refused set_event_pid EINVAL '4194304'
said "PID out of range" 0
refused set_event_pid EINVAL '13 -5'
said "PID out of range" 3
refused set_event_pid EINVAL '	13 99999999999999999999 x'
said "PID out of range" 4
listed "after refusals" 12
refused options/event-fork EINVAL 2
equal "options/event-fork" "$(cat "$KTRACE/options/event-fork")" 0
append set_event_pid 4194303
listed "the last one" 12 4194303

# A new task gets an id that is already on the list.
last=$(sh -c 'echo $$')
seq $((last + 1)) $((last + 300)) | tr '\n' ' ' >"$list"
write trace 0
follow_tree one &
wait $!
recorded "one that was not there yet" $!

# A thread takes over the id of its process.
start exec
write set_event_pid "$(number self)"
next thread
write trace 0
finish
recorded "exec, the process listed" $(number self)
listed "exec, the process listed" $(number self)

write options/event-fork 1
start exec
next thread
write set_event_pid "$(number thread)"
write trace 0
finish
recorded "exec, the thread listed" $(number self)
listed "exec, the thread listed"
