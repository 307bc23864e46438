# SPDX-License-Identifier: GPL-2.0
# description: all events on at once, on all CPUs, with readers and with modules that come and go
# requires: trace trace_pipe events tracepoint_misses module:test_tracepoint
# weight: 20

rounds=5
! brief || rounds=2

# busy: something of everything
busy()
{
	i=0
	while [ -e "$TMP/on" ]; do
		find /proc/self -maxdepth 1 >"$TMP/found.$1" || :
		dd if=/dev/zero of="$TMP/file.$1" bs=4096 count=16 2>/dev/null
		sh -c 'kill -USR1 $$' 2>/dev/null || :
		sleep 0.02
		i=$((i + 1))
	done
	echo $i >"$TMP/rounds.$1"
}

events=$(grep -c . "$KTRACE/available_events")
[ "$events" -gt 300 ] || fail "only $events events"
write events/enable 1
touch "$TMP/on"
busy 1 & one=$!
busy 2 & two=$!
cat "$KTRACE/trace_pipe" >"$TMP/pipe" & reader=$!

for _ in $(seq $rounds); do
	modprobe test_tracepoint
	write events/test_tracepoint/enable 1
	echo 10 >/sys/module/test_tracepoint/parameters/fire
	head -n 200 "$KTRACE/trace" >"$TMP/some"
	rmmod test_tracepoint
done
soon has_lines "$TMP/pipe" 5000
# Those of the module are new, and off, if it is there still.
equal "all on" "$(cat "$KTRACE/events/enable")" 1
rm "$TMP/on"
wait $one $two
stop $reader
write events/enable 0
equal "all off" "$(cat "$KTRACE/events/enable")" 0
lines=$(wc -l <"$TMP/pipe")
kinds=$(sed -n 's/^.\{16\}-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: \([a-z_0-9]*\).*/\1/p' "$TMP/pipe" |
	sort -u | wc -l)
note "$events events; $lines lines of $kinds events were read; work: $(cat "$TMP"/rounds.*)"
note "$(tr '\n' ' ' <"$KTRACE/tracepoint_misses")"
[ "$kinds" -ge 60 ] || fail "only $kinds events were seen"
must_not grep -q damaged "$TMP/pipe"
for r in "$TMP"/rounds.*; do
	[ "$(cat "$r")" -gt 0 ] || fail "no work was done meanwhile"
done
