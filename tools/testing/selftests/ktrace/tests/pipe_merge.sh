# SPDX-License-Identifier: GPL-2.0
# description: trace_pipe of several CPUs gives the lines of trace in the same order, each to one reader
# requires: trace_pipe events/points module:test_point program:taskset cpus:2
# weight: 5

module test_point
bench=/sys/module/test_point/parameters/bench

# on CPU N: pass the point N times on a CPU
on()
{
	taskset "$(printf %x $((1 << $1)))" sh -c "echo $2 >$bench"
}

# some: make records on both CPUs, in long and short runs
some()
{
	for n in 300 1 40 2 1 1 500 3 80 1; do
		on 0 $n
		on 1 $n
	done
}

# read_pipe FILE: read everything until tracing is off
read_pipe()
{
	cat "$KTRACE/$1"
}

shown()
{
	grep -v '^#' "$KTRACE/trace"
}

# in_order FILE: succeed if the times of the lines increase
in_order()
{
	sed 's/^[^[]*\[[0-9]*\] [^ ]* *\([0-9.]*\): .*/\1/' "$1" | sort -c -n
}

write events/points/bench/enable 1
write trace ''

note "the text equals that of trace, byte for byte"
some
write events/points/bench/enable 0
shown >"$TMP/shown"
equal "records" "$(grep -c ' bench: ' "$TMP/shown")" 1858
in_order "$TMP/shown" || fail "trace is out of order"
write tracing_on 0
read_pipe trace_pipe >"$TMP/piped"
cmp "$TMP/shown" "$TMP/piped" || fail "trace_pipe shows other lines than trace"
equal "left in trace" "$(shown | grep -c .)" 0
write tracing_on 1

note "losses are at their positions when the rings are too small"
write buffer_size_kb 8
write events/points/bench/enable 1
some
write events/points/bench/enable 0
shown >"$TMP/shown"
grep -q LOST "$TMP/shown" || fail "nothing is lost"
write tracing_on 0
read_pipe trace_pipe >"$TMP/piped"
cmp "$TMP/shown" "$TMP/piped" || fail "trace_pipe shows other lines than trace"
write tracing_on 1
write buffer_size_kb 1408

note "several readers: each record goes to one of them, in order"
write trace ''
write events/points/bench/enable 1
some
shown >"$TMP/shown"
for reader in 1 2 3; do
	read_pipe trace_pipe >"$TMP/all$reader" &
	eval "pid$reader=\$!"
done
read_pipe per_cpu/cpu1/trace_pipe >"$TMP/cpu1" &
pid4=$!

# read_are N: succeed if N records were read
read_are()
{
	[ "$(cat "$TMP"/all? "$TMP/cpu1" | grep -c ' bench: ')" = "$1" ]
}
must soon read_are 1858
for file in "$TMP"/all? "$TMP/cpu1"; do
	in_order "$file" || fail "${file##*/} is out of order"
done
cat "$TMP"/all? "$TMP/cpu1" | sort >"$TMP/read"
sort "$TMP/shown" | cmp - "$TMP/read" || fail "they were given other records"

note "while records are written: a record may come late, but not before an earlier one of its CPU"
some
must soon read_are 3716
write events/points/bench/enable 0
for pid in $pid1 $pid2 $pid3 $pid4; do
	stop "$pid"
done
equal "different records" "$(cat "$TMP"/all? "$TMP/cpu1" | sort -u | grep -c ' bench: ')" 3716
for file in "$TMP"/all? "$TMP/cpu1"; do
	for cpu in 000 001; do
		grep "\[$cpu\]" "$file" >"$TMP/one" || continue
		in_order "$TMP/one" || fail "${file##*/}, CPU $cpu: out of order"
	done
done
must_not grep -q '\[000\]' "$TMP/cpu1"
