// SPDX-License-Identifier: GPL-2.0
/*
 * The files snapshot and per_cpu/cpuN/snapshot: take one, read it, free it; and how
 * other parts of the kernel take one.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "action/printk.h"
#include "control/control.h"
#include "event/event.h"

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
		if (instance == &ktrace_top)
			ktrace_tracing_disarm();
		ktrace_snapshot_free(&instance->buffer, &instance->snapshot);
		ktrace_event_ids_collect();
		return 0;
	case SNAPSHOT_TAKE:
		err = ktrace_snapshot_take(&instance->buffer, &instance->snapshot, dir->cpu);
		if (err == -EBUSY)
			return ktrace_command_refuse(command, err, 0, "A ring is mapped");
		return err;
	default:
		ktrace_buffer_reset(&instance->snapshot, dir->cpu);
		ktrace_event_ids_collect();
		return 0;
	}
}

static struct ktrace_owner *snapshot_owner(void *data)
{
	return &((struct ktrace_trace_dir *)data)->instance->owner;
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	return ktrace_view_open(inode->i_private, file);
}

static const struct ktrace_knob snapshot_knob = {
	.fops = {
		.owner		= THIS_MODULE,
		.open		= snapshot_open,
		.read_iter	= seq_read_iter,
		.splice_read	= copy_splice_read,
		.write		= ktrace_knob_write,
		.llseek		= ktrace_view_llseek,
		.release	= ktrace_view_release,
	},
	.name	= "snapshot",
	.mode	= 0600,
	.write	= snapshot_write,
	.owner	= snapshot_owner,
};

/**
 * ktrace_snapshot_header - say above a snapshot's records what can be done
 * @m: where to
 * @dir: the directory that the snapshot is in
 */
void ktrace_snapshot_header(struct seq_file *m, const struct ktrace_trace_dir *dir)
{
	struct ktrace_buffer *buffer = &dir->instance->buffer;
	unsigned long missed = ktrace_snapshot_missed(buffer);
	/* What there is memory for before the first one is taken is allocated, too. */
	bool exists = ktrace_snapshot_armed(buffer) ||
		      ktrace_snapshot_exists(dir->buffer, dir->cpu);

	seq_printf(m, "#\n# * Snapshot is %s *\n#\n", exists ? "allocated" : "freed");
	if (missed)
		seq_printf(m, "# * Snapshots missed: %lu *\n#\n", missed);
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
	return PTR_ERR_OR_ZERO(debugfs_create_file_unsafe(snapshot_knob.name, snapshot_knob.mode,
							  dir, about, &snapshot_knob.fops));
}

/**
 * ktrace_snapshot_enable - see that ktrace_snapshot() can take snapshots
 *
 * Context: task; sleeps.  For each call there must be one of ktrace_snapshot_disable().
 * Return: 0, -ENOMEM or -EINTR.
 */
int ktrace_snapshot_enable(void)
{
	return ktrace_snapshot_arm(&ktrace_top.buffer, &ktrace_top.snapshot);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot_enable);

/**
 * ktrace_snapshot_disable - end what ktrace_snapshot_enable() began
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_disable(void)
{
	ktrace_snapshot_disarm(&ktrace_top.buffer);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot_disable);

/**
 * ktrace_snapshot - set aside what was recorded, as the file snapshot does
 *
 * Context: any, NMI included.
 * Return: true if it is done, or will be, as soon as the one before is finished and no rings
 * are being replaced; false if it is missed: ktrace_snapshot_enable() was not called, or a
 * ring is mapped.  The file snapshot tells how often.
 */
bool ktrace_snapshot(void)
{
	return ktrace_snapshot_now(&ktrace_top.buffer);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot);
