# SPDX-License-Identifier: GPL-2.0
# description: enabling complete records or the tracer fails half-way: no bit is left behind
# requires: events/syscall/enable current_tracer /sys/kernel/debug/kunit/ktrace_task_bits/run /sys/kernel/debug/kunit/ktrace_syscall_bits/run /proc/self/fail-nth /sys/kernel/debug/failslab program:failing_write program:odd_calls
# kernels: ktrace-debug - memory allocations can be made to fail there
# weight: 60

for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/$f/verbose
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

bits()
{
	kunit ktrace_task_bits "$1: a thread has a bit that nobody uses, or lacks one"
	kunit ktrace_syscall_bits "$1: the hooks heed what nobody listens to"
}

# state: print which events are on, and make a call that a tracer would see
state()
{
	cat "$KTRACE/set_event" "$KTRACE/events/syscall/enable" "$KTRACE/current_tracer"
}

# The first allocations fail one by one, up to this number; of the later ones only some
# fail.
one_by_one=40
! brief || one_by_one=12

# each FILE TEXT UNDO: as in alloc_failure, and check the bits after each write
each()
{
	before=$(state)
	refused=0 n=1
	while :; do
		ended=$(failing_write $n "$KTRACE/$1" "$2") || fail "allocation $n of $1"
		case $ended in
		12)
			refused=$((refused + 1))
			equal "$1 after allocation $n failed" "$(state)" "$before" ;;
		done|survived)
			[ "$(state)" != "$before" ] || fail "$1 did nothing ($ended, $n)"
			bits "$1 on, $n"
			write "$1" "$3"
			equal "$1 taken back" "$(state)" "$before" ;;
		*)
			fail "$1 with allocation $n failing: errno $ended" ;;
		esac
		bits "$1 after allocation $n"
		[ "$ended" != "done" ] || break
		# Hundreds of similar allocations follow: skip some of them.
		n=$((n < one_by_one ? n + 1 : n * 4 / 3))
	done
	note "$1: $refused writes refused, at most $n allocations"
	all_refused=$((all_refused + refused))
}

all_refused=0
bits before
each events/raw_syscalls/enable 1 0
each events/syscall/fork/enable 1 0
each events/syscall/enable 1 0
each current_tracer syscall nop
# Half of the events are already enabled.
write events/syscalls/sys_exit_fork/enable 1
each events/syscall/enable 1 0
each current_tracer syscall nop
write events/syscalls/enable 0
bits after
[ $all_refused != 0 ] || fail "no allocation failed"

# A task makes calls while there is no memory for its state.
write events/syscall/enable 1
write trace 0
odd_calls fork >/dev/null
write events/syscall/enable 0
equal "calls of fork" "$(grep -c ': fork() = [1-9]' "$KTRACE/trace")" 1
bits "and off"
