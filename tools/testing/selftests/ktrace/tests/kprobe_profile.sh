# SPDX-License-Identifier: GPL-2.0
# description: kprobe_profile counts every hit, and only while enabled
# requires: kprobe_profile cpus:2
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# hits NAME: print the number of hits
hits()
{
	awk -v name="$1" '$1 == name { print $2 }' "$KTRACE/kprobe_profile"
}

# No other program creates directories during the case.
call()
{
	for i in $(seq 20); do
		mkdir "$TMP/d$i"
		rmdir "$TMP/d$i"
	done
}

write kprobe_events 'p:mk do_mkdirat'
append kprobe_events 'r:mkr do_mkdirat $retval'
append kprobe_events 'p:mks do_mkdirat +0($arg2):x64'
call
equal "hits before" "$(hits mk) $(hits mkr) $(hits mks)" "0 0 0"
echo 1 >"$KTRACE/events/kprobes/enable"
call
echo 0 >"$KTRACE/events/kprobes/enable"
call
equal "hits" "$(hits mk) $(hits mkr) $(hits mks)" "20 20 20"
equal "records" "$(grep -c ' mk: ' "$KTRACE/trace")" 20
equal "returns" "$(grep -c ' mkr: .*arg1=0x0' "$KTRACE/trace")" 20

note "hits after the last listener is gone are not counted, also for probes of disable_kprobe()"
write kprobe_events 'p:off disable_kprobe'
append kprobe_events 'p:offd disable_kprobe $arg1'
append kprobe_events 'p:offs disable_kprobe +0($arg1):x64'
append kprobe_events 'r:offr disable_kprobe $retval'
write trace ''
write events/kprobes/enable 1
for e in off offd offs offr; do
	write events/kprobes/$e/enable 0
done
for e in off offd offs offr; do
	equal "hits of $e" "$(hits $e)" "$(grep -c " $e: " "$KTRACE/trace")"
done
# Disable all probes except the first one.
equal "hits" "$(hits off) $(hits offd) $(hits offs)" "0 1 2"

# misses NAME: print the number of missed hits
misses()
{
	awk -v name="$1" '$1 == name { print $3 }' "$KTRACE/kprobe_profile"
}

note "exact misses: a probe misses each call that the handler of another probe makes, on both CPUs"
# The handler of the first probe calls the function of the second probe for each argument.
write kprobe_events 'p:outer do_mkdirat a=+0($arg2):x64 b=+8($arg2):x64 c=+16($arg2):x64'
append kprobe_events 'p:inner copy_from_kernel_nofault'
write events/kprobes/enable 1
for cpu in 1 2; do
	taskset $cpu sh -c 'for i in $(seq 100); do mkdir "$0/c'$cpu'_$i"; done' "$TMP" &
done
wait
write events/kprobes/enable 0
rm -rf "$TMP"/c[12]_*
equal "hits of the first" "$(hits outer)" 200
equal "records of the first" "$(grep -c ' outer: ' "$KTRACE/trace")" 200
equal "misses of the second" "$(misses inner)" 600
equal "misses of the first" "$(misses outer)" 0
