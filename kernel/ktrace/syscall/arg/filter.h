/* SPDX-License-Identifier: GPL-2.0 */
/* Programs of classic BPF: struct sock_fprog in seccomp(), prctl() and setsockopt(). */
#ifndef _KTRACE_SYSCALL_ARG_FILTER_H
#define _KTRACE_SYSCALL_ARG_FILTER_H

#include "syscall/arg/show.h"

extern const struct syscall_tail ktrace_fprog_tail, ktrace_fprog32_tail;

static inline const struct syscall_tail *ktrace_fprog_tail_of(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_NATIVE ? &ktrace_fprog_tail : &ktrace_fprog32_tail;
}

const struct syscall_layout *ktrace_fprog_layout(enum ktrace_abi abi);
u32 ktrace_fprog_bytes(enum ktrace_abi abi);
void ktrace_put_instructions(struct seq_buf *out, struct syscall_rest rest, u32 count,
			     bool seccomp);
void ktrace_put_fprog(struct seq_buf *out, enum ktrace_abi abi, const struct syscall_data *data,
		      bool seccomp);

#endif /* _KTRACE_SYSCALL_ARG_FILTER_H */
