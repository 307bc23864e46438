/* SPDX-License-Identifier: GPL-2.0 */
/* Directories and files of the control file system. */
#ifndef _KTRACE_DIR_H
#define _KTRACE_DIR_H

#include <linux/fs.h>
#include <linux/init.h>
#include <linux/types.h>

struct ktrace_dir;
struct seq_buf;

/**
 * struct ktrace_file - a control file
 * @name:	file name
 * @mode:	permissions
 * @len:	length of @name
 * @fops:	file operations; inode->i_private is the data of the file, see
 *		ktrace_dir_add_files()
 *
 * The file system calls fops->open() between ktrace_dir_get() and ktrace_dir_put().  The
 * other operations may run while and after the directory is removed: they call
 * ktrace_dir_get() themselves, or use only memory that open() has pinned.
 */
struct ktrace_file {
	const char *name;
	umode_t mode;
	u8 len;
	const struct file_operations *fops;
};

/* Initialise a struct ktrace_file; @_name is a string literal. */
#define KTRACE_FILE(_name, _mode, _fops) {				\
	.name	= (_name),						\
	.mode	= (_mode),						\
	.len	= sizeof(_name) - 1,					\
	.fops	= (_fops),						\
}

/**
 * struct ktrace_dir_type - properties of a directory
 * @removable:	the directory and all directories in it may be removed
 * @head:	files in it belong to the owner of this directory, except as changed by users
 * @fill:	create the entries; called before the first task sees the directory; returns 0,
 *		or an errno, and is called again at the next lookup.  Called with the inode of
 *		the parent locked.  May be NULL
 * @release:	free the data of the directory, when no task uses the directory any more.  May be
 *		NULL
 * @mkdir:	create a directory of this name at the request of a user; no inode is locked, so
 *		another task may create it first.  May be NULL
 * @rmdir:	remove a directory of this name at the request of a user; no inode is locked, so
 *		another task may remove it first.  May be NULL
 */
struct ktrace_dir_type {
	bool removable;
	bool head;
	int (*fill)(struct ktrace_dir *dir, void *data);
	void (*release)(void *data);
	int (*mkdir)(const char *name);
	int (*rmdir)(const char *name);
};

struct ktrace_dir *ktrace_dir_create(const char *name, const struct ktrace_dir_type *type,
				     void *data);
/* See fs/tracefs.c. */
#ifdef CONFIG_TRACING
#define ktrace_dir_create_known	ktrace_dir_create
#else
#define ktrace_dir_create_known	tracefs_create_dir
struct ktrace_dir *tracefs_create_dir(const char *name, const struct ktrace_dir_type *type,
				      void *data);
#endif
int ktrace_dir_add(struct ktrace_dir *parent, struct ktrace_dir *dir);
struct ktrace_dir *ktrace_dir_create_in(struct ktrace_dir *parent, const char *name,
					const struct ktrace_dir_type *type, void *data);
int ktrace_dir_add_files(struct ktrace_dir *dir, const struct ktrace_file *files,
			 size_t stride, unsigned int nr, void *data);
struct ktrace_dir *ktrace_dir_child(struct ktrace_dir *parent, const char *name);
void ktrace_dir_announce(const struct ktrace_dir *dir);
void ktrace_dir_remove(struct ktrace_dir *dir, bool announce);
void ktrace_dir_discard(struct ktrace_dir *dir);

bool ktrace_dir_get(struct ktrace_dir *dir);
void ktrace_dir_put(struct ktrace_dir *dir);
struct ktrace_dir *ktrace_file_dir(const struct file *file);
const struct ktrace_file *ktrace_file_of(const struct file *file);
bool ktrace_dir_put_holder(const struct ktrace_dir *dir, struct seq_buf *out);

int ktrace_fs_init(struct ktrace_dir *root);

#endif /* _KTRACE_DIR_H */
