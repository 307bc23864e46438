# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: an instance that an open file owns goes with it, also while its files are in use
# requires: instances events/syscall/read kprobe_events events/signal process_follow_exe program:hold program:fuse_hang /dev/fuse cpus:2
# weight: 15

I=$KTRACE/instances

own()
{
	exec 5>>"$KTRACE/owned_instances"
	say owned
}

say()
{
	printf '%s\n' "$1" >&5 || fail "refused: $1: $(tail -n 3 "$KTRACE/error_log")"
}

drop()
{
	exec 5>&-
}

# reads SIZE: a read on CPU 1
reads()
{
	taskset 2 dd if=/dev/zero of=/dev/null bs="$1" count=1 2>/dev/null
}

note "the first line requests ownership, a further line names the instance; refused without the request"
refused owned_instances EINVAL mine
own
say mine
say ''
must [ -e "$I/mine/events/syscall/read/enable" ]
equal "listed" "$(cat "$KTRACE/owned_instances")" mine
for name in 'a/b' . ..; do
	echo "$name" >&5 2>/dev/null && fail "an instance '$name'"
done
echo mine >&5 2>/dev/null && fail "an instance twice"
must grep -q 'an instance of this name exists' "$KTRACE/error_log"
mkdir "$I/other"
drop
equal "left" "$(ls "$I")" other
rmdir "$I/other"

note "an instance with events, triggers, filters, a tracer, tasks, a snapshot, and active probes"
append kprobe_events 'p:stays do_mkdirat'
own
say mine
say second
x=instances/mine
append $x/set_event 'raw_syscalls:*'
write $x/events/syscall/read/filter 'count == 17'
write $x/events/syscall/read/enable 1
append $x/events/syscall/read/trigger 'hist:keys=count:size=256'
append $x/events/signal/signal_generate/trigger 'enable_event:kprobes:stays'
write $x/events/kprobes/stays/enable 1
write $x/current_tracer syscall
write $x/options/stacktrace 1
write $x/options/dump_on_oops 1
write instances/second/options/dump_on_oops 1
write instances/second/events/signal/enable 1
append instances/second/events/signal/signal_generate/trigger stacktrace
reads 17
must grep -q 'read(.*count: 17' "$I/mine/trace"
append $x/events/signal/signal_generate/trigger 'snapshot:3'
echo $$ >"$I/mine/set_event_pid"
write $x/snapshot 1
sh -c 'kill -CONT $$'
drop
equal "left" "$(ls "$I")" ''
equal "enable of the probe" "$(cat "$KTRACE/events/kprobes/stays/enable")" 0
append kprobe_events -:stays

note "an instance that was removed and created again by another task no longer belongs to the owner"
own
say mine
must rmdir "$I/mine"
mkdir "$I/mine"
drop
equal "left" "$(ls "$I")" mine
rmdir "$I/mine"

note "waiting readers return; open files show the records read so far, and nothing else"
own
say mine
R=instances/mine/events/syscall/read
cat "$I/mine/trace_pipe" >"$TMP/pipe" 5>&- &
pipe=$!
cat "$I/mine/per_cpu/cpu0/trace_pipe_raw" >"$TMP/raw" 2>/dev/null 5>&- &
raw=$!
must soon asleep $pipe
must soon asleep $raw
write $R/enable 1
reads 18
must soon grep -q 'read(.*count: 18' "$TMP/pipe"
mkfifo "$TMP/hold"
hold 2 map "$I/mine/per_cpu/cpu1/trace_pipe_raw" <"$TMP/hold" >"$TMP/held" 5>&- &
holder=$!
exec 3>"$TMP/hold"
must soon grep -q ready "$TMP/held"
# No other reader consumes records of a ring that is mapped.
reads 20
write $R/enable 0
exec 6<"$I/mine/trace" 7>>"$I/mine/trace_marker" 8>>"$KTRACE/$R/trigger" 9>>"$I/mine/set_event"
echo owned >&8
echo stacktrace >&8
must_not rmdir "$I/mine" 2>/dev/null
drop
equal "left" "$(ls "$I")" ''
must soon gone $pipe
wait $pipe || fail "the reader of trace_pipe ended with $?"
must soon gone $raw
cat <&6 >"$TMP/open"
must grep -q 'read(.*count: 20' "$TMP/open"
echo late >&7 || :
echo stacktrace >&8 2>/dev/null && fail "a trigger in a removed instance"
echo 'syscall:*' >&9 2>/dev/null && fail "an event in a removed instance"
own
say mine
write $R/enable 1
reads 19
write $R/enable 0
must grep -q 'read(.*count: 19' "$I/mine/trace"
must_not grep -q 'read(.*count: 20' "$I/mine/trace"
exec 6<&- 7>&- 8>&- 9>&-
exec 3>&-
wait $holder || fail "the holder of mappings ended with $?"
drop
equal "left" "$(ls "$I")" ''

note "O_TRUNC of a filter file does not affect a removed instance"
own
say mine
exec 6>"$I/mine/process_trace_taskcomm_filter"
drop
exec 6>&-
equal "left" "$(ls "$I")" ''

note "a program in a file system that does not answer delays the removal of no instance"
unmount()
{
	umount -l "$TMP/hung" 2>/dev/null || :
}
trap unmount EXIT
mkdir "$TMP/hung"
fuse_hang "$TMP/hung" >"$TMP/requests" &
hung=$!
until grep -q mounted "$TMP/requests"; do
	kill -0 $hung || fail "fuse_hang"
	sleep 0.1
done
# If the removal waits for the writer, this ends the wait. No other process inherits descriptor 5.
(sleep 40; : >"$TMP/killed"; kill $hung) 2>/dev/null &
killer=$!
own
say slow
(echo "$TMP/hung/program" >"$I/slow/process_follow_exe") 2>/dev/null 5>&- &
writer=$!
until grep -q asked "$TMP/requests"; do
	kill -0 $writer || fail "the program was not looked up"
	sleep 0.1
done
drop
must_not [ -e "$TMP/killed" ]
must_not [ -e "$I/slow" ]
kill $killer $hung
wait $writer && fail "a program was added to an instance that does not exist"
unmount
