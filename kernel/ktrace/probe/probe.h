/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes that lines define, and the events that they share: the common part of kprobes, uprobes,
 * event probes and tracepoint probes.
 *
 * The first line of a name creates an event.  A further line of the same name and kind, with
 * arguments of the same names and types, appends a probe to this event.  Removing a probe leaves
 * the others; the event is removed with its last probe.
 */
#ifndef _KTRACE_PROBE_H
#define _KTRACE_PROBE_H

#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/refcount.h>

#include "event/dynamic.h"
#include "event/event.h"
#include "parse/probe_parse.h"
#include "probe/args.h"
#include "probe/fetch.h"

struct ktrace_event_removal;
struct ktrace_probe;
struct probe_images;

/* Offset of the first argument in a record. */
#define PROBE_EVENT_HEAD	8	/* common fields */
#define PROBE_ENTRY_HEAD	16	/* common fields, __probe_ip */
#define PROBE_RETURN_HEAD	24	/* common fields, __probe_func, __probe_ret_ip */

/**
 * struct ktrace_probe_counts - counters of a CPU
 * @hits:	number of hits while the event had listeners
 * @missed:	number of hits without a record, because the CPU had no image, no image was
 *		free, or hits were nested too deep
 */
struct ktrace_probe_counts {
	unsigned long	hits;
	unsigned long	missed;
};

/**
 * struct ktrace_probe_ops - differences between the kinds of probes
 * @class:	class of their events
 * @kind:	kind of their definitions
 * @images:	images of the kind, which each probe uses from ktrace_probe_init() until no hit
 *		uses the probe; NULL if the kind has none
 * @arm:	let a probe record, if its code is there; returns 0 or a negative errno; called
 *		under ktrace_event_mutex.  NULL if events of the kind have one probe
 * @armed:	result of what @arm has begun and ktrace_arming_wait() waits for, 0 or a negative
 *		errno; called under ktrace_event_mutex.  NULL if @arm begins nothing
 * @disarm:	undo @arm; called under ktrace_event_mutex
 * @free:	free a probe that was initialised by ktrace_probe_init(), even if that failed
 * @missed:	number of hits that a core missed before ktrace saw them; NULL for none
 */
struct ktrace_probe_ops {
	const struct ktrace_class *class;
	struct ktrace_dynamic_kind *kind;
	struct probe_images *images;
	int	(*arm)(struct ktrace_probe *probe);
	int	(*armed)(const struct ktrace_probe *probe);
	void	(*disarm)(struct ktrace_probe *probe);
	void	(*free)(struct ktrace_probe *probe);
	unsigned long (*missed)(const struct ktrace_probe *probe);
};

/**
 * struct ktrace_probe - a probe that a line defines
 * @of:	the first probe of the event, whose @event and @probes all probes of the event
 *		share; the first probe points to itself. It stays allocated as long as the
 *		event, even after it was removed
 * @event:	the event, in @of
 * @fetch:	program that fetches the arguments
 * @counts:	per CPU
 * @units:	length of a record in units of 4 bytes, without the text of strings
 * @direct:	records are short, and arguments are fetched directly into the record
 * @head:	offset of the first argument in a record, PROBE_*_HEAD
 * @at_return:	return probe
 * @typed:	arguments use C types, which may change with the module
 * @imaged:	the probe uses the images of its kind
 * @ops:	functions of its kind
 * @probes:	in @of: existing probes of the event; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	entry in @of->probes
 * @left:	in @of: number of probes that exist or that hits may still use
 * @dynamic:	entry in the list of dynamic events
 * @group:	name of the event's system
 * @name:	name of the event
 * @line:	the line that defines the probe
 * @nr_args:	number of @args
 * @args:	its arguments as fields of records
 */
struct ktrace_probe {
	struct ktrace_probe	*of;
	struct ktrace_event	event;
	struct fetch		*fetch;
	struct ktrace_probe_counts __percpu *counts;
	u16			units;
	bool			direct;
	u8			head;
	bool			at_return;
	bool			typed;
	bool			imaged;
	const struct ktrace_probe_ops *ops;
	struct list_head	probes;
	struct list_head	of_event;
	refcount_t		left;
	struct ktrace_dynamic	dynamic;
	char			group[PROBE_NAME_SIZE];
	char			name[PROBE_NAME_SIZE];
	char			*line;
	unsigned int		nr_args;
	struct probe_field	*args;
};

static inline struct ktrace_probe *ktrace_probe_of(const struct ktrace_event *event)
{
	return container_of(event, struct ktrace_probe, event);
}

static inline struct ktrace_probe *ktrace_probe_from(const struct ktrace_dynamic *dynamic)
{
	return container_of(dynamic, struct ktrace_probe, dynamic);
}

int ktrace_probe_init(struct ktrace_probe *probe, const struct probe_spec *spec, u8 head,
		      const struct ktrace_probe_ops *ops);
void ktrace_probe_exit(struct ktrace_probe *probe);
int ktrace_probe_join(struct ktrace_probe *probe, const struct probe_spec *spec,
		      struct ktrace_parse_error *error);
int ktrace_probe_add(struct ktrace_probe *probe, const struct probe_spec *spec,
		     struct ktrace_session *session, struct ktrace_parse_error *error);
enum probe_err ktrace_probe_parse_again(const struct ktrace_probe *probe,
					const struct probe_env *env, struct probe_spec *spec,
					unsigned int *column);
int ktrace_probe_compile(struct ktrace_probe *probe, const struct probe_spec *spec);
void ktrace_probe_leave(struct ktrace_probe *probe, struct ktrace_event_removal *removal,
			void (*disarm)(struct ktrace_probe *probe));
void ktrace_probe_retire(struct ktrace_probe *probe);
void ktrace_probe_profile(const struct ktrace_dynamic_kind *kind, struct seq_file *m);
struct ktrace_probe_counts ktrace_probe_sum(const struct ktrace_probe *probe);

/* Members of struct ktrace_class. */
int ktrace_probe_enable(struct ktrace_event *event);
int ktrace_probe_armed(const struct ktrace_event *event);
void ktrace_probe_disable(struct ktrace_event *event);
bool ktrace_probe_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field);
void ktrace_probe_print_fmt(const struct ktrace_event *event, struct seq_buf *out);
void ktrace_probe_free(struct ktrace_event *event);

/* Member of struct ktrace_dynamic_kind. */
void ktrace_probe_show(const struct ktrace_dynamic *dynamic, struct seq_file *m);

#endif /* _KTRACE_PROBE_H */
