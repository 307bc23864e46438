# SPDX-License-Identifier: GPL-2.0
# description: options/record-tgid, irq-info and latency-format select the columns of lines; names and processes of exited tasks are shown
# requires: options/record-tgid options/irq-info options/latency-format saved_tgids saved_cmdlines_size instances events/sched events/timer events/irq program:follow_tree
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# lines: print the records of setrlimit()
lines()
{
	grep ': sys_setrlimit' "$KTRACE/trace"
}

# A process with a thread, a child and a grandchild. Each task calls setrlimit() once.
echo 1 >"$KTRACE/events/syscalls/sys_enter_setrlimit/enable"
printf '\n\n\n' | follow_tree tree >out || fail "status $?"
self=$(sed -n 's/^self //p' out)
thread=$(sed -n 's/^thread //p' out)
child=$(sed -n 's/^child //p' out)
[ -n "$self" ] && [ -n "$thread" ] && [ -n "$child" ] || fail "$(cat out)"

note "default columns"
equal "options" "$(cat "$KTRACE/options/record-tgid" "$KTRACE/options/irq-info" | xargs)" "0 1"
must grep -qx norecord-tgid "$KTRACE/trace_options"
must grep -qx irq-info "$KTRACE/trace_options"
equal "lines" "$(lines | grep -c '^ *follow_tree-[0-9]* *\[[0-9]*\] [dDb.][N.][.hHszZ]..  *[0-9.]*: sys_')" 4

note "record-tgid adds the process id"
write options/record-tgid 1
must grep -qx record-tgid "$KTRACE/trace_options"
must grep -q '^# *TASK-PID *TGID *CPU#  |||||  TIMESTAMP' "$KTRACE/trace"
lines | sed 's/^ *follow_tree-\([0-9]*\) *( *\([0-9]*\)) .*/\1 \2/' | sort -n >shown
printf '%s\n' "$self $self" "$thread $self" "$child $child" | sort -n >wanted
grep -v "^$(sed -n 's/^grandchild //p' out) " shown >others
equal "tasks and processes" "$(cat others)" "$(cat wanted)"
# The header's columns are aligned with the columns of the lines.
column=$(sed -n 's/^\(# *TASK-PID *TGID *\)CPU#.*/\1/p' "$KTRACE/trace" | tr -d '\n' | wc -c)
equal "column of the CPU" "$(lines | head -n 1 | cut -c $column-$((column + 5)) | tr -d '0-9')" ' []'

note "without irq-info"
write trace_options noirq-info
equal "option" "$(cat "$KTRACE/options/irq-info")" 0
must grep -q '^# *TASK-PID *TGID *CPU#  TIMESTAMP' "$KTRACE/trace"
equal "lines" "$(lines | grep -c '^ *follow_tree-[0-9]* *( *[0-9]*) \[[0-9]*\]  *[0-9.]*: sys_')" 4
mkdir "$KTRACE/instances/c"
equal "another instance" "$(cat "$KTRACE/instances/c/options/irq-info")" 1
rmdir "$KTRACE/instances/c"
write options/irq-info 1
write options/record-tgid 0
refused options/record-tgid EINVAL 2

note "lines of one large read equal the lines of many small reads"
# Record many tasks and contexts. Each read() starts with a newly formatted line.
write events/syscalls/sys_enter_setrlimit/enable 0
for event in sched/sched_switch timer/hrtimer_expire_entry irq/softirq_entry; do
	write "events/$event/enable" 1
done
printf '\n\n\n' | follow_tree tree >out2
sleep 0.1
for event in sched/sched_switch timer/hrtimer_expire_entry irq/softirq_entry; do
	write "events/$event/enable" 0
done
for options in 'irq-info norecord-tgid' 'irq-info record-tgid' 'noirq-info record-tgid' \
	       'latency-format irq-info norecord-tgid'; do
	for option in $options; do
		write trace_options "$option"
	done
	grep -v '^#' "$KTRACE/trace" >together
	dd if="$KTRACE/trace" bs=16 status=none | grep -v '^#' >apart
	must cmp together apart
done
write options/latency-format 0
grep -v '^#' "$KTRACE/trace" >together
[ "$(cut -d '[' -f 1 together | sort -u | wc -l)" -ge 4 ] || fail "few tasks: $(cat together)"
must grep -q '\] ..h..  *[0-9.]*: hrtimer_expire_entry: ' together
must grep -q '\] ..s..  *[0-9.]*: softirq_entry: ' together
must grep -q '\] ..\...  *[0-9.]*: sched_switch: ' together
# With PREEMPT_RT a softirq runs in a task, and the lock that it takes disables migration.
! realtime || must_not grep -q '\] ..[sH].\.  *[0-9.]*: softirq_entry: ' together
write trace ''
write events/syscalls/sys_enter_setrlimit/enable 1
printf '\n\n\n' | follow_tree tree >out

note "latency-format"
# Compute the latency columns of the same records from the times in the plain lines.
lines >plain
write options/latency-format 1
must grep -qx latency-format "$KTRACE/trace_options"
cat "$KTRACE/trace" >short
must grep -q "^# nop latency trace v1.1.5 on $(uname -r)\$" short
must grep -q '^# latency: 0 us, #4/4, CPU#0 | (M:[a-z_]* VP:0, KP:0, SP:0 HP:0 #P:[0-9]*)$' short
equal "lines" "$(grep -c '^follow_t-[0-9]* *[0-9]*[dDb.][N.][.hHszZ]..  *[0-9]*us[ +!#*@$]: sys_' short)" 4
equal "header" "$(sed '/^#/d' short | wc -l)" 4
# For each line, compute the time since the first line, and the mark for the time
# between two lines. Both are rounded: a time may be off by one, and a mark may be wrong
# just at a limit.
awk '{ match($0, / [0-9]+\.[0-9]+: /)
       split(substr($0, RSTART + 1, RLENGTH - 3), t, ".")
       # Avoid a leading zero, with which a number may be parsed as octal.
       time[NR] = t[1] * 1000000 + ("1" t[2]) - 1000000 }
     END { for (i = 1; i <= NR; i++) {
	       mark = "_"
	       least = 1
	       for (j = 1; i < NR && j <= 6; j++)
		       if (time[i + 1] - time[i] > (least *= 10))
			       mark = substr("+!#*@$", j, 1)
	       print time[i] - time[1], mark } }' plain >wanted
sed -n 's/^follow_t.* \([0-9]*\)us\(.\): .*/\1 \2/p' short | sed 's/ $/_/' |
	awk 'NR == 1 { first = $1 } { print $1 - first, $2 }' >shown
awk 'NR == FNR { time[NR] = $1; mark[NR] = $2; next }
     { off = $1 - time[FNR]; if (off < -1 || off > 1) exit 1
       near = 0
       least = 1
       for (j = 1; j <= 6; j++) {
	       d = time[FNR + 1] - time[FNR] - (least *= 10)
	       near = near || (d >= -2 && d <= 2)
       }
       if ($2 != mark[FNR] && !near) exit 1 }
     END { exit FNR != 4 }' wanted shown ||
	fail "times and marks: $(cat shown), wanted $(cat wanted)"
# Marks do not depend on the buffer size of the reader.
dd if="$KTRACE/trace" bs=7 status=none | grep -v '^#' >pieces
grep -v '^#' short >all
must cmp pieces all
# trace_pipe marks lines, too, and adds nothing behind the last one.
cat "$KTRACE/trace_pipe" >pipe & reader=$!
soon has_lines pipe 4 || fail "$(cat pipe)"
stop $reader
must cmp pipe all
# The time starts when the buffer is emptied.
echo >"$KTRACE/trace"
equal "nothing" "$(cat "$KTRACE/trace")" ""
printf '\n\n\n' | follow_tree tree >out2
[ "$(sed -n '/^#/d; s/.* \([0-9]*\)us.: .*/\1/p' "$KTRACE/trace" | sort -n | head -n 1)" -lt 600000000 ] ||
	fail "$(cat "$KTRACE/trace")"
write trace_clock counter
printf '\n\n\n' | follow_tree tree >out2
must grep -q '^follow_t-[0-9]* *[0-9]*[dDb.][N.][.hHszZ]..  *[0-9]\{1,4\}: sys_' "$KTRACE/trace"
write trace_clock local
write options/latency-format 0
printf '\n\n\n' | follow_tree tree >out
thread=$(sed -n 's/^thread //p' out)
self=$(sed -n 's/^self //p' out)

note "names and process ids of exited tasks"
must grep -qx "$thread $self" "$KTRACE/saved_tgids"
must grep -qx "$thread follow_tree" "$KTRACE/saved_cmdlines"
must grep -qx "$$ $$" "$KTRACE/saved_tgids"
equal "size" "$(cat "$KTRACE/saved_cmdlines_size")" 4096
refused saved_cmdlines_size EINVAL 0
refused saved_cmdlines_size EINVAL 32769
write saved_cmdlines_size 32768
must grep -qx "$thread $self" "$KTRACE/saved_tgids"
write saved_cmdlines_size 1
[ "$(grep -c ' follow_tree$' "$KTRACE/saved_cmdlines")" -le 1 ] || fail "more than one"
/bin/true
equal "only the last one" "$(grep -c ' follow_tree$' "$KTRACE/saved_cmdlines" || :)" 0
must grep -q '<\.\.\.>-'"$thread " "$KTRACE/trace"
write saved_cmdlines_size 4096
equal "size" "$(cat "$KTRACE/saved_cmdlines_size")" 4096
