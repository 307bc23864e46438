// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: finds the file of a line and checks that it can be probed.
 *
 * Called by probe/uprobe.c in task context without a lock: a path lookup may take as
 * long as the filesystem does.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/shmem_fs.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "probe/uprobe_event.h"

/**
 * ktrace_uprobe_inode - get the inode whose pages are mapped
 * @path:	the file
 *
 * Return: the inode; valid as long as @path is held.
 */
struct inode *ktrace_uprobe_inode(const struct path *path)
{
	/* Look below an overlay. */
	return d_real_inode(path->dentry);
}

/* Make the path absolute: a reader of the line may be in another directory. */
static void uprobe_file_name(struct probe_spec *spec, const struct path *path)
{
	char *buf, *name;

	if (spec->path[0] == '/')
		return;
	buf = __getname();
	if (!buf)
		return;
	name = d_path(path, buf, PATH_MAX);
	/* Keep the relative path if the parser would split the absolute one, or cut it at "#". */
	if (!IS_ERR(name) && !strpbrk(name, " \t\n\v\f\r#"))
		strscpy(spec->path, name);
	__putname(buf);
}

static enum probe_err uprobe_file_check(const struct inode *inode, const struct probe_spec *spec,
					unsigned int *column)
{
	loff_t size = i_size_read(inode);

	*column = spec->location_column;
	if (!S_ISREG(inode->i_mode))
		return PROBE_ERR_NOT_FILE;
	/* The uprobes core reads the instruction through the page cache. */
	if (!inode->i_mapping->a_ops->read_folio && !shmem_mapping(inode->i_mapping))
		return PROBE_ERR_FILE_CODE;
	*column = spec->offset_column;
	if (spec->offset >= size)
		return PROBE_ERR_FILE_END;
	*column = spec->ref_column;
	if (spec->ref_ctr >= size)
		return PROBE_ERR_FILE_END;
	return PROBE_OK;
}

/**
 * ktrace_uprobe_open - open the file of a line
 * @spec:	the parsed line; its path is made absolute
 * @path:	output, for path_put()
 * @error:	output on error
 *
 * Context: task; sleeps.
 * Return: 0, or a negative errno.
 */
int ktrace_uprobe_open(struct probe_spec *spec, struct path *path, struct ktrace_parse_error *error)
{
	int err = kern_path(spec->path, LOOKUP_FOLLOW, path);

	if (err) {
		*error = (struct ktrace_parse_error){ PROBE_ERR_NO_FILE, spec->location_column };
		return err;
	}
	error->code = uprobe_file_check(ktrace_uprobe_inode(path), spec, &error->column);
	if (error->code != PROBE_OK) {
		path_put(path);
		return -probe_messages[error->code].error;
	}
	uprobe_file_name(spec, path);
	return 0;
}
