// SPDX-License-Identifier: GPL-2.0
/*
 * The directory instances/: mkdir creates an instance, rmdir removes it.
 *
 * An instance becomes visible when it is complete.  ktrace_event_files_mutex serialises the
 * creation and removal of instances.
 */
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "control/control.h"
#include "control/files.h"
#include "control/oops.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tracer.h"

/* The directory instances/; created once. */
static struct ktrace_dir *instances_dir;

static struct ktrace_instance *instance_find(const char *name)
{
	struct ktrace_instance *instance;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

/*
 * Remove an instance that has no open file, and whose files cannot be opened any more.  The caller
 * calls ktrace_instance_destroy() without ktrace_event_files_mutex.
 */
static void instance_remove(struct ktrace_instance *instance)
{
	struct oops_plan *oops = NULL;

	ktrace_oops_forget(instance, &oops);
	ktrace_tracer_stop(instance);
	ktrace_instance_quiesce(instance);
	/* A grace period has passed: no dump uses the oops plan any more. */
	ktrace_oops_free(oops);
	ktrace_dir_remove(instance->dir, false);
	ktrace_event_files_free(instance);
	ktrace_sources_instance_end(instance);
	ktrace_instance_clear(instance);
}

/* Free an instance that was removed; the last of its files has been closed. */
static void instance_free(struct work_struct *work)
{
	struct ktrace_instance *instance = container_of(work, struct ktrace_instance, freeing);

	scoped_guard(mutex, &ktrace_event_files_mutex) {
		ktrace_sources_instance_end(instance);
		ktrace_instance_clear(instance);
	}
	ktrace_instance_destroy(instance);
}

/* struct ktrace_owner.last: use a worker, because a file may be closed in any context. */
static void instance_last(struct ktrace_owner *owner)
{
	struct ktrace_instance *instance = container_of(owner, struct ktrace_instance, owner);

	queue_work(system_unbound_wq, &instance->freeing);
}

/*
 * Remove instances, linked by struct ktrace_instance.ending, although files of them may be open.
 * Unlike instance_remove(), remove the files first: a write to them could enable events again.
 * The removal waits for commands that run, but not for tasks that wait for records or user
 * memory.  Wake readers that wait for records, so that they find the end of the file.
 */
static void instances_force(struct list_head *ending)
{
	struct ktrace_instance *instance, *next;
	struct oops_plan *oops = NULL;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(instance, ending, ending) {
		ktrace_owner_force(&instance->owner);
		ktrace_dir_remove(instance->dir, true);
		ktrace_buffer_wake(&instance->buffer);
		ktrace_oops_forget(instance, &oops);
		ktrace_tracer_stop(instance);
	}
	ktrace_instances_quiesce(ending);
	ktrace_oops_free(oops);
	list_for_each_entry_safe(instance, next, ending, ending) {
		/* Free this last: module notifiers use it while the instance is in the list. */
		ktrace_event_files_free(instance);
		ktrace_owner_close(&instance->owner);
	}
}

/* struct ktrace_knob.end: remove the instances of a session, in use or not. */
void ktrace_instances_end(struct ktrace_session *session)
{
	struct ktrace_instance *instance;
	LIST_HEAD(ending);

	guard(mutex)(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (instance->session == session)
			list_add_tail(&instance->ending, &ending);
	if (!list_empty(&ending))
		instances_force(&ending);
}

/* Create the directory of an instance.  Return: 0, or an errno and then no task has seen it. */
static int instance_create_dir(struct ktrace_instance *instance)
{
	static const struct ktrace_dir_type instance_type = { .removable = true, .head = true };
	int err;

	instance->dir = ktrace_dir_create(instance->name, &instance_type, NULL);
	if (!instance->dir)
		return -ENOMEM;
	err = ktrace_instance_files_create(instance) ?:
	      ktrace_dir_add(instances_dir, instance->dir);
	if (!err)
		return 0;
	ktrace_dir_discard(instance->dir);
	return err;
}

/* Complete a new instance.  Return: 0; or an errno, and then the caller destroys the instance. */
static int instance_complete(struct ktrace_instance *instance)
{
	int err = ktrace_sources_instance_new(instance);

	if (!err) {
		err = ktrace_options_init(instance);
		if (err)
			ktrace_sources_instance_end(instance);
	}
	if (err) {
		ktrace_instance_quiesce(instance);
		ktrace_instance_clear(instance);
		return err;
	}
	err = instance_create_dir(instance);
	if (err) {
		ktrace_instance_quiesce(instance);
		ktrace_event_files_free(instance);
		ktrace_sources_instance_end(instance);
		ktrace_instance_clear(instance);
	}
	return err;
}

/**
 * ktrace_instance_add - create an instance, and its directory in instances/
 * @name: name of the directory
 * @session: owner of the instance, which is removed when the session ends; NULL: the instance
 *	exists until its directory is removed
 *
 * Context: task; sleeps.
 * Return: the instance, or an errno as a pointer.
 */
struct ktrace_instance *ktrace_instance_add(const char *name, struct ktrace_session *session)
{
	struct ktrace_instance *instance;
	int err;

	scoped_guard(mutex, &ktrace_event_files_mutex) {
		if (instance_find(name))
			return ERR_PTR(-EEXIST);
		instance = ktrace_instance_create(name);
		if (!instance)
			return ERR_PTR(-ENOMEM);
		instance->session = session;
		instance->owner.last = instance_last;
		INIT_WORK(&instance->freeing, instance_free);
		err = instance_complete(instance);
		/* Announce a directory of a session; the VFS announces one that mkdir() created. */
		if (!err && session)
			ktrace_dir_announce(instance->dir);
	}
	if (!err)
		return instance;
	ktrace_instance_destroy(instance);
	return ERR_PTR(err);
}

/* Report in the top error log why rmdir is refused. */
static void instance_log_busy(struct ktrace_instance *instance)
{
	char *command __free(kfree) = kasprintf(GFP_KERNEL, "rmdir %s", instance->name);
	char text[160], user[128];
	struct seq_buf by;

	seq_buf_init(&by, user, sizeof(user));
	/* A mapping keeps a file open, also after its descriptors were closed. */
	if (!ktrace_dir_put_holder(instance->dir, &by))
		ktrace_buffer_put_mapper(&instance->buffer, KTRACE_ALL_CPUS, &by);
	snprintf(text, sizeof(text), "a file of the instance is open%s%s",
		 seq_buf_used(&by) ? ": " : "", seq_buf_str(&by));
	if (command)
		ktrace_error(NULL, "instances", command, strlen("rmdir "), text);
}

static int instance_drop(const char *name)
{
	struct ktrace_instance *instance;

	scoped_guard(mutex, &ktrace_event_files_mutex) {
		instance = instance_find(name);
		if (!instance)
			return -ENOENT;
		if (!ktrace_owner_go(&instance->owner)) {
			instance_log_busy(instance);
			return -EBUSY;
		}
		instance_remove(instance);
	}
	ktrace_instance_destroy(instance);
	return 0;
}

static int instances_mkdir(const char *name)
{
	return PTR_ERR_OR_ZERO(ktrace_instance_add(name, NULL));
}

static const struct ktrace_dir_type instances_type = {
	.head	= true,
	.mkdir	= instances_mkdir,
	.rmdir	= instance_drop,
};

/*
 * The file owned_instances
 */

/* The names of all instances that a session owns. */
int ktrace_owned_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance;

	guard(mutex)(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (instance->session)
			seq_printf(m, "%s\n", instance->name);
	return 0;
}

int ktrace_owned_write(struct ktrace_command *command, void *data)
{
	const char *name = command->text;
	const char *slash = strchr(name, '/');
	struct ktrace_instance *instance;

	if (!*name)
		return 0;
	if (!command->session)
		return ktrace_command_refuse(command, -EINVAL, 0, "write \"owned\" first");
	if (!strcmp(name, ".") || !strcmp(name, ".."))
		return ktrace_command_refuse(command, -EINVAL, 0, "not a valid directory name");
	if (slash)
		return ktrace_command_refuse(command, -EINVAL, slash - name,
					     "a name must not contain a slash");
	if (command->len > NAME_MAX)
		return ktrace_command_refuse(command, -ENAMETOOLONG, NAME_MAX, "name is too long");
	instance = ktrace_instance_add(name, command->session);
	if (instance == ERR_PTR(-EEXIST))
		return ktrace_command_refuse(command, -EEXIST, 0,
					     "an instance of this name exists");
	return PTR_ERR_OR_ZERO(instance);
}

/**
 * ktrace_instances_dir_create - create the directory instances/
 * @parent: the control tree
 *
 * Return: 0 or an errno.
 */
int __init ktrace_instances_dir_create(struct ktrace_dir *parent)
{
	instances_dir = ktrace_dir_create_in(parent, "instances", &instances_type, NULL);
	return PTR_ERR_OR_ZERO(instances_dir);
}
