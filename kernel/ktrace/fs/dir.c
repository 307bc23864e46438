// SPDX-License-Identifier: GPL-2.0
/*
 * The tree of directories and files of the control file system.
 *
 * The tree exists whether the file system is mounted or not.  super.c makes inodes and
 * dentries of it for lookups, and drops them after use.  So a directory costs a struct
 * ktrace_dir, and a file costs nothing: a directory refers to tables of files.
 *
 * A directory is built without a parent, with all files and directories in it, and
 * becomes visible in one step: ktrace_dir_add().  ktrace_dir_remove() makes it invisible,
 * and then waits for the calls that use its data, which ktrace_dir_get() and
 * ktrace_dir_put() enclose.  Between these two, a task must not wait for user space: the
 * task must not access user memory, and must not look up a path.
 */
#include <linux/bug.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fsnotify_backend.h>
#include <linux/init.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/timekeeping.h>
#include <linux/wait_bit.h>

#include "fs/internal.h"

/* Protects the tree; core.c has its position in the lock order. */
DECLARE_RWSEM(ktrace_dir_rwsem);

/* Serialises filling; core.c has its position in the lock order. */
static DEFINE_MUTEX(ktrace_fill_mutex);

/* Inode number of the newest directory; under ktrace_dir_rwsem.  Initially that of the root. */
static u64 dir_last_ino = KTRACE_DIR_INOS;

/* Lets lockdep see that ktrace_dir_remove() waits for the holders of ktrace_dir_get(). */
static struct lockdep_map dir_active_map __maybe_unused;
static struct lock_class_key dir_active_key;

/* The watcher of changes of the tree; set once, before any directory can be removed. */
static const struct ktrace_dir_watcher *dir_watcher;

/**
 * ktrace_dir_init - watch the changes of the tree
 * @watcher: callbacks
 *
 * Context: boot, before any directory can be removed.
 */
void __init ktrace_dir_init(const struct ktrace_dir_watcher *watcher)
{
	dir_watcher = watcher;
	lockdep_init_map(&dir_active_map, "ktrace_dir_get", &dir_active_key, 0);
}

void ktrace_dir_ref(struct ktrace_dir *dir)
{
	refcount_inc(&dir->refs);
}

static void dir_free(struct ktrace_dir *dir)
{
	struct ktrace_file_group *group, *next;

	/*
	 * Take @owned out of its list before freeing anything: a remount finds the directory and
	 * its files through the list, and an unmount frees each @owned in the list.
	 */
	scoped_guard(rwsem_write, &ktrace_dir_rwsem) {
		if (dir->owned)
			list_del(&dir->owned->node);
	}
	kfree(dir->owned);
	for (group = dir->files.next; group; group = next) {
		next = group->next;
		kfree(group);
	}
	if (dir->type->release)
		dir->type->release(dir->data);
	/* Free after a grace period, because a lookup without locks may still read @dead. */
	kfree_rcu(dir, rcu);
}

void ktrace_dir_unref(struct ktrace_dir *dir)
{
	while (dir && refcount_dec_and_test(&dir->refs)) {
		struct ktrace_dir *parent = dir->parent;

		dir_free(dir);
		dir = parent;
	}
}

/**
 * ktrace_dir_create - create a directory that no task can see yet
 * @name:	name of the directory
 * @type:	properties; NULL for none
 * @data:	argument of @type->fill and @type->release; must exist until
 *		ktrace_dir_remove() has returned, or until @type->release
 *
 * Context: task; sleeps.
 * Return: the directory, for ktrace_dir_remove(); or NULL if out of memory, or if @name is longer
 * than NAME_MAX.
 */
struct ktrace_dir *ktrace_dir_create(const char *name, const struct ktrace_dir_type *type,
				     void *data)
{
	static const struct ktrace_dir_type plain;
	size_t size = strlen(name) + 1;
	struct ktrace_dir *dir;

	if (size > NAME_MAX + 1)
		return NULL;
	dir = kzalloc(struct_size(dir, name, size), GFP_KERNEL);
	if (!dir)
		return NULL;
	memcpy(dir->name, name, size);
	dir->len = size - 1;
	INIT_LIST_HEAD(&dir->children);
	INIT_LIST_HEAD(&dir->sibling);
	dir->names = RB_ROOT;
	dir->type = type ?: &plain;
	dir->data = data;
	dir->hash = full_name_hash(NULL, name, dir->len);
	dir->removable = dir->type->removable;
	/* A directory without a parent is the root. */
	dir->ino = KTRACE_DIR_INOS;
	dir->created = ktime_get_real_seconds();
	refcount_set(&dir->refs, 1);
	return dir;
}

/* Readers of the groups of a directory need a reference to it, and no lock. */
static unsigned int group_nr(const struct ktrace_file_group *group)
{
	/* Pairs with ktrace_dir_add_files(): the other fields of the first group are set. */
	return smp_load_acquire(&group->nr);
}

static const struct ktrace_file_group *group_next(const struct ktrace_file_group *group)
{
	/* Pairs with ktrace_dir_add_files(): the fields of the next group are set. */
	return smp_load_acquire(&group->next);
}

static const struct ktrace_file *group_file(const struct ktrace_file_group *group, unsigned int i)
{
	return (const void *)group->first + i * group->stride;
}

/* Return the number of files in @dir. */
unsigned int ktrace_dir_nr_files(const struct ktrace_dir *dir)
{
	const struct ktrace_file_group *group;
	unsigned int files, nr = 0;

	for (group = &dir->files; group; group = group_next(group)) {
		files = group_nr(group);
		/* A group behind an empty one was added after that one was read. */
		if (!files)
			break;
		nr += files;
	}
	return nr;
}

/**
 * ktrace_dir_add_files - create files
 * @dir:	their directory
 * @files:	first entry of a table of struct ktrace_file, or of structures that begin with one
 * @stride:	size of an entry
 * @nr:		number of entries
 * @data:	the files' inode->i_private; must exist until ktrace_dir_remove() has returned
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_dir_add_files(struct ktrace_dir *dir, const struct ktrace_file *files,
			 size_t stride, unsigned int nr, void *data)
{
	struct ktrace_file_group *group = &dir->files, *last = NULL;

	if (!nr)
		return 0;
	if (dir->files.nr) {
		group = kzalloc(sizeof(*group), GFP_KERNEL);
		if (!group)
			return -ENOMEM;
	}
	guard(rwsem_write)(&ktrace_dir_rwsem);
	if (WARN_ON_ONCE(ktrace_dir_nr_files(dir) + nr >= KTRACE_DIR_INOS)) {
		if (group != &dir->files)
			kfree(group);
		return -ENOMEM;
	}
	group->first = files;
	group->stride = stride;
	group->data = data;
	/* Publish the group to readers without the lock: see group_nr() and group_next(). */
	smp_store_release(&group->nr, nr);
	if (group == &dir->files)
		return 0;
	for (last = &dir->files; last->next; last = last->next)
		;
	/* Publish the group as above. */
	smp_store_release(&last->next, group);
	return 0;
}

/* Compare by hash, because few names have the same hash; and by name if they have. */
static int dir_order(const char *name, u32 hash, const struct ktrace_dir *dir)
{
	return hash == dir->hash ? strcmp(name, dir->name) : hash < dir->hash ? -1 : 1;
}

/*
 * Find the link in the tree of names of @parent for @name, whose hash is @hash, and its parent.
 * Return: the directory of this name, or NULL.
 */
static struct ktrace_dir *dir_find(struct ktrace_dir *parent, const char *name, u32 hash,
				   struct rb_node ***link, struct rb_node **above)
{
	struct ktrace_dir *dir;
	int order;

	lockdep_assert_held(&ktrace_dir_rwsem);
	*link = &parent->names.rb_node;
	*above = NULL;
	while (**link) {
		dir = rb_entry(**link, struct ktrace_dir, by_name);
		order = dir_order(name, hash, dir);
		if (!order)
			return dir;
		*above = **link;
		*link = order < 0 ? &(*above)->rb_left : &(*above)->rb_right;
	}
	return NULL;
}

/* Find a file of @dir by name.  Output: @entry except for entry->dir.  Return: true if found. */
static bool dir_find_file(const struct ktrace_dir *dir, const char *name, unsigned int len,
			  struct ktrace_dir_entry *entry)
{
	const struct ktrace_file_group *group;
	unsigned int i, nr, index = 1;

	for (group = &dir->files; group; group = group_next(group)) {
		nr = group_nr(group);
		/* As in ktrace_dir_nr_files(): the numbers of further files would be wrong. */
		if (!nr)
			break;
		for (i = 0; i < nr; i++, index++) {
			const struct ktrace_file *file = group_file(group, i);

			if (file->len != len || memcmp(file->name, name, len))
				continue;
			entry->index = index;
			entry->file = file;
			entry->data = group->data;
			return true;
		}
	}
	return false;
}

/**
 * ktrace_dir_add - put a directory into another
 * @parent:	the parent, which may itself be invisible yet
 * @dir:	made by ktrace_dir_create(), without a parent
 *
 * From now on tasks can see the directory, if they can see @parent.  ktrace_dir_remove() of
 * @parent removes @dir, too.
 *
 * Context: task; sleeps.
 * Return: 0; -EEXIST if an entry has this name; -ENOENT if @parent was removed.
 */
int ktrace_dir_add(struct ktrace_dir *parent, struct ktrace_dir *dir)
{
	struct ktrace_dir_entry entry;
	struct rb_node **link, *above;

	guard(rwsem_write)(&ktrace_dir_rwsem);
	if (parent->dead)
		return -ENOENT;
	if (dir_find(parent, dir->name, dir->hash, &link, &above) ||
	    dir_find_file(parent, dir->name, dir->len, &entry))
		return -EEXIST;
	ktrace_dir_ref(parent);
	dir->parent = parent;
	dir->removable |= parent->removable;
	dir_last_ino += KTRACE_DIR_INOS;
	dir->ino = dir_last_ino;
	rb_link_node(&dir->by_name, above, link);
	rb_insert_color(&dir->by_name, &parent->names);
	list_add_tail(&dir->sibling, &parent->children);
	/* Pairs with the READ_ONCE() of readers without the lock. */
	WRITE_ONCE(parent->nr_children, parent->nr_children + 1);
	return 0;
}

/**
 * ktrace_dir_create_in - create a directory in a directory
 * @parent:	the parent, which removes the directory with itself
 * @name:	as for ktrace_dir_create()
 * @type:	as for ktrace_dir_create()
 * @data:	as for ktrace_dir_create()
 *
 * Context: task; sleeps.
 * Return: the directory, or an errno of ktrace_dir_add() or -ENOMEM as a pointer.
 */
struct ktrace_dir *ktrace_dir_create_in(struct ktrace_dir *parent, const char *name,
					const struct ktrace_dir_type *type, void *data)
{
	struct ktrace_dir *dir = ktrace_dir_create(name, type, data);
	int err = dir ? ktrace_dir_add(parent, dir) : -ENOMEM;

	if (!err)
		return dir;
	ktrace_dir_discard(dir);
	return ERR_PTR(err);
}

/**
 * ktrace_dir_child - find a directory in a directory
 * @parent:	the parent
 * @name:	name of the directory
 *
 * Context: task; sleeps; the caller excludes the removal of the directory, as long as it
 * uses the result.
 * Return: the directory, or NULL.
 */
struct ktrace_dir *ktrace_dir_child(struct ktrace_dir *parent, const char *name)
{
	const u32 hash = full_name_hash(NULL, name, strlen(name));
	struct rb_node **link, *above;

	guard(rwsem_read)(&ktrace_dir_rwsem);
	return dir_find(parent, name, hash, &link, &above);
}

/**
 * ktrace_dir_announce - tell watchers of the parent that a directory was created
 * @dir:	a directory with a parent
 *
 * Not for a directory that mkdir() creates: the VFS announces it.
 *
 * Context: task; sleeps.
 */
void ktrace_dir_announce(const struct ktrace_dir *dir)
{
	const struct ktrace_dir *parent = dir->parent;

	/* Nobody can watch a directory that is being filled.  Pairs with ktrace_dir_fill(). */
	if (parent->type->fill && !smp_load_acquire(&parent->filled))
		return;
	if (dir_watcher)
		dir_watcher->announce(dir, FS_CREATE);
}

/* Move a directory and all directories in it to @removed, parents first. */
static void dir_unlink(struct ktrace_dir *dir, struct list_head *removed)
{
	struct ktrace_dir *at, *child, *next;

	guard(rwsem_write)(&ktrace_dir_rwsem);
	if (dir->parent) {
		rb_erase(&dir->by_name, &dir->parent->names);
		WRITE_ONCE(dir->parent->nr_children, dir->parent->nr_children - 1);
	}
	list_move_tail(&dir->sibling, removed);
	/* The list grows while this loop walks it. */
	list_for_each_entry(at, removed, sibling) {
		list_for_each_entry_safe(child, next, &at->children, sibling)
			list_move_tail(&child->sibling, removed);
		at->names = RB_ROOT;
		/* Pairs with the READ_ONCE() of readers without the lock. */
		WRITE_ONCE(at->nr_children, 0);
		WRITE_ONCE(at->dead, true);
	}
}

/* Drop the tree's references to removed directories: first of children, then of parents. */
static void dirs_unref(struct list_head *removed)
{
	struct ktrace_dir *at, *next;

	list_for_each_entry_safe_reverse(at, next, removed, sibling) {
		list_del_init(&at->sibling);
		ktrace_dir_unref(at);
	}
}

/**
 * ktrace_dir_remove - remove a directory and all directories in it
 * @dir:	made by ktrace_dir_create(); not used any more by the caller
 * @announce:	tell watchers of the parent; false if rmdir() removes the directory, because
 *		then the VFS does
 *
 * When this returns, no task uses the data of the files, except for what open files pin.
 *
 * Context: task; sleeps; waits for the holders of ktrace_dir_get(): must not hold any lock
 * that these take.
 */
void ktrace_dir_remove(struct ktrace_dir *dir, bool announce)
{
	struct ktrace_dir *at;
	LIST_HEAD(removed);

	if (!dir)
		return;
	dir_unlink(dir, &removed);
	list_for_each_entry(at, &removed, sibling)
		atomic_add(INT_MIN, &at->active);
	rwsem_acquire(&dir_active_map, 0, 0, _RET_IP_);
	rwsem_release(&dir_active_map, _RET_IP_);
	list_for_each_entry(at, &removed, sibling) {
		wait_var_event(&at->active, atomic_read(&at->active) == INT_MIN);
		if (dir_watcher)
			dir_watcher->forget(at);
	}
	if (announce && dir->parent && dir_watcher)
		dir_watcher->announce(dir, FS_DELETE);
	dirs_unref(&removed);
}

/**
 * ktrace_dir_discard - free a directory that no task could see, and all directories in it
 * @dir:	made by ktrace_dir_create(), not in a visible directory; or NULL
 *
 * Context: task; sleeps; waits for no other task.
 */
void ktrace_dir_discard(struct ktrace_dir *dir)
{
	LIST_HEAD(removed);

	if (!dir)
		return;
	dir_unlink(dir, &removed);
	dirs_unref(&removed);
}

/**
 * ktrace_dir_get - begin to use the data of a directory and its files
 * @dir:	the directory, with a reference, or with an open file
 *
 * Context: task; until ktrace_dir_put(), must not access user memory.
 * Return: false if the directory was removed.
 */
bool ktrace_dir_get(struct ktrace_dir *dir)
{
	if (!dir->removable)
		return true;
	if (!atomic_inc_unless_negative(&dir->active))
		return false;
	rwsem_acquire_read(&dir_active_map, 0, 1, _RET_IP_);
	return true;
}

/**
 * ktrace_dir_put - undo ktrace_dir_get()
 * @dir:	the directory
 *
 * Context: the task that called ktrace_dir_get().
 */
void ktrace_dir_put(struct ktrace_dir *dir)
{
	if (!dir->removable)
		return;
	rwsem_release(&dir_active_map, _RET_IP_);
	if (atomic_dec_return(&dir->active) == INT_MIN)
		wake_up_var(&dir->active);
}

/* Find a directory in a directory.  Return: the directory with a reference, or NULL. */
static struct ktrace_dir *dir_get_child(struct ktrace_dir *parent, const struct qstr *name)
{
	const u32 hash = full_name_hash(NULL, name->name, name->len);
	struct rb_node **link, *above;
	struct ktrace_dir *dir;

	guard(rwsem_read)(&ktrace_dir_rwsem);
	dir = dir_find(parent, name->name, hash, &link, &above);
	if (dir)
		ktrace_dir_ref(dir);
	return dir;
}

/**
 * ktrace_dir_lookup - find an entry
 * @parent:	the directory to search, with a reference
 * @name:	name of the entry
 * @entry:	output: the entry, whose directory has a reference
 *
 * Most entries are files, which are found without a lock.
 *
 * Context: task; sleeps.
 * Return: whether the entry exists.
 */
bool ktrace_dir_lookup(struct ktrace_dir *parent, const struct qstr *name,
		       struct ktrace_dir_entry *entry)
{
	*entry = (struct ktrace_dir_entry) { };
	/* A directory that is removed now is found; the caller looks at @dead again. */
	if (READ_ONCE(parent->dead))
		return false;
	if (dir_find_file(parent, name->name, name->len, entry)) {
		entry->dir = parent;
		ktrace_dir_ref(parent);
	} else {
		entry->dir = dir_get_child(parent, name);
	}
	return entry->dir;
}

/**
 * ktrace_dir_files_from - get files by their numbers
 * @dir:	their directory, with a reference
 * @nr:		number of the first file, from 0
 * @run:	output: this file, and the files behind it in the same table; valid while the caller
 *		has the reference
 *
 * Context: any.
 * Return: whether @dir has a file of this number.
 */
bool ktrace_dir_files_from(const struct ktrace_dir *dir, unsigned int nr,
			   struct ktrace_file_run *run)
{
	const struct ktrace_file_group *group;

	for (group = &dir->files; group; group = group_next(group)) {
		const unsigned int files = group_nr(group);

		/* As in ktrace_dir_nr_files() */
		if (!files)
			break;
		if (nr < files) {
			run->file = group_file(group, nr);
			run->stride = group->stride;
			run->nr = files - nr;
			return true;
		}
		nr -= files;
	}
	return false;
}

/**
 * ktrace_dir_child_from - get the next directory in a directory
 * @dir:	the parent
 * @last:	the previous directory, whose inode number is less than @ino; or NULL
 * @ino:	lowest inode number
 *
 * Context: task; sleeps.
 * Return: the directory with a reference, or NULL at the end.
 */
struct ktrace_dir *ktrace_dir_child_from(struct ktrace_dir *dir, struct ktrace_dir *last, u64 ino)
{
	struct list_head *before = &dir->children;

	/* Most directories have only files. */
	if (!READ_ONCE(dir->nr_children))
		return NULL;
	guard(rwsem_read)(&ktrace_dir_rwsem);
	if (last && !last->dead)
		before = &last->sibling;
	list_for_each_continue(before, &dir->children) {
		struct ktrace_dir *child = list_entry(before, struct ktrace_dir, sibling);

		if (child->ino < ino)
			continue;
		ktrace_dir_ref(child);
		return child;
	}
	return NULL;
}

/**
 * ktrace_dir_fill - fill a directory, unless it is filled
 * @dir:	the directory, with a reference
 *
 * Context: task; sleeps.
 * Return: 0, -ENOENT if the directory was removed, or the errno of struct
 * ktrace_dir_type.fill.
 */
int ktrace_dir_fill(struct ktrace_dir *dir)
{
	int err = 0;

	/* Pairs with the store below. */
	if (!dir->type->fill || smp_load_acquire(&dir->filled))
		return 0;
	if (!ktrace_dir_get(dir))
		return -ENOENT;
	scoped_guard(mutex, &ktrace_fill_mutex) {
		if (dir->filled)
			break;
		err = dir->type->fill(dir, dir->data);
		if (err)
			break;
		/* Pairs with the loads above and in ktrace_dir_announce(). */
		smp_store_release(&dir->filled, true);
	}
	ktrace_dir_put(dir);
	return err;
}
