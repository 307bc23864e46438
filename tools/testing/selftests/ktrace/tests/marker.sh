# SPDX-License-Identifier: GPL-2.0
# description: text written to trace_marker is recorded, by many writers at once, on the CPU of the writer
# requires: trace_marker trace_marker_raw events/ftrace/print/trigger instances
# shellcheck shell=sh

seen()
{
	grep -c -- "$1" "$KTRACE/${2:-trace}" || :
}

note "text: a line without its newline; an empty write; a newline within the text"
echo "hello there" >"$KTRACE/trace_marker"
printf 'no newline' >"$KTRACE/trace_marker"
echo >"$KTRACE/trace_marker"
equal "records" "$(sed -n 's/.*: tracing_mark_write: /=/p' "$KTRACE/trace")" "=hello there
=no newline
="
equal "the task" "$(seen '-'$$' .*tracing_mark_write: hello there$')" 1

note "text longer than a record becomes several records; nothing is lost"
write trace ''
long=$(head -c 3000 /dev/zero | tr '\0' x)$(head -c 3000 /dev/zero | tr '\0' y)
printf '%s' "$long" >"$KTRACE/trace_marker"
equal "text" "$(sed -n 's/.*: tracing_mark_write: //p' "$KTRACE/trace" | tr -d '\n')" "$long"
[ "$(seen tracing_mark_write)" -gt 1 ] || fail "one record of 6000 bytes"

note "all short lengths; user memory that must be faulted in, and unmapped memory"
# Repeat with a clock that makes each record ask the ring, and with page faults
# recorded, one of which interrupts a marker's record.
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

note "a record has all written bytes, also the final newline, which the text omits"
long=$(printf '%080d' 7)
for text in "ends here" "$long"; do
	write trace ''
	taskset 1 sh -c 'printf "%s\n" "$1" >"$2"; printf "%s" "$1" >"$2"' \
		sh "$text" "$KTRACE/trace_marker"
	sed -n 's/.*: tracing_mark_write: //p' "$KTRACE/trace" >"$TMP/lines"
	equal "lines of '$text'" "$(cat "$TMP/lines")" "$text
$text"
	bytes=$(printf '%s' "$text" | od -An -v -tx1 | tr -d ' \n')
	timeout 5 dd if="$KTRACE/per_cpu/cpu0/trace_pipe_raw" bs=4096 count=1 2>/dev/null |
		od -An -v -tx1 | tr -d ' \n' >"$TMP/page"
	equal "records of '$text', with and without a newline" \
		"$(grep -o "${bytes}\(0a\)\?00" "$TMP/page" | sed "s/$bytes//")" "0a00
00"
done

note "trace_marker_raw: an id and data; short writes are refused"
write trace ''
printf '\001\002\000\000abc' >"$KTRACE/trace_marker_raw"
equal "bytes" "$(sed -n 's/.*# /# /p' "$KTRACE/trace" | tail -n 1)" "# 201 buf: 61 62 63 00"
refused trace_marker_raw EINVAL 'x'

note "an instance has its own marker; with tracing_on 0 nothing is recorded"
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

note "filter and triggers of ftrace:print, which cannot be enabled and is not listed"
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

note "a filter and a histogram see the text without the final newline"
write events/ftrace/print/filter 'buf ~ "*yes"'
write events/ftrace/print/trigger 'hist:keys=buf'
write trace ''
echo yes >"$KTRACE/trace_marker"
printf yes >"$KTRACE/trace_marker"
printf 'yes\n\n' >"$KTRACE/trace_marker"
equal "filtered" "$(grep -c 'tracing_mark_write: yes$' "$KTRACE/trace")" 2
must grep -q '^{ buf: yes *} hitcount: *2$' "$KTRACE/events/ftrace/print/hist"
write events/ftrace/print/trigger '!hist:keys=buf'
write events/ftrace/print/filter 0

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

note "raw data in an instance is recorded only there; an open file keeps the instance"
write trace ''
mkdir "$KTRACE/instances/bytes"
printf '\007\000\000\000there' >"$KTRACE/instances/bytes/trace_marker_raw"
printf '\010\000\000\000here' >"$KTRACE/trace_marker_raw"
equal "there" "$(sed -n 's/.*: # /# /p' "$KTRACE/instances/bytes/trace")" "# 7 buf: 74 68 65 72 65 00 00 00"
equal "here" "$(sed -n 's/.*: # /# /p' "$KTRACE/trace")" "# 8 buf: 68 65 72 65"
exec 9>"$KTRACE/instances/bytes/trace_marker_raw"
must_not rmdir "$KTRACE/instances/bytes" 2>/dev/null
exec 9>&-

note "many writers of raw data, at the top and in an instance: each write is one record"
write trace ''
: >"$KTRACE/instances/bytes/trace"
for w in 1 2 3 4; do
	(
		where=$KTRACE
		[ $w -lt 3 ] || where=$KTRACE/instances/bytes
		i=100
		while [ $i -lt 300 ]; do
			i=$((i + 1))
			printf '%b\000\000\000%s' "\\00$w" "$w $i $w $i" >&9
		done 9>"$where/trace_marker_raw"
	) &
done
wait
# bytes FILE: print the ids and the text of the records whose bytes are consistent
bytes()
{
	sed -n 's/.*: # \([0-9a-f]*\) buf: /\1 /p' "$KTRACE/$1" | awk '{
		text = ""
		for (n = 2; n <= NF; n++)
			text = text ($n == "20" ? " " : $n ~ /^3[0-9]$/ ? substr($n, 2) : $n == "00" ? "" : "?")
		if (split(text, part, " ") == 4 && part[1] == $1 && part[3] == $1 && part[2] == part[4])
			print part[1], part[2]
	}'
}
bytes trace | sort >"$TMP/top"
bytes instances/bytes/trace | sort >"$TMP/instance"
equal "at the top" "$(sort -u "$TMP/top" | grep -c '^[12] ')" 400
equal "of others" "$(grep -c -v '^[12] ' "$TMP/top" || :)" 0
equal "in the instance" "$(sort -u "$TMP/instance" | grep -c '^[34] ')" 400
equal "of others there" "$(grep -c -v '^[34] ' "$TMP/instance" || :)" 0
rmdir "$KTRACE/instances/bytes"
