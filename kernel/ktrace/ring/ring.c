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
 * A ring has S slots.  The page with sequence number s stands in slot s % S.
 * Sequence numbers and positions only grow and never wrap.  A page has a
 * descriptor, struct ring_page, and its bytes, which ``trace_pipe_raw`` hands
 * out.  The consuming readers own one more page, and exchange it for a full page
 * in a slot; while the ring is mapped they own two.
 *
 * Writers of one CPU nest last-in first-out: a task, a softirq, a hardirq, an
 * NMI.  Data that only these writers share needs no LOCK prefix.  Readers on
 * other CPUs see ``commit`` (release/acquire) and the slots (full
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
 * s - S, empty         read; the page in the slot is free: take it
 * s - S, commit <= it  an interrupted writer still uses the page: drop
 * s - S, full          unread; overwrite mode takes it, discard mode drops
 * s, in use            taken; not opened yet if its word is closed
 * s, empty; or newer   a nested writer has overtaken this one: start again
 * ===================  ======================================================
 *
 * Writer
 * ------
 *
 * Reserve: load the page, its word, the fields that belong to the word, and the
 * clock.  One compare-and-exchange of the word adds the record to units and count
 * and moves the stamp.  It fails if a writer nested in between.
 *
 * Commit: the writer whose record starts at commit is the outermost.  It
 * publishes its record.  If its reservation left another value in the word, it
 * also publishes the records of writers that nested since.
 *
 * Next page: close the word, move commit to the next page if all records are
 * complete, take the next slot, open its page.  Each step is a
 * compare-and-exchange, which any nested writer may do instead.
 *
 * Loss: a reader computes the number of lost records.  Each page carries the
 * ordinal of its first record (``nr``), the ordinal of its first unit
 * (``units``), and the number of records dropped before the page was opened
 * (``drops``).  The difference between two pages is the loss, exact and in its
 * place.  The loss happened between the times of the records around it.
 *
 * Loss by type: a writer reports lost records to ``account``: a dropped record at
 * once, and the records of a page that it takes over by walking the page.
 * Preemption is off meanwhile, so the writer walks in steps of 4 kB: when it has
 * used another step of its page, it accounts for one step of the page that it
 * takes over next, ahead of the take-over.  ``limit``, which the hot path
 * compares with, is the beginning of the next step, so that the steps cost the
 * hot path nothing.  Pages of 4 kB have one step, the take-over itself.
 *
 * Corrections: a writer does not know how many records of a page in use were
 * read through the reader's copy; the reader takes these records back.  The
 * reader also takes back the records of a page that was accounted for in advance, if
 * the reader gets the page after all.  For a page that is still in its slot, the
 * code that adds up the account asks for the records accounted for in advance
 * (ring_finish_accounts()).
 *
 * Time: a stamp is 21 bits of nanoseconds after one of the page's two bases.
 * When the stamp would overflow, the writer sets the unused base to the present
 * time, and the word selects that base.  The page's ``first`` and the deltas in
 * the records do not depend on the bases.
 *
 * Invariants
 * ----------
 *
 * The code that keeps an invariant names it.  In brackets are patches of
 * tools/testing/ktrace/mutations: they break the invariant, and ring_model is
 * shown to fail with them ("make mutations").
 *
 * I1. Only the page at tail is open, and the next page while tail has not moved
 *     to it yet.  A page that readers own is closed.
 *     [no-close, open-tail-plain]
 * I2. The fields that belong to a word (pos, bases) are loaded after the word, so
 *     that a successful exchange of the word confirms them.  The unused base
 *     changes only if the word is unchanged after that base was loaded.
 *     Where the clock is held back to the last stamp, the clock is read after the
 *     stamp: a stamp is the time of its reservation, and stamps never go back.
 *     [fast-pos-first, fast-base-first, slow-clock-first,
 *     rebase-no-word-check, rebase-plain-store]
 * I3. A page is closed by exchange before the next page is taken, so that no
 *     small record follows in the page after a large record did not fit.
 *     [no-close, close-plain-store]
 * I4. commit crosses to page s + 1 only from the closed end of page s, by
 *     exchange, before slot s + 1 is taken by the same writer.
 *     [cross-plain-store, closer-no-cross, cross-after-take]
 * I5. After each store to commit, the word is loaded again, then commit: nested
 *     writers published nothing in between.
 *     [commit-no-recheck, commit-by-nested, publish-no-recheck,
 *     publish-commit-first, publish-no-next, publish-no-slot-check]
 * I6. A page is taken over only if its sequence number is below that of commit:
 *     such a page has no unfinished record. [take-unfinished]
 * I7. nr, units, drops, first, base[0] and pos of a page are set by exchange from
 *     values loaded before tail was found unmoved, then the word is opened:
 *     an opener that was overtaken changes nothing.  The first writer that needs
 *     a taken page opens the page.
 *     [open-no-tail-check, open-FIELD-plain, open-word-first, word-no-generation,
 *     take-no-help, take-plain-store]
 * I8. drops changes whenever a page is opened.  So a writer that found no page,
 *     and was overtaken by a writer that found a page, does not count its drop
 *     behind the place of the drop. [drops-no-generation, drops-plain]
 * I9. A reader uses data of a page that it does not own only if the slot was the
 *     same before and after reading.  It gets a page by exchange of the slot
 *     value that it read. [copy-no-validation, swap-plain-store,
 *     find-tail-is-full]
 * I10. The records of a page that is taken over are accounted for before the page
 *     is opened, in steps that each move @accounted by exchange: a nested writer
 *     continues the steps, and an overtaken step accounts for nothing.  @accounted only
 *     grows.
 *     [account-plain-store, account-first, account-by-pos, swap-not-accounted,
 *     retain-not-back]
 * I11. ring_map_page() never shows the same page twice in a row: a client
 *     recognizes a new page by its number.
 *     [map-clear-own, map-copy-is-all, map-same-image, map-come-round]
 * I12. Only a full page is accounted for in advance, in the steps of I10.  A reader
 *     that gets the page takes its @accounted by exchange, after the page: the reader
 *     takes back the accounted records, and no step under way succeeds.
 *     [advance-unfinished, advance-no-look, swap-not-back, swap-not-ended,
 *     swap-back-early, finish-not-advance]
 * I13. limit bounds the number of records that one call accounts for, and has no
 *     other effect: the limit of another page, or a late limit, does no harm.  It
 *     is 0 while a flag is set, unless a CPU is about to change that.
 *     [advance-no-end, advance-never, pace-reopens]
 *
 * ring_model is sequentially consistent.  tools/testing/ktrace/weak shows under a
 * weaker memory model that the barriers suffice, and are needed.
 *
 * Limits
 * ------
 *
 * gen has 8 bits.  A writer interrupted between loading and exchanging a word
 * takes a stale word for the present word only if the interrupting writers opened
 * that page a multiple of 256 times, and left the same units, count, sel and
 * stamp of 1 ns resolution: more than a MiB per page of the ring, written on top
 * of one writer within one interruption.  The same argument holds for the
 * generation in ``drops``, which has 16 bits.  ring_model shows both with
 * generations of one and of two bits: with fewer openings all invariants hold,
 * with as many openings ring_model finds the stale word (its configurations gen*
 * and drops*).
 */

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>

#include "ring.h"
#include "ring_internal.h"
#include "ring_tally.h"

/*
 * After this number of attempts, ring_reserve_slow() uses the time of the previous record instead
 * of the clock: a probe on the clock could make every attempt fail.
 */
#define RING_CLOCK_ROUNDS	8

enum ring_step { RING_AGAIN, RING_DROP };

/*
 * Read the clock, but do not return a time before @last: a clock that steps back stands
 * still.
 */
static u64 ring_now(const struct ring *ring, u64 last)
{
	u64 (*clock)(void) = READ_ONCE(ring->clock);
	u64 now = clock();

	return (s64)(now - last) < 0 ? last : now;
}

/* The initial ring.limit of a page: writers call ring_pace() when they reach this offset. */
static u32 first_limit(const struct ring *ring)
{
	return min(ring->capacity, ring->step);
}

/**
 * ring_max_len - the largest payload that a page can hold
 * @page_bytes: bytes of a page
 *
 * Return: bytes, without the overhead of a long record and a time extension.
 */
u32 ring_max_len(u32 page_bytes)
{
	return ring_page_room(page_bytes) - (2 + RING_EXTEND_UNITS) * RING_UNIT;
}

/**
 * ring_init - initialize a ring in memory of the caller
 * @ring: the ring, zeroed
 * @pages:	@nr_slots + RING_OWN_PAGES descriptors, zeroed except data; number
 *		RING_SPARE needs data only for ring_map_page()
 * @slots: @nr_slots words
 * @nr_slots: pages that writers fill, 2 to RING_MAX_SLOTS
 * @page_bytes: bytes of each page, a power of two, RING_PAGE_MIN to
 *		RING_PAGE_MAX
 * @clock: clock in nanoseconds or any other unit, which does not go back; NMI-safe
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
		slots[i] = slot_encode(i, RING_OWN_PAGES + i, true);
	slots[0] = slot_encode(seq, RING_OWN_PAGES, false);

	first->word = 0;
	first->first = now;
	first->base[0] = now;
	first->pos = first_position(seq);

	ring->pages = pages;
	ring->page = first;
	ring->slots = slots;
	ring->nr_slots = nr_slots;
	ring->page_bytes = page_bytes;
	ring->capacity = ring_page_room(page_bytes) / RING_UNIT;
	ring->step = RING_STEP;
	ring->clock = clock;
	ring->tail = seq << RING_SEQ_SHIFT | RING_OWN_PAGES;
	ring->commit = first_position(seq);
	ring->reader = (struct ring_consumer) {
		.cur.pos = { .seq = seq, .stop = U64_MAX },
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
 * Set the limit to @open, or to 0 while a flag is set.  ring_set_flags() calls this
 * after it has changed the flags, and a writer calls this at each step: the last store
 * to the limit sees the last flags.
 */
static void ring_set_limit(struct ring *ring, u32 open)
{
	int seen, flags = atomic_read(&ring->flags);

	do {
		seen = flags;
		WRITE_ONCE(ring->limit, seen ? 0 : open);
		/* Store before load: the CPU that stores last sees the last flags. */
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
 * The fast path only reads the limit.  If no flag is set any more, this function sets
 * the limit to the first step of a page; a writer that is beyond that step corrects the
 * limit.
 *
 * The function has a full barrier behind the change of the flags.
 *
 * Context: any, on any CPU.  A writer that read the limit before still writes as before: the
 * caller must wait for a grace period if no writer may.
 */
void ring_set_flags(struct ring *ring, int set, int clear)
{
	atomic_andnot(clear, &ring->flags);
	atomic_or(set, &ring->flags);
	/* Change the flags before ring_set_limit() reads them. */
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

/* Move commit from @end, the closed end of its page, to the next page (I4). */
static bool ring_cross(struct ring *ring, u64 end)
{
	/*
	 * When commit is on the next page, readers also rely on this page's final word.
	 * Pairs with the acquire of commit in ring_look().
	 */
	smp_wmb();
	return try_cmpxchg_local(&ring->commit, &end, first_position(seq_of(end) + 1));
}

/**
 * struct ring_victim - a page that a writer takes over, now or next
 * @page:	the page
 * @seq:	the sequence number of its records
 * @word:	the closed word of the page
 * @accounted:	value of struct ring_page.accounted that belongs to @word
 */
struct ring_victim {
	struct ring_page *page;
	u64	seq;
	u64	word;
	u64	accounted;
};

/*
 * Account for the lost records in the page of @victim, from the unit up to which they are
 * accounted for already to the unit @to.  A nested writer continues the account (I10).
 */
static void ring_account_overwritten(struct ring *ring, const struct ring_victim *victim, u32 to)
{
	struct ring_page *page = victim->page;
	u64 first = first_position(victim->seq);
	struct ring_tally tally __uninitialized;
	struct ring_lost lost;
	u64 accounted = victim->accounted;

	if (!READ_ONCE(ring->account))
		return;
	lost = (struct ring_lost){
		/* If the exchange below succeeds, these belong to the same use of the page. */
		.first = READ_ONCE(page->first),
		.last = page_last_time(page, victim->word),
	};
	while (accounted < first + to) {
		/* @accounted may still be a position in an earlier use of the page. */
		u32 from = max(accounted, first) - first;
		u64 behind = first + ring_tally_up(&tally, page->data, from, to,
						   word_units(victim->word));

		/*
		 * A locked exchange: a reader that takes ownership of the page stores
		 * to @accounted, too.
		 */
		if (try_cmpxchg(&page->accounted, &accounted, behind)) {
			ring_tally_account(&tally, ring, RING_OVERWRITTEN, &lost);
			accounted = behind;
		}
	}
}

/*
 * The page at @tail will be used up to @used. For each step of this page, account for a
 * step of the page that is taken over next. This bounds the work; accounting for a
 * whole page at its take-over would not. Do at most two steps at once, to catch up if
 * this could not be done earlier (I12).
 */
static void ring_account_advance(struct ring *ring, u64 tail, u32 used)
{
	u64 seq = seq_of(tail) + 1 - ring->nr_slots;
	u64 *slotp = ring_slot(ring, seq);
	struct ring_victim victim = { .seq = seq };
	u32 to = used & ~(ring->step - 1);
	u64 slot, accounted;

	if (!to || !READ_ONCE(ring->overwrite))
		return;
	slot = READ_ONCE(*slotp);
	/* The page was read, or is unfinished: a writer will not take it over in this state. */
	if (slot != slot_encode(seq, slot_page(slot), false) ||
	    seq >= seq_of(READ_ONCE(ring->commit)))
		return;
	victim.page = &ring->pages[slot_page(slot)];
	victim.word = READ_ONCE(victim.page->word);
	victim.accounted = READ_ONCE(victim.page->accounted);
	/*
	 * If the slot changed, a nested writer took the page over, and @victim.word may describe
	 * records of the page's next use.
	 */
	if (READ_ONCE(*slotp) != slot)
		return;
	accounted = max(victim.accounted, first_position(seq)) - first_position(seq);
	to = min(to, word_units(victim.word));
	ring_account_overwritten(ring, &victim, min(accounted + 2 * ring->step, (u64)to));
}

/* Handle the step that follows after @used units of the page at @tail. */
static void ring_pace(struct ring *ring, u64 tail, u32 used, int flags)
{
	u32 limit = min(ring->capacity, (used & ~(ring->step - 1)) + ring->step);

	ring_account_advance(ring, tail, used);
	/* If a writer stores the limit of another page here, the next writer corrects it. */
	if (!flags && READ_ONCE(ring->limit) != limit)
		ring_set_limit(ring, limit);
}

/*
 * Open the page in slot @next, and move tail from @tail to that page (I1, I7, I8).
 *
 * A writer that nests in between does all of this. Then the first exchange here fails,
 * and nothing else changes.
 */
static void ring_open(struct ring *ring, u64 tail, u64 next, u32 number)
{
	struct ring_page *last = ring_page_of(ring, tail);
	struct ring_page *page = &ring->pages[number];
	struct ring_victim victim = {
		.page = page,
		.seq = next - ring->nr_slots,
		.word = READ_ONCE(page->word),
		.accounted = READ_ONCE(page->accounted),
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
	/* The totals before the new page. */
	u64 nr_now = READ_ONCE(last->nr) + word_count(last_word);
	u64 units_now = READ_ONCE(last->units) + word_units(last_word);
	u64 drops_now = dropped >> RING_DROP_GEN_BITS;

	/* The loaded values belong together only if tail has not moved. */
	if (READ_ONCE(ring->tail) != tail)
		return;

	/* If the page is open, another writer has done all but the last step. */
	if (word & RING_CLOSED) {
		/* The next generation of drops and of the page. */
		u64 drops_after = (dropped & ~RING_DROP_GEN_MASK) |
				  ((dropped + 1) & RING_DROP_GEN_MASK);
		u64 opened = (word + (1ULL << RING_GEN_SHIFT)) & RING_GEN_MASK;
		u64 now;

		/* Account for the old records while they are still there (I10). */
		ring_account_overwritten(ring, &victim, word_units(word));
		now = ring_now(ring, last_time);
		/*
		 * Order the slot before the new contents of the page, in case the
		 * writer that took the page was interrupted in its exchange. Pairs with
		 * ring_unmoved().
		 */
		smp_wmb();
		/* Set the position before the word: the hot path loads it after the word. */
		if (!try_cmpxchg_local(&page->pos, &pos, first_position(next)))
			return;
		/* Set the totals from which readers compute the loss before the page. */
		if (!try_cmpxchg_local(&page->nr, &nr, nr_now))
			return;
		if (!try_cmpxchg_local(&page->units, &units, units_now))
			return;
		if (!try_cmpxchg_local(&page->drops, &drops, drops_now))
			return;
		/* Set the time that the first record's delta and the first stamp refer to. */
		if (!try_cmpxchg_local(&page->first, &first, now))
			return;
		if (!try_cmpxchg_local(&page->base[0], &base, now))
			return;
		/* From here on, no writer counts a drop as a drop before this page (I8). */
		if (!try_cmpxchg_local(&ring->drops, &dropped, drops_after))
			return;
		/* The last step: now writers can reserve records in the page. */
		if (!try_cmpxchg_local(&page->word, &word, opened))
			return;
	}
	/* Order the page's nr and word before tail. Pairs with ring_written(). */
	smp_wmb();
	try_cmpxchg_local(&ring->tail, &tail, next << RING_SEQ_SHIFT | number);
	/*
	 * Order the store to tail before the load of wake_at. Pairs with the barrier in
	 * ring_filled(), which orders its store to wake_at before its load of tail.
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

/* A record to reserve, which ring_next_page() accounts for if it is dropped. */
struct ring_wish {
	u16	type;
	u32	units;
	u64	now;
	bool	never;		/* the record fits into no page */
};

static void ring_account_dropped(struct ring *ring, enum ring_account what,
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

	ring_report(ring, what, &lost);
}

/*
 * The page at @tail, with the word @word, has no room for the record: move to the next
 * page. Return RING_AGAIN to reserve from the start; RING_DROP if there is no next page
 * and the record was counted as dropped.
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

	/* Close the page before taking the next one: no record may follow in it (I3). */
	if (!(word & RING_CLOSED) &&
	    !try_cmpxchg_local(&page->word, &word, word | RING_CLOSED))
		return RING_AGAIN;

	/*
	 * If tail has moved, word may belong to another use of the page: then end is
	 * below commit, and slot below is newer.
	 */
	/* Move commit out of this page before taking the next slot (I4). */
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
		nested = slot_seq(slot) >= seq_of(commit);	/* unfinished: I6 */
		drop |= nested || !READ_ONCE(ring->overwrite);
	}
	if (drop) {
		/* Load the tail before counting the drop. Pairs with ring_skip(). */
		smp_wmb();
		if (!try_cmpxchg_local(&ring->drops, &drops, drops + RING_DROP_ONE))
			return RING_AGAIN;	/* a page was opened: I8 */
		/*
		 * Count the drop before accounting for it by type.  Pairs with the barriers in
		 * ring_totals_read() and ring_skipped(); the latter needs a full one here.
		 */
		smp_mb();
		while (nested && !try_cmpxchg_local(&ring->nested, &count, count + 1))
			;
		ring_account_dropped(ring, nested ? RING_DROPPED_NESTED : RING_DROPPED, wish);
		return RING_DROP;
	}

	/*
	 * A full exchange, because readers use the slot, too. Orders the slot before
	 * new contents.
	 */
	if (try_cmpxchg(slotp, &slot, slot_encode(next, slot_page(slot), false)))
		ring_open(ring, tail, next, slot_page(slot));
	return RING_AGAIN;
}

/**
 * ring_reserve_slow - slow path of ring_reserve()
 * @ring: this CPU's ring
 * @type: type of the record, for the account of dropped records
 * @len: bytes of payload
 * @mark: filled in for ring_commit()
 *
 * Context: as for ring_reserve().
 * Return: as for ring_reserve().
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
		 * A probe on the clock itself nests a record into every round: use the
		 * time of the previous record then.
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

			/* If word is unchanged, other was the value of the unused base (I2). */
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
 * ring_publish - publish the records of nested writers after a commit
 * @ring: this CPU's ring
 * @page: the page of the last published record
 * @done: the last position stored to commit
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
		 * I5: load the word first, then commit. While commit is at done, no
		 * writer takes over the page of done, so the word belongs to that page.
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
		/*
		 * The page is not taken. The writer that takes a page opens it before
		 * this writer continues.
		 */
		if (slot != slot_encode(seq_of(done), slot_page(slot), false))
			return;
		page = &ring->pages[slot_page(slot)];
	}
}

/**
 * ring_discard - commit a reserved record as padding
 * @ring: the ring that @mark was reserved in
 * @mark: from ring_reserve()
 *
 * Readers skip the padding; its space stays used.
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
 * Context: the ring's CPU; may interrupt writers.
 * Return: true if so.
 */
bool ring_busy(const struct ring *ring)
{
	u64 tail = READ_ONCE(ring->tail);
	const struct ring_page *page = &ring->pages[tail & RING_LOW_MASK];

	/* Commit may have crossed to a page that no writer could take. */
	return READ_ONCE(ring->commit) <
	       first_position(seq_of(tail)) + word_units(READ_ONCE(page->word));
}
