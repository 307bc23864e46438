/* SPDX-License-Identifier: GPL-2.0 */
/* Unregistering many kprobes with one wait for their handlers. */
#ifndef _KTRACE_KPROBE_BATCH_H
#define _KTRACE_KPROBE_BATCH_H

struct kprobe;
struct kretprobe;

/* Number of probes that are unregistered together if there is no memory for more. */
#define KPROBE_BATCH_FEW	32

/**
 * struct kprobe_batch - probes to unregister together
 * @all:	pointers to the probes: entry probes in front, return probes at the end
 * @room:	size of @all
 * @nr_entries:	number of entry probes
 * @nr_returns:	number of return probes
 * @few:	used as @all if the array cannot be allocated
 */
struct kprobe_batch {
	void		**all;
	unsigned int	room;
	unsigned int	nr_entries;
	unsigned int	nr_returns;
	void		*few[KPROBE_BATCH_FEW];
};

void ktrace_kprobe_batch_begin(struct kprobe_batch *batch, unsigned int nr);
bool ktrace_kprobe_batch_full(const struct kprobe_batch *batch);
void ktrace_kprobe_batch_add(struct kprobe_batch *batch, struct kprobe *kp);
void ktrace_kprobe_batch_add_return(struct kprobe_batch *batch, struct kretprobe *rp);
void ktrace_kprobe_batch_flush(struct kprobe_batch *batch);
void ktrace_kprobe_batch_end(struct kprobe_batch *batch);

#endif /* _KTRACE_KPROBE_BATCH_H */
