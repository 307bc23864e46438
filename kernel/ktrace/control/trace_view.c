// SPDX-License-Identifier: GPL-2.0
/*
 * Views: the records of a buffer as text, for the files trace and snapshot.  Reading
 * consumes nothing.
 *
 * An open file shows the records that were unread when it was opened, and never stops
 * or disturbs writers.  A reader that goes back to the beginning, by lseek() or pread(),
 * starts a new view, of the records that are unread at that time.  A reader that goes to
 * another position, as shells do to read a line, stays in its view.  ring/ring_merge.c
 * merges the views of the CPUs by time.
 *
 * trace_pipe (pipe_file.c) and trace_pipe_raw (raw_file.c) consume records.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/utsname.h>

#include "buffer/ids.h"
#include "control/control.h"
#include "event/line.h"
#include "event/listener.h"
#include "event/tracer.h"
#include "ring/ring_merge.h"
#include "text/format.h"

/**
 * struct view_cpu - a CPU's part of a view
 * @ring:	the ring that @iter is in; NULL after its last record
 * @uses:	ktrace_buffer_uses() when @iter was set; another value means that the ring was
 *		replaced, and ends the part
 * @clock:	clock of the times in @ring
 * @iter:	position in @ring
 * @stop:	where the view ends in @ring
 * @image:	memory for the page copy of @iter
 * @rec:	the next record
 * @has:	@rec is valid
 * @epoch:	ktrace_ids_epoch() when @rec was copied: an event that got its id later did not
 *		write @rec
 */
struct view_cpu {
	struct ring		*ring;
	u64			uses;
	const struct ktrace_clock *clock;
	struct ring_iter	iter;
	u64			stop;
	struct ktrace_page_image image;
	struct ring_record	rec;
	bool			has;
	u64			epoch;
};

/**
 * struct view - an open trace file
 * @dir:	the directory whose records the file shows
 * @paused:	the buffer is paused until the file is closed
 * @fresh:	no record was shown yet
 * @written:	records written when the view started
 * @unread:	records of these that the view can show
 * @replaced:	ktrace_buffer_replaced() when the rings were compared last
 * @at:		CPU of the present record, or -1 at the end
 * @pos:	seq_file position of the record @at
 * @last:	the previous line, for ktrace_line()
 * @merge:	merges @cpus by time
 * @cpus:	by CPU number
 */
struct view {
	struct ktrace_trace_dir	*dir;
	bool			paused;
	bool			fresh;
	u64			written;
	u64			unread;
	u64			replaced;
	int			at;
	loff_t			pos;
	struct ktrace_last_line	last;
	struct ring_merge	merge;
	struct view_cpu		cpus[];
};

/* Called under ktrace_event_read_lock(): no id is reused while a page is copied. */
static void view_advance(struct view *view, int cpu)
{
	struct view_cpu *part = &view->cpus[cpu];

	part->has = ring_iter_held(&part->iter, &part->rec);
	if (part->has)
		return;
	part->epoch = ktrace_ids_epoch();
	part->has = ring_iter_next(part->ring, &part->iter, &part->rec);
	if (!part->has)
		part->ring = NULL;
}

/*
 * The parts as sources of view->merge.  The parts belong to the view, so there is no
 * lock. Each part ends at the ring's end when the view was opened.  CPUs are opened one
 * after the other, so the view may show an event of one CPU and miss an earlier one of
 * another CPU.
 */

static bool view_cpu_open(void *of, u32 source)
{
	return true;
}

static void view_cpu_close(void *of, u32 source)
{
}

static bool view_cpu_peek(void *of, u32 source, struct ring_head *head)
{
	struct view *view = of;
	struct view_cpu *part = &view->cpus[source];

	if (!part->has && part->ring)
		view_advance(view, source);
	*head = (struct ring_head) { .time = part->rec.time };
	return part->has;
}

static u64 view_cpu_end(void *of, u32 source)
{
	return U64_MAX;
}

static const struct ring_merge_ops view_cpus = {
	.open	= view_cpu_open,
	.close	= view_cpu_close,
	.peek	= view_cpu_peek,
	.end	= view_cpu_end,
};

static void view_free(struct view *view)
{
	int cpu;

	if (view->paused)
		ktrace_buffer_resume(view->dir->buffer);
	for_each_possible_cpu(cpu)
		ktrace_page_image_free(&view->cpus[cpu].image);
	ktrace_buffer_put(view->dir->buffer);
	kvfree(view->merge.heap);
	kvfree(view);
}

/* Begin to show @ring, which is locked, at its first unread record. */
static void view_begin(struct view *view, int cpu, struct ring *ring, bool again)
{
	struct view_cpu *part = &view->cpus[cpu];
	struct ring_stats stats;

	ktrace_event_read_lock();
	part->ring = ring;
	part->epoch = ktrace_ids_epoch();
	ring_iter_start(ring, &part->iter, part->image.data);
	if (again) {
		ring_iter_limit(&part->iter, part->stop);
	} else {
		part->stop = part->iter.cur.pos.stop;
		ring_totals(ring, &stats);
		view->written += stats.written;
		view->unread += stats.written - stats.read - stats.overwritten;
	}
	view_advance(view, cpu);
	ktrace_event_read_unlock();
}

/* Begin a CPU's part; if @again, in the same ring as before.  Return: 0 or -ENOMEM. */
static int view_begin_cpu(struct view *view, int cpu, bool again)
{
	struct ktrace_buffer *buffer = view->dir->buffer;
	struct view_cpu *part = &view->cpus[cpu];
	struct ring *ring;

	part->has = false;
	part->ring = NULL;
	ring = ktrace_buffer_lock_cpu_image(buffer, cpu, &part->image);
	if (IS_ERR_OR_NULL(ring))
		return PTR_ERR_OR_ZERO(ring);
	if (!again || part->uses == ktrace_buffer_uses(buffer, cpu)) {
		part->uses = ktrace_buffer_uses(buffer, cpu);
		part->clock = ktrace_ring_clock(ring);
		view_begin(view, cpu, ring, again);
	}
	ktrace_buffer_unlock_cpu(buffer, cpu);
	return 0;
}

/*
 * With @again, go to the first record of the same view; otherwise, start a new view.  Return: 0 or
 * -ENOMEM; after an error, no other function may be called for the view.
 */
static int view_restart(struct view *view, bool again)
{
	struct ktrace_trace_dir *dir = view->dir;
	int cpu, err = 0;

	if (!again) {
		view->written = 0;
		view->unread = 0;
		/* A snapshot that was taken before this call must not show up in the buffer. */
		ktrace_snapshot_finish_all(&dir->instance->buffer);
	}
	scoped_guard(rwsem_read, &dir->buffer->resize)
		view->replaced = ktrace_buffer_replaced(dir->buffer);
	for_each_possible_cpu(cpu)
		if (!err && ktrace_cpu_selected(dir->cpu, cpu))
			err = view_begin_cpu(view, cpu, again);
	if (err)
		return err;
	ring_merge_look(&view->merge);
	view->pos = 1;
	view->fresh = true;
	return 0;
}

static struct view *view_open(struct ktrace_trace_dir *dir)
{
	struct view *view = kvzalloc(struct_size(view, cpus, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	int err;

	if (!view)
		return ERR_PTR(-ENOMEM);
	view->dir = dir;
	view->merge.ops = &view_cpus;
	view->merge.of = view;
	view->merge.nr_sources = nr_cpu_ids;
	view->merge.heap = kvcalloc(nr_cpu_ids, sizeof(*view->merge.heap), GFP_KERNEL);
	ktrace_buffer_get(dir->buffer);
	if (READ_ONCE(dir->instance->show) & KTRACE_SHOW_PAUSE &&
	    dir->buffer == &dir->instance->buffer) {
		ktrace_buffer_pause(dir->buffer);
		view->paused = true;
	}
	err = view->merge.heap ? view_restart(view, false) : -ENOMEM;
	if (err) {
		view_free(view);
		return ERR_PTR(err);
	}
	return view;
}

/* End the parts whose rings were replaced, because the records in those rings are lost. */
static void view_drop_replaced(struct view *view)
{
	struct ktrace_buffer *buffer = view->dir->buffer;
	int cpu;

	lockdep_assert_held(&buffer->resize);
	if (view->replaced == ktrace_buffer_replaced(buffer))
		return;
	view->replaced = ktrace_buffer_replaced(buffer);
	for_each_possible_cpu(cpu) {
		if (view->cpus[cpu].uses == ktrace_buffer_uses(buffer, cpu))
			continue;
		view->cpus[cpu].has = false;
		view->cpus[cpu].ring = NULL;
	}
}

/*
 * seq_file calls this with position 0 for a read from the beginning of the file, and to
 * seek within the file: m->read_pos is not 0 then, because bytes have been read.
 * view_stop() follows in any case, so the locks are taken even on error.
 */
static void *view_start(struct seq_file *m, loff_t *pos)
{
	struct view *view = m->private;
	int err = 0;

	if (!*pos && !view->fresh)
		err = view_restart(view, m->read_pos);
	ktrace_last_line_forget(&view->last);
	down_read(&view->dir->buffer->resize);
	ktrace_event_read_lock();
	if (err)
		return ERR_PTR(err);
	view->fresh = false;
	view_drop_replaced(view);
	view->at = ring_merge_next(&view->merge);
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
		view->cpus[view->at].has = false;
		view->at = ring_merge_next(&view->merge);
		view->pos = *pos;
		/* seq_file still has the previous line in its buffer: it can be marked. */
		if (view->at >= 0)
			ktrace_last_line_mark(&view->last, view->cpus[view->at].rec.time);
	}
	return view->at < 0 ? NULL : view;
}

static void view_stop(struct seq_file *m, void *v)
{
	struct view *view = m->private;

	ktrace_event_read_unlock();
	up_read(&view->dir->buffer->resize);
}

/*
 * Print the header of latency-format before the names of the columns.  The total latency, the
 * task and the preemption model belong to ftrace's latency tracers, which ktrace does not have;
 * clients expect the lines.
 */
static void view_header_latency(struct seq_file *m, const struct view *view)
{
	unsigned int i;

	seq_printf(m, "# %s latency trace v1.1.5 on %s\n# ",
		   ktrace_tracer_name(view->dir->instance), init_utsname()->release);
	for (i = 0; i < 68; i++)
		seq_putc(m, '-');
	seq_printf(m, "\n# latency: 0 us, #%llu/%llu, CPU#%d | (M:%s VP:0, KP:0, SP:0 HP:0 #P:%u)\n",
		   view->unread, view->written, max(view->dir->cpu, 0),
		   preempt_model_rt() ? "preempt_rt" : preempt_model_full() ? "preempt" :
		   preempt_model_voluntary() ? "desktop" : "server", num_online_cpus());
	seq_puts(m, "#    -----------------\n"
		 "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
		 "#    -----------------\n#\n");
}

/* Print the state of a snapshot and the commands that change it. */
static void view_header_snapshot(struct seq_file *m, const struct ktrace_trace_dir *dir)
{
	struct ktrace_buffer *buffer = &dir->instance->buffer;
	unsigned long missed = ktrace_snapshot_missed(buffer);
	/* A snapshot also counts as allocated while spare rings exist and none was taken. */
	bool exists = ktrace_snapshot_armed(buffer) ||
		      ktrace_snapshot_exists(dir->buffer, dir->cpu);

	seq_printf(m, "#\n# * Snapshot is %s *\n#\n", exists ? "allocated" : "freed");
	if (missed)
		seq_printf(m, "# * Snapshots missed: %lu *\n#\n", missed);
	if (exists)
		return;
	seq_puts(m, "# echo 1 > snapshot   move the records to the snapshot\n");
	if (dir->cpu == KTRACE_ALL_CPUS)
		seq_puts(m, "# echo 0 > snapshot   free the snapshot\n");
	seq_puts(m, "# echo 2 > snapshot   empty the snapshot\n#\n");
}

/* Print the header of a view, with the names of the columns. */
static void view_header(struct seq_file *m, const struct view *view)
{
	unsigned long show = READ_ONCE(view->dir->instance->show);
	struct seq_buf out __uninitialized;
	size_t room;
	char *buf;

	if (!(show & KTRACE_SHOW_LATENCY))
		seq_printf(m, "# tracer: %s\n#\n"
			   "# entries-in-buffer/entries-written: %llu/%llu   #P:%u\n#\n",
			   ktrace_tracer_name(view->dir->instance), view->unread, view->written,
			   num_online_cpus());
	else if (view->at >= 0)
		view_header_latency(m, view);
	else
		return;
	if (seq_has_overflowed(m))
		return;
	room = seq_get_buf(m, &buf);
	seq_buf_init(&out, buf, room);
	ktrace_format_header(&out, show);
	seq_commit(m, seq_buf_has_overflowed(&out) ? -1 : (int)seq_buf_used(&out));
}

static void view_record(struct seq_file *m, struct view *view)
{
	const struct ktrace_shown shown = {
		.rec = &view->cpus[view->at].rec,
		.cpu = view->at,
		.clock = view->cpus[view->at].clock,
		.epoch = view->cpus[view->at].epoch,
		.show = READ_ONCE(view->dir->instance->show),
		.since = ktrace_buffer_began(view->dir->buffer),
	};
	struct seq_buf out __uninitialized;
	size_t room;
	char *buf;

	room = seq_get_buf(m, &buf);
	seq_buf_init(&out, buf, room);
	ktrace_line(&out, &shown, &view->last);
	/* If the buffer is full, seq_file calls this function again for the same record. */
	seq_commit(m, seq_buf_has_overflowed(&out) ? -1 : (int)seq_buf_used(&out));
}

static int view_show(struct seq_file *m, void *v)
{
	struct view *view = m->private;

	if (v != SEQ_START_TOKEN) {
		view_record(m, view);
		return 0;
	}
	if (view->dir->buffer == &view->dir->instance->snapshot)
		view_header_snapshot(m, view->dir);
	view_header(m, view);
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

	if (!(file->f_mode & FMODE_READ))
		return 0;

	view = view_open(dir);
	if (IS_ERR(view))
		return PTR_ERR(view);
	err = seq_open(file, &view_ops);
	if (err) {
		view_free(view);
		return err;
	}
	((struct seq_file *)file->private_data)->private = view;
	/* Allow pwrite() again, which seq_open() forbids, if the file is open for writing. */
	if (file->f_mode & FMODE_WRITE)
		file->f_mode |= FMODE_PWRITE;
	return 0;
}

/**
 * ktrace_view_open - open a file that shows unread records
 * @dir: the directory of the file
 * @file: the file; no view is created unless the file is opened for reading
 *
 * Return: 0 or an errno.
 */
int ktrace_view_open(struct ktrace_trace_dir *dir, struct file *file)
{
	int err;

	if (!ktrace_owner_open(&dir->instance->owner))
		return -ENODEV;
	err = view_open_file(dir, file);
	if (err)
		ktrace_owner_close(&dir->instance->owner);
	return err;
}

/**
 * ktrace_view_read_iter - struct file_operations.read_iter for ktrace_view_open()
 * @iocb: the read
 * @to: memory of the reader
 *
 * Return: number of bytes, 0 at the end, or an errno.
 */
ssize_t ktrace_view_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	/* Check at each read: the kernel may be locked down while a file is open. */
	return security_locked_down(LOCKDOWN_TRACEFS) ?: seq_read_iter(iocb, to);
}

/**
 * ktrace_view_llseek - lseek() of a file that ktrace_view_open() opened
 * @file: the file
 * @offset: as for lseek()
 * @whence: as for lseek(); SEEK_END is refused
 *
 * A file that is only written to has no view and stays at position 0.
 *
 * Return: the new position, or an errno.
 */
loff_t ktrace_view_llseek(struct file *file, loff_t offset, int whence)
{
	return file->f_mode & FMODE_READ ? seq_lseek(file, offset, whence) : 0;
}

/**
 * ktrace_view_release - undo ktrace_view_open()
 * @inode: inode of the file
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

/**
 * ktrace_view_restart - have the next read of a file show a new view
 * @file: opened by ktrace_view_open()
 *
 * Context: the caller has emptied the buffer that the present view shows; no other task reads
 * the file yet.
 */
void ktrace_view_restart(struct file *file)
{
	struct seq_file *m = file->private_data;
	struct view *view;

	if (!(file->f_mode & FMODE_READ))
		return;
	view = m->private;
	view->fresh = false;
}
