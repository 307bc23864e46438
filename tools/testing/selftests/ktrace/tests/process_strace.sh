# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the tree of a script with forty processes and more is the tree that strace -f prints
# requires: process_follow_pid events/process/fork program:process_life program:strace
# weight: 8

# The work: each way of fork, exec and death, orphans, and an exec from a thread.
cat >work <<'END'
read -r _
ulimit -c 64
cd "$1"
echo | process_life >first
(echo | process_life >second) &
other=$!
seq 9 | sort -r | tail -n 1 >last
for code in 0 1 2 255; do
	sh -c "exit $code" || :
done
for signal in HUP TERM KILL SEGV; do
	sh -c "kill -$signal \$\$" || :
done
process_life many 6
process_life threads 2
# A command that cannot be executed: the child exits, without an exec.
/no/such/program 2>/dev/null || :
sh -c 'exec /no/such/program' 2>/dev/null || :
# The child outlives its parent, and ends before the script does.
sh -c 'sh left &'
until [ -e orphan ]; do sleep 0.01; done
wait $other
exit 17
END

# A process that waits until its parent has gone.
cat >left <<'END'
until grep -q '^PPid:.1$' /proc/$$/status; do sleep 0.01; done
: >orphan
exit 3
END

# of_strace: print what strace says, in the words of of_trace: "fork TID CHILD HOW",
# "exec TID PATH", "exit PID code N", "exit PID signal NAME [core]"
cat >of_strace <<'AWK'
# A call that another task's line interrupts is on two lines; so is an exec in a thread, which
# ends under the number of the process.
/ <(unfinished|pid changed to [0-9]+) \.\.\.>$/ {
	match($0, / <(unfinished|pid changed to [0-9]+) \.\.\.>$/)
	at = RSTART
	begun[$1] = substr($0, 1, at - 1)
	next
}
/^[0-9]+ +<\.\.\. [a-z0-9_]+ resumed>/ {
	pid = $1
	from = $0 ~ /execve resumed/ && pid in by ? by[pid] : pid
	at = index($0, " resumed>")
	$0 = begun[from] substr($0, at + 9)
	delete begun[from]
}
# If an exec in a thread ends the task that has just created the thread, strace does not know
# the result of the clone().
/^[0-9]+ +clone3?\(.*CLONE_THREAD.* = \?$/ { creates[$1] = 1 }
/ \+\+\+ superseded by execve in pid / {
	by[$1] = $(NF - 1)
	if ($1 in creates && !(by[$1] in known))
		print "fork", $1, by[$1], "thread"
}
/^[0-9]+ +(fork|vfork|clone|clone3)\(.* = [0-9]+$/ {
	how = /CLONE_THREAD/ ? "thread" : (/CLONE_VFORK/ || / vfork\(/) ? "vfork" : \
	      /CLONE_VM/ ? "clone" : "fork"
	print "fork", $1, $NF, how
	known[$NF] = 1
	if (how != "thread")
		process[$NF] = 1
}
/^[0-9]+ +execve\(".* = 0$/ { split($0, part, "\""); print "exec", $1, part[2] }
/ \+\+\+ exited with [0-9]+ \+\+\+$/ { ends[$1] = "code " $(NF - 1) }
/ \+\+\+ killed by SIG[A-Z0-9]+( \(core dumped\))? \+\+\+$/ {
	ends[$1] = "signal " $5 (/core dumped/ ? " core" : "")
}
END {
	for (pid in process)
		print "exit", pid, ends[pid]
}
AWK

# of_trace: the same of the records of ktrace
cat >of_trace <<'AWK'
function value(name,   i) {
	for (i = 1; i <= NF; i++)
		if (index($i, name "=") == 1)
			return substr($i, length(name) + 2)
	return ""
}
{
	pid = $0
	sub(/ *\[[0-9]+\].*/, "", pid)
	sub(/.*-/, "", pid)
}
/: fork: / { print "fork", pid, value("child_pid"), value("how") }
/: exec: / {
	path = substr($0, index($0, " filename=\"") + 11)
	old = value("old_pid")
	print "exec", old ? old : pid, substr(path, 1, index(path, "\"") - 1)
}
/: exit: / && value("last") == 1 && value("tgid") != self {
	signal = value("signal")
	print "exit", value("tgid"), signal ? "signal " signal (value("core") ? " core" : "") \
					    : "code " value("code")
}
AWK

echo core >/proc/sys/kernel/core_pattern
mkfifo go
strace -f -o told -e trace=process sh work "$TMP" <go &
tracer=$!
exec 3>go
soon grep -q execve told || fail "strace does not begin"
self=$(awk '{ print $1; exit }' told)
# Select the task before the records are enabled, so that no other task is recorded.
write process_follow_pid "$self"
for kind in fork exec exit; do
	echo "process:$kind" >>"$KTRACE/set_event"
done
echo >&3
exec 3>&-
status=0
wait $tracer || status=$?
equal "status" $status 17
equal "lost" "$(grep -vc '^#' "$KTRACE/lost_events")" 0
# The exec of the script's own shell came before the records.
awk -f of_strace told | grep -v "^exec $self " | sort >wanted
grep -v '^#' "$KTRACE/trace" | awk -v self="$self" -f of_trace | sort >got
if ! diff wanted got >differ; then
	cat differ
	# Print the lines of strace about these tasks.
	for pid in $(sed -n 's/^[-+][a-z]* \([0-9]*\) .*/\1/p' differ | sort -u); do
		grep -w "$pid" told | head -n 5
	done
	fail "strace (-) and ktrace (+) differ"
fi
note "$(grep -c ^fork wanted) forks, $(grep -c ^exec wanted) programs," \
	"$(grep -c ^exit wanted) processes that end"
for line in '^fork .* vfork' '^fork .* thread' '^exit .* signal SIGSEGV core' \
	'^exit .* signal SIGKILL' '^exit .* code 255' '^exit .* code 3$'; do
	grep -q "$line" wanted || fail "not in the tree: $line"
done
[ "$(grep -c '^exit' wanted)" -ge 40 ] || fail "only $(grep -c '^exit' wanted) processes"
