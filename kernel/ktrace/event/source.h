/* SPDX-License-Identifier: GPL-2.0 */
/* Sources of events: how they announce themselves, so that nobody has to name them. */
#ifndef _KTRACE_SOURCE_H
#define _KTRACE_SOURCE_H

#include <linux/init.h>
#include <linux/list.h>

struct dentry;
struct ktrace_class;
struct ktrace_knob;

/**
 * struct ktrace_tracer - a set of events that is started and stopped as a whole
 * @name:	as in available_tracers
 * @class:	of these events; NULL for none
 */
struct ktrace_tracer {
	const char *name;
	const struct ktrace_class *class;
};

/**
 * struct ktrace_source - something that registers events
 * @name:	what it is called in messages
 * @init:	register its events; called once, when the control tree is there; 0 or an
 *		errno, and then it has registered none
 * @knobs:	its control files at the top of the tree
 * @nr_knobs:	how many @knobs
 * @options:	its files in options/; data of each is an entry of @option_data
 * @nr_options:	how many @options
 * @option_data: what the files in options/ are about
 * @tracer:	its tracer; NULL if it has none
 * @help:	what the file README says of it: lines
 * @node:	in the list of all, in order of their announcement
 */
struct ktrace_source {
	const char *name;
	int	(*init)(void);
	const struct ktrace_knob *knobs;
	unsigned int nr_knobs;
	const struct ktrace_knob *options;
	unsigned int nr_options;
	void	*(*option_data)(unsigned int option);
	const struct ktrace_tracer *tracer;
	const char *help;
	struct list_head node;
};

extern struct list_head ktrace_sources;

#define ktrace_for_each_source(source)	\
	list_for_each_entry(source, &ktrace_sources, node)

void ktrace_source_add(struct ktrace_source *source);

/* Announce a source: before ktrace starts. */
#define KTRACE_SOURCE(source)				\
	static int __init source ## _announce(void)	\
	{						\
		ktrace_source_add(&(source));		\
		return 0;				\
	}						\
	core_initcall(source ## _announce)

#endif /* _KTRACE_SOURCE_H */
