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
#include "event/dynamic.h"
#include "event/event.h"
#include "probe/args.h"
#include "probe/fetch.h"
#include "parse/probe_parse.h"

/* Offset of the first argument in a record. */
#define KPROBE_ENTRY_HEAD	16	/* common fields, __probe_ip */
#define KPROBE_RETURN_HEAD	24	/* common fields, __probe_func, __probe_ret_ip */

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
 * @of:	the first probe of the event, whose @event, @probes and @sites all probes of the
 *		event share; the first probe itself points to itself. It stays allocated
 *		as long as the event, even after it was removed
 * @event:	the event
 * @probes:	existing probes of the event; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	entry in @of->probes
 * @sites:	present and past locations; walked by readers
 * @nr_left:	in @of: number of probes that exist or are being removed; under
 *		ktrace_dynamic_mutex
 * @rp:	the kretprobe; an entry probe uses only its kp
 * @fetch:	program that fetches the arguments
 * @hits:	per CPU, number of hits while the event had listeners
 * @units:	length of a record in units of 4 bytes, without the text of strings
 * @direct:	records are short, and arguments are fetched directly into the record
 * @dynamic:	entry in the list of dynamic events
 * @missed:	hits missed before the module was last unloaded
 * @module:	module of the probed code; empty for the kernel
 * @symbol:	the function as the line names it; NULL if the line has an address
 * @offset:	offset from @symbol
 * @waiting:	@module is not loaded, so the probe is not registered; changed under
 *		ktrace_dynamic_mutex and ktrace_event_mutex
 * @typed:	arguments use C types, which may change with the module
 * @at_return:	return probe
 * @group:	name of its system
 * @name:	its name
 * @line:	the line that defines it
 * @nr_args:	number of @args
 * @args:	its arguments
 */
struct kprobe_event {
	struct kprobe_event	*of;
	struct ktrace_event	event;
	struct list_head	probes;
	struct list_head	of_event;
	struct list_head	sites;
	unsigned int		nr_left;
	struct kretprobe	rp;
	struct fetch		*fetch;
	unsigned long __percpu	*hits;
	u16			units;
	bool			direct;
	struct ktrace_dynamic	dynamic;
	unsigned long		missed;
	char			module[MODULE_NAME_LEN];
	char			*symbol;
	s64			offset;
	bool			waiting;
	bool			typed;
	bool			at_return;
	char			group[PROBE_NAME_SIZE];
	char			name[PROBE_NAME_SIZE];
	char			*line;
	unsigned int		nr_args;
	struct probe_field	args[] __counted_by(nr_args);
};

/* kprobe_hit.c */
void ktrace_kprobe_hit_init(struct kprobe_event *ke);

/* kprobe_place.c */
enum probe_err ktrace_kprobe_resolve(const char *module, const char *symbol, s64 offset,
				     unsigned long *address);
enum probe_err ktrace_kprobe_place(struct probe_spec *spec);
unsigned int ktrace_kprobe_namesakes(const char *module, const char *symbol);

/* code.c */
void probe_code_restore(u8 *to, unsigned long address, size_t room);
u8 *probe_code_copy(unsigned long address, unsigned long size);
bool probe_code_boundaries(unsigned long address, unsigned long *before, unsigned long *behind);

/* kprobe.c */
void ktrace_kprobe_probes_module(const char *name);

/* kprobe_module.c */
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

/* kprobe_print.c */
bool ktrace_kprobe_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field);
void ktrace_kprobe_print(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out);
void ktrace_kprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out);

/* kprobe.c, for kprobe_notify.c */
void ktrace_kprobe_module_came(const char *name);
void ktrace_kprobe_module_goes(const struct module *mod, bool all);

static inline struct kprobe_event *kprobe_event_of(const struct ktrace_event *event)
{
	return container_of(event, struct kprobe_event, event);
}

#endif /* _KTRACE_KPROBE_EVENT_H */
