# SPDX-License-Identifier: GPL-2.0
# description: beside the event tracer: the same formats, and the same records of the same hits
# requires: trace events tracepoint_misses /sys/kernel/tracing program:many_events cpus:2
# kernels: ktrace-peer - the event tracer is there
# weight: 20

peer=/sys/kernel/tracing
grep -q " $peer tracefs " /proc/mounts || must mount -t tracefs nodev $peer
[ -e $peer/events/sched ] || skip "no event tracer"

# formats DIR: those of a system, without the ids, and without the numbers that the compiler
# gives to the variables of a min(): new ones each time the definition is read
formats()
{
	cat "$1"/*/format | sed -e '/^ID: /d' -e 's/\(__UNIQUE_ID_[a-z_]*\)[0-9]*/\1/g'
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

# on DIR VALUE SYSTEM...: switch events
on()
{
	_dir=$1 _value=$2
	shift 2
	for system; do
		[ ! -e "$_dir/events/$system/enable" ] ||
			echo "$_value" >"$_dir/events/$system/enable"
	done
}

# What each page, each object and each call hits: for less work.
often="kmem maple_tree mmap mmap_lock pagemap exceptions msr percpu raw_syscalls lock
	x86_fpu rseq filemap vmalloc tlb"
rest=
for dir in "$peer"/events/*/; do
	system=$(basename "$dir")
	case " $(echo $often) ftrace syscalls kprobes uprobes synthetic eprobes " in
	*" $system "*) ;;
	*) rest="$rest $system" ;;
	esac
done

# records FILE: "PID [CPU] CONTEXT EVENT: TEXT" of each. The event tracer also tells whether
# a CPU that is to reschedule has been told so, "N", or not yet, "n".  The hooks of calls are
# not where the base's tracepoints are: an interrupt in between may change the context.
records()
{
	awk '/^#/ || !match($0, /-[0-9]+ +\[/) { next }
	     { line = substr($0, RSTART + 1)
	       sub(/ +/, " ", line)
	       sub(/ +[0-9.]+: /, " ", line)
	       if (match(line, /^[0-9]+ \[[0-9]+\] .n/))
		       line = substr(line, 1, RLENGTH - 1) "N" substr(line, RLENGTH + 1)
	       if (line ~ /^[0-9]+ \[[0-9]+\] [^ ]+ sys_(enter|exit): /)
		       sub(/\] [^ ]+/, "] -", line)
	       print line }' "$1"
}

# of_workers FILE: those of who did the work, and so began and ended while all was on
of_workers()
{
	awk 'NR == FNR { worker[$1] = 1; next } $1 in worker' "$TMP/pids" "$1" | LC_ALL=C sort
}

# try FILE TEXT: write where that is there and can be done
try()
{
	[ ! -w "$1" ] || echo "$2" >"$1" 2>/dev/null || :
}

# worker: $TMP is its only argument
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

# cgroups DIR: of the second version, and of the first
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
	# Refused, with a reason.
	ip route add 10.1.0.0/16 via 10.2.0.1 2>/dev/null || :
	modprobe test_tracepoint && rmmod test_tracepoint
}

# less_work: of what happens often
less_work()
{
	sh -c 'echo $$ >>"$1/pids"; read -r _ </dev/null; kill -USR1 $$' sh "$TMP" || :
	modprobe test_tracepoint && rmmod test_tracepoint
}

# compare WORK SYSTEM...: have both record it
compare()
{
	_work=$1
	shift
	: >"$TMP/pids"
	echo >"$peer/trace"
	write trace ''
	on "$peer" 1 "$@"
	on "$KTRACE" 1 "$@"
	$_work
	on "$KTRACE" 0 "$@"
	on "$peer" 0 "$@"
	cat "$peer/trace" >"$TMP/peer.trace"
	cat "$KTRACE/trace" >"$TMP/own.trace"
	for who in peer own; do
		must_not grep LOST "$TMP/$who.trace"
		records "$TMP/$who.trace" >"$TMP/$who"
		of_workers "$TMP/$who" >"$TMP/$who.workers"
	done
	cut -d' ' -f4 "$TMP/own" | sort | uniq -c | sort -nr >"$TMP/kinds.now"
	sed 's/^ *[0-9]* //' "$TMP/kinds.now" >>"$TMP/kinds"
	note "$_work: $(wc -l <"$TMP/own") records, $(wc -l <"$TMP/own.workers") of the workers," \
		"$(wc -l <"$TMP/kinds.now") events;" $(head -n 5 "$TMP/kinds.now")
	if ! diff "$TMP/peer.workers" "$TMP/own.workers" >"$TMP/diff"; then
		head -n 40 "$TMP/diff"
		fail "records differ from those of the event tracer (<)"
	fi
	# Others have been running before: the event tracer was on a bit longer than ktrace.
	awk 'NR == FNR { n[$0]++; next } n[$0]-- <= 0' "$TMP/peer" "$TMP/own" >"$TMP/alone"
	if [ -s "$TMP/alone" ]; then
		head -n 40 "$TMP/alone"
		fail "$(wc -l <"$TMP/alone") records that the event tracer has not"
	fi
}

note "records"
ip link set lo up 2>/dev/null || ifconfig lo up
echo 8000 >"$peer/buffer_size_kb"
write buffer_size_kb 8000
# shellcheck disable=SC2086
compare work $rest
# shellcheck disable=SC2086
compare less_work $often
echo 1 >"$peer/buffer_size_kb"
note "$(tr '\n' ' ' <"$KTRACE/tracepoint_misses")"
kinds=$(sort -u "$TMP/kinds" | wc -l)
note "$kinds events"
[ "$kinds" -ge 200 ] || fail "only $kinds events"
