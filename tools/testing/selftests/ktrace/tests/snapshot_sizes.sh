# SPDX-License-Identifier: GPL-2.0
# description: a snapshot with rings of different page sizes can be searched and read
# requires: trace events points snapshot kprobe_events module:test_point cpus:2
# weight: 4

module test_point
bench=/sys/module/test_point/parameters/bench

# on CPU N: pass the point N times on a CPU
on()
{
	taskset "$(printf %x $((1 << $1)))" sh -c "echo $2 >$bench"
}

# shown FILE: print the number of records of the point in the file
shown()
{
	grep -c ' bench: ' "$KTRACE/$1" || :
}

trap 'write snapshot 0; write buffer_subbuf_size_kb 4; write buffer_size_kb 1408' EXIT
write events/points/bench/enable 1

# sizes FIRST SECOND: CPU 0's ring in the snapshot has sub-buffers of FIRST kB, CPU 1's of SECOND
sizes()
{
	note "sub-buffers of $1 kB and $2 kB"
	write snapshot 0
	write buffer_subbuf_size_kb "$1"
	write trace ''
	on 0 30
	write snapshot 1
	write buffer_subbuf_size_kb "$2"
	on 1 5000
	write per_cpu/cpu1/snapshot 1
	equal "CPU 0" "$(shown per_cpu/cpu0/snapshot)" 30
	equal "CPU 1" "$(shown per_cpu/cpu1/snapshot)" 5000
	equal "both" "$(shown snapshot)" 5030

	# The search for records of removed events reads both rings.
	append kprobe_events 'p:sizes do_mkdirat'
	write events/kprobes/sizes/enable 1
	mkdir "$TMP/$1.$2"
	write events/kprobes/sizes/enable 0
	append kprobe_events '-:sizes'
	write trace ''
	equal "both, after an event was removed" "$(shown snapshot)" 5030
}

sizes 4 512
sizes 512 4
