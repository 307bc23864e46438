// SPDX-License-Identifier: GPL-2.0
/* What may be chosen of complete records of system calls. */
#include "syscall/option.h"

/* Read by the hooks. What is copied leaves room for the rest of a record. */
struct syscall_option ktrace_syscall_options[SYSCALL_NR_OPTIONS] = {
	[SYSCALL_STRING_LIMIT]	= { 1024, 256 },
	/* What programs write and read may be secret. */
	[SYSCALL_BUFFER_LIMIT]	= { 2048, 0 },
	[SYSCALL_ENVP_LIMIT]	= { 256, 0 },
	[SYSCALL_FD_PATH]	= { 1, 0 },
	[SYSCALL_RAW]		= { 1, 0 },
	[SYSCALL_LOUD]		= { 1, 0 },
};
