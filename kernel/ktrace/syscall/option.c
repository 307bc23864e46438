// SPDX-License-Identifier: GPL-2.0
/* Options of complete records of system calls. */
#include "syscall/option.h"

unsigned int ktrace_syscall_options[SYSCALL_NR_OPTIONS];

/* Set with SYSCALL_STRING_LIMIT; at least 1, for the terminating zero. */
unsigned int ktrace_syscall_short_string = 1;
