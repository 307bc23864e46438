# SPDX-License-Identifier: GPL-2.0
# description: trace_pipe_raw and snapshot_raw by splice: full pages, each once, with wakeups by buffer_percent
# requires: trace events points buffer_percent per_cpu/cpu0/snapshot_raw module:test_point
# weight: 10

module test_point
bench=/sys/module/test_point/parameters/bench
id=$(sed -n 's/^ID: //p' "$KTRACE/events/points/bench/format")
kb=$(cat "$KTRACE/buffer_size_kb")
cpu=$KTRACE/per_cpu/cpu0

# on_cpu0 N: pass the point N times on CPU 0
on_cpu0()
{
	taskset 1 sh -c "echo $1 >$bench"
}

# records N WHAT: wait until the output has N records
records()
{
	soon has_lines "$TMP/out" "$1" '^[0-9]' ||
		fail "$2: $(grep -c . "$TMP/out") lines only"
}

write events/points/bench/enable 1
for size in 4 64 512; do
	write buffer_subbuf_size_kb $size
	write trace ''
	on_cpu0 40000
	raw_pages -n "$id" $((size * 1024)) "$cpu/trace_pipe_raw" >"$TMP/spliced"
	raw_pages -r -n "$id" $((size * 1024)) "$cpu/trace_pipe_raw" >"$TMP/read"
	[ -s "$TMP/spliced" ] || fail "$size: nothing by splice"
	[ -s "$TMP/read" ] || fail "$size: the page in use was spliced, too"
	cat "$TMP/spliced" "$TMP/read" >"$TMP/all"
	# The output has all records, or all records after a reported loss.
	awk '$1 == "lost" { lost += $2; next }
	     !n { if ($1 != lost) exit 1; next_one = $1 }
	     $1 != next_one { exit 1 }
	     { n++; next_one++ }
	     END { exit next_one != 40000 || n + lost != 40000 }' "$TMP/all" ||
		fail "$size: $(grep -c . "$TMP/all") records, $(head -n 2 "$TMP/all" | tr '\n' ' ')"
	equal "$size: entries" "$(sed -n 's/^entries: //p' "$cpu/stats")" 0
	must_not sh -c "raw_pages -n $id 100 $cpu/trace_pipe_raw >/dev/null 2>&1"
done
write buffer_subbuf_size_kb 4

note "snapshot_raw: the records of the snapshot, each once, and none of those after it"
write trace ''
on_cpu0 5000
write snapshot 1
on_cpu0 3000
raw_pages -n "$id" 4096 "$cpu/snapshot_raw" >"$TMP/spliced"
raw_pages -r -n "$id" 4096 "$cpu/snapshot_raw" >"$TMP/read"
[ -s "$TMP/spliced" ] || fail "snapshot_raw: nothing by splice"
cat "$TMP/spliced" "$TMP/read" >"$TMP/all"
seq 0 4999 | diff - "$TMP/all" >"$TMP/diff" || fail "snapshot_raw: $(head -n 3 "$TMP/diff")"
equal "live records" "$(raw_pages -r -n "$id" 4096 "$cpu/trace_pipe_raw" | grep -c '^[0-9]')" 3000
write snapshot 0

# waits_for RECORDS WHEN: write records on CPU 0, for which the reader $pid goes on waiting
waits_for()
{
	must soon asleep $pid
	on_cpu0 "$1"
	must soon asleep $pid
	equal "$2" "$(wc -c <"$TMP/out")" 0
}

note "buffer_percent 50 wakes a reader when half of the ring is full"
# The ring has 17 pages of about 145 records.
write buffer_size_kb 64
write buffer_percent 50
for how in '' -w; do
	write trace ''
	# shellcheck disable=SC2086
	taskset 2 raw_pages $how "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" &
	pid=$!
	waits_for 600 "before it is half full$how"
	on_cpu0 900
	# poll() only returns at once while the ring is half full.
	want=1000
	[ -z "$how" ] || want=100
	records $want "woken$how"
	stop $pid
done

# wakes FEW BEFORE MORE ALL AFTER: a reader sleeps during FEW records, and has ALL after MORE
wakes()
{
	taskset 2 raw_pages "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" &
	pid=$!
	waits_for "$1" "$2"
	on_cpu0 "$3"
	records "$4" "$5"
	stop $pid
}

note "the rest of a page that was in use when the trace was emptied does not count as a page"
on_cpu0 100
write trace ''
wakes 1150 "before 8 pages are full" 200 1160 "woken by the 8th"

note "buffer_percent 100 waits for nearly buffer_size_kb of records, as clients compute"
# A page has room for 4080 bytes of records, so 64 kB take 17 pages, of which 16 can be full.
write buffer_percent 100
# A new ring begins with an empty page.
write buffer_size_kb 32
write buffer_size_kb 64
wakes 2250 "before 16 pages are full" 100 2320 "woken by the 16th"

note "buffer_percent 0 wakes a polling reader at the first record"
write buffer_percent 0
write trace ''
taskset 2 raw_pages -r -w "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" &
pid=$!
must soon asleep $pid
equal "before there is any" "$(wc -c <"$TMP/out")" 0
on_cpu0 1
records 1 "woken by one"
stop $pid
equal "after one" "$(tr '\n' ' ' <"$TMP/out")" "poll 0 "

# ended PID WHAT: check that the process exits by itself
ended()
{
	soon gone "$1" && return
	kill -KILL "$1"
	fail "$2: still there"
}

note "a waiting reader returns when recording ends, and when sub-buffers become larger"
write buffer_percent 50
write trace ''
taskset 2 raw_pages "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" &
pid=$!
must soon asleep $pid
on_cpu0 300
write tracing_on 0
ended $pid "recording off"
write tracing_on 1
write trace ''
taskset 2 raw_pages "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" 2>&1 &
pid=$!
must soon asleep $pid
write buffer_subbuf_size_kb 8
on_cpu0 2000
ended $pid "pages larger than what is asked for"
write buffer_subbuf_size_kb 4

note "a waiting reader sleeps while nothing is recorded"
write trace ''
write buffer_percent 0
taskset 2 raw_pages -r "$id" 4096 "$cpu/trace_pipe_raw" >"$TMP/out" &
pid=$!
must soon asleep $pid
# Write two records one after the other, so that the reader waits again in between.
on_cpu0 1
on_cpu0 1
must soon has_lines "$TMP/out" 2
must soon asleep $pid
before=$(sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' /proc/$pid/status)
sleep 1
after=$(sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' /proc/$pid/status)
stop $pid
equal "records read" "$(grep -c . "$TMP/out")" 2
[ $((after - before)) -le 2 ] || fail "woken $((after - before)) times for nothing"

note "bad input"
for bad in 101 -1 x; do
	must_not sh -c "echo $bad >$KTRACE/buffer_percent" 2>/dev/null
done
equal "buffer_percent" "$(cat "$KTRACE/buffer_percent")" 0
write buffer_percent 50
write buffer_size_kb "$kb"
