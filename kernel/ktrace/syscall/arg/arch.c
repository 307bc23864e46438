// SPDX-License-Identifier: GPL-2.0
/* System calls of this architecture only. */
#include <linux/compiler.h>
#include <asm/ktrace_calls.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

KTRACE_ARCH_LAYOUTS;

static const struct syscall_desc arch_calls[] = {
	KTRACE_ARCH_CALLS
};

FAMILY(arch);
