/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks of tracepoint probes in kernels with kCFI, which checks the types of
 * functions called through pointers.
 */
#ifndef _KTRACE_TPROBE_STUB_H
#define _KTRACE_TPROBE_STUB_H

#include <linux/kprobes.h>
#include <linux/types.h>

struct fetch_call;
struct kprobe_batch;
struct tracepoint;

/**
 * struct tprobe_stub - a kprobe at the stub of a tracepoint
 * @kp:	at the tracepoint's stub, a function of the type that the tracepoint calls
 * @registered:	@kp is registered with the kprobes core
 * @nr_words:	number of arguments to pass to @hit, from the tracepoint's first
 * @hit:	called with the arguments, the address of the tracepoint, and the
 *		context fields of its record, with preemption off
 *
 * The tracepoint passes the address of this structure to its stub, and so to @kp.
 */
struct tprobe_stub {
	struct kprobe	kp;
	bool		registered;
	unsigned int	nr_words;
	void		(*hit)(struct tprobe_stub *stub, const struct fetch_call *call,
			       unsigned long ip, u32 context);
};

bool tprobe_stub_wanted(void);
int tprobe_stub_register(struct tprobe_stub *stub, struct tracepoint *tracepoint);
void tprobe_stub_unregister(struct tprobe_stub *stub);
void tprobe_stub_unregister_batch(struct tprobe_stub *stub, struct kprobe_batch *batch);
int tprobe_stub_enable(struct tprobe_stub *stub, struct tracepoint *tracepoint);
void tprobe_stub_disable(struct tprobe_stub *stub, struct tracepoint *tracepoint);

#endif /* _KTRACE_TPROBE_STUB_H */
