/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configurations and the state of ring_model, the end of a path, and what an access of the
 * ring touches.
 */
#ifndef RING_MODEL_H
#define RING_MODEL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/limits.h>
#include <linux/minmax.h>

#include "ring.h"

/* Reduced widths of the generations in a page's word and in drops; 0 for the full width. */
#ifndef MODEL_GEN_BITS
#define MODEL_GEN_BITS	0
#endif
#ifndef MODEL_DROP_BITS
#define MODEL_DROP_BITS	0
#endif

#define MAX_SLOTS	4
#define MAX_WRITES	24
#define MAX_LOG		(MAX_WRITES + 2)
#define MAX_DEPTH	3
#define MAX_COS		3
#define MAX_JUMPS	3
#define MAX_LENS	12
#define UNITS_MAX	16
#define DATA_BYTES	(sizeof(struct ktrace_page_header) + UNITS_MAX * RING_UNIT + 8)
#define STACK_BYTES	(32 * 1024)

/* WAIT waits for the next record, WAIT_PAGES for pages: neither may lose a wake-up. */
enum { ROLE_NONE, CONSUME, ITERATE, RAW, RAW_WHOLE, RAW_PEEK, MAP, SKIP, STATS, WAIT, WAIT_PAGES };

struct config {
	const char *name;
	int	level;		/* 0: make test, 1: make model-full */
	int	slots;
	int	capacity;	/* units */
	int	step;		/* account losses in advance after this many units; 0: never */
	int	overwrite;
	int	warm;		/* writes before the first interleaving */
	int	writes;		/* all writes, including those of @warm */
	int	depth;
	int	burst;		/* writes in one interruption, if not one */
	int	interrupts;	/* maximum number of interruptions, if limited */
	int	lens[MAX_LENS];	/* payload bytes, cyclically */
	u64	jumps[MAX_JUMPS];	/* the clock may jump forward by these */
	int	left[MAX_JUMPS];	/* number of times each jump is available */
	u64	start;		/* start of the clock */
	int	tick;		/* advance of the clock at each reading */
	int	readers[2];
	int	discard;	/* discard every n-th record */
	int	waiter;		/* the reader sets RING_WAITER */
	int	no_grace;	/* no check after the grace period of the writers */
	int	reset;		/* call ring_skip() once, in addition to the reader's calls */
	int	fine;		/* interleave the words of a record and the fields of a page */
	int	torn;		/* interrupt a writer while it walks a page */
	int	gen_bits;	/* only in models built with this MODEL_GEN_BITS */
	int	drop_bits;
	int	fewer;		/* exclude runs that use all values of a generation */
	const char *finds;	/* the failure that must be found */
};

/* Size of a time extension. */
#define RING_EXTENSION	8

#define REBASE	(RING_STAMP_MASK + 6)
#define EXTEND	(RING_DELTA_MAX + 3)

static const struct config configs[] = {
#include "ring_model_configs.h"
};

enum { GO, NEST, JUMP, SWITCH = JUMP + MAX_JUMPS };

struct entry {
	u64	clock;
	u64	pos;		/* for a record: its position */
	u8	id;
	bool	record;		/* false: a drop */
	bool	filled;
	bool	discarded;
	u32	units;		/* for a record */
};

struct context {
	u64	clock;		/* last reading */
	u64	head;		/* reserved position */
	int	log;
	int	id;
	bool	dropped;
	/* With short generations: what the writer has loaded and may still exchange. */
	int	words;		/* bitmap of pages */
	u32	opened[MAX_SLOTS + 2];	/* number of openings of each page when it was loaded */
	bool	drops;
	u32	all_opened;
};

struct reader {
	int	role;
	int	last;		/* log index of the last record read */
	u32	got;
	u64	overwritten;
	u64	dropped;
	bool	finished;
	bool	approximate;	/* another reader consumes: losses are not exact */
	u32	page;		/* the mapped page seen last */
	u64	sum;		/* checksum of its bytes; 0 if it may change */
};

/* The accounts of a record in struct ring.account. */
struct reported {
	s8	overwritten;	/* minus those taken back */
	s8	ahead;		/* part of these, by the last ring_finish_accounts() */
	bool	dropped;
	bool	read;		/* by a consumer */
};

struct co {
	jmp_buf	regs;
	char	*sp;
	int	command;
	int	mask;		/* commands that it may get */
	bool	free;		/* readers may run before it continues */
	bool	finished;
};

/* The whole state except the stacks. */
static struct world {
	struct ring ring;
	struct ring_page pages[MAX_SLOTS + RING_OWN_PAGES];
	u64	slots[MAX_SLOTS];
	u64	data[MAX_SLOTS + RING_OWN_PAGES][DATA_BYTES / 8];
	u64	image[DATA_BYTES / 8];
	u64	raw[DATA_BYTES / 8];
	struct ring_iter iter;

	u64	clock;
	int	left[MAX_JUMPS];
	int	next_id;
	int	depth;
	int	interrupts;
	int	nulls;
	int	nr_log;
	bool	cpu_done;
	bool	locked;
	bool	nest_ok;
	bool	copying;
	bool	notified;	/* by struct ring.notify, since a reader looked */
	/* a reader has requested a check after the grace period of the writers */
	bool	grace;
	u64	armed;		/* commit before the request */
	u32	opened[MAX_SLOTS + 2];	/* see struct context */
	u32	all_opened;
	bool	skipping;	/* until the end of ring_skip() is known */
	u64	skip_most;
	u64	skipped;	/* records and drops before the last ring_skip() */
	u64	skipped_drops;
	/* by id + 1; the first entry for discarded records */
	struct reported reported[MAX_WRITES + 1];
	struct entry log[MAX_LOG];
	struct context contexts[MAX_DEPTH + 1];
	struct reader readers[2];
	struct co cos[MAX_COS];
} w;

static char stacks[MAX_COS][STACK_BYTES] __attribute__((__aligned__(64)));
static const struct config *cf;
static int nr_cos, current;
static jmp_buf explorer;
static bool quiet, verbose, failed, cut;
static char failure[256];
static unsigned long idle_accesses;
static u64 path_ends, path_cuts;

static __attribute__((__noreturn__)) void fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(failure, sizeof(failure), format, args);
	va_end(args);
	failed = true;
	longjmp(explorer, 1);
}

#define check(cond, ...)	do { if (!(cond)) fail(__VA_ARGS__); } while (0)

/* Abandon this path. */
static __attribute__((__noreturn__)) void leave(void)
{
	cut = true;
	longjmp(explorer, 1);
}

/* Names for traces. */
static const char *name_of(const volatile void *addr)
{
	static char name[64];
	const char *a = (const char *)addr;
	int i;

#define IS(field)	if (a == (const char *)&w.ring.field) return #field
	IS(page); IS(tail); IS(commit); IS(limit); IS(drops); IS(nested); IS(clock); IS(notify);
	IS(flags); IS(wake_at);
#undef IS
	for (i = 0; i < cf->slots + RING_OWN_PAGES; i++) {
#define IS(field)							\
		if (a == (const char *)&w.pages[i].field) {		\
			snprintf(name, sizeof(name), "page %d %s", i, #field);	\
			return name;					\
		}
		IS(word); IS(base[0]); IS(base[1]); IS(first); IS(pos); IS(nr); IS(drops);
		IS(accounted);
#undef IS
		if (a >= (char *)w.data[i] && a < (char *)w.data[i + 1]) {
			snprintf(name, sizeof(name), "page %d +%td", i,
				 a - (char *)w.data[i]);
			return name;
		}
		if (a == (const char *)&w.slots[i]) {
			snprintf(name, sizeof(name), "slot %d", i);
			return name;
		}
	}
	return addr ? "?" : "the clock";
}

static bool in_data(const volatile void *addr)
{
	return (char *)addr >= (char *)w.data && (char *)addr < (char *)w.image;
}

static bool in_slots(const volatile void *addr)
{
	return (u64 *)addr >= w.slots && (u64 *)addr < w.slots + MAX_SLOTS;
}

static int page_field(const volatile void *addr)
{
	char *a = (char *)addr, *first = (char *)w.pages;

	if (a < first || a >= first + sizeof(w.pages))
		return -1;
	return (a - first) % sizeof(w.pages[0]);
}

/* Return true if the access can affect a reader or be affected by one. */
static bool readers_care(enum shim_op op, const volatile void *addr)
{
	int field = page_field(addr);

	if (in_slots(addr))
		return true;
	if (!cf->fine && in_data(addr))
		return w.nest_ok;
	if (!cf->fine && (field == offsetof(struct ring_page, first) ||
			  field == offsetof(struct ring_page, drops)))
		return false;
	if (cf->step && op != SHIM_LOAD && field == offsetof(struct ring_page, accounted))
		return true;
	if (cf->waiter && (addr == &w.ring.flags || addr == &w.ring.limit ||
			   addr == &w.ring.wake_at || addr == &w.notified ||
			   (op != SHIM_LOAD && addr == &w.ring.tail)))
		return true;
	if (op == SHIM_LOAD)
		return false;
	return addr == &w.ring.commit || in_data(addr) ||
	       field == offsetof(struct ring_page, word) ||
	       field == offsetof(struct ring_page, first) ||
	       field == offsetof(struct ring_page, nr) ||
	       field == offsetof(struct ring_page, drops);
}

#endif
