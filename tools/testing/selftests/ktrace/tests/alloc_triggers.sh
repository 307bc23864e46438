# SPDX-License-Identifier: GPL-2.0
# description: a trigger that is refused for lack of memory changes nothing and leaks no reference
# requires: kprobe_events dynamic_events synthetic_events events/signal /proc/self/fail-nth /sys/kernel/debug/failslab program:failing_write
# kernels: ktrace-debug - memory allocations can be made to fail there
# weight: 40

for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/$f/verbose
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

# The first allocations fail one by one, up to this number; of the later ones only some fail.
one_by_one=40
! brief || one_by_one=12

# each FILE TEXT STATE UNDO: write TEXT to FILE with allocation 1, 2, ... failing,
# until the write makes no further allocation. A refused write must not change the output
# of the command STATE; a successful write must change it. The command UNDO reverts a
# successful write.
each()
{
	before=$($3)
	refused=0 n=1
	while :; do
		ended=$(failing_write $n "$KTRACE/$1" "$2") || fail "allocation $n of $1"
		now=$($3)
		case $ended in
		12)
			refused=$((refused + 1))
			equal "$1 after allocation $n failed" "$now" "$before" ;;
		done|survived)
			[ "$now" != "$before" ] || fail "$1 did nothing ($ended, $n)"
			$4
			equal "$1 taken back" "$($3)" "$before" ;;
		*)
			fail "$1 with allocation $n failing: errno $ended" ;;
		esac
		[ "$ended" != done ] || break
		# Hundreds of similar allocations follow: skip some of them.
		n=$((n < one_by_one ? n + 1 : n * 4 / 3))
	done
	note "$1: $refused writes refused, at most $n allocations"
	[ $refused != 0 ] || fail "no allocation of $1 failed"
}

append kprobe_events 'p:stays do_sys_openat2 dfd=%di:s32'

note "a refused trigger releases the event that it enabled and its references"
trigger_state()
{
	cat "$KTRACE/events/kprobes/stays/trigger" "$KTRACE/events/signal/signal_generate/trigger"
	cat "$KTRACE/events/kprobes/stays/enable" "$KTRACE/events/signal/signal_generate/enable"
}
trigger_undo()
{
	append "$trigger_file" "!$trigger_line"
}
append synthetic_events 'alloc_synth u64 sig'
while read -r trigger_file trigger_line; do
	each "$trigger_file" "$trigger_line" trigger_state trigger_undo
done <<'END'
events/signal/signal_generate/trigger enable_event:kprobes:stays if sig == 99
events/signal/signal_generate/trigger stacktrace:5 if sig == 9
events/kprobes/stays/trigger hist:keys=common_pid:size=256
events/signal/signal_generate/trigger hist:keys=common_pid:s=sig:size=256
events/kprobes/stays/trigger hist:keys=common_pid:size=256:m=common_pid:onmax($m).snapshot()
END
append events/signal/signal_generate/trigger 'hist:keys=common_pid:s=sig:size=256'
trigger_file=events/kprobes/stays/trigger
trigger_line='hist:keys=common_pid:size=256:v=$s:onmatch(signal.signal_generate).trace(alloc_synth,$v)'
each "$trigger_file" "$trigger_line" trigger_state trigger_undo
trigger_line='hist:keys=common_pid:size=256:onmatch(signal.signal_generate).trace(alloc_synth,sig)'
each "$trigger_file" "$trigger_line" trigger_state trigger_undo
append events/signal/signal_generate/trigger '!hist:keys=common_pid:s=sig:size=256'

note "an event probe that cannot be enabled releases its source event; one that is enabled records"
on_state()
{
	cat "$KTRACE/events/eprobes/on/enable" "$KTRACE/events/kprobes/stays/enable"
}
on_undo()
{
	write trace 0
	: </proc/self/stat
	must grep -q ' on: ' "$KTRACE/trace"
	write events/eprobes/on/enable 0
}
append dynamic_events 'e:on kprobes/stays fd=$dfd if common_pid > 1'
each events/eprobes/on/enable 1 on_state on_undo
: >"$KTRACE/dynamic_events" || fail "a reference is lost: $(tail -n 3 "$KTRACE/error_log")"
equal "events that are left" "$(cat "$KTRACE/dynamic_events")" ''
