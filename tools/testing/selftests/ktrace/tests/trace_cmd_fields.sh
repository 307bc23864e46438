# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: trace-cmd report prints the fields that trace shows, of system calls, trace events, probes, synthetic events, static points and markers of both kinds, as often as histograms count
# requires: program:trace-cmd program:uprobe_target kprobe_events uprobe_events synthetic_events events/points module:test_point
# kernels: ktrace - with lockdep, the kernel has the base's tracefs, and trace-cmd uses that
# weight: 20

[ ! -d /sys/kernel/ktrace ] || skip "trace-cmd takes the base's tracefs"
. "$1/fields.sh"

module test_point
define_fields
trap undefine_fields EXIT
record_fields >"$TMP/said" 2>&1 || fail "$(tail -n 5 "$TMP/said")"

grep -v '^#' "$KTRACE/trace" >"$TMP/trace"
must_not grep -q 'LOST' "$TMP/trace"
trace-cmd extract -o "$TMP/dat" >"$TMP/said" 2>&1 || fail "$(tail -n 5 "$TMP/said")"
trace-cmd report -N -i "$TMP/dat" >"$TMP/report" 2>"$TMP/complaints"
trace-cmd report -N -R -i "$TMP/dat" >"$TMP/raw" 2>>"$TMP/complaints"

# same WHAT SHOWN PRINTED: compare two files
same()
{
	diff "$2" "$3" >"$TMP/diff" || {
		head -n 20 "$TMP/diff" | cut -c 1-300
		fail "$1: trace (<) and trace-cmd differ"
	}
	note "$1: $(grep -c . "$2") records, $(wc -w <"$2") words"
}

trace_fields "$TMP/trace" >"$TMP/shown"
report_fields "$TMP/report" >"$TMP/printed"
equal "records" "$(grep -c . "$TMP/printed")" "$(grep -c . "$TMP/shown")"

not_calls <"$TMP/shown" >"$TMP/shown.events"
not_calls <"$TMP/printed" >"$TMP/printed.events"
same "trace events, probes, points and markers" "$TMP/shown.events" "$TMP/printed.events"
for event in sched_switch sched_process_exec softirq_raise hrtimer_start task_newtask \
	     signal_generate asked given called back pair latency waking opened test_string test_star print \
	     raw_data; do
	must grep -q " $event: " "$TMP/shown.events"
done

raw_markers "$TMP/trace" >"$TMP/shown.raw"
raw_markers "$TMP/raw" >"$TMP/printed.raw"
same "all bytes of raw markers" "$TMP/shown.raw" "$TMP/printed.raw"
equal "raw markers" "$(sed 's/.* \([0-9a-f]* [^ ]*\)$/\1/' "$TMP/printed.raw")" "1201 raw
f1020304 $(printf '%040d' 7)"

note "histograms count the records that trace-cmd prints"
grep ' called: ' "$TMP/printed.events" | count_fields n >"$TMP/counted"
hist_fields n "$KTRACE/events/uprobes/called/hist" >"$TMP/hist"
same "the numbers of the calls" "$TMP/hist" "$TMP/counted"
grep ' pair: ' "$TMP/printed.events" | count_fields value >"$TMP/counted"
hist_fields value "$KTRACE/events/synthetic/pair/hist" >"$TMP/hist"
same "the results of the calls" "$TMP/hist" "$TMP/counted"
equal "calls" "$(grep -c . "$TMP/counted")" 5

calls <"$TMP/shown" >"$TMP/shown.calls"
raw_fields "$TMP/raw" >"$TMP/printed.calls"
same "system calls" "$TMP/shown.calls" "$TMP/printed.calls"
for event in sys_enter_openat sys_exit_openat sys_enter_mmap sys_enter_execve; do
	must grep -q " $event: " "$TMP/shown.calls"
done
