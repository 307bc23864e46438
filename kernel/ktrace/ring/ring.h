/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One CPU's lockless ring of trace records: types and the inlined hot path.
 *
 * The algorithm, its states and its numbered invariants are described in the DOC
 * comment of ring.c.  Any file of kernel/ktrace may include this header.  It does not
 * depend on per-CPU allocation, tasks or debugfs, and compiles in user space unchanged
 * (tools/testing/ktrace).
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
 * A u64 holds a sequence number and a small number: a page number (struct ring.tail) or
 * a number of 4-byte units (struct ring.commit, struct ring_page.pos). A slot needs one
 * more bit. 46 bits of sequence number cover 2^58 bytes in pages of 4096 bytes, which
 * is years of nothing but tracing: the number does not wrap in a machine's life.
 */
#define RING_SEQ_SHIFT		17
#define RING_LOW_MASK		((1ULL << RING_SEQ_SHIFT) - 1)
#define RING_MAX_PAGES		BIT(RING_SEQ_SHIFT)
/*
 * Pages 0 and 1 initially belong to the readers: page 0 is the one that they own, page
 * 1 has memory only while the ring is mapped. Swapping pages changes these numbers.
 */
#define RING_OWN_PAGES		2
#define RING_SPARE		1
#define RING_MAX_SLOTS		(RING_MAX_PAGES - RING_OWN_PAGES)

/* Limits of the page size, including the 16-byte header. */
#define RING_PAGE_MIN		4096U
#define RING_PAGE_MAX		(512U * 1024)

/* Return the number of bytes of records that fit in a page of @page_bytes. */
static inline u32 ring_page_room(u32 page_bytes)
{
	return page_bytes - sizeof(struct ktrace_page_header);
}

/* Records are laid out in units of 4 bytes. */
#define RING_UNIT		4U

/*
 * Number of units that writers use of a page before they account for as many units of the old
 * records in the page that they overwrite next.
 */
#define RING_STEP		(RING_PAGE_MIN / RING_UNIT)

/*
 * Layout of struct ring_page.word, from the low end. The units are at the top, below
 * the closed bit, so that one comparison finds both "closed" and "does not fit".
 */
#define RING_STAMP_BITS		21	/* time of the last record minus the base, ns */
#define RING_SEL_SHIFT		21	/* which of the two bases the stamp refers to */
#define RING_GEN_SHIFT		22	/* number of times that the page was opened, mod 256 */
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
/* The smallest record is a header and two units, so count cannot overflow. */
static_assert(RING_PAGE_MAX / (3 * RING_UNIT) < 1U << RING_COUNT_BITS);

/* The value that a record of @units adds to a word. */
#define RING_INC(units)	(((u64)(units) << RING_UNITS_SHIFT) + (1ULL << RING_COUNT_SHIFT))

/* The largest delta that fits into the record's own header. */
#define RING_DELTA_MAX		((1ULL << KTRACE_DELTA_BITS) - 1)

/**
 * struct ring_page - descriptor of a page of the ring
 * @word:	units used, number of records, time stamp of the last record, and state, in the
 *		layout above; a reservation is one compare-and-exchange of this word
 * @base:	two base times; the time stamp in @word is relative to one of them
 * @first:	time when the page was opened; the time stamp in the page header
 * @pos:	sequence number << RING_SEQ_SHIFT of the present use
 * @nr:		ordinal of the first record among all records reserved in this ring
 * @units:	units reserved in this ring before the first record of the page
 * @drops:	records dropped by this ring before the page was opened
 * @accounted:	position up to which writers have added the records to the number of overwritten
 *		records; the end of the page once readers own it
 * @data:	bytes of the page: a struct ktrace_page_header and the records
 *
 * Only the ring's own CPU writes the fields except @data; the reader that owns the page
 * also writes @accounted.
 */
struct ring_page {
	u64	word;
	u64	base[2];
	u64	first;
	u64	pos;
	u64	nr;
	u64	units;
	u64	drops;
	u64	accounted;
	void	*data;
};

#define RING_BYTES_UNKNOWN	U64_MAX

/**
 * struct ring_pos - position of a reader in the pages of a ring
 * @seq:	sequence number of the reader's page
 * @stop:	position where the reader stops; all ones: none
 * @used:	units of page @seq that the reader has read
 * @full:	page @seq gets no more records: the reader continues with the next page
 */
struct ring_pos {
	u64	seq;
	u64	stop;
	u32	used;
	bool	full;
};

/**
 * struct ring_gap - records that a reader lost between the last record and the next
 * @overwritten: records overwritten
 * @dropped:	records dropped
 * @bytes:	bytes of the overwritten records, or RING_BYTES_UNKNOWN
 * @since:	time before which no lost record was written or dropped; 0 if not known
 * @until:	time after which no lost record was written or dropped, or the time of
 *		the next record if that is later
 */
struct ring_gap {
	u64	overwritten;
	u64	dropped;
	u64	bytes;
	u64	since;
	u64	until;
};

/**
 * struct ring_cursor - position of a reader of any kind
 * @pos:	position behind the records that were copied to @image
 * @gap:	the loss that the next record reports
 * @image:	page @pos.seq, header first: a page copy, or the page itself if consuming
 *		readers own it
 * @off:	byte offset in @image of the next record
 * @end:	byte offset in @image behind the last record
 * @time:	time of the record before @off
 * @nr:		ordinal of the next record
 * @drops:	ring-wide count of dropped records up to here
 * @end_units:	units reserved in the ring before @end
 */
struct ring_cursor {
	struct ring_pos pos;
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
 * @cur:	position; @cur.image is a page copy, which belongs to the iterator
 * @passed:	a consuming reader took a page that the iterator came to: the records missing
 *		before the next record are not lost
 */
struct ring_iter {
	struct ring_cursor cur;
	bool	passed;
};

/**
 * struct ring_follower - a reader that sees each new record and consumes none
 * @iter:	the present view, which never extends beyond a page
 * @seen:	records in the account of the ring that the follower has seen or reported
 *		as lost
 *
 * Initialize with zeros.
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
 * @lost_bytes:	bytes of the overwritten records with heads and time extensions; or
 *		RING_BYTES_UNKNOWN
 * @lost_since:	if records were lost: no lost record was written or dropped before this
 *		time, which is the time of the reader's last record; 0 if not known
 * @lost_until:	no lost record was written or dropped after this time: @time, unless the
 *		ring has replaced another ring with a later record of an interrupted
 *		writer
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
 * struct ring.flags: any flag sends writers through the slow path.
 *
 * A writer checks RING_WAITER, clears it and calls ring_notice() when it reserves a record,
 * not when it publishes one.  A writer that read the limit before the flag was set misses the
 * flag.  So a reader sets the flag, looks for records once more, and arms an RCU callback that
 * looks again after all writers of that time are done.  A woken reader begins again.
 */
#define RING_OFF		BIT(0)	/* recording is off: no record, no count */
#define RING_WAITER		BIT(1)	/* a reader waits for the next record */
#define RING_CLOCK		BIT(2)	/* the clock is not the inlined clock */

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
 * @cur:	their common position; @cur.image is the reader page, number @own
 * @last:	upper limit of the times in the reader page
 * @end_nr:	ordinal of the record behind the reader page, if @cur.pos.full
 * @own:	number of the page that the readers own
 * @spare:	number of the second page of the readers, which has memory while the
 *		ring is mapped
 * @shown:	number of the page that ring_map_page() showed last
 * @lost:	number of overwritten records that the readers have passed
 * @zero:	the totals at the last reset of the account, minus the totals of rings
 *		that this ring replaced since
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
 * enum ring_account - what happened to the records that struct ring.account reports
 * @RING_OVERWRITTEN:	a writer takes over their page, or will do so: a page of several
 *		steps is accounted for in advance, a step at a time
 * @RING_DROPPED: there was no free page
 * @RING_DROPPED_NESTED: there was no free page because an interrupted writer used the page
 * @RING_RETAINED:	they were accounted for as overwritten, but were read before the
 *		take-over: take them back
 * @RING_ABANDONED: they were unread when their ring was replaced
 * @RING_IN_ADVANCE:	they were accounted for as overwritten before the take-over, and are
 *		still there, see ring_finish_accounts()
 *
 * Writers report the first three, in any context on the ring's CPU; a consuming reader
 * reports the others.
 */
enum ring_account {
	RING_OVERWRITTEN,
	RING_DROPPED,
	RING_DROPPED_NESTED,
	RING_RETAINED,
	RING_ABANDONED,
	RING_IN_ADVANCE,
};

/*
 * struct ring_lost_type.sum: the number of records in the upper bits, units in the
 * lower bits.
 */
#define RING_LOST_SHIFT		20
#define RING_LOST_ONE		(1U << RING_LOST_SHIFT)

/**
 * struct ring_lost_type - lost records of a type
 * @type:	&struct ktrace_common.type
 * @sum:	number and size, see ring_lost_records() and ring_lost_bytes()
 */
struct ring_lost_type {
	u32	type;
	u32	sum;
};

/* Number of lost records in @of. */
static inline u32 ring_lost_records(const struct ring_lost_type *of)
{
	return of->sum >> RING_LOST_SHIFT;
}

/*
 * Bytes that these records take, or would have taken, in the ring: with heads and time
 * extensions.
 */
static inline u32 ring_lost_bytes(const struct ring_lost_type *of)
{
	return (of->sum & (RING_LOST_ONE - 1)) * RING_UNIT;
}

/**
 * struct ring_lost - lost records, the argument of struct ring.account
 * @types:	the types, each once
 * @nr:		number of @types
 * @first:	no lost record was written or dropped before this time
 * @last:	no lost record was written or dropped after this time; both times are 0
 *		for records that are taken back
 *
 * For overwritten records, the times are those of the page.
 */
struct ring_lost {
	const struct ring_lost_type *types;
	u32	nr;
	u64	first;
	u64	last;
};

/* Discarded records count as this type. */
#define RING_TYPE_DISCARDED	0

/**
 * struct ring - one CPU's ring
 * @page:	the page written to, or an earlier one, see ring_try_reserve()
 * @tail:	{sequence number, page number} of the page written to
 * @commit:	{sequence number, units} up to which all records are complete
 * @limit:	number of units up to which the hot path reserves in the page written
 *		to: the next step, or 0 while any flag is set. With the limit of another
 *		page, a step comes late or twice
 * @pages:	the pages; @nr_slots in slots, and two of @reader
 * @drops:	{records dropped, generation}
 * @nested:	number of records dropped because an interrupted writer used the page
 * @clock:	the clock in use, for the slow path
 * @notify:	called in the writer's context when the writer sees RING_WAITER or
 *		reaches @wake_at; may be NULL; must be safe in an NMI
 * @account:	called with lost records by type; may be NULL; must be safe in an NMI
 * @wake_at:	call @notify when the page with this sequence number or a later page is
 *		opened; U64_MAX for never. Set by readers, reset when reached
 * @slots:	the page in each slot, see ring.c
 * @nr_slots:	number of @slots, at least 2
 * @capacity:	units of a page
 * @step:	number of units after which a writer accounts for records ahead; a power of two
 * @page_bytes:	bytes of a page, header included
 * @overwrite:	when the ring is full: take the oldest page (true) or drop (false)
 * @flags:	RING_* flags; changed only by ring_set_flags()
 * @reader:	the consuming readers
 */
struct ring {
	/* Written by the writers on this CPU. */
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
	/* Shared, rarely written. */
	u64			*slots;
	u32			nr_slots;
	u32			capacity;
	u32			step;
	u32			page_bytes;
	bool			overwrite;
	atomic_t		flags;
	/* Fields of the readers. */
	struct ring_consumer	reader;
};

/**
 * struct ring_mark - a reservation, from ring_reserve() to ring_commit()
 * @page:	page of the reservation
 * @word:	word of the page after the reservation
 * @start:	position of the record in the ring, or of its time extension
 * @end:	position behind the record
 * @time:	time of the reservation; set only by ring_try_reserve() and
 *		ring_try_reserve_units()
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
u64 ring_full_pages(const struct ring *ring);
void *ring_take_page(struct ring *ring);
void ring_map_start(struct ring *ring);
bool ring_map_page(struct ring *ring, u64 *lost);
void ring_skip(struct ring *ring);
bool ring_skipped(struct ring *ring);
void ring_totals(struct ring *ring, struct ring_stats *stats);
void ring_stats(struct ring *ring, struct ring_stats *stats);
void ring_finish_accounts(struct ring *ring);
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
 * ring_cursor_at - return the position of a reader
 * @cur: the cursor
 *
 * Return: the position of the record that ring_peek() found, or the position behind the
 * record that ring_iter_next() or ring_follow_next() returned.  The position compares
 * with struct ring.commit.  In a mapped ring, where the reader page has the unread records
 * at its beginning, the returned position is an earlier one.
 */
static inline u64 ring_cursor_at(const struct ring_cursor *cur)
{
	return (cur->pos.seq << RING_SEQ_SHIFT) +
	       (cur->off - sizeof(struct ktrace_page_header)) / RING_UNIT;
}

/* The head of a record: @type in the low bits, @delta above. */
static __always_inline u32 ktrace_head(u32 type, u32 delta)
{
	return type + (delta << KTRACE_TYPE_LEN_BITS);
}

/*
 * Load a value that only this CPU's writers change, or that changes rarely and may be
 * seen late. Unlike READ_ONCE(), this lets the compiler fold the load into the
 * instruction that compares or subtracts. Use the loaded value once.
 */
#ifndef ring_load
#define ring_load(x)							\
({									\
	barrier();							\
	/* A late value leads to a failed exchange, or to one more record. */	\
	data_race(x);							\
})
#endif

/* Units of @len bytes of payload. Costs nothing if @len is a multiple of a unit. */
static __always_inline u32 ring_payload_units(size_t len)
{
	return len / RING_UNIT + !!(len % RING_UNIT);
}

/* Units of a record with @len bytes of payload, including the header. */
static __always_inline u32 ring_units(size_t len)
{
	u32 units = ring_payload_units(len);

	return units + 1 + (units > KTRACE_TYPE_LEN_MAX);
}

static __always_inline struct ring_page *ring_page_of(struct ring *ring, u64 tail)
{
	return &ring->pages[tail & RING_LOW_MASK];
}

/* The address of the unit of @page behind @used units. */
static __always_inline u32 *ring_unit(const struct ring_page *page, u64 used)
{
	return (u32 *)(page->data + sizeof(struct ktrace_page_header)) + used;
}

/*
 * The slow path has a mark of its own: the address of the caller's mark is not taken,
 * so that the mark can live in registers.
 */
static __always_inline void *ring_reserve_cold(struct ring *ring, u16 type, u32 len,
					       struct ring_mark *mark)
{
	struct ring_mark cold __uninitialized;
	void *payload = ring_reserve_slow(ring, type, len, &cold);

	if (payload)
		*mark = cold;
	return payload;
}

/* Write the header of a record of @units at @head. Return the address of its payload. */
static __always_inline void *ring_head(u32 *head, size_t units, u32 delta)
{
	u32 *payload = head + 1;

	if (units <= KTRACE_TYPE_LEN_MAX + 1) {
		/* Keep @payload in one register instead of @head and @payload in two. */
		OPTIMIZER_HIDE_VAR(payload);
		/*
		 * Tell the compiler again that @payload is not NULL. The caller, which inlines this
		 * function, then has no test for NULL.
		 */
		if (!payload)
			__builtin_unreachable();
		WRITE_ONCE(payload[-1], ktrace_head(units - 1, delta));
		return payload;
	}
	WRITE_ONCE(head[0], ktrace_head(KTRACE_TYPE_LONG, delta));
	WRITE_ONCE(head[1], (units - 1) * RING_UNIT);
	return head + 2;
}

/**
 * ring_try_reserve_units - ring_try_reserve() with a length in units
 * @ring:	as for ring_try_reserve()
 * @units:	length of the record, see ring_units()
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

	/* A flag is set, or the page is closed or full: see the layout of the word. */
	if (unlikely(used + units > ring_load(ring->limit)))
		return false;

	/* Read the clock and the base after the word: exchanging the word confirms both (I2). */
	time = clock();
	now = time - ring_load(page->base[!!(word & RING_SEL)]);
	/*
	 * The time is before the base, too far behind it for a stamp, or before the
	 * last stamp.
	 */
	if (unlikely(now > RING_STAMP_MASK) ||
	    unlikely(check_sub_overflow(now, word & RING_STAMP_MASK, &delta)))
		return false;

	/* Keep the compiler from holding word in two registers until the exchange. */
	OPTIMIZER_HIDE_VAR(word);
	next = word + RING_INC(units) + delta;
	if (unlikely(!try_cmpxchg_local(&page->word, &word, next)))
		return false;

	/* The page cannot be taken over until the record is committed. */
	*payload = ring_head(ring_unit(page, used), units, delta);
	mark->page = page;
	mark->word = next;
	mark->start = ring_load(page->pos) + used;
	mark->end = mark->start + units;
	mark->time = time;
	return true;
}

/**
 * ring_try_reserve - reserve a record on the fast path
 * @ring:	this CPU's ring
 * @len:	bytes of payload, 8 to RING_PAGE_MAX; a constant is cheapest
 * @clock:	the inlined clock, valid while RING_CLOCK is not set
 * @mark:	filled in for ring_commit()
 * @payload:	set to the address of the payload, which is 4-byte aligned; the caller
 *		must write every byte
 *
 * Calls no function: a hook that calls a separate function for the slow path needs no
 * stack frame.
 *
 * @ring->page is the page at tail, or a closed page: the writer that moves tail has set
 * page before, in the same round of ring_reserve_slow(), so page may lag but is never
 * ahead.  A closed page leads to the slow path, which corrects it.
 *
 * Context: any, NMI included; preemption off until ring_commit(), which must
 * follow on this CPU, in last-in first-out order with what nests.
 * Return: true; or false if the caller must use ring_reserve_slow(). In that case
 * nothing has changed.
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
 * @type:	type of the record, for the account of dropped records
 * @len:	as for ring_try_reserve()
 * @clock:	as for ring_try_reserve()
 * @mark:	filled in for ring_commit()
 *
 * Context: as for ring_try_reserve().
 * Return: address of the payload; NULL if the record was dropped and counted, or if the
 * ring is off.
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
 * ring_commit_outermost - ring_commit() for a record that starts at commit
 * @ring:	as for ring_commit()
 * @mark:	as for ring_commit(); @mark->start is not used
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
	/*
	 * I5: writers that nested before that store left their records for this writer
	 * to publish.
	 */
	if (unlikely(ring_load(mark->page->word) != mark->word))
		ring_publish(ring, mark->page, mark->end);
}

/**
 * ring_commit - commit a reserved record
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
