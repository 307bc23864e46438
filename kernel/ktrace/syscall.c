// SPDX-License-Identifier: GPL-2.0
/*
 * The source of system call records: its hooks, and where they find the events.
 *
 * Three events for every 64-bit call that is built into this kernel:
 *
 *	syscalls/sys_enter_NAME	when a task enters it (syscall_edge.c)
 *	syscalls/sys_exit_NAME	when it leaves it
 *	syscall/NAME		all of it in one, when it leaves (syscall_call.c)
 *
 * and three each for what these do not cover: "unknown" for numbers at which
 * nothing is, "ia32" and "x32" for all the calls of that kind.  Their records
 * hold the number and six raw arguments; the name is found when they are read.
 *
 * The hooks are called by the entry code of tasks that task.c has set a work
 * bit of: in task context, interrupts and preemption on.
 */
#include <linux/array_size.h>
#include <linux/kprobes.h>
#include <linux/ktrace_syscall.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <asm/syscall.h>

#include "event.h"
#include "syscall.h"
#include "syscall_event.h"
#include "task.h"

/*
 * Where the hooks find their event: by number, then one slot for all calls of
 * each foreign kind, and at KTRACE_ABI_NATIVE's for unknown numbers.  Complete
 * before any event is registered, and then never changed.
 *
 * There is a slot for each number up to a power of two, so that a mask, which is
 * cheaper than array_index_nospec(), keeps a mispredicted access within the
 * table.
 */
#define SYSCALL_NUMBERS	roundup_pow_of_two(NR_syscalls)
#define SYSCALL_SLOTS	(SYSCALL_NUMBERS + KTRACE_NR_ABIS)

/**
 * enum syscall_kind - the events of a call
 * @SYSCALL_ENTER:	syscalls/sys_enter_X
 * @SYSCALL_EXIT:	syscalls/sys_exit_X
 * @SYSCALL_CALL:	syscall/X
 * @SYSCALL_KINDS:	how many
 */
enum syscall_kind {
	SYSCALL_ENTER,
	SYSCALL_EXIT,
	SYSCALL_CALL,
	SYSCALL_KINDS
};

static_assert(BIT(SYSCALL_ENTER) == SYSCALL_ARM_ENTER);
static_assert(BIT(SYSCALL_EXIT) == SYSCALL_ARM_EXIT);
static_assert(BIT(SYSCALL_CALL) == SYSCALL_ARM_CALL);

static struct syscall_event *events[SYSCALL_KINDS][SYSCALL_SLOTS] __ro_after_init;

/* SYSCALL_ARM_* of events that somebody listens to; under ktrace_event_mutex. */
static u8 armed[SYSCALL_SLOTS] __read_mostly;

/**
 * ktrace_syscall_arm - have the hooks heed an event, or not any more
 * @event:	the event
 * @what:	SYSCALL_ARM_* of its kind
 * @on:		to be heeded
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on)
{
	const struct syscall_event *call = to_call(event);
	unsigned int slot, kind = ilog2(what);

	lockdep_assert_held(&ktrace_event_mutex);

	for (slot = 0; slot < SYSCALL_SLOTS; slot++)
		if (events[kind][slot] == call)
			WRITE_ONCE(armed[slot], on ? armed[slot] | what : armed[slot] & ~what);
}

/* Whether current's call is found by its number. */
static __always_inline bool syscall_plain(long nr)
{
	return likely(!ktrace_syscall_foreign()) && likely(!(nr & ~(SYSCALL_NUMBERS - 1)));
}

/* The slot of a call that is; the CPU may be here though it is not. */
static __always_inline unsigned long syscall_plain_slot(long nr)
{
	/* Else the compiler, which knows the check, would drop the mask. */
	OPTIMIZER_HIDE_VAR(nr);
	return nr & (SYSCALL_NUMBERS - 1);
}

/* The slot of one that is not. */
static unsigned long syscall_other_slot(long nr)
{
	return SYSCALL_NUMBERS + ktrace_syscall_abi(nr);
}

static __always_inline const struct ktrace_event *slot_event(enum syscall_kind kind,
							     unsigned long slot)
{
	return &events[kind][slot]->event;
}

/* What is not plain, or listened to in two ways. */
static noinline notrace void enter_any(struct pt_regs *regs, unsigned long slot)
{
	u8 how = READ_ONCE(armed[slot]);

	if (how & SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter_any(regs, slot_event(SYSCALL_ENTER, slot));
	if (how & SYSCALL_ARM_CALL)
		ktrace_syscall_call_enter(regs, slot_event(SYSCALL_CALL, slot));
}

NOKPROBE_SYMBOL(enter_any);

/* See include/linux/ktrace_syscall.h. */
notrace void ktrace_syscall_enter(struct pt_regs *regs, long nr)
{
	unsigned long slot;
	u8 how;

	if (unlikely(!syscall_plain(nr))) {
		enter_any(regs, syscall_other_slot(nr));
		return;
	}
	slot = syscall_plain_slot(nr);
	how = READ_ONCE(armed[slot]) & (SYSCALL_ARM_ENTER | SYSCALL_ARM_CALL);
	if (how == SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter(regs, slot_event(SYSCALL_ENTER, slot));
	else if (how == SYSCALL_ARM_CALL)
		ktrace_syscall_call_enter(regs, slot_event(SYSCALL_CALL, slot));
	else if (how)
		enter_any(regs, slot);
}

NOKPROBE_SYMBOL(ktrace_syscall_enter);

/* Whether current may be in a call that is to have a complete record. */
static __always_inline bool in_call(void)
{
	/* Not to be looked into: see struct ktrace_task. */
	return ktrace_task_current();
}

static noinline notrace void exit_any(struct pt_regs *regs, unsigned long slot)
{
	if (in_call())
		ktrace_syscall_call_exit(regs);
	if (READ_ONCE(armed[slot]) & SYSCALL_ARM_EXIT)
		ktrace_syscall_write_exit_any(regs, slot_event(SYSCALL_EXIT, slot));
}

NOKPROBE_SYMBOL(exit_any);

/*
 * See include/linux/ktrace_syscall.h.  The complete record is of the call that
 * was entered, whatever number the registers hold now.
 */
notrace void ktrace_syscall_exit(struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, regs);
	unsigned long slot;

	if (unlikely(!syscall_plain(nr))) {
		exit_any(regs, syscall_other_slot(nr));
		return;
	}
	slot = syscall_plain_slot(nr);
	if (!(READ_ONCE(armed[slot]) & SYSCALL_ARM_EXIT)) {
		if (in_call())
			ktrace_syscall_call_exit(regs);
	} else if (!in_call()) {
		ktrace_syscall_write_exit(regs, slot_event(SYSCALL_EXIT, slot));
	} else {
		exit_any(regs, slot);
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_exit);

static void __init free_event(struct syscall_event *event)
{
	if (event)
		kfree(event->event.name);
	kfree(event);
}

/* Of each kind: how the names of its events are made. */
static const struct {
	const struct ktrace_class *class;
	const char *system;
	const char *prefix;
} kinds[SYSCALL_KINDS] __initconst = {
	[SYSCALL_ENTER]	= { &ktrace_enter_class, "syscalls", "sys_enter_" },
	[SYSCALL_EXIT]	= { &ktrace_exit_class, "syscalls", "sys_exit_" },
	[SYSCALL_CALL]	= { &ktrace_call_class, "syscall", "" },
};

static struct syscall_event * __init make_event(enum syscall_kind kind, enum ktrace_abi abi,
						const struct ktrace_syscall *call,
						const char *name, unsigned int nr)
{
	struct syscall_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	event->nargs = call ? call->meta->nargs : KTRACE_SYSCALL_ARGS;
	event->abi = abi;
	event->call = call;
	/* Of no call in particular if there is none: of a number that is none. */
	event->spec = ktrace_syscall_spec(abi, call ? nr : -1);
	event->units = kind == SYSCALL_CALL ? ktrace_syscall_call_units(event->spec) :
					      ktrace_syscall_enter_units(event->nargs);
	event->event.system = kinds[kind].system;
	event->event.class = kinds[kind].class;
	event->event.name = kasprintf(GFP_KERNEL, "%s%s", kinds[kind].prefix, name);
	if (!event->event.name) {
		free_event(event);
		return NULL;
	}
	return event;
}

static int __init make_events(unsigned int slot, enum ktrace_abi abi,
			      const struct ktrace_syscall *call, const char *name)
{
	unsigned int kind;

	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		events[kind][slot] = make_event(kind, abi, call, name, slot);
		if (!events[kind][slot])
			return -ENOMEM;
	}
	return 0;
}

/* An event into every slot; numbers at which nothing is share one. */
static int __init fill_slots(void)
{
	static const char * const names[KTRACE_NR_ABIS] __initconst = KTRACE_ABI_NAMES;
	unsigned int i, kind;
	int err;

	for (i = 0; i < KTRACE_NR_ABIS; i++) {
		if (!names[i])
			continue;
		err = make_events(SYSCALL_NUMBERS + i, i, NULL,
				  i == KTRACE_ABI_NATIVE ? "unknown" : names[i]);
		if (err)
			return err;
	}
	for (i = 0; i < SYSCALL_NUMBERS; i++) {
		const struct ktrace_syscall *call;

		call = ktrace_syscall_find(KTRACE_ABI_NATIVE, i);
		if (call) {
			err = make_events(i, KTRACE_ABI_NATIVE, call, call->name);
			if (err)
				return err;
			continue;
		}
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			events[kind][i] = events[kind][SYSCALL_NUMBERS];
	}
	return 0;
}

/* Whether @slot only refers to the events of another one. */
static bool __init slot_shared(unsigned int slot)
{
	return slot < SYSCALL_NUMBERS &&
	       events[SYSCALL_ENTER][slot] == events[SYSCALL_ENTER][SYSCALL_NUMBERS];
}

static void __init free_slots(void)
{
	unsigned int slot, kind;

	for (slot = 0; slot < SYSCALL_SLOTS; slot++) {
		if (slot_shared(slot))
			continue;
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			free_event(events[kind][slot]);
	}
	memset(events, 0, sizeof(events));
}

static void __init unregister_slot(unsigned int slot, unsigned int nr_kinds)
{
	if (!events[SYSCALL_ENTER][slot] || slot_shared(slot))
		return;
	while (nr_kinds--)
		ktrace_event_unregister(&events[nr_kinds][slot]->event);
}

static int __init register_slot(unsigned int slot)
{
	unsigned int kind;
	int err;

	if (!events[SYSCALL_ENTER][slot] || slot_shared(slot))
		return 0;
	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		err = ktrace_event_register(&events[kind][slot]->event);
		if (err) {
			unregister_slot(slot, kind);
			return err;
		}
	}
	return 0;
}

/**
 * ktrace_syscall_init - make the events of system calls
 *
 * Context: once, at boot.
 * Return: 0 or an errno; then there are none.
 */
int __init ktrace_syscall_init(void)
{
	unsigned int i;
	int err;

	err = ktrace_syscall_specs_init();
	if (err)
		return err;
	err = fill_slots();
	if (err)
		goto free;
	for (i = 0; i < SYSCALL_SLOTS; i++) {
		err = register_slot(i);
		if (err)
			goto unregister;
	}
	return 0;

unregister:
	while (i--)
		unregister_slot(i, SYSCALL_KINDS);
free:
	free_slots();
	ktrace_syscall_specs_free();
	return err;
}
