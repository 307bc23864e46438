// SPDX-License-Identifier: GPL-2.0
/* Options of complete records of system calls. */
#include "syscall/option.h"

unsigned int ktrace_syscall_options[SYSCALL_NR_OPTIONS];
