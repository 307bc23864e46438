# SPDX-License-Identifier: GPL-2.0
# description: short-lived children while two CPUs toggle following: none is missed, and no bit is left behind
# requires: process_follow_pid instances cpus:2 /sys/kernel/debug/kunit/ktrace_task_bits/run program:process_life
# weight: 40

# Minimum number of children. More are created until the given number of turns has
# passed.
children=400
turns=20
! brief || children=100
# Switching stops all CPUs for a while: leave pauses, so that many children can run.
pause=:
if [ -n "${SELFTEST_LONG:-}" ]; then
	children=10000
	turns=200
	pause='sleep 0.02'
fi

# bits: check by a KUnit suite that no thread has an unused work bit
bits()
{
	run=/sys/kernel/debug/kunit/ktrace_task_bits
	echo 1 >$run/run
	if grep -q 'not ok' $run/results; then
		sed 's/^/# /' $run/results
		fail "a thread has a bit that it should not have, or the other way round"
	fi
}

# put FILE TEXT: one write of a toggling process. The write of an id fails after the
# process has exited.
put()
{
	[ ! -e "$TMP/stop" ] || exit 0
	echo "$2" >"$1" || {
		kill -0 "$parent" 2>/dev/null && exit 1
		exit 0
	}
	echo x >>"$TMP/turns"
	[ "$(wc -l <"$TMP/turns")" -lt $turns ] || : >"$TMP/enough"
	$pause
}

# Two processes that toggle, in an instance each, until the case ends.
toggle_tracer()
{
	cd "$KTRACE/instances/b"
	while :; do
		put process_follow_pid "$1"
		put current_tracer process
		put process_follow_pid 0
		put current_tracer nop
	done
}

toggle_filters()
{
	cd "$KTRACE/instances/c"
	echo syscall:getpriority >set_event
	while :; do
		put process_trace_taskcomm_filter process_life
		put process_follow_pid "$1"
		put process_trace_uid_filter 0
		put set_event_notrace_pid "$1"
		put process_trace_taskcomm_filter ''
		put process_trace_uid_filter -1
		put set_event_notrace_pid ''
		put process_follow_pid 0
	done
}

# held: print the number of objects in use of the size class of the state of a task
held()
{
	for _cache in /sys/kernel/slab/kmalloc*-1k; do
		echo 1 >"$_cache/shrink"
		cat "$_cache/objects"
	done | awk '{ n += $1 } END { print n }'
}

# held_while_waiting: print the same while processes wait, each of which has made a call
waiters=80
held_while_waiting()
{
	: >begun
	exec 3<>gate
	i=0
	while [ $((i += 1)) -le $waiters ]; do
		sh -c 'echo x >>begun; read -r _' <gate 3>&- &
	done
	soon all_begun || fail "only $(wc -l <begun) of $waiters processes began"
	used_kb >/dev/null
	held
	exec 3>&-
	wait
}

all_begun()
{
	[ "$(wc -l <begun)" = $waiters ]
}

bits
note "the memory of each state shows in the size class"
mkfifo gate
mkdir "$KTRACE/instances/first"
# The first processes fill caches that later ones use.
held_while_waiting >/dev/null
untraced=$(held_while_waiting)
write instances/first/set_event syscall:openat
traced=$(held_while_waiting)
rmdir "$KTRACE/instances/first"
note "$((traced - untraced)) more objects while $waiters processes have a state"
[ $((traced - untraced)) -ge $((waiters / 2)) ] ||
	fail "the states of $waiters processes take $((traced - untraced)) objects"

# The first instance and the first children fill caches that later ones use.
mkdir "$KTRACE/instances/first"
write instances/first/current_tracer process
process_life many 20
rmdir "$KTRACE/instances/first"
before=$(used_kb)
held_before=$(held)
for i in a b c; do
	mkdir "$KTRACE/instances/$i"
done
# An instance that no process toggles: its trace must be complete.
write instances/a/buffer_size_kb 8192
echo syscall:getpriority >"$KTRACE/instances/a/set_event"
echo process:exit >>"$KTRACE/instances/a/set_event"
echo process:fork >>"$KTRACE/instances/a/set_event"

mkfifo go
sh -c 'read -r _ <go; exec process_life many '$children' enough' >made &
parent=$!
write instances/a/process_follow_pid $parent
write instances/a/trace ''
toggle_tracer $parent &
one=$!
toggle_filters $parent &
other=$!
echo >go
wait $parent || fail "status $? from process_life"
touch stop
wait $one $other

grep -v '^#' "$KTRACE/instances/a/trace" >got
children=$(cat made)
note "toggled $(wc -l <turns) times while $children children came and went"
equal "lost" "$(grep -vc '^#' "$KTRACE/instances/a/lost_events")" 0
equal "forks" "$(grep -c ': fork: ' got)" $children
equal "exits" "$(grep -c ': exit: ' got)" $((children + 1))
# Each child has made two calls, including the first one.
sed -n 's/^.*-\([0-9]*\) *\[.*: getpriority(.*/\1/p' got | sort | uniq -c |
	awk '{ n[$1]++ } END { for (i in n) print n[i], "with", i }' >calls
equal "calls" "$(cat calls)" "$children with 2"
equal "in the list" "$(cat "$KTRACE/instances/a/set_event_pid")" ''

# Threads exit at the same time: exactly one of them is the last.
write instances/a/trace ''
sh -c 'echo $$ >"$KTRACE/instances/a/process_follow_pid"; exec process_life threads '$((children / 4))
grep ': exit: ' "$KTRACE/instances/a/trace" >got
equal "exits of threads" "$(wc -l <got)" $((children / 4 * 4 + 1))
equal "exits of processes" "$(grep -c ' last=1 ' got)" $((children / 4 + 1))
sed -n 's/.* tgid=\([0-9]*\) last=1 .*/\1/p' got | sort | uniq -d >twice
equal "processes that end twice" "$(cat twice)" ''

for i in a b c; do
	rmdir "$KTRACE/instances/$i"
done
bits

# A leak of the state of each child exceeds the limit of objects. The limit of kB, which other
# memory of the system contributes to, is for other leaks.
rm -f got calls turns twice
grown()
{
	kb=$(($(used_kb) - before))
	objects=$(($(held) - held_before))
	[ $kb -le $((400 + children / 4)) ] && [ $objects -le $((children / 2)) ]
}
soon grown || fail "after $children children, $kb kB and $objects objects are missing"
note "$kb kB and $objects objects more after $children children"
