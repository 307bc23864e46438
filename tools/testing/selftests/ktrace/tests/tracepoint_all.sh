# SPDX-License-Identifier: GPL-2.0
# description: all events are on at once, on all CPUs, with readers and with modules that are loaded and unloaded
# requires: trace trace_pipe events missed_events module:test_tracepoint
# weight: 20

# The long form takes ten minutes of the guest's time, and takes a CPU offline from time
# to time.
online=/sys/devices/system/cpu/cpu1/online
rounds=5 seconds=0
! brief || rounds=2
[ -z "${SELFTEST_LONG:-}" ] || seconds=600

uptime()
{
	cut -d . -f 1 /proc/uptime
}

online()
{
	[ $seconds = 0 ] || [ ! -w $online ] || echo "$1" >$online
}
trap 'online 1' EXIT

# account N: check the lines that were read, and discard them, because they may exceed
# the memory. At the end (N is +1) check all lines, before that only the last N, because
# checking a line causes more than one new line while work goes on.
lines=0
account()
{
	lines=$((lines + $(wc -l <"$TMP/pipe")))
	tail -n "$1" "$TMP/pipe" >"$TMP/last"
	sed -n 's/^.\{16\}-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: \([a-z_0-9]*\).*/\1/p' "$TMP/last" |
		sort -u - "$TMP/kinds" >"$TMP/more"
	mv "$TMP/more" "$TMP/kinds"
	must_not grep -q damaged "$TMP/last"
	: >"$TMP/pipe"
}

# busy: run various operations
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
: >"$TMP/kinds"
cat "$KTRACE/trace_pipe" >>"$TMP/pipe" & reader=$!

end=$(($(uptime) + seconds))
round=0
while [ $((round += 1)) -le $rounds ] || [ "$(uptime)" -lt $end ]; do
	online $((round % 2))
	modprobe test_tracepoint
	write events/test_tracepoint/enable 1
	echo 10 >/sys/module/test_tracepoint/parameters/fire
	head -n 200 "$KTRACE/trace" >"$TMP/some"
	rmmod test_tracepoint
	[ $seconds = 0 ] || account 5000
done
online 1
soon has_lines "$TMP/pipe" 5000
# The events of the module are new and disabled, if the module is still loaded.
equal "all on" "$(cat "$KTRACE/events/enable")" 1
rm "$TMP/on"
wait $one $two
stop $reader
write events/enable 0
equal "all off" "$(cat "$KTRACE/events/enable")" 0
account +1
kinds=$(wc -l <"$TMP/kinds")
note "$((round - 1)) rounds; $events events; $lines lines of $kinds events were read; work: $(cat "$TMP"/rounds.*)"
note "$(tr '\n' ' ' <"$KTRACE/missed_events")"
[ "$kinds" -ge 60 ] || fail "only $kinds events were seen"
for r in "$TMP"/rounds.*; do
	[ "$(cat "$r")" -gt 0 ] || fail "no work was done meanwhile"
done
