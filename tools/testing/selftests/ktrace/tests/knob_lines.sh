# SPDX-License-Identifier: GPL-2.0
# description: a write of any length is processed line by line; error_log shows the refused lines
# requires: kprobe_events set_event error_log events/syscall
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# one_write FILE FROM: write all of FROM by one write call; prints the messages of dd
one_write()
{
	dd if="$2" of="$KTRACE/$1" bs=1048576 conv=notrunc 2>&1
}

# lines FIRST LAST: print definitions of at least 80 bytes each
lines()
{
	for i in $(seq "$1" "$2"); do
		echo "p:many/event_$i do_mkdirat first=%di:x64 second=+0(%si):u8 third=%si:x64 # a comment"
	done
}

count()
{
	wc -l <"$KTRACE/kprobe_events"
}

note "many lines in one write"
lines 1 150 >"$TMP/many"
size=$(wc -c <"$TMP/many")
[ "$size" -gt 12288 ] || fail "only $size bytes"
write events/syscall/write/enable 1
one_write kprobe_events "$TMP/many" >"$TMP/said"
write events/syscall/write/enable 0
# With a short count, the program would write the rest by another call.
must grep -q "^ *dd-.*: write(.* count: $size) = $size <" "$KTRACE/trace"
equal "events" "$(count)" 150
equal "the last" "$(tail -n 1 "$KTRACE/kprobe_events")" \
	'p:many/event_150 do_mkdirat first=%di:x64 second=+0(%si):u8 third=%si:x64'

note "no newline at the end"
write kprobe_events ''
{ lines 1 99; printf 'p:many/last do_mkdirat'; } >"$TMP/many"
one_write kprobe_events "$TMP/many" >"$TMP/said"
equal "events" "$(count)" 100

note "lines of the maximum length at each position of the write"
pad=$(printf '%04070d' 0)
for n in 0 1 2 3 4 5 6 7; do
	write kprobe_events ''
	{
		# The comment makes the line 4095 bytes long.
		printf 'p:long/line do_mkdirat #%s\n' "$(printf '%.4071s' "$pad")0"
		printf '#%s\n' "$(printf "%.${n}s" "$pad")"
		lines 1 60
	} >"$TMP/many"
	equal "bytes of the first line" "$(head -n 1 "$TMP/many" | wc -c)" 4096
	one_write kprobe_events "$TMP/many" >"$TMP/said"
	equal "events" "$(count)" 61
done

# refused_after N CARET: check that the text in $TMP/many is refused after N lines
refused_after()
{
	write kprobe_events ''
	: >"$KTRACE/error_log"
	if one_write kprobe_events "$TMP/many" >"$TMP/said"; then
		fail "taken"
	fi
	must grep -q "$1" "$TMP/said"
	equal "events" "$(count)" "$2"
	equal "the caret" "$(tail -n 1 "$KTRACE/error_log" | wc -c)" $(($3 + 13))
}

note "a line that is too long, as the first line and among others"
{ printf 'p:long/line do_mkdirat %s%s\n' "$pad" "$pad"; lines 1 60; } >"$TMP/many"
refused_after 'Argument list too long' 0 256
{ lines 1 70; printf 'p:long/line do_mkdirat %s%s\n' "$pad" "$pad"; lines 71 80; } >"$TMP/many"
refused_after 'Argument list too long' 70 256

note "a wrong line: the lines before it take effect, the lines behind it do not"
{ lines 1 120; echo 'p:bad no_such_function'; lines 121 130; } >"$TMP/many"
refused_after "$(errno_text EINVAL)" 120 6

note "truncating is refused while an event is in use, and error_log says so"
echo 1 >"$KTRACE/events/many/event_7/enable"
: >"$KTRACE/error_log"
if (: >"$KTRACE/kprobe_events") 2>"$TMP/said"; then
	fail "cleared while an event was in use"
fi
must grep -q "$(errno_text EBUSY)" "$TMP/said"
equal "events" "$(count)" 120
equal "error_log" "$(sed 's/^\[[^]]*\] //' "$KTRACE/error_log")" \
	"dynamic_events: error: event is in use: it is enabled
  Command: many/event_7
           ^
kprobe_events: error: In use
  Command: > kprobe_events
             ^"
echo 0 >"$KTRACE/events/many/event_7/enable"

note "the same for names of events"
for i in $(seq 1 120); do
	printf '%-60s\n' "many:event_$i"
done >"$TMP/names"
[ "$(wc -c <"$TMP/names")" -gt 6144 ] || fail "short"
one_write set_event "$TMP/names" >"$TMP/said"
equal "enabled" "$(wc -l <"$KTRACE/set_event")" 120
write set_event ''
