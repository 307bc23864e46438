# SPDX-License-Identifier: GPL-2.0
# description: filters accept the right records of each kind of event, and invalid filters are refused
# requires: events/syscall/pread64/filter events/syscalls kprobe_events error_log
# weight: 12

EV=$KTRACE/events

# reads SIZE...: make a read() of each size
reads()
{
	for size; do
		dd if=/dev/zero of=/dev/null bs="$size" count=1 2>/dev/null
	done
}

# seen PATTERN: print the number of matching records
seen()
{
	grep -c -- "$1" "$KTRACE/trace" || :
}

note "without a filter the file shows none; it shows a filter as it was written; 0 removes the filter"
F=events/syscall/read/filter
equal "idle" "$(cat "$KTRACE/$F")" none
write $F 'count == 17'
equal "set" "$(cat "$KTRACE/$F")" 'count == 17'
write $F '  ( count==17||count ==19 ) &&  ret > 0'
equal "set" "$(cat "$KTRACE/$F")" '( count==17||count ==19 ) &&  ret > 0'
write $F 0
equal "cleared" "$(cat "$KTRACE/$F")" none

note "refused filters are reported with a position, and change nothing"
write $F 'count == 17'
# bad TEXT COLUMN: check that TEXT is refused, with the caret under this column, counted
# from 1
bad()
{
	refused $F EINVAL "$1"
	equal "the filter after '$1'" "$(cat "$KTRACE/$F")" 'count == 17'
	tail -n 2 "$KTRACE/error_log" >"$TMP/log"
	equal "the command" "$(sed -n 1p "$TMP/log")" "  Command: $1"
	equal "the caret of '$1'" "$(sed -n 2p "$TMP/log" | sed 's/^ \{11\}//' | tr -d '\n' | wc -c)" "$2"
}
bad 'nothing == 1' 9
bad 'count ==' 9
bad 'count 1' 7
bad '(count == 1' 1
bad 'count == 1 &&' 14
bad 'count ~ "x"' 7
bad 'count == 1 )' 12
tail -n 3 "$KTRACE/error_log" | grep -q '\] event filter parse error: error: parenthesis' ||
	fail "error_log lacks the name that clients know"

refused $F ERANGE 'count == 99999999999999999999'
refused $F E2BIG "comm == \"$(printf %0256d 0)\""
refused events/syscalls/sys_enter_read/filter ENOENT 'buf.function == no_such_function'
equal "the filter" "$(cat "$KTRACE/$F")" 'count == 17'

note "complete records: arguments, results, errors by name, durations, paths"
write events/syscall/read/enable 1
reads 17 18 19 17
write events/syscall/read/enable 0
equal "reads of 17" "$(seen '^ *dd-.*: read(.*count: 17)')" 2
equal "other reads" "$(seen ': read(')" 2

write trace ''
write events/syscall/newfstatat/filter 'filename ~ "*needle*" && ret == -ENOENT'
write events/syscall/newfstatat/enable 1
: >"$TMP/needle"
stat "$TMP/needle" "$TMP/no_needle" "$TMP/other" >/dev/null 2>&1 || :
write events/syscall/newfstatat/enable 0
write events/syscall/newfstatat/filter 0
equal "of a path that is not there" "$(seen 'no_needle.*-ENOENT')" 1
equal "of others" "$(seen ': newfstatat(')" 1

write trace ''
write events/syscall/clock_nanosleep/filter 'duration > 30ms'
write events/syscall/clock_nanosleep/enable 1
sleep 0.01; sleep 0.05; sleep 0.01
write events/syscall/clock_nanosleep/enable 0
write events/syscall/clock_nanosleep/filter 0
equal "long sleeps" "$(seen ': clock_nanosleep(')" 1

note "entry and exit events: name of the task, and CPU"
write trace ''
write events/syscalls/sys_enter_read/filter 'count == 18 && comm == "dd"'
write events/syscalls/sys_exit_read/filter 'ret == 19 && (CPU & CPUS{0} || CPU > 0)'
write events/syscalls/sys_enter_read/enable 1
write events/syscalls/sys_exit_read/enable 1
reads 17 18 19
write events/syscalls/sys_enter_read/enable 0
write events/syscalls/sys_exit_read/enable 0
equal "entries" "$(seen 'sys_read(.*count: 12)')" 1
equal "exits" "$(seen 'sys_read -> 0x13')" 1
equal "all" "$(seen 'sys_read')" 2
write events/syscalls/sys_enter_read/filter 0
write events/syscalls/sys_exit_read/filter 0

note "probes: registers and strings"
write trace ''
write kprobe_events 'p:opens do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring'
append kprobe_events 'p:reads ksys_read count=%dx:u64'
write events/kprobes/opens/filter 'name ~ "*/needle"'
write events/kprobes/reads/filter 'count >= 18 && count < 20 && count != 19'
write events/kprobes/enable 1
cat "$TMP/needle" /dev/null
reads 17 18 19
write events/kprobes/enable 0
equal "opens" "$(seen ': opens: .*/needle"')" 1
equal "all opens" "$(seen ': opens: ')" 1
equal "reads" "$(seen ': reads: .*count=18')" 1
equal "all reads" "$(seen ': reads: ')" 1

note "the filter of a system is set for all of its events that have the fields"
refused events/kprobes/filter EINVAL 'nothing == 1'
equal "the filter of the system" "$(cat "$EV/kprobes/filter")" none
write events/kprobes/filter 'count == 19'
equal "of one" "$(cat "$EV/kprobes/reads/filter")" 'count == 19'
equal "of one without the field" "$(cat "$EV/kprobes/opens/filter")" 'name ~ "*/needle"'
write events/kprobes/filter 0
equal "cleared" "$(cat "$EV/kprobes/reads/filter" "$EV/kprobes/opens/filter" "$EV/kprobes/filter")" "none
none
none"
write events/kprobes/filter 'count == 19
 || count == 20'
equal "one line of two" "$(cat "$EV/kprobes/filter")" 'count == 19  || count == 20'
equal "of one" "$(cat "$EV/kprobes/reads/filter")" 'count == 19  || count == 20'
write events/kprobes/filter ' 0 '
equal "cleared" "$(cat "$EV/kprobes/filter")" none
write kprobe_events ''

note "the filter of all events is set for all events of the instance that have the fields"
must mkdir "$KTRACE/instances/filtered"
equal "idle" "$(cat "$EV/filter")" none
refused events/filter EINVAL 'nothing_has_this == 1'
refused events/filter EINVAL 'count =='
write events/sched/filter 'common_pid > 0'
write events/filter 'common_pid != 0 && count == 19'
equal "shown" "$(cat "$EV/filter")" 'common_pid != 0 && count == 19'
write events/filter 'common_pid != 0 &&
count == 19'
equal "shown in one line" "$(cat "$EV/filter")" 'common_pid != 0 && count == 19'
equal "of one" "$(cat "$EV/syscalls/sys_enter_read/filter")" 'common_pid != 0 && count == 19'
equal "of one without the field" "$(cat "$EV/syscalls/sys_enter_close/filter")" none
equal "of its system" "$(cat "$EV/syscalls/filter")" 'common_pid != 0 && count == 19'
equal "of a system without the field" "$(cat "$EV/sched/filter")" 'common_pid > 0'
refused events/filter EINVAL 'nothing_has_this == 1'
equal "of its system after a refusal" "$(cat "$EV/syscalls/filter")" 'common_pid != 0 && count == 19'
equal "of another instance" "$(cat "$KTRACE/instances/filtered/events/filter" \
	"$KTRACE/instances/filtered/events/syscalls/sys_enter_read/filter")" "none
none"
write set_event 'syscalls:sys_enter_read syscalls:sys_enter_close'
write trace ''
reads 17 18 19
: >"$KTRACE/set_event"
equal "reads of all" "$(seen '^ *dd-.*sys_read(')" 1
[ "$(seen '^ *dd-.*sys_close(')" -gt 0 ] || fail "an event without the field is filtered"
write events/filter 0
equal "cleared" "$(cat "$EV/filter" "$EV/syscalls/sys_enter_read/filter")" "none
none"
equal "cleared for systems" "$(cat "$EV/syscalls/filter" "$EV/sched/filter")" "none
none"
rmdir "$KTRACE/instances/filtered"

note "filters are replaced while the event fires: records that no filter accepts are never written"
write trace ''
write $F 'count == 17'
write events/syscall/read/enable 1
(
	while [ ! -e "$TMP/stop" ]; do
		reads 16 17 18 19
	done
) &
for i in $(seq 30); do
	write $F 'count == 19'
	write $F 'count == 17'
	[ "$i" != 15 ] || write events/syscall/read/enable 0
	[ "$i" != 15 ] || write events/syscall/read/enable 1
done
: >"$TMP/stop"
wait
write events/syscall/read/enable 0
[ "$(seen 'count: 17)')" -gt 0 ] || fail "nothing came through"
equal "records that no filter accepts" "$(grep ': read(' "$KTRACE/trace" | grep -c -v 'count: 1[79])')" 0

note "records that both filters accept are always written while the filters are replaced"
write trace ''
write $F 'count == 17 || count == 18'
write events/syscall/read/enable 1
rm -f "$TMP/stop"
# Start three programs, which count their own reads.
for w in 1 2 3; do
	(
		n=0
		while [ ! -e "$TMP/stop" ] && [ $n -lt 300 ]; do
			reads 17
			n=$((n + 1))
		done
		echo $n >"$TMP/n$w"
	) &
done
for _ in $(seq 15); do
	write $F 'count == 17 || count == 19'
	write $F 'count == 17 && (ret == 17 || count == 18)'
	write $F 0
	write $F 'count == 17 && comm ~ "d*"'
done
: >"$TMP/stop"
wait
write events/syscall/read/enable 0
all=$(cat "$TMP/n1" "$TMP/n2" "$TMP/n3" | awk '{ n += $1 } END { print n }')
note "$all reads beside 60 filters"
[ "$all" -ge 30 ] || fail "only $all reads"
equal "reads that all filters let through" "$(seen '^ *dd-.*: read(.*count: 17)')" "$all"
write $F 'count == 17'

note "the filter stays when the event is disabled, until 0 is written"
equal "kept" "$(cat "$KTRACE/$F")" 'count == 17'
write $F 0
