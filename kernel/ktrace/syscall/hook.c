// SPDX-License-Identifier: GPL-2.0
/*
 * The source of system call records: its hooks, and where they find the events.
 *
 * Three events for every 64-bit call that is built into this kernel:
 *
 *	syscalls/sys_enter_NAME	when a task enters it (edge.c)
 *	syscalls/sys_exit_NAME	when it leaves it
 *	syscall/NAME		all of it in one, when it leaves (complete.c)
 *
 * and three each for what these do not cover: "unknown" for numbers at which
 * nothing is, "ia32" and "x32" for all the calls of that kind.  Their records
 * hold the number and six raw arguments; the name is found when they are read.
 *
 * The hooks are called by the entry code of tasks that event/task.c has set a work
 * bit of: in task context, interrupts and preemption on.
 */
#include <linux/array_size.h>
#include <linux/kprobes.h>
#include <linux/ktrace_syscall.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <asm/syscall.h>

#include "event/event.h"
#include "syscall/internal.h"
#include "event/task.h"

/*
 * Where the hooks find their event: by number, then one place for all calls of
 * each foreign kind, and at KTRACE_ABI_NATIVE's for unknown numbers.  Complete
 * before any event is registered, and then never changed.
 *
 * There is a place for each number up to a power of two, so that a mask, which is
 * cheaper than array_index_nospec(), keeps a mispredicted access within the
 * table.
 */
#define SYSCALL_NUMBERS	roundup_pow_of_two(NR_syscalls)
#define SYSCALL_PLACES	(SYSCALL_NUMBERS + KTRACE_NR_ABIS)

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

static struct syscall_event *events[SYSCALL_KINDS][SYSCALL_PLACES] __ro_after_init;

/* SYSCALL_ARM_* of events that somebody listens to; under ktrace_event_mutex. */
static u8 armed[SYSCALL_PLACES] __read_mostly;

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
	unsigned int place, kind = ilog2(what);

	lockdep_assert_held(&ktrace_event_mutex);

	for (place = 0; place < SYSCALL_PLACES; place++)
		if (events[kind][place] == call)
			WRITE_ONCE(armed[place], on ? armed[place] | what : armed[place] & ~what);
}

/* Whether current's call is found by its number. */
static __always_inline bool syscall_plain(long nr)
{
	return likely(!ktrace_syscall_foreign()) && likely(!(nr & ~(SYSCALL_NUMBERS - 1)));
}

/* The place of a call that is; the CPU may be here though it is not. */
static __always_inline unsigned long syscall_plain_place(long nr)
{
	/* Else the compiler, which knows the check, would drop the mask. */
	OPTIMIZER_HIDE_VAR(nr);
	return nr & (SYSCALL_NUMBERS - 1);
}

/* The place of one that is not. */
static unsigned long syscall_other_place(long nr)
{
	return SYSCALL_NUMBERS + ktrace_syscall_abi(nr);
}

static __always_inline const struct ktrace_event *
place_event(enum syscall_kind kind, unsigned long place)
{
	return &events[kind][place]->event;
}

/* What is not plain, or listened to in two ways. */
static noinline notrace void enter_any(struct pt_regs *regs, unsigned long place)
{
	u8 how = READ_ONCE(armed[place]);

	if (how & SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter_any(regs, place_event(SYSCALL_ENTER, place));
	if (how & SYSCALL_ARM_CALL)
		ktrace_syscall_call_enter(regs, place_event(SYSCALL_CALL, place));
}

NOKPROBE_SYMBOL(enter_any);

/* See include/linux/ktrace_syscall.h. */
notrace void ktrace_syscall_enter(struct pt_regs *regs, long nr)
{
	unsigned long place;
	u8 how;

	if (unlikely(!syscall_plain(nr))) {
		enter_any(regs, syscall_other_place(nr));
		return;
	}
	place = syscall_plain_place(nr);
	how = READ_ONCE(armed[place]) & (SYSCALL_ARM_ENTER | SYSCALL_ARM_CALL);
	if (how == SYSCALL_ARM_CALL)
		ktrace_syscall_call_enter(regs, place_event(SYSCALL_CALL, place));
	else if (!how)
		return;
	else if (how == SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter(regs, place_event(SYSCALL_ENTER, place));
	else
		enter_any(regs, place);
}

NOKPROBE_SYMBOL(ktrace_syscall_enter);

/*
 * See include/linux/ktrace_syscall.h.  The longer way of tasks that somebody may refuse
 * calls to: the record of the entry is written here, the complete one is begun.
 */
notrace void ktrace_syscall_ask(struct pt_regs *regs, long nr)
{
	unsigned long place = syscall_plain(nr) ? syscall_plain_place(nr) :
			      syscall_other_place(nr);
	u8 how = READ_ONCE(armed[place]);

	if (how & SYSCALL_ARM_ENTER)
		ktrace_syscall_write_enter_any(regs, place_event(SYSCALL_ENTER, place));
	if (how & SYSCALL_ARM_CALL)
		ktrace_syscall_call_ask(regs, place_event(SYSCALL_CALL, place));
}

NOKPROBE_SYMBOL(ktrace_syscall_ask);

/* Leave the call that current may be in with a complete record. */
static __always_inline void leave_call(struct pt_regs *regs)
{
	struct ktrace_task *task;

	preempt_disable_notrace();
	task = ktrace_task_current();
	if (task)
		ktrace_syscall_call_exit(regs, task);
	else
		preempt_enable_notrace();
}

static noinline notrace void exit_any(struct pt_regs *regs, unsigned long place)
{
	leave_call(regs);
	if (READ_ONCE(armed[place]) & SYSCALL_ARM_EXIT)
		ktrace_syscall_write_exit_any(regs, place_event(SYSCALL_EXIT, place));
}

NOKPROBE_SYMBOL(exit_any);

/*
 * See include/linux/ktrace_syscall.h.  The complete record is of the call that
 * was entered, whatever number the registers hold now.
 */
notrace void ktrace_syscall_exit(struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, regs);
	unsigned long place;

	if (unlikely(!syscall_plain(nr))) {
		exit_any(regs, syscall_other_place(nr));
		return;
	}
	place = syscall_plain_place(nr);
	if (!(READ_ONCE(armed[place]) & SYSCALL_ARM_EXIT))
		leave_call(regs);
	else if (!ktrace_task_current())
		ktrace_syscall_write_exit(regs, place_event(SYSCALL_EXIT, place));
	else
		exit_any(regs, place);
}

NOKPROBE_SYMBOL(ktrace_syscall_exit);

static void __init free_event(struct syscall_event *event)
{
	if (event)
		kfree(event->event.name);
	kfree(event);
}

/**
 * struct kind - the events of a kind
 * @class:	their class
 * @system:	their system
 * @prefix:	of their names, before the call's
 */
struct kind {
	const struct ktrace_class *class;
	const char *system;
	const char *prefix;
};

static const struct kind kinds[SYSCALL_KINDS] __initconst = {
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

static int __init make_events(unsigned int place, enum ktrace_abi abi,
			      const struct ktrace_syscall *call, const char *name)
{
	unsigned int kind;

	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		events[kind][place] = make_event(kind, abi, call, name, place);
		if (!events[kind][place])
			return -ENOMEM;
	}
	return 0;
}

/* An event into every place; numbers at which nothing is share one. */
static int __init fill_places(void)
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

/* Whether @place only refers to the events of another one. */
static bool __init place_shared(unsigned int place)
{
	return place < SYSCALL_NUMBERS &&
	       events[SYSCALL_ENTER][place] == events[SYSCALL_ENTER][SYSCALL_NUMBERS];
}

static void __init free_places(void)
{
	unsigned int place, kind;

	for (place = 0; place < SYSCALL_PLACES; place++) {
		if (place_shared(place))
			continue;
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			free_event(events[kind][place]);
	}
	memset(events, 0, sizeof(events));
}

static void __init unregister_place(unsigned int place, unsigned int nr_kinds)
{
	if (!events[SYSCALL_ENTER][place] || place_shared(place))
		return;
	while (nr_kinds--)
		ktrace_event_unregister(&events[nr_kinds][place]->event);
}

static int __init register_place(unsigned int place)
{
	unsigned int kind;
	int err;

	if (!events[SYSCALL_ENTER][place] || place_shared(place))
		return 0;
	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		err = ktrace_event_register(&events[kind][place]->event);
		if (err) {
			unregister_place(place, kind);
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
	err = fill_places();
	if (err)
		goto free;
	for (i = 0; i < SYSCALL_PLACES; i++) {
		err = register_place(i);
		if (err)
			goto unregister;
	}
	return 0;

unregister:
	while (i--)
		unregister_place(i, SYSCALL_KINDS);
free:
	free_places();
	ktrace_syscall_specs_free();
	return err;
}
