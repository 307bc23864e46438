/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptors of the system calls that only x86 has, for
 * kernel/ktrace/syscall/arg/arch.c; see describe.h there for the macros.
 */
#ifndef _ASM_X86_KTRACE_CALLS_H
#define _ASM_X86_KTRACE_CALLS_H

#include <linux/printk.h>	/* without IA32_EMULATION asm/ia32.h needs it */

/* Names of ktrace_names.list, for the test of names. */
#define KTRACE_ARCH_NAMES_EXPECTED					\
	EXPECTED(arch_prctl, 0x1002, "ARCH_SET_FS")

/* struct stat64 of 32-bit programs, struct user_desc */
#include <asm/ia32.h>
#include <asm/ldt.h>

#define KTRACE_ARCH_LAYOUTS						\
	OUTLINE(user_desc, struct user_desc,				\
		F(struct user_desc, entry_number, INT),			\
		F(struct user_desc, base_addr, HEX),			\
		F(struct user_desc, limit, HEX))

#define KTRACE_ARCH_CALLS						\
	{ "arch_prctl", .rules = RULES {				\
		ARG("option", ENUM(arch_prctl)),			\
		ARG("arg2", HEX_ARG),					\
		{ } } },						\
	{ "modify_ldt", .rules = RULES {				\
		ARG("func", INT_ARG),					\
		{ } } },						\
	{ "set_thread_area get_thread_area", .rules = RULES {		\
		ARG("u_info", IN_OUT(user_desc)),			\
		{ } } },						\
	{ "ioperm", .rules = RULES {					\
		ARG("from num", HEX_ARG),				\
		{ } } },						\
	{ "uretprobe", .ends = SYSCALL_ENDS_RESTORES },			\
	/* Calls whose argument names and types suffice. */					\
	{ "iopl vm86 vm86old map_shadow_stack" }

#endif /* _ASM_X86_KTRACE_CALLS_H */
