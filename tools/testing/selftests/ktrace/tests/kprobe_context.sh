# SPDX-License-Identifier: GPL-2.0
# description: records show the probed code's context and stack, by breakpoint and by jump
# requires: kprobe_events options/stacktrace

knob=/proc/sys/debug/kprobes-optimization
[ -f "$knob" ] || skip "no jump optimisation in this kernel"
was=$(cat "$knob")

# flags: print the context column of calls in process context with interrupts enabled
flags()
{
	grep ' at: (' "$KTRACE/trace" | sed 's/.*\] *\([^ ]*\) .*/\1/' | sort -u
}

# stack: print the stack of the first record
stack()
{
	awk '/^ => / { print $2 } / at: \(/ && n++ { exit }' "$KTRACE/trace" | xargs
}

# jumps FUNCTION: succeed if a probe in FUNCTION gets a jump
jumps()
{
	for i in $(seq 30); do
		grep "$1" /sys/kernel/debug/kprobes/list |
			grep -q 'OPTIMIZED' && return 0
		sleep 0.1
	done
	return 1
}

# find_jump FUNCTION: put a probe at the first instruction in FUNCTION that gets a jump,
# and set $found
find_jump()
{
	found=
	for offset in $(seq 1 60); do
		write kprobe_events "p:at $1+$offset" 2>/dev/null || continue
		echo 1 >"$KTRACE/events/kprobes/at/enable"
		jumps "$1" && found=$offset && return
		echo 0 >"$KTRACE/events/kprobes/at/enable"
	done
	skip "no place for a jump in $1"
}

hit()
{
	: >"$KTRACE/trace"
	mkdir "$TMP/d"
	rmdir "$TMP/d"
	grep -q ' at: (' "$KTRACE/trace" || fail "no record: $1"
}

write options/stacktrace 1
echo 1 >"$knob"
find_jump do_mkdirat
note "jump at do_mkdirat+$found"
hit jump
jump=$(flags) jumped=$(stack)
echo 0 >"$knob"
hit breakpoint
breakpoint=$(flags)
equal "stack by jump" "$jumped" "$(stack)"
case $jumped in
'do_mkdirat '*' do_syscall_64 '*) ;;
*) fail "not the way to the function: $jumped" ;;
esac
write options/stacktrace 0
echo "$was" >"$knob"
echo 0 >"$KTRACE/events/kprobes/at/enable"
equal "flags by breakpoint and by jump" "$breakpoint" "$jump"
case $jump in
.?...|.?..) ;;
*) fail "flags differ from those of a task: $jump" ;;
esac

# This function runs on every tick, whatever device provides the tick and whether timers
# have high resolution: in a guest that shares its CPUs, the kernel may not trust the
# APIC timer.
tick=update_process_times

note "in an interrupt"
: >"$KTRACE/trace"
write kprobe_events "p:at $tick"
append kprobe_events "r:atr $tick"
echo 1 >"$KTRACE/events/kprobes/enable"

# interrupted NAME...: succeed if each probe has a record. The loop keeps the CPU busy,
# so that ticks continue.
interrupted()
{
	for name; do
		grep -q " $name: (" "$KTRACE/trace" || return
	done
}

# ticked NAME...: check that the probes are soon hit, and only in interrupts
ticked()
{
	soon interrupted "$@" || fail "no tick; hits and misses: $(cat "$KTRACE/kprobe_profile")"
	for name; do
		grep " $name: (" "$KTRACE/trace" | sed 's/.*\] *\([^ ]*\) .*/\1/' >"$TMP/flags"
		grep -v '^[dD].[hH]' "$TMP/flags" && fail "$name: not an interrupt" || :
	done
}
ticked at atr
echo 0 >"$KTRACE/events/kprobes/enable"

note "in an interrupt, by a jump"
: >"$KTRACE/kprobe_events"
echo 1 >"$knob"
find_jump $tick
for how in 1 0; do
	echo $how >"$knob"
	: >"$KTRACE/trace"
	# The stack depth depends on the interrupted code and cannot be compared.
	ticked at
done
echo 0 >"$KTRACE/events/kprobes/enable"
echo "$was" >"$knob"

note "the stack of a return probe begins at the return address"
write options/stacktrace 1
write kprobe_events 'r:at do_mkdirat'
echo 1 >"$KTRACE/events/kprobes/at/enable"
hit return
case $(stack) in
*do_mkdirat*|*rethook*) fail "a function that has returned is in the stack: $(stack)" ;;
*' do_syscall_64 '*) ;;
*) fail "not the way to the function: $(stack)" ;;
esac
echo 0 >"$KTRACE/events/kprobes/at/enable"
