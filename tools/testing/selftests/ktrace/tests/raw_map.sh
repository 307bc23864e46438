# SPDX-License-Identifier: GPL-2.0
# description: trace_pipe_raw by mmap: each record once, in growing and full pages, and the limits of mappings
# requires: trace events points snapshot instances module:test_point program:map_limits program:map_others program:hold cpus:2
# weight: 25

module test_point
bench=/sys/module/test_point/parameters/bench
id=$(sed -n 's/^ID: //p' "$KTRACE/events/points/bench/format")
cpu=$KTRACE/per_cpu/cpu0
raw=$cpu/trace_pipe_raw

on_cpu0()
{
	taskset 1 sh -c "echo $1 >$bench"
}

# mapped BYTES: print the present records, read by mmap
mapped()
{
	taskset 2 raw_pages -m -n "$id" "$1" "$raw" || fail "raw_pages: status $?" >&2
}

# whole TOTAL: check that the file has all records up to TOTAL - 1, possibly from a
# later one on if a reported loss explains this, and that the first page agrees
whole()
{
	awk -v total="$1" '
		$1 == "lost" { lost += $2; next_one += $2; next }
		$1 == "meta" { entries = $3; overrun = $5; read = $7; next }
		$1 != next_one { exit 1 }
		{ n++; next_one++ }
		END { exit next_one != total || n + lost != total || entries != total ||
			overrun != lost || read != n }' "$TMP/mapped" ||
		fail "$size, $1: $(grep -c . "$TMP/mapped") lines, $(head -n 2 "$TMP/mapped" |
			tr '\n' ' ')... $(tail -n 2 "$TMP/mapped" | tr '\n' ' ')"
}

write events/points/bench/enable 1
for size in 4 64 512; do
	write buffer_subbuf_size_kb $size
	for n in 1 100 5000 40000; do
		write trace ''
		on_cpu0 $n
		mapped $((size * 1024)) >"$TMP/mapped"
		whole $n
	done
	# The rest of a page that another reader has read in part.
	write trace ''
	on_cpu0 200
	dd if="$raw" of="$TMP/raw" bs=$((size * 1024)) count=1 2>/dev/null
	mapped $((size * 1024)) >"$TMP/mapped"
	equal "$size: read by two" "$(sed -n 's/^read events: //p' "$cpu/stats")" 200
done
write buffer_subbuf_size_kb 4

note "while records are written: no record twice or wrong, all accounted for"
for kb in 8 64 1408; do
	write buffer_size_kb $kb
	write trace ''
	taskset 1 sh -c "for i in 1 2 3 4 5 6 7 8; do echo 20000 >$bench; done" &
	pid=$!
	: >"$TMP/mapped"
	while kill -0 $pid 2>/dev/null; do
		mapped 4096 >>"$TMP/mapped"
	done
	wait $pid || :
	mapped 4096 >>"$TMP/mapped"
	# The numbers start at 0 eight times.
	awk '$1 == "lost" { lost += $2; next_one += $2; next }
	     $1 == "meta" { next }
	     $1 != next_one % 20000 { print "line " NR ": " $1 ", not " next_one; exit }
	     { n++; next_one++ }
	     END { print n + 0, lost + 0, next_one + 0 }' "$TMP/mapped" >"$TMP/sum"
	equal "$kb kB: records, lost, and all" "$(cat "$TMP/sum")" \
		"$(sed -n 's/^read events: //p' "$cpu/stats") $(sed -n 's/^overrun: //p' "$cpu/stats") 160000"
done
write buffer_size_kb 1408

note "a reset while the ring is mapped: later records are seen"
write trace ''
write buffer_percent 0
taskset 2 raw_pages -m "$id" 4096 "$raw" >"$TMP/mapped" &
pid=$!
must soon asleep $pid
on_cpu0 1
lines=1
for n in 2 3 4; do
	must soon has_lines "$TMP/mapped" $lines
	lines=$((lines + n))
	# Stop the reader meanwhile.
	kill -STOP $pid
	soon grep -q '^State:.T' "/proc/$pid/status" || fail "the reader does not stop"
	on_cpu0 10
	write trace ''
	on_cpu0 $n
	kill -CONT $pid
done
must soon has_lines "$TMP/mapped" $lines
stop $pid
equal "lines except reset ones" "$(tr '\n' ' ' <"$TMP/mapped")" "0 0 1 0 1 2 0 1 2 3 "
write buffer_percent 50

note "poll() and a read of a page wait until there is a page"
write buffer_percent 0
write trace ''
taskset 2 raw_pages -m "$id" 4096 "$raw" >"$TMP/mapped" &
pid=$!
must soon asleep $pid
on_cpu0 3
must soon has_lines "$TMP/mapped" 3
equal "woken" "$(tr '\n' ' ' <"$TMP/mapped")" "0 1 2 "
write tracing_on 0
soon gone $pid || fail "the mapping reader goes on while recording is off"
wait $pid || fail "the mapping reader failed"
write tracing_on 1
write buffer_percent 50

note "readers of all CPUs skip a mapped ring"
write trace ''
on_cpu0 10
mkfifo "$TMP/in"
hold 1 map "$raw" <"$TMP/in" >"$TMP/ready" &
holder=$!
exec 6>"$TMP/in"
soon grep -q ready "$TMP/ready" || fail "not mapped: $(cat "$TMP/ready")"
cat "$KTRACE/trace_pipe" >"$TMP/pipe" 6>&- &
pid=$!
must soon asleep $pid
taskset 2 sh -c "echo 7 >$bench"
must soon has_lines "$TMP/pipe" 7 ' bench: '
# Records of the mapped CPU do not wake the reader.
for _ in $(seq 20); do
	on_cpu0 1
	sleep 0.05
done
before=$(sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' /proc/$pid/status)
for _ in $(seq 20); do
	on_cpu0 1
	sleep 0.05
done
after=$(sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' /proc/$pid/status)
[ $((after - before)) -le 5 ] || fail "trace_pipe is woken $((after - before)) times for nothing"
equal "records of the other CPU" "$(grep -c ' bench: ' "$TMP/pipe")" 7
mostly_asleep $pid || fail "trace_pipe waits by looking again and again"
# After the end of the mapping, trace_pipe shows the remaining records.
exec 6>&-
wait $holder
must soon has_lines "$TMP/pipe" 57 ' bench: '
equal "records of both" "$(grep -c ' bench: ' "$TMP/pipe")" 57
stop $pid

note "limits"
must map_limits "$raw" "$KTRACE"
for what in 'buffer_size_kb: error: A ring is mapped' 'snapshot: error: A ring is mapped'; do
	grep -q "$what" "$KTRACE/error_log" || fail "error_log lacks: $what"
done

note "mappings of a ring do not wait while the ring of another instance is replaced"
must mkdir "$KTRACE/instances/other"
write instances/other/events/points/bench/enable 1
slept=$(map_others "$raw" "$cpu/buffer_size_kb" \
	"$KTRACE/instances/other/per_cpu/cpu0/trace_pipe_raw") || fail "map_others: status $?"
note "slept $slept times"
[ "$slept" -le 10 ] || fail "slept $slept times"
must rmdir "$KTRACE/instances/other"
