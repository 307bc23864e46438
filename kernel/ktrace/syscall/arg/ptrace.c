// SPDX-License-Identifier: GPL-2.0
/* ptrace(): the request selects the types and the number of the other arguments. */
#include <linux/ptrace.h>
#include <uapi/linux/ptrace.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

static const struct syscall_command ptrace_command_list[] = {
	{ PTRACE_CONT, .layout = SHOWN_SIGNAL },
	{ PTRACE_DETACH, .layout = SHOWN_SIGNAL },
	{ PTRACE_SINGLESTEP, .layout = SHOWN_SIGNAL },
	{ PTRACE_SINGLEBLOCK, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSCALL, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSEMU, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSEMU_SINGLESTEP, .layout = SHOWN_SIGNAL },
	{ PTRACE_OLDSETOPTIONS, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_SETOPTIONS, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_SEIZE, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_TRACEME, .unused = NOT_FROM(1) },
	{ PTRACE_KILL, .unused = NOT_FROM(2) },
	{ PTRACE_ATTACH, .unused = NOT_FROM(2) },
	{ PTRACE_INTERRUPT, .unused = NOT_FROM(2) },
	{ PTRACE_LISTEN, .unused = NOT_FROM(2) },
	{ PTRACE_GETREGS, .unused = NOT(2) },
	{ PTRACE_SETREGS, .unused = NOT(2) },
	{ PTRACE_GETFPREGS, .unused = NOT(2) },
	{ PTRACE_SETFPREGS, .unused = NOT(2) },
};

COMMANDS(ptrace, args[0])

static void show_ptrace_data(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	ktrace_command_show(out, value, type, value->nargs ? ptrace_command(value->args) : NULL);
}

static const struct syscall_desc ptrace_calls[] = {
	{ "ptrace", .commands = &ptrace_commands, .unused = ptrace_unused, .rules = RULES {
		ARG("request", ENUM(ptrace_request)),
		ARG("pid", INT_ARG),
		ARG("data", TYPE("ptrace_data", show_ptrace_data)),
		ARG("addr", HEX_ARG),
		{ } } },
};

FAMILY(ptrace);
