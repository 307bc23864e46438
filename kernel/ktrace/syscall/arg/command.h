/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of which an argument is a command, which says what another one is: a table of
 * commands each.
 */
#ifndef _KTRACE_SYSCALL_COMMAND_H
#define _KTRACE_SYSCALL_COMMAND_H

#include "syscall/arg/show.h"

/* struct syscall_command.where */
#define PASSED	BIT(0)
#define LEFT	BIT(1)
#define ONLY_COMPAT BIT(2)

/**
 * struct syscall_command - what goes with a command
 * @command:	its number
 * @where:	PASSED, LEFT, or both: when something is at the argument;
 *		ONLY_COMPAT: calls that are not 32-bit ones refuse the command
 * @unused:	bits of the arguments that do not count: NOT()
 * @layout:	what is at the argument; if @where is 0, the argument itself; NULL if
 *		that is not known
 * @compat:	the same in 32-bit calls, if it is another
 * @result:	what is returned, if it is not a number
 */
struct syscall_command {
	u64	command;
	u8	where;
	u8	unused;
	const struct syscall_layout *layout, *compat, *result;
};

/**
 * struct syscall_commands - the commands of a call
 * @commands:	first those with something at the argument
 * @nr:		how many
 */
struct syscall_commands {
	const struct syscall_command *commands;
	unsigned int	nr;
};

const struct syscall_command *ktrace_command_find(const struct syscall_commands *commands,
						  u64 which);
void ktrace_command_show(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type,
			 const struct syscall_command *command);

static inline const struct syscall_layout *
ktrace_command_layout(const struct syscall_command *command, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT && command->compat ? command->compat : command->layout;
}

/* Whether a call of kind @abi refuses the command before it looks at the argument. */
static inline bool ktrace_command_refused(const struct syscall_command *command,
					  enum ktrace_abi abi)
{
	return command->where & ONLY_COMPAT && abi != KTRACE_ABI_COMPAT;
}

/* Which arguments do not count with a command, or with one that is not known. */
static inline u8 ktrace_command_unused(const struct syscall_command *command)
{
	return command ? command->unused : 0;
}

/*
 * How many bytes are at the argument of a command, PASSED or LEFT; 0 if there is nothing
 * that is known.  Called while a call is copied: inlined, and over before the commands
 * of which nothing is.
 */
static __always_inline u32 ktrace_command_bytes(const struct syscall_commands *commands,
						u64 which, enum ktrace_abi abi, u8 where)
{
	const struct syscall_command *command = commands->commands;
	unsigned int i;

	for (i = 0; i < commands->nr && command->where; i++, command++) {
		if (command->command != which)
			continue;
		if (ktrace_command_refused(command, abi))
			return 0;
		return command->where & where ? ktrace_command_layout(command, abi)->size : 0;
	}
	return 0;
}

/*
 * What a call with commands needs, of which CALL_command_list[] has what is known: where
 * they are, which one it is by the arguments, and which of these do not count.
 */
#define COMMANDS(call, which)						\
	static const struct syscall_commands call##_commands = {	\
		.commands = call##_command_list,			\
		.nr = ARRAY_SIZE(call##_command_list),			\
	};								\
	static const struct syscall_command *call##_command(const u64 *args) \
	{								\
		return ktrace_command_find(&call##_commands, which);	\
	}								\
	static u8 call##_unused(const u64 *args, enum ktrace_abi abi)	\
	{								\
		return ktrace_command_unused(call##_command(args));	\
	}

/* And how much is copied of the argument. */
#define COMMAND_BYTES(call, which)					\
	static u32 call##_in_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return ktrace_command_bytes(&call##_commands, which, abi, PASSED); \
	}								\
	static u32 call##_out_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return ktrace_command_bytes(&call##_commands, which, abi, LEFT); \
	}

#define COMMAND_ARG(call, show)						\
	TYPE(#call, show, .in = BY(call##_in_bytes), .out = BY(call##_out_bytes))

#endif /* _KTRACE_SYSCALL_COMMAND_H */
