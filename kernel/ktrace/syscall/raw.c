// SPDX-License-Identifier: GPL-2.0
/*
 * Two events for all system calls of all ABIs:
 *
 *	raw_syscalls/sys_enter	number and six arguments, as they were in the registers
 *	raw_syscalls/sys_exit	number and result
 *
 * The kernel defines both as tracepoints, behind a work bit that sends every task through
 * the slow path of entry and exit. This file provides the same names, fields and text
 * from the hooks of hook.c. Where it is built, tracepoint/ ignores the two definitions.
 *
 * Differences from the records of these tracepoints:
 * - A call that ptrace or seccomp refuses, or lets the task emulate, has a record with
 *   the number and the arguments that the task asked for. If a tracer changes the
 *   number, the records of entry and exit differ in the number.
 * - The exit is recorded after ptrace, with the result that the task gets.
 * - For a 32-bit call in 64-bit code, the arguments are the lower halves of the
 *   registers, which is all that the call reads.
 * - The context is that of a task inside a call; need-resched is not shown.
 */
#include <linux/array_size.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>

#include "event/prefilter.h"
#include "event/emit.h"
#include "event/task.h"
#include "syscall/internal.h"
#include "syscall/dispatch.h"
#include "text/format.h"

/**
 * struct syscall_raw_enter_record - payload of raw_syscalls/sys_enter
 * @common:	header of every record
 * @id:		system call number
 * @args:	all argument registers
 */
struct syscall_raw_enter_record {
	struct ktrace_common common;
	s64	id;
	u64	args[KTRACE_SYSCALL_ARGS];
} __packed __aligned(4);

static_assert(offsetof(struct syscall_raw_enter_record, id) == 8);
static_assert(offsetof(struct syscall_raw_enter_record, args) == 16);
static_assert(sizeof(struct syscall_raw_enter_record) == 64);

/**
 * struct syscall_raw_exit_record - payload of raw_syscalls/sys_exit
 * @common:	header of every record
 * @id:		system call number
 * @ret:	result of the call
 */
struct syscall_raw_exit_record {
	struct ktrace_common common;
	s64	id;
	s64	ret;
} __packed __aligned(4);

static_assert(offsetof(struct syscall_raw_exit_record, id) == 8);
static_assert(offsetof(struct syscall_raw_exit_record, ret) == 16);
static_assert(sizeof(struct syscall_raw_exit_record) == 24);

static const struct ktrace_class raw_enter_class;
static const struct ktrace_class raw_exit_class;

static struct ktrace_event raw_enter = {
	.system = "raw_syscalls", .name = "sys_enter", .class = &raw_enter_class,
};

static struct ktrace_event raw_exit = {
	.system = "raw_syscalls", .name = "sys_exit", .class = &raw_exit_class,
};

/* Fill in a record except its common header. */
typedef void raw_fill_fn(void *record, struct pt_regs *regs);

static __always_inline void raw_enter_fill(void *record, struct pt_regs *regs)
{
	struct syscall_raw_enter_record *rec = record;

	rec->id = syscall_get_nr(current, regs);
	if (unlikely(ktrace_syscall_foreign()))
		syscall_put_args_compat(rec->args, regs);
	else
		syscall_put_args(rec->args, regs, KTRACE_SYSCALL_ARGS);
}

static __always_inline void raw_exit_fill(void *record, struct pt_regs *regs)
{
	struct syscall_raw_exit_record *rec = record;

	rec->id = syscall_get_nr(current, regs);
	rec->ret = syscall_get_return_value(current, regs);
}

/*
 * Slow path: write @rec, a record on the stack, in all instances whose task set has current.
 */
static __always_inline void raw_image(const struct ktrace_event *event, struct pt_regs *regs,
				      void *rec, u32 len, raw_fill_fn *fill)
{
	if (ktrace_prefilter_done(event, regs) || !ktrace_event_wanted(event, current, NULL))
		return;
	fill(rec, regs);
	ktrace_emit_image(event, rec, len, ktrace_context_task());
}

static noinline notrace void raw_enter_image(struct pt_regs *regs)
{
	struct syscall_raw_enter_record rec __uninitialized;

	raw_image(&raw_enter, regs, &rec, sizeof(rec), raw_enter_fill);
}
NOKPROBE_SYMBOL(raw_enter_image);

static noinline notrace void raw_exit_image(struct pt_regs *regs)
{
	struct syscall_raw_exit_record rec __uninitialized;

	raw_image(&raw_exit, regs, &rec, sizeof(rec), raw_exit_fill);
}
NOKPROBE_SYMBOL(raw_exit_image);

/* Record @event. @bit is the work bit of the calling hook, @image the slow path. */
static __always_inline void raw_write(const struct ktrace_event *event, unsigned long bit,
				      struct pt_regs *regs, u32 len, raw_fill_fn *fill,
				      void (*image)(struct pt_regs *regs))
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	preempt_disable_notrace();
	if (syscall_hook_stale(bit)) {
		preempt_enable_notrace();
		return;
	}
	if (ktrace_emit_try(&emit, event, len, ktrace_context_task(), &rec)) {
		fill(rec, regs);
		ktrace_emit_end(&emit);
	} else {
		image(regs);
	}
	preempt_enable_notrace();
}

/**
 * ktrace_syscall_write_raw_enter - record an entry in raw_syscalls/sys_enter
 * @regs:	user registers
 *
 * Context: the hook.
 */
notrace void ktrace_syscall_write_raw_enter(struct pt_regs *regs)
{
	raw_write(&raw_enter, SYSCALL_WORK_KTRACE_ENTRY, regs,
		  sizeof(struct syscall_raw_enter_record), raw_enter_fill, raw_enter_image);
}
NOKPROBE_SYMBOL(ktrace_syscall_write_raw_enter);

/**
 * ktrace_syscall_write_raw_exit - record an exit in raw_syscalls/sys_exit
 * @regs:	user registers
 *
 * Context: the hook.
 */
notrace void ktrace_syscall_write_raw_exit(struct pt_regs *regs)
{
	raw_write(&raw_exit, SYSCALL_WORK_KTRACE_EXIT, regs,
		  sizeof(struct syscall_raw_exit_record), raw_exit_fill, raw_exit_image);
}
NOKPROBE_SYMBOL(ktrace_syscall_write_raw_exit);

static int raw_enter_enable(struct ktrace_event *event)
{
	ktrace_syscall_arm_all(SYSCALL_ARM_RAW_ENTER, true);
	return 0;
}

static void raw_enter_disable(struct ktrace_event *event)
{
	ktrace_syscall_arm_all(SYSCALL_ARM_RAW_ENTER, false);
}

static int raw_exit_enable(struct ktrace_event *event)
{
	ktrace_syscall_arm_all(SYSCALL_ARM_RAW_EXIT, true);
	return 0;
}

static void raw_exit_disable(struct ktrace_event *event)
{
	ktrace_syscall_arm_all(SYSCALL_ARM_RAW_EXIT, false);
}

/* Not available to the prefilter: the register is wider than the system call number. */
#define RAW_ID {							\
	.type = "long", .name = "id", .size = sizeof(s64), .is_signed = true, \
	.offset = offsetof(struct syscall_raw_enter_record, id),	\
}

static const struct ktrace_field raw_enter_fields[] = {
	RAW_ID,
	{
		.type = "unsigned long", .name = "args", .kind = KTRACE_FIELD_ARRAY,
		.size = sizeof(u64), .count = KTRACE_SYSCALL_ARGS,
		.offset = offsetof(struct syscall_raw_enter_record, args),
	},
};

static const struct ktrace_field raw_exit_fields[] = {
	RAW_ID,
	{
		.type = "long", .name = "ret", .size = sizeof(s64), .is_signed = true,
		.offset = offsetof(struct syscall_raw_exit_record, ret),
		.avail = KTRACE_AVAIL_OWN, .at = KTRACE_SYSCALL_RET_AT,
	},
};

static bool raw_enter_field(const struct ktrace_event *event, unsigned int i,
			    struct ktrace_field *field)
{
	if (i >= ARRAY_SIZE(raw_enter_fields))
		return false;
	*field = raw_enter_fields[i];
	return true;
}

static bool raw_exit_field(const struct ktrace_event *event, unsigned int i,
			   struct ktrace_field *field)
{
	if (i >= ARRAY_SIZE(raw_exit_fields))
		return false;
	*field = raw_exit_fields[i];
	return true;
}

static void raw_enter_print(const struct ktrace_event *event, const void *payload, u32 len,
			    struct seq_buf *out)
{
	const struct syscall_raw_enter_record *rec = payload;
	unsigned int i;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	seq_buf_puts(out, "sys_enter: NR ");
	ktrace_format_signed(out, rec->id);
	for (i = 0; i < KTRACE_SYSCALL_ARGS; i++) {
		ktrace_format_bytes(out, i ? ", " : " (", 2);
		ktrace_format_hex(out, rec->args[i]);
	}
	ktrace_format_bytes(out, ")", 1);
}

static void raw_exit_print(const struct ktrace_event *event, const void *payload, u32 len,
			   struct seq_buf *out)
{
	const struct syscall_raw_exit_record *rec = payload;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	seq_buf_puts(out, "sys_exit: NR ");
	ktrace_format_signed(out, rec->id);
	ktrace_format_bytes(out, " = ", 3);
	ktrace_format_signed(out, rec->ret);
}

static void raw_enter_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_puts(out, "\"NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)\", REC->id");
	for (i = 0; i < KTRACE_SYSCALL_ARGS; i++)
		seq_buf_printf(out, ", REC->args[%u]", i);
}

static void raw_exit_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"NR %ld = %ld\", REC->id, REC->ret");
}

static const struct ktrace_class raw_enter_class = {
	.enable		= raw_enter_enable,
	.disable	= raw_enter_disable,
	.field		= raw_enter_field,
	.print		= raw_enter_print,
	.print_fmt	= raw_enter_print_fmt,
	.task_work	= KTRACE_TASK_SYSCALL_ENTER,
};

static const struct ktrace_class raw_exit_class = {
	.enable		= raw_exit_enable,
	.disable	= raw_exit_disable,
	.field		= raw_exit_field,
	.print		= raw_exit_print,
	.print_fmt	= raw_exit_print_fmt,
	.task_work	= KTRACE_TASK_SYSCALL_EXIT,
};

/**
 * ktrace_syscall_raw_init - register raw_syscalls/sys_enter and raw_syscalls/sys_exit
 *
 * Context: once, at boot.
 * Return: 0 or a negative errno; on error neither is registered.
 */
int __init ktrace_syscall_raw_init(void)
{
	int err = ktrace_event_register(&raw_enter);

	if (err)
		return err;
	err = ktrace_event_register(&raw_exit);
	if (err)
		ktrace_event_unregister(&raw_enter);
	return err;
}
