// SPDX-License-Identifier: GPL-2.0
/*
 * trace_pipe_raw and snapshot_raw: a CPU's records in binary pages.
 *
 * read() returns all records, including those of the page that is still being written;
 * splice() returns full pages; mmap() shows the ring's own pages (raw_map.c).  All of
 * them consume records.
 *
 * The kernel may be locked down while a file is open, so each operation asks.
 *
 * An open file keeps rmdir from removing its instance.  If the end of the owner removes the
 * instance nevertheless, its memory stays until the file is closed.
 */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uaccess.h>

#include <uapi/linux/trace_mmap.h>

#include "control/control.h"
#include "control/files.h"
#include "control/raw_map.h"

/**
 * struct raw - an open trace_pipe_raw
 * @dir:	the directory of the file
 * @lock:	serialises reads
 * @page:	the current page
 * @room:	size of @page
 * @bytes:	number of valid bytes in @page
 * @read:	number of @bytes that were read
 * @stops:	number of requests that waiting readers return
 */
struct raw {
	struct ktrace_trace_dir	*dir;
	struct mutex		lock;	/* serialises reads */
	void			*page;
	u32			room;
	u32			bytes;
	u32			read;
	atomic_t		stops;
};

static int raw_open_dir(struct ktrace_trace_dir *dir, struct file *file)
{
	struct raw *raw;
	int err = 0;

	raw = kzalloc(sizeof(*raw), GFP_KERNEL);
	if (!raw)
		return -ENOMEM;
	raw->dir = dir;
	/*
	 * Only an existing ring can be mapped, and a reader expects records: allocate
	 * the rings.
	 */
	if (dir->buffer == &dir->instance->buffer)
		err = ktrace_buffer_use(dir->buffer);
	if (err) {
		kfree(raw);
		return err;
	}
	mutex_init(&raw->lock);
	/* A mapping holds the file, and the file holds the buffer. */
	ktrace_buffer_get(dir->buffer);
	file->private_data = raw;
	return nonseekable_open(file_inode(file), file);
}

static int raw_open(struct inode *inode, struct file *file)
{
	struct ktrace_trace_dir *dir = inode->i_private;
	int err;

	if (!ktrace_owner_open(&dir->instance->owner))
		return -ENODEV;
	err = raw_open_dir(dir, file);
	if (err)
		ktrace_owner_close(&dir->instance->owner);
	return err;
}

static int raw_release(struct inode *inode, struct file *file)
{
	struct raw *raw = file->private_data;

	ktrace_buffer_put(raw->dir->buffer);
	ktrace_owner_close(&raw->dir->instance->owner);
	kvfree(raw->page);
	kfree(raw);
	return 0;
}

/*
 * Lock the ring, with memory for exactly one of its pages in raw->page, which is
 * allocated without the lock.  Return: the ring; NULL if the CPU has none; or -ENOMEM
 * as a pointer.
 */
static struct ring *raw_lock(struct raw *raw)
{
	struct ring *ring;
	u32 bytes;

	while ((ring = ktrace_buffer_lock_cpu(raw->dir->buffer, raw->dir->cpu))) {
		bytes = ring->page_bytes;
		if (raw->room == bytes)
			break;
		ktrace_buffer_unlock_cpu(raw->dir->buffer, raw->dir->cpu);
		kvfree(raw->page);
		raw->page = kvzalloc(bytes, KTRACE_GFP_SIZED);
		raw->room = raw->page ? bytes : 0;
		if (!raw->page)
			return ERR_PTR(-ENOMEM);
	}
	return ring;
}

/* Read the next page.  Return: 0, also if the ring has no records; or an errno. */
static int raw_fill(struct raw *raw)
{
	struct ring *ring;
	int err = 0;

	WRITE_ONCE(raw->bytes, 0);
	WRITE_ONCE(raw->read, 0);
	ring = raw_lock(raw);
	if (IS_ERR_OR_NULL(ring))
		return PTR_ERR_OR_ZERO(ring);
	if (ktrace_buffer_mapped(raw->dir->buffer, raw->dir->cpu))
		err = -EBUSY;
	else
		WRITE_ONCE(raw->bytes, ring_read_page(ring, raw->page, false));
	ktrace_buffer_unlock_cpu(raw->dir->buffer, raw->dir->cpu);
	return err;
}

/**
 * struct raw_wait - state before a reader looked for records
 * @wakes:	ktrace_buffer_wakes()
 * @on:		the buffer was on, and the instance was not being removed
 * @stops:	raw.stops
 *
 * A later change ends the reader's wait.
 */
struct raw_wait {
	int	wakes;
	bool	on;
	int	stops;
};

static struct raw_wait raw_look(struct raw *raw)
{
	struct ktrace_buffer *buffer = raw->dir->buffer;
	struct raw_wait seen;

	/* Load wakes first: switching off stores to @on before it wakes. */
	seen.wakes = ktrace_buffer_wakes(buffer, raw->dir->cpu);
	seen.on = READ_ONCE(buffer->on) && !ktrace_owner_gone(&raw->dir->instance->owner);
	seen.stops = atomic_read(&raw->stops);
	return seen;
}

/*
 * Wait after no record was found.  Return: 1 to try again, 0 for the end, if no more
 * records will come, or an errno.
 */
static int raw_wait(struct raw *raw, const struct raw_wait *seen, bool nonblock,
		    enum ktrace_awaited awaited)
{
	struct ktrace_trace_dir *dir = raw->dir;
	int err;

	if (nonblock)
		return -EAGAIN;
	if (!seen->on)
		return 0;
	/* The wait may end at once on data that this file cannot take, so check for signals. */
	if (signal_pending(current))
		return -ERESTARTSYS;
	cond_resched();
	err = ktrace_buffer_wait(dir->buffer, dir->cpu, awaited, seen->wakes);
	if (atomic_read(&raw->stops) != seen->stops)
		return 0;
	return err ?: 1;
}

/*
 * Copy a full page directly to @ubuf, if possible.  The copy must not fault while the
 * ring is locked, because mmap() takes the ring's lock inside of mmap_lock.  A page that
 * could not be copied completely is left in raw->page.  Return: number of bytes, or 0 if not
 * possible.
 */
static ssize_t raw_copy_page(struct raw *raw, char __user *ubuf, size_t count)
{
	struct ring *ring;
	u32 bytes = 0;
	void *page;

	if (count < raw->room || !raw->room)
		return 0;
	ring = ktrace_buffer_lock_cpu(raw->dir->buffer, raw->dir->cpu);
	if (!ring)
		return 0;
	if (ring->page_bytes == raw->room &&
	    !ktrace_buffer_mapped(raw->dir->buffer, raw->dir->cpu)) {
		page = ring_take_page(ring);
		bytes = page ? ring->page_bytes : 0;
	}
	if (bytes && copy_to_user_nofault(ubuf, page, bytes)) {
		memcpy(raw->page, page, bytes);
		WRITE_ONCE(raw->read, 0);
		WRITE_ONCE(raw->bytes, bytes);
		bytes = 0;
	}
	ktrace_buffer_unlock_cpu(raw->dir->buffer, raw->dir->cpu);
	return bytes;
}

/* Copy the rest of the current page, or the next one.  Return 0 if there is none. */
static ssize_t raw_copy(struct raw *raw, char __user *ubuf, size_t count)
{
	size_t left;
	int err;

	if (mutex_lock_interruptible(&raw->lock))
		return -ERESTARTSYS;
	if (raw->read == raw->bytes) {
		ssize_t copied = raw_copy_page(raw, ubuf, count);

		if (copied) {
			mutex_unlock(&raw->lock);
			return copied;
		}
	}
	err = raw->read == raw->bytes ? raw_fill(raw) : 0;
	count = min_t(size_t, count, raw->bytes - raw->read);
	left = count ? copy_to_user(ubuf, raw->page + raw->read, count) : 0;
	WRITE_ONCE(raw->read, raw->read + count - left);
	mutex_unlock(&raw->lock);
	if (err)
		return err;
	return count - left ?: (count ? -EFAULT : 0);
}

static ssize_t raw_read(struct file *file, char __user *ubuf, size_t count,
			loff_t *ppos)
{
	struct raw *raw = file->private_data;
	struct raw_wait seen;
	ssize_t ret;

	if (!count)
		return 0;
	/* Prepare to wait only if there is no record. */
	ret = security_locked_down(LOCKDOWN_TRACEFS) ?: raw_copy(raw, ubuf, count);
	if (ret || file->f_flags & O_NONBLOCK)
		return ret ?: -EAGAIN;
	do {
		ret = security_locked_down(LOCKDOWN_TRACEFS);
		if (ret)
			break;
		seen = raw_look(raw);
		ret = raw_copy(raw, ubuf, count);
		if (ret)
			break;
		ret = raw_wait(raw, &seen, false, KTRACE_AWAIT_RECORD);
	} while (ret > 0);
	return ret;
}

/* Copy a full page of the ring to memory of the same size.  Return: whether there was one. */
static bool raw_take_full(struct ring *ring, void *to)
{
	void *page = ring_take_page(ring);
	u32 at;

	if (!page)
		return ring_read_page(ring, to, true);
	if (ring->page_bytes < PAGE_SIZE)
		memcpy(to, page, ring->page_bytes);
	else
		for (at = 0; at < ring->page_bytes; at += PAGE_SIZE)
			copy_page(to + at, page + at);
	return true;
}

/*
 * Copy a full page of the ring to @page, memory of @bytes.  Return: 1, 0 if there is
 * none, or -EAGAIN if the page size of the ring has changed.
 */
static int raw_take(struct ktrace_trace_dir *dir, struct page *page, u32 bytes)
{
	struct ring *ring = ktrace_buffer_lock_cpu(dir->buffer, dir->cpu);
	int ret;

	if (!ring)
		return 0;
	if (ktrace_buffer_mapped(dir->buffer, dir->cpu))
		ret = -EBUSY;
	else if (ring->page_bytes != bytes)
		ret = -EAGAIN;
	else
		ret = raw_take_full(ring, page_address(page));
	ktrace_buffer_unlock_cpu(dir->buffer, dir->cpu);
	return ret;
}

/* Allocate up to @nr pages of @bytes; @pages is zeroed.  Return: number of pages. */
static unsigned int raw_alloc(struct page **pages, unsigned int nr, u32 bytes)
{
	const gfp_t gfp = GFP_KERNEL | __GFP_COMP | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	unsigned int order = get_order(bytes), got;

	/* Many pages at once take less time than as many single ones. */
	if (!order)
		return alloc_pages_bulk_array(gfp, nr, pages);
	for (got = 0; got < nr; got++) {
		pages[got] = alloc_pages(gfp, order);
		if (!pages[got])
			break;
	}
	return got;
}

static void raw_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/*
 * Splice up to @most full pages of @bytes, and no more than fit in the pipe.  Return: number of
 * bytes, 0 for none, or an errno.
 */
static ssize_t raw_splice_pages(struct ktrace_trace_dir *dir,
				struct pipe_inode_info *pipe, u64 most, u32 bytes)
{
	struct page *pages[PIPE_DEF_BUFFERS] = { };
	struct partial_page partial[PIPE_DEF_BUFFERS] __uninitialized;
	struct splice_pipe_desc spd = {
		.pages = pages,
		.partial = partial,
		.nr_pages_max = PIPE_DEF_BUFFERS,
		.ops = &nosteal_pipe_buf_ops,
		.spd_release = raw_splice_release,
	};
	/* A page that is taken from the ring must fit in the pipe. */
	unsigned int room = pipe->max_usage - pipe_occupancy(pipe->head, pipe->tail);
	unsigned int nr, i;
	int got = 0;

	most = min3(most, (u64)room, (u64)ARRAY_SIZE(pages));
	nr = most ? raw_alloc(pages, most, bytes) : 0;
	if (most && !nr)
		return -ENOMEM;
	while (spd.nr_pages < nr) {
		got = raw_take(dir, pages[spd.nr_pages], bytes);
		if (got <= 0)
			break;
		partial[spd.nr_pages++] = (struct partial_page) { .len = bytes };
	}
	for (i = spd.nr_pages; i < nr; i++)
		put_page(pages[i]);
	return spd.nr_pages ? splice_to_pipe(pipe, &spd) : got;
}

/* Try once to splice.  Return: number of bytes, 0 to try again, or an errno. */
static ssize_t raw_splice(struct ktrace_trace_dir *dir, struct pipe_inode_info *pipe,
			  size_t len)
{
	struct ring *ring = ktrace_buffer_lock_cpu(dir->buffer, dir->cpu);
	bool mapped;
	ssize_t ret;
	u32 bytes;
	u64 most;

	if (!ring)
		return 0;
	mapped = ktrace_buffer_mapped(dir->buffer, dir->cpu);
	bytes = ring->page_bytes;
	most = min(ring_full_pages(ring), len / bytes);
	ktrace_buffer_unlock_cpu(dir->buffer, dir->cpu);

	/*
	 * Pages are not split: a reader could not use a part.  @len is limited by the
	 * room in the pipe; if the pipe is not empty, the caller can try again later.
	 */
	if (len < bytes)
		return pipe_empty(pipe->head, pipe->tail) ? -EINVAL : -EAGAIN;
	if (mapped)
		return -EBUSY;
	ret = raw_splice_pages(dir, pipe, most, bytes);
	/* Let the caller try again if the page size has changed. */
	return ret == -EAGAIN ? 0 : ret;
}

static ssize_t raw_splice_read(struct file *file, loff_t *ppos,
			       struct pipe_inode_info *pipe, size_t len,
			       unsigned int flags)
{
	bool nonblock = (file->f_flags & O_NONBLOCK) || (flags & SPLICE_F_NONBLOCK);
	struct raw *raw = file->private_data;
	struct ktrace_trace_dir *dir = raw->dir;
	struct raw_wait seen;
	ssize_t ret;

	do {
		ret = security_locked_down(LOCKDOWN_TRACEFS);
		if (ret)
			break;
		seen = raw_look(raw);
		ret = raw_splice(dir, pipe, len);
		if (ret)
			break;
		ret = raw_wait(raw, &seen, nonblock, KTRACE_AWAIT_PAGES);
	} while (ret > 0);
	return ret;
}

/* The condition that a poller waits for. */
static enum ktrace_awaited raw_awaited(const struct ktrace_buffer *buffer)
{
	return READ_ONCE(buffer->percent) ? KTRACE_AWAIT_PAGES : KTRACE_AWAIT_RECORD;
}

static __poll_t raw_poll(struct file *file, poll_table *table)
{
	struct raw *raw = file->private_data;
	struct ktrace_trace_dir *dir = raw->dir;
	enum ktrace_awaited awaited;
	__poll_t ready;

	awaited = raw_awaited(dir->buffer);
	/* Do not wait for records of a snapshot, or if bytes of a page are left to read. */
	if (READ_ONCE(raw->read) < READ_ONCE(raw->bytes) || dir->buffer != &dir->instance->buffer)
		awaited = KTRACE_AWAIT_NOTHING;
	ready = ktrace_buffer_poll(dir->buffer, dir->cpu, awaited, file, table);
	/* After poll_wait(), so that a later removal wakes the poller. */
	if (ktrace_owner_gone(&dir->instance->owner))
		return EPOLLIN | EPOLLRDNORM | EPOLLHUP;
	return ready;
}

static int raw_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct raw *raw = file->private_data;
	struct ktrace_trace_dir *dir = raw->dir;

	/* The next snapshot replaces the ring of a snapshot. */
	if (dir->buffer != &dir->instance->buffer)
		return -ENODEV;
	if (ktrace_owner_gone(&dir->instance->owner))
		return -ENODEV;
	return security_locked_down(LOCKDOWN_TRACEFS) ?: ktrace_raw_mmap(dir, vma);
}

/*
 * Show the next page in a mapping; wait for the same condition as poll().  If recording is
 * switched off meanwhile, return after an update of the first page (struct trace_buffer_meta).
 */
static int raw_map_take(struct raw *raw, bool nonblock)
{
	struct ktrace_trace_dir *dir = raw->dir;
	enum ktrace_awaited awaited;
	struct raw_wait seen;
	bool ready;
	int ret;

	if (nonblock)
		return security_locked_down(LOCKDOWN_TRACEFS) ?: min(ktrace_raw_map_take(dir), 0);
	for (;;) {
		ret = security_locked_down(LOCKDOWN_TRACEFS);
		if (ret)
			return ret;
		awaited = raw_awaited(dir->buffer);
		seen = raw_look(raw);
		ready = !ktrace_buffer_mapped(dir->buffer, dir->cpu) ||
			ktrace_buffer_watch(dir->buffer, dir->cpu, awaited);
		ret = ready ? ktrace_raw_map_take(dir) : 0;
		if (ret)
			return min(ret, 0);
		ret = raw_wait(raw, &seen, false, awaited);
		if (ret < 0)
			return ret;
		/* The kernel may have been locked down during the wait. */
		if (!ret)
			return security_locked_down(LOCKDOWN_TRACEFS) ?:
			       min(ktrace_raw_map_take(dir), 0);
	}
}

/* Make all tasks return that wait to read from this file. */
static void raw_stop(struct raw *raw)
{
	atomic_inc(&raw->stops);
	ktrace_buffer_wake_cpu(raw->dir->buffer, raw->dir->cpu);
}

static long raw_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	switch (cmd) {
	case TRACE_MMAP_IOCTL_GET_READER:
		return raw_map_take(file->private_data, file->f_flags & O_NONBLOCK);
	case 0:
		raw_stop(file->private_data);
		return 0;
	default:
		return -ENOTTY;
	}
}

const struct file_operations ktrace_raw_fops = {
	.owner		= THIS_MODULE,
	.open		= raw_open,
	.read		= raw_read,
	.splice_read	= raw_splice_read,
	.poll		= raw_poll,
	.mmap		= raw_mmap,
	.unlocked_ioctl	= raw_ioctl,
	.compat_ioctl	= compat_ptr_ioctl,
	.release	= raw_release,
};
