/* SPDX-License-Identifier: GPL-2.0 */
/* Places in the code, as lines show them: options/sym-offset and options/sym-addr. */
#ifndef _KTRACE_CODE_H
#define _KTRACE_CODE_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/seq_buf.h>

#include "event/instance.h"

/* How places are shown; else by the name of the function only. */
enum {
	KTRACE_CODE_OFFSET	= BIT(0),	/* where in the function, of which size */
	KTRACE_CODE_ADDRESS	= BIT(1),	/* the address behind it */
};

/* How the lines of an instance show places: KTRACE_CODE_*. */
static inline unsigned int ktrace_code_of(const struct ktrace_instance *instance)
{
	return (READ_ONCE(instance->sym_offset) ? KTRACE_CODE_OFFSET : 0) |
	       (READ_ONCE(instance->sym_addr) ? KTRACE_CODE_ADDRESS : 0);
}

/* Append the place @address, as @code says. */
static inline void ktrace_code_print(struct seq_buf *out, unsigned long address,
				     unsigned int code)
{
	seq_buf_printf(out, code & KTRACE_CODE_OFFSET ? "%pS" : "%ps", (void *)address);
	if (code & KTRACE_CODE_ADDRESS)
		seq_buf_printf(out, " <%016lx>", address);
}

#endif /* _KTRACE_CODE_H */
