# SPDX-License-Identifier: GPL-2.0
# description: mmap, snapshots, free_buffer, sizes, sub-buffer sizes and hotplug under writers at once: all records are accounted for
# requires: trace events points snapshot free_buffer module:test_point program:raw_pages cpus:2
# weight: 30

module test_point
bench=/sys/module/test_point/parameters/bench
online=/sys/devices/system/cpu/cpu1/online

# Number of times that each writer passes 100 points.
bursts=120
! brief || bursts=15
[ -z "${SELFTEST_LONG:-}" ] || bursts=2000
bursts=${CHURN_BURSTS:-$bursts}

restore()
{
	[ ! -w $online ] || echo 1 >$online
	write snapshot 0
	write buffer_size_kb 1408
}
trap restore EXIT

# sum NAME: print the sum of NAME over the stats of all CPUs
sum()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' \
		"$KTRACE"/per_cpu/cpu*/stats
}

# aside: print the number of records written to the rings that are now the snapshot
aside()
{
	sed -n 's;^# entries-in-buffer/entries-written: [0-9]*/\([0-9]*\) .*;\1;p' "$KTRACE/snapshot"
}

# Take snapshots, and add up their records. No other job may take snapshots meanwhile.
snapshots()
{
	taken=0 turns=0
	while [ -e "$TMP/go" ]; do
		# This fails while a ring is mapped.
		if echo 1 >"$KTRACE/snapshot"; then
			taken=$((taken + $(aside)))
			turns=$((turns + 1))
		fi 2>/dev/null
		sleep 0.02
	done
	echo $taken >"$TMP/aside"
	echo "snapshots: $turns times" >>"$TMP/did"
}

# churn WHAT COMMAND: repeat the command, whose writes may fail because of the other
# jobs
churn()
{
	turns=0
	while [ -e "$TMP/go" ]; do
		eval "$2" || :
		turns=$((turns + 1))
		sleep 0.01
	done 2>/dev/null
	echo "$1: $turns times" >>"$TMP/did"
}

# Two sizes of each kind. A mapping or an offline CPU may cause the write to fail.
sizes='for kb in 64 16 300; do echo $kb >$KTRACE/buffer_size_kb; done;
	echo 40 >$KTRACE/per_cpu/cpu1/buffer_size_kb'
pages='for kb in 8 64 4; do echo $kb >$KTRACE/buffer_subbuf_size_kb; done'
frees=': >$KTRACE/free_buffer'
maps='for cpu in 0 1; do timeout 1 raw_pages -m -n 1 $(($(cat $KTRACE/buffer_subbuf_size_kb) * 1024)) \
	$KTRACE/per_cpu/cpu$cpu/trace_pipe_raw; done >/dev/null'
plugs='echo 0 >$online; sleep 0.03; echo 1 >$online; sleep 0.03'
views='cat $KTRACE/trace $KTRACE/snapshot >/dev/null'

# writers: start two writers that pass all their points, on any CPU
writers()
{
	for _ in 1 2; do
		for _ in $(seq $bursts); do
			echo 100 >$bench
			sleep 0.01
		done &
		echo $!
	done >"$TMP/writers"
}

# run WHAT...: run the jobs while writers run; then check that the accounts contain all
# records
run()
{
	note "$*"
	write buffer_subbuf_size_kb 4
	write buffer_size_kb 128
	write snapshot 0
	write trace ''
	: >"$TMP/go"
	: >"$TMP/did"
	echo 0 >"$TMP/aside"
	: >"$TMP/jobs"
	for what; do
		case $what in
		snapshots) snapshots & ;;
		*) eval "command=\$$what"
		   # shellcheck disable=SC2154
		   churn "$what" "$command" & ;;
		esac
		echo $! >>"$TMP/jobs"
	done
	writers
	# shellcheck disable=SC2013
	for pid in $(cat "$TMP/writers"); do
		wait "$pid" || fail "a writer"
	done
	rm "$TMP/go"
	# shellcheck disable=SC2013
	for pid in $(cat "$TMP/jobs"); do
		wait "$pid" || :
	done
	sed 's/^/# /' "$TMP/did"
	total=$((bursts * 200))
	equal "written" \
		"$(($(sum entries) + $(sum overrun) + $(sum 'read events') + $(cat "$TMP/aside")))" $total
	equal "dropped" "$(sum 'dropped events')" 0
	equal "by event" "$(awk '$4 == "points:bench" { print $1 }' "$KTRACE/lost_events" |
		grep . || echo 0)" "$(sum overrun)"
}

write events/points/bench/enable 1
run sizes pages frees maps views
run snapshots sizes maps views
all='snapshots sizes pages frees maps views'
[ ! -w $online ] || all="$all plugs"
# shellcheck disable=SC2086
run $all
note "the buffer works after the load"
write buffer_subbuf_size_kb 4
write buffer_size_kb 128
write trace ''
echo 50 >$bench
equal "records" "$(grep -c ' bench: ' "$KTRACE/trace")" 50
