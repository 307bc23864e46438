// SPDX-License-Identifier: GPL-2.0
/*
 * Copying what the arguments of a system call point to into its record.
 *
 * Called by syscall/complete.c in the task that makes the call, with preemption off:
 * nothing here waits.  What is not in memory is not read; who calls decides
 * whether to have it brought in, and comes again.
 *
 * All numbers and pointers are the program's and may be anything, and other
 * threads may change what they point to at any time: everything is read once,
 * and bounded before it is calculated with.
 */
#include <linux/capability.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

static_assert(SYSCALL_SLOTS_MAX * SYSCALL_STATUS_BITS <= 32);
static_assert(SYSCALL_SLOTS_MAX < 15);

static enum syscall_status capture_bytes(struct capture *capture, u64 bytes, u32 limit)
{
	u32 some = min3(bytes, (u64)limit, (u64)capture->room);

	if (some && !capture_read(capture, capture->to, capture->address, some))
		return SYSCALL_FAULT;
	capture->len = some;
	return some < bytes ? SYSCALL_CUT : SYSCALL_COPIED;
}

/*
 * Whole elements of @size bytes at the beginning of an array that cannot be read to the
 * end, of which there are @bytes: page by page up to the one that is missing.
 */
static enum syscall_status capture_beginning(struct capture *capture, u64 bytes, u32 limit,
					     u32 size)
{
	u32 some = min3(bytes, (u64)limit, (u64)capture->room), read = 0, step;

	while (read < some) {
		step = min_t(u32, some - read, PAGE_SIZE - offset_in_page(capture->address + read));
		if (!capture_read(capture, capture->to + read, capture->address + read, step))
			break;
		read += step;
	}
	capture->len = read - read % size;
	return capture->len ? SYSCALL_CUT : SYSCALL_FAULT;
}

/* A string of which not more than @limit bytes matter. */
static enum syscall_status capture_short_string(struct capture *capture, u32 limit)
{
	limit = min(limit, ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	return limit ? capture_string_at(capture, capture->address, limit) :
	       SYSCALL_NOT_COPIED;
}

static enum syscall_status capture_caps(struct capture *capture)
{
	u64 version;
	u32 words;

	if (!ktrace_capture_count(capture, &version))
		return SYSCALL_FAULT;
	switch (version) {
	case _LINUX_CAPABILITY_VERSION_1:
		words = _LINUX_CAPABILITY_U32S_1;
		break;
	case _LINUX_CAPABILITY_VERSION_2:
	case _LINUX_CAPABILITY_VERSION_3:
		words = _LINUX_CAPABILITY_U32S_3;
		break;
	default:
		return SYSCALL_NOT_COPIED;
	}
	return capture_bytes(capture, words * sizeof(struct __user_cap_data_struct),
			     SYSCALL_OBJECT_BYTES);
}

static enum syscall_status capture_sized(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 head[2], bytes;

	if (!capture_read(capture, head, capture->address, sizeof(head)))
		return SYSCALL_FAULT;
	bytes = copy->self(head);
	if (!bytes)
		return SYSCALL_NOT_COPIED;
	return capture_bytes(capture, bytes, copy->size);
}

static enum syscall_status capture_object(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	enum syscall_status status;
	u32 size = copy->size, limit;
	u64 count;

	if (copy->bytes) {
		size = copy->bytes(capture->image->rec.args, capture->image->abi);
		if (!size)
			return SYSCALL_NOT_COPIED;
		if (size != SYSCALL_BYTES_COUNT && size & SYSCALL_BYTES_STRING)
			return capture_short_string(capture, size & ~SYSCALL_BYTES_STRING);
		if (size != SYSCALL_BYTES_COUNT)
			return capture_bytes(capture, size, SYSCALL_OBJECT_BYTES);
		size = copy->size;
	}
	if (capture_foreign(capture) && copy->foreign)
		size = copy->foreign;
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* More than can be: the product is to be right for what is less. */
	count = min_t(u64, count, U32_MAX);
	limit = max(SYSCALL_ELEMENTS_MAX * size, SYSCALL_OBJECT_BYTES);
	status = capture_bytes(capture, count * size, limit);
	/* Bytes are no array: half of an address says nothing. */
	if (unlikely(status == SYSCALL_FAULT) && count > 1 && size > 1)
		return capture_beginning(capture, count * size, limit, size);
	return status;
}

static enum syscall_status capture_string(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), some;
	u64 count;

	/* It may have become 0 just now. */
	limit = max(limit, 1U);
	if (likely(capture->slot->rule->count == SYSCALL_COUNT_ONE))
		return capture_string_at(capture, capture->address, limit);
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	if (!count)
		return SYSCALL_NOT_COPIED;
	/* There may be no zero: not a byte more is read, but one is made. */
	some = min3(count, (u64)limit - 1, (u64)capture->room - 1);
	if (capture->room < 1 || !capture_read(capture, capture->to, capture->address, some))
		return SYSCALL_FAULT;
	capture->to[some] = '\0';
	capture->len = strnlen(capture->to, some) + 1;
	return capture->len > some && some < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

static enum syscall_status capture_secret(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	return capture_string_at(capture, capture->address, max(limit, 1U));
}

static enum syscall_status capture_contents(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u64 count;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	return capture_bytes(capture, count, ktrace_syscall_option(SYSCALL_BUFFER_LIMIT));
}

/* struct msgbuf: its type always, its text as contents. */
static enum syscall_status capture_msgbuf(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	/* With numbers of 64 bits it is the kernel's long. */
	u32 type = capture->image->abi == KTRACE_ABI_COMPAT ? sizeof(s32) : sizeof(s64);
	u64 count;

	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* More than can be: the sum is to be right for what is less. */
	return capture_bytes(capture, type + min_t(u64, count, U32_MAX), type + limit);
}

/*
 * The path of a file descriptor, made at the end of the room.  No reference is
 * taken, which another thread that closes the file would leave to this one: to the
 * end of its call, which may wait for just that.
 */
static char *capture_fd_path(struct capture *capture, unsigned int fd)
{
	u32 room = min_t(u32, capture->room, PATH_MAX);
	struct files_struct *files = current->files;
	struct file *file;
	char *path;

	spin_lock(&files->file_lock);
	file = files_lookup_fd_locked(files, fd);
	path = file ? d_path(&file->f_path, capture->to, room) : NULL;
	spin_unlock(&files->file_lock);
	return path;
}

/* The same, of the current directory: the lock keeps it from being left. */
static char *capture_cwd_path(struct capture *capture)
{
	u32 room = min_t(u32, capture->room, PATH_MAX);
	struct fs_struct *fs = current->fs;
	char *path;

	spin_lock(&fs->lock);
	path = d_path(&fs->pwd, capture->to, room);
	spin_unlock(&fs->lock);
	return path;
}

static enum syscall_status capture_fd(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	s32 fd = capture->address;
	char *path = NULL;
	u32 len;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	/* With PREEMPT_RT the locks on the way would sleep. */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return SYSCALL_NOT_COPIED;
	if (fd >= 0)
		path = capture_fd_path(capture, fd);
	else if (fd == AT_FDCWD && copy->how == SYSCALL_HOW_DFD)
		path = capture_cwd_path(capture);
	if (!path)
		return SYSCALL_NOT_COPIED;
	if (IS_ERR(path))
		return SYSCALL_CUT;
	len = strlen(path) + 1;
	memmove(capture->to, path, len);
	capture->len = len;
	return SYSCALL_COPIED;
}

static enum syscall_status capture_make(struct capture *capture)
{
	u64 count;

	if (unlikely(capture->image->mm != current->mm))
		return ktrace_capture_after_exec(capture);

	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_FD:
	case SYSCALL_HOW_DFD:
		return capture_fd(capture);
	case SYSCALL_HOW_NONE:
		return SYSCALL_NOT_COPIED;
	default:
		if (!capture->address)
			return SYSCALL_NOT_COPIED;
	}
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
		return capture_string(capture);
	case SYSCALL_HOW_OBJECT:
		return capture_object(capture);
	case SYSCALL_HOW_SIZED:
		return capture_sized(capture);
	case SYSCALL_HOW_CAPS:
		return capture_caps(capture);
	case SYSCALL_HOW_CONTENTS:
		return capture_contents(capture);
	case SYSCALL_HOW_SECRET:
		return capture_secret(capture);
	case SYSCALL_HOW_MSGBUF:
		return capture_msgbuf(capture);
	case SYSCALL_HOW_ARGV:
		return ktrace_capture_strings(capture, SYSCALL_ELEMENTS_MAX);
	case SYSCALL_HOW_ENVP:
		return ktrace_capture_strings(capture, ktrace_syscall_option(SYSCALL_ENVP_LIMIT));
	case SYSCALL_HOW_IOVEC:
		if (!ktrace_capture_count(capture, &count))
			return SYSCALL_FAULT;
		return ktrace_capture_iovecs(capture, capture->address, count);
	case SYSCALL_HOW_MSG:
		return ktrace_capture_msg(capture, capture->address, 0);
	case SYSCALL_HOW_MMSG:
		return ktrace_capture_mmsg(capture);
	case SYSCALL_HOW_NAMELEN:
		return ktrace_capture_namelens(capture);
	case SYSCALL_HOW_MSGLEN:
		return ktrace_capture_msglens(capture);
	default:
		return SYSCALL_NOT_COPIED;
	}
}

/* An argument, or what was returned. */
static u64 capture_argument(const struct syscall_image *image, unsigned int arg)
{
	return arg < KTRACE_SYSCALL_ARGS ? image->rec.args[arg] : image->rec.ret;
}

/* Note a copy at the end of @image; false if there is a better one already. */
static __always_inline bool set_slot(struct syscall_image *image, unsigned int slot,
				     enum syscall_status status, u32 len)
{
	u32 *copied = (u32 *)(image->bytes + syscall_record_copied(image->nargs));
	u32 shift = slot * SYSCALL_STATUS_BITS;

	/*
	 * The copy made at entry may be better than the one made now, which has less room.
	 * The copy with more bytes is better, whatever its status: the status of an object
	 * with parts says nothing about the parts.
	 */
	if (unlikely(*copied >> shift & 3) && len <= copied[1 + slot] >> 16)
		return false;
	*copied = (*copied & ~(3U << shift)) | status << shift;
	copied[1 + slot] = len ? len << 16 | image->len : SYSCALL_RECORD_EMPTY;
	return true;
}

/* Whether a call that has left @how at an argument has what it was passed there changed. */
static bool overwrites(u8 how)
{
	return how != SYSCALL_HOW_MSGLEN;
}

/**
 * ktrace_syscall_retry - what can be tried again when a call has returned
 * @image:	the record, with copies of what the call has left
 * @slots:	what could not be read when it was entered
 *
 * Where the call has left something, what it was passed is gone.
 *
 * Return: those of @slots that may still be there.
 */
notrace u16 ktrace_syscall_retry(const struct syscall_image *image, u16 slots)
{
	u32 copied = *(u32 *)(image->bytes + syscall_record_copied(image->nargs));
	const struct syscall_slot *at = image->spec->slots;
	unsigned int slot;

	/* The one for what is left is next to that for what is passed. */
	for (slot = 0; slot + 1 < image->spec->nr_slots; slot++)
		if (at[slot].arg == at[slot + 1].arg && overwrites(at[slot + 1].copy->how) &&
		    copied >> (slot + 1) * SYSCALL_STATUS_BITS & 3)
			slots &= ~BIT(slot);
	return slots;
}

NOKPROBE_SYMBOL(ktrace_syscall_retry);

/*
 * Whether the kernel goes on to read what @capture is of in any case: then it can
 * as well be brought into memory before.  Who may refuse the call has not done so.
 */
static bool capture_will_be_read(const struct capture *capture)
{
	return capture->slot->reads && capture->slot->reads(capture->image->rec.args);
}

/**
 * ktrace_syscall_capture - make copies, behind those that there are
 * @image:	the record; its arguments are there, for copies at exit what is
 *		returned, too
 * @slots:	which copies
 *
 * When the program is another one, by execve(), they are made of what that was
 * given.
 *
 * Sets those bits of @image->retry of which something could not be read, and
 * @image->fault to the address if the kernel is going to read it anyway.
 *
 * Context: the hook, in the task that makes the call; preemption off.
 */
notrace void ktrace_syscall_capture(struct syscall_image *image, u16 slots)
{
	unsigned int slot;

	for (slot = 0; slots; slot++, slots >>= 1) {
		struct capture capture;
		enum syscall_status status;

		if (!(slots & 1))
			continue;
		capture.image = image;
		capture.slot = &image->spec->slots[slot];
		capture.address = capture_argument(image, capture.slot->arg);
		capture.to = image->bytes + image->len;
		capture.room = KTRACE_RECORD_MAX - image->len;
		capture.len = 0;
		capture.moved = capture.slot->out ? max(image->rec.ret, 0LL) : U64_MAX;
		capture.fault = 0;
		status = capture_make(&capture);
		if (status == SYSCALL_FAULT)
			capture.len = 0;
		if (unlikely(capture.fault)) {
			image->retry |= BIT(slot);
			if (capture_will_be_read(&capture))
				image->fault = capture.fault;
		}
		if (!set_slot(image, slot, status, capture.len))
			continue;
		/* What is left of the last 8 bytes. */
		memset(capture.to + capture.len, 0, -capture.len % 8);
		image->len += ALIGN(capture.len, 8);
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_capture);
