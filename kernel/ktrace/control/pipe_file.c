// SPDX-License-Identifier: GPL-2.0
/*
 * trace_pipe: the records as text, consumed by reading.
 *
 * Each record goes to exactly one reader of trace_pipe or trace_pipe_raw (raw_file.c).
 * If a reader closes its file before reading all text, the records of the rest are
 * lost. ring/ring_merge.c merges the rings of all CPUs into one stream.  The state of
 * the merge is kept from one read to the next, and is checked again before use.
 *
 * An open file keeps rmdir from removing its instance.  If the end of the owner removes the
 * instance nevertheless, its memory stays until the file is closed.
 *
 * Called in task context.
 */
#include <linux/bvec.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uio.h>

#include "buffer/ids.h"
#include "control/control.h"
#include "control/files.h"
#include "event/line.h"
#include "event/listener.h"
#include "ring/ring_merge.h"

/* Size of struct pipe, including the text that is formatted at a time. */
#define PIPE_BYTES	(16 * 1024)

/**
 * struct pipe - an open trace_pipe
 * @dir:	the directory of the file
 * @lock:	serialises reads
 * @text:	text of consumed records that the user has not read yet
 * @read:	number of bytes of @text that were read
 * @any:	a record was read since the file was opened
 * @last:	the previous line, for ktrace_line()
 * @merge:	merges the rings
 * @ring:	the locked ring from which @merge reads
 * @rec:	the last record found in @ring
 * @wakes:	ktrace_buffer_wakes() before @merge read the rings
 * @bytes:	memory of @text
 */
struct pipe {
	struct ktrace_trace_dir	*dir;
	struct mutex		lock;	/* one read at a time */
	struct seq_buf		text;
	size_t			read;
	bool			any;
	struct ktrace_last_line	last;
	struct ring_merge	merge;
	struct ring		*ring;
	struct ring_record	rec;
	int			wakes;
	char			bytes[];
};

/**
 * struct pipe_seen - the state of a buffer before a reader looked for records
 * @wakes:	ktrace_buffer_wakes()
 * @on:		the buffer recorded
 * @closed:	the instance was removed
 */
struct pipe_seen {
	int	wakes;
	bool	on;
	bool	closed;
};

/* Sources are CPU numbers; a file of a single CPU has one source. */
static int pipe_cpu(const struct pipe *pipe, u32 source)
{
	return pipe->dir->cpu == KTRACE_ALL_CPUS ? source : pipe->dir->cpu;
}

static bool pipe_ring_open(void *of, u32 source)
{
	struct pipe *pipe = of;
	int cpu = pipe_cpu(pipe, source);

	if (!cpu_possible(cpu))
		return false;
	pipe->ring = ktrace_buffer_lock_cpu(pipe->dir->buffer, cpu);
	if (!pipe->ring)
		return false;
	/* Skip a mapped ring: the process that has mapped it reads its records. */
	if (ktrace_buffer_mapped(pipe->dir->buffer, cpu)) {
		ktrace_buffer_unlock_cpu(pipe->dir->buffer, cpu);
		return false;
	}
	/* Events must stay while their records are formatted. */
	ktrace_event_read_lock();
	return true;
}

static void pipe_ring_close(void *of, u32 source)
{
	struct pipe *pipe = of;

	ktrace_event_read_unlock();
	ktrace_buffer_unlock_cpu(pipe->dir->buffer, pipe_cpu(pipe, source));
}

static bool pipe_ring_peek(void *of, u32 source, struct ring_head *head)
{
	struct pipe *pipe = of;

	if (!ring_peek(pipe->ring, &pipe->rec))
		return false;
	*head = (struct ring_head) {
		.time = pipe->rec.time,
		.at = ring_cursor_at(&pipe->ring->reader.cur),
		.use = ktrace_buffer_uses(pipe->dir->buffer, pipe_cpu(pipe, source)),
	};
	return true;
}

static u64 pipe_ring_end(void *of, u32 source)
{
	struct pipe *pipe = of;

	/* Pairs with the release in ring_commit(). */
	return smp_load_acquire(&pipe->ring->commit);
}

static const struct ring_merge_ops pipe_rings = {
	.open	= pipe_ring_open,
	.close	= pipe_ring_close,
	.peek	= pipe_ring_peek,
	.end	= pipe_ring_end,
};

static void pipe_free(struct pipe *pipe)
{
	kvfree(pipe->merge.heap);
	kfree(pipe);
}

static int pipe_open(struct inode *inode, struct file *file)
{
	struct ktrace_trace_dir *dir = inode->i_private;
	struct pipe *pipe;

	pipe = kzalloc(PIPE_BYTES, GFP_KERNEL);
	if (!pipe)
		return -ENOMEM;
	pipe->dir = dir;
	pipe->merge.ops = &pipe_rings;
	pipe->merge.of = pipe;
	pipe->merge.nr_sources = dir->cpu == KTRACE_ALL_CPUS ? nr_cpu_ids : 1;
	pipe->merge.heap = kvcalloc(pipe->merge.nr_sources, sizeof(*pipe->merge.heap), GFP_KERNEL);
	if (!pipe->merge.heap) {
		pipe_free(pipe);
		return -ENOMEM;
	}
	if (!ktrace_owner_open(&dir->instance->owner)) {
		pipe_free(pipe);
		return -ENODEV;
	}
	ktrace_buffer_get(dir->buffer);
	mutex_init(&pipe->lock);
	seq_buf_init(&pipe->text, pipe->bytes, PIPE_BYTES - sizeof(*pipe));
	file->private_data = pipe;
	return nonseekable_open(inode, file);
}

static int pipe_release(struct inode *inode, struct file *file)
{
	struct pipe *pipe = file->private_data;

	ktrace_buffer_put(pipe->dir->buffer);
	ktrace_owner_close(&pipe->dir->instance->owner);
	pipe_free(pipe);
	return 0;
}

/*
 * Consume the record that was found in @source, and append it as text.
 * Return: false if the text does not fit; then the record stays unread.
 */
static bool pipe_take(struct pipe *pipe, u32 source)
{
	const struct ktrace_shown shown = {
		.rec = &pipe->rec,
		.cpu = pipe_cpu(pipe, source),
		.clock = ktrace_ring_clock(pipe->ring),
		/* The record is still in the ring, which is locked. */
		.epoch = ktrace_ids_epoch(),
		.show = READ_ONCE(pipe->dir->instance->show),
		.since = ktrace_buffer_began(pipe->dir->buffer),
	};
	size_t before = pipe->text.len;

	ktrace_line(&pipe->text, &shown, &pipe->last);
	if (!seq_buf_has_overflowed(&pipe->text)) {
		ring_consume(pipe->ring);
		return true;
	}
	if (before) {
		pipe->text.len = before;
		return false;
	}
	/*
	 * Truncate a record that is longer than the whole buffer, so that the reader
	 * makes progress.
	 */
	ring_consume(pipe->ring);
	pipe->text.len = pipe->text.size;
	return false;
}

/*
 * Format records until the text has @len bytes: if the file is closed, its unread text is lost.
 * @wakes is ktrace_buffer_wakes() before the caller looked for records.
 */
static void pipe_fill(struct pipe *pipe, size_t len, int wakes)
{
	int source;

	seq_buf_clear(&pipe->text);
	ktrace_last_line_forget(&pipe->last);
	pipe->read = 0;
	/* Look at all rings again: a ring may have been unmapped, which has older records. */
	if (pipe->wakes != wakes)
		ring_merge_forget(&pipe->merge);
	pipe->wakes = wakes;
	for (;;) {
		source = ring_merge_next(&pipe->merge);
		if (source >= 0) {
			if (!pipe_take(pipe, source) || seq_buf_used(&pipe->text) >= len)
				break;
			cond_resched();
			continue;
		}
		/* Return the text first; read all rings again only if there is no text. */
		if (seq_buf_used(&pipe->text) || !ring_merge_look(&pipe->merge))
			break;
	}
	ring_merge_pause(&pipe->merge);
}

/*
 * Wait for records; @seen is the state before the caller found none.  Return: 1 to try
 * again, 0 for the end of the file, or an errno.
 */
static int pipe_wait(struct pipe *pipe, const struct pipe_seen *seen, bool nonblock)
{
	struct ktrace_buffer *buffer = pipe->dir->buffer;

	if (pipe->dir->cpu != KTRACE_ALL_CPUS && ktrace_buffer_mapped(buffer, pipe->dir->cpu))
		return -EBUSY;
	if (nonblock)
		return -EAGAIN;
	/* End of file: recording is off and records were read, or the instance is removed. */
	if ((pipe->any && !seen->on) || seen->closed)
		return 0;
	/* Check for signals: the wait may end at once on records that this file cannot take. */
	if (signal_pending(current))
		return -ERESTARTSYS;
	cond_resched();
	return ktrace_buffer_wait(buffer, pipe->dir->cpu, KTRACE_AWAIT_RECORD, seen->wakes) ?: 1;
}

/*
 * Wait until there is unread text, for a reader of @len bytes.
 * Return: 1, and then pipe->lock is held; 0 at the end of the file, or an errno.
 */
static int pipe_lock_text(struct pipe *pipe, size_t len, bool nonblock)
{
	struct ktrace_buffer *buffer = pipe->dir->buffer;
	struct pipe_seen seen;
	int ret;

	do {
		/* Check after each wait: the kernel may be locked down while a file is open. */
		ret = security_locked_down(LOCKDOWN_TRACEFS);
		if (ret)
			return ret;
		/* Load @seen before looking for records: any later change of it ends the wait. */
		seen.wakes = ktrace_buffer_wakes(buffer, pipe->dir->cpu);
		seen.on = READ_ONCE(buffer->on);
		seen.closed = READ_ONCE(buffer->closed) ||
			      ktrace_owner_gone(&pipe->dir->instance->owner);
		if (mutex_lock_interruptible(&pipe->lock))
			return -ERESTARTSYS;
		if (pipe->read == seq_buf_used(&pipe->text))
			pipe_fill(pipe, len, seen.wakes);
		if (pipe->read < seq_buf_used(&pipe->text))
			return 1;
		mutex_unlock(&pipe->lock);
		ret = pipe_wait(pipe, &seen, nonblock);
	} while (ret > 0);
	return ret;
}

/* Copy unread text to @to; the caller holds pipe->lock. */
static size_t pipe_copy(struct pipe *pipe, struct iov_iter *to)
{
	size_t copied = copy_to_iter(pipe->bytes + pipe->read,
				     seq_buf_used(&pipe->text) - pipe->read, to);

	lockdep_assert_held(&pipe->lock);
	WRITE_ONCE(pipe->read, pipe->read + copied);
	if (copied)
		pipe->any = true;
	return copied;
}

static ssize_t pipe_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct pipe *pipe = iocb->ki_filp->private_data;
	bool nonblock = iocb->ki_filp->f_flags & O_NONBLOCK;
	size_t copied;
	int ret;

	if (!iov_iter_count(to))
		return 0;
	ret = pipe_lock_text(pipe, iov_iter_count(to), nonblock);
	if (ret <= 0)
		return ret;
	copied = pipe_copy(pipe, to);
	mutex_unlock(&pipe->lock);
	return copied ?: -EFAULT;
}

static void pipe_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/* Move up to @len bytes of unread text to the pipe @to; the caller holds pipe->lock. */
static ssize_t pipe_splice_text(struct pipe *pipe, struct pipe_inode_info *to, size_t len)
{
	struct page *pages[PIPE_BYTES / PAGE_SIZE + 1];
	struct partial_page partial[ARRAY_SIZE(pages)];
	struct splice_pipe_desc spd = {
		.pages = pages,
		.partial = partial,
		.nr_pages_max = ARRAY_SIZE(pages),
		.ops = &nosteal_pipe_buf_ops,
		.spd_release = pipe_splice_release,
	};
	/* Text that does not fit in the pipe would be lost. */
	size_t room = to->max_usage - pipe_occupancy(to->head, to->tail);
	struct bio_vec bvec;
	struct iov_iter iter;

	while (len && spd.nr_pages < min(room, ARRAY_SIZE(pages)) &&
	       pipe->read < seq_buf_used(&pipe->text)) {
		struct page *page = alloc_page(GFP_KERNEL);
		size_t copied;

		if (!page)
			break;
		bvec_set_page(&bvec, page, min(len, PAGE_SIZE), 0);
		iov_iter_bvec(&iter, ITER_DEST, &bvec, 1, bvec.bv_len);
		copied = pipe_copy(pipe, &iter);
		len -= copied;
		pages[spd.nr_pages] = page;
		partial[spd.nr_pages++] = (struct partial_page) { .len = copied };
	}
	if (!spd.nr_pages)
		return room ? -ENOMEM : -EAGAIN;
	return splice_to_pipe(to, &spd);
}

static ssize_t pipe_splice_read(struct file *file, loff_t *ppos, struct pipe_inode_info *to,
				size_t len, unsigned int flags)
{
	struct pipe *pipe = file->private_data;
	ssize_t ret;

	if (!len)
		return 0;
	ret = pipe_lock_text(pipe, len,
			     (file->f_flags & O_NONBLOCK) || (flags & SPLICE_F_NONBLOCK));
	if (ret <= 0)
		return ret;
	ret = pipe_splice_text(pipe, to, len);
	mutex_unlock(&pipe->lock);
	return ret;
}

static __poll_t pipe_poll(struct file *file, poll_table *table)
{
	struct pipe *pipe = file->private_data;
	bool unread = READ_ONCE(pipe->read) < seq_buf_used(&pipe->text);
	__poll_t ready = ktrace_buffer_poll(pipe->dir->buffer, pipe->dir->cpu,
					    unread ? KTRACE_AWAIT_NOTHING : KTRACE_AWAIT_RECORD,
					    file, table);

	/* Behind poll_wait(), so that a later removal wakes the poller. */
	if (ktrace_owner_gone(&pipe->dir->instance->owner))
		return EPOLLIN | EPOLLRDNORM | EPOLLHUP;
	return ready;
}

const struct file_operations ktrace_pipe_fops = {
	.owner		= THIS_MODULE,
	.open		= pipe_open,
	.read_iter	= pipe_read_iter,
	.splice_read	= pipe_splice_read,
	.poll		= pipe_poll,
	.release	= pipe_release,
};
