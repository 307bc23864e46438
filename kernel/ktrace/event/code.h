/* SPDX-License-Identifier: GPL-2.0 */
/* Code addresses as text. */
#ifndef _KTRACE_CODE_H
#define _KTRACE_CODE_H

#include <linux/seq_buf.h>

#include "text/format.h"

/* Append code address @address in the format of @code. */
static inline void ktrace_code_print(struct seq_buf *out, unsigned long address,
				     unsigned int code)
{
	seq_buf_printf(out, code & KTRACE_CODE_OFFSET ? "%pS" : "%ps", (void *)address);
	if (code & KTRACE_CODE_ADDRESS)
		seq_buf_printf(out, " <%016lx>", address);
}

#endif /* _KTRACE_CODE_H */
