# SPDX-License-Identifier: GPL-2.0
# description: lost_events shows which events lost how many records; the sums agree with stats
# requires: trace events points lost_events module:test_point
# weight: 12

module test_point
bench=/sys/module/test_point/parameters/bench
fire=/sys/module/test_point/parameters/fire

# sum NAME: print the sum of NAME over the stats of all CPUs
sum()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' \
		"$KTRACE"/per_cpu/cpu*/stats
}

# lost COLUMN [EVENT]: print a column of lost_events, for one event or in sum; column 5
# is bytes
lost()
{
	awk -v column="$1" -v event="$2" '
		/^#/ { next }
		event == "" || $4 == event { n += $column }
		END { print n + 0 }' "$KTRACE/lost_events"
}

# agrees WHAT: check that the sums over the events equal the sums over the CPUs
agrees()
{
	equal "$1: overwritten" "$(lost 1)" "$(sum overrun)"
	equal "$1: dropped" "$(lost 2)" "$(sum 'dropped events')"
	equal "$1: nested" "$(lost 3)" "$(sum 'commit overrun')"
}

trap 'write options/overwrite 1; write buffer_size_kb 1408' EXIT
for event in bench test_string test_array test_shared; do
	write "events/points/$event/enable" 1
done
echo 10 >$bench
equal "nothing lost" "$(grep -vc '^#' "$KTRACE/lost_events")" 0

note "overwritten records"
write buffer_size_kb 8
write trace ''
echo 3000 >$bench
echo 500 >$fire
agrees "overwritten"
equal "bench" "$(lost 1 points:bench)" 3000
[ "$(lost 1 points:test_string)" -gt 0 ] || fail "no test_string was overwritten"
grep -q ' (' "$KTRACE/lost_events" && fail "lost records without a name of the event"

# when COLUMN EVENT: print a time from lost_events in microseconds
when()
{
	awk -v event="$2" -v column="$1" '$4 == event { sub(/\./, "", $column); print $column + 0 }' \
		"$KTRACE/lost_events"
}

# now: print the time of the last record in the trace
now()
{
	awk '!/^#/ && match($0, /[0-9]+\.[0-9]+: /) {
			time = substr($0, RSTART, RLENGTH - 2)
		}
		END { sub(/\./, "", time); print time + 0 }' "$KTRACE/trace"
}

note "number of lost bytes, and times of the losses"
taskset 1 sh -c "echo 1 >$bench"
begun=$(now)
write trace ''
taskset 1 sh -c "echo 2000 >$bench"
ended=$(now)
bytes=$(lost 5 points:bench)
[ "$begun" -gt 0 ] && [ "$(when 6 points:bench)" -ge "$begun" ] ||
	fail "lost before $begun: $(when 6 points:bench)"
[ "$(when 7 points:bench)" -ge "$(when 6 points:bench)" ] || fail "the last before the first"
[ "$(when 7 points:bench)" -le "$ended" ] || fail "lost after $ended: $(when 7 points:bench)"
write options/overwrite 0
taskset 1 sh -c "echo 3000 >$bench"
[ "$(when 7 points:bench)" -gt "$ended" ] || fail "dropped records have no time"
dropped=$(lost 2 points:bench)
size=$((($(lost 5 points:bench) - bytes) / dropped))
[ $size -ge 20 ] || fail "a record of bench has $size bytes"
equal "bytes of the dropped" $(($(lost 5 points:bench) - bytes)) $((dropped * size))
# A late record is preceded by a time extension.
bytes=$((bytes - $(lost 1 points:bench) * size))
[ $bytes -ge 0 ] && [ $bytes -lt 100 ] || fail "$bytes bytes more than the records have"
write options/overwrite 1
write buffer_size_kb 16
[ "$(when 6 points:bench)" -gt 0 ] || fail "a resize forgets the times"
write trace_clock mono
equal "the time by another clock" "$(awk '$4 == "points:bench" { print $6 $7 }' \
	"$KTRACE/lost_events")" --
write trace_clock local
write buffer_size_kb 8

# counted NAME: print the number of records of an event in the trace
counted()
{
	grep -c " $1: " "$KTRACE/trace" || :
}

note "for each event, lost and remaining records add up to the written ones"
write trace ''
for i in $(seq 40); do
	echo 17 >$bench
	echo 3 >$fire
done
# The total is the number of times that the point was passed.
equal "bench" $(($(lost 1 points:bench) + $(counted bench))) 680
agrees "mixed"

note "records that were read before they were overwritten are not lost"
write trace ''
for i in 1 2 3 4 5; do
	taskset 1 sh -c "echo 30 >$bench"
	# A read takes a page with its present contents; then more records go to the
	# page.
	dd if="$KTRACE/per_cpu/cpu0/trace_pipe_raw" of="$TMP/raw" bs=4096 count=1 2>/dev/null
	taskset 1 sh -c "echo 30 >$bench"
	agrees "read in part $i"
	taskset 1 sh -c "echo 400 >$bench"
	agrees "read in part and overwritten $i"
	equal "in sum $i" $(($(lost 1 points:bench) + $(sum 'read events') + $(sum entries))) \
		$((460 * i))
done

note "dropped records"
write options/overwrite 0
write trace ''
echo 5000 >$bench
echo 100 >$fire
agrees "dropped"
equal "bench" $(($(lost 2 points:bench) + $(counted bench))) 5000
[ "$(lost 2 points:test_string)" -gt 0 ] || fail "no test_string was dropped"
write options/overwrite 1

# stretches: print the stretches of dropped records: CPU, number, event, first and last time
stretches()
{
	sed -n 's/^# CPU:\([0-9]*\) dropped \([0-9]*\) \([^ ]*\) between \([0-9.]*\) and \([0-9.]*\)$/\1 \2 \3 \4 \5/p' \
		"$KTRACE/lost_events"
}

note "stretches of dropped records: of each event, as many as were dropped"
write options/overwrite 0
for where in 1 2; do
	write trace ''
	equal "after a reset" "$(stretches)" ''
	taskset $where sh -c "echo 3000 >$bench; echo 40 >$fire; echo 200 >$bench"
	[ "$(stretches | grep -c .)" -ge 4 ] || fail "$(cat "$KTRACE/lost_events")"
	for event in bench test_string test_array test_shared; do
		equal "$event" "$(stretches | awk -v e="points:$event" '$3 == e { n += $2 } END { print n + 0 }')" \
			"$(lost 2 points:$event)"
		# Without a reader there is one stretch of each event.
		equal "$event" "$(stretches | grep -c " points:$event ")" 1
	done
	equal "of this CPU" "$(stretches | cut -d' ' -f1 | sort -u)" $((where - 1))
	stretches | awk '$4 <= 0 || $5 < $4 { exit 1 }' || fail "$(stretches)"
	# The time of the stretch is among those of the event.
	equal "times" "$(stretches | awk '$3 == "points:bench" { print $4, $5 }')" \
		"$(awk '$4 == "points:bench" { print $6, $7 }' "$KTRACE/lost_events")"
done
write options/overwrite 1

note "the text shows each loss at its position, and the losses add up to the sum"
write trace ''
write options/overwrite 0
: >"$TMP/text"
for n in 3000 1500 2000 1; do
	taskset 1 sh -c "echo $n >$bench"
	write tracing_on 0
	cat "$KTRACE/per_cpu/cpu0/trace_pipe" >>"$TMP/text"
	write tracing_on 1
done
write options/overwrite 1
# The first stretch begins after the first records, and each ends before a record.
awk '/\[LOST / { n++; sum += $3; if (!records || lost) exit 1; lost = 1; next }
	{ records++; lost = 0 }
	END { exit lost || n != 3 }' "$TMP/text" || fail "$(grep -n LOST "$TMP/text")"
# lost_events names the event of each of them, and when it was dropped.
equal "of the stretches" "$(stretches | awk '{ print $2, $3 }')" \
	"$(awk '/\[LOST / { print $3, "points:bench" }' "$TMP/text")"
stretches >"$TMP/stretches"
awk '/\[LOST / { print $(NF - 2), $NF }' "$TMP/text" | paste -d ' ' - "$TMP/stretches" |
	awk 'NF != 7 || $6 < $1 || $7 > $2 { exit 1 }' ||
	fail "times: $(cat "$TMP/stretches") $(grep LOST "$TMP/text")"
equal "all stretches" "$(awk '/\[LOST / { n += $3 } END { print n }' "$TMP/text")" \
	"$(lost 2 points:bench)"
equal "written" $(($(lost 2 points:bench) + $(grep -c ' bench: ' "$TMP/text"))) 6501

note "a resize keeps the counts, and counts unread records as overwritten"
write trace ''
echo 1000 >$bench
before=$(lost 1 points:bench)
left=$(counted bench)
write buffer_size_kb 64
equal "bench" "$(lost 1 points:bench)" $((before + left))
agrees "resized"

note "a reset, a snapshot and a removed event"
write trace ''
equal "reset" "$(grep -vc '^#' "$KTRACE/lost_events")" 0
write buffer_size_kb 8
echo 2000 >$bench
write snapshot 1
equal "snapshot" "$(grep -vc '^#' "$KTRACE/lost_events")" 0
echo 2000 >$bench
agrees "after a snapshot"
write snapshot 0
if [ -e "$KTRACE/kprobe_events" ]; then
	append kprobe_events 'p:lost_one vfs_read'
	write events/kprobes/lost_one/enable 1
	dd if=/dev/zero of=/dev/null bs=1 count=3000 2>/dev/null
	[ "$(lost 1 kprobes:lost_one)" -gt 0 ] || fail "no lost_one was overwritten"
	write events/kprobes/lost_one/enable 0
	append kprobe_events '-:lost_one'
	echo 2000 >$bench
	agrees "with an event that is gone"
	grep -q ' kprobes:lost_one ' "$KTRACE/lost_events" ||
		fail "losses of a removed event are not shown"
	write trace ''
	must_not grep lost_one "$KTRACE/lost_events"
fi
