# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a CPU that comes online for the first time while probes are enabled records their hits, and SysRq-Z dumps records of both CPUs
# requires: kprobe_events uprobe_events missed_events trace_marker /proc/sysrq-trigger /sys/devices/system/cpu/cpu1/online program:uprobe_target program:dmesg
# boot: maxcpus=1

cpus=/sys/devices/system/cpu
equal "CPUs" "$(cat $cpus/online) of $(cat $cpus/possible)" "0 of 0-1"

PROG=$(command -v uprobe_target)
uprobe_target where >"$TMP/where"
target=$(sed -n 's/^target //p' "$TMP/where")

# With several arguments in memory the handlers use an image of the CPU.
write kprobe_events 'p:enters do_mkdirat mode=%dx:u16 name=+0(+0($arg2)):string'
append kprobe_events 'r:returns do_mkdirat ret=$retval:s32 name=+0(+0($arg2)):string'
# A second listener, so that records of these are built in an image, too.
append kprobe_events 'p:plain do_rmdir first=$arg1:s32'
write uprobe_events "p:program $PROG:$target text=+0(%si):string"
mkdir "$KTRACE/instances/second"
write events/kprobes/enable 1
write events/uprobes/enable 1
write instances/second/events/kprobes/plain/enable 1

echo 1 >$cpus/cpu1/online
equal "CPUs" "$(cat $cpus/online)" "0-1"
taskset 2 mkdir "$TMP/here"
taskset 2 rmdir "$TMP/here"
taskset 2 uprobe_target call 3 >"$TMP/told"
cat "$KTRACE/per_cpu/cpu1/trace" >"$TMP/trace"
must grep -q ' enters: .*name="[^"]*/here"' "$TMP/trace"
must grep -q ' returns: .*ret=0 name=' "$TMP/trace"
must grep -q ' plain: .*first=-100' "$TMP/trace"
must grep -q ' program: .*text="' "$TMP/trace"
must grep -q ' plain: ' "$KTRACE/instances/second/per_cpu/cpu1/trace"
equal "missed" "$(awk '{ n += $3 } END { print n + 0 }' "$KTRACE/kprobe_profile")" 0
note "$(tr '\n' ' ' <"$KTRACE/missed_events")"

note "the probes of that CPU are recorded after all probes were removed and defined again"
write events/kprobes/enable 0
write events/uprobes/enable 0
write instances/second/events/kprobes/plain/enable 0
write kprobe_events ''
write uprobe_events ''
write trace ''
write kprobe_events 'p:again do_mkdirat mode=%dx:u16 name=+0(+0($arg2)):string'
write events/kprobes/again/enable 1
taskset 2 mkdir "$TMP/there"
must grep -q '\[001\] .* again: .*name="[^"]*/there"' "$KTRACE/trace"
write events/kprobes/again/enable 0

# In a kernel with CONFIG_TRACING, SysRq-Z dumps the buffer of ftrace, and the type is ktracefs.
[ "$(awk -v at="$KTRACE" '$2 == at { print $3 }' /proc/mounts)" = tracefs ] || exit 0

note "a dump has the records of both CPUs, and of no other"
write trace ''
taskset 1 sh -c 'echo "mark of the first" >"$0"' "$KTRACE/trace_marker"
taskset 2 sh -c 'echo "mark of the second" >"$0"' "$KTRACE/trace_marker"
dmesg -c >/dev/null
echo z >/proc/sysrq-trigger
write tracing_on 1
dmesg | grep 'ktrace: ' >"$TMP/log"
must grep -q '\[000\].*: mark of the first' "$TMP/log"
must grep -q '\[001\].*: mark of the second' "$TMP/log"
must_not grep 'no memory' "$TMP/log"
