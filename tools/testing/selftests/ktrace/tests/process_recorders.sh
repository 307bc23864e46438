# SPDX-License-Identifier: GPL-2.0
# description: many flight recorders: a flood in one leaves the last calls in the others, and a death is kept in a snapshot
# requires: process_follow_pid instances program:process_life
# weight: 20

I=$KTRACE/instances
trees=30
! brief || trees=12
[ -z "${SELFTEST_LONG:-}" ] || trees=100

# Create an instance for each tree. The first tree is the noisy one.
for i in $(seq $trees); do
	mkdir "$I/t$i"
	write "instances/t$i/buffer_size_kb" 32
	# Follow no process until one is named.
	: >"$I/t$i/process_follow_pid"
	echo syscall:getpriority >"$I/t$i/set_event"
done

# tree INSTANCE CALLS: make CALLS calls, and follow them in INSTANCE
tree()
{
	exec sh -c 'echo $$ >"$1/process_follow_pid"; exec process_life flood $2' sh "$I/$1" "$2"
}

# overrun INSTANCE: print the number of overwritten records
overrun()
{
	cat "$I/$1"/per_cpu/cpu*/stats | awk '$1 == "overrun:" { n += $2 } END { print n + 0 }'
}

has_overrun()
{
	[ "$(overrun t1)" -gt "$1" ]
}

tree t1 1000000000 &
noisy=$!
soon has_overrun 100 || fail "no flood"
pids=
for i in $(seq 2 $trees); do
	tree "t$i" 300 &
	pids="$pids $!"
done
for pid in $pids; do
	wait "$pid" || fail "status $? of $pid"
done
before=$(overrun t1)
floods=1000
[ -z "${SELFTEST_LONG:-}" ] || floods=10000000
# Wait in steps, because each step has its own time limit.
for hundredth in $(seq 100); do
	soon has_overrun $((before + floods / 100 * hundredth)) || fail "the flood has ended"
done
stop $noisy

# last INSTANCE: print the arguments of the last 200 calls, and the number of tasks
last()
{
	grep -v '^#\|^CPU:.*LOST' "$I/$1/trace" >got
	sed -n 's/.*: getpriority(which: PRIO_PROCESS, who: \([0-9]*\)).*/\1/p' got |
		tail -n 200 | xargs
	sed 's/ *\[[0-9]*\].*//; s/.*-//' got | sort -u | wc -l
}

wanted=$(seq 101 300 | xargs; echo 1)
for i in $(seq 2 $trees); do
	equal "the last calls of tree $i" "$(last "t$i")" "$wanted"
	equal "lost of tree $i" "$(grep -vc '^#' "$I/t$i/lost_events")" 0
done
note "$(overrun t1) records of the noisy task were overwritten by its own records"
[ "$(last t1 | tail -n 1)" = 1 ] || fail "others are in the noisy one"
for i in $(seq $trees); do
	rmdir "$I/t$i"
done

# taken PATTERN: succeed if the snapshot has a matching record
taken()
{
	grep -q -- "$1" "$I/d/snapshot"
}

# die HOW COMMAND: follow COMMAND in instance "d", which keeps deaths of kind HOW
die()
{
	echo 2 >"$I/d/snapshot"
	write instances/d/process_snapshot_on_death "$1"
	sh -c 'echo $$ >"$1/process_follow_pid"; exec sh -c "$2"' sh "$I/d" "$2" 2>/dev/null || :
	# The records of COMMAND are in the snapshot; later records go to the other
	# buffer.
	sh -c 'echo $$ >"$1/process_follow_pid"; exec /bin/true' sh "$I/d"
}

mkdir "$I/d"
write instances/d/buffer_size_kb 64
: >"$I/d/process_follow_pid"
write instances/d/current_tracer process
die 1 'kill -SEGV $$'
soon taken ': exit: .* last=1 signal=SIGSEGV' || fail "no snapshot of a death by a signal"
must grep -q 'argv=\["/bin/true"\]' "$I/d/trace"
must_not taken 'argv=\["/bin/true"\]'
die 1 'exit 4'
die 2 'exit 5'
soon taken ': exit: .* last=1 code=5' || fail "no snapshot of a failure"
# The first death, which was not to be kept, is in the same buffer as the second one.
taken ': exit: .* last=1 code=4' || fail "a snapshot that was not asked for"
die 2 'exit 0'
write instances/d/process_snapshot_on_death 0
die 0 'exit 6'
die 2 'exit 7'
soon taken ': exit: .* last=1 code=7' || fail "no snapshot once more"
taken ': exit: .* last=1 code=6' || fail "a snapshot was taken although snapshots were off"
# A child dies, and then its parent: the snapshot contains the records of the child.
die 2:1 'sh -c "kill -SEGV \$\$"; exit 8'
soon taken ': exit: .* last=1 signal=SIGSEGV' || fail "no snapshot of the first"
must grep -q ': exit: .* last=1 code=8' "$I/d/trace"
must_not taken ': exit: .* last=1 code=8'
equal "left" "$(cat "$I/d/process_snapshot_on_death")" 2:0
write instances/d/current_tracer nop
rmdir "$I/d"
