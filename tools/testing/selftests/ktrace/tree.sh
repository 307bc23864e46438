#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# tree.sh [FILE...] - draw the tree of the processes in a trace
#
# Reads the text of the files "trace" or "trace_pipe" (default: standard input), and uses the
# events process:fork, process:exec and process:exit:
#
#   echo PID > process_follow_pid; echo process > current_tracer
#   ...
#   tree.sh trace
#
# Prints a line for each process below the line of its creator, in the order of creation:
#
#   PID COMMAND   duration, exit code or signal, number of threads, "orphan"
#
# COMMAND is the program that the process executed last, with arguments. Parentheses mean
# that the process executed no program; COMMAND is then that of its creator. "orphan" means
# that the creator exited first, "no end" that the trace has no exit of the process.

case "${1:-}" in
-h|--help) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac

# Columns of names are counted in bytes.
LC_ALL=C exec awk '
# Return VALUE of NAME=VALUE; VALUE ends at a space.
function value(name,   at, rest) {
	at = index(line, " " name "=")
	if (!at) return ""
	rest = substr(line, at + length(name) + 2)
	at = index(rest, " ")
	return at ? substr(rest, 1, at - 1) : rest
}

# Return STRING of NAME="STRING", with its escapes; set "after" to the text behind it.
function text(name,   at, rest, i) {
	at = index(line, " " name "=\"")
	if (!at) return ""
	rest = substr(line, at + length(name) + 3)
	for (i = 1; i <= length(rest) && substr(rest, i, 1) != "\""; i++)
		if (substr(rest, i, 1) == "\\") i++
	after = substr(rest, i + 1)
	return substr(rest, 1, i - 1)
}

# Return the words of argv=["WORD", "WORD"...] at the start of "after", joined by spaces.
function words(   rest, out, i, c, in_word) {
	sub(/^[.]* /, "", after)
	if (index(after, "argv=[") != 1) return ""
	rest = substr(after, 7)
	for (i = 1; i <= length(rest); i++) {
		c = substr(rest, i, 1)
		if (c == "\"") { in_word = !in_word; continue }
		if (!in_word && c == "]") break
		if (!in_word && c == ",") continue
		if (c == "\\") { out = out c; c = substr(rest, ++i, 1) }
		out = out c
	}
	return out
}

# Add PID to the list of processes.
function known(pid) {
	if (pid in made) return
	made[pid] = 1
	order[++processes] = pid
}

# After a fork that returns a known PID, the PID belongs to a new process.
function reborn(pid) {
	if (key(pid) in made) alias[pid]++
}

function key(pid) { return pid in alias ? pid "." alias[pid] : pid }

# The name takes 16 columns. A process cannot influence the text between name and event.
{
	comm = substr($0, 1, 16)
	sub(/^ +/, "", comm)
	line = substr($0, 17)
	# No column contains a colon.
	if (!match(line, /^-[0-9]+ [^:]* [0-9.]+: (fork|exec|exit): /)) next
	head = substr(line, 1, RLENGTH)
	line = " " substr(line, RLENGTH + 1)
	n = split(head, part, " ")
	what = part[n]
	# Skip events of other systems with the same names.
	if (value("tgid") !~ /^[0-9]+$/) next
	if (value(what == "fork:" ? "child_tgid" : what == "exit:" ? "last" : "filename") == "") next
	tgid = key(value("tgid"))
}

what == "fork:" {
	known(tgid)
	if (value("how") == "thread") { threads[tgid]++; next }
	if (!(tgid in command)) command[tgid] = "(" comm ")"
	child = value("child_tgid")
	reborn(child)
	child = key(child)
	known(child)
	maker[child] = tgid
	# The parent of the child is the parent of its creator.
	if (value("flags") ~ /CLONE_PARENT([|]|$)/) sibling[child] = 1
	child_of[tgid, ++children[tgid]] = child
	command[child] = command[tgid]
	if (command[child] !~ /^\(/) command[child] = "(" command[child] ")"
}

what == "exec:" {
	known(tgid)
	file = text("filename")
	command[tgid] = words()
	if (command[tgid] == "") command[tgid] = file
}

what == "exit:" && value("last") == "1" {
	known(tgid)
	if (!(tgid in command)) command[tgid] = "(" comm ")"
	lived[tgid] = value("lived") " s"
	if (value("signal") != "")
		ended[tgid] = "killed by " value("signal") (value("core") ? ", core dumped" : "")
	else
		ended[tgid] = "code " value("code")
	if (tgid in maker && !(tgid in sibling) && key(value("parent")) != maker[tgid])
		orphan[tgid] = 1
}

# Draw a process with prefix BEFORE, and its children with prefix BELOW.
function draw(pid, before, below,   i, number, life) {
	number = pid
	sub(/\..*/, "", number)
	life = pid in ended ? lived[pid] ", " ended[pid] : "no end"
	if (threads[pid]) life = life ", " threads[pid] (threads[pid] > 1 ? " threads" : " thread")
	if (pid in orphan) life = life ", orphan"
	printf "%-48s  %s\n", before number " " command[pid], life
	for (i = 1; i <= children[pid]; i++)
		draw(child_of[pid, i], below (i < children[pid] ? "|- " : "`- "),
		     below (i < children[pid] ? "|  " : "   "))
}

END {
	for (p = 1; p <= processes; p++)
		if (!(order[p] in maker)) draw(order[p], "", "")
	if (!processes) {
		print "tree.sh: no records of processes" >"/dev/stderr"
		exit 1
	}
}' "$@"
