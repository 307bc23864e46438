#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# guest.sh PART RUNS - measure a part of the speed table in a guest
#
# Run by scripts/bench, in a guest whose clock counts instructions and whose
# kernel has both tracers. Prints
#	value ROW TRACER RUN FIGURE	TRACER is untraced, ktrace or ftrace
#	scale WHAT AT TRACER FIGURE
#	micro NAME FIGURE LOOP
#	program NAME WAY RUN SECONDS [SPEED]	WAY: see WAYS
#	server NAME WAY RUN SECONDS REQUESTS	CPU time of the server and its recorder
#	calls NAME WAY NUMBER		number of recorded calls of the program, or for a request
#	losses NAME WAY RECORDS LOST	what the recorder says of its own records
#	counted ROW TRACER RUN TIMES	the next measurement of count.so has the work TIMES times;
#					ROW is - if the measurement is discarded
#	missing ROW TRACER WHY		the tracer cannot do this work
#	failed WHAT WHY			a measurement failed, or recorded a wrong number of events
#	note TEXT, progress TEXT
# and "done" at its end.
#
# The script controls both tracers by the same writes to files of the same names: $D is the
# directory of the tracer that is being measured. After every figure, the script checks the
# number of recorded events.

# Copy the programs to memory: while an idle guest waits for a file of the host, its clock
# advances from timer to timer.
SHARE=/tmp/share
if [ ! -d $SHARE ]; then
	cp -r /share $SHARE && exec sh $SHARE/guest.sh "$@"
	exit 1
fi
PATH=$SHARE/bin:$PATH
KTRACE=/sys/kernel/debug/ktrace
FTRACE=/sys/kernel/tracing
RUNS=${2:-3}
GETUID=102
OPENAT=257
CLOSE=3

mount -t tracefs none "$FTRACE" 2>/dev/null
[ -d /sys/kernel/ktrace ] || { echo "failed all no ftrace in this kernel"; exit 1; }

progress()
{
	echo "progress $*"
}

failed()
{
	echo "failed $*"
}

directory()
{
	case $1 in
	ktrace) echo "$KTRACE" ;;
	ftrace) echo "$FTRACE" ;;
	esac
}

# on EVENT...: enable events of $D
on()
{
	for f; do
		echo 1 >"$D/events/$f/enable" || return
	done
}

# Disable all events, filters and instances of both tracers, and clear their traces.
all_off()
{
	for D in "$KTRACE" "$FTRACE"; do
		echo 0 >"$D/events/enable"
		[ ! -e "$D/set_event_pid" ] || echo >"$D/set_event_pid"
		[ ! -e "$D/options/event-fork" ] || echo 0 >"$D/options/event-fork"
		for f in $filtered; do
			[ ! -e "$D/events/$f" ] || echo 0 >"$D/events/$f/filter"
		done
		for i in "$D"/instances/*; do
			[ ! -d "$i" ] || rmdir "$i"
		done
		echo >"$D/dynamic_events"
		echo >"$D/trace"
	done
	filtered=
	D=
}

# filter EVENT TEXT: set the filter of an event of $D; all_off removes it
filtered=
filter()
{
	filtered="$filtered $1"
	echo "$2" >"$D/events/$1/filter"
}

# Wait until background work has finished that patches code.
settle()
{
	sleep 1
}

# account "WORD|WORD...": print the sum of these numbers in $D/per_cpu/cpuN/stats
account()
{
	cat "$D"/per_cpu/cpu*/stats | awk -F ': ' -v words="$1" '
		index("|" words "|", "|" $1 "|") { n += $2 } END { printf "%d\n", n }'
}

# recorded WHAT LEAST MOST: check that $D has recorded LEAST to MOST events, and dropped none
recorded()
{
	written=$(account "entries|overrun|read events")
	lost=$(account "commit overrun|dropped events")
	[ "$written" -ge "$2" ] && [ "$written" -le "$3" ] && [ "$lost" = 0 ] ||
		failed "$1: $written records, $lost lost, expected $2 to $3"
}

# probe_is WHAT FUNCTION KIND: check how the kprobes core has inserted the probe at FUNCTION
probe_is()
{
	case $(grep -c "$2" /sys/kernel/debug/kprobes/list) in
	0) failed "$1: no probe at $2" ;;
	esac
	kind=$(grep "$2" /sys/kernel/debug/kprobes/list | grep -o 'FTRACE\|OPTIMIZED')
	[ "$kind" = "$3" ] || failed "$1: the probe is '$kind', not '$3'"
}

# figure OF LEAST MOST COMMAND...: set $got to the output of COMMAND, and check that $D, which is
# set up, records LEAST to MOST events meanwhile
figure()
{
	of=$1 least=$2 most=$3
	shift 3
	settle
	[ -z "$verify" ] || $verify "$of"
	echo >"$D/trace"
	got=$("$@")
	recorded "$of" "$least" "$most"
}

# undo: a command that undoes changes of a setup that all_off does not undo
undo=

# measure ROW LEAST MOST SETUP COMMAND...: measure ROW with each tracer. COMMAND prints the
# figure, and must make LEAST to MOST records; SETUP first sets up the tracer in $D. A first run
# with each tracer is discarded, because the first use of an event patches code.
verify=
measure()
{
	row=$1 min=$2 max=$3 setup=$4
	shift 4
	progress "$row"
	can=
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		if $setup 2>/tmp/why && [ ! -s /tmp/why ]; then
			can="$can $tracer"
			"$@" >/dev/null
			$undo
		else
			echo "missing $row $tracer $(head -n 1 /tmp/why | sed 's/.*: //')"
		fi
		all_off
	done
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		echo "value $row untraced $run $("$@")"
		for tracer in $can; do
			D=$(directory "$tracer")
			if $setup; then
				figure "$row $tracer" "$min" "$max" "$@"
				$undo
				echo "value $row $tracer $run $got"
			else
				failed "$row $tracer: set up once, but not again"
			fi
			all_off
		done
	done
}

#
# System calls
#

# call_cost makes 20 runs. Other programs rarely make the call.
CALLS=200000
SOME=1000

sys_enter()		{ on syscalls/sys_enter_getuid; }
sys_both()		{ on syscalls/sys_enter_getuid syscalls/sys_exit_getuid; }
complete_call()		{ on syscall/getuid; }
complete_path()		{ on syscall/openat; }
complete_close()	{ on syscall/close; }
timed()			{ echo 1 >"$D/options/call-time"; }
timed_call()		{ timed && complete_call; }
timed_close()		{ timed && complete_close; }
timed_path()		{ timed && complete_path; }
untimed()		{ echo 0 >"$D/events/syscall/enable" && echo 0 >"$D/options/call-time"; }
other_call()		{ on syscalls/sys_enter_getgid syscalls/sys_exit_getgid; }
not_followed()		{ echo 1 >"$D/set_event_pid" && sys_both; }
filter_reject()
{
	filter syscalls/sys_exit_getuid 'ret == 77' && on syscalls/sys_exit_getuid
}

part_syscalls()
{
	n=$CALLS
	m=$((n + SOME))
	measure sys-enter $n $m sys_enter call_cost 10000 $GETUID
	measure sys-enter-exit $((2 * n)) $((2 * m)) sys_both call_cost 10000 $GETUID
	measure complete $n $m complete_call call_cost 10000 $GETUID
	measure complete-path $n $m complete_path call_cost 10000 $OPENAT /etc/passwd/file
	measure complete-close $n $m complete_close call_cost 10000 $CLOSE
	undo=untimed
	measure call-time $n $m timed_call call_cost 10000 $GETUID
	measure call-time-close $n $m timed_close call_cost 10000 $CLOSE
	measure call-time-path $n $m timed_path call_cost 10000 $OPENAT /etc/passwd/file
	undo=
	measure event-off 0 $SOME other_call call_cost 10000 $GETUID
	measure not-followed 0 $SOME not_followed call_cost 10000 $GETUID
	measure filter-reject 0 $SOME filter_reject call_cost 10000 $GETUID
}

#
# Questions: filters, triggers, histograms, markers, followed processes
#

filter_image()
{
	filter syscall/getuid 'duration > 1s' && on syscall/getuid
}

filter_glob()
{
	filter syscall/openat 'filename ~ "*/none"' && on syscall/openat
}

second_listener()
{
	mkdir "$D/instances/bench" && sys_enter &&
		echo 1 >"$D/instances/bench/events/syscalls/sys_enter_getuid/enable"
}

# triggered EVENT TRIGGER: set a trigger in $D; untriggered() removes it
triggered()
{
	trigger_file=$D/events/$1/trigger
	trigger=$2
	echo "$trigger" >"$trigger_file"
}

untriggered()
{
	echo "!$trigger" >"$trigger_file"
}

trigger_false()		{ triggered syscalls/sys_exit_getuid 'traceoff if ret == 77'; }
hist_pid()		{ triggered syscalls/sys_exit_getuid 'hist:keys=common_pid'; }
hist_duration()		{ triggered syscall/getuid 'hist:keys=comm,duration.log2'; }
no_setup()		{ :; }

# Write a marker to the file of the tracer in $D; without a tracer, to /dev/null.
write_marker()
{
	if [ -n "$D" ]; then
		write_cost 1000 32 "$D/trace_marker"
	else
		write_cost 1000 32 /dev/null
	fi
}

part_questions()
{
	n=$CALLS
	m=$((n + SOME))
	measure filter-image 0 $SOME filter_image call_cost 10000 $GETUID
	measure filter-glob 0 $SOME filter_glob call_cost 10000 $OPENAT /etc/passwd/file
	measure second-listener $n $m second_listener call_cost 10000 $GETUID
	undo=untriggered
	measure trigger-false 0 $SOME trigger_false call_cost 10000 $GETUID
	measure hist-pid 0 $SOME hist_pid call_cost 10000 $GETUID
	measure hist-duration 0 $SOME hist_duration call_cost 10000 $GETUID
	undo=
	# 20 runs.
	measure marker 20000 $((20000 + SOME)) no_setup write_marker
}

#
# Fork, exec and exit of processes, counted by function: see count.c
#

LIVES=300

process_life()
{
	echo 1 >"$D/options/event-fork" && echo $$ >"$D/set_event_pid" &&
		on sched/sched_process_fork sched/sched_process_exec sched/sched_process_exit
}

# idle_instances N: make N instances that record nothing
idle_instances()
{
	for i in $(seq "$1"); do
		mkdir "$D/instances/idle$i" || return
	done
}

idle_instance()		{ idle_instances 1; }
idle_instances_100()	{ idle_instances 100; }

# counted ROW TRACER TIMES COMMAND...: run COMMAND $RUNS times; it does the work TIMES times, and
# marks the work for count.so
counted()
{
	row=$1 tracer=$2 times=$3
	shift 3
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		echo "counted $row $tracer $run $times"
		"$@" >/dev/null
	done
}

# Make a run whose measurement is discarded.
warm_up()
{
	echo "counted - - 0 0"
	"$@" >/dev/null
}

# count_row ROW RECORDS SETUP TIMES COMMAND...: as measure, but count.so measures; COMMAND does the
# work TIMES times, and makes RECORDS records each time. The untraced runs follow the traced ones,
# so that both tracers have been in use.
count_row()
{
	row=$1 records=$2 setup=$3 times=$4
	shift 4
	progress "$row"
	least=$((RUNS * times * records))
	for tracer in $tracers; do
		D=$(directory $tracer)
		$setup || failed "$row $tracer: not set up"
		settle
		warm_up "$@"
		echo >"$D/trace"
		counted "$row" $tracer $times "$@"
		recorded "$row $tracer" $least $((least + SOME))
		all_off
	done
	settle
	warm_up "$@"
	counted "$row" untraced $times "$@"
}

# Measure the cost of a new process after tracing has ended. ktrace logs names of tasks until the
# next boot, so this must come before anything else is traced. The log is full after 2,048
# processes, each of which adds two names; each further name replaces an older one.
names_row()
{
	progress names
	life_cost $LIVES >/dev/null
	counted names untraced $LIVES life_cost -m $LIVES
	for tracer in ftrace ktrace; do
		D=$(directory $tracer)
		sys_enter || failed "names $tracer: not enabled"
		all_off
		settle
		life_cost 2500 >/dev/null
		counted names $tracer $LIVES life_cost -m $LIVES
	done
}

part_functions()
{
	# From here on task numbers have five digits, since programs look at their /proc/self, and
	# the tree of the numbers keeps its depth.
	echo 99999 >/proc/sys/kernel/pid_max
	life_cost -f 10000 >/dev/null
	names_row
	tracers="ktrace ftrace"
	count_row process-life 3 process_life $LIVES life_cost -m $LIVES
	# Whether instances that record nothing cost a process anything.
	count_row fork-exit 0 no_setup $LIVES life_cost -f -m $LIVES
	count_row fork-exit-1 0 idle_instance $LIVES life_cost -f -m $LIVES
	count_row fork-exit-100 0 idle_instances_100 $LIVES life_cost -f -m $LIVES
	# Only shown by function: 20 runs of 100 calls.
	tracers=ktrace
	count_row complete 1 complete_call 2000 call_cost -m 100 $GETUID
	count_row complete-path 1 complete_path 2000 call_cost -m 100 $OPENAT /etc/passwd/file
	tracers="ktrace ftrace"
	count_row event-probe 1 of_event 2000 call_cost -m 100 $OPENAT /etc/passwd/file
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
two_steps()		{ define 'p:bench do_filp_open name=+0(+0(%si)):string'; }

# defined LINE GROUP: write LINE to dynamic_events, and enable GROUP/bench
defined()
{
	echo "$1" >"$D/dynamic_events" && on "$2/bench"
}

UPROBED=$SHARE/bin/uprobe_cost
in_user()		{ defined "p:uprobes/bench $UPROBED:$place number=%si" uprobes; }
user_string()		{ defined "p:uprobes/bench $UPROBED:$place text=+0(%di):string" uprobes; }
user_return()		{ defined "r:uprobes/bench $UPROBED:$place number=\$retval" uprobes; }
of_event()
{
	defined 'e:bench/bench syscalls/sys_enter_openat name=+0($filename):ustring' bench
}
of_tracepoint()		{ defined 't:bench/bench kmalloc bytes=$arg3' bench; }

by_ftrace()		{ probe_is "$1" "sys_getuid+0x[04]" FTRACE; }
by_jump()		{ probe_is "$1" "sys_getuid+0x$(printf %x "$inside")" OPTIMIZED; }
by_breakpoint()		{ probe_is "$1" "sys_getuid+0x$(printf %x "$inside")" ''; }

# Set $inside to the first offset behind the function's entry at which a probe can be a jump.
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
	failed "kprobe-jump: no place in __x64_sys_getuid that a jump can be put at"
	return 1
}

part_probes()
{
	n=$CALLS
	m=$((n + SOME))
	verify=by_ftrace
	measure kprobe-ftrace $n $m entry call_cost 10000 $GETUID
	if find_inside; then
		verify=by_jump
		measure kprobe-jump $n $m inside call_cost 10000 $GETUID
		verify=by_breakpoint
		echo 0 >$OPTIMIZATION
		measure kprobe-breakpoint $n $m inside call_cost 10000 $GETUID
		echo 1 >$OPTIMIZATION
	fi
	verify=
	measure kprobe-args $((n / 2)) $((n / 2 + SOME)) arguments \
		call_cost 5000 $OPENAT /etc/passwd/file
	measure kretprobe $n $m return_value call_cost 10000 $GETUID
	measure kprobe-steps $((n / 2)) $((n / 2 + SOME)) two_steps \
		call_cost 5000 $OPENAT /etc/passwd/file
	place=$($UPROBED)
	measure uprobe $((n / 10)) $((n / 10)) in_user uprobe_cost 1000
	measure uprobe-string $((n / 10)) $((n / 10)) user_string uprobe_cost 1000
	measure uretprobe $((n / 10)) $((n / 10)) user_return uprobe_cost 1000
	measure event-probe $((n / 2)) $((n / 2 + SOME)) of_event \
		call_cost 5000 $OPENAT /etc/passwd/file
}

#
# Static points, tracepoints, and the parts by themselves
#

BENCH=/sys/module/ktrace_bench/parameters/run
# The module makes 8 runs.
PASSES=10000

# micro NAME: print the nanoseconds of a pass, and of the loop around it
micro()
{
	echo "$1 $PASSES" >$BENCH || return
	awk -v name="$1" '$1 == name { printf "%.2f %.2f\n", ($3 - $4) / $2, $4 / $2 }' $BENCH
}

# passes NAME: print the nanoseconds of a pass without the loop
passes()
{
	micro "$1" | cut -d ' ' -f 1
}

# event_row ROW NAME EVENT: measure the same EVENT with both tracers; a pass of NAME hits EVENT
event_row()
{
	progress "$1"
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		for tracer in ktrace ftrace; do
			D=$(directory $tracer)
			off=$(passes "$2")
			on "$3" || { failed "$1 $tracer: not enabled"; return; }
			passes "$2" >/dev/null
			figure "$1 $tracer" $((8 * PASSES)) $((8 * PASSES + SOME)) passes "$2"
			all_off
			echo "value $1 $tracer $run $got"
		done
		echo "value $1 untraced $run $off"
	done
}

# point_row TRACER NAME EVENT: measure EVENT disabled ($off) and enabled ($got)
point_row()
{
	D=$(directory "$1")
	off=$(passes "$2")
	on "$3" || { failed "point $1: not enabled"; return; }
	passes "$2" >/dev/null
	figure "point $1" $((8 * PASSES)) $((8 * PASSES)) passes "$2"
	all_off
}

# disabled_row ROW NAME EVENT: measure EVENT after each tracer has enabled and disabled it: a
# tracer that leaves it on, or leaves code behind, is slower
disabled_row()
{
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		on "$3" || { failed "$1 $tracer: not enabled"; return; }
		figure "$1 $tracer" $((8 * PASSES)) $((8 * PASSES)) passes "$2"
		all_off
		echo "value $1 $tracer $run $(passes "$2")"
	done
	echo "value $1 untraced $run 0"
}

# Measure a record with a stack, and stack_trace_save() alone.
stack_row()
{
	progress kernel-stack
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		echo "value kernel-stack untraced $run $(passes stack)"
		for tracer in ktrace ftrace; do
			D=$(directory $tracer)
			on ktrace_bench/bench
			passes trace_event >/dev/null
			bare=$(passes trace_event)
			echo 1 >"$D/options/stacktrace"
			figure "kernel-stack $tracer" $((16 * PASSES)) \
				$((16 * PASSES + SOME)) passes trace_event
			echo 0 >"$D/options/stacktrace"
			all_off
			echo "value kernel-stack $tracer $run $(echo "$got $bare" |
				awk '{ print $1 - $2 }')"
		done
	done
}

part_points()
{
	modprobe ktrace_bench || return
	progress point
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		echo "value point-off untraced $run 0"
		point_row ftrace trace_event ktrace_bench/bench
		echo "value point-off ftrace $run $off"
		echo "value point ftrace $run $got"
		disabled_row trace-event-off trace_event ktrace_bench/bench
		point_row ktrace point points/bench
		echo "value point-off ktrace $run $off"
		echo "value point ktrace $run $got"
		# What listening adds to the point that is off.
		echo "value point untraced $run $off"
	done
	for name in loop clock sched_clock ring ring_buffer; do
		echo "micro $name $(micro $name)"
	done
	# 10 runs of 2000 times to and fro.
	measure sched-switch 40000 $((40000 + SOME)) sched_switch switch_cost 2000
	# How many records that makes is the scheduler's choice.
	measure sched-messages 1000 10000000 sched_all group_cost 50
	# 10 runs of 2000 datagrams.
	measure netif-receive 20000 $((20000 + SOME)) netif_receive packet_cost 2000
	event_row trace-event trace_event ktrace_bench/bench
	event_row sched-waking waking sched/sched_waking
	event_row kmalloc "kmalloc" kmem/kmalloc
	measure tracepoint-probe $((8 * PASSES)) $((8 * PASSES + SOME)) of_tracepoint \
		passes kmalloc
	event_row hrtimer-start hrtimer timer/hrtimer_start
	event_row irq-handler irq irq/irq_handler_entry
	stack_row
}

sched_switch()		{ on sched/sched_switch; }
sched_all()		{ on sched; }
netif_receive()		{ on net/netif_receive_skb; }

#
# Reading
#

# Read the trace three times, and print the minimum.
read_trace()
{
	least=
	for i in 1 2 3; do
		read -r ns lines <<-END
			$(read_cost "$D/trace")
		END
		[ "$lines" = "$all" ] || failed "cat-trace $tracer: $lines lines, expected $all"
		least=$(printf '%s %s' "$ns" "$least" |
			awk '{ print ($2 == "" || $1 < $2 ? $1 : $2) }')
	done
	echo "value cat-trace $tracer $run $least"
}

# Number of 4-kB pages to fill and read.
RAW_PAGES=700

# read_raw HOW: measure reading a page of a ring that has $RAW_PAGES full pages
read_raw()
{
	echo >"$D/trace"
	# A call makes two records, of 12 and of 20 bytes and more.
	call_cost 3000 $GETUID >/dev/null
	read -r ns pages <<-END
		$(raw_cost "$1" 4096 "$D/per_cpu/cpu0/trace_pipe_raw")
	END
	[ "${pages:-0}" -ge $RAW_PAGES ] || failed "raw-$1 $tracer: $pages pages"
	echo "value raw-$1 $tracer $run $ns"
}

part_read_raw()
{
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		echo 4096 >"$D/buffer_size_kb"
		sys_both || failed "raw $tracer: not enabled"
		settle
		for how in read splice map; do
			progress "raw-$how $tracer"
			run=0
			read_raw $how >/dev/null
			while [ $((run += 1)) -le "$RUNS" ]; do
				read_raw $how
			done
		done
		all_off
		D=$(directory $tracer)
		echo 1408 >"$D/buffer_size_kb"
	done
}

part_read()
{
	part_read_raw
	all=40000
	progress cat-trace
	for tracer in ktrace ftrace; do
		D=$(directory $tracer)
		kb=$(cat "$D/buffer_size_kb")
		echo 4096 >"$D/buffer_size_kb"
		sys_both || failed "cat-trace $tracer: not enabled"
		settle
		echo >"$D/trace"
		# Lines of entry and exit of each call of 20 runs.
		call_cost $((all / 40)) $GETUID >/dev/null
		echo 0 >"$D/tracing_on"
		run=0
		while [ $((run += 1)) -le "$RUNS" ]; do
			read_trace
		done
		echo 1 >"$D/tracing_on"
		all_off
		D=$(directory $tracer)
		echo "${kb%% *}" >"$D/buffer_size_kb"
	done
}

#
# The control files: find, with instances whose files nobody has opened
#

# free_kb: print the free memory in kB
free_kb()
{
	awk '$1 == "nr_free_pages" || $1 == "count:" { n += $2 } END { print n * 4 }' /proc/zoneinfo
}

# drop_caches: free all unused inodes, names and pages of the allocator
drop_caches()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	for cache in /sys/kernel/slab/*/shrink; do
		echo 1 >"$cache"
	done
	sleep 1
}

# find_row ROW INSTANCES COMMAND...: measure COMMAND for the directory of each tracer, with new
# instances, once more, and the memory that stays: rows ROW and ROW-again, for an event, and
# ROW-memory. One run: it takes many instructions, and each has the same number. Both tracers are
# at mount points of their own below /sys/kernel, because the file system of debugfs has a part in
# the cost of a long path
find_row()
{
	row=$1 instances=$2
	shift 2
	for tracer in ktrace ftrace; do
		progress "$row $tracer"
		D=$(directory $tracer)
		at=$D
		[ $tracer = ftrace ] || at=/sys/kernel/ktrace
		# Events and entries that the instances add, without the list of all.
		events=$("$@" $at/events | grep -c '/format$')
		events=$((events * (instances + 1)))
		idle_instances "$instances" || failed "$row $tracer: no instances"
		drop_caches
		taken=$(free_kb)
		first=$(run_cost "$@" $at 2>/dev/null)
		again=$(run_cost "$@" $at 2>/dev/null)
		sleep 1
		taken=$((taken - $(free_kb)))
		entries=$("$@" $at | wc -l)
		[ "$entries" -gt $((events * 5)) ] ||
			failed "$row $tracer: only $entries entries for $events events"
		echo "value $row $tracer 1 $(each "$first" "$events")"
		echo "value $row-again $tracer 1 $(each "$again" "$events")"
		echo "value $row-memory $tracer 1 $taken"
		echo "note $row $tracer: $events events, $entries entries, $instances instances"
		all_off
	done
}

# each SECONDS NUMBER: nanoseconds for one of NUMBER parts
each()
{
	awk -v s="$1" -v n="$2" 'BEGIN { printf "%.0f\n", s * 1e9 / n }'
}

part_files()
{
	# GNU find reads the types from the directories. The one of busybox calls lstat() for each
	# entry.
	/usr/bin/find --version 2>/dev/null | grep -q GNU || failed "find: no GNU find"
	mount -t ktracefs none /sys/kernel/ktrace || failed "find: no mount"
	find_row find 100 /usr/bin/find
	find_row find-stat 10 busybox find
}

#
# Whole workloads: seconds, or the inverse of a throughput
#

all_calls()		{ on syscalls; }

CLIENT=/usr/share/dbench/client.txt

fresh_dbench()
{
	rm -rf /tmp/dbench && mkdir /tmp/dbench
}

run_dbench()
{
	fresh_dbench
	dbench -t 10 --clients-per-process=1 -D /tmp/dbench -c $CLIENT 1 2>&1 |
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

fresh_lua()
{
	rm -rf /tmp/lua && cp -r $SHARE/lua /tmp/lua && cp $SHARE/lua.mk /tmp/lua
}

# Compile each file, then link the two programs. Measure CPU time, which excludes waiting.
run_build()
{
	fresh_lua && cd /tmp/lua && run_cost -c make -s -f lua.mk
	cd /root || exit
}

# Many tasks that pass small messages: each message wakes up a task.
busy_events()		{ on sched irq timer kmem; }

run_hackbench()
{
	run_cost -c hackbench -g 1 -l 200 | tail -n 1
}

part_workloads()
{
	most=100000000
	measure hackbench 300000 $most busy_events run_hackbench
	measure dbench 100000 $most all_calls run_dbench
	measure tbench 100000 $most all_calls run_tbench
	if [ -d $SHARE/lua ]; then
		measure build 2000 $most all_calls run_build
	else
		failed "build: no sources of Lua"
	fi
}

#
# Whole programs: CPU time with different ways to record all calls
#

# Each records all calls of a program:
#	strace, perf	these programs ("perf trace"), with text for /dev/null
#	tracecmd	"trace-cmd record -e syscalls", which follows the program
#	ftrace, ktrace	entry and exit of each call
#	complete	ktrace's complete records
#	text		complete records, and their text after the program has ended
#	client		the command ktrace, with text for /dev/null
# For ftrace, ktrace and complete, the last records stay in a ring.
WAYS="untraced strace perf tracecmd ftrace ktrace complete text client"

# Buffers that are large enough for all records.
PERF_BUFFER=128M
TEXT_KB=131072

# The file of trace-cmd
DAT=/tmp/trace.dat

# way_on WAY: set up a way; set $D to the directory of its tracer, or to nothing
way_on()
{
	D=
	case $1 in
	ftrace|ktrace) D=$(directory "$1") && all_calls ;;
	complete) D=$KTRACE && on syscall ;;
	text) D=$KTRACE && echo $TEXT_KB >"$D/buffer_size_kb" && on syscall ;;
	esac
}

way_off()
{
	all_off
	[ "$1" != text ] || echo 1408 >"$KTRACE/buffer_size_kb"
	rm -f $DAT
}

# recorder WAY TO: set $recorder to the words before a command that is recorded in this WAY by
# another program, which writes to TO
recorder()
{
	recorder=
	case $1 in
	strace) recorder="strace -f -o $2" ;;
	perf) recorder="perf trace -m $PERF_BUFFER -o $2" ;;
	tracecmd) recorder="trace-cmd record -e syscalls -F -c -o $DAT" ;;
	client) recorder="ktrace -f -o $2" ;;
	esac
}

# spent WAY TO COMMAND...: print the CPU seconds of COMMAND and of its recorder, which writes to TO
spent()
{
	how=$1 to=$2
	shift 2
	recorder "$how" "$to"
	# shellcheck disable=SC2086
	case $how in
	text)
		# shellcheck disable=SC2016
		set -- sh -c 'to=$1 D=$2; shift 2; "$@" || exit
			echo 0 >"$D/tracing_on"; cat "$D/trace" >"$to"
			echo 1 >"$D/tracing_on"' sh "$to" "$D" "$@" ;;
	*) set -- $recorder "$@" ;;
	esac
	run_cost -c "$@" 2>/tmp/says
}

# says_losses WAY: print the numbers of records and of lost records that a recorder has reported
says_losses()
{
	case $1 in
	client) sed -n 's/^\([0-9]*\) records, \([0-9]*\) lost.*/\1 \2/p' /tmp/says | tail -n 1 ;;
	tracecmd)
		trace-cmd report --stat -i $DAT 2>/dev/null | awk -F ': *' '
			$1 == "read events" || $1 == "entries"	{ n += $2 }
			$1 ~ /overrun$/ || $1 == "dropped events" { lost += $2 }
			END { if (n) print n, lost + 0 }' ;;
	esac
}

# losses WAY: print what a recorder has lost
losses()
{
	case $1 in
	client|tracecmd) ;;
	*) return ;;
	esac
	says=$(says_losses "$1")
	[ -n "$says" ] || failed "$name $1: says nothing of records: $(tail -n 1 /tmp/says)"
	echo "losses $name $1 ${says:-0 0}"
	all_records=${says%% *}
}

# calls_in WAY FILE: print the number of calls in FILE; strace and perf write two lines for a call
# during which another task makes a call
calls_in()
{
	case $1 in
	strace) grep -c -v -E '^[0-9]+ +(\+\+\+|---|<\.\.\. )' "$2" ;;
	perf) grep -c -v -F -e '[continued]' -e 'LOST ' "$2" ;;
	text) grep -c -v '^#' "$2" ;;
	complete) account "entries|overrun" ;;
	client|tracecmd) says_losses "$1" | awk -v each="$1" '
		{ print int(($1 + $2) / (each == "tracecmd" ? 2 : 1)) }' ;;
	esac
}

# check_calls WAY: check that WAY recorded all calls: as many as there are complete records, which
# include calls of the shell that starts the program
check_calls()
{
	n=$(calls_in "$1" /tmp/calls)
	echo "calls $name $1 $n"
	[ "$1" != complete ] || all=$n
	case $1 in
	perf) lost=$(grep -c 'LOST ' /tmp/calls) ;;
	text) lost=$(account overrun) ;;
	*) lost=0 ;;
	esac
	[ "$lost" = 0 ] || failed "$name $1: calls are lost"
	# It runs for a given time.
	[ "$name" != dbench ] || return
	{ [ "$n" -le $((all + SOME)) ] && [ "$n" -ge $((all - SOME)) ]; } ||
		failed "$name $1: $n calls, complete records $all"
}

# once WAY COMMAND...: run COMMAND once while it is recorded in this WAY; set $got to its time
once()
{
	way=$1
	shift
	way_on "$way" || failed "$name $way: not set up"
	$prepare
	settle
	[ -z "$D" ] || echo >"$D/trace"
	got=$(spent "$way" "$to_file" "$@")
	[ -n "$got" ] || failed "$name $way: $(tail -n 1 /tmp/says)"
	if [ "$name" = dbench ]; then
		speed=$(awk '/^Throughput/ && $2 > 0 { print $2 }' /tmp/says)
		[ -n "$speed" ] || failed "$name $way: no throughput"
		got="$got ${speed:-1}"
	fi
	check_records
}

# check_records: check that $way has made records, of $least calls or more
check_records()
{
	case $way in
	ftrace|ktrace) recorded "$name $way" $((2 * least)) 100000000 ;;
	complete|text) recorded "$name $way" "$least" 100000000 ;;
	client|tracecmd) losses "$way" ;;
	esac
}

# program NAME LEAST PREPARE COMMAND...: measure COMMAND, which makes LEAST calls or more, in all
# ways. PREPARE runs before COMMAND, and is not measured. The first run is discarded, and checks
# the recorded calls.
program()
{
	name=$1 least=$2 prepare=$3 all=
	shift 3
	to_file=/tmp/calls
	for w in complete $can; do
		progress "$name $w"
		once "$w" "$@"
		case $w in
		strace|perf|complete|text|client|tracecmd) check_calls "$w" ;;
		esac
		way_off "$w"
		rm -f /tmp/calls
	done
	to_file=/dev/null
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		progress "$name run $run"
		for w in $can; do
			once "$w" "$@"
			way_off "$w"
			echo "program $name $w $run $got"
		done
	done
}

# runs_here WAY: check that the recorder of WAY works in this guest
runs_here()
{
	case $1 in
	strace|perf|client|tracecmd)
		made=/tmp/calls
		[ "$1" != tracecmd ] || made=$DAT
		rm -f $made
		spent "$1" /tmp/calls true >/dev/null && [ -s $made ] && return
		echo "missing program $1 $(grep . /tmp/says | head -n 1)"
		return 1 ;;
	esac
}

# Find the ways that work.
find_ways()
{
	can=
	for w in $WAYS; do
		! runs_here "$w" || can="$can $w"
	done
	rm -f $DAT /tmp/calls
	echo "note $(strace --version 2>&1 | sed -n '1s/ -- / /p'), $(perf version 2>&1 | head -n 1)," \
		"trace-cmd $(trace-cmd --version 2>&1 | sed -n 's/.*version \([0-9.]*\).*/\1/p' | head -n 1)"
}

# Find the ways that work, and measure the time to start and end a recorder.
begin_programs()
{
	find_ways
	program start 1 : true
}

part_programs()
{
	begin_programs
	program dd 40000 : dd if=/dev/zero of=/dev/null bs=512 count=20000
	program shell 5000 : sh $SHARE/shell.sh 20
	program find 6000 : find /usr/include -type f -exec cat {} +
}

# The rows of whole programs take longer, and run in separate guests.
part_programs_build()
{
	begin_programs
	if [ -d $SHARE/lua ]; then
		program build 2000 fresh_lua make -s -C /tmp/lua -f lua.mk
	else
		failed "build: no sources of Lua"
	fi
}

part_programs_dbench()
{
	begin_programs
	program dbench 20000 fresh_dbench \
		dbench -t 2 --clients-per-process=1 -D /tmp/dbench -c $CLIENT 1
}

fresh_kernel()
{
	[ -d /tmp/kernel ] || cp -r $SHARE/kernel /tmp
	rm -f /tmp/kernel/obj/lib/math/*.[oa]
}

part_programs_kernel()
{
	begin_programs
	if [ -d $SHARE/kernel ]; then
		program kernel 5000 fresh_kernel make -s -C /tmp/kernel/obj -f $SHARE/kernel.mk
	else
		failed "kernel: no subtree of the kernel"
	fi
}

fresh_sqlite()
{
	rm -f /tmp/sqlite.db*
}

part_programs_sqlite()
{
	begin_programs
	sh $SHARE/sqlite.sh >/tmp/sqlite.sql
	program sqlite 3000 fresh_sqlite sqlite3 /tmp/sqlite.db ".read /tmp/sqlite.sql"
}

#
# Servers: CPU time of the server and its recorder for a request
#

SERVED=/sys/fs/cgroup/served

# usage_us: print the CPU time in us of the server and its recorder
usage_us()
{
	sed -n 's/^usage_usec //p' $SERVED/cpu.stat
}

# inside COMMAND...: become COMMAND in the group whose CPU time counts
# shellcheck disable=SC2016
INSIDE='echo $$ >'$SERVED'/cgroup.procs || exit
	if [ -n "$D" ]; then
		echo 1 >"$D/options/event-fork" && echo $$ >"$D/set_event_pid" || exit
		echo >"$D/trace"
	fi
	exec "$@"'

# serve COMMAND...: run the server COMMAND, recorded in way $way, until it has served the load of
# ${name}_load; set $got to its CPU seconds from the moment when it is ready, and the number of
# requests. The load is not recorded.
serve()
{
	got=
	recorder "$way" "$to_file"
	mkdir -p $SERVED
	# shellcheck disable=SC2086
	D=$D sh -c "$INSIDE" sh $recorder "$@" >/tmp/says 2>&1 &
	server=$!
	tries=0
	until "${name}_ready"; do
		sleep 0.2
		if [ $((tries += 1)) -gt 300 ]; then
			failed "$name $way: not ready: $(tail -n 1 /tmp/says)"
			break
		fi
	done
	settle
	before=$(usage_us)
	requests=$("${name}_load" 2>/tmp/load)
	"${name}_stop"
	wait $server 2>/dev/null
	if [ "$way" = text ]; then
		echo 0 >"$D/tracing_on"
		D='' sh -c "$INSIDE" sh cat "$D/trace" >"$to_file"
		echo 1 >"$D/tracing_on"
	fi
	after=$(usage_us)
	rmdir $SERVED || failed "$name $way: the server has not ended"
	if [ "${requests:-0}" -gt 0 ]; then
		got="$(awk -v us=$((after - before)) 'BEGIN { printf "%.6f\n", us / 1e6 }') $requests"
	else
		failed "$name $way: no requests: $(tail -n 1 /tmp/load)"
		got="1 1"
	fi
}

# serve_once WAY COMMAND...: serve the load once while the server is recorded in this WAY
serve_once()
{
	way=$1
	shift
	way_on "$way" || failed "$name $way: not set up"
	"${name}_fresh"
	serve "$@"
	least=$((requests * least_each))
	check_records
}

# check_served: check that $way recorded about as many calls of the server for a request as there are
# complete records. The server takes as many requests from a socket, or as many sockets from a wait,
# as there are when it runs.
check_served()
{
	n=$(calls_in "$way" /tmp/calls)
	each=$(awk -v n="$n" -v requests="$requests" 'BEGIN { printf "%.2f", n / requests }')
	echo "calls $name $way $each"
	[ "$way" != complete ] || all=$each
	[ "$way" != perf ] || ! grep -q 'LOST ' /tmp/calls || failed "$name perf: calls are lost"
	awk -v n="$each" -v all="$all" 'BEGIN { exit !(n > 0.75 * all && n < 1.25 * all) }' ||
		failed "$name $way: $each calls a request, complete records $all"
}

# server NAME LEAST COMMAND...: measure the server COMMAND, which makes LEAST calls for a request, in
# all ways. NAME_fresh runs before it, NAME_ready checks that it can be reached, NAME_load makes
# requests and prints their number, and NAME_stop ends the server. The first run is discarded, and
# checks the recorded calls.
server()
{
	name=$1 least_each=$2 all=
	shift 2
	to_file=/tmp/calls
	for w in complete $can; do
		progress "$name $w"
		serve_once "$w" "$@"
		case $w in
		strace|perf|complete|text|client|tracecmd) check_served ;;
		esac
		way_off "$w"
		rm -f /tmp/calls
	done
	to_file=/dev/null
	run=0
	while [ $((run += 1)) -le "$RUNS" ]; do
		progress "$name run $run"
		for w in $can; do
			serve_once "$w" "$@"
			way_off "$w"
			echo "server $name $w $run $got"
		done
	done
}

REDIS_REQUESTS=5000

redis_fresh()	{ :; }
redis_ready()	{ redis-cli ping 2>/dev/null | grep -q PONG; }
redis_stop()	{ redis-cli shutdown nosave; }
redis_load()
{
	redis-benchmark -q -t set,get -c 50 -n $REDIS_REQUESTS >/tmp/load.out &&
		[ "$(tr '\r' '\n' </tmp/load.out | grep -c 'requests per second')" = 2 ] &&
		echo $((2 * REDIS_REQUESTS))
}

part_servers_redis()
{
	find_ways
	server redis 2 redis-server --port 6379 --bind 127.0.0.1 --save '' --appendonly no \
		--dir /tmp --daemonize no
}

nginx_fresh()
{
	rm -rf /tmp/www /tmp/nginx.access
	mkdir -p /tmp/www /var/lib/nginx /var/log/nginx
	printf '%0600d\n' 0 >/tmp/www/index.html
}

nginx_ready()	{ wget -q -O /dev/null http://127.0.0.1:8080/ 2>/dev/null; }
nginx_stop()	{ kill -QUIT "$(cat /tmp/nginx.pid)"; }

# wrk runs for a second.
nginx_load()
{
	wrk -t 1 -c 10 -d 1s http://127.0.0.1:8080/ >/tmp/load.out || return
	! grep -q 'Non-2xx\|Socket errors' /tmp/load.out || return
	sed -n 's/^ *\([0-9]*\) requests in .*/\1/p' /tmp/load.out
}

part_servers_nginx()
{
	find_ways
	server nginx 4 nginx -c $SHARE/nginx.conf
}

PG=/usr/lib/postgresql/15/bin
PGBENCH_TRANSACTIONS=200

as_nobody()
{
	su -s /bin/sh nobody -c "$*"
}

pgbench_fresh()
{
	rm -rf /tmp/pg/data && cp -a /tmp/pg/initial /tmp/pg/data
}

pgbench_ready()	{ $PG/pgbench -h /tmp/pg -U nobody -n -t 1 -S postgres >/dev/null 2>&1; }
# Without a checkpoint
pgbench_stop()	{ kill -QUIT "$(head -n 1 /tmp/pg/data/postmaster.pid)"; }
pgbench_load()
{
	$PG/pgbench -h /tmp/pg -U nobody -n -c 1 -t $PGBENCH_TRANSACTIONS postgres >/tmp/load.out &&
		sed -n 's,^number of transactions actually processed: \([0-9]*\)/.*,\1,p' /tmp/load.out
}

# postgres DIRECTORY: the command for the server of a database
postgres()
{
	echo "exec $PG/postgres -D /tmp/pg/$1 -k /tmp/pg -h '' -c autovacuum=off -c jit=off"
}

# Make a database, which each run copies: its tables grow.
make_database()
{
	progress "pgbench: make the database"
	mkdir -p /tmp/pg && chown nobody /tmp/pg && chmod 700 /tmp/pg
	as_nobody $PG/initdb -D /tmp/pg/initial -A trust -U nobody --locale=C --no-sync \
		--no-instructions >/tmp/says 2>&1 || return
	as_nobody "$(postgres initial)" >>/tmp/says 2>&1 &
	tries=0
	until $PG/pgbench -h /tmp/pg -U nobody -q -i -s 1 postgres >/tmp/load 2>&1; do
		sleep 1
		[ $((tries += 1)) -le 60 ] || return
	done
	# With a checkpoint
	kill -INT "$(head -n 1 /tmp/pg/initial/postmaster.pid)"
	wait $!
}

part_servers_pgbench()
{
	find_ways
	if make_database; then
		server pgbench 14 su -s /bin/sh nobody -c "$(postgres data)"
	else
		failed "pgbench: no database: $(tail -n 1 /tmp/says) $(tail -n 1 /tmp/load)"
	fi
}

#
# Scale
#

# scale WHAT AT SETUP COMMAND...: measure COMMAND once, after a discarded run
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
			"$@" >/dev/null
			figure "$what $at $tracer" "$per_figure" 100000000 "$@"
			echo "scale $what $at $tracer $got"
		else
			failed "$what $at: $tracer: $(head -n 1 /tmp/why)"
		fi
		all_off
	done
}

part_cpus()
{
	per_figure=$((2 * 10 * 5000 * $(nproc)))
	scale cpus "$(nproc)" sys_both call_cost -p "$(nproc)" 5000 $GETUID
}

sized()			{ echo "$kb" >"$D/buffer_size_kb" && sys_both; }

# free_kb: print the free memory, including the free lists of each CPU
free_kb()
{
	awk '$1 == "nr_free_pages" || $1 == "count:" { n += $2 } END { print n * 4 }' /proc/zoneinfo
}

# Measure the memory that a buffer of N kB takes, on one CPU.
part_memory()
{
	for kb in 1024 16384 262144; do
		echo "scale memory-kb $kb untraced $kb"
		for tracer in ktrace ftrace; do
			D=$(directory $tracer)
			echo 8 >"$D/buffer_size_kb"
			sys_both
			settle
			before=$(free_kb)
			echo $kb >"$D/buffer_size_kb"
			settle
			# The smallest buffer of 8 kB existed before, with the reader's page.
			echo "scale memory-kb $kb $tracer $((before - $(free_kb) + 8))"
			all_off
			echo 1408 >"$(directory $tracer)/buffer_size_kb"
		done
	done
}

part_sizes()
{
	part_memory
	per_figure=$((2 * CALLS))
	for kb in 4 64 1024 16384 262144; do
		scale buffer-kb $kb sized call_cost 10000 $GETUID
		for D in "$KTRACE" "$FTRACE"; do
			echo 1408 >"$D/buffer_size_kb"
		done
	done
}

# Enable $events events: first those of system calls, then probes that are never hit.
enabled()
{
	sys_both || return
	left=$((events - 2))
	for f in "$D"/events/syscalls/sys_*/enable; do
		[ $left -gt 0 ] || break
		# Skip the events of the call that the benchmark makes.
		case $f in
		*_getuid/*) ;;
		*) echo 1 >"$f" && left=$((left - 1)) ;;
		esac
	done
	[ $left = 0 ] || define_many $left
}

# define_many N: define and enable N probes at functions that are not called
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

# List functions that can be probed, and are hardly ever called in this guest.
find_functions()
{
	awk '$2 == "t" || $2 == "T" { print $3 }' /proc/kallsyms |
		grep -E '^(v9fs|p9|fanotify|inotify|io_|mq|sem|shm|msg|userfaultfd|packet|unix_|cgroup|freezer|bpf_|btf_|perf_|pci_|serial8250|aio|do_sem|do_shm|do_msg|tcp_|udp_|raw_|igmp|fib_|netlink|net_)' |
		grep -v '\.' | sort | uniq -u >/tmp/functions
}

part_events()
{
	per_figure=$((2 * CALLS))
	find_functions
	for events in 2 20 200 2000; do
		scale events $events enabled call_cost 10000 $GETUID
	done
}

# probes_life TRACER N: print the milliseconds for each probe to define, enable and remove N probes;
# the minimum of two runs, because the work waits for other work of the kernel
probes_life()
{
	for _ in 1 2; do
		run_cost sh $SHARE/guest.sh life "$2" "$1"
	done | sort -n | head -n 1 | awk -v n="$2" '{ printf "%.2f\n", $1 * 1000 / n }'
}

part_kprobes()
{
	per_figure=$CALLS
	find_functions
	for count in 1 10 100 1000; do
		scale kprobes $count many_probes call_cost 10000 $GETUID
		for tracer in ktrace ftrace; do
			echo "scale kprobe-life $count $tracer $(probes_life $tracer $count)"
			[ -z "$(cat "$(directory $tracer)/kprobe_events")" ] ||
				failed "kprobe-life $count $tracer: probes are left"
		done
	done
}

# Run by probes_life(): life N TRACER
if [ "$1" = life ]; then
	D=$(directory "$3")
	define_many "$2" && echo 0 >"$D/events/kprobes/enable" && echo >"$D/kprobe_events"
	exit
fi

# Wait until background work of the kernel after boot has finished: the CPU has been idle for most
# of a second.
wait_idle()
{
	tries=0
	while [ $((tries += 1)) -le 30 ]; do
		before=$(awk '$1 == "cpu" { print $2 + $3 + $4 }' /proc/stat)
		sleep 1
		after=$(awk '$1 == "cpu" { print $2 + $3 + $4 }' /proc/stat)
		[ $((after - before)) -gt 2 ] || return 0
	done
	failed "all: the CPU is never idle"
}

wait_idle
all_off
echo "note kernel $(uname -r)"
"part_$1" || exit
echo done
