# SPDX-License-Identifier: GPL-2.0
# description: the control files that clients look for are there
# requires: tracing_on

for f in trace trace_pipe tracing_on available_events set_event \
	buffer_size_kb current_tracer available_tracers trace_clock \
	kprobe_events kprobe_profile error_log README events/enable; do
	[ -f "$KTRACE/$f" ] || fail "no $f"
done
[ -d "$KTRACE/per_cpu/cpu0" ] || fail "no per_cpu/cpu0"
equal "an idle filter" \
	"$(cat "$KTRACE/events/syscalls/sys_enter_openat/filter")" none
