// SPDX-License-Identifier: GPL-2.0
/*
 * A ring in random use: by one thread, with an account of every record beside
 * it, and by a writer that signals interrupt and readers in other threads.
 *
 * Built with the address and the undefined behaviour sanitizer, and with the
 * thread sanitizer (threads only: that one cannot follow signals).
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

/* A ring with its memory, each page in an allocation of its own. */
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

/*
 * One thread.
 */

struct entry {
	u64	time;
	u32	len;
	bool	record;		/* else a drop */
	bool	discarded;
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

static void write_one(struct ring *ring, u32 len, bool discard, bool may_drop)
{
	struct ring_mark mark;
	struct entry *entry = &log_of[nr_log];
	u8 *payload = ring_reserve(ring, 0, len, test_clock, &mark);
	u32 i;

	*entry = (struct entry) { .time = now, .len = (len + 3) & ~3U, .record = payload,
				  .discarded = discard };
	check(payload || may_drop, "%u bytes were dropped", len);
	if (payload) {
		check(!((unsigned long)payload & 3), "payload is not aligned");
		memcpy(payload, &nr_log, sizeof(nr_log));
		for (i = 4; i < entry->len; i++)
			payload[i] = content(nr_log, i);
		if (discard)
			ring_discard(ring, &mark);
		else
			ring_commit(ring, &mark);
	}
	nr_log++;
	check(!ring_busy(ring), "busy between writers");
}

static void read_one(s64 *last, const void *data, u32 len, u64 time)
{
	const u8 *payload = data;
	u32 i, n;

	memcpy(&n, payload, sizeof(n));
	if (n >= nr_log) {
		check(false, "no record: %u", n);
		return;
	}
	check(log_of[n].record && !log_of[n].discarded, "record %u was not written", n);
	check((s64)n > *last, "record %u after %lld", n, *last);
	check(len == log_of[n].len, "record %u has length %u, not %u", n, len, log_of[n].len);
	check(time == log_of[n].time, "record %u has time %llx, not %llx", n, time,
	      log_of[n].time);
	for (i = 4; i < len && !failed; i++)
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
	check_gap(from, *last, rec.overwritten, rec.dropped);
	ring_consume(ring);
	return !failed;
}

static void iterate(struct ring *ring, void *image, s64 last)
{
	struct ring_cursor iter;
	struct ring_record rec;

	ring_iter_start(ring, &iter, image);
	while (!failed && ring_iter_next(ring, &iter, &rec)) {
		s64 from = last;

		read_one(&last, rec.data, rec.len, rec.time);
		check_gap(from, last, rec.overwritten, rec.dropped);
	}
}

static bool consume_page(struct ring *ring, struct ktrace_page_header *page, bool whole,
			 s64 *last)
{
	char *at = (char *)(page + 1), *end;
	bool first = true;
	u64 time;

	if (!ring_read_page(ring, page, whole))
		return false;
	end = at + (page->commit & KTRACE_PAGE_SIZE_MASK);
	check(end <= (char *)page + ring->page_bytes, "a page of %llx", page->commit);
	time = page->time_stamp;
	while (at < end && !failed) {
		u32 *head = (u32 *)at, type = *head & 31, bytes = (type + 1) * 4;
		s64 from = *last;
		u64 lost = 0;

		if (type == KTRACE_TYPE_EXTEND) {
			time += *head >> 5 | (u64)head[1] << KTRACE_DELTA_BITS;
			at += 8;
			continue;
		}
		time += *head >> 5;
		if (type == KTRACE_TYPE_LONG || type == KTRACE_TYPE_PADDING)
			bytes = 4 + head[1];
		if (type == KTRACE_TYPE_LONG)
			read_one(last, head + 2, bytes - 8, time);
		else if (type != KTRACE_TYPE_PADDING)
			read_one(last, head + 1, bytes - 4, time);
		at += bytes;
		if (type == KTRACE_TYPE_PADDING)
			continue;
		if (first && (page->commit & KTRACE_PAGE_LOST_COUNT))
			memcpy(&lost, end, sizeof(lost));
		if (first && (page->commit & KTRACE_PAGE_LOST) && !lost) {
			check((char *)page + ring->page_bytes - end < 8, "no count of the lost");
		} else {
			u64 records = 0, drops = 0, discarded = 0;

			while (++from < *last) {
				records += log_of[from].record && !log_of[from].discarded;
				discarded += log_of[from].record && log_of[from].discarded;
				drops += !log_of[from].record;
			}
			check(lost >= records + drops && lost <= records + drops + discarded,
			      "%llu + %llu lost before a page, %llu reported", records, drops,
			      lost);
		}
		first = false;
	}
	return !failed;
}

static void random_use(u32 slots, u32 page_bytes, bool overwrite, u64 start, u32 writes)
{
	static const u64 jumps[] = { 0, 1, 100, 1 << 21, 1 << 27, (1 << 27) - 1, 1ULL << 40,
				     1ULL << 58 };
	u32 max_len = ring_max_len(page_bytes), total_written = 0, drops = 0, i;
	struct ktrace_page_header *page = malloc(page_bytes);
	void *image = malloc(page_bytes);
	struct ring_stats stats;
	struct made made;
	struct ring *ring = &made.ring;
	u64 zero_written = 0;
	s64 last = -1;

	nr_log = 0;
	now = start;
	make(&made, slots, page_bytes, overwrite, test_clock);
	while (nr_log < writes && !failed) {
		u32 burst = random_below(60), kind = random_below(20);

		while (burst--) {
			u32 size = random_below(40);
			u32 len = 8 + random_below(size < 36 ? 100 : size < 39 ? 3000 : max_len - 8);

			if (!random_below(400))
				len = max_len + 1 + random_below(page_bytes);
			now += jumps[random_below(4) ? random_below(3) : random_below(8)];
			write_one(ring, len, !random_below(25), !overwrite || len > max_len);
		}
		if (kind < 6) {
			for (i = random_below(200); i; i--)
				if (!consume(ring, &last))
					break;
		} else if (kind < 8) {
			iterate(ring, image, last);
		} else if (kind < 11) {
			consume_page(ring, page, kind == 8, &last);
		} else if (kind == 11) {
			check(ring_empty(ring) == !ring_peek(ring, &(struct ring_record) {}),
			      "empty or not");
		} else if (kind == 12 && !random_below(10)) {
			ring_skip(ring);
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
	while (consume(ring, &last))
		;
	ring_stats(ring, &stats);
	check(stats.read + stats.overwritten == stats.written, "%llu + %llu of %llu",
	      stats.read, stats.overwritten, stats.written);
	check(!stats.bytes && !stats.oldest, "bytes are left");
	unmake(&made);
	free(page);
	free(image);
}

/* Each size of record up to the largest, and the one page that is too small. */
static void each_length(u32 page_bytes)
{
	u32 max_len = ring_max_len(page_bytes), len, step = 1;
	struct made made;
	s64 last = -1;

	nr_log = 0;
	now = 1;
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
	/* A closed page that the record would fill twice must not be reopened. */
	write_one(&made.ring, max_len, false, false);
	write_one(&made.ring, RING_PAGE_MAX, false, true);
	write_one(&made.ring, page_bytes - 400, false, false);
	while (consume(&made.ring, &last))
		;
	check(last == nr_log - 1, "the last record is not read");
	unmake(&made);
}

/* No page to be had: what does not fit goes on finding the page closed. */
static void closed_page(u32 page_bytes)
{
	u32 len = ring_max_len(page_bytes), i;
	struct made made;
	s64 last = -1;

	nr_log = 0;
	now = 1;
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

/*
 * Threads and signals.
 */

#define CONTEXTS	4
#define EVERY		64	/* how often the writer lets others run */

struct payload {
	u32	context;
	u32	size;
	u64	seq;
	u64	sum;
	u64	fill[32];
};

static struct made shared;
static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool stop;
static volatile int level;
static u64 written[CONTEXTS], nulls[CONTEXTS], tries[CONTEXTS];
static u64 nr_read, nr_over, nr_dropped, nr_raw_lost;
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
	p = ring_reserve(&shared.ring, 0, size, tick_clock, &mark);
	if (!p) {
		nulls[context]++;
		return;
	}
	written[context]++;
	/* The payload is aligned to 4 bytes only. */
	for (i = 0; i < size / 4; i++) {
		struct payload copy = { context, size, seq, sum, {} };
		u32 word;

		if (i < offsetof(struct payload, fill) / 4)
			memcpy(&word, (char *)&copy + i * 4, 4);
		else
			word = sum + i;
		put(((u32 *)p)[i], word);
	}
	ring_commit(&shared.ring, &mark);
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

static void read_shared(const void *data, u32 len, u64 time, u64 *times)
{
	struct payload p;
	u32 i;

	check(len >= offsetof(struct payload, fill) && len <= sizeof(p), "length %u", len);
	if (failed)
		return;
	memcpy(&p, data, len);
	check(p.context < CONTEXTS && p.size == len, "context %u, size %u of %u", p.context,
	      p.size, len);
	check(p.sum == p.seq * 31 + p.context + p.size, "wrong sum");
	for (i = offsetof(struct payload, fill) / 4; i < len / 4 && !failed; i++)
		check(((u32 *)&p)[i] == (u32)(p.sum + i), "wrong content at %u", i);
	check(time > *times, "time %llx after %llx", time, *times);
	*times = time;
}

static u64 last_time;

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
				u32 *at = (u32 *)(header + 1);
				u32 *end = at + (header->commit & KTRACE_PAGE_SIZE_MASK) / 4;
				u64 lost = 0, time = header->time_stamp;

				if (header->commit & KTRACE_PAGE_LOST_COUNT)
					memcpy(&lost, end, 8);
				else if (header->commit & KTRACE_PAGE_LOST)
					raw_unknown = true;
				nr_raw_lost += lost;
				while (at < end && !failed) {
					u32 type = *at & 31, n = type;

					time += *at++ >> 5;
					if (type == KTRACE_TYPE_EXTEND) {
						time += (u64)*at++ << KTRACE_DELTA_BITS;
						continue;
					}
					if (type == KTRACE_TYPE_LONG)
						n = *at++ / 4 - 1;
					read_shared(at, n * 4, time, &last_time);
					nr_read++;
					at += n;
				}
			}
		} else {
			int n = 50;

			while (n-- && !failed && ring_peek(&shared.ring, &rec)) {
				read_shared(rec.data, rec.len, rec.time, &last_time);
				nr_read++;
				nr_over += rec.overwritten;
				nr_dropped += rec.dropped;
				ring_consume(&shared.ring);
			}
		}
		if (i % 64 == 0)
			ring_stats(&shared.ring, &stats);
		if (i % 128 == 0)
			ring_set_flags(&shared.ring, RING_WAITER, 0);
		pthread_mutex_unlock(&readers);
		if (i % 512 == 0)
			usleep(1000);
	} while (!last && !failed);
	free(page);
	return NULL;
}

static void *iterate_thread(void *arg)
{
	void *image = malloc(shared.ring.page_bytes);
	struct ring_cursor iter;
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

static void threads(u32 slots, u32 page_bytes, bool overwrite, double seconds)
{
	u64 all_written = 0, all_nulls = 0, signals = 0;
	struct ring_record rec;
	struct ring_stats stats;
	pthread_t writer, reader[3];
	struct timespec pause = { 0, 20000 };
	struct timespec begin, t;
	int i;

	make(&shared, slots, page_bytes, overwrite, tick_clock);
	shared.ring.notify = on_notify;
	memset(written, 0, sizeof(written));
	memset(nulls, 0, sizeof(nulls));
	nr_read = nr_over = nr_dropped = nr_raw_lost = last_time = 0;
	stop = raw_unknown = false;
	pthread_create(&writer, NULL, writer_thread, NULL);
	pthread_create(&reader[0], NULL, consume_thread, NULL);
	pthread_create(&reader[1], NULL, iterate_thread, NULL);
	usleep(1000);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		if (SIGNALS) {
			pthread_kill(writer, SIGUSR1);
			signals++;
		}
		nanosleep(&pause, NULL);
		clock_gettime(CLOCK_MONOTONIC, &t);
	} while (!failed && t.tv_sec - begin.tv_sec + (t.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
	stop = true;
	pthread_join(writer, NULL);
	pthread_join(reader[0], NULL);
	pthread_join(reader[1], NULL);
	while (!failed && ring_peek(&shared.ring, &rec)) {
		read_shared(rec.data, rec.len, rec.time, &last_time);
		nr_read++;
		nr_over += rec.overwritten;
		nr_dropped += rec.dropped;
		ring_consume(&shared.ring);
	}
	for (i = 0; i < CONTEXTS; i++) {
		all_written += written[i];
		all_nulls += nulls[i];
	}
	ring_stats(&shared.ring, &stats);
	check(!ring_busy(&shared.ring), "busy after all");
	check(stats.written == all_written, "%llu written, not %llu", stats.written, all_written);
	check(stats.dropped == all_nulls, "%llu dropped, not %llu", stats.dropped, all_nulls);
	check(stats.read == nr_read, "%llu read, not %llu", stats.read, nr_read);
	check(stats.written == stats.read + stats.overwritten, "%llu written, %llu + %llu",
	      stats.written, stats.read, stats.overwritten);
	check(raw_unknown || stats.overwritten + stats.dropped - nr_over - nr_dropped -
	      nr_raw_lost <= all_nulls, "lost %llu + %llu, told %llu + %llu + %llu",
	      stats.overwritten, stats.dropped, nr_over, nr_dropped, nr_raw_lost);
	printf("# %llu written, %llu in signals, %llu read, %llu overwritten, %llu dropped (%llu nested), %llu notices\n",
	       stats.written, stats.written - written[0], stats.read, stats.overwritten,
	       stats.dropped, stats.nested, wakes);
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
		random_use(2 + random_below(4), RING_PAGE_MIN << i % 4, i & 4, starts[i % 5],
			   10000);
	if (SIGNALS)
		random_use(2, RING_PAGE_MAX, true, 1, 30000);
	good &= report("random use");
	threads(2, 4096, true, seconds / 3);
	good &= report("threads, overwrite");
	threads(4, 4096, false, seconds / 3);
	good &= report("threads, discard");
	threads(3, 16384, true, seconds / 3);
	good &= report("threads, larger pages");
	return good ? 0 : 1;
}
