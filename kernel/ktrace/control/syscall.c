// SPDX-License-Identifier: GPL-2.0
/* The files in options/ that say what complete records of system calls hold. */
#include <linux/seq_file.h>

#include "control/control.h"
#include "syscall/option.h"

static int option_show(struct seq_file *m, void *data)
{
	struct syscall_option *option = data;

	seq_printf(m, "%u\n", READ_ONCE(option->value));
	return 0;
}

static int option_write(struct ktrace_command *command, void *data)
{
	struct syscall_option *option = data;
	unsigned long value;
	int err = ktrace_command_number(command, option->max, &value);

	if (!err)
		ktrace_syscall_set_option(option, value);
	return err;
}

#define OPTION_KNOB(name)	KTRACE_KNOB(name, 0600, option_show, option_write)

static const struct ktrace_knob knobs[SYSCALL_NR_OPTIONS] = {
	[SYSCALL_STRING_LIMIT]	= OPTION_KNOB("string-limit"),
	[SYSCALL_BUFFER_LIMIT]	= OPTION_KNOB("buffer-limit"),
	[SYSCALL_ENVP_LIMIT]	= OPTION_KNOB("envp-limit"),
	[SYSCALL_FD_PATH]	= OPTION_KNOB("fd-path"),
	[SYSCALL_RAW]		= OPTION_KNOB("raw-syscalls"),
	[SYSCALL_LOUD]		= OPTION_KNOB("syscall-loud"),
};

/**
 * ktrace_control_syscall_init - make the files
 * @dir: options/
 *
 * Return: 0 or an errno.
 */
int __init ktrace_control_syscall_init(struct dentry *dir)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < SYSCALL_NR_OPTIONS && !err; i++)
		err = ktrace_knob_create(&knobs[i], 1, dir, &ktrace_syscall_options[i]);
	return err;
}
