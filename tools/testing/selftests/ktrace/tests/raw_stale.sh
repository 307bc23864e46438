# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: raw pages of each size from 4 to 512 kB show no memory that others used before
# requires: trace events points buffer_subbuf_size_kb module:test_point program:stale_pages
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

module test_point
bench=/sys/module/test_point/parameters/bench
raw=$KTRACE/per_cpu/cpu0/trace_pipe_raw
first=$(cat "$KTRACE/buffer_subbuf_size_kb")
trap 'write buffer_size_kb 1408; write buffer_subbuf_size_kb $first' EXIT

# The size of a page, which the kernel prints for each mapping
page=$(sed -n 's/^KernelPageSize: *\([0-9]*\) kB/\1/p' /proc/self/smaps | sort -n | head -n 1)
[ "$page" -ge 4 ] || fail "no size of a page"

# fill: leave the pattern in most of the free memory
fill()
{
	write buffer_size_kb 4
	free_mb=$(sed -n 's/^MemFree: *\([0-9]*\)[0-9][0-9][0-9] kB/\1/p' /proc/meminfo)
	must stale_pages fill $((free_mb * 9 / 10))
}

# hits N: record N hits of the point on CPU 0
hits()
{
	taskset 1 sh -c "echo $1 >$bench"
}

# searched WHAT LEAST: nothing was found in at least LEAST bytes
searched()
{
	read -r bytes _ stale _ behind _ <"$TMP/found"
	note "$1: $(cat "$TMP/found")"
	[ "$bytes" -ge "$2" ] || fail "$1: only $bytes bytes were looked at"
	equal "$1: words of others" "$stale" 0
	equal "$1: words behind the records" "$behind" 0
}

write events/points/bench/enable 1
for kb in 4 8 16 32 64 128 256 512; do
	write buffer_subbuf_size_kb $kb
	fill
	# A new ring, whose records are in its first page only.
	write buffer_size_kb 8192
	hits 50
	# A sub-buffer of less than a page cannot be mapped.
	if [ "$kb" -ge "$page" ]; then
		must stale_pages map "$raw" >"$TMP/found"
		searched "mapped, $kb kB" $((8192 * 1024))
		hits 50
	fi
	must stale_pages read "$raw" $((kb * 1024)) >"$TMP/found"
	searched "read, $kb kB" $((kb * 1024))
	# Splice moves only full pages. This ring overwrites its pages several times.
	write buffer_size_kb 1024
	hits 50000
	must stale_pages splice "$raw" $((kb * 1024)) >"$TMP/found"
	searched "spliced, $kb kB" $((512 * 1024))
done

note "the search finds the pattern in memory that has it"
head -c 16 /dev/zero >"$TMP/page"
printf 'is stale%.0s' 1 2 3 4 5 6 7 8 >>"$TMP/page"
head -c 4016 /dev/zero >>"$TMP/page"
equal "found" "$(stale_pages read "$TMP/page" 4096)" "4096 searched, 8 stale, 16 behind"
