#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# ktrace-tree.sh [FILE...] - draw the tree of the processes of a trace, with their lives
#
# Reads what the files "trace" or "trace_pipe" showed (default: standard input); the events
# process:fork, process:exec and process:exit tell all of it:
#
#   echo PID > process_follow_pid; echo process > current_tracer
#   ...
#   ktrace-tree.sh trace
#
# A line for each process, below the one that made it, in the order in which they were:
#
#   PID COMMAND   how long it lived, how it ended, more
#
# COMMAND is what it executed last, with the arguments; in parentheses: it executed nothing,
# and goes by what it was made from. "orphan": who made it was gone before. A process
# without an end was there still, or its exit is not in the trace.

case "${1:-}" in
-h|--help) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac

# A name has bytes, whatever characters it is of.
LC_ALL=C exec awk '
# The value of NAME=VALUE, up to a space.
function value(name,   at, rest) {
	at = index(line, " " name "=")
	if (!at) return ""
	rest = substr(line, at + length(name) + 2)
	at = index(rest, " ")
	return at ? substr(rest, 1, at - 1) : rest
}

# The string of NAME="STRING", as it is shown; "after" is what stands behind it.
function text(name,   at, rest, i) {
	at = index(line, " " name "=\"")
	if (!at) return ""
	rest = substr(line, at + length(name) + 3)
	for (i = 1; i <= length(rest) && substr(rest, i, 1) != "\""; i++)
		if (substr(rest, i, 1) == "\\") i++
	after = substr(rest, i + 1)
	return substr(rest, 1, i - 1)
}

# The words of argv=["WORD", "WORD"...] at the beginning of "after", with a space between.
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

# Make PID known.
function known(pid) {
	if (pid in made) return
	made[pid] = 1
	order[++processes] = pid
}

# A number that is given again is that of another process, whether its end is known or not.
function reborn(pid) {
	if (key(pid) in made) alias[pid]++
}

function key(pid) { return pid in alias ? pid "." alias[pid] : pid }

# The name has 16 columns. Then there is nothing that a process could choose, up to the event.
{
	comm = substr($0, 1, 16)
	sub(/^ +/, "", comm)
	line = substr($0, 17)
	if (!match(line, /^-[0-9]+ +([(][ 0-9-]*[)] +)?[[][0-9]+[]] +([^ ]+ +)?[0-9.]+: (fork|exec|exit): /)) next
	head = substr(line, 1, RLENGTH)
	line = " " substr(line, RLENGTH + 1)
	n = split(head, part, " ")
	what = part[n]
	# Other systems may have events of these names.
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
	# Its parent is that of who made it.
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

# A process and what it made: BEFORE is in front of it, BELOW in front of the others.
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
		print "ktrace-tree: no records of processes" >"/dev/stderr"
		exit 1
	}
}' "$@"
