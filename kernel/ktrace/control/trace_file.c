// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace, and the set of files that a directory's records are read from.
 *
 * An open file holds its instance, and an operation uses only memory that stays until the
 * file is closed.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/splice.h>

#include "buffer/ids.h"
#include "control/control.h"
#include "control/files.h"
#include "event/listener.h"
#include "event/source.h"

/* Empty the buffer last: an open() that fails must not change anything. */
static int trace_open(struct inode *inode, struct file *file)
{
	struct ktrace_trace_dir *dir = inode->i_private;
	int err = ktrace_view_open(dir, file);

	if (err || !(file->f_mode & FMODE_WRITE) || !(file->f_flags & O_TRUNC))
		return err;
	ktrace_buffer_reset(dir->buffer, dir->cpu);
	ktrace_event_ids_collect();
	ktrace_view_restart(file);
	return 0;
}

/* Only O_TRUNC has an effect; the text that is written is ignored. */
static ssize_t trace_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	return security_locked_down(LOCKDOWN_TRACEFS) ?: count;
}

const struct file_operations ktrace_trace_fops = {
	.owner		= THIS_MODULE,
	.open		= trace_open,
	.read_iter	= ktrace_view_read_iter,
	.splice_read	= copy_splice_read,
	.write		= trace_write,
	.llseek		= ktrace_view_llseek,
	.release	= ktrace_view_release,
};

/* Allocate the data of the files in a directory; freed with the instance. */
static struct ktrace_trace_dir *trace_dir(struct ktrace_instance *instance,
					  struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_trace_dir *about = ktrace_instance_alloc(instance, sizeof(*about));

	if (!about)
		return NULL;
	about->instance = instance;
	about->buffer = buffer;
	about->cpu = cpu;
	mutex_init(&about->map_lock);
	return about;
}

/**
 * ktrace_trace_dir_owner - struct ktrace_knob.owner of knobs whose data is a ktrace_trace_dir
 * @data: the data of the file
 *
 * Return: the owner of the file.
 */
struct ktrace_owner *ktrace_trace_dir_owner(void *data)
{
	return &((struct ktrace_trace_dir *)data)->instance->owner;
}

/**
 * ktrace_trace_files_create - create the files about a ring, or about the rings of all CPUs
 * @instance: the instance
 * @dir: the parent directory
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * Return: 0 or an errno; on error, removing the instance removes the created files.
 */
int ktrace_trace_files_create(struct ktrace_instance *instance,
			      struct ktrace_dir *dir, int cpu)
{
	struct ktrace_trace_dir *about = trace_dir(instance, &instance->buffer, cpu);
	struct ktrace_trace_dir *aside = trace_dir(instance, &instance->snapshot, cpu);

	if (!about || !aside)
		return -ENOMEM;
	if (cpu == KTRACE_ALL_CPUS)
		return ktrace_files_create(dir, KTRACE_SCOPE_RING, about) ?:
		       ktrace_files_create(dir, KTRACE_SCOPE_RING_SNAPSHOT, aside);
	return ktrace_files_create(dir, KTRACE_SCOPE_RING | KTRACE_SCOPE_CPU, about) ?:
	       ktrace_files_create(dir, KTRACE_SCOPE_RING_SNAPSHOT | KTRACE_SCOPE_CPU_SNAPSHOT,
				   aside);
}
