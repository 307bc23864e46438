/* SPDX-License-Identifier: GPL-2.0 */
/* Sources of events.  Each source registers itself, so core.c has no list of sources. */
#ifndef _KTRACE_SOURCE_H
#define _KTRACE_SOURCE_H

#include <linux/fs.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/types.h>

struct ktrace_class;
struct ktrace_dir;
struct ktrace_event;
struct ktrace_instance;
struct ktrace_knob;
struct ktrace_option;

/**
 * struct ktrace_tracer - a set of events that are enabled and disabled together
 * @name:	name in available_tracers
 * @class:	class of the events; NULL for none
 * @has:	whether an event belongs to the tracer in an instance; called under
 *		ktrace_event_mutex; after a change of the result call
 *		ktrace_tracer_refresh(). NULL: all events of @class belong to it
 */
struct ktrace_tracer {
	const char *name;
	const struct ktrace_class *class;
	bool (*has)(const struct ktrace_instance *instance, const struct ktrace_event *event);
};

/**
 * struct ktrace_source - an event source
 * @name:	name in messages
 * @init:	register the events; called once, before the initcalls of level early, with one CPU
 *		and without a control tree. Returns 0, or an errno after no event was
 *		registered. NULL: no events at boot
 * @files:	control files, in the top directory or in the directory of each instance; a file
 *		of an instance has the owner ktrace_instance_owner(), or operations that pin the
 *		instance by ktrace_owner_open() and ktrace_owner_close() (command/owner.h)
 * @nr_files:	number of @files
 * @options:	options
 * @nr_options:	number of @options
 * @instance_new:	create the event source's data of an instance, and call
 *		ktrace_source_keep(); returns 0 or an errno. Called before the instance
 *		has files, and for the top instance before @init. May be NULL
 * @instance_end:	free the data that @instance_new created: the instance has no
 *		files, and no hook uses it any more. May be NULL
 * @tracer:	its tracer; NULL if it has none
 * @call_name:	name of a native system call by its number; returns NULL if there is
 *		none. May be NULL
 * @help:	lines of text for the file README, behind the lines about @files; NULL for none
 * @slot:	set to the index of the event source's data in an instance; NULL if it has none
 * @scopes:	the scopes of all @files; set at registration
 * @node:	in the list of sources, in order of registration
 */
struct ktrace_source {
	const char *name;
	int	(*init)(void);
	const struct ktrace_knob *files;
	unsigned int nr_files;
	const struct ktrace_option *options;
	unsigned int nr_options;
	int	(*instance_new)(struct ktrace_instance *instance);
	void	(*instance_end)(struct ktrace_instance *instance);
	const struct ktrace_tracer *tracer;
	const char *(*call_name)(u64 nr);
	const char *help;
	unsigned int *slot;
	unsigned int scopes;
	struct list_head node;
};

/* Maximum number of sources. */
#define KTRACE_SOURCES_MAX	16

extern struct list_head ktrace_sources;

#define ktrace_for_each_source(source)	\
	list_for_each_entry(source, &ktrace_sources, node)

void ktrace_sources_init(void);
int ktrace_files_create(struct ktrace_dir *dir, unsigned int scopes, void *data);
int ktrace_sources_instance_new(struct ktrace_instance *instance);
void ktrace_sources_instance_end(struct ktrace_instance *instance);
void ktrace_source_keep(unsigned int slot, struct ktrace_instance *instance, void *kept);
void *ktrace_source_kept(unsigned int slot, const struct ktrace_instance *instance);

/* The event sources of the kernel image; the section is freed after boot. */
extern struct ktrace_source *const __start___ktrace_sources[];
extern struct ktrace_source *const __stop___ktrace_sources[];

/* Let ktrace_sources_init() register an event source when ktrace starts. */
#define KTRACE_SOURCE(source)					\
	static struct ktrace_source *const source ## _entry	\
	__used __section("__ktrace_sources") = &(source)

#endif /* _KTRACE_SOURCE_H */
