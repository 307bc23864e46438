# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# For cases that run perf-tools, unmodified: sourced behind lib.sh. Where ftrace is there,
# too, each tool runs a second time, with that, and has to print the same.
#
#   in_tracer COMMAND ARG...    run it with ktrace where it looks for ftrace
#   snoop N PATTERN WORK TOOL ARG...  start the tool; when it traces, do WORK, and have
#                               it come to its end: fail unless N lines and more match PATTERN.
#                               $TMP/out is what it printed
#   $KNOWN                      what a script of bash does in WORK before anything else, if its
#                               name matters: ftrace knows a task by the name that it had
#                               when it was last switched behind an event of its own, and that
#                               may be its parent's; $EVENT makes such an event, if files that
#                               are opened do not
#   shown LINE...               fail unless each of these is among those that matched, of
#                               which numbers of processes are PID, places in code AT,
#                               and there are neither times nor CPUs
#   refuses LINE TOOL ARG...    fail unless it ends by itself, and prints LINE

peer=/sys/kernel/tracing
[ ! -d $peer ] || grep -q " $peer tracefs " /proc/mounts || mount -t tracefs nodev $peer || :
tracers=ktrace
[ ! -e $peer/events/sched ] || tracers="ftrace ktrace"

# with_tracer TRACER COMMAND ARG...: for which /sys/kernel/debug/tracing is that tracer; where
# ftrace is not there it is ktrace anyway
cat >"$TMP/with_tracer" <<END
#!/bin/sh
[ -e $peer/events/sched ] || {
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

# Without a fork: that is what some tools look for.
mkfifo "$TMP/never"
export NEVER="$TMP/never"
# shellcheck disable=SC2016 # it is bash that expands it
KNOWN='exec 9<>"$NEVER"
	until mapfile -t names <"$NAMES"; [[ " ${names[*]} " == *" $$ bash "* ]]; do
		eval "${EVENT:-:}"
		read -rt 0.01 <&9
	done
	exec 9>&-
'

# child PGRP NAME [FILE]: sets $child to the one of that group of processes that has this name,
# and a file open whose name contains FILE
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

# records_of DIR KIND: how many there are of them, as per_cpu/cpuN/stats say: "read", "made"
records_of()
{
	cat "$1"/per_cpu/cpu*/stats | awk -v kind="$2" '
		/^read events:/ || (kind == "made" && /^entries:/) { n += $NF }
		END { print n + 0 }'
}

# all_read DIR N: its trace_pipe has shown N records.  There may be more: whoever looks here
# makes some.
all_read()
{
	[ "$(records_of "$1" read)" -ge "$2" ]
}

# same FILE: without what differs from run to run
same()
{
	sed -E -e 's/^ +//' -e 's/^(.*-)[0-9]+ +\[[0-9]+\] +[^ ]+ +[0-9.]+: /\1PID /' \
		-e 's/^([^ ]+) +[0-9]+ /\1 PID /' -e 's/^([^ ]+ PID) +[0-9]+ +/\1 PID /' \
		-e 's,\+0x[0-9a-f]+/0x[0-9a-f]+,+AT/AT,g' \
		-e 's/0x[0-9a-f]{6,}/AT/g' -e 's/pid=[0-9]+/pid=PID/g' -e 's/ +[0-9]+\.[0-9]{2}$/ MS/' \
		-e 's/ +/ /g' -e 's/ $//' "$1"
}

# alike FILE: each line of it once, without the task's name (see $KNOWN), and no stack's first
# entry, the tracer's own function
alike()
{
	sed -E -e 's/^ *[^ ]*-PID /-PID /' -e '/^=> (trace_event_raw_event|ktrace_probe)_/d' "$1" |
	sort -u
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
		eval "$_work"
		_made=$(records_of "$_dir" made)
		soon all_read "$_dir" "$_made" || fail "$*, with $_tracer: it does not read"
		soon asleep "$child" || fail "$*, with $_tracer: it reads on"
		kill "$child"
		wait $_tool || :
		if ! has_lines "$TMP/out" "$_lines" "$_pattern"; then
			cat "$TMP/out"
			fail "$*, with $_tracer: not what was to be shown"
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
