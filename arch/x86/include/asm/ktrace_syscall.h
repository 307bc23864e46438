/* SPDX-License-Identifier: GPL-2.0 */
/* System calls of x86-64: which kinds there are, and where their arguments are. */
#ifndef _ASM_X86_KTRACE_SYSCALL_H
#define _ASM_X86_KTRACE_SYSCALL_H

#include <linux/compiler.h>
#include <linux/thread_info.h>
#include <asm/ptrace.h>
#include <asm/unistd.h>

/**
 * enum ktrace_abi - kinds of system calls, each with numbers of its own
 * @KTRACE_ABI_NATIVE:	64-bit
 * @KTRACE_ABI_COMPAT:	32-bit, by whichever instruction and from whatever program
 * @KTRACE_ABI_X32:	64-bit registers and 32-bit pointers
 * @KTRACE_NR_ABIS:	how many
 *
 * All architectures have the first two, of which the second may be empty. The pointers
 * of all but the first are of 32 bits; numbers are of as many in the second only.
 */
enum ktrace_abi {
	KTRACE_ABI_NATIVE,
	KTRACE_ABI_COMPAT,
	KTRACE_ABI_X32,
	KTRACE_NR_ABIS
};

/* What the foreign kinds are called; NULL for those that are not configured. */
#define KTRACE_ABI_NAMES {						\
	[KTRACE_ABI_NATIVE] = "native",					\
	[KTRACE_ABI_COMPAT] = IS_ENABLED(CONFIG_IA32_EMULATION) ? "ia32" : NULL,	\
	[KTRACE_ABI_X32] = IS_ENABLED(CONFIG_X86_X32_ABI) ? "x32" : NULL,	\
}

/* Whether current's call came in as a 32-bit one, whatever its number. */
static __always_inline bool ktrace_syscall_foreign(void)
{
	return in_ia32_syscall();
}

/**
 * ktrace_syscall_abi - which kind of system call current is in
 * @nr:		its number
 *
 * Return: the kind.
 */
static __always_inline enum ktrace_abi ktrace_syscall_abi(long nr)
{
	if (unlikely(in_ia32_syscall()))
		return KTRACE_ABI_COMPAT;
	if (IS_ENABLED(CONFIG_X86_X32_ABI) && unlikely(nr >= __X32_SYSCALL_BIT))
		return KTRACE_ABI_X32;
	return KTRACE_ABI_NATIVE;
}

/* The numbers of a kind start there. */
static inline long ktrace_syscall_first(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_X32 ? __X32_SYSCALL_BIT : 0;
}

/* Whether clone() of a kind takes the address of the thread's storage before the other. */
static inline bool ktrace_syscall_clone_backwards(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT;
}

/**
 * ktrace_syscall_index - a number as it stands in the table of its kind
 * @abi:	the kind
 * @nr:		the number
 */
static inline long ktrace_syscall_index(enum ktrace_abi abi, long nr)
{
	return nr - ktrace_syscall_first(abi);
}

/**
 * ktrace_syscall_reg - an argument of a native call, and of one in x32
 * @regs:	user registers at entry
 * @i:		which, from 0; a constant
 */
static __always_inline unsigned long ktrace_syscall_reg(const struct pt_regs *regs,
							unsigned int i)
{
	switch (i) {
	case 0: return regs->di;
	case 1: return regs->si;
	case 2: return regs->dx;
	case 3: return regs->r10;
	case 4: return regs->r8;
	default: return regs->r9;
	}
}

/**
 * ktrace_syscall_reg_at - where ktrace_syscall_reg() finds it
 * @i:		which, from 0
 *
 * Return: bytes from the registers.
 */
static inline unsigned int ktrace_syscall_reg_at(unsigned int i)
{
	switch (i) {
	case 0: return offsetof(struct pt_regs, di);
	case 1: return offsetof(struct pt_regs, si);
	case 2: return offsetof(struct pt_regs, dx);
	case 3: return offsetof(struct pt_regs, r10);
	case 4: return offsetof(struct pt_regs, r8);
	default: return offsetof(struct pt_regs, r9);
	}
}

/* The same of what syscall_get_nr() and syscall_get_return_value() give. */
#define KTRACE_SYSCALL_NR_AT	offsetof(struct pt_regs, orig_ax)
#define KTRACE_SYSCALL_RET_AT	offsetof(struct pt_regs, ax)

/**
 * ktrace_syscall_reg_compat - an argument of a 32-bit call
 * @regs:	user registers at entry
 * @i:		which, from 0; a constant
 *
 * The upper halves may hold anything; the call does not see them.
 */
static __always_inline u32 ktrace_syscall_reg_compat(const struct pt_regs *regs,
						     unsigned int i)
{
	switch (i) {
	case 0: return regs->bx;
	case 1: return regs->cx;
	case 2: return regs->dx;
	case 3: return regs->si;
	case 4: return regs->di;
	default: return regs->bp;
	}
}

#endif /* _ASM_X86_KTRACE_SYSCALL_H */
