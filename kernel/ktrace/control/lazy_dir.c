// SPDX-License-Identifier: GPL-2.0
/*
 * Directories that are filled at the first lookup.
 *
 * Such a directory is an automount point of debugfs on which nothing is ever mounted.
 * A task that walks through it, without a lock of a directory, fills the directory.
 * After that it is an ordinary directory.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/mutex.h>

#include "control/lazy_dir.h"

/* Serialises filling; core.c has its position in the lock order. */
static DEFINE_MUTEX(lazy_mutex);

/* Make @dir an ordinary directory. */
static void lazy_dir_done(struct dentry *dir)
{
	lockdep_assert_held(&lazy_mutex);
	d_inode(dir)->i_flags &= ~S_AUTOMOUNT;
	spin_lock(&dir->d_lock);
	dir->d_flags &= ~DCACHE_NEED_AUTOMOUNT;
	spin_unlock(&dir->d_lock);
}

/**
 * ktrace_lazy_look - fill a directory, unless it is filled
 * @dir:	the directory
 * @fill:	function that fills the directory; one call at a time; called again at
 *		the next lookup if it fails
 * @data:	argument of @fill
 *
 * Context: as for the function passed to debugfs_create_automount().
 * Return: NULL, since there is nothing to mount; or an errno as a pointer.
 */
struct vfsmount *ktrace_lazy_look(struct dentry *dir, ktrace_lazy_fill *fill, void *data)
{
	struct inode *inode = d_inode(dir);
	int err;

	guard(mutex)(&lazy_mutex);
	if (!(inode->i_flags & S_AUTOMOUNT))
		return NULL;
	err = fill(dir, data);
	if (err)
		return ERR_PTR(err);
	lazy_dir_done(dir);
	return NULL;
}

/**
 * ktrace_lazy_end - prevent a directory from being filled
 * @dir: the directory, which is about to be removed
 *
 * A task may walk through the directory even after its removal.  After this call the
 * data of @fill may be freed.
 *
 * Context: task; sleeps.
 */
void ktrace_lazy_end(struct dentry *dir)
{
	guard(mutex)(&lazy_mutex);
	lazy_dir_done(dir);
}

/**
 * ktrace_lazy_dir - create a directory that is filled at the first lookup
 * @name: name of the directory
 * @parent: the parent directory
 * @look: function defined by KTRACE_LAZY_LOOK()
 * @data: argument of the fill function; must exist until ktrace_lazy_end()
 *
 * Files that the caller creates in the directory are visible without filling it.
 *
 * Context: task; sleeps.
 * Return: the directory, or an errno as a pointer.
 */
struct dentry *ktrace_lazy_dir(const char *name, struct dentry *parent,
			       struct vfsmount *(*look)(struct dentry *dir, void *data),
			       void *data)
{
	struct dentry *dir = debugfs_create_automount(name, parent, look, data);
	struct inode *inode;

	if (IS_ERR(dir))
		return dir;
	/* The inode of an automount point has no operations for entries. */
	inode = d_inode(dir);
	inode->i_mode = S_IFDIR | 0700;
	inode->i_op = &simple_dir_inode_operations;
	inode->i_fop = &simple_dir_operations;
	return dir;
}
