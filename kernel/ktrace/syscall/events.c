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
 * 32-bit calls have the same three events. Their names have the name of the ABI, and the name in
 * user space: sys_enter_ia32_NAME, sys_exit_ia32_NAME, ia32_NAME.
 *
 * All other calls share events, three of each name: "unknown" and "ia32_unknown" for unassigned
 * numbers, and "x32" for all calls of that ABI. Their records hold the number and six raw
 * arguments; the reader of a record looks up the name.
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

/* Names of the ABIs in the names of events. */
static const char * const abi_names[KTRACE_NR_ABIS] __initconst = KTRACE_ABI_NAMES;

/* Return the part of the name of an event of @call that follows the prefix of its kind. */
static const char * __init event_suffix(enum syscall_kind kind, enum ktrace_abi abi,
					const struct ktrace_syscall *call)
{
	if (!call)
		return "unknown";
	if (kind == SYSCALL_COMPLETE || abi != KTRACE_ABI_NATIVE || !strstarts(call->entry, "sys_"))
		return call->name;
	return call->entry + strlen("sys_");
}

/* Return the name of an event of @call, or of the calls of @abi that share an event. */
static const char * __init event_name(enum syscall_kind kind, enum ktrace_abi abi,
				      const struct ktrace_syscall *call)
{
	const char *suffix = event_suffix(kind, abi, call);

	if (abi == KTRACE_ABI_NATIVE)
		return kasprintf(GFP_KERNEL, "%s%s", kinds[kind].prefix, suffix);
	if (!ktrace_abi_has_events(abi))
		return kasprintf(GFP_KERNEL, "%s%s", kinds[kind].prefix, abi_names[abi]);
	return kasprintf(GFP_KERNEL, "%s%s_%s", kinds[kind].prefix, abi_names[abi], suffix);
}

/* Create an event of @call, whose number is @nr; if @call is NULL, one that calls share. */
static struct syscall_event * __init make_event(enum syscall_kind kind, enum ktrace_abi abi,
						const struct ktrace_syscall *call,
						unsigned int nr)
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
	event->event.name = event_name(kind, abi, call);
	if (!event->event.name) {
		free_event(event);
		return NULL;
	}
	return event;
}

/* Create the events of @call, whose number is @nr; if @call is NULL, those that calls share. */
static int __init make_events(unsigned int index, enum ktrace_abi abi,
			      const struct ktrace_syscall *call, unsigned int nr)
{
	unsigned int kind;

	for (kind = 0; kind < SYSCALL_KINDS; kind++) {
		struct syscall_event *event = make_event(kind, abi, call, nr);

		if (!event)
			return -ENOMEM;
		event->index = index;
		ktrace_syscall_events[kind][index] = event;
	}
	return 0;
}

/* Fill the @numbers entries of an ABI from @first on; unassigned numbers share one event. */
static int __init syscall_fill_numbers(enum ktrace_abi abi, unsigned int first,
				       unsigned int numbers)
{
	unsigned int nr, kind;
	int err;

	for (nr = 0; nr < numbers; nr++) {
		const struct ktrace_syscall *call = ktrace_syscall_find(abi, nr);

		if (call) {
			err = make_events(first + nr, abi, call, nr);
			if (err)
				return err;
			continue;
		}
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			ktrace_syscall_events[kind][first + nr] =
				ktrace_syscall_events[kind][SYSCALL_SHARED + abi];
	}
	return 0;
}

/* Fill the dispatch table. */
static int __init syscall_fill_entries(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < KTRACE_NR_ABIS; i++) {
		if (!abi_names[i])
			continue;
		err = make_events(SYSCALL_SHARED + i, i, NULL, 0);
		if (err)
			return err;
	}
	err = syscall_fill_numbers(KTRACE_ABI_NATIVE, 0, SYSCALL_NUMBERS);
	if (err)
		return err;
	return syscall_fill_numbers(KTRACE_ABI_COMPAT, SYSCALL_COMPAT, KTRACE_COMPAT_NUMBERS);
}

/* Return true if @index refers to the event of unassigned numbers of its ABI. */
static bool __init syscall_entry_shared(unsigned int index)
{
	unsigned int shared = index < SYSCALL_SHARED ? KTRACE_ABI_NATIVE : KTRACE_ABI_COMPAT;

	if (index >= SYSCALL_SHARED && index < SYSCALL_COMPAT)
		return false;
	return ktrace_syscall_events[SYSCALL_ENTER][index] ==
	       ktrace_syscall_events[SYSCALL_ENTER][SYSCALL_SHARED + shared];
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
	struct syscall_event *ev;

	if (!ktrace_syscall_events[SYSCALL_ENTER][index] || syscall_entry_shared(index))
		return;
	while (nr_kinds--) {
		ev = ktrace_syscall_events[nr_kinds][index];
		if (nr_kinds == SYSCALL_COMPLETE)
			ktrace_event_id_release(ev->timed_id);
		ktrace_event_unregister(&ev->event);
	}
}

static int __init syscall_register_event(enum syscall_kind kind, struct syscall_event *ev)
{
	int err = ktrace_event_register(&ev->event);

	if (err || kind != SYSCALL_COMPLETE)
		return err;
	ev->untimed_id = ev->event.id;
	err = ktrace_event_id_reserve(&ev->event, &ev->timed_id);
	if (err)
		ktrace_event_unregister(&ev->event);
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
 * Return: a complete event that has a listener, a filter or a trigger; NULL if there is none.
 */
const struct ktrace_event *ktrace_syscall_calls_used(void)
{
	unsigned int index;

	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		const struct syscall_event *ev = ktrace_syscall_events[SYSCALL_COMPLETE][index];

		if (ev && ktrace_event_used(&ev->event))
			return &ev->event;
	}
	return NULL;
}

/**
 * ktrace_syscall_calls_renumber - change the ids and lengths of complete events
 * @timed:	whether new records contain struct syscall_times
 *
 * Context: under ktrace_event_mutex; ktrace_syscall_calls_used() is NULL, no hook is running, and
 * ktrace_syscall_specs_set_offsets() has been called.
 */
void ktrace_syscall_calls_renumber(bool timed)
{
	unsigned int index;

	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		struct syscall_event *ev = ktrace_syscall_events[SYSCALL_COMPLETE][index];

		if (!ev)
			continue;
		ev->units = ktrace_complete_units(ev->spec);
		WRITE_ONCE(ev->event.id, timed ? ev->timed_id : ev->untimed_id);
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
