// SPDX-License-Identifier: GPL-2.0
/*
 * The files that records are read from as text: trace and trace_pipe.
 *
 * trace is a view of what was not consumed when it was opened; it never stops
 * or disturbs writers.  trace_pipe and trace_pipe_raw (raw_file.c) consume: each
 * record is given to one reader, however many there are, and one that was given
 * is gone with that reader's file if it was not read from it.
 */
#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "control/control.h"
#include "event/event.h"
#include "event/line.h"
#include "control/tracer.h"

static void print_record(struct seq_buf *out, bool in_ns, int cpu,
			 const struct ring_record *rec, struct ktrace_last_comm *last)
{
	const struct ktrace_shown shown = {
		.rec = rec,
		.cpu = cpu,
		.in_ns = in_ns,
	};

	ktrace_line_lost(out, &shown);
	ktrace_line_record(out, &shown, last);
}

/*
 * trace
 */

/**
 * struct view_cpu - a CPU's part of a view
 * @ring:	the ring that @place is in
 * @uses:	ktrace_buffer_uses() then; not followed if the ring was replaced
 * @in_ns:	whether its times are nanoseconds
 * @place:	where in it
 * @rec:	the next record
 * @has:	there is one
 */
struct view_cpu {
	struct ring		*ring;
	u64			uses;
	bool			in_ns;
	struct ring_cursor	place;
	struct ring_record	rec;
	bool			has;
};

/**
 * struct view - an open trace file
 * @dir:	what it is of
 * @written:	records written when it was opened
 * @unread:	records there were to be seen then
 * @at:		CPU of the present record, or -1 at the end
 * @pos:	position in the file that @at stands for
 * @comm:	for print_record()
 * @cpus:	by CPU number
 */
struct view {
	struct ktrace_trace_dir	*dir;
	u64			written;
	u64			unread;
	int			at;
	loff_t			pos;
	struct ktrace_last_comm	comm;
	struct view_cpu		cpus[];
};

static void view_advance(struct view *view, int cpu)
{
	struct view_cpu *part = &view->cpus[cpu];

	part->has = ring_iter_next(part->ring, &part->place, &part->rec);
}

/* Of all CPUs' next records the earliest is the present one. */
static void view_choose(struct view *view)
{
	u64 earliest = U64_MAX;
	int cpu;

	view->at = -1;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		struct view_cpu *part = &view->cpus[cpu];

		if (part->has && (view->at < 0 || part->rec.time < earliest)) {
			earliest = part->rec.time;
			view->at = cpu;
		}
	}
}

static void view_free(struct view *view)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		kvfree(view->cpus[cpu].place.image);
	ktrace_buffer_let_go(view->dir->buffer);
	kvfree(view);
}

static int view_open_cpu(struct view *view, int cpu)
{
	struct view_cpu *part = &view->cpus[cpu];
	struct ring_stats stats;
	void *image;

	part->ring = ktrace_buffer_lock_cpu(view->dir->buffer, cpu);
	if (!part->ring)
		return 0;
	part->uses = ktrace_buffer_uses(view->dir->buffer, cpu);
	part->in_ns = ktrace_ring_in_ns(part->ring);
	image = kvzalloc(part->ring->page_bytes, GFP_KERNEL);
	if (image) {
		ring_stats(part->ring, &stats);
		view->written += stats.written;
		view->unread += stats.written - stats.read - stats.overwritten;
		ring_iter_start(part->ring, &part->place, image);
		view_advance(view, cpu);
	}
	ktrace_buffer_unlock_cpu(view->dir->buffer, cpu);
	return image ? 0 : -ENOMEM;
}

static struct view *view_open(struct ktrace_trace_dir *dir)
{
	struct view *view = kvzalloc(struct_size(view, cpus, nr_cpu_ids), GFP_KERNEL);
	int cpu, err = 0;

	if (!view)
		return ERR_PTR(-ENOMEM);
	view->dir = dir;
	ktrace_buffer_hold(dir->buffer);
	/* One that was taken before this is in the snapshot, and not in the buffer. */
	ktrace_snapshot_finish(&dir->instance->buffer);
	for_each_possible_cpu(cpu)
		if (!err && ktrace_cpu_selected(dir->cpu, cpu))
			err = view_open_cpu(view, cpu);
	if (err) {
		view_free(view);
		return ERR_PTR(err);
	}
	view_choose(view);
	view->pos = 1;
	return view;
}

static void *view_start(struct seq_file *m, loff_t *pos)
{
	struct view *view = m->private;
	int cpu;

	down_read(&view->dir->buffer->resize);
	ktrace_event_read_lock();
	/* A ring that was replaced is gone, and with it the rest of its view. */
	for_each_possible_cpu(cpu)
		if (view->cpus[cpu].uses != ktrace_buffer_uses(view->dir->buffer, cpu))
			view->cpus[cpu].has = false;
	view_choose(view);
	if (!*pos)
		return SEQ_START_TOKEN;
	if (*pos != view->pos)
		return NULL;
	return view->at < 0 ? NULL : view;
}

static void *view_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct view *view = m->private;

	++*pos;
	if (v != SEQ_START_TOKEN) {
		view_advance(view, view->at);
		view_choose(view);
		view->pos = *pos;
	}
	return view->at < 0 ? NULL : view;
}

static void view_stop(struct seq_file *m, void *v)
{
	struct view *view = m->private;

	ktrace_event_read_unlock();
	up_read(&view->dir->buffer->resize);
}

static void view_header(struct seq_file *m, const struct view *view)
{
	seq_printf(m, "# tracer: %s\n#\n"
		   "# entries-in-buffer/entries-written: %llu/%llu   #P:%u\n#\n",
		   ktrace_tracer_name(view->dir->instance), view->unread, view->written, num_online_cpus());
	seq_puts(m,
		 "#                              ,------ d: irqs off, b: bottom halves off, D: both\n"
		 "#                              |,----- N: to be rescheduled\n"
		 "#                              ||,---- h: hardirq, s: softirq, H: one in the other, z: NMI\n"
		 "#                              |||,--- depth of preemption off\n"
		 "#                              ||||,-- depth of migration off\n"
		 "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
		 "#              | |         |   |||||     |         |\n");
}

static int view_show(struct seq_file *m, void *v)
{
	struct view *view = m->private;
	struct view_cpu *part;
	struct seq_buf out;
	size_t room;
	char *buf;

	if (v == SEQ_START_TOKEN) {
		if (view->dir->buffer == &view->dir->instance->snapshot)
			ktrace_snapshot_header(m, view->dir);
		view_header(m, view);
		return 0;
	}
	room = seq_get_buf(m, &buf);
	seq_buf_init(&out, buf, room);
	part = &view->cpus[view->at];
	print_record(&out, part->in_ns, view->at, &part->rec, &view->comm);
	/* A full buffer has seq_file come again, with this record. */
	seq_commit(m, seq_buf_has_overflowed(&out) ? -1 : (int)seq_buf_used(&out));
	return 0;
}

static const struct seq_operations view_ops = {
	.start	= view_start,
	.next	= view_next,
	.stop	= view_stop,
	.show	= view_show,
};

static int view_open_file(struct ktrace_trace_dir *dir, struct file *file)
{
	struct view *view;
	int err;

	/* A view goes one way: what was shown may be gone. */
	if (!(file->f_mode & FMODE_READ))
		return nonseekable_open(file_inode(file), file);

	view = view_open(dir);
	if (IS_ERR(view))
		return PTR_ERR(view);
	err = seq_open(file, &view_ops);
	if (err) {
		view_free(view);
		return err;
	}
	((struct seq_file *)file->private_data)->private = view;
	return nonseekable_open(file_inode(file), file);
}

/**
 * ktrace_view_open - open a file that shows what was recorded and not consumed
 * @dir: what it is to show
 * @file: the file; if it is not opened for reading, nothing is made
 *
 * Return: 0 or an errno.
 */
int ktrace_view_open(struct ktrace_trace_dir *dir, struct file *file)
{
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	if (!ktrace_owner_open(&dir->instance->owner))
		return -ENODEV;
	err = view_open_file(dir, file);
	if (err)
		ktrace_owner_close(&dir->instance->owner);
	return err;
}

/**
 * ktrace_view_release - undo ktrace_view_open()
 * @inode: the file's
 * @file: the file
 *
 * Return: 0.
 */
int ktrace_view_release(struct inode *inode, struct file *file)
{
	struct ktrace_trace_dir *dir = inode->i_private;

	if (file->f_mode & FMODE_READ) {
		view_free(((struct seq_file *)file->private_data)->private);
		seq_release(inode, file);
	}
	ktrace_owner_close(&dir->instance->owner);
	return 0;
}

static int trace_open(struct inode *inode, struct file *file)
{
	struct ktrace_trace_dir *dir = inode->i_private;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	/* The proxy of debugfs keeps it until it is open. */
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ktrace_buffer_reset(dir->buffer, dir->cpu);
	return ktrace_view_open(dir, file);
}

/* What is written does not matter: that the file was truncated does. */
static ssize_t trace_write(struct file *file, const char __user *ubuf,
			   size_t count, loff_t *ppos)
{
	return count;
}

static const struct file_operations trace_fops = {
	.owner		= THIS_MODULE,
	.open		= trace_open,
	.read		= seq_read,
	.write		= trace_write,
	.release	= ktrace_view_release,
};

/*
 * trace_pipe
 */

/* Memory of an open trace_pipe: as much text as fits is made at a time. */
#define PIPE_BYTES	(16 * 1024)

/**
 * struct pipe - an open trace_pipe
 * @dir:	what it reads
 * @lock:	one read at a time
 * @text:	records taken and not yet read
 * @read:	bytes of @text that were read
 * @any:	a record was read since the file was opened
 * @comm:	for print_record()
 * @bytes:	of @text
 */
struct pipe {
	struct ktrace_trace_dir	*dir;
	struct mutex		lock;	/* one read at a time */
	struct seq_buf		text;
	size_t			read;
	bool			any;
	struct ktrace_last_comm	comm;
	char			bytes[];
};

static int pipe_open(struct inode *inode, struct file *file)
{
	struct pipe *pipe;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	pipe = kzalloc(PIPE_BYTES, GFP_KERNEL);
	if (!pipe)
		return -ENOMEM;
	pipe->dir = inode->i_private;
	if (!ktrace_owner_open(&pipe->dir->instance->owner)) {
		kfree(pipe);
		return -ENODEV;
	}
	ktrace_buffer_hold(pipe->dir->buffer);
	mutex_init(&pipe->lock);
	seq_buf_init(&pipe->text, pipe->bytes, PIPE_BYTES - sizeof(*pipe));
	file->private_data = pipe;
	return nonseekable_open(inode, file);
}

static int pipe_release(struct inode *inode, struct file *file)
{
	struct pipe *pipe = file->private_data;

	ktrace_buffer_let_go(pipe->dir->buffer);
	ktrace_owner_close(&pipe->dir->instance->owner);
	kfree(pipe);
	return 0;
}

/* The CPU whose next record is the earliest, or -1 if there is none. */
static int pipe_choose(struct pipe *pipe)
{
	struct ktrace_buffer *buffer = pipe->dir->buffer;
	u64 earliest = U64_MAX;
	struct ring_record rec;
	struct ring *ring;
	int cpu, found = -1;

	for_each_possible_cpu(cpu) {
		if (!ktrace_cpu_selected(pipe->dir->cpu, cpu))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		/* What is mapped is read by who has mapped it. */
		if (!ktrace_buffer_mapped(buffer, cpu) &&
		    ring_peek(ring, &rec) && (found < 0 || rec.time < earliest)) {
			earliest = rec.time;
			found = cpu;
		}
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
	return found;
}

/*
 * Take the next record of @cpu as text.
 * Return: false if it finds no room behind what is there; then it stays.
 */
static bool pipe_take(struct pipe *pipe, int cpu)
{
	struct ktrace_buffer *buffer = pipe->dir->buffer;
	size_t before = pipe->text.len;
	struct ring_record rec;
	struct ring *ring;
	bool fits = true;

	ring = ktrace_buffer_lock_cpu(buffer, cpu);
	if (!ring)
		return true;
	/* Another reader may have had it meanwhile. */
	if (!ktrace_buffer_mapped(buffer, cpu) && ring_peek(ring, &rec)) {
		ktrace_event_read_lock();
		print_record(&pipe->text, ktrace_ring_in_ns(ring), cpu, &rec, &pipe->comm);
		ktrace_event_read_unlock();
		fits = !seq_buf_has_overflowed(&pipe->text);
		/* One that does not fit at all is cut, rather than stay for ever. */
		if (fits || !before)
			ring_consume(ring);
		if (!fits && before)
			pipe->text.len = before;
		if (!fits && !before)
			pipe->text.len = pipe->text.size;
	}
	ktrace_buffer_unlock_cpu(buffer, cpu);
	return fits;
}

static void pipe_fill(struct pipe *pipe)
{
	int cpu;

	seq_buf_clear(&pipe->text);
	pipe->read = 0;
	do {
		cpu = pipe_choose(pipe);
	} while (cpu >= 0 && pipe_take(pipe, cpu));
}

static ssize_t pipe_read(struct file *file, char __user *ubuf, size_t count,
			 loff_t *ppos)
{
	struct pipe *pipe = file->private_data;
	struct ktrace_buffer *buffer = pipe->dir->buffer;
	int wakes, err;
	bool on, closed;
	size_t left;

	if (!count)
		return 0;
	for (;;) {
		/* Before it is looked: what changes afterwards is seen. */
		wakes = ktrace_buffer_wakes(buffer, pipe->dir->cpu);
		on = READ_ONCE(buffer->on);
		closed = READ_ONCE(buffer->closed);
		if (mutex_lock_interruptible(&pipe->lock))
			return -ERESTARTSYS;
		if (pipe->read == seq_buf_used(&pipe->text))
			pipe_fill(pipe);
		left = seq_buf_used(&pipe->text) - pipe->read;
		if (left)
			break;
		mutex_unlock(&pipe->lock);

		if (pipe->dir->cpu != KTRACE_ALL_CPUS &&
		    ktrace_buffer_mapped(buffer, pipe->dir->cpu))
			return -EBUSY;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		/* Nothing more will come: whoever reads to the end is done. */
		if ((pipe->any && !on) || closed)
			return 0;
		/* What there is to wait for may be there, and yet not to be had. */
		if (signal_pending(current))
			return -ERESTARTSYS;
		cond_resched();
		err = ktrace_buffer_wait(buffer, pipe->dir->cpu, KTRACE_AWAIT_RECORD, wakes);
		if (err)
			return err;
	}
	left = min(left, count);
	left -= copy_to_user(ubuf, pipe->bytes + pipe->read, left);
	pipe->read += left;
	pipe->any = true;
	mutex_unlock(&pipe->lock);
	return left ?: -EFAULT;
}

static __poll_t pipe_poll(struct file *file, poll_table *table)
{
	struct pipe *pipe = file->private_data;
	bool unread = READ_ONCE(pipe->read) < seq_buf_used(&pipe->text);

	return ktrace_buffer_poll(pipe->dir->buffer, pipe->dir->cpu,
				  unread ? KTRACE_AWAIT_NOTHING : KTRACE_AWAIT_RECORD,
				  file, table);
}

static const struct file_operations pipe_fops = {
	.owner		= THIS_MODULE,
	.open		= pipe_open,
	.read		= pipe_read,
	.poll		= pipe_poll,
	.release	= pipe_release,
};

/* What the files of a directory are about. */
static struct ktrace_trace_dir *trace_dir(struct ktrace_instance *instance,
					  struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_trace_dir *about = ktrace_instance_alloc(instance, sizeof(*about));

	if (!about)
		return NULL;
	about->instance = instance;
	about->buffer = buffer;
	about->cpu = cpu;
	return about;
}

/**
 * ktrace_trace_files_create - make the files that records are read from
 * @instance: whose records
 * @dir: directory to make them in
 * @cpu: of which CPU, or KTRACE_ALL_CPUS
 *
 * Return: 0 or an errno; what was made goes with the instance.
 */
int ktrace_trace_files_create(struct ktrace_instance *instance,
			      struct dentry *dir, int cpu)
{
	struct ktrace_trace_dir *about = trace_dir(instance, &instance->buffer, cpu);
	struct ktrace_trace_dir *aside = trace_dir(instance, &instance->snapshot, cpu);
	int err;

	if (!about || !aside)
		return -ENOMEM;
	err = PTR_ERR_OR_ZERO(debugfs_create_file("trace", 0600, dir, about, &trace_fops)) ?:
	      PTR_ERR_OR_ZERO(debugfs_create_file("trace_pipe", 0400, dir, about, &pipe_fops)) ?:
	      ktrace_snapshot_file_create(aside, dir);
	if (!err && cpu != KTRACE_ALL_CPUS)
		err = ktrace_raw_file_create("trace_pipe_raw", about, dir) ?:
		      ktrace_raw_file_create("snapshot_raw", aside, dir);
	return err;
}
