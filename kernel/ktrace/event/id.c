// SPDX-License-Identifier: GPL-2.0
/*
 * Ids of events: given, kept while there are records of them, given back.
 *
 * A removed event keeps its id, with which readers find what its records mean: the event
 * itself where its class can free it later, else a description (gone.c).  It is one that
 * is gone: nobody but readers finds it.  Its id is given back, and its memory with it,
 * when no buffer has a record of it any more.  That is looked for when ids have run out,
 * when many are gone, and when somebody drops records.
 *
 * Called in task context.  Readers look ids up under ktrace_event_read_lock().
 */
#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/ids.h"
#include "event/event.h"
#include "event/id.h"

/* So many may be gone, and twice as many as were needed the last time. */
#define IDS_GONE_MANY	512

/* Of an event that is gone, in @ids. */
#define IDS_GONE	XA_MARK_1

/* Events by id, handed out in turn; given with the mutex, taken back with both locks. */
static DEFINE_XARRAY_ALLOC(ids);
/* Held for reading while records are made into text; innermost. */
static DECLARE_RWSEM(ids_rwsem);
/* Held by the one task that looks for ids to give back; taken before ids_mutex. */
static DEFINE_MUTEX(ids_collect_mutex);
/*
 * Protects what follows, and changes of the ids.  Registering an event takes it under
 * ktrace_event_mutex: nobody waits for a grace period or searches buffers under it.
 */
static DEFINE_MUTEX(ids_mutex);
/* Set by who dumps records; read by all that make text of them. */
bool ktrace_event_read_no_wait;
/*
 * Pieces of the tables of losses that are being freed.  The one task that holds ids_collect_mutex
 * writes it, under ids_mutex.
 */
static DECLARE_BITMAP(ids_frozen, KTRACE_LOSS_PIECES);
/* Where the next id is looked for. */
static u32 ids_next = KTRACE_FIRST_ID;
/* How many are gone, and how many may be. */
static unsigned int ids_gone;
static unsigned int ids_gone_max = IDS_GONE_MANY;
/* Hooks that began before the last event was removed are done when this has passed. */
static unsigned long ids_removed;

/**
 * ktrace_event_read_lock - keep events while records are looked at
 *
 * Context: task; sleeps.  Taken after any other lock of ktrace.
 */
void ktrace_event_read_lock(void)
{
	down_read(&ids_rwsem);
}

/** ktrace_event_read_unlock - end what ktrace_event_read_lock() began */
void ktrace_event_read_unlock(void)
{
	up_read(&ids_rwsem);
}

/**
 * ktrace_event_by_id - the event that a record is of
 * @id:	from the record
 *
 * Context: under ktrace_event_read_lock(); or any, with preemption off as long as the
 * event is looked at.
 * Return: the event, which may have been removed; or NULL if there is none.
 */
struct ktrace_event *ktrace_event_by_id(u16 id)
{
	return xa_load(&ids, id);
}

/*
 * Giving back
 */

/*
 * Find the pieces of the tables of losses in which no event is counted, except those of @gone.
 * No event gets an id in these pieces until ids_thaw_pieces().
 */
static void ids_freeze_pieces(const unsigned long *gone)
{
	struct ktrace_event *event;
	unsigned long id;

	guard(mutex)(&ids_mutex);
	bitmap_fill(ids_frozen, KTRACE_LOSS_PIECES);
	__clear_bit(RING_TYPE_DISCARDED / KTRACE_LOSS_IDS, ids_frozen);
	xa_for_each(&ids, id, event)
		if (!test_bit(id, gone))
			__clear_bit(id / KTRACE_LOSS_IDS, ids_frozen);
}

static void ids_thaw_pieces(void)
{
	guard(mutex)(&ids_mutex);
	bitmap_zero(ids_frozen, KTRACE_LOSS_PIECES);
}

/*
 * Give back @gone: no buffer has records of them.  Grace periods and locks of buffers are waited
 * for without ids_mutex, so that events can be registered meanwhile.  If there is no memory, the
 * events stay gone and are looked for again the next time.
 */
static void ids_give_back(const unsigned long *gone)
{
	struct ktrace_event *event, *next;
	unsigned int id;
	LIST_HEAD(dead);
	int err;

	lockdep_assert_held(&ids_collect_mutex);
	/* A writer that took over a page may account losses of @gone until this is over. */
	ktrace_hooks_synchronize();
	ids_freeze_pieces(gone);
	err = ktrace_ids_forget(gone, ids_frozen);
	ids_thaw_pieces();
	if (err)
		return;
	scoped_guard(mutex, &ids_mutex) {
		/* A reader that has a copy of a record sees by the epoch that it is stale. */
		guard(rwsem_write)(&ids_rwsem);
		ktrace_ids_next_epoch();
		for_each_set_bit(id, gone, U16_MAX + 1) {
			event = xa_erase(&ids, id);
			WRITE_ONCE(ids_gone, ids_gone - 1);
			list_add_tail(&event->node, &dead);
		}
	}
	/* A dump of a kernel in trouble looks events up without a lock, preemption off. */
	ktrace_hooks_synchronize();
	list_for_each_entry_safe(event, next, &dead, node)
		event->class->free(event);
}

/*
 * Look which of the events that are gone have no record in any buffer, and give their ids
 * back.  All buffers are looked through without ids_mutex: events that are gone stay so
 * until this function, which runs once at a time, gives them back.
 */
static void ids_collect_locked(void)
{
	unsigned long *gone __free(bitmap) = NULL;
	struct ktrace_event *event;
	unsigned long id, removed;

	lockdep_assert_held(&ids_collect_mutex);
	if (!READ_ONCE(ids_gone))
		return;
	gone = bitmap_zalloc(U16_MAX + 1, GFP_KERNEL);
	if (!gone)
		return;
	scoped_guard(mutex, &ids_mutex) {
		xa_for_each_marked(&ids, id, event, IDS_GONE)
			__set_bit(id, gone);
		removed = ids_removed;
	}
	/* No hook writes records of them any more after this. */
	ktrace_hooks_synchronize_since(removed);
	if (!ktrace_ids_absent(gone) && !bitmap_empty(gone, U16_MAX + 1))
		ids_give_back(gone);
	guard(mutex)(&ids_mutex);
	ids_gone_max = max(2 * ids_gone, IDS_GONE_MANY);
}

/**
 * ktrace_event_ids_collect - give back the ids of events that no buffer has records of
 *
 * For when records were dropped.
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_ids_collect(void)
{
	guard(mutex)(&ids_collect_mutex);
	ids_collect_locked();
}

/* Mark @event as gone.  Return: whether so many are gone that ids should be collected. */
static bool ids_retire(struct ktrace_event *event)
{
	lockdep_assert_held(&ids_mutex);
	xa_set_mark(&ids, event->id, IDS_GONE);
	WRITE_ONCE(ids_gone, ids_gone + 1);
	ids_removed = get_state_synchronize_rcu();
	return ids_gone > ids_gone_max;
}

/* Many events are gone: collect, unless another task does so already. */
static void ids_collect_many(void)
{
	if (!mutex_trylock(&ids_collect_mutex))
		return;
	ids_collect_locked();
	mutex_unlock(&ids_collect_mutex);
}

/**
 * ktrace_event_retire - leave a removed event to those who read its records
 * @event: the event, by ktrace_event_remove(); of a class that frees its events. Its
 *	source uses it no more, but for hooks that run
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_retire(struct ktrace_event *event)
{
	bool many;

	scoped_guard(mutex, &ids_mutex)
		many = ids_retire(event);
	if (many)
		ids_collect_many();
}

/*
 * Giving
 */

/*
 * Find an id that is free, and whose losses can be counted.  Return: 0; -EBUSY if there is none;
 * or -ENOMEM.
 */
static int ids_take_next(struct ktrace_event *event, u32 *id)
{
	const struct xa_limit limit = XA_LIMIT(KTRACE_FIRST_ID, U16_MAX);
	unsigned int tries;
	int err;

	lockdep_assert_held(&ids_mutex);
	for (tries = 0; tries <= KTRACE_LOSS_PIECES; tries++) {
		err = xa_alloc_cyclic(&ids, id, event, limit, &ids_next, GFP_KERNEL);
		if (err < 0)
			return err;
		if (!test_bit(*id / KTRACE_LOSS_IDS, ids_frozen))
			return 0;
		/* Nobody has seen it.  Go on behind the piece. */
		xa_erase(&ids, *id);
		ids_next = round_up(*id + 1, KTRACE_LOSS_IDS);
	}
	/* The caller waits for the task that is freeing pieces, and tries again. */
	return -EBUSY;
}

/* Give @event an id that is free.  Return: 0; -EBUSY if there is none; or -ENOMEM. */
static int ids_give(struct ktrace_event *event)
{
	u32 id;
	int err;

	guard(mutex)(&ids_mutex);
	/* No id is given back meanwhile: no copy of a record is newer than this epoch. */
	event->since = ktrace_ids_epoch();
	if (event->class->own) {
		err = xa_insert(&ids, event->id, event, GFP_KERNEL);
		return err == -EBUSY ? -EEXIST : err;
	}
	err = ids_take_next(event, &id);
	if (!err)
		event->id = id;
	return err;
}

/**
 * ktrace_event_id_give - give an event its id
 * @event: the event; of a class that is own it has its id already
 *
 * If all ids are taken, this searches all buffers and waits for grace periods.  That happens only
 * after some 65,000 events came and went without a reader that dropped their records; the event
 * cannot be registered before.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; -ENOSPC if all are taken; -ENOMEM.
 */
int ktrace_event_id_give(struct ktrace_event *event)
{
	int err = ids_give(event);

	if (err != -EBUSY)
		return err;
	ktrace_event_ids_collect();
	err = ids_give(event);
	return err == -EBUSY ? -ENOSPC : err;
}

/**
 * ktrace_event_id_drop - take the id of an event of which nothing was recorded
 * @event: the event
 *
 * Context: task; sleeps.
 */
void ktrace_event_id_drop(struct ktrace_event *event)
{
	guard(mutex)(&ids_mutex);
	guard(rwsem_write)(&ids_rwsem);
	xa_erase(&ids, event->id);
}

/**
 * ktrace_event_id_describe - leave a description in the place of an event that goes
 * @event: the event; when this returns no reader finds it
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_id_describe(struct ktrace_event *event)
{
	struct ktrace_event *gone = ktrace_event_describe(event);
	bool many;

	scoped_guard(mutex, &ids_mutex) {
		scoped_guard(rwsem_write, &ids_rwsem)
			/* Takes no memory: there is an entry. */
			xa_store(&ids, event->id, gone, GFP_KERNEL);
		many = ids_retire(gone);
	}
	if (many)
		ids_collect_many();
}
