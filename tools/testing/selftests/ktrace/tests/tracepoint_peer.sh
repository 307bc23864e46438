# SPDX-License-Identifier: GPL-2.0
# description: compared with the event tracer: the same formats, and the same records of the same hits
# requires: trace events missed_events /sys/kernel/ktrace program:many_events cpus:2
# only: ktrace-peer - this kernel has the event tracer
# weight: 20

. "$1/peer.sh"

# formats DIR: print the formats of a system, without ids, and without the numbers that
# the compiler gives to the variables of min(), which change each time the definition is
# read
formats()
{
	cat "$1"/*/format | sed -e '/^ID: /d' -e 's/\(__UNIQUE_ID_[a-z_]*\)[0-9]*/\1/g'
}

note "formats"
systems=0
for system in $(systems_but); do
	must test -d "$KTRACE/events/$system"
	formats "$peer/events/$system" >"$TMP/peer"
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

# Systems with events for each page, object or call: test them with less work.
often="kmem maple_tree mmap mmap_lock pagemap exceptions msr percpu raw_syscalls lock
	x86_fpu rseq filemap vmalloc tlb"

# worker: takes $TMP as its only argument
cat >"$TMP/worker" <<'END'
	echo $$ >>"$1/pids"
	sh -c 'echo $$ >>"$1/pids"; kill -USR1 $$' sh "$1" || :
	many_events "$1/pids" "$1" || exit 1
	dd if=/dev/zero of="$1/file" bs=4096 count=20 2>/dev/null
	find /proc/self -maxdepth 1 >/dev/null
	ping -c 1 127.0.0.1 >/dev/null
	read -r _ </dev/null
	exit 0
END

# cgroups DIR: use cgroups of version 2 and 1
cgroups()
{
	mkdir "$1"
	if mount -t cgroup2 none "$1" 2>/dev/null; then
		mkdir "$1/one"
		sleep 100 & sleeper=$!
		echo $sleeper >"$1/one/cgroup.procs"
		echo 1 >"$1/one/cgroup.freeze"
		cat "$1/one/cpu.stat" >/dev/null
		echo 0 >"$1/one/cgroup.freeze"
		stop $sleeper
		soon rmdir "$1/one"
		umount "$1"
	fi
	if mount -t cgroup -o none,name=first none "$1" 2>/dev/null; then
		mkdir "$1/one"
		mv "$1/one" "$1/two"
		rmdir "$1/two"
		mount -o remount,none,name=first "$1" 2>/dev/null || :
		umount "$1"
	fi
}

work()
{
	must sh "$TMP/worker" "$TMP"
	cgroups "$TMP/cgroup"
	try /proc/sys/vm/compact_memory 1
	try /proc/sys/vm/drop_caches 3
	try /sys/devices/system/cpu/cpu1/online 0
	try /sys/devices/system/cpu/cpu1/online 1
	# Refused with a reason.
	ip route add 10.1.0.0/16 via 10.2.0.1 2>/dev/null || :
	modprobe test_tracepoint && rmmod test_tracepoint
}

# less_work: run few operations, for events that happen often
less_work()
{
	sh -c 'echo $$ >>"$1/pids"; read -r _ </dev/null; kill -USR1 $$' sh "$TMP" || :
	modprobe test_tracepoint && rmmod test_tracepoint
}

note "records"
ip link set lo up 2>/dev/null || ifconfig lo up
echo 8000 >"$peer/buffer_size_kb"
write buffer_size_kb 8000
# shellcheck disable=SC2046,SC2086
compare work $(systems_but $often)
# shellcheck disable=SC2086
compare less_work $often
echo 1 >"$peer/buffer_size_kb"
note "$(tr '\n' ' ' <"$KTRACE/missed_events")"
kinds=$(sort -u "$TMP/kinds" | wc -l)
note "$kinds events"
[ "$kinds" -ge 200 ] || fail "only $kinds events"
