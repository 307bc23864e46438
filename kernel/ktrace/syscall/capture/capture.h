/* SPDX-License-Identifier: GPL-2.0 */
/* A complete record under construction, and the copies for it. */
#ifndef _KTRACE_SYSCALL_CAPTURE_H
#define _KTRACE_SYSCALL_CAPTURE_H

#include <linux/minmax.h>
#include <linux/unaligned.h>

#include "buffer/buffer.h"
#include "syscall/record.h"

/* ktrace_user_string() may write this far beyond the end. */
#define SYSCALL_IMAGE_SLACK	16

/*
 * If a copy ends because the room is exhausted, less than this is left: more than the largest part
 * that a copy reserves as a whole, a struct sockaddr_storage.
 */
#define SYSCALL_IMAGE_MARGIN	256

/**
 * struct syscall_image - a complete record before it is written
 * @spec:	spec of the call
 * @mm:	memory at entry; only for comparison
 * @fault:	unreadable address that the kernel is going to read
 * @len:	bytes of @rec in use, a multiple of 8
 * @room:	size of @bytes without the slack, up to KTRACE_RECORD_MAX
 * @cramped:	a copy may be complete in an image with more room
 * @retry:	slots that could not be copied at entry
 * @abi:	ABI of the call
 * @changed:	bitmap of the arguments that a tracer has changed
 * @rec:	the record; its common fields are not used
 * @bytes:	the record as bytes
 */
struct syscall_image {
	const struct syscall_spec *spec;
	const void	*mm;
	u64		fault;
	u32		len;
	u16		room;
	u16		retry;
	u8		abi;
	u8		changed;
	bool		cramped;
	union {
		struct syscall_record rec;
		DECLARE_FLEX_ARRAY(u8, bytes);
	} __aligned(8);
};

/**
 * ktrace_copy_path - copy a path, or as much of it as the limit allows
 * @to:	destination; up to the next multiple of 8 bytes, and 8 bytes more, are overwritten
 * @text:	the path; readable up to the next multiple of 8 bytes
 * @len:	its length without the zero
 * @limit:	maximum length of the copy with the zero; not 0
 *
 * Zeroes the rest of the last 8 bytes.
 *
 * Return: length of the copy with the zero; at most @len if the path was cut.
 */
static __always_inline u32 ktrace_copy_path(u8 *to, const char *text, size_t len, u32 limit)
{
	size_t some = min_t(size_t, len + 1, limit), i = 0;

	/* @some is at least 1: the zero at the end. */
	do {
		/* Keep the compiler from emitting a call of memcpy(). */
		barrier();
		put_unaligned(get_unaligned((const u64 *)(text + i)), (u64 *)(to + i));
		i += sizeof(u64);
	} while (i < some);
	put_unaligned(0, (u64 *)(to + some - 1));
	return some;
}

u16 ktrace_syscall_awaited(const struct syscall_image *image, u16 slots);
bool ktrace_syscall_capture_path(struct syscall_image *image, u64 address, const char *text,
				 size_t len);
void ktrace_syscall_capture(struct syscall_image *image, u16 slots);
u16 ktrace_syscall_retry(const struct syscall_image *image, u16 slots);

#endif /* _KTRACE_SYSCALL_CAPTURE_H */
