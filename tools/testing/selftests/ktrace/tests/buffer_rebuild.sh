# SPDX-License-Identifier: GPL-2.0
# description: resizes, sub-buffer sizes, clocks and free_buffer lose no record without counting it
# requires: trace events points module:test_point
# weight: 20

module test_point
bench=/sys/module/test_point/parameters/bench

# sum NAME: print the sum of NAME over the stats of all CPUs
sum()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n }' \
		"$KTRACE"/per_cpu/cpu*/stats
}

# in_band: print the sum of records and reported losses in the trace
in_band()
{
	sed -n 's/.*\[LOST \([0-9]*\) EVENTS\].*/\1/p' "$KTRACE/trace" |
		awk '{ n += $1 } END { print n + 0 }'
	grep -c ' bench: a=' "$KTRACE/trace" || :
}

write events/points/bench/enable 1
id=$(sed -n 's/^ID: //p' "$KTRACE/events/points/bench/format")
pages=$(cat "$KTRACE/buffer_subbuf_size_kb")
kb=$(cat "$KTRACE/buffer_size_kb")
equal "a sub-buffer's size" "$pages" 4

total=0
for change in 'buffer_size_kb 64' 'buffer_subbuf_size_kb 8' 'trace_clock mono' \
	      'buffer_size_kb 2048' 'buffer_subbuf_size_kb 512' 'trace_clock local' \
	      'buffer_subbuf_size_kb 4' "buffer_size_kb $kb"; do
	echo 500 >$bench
	total=$((total + 500))
	write "${change% *}" "${change#* }"
	equal "$change: unread" "$(sum entries)" 0
	equal "$change: overwritten" "$(sum overrun)" $total
	equal "$change: dropped" "$(sum 'dropped events')" 0
done
# A write that changes nothing loses no record.
echo 100 >$bench
write buffer_size_kb "$kb"
write buffer_subbuf_size_kb 3
write trace_clock local
equal "after no change" "$(sum entries) $(sum overrun)" "100 $total"
# Write on one CPU or on both. A CPU that records nothing any more also reports no loss.
for cpu in $(seq 0 $(($(nproc) - 1))); do
	taskset "$(printf %x $((1 << cpu)))" sh -c "echo 10 >$bench"
	total=$((total + 10))
done
equal "losses in the trace, and records" "$(in_band | tr '\n' ' ')" \
	"$((total - 10 * $(nproc))) $((100 + 10 * $(nproc))) "
write trace ''
equal "after a reset" "$(sum overrun) $(sum entries)" "0 0"
# A reset also discards losses that a resize has caused and nobody has read yet.
echo 100 >$bench
write buffer_size_kb 64
write trace ''
write buffer_size_kb "$kb"
equal "after a resize and a reset" "$(sum overrun) $(sum entries)" "0 0"

note "an open trace file whose rings are replaced before the first read shows no records"
echo 50 >$bench
exec 5<"$KTRACE/trace"
write buffer_size_kb 64
equal "records of replaced rings" "$(grep -c ' bench: ' <&5)" 0
exec 5<&-
write buffer_size_kb "$kb"

note "records in sub-buffers of every size"
for size in 4 5 8 16 32 64 128 256 512; do
	write buffer_subbuf_size_kb $size
	got=$(cat "$KTRACE/buffer_subbuf_size_kb")
	[ "$got" -ge $size ] && [ "$got" -lt $((2 * size)) ] || fail "$size: $got"
	grep -q "size:$((got * 1024 - 16));" "$KTRACE/events/header_page" ||
		fail "header_page with $got: $(cat "$KTRACE/events/header_page")"
	write trace ''
	echo 3000 >$bench
	grep ' bench: a=' "$KTRACE/trace" | sed 's/.*a=\([0-9]*\) .*/\1/' | sort -n | uniq | wc -l >"$TMP/n"
	equal "$size: different records" "$(cat "$TMP/n")" 3000
	: >"$TMP/raw"
	for cpu in "$KTRACE"/per_cpu/cpu*; do
		# The program only accepts pages of that size.
		raw_pages -r -n "$id" $((got * 1024)) "$cpu/trace_pipe_raw" >>"$TMP/raw" ||
			fail "$size: no pages of $got kB"
	done
	equal "$size: records in raw pages" "$(sort -n "$TMP/raw" | uniq | wc -l)" 3000
done

note "bad input"
for bad in 0 513 -1 x 99999999999999999999; do
	must_not sh -c "echo $bad >$KTRACE/buffer_subbuf_size_kb" 2>/dev/null
	grep -q "Command: $bad" "$KTRACE/error_log" || fail "$bad: not in error_log"
done
equal "the size after that" "$(cat "$KTRACE/buffer_subbuf_size_kb")" 512
write buffer_subbuf_size_kb "$pages"

note "free_buffer"
write trace ''
exec 5>"$KTRACE/free_buffer"
echo 100 >$bench
equal "while it is open" "$(sum entries)" 100
exec 5>&-
equal "size afterwards" "$(cat "$KTRACE/buffer_size_kb")" 1
equal "on afterwards" "$(cat "$KTRACE/tracing_on")" 1
equal "account afterwards" "$(sum entries) $(sum overrun)" "0 100"
write options/disable_on_free 1
: >"$KTRACE/free_buffer"
equal "on afterwards, with disable_on_free" "$(cat "$KTRACE/tracing_on")" 0
write options/disable_on_free 0
write tracing_on 1
write buffer_size_kb "$kb"
