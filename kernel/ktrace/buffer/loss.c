// SPDX-License-Identifier: GPL-2.0
/*
 * Lost records of one ring, by event.
 *
 * A ring reports lost records with the events' ids (struct ring.account): writers in
 * any context, a consuming reader in task context.  Writers and reader have separate
 * counters, so neither needs a lock or a locked instruction.  The memory of the
 * counters is allocated before an event's first record (buffer.c), and is freed when no
 * event uses one of its ids any more, or with the ring.
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "buffer/loss.h"

/* The piece of the table with the counters of event @id; NULL if it was not allocated. */
static __always_inline struct ktrace_loss *loss_piece(const struct ktrace_losses *losses,
						      unsigned int id)
{
	/* Pairs with the release in ktrace_losses_want(). */
	return READ_ONCE(losses->pieces[id / KTRACE_LOSS_IDS]);
}

static struct ktrace_loss *loss_of(const struct ktrace_losses *losses, u16 id)
{
	struct ktrace_loss *piece = loss_piece(losses, id);

	return piece ? &piece[id % KTRACE_LOSS_IDS] : NULL;
}

/*
 * The losses accounted to one event, including records that are accounted before they are
 * overwritten.  The sum may be negative for a moment while counters are updated.
 */
static s64 loss_sum(const struct ktrace_loss *loss, unsigned int kind)
{
	return local64_read(&loss->accounted[kind]) + READ_ONCE(loss->more[kind]);
}

static s64 loss_bytes(const struct ktrace_loss *loss)
{
	return local64_read(&loss->bytes) + READ_ONCE(loss->more_bytes);
}

/* The earlier of two times; 0 means no time. */
static u64 loss_earlier(u64 a, u64 b)
{
	return a && (!b || a < b) ? a : b;
}

static u64 loss_first(const struct ktrace_losses *losses, const struct ktrace_loss *loss)
{
	u64 first = loss_earlier(local64_read(&loss->first), READ_ONCE(loss->more_first));

	return first ? max(first, READ_ONCE(losses->since)) : 0;
}

static u64 loss_last(const struct ktrace_loss *loss)
{
	return max_t(u64, local64_read(&loss->last), READ_ONCE(loss->more_last));
}

/* Called by nested contexts of one CPU: try again if another context changed the time. */
static void loss_move_first(local64_t *first, u64 to)
{
	s64 seen = local64_read(first);

	/* 0, which means no time, counts as later than all times. */
	while ((u64)seen - 1 >= to)
		if (local64_try_cmpxchg(first, &seen, to))
			return;
}

static void loss_move_last(local64_t *last, u64 to)
{
	s64 seen = local64_read(last);

	while (to > (u64)seen)
		if (local64_try_cmpxchg(last, &seen, to))
			return;
}

/*
 * Add the lost records of one event, which a writer reports, to the counters of the event.
 * @kind is a value of enum ring_account; its first values are equal to KTRACE_LOST_*.
 */
static __always_inline void loss_account(struct ktrace_loss *loss, unsigned int kind, u64 first,
					 u64 last, const struct ring_lost_type *of)
{
	u32 records = ring_lost_records(of), bytes = ring_lost_bytes(of);

	local64_add(records, &loss->accounted[kind]);
	local64_add(bytes, &loss->bytes);
	loss_move_first(&loss->first, first);
	loss_move_last(&loss->last, last);
}

/* Count losses that a reader reports; @sign is -1 to subtract. */
static void loss_account_more(struct ktrace_loss *loss, const struct ring_lost *lost,
			      const struct ring_lost_type *of, int sign)
{
	s64 *more = &loss->more[KTRACE_LOST_OVERWRITTEN];

	WRITE_ONCE(*more, *more + sign * (s64)ring_lost_records(of));
	WRITE_ONCE(loss->more_bytes, loss->more_bytes + sign * (s64)ring_lost_bytes(of));
	if (sign < 0)
		return;
	WRITE_ONCE(loss->more_first, loss_earlier(loss->more_first, lost->first));
	WRITE_ONCE(loss->more_last, max(loss->more_last, lost->last));
}

static void loss_account_in_advance(struct ktrace_loss *loss, const struct ring_lost_type *of)
{
	WRITE_ONCE(loss->in_advance, loss->in_advance + ring_lost_records(of));
	WRITE_ONCE(loss->in_advance_bytes, loss->in_advance_bytes + ring_lost_bytes(of));
}

/**
 * ktrace_losses_want - allocate the counters of a block of events
 * @losses: the table
 * @piece: the block: id / KTRACE_LOSS_IDS
 * @node: NUMA node of the memory
 *
 * Context: task; sleeps.  The buffer's rebuild must be held.
 * Return: 0 or -ENOMEM.
 */
int ktrace_losses_want(struct ktrace_losses *losses, unsigned int piece, int node)
{
	struct ktrace_loss *new;

	if (losses->pieces[piece])
		return 0;
	new = kcalloc_node(KTRACE_LOSS_IDS, sizeof(*new), GFP_KERNEL, node);
	if (!new)
		return -ENOMEM;
	/* The counters are zero before a writer can find them. */
	smp_store_release(&losses->pieces[piece], new);
	return 0;
}

/**
 * ktrace_losses_free - free what ktrace_losses_want() allocated
 * @losses: the table, which has no users any more
 */
void ktrace_losses_free(struct ktrace_losses *losses)
{
	unsigned int i;

	for (i = 0; i < KTRACE_LOSS_PIECES; i++)
		kfree(losses->pieces[i]);
}

/* Count losses that a consuming reader reports. */
static void losses_count_more(struct ktrace_losses *losses, enum ring_account what,
			      const struct ring_lost *lost)
{
	const struct ring_lost_type *of;
	struct ktrace_loss *loss;

	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		loss = loss_of(losses, of->type);
		if (!loss)
			continue;
		if (what == RING_IN_ADVANCE)
			loss_account_in_advance(loss, of);
		else
			loss_account_more(loss, lost, of, what == RING_RETAINED ? -1 : 1);
	}
}

static_assert((int)RING_OVERWRITTEN == KTRACE_LOST_OVERWRITTEN);
static_assert((int)RING_DROPPED == KTRACE_LOST_DROPPED);
static_assert((int)RING_DROPPED_NESTED == KTRACE_LOST_NESTED);

/**
 * ktrace_losses_count - count lost records
 * @losses: the ring's table
 * @what: the reason of the loss
 * @lost: the lost records
 *
 * Context: as enum ring_account says: any, on the ring's CPU with preemption
 * off; or the ring's consuming reader.
 */
void ktrace_losses_count(struct ktrace_losses *losses, enum ring_account what,
			 const struct ring_lost *lost)
{
	const struct ring_lost_type *of, *end = &lost->types[lost->nr];
	u64 first = lost->first, last = lost->last;
	struct ktrace_loss *piece;

	if ((unsigned int)what >= KTRACE_LOST_KINDS) {
		losses_count_more(losses, what, lost);
		return;
	}
	for (of = lost->types; of < end; of++) {
		piece = loss_piece(losses, of->type);
		if (likely(piece))
			loss_account(&piece[of->type % KTRACE_LOSS_IDS], what, first, last, of);
	}
}

static struct ktrace_loss_stretch *loss_stretch(const struct ktrace_losses *losses, u64 nr)
{
	return (struct ktrace_loss_stretch *)
		&losses->stretches[(nr - 1) % KTRACE_LOSS_STRETCHES];
}

/* The oldest stretch that may still be in the table. */
static u64 loss_stretch_oldest(const struct ktrace_losses *losses, u64 nr)
{
	u64 kept = nr > KTRACE_LOSS_STRETCHES ? nr - KTRACE_LOSS_STRETCHES : 0;

	return max(kept, READ_ONCE(losses->old_stretches)) + 1;
}

/* Begin a stretch with one record.  A nested writer takes another element of the table. */
static void loss_stretch_begin(struct ktrace_losses *losses, u64 pos, u16 id, u64 time)
{
	u64 nr = local64_inc_return(&losses->nr_stretches);
	struct ktrace_loss_stretch *stretch = loss_stretch(losses, nr);

	WRITE_ONCE(stretch->nr, 0);
	/* Pairs with smp_rmb() in ktrace_losses_stretch(). */
	smp_wmb();
	WRITE_ONCE(stretch->pos, pos);
	WRITE_ONCE(stretch->id, id);
	WRITE_ONCE(stretch->first, time);
	local64_set(&stretch->last, time);
	local64_set(&stretch->records, 1);
	/* Pairs with the acquire in ktrace_losses_stretch(). */
	smp_store_release(&stretch->nr, nr);
}

/**
 * ktrace_losses_dropped - add a dropped record to a stretch
 * @losses: the ring's table
 * @pos: see struct ktrace_loss_stretch
 * @lost: the record
 *
 * A nested writer may begin a second stretch of the same event at the same position.  If there
 * are more events in a stretch than elements in the table, the events that were dropped first
 * keep their elements, and the others are only in the sums.
 *
 * Context: any, on the ring's CPU with preemption off.
 */
void ktrace_losses_dropped(struct ktrace_losses *losses, u64 pos, const struct ring_lost *lost)
{
	u64 latest = local64_read(&losses->nr_stretches);
	u64 oldest = loss_stretch_oldest(losses, latest);
	struct ktrace_loss_stretch *stretch;
	u16 id = lost->types[0].type;
	unsigned int here = 0;
	u64 nr;

	for (nr = latest; nr >= oldest; nr--) {
		stretch = loss_stretch(losses, nr);
		if (READ_ONCE(stretch->nr) != nr || READ_ONCE(stretch->pos) != pos)
			continue;
		here++;
		if (READ_ONCE(stretch->id) == id) {
			local64_inc(&stretch->records);
			loss_move_last(&stretch->last, lost->last);
			return;
		}
	}
	if (here < KTRACE_LOSS_STRETCHES)
		loss_stretch_begin(losses, pos, id, lost->first);
}

/**
 * ktrace_losses_stretch - find the next stretch of dropped records
 * @losses: the table
 * @nr: input: the number of the previous stretch, 0 for the first; output: that of @stretch
 * @stretch: output
 *
 * Writers may continue the stretch, and replace it by a later one.
 *
 * Context: any.
 * Return: whether there is one.
 */
bool ktrace_losses_stretch(const struct ktrace_losses *losses, u64 *nr,
			   struct ktrace_stretch *stretch)
{
	u64 latest = local64_read(&losses->nr_stretches);
	const struct ktrace_loss_stretch *from;

	*nr = max(*nr + 1, loss_stretch_oldest(losses, latest));
	for (; *nr <= latest; ++*nr) {
		from = loss_stretch(losses, *nr);
		/* Pairs with the release in loss_stretch_begin(). */
		if (smp_load_acquire(&from->nr) != *nr)
			continue;
		stretch->id = READ_ONCE(from->id);
		stretch->records = local64_read(&from->records);
		stretch->first = READ_ONCE(from->first);
		stretch->last = local64_read(&from->last);
		/* If a writer has begun to replace the fields, @nr has changed. */
		smp_rmb();
		if (READ_ONCE(from->nr) == *nr)
			return true;
	}
	return false;
}

/**
 * ktrace_losses_add - add an event's losses to a sum
 * @losses: the table
 * @id: id of the event
 * @sum: the sum
 */
void ktrace_losses_add(const struct ktrace_losses *losses, u16 id, struct ktrace_lost *sum)
{
	const struct ktrace_loss *loss = loss_of(losses, id);
	unsigned int kind;

	if (!loss)
		return;
	for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
		sum->records[kind] += loss_sum(loss, kind);
	sum->records[KTRACE_LOST_OVERWRITTEN] -= READ_ONCE(loss->in_advance);
	sum->bytes += loss_bytes(loss) - READ_ONCE(loss->in_advance_bytes);
	sum->first = loss_earlier(sum->first, loss_first(losses, loss));
	sum->last = max(sum->last, loss_last(loss));
}

/**
 * ktrace_losses_carry - continue the account of a ring that was replaced
 * @losses: the table of the new ring
 * @from: the table of the old ring, which does not change any more
 * @same_clock: both rings have the same clock; otherwise the times of @from are dropped
 *
 * Context: the new ring's consuming reader.
 */
void ktrace_losses_carry(struct ktrace_losses *losses, const struct ktrace_losses *from,
			 bool same_clock)
{
	unsigned int id, kind;

	for (id = 0; id <= U16_MAX; id++) {
		const struct ktrace_loss *old = loss_of(from, id);
		struct ktrace_loss *loss = loss_of(losses, id);

		if (!old || !loss) {
			id |= KTRACE_LOSS_IDS - 1;
			continue;
		}
		for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
			WRITE_ONCE(loss->more[kind], loss->more[kind] + loss_sum(old, kind));
		WRITE_ONCE(loss->more_bytes, loss->more_bytes + loss_bytes(old));
		if (!same_clock)
			continue;
		WRITE_ONCE(loss->more_first, loss_earlier(loss->more_first, loss_first(from, old)));
		WRITE_ONCE(loss->more_last, max(loss->more_last, loss_last(old)));
	}
}

/* Reset the account of an event. */
static void loss_reset(struct ktrace_loss *loss)
{
	unsigned int kind;

	for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
		WRITE_ONCE(loss->more[kind], -local64_read(&loss->accounted[kind]));
	WRITE_ONCE(loss->in_advance, 0);
	WRITE_ONCE(loss->more_bytes, -local64_read(&loss->bytes));
	WRITE_ONCE(loss->in_advance_bytes, 0);
	/*
	 * A writer may store to these fields at the same time.  A caller that must
	 * exclude this checks ring_skipped(), and tries again.
	 */
	local64_set(&loss->first, 0);
	local64_set(&loss->last, 0);
	WRITE_ONCE(loss->more_first, 0);
	WRITE_ONCE(loss->more_last, 0);
}

/**
 * ktrace_losses_reset - reset all accounts of a ring
 * @losses: the table
 * @since: time of the ring's last record
 *
 * Context: the ring's consuming reader.
 */
void ktrace_losses_reset(struct ktrace_losses *losses, u64 since)
{
	unsigned int id;

	WRITE_ONCE(losses->since, since);
	WRITE_ONCE(losses->old_stretches, local64_read(&losses->nr_stretches));
	for (id = 0; id <= U16_MAX; id++) {
		struct ktrace_loss *loss = loss_of(losses, id);

		if (!loss)
			id |= KTRACE_LOSS_IDS - 1;
		else
			loss_reset(loss);
	}
}

/* Hide the stretches of removed events.  A writer may replace a stretch meanwhile. */
static void losses_forget_stretches(struct ktrace_losses *losses, const unsigned long *ids)
{
	struct ktrace_loss_stretch *stretch = losses->stretches;
	u64 nr;

	for (; stretch < &losses->stretches[KTRACE_LOSS_STRETCHES]; stretch++) {
		/* The id belongs to this number, or try_cmpxchg() fails. */
		nr = smp_load_acquire(&stretch->nr);
		if (nr && test_bit(READ_ONCE(stretch->id), ids))
			try_cmpxchg(&stretch->nr, &nr, 0);
	}
}

/**
 * ktrace_losses_forget - drop the losses of removed events
 * @losses: the table
 * @ids: U16_MAX + 1 bits: ids of the events, which have no unread records
 * @pieces: KTRACE_LOSS_PIECES bits: pieces without any other event
 *
 * A writer may still count records of these events: when it takes over a page of which a
 * reader has copied the records.  So the pieces are freed a grace period after they were
 * unpublished.
 *
 * Context: task; the ring's consuming reader; no other task sums up losses meanwhile;
 * the caller holds cpus_read_lock(), because a grace period ignores writers on a CPU
 * that goes offline.
 */
void ktrace_losses_forget(struct ktrace_losses *losses, const unsigned long *ids,
			  const unsigned long *pieces)
{
	struct ktrace_loss *unused;
	unsigned int id, piece;

	for_each_set_bit(piece, pieces, KTRACE_LOSS_PIECES) {
		unused = losses->pieces[piece];
		WRITE_ONCE(losses->pieces[piece], NULL);
		kfree_rcu(unused, rcu);
	}
	for_each_set_bit(id, ids, U16_MAX + 1) {
		struct ktrace_loss *loss = loss_of(losses, id);

		if (loss)
			loss_reset(loss);
	}
	losses_forget_stretches(losses, ids);
}

/**
 * ktrace_losses_finish - exclude readable records from the accounts
 * @losses: the table
 * @ring: the ring
 *
 * Writers account for records in advance of overwriting them.  After this call the
 * accounts contain only records that cannot be read any more.
 *
 * Context: the ring's consuming reader.
 */
void ktrace_losses_finish(struct ktrace_losses *losses, struct ring *ring)
{
	unsigned int id;

	/* ring_finish_accounts() reports the records that are accounted in advance again. */
	for (id = 0; id <= U16_MAX; id++) {
		struct ktrace_loss *loss = loss_of(losses, id);

		if (!loss) {
			id |= KTRACE_LOSS_IDS - 1;
			continue;
		}
		WRITE_ONCE(loss->in_advance, 0);
		WRITE_ONCE(loss->in_advance_bytes, 0);
	}
	ring_finish_accounts(ring);
}
