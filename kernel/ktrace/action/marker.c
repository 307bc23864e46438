// SPDX-License-Identifier: GPL-2.0
/*
 * Markers: data that user space writes to trace_marker and trace_marker_raw becomes
 * records of the file's instance.
 *
 * Called by write(), by any number of tasks at the same time.  The code takes no lock,
 * and allocates memory only if the data are not resident.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "action/internal.h"
#include "event/emit.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "fs/lockdown.h"

/* Texts of fewer bytes are copied directly to the ring, word by word. */
#define MARKER_SHORT	(8 * sizeof(u64))

/* Maximum data of a raw record, in bytes, with the id. */
#define MARKER_RAW_MAX	(KTRACE_RECORD_MAX - offsetof(struct action_raw, id))

/*
 * The listener of an open file.  The file holds a reference to the instance, which
 * frees the listener.
 */
static struct ktrace_listener *marker_listener(const struct file *file)
{
	return file->private_data;
}

/*
 * Get the resources that recording needs.  Return: 0, -ENOMEM, or -ENODEV if the event
 * is not registered.
 */
static int marker_prepare(struct file *file, struct ktrace_instance *instance,
			  struct ktrace_event *event)
{
	struct ktrace_listener *listener;
	int err = ktrace_record_prepare(&instance->buffer);

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
	int err;

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
 * typedef marker_write_fn - write a record of user data
 * @listener: the listener
 * @image: memory for the record
 * @ubuf: the data in user space
 * @copy: a kernel copy of the data if @ubuf is not resident; or NULL
 * @count: size of the data, in bytes
 *
 * Context: preemption off.
 * Return: 0, or -EFAULT if @copy is NULL and @ubuf is not resident.
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
	/*
	 * Like copy_from_user_nofault(), without its check of the mm: this code always
	 * runs in the task that writes.
	 */
	if (unlikely(!access_ok(ubuf, count)))
		return -EFAULT;
	pagefault_disable();
	left = __copy_from_user_inatomic(to, ubuf, count);
	pagefault_enable();
	return left ? -EFAULT : 0;
}

/*
 * Clients display the name of the function that wrote a record, and expect the name
 * tracing_mark_write. The record has all bytes of the text, including a newline at the end.
 */
static int tracing_mark_write(const struct ktrace_listener *listener, void *image,
			      const char __user *ubuf, const char *copy, size_t count)
{
	struct action_print *rec = image;

	if (marker_copy(rec->text, ubuf, copy, count))
		return -EFAULT;
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

/* Record @count bytes from @copy, or from user space if @copy is NULL. */
static __always_inline int marker_record(struct file *file, marker_write_fn *write,
					 const char __user *ubuf, const char *copy, size_t count)
{
	void *image;
	int err = 0;

	preempt_disable_notrace();
	image = ktrace_listener_paused(marker_listener(file)) ? NULL : ktrace_image_get();
	/* ktrace_image_get() succeeds: a task is not nested in another context. */
	if (image) {
		err = write(marker_listener(file), image, ubuf, copy, count);
		ktrace_image_put();
	}
	preempt_enable_notrace();
	return err;
}

/* The data are not resident, or the address is invalid. */
static noinline ssize_t marker_record_slowly(struct file *file, marker_write_fn *write,
					     const char __user *ubuf, size_t count)
{
	char *copy __free(kfree) = memdup_user(ubuf, count);

	if (IS_ERR(copy))
		return PTR_ERR(no_free_ptr(copy));
	return marker_record(file, write, ubuf, copy, count) ?: count;
}

/* Copy a word from user space.  Return: false if it is not resident. */
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

/*
 * Copy the word @nth from the end of @count bytes, unless @count has no more than @nth
 * words.
 */
static __always_inline bool marker_copy_nth(char *end, const char __user *from_end, size_t count,
					    unsigned int nth)
{
	size_t at = nth * sizeof(u64);

	/* marker_copy_words() has copied the first word before. */
	return count <= at || marker_copy_word(end - at, from_end - at);
}

/*
 * Copy 8 bytes or more without a loop: one comparison and one move per word.  The moves of
 * the first two words overlap if @count is not a multiple of 8.
 */
static __always_inline bool marker_copy_words(char *to, const char __user *from, size_t count)
{
	char *end = to + count;
	const char __user *from_end = from + count;

	BUILD_BUG_ON(MARKER_SHORT != 8 * sizeof(u64));
	return marker_copy_word(to, from) &&
	       marker_copy_nth(end, from_end, count, 1) &&
	       marker_copy_nth(end, from_end, count, 2) &&
	       marker_copy_nth(end, from_end, count, 3) &&
	       marker_copy_nth(end, from_end, count, 4) &&
	       marker_copy_nth(end, from_end, count, 5) &&
	       marker_copy_nth(end, from_end, count, 6) &&
	       marker_copy_nth(end, from_end, count, 7);
}

/*
 * Copy a short text without a fault.  Sets *@from to the address that was used, which
 * differs only if the caller passed a kernel address.  Return: false if the text is not
 * resident.
 */
static __always_inline bool marker_copy_short(char *to, const char __user **from, size_t count)
{
	bool done;

	if (can_do_masked_user_access())
		*from = masked_user_access_begin(*from);
	else if (!user_read_access_begin(*from, count))
		return false;
	done = count < sizeof(u64) ? marker_copy_bytes(to, *from, count) :
				     marker_copy_words(to, *from, count);
	user_read_access_end();
	return done;
}

/* Length of a short text's record, in bytes, with at least one zero behind the text. */
static __always_inline u32 marker_short_len(size_t count)
{
	return sizeof(struct action_print) + round_down(count, sizeof(u32)) + sizeof(u32);
}

/* Fill in the record of a short text.  Parameters and return value: see marker_copy_short(). */
static __always_inline bool marker_fill_short(struct action_print *rec, const char __user **ubuf,
					      size_t count)
{
	bool done;

	rec->ip = (unsigned long)tracing_mark_write;
	*(u32 *)((void *)rec + marker_short_len(count) - sizeof(u32)) = 0;
	pagefault_disable();
	done = marker_copy_short(rec->text, ubuf, count);
	pagefault_enable();
	return done;
}

/*
 * Record a short text directly in the ring, on the fast or the slow path.  If recording
 * is off, the text is not read.  Return: false if the text is not resident; no record
 * is written then.
 */
static bool marker_emit_short(const struct ktrace_listener *listener, const char __user *ubuf,
			      size_t count)
{
	struct ktrace_emit emit __uninitialized;
	struct action_print *rec;

	rec = ktrace_emit_begin(&emit, listener->buffer, KTRACE_ID_PRINT,
				marker_short_len(count), ktrace_context_task());
	if (!rec)
		return true;
	if (!marker_fill_short(rec, &ubuf, count)) {
		ktrace_emit_discard(&emit);
		return false;
	}
	ktrace_emit_end(&emit);
	return true;
}

/*
 * Call marker_emit_short() if the instance has no filter and no trigger for markers.
 * Return: whether the write is complete.
 */
static bool marker_write_short(struct file *file, const char __user *ubuf, size_t count)
{
	const struct ktrace_listener *listener = marker_listener(file);
	bool done;

	preempt_disable_notrace();
	done = ktrace_listener_takes_all(listener) && marker_emit_short(listener, ubuf, count);
	preempt_enable_notrace();
	return done;
}

/* Whether a text is copied by words, at any alignment. */
static __always_inline bool marker_is_short(size_t count)
{
	return IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) && count < MARKER_SHORT;
}

/*
 * Write a text on the general path.  A longer text becomes several records: the caller
 * writes the rest by another call.
 */
static noinline ssize_t marker_write_any(struct file *file, const char __user *ubuf, size_t count)
{
	if (!count)
		return 0;
	if (marker_is_short(count) && marker_write_short(file, ubuf, count))
		return count;
	count = min(count, ACTION_TEXT_MAX);
	if (likely(!marker_record(file, tracing_mark_write, ubuf, NULL, count)))
		return count;
	return marker_record_slowly(file, tracing_mark_write, ubuf, count);
}

/*
 * The parts of the mark are parameters because they stay in registers as long as the
 * caller does not take the address of a mark.
 */
static noinline void marker_discard(struct ring *ring, struct ring_page *page, u64 word,
				    u64 start, u64 end)
{
	struct ring_mark mark = { .page = page, .word = word, .start = start, .end = end };

	ring_discard(ring, &mark);
}

/*
 * The fast path, which most writes take: the text is short, but longer than a word, and
 * in memory; the instance has no filter and no trigger for markers; and the ring has
 * room without further steps.  Except for ring_publish(), all calls are tail calls, so
 * the function saves few registers.
 */
static ssize_t marker_write(struct file *file, const char __user *ubuf, size_t count,
			    loff_t *ppos)
{
	const struct ktrace_listener *listener = marker_listener(file);
	struct ktrace_emit emit __uninitialized;
	struct action_print *rec;

	if (ktrace_locked_down())
		return -EPERM;
	if (!marker_is_short(count) || count <= sizeof(u64))
		return marker_write_any(file, ubuf, count);
	preempt_disable_notrace();
	if (unlikely(!ktrace_listener_takes_all(listener)) ||
	    !ktrace_emit_try_ring(&emit, ktrace_buffer_ring(listener->buffer), KTRACE_ID_PRINT,
				  marker_short_len(count), ktrace_context_task(), &rec)) {
		preempt_enable_notrace();
		return marker_write_any(file, ubuf, count);
	}
	if (unlikely(!marker_fill_short(rec, &ubuf, count))) {
		marker_discard(emit.ring, emit.mark.page, emit.mark.word, emit.mark.start,
			       emit.mark.end);
		preempt_enable_notrace();
		return marker_record_slowly(file, tracing_mark_write, ubuf, count);
	}
	ktrace_emit_end(&emit);
	preempt_enable_notrace();
	return count;
}

static ssize_t marker_raw_write(struct file *file, const char __user *ubuf, size_t count,
				loff_t *ppos)
{
	if (ktrace_locked_down())
		return -EPERM;
	if (count < sizeof(u32) || count > MARKER_RAW_MAX)
		return -EINVAL;
	if (likely(!marker_record(file, tracing_mark_raw_write, ubuf, NULL, count)))
		return count;
	return marker_record_slowly(file, tracing_mark_raw_write, ubuf, count);
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

const struct ktrace_knob ktrace_marker_files[KTRACE_MARKER_FILES] = {
	KTRACE_KNOB_OPS(KTRACE_SCOPE_INSTANCE, "trace_marker", 0220, &marker_fops,
			"text to record"),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_INSTANCE, "trace_marker_raw", 0220, &marker_raw_fops,
			"binary data to record, beginning with a 4-byte type"),
};
