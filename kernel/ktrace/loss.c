// SPDX-License-Identifier: GPL-2.0
/*
 * Which events one ring lost records of.
 *
 * A ring tells of lost records by the event's id (struct ring.account): its
 * writers in any context, a consuming reader in task context.  Each has counters
 * of its own, so that neither needs a lock or a locked instruction.  The memory
 * is there before an event's first record is (buffer.c), and stays as long as the
 * ring.  Ids are given in turn: only after 65,000 others would an event inherit the
 * losses of one that is gone.
 */
#include <linux/slab.h>

#include "loss.h"

static struct ktrace_loss *loss_of(const struct ktrace_losses *losses, u16 id)
{
	/* Pairs with the release in ktrace_losses_want(). */
	struct ktrace_loss *piece = READ_ONCE(losses->pieces[id / KTRACE_LOSS_IDS]);

	return piece ? &piece[id % KTRACE_LOSS_IDS] : NULL;
}

/*
 * What was told of one event, what is ahead included.  May be negative for a moment while
 * the counters move.
 */
static s64 loss_sum(const struct ktrace_loss *loss, unsigned int kind)
{
	return local64_read(&loss->told[kind]) + READ_ONCE(loss->more[kind]);
}

/**
 * ktrace_losses_want - see that there is room to count some events' losses
 * @losses: the table
 * @piece: which events: id / KTRACE_LOSS_IDS
 * @node: where to have the memory
 *
 * Context: task; sleeps.  One at a time: the buffer's rebuild is held.
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
	/* Zeroed before it is found. */
	smp_store_release(&losses->pieces[piece], new);
	return 0;
}

/**
 * ktrace_losses_free - free what ktrace_losses_want() allocated
 * @losses: the table; nobody uses it any more
 */
void ktrace_losses_free(struct ktrace_losses *losses)
{
	unsigned int i;

	for (i = 0; i < KTRACE_LOSS_PIECES; i++)
		kfree(losses->pieces[i]);
}

/**
 * ktrace_losses_count - count lost records
 * @losses: the ring's table
 * @what: what happened to them
 * @id: their event
 * @records: how many
 *
 * Context: as enum ring_account says: any, on the ring's CPU with preemption
 * off; or the ring's consuming reader.
 */
void ktrace_losses_count(struct ktrace_losses *losses, enum ring_account what,
			 u16 id, u32 records)
{
	struct ktrace_loss *loss = loss_of(losses, id);
	s64 *more;

	if (!loss)
		return;
	more = &loss->more[KTRACE_LOST_OVERWRITTEN];
	switch (what) {
	case RING_OVERWRITTEN:
		local64_add(records, &loss->told[KTRACE_LOST_OVERWRITTEN]);
		break;
	case RING_DROPPED:
		local64_add(records, &loss->told[KTRACE_LOST_DROPPED]);
		break;
	case RING_DROPPED_NESTED:
		local64_add(records, &loss->told[KTRACE_LOST_NESTED]);
		break;
	case RING_KEPT:
		WRITE_ONCE(*more, *more - records);
		break;
	case RING_ABANDONED:
		WRITE_ONCE(*more, *more + records);
		break;
	case RING_AHEAD:
		WRITE_ONCE(loss->ahead, loss->ahead + records);
		break;
	}
}

/**
 * ktrace_losses_add - add up an event's losses
 * @losses: the table
 * @id: the event
 * @sum: added to, by kind
 */
void ktrace_losses_add(const struct ktrace_losses *losses, u16 id,
		       s64 sum[KTRACE_LOST_KINDS])
{
	const struct ktrace_loss *loss = loss_of(losses, id);
	unsigned int kind;

	if (!loss)
		return;
	for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
		sum[kind] += loss_sum(loss, kind);
	sum[KTRACE_LOST_OVERWRITTEN] -= READ_ONCE(loss->ahead);
}

/**
 * ktrace_losses_carry - go on with the account of a ring that was replaced
 * @losses: the table of the ring that took its place
 * @from: its own; nobody counts there any more
 *
 * Context: the new ring's consuming reader.
 */
void ktrace_losses_carry(struct ktrace_losses *losses, const struct ktrace_losses *from)
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
	}
}

/**
 * ktrace_losses_reset - start new accounts
 * @losses: the table
 *
 * Context: the ring's consuming reader.
 */
void ktrace_losses_reset(struct ktrace_losses *losses)
{
	unsigned int id, kind;

	for (id = 0; id <= U16_MAX; id++) {
		struct ktrace_loss *loss = loss_of(losses, id);

		if (!loss) {
			id |= KTRACE_LOSS_IDS - 1;
			continue;
		}
		for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
			WRITE_ONCE(loss->more[kind], -local64_read(&loss->told[kind]));
		WRITE_ONCE(loss->ahead, 0);
	}
}

/**
 * ktrace_losses_settle - see that what is told to be lost is lost
 * @losses: the table
 * @ring: whose
 *
 * Context: the ring's consuming reader.
 */
void ktrace_losses_settle(struct ktrace_losses *losses, struct ring *ring)
{
	unsigned int id;

	/* ring_settle() tells it anew. */
	for (id = 0; id <= U16_MAX; id++) {
		struct ktrace_loss *loss = loss_of(losses, id);

		if (loss)
			WRITE_ONCE(loss->ahead, 0);
		else
			id |= KTRACE_LOSS_IDS - 1;
	}
	ring_settle(ring);
}
