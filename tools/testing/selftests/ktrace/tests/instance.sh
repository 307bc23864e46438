# SPDX-License-Identifier: GPL-2.0
# description: instances are independent tracers: they can be created, used side by side, and removed when not in use
# requires: instances events/syscall/read kprobe_events
# weight: 10

I=$KTRACE/instances

reads()
{
	for size; do
		dd if=/dev/zero of=/dev/null bs="$size" count=1 2>/dev/null
	done
}

# seen INSTANCE PATTERN: print the number of matching records
seen()
{
	grep -c -- "$2" "$I/$1/trace" || :
}

note "an instance has the files of a tracer"
mkdir "$I/a"
must_not mkdir "$I/a" 2>/dev/null
for f in trace trace_pipe tracing_on trace_clock buffer_size_kb buffer_total_size_kb \
	buffer_subbuf_size_kb buffer_percent options/overwrite set_event available_events \
	events/enable events/syscall/enable events/syscall/read/enable \
	events/syscall/read/filter events/syscall/read/format current_tracer snapshot \
	free_buffer lost_events error_log per_cpu/cpu0/trace_pipe_raw per_cpu/cpu0/stats; do
	[ -e "$I/a/$f" ] || fail "no $f"
done
equal "its event" "$(cat "$I/a/events/syscall/read/id")" "$(cat "$KTRACE/events/syscall/read/id")"
[ "$(ls "$I/a/events/syscall" | wc -l)" = "$(ls "$KTRACE/events/syscall" | wc -l)" ] ||
	fail "other events than at the top"

note "two instances and the top instance have separate records, filters, sizes and clocks"
mkdir "$I/b"
write instances/a/buffer_size_kb 64
write instances/b/trace_clock mono
equal "a's size" "$(cat "$I/a/buffer_size_kb")" 64
equal "the top's size" "$(cat "$KTRACE/buffer_size_kb")" 1408
equal "b's clock" "$(sed 's/.*\[\(.*\)\].*/\1/' "$I/b/trace_clock")" mono
equal "a's clock" "$(sed 's/.*\[\(.*\)\].*/\1/' "$I/a/trace_clock")" local
write instances/a/events/syscall/read/filter 'count == 17'
write instances/b/events/syscall/read/filter 'count == 18'
for d in instances/a instances/b .; do
	write $d/events/syscall/read/enable 1
done
reads 17 18 19
for d in instances/a instances/b .; do
	write $d/events/syscall/read/enable 0
done
equal "a: 17" "$(seen a 'read(.*count: 17)')" 1
equal "a: all" "$(seen a ': read(')" 1
equal "b: 18" "$(seen b 'read(.*count: 18)')" 1
equal "b: all" "$(seen b ': read(')" 1
equal "top: dd's" "$(grep -c '^ *dd-.*: read(.*count: 1[789])' "$KTRACE/trace")" 3
equal "set_event of a" "$(cat "$I/a/set_event")" ''

note "tracing_on and clearing the trace affect only their instance"
write instances/a/trace ''
equal "a: dropped" "$(seen a ': read(')" 0
equal "b: kept" "$(seen b ': read(')" 1
write instances/a/tracing_on 0
write instances/a/events/syscall/read/enable 1
write instances/b/events/syscall/read/enable 1
reads 17 18
write instances/a/events/syscall/read/enable 0
write instances/b/events/syscall/read/enable 0
equal "a: off" "$(seen a ': read(')" 0
equal "b: on" "$(seen b ': read(')" 2
write instances/a/tracing_on 1

note "an instance has its own tracer"
write instances/a/current_tracer syscall
equal "the top's" "$(cat "$KTRACE/current_tracer")" nop
write instances/a/events/syscall/read/filter 'count == 21'
reads 20 21
write instances/a/current_tracer nop
equal "a: 21" "$(seen a 'read(.*count: 21)')" 1
equal "a: 20" "$(seen a 'read(.*count: 20)')" 0

note "refused commands are logged in the instance only"
# told DIR N: check that the error_log has N refused commands
told()
{
	equal "refused in $1" "$(grep -c '  Command: ' "$KTRACE/$1/error_log")" "$2"
}
refused instances/a/events/syscall/read/filter EINVAL 'count == ('
refused instances/a/trace_clock EINVAL sundial
refused instances/a/per_cpu/cpu0/buffer_size_kb EINVAL much
must grep -q 'event filter parse error: error: ' "$I/a/error_log"
must grep -q '  Command: count == ($' "$I/a/error_log"
equal "the caret" "$(tail -n 1 "$I/a/error_log")" "           ^"
told instances/a 3
told instances/b 0
told . 0
refused instances/b/events/syscall/read/trigger EINVAL 'hist:keys=nothing'
must grep -q 'hist:syscall:read: error: ' "$I/b/error_log"
refused instances/b/snapshot EINVAL all
told instances/b 2
refused trace_clock EINVAL hourglass
: >"$I/b/error_log"
told instances/b 0
told instances/a 3
equal "of the top" "$(sed 's/^\[[^]]*\] //' "$KTRACE/error_log" | tr '\n' '|')" \
	"trace_clock: error: Unknown clock|  Command: hourglass|           ^|"
: >"$KTRACE/error_log"
told instances/a 3
for size in 1 2 3 4 5 6 7; do
	refused instances/b/buffer_percent EINVAL "10$size"
	refused instances/b/tracing_on EINVAL "no$size"
done
told instances/b 8
must_not grep -q 'Command: 103' "$I/b/error_log"
must grep -q 'Command: 104' "$I/b/error_log"

note "new and removed events appear in all instances, with and without earlier lookups"
mkdir "$I/c"
write kprobe_events 'p:mine/opens do_sys_openat2'
append kprobe_events 'p:mine/reads ksys_read'
for d in "$KTRACE" "$I/a" "$I/c"; do
	[ -e "$d/events/mine/opens/enable" ] || fail "no event in $d"
done
append kprobe_events '-:mine/opens'
for d in "$KTRACE" "$I/a" "$I/c"; do
	[ ! -e "$d/events/mine/opens" ] || fail "the event is still in $d"
	[ -e "$d/events/mine/reads/enable" ] || fail "the other went, too, in $d"
done
write kprobe_events ''
for d in "$KTRACE" "$I/a" "$I/c"; do
	[ ! -e "$d/events/mine" ] || fail "the group is still in $d"
done

note "an instance with users cannot be removed"
exec 5<"$I/a/trace_pipe"
must_not rmdir "$I/a" 2>/dev/null
exec 5<&-
exec 5<"$I/a/events/syscall/read/format"
must_not rmdir "$I/a" 2>/dev/null
exec 5<&-
cat "$I/b/trace_pipe" >"$TMP/out" &
pid=$!
soon asleep $pid || fail "the reader does not wait"
must_not rmdir "$I/b" 2>/dev/null
stop $pid
must_not rmdir "$I/nothing" 2>/dev/null
must rmdir "$I/b"
[ ! -e "$I/b" ] || fail "b is still there"

note "an instance is removed while its events are enabled and hit"
write instances/a/events/syscall/read/filter 0
write instances/a/events/enable 1
must rmdir "$I/a"
must rmdir "$I/c"
equal "none left" "$(ls "$I")" ''
