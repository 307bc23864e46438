# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the kernel's command line sets records on the console, dumps and events of modules
# requires: events options/tp_printk options/dump_on_oops module:test_tracepoint program:dmesg
# boot: trace_event=initcall:initcall_level,:mod:test_tracepoint,test_tracepoint:no_such:mod:test_tracepoint tp_printk ktrace_dump_on_oops=orig_cpu
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

note "tp_printk: the lines of trace are in the kernel's log, from the first initcalls on"
equal "on" "$(cat "$KTRACE/options/tp_printk")" 1
equal "levels" "$(dmesg | sed -n 's/.*ktrace: .* initcall_level: level=//p' | xargs)" \
	"early pure core postcore arch subsys fs device late"
write events/initcall/enable 0
write options/tp_printk 0

note "ktrace_dump_on_oops"
equal "which" "$(cat "$KTRACE/options/dump_on_oops")" 2
write options/dump_on_oops 0

note "events of a module are enabled when the module is loaded"
must grep -q '^\*:\*:mod:test_tracepoint$' "$KTRACE/set_event"
module test_tracepoint
events=$(grep -c '^test_tracepoint:' "$KTRACE/available_events")
[ "$events" -gt 0 ] || fail "no events: $(tail -n 3 "$KTRACE/available_events")"
equal "enabled" "$(grep -c '^test_tracepoint:' "$KTRACE/set_event")" "$events"
: >"$KTRACE/set_event"
