// SPDX-License-Identifier: GPL-2.0
/*
 * Markers: what user space writes to trace_marker and trace_marker_raw becomes records of
 * the file's instance.
 *
 * Called by write(), by any number of tasks at once: no lock is taken, and memory is
 * allocated only if what is written is not in memory yet.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "action/internal.h"
#include "event/comm.h"
#include "event/emit.h"

/* Texts of less than so many bytes go straight to the ring, by words. */
#define MARKER_SHORT	(8 * sizeof(u64))

/* Bytes in a record of bytes. */
#define MARKER_RAW_MAX	(KTRACE_RECORD_MAX - offsetof(struct action_raw, id))

/* The listener of an open file, which goes with its instance: the file holds that. */
static struct ktrace_listener *marker_listener(const struct file *file)
{
	return file->private_data;
}

/* Get what recording takes.  Return: 0, -ENOMEM, or -ENODEV if the event is not there. */
static int marker_prepare(struct file *file, struct ktrace_instance *instance,
			  struct ktrace_event *event)
{
	struct ktrace_listener *listener;
	int err = ktrace_comm_use() ?: ktrace_buffer_use(&instance->buffer);

	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	if (ktrace_event_find(event->system, event->name) != event)
		return -ENODEV;
	listener = ktrace_listener_get(event, instance);
	file->private_data = listener;
	return listener ? 0 : -ENOMEM;
}

static int marker_open_of(struct inode *inode, struct file *file, struct ktrace_event *event)
{
	struct ktrace_instance *instance = inode->i_private;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	if (!ktrace_owner_open(&instance->owner))
		return -ENODEV;
	err = marker_prepare(file, instance, event);
	if (err)
		ktrace_owner_close(&instance->owner);
	return err ?: stream_open(inode, file);
}

static int marker_open(struct inode *inode, struct file *file)
{
	return marker_open_of(inode, file, &ktrace_print_event);
}

static int marker_raw_open(struct inode *inode, struct file *file)
{
	return marker_open_of(inode, file, &ktrace_raw_event);
}

static int marker_release(struct inode *inode, struct file *file)
{
	struct ktrace_instance *instance = inode->i_private;

	ktrace_owner_close(&instance->owner);
	return 0;
}

/**
 * typedef marker_write_fn - record what was written
 * @listener: where
 * @image: room for the record
 * @ubuf: what was written, in user space
 * @copy: the same, where it could not be copied from there; or NULL
 * @count: its bytes
 *
 * Context: preemption off.
 * Return: 0, or -EFAULT if @copy is NULL and @ubuf not in memory.
 */
typedef int marker_write_fn(const struct ktrace_listener *listener, void *image,
			    const char __user *ubuf, const char *copy, size_t count);

static __always_inline int marker_copy(void *to, const char __user *ubuf, const char *copy,
				       size_t count)
{
	unsigned long left;

	if (unlikely(copy)) {
		memcpy(to, copy, count);
		return 0;
	}
	/* As copy_from_user_nofault(), but in a task: nobody else's memory can be there. */
	if (unlikely(!access_ok(ubuf, count)))
		return -EFAULT;
	pagefault_disable();
	left = __copy_from_user_inatomic(to, ubuf, count);
	pagefault_enable();
	return left ? -EFAULT : 0;
}

/*
 * Clients show the name of the function that wrote a record: they know this one's.  The
 * record's own newline ends it, so that of the text is left out.
 */
static int tracing_mark_write(const struct ktrace_listener *listener, void *image,
			      const char __user *ubuf, const char *copy, size_t count)
{
	struct action_print *rec = image;

	if (marker_copy(rec->text, ubuf, copy, count))
		return -EFAULT;
	if (rec->text[count - 1] == '\n')
		count--;
	rec->text[count++] = 0;
	rec->ip = (unsigned long)tracing_mark_write;
	ktrace_emit_own(listener, rec, action_pad(rec, sizeof(*rec) + count),
			ktrace_context_task());
	return 0;
}

static int tracing_mark_raw_write(const struct ktrace_listener *listener, void *image,
				  const char __user *ubuf, const char *copy, size_t count)
{
	struct action_raw *rec = image;

	if (marker_copy(&rec->id, ubuf, copy, count))
		return -EFAULT;
	ktrace_emit_own(listener, rec, action_pad(rec, offsetof(struct action_raw, id) + count),
			ktrace_context_task());
	return 0;
}

/* Record @count bytes, from user space or, unless that is NULL, from @copy. */
static __always_inline int marker_record(struct file *file, marker_write_fn *write,
					 const char __user *ubuf, const char *copy, size_t count)
{
	void *image;
	int err = 0;

	preempt_disable_notrace();
	image = ktrace_image_get();
	/* A task is not nested in anything. */
	if (image) {
		err = write(marker_listener(file), image, ubuf, copy, count);
		ktrace_image_put();
	}
	preempt_enable_notrace();
	return err;
}

/* What was written is not in memory, or is not there at all. */
static noinline int marker_record_slowly(struct file *file, marker_write_fn *write,
					 const char __user *ubuf, size_t count)
{
	char *copy __free(kfree) = memdup_user(ubuf, count);

	if (IS_ERR(copy))
		return PTR_ERR(no_free_ptr(copy));
	return marker_record(file, write, ubuf, copy, count);
}

/* Copy a word from user space, page faults off.  Return: false if it is not in memory. */
static __always_inline bool marker_copy_word(char *to, const char __user *from)
{
	u64 word;

	unsafe_get_user(word, (const u64 __user *)from, fault);
	put_unaligned(word, (u64 *)to);
	return true;
fault:
	return false;
}

/* Copy less than a word. */
static __always_inline bool marker_copy_bytes(char *to, const char __user *from, size_t count)
{
	while (count--) {
		unsafe_get_user(*to, from, fault);
		to++;
		from++;
	}
	return true;
fault:
	return false;
}

/* Copy less than MARKER_SHORT bytes: few instructions, in no loop if there are eight and more. */
static __always_inline bool marker_copy_short(char *to, const char __user *from, size_t count)
{
	const size_t word = sizeof(u64);
	size_t at = 0;

	if (count & 4 * word) {
		if (!marker_copy_word(to, from) ||
		    !marker_copy_word(to + word, from + word) ||
		    !marker_copy_word(to + 2 * word, from + 2 * word) ||
		    !marker_copy_word(to + 3 * word, from + 3 * word))
			return false;
		at = 4 * word;
	}
	if (count & 2 * word) {
		if (!marker_copy_word(to + at, from + at) ||
		    !marker_copy_word(to + at + word, from + at + word))
			return false;
		at += 2 * word;
	}
	if (count & word) {
		if (!marker_copy_word(to + at, from + at))
			return false;
		at += word;
	}
	if (at == count)
		return true;
	/* The last word overlaps the one before. */
	if (at)
		return marker_copy_word(to + count - word, from + count - word);
	return marker_copy_bytes(to, from, count);
}

/*
 * Record a short text in place, page faults off.  Where nothing is recorded, nothing is looked at.
 * Return: false if the text is not in memory, then there is no record.
 */
static __always_inline bool marker_emit_short(const struct ktrace_listener *listener,
					      const char __user *ubuf, size_t count)
{
	struct ktrace_emit emit __uninitialized;
	struct action_print *rec;
	bool done = false;

	rec = ktrace_emit_begin(&emit, listener->buffer, KTRACE_ID_PRINT,
				sizeof(*rec) + round_down(count, sizeof(u32)) + sizeof(u32),
				ktrace_context_task());
	if (unlikely(!rec))
		return true;
	rec->ip = (unsigned long)tracing_mark_write;
	*(u32 *)(rec->text + round_down(count, sizeof(u32))) = 0;
	if (user_read_access_begin(ubuf, count)) {
		done = marker_copy_short(rec->text, ubuf, count);
		user_read_access_end();
	}
	if (unlikely(!done)) {
		ktrace_emit_discard(&emit);
		return false;
	}
	if (rec->text[count - 1] == '\n')
		rec->text[count - 1] = 0;
	ktrace_emit_end(&emit);
	return true;
}

/*
 * What most writes are: a short text that is in memory, and an instance that asks nothing
 * about it.  Return: whether this was one.
 */
static __always_inline bool marker_write_short(struct file *file, const char __user *ubuf,
					       size_t count)
{
	const struct ktrace_listener *listener = marker_listener(file);
	bool done;

	preempt_disable_notrace();
	pagefault_disable();
	done = likely(ktrace_listener_plain(listener)) && marker_emit_short(listener, ubuf, count);
	pagefault_enable();
	preempt_enable_notrace();
	return done;
}

/* A longer text becomes several records: the writer goes on with the rest. */
static ssize_t marker_write(struct file *file, const char __user *ubuf, size_t count,
			    loff_t *ppos)
{
	int err;

	if (!count)
		return 0;
	/* Words are copied from wherever the text begins. */
	if (IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) && count < MARKER_SHORT &&
	    marker_write_short(file, ubuf, count))
		return count;
	count = min(count, ACTION_TEXT_MAX);
	err = marker_record(file, tracing_mark_write, ubuf, NULL, count);
	if (unlikely(err))
		err = marker_record_slowly(file, tracing_mark_write, ubuf, count);
	return err ?: count;
}

static ssize_t marker_raw_write(struct file *file, const char __user *ubuf, size_t count,
				loff_t *ppos)
{
	int err;

	if (count < sizeof(u32) || count > MARKER_RAW_MAX)
		return -EINVAL;
	err = marker_record(file, tracing_mark_raw_write, ubuf, NULL, count);
	if (unlikely(err))
		err = marker_record_slowly(file, tracing_mark_raw_write, ubuf, count);
	return err ?: count;
}

static const struct file_operations marker_fops = {
	.owner		= THIS_MODULE,
	.open		= marker_open,
	.write		= marker_write,
	.release	= marker_release,
};

static const struct file_operations marker_raw_fops = {
	.owner		= THIS_MODULE,
	.open		= marker_raw_open,
	.write		= marker_raw_write,
	.release	= marker_release,
};

const struct ktrace_file ktrace_marker_files[KTRACE_MARKER_FILES] = {
	{ "trace_marker",	0200, &marker_fops },
	{ "trace_marker_raw",	0200, &marker_raw_fops },
};
