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

note "the formats of pages and of headers of records"
for file in header_page header_event; do
	equal "$file" "$(cat "$KTRACE/events/$file")" "$(cat "$peer/events/$file")"
done

# fields FILE: print the name and the fields of a format
fields()
{
	grep '^name: \|	field:' "$1"
}

# read_fields FILE: print the fields that the print fmt reads, in order, each once
read_fields()
{
	grep -o 'REC->[a-z_0-9]*' "$1" | awk '!seen[$0]++'
}

note "formats of system calls: the same fields, and a print fmt that reads the same of them"
calls=0 named=0
for event in "$peer"/events/syscalls/*/; do
	event=$(basename "$event")
	own=$KTRACE/events/syscalls/$event/format
	must test -e "$own"
	fields "$peer/events/syscalls/$event/format" >"$TMP/peer"
	fields "$own" >"$TMP/own"
	diff "$TMP/peer" "$TMP/own" || fail "$event: fields differ from those of the event tracer (<)"
	calls=$((calls + 1))
	grep '^print fmt' "$peer/events/syscalls/$event/format" >"$TMP/peer"
	! grep '^print fmt' "$own" | cmp -s - "$TMP/peer" || continue
	# ktrace prints names of flags, constants and errors, see differences.rst.
	named=$((named + 1))
	grep -q '__print_flags\|__print_symbolic\|%ld' "$own" || fail "$event: $(tail -n 1 "$own")"
	equal "fields that $event prints" "$(read_fields "$own")" \
		"$(read_fields "$peer/events/syscalls/$event/format")"
done
note "$calls events, $named of them print names or results"
[ $calls -ge 500 ] || fail "only $calls events of system calls"

# Records of tracers that ktrace does not have. bprint and bputs are those of trace_printk(),
# which belongs to the event tracer in a kernel that has it.
note "formats of the system ftrace"
tracers=" bprint bputs function funcgraph_entry funcgraph_exit context_switch wakeup branch
	hwlat mmiotrace_rw mmiotrace_map osnoise timerlat func_repeats fgraph_retaddr_entry "
own_records=0 differ=

# own_format FILE: print a format without its id. The event tracer declares the frames of a kernel
# stack as an array of 8, whatever their number; see differences.rst. In a print fmt, adjacent
# strings are one string.
own_format()
{
	sed '/^ID: /d; s/caller\[8\];	offset:16;	size:64;/caller[];	offset:16;	size:0;/
		/^print fmt: /s/" "//g' "$1"
}

for event in "$peer"/events/ftrace/*/; do
	event=$(basename "$event")
	if [ ! -e "$KTRACE/events/ftrace/$event/format" ]; then
		case $tracers in
		*[[:space:]]"$event"[[:space:]]*) continue ;;
		*) fail "no event ftrace:$event" ;;
		esac
	fi
	own_format "$peer/events/ftrace/$event/format" >"$TMP/peer"
	own_format "$KTRACE/events/ftrace/$event/format" >"$TMP/own"
	diff "$TMP/peer" "$TMP/own" || differ="$differ $event"
	own_records=$((own_records + 1))
done
[ -z "$differ" ] || fail "formats differ from those of the event tracer (<):$differ"
note "$own_records formats"
[ $own_records -ge 4 ] || fail "only $own_records formats"
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
