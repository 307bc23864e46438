# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions for cases that run unmodified perf-tools: source this file after lib.sh. If the
# kernel has ftrace, too, each tool runs a second time with ftrace and must print the same.
#
#   in_tracer COMMAND ARG...    run the command with ktrace in the place of ftrace
#   snoop N PATTERN WORK TOOL ARG...  start the tool, do WORK while the tool traces, and end
#                               the tool: fail unless at least N lines match PATTERN. The
#                               output is in $TMP/out
#   $KNOWN                      code that a bash script in WORK must execute first if its name
#                               matters: ftrace knows a task by the name that the task had when
#                               it was last switched after an event of its own, and that may be
#                               the name of the parent; $EVENT makes such an event, if opening
#                               files does not
#   same_fields                 fail unless the tool printed the records of bash that trace of
#                               another instance shows, field by field: $TMP/out has lines of
#                               trace_pipe. snoop records the tool's events in that instance
#   same_opens DIR OPTIONS      the same for opensnoop-perf with these options: fail unless it printed
#                               each open (with -x only each failed one) of bash in DIR, with the
#                               fields that trace has, and with -t with its time
#   same_kills [names]          the same for killsnoop-perf -n bash; with -s, signals have names
#   same_requests EVENT [times] the same for iosnoop-perf -n dd, which prints times with -st;
#                               EVENT begins a request
#   same_distribution EVENT FILE  the same for the table in FILE, the last one of iolatency-perf
#   shown LINE...               fail unless each LINE is among the matched lines, in which
#                               process ids are PID, places in code are AT, and times and CPUs
#                               are removed
#   refuses LINE TOOL ARG...    fail unless the tool exits by itself and prints LINE

# A kernel with ftrace has /sys/kernel/ktrace. In other kernels, ftrace's place belongs to ktrace.
peer=/sys/kernel/tracing
tracers=ktrace
if [ -d /sys/kernel/ktrace ]; then
	grep -q " $peer tracefs " /proc/mounts || must mount -t tracefs nodev $peer
	tracers="ftrace ktrace"
fi

# with_tracer TRACER COMMAND ARG...: run the command with TRACER at
# /sys/kernel/debug/tracing. Without ftrace, that directory belongs to ktrace anyway
cat >"$TMP/with_tracer" <<END
#!/bin/sh
[ -d /sys/kernel/ktrace ] || {
	shift
	exec "\$@"
}
case \$1 in
ftrace) dir=$peer ;;
*) dir=$KTRACE ;;
esac
shift
exec unshare -m sh -c '
	dir=\$1
	shift
	mkdir -p /tmp/tracer
	mount --bind "\$dir" /tmp/tracer
	mount -t tmpfs none /sys/kernel/debug
	mkdir /sys/kernel/debug/tracing
	mount --bind /tmp/tracer /sys/kernel/debug/tracing
	exec "\$@"' sh "\$dir" "\$@"
END
chmod 755 "$TMP/with_tracer"

in_tracer()
{
	"$TMP/with_tracer" ktrace "$@"
}

# Do not fork: some tools look for forks.
mkfifo "$TMP/never"
export NEVER="$TMP/never"
# shellcheck disable=SC2016 # bash expands the text
KNOWN='exec 9<>"$NEVER"
	until mapfile -t names <"$NAMES"; [[ " ${names[*]} " == *" $$ bash "* ]]; do
		eval "${EVENT:-:}"
		read -rt 0.01 <&9
	done
	exec 9>&-
'

# child PGRP NAME [FILE]: set $child to the process of that process group that has this
# name and, if FILE is given, has a file open whose name contains FILE
child()
{
	for _stat in /proc/[0-9]*/stat; do
		read -r child _name _ _ _group _ 2>/dev/null <"$_stat" || continue
		if [ "$_group" = "$1" ] && [ "$_name" = "($2)" ] &&
		   { [ -z "${3-}" ] || ls -l "${_stat%stat}fd" 2>/dev/null | grep -q "$3"; }; then
			return 0
		fi
	done
	return 1
}

# records_of DIR KIND: print the number of records that were read (KIND is "read") or
# written (KIND is "made"), according to per_cpu/cpuN/stats
records_of()
{
	cat "$1"/per_cpu/cpu*/stats | awk -v kind="$2" '
		/^read events:/ || (kind == "made" && /^entries:/) { n += $NF }
		END { print n + 0 }'
}

# all_read DIR N: succeed if trace_pipe has shown at least N records. Reading stats may
# cause more records
all_read()
{
	[ "$(records_of "$1" read)" -ge "$2" ]
}

# same FILE: print the file without the parts that differ from run to run
same()
{
	sed -E -e 's/^ +//' -e 's/^([0-9]+\.[0-9]+ +){1,2}//' -e 's/^(.*-)[0-9]+ +\[[0-9]+\] +[^ ]+ +[0-9.]+: /\1PID /' \
		-e 's/^([^ ]+) +[0-9]+ /\1 PID /' -e 's/^([^ ]+ PID) +[0-9]+ +/\1 PID /' \
		-e 's,\+0x[0-9a-f]+/0x[0-9a-f]+,+AT/AT,g' \
		-e 's/0x[0-9a-f]{6,}/AT/g' -e 's/: [0-9a-f]{9,}/: AT/g' -e 's/pid=[0-9]+/pid=PID/g' -e 's/ +[0-9]+\.[0-9]{2}$/ MS/' \
		-e 's/ +/ /g' -e 's/ $//' "$1"
}

# alike FILE: print each line once, without the name of the task (see $KNOWN), and
# without the first entry of each stack, which is a function of the tracer
alike()
{
	sed -E -e 's/^ *[^ ]*-PID /-PID /' -e '/^=> (trace_event_raw_event|ktrace_probe)_/d' "$1" |
	sort -u
}

# The instance that records the tool's events a second time
beside=$KTRACE/instances/beside

# begin_beside: enable the events of the tool, with their filters, in another instance
begin_beside()
{
	[ -d "$beside" ] || must mkdir "$beside"
	write "$beside/trace" ''
	tr : / <"$KTRACE/set_event" >"$TMP/beside.events"
	while read -r _event; do
		_filter=$(cat "$KTRACE/events/$_event/filter")
		[ "$_filter" = none ] || write "$beside/events/$_event/filter" "$_filter"
		write "$beside/events/$_event/enable" 1
	done <"$TMP/beside.events"
}

# end_beside: disable the events in the other instance, so that the tool can remove its probe
end_beside()
{
	while read -r _event; do
		write "$beside/events/$_event/enable" 0
		write "$beside/events/$_event/filter" 0
	done <"$TMP/beside.events"
	grep -v '^#' "$beside/trace" >"$TMP/beside" || :
}

# lines_of FILE: print the records of bash, without their times and with one blank between
# fields. The tool runs programs that hit a probe before the other instance records.
lines_of()
{
	sed -n -E 's/^ *(bash-[0-9]+ +\[[0-9]+\] +[^ ]+) +[0-9.]+: (.*)$/\1 \2/p' "$1" | sed 's/  */ /g'
}

# The buffers of two instances take the time of an event one after the other, so the times
# may differ by a microsecond or two.
same_times()
{
	for _file in "$TMP/out" "$TMP/beside"; do
		sed -n -E 's/^ *bash-[0-9]+ +\[[0-9]+\] +[^ ]+ +([0-9.]+): .*$/\1/p' "$_file" >"$_file.times"
	done
	paste "$TMP/out.times" "$TMP/beside.times" |
		awk '{ d = $1 - $2; if (d < 0) d = -d; if (NF != 2 || d > 0.0001) exit 1 }'
}

same_fields()
{
	lines_of "$TMP/out" >"$TMP/out.fields"
	lines_of "$TMP/beside" >"$TMP/beside.fields"
	[ -s "$TMP/beside.fields" ] || fail "no record in the other instance"
	diff "$TMP/beside.fields" "$TMP/out.fields" || fail "the tool prints other records than trace (<)"
	same_times || fail "times differ: $(paste "$TMP/out.times" "$TMP/beside.times")"
	fields=$((${fields:-0} + $(wc -w <"$TMP/beside.fields")))
}

# near FILE FILE: fail unless the files differ only in the numbers of the first columns that
# begin with "~", and there by at most 0.0001, or 0.011 for "~~"
near()
{
	paste -d '|' "$1" "$2" | awk -F '|' '
	function far(a, b, most) {
		return a - b > most || b - a > most
	}
	{
		n = split($1, a, " ")
		if (!n || n != split($2, b, " "))
			exit 1
		for (i = 1; i <= n; i++) {
			if (a[i] ~ /^~~[0-9.]+$/ && b[i] ~ /^~~[0-9.]+$/) {
				if (far(substr(a[i], 3), substr(b[i], 3), 0.011))
					exit 1
			} else if (a[i] ~ /^~[0-9.]+$/ && b[i] ~ /^~[0-9.]+$/) {
				if (far(substr(a[i], 2), substr(b[i], 2), 0.0001))
					exit 1
			} else if (a[i] != b[i]) {
				exit 1
			}
		}
	}' || fail "the tool prints other fields than trace (<): $(diff "$1" "$2")"
	fields=$((${fields:-0} + $(wc -w <"$1")))
}

# In trace, an open is a record of the probe of the function that copies the name, and the
# return of the call. opensnoop prints -1 for errors.
same_opens()
{
	_failed='' _times=''
	case " $2 " in
	*" -x "*) _failed=1 ;;
	esac
	case " $2 " in
	*" -t "*) _times=1 ;;
	esac
	awk -v dir="$1/" -v failed="$_failed" -v times="$_times" '
	$1 !~ /^bash-[0-9]+$/ { next }
	{ pid = substr($1, 6) }
	$5 == "getnameprobe:" {
		name[pid] = $0
		sub(/.* arg1="/, "", name[pid])
		sub(/"$/, "", name[pid])
	}
	$5 ~ /^sys_open(at)?$/ && $6 == "->" && pid in name {
		bad = $7 ~ /^0xfffff/
		if (index(name[pid], dir) == 1 && (bad || !failed))
			print times ? "~" substr($4, 1, length($4) - 1) : "-", "bash", pid, bad ? -1 : $7,
			      name[pid]
		delete name[pid]
	}' "$TMP/beside" >"$TMP/beside.fields"
	[ -s "$TMP/beside.fields" ] || fail "no open in the other instance: $(cat "$TMP/beside")"
	awk -v dir="$1/" -v times="$_times" '
	times && $2 == "bash" && index($5, dir) == 1 { print "~" $1, $2, $3, $4, $5 }
	!times && $1 == "bash" && index($4, dir) == 1 { print "-", $1, $2, $3, $4 }
	' "$TMP/out" >"$TMP/out.fields"
	near "$TMP/beside.fields" "$TMP/out.fields"
}

# In trace, the numbers of a call are hexadecimal. killsnoop knows the names of some signals.
same_kills()
{
	awk '
	$1 !~ /^bash-[0-9]+$/ { next }
	{ pid = substr($1, 6) }
	$5 ~ /^sys_kill\(/ {
		to[pid] = $6
		signal[pid] = $8
		gsub(/[^0-9a-f]/, "", to[pid])
		gsub(/[^0-9a-f]/, "", signal[pid])
	}
	$5 == "sys_kill" && $6 == "->" && pid in to {
		print pid, "0x" to[pid], "0x" signal[pid], $7
		delete to[pid]
	}' "$TMP/beside" >"$TMP/beside.calls"
	while read -r _pid _to _signal _result; do
		_signal=$((_signal))
		case ${1:-}$_signal in
		names10) _signal=SIGUSR1 ;;
		names18) _signal=SIGCONT ;;
		esac
		echo bash "$_pid" $((_to)) $_signal $((_result))
	done <"$TMP/beside.calls" >"$TMP/beside.fields"
	[ -s "$TMP/beside.fields" ] || fail "no kill in the other instance: $(cat "$TMP/beside")"
	awk '$1 == "bash" && $2 ~ /^[0-9]+$/ { print $1, $2, $3, $4, $5 }' "$TMP/out" >"$TMP/out.fields"
	near "$TMP/beside.fields" "$TMP/out.fields"
}

# requests_of EVENT: print for each request of dd in the other instance: start, end, process,
# type, device
requests_of()
{
	awk -v begins="$1:" '
	{
		time = substr($4, 1, length($4) - 1)
		for (at = 1; at <= NF && $at != "+"; at++)
			;
		key = $6 " " $(at - 1)
	}
	$5 == begins && $1 ~ /^dd-[0-9]+$/ {
		start[key] = time
		pid[key] = substr($1, 4)
	}
	$5 == "block_rq_complete:" && key in start {
		print start[key], time, pid[key], $7, $6
		delete start[key]
	}' "$TMP/beside" >"$TMP/beside.requests"
	[ -s "$TMP/beside.requests" ] ||
		fail "no request in the other instance: $(cat "$TMP/beside")"
}

# iosnoop parses the text of older kernels: it takes the "+" before the size for the sector, and
# the priority for the size, 0. dd has one request at a time, so the tool finds the right one.
same_requests()
{
	requests_of "$1"
	awk -v times="${2-}" '{
		print times ? "~" $1 " ~" $2 : "-", "dd", $3, $4, $5, "+", 0, "~~" ($2 - $1) * 1000
	}' "$TMP/beside.requests" >"$TMP/beside.fields"
	awk -v times="${2-}" '
	times && $3 == "dd" { print "~" $1, "~" $2, $3, $4, $5, $6, $7, $8, "~~" $9 }
	!times && $1 == "dd" { print "-", $1, $2, $3, $4, $5, $6, "~~" $7 }
	' "$TMP/out" >"$TMP/out.fields"
	near "$TMP/beside.fields" "$TMP/out.fields"
}

# iolatency counts requests by latency: up to 1 ms, 2 ms, 4 ms and so on. Return 1 if a latency is
# so close to a limit that the times of the other instance may be beyond it.
same_distribution()
{
	requests_of "$1"
	awk '
	{
		latency = ($2 - $1) * 1000
		from = 0
		for (to = 1; latency > to; to *= 2)
			from = to
		if (latency - from < 0.02 && from || to - latency < 0.02)
			exit 1
		n[to]++
		if (to > most)
			most = to
	}
	END {
		from = 0
		for (to = 1; to <= most; to *= 2) {
			print from, "->", to, n[to] + 0
			from = to
		}
	}' "$TMP/beside.requests" >"$TMP/beside.fields" || return 1
	sed -n -E 's/^ *([0-9]+) -> ([0-9]+) *: ([0-9]*) *\|.*/\1 -> \2 \3/p' "$2" |
		awk '{ print $1, $2, $3, $4 + 0 }' >"$TMP/out.fields"
	near "$TMP/beside.fields" "$TMP/out.fields"
}

snoop()
{
	_lines=$1 _pattern=$2 _work=$3
	shift 3
	for _tracer in $tracers; do
		_dir=$KTRACE
		[ "$_tracer" = ktrace ] || _dir=$peer
		export NAMES="$_dir/saved_cmdlines"
		: >"$TMP/out"
		setsid "$TMP/with_tracer" "$_tracer" "$@" >"$TMP/out" 2>&1 &
		_tool=$!
		echo $_tool >>"$TMP/.sessions"
		if ! soon child $_tool cat trace_pipe; then
			cat "$TMP/out"
			fail "$* does not trace"
		fi
		[ "$_tracer" = ftrace ] || begin_beside
		eval "$_work"
		[ "$_tracer" = ftrace ] || end_beside
		_made=$(records_of "$_dir" made)
		soon all_read "$_dir" "$_made" || fail "$*, with $_tracer: it does not read"
		soon asleep "$child" || fail "$*, with $_tracer: it reads on"
		kill "$child"
		wait $_tool || :
		if ! has_lines "$TMP/out" "$_lines" "$_pattern"; then
			cat "$TMP/out"
			fail "$*, with $_tracer: unexpected output"
		fi
		rm -f /var/tmp/.ftrace-lock
		same "$TMP/out" | grep -- "$_pattern" >"$TMP/$_tracer" || :
	done
	[ "$tracers" = ktrace ] || {
		alike "$TMP/ftrace" >"$TMP/alike"
		alike "$TMP/ktrace" | diff "$TMP/alike" - || fail "$*: not the same"
	}
}

shown()
{
	for _line; do
		grep -qxF -- "$_line" "$TMP/ktrace" || {
			cat "$TMP/ktrace" "$TMP/out"
			fail "not shown: $_line"
		}
	done
}

refuses()
{
	_line=$1
	shift
	for _tracer in $tracers; do
		"$TMP/with_tracer" "$_tracer" "$@" >"$TMP/out" 2>&1 || :
		grep -qxF -- "$_line" "$TMP/out" || {
			cat "$TMP/out"
			fail "$1, with $_tracer, does not say: $_line"
		}
	done
}
