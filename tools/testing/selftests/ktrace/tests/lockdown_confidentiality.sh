# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: lockdown=confidentiality: no control file can be opened, no instance is made, and no record is printed
# requires: program:fs_ways program:dmesg symbol:security_locked_down /proc/sysrq-trigger
# boot: lockdown=confidentiality trace_event=sched:sched_switch tp_printk ktrace_dump_on_oops
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 4

find "$KTRACE" -type f >"$TMP/files"
[ "$(wc -l <"$TMP/files")" -gt 5000 ] || fail "only $(wc -l <"$TMP/files") files"
fs_ways as 0 0 <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
equal "files" "$(wc -l <"$TMP/tried")" "$(wc -l <"$TMP/files")"
equal "can be opened" "$(grep -v '^- ' "$TMP/tried" | head -n 5)" ''
must_not mkdir "$KTRACE/instances/one" 2>/dev/null
equal "instances" "$(ls "$KTRACE/instances")" ''
echo z >/proc/sysrq-trigger
dmesg >"$TMP/log"
must grep -q 'ktrace: records of the top: not printed, the kernel is locked down$' "$TMP/log"
equal "records in the log" "$(grep 'ktrace: .* sched_switch: ' "$TMP/log" | head -n 3)" ''
