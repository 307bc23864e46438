/* SPDX-License-Identifier: GPL-2.0 */
/* System calls of x86-64: the ABIs, and the registers of arguments. */
#ifndef _ASM_X86_KTRACE_SYSCALL_H
#define _ASM_X86_KTRACE_SYSCALL_H

#include <linux/compiler.h>
#include <linux/thread_info.h>
#include <asm/ptrace.h>
#include <asm/unistd.h>

/**
 * enum ktrace_abi - ABIs of system calls, each with its own numbers
 * @KTRACE_ABI_NATIVE:	64-bit
 * @KTRACE_ABI_COMPAT:	32-bit, by any instruction and from any program
 * @KTRACE_ABI_X32:	64-bit registers and 32-bit pointers
 * @KTRACE_NR_ABIS:	number of ABIs
 *
 * All architectures define the first two, of which the second may be empty. All ABIs
 * except the first have 32-bit pointers; only the second has 32-bit longs.
 */
enum ktrace_abi {
	KTRACE_ABI_NATIVE,
	KTRACE_ABI_COMPAT,
	KTRACE_ABI_X32,
	KTRACE_NR_ABIS
};

/* Names of the foreign ABIs; NULL if they are not configured. */
#define KTRACE_ABI_NAMES {						\
	[KTRACE_ABI_NATIVE] = "native",					\
	[KTRACE_ABI_COMPAT] = IS_ENABLED(CONFIG_IA32_EMULATION) ? "ia32" : NULL,	\
	[KTRACE_ABI_X32] = IS_ENABLED(CONFIG_X86_X32_ABI) ? "x32" : NULL,	\
}

/* Length of the table of 32-bit calls; 0 if the kernel has none. */
#ifdef CONFIG_IA32_EMULATION
#define KTRACE_COMPAT_NUMBERS	IA32_NR_syscalls
#else
#define KTRACE_COMPAT_NUMBERS	0
#endif

/* Return true if current entered the kernel by a 32-bit system call, whatever its number. */
static __always_inline bool ktrace_syscall_foreign(void)
{
	return in_ia32_syscall();
}

/**
 * ktrace_syscall_abi - get the ABI of current's system call
 * @nr:	its number
 *
 * Return: the ABI.
 */
static __always_inline enum ktrace_abi ktrace_syscall_abi(long nr)
{
	if (unlikely(in_ia32_syscall()))
		return KTRACE_ABI_COMPAT;
	if (IS_ENABLED(CONFIG_X86_X32_ABI) && unlikely(nr >= __X32_SYSCALL_BIT))
		return KTRACE_ABI_X32;
	return KTRACE_ABI_NATIVE;
}

/* Return the first number of an ABI. */
static inline long ktrace_syscall_first(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_X32 ? __X32_SYSCALL_BIT : 0;
}

/* Return true if clone() of an ABI takes tls before child_tidptr. */
static inline bool ktrace_syscall_clone_backwards(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT;
}

/**
 * ktrace_syscall_index - convert a number to an index in the table of its ABI
 * @abi:	the ABI
 * @nr:	the number
 *
 * Return: the index; may be out of range.
 */
static inline long ktrace_syscall_index(enum ktrace_abi abi, long nr)
{
	return nr - ktrace_syscall_first(abi);
}

/**
 * ktrace_syscall_reg - get an argument of a native or x32 call
 * @regs:	user registers at entry
 * @i:	index of the argument, from 0; a constant
 *
 * Return: the argument.
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
 * ktrace_syscall_reg_at - get the offset of the register of ktrace_syscall_reg()
 * @i:	index of the argument, from 0
 *
 * Return: offset in struct pt_regs.
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

/* Offsets of the values of syscall_get_nr() and syscall_get_return_value(). */
#define KTRACE_SYSCALL_NR_AT	offsetof(struct pt_regs, orig_ax)
#define KTRACE_SYSCALL_RET_AT	offsetof(struct pt_regs, ax)

/**
 * ktrace_syscall_reg_compat - get an argument of a 32-bit call
 * @regs:	user registers at entry
 * @i:	index of the argument, from 0; a constant
 *
 * The call ignores the upper halves of the registers.
 *
 * Return: the argument.
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
