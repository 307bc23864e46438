# SPDX-License-Identifier: GPL-2.0
# description: what is written to trace_marker is recorded, by many at once, where it was written
# requires: trace_marker trace_marker_raw events/ftrace/print/trigger instances
# shellcheck shell=sh

seen()
{
	grep -c -- "$1" "$KTRACE/${2:-trace}" || :
}

note "text: a line, without its newline; what is empty; a newline in it"
echo "hello there" >"$KTRACE/trace_marker"
printf 'no newline' >"$KTRACE/trace_marker"
echo >"$KTRACE/trace_marker"
equal "records" "$(sed -n 's/.*: tracing_mark_write: /=/p' "$KTRACE/trace")" "=hello there
=no newline
="
equal "the task" "$(seen '-'$$' .*tracing_mark_write: hello there$')" 1

note "what is longer than a record becomes several; nothing of it is lost"
write trace ''
long=$(head -c 3000 /dev/zero | tr '\0' x)$(head -c 3000 /dev/zero | tr '\0' y)
printf '%s' "$long" >"$KTRACE/trace_marker"
equal "text" "$(sed -n 's/.*: tracing_mark_write: //p' "$KTRACE/trace" | tr -d '\n')" "$long"
[ "$(seen tracing_mark_write)" -gt 1 ] || fail "one record of 6000 bytes"

note "all short lengths; memory that the kernel has to fetch, or that is not there"
# Then by a clock with which the ring has to be asked for each record; and with the faults
# recorded, too, one of them within a marker's record.
for round in plain clock faults; do
	[ $round != clock ] || write trace_clock mono
	write trace ''
	[ $round != faults ] || [ ! -e "$KTRACE/events/exceptions" ] ||
		write events/exceptions/enable 1
	must marker_edges "$KTRACE/trace_marker" >"$TMP/written"
	[ ! -e "$KTRACE/events/exceptions" ] || write events/exceptions/enable 0
	sed -n 's/.*: tracing_mark_write: //p' "$KTRACE/trace" >"$TMP/recorded"
	must diff "$TMP/written" "$TMP/recorded"
	must_not grep -q damaged "$KTRACE/trace"
	equal "lost" "$(cat "$KTRACE"/per_cpu/cpu*/stats | sed -n 's/^dropped events: //p' | sort -u)" 0
	[ $round != clock ] || write trace_clock local
done
if [ -e "$KTRACE/events/exceptions" ]; then
	must grep -q ': page_fault_kernel: .*error_code=0x0' "$KTRACE/trace"
fi

note "binary pages: discarded records have lengths, also if the clock stands still"
for clock in local uptime; do
	write trace_clock $clock
	write trace ''
	must marker_edges "$KTRACE/trace_marker" >/dev/null
	for cpu in "$KTRACE"/per_cpu/cpu*; do
		must raw_pages -r -n 0 4096 "$cpu/trace_pipe_raw" >/dev/null
	done
done
write trace_clock local

note "bytes: an id and what follows; too few are refused"
write trace ''
printf '\001\002\000\000abc' >"$KTRACE/trace_marker_raw"
equal "bytes" "$(sed -n 's/.*# /# /p' "$KTRACE/trace" | tail -n 1)" "# 201 buf: 61 62 63 00"
refused trace_marker_raw EINVAL 'x'

note "an instance has its own; switched off, nothing is recorded"
write trace ''
mkdir "$KTRACE/instances/other"
echo "over there" >"$KTRACE/instances/other/trace_marker"
equal "there" "$(seen 'over there' instances/other/trace)" 1
equal "here" "$(seen 'over there')" 0
exec 9>"$KTRACE/instances/other/trace_marker"
must_not rmdir "$KTRACE/instances/other" 2>/dev/null
exec 9>&-
rmdir "$KTRACE/instances/other"
write tracing_on 0
echo "nothing" >"$KTRACE/trace_marker"
write tracing_on 1
equal "off" "$(seen nothing)" 0

note "a filter and triggers of the event: ftrace:print can't be enabled, and is not listed"
write events/ftrace/print/filter 'buf == "yes"'
echo yes >"$KTRACE/trace_marker"
echo no >"$KTRACE/trace_marker"
echo yesno >"$KTRACE/trace_marker"
equal "filtered" "$(sed -n 's/.*: tracing_mark_write: /=/p' "$KTRACE/trace")" "=yes"
write events/ftrace/print/filter 0
write events/ftrace/print/trigger 'traceoff if buf ~ "*stop*"'
echo "go on" >"$KTRACE/trace_marker"
echo "now stop" >"$KTRACE/trace_marker"
equal "stopped" "$(cat "$KTRACE/tracing_on")" 0
equal "the last" "$(seen 'tracing_mark_write: now stop')" 1
write events/ftrace/print/trigger '!traceoff'
write tracing_on 1
must_not grep -q '^ftrace:' "$KTRACE/available_events"
[ ! -e "$KTRACE/events/ftrace/enable" ] || fail "events/ftrace/enable"

note "many writers: each line is one record"
write trace ''
for w in 1 2 3 4; do
	(
		i=0
		while [ $i -lt 200 ]; do
			i=$((i + 1))
			echo "writer $w line $i"
		done >"$KTRACE/trace_marker"
	) &
done
wait
equal "records" "$(sed -n 's/.*: tracing_mark_write: //p' "$KTRACE/trace" | sort -u | grep -c '^writer [1-4] line [0-9]*$')" 800
