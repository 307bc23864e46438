// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: finds the file of a line and checks that it can be probed.
 *
 * probe/uprobe.c calls ktrace_uprobe_open() in task context without a lock: a path lookup may take
 * as long as the filesystem does.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/shmem_fs.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command/error_log.h"
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
	*column = spec->location_column;
	if (!S_ISREG(inode->i_mode))
		return PROBE_ERR_NOT_FILE;
	/* The uprobes core reads the instruction through the page cache. */
	if (!inode->i_mapping->a_ops->read_folio && !shmem_mapping(inode->i_mapping))
		return PROBE_ERR_FILE_CODE;
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

	if (err == -ENOMEM)
		return err;
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

/**
 * ktrace_uprobe_check_size - check that the file of a probe is long enough
 * @ue:	the probe
 *
 * Called when the probe is armed, not when it is defined, because the file may grow meanwhile. The
 * error log gets an entry with the location of the probe.
 *
 * Context: task; under ktrace_event_mutex.
 * Return: 0 or -EINVAL.
 */
int ktrace_uprobe_check_size(const struct uprobe_event *ue)
{
	const char *text = probe_messages[PROBE_ERR_FILE_END].text;
	loff_t size = i_size_read(ktrace_uprobe_inode(&ue->path));
	unsigned int column = strlen(ue->file) + 1;
	char *location;

	if (ue->offset < size && ue->ref_ctr < size)
		return 0;
	if (ue->ref_ctr)
		location = kasprintf(GFP_KERNEL, "%s:0x%llx(0x%llx)", ue->file, ue->offset,
				     ue->ref_ctr);
	else
		location = kasprintf(GFP_KERNEL, "%s:0x%llx", ue->file, ue->offset);
	if (location) {
		if (ue->offset < size)
			column = strrchr(location, '(') + 1 - location;
		ktrace_error(NULL, "trace_uprobe", location, column, text);
	}
	kfree(location);
	return -probe_messages[PROBE_ERR_FILE_END].error;
}
