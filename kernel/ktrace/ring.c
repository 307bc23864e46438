// SPDX-License-Identifier: GPL-2.0
/*
 * One CPU's lockless ring of trace records: the slow paths of the writer, and
 * the readers.
 *
 * Called by buffer*.c (set-up, waiting), by the files that records are read from and,
 * inlined from ring.h, by emit.h (writers).  Writers run in any context, NMI included, with preemption off.
 * Readers run in task context, one at a time as far as they share a cursor.
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
 * first record (``nr``) and the number of records dropped before it was opened
 * (``drops``); what is missing between two pages is the loss, exact and in its
 * place.
 *
 * Loss by type is told to ``account`` when a page is taken over, by going
 * through what it holds, and when a record is dropped.  A writer does not know
 * how much was read of a page while it was in use: the reader, who has a copy,
 * takes that back.
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
 * I7. nr, drops, first, base[0] and pos of a page are set by exchange from
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
 *     [gone-plain-store, gone-by-pos, swap-not-gone, keep-not-told]
 * I11. The page that ring_map_page() showed last is not the next that it shows:
 *     who looks at it can tell by its number.
 *     [map-clear-own, map-copy-is-all, map-same-image, map-come-round]
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

#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "ring.h"

#define RING_EMPTY		1ULL
#define RING_SLOT_SHIFT		(RING_SEQ_SHIFT + 1)

#define RING_DROP_GEN_BITS	16
#define RING_DROP_ONE		BIT_ULL(RING_DROP_GEN_BITS)
#define RING_DROP_GEN_MASK	(RING_DROP_ONE - 1)

#define RING_EXTEND_UNITS	2U

/* After so many rounds of ring_reserve_slow() the clock is not read again. */
#define RING_CLOCK_ROUNDS	8

enum ring_step { RING_AGAIN, RING_DROP };

/* More types than most pages have records of, so that most stand in their places. */
#define RING_TALLY	128U

/**
 * struct ring_tally - how many records of which types
 * @nr:		types there are
 * @used:	where they stand
 * @type:	in which place a type stands is said by its low bits; if that is
 *		taken, in one behind it.  0 where none does, and in its own place
 * @records:	of that type, where one stands
 *
 * On the stack it is __uninitialized: what has to be is cleared by tally_begin().
 */
struct ring_tally {
	u32	nr;
	u8	used[RING_TALLY];
	u16	type[RING_TALLY];
	u16	records[RING_TALLY];
};

static u64 slot_make(u64 seq, u32 page, bool empty)
{
	return seq << RING_SLOT_SHIFT | (u64)page << 1 | (empty ? RING_EMPTY : 0);
}

static u64 slot_seq(u64 slot)
{
	return slot >> RING_SLOT_SHIFT;
}

static u32 slot_page(u64 slot)
{
	return slot >> 1 & RING_LOW_MASK;
}

static u64 *ring_slot(struct ring *ring, u64 seq)
{
	return &ring->slots[seq % ring->nr_slots];
}

static u32 word_units(u64 word)
{
	return (word & ~RING_CLOSED) >> RING_UNITS_SHIFT;
}

static u32 word_count(u64 word)
{
	return word >> RING_COUNT_SHIFT & ((1U << RING_COUNT_BITS) - 1);
}

static u64 seq_of(u64 position)
{
	return position >> RING_SEQ_SHIFT;
}

static u64 first_position(u64 seq)
{
	return seq << RING_SEQ_SHIFT;
}

/* Time of the last record reserved in @page, if its word is @word. */
static u64 page_last_time(const struct ring_page *page, u64 word)
{
	return READ_ONCE(page->base[!!(word & RING_SEL)]) + (word & RING_STAMP_MASK);
}

static u32 head_type(u32 head)
{
	return head & ((1U << KTRACE_TYPE_LEN_BITS) - 1);
}

/* This is done for each page: no more is cleared than has to be. */
static void tally_begin(struct ring_tally *tally)
{
	memset(tally->type, 0, sizeof(tally->type));
	/* Type 0 is there from the beginning. */
	tally->records[0] = 0;
	tally->used[0] = 0;
	tally->nr = 1;
}

/* Count a record of a type that does not stand in its place, and so not of type 0. */
static noinline bool tally_add(struct ring_tally *tally, u16 type)
{
	u32 i = type % RING_TALLY, n;

	for (n = RING_TALLY; n; n--) {
		if (!tally->type[i] && i) {
			tally->type[i] = type;
			tally->records[i] = 1;
			tally->used[tally->nr++] = i;
			return true;
		}
		if (tally->type[i] == type) {
			tally->records[i]++;
			return true;
		}
		i = (i + 1) % RING_TALLY;
	}
	return false;
}

/* Count a record; false if there is no room for its type. */
static __always_inline bool tally_record(struct ring_tally *tally, u16 type)
{
	u32 i = type % RING_TALLY;

	if (likely(tally->type[i] == type)) {
		tally->records[i]++;
		return true;
	}
	return tally_add(tally, type);
}

/*
 * Count what is not a short record, at @head in a page that is used up to @end.
 * Return: where the next begins; @head if there is no room for its type.
 */
static noinline const u32 *tally_odd(struct ring_tally *tally, const u32 *head, const u32 *end)
{
	const struct ktrace_common *common = (const void *)&head[2];
	u32 kind = head_type(READ_ONCE(*head));
	u16 type = RING_TYPE_DISCARDED;

	if (kind == KTRACE_TYPE_EXTEND)
		return head + RING_EXTEND_UNITS;
	if (kind != KTRACE_TYPE_PADDING && &head[2] < end)
		type = READ_ONCE(common->type);
	if (!tally_record(tally, type))
		return head;
	return head + READ_ONCE(head[1]) / RING_UNIT + 1;
}

/*
 * Count the records in a page's @bytes by type, from the unit @at to @end, or as many
 * as there is room for types.  What stands there may be nonsense, if it is written to
 * meanwhile.
 * Return: the unit behind those that were counted.
 */
static u32 tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 end)
{
	const u32 *units = bytes + sizeof(struct ktrace_page_header);
	const u32 *head = &units[at], *next;
	/* A record has two units and more. */
	const u32 *last = &units[end] - 1;
	const struct ktrace_common *common;
	u32 len;

	tally_begin(tally);
	while (head < last) {
		len = head_type(READ_ONCE(*head));
		if (unlikely(len - 1 >= KTRACE_TYPE_LEN_MAX)) {
			next = tally_odd(tally, head, &units[end]);
			if (next == head)
				return head - units;
			head = next;
			continue;
		}
		common = (const void *)&head[1];
		if (!tally_record(tally, READ_ONCE(common->type)))
			return head - units;
		head += len + 1;
	}
	return end;
}

static void ring_account(struct ring *ring, enum ring_account what, u16 type, u32 records)
{
	void (*account)(struct ring *ring, enum ring_account what, u16 type,
			u32 records) = READ_ONCE(ring->account);

	if (account)
		account(ring, what, type, records);
}

static void tally_tell(const struct ring_tally *tally, struct ring *ring,
		       enum ring_account what)
{
	u32 n, i;

	for (n = 0; n < tally->nr; n++) {
		i = tally->used[n];
		if (tally->records[i])
			ring_account(ring, what, tally->type[i], tally->records[i]);
	}
}

/* Tell of all records in a page's @bytes, from the unit @at to @end. */
static void ring_account_all(struct ring *ring, enum ring_account what,
			     const void *bytes, u32 at, u32 end)
{
	struct ring_tally tally __uninitialized;

	while (at < end) {
		at = tally_up(&tally, bytes, at, end);
		tally_tell(&tally, ring, what);
	}
}

/* The clock, but not before @last: a clock that stepped back stands still. */
static u64 ring_now(const struct ring *ring, u64 last)
{
	u64 (*clock)(void) = READ_ONCE(ring->clock);
	u64 now = clock();

	return (s64)(now - last) < 0 ? last : now;
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
	ring->clock = clock;
	ring->tail = seq << RING_SEQ_SHIFT | RING_OWN_PAGES;
	ring->commit = first_position(seq);
	ring->own = 0;
	ring->spare = RING_SPARE;
	ring->reader = (struct ring_cursor) {
		.image = pages[0].data,
		.seq = seq,
		.stop = U64_MAX,
	};
	atomic_set(&ring->flags, 0);
	ring->wake_at = U64_MAX;
	ring->limit = ring->capacity;
	return 0;
}

/**
 * ring_set_flags - change a ring's flags
 * @ring: the ring
 * @set: flags to set
 * @clear: flags to clear
 *
 * The hot path looks at limit alone.  Whoever changes the flags last sets it
 * by what the flags are then.
 *
 * Context: any, on any CPU.  A writer that read limit before goes on as
 * before: who must know that none does synchronises after this.
 */
void ring_set_flags(struct ring *ring, int set, int clear)
{
	int seen;

	atomic_andnot(clear, &ring->flags);
	atomic_or(set, &ring->flags);
	do {
		/* The flags are changed before they are looked at. */
		smp_mb__after_atomic();
		seen = atomic_read(&ring->flags);
		WRITE_ONCE(ring->limit, seen ? 0 : ring->capacity);
		/* The store before the load: the last to change sees the last. */
		smp_mb();
	} while (atomic_read(&ring->flags) != seen);
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
	 * stands.  Pairs with the acquire of commit in ring_find().
	 */
	smp_wmb();
	return try_cmpxchg_local(&ring->commit, &end, first_position(seq_of(end) + 1));
}

/*
 * Tell of what is in @page, which was taken over and is about to be opened.  At
 * @end, a position of the use before, all is told.  I10
 */
static void ring_account_gone(struct ring *ring, struct ring_page *page, u64 end)
{
	u64 gone = READ_ONCE(page->gone);
	struct ring_tally tally __uninitialized;
	u64 to;

	while (gone < end) {
		/* Of this use of the page, nothing was told yet. */
		u64 from = max(gone, first_position(seq_of(end)));

		to = from - (from & RING_LOW_MASK) +
		     tally_up(&tally, page->data, from & RING_LOW_MASK, end & RING_LOW_MASK);
		/* Locked: it may be a reader's page by now, who stores there. */
		if (try_cmpxchg(&page->gone, &gone, to)) {
			tally_tell(&tally, ring, RING_OVERWRITTEN);
			gone = to;
		}
	}
}

/* Open the page that slot @next has, and move tail from @tail to it. I1 I7 I8 */
static void ring_open(struct ring *ring, u64 tail, u64 next, u32 number)
{
	struct ring_page *last = ring_page_of(ring, tail);
	struct ring_page *page = &ring->pages[number];
	u64 word = READ_ONCE(page->word);
	u64 first = READ_ONCE(page->first);
	u64 base = READ_ONCE(page->base[0]);
	u64 pos = READ_ONCE(page->pos);
	u64 nr = READ_ONCE(page->nr);
	u64 drops = READ_ONCE(page->drops);
	u64 dropped = READ_ONCE(ring->drops);
	u64 last_word = READ_ONCE(last->word);
	u64 last_time = page_last_time(last, last_word);
	u64 last_nr = READ_ONCE(last->nr);
	u64 now;

	/* Only now is it known that what was loaded belongs together. */
	if (READ_ONCE(ring->tail) != tail)
		return;

	if (word & RING_CLOSED) {
		u64 bumped = (dropped & ~RING_DROP_GEN_MASK) |
			     ((dropped + 1) & RING_DROP_GEN_MASK);
		u64 opened = (word + (1ULL << RING_GEN_SHIFT)) & RING_GEN_MASK;

		ring_account_gone(ring, page, first_position(next - ring->nr_slots) +
					      word_units(word));
		now = ring_now(ring, last_time);
		/*
		 * The slot before what the page will hold, where whoever took it
		 * was interrupted within its exchange.  Pairs with ring_unmoved().
		 */
		smp_wmb();
		if (!try_cmpxchg_local(&page->pos, &pos, first_position(next)) ||
		    !try_cmpxchg_local(&page->nr, &nr, last_nr + word_count(last_word)) ||
		    !try_cmpxchg_local(&page->drops, &drops, dropped >> RING_DROP_GEN_BITS) ||
		    !try_cmpxchg_local(&page->first, &first, now) ||
		    !try_cmpxchg_local(&page->base[0], &base, now) ||
		    !try_cmpxchg_local(&ring->drops, &dropped, bumped) ||
		    !try_cmpxchg_local(&page->word, &word, opened))
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

/*
 * The page at @tail, whose word was @word, has no room for a record of @type: go
 * to the next.  RING_AGAIN: reserve from the start; RING_DROP: there is no next
 * page, and the record was counted as dropped.
 */
static enum ring_step ring_next_page(struct ring *ring, u64 tail, u64 word, bool drop,
				     u16 type)
{
	struct ring_page *page = ring_page_of(ring, tail);
	u64 next = seq_of(tail) + 1;
	u64 drops = READ_ONCE(ring->drops);
	u64 *slotp = ring_slot(ring, next);
	u64 count = READ_ONCE(ring->nested);
	u64 end, slot, commit;
	bool nested = false;

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
		/* The tail that it happened behind before it.  Pairs with ring_skip(). */
		smp_wmb();
		if (!try_cmpxchg_local(&ring->drops, &drops, drops + RING_DROP_ONE))
			return RING_AGAIN;	/* I8 */
		/* Pairs with the barrier in ring_totals_read(). */
		smp_wmb();
		while (nested && !try_cmpxchg_local(&ring->nested, &count, count + 1))
			;
		ring_account(ring, nested ? RING_DROPPED_NESTED : RING_DROPPED, type, 1);
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
		if (READ_ONCE(ring->page) != page)
			WRITE_ONCE(ring->page, page);
		word = READ_ONCE(page->word);
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
			bool never = units + RING_EXTEND_UNITS > ring->capacity;

			if (ring_next_page(ring, tail, word, never, type) == RING_DROP)
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
			WRITE_ONCE(head[0], ktrace_head(KTRACE_TYPE_EXTEND,
							(now - last) & RING_DELTA_MAX));
			WRITE_ONCE(head[1], (now - last) >> KTRACE_DELTA_BITS);
			head += RING_EXTEND_UNITS;
		}
		mark->page = page;
		mark->word = next;
		mark->start = pos + word_units(word);
		mark->end = mark->start + need;
		return ring_head(head, len, extend ? 0 : now - last);
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
			/* Pairs with the acquire of commit in ring_find(). */
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
 * Readers pass over it; its room is not had back.
 *
 * Context: as for ring_commit().
 */
void ring_discard(struct ring *ring, const struct ring_mark *mark)
{
	u32 *head = ring_unit(mark->page, mark->start & RING_LOW_MASK);
	u32 type;

	if (head_type(head[0]) == KTRACE_TYPE_EXTEND)
		head += RING_EXTEND_UNITS;
	type = head_type(head[0]);
	if (type != KTRACE_TYPE_LONG)
		WRITE_ONCE(head[1], type * RING_UNIT);
	WRITE_ONCE(head[0], head[0] - type + KTRACE_TYPE_PADDING);
	ring_commit(ring, mark);
}

/*
 * Readers
 */

/*
 * The copy is of words that a writer may be writing, to a page that an iterator
 * may still be copying: I9 judges both.
 */
static void copy_units(void *to, const void *from, u32 units)
{
	const u32 *src = from;
	u32 *dst = to;

	while (units--)
		WRITE_ONCE(*dst++, READ_ONCE(*src++));
}

/* The unit of a page's bytes behind @at others. */
static void *image_unit(const void *bytes, u32 at)
{
	return (void *)bytes + sizeof(struct ktrace_page_header) + at * RING_UNIT;
}

/* What a reader finds where it goes on: a page, or what is new in one. */
struct ring_find {
	struct ring_page *page;
	u64	*slotp;
	u64	slot;
	u64	first;
	u64	nr;
	u64	drops;
	u32	end;		/* units complete in the page */
	u32	count;		/* records in it, if no more will be written to it */
	bool	full;
};

/* I9: whether what was read since find->slot was loaded is of that page. */
static bool ring_unmoved(const struct ring_find *find)
{
	/* Pairs with the exchange of the slot, in ring_next_page() or ring_swap(). */
	smp_rmb();
	return READ_ONCE(*find->slotp) == find->slot;
}

/*
 * Put a page of the consuming readers', @number, into the slot of the full page
 * that was found, and have that instead.
 */
static bool ring_swap(struct ring *ring, const struct ring_find *find, u32 *number)
{
	u64 slot = find->slot;

	/* I10: to who takes it, nothing is left in it. */
	WRITE_ONCE(ring->pages[*number].gone,
		   first_position(slot_seq(slot)) | RING_LOW_MASK);
	if (!try_cmpxchg(find->slotp, &slot,
			 slot_make(slot_seq(slot), *number, true)))
		return false;
	*number = slot_page(slot);
	return true;
}

/* Own the full page that was found, to read it. */
static bool ring_own(struct ring *ring, const struct ring_find *find)
{
	if (!ring_swap(ring, find, &ring->own))
		return false;
	ring->reader.image = find->page->data;
	return true;
}

/*
 * Have the full page that was found, of which all was read by copies, out of the
 * way.  If the ring is mapped it becomes the spare one: ring_map_page() must not
 * come by the page that it showed last.
 */
static bool ring_clear(struct ring *ring, const struct ring_find *find)
{
	if (ring->pages[ring->spare].data)
		return ring_swap(ring, find, &ring->spare);
	return ring_own(ring, find);
}

/*
 * The page that the readers' image has the first used units of was taken over:
 * the writer told of those, too.
 */
static void ring_keep(struct ring *ring)
{
	const struct ring_cursor *cur = &ring->reader;

	ring_account_all(ring, RING_KEPT, cur->image, 0, cur->used);
}

/*
 * Find the first page from @cur on that has unread records, moving @cur over
 * what is read or gone.  Return: false if there is none.
 */
static bool ring_find(struct ring *ring, struct ring_cursor *cur,
		      struct ring_find *find)
{
	for (;;) {
		/* Pairs with the release in ring_commit(). */
		u64 commit = min(smp_load_acquire(&ring->commit), cur->stop);
		u64 seq = cur->seq + cur->full;

		if (cur->full) {
			cur->seq = seq;
			cur->used = 0;
			cur->full = false;
		}
		if (seq > seq_of(commit))
			return false;

		find->slotp = ring_slot(ring, seq);
		/* Pairs with the exchange in ring_next_page(). */
		find->slot = smp_load_acquire(find->slotp);
		if (slot_seq(find->slot) > seq) {
			if (cur == &ring->reader)
				ring_keep(ring);
			/* Overwritten: on to the oldest that can still be there. */
			cur->seq = slot_seq(find->slot) - ring->nr_slots + 1;
			cur->used = 0;
			continue;
		}
		if (slot_seq(find->slot) < seq)
			return false;
		if (find->slot & RING_EMPTY) {
			/* An iterator's only: consumed by others, so not lost. */
			cur->full = true;
			cur->nr = RING_NR_UNKNOWN;
			continue;
		}

		find->page = &ring->pages[slot_page(find->slot)];
		find->first = READ_ONCE(find->page->first);
		find->nr = READ_ONCE(find->page->nr);
		find->drops = READ_ONCE(find->page->drops);
		find->full = seq < seq_of(commit);
		find->end = commit & RING_LOW_MASK;
		find->count = 0;
		if (find->full) {
			u64 word = READ_ONCE(find->page->word);

			find->end = word_units(word);
			find->count = word_count(word);
		}
		/* Judged by who uses it: by ring_swap() or ring_unmoved(). I9 */
		if (find->end > cur->used)
			return true;
		if (!find->full)
			return false;
		/* Read to its end while it was in use.  Its slot may be had. */
		if (cur == &ring->reader && !ring_clear(ring, find))
			continue;
		cur->full = true;
	}
}

/*
 * Copy the page at @from, of which @had units were had and @new follow, to @image:
 * what is new to its beginning, and the rest behind that, for ring_keep().
 */
static void copy_turned(void *image, const void *from, u32 had, u32 new)
{
	copy_units(image_unit(image, 0), image_unit(from, had), new);
	copy_units(image_unit(image, new), image_unit(from, 0), had);
}

/* The readers' other page, where their image is from now on. */
static void ring_turn(struct ring *ring)
{
	swap(ring->own, ring->spare);
	ring->reader.image = ring->pages[ring->own].data;
}

/*
 * Copy what is new in the page that was found, to where @cur->used says, or if it
 * is @mapped, to the beginning of the readers' other page.
 * Return: false if it was overwritten meanwhile.
 */
static bool ring_copy(struct ring *ring, struct ring_cursor *cur, struct ring_find *find,
		      bool mapped)
{
	u32 new = find->end - cur->used;

	if (mapped)
		copy_turned(ring->pages[ring->spare].data, find->page->data, cur->used, new);
	else
		copy_units(image_unit(cur->image, cur->used),
			   image_unit(find->page->data, cur->used), new);
	if (!ring_unmoved(find))
		return false;
	if (mapped) {
		ring_turn(ring);
		/* The page that it is a copy of may yet be overwritten, or had. */
		find->full = false;
	}
	return true;
}

/*
 * Get more records into @cur's image, which was read to its end; if it is @mapped,
 * into another one.
 */
static bool ring_refill(struct ring *ring, struct ring_cursor *cur, bool mapped)
{
	struct ring_find find;
	u32 at, new;
	bool copy;

	do {
		if (!ring_find(ring, cur, &find))
			return false;
		/* Of a page that is mapped, nothing is shown that was had before. */
		copy = cur != &ring->reader || !find.full || (mapped && cur->used);
	} while (!(copy ? ring_copy(ring, cur, &find, mapped) : ring_own(ring, &find)));

	at = mapped ? 0 : cur->used;
	new = find.end - cur->used;
	if (!cur->used) {
		if (cur->nr != RING_NR_UNKNOWN) {
			cur->overwritten += find.nr - cur->nr;
			cur->dropped += find.drops - cur->drops;
		}
		cur->nr = find.nr;
		cur->drops = find.drops;
		cur->time = find.first;
	}
	cur->end_nr = find.nr + find.count;
	cur->off = sizeof(struct ktrace_page_header) + at * RING_UNIT;
	cur->end = cur->off + new * RING_UNIT;
	cur->used = find.end;
	cur->full = find.full;
	return true;
}

/*
 * Decode the head at @cur->off.  Time extensions and padding are passed.
 * Return: false at the end of the image.
 */
static bool ring_decode(struct ring_cursor *cur, struct ring_record *rec, u32 *after)
{
	u64 time = cur->time;

	while (cur->off < cur->end) {
		const u32 *head = cur->image + cur->off;
		u32 type = head_type(head[0]);
		u64 delta = head[0] >> KTRACE_TYPE_LEN_BITS;
		u32 bytes = (type + 1) * RING_UNIT;

		switch (type) {
		case KTRACE_TYPE_EXTEND:
			cur->time += delta | (u64)head[1] << KTRACE_DELTA_BITS;
			cur->off += RING_EXTEND_UNITS * RING_UNIT;
			time = cur->time;
			continue;
		case KTRACE_TYPE_PADDING:
			cur->time += delta;
			cur->off += RING_UNIT + head[1];
			cur->nr++;
			time = cur->time;
			continue;
		case KTRACE_TYPE_LONG:
			bytes = RING_UNIT + head[1];
			rec->data = head + 2;
			rec->len = head[1] - RING_UNIT;
			break;
		default:
			rec->data = head + 1;
			rec->len = type * RING_UNIT;
		}
		rec->time = time + delta;
		rec->overwritten = cur->overwritten;
		rec->dropped = cur->dropped;
		*after = cur->off + bytes;
		return true;
	}
	return false;
}

static bool cursor_peek(struct ring *ring, struct ring_cursor *cur,
			struct ring_record *rec, u32 *after)
{
	while (!ring_decode(cur, rec, after))
		if (!ring_refill(ring, cur, false))
			return false;
	return true;
}

static void cursor_advance(struct ring_cursor *cur, const struct ring_record *rec,
			   u32 after)
{
	cur->time = rec->time;
	cur->off = after;
	cur->nr++;
	cur->overwritten = 0;
	cur->dropped = 0;
}

/**
 * ring_peek - the next record that was not consumed
 * @ring: the ring
 * @rec: filled in; valid until the next call for @ring
 *
 * Context: task; the caller holds the lock of @ring's consuming readers.
 * Return: false if there is none.
 */
bool ring_peek(struct ring *ring, struct ring_record *rec)
{
	u32 after;

	return cursor_peek(ring, &ring->reader, rec, &after);
}

/**
 * ring_consume - pass over the record that ring_peek() gave
 * @ring: the ring
 *
 * Context: as for ring_peek().
 */
void ring_consume(struct ring *ring)
{
	struct ring_record rec;
	u32 after;

	if (!ring_decode(&ring->reader, &rec, &after))
		return;
	ring->lost += ring->reader.overwritten;
	cursor_advance(&ring->reader, &rec, after);
}

/**
 * ring_iter_start - start a view of all that was not consumed
 * @ring: the ring
 * @iter: the iterator; it never stops or disturbs writers
 * @image: page_bytes bytes of memory, the iterator's own
 *
 * The view ends where the ring's last complete record is now.
 *
 * Context: as for ring_peek(); ring_iter_next() needs no lock.
 */
void ring_iter_start(struct ring *ring, struct ring_cursor *iter, void *image)
{
	*iter = ring->reader;
	iter->image = image;
	if (iter->end > iter->off)
		memcpy(image + iter->off, ring->reader.image + iter->off,
		       iter->end - iter->off);
	/* Pairs with the release in ring_commit(). */
	iter->stop = smp_load_acquire(&ring->commit);
}

/**
 * ring_iter_next - the next record of a view
 * @ring: the ring
 * @iter: from ring_iter_start()
 * @rec: filled in; valid until the next call with @iter
 *
 * Context: task; the ring stays, by the caller's doing.
 * Return: false at the end.
 */
bool ring_iter_next(struct ring *ring, struct ring_cursor *iter,
		    struct ring_record *rec)
{
	u32 after;

	if (!cursor_peek(ring, iter, rec, &after))
		return false;
	cursor_advance(iter, rec, after);
	return true;
}

/* Pass over what @cur has in its image. */
static void cursor_drain(struct ring_cursor *cur)
{
	struct ring_record rec;
	u32 after;

	if (cur->full && cur->off < cur->end) {
		/* What comes next has an ordinal and a time of its own. */
		cur->off = cur->end;
		cur->nr = cur->end_nr;
		cur->overwritten = 0;
		cur->dropped = 0;
		return;
	}
	while (ring_decode(cur, &rec, &after))
		cursor_advance(cur, &rec, after);
}

/*
 * The readers' image is a copy of what a page had when it was in use.  Own
 * the page instead, if it is full by now and still there.
 */
static void ring_own_rest(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader;
	struct ring_find find;
	u64 commit, word;
	u32 end;

	/* Pairs with the release in ring_commit(). */
	commit = smp_load_acquire(&ring->commit);
	find.slotp = ring_slot(ring, cur->seq);
	/* Pairs with the exchange in ring_next_page(). */
	find.slot = smp_load_acquire(find.slotp);
	if (cur->seq >= seq_of(commit) || slot_seq(find.slot) != cur->seq)
		return;
	find.page = &ring->pages[slot_page(find.slot)];
	word = READ_ONCE(find.page->word);
	end = word_units(word);
	if (!ring_own(ring, &find))
		return;
	cur->end_nr = READ_ONCE(find.page->nr) + word_count(word);
	cur->end = sizeof(struct ktrace_page_header) + end * RING_UNIT;
	cur->used = end;
	cur->full = true;
}

/*
 * Make @page, which has @bytes of records behind a header, one that is handed out;
 * they are what the readers have in their image, and are consumed.
 */
static void ring_seal(struct ring *ring, void *page, u32 bytes)
{
	struct ring_cursor *cur = &ring->reader;
	u64 lost = cur->overwritten + cur->dropped;
	struct ktrace_page_header *header = page;
	u32 used = sizeof(*header) + bytes;

	header->time_stamp = cur->time;
	header->commit = bytes;
	if (lost) {
		header->commit |= KTRACE_PAGE_LOST;
		if (used + sizeof(lost) <= ring->page_bytes) {
			memcpy(page + used, &lost, sizeof(lost));
			header->commit |= KTRACE_PAGE_LOST_COUNT;
			used += sizeof(lost);
		}
	}
	memset(page + used, 0, ring->page_bytes - used);

	ring->lost += cur->overwritten;
	cursor_drain(cur);
}

/**
 * ring_read_page - consume a page, as raw readers get it
 * @ring: the ring
 * @page: page_bytes bytes to copy it to
 * @whole: not from a page that is still written to
 *
 * Context: as for ring_peek().
 * Return: the bytes of a page; 0 if there is nothing.
 */
u32 ring_read_page(struct ring *ring, void *page, bool whole)
{
	struct ring_cursor *cur = &ring->reader;
	struct ring_record rec;
	u32 bytes;

	if (whole && cur->off >= cur->end &&
	    cur->seq + cur->full >= seq_of(READ_ONCE(ring->commit)))
		return 0;
	if (!ring_peek(ring, &rec))
		return 0;
	if (whole && !cur->full) {
		ring_own_rest(ring);
		/* If it is neither full nor in use, then the rest of it is lost. */
		if (!cur->full && cur->seq >= seq_of(READ_ONCE(ring->commit)))
			return 0;
	}

	bytes = cur->end - cur->off;
	memcpy(page + sizeof(struct ktrace_page_header), cur->image + cur->off, bytes);
	ring_seal(ring, page, bytes);
	return ring->page_bytes;
}

/**
 * ring_take_page - consume a full page where it is
 * @ring: the ring
 *
 * Context: as for ring_peek().
 * Return: the page, with its header, which stays as it is until the next call for
 * @ring; NULL if there is no page that is full and of which nothing was read: then
 * ring_read_page() may give something.
 */
void *ring_take_page(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader;

	if (cur->off >= cur->end &&
	    (cur->seq + cur->full >= seq_of(READ_ONCE(ring->commit)) ||
	     !ring_refill(ring, cur, false)))
		return NULL;
	if (!cur->full || cur->off != sizeof(struct ktrace_page_header))
		return NULL;
	ring_seal(ring, cur->image, cur->end - cur->off);
	return cur->image;
}

/**
 * ring_map_start - show the page that the readers own, as one that holds nothing
 * @ring: the ring
 *
 * Context: as for ring_peek().
 */
void ring_map_start(struct ring *ring)
{
	struct ktrace_page_header *header = ring->reader.image;

	header->commit = 0;
	ring->shown = ring->own;
}

/*
 * Have what is unread at the beginning of the readers' other page, and behind that
 * the rest of the image, for ring_keep().
 */
static void ring_turn_image(struct ring *ring)
{
	const u32 head = sizeof(struct ktrace_page_header);
	struct ring_cursor *cur = &ring->reader;
	u32 had = (cur->off - head) / RING_UNIT, new = (cur->end - cur->off) / RING_UNIT;
	u32 end = had + new;
	void *image = ring->pages[ring->spare].data;

	copy_turned(image, cur->image, had, new);
	copy_units(image_unit(image, end), image_unit(cur->image, end), cur->used - end);
	ring_turn(ring);
	cur->off = head;
	cur->end = head + new * RING_UNIT;
}

/**
 * ring_map_page - consume what there is, in a page that the readers own
 * @ring: the ring
 * @lost: set to the records lost before the first one of that page
 *
 * For who looks into the ring's pages: when this returns, ring.shown is another
 * number than it was, that of a page that holds what was to be read, behind a
 * header.  It stays as it is until the next call, or ring_skip().
 *
 * Context: as for ring_peek(); page number ring.spare has memory.
 * Return: false if there was nothing; then ring.shown is the same.
 */
bool ring_map_page(struct ring *ring, u64 *lost)
{
	struct ring_cursor *cur = &ring->reader;
	struct ktrace_page_header *header;
	u64 commit;

	/* There may be some left by a reader from before it was mapped. */
	if (cur->off >= cur->end && !ring_refill(ring, cur, true))
		return false;
	if (cur->off > sizeof(*header) || ring->own == ring->shown)
		ring_turn_image(ring);
	/* I11: by ring_skip(), which turns as well, it may have come round. */
	ring->shown = ring->own;
	*lost = cur->overwritten + cur->dropped;
	commit = cur->end - cur->off;
	if (*lost)
		commit |= KTRACE_PAGE_LOST;
	header = cur->image;
	header->time_stamp = cur->time;
	header->commit = commit;
	ring->lost += cur->overwritten;
	cursor_drain(cur);
	/* There may be no record in it but discarded ones: it is told of all the same. */
	cur->overwritten = 0;
	cur->dropped = 0;
	return true;
}

/**
 * ring_empty - whether there is nothing to consume
 * @ring: the ring
 *
 * Changes nothing: what the readers own stays where it is.
 *
 * Context: as for ring_peek().
 * Return: true if so.  Records that were discarded may pass for something.
 */
bool ring_empty(struct ring *ring)
{
	struct ring_cursor cur = ring->reader;
	struct ring_record rec;
	struct ring_find find;
	u32 after;

	return !ring_decode(&cur, &rec, &after) && !ring_find(ring, &cur, &find);
}

/**
 * ring_filled - whether so much of a ring is to be read; if not, be told when
 * @ring: the ring
 * @percent: of its pages, up to 100, but at least one of them
 *
 * Context: as for ring_peek().
 * Return: true if so; if not, ring.notify will be called.
 */
bool ring_filled(struct ring *ring, unsigned int percent)
{
	/* The page in use is never full: the last of them counts as if it were. */
	u64 most = ring->nr_slots - 1;
	u64 want = max(1ULL, min(most, most * percent / 100));
	const struct ring_cursor *cur = &ring->reader;
	/* So many pages behind the first that is not read to its end. */
	u64 at = cur->seq + (cur->full && cur->off >= cur->end) + want;

	if (seq_of(READ_ONCE(ring->tail)) >= at)
		return true;
	if (at < READ_ONCE(ring->wake_at))
		WRITE_ONCE(ring->wake_at, at);
	/* Pairs with the barrier in ring_open(). */
	smp_mb();
	return seq_of(READ_ONCE(ring->tail)) >= at;
}

/* Records reserved since the ring was made. */
static u64 ring_written(const struct ring *ring)
{
	u64 tail, written;

	do {
		const struct ring_page *page;

		tail = READ_ONCE(ring->tail);
		page = &ring->pages[tail & RING_LOW_MASK];
		/* Pairs with the barrier before tail in ring_open(): the page is open. */
		smp_rmb();
		written = READ_ONCE(page->nr) + word_count(READ_ONCE(page->word));
		/* Pairs with the one behind it: it is not yet open again. */
		smp_rmb();
	} while (READ_ONCE(ring->tail) != tail);
	return written;
}

/**
 * ring_skip - consume all that is there, unread, and start a new account
 * @ring: the ring
 *
 * Writers are not disturbed: what they reserve from now on stays.
 *
 * Context: as for ring_peek().
 */
void ring_skip(struct ring *ring)
{
	u64 drops = READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS;
	struct ring_cursor *cur = &ring->reader;
	bool mapped = ring->pages[ring->spare].data;
	u64 tail;

	/* Pairs with the barrier in ring_next_page(): those have happened behind tail. */
	smp_rmb();
	tail = READ_ONCE(ring->tail);
	/* Pairs with the release in ring_commit(). */
	cur->stop = smp_load_acquire(&ring->commit);
	do {
		cursor_drain(cur);
	} while (ring_refill(ring, cur, mapped));
	cur->stop = U64_MAX;
	/* All that was dropped was dropped before the next page, or this one. */
	if (seq_of(tail) <= cur->seq)
		cur->drops = max(cur->drops, drops);
	cur->overwritten = 0;
	cur->dropped = 0;
	/* Lost from here on is what is missing after the next ordinal. */
	ring->zero.written = cur->nr;
	ring->zero.dropped = cur->drops;
	/* Those behind an unfinished record, whose drops were not skipped, included. */
	ring->zero.nested = READ_ONCE(ring->nested);
	ring->lost = 0;
}

/**
 * ring_skipped - whether nothing was lost since ring_skip()
 * @ring: the ring
 *
 * Context: as for ring_peek().
 * Return: true if the page that ring_skip() came to is still there, and no record
 * was dropped: then none of what it did not skip was told to be lost.
 */
bool ring_skipped(struct ring *ring)
{
	const struct ring_cursor *cur = &ring->reader;
	u64 seq = cur->seq + cur->full;

	/* The counts that were reset before this.  Pairs with the slot's exchange. */
	smp_rmb();
	return slot_seq(READ_ONCE(*ring_slot(ring, seq))) <= seq &&
	       READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS == ring->zero.dropped;
}

/* What of a ring's account its consuming readers know. */
static void ring_totals_read(const struct ring *ring, struct ring_stats *stats)
{
	const struct ring_cursor *cur = &ring->reader;

	*stats = (struct ring_stats) {
		.read = cur->nr - cur->overwritten - ring->lost - ring->zero.written,
		.overwritten = ring->lost + cur->overwritten,
		.nested = READ_ONCE(ring->nested) - ring->zero.nested,
	};
	/* Each of those is counted there first: that many are seen here. */
	smp_rmb();
	stats->dropped = (READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS) - ring->zero.dropped;
}

/**
 * ring_totals - the records in a ring's account at this moment
 * @ring: the ring
 * @stats: filled in, but for bytes and oldest, at the cost of one page
 *
 * Context: as for ring_peek().
 */
void ring_totals(struct ring *ring, struct ring_stats *stats)
{
	struct ring_cursor cur = ring->reader;
	struct ring_find find;

	ring_totals_read(ring, stats);
	cursor_drain(&cur);
	while (ring_find(ring, &cur, &find)) {
		if (!ring_unmoved(&find))
			continue;
		if (!cur.used)
			stats->overwritten += find.nr - cur.nr;
		break;
	}
	/* Last, so that it is not less than what was seen of it. */
	stats->written = ring_written(ring) - ring->zero.written;
}

/**
 * ring_stats - a ring's account at this moment
 * @ring: the ring
 * @stats: filled in; exact if nothing is written meanwhile
 *
 * Context: as for ring_peek().
 */
void ring_stats(struct ring *ring, struct ring_stats *stats)
{
	struct ring_cursor cur = ring->reader;
	bool unread = cur.off < cur.end;
	struct ring_find find;

	ring_totals_read(ring, stats);
	stats->bytes = cur.end - cur.off;
	stats->oldest = unread ? cur.time : 0;
	cursor_drain(&cur);
	while (ring_find(ring, &cur, &find)) {
		u32 count = word_count(READ_ONCE(find.page->word));

		if (!ring_unmoved(&find))
			continue;
		if (!cur.used)
			stats->overwritten += find.nr - cur.nr;
		if (!stats->oldest)
			stats->oldest = find.first;
		stats->bytes += (find.end - cur.used) * RING_UNIT;
		cur.nr = find.nr + count;
		cur.used = find.end;
		cur.full = find.full;
		if (!find.full)
			break;
	}
	/* Last, so that it is not less than what was seen of it. */
	stats->written = ring_written(ring) - ring->zero.written;
}

/**
 * ring_settle - see that what was told to be overwritten was not read before
 * @ring: the ring
 *
 * After this, and while nothing is written, what was told by type adds up to the
 * overwritten records of ring_stats(), less those that are yet to be abandoned.
 *
 * Context: as for ring_peek().
 */
void ring_settle(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader;
	struct ring_cursor end = *cur;
	u64 slot = READ_ONCE(*ring_slot(ring, cur->seq));

	if (cur->full || !cur->used || slot_seq(slot) <= cur->seq)
		return;
	ring_keep(ring);
	/* There is no more to be had of it than what is in the image. */
	cursor_drain(&end);
	cur->end_nr = end.nr;
	cur->full = true;
}

/**
 * ring_succeed - go on with the account of a ring that this one replaces
 * @ring: the ring
 * @old: what it replaces; nobody writes to it any more
 *
 * What was not read of @old counts as overwritten; the next reader of @ring is
 * told of it, and of all that a reader of @old was not yet told of.
 *
 * Context: as for ring_peek(), for both.
 */
void ring_succeed(struct ring *ring, struct ring *old)
{
	u64 drops = READ_ONCE(old->drops) >> RING_DROP_GEN_BITS;
	struct ring_cursor *cur = &ring->reader;
	struct ring_stats stats;

	ring_stats(old, &stats);
	cur->overwritten += stats.written - stats.read - old->lost;
	cur->dropped += drops - old->reader.drops + old->reader.dropped;
	ring->lost += old->lost;
	ring->zero.written -= stats.written;
	ring->zero.dropped -= stats.dropped;
	ring->zero.nested -= stats.nested;
}

/**
 * ring_abandon - tell of unread records by type, a page of them at a time
 * @ring: the ring; nobody writes to it any more
 *
 * Context: as for ring_peek().
 * Return: false if there is no more.
 */
bool ring_abandon(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader;
	const u32 head = sizeof(struct ktrace_page_header);

	if (cur->off >= cur->end && !ring_refill(ring, cur, false))
		return false;
	ring_account_all(ring, RING_ABANDONED, cur->image,
			 (cur->off - head) / RING_UNIT, (cur->end - head) / RING_UNIT);
	cur->off = cur->end;
	return true;
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

	/* It may have crossed to a page that was not to be had. */
	return READ_ONCE(ring->commit) <
	       first_position(seq_of(tail)) + word_units(READ_ONCE(page->word));
}
