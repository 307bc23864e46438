#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# demo.sh - the demo of "make run": runs in the guest, as root
#
# Follows a shell script and draws its tree of processes. Then traces the system calls of a
# program, a kprobe with arguments, a kretprobe and a static point, and prints each trace.
# The exit status is 0 only if each trace has the records that the demo expects.

D=/sys/kernel/debug
T=$D/ktrace
failed=0

grep -q " $D " /proc/mounts || mount -t debugfs debugfs $D || exit 1
if ! cd $T 2>/dev/null; then
	echo "demo: $T is not there: no ktrace in this kernel"
	exit 1
fi

title()
{
	echo
	echo "== $*"
}

# show PATTERN [PROGRAM]: print the trace, or the lines of one program; a line must match the
# pattern
show()
{
	echo 0 >tracing_on
	grep '^#' trace
	grep -v '^#' trace | grep -E "^ *${2:-.*}-[0-9]+ " >/tmp/demo.lines
	lines=$(wc -l </tmp/demo.lines)
	head -n 25 /tmp/demo.lines
	[ "$lines" -le 25 ] || echo "          ... ($lines records in all)"
	if ! grep -q "$1" /tmp/demo.lines; then
		echo "demo: FAILED: nothing like '$1' in the trace"
		failed=1
	fi
	echo >trace
	echo 1 >tracing_on
}

echo "ktrace on Linux $(uname -r), $(grep -c ^processor /proc/cpuinfo) CPUs; control files in $T"
echo 0 >events/enable
: >kprobe_events
echo >trace
echo 1 >tracing_on

title "A script, and all that it starts: echo \$\$ >process_follow_pid; exec sh /tmp/script"
echo '/bin/cat /etc/hosts | /bin/grep -c local
/bin/sleep 0.2 & /bin/cat /nonexistent 2>/dev/null
wait; exit 3' >/tmp/script
sed 's/^/    /' /tmp/script
sh -c 'echo $$ >process_follow_pid; echo process >current_tracer
       exec /bin/sh /tmp/script' >/dev/null
echo nop >current_tracer
grep -v '^#' trace | grep -c . | sed 's/$/ records; files opened:/'
grep -o 'cat-.*openat(.*' trace
echo "the tree of its processes: ktrace-tree trace"
ktrace-tree trace | tee /tmp/demo.tree
for wanted in '/bin/sh /tmp/script .* s, code 3' '|- .* /bin/cat /etc/hosts .* s, code 0' \
	      '/bin/cat /nonexistent .* s, code 1' '/bin/sleep 0.2 .* s, code 0'; do
	if ! grep -q "$wanted" /tmp/demo.tree; then
		echo "demo: FAILED: nothing like '$wanted' in the tree"
		failed=1
	fi
done
echo 0 >process_follow_pid
echo 0 >options/event-fork
echo >trace

title "System calls of a program: echo 1 >events/syscalls/enable; /bin/ls /etc"
echo 1 >events/syscalls/enable
# With its path, because the shell has an ls of its own.
/bin/ls /etc >/dev/null
echo 0 >events/syscalls/enable
show 'sys_openat(dfd: ffffff9c, filename: ' ls

title "A kprobe: p:open do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring"
if echo 'p:open do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring' >kprobe_events; then
	echo 1 >events/kprobes/open/enable
	cat /etc/passwd >/dev/null
	echo 0 >events/kprobes/open/enable
	show 'open: .*name="/etc/passwd"'
else
	cat error_log
	failed=1
fi

title "A kretprobe: r:opened do_sys_openat2 fd=\$retval:s32"
if echo 'r:opened do_sys_openat2 fd=$retval:s32' >>kprobe_events; then
	echo 1 >events/kprobes/opened/enable
	cat /etc/passwd /nonexistent >/dev/null 2>&1
	echo 0 >events/kprobes/opened/enable
	show 'opened: .*fd=-2'
else
	cat error_log
	failed=1
fi
: >kprobe_events

title "A static point: echo 1 >events/points/rlimit/enable; ulimit -S -n 99"
if echo 1 >events/points/rlimit/enable; then
	sh -c 'ulimit -S -n 99'
	echo 0 >events/points/rlimit/enable
	show 'rlimit: .*soft=99'
else
	failed=1
fi

echo
if [ $failed = 0 ]; then
	echo "demo: every part showed what it should"
else
	echo "demo: FAILED"
fi
exit $failed
