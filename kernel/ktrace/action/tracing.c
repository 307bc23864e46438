// SPDX-License-Identifier: GPL-2.0
/*
 * tracing_on() and related functions, by which kernel code switches recording, takes
 * snapshots, and records stacks.  All of them act on the top instance.
 *
 * Called by any code, at any time.  Before ktrace_start() has created the top instance, the
 * functions do nothing.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/workqueue.h>

#include "action/internal.h"
#include "action/printk.h"
#include "event/emit.h"
#include "event/stack.h"

/* True when ktrace has started and the top instance exists. */
static bool tracing_ready;
/* Serialises tracing_snapshot_alloc(); outermost lock of ktrace. */
static DEFINE_MUTEX(tracing_mutex);
/* True when tracing_snapshot_alloc() has armed snapshots. */
static bool tracing_armed;

/** ktrace_tracing_ready - enable the functions of this file */
void ktrace_tracing_ready(void)
{
	/* Pairs with the acquire in tracing_buffer(). */
	smp_store_release(&tracing_ready, true);
}

static struct ktrace_buffer *tracing_buffer(void)
{
	/* Pairs with the release in ktrace_tracing_ready(). */
	return smp_load_acquire(&tracing_ready) ? &ktrace_top.buffer : NULL;
}

/* Switch recording.  ktrace_printk_enter() makes RCU wait, so that the rings stay. */
static void tracing_switch(void (*to)(struct ktrace_buffer *buffer))
{
	struct ktrace_buffer *buffer = tracing_buffer();
	struct printk_turn turn;

	if (!buffer)
		return;
	guard(preempt_notrace)();
	if (!ktrace_printk_enter(&turn))
		return;
	to(buffer);
	ktrace_printk_leave(&turn);
}

/**
 * tracing_on - start recording, like a write of 1 to the file tracing_on
 *
 * Does nothing on an offline CPU, or when called while a call records in the same context.
 *
 * Context: any, NMI included.
 */
void tracing_on(void)
{
	tracing_switch(ktrace_buffer_on);
}
EXPORT_SYMBOL_GPL(tracing_on);

/**
 * tracing_off - stop recording, like a write of 0 to the file tracing_on
 *
 * Does nothing on an offline CPU, or when called while a call records in the same context.
 *
 * Context: any, NMI included.
 */
void tracing_off(void)
{
	tracing_switch(ktrace_buffer_off);
}
EXPORT_SYMBOL_GPL(tracing_off);

/**
 * tracing_start - tracing_on(), by its older name
 *
 * Context: any, NMI included.
 */
void tracing_start(void)
{
	tracing_on();
}
EXPORT_SYMBOL_GPL(tracing_start);

/**
 * tracing_stop - tracing_off(), by its older name
 *
 * Context: any, NMI included.
 */
void tracing_stop(void)
{
	tracing_off();
}
EXPORT_SYMBOL_GPL(tracing_stop);

/**
 * tracing_is_on - content of the file tracing_on
 *
 * Context: any, NMI included.
 * Return: 1 or 0.
 */
int tracing_is_on(void)
{
	struct ktrace_buffer *buffer = tracing_buffer();

	return buffer && READ_ONCE(buffer->on);
}
EXPORT_SYMBOL_GPL(tracing_is_on);

/**
 * tracing_snapshot - take a snapshot of the records
 *
 * Snapshots must have been armed by tracing_snapshot_alloc(), ktrace_snapshot_enable()
 * or a trigger.  The file snapshot shows the number of failed snapshots.
 *
 * Context: any, NMI included.
 */
void tracing_snapshot(void)
{
	struct ktrace_buffer *buffer = tracing_buffer();

	if (buffer)
		ktrace_snapshot_now(buffer);
}
EXPORT_SYMBOL_GPL(tracing_snapshot);

/* Arm snapshots until ktrace_tracing_disarm(). */
static void tracing_arm(struct ktrace_buffer *buffer)
{
	guard(mutex)(&tracing_mutex);
	if (!tracing_armed)
		tracing_armed = !ktrace_snapshot_arm(buffer, &ktrace_top.snapshot);
}

/**
 * ktrace_tracing_disarm - undo the arming by tracing_snapshot_alloc()
 *
 * Context: task; sleeps.
 */
void ktrace_tracing_disarm(void)
{
	guard(mutex)(&tracing_mutex);
	if (tracing_armed)
		ktrace_snapshot_disarm(&ktrace_top.buffer);
	tracing_armed = false;
}

/**
 * tracing_snapshot_alloc - arm snapshots, then take one
 *
 * The memory is kept until a user writes 0 to the file snapshot.
 *
 * Context: task; sleeps.  Does nothing if out of memory.
 */
void tracing_snapshot_alloc(void)
{
	struct ktrace_buffer *buffer = tracing_buffer();

	if (!buffer)
		return;
	tracing_arm(buffer);
	tracing_snapshot();
}
EXPORT_SYMBOL_GPL(tracing_snapshot_alloc);

static void tracing_memory_work(struct work_struct *work)
{
	int err = ktrace_printk_prepare();

	if (err)
		pr_err_once("no room for trace_dump_stack(): %d\n", err);
}

static DECLARE_WORK(tracing_memory, tracing_memory_work);

static void tracing_memory_raise(struct irq_work *irq_work)
{
	schedule_work(&tracing_memory);
}

/*
 * Allocates memory for records at the first stack: trace_dump_stack() has no format
 * that would have requested the memory earlier.
 */
static struct irq_work tracing_memory_irq = IRQ_WORK_INIT_HARD(tracing_memory_raise);

/* Record the caller's stack; preemption is off. */
static void tracing_stack(struct ktrace_buffer *buffer, u32 context, unsigned int skip)
{
	struct printk_turn turn;

	if (!ktrace_printk_enter(&turn))
		return;
	if (likely(READ_ONCE(buffer->used)))
		ktrace_stack_kernel_from(buffer, context, skip);
	else
		irq_work_queue(&tracing_memory_irq);
	ktrace_printk_leave(&turn);
}

/**
 * trace_dump_stack - record the caller's stack
 * @skip: number of innermost functions to omit
 *
 * If the buffer has no memory yet, the first call requests it from an irq_work. This call, and
 * calls until the memory is there, are not recorded.
 *
 * Context: any, NMI included.
 */
void trace_dump_stack(int skip)
{
	struct ktrace_buffer *buffer = tracing_buffer();
	unsigned int preempt = preempt_count();
	unsigned long irq_flags;

	if (!buffer || !READ_ONCE(buffer->on))
		return;
	local_save_flags(irq_flags);
	guard(preempt_notrace)();
	tracing_stack(buffer, ktrace_context(irq_flags, preempt), skip > 0 ? skip : 0);
}
EXPORT_SYMBOL_GPL(trace_dump_stack);
