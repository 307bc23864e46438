// SPDX-License-Identifier: GPL-2.0
/*
 * Find the event of a record, and load its format at its first record.
 *
 * libtraceevent parses the formats. In a live trace the numbers of events are read from
 * the control directory; in a file the formats are there already.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "decode.h"
#include "events.h"
#include "util.h"

#define EVENT_IDS	65536
/* Prefix of the event of an entry. */
#define ENTER		"sys_enter_"

/* An event of the control directory. */
struct event_name {
	char *system;
	char *name;
};

/**
 * struct events - the events of a trace
 * @tep:	formats
 * @dir:	control directory of a live trace, or NULL
 * @scanned:	number of systems whose numbers have been read
 * @event:	events by number, NULL until the first record
 * @name:	names by number, for a live trace
 */
struct events {
	struct tep_handle *tep;
	char		*dir;
	size_t		scanned;
	struct event	*event[EVENT_IDS];
	struct event_name name[EVENT_IDS];
};

static void load_page_format(struct events *events)
{
	char *path = print_new("%s/events/header_page", events->dir);
	char *text = read_file(path);

	if (!text || tep_parse_header_page(events->tep, text, strlen(text), sizeof(long)))
		die("%s: cannot be parsed", path);
	free(text);
	free(path);
}

static void add_name(struct events *events, const char *system, const char *name)
{
	char *path = print_new("%s/events/%s/%s/id", events->dir, system, name);
	char *text = read_file(path);
	int id = text ? atoi(text) : 0;

	if (id > 0 && id < EVENT_IDS && !events->name[id].name) {
		events->name[id].system = strdup_or_die(system);
		events->name[id].name = strdup_or_die(name);
	}
	free(text);
	free(path);
}

static void scan_system(struct events *events, const char *system)
{
	char **names = tracefs_system_events(events->dir, system);
	int i;

	for (i = 0; names && names[i]; i++)
		add_name(events, system, names[i]);
	tracefs_list_free(names);
}

/*
 * Read the numbers of events until one is found. The system of most records, and those
 * that are not in the list of systems, come first.
 */
static void scan_names(struct events *events, int id)
{
	static const char * const first[] = { "process", "syscall", "ftrace", "syscalls" };
	char **systems;
	size_t i;

	for (; events->scanned < ARRAY_SIZE(first) && !events->name[id].name;
	     events->scanned++)
		scan_system(events, first[events->scanned]);
	if (events->name[id].name)
		return;
	systems = tracefs_event_systems(events->dir);
	for (i = 0; systems && systems[i] && !events->name[id].name; i++)
		scan_system(events, systems[i]);
	tracefs_list_free(systems);
}

/**
 * events_open - the events of a live trace
 * @dir:	directory of the instance
 *
 * Return: the events.
 */
struct events *events_open(const char *dir)
{
	struct events *events = zalloc(sizeof(*events));
	unsigned int endian = 1;

	events->dir = strdup_or_die(dir);
	events->tep = tep_alloc();
	if (!events->tep)
		die("out of memory");
	tep_set_file_bigendian(events->tep, *(char *)&endian ? TEP_LITTLE_ENDIAN :
							       TEP_BIG_ENDIAN);
	tep_set_local_bigendian(events->tep, *(char *)&endian ? TEP_LITTLE_ENDIAN :
								TEP_BIG_ENDIAN);
	tep_set_long_size(events->tep, sizeof(long));
	load_page_format(events);
	return events;
}

/**
 * events_of - the events of a file
 * @tep:	their formats
 *
 * Return: the events.
 */
struct events *events_of(struct tep_handle *tep)
{
	struct events *events = zalloc(sizeof(*events));

	events->tep = tep;
	return events;
}

/* Free the events, but not the handle of a file. */
void events_close(struct events *events)
{
	int i;

	for (i = 0; i < EVENT_IDS; i++) {
		if (events->event[i])
			decode_call_destroy(events->event[i]->call);
		free(events->event[i]);
		free(events->name[i].system);
		free(events->name[i].name);
	}
	if (events->dir)
		tep_free(events->tep);
	free(events->dir);
	free(events);
}

/* The formats of events. */
struct tep_handle *events_tep(const struct events *events)
{
	return events->tep;
}

/* Return the argument whose name, with the ending @end, is @field; -1 if there is none. */
static int slot_arg(const struct decode_shape *shape, const char *field, const char *end)
{
	size_t len = strlen(field), n = strlen(end);
	unsigned int i;

	if (len <= n || strcmp(field + len - n, end))
		return -1;
	len -= n;
	for (i = 0; i < shape->nargs; i++)
		if (strlen(shape->arg[i]) == len && !strncmp(shape->arg[i], field, len))
			return i;
	return len == 3 && !strncmp(field, "ret", 3) ? DECODE_ARGS : -1;
}

static bool add_slot(struct decode_shape *shape, const char *field)
{
	/* Of a string, a path, what the call left, and what it was passed. */
	static const char * const ends[] = { "", "_path", "_out", "_in" };
	struct decode_slot *slot = &shape->slot[shape->nr_slots];
	int arg = -1;
	size_t i;

	if (shape->nr_slots == DECODE_SLOTS)
		return false;
	memset(slot, 0, sizeof(*slot));
	for (i = 0; i < ARRAY_SIZE(ends) && arg < 0; i++) {
		arg = slot_arg(shape, field, ends[i]);
		slot->string = i == 0;
		slot->path = i == 1;
		slot->out = i == 2;
	}
	if (arg < 0)
		return false;
	slot->arg = arg;
	shape->nr_slots++;
	return true;
}

/* The name of an argument, without the ending of a pointer to a string. */
static char *arg_name(const struct tep_event *tep, const char *field)
{
	size_t len = strlen(field);
	char *name = strdup_or_die(field);

	if (len > 4 && !strcmp(field + len - 4, "_ptr")) {
		name[len - 4] = 0;
		if (!tep_find_field((struct tep_event *)tep, name))
			name[len - 4] = '_';
	}
	return name;
}

/* Return true if the records tell where the time of a call went. */
static bool call_timed(const struct tep_event *tep)
{
	return tep_find_field((struct tep_event *)tep, "waker_comm");
}

/* Read the arguments and the copies of a call from its format. */
static bool call_shape(const struct tep_event *tep, struct decode_shape *shape)
{
	const struct tep_format_field *field = tep->format.fields;
	bool copies = false, times = false;

	memset(shape, 0, sizeof(*shape));
	shape->name = tep->name;
	shape->timed = call_timed(tep);
	while (field && strcmp(field->name, "ret"))
		field = field->next;
	for (field = field ? field->next : NULL; field; field = field->next) {
		if (!copies && !strcmp(field->name, "copied")) {
			copies = true;
		} else if (copies) {
			if (!add_slot(shape, field->name))
				return false;
		} else if (shape->timed && !strcmp(field->name, "ran")) {
			times = true;
		} else if (!times && shape->nargs < DECODE_ARGS) {
			shape->type[shape->nargs] = field->type;
			shape->arg[shape->nargs++] = arg_name(tep, field->name);
		}
	}
	return true;
}

static struct decode_call *make_call(const struct tep_event *tep)
{
	struct decode_call *call = NULL;
	struct decode_shape shape;
	unsigned int i;

	if (call_shape(tep, &shape))
		call = decode_call_create(&shape);
	for (i = 0; i < shape.nargs; i++)
		free((char *)shape.arg[i]);
	return call;
}

static enum event_kind kind_of(const struct tep_event *tep)
{
	static const struct {
		const char *system, *name;
		enum event_kind kind;
	} kinds[] = {
		{ "process", "fork", EVENT_FORK }, { "process", "exec", EVENT_EXEC },
		{ "process", "exit", EVENT_EXIT }, { "process", "rename", EVENT_RENAME },
		{ "process", "signal_deliver", EVENT_SIGNAL },
		{ "sched", "sched_switch", EVENT_SWITCH },
		{ "sched", "sched_waking", EVENT_WAKING },
		{ "timer", "hrtimer_expire_entry", EVENT_TICK },
		{ "ftrace", "user_stack", EVENT_STACK },
	};
	size_t i;

	if (!strcmp(tep->system, "syscall")) {
		if (!strcmp(tep->name, "unknown") || !strcmp(tep->name, "x32") ||
		    !strcmp(tep->name, DECODE_COMPAT "unknown"))
			return EVENT_FOREIGN;
		return EVENT_CALL;
	}
	if (!strcmp(tep->system, "syscalls") && !strncmp(tep->name, ENTER, strlen(ENTER)))
		return EVENT_ENTER;
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(tep->system, kinds[i].system) && !strcmp(tep->name, kinds[i].name))
			return kinds[i].kind;
	return EVENT_OTHER;
}

static void parse_format(struct events *events, const char *system, const char *name)
{
	char *path = print_new("%s/events/%s/%s/format", events->dir, system, name);
	char *text = read_file(path);

	if (text)
		tep_parse_event(events->tep, text, strlen(text), system);
	free(text);
	free(path);
}

/* Load the format of an event of a live trace. */
static struct tep_event *load_format(struct events *events, int id)
{
	const struct event_name *name = &events->name[id];

	if (!name->name)
		scan_names(events, id);
	if (!name->name)
		return NULL;
	parse_format(events, name->system, name->name);
	return tep_find_event(events->tep, id);
}

/* The format of an event by its name; NULL if there is none. */
static const struct tep_event *named_format(struct events *events, const char *system,
					    const char *name)
{
	const struct tep_event *found = tep_find_event_by_name(events->tep, system, name);

	if (found || !events->dir)
		return found;
	parse_format(events, system, name);
	return tep_find_event_by_name(events->tep, system, name);
}

/**
 * events_find - find the event of a record
 * @events:	the events of the trace
 * @data:	the record
 *
 * Return: the event, or NULL if it is unknown.
 */
const struct event *events_find(struct events *events, const void *data)
{
	unsigned short id;
	struct tep_event *tep;
	struct event *event;

	memcpy(&id, data, sizeof(id));
	if (events->event[id])
		return events->event[id];
	tep = tep_find_event(events->tep, id);
	if (!tep && events->dir)
		tep = load_format(events, id);
	if (!tep)
		return NULL;
	event = zalloc(sizeof(*event));
	event->tep = tep;
	event->kind = kind_of(tep);
	event->timed = call_timed(tep);
	if (event->kind == EVENT_CALL) {
		event->call = make_call(tep);
		if (!event->call)
			event->kind = EVENT_OTHER;
	} else if (event->kind == EVENT_ENTER) {
		const char *name = tep->name + strlen(ENTER);
		const struct tep_event *call = named_format(events, "syscall", name);

		if (call)
			event->call = make_call(call);
	}
	events->event[id] = event;
	return event;
}

/**
 * events_named - find an event by its name
 * @events:	the events of the trace
 * @system:	the system of the event
 * @name:	its name
 *
 * Return: the event, or NULL if there is none.
 */
const struct event *events_named(struct events *events, const char *system, const char *name)
{
	const struct tep_event *tep = named_format(events, system, name);
	unsigned short id = tep ? tep->id : 0;

	return tep ? events_find(events, &id) : NULL;
}

/* Return a field of a record as a number; 0 if there is none. */
unsigned long long event_number(const struct record *rec, const char *name)
{
	struct tep_format_field *field = tep_find_any_field(rec->event->tep, name);
	unsigned long long value = 0;

	if (field && field->offset + field->size <= (int)rec->size)
		tep_read_number_field(field, rec->data, &value);
	return value;
}

/* Return a string field of a record, without its zero; NULL if there is none. */
const char *event_string(const struct record *rec, const char *name, unsigned int *len)
{
	struct tep_format_field *field = tep_find_any_field(rec->event->tep, name);
	unsigned int offset, size;

	if (!field || field->offset + field->size > (int)rec->size)
		return NULL;
	offset = field->offset;
	size = field->size;
	if (field->flags & TEP_FIELD_IS_DYNAMIC) {
		unsigned int word;

		memcpy(&word, (char *)rec->data + offset, sizeof(word));
		offset = word & 0xffff;
		size = word >> 16;
	}
	if (offset > rec->size || size > rec->size - offset)
		return NULL;
	*len = size;
	return (char *)rec->data + offset;
}

/**
 * event_stack - the addresses of a user stack
 * @rec:	a record of EVENT_STACK
 * @at:		output
 * @max:	length of @at
 *
 * Return: the number of addresses.
 */
unsigned int event_stack(const struct record *rec, unsigned long long *at, unsigned int max)
{
	struct tep_format_field *field = tep_find_field(rec->event->tep, "caller");
	unsigned int i, n;

	if (!field || field->elementsize != sizeof(*at) ||
	    field->offset + field->size > (int)rec->size)
		return 0;
	n = field->size / sizeof(*at);
	if (n > max)
		n = max;
	memcpy(at, (char *)rec->data + field->offset, n * sizeof(*at));
	for (i = 0; i < n && at[i]; i++)
		;
	return i;
}

/**
 * event_args - the arguments in the record of an entry
 * @rec:	a record of EVENT_ENTER
 * @args:	output
 * @max:	length of @args
 *
 * Return: the number of arguments.
 */
unsigned int event_args(const struct record *rec, unsigned long long *args, unsigned int max)
{
	const struct tep_format_field *field = rec->event->tep->format.fields;
	unsigned int n = 0;

	for (; field && n < max; field = field->next) {
		if (!strcmp(field->name, "__syscall_nr") || field->size != sizeof(*args) ||
		    field->offset + field->size > (int)rec->size)
			continue;
		memcpy(&args[n++], (char *)rec->data + field->offset, sizeof(*args));
	}
	return n;
}
