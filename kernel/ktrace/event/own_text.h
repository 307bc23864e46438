/* SPDX-License-Identifier: GPL-2.0 */
/* Bounds of ktrace's own code, in which no probe may be set, and which stacks omit. */
#ifndef _KTRACE_TEXT_H
#define _KTRACE_TEXT_H

#include <linux/types.h>

void ktrace_text_first(void);
void ktrace_text_last(void);

/* Whether @address is in ktrace's own code. */
static inline bool ktrace_text_own(unsigned long address)
{
	return address >= (unsigned long)ktrace_text_first &&
	       address < (unsigned long)ktrace_text_last;
}

#endif /* _KTRACE_TEXT_H */
