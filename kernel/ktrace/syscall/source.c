// SPDX-License-Identifier: GPL-2.0
/*
 * Registers system calls as an event source, with the files in options/ that select
 * the contents of complete records.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "command/error_log.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/option.h"
#include "event/source.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/times.h"

/**
 * struct syscall_limits - what an instance wants to have copied into complete records
 * @node:	in syscall_limits_list
 * @set:	the options that the instance has set, a bit each
 * @limit:	their values, by enum syscall_option_id
 *
 * All members are under syscall_option_mutex.
 */
struct syscall_limits {
	struct list_head node;
	unsigned long set;
	unsigned int limit[SYSCALL_NR_LIMITS];
};

/* Serialises writers of the options except call-time, and protects the limits of all instances. */
static DEFINE_MUTEX(syscall_option_mutex);

/* The limits of all instances. */
static LIST_HEAD(syscall_limits_list);

static unsigned int syscall_limits_slot;

/*
 * Apply the largest limit that any instance has set. An event builds one record for all
 * instances, so a smaller limit of another instance cannot hold.
 * Calls in progress may still use the previous value.
 */
static void syscall_limits_apply(void)
{
	const struct syscall_limits *limits;
	unsigned int id, limit;

	lockdep_assert_held(&syscall_option_mutex);
	for (id = 0; id < SYSCALL_NR_LIMITS; id++) {
		limit = 0;
		list_for_each_entry(limits, &syscall_limits_list, node)
			if (limits->set & BIT(id))
				limit = max(limit, limits->limit[id]);
		WRITE_ONCE(ktrace_syscall_options[id], limit);
	}
	WRITE_ONCE(ktrace_syscall_short_string,
		   clamp(ktrace_syscall_options[SYSCALL_STRING_LIMIT], 1U, SYSCALL_SHORT_STRING));
	ktrace_syscall_specs_refresh();
}

static int syscall_instance_new(struct ktrace_instance *instance)
{
	struct syscall_limits *limits = kzalloc(sizeof(*limits), GFP_KERNEL);

	if (!limits)
		return -ENOMEM;
	ktrace_source_keep(syscall_limits_slot, instance, limits);
	guard(mutex)(&syscall_option_mutex);
	list_add(&limits->node, &syscall_limits_list);
	return 0;
}

static void syscall_instance_end(struct ktrace_instance *instance)
{
	struct syscall_limits *limits = ktrace_source_kept(syscall_limits_slot, instance);

	ktrace_source_keep(syscall_limits_slot, instance, NULL);
	scoped_guard(mutex, &syscall_option_mutex) {
		list_del(&limits->node);
		if (limits->set)
			syscall_limits_apply();
	}
	kfree(limits);
}

static unsigned int syscall_limit_get(struct ktrace_instance *instance,
				      const struct ktrace_option *option)
{
	const struct syscall_limits *limits = ktrace_source_kept(syscall_limits_slot, instance);

	guard(mutex)(&syscall_option_mutex);
	if (!(limits->set & BIT(option->arg)))
		limits = ktrace_source_kept(syscall_limits_slot, &ktrace_top);
	return limits->limit[option->arg];
}

static int syscall_limit_set(struct ktrace_command *command, struct ktrace_instance *instance,
			     const struct ktrace_option *option, unsigned int value)
{
	struct syscall_limits *limits = ktrace_source_kept(syscall_limits_slot, instance);

	guard(mutex)(&syscall_option_mutex);
	limits->limit[option->arg] = value;
	limits->set |= BIT(option->arg);
	syscall_limits_apply();
	return 0;
}

static unsigned int syscall_option_get(struct ktrace_instance *instance,
				       const struct ktrace_option *option)
{
	return ktrace_syscall_option(option->arg);
}

static int syscall_option_set(struct ktrace_command *command, struct ktrace_instance *instance,
			      const struct ktrace_option *option, unsigned int value)
{
	guard(mutex)(&syscall_option_mutex);
	WRITE_ONCE(ktrace_syscall_options[option->arg], value);
	ktrace_syscall_specs_refresh();
	return 0;
}

static int syscall_option_set_time(struct ktrace_command *command,
				   struct ktrace_instance *instance,
				   const struct ktrace_option *option, unsigned int value)
{
	int err = ktrace_syscall_set_timed(value);
	const struct ktrace_event *user;
	char text[KTRACE_WHY_MAX];
	struct seq_buf by;

	if (err != -EBUSY)
		return err;
	seq_buf_init(&by, text, sizeof(text));
	scoped_guard(mutex, &ktrace_event_mutex) {
		user = ktrace_syscall_calls_used();
		if (user)
			ktrace_event_put_user(user, &by);
	}
	return ktrace_command_refuse_by(command, err,
					"events of syscall/ are enabled, or have filters or triggers",
					&by);
}

#define SYSCALL_LIMIT(_name, _max, _initial, _id, _help)				\
	KTRACE_OPTION(_name, _max, _initial, syscall_limit_get, syscall_limit_set,	\
		      .inherits = true, .arg = (_id), .help = (_help))

#define SYSCALL_OPTION(_name, _max, _initial, _id, _help)				\
	KTRACE_OPTION(_name, _max, _initial, syscall_option_get, syscall_option_set,	\
		      .global = true, .arg = (_id), .help = (_help))

/* The limits leave room in a record for the other copies. */
static const struct ktrace_option syscall_options[] = {
	SYSCALL_LIMIT("string-limit", 1024, 256, SYSCALL_STRING_LIMIT,
		      "maximum bytes of a string in records of complete calls"),
	/* Default 0: buffers may contain secrets. */
	SYSCALL_LIMIT("buffer-limit", 2048, 0, SYSCALL_BUFFER_LIMIT,
		      "maximum bytes of data that a call reads or writes; 0: none"),
	SYSCALL_LIMIT("envp-limit", 256, 0, SYSCALL_ENVP_LIMIT,
		      "maximum number of strings of an environment; 0: none"),
	SYSCALL_LIMIT("fd-path", 1, 0, SYSCALL_FD_PATH,
		      "1: show the paths of file descriptors"),
	SYSCALL_OPTION("kernel-path", 1, 1, SYSCALL_KERNEL_PATH,
		       "1: take paths from the copy that the kernel uses, 0: from user memory"),
	SYSCALL_OPTION("arg-names", 1, 1, SYSCALL_ARG_NAMES,
		       "0: leave out the names of the arguments of complete calls"),
	SYSCALL_OPTION("strace-form", 1, 0, SYSCALL_STRACE_FORM,
		       "1: show errors as strace does: -1 ENOENT"),
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
	.slot = &syscall_limits_slot,
	.init = ktrace_syscall_init,
	.instance_new = syscall_instance_new,
	.instance_end = syscall_instance_end,
	.options = syscall_options,
	.nr_options = ARRAY_SIZE(syscall_options),
	.tracer = &syscall_tracer,
	.call_name = syscall_call_name,
	.help =
"  current_tracer = syscall  records each system call when it returns\n",
};
KTRACE_SOURCE(syscall_source);
