// SPDX-License-Identifier: GPL-2.0
/*
 * Unregistering many kprobes with one wait for their handlers.
 *
 * The kprobes core waits for a grace period for each array of probes that it unregisters, so all
 * probes should be in one array.
 *
 * Called in task context, by the files that remove kprobes.
 */
#include <linux/array_size.h>
#include <linux/bug.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "probe/kprobe_batch.h"

/**
 * ktrace_kprobe_batch_begin - begin to collect probes
 * @batch:	the batch; it points to itself, and must not be copied
 * @nr:	number of probes.  If memory is short, the batch has room for KPROBE_BATCH_FEW
 *
 * Context: task; sleeps.
 */
void ktrace_kprobe_batch_begin(struct kprobe_batch *batch, unsigned int nr)
{
	void **all = NULL;

	if (nr > ARRAY_SIZE(batch->few))
		all = kvmalloc_array(nr, sizeof(*all), KTRACE_GFP_SIZED);
	batch->all = all ?: batch->few;
	batch->room = all ? nr : ARRAY_SIZE(batch->few);
	batch->nr_entries = 0;
	batch->nr_returns = 0;
}

/**
 * ktrace_kprobe_batch_full - whether ktrace_kprobe_batch_flush() must be called before more is
 *	added
 * @batch:	the batch
 *
 * Return: true if so.
 */
bool ktrace_kprobe_batch_full(const struct kprobe_batch *batch)
{
	return batch->nr_entries + batch->nr_returns == batch->room;
}

/**
 * ktrace_kprobe_batch_add - collect an entry probe
 * @batch:	the batch, which is not full
 * @kp:	the probe, registered
 */
void ktrace_kprobe_batch_add(struct kprobe_batch *batch, struct kprobe *kp)
{
	if (!WARN_ON_ONCE(ktrace_kprobe_batch_full(batch)))
		batch->all[batch->nr_entries++] = kp;
}

/**
 * ktrace_kprobe_batch_add_return - collect a return probe
 * @batch:	the batch, which is not full
 * @rp:	the probe, registered
 */
void ktrace_kprobe_batch_add_return(struct kprobe_batch *batch, struct kretprobe *rp)
{
	if (!WARN_ON_ONCE(ktrace_kprobe_batch_full(batch)))
		batch->all[batch->room - ++batch->nr_returns] = rp;
}

/**
 * ktrace_kprobe_batch_flush - unregister the probes and wait for their handlers
 * @batch:	the batch; empty afterwards
 *
 * Context: task; sleeps.  Waits for one grace period for the entry probes, and for one for the
 * return probes.
 */
void ktrace_kprobe_batch_flush(struct kprobe_batch *batch)
{
	void **returns = batch->all + batch->room - batch->nr_returns;

	unregister_kprobes((struct kprobe **)batch->all, batch->nr_entries);
	unregister_kretprobes((struct kretprobe **)returns, batch->nr_returns);
	batch->nr_entries = 0;
	batch->nr_returns = 0;
}

/**
 * ktrace_kprobe_batch_end - unregister the probes that are left, and free the batch
 * @batch:	the batch
 *
 * Context: as for ktrace_kprobe_batch_flush().
 */
void ktrace_kprobe_batch_end(struct kprobe_batch *batch)
{
	ktrace_kprobe_batch_flush(batch);
	if (batch->all != batch->few)
		kvfree(batch->all);
}
