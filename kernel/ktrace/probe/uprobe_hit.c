// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in programs as events: arming them, and the handlers.
 *
 * The uprobes core calls the handlers in the task that hit the probe, on its way back to
 * user space, under rcu_read_lock_trace(): they may sleep.  A record is put together in a
 * buffer of the CPU, with preemption off and without a fault.  Where that misses memory
 * nothing is held while it is brought in, by faults as the task's own would be, and it is
 * done once more.  Interrupts hit no such probe: one buffer a CPU is enough.
 *
 * What the core calls is apart from the event, and goes some time after the last one has
 * stopped listening: disabling waits for no handler.  A handler that comes late finds
 * that nobody listens.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uprobes.h>
#include <linux/workqueue.h>

#include "event/early.h"
#include "event/emit.h"
#include "probe/fetch.h"
#include "probe/uprobe_event.h"

/* A record on its way: room for the longer head, and the arguments, which follow it. */
struct uprobe_image {
	u64	head[UPROBE_RETURN_HEAD / sizeof(u64)];
	u64	words[FETCH_IMAGE_SIZE / sizeof(u64)];
};

static_assert(UPROBE_RETURN_HEAD % sizeof(u64) == 0);
static_assert(UPROBE_RETURN_HEAD + FETCH_ROOM <= KTRACE_RECORD_MAX);

static DEFINE_PER_CPU(struct uprobe_image, uprobe_image);

/**
 * struct uprobe_hook - what the uprobes core knows of a probe
 * @consumer:	what it calls
 * @event:	the probe, which stays until no handler runs any more
 * @dead:	in uprobe_dead_hooks, when it is not registered any more
 */
struct uprobe_hook {
	struct uprobe_consumer	consumer;
	struct uprobe_event	*event;
	struct llist_node	dead;
};

/* Hooks that handlers may still be at; uprobe_hooks_work frees them. */
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

/* Write what stands before the arguments. */
static void uprobe_head(void *rec, const struct uprobe_event *ue, struct pt_regs *regs,
			unsigned long place)
{
	unsigned long *fixed = rec + sizeof(struct ktrace_common);

	fixed[0] = place;
	if (ue->at_return)
		fixed[1] = instruction_pointer(regs);
}

static void uprobe_emit(const struct uprobe_event *ue, void *rec, u32 len)
{
	const u32 common = sizeof(struct ktrace_common);
	struct ktrace_emit emit __uninitialized;
	void *to;

	if (likely(ktrace_emit_try(&emit, &ue->of->event, len, ktrace_context_task(), &to))) {
		memcpy(to + common, rec + common, len - common);
		ktrace_emit_end(&emit);
	} else {
		ktrace_emit_image(&ue->of->event, rec, len, ktrace_context_task());
	}
}

/*
 * Record a hit.  False if memory was missed, and that is worth another try: then nothing
 * is recorded.
 */
static bool uprobe_record(const struct uprobe_event *ue, struct pt_regs *regs,
			  unsigned long place, bool again)
{
	bool missed = false;
	void *image, *rec;
	u32 bytes;

	guard(preempt)();
	/* Nothing is brought in for the sake of a task, or a hit, that nobody asks for. */
	if (ktrace_early_done(&ue->of->event, NULL) ||
	    !ktrace_event_wanted(&ue->of->event, current, NULL))
		return true;
	image = this_cpu_ptr(&uprobe_image)->words;
	rec = image - ue->head;
	bytes = fetch_image_user(ue->fetch, image, regs, place, ue->head, &missed);
	if (missed && !again)
		return false;
	uprobe_head(rec, ue, regs, place);
	uprobe_emit(ue, rec, ue->head + bytes);
	return true;
}

/* The probe at @place was hit; that what follows is in memory is the common case. */
static void uprobe_hit(const struct uprobe_event *ue, struct pt_regs *regs,
		       unsigned long place)
{
	if (!ktrace_event_active(&ue->of->event))
		return;
	this_cpu_inc(*ue->hits);
	if (likely(uprobe_record(ue, regs, place, false)))
		return;
	fetch_fault_in(ue->fetch, regs, place);
	uprobe_record(ue, regs, place, true);
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

/**
 * ktrace_uprobe_arm - have a probe hit
 * @ue:	the probe, not armed
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; -EOPNOTSUPP if a process has the file mapped and the instruction can't be
 * probed; -EIO if it is none; or another negative errno.
 */
int ktrace_uprobe_arm(struct uprobe_event *ue)
{
	struct uprobe_hook *hook = kzalloc(sizeof(*hook), GFP_KERNEL);
	struct uprobe *uprobe;

	lockdep_assert_held(&ktrace_event_mutex);
	if (!hook)
		return -ENOMEM;
	hook->event = ue;
	if (ue->at_return)
		hook->consumer.ret_handler = uprobe_hit_return;
	else
		hook->consumer.handler = uprobe_hit_entry;
	uprobe = uprobe_register(ktrace_uprobe_inode(&ue->path), ue->offset, ue->ref_ctr,
				 &hook->consumer);
	if (IS_ERR(uprobe)) {
		/* The core has waited for the handlers. */
		kfree(hook);
		/* Programs know no ENOTSUPP. */
		return PTR_ERR(uprobe) == -ENOTSUPP ? -EOPNOTSUPP : PTR_ERR(uprobe);
	}
	ue->uprobe = uprobe;
	ue->hook = hook;
	return 0;
}

/**
 * ktrace_uprobe_disarm - have a probe hit no more
 * @ue:	the probe; nothing is done if it is not armed
 *
 * Handlers may run on, for as long as a page fault takes: who frees what they use calls
 * uprobe_unregister_sync() before.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_uprobe_disarm(struct uprobe_event *ue)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!ue->hook)
		return;
	uprobe_unregister_nosync(ue->uprobe, &ue->hook->consumer);
	if (llist_add(&ue->hook->dead, &uprobe_dead_hooks))
		queue_work(system_long_wq, &uprobe_hooks_work);
	ue->uprobe = NULL;
	ue->hook = NULL;
}

/**
 * ktrace_uprobe_enable - struct ktrace_class.enable
 * @event:	of probes
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; or as ktrace_uprobe_arm(), and then none of its probes is armed.
 */
int ktrace_uprobe_enable(struct ktrace_event *event)
{
	struct uprobe_event *ue;
	int err = 0;

	list_for_each_entry(ue, &uprobe_event_of(event)->probes, of_event) {
		err = ktrace_uprobe_arm(ue);
		if (err)
			break;
	}
	if (err)
		ktrace_uprobe_disable(event);
	return err;
}

/**
 * ktrace_uprobe_disable - struct ktrace_class.disable
 * @event:	of probes
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_uprobe_disable(struct ktrace_event *event)
{
	struct uprobe_event *ue;

	list_for_each_entry(ue, &uprobe_event_of(event)->probes, of_event)
		ktrace_uprobe_disarm(ue);
}
