/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks as records, with the ids and formats that clients know. */
#ifndef _KTRACE_STACK_H
#define _KTRACE_STACK_H

#include <linux/types.h>

struct ktrace_buffer;
struct ktrace_event;

/* Ids of these records. */
#define KTRACE_ID_KERNEL_STACK	4

extern struct ktrace_event ktrace_kernel_stack_event;

void ktrace_stack_kernel(struct ktrace_buffer *buffer, u32 context);

#endif /* _KTRACE_STACK_H */
