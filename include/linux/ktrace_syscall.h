/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls for ktrace: their definitions, and the hooks at entry and exit. Included
 * by <linux/syscalls.h>, and thereby nearly everywhere.
 */
#ifndef _LINUX_KTRACE_SYSCALL_H
#define _LINUX_KTRACE_SYSCALL_H

#include <linux/compiler.h>

struct pt_regs;

#ifdef CONFIG_KTRACE_SYSCALLS

/* The syscall_work bits of the hooks. */
#define KTRACE_SYSCALL_WORK_ENTER	SYSCALL_WORK_KTRACE_ENTRY
#define KTRACE_SYSCALL_WORK_EXIT	SYSCALL_WORK_KTRACE_EXIT

/**
 * struct ktrace_syscall_meta - definition of a system call
 * @nargs:	number of arguments, up to 6
 * @args:	type and name of each argument, all zero-terminated
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
 * @entry:	its entry point as in the architecture's table, for example sys_newuname
 * @nb:	number of arguments
 * @...:	their types and names
 *
 * Part of the definition of a system call. The table in kernel/ktrace/syscall/table.c
 * assigns a name and a number to @entry.
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
 * @nr:	the number, not yet changed by ptrace or seccomp
 *
 * Called if KTRACE_SYSCALL_WORK_ENTER is the only work to do before the call.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_enter(struct pt_regs *regs, long nr);

/**
 * ktrace_syscall_ask - hook: a task enters a system call that may be refused
 * @regs:	its user registers
 * @nr:	the number, not yet changed by ptrace or seccomp
 *
 * Called instead of ktrace_syscall_enter() if there is other work to do, except for a
 * call that was dispatched to user space. Reads no user memory.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_ask(struct pt_regs *regs, long nr);

/**
 * ktrace_syscall_decide - hook: the system call is executed, replaced or refused
 * @regs:	the task's user registers; a tracer may have changed them
 * @nr:	the number that the task asked for
 * @now:	the number of the call to execute; -1 for none
 *
 * Called after ktrace_syscall_ask(), and also for a call that was dispatched to user
 * space.
 *
 * Context: as for ktrace_syscall_enter(); may fault.
 */
void ktrace_syscall_decide(struct pt_regs *regs, long nr, long now);

/*
 * Call ktrace_syscall_enter() and return the number. Reading the number again is
 * cheaper than saving a register across the call.
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
 * @regs:	its user registers, including the return value
 *
 * Called if the task has KTRACE_SYSCALL_WORK_EXIT, before signals are handled and after
 * ptrace, which may change the return value. Not called for a call that was dispatched
 * to user space.
 *
 * Context: task; interrupts and preemption on.
 */
void ktrace_syscall_exit(struct pt_regs *regs);

#else /* CONFIG_KTRACE_SYSCALLS */

#define KTRACE_SYSCALL_WORK_ENTER	0UL
#define KTRACE_SYSCALL_WORK_EXIT	0UL
/* A declaration, so that the user can write a semicolon behind the macro. */
#define KTRACE_SYSCALL_META(...)	struct pt_regs

static inline void ktrace_syscall_enter(struct pt_regs *regs, long nr) { }
static inline long ktrace_syscall_entered(struct pt_regs *regs, long nr) { return nr; }
static inline void ktrace_syscall_ask(struct pt_regs *regs, long nr) { }
static inline void ktrace_syscall_decide(struct pt_regs *regs, long nr, long now) { }
static inline void ktrace_syscall_exit(struct pt_regs *regs) { }

#endif /* CONFIG_KTRACE_SYSCALLS */
#endif /* _LINUX_KTRACE_SYSCALL_H */
