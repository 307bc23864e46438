// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots at the death of processes in the task set, so that later records do not overwrite
 * the last records of the process.
 */
#include <linux/atomic.h>
#include <linux/compiler.h>

#include "buffer/buffer.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/task.h"
#include "process/internal.h"

/**
 * ktrace_process_set_death - choose the deaths after which an instance takes a snapshot
 * @instance:	the instance
 * @about:	state of the instance
 * @death:	enum process_death
 * @left:	number of snapshots to take, or PROCESS_DEATHS_ALL
 *
 * Context: task; sleeps. Callers are serialised.
 * Return: 0, or a negative errno of ktrace_snapshot_arm() with nothing changed.
 */
int ktrace_process_set_death(struct ktrace_instance *instance, struct process_instance *about,
			     enum process_death death, int left)
{
	int err;

	if (death && !about->death) {
		err = ktrace_snapshot_arm(&instance->buffer, &instance->snapshot);
		if (err)
			return err;
	} else if (!death && about->death) {
		ktrace_snapshot_disarm(&instance->buffer);
	}
	atomic_set(&about->left, death ? left : PROCESS_DEATHS_ALL);
	WRITE_ONCE(about->death, death);
	return 0;
}

static bool death_matters(const struct process_instance *about, int status)
{
	u8 death = READ_ONCE(about->death);

	return death == PROCESS_DEATH_FAILURE ||
	       (death == PROCESS_DEATH_SIGNAL && status & 0x7f);
}

/* Take a snapshot, if fewer than the number of snapshots to take were taken. */
static void death_snapshot(struct process_instance *about, struct ktrace_buffer *buffer)
{
	/* PROCESS_DEATHS_ALL is negative and stays negative. */
	bool counts = atomic_read(&about->left) >= 0;

	if (counts && atomic_dec_if_positive(&about->left) < 0)
		return;
	/* If the snapshot fails, undo the decrement: the next death tries again. */
	if (!ktrace_snapshot_now(buffer) && counts)
		atomic_inc_unless_negative(&about->left);
}

/**
 * ktrace_process_died - hook: the last thread of current's process has exited with a
 * failure
 * @event:	the exit event; its listeners may want a snapshot
 * @status:	status as for wait(), not 0
 *
 * Context: as the hook of the exit; an instance cannot go away while preemption is off.
 */
void ktrace_process_died(const struct ktrace_event *event, int status)
{
	struct ktrace_listener *listener;
	struct process_instance *about;

	ktrace_for_each_listener(listener, event) {
		if (!listener->buffer || !ktrace_taskset_contains(listener->tasks, current))
			continue;
		about = ktrace_process_instance(listener->instance);
		if (about && death_matters(about, status))
			death_snapshot(about, listener->buffer);
	}
}
