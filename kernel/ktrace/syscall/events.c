// SPDX-License-Identifier: GPL-2.0
/*
 * The events of system calls.
 *
 * Three events for every native call that is built into this kernel:
 *
 *	syscalls/sys_enter_FUNCTION	at entry (enter_exit.c)
 *	syscalls/sys_exit_FUNCTION	at exit (enter_exit.c)
 *	syscall/NAME			the complete call, at exit (complete.c)
 *
 * NAME is the name in user space. FUNCTION is the name of the kernel's function without
 * "sys_": newuname for uname. Existing clients know the events by this name.
 *
 * Three more events each serve the remaining calls: "unknown" for unassigned numbers,
 * and one named after each foreign ABI for all calls of that ABI. Their records hold
 * the number and six raw arguments; the reader of a record looks up the name.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event/id.h"
#include "event/listener.h"
#include "syscall/dispatch.h"

static void __init free_event(struct syscall_event *event)
{
	if (event)
		kfree(event->event.name);
	kfree(event);
}

/**
 * struct syscall_kind_events - properties of the events of one kind
 * @class:	class of the events
 * @system:	system of the events
 * @prefix:	prefix of their names, before the name of the call
 */
struct syscall_kind_events {
	const struct ktrace_class *class;
	const char *system;
	const char *prefix;
};

static const struct syscall_kind_events kinds[SYSCALL_KINDS] __initconst = {
	[SYSCALL_ENTER]	= { &ktrace_enter_class, "syscalls", "sys_enter_" },
	[SYSCALL_EXIT]	= { &ktrace_exit_class, "syscalls", "sys_exit_" },
	[SYSCALL_COMPLETE]	= { &ktrace_complete_class, "syscall", "" },
};

static struct syscall_event * __init make_event(enum syscall_kind kind, enum ktrace_abi abi,
						const struct ktrace_syscall *call,
						const char *name, unsigned int nr)
{
	struct syscall_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	event->nargs = call ? call->meta->nargs : KTRACE_SYSCALL_ARGS;
	if (call)
		event->name_len = strlen(kind == SYSCALL_COMPLETE ? call->name : call->entry);
	event->abi = abi;
	event->call = call;
	/* An event shared by many calls uses the spec of an invalid number. */
	event->spec = ktrace_syscall_spec(abi, call ? nr : -1);
	event->units = kind == SYSCALL_COMPLETE ?
		       ktrace_complete_units(event->spec) :
		       ktrace_syscall_enter_units(event->nargs);
	event->event.system = kinds[kind].system;
	event->event.class = kinds[kind].class;
	event->event.name = kasprintf(GFP_KERNEL, "%s%s", kinds[kind].prefix, name);
	if (!event->event.name) {
		free_event(event);
		return NULL;
	}
	return event;
}

/* Return the part of the name of an event of @call that follows the prefix of its kind. */
static const char * __init event_suffix(enum syscall_kind kind, const struct ktrace_syscall *call)
{
	if (kind == SYSCALL_COMPLETE || !strstarts(call->entry, "sys_"))
		return call->name;
	return call->entry + strlen("sys_");
}

/* Create the events of @call, or, if it is NULL, of the calls of @abi_name. */
static int __init make_events(unsigned int index, enum ktrace_abi abi,
			      const struct ktrace_syscall *call, const char *abi_name)
{
	unsigned int kind;

	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		const char *name = call ? event_suffix(kind, call) : abi_name;

		ktrace_syscall_events[kind][index] = make_event(kind, abi, call, name, index);
		if (!ktrace_syscall_events[kind][index])
			return -ENOMEM;
	}
	return 0;
}

/* Fill the dispatch table; unassigned numbers share one event. */
static int __init syscall_fill_entries(void)
{
	static const char * const names[KTRACE_NR_ABIS] __initconst = KTRACE_ABI_NAMES;
	unsigned int i, kind;
	int err;

	for (i = 0; i < KTRACE_NR_ABIS; i++) {
		if (!names[i])
			continue;
		err = make_events(SYSCALL_NUMBERS + i, i, NULL,
				  i == KTRACE_ABI_NATIVE ? "unknown" : names[i]);
		if (err)
			return err;
	}
	for (i = 0; i < SYSCALL_NUMBERS; i++) {
		const struct ktrace_syscall *call;

		call = ktrace_syscall_find(KTRACE_ABI_NATIVE, i);
		if (call) {
			err = make_events(i, KTRACE_ABI_NATIVE, call, NULL);
			if (err)
				return err;
			continue;
		}
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			ktrace_syscall_events[kind][i] =
				ktrace_syscall_events[kind][SYSCALL_NUMBERS];
	}
	return 0;
}

/* Return true if @index refers to the shared event of unassigned numbers. */
static bool __init syscall_entry_shared(unsigned int index)
{
	return index < SYSCALL_NUMBERS &&
	       ktrace_syscall_events[SYSCALL_ENTER][index] ==
	       ktrace_syscall_events[SYSCALL_ENTER][SYSCALL_NUMBERS];
}

static void __init syscall_free_entries(void)
{
	unsigned int index, kind;

	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		if (syscall_entry_shared(index))
			continue;
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			free_event(ktrace_syscall_events[kind][index]);
	}
	memset(ktrace_syscall_events, 0, sizeof(ktrace_syscall_events));
}

static void __init syscall_unregister_entry(unsigned int index, unsigned int nr_kinds)
{
	struct syscall_event *call;

	if (!ktrace_syscall_events[SYSCALL_ENTER][index] || syscall_entry_shared(index))
		return;
	while (nr_kinds--) {
		call = ktrace_syscall_events[nr_kinds][index];
		if (nr_kinds == SYSCALL_COMPLETE)
			ktrace_event_id_release(call->timed_id);
		ktrace_event_unregister(&call->event);
	}
}

static int __init syscall_register_event(enum syscall_kind kind, struct syscall_event *call)
{
	int err = ktrace_event_register(&call->event);

	if (err || kind != SYSCALL_COMPLETE)
		return err;
	call->plain_id = call->event.id;
	err = ktrace_event_id_reserve(&call->event, &call->timed_id);
	if (err)
		ktrace_event_unregister(&call->event);
	return err;
}

static int __init syscall_register_entry(unsigned int index)
{
	unsigned int kind;
	int err;

	if (!ktrace_syscall_events[SYSCALL_ENTER][index] || syscall_entry_shared(index))
		return 0;
	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		err = syscall_register_event(kind, ktrace_syscall_events[kind][index]);
		if (err) {
			syscall_unregister_entry(index, kind);
			return err;
		}
	}
	return 0;
}

/**
 * ktrace_syscall_calls_used - whether anything depends on the layout of complete records
 *
 * Context: under ktrace_event_mutex.
 * Return: true if a complete event has a listener, a filter or a trigger.
 */
bool ktrace_syscall_calls_used(void)
{
	unsigned int index;

	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		const struct syscall_event *call = ktrace_syscall_events[SYSCALL_COMPLETE][index];

		if (call && ktrace_event_used(&call->event))
			return true;
	}
	return false;
}

/**
 * ktrace_syscall_calls_renumber - change the ids of complete events
 * @timed:	whether new records contain struct syscall_times
 *
 * Context: under ktrace_event_mutex; ktrace_syscall_calls_used() is false.
 */
void ktrace_syscall_calls_renumber(bool timed)
{
	unsigned int index;

	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		struct syscall_event *call = ktrace_syscall_events[SYSCALL_COMPLETE][index];

		if (call)
			WRITE_ONCE(call->event.id, timed ? call->timed_id : call->plain_id);
	}
}

/**
 * ktrace_syscall_init - create the events of system calls
 *
 * Context: once, at boot.
 * Return: 0 or a negative errno; on error there are no events.
 */
int __init ktrace_syscall_init(void)
{
	unsigned int i;
	int err;

	err = ktrace_syscall_specs_init();
	if (err)
		return err;
	err = syscall_fill_entries();
	if (err)
		goto free;
	for (i = 0; i < SYSCALL_ENTRIES; i++) {
		err = syscall_register_entry(i);
		if (err)
			goto unregister;
	}
	err = ktrace_syscall_raw_init();
	if (err)
		goto unregister;
	return 0;

unregister:
	while (i--)
		syscall_unregister_entry(i, SYSCALL_KINDS);
free:
	syscall_free_entries();
	ktrace_syscall_specs_free();
	return err;
}
