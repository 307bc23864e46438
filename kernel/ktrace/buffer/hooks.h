/* SPDX-License-Identifier: GPL-2.0 */
/* Waiting for hooks before an object that they use is freed. */
#ifndef _KTRACE_BUFFER_HOOKS_H
#define _KTRACE_BUFFER_HOOKS_H

void ktrace_hooks_synchronize(void);
void ktrace_hooks_synchronize_since(unsigned long since);
void ktrace_hooks_wait_offline(void);

#endif /* _KTRACE_BUFFER_HOOKS_H */
