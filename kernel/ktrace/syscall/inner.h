/* SPDX-License-Identifier: GPL-2.0 */
/* The calls behind socketcall(), ipc() and the old select() of 32-bit programs. */
#ifndef _KTRACE_SYSCALL_INNER_H
#define _KTRACE_SYSCALL_INNER_H

#include <linux/types.h>

#include "syscall/internal.h"

unsigned int ktrace_inner_socketcall(struct syscall_image *image, u64 *to);
unsigned int ktrace_inner_ipc(struct syscall_image *image, u64 *to);
unsigned int ktrace_inner_select(struct syscall_image *image, u64 *to);
syscall_inner_fn *ktrace_syscall_inner(const char *call);
unsigned int ktrace_syscall_outer(const char *call);
void ktrace_syscall_inner_init(void);

#endif /* _KTRACE_SYSCALL_INNER_H */
