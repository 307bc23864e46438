// SPDX-License-Identifier: GPL-2.0
/*
 * How many elements there are at an argument that is copied, and what was copied of
 * another one before.
 *
 * As capture.c says: all numbers are the program's and may be anything.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "syscall/capture/internal.h"

/**
 * ktrace_captured - what was copied of an argument when the call was entered
 * @capture:	another copy for the record
 * @arg:	the argument
 * @bytes:	how many there have to be
 *
 * Return: the copy, not aligned; NULL if there is none, or less.
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
		loc = *(u32 *)(image->bytes + syscall_record_loc(image->nargs, slot));
		return loc >> 16 >= bytes ? image->bytes + (loc & U16_MAX) : NULL;
	}
	return NULL;
}

/*
 * Not more than the number was that argument @arg points to, when the call was
 * entered: the kernel may have made it larger than the room that there is.  If it was
 * not there to be read, nobody knows how much the call has written.
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

/* An argument that is a number of elements; what the kernel takes for negative is 0. */
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
 * The size that stands behind the argument, or else before it: a call may return
 * more than it has written, to tell how much there is.
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
 * ktrace_capture_count - how many elements the rule says there are at the argument
 * @capture:	the copy
 * @count:	set to their number; anything
 *
 * Return: false if it could not be read.
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
