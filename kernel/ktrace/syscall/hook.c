// SPDX-License-Identifier: GPL-2.0
/*
 * The hooks of system call records: they look up the enabled events of a call and let
 * enter_exit.c, raw.c and complete.c write the records. A table in
 * Documentation/trace/ktrace/design.rst lists the variants of entry and exit, the condition of
 * each, and the instructions that it saves.
 *
 * The entry code calls them for tasks whose work bit event/task.c has set, in task
 * context with interrupts and preemption on.
 */
#include <linux/kprobes.h>
#include <linux/ktrace_syscall.h>
#include <linux/nospec.h>
#include <linux/sched.h>
#include <asm/syscall.h>

#include "event/task.h"
#include "syscall/internal.h"
#include "syscall/dispatch.h"
#include "syscall/times.h"

/* Return true for a native call whose number is within the table. */
static __always_inline bool syscall_is_native(long nr)
{
	return likely(!ktrace_syscall_foreign()) && likely(!(nr & ~(SYSCALL_NUMBERS - 1)));
}

/*
 * Return the table index of a native call. The CPU may execute this speculatively for
 * another call.
 */
static __always_inline unsigned long syscall_native_index(long nr)
{
	/* Keep the compiler from dropping the mask as redundant after the check. */
	OPTIMIZER_HIDE_VAR(nr);
	return nr & (SYSCALL_NUMBERS - 1);
}

/* Return the table index of a call that syscall_is_native() rejects. */
static unsigned long syscall_other_index(long nr)
{
	enum ktrace_abi abi = ktrace_syscall_abi(nr);

	if (abi == KTRACE_ABI_COMPAT && nr >= 0 && nr < KTRACE_COMPAT_NUMBERS)
		return SYSCALL_COMPAT + array_index_nospec(nr, KTRACE_COMPAT_NUMBERS);
	return SYSCALL_SHARED + abi;
}

/*
 * Slow path of entries: foreign and unknown calls, and calls with several enabled
 * events.
 */
static noinline notrace void syscall_enter_any(struct pt_regs *regs, unsigned long index)
{
	/* Pairs with the release in syscall_arm_entry(): see arm_calls(). */
	u8 how = smp_load_acquire(&ktrace_syscall_armed[index]);

	if (how & SYSCALL_ARM_RAW_ENTER)
		ktrace_syscall_write_raw_enter(regs);
	if (how & SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter_any(regs, syscall_event_at(SYSCALL_ENTER, index));
	if (!(how & SYSCALL_ARM_COMPLETE))
		return;
	if (how & SYSCALL_ARM_AT_ENTRY)
		ktrace_complete_enter_filter_entry(regs, syscall_event_at(SYSCALL_COMPLETE, index));
	else
		ktrace_complete_enter(regs, syscall_event_at(SYSCALL_COMPLETE, index));
}

NOKPROBE_SYMBOL(syscall_enter_any);

/* Entry of a call that syscall_is_native() rejects. */
static noinline notrace void syscall_enter_other(struct pt_regs *regs, long nr)
{
	syscall_enter_any(regs, syscall_other_index(nr));
}

NOKPROBE_SYMBOL(syscall_enter_other);

notrace void ktrace_syscall_enter(struct pt_regs *regs, long nr)
{
	unsigned long index;

	if (unlikely(!syscall_is_native(nr))) {
		syscall_enter_other(regs, nr);
		return;
	}
	index = syscall_native_index(nr);
	/* Pairs with the release in syscall_arm_entry(): see arm_calls(). */
	switch (smp_load_acquire(&ktrace_syscall_ways[index].enter)) {
	case SYSCALL_ENTER_NOTHING:
		return;
	case SYSCALL_ENTER_COMPLETE:
		ktrace_complete_enter(regs, syscall_event_at(SYSCALL_COMPLETE, index));
		return;
	case SYSCALL_ENTER_COMPLETE_BARE:
		ktrace_complete_enter_bare(regs, syscall_event_at(SYSCALL_COMPLETE, index));
		return;
	case SYSCALL_ENTER_COMPLETE_PATH:
		ktrace_complete_enter_path(regs, syscall_event_at(SYSCALL_COMPLETE, index));
		return;
	case SYSCALL_ENTER_COMPLETE_PREFILTER:
		ktrace_complete_enter_filter_exit(regs, syscall_event_at(SYSCALL_COMPLETE, index));
		return;
	case SYSCALL_ENTER_COMPLETE_AT_ENTRY:
		ktrace_complete_enter_filter_entry(regs, syscall_event_at(SYSCALL_COMPLETE, index));
		return;
	case SYSCALL_ENTER_RAW:
		ktrace_syscall_write_raw_enter(regs);
		return;
	case SYSCALL_ENTER_ANY:
		syscall_enter_any(regs, index);
		return;
	case SYSCALL_ENTER_WRITE + 0:
		ktrace_syscall_write_enter_0(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 1:
		ktrace_syscall_write_enter_1(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 2:
		ktrace_syscall_write_enter_2(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 3:
		ktrace_syscall_write_enter_3(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 4:
		ktrace_syscall_write_enter_4(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 5:
		ktrace_syscall_write_enter_5(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	case SYSCALL_ENTER_WRITE + 6:
		ktrace_syscall_write_enter_6(regs, ktrace_syscall_events[SYSCALL_ENTER][index]);
		return;
	default:
		/* The cases cover all values: omit the range check. */
		__builtin_unreachable();
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_enter);

/*
 * For tasks with seccomp or a tracer, which may refuse the call: write the entry
 * records now, and begin the complete record without copies.
 */
notrace void ktrace_syscall_ask(struct pt_regs *regs, long nr)
{
	unsigned long index = syscall_is_native(nr) ? syscall_native_index(nr) :
			      syscall_other_index(nr);
	/* Pairs with the release in syscall_arm_entry(): see arm_calls(). */
	u8 how = smp_load_acquire(&ktrace_syscall_armed[index]);

	if (how & SYSCALL_ARM_RAW_ENTER)
		ktrace_syscall_write_raw_enter(regs);
	if (how & SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter_any(regs, syscall_event_at(SYSCALL_ENTER, index));
	if (how & SYSCALL_ARM_COMPLETE)
		ktrace_complete_ask(regs, syscall_event_at(SYSCALL_COMPLETE, index));
}

NOKPROBE_SYMBOL(ktrace_syscall_ask);

/* Complete the record that current has begun. @timed: it has the times of options/call-time. */
static __always_inline void syscall_exit_complete(struct pt_regs *regs, bool timed)
{
	struct ktrace_task *task;

	preempt_disable_notrace();
	task = ktrace_task_current();
	if (!task)
		preempt_enable_notrace();
	else if (timed)
		ktrace_complete_exit_timed(regs, task);
	else
		ktrace_complete_exit(regs, task);
}

/*
 * Slow path of exits: foreign and unknown calls, and calls with several enabled events.
 * The functions that write look up whether the task set of an instance contains the task.
 */
static noinline notrace void syscall_exit_any(struct pt_regs *regs, unsigned long index)
{
	u8 how = READ_ONCE(ktrace_syscall_armed[index]);

	syscall_exit_complete(regs, ktrace_syscall_timed());
	if (how & SYSCALL_ARM_RAW_EXIT)
		ktrace_syscall_write_raw_exit(regs);
	if (how & SYSCALL_ARM_EXIT)
		ktrace_syscall_write_exit(regs, ktrace_syscall_events[SYSCALL_EXIT][index]);
}

NOKPROBE_SYMBOL(syscall_exit_any);

/* Exit of a call that syscall_is_native() rejects. */
static noinline notrace void syscall_exit_other(struct pt_regs *regs, long nr)
{
	syscall_exit_any(regs, syscall_other_index(nr));
}

NOKPROBE_SYMBOL(syscall_exit_other);

/*
 * Record the exit of a call. A complete record describes the call that was entered, even if a
 * tracer has changed the number in the registers since.
 */
notrace void ktrace_syscall_exit(struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, regs);
	unsigned long index;

	if (unlikely(!syscall_is_native(nr))) {
		syscall_exit_other(regs, nr);
		return;
	}
	index = syscall_native_index(nr);
	switch (READ_ONCE(ktrace_syscall_ways[index].exit)) {
	case SYSCALL_EXIT_NOTHING:
		return;
	case SYSCALL_EXIT_COMPLETE:
		syscall_exit_complete(regs, false);
		return;
	case SYSCALL_EXIT_TIMED:
		syscall_exit_complete(regs, true);
		return;
	case SYSCALL_EXIT_WRITE:
		ktrace_syscall_write_exit(regs, ktrace_syscall_events[SYSCALL_EXIT][index]);
		return;
	case SYSCALL_EXIT_RAW:
		ktrace_syscall_write_raw_exit(regs);
		return;
	case SYSCALL_EXIT_ANY:
		syscall_exit_any(regs, index);
		return;
	default:
		/* The cases cover all values: omit the range check. */
		__builtin_unreachable();
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_exit);
