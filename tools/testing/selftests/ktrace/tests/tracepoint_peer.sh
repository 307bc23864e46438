# SPDX-License-Identifier: GPL-2.0
# description: beside the event tracer: the same formats, and the same records of the same hits
# requires: trace events tracepoint_misses /sys/kernel/tracing
# kernels: ktrace-peer - the event tracer is there
# weight: 20

peer=/sys/kernel/tracing
mountpoint -q $peer || must mount -t tracefs nodev $peer
[ -e $peer/events/sched ] || skip "no event tracer"

# formats DIR: those of a system, without the ids
formats()
{
	cat "$1"/*/format | sed '/^ID: /d'
}

note "formats"
systems=0
for dir in "$peer"/events/*/; do
	system=$(basename "$dir")
	# These are not of TRACE_EVENT().
	case $system in
	ftrace|syscalls|kprobes|uprobes|synthetic|eprobes) continue ;;
	esac
	must test -d "$KTRACE/events/$system"
	formats "$dir" >"$TMP/peer"
	formats "$KTRACE/events/$system" >"$TMP/own"
	if ! diff "$TMP/peer" "$TMP/own" >"$TMP/diff"; then
		head -n 20 "$TMP/diff"
		fail "$system: formats differ from those of the event tracer (<)"
	fi
	systems=$((systems + 1))
done
formats=$(cat "$peer"/events/*/*/format | grep -c ^name:)
note "$systems systems, $formats formats"
[ $systems -ge 30 ] || fail "only $systems systems"

# on DIR VALUE: switch all of TRACE_EVENT() but what the tracers' own work hits
systems="sched irq timer signal task kmem net skb sock tcp napi block writeback filemap
	workqueue rcu vmscan percpu cgroup module exceptions x86_fpu mmap oom compaction"
on()
{
	for system in $systems; do
		[ ! -e "$1/events/$system/enable" ] || echo "$2" >"$1/events/$system/enable"
	done
}

# records FILE: those of the shell that worked and of its children, without their times
records()
{
	sed -n 's/^ *\([^ ].*-[0-9]* *\[[0-9]*\] [^ ]*\) *[0-9.]*: \(.*\)/\1 \2/p' "$1" |
		grep "^[^[]*-\($(sed ':a;N;$!ba;s/\n/\\|/g' "$TMP/pids")\) " | LC_ALL=C sort
}

work()
{
	sh -c 'echo $$ >>'"$TMP/pids"'; kill -USR1 $$' || :
	sh -c 'echo $$ >>'"$TMP/pids"'
	dd if=/dev/zero of='"$TMP/file"' bs=4096 count=20 2>/dev/null
	find /proc/self -maxdepth 1 >/dev/null
	sleep 0.02
	ip link set lo up 2>/dev/null || ifconfig lo up
	ping -c 1 127.0.0.1 >/dev/null
	read x </dev/null'
	modprobe test_tracepoint && rmmod test_tracepoint
}

note "records"
echo 8000 >"$peer/buffer_size_kb"
write buffer_size_kb 8000
on "$peer" 1
on "$KTRACE" 1
work
on "$KTRACE" 0
on "$peer" 0
records "$peer/trace" >"$TMP/peer"
records "$KTRACE/trace" >"$TMP/own"
echo 1 >"$peer/buffer_size_kb"
equal "lost" "$(grep -c LOST "$peer/trace" "$KTRACE/trace" | sed 's/.*://' | tr '\n' ' ')" "0 0 "
kinds=$(sed 's/^[^]]*\] [^ ]* \([^ :]*\).*/\1/' "$TMP/own" | sort -u | wc -l)
note "$(wc -l <"$TMP/own") records of $kinds events"
if ! diff "$TMP/peer" "$TMP/own" >"$TMP/diff"; then
	head -n 40 "$TMP/diff"
	fail "records differ from those of the event tracer (<)"
fi
[ "$kinds" -ge 40 ] || fail "only $kinds events"
