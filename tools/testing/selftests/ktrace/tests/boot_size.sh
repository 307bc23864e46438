# SPDX-License-Identifier: GPL-2.0
# description: rings of a size that memory cannot hold for all CPUs are refused at boot
# requires: events per_cpu/cpu1 program:dmesg
# boot: trace_event=buffer_size_kb=300000,sched:sched_process_exec ktrace_buf_size=300M
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# only: ktrace ktrace-signed ktrace-none ktrace-preempt ktrace-rt ktrace-cfi ktrace-clang ktrace-peer - the memory of the other guests holds two rings

# Memory holds one ring of that size, but not two.
memory=$(sed -n 's/MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo)
must [ "$memory" -gt 350000 ]
must [ "$memory" -lt 600000 ]
cpus=/sys/devices/system/cpu
equal "CPUs online" "$(cat $cpus/online)" "$(cat $cpus/possible)"
for warning in 'ktrace_buf_size=314572800: -12' 'trace_event=buffer_size_kb: refused (-12)'; do
	dmesg | grep -qF "ktrace: $warning" || fail "no warning: $(dmesg | grep ktrace:)"
done
equal "size" "$(cat "$KTRACE/buffer_size_kb")" 1408
must grep -q ' sched_process_exec: filename=/init pid=1 ' "$KTRACE/trace"
taskset 2 /bin/true
must grep -q ' \[001\] .* sched_process_exec: ' "$KTRACE/trace"
