// SPDX-License-Identifier: GPL-2.0
/* Options of complete records of system calls. */
#include <linux/jump_label.h>
#include <linux/ktrace_path.h>

#include "syscall/option.h"
#include "syscall/times.h"

unsigned int ktrace_syscall_options[SYSCALL_NR_OPTIONS];

/* Set with SYSCALL_STRING_LIMIT; at least 1, for the terminating zero. */
unsigned int ktrace_syscall_short_string = 1;

/* Enabled while a complete event is enabled. */
DEFINE_STATIC_KEY_FALSE(ktrace_paths_wanted);

/* Enabled while options/call-time is 1. */
DEFINE_STATIC_KEY_FALSE(ktrace_syscall_timed_key);
