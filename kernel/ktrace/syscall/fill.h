/* SPDX-License-Identifier: GPL-2.0 */
/* Fill in and copy complete records on the fast path of the hooks. */
#ifndef _KTRACE_SYSCALL_FILL_H
#define _KTRACE_SYSCALL_FILL_H

#include <linux/compiler.h>
#include <linux/sched.h>
#include <linux/unaligned.h>
#include <asm/syscall.h>

#include "event/user_string.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/state.h"

/* Mark all slots as empty. */
static __always_inline void syscall_clear_slots(struct syscall_record *rec,
						const struct syscall_spec *spec)
{
	u64 *at = (void *)rec + spec->copied;
	u64 *end = (void *)rec + spec->fixed;

	/* The first word holds the status bits of all slots. */
	for (*at++ = SYSCALL_RECORD_EMPTY << 32; at < end; at++) {
		*at = SYSCALL_RECORD_EMPTY << 32 | SYSCALL_RECORD_EMPTY;
		/*
		 * Keep the compiler from emitting a call of memset() for a few words.
		 */
		barrier();
	}
}

/* Slots that syscall_clear_few_slots() can clear. */
#define SYSCALL_SLOTS_FEW	3

/*
 * As syscall_clear_slots() for a call of one to SYSCALL_SLOTS_FEW slots: two stores. The second may
 * land behind the slots, where no copy is yet.
 */
static __always_inline void syscall_clear_few_slots(struct syscall_record *rec,
						    const struct syscall_spec *spec)
{
	u64 *at = (void *)rec + spec->copied;

	BUILD_BUG_ON((1 + SYSCALL_SLOTS_FEW) * sizeof(u32) > 2 * sizeof(*at));
	at[0] = SYSCALL_RECORD_EMPTY << 32;
	at[1] = SYSCALL_RECORD_EMPTY << 32 | SYSCALL_RECORD_EMPTY;
}

/*
 * Copy the last -@i bytes before @from_end to the memory before @end, in words of 8 bytes. @i is
 * negative and counts up to 0, as the index of both: four instructions for a word.
 */
static __always_inline void syscall_copy_words(void *end, const void *from_end, long i)
{
	OPTIMIZER_HIDE_VAR(from_end);
	OPTIMIZER_HIDE_VAR(end);
	for (; i < 0; i += sizeof(u64)) {
		/* Keep the compiler from counting the rounds in advance. */
		OPTIMIZER_HIDE_VAR(i);
		*(u64 *)(end + i) = *(const u64 *)(from_end + i);
	}
}

/*
 * As syscall_copy_words(), two words at a time: three instructions for a word. If the number of
 * words is odd, this function also copies the word before the first.
 */
static __always_inline void syscall_copy_pairs(void *end, const void *from_end, long i)
{
	OPTIMIZER_HIDE_VAR(from_end);
	OPTIMIZER_HIDE_VAR(end);
	for (i &= -2L * sizeof(u64); i < 0; i += 2 * sizeof(u64)) {
		OPTIMIZER_HIDE_VAR(i);
		*(u64 *)(end + i) = *(const u64 *)(from_end + i);
		*(u64 *)(end + i + sizeof(u64)) = *(const u64 *)(from_end + i + sizeof(u64));
	}
}

/* Copy six words from the first argument on. */
static __always_inline void syscall_copy_args(struct syscall_record *to,
					      const struct syscall_record *from)
{
	to->args[0] = from->args[0];
	to->args[1] = from->args[1];
	to->args[2] = from->args[2];
	to->args[3] = from->args[3];
	to->args[4] = from->args[4];
	to->args[5] = from->args[5];
}

/*
 * Copy the image of a complete record to the ring. The caller must set the common header, @duration
 * and @ret afterwards. @pairs is faster for records that have several words behind @ret. All
 * lengths are multiples of 8 bytes.
 */
static __always_inline void syscall_copy_record(void *to, const struct syscall_record *from,
						u32 len, bool pairs)
{
	const long words = (long)sizeof(*from) - (long)len;
	const u64 *word = (const u64 *)from;
	u64 *at = to;

	/* Copy @nr, @ended and @entered, which every record has. */
	BUILD_BUG_ON(offsetof(struct syscall_record, nr) != 8);
	at[1] = word[1];
	at[2] = word[2];
	if (pairs)
		syscall_copy_pairs(to + len, (const void *)from + len, words);
	else
		syscall_copy_words(to + len, (const void *)from + len, words);
}

/*
 * As syscall_copy_record() for a record in which the times are missing. The copies of the
 * arguments may end, and the copy of the last word may begin, in the place of the times.
 * @pairs: the record is longer than the short header of the ring allows.
 *
 * Return: the place of the times, which the caller must set afterwards.
 */
static __always_inline struct syscall_times *
syscall_copy_timed(void *to, const struct syscall_record *from, const struct syscall_spec *spec,
		   u32 len, bool pairs)
{
	const u32 bare = sizeof(*from) + sizeof(struct syscall_times);
	u32 copied;

	syscall_copy_record(to, from, sizeof(*from), false);
	/* The length is constant for records without arguments and copies. */
	if (__builtin_constant_p(len))
		return to + sizeof(*from);
	copied = spec->copied;
	if (pairs) {
		BUILD_BUG_ON(sizeof(struct syscall_times) < KTRACE_SYSCALL_ARGS * sizeof(u64));
		syscall_copy_args(to, from);
		syscall_copy_pairs(to + len, (const void *)from + len, (long)copied - (long)len);
	} else {
		struct syscall_record *rec = to;

		/*
		 * Two words at most: arguments, or one argument and slots, or the slots of a call
		 * without arguments, which has only that of its result.
		 */
		BUILD_BUG_ON(KTRACE_TYPE_LEN_MAX * sizeof(u32) - bare > 2 * sizeof(u64));
		rec->args[0] = from->args[0];
		rec->args[1] = from->args[1];
		*(u64 *)(to + len - sizeof(u64)) =
			*(const u64 *)((const void *)from + len - sizeof(u64));
	}
	return to + copied - sizeof(struct syscall_times);
}

/* Return the duration of a call that ends at @now. */
static __always_inline u64 syscall_duration(const struct syscall_record *rec, u64 now)
{
	s64 ns = now - rec->entered;

	/* The clock may have been marked unstable during the call. */
	if (unlikely(ns < 0)) {
		/* Keep the compiler from a conditional move, which needs a register with 0. */
		barrier();
		return 0;
	}
	return ns;
}

/* Fill in a record on the fast path, without copies and time stamp. */
static __always_inline void syscall_begin_short(struct syscall_state *state,
						const struct ktrace_event *event,
						const struct pt_regs *regs)
{
	const struct syscall_spec *spec = to_ev(event)->spec;
	struct syscall_record *rec = &state->image.rec;

	state->event = event;
	/* This store also sets @ended to SYSCALL_RETURNED, which is 0. */
	syscall_put_nr(&rec->nr, syscall_get_nr(current, (struct pt_regs *)regs));
	/* Many calls have neither arguments nor copies. */
	if (spec->fixed == sizeof(*rec))
		return;
	syscall_put_args(rec->args, regs, spec->nargs);
	if (spec->nr_slots)
		syscall_clear_slots(rec, spec);
}

/*
 * Copy the only string of a call; most calls with copies have one string.
 * Return: false if the string is not resident.
 */
static __always_inline bool syscall_copy_string(struct syscall_image *image,
						const struct syscall_spec *spec, unsigned int slot)
{
	u64 from = image->rec.args[spec->slots[slot].arg];
	u8 *to = image->bytes + spec->fixed;
	struct user_string copy;
	u32 *copied;

	image->len = spec->fixed;
	if (!from)
		return true;
	copy = ktrace_user_string(to, (const char __user *)from,
				  READ_ONCE(ktrace_syscall_short_string));
	if (unlikely(!copy.len))
		return false;
	/* Zero the rest of the last word. */
	put_unaligned(0, (u64 *)(to + copy.len));
	image->len += ALIGN(copy.len, sizeof(u64));
	copied = (void *)image->bytes + spec->copied;
	copied[0] = (copy.cut ? SYSCALL_CUT : SYSCALL_COPIED) << slot * SYSCALL_STATUS_BITS;
	copied[1 + slot] = copy.len << 16 | spec->fixed;
	return true;
}

#endif /* _KTRACE_SYSCALL_FILL_H */
