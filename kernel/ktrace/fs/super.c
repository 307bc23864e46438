// SPDX-License-Identifier: GPL-2.0
/*
 * The file system: inodes, dentries and the mount of the tree of dir.c.
 *
 * In a kernel without ftrace the type is tracefs, with the mount point /sys/kernel/tracing,
 * where clients look for it; else ktracefs, with /sys/kernel/ktrace.
 *
 * Nothing but fs_recent pins an inode or a dentry.  A lookup creates them, and the last user drops
 * them: ktrace_d_ops, ktrace_super_ops.  As long as an inode is in use, a lookup of the same file
 * returns it, because the directory has a list of its inodes.  A directory that is removed
 * stops the lookups of its entries by ktrace_dir.dead.  Dentries of names without a file
 * stay out of the cache, so that a new file is found at once.
 *
 * Called in task context.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/fsnotify.h>
#include <linux/kobject.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "fs/internal.h"

/* Permissions of the root directory without the mount option mode=. */
#define ROOT_MODE	0700

/* Use other names in a kernel with ftrace, whose tracefs is mounted at /sys/kernel/tracing. */
#define FS_NAME		(IS_ENABLED(CONFIG_TRACING) ? "ktracefs" : "tracefs")
#define FS_MOUNT_POINT	(IS_ENABLED(CONFIG_TRACING) ? "ktrace" : "tracing")

/**
 * struct ktrace_inode - an inode
 * @inode:	of the VFS
 * @entry:	the file or directory
 * @node:	in ktrace_dir.inodes of @entry.dir, until the inode is freed or the directory is
 *		removed; under inodes_lock
 * @changes:	ktrace_attr_changes when the inode took its attributes
 */
struct ktrace_inode {
	struct inode inode;
	struct ktrace_dir_entry entry;
	struct hlist_node node;
	unsigned int changes;
};

static struct kmem_cache *ktrace_inode_cache;

/* Protects the lists of inodes of all directories. */
static DEFINE_SPINLOCK(inodes_lock);

/* The root of the tree; set once. */
static struct ktrace_dir *fs_root;

/*
 * The superblock while the file system is mounted.  super_rwsem keeps it from going away:
 * core.c has the position of the lock.
 */
static struct super_block *super;
static DECLARE_RWSEM(super_rwsem);

/*
 * The dentry of the directory that was looked up last, with a reference; or NULL.  A program that
 * lists a tree looks up each directory twice, for stat() and for open().
 */
static struct dentry *fs_recent;

static struct ktrace_inode *fs_inode_of(const struct inode *inode)
{
	return container_of(inode, struct ktrace_inode, inode);
}

/**
 * ktrace_file_dir - get the directory of a control file
 * @file:	an open file
 *
 * Context: any.
 * Return: the directory, which exists at least as long as the file is open.
 */
struct ktrace_dir *ktrace_file_dir(const struct file *file)
{
	return fs_inode_of(file_inode(file))->entry.dir;
}

/**
 * ktrace_file_of - get the description of a control file
 * @file:	an open file
 *
 * Context: any.
 * Return: the description.
 */
const struct ktrace_file *ktrace_file_of(const struct file *file)
{
	return fs_inode_of(file_inode(file))->entry.file;
}

/*
 * Owners and permissions
 */

/* Let an inode take the attributes that its file has now. */
static void fs_inode_refresh(struct ktrace_inode *ki)
{
	struct inode *inode = &ki->inode;
	/* Load before the attributes: a change in between makes the inode take them again. */
	unsigned int changes = smp_load_acquire(&ktrace_attr_changes);
	struct ktrace_attr attr;

	ktrace_attr_get(&ki->entry, &attr);
	spin_lock(&inode->i_lock);
	/* Another task may have stored newer attributes meanwhile. */
	if ((int)(changes - ki->changes) >= 0) {
		inode->i_uid = attr.uid;
		inode->i_gid = attr.gid;
		inode->i_mode = (inode->i_mode & S_IFMT) | attr.mode;
		/* Pairs with fs_inode_stale(): the attributes are at least as new. */
		smp_store_release(&ki->changes, changes);
	}
	spin_unlock(&inode->i_lock);
}

static bool fs_inode_stale(const struct ktrace_inode *ki)
{
	/* Pairs with fs_inode_refresh(). */
	return smp_load_acquire(&ki->changes) != READ_ONCE(ktrace_attr_changes);
}

static int fs_permission(struct mnt_idmap *idmap, struct inode *inode, int mask)
{
	struct ktrace_inode *ki = fs_inode_of(inode);

	if (fs_inode_stale(ki)) {
		if (mask & MAY_NOT_BLOCK)
			return -ECHILD;
		fs_inode_refresh(ki);
	}
	return generic_permission(idmap, inode, mask);
}

static int fs_getattr(struct mnt_idmap *idmap, const struct path *path, struct kstat *stat,
		      u32 request_mask, unsigned int flags)
{
	struct inode *inode = d_inode(path->dentry);
	struct ktrace_inode *ki = fs_inode_of(inode);

	if (fs_inode_stale(ki))
		fs_inode_refresh(ki);
	generic_fillattr(idmap, request_mask, inode, stat);
	if (S_ISDIR(inode->i_mode) && stat->nlink)
		stat->nlink += READ_ONCE(ki->entry.dir->nr_children);
	return 0;
}

/*
 * Get the owner, group and mode that a request sets.  The inode may not have these values any more
 * after setattr_copy(): another task may have refreshed it with the old values.
 */
static void fs_requested_attr(struct mnt_idmap *idmap, struct inode *inode,
			      const struct iattr *iattr, struct ktrace_attr *attr)
{
	*attr = (struct ktrace_attr) { };
	if (iattr->ia_valid & ATTR_UID)
		attr->uid = from_vfsuid(idmap, i_user_ns(inode), iattr->ia_vfsuid);
	if (iattr->ia_valid & ATTR_GID)
		attr->gid = from_vfsgid(idmap, i_user_ns(inode), iattr->ia_vfsgid);
	if (iattr->ia_valid & ATTR_MODE)
		attr->mode = iattr->ia_mode;
}

static int fs_setattr(struct mnt_idmap *idmap, struct dentry *dentry, struct iattr *iattr)
{
	struct inode *inode = d_inode(dentry);
	struct ktrace_inode *ki = fs_inode_of(inode);
	struct ktrace_attr attr;
	int err;

	if (fs_inode_stale(ki))
		fs_inode_refresh(ki);
	err = setattr_prepare(idmap, dentry, iattr);
	if (err)
		return err;
	/* Ignore a change of the size: open() handles O_TRUNC. */
	iattr->ia_valid &= ~ATTR_SIZE;
	setattr_copy(idmap, inode, iattr);
	if (!(iattr->ia_valid & (ATTR_UID | ATTR_GID | ATTR_MODE)))
		return 0;
	fs_requested_attr(idmap, inode, iattr, &attr);
	err = ktrace_attr_set(&ki->entry, &attr, iattr->ia_valid);
	fs_inode_refresh(ki);
	return err;
}

/*
 * Files
 */

/*
 * Open a file by the operations of its description.  A task that has looked the file up
 * may get here after the removal of its directory.
 */
static int fs_open(struct inode *inode, struct file *file)
{
	const struct ktrace_dir_entry *entry = &fs_inode_of(inode)->entry;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	if (!ktrace_dir_get(entry->dir))
		return -ENOENT;
	replace_fops(file, fops_get(entry->file->fops));
	err = file->f_op->open(inode, file);
	ktrace_dir_put(entry->dir);
	return err;
}

static const struct file_operations fs_open_fops = {
	.owner	= THIS_MODULE,
	.open	= fs_open,
};

static const struct inode_operations fs_file_iops = {
	.permission	= fs_permission,
	.getattr	= fs_getattr,
	.setattr	= fs_setattr,
};

/*
 * Directories
 */

/* Positions in a directory: 0 and 1 for the dots, then files, then directories. */
#define POS_FILES	2
#define POS_DIRS	(POS_FILES + KTRACE_DIR_INOS)

static loff_t dir_pos(const struct ktrace_dir *dir)
{
	return POS_DIRS + dir->ino / KTRACE_DIR_INOS;
}

/* Emit files of @dir from a table.  Return: false if there is no room for the next file. */
static bool emit_run(const struct ktrace_dir *dir, struct ktrace_file_run *run,
		     struct dir_context *ctx)
{
	for (; run->nr; run->nr--, ctx->pos++) {
		const struct ktrace_file *file = run->file;

		if (!dir_emit(ctx, file->name, file->len, dir->ino + 1 + ctx->pos - POS_FILES,
			      DT_REG))
			return false;
		run->file = (const void *)file + run->stride;
	}
	return true;
}

static bool emit_files(const struct ktrace_dir *dir, struct dir_context *ctx)
{
	struct ktrace_file_run run;

	while (ctx->pos < POS_DIRS && !READ_ONCE(dir->dead) &&
	       ktrace_dir_files_from(dir, ctx->pos - POS_FILES, &run)) {
		if (!emit_run(dir, &run, ctx))
			return false;
	}
	if (ctx->pos < POS_DIRS)
		ctx->pos = POS_DIRS;
	return true;
}

/*
 * file->private_data refers to the directory that was returned last, so that readdir() need
 * not search for it.
 */
static int fs_iterate(struct file *file, struct dir_context *ctx)
{
	struct ktrace_dir *dir = ktrace_file_dir(file), *last = file->private_data, *next;
	u64 ino;

	if (!dir_emit_dots(file, ctx) || !emit_files(dir, ctx))
		return 0;
	/* seekdir() went back. */
	if (last && dir_pos(last) >= ctx->pos) {
		ktrace_dir_unref(last);
		last = NULL;
	}
	for (;;) {
		ino = (ctx->pos - POS_DIRS) * KTRACE_DIR_INOS;
		next = ktrace_dir_child_from(dir, last, ino);
		if (!next)
			break;
		ctx->pos = dir_pos(next);
		if (!dir_emit(ctx, next->name, next->len, next->ino, DT_DIR)) {
			ktrace_dir_unref(next);
			break;
		}
		ctx->pos++;
		ktrace_dir_unref(last);
		last = next;
	}
	file->private_data = last;
	return 0;
}

static int fs_dir_release(struct inode *inode, struct file *file)
{
	ktrace_dir_unref(file->private_data);
	return 0;
}

static const struct file_operations fs_dir_fops = {
	.owner		= THIS_MODULE,
	.read		= generic_read_dir,
	.iterate_shared	= fs_iterate,
	.llseek		= generic_file_llseek,
	.fsync		= noop_fsync,
	.release	= fs_dir_release,
};

static struct dentry *fs_lookup(struct inode *dir, struct dentry *dentry, unsigned int flags);

/*
 * Creating and removing a directory takes long, and takes locks under which paths of this file
 * system may be looked up: unlock the inodes meanwhile.  The callbacks serialise themselves.  The
 * caller has references to the dentries, and neither is ever renamed.
 */

static int fs_mkdir(struct mnt_idmap *idmap, struct inode *dir, struct dentry *dentry,
		    umode_t mode)
{
	char *name __free(kfree) = NULL;
	const struct ktrace_dir_type *type = fs_inode_of(dir)->entry.dir->type;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	if (!type->mkdir)
		return -EPERM;
	name = kstrdup(dentry->d_name.name, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	inode_unlock(dir);
	err = type->mkdir(name);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	return err;
}

static int fs_rmdir(struct inode *dir, struct dentry *dentry)
{
	char *name __free(kfree) = NULL;
	const struct ktrace_dir_type *type = fs_inode_of(dir)->entry.dir->type;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	if (!type->rmdir)
		return -EPERM;
	name = kstrdup(dentry->d_name.name, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	inode_unlock(dir);
	inode_unlock(d_inode(dentry));
	err = type->rmdir(name);
	inode_lock_nested(dir, I_MUTEX_PARENT);
	inode_lock(d_inode(dentry));
	return err;
}

static const struct inode_operations fs_dir_iops = {
	.lookup		= fs_lookup,
	.mkdir		= fs_mkdir,
	.rmdir		= fs_rmdir,
	.permission	= fs_permission,
	.getattr	= fs_getattr,
	.setattr	= fs_setattr,
};

/*
 * Inodes
 */

/* Get the inode of file number @index of @dir, or of @dir itself, if the inode exists. */
static struct inode *fs_inode_find(const struct ktrace_dir *dir, unsigned int index)
{
	struct inode *found = NULL;
	struct ktrace_inode *ki;

	spin_lock(&inodes_lock);
	hlist_for_each_entry(ki, &dir->inodes, node) {
		/* An inode that is being freed may be in front of a new one. */
		found = ki->entry.index == index ? igrab(&ki->inode) : NULL;
		if (found)
			break;
	}
	spin_unlock(&inodes_lock);
	return found;
}

static void fs_inode_init(struct ktrace_inode *ki, const struct ktrace_dir_entry *entry)
{
	struct inode *inode = &ki->inode;
	const struct timespec64 created = { .tv_sec = entry->dir->created };

	ki->entry = *entry;
	inode->i_ino = entry->dir->ino + entry->index;
	inode_set_mtime_to_ts(inode, inode_set_atime_to_ts(inode,
							   inode_set_ctime_to_ts(inode, created)));
	if (entry->file) {
		inode->i_mode = S_IFREG;
		inode->i_op = &fs_file_iops;
		inode->i_fop = &fs_open_fops;
		inode->i_private = entry->data;
	} else {
		inode->i_mode = S_IFDIR;
		inode->i_op = &fs_dir_iops;
		inode->i_fop = &fs_dir_fops;
		set_nlink(inode, 2);
	}
	inode->i_flags |= S_NOATIME | S_NOCMTIME;
	fs_inode_refresh(ki);
}

/*
 * Get the inode of a file or directory.  The inode takes over the caller's reference to the
 * directory.  Two tasks never create the same inode: an inode has one name, and of the tasks that
 * look up a name that is not in the cache, the VFS lets one call fs_lookup().  So the inode needs
 * no I_NEW.  ktrace_dir.inodes replaces the VFS's hash of inodes: insertion into that hash takes a
 * lock that all file systems share, and the removal of a directory would have to search the hash
 * for each file.
 */
static struct inode *fs_inode_get(struct super_block *sb, const struct ktrace_dir_entry *entry)
{
	struct inode *inode = fs_inode_find(entry->dir, entry->index);
	struct ktrace_inode *ki;

	/* A watcher has kept the inode, or the last user is about to drop it. */
	if (inode) {
		ktrace_dir_unref(entry->dir);
		return inode;
	}
	inode = new_inode(sb);
	if (!inode) {
		ktrace_dir_unref(entry->dir);
		return ERR_PTR(-ENOMEM);
	}
	ki = fs_inode_of(inode);
	fs_inode_init(ki, entry);
	lockdep_annotate_inode_mutex_key(inode);
	spin_lock(&inodes_lock);
	hlist_add_head(&ki->node, &entry->dir->inodes);
	spin_unlock(&inodes_lock);
	return inode;
}

/* Drop the reference of fs_recent to @dentry, or if @dentry is NULL, to any dentry. */
static void fs_recent_drop(struct dentry *dentry)
{
	if (!dentry)
		dput(xchg(&fs_recent, NULL));
	else if (cmpxchg(&fs_recent, dentry, NULL) == dentry)
		dput(dentry);
}

static void fs_recent_set(struct dentry *dentry, const struct ktrace_dir *dir)
{
	dput(xchg(&fs_recent, dget(dentry)));
	/* xchg() is a full barrier.  Pairs with smp_mb() of fs_forget(), after @dead was set. */
	if (READ_ONCE(dir->dead))
		fs_recent_drop(dentry);
}

static struct dentry *fs_lookup(struct inode *dir, struct dentry *dentry, unsigned int flags)
{
	struct ktrace_dir_entry entry;
	struct dentry *result;
	struct inode *inode;
	int err;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	/* Without d_add() the dentry is not cached, so the next lookup looks again. */
	if (!ktrace_dir_lookup(fs_inode_of(dir)->entry.dir, &dentry->d_name, &entry))
		return NULL;
	/* Fill a directory before its inode exists: later entries are announced to watchers. */
	err = entry.file ? 0 : ktrace_dir_fill(entry.dir);
	if (err) {
		ktrace_dir_unref(entry.dir);
		return err == -ENOENT ? NULL : ERR_PTR(err);
	}
	inode = fs_inode_get(dir->i_sb, &entry);
	if (IS_ERR(inode))
		return ERR_CAST(inode);
	/*
	 * The inode is in the list of the directory before the check.  Pairs with fs_forget(), by
	 * inodes_lock: either the removal finds the inode and tells its watchers, or this task sees
	 * that the entry is not there any more.
	 */
	if (READ_ONCE(entry.dir->dead)) {
		iput(inode);
		return NULL;
	}
	result = d_splice_alias(inode, dentry);
	if (!IS_ERR(result) && !entry.file)
		fs_recent_set(result ?: dentry, entry.dir);
	return result;
}

static int fs_d_revalidate(struct dentry *dentry, unsigned int flags)
{
	/* In RCU mode the inode may be in the process of being freed, or NULL. */
	const struct inode *inode = d_inode_rcu(dentry);

	return inode && !READ_ONCE(fs_inode_of(inode)->entry.dir->dead);
}

static const struct dentry_operations ktrace_d_ops = {
	.d_revalidate	= fs_d_revalidate,
	.d_delete	= always_delete_dentry,
};

static struct inode *fs_alloc_inode(struct super_block *sb)
{
	struct ktrace_inode *ki = alloc_inode_sb(sb, ktrace_inode_cache, GFP_KERNEL);

	if (!ki)
		return NULL;
	ki->entry = (struct ktrace_dir_entry) { };
	ki->changes = READ_ONCE(ktrace_attr_changes);
	INIT_HLIST_NODE(&ki->node);
	return &ki->inode;
}

static void fs_free_inode(struct inode *inode)
{
	kmem_cache_free(ktrace_inode_cache, fs_inode_of(inode));
}

static void fs_evict_inode(struct inode *inode)
{
	struct ktrace_inode *ki = fs_inode_of(inode);

	/* No file has pages in the page cache. */
	clear_inode(inode);
	scoped_guard(spinlock, &inodes_lock)
		hlist_del_init(&ki->node);
	ktrace_dir_unref(ki->entry.dir);
}

static int fs_show_options(struct seq_file *m, struct dentry *root)
{
	const struct ktrace_mount_options *options = root->d_sb->s_fs_info;

	if (!uid_eq(options->uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u", from_kuid_munged(&init_user_ns, options->uid));
	if (!gid_eq(options->gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u", from_kgid_munged(&init_user_ns, options->gid));
	if (options->mode != ROOT_MODE)
		seq_printf(m, ",mode=%o", options->mode);
	return 0;
}

static const struct super_operations ktrace_super_ops = {
	.alloc_inode	= fs_alloc_inode,
	.free_inode	= fs_free_inode,
	.evict_inode	= fs_evict_inode,
	.drop_inode	= generic_delete_inode,
	.statfs		= simple_statfs,
	.show_options	= fs_show_options,
};

/**
 * ktrace_fs_regular - whether an open file is a control file
 * @file:	any open file
 *
 * Context: any.
 * Return: true for a control file, but not for a directory of the control file system.
 */
bool ktrace_fs_regular(const struct file *file)
{
	const struct inode *inode = file_inode(file);

	return inode->i_sb->s_op == &ktrace_super_ops && S_ISREG(inode->i_mode);
}

/*
 * Mounts
 */

enum { OPTION_UID, OPTION_GID, OPTION_MODE };

static const struct fs_parameter_spec fs_parameters[] = {
	fsparam_gid("gid", OPTION_GID),
	fsparam_u32oct("mode", OPTION_MODE),
	fsparam_uid("uid", OPTION_UID),
	{ }
};

/**
 * struct fs_request - a request to mount the file system, or to change its options
 * @options:	the options
 * @given:	BIT(OPTION_*): which of them the request names
 */
struct fs_request {
	struct ktrace_mount_options options;
	unsigned int given;
};

static int fs_parse_param(struct fs_context *fc, struct fs_parameter *param)
{
	struct fs_request *request = fc->fs_private;
	struct fs_parse_result result;
	int option = fs_parse(fc, fs_parameters, param, &result);

	if (option < 0)
		return option;
	switch (option) {
	case OPTION_UID:
		request->options.uid = result.uid;
		break;
	case OPTION_GID:
		request->options.gid = result.gid;
		break;
	case OPTION_MODE:
		request->options.mode = result.uint_32 & S_IALLUGO;
		break;
	}
	request->given |= BIT(option);
	return 0;
}

static int fs_fill_super(struct super_block *sb, struct fs_context *fc)
{
	const struct ktrace_dir_entry root = { .dir = fs_root };
	struct ktrace_mount_options *options = kzalloc(sizeof(*options), GFP_KERNEL);
	struct inode *inode;

	if (!options)
		return -ENOMEM;
	options->uid = GLOBAL_ROOT_UID;
	options->gid = GLOBAL_ROOT_GID;
	options->mode = ROOT_MODE;
	ktrace_attr_remount(options);
	sb->s_fs_info = options;
	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_magic = TRACEFS_MAGIC;
	sb->s_op = &ktrace_super_ops;
	sb->s_d_op = &ktrace_d_ops;
	sb->s_time_gran = 1;
	sb->s_iflags |= SB_I_NOEXEC | SB_I_NODEV;
	ktrace_dir_ref(fs_root);
	inode = fs_inode_get(sb, &root);
	if (IS_ERR(inode))
		return PTR_ERR(inode);
	sb->s_root = d_make_root(inode);
	if (!sb->s_root)
		return -ENOMEM;
	guard(rwsem_write)(&super_rwsem);
	super = sb;
	return 0;
}

/* Change the options that the request names. */
static int fs_reconfigure(struct fs_context *fc)
{
	struct ktrace_mount_options *options = fc->root->d_sb->s_fs_info;
	const struct fs_request *request = fc->fs_private;

	if (!request->given)
		return 0;
	if (request->given & BIT(OPTION_UID))
		options->uid = request->options.uid;
	if (request->given & BIT(OPTION_GID))
		options->gid = request->options.gid;
	if (request->given & BIT(OPTION_MODE))
		options->mode = request->options.mode;
	ktrace_attr_remount(options);
	return 0;
}

/* All mounts share the superblock; a mount with options changes those of the others. */
static int fs_get_tree(struct fs_context *fc)
{
	return get_tree_single(fc, fs_fill_super) ?: fs_reconfigure(fc);
}

static void fs_free_context(struct fs_context *fc)
{
	kfree(fc->fs_private);
}

static const struct fs_context_operations fs_context_ops = {
	.free		= fs_free_context,
	.parse_param	= fs_parse_param,
	.get_tree	= fs_get_tree,
	.reconfigure	= fs_reconfigure,
};

static int fs_init_context(struct fs_context *fc)
{
	struct fs_request *request = kzalloc(sizeof(*request), GFP_KERNEL);

	if (!request)
		return -ENOMEM;
	fc->fs_private = request;
	fc->ops = &fs_context_ops;
	return 0;
}

static void fs_kill_super(struct super_block *sb)
{
	/* From now on no announcement uses the superblock. */
	scoped_guard(rwsem_write, &super_rwsem)
		super = NULL;
	fs_recent_drop(NULL);
	/* kill_anon_super() lets the next mount begin, with its own owners and modes. */
	ktrace_attr_reset();
	kill_anon_super(sb);
	kfree(sb->s_fs_info);
}

static struct file_system_type ktrace_fs_type = {
	.owner		= THIS_MODULE,
	.name		= FS_NAME,
	.init_fs_context = fs_init_context,
	.parameters	= fs_parameters,
	.kill_sb	= fs_kill_super,
};

/*
 * Removed and new directories
 */

/* Take an inode of a removed directory out of its list.  Return: NULL if there is none. */
static struct inode *fs_inode_take(struct ktrace_dir *dir)
{
	struct inode *taken = NULL;
	struct hlist_node *next;
	struct ktrace_inode *ki;

	spin_lock(&inodes_lock);
	hlist_for_each_entry_safe(ki, next, &dir->inodes, node) {
		hlist_del_init(&ki->node);
		/* Otherwise the last user frees the inode now. */
		taken = igrab(&ki->inode);
		if (taken)
			break;
	}
	spin_unlock(&inodes_lock);
	return taken;
}

/* Drop the dentries of a removed file or directory, and a reference to its inode. */
static void fs_inode_forget(struct inode *inode)
{
	struct dentry *dentry;

	spin_lock(&inode->i_lock);
	clear_nlink(inode);
	spin_unlock(&inode->i_lock);
	/* A file has one name, and so one dentry at most. */
	dentry = d_find_alias(inode);
	if (dentry) {
		d_invalidate(dentry);
		fs_recent_drop(dentry);
		dput(dentry);
	} else {
		/* Only watchers keep the inode.  Otherwise the last dput() does this. */
		fsnotify_inoderemove(inode);
	}
	iput(inode);
}

/* Drop the dentries of a removed directory and its files. */
static void fs_forget(struct ktrace_dir *dir)
{
	struct inode *inode;

	/* The store to ktrace_dir.dead before the use of fs_recent.  Pairs with fs_recent_set(). */
	smp_mb();
	guard(rwsem_read)(&super_rwsem);
	/* Taking inodes_lock pairs with fs_lookup(). */
	while (super && (inode = fs_inode_take(dir)))
		fs_inode_forget(inode);
}

/* Tell watchers of the parent of a new or removed directory. */
static void fs_announce(const struct ktrace_dir *dir, u32 mask)
{
	const struct qstr name = QSTR_INIT(dir->name, strlen(dir->name));
	struct inode *parent;

	guard(rwsem_read)(&super_rwsem);
	parent = super ? fs_inode_find(dir->parent, 0) : NULL;
	if (!parent)
		return;
	fsnotify(mask | FS_ISDIR, parent, FSNOTIFY_EVENT_INODE, parent, &name, NULL, 0);
	iput(parent);
}

static const struct ktrace_dir_watcher fs_watcher = {
	.announce	= fs_announce,
	.forget		= fs_forget,
};

/*
 * A lookup of "ktrace" in debugfs mounts the file system there.  The mount belongs to the user
 * namespace of debugfs, which may differ from that of the task.
 */
static struct vfsmount *fs_automount(struct dentry *mountpoint, void *unused)
{
	struct fs_context *fc = fs_context_for_submount(&ktrace_fs_type, mountpoint);
	struct vfsmount *mount;
	int err;

	if (IS_ERR(fc))
		return ERR_CAST(fc);
	err = vfs_parse_fs_string(fc, "source", FS_NAME, strlen(FS_NAME));
	mount = err ? ERR_PTR(err) : fc_mount(fc);
	put_fs_context(fc);
	/* The VFS takes one reference for the mount and one for the walk. */
	return IS_ERR(mount) ? mount : mntget(mount);
}

static void fs_inode_once(void *object)
{
	struct ktrace_inode *ki = object;

	inode_init_once(&ki->inode);
}

/**
 * ktrace_fs_init - register the file system and create its mount points
 * @root:	the root directory, which is never removed
 *
 * Return: 0 or an errno; then the file system does not exist.
 */
int __init ktrace_fs_init(struct ktrace_dir *root)
{
	int err;

	ktrace_dir_init(&fs_watcher);
	fs_root = root;
	ktrace_inode_cache = kmem_cache_create("ktrace_inode_cache", sizeof(struct ktrace_inode), 0,
					       SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT, fs_inode_once);
	if (!ktrace_inode_cache)
		return -ENOMEM;
	err = register_filesystem(&ktrace_fs_type);
	if (err) {
		kmem_cache_destroy(ktrace_inode_cache);
		return err;
	}
	err = sysfs_create_mount_point(kernel_kobj, FS_MOUNT_POINT);
	if (err)
		pr_warn("no mount point /sys/kernel/%s: %d\n", FS_MOUNT_POINT, err);
	debugfs_create_automount("ktrace", NULL, fs_automount, NULL);
	/* Old clients know this name. */
	if (!IS_ENABLED(CONFIG_TRACING))
		debugfs_create_symlink("tracing", NULL, "ktrace");
	return 0;
}
