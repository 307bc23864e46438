# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: records of removed probes stay readable, however many follow
# requires: kprobe_events instances snapshot
# weight: 12

# Define, hit and remove ROUND probes at a time, TIMES times. In the long form, the
# number of probes exceeds the number of ids.
ROUND=100
TIMES=20
! brief || TIMES=6
[ -z "$SELFTEST_LONG" ] || TIMES=700

other=$KTRACE/instances/gone
must mkdir "$other"

# hit NAME: let the probe NAME write one record, in every instance that has enabled it
hit()
{
	append kprobe_events "p:gone/$1 __x64_sys_sysinfo regs=%di number=\\123:s32"
	write events/gone/"$1"/enable 1
	write "$other/events/gone/$1/enable" 1
	uptime >"$TMP/uptime"
	write events/gone/"$1"/enable 0
	write "$other/events/gone/$1/enable" 0
	append kprobe_events "-:gone/$1"
}

# shown FILE NAME: check that FILE shows the record of NAME as before the removal of
# NAME
shown()
{
	grep -q " $2: (__x64_sys_sysinfo+0x[0-9a-f]*/0x[0-9a-f]*) regs=0x[0-9a-f]* number=123" "$1" ||
		fail "no record of $2 in $1"
}

hit first
must_not [ -e "$KTRACE/events/gone/first" ]
shown "$KTRACE/trace" first
shown "$other/trace" first
write snapshot 1
shown "$KTRACE/snapshot" first

note "other events are created and removed"
i=0
while [ $i -lt $TIMES ]; do
	seq $ROUND | sed 's/.*/p:many\/m& __x64_sys_sysinfo/' >"$TMP/lines"
	cat "$TMP/lines" >>"$KTRACE/kprobe_events"
	write events/many/enable 1
	uptime >"$TMP/uptime"
	write events/many/enable 0
	append kprobe_events '-:many/'
	i=$((i + 1))
done
equal "unknown records" "$(grep -c 'Unknown type' "$KTRACE/trace")" 0
equal "records of the last" "$(grep -c ' m[0-9]*: (__x64_sys_sysinfo' "$KTRACE/trace")" \
	"$(sed -n 's/^# entries-in-buffer\/entries-written: \([0-9]*\)\/.*/\1/p' "$KTRACE/trace")"
shown "$KTRACE/snapshot" first
shown "$other/trace" first

note "trace_pipe prints the remaining records"
hit last
soon grep -q . "$KTRACE/trace"
cat "$KTRACE/trace_pipe" >"$TMP/pipe" &
pid=$!
soon grep -q ' last: ' "$TMP/pipe"
stop $pid
shown "$TMP/pipe" last
shown "$other/trace" last

must rmdir "$other"
write snapshot 0
write trace ''
