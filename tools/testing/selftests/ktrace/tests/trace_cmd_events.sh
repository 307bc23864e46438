# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: trace-cmd records the kernel's trace events, one by one and all at once, and each record is reported or counted as lost
# requires: program:trace-cmd kprobe_events events/sched/sched_switch cpus:2
# kernels: ktrace - with lockdep, the kernel has the base's tracefs, and trace-cmd uses that
# weight: 20

[ ! -d /sys/kernel/ktrace ] || skip "trace-cmd takes the base's tracefs"

# Duration of recording all events, and of the idle times in between. trace-cmd needs a
# thousand times as long to report the records.
seconds=0.3 idle=0.01
if [ -n "${SELFTEST_LONG:-}" ]; then
	seconds=60 idle=1
fi

# busy SECONDS DIRECTORY IDLE: run various operations on both CPUs
cat >"$TMP/busy" <<'END'
work()
{
	while [ ! -e "$2/over" ]; do
		find /proc/self -maxdepth 1 >"$2/found.$1"
		dd if=/dev/zero of="$2/file.$1" bs=4096 count=16 2>/dev/null
		sh -c 'kill -USR1 $$' 2>/dev/null
		sleep "$3"
	done
}
work 1 "$2" "$3" &
work 2 "$2" "$3" &
sleep "$1"
touch "$2/over"
wait
END

# record SECONDS WHAT...: record while the guest is busy for SECONDS
record()
{
	_seconds=$1
	shift
	rm -f "$TMP/over"
	trace-cmd record "$@" -o "$TMP/dat" sh "$TMP/busy" "$_seconds" "$TMP" $idle >"$TMP/said" 2>&1 ||
		fail "trace-cmd record $*: $(tail -n 5 "$TMP/said")"
	trace-cmd report -i "$TMP/dat" >"$TMP/all" 2>"$TMP/complaints" &&
	trace-cmd report --stat -i "$TMP/dat" >"$TMP/stats" 2>>"$TMP/complaints" ||
		fail "trace-cmd report: $(tail -n 5 "$TMP/complaints")"
	grep '^ *[^ ].*-[0-9]* *\[[0-9]*\]' "$TMP/all" >"$TMP/lines" || :
}

# stat_of NAME: print the sum of NAME over all CPUs, from the stats that trace-cmd
# stores with the records
stat_of()
{
	awk -F ': ' -v name="$1" '$1 == name { n += $2 } END { print n + 0 }' "$TMP/stats"
}

# account: check that each record is reported, and each lost one counted. trace-cmd
# takes the stats after recording has stopped and before it reads the last records.
account()
{
	equal "records that were reported" "$(grep -c . "$TMP/lines")" \
		$(($(stat_of entries) + $(stat_of 'read events')))
	lost=$(sed -n 's/.*\[LOST \([0-9]*\) EVENTS\].*/\1/p; s/.*\[\([0-9]*\) EVENTS DROPPED\].*/\1/p' \
		"$TMP/all" | awk '{ n += $1 } END { print n + 0 }')
	gone=$(($(stat_of overrun) + $(stat_of 'dropped events') + $(stat_of 'commit overrun')))
	note "$(grep -c . "$TMP/lines") records were read, $gone lost, of which $lost were reported by page"
	# Losses behind the last record have no page that could report them.
	[ "$lost" -le "$gone" ] || fail "$lost are reported as lost, of $gone"
}

# kinds: print the number of events that have records
kinds()
{
	sed -n 's/^ *[^ ].*-[0-9]* *\[[0-9]*\][^:]*: *\([a-z_0-9]*\):.*/\1/p' "$TMP/lines" |
		sort -u | grep -c .
}

append kprobe_events 'p:asked do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring'

note "sched, irq, timer, system calls, a probe"
record 0.5 -b 4096 -e sched -e irq -e timer -e syscalls -e kprobes
account
for event in sched_switch sched_waking sched_process_exit softirq_entry \
	     timer_start hrtimer_expire_entry sys_enter_openat sys_exit_openat asked; do
	must grep -q ": *$event:" "$TMP/lines"
done
must grep -q 'sched_switch: .*prev_comm=\|sched_switch: .* ==> ' "$TMP/lines"
must grep -q "asked: .*name=\"/dev/zero\"" "$TMP/lines"
equal "events that are on" "$(cat "$KTRACE/set_event")" ''

note "all events, for $seconds seconds"
record $seconds -e all
account
n=$(kinds)
note "$n events have records"
[ "$n" -ge 60 ] || fail "only $n events have records"
equal "events that are on" "$(cat "$KTRACE/set_event")" ''
