// SPDX-License-Identifier: GPL-2.0
/*
 * The files snapshot and per_cpu/cpuN/snapshot: take one, read it, free it.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "control.h"

/* What is written to the file; any other number clears it. */
enum { SNAPSHOT_FREE, SNAPSHOT_TAKE };

static int snapshot_write(struct ktrace_command *command, void *data)
{
	struct ktrace_trace_dir *dir = data;
	struct ktrace_instance *instance = dir->instance;
	unsigned long what;
	int err = ktrace_command_number(command, ULONG_MAX, &what);

	if (err)
		return err;
	switch (what) {
	case SNAPSHOT_FREE:
		if (dir->cpu != KTRACE_ALL_CPUS)
			return ktrace_command_refuse(command, -EINVAL, 0,
						     "Only all CPUs' snapshots are freed");
		ktrace_snapshot_free(&instance->buffer, &instance->snapshot);
		return 0;
	case SNAPSHOT_TAKE:
		err = ktrace_snapshot_take(&instance->buffer, &instance->snapshot, dir->cpu);
		if (err == -EBUSY)
			return ktrace_command_refuse(command, err, 0, "A ring is mapped");
		return err;
	default:
		ktrace_buffer_reset(&instance->snapshot, dir->cpu);
		return 0;
	}
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	return ktrace_view_open(inode->i_private, file);
}

static const struct ktrace_knob snapshot_knob = {
	.fops = {
		.owner		= THIS_MODULE,
		.open		= snapshot_open,
		.read		= seq_read,
		.write		= ktrace_knob_write,
		.release	= ktrace_view_release,
	},
	.name	= "snapshot",
	.mode	= 0600,
	.write	= snapshot_write,
};

/**
 * ktrace_snapshot_header - say above a snapshot's records what can be done
 * @m: where to
 * @dir: the directory that the snapshot is in
 */
void ktrace_snapshot_header(struct seq_file *m, const struct ktrace_trace_dir *dir)
{
	bool exists = ktrace_snapshot_exists(dir->buffer, dir->cpu);

	seq_printf(m, "#\n# * Snapshot is %s *\n#\n", exists ? "allocated" : "freed");
	if (exists)
		return;
	seq_puts(m, "# echo 1 > snapshot   take one: what was recorded is set aside\n");
	if (dir->cpu == KTRACE_ALL_CPUS)
		seq_puts(m, "# echo 0 > snapshot   free its memory\n");
	seq_puts(m, "# echo 2 > snapshot   drop what is in it\n#\n");
}

/**
 * ktrace_snapshot_file_create - make the file snapshot
 * @about: whose, and of which CPU
 * @dir: directory to make it in
 *
 * Return: 0 or an errno.
 */
int ktrace_snapshot_file_create(struct ktrace_trace_dir *about, struct dentry *dir)
{
	return ktrace_knob_create(&snapshot_knob, 1, dir, about);
}
