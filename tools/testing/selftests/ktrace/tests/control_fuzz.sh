# SPDX-License-Identifier: GPL-2.0
# description: random steps on all control files, alone and from several processes, with load, hotplug and modules: results are as predicted
# requires: kprobe_events uprobe_events dynamic_events synthetic_events instances /sys/kernel/debug/kunit/ktrace_task_bits/run program:control_fuzz cpus:2
# weight: 60
# parts: 4

# tools/testing/ktrace/run_control_fuzz.sh runs other seeds, and looks for the fewest steps that
# cause a fault. The order of the steps on the two CPUs changes with each build of the kernel,
# so that each build tries something else.

# fuzz LEAST ARG...: at least LEAST percent of the writes must be accepted, and be refused
fuzz()
{
	least=$1
	shift
	control_fuzz "$@" >"$TMP/steps" 2>&1 || fail "status $?: $(tail -n 20 "$TMP/steps")"
	tail -n 2 "$TMP/steps"
	writes=$(sed -n 's/ writes accepted, \([0-9]*\) refused, .*/ \1/p' "$TMP/steps")
	accepted=${writes% *} refused=${writes#* }
	[ "$accepted" -ge $(((accepted + refused) * least / 100)) ] || fail "$accepted writes accepted"
	[ "$refused" -ge $(((accepted + refused) * least / 100)) ] || fail "$refused writes refused"
}

note "steps whose results are known, one at a time"
seed=1
steps=500
! brief || steps=100
if [ -n "$SELFTEST_LONG" ]; then
	seed=$(part_seed)
	steps=20000
	[ ! -e /proc/lockdep ] || steps=2000
	steps=$(($(part_last $steps) - $(part_first $steps)))
fi
fuzz 20 -q -s $seed -n $steps

# The order of steps of several processes depends on the kernel: no short form.
[ -n "$SELFTEST_LONG" ] || exit 0
note "steps of four processes at the same time"
fuzz 15 -s $seed -n $steps
