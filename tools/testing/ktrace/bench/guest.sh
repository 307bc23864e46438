#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# guest.sh PART RUNS - measure a part of the speed table in a guest
#
# Run by scripts/bench, in a guest whose clock counts instructions and whose
# kernel has both tracers. Prints
#	value ROW TRACER RUN FIGURE	TRACER is untraced, ktrace or ftrace
#	scale WHAT AT TRACER FIGURE
#	micro NAME FIGURE LOOP
# and on lines of their own what else is to be told: "note ...", "progress ...".
# A row that a tracer cannot do gets no value, and a note that says why.
#
# Both tracers are driven by the same writes to files of the same names: $D is
# the directory of the one that is being measured.

PATH=/share/bin:$PATH
KTRACE=/sys/kernel/debug/ktrace
FTRACE=/sys/kernel/tracing
RUNS=${2:-3}
GETUID=102
OPENAT=257

mount -t tracefs tracefs "$FTRACE" 2>/dev/null
[ -d "$FTRACE/events" ] || { echo "note no ftrace in this kernel"; exit 1; }

progress()
{
	echo "progress $*"
}

directory()
{
	case $1 in
	ktrace) echo "$KTRACE" ;;
	ftrace) echo "$FTRACE" ;;
	esac
}

# on FILE...: switch events of $D on
on()
{
	for f; do
		echo 1 >"$D/events/$f/enable" || return
	done
}

# Leave nothing on, in either tracer.
all_off()
{
	for D in "$KTRACE" "$FTRACE"; do
		echo 0 >"$D/events/enable"
		[ ! -e "$D/set_event_pid" ] || echo >"$D/set_event_pid"
		f=$D/events/syscalls/sys_exit_getuid/filter
		case $(cat "$f") in
		none) ;;
		*) echo 0 >"$f" ;;
		esac
		echo >"$D/kprobe_events"
		echo >"$D/trace"
	done
	D=
}

# measure ROW SETUP COMMAND...: COMMAND prints the figure; SETUP does what is to
# be done in $D before. Once with each tracer before it counts: the first use of
# an event changes code.
measure()
{
	row=$1 setup=$2
	shift 2
	progress "$row"
	can=
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		if $setup 2>/tmp/why && [ ! -s /tmp/why ]; then
			can="$can $tracer"
			"$@" >/dev/null
		else
			echo "note $row: $tracer: $(head -n 1 /tmp/why)"
		fi
		all_off
	done
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		echo "value $row untraced $run $("$@")"
		for tracer in $can; do
			D=$(directory "$tracer")
			$setup
			settle
			echo "value $row $tracer $run $("$@")"
			all_off
		done
	done
}

# Let what changes code in the background come to its end.
settle()
{
	sleep 1
}

#
# System calls
#

sys_enter()		{ on syscalls/sys_enter_getuid; }
sys_both()		{ on syscalls/sys_enter_getuid syscalls/sys_exit_getuid; }
complete()		{ on syscall/getuid; }
complete_path()		{ on syscall/openat; }
other_call()		{ on syscalls/sys_enter_getgid syscalls/sys_exit_getgid; }
not_followed()		{ echo 1 >"$D/set_event_pid" && sys_both; }
filter_reject()
{
	echo 'ret == 77' >"$D/events/syscalls/sys_exit_getuid/filter" &&
		on syscalls/sys_exit_getuid
}

part_syscalls()
{
	measure sys-enter sys_enter call_cost 10000 $GETUID
	measure sys-enter-exit sys_both call_cost 10000 $GETUID
	measure complete complete call_cost 10000 $GETUID
	measure complete-path complete_path call_cost 10000 $OPENAT /etc/passwd/file
	measure event-off other_call call_cost 10000 $GETUID
	measure not-followed not_followed call_cost 10000 $GETUID
	measure filter-reject filter_reject call_cost 10000 $GETUID
}

#
# Kprobes
#

OPTIMIZATION=/proc/sys/debug/kprobes-optimization

define()
{
	echo "$1" >"$D/kprobe_events" && on kprobes/bench
}

inside()		{ define "p:bench __x64_sys_getuid+$inside"; }
entry()			{ define 'p:bench __x64_sys_getuid'; }
arguments()		{ define 'p:bench do_sys_openat2 dfd=%di name=+0(%si):ustring how=%dx'; }
return_value()		{ define 'r:bench __x64_sys_getuid ret=$retval'; }

# The first place in the function, behind its entry, that a jump can be put at.
find_inside()
{
	D=$KTRACE
	inside=5
	while [ "$inside" -lt 60 ]; do
		if inside 2>/dev/null; then
			settle
			if grep -q 'sys_getuid.*OPTIMIZED' /sys/kernel/debug/kprobes/list; then
				all_off
				echo "note kprobe-jump: at __x64_sys_getuid+$inside"
				return 0
			fi
			all_off
		fi
		inside=$((inside + 1))
	done
	echo "note kprobe-jump: no place in __x64_sys_getuid that a jump can be put at"
	return 1
}

part_probes()
{
	measure kprobe-ftrace entry call_cost 10000 $GETUID
	if find_inside; then
		measure kprobe-jump inside call_cost 10000 $GETUID
		echo 0 >$OPTIMIZATION
		measure kprobe-breakpoint inside call_cost 10000 $GETUID
		echo 1 >$OPTIMIZATION
	fi
	measure kprobe-args arguments call_cost 5000 $OPENAT /etc/passwd/file
	measure kretprobe return_value call_cost 10000 $GETUID
}

#
# Static points, tracepoints, and the parts by themselves
#

BENCH=/sys/module/ktrace_bench/parameters/run

# micro NAME: nanoseconds a pass, and those of the loop around it
micro()
{
	echo "$1 10000" >$BENCH
	awk '{ printf "%.2f %.2f\n", ($3 - $4) / $2, $4 / $2 }' $BENCH
}

# passes NAME: without the loop
passes()
{
	micro "$1" | cut -d ' ' -f 1
}

part_points()
{
	modprobe ktrace_bench || return
	progress point
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		off=$(passes point)
		echo "value point-off untraced $run 0"
		echo "value point-off ktrace $run $off"
		echo "value point-off ftrace $run $(passes trace_event)"
		# Over the point that is off: what it costs to listen.
		D=$KTRACE
		on points/bench && settle
		echo "value point untraced $run $off"
		echo "value point ktrace $run $(passes point)"
		all_off
		D=$FTRACE
		on ktrace_bench/bench && settle
		echo "value point ftrace $run $(passes trace_event)"
		all_off
	done
	for name in loop clock sched_clock ring ring_buffer; do
		echo "micro $name $(micro $name)"
	done
	measure sched-switch sched_switch switch_cost 2000
}

sched_switch()		{ on sched/sched_switch; }

#
# Reading
#

part_read()
{
	progress cat-trace
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		kb=$(cat "$D/buffer_size_kb")
		echo 4096 >"$D/buffer_size_kb"
		# Lines of entry and exit of each call of 20 runs.
		sys_both && call_cost 1000 $GETUID >/dev/null
		echo 0 >"$D/tracing_on"
		all=$(read_cost "$D/trace" | cut -d ' ' -f 2)
		echo "note cat-trace: $tracer: $all lines"
		run=0
		while [ $((run += 1)) -le "$RUNS" ]; do
			echo "value cat-trace $tracer $run $(read_cost "$D/trace" | cut -d ' ' -f 1)"
		done
		echo 1 >"$D/tracing_on"
		all_off
		D=$(directory $tracer)
		echo "${kb%% *}" >"$D/buffer_size_kb"
	done
}

#
# Whole workloads: seconds, or for what reports a throughput its inverse
#

all_calls()		{ on syscalls; }

CLIENT=/usr/share/dbench/client.txt

run_dbench()
{
	rm -rf /tmp/dbench && mkdir /tmp/dbench
	dbench -t 2 --clients-per-process=1 -D /tmp/dbench -c $CLIENT 1 2>&1 |
		awk '/^Throughput/ { printf "%.8f\n", 1 / $2 }'
}

run_tbench()
{
	tbench_srv >/dev/null 2>&1 &
	server=$!
	sleep 1
	tbench -t 2 -c $CLIENT 1 127.0.0.1 2>&1 |
		awk '/^Throughput/ { printf "%.8f\n", 1 / $2 }'
	kill $server
	wait $server 2>/dev/null
}

# Every file by itself, then the two programs; the CPU's time, as what it waits
# for is not what is measured.
build_lua()
{
	rm -rf /tmp/lua && cp -r /share/lua /tmp/lua && cp /share/lua.mk /tmp/lua &&
		cd /tmp/lua && run_cost -c make -s -f lua.mk
	cd /root || exit
}

part_workloads()
{
	measure dbench all_calls run_dbench
	measure tbench all_calls run_tbench
	[ ! -d /share/lua ] || measure build all_calls build_lua
}

#
# Scale
#

# scale WHAT AT SETUP COMMAND...: once, after once to warm up
scale()
{
	what=$1 at=$2 setup=$3
	shift 3
	progress "$what $at"
	"$@" >/dev/null
	echo "scale $what $at untraced $("$@")"
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		if $setup 2>/tmp/why; then
			settle
			"$@" >/dev/null
			echo "scale $what $at $tracer $("$@")"
		else
			echo "note $what $at: $tracer: $(head -n 1 /tmp/why)"
		fi
		all_off
	done
}

part_cpus()
{
	scale cpus "$(nproc)" sys_both call_cost -p "$(nproc)" 5000 $GETUID
}

sized()			{ echo "$kb" >"$D/buffer_size_kb" && sys_both; }

part_sizes()
{
	for kb in 4 64 1024 16384 262144; do
		scale buffer-kb $kb sized call_cost 10000 $GETUID
		for D in "$KTRACE" "$FTRACE"; do
			echo 1408 >"$D/buffer_size_kb"
		done
	done
}

# So many events on: those of system calls first, then probes that nobody hits.
enabled()
{
	sys_both || return
	left=$((events - 2))
	for f in "$D"/events/syscalls/sys_*/enable; do
		[ $left -gt 0 ] || break
		# Not those that the benchmark itself makes all the time.
		case $f in
		*_getuid/*) ;;
		*) echo 1 >"$f" && left=$((left - 1)) ;;
		esac
	done
	[ $left = 0 ] || define_many $left
}

# define_many N: define and enable N probes at functions that are not passed
define_many()
{
	left=$1
	while [ "$left" -gt 0 ] && read -r f; do
		echo "p:p_$f $f" >>"$D/kprobe_events" && left=$((left - 1))
	done </tmp/functions 2>/dev/null
	[ "$left" = 0 ] || { echo "too few functions" >&2; return 1; }
	on kprobes
}

many_probes()
{
	define 'p:bench __x64_sys_getuid' || return
	[ "$count" = 1 ] || define_many $((count - 1))
}

# What it takes to define, enable and remove so many, in milliseconds a probe.
probes_life()
{
	D=$(directory "$1")
	run_cost sh /share/guest.sh life "$2" "$1" |
		awk -v n="$2" '{ printf "%.2f\n", $1 * 1000 / n }'
}

# Functions that can be probed and that nothing here calls.
find_functions()
{
	awk '$2 == "t" || $2 == "T" { print $3 }' /proc/kallsyms |
		grep -E '^(v9fs|p9|fanotify|inotify|io_|mq|sem|shm|msg|userfaultfd|packet|unix_|cgroup|freezer|bpf_|btf_|perf_|pci_|virtio|serial8250|n_tty|tty|vt_|aio|do_sem|do_shm|do_msg|tcp_|udp_|raw_|igmp|fib_|netlink|net_)' |
		grep -v '\.' | sort | uniq -u >/tmp/functions
	echo "note functions to probe: $(wc -l </tmp/functions)"
}

part_events()
{
	find_functions
	for events in 2 20 200 2000; do
		scale events $events enabled call_cost 10000 $GETUID
	done
}

part_kprobes()
{
	find_functions
	for count in 1 10 100 1000; do
		scale kprobes $count many_probes call_cost 10000 $GETUID
		for tracer in ktrace ftrace; do
			echo "scale kprobe-life $count $tracer $(probes_life $tracer $count)"
		done
	done
}

# Run by probes_life().
part_life()
{
	D=$(directory "$2")
	define_many "$1" && echo 0 >"$D/events/kprobes/enable" && echo >"$D/kprobe_events"
}

# Wait for what the kernel does in the background after boot: until the CPU has
# been idle for nearly all of a second.
wait_idle()
{
	tries=0
	while [ $((tries += 1)) -le 30 ]; do
		before=$(awk '$1 == "cpu" { print $2 + $3 + $4 }' /proc/stat)
		sleep 1
		after=$(awk '$1 == "cpu" { print $2 + $3 + $4 }' /proc/stat)
		[ $((after - before)) -gt 2 ] || return 0
	done
	echo "note the CPU is never idle"
}

[ "$1" = life ] || wait_idle
all_off
"part_$1" "$2" "$3"
[ "$1" = life ] || echo done
