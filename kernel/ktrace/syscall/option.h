/* SPDX-License-Identifier: GPL-2.0 */
/* Options of complete records of system calls. */
#ifndef _KTRACE_SYSCALL_OPTION_H
#define _KTRACE_SYSCALL_OPTION_H

#include <linux/compiler.h>

/* Options that change complete records; source.c has the table of their files. */
enum syscall_option_id {
	SYSCALL_STRING_LIMIT,	/* bytes copied of a string */
	SYSCALL_BUFFER_LIMIT,	/* bytes copied of a buffer */
	SYSCALL_ENVP_LIMIT,	/* strings copied of an environment */
	SYSCALL_FD_PATH,	/* look up the paths of file descriptors */
	SYSCALL_NR_LIMITS,	/* number of options above, which each instance may set */
	SYSCALL_ARG_NAMES = SYSCALL_NR_LIMITS, /* print the names of arguments */
	SYSCALL_STRACE_FORM,	/* print errors as strace does */
	SYSCALL_RAW,		/* print arguments as numbers */
	SYSCALL_LOUD,		/* print calls to the console */
	SYSCALL_KERNEL_PATH,	/* take over the kernel's copies of paths */
	SYSCALL_CALL_TIME,	/* record where the time of a call goes */
	SYSCALL_NR_OPTIONS
};

/*
 * The longest string that the fast path copies, the terminating zero included. With a higher limit,
 * calls with a string take the slow path, which looks at the room for the record.
 */
#define SYSCALL_SHORT_STRING	512

/* Maximum length of strings on the fast path: string-limit, from 1 to SYSCALL_SHORT_STRING. */
extern unsigned int ktrace_syscall_short_string;

extern unsigned int ktrace_syscall_options[SYSCALL_NR_OPTIONS];

static inline unsigned int ktrace_syscall_option(enum syscall_option_id id)
{
	return READ_ONCE(ktrace_syscall_options[id]);
}

#endif /* _KTRACE_SYSCALL_OPTION_H */
