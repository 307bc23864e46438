/* SPDX-License-Identifier: GPL-2.0 */
/* Sources of events: each source announces itself, so that core.c needs no list of sources. */
#ifndef _KTRACE_SOURCE_H
#define _KTRACE_SOURCE_H

#include <linux/fs.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/types.h>

struct ktrace_class;
struct ktrace_event;
struct ktrace_instance;
struct ktrace_knob;

/**
 * struct ktrace_tracer - a set of events that is started and stopped as a whole
 * @name:	as in available_tracers
 * @class:	of these events; NULL for none
 * @has:	whether an event is one of them, for an instance; called under
 *		ktrace_event_mutex; who changes it calls ktrace_tracer_refresh().  NULL:
 *		those of @class are
 */
struct ktrace_tracer {
	const char *name;
	const struct ktrace_class *class;
	bool (*has)(const struct ktrace_instance *instance, const struct ktrace_event *event);
};

/**
 * struct ktrace_file - a control file that is no knob
 * @name:	file name
 * @mode:	permissions
 * @fops:	what it does; inode->i_private is the instance, which the open file
 *		holds by ktrace_owner_open() and _close() (command/owner.h)
 */
struct ktrace_file {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
};

/**
 * struct ktrace_source - something that registers events
 * @name:	what it is called in messages
 * @init:	register its events; called once, by an early_initcall: there is one CPU,
 *		and no control tree.  0 or an errno, and then it has registered none.
 *		NULL: it has none to register
 * @knobs:	its control files at the top of the tree
 * @nr_knobs:	how many @knobs
 * @files:	its files at the top of the tree that are no knobs; they are about nothing that
 *		goes
 * @nr_files:	how many @files
 * @options:	its files in options/; data of each is an entry of @option_data
 * @nr_options:	how many @options
 * @option_data: what the files in options/ are about
 * @instance_new: make what the source keeps of an instance, for
 *		ktrace_source_keep(); 0 or an errno.  Called before the instance has files,
 *		and for the one at the top before @init.  May be NULL, as may the next
 * @instance_end: free what @instance_new made: the instance has no files, and no hook
 *		knows of it any more
 * @instance_knobs: control files that every instance has at its top; their data is the
 *		instance, their owner ktrace_instance_owner()
 * @nr_instance_knobs: how many
 * @instance_options: the same in an instance's options/
 * @nr_instance_options: how many
 * @instance_files: files that every instance has at its top, and that are no knobs
 * @nr_instance_files: how many
 * @tracer:	its tracer; NULL if it has none
 * @call_name:	the name of a system call of this kernel's own kind, by its number; NULL if
 *		there is none.  May be NULL
 * @help:	what the file README says of it: lines; NULL: nothing
 * @slot:	where instances keep what @instance_new made
 * @node:	in the list of all, in order of their announcement
 */
struct ktrace_source {
	const char *name;
	int	(*init)(void);
	const struct ktrace_knob *knobs;
	unsigned int nr_knobs;
	const struct ktrace_file *files;
	unsigned int nr_files;
	const struct ktrace_knob *options;
	unsigned int nr_options;
	void	*(*option_data)(unsigned int option);
	int	(*instance_new)(struct ktrace_instance *instance);
	void	(*instance_end)(struct ktrace_instance *instance);
	const struct ktrace_knob *instance_knobs;
	unsigned int nr_instance_knobs;
	const struct ktrace_knob *instance_options;
	unsigned int nr_instance_options;
	const struct ktrace_file *instance_files;
	unsigned int nr_instance_files;
	const struct ktrace_tracer *tracer;
	const char *(*call_name)(u64 nr);
	const char *help;
	unsigned int slot;
	struct list_head node;
};

/* Most sources that can be announced. */
#define KTRACE_SOURCES_MAX	16

extern struct list_head ktrace_sources;

#define ktrace_for_each_source(source)	\
	list_for_each_entry(source, &ktrace_sources, node)

void ktrace_source_add(struct ktrace_source *source);
int ktrace_sources_instance_new(struct ktrace_instance *instance);
void ktrace_sources_instance_end(struct ktrace_instance *instance);
void ktrace_source_keep(const struct ktrace_source *source, struct ktrace_instance *instance,
			void *kept);
void *ktrace_source_kept(const struct ktrace_source *source,
			 const struct ktrace_instance *instance);

/* Announce a source: before core.c starts ktrace, the last early_initcall of ktrace.o. */
#define KTRACE_SOURCE(source)				\
	static int __init source ## _announce(void)	\
	{						\
		ktrace_source_add(&(source));		\
		return 0;				\
	}						\
	early_initcall(source ## _announce)

#endif /* _KTRACE_SOURCE_H */
