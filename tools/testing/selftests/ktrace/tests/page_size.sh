# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: sub-buffers of less than, of, and of more than the machine's page, by read, splice and mmap
# requires: trace events points buffer_subbuf_size_kb module:test_point program:raw_pages cpus:2
# weight: 8

module test_point
bench=/sys/module/test_point/parameters/bench
id=$(sed -n 's/^ID: //p' "$KTRACE/events/points/bench/format")
raw=$KTRACE/per_cpu/cpu0/trace_pipe_raw
first=$(cat "$KTRACE/buffer_subbuf_size_kb")
trap 'write buffer_size_kb 1408; write buffer_subbuf_size_kb $first' EXIT

# The size of a page, which the kernel prints for each mapping
page=$(sed -n 's/^KernelPageSize: *\([0-9]*\) kB/\1/p' /proc/self/smaps | sort -n | head -n 1)
note "pages of $page kB, sub-buffers of $first kB at first"
[ "$page" -ge 4 ] || fail "no size of a page"

# recorded N: start anew, and record N hits of the point on CPU 0
recorded()
{
	write trace ''
	taskset 1 sh -c "echo $1 >$bench"
}

# whole WHAT N FILE: the file has each of N records once, in order, after those that it reports as
# lost
whole()
{
	awk -v total="$2" '
		$1 == "lost" { lost += $2; next }
		$1 == "meta" { next }
		!n { if ($1 != lost + 0) exit 1; next_one = $1 }
		$1 != next_one { exit 1 }
		{ n++; next_one++ }
		END { exit next_one != total || n + lost != total }' "$3" ||
		fail "$1: $(grep -c . "$3") lines, $(head -n 2 "$3" | tr '\n' ' ')"
}

write events/points/bench/enable 1
tried=' '
for kb in 4 16 "$page" $((2 * page)) $((4 * page)); do
	case $tried in
	*" $kb "*) continue ;;
	esac
	tried="$tried$kb "
	bytes=$((kb * 1024))
	write buffer_subbuf_size_kb "$kb"
	equal "the size" "$(cat "$KTRACE/buffer_subbuf_size_kb")" "$kb"
	for n in 1 100 30000; do
		recorded $n
		equal "$kb kB: $n in the text" "$(grep -c ' bench: ' "$KTRACE/per_cpu/cpu0/trace")" \
			"$(sed -n 's/^entries: //p' "$KTRACE/per_cpu/cpu0/stats")"
		must raw_pages -r -n "$id" "$bytes" "$raw" >"$TMP/read"
		whole "$kb kB, $n by read" $n "$TMP/read"
	done
	recorded 30000
	must raw_pages -n "$id" "$bytes" "$raw" >"$TMP/spliced"
	[ -s "$TMP/spliced" ] || fail "$kb kB: nothing by splice"
	# The last page is not full.
	must raw_pages -r -n "$id" "$bytes" "$raw" >>"$TMP/spliced"
	whole "$kb kB by splice" 30000 "$TMP/spliced"
	if [ "$kb" -lt "$page" ]; then
		note "a sub-buffer of $kb kB is less than a page, so it cannot be mapped alone"
		must_not raw_pages -m -n "$id" "$bytes" "$raw" 2>"$TMP/error"
		grep -q 'Invalid argument' "$TMP/error" || fail "$(cat "$TMP/error")"
		continue
	fi
	for n in 1 30000; do
		recorded $n
		must raw_pages -m -n "$id" "$bytes" "$raw" >"$TMP/mapped"
		whole "$kb kB, $n by mmap" $n "$TMP/mapped"
	done
done
