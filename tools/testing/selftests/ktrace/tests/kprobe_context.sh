# SPDX-License-Identifier: GPL-2.0
# description: records show the probed code's context, by breakpoint and by jump
# requires: kprobe_events

knob=/proc/sys/debug/kprobes-optimization
[ -f "$knob" ] || skip "no jump optimisation in this kernel"
was=$(cat "$knob")

# Of calls made in process context, with interrupts on.
flags()
{
	grep ' at: (' "$KTRACE/trace" | sed 's/.*\] *\([^ ]*\) .*/\1/' | sort -u
}

# Does the probe in FUNCTION get a jump?
jumps()
{
	for i in $(seq 30); do
		grep "$1" /sys/kernel/debug/kprobes/list |
			grep -q 'OPTIMIZED' && return 0
		sleep 0.1
	done
	return 1
}

# Put a probe at the first place in FUNCTION that gets a jump, $found.
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

echo 1 >"$knob"
find_jump do_mkdirat
note "jump at do_mkdirat+$found"
hit jump
jump=$(flags)
echo 0 >"$knob"
hit breakpoint
breakpoint=$(flags)
echo "$was" >"$knob"
echo 0 >"$KTRACE/events/kprobes/at/enable"
equal "flags by breakpoint and by jump" "$breakpoint" "$jump"
case $jump in
.?...|.?..) ;;
*) fail "not those of a task: $jump" ;;
esac

note "in an interrupt"
: >"$KTRACE/trace"
write kprobe_events 'p:at hrtimer_interrupt'
append kprobe_events 'r:atr hrtimer_interrupt' || :
if ! echo 1 >"$KTRACE/events/kprobes/at/enable"; then
	skip "no hrtimer_interrupt"
fi
echo 1 >"$KTRACE/events/kprobes/atr/enable"
interrupted()
{
	grep -q ' at: (' "$KTRACE/trace" && grep -q ' atr: (' "$KTRACE/trace"
}
soon interrupted || note "no timer interrupt in five seconds"
echo 0 >"$KTRACE/events/kprobes/enable"
for name in at atr; do
	grep " $name: (" "$KTRACE/trace" | sed 's/.*\] *\([^ ]*\) .*/\1/' >"$TMP/flags"
	[ -s "$TMP/flags" ] || fail "$name: no timer interrupt"
	grep -v '^[dD].[hH]' "$TMP/flags" && fail "$name: not an interrupt" || :
done

note "in an interrupt, with a jump"
: >"$KTRACE/kprobe_events"
echo 1 >"$knob"
find_jump hrtimer_interrupt
for how in 1 0; do
	echo $how >"$knob"
	: >"$KTRACE/trace"
	sleep 1
	flags >"$TMP/flags"
	[ -s "$TMP/flags" ] || fail "no timer interrupt in a second"
	grep -v '^[dD].[hH]' "$TMP/flags" && fail "not an interrupt, optimisation $how" || :
	# The depth is that of what was interrupted, too: nothing to compare with.
done
echo 0 >"$KTRACE/events/kprobes/enable"
echo "$was" >"$knob"
