# SPDX-License-Identifier: GPL-2.0
# description: mmap, snapshots, free_buffer, sizes, sub-buffer sizes and hotplug at once, under writers: all are accounted for
# requires: trace events points snapshot free_buffer module:test_point program:raw_pages cpus:2
# weight: 30

module test_point
bench=/sys/module/test_point/parameters/bench
online=/sys/devices/system/cpu/cpu1/online

# How often each of the writers passes 100 points.
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

# sum NAME: of all CPUs' accounts
sum()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' \
		"$KTRACE"/per_cpu/cpu*/stats
}

# aside: how many records the rings hold the account of that the snapshot has
aside()
{
	sed -n 's;^# entries-in-buffer/entries-written: [0-9]*/\([0-9]*\) .*;\1;p' "$KTRACE/snapshot"
}

# Whoever has them for the only one adds up what snapshots take along.
snapshots()
{
	taken=0 turns=0
	while [ -e "$TMP/go" ]; do
		# Not while a ring is mapped.
		if echo 1 >"$KTRACE/snapshot"; then
			taken=$((taken + $(aside)))
			turns=$((turns + 1))
		fi 2>/dev/null
		sleep 0.02
	done
	echo $taken >"$TMP/aside"
	echo "snapshots: $turns times" >>"$TMP/did"
}

# churn WHAT COMMAND: again and again; the others may be in its way
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

# Two sizes of each kind that a mapping or a CPU that is gone may refuse.
sizes='for kb in 64 16 300; do echo $kb >$KTRACE/buffer_size_kb; done;
	echo 40 >$KTRACE/per_cpu/cpu1/buffer_size_kb'
pages='for kb in 8 64 4; do echo $kb >$KTRACE/buffer_subbuf_size_kb; done'
frees=': >$KTRACE/free_buffer'
maps='for cpu in 0 1; do timeout 1 raw_pages -m -n 1 $(($(cat $KTRACE/buffer_subbuf_size_kb) * 1024)) \
	$KTRACE/per_cpu/cpu$cpu/trace_pipe_raw; done >/dev/null'
plugs='echo 0 >$online; sleep 0.03; echo 1 >$online; sleep 0.03'
views='cat $KTRACE/trace $KTRACE/snapshot >/dev/null'

# writers: two that pass all of their points wherever they run
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

# run WHAT...: under writers; then all that they wrote is in an account
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
note "what it leaves works"
write buffer_subbuf_size_kb 4
write buffer_size_kb 128
write trace ''
echo 50 >$bench
equal "records" "$(grep -c ' bench: ' "$KTRACE/trace")" 50
