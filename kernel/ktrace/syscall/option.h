/* SPDX-License-Identifier: GPL-2.0 */
/* What may be chosen of complete records of system calls. */
#ifndef _KTRACE_SYSCALL_OPTION_H
#define _KTRACE_SYSCALL_OPTION_H

#include <linux/compiler.h>

/* Each has a file in options/: syscall/source.c. */
enum syscall_option_id {
	SYSCALL_STRING_LIMIT,	/* bytes of a string */
	SYSCALL_BUFFER_LIMIT,	/* bytes of what is written and read */
	SYSCALL_ENVP_LIMIT,	/* strings of an environment */
	SYSCALL_FD_PATH,	/* whether to look up the paths of file descriptors */
	SYSCALL_RAW,		/* numbers as numbers, in text */
	SYSCALL_LOUD,		/* calls are printed to the console, too */
	SYSCALL_NR_OPTIONS
};

/**
 * struct syscall_option - something that may be chosen
 * @max:	the greatest value
 * @value:	at present
 */
struct syscall_option {
	unsigned int	max;
	unsigned int	value;
};

extern struct syscall_option ktrace_syscall_options[SYSCALL_NR_OPTIONS];

static inline unsigned int ktrace_syscall_option(enum syscall_option_id id)
{
	return READ_ONCE(ktrace_syscall_options[id].value);
}

#endif /* _KTRACE_SYSCALL_OPTION_H */
