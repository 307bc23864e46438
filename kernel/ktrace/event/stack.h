/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks as records, with the ids and formats that clients expect. */
#ifndef _KTRACE_STACK_H
#define _KTRACE_STACK_H

#include <linux/types.h>

#ifdef CONFIG_HAVE_KTRACE_ARCH
#include <asm/ktrace.h>
#else
struct pt_regs;
struct ktrace_here { };

static inline struct ktrace_here ktrace_here(void)
{
	return (struct ktrace_here) { };
}

static inline struct ktrace_here ktrace_here_at(const struct pt_regs *regs, unsigned long ip)
{
	return (struct ktrace_here) { };
}
#endif

struct ktrace_buffer;
struct ktrace_event;
struct ktrace_hit;

/* Ids of stack records. */
#define KTRACE_ID_KERNEL_STACK	4
#define KTRACE_ID_USER_STACK	12

extern struct ktrace_event ktrace_kernel_stack_event;
/* Exists only with CONFIG_USER_STACKTRACE_SUPPORT. */
extern struct ktrace_event ktrace_user_stack_event;

void ktrace_stack_kernel_from(struct ktrace_buffer *buffer, u32 context, unsigned int skip);
void ktrace_stack_kernel(struct ktrace_buffer *buffer, const struct ktrace_hit *hit);
unsigned int ktrace_stack_save(unsigned long *frames, unsigned int size,
			       const struct ktrace_here *here);

#ifdef CONFIG_USER_STACKTRACE_SUPPORT
void ktrace_stack_user(struct ktrace_buffer *buffer, u32 context);
#else
static inline void ktrace_stack_user(struct ktrace_buffer *buffer, u32 context) { }
#endif

#endif /* _KTRACE_STACK_H */
