# SPDX-License-Identifier: GPL-2.0
# description: a waiting reader is woken whatever happens to the buffer meanwhile
# requires: trace_pipe events/syscalls/enable program:odd_calls

# got TEXT WHEN: check that the reader prints TEXT
got()
{
	soon grep -q "$1" "$TMP/out" || fail "the waiting reader did not see it: $2"
}

# fork_until_seen WHAT: make one record, which the waiting reader must read
seen()
{
	: >"$TMP/out"
	odd_calls fork >/dev/null
	got 'sys_fork()' "$1"
}

cat "$KTRACE/trace_pipe" >>"$TMP/out" &
reader=$!
must soon asleep $reader
write events/syscalls/sys_enter_fork/enable 1
seen "after an event was enabled, maybe for the first time"
must soon asleep $reader
write trace_clock mono
seen "after a change of the clock"
write trace_clock local
must soon asleep $reader
write buffer_size_kb 64
seen "after a resize"
write buffer_size_kb 1408
must soon asleep $reader
write tracing_on 0
soon gone $reader || fail "the reader did not end when tracing was switched off"
write tracing_on 1
write events/syscalls/sys_enter_fork/enable 0

note "records after an exec have the new name of the task"
write trace 0
must mkfifo "$TMP/go"
must cp /bin/busybox "$TMP/dd"
echo after >"$TMP/text"
cat "$KTRACE/trace_pipe" >"$TMP/names" &
reader=$!
sh -c 'echo before >"$1/trace_marker"; read -r _ <"$2/go"
	exec "$2/dd" if="$2/text" of="$1/trace_marker" 2>/dev/null' sh "$KTRACE" "$TMP" &
task=$!
must soon grep -q ' sh-.*: before$' "$TMP/names"
echo >"$TMP/go"
wait $task
must soon grep -q ': after$' "$TMP/names"
must grep -q " dd-$task .*: after\$" "$TMP/names"
stop $reader

note "a reader of trace that reads line by line gets all lines"
write trace 0
write events/syscalls/sys_enter_getpid/enable 1
for i in $(seq 20); do odd_calls fork >/dev/null; done
write events/syscalls/sys_enter_getpid/enable 0
write events/syscalls/sys_enter_fork/enable 1
for i in $(seq 100); do odd_calls fork >/dev/null; done
write events/syscalls/sys_enter_fork/enable 0
lines=0
while read -r line; do
	case $line in
	*'sys_fork()'*) lines=$((lines + 1)) ;;
	esac
done <"$KTRACE/trace"
equal "lines read one by one" "$lines" 100
