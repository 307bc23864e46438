# SPDX-License-Identifier: GPL-2.0
# description: a newline in the name of a task starts no line, in any file that shows the name
# requires: trace saved_cmdlines options/syscall-loud events/task/task_rename events/sched/sched_process_exit program:dmesg

# A name with a newline, a forged line of task 7, and a terminal escape sequence.
name=$(printf 'a\n7 forged\033[m')
tame='a?7 forged?\[m'

# forged FILE: print the number of forged lines
forged()
{
	grep -c '^ *7 forged' "$1" || :
}

note "a task that runs, and a task that has exited"
write events/task/task_rename/enable 1
write events/sched/sched_process_exit/enable 1
mkfifo "$TMP/go"
sh -c 'printf %s "$1" >/proc/$$/comm; read -r _' sh "$name" <"$TMP/go" &
task=$!
exec 3>"$TMP/go"
soon grep -q forged "/proc/$task/comm" || fail "no other name"
cat "$KTRACE/saved_cmdlines" >"$TMP/lives"
exec 3>&-
wait $task || :
cat "$KTRACE/saved_cmdlines" >"$TMP/exited"
for when in lives exited; do
	equal "$when: forged lines" "$(forged "$TMP/$when")" 0
	equal "$when: its line" "$(grep -c "^$task $tame\$" "$TMP/$when")" 1
done

note "records of trace events that contain the name"
cat "$KTRACE/trace" >"$TMP/trace"
equal "forged lines" "$(forged "$TMP/trace")" 0
must grep -q "task_rename: pid=$task oldcomm=sh newcomm=$tame " "$TMP/trace"
must grep -q "sched_process_exit: comm=$tame pid=$task " "$TMP/trace"

note "lines on the console"
write events/syscall/openat/enable 1
sh -c 'printf %s "$1" >/proc/$$/comm; echo 1 >"$2"; : >"$3"' sh "$name" \
	"$KTRACE/options/syscall-loud" "$TMP/file"
write options/syscall-loud 0
dmesg >"$TMP/log"
must grep -q "ktrace: $tame-[0-9]*: openat(" "$TMP/log"
must_not grep -q '7 forged[^?]' "$TMP/log"
