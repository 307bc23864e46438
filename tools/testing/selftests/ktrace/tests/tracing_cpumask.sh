# SPDX-License-Identifier: GPL-2.0
# description: tracing_cpumask selects the CPUs that record, in each instance
# requires: tracing_cpumask instances events/syscalls/sys_enter_getppid
# weight: 8

[ "$(nproc)" -ge 2 ] || skip "one CPU"
all=$(cat "$KTRACE/tracing_cpumask")

# on_each: make a call on either CPU
on_each()
{
	taskset 1 sh -c 'echo $PPID' >/dev/null
	taskset 2 sh -c 'echo $PPID' >/dev/null
}

# seen DIR: print the CPUs that have records
seen()
{
	sed -n 's/.*\[\([0-9]*\)\].*sys_getppid.*/\1/p' "$1/trace" | sort -u | tr '\n' ' '
}

other=$KTRACE/instances/other
must mkdir "$other"
for dir in "$KTRACE" "$other"; do
	write "$dir/events/syscalls/sys_enter_getppid/enable" 1
done
on_each
equal "with all" "$(seen "$KTRACE")" "000 001 "

write tracing_cpumask 2
write trace ''
write "$other/trace" ''
on_each
equal "with one" "$(seen "$KTRACE")" "001 "
equal "in the other instance" "$(seen "$other")" "000 001 "

note "the mask stays when recording is switched off and on, and applies to new rings"
write tracing_on 0
write tracing_on 1
write buffer_size_kb 64
write trace ''
on_each
equal "switched off and on" "$(seen "$KTRACE")" "001 "

note "invalid masks are refused"
refused tracing_cpumask EINVAL 'x'
must grep -q 'Not a mask of CPUs' "$KTRACE/error_log"
note "a mask with a bit for a CPU that cannot exist is refused, as the event tracer refuses it"
refused tracing_cpumask EOVERFLOW "1$all"
refused tracing_cpumask EOVERFLOW "1,00000000"
equal "mask" "$(cat "$KTRACE/tracing_cpumask")" 2
write tracing_cpumask "$all"
equal "mask" "$(cat "$KTRACE/tracing_cpumask")" "$all"
write trace ''
on_each
equal "with all again" "$(seen "$KTRACE")" "000 001 "
