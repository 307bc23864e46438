// SPDX-License-Identifier: GPL-2.0
/*
 * Registers system calls as a source of events, with the files in options/ that select
 * the contents of complete records.
 */
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>

#include "event/option.h"
#include "event/source.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/times.h"

/* Serialises writers of the options. */
static DEFINE_MUTEX(syscall_option_mutex);

static unsigned int syscall_option_get(struct ktrace_instance *instance,
				       const struct ktrace_option *option)
{
	return ktrace_syscall_option(option->arg);
}

static int syscall_option_set(struct ktrace_command *command, struct ktrace_instance *instance,
			      const struct ktrace_option *option, unsigned int value)
{
	guard(mutex)(&syscall_option_mutex);
	/* Calls in progress may still use the previous value. */
	WRITE_ONCE(ktrace_syscall_options[option->arg], value);
	if (option->arg == SYSCALL_STRING_LIMIT)
		WRITE_ONCE(ktrace_syscall_short_string, clamp(value, 1U, SYSCALL_SHORT_STRING));
	ktrace_syscall_specs_refresh();
	return 0;
}

static int syscall_option_set_time(struct ktrace_command *command,
				   struct ktrace_instance *instance,
				   const struct ktrace_option *option, unsigned int value)
{
	int err = ktrace_syscall_set_timed(value);

	if (err != -EBUSY)
		return err;
	return ktrace_command_refuse(command, err, 0,
				     "events of syscall/ are enabled, or have filters or triggers");
}

#define SYSCALL_OPTION(_name, _max, _initial, _id, _help)				\
	KTRACE_OPTION(_name, _max, _initial, syscall_option_get, syscall_option_set,	\
		      .global = true, .arg = (_id), .help = (_help))

/* The limits leave room in a record for the other copies. */
static const struct ktrace_option syscall_options[] = {
	SYSCALL_OPTION("string-limit", 1024, 256, SYSCALL_STRING_LIMIT,
		       "maximum bytes of a string in records of complete calls"),
	/* Default 0: buffers may contain secrets. */
	SYSCALL_OPTION("buffer-limit", 2048, 0, SYSCALL_BUFFER_LIMIT,
		       "maximum bytes of data that a call reads or writes; 0: none"),
	SYSCALL_OPTION("envp-limit", 256, 0, SYSCALL_ENVP_LIMIT,
		       "maximum number of strings of an environment; 0: none"),
	SYSCALL_OPTION("fd-path", 1, 0, SYSCALL_FD_PATH,
		       "1: show the paths of file descriptors"),
	SYSCALL_OPTION("kernel-path", 1, 1, SYSCALL_KERNEL_PATH,
		       "1: take paths from the copy that the kernel uses, 0: from user memory"),
	SYSCALL_OPTION("raw-syscalls", 1, 0, SYSCALL_RAW,
		       "1: show numbers, 0: show names of constants"),
	SYSCALL_OPTION("syscall-loud", 1, 0, SYSCALL_LOUD,
		       "1: also print each call on the console"),
	KTRACE_OPTION("call-time", 1, 0, syscall_option_get, syscall_option_set_time,
		      .global = true, .arg = SYSCALL_CALL_TIME,
		      .help = "1: record how long a call ran, waited for a CPU, and was blocked"),
};

static const struct ktrace_tracer syscall_tracer = {
	.name = "syscall",
	.class = &ktrace_complete_class,
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
	.tracer = &syscall_tracer,
	.call_name = syscall_call_name,
	.help =
"  current_tracer = syscall  records each system call when it returns\n",
};
KTRACE_SOURCE(syscall_source);
