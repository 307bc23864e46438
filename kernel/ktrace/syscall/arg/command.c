// SPDX-License-Identifier: GPL-2.0
/*
 * Multiplexed system calls, in which a command selects the type of another argument:
 * lookup of the command, and the text of the argument. Called when records are read.
 */
#include <linux/string.h>

#include "syscall/arg/command.h"

/**
 * ktrace_command_find - look up a command
 * @commands:	commands of the call
 * @which:	number of the command
 *
 * Context: any.
 * Return: its entry; NULL if it is unknown.
 */
const struct syscall_command *ktrace_command_find(const struct syscall_commands *commands,
						  u64 which)
{
	unsigned int i;

	for (i = 0; i < commands->nr; i++)
		if (commands->commands[i].command == which)
			return &commands->commands[i];
	return NULL;
}

/* Append characters up to a zero or the end of the copy. */
static void command_put_text(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, const struct syscall_data *data)
{
	u32 len = strnlen(data->at, data->len);

	/* A zero that capture.c has put at the cut does not terminate the text. */
	ktrace_show_quoted(out, data->at, len,
			   data->status == SYSCALL_CUT && len + 1 >= data->len);
}

static bool command_is_text(const struct syscall_layout *layout)
{
	return !layout->fields->name && layout->fields->as == SHOW_TEXT;
}

/*
 * Append the fields that the kernel reads, and then those that it writes, which have a layout of
 * their own.
 */
static void command_show_left(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_command *command)
{
	const struct syscall_type passed = { .layout = command->layout };
	const struct syscall_type left = { .layout = command->left };
	bool in_there = ktrace_show_there(&value->in);

	if (in_there)
		ktrace_put_object(out, value, &passed, &value->in);
	if (value->returned && !ktrace_show_failed(value) && ktrace_show_there(&value->out)) {
		seq_buf_puts(out, in_there ? " => " : "");
		ktrace_put_object(out, value, &left, &value->out);
	} else if (!in_there) {
		ktrace_show_pointer(out, value->value);
		seq_buf_puts(out, value->in.status == SYSCALL_FAULT ? " (fault)" : "");
	}
}

/**
 * ktrace_command_show - append the argument of a command
 * @out:	output
 * @value:	the argument
 * @type:	its type
 * @command:	the command's entry, or NULL
 */
void ktrace_command_show(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type,
			 const struct syscall_command *command)
{
	struct syscall_type shown = *type;
	struct syscall_value same = *value;

	if (!command || !command->layout || ktrace_command_refused(command, value->abi)) {
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
		return;
	}
	shown.layout = ktrace_command_layout(command, value->abi);
	if (!command->where) {
		ktrace_show_scalar(out, value, &shown);
		return;
	}
	/* Do not trust the record: ignore a copy that the command cannot have. */
	if (!(command->where & PASSED))
		same.in.status = SYSCALL_NOT_COPIED;
	if (!(command->where & LEFT))
		same.out.status = SYSCALL_NOT_COPIED;
	if (command->left) {
		command_show_left(out, &same, command);
		return;
	}
	shown.put = command_is_text(shown.layout) ? command_put_text : ktrace_put_object;
	ktrace_show_copies(out, &same, &shown);
}
