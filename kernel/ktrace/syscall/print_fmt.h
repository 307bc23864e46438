/* SPDX-License-Identifier: GPL-2.0 */
/* "print fmt" of system call events: names of arguments and of errors. */
#ifndef _KTRACE_SYSCALL_PRINT_FMT_H
#define _KTRACE_SYSCALL_PRINT_FMT_H

#include "syscall/arg/type.h"

void ktrace_syscall_fmt_conversions(struct seq_buf *out, const struct syscall_rule *rule);
void ktrace_syscall_fmt_values(struct seq_buf *out, const struct syscall_rule *rule,
			       const char *name);
void ktrace_syscall_fmt_error(struct seq_buf *out);

#endif /* _KTRACE_SYSCALL_PRINT_FMT_H */
