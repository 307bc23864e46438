# SPDX-License-Identifier: GPL-2.0
# description: memory use is as requested, plus the overhead that Documentation/trace/ktrace/ring.rst allows
# requires: trace events points snapshot instances module:test_point program:hold program:crowd
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

! grep -q ' kasan_report$' /proc/kallsyms || skip "KASAN keeps what is freed for a while"
module test_point
bench=/sys/module/test_point/parameters/bench
cpus=$(ls -d "$KTRACE"/per_cpu/cpu* | wc -l)
cpu=$KTRACE/per_cpu/cpu0
raw=$cpu/trace_pipe_raw

# free_kb: print the free memory after caches and per-CPU lists have been dropped
free_kb()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	sleep 0.2
	awk '$1 == "nr_free_pages" || $1 == "count:" { n += $2 } END { print n * 4 }' \
		/proc/zoneinfo
}

# takes WHAT BEFORE WANTED ALLOWED: check that the memory in use has grown since BEFORE
# by nearly WANTED kB at least, and by not much more than ALLOWED kB; the slack covers
# other users in the guest
slack=1500
takes()
{
	used=$(($2 - $(free_kb)))
	note "$1: $used kB, wanted $3, allowed $4"
	[ $used -ge $(($3 - $3 / 20 - slack)) ] || fail "$1: $used kB, of $3 asked for"
	[ $used -le $(($4 + $4 / 50 + slack)) ] || fail "$1: $used kB, allowed are $4"
}

# freed WHAT BEFORE: check that the memory is free again
freed()
{
	used=$(($2 - $(free_kb)))
	[ $used -le $slack ] || fail "$1: $used kB are not back"
}

restore()
{
	write options/buffer-limit 0
	write snapshot 0
	write options/overwrite 1
	write buffer_size_kb 1408
}

trap restore EXIT
write events/points/bench/enable 1
write buffer_size_kb 64

note "memory of the rings"
kb=24576
before=$(free_kb)
write buffer_size_kb $kb
# Each ring has a reader page of 4 kB, 88 bytes per page, and tables.
takes "rings of $kb kB" "$before" $((cpus * (kb - 64))) $((cpus * (kb + kb / 50 + 32)))
write buffer_size_kb 64
freed "rings" "$before"

note "a snapshot takes the same memory again"
write buffer_size_kb 8192
before=$(free_kb)
write snapshot 1
takes "a snapshot" "$before" $((cpus * 8192)) $((cpus * (8192 + 8192 / 50 + 32)))
write snapshot 1
write snapshot 1
takes "the third" "$before" $((cpus * 8192)) $((cpus * (8192 + 8192 / 50 + 32)))
write snapshot 0
freed "snapshots" "$before"

# held N HOW FILE WANTED ALLOWED: check the kB used by N open descriptors of FILE
held()
{
	mkfifo "$TMP/in"
	before=$(free_kb)
	: >"$TMP/ready"
	hold "$1" "$2" "$3" <"$TMP/in" >"$TMP/ready" 2>&1 &
	pid=$!
	exec 6>"$TMP/in"
	soon grep -q ready "$TMP/ready" || soon grep -q ready "$TMP/ready" ||
		fail "hold $*: $(cat "$TMP/ready")"
	takes "$2, $1 times ${3##*/}" "$before" "$4" "$5"
	exec 6>&-
	wait $pid || fail "hold $*"
	rm "$TMP/in"
	freed "$2 ${3##*/}" "$before"
}

note "memory of readers"
write buffer_size_kb 1408
write trace ''
taskset 1 sh -c "echo 100000 >$bench"
held 800 open "$KTRACE/trace" $((800 * 4 * cpus)) $((800 * (4 * cpus + 16)))
held 800 open "$KTRACE/trace_pipe" $((800 * 16)) $((800 * 28))
held 900 read "$raw" $((900 * 4)) $((900 * 12))
taskset 1 sh -c "echo 100000 >$bench"
held 300 splice "$raw" $((300 * 4)) $((300 * 20))
# Shared by all mappings: a page of the ring, the meta page, and page tables.
write buffer_subbuf_size_kb 512
held 60 map "$raw" 516 $((516 + 60 * 24))
for _ in $(seq 20); do
	hold 1 map "$raw" </dev/null >/dev/null
done
freed "mapped again and again" "$before"
# Nothing is recorded now, so the output is short.
write options/tp_printk 1
takes "tp_printk" "$before" $((512 * cpus)) $((512 * cpus + 64))
write options/tp_printk 0
freed "tp_printk" "$before"
write buffer_subbuf_size_kb 4

note "an instance takes its buffers and at most 100 kB, until its events/ is looked up"
# instances DO N: create (mkdir) or remove (rmdir) N instances
instances()
{
	for i in $(seq "$2"); do
		"$1" "$KTRACE/instances/memory$i"
	done
}
# The first instances fill caches that later instances use.
instances mkdir 5
instances rmdir 5
before=$(free_kb)
instances mkdir 50
takes "50 instances" "$before" 0 $((50 * 100 - slack))
for i in $(seq 50); do
	write instances/memory$i/buffer_size_kb 128
	# Enable the event by name, so that nobody looks into the instance's directory
	# of events.
	write instances/memory$i/set_event points:bench
done
takes "50 with buffers" "$before" $((50 * cpus * 128)) $((50 * (cpus * (128 + 128 / 50 + 32) + 100)))
instances rmdir 50
freed "instances" "$before"

note "a size larger than the memory is refused"
total=$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo)
most=$((131070 * 4080 / 1024))
kb=$((total / cpus + total / cpus / 50))
taskset 1 sh -c "echo 300 >$bench"
left=$(grep -c ' bench: ' "$cpu/trace")
if [ $kb -lt $most ]; then
	refused buffer_size_kb ENOMEM $kb
	equal "the size afterwards" "$(cat "$KTRACE/buffer_size_kb")" 1408
	equal "the records" "$(grep -c ' bench: ' "$cpu/trace")" "$left"
else
	note "skipped: the machine has too much memory"
fi
for bad in $((most + 1)) 4294967296 18014398509481983 18446744073709551615; do
	refused buffer_size_kb EINVAL $bad
done
equal "the size after that" "$(cat "$KTRACE/buffer_size_kb")" 1408

note "memory of traced tasks"
# crowd_calls CALL: each thread of the crowd makes this call
crowd_calls()
{
	said=$(wc -l <"$TMP/ready")
	echo "$1" >&6
	soon said_more || soon said_more || fail "crowd: no $1"
}

said_more()
{
	[ "$(wc -l <"$TMP/ready")" -gt "$said" ]
}

# crowd_of N CALL: run N threads, each of which makes a short call, and then CALL, whose data need
# more memory
crowd_of()
{
	mkfifo "$TMP/in"
	: >"$TMP/ready"
	crowd "$1" <"$TMP/in" >"$TMP/ready" 2>&1 &
	pid=$!
	exec 6>"$TMP/in"
	said=0
	soon said_more || soon said_more || fail "crowd: $(cat "$TMP/ready")"
	crowd_calls short
	before=$(free_kb)
	# By name, so that nobody looks into the directory of events, which takes memory.
	write set_event "$(printf 'syscall:getppid\nsyscall:%s' "$2")"
	write trace ''
	crowd_calls short
	[ "$(entries)" -ge "$1" ] || fail "$1 threads: $(entries) records"
	takes "the states of $1 tasks" "$before" "$1" $(($1 + $1 / 10))
	write trace ''
	write options/buffer-limit 16
	crowd_calls "$2"
	takes "the states after a $2 that the limit cuts" "$before" "$1" $(($1 + $1 / 10))
	write options/buffer-limit 2048
	write trace ''
	crowd_calls "$2"
	takes "the states after a large $2" "$before" $(($1 * 4)) $(($1 * 4 + $1 / 2))
	write tracing_on 0
	grep "^ *crowd-.* $2(.*= 2000" "$KTRACE/trace" >"$TMP/calls" || fail "no record of $2"
	! grep '"\.\.\.' "$TMP/calls" || fail "a record of $2 lacks data"
	write set_event ''
	write tracing_on 1
	# The states are freed a grace period later, in batches.
	for _ in $(seq 20); do
		[ $((before - $(free_kb))) -gt $slack ] || break
		sleep 0.5
	done
	freed "the states" "$before"
	exec 6>&-
	wait $pid || fail "crowd"
	rm "$TMP/in"
}

# entries: number of records in all buffers, and of those that were overwritten
entries()
{
	cat "$KTRACE"/per_cpu/cpu*/stats |
		awk '/^(entries|overrun):/ { n += $2 } END { print n + 0 }'
}

crowd_of 2000 write
crowd_of 2000 read
