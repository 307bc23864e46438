// SPDX-License-Identifier: GPL-2.0
/*
 * Directories that are filled when somebody looks.
 *
 * Each is an automount point of debugfs on which nothing is ever mounted: whoever walks
 * through it, and holds no lock of a directory then, has it filled.  After that it
 * is a directory like others.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/mutex.h>

#include "control/lazy_dir.h"

/* One is filled at a time; see core.c for its place among the locks. */
static DEFINE_MUTEX(lazy_mutex);

/* From now on it is a directory like others. */
static void lazy_dir_done(struct dentry *dir)
{
	lockdep_assert_held(&lazy_mutex);
	d_inode(dir)->i_flags &= ~S_AUTOMOUNT;
	spin_lock(&dir->d_lock);
	dir->d_flags &= ~DCACHE_NEED_AUTOMOUNT;
	spin_unlock(&dir->d_lock);
}

/**
 * ktrace_lazy_look - fill a directory, if it is not filled yet
 * @dir: the directory
 * @fill: what fills it; called by one at a time, and again for the next who looks if
 *	it fails
 * @data: for that
 *
 * Context: as debugfs calls what was given to debugfs_create_automount().
 * Return: NULL: nothing is to be mounted; or an errno as a pointer.
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
 * ktrace_lazy_end - have a directory not be filled any more
 * @dir: the directory, which is about to be removed
 *
 * Who walks through it may come later than its removal: after this what it is about
 * may be freed.
 *
 * Context: task; sleeps.
 */
void ktrace_lazy_end(struct dentry *dir)
{
	guard(mutex)(&lazy_mutex);
	lazy_dir_done(dir);
}

/**
 * ktrace_lazy_dir - make a directory that is filled when somebody looks
 * @name: its name
 * @parent: the directory to make it in
 * @look: KTRACE_LAZY_LOOK() of what fills it
 * @data: for that; stays until ktrace_lazy_end()
 *
 * Files that are made in it before are there at once.
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
	/* It is to have entries, as an automount point has not. */
	inode = d_inode(dir);
	inode->i_mode = S_IFDIR | 0700;
	inode->i_op = &simple_dir_inode_operations;
	inode->i_fop = &simple_dir_operations;
	return dir;
}
