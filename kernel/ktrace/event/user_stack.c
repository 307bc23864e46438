// SPDX-License-Identifier: GPL-2.0
/*
 * User stacks as records: the callers in the process at the point where it entered the
 * kernel.
 *
 * Hooks write them after the record of the event, in any context, NMI included.  The
 * code follows frame pointers as far as the stack is resident: it does not sleep, and
 * does not fault pages in.
 */
#include <linux/interrupt.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/seq_buf.h>
#include <linux/stacktrace.h>
#include <linux/unaligned.h>
#include <asm/tlb.h>

#include "event/emit.h"
#include "event/event.h"
#include "event/missed.h"
#include "event/stack.h"
#include "event/user_return.h"

/* Number of frames, as clients expect; the outer frames of a deeper stack are omitted. */
#define USER_STACK_FRAMES	8

/**
 * struct user_stack_record - payload of a user stack record
 * @common:	fields of every record
 * @tgid:	process id
 * @pad:	zero
 * @caller:	code addresses, innermost first, followed by zeros
 */
struct user_stack_record {
	struct ktrace_common common;
	u32	tgid;
	u32	pad;
	unsigned long caller[USER_STACK_FRAMES];
} __packed __aligned(4);

static_assert(offsetof(struct user_stack_record, tgid) == 8);
static_assert(offsetof(struct user_stack_record, caller) == 16);

/*
 * Whether this CPU is recording a user stack, by context level: a missing page causes a
 * fault, which may itself be an event with a user stack.
 */
static DEFINE_PER_CPU(u8[4], user_stack_busy);

/* Whether the task has a user stack that is accessible in this context. */
static bool user_stack_is_there(void)
{
	return !(current->flags & (PF_KTHREAD | PF_USER_WORKER)) &&
	       user_mode(task_pt_regs(current)) && nmi_uaccess_okay();
}
NOKPROBE_SYMBOL(user_stack_is_there);

static void user_stack_write(struct ktrace_buffer *buffer, u32 context)
{
	unsigned long caller[USER_STACK_FRAMES] = { };
	struct ktrace_emit emit __uninitialized;
	struct user_stack_record *rec;
	unsigned int nr;

	nr = stack_trace_save_user(caller, USER_STACK_FRAMES);
	ktrace_user_returns_restore(caller, nr);
	rec = ktrace_emit_begin(&emit, buffer, KTRACE_ID_USER_STACK, sizeof(*rec), context);
	if (!rec)
		return;
	rec->tgid = current->tgid;
	rec->pad = 0;
	memcpy(rec->caller, caller, sizeof(caller));
	ktrace_emit_end(&emit);
}
NOKPROBE_SYMBOL(user_stack_write);

/**
 * ktrace_stack_user - record the user stack of current
 * @buffer: the buffer
 * @context: as for ktrace_emit_begin()
 *
 * Records nothing for a kernel thread.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_stack_user(struct ktrace_buffer *buffer, u32 context)
{
	u8 *busy = this_cpu_ptr(user_stack_busy) + interrupt_context_level();

	if (!user_stack_is_there())
		return;
	if (*busy) {
		this_cpu_inc(ktrace_missed.nested);
		return;
	}
	*busy = 1;
	barrier();
	user_stack_write(buffer, context);
	barrier();
	*busy = 0;
}
NOKPROBE_SYMBOL(ktrace_stack_user);

/* Operations of the event */

static bool user_stack_field(const struct ktrace_event *event, unsigned int i,
			     struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = (struct ktrace_field) {
			.type = "unsigned int", .name = "tgid", .size = sizeof(u32),
			.offset = offsetof(struct user_stack_record, tgid),
		};
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "unsigned long", .name = "caller",
			.kind = KTRACE_FIELD_ARRAY, .size = sizeof(unsigned long),
			.count = USER_STACK_FRAMES,
			.offset = offsetof(struct user_stack_record, caller),
		};
		return true;
	default:
		return false;
	}
}

static void user_stack_print(const struct ktrace_event *event, const void *payload, u32 len,
			     struct seq_buf *out)
{
	const struct user_stack_record *rec = payload;
	unsigned long address;
	unsigned int i;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	seq_buf_puts(out, "<user stack trace>");
	for (i = 0; i < USER_STACK_FRAMES; i++) {
		address = get_unaligned(&rec->caller[i]);
		if (!address)
			break;
		seq_buf_printf(out, "\n =>  <%016lx>", address);
	}
}

static void user_stack_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_putc(out, '"');
	for (i = 0; i < USER_STACK_FRAMES; i++)
		seq_buf_puts(out, "\\t=> %ps\\n");
	seq_buf_putc(out, '"');
	for (i = 0; i < USER_STACK_FRAMES; i++)
		seq_buf_printf(out, ", (void *)REC->caller[%u]", i);
}

static const struct ktrace_class user_stack_class = {
	.field		= user_stack_field,
	.print		= user_stack_print,
	.print_fmt	= user_stack_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_user_stack_event = {
	.id	= KTRACE_ID_USER_STACK,
	.system	= "ftrace",
	.name	= "user_stack",
	.class	= &user_stack_class,
};
