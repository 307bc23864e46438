// SPDX-License-Identifier: GPL-2.0
/*
 * Handlers of kprobe events.
 *
 * The kprobes core calls them in the context of the probed code, which may be any
 * context, with preemption off. They take no lock, do not sleep and take no fault.
 * While a handler runs on a CPU, the kprobes core counts other hits on the CPU as missed and
 * does not call their handlers. So one image per CPU suffices (image.h), and probes on
 * functions called from here are harmless.
 */
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/unaligned.h>

#include "event/emit.h"
#include "event/prefilter.h"
#include "probe/fetch.h"
#include "probe/image.h"
#include "probe/internal.h"

static_assert(offsetof(struct kretprobe_instance, data) % sizeof(u64) == 0);

static DEFINE_PER_CPU(u64 *, kprobe_words);
struct probe_images ktrace_kprobe_images = PROBE_IMAGES(kprobe_words);

/* Context of the code at which @kp was hit. */
static __always_inline u32 kprobe_context(const struct kprobe *kp,
					  const struct pt_regs *regs)
{
	unsigned int count;

	/* Not hit through a breakpoint, and all context fields are 0. */
	if (likely(ktrace_context_zero(ktrace_probe_flags(regs), PREEMPT_DISABLE_OFFSET)))
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

/* As kprobe_context() for the return of a function through rethook. */
static __always_inline u32 kprobe_return_context(const struct pt_regs *regs)
{
	if (likely(ktrace_context_zero(ktrace_probe_flags(regs), PREEMPT_DISABLE_OFFSET)))
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

/* Length of a record of @ke, which is direct. Tells the compiler that the record is short. */
static __always_inline u32 kprobe_direct_bytes(const struct kprobe_event *ke)
{
	u32 units = ke->probe.units;

	if (units > KTRACE_TYPE_LEN_MAX)
		__builtin_unreachable();
	return units * RING_UNIT;
}

/* Write the head of a record; return the address of the arguments. */
static __always_inline void *kprobe_head(void *rec, const struct kprobe_event *ke,
					 unsigned long retaddr, u32 head)
{
	unsigned long *fixed = rec + sizeof(struct ktrace_common);

	put_unaligned((unsigned long)ke->rp.kp.addr, fixed);
	if (head == PROBE_RETURN_HEAD)
		put_unaligned(retaddr, fixed + 1);
	return rec + head;
}

static __always_inline void kprobe_fill_direct(void *rec, const struct kprobe_event *ke,
					       struct pt_regs *regs, const u64 *saved,
					       unsigned long retaddr, u32 head)
{
	/* Zero the last unit first: arguments may fill only a part of it. */
	*(u32 *)(rec + kprobe_direct_bytes(ke) - 4) = 0;
	fetch_direct(ke->probe.fetch, kprobe_head(rec, ke, retaddr, head),
		     (union fetch_source){ .regs = regs }, saved, retaddr);
}

/*
 * Slow path: record a hit for any number of listeners. The CPU's image contains @bytes
 * of arguments, which a direct probe still has to fetch. The kprobes core prevents
 * nested hits.
 *
 * Hits count as long as the event has listeners, since disarming a probe takes time.
 */
static noinline void kprobe_record(struct kprobe_event *ke, struct pt_regs *regs,
				   const u64 *saved, unsigned long retaddr,
				   u32 context, u32 bytes)
{
	u32 head = ke->probe.at_return ? PROBE_RETURN_HEAD : PROBE_ENTRY_HEAD;
	void *rec = __this_cpu_read(kprobe_words);
	struct ktrace_here here;

	if (!ktrace_event_active(&ke->probe.of->event))
		return;
	this_cpu_inc(ke->probe.counts->hits);
	if (ktrace_prefilter_done(&ke->probe.of->event, NULL))
		return;
	if (unlikely(!rec)) {
		ktrace_probe_missed(&ke->probe);
		return;
	}
	rec -= head;
	if (ke->probe.direct) {
		bytes = kprobe_direct_bytes(ke) - head;
		kprobe_fill_direct(rec, ke, regs, saved, retaddr, head);
	} else {
		kprobe_head(rec, ke, retaddr, head);
	}
	here = ktrace_here_at(regs, ke->probe.at_return ? retaddr : (unsigned long)ke->rp.kp.addr);
	ktrace_emit_image_at(&ke->probe.of->event, rec, head + bytes, context, &here);
}

/* Record a hit with all arguments in registers. */
static __always_inline void kprobe_record_direct(struct kprobe_event *ke,
						 struct pt_regs *regs,
						 const u64 *saved,
						 unsigned long retaddr,
						 u32 context, u32 head)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(ktrace_emit_try(&emit, &ke->probe.of->event, kprobe_direct_bytes(ke), context,
				   &rec))) {
		this_cpu_inc(ke->probe.counts->hits);
		kprobe_fill_direct(rec, ke, regs, saved, retaddr, head);
		ktrace_emit_end(&emit);
	} else {
		kprobe_record(ke, regs, saved, retaddr, context, 0);
	}
}

/* Count a hit without a record while recording is off. */
static noinline void kprobe_count_paused(const struct kprobe_event *ke)
{
	if (ktrace_event_active(&ke->probe.of->event))
		this_cpu_inc(ke->probe.counts->hits);
}

/* Count a hit without a record, because the CPU has no image. */
static noinline void kprobe_count_missed(const struct kprobe_event *ke)
{
	if (!ktrace_event_active(&ke->probe.of->event))
		return;
	this_cpu_inc(ke->probe.counts->hits);
	if (!ktrace_prefilter_done(&ke->probe.of->event, NULL))
		ktrace_probe_missed(&ke->probe);
}

/* Record a hit with arguments that read memory. */
static __always_inline void kprobe_record_image(struct kprobe_event *ke,
						struct pt_regs *regs,
						const u64 *saved,
						unsigned long retaddr,
						u32 context, u32 head)
{
	void *image = __this_cpu_read(kprobe_words);
	struct ktrace_emit emit __uninitialized;
	void *rec;
	u32 bytes;

	if (unlikely(!image)) {
		kprobe_count_missed(ke);
		return;
	}
	bytes = fetch_image(ke->probe.fetch, image, (union fetch_source){ .regs = regs }, saved,
			    retaddr, head);
	/* Tell the compiler that no rounding is needed. */
	if (bytes % RING_UNIT)
		__builtin_unreachable();
	if (likely(ktrace_emit_try(&emit, &ke->probe.of->event, head + bytes, context, &rec))) {
		this_cpu_inc(ke->probe.counts->hits);
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

/* Handler of a probe without arguments, whose records have a fixed size. */
static int kprobe_hit_bare(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);
	u32 context = kprobe_context(kp, regs);
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(ktrace_emit_try(&emit, &ke->probe.of->event, PROBE_ENTRY_HEAD, context,
				   &rec))) {
		this_cpu_inc(ke->probe.counts->hits);
		kprobe_head(rec, ke, 0, PROBE_ENTRY_HEAD);
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
			     PROBE_ENTRY_HEAD);
	return 0;
}

/*
 * As kprobe_hit_image(), while any buffer in the system is switched off. If all buffers that
 * record the event are off, count the hit, and do not build a record.
 */
static noinline int kprobe_hit_image_off(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);

	if (ktrace_event_paused(&ke->probe.of->event))
		kprobe_count_paused(ke);
	else
		kprobe_record_image(ke, regs, NULL, 0, kprobe_context(kp, regs),
				    PROBE_ENTRY_HEAD);
	return 0;
}

static int kprobe_hit_image(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_event *ke = kprobe_event_at(kp);

	/* A tail call: no register is saved for it where records are taken. */
	if (ktrace_buffers_some_off())
		return kprobe_hit_image_off(kp, regs);
	kprobe_record_image(ke, regs, NULL, 0, kprobe_context(kp, regs),
			    PROBE_ENTRY_HEAD);
	return 0;
}

/* Return the event of @rp, which must not be NULL. */
static __always_inline struct kprobe_event *kprobe_event_from(struct kretprobe *rp)
{
	return container_of(rp, struct kprobe_event, rp);
}

/* Entry handler of a return probe: save the arguments. */
static int kprobe_hit_save(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	/* @rp is NULL while the probe is being unregistered. */
	if (likely(rp))
		fetch_save(kprobe_event_from(rp)->probe.fetch, regs, (u64 *)ri->data);
	return 0;
}

/*
 * Return true if a return must be recorded. Functions entered before the event was
 * disabled still return.
 */
static __always_inline bool kprobe_return_wanted(struct kretprobe *rp)
{
	return likely(rp) && likely(ktrace_event_active(&kprobe_event_from(rp)->probe.of->event));
}

/*
 * Return the return address. get_kretprobe_retaddr() would return a trampoline if the
 * function has several return probes; the registers contain the address that the kprobes core
 * found below all trampolines.
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
			     kprobe_return_context(regs), PROBE_RETURN_HEAD);
	return 0;
}

static int kprobe_return_image(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kprobe_event *ke;

	if (!kprobe_return_wanted(rp))
		return 0;
	ke = kprobe_event_from(rp);
	if (ktrace_event_paused(&ke->probe.of->event)) {
		kprobe_count_paused(ke);
		return 0;
	}
	kprobe_record_image(ke, regs, (u64 *)ri->data, kprobe_return_address(regs),
			    kprobe_return_context(regs), PROBE_RETURN_HEAD);
	return 0;
}

/**
 * ktrace_kprobe_hit_init - select the handlers of a probe
 * @ke:	the probe, with compiled arguments, not yet registered
 */
void ktrace_kprobe_hit_init(struct kprobe_event *ke)
{
	if (ke->probe.at_return) {
		ke->rp.handler = ke->probe.direct ? kprobe_return_direct : kprobe_return_image;
		ke->rp.data_size = ke->probe.fetch->nr_saved * sizeof(u64);
		if (ke->probe.fetch->nr_saved)
			ke->rp.entry_handler = kprobe_hit_save;
	} else if (!ke->probe.nr_args) {
		ke->rp.kp.pre_handler = kprobe_hit_bare;
	} else {
		ke->rp.kp.pre_handler = ke->probe.direct ? kprobe_hit_direct : kprobe_hit_image;
	}
}
