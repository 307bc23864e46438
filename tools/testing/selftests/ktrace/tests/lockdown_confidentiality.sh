# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: lockdown=confidentiality: no control file can be opened, and no instance is made
# requires: program:fs_ways symbol:security_locked_down
# boot: lockdown=confidentiality trace_event=sched:sched_switch
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 4

find "$KTRACE" -type f >"$TMP/files"
[ "$(wc -l <"$TMP/files")" -gt 5000 ] || fail "only $(wc -l <"$TMP/files") files"
fs_ways as 0 0 <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
equal "files" "$(wc -l <"$TMP/tried")" "$(wc -l <"$TMP/files")"
equal "can be opened" "$(grep -v '^- ' "$TMP/tried" | head -n 5)" ''
must_not mkdir "$KTRACE/instances/one" 2>/dev/null
equal "instances" "$(ls "$KTRACE/instances")" ''
