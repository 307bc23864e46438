# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a kernel that is locked down refuses new probes with the reason, also through open files, and prints no records
# requires: kprobe_events dynamic_events error_log instances options/tp_printk symbol:security_locked_down program:fs_ways program:dmesg module:test_lockdown module:test_point /proc/sysrq-trigger
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

module test_lockdown
module test_point
locked=/sys/module/test_lockdown/parameters
level=$(cat /proc/sys/kernel/printk)
trap 'echo 0 >$locked/kprobes; echo 0 >$locked/tracefs; write options/tp_printk 0
	echo "$level" >/proc/sys/kernel/printk' EXIT

write kprobe_events 'p:before vfs_read'
append kprobe_events 'p:back test_point:fire_numbers'
defined=$(cat "$KTRACE/dynamic_events")

# locked_down FD LINE: check that a write of LINE is refused with the reason
locked_down()
{
	: >"$KTRACE/error_log"
	# dd makes one write call, and its message has the error.
	if out=$(printf '%s\n' "$2" | dd bs=4096 2>&1 >&"$1"); then
		fail "'$2' was accepted"
	fi
	case $out in
	*"$(errno_text EPERM)"*) ;;
	*) fail "'$2' was refused with '$out'" ;;
	esac
	tail -n 3 "$KTRACE/error_log" >"$TMP/error"
	must grep -q 'probe: error: the kernel is locked down$' "$TMP/error"
	must grep -qxF "  Command: $2" "$TMP/error"
}

note "a file opened before refuses each kind of probe that reads kernel memory"
exec 5>>"$KTRACE/kprobe_events" 6>>"$KTRACE/dynamic_events"
echo 1 >$locked/kprobes
locked_down 5 'p:after vfs_write'
locked_down 5 'r:after vfs_write'
locked_down 5 'p:before vfs_write'
locked_down 6 't:after sched_switch'
locked_down 6 'e:after sched.sched_switch pid=$next_pid'
equal "probes" "$(cat "$KTRACE/dynamic_events")" "$defined"

note "a module that is loaded again does not get its probe back"
: >"$KTRACE/error_log"
must rmmod test_point
must modprobe test_point
must grep -q 'trace_kprobe: error: the kernel is locked down$' "$KTRACE/error_log"
write events/kprobes/back/enable 1
echo 3 >/sys/module/test_point/parameters/fire
equal "records" "$(grep -c ': back: ' "$KTRACE/trace" || :)" 0
write events/kprobes/back/enable 0

note "existing probes can be removed"
append kprobe_events '-:before'

note "a reader that waits when the kernel is locked down gets no record"
bench=/sys/module/test_point/parameters/bench
mkfifo "$TMP/stop"
exec 7<>"$TMP/stop"
: >"$TMP/waited"

# waits NAME NUMBER HOW FILE: start a reader of FILE in instance NAME, and wait until it sleeps in
# the system call NUMBER
waits()
{
	mkdir "$KTRACE/instances/$1"
	write instances/$1/buffer_percent 0
	write instances/$1/events/points/bench/enable 1
	fs_ways wait $3 "$KTRACE/instances/$1/$4" <"$TMP/stop" >>"$TMP/waited" &
	waiters="${waiters:-} $!"
	soon in_call $! $2 || fail "$1: does not wait: $(cat "$TMP/waited")"
}

# in_call PID NUMBER: succeed if a task sleeps in this system call
in_call()
{
	[ "$(cut -d ' ' -f 1 "/proc/$1/syscall")" = "$2" ]
}

waits pipe 0 read trace_pipe
waits spliced 275 splice trace_pipe
waits raw 0 read per_cpu/cpu0/trace_pipe_raw
waits pages 275 splice per_cpu/cpu0/trace_pipe_raw
waits mapped 16 take per_cpu/cpu0/trace_pipe_raw
waits stopped 16 stop per_cpu/cpu0/trace_pipe_raw
write instances/stopped/events/points/bench/enable 0
echo 1 >$locked/tracefs
taskset 1 sh -c "echo 500 >$bench"
echo >&7
for pid in $waiters; do
	must wait $pid
done
exec 7>&-
echo 0 >$locked/tracefs
equal "waiting readers" "$(sort "$TMP/waited" | tr '\n' ' ')" \
	"read EPERM read EPERM splice EPERM splice EPERM stop EPERM take EPERM "
for name in pipe spliced raw pages mapped stopped; do
	write instances/$name/events/points/bench/enable 0
	grep ' bench: ' "$KTRACE/instances/$name/trace" >"$TMP/kept" || :
	[ $name = stopped ] || equal "$name: records" "$(grep -c . "$TMP/kept")" 500
	must rmdir "$KTRACE/instances/$name"
done

note "no control file can be opened, read or written, also through a descriptor opened before"
mkdir "$KTRACE/instances/before"
write trace_marker 'a record'
write options/tp_printk 1
write options/syscall-loud 1
write events/syscall/getcwd/enable 1
write events/syscalls/sys_enter_getcwd/enable 1
# The events of a few systems stand for all: lockdown_integrity tries every file. Closing
# free_buffer frees the record.
find "$KTRACE" -type f | grep -v '/events/[d-z].*/' >"$TMP/files"
grep -v '/free_buffer$' "$TMP/files" >"$TMP/held"
[ "$(wc -l <"$TMP/held")" -gt 300 ] || fail "only $(wc -l <"$TMP/held") files"
mkfifo "$TMP/go"
(ulimit -n 4096; exec fs_ways locked) <"$TMP/go" >"$TMP/out" &
pid=$!
exec 3>"$TMP/go"
cat "$TMP/held" >&3
echo >&3
soon grep -q ready "$TMP/out" || fail "$(tail -n 1 "$TMP/out")"
echo 1 >$locked/tracefs
echo >&3
must wait $pid
exec 3>&-
equal "files" "$(tail -n 1 "$TMP/out")" \
	"tried $(wc -l <"$TMP/held") maps $(grep -c '/trace_pipe_raw$' "$TMP/held")"
equal "possible" "$(sed -e 1d -e '$d' "$TMP/out" | head -n 5)" ''
fs_ways as 0 0 <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
equal "can be opened" "$(grep -v '^- ' "$TMP/tried" | head -n 5)" ''
for file in trace trace_pipe kprobe_events error_log tracing_on trace_marker README \
	    per_cpu/cpu0/trace_pipe_raw events/enable; do
	file=$KTRACE/$file
	if (: <"$file") 2>"$TMP/said" || (: >>"$file") 2>>"$TMP/said"; then
		fail "$file can be opened"
	fi
	equal "$file: errors" "$(grep -c "$(errno_text EPERM)" "$TMP/said")" 2
done
must_not mkdir "$KTRACE/instances/after" 2>/dev/null
must_not rmdir "$KTRACE/instances/before" 2>/dev/null
if command -v ktrace >/dev/null; then
	must_not ktrace doctor >"$TMP/doctor"
	equal "doctor" "$(tr -s ' ' <"$TMP/doctor")" \
		"MISSING control files the kernel is locked down for confidentiality"
	must_not ktrace true 2>"$TMP/said"
	must grep -q 'ktrace doctor' "$TMP/said"
fi

note "no record reaches the kernel's log, by options/tp_printk, options/syscall-loud or SysRq-Z"
echo "lockdown test begins" >/dev/kmsg
/bin/pwd >/dev/null
echo z >/proc/sysrq-trigger

# log: print the lines of ktrace in the kernel's log since then, without times
log()
{
	dmesg | sed -e '1,/lockdown test begins$/d' -e '/ktrace: /!d' -e 's/.*ktrace: //'
}

note "without lockdown, the same commands succeed"
# The thread of options/tp_printk passes the records of the time before.
sleep 1
echo 0 >$locked/tracefs
write options/syscall-loud 0
# In a kernel with ftrace, SysRq-Z belongs to ftrace.
said=
if [ "$(cat "$KTRACE/tracing_on")" = 0 ]; then
	said='not printed, the kernel is locked down'
	write trace_marker 'another record'
	must_not grep -q 'another record' "$KTRACE/trace"
fi
# SysRq-Z has stopped recording.
write tracing_on 1
write trace_marker 'another record'
must grep -q 'another record' "$KTRACE/trace"
logged()
{
	log | grep -q 'another record'
}
soon logged || fail "not in the log: $(log)"
equal "log" "$(log | sed 's/.*: *\([^:]*\)$/\1/')" \
	"$(printf '%s\n' ${said:+"$said"} 'another record')"
write options/tp_printk 0
write events/syscall/getcwd/enable 0
write events/syscalls/enable 0
echo 0 >$locked/kprobes
must rmdir "$KTRACE/instances/before"
must grep -q 'a record' "$KTRACE/trace"
echo 'p:after vfs_write' >&5
must rmmod test_point
must modprobe test_point
write events/kprobes/back/enable 1
echo 3 >/sys/module/test_point/parameters/fire
equal "records" "$(grep -c ': back: ' "$KTRACE/trace")" 3
