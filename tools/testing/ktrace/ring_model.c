// SPDX-License-Identifier: GPL-2.0
/*
 * Explores every interleaving of one CPU's nested writers and its ring's readers.
 *
 * The unchanged ring.c runs on coroutines: one for the CPU, on which writers interrupt
 * each other when they are called from within an access to shared memory, and one for
 * each reader. A coroutine stops before each access. The explorer tries all possible
 * continuations, depth first; it saves and restores the whole state (ring, pages,
 * stacks, registers, and the account kept beside the ring), and does not continue from
 * a state that it has seen before. Memory is sequentially consistent.
 *
 * Choices without an effect are not offered: readers run only before those accesses of
 * the CPU that can affect readers or be affected by them.
 *
 * Each record has a unique content, and an entry in a log in the order of the
 * successful exchanges that reserved records or counted drops. The results of readers
 * are compared with the log.
 *
 * Built with MODEL_GEN_BITS or MODEL_DROP_BITS, and a ring with generations of that
 * width, the model shows when the width is insufficient.
 *
 * Usage: ring_model [-v] [-s] [-l level] [-m megastates] [name...]
 */
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "ring_model.h"

/* Stop here until the explorer selects the continuation. */
static noinline int pause_here(int mask, bool free)
{
	struct co *co = &w.cos[current];
	int command;
#ifdef __x86_64__
	register char *sp __asm__("rsp");

	co->sp = sp - 16;
#else
	co->sp = (char *)__builtin_frame_address(0) - 512;
#endif
	co->mask = mask;
	co->free = free;
	if (!_setjmp(co->regs))
		_longjmp(explorer, 1);
	co = &w.cos[current];
	command = co->command;
	co->command = 0;
	return command;
}

static void writer(void);

static void cpu_access(enum shim_op op, const volatile void *addr)
{
	for (;;) {
		bool care = addr && readers_care(op, addr);
		int mask = 1 << GO, command, i;

		if (w.depth <= cf->depth - 1 && w.next_id < cf->writes &&
		    (!cf->interrupts || w.interrupts < cf->interrupts) &&
		    (!in_data(addr) || w.nest_ok || (cf->torn && op == SHIM_LOAD)))
			mask |= 1 << NEST;
		if (!addr)
			for (i = 0; i < MAX_JUMPS; i++)
				if (w.left[i])
					mask |= 1 << (JUMP + i);
		if (quiet || (mask == 1 << GO && !(care && nr_cos > 1))) {
			if (!quiet && ++idle_accesses > 100000)
				fail("a writer never comes to an end");
			return;
		}
		command = pause_here(mask, care);
		if (command == NEST) {
			if (verbose)
				printf("  cpu/%d: interrupted\n", w.depth);
			w.depth++;
			w.interrupts += !!cf->interrupts;
			for (i = 0; i < (cf->burst ? cf->burst : 1) && w.next_id < cf->writes; i++)
				writer();
			w.depth--;
			continue;
		}
		if (command >= JUMP) {
			w.left[command - JUMP]--;
			w.clock += cf->jumps[command - JUMP];
		}
		return;
	}
}

/* All records below @commit must be filled in. */
static void commit_moves(u64 from, u64 to)
{
	const struct ring_page *page = &w.pages[w.ring.tail & RING_LOW_MASK];
	u64 seq = w.ring.tail >> RING_SEQ_SHIFT;
	int i;

	check(to >= from, "commit goes back from %llx to %llx", from, to);
	check(to <= (seq << RING_SEQ_SHIFT) + (page->word >> RING_UNITS_SHIFT & RING_LOW_MASK) ||
	      to == (seq + 1) << RING_SEQ_SHIFT, "commit goes to %llx, past the tail", to);
	for (i = 0; i < w.nr_log; i++)
		if (w.log[i].record && w.log[i].pos < to)
			check(w.log[i].filled, "record %d is published unfinished", w.log[i].id);
}

/* In coarse mode a copy is one step, and so is access to a page. */
static void reader_access(const volatile void *addr)
{
	int field = page_field(addr);
	bool step = true;

	if (!cf->fine && in_data(addr)) {
		step = !w.copying;
		w.copying = true;
	} else {
		w.copying = false;
		if (!cf->fine && field >= 0)
			step = field == offsetof(struct ring_page, first) ||
			       (cf->step && field == offsetof(struct ring_page, accounted));
	}
	if (step)
		pause_here(1 << GO, true);
}

/* Count the log entries from @from up to, not including, @to. */
static void log_count(int from, int to, u64 *records, u64 *discarded, u64 *drops)
{
	*records = *discarded = *drops = 0;
	for (; from < to; from++) {
		if (!w.log[from].record)
			++*drops;
		else if (w.log[from].discarded)
			++*discarded;
		else
			++*records;
	}
}

/*
 * From here on the writer compares or exchanges the values that it loads, until it has
 * reserved.
 */
static void generation_seen(const volatile void *addr)
{
	struct context *context = &w.contexts[w.depth];
	int page = ((char *)addr - (char *)w.pages) / (int)sizeof(w.pages[0]);

	if (context->log >= 0)
		return;
	if (addr == &w.ring.drops) {
		context->drops = true;
		context->all_opened = w.all_opened;
	} else if (page_field(addr) == offsetof(struct ring_page, word)) {
		context->words |= 1 << page;
		context->opened[page] = w.opened[page];
	}
}

/*
 * Page @page was opened. Abandon runs in which an interrupted writer cannot notice the
 * opening.
 */
static void generation_moves(int page)
{
	u32 words = cf->gen_bits ? 1 << cf->gen_bits : U32_MAX;
	u32 drops = cf->drop_bits ? 1 << cf->drop_bits : U32_MAX;
	int i;

	w.opened[page]++;
	w.all_opened++;
	for (i = 0; cf->fewer && i < w.depth; i++) {
		const struct context *context = &w.contexts[i];

		if ((context->words >> page & 1 &&
		     w.opened[page] - context->opened[page] >= words) ||
		    (context->drops && w.all_opened - context->all_opened >= drops))
			leave();
	}
}

void shim_access(enum shim_op op, const volatile void *addr, u64 value)
{
	if (quiet)
		return;
	if (current)
		reader_access(addr);
	else
		cpu_access(op, addr);

	if (verbose) {
		if (current)
			printf("  reader %d:", current);
		else
			printf("  cpu/%d:", w.depth);
		printf(" %s %s", op == SHIM_LOAD ? "load" : op == SHIM_STORE ? "store" :
		       "exchange", name_of(addr));
		if (op != SHIM_LOAD)
			printf(" -> %llx", value);
		if (addr && ((long)addr & 7) == 0)
			printf(" (was %llx)", *(u64 *)addr);
		printf("\n");
	}
	if (!current && op == SHIM_STORE && addr == &w.ring.commit)
		commit_moves(w.ring.commit, value);
	if (current && w.skipping && addr == &w.ring.commit) {
		u64 discarded, drops;

		w.skipping = false;
		log_count(0, w.nr_log, &w.skip_most, &discarded, &drops);
		w.skip_most += discarded;
	}
	if (!current && op == SHIM_LOAD && (cf->gen_bits || cf->drop_bits))
		generation_seen(addr);
}

static struct entry *log_entry(bool record)
{
	struct context *context = &w.contexts[w.depth];
	struct entry *entry;
	int i;

	check(w.nr_log < MAX_LOG, "more records or drops than there are writers");
	entry = &w.log[w.nr_log++];
	entry->id = context->id;
	entry->record = record;
	entry->clock = context->clock;
	context->log = w.nr_log - 1;
	context->words = 0;
	context->drops = false;
	for (i = w.nr_log - 2; record && i >= 0; i--) {
		if (!w.log[i].record)
			continue;
		check(w.log[i].clock <= entry->clock, "record %d is older than the one before",
		      entry->id);
		break;
	}
	return entry;
}

void shim_exchanged(const volatile void *addr, u64 from, u64 to)
{
	struct ring_page *page;

	if (current)
		return;
	if (addr == &w.ring.commit)
		commit_moves(from, to);
	if (addr == &w.ring.drops && to >> 16 != from >> 16) {
		check(!w.contexts[w.depth].dropped, "one drop is counted twice");
		w.contexts[w.depth].dropped = true;
		log_entry(false);
	}
	if (page_field(addr) == offsetof(struct ring_page, word)) {
		u64 before = from >> RING_UNITS_SHIFT, after = to >> RING_UNITS_SHIFT;

		page = (struct ring_page *)addr;
		check(page != &w.pages[w.ring.reader.own] && page != &w.pages[w.ring.reader.spare],
		      "a reader's page is written to");
		if (!(to & RING_CLOSED) && after > before) {
			struct entry *entry = log_entry(true);

			entry->pos = page->pos + before;
			entry->units = after - before;
		}
		if ((cf->gen_bits || cf->drop_bits) && from & RING_CLOSED)
			generation_moves(page - w.pages);
	}
}

static u64 model_clock(void)
{
	shim_access(SHIM_LOAD, NULL, 0);
	w.clock += cf->tick;
	w.contexts[w.depth].clock = w.clock;
	return w.clock;
}

static u32 content(int id, int i)
{
	/* The lower half is the type for the accounts. */
	return 0x5a000000 | (id + 1) << 8 | i;
}

static int length(int id)
{
	int n = 0;

	while (n < MAX_LENS && cf->lens[n])
		n++;
	return cf->lens[id % n];
}

/* Account the total size, and the time: the clock at the writing of a lost record is known. */
static void report_bytes(enum ring_account what, const struct ring_lost *lost,
			 const struct ring_lost_type *of)
{
	u32 reported = ring_lost_bytes(of);
	int i, record = (int)(of->type >> 8) - 1;
	u32 bytes;

	if (!of->type) {
		check(reported >= ring_lost_records(of) * 3 * RING_UNIT, "%u bytes of %u records",
		      reported, ring_lost_records(of));
		return;
	}
	bytes = ring_units(length(record)) * RING_UNIT;
	check(reported == bytes || reported == bytes + RING_EXTENSION,
	      "record %d is reported with %u bytes, not %u", record, reported, bytes);
	if (what == RING_RETAINED || what == RING_IN_ADVANCE)
		return;
	for (i = 0; i < w.nr_log; i++)
		if (w.log[i].record && w.log[i].id == record)
			check(lost->first <= w.log[i].clock && lost->last >= w.log[i].clock,
			      "record %d of %llx is reported as lost between %llx and %llx",
			      w.log[i].id, w.log[i].clock, lost->first, lost->last);
}

static void report_type(enum ring_account what, const struct ring_lost *lost,
			const struct ring_lost_type *of)
{
	struct reported *reported = &w.reported[of->type >> 8];
	u32 records = ring_lost_records(of);
	u16 type = of->type;

	if (verbose)
		printf("  reported: %d of %d, %u times\n", what, (type >> 8) - 1, records);
	check(type >> 8 <= w.next_id && !(type & 0xff), "report of no record: %x", type);
	report_bytes(what, lost, of);
	switch (what) {
	case RING_OVERWRITTEN:
	case RING_ABANDONED:
		reported->overwritten += records;
		break;
	case RING_RETAINED:
		reported->overwritten -= records;
		break;
	case RING_IN_ADVANCE:
		reported->ahead += records;
		check(!type || reported->ahead <= reported->overwritten,
		      "record %d is reported in advance, but not as overwritten", (type >> 8) - 1);
		return;
	default:
		check(records == 1 && !reported->dropped && !reported->overwritten,
		      "dropped: %u of %d", records, (type >> 8) - 1);
		reported->dropped = true;
	}
	/* A reader may take it back before the writer has accounted it. */
	check(!type || (reported->overwritten >= -1 && reported->overwritten <= 1),
	      "record %d is reported as overwritten %d times", (type >> 8) - 1,
	      reported->overwritten);
}

/* struct ring.account */
static void report_loss(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	u32 i;

	for (i = 0; i < lost->nr; i++) {
		/* Another context may interrupt between two types. */
		if (i)
			READ_ONCE(w.ring.account);
		report_type(what, lost, &lost->types[i]);
	}
}

/* Count the records whose page was reused, without a consumer. */
static u64 taken_over(void)
{
	u64 n = 0, seq;
	int i;

	for (i = 0; i < w.nr_log; i++) {
		seq = w.log[i].pos >> RING_SEQ_SHIFT;
		n += w.log[i].record && w.slots[seq % cf->slots] >> (RING_SEQ_SHIFT + 1) > seq;
	}
	return n;
}

static void writer(void)
{
	struct context *context = &w.contexts[w.depth];
	struct ring_mark mark;
	int i, id = w.next_id++;
	u32 *payload;

	context->id = id;
	context->log = -1;
	context->dropped = false;
	context->words = 0;
	context->drops = false;
	payload = ring_reserve(&w.ring, content(id, 0), length(id), model_clock, &mark);
	context = &w.contexts[w.depth];
	if (!payload) {
		check(context->dropped, "a drop is not counted");
		check(w.reported[id + 1].dropped, "a drop is not reported");
		w.nulls++;
		return;
	}
	check(context->log >= 0 && !context->dropped, "reserved and dropped");
	check(w.log[context->log].pos == mark.start, "mark is not where the record is");
	for (i = 0; i < length(id) / 4; i++) {
		w.nest_ok = !i;
		shim_access(SHIM_STORE, payload + i, content(id, i));
		w.nest_ok = false;
		payload[i] = content(id, i);
	}
	context = &w.contexts[w.depth];
	w.log[context->log].filled = true;
	if (cf->discard && id % cf->discard == 0) {
		w.log[context->log].discarded = true;
		ring_discard(&w.ring, &mark);
	} else {
		ring_commit(&w.ring, &mark);
	}
}

/* Without a writer: the hot path may go no further than to the next step. */
static void check_limit(void)
{
	const struct ring_page *page = &w.pages[w.ring.tail & RING_LOW_MASK];
	u32 units = page->word >> RING_UNITS_SHIFT & RING_LOW_MASK;
	u32 most = min(w.ring.capacity, units - units % w.ring.step + w.ring.step);

	check((page->word & RING_CLOSED) || w.ring.limit <= most,
	      "the limit is %llu, of a page used up to %u", w.ring.limit, units);
}

/* Without a writer: all records must be published. */
static void check_idle(void)
{
	const struct ring_page *page = &w.pages[w.ring.tail & RING_LOW_MASK];
	u64 seq = w.ring.tail >> RING_SEQ_SHIFT;
	u64 units = page->word >> RING_UNITS_SHIFT;
	u64 end = (seq << RING_SEQ_SHIFT) + (units & RING_LOW_MASK);

	check(w.ring.commit == end ||
	      ((page->word & RING_CLOSED) && w.ring.commit == (seq + 1) << RING_SEQ_SHIFT),
	      "commit sticks at %llx, the tail is %llx", w.ring.commit, end);
	check(page->pos == seq << RING_SEQ_SHIFT, "tail is not at its page");
	quiet = true;
	check_limit();
	check(!ring_busy(&w.ring), "idle, but ring_busy()");
	quiet = false;
}

static void check_stats(struct reader *reader);

/* struct ring.notify */
static void notified(struct ring *ring)
{
	shim_access(SHIM_STORE, &w.notified, true);
	w.notified = true;
}

/*
 * All writers that were active when a reader began to wait have finished: a grace
 * period ends.
 */
static void grace_ends(void)
{
	if (w.grace && w.ring.commit != w.armed && !cf->no_grace)
		w.notified = true;
	w.grace = false;
}

static void cpu_main(void)
{
	while (w.next_id < cf->writes) {
		w.depth = 0;
		writer();
		grace_ends();
		if (!quiet)
			check_idle();
		if (w.next_id == cf->warm && quiet) {
			quiet = false;
			pause_here(1 << GO, true);
		}
	}
	w.cpu_done = true;
	if (!cf->readers[0]) {
		/* No reader has run: the remaining data must be right. */
		quiet = true;
		check_stats(&w.readers[0]);
		quiet = false;
	}
}

static void got(struct reader *reader, const void *data, u32 len, u64 time)
{
	const u32 *word = data;
	int i, log, id = (int)(word[0] >> 8 & 0xff) - 1;

	check(len >= 8 && (word[0] & 0xff0000ff) == 0x5a000000, "no record: %x", word[0]);
	for (log = 0; log < w.nr_log; log++)
		if (w.log[log].id == id && w.log[log].record)
			break;
	check(log < w.nr_log, "a record that was not written: %d", id);
	check((int)len == ((length(id) + 3) & ~3), "record %d has length %u", id, len);
	for (i = 0; i < length(id) / 4; i++)
		check(word[i] == content(id, i), "record %d has wrong content", id);
	check(!w.log[log].discarded, "record %d was discarded, but is read", id);
	check(log > reader->last, "record %d is read twice or too late", id);
	check(time == w.log[log].clock, "record %d has time %llx, not %llx", id, time,
	      w.log[log].clock);
	reader->last = log;
	reader->got++;
	if (reader->role != ITERATE) {
		check(!w.reported[id + 1].read, "record %d is consumed twice", id);
		w.reported[id + 1].read = true;
	}
}

/* Check the reported bytes and times of the losses between the log's @from and @to. */
static void check_loss(const struct ring_record *rec, int from, int to)
{
	u64 bytes = 0;

	while (++from < to) {
		const struct entry *lost = &w.log[from];

		bytes += lost->record ? lost->units * RING_UNIT : 0;
		check(!lost->record || (lost->clock >= rec->lost_since &&
					lost->clock <= rec->lost_until),
		      "record %d of %llx is lost between %llx and %llx", lost->id, lost->clock,
		      rec->lost_since, rec->lost_until);
	}
	check(cf->discard || rec->lost_bytes == bytes, "%llu bytes are missing, %llu reported",
	      bytes, rec->lost_bytes);
}

static void got_after(struct reader *reader, int from, const struct ring_record *rec)
{
	u64 overwritten = rec->overwritten, dropped = rec->dropped;
	u64 records, discarded, drops;

	log_count(from + 1, reader->last, &records, &discarded, &drops);
	if (reader->approximate) {
		check(overwritten <= records + discarded, "%llu overwritten, but only %llu missing",
		      overwritten, records + discarded);
		check(dropped <= drops, "%llu dropped, but only %llu missing", dropped, drops);
	} else {
		check(overwritten >= records && overwritten <= records + discarded,
		      "%llu are missing before record %d, %llu reported as overwritten",
		      records, w.log[reader->last].id, overwritten);
		check(drops == dropped, "%llu dropped before record %d, %llu reported",
		      drops, w.log[reader->last].id, dropped);
		check_loss(rec, from, reader->last);
	}
	reader->overwritten += overwritten;
	reader->dropped += dropped;
}

static void lock(void)
{
	if (nr_cos == 2)
		return;
	do {
		pause_here(1 << GO, true);
	} while (w.locked);
	w.locked = true;
}

static bool consume_one(struct reader *reader)
{
	int from = reader->last;
	struct ring_record rec;

	if (!ring_peek(&w.ring, &rec))
		return false;
	got(reader, rec.data, rec.len, rec.time);
	got_after(reader, from, &rec);
	ring_consume(&w.ring);
	return true;
}

/*
 * Decode a page independently. @reported: number of records lost before it, if the page
 * does not contain the number.
 */
static void read_page(struct reader *reader, const void *page, u64 reported)
{
	const struct ktrace_page_header *header = page;
	u32 size, off = sizeof(*header);
	u64 time, lost = reported, records, discarded, drops;
	bool first = true;
	int from = reader->last;

	size = header->commit & KTRACE_PAGE_SIZE_MASK;
	check(off + size <= w.ring.page_bytes, "page of %u bytes", size);
	if (header->commit & KTRACE_PAGE_LOST_COUNT)
		memcpy(&lost, (char *)page + off + size, sizeof(lost));
	time = header->time_stamp;
	while (off < sizeof(*header) + size) {
		u32 *head = (u32 *)((char *)page + off);
		u32 type = *head & 31, len = type * 4;
		u64 delta = *head >> 5;

		head++;
		off += 4;
		if (type == KTRACE_TYPE_EXTEND) {
			time += (u64)*head << KTRACE_DELTA_BITS | delta;
			off += 4;
			continue;
		}
		if (type == KTRACE_TYPE_LONG || type == KTRACE_TYPE_PADDING)
			len = *head;
		off += len;
		if (type == KTRACE_TYPE_PADDING) {
			check(delta, "padding without a length");
			time += head[1];
			continue;
		}
		time += delta;
		if (type == KTRACE_TYPE_LONG) {
			head++;
			len -= 4;
		}
		got(reader, head, len, time);
		if (first) {
			log_count(from + 1, reader->last, &records, &discarded, &drops);
			check(!(header->commit & KTRACE_PAGE_LOST) == !lost ||
			      !(header->commit & KTRACE_PAGE_LOST_COUNT), "lost flags");
			if (!cf->discard)
				check(!(header->commit & KTRACE_PAGE_LOST) == !(records + drops),
				      "lost %llu before the page, flags %llx", records + drops,
				      header->commit);
			if (lost || (header->commit & KTRACE_PAGE_LOST_COUNT))
				check(lost >= records + drops &&
				      lost <= records + drops + discarded,
				      "lost %llu before the page, reported %llu",
				      records + drops, lost);
		} else {
			log_count(from + 1, reader->last, &records, &discarded, &drops);
			check(!records && !drops, "a gap within a page");
		}
		first = false;
		from = reader->last;
	}
}

/* Consume the page in place or, if that is not possible, a copy. */
static bool consume_page(struct reader *reader, bool whole)
{
	const void *page = whole ? ring_take_page(&w.ring) : NULL;

	if (page) {
		read_page(reader, page, 0);
		return true;
	}
	if (!ring_read_page(&w.ring, w.raw, whole))
		return false;
	read_page(reader, w.raw, 0);
	return true;
}

/* Checksum of the bytes that a mapping shows; never 0. */
static u64 shown_sum(void)
{
	const u8 *bytes = w.pages[w.ring.reader.shown].data;
	u64 sum = 1;
	u32 i;

	for (i = 0; i < w.ring.page_bytes; i++)
		sum = sum * 31 + bytes[i];
	return sum | BIT_ULL(63);
}

/* Consume like a process that has mapped the ring and reads a page without a lock. */
static bool consume_mapped(struct reader *reader)
{
	const struct ktrace_page_header *header;
	u64 lost = 0;

	check(!reader->sum || shown_sum() == reader->sum, "the mapped page was written to");
	if (!ring_map_page(&w.ring, &lost)) {
		check(w.ring.reader.shown == reader->page,
		      "another page is shown, with nothing new");
		check(!reader->sum || shown_sum() == reader->sum,
		      "the mapped page was taken, with nothing new");
		return false;
	}
	pause_here(1 << GO, true);
	header = w.pages[w.ring.reader.shown].data;
	check(w.ring.reader.shown != reader->page, "the mapped page is the same as before");
	check(header->commit & KTRACE_PAGE_SIZE_MASK, "the mapped page has nothing");
	read_page(reader, header, lost);
	reader->page = w.ring.reader.shown;
	reader->sum = shown_sum();
	return true;
}

/* Without a writer: the accounts of all types sum up to @overwritten. */
static void check_reported_sum(struct reader *reader, u64 overwritten)
{
	s64 all = 0;
	int i;

	for (i = 0; i <= w.next_id; i++)
		w.reported[i].ahead = 0;
	ring_finish_accounts(&w.ring);
	for (i = 0; i <= w.next_id; i++)
		all += w.reported[i].overwritten - w.reported[i].ahead;
	check(reader->role == SKIP || cf->reset || all == (s64)overwritten,
	      "%lld reported as overwritten, but %llu are", all, overwritten);
}

/* Check the accounts by type after everything was read: @overwritten, record by record. */
static void check_reported(struct reader *reader, u64 overwritten)
{
	s64 discarded = 0;
	int i;

	check_reported_sum(reader, overwritten);
	for (i = 0; i < w.nr_log; i++) {
		int id = w.log[i].id;
		struct reported *reported = &w.reported[id + 1];

		if (!w.log[i].record) {
			check(reported->dropped, "a drop of %d was not reported", id);
			continue;
		}
		discarded += w.log[i].discarded;
		if (!w.log[i].discarded && reader->role != SKIP && !cf->reset)
			check(reported->overwritten - reported->ahead == !reported->read,
			      "record %d was %sread, and reported as overwritten %d times",
			      id, reported->read ? "" : "not ",
			      reported->overwritten - reported->ahead);
	}
	check(w.reported[0].overwritten >= 0 && w.reported[0].overwritten <= discarded,
	      "%d discarded records reported as overwritten", w.reported[0].overwritten);
}

/* Without a writer: the accounts must agree. */
static void check_stats(struct reader *reader)
{
	struct ring_stats before, after;
	u64 records, discarded, drops;
	u32 got_before = reader->got;

	check(!w.ring.limit == !!w.ring.flags.counter, "the limit is %llu, the flags are %x",
	      w.ring.limit, w.ring.flags.counter);
	ring_stats(&w.ring, &before);
	ring_totals(&w.ring, &after);
	check(before.written == after.written && before.read == after.read &&
	      before.overwritten == after.overwritten && before.dropped == after.dropped &&
	      before.nested == after.nested && !after.bytes && !after.oldest,
	      "two accounts that differ");
	check_reported_sum(reader, before.overwritten);
	if (reader->role == CONSUME || reader->role == SKIP || reader->role == STATS ||
	    reader->role == WAIT)
		while (consume_one(reader))
			;
	else if (reader->role == MAP)
		while (consume_mapped(reader))
			;
	else
		while (consume_page(reader, false))
			;
	ring_stats(&w.ring, &after);
	log_count(0, w.nr_log, &records, &discarded, &drops);
	check(before.written == after.written && before.dropped == after.dropped &&
	      before.overwritten == after.overwritten, "reading changes the account");
	check(after.written + w.skipped == records + discarded, "%llu written, not %llu",
	      after.written, records + discarded);
	check(after.dropped + w.skipped_drops == drops, "%llu dropped, not %llu",
	      after.dropped, drops);
	check((u64)w.nulls == drops, "%d times NULL, %llu drops", w.nulls, drops);
	check(after.written == after.read + after.overwritten,
	      "%llu written, but %llu read, %llu overwritten", after.written,
	      after.read, after.overwritten);
	check_reported(reader, after.overwritten);
	check(!after.bytes && !after.oldest, "nothing unread has bytes");
	check(ring_empty(&w.ring), "all was read, but it is not empty");
	check(!before.bytes == !before.oldest, "bytes but no oldest");
	if (!cf->discard) {
		check(before.written == before.read + before.overwritten + reader->got - got_before,
		      "%llu written, but %llu read, %llu overwritten, %u unread",
		      before.written, before.read, before.overwritten,
		      reader->got - got_before);
		if (reader->role != SKIP && !cf->reset)
			check(after.read == reader->got, "%llu read, not %u", after.read,
			      reader->got);
	}
	if (reader->role == CONSUME && !cf->discard) {
		/* Only drops can be lost after the last record. */
		log_count(reader->last + 1, w.nr_log, &records, &discarded, &drops);
		check(!records, "%llu records are left behind", records);
		check(reader->overwritten == after.overwritten, "%llu overwritten, not %llu",
		      after.overwritten, reader->overwritten);
		check(reader->dropped + drops == after.dropped, "%llu dropped, not %llu",
		      after.dropped, reader->dropped + drops);
	}
}

static void skip(struct reader *reader, bool done)
{
	struct ring_stats stats;
	u64 n;
	int i;

	w.skipping = true;
	ring_skip(&w.ring);
	reader->sum = 0;
	check(w.ring.reader.zero.written <= w.skip_most, "%llu are skipped, of %llu at that time",
	      w.ring.reader.zero.written, w.skip_most);
	/* Records overwritten before they could be skipped are counted as lost afterwards. */
	n = w.ring.reader.zero.written;
	for (i = 0; i < w.nr_log && n; i++)
		if (w.log[i].record && n--)
			reader->last = i;
	w.skipped = w.ring.reader.zero.written;
	w.skipped_drops = w.ring.reader.zero.dropped;
	reader->approximate = true;
	if (done) {
		ring_stats(&w.ring, &stats);
		check(!stats.written && !stats.read && !stats.overwritten && !stats.dropped &&
		      !stats.bytes,
		      "skipped, but %llu written, %llu read, %llu overwritten, %llu dropped, %llu bytes",
		      stats.written, stats.read, stats.overwritten, stats.dropped, stats.bytes);
	}
}

/*
 * Sleep until a wake-up; or until all writers have finished, after which no data may be
 * left.
 */
static void sleep_until_woken(bool (*missed)(void))
{
	while (!w.notified && !w.cpu_done)
		pause_here(1 << GO, true);
	quiet = true;
	check(w.notified || !missed(), "a wake-up is lost");
	quiet = false;
}

static bool missed_record(void)
{
	return !ring_empty(&w.ring);
}

static bool missed_pages(void)
{
	return ring_filled(&w.ring, 1);
}

/* As ktrace_buffer_wait() for a record. */
static void wait_for_record(void)
{
	w.armed = w.ring.commit;
	ring_set_flags(&w.ring, RING_WAITER, 0);
	w.grace = true;
	if (ring_empty(&w.ring))
		sleep_until_woken(missed_record);
}

static void reader_main(struct reader *reader)
{
	bool done, any;

	do {
		done = w.cpu_done;
		switch (reader->role) {
		case CONSUME:
			lock();
			any = consume_one(reader);
			if (!any && cf->waiter)
				ring_set_flags(&w.ring, RING_WAITER, 0);
			if (!any && done)
				check_stats(reader);
			w.locked = false;
			break;
		case WAIT:
			/* Clear the flag before the check, so that later events are seen. */
			w.notified = false;
			any = consume_one(reader);
			if (!any && !done)
				wait_for_record();
			if (!any && done)
				check_stats(reader);
			break;
		case WAIT_PAGES:
			w.notified = false;
			any = false;
			/* A waiter for the maximum is joined by a waiter for one record. */
			if (!done && !ring_filled(&w.ring, 100) && !ring_filled(&w.ring, 1))
				sleep_until_woken(missed_pages);
			else
				any = consume_page(reader, !done);
			if (!any && done)
				check_stats(reader);
			break;
		case RAW:
		case RAW_WHOLE:
		case RAW_PEEK:
			lock();
			/*
			 * Consume a part of a page, or all of it, before the page is
			 * taken as a whole.
			 */
			any = false;
			if (reader->role == RAW_PEEK && reader->got % 3 < 2)
				any = consume_one(reader);
			if (!any)
				any = consume_page(reader, reader->role != RAW && !done);
			if (!any && done)
				check_stats(reader);
			w.locked = false;
			break;
		case MAP:
			lock();
			/* The current page is skipped, and its number does not occur again. */
			if (cf->reset && !w.skipped && reader->got)
				skip(reader, done);
			any = consume_mapped(reader);
			if (!any && done)
				check_stats(reader);
			w.locked = false;
			break;
		case SKIP:
			lock();
			if (!w.skipped)
				skip(reader, done);
			any = consume_one(reader);
			if (!any && done)
				check_stats(reader);
			w.locked = false;
			break;
		case STATS: {
			struct ring_stats stats;
			u64 before;

			lock();
			before = taken_over();
			if (cf->fine)
				ring_totals(&w.ring, &stats);
			else
				ring_stats(&w.ring, &stats);
			check(stats.overwritten >= before && stats.overwritten <= taken_over(),
			      "%llu overwritten, but %llu before, and %llu by now",
			      stats.overwritten, before, taken_over());
			check(stats.read + stats.overwritten <= stats.written &&
			      stats.written <= w.nr_log && stats.dropped <= w.nr_log,
			      "%llu read, %llu overwritten, %llu dropped of %llu", stats.read,
			      stats.overwritten, stats.dropped, stats.written);
			any = false;
			if (done)
				check_stats(reader);
			w.locked = false;
			break;
		}
		default:
		case ITERATE: {
			struct ring_record rec;
			int from;

			lock();
			*reader = (struct reader) {
				.role = ITERATE,
				.last = w.readers[0].role == ITERATE ? -1 : w.readers[0].last,
				.approximate = w.readers[0].role != ITERATE,
			};
			ring_iter_start(&w.ring, &w.iter, w.image);
			w.locked = false;
			for (;;) {
				from = reader->last;
				if (!ring_iter_next(&w.ring, &w.iter, &rec))
					break;
				got(reader, rec.data, rec.len, rec.time);
				got_after(reader, from, &rec);
			}
			*reader = (struct reader) { .role = ITERATE, .last = -1 };
			memset(w.image, 0, sizeof(w.image));
			memset(&w.iter, 0, sizeof(w.iter));
			any = false;
		} }
	} while (!done || any);
	reader->finished = true;
}

static void co_main(void)
{
	if (current)
		reader_main(&w.readers[current - 1]);
	else
		cpu_main();
	w.cos[current].finished = true;
	w.cos[current].sp = stacks[current] + STACK_BYTES;
	_longjmp(explorer, 1);
}

/* The explorer */

struct frame {
	size_t	saved;		/* offset of the snapshot */
	int	choices;	/* remaining choices: command bits, then coroutines */
	int	choice;		/* current choice */
};

static struct frame *frames;
static size_t nr_frames, max_frames;
static char *saves;
static size_t saved, max_saved;

static u64 *seen;
static size_t seen_size, nr_seen;
static u64 transitions;

static bool see(u64 hash)
{
	size_t i;

	if (!hash)
		hash = 1;
	if ((nr_seen + 1) * 10 > seen_size * 7) {
		u64 *old = seen;
		size_t n = seen_size;

		seen_size = n ? n * 2 : 1 << 20;
		seen = calloc(seen_size, sizeof(*seen));
		if (!seen)
			abort();
		for (i = 0; i < n; i++) {
			size_t j = old[i] & (seen_size - 1);

			if (!old[i])
				continue;
			while (seen[j])
				j = (j + 1) & (seen_size - 1);
			seen[j] = old[i];
		}
		free(old);
	}
	for (i = hash & (seen_size - 1); seen[i]; i = (i + 1) & (seen_size - 1))
		if (seen[i] == hash)
			return true;
	seen[i] = hash;
	nr_seen++;
	return false;
}

static inline void mix_two(u64 *a, u64 *b, const u64 *p)
{
	unsigned __int128 m = (unsigned __int128)(p[0] ^ *a) * (p[1] ^ *b ^ 0xa0761d6478bd642fULL);

	*a = (u64)m ^ (*a << 23 | *a >> 41);
	*b = (u64)(m >> 64) + *b * 0x9fb21c651e98df25ULL + 1;
}

/* Four independent lanes, because a step of one waits for its last multiplication. */
static u64 mix(u64 h, const void *data, size_t bytes)
{
	static const u64 start[8] = {
		0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL, 0x165667b19e3779f9ULL,
		0x27d4eb2f165667c5ULL, 0x85ebca77c2b2ae63ULL, 0xff51afd7ed558ccdULL,
		0xc4ceb9fe1a85ec53ULL, 0x2545f4914f6cdd1dULL,
	};
	const u64 *p = data, *end = p + bytes / 8;
	u64 lane[8];
	int i;

	for (i = 0; i < 8; i++)
		lane[i] = h + start[i];
	for (; end - p >= 8; p += 8)
		for (i = 0; i < 8; i += 2)
			mix_two(&lane[i], &lane[i + 1], p + i);
	for (i = 0; end - p >= 2; p += 2, i += 2)
		mix_two(&lane[i], &lane[i + 1], p);
	h = end > p ? *p : 0;
	for (i = 0; i < 8; i++) {
		h = (h ^ lane[i]) * 0xbf58476d1ce4e5b9ULL;
		h ^= h >> 32;
	}
	return h;
}

static char *used_stack(int i, size_t *bytes)
{
	char *sp = (char *)((unsigned long)w.cos[i].sp & ~15UL);

	*bytes = stacks[i] + STACK_BYTES - sp;
	return sp;
}

static u64 hash_state(void)
{
	u64 h = mix(1, &w, sizeof(w) & ~7UL);
	size_t bytes;
	int i;

	for (i = 0; i < nr_cos; i++) {
		char *sp = used_stack(i, &bytes);

		h = mix(h, sp, bytes);
	}
	return h;
}

static size_t save_state(void)
{
	size_t at = saved, need = sizeof(w), bytes;
	int i;

	for (i = 0; i < nr_cos; i++) {
		used_stack(i, &bytes);
		need += bytes;
	}
	if (saved + need > max_saved) {
		max_saved = (saved + need) * 2;
		saves = realloc(saves, max_saved);
		if (!saves)
			abort();
	}
	memcpy(saves + saved, &w, sizeof(w));
	saved += sizeof(w);
	for (i = 0; i < nr_cos; i++) {
		char *sp = used_stack(i, &bytes);

		memcpy(saves + saved, sp, bytes);
		saved += bytes;
	}
	return at;
}

static void load_state(size_t at)
{
	size_t bytes;
	int i;

	memcpy(&w, saves + at, sizeof(w));
	at += sizeof(w);
	for (i = 0; i < nr_cos; i++) {
		char *sp = used_stack(i, &bytes);

		memcpy(sp, saves + at, bytes);
		at += bytes;
	}
}

/* Possible continuations: commands to the CPU, and readers. */
static int choices(void)
{
	int i, mask = 0;

	if (!w.cos[0].finished)
		mask = w.cos[0].mask;
	if (w.cos[0].finished || w.cos[0].free)
		for (i = 1; i < nr_cos; i++)
			if (!w.cos[i].finished)
				mask |= 1 << (SWITCH + i);
	return mask;
}

static void transition(int choice)
{
	current = 0;
	if (choice > SWITCH)
		current = choice - SWITCH;
	w.cos[current].command = current ? GO : choice;
	idle_accesses = 0;
	cut = false;
	transitions++;
	if (verbose && current)
		printf(" reader %d goes on\n", current);
	if (!_setjmp(explorer))
		_longjmp(w.cos[current].regs, 1);
}

static void start(void)
{
	static ucontext_t here, there;
	volatile int i;
	int n;

	memset(&w, 0, sizeof(w));
	memset(stacks, 0, sizeof(stacks));
	current = 0;
	quiet = true;
	failed = false;
	w.clock = cf->start ? cf->start : 1000;
	for (n = 0; n < cf->slots + RING_OWN_PAGES; n++)
		if (n != RING_SPARE || cf->readers[0] == MAP)
			w.pages[n].data = w.data[n];
	if (ring_init(&w.ring, w.pages, w.slots, cf->slots, RING_PAGE_MIN, model_clock))
		abort();
	w.ring.overwrite = cf->overwrite;
	w.ring.account = report_loss;
	w.ring.notify = notified;
	if (cf->readers[0] == MAP)
		ring_map_start(&w.ring);
	w.ring.capacity = cf->capacity;
	if (cf->step)
		w.ring.step = cf->step;
	w.ring.limit = min(w.ring.capacity, w.ring.step);
	w.ring.page_bytes = sizeof(struct ktrace_page_header) + cf->capacity * RING_UNIT;
	memcpy(w.left, cf->left, sizeof(w.left));
	nr_cos = 1;
	w.readers[0].role = CONSUME;
	w.readers[0].last = -1;
	for (n = 0; n < 2 && cf->readers[n]; n++) {
		w.readers[n].role = cf->readers[n];
		w.readers[n].last = -1;
		nr_cos++;
	}

	/* The CPU first: it makes the writes that precede the readers. */
	quiet = cf->warm;
	for (i = 0; i < nr_cos; i++) {
		current = i;
		if (i)
			quiet = false;
		getcontext(&there);
		there.uc_stack.ss_sp = stacks[i];
		there.uc_stack.ss_size = STACK_BYTES;
		there.uc_link = NULL;
		makecontext(&there, co_main, 0);
		if (!_setjmp(explorer))
			swapcontext(&here, &there);
		if (failed)
			return;
	}
}

static void print_path(void)
{
	size_t i, n = nr_frames;
	int *path = calloc(n + 1, sizeof(int));

	for (i = 0; i < n; i++)
		path[i] = frames[i].choice;
	verbose = true;
	start();
	for (i = 0; i < n && !failed; i++) {
		/* Steps without a choice have no frame. */
		int mask;

		while ((mask = choices()) && !(mask & (mask - 1))) {
			transition(__builtin_ctz(mask));
			if (failed)
				break;
		}
		if (!failed)
			transition(path[i]);
	}
	while (!failed) {
		int mask = choices();

		if (!mask || mask & (mask - 1))
			break;
		transition(__builtin_ctz(mask));
	}
	verbose = false;
	free(path);
}

static bool explore(u64 max_states)
{
	nr_frames = saved = nr_seen = 0;
	free(seen);
	seen = NULL;
	seen_size = 0;
	transitions = path_ends = path_cuts = 0;
	cut = false;

	start();
	if (failed)
		return false;
	for (;;) {
		int mask = cut ? 0 : choices();

		path_cuts += cut;
		if (mask && !(mask & (mask - 1))) {
			transition(__builtin_ctz(mask));
			if (failed)
				return false;
			/* A single waiting reader would wait forever. */
			if (!(mask >> SWITCH) || !see(hash_state()))
				continue;
			mask = 0;
		} else if (!mask) {
			path_ends += !cut;
		} else if (see(hash_state())) {
			mask = 0;
		}
		if (nr_seen > max_states) {
			snprintf(failure, sizeof(failure), "more than %llu states", max_states);
			return false;
		}
		if (mask) {
			if (nr_frames == max_frames) {
				max_frames = max_frames ? max_frames * 2 : 1024;
				frames = realloc(frames, max_frames * sizeof(*frames));
			}
			frames[nr_frames].saved = save_state();
			frames[nr_frames].choices = mask;
			nr_frames++;
		} else {
			while (nr_frames && !frames[nr_frames - 1].choices) {
				nr_frames--;
				saved = frames[nr_frames].saved;
			}
			if (!nr_frames)
				return true;
			load_state(frames[nr_frames - 1].saved);
		}
		frames[nr_frames - 1].choice = __builtin_ctz(frames[nr_frames - 1].choices);
		frames[nr_frames - 1].choices &= frames[nr_frames - 1].choices - 1;
		transition(frames[nr_frames - 1].choice);
		if (failed)
			return false;
	}
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	u64 max_states = 100, states = 0, ends = 0;
	int option, level = 0, bad = 0, n, i;
	bool trace = false, stop = false;

	while ((option = getopt(argc, argv, "vsl:m:")) != -1) {
		if (option == 'v')
			trace = true;
		else if (option == 's')
			stop = true;
		else if (option == 'l')
			level = atoi(optarg);
		else if (option == 'm')
			max_states = atoi(optarg);
		else
			return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = optind; i < argc; i++) {
		for (n = 0; n < (int)(sizeof(configs) / sizeof(configs[0])); n++)
			if (!strcmp(argv[i], configs[n].name))
				break;
		if (n == (int)(sizeof(configs) / sizeof(configs[0]))) {
			fprintf(stderr, "ring_model: no configuration %s\n", argv[i]);
			return 2;
		}
	}
	for (n = 0; n < (int)(sizeof(configs) / sizeof(configs[0])); n++) {
		double begin = seconds();
		bool wanted = optind == argc && configs[n].level <= level;
		bool good;

		for (i = optind; i < argc; i++)
			wanted |= !strcmp(argv[i], configs[n].name);
		if (!wanted || configs[n].gen_bits != MODEL_GEN_BITS ||
		    configs[n].drop_bits != MODEL_DROP_BITS)
			continue;
		cf = &configs[n];
		good = explore(max_states * 1000000);
		if (cf->finds) {
			bool found = !good && strstr(failure, cf->finds);

			if (good)
				snprintf(failure, sizeof(failure), "'%s' was not found", cf->finds);
			good = found;
		}
		printf("%sok - model %s # %zu states, %llu transitions, %llu ends, %.1f s",
		       good ? "" : "not ", cf->name, nr_seen, transitions, path_ends,
		       seconds() - begin);
		if (cf->fewer)
			printf(", %llu left out", path_cuts);
		if (cf->finds && good)
			printf(", found: %s", failure);
		printf("\n");
		states += nr_seen;
		ends += path_ends;
		if (!good) {
			printf("# %s\n", failure);
			bad++;
			if (trace) {
				print_path();
				printf("# %s\n", failure);
			}
			if (stop)
				break;
		}
	}
	printf("# %llu states, %llu ends in all\n", states, ends);
	return bad ? 1 : 0;
}
