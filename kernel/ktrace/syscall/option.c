// SPDX-License-Identifier: GPL-2.0
/* What may be chosen of complete records of system calls. */
#include <linux/mutex.h>

#include "syscall/internal.h"
#include "syscall/option.h"

/* One who changes them at a time. */
static DEFINE_MUTEX(option_mutex);

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

/**
 * ktrace_syscall_set_option - choose something
 * @option:	what
 * @value:	up to its maximum
 *
 * Calls that are under way may be recorded as it was before.
 *
 * Context: task; sleeps.
 */
void ktrace_syscall_set_option(struct syscall_option *option, unsigned int value)
{
	guard(mutex)(&option_mutex);
	WRITE_ONCE(option->value, value);
	ktrace_syscall_specs_refresh();
}
