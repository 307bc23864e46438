/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A ring for a test, clocks, writers, and the cases of the suite of ring_kunit.c. Each file with
 * cases has variables of its own, because a clock takes no argument. One test runs at a time.
 */
#ifndef _KTRACE_RING_KUNIT_H
#define _KTRACE_RING_KUNIT_H

#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "ring.h"

#define SLOTS	3
#define LEN	16	/* bytes of payload: the number twice, and filler */

struct ring_test {
	struct ring		ring;
	struct ring_page	pages[SLOTS + RING_OWN_PAGES];
	u64			slots[SLOTS];
	void			*image;
};

static u64 test_now;
static struct ring *nest_ring;
static u64 nest_number;

static inline u64 test_clock(void)
{
	return test_now;
}

/* The reported lost records, by type. */
#define TYPES	4

static u32 accounted[RING_IN_ADVANCE + 1][TYPES];
static u32 account_bytes[RING_IN_ADVANCE + 1][TYPES];
static u64 account_first[RING_IN_ADVANCE + 1], account_last[RING_IN_ADVANCE + 1];
static struct ring *account_nest_ring;

static inline bool write_typed(struct ring *ring, u16 type, u32 len, bool discard);

static inline void reset_reported(void)
{
	memset(accounted, 0, sizeof(accounted));
	memset(account_bytes, 0, sizeof(account_bytes));
	memset(account_first, 0xff, sizeof(account_first));
	memset(account_last, 0, sizeof(account_last));
}

static inline void test_account(struct ring *ring, enum ring_account what,
				const struct ring_lost *lost)
{
	const struct ring_lost_type *of;

	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		if (of->type >= TYPES)
			continue;
		accounted[what][of->type] += ring_lost_records(of);
		account_bytes[what][of->type] += ring_lost_bytes(of);
		account_first[what] = min(account_first[what], lost->first);
		account_last[what] = max(account_last[what], lost->last);
	}
	if (account_nest_ring && what == RING_OVERWRITTEN) {
		account_nest_ring = NULL;
		write_typed(ring, 3, LEN, false);
	}
}

/* Write a record of a type, with the common fields first, like the kernel's records. */
static inline bool write_typed(struct ring *ring, u16 type, u32 len, bool discard)
{
	struct ktrace_common common = { .type = type };
	struct ring_mark mark;
	void *payload = ring_reserve(ring, type, len, test_clock, &mark);

	if (!payload)
		return false;
	memset(payload, 0xa5, (len + 3) & ~3U);
	memcpy(payload, &common, sizeof(common));
	if (discard)
		ring_discard(ring, &mark);
	else
		ring_commit(ring, &mark);
	return true;
}

static inline bool write_number(struct ring *ring, u64 number, u32 len)
{
	struct ring_mark mark;
	u32 *payload = ring_reserve(ring, 0, len, test_clock, &mark);

	if (!payload)
		return false;
	memset(payload, 0xa5, (len + 3) & ~3U);
	memcpy(payload, &number, sizeof(number));
	ring_commit(ring, &mark);
	return true;
}

/* A clock in which a writer nests once. */
static inline u64 nesting_clock(void)
{
	struct ring *ring = nest_ring;

	if (ring) {
		nest_ring = NULL;
		write_number(ring, nest_number, LEN);
	}
	return test_now++;
}

/* A clock in which a writer nests at every reading except its own. */
static inline u64 probed_clock(void)
{
	struct ring *ring = nest_ring;

	if (ring) {
		nest_ring = NULL;
		write_number(ring, nest_number++, LEN);
		nest_ring = ring;
	}
	return test_now++;
}

static inline struct ring_test *ring_test_create(struct kunit *test, u32 page_bytes,
						 bool overwrite, u64 (*clock)(void), u64 now)
{
	struct ring_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->image = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->image);
	for (i = 0; i < SLOTS + RING_OWN_PAGES; i++) {
		/* Only ring_test_map() needs this page. */
		if (i == RING_SPARE)
			continue;
		t->pages[i].data = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->pages[i].data);
	}
	nest_ring = NULL;
	test_now = now;
	KUNIT_ASSERT_EQ(test, ring_init(&t->ring, t->pages, t->slots, SLOTS, page_bytes, clock), 0);
	t->ring.overwrite = overwrite;
	reset_reported();
	account_nest_ring = NULL;
	t->ring.account = test_account;
	return t;
}

/*
 * Expect these numbers of reported records by type; the first number is for discarded
 * records.
 */
static inline void expect_account(struct kunit *test, enum ring_account what, u32 discarded,
				  u32 one, u32 two, u32 three)
{
	KUNIT_EXPECT_EQ(test, accounted[what][RING_TYPE_DISCARDED], discarded);
	KUNIT_EXPECT_EQ(test, accounted[what][1], one);
	KUNIT_EXPECT_EQ(test, accounted[what][2], two);
	KUNIT_EXPECT_EQ(test, accounted[what][3], three);
}

/* Fill the rest of the page with records of @type. Return the number of records. */
static inline u32 fill_page(struct ring *ring, u16 type)
{
	u64 seq = ring->tail >> RING_SEQ_SHIFT;
	u32 n = 0;

	while ((ring->commit & RING_LOW_MASK) + ring_units(LEN) <= ring->capacity) {
		if (!write_typed(ring, type, LEN, false) || ring->tail >> RING_SEQ_SHIFT != seq)
			break;
		n++;
	}
	return n;
}

/* Expect @bytes of records in a page, and behind them the number of records lost before them. */
static inline void expect_lost(struct kunit *test, const struct ktrace_page_header *page,
			       u32 bytes, u64 lost)
{
	u64 number;

	KUNIT_ASSERT_EQ(test, page->commit, bytes | KTRACE_PAGE_LOST | KTRACE_PAGE_LOST_COUNT);
	memcpy(&number, (const char *)(page + 1) + bytes, sizeof(number));
	KUNIT_EXPECT_EQ(test, number, lost);
}

static inline u64 number_of(const struct ring_record *rec)
{
	u64 number;

	memcpy(&number, rec->data, sizeof(number));
	return number;
}

/* Expect record @number next, which reports @overwritten and @dropped records lost before it. */
static inline void expect_next(struct kunit *test, struct ring *ring, u64 number,
			       u64 overwritten, u64 dropped)
{
	struct ring_record rec;

	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), number);
	KUNIT_EXPECT_EQ(test, rec.overwritten, overwritten);
	KUNIT_EXPECT_EQ(test, rec.dropped, dropped);
	ring_consume(ring);
}

/* Return the number of records of @len that fill a page. */
static inline u32 per_page(const struct ring *ring, u32 len)
{
	return ring->capacity / ring_units(len);
}
/* Pages of several steps: a number of full steps, and an incomplete step. */
#define STEPS		8
#define STEPS_BYTES	(STEPS * RING_PAGE_MIN)

/* Return the number of records reported as overwritten and not taken back. */
static inline u32 all_accounted(void)
{
	u32 i, all = 0;

	for (i = 0; i < TYPES; i++)
		all += accounted[RING_OVERWRITTEN][i] - accounted[RING_RETAINED][i] +
		       accounted[RING_ABANDONED][i];
	return all;
}

/*
 * Write @n records of several types in turn.
 * Return: the maximum number of records reported in one call, which bounds the work
 * with preemption off.
 */
static inline u32 write_many(struct kunit *test, struct ring *ring, u32 n)
{
	u32 most = 0, before, i;

	for (i = 0; i < n; i++) {
		before = all_accounted();
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 3, LEN, false));
		most = max(most, all_accounted() - before);
	}
	return most;
}

/* Defined in ring_loss_kunit.c */
void ring_test_account_overwritten(struct kunit *test);
void ring_test_account_many(struct kunit *test);
void ring_test_account_alike(struct kunit *test);
void ring_test_account_mixed(struct kunit *test);
void ring_test_account_nested(struct kunit *test);
void ring_test_advance(struct kunit *test);
void ring_test_account_back(struct kunit *test);
void ring_test_account_late(struct kunit *test);
void ring_test_advance_nested(struct kunit *test);
void ring_test_finish_accounts_late(struct kunit *test);
void ring_test_account_nonsense(struct kunit *test);
void ring_test_bytes_unknown(struct kunit *test);
void ring_test_succeed_unaccounted(struct kunit *test);
void ring_test_account_dropped(struct kunit *test);
void ring_test_finish_accounts(struct kunit *test);
void ring_test_keep(struct kunit *test);
void ring_test_abandon(struct kunit *test);

/* Defined in ring_page_kunit.c */
void ring_test_mapped(struct kunit *test);
void ring_test_mapped_discarded(struct kunit *test);
void ring_test_mapped_late(struct kunit *test);
void ring_test_mapped_skipped(struct kunit *test);
void ring_test_skip_drops(struct kunit *test);
void ring_test_empty(struct kunit *test);
void ring_test_skipped(struct kunit *test);
void ring_test_take(struct kunit *test);
void ring_test_lost_room(struct kunit *test);
void ring_test_whole(struct kunit *test);
void ring_test_stop(struct kunit *test);
void ring_test_behind(struct kunit *test);

/* Defined in ring_limit_kunit.c */
void ring_test_stamp(struct kunit *test);
void ring_test_extend(struct kunit *test);
void ring_test_extend_end(struct kunit *test);
void ring_test_clock_wraps(struct kunit *test);
void ring_test_clock_back(struct kunit *test);
void ring_test_smallest(struct kunit *test);
void ring_test_generation(struct kunit *test);
void ring_test_drops_generation(struct kunit *test);
void ring_test_sequence(struct kunit *test);

#endif
