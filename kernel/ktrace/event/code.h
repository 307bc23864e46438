/* SPDX-License-Identifier: GPL-2.0 */
/* How lines show records, and places in the code: options of an instance. */
#ifndef _KTRACE_CODE_H
#define _KTRACE_CODE_H

#include <linux/bits.h>
#include <linux/seq_buf.h>

/* How an instance shows its records: struct ktrace_instance.show. */
enum {
	KTRACE_CODE_OFFSET	= BIT(0),	/* where in its function a place is, and the size */
	KTRACE_CODE_ADDRESS	= BIT(1),	/* the address of a place, too */
	KTRACE_SHOW_TGID	= BIT(2),	/* the tasks' processes */
	KTRACE_SHOW_NO_CONTEXT	= BIT(3),	/* no flags and depths of the context */
	KTRACE_SHOW_LATENCY	= BIT(4),	/* times since the beginning, and to the next */
};

/* Append the place @address, as @code says. */
static inline void ktrace_code_print(struct seq_buf *out, unsigned long address,
				     unsigned int code)
{
	seq_buf_printf(out, code & KTRACE_CODE_OFFSET ? "%pS" : "%ps", (void *)address);
	if (code & KTRACE_CODE_ADDRESS)
		seq_buf_printf(out, " <%016lx>", address);
}

#endif /* _KTRACE_CODE_H */
