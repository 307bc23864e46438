/* SPDX-License-Identifier: GPL-2.0 */
/* Strings of user space, read by hooks. */
#ifndef _KTRACE_USER_STRING_H
#define _KTRACE_USER_STRING_H

#include <linux/uaccess.h>
#include <linux/unaligned.h>
#include <asm/word-at-a-time.h>

/**
 * struct user_string - result of a copy
 * @len:	number of bytes copied, including the zero; 0 after a fault
 * @reached:	number of bytes copied before the fault
 * @cut:	the string was longer than the room; the last byte was set to 0
 */
struct user_string {
	u32	len;
	u32	reached;
	bool	cut;
};

/**
 * ktrace_user_string - copy a string from user space, without a fault
 * @to:		the destination; up to 8 bytes behind the string may be overwritten, too
 * @from:	address in current's memory
 * @room:	maximum size of the copy, including the zero; not 0
 *
 * Works like strncpy_from_user_nofault(), a word at a time, without function calls.
 *
 * Context: any in which user addresses refer to current's memory.
 * Return: result of the copy.
 */
static __always_inline struct user_string
ktrace_user_string(char *to, const char __user *from, u32 room)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	struct user_string copy = { };
	const size_t whole = round_down(room, sizeof(long));
	unsigned long word, zeros;
	size_t n;
	char c;

	if (!can_do_masked_user_access()) {
		copy.len = max(strncpy_from_user_nofault(to, from, room), 0L);
		/* A string that ends exactly at the limit counts as truncated. */
		copy.cut = copy.len == room;
		return copy;
	}
	pagefault_disable();
	from = masked_user_access_begin(from);
	for (n = 0; n < whole; n += sizeof(word)) {
		/* The word may extend into a page that is not resident. */
		unsafe_get_user(word, (unsigned long __user *)(from + n), bytes);
		put_unaligned(word, (unsigned long *)(to + n));
		if (has_zero(word, &zeros, &constants)) {
			zeros = prep_zero_mask(word, zeros, &constants);
			n += find_zero(create_zero_mask(zeros)) + 1;
			goto end;
		}
	}
bytes:
	while (n < room) {
		unsafe_get_user(c, from + n, fault);
		to[n++] = c;
		if (!c)
			goto end;
	}
	to[n - 1] = '\0';
	copy.cut = true;
	goto end;
fault:
	copy.reached = n;
	n = 0;
end:
	user_read_access_end();
	pagefault_enable();
	copy.len = n;
	return copy;
}

#endif /* _KTRACE_USER_STRING_H */
