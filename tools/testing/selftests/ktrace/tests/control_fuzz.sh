# SPDX-License-Identifier: GPL-2.0
# description: random steps on all control files from several processes, with load, hotplug and modules: results are as predicted
# requires: kprobe_events uprobe_events dynamic_events synthetic_events instances /sys/kernel/debug/kunit/ktrace_task_bits/run program:control_fuzz cpus:2
# weight: 60
# parts: 4

# tools/testing/ktrace/run_control_fuzz.sh runs other seeds, and looks for the fewest steps that
# cause a fault. The order of the steps on the two CPUs changes with each build of the kernel,
# so that each build tries something else.
[ -n "$SELFTEST_LONG" ] || skip "it belongs to the long form"
steps=20000
[ ! -e /proc/lockdep ] || steps=2000
steps=$(($(part_last $steps) - $(part_first $steps)))
must control_fuzz -s "$(part_seed)" -n $steps
