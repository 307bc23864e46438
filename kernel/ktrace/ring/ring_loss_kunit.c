// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring_tally.c: the ring reports each lost record once, by type, with its bytes.
 * The suite is in ring_kunit.c.
 */
#include "ring_kunit.h"

/*
 * The losses by type are exact for several records of one type in a row, for alternating types,
 * for a long record, a record behind a time extension, and a discarded record.
 */
void ring_test_account_overwritten(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	const struct ring_page *first = ring->page;
	struct ring_stats stats;
	u32 i, n, units;

	test_now++;
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	test_now += RING_DELTA_MAX + 1;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, 200, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, true));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, 200, true));
	n = fill_page(ring, 1);
	for (i = 1; i < SLOTS; i++) {
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
		fill_page(ring, 2);
	}
	expect_account(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	units = first->word >> RING_UNITS_SHIFT & RING_LOW_MASK;
	test_now++;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	expect_account(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
	/* The bytes and times are those of the page. */
	for (i = 0; i < TYPES; i++)
		units -= account_bytes[RING_OVERWRITTEN][i] / RING_UNIT;
	KUNIT_EXPECT_EQ(test, units, 0);
	/* The bytes include the extension before the record. */
	KUNIT_EXPECT_EQ(test, account_bytes[RING_OVERWRITTEN][3],
			(ring_units(LEN) + 2 + ring_units(200)) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, account_first[RING_OVERWRITTEN], 77);
	KUNIT_EXPECT_EQ(test, account_last[RING_OVERWRITTEN], test_now - 1);
	ring_finish_accounts(ring);
	expect_account(test, RING_RETAINED, 0, 0, 0, 0);
	ring_skip(ring);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
	expect_account(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);

	/* Nothing is reported without an account function. */
	ring->account = NULL;
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_account(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
}

/* Number of types that are reported separately. */
#define MANY_TYPES	200
static u32 many_accounted[MANY_TYPES];

static void report_many(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	const struct ring_lost_type *of;

	for (of = lost->types; of < &lost->types[lost->nr]; of++)
		many_accounted[of->type / 7 % MANY_TYPES] += ring_lost_records(of);
}

/* A page with more types than are counted at a time, some with the same low bits. */
void ring_test_account_many(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i, accounted = 0;

	memset(many_accounted, 0, sizeof(many_accounted));
	ring->account = report_many;
	for (i = 0; i < SLOTS * n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, i % MANY_TYPES * 7, LEN, false));
	for (i = 0; i < MANY_TYPES; i++) {
		KUNIT_EXPECT_EQ(test, many_accounted[i], n / MANY_TYPES + (i < n % MANY_TYPES));
		accounted += many_accounted[i];
	}
	KUNIT_EXPECT_EQ(test, accounted, n);
}

/* Types with the same hash place, and a long record of a type for which there is no room. */
void ring_test_account_alike(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n, i;

	memset(many_accounted, 0, sizeof(many_accounted));
	ring->account = report_many;
	for (i = 0; i < 64; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 7 * i, LEN, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 7 * 150, 200, false));
	n = fill_page(ring, 7 * 151);
	KUNIT_ASSERT_TRUE(test, n > 0);
	/* 7 and 7 * 257 have the same low bits; type 7 * 257 counts as 57. */
	for (i = 0; i < (SLOTS - 1) * per_page(ring, LEN); i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, i % 2 ? 7 : 7 * 257, LEN, false));
	KUNIT_EXPECT_EQ(test, many_accounted[0], 0);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 7, LEN, false));
	for (i = 0; i < 64; i++)
		KUNIT_EXPECT_EQ(test, many_accounted[i], 1);
	KUNIT_EXPECT_EQ(test, many_accounted[150], 1);
	KUNIT_EXPECT_EQ(test, many_accounted[151], n);

	n = per_page(ring, LEN);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 7, LEN, false));
	KUNIT_EXPECT_EQ(test, many_accounted[1], 1 + n / 2);
	KUNIT_EXPECT_EQ(test, many_accounted[57], 1 + n - n / 2);
}

/*
 * A mix of records: number of types, distance of their ids, and number of lengths. With
 * @odd, some records are discarded, and some follow a time extension.
 */
struct account_mix {
	u32	types;
	u32	stride;
	u32	lens;
	bool	odd;
};

#define MIX_TYPES	200

static const struct account_mix account_mixes[] = {
	{ .types = 2, .stride = 1, .lens = 1 },
	{ .types = 30, .stride = 3, .lens = 16 },
	{ .types = 3, .stride = 1, .lens = 60 },
	{ .types = 20, .stride = 3, .lens = 60, .odd = true },
	/* Types with the same low bits. */
	{ .types = 12, .stride = 256, .lens = 4 },
	{ .types = 40, .stride = 256, .lens = 50, .odd = true },
	/* As many types as one walk of a page can count, one more, and many more. */
	{ .types = 63, .stride = 1, .lens = 1, .odd = true },
	{ .types = 64, .stride = 255, .lens = 1 },
	{ .types = MIX_TYPES, .stride = 257, .lens = 30, .odd = true },
};

/*
 * Records and bytes that the ring reports for each type of a mix; element 0 is for discarded
 * records.
 */
static u32 mix_records[MIX_TYPES + 1], mix_bytes[MIX_TYPES + 1];
static u32 mix_stride;
static bool mix_wrong;

static void report_mixed(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	const struct ring_lost_type *of, *other;
	u32 i, sign = what == RING_IN_ADVANCE ? -1 : 1;

	mix_wrong |= !lost->nr;
	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		i = of->type ? (of->type - 1) / mix_stride + 1 : 0;
		mix_wrong |= i > MIX_TYPES || !ring_lost_records(of);
		if (mix_wrong)
			return;
		mix_records[i] += sign * ring_lost_records(of);
		mix_bytes[i] += sign * ring_lost_bytes(of);
		for (other = lost->types; other < of; other++)
			mix_wrong |= other->type == of->type;
	}
}

/* A record of a mix: its type in the account, and its units. */
struct mix_record {
	u16	of;
	u16	units;
};

/* Write a record of the mix, and return its description. */
static struct mix_record write_mixed(struct kunit *test, struct ring *ring,
				     const struct account_mix *mix, u32 *seed)
{
	u64 begin = ring->commit;
	u32 type, len, r;
	bool discard;

	*seed = *seed * 1664525 + 1013904223;
	r = *seed >> 8;
	type = r % mix->types;
	r /= mix->types;
	len = 8 + 4 * (r % mix->lens);
	r /= mix->lens;
	discard = mix->odd && r % 7 == 0;
	test_now += mix->odd && r % 11 == 0 ? RING_DELTA_MAX + 1 : 1;
	KUNIT_EXPECT_TRUE(test, write_typed(ring, 1 + type * mix->stride, len, discard));
	/* The record starts at the previous position, or at the beginning of a page. */
	if ((begin ^ ring->commit) >> RING_SEQ_SHIFT)
		begin = 0;
	return (struct mix_record) {
		.of = discard ? 0 : type + 1,
		.units = (ring->commit - begin) & RING_LOW_MASK,
	};
}

/* The reported numbers equal those of a plain count of all records. */
static void account_mixed(struct kunit *test, const struct account_mix *mix, u32 page_bytes)
{
	struct ring_test *t = ring_test_create(test, page_bytes, true, test_clock, 77);
	/* The smallest record has 12 bytes. */
	u32 max = (SLOTS + 4) * page_bytes / 12, n = 0, seed = 1, i;
	struct mix_record *log = kunit_kzalloc(test, max * sizeof(*log), GFP_KERNEL);
	struct ring *ring = &t->ring;
	u64 stop = ring->commit + ((SLOTS + 3ULL) << RING_SEQ_SHIFT) + ring->capacity / 2;
	struct ring_stats stats;

	KUNIT_ASSERT_NOT_NULL(test, log);
	memset(mix_records, 0, sizeof(mix_records));
	memset(mix_bytes, 0, sizeof(mix_bytes));
	mix_stride = mix->stride;
	mix_wrong = false;
	ring->account = report_mixed;
	while (ring->commit < stop && n < max)
		log[n++] = write_mixed(test, ring, mix, &seed);
	ring_finish_accounts(ring);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_FALSE(test, mix_wrong);
	KUNIT_EXPECT_GT(test, stats.overwritten, 0);
	KUNIT_ASSERT_TRUE(test, stats.overwritten < n);
	for (i = 0; i < stats.overwritten; i++) {
		mix_records[log[i].of]--;
		mix_bytes[log[i].of] -= log[i].units * RING_UNIT;
	}
	for (i = 0; i <= MIX_TYPES; i++) {
		KUNIT_EXPECT_EQ(test, mix_records[i], 0);
		KUNIT_EXPECT_EQ(test, mix_bytes[i], 0);
	}
}

void ring_test_account_mixed(struct kunit *test)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(account_mixes); i++) {
		account_mixed(test, &account_mixes[i], RING_PAGE_MIN);
		account_mixed(test, &account_mixes[i], STEPS_BYTES);
	}
}

/* A writer that nests into the accounting continues it. */
void ring_test_account_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	account_nest_ring = ring;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	KUNIT_EXPECT_TRUE(test, !account_nest_ring);
	expect_account(test, RING_OVERWRITTEN, 0, (n + 1) / 2, n / 2, 0);
	KUNIT_EXPECT_EQ(test, ring->commit & RING_LOW_MASK, 2 * ring_units(LEN));
}

/*
 * Expect that the reported records, minus those accounted in advance, are the overwritten ones. All
 * records have LEN bytes.
 */
static void expect_account_exactly(struct kunit *test, struct ring *ring)
{
	u32 i, ahead = 0, bytes = 0;
	struct ring_stats stats;

	memset(accounted[RING_IN_ADVANCE], 0, sizeof(accounted[RING_IN_ADVANCE]));
	memset(account_bytes[RING_IN_ADVANCE], 0, sizeof(account_bytes[RING_IN_ADVANCE]));
	ring_finish_accounts(ring);
	ring_stats(ring, &stats);
	for (i = 0; i < TYPES; i++) {
		ahead += accounted[RING_IN_ADVANCE][i];
		bytes += account_bytes[RING_OVERWRITTEN][i] - account_bytes[RING_RETAINED][i] +
			 account_bytes[RING_ABANDONED][i] - account_bytes[RING_IN_ADVANCE][i];
	}
	KUNIT_EXPECT_EQ(test, all_accounted() - ahead, stats.overwritten);
	KUNIT_EXPECT_EQ(test, bytes, stats.overwritten * ring_units(LEN) * RING_UNIT);
}

/* No writer walks more than one step of records, whatever the page size. */
void ring_test_advance(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), step = RING_STEP / ring_units(LEN) + 1, i, most;

	KUNIT_EXPECT_EQ(test, ring->limit, RING_STEP);
	/* Nothing is reported until all pages are full. */
	KUNIT_EXPECT_EQ(test, write_many(test, ring, (SLOTS - 1) * n), 0);
	expect_account_exactly(test, ring);
	for (i = 0; i < 5 * STEPS; i++) {
		most = write_many(test, ring, n / 3);
		KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
		KUNIT_EXPECT_TRUE(test, ring->limit <= ring->capacity);
		expect_account_exactly(test, ring);
	}
	/* A writer that is always on the slow path, and has no limit, does the same steps. */
	ring_set_flags(ring, RING_CLOCK, 0);
	most = write_many(test, ring, 2 * n);
	KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
	KUNIT_EXPECT_EQ(test, ring->limit, 0);
	expect_account_exactly(test, ring);
	ring_set_flags(ring, 0, RING_CLOCK);
	KUNIT_EXPECT_EQ(test, ring->limit, RING_STEP);
}

/* A reader that gets a page accounted for in advance takes the records back. */
void ring_test_account_back(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i, ahead;
	struct ring_record rec;

	write_many(test, ring, (SLOTS - 1) * n + n / 2);
	ahead = all_accounted();
	KUNIT_EXPECT_GT(test, ahead, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
	KUNIT_EXPECT_EQ(test, all_accounted(), 0);
	/* The next page is accounted for, then overwritten, then read in part. */
	write_many(test, ring, n);
	KUNIT_EXPECT_GT(test, all_accounted(), 0);
	expect_account_exactly(test, ring);
	for (i = 0; i < n; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
		ring_consume(ring);
	}
	expect_account_exactly(test, ring);
	write_many(test, ring, 2 * n);
	expect_account_exactly(test, ring);
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	expect_account_exactly(test, ring);
	KUNIT_EXPECT_GT(test, all_accounted(), 0);
}

/* Accounting for a page that starts late is also split into steps, if there is time. */
void ring_test_account_late(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), step = RING_STEP / ring_units(LEN) + 1, most;

	write_many(test, ring, SLOTS * n - n / 2);
	KUNIT_EXPECT_EQ(test, all_accounted(), 0);
	WRITE_ONCE(ring->overwrite, true);
	most = write_many(test, ring, n / 2 - step);
	KUNIT_EXPECT_GT(test, most, step);
	KUNIT_EXPECT_TRUE(test, most <= 2 * step + 1);
	most = write_many(test, ring, n);
	KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
	expect_account_exactly(test, ring);
	/* Records accounted for in advance are not lost unless their page is taken over. */
	write_many(test, ring, n / 2);
	WRITE_ONCE(ring->overwrite, false);
	while (write_typed(ring, 1, LEN, false))
		;
	expect_account_exactly(test, ring);
	/* Without an account function, no page is walked. */
	WRITE_ONCE(ring->overwrite, true);
	ring->account = NULL;
	most = all_accounted();
	write_many(test, ring, 2 * n);
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 1, STEPS_BYTES, false));
	KUNIT_EXPECT_EQ(test, all_accounted(), most);
}

/* Called after records were accounted for in advance: take over their page. */
static void report_and_write(struct ring *ring, enum ring_account what,
			     const struct ring_lost *lost)
{
	test_account(ring, what, lost);
	if (what != RING_IN_ADVANCE)
		return;
	ring->account = test_account;
	fill_page(ring, 1);
	write_typed(ring, 1, LEN, false);
}

/* Accounting in advance stops when the page is taken over. */
void ring_test_finish_accounts_late(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MAX, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN);

	write_many(test, ring, (SLOTS - 1) * n + n / 2);
	ring->account = report_and_write;
	ring_finish_accounts(ring);
	/* More than the first report, and less than all records accounted in advance. */
	KUNIT_EXPECT_GT(test, accounted[RING_IN_ADVANCE][1], 0);
	KUNIT_EXPECT_TRUE(test, accounted[RING_IN_ADVANCE][1] < n / 12);
	expect_account_exactly(test, ring);
}

/* Invalid records at the end of a page, as an overtaken writer may find them. */
void ring_test_account_nonsense(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), end = n * ring_units(LEN), i;
	u32 *units = ring->page->data + sizeof(struct ktrace_page_header);

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	/* The last record ends early, and an extension has no record behind it. */
	units[end - ring_units(LEN)] = ktrace_head(ring_units(LEN) - 3, 0);
	units[end - 2] = ktrace_head(KTRACE_TYPE_EXTEND, 0);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_account(test, RING_OVERWRITTEN, 0, n, 0, 0);
}

/* If the size of a loss is unknown, it stays unknown after more losses. */
void ring_test_bytes_unknown(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_iter iter;
	struct ring_record rec;

	for (i = 0; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_iter_start(ring, &iter, t->image);
	iter.cur.gap.overwritten = 3;
	iter.cur.gap.bytes = RING_BYTES_UNKNOWN;
	iter.cur.gap.since = 50;
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, 3 + n);
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, RING_BYTES_UNKNOWN);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 50);
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, 0);
}

/* A loss that the old ring's reader has found and not reported passes to the new ring. */
void ring_test_succeed_unaccounted(struct kunit *test)
{
	u32 bytes = ring_units(LEN) * RING_UNIT, n, i, drop;
	struct ring_record rec;

	for (drop = 0; drop < 2; drop++) {
		struct ring_test *a = ring_test_create(test, RING_PAGE_MIN, !drop, test_clock, 0);
		struct ring_test *b = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 0);

		n = per_page(&a->ring, LEN);
		test_now = 10;
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, 0, LEN));
		expect_next(test, &a->ring, 0, 0, 0);
		test_now = 20;
		for (i = 1; i < SLOTS * n; i++)
			KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
		/* One more record overwrites a page, or finds no room; then there is room. */
		KUNIT_EXPECT_EQ(test, write_number(&a->ring, i, LEN), !drop);
		for (i = 1; drop && i < SLOTS * n; i++)
			expect_next(test, &a->ring, i, 0, 0);
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, SLOTS * n + 1, LEN));
		KUNIT_ASSERT_TRUE(test, ring_peek(&a->ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, drop ? 0 : n - 1);
		KUNIT_EXPECT_EQ(test, rec.dropped, drop);
		test_now = 30;
		ring_succeed(&b->ring, &a->ring);
		KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 7, LEN));
		KUNIT_ASSERT_TRUE(test, ring_peek(&b->ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, drop ? 1 : SLOTS * n + 1);
		KUNIT_EXPECT_EQ(test, rec.dropped, drop);
		KUNIT_EXPECT_EQ(test, rec.lost_bytes, rec.overwritten * bytes);
		KUNIT_EXPECT_EQ(test, rec.lost_since, drop ? 20 : 10);
		KUNIT_EXPECT_EQ(test, rec.lost_until, 30);
	}
}

/* A nested writer, and a writer that takes over the page, continue accounting in advance. */
void ring_test_advance_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	write_many(test, ring, (SLOTS - 1) * n);
	for (i = 0; i < 2 * STEPS; i++) {
		account_nest_ring = ring;
		write_many(test, ring, n / 4);
		expect_account_exactly(test, ring);
	}
}

void ring_test_account_dropped(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_stats stats;
	struct ring_mark mark;
	void *payload;

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	test_now = 80;
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_FALSE(test, write_typed(ring, 2, LEN, false));
	test_now = 81;
	/* The record is too large for any page. */
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 3, RING_PAGE_MIN, false));
	expect_account(test, RING_DROPPED, 0, 0, 5, 1);
	expect_account(test, RING_DROPPED_NESTED, 0, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, account_bytes[RING_DROPPED][2], 5 * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, account_bytes[RING_DROPPED][3],
			ring_units(RING_PAGE_MIN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, account_first[RING_DROPPED], 80);
	KUNIT_EXPECT_EQ(test, account_last[RING_DROPPED], 81);

	/* The ring has room again, except for the page of an interrupted writer. */
	ring_skip(ring);
	ring->overwrite = true;
	payload = ring_reserve(ring, 1, LEN, test_clock, &mark);
	KUNIT_ASSERT_NOT_NULL(test, payload);
	for (i = 1; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_FALSE(test, write_typed(ring, 3, LEN, false));
	memset(payload, 0, LEN);
	ring_commit(ring, &mark);
	expect_account(test, RING_DROPPED, 0, 0, 5, 1);
	expect_account(test, RING_DROPPED_NESTED, 0, 0, 0, 3);
	expect_account(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, 3);
	KUNIT_EXPECT_EQ(test, stats.nested, 3);
}

/* A page that was read in part while in use, then overwritten. */
void ring_test_finish_accounts(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_stats stats;
	u32 n = per_page(ring, LEN), i;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	/* All ten records are copied, seven are read, and the rest is not lost either. */
	for (i = 0; i < 7; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_consume(ring);
	}
	ring_finish_accounts(ring);
	expect_account(test, RING_RETAINED, 0, 0, 0, 0);
	for (i = 10; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	expect_account(test, RING_OVERWRITTEN, 0, 5, 5, n - 10);
	for (i = 0; i < 2; i++) {
		ring_finish_accounts(ring);
		expect_account(test, RING_RETAINED, 0, 5, 5, 0);
	}
	for (i = 0; i < 3; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
		ring_consume(ring);
	}
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 10);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n - 10);
	expect_account(test, RING_RETAINED, 0, 5, 5, 0);

	/* A full page belongs to the reader: later writes do not account for it. */
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	ring_finish_accounts(ring);
	expect_account(test, RING_RETAINED, 0, 5, 5, 0);
}

/* Without ring_finish_accounts(), a reader that continues takes the records back. */
void ring_test_keep(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	for (; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	for (i = 0; i < 10; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_consume(ring);
	}
	expect_account(test, RING_RETAINED, 0, 0, 0, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 10);
	expect_account(test, RING_RETAINED, 0, 10, 0, 0);
	expect_account(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
}

void ring_test_abandon(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring_test *u = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;
	struct ring_stats stats;

	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, i % 2));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	ring_consume(ring);
	test_now++;
	/* The page in use is overwritten; the reader page has five and four of its records. */
	for (; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	ring_stats(ring, &stats);
	ring_succeed(&u->ring, ring);
	while (ring_abandon(ring))
		;
	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	expect_account(test, RING_OVERWRITTEN, 5, 5, n - 10, 0);
	expect_account(test, RING_RETAINED, 5, 5, 0, 0);
	expect_account(test, RING_ABANDONED, 5, 4, (SLOTS - 1) * n + 1, 0);
	KUNIT_EXPECT_EQ(test, account_first[RING_ABANDONED], 77);
	KUNIT_EXPECT_EQ(test, account_last[RING_ABANDONED], 78);
	ring_stats(&u->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, SLOTS * n + 1);
	KUNIT_EXPECT_EQ(test, stats.read, 1);
	KUNIT_EXPECT_EQ(test, stats.overwritten, SLOTS * n);
}
