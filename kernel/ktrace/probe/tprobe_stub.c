// SPDX-License-Identifier: GPL-2.0
/*
 * How tracepoints call their probes where the kernel checks that a function called through a
 * pointer is of the pointer's type (kCFI).
 *
 * A tracepoint probe is one function for tracepoints of all prototypes.  With kCFI, a
 * tracepoint that has several probes would trap when it calls that function.  Here the
 * tracepoint calls its own stub instead, an empty function that DEFINE_TRACE() makes with the
 * right type, and a kprobe at the stub finds the arguments in the registers.  A hit costs a
 * breakpoint more.  Several probes of a tracepoint share its stub; each has a kprobe there
 * and passes its own data through the tracepoint, by which it knows its own calls.
 *
 * "ktrace.tprobe_stub" on the kernel's command line has it done in any kernel, for tests.
 *
 * Called by tprobe.c in task context, but for the handler, which the kprobes core calls.
 */
#include <linux/compiler.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "event/emit.h"
#include "probe/fetch.h"
#include "probe/internal.h"
#include "probe/tprobe_stub.h"

static bool tprobe_stub_forced __ro_after_init;
module_param_named(tprobe_stub, tprobe_stub_forced, bool, 0);

/**
 * tprobe_stub_wanted - whether tracepoint probes are called by way of stubs
 *
 * Return: the same in all the time that the kernel runs.
 */
bool tprobe_stub_wanted(void)
{
	return IS_ENABLED(CONFIG_CFI_CLANG) || tprobe_stub_forced;
}

/* The context of the code that the tracepoint is in, which disables preemption for its call. */
static u32 stub_context(const struct kprobe *kp, const struct pt_regs *regs)
{
	unsigned int count = preempt_count() - PREEMPT_DISABLE_OFFSET;

	if (IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) && kp->flags & KPROBE_FLAG_FTRACE)
		count -= PREEMPT_DISABLE_OFFSET;
	else
		count -= ktrace_probe_added(regs);
	return ktrace_context(ktrace_probe_flags(regs), count);
}

/* Where the stub returns to; where the architecture does not say, the stub itself. */
static unsigned long stub_caller(struct pt_regs *regs)
{
	int slot = ktrace_probe_retaddr_slot();

	if (slot < 0)
		return instruction_pointer(regs);
	return regs_get_kernel_stack_nth(regs, slot);
}

static int stub_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct tprobe_stub *stub = container_of(kp, struct tprobe_stub, kp);
	struct fetch_call call;
	unsigned int i;

	/* Or the call is for another probe of the same tracepoint. */
	if (fetch_arg(regs, 0) != (unsigned long)stub)
		return 0;
	for (i = 0; i < stub->nr_words; i++)
		call.arg[i] = fetch_arg(regs, i + 1);
	call.sp = kernel_stack_pointer(regs);
	stub->hit(stub, &call, stub_caller(regs), stub_context(kp, regs));
	return 0;
}

/**
 * tprobe_stub_register - register the kprobe of a tracepoint probe, disabled
 * @stub:	with nr_words and hit set
 * @tracepoint:	the tracepoint
 *
 * The count of missed hits goes on where it was when the tracepoint's module left.
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int tprobe_stub_register(struct tprobe_stub *stub, struct tracepoint *tracepoint)
{
	unsigned long missed = stub->kp.nmissed;
	char module[MODULE_NAME_LEN] = "";
	int err;

	ktrace_kprobe_module_of((unsigned long)tracepoint->probestub, module);
	ktrace_kprobe_probes_module(module);
	stub->kp = (struct kprobe) {
		.addr = tracepoint->probestub,
		.pre_handler = stub_hit,
		.flags = KPROBE_FLAG_DISABLED,
	};
	err = register_kprobe(&stub->kp);
	/* The core begins to count at 0. */
	stub->kp.nmissed += missed;
	stub->registered = !err;
	return err;
}

/**
 * tprobe_stub_unregister - undo tprobe_stub_register(), if it was called
 * @stub:	disabled
 * @batch:	with others, which tprobe_stub_flush() ends
 *
 * Context: task; sleeps.
 */
void tprobe_stub_unregister(struct tprobe_stub *stub, struct tprobe_stub_batch *batch)
{
	if (!stub->registered)
		return;
	stub->registered = false;
	batch->kps[batch->nr++] = &stub->kp;
	if (batch->nr == ARRAY_SIZE(batch->kps))
		tprobe_stub_flush(batch);
}

/**
 * tprobe_stub_flush - unregister all of a batch
 * @batch:	the batch, which is empty then
 *
 * Context: task; sleeps.
 */
void tprobe_stub_flush(struct tprobe_stub_batch *batch)
{
	if (batch->nr)
		unregister_kprobes(batch->kps, batch->nr);
	batch->nr = 0;
}

/**
 * tprobe_stub_enable - have a tracepoint call a probe
 * @stub:	registered, disabled
 * @tracepoint:	the tracepoint that @stub was registered with
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int tprobe_stub_enable(struct tprobe_stub *stub, struct tracepoint *tracepoint)
{
	int err = enable_kprobe(&stub->kp);

	if (err)
		return err;
	err = tracepoint_probe_register(tracepoint, tracepoint->probestub, stub);
	if (err)
		disable_kprobe(&stub->kp);
	return err;
}

/**
 * tprobe_stub_disable - undo tprobe_stub_enable()
 * @stub:	enabled
 * @tracepoint:	the tracepoint
 *
 * Context: task; sleeps.  Calls of the stub may still run.
 */
void tprobe_stub_disable(struct tprobe_stub *stub, struct tracepoint *tracepoint)
{
	tracepoint_probe_unregister(tracepoint, tracepoint->probestub, stub);
	disable_kprobe(&stub->kp);
}
