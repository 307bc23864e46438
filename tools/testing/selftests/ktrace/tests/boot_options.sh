# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: events, instances, sizes and clocks of the kernel's command line are set in time for init
# requires: events instances program:dmesg
# boot: trace_event=sched:sched_process_exec,no_such_event,initcall:initcall_level,initcall:initcall_level/filter=level!="arch" ktrace_buf_size=256k trace_clock=mono trace_instance=early,sched:sched_process_fork,initcall:initcall_finish trace_instance=empty trace_instance=early,sched:sched_switch trace_instance=set,trace_clock=boot,buffer_size_kb=64,buffer_subbuf_size_kb=8,sched:sched_switch/filter=prev_pid==1,sched:sched_switch,no_such=1,trace_clock=none,sched:none/filter=1
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

note "options of the top instance"
equal "events" "$(cat "$KTRACE/set_event" | xargs)" \
	"initcall:initcall_level sched:sched_process_exec"
equal "size" "$(cat "$KTRACE/buffer_size_kb")" 256
must grep -q '\[mono\]' "$KTRACE/trace_clock"
# The first program of the system is recorded.
grep -q -- '-1 .* sched_process_exec: filename=/init pid=1 old_pid=1$' "$KTRACE/trace" ||
	fail "$(head -n 20 "$KTRACE/trace")"

note "the levels of initcalls from early on are recorded, except the one that the filter rejects"
equal "levels" "$(sed -n 's/.* initcall_level: level=//p' "$KTRACE/trace" | xargs)" \
	"early pure core postcore subsys fs device late"
# The clock starts at power-on, and does not step back when the kernel's clock becomes
# stable.
sed -n 's/.* \([0-9.]*\): initcall_level: .*/\1/p' "$KTRACE/trace" >"$TMP/times"
sort -n -c "$TMP/times" || fail "$(cat "$TMP/times")"

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

note "settings of an instance"
set=$KTRACE/instances/set
equal "events" "$(cat "$set/set_event")" sched:sched_switch
equal "clock" "$(sed 's/.*\[\(.*\)\].*/\1/' "$set/trace_clock")" boot
equal "size" "$(cat "$set/buffer_size_kb")" 64
equal "page" "$(cat "$set/buffer_subbuf_size_kb")" 8
equal "filter" "$(cat "$set/events/sched/sched_switch/filter")" 'prev_pid==1'
must [ "$(grep -c ' sched_switch: ' "$set/trace")" -gt 0 ]
must_not grep -q ' sched_switch: .* prev_pid=\([02-9]\|1[0-9]\)' "$set/trace"
must_not grep -q '<\.\.\.>' "$set/trace"
for refused in 'no_such: No such setting' 'trace_clock: refused' 'sched: No such event'; do
	dmesg | grep -q "ktrace: trace_instance=$refused" ||
		fail "not in the kernel log: $refused: $(dmesg | grep ktrace:)"
done

note "refused options are reported in the kernel log"
dmesg | grep -q 'ktrace: trace_event=no_such_event: ' || fail "$(dmesg | grep ktrace:)"
# -17 is EEXIST.
dmesg | grep -q 'ktrace: trace_instance=early: -17$' || fail "$(dmesg | grep ktrace:)"

note "instances of the command line can be removed"
must rmdir "$early"
must rmdir "$KTRACE/instances/empty"
must rmdir "$set"
