// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for hooks before an object that they use is freed.
 *
 * Hooks read listeners, filters, triggers, histograms and rings with preemption off, without
 * locks.  A grace period of RCU waits for such a hook on every CPU that RCU watches.  RCU does
 * not watch a CPU
 *
 *  - that goes offline, from rcutree_report_cpu_dead() on, which the idle task calls with
 *    interrupts off;
 *  - that comes online, until it has called rcutree_report_cpu_starting().
 *
 * Some hooks run there nevertheless:
 *
 *  - kprobes, return probes and static points have no check for an offline CPU. The code that
 *    an offline CPU still executes can be probed, for example
 *    smp_call_function_single() in cpuhp_report_idle_dead(), and idle_task_exit().  The
 *    selftest buffer_hotplug records such a probe.
 *  - trace_printk() and the markers of kernel code.
 *
 * These do not run there:
 *
 *  - tracepoints, and so trace events, probes on tracepoints and event probes on trace events:
 *    the condition of every tracepoint contains cpu_online(), and take_cpu_down() clears the
 *    CPU's bit long before;
 *  - system calls, the events of processes, and probes in programs: a dying CPU executes only
 *    its idle task.
 *
 * The control CPU holds cpu_hotplug_lock for writing from before the bit is cleared until the
 * other CPU has called cpuhp_ap_report_dead(), and until a starting CPU is online.  Therefore
 * cpus_read_lock() waits for both.  After cpuhp_ap_report_dead() nothing waits for the CPU, not
 * even the kernel before it frees the CPU's own memory; the CPU executes a few instructions with
 * interrupts off and halts.
 */
#include <linux/cpu.h>
#include <linux/rcupdate.h>

#include "buffer/hooks.h"

/**
 * ktrace_hooks_wait_offline - wait until no CPU goes offline or comes online
 *
 * Call this after unpublishing an object and before call_rcu() or kfree_rcu() frees the object.
 * A hook that found the object on a CPU that RCU does not watch is done when this returns.  A
 * CPU that begins to go offline later does not find the object after
 * rcutree_report_cpu_dead(), and the grace period waits for hooks that found the object on that
 * CPU before.
 *
 * Context: task; sleeps; takes cpus_read_lock().
 */
void ktrace_hooks_wait_offline(void)
{
	cpus_read_lock();
	cpus_read_unlock();
}

/**
 * ktrace_hooks_synchronize_since - wait for hooks that began before a grace period
 * @since: the grace period, by get_state_synchronize_rcu()
 *
 * When this returns, no hook and no RCU reader uses an object that was unpublished before @since
 * was loaded.
 *
 * Context: task; sleeps; takes cpus_read_lock().
 */
void ktrace_hooks_synchronize_since(unsigned long since)
{
	cond_synchronize_rcu(since);
	ktrace_hooks_wait_offline();
}

/**
 * ktrace_hooks_synchronize - wait for all hooks that run
 *
 * When this returns, no hook and no RCU reader uses an object that was unpublished before the
 * call.
 *
 * Context: task; sleeps for a grace period, so that no caller should hold ktrace_event_mutex (the
 * callers that do have the reason in a comment), nor call it once for each of many objects.
 * Takes cpus_read_lock().
 */
void ktrace_hooks_synchronize(void)
{
	synchronize_rcu();
	ktrace_hooks_wait_offline();
}
