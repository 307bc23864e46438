// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of loss.c: losses by event, and what happens to them when a ring is replaced or
 * reset, and when events are removed.
 *
 * All cases but one use tables without rings; ring_kunit.c tests the losses that rings report.
 * This file also compiles in user space (tools/testing/ktrace).
 */
#include <kunit/test.h>
#include <linux/bitmap.h>
#include <linux/container_of.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/loss.h"
#include "ring/ring.h"

/* The events of a test: the last of a piece and the first of the next, and some others. */
#define ID		(3 * KTRACE_LOSS_IDS - 1)
#define NEXT_ID		(ID + 1)
#define LAST_ID		U16_MAX
#define NO_ID		(7 * KTRACE_LOSS_IDS)

#define SLOTS		3U
#define PAGES		(SLOTS + RING_OWN_PAGES)
/* Pages of more than one step, so that the ring accounts losses ahead. */
#define PAGE_BYTES	(2 * RING_PAGE_MIN)
#define LEN		16U

/**
 * struct loss_test - a ring and its table
 * @ring:	the ring
 * @pages:	its pages
 * @slots:	its slots
 * @losses:	table in which the ring counts losses
 */
struct loss_test {
	struct ring		ring;
	struct ring_page	pages[PAGES];
	u64			slots[SLOTS];
	struct ktrace_losses	losses;
};

static struct ktrace_losses *losses_create(struct kunit *test)
{
	struct ktrace_losses *losses = kunit_kzalloc(test, sizeof(*losses), GFP_KERNEL);
	static const u16 ids[] = { ID, NEXT_ID, LAST_ID };
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, losses);
	for (i = 0; i < ARRAY_SIZE(ids); i++)
		KUNIT_ASSERT_EQ(test, ktrace_losses_want(losses, ids[i] / KTRACE_LOSS_IDS, 0), 0);
	return losses;
}

static void loss_add(struct ktrace_losses *losses, enum ring_account what, u16 id, u32 records,
		     u64 first, u64 last)
{
	struct ring_lost_type type = {
		.type = id,
		.sum = records * (RING_LOST_ONE + 20 / RING_UNIT),
	};
	struct ring_lost lost = {
		.types = &type,
		.nr = 1,
		.first = first,
		.last = last,
	};

	ktrace_losses_count(losses, what, &lost);
}

static struct ktrace_lost sum_of(const struct ktrace_losses *losses, u16 id)
{
	struct ktrace_lost sum = {};

	ktrace_losses_add(losses, id, &sum);
	return sum;
}

/* Expect these numbers of records of each kind, with 20 bytes a record. */
static void expect_sum(struct kunit *test, const struct ktrace_losses *losses, u16 id,
		       s64 overwritten, s64 dropped, s64 nested)
{
	struct ktrace_lost sum = sum_of(losses, id);

	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN], overwritten);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_DROPPED], dropped);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_NESTED], nested);
	KUNIT_EXPECT_EQ(test, sum.bytes, 20 * (overwritten + dropped + nested));
}

static void expect_times(struct kunit *test, const struct ktrace_losses *losses, u16 id,
			 u64 first, u64 last)
{
	struct ktrace_lost sum = sum_of(losses, id);

	KUNIT_EXPECT_EQ(test, sum.first, first);
	KUNIT_EXPECT_EQ(test, sum.last, last);
}

/* Each kind is counted separately; records that were kept or are still unread are not lost. */
static void losses_kinds(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);

	expect_sum(test, losses, ID, 0, 0, 0);
	loss_add(losses, RING_OVERWRITTEN, ID, 100, 10, 20);
	expect_sum(test, losses, ID, 100, 0, 0);
	loss_add(losses, RING_DROPPED, ID, 7, 10, 20);
	expect_sum(test, losses, ID, 100, 7, 0);
	loss_add(losses, RING_DROPPED_NESTED, ID, 5, 10, 20);
	expect_sum(test, losses, ID, 100, 7, 5);
	loss_add(losses, RING_RETAINED, ID, 30, 0, 0);
	expect_sum(test, losses, ID, 70, 7, 5);
	loss_add(losses, RING_ABANDONED, ID, 1000, 10, 20);
	expect_sum(test, losses, ID, 1070, 7, 5);
	/* The ring accounts one step at a time. */
	loss_add(losses, RING_IN_ADVANCE, ID, 40, 0, 0);
	loss_add(losses, RING_IN_ADVANCE, ID, 4, 0, 0);
	expect_sum(test, losses, ID, 1026, 7, 5);
	/* Count each kind once more. */
	loss_add(losses, RING_OVERWRITTEN, ID, 1, 10, 20);
	loss_add(losses, RING_DROPPED, ID, 2, 10, 20);
	loss_add(losses, RING_DROPPED_NESTED, ID, 3, 10, 20);
	loss_add(losses, RING_RETAINED, ID, 4, 0, 0);
	loss_add(losses, RING_ABANDONED, ID, 5, 10, 20);
	expect_sum(test, losses, ID, 1028, 9, 8);
	ktrace_losses_free(losses);
}

/* Each event is counted separately; events that were never enabled are not counted. */
static void losses_events(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);
	struct ktrace_lost sum = {};

	loss_add(losses, RING_OVERWRITTEN, ID, 1, 10, 20);
	loss_add(losses, RING_OVERWRITTEN, NEXT_ID, 2, 5, 15);
	loss_add(losses, RING_DROPPED, LAST_ID, 3, 30, 40);
	loss_add(losses, RING_DROPPED, NO_ID, 4, 1, 99);
	expect_sum(test, losses, ID - 1, 0, 0, 0);
	expect_sum(test, losses, ID, 1, 0, 0);
	expect_sum(test, losses, NEXT_ID, 2, 0, 0);
	expect_sum(test, losses, NEXT_ID + 1, 0, 0, 0);
	expect_sum(test, losses, LAST_ID, 0, 3, 0);
	expect_sum(test, losses, NO_ID, 0, 0, 0);
	expect_times(test, losses, NO_ID, 0, 0);
	/* Allocating a piece of the table again changes nothing: the counts stay. */
	KUNIT_EXPECT_EQ(test, ktrace_losses_want(losses, ID / KTRACE_LOSS_IDS, 0), 0);
	expect_sum(test, losses, ID, 1, 0, 0);
	/* ktrace_losses_add() adds to a sum, which may be that of several CPUs or events. */
	ktrace_losses_add(losses, ID, &sum);
	ktrace_losses_add(losses, NEXT_ID, &sum);
	ktrace_losses_add(losses, LAST_ID, &sum);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN], 3);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_DROPPED], 3);
	KUNIT_EXPECT_EQ(test, sum.bytes, 6 * 20);
	KUNIT_EXPECT_EQ(test, sum.first, 5);
	KUNIT_EXPECT_EQ(test, sum.last, 40);
	/* An event without losses has no times, so adding it does not change the times. */
	ktrace_losses_add(losses, NEXT_ID + 1, &sum);
	KUNIT_EXPECT_EQ(test, sum.first, 5);
	KUNIT_EXPECT_EQ(test, sum.last, 40);
	ktrace_losses_free(losses);
}

/* The first and the last time of losses do not depend on the order of the reports. */
static void losses_times(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);

	expect_times(test, losses, ID, 0, 0);
	loss_add(losses, RING_OVERWRITTEN, ID, 1, 50, 60);
	expect_times(test, losses, ID, 50, 60);
	loss_add(losses, RING_DROPPED, ID, 1, 80, 80);
	expect_times(test, losses, ID, 50, 80);
	loss_add(losses, RING_DROPPED_NESTED, ID, 1, 40, 70);
	expect_times(test, losses, ID, 40, 80);
	/* Times of a clock that is beyond 2^63. */
	loss_add(losses, RING_OVERWRITTEN, ID, 1, 45, U64_MAX - 9);
	expect_times(test, losses, ID, 40, U64_MAX - 9);
	/* Times that a reader reports, alone and beside those of a writer. */
	loss_add(losses, RING_ABANDONED, NEXT_ID, 1, 50, 60);
	expect_times(test, losses, NEXT_ID, 50, 60);
	loss_add(losses, RING_ABANDONED, NEXT_ID, 1, 55, 58);
	expect_times(test, losses, NEXT_ID, 50, 60);
	loss_add(losses, RING_ABANDONED, NEXT_ID, 1, 45, 65);
	expect_times(test, losses, NEXT_ID, 45, 65);
	loss_add(losses, RING_OVERWRITTEN, NEXT_ID, 1, 50, 64);
	expect_times(test, losses, NEXT_ID, 45, 65);
	loss_add(losses, RING_OVERWRITTEN, NEXT_ID, 1, 30, 90);
	expect_times(test, losses, NEXT_ID, 30, 90);
	/* Times of records that were kept, or accounted in advance, are ignored. */
	loss_add(losses, RING_RETAINED, ID, 1, 1, U64_MAX);
	loss_add(losses, RING_IN_ADVANCE, ID, 1, 1, U64_MAX);
	expect_times(test, losses, ID, 40, U64_MAX - 9);
	ktrace_losses_free(losses);
}

/* Counts and times move to the ring that replaces another one. */
static void losses_carry(struct kunit *test)
{
	struct ktrace_losses *old = losses_create(test), *new = losses_create(test);
	static const u16 ids[] = { ID - KTRACE_LOSS_IDS + 1, ID, NEXT_ID, LAST_ID };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		loss_add(old, RING_OVERWRITTEN, ids[i], 100 + i, 50, 60);
		loss_add(old, RING_DROPPED, ids[i], 20 + i, 70, 70);
		loss_add(old, RING_DROPPED_NESTED, ids[i], 3 + i, 65, 65);
		loss_add(old, RING_RETAINED, ids[i], 10, 0, 0);
		loss_add(old, RING_ABANDONED, ids[i], 1, 30, 90);
	}
	/* One piece is only in the old table, another one only in the new table. */
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(old, NO_ID / KTRACE_LOSS_IDS, 0), 0);
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(new, NO_ID / KTRACE_LOSS_IDS + 1, 0), 0);
	loss_add(old, RING_DROPPED, NO_ID, 1, 10, 20);
	loss_add(new, RING_OVERWRITTEN, ID, 1000, 55, 95);
	loss_add(new, RING_ABANDONED, NEXT_ID, 1000, 20, 80);
	ktrace_losses_carry(new, old, true);
	expect_sum(test, new, ids[0], 91, 20, 3);
	expect_times(test, new, ids[0], 30, 90);
	expect_sum(test, new, ID, 1092, 21, 4);
	expect_times(test, new, ID, 30, 95);
	expect_sum(test, new, NEXT_ID, 1093, 22, 5);
	expect_times(test, new, NEXT_ID, 20, 90);
	expect_sum(test, new, LAST_ID, 94, 23, 6);
	expect_sum(test, new, ID - 1, 0, 0, 0);
	expect_times(test, new, ID - 1, 0, 0);
	expect_sum(test, new, NO_ID, 0, 0, 0);
	/* The old table does not change. */
	expect_sum(test, old, ID, 92, 21, 4);
	/* Later losses are added to the counts that were moved. */
	loss_add(new, RING_DROPPED, ID, 1, 99, 99);
	expect_sum(test, new, ID, 1092, 22, 4);
	expect_times(test, new, ID, 30, 99);
	ktrace_losses_free(old);
	ktrace_losses_free(new);
}

/* After a change of the clock the times are dropped and the counts are kept. */
static void losses_carry_clock(struct kunit *test)
{
	struct ktrace_losses *old = losses_create(test), *new = losses_create(test);

	loss_add(old, RING_OVERWRITTEN, ID, 4, 50, 60);
	loss_add(old, RING_OVERWRITTEN, NEXT_ID, 5, 50, 60);
	loss_add(new, RING_DROPPED, NEXT_ID, 1, 1000, 1000);
	ktrace_losses_carry(new, old, false);
	expect_sum(test, new, ID, 4, 0, 0);
	expect_times(test, new, ID, 0, 0);
	expect_sum(test, new, NEXT_ID, 5, 1, 0);
	expect_times(test, new, NEXT_ID, 1000, 1000);
	ktrace_losses_free(old);
	ktrace_losses_free(new);
}

/* A reset clears counts and times; later losses have times after the reset. */
static void losses_reset(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test), *next = losses_create(test);
	static const u16 ids[] = { ID, NEXT_ID, LAST_ID };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		loss_add(losses, RING_OVERWRITTEN, ids[i], 100, 10, 60);
		loss_add(losses, RING_DROPPED, ids[i], 20, 70, 70);
		loss_add(losses, RING_DROPPED_NESTED, ids[i], 3, 65, 65);
		loss_add(losses, RING_RETAINED, ids[i], 10, 0, 0);
		loss_add(losses, RING_ABANDONED, ids[i], 1, 5, 90);
		loss_add(losses, RING_IN_ADVANCE, ids[i], 9, 0, 0);
	}
	ktrace_losses_reset(losses, 80);
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		expect_sum(test, losses, ids[i], 0, 0, 0);
		expect_times(test, losses, ids[i], 0, 0);
	}
	/* A page from before the reset has earlier times, of records that were read. */
	loss_add(losses, RING_OVERWRITTEN, ID, 6, 75, 100);
	expect_sum(test, losses, ID, 6, 0, 0);
	expect_times(test, losses, ID, 80, 100);
	loss_add(losses, RING_ABANDONED, NEXT_ID, 7, 75, 100);
	expect_sum(test, losses, NEXT_ID, 7, 0, 0);
	expect_times(test, losses, NEXT_ID, 80, 100);
	loss_add(losses, RING_DROPPED, LAST_ID, 8, 110, 120);
	expect_times(test, losses, LAST_ID, 110, 120);
	/* A later ring that continues the account has the same times. */
	ktrace_losses_carry(next, losses, true);
	expect_times(test, next, ID, 80, 100);
	ktrace_losses_free(losses);
	ktrace_losses_free(next);
}

/* Removed events lose their counts; a piece without other events is freed. */
static void losses_forget(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);
	unsigned long *ids, *pieces;

	ids = kunit_kzalloc(test, BITS_TO_LONGS(U16_MAX + 1) * sizeof(long), GFP_KERNEL);
	pieces = kunit_kzalloc(test, BITS_TO_LONGS(KTRACE_LOSS_PIECES) * sizeof(long),
			       GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ids);
	KUNIT_ASSERT_NOT_NULL(test, pieces);
	loss_add(losses, RING_OVERWRITTEN, ID - 1, 1, 10, 20);
	loss_add(losses, RING_OVERWRITTEN, ID, 2, 10, 20);
	loss_add(losses, RING_OVERWRITTEN, NEXT_ID, 3, 10, 20);
	loss_add(losses, RING_OVERWRITTEN, LAST_ID, 4, 10, 20);
	__set_bit(ID, ids);
	__set_bit(LAST_ID, ids);
	/* An event that was never enabled. */
	__set_bit(NO_ID, ids);
	__set_bit(LAST_ID / KTRACE_LOSS_IDS, pieces);
	ktrace_losses_forget(losses, ids, pieces);
	expect_sum(test, losses, ID - 1, 1, 0, 0);
	expect_sum(test, losses, ID, 0, 0, 0);
	expect_times(test, losses, ID, 0, 0);
	expect_sum(test, losses, NEXT_ID, 3, 0, 0);
	expect_sum(test, losses, LAST_ID, 0, 0, 0);
	KUNIT_EXPECT_TRUE(test, !losses->pieces[LAST_ID / KTRACE_LOSS_IDS]);
	KUNIT_EXPECT_FALSE(test, !losses->pieces[ID / KTRACE_LOSS_IDS]);
	/* The ids are reused. */
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(losses, LAST_ID / KTRACE_LOSS_IDS, 0), 0);
	loss_add(losses, RING_DROPPED, LAST_ID, 5, 30, 40);
	loss_add(losses, RING_DROPPED, ID, 6, 30, 40);
	expect_sum(test, losses, LAST_ID, 0, 5, 0);
	expect_times(test, losses, LAST_ID, 30, 40);
	expect_sum(test, losses, ID, 0, 6, 0);
	expect_times(test, losses, ID, 30, 40);
	ktrace_losses_free(losses);
}

static void test_account(struct ring *ring, enum ring_account what,
			 const struct ring_lost *lost)
{
	struct loss_test *t = container_of(ring, struct loss_test, ring);

	ktrace_losses_count(&t->losses, what, lost);
}

static u64 test_clock(void)
{
	return 1000;
}

static bool write_one(struct loss_test *t, u16 id)
{
	struct ktrace_common common = { .type = id };
	struct ring_mark mark;
	void *payload = ring_reserve(&t->ring, id, LEN, test_clock, &mark);

	if (!payload)
		return false;
	memset(payload, 0, LEN);
	memcpy(payload, &common, sizeof(common));
	ring_commit(&t->ring, &mark);
	return true;
}

/* Losses accounted in advance are subtracted; a repeated call gives the same result. */
static void losses_finish(struct kunit *test)
{
	struct loss_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u32 nr, i, bytes = ring_units(LEN) * RING_UNIT;
	struct ktrace_lost sum;
	struct ring_stats stats;
	s64 told, ahead = 0;

	KUNIT_ASSERT_NOT_NULL(test, t);
	for (i = 0; i < PAGES; i++) {
		/* No ring is mapped here. */
		if (i == RING_SPARE)
			continue;
		t->pages[i].data = kunit_kzalloc(test, PAGE_BYTES, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->pages[i].data);
	}
	KUNIT_ASSERT_EQ(test, ring_init(&t->ring, t->pages, t->slots, SLOTS, PAGE_BYTES,
					test_clock), 0);
	t->ring.overwrite = true;
	t->ring.account = test_account;
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(&t->losses, ID / KTRACE_LOSS_IDS, 0), 0);
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(&t->losses, NEXT_ID / KTRACE_LOSS_IDS, 0), 0);
	nr = t->ring.capacity / ring_units(LEN);
	/* Write around the ring and into the second step of a page, with steps of all kinds. */
	for (i = 0; i < 5 * nr; i++) {
		KUNIT_ASSERT_TRUE(test, write_one(t, i % 3 ? ID : NEXT_ID));
		if (i % 97)
			continue;
		told = sum_of(&t->losses, ID).records[KTRACE_LOST_OVERWRITTEN] +
		       sum_of(&t->losses, NEXT_ID).records[KTRACE_LOST_OVERWRITTEN];
		ktrace_losses_finish(&t->losses, &t->ring);
		ktrace_losses_finish(&t->losses, &t->ring);
		sum = (struct ktrace_lost) {};
		ktrace_losses_add(&t->losses, ID, &sum);
		ktrace_losses_add(&t->losses, NEXT_ID, &sum);
		ring_stats(&t->ring, &stats);
		KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN], stats.overwritten);
		KUNIT_EXPECT_EQ(test, sum.bytes, stats.overwritten * bytes);
		ahead += told != stats.overwritten;
	}
	/* Some losses were accounted in advance. */
	KUNIT_EXPECT_GT(test, ahead, 0);
	ktrace_losses_free(&t->losses);
}

/* Part of the table is freed only after the writers that have loaded its address. */
static void losses_forget_under_writer(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);
	unsigned long *ids, *pieces;
	struct ktrace_loss *piece, *other;

	ids = kunit_kzalloc(test, BITS_TO_LONGS(U16_MAX + 1) * sizeof(long), GFP_KERNEL);
	pieces = kunit_kzalloc(test, BITS_TO_LONGS(KTRACE_LOSS_PIECES) * sizeof(long),
			       GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ids);
	KUNIT_ASSERT_NOT_NULL(test, pieces);
	__set_bit(ID, ids);
	__set_bit(ID / KTRACE_LOSS_IDS, pieces);
	rcu_read_lock();
	piece = losses->pieces[ID / KTRACE_LOSS_IDS];
	ktrace_losses_forget(losses, ids, pieces);
	KUNIT_EXPECT_TRUE(test, !losses->pieces[ID / KTRACE_LOSS_IDS]);
	/* The allocator returns the memory that this CPU has freed last. */
	other = kcalloc_node(KTRACE_LOSS_IDS, sizeof(*other), GFP_ATOMIC, NUMA_NO_NODE);
	KUNIT_EXPECT_TRUE(test, other != piece);
	/* KASAN and ASan report these if the memory is free. */
	local64_add(1, &piece[ID % KTRACE_LOSS_IDS].accounted[KTRACE_LOST_OVERWRITTEN]);
	KUNIT_EXPECT_EQ(test, local64_read(&piece[ID % KTRACE_LOSS_IDS].accounted[0]), 1);
	rcu_read_unlock();
	kfree(other);
	/* The events of the piece start from 0 when the piece is allocated again. */
	KUNIT_ASSERT_EQ(test, ktrace_losses_want(losses, ID / KTRACE_LOSS_IDS, 0), 0);
	expect_sum(test, losses, ID, 0, 0, 0);
	ktrace_losses_free(losses);
}

static void loss_drop(struct ktrace_losses *losses, u64 pos, u16 id, u64 time)
{
	const struct ring_lost_type type = { .type = id, .sum = RING_LOST_ONE + 5 };
	const struct ring_lost lost = { .types = &type, .nr = 1, .first = time, .last = time };

	ktrace_losses_dropped(losses, pos, &lost);
}

/* Expect this stretch after stretch @nr, which becomes its number. */
static void expect_stretch(struct kunit *test, const struct ktrace_losses *losses, u64 *nr,
			   u16 id, u64 records, u64 first, u64 last)
{
	struct ktrace_stretch stretch = {};

	KUNIT_ASSERT_TRUE(test, ktrace_losses_stretch(losses, nr, &stretch));
	KUNIT_EXPECT_EQ(test, stretch.id, id);
	KUNIT_EXPECT_EQ(test, stretch.records, records);
	KUNIT_EXPECT_EQ(test, stretch.first, first);
	KUNIT_EXPECT_EQ(test, stretch.last, last);
}

static void expect_no_stretch(struct kunit *test, const struct ktrace_losses *losses, u64 nr)
{
	struct ktrace_stretch stretch;

	KUNIT_EXPECT_FALSE(test, ktrace_losses_stretch(losses, &nr, &stretch));
}

/* A stretch has the records of one event at one position, and its times. */
static void losses_stretches(struct kunit *test)
{
	struct ktrace_losses *losses = losses_create(test);
	unsigned long *ids;
	u64 nr = 0;
	u16 id;

	expect_no_stretch(test, losses, 0);
	loss_drop(losses, 1, ID, 10);
	loss_drop(losses, 1, NEXT_ID, 11);
	loss_drop(losses, 1, ID, 12);
	/* The time of a nested writer may be later than that of the interrupted one. */
	loss_drop(losses, 1, ID, 11);
	loss_drop(losses, 2, ID, 20);
	expect_stretch(test, losses, &nr, ID, 3, 10, 12);
	expect_stretch(test, losses, &nr, NEXT_ID, 1, 11, 11);
	expect_stretch(test, losses, &nr, ID, 1, 20, 20);
	expect_no_stretch(test, losses, nr);

	/* A stretch that is being begun is skipped, and a nested event gets another one. */
	local64_inc(&losses->nr_stretches);
	expect_no_stretch(test, losses, nr);
	loss_drop(losses, 3, ID, 30);
	loss_drop(losses, 3, ID, 31);
	expect_stretch(test, losses, &nr, ID, 2, 30, 31);
	expect_no_stretch(test, losses, nr);

	/* A reset hides the stretches, and the position may be the same as before. */
	ktrace_losses_reset(losses, 35);
	expect_no_stretch(test, losses, 0);
	loss_drop(losses, 3, ID, 40);
	loss_drop(losses, 3, NEXT_ID, 41);
	nr = 0;
	expect_stretch(test, losses, &nr, ID, 1, 40, 40);

	/* The stretches of removed events are hidden, and the others are not. */
	ids = kunit_kzalloc(test, BITS_TO_LONGS(U16_MAX + 1) * sizeof(long), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ids);
	__set_bit(ID, ids);
	/* The upper ids are in no piece, so their bits serve as an empty list of pieces. */
	ktrace_losses_forget(losses, ids, ids + BITS_TO_LONGS(U16_MAX + 1 - KTRACE_LOSS_PIECES));
	nr = 0;
	expect_stretch(test, losses, &nr, NEXT_ID, 1, 41, 41);
	expect_no_stretch(test, losses, nr);

	/* The table has the latest stretches. */
	for (id = 1; id <= KTRACE_LOSS_STRETCHES + 5; id++)
		loss_drop(losses, 100 + id, ID, 100 + id);
	nr = 0;
	for (id = 6; id <= KTRACE_LOSS_STRETCHES + 5; id++)
		expect_stretch(test, losses, &nr, ID, 1, 100 + id, 100 + id);
	expect_no_stretch(test, losses, nr);
	/* If all are at one position, the first stay. */
	for (id = 1; id <= KTRACE_LOSS_STRETCHES + 5; id++)
		loss_drop(losses, 500, id, 500 + id);
	loss_drop(losses, 500, 1, 600);
	loss_drop(losses, 500, KTRACE_LOSS_STRETCHES + 5, 601);
	nr = 0;
	expect_stretch(test, losses, &nr, 1, 2, 501, 600);
	for (id = 2; id <= KTRACE_LOSS_STRETCHES; id++)
		expect_stretch(test, losses, &nr, id, 1, 500 + id, 500 + id);
	expect_no_stretch(test, losses, nr);
	ktrace_losses_free(losses);
}

static struct kunit_case loss_cases[] = {
	KUNIT_CASE(losses_kinds),
	KUNIT_CASE(losses_events),
	KUNIT_CASE(losses_times),
	KUNIT_CASE(losses_carry),
	KUNIT_CASE(losses_carry_clock),
	KUNIT_CASE(losses_reset),
	KUNIT_CASE(losses_forget),
	KUNIT_CASE(losses_forget_under_writer),
	KUNIT_CASE(losses_stretches),
	KUNIT_CASE(losses_finish),
	{}
};

static struct kunit_suite loss_suite = {
	.name = "ktrace_loss",
	.test_cases = loss_cases,
};

kunit_test_suite(loss_suite);
