// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks as records: the callers of the code in which an event happened.
 *
 * Hooks write them after the record of the event, in any context, NMI included.
 */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/seq_buf.h>
#include <linux/stacktrace.h>
#include <linux/unaligned.h>

#include "event/code.h"
#include "event/emit.h"
#include "event/event.h"
#include "event/own_text.h"
#include "event/stack.h"
#include "event/trigger.h"

/* Maximum number of frames; the outer frames of a deeper stack are omitted. */
#define STACK_FRAMES	128

/**
 * struct stack_record - payload of a stack record
 * @common:	fields of every record
 * @size:	number of frames
 * @pad:	zero
 * @caller:	code addresses, innermost first
 */
struct stack_record {
	struct ktrace_common common;
	s32	size;
	u32	pad;
	unsigned long caller[];
} __packed __aligned(4);

static_assert(offsetof(struct stack_record, size) == 8);
static_assert(offsetof(struct stack_record, caller) == 16);
static_assert(sizeof(struct stack_record) + STACK_FRAMES * sizeof(long) <= KTRACE_RECORD_MAX);

/* Record the @nr functions at @frames. */
static void stack_write(struct ktrace_buffer *buffer, const unsigned long *frames,
			unsigned int nr, u32 context)
{
	u32 len = sizeof(struct stack_record) + nr * sizeof(long);
	struct ktrace_emit emit __uninitialized;
	struct stack_record *rec;

	rec = ktrace_emit_begin(&emit, buffer, KTRACE_ID_KERNEL_STACK, len, context);
	if (!rec)
		return;
	rec->size = nr;
	rec->pad = 0;
	memcpy(rec->caller, frames, nr * sizeof(long));
	ktrace_emit_end(&emit);
}
NOKPROBE_SYMBOL(stack_write);

/* Unwind from @here if known, which saves the frames of functions called since. */
static unsigned int stack_unwind(unsigned long *frames, unsigned int size,
				 const struct ktrace_here *here)
{
#ifdef CONFIG_HAVE_KTRACE_ARCH
	if (here) {
		struct pt_regs regs = ktrace_here_regs(here);

		return stack_trace_save_regs(&regs, frames, size, 0);
	}
#endif
	return stack_trace_save(frames, size, 0);
}
NOKPROBE_SYMBOL(stack_unwind);

/*
 * Save the stack as ktrace_stack_save() does, but leave ktrace's own functions at the start of
 * @frames: moving the others takes longer. Return the number of ktrace's own functions.
 */
static __always_inline unsigned int stack_find(unsigned long *frames, unsigned int size,
					       const struct ktrace_here *here, unsigned int *nr)
{
	unsigned int own = 0;

	*nr = stack_unwind(frames, size, here);
	/* Also omit ktrace if it called the function that is probed. */
	while (own < *nr && ktrace_text_own(frames[own]))
		own++;
	*nr -= own;
	return own;
}

/**
 * ktrace_stack_save - save the stack of the code that called a hook
 * @frames:	filled in with code addresses, innermost first, without ktrace's own
 * @size:	size of @frames; ktrace's own functions take space during the call
 * @here:	where to begin, in ktrace or at a probe; NULL: in the caller
 *
 * Context: any, NMI included; preemption off.
 * Return: number of frames.
 */
notrace unsigned int ktrace_stack_save(unsigned long *frames, unsigned int size,
				       const struct ktrace_here *here)
{
	unsigned int nr, own = stack_find(frames, size, here, &nr);

	if (own)
		memmove(frames, frames + own, nr * sizeof(*frames));
	return nr;
}
NOKPROBE_SYMBOL(ktrace_stack_save);

static void stack_record(struct ktrace_buffer *buffer, u32 context, unsigned int skip,
			 const struct ktrace_here *here)
{
	unsigned long *frames = ktrace_image_get();
	unsigned int nr, own;

	if (!frames)
		return;
	own = stack_find(frames, STACK_FRAMES, here, &nr);
	skip = min(skip, nr);
	stack_write(buffer, frames + own + skip, nr - skip, context);
	ktrace_image_put();
}
NOKPROBE_SYMBOL(stack_record);

/**
 * ktrace_stack_kernel_from - record the kernel stack of the running code
 * @buffer: the buffer
 * @context: as for ktrace_emit_begin()
 * @skip: number of innermost functions to omit, after ktrace's own
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_stack_kernel_from(struct ktrace_buffer *buffer, u32 context,
				      unsigned int skip)
{
	stack_record(buffer, context, skip, NULL);
}
NOKPROBE_SYMBOL(ktrace_stack_kernel_from);

/**
 * ktrace_stack_kernel - record the kernel stack of an event
 * @buffer: the buffer
 * @hit: the event
 *
 * ktrace's own functions are omitted.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_stack_kernel(struct ktrace_buffer *buffer, const struct ktrace_hit *hit)
{
	stack_record(buffer, hit->context, 0, &hit->here);
}
NOKPROBE_SYMBOL(ktrace_stack_kernel);

/* Operations of the event */

static bool stack_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = (struct ktrace_field) {
			.type = "int", .name = "size", .size = sizeof(s32), .is_signed = true,
			.offset = offsetof(struct stack_record, size),
		};
		return true;
	case 1:
		/* Clients expect an array whose length is in @size. */
		*field = (struct ktrace_field) {
			.type = "unsigned long", .name = "caller",
			.kind = KTRACE_FIELD_ARRAY, .location = KTRACE_FIELD_REST,
			.size = sizeof(unsigned long),
			.offset = offsetof(struct stack_record, caller),
		};
		return true;
	default:
		return false;
	}
}

static void stack_print_code(const struct ktrace_event *event, const void *payload, u32 len,
			     unsigned int code, struct seq_buf *out)
{
	const struct stack_record *rec = payload;
	unsigned int i, nr;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	nr = min_t(u32, rec->size, (len - sizeof(*rec)) / sizeof(long));
	seq_buf_puts(out, "<stack trace>");
	for (i = 0; i < nr; i++) {
		seq_buf_puts(out, "\n => ");
		ktrace_code_print(out, get_unaligned(&rec->caller[i]), code);
	}
}

static void stack_print(const struct ktrace_event *event, const void *payload, u32 len,
			struct seq_buf *out)
{
	stack_print_code(event, payload, len, 0, out);
}

/* Number of frames in "print fmt", a limit for clients that use it. */
#define STACK_FORMAT_FRAMES	8

static void stack_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_putc(out, '"');
	for (i = 0; i < STACK_FORMAT_FRAMES; i++)
		seq_buf_puts(out, "\\t=> %ps\\n");
	seq_buf_putc(out, '"');
	for (i = 0; i < STACK_FORMAT_FRAMES; i++)
		seq_buf_printf(out, ", (void *)REC->caller[%u]", i);
}

static const struct ktrace_class stack_class = {
	.field		= stack_field,
	.print		= stack_print,
	.print_code	= stack_print_code,
	.print_fmt	= stack_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_kernel_stack_event = {
	.id	= KTRACE_ID_KERNEL_STACK,
	.system	= "ftrace",
	.name	= "kernel_stack",
	.class	= &stack_class,
};
