// SPDX-License-Identifier: GPL-2.0
/* System calls that only this architecture has. */
#include <linux/compiler.h>
#include <asm/ldt.h>

#include "syscall/arg/describe.h"

#define T struct user_desc
OUTLINE(user_desc, T, F(T, entry_number, INT), F(T, base_addr, HEX), F(T, limit, HEX));
#undef T

static const struct syscall_desc arch_calls[] = {
	{ "arch_prctl", .rules = RULES {
		ARG("option", ENUM(arch_prctl)),
		ARG("arg2", HEX_ARG),
		{ } } },
	{ "modify_ldt", .rules = RULES {
		ARG("func", INT_ARG),
		{ } } },
	{ "set_thread_area get_thread_area", .rules = RULES {
		ARG("u_info", IN_OUT(user_desc)),
		{ } } },
	{ "ioperm", .rules = RULES {
		ARG("from num", HEX_ARG),
		{ } } },
	{ "uretprobe", .ends = SYSCALL_ENDS_RESTORES },
	/* Names and types tell. */
	{ "iopl vm86 vm86old map_shadow_stack" },
};

FAMILY(arch);
