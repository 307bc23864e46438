// SPDX-License-Identifier: GPL-2.0
/*
 * The source of system call records.
 *
 * Two events for every 64-bit call that is built into this kernel, one when a
 * task enters it and one when it leaves:
 *
 *	syscalls/sys_enter_NAME	the arguments, as they were in the registers
 *	syscalls/sys_exit_NAME	what it returned
 *
 * and two each for what these do not cover: "unknown" for numbers at which
 * nothing is, "ia32" and "x32" for all the calls of that kind.  Their records
 * hold the number and six raw arguments; the name is found when they are read.
 *
 * The hooks are called by the entry code of tasks that task.c has set a work
 * bit of: in task context, interrupts and preemption on.  They must not sleep,
 * take locks or touch user memory.
 *
 * What leaves without having entered: the child of clone() and the like, and a
 * task that was in the call when its events were enabled.  The other way
 * round, exit() and exit_group() do not return.  A number is what the
 * registers hold at that time: rt_sigreturn() has overwritten it with -1 (shown
 * as unknown), and execveat() with that of execve().
 */
#include <linux/array_size.h>
#include <linux/kprobes.h>
#include <linux/ktrace_syscall.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <asm/syscall.h>

#include "emit.h"
#include "event.h"
#include "format.h"
#include "syscall.h"
#include "syscall_table.h"
#include "task.h"

#define SYSCALL_SYSTEM	"syscalls"

/**
 * struct syscall_enter_record - payload of an enter event
 * @common:	as of every record
 * @nr:		number of the call
 * @pad:	zero
 * @args:	as many as the call has
 */
struct syscall_enter_record {
	struct ktrace_common common;
	s32	nr;
	u32	pad;
	u64	args[];
} __packed __aligned(4);

static_assert(offsetof(struct syscall_enter_record, nr) == 8);
static_assert(offsetof(struct syscall_enter_record, args) == 16);

/**
 * struct syscall_exit_record - payload of an exit event
 * @common:	as of every record
 * @nr:		number of the call
 * @pad:	zero
 * @ret:	what the call returned
 */
struct syscall_exit_record {
	struct ktrace_common common;
	s32	nr;
	u32	pad;
	s64	ret;
} __packed __aligned(4);

static_assert(offsetof(struct syscall_exit_record, nr) == 8);
static_assert(offsetof(struct syscall_exit_record, ret) == 16);
static_assert(sizeof(struct syscall_exit_record) == 24);

/* Ring units of an enter record with @nargs arguments. */
#define ENTER_UNITS(nargs)							\
	((sizeof(struct syscall_enter_record) + (nargs) * sizeof(u64)) / RING_UNIT)

/**
 * struct syscall_event - an event of this source
 * @enter_units: ENTER_UNITS() of its enter records
 * @nargs:	arguments in its enter records
 * @abi:	kind of the calls
 * @call:	the call; NULL if the records tell it by their number
 * @event:	the event
 */
struct syscall_event {
	u8		enter_units;
	u8		nargs;
	enum ktrace_abi	abi;
	const struct ktrace_syscall *call;
	struct ktrace_event event;
};

static __always_inline const struct syscall_event *
to_call(const struct ktrace_event *event)
{
	return container_of_const(event, struct syscall_event, event);
}

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

static struct syscall_event *enter_events[SYSCALL_SLOTS] __ro_after_init;
static struct syscall_event *exit_events[SYSCALL_SLOTS] __ro_after_init;

/* Whether current's call is found by its number. */
static __always_inline bool syscall_plain(long nr)
{
	return likely(!ktrace_syscall_foreign()) && likely(!(nr & ~(SYSCALL_NUMBERS - 1)));
}

/* The event of a call that is; the CPU may be here though it is not. */
static __always_inline const struct ktrace_event *
syscall_plain_event(struct syscall_event *const *events, long nr)
{
	/* Else the compiler, which knows the check, would drop the mask. */
	OPTIMIZER_HIDE_VAR(nr);
	return &events[nr & (SYSCALL_NUMBERS - 1)]->event;
}

/* The event of one that is not. */
static const struct ktrace_event *syscall_other_event(struct syscall_event *const *events,
						      long nr)
{
	return &events[SYSCALL_NUMBERS + ktrace_syscall_abi(nr)]->event;
}

/* Number and padding as one store. */
static __always_inline void put_nr(s32 *nr, long value)
{
	BUILD_BUG_ON(!IS_ENABLED(CONFIG_64BIT));
	*(u64 *)nr = (u32)value;
}

/* No loop, no jump table: a compare and a move for each argument. */
static __always_inline void put_args(u64 *args, const struct pt_regs *regs, u32 units)
{
	if (units < ENTER_UNITS(1))
		return;
	args[0] = ktrace_syscall_reg(regs, 0);
	if (units < ENTER_UNITS(2))
		return;
	args[1] = ktrace_syscall_reg(regs, 1);
	if (units < ENTER_UNITS(3))
		return;
	args[2] = ktrace_syscall_reg(regs, 2);
	if (units < ENTER_UNITS(4))
		return;
	args[3] = ktrace_syscall_reg(regs, 3);
	if (units < ENTER_UNITS(5))
		return;
	args[4] = ktrace_syscall_reg(regs, 4);
	if (units < ENTER_UNITS(6))
		return;
	args[5] = ktrace_syscall_reg(regs, 5);
}

static __always_inline void put_args_ia32(u64 *args, const struct pt_regs *regs)
{
	args[0] = ktrace_syscall_reg_ia32(regs, 0);
	args[1] = ktrace_syscall_reg_ia32(regs, 1);
	args[2] = ktrace_syscall_reg_ia32(regs, 2);
	args[3] = ktrace_syscall_reg_ia32(regs, 3);
	args[4] = ktrace_syscall_reg_ia32(regs, 4);
	args[5] = ktrace_syscall_reg_ia32(regs, 5);
}

static __always_inline void fill_exit(struct syscall_exit_record *rec,
				      struct pt_regs *regs)
{
	put_nr(&rec->nr, syscall_get_nr(current, regs));
	rec->ret = syscall_get_return_value(current, regs);
}

/*
 * Records are written in two ways.  The short one is for a plain call, a single
 * listener and a ring in which nothing is in the way; it calls nothing, so that
 * few registers have to be saved.  The general one is for all else.
 */
static noinline notrace void write_enter_any(struct pt_regs *regs,
					     const struct ktrace_event *event)
{
	const struct syscall_event *call = to_call(event);
	struct syscall_enter_record *rec;
	struct ktrace_emit emit;
	struct ktrace_tap *tap;

	preempt_disable_notrace();
	ktrace_for_each_tap(tap, event) {
		rec = ktrace_emit_begin(&emit, tap->buffer, event->id,
					call->enter_units * RING_UNIT,
					ktrace_context_task());
		if (!rec)
			continue;
		put_nr(&rec->nr, syscall_get_nr(current, regs));
		if (call->abi == KTRACE_ABI_IA32)
			put_args_ia32(rec->args, regs);
		else
			put_args(rec->args, regs, call->enter_units);
		ktrace_emit_end(&emit);
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(write_enter_any);

static noinline notrace void write_exit_any(struct pt_regs *regs,
					    const struct ktrace_event *event)
{
	struct syscall_exit_record *rec;
	struct ktrace_emit emit;
	struct ktrace_tap *tap;

	preempt_disable_notrace();
	ktrace_for_each_tap(tap, event) {
		rec = ktrace_emit_begin(&emit, tap->buffer, event->id, sizeof(*rec),
					ktrace_context_task());
		if (!rec)
			continue;
		fill_exit(rec, regs);
		ktrace_emit_end(&emit);
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(write_exit_any);

/* @event has a tap; preemption is off since that was found out. */
static noinline notrace void write_enter(struct pt_regs *regs,
					 const struct ktrace_event *event)
{
	u32 units = to_call(event)->enter_units;
	struct syscall_enter_record *rec;
	struct ktrace_emit emit;

	/* Lets the compiler see that the record is short. */
	if (units > ENTER_UNITS(KTRACE_SYSCALL_ARGS))
		__builtin_unreachable();

	if (!ktrace_emit_try(&emit, event, units * RING_UNIT, ktrace_context_task(),
			     &rec)) {
		preempt_enable_notrace();
		write_enter_any(regs, event);
		return;
	}
	put_nr(&rec->nr, syscall_get_nr(current, regs));
	put_args(rec->args, regs, units);
	ktrace_emit_end(&emit);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(write_enter);

/* As write_enter(). */
static noinline notrace void write_exit(struct pt_regs *regs,
					const struct ktrace_event *event)
{
	struct syscall_exit_record *rec;
	struct ktrace_emit emit;

	if (!ktrace_emit_try(&emit, event, sizeof(*rec), ktrace_context_task(), &rec)) {
		preempt_enable_notrace();
		write_exit_any(regs, event);
		return;
	}
	fill_exit(rec, regs);
	ktrace_emit_end(&emit);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(write_exit);

/* See include/linux/ktrace_syscall.h. */
notrace void ktrace_syscall_enter(struct pt_regs *regs, long nr)
{
	const struct ktrace_event *event;

	if (unlikely(!syscall_plain(nr))) {
		write_enter_any(regs, syscall_other_event(enter_events, nr));
		return;
	}
	preempt_disable_notrace();
	event = syscall_plain_event(enter_events, nr);
	if (ktrace_event_tapped(event)) {
		write_enter(regs, event);
		return;
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_syscall_enter);

/* See include/linux/ktrace_syscall.h. */
notrace void ktrace_syscall_exit(struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, regs);
	const struct ktrace_event *event;

	if (unlikely(!syscall_plain(nr))) {
		write_exit_any(regs, syscall_other_event(exit_events, nr));
		return;
	}
	preempt_disable_notrace();
	event = syscall_plain_event(exit_events, nr);
	if (ktrace_event_tapped(event)) {
		write_exit(regs, event);
		return;
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_syscall_exit);

static int enter_enable(struct ktrace_event *event)
{
	ktrace_task_work_get(KTRACE_TASK_SYSCALL_ENTER);
	return 0;
}

static void enter_disable(struct ktrace_event *event)
{
	ktrace_task_work_put(KTRACE_TASK_SYSCALL_ENTER);
}

static int exit_enable(struct ktrace_event *event)
{
	ktrace_task_work_get(KTRACE_TASK_SYSCALL_EXIT);
	return 0;
}

static void exit_disable(struct ktrace_event *event)
{
	ktrace_task_work_put(KTRACE_TASK_SYSCALL_EXIT);
}

static void describe_nr(struct ktrace_field *field)
{
	*field = (struct ktrace_field) {
		.type = "int", .name = "__syscall_nr",
		.offset = offsetof(struct syscall_enter_record, nr),
		.size = sizeof(s32), .is_signed = true,
	};
}

static bool enter_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	const struct syscall_event *call = to_call(event);

	if (!i) {
		describe_nr(field);
		return true;
	}
	i--;
	if (i >= (call->call ? call->nargs : 1))
		return false;
	*field = (struct ktrace_field) {
		.type = "unsigned long", .name = "args[6]",
		.offset = offsetof(struct syscall_enter_record, args) + i * sizeof(u64),
		.size = KTRACE_SYSCALL_ARGS * sizeof(u64),
	};
	if (call->call) {
		field->name = ktrace_syscall_arg(call->call, i, &field->type);
		field->size = sizeof(u64);
	}
	return true;
}

static bool exit_field(const struct ktrace_event *event, unsigned int i,
		       struct ktrace_field *field)
{
	switch (i) {
	case 0:
		describe_nr(field);
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "long", .name = "ret",
			.offset = offsetof(struct syscall_exit_record, ret),
			.size = sizeof(s64), .is_signed = true,
		};
		return true;
	default:
		return false;
	}
}

/* The call that a record of @event is of; NULL if there is none by its number. */
static const struct ktrace_syscall *call_of(const struct syscall_event *call, s32 nr)
{
	return call->call ?: ktrace_syscall_find(call->abi, nr);
}

/* "sys_open"; "ia32_sys_open" of a foreign kind; "sys_0x3e7" if unknown. */
static void print_name(const struct syscall_event *event, s32 nr, struct seq_buf *out)
{
	static const char * const abi_names[KTRACE_NR_ABIS] = KTRACE_ABI_NAMES;
	const struct ktrace_syscall *call = call_of(event, nr);

	if (event->abi != KTRACE_ABI_NATIVE)
		seq_buf_printf(out, "%s_", abi_names[event->abi]);
	seq_buf_putmem(out, "sys_", 4);
	if (call)
		seq_buf_puts(out, call->name);
	else
		seq_buf_printf(out, "0x%x", nr);
}

static void enter_print(const struct ktrace_event *event, const void *payload,
			u32 len, struct seq_buf *out)
{
	const struct syscall_enter_record *rec = payload;
	const struct ktrace_syscall *call;
	unsigned int i, nargs;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	call = call_of(to_call(event), rec->nr);
	nargs = min_t(u32, call ? call->meta->nargs : KTRACE_SYSCALL_ARGS,
		      (len - sizeof(*rec)) / sizeof(u64));

	print_name(to_call(event), rec->nr, out);
	seq_buf_putc(out, '(');
	for (i = 0; i < nargs; i++) {
		if (i)
			seq_buf_putmem(out, ", ", 2);
		if (call) {
			seq_buf_puts(out, ktrace_syscall_arg(call, i, NULL));
			seq_buf_putmem(out, ": ", 2);
		}
		ktrace_format_hex(out, rec->args[i]);
	}
	seq_buf_putc(out, ')');
}

static void exit_print(const struct ktrace_event *event, const void *payload,
		       u32 len, struct seq_buf *out)
{
	const struct syscall_exit_record *rec = payload;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	print_name(to_call(event), rec->nr, out);
	seq_buf_putmem(out, " -> 0x", 6);
	ktrace_format_hex(out, rec->ret);
}

static void enter_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct syscall_event *call = to_call(event);
	unsigned int i;

	seq_buf_puts(out, call->call ? "\"" : "\"nr: %d, args:");
	for (i = 0; i < call->nargs; i++)
		if (call->call)
			seq_buf_printf(out, "%s%s: 0x%%08lx", i ? ", " : "",
				       ktrace_syscall_arg(call->call, i, NULL));
		else
			seq_buf_puts(out, " %lx");
	seq_buf_puts(out, call->call ? "\"" : "\", REC->__syscall_nr");
	for (i = 0; i < call->nargs; i++)
		if (call->call)
			seq_buf_printf(out, ", ((unsigned long)(REC->%s))",
				       ktrace_syscall_arg(call->call, i, NULL));
		else
			seq_buf_printf(out, ", REC->args[%u]", i);
}

static void exit_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"0x%lx\", REC->ret");
}

static const struct ktrace_class enter_class = {
	.enable		= enter_enable,
	.disable	= enter_disable,
	.field		= enter_field,
	.print		= enter_print,
	.print_fmt	= enter_print_fmt,
};

static const struct ktrace_class exit_class = {
	.enable		= exit_enable,
	.disable	= exit_disable,
	.field		= exit_field,
	.print		= exit_print,
	.print_fmt	= exit_print_fmt,
};

static void __init free_event(struct syscall_event *event)
{
	if (event)
		kfree(event->event.name);
	kfree(event);
}

static struct syscall_event * __init
make_event(const struct ktrace_class *class, enum ktrace_abi abi,
	   const struct ktrace_syscall *call, const char *name)
{
	struct syscall_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	event->nargs = call ? call->meta->nargs : KTRACE_SYSCALL_ARGS;
	event->enter_units = ENTER_UNITS(event->nargs);
	event->abi = abi;
	event->call = call;
	event->event.system = SYSCALL_SYSTEM;
	event->event.class = class;
	event->event.name = kasprintf(GFP_KERNEL, "sys_%s_%s",
				      class == &enter_class ? "enter" : "exit", name);
	if (!event->event.name) {
		free_event(event);
		return NULL;
	}
	return event;
}

static int __init make_events(unsigned int slot, enum ktrace_abi abi,
			      const struct ktrace_syscall *call, const char *name)
{
	enter_events[slot] = make_event(&enter_class, abi, call, name);
	exit_events[slot] = make_event(&exit_class, abi, call, name);
	return enter_events[slot] && exit_events[slot] ? 0 : -ENOMEM;
}

/* An event into every slot; numbers at which nothing is share one. */
static int __init fill_slots(void)
{
	static const char * const names[KTRACE_NR_ABIS] __initconst = KTRACE_ABI_NAMES;
	unsigned int i;
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
		} else {
			enter_events[i] = enter_events[SYSCALL_NUMBERS];
			exit_events[i] = exit_events[SYSCALL_NUMBERS];
		}
	}
	return 0;
}

/* Whether @slot only refers to the events of another one. */
static bool __init slot_shared(unsigned int slot)
{
	return slot < SYSCALL_NUMBERS && enter_events[slot] == enter_events[SYSCALL_NUMBERS];
}

static void __init free_slots(void)
{
	unsigned int i;

	for (i = 0; i < SYSCALL_SLOTS; i++) {
		if (slot_shared(i))
			continue;
		free_event(enter_events[i]);
		free_event(exit_events[i]);
	}
	memset(enter_events, 0, sizeof(enter_events));
	memset(exit_events, 0, sizeof(exit_events));
}

static void __init unregister_slot(unsigned int slot)
{
	if (!enter_events[slot] || slot_shared(slot))
		return;
	ktrace_event_unregister(&exit_events[slot]->event);
	ktrace_event_unregister(&enter_events[slot]->event);
}

static int __init register_slot(unsigned int slot)
{
	int err;

	if (!enter_events[slot] || slot_shared(slot))
		return 0;
	err = ktrace_event_register(&enter_events[slot]->event);
	if (err)
		return err;
	err = ktrace_event_register(&exit_events[slot]->event);
	if (err)
		ktrace_event_unregister(&enter_events[slot]->event);
	return err;
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
		unregister_slot(i);
free:
	free_slots();
	return err;
}
