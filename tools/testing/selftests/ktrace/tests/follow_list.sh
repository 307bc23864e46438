# SPDX-License-Identifier: GPL-2.0
# description: one write sets a list of thousands of task numbers, completely or not at all
# requires: set_event_pid set_event_notrace_pid process_follow_pid error_log events/syscalls/sys_enter_getcwd
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# one_write FILE FROM: write the contents of FROM by one write call
one_write()
{
	dd if="$2" of="$KTRACE/$1" bs=2097152 conv=notrunc 2>"$TMP/said"
}

# 10,000 numbers without a task, 80 kB, and one number of a task.
seq 3100001 3110000 | tr '\n' ' ' >many
sh -c 'cp many all; echo $$ >>all
	dd if=all of="$KTRACE/set_event_pid" bs=2097152 2>/dev/null || exit
	echo 1 >"$KTRACE/events/syscalls/sys_enter_getcwd/enable"; exec /bin/pwd' >pwd ||
	fail "a list of $(wc -c <all) bytes"
/bin/pwd >pwd
echo 0 >"$KTRACE/events/syscalls/sys_enter_getcwd/enable"
self=$(tail -n 1 all | sed 's/.* //')
equal "recorded tasks" "$(sed -n 's/^.*-\([0-9]*\) .*: sys_getcwd(.*/\1/p' "$KTRACE/trace")" "$self"
tr ' ' '\n' <all | grep . | sort -n >wanted
cmp wanted "$KTRACE/set_event_pid" || fail "the list is another one"

note "one wrong word refuses the whole write"
{ cat many; printf '12x '; cat many; } >bad
must_not one_write set_event_pid bad
must grep -q "$(errno_text EINVAL)" said
cmp wanted "$KTRACE/set_event_pid" || fail "a refused write changed the list"
must grep -q 'error: Not a PID' "$KTRACE/error_log"
# The error log shows the words around the wrong word; the caret is below the x.
column=$(tail -n 1 "$KTRACE/error_log" | tr -d '\n' | wc -c)
equal "the byte at fault" "$(tail -n 2 "$KTRACE/error_log" | head -n 1 | cut -c $column-$((column + 3)))" "12x "

note "a number that no task can have"
refused set_event_pid EINVAL 4194304
must grep -q 'error: PID out of range' "$KTRACE/error_log"

note "the longest list, and one byte more"
write set_event_pid 1
yes 1234567 | head -c 1048576 | tr '\n' ' ' >longest
must one_write set_event_pid longest
equal "numbers" "$(xargs <"$KTRACE/set_event_pid")" "1 1234567"
{ cat longest; echo 8; } >long
must_not one_write set_event_pid long
must grep -q "$(errno_text E2BIG)" said
equal "numbers" "$(xargs <"$KTRACE/set_event_pid")" "1 1234567"

note "the other files with lists"
write set_event_pid ''
must one_write set_event_notrace_pid many
equal "numbers" "$(wc -l <"$KTRACE/set_event_notrace_pid")" 10000
write set_event_notrace_pid ''
yes $$ | head -n 20000 | tr '\n' ' ' >selves
must one_write process_follow_pid selves
must grep -qx $$ "$KTRACE/process_follow_pid"
write process_follow_pid 0

note "only ASCII white space separates numbers"
printf '1\2401\n' >latin
printf '1\v1\f1\t1\n' >blanks
for list in set_event_pid set_event_notrace_pid process_follow_pid; do
	must_not one_write $list latin
	must grep -q "$(errno_text EINVAL)" said
	must grep -q 'error: Not a PID' "$KTRACE/error_log"
	: >"$KTRACE/error_log"
	must one_write $list blanks
done
equal "numbers" "$(cat "$KTRACE/set_event_notrace_pid")" 1
