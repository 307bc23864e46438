# SPDX-License-Identifier: GPL-2.0
# description: a filter and a histogram give the same result before a record exists as from the record
# requires: kprobe_events instances events/syscall/chmod/filter events/syscall/umask/filter events/syscalls
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# shellcheck shell=sh

: >"$TMP/file"

# Make four chmod() calls, an umask() call with a unique value, and an open().
work()
{
	chmod 640 "$TMP/file"
	chmod 640 "$TMP/file"
	chmod 600 "$TMP/file"
	chmod 604 /proc/self/status 2>/dev/null || :
	sh -c 'umask 0123'
	cat "$TMP/file"
}

seen()
{
	grep -c -- "$1" "$KTRACE/trace" || :
}

# With one instance, the filter may decide before the call is recorded. With a second
# instance without a filter, the filter must examine the record.

# beside EVENT 1|0: enable or disable the event in another instance
beside()
{
	if [ "$2" = 1 ]; then
		mkdir "$KTRACE/instances/other"
		write "instances/other/events/$1/enable" 1
	else
		write "instances/other/events/$1/enable" 0
		rmdir "$KTRACE/instances/other"
	fi
}

# both EVENT PATTERN NUMBER FILTER: check the number of records, alone and beside the
# other instance
both()
{
	write "events/$1/filter" "$4"
	write "events/$1/enable" 1
	for other in 0 1; do
		[ $other = 0 ] || beside "$1" 1
		write trace ''
		work
		[ $other = 0 ] || beside "$1" 0
		equal "$1, beside: $other, '$4'" "$(seen "$2")" "$3"
	done
	write "events/$1/enable" 0
	write "events/$1/filter" 0
}

note "complete records: arguments"
C='^ *chmod-.*: chmod('
both syscall/chmod "$C" 2 'mode == 0640'
both syscall/chmod "$C" 0 'mode == 0641'
both syscall/chmod "$C" 3 'mode & 040 || mode == 0600'
both syscall/chmod "$C" 4 '__syscall_nr == 90'

note "complete records: result, duration, and strings"
both syscall/chmod "$C" 1 'ret == -EPERM'
both syscall/chmod "$C" 3 'ret == 0'
both syscall/chmod "$C" 1 'mode == 0600 && ret == 0'
both syscall/chmod "$C" 0 'mode == 0604 && ret == 0'
both syscall/chmod "$C" 2 'mode == 0600 || ret < 0'
both syscall/chmod "$C" 4 'duration < 100s'
both syscall/chmod "$C" 0 'duration > 100s'
both syscall/chmod "$C" 3 'filename ~ "*/file"'
both syscall/chmod "$C" 1 'filename ~ "*/file" && mode == 0600'
both syscall/chmod "$C" 2 'mode == 0600 || !(filename ~ "*/file")'
both syscall/chmod "$C" 1 '!(filename ~ "*/file" || mode == 0640)'

note "fields of the task"
both syscall/chmod "$C" 4 'comm == chmod'
both syscall/chmod "$C" 4 'comm ~ "chmo*"'
both syscall/chmod "$C" 0 'comm == chmo'
both syscall/chmod "$C" 0 'comm != chmod'
both syscall/chmod "$C" 1 'comm == chmod && mode == 0600'
both syscall/chmod "$C" 4 'common_pid > 1'
both syscall/chmod "$C" 0 'common_pid == 1'

note "a call without copied arguments"
both syscall/umask ': umask(' 1 'mask == 0123'
both syscall/umask ': umask(' 0 'mask == 0123 && ret == 0124'
both syscall/umask ': umask(' 1 'mask == 0123 && ret >= 0 && duration < 100s'

note "the buffer of another instance is off: the hooks take another path"
mkdir "$KTRACE/instances/off"
write instances/off/tracing_on 0
U=': umask(mask: 0123) = [0-9]* <'
for filter in 0 'mask == 0123' 'ret >= 0'; do
	both syscall/umask "$U" 1 "$filter"
done
both syscall/umask "$U" 0 'mask == 0123 && ret == 0124'
P='^ *chmod-.*: chmod(filename: "[^"]*/\(file\|status\)", mode: 06[04][04])'
for filter in 0 'mode & 0600' 'duration < 100s'; do
	both syscall/chmod "$P" 4 "$filter"
done
both syscall/chmod "$P" 2 'mode == 0600 || ret < 0'
rmdir "$KTRACE/instances/off"

# blocked 0|1: print the number of records of a read that the filter rejects when the
# read begins, but accepts when the read returns; with 1, another instance records all
# reads. The first read of a task always begins a record.
blocked()
{
	[ "$1" = 0 ] || beside syscall/read 1
	write events/syscall/read/filter 'fd == 77'
	write events/syscall/read/enable 1
	write trace ''
	printf a >&7
	dd bs=1 count=2 <&7 >/dev/null 2>&1 &
	soon asleep $!
	write events/syscall/read/filter 0
	printf b >&7
	wait $!
	write events/syscall/read/enable 0
	[ "$1" = 0 ] || beside syscall/read 0
	seen '^ *dd-.*: read(fd: 0, '
}

note "a call that is rejected at its entry has no record, unless another instance wants it"
mkfifo "$TMP/fifo"
exec 7<>"$TMP/fifo"
equal "alone" "$(blocked 0)" 0
equal "beside" "$(blocked 1)" 1
exec 7>&-

note "entry and exit events"
both syscalls/sys_enter_chmod 'sys_chmod(' 2 'mode == 0640'
both syscalls/sys_enter_chmod 'sys_chmod(' 0 'mode == 0640 && comm != chmod'
both syscalls/sys_exit_chmod 'sys_chmod -> ' 1 'ret == -1'
both syscalls/sys_exit_chmod 'sys_chmod -> ' 3 'ret == 0 && comm == chmod && common_pid != 1'

note "other events: fields of the task"
write kprobe_events 'p:mode chmod_common'
append kprobe_events 'p:name do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring'
both kprobes/mode ' mode: ' 4 'comm == chmod'
both kprobes/mode ' mode: ' 0 'comm == sh'
both kprobes/name ' name: ' 1 'comm == cat && name ~ "*/file"'
both kprobes/name ' name: ' 0 'comm == nobody || dfd == 7'
write kprobe_events ''

note "triggers that do and do not act; a trigger and the event's filter both get their hits"
T=events/syscalls/sys_exit_chmod
write $T/trigger 'traceoff if ret == -77'
write $T/trigger 'stacktrace:1 if ret == -78'
work
equal "on" "$(cat "$KTRACE/tracing_on")" 1
write $T/filter 'ret == -1'
write $T/enable 1
write trace ''
work
equal "recorded" "$(seen 'sys_chmod -> ')" 1
write $T/trigger '!traceoff'
write $T/trigger 'traceoff:1 if ret == 0'
work
equal "off" "$(cat "$KTRACE/tracing_on")" 0
write tracing_on 1
write $T/enable 0
write $T/filter 0
write $T/trigger '!stacktrace'
write $T/trigger '!traceoff'

note "an event that a trigger of another event enables"
write $T/trigger 'hist:keys=ret'
write events/syscalls/sys_enter_chmod/trigger 'enable_event:syscalls:sys_exit_chmod if mode == 0600'
write trace ''
work
equal "from then on" "$(seen 'sys_chmod -> ')" 2
write events/syscalls/sys_enter_chmod/trigger '!enable_event:syscalls:sys_exit_chmod'
write $T/enable 0
write $T/trigger '!hist:keys=ret'

# hits FILE: print the total number of hits of a histogram
hits()
{
	sed -n 's/^ *Hits: //p' "$KTRACE/events/$1/hist"
}

# count EVENT HITS HIST: check that HIST has HITS hits and the same output, alone and
# beside the other instance
count()
{
	for other in 0 1; do
		[ $other = 0 ] || beside "$1" 1
		write "events/$1/trigger" "$3"
		work
		equal "$1, beside: $other, '$3'" "$(hits "$1")" "$2"
		sed -n 's/^\({.*}\) hitcount: *\([0-9]*\).*/\1 \2/p' "$KTRACE/events/$1/hist" |
			sort >"$TMP/hist.$other"
		write "events/$1/trigger" "!$3"
		[ $other = 0 ] || beside "$1" 0
	done
	must [ -s "$TMP/hist.0" ]
	must cmp "$TMP/hist.0" "$TMP/hist.1"
}

note "histograms: keys that are known before the record, and keys that are not"
count syscall/chmod 4 'hist:keys=mode'
count syscall/chmod 4 'hist:keys=ret'
count syscall/chmod 4 'hist:keys=mode,ret'
count syscall/chmod 4 'hist:keys=comm'
count syscall/chmod 4 'hist:keys=comm,ret'
count syscall/chmod 4 'hist:keys=mode.log2'
count syscall/chmod 4 'hist:keys=mode.buckets=100,ret'
count syscall/chmod 4 'hist:keys=filename'
count syscall/chmod 4 'hist:keys=filename,comm,mode'
count syscall/chmod 4 'hist:keys=comm:vals=mode'
count syscall/chmod 3 'hist:keys=comm,mode if ret == 0'
count syscall/chmod 1 'hist:keys=mode if filename ~ "*/status"'
count syscalls/sys_exit_chmod 4 'hist:keys=ret'
count syscalls/sys_exit_chmod 3 'hist:keys=comm,ret if ret == 0 && common_pid > 1'
count syscalls/sys_enter_chmod 4 'hist:keys=comm'
