// SPDX-License-Identifier: GPL-2.0
/* Options of complete records of system calls. */
#include "syscall/option.h"

/* The limits leave room in a record for the other copies. */
struct syscall_option ktrace_syscall_options[SYSCALL_NR_OPTIONS] = {
	[SYSCALL_STRING_LIMIT]	= { 1024, 256 },
	/* Default 0: buffers may contain secrets. */
	[SYSCALL_BUFFER_LIMIT]	= { 2048, 0 },
	[SYSCALL_ENVP_LIMIT]	= { 256, 0 },
	[SYSCALL_FD_PATH]	= { 1, 0 },
	[SYSCALL_RAW]		= { 1, 0 },
	[SYSCALL_LOUD]		= { 1, 0 },
};
