/* SPDX-License-Identifier: GPL-2.0 */
/* Data of socket options and control messages. */
#ifndef _KTRACE_SYSCALL_SOCKOPT_H
#define _KTRACE_SYSCALL_SOCKOPT_H

#include "syscall/arg/show.h"

const enum ktrace_names *ktrace_sockopt_names(s32 level);
bool ktrace_control_known(s32 level, s32 type);
bool ktrace_sockopt_short(s32 level, s32 name, enum ktrace_abi abi, u32 len);
void ktrace_put_sockopt_data(struct seq_buf *out, s32 level, s32 name, enum ktrace_abi abi,
			     struct syscall_data data);
void ktrace_put_control_data(struct seq_buf *out, s32 level, s32 type, enum ktrace_abi abi,
			     struct syscall_data data);

#endif /* _KTRACE_SYSCALL_SOCKOPT_H */
