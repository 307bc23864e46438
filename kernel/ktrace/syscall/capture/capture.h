/* SPDX-License-Identifier: GPL-2.0 */
/* A complete record while it is being put together, and copies for it. */
#ifndef _KTRACE_SYSCALL_CAPTURE_H
#define _KTRACE_SYSCALL_CAPTURE_H

#include "buffer/buffer.h"
#include "syscall/record.h"

/* What copying may write behind the end: ktrace_user_string(). */
#define SYSCALL_IMAGE_SLACK	16

/**
 * struct syscall_image - a complete record before it is written
 * @spec:	the call
 * @mm:		the memory it was entered with; to be compared only
 * @fault:	an address that could not be read, but that the kernel reads next
 * @len:	bytes of @rec in use, a multiple of 8
 * @retry:	slots that could not be read at entry
 * @abi:	kind of the call
 * @nargs:	arguments in the record
 * @changed:	bits of those that a tracer has changed
 * @rec:	the record; its common fields are not used
 * @bytes:	the same
 */
struct syscall_image {
	const struct syscall_spec *spec;
	const void	*mm;
	u64		fault;
	u32		len;
	u16		retry;
	u8		abi;
	u8		nargs;
	u8		changed;
	union {
		struct syscall_record rec;
		u8	bytes[KTRACE_RECORD_MAX + SYSCALL_IMAGE_SLACK];
	} __aligned(8);
};

void ktrace_syscall_capture(struct syscall_image *image, u16 slots);
u16 ktrace_syscall_retry(const struct syscall_image *image, u16 slots);

#endif /* _KTRACE_SYSCALL_CAPTURE_H */
