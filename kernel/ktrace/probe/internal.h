/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kprobe events: declarations shared by the files kprobe*.c. kprobe.c defines and
 * removes probes, kprobe_place.c resolves addresses, kprobe_module.c follows modules,
 * kprobe_hit.c records, kprobe_print.c describes and prints records.
 */
#ifndef _KTRACE_KPROBE_EVENT_H
#define _KTRACE_KPROBE_EVENT_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "buffer/buffer.h"
#include "parse/probe_parse.h"
#include "probe/fetch.h"
#include "probe/probe.h"

/* Limit for the size of arguments; leaves room for the gap between numbers and strings. */
#define KPROBE_BYTES_MAX	(FETCH_ROOM - 4)

/**
 * struct kprobe_site - a present or past location of an event's probes
 * @address:	its address
 * @where:	symbol and offset, or the function, as records show it
 * @node:	entry in the event's list; changed under ktrace_dynamic_mutex, read
 *		under RCU
 * @rcu:	to free it after its readers
 */
struct kprobe_site {
	unsigned long		address;
	char			*where;
	struct list_head	node;
	struct rcu_head		rcu;
};

/**
 * struct kprobe_event - a probe defined by a line of kprobe_events
 * @probe:	common part of probes
 * @rp:	the kretprobe; an entry probe uses only its kp
 * @sites:	in the first probe of the event: present and past locations; walked by readers
 * @missed:	hits missed before the module was last unloaded
 * @module:	module of the probed code; empty for the kernel
 * @symbol:	the function as the line names it; NULL if the line has an address
 * @offset:	offset from @symbol
 * @waiting:	@module is not loaded, so the probe is not registered; changed under
 *		ktrace_dynamic_mutex and ktrace_event_mutex
 */
struct kprobe_event {
	struct ktrace_probe	probe;
	struct kretprobe	rp;
	struct list_head	sites;
	unsigned long		missed;
	char			module[MODULE_NAME_LEN];
	char			*symbol;
	s64			offset;
	bool			waiting;
};

/* Defined in kprobe_hit.c */
void ktrace_kprobe_hit_init(struct kprobe_event *ke);

/* Defined in kprobe_place.c */
enum probe_err ktrace_kprobe_resolve(const char *module, const char *symbol, s64 offset,
				     unsigned long *address);
enum probe_err ktrace_kprobe_locate(struct probe_spec *spec);
unsigned int ktrace_kprobe_namesakes(const char *module, const char *symbol);

/* Defined in code.c */
void probe_code_restore(u8 *to, unsigned long address, size_t room);
u8 *probe_code_copy(unsigned long address, unsigned long size);
bool probe_code_boundaries(unsigned long address, unsigned long *before, unsigned long *behind);

/* Defined in kprobe.c */
void ktrace_kprobe_probes_module(const char *name);

/* Defined in kprobe_module.c */
#ifdef CONFIG_MODULES
enum probe_err ktrace_kprobe_function(unsigned long base, unsigned long *size);
void ktrace_kprobe_module_of(unsigned long address, char *name);
bool ktrace_kprobe_lacks_module(const char *name);
#else
static inline enum probe_err ktrace_kprobe_function(unsigned long base, unsigned long *size)
{
	return PROBE_OK;
}

static inline void ktrace_kprobe_module_of(unsigned long address, char *name) { }

/* No modules can be loaded. */
static inline bool ktrace_kprobe_lacks_module(const char *name)
{
	return false;
}
#endif

/* Defined in kprobe_print.c */
void ktrace_kprobe_print(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out);

/* Defined in kprobe.c, for kprobe_notify.c */
void ktrace_kprobe_module_came(const char *name);
void ktrace_kprobe_module_goes(const struct module *mod, bool all);

static inline struct kprobe_event *kprobe_event_of(const struct ktrace_probe *probe)
{
	return container_of(probe, struct kprobe_event, probe);
}

#endif /* _KTRACE_KPROBE_EVENT_H */
