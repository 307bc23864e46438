# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: without high-resolution timers, ktrace --as folded says why it cannot count ticks
# requires: events/syscall/enable owned_instances process_follow_pid program:ktrace
# boot: highres=off
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels

must_not grep -q 'hres_active    : 1' /proc/timer_list
rc=0
ktrace --as folded -o "$TMP/on" true 2>"$TMP/said" || rc=$?
equal "status" $rc 125
must grep -q '^ktrace: folded stacks need high-resolution timers' "$TMP/said"
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''

ktrace --as folded --off-cpu -o "$TMP/off" sleep 0.3 2>"$TMP/said" || fail "$(cat "$TMP/said")"
grep -q -E "^sleep;(.*;)?(clock_)?nanosleep [0-9]+\$" "$TMP/off" || fail "$(cat "$TMP/off")"
