// SPDX-License-Identifier: GPL-2.0
/*
 * The files snapshot and per_cpu/cpuN/snapshot: take, read and free a snapshot; and the
 * functions by which other parts of the kernel take one.
 */
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "action/printk.h"
#include "control/control.h"
#include "control/files.h"
#include "event/listener.h"

/* Numbers to write to the file; any other number clears the snapshot. */
enum { SNAPSHOT_FREE, SNAPSHOT_TAKE };

int ktrace_snapshot_write(struct ktrace_command *command, void *data)
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
			return ktrace_refuse_mapped(command, instance, dir->cpu);
		return err;
	default:
		ktrace_buffer_reset(&instance->snapshot, dir->cpu);
		ktrace_event_ids_collect();
		return 0;
	}
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	return ktrace_view_open(inode->i_private, file);
}

const struct file_operations ktrace_snapshot_fops = {
	.owner		= THIS_MODULE,
	.open		= snapshot_open,
	.read_iter	= ktrace_view_read_iter,
	.splice_read	= copy_splice_read,
	.write		= ktrace_knob_write,
	.llseek		= ktrace_view_llseek,
	.release	= ktrace_view_release,
};

/**
 * ktrace_snapshot_enable - allow ktrace_snapshot() to take snapshots
 *
 * Context: task; sleeps.  Each successful call must be followed by one call of
 * ktrace_snapshot_disable().
 * Return: 0, -ENOMEM or -EINTR.
 */
int ktrace_snapshot_enable(void)
{
	return ktrace_snapshot_arm(&ktrace_top.buffer, &ktrace_top.snapshot);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot_enable);

/**
 * ktrace_snapshot_disable - undo one call of ktrace_snapshot_enable()
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_disable(void)
{
	ktrace_snapshot_disarm(&ktrace_top.buffer);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot_disable);

/**
 * ktrace_snapshot - take a snapshot, like a write of 1 to the file snapshot
 *
 * Context: any, NMI included.
 * Return: true if the snapshot was taken, or will be taken when the previous one is
 * complete and no rings are being replaced; false if it is missed because
 * ktrace_snapshot_enable() was not called or a ring is mapped.  The file snapshot shows
 * the number of missed snapshots.
 */
bool ktrace_snapshot(void)
{
	return ktrace_snapshot_now(&ktrace_top.buffer);
}
EXPORT_SYMBOL_GPL(ktrace_snapshot);
