/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latches: words that any number of writers replace as a whole, and that readers see as
 * they were after some write, never a part of one and a part of another; in all contexts
 * of all CPUs, NMIs included, without a lock.
 *
 * A latch has several slots.  One is current: readers copy it, and see by the version in
 * @control whether it has stayed so meanwhile.  A writer claims a slot that is neither
 * current nor claimed, fills it, and makes it current by one exchange.  So a slot that is
 * current is never written to, and a writer that was interrupted bars nobody.
 *
 * With the words go bits that say which of them are set; they are cleared by the same
 * exchange, so that of several who take a value one gets it.
 *
 * Invariants, tested by tests/hist_variables.sh, with NMIs on two CPUs:
 *   1. The current slot is not claimed.
 *   2. A slot changes only between its claim and its publication, or its release.
 *   3. The version changes whenever the current slot does.
 */
#ifndef _KTRACE_ACTION_HIST_LATCH_H
#define _KTRACE_ACTION_HIST_LATCH_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/processor.h>
#include <linux/types.h>

/*
 * One is current.  The writers of a CPU are four at most, one in the other; those of other
 * CPUs go on meanwhile.
 */
#define LATCH_SLOTS	6
/* A writer, or a reader, that others were faster than so often gives up, which is counted. */
#define LATCH_TRIES	1000

/* In struct hist_latch.control: what is set, which slots are claimed, the current one. */
#define LATCH_SET	GENMASK_ULL(15, 0)
#define LATCH_CLAIMED	16
#define LATCH_CURRENT	22
#define LATCH_CURRENT_MASK GENMASK_ULL(24, 22)
#define LATCH_VERSION	BIT_ULL(25)

static_assert(LATCH_CLAIMED + LATCH_SLOTS == LATCH_CURRENT);

/**
 * struct hist_latch - a latch; of zeros, it is one with nothing set
 * @control:	LATCH_*, and the version
 * @words:	the slots, one behind the other
 */
struct hist_latch {
	atomic64_t	control;
	u64		words[];
};

/* How many u64 a latch of @words takes. */
static inline u32 hist_latch_words(u32 words)
{
	return 1 + LATCH_SLOTS * words;
}

static __always_inline u64 *hist_latch_slot(struct hist_latch *latch, u32 words, u64 control)
{
	return latch->words + words * ((control & LATCH_CURRENT_MASK) >> LATCH_CURRENT);
}

/* Whether what was current is so still. */
static __always_inline bool hist_latch_same(u64 a, u64 b)
{
	return !((a ^ b) >> LATCH_CURRENT);
}

/**
 * hist_latch_claim - begin to write
 * @latch:	the latch
 *
 * Context: any, NMI included; preemption off.
 * Return: the number of the slot to fill, for hist_latch_publish() or
 * hist_latch_release(); -1 if all are claimed.
 */
static __always_inline int hist_latch_claim(struct hist_latch *latch)
{
	s64 control = atomic64_read(&latch->control);
	unsigned int tries;
	u32 unused;

	for (tries = 0; tries < LATCH_TRIES; tries++) {
		unused = ~((u64)control >> LATCH_CLAIMED) & GENMASK(LATCH_SLOTS - 1, 0);
		unused &= ~BIT((control & LATCH_CURRENT_MASK) >> LATCH_CURRENT);
		if (!unused) {
			cpu_relax();
			control = atomic64_read(&latch->control);
			continue;
		}
		/* Full order: the slot was given up by all readers who check the version. */
		if (atomic64_try_cmpxchg(&latch->control, &control,
					 control | BIT_ULL(LATCH_CLAIMED + __ffs(unused))))
			return __ffs(unused);
	}
	return -1;
}

/**
 * hist_latch_publish - end a write
 * @latch:	the latch
 * @slot:	the slot, filled
 * @set:	which of its words are set
 * @seen:	publish only if what was current then is so still; NULL: anyway
 *
 * Context: as for hist_latch_claim().
 * Return: false if another was faster; the slot is still the caller's.
 */
static __always_inline bool hist_latch_publish(struct hist_latch *latch, int slot, u64 set,
					       const u64 *seen)
{
	s64 control = atomic64_read(&latch->control);
	u64 next;

	do {
		if (seen && !hist_latch_same(control, *seen))
			return false;
		next = control & ~(LATCH_SET | LATCH_CURRENT_MASK | BIT_ULL(LATCH_CLAIMED + slot));
		next |= (u64)slot << LATCH_CURRENT | set;
		next += LATCH_VERSION;
		/* Full order: the words before it. */
	} while (!atomic64_try_cmpxchg(&latch->control, &control, next));
	return true;
}

/**
 * hist_latch_release - end a write that is not to be
 * @latch:	the latch
 * @slot:	the slot
 *
 * Context: as for hist_latch_claim().
 */
static __always_inline void hist_latch_release(struct hist_latch *latch, int slot)
{
	atomic64_andnot(BIT_ULL(LATCH_CLAIMED + slot), &latch->control);
}

/**
 * hist_latch_begin - begin to read
 * @latch:	the latch
 *
 * Return: what hist_latch_slot() finds the words by; its LATCH_SET says which are set.
 */
static __always_inline u64 hist_latch_begin(const struct hist_latch *latch)
{
	/* Before the words: pairs with hist_latch_publish(). */
	return atomic64_read_acquire(&latch->control);
}

/**
 * hist_latch_good - whether what was read is of one write
 * @latch:	the latch
 * @seen:	what hist_latch_begin() gave
 *
 * Return: false if it is to be read again.
 */
static __always_inline bool hist_latch_good(const struct hist_latch *latch, u64 seen)
{
	/* After the words: pairs with hist_latch_claim(). */
	smp_rmb();
	return hist_latch_same(atomic64_read(&latch->control), seen);
}

/**
 * hist_latch_take - unset words that were read
 * @latch:	the latch
 * @seen:	what hist_latch_begin() gave
 * @set:	which
 *
 * Context: any, NMI included.
 * Return: 1 if they are the caller's; 0 if another took one of them; -1 if they were
 * replaced, and are to be read again.
 */
static __always_inline int hist_latch_take(struct hist_latch *latch, u64 seen, u64 set)
{
	s64 control = atomic64_read(&latch->control);

	do {
		if (!hist_latch_same(control, seen))
			return -1;
		if (~control & set)
			return 0;
	} while (!atomic64_try_cmpxchg(&latch->control, &control, control & ~set));
	return 1;
}

static __always_inline void hist_words_copy(u64 *to, const u64 *from, u32 words)
{
	u32 i;

	for (i = 0; i < words; i++)
		WRITE_ONCE(to[i], READ_ONCE(from[i]));
}

#endif /* _KTRACE_ACTION_HIST_LATCH_H */
