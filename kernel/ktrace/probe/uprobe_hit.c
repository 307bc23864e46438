// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: arming, and the handlers.
 *
 * The uprobes core calls the handlers in the task that hit the probe, before the task
 * returns to user space, under rcu_read_lock_trace(): they may sleep. A record is
 * assembled in an image of the CPU (image.h) with preemption off and without faults. If that
 * misses memory, the handler releases the image, faults the memory in as the task itself
 * would, and tries once more. Interrupts cannot hit such probes, so one image per CPU
 * suffices.
 *
 * The hook that the uprobes core calls is separate from the event and is freed some time after
 * the last listener has left, so that disabling does not wait for handlers. A late
 * handler finds that the event has no listeners.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uprobes.h>
#include <linux/workqueue.h>

#include "event/arming.h"
#include "event/emit.h"
#include "event/prefilter.h"
#include "probe/fetch.h"
#include "probe/image.h"
#include "probe/uprobe_event.h"

static DEFINE_PER_CPU(u64 *, uprobe_words);
struct probe_images ktrace_uprobe_images = PROBE_IMAGES(uprobe_words);

/**
 * struct uprobe_hook - consumer of the uprobes core
 * @consumer:	the consumer
 * @event:	the probe, which stays valid until no handler runs
 * @uprobe:	handle of the uprobes core, or the errno of the registration as a pointer; NULL
 *		before the worker has registered the consumer
 * @arm:	registers the consumer
 * @disarm:	unregisters the consumer
 * @dead:	entry in uprobe_dead_hooks after unregistration
 */
struct uprobe_hook {
	struct uprobe_consumer	consumer;
	struct uprobe_event	*event;
	struct uprobe		*uprobe;
	struct work_struct	arm;
	struct work_struct	disarm;
	struct llist_node	dead;
};

/* Hooks that handlers may still use; uprobe_hooks_work frees them. */
static LLIST_HEAD(uprobe_dead_hooks);

static void uprobe_hooks_free(struct work_struct *work)
{
	struct llist_node *list = llist_del_all(&uprobe_dead_hooks);
	struct uprobe_hook *hook, *next;

	uprobe_unregister_sync();
	llist_for_each_entry_safe(hook, next, list, dead)
		kfree(hook);
}

static DECLARE_WORK(uprobe_hooks_work, uprobe_hooks_free);

/* Write the head of a record. */
static void uprobe_head(void *rec, const struct uprobe_event *ue, struct pt_regs *regs,
			unsigned long address)
{
	unsigned long *fixed = rec + sizeof(struct ktrace_common);

	fixed[0] = address;
	if (ue->probe.at_return)
		fixed[1] = instruction_pointer(regs);
}

static void uprobe_emit(const struct uprobe_event *ue, void *rec, u32 len)
{
	const u32 common = sizeof(struct ktrace_common);
	struct ktrace_emit emit __uninitialized;
	void *to;

	if (likely(ktrace_emit_try(&emit, &ue->probe.of->event, len, ktrace_context_task(), &to))) {
		memcpy(to + common, rec + common, len - common);
		ktrace_emit_end(&emit);
	} else {
		ktrace_emit_image(&ue->probe.of->event, rec, len, ktrace_context_task());
	}
}

/*
 * Record a hit. Return false without a record if memory was missed and the caller can
 * try @again.
 */
static bool uprobe_record(const struct uprobe_event *ue, struct pt_regs *regs,
			  unsigned long address, bool again)
{
	bool missed = false;
	void *image, *rec;
	u32 bytes;

	guard(preempt)();
	/* Do not fault in memory for a task that is in no task set. */
	if (ktrace_prefilter_done(&ue->probe.of->event, NULL) ||
	    !ktrace_event_wanted(&ue->probe.of->event, current, NULL))
		return true;
	image = __this_cpu_read(uprobe_words);
	if (unlikely(!image)) {
		ktrace_probe_missed(&ue->probe);
		return true;
	}
	rec = image - ue->probe.head;
	bytes = fetch_image_user(ue->probe.fetch, image, regs, address, ue->probe.head, &missed);
	if (missed && !again)
		return false;
	uprobe_head(rec, ue, regs, address);
	uprobe_emit(ue, rec, ue->probe.head + bytes);
	return true;
}

/* Handle a hit at @address; mostly all memory is resident. */
static void uprobe_hit(const struct uprobe_event *ue, struct pt_regs *regs,
		       unsigned long address)
{
	if (!ktrace_event_active(&ue->probe.of->event))
		return;
	this_cpu_inc(ue->probe.counts->hits);
	if (likely(uprobe_record(ue, regs, address, false)))
		return;
	fetch_fault_in(ue->probe.fetch, regs, address);
	uprobe_record(ue, regs, address, true);
}

static int uprobe_hit_entry(struct uprobe_consumer *consumer, struct pt_regs *regs)
{
	struct uprobe_hook *hook = container_of(consumer, struct uprobe_hook, consumer);

	uprobe_hit(hook->event, regs, instruction_pointer(regs));
	return 0;
}

static int uprobe_hit_return(struct uprobe_consumer *consumer, unsigned long func,
			     struct pt_regs *regs)
{
	struct uprobe_hook *hook = container_of(consumer, struct uprobe_hook, consumer);

	uprobe_hit(hook->event, regs, func);
	return 0;
}

/*
 * The worker registers and unregisters consumers (event/arming.c), because the task that gives the
 * command may have a fatal signal pending.  The uprobes core does not write to the pages of a
 * process then, and leaves breakpoints and the uprobe behind, also when it undoes a failed
 * registration.  A worker receives no signal.
 */
static void uprobe_arm_work(struct work_struct *work)
{
	struct uprobe_hook *hook = container_of(work, struct uprobe_hook, arm);
	const struct uprobe_event *ue = hook->event;

	WRITE_ONCE(hook->uprobe, uprobe_register(ktrace_uprobe_inode(&ue->path), ue->offset,
						 ue->ref_ctr, &hook->consumer));
}

/* The probe of the hook may be freed already if the consumer was not registered. */
static void uprobe_disarm_work(struct work_struct *work)
{
	struct uprobe_hook *hook = container_of(work, struct uprobe_hook, disarm);

	if (!IS_ERR(hook->uprobe))
		uprobe_unregister_nosync(hook->uprobe, &hook->consumer);
	if (llist_add(&hook->dead, &uprobe_dead_hooks))
		queue_work(system_long_wq, &uprobe_hooks_work);
}

/**
 * ktrace_uprobe_arm - begin to arm a probe
 * @ue:	the probe, not armed
 *
 * A worker arms the probe.  After ktrace_arming_wait(), ktrace_uprobe_armed() has the result.  Even
 * if that is an error, the caller must call ktrace_uprobe_disarm().
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int ktrace_uprobe_arm(struct uprobe_event *ue)
{
	struct uprobe_hook *hook = kzalloc(sizeof(*hook), GFP_KERNEL);

	lockdep_assert_held(&ktrace_event_mutex);
	if (!hook)
		return -ENOMEM;
	hook->event = ue;
	if (ue->probe.at_return)
		hook->consumer.ret_handler = uprobe_hit_return;
	else
		hook->consumer.handler = uprobe_hit_entry;
	INIT_WORK(&hook->arm, uprobe_arm_work);
	INIT_WORK(&hook->disarm, uprobe_disarm_work);
	ue->hook = hook;
	ktrace_arming_queue(&hook->arm);
	return 0;
}

/**
 * ktrace_uprobe_armed - get the result of arming a probe
 * @ue:	the probe
 *
 * Context: under ktrace_event_mutex.
 * Return: 0, also if the probe is not armed, or not yet; -EOPNOTSUPP if a process has mapped the
 * file and the instruction cannot be probed; -EIO if it is not an instruction; or another
 * negative errno.
 */
int ktrace_uprobe_armed(const struct uprobe_event *ue)
{
	const struct uprobe *uprobe;

	lockdep_assert_held(&ktrace_event_mutex);
	uprobe = ue->hook ? READ_ONCE(ue->hook->uprobe) : NULL;
	/* ENOTSUPP is unknown to programs. */
	return PTR_ERR_OR_ZERO(uprobe) == -ENOTSUPP ? -EOPNOTSUPP : PTR_ERR_OR_ZERO(uprobe);
}

/**
 * ktrace_uprobe_disarm - begin to disarm a probe
 * @ue:	the probe; may be not armed
 *
 * A worker disarms the probe; before freeing the path of the probe, call ktrace_arming_wait().
 * Handlers may continue to run, as long as a page fault takes. Before freeing data that
 * they use, call uprobe_unregister_sync(), too.
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_uprobe_disarm(struct uprobe_event *ue)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!ue->hook)
		return;
	ktrace_arming_queue(&ue->hook->disarm);
	ue->hook = NULL;
}
