// SPDX-License-Identifier: GPL-2.0
/*
 * Owners and permissions of the files and directories.
 *
 * An owner, group or mode that a user changed stays until the file system is
 * unmounted, although super.c drops inodes after use.  All other files belong to the owner
 * of the nearest directory above with struct ktrace_dir_type.head (an instance, the directory
 * of instances, or the root) whose owner a user changed; or, if there is none, to the owner
 * that the mount options name.
 *
 * A value that is the same as without the change counts as not changed: `chown` to the present
 * owner of the mount undoes an earlier `chown`, and so does a remount with the owner that
 * `chown` set.  The next remount then applies, as the base's test of ownership expects.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/slab.h>

#include "fs/internal.h"

/* Permissions of directories other than the root. */
#define DIR_MODE	0750

/* All changes by users; under ktrace_dir_rwsem. */
static LIST_HEAD(owned_list);

/* The present mount options; under ktrace_dir_rwsem. */
static struct ktrace_mount_options mounted;

/* Written under ktrace_dir_rwsem. */
unsigned int ktrace_attr_changes;

/* Inodes with attributes from before the change take the new ones at their next use. */
static void attr_changed(void)
{
	/* Pairs with fs_inode_refresh(): if it sees the new number, it reads the new attributes. */
	smp_store_release(&ktrace_attr_changes, ktrace_attr_changes + 1);
}

static const struct ktrace_owned_attr *owned_at(const struct ktrace_dir *dir, unsigned int index)
{
	return dir->owned && index < dir->owned->nr ? &dir->owned->at[index] : NULL;
}

/*
 * Find the directory whose owner (@what is ATTR_UID) or group (ATTR_GID) the files in @dir inherit:
 * the nearest one, from @dir up to the root, that has struct ktrace_dir_type.head and whose owner
 * or group a user changed.  Return: the changes of that directory; NULL if there is none.
 */
static const struct ktrace_owned_attr *owned_head(const struct ktrace_dir *dir, unsigned int what)
{
	const struct ktrace_owned_attr *owned;

	for (; dir; dir = dir->parent) {
		owned = dir->type->head ? owned_at(dir, 0) : NULL;
		if (owned && (owned->set & what))
			return owned;
	}
	return NULL;
}

/* Get the attributes of @entry as if no user had changed any.  Needs no lock. */
static void attr_of_mount(const struct ktrace_dir_entry *entry, struct ktrace_attr *attr)
{
	attr->uid = KUIDT_INIT(READ_ONCE(mounted.uid.val));
	attr->gid = KGIDT_INIT(READ_ONCE(mounted.gid.val));
	if (entry->index)
		attr->mode = entry->file->mode;
	else
		attr->mode = entry->dir->parent ? DIR_MODE : READ_ONCE(mounted.mode);
}

/* Get the attributes of @entry as if the entry itself had not been changed by a user. */
static void attr_inherit(const struct ktrace_dir_entry *entry, struct ktrace_attr *attr)
{
	/* A directory inherits from its parent. */
	const struct ktrace_dir *above = entry->index ? entry->dir : entry->dir->parent;
	const struct ktrace_owned_attr *uid = owned_head(above, ATTR_UID);
	const struct ktrace_owned_attr *gid = owned_head(above, ATTR_GID);

	lockdep_assert_held(&ktrace_dir_rwsem);
	attr_of_mount(entry, attr);
	if (uid)
		attr->uid = uid->attr.uid;
	if (gid)
		attr->gid = gid->attr.gid;
}

/**
 * ktrace_attr_get - get the owner and the permissions of a file or directory
 * @entry:	the file or directory
 * @attr:	output
 *
 * As long as no user has changed any owner or mode, no lock is taken.  Then @attr may have some
 * values from before and some from after a change that runs at the same time: ktrace_attr_changes
 * makes the caller get them again.
 *
 * Context: task; sleeps.
 */
void ktrace_attr_get(const struct ktrace_dir_entry *entry, struct ktrace_attr *attr)
{
	const struct ktrace_owned_attr *owned;

	if (list_empty(&owned_list)) {
		attr_of_mount(entry, attr);
		return;
	}
	guard(rwsem_read)(&ktrace_dir_rwsem);
	attr_inherit(entry, attr);
	owned = owned_at(entry->dir, entry->index);
	if (!owned)
		return;
	if (owned->set & ATTR_UID)
		attr->uid = owned->attr.uid;
	if (owned->set & ATTR_GID)
		attr->gid = owned->attr.gid;
	if (owned->set & ATTR_MODE)
		attr->mode = owned->attr.mode;
}

/* Have room in @dir->owned for all files of @dir. */
static int owned_grow(struct ktrace_dir *dir)
{
	unsigned int nr = 1 + ktrace_dir_nr_files(dir);
	struct ktrace_owned *old = dir->owned, *owned;

	lockdep_assert_held_write(&ktrace_dir_rwsem);
	if (old && old->nr >= nr)
		return 0;
	owned = kzalloc(struct_size(owned, at, nr), GFP_KERNEL_ACCOUNT);
	if (!owned)
		return -ENOMEM;
	owned->dir = dir;
	owned->nr = nr;
	if (old) {
		memcpy(owned->at, old->at, flex_array_size(old, at, old->nr));
		list_del(&old->node);
		kfree(old);
	}
	dir->owned = owned;
	list_add(&owned->node, &owned_list);
	return 0;
}

/* Drop the changes in @owned that have no effect. */
static void owned_clear_same(struct ktrace_owned_attr *owned, const struct ktrace_attr *inherited)
{
	if (uid_eq(owned->attr.uid, inherited->uid))
		owned->set &= ~ATTR_UID;
	if (gid_eq(owned->attr.gid, inherited->gid))
		owned->set &= ~ATTR_GID;
	if (owned->attr.mode == inherited->mode)
		owned->set &= ~ATTR_MODE;
}

/* Whether the values of @attr that @valid names are those of @inherited. */
static bool attr_is_inherited(const struct ktrace_attr *attr, unsigned int valid,
			      const struct ktrace_attr *inherited)
{
	return (!(valid & ATTR_UID) || uid_eq(attr->uid, inherited->uid)) &&
	       (!(valid & ATTR_GID) || gid_eq(attr->gid, inherited->gid)) &&
	       (!(valid & ATTR_MODE) || (attr->mode & S_IALLUGO) == inherited->mode);
}

/* Free @owned if no change in it has an effect. */
static void owned_free_unused(struct ktrace_owned *owned)
{
	unsigned int i;

	lockdep_assert_held_write(&ktrace_dir_rwsem);
	for (i = 0; i < owned->nr; i++)
		if (owned->at[i].set)
			return;
	list_del(&owned->node);
	owned->dir->owned = NULL;
	kfree(owned);
}

/**
 * ktrace_attr_set - change the owner or the permissions of a file or directory
 * @entry:	the file or directory
 * @attr:	the new values
 * @valid:	ATTR_UID, ATTR_GID, ATTR_MODE: which of @attr to take
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_attr_set(const struct ktrace_dir_entry *entry, const struct ktrace_attr *attr,
		    unsigned int valid)
{
	struct ktrace_attr inherited;
	struct ktrace_owned_attr *owned;
	int err;

	guard(rwsem_write)(&ktrace_dir_rwsem);
	attr_inherit(entry, &inherited);
	/* `chown -R` to the present owner needs no memory. */
	if (!owned_at(entry->dir, entry->index) && attr_is_inherited(attr, valid, &inherited))
		return 0;
	err = owned_grow(entry->dir);
	if (err)
		return err;
	owned = &entry->dir->owned->at[entry->index];
	if (valid & ATTR_UID)
		owned->attr.uid = attr->uid;
	if (valid & ATTR_GID)
		owned->attr.gid = attr->gid;
	if (valid & ATTR_MODE)
		owned->attr.mode = attr->mode & S_IALLUGO;
	owned->set |= valid & (ATTR_UID | ATTR_GID | ATTR_MODE);
	owned_clear_same(owned, &inherited);
	owned_free_unused(entry->dir->owned);
	attr_changed();
	return 0;
}

/**
 * ktrace_attr_remount - change the mount options
 * @options: the new options
 *
 * Context: task; sleeps.
 */
void ktrace_attr_remount(const struct ktrace_mount_options *options)
{
	struct ktrace_attr inherited;
	struct ktrace_file_run run;
	struct ktrace_owned *owned, *next;
	unsigned int i;

	guard(rwsem_write)(&ktrace_dir_rwsem);
	/* Pairs with attr_of_mount(). */
	WRITE_ONCE(mounted.uid.val, options->uid.val);
	WRITE_ONCE(mounted.gid.val, options->gid.val);
	WRITE_ONCE(mounted.mode, options->mode);
	list_for_each_entry_safe(owned, next, &owned_list, node) {
		for (i = 0; i < owned->nr; i++) {
			struct ktrace_dir_entry entry = { .dir = owned->dir, .index = i };

			if (i && !ktrace_dir_files_from(owned->dir, i - 1, &run))
				break;
			entry.file = i ? run.file : NULL;
			attr_inherit(&entry, &inherited);
			owned_clear_same(&owned->at[i], &inherited);
		}
		owned_free_unused(owned);
	}
	attr_changed();
}

/**
 * ktrace_attr_reset - forget all changes by users, because the file system is unmounted
 *
 * Context: task; sleeps.
 */
void ktrace_attr_reset(void)
{
	struct ktrace_owned *owned, *next;

	guard(rwsem_write)(&ktrace_dir_rwsem);
	list_for_each_entry_safe(owned, next, &owned_list, node) {
		list_del(&owned->node);
		owned->dir->owned = NULL;
		kfree(owned);
	}
}
