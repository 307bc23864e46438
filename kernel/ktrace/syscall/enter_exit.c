// SPDX-License-Identifier: GPL-2.0
/*
 * Two events for every system call, one at entry and one at exit:
 *
 *	syscalls/sys_enter_NAME	the arguments, as they were in the registers
 *	syscalls/sys_exit_NAME	the result
 *
 * Some exits have no entry: the child of clone() and its variants, and a task that was
 * inside the call when the event was enabled. exit() and exit_group() have an entry and
 * no exit. Both events take the number from the registers at that time. rt_sigreturn()
 * has overwritten it with -1 at exit (shown as unknown), execveat() with the number of
 * execve().
 *
 * The hooks of hook.c call the functions that write these records, and provide the
 * context.
 */
#include <linux/array_size.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>

#include "event/prefilter.h"
#include "event/emit.h"
#include "text/format.h"
#include "syscall/internal.h"
#include "syscall/print_fmt.h"
#include "event/task.h"

/**
 * struct syscall_enter_record - payload of an enter event
 * @common:	header of every record
 * @nr:		system call number
 * @pad:	zero
 * @args:	arguments of the call
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
 * @common:	header of every record
 * @nr:		system call number
 * @pad:	zero
 * @ret:	result of the call
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

static __always_inline void fill_exit(struct syscall_exit_record *rec,
				      struct pt_regs *regs)
{
	syscall_put_nr(&rec->nr, syscall_get_nr(current, regs));
	rec->ret = syscall_get_return_value(current, regs);
}

/*
 * The fast path records a native call if a single listener takes all records and the ring has room.
 * The fast path calls no function, so the compiler saves few registers. The slow path records all
 * other calls; its prefilter first rejects calls by the values in registers.
 */

static noinline notrace void syscall_enter_image(struct pt_regs *regs,
						 const struct ktrace_event *event)
{
	const struct syscall_event *ev = to_ev(event);
	u64 image[ENTER_UNITS(KTRACE_SYSCALL_ARGS) * RING_UNIT / sizeof(u64)] __uninitialized;
	struct syscall_enter_record *rec = (void *)image;

	BUILD_BUG_ON(ENTER_UNITS(1) * RING_UNIT % sizeof(u64));
	syscall_put_nr(&rec->nr, syscall_get_nr(current, regs));
	if (ev->abi == KTRACE_ABI_COMPAT)
		syscall_put_args_compat(rec->args, regs);
	else
		syscall_put_args(rec->args, regs, ev->nargs);
	ktrace_emit_image(event, rec, ev->units * RING_UNIT, ktrace_context_task());
}

NOKPROBE_SYMBOL(syscall_enter_image);

/* The caller's prefilter has let the record pass. */
static noinline notrace void syscall_exit_image(struct pt_regs *regs,
						const struct ktrace_event *event)
{
	struct syscall_exit_record rec __uninitialized;

	if (ktrace_event_paused(event))
		return;
	fill_exit(&rec, regs);
	ktrace_emit_image(event, &rec, sizeof(rec), ktrace_context_task());
}

NOKPROBE_SYMBOL(syscall_exit_image);

/**
 * ktrace_syscall_write_enter_any - record the entry of a call of any ABI
 * @regs:	user registers
 * @event:	entry event of the call
 *
 * Context: the hook.
 */
notrace void ktrace_syscall_write_enter_any(struct pt_regs *regs,
					    const struct ktrace_event *event)
{
	preempt_disable_notrace();
	if (!syscall_hook_stale(SYSCALL_WORK_KTRACE_ENTRY) && !ktrace_prefilter_done(event, regs))
		syscall_enter_image(regs, event);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_syscall_write_enter_any);

/*
 * Slow path of a native call that a prefilter or a closed buffer may refuse. The caller has tested
 * ktrace_prefilter_none().
 */
static noinline notrace void syscall_enter_prefilter(struct pt_regs *regs,
						     const struct syscall_event *ev)
{
	if (!ktrace_prefilter_decided(&ev->event, regs) && !ktrace_event_paused(&ev->event))
		syscall_enter_image(regs, &ev->event);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(syscall_enter_prefilter);

/*
 * Slow path of a native call. Called with preemption off and enables preemption, so
 * that the fast path can end in a tail call and save no registers.
 */
static noinline notrace void syscall_enter_general(struct pt_regs *regs,
						   const struct syscall_event *ev)
{
	if (!ktrace_prefilter_none(&ev->event)) {
		syscall_enter_prefilter(regs, ev);
		return;
	}
	syscall_enter_image(regs, &ev->event);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(syscall_enter_general);

static __always_inline void syscall_write_enter(struct pt_regs *regs,
						const struct syscall_event *ev,
						unsigned int nargs)
{
	struct syscall_enter_record *rec;
	struct ktrace_emit emit __uninitialized;

	preempt_disable_notrace();
	if (syscall_hook_stale(SYSCALL_WORK_KTRACE_ENTRY)) {
		preempt_enable_notrace();
		return;
	}
	if (!ktrace_emit_try(&emit, &ev->event, ENTER_UNITS(nargs) * RING_UNIT,
			     ktrace_context_task(), &rec)) {
		syscall_enter_general(regs, ev);
		return;
	}
	syscall_put_nr(&rec->nr, syscall_get_nr(current, regs));
	syscall_put_args(rec->args, regs, nargs);
	ktrace_emit_end(&emit);
	preempt_enable_notrace();
}

/*
 * ktrace_syscall_write_enter_N() - record the entry of a native call with N arguments
 * @regs:	user registers
 * @ev:	entry event of the call; its last listener may have left
 *
 * One function for each number of arguments: dispatch is decided when an event is
 * enabled (dispatch.c), not at each call.
 *
 * Context: the hook.
 */
#define DEFINE_WRITE_ENTER(n)								\
notrace void ktrace_syscall_write_enter_##n(struct pt_regs *regs,			\
					    const struct syscall_event *ev)		\
{											\
	syscall_write_enter(regs, ev, n);						\
}											\
NOKPROBE_SYMBOL(ktrace_syscall_write_enter_##n)

DEFINE_WRITE_ENTER(0);
DEFINE_WRITE_ENTER(1);
DEFINE_WRITE_ENTER(2);
DEFINE_WRITE_ENTER(3);
DEFINE_WRITE_ENTER(4);
DEFINE_WRITE_ENTER(5);
DEFINE_WRITE_ENTER(6);
static_assert(KTRACE_SYSCALL_ARGS == 6);

/**
 * ktrace_syscall_write_exit - record the exit of a native call
 * @regs:	user registers
 * @ev:	exit event of the call; its last listener may have left
 *
 * Context: the hook.
 */
notrace void ktrace_syscall_write_exit(struct pt_regs *regs,
				       const struct syscall_event *ev)
{
	struct syscall_exit_record *rec;
	struct ktrace_emit emit __uninitialized;

	preempt_disable_notrace();
	if (syscall_hook_stale(SYSCALL_WORK_KTRACE_EXIT)) {
		preempt_enable_notrace();
		return;
	}
	if (!ktrace_emit_try(&emit, &ev->event, sizeof(*rec), ktrace_context_task(), &rec)) {
		/* Here no function call but the last: the fast path needs no frame. */
		if (!ktrace_prefilter_decided(&ev->event, regs))
			syscall_exit_image(regs, &ev->event);
		preempt_enable_notrace();
		return;
	}
	fill_exit(rec, regs);
	ktrace_emit_end(&emit);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_syscall_write_exit);

static int enter_enable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_ENTER, true);
	return 0;
}

static void enter_disable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_ENTER, false);
}

static int exit_enable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_EXIT, true);
	return 0;
}

static void exit_disable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_EXIT, false);
}

/*
 * Let the prefilter read this field at offset @at of the user registers; native calls
 * only.
 */
static void field_in_register(const struct syscall_event *ev, struct ktrace_field *field,
			      unsigned int at)
{
	if (ev->abi != KTRACE_ABI_NATIVE)
		return;
	field->avail = KTRACE_AVAIL_OWN;
	field->at = at;
}

/* Return true if an argument of this C type points to a string or to bytes. */
static bool type_is_text(const char *type)
{
	return !strcmp(type, "const char *") || !strcmp(type, "char *");
}

static void describe_nr(const struct syscall_event *ev, struct ktrace_field *field)
{
	*field = (struct ktrace_field) {
		.type = "int", .name = "__syscall_nr",
		.offset = offsetof(struct syscall_enter_record, nr),
		.size = sizeof(s32), .is_signed = true,
	};
	field_in_register(ev, field, KTRACE_SYSCALL_NR_AT);
}

static bool enter_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	const struct syscall_event *ev = to_ev(event);

	if (!i) {
		describe_nr(ev, field);
		return true;
	}
	i--;
	if (i >= (ev->call ? ev->nargs : 1))
		return false;
	*field = (struct ktrace_field) {
		.type = "unsigned long", .name = "args", .kind = KTRACE_FIELD_ARRAY,
		.offset = offsetof(struct syscall_enter_record, args) + i * sizeof(u64),
		.size = sizeof(u64), .count = KTRACE_SYSCALL_ARGS,
	};
	if (ev->call) {
		field->name = ktrace_syscall_arg(ev->call, i, &field->type);
		field->kind = KTRACE_FIELD_NUMBER;
		field->count = 0;
		field->text = type_is_text(field->type) ? KTRACE_FIELD_USER : 0;
		field_in_register(ev, field, ktrace_syscall_reg_at(i));
	}
	return true;
}

static bool exit_field(const struct ktrace_event *event, unsigned int i,
		       struct ktrace_field *field)
{
	switch (i) {
	case 0:
		describe_nr(to_ev(event), field);
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "long", .name = "ret",
			.offset = offsetof(struct syscall_exit_record, ret),
			.size = sizeof(s64), .is_signed = true,
		};
		field_in_register(to_ev(event), field, KTRACE_SYSCALL_RET_AT);
		return true;
	default:
		return false;
	}
}

/* Return the system call of a record, or NULL if its number is unknown. */
static const struct ktrace_syscall *call_of(const struct syscall_event *event, s32 nr)
{
	return event->call ?: ktrace_syscall_find(event->abi, nr);
}

static void enter_print(const struct ktrace_event *event, const void *payload,
			u32 len, struct seq_buf *out)
{
	const struct syscall_enter_record *rec = payload;
	const struct ktrace_syscall *call;
	const char *name = NULL;
	unsigned int i, nargs;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	call = call_of(to_ev(event), rec->nr);
	nargs = min_t(u32, call ? call->meta->nargs : KTRACE_SYSCALL_ARGS,
		      (len - sizeof(*rec)) / sizeof(u64));

	ktrace_syscall_print_name(to_ev(event), true, rec->nr, out);
	ktrace_format_bytes(out, "(", 1);
	for (i = 0; i < nargs; i++) {
		if (i)
			ktrace_format_bytes(out, ", ", 2);
		if (call) {
			name = ktrace_syscall_arg_next(call, name);
			seq_buf_puts(out, name);
			ktrace_format_bytes(out, ": ", 2);
		}
		ktrace_format_hex(out, rec->args[i]);
	}
	ktrace_format_bytes(out, ")", 1);
}

static void exit_print(const struct ktrace_event *event, const void *payload,
		       u32 len, struct seq_buf *out)
{
	const struct syscall_exit_record *rec = payload;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	ktrace_syscall_print_name(to_ev(event), true, rec->nr, out);
	ktrace_format_bytes(out, " -> 0x", 6);
	ktrace_format_hex(out, rec->ret);
}

/* The event is shared by many calls, so the arguments have no names. */
static void enter_print_fmt_any(const struct syscall_event *ev, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_puts(out, "\"nr: %d, args:");
	for (i = 0; i < ev->nargs; i++)
		seq_buf_puts(out, " %lx");
	seq_buf_puts(out, "\", REC->__syscall_nr");
	for (i = 0; i < ev->nargs; i++)
		seq_buf_printf(out, ", REC->args[%u]", i);
}

static void enter_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct syscall_event *ev = to_ev(event);
	unsigned int i;

	if (!ev->call) {
		enter_print_fmt_any(ev, out);
		return;
	}
	seq_buf_putc(out, '"');
	for (i = 0; i < ev->nargs; i++) {
		seq_buf_printf(out, "%s%s: ", i ? ", " : "",
			       ktrace_syscall_arg(ev->call, i, NULL));
		ktrace_syscall_fmt_conversions(out, ev->spec->rules[i]);
	}
	seq_buf_putc(out, '"');
	for (i = 0; i < ev->nargs; i++)
		ktrace_syscall_fmt_values(out, ev->spec->rules[i],
					  ktrace_syscall_arg(ev->call, i, NULL));
}

/* Show the result and, for an error, its name. */
static void exit_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"0x%lx%s%s\", REC->ret");
	ktrace_syscall_fmt_error(out);
}

const struct ktrace_class ktrace_enter_class = {
	.enable		= enter_enable,
	.disable	= enter_disable,
	.field		= enter_field,
	.print		= enter_print,
	.print_fmt	= enter_print_fmt,
	.task_work	= KTRACE_TASK_SYSCALL_ENTER,
};

const struct ktrace_class ktrace_exit_class = {
	.enable		= exit_enable,
	.disable	= exit_disable,
	.field		= exit_field,
	.print		= exit_print,
	.print_fmt	= exit_print_fmt,
	.task_work	= KTRACE_TASK_SYSCALL_EXIT,
};

/**
 * ktrace_syscall_enter_units - size of entry records
 * @nargs:	number of arguments
 *
 * Return: the size in units of the ring.
 */
unsigned int ktrace_syscall_enter_units(unsigned int nargs)
{
	return ENTER_UNITS(nargs);
}
