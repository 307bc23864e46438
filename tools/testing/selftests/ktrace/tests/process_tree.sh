# SPDX-License-Identifier: GPL-2.0
# description: the records of a followed tree agree with the reports of its processes, and with strace
# requires: process_follow_pid process_trace_lifecycle events/process/fork program:process_life
# weight: 15

# told: convert the trace to the format of process_life, and sort it
told()
{
	awk '
	function value(name,   i) {
		for (i = 1; i <= NF; i++)
			if (index($i, name "=") == 1) return substr($i, length(name) + 2)
		return ""
	}
	function text(name,   at, rest) {
		at = index($0, " " name "=\""); rest = substr($0, at + length(name) + 3)
		return substr(rest, 1, index(rest, "\"") - 1)
	}
	{ pid = $0; sub(/ *\[[0-9]+\].*/, "", pid); sub(/.*-/, "", pid) }
	/: fork: / {
		if (value("how") == "thread") print "thread", value("tgid"), value("child_pid")
		else print "fork", value("tgid"), value("child_tgid")
	}
	/: exec: / { print "exec", value("tgid"), text("filename") }
	/: exit: / && value("last") == 1 {
		if (value("signal") != "") print "exit", value("tgid"), "signal", value("signal")
		else print "exit", value("tgid"), "code", value("code")
	}
	/: jobctl: / && / stopped / { print "stopped", value("tgid"), value("signal") }
	/: jobctl: / && / continued / { print "continued", value("tgid") }
	/: signal_deliver: / && / handler=/ { print "handled", pid, value("sig") }
	/: rename: / { print "name", value("pid"), text("new_comm") }
	/: creds: / && value("uid") != "" {
		sub(/.*->/, "", $0); print "uid", pid, "1234"
	}' "$KTRACE/trace" | sort
}

# run COMMAND...: run process_life, followed from its start, with its log in "log"
run()
{
	rm -f go log
	mkfifo go
	"$@" <go >log &
	running=$!
	exec 3>go
	soon grep -q ^self log || fail "nothing from $*"
	self=$(sed -n 's/^self //p' log)
	write trace ''
	write process_follow_pid "$self"
	write current_tracer process
	echo >&3
	exec 3>&-
	status=0
	wait "$running" || status=$?
	equal "status of $*" $status 11
	# Processes that the command leaves behind have exited, too.
	soon nobody_followed || fail "followed: $(cat "$KTRACE/process_follow_pid")"
	write current_tracer nop
}

nobody_followed()
{
	[ -z "$(cat "$KTRACE/process_follow_pid")" ]
}

note "the program's own log"
run process_life
grep -v ^self log | sort >own
told >seen
diff own seen || fail "the trace differs from the program's output"
[ "$(grep -c ^fork own)" -ge 9 ] || fail "hardly anything happened"

note "details that only the trace has"
leaf=$(awk '$1 == "exec" { print $2; exit }' own)
grep ": exec: tgid=$leaf " "$KTRACE/trace" >line
grep -q 'argv=\["process_life", "leaf", "5", "/proc/self/exe"\]' line || fail "$(cat line)"
grep -q ' old_pid=[0-9]* ' line || fail "no number of the thread that executed: $(cat line)"
grep -q 'old_comm="process_life" new_comm="exe"' line || fail "$(cat line)"
grep -q ': fork: .* how=vfork flags=CLONE_VM|CLONE_VFORK.* exit_signal=SIGCHLD' "$KTRACE/trace" ||
	fail "no vfork"
grep -q ': signal_generate: sig=SIGTERM .* code=SI_USER sender='"$self"' group=1 result=delivered' \
	"$KTRACE/trace" || fail "no SIGTERM"
grep -q ': signal_generate: sig=SIGUSR2 .* result=ignored' "$KTRACE/trace" || fail "no SIGUSR2"
grep -q ": exit: tgid=$self last=1 code=11 lived=[0-9.]* cpu=[0-9.]* maxrss_kb=[1-9][0-9]* parent=$$" \
	"$KTRACE/trace" || fail "exit: $(grep ": exit: tgid=$self" "$KTRACE/trace")"

note "complete system calls of these tasks, and of no others"
grep -v '^#' "$KTRACE/trace" | sed 's/ *\[[0-9]*\].*//; s/.*-//' | sort -u >pids
awk '$1 == "fork" || $1 == "thread" { print $3 } $1 == "self" { print $2 }' log | sort -u >wanted
# The actions of the parent on the tree's processes are recorded as well.
grep -vx "$$" pids | diff wanted - || fail "others are recorded, or some are not"
grep -q "setresuid(ruid: 1234, euid: 1234, suid: 1234) = 0" "$KTRACE/trace" || fail "no call"

note "tree.sh draws the tree"
sh "$1/tree.sh" "$KTRACE/trace" >tree
cat tree
# Convert the parents and fates of the processes to the format of process_life.
awk '{
	for (depth = 0; substr($0, 3 * depth + 1, 3) ~ /^([|] |[|]-|`-|  ) $/; depth++) ;
	pid = substr($0, 3 * depth + 1)
	end = pid
	sub(/ .*/, "", pid)
	at[depth] = pid
	if (depth) print "fork", at[depth - 1], pid
	if (end ~ / code [0-9]+/) { sub(/.* code /, "", end); sub(/,.*/, "", end); print "exit", pid, "code", end }
	else if (end ~ / killed by /) { sub(/.* killed by /, "", end); sub(/,.*/, "", end); print "exit", pid, "signal", end }
}' tree | sort >drawn
grep '^fork\|^exit' own | diff - drawn || fail "another tree"
equal "orphans" "$(grep -c ', orphan' tree)" 1
equal "threads" "$(grep -c ', 1 thread' tree)" 2
grep -q ' leaf 7 /proc/self/exe  *[0-9.]* s, code 7' tree || fail "no program"

if command -v strace >/dev/null; then
	note "the same as strace -f"
	rm -f go
	run strace -f -o strace.log process_life
	# The format is PID code N or PID signal NAME.
	sed -n -e 's/^\([0-9]*\) *+++ exited with \([0-9]*\) +++$/\1 code \2/p' \
		-e 's/^\([0-9]*\) *+++ killed by \([A-Z]*\).* +++$/\1 signal \2/p' strace.log |
		sort >ends.strace
	told | sed -n 's/^exit //p' >ends.told
	# strace also reports threads.
	awk 'NR == FNR { is[$1] = 1; next } $1 in is' ends.told ends.strace | sort -u |
		diff ends.told - || fail "ends of processes"
	sed -n 's/^\([0-9]*\) *--- \(SIG[A-Z0-9]*\) {.*/\1 \2/p' strace.log | sort >signals.strace
	sed -n 's/^.*-\([0-9]*\) *\[.*: signal_deliver: sig=\([A-Z0-9]*\) .*/\1 \2/p' \
		"$KTRACE/trace" | grep -v SIGKILL | sort >signals.told
	# Signals of strace itself are missing, because strace is not followed.
	diff signals.strace signals.told || fail "signals that were delivered"
fi
