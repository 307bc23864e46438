// SPDX-License-Identifier: GPL-2.0
/*
 * Compares a record of 32 bytes with the minimum: reading the clock, one unlocked
 * exchange, the stores, and one store that publishes. Prints figures and passes no
 * judgement.
 *
 * Usage: ring_bench [rounds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ring.h"

#define BATCH	20000
#define SLOTS	64

static struct ring ring;
static struct ring_page pages[SLOTS + RING_OWN_PAGES];
static u64 slots[SLOTS];

static __always_inline u64 bench_clock(void)
{
#ifdef __x86_64__
	/* Scaled to about nanoseconds, like ktrace's clock. */
	return (u64)((unsigned __int128)__builtin_ia32_rdtsc() * 1717986918 >> 32);
#else
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
#endif
}

static u64 bench_clock_call(void)
{
	return bench_clock();
}

static u64 nanoseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static u64 args[4] = { 1, 2, 3, 4 };

/* The hot path as in a source; also used for its disassembly. */
static __always_inline void record(void)
{
	struct ring_mark mark;
	u64 *p = ring_reserve(&ring, 0, 32, bench_clock, &mark);

	if (likely(p)) {
		p[0] = READ_ONCE(args[0]);
		p[1] = READ_ONCE(args[1]);
		p[2] = READ_ONCE(args[2]);
		p[3] = READ_ONCE(args[3]);
		ring_commit(&ring, &mark);
	}
}

noinline void bench_record(void)
{
	record();
}

static struct {
	u64	word;
	u64	commit;
	u32	data[4096];
} least;

static __always_inline void floor_record(void)
{
	u64 word = READ_ONCE(least.word);
	u32 *p = least.data + (word & 1023);
	u64 now = bench_clock();

	if (!try_cmpxchg_local(&least.word, &word, word + 9))
		return;
	p[0] = now;
	memcpy(p + 1, args, 32);
	smp_store_release(&least.commit, word + 9);
}

static void one(void)		{ record(); }
static void the_floor(void)	{ floor_record(); }
static void the_clock(void)	{ least.commit = bench_clock(); }

#define TIME(what)							\
({									\
	u64 begin = nanoseconds();					\
	int n;								\
									\
	for (n = 0; n < BATCH; n++)					\
		what();							\
	nanoseconds() - begin;						\
})

static int compare(const void *a, const void *b)
{
	const u64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void print(const char *name, u64 *t, int rounds)
{
	qsort(t, rounds, sizeof(*t), compare);
	printf("%-28s best %6.2f ns  median %6.2f  90 %% below %6.2f\n", name,
	       (double)t[0] / BATCH, (double)t[rounds / 2] / BATCH,
	       (double)t[rounds * 9 / 10] / BATCH);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 500, i;
	u64 *t[4];

	if (rounds < 1)
		return 2;
	for (i = 0; i < 4; i++)
		t[i] = calloc(rounds, sizeof(u64));
	for (i = 0; i < SLOTS + RING_OWN_PAGES; i++)
		pages[i].data = aligned_alloc(4096, 4096);
	if (ring_init(&ring, pages, slots, SLOTS, 4096, bench_clock_call))
		return 2;
	ring.overwrite = true;
	for (i = 0; i < rounds; i++) {
		t[0][i] = TIME(the_clock);
		t[1][i] = TIME(the_floor);
		t[2][i] = TIME(one);
		t[3][i] = TIME(bench_record);
	}
	print("clock alone", t[0], rounds);
	print("floor", t[1], rounds);
	print("record, inlined", t[2], rounds);
	print("record, called", t[3], rounds);
	printf("best record / best floor: %.2f\n", (double)t[2][0] / t[1][0]);
	return 0;
}
