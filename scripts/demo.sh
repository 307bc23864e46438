#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# demo.sh - the demo of "make run": runs in the guest, as root
#
# Runs ktrace, the command, on a shell script: its calls as strace shows them, a table of calls, the
# tree of its processes. Then uses the control files: traces the system calls of a program, a
# kprobe with arguments, a kretprobe and a static point, and prints each trace. The exit status
# is 0 only if each part shows what the demo expects.

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

# say FILE COUNT: print the beginning of a file
say()
{
	lines=$(wc -l <"$1")
	head -n "$2" "$1"
	[ "$lines" -le "$2" ] || echo "    ... ($lines lines in all)"
}

# wanted FILE PATTERN...: fail unless a line of the file matches each pattern
wanted()
{
	file=$1
	shift
	for pattern; do
		if ! grep -q -E "$pattern" "$file"; then
			echo "demo: FAILED: nothing like '$pattern' in the output"
			failed=1
		fi
	done
}

echo '/bin/cat /etc/hosts | /bin/grep -c local
/bin/sleep 0.2 & /bin/cat /nonexistent 2>/dev/null
wait; exit 3' >/tmp/script
title "A script, and all that it starts: ktrace -f --as strace -e %file,%process sh /tmp/script"
sed 's/^/    /' /tmp/script
ktrace -f --as strace -e %file,%process -o /tmp/demo.out sh /tmp/script >/dev/null
say /tmp/demo.out 25
wanted /tmp/demo.out '^[0-9]+ +(execve\(|<\.\.\. execve resumed>)"/bin/cat", \["/bin/cat", "/etc/hosts"\]' \
	'"/nonexistent", O_RDONLY.* = -1 ENOENT' '<\.\.\. wait4 resumed>' 'exited with 3 \+\+\+$'

title "Where does it fail? ktrace -qq -Z -e signal=none sh /tmp/script"
ktrace -qq -Z -e signal=none -o /tmp/demo.out sh /tmp/script >/dev/null
say /tmp/demo.out 10
wanted /tmp/demo.out 'cat-.*"/nonexistent".* = -ENOENT <'

title "A table, counted in the kernel: ktrace top --once sh /tmp/script"
ktrace top --once sh /tmp/script >/tmp/demo.out
say /tmp/demo.out 10
wanted /tmp/demo.out ' [1-9][0-9]* +[0-9]+ .* wait4$'

title "The tree of its processes: ktrace tree sh /tmp/script"
ktrace tree sh /tmp/script >/tmp/demo.out
cat /tmp/demo.out
wanted /tmp/demo.out 'sh /tmp/script .* s, code 3' '/bin/cat /etc/hosts .* s, code 0' \
	'/bin/cat /nonexistent .* s, code 1' '/bin/sleep 0.2 .* s, code 0'

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
	echo "demo: every part showed the expected output"
else
	echo "demo: FAILED"
fi
exit $failed
