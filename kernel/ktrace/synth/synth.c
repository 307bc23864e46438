// SPDX-License-Identifier: GPL-2.0
/*
 * Definition, lookup and removal of synthetic events.
 *
 * Called in task context. A line is parsed and checked completely before anything is
 * created. Users that emit an event hold a reference to it, which prevents its removal.
 *
 * Lock order: ktrace_dynamic_mutex, then the mutexes of event.c; synth_lock is the
 * innermost.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "command/error_log.h"
#include "command/knob.h"
#include "event/emit.h"
#include "event/removal.h"
#include "synth/internal.h"
#include "synth/synth.h"

/* Protects the list and the reference counts. */
static DEFINE_SPINLOCK(synth_lock);
static LIST_HEAD(synth_list);

/* Log an error in a line; return its errno. */
static int synth_refuse(const char *line, const struct ktrace_parse_error *error)
{
	ktrace_error(NULL, "synthetic_events", line, error->column,
		     ktrace_synth_messages[error->code].text);
	return -ktrace_synth_messages[error->code].error;
}

static void synth_free(struct ktrace_synth *synth)
{
	if (!synth)
		return;
	kfree(synth->names);
	kfree(synth);
}

DEFINE_FREE(ktrace_synth, struct ktrace_synth *, synth_free(_T))

/* Event class */

/* Nothing to arm: ktrace_synth_emit() checks for listeners. */
static int synth_enable(struct ktrace_event *event)
{
	return 0;
}

static void synth_disable(struct ktrace_event *event)
{
}

static bool synth_class_field(const struct ktrace_event *event, unsigned int i,
			      struct ktrace_field *field)
{
	const struct ktrace_synth *synth = synth_of_event(event);

	if (i >= synth->nr)
		return false;
	*field = synth->fields[i].field;
	return true;
}

static void synth_print(const struct ktrace_event *event, const void *rec, u32 len,
			struct seq_buf *out)
{
	ktrace_synth_print_code(event, rec, len, 0, out);
}

static void synth_class_free(struct ktrace_event *event)
{
	synth_free(synth_of_event(event));
}

static const struct ktrace_class synth_class = {
	.enable		= synth_enable,
	.disable	= synth_disable,
	.field		= synth_class_field,
	.print		= synth_print,
	.print_code	= ktrace_synth_print_code,
	.print_fmt	= ktrace_synth_print_fmt,
	.free		= synth_class_free,
};

/* Creation */

static struct ktrace_field synth_field(const struct ktrace_synth_decl *decl, u16 offset,
				       const char *name)
{
	struct ktrace_field field = {
		.name = name, .type = decl->type->name, .offset = offset,
		.size = decl->type->size, .count = decl->count,
		.is_signed = decl->type->is_signed,
	};

	if (decl->keep == KTRACE_SYNTH_TEXT || decl->keep == KTRACE_SYNTH_STRING)
		field.kind = KTRACE_FIELD_STRING;
	else if (decl->keep == KTRACE_SYNTH_STACK)
		field.kind = KTRACE_FIELD_ARRAY;
	if (decl->keep == KTRACE_SYNTH_STRING || decl->keep == KTRACE_SYNTH_STACK)
		field.location = KTRACE_FIELD_DATA_LOC;
	return field;
}

/*
 * Lay the record out, each field aligned to 4 bytes. Return false if the record would
 * be too long with 4 bytes for each string and stack.
 */
static bool synth_layout(struct ktrace_synth *synth, const struct ktrace_synth_spec *spec)
{
	u32 at = sizeof(struct ktrace_common), behind = 0;
	char *name = synth->names;
	unsigned int i;

	for (i = 0; i < spec->nr; i++) {
		const struct ktrace_synth_decl *decl = &spec->fields[i];

		memcpy(name, decl->name.s, decl->name.n);
		synth->fields[i] = (struct synth_field) {
			.field = synth_field(decl, at, name),
			.type = decl->type, .keep = decl->keep,
		};
		name += decl->name.n + 1;
		at += round_up(ktrace_field_bytes(&synth->fields[i].field), sizeof(u32));
		behind += synth->fields[i].field.location == KTRACE_FIELD_DATA_LOC;
		if (at + behind * sizeof(u32) > KTRACE_RECORD_MAX)
			return false;
	}
	synth->bytes = at;
	synth->nr_behind = behind;
	return true;
}

static struct ktrace_synth *synth_alloc(const struct ktrace_synth_spec *spec)
{
	struct ktrace_synth *synth __free(ktrace_synth) =
		kzalloc(struct_size(synth, fields, spec->nr), GFP_KERNEL);
	size_t names = 0;
	unsigned int i;

	if (!synth)
		return ERR_PTR(-ENOMEM);
	for (i = 0; i < spec->nr; i++)
		names += spec->fields[i].name.n + 1;
	synth->names = kzalloc(names, GFP_KERNEL);
	if (!synth->names)
		return ERR_PTR(-ENOMEM);
	synth->nr = spec->nr;
	memcpy(synth->name, spec->name.s, spec->name.n);
	if (!synth_layout(synth, spec))
		return ERR_PTR(-E2BIG);
	synth->event.system = KTRACE_SYNTH_SYSTEM;
	synth->event.name = synth->name;
	synth->event.class = &synth_class;
	synth->dynamic.kind = &ktrace_synth_kind;
	synth->dynamic.event = &synth->event;
	return no_free_ptr(synth);
}

static enum ktrace_synth_err synth_refused(int err)
{
	switch (err) {
	case -E2BIG:
		return KTRACE_SYNTH_ERR_LONG;
	case -EEXIST:
		return KTRACE_SYNTH_ERR_EXISTS;
	default:
		return KTRACE_SYNTH_ERR_FAILED;
	}
}

/* Create an event from a parsed line; on error nothing remains. */
static int synth_define(const struct ktrace_synth_spec *spec, struct ktrace_session *session)
{
	struct ktrace_synth *synth = synth_alloc(spec);
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (IS_ERR(synth))
		return PTR_ERR(synth);
	err = ktrace_event_register(&synth->event);
	if (err) {
		synth_free(synth);
		return err;
	}
	ktrace_dynamic_add(&synth->dynamic, session);
	spin_lock(&synth_lock);
	list_add_tail(&synth->node, &synth_list);
	spin_unlock(&synth_lock);
	return 0;
}

/* Removal */

/* struct ktrace_dynamic_kind.hold */
static int synth_hold(struct ktrace_dynamic *dynamic)
{
	struct ktrace_synth *synth = synth_of_dynamic(dynamic);
	bool busy;

	spin_lock(&synth_lock);
	busy = synth->refs || ktrace_event_active(&synth->event);
	if (!busy)
		synth->going = true;
	spin_unlock(&synth_lock);
	return busy ? -EBUSY : 0;
}

/* struct ktrace_dynamic_kind.unhold */
static void synth_unhold(struct ktrace_dynamic *dynamic)
{
	spin_lock(&synth_lock);
	synth_of_dynamic(dynamic)->going = false;
	spin_unlock(&synth_lock);
}

/* struct ktrace_dynamic_kind.forbid */
static void synth_forbid(struct ktrace_dynamic *dynamic)
{
	spin_lock(&synth_lock);
	synth_of_dynamic(dynamic)->going = true;
	spin_unlock(&synth_lock);
}

static bool synth_idle(struct ktrace_synth *synth)
{
	bool idle;

	spin_lock(&synth_lock);
	idle = !synth->refs;
	spin_unlock(&synth_lock);
	return idle;
}

/*
 * struct ktrace_dynamic_kind.release. Nobody can get a reference any more. After
 * synth_forbid(), histograms that another command has dropped may still hold references. The other
 * command frees these histograms without taking a lock of the caller.
 */
static void synth_release(struct list_head *dead)
{
	struct ktrace_event_removal removal;
	struct ktrace_synth *synth, *next;

	list_for_each_entry(synth, dead, dynamic.node)
		wait_var_event(&synth->refs, synth_idle(synth));
	ktrace_event_removal_begin(&removal);
	list_for_each_entry(synth, dead, dynamic.node) {
		spin_lock(&synth_lock);
		list_del(&synth->node);
		spin_unlock(&synth_lock);
		ktrace_event_removal_add(&removal, &synth->event);
	}
	ktrace_event_removal_end(&removal);
	list_for_each_entry_safe(synth, next, dead, dynamic.node)
		ktrace_event_retire(&synth->event);
}

static int synth_remove(const struct ktrace_synth_spec *spec)
{
	char name[KTRACE_SYNTH_NAME_SIZE];

	memcpy(name, spec->name.s, spec->name.n);
	name[spec->name.n] = 0;
	return ktrace_dynamic_remove(&ktrace_synth_kind, KTRACE_SYNTH_SYSTEM, name, "");
}

/* Commands */

static int synth_run(const struct ktrace_synth_spec *spec, struct ktrace_session *session,
		     struct ktrace_parse_error *error, const char *line)
{
	int err;

	if (!spec->name.n)
		return 0;
	error->column = spec->name.s - line;
	guard(mutex)(&ktrace_dynamic_mutex);
	if (spec->remove) {
		err = synth_remove(spec);
		error->code = err == -EBUSY ? KTRACE_SYNTH_ERR_BUSY : KTRACE_SYNTH_ERR_UNKNOWN;
	} else {
		err = synth_define(spec, session);
		error->code = synth_refused(err);
	}
	return err;
}

/**
 * ktrace_synth_command - execute a line
 * @line:	the line, without newline, zero-terminated
 * @len:	its length in bytes
 * @dynamic:	it was written to dynamic_events
 * @session:	owner of the event; NULL for none
 *
 * Context: task; sleeps.
 * Return: 0, or a negative errno with nothing changed and an entry in the error log.
 */
int ktrace_synth_command(const char *line, size_t len, bool dynamic,
			 struct ktrace_session *session)
{
	struct ktrace_synth_spec *spec __free(kfree) = kmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { .code = KTRACE_SYNTH_OK };
	int err;

	if (!spec)
		return -ENOMEM;
	err = ktrace_synth_parse(line, len, dynamic, spec, &error);
	if (!err)
		err = synth_run(spec, session, &error, line);
	if (err)
		synth_refuse(line, &error);
	return err;
}

static int synth_define_line(struct ktrace_command *command)
{
	command->logged = true;
	return ktrace_synth_command(command->text, command->len, true, command->session);
}

static void synth_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, "s:" KTRACE_SYNTH_SYSTEM "/");
	ktrace_synth_show_line(synth_of_dynamic(dynamic), m);
}

struct ktrace_dynamic_kind ktrace_synth_kind = {
	.name		= "synthetic",
	.letters	= "s",
	.define		= synth_define_line,
	.show		= synth_show,
	.hold		= synth_hold,
	.unhold		= synth_unhold,
	.forbid		= synth_forbid,
	.release	= synth_release,
};

/* References */

/**
 * ktrace_synth_get - get a reference to a synthetic event
 * @name:	its name
 *
 * While references exist, removal of the event fails with -EBUSY.
 *
 * Context: task; any locks of ktrace may be held.
 * Return: the event, for ktrace_synth_put(); NULL if no event has the name.
 */
struct ktrace_synth *ktrace_synth_get(const char *name)
{
	struct ktrace_synth *synth, *found = NULL;

	spin_lock(&synth_lock);
	list_for_each_entry(synth, &synth_list, node) {
		if (strcmp(synth->name, name) || synth->going)
			continue;
		synth->refs++;
		found = synth;
		break;
	}
	spin_unlock(&synth_lock);
	return found;
}

/**
 * ktrace_synth_put - put a reference
 * @synth:	the event; the caller must have waited for hooks that emit it
 *
 * Context: task; any locks of ktrace may be held.
 */
void ktrace_synth_put(struct ktrace_synth *synth)
{
	spin_lock(&synth_lock);
	if (!--synth->refs)
		wake_up_var(&synth->refs);
	spin_unlock(&synth_lock);
}

/**
 * ktrace_synth_is - whether a synthetic event is a given event
 * @synth:	the synthetic event
 * @event:	any event
 *
 * Return: true if both are the same.
 */
bool ktrace_synth_is(const struct ktrace_synth *synth, const struct ktrace_event *event)
{
	return &synth->event == event;
}

/**
 * ktrace_synth_nr_fields - get the number of fields of an event
 * @synth:	the event
 *
 * Return: the number of fields, without the common ones.
 */
unsigned int ktrace_synth_nr_fields(const struct ktrace_synth *synth)
{
	return synth->nr;
}

/**
 * ktrace_synth_field - get a field of an event
 * @synth:	the event
 * @i:	index of the field, without the common ones
 *
 * Numbers are KTRACE_FIELD_NUMBER, strings KTRACE_FIELD_STRING, stacks
 * KTRACE_FIELD_ARRAY.
 *
 * Return: the field; valid while the reference is held.
 */
const struct ktrace_field *ktrace_synth_field(const struct ktrace_synth *synth, unsigned int i)
{
	return &synth->fields[i].field;
}
