// SPDX-License-Identifier: GPL-2.0
/*
 * Events of the TRACE_EVENT()s of the kernel and of modules.
 *
 * Registered at boot and when modules are loaded, in task context. hit.c writes the
 * records; include/trace/ktrace.h generates the definitions.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "event/event.h"
#include "event/removal.h"
#include "tracepoint/tracepoint.h"

/**
 * struct tracepoint_group - the events of the kernel or of a module
 * @set:	their definitions
 * @node:	entry in the list of groups
 * @events:	one event for each definition in @set
 */
struct tracepoint_group {
	struct ktrace_tracepoint_set set;
	struct list_head	node;
	struct ktrace_tracepoint_event	events[];
};

static LIST_HEAD(tracepoint_groups);
/* Protects the list; innermost, because showing a format takes it. */
static DEFINE_MUTEX(tracepoint_groups_mutex);

static const struct ktrace_tracepoint *tracepoint_of(const struct ktrace_event *event)
{
	return ktrace_tracepoint_event(event)->definition;
}

static int tracepoint_enable(struct ktrace_event *event)
{
	const struct ktrace_tracepoint *definition = tracepoint_of(event);

	return tracepoint_probe_register(definition->tracepoint, definition->class->probe,
					 event);
}

static void tracepoint_disable(struct ktrace_event *event)
{
	const struct ktrace_tracepoint *definition = tracepoint_of(event);

	tracepoint_probe_unregister(definition->tracepoint, definition->class->probe, event);
}

static bool tracepoint_field(const struct ktrace_event *event, unsigned int i,
			     struct ktrace_field *field)
{
	const struct ktrace_tracepoint_field *fields = tracepoint_of(event)->class->fields();
	unsigned int at;

	for (at = 0; fields[at].name; at++) {
		if (at < i)
			continue;
		ktrace_tracepoint_describe(&fields[at], field);
		return true;
	}
	return false;
}

static void tracepoint_print(const struct ktrace_event *event, const void *rec, u32 len,
			     struct seq_buf *out)
{
	seq_buf_puts(out, event->name);
	seq_buf_puts(out, ": ");
	ktrace_tracepoint_show(tracepoint_of(event)->class, rec, len, out);
}

/* Get the value of a name in the formats of a system; any file of the system may define it. */
static bool tracepoint_value(const char *name, unsigned int len, long *value, const void *data)
{
	const struct ktrace_event *event = data;
	const struct ktrace_tracepoint_value *at;
	struct tracepoint_group *group;

	guard(mutex)(&tracepoint_groups_mutex);
	list_for_each_entry(group, &tracepoint_groups, node) {
		for (at = group->set.values; at < group->set.values + group->set.nr_values; at++) {
			if (strncmp(at->name, name, len) || at->name[len] ||
			    strcmp(at->system, event->system))
				continue;
			*value = at->value;
			return true;
		}
	}
	return false;
}

static void tracepoint_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	ktrace_tracepoint_format(tracepoint_of(event)->class->print_fmt, out, tracepoint_value,
				 event);
}

static const struct ktrace_class tracepoint_class = {
	.enable		= tracepoint_enable,
	.disable	= tracepoint_disable,
	.field		= tracepoint_field,
	.print		= tracepoint_print,
	.print_fmt	= tracepoint_print_fmt,
};

/*
 * Events that concern a second task besides the one that hits the tracepoint: the second task
 * gets the CPU, or is woken up.  Its task id is in the named field.
 */
static const struct {
	const char *name;
	const char *field;
} tracepoint_others[] = {
	{ "sched_switch",	"next_pid" },
	{ "sched_waking",	"pid" },
	{ "sched_wakeup",	"pid" },
	{ "sched_wakeup_new",	"pid" },
};

/* Return the value of struct ktrace_tracepoint_event.other. */
static u16 tracepoint_find_other(const struct ktrace_tracepoint *definition)
{
	const struct ktrace_tracepoint_field *field;
	unsigned int i;

	if (strcmp(definition->class->system, "sched"))
		return 0;
	for (i = 0; i < ARRAY_SIZE(tracepoint_others); i++) {
		if (strcmp(definition->tracepoint->name, tracepoint_others[i].name))
			continue;
		for (field = definition->class->fields(); field->name; field++)
			if (!strcmp(field->name, tracepoint_others[i].field) &&
			    field->size == sizeof(pid_t))
				return field->offset;
	}
	return 0;
}

/* Return true if another source provides the event: syscall/raw.c, with cheaper hooks. */
static bool tracepoint_elsewhere(const struct ktrace_tracepoint *definition)
{
	return IS_ENABLED(CONFIG_KTRACE_SYSCALLS) &&
	       !strcmp(definition->class->system, "raw_syscalls");
}

/* Register @event for @definition of @mod; on error @event stays without a definition. */
static void tracepoint_register(struct ktrace_tracepoint_event *event,
				const struct ktrace_tracepoint *definition,
				struct module *mod)
{
	int err;

	if (tracepoint_elsewhere(definition))
		return;
	event->event.system = definition->class->system;
	event->event.name = definition->tracepoint->name;
	event->event.module = mod ? module_name(mod) : NULL;
	event->event.class = &tracepoint_class;
	event->other = tracepoint_find_other(definition);
	/* Set this before the registration, after which other tasks can enable the event. */
	event->definition = definition;
	err = ktrace_event_register(&event->event);
	if (!err)
		return;
	pr_warn("tracepoint %s/%s refused: %d\n", event->event.system, event->event.name, err);
	event->definition = NULL;
}

/**
 * ktrace_tracepoints_add - register tracepoints
 * @set:	their definitions; refused ones stay without an event
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int ktrace_tracepoints_add(const struct ktrace_tracepoint_set *set)
{
	struct tracepoint_group *group;
	unsigned int i;

	if (!set->nr_tracepoints && !set->nr_values)
		return 0;
	group = kvzalloc(struct_size(group, events, set->nr_tracepoints), GFP_KERNEL);
	if (!group)
		return -ENOMEM;
	group->set = *set;
	scoped_guard(mutex, &tracepoint_groups_mutex)
		list_add_tail(&group->node, &tracepoint_groups);
	for (i = 0; i < set->nr_tracepoints; i++)
		tracepoint_register(&group->events[i], &set->tracepoints[i], set->mod);
	return 0;
}

static struct tracepoint_group *tracepoint_group_take(const struct module *mod)
{
	struct tracepoint_group *group;

	guard(mutex)(&tracepoint_groups_mutex);
	list_for_each_entry(group, &tracepoint_groups, node) {
		if (group->set.mod != mod)
			continue;
		list_del(&group->node);
		return group;
	}
	return NULL;
}

/**
 * ktrace_tracepoints_remove - unregister the tracepoints of a module
 * @mod:	the module, which executes no more code
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_tracepoints_remove(const struct module *mod)
{
	struct tracepoint_group *group = tracepoint_group_take(mod);
	struct ktrace_event_removal removal;
	unsigned int i;

	if (!group)
		return;
	ktrace_event_removal_begin(&removal);
	for (i = 0; i < group->set.nr_tracepoints; i++)
		if (group->events[i].definition)
			ktrace_event_removal_add(&removal, &group->events[i].event);
	ktrace_event_removal_end(&removal);
	/* Hooks in progress may still use the events: wait once for all. */
	if (group->set.nr_tracepoints)
		tracepoint_synchronize_unregister();
	kvfree(group);
}
