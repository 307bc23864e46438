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
#include <asm/prctl.h>

/* The bit fields are in the word behind the limit. */
#define USER_DESC_BITS(name, low, nr)					\
	F_BITS(name, offsetofend(struct user_desc, limit), sizeof(u32), low, nr, UINT)

#define USER_DESC							\
	F(struct user_desc, entry_number, INT),				\
	F(struct user_desc, base_addr, HEX),				\
	F(struct user_desc, limit, HEX),				\
	USER_DESC_BITS("seg_32bit", 0, 1),				\
	USER_DESC_BITS("contents", 1, 2),				\
	USER_DESC_BITS("read_exec_only", 3, 1),				\
	USER_DESC_BITS("limit_in_pages", 4, 1),				\
	USER_DESC_BITS("seg_not_present", 5, 1),			\
	USER_DESC_BITS("useable", 6, 1)

/* The kernel ignores "lm" of 32-bit programs, which do not have it. */
#define KTRACE_ARCH_LAYOUTS						\
	static OUTLINE_OF(xfeature, u64, { .size = sizeof(u64), .as = SHOW_ENUM, \
		.names = KTRACE_NAMES_xfeature });			\
	static OUTLINE_OF(xfeature_mask, u64, { .size = sizeof(u64), .as = SHOW_FLAGS, \
		.names = KTRACE_NAMES_xfeature_mask });			\
	enum { SYSCALL_SIZE_user_desc = sizeof(struct user_desc) };	\
	static OUTLINE_OF(user_desc32, struct user_desc, USER_DESC);	\
	static OUTLINE_PAIR(user_desc, LAYOUT(user_desc32), struct user_desc, \
		USER_DESC, USER_DESC_BITS("lm", 7, 1));			\
	/* Functions 1 and 0x11 write an LDT entry from a user_desc. */	\
	static u32 modify_ldt_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		bool writes = (s32)args[0] == 1 || (s32)args[0] == 0x11; \
									\
		return writes && args[2] == sizeof(struct user_desc) ?	\
		       sizeof(struct user_desc) : 0;			\
	}								\
	/* The call returns an error as a positive number of 32 bits. */	\
	static void show_ldt_result(struct seq_buf *out, const struct syscall_value *value, \
				    const struct syscall_type *type)	\
	{								\
		const char *name = ktrace_names_find(KTRACE_NAMES_errno, -(s32)value->ret); \
									\
		ktrace_show_return(out, value, type);			\
		if (value->ret > S32_MAX && name)			\
			seq_buf_printf(out, " %s", name);		\
	}								\
	static const struct syscall_command arch_prctl_command_list[] = {	\
		{ ARCH_GET_FS, .where = LEFT, .layout = LAYOUT(pointer) },	\
		{ ARCH_GET_GS, .where = LEFT, .layout = LAYOUT(pointer) },	\
		{ ARCH_GET_XCOMP_SUPP, .where = LEFT,			\
		  .layout = LAYOUT(xfeature_mask) },			\
		{ ARCH_GET_XCOMP_PERM, .where = LEFT,			\
		  .layout = LAYOUT(xfeature_mask) },			\
		{ ARCH_GET_XCOMP_GUEST_PERM, .where = LEFT,		\
		  .layout = LAYOUT(xfeature_mask) },			\
		{ ARCH_GET_CPUID, .unused = NOT(1) },			\
		{ ARCH_REQ_XCOMP_PERM, .layout = LAYOUT(xfeature) },	\
		{ ARCH_REQ_XCOMP_GUEST_PERM, .layout = LAYOUT(xfeature) },	\
	};								\
	COMMANDS(arch_prctl, (u32)args[0])				\
	COMMAND_BYTES(arch_prctl, (u32)args[0])				\
	static void show_arch_prctl(struct seq_buf *out, const struct syscall_value *value, \
				    const struct syscall_type *type)	\
	{								\
		ktrace_command_show(out, value, type,			\
				    value->nargs ? arch_prctl_command(value->args) : NULL); \
	}								\
	static_assert(true)

#define KTRACE_ARCH_CALLS						\
	{ "arch_prctl", .commands = &arch_prctl_commands, .unused = arch_prctl_unused, \
	  .rules = RULES {						\
		ARG("option", ENUM(arch_prctl)),			\
		ARG("arg2", COMMAND_ARG(arch_prctl, show_arch_prctl)),	\
		{ } } },						\
	{ "modify_ldt", .rules = RULES {				\
		RETURNS(RETURN_BY("ldt_result", show_ldt_result, INT, errno)), \
		ARG("func", INT_ARG),					\
		ARG("ptr", IN_BY(user_desc, modify_ldt_bytes)),		\
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
