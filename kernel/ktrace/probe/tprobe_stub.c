// SPDX-License-Identifier: GPL-2.0
/*
 * Callbacks of tracepoint probes in kernels with kCFI, which checks the types of
 * functions called through pointers.
 *
 * A tracepoint probe has one callback for tracepoints of all prototypes. With kCFI, a
 * tracepoint with several callbacks would trap when it calls it. In these kernels the
 * tracepoint calls its own stub instead, an empty function with the right type that
 * DEFINE_TRACE() emits, and a kprobe at the stub finds the arguments in the registers.
 * A hit costs an additional breakpoint. Several probes of a tracepoint share its stub;
 * each has a kprobe there and recognises its own calls by the data pointer that it has
 * registered with the tracepoint.
 *
 * The boot parameter "ktrace.tprobe_stub" enables this in any kernel, for tests.
 *
 * tprobe.c calls these functions in task context; the kprobes core calls the handler.
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
#include "probe/kprobe_batch.h"
#include "probe/tprobe_stub.h"

static bool tprobe_stub_forced __ro_after_init;
module_param_named(tprobe_stub, tprobe_stub_forced, bool, 0);

/**
 * tprobe_stub_wanted - check whether tracepoint probes use stubs
 *
 * Return: true or false, constant after boot.
 */
bool tprobe_stub_wanted(void)
{
	return IS_ENABLED(CONFIG_CFI_CLANG) || tprobe_stub_forced;
}

/*
 * Context of the code that contains the tracepoint, which disables preemption for its
 * callbacks.
 */
static u32 stub_context(const struct kprobe *kp, const struct pt_regs *regs)
{
	unsigned int count = preempt_count() - PREEMPT_DISABLE_OFFSET;

	if (IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) && kp->flags & KPROBE_FLAG_FTRACE)
		count -= PREEMPT_DISABLE_OFFSET;
	else
		count -= ktrace_probe_added(regs);
	return ktrace_context(ktrace_probe_flags(regs), count);
}

/*
 * Return the stub's return address; if the architecture does not know it, the stub's
 * address.
 */
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

	/* Ignore a call for another probe of the same tracepoint. */
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
 * The counter of missed hits continues from its value when the tracepoint's module was
 * unloaded.
 *
 * Context: task; sleeps.
 * Return: 0 or a negative errno.
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
	/* Registration resets the counter. */
	stub->kp.nmissed += missed;
	stub->registered = !err;
	return err;
}

/**
 * tprobe_stub_unregister - undo tprobe_stub_register(), if it was called
 * @stub:	disabled
 *
 * Context: task; sleeps.
 */
void tprobe_stub_unregister(struct tprobe_stub *stub)
{
	if (stub->registered)
		unregister_kprobe(&stub->kp);
	stub->registered = false;
}

/**
 * tprobe_stub_unregister_batch - as tprobe_stub_unregister(), for many stubs
 * @stub:	disabled
 * @batch:	collects the stub; flushed before if it is full
 *
 * Context: task; sleeps.
 */
void tprobe_stub_unregister_batch(struct tprobe_stub *stub, struct kprobe_batch *batch)
{
	if (!stub->registered)
		return;
	stub->registered = false;
	if (ktrace_kprobe_batch_full(batch))
		ktrace_kprobe_batch_flush(batch);
	ktrace_kprobe_batch_add(batch, &stub->kp);
}

/**
 * tprobe_stub_enable - let a tracepoint call a probe
 * @stub:	registered, disabled
 * @tracepoint:	the tracepoint of tprobe_stub_register()
 *
 * Context: task; sleeps.
 * Return: 0 or a negative errno.
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
 * Context: task; sleeps. Calls in progress may continue.
 */
void tprobe_stub_disable(struct tprobe_stub *stub, struct tracepoint *tracepoint)
{
	tracepoint_probe_unregister(tracepoint, tracepoint->probestub, stub);
	disable_kprobe(&stub->kp);
}
