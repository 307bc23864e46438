/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One CPU's lockless ring of trace records: types and the inlined hot path.
 *
 * The algorithm, its states and its numbered invariants are described in the
 * DOC comment of ring.c.  This file may be included by anything in
 * kernel/ktrace; it knows nothing of per-CPU allocation, tasks or debugfs and
 * compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_RING_H
#define _KTRACE_RING_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/overflow.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

/*
 * A sequence number and something small share one u64: the number of a page
 * within its ring (struct ring.tail) or a number of 4-byte units (struct
 * ring.commit, struct ring_page.pos).  A slot has one bit more beside it: 46
 * bits of sequence number are 2^58 bytes of 4096-byte pages, years of doing
 * nothing but tracing: it does not wrap in a machine's life.
 */
#define RING_SEQ_SHIFT		17
#define RING_LOW_MASK		((1ULL << RING_SEQ_SHIFT) - 1)
#define RING_MAX_PAGES		BIT(RING_SEQ_SHIFT)
/*
 * Pages 0 and 1 begin as the readers': 0 is the one they own, 1 has memory only
 * while the ring is mapped.  Which numbers they are changes as pages are swapped.
 */
#define RING_OWN_PAGES		2
#define RING_SPARE		1
#define RING_MAX_SLOTS		(RING_MAX_PAGES - RING_OWN_PAGES)

/* The sizes a page may have, its 16-byte header included. */
#define RING_PAGE_MIN		4096U
#define RING_PAGE_MAX		(512U * 1024)

/* Records are laid out in units of 4 bytes. */
#define RING_UNIT		4U

/* Units of a page after which a writer looks at the one that it takes over next. */
#define RING_STEP		(RING_PAGE_MIN / RING_UNIT)

/*
 * struct ring_page.word, from the low end.  Units stand at the top, below the
 * closed bit, so that one comparison tells both "closed" and "does not fit".
 */
#define RING_STAMP_BITS		21	/* last record's time less the base, ns */
#define RING_SEL_SHIFT		21	/* which of the two bases is in force */
#define RING_GEN_SHIFT		22	/* how often the page was opened, mod 256 */
#define RING_GEN_BITS		8
#define RING_COUNT_SHIFT	30	/* records reserved in the page */
#define RING_COUNT_BITS		16
#define RING_UNITS_SHIFT	46	/* units reserved in the page */
#define RING_UNITS_BITS		17
#define RING_CLOSED		BIT_ULL(63)

#define RING_STAMP_MASK		((1ULL << RING_STAMP_BITS) - 1)
#define RING_SEL		BIT_ULL(RING_SEL_SHIFT)
#define RING_GEN_MASK		(((1ULL << RING_GEN_BITS) - 1) << RING_GEN_SHIFT)

static_assert(RING_SEL_SHIFT == RING_STAMP_BITS);
static_assert(RING_GEN_SHIFT == RING_SEL_SHIFT + 1);
static_assert(RING_COUNT_SHIFT == RING_GEN_SHIFT + RING_GEN_BITS);
static_assert(RING_UNITS_SHIFT == RING_COUNT_SHIFT + RING_COUNT_BITS);
static_assert(RING_UNITS_SHIFT + RING_UNITS_BITS == 63);
static_assert(RING_PAGE_MAX / RING_UNIT <= 1U << RING_UNITS_BITS);
/* The smallest record is a header and two units: count can't overflow. */
static_assert(RING_PAGE_MAX / (3 * RING_UNIT) < 1U << RING_COUNT_BITS);

/* What one record of @units adds to a word. */
#define RING_INC(units)	(((u64)(units) << RING_UNITS_SHIFT) + (1ULL << RING_COUNT_SHIFT))

/* The longest delta that a record's own header holds. */
#define RING_DELTA_MAX		((1ULL << KTRACE_DELTA_BITS) - 1)

/**
 * struct ring_page - a page of the ring, seen from outside its bytes
 * @word:	units, count, last stamp and state; every reservation is one
 *		compare-and-exchange of it
 * @base:	the two times that @word's stamp may be relative to
 * @first:	time of the opening, the page header's time stamp
 * @pos:	sequence number << RING_SEQ_SHIFT of the present use
 * @nr:		ordinal, among all records reserved in this ring, of the first
 * @units:	units, of all reserved in this ring, before its first
 * @drops:	records dropped by this ring before the page was opened
 * @gone:	position up to which its records were told to be overwritten; all of
 *		them once readers own it
 * @data:	the bytes: a struct ktrace_page_header and the records
 *
 * All but @data are written by the ring's own CPU only; @gone also by the reader
 * who owns the page.
 */
struct ring_page {
	u64	word;
	u64	base[2];
	u64	first;
	u64	pos;
	u64	nr;
	u64	units;
	u64	drops;
	u64	gone;
	void	*data;
};

#define RING_BYTES_UNKNOWN	U64_MAX

/**
 * struct ring_place - how far a reader has come in a ring's pages
 * @seq:	sequence number of the page that it came to
 * @stop:	position where the reader stops; all ones: it does not stop
 * @used:	units of page @seq that the reader has read
 * @full:	page @seq gets no more records: the reader continues with the next page
 */
struct ring_place {
	u64	seq;
	u64	stop;
	u32	used;
	bool	full;
};

/**
 * struct ring_gap - what a reader lost between the last record and the next
 * @overwritten: records overwritten
 * @dropped:	records dropped
 * @bytes:	of the overwritten ones, or RING_BYTES_UNKNOWN
 * @since:	time before which no lost record was written or dropped; 0 if not known
 * @until:	time after which no lost record was written or dropped, unless the time of
 *		the next record is later: then that time
 */
struct ring_gap {
	u64	overwritten;
	u64	dropped;
	u64	bytes;
	u64	since;
	u64	until;
};

/**
 * struct ring_cursor - where a reader is: what every kind of reader has
 * @place:	up to where records are in @image, or were
 * @gap:	what the next record tells of
 * @image:	bytes of page @place.seq (header first); the reader's own
 * @off:	byte offset in @image of the next record
 * @end:	byte offset in @image behind the last record
 * @time:	time of the record before @off
 * @nr:		ordinal of the next record
 * @drops:	ring-wide count of dropped records up to here
 * @end_units:	units, of all reserved in the ring, before @end
 */
struct ring_cursor {
	struct ring_place place;
	struct ring_gap	gap;
	void	*image;
	u32	off;
	u32	end;
	u64	time;
	u64	nr;
	u64	drops;
	u64	end_units;
};

/**
 * struct ring_iter - an iterator: a reader that consumes nothing
 * @cur:	its position; the image is a copy
 * @passed:	a consuming reader took a page that the iterator came to: the records missing
 *		before the next record are not lost
 */
struct ring_iter {
	struct ring_cursor cur;
	bool	passed;
};

/**
 * struct ring_follower - a reader that sees each record that comes, and takes nothing away
 * @iter:	its view, which ends with a page or before, and is then moved on
 * @seen:	records that it has seen, or was told of, in the account of the ring
 *
 * Zeroed in the beginning.
 */
struct ring_follower {
	struct ring_iter iter;
	u64	seen;
};

/**
 * struct ring_record - a record as a reader sees it
 * @data:	the payload, common fields first; 4-byte aligned
 * @len:	bytes of @data, a multiple of 4
 * @time:	when it was reserved, in the ring's clock
 * @overwritten: records overwritten by the writer just before this one
 * @dropped:	records dropped by the writer just before this one
 * @lost_bytes:	of the overwritten ones, heads and time extensions included; or
 *		RING_BYTES_UNKNOWN
 * @lost_since:	if there were any: none of them was written or dropped before this
 *		time, that of the last record that the reader got; 0 if not known
 * @lost_until:	nor after this: @time, unless the ring replaced another one, of which an
 *		interrupted writer's record is later
 */
struct ring_record {
	const void *data;
	u32	len;
	u64	time;
	u64	overwritten;
	u64	dropped;
	u64	lost_bytes;
	u64	lost_since;
	u64	lost_until;
};

/*
 * struct ring.flags: whatever is set sends writers through the slow path.
 *
 * A writer checks RING_WAITER, clears it and calls ring_notice() when it reserves a record,
 * not when it publishes one.  A writer that read the limit before the flag was set misses the
 * flag.  So a reader sets the flag, looks for records once more, and arms an RCU callback that
 * looks again after all writers of that time are done.  A woken reader begins again.
 */
#define RING_OFF		BIT(0)	/* nothing is recorded, nothing counted */
#define RING_WAITER		BIT(1)	/* someone waits for the next record */
#define RING_CLOCK		BIT(2)	/* the clock is not the inlined one */

/**
 * struct ring_stats - a ring's account
 * @written:	records reserved since the ring was made or reset
 * @read:	records consumed, discarded records included
 * @overwritten: records overwritten before they were consumed
 * @dropped:	records dropped for want of a page
 * @nested:	the part of @dropped that was dropped because of an interrupted writer
 * @bytes:	bytes of unread records
 * @oldest:	time of the oldest unread page, 0 if there is none
 *
 * @written is the sum of @read, @overwritten and the unread records; it does not include
 * @dropped.
 */
struct ring_stats {
	u64	written;
	u64	read;
	u64	overwritten;
	u64	dropped;
	u64	nested;
	u64	bytes;
	u64	oldest;
};

/**
 * struct ring_consumer - the consuming readers of a ring; caller's lock
 * @cur:	their common place; the image is that of page @own
 * @last:	no record of the image is later than this
 * @end_nr:	ordinal of the record behind the image, if @cur.place.full
 * @own:	number of the page that they own
 * @spare:	number of a page that is theirs, too; it has memory while the ring is
 *		mapped
 * @shown:	number of the page that ring_map_page() gave last
 * @lost:	overwritten records that they have passed
 * @zero:	the totals when the account was last reset, less those of rings
 *		that this one replaced since
 */
struct ring_consumer {
	struct ring_cursor cur;
	u64	last;
	u64	end_nr;
	u32	own;
	u32	spare;
	u32	shown;
	u64	lost;
	struct ring_stats zero;
};

/**
 * enum ring_account - what struct ring.account is told of records of a type
 * @RING_OVERWRITTEN: a writer takes over the page they are in, or will: of a page
 *		of more than a step it tells ahead, a step at a time
 * @RING_DROPPED: there was no page for them
 * @RING_DROPPED_NESTED: the same, as an interrupted writer still held it
 * @RING_KEPT:	they were read before their page was taken over, and were told
 *		to be overwritten nevertheless: to be taken back
 * @RING_ABANDONED: they were unread when their ring was replaced
 * @RING_AHEAD:	they were told to be overwritten ahead of that, and are still
 *		there: see ring_settle()
 *
 * The first three are told by writers, in any context, on the ring's CPU; the
 * others by a consuming reader.
 */
enum ring_account {
	RING_OVERWRITTEN,
	RING_DROPPED,
	RING_DROPPED_NESTED,
	RING_KEPT,
	RING_ABANDONED,
	RING_AHEAD,
};

/* struct ring_lost_type.sum: records above, units below. */
#define RING_LOST_SHIFT		20
#define RING_LOST_ONE		(1U << RING_LOST_SHIFT)

/**
 * struct ring_lost_type - lost records of a type
 * @type:	&struct ktrace_common.type
 * @sum:	how many, and how large: ring_lost_records(), ring_lost_bytes()
 */
struct ring_lost_type {
	u32	type;
	u32	sum;
};

/* How many lost records @of is about. */
static inline u32 ring_lost_records(const struct ring_lost_type *of)
{
	return of->sum >> RING_LOST_SHIFT;
}

/* Bytes that these have in the ring, or would have had: with heads and time extensions. */
static inline u32 ring_lost_bytes(const struct ring_lost_type *of)
{
	return (of->sum & (RING_LOST_ONE - 1)) * RING_UNIT;
}

/**
 * struct ring_lost - lost records, as struct ring.account is told of them
 * @types:	what they are of, each type once
 * @nr:		how many types
 * @first:	none of them was written, or dropped, before this time
 * @last:	nor after this; of records that are taken back, both are 0
 *
 * Of what is overwritten, the times are those of the page.
 */
struct ring_lost {
	const struct ring_lost_type *types;
	u32	nr;
	u64	first;
	u64	last;
};

/* The type that records count by which were discarded. */
#define RING_TYPE_DISCARDED	0

/**
 * struct ring - one CPU's ring
 * @page:	the page written to, or one that was: see ring_try_reserve()
 * @tail:	{sequence number, page number} of the page written to
 * @commit:	{sequence number, units} up to which all records are complete
 * @limit:	units of the page written to up to which the hot path reserves: to its
 *		next step, or 0 while any flag is set.  If another page's is found
 *		here, a step is taken late or twice
 * @pages:	the pages; @nr_slots in slots, and two of @reader
 * @drops:	{records dropped, generation}
 * @nested:	how many of the dropped found no page because an interrupted
 *		writer still held it
 * @clock:	the clock in use, for the slow path
 * @notify:	called in the writer's context when RING_WAITER was seen, or when
 *		@wake_at was reached; may be NULL; must be safe in an NMI
 * @account:	told of records that were lost, by their types; may be NULL; must be
 *		safe in an NMI
 * @wake_at:	notify when the page of this sequence number is opened, or a later
 *		one; U64_MAX for never.  Set by readers, reset when it is reached
 * @slots:	what stands where: see ring.c
 * @nr_slots:	number of @slots, at least 2
 * @capacity:	units a page holds
 * @step:	units after which to tell ahead; a power of two
 * @page_bytes:	bytes of a page, header included
 * @overwrite:	take the oldest page when full, rather than drop
 * @flags:	RING_* flags; changed by ring_set_flags() only
 * @reader:	the consuming readers
 */
struct ring {
	/* Written by this CPU's writers. */
	struct ring_page	*page;
	u64			tail;
	u64			commit;
	u64			limit;
	struct ring_page	*pages;
	u64			drops;
	u64			nested;
	u64			(*clock)(void);
	void			(*notify)(struct ring *ring);
	void			(*account)(struct ring *ring, enum ring_account what,
					   const struct ring_lost *lost);
	u64			wake_at;
	/* Shared, seldom written. */
	u64			*slots;
	u32			nr_slots;
	u32			capacity;
	u32			step;
	u32			page_bytes;
	bool			overwrite;
	atomic_t		flags;
	/* Readers' side. */
	struct ring_consumer	reader;
};

/**
 * struct ring_mark - a reservation, from ring_reserve() to ring_commit()
 * @page:	the page that holds it
 * @word:	the page's word, as the reservation left it
 * @start:	its position in the ring, a time extension included
 * @end:	the position behind it
 * @time:	when it was made; set by ring_try_reserve() and ring_try_reserve_units() only
 */
struct ring_mark {
	struct ring_page *page;
	u64		word;
	u64		start;
	u64		end;
	u64		time;
};

int ring_init(struct ring *ring, struct ring_page *pages, u64 *slots,
	      u32 nr_slots, u32 page_bytes, u64 (*clock)(void));
void ring_set_flags(struct ring *ring, int set, int clear);
u32 ring_max_len(u32 page_bytes);

void *ring_reserve_slow(struct ring *ring, u16 type, u32 len,
			struct ring_mark *mark);
void ring_publish(struct ring *ring, struct ring_page *page, u64 done);
void ring_discard(struct ring *ring, const struct ring_mark *mark);

bool ring_busy(const struct ring *ring);
bool ring_empty(struct ring *ring);
bool ring_filled(struct ring *ring, unsigned int percent);
bool ring_peek(struct ring *ring, struct ring_record *rec);
void ring_consume(struct ring *ring);
u32 ring_read_page(struct ring *ring, void *page, bool whole);
void *ring_take_page(struct ring *ring);
void ring_map_start(struct ring *ring);
bool ring_map_page(struct ring *ring, u64 *lost);
void ring_skip(struct ring *ring);
bool ring_skipped(struct ring *ring);
void ring_totals(struct ring *ring, struct ring_stats *stats);
void ring_stats(struct ring *ring, struct ring_stats *stats);
void ring_settle(struct ring *ring);
void ring_stop(struct ring *ring, bool stop);
void ring_succeed(struct ring *ring, struct ring *old);
bool ring_abandon(struct ring *ring);

void ring_iter_start(struct ring *ring, struct ring_iter *iter, void *image);
bool ring_iter_held(struct ring_iter *iter, struct ring_record *rec);
bool ring_iter_sound(const struct ring_iter *iter);
bool ring_iter_next(struct ring *ring, struct ring_iter *iter, struct ring_record *rec);
void ring_iter_extend(struct ring *ring, struct ring_iter *iter);
void ring_iter_limit(struct ring_iter *iter, u64 stop);

void ring_follow_start(struct ring *ring, struct ring_follower *follower, void *image);
void ring_follow_skip(struct ring *ring, struct ring_follower *follower);
void ring_follow_reached(struct ring *ring, struct ring_follower *follower);
bool ring_follow_held(struct ring_follower *follower, struct ring_record *rec);
bool ring_follow_next(struct ring *ring, struct ring_follower *follower,
		      struct ring_record *rec);
void ring_follow_ignore(struct ring_follower *follower, const struct ring_record *rec);

/**
 * ring_cursor_at - where a reader's cursor stands
 * @cur: the cursor
 *
 * Return: the position of the record that ring_peek() found, or the one behind the
 * record that ring_iter_next() or ring_follow_next() gave.  It compares with struct
 * ring.commit, and is an earlier one where the image is of a ring that was mapped.
 */
static inline u64 ring_cursor_at(const struct ring_cursor *cur)
{
	return (cur->place.seq << RING_SEQ_SHIFT) +
	       (cur->off - sizeof(struct ktrace_page_header)) / RING_UNIT;
}

/* A record's head: @type in its low bits, @delta above. */
static __always_inline u32 ktrace_head(u32 type, u32 delta)
{
	return type + (delta << KTRACE_TYPE_LEN_BITS);
}

/*
 * Load what nothing but this CPU's writers changes, or what is seldom changed
 * and may be seen late.  Not READ_ONCE(), which the compiler can't fold into
 * the instruction that compares or subtracts; what was loaded is used once.
 */
#ifndef ring_load
#define ring_load(x)							\
({									\
	barrier();							\
	/* Seen late it leads to an exchange that fails, or one record more. */	\
	data_race(x);							\
})
#endif

/* Units of @len bytes of payload; nothing to be computed for a multiple of units. */
static __always_inline u32 ring_payload_units(size_t len)
{
	return len / RING_UNIT + !!(len % RING_UNIT);
}

/* Units of a record with @len bytes of payload, its header included. */
static __always_inline u32 ring_units(size_t len)
{
	u32 units = ring_payload_units(len);

	return units + 1 + (units > KTRACE_TYPE_LEN_MAX);
}

static __always_inline struct ring_page *ring_page_of(struct ring *ring, u64 tail)
{
	return &ring->pages[tail & RING_LOW_MASK];
}

/* The unit of @page behind @used others. */
static __always_inline u32 *ring_unit(const struct ring_page *page, u64 used)
{
	return (u32 *)(page->data + sizeof(struct ktrace_page_header)) + used;
}

/* A mark of the caller's whose address is not taken can live in registers. */
static __always_inline void *ring_reserve_cold(struct ring *ring, u16 type, u32 len,
					       struct ring_mark *mark)
{
	struct ring_mark cold;
	void *payload = ring_reserve_slow(ring, type, len, &cold);

	if (payload)
		*mark = cold;
	return payload;
}

/* Write the header of a record of @units at @head; return where its payload begins. */
static __always_inline void *ring_head(u32 *head, size_t units, u32 delta)
{
	u32 *payload = head + 1;

	if (units <= KTRACE_TYPE_LEN_MAX + 1) {
		/* Or the compiler would keep @head beside it. */
		OPTIMIZER_HIDE_VAR(payload);
		WRITE_ONCE(payload[-1], ktrace_head(units - 1, delta));
		return payload;
	}
	WRITE_ONCE(head[0], ktrace_head(KTRACE_TYPE_LONG, delta));
	WRITE_ONCE(head[1], (units - 1) * RING_UNIT);
	return head + 2;
}

/**
 * ring_try_reserve_units - ring_try_reserve(), by units
 * @ring:	as for ring_try_reserve()
 * @units:	of the record, as ring_units() tells them
 * @clock:	as for ring_try_reserve()
 * @mark:	as for ring_try_reserve()
 * @payload:	as for ring_try_reserve()
 *
 * Context: as for ring_try_reserve().
 * Return: as for ring_try_reserve().
 */
static __always_inline bool ring_try_reserve_units(struct ring *ring, size_t units,
						   u64 (*clock)(void),
						   struct ring_mark *mark, void **payload)
{
	struct ring_page *page = READ_ONCE(ring->page);
	u64 word = READ_ONCE(page->word);
	u64 used = word >> RING_UNITS_SHIFT;
	u64 time, now, delta, next;

	/* A flag set, the page closed or full: see the layout of the word. */
	if (unlikely(used + units > ring_load(ring->limit)))
		return false;

	/* I2: the clock and the base are read after the word. */
	time = clock();
	now = time - ring_load(page->base[!!(word & RING_SEL)]);
	/* Before the base, or too far behind it for a stamp; or backward. */
	if (unlikely(now > RING_STAMP_MASK) ||
	    unlikely(check_sub_overflow(now, word & RING_STAMP_MASK, &delta)))
		return false;

	/* Or the compiler would have word in two registers until the exchange. */
	OPTIMIZER_HIDE_VAR(word);
	next = word + RING_INC(units) + delta;
	if (unlikely(!try_cmpxchg_local(&page->word, &word, next)))
		return false;

	/* The page stays what it is until the record is committed. */
	*payload = ring_head(ring_unit(page, used), units, delta);
	mark->page = page;
	mark->word = next;
	mark->start = ring_load(page->pos) + used;
	mark->end = mark->start + units;
	mark->time = time;
	return true;
}

/**
 * ring_try_reserve - reserve a record if nothing is in the way
 * @ring:	this CPU's ring
 * @len:	bytes of payload, 8 to RING_PAGE_MAX; a constant is cheapest
 * @clock:	the inlined clock, in force while RING_CLOCK is not set
 * @mark:	filled in for ring_commit()
 * @payload:	set to where to write the payload: 4-byte aligned, every byte
 *		must be written
 *
 * Calls nothing: a hook that leaves the rest to a function of its own needs no
 * stack.
 *
 * page is the one at tail, or one that is closed: whoever moves tail set it to
 * the page before in the same round of ring_reserve_slow(), so that it may lag,
 * but is never ahead.  A closed one leads to the slow path, which sets it right.
 *
 * Context: any, NMI included; preemption off until ring_commit(), which must
 * follow on this CPU, in last-in first-out order with what nests.
 * Return: true; or false if it takes ring_reserve_slow(), and then nothing has
 * changed.
 */
static __always_inline bool ring_try_reserve(struct ring *ring, size_t len,
					     u64 (*clock)(void),
					     struct ring_mark *mark, void **payload)
{
	return ring_try_reserve_units(ring, ring_units(len), clock, mark, payload);
}

/**
 * ring_reserve - reserve a record
 * @ring:	this CPU's ring
 * @type:	what to count it by if it is dropped
 * @len:	as for ring_try_reserve()
 * @clock:	as for ring_try_reserve()
 * @mark:	filled in for ring_commit()
 *
 * Context: as for ring_try_reserve().
 * Return: where to write the payload, or NULL if the record was dropped, which
 * was counted, or if the ring is off.
 */
static __always_inline void *ring_reserve(struct ring *ring, u16 type, u32 len,
					  u64 (*clock)(void),
					  struct ring_mark *mark)
{
	void *payload;

	if (likely(ring_try_reserve(ring, len, clock, mark, &payload)))
		return payload;
	return ring_reserve_cold(ring, type, len, mark);
}

/**
 * ring_commit_outermost - ring_commit(), where commit was at @mark->start before
 * @ring:	as for ring_commit()
 * @mark:	as for ring_commit(); @mark->start is not looked at
 *
 * Only the record that starts at commit may move commit.  A writer that found its record there
 * need not check again: nested writers do not move commit.
 *
 * Context: as for ring_try_reserve().
 */
static __always_inline void ring_commit_outermost(struct ring *ring,
						  const struct ring_mark *mark)
{
	/* Pairs with the acquire of commit in ring_look(). */
	smp_store_release(&ring->commit, mark->end);
	/* I5: writers that nested before that store left publishing to this one. */
	if (unlikely(ring_load(mark->page->word) != mark->word))
		ring_publish(ring, mark->page, mark->end);
}

/**
 * ring_commit - say that a reserved record is filled in
 * @ring:	the ring that @mark was reserved in
 * @mark:	from ring_reserve() or ring_try_reserve()
 *
 * Publishes if this is the outermost writer; a nested writer leaves publishing to the writer
 * that it interrupted.
 *
 * Context: as for ring_try_reserve().
 */
static __always_inline void ring_commit(struct ring *ring,
					const struct ring_mark *mark)
{
	if (ring_load(ring->commit) == mark->start)
		ring_commit_outermost(ring, mark);
}

#endif /* _KTRACE_RING_H */
