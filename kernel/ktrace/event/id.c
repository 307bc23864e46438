// SPDX-License-Identifier: GPL-2.0
/*
 * Ids of events: assigned, kept while buffers have records of them, and freed.
 *
 * A removed event keeps its id, by which readers find the event for its records: the
 * event itself if its class can free it later, else a description (gone.c).  Only
 * readers find a removed event.  When no buffer has a record of it any more, its id and
 * memory are freed.  The search for such events runs when all ids are in use, when
 * there are many removed events, and when a user drops records.
 *
 * Called in task context.  Readers look up ids under ktrace_event_read_lock().
 */
#include <linux/array_size.h>
#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/ids.h"
#include "event/id.h"
#include "event/listener.h"

/*
 * Number of removed events above which a search starts; later, twice the number that
 * remained after the last search.
 */
#define IDS_GONE_MANY	512

/* Mark of removed events in @ids. */
#define IDS_GONE	XA_MARK_1

/* Events by id, assigned cyclically; assigned under the mutex, freed under both locks. */
static DEFINE_XARRAY_ALLOC(ids);
/* Held for reading while records are formatted; innermost. */
static DECLARE_RWSEM(ids_rwsem);
/* Held by the only task that searches for ids to free; taken before ids_mutex. */
static DEFINE_MUTEX(ids_collect_mutex);
/*
 * Protects the variables below, and changes of the ids.  Registration of an event takes
 * it under ktrace_event_mutex, so the holder must not wait for a grace period or search
 * buffers.
 */
static DEFINE_MUTEX(ids_mutex);
/* Set by a dump; read by all code that formats records. */
bool ktrace_event_read_no_wait;
/*
 * Pieces of the tables of losses that are being freed.  Written by the holder of
 * ids_collect_mutex, under ids_mutex.
 */
static DECLARE_BITMAP(ids_frozen, KTRACE_LOSS_PIECES);
/* The id at which the search for the next free id begins. */
static u32 ids_next = KTRACE_FIRST_ID;
/* Number of removed events, and the number above which a search starts. */
static unsigned int ids_gone;
static unsigned int ids_gone_max = IDS_GONE_MANY;
/* RCU state: when its grace period has passed, no hook uses the event removed last. */
static unsigned long ids_removed;
/* Incremented under ids_mutex after each removal or replacement of an event in @ids. */
static unsigned long ids_changes;

/**
 * ktrace_event_read_lock - prevent the freeing of events while records are formatted
 *
 * Context: task; sleeps.  Taken after any other lock of ktrace.
 */
void ktrace_event_read_lock(void)
{
	down_read(&ids_rwsem);
}

/** ktrace_event_read_unlock - undo ktrace_event_read_lock() */
void ktrace_event_read_unlock(void)
{
	up_read(&ids_rwsem);
}

/**
 * ktrace_event_by_id - find the event of a record
 * @id: id in the record
 *
 * Context: under ktrace_event_read_lock(); or any, with preemption off as long as the
 * event is used.
 * Return: the event, which may have been removed; or NULL.
 */
struct ktrace_event *ktrace_event_by_id(u16 id)
{
	return xa_load(&ids, id);
}

/**
 * ktrace_event_by_id_again - ktrace_event_by_id() for a reader of many records of few events
 * @seen: the events that the reader found before; zeroed before the first call
 * @id: id in the record
 *
 * Context: as for ktrace_event_by_id().
 * Return: as for ktrace_event_by_id().
 */
struct ktrace_event *ktrace_event_by_id_again(struct ktrace_events_seen *seen, u16 id)
{
	unsigned int slot = id % KTRACE_EVENTS_SEEN;
	/* Load before the events.  Pairs with the release in ids_changed(). */
	unsigned long changes = smp_load_acquire(&ids_changes);

	if (unlikely(seen->changes != changes))
		*seen = (struct ktrace_events_seen) { .changes = changes };
	if (unlikely(!seen->events[slot] || seen->ids[slot] != id)) {
		seen->events[slot] = ktrace_event_by_id(id);
		seen->ids[slot] = id;
	}
	return seen->events[slot];
}

/*
 * Let each struct ktrace_events_seen drop its events: readers do not find some of them by id any
 * more, and these will be freed after a grace period.
 */
static void ids_changed(void)
{
	lockdep_assert_held(&ids_mutex);
	/* Pairs with the acquire in ktrace_event_by_id_again(). */
	smp_store_release(&ids_changes, ids_changes + 1);
}

/* Freeing */

/*
 * Find the parts of the tables of losses (KTRACE_LOSS_IDS ids each) that only ids in @gone use. No
 * event gets an id in these parts until ids_thaw_pieces().
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
 * Free the ids @gone, which have no records in any buffer.  Waits for grace periods and
 * locks of buffers without ids_mutex, so that events can be registered meanwhile.  If
 * out of memory, the events stay for the next search.
 */
static void ids_give_back(const unsigned long *gone)
{
	struct ktrace_event *event, *next;
	unsigned int id;
	LIST_HEAD(dead);
	int err;

	lockdep_assert_held(&ids_collect_mutex);
	/*
	 * Wait for writers that take over a page, and may be accounting for lost records
	 * of @gone.
	 */
	ktrace_hooks_synchronize();
	ids_freeze_pieces(gone);
	err = ktrace_ids_forget(gone, ids_frozen);
	ids_thaw_pieces();
	if (err)
		return;
	scoped_guard(mutex, &ids_mutex) {
		/* A reader with a copy of a record sees by the epoch that the id was reused. */
		guard(rwsem_write)(&ids_rwsem);
		ktrace_ids_next_epoch();
		for_each_set_bit(id, gone, U16_MAX + 1) {
			event = xa_erase(&ids, id);
			WRITE_ONCE(ids_gone, ids_gone - 1);
			list_add_tail(&event->node, &dead);
		}
		ids_changed();
	}
	/* A dump after an oops looks up events without a lock, with preemption off. */
	ktrace_hooks_synchronize();
	list_for_each_entry_safe(event, next, &dead, node)
		event->class->free(event);
}

/*
 * Find removed events without records in any buffer, and free their ids.  Searches all
 * buffers without ids_mutex: removed events stay until this function, which runs once
 * at a time, frees them.  Return: 0; or -EBUSY if a buffer is being resized and @wait is false.
 */
static int ids_collect_locked(bool wait)
{
	unsigned long *gone __free(bitmap) = NULL;
	struct ktrace_event *event;
	unsigned long id, removed;
	int err;

	lockdep_assert_held(&ids_collect_mutex);
	if (!READ_ONCE(ids_gone))
		return 0;
	gone = bitmap_zalloc(U16_MAX + 1, GFP_KERNEL);
	if (!gone)
		return 0;
	scoped_guard(mutex, &ids_mutex) {
		xa_for_each_marked(&ids, id, event, IDS_GONE)
			__set_bit(id, gone);
		removed = ids_removed;
	}
	/* After this, no hook writes records of removed events. */
	ktrace_hooks_synchronize_since(removed);
	err = ktrace_ids_absent(gone, wait);
	if (!err && !bitmap_empty(gone, U16_MAX + 1))
		ids_give_back(gone);
	guard(mutex)(&ids_mutex);
	ids_gone_max = max(2 * ids_gone, IDS_GONE_MANY);
	return err == -EBUSY ? err : 0;
}

static void ids_collect(void)
{
	guard(mutex)(&ids_collect_mutex);
	ids_collect_locked(true);
}

static void ids_collect_later(struct work_struct *work)
{
	ids_collect();
}

static DECLARE_WORK(ids_collect_work, ids_collect_later);

/*
 * Collect ids without waiting for a resize; if there is one, a work item collects ids later.  If
 * another task collects ids now, return at once; with @again, the work item then collects them once
 * more.
 */
static void ids_collect_now(bool again)
{
	int err = again ? -EBUSY : 0;

	if (mutex_trylock(&ids_collect_mutex)) {
		err = ids_collect_locked(false);
		mutex_unlock(&ids_collect_mutex);
	}
	if (err)
		queue_work(system_unbound_wq, &ids_collect_work);
}

/**
 * ktrace_event_ids_collect - free the ids of removed events without records
 *
 * Called after records were dropped.  If a buffer is being resized, or another task frees ids, a
 * work item frees the ids later, and this function does not wait for it.
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_ids_collect(void)
{
	ids_collect_now(true);
}

/*
 * Mark the id of @event as removed.  Return: true if so many ids are removed that the caller must
 * collect ids: search the buffers for their records, and free ids without records.
 */
static bool ids_retire(struct ktrace_event *event)
{
	lockdep_assert_held(&ids_mutex);
	xa_set_mark(&ids, event->id, IDS_GONE);
	WRITE_ONCE(ids_gone, ids_gone + 1);
	ids_removed = get_state_synchronize_rcu();
	return ids_gone > ids_gone_max;
}

/**
 * ktrace_event_retire - let readers use a removed event until its records are gone
 * @event:	the event, after ktrace_event_removal_end(); its class has free(). The event source
 *		does not use it any more, except in running hooks
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_retire(struct ktrace_event *event)
{
	bool many;

	scoped_guard(mutex, &ids_mutex)
		many = ids_retire(event);
	if (many)
		ids_collect_now(false);
}

/* Assigning */

/* Find a free id outside of frozen pieces.  Return: 0; -EBUSY if no id is free; or -ENOMEM. */
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
		/* No record has the id.  Free the id, and search behind its frozen piece. */
		xa_erase(&ids, *id);
		ids_changed();
		ids_next = round_up(*id + 1, KTRACE_LOSS_IDS);
	}
	/* The caller waits for the task that is freeing pieces, and tries again. */
	return -EBUSY;
}

/* Assign a free id to @event.  Return: 0; -EBUSY if no id is free; or -ENOMEM. */
static int ids_give(struct ktrace_event *event)
{
	u32 id;
	int err;

	guard(mutex)(&ids_mutex);
	/*
	 * No id is freed while ids_mutex is held: no copy of a record is newer than
	 * this epoch.
	 */
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
 * ktrace_event_id_give - assign an id to an event
 * @event: the event; if its class is own, its id is set already
 *
 * If all ids are in use, searches all buffers and waits for grace periods, because the
 * event cannot be registered before.  This happens only if some 65,000 events were
 * registered and removed, and their records were not dropped meanwhile.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; -ENOSPC if all ids are in use; -ENOMEM.
 */
int ktrace_event_id_give(struct ktrace_event *event)
{
	int err = ids_give(event);

	if (err != -EBUSY)
		return err;
	ids_collect();
	err = ids_give(event);
	return err == -EBUSY ? -ENOSPC : err;
}

/**
 * ktrace_event_id_drop - free the id of an event without records
 * @event: the event
 *
 * Context: task; sleeps.
 */
void ktrace_event_id_drop(struct ktrace_event *event)
{
	guard(mutex)(&ids_mutex);
	guard(rwsem_write)(&ids_rwsem);
	xa_erase(&ids, event->id);
	ids_changed();
}

/**
 * ktrace_event_id_reserve - assign one more id to an event
 * @event: the event, which is registered and is never removed
 * @id: output
 *
 * Readers find @event by either id. Its records contain ktrace_event.id, which the event source may
 * change to @id while no hook records the event: an event source whose records change their layout
 * changes the id with it.
 *
 * Context: at boot, before there are records.
 * Return: 0; -EBUSY if no id is free; or -ENOMEM.
 */
int __init ktrace_event_id_reserve(struct ktrace_event *event, u16 *id)
{
	u32 free;
	int err;

	guard(mutex)(&ids_mutex);
	err = ids_take_next(event, &free);
	if (!err)
		*id = free;
	return err;
}

/**
 * ktrace_event_id_release - undo ktrace_event_id_reserve()
 * @id: the id
 *
 * Context: at boot, before there are records.
 */
void __init ktrace_event_id_release(u16 id)
{
	guard(mutex)(&ids_mutex);
	guard(rwsem_write)(&ids_rwsem);
	xa_erase(&ids, id);
	ids_changed();
}

/**
 * ktrace_event_id_describe - replace a removed event by a description
 * @event: the event, which no reader finds after this call
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 */
void ktrace_event_id_describe(struct ktrace_event *event)
{
	struct ktrace_event *gone = ktrace_event_describe(event);
	bool many;

	scoped_guard(mutex, &ids_mutex) {
		scoped_guard(rwsem_write, &ids_rwsem) {
			/* Allocates no memory: the entry exists. */
			xa_store(&ids, event->id, gone, GFP_KERNEL);
			ids_changed();
		}
		many = ids_retire(gone);
	}
	if (many)
		ids_collect_now(false);
}
