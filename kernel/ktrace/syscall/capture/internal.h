/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations shared by the files of capture/: a copy in progress.
 *
 *	capture.c	selects the copies; objects, strings, paths
 *	count.c		number of elements
 *	message.c	messages and vectors of buffers
 *	exec.c		strings of a new program
 *	generic.c	names of generic netlink families
 *
 * Called in the task that makes the call, with preemption off: nothing waits.
 */
#ifndef _KTRACE_SYSCALL_CAPTURE_PART_H
#define _KTRACE_SYSCALL_CAPTURE_PART_H

#include <linux/kernel.h>
#include <linux/uaccess.h>

#include "syscall/capture/capture.h"
#include "syscall/internal.h"
#include "event/user_string.h"

/**
 * struct capture - a copy in progress
 * @image:	the record
 * @slot:	slot of the copy
 * @address:	source, a user address
 * @to:	destination
 * @room:	size of the destination in bytes
 * @len:	number of bytes copied
 * @moved:	number of bytes that the call has written, if known
 * @fault:	unreadable address; 0 if there was none
 */
struct capture {
	struct syscall_image *image;
	const struct syscall_slot *slot;
	u64	address;
	u8	*to;
	u32	room;
	u32	len;
	u64	moved;
	u64	fault;
};

static inline bool capture_foreign(const struct capture *capture)
{
	return capture->image->abi != KTRACE_ABI_NATIVE;
}

/* Read @bytes at @from; set capture->fault if the memory is not resident. */
static inline bool capture_read(struct capture *capture, void *to, u64 from, u32 bytes)
{
	if (likely(!copy_from_user_nofault(to, u64_to_user_ptr(from), bytes)))
		return true;
	capture->fault = from;
	return false;
}

/* Read a pointer of the program. */
static inline bool capture_read_word(struct capture *capture, u64 *to, u64 from)
{
	u32 half;

	if (!capture_foreign(capture))
		return capture_read(capture, to, from, sizeof(u64));
	if (!capture_read(capture, &half, from, sizeof(half)))
		return false;
	*to = half;
	return true;
}

static inline u32 capture_word_size(const struct capture *capture)
{
	return capture_foreign(capture) ? sizeof(u32) : sizeof(u64);
}

/* Reserve @bytes in the destination; NULL if it is full. */
static inline void *capture_take(struct capture *capture, u32 bytes)
{
	void *at = capture->to + capture->len;

	if (capture->room - capture->len < bytes)
		return NULL;
	capture->len += bytes;
	return at;
}

/*
 * A string could not be read behind its first @reached bytes. The byte at the limit only tells
 * whether the string is longer, so a fault there cuts the string.
 */
static inline enum syscall_status
capture_string_fault(struct capture *capture, u64 from, u32 room, u32 reached)
{
	capture->fault = from + reached;
	if (!reached || reached + 1 != room)
		return SYSCALL_FAULT;
	capture->to[capture->len + reached] = '\0';
	capture->len += room;
	return SYSCALL_CUT;
}

static __always_inline enum syscall_status
capture_string_at(struct capture *capture, u64 from, u32 limit)
{
	u32 room = min(limit, capture->room - capture->len);
	struct user_string copy;

	if (!room)
		return SYSCALL_CUT;
	copy = ktrace_user_string(capture->to + capture->len,
				  (const char __user *)from, room);
	if (unlikely(!copy.len))
		return capture_string_fault(capture, from, room, copy.reached);
	capture->len += copy.len;
	return copy.cut ? SYSCALL_CUT : SYSCALL_COPIED;
}

/* Defined in count.c */
const void *ktrace_captured(const struct capture *capture, unsigned int arg, u32 bytes);
bool ktrace_capture_count(struct capture *capture, u64 *count);
u32 ktrace_capture_buffer_limit(const struct capture *capture);

/* Defined in message.c */
enum syscall_status ktrace_capture_iovecs(struct capture *capture, u64 from, u64 count);
enum syscall_status ktrace_capture_msg(struct capture *capture, u64 from, u32 i);
enum syscall_status ktrace_capture_mmsg(struct capture *capture);
enum syscall_status ktrace_capture_namelens(struct capture *capture);
enum syscall_status ktrace_capture_msglens(struct capture *capture);

/* Defined in generic.c */
enum syscall_status ktrace_capture_generic(struct capture *capture);

/* Defined in exec.c */
enum syscall_status ktrace_capture_strings(struct capture *capture, u32 max);
enum syscall_status ktrace_capture_after_exec(struct capture *capture);

#endif /* _KTRACE_SYSCALL_CAPTURE_PART_H */
