/* SPDX-License-Identifier: GPL-2.0 */
/* Strings of user space, read by hooks. */
#ifndef _KTRACE_USER_STRING_H
#define _KTRACE_USER_STRING_H

#include <linux/uaccess.h>
#include <linux/unaligned.h>
#include <asm/word-at-a-time.h>

/**
 * struct user_string - what became of a copy
 * @len:	bytes copied, the zero included; 0 if there was a fault
 * @reached:	bytes copied before the fault
 * @cut:	there was no zero within the room: the last byte was made one
 */
struct user_string {
	u32	len;
	u32	reached;
	bool	cut;
};

/**
 * ktrace_user_string - copy a string from user space, without a fault
 * @to:		where to; up to 8 bytes behind the string are written, too
 * @from:	from where in current's memory
 * @room:	bytes to be copied at most, the zero included; not 0
 *
 * As strncpy_from_user_nofault(), a word at a time, but without the calls on
 * the way.
 *
 * Context: any in which user space's addresses mean current's memory.
 */
static __always_inline struct user_string
ktrace_user_string(char *to, const char __user *from, u32 room)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	struct user_string copy = { };
	unsigned long word, zeros;
	u32 n = 0;
	char c;

	if (!can_do_masked_user_access()) {
		copy.len = max(strncpy_from_user_nofault(to, from, room), 0L);
		/* A string that ends just there passes for one that was cut. */
		copy.cut = copy.len == room;
		return copy;
	}
	pagefault_disable();
	from = masked_user_access_begin(from);
	for (; n + sizeof(word) <= room; n += sizeof(word)) {
		/* The word may reach into a page that is not there. */
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
