// SPDX-License-Identifier: GPL-2.0
/*
 * Uses a ring at random: in one thread, with an account of every record; and with a
 * writer that signals interrupt and readers in other threads. At the end of each run,
 * the losses accounted by type (struct ring.account) are compared with the records that
 * were read and not read.
 *
 * Built with the address and undefined behaviour sanitizers, and with the thread
 * sanitizer (threads only: it cannot follow signals).
 *
 * Usage: ring_stress [seconds [seed]]
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <linux/limits.h>

#include "ring.h"

#ifdef __SANITIZE_THREAD__
#define KIND	"tsan"
#define SIGNALS	0
#else
#define KIND	"asan"
#define SIGNALS	1
#endif

static char failure[256];
static _Atomic bool failed;

#define check(cond, ...)						\
do {									\
	if (!(cond) && !failed) {					\
		snprintf(failure, sizeof(failure), __VA_ARGS__);	\
		failed = true;						\
	}								\
} while (0)

static u64 random_state = 1;

static u64 random_of(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static u32 random_below(u32 n)
{
	return (random_of(&random_state) >> 20) % n;
}

/*
 * Accounts by type. Writers account on the CPU's thread, including its signal handlers;
 * readers account under their lock, in separate counters.
 */
#define TYPES	8

static u64 reported[RING_DROPPED_NESTED + 1][TYPES];
static u64 by_reader[RING_IN_ADVANCE - RING_RETAINED + 1][TYPES];
static __thread bool is_writer;

static void report_loss(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	bool writers = what <= RING_DROPPED_NESTED;
	const struct ring_lost_type *of;

	check(writers == is_writer, "%d is reported by the wrong side", what);
	check(lost->nr, "the report is empty");
	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		u32 records = ring_lost_records(of);
		u16 type = of->type;

		check(type < TYPES && records, "%u records of type %u are reported", records,
		      type);
		if (type >= TYPES)
			return;
		if (writers)
			__atomic_fetch_add(&reported[what][type], records, __ATOMIC_RELAXED);
		else
			by_reader[what - RING_RETAINED][type] += records;
	}
}

static void reset_reported(void)
{
	memset(reported, 0, sizeof(reported));
	memset(by_reader, 0, sizeof(by_reader));
}

/* Number of records of @type accounted as lost unread. */
static u64 reported_lost(u32 type)
{
	return reported[RING_OVERWRITTEN][type] - by_reader[RING_RETAINED - RING_RETAINED][type] +
	       by_reader[RING_ABANDONED - RING_RETAINED][type] -
	       by_reader[RING_IN_ADVANCE - RING_RETAINED][type];
}

static void discard_in_advance(void)
{
	memset(by_reader[RING_IN_ADVANCE - RING_RETAINED], 0, sizeof(by_reader[0]));
}

static void settle(struct ring *ring)
{
	discard_in_advance();
	ring_finish_accounts(ring);
}

static u64 reported_dropped(u32 type)
{
	return reported[RING_DROPPED][type] + reported[RING_DROPPED_NESTED][type];
}

/* Call after settle(), and after abandoned records were accounted. */
static void check_reported(u64 overwritten, u64 dropped, u64 nested)
{
	u64 lost = 0, drops = 0, nests = 0;
	u32 i;

	for (i = 0; i < TYPES; i++) {
		lost += reported_lost(i);
		drops += reported_dropped(i);
		nests += reported[RING_DROPPED_NESTED][i];
	}
	check(lost == overwritten, "%llu reported as overwritten, not %llu", lost, overwritten);
	check(drops == dropped, "%llu reported as dropped, not %llu", drops, dropped);
	check(nests == nested, "%llu reported as dropped for nesting, not %llu", nests, nested);
}

/* A ring with its memory; each page has its own allocation. */
struct made {
	struct ring ring;
	struct ring_page *pages;
	u64 *slots;
	int nr;
};

static void make(struct made *m, u32 slots, u32 page_bytes, bool overwrite, u64 (*clock)(void))
{
	u32 i;

	memset(m, 0, sizeof(*m));
	m->nr = slots + RING_OWN_PAGES;
	m->pages = calloc(m->nr, sizeof(*m->pages));
	m->slots = calloc(slots, sizeof(*m->slots));
	for (i = 0; i < m->nr; i++)
		m->pages[i].data = aligned_alloc(4096, page_bytes);
	if (ring_init(&m->ring, m->pages, m->slots, slots, page_bytes, clock))
		check(false, "ring_init");
	m->ring.overwrite = overwrite;
	m->ring.account = report_loss;
}

static void unmake(struct made *m)
{
	while (m->nr--)
		free(m->pages[m->nr].data);
	free(m->pages);
	free(m->slots);
}

static bool report(const char *name)
{
	printf("%sok - stress " KIND " %s\n", failed ? "not " : "", name);
	if (failed)
		printf("# %s\n", failure);
	fflush(stdout);
	return !failed;
}

/* One thread */

struct entry {
	u64	time;
	u32	len;
	bool	record;		/* false: a drop */
	bool	discarded;
	bool	read;
};

#define MAX_LOG	(1 << 18)
static struct entry log_of[MAX_LOG];
static u32 nr_log;
static u64 now;

static u64 test_clock(void)
{
	return now;
}

static u8 content(u32 n, u32 i)
{
	return n * 31 + i;
}

/* Records of the same type follow each other. */
static u16 type_of(u32 n)
{
	return 1 + n / 5 % (TYPES - 1);
}

/* Reserve a record; pass *@mark and the result to finish_one(). */
static u8 *begin_one(struct ring *ring, u32 len, bool discard, bool may_drop,
		     struct ring_mark *mark)
{
	u8 *payload;

	is_writer = true;
	payload = ring_reserve(ring, type_of(nr_log), len, test_clock, mark);
	is_writer = false;
	check(payload || may_drop, "%u bytes were dropped", len);
	check(!((unsigned long)payload & 3), "payload is not aligned");
	log_of[nr_log++] = (struct entry) { .time = now, .len = (len + 3) & ~3U,
					    .record = payload, .discarded = discard };
	return payload;
}

static void finish_one(struct ring *ring, u32 n, u8 *payload, const struct ring_mark *mark)
{
	struct ktrace_common common = { .type = type_of(n), .pid = n };
	u32 i;

	if (!payload)
		return;
	memcpy(payload, &common, sizeof(common));
	for (i = sizeof(common); i < log_of[n].len; i++)
		payload[i] = content(n, i);
	if (log_of[n].discarded)
		ring_discard(ring, mark);
	else
		ring_commit(ring, mark);
}

static void write_one(struct ring *ring, u32 len, bool discard, bool may_drop)
{
	struct ring_mark mark;
	u32 n = nr_log;

	finish_one(ring, n, begin_one(ring, len, discard, may_drop, &mark), &mark);
	check(!ring_busy(ring), "busy between writers");
}

/* Write a burst inside of an unfinished record, as much as a ring holds or more. */
static void write_around(struct ring *ring, u32 burst)
{
	struct ring_mark mark, inner;
	u32 n = nr_log, m;
	u8 *payload = begin_one(ring, 8 + random_below(100), false, !ring->overwrite, &mark);

	while (burst--) {
		m = nr_log;
		now += random_below(3);
		finish_one(ring, m, begin_one(ring, 8 + random_below(400), !random_below(25), true,
					      &inner), &inner);
	}
	check(!payload || ring_busy(ring), "not busy within a writer");
	finish_one(ring, n, payload, &mark);
	check(!ring_busy(ring), "busy between writers");
}

/* Compare the accounts by type with the log from @from on, when no record is left to read. */
static void check_log_reported(struct ring *ring, u32 from)
{
	u64 unread[TYPES] = {}, drops[TYPES] = {}, discarded = 0;
	struct ring_stats stats;
	u32 i;

	settle(ring);
	for (i = from; i < nr_log; i++) {
		if (!log_of[i].record)
			drops[type_of(i)]++;
		else if (log_of[i].discarded)
			discarded++;
		else if (!log_of[i].read)
			unread[type_of(i)]++;
	}
	for (i = 1; i < TYPES; i++) {
		check(reported_lost(i) == unread[i],
		      "%llu of type %u reported as overwritten, not %llu",
		      reported_lost(i), i, unread[i]);
		check(reported_dropped(i) == drops[i],
		      "%llu of type %u reported as dropped, not %llu",
		      reported_dropped(i), i, drops[i]);
	}
	check(reported_lost(RING_TYPE_DISCARDED) <= discarded,
	      "%llu of %llu discarded records lost",
	      reported_lost(RING_TYPE_DISCARDED), discarded);
	check(!reported_dropped(RING_TYPE_DISCARDED),
	      "a record that was not written was discarded");
	ring_stats(ring, &stats);
	check_reported(stats.overwritten, stats.dropped, stats.nested);
}

static void read_one(s64 *last, const void *data, u32 len, u64 time)
{
	struct ktrace_common common;
	const u8 *payload = data;
	u32 i, n;

	memcpy(&common, payload, sizeof(common));
	n = common.pid;
	if (n >= nr_log) {
		check(false, "no record: %u", n);
		return;
	}
	check(common.type == type_of(n), "record %u has type %u", n, common.type);
	check(log_of[n].record && !log_of[n].discarded, "record %u was not written", n);
	check((s64)n > *last, "record %u after %lld", n, *last);
	check(len == log_of[n].len, "record %u has length %u, not %u", n, len, log_of[n].len);
	check(time == log_of[n].time, "record %u has time %llx, not %llx", n, time,
	      log_of[n].time);
	for (i = sizeof(common); i < len && !failed; i++)
		check(payload[i] == content(n, i), "record %u differs at %u", n, i);
	*last = n;
}

static void check_gap(s64 from, s64 to, u64 overwritten, u64 dropped)
{
	u64 records = 0, discarded = 0, drops = 0;

	while (++from < to) {
		if (!log_of[from].record)
			drops++;
		else if (log_of[from].discarded)
			discarded++;
		else
			records++;
	}
	check(drops == dropped, "%llu dropped before %lld, %llu reported", drops, to, dropped);
	check(overwritten >= records && overwritten <= records + discarded,
	      "%llu missing before %lld, %llu reported", records, to, overwritten);
}

static bool consume(struct ring *ring, s64 *last)
{
	struct ring_record rec;
	s64 from = *last;

	if (!ring_peek(ring, &rec))
		return false;
	read_one(last, rec.data, rec.len, rec.time);
	if (failed)
		return false;
	check_gap(from, *last, rec.overwritten, rec.dropped);
	log_of[*last].read = true;
	ring_consume(ring);
	return !failed;
}

/*
 * @reported:	a part of the losses after @last was already reported to the consumer.
 */
static void iterate(struct ring *ring, void *image, s64 last, bool reported)
{
	struct ring_iter iter;
	struct ring_record rec;

	ring_iter_start(ring, &iter, image);
	while (!failed && ring_iter_next(ring, &iter, &rec)) {
		s64 from = last;

		read_one(&last, rec.data, rec.len, rec.time);
		if (!reported)
			check_gap(from, last, rec.overwritten, rec.dropped);
		reported = false;
	}
}

/*
 * Check the records of a page. @lost is the number of records missing before the first
 * one; all ones if unknown.
 */
static void read_records(const struct ktrace_page_header *page, u64 lost, s64 *last)
{
	const char *at = (const char *)(page + 1);
	const char *end = at + (page->commit & KTRACE_PAGE_SIZE_MASK);
	u64 time = page->time_stamp;
	bool first = true;

	while (at < end && !failed) {
		const u32 *head = (const u32 *)at;
		u32 type = *head & 31, bytes = (type + 1) * 4;
		u64 records = 0, drops = 0, discarded = 0;
		s64 from = *last;

		if (type == KTRACE_TYPE_EXTEND) {
			time += *head >> 5 | (u64)head[1] << KTRACE_DELTA_BITS;
			at += 8;
			continue;
		}
		if (type == KTRACE_TYPE_LONG || type == KTRACE_TYPE_PADDING)
			bytes = 4 + head[1];
		at += bytes;
		if (type == KTRACE_TYPE_PADDING) {
			check(*head >> 5, "padding without a length");
			time += head[2];
			continue;
		}
		time += *head >> 5;
		if (type == KTRACE_TYPE_LONG)
			read_one(last, head + 2, bytes - 8, time);
		else
			read_one(last, head + 1, bytes - 4, time);
		if (failed)
			return;
		log_of[*last].read = true;
		while (++from < *last) {
			records += log_of[from].record && !log_of[from].discarded;
			discarded += log_of[from].record && log_of[from].discarded;
			drops += !log_of[from].record;
		}
		if (!first)
			lost = 0;
		check(lost == U64_MAX ||
		      (lost >= records + drops && lost <= records + drops + discarded),
		      "%llu + %llu lost before a page, %llu reported", records, drops, lost);
		first = false;
	}
}

static bool consume_page(struct ring *ring, struct ktrace_page_header *page, bool whole,
			 s64 *last)
{
	const char *end;
	u64 lost = 0;

	if (!ring_read_page(ring, page, whole))
		return false;
	end = (const char *)(page + 1) + (page->commit & KTRACE_PAGE_SIZE_MASK);
	check(end <= (char *)page + ring->page_bytes, "a page of %llx", page->commit);
	if (page->commit & KTRACE_PAGE_LOST_COUNT) {
		memcpy(&lost, end, sizeof(lost));
	} else if (page->commit & KTRACE_PAGE_LOST) {
		check((char *)page + ring->page_bytes - end < 8, "no count of the lost");
		lost = U64_MAX;
	}
	read_records(page, lost, last);
	return !failed;
}

/* A process that has mapped the ring, and the page that it read last. */
struct mapper {
	u32	page;
	u64	lost;
	u64	reported;		/* losses before pages since the last record */
};

static bool consume_mapped(struct ring *ring, struct mapper *mapper, s64 *last)
{
	const struct ktrace_page_header *page;
	s64 from = *last;
	u32 end;

	if (!ring_map_page(ring, &mapper->lost))
		return false;
	page = ring->pages[ring->reader.shown].data;
	check(mapper->page != ring->reader.shown, "the mapped page is the same as before");
	/* A page may contain only discarded records. */
	mapper->reported += mapper->lost;
	mapper->page = ring->reader.shown;
	end = sizeof(*page) + (page->commit & KTRACE_PAGE_SIZE_MASK);
	check(end > sizeof(*page) && end <= ring->page_bytes, "a mapped page of %u", end);
	check(!(page->commit & KTRACE_PAGE_LOST) == !mapper->lost, "%llu lost, commit is %llx",
	      mapper->lost, page->commit);
	read_records(page, mapper->reported, last);
	if (*last > from)
		mapper->reported = 0;
	return !failed;
}

/* Replace a ring that has unread records by a new one. */
static void replace(struct made *made, u32 from)
{
	struct ring_stats before, stats;
	struct ring_record rec;
	struct made next;

	ring_stats(&made->ring, &before);
	make(&next, 2, RING_PAGE_MIN, true, test_clock);
	ring_succeed(&next.ring, &made->ring);
	while (ring_abandon(&made->ring))
		;
	check(!ring_abandon(&made->ring), "abandoned twice");
	ring_stats(&next.ring, &stats);
	check(stats.written == before.written && stats.read == before.read &&
	      stats.dropped == before.dropped && stats.nested == before.nested &&
	      stats.overwritten == before.written - before.read && !stats.bytes,
	      "%llu written, %llu read, %llu overwritten; before it was replaced %llu, %llu, %llu",
	      stats.written, stats.read, stats.overwritten, before.written, before.read,
	      before.overwritten);
	check_log_reported(&next.ring, from);
	write_one(&next.ring, 8, false, false);
	check(ring_peek(&next.ring, &rec), "the new ring has no record");
	check(rec.overwritten <= stats.overwritten && rec.dropped <= stats.dropped,
	      "%llu + %llu reported of a ring that lost %llu + %llu", rec.overwritten, rec.dropped,
	      stats.overwritten, stats.dropped);
	unmake(&next);
}

static void random_use(u32 slots, u32 page_bytes, bool overwrite, bool mapped, u64 start,
		       u32 writes)
{
	static const u64 jumps[] = { 0, 1, 100, 1 << 21, 1 << 27, (1 << 27) - 1, 1ULL << 40,
				     1ULL << 58 };
	u32 max_len = ring_max_len(page_bytes), total_written = 0, drops = 0, i;
	struct ktrace_page_header *page = malloc(page_bytes);
	void *image = malloc(page_bytes);
	struct ring_stats stats;
	struct mapper mapper = { .page = U32_MAX };
	struct made made;
	struct ring *ring = &made.ring;
	u64 zero_written = 0;
	s64 last = -1;

	nr_log = 0;
	now = start;
	reset_reported();
	make(&made, slots, page_bytes, overwrite, test_clock);
	if (!mapped) {
		/* A ring in the kernel does not have this page either, unless it is mapped. */
		free(made.pages[RING_SPARE].data);
		made.pages[RING_SPARE].data = NULL;
	}
	while (nr_log < writes && !failed) {
		u32 burst = random_below(60), kind = random_below(20);

		while (burst--) {
			u32 size = random_below(40);
			u32 len = 8 + random_below(size < 36 ? 100 :
						   size < 39 ? 3000 : max_len - 8);

			if (!random_below(400))
				len = max_len + 1 + random_below(page_bytes);
			now += jumps[random_below(4) ? random_below(3) : random_below(8)];
			write_one(ring, len, !random_below(25), !overwrite || len > max_len);
		}
		if (mapped && (kind < 6 || (kind >= 8 && kind < 11))) {
			consume_mapped(ring, &mapper, &last);
		} else if (kind < 6) {
			for (i = random_below(200); i; i--)
				if (!consume(ring, &last))
					break;
		} else if (kind < 8) {
			iterate(ring, image, last, mapper.reported);
		} else if (kind < 11) {
			consume_page(ring, page, kind == 8, &last);
		} else if (kind == 11) {
			bool empty = ring_empty(ring);

			if (mapped)
				check(empty == !consume_mapped(ring, &mapper, &last) || failed,
				      "empty or not");
			else
				check(!empty || !ring_peek(ring, &(struct ring_record) {}),
				      "empty, but there is a record");
		} else if (kind == 12 && !random_below(10)) {
			ring_skip(ring);
			check(ring_skipped(ring), "skipped, but overwritten");
			reset_reported();
			mapper = (struct mapper) { .page = mapper.page };
			last = nr_log - 1;
			ring_stats(ring, &stats);
			check(!stats.written && !stats.dropped && !stats.read && !stats.bytes &&
			      !stats.overwritten, "something is left after a skip");
			zero_written = nr_log;
		} else if (kind == 13) {
			struct ring_mark mark;

			ring_set_flags(ring, RING_OFF, 0);
			check(!ring_reserve(ring, 0, 16, test_clock, &mark), "off, but reserves");
			ring_set_flags(ring, 0, RING_OFF);
		} else if (kind == 14) {
			ring_set_flags(ring, RING_CLOCK, 0);
		} else if (kind == 15) {
			ring_set_flags(ring, RING_WAITER, RING_CLOCK);
		} else if (kind == 16) {
			write_around(ring, random_below(2) ? random_below(10) :
				     slots * page_bytes / 200);
		} else if (kind == 17) {
			settle(ring);
			ring_stats(ring, &stats);
			check_reported(stats.overwritten, stats.dropped, stats.nested);
		}
		total_written = drops = 0;
		for (i = zero_written; i < nr_log; i++) {
			total_written += log_of[i].record;
			drops += !log_of[i].record;
		}
		ring_stats(ring, &stats);
		check(stats.written == total_written, "%llu written, not %u", stats.written,
		      total_written);
		check(stats.dropped == drops, "%llu dropped, not %u", stats.dropped, drops);
		check(stats.read + stats.overwritten <= stats.written, "%llu + %llu of %llu",
		      stats.read, stats.overwritten, stats.written);
	}
	if (random_below(2)) {
		replace(&made, zero_written);
	} else {
		while (mapped ? consume_mapped(ring, &mapper, &last) : consume(ring, &last))
			;
		ring_stats(ring, &stats);
		check(stats.read + stats.overwritten == stats.written, "%llu + %llu of %llu",
		      stats.read, stats.overwritten, stats.written);
		check(!stats.bytes && !stats.oldest, "bytes are left");
		check_log_reported(ring, zero_written);
	}
	unmake(&made);
	free(page);
	free(image);
}

/* Records of every size up to the maximum, and of one that is too large. */
static void each_length(u32 page_bytes)
{
	u32 max_len = ring_max_len(page_bytes), len, step = 1;
	struct made made;
	s64 last = -1;

	nr_log = 0;
	now = 1;
	reset_reported();
	make(&made, 2, page_bytes, true, test_clock);
	for (len = 8; len <= max_len + 8 && !failed; len += step) {
		now += 1ULL << 28;
		write_one(&made.ring, len, false, len > max_len);
		while (consume(&made.ring, &last))
			;
		step = len < 300 || len > max_len - 100 ? 1 : 97 + len / 50;
		if (step > 1 && len + step > max_len - 100)
			step = max_len - 100 > len ? max_len - 100 - len : 1;
	}
	write_one(&made.ring, max_len + 9, false, true);
	check(!log_of[nr_log - 1].record, "too large, but recorded");
	/* Do not reopen a closed page for a record that would not fit twice. */
	write_one(&made.ring, max_len, false, false);
	write_one(&made.ring, RING_PAGE_MAX, false, true);
	write_one(&made.ring, page_bytes - 400, false, false);
	while (consume(&made.ring, &last))
		;
	check(last == nr_log - 1, "the last record is not read");
	check_log_reported(&made.ring, 0);
	unmake(&made);
}

/* No page is available: records that do not fit continue to find the page closed. */
static void closed_page(u32 page_bytes)
{
	u32 len = ring_max_len(page_bytes), i;
	struct made made;
	s64 last = -1;

	nr_log = 0;
	now = 1;
	reset_reported();
	make(&made, 2, page_bytes, false, test_clock);
	for (i = 0; i < 4; i++)
		write_one(&made.ring, len, false, true);
	for (len = 8; len <= RING_PAGE_MAX && !failed; len += 8 + len / 64)
		write_one(&made.ring, len, false, true);
	for (i = 2; i < nr_log; i++)
		check(!log_of[i].record, "recorded into a full ring");
	while (consume(&made.ring, &last))
		;
	check(last == 1, "the records before are not read");
	check_log_reported(&made.ring, 0);
	unmake(&made);
}

static void backward_clock(void)
{
	struct ring_record rec;
	struct made made;
	u64 before = 0;
	int i;

	nr_log = 0;
	now = 1ULL << 40;
	reset_reported();
	make(&made, 2, 4096, true, test_clock);
	for (i = 0; i < 1000; i++) {
		now += random_below(3) ? 5000000 : -4000000;
		write_one(&made.ring, 8, false, false);
		while (ring_peek(&made.ring, &rec)) {
			check(rec.time >= before, "a time went back");
			before = rec.time;
			ring_consume(&made.ring);
		}
	}
	unmake(&made);
}

/* Threads and signals */

#define CONTEXTS	4
#define EVERY		64	/* the writer lets other threads run after this many records */

struct payload {
	struct ktrace_common common;	/* the type is 1 + the context */
	u64	seq;
	u64	sum;
	u64	fill[32];
};

static struct made shared;
static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool stop;
static volatile int level;
static u64 written[CONTEXTS], discarded[CONTEXTS], nulls[CONTEXTS], tries[CONTEXTS];
static u64 nr_read[CONTEXTS], nr_over, nr_dropped, nr_raw_lost;
static bool raw_unknown;
static u64 ticks;

static u64 tick_clock(void)
{
	return __atomic_add_fetch(&ticks, 1, __ATOMIC_RELAXED);
}

#define put(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)

static void write_shared(int context, u64 *random)
{
	u32 i, n = random_of(random) % 32, size = offsetof(struct payload, fill) + n * 8;
	u64 seq = ++tries[context], sum = seq * 31 + context + size;
	struct ring_mark mark;
	struct payload *p;

	if (!(random_of(random) & 1023))
		__atomic_add_fetch(&ticks, 1 << 22, __ATOMIC_RELAXED);
	if (!(random_of(random) & 4095))
		__atomic_add_fetch(&ticks, 1 << 28, __ATOMIC_RELAXED);
	p = ring_reserve(&shared.ring, 1 + context, size, tick_clock, &mark);
	if (!p) {
		nulls[context]++;
		return;
	}
	/* The payload is aligned to 4 bytes only. */
	for (i = 0; i < size / 4; i++) {
		struct payload copy = { { .type = 1 + context, .pid = size }, seq, sum, {} };
		u32 word;

		if (i < offsetof(struct payload, fill) / 4)
			memcpy(&word, (char *)&copy + i * 4, 4);
		else
			word = sum + i;
		put(((u32 *)p)[i], word);
	}
	if (random_of(random) & 63) {
		written[context]++;
		ring_commit(&shared.ring, &mark);
	} else {
		discarded[context]++;
		ring_discard(&shared.ring, &mark);
	}
}

static void on_signal(int number)
{
	static u64 random = 88172645463325252ULL;
	int context = ++level;

	if (context < CONTEXTS) {
		write_shared(context, &random);
		if (context + 1 < CONTEXTS && (random & 7) == 0)
			raise(SIGUSR1);
		if (random & 1)
			write_shared(context, &random);
	}
	level = context - 1;
}

static void *writer_thread(void *arg)
{
	u64 random = 123456789, i;

	is_writer = true;
	if (SIGNALS) {
		struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_NODEFER };
		sigset_t set;

		sigaction(SIGUSR1, &action, NULL);
		sigemptyset(&set);
		sigaddset(&set, SIGUSR1);
		pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	}
	for (i = 0; !stop; i++) {
		write_shared(0, &random);
		if (i % EVERY == 0)
			usleep(i % (EVERY * 64) ? 0 : 300);
	}
	return NULL;
}

/* Return the context that wrote the record. */
static u32 read_shared(const void *data, u32 len, u64 time, u64 *times)
{
	struct payload p;
	u32 i, context;

	check(len >= offsetof(struct payload, fill) && len <= sizeof(p), "length %u", len);
	if (failed)
		return 0;
	memcpy(&p, data, len);
	context = p.common.type - 1;
	check(context < CONTEXTS && p.common.pid == len, "context %u, size %d of %u", context,
	      p.common.pid, len);
	check(p.sum == p.seq * 31 + context + len, "wrong sum");
	for (i = offsetof(struct payload, fill) / 4; i < len / 4 && !failed; i++)
		check(((u32 *)&p)[i] == (u32)(p.sum + i), "wrong content at %u", i);
	if (failed)
		return 0;
	check(time > *times, "time %llx after %llx", time, *times);
	*times = time;
	return context;
}

static u64 last_time;

/* Check the records of a page. */
static void read_shared_page(const struct ktrace_page_header *header)
{
	const u32 *at = (const u32 *)(header + 1);
	const u32 *end = at + (header->commit & KTRACE_PAGE_SIZE_MASK) / 4;
	u64 time = header->time_stamp;

	while (at < end && !failed) {
		u32 type = *at & 31, n = type;
		u64 delta = *at++ >> 5;

		if (type == KTRACE_TYPE_PADDING) {
			check(delta, "padding without a length");
			time += at[1];
			at += *at / 4;
			continue;
		}
		time += delta;
		if (type == KTRACE_TYPE_EXTEND) {
			time += (u64)*at++ << KTRACE_DELTA_BITS;
			continue;
		}
		if (type == KTRACE_TYPE_LONG)
			n = *at++ / 4 - 1;
		nr_read[read_shared(at, n * 4, time, &last_time)]++;
		at += n;
	}
}

static void *consume_thread(void *arg)
{
	char *page = malloc(shared.ring.page_bytes);
	struct ring_record rec;
	struct ring_stats stats;
	u32 i = 0;
	bool last;

	do {
		last = stop;
		pthread_mutex_lock(&readers);
		if (++i % 8 == 0) {
			const struct ktrace_page_header *header = (void *)page;

			if (ring_read_page(&shared.ring, page, i % 16)) {
				u32 size = header->commit & KTRACE_PAGE_SIZE_MASK;
				u64 lost = 0;

				if (header->commit & KTRACE_PAGE_LOST_COUNT)
					memcpy(&lost, page + sizeof(*header) + size, 8);
				else if (header->commit & KTRACE_PAGE_LOST)
					raw_unknown = true;
				nr_raw_lost += lost;
				read_shared_page(header);
			}
		} else {
			int n = 50;

			while (n-- && !failed && ring_peek(&shared.ring, &rec)) {
				nr_read[read_shared(rec.data, rec.len, rec.time, &last_time)]++;
				nr_over += rec.overwritten;
				nr_dropped += rec.dropped;
				ring_consume(&shared.ring);
			}
		}
		if (i % 64 == 0)
			ring_stats(&shared.ring, &stats);
		if (i % 32 == 0)
			settle(&shared.ring);
		if (i % 128 == 0)
			ring_set_flags(&shared.ring, RING_WAITER, 0);
		pthread_mutex_unlock(&readers);
		if (i % 512 == 0)
			usleep(1000);
	} while (!last && !failed);
	free(page);
	return NULL;
}

/*
 * A process that has mapped the ring: reads the page without a lock, and is the only
 * consumer.
 */
static struct mapper mapped;

static bool show_mapped(void)
{
	const struct ktrace_page_header *header;
	u32 own;
	bool any;

	pthread_mutex_lock(&readers);
	any = ring_map_page(&shared.ring, &mapped.lost);
	own = shared.ring.reader.shown;
	pthread_mutex_unlock(&readers);
	if (!any)
		return false;
	header = shared.ring.pages[own].data;
	check(own != mapped.page, "the mapped page is the same as before");
	mapped.page = own;
	nr_raw_lost += mapped.lost;
	read_shared_page(header);
	return true;
}

static void *map_thread(void *arg)
{
	u32 i = 0;

	while (!stop && !failed) {
		if (!show_mapped())
			usleep(50);
		if (++i % 64 == 0)
			usleep(1000);
	}
	return NULL;
}

static void *iterate_thread(void *arg)
{
	void *image = malloc(shared.ring.page_bytes);
	struct ring_iter iter;
	struct ring_record rec;

	while (!stop && !failed) {
		u64 times = 0;

		pthread_mutex_lock(&readers);
		ring_iter_start(&shared.ring, &iter, image);
		pthread_mutex_unlock(&readers);
		while (!failed && ring_iter_next(&shared.ring, &iter, &rec))
			read_shared(rec.data, rec.len, rec.time, &times);
		usleep(100);
	}
	free(image);
	return NULL;
}

static u64 wakes;

static void on_notify(struct ring *ring)
{
	wakes++;
}

enum { DRAIN, REPLACE, MAP };

/*
 * Call without writers and readers. @ring has the account, @seen the losses reported to
 * readers.
 */
static void check_shared(struct ring *ring, u64 seen)
{
	u64 all_written = 0, all_nulls = 0, all_read = 0, all_discarded = 0;
	struct ring_stats stats;
	int i;

	ring_stats(ring, &stats);
	for (i = 0; i < CONTEXTS; i++) {
		all_written += written[i] + discarded[i];
		all_discarded += discarded[i];
		all_nulls += nulls[i];
		all_read += nr_read[i];
		check(written[i] == nr_read[i] + reported_lost(1 + i),
		      "context %d: %llu written, but %llu read, %llu reported as lost", i,
		      written[i], nr_read[i], reported_lost(1 + i));
		check(nulls[i] == reported_dropped(1 + i),
		      "context %d: %llu dropped, %llu reported", i,
		      nulls[i], reported_dropped(1 + i));
	}
	all_discarded -= reported_lost(RING_TYPE_DISCARDED);
	check(stats.written == all_written, "%llu written, not %llu", stats.written, all_written);
	check(stats.dropped == all_nulls, "%llu dropped, not %llu", stats.dropped, all_nulls);
	check(stats.read == all_read + all_discarded, "%llu read, not %llu + %llu discarded",
	      stats.read, all_read, all_discarded);
	check(stats.written == stats.read + stats.overwritten, "%llu written, %llu + %llu",
	      stats.written, stats.read, stats.overwritten);
	check_reported(stats.overwritten, stats.dropped, stats.nested);
	check(raw_unknown || stats.overwritten + stats.dropped - seen <= all_nulls,
	      "lost %llu + %llu, reported %llu", stats.overwritten, stats.dropped, seen);
	printf("# %llu written, %llu in signals, %llu read, %llu overwritten (%llu taken back, %llu abandoned), %llu dropped (%llu nested), %llu notices\n",
	       stats.written, stats.written - written[0] - discarded[0], stats.read,
	       stats.overwritten, by_reader[0][1] + by_reader[0][2],
	       by_reader[1][1] + by_reader[1][2], stats.dropped, stats.nested, wakes);
}

static void threads(u32 slots, u32 page_bytes, bool overwrite, int end, double seconds)
{
	struct ring_record rec;
	struct made next;
	pthread_t writer, reader[2];
	struct timespec pause = { 0, 20000 };
	struct timespec begin, t;
	u64 abandoned;

	make(&shared, slots, page_bytes, overwrite, tick_clock);
	if (end != MAP) {
		free(shared.pages[RING_SPARE].data);
		shared.pages[RING_SPARE].data = NULL;
	}
	reset_reported();
	shared.ring.notify = on_notify;
	memset(written, 0, sizeof(written));
	memset(discarded, 0, sizeof(discarded));
	memset(nulls, 0, sizeof(nulls));
	memset(nr_read, 0, sizeof(nr_read));
	mapped = (struct mapper) { .page = U32_MAX };
	nr_over = nr_dropped = nr_raw_lost = last_time = wakes = 0;
	stop = raw_unknown = false;
	pthread_create(&writer, NULL, writer_thread, NULL);
	pthread_create(&reader[0], NULL, end == MAP ? map_thread : consume_thread, NULL);
	pthread_create(&reader[1], NULL, iterate_thread, NULL);
	usleep(1000);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		if (SIGNALS)
			pthread_kill(writer, SIGUSR1);
		nanosleep(&pause, NULL);
		clock_gettime(CLOCK_MONOTONIC, &t);
	} while (!failed && t.tv_sec - begin.tv_sec + (t.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
	stop = true;
	pthread_join(writer, NULL);
	pthread_join(reader[0], NULL);
	pthread_join(reader[1], NULL);
	check(!ring_busy(&shared.ring), "busy after all");
	if (end == REPLACE) {
		make(&next, 2, RING_PAGE_MIN, true, tick_clock);
		ring_succeed(&next.ring, &shared.ring);
		while (ring_abandon(&shared.ring))
			;
		/* All records of the old ring are read, overwritten or abandoned. */
		discard_in_advance();
		/* Losses reported to readers, and losses that no reader will see. */
		abandoned = next.ring.reader.cur.gap.overwritten + next.ring.reader.cur.gap.dropped;
		check_shared(&next.ring, nr_over + nr_dropped + nr_raw_lost + abandoned);
		unmake(&next);
	} else {
		while (end == MAP && !failed && show_mapped())
			;
		while (end != MAP && !failed && ring_peek(&shared.ring, &rec)) {
			nr_read[read_shared(rec.data, rec.len, rec.time, &last_time)]++;
			nr_over += rec.overwritten;
			nr_dropped += rec.dropped;
			ring_consume(&shared.ring);
		}
		settle(&shared.ring);
		check_shared(&shared.ring, nr_over + nr_dropped + nr_raw_lost);
	}
	unmake(&shared);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 3;
	static const u64 starts[] = {
		0, (1 << 21) - 50, (1 << 27) - 50, (1ULL << 59) - 50, -5000ULL,
	};
	bool good = true;
	sigset_t set;
	u32 i, bytes;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	if (argc > 2)
		random_state = strtoull(argv[2], NULL, 0) | 1;
	setvbuf(stdout, NULL, _IOLBF, 0);

	for (bytes = RING_PAGE_MIN; bytes <= RING_PAGE_MAX; bytes *= 2)
		each_length(bytes);
	good &= report("each length of record");
	for (bytes = RING_PAGE_MIN; bytes <= RING_PAGE_MAX; bytes *= 2)
		closed_page(bytes);
	good &= report("large records on a closed page");
	backward_clock();
	good &= report("a clock that goes back");
	for (i = 0; i < (SIGNALS ? 40 : 4) && !failed; i++)
		random_use(2 + random_below(4), RING_PAGE_MIN << i % 4, i & 4, i % 3 == 2,
			   starts[i % 5], 10000);
	if (SIGNALS)
		random_use(2, RING_PAGE_MAX, true, false, 1, 30000);
	good &= report("random use");
	threads(2, 4096, true, DRAIN, seconds / 5);
	good &= report("threads, overwrite");
	threads(4, 4096, false, DRAIN, seconds / 5);
	good &= report("threads, discard");
	threads(3, 16384, true, REPLACE, seconds / 5);
	good &= report("threads, larger pages, a ring that is replaced");
	threads(2, 4096, true, MAP, seconds / 5);
	good &= report("threads, mapped, overwrite");
	threads(4, 4096, false, MAP, seconds / 5);
	good &= report("threads, mapped, discard");
	return good ? 0 : 1;
}
