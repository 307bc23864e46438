// SPDX-License-Identifier: GPL-2.0
/* The list of sources, and their data of instances. */
#include <linux/bug.h>
#include <linux/init.h>

#include "command/knob.h"
#include "event/instance.h"
#include "event/source.h"

/* Complete before ktrace starts, and constant afterwards. */
LIST_HEAD(ktrace_sources);
static unsigned int nr_sources __initdata;

static void __init source_add(struct ktrace_source *source)
{
	unsigned int i;

	if (WARN_ON(nr_sources == KTRACE_SOURCES_MAX))
		return;
	if (source->slot)
		*source->slot = nr_sources;
	nr_sources++;
	for (i = 0; i < source->nr_files; i++)
		source->scopes |= source->files[i].scope;
	list_add_tail(&source->node, &ktrace_sources);
}

/**
 * ktrace_sources_init - register the event sources of the kernel image
 *
 * Context: once, when ktrace starts, before any other function of this file.
 */
void __init ktrace_sources_init(void)
{
	struct ktrace_source *const *source;

	for (source = __start___ktrace_sources; source < __stop___ktrace_sources; source++)
		source_add(*source);
}

/* Call instance_end() of the event sources before @end in the list, in reverse order. */
static void sources_end_before(struct list_head *end, struct ktrace_instance *instance)
{
	struct ktrace_source *source = list_entry(end, struct ktrace_source, node);

	list_for_each_entry_continue_reverse(source, &ktrace_sources, node)
		if (source->instance_end)
			source->instance_end(instance);
}

/**
 * ktrace_sources_instance_new - create the data of all event sources for a new instance
 * @instance: the instance, without files
 *
 * Context: task; sleeps.
 * Return: 0; or the errno of the event source that failed, after the others have freed their data.
 */
int ktrace_sources_instance_new(struct ktrace_instance *instance)
{
	struct ktrace_source *source;
	int err;

	ktrace_for_each_source(source) {
		err = source->instance_new ? source->instance_new(instance) : 0;
		if (err) {
			sources_end_before(&source->node, instance);
			return err;
		}
	}
	return 0;
}

/**
 * ktrace_sources_instance_end - free the data of all event sources for an instance
 * @instance: the quiescent instance, without files
 *
 * Context: task; sleeps.
 */
void ktrace_sources_instance_end(struct ktrace_instance *instance)
{
	sources_end_before(&ktrace_sources, instance);
}

/**
 * ktrace_source_keep - set the data of an event source for an instance
 * @slot: index that ktrace_sources_init() has stored to the event source's @slot
 * @instance: the instance
 * @kept: the data, for ktrace_source_kept()
 *
 * Context: the event source's @instance_new and @instance_end.
 */
void ktrace_source_keep(unsigned int slot, struct ktrace_instance *instance, void *kept)
{
	WRITE_ONCE(instance->kept[slot], kept);
}

/**
 * ktrace_source_kept - get the data of an event source for an instance
 * @slot: index that ktrace_sources_init() has stored to the event source's @slot
 * @instance: the instance
 *
 * Context: any; the caller keeps the instance alive.
 * Return: the data; NULL before ktrace_source_keep().
 */
void *ktrace_source_kept(unsigned int slot, const struct ktrace_instance *instance)
{
	return READ_ONCE(instance->kept[slot]);
}

/**
 * ktrace_files_create - create the control files of a directory
 * @dir: the directory
 * @scopes: the scopes of the files, KTRACE_SCOPE_*
 * @data: private data for the functions of these files
 *
 * Context: task; sleeps; after all event sources are registered.
 * Return: 0 or -ENOMEM; on error, removing @dir removes the created files.
 */
int ktrace_files_create(struct ktrace_dir *dir, unsigned int scopes, void *data)
{
	const struct ktrace_source *source;
	int err = 0;

	ktrace_for_each_source(source)
		if (!err && (source->scopes & scopes))
			err = ktrace_knob_create(source->files, source->nr_files, scopes, dir,
						 data);
	return err;
}
