# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# For cases that have ktrace and the base's event tracer record the same hits: sourced
# behind lib.sh.
#
#   $peer                   the event tracer's directory
#   compare WORK SYSTEM...  have both record what happens to the events of the SYSTEMs while
#                           WORK runs: fail unless the records of the tasks whose ids WORK
#                           appends to $TMP/pids are the same, and there is none of another
#                           that the event tracer has not. $TMP/kinds gets a line for each
#                           event that happened.
#   host_clock=1            before that: the guest's clock is the host's, so that a CPU may be
#                           told to reschedule between the one tracer's record and the other's
#   unlike=EVENT|...        before that: events that tell of what other CPUs change meanwhile
#   systems_but SYSTEM...   the other systems that have trace events
#   try FILE TEXT           write where that is there and can be done

peer=/sys/kernel/tracing
grep -q " $peer tracefs " /proc/mounts || must mount -t tracefs nodev $peer
[ -e $peer/events/sched ] || skip "no event tracer"

# What is not of TRACE_EVENT().
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

# on DIR VALUE SYSTEM...: switch events
on()
{
	_dir=$1 _value=$2
	shift 2
	for system; do
		[ ! -e "$_dir/events/$system/enable" ] ||
			echo "$_value" >"$_dir/events/$system/enable"
	done
}

# records FILE: "PID [CPU] CONTEXT EVENT: TEXT" of each. The event tracer also tells whether
# a CPU that is to reschedule has been told so, "N", or not yet, "n".  The hooks of calls are
# not where the base's tracepoints are: an interrupt in between may change the context.  An
# age is that when the line is read.
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

# of_workers FILE: those of who did the work, and so began and ended while all was on
of_workers()
{
	awk 'NR == FNR { worker[$1] = 1; next } $1 in worker' "$TMP/pids" "$1" | LC_ALL=C sort
}

# try FILE TEXT: write where that is there and can be done
try()
{
	[ ! -w "$1" ] || echo "$2" >"$1" 2>/dev/null || :
}

# compare WORK SYSTEM...: have both record it
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
	cat "$peer/trace" >"$TMP/peer.trace"
	cat "$KTRACE/trace" >"$TMP/own.trace"
	for who in peer own; do
		must_not grep LOST "$TMP/$who.trace"
		records "$TMP/$who.trace" >"$TMP/$who"
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
	# Others have been running before: the event tracer was on a bit longer than ktrace.  An
	# idle CPU may be told by another one to reschedule between the two records.
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
