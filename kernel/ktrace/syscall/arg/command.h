/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Multiplexed system calls: tables of commands, each of which selects the type of
 * another argument.
 */
#ifndef _KTRACE_SYSCALL_COMMAND_H
#define _KTRACE_SYSCALL_COMMAND_H

#include "syscall/arg/show.h"

/* struct syscall_command.where */
#define PASSED	BIT(0)
#define LEFT	BIT(1)
#define ONLY_COMPAT BIT(2)
#define TERMINATED BIT(3)

/**
 * struct syscall_command - the argument and the result of a command
 * @command:	number of the command
 * @where:	PASSED if the kernel reads memory at the argument, LEFT if it writes
 *		there, or both; ONLY_COMPAT if only 32-bit calls have the command;
 *		TERMINATED if the memory is a string of which no byte behind the zero is copied
 * @unused:	bitmap of the arguments that the command ignores: NOT()
 * @layout:	layout of the memory at the argument, or of the argument itself if
 *		@where is 0; NULL if unknown
 * @compat:	layout in 32-bit calls if it differs
 * @left:	layout of what the call leaves, if it shows other fields than @layout, the layout
 *		of what the kernel reads; with @left there is no @compat
 * @result:	layout of the result if it is not a number
 */
struct syscall_command {
	u64	command;
	u8	where;
	u8	unused;
	const struct syscall_layout *layout, *compat, *left, *result;
};

/**
 * struct syscall_commands - the commands of a call
 * @commands:	first the commands with memory at the argument
 * @nr:	number of commands
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

/* Return true if a call of @abi refuses the command before it reads the argument. */
static inline bool ktrace_command_refused(const struct syscall_command *command,
					  enum ktrace_abi abi)
{
	return command->where & ONLY_COMPAT && abi != KTRACE_ABI_COMPAT;
}

/* Return the arguments that a command ignores; none if it is unknown. */
static inline u8 ktrace_command_unused(const struct syscall_command *command)
{
	return command ? command->unused : 0;
}

/*
 * Return the number of bytes at the argument of a command, for PASSED or LEFT, with
 * SYSCALL_BYTES_STRING for a string; 0 if there is no memory or its size is unknown. Called by the
 * hooks: inlined, and ends before the commands without memory.
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
		if (!(command->where & where))
			return 0;
		if (where == LEFT && command->left)
			return command->left->size;
		return ktrace_command_layout(command, abi)->size |
		       (command->where & TERMINATED ? SYSCALL_BYTES_STRING : 0);
	}
	return 0;
}

/*
 * Define the table and the functions of a multiplexed call from CALL_command_list[].
 * @which computes the command from @args.
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

/* Define the functions that return the number of bytes to copy. */
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
