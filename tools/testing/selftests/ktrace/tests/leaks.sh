# SPDX-License-Identifier: GPL-2.0
# description: when probes, triggers, filters, readers, recordings and instances go, nothing that they allocated stays: kmemleak finds nothing
# requires: /sys/kernel/debug/kmemleak kprobe_events uprobe_events dynamic_events synthetic_events instances program:control_fuzz cpus:2
# only: ktrace-leak - kmemleak is built in there
# boot: kmemleak=on
# weight: 60

leaks=/sys/kernel/debug/kmemleak

# lost: set $lost to the number of objects that no memory refers to. kmemleak reports an object
# that is older than five seconds, and that two scans have not found a reference to.
lost()
{
	for scan in 1 2 3; do
		sleep 6
		echo scan >$leaks || fail "kmemleak is off"
	done
	lost=$(grep -c '^unreferenced object' $leaks || :)
}

note "forget what was lost before"
echo scan=off >$leaks || fail "kmemleak is off"
lost
note "$lost objects before"
echo clear >$leaks

note "an instance with all that an instance can have, and probes"
append kprobe_events 'p:leak/k do_sys_openat2 x=%di:s32 name=+0(%si):ustring'
append kprobe_events 'r:leak/r do_sys_openat2 x=$retval:s32'
append uprobe_events 'p:leak/u /bin/busybox:0x1000 x=%di'
append dynamic_events 'e:leak/e leak.k x=$x name=$name'
append synthetic_events 'leak u64 x; char[] name'
round=0
while [ $round -lt 4 ]; do
	round=$((round + 1))
	must mkdir "$KTRACE/instances/leak"
	D=instances/leak
	write $D/buffer_subbuf_size_kb 8
	write $D/buffer_size_kb 200
	write $D/trace_clock mono
	write $D/events/filter 'common_pid > 0'
	write $D/events/sched/sched_switch/filter 'prev_comm ~ "*a*" && prev_pid & 1'
	append $D/events/leak/k/trigger 'traceon:1 if x == 1'
	append $D/events/leak/k/trigger 'snapshot:1'
	append $D/events/leak/k/trigger 'enable_event:leak:r:2'
	append $D/events/leak/k/trigger 'hist:keys=common_pid,name:vals=x:a=x:sort=hitcount'
	append $D/events/leak/k/trigger 'hist:keys=common_pid:ts=common_timestamp.usecs'
	append $D/events/sched/sched_switch/trigger \
		'hist:keys=next_pid:now=common_timestamp.usecs:onmax($now).save(next_comm)'
	append $D/events/leak/r/trigger \
		'hist:keys=common_pid:lat=common_timestamp.usecs-$ts:onmatch(leak.k).leak($lat,comm)'
	write $D/events/leak/enable 1
	write $D/events/synthetic/leak/enable 1
	append $D/set_event 'sched:* :mod:test_point'
	write $D/set_event_pid "1 $$"
	write $D/set_event_notrace_pid 2
	write $D/process_follow_exe /bin/true
	write $D/process_trace_taskcomm_filter true
	write $D/current_tracer process
	cat /proc/self/maps >/dev/null
	/bin/true
	# A CPU without a record has nothing to read.
	for cpu in 0 1; do
		dd if="$KTRACE/$D/per_cpu/cpu$cpu/trace_pipe_raw" of=/dev/null bs=8k count=2 \
			iflag=nonblock 2>/dev/null || :
	done
	write $D/snapshot 1
	cat "$KTRACE/$D/trace" "$KTRACE/$D/snapshot" "$KTRACE/$D/events/leak/k/hist" >/dev/null
	refused $D/events/leak/k/filter EINVAL 'x =='
	refused $D/events/leak/k/trigger EINVAL 'hist:keys=nothing'
	refused kprobe_events EINVAL 'p:leak/bad do_sys_openat2 x=%di y=%no'
	must rmdir "$KTRACE/instances/leak"
done
write dynamic_events ''

note "random steps whose results are known, and steps of four processes at the same time"
control_fuzz -q -s "$SELFTEST_SEED" -n 300 >"$TMP/steps" || fail "$(tail -n 5 "$TMP/steps")"
control_fuzz -s "$SELFTEST_SEED" -n 300 >"$TMP/steps" || fail "$(tail -n 5 "$TMP/steps")"

lost
[ "$lost" = 0 ] || fail "$lost objects: $(head -n 60 $leaks)"
