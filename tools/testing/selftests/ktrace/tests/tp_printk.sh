# SPDX-License-Identifier: GPL-2.0
# description: tp_printk: the line of every record also goes to the console, whatever happens to the buffer
# requires: options/tp_printk events/points module:test_point program:odd_calls program:dmesg cpus:2
# weight: 15

module test_point
bench=/sys/module/test_point/parameters/bench
# Print to the kernel's log only, because the console would take long.
level=$(cut -f1 /proc/sys/kernel/printk)
trap 'echo "$level" >/proc/sys/kernel/printk; write options/tp_printk 0; write snapshot 0' EXIT
echo 1 >/proc/sys/kernel/printk

# printed: print the console lines since the last call of "begin", in the format of
# trace
printed()
{
	dmesg | sed '1,/tp_printk test: '"$begun"'$/d' |
		sed -n 's/^\(\[ *[0-9.]*\] \)*ktrace: //p'
}

# begin: set the mark from which "printed" starts
begun=$$-0
begin()
{
	begun=$$-$((${begun#*-} + 1))
	echo "tp_printk test: $begun" >/dev/kmsg
}

# has N: succeed if N lines are printed
has()
{
	[ "$(printed | grep -c .)" = "$1" ]
}

shown()
{
	grep -v '^#' "$KTRACE/trace"
}

# has_points N: succeed if N lines of points are printed
has_points()
{
	[ "$(printed | grep -c ' bench: ')" = "$1" ]
}

# same WHAT N: check that N lines are printed, and that they equal the trace
same()
{
	soon has "$2" || fail "$1: $(printed | grep -c .) lines printed, wanted $2"
	shown >"$TMP/shown"
	printed >"$TMP/printed"
	cmp "$TMP/shown" "$TMP/printed" || fail "$1: other lines than those of trace"
}

# all N: succeed if N records are printed or reported lost
all()
{
	[ $(($(printed | grep -c ' bench: ') + $(lost))) = "$1" ]
}

# on CPU N: pass the point N times on a CPU
on()
{
	taskset "$(printf %x $((1 << $1)))" sh -c "echo $2 >$bench"
}

# lost: print the number of losses that the printed lines report
lost()
{
	printed | sed -n 's/^CPU:[0-9]* \[LOST \([0-9]*\) EVENTS\] .*$/\1/p' |
		awk '{ n += $1 } END { print n + 0 }'
}

note "off, on, and refused values"
equal "at first" "$(cat "$KTRACE/options/tp_printk")" 0
for bad in 2 x '' -1; do
	refused options/tp_printk EINVAL "$bad"
done
tail -n 3 "$KTRACE/error_log" | grep -q 'tp_printk: error: Neither 0 nor 1' ||
	fail "not in error_log"
write events/points/bench/enable 1
on 0 5
begin
write options/tp_printk 1
equal "on" "$(cat "$KTRACE/options/tp_printk")" 1
write options/tp_printk 1
# Otherwise, earlier records would be among the first lines.
write trace ''

note "the lines of trace, of all CPUs"
on 0 10
on 1 10
odd_calls fork >/dev/null
same "points" 20
write events/syscalls/sys_enter_fork/enable 1
for _ in 1 2 3; do odd_calls fork >/dev/null; done
same "points and calls" 23

note "consuming readers still get all records"
cat "$KTRACE/trace_pipe" >"$TMP/pipe" &
pid=$!
on 0 7
soon has 30 || fail "not printed: $(printed | grep -c .)"
piped()
{
	[ "$(grep -c . "$TMP/pipe")" = 30 ]
}
soon piped || fail "trace_pipe has $(grep -c . "$TMP/pipe") of 30"
stop $pid
printed | cmp - "$TMP/pipe" || fail "other lines than those of trace_pipe"

note "the console shows the number of overwritten records, also of the last ones"
write buffer_size_kb 8
told=0
for _ in 1 2 3 4 5; do
	begin
	on 0 3000
	# Printing may be under way or not yet started.
	sleep 0.1
	on 0 1
	# The log may be too small for all lines; then the mark is lost.
	if [ "$(dmesg | grep -c "tp_printk test: $begun\$")" = 1 ]; then
		soon all 3001 || fail "$(printed | grep -c ' bench: ') printed, $(lost) reported as lost, wanted 3001"
		told=$((told + $(lost)))
	fi
done
[ $told -gt 0 ] || fail "nothing lost"
write buffer_size_kb 1408

for change in 'buffer_size_kb 64' 'trace_clock mono' 'buffer_subbuf_size_kb 8' \
	      'trace ' 'snapshot 1' 'tracing_on 0' 'tracing_on 1' 'trace_clock counter' \
	      'snapshot 1' 'trace_clock local' 'buffer_size_kb 1408'; do
	note "continues after: $change"
	begin
	write "${change% *}" "${change#* }"
	write trace ''
	[ "$change" != 'tracing_on 0' ] || continue
	on 0 5
	on 1 5
	same "$change" 10
done

note "off prints nothing, and on starts with later records"
write options/tp_printk 0
equal "off" "$(cat "$KTRACE/options/tp_printk")" 0
! cat /proc/[0-9]*/comm 2>/dev/null | grep ktrace_console || fail "its thread is there"
begin
on 0 10
has 0 || fail "printed when it is off"
write options/tp_printk 1
write trace ''
on 1 3
same "on again" 3

note "records caused by the printing itself do not print forever"
write trace ''
append kprobe_events 'p:printing vprintk_store'
begin
write events/kprobes/printing/enable 1
on 0 3
for lines in 3 4 5 6 7 8; do
	soon has_points $lines || fail "$(printed | grep -c .) lines"
	on 0 1
done
printed | grep -v ' bench: ' >"$TMP/others" || :
[ "$(grep -c . "$TMP/others")" -lt 3 ] || fail "records of the printing itself are printed without end"
grep -q 'ktrace_console.*printing:' "$KTRACE/trace" || fail "not recorded"
write events/kprobes/printing/enable 0

note "the option can be switched off although each step of the printing is recorded"
# Do not use mutex_lock, which is a macro under lockdep.
append kprobe_events 'p:own mutex_unlock'
write events/kprobes/own/enable 1
write options/tp_printk 1
soon grep -q 'ktrace_console.* own:' "$KTRACE/trace" || fail "its steps are not recorded"
write options/tp_printk 0
write events/kprobes/own/enable 0
