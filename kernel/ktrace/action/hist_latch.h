/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latches: groups of words that writers replace as a whole.  A reader gets the words of
 * exactly one write, never a mixture.  Writers and readers run in all contexts of all
 * CPUs, NMIs included, without a lock.
 *
 * A latch has several slots, of which one is current.  A reader copies the current
 * slot, and checks by the version in @control whether the slot stayed current during
 * the copy.  A writer claims a slot that is neither current nor claimed, fills the
 * slot, and makes it current by one compare-and-exchange.  So a current slot is never
 * written to, and an interrupted writer blocks no other.
 *
 * The control word has a bit for each word that is set.  The same compare-and-exchange
 * clears these bits, so if several readers take a value, exactly one succeeds.
 *
 * Invariants, tested by tests/hist_variables.sh, with NMIs on two CPUs:
 *  1. The current slot is not claimed.
 *  2. A slot changes only between its claim and its publication, or its release.
 *  3. The version changes whenever the current slot does.
 */
#ifndef _KTRACE_ACTION_HIST_LATCH_H
#define _KTRACE_ACTION_HIST_LATCH_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/processor.h>
#include <linux/types.h>

/*
 * One slot is current.  Up to four writers of a CPU can be nested, and writers of other
 * CPUs run at the same time.
 */
#define LATCH_SLOTS	6
/* A writer or a reader gives up after losing this number of races; the table counts the loss. */
#define LATCH_TRIES	1000

/* Parts of struct hist_latch.control: bit masks of set words and claimed slots; current slot. */
#define LATCH_SET	GENMASK_ULL(15, 0)
#define LATCH_CLAIMED	16
#define LATCH_CURRENT	22
#define LATCH_CURRENT_MASK GENMASK_ULL(24, 22)
#define LATCH_VERSION	BIT_ULL(25)

static_assert(LATCH_CLAIMED + LATCH_SLOTS == LATCH_CURRENT);

/**
 * struct hist_latch - a latch; if zeroed, no word is set
 * @control:	LATCH_*, and the version
 * @words:	the slots, in sequence
 */
struct hist_latch {
	atomic64_t	control;
	u64		words[];
};

/* Size in u64 of a latch for @words. */
static inline u32 hist_latch_words(u32 words)
{
	return 1 + LATCH_SLOTS * words;
}

static __always_inline u64 *hist_latch_slot(struct hist_latch *latch, u32 words, u64 control)
{
	return latch->words + words * ((control & LATCH_CURRENT_MASK) >> LATCH_CURRENT);
}

/*
 * Return true if the control words @a and @b of a latch have the same current slot and version: no
 * writer published another slot between the loads of the two words.
 */
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
		/* Full order: all readers that check the version have left the slot. */
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
 * @set:	bit mask of the words that are set
 * @seen:	publish only if the slot that is current in @seen is still current; NULL: always
 *
 * Context: as for hist_latch_claim().
 * Return: false if another writer was faster; the caller still owns the slot.
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
		/* Full order: the words are written before the slot becomes current. */
	} while (!atomic64_try_cmpxchg(&latch->control, &control, next));
	return true;
}

/**
 * hist_latch_release - cancel a write
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
 * Return: the control word, for hist_latch_slot(); its LATCH_SET bits tell which words are set.
 */
static __always_inline u64 hist_latch_begin(const struct hist_latch *latch)
{
	/* Before the words are read: pairs with hist_latch_publish(). */
	return atomic64_read_acquire(&latch->control);
}

/**
 * hist_latch_good - whether the words that were read belong to one write
 * @latch:	the latch
 * @seen:	the return value of hist_latch_begin()
 *
 * Return: false if the caller must read again.
 */
static __always_inline bool hist_latch_good(const struct hist_latch *latch, u64 seen)
{
	/* Check the version after reading the words. Pairs with hist_latch_claim(). */
	smp_rmb();
	return hist_latch_same(atomic64_read(&latch->control), seen);
}

/**
 * hist_latch_take - unset words, so that only one of several readers uses their values
 * @latch:	the latch
 * @seen:	the return value of hist_latch_begin()
 * @set:	bit mask of the words to unset, which the caller has read
 *
 * Context: any, NMI included.
 * Return: 1 if this call unset the words; 0 if another reader has unset one of the words;
 * -1 if a writer replaced the words, and the caller must read again.
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
