# SPDX-License-Identifier: GPL-2.0
# description: random steps on all control files while allocations fail: a refused step changes nothing and keeps no reference
# requires: kprobe_events uprobe_events dynamic_events synthetic_events instances /proc/self/fail-nth /sys/kernel/debug/failslab program:control_fuzz cpus:2
# kernels: ktrace-debug - memory allocations can be made to fail there
# weight: 40
# parts: 4

for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/$f/verbose
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

# At the end control_fuzz removes all that the steps have defined: a lost reference makes that fail.
steps=120
brief || steps=$(($(part_last 4000) - $(part_first 4000)))
control_fuzz -a -s "$(part_seed)" -n $steps >"$TMP/steps" 2>&1 ||
	fail "status $?: $(tail -n 20 "$TMP/steps")"
failed=$(sed -n 's/ allocations failed$//p' "$TMP/steps")
note "$failed allocations failed"
[ "${failed:-0}" -ge 10 ] || fail "only $failed allocations failed"
