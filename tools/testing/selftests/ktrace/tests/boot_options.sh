# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: events, instances, sizes and clocks of the kernel's command line, in time for init
# requires: events instances
# boot: trace_event=sched:sched_process_exec,no_such_event ktrace_buf_size=256k trace_clock=mono trace_instance=early,sched:sched_process_fork,initcall:initcall_finish trace_instance=empty trace_instance=early,sched:sched_switch
# kernels: ktrace - its concern is no race and no lifetime: FULL=1 runs it elsewhere

note "the top"
equal "events" "$(cat "$KTRACE/set_event")" sched:sched_process_exec
equal "size" "$(cat "$KTRACE/buffer_size_kb")" 256
must grep -q '\[mono\]' "$KTRACE/trace_clock"
# The first program of the system.
grep -q -- '-1 .* sched_process_exec: filename=/init pid=1 old_pid=1$' "$KTRACE/trace" ||
	fail "$(head -n 20 "$KTRACE/trace")"

note "instances"
early=$KTRACE/instances/early
equal "events" "$(cat "$early/set_event" | xargs)" \
	"initcall:initcall_finish sched:sched_process_fork"
equal "its own clock" "$(sed 's/.*\[\(.*\)\].*/\1/' "$early/trace_clock")" local
grep -q -- '-1 .* initcall_finish: func=populate_rootfs+0x0/0x[0-9a-f]* ret=0$' "$early/trace" ||
	fail "$(head -n 20 "$early/trace")"
grep -q -- '-1 .* sched_process_fork: comm=.* pid=1 ' "$early/trace" ||
	fail "$(head -n 20 "$early/trace")"
equal "without events" "$(cat "$KTRACE/instances/empty/set_event")" ''

note "what was refused is told"
dmesg | grep -q 'ktrace: trace_event=no_such_event: ' || fail "$(dmesg | grep ktrace:)"
# EEXIST
dmesg | grep -q 'ktrace: trace_instance=early: -17$' || fail "$(dmesg | grep ktrace:)"

note "and they go as others do"
must rmdir "$early"
must rmdir "$KTRACE/instances/empty"
