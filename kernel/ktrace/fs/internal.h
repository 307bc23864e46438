/* SPDX-License-Identifier: GPL-2.0 */
/* The control file system: declarations shared by the files of this folder. */
#ifndef _KTRACE_FS_INTERNAL_H
#define _KTRACE_FS_INTERNAL_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rbtree.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/time64.h>
#include <linux/uidgid.h>

#include "fs/dir.h"

/* Number of inode numbers for a directory and its files; the directory has the first one. */
#define KTRACE_DIR_INOS		256

/**
 * struct ktrace_file_group - files of a directory from one table
 * @next:	the next group
 * @first:	first entry of the table
 * @stride:	distance of the entries in bytes
 * @nr:		number of files
 * @data:	data of the files
 */
struct ktrace_file_group {
	struct ktrace_file_group *next;
	const struct ktrace_file *first;
	u32	stride;
	u32	nr;
	void	*data;
};

/**
 * struct ktrace_file_run - files of a directory, one behind the other in a table
 * @file:	the first of them
 * @stride:	distance of the files in bytes
 * @nr:		number of files
 */
struct ktrace_file_run {
	const struct ktrace_file *file;
	u32	stride;
	u32	nr;
};

/**
 * struct ktrace_dir - a directory
 * @by_name:	in @names of the parent
 * @rcu:	for freeing
 * @names:	the directories in it, by @hash and name
 * @sibling:	in @children of the parent, or in a list of directories that are removed
 * @children:	the directories in it, by inode number
 * @nr_children:	number of @children
 * @hash:	hash of @name
 * @parent:	the parent, with a reference; NULL for the root and before ktrace_dir_add()
 * @files:	first group of files; empty if its @nr is 0.  Groups are only added, so that readers
 *		need no lock
 * @type:	properties
 * @data:	argument of @type->fill
 * @owned:	owners and modes that users changed; NULL if none was
 * @inodes:	inodes of the directory and of its files; struct ktrace_inode.node
 * @ino:	inode number, a multiple of KTRACE_DIR_INOS
 * @created:	time of creation
 * @active:	number of calls of ktrace_dir_get() without ktrace_dir_put(), plus INT_MIN
 *		(and so negative) once the directory is being removed
 * @refs:	references; a removed directory is freed with the last one
 * @removable:	the directory may be removed
 * @dead:	the directory was removed
 * @filled:	@type->fill has succeeded
 * @len:	length of @name
 * @name:	name
 *
 * ktrace_dir_rwsem protects all fields except @active, @refs, @filled, @inodes, reads of @files
 * and those that never change: @type, @data, @created, @name, @len, @hash, and @parent, @ino
 * and @removable once the directory has a parent.
 */
struct ktrace_dir {
	union {
		struct rb_node	by_name;
		struct rcu_head	rcu;
	};
	struct rb_root		names;
	struct list_head	sibling;
	struct list_head	children;
	unsigned int		nr_children;
	u32			hash;
	struct ktrace_dir	*parent;
	struct ktrace_file_group files;
	const struct ktrace_dir_type *type;
	void			*data;
	struct ktrace_owned	*owned;
	struct hlist_head	inodes;
	u64			ino;
	time64_t		created;
	atomic_t		active;
	refcount_t		refs;
	bool			removable;
	bool			dead;
	bool			filled;
	u8			len;
	char			name[];
};

/**
 * struct ktrace_dir_entry - an entry of a directory
 * @dir:	the directory, or the parent of a file; with a reference
 * @index:	0 for a directory, else 1 + number of the file
 * @file:	the file; NULL for a directory
 * @data:	data of the file
 */
struct ktrace_dir_entry {
	struct ktrace_dir *dir;
	unsigned int index;
	const struct ktrace_file *file;
	void *data;
};

/**
 * struct ktrace_mount_options - options of the file system
 * @uid:	owner of all files and directories
 * @gid:	their group
 * @mode:	permissions of the root directory
 */
struct ktrace_mount_options {
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
};

/**
 * struct ktrace_attr - owner and permissions of a file or directory
 * @uid:	owner
 * @gid:	group
 * @mode:	permissions
 */
struct ktrace_attr {
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
};

/**
 * struct ktrace_owned_attr - a file or directory that a user changed
 * @attr:	the values
 * @set:	ATTR_UID, ATTR_GID, ATTR_MODE: which of them are in effect
 */
struct ktrace_owned_attr {
	struct ktrace_attr attr;
	unsigned int set;
};

/**
 * struct ktrace_owned - changes by users in a directory
 * @node:	in the list of all; under ktrace_dir_rwsem
 * @dir:	the directory
 * @nr:		number of elements of @at
 * @at:		by index, as in struct ktrace_dir_entry
 */
struct ktrace_owned {
	struct list_head node;
	struct ktrace_dir *dir;
	unsigned int nr;
	struct ktrace_owned_attr at[] __counted_by(nr);
};

/**
 * struct ktrace_dir_watcher - callbacks for changes of the tree
 * @announce:	a directory was added to its parent (@mask is FS_CREATE) or removed
 *		(FS_DELETE): tell watchers of the parent; may sleep
 * @forget:	a directory was removed: drop its dentries and those of its files; may sleep
 */
struct ktrace_dir_watcher {
	void (*announce)(const struct ktrace_dir *dir, u32 mask);
	void (*forget)(struct ktrace_dir *dir);
};

/* Counts changes of owners, groups and modes; inodes with an older count are refreshed. */
extern unsigned int ktrace_attr_changes;

extern struct rw_semaphore ktrace_dir_rwsem;

void ktrace_dir_init(const struct ktrace_dir_watcher *watcher);
bool ktrace_dir_lookup(struct ktrace_dir *parent, const struct qstr *name,
		       struct ktrace_dir_entry *entry);
unsigned int ktrace_dir_nr_files(const struct ktrace_dir *dir);
bool ktrace_dir_files_from(const struct ktrace_dir *dir, unsigned int nr,
			   struct ktrace_file_run *run);
struct ktrace_dir *ktrace_dir_child_from(struct ktrace_dir *dir, struct ktrace_dir *last,
					 u64 ino);
int ktrace_dir_fill(struct ktrace_dir *dir);
void ktrace_dir_ref(struct ktrace_dir *dir);
void ktrace_dir_unref(struct ktrace_dir *dir);

bool ktrace_fs_regular(const struct file *file);

void ktrace_attr_get(const struct ktrace_dir_entry *entry, struct ktrace_attr *attr);
int ktrace_attr_set(const struct ktrace_dir_entry *entry, const struct ktrace_attr *attr,
		    unsigned int valid);
void ktrace_attr_remount(const struct ktrace_mount_options *options);
void ktrace_attr_reset(void);

#endif /* _KTRACE_FS_INTERNAL_H */
