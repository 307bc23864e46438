# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions for cases that record the same hits with ktrace and the base's event tracer:
# source this file after lib.sh.
#
#   $peer                   the directory of the event tracer
#   compare WORK SYSTEM...  record the events of the SYSTEMs with both tracers while WORK runs.
#                           Fail unless both tracers have the same records of the tasks whose
#                           ids WORK appends to $TMP/pids, and the event tracer has all records
#                           of ktrace for other tasks. $TMP/kinds gets a line for each event
#                           that happened
#   host_clock=1            set before compare: the guest has the host's clock, so that a CPU
#                           may be told to reschedule between the records of the two tracers
#   unlike=EVENT|...        set before compare: events that show values which other CPUs change
#                           meanwhile
#   systems_but SYSTEM...   print the other systems that have trace events
#   try FILE TEXT           write to the file if it exists, and ignore errors

peer=/sys/kernel/tracing
grep -q " $peer tracefs " /proc/mounts || must mount -t tracefs nodev $peer
# Without the event tracer, this place belongs to ktrace.
[ -d /sys/kernel/ktrace ] || skip "no event tracer"

# Groups of events that TRACE_EVENT() does not define.
others="ftrace syscalls kprobes uprobes synthetic eprobes"

systems_but()
{
	for _dir in "$peer"/events/*/; do
		_system=$(basename "$_dir")
		case " $others $* " in
		*" $_system "*) ;;
		*) echo "$_system" ;;
		esac
	done
}

# on DIR VALUE SYSTEM...: enable or disable the events of the systems
on()
{
	_dir=$1 _value=$2
	shift 2
	for system; do
		[ ! -e "$_dir/events/$system/enable" ] ||
			echo "$_value" >"$_dir/events/$system/enable"
	done
}

# records FILE: print "PID [CPU] CONTEXT EVENT: TEXT" of each record. The following
# differences are removed: whether a CPU that must reschedule has been told so ("N") or
# not yet ("n"); the context of system calls, because ktrace's hooks are not at the
# place of the base's tracepoints and an interrupt may come in between; and the age of a
# line, which is computed when the line is read.
records()
{
	awk -v host="${host_clock:-}" -v unlike="${unlike:-}" '
	     /^#/ || !match($0, /-[0-9]+ +\[/) { next }
	     { line = substr($0, RSTART + 1)
	       sub(/ +/, " ", line)
	       sub(/ +[0-9.]+: /, " ", line)
	       if (unlike != "" && line ~ ("^[0-9]+ \\[[0-9]+\\] [^ ]+ (" unlike "): "))
		       next
	       if (match(line, /^[0-9]+ \[[0-9]+\] ./)) {
		       resched = substr(line, RLENGTH + 1, 1)
		       if (host || resched == "n")
			       line = substr(line, 1, RLENGTH) (host ? "-" : "N") \
				      substr(line, RLENGTH + 2)
	       }
	       if (line ~ /^[0-9]+ \[[0-9]+\] [^ ]+ sys_(enter|exit): /)
		       sub(/\] [^ ]+/, "] -", line)
	       sub(/ age=[0-9]+/, " age=-", line)
	       print line }' "$1"
}

# of_workers FILE: print the records of the tasks in $TMP/pids, which started and ended
# while both tracers recorded
of_workers()
{
	awk 'NR == FNR { worker[$1] = 1; next } $1 in worker' "$TMP/pids" "$1" | LC_ALL=C sort
}

# try FILE TEXT: write to the file if it exists, and ignore errors
try()
{
	[ ! -w "$1" ] || echo "$2" >"$1" 2>/dev/null || :
}

# compare WORK SYSTEM...: record WORK with both tracers and compare the records
compare()
{
	_work=$1
	shift
	: >"$TMP/pids"
	echo >"$peer/trace"
	write trace ''
	on "$peer" 1 "$@"
	on "$KTRACE" 1 "$@"
	$_work
	on "$KTRACE" 0 "$@"
	on "$peer" 0 "$@"
	# One trace after the other: the guest's memory has no room for the text of both.
	for who in peer own; do
		if [ $who = peer ]; then from=$peer; else from=$KTRACE; fi
		cat "$from/trace" >"$TMP/trace"
		must_not grep LOST "$TMP/trace"
		records "$TMP/trace" >"$TMP/$who"
		rm "$TMP/trace"
		of_workers "$TMP/$who" >"$TMP/$who.workers"
	done
	cut -d' ' -f4 "$TMP/own" | sort | uniq -c | sort -nr >"$TMP/kinds.now"
	sed 's/^ *[0-9]* //' "$TMP/kinds.now" >>"$TMP/kinds"
	# shellcheck disable=SC2046
	note "$_work: $(wc -l <"$TMP/own") records, $(wc -l <"$TMP/own.workers") of the workers," \
		"$(wc -l <"$TMP/kinds.now") events;" $(head -n 5 "$TMP/kinds.now")
	if ! diff "$TMP/peer.workers" "$TMP/own.workers" >"$TMP/diff"; then
		head -n 40 "$TMP/diff"
		fail "records differ from those of the event tracer (<)"
	fi
	# Other tasks may have more records in the event tracer, which recorded a bit
	# longer. Another CPU may tell an idle CPU to reschedule between the records of
	# the two tracers.
	awk '{ line = $0
	       if (match(line, /^[0-9]+ \[[0-9]+\] ./))
		       line = substr(line, 1, RLENGTH) "-" substr(line, RLENGTH + 2) }
	     NR == FNR { n[line]++; next }
	     n[line]-- <= 0' "$TMP/peer" "$TMP/own" >"$TMP/alone"
	if [ -s "$TMP/alone" ]; then
		head -n 40 "$TMP/alone"
		fail "$(wc -l <"$TMP/alone") records that the event tracer has not"
	fi
}
