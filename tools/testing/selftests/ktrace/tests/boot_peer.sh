# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: compared with the event tracer: the same initcalls from the level early on
# requires: trace events/initcall /sys/kernel/ktrace
# boot: trace_event=initcall:* ktrace_buf_size=2M trace_buf_size=2M
# only: ktrace-peer - this kernel has the event tracer

. "$1/peer.sh"

# initcalls FILE: print the records of initcalls without the task, the CPU and the time
initcalls()
{
	sed -n 's/^[^#].* \(initcall_[a-z]*: .*\)/\1/p' "$1"
}

# The event tracer also records the initcalls of the console, see differences.rst.
initcalls "$peer/trace" | sed -n '/level=early/,$p' >"$TMP/peer"
initcalls "$KTRACE/trace" >"$TMP/own"
equal "first record" "$(head -n 1 "$TMP/own")" "initcall_level: level=early"
diff "$TMP/peer" "$TMP/own" >"$TMP/diff" || {
	head -n 20 "$TMP/diff"
	fail "records differ from those of the event tracer (<)"
}
early=$(sed '/level=pure/q' "$TMP/own" | grep -c initcall_start)
note "$(wc -l <"$TMP/own") records, $early initcalls of the level early"
[ "$(wc -l <"$TMP/own")" -gt 500 ] || fail "too few records"
