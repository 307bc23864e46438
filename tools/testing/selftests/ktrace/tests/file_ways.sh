# SPDX-License-Identifier: GPL-2.0
# description: all ways to read a control file give the same text, and descriptors can stay open
# requires: trace kprobe_events set_event snapshot trace_marker program:file_ways program:odd_calls
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 6

trap 'write snapshot 0; write events/syscalls/sys_exit_getppid/filter 0' EXIT

# ways ARG...: run file_ways; if it fails, the case fails with its message
ways()
{
	out=$(file_ways "$@" 2>&1) || fail "$out"
}

note "descriptors stay open, for reading, writing and both"
ways kept "$KTRACE"

note "the same text by one read, by small reads, after lseek, by pread and by readv"
append kprobe_events 'p:seen/one do_mkdirat mode=%dx:u16'
append kprobe_events 'r:seen/two do_rmdir $retval'
append kprobe_events 'p:seen/bad no_such_function' 2>/dev/null || :
write events/syscalls/enable 1
write buffer_size_kb 64
for _ in 1 2 3 4 5 6 7 8 9 10; do odd_calls fork >/dev/null; done
write snapshot 1
for _ in 1 2 3 4 5 6; do odd_calls fork >/dev/null; done
write tracing_on 0
cd "$KTRACE"
[ "$(grep -c . trace)" -gt 100 ] || fail "only $(grep -c . trace) lines in trace"
ways same trace per_cpu/cpu0/trace snapshot per_cpu/cpu0/snapshot set_event available_events \
	kprobe_events kprobe_profile error_log README trace_clock trace_options lost_events \
	saved_cmdlines events/header_page events/sched/sched_switch/format \
	events/syscalls/enable events/syscalls/filter buffer_size_kb tracing_on
write options/latency-format 1
ways same trace
write options/latency-format 0

note "the same text by splice, which libtracefs uses"
for file in trace per_cpu/cpu0/trace snapshot; do
	file_ways splice $file >"$TMP/spliced" || fail "$(tail -n 1 "$TMP/spliced")"
	cmp $file "$TMP/spliced" || fail "$file differs by splice"
done
grep -v '^#' trace >"$TMP/wanted"
file_ways splice trace_pipe >"$TMP/spliced" || fail "$(tail -n 1 "$TMP/spliced")"
cmp "$TMP/wanted" "$TMP/spliced" || fail "trace_pipe differs by splice from trace"
equal "left" "$(grep -c -v '^#' trace || :)" 0

note "a reader that waits in splice is woken"
write tracing_on 1
write events/enable 0
file_ways splice_wait trace_pipe >"$TMP/spliced" &
pid=$!
must soon asleep $pid
write trace_marker 'a mark for splice'
soon grep -q 'a mark for splice' "$TMP/spliced" || fail "not woken: $(cat "$TMP/spliced")"
stop $pid

note "a reader of a few bytes takes no more records than it begins to read"
write trace ''
for n in 1 2 3; do write trace_marker "mark $n"; done
must dd if=trace_pipe of=/dev/null bs=1 count=1 2>/dev/null
equal "left" "$(grep -c ': mark [23]$' trace || :)" 2
cd "$TMP"
