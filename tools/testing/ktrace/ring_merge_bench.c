// SPDX-License-Identifier: GPL-2.0
/*
 * Compares two ways to read many rings as one stream: ring_merge.c, and a search of all
 * rings for each record.
 *
 * RINGS rings have 1,000 records each, in runs of RUN records of one ring, ring after
 * ring. The reading is in one function, of which run_merge_bench.sh counts the
 * instructions. The program counts how often a ring was opened, which takes its lock in
 * the kernel. Records are not processed.
 *
 * Usage: ring_merge_bench each|merge RINGS RUN
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ring.h"
#include "ring_merge.h"

#define RECORDS	1000U
#define SLOTS	12U
#define LEN	32U

struct source {
	struct ring ring;
	struct ring_page pages[SLOTS + RING_OWN_PAGES];
	u64 slots[SLOTS];
};

static struct source *sources;
static u32 nr_sources;
static u64 now = 1, opened, got, last_time;
static struct ring_record rec;

static u64 bench_clock(void)
{
	return now;
}

static bool bench_open(void *of, u32 i)
{
	opened++;
	return true;
}

static void bench_close(void *of, u32 i)
{
}

static bool bench_peek(void *of, u32 i, struct ring_head *head)
{
	struct ring *ring = &sources[i].ring;

	if (!ring_peek(ring, &rec))
		return false;
	*head = (struct ring_head) { .time = rec.time, .at = ring_cursor_at(&ring->reader.cur) };
	return true;
}

static u64 bench_end(void *of, u32 i)
{
	return smp_load_acquire(&sources[i].ring.commit);
}

static const struct ring_merge_ops bench_ops = {
	.open = bench_open, .close = bench_close, .peek = bench_peek, .end = bench_end,
};

/* Take the record found in ring @i. */
static __always_inline void take(u32 i)
{
	if (rec.time < last_time)
		exit(3);
	last_time = rec.time;
	ring_consume(&sources[i].ring);
	got++;
}

noinline void read_merged(struct ring_merge *merge)
{
	int i;

	do {
		while ((i = ring_merge_next(merge)) >= 0)
			take(i);
	} while (ring_merge_look(merge));
}

/* The former way of trace_pipe: find the earliest record of all rings, then read it again. */
noinline void read_each(void)
{
	u64 earliest = 0;
	int found;
	u32 i;

	do {
		found = -1;
		for (i = 0; i < nr_sources; i++) {
			opened++;
			if (ring_peek(&sources[i].ring, &rec) &&
			    (found < 0 || rec.time < earliest)) {
				earliest = rec.time;
				found = i;
			}
		}
		if (found >= 0) {
			opened++;
			if (ring_peek(&sources[found].ring, &rec))
				take(found);
		}
	} while (found >= 0);
}

static void fill(u32 run)
{
	struct ring_mark mark;
	u32 done, i, n;
	void *payload;

	for (done = 0; done < RECORDS; done += run)
		for (i = 0; i < nr_sources; i++)
			for (n = 0; n < run && done + n < RECORDS; n++) {
				now++;
				payload = ring_reserve(&sources[i].ring, 0, LEN, bench_clock,
						       &mark);
				if (!payload)
					exit(2);
				memset(payload, 0, LEN);
				ring_commit(&sources[i].ring, &mark);
			}
}

int main(int argc, char **argv)
{
	struct ring_merge merge = { .ops = &bench_ops };
	u32 run, i, page;

	if (argc != 4)
		return 2;
	nr_sources = strtoul(argv[2], NULL, 10);
	run = strtoul(argv[3], NULL, 10);
	if (!nr_sources || nr_sources > 4096 || !run)
		return 2;
	sources = calloc(nr_sources, sizeof(*sources));
	merge.nr_sources = nr_sources;
	merge.heap = calloc(nr_sources, sizeof(*merge.heap));
	for (i = 0; i < nr_sources; i++) {
		for (page = 0; page < SLOTS + RING_OWN_PAGES; page++)
			sources[i].pages[page].data = aligned_alloc(4096, 4096);
		if (ring_init(&sources[i].ring, sources[i].pages, sources[i].slots, SLOTS, 4096,
			      bench_clock))
			return 2;
	}
	fill(run);
	if (!strcmp(argv[1], "merge"))
		read_merged(&merge);
	else
		read_each();
	printf("%llu %llu\n", got, opened);
	return got != (u64)nr_sources * RECORDS;
}
