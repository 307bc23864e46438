# SPDX-License-Identifier: GPL-2.0
# description: the module of micro-benchmarks measures what its output says
# requires: trace events points module:ktrace_bench
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

module ktrace_bench
run=/sys/module/ktrace_bench/parameters/run

equal "before the first" "$(cat $run)" ""
for name in loop point trace_event clock sched_clock ring; do
	must sh -c "echo $name 1000 >$run"
	# The line has four fields: NAME PASSES NANOSECONDS NANOSECONDS-OF-THE-LOOP
	awk -v name="$name" '
		$1 != name || $2 != 1000 || $3 <= 0 || $4 <= 0 || NF != 4 { exit 1 }
	' $run || fail "$name: $(cat $run)"
done

# In a kernel without instrumentation, the guest's clock shows the instructions of a record. The
# empty loop takes 4 in each pass. A clang kernel, and one that preempts, take more for a record.
if ! grep -q -w 'kasan_report\|lock_is_held_type\|kcsan_setup_watchpoint' /proc/kallsyms &&
   grep -q gcc /proc/version && ! uname -v | grep -q PREEMPT; then
	note "the ring needs at most 53 instructions for a record of 32 bytes"
	must sh -c "echo ring 5000 >$run"
	note "$(awk '{ printf "%.2f instructions", ($3 - $4) * 4 / $4 }' $run)"
	awk '{ n = ($3 - $4) * 4 / $4; exit !(n > 40 && n <= 53) }' $run || fail "ring: $(cat $run)"
fi

note "the static point has an event in events/points"
write events/points/bench/enable 1
must sh -c "echo point 100 >$run"
write events/points/bench/enable 0
got=$(grep -c ' bench: a=' "$KTRACE/trace")
# The module runs eight times and reports the fastest run.
equal "records" "$got" 800

note "bad input"
for line in 'no_such 10' 'loop 0' 'loop 100001' 'loop -1' 'loop' '' 'ring ten'; do
	must_not sh -c "echo '$line' >$run 2>/dev/null"
done
equal "the last result" "$(cut -d ' ' -f 1,2 $run)" "point 100"

note "results before the first run, and during a run"
must rmmod ktrace_bench
must_not modprobe ktrace_bench run='ring 10' 2>/dev/null
must modprobe ktrace_bench
while echo 'ring 1000' >$run; do :; done 2>/dev/null &
must rmmod ktrace_bench
wait
must modprobe ktrace_bench
