/* SPDX-License-Identifier: GPL-2.0 */
/* Return addresses that return probes of user space have replaced. */
#ifndef _KTRACE_USER_RETURN_H
#define _KTRACE_USER_RETURN_H

#ifdef CONFIG_UPROBES
void ktrace_user_returns_restore(unsigned long *caller, unsigned int nr);
#else
static inline void ktrace_user_returns_restore(unsigned long *caller, unsigned int nr)
{
}
#endif

#endif /* _KTRACE_USER_RETURN_H */
