/* SPDX-License-Identifier: GPL-2.0 */
/* Directories that are filled at the first lookup. */
#ifndef _KTRACE_LAZY_DIR_H
#define _KTRACE_LAZY_DIR_H

struct dentry;
struct vfsmount;

/* Create the entries of @dir.  An earlier attempt may have created some of them. */
typedef int ktrace_lazy_fill(struct dentry *dir, void *data);

struct dentry *ktrace_lazy_dir(const char *name, struct dentry *parent,
			       struct vfsmount *(*look)(struct dentry *dir, void *data),
			       void *data);
struct vfsmount *ktrace_lazy_look(struct dentry *dir, ktrace_lazy_fill *fill, void *data);

void ktrace_lazy_end(struct dentry *dir);

/* Define the function for the parameter @look of ktrace_lazy_dir(), by a fill function. */
#define KTRACE_LAZY_LOOK(fill)							\
	static struct vfsmount *fill ## _look(struct dentry *dir, void *data)	\
	{									\
		return ktrace_lazy_look(dir, fill, data);			\
	}

#endif /* _KTRACE_LAZY_DIR_H */
