/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kprobe that is an event, as the files kprobe*.c share it: kprobe.c defines
 * and removes, kprobe_place.c finds the address, kprobe_module.c knows modules,
 * kprobe_hit.c records, kprobe_print.c describes and prints.
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

/* Bytes of a record before its first argument. */
#define KPROBE_ENTRY_HEAD	16	/* common fields, __probe_ip */
#define KPROBE_RETURN_HEAD	24	/* common fields, __probe_func, __probe_ret_ip */

/*
 * What definitions may use of the room for arguments: some is left for the gap
 * between numbers and strings.
 */
#define KPROBE_BYTES_MAX	(FETCH_ROOM - 4)

/**
 * struct kprobe_site - where probes of an event stand, or stood
 * @address:	the place
 * @where:	symbol and offset, or the function, as records show it
 * @node:	among the event's; changed under ktrace_dynamic_mutex, read under RCU
 * @rcu:	to free it after its readers
 */
struct kprobe_site {
	unsigned long		address;
	char			*where;
	struct list_head	node;
	struct rcu_head		rcu;
};

/**
 * struct kprobe_event - a probe made by a line of kprobe_events
 * @of:		the probe whose @event, @probes and @sites it shares: itself, if it was the
 *		first of its event.  That one stays, without its probe, as long as the event
 * @event:	what the rest of ktrace sees
 * @probes:	those of the event that are there; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	in @probes of @of
 * @sites:	where they are and were; readers walk it
 * @nr_left:	of @of: how many are there, or being removed; under ktrace_dynamic_mutex
 * @rp:		the kretprobe; of a probe at entry, its kp alone is in use
 * @fetch:	what gets the arguments
 * @hits:	per CPU, how often it was hit while somebody listened
 * @units:	of 4 bytes in a record without strings' text
 * @direct:	records are short, and their arguments are fetched right into
 *		them
 * @dynamic:	in the list of what lines have defined
 * @missed:	hits that were missed in times that its module was there before
 * @module:	the module in whose code it stands; empty if in the kernel's own
 * @symbol:	the function as it was named; NULL: by address
 * @offset:	from @symbol
 * @waiting:	@module is not there: it is not registered, until @module comes; changed
 *		under ktrace_dynamic_mutex and ktrace_event_mutex
 * @typed:	arguments were made of C types, which are others when the module is
 * @at_return:	it is a return probe
 * @group:	name of its system
 * @name:	its name
 * @line:	the line that defines it
 * @nr_args:	how many @args
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
	struct kprobe_arg	args[] __counted_by(nr_args);
};

extern const struct ktrace_class ktrace_kprobe_class;

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
int ktrace_kprobe_watch_modules(void);
#else
static inline enum probe_err ktrace_kprobe_function(unsigned long base, unsigned long *size)
{
	return PROBE_OK;
}

static inline void ktrace_kprobe_module_of(unsigned long address, char *name) { }

/* None will come. */
static inline bool ktrace_kprobe_lacks_module(const char *name)
{
	return false;
}

static inline int ktrace_kprobe_watch_modules(void)
{
	return 0;
}
#endif

/* kprobe.c, for kprobe_print.c and kprobe_module.c */
void ktrace_kprobe_free(struct ktrace_event *event);
void ktrace_kprobe_module_came(const char *name);
void ktrace_kprobe_module_goes(const struct module *mod, bool all);

static inline struct kprobe_event *kprobe_event_of(const struct ktrace_event *event)
{
	return container_of(event, struct kprobe_event, event);
}

#endif /* _KTRACE_KPROBE_EVENT_H */
