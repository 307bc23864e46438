/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls as ktrace sees them: what each of them takes, and the hooks at
 * entry and exit.  Included by <linux/syscalls.h>, and so nearly everywhere.
 */
#ifndef _LINUX_KTRACE_SYSCALL_H
#define _LINUX_KTRACE_SYSCALL_H

#include <linux/compiler.h>

struct pt_regs;

#ifdef CONFIG_KTRACE_SYSCALLS

/* The syscall_work bits on which the hooks are called. */
#define KTRACE_SYSCALL_WORK_ENTER	SYSCALL_WORK_KTRACE_ENTRY
#define KTRACE_SYSCALL_WORK_EXIT	SYSCALL_WORK_KTRACE_EXIT

/**
 * struct ktrace_syscall_meta - what a system call's definition says
 * @nargs:	number of arguments, up to 6
 * @args:	type and name of each of them, all zero-terminated, in a row
 */
struct ktrace_syscall_meta {
	unsigned char	nargs;
	char		args[];
};

#define __KTRACE_ARGS0()
#define __KTRACE_ARGS1(t, a)		#t "\0" #a "\0"
#define __KTRACE_ARGS2(t, a, ...)	__KTRACE_ARGS1(t, a) __KTRACE_ARGS1(__VA_ARGS__) ""
#define __KTRACE_ARGS3(t, a, ...)	__KTRACE_ARGS1(t, a) __KTRACE_ARGS2(__VA_ARGS__) ""
#define __KTRACE_ARGS4(t, a, ...)	__KTRACE_ARGS1(t, a) __KTRACE_ARGS3(__VA_ARGS__) ""
#define __KTRACE_ARGS5(t, a, ...)	__KTRACE_ARGS1(t, a) __KTRACE_ARGS4(__VA_ARGS__) ""
#define __KTRACE_ARGS6(t, a, ...)	__KTRACE_ARGS1(t, a) __KTRACE_ARGS5(__VA_ARGS__) ""

/**
 * KTRACE_SYSCALL_META - describe a system call to ktrace
 * @entry:	its entry point as in the architecture's table, like sys_newuname
 * @nb:		number of arguments
 * @...:	their types and names
 *
 * Part of what defines a system call.  What @entry is called by and at which
 * number it is found, the table knows (kernel/ktrace/syscall/table.c).
 */
#define KTRACE_SYSCALL_META(entry, nb, ...)				\
	extern const struct ktrace_syscall_meta __ktrace_meta_##entry;	\
	const struct ktrace_syscall_meta __ktrace_meta_##entry = {	\
		.nargs	= nb,						\
		.args	= __KTRACE_ARGS##nb(__VA_ARGS__) "",		\
	}

/**
 * ktrace_syscall_enter - hook: a task enters a system call
 * @regs:	its user registers
 * @nr:		the number, not yet changed by ptrace or seccomp
 *
 * Called when the task has KTRACE_SYSCALL_WORK_ENTER and nothing else is to be done
 * before the call.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_enter(struct pt_regs *regs, long nr);

/**
 * ktrace_syscall_ask - hook: a task asks for a system call, and may not be let
 * @regs:	its user registers
 * @nr:		the number, not yet changed by ptrace or seccomp
 *
 * Called in place of ktrace_syscall_enter() when there is more to be done, but not
 * for a call that was dispatched to user space.  Reads none of the task's memory.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_ask(struct pt_regs *regs, long nr);

/**
 * ktrace_syscall_decide - hook: what was asked for is done, or something else
 * @regs:	the task's user registers; a tracer may have changed them
 * @nr:		the number that was asked for
 * @now:	the number of the call that is made; -1: none
 *
 * Called behind ktrace_syscall_ask(), but also where a call was dispatched to user
 * space.
 *
 * Context: as for ktrace_syscall_enter(); may fault.
 */
void ktrace_syscall_decide(struct pt_regs *regs, long nr, long now);

/*
 * ktrace_syscall_enter(), and the number after it: read again rather than kept
 * across the call, for which a register would have to be saved.
 */
#define ktrace_syscall_entered(regs, nr)				\
({									\
	struct pt_regs *__regs = (regs);				\
									\
	ktrace_syscall_enter(__regs, nr);				\
	syscall_get_nr(current, __regs);				\
})

/**
 * ktrace_syscall_exit - hook: a task leaves a system call
 * @regs:	its user registers, the return value in place
 *
 * Called when the task has KTRACE_SYSCALL_WORK_EXIT, before signals are
 * handled and behind ptrace, which may change the return value, but not for a
 * call that was dispatched to user space.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_exit(struct pt_regs *regs);

#else /* CONFIG_KTRACE_SYSCALLS */

#define KTRACE_SYSCALL_WORK_ENTER	0UL
#define KTRACE_SYSCALL_WORK_EXIT	0UL
/* Something that takes the semicolon. */
#define KTRACE_SYSCALL_META(...)	struct pt_regs

static inline void ktrace_syscall_enter(struct pt_regs *regs, long nr) { }
static inline long ktrace_syscall_entered(struct pt_regs *regs, long nr) { return nr; }
static inline void ktrace_syscall_ask(struct pt_regs *regs, long nr) { }
static inline void ktrace_syscall_decide(struct pt_regs *regs, long nr, long now) { }
static inline void ktrace_syscall_exit(struct pt_regs *regs) { }

#endif /* CONFIG_KTRACE_SYSCALLS */
#endif /* _LINUX_KTRACE_SYSCALL_H */
