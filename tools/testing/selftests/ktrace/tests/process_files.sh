# SPDX-License-Identifier: GPL-2.0
# description: the files process_* and set_event_notrace_pid select tasks, and refuse bad input with a reason, in every instance
# requires: process_follow_pid set_event_notrace_pid instances process_trace_cgroup_filter program:process_life program:follow_tree
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 10

# said TEXT COLUMN: check the last entry of the error log
said()
{
	equal "error log" "$(tail -n 3 "$KTRACE/error_log" | sed '1s/^[^:]*: //' | sed -n 1p)" \
		"error: $1"
	equal "column" "$(tail -n 1 "$KTRACE/error_log" | tr -d '\n' | wc -c)" $((12 + $2))
}

# shows FILE TEXT: check the contents of FILE
shows()
{
	equal "$1" "$(cat "$KTRACE/$1")" "$2"
}

# started WORDS...: start a program that waits for a line from file descriptor 3
started()
{
	rm -f go out
	mkfifo go
	"$@" <go >out &
	running=$!
	exec 3>go
	soon grep -q ^self out || fail "nothing from $*"
}

next()
{
	echo >&3
	soon grep -q "^$1" out || fail "no '$1'"
}

ended()
{
	exec 3>&-
	status=0
	wait "$running" || status=$?
	case $status in
	0|11) ;;
	*) fail "status $status" ;;
	esac
}

# recorded: print the ids of the tasks that have records
recorded()
{
	grep -v '^#' "$KTRACE/trace" | sed 's/ *\[[0-9]*\].*//; s/.*-//' | sort -nu | xargs
}

number()
{
	for who; do
		sed -n "s/^$who //p" out
	done | sort -n | xargs
}

note "values after boot"
shows process_follow_pid 0
for group in syscalls signals lifecycle; do
	shows process_trace_$group 1
done
shows process_trace_uid_filter -1
shows process_trace_taskcomm_filter ''
shows process_snapshot_on_death 0
shows set_event_notrace_pid ''
grep -q process_follow_pid "$KTRACE/process_trace_README" || fail "README"

note "refused values, with position"
refused process_follow_pid ESRCH '4194300'
said "No such process in this PID namespace" 0
refused process_follow_pid EINVAL "$$ 2"
said "A kernel thread" $((${#$} + 1))
refused process_follow_pid EINVAL '12x'
said "Not a PID" 0
refused process_follow_pid EINVAL "$$ 0"
said "0, for all, stands alone" $((${#$} + 1))
refused process_follow_pid ERANGE ' -1'
said "PID out of range" 1
refused process_follow_pid ERANGE '99999999999'
said "PID out of range" 0
shows process_follow_pid 0
refused process_trace_uid_filter EINVAL 'root'
said "Not a UID" 0
refused process_trace_uid_filter ERANGE ' 4294967296'
said "UID out of range" 1
refused process_trace_uid_filter ERANGE -2
shows process_trace_uid_filter -1
refused process_trace_taskcomm_filter ENAMETOOLONG 1234567890123456
said "Longer than the name of a task, 15 bytes" 15
shows process_trace_taskcomm_filter ''
refused process_trace_syscalls EINVAL 2
refused process_snapshot_on_death EINVAL 3
refused process_snapshot_on_death EINVAL 2:0
said "Not a number of snapshots" 2
refused process_snapshot_on_death EINVAL 1:x
if unshare -U true 2>/dev/null; then
	unshare -U sh -c 'echo 1000 >"$KTRACE/process_trace_uid_filter"' 2>/dev/null &&
		fail "a user that is not there"
	said "No such user in this user namespace" 0
fi

note "refused values change nothing; O_TRUNC clears the value"
write process_trace_uid_filter 5
refused process_trace_uid_filter EINVAL 'root'
refused process_trace_uid_filter EINVAL ''
shows process_trace_uid_filter 5
: >"$KTRACE/process_trace_uid_filter"
shows process_trace_uid_filter -1
write process_trace_taskcomm_filter name
refused process_trace_taskcomm_filter ENAMETOOLONG 1234567890123456
shows process_trace_taskcomm_filter name
: >>"$KTRACE/process_trace_taskcomm_filter"
shows process_trace_taskcomm_filter name
exec 4>"$KTRACE/process_trace_taskcomm_filter"
write process_trace_taskcomm_filter name
exec 4>&-
shows process_trace_taskcomm_filter name
# A write to another file in between does not count.
exec 4>"$KTRACE/process_trace_taskcomm_filter"
write process_trace_uid_filter 5
exec 4>&-
shows process_trace_taskcomm_filter ''
write process_trace_uid_filter -1
write process_trace_taskcomm_filter name
: >"$KTRACE/process_trace_taskcomm_filter"
shows process_trace_taskcomm_filter ''
write process_trace_cgroup_filter /
: >"$KTRACE/process_trace_cgroup_filter"
shows process_trace_cgroup_filter ''

note "a process includes its threads, its children and their descendants; exited tasks are removed"
started follow_tree tree
next ready
write process_follow_pid "$(number self)"
equal "tree" "$(xargs <"$KTRACE/set_event_pid")" "$(number self child grandchild thread)"
equal "processes" "$(sort -n "$KTRACE/process_follow_pid" | xargs)" "$(number self child grandchild)"
shows options/event-fork 1
append process_follow_pid $$
[ "$(sort -n "$KTRACE/process_follow_pid" | head -n 1)" = "$(number self | xargs printf '%s\n' $$ | sort -n | head -n 1)" ] ||
	fail "one more"
write process_follow_pid "$(number grandchild)"
equal "a grandchild" "$(xargs <"$KTRACE/set_event_pid")" "$(number grandchild)"
next alone
shows set_event_pid ''
shows process_follow_pid ''
write current_tracer process
write trace ''
echo >&3
ended
equal "nobody" "$(recorded)" ''
write current_tracer nop
write process_follow_pid 0
shows process_follow_pid 0

note "a PID of another namespace"
if unshare -p -f true 2>/dev/null; then
	unshare -p -f sh -c 'cd "$KTRACE" || exit 9
		echo 1 >process_follow_pid || exit 1
		[ "$(head -n 1 process_follow_pid)" = 1 ] || exit 2
		[ "$(head -n 1 set_event_pid)" = 1 ] || exit 3
		! echo '$$' >>process_follow_pid || exit 4
		! echo '$$' >>set_event_pid || exit 5
		echo 1 >"$TMP/in"; read -r _ <"$TMP/held"' 2>/dev/null &
	mkfifo held
	soon test -e in || { wait $!; fail "in a namespace: $?"; }
	must_not grep -qx 1 "$KTRACE/process_follow_pid"
	[ -n "$(cat "$KTRACE/process_follow_pid")" ] || fail "not translated"
	echo >held
	wait $!
	write process_follow_pid 0
fi

note "a uid: records begin at setresuid()"
write current_tracer process
write process_trace_uid_filter 1234
write trace ''
started process_life
echo >&3
ended
child=$(sed -n 's/^uid \([0-9]*\) .*/\1/p' out)
equal "of the user" "$(recorded)" "$child"
grep -q ": exit: tgid=$child last=1 code=0" "$KTRACE/trace" || fail "no exit"
write process_trace_uid_filter -1

note "a name: records until the name changes, and from a change to it on"
write process_trace_taskcomm_filter 'other name'
shows process_trace_taskcomm_filter 'other name'
write trace ''
started process_life
echo >&3
ended
child=$(sed -n 's/^uid \([0-9]*\) .*/\1/p' out)
equal "of the name" "$(recorded)" "$child"
grep -q ': setresuid(' "$KTRACE/trace" || fail "no call"
write process_trace_taskcomm_filter ''

note "the groups of events, changed while the tracer runs"
write process_trace_syscalls 0
write process_trace_signals 0
write trace ''
started process_life
write process_follow_pid "$running"
echo >&3
ended
lines=$(grep -vc '^#' "$KTRACE/trace")
life=$(grep -c ': fork: \|: exec: \|: exit: \|: rename: \|: creds: \|: jobctl: ' "$KTRACE/trace")
equal "life only" "$lines" "$life"
[ "$life" -gt 20 ] || fail "$life records"
write process_trace_signals 1
write process_trace_lifecycle 0
write process_follow_pid 0
write trace ''
sh -c 'kill -0 $$; kill -TERM $$' || :
grep -q ': signal_generate: sig=SIGTERM .* result=delivered' "$KTRACE/trace" || fail "no signal"
must_not grep -q ': exit: tgid=[0-9]\|: getpid() =' "$KTRACE/trace"
write process_trace_lifecycle 1
write process_trace_syscalls 1
write trace ''
/bin/true
grep -q ': exit_group(' "$KTRACE/trace" || fail "no system calls"
must grep -q ': exit: ' "$KTRACE/trace"

note "other tracers"
write current_tracer syscall
write trace ''
/bin/true
must grep -q ': exit_group(' "$KTRACE/trace"
must_not grep -q ': exit: tgid=[0-9]' "$KTRACE/trace"
write current_tracer nop
write trace ''
/bin/true
equal "nop" "$(recorded)" ''

note "set_event_notrace_pid takes precedence over all other lists"
write current_tracer process
write options/event-fork 0
started follow_tree tree
next ready
write set_event_notrace_pid "$(number child) $$"
equal "both" "$(sort -n "$KTRACE/set_event_notrace_pid" | xargs)" \
	"$(number child | xargs printf '%s\n' $$ | sort -n | xargs)"
write process_follow_pid "$(number self)"
# An exiting process sends a signal to its parent, which is followed.
write process_trace_signals 0
write trace ''
next alone
echo >&3
ended
write process_trace_signals 1
equal "the child is left out" "$(recorded)" "$(number self grandchild thread)"
must grep -qx $$ "$KTRACE/set_event_notrace_pid"
must_not grep -qx "$(number child)" "$KTRACE/set_event_notrace_pid"
refused set_event_notrace_pid EINVAL '1 x'
said "Not a PID" 2
write process_follow_pid 0
write set_event_notrace_pid ''
shows set_event_notrace_pid ''
write current_tracer nop

note "an instance has its own values"
mkdir "$KTRACE/instances/p"
write instances/p/process_follow_pid $$
write instances/p/process_trace_uid_filter 5
write instances/p/process_trace_signals 0
write instances/p/process_snapshot_on_death 2
shows process_follow_pid 0
shows process_trace_uid_filter -1
shows process_trace_signals 1
shows process_snapshot_on_death 0
write instances/p/current_tracer process
rmdir "$KTRACE/instances/p"
