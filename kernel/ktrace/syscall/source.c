// SPDX-License-Identifier: GPL-2.0
/*
 * Registers system calls as a source of events, with the files in options/ that select
 * the contents of complete records.
 */
#include <linux/mutex.h>
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/source.h"
#include "syscall/internal.h"
#include "syscall/option.h"

/* Serialises writers of the options. */
static DEFINE_MUTEX(syscall_option_mutex);

static int syscall_option_show(struct seq_file *m, void *data)
{
	struct syscall_option *option = data;

	seq_printf(m, "%u\n", READ_ONCE(option->value));
	return 0;
}

static int syscall_option_write(struct ktrace_command *command, void *data)
{
	struct syscall_option *option = data;
	unsigned long value;
	int err = ktrace_command_number(command, option->max, &value);

	if (err)
		return err;
	guard(mutex)(&syscall_option_mutex);
	/* Calls in progress may still use the previous value. */
	WRITE_ONCE(option->value, value);
	ktrace_syscall_specs_refresh();
	return 0;
}

#define OPTION_KNOB(name)	\
	KTRACE_KNOB(name, 0600, syscall_option_show, syscall_option_write)

static const struct ktrace_knob syscall_options[SYSCALL_NR_OPTIONS] = {
	[SYSCALL_STRING_LIMIT]	= OPTION_KNOB("string-limit"),
	[SYSCALL_BUFFER_LIMIT]	= OPTION_KNOB("buffer-limit"),
	[SYSCALL_ENVP_LIMIT]	= OPTION_KNOB("envp-limit"),
	[SYSCALL_FD_PATH]	= OPTION_KNOB("fd-path"),
	[SYSCALL_RAW]		= OPTION_KNOB("raw-syscalls"),
	[SYSCALL_LOUD]		= OPTION_KNOB("syscall-loud"),
};

static void *syscall_option_data(unsigned int option)
{
	return &ktrace_syscall_options[option];
}

static const struct ktrace_tracer syscall_tracer = {
	.name = "syscall",
	.class = &ktrace_call_class,
};

static const char *syscall_call_name(u64 nr)
{
	return nr <= S32_MAX ? ktrace_syscall_name(KTRACE_ABI_NATIVE, nr) : NULL;
}

static struct ktrace_source syscall_source __refdata = {
	.name = "system calls",
	.init = ktrace_syscall_init,
	.options = syscall_options,
	.nr_options = ARRAY_SIZE(syscall_options),
	.option_data = syscall_option_data,
	.tracer = &syscall_tracer,
	.call_name = syscall_call_name,
	.help =
"  current_tracer = syscall  records each system call when it returns\n"
"  options/string-limit  maximum bytes of a string in records of complete calls\n"
"  options/buffer-limit  maximum bytes of data that a call reads or writes; 0: none\n"
"  options/envp-limit    maximum number of strings of an environment; 0: none\n"
"  options/fd-path       1: show the paths of file descriptors\n"
"  options/raw-syscalls  1: show numbers, 0: show names of constants\n"
"  options/syscall-loud  1: also print each call on the console\n",
};
KTRACE_SOURCE(syscall_source);
