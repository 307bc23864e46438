# SPDX-License-Identifier: GPL-2.0
# description: options/record-tgid and irq-info choose the columns of lines; names and processes of tasks that exited
# requires: options/record-tgid options/irq-info saved_tgids saved_cmdlines_size instances program:follow_tree
# kernels: ktrace - its concern is no race and no lifetime: FULL=1 runs it elsewhere

# lines: of the records of setrlimit()
lines()
{
	grep ': sys_setrlimit' "$KTRACE/trace"
}

# A process with a thread, a child and a grandchild, which make the call once each.
echo 1 >"$KTRACE/events/syscalls/sys_enter_setrlimit/enable"
printf '\n\n\n' | follow_tree tree >out || fail "status $?"
self=$(sed -n 's/^self //p' out)
thread=$(sed -n 's/^thread //p' out)
child=$(sed -n 's/^child //p' out)
[ -n "$self" ] && [ -n "$thread" ] && [ -n "$child" ] || fail "$(cat out)"

note "as they are"
equal "options" "$(cat "$KTRACE/options/record-tgid" "$KTRACE/options/irq-info" | xargs)" "0 1"
must grep -qx norecord-tgid "$KTRACE/trace_options"
must grep -qx irq-info "$KTRACE/trace_options"
equal "lines" "$(lines | grep -c '^ *follow_tree-[0-9]* *\[[0-9]*\] [dDb.][N.][.hHszZ]..  *[0-9.]*: sys_')" 4

note "processes"
write options/record-tgid 1
must grep -qx record-tgid "$KTRACE/trace_options"
must grep -q '^# *TASK-PID *TGID *CPU#  |||||  TIMESTAMP' "$KTRACE/trace"
lines | sed 's/^ *follow_tree-\([0-9]*\) *( *\([0-9]*\)) .*/\1 \2/' | sort -n >shown
printf '%s\n' "$self $self" "$thread $self" "$child $child" | sort -n >wanted
grep -v "^$(sed -n 's/^grandchild //p' out) " shown >others
equal "tasks and processes" "$(cat others)" "$(cat wanted)"
# The columns of the header stand above those of the lines.
column=$(sed -n 's/^\(# *TASK-PID *TGID *\)CPU#.*/\1/p' "$KTRACE/trace" | tr -d '\n' | wc -c)
equal "column of the CPU" "$(lines | head -n 1 | cut -c $column-$((column + 5)) | tr -d '0-9')" ' []'

note "no context"
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

note "tasks that have exited"
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
