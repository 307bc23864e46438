# SPDX-License-Identifier: GPL-2.0
# description: SysRq-Z on a slow console: no stall of RCU, 1000 records of a CPU at most
# requires: trace_marker instances /proc/sysrq-trigger /sys/module/rcupdate/parameters/rcu_cpu_stall_timeout program:dmesg cpus:2
# kernels: ktrace - each printed line takes 20 ms of busy waiting
# shift: 5 - seconds of busy waiting
# weight: 20

# hundredths: print the time since boot in hundredths of a second
hundredths()
{
	cut -d' ' -f1 /proc/uptime | tr -d .
}

timeout=/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
had=$(cat $timeout)
level=$(cut -f1 /proc/sys/kernel/printk)
trap 'echo 0 >/proc/sys/kernel/printk_delay; echo "$had" >$timeout
	echo "$level" >/proc/sys/kernel/printk; write tracing_on 1' EXIT
# The shortest possible timeout, in seconds.
echo 3 >$timeout

for i in $(seq 190); do echo "mark $i"; done >"$TMP/marks"
while read -r line; do echo "$line" >&3; done <"$TMP/marks" 3>"$KTRACE/trace_marker"
equal "records" "$(grep -c ': mark ' "$KTRACE/trace")" 190

mkdir "$KTRACE/instances/waits"
dmesg -c >/dev/null
# Milliseconds per message.
echo 20 >/proc/sys/kernel/printk_delay
# Start grace periods on the other CPU during the dump.
taskset 2 sh -c 'sleep 0.2; rmdir "$0/instances/waits"' "$KTRACE" &
pid=$!
begin=$(hundredths)
taskset 1 sh -c 'echo z >/proc/sysrq-trigger'
took=$(($(hundredths) - begin))
echo 0 >/proc/sys/kernel/printk_delay
wait $pid || fail "rmdir of an instance beside it failed"
# Wait for ticks, at which RCU checks for stalls.
sleep 1
dmesg >"$TMP/log"
note "it took $took hundredths of a second"
# The rmdir started 0.2 s after the dump.
[ $took -ge 330 ] || fail "it is too short for RCU to report a stall: $took hundredths of a second"
equal "lines" "$(grep -c 'ktrace: .*: mark ' "$TMP/log")" 190
! grep -i 'rcu.*stall\|soft lockup' "$TMP/log" || fail "a stall is reported"
[ ! -d "$KTRACE/instances/waits" ] || fail "the instance is still there"

note "a longer buffer: the last 1000 records of each CPU"
write tracing_on 1
write trace ''
for i in $(seq 1300); do echo "mark $i"; done >"$TMP/marks"
taskset 1 sh -c 'while read -r line; do echo "$line" >&3; done <"$0" 3>"$1"' "$TMP/marks" "$KTRACE/trace_marker"
taskset 2 sh -c 'echo "mark of the other" >"$0"' "$KTRACE/trace_marker"
dmesg -c >/dev/null
echo z >/proc/sysrq-trigger
dmesg | grep 'ktrace: ' >"$TMP/log"
equal "first" "$(sed -n 's/.*: mark \([0-9]*\)$/\1/p' "$TMP/log" | head -n 1)" 301
equal "lines" "$(grep -c ': mark [0-9]*$' "$TMP/log")" 1000
must grep -q 'ktrace: 300 earlier records are left out' "$TMP/log"
must grep -q ': mark of the other' "$TMP/log"
