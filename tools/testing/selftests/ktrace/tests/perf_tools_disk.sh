# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: iosnoop and iolatency show the requests to a disk, the same as with ftrace
# requires: set_event program:iosnoop-perf program:iolatency-perf program:bash /dev/vda
# kernels: ktrace ktrace-peer - ktrace-peer has ftrace; in kernels with lockdep, the base's tracefs adds nothing to test
# disk: 16
# with: perf-tools-unstable/,bash,gawk
# weight: 10

. "$1/perf_tools.sh"

must mkdir -p /var/tmp
# Use a scheduler with a queue.
echo mq-deadline >/sys/block/vda/queue/scheduler
disk=$(tr : , </sys/block/vda/dev)

# Write past the page cache, so that the process of the tool submits the requests. Write
# more often than the case checks, because ftrace does not know the name of the process
# at the first request ($KNOWN in perf_tools.sh).
writes()
{
	must dd if=/dev/zero of=/dev/vda bs=8192 seek=100 count=8 oflag=direct 2>/dev/null
}

# requests EVENT [TIMES] TOOL ARG...: the tool must print the requests as trace of another
# instance has them. The two instances take the time of an event one after the other, and the host
# may stop the guest in between, so try again.
requests()
{
	begins=$1 times=$2
	shift 2
	for _try in 1 2 3 4 5 6 7 8; do
		snoop 2 ' dd \|^dd ' writes "$@"
		if (same_requests "$begins" "$times") >"$TMP/differs" 2>&1; then
			same_requests "$begins" "$times"
			return
		fi
	done
	fail "$*: $(cat "$TMP/differs")"
}

# The tool parses the text of older kernels, and takes the "+" before the size for the
# sector.
note "iosnoop"
requests block_rq_issue '' iosnoop-perf -n dd
shown "dd PID WS $disk + 0 MS"
requests block_rq_insert '' iosnoop-perf -Q -n dd -i '*W*'
shown "dd PID WS $disk + 0 MS"
for option in issue insert; do
	q=
	[ $option = issue ] || q=-Q
	requests block_rq_$option times iosnoop-perf ${q:+"$q"} -s -t -n dd
	must [ "$(grep -c . "$TMP/out.fields")" -ge 8 ]
done

# found: succeed if the distributions contain at least four writes
found()
{
	writes
	[ "$(awk '$2 == "->" { n += $5 } END { print n + 0 }' "$TMP/latency")" -ge 4 ]
}

# tables: print how many tables iolatency has printed
tables()
{
	grep -c '|Distribution' "$TMP/latency" || :
}

more_tables()
{
	[ "$(tables)" -gt "$1" ]
}

# Small and large requests, so that more than one line of the table counts
sizes()
{
	writes
	must dd if=/dev/zero of=/dev/vda bs=1M count=8 oflag=direct 2>/dev/null
}

# in_table: succeed if the requests of one interval are in one table of the tool, which counts
# them as trace does. The tool empties the trace before it prints a table, and waits for a second
# before it reads the trace again.
in_table()
{
	_nr=$(tables)
	soon more_tables "$_nr" || fail "iolatency prints no more tables"
	_nr=$(tables)
	begin_beside
	sizes
	end_beside
	! more_tables "$_nr" || return 1
	soon more_tables "$_nr" || fail "iolatency prints no more tables"
	awk -v nr=$((_nr + 1)) '/\|Distribution/ { n++ } n == nr' "$TMP/latency" >"$TMP/table"
	(same_distribution block_rq_issue "$TMP/table") >"$TMP/differs" 2>&1 || return 1
	same_distribution block_rq_issue "$TMP/table"
}

note "iolatency"
for tracer in $tracers; do
	setsid "$TMP/with_tracer" "$tracer" iolatency-perf 1 >"$TMP/latency" 2>&1 &
	tool=$!
	echo $tool >>"$TMP/.sessions"
	soon child $tool sleep || fail "iolatency does not trace"
	if ! soon found; then
		cat "$TMP/latency"
		fail "iolatency, with $tracer"
	fi
	must grep -q '>=(ms) .. <(ms) *: I/O *|Distribution' "$TMP/latency"
	if [ "$tracer" = ktrace ]; then
		: >"$TMP/differs"
		_try=0
		until in_table; do
			_try=$((_try + 1))
			[ $_try -lt 20 ] || fail "iolatency: $(cat "$TMP/differs")"
		done
		must [ "$(awk '{ n += $4 } END { print n }' "$TMP/out.fields")" -ge 16 ]
	fi
	kill -TERM -$tool
	wait $tool 2>/dev/null || :
	rm -f /var/tmp/.ftrace-lock
done

note "$fields fields compared with trace"
[ "$fields" -ge 270 ] || fail "only $fields fields compared with trace"
