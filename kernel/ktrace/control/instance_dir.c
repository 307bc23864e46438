// SPDX-License-Identifier: GPL-2.0
/*
 * The directory instances/: mkdir creates an instance, rmdir removes it.
 *
 * debugfs does not support mkdir.  The inode operations of this directory are called
 * with the directory locked, but debugfs functions that create and remove files lock
 * the directory themselves.  So the operations unlock the directory while they call
 * these functions; ktrace_event_files_mutex serialises the creation and removal of instances.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "control/control.h"
#include "control/lazy_dir.h"
#include "control/oops.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tracer.h"

/* The directory instances/; created once. */
static struct dentry *instances_dir;

static struct ktrace_instance *instance_find(const char *name)
{
	struct ktrace_instance *instance;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

/* Remove an instance that has no open file, and whose files cannot be opened any more. */
static void instance_remove(struct ktrace_instance *instance)
{
	struct oops_plan *oops = NULL;

	ktrace_oops_forget(instance, &oops);
	ktrace_tracer_stop(instance);
	ktrace_instance_quiesce(instance);
	/* A grace period has passed: no dump uses the plan any more. */
	ktrace_oops_free(oops);
	if (instance->per_cpu_dir)
		ktrace_lazy_end(instance->per_cpu_dir);
	ktrace_event_files_end(instance);
	debugfs_remove(instance->dir);
	ktrace_event_files_free(instance);
	ktrace_sources_instance_end(instance);
	ktrace_instance_destroy(instance);
}

/* Free an instance that was removed; the last of its files has been closed. */
static void instance_free(struct work_struct *work)
{
	struct ktrace_instance *instance = container_of(work, struct ktrace_instance, freeing);

	guard(mutex)(&ktrace_event_files_mutex);
	ktrace_sources_instance_end(instance);
	ktrace_instance_destroy(instance);
}

/* struct ktrace_owner.last: use a worker, because a file may be closed in any context. */
static void instance_last(struct ktrace_owner *owner)
{
	struct ktrace_instance *instance = container_of(owner, struct ktrace_instance, owner);

	queue_work(system_unbound_wq, &instance->freeing);
}

/*
 * Remove the directory of an instance that is being removed although files of it may be open.
 * debugfs_remove() waits for operations on these files.  debugfs does not guard trace, trace_pipe,
 * snapshot and markers, which use only memory that stays until they are closed.
 *
 * Wake readers that wait for records, so that they find that the instance is being removed:
 * before, because debugfs_remove() waits for reads; and after, because a poller may have begun to
 * wait in between.
 */
static void instance_hide(struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_files_mutex);
	ktrace_buffer_wake(&instance->buffer);
	if (instance->per_cpu_dir)
		ktrace_lazy_end(instance->per_cpu_dir);
	ktrace_event_files_end(instance);
	debugfs_remove(instance->dir);
	ktrace_buffer_wake(&instance->buffer);
}

/*
 * Remove instances, linked by struct ktrace_instance.ending, although files of them may be open.
 * Unlike instance_remove(), remove the files first: a write to them could enable events again.
 */
static void instances_force(struct list_head *ending)
{
	struct ktrace_instance *instance, *next;
	struct oops_plan *oops = NULL;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(instance, ending, ending) {
		ktrace_owner_force(&instance->owner);
		instance_hide(instance);
		ktrace_oops_forget(instance, &oops);
		ktrace_tracer_stop(instance);
	}
	ktrace_instances_quiesce(ending);
	ktrace_oops_free(oops);
	list_for_each_entry_safe(instance, next, ending, ending) {
		/* Module notifiers use this as long as the instance is in the list of all. */
		ktrace_event_files_free(instance);
		ktrace_owner_close(&instance->owner);
	}
}

/* struct ktrace_knob.end: remove the instances of a session, in use or not. */
static void instances_end(struct ktrace_session *session)
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
	LIST_HEAD(failed);
	int err;

	guard(mutex)(&ktrace_event_files_mutex);
	if (instance_find(name))
		return ERR_PTR(-EEXIST);
	instance = ktrace_instance_create(name);
	if (!instance)
		return ERR_PTR(-ENOMEM);
	instance->session = session;
	instance->owner.last = instance_last;
	INIT_WORK(&instance->freeing, instance_free);
	err = ktrace_sources_instance_new(instance);
	if (err) {
		ktrace_instance_quiesce(instance);
		ktrace_instance_destroy(instance);
		return ERR_PTR(err);
	}
	instance->dir = debugfs_create_dir(name, instances_dir);
	err = PTR_ERR_OR_ZERO(instance->dir);
	if (err)
		instance->dir = NULL;
	err = err ?: ktrace_instance_files_create(instance);
	if (!err)
		return instance;
	/* Another task may have opened one of the files already. */
	list_add(&instance->ending, &failed);
	instances_force(&failed);
	return ERR_PTR(err);
}

/* Report in the top error log why rmdir is refused. */
static void instance_tell_busy(const char *name)
{
	char *command __free(kfree) = kasprintf(GFP_KERNEL, "rmdir %s", name);

	if (command)
		ktrace_error(NULL, "instances", command, strlen("rmdir "),
			     "a file of the instance is open");
}

static int instance_drop(const char *name)
{
	struct ktrace_instance *instance;

	guard(mutex)(&ktrace_event_files_mutex);
	instance = instance_find(name);
	if (!instance)
		return -ENOENT;
	if (!ktrace_owner_go(&instance->owner)) {
		instance_tell_busy(name);
		return -EBUSY;
	}
	instance_remove(instance);
	return 0;
}

static int instances_mkdir(struct mnt_idmap *idmap, struct inode *dir,
			   struct dentry *dentry, umode_t mode)
{
	char *name __free(kfree) = NULL;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	name = kstrdup(dentry->d_name.name, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	inode_unlock(dir);
	err = PTR_ERR_OR_ZERO(ktrace_instance_add(name, NULL));
	inode_lock(dir);
	return err;
}

static int instances_rmdir(struct inode *dir, struct dentry *dentry)
{
	char *name __free(kfree) = NULL;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	name = kstrdup(dentry->d_name.name, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	inode_unlock(dir);
	inode_unlock(d_inode(dentry));
	err = instance_drop(name);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	inode_lock(d_inode(dentry));
	return err;
}

static const struct inode_operations instances_inode_ops = {
	.lookup	= simple_lookup,
	.mkdir	= instances_mkdir,
	.rmdir	= instances_rmdir,
};

/*
 * The file owned_instances
 */

/* The names of all instances that a session owns. */
static int owned_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance;

	guard(mutex)(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (instance->session)
			seq_printf(m, "%s\n", instance->name);
	return 0;
}

static int owned_write(struct ktrace_command *command, void *data)
{
	const char *name = command->text;
	const char *slash = strchr(name, '/');
	int err;

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
	err = PTR_ERR_OR_ZERO(ktrace_instance_add(name, command->session));
	if (err == -EEXIST)
		return ktrace_command_refuse(command, err, 0, "an instance of this name exists");
	return err;
}

static const struct ktrace_knob owned_knob =
	KTRACE_KNOB("owned_instances", 0600, owned_show, owned_write, .lines = true,
		    .end = instances_end);

/**
 * ktrace_instances_dir_create - create the directory instances/ and the file owned_instances
 * @parent: the control tree
 *
 * Return: 0 or an errno.
 */
int __init ktrace_instances_dir_create(struct dentry *parent)
{
	instances_dir = debugfs_create_dir("instances", parent);
	if (IS_ERR(instances_dir))
		return PTR_ERR(instances_dir);
	d_inode(instances_dir)->i_op = &instances_inode_ops;
	d_inode(instances_dir)->i_mode = S_IFDIR | 0700;
	return ktrace_knob_create(&owned_knob, 1, parent, NULL);
}
