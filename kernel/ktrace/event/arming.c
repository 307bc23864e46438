// SPDX-License-Identifier: GPL-2.0
/*
 * Work of event sources that takes long: letting code call a hook, and undoing that.
 *
 * The functions enable() and disable() of a class of events run under ktrace_event_mutex.  What
 * takes long there is left to a worker.  Commands wait for the worker once, for any number of
 * events, after they have released the mutex.
 *
 * Called in task context, by the source and by commands.
 */
#include <linux/errno.h>
#include <linux/workqueue.h>

#include "event/arming.h"

/*
 * The queue is ordered: the worker removes a hook before it adds the hook again.  It has a rescuer,
 * because a task that runs out of memory may own events.
 */
static struct workqueue_struct *arming_workqueue;

/**
 * ktrace_arming_init - allow ktrace_arming_queue()
 *
 * Context: boot.
 * Return: 0 or -ENOMEM.
 */
int __init ktrace_arming_init(void)
{
	arming_workqueue = alloc_ordered_workqueue("ktrace_arming", WQ_MEM_RECLAIM);
	return arming_workqueue ? 0 : -ENOMEM;
}

/**
 * ktrace_arming_queue - let the worker execute a work after all works that were queued before
 * @work: the work, which does not wait for ktrace_event_mutex
 *
 * Context: task; after ktrace_arming_init().
 */
void ktrace_arming_queue(struct work_struct *work)
{
	queue_work(arming_workqueue, work);
}

/**
 * ktrace_arming_wait - wait until the worker has executed what was queued before
 *
 * Context: task; sleeps.  A command calls this without ktrace_event_mutex, once for any number of
 * events; triggers and probes that join an event call it under the mutex, and wait for the works of
 * other events, too.
 */
void ktrace_arming_wait(void)
{
	if (arming_workqueue)
		flush_workqueue(arming_workqueue);
}
