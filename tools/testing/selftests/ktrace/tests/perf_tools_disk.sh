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

# The tool parses the text of older kernels, and takes the "+" before the size for the
# sector.
note "iosnoop"
snoop 2 '^dd ' writes iosnoop-perf -n dd
shown "dd PID WS $disk + 0 MS"
snoop 2 '^dd ' writes iosnoop-perf -Q -n dd -i '*W*'
shown "dd PID WS $disk + 0 MS"

# found: succeed if the distributions contain at least four writes
found()
{
	writes
	[ "$(awk '$2 == "->" { n += $5 } END { print n + 0 }' "$TMP/latency")" -ge 4 ]
}

for option in issue insert; do
	q=
	[ $option = issue ] || q=-Q
	snoop 2 ' dd ' writes iosnoop-perf ${q:+"$q"} -s -t -n dd
	same_requests block_rq_$option
	must [ "$(grep -c . "$TMP/out.fields")" -ge 8 ]
done
note "$fields fields compared with trace"

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
	kill -TERM -$tool
	wait $tool 2>/dev/null || :
	rm -f /var/tmp/.ftrace-lock
done
