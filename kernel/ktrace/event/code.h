/* SPDX-License-Identifier: GPL-2.0 */
/* Options of an instance for views: the format of lines and of code addresses, and pauses. */
#ifndef _KTRACE_CODE_H
#define _KTRACE_CODE_H

#include <linux/bits.h>
#include <linux/seq_buf.h>

/* Bits of struct ktrace_instance.show. */
enum {
	/* show offset and size of the function for a code address */
	KTRACE_CODE_OFFSET	= BIT(0),
	KTRACE_CODE_ADDRESS	= BIT(1),	/* show the numeric value of a code address, too */
	KTRACE_SHOW_TGID	= BIT(2),	/* show the process of each task */
	KTRACE_SHOW_CONTEXT	= BIT(3),	/* show flags and depths of the context */
	/* show times since the buffer was emptied, and mark long times to the next record */
	KTRACE_SHOW_LATENCY	= BIT(4),
	KTRACE_SHOW_PAUSE	= BIT(5),	/* record nothing while a file trace is open */
};

/* Append code address @address in the format of @code. */
static inline void ktrace_code_print(struct seq_buf *out, unsigned long address,
				     unsigned int code)
{
	seq_buf_printf(out, code & KTRACE_CODE_OFFSET ? "%pS" : "%ps", (void *)address);
	if (code & KTRACE_CODE_ADDRESS)
		seq_buf_printf(out, " <%016lx>", address);
}

#endif /* _KTRACE_CODE_H */
