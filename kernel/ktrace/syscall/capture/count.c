// SPDX-License-Identifier: GPL-2.0
/*
 * The number of elements at an argument, and lookup of earlier copies.
 *
 * As in capture.c, all numbers belong to the program and may have any value.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

/**
 * ktrace_captured - find the copy of an argument made at entry
 * @capture:	another copy of the same record
 * @arg:	the argument
 * @bytes:	required number of bytes
 *
 * Return: the copy, not aligned; NULL if the copy is missing or shorter.
 */
const void *ktrace_captured(const struct capture *capture, unsigned int arg, u32 bytes)
{
	const struct syscall_image *image = capture->image;
	const struct syscall_spec *spec = image->spec;
	unsigned int slot;
	u32 loc;

	for (slot = 0; slot < spec->nr_slots; slot++) {
		if (spec->slots[slot].arg != arg || spec->slots[slot].out)
			continue;
		loc = *(u32 *)(image->bytes + syscall_record_loc(spec->copied, slot));
		return loc >> 16 >= bytes ? image->bytes + (loc & U16_MAX) : NULL;
	}
	return NULL;
}

/*
 * Limit @count to the number that argument @arg pointed to at entry: the kernel may
 * have raised it above the available room. Return false if the number was not copied;
 * then the number of bytes that the call has written is unknown.
 */
static bool capture_count_then(const struct capture *capture, unsigned int arg, u64 *count)
{
	const void *was = ktrace_captured(capture, arg, sizeof(u32));
	u32 value;

	if (!was)
		return false;
	memcpy(&value, was, sizeof(value));
	*count = min_t(u64, *count, value);
	return true;
}

/* Return an argument that is a number of elements; 0 if the kernel takes it as negative. */
static u64 capture_number(const struct capture *capture, unsigned int arg)
{
	u64 value = capture->image->rec.args[arg];

	if (!(capture->image->spec->narrow & BIT(arg)))
		return value;
	if (capture->image->spec->negative & BIT(arg))
		return max((s32)value, 0);
	return (u32)value;
}

/*
 * Return the size in the argument after this one, or in the argument before it: a call
 * may return more than it has written.
 */
static u64 capture_size_beside(const struct capture *capture)
{
	const struct syscall_spec *spec = capture->image->spec;
	unsigned int arg = capture->slot->arg;

	if (arg + 1 < spec->nargs && !(spec->pointers & BIT(arg + 1)))
		return capture_number(capture, arg + 1);
	if (arg && arg < spec->nargs && !(spec->pointers & BIT(arg - 1)))
		return capture_number(capture, arg - 1);
	return U64_MAX;
}

/**
 * ktrace_capture_count - get the number of elements at an argument
 * @capture:	the copy
 * @count:	output; may have any value
 *
 * Return: false if the number could not be read.
 */
bool ktrace_capture_count(struct capture *capture, u64 *count)
{
	const struct syscall_record *rec = &capture->image->rec;
	u8 what = capture->slot->rule->count;
	u32 value;

	switch (what) {
	case SYSCALL_COUNT_ONE:
		*count = 1;
		return true;
	case SYSCALL_COUNT_RET:
		*count = capture->slot->out ? max(rec->ret, 0LL) : 0;
		*count = min(*count, capture_size_beside(capture));
		return true;
	case SYSCALL_COUNT_AT(0) ... SYSCALL_COUNT_AT(KTRACE_SYSCALL_ARGS - 1):
		if (!capture_read(capture, &value, rec->args[what - SYSCALL_COUNT_AT(0)],
				  sizeof(value)))
			return false;
		*count = value;
		return !capture->slot->out ||
		       capture_count_then(capture, what - SYSCALL_COUNT_AT(0), count);
	default:
		*count = capture_number(capture, what);
		return true;
	}
}

/**
 * ktrace_capture_buffer_limit - get the limit of a buffer
 * @capture:	the copy
 *
 * A message of netlink is structured and useless if it is cut at a limit for text, so it has a
 * limit of its own.
 *
 * Return: the maximum number of bytes to copy.
 */
u32 ktrace_capture_buffer_limit(const struct capture *capture)
{
	const struct syscall_image *image = capture->image;
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT), loc;
	struct syscall_data socket;

	if (!limit || !image->spec->nr_slots ||
	    image->spec->slots[0].copy->how != SYSCALL_HOW_SOCKET)
		return limit;
	loc = *(u32 *)(image->bytes + syscall_record_loc(image->spec->copied, 0));
	socket = (struct syscall_data) {
		.at = image->bytes + (loc & U16_MAX), .len = loc >> 16
	};
	if (syscall_socket_netlink(&socket) >= 0)
		limit = max(limit, SYSCALL_NETLINK_BYTES);
	return limit;
}
