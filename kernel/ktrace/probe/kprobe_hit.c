// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes as events: the handlers.
 *
 * Called by the kprobes core in the context of the code that is probed, which
 * may be any, with preemption off. They take no lock, do not sleep and take no
 * fault. While one runs on a CPU, the core counts every other probe that is hit
 * there as missed instead of calling its handler: one buffer a CPU is enough,
 * and probes on functions that are called from here do no harm.
 */
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/unaligned.h>

#include "event/early.h"
#include "event/emit.h"
#include "probe/fetch.h"
#include "probe/internal.h"

/* A record on its way: room for the longer head, and the arguments, which follow it. */
struct kprobe_image {
	u64	head[KPROBE_RETURN_HEAD / sizeof(u64)];
	u64	words[FETCH_IMAGE_SIZE / sizeof(u64)];
};

static_assert(KPROBE_RETURN_HEAD % sizeof(u64) == 0);

static_assert(KPROBE_RETURN_HEAD + FETCH_ROOM <= KTRACE_RECORD_MAX);
static_assert(offsetof(struct kretprobe_instance, data) % sizeof(u64) == 0);

static DEFINE_PER_CPU(struct kprobe_image, kprobe_image);

/* The context of the code at which @kp was hit. */
static __always_inline u32 kprobe_context(const struct kprobe *kp,
					  const struct pt_regs *regs)
{
	unsigned int count;

	/* Not by a breakpoint, and nothing else to tell. */
	if (likely(ktrace_context_plain(ktrace_probe_flags(regs), PREEMPT_DISABLE_OFFSET)))
		return 0;
	count = preempt_count();
	if (count == PREEMPT_DISABLE_OFFSET)
		count = 0;	/* a breakpoint would have added more */
	else if (IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) && kp->flags & KPROBE_FLAG_FTRACE)
		count -= PREEMPT_DISABLE_OFFSET;
	else
		count -= ktrace_probe_added(regs);
	return ktrace_context(ktrace_probe_flags(regs), count);
}

/* The same where a function returns, by way of rethook. */
static __always_inline u32 kprobe_return_context(const struct pt_regs *regs)
{
	if (likely(ktrace_context_plain(ktrace_probe_flags(regs), PREEMPT_DISABLE_OFFSET)))
		return 0;
	return ktrace_context(ktrace_probe_flags(regs),
			      preempt_count() - PREEMPT_DISABLE_OFFSET);
}

/* Copy @bytes, a multiple of 4. */
static __always_inline void kprobe_copy(void *to, const void *image, u32 bytes)
{
	unsigned long i;

	for (i = 0; i + 8 <= bytes; i += 8)
		put_unaligned(*(const u64 *)(image + i), (u64 *)(to + i));
	if (bytes & 4)
		*(u32 *)(to + i) = *(const u32 *)(image + i);
}

/* Bytes of a record of @ke, which is direct: the compiler is to see that it is short. */
static __always_inline u32 kprobe_direct_bytes(const struct kprobe_event *ke)
{
	u32 units = ke->units;

	if (units > KTRACE_TYPE_LEN_MAX)
		__builtin_unreachable();
	return units * RING_UNIT;
}

/* Write what stands before the arguments; return where those begin. */
static __always_inline void *kprobe_head(void *rec, const struct kprobe_event *ke,
					 unsigned long retaddr, u32 head)
{
	unsigned long *fixed = rec + sizeof(struct ktrace_common);

	put_unaligned((unsigned long)ke->rp.kp.addr, fixed);
	if (head == KPROBE_RETURN_HEAD)
		put_unaligned(retaddr, fixed + 1);
	return rec + head;
}

static __always_inline void kprobe_fill_direct(void *rec, const struct kprobe_event *ke,
					       struct pt_regs *regs, const u64 *saved,
					       unsigned long retaddr, u32 head)
{
	/* Arguments may leave a part of the last unit; fill it first. */
	*(u32 *)(rec + kprobe_direct_bytes(ke) - 4) = 0;
	fetch_direct(ke->fetch, kprobe_head(rec, ke, retaddr, head), regs, saved,
		     retaddr);
}

/*
 * Record a hit for any number of listeners, and when the shortest way is barred:
 * @bytes of arguments in the CPU's image, which a probe that is direct has not filled
 * in yet.  No other probe's hit comes in between: the kprobes core sees to it.
 *
 * A hit counts as long as somebody listens: switching a probe off takes time after that.
 */
static noinline void kprobe_record(struct kprobe_event *ke, struct pt_regs *regs,
				   const u64 *saved, unsigned long retaddr,
				   u32 context, u32 bytes)
{
	u32 head = ke->at_return ? KPROBE_RETURN_HEAD : KPROBE_ENTRY_HEAD;
	void *rec = (void *)this_cpu_ptr(&kprobe_image)->words - head;
	struct ktrace_here here;

	if (!ktrace_event_active(&ke->of->event))
		return;
	this_cpu_inc(*ke->hits);
	if (ktrace_early_done(&ke->of->event, NULL))
		return;
	if (ke->direct) {
		bytes = kprobe_direct_bytes(ke) - head;
		kprobe_fill_direct(rec, ke, regs, saved, retaddr, head);
	} else {
		kprobe_head(rec, ke, retaddr, head);
	}
	here = ktrace_here_at(regs, ke->at_return ? retaddr : (unsigned long)ke->rp.kp.addr);
	ktrace_emit_image_at(&ke->of->event, rec, head + bytes, context, &here);
}

/* Record a hit whose arguments are all in registers. */
static __always_inline void kprobe_record_direct(struct kprobe_event *ke,
						 struct pt_regs *regs,
						 const u64 *saved,
						 unsigned long retaddr,
						 u32 context, u32 head)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(ktrace_emit_try(&emit, &ke->of->event, kprobe_direct_bytes(ke), context,
				   &rec))) {
		this_cpu_inc(*ke->hits);
		kprobe_fill_direct(rec, ke, regs, saved, retaddr, head);
		ktrace_emit_end(&emit);
	} else {
		kprobe_record(ke, regs, saved, retaddr, context, 0);
	}
}

/* A hit of which no record is made counts as long as somebody listens. */
static noinline void kprobe_count_paused(const struct kprobe_event *ke)
{
	if (ktrace_event_active(&ke->of->event))
		this_cpu_inc(*ke->hits);
}

/* Record a hit that reads memory. */
static __always_inline void kprobe_record_image(struct kprobe_event *ke,
						struct pt_regs *regs,
						const u64 *saved,
						unsigned long retaddr,
						u32 context, u32 head)
{
	void *image = this_cpu_ptr(&kprobe_image)->words;
	struct ktrace_emit emit __uninitialized;
	void *rec;
	u32 bytes;

	if (ktrace_event_paused(&ke->of->event)) {
		kprobe_count_paused(ke);
		return;
	}
	bytes = fetch_image(ke->fetch, image, regs, saved, retaddr, head);
	/* Lets the compiler see that there is nothing to round up. */
	if (bytes % RING_UNIT)
		__builtin_unreachable();
	if (likely(ktrace_emit_try(&emit, &ke->of->event, head + bytes, context, &rec))) {
		this_cpu_inc(*ke->hits);
		kprobe_copy(kprobe_head(rec, ke, retaddr, head), image, bytes);
		ktrace_emit_end(&emit);
	} else {
		kprobe_record(ke, regs, saved, retaddr, context, bytes);
	}
}

static __always_inline struct kprobe_event *kprobe_event_at(struct kprobe *kp)
{
	return container_of(kp, struct kprobe_event, rp.kp);
}

/* A probe without arguments: its records are all of one size. */
static int kprobe_hit_bare(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);
	u32 context = kprobe_context(kp, regs);
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(ktrace_emit_try(&emit, &ke->of->event, KPROBE_ENTRY_HEAD, context,
				   &rec))) {
		this_cpu_inc(*ke->hits);
		kprobe_head(rec, ke, 0, KPROBE_ENTRY_HEAD);
		ktrace_emit_end(&emit);
	} else {
		kprobe_record(ke, regs, NULL, 0, context, 0);
	}
	return 0;
}

static int kprobe_hit_direct(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);

	kprobe_record_direct(ke, regs, NULL, 0, kprobe_context(kp, regs),
			     KPROBE_ENTRY_HEAD);
	return 0;
}

static int kprobe_hit_image(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);

	kprobe_record_image(ke, regs, NULL, 0, kprobe_context(kp, regs),
			    KPROBE_ENTRY_HEAD);
	return 0;
}

/* The event of @rp, which is not NULL. */
static __always_inline struct kprobe_event *kprobe_event_from(struct kretprobe *rp)
{
	return container_of(rp, struct kprobe_event, rp);
}

/* A function is entered whose return is to be recorded. */
static int kprobe_hit_save(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	/* NULL if it is being unregistered, where that can be seen. */
	if (likely(rp))
		fetch_save(kprobe_event_from(rp)->fetch, regs, (u64 *)ri->data);
	return 0;
}

/* Whether a return is to be recorded: functions entered before do return. */
static __always_inline bool kprobe_return_wanted(struct kretprobe *rp)
{
	return likely(rp) && likely(ktrace_event_active(&kprobe_event_from(rp)->of->event));
}

/*
 * Where a function returns to.  Not get_kretprobe_retaddr(): where several return
 * probes stand on one function, all but one of them found a trampoline on the
 * stack when it was entered.  The registers have the address that the core found
 * below all of these.
 */
static __always_inline unsigned long kprobe_return_address(struct pt_regs *regs)
{
	return instruction_pointer(regs);
}

static int kprobe_return_direct(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kprobe_event *ke;

	if (!kprobe_return_wanted(rp))
		return 0;
	ke = kprobe_event_from(rp);
	kprobe_record_direct(ke, regs, (u64 *)ri->data, kprobe_return_address(regs),
			     kprobe_return_context(regs), KPROBE_RETURN_HEAD);
	return 0;
}

static int kprobe_return_image(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kprobe_event *ke;

	if (!kprobe_return_wanted(rp))
		return 0;
	ke = kprobe_event_from(rp);
	kprobe_record_image(ke, regs, (u64 *)ri->data, kprobe_return_address(regs),
			    kprobe_return_context(regs), KPROBE_RETURN_HEAD);
	return 0;
}

/**
 * ktrace_kprobe_hit_init - choose the handlers of a probe
 * @ke:	the probe, its arguments compiled, not yet registered
 */
void ktrace_kprobe_hit_init(struct kprobe_event *ke)
{
	u32 head = ke->at_return ? KPROBE_RETURN_HEAD : KPROBE_ENTRY_HEAD;

	ke->units = DIV_ROUND_UP(ke->fetch->bytes + head, RING_UNIT);
	ke->direct = ke->fetch->direct && ke->units <= KTRACE_TYPE_LEN_MAX;
	if (ke->at_return) {
		ke->rp.handler = ke->direct ? kprobe_return_direct : kprobe_return_image;
		ke->rp.data_size = ke->fetch->nr_saved * sizeof(u64);
		if (ke->fetch->nr_saved)
			ke->rp.entry_handler = kprobe_hit_save;
	} else if (!ke->nr_args) {
		ke->rp.kp.pre_handler = kprobe_hit_bare;
	} else {
		ke->rp.kp.pre_handler = ke->direct ? kprobe_hit_direct : kprobe_hit_image;
	}
}
