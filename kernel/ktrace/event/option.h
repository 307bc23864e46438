/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options: numbers that change how ktrace records and prints.
 *
 * One table entry makes an option: the file in options/, the line in README, and, if the
 * option is on or off for an instance, the word in trace_options.
 */
#ifndef _KTRACE_OPTION_H
#define _KTRACE_OPTION_H

#include "command/knob.h"
#include "event/instance.h"

/* Indentation of the second and further lines of an option's help. */
#define KTRACE_OPTION_INDENT	"                          "

/**
 * struct ktrace_option - an option
 * @knob:	the file; set by KTRACE_OPTION()
 * @max:	largest value; 1 for an option that is on or off
 * @initial:	value at boot and in a new instance, which ktrace_options_init() sets; printed
 *		in README, and the value to which tests reset the option
 * @global:	all instances share the value; only the top directory has the file
 * @inherits:	an instance that has not set a value has that of the top instance
 * @help:	text for README, without the final newline
 * @arg:	for @get and @set
 * @get:	return the present value
 * @set:	set a value from 0 to @max. Return: 0, or a negative errno with nothing
 *		changed; ktrace_command_refuse() adds a reason
 */
struct ktrace_option {
	struct ktrace_knob knob;
	unsigned int max;
	unsigned int initial;
	bool global;
	bool inherits;
	const char *help;
	unsigned long arg;
	unsigned int (*get)(struct ktrace_instance *instance,
			    const struct ktrace_option *option);
	int (*set)(struct ktrace_command *command, struct ktrace_instance *instance,
		   const struct ktrace_option *option, unsigned int value);
};

int ktrace_option_show(struct seq_file *m, void *data);
int ktrace_option_write(struct ktrace_command *command, void *data);
struct ktrace_owner *ktrace_option_owner(void *data);
int ktrace_option_create(const struct ktrace_option *option, struct ktrace_instance *instance,
			 struct ktrace_dir *dir);

/* An entry of a table of options, with the remaining members as further arguments. */
#define KTRACE_OPTION(_name, _max, _initial, _get, _set, ...) {			\
	.knob = KTRACE_KNOB(KTRACE_SCOPE_OPTIONS, _name, 0640, ktrace_option_show,	\
			    ktrace_option_write, NULL,				\
			    .owner = ktrace_option_owner),			\
	.max = (_max),								\
	.initial = (_initial),							\
	.get = (_get),								\
	.set = (_set),								\
	__VA_ARGS__								\
}

/* Whether an option is on or off for an instance, and thus a word of trace_options. */
static inline bool ktrace_option_is_flag(const struct ktrace_option *option)
{
	return option->max == 1 && !option->global && !option->inherits;
}

#endif /* _KTRACE_OPTION_H */
