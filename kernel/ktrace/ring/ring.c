// SPDX-License-Identifier: GPL-2.0
/*
 * One CPU's lockless ring of trace records: set-up, and the slow paths of the writer.
 * Its readers are in ring_read.c.
 *
 * Called by buffer*.c (set-up) and, inlined from ring.h, by event/emit.h (writers).
 * Writers run in any context, NMI included, with preemption off.
 */
/**
 * DOC: ring
 *
 * Structure
 * ---------
 *
 * A ring has S slots.  The page of sequence number s stands in slot s % S.
 * Sequence numbers and positions only grow and never wrap.  A page has a
 * descriptor, struct ring_page, and its bytes; the bytes are what
 * ``trace_pipe_raw`` hands out.  The consuming readers own one page more, and
 * get a full one by putting theirs into its slot; while the ring is mapped they
 * own two.
 *
 * Writers of one CPU nest last-in first-out: a task, a softirq, a hardirq, an
 * NMI.  What they share among themselves needs no LOCK prefix; what readers
 * on other CPUs see is ``commit`` (release/acquire) and the slots (full
 * compare-and-exchange).
 *
 * ::
 *
 *   slot:    | sequence number (46) | page number (17) | empty (1) |
 *   tail:    | sequence number (47) | page number (17)             |
 *   commit:  | sequence number (47) | units (17)                   |
 *   word:    | closed 1 | units 17 | count 16 | gen 8 | sel 1 | stamp 21 |
 *
 * States of the page in slot s % S, for a writer that needs page s:
 *
 * ===================  ======================================================
 * slot                 meaning
 * ===================  ======================================================
 * s - S, empty         read; its page is free: take it
 * s - S, commit <= it  an interrupted writer is not done with it: drop
 * s - S, full          unread; overwrite mode takes it, discard mode drops
 * s, in use            taken; if its word is closed it was not opened yet
 * s, empty; or newer   this writer was overtaken: start again
 * ===================  ======================================================
 *
 * Writer
 * ------
 *
 * Reserve: load the page written to, its word, what belongs to the word, and
 * the clock; one compare-and-exchange of the word adds the record to units and
 * count and moves the stamp.  Whatever nested in between makes it fail.
 *
 * Commit: the writer whose record starts at commit is the outermost.  It
 * publishes its record; if the word is not as its reservation left it, then
 * also what nested since.
 *
 * Next page: close the word, cross commit to the next page if all is
 * complete, take the next slot, open its page: each step a
 * compare-and-exchange that any nested writer may do in one's place.
 *
 * Loss, to a reader, is what is missing: each page carries the ordinal of its
 * first record (``nr``), that of its first unit (``units``), and the number of
 * records dropped before it was opened (``drops``); what is missing between two
 * pages is the loss, exact and in its place.  It was between the times of the
 * record before and the record behind.
 *
 * Loss by type is told to ``account``: of a record that is dropped at once, of
 * a page that is taken over by going through what it holds.  That is done with
 * preemption off, so it is done in steps of 4 kB: each time that the writer
 * has used so much more of its page, it tells of as much of the page that it
 * takes over next, ahead of that.  ``limit``, which the hot path compares with,
 * is where the next step begins, so that the hot path is none the longer.
 * Pages of 4 kB have one step, the take-over itself.
 *
 * What was told too early is taken back.  A writer does not know how much was
 * read of a page while it was in use: the reader has a copy, and tells.  A page
 * that was told of ahead may be read after all: the reader who gets it tells.
 * It may be neither yet: who adds up asks for that (ring_settle()).
 *
 * Time: a stamp is 21 bits of nanoseconds after one of the page's two bases.
 * When it would overflow, the base out of force is set to the present and the
 * word selects it.  The page's ``first`` and the deltas in the records are
 * not concerned.
 *
 * Invariants
 * ----------
 *
 * Each is kept by the code that names it.  In brackets are patches of
 * tools/testing/ktrace/mutations: they break the invariant, and ring_model is
 * shown to fail with them ("make mutations").
 *
 * I1. Only the page at tail, or the one after it while tail has not yet
 *     followed, is open.  A page in a reader's hands is closed.
 *     [no-close, open-tail-plain]
 * I2. What belongs to a word (pos, bases) is loaded after the word, so that a
 *     successful exchange of the word vouches for it.  The base out of force
 *     changes only if the word still says so after that base was loaded.
 *     Where the clock is held back to the last stamp, it is read after it:
 *     a stamp is the time of its reservation, and stamps never go back.
 *     [fast-pos-first, fast-base-first, slow-clock-first,
 *     rebase-no-word-check, rebase-plain-store]
 * I3. A page is closed before the next one is taken, by exchange, so that no
 *     small record follows in it after a large one did not fit.
 *     [no-close, close-plain-store]
 * I4. commit crosses to page s + 1 only from the closed end of page s, by
 *     exchange, before slot s + 1 is taken by the same writer.
 *     [cross-plain-store, closer-no-cross, cross-after-take]
 * I5. After each store to commit the word is loaded again, then commit: what
 *     nested in between published nothing.
 *     [commit-no-recheck, commit-by-nested, publish-no-recheck,
 *     publish-commit-first, publish-no-next, publish-no-slot-check]
 * I6. A page is taken over only if its sequence number is below commit's: no
 *     page with an unfinished record is. [take-unfinished]
 * I7. nr, units, drops, first, base[0] and pos of a page are set by exchange from
 *     values loaded before tail was found unmoved, then the word is opened:
 *     an opener that was overtaken changes nothing.  A page that was taken is
 *     opened by whoever needs it first.
 *     [open-no-tail-check, open-*-plain, open-word-first, word-no-generation,
 *     take-no-help, take-plain-store]
 * I8. drops changes whenever a page is opened, so that a writer which found
 *     no page and was overtaken by one that did does not count a drop behind
 *     the place where it happened. [drops-no-generation, drops-plain]
 * I9. What is read of a page that the reader does not own is used only if the
 *     slot was the same before and after; a page is owned by exchange of the
 *     slot that was read. [copy-no-validation, swap-plain-store,
 *     find-tail-is-full]
 * I10. What a page that was taken over holds is told before the page is opened,
 *     in steps that each move gone by exchange: whoever nests into that goes on
 *     with it, and a step that was overtaken tells nothing.  gone only grows.
 *     [gone-plain-store, gone-tell-first, gone-by-pos, swap-not-gone,
 *     keep-not-told]
 * I11. The page that ring_map_page() showed last is not the next that it shows:
 *     who looks at it can tell by its number.
 *     [map-clear-own, map-copy-is-all, map-same-image, map-come-round]
 * I12. What is told ahead is of a full page, and by steps as those of I10.  A
 *     reader who gets that page takes its gone, by exchange, after the page:
 *     it takes back what was told, and no step that is under way succeeds.
 *     [ahead-unfinished, ahead-no-look, swap-not-back, swap-not-ended,
 *     swap-back-early, settle-not-ahead]
 * I13. limit bounds how much there is to be told in one call, and nothing else:
 *     one that is of another page, or late, does no harm.  It is 0 when a flag
 *     is set and nobody is about to change that.
 *     [ahead-no-end, ahead-never, pace-reopens]
 *
 * ring_model is sequentially consistent.  That the barriers suffice, and are needed,
 * is shown under a weaker memory model by tools/testing/ktrace/weak.
 *
 * Limits
 * ------
 *
 * gen has 8 bits.  A writer interrupted between loading a word and exchanging
 * it takes a stale word for the present one only if what interrupted it opened
 * that page 256 times or a multiple, and left units, count, sel and a stamp
 * of 1 ns resolution all the same: more than a MiB per page of the ring
 * written on top of one writer within one interruption.  The generation in
 * ``drops`` has 16 bits, with the same argument.  ring_model shows both with
 * generations of one and of two bits: with fewer openings all holds, with as
 * many it finds the stale word (its configurations gen* and drops*).
 */

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>

#include "ring.h"
#include "ring_internal.h"
#include "ring_tally.h"

/* After so many rounds of ring_reserve_slow() the clock is not read again. */
#define RING_CLOCK_ROUNDS	8

enum ring_step { RING_AGAIN, RING_DROP };

/* The clock, but not before @last: a clock that stepped back stands still. */
static u64 ring_now(const struct ring *ring, u64 last)
{
	u64 (*clock)(void) = READ_ONCE(ring->clock);
	u64 now = clock();

	return (s64)(now - last) < 0 ? last : now;
}

/* The limit of a page that was just opened. */
static u32 first_limit(const struct ring *ring)
{
	return min(ring->capacity, ring->step);
}

/**
 * ring_max_len - the largest payload that a page can hold
 * @page_bytes: bytes of a page
 *
 * Return: bytes, less what a long record and a time extension add.
 */
u32 ring_max_len(u32 page_bytes)
{
	return page_bytes - sizeof(struct ktrace_page_header) -
	       (2 + RING_EXTEND_UNITS) * RING_UNIT;
}

/**
 * ring_init - make a ring of memory that the caller allocated
 * @ring: the ring, zeroed
 * @pages: @nr_slots + RING_OWN_PAGES descriptors, zeroed but for data; number
 *	RING_SPARE needs no data but for ring_map_page()
 * @slots: @nr_slots words
 * @nr_slots: pages that writers fill, 2 to RING_MAX_SLOTS
 * @page_bytes: bytes of each page, a power of two, RING_PAGE_MIN to
 *		RING_PAGE_MAX
 * @clock: nanoseconds, or anything that does not go back; NMI-safe
 *
 * Return: 0, or -EINVAL for numbers out of range.
 */
int ring_init(struct ring *ring, struct ring_page *pages, u64 *slots,
	      u32 nr_slots, u32 page_bytes, u64 (*clock)(void))
{
	struct ring_page *first = &pages[RING_OWN_PAGES];
	u64 now = clock();
	u64 seq = nr_slots;	/* so that seq - S is never negative */
	u32 i;

	if (nr_slots < 2 || nr_slots > RING_MAX_SLOTS ||
	    page_bytes < RING_PAGE_MIN || page_bytes > RING_PAGE_MAX)
		return -EINVAL;

	for (i = 0; i < nr_slots + RING_OWN_PAGES; i++)
		pages[i].word = RING_CLOSED;
	for (i = 1; i < nr_slots; i++)
		slots[i] = slot_make(i, RING_OWN_PAGES + i, true);
	slots[0] = slot_make(seq, RING_OWN_PAGES, false);

	first->word = 0;
	first->first = now;
	first->base[0] = now;
	first->pos = first_position(seq);

	ring->pages = pages;
	ring->page = first;
	ring->slots = slots;
	ring->nr_slots = nr_slots;
	ring->page_bytes = page_bytes;
	ring->capacity = (page_bytes - sizeof(struct ktrace_page_header)) / RING_UNIT;
	ring->step = RING_STEP;
	ring->clock = clock;
	ring->tail = seq << RING_SEQ_SHIFT | RING_OWN_PAGES;
	ring->commit = first_position(seq);
	ring->reader = (struct ring_consumer) {
		.cur.place = { .seq = seq, .stop = U64_MAX },
		.cur.image = pages[0].data,
		.cur.time = now,
		.own = 0,
		.spare = RING_SPARE,
	};
	atomic_set(&ring->flags, 0);
	ring->wake_at = U64_MAX;
	ring->limit = first_limit(ring);
	return 0;
}

/*
 * Set the limit to @open, or to 0 while a flag is set.  Whoever changes the flags calls
 * this afterwards, and so does a writer at each step: the last to store to the limit
 * finds the flags as they were before.
 */
static void ring_set_limit(struct ring *ring, u32 open)
{
	int seen, flags = atomic_read(&ring->flags);

	do {
		seen = flags;
		WRITE_ONCE(ring->limit, seen ? 0 : open);
		/* The store before the load: the last to store sees the last flags. */
		smp_mb();
		flags = atomic_read(&ring->flags);
	} while (flags != seen);
}

/**
 * ring_set_flags - change a ring's flags
 * @ring: the ring
 * @set: flags to set
 * @clear: flags to clear
 *
 * The fast path reads the limit only.  If no flag is left, this function sets the limit to the
 * first step of a page; a writer that is beyond that step corrects the limit.
 *
 * Context: any, on any CPU.  A writer that read the limit before still writes as before: the
 * caller must wait for a grace period if no writer may.
 */
void ring_set_flags(struct ring *ring, int set, int clear)
{
	atomic_andnot(clear, &ring->flags);
	atomic_or(set, &ring->flags);
	/* The flags are changed before they are looked at. */
	smp_mb__after_atomic();
	ring_set_limit(ring, first_limit(ring));
}

/*
 * Writer
 */

static void ring_notify(struct ring *ring)
{
	void (*notify)(struct ring *ring) = READ_ONCE(ring->notify);

	if (notify)
		notify(ring);
}

/* Move commit from @end, the closed end of its page, to the next page. I4 */
static bool ring_cross(struct ring *ring, u64 end)
{
	/*
	 * To a reader, commit on the next page also says that this page's word
	 * stands.  Pairs with the acquire of commit in ring_look().
	 */
	smp_wmb();
	return try_cmpxchg_local(&ring->commit, &end, first_position(seq_of(end) + 1));
}

/**
 * struct ring_victim - a page that is taken over, or will be
 * @page:	the page
 * @seq:	the sequence number of what is in it
 * @word:	its word, closed
 * @gone:	its gone, as it was when the word was found to be of that use
 */
struct ring_victim {
	struct ring_page *page;
	u64	seq;
	u64	word;
	u64	gone;
};

/*
 * Tell of what is in a page that is lost, from where that was left off up to the unit
 * @to.  I10
 */
static void ring_tell_gone(struct ring *ring, const struct ring_victim *victim, u32 to)
{
	struct ring_page *page = victim->page;
	u64 first = first_position(victim->seq);
	struct ring_tally tally __uninitialized;
	struct ring_lost lost = {
		/* As the rest, they are of this use if the exchange succeeds. */
		.first = READ_ONCE(page->first),
		.last = page_last_time(page, victim->word),
	};
	u64 gone = victim->gone;

	if (!READ_ONCE(ring->account))
		return;
	while (gone < first + to) {
		/* Nothing of this use of the page may have been told yet. */
		u32 from = max(gone, first) - first;
		u64 behind = first + ring_tally_up(&tally, page->data, from, to,
						   word_units(victim->word));

		/* Locked: a reader who makes the page its own stores there, too. */
		if (try_cmpxchg(&page->gone, &gone, behind)) {
			ring_tally_tell(&tally, ring, RING_OVERWRITTEN, &lost);
			gone = behind;
		}
	}
}

/*
 * The page at @tail will be used up to @used.  For each step that it has come, tell of as
 * much of the page that is taken over next: that is bounded, where telling of a whole
 * page at its take-over is not.  Two steps at once at most, to catch up where this
 * could not be done earlier.  I12
 */
static void ring_tell_ahead(struct ring *ring, u64 tail, u32 used)
{
	u64 seq = seq_of(tail) + 1 - ring->nr_slots;
	u64 *slotp = ring_slot(ring, seq);
	struct ring_victim victim = { .seq = seq };
	u32 to = used & ~(ring->step - 1);
	u64 slot, told;

	if (!to || !READ_ONCE(ring->overwrite))
		return;
	slot = READ_ONCE(*slotp);
	/* Read, or unfinished: it will not be taken over, as it is. */
	if (slot != slot_make(seq, slot_page(slot), false) ||
	    seq >= seq_of(READ_ONCE(ring->commit)))
		return;
	victim.page = &ring->pages[slot_page(slot)];
	victim.word = READ_ONCE(victim.page->word);
	victim.gone = READ_ONCE(victim.page->gone);
	/* A nested writer may have taken the page over: then the word is of its next use. */
	if (READ_ONCE(*slotp) != slot)
		return;
	told = max(victim.gone, first_position(seq)) - first_position(seq);
	to = min(to, word_units(victim.word));
	ring_tell_gone(ring, &victim, min(told + 2 * ring->step, (u64)to));
}

/* See to the step that comes after @used units of the page at @tail. */
static void ring_pace(struct ring *ring, u64 tail, u32 used, int flags)
{
	u32 limit = min(ring->capacity, (used & ~(ring->step - 1)) + ring->step);

	ring_tell_ahead(ring, tail, used);
	/* Whoever stores another page's limit here has the page find it wrong. */
	if (!flags && READ_ONCE(ring->limit) != limit)
		ring_set_limit(ring, limit);
}

/*
 * Open the page that slot @next has, and move tail from @tail to it.  I1 I7 I8
 *
 * A writer that nests in between does the same to its end.  Then the first exchange
 * that comes here fails, and nothing is changed any more.
 */
static void ring_open(struct ring *ring, u64 tail, u64 next, u32 number)
{
	struct ring_page *last = ring_page_of(ring, tail);
	struct ring_page *page = &ring->pages[number];
	struct ring_victim victim = {
		.page = page,
		.seq = next - ring->nr_slots,
		.word = READ_ONCE(page->word),
		.gone = READ_ONCE(page->gone),
	};
	u64 word = victim.word;
	u64 pos = READ_ONCE(page->pos);
	u64 nr = READ_ONCE(page->nr);
	u64 units = READ_ONCE(page->units);
	u64 drops = READ_ONCE(page->drops);
	u64 first = READ_ONCE(page->first);
	u64 base = READ_ONCE(page->base[0]);
	u64 dropped = READ_ONCE(ring->drops);
	u64 last_word = READ_ONCE(last->word);
	u64 last_time = page_last_time(last, last_word);
	/* What the page begins behind. */
	u64 nr_now = READ_ONCE(last->nr) + word_count(last_word);
	u64 units_now = READ_ONCE(last->units) + word_units(last_word);
	u64 drops_now = dropped >> RING_DROP_GEN_BITS;

	/* Only now is it known that what was loaded belongs together. */
	if (READ_ONCE(ring->tail) != tail)
		return;

	/* If it is open, then somebody did all but the last step. */
	if (word & RING_CLOSED) {
		/* Another generation of drops, and of the page. */
		u64 drops_after = (dropped & ~RING_DROP_GEN_MASK) |
				  ((dropped + 1) & RING_DROP_GEN_MASK);
		u64 opened = (word + (1ULL << RING_GEN_SHIFT)) & RING_GEN_MASK;
		u64 now;

		/* While its records are still there.  I10 */
		ring_tell_gone(ring, &victim, word_units(word));
		now = ring_now(ring, last_time);
		/*
		 * The slot before what the page will hold, where whoever took it
		 * was interrupted within its exchange.  Pairs with ring_unmoved().
		 */
		smp_wmb();
		/* What its word vouches for, for the hot path. */
		if (!try_cmpxchg_local(&page->pos, &pos, first_position(next)))
			return;
		/* What tells readers how much is missing before it. */
		if (!try_cmpxchg_local(&page->nr, &nr, nr_now))
			return;
		if (!try_cmpxchg_local(&page->units, &units, units_now))
			return;
		if (!try_cmpxchg_local(&page->drops, &drops, drops_now))
			return;
		/* The time that its first record is relative to, and its first stamp. */
		if (!try_cmpxchg_local(&page->first, &first, now))
			return;
		if (!try_cmpxchg_local(&page->base[0], &base, now))
			return;
		/* From here on nobody counts a drop as one before this page.  I8 */
		if (!try_cmpxchg_local(&ring->drops, &dropped, drops_after))
			return;
		/* Last: now records can be reserved in it. */
		if (!try_cmpxchg_local(&page->word, &word, opened))
			return;
	}
	/* The page's nr and word before tail.  Pairs with ring_written(). */
	smp_wmb();
	try_cmpxchg_local(&ring->tail, &tail, next << RING_SEQ_SHIFT | number);
	/*
	 * The store to tail before the load of wake_at.  Pairs with the barrier in
	 * ring_filled(), which has it the other way round.
	 */
	smp_mb();
	if (unlikely(next >= READ_ONCE(ring->wake_at))) {
		WRITE_ONCE(ring->wake_at, U64_MAX);
		ring_notify(ring);
	}
}

/* Write a time extension of @delta at @head. */
static void ring_extend(u32 *head, u64 delta)
{
	WRITE_ONCE(head[0], ktrace_head(KTRACE_TYPE_EXTEND, delta & RING_DELTA_MAX));
	WRITE_ONCE(head[1], delta >> KTRACE_DELTA_BITS);
}

/* A record that is to be reserved: what ring_next_page() tells if it is dropped. */
struct ring_wish {
	u16	type;
	u32	units;
	u64	now;
	bool	never;		/* no page has room for it */
};

static void ring_tell_dropped(struct ring *ring, enum ring_account what,
			      const struct ring_wish *wish)
{
	const struct ring_lost_type type = {
		.type = wish->type,
		.sum = RING_LOST_ONE + wish->units,
	};
	const struct ring_lost lost = {
		.types = &type,
		.nr = 1,
		.first = wish->now,
		.last = wish->now,
	};

	ring_tell(ring, what, &lost);
}

/*
 * The page at @tail, whose word was @word, has no room for the record: go
 * to the next.  RING_AGAIN: reserve from the start; RING_DROP: there is no next
 * page, and the record was counted as dropped.
 */
static enum ring_step ring_next_page(struct ring *ring, u64 tail, u64 word,
				     const struct ring_wish *wish)
{
	struct ring_page *page = ring_page_of(ring, tail);
	u64 next = seq_of(tail) + 1;
	u64 drops = READ_ONCE(ring->drops);
	u64 *slotp = ring_slot(ring, next);
	u64 count = READ_ONCE(ring->nested);
	u64 end, slot, commit;
	bool nested = false, drop = wish->never;

	/* I3 */
	if (!(word & RING_CLOSED) &&
	    !try_cmpxchg_local(&page->word, &word, word | RING_CLOSED))
		return RING_AGAIN;

	/*
	 * If tail has moved, word may be of another use of the page: then end
	 * is below commit, and slot below is newer.
	 */
	/* I4 */
	end = first_position(seq_of(tail)) + word_units(word);
	if (READ_ONCE(ring->commit) == end)
		ring_cross(ring, end);

	slot = READ_ONCE(*slotp);
	if (slot_seq(slot) == next && !(slot & RING_EMPTY)) {
		ring_open(ring, tail, next, slot_page(slot));
		return RING_AGAIN;
	}
	if (slot_seq(slot) >= next)
		return RING_AGAIN;

	if (!(slot & RING_EMPTY)) {
		commit = READ_ONCE(ring->commit);
		nested = slot_seq(slot) >= seq_of(commit);	/* I6 */
		drop |= nested || !READ_ONCE(ring->overwrite);
	}
	if (drop) {
		/* Load the tail before counting the drop.  Pairs with ring_skip(). */
		smp_wmb();
		if (!try_cmpxchg_local(&ring->drops, &drops, drops + RING_DROP_ONE))
			return RING_AGAIN;	/* I8 */
		/*
		 * Count the drop before accounting for it by type.  Pairs with the barriers in
		 * ring_totals_read() and ring_skipped(); the latter needs a full one here.
		 */
		smp_mb();
		while (nested && !try_cmpxchg_local(&ring->nested, &count, count + 1))
			;
		ring_tell_dropped(ring, nested ? RING_DROPPED_NESTED : RING_DROPPED, wish);
		return RING_DROP;
	}

	/* Shared with readers: a full exchange.  Orders it before new content. */
	if (try_cmpxchg(slotp, &slot, slot_make(next, slot_page(slot), false)))
		ring_open(ring, tail, next, slot_page(slot));
	return RING_AGAIN;
}

/**
 * ring_reserve_slow - reserve, where ring_reserve() could not
 * @ring: this CPU's ring
 * @type: what to count it by if it is dropped
 * @len: bytes of payload
 * @mark: filled in for ring_commit()
 *
 * Context and return value: as for ring_reserve().
 */
void *ring_reserve_slow(struct ring *ring, u16 type, u32 len,
			struct ring_mark *mark)
{
	u32 units = ring_units(len);
	unsigned int round;

	for (round = 0;; round++) {
		int flags = atomic_read(&ring->flags);
		u64 tail, word, next, base, pos, last, now;
		struct ring_page *page;
		u32 need = units;
		bool extend;
		u32 *head;
		int sel;

		if (flags & RING_OFF)
			return NULL;
		if (flags & RING_WAITER) {
			ring_set_flags(ring, 0, RING_WAITER);
			ring_notify(ring);
		}

		tail = READ_ONCE(ring->tail);
		page = ring_page_of(ring, tail);
		word = READ_ONCE(page->word);
		/* Set a new page's limit before the page; until then the old page's limit holds. */
		if (!(word & RING_CLOSED) && word_units(word) + units <= ring->capacity)
			ring_pace(ring, tail, word_units(word) + units, flags);
		if (READ_ONCE(ring->page) != page)
			WRITE_ONCE(ring->page, page);
		sel = !!(word & RING_SEL);
		pos = READ_ONCE(page->pos);
		base = READ_ONCE(page->base[sel]);
		last = base + (word & RING_STAMP_MASK);
		/*
		 * A probe on the clock itself nests a record into every
		 * round: then the record has the time of the one before it.
		 */
		now = round < RING_CLOCK_ROUNDS ? ring_now(ring, last) : last;
		extend = now - last > RING_DELTA_MAX;
		if (extend)
			need += RING_EXTEND_UNITS;

		if ((word & RING_CLOSED) || word_units(word) + need > ring->capacity) {
			const struct ring_wish wish = {
				.type = type,
				.units = units,
				.now = now,
				.never = units + RING_EXTEND_UNITS > ring->capacity,
			};

			if (ring_next_page(ring, tail, word, &wish) == RING_DROP)
				return NULL;
			continue;
		}

		if (now - base <= RING_STAMP_MASK) {
			next = word + RING_INC(need) + (now - last);
		} else {
			u64 other = READ_ONCE(page->base[!sel]);

			/* I2: if word stands, other was the base out of force. */
			if (READ_ONCE(page->word) != word ||
			    !try_cmpxchg_local(&page->base[!sel], &other, now))
				continue;
			next = ((word & ~RING_STAMP_MASK) ^ RING_SEL) + RING_INC(need);
		}
		if (!try_cmpxchg_local(&page->word, &word, next))
			continue;

		head = ring_unit(page, word_units(word));
		if (extend) {
			ring_extend(head, now - last);
			head += RING_EXTEND_UNITS;
		}
		mark->page = page;
		mark->word = next;
		mark->start = pos + word_units(word);
		mark->end = mark->start + need;
		return ring_head(head, units, extend ? 0 : now - last);
	}
}

/**
 * ring_publish - finish a commit that something nested into
 * @ring: this CPU's ring
 * @page: the page that was published in
 * @done: the position that was last stored to commit
 *
 * Context: as for ring_commit(), which calls it.
 */
void ring_publish(struct ring *ring, struct ring_page *page, u64 done)
{
	for (;;) {
		u64 word = READ_ONCE(page->word);
		u64 end = first_position(seq_of(done)) + word_units(word);
		u64 slot;

		/*
		 * I5: the word first, commit second.  While commit is at done
		 * nobody takes over done's page, so the word was of that page.
		 */
		if (READ_ONCE(ring->commit) != done)
			return;
		if (end != done) {
			done = end;
			/* Pairs with the acquire of commit in ring_look(). */
			smp_store_release(&ring->commit, done);
			continue;
		}
		if (!(word & RING_CLOSED))
			return;

		if (!ring_cross(ring, done))
			return;
		done = first_position(seq_of(done) + 1);
		slot = READ_ONCE(*ring_slot(ring, seq_of(done)));
		/* Not taken.  Whoever takes a page opens it before this goes on. */
		if (slot != slot_make(seq_of(done), slot_page(slot), false))
			return;
		page = &ring->pages[slot_page(slot)];
	}
}

/**
 * ring_discard - commit a reserved record as padding
 * @ring: the ring that @mark was reserved in
 * @mark: from ring_reserve()
 *
 * Readers pass over it; its room stays used.
 *
 * In the binary format, padding with delta 0 has no length and fills the rest of the page, so
 * the delta must not be 0.  If the record has a time extension, one unit of time moves from
 * the extension to the record.  If the clock has not moved, the delta becomes 1, and times
 * that a client computes for the records behind it on the page are one unit late.  The unit
 * behind the length holds the true delta for the ring's own readers.
 *
 * Context: as for ring_commit().
 */
void ring_discard(struct ring *ring, const struct ring_mark *mark)
{
	u32 *head = ring_unit(mark->page, mark->start & RING_LOW_MASK);
	u32 type, delta;

	delta = head[0] >> KTRACE_TYPE_LEN_BITS;
	if (head_type(head[0]) == KTRACE_TYPE_EXTEND) {
		ring_extend(head, ring_extension(head) - 1);
		head += RING_EXTEND_UNITS;
		delta = 1;
	}
	type = head_type(head[0]);
	if (type != KTRACE_TYPE_LONG)
		WRITE_ONCE(head[1], type * RING_UNIT);
	WRITE_ONCE(head[2], delta);
	WRITE_ONCE(head[0], ktrace_head(KTRACE_TYPE_PADDING, max(delta, 1U)));
	ring_commit(ring, mark);
}

/**
 * ring_busy - whether a record is reserved but not yet published
 * @ring: the ring
 *
 * Context: this ring's CPU, between writers or on top of them.
 */
bool ring_busy(const struct ring *ring)
{
	u64 tail = READ_ONCE(ring->tail);
	const struct ring_page *page = &ring->pages[tail & RING_LOW_MASK];

	/* It may have crossed to a page that no writer could take. */
	return READ_ONCE(ring->commit) <
	       first_position(seq_of(tail)) + word_units(READ_ONCE(page->word));
}
