// SPDX-License-Identifier: GPL-2.0
/*
 * The directory instances/: mkdir creates an instance, rmdir removes it.
 *
 * debugfs does not support mkdir.  The inode operations of this directory are called
 * with the directory locked, but debugfs functions that create and remove files lock
 * the directory themselves.  So the operations unlock it meanwhile;
 * ktrace_event_files_mutex serialises the creation and removal of instances.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command/error_log.h"
#include "control/control.h"
#include "control/lazy_dir.h"
#include "control/oops.h"
#include "event/event.h"
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
	struct oops_plan *oops = ktrace_oops_forget(instance);

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
	ktrace_instance_unmake(instance);
}

/**
 * ktrace_instance_add - create an instance, and its directory in instances/
 * @name: name of the directory
 *
 * Context: task; sleeps.
 * Return: the instance, which exists until its directory is removed; or an errno as a
 * pointer.
 */
struct ktrace_instance *ktrace_instance_add(const char *name)
{
	struct ktrace_instance *instance;
	int err;

	guard(mutex)(&ktrace_event_files_mutex);
	if (instance_find(name))
		return ERR_PTR(-EEXIST);
	instance = ktrace_instance_make(name);
	if (!instance)
		return ERR_PTR(-ENOMEM);
	err = ktrace_sources_instance_new(instance);
	if (err) {
		ktrace_instance_quiesce(instance);
		ktrace_instance_unmake(instance);
		return ERR_PTR(err);
	}
	instance->dir = debugfs_create_dir(name, instances_dir);
	err = PTR_ERR_OR_ZERO(instance->dir);
	if (err)
		instance->dir = NULL;
	err = err ?: ktrace_instance_files_create(instance);
	/* If a task has opened a file already, the incomplete instance stays. */
	if (err && ktrace_owner_go(&instance->owner)) {
		instance_remove(instance);
		return ERR_PTR(err);
	}
	return instance;
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
	err = PTR_ERR_OR_ZERO(ktrace_instance_add(name));
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

/**
 * ktrace_instances_dir_create - create the directory instances/
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
	return 0;
}
