# SPDX-License-Identifier: GPL-2.0
# description: snapshot sets the records aside, of all CPUs or of one, while events continue
# requires: trace events points snapshot module:test_point cpus:2
# weight: 16

module test_point
bench=/sys/module/test_point/parameters/bench

# on CPU N: pass the point N times on a CPU
on()
{
	taskset "$(printf %x $((1 << $1)))" sh -c "echo $2 >$bench"
}

# shown FILE: print the first number of each record in the file
shown()
{
	sed -n 's/.* bench: a=\([0-9]*\) .*/\1/p' "$KTRACE/$1"
}

count()
{
	shown "$1" | grep -c . || :
}

stat()
{
	sed -n "s/^$2: //p" "$KTRACE/per_cpu/cpu$1/stats"
}

trap 'write snapshot 0; write buffer_size_kb 1408' EXIT
grep -q 'Snapshot is freed' "$KTRACE/snapshot" || fail "not freed at first"
write snapshot 1
grep -q 'Snapshot is allocated' "$KTRACE/snapshot" || fail "no snapshot is allocated before an event is enabled"
write events/points/bench/enable 1
on 0 10
on 1 20
write snapshot 1
equal "set aside" "$(count snapshot)" 30
equal "left" "$(count trace)" 0
equal "in the account" "$(stat 0 entries) $(stat 1 entries)" "0 0"
grep -q 'Snapshot is allocated' "$KTRACE/snapshot" || fail "not allocated"
on 0 5
equal "goes on" "$(count trace) $(count snapshot)" "5 30"

note "writing the present clock keeps the snapshot, another clock clears it"
write trace_clock local
equal "the same clock" "$(count snapshot)" 30
write trace_clock mono
equal "another clock" "$(count snapshot)" 0
write trace_clock local

note "a waiting reader is woken by records in the new rings"
write trace ''
cat "$KTRACE/trace_pipe" >"$TMP/pipe" &
pid=$!
must soon asleep $pid
write snapshot 1
on 0 3
must soon has_lines "$TMP/pipe" 3 ' bench: '
stop $pid
equal "woken" "$(grep -c ' bench: ' "$TMP/pipe")" 3
on 0 10
on 1 20
write snapshot 1
on 0 5

note "a snapshot of one CPU"
on 1 7
write per_cpu/cpu1/snapshot 1
equal "CPU 1" "$(count per_cpu/cpu1/snapshot) $(count per_cpu/cpu1/trace)" "7 0"
equal "CPU 0" "$(count per_cpu/cpu0/snapshot) $(count per_cpu/cpu0/trace)" "10 5"
refused per_cpu/cpu1/snapshot EINVAL 0
grep -q "snapshot: error" "$KTRACE/error_log" || fail "not in error_log"

note "clear, free, bad input"
write per_cpu/cpu0/snapshot 2
equal "cleared" "$(count per_cpu/cpu0/snapshot) $(count per_cpu/cpu1/snapshot)" "0 7"
write snapshot 2
equal "all cleared" "$(count snapshot)" 0
for bad in x -1 ''; do
	refused snapshot EINVAL "$bad"
done
refused snapshot ERANGE 99999999999999999999
write snapshot 0
grep -q 'Snapshot is freed' "$KTRACE/snapshot" || fail "not freed"
equal "the records that were there" "$(count trace)" 5

note "binary pages"
write trace ''
id=$(sed -n 's/^ID: //p' "$KTRACE/events/points/bench/format")
on 0 1000
write snapshot 1
raw_pages -r -n "$id" 4096 "$KTRACE/per_cpu/cpu0/snapshot_raw" >"$TMP/raw"
seq 0 999 >"$TMP/wanted"
cmp "$TMP/raw" "$TMP/wanted" || fail "snapshot_raw: $(grep -c . "$TMP/raw") lines"

note "sizes and clocks change between two snapshots"
for change in 'buffer_size_kb 64' 'buffer_subbuf_size_kb 16' 'trace_clock mono' \
	      'buffer_subbuf_size_kb 4' 'trace_clock local' 'buffer_size_kb 1408'; do
	write "${change% *}" "${change#* }"
	on 0 100
	on 1 100
	write snapshot 1
	equal "$change" "$(count snapshot) $(count trace)" "200 0"
done

note "while events are recorded: each record is in one snapshot, in the trace, or counted as lost"
write buffer_size_kb 8192
write snapshot 1
write trace ''
for cpu in 0 1; do
	taskset $((cpu + 1)) sh -c "for i in 1 2 3 4; do echo 2500 >$bench; done" &
done
total=0
for _ in 1 2 3 4 5 6; do
	write snapshot 1
	total=$((total + $(count snapshot)))
done
wait
write snapshot 1
total=$((total + $(count snapshot)))
equal "records in all" $total 20000
equal "remaining lines" "$(count trace)" 0

note "a reader of a snapshot that is replaced reaches the end"
on 0 10
write snapshot 1
exec 5<"$KTRACE/snapshot"
write snapshot 1
cat <&5 >"$TMP/old"
exec 5<&-
! grep -q ' bench: ' "$TMP/old" || fail "records of a replaced ring"
write snapshot 0
