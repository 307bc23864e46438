// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of dynamic events and of their kinds, and the file dynamic_events.
 *
 * Called in task context by the kinds and by writers of the files.  A removal affects
 * all named events or none: first each event is blocked for new users, and only if none
 * is busy, all are released, in reverse order of definition, because an event may
 * depend on an older one.
 */
#include <linux/cleanup.h>
#include <linux/errno.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "event/dynamic.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/trigger.h"
#include "parse/span.h"

/* Serialises definitions and removals of all kinds; outermost. */
DEFINE_MUTEX(ktrace_dynamic_mutex);
/* Definitions, oldest first; under ktrace_dynamic_mutex. */
LIST_HEAD(ktrace_dynamic_list);

/* Complete before user space runs, and constant afterwards. */
static LIST_HEAD(dynamic_kinds);

/**
 * ktrace_dynamic_kind_add - register a kind of dynamic events
 * @kind:	the kind, which is never freed
 *
 * Context: at boot, from struct ktrace_source.init.
 */
void ktrace_dynamic_kind_add(struct ktrace_dynamic_kind *kind)
{
	guard(mutex)(&ktrace_dynamic_mutex);
	list_add_tail(&kind->node, &dynamic_kinds);
}

/**
 * ktrace_dynamic_add - add a definition to the list
 * @dynamic:	the definition, whose event is registered
 * @session:	owner of the definition; NULL for none
 *
 * Context: under ktrace_dynamic_mutex.
 */
void ktrace_dynamic_add(struct ktrace_dynamic *dynamic, struct ktrace_session *session)
{
	lockdep_assert_held(&ktrace_dynamic_mutex);
	dynamic->session = session;
	if (dynamic->on)
		dynamic->on->nr_on++;
	list_add_tail(&dynamic->node, &ktrace_dynamic_list);
}

/**
 * ktrace_dynamic_of - find the definition of an event
 * @event:	any event
 *
 * Context: under ktrace_dynamic_mutex.
 * Return: the first definition of the event; NULL if the event is not dynamic.
 */
struct ktrace_dynamic *ktrace_dynamic_of(const struct ktrace_event *event)
{
	struct ktrace_dynamic *dynamic;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
		if (dynamic->event == event)
			return dynamic;
	return NULL;
}

/* Removal */

/* Another definition of @dynamic's event that is not removed; NULL if there is none. */
static struct ktrace_dynamic *dynamic_heir(const struct ktrace_dynamic *dynamic)
{
	struct ktrace_dynamic *other;

	list_for_each_entry(other, &ktrace_dynamic_list, node)
		if (other->event == dynamic->event && !other->going)
			return other;
	return NULL;
}

/* Whether a definition that is not removed depends on @dynamic. */
static bool dynamic_carries(const struct ktrace_dynamic *dynamic)
{
	const struct ktrace_dynamic *other;

	if (!dynamic->nr_on)
		return false;
	list_for_each_entry(other, &ktrace_dynamic_list, node)
		if (other->on == dynamic && !other->going)
			return true;
	return false;
}

static int dynamic_hold(struct ktrace_dynamic *dynamic)
{
	/* An event that keeps another definition may be in use. */
	if (dynamic_carries(dynamic) && !dynamic_heir(dynamic))
		return -EBUSY;
	if (dynamic->kind->hold)
		return dynamic->kind->hold(dynamic);
	/* An instance may enable the event after this check; then removal disables it again. */
	return ktrace_event_active(dynamic->event) && !dynamic_heir(dynamic) ? -EBUSY : 0;
}

/* Undo dynamic_hold() of all definitions being removed before @end in the list. */
static void dynamic_unhold_before(struct ktrace_dynamic *end)
{
	struct ktrace_dynamic *dynamic = end;

	list_for_each_entry_continue_reverse(dynamic, &ktrace_dynamic_list, node)
		if (dynamic->going && dynamic->kind->unhold)
			dynamic->kind->unhold(dynamic);
}

/*
 * Find an event probe that keeps @dynamic from being removed: a probe that is not being removed
 * itself or, if all are, a probe that is enabled.  Return: the event of the probe, or NULL.
 */
static const struct ktrace_event *dynamic_carried(const struct ktrace_dynamic *dynamic)
{
	const struct ktrace_event *event = NULL;
	const struct ktrace_dynamic *other;

	list_for_each_entry(other, &ktrace_dynamic_list, node) {
		if (other->on != dynamic)
			continue;
		if (!other->going)
			return other->event;
		if (ktrace_event_active(other->event))
			event = other->event;
	}
	return event;
}

/* Append the user of the event of @dynamic, which cannot be removed. */
static void dynamic_put_user(struct seq_buf *why, const struct ktrace_dynamic *dynamic)
{
	const struct ktrace_event *event = dynamic->event, *on = dynamic_carried(dynamic);
	const struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(listener, &event->listeners, of_event) {
		/* Without a buffer it is the listener of an event probe. */
		if (!listener->users || !listener->buffer)
			continue;
		ktrace_listener_put_user(listener, why);
		return;
	}
	if (on)
		seq_buf_printf(why, "the event probe %s/%s stands on it%s", on->system, on->name,
			       ktrace_event_active(on) ? ", and is enabled" : "");
	else
		ktrace_event_put_reference(event, why);
}

/* Report in the error log who uses an event that cannot be removed. */
static void dynamic_log_busy(const struct ktrace_dynamic *dynamic)
{
	const struct ktrace_event *event = dynamic->event;
	char name[2 * KTRACE_NAME_MAX], text[KTRACE_WHY_MAX];
	struct seq_buf why;

	seq_buf_init(&why, text, sizeof(text));
	seq_buf_puts(&why, "event is in use: ");
	scoped_guard(mutex, &ktrace_event_mutex)
		dynamic_put_user(&why, dynamic);
	scnprintf(name, sizeof(name), "%s/%s", event->system, event->name);
	ktrace_error(NULL, "dynamic_events", name, 0, seq_buf_str(&why));
}

/* Block all definitions being removed.  Return: 0; or -EBUSY, and then none is blocked. */
static int dynamic_hold_all(void)
{
	struct ktrace_dynamic *dynamic;
	int err;

	list_for_each_entry(dynamic, &ktrace_dynamic_list, node) {
		err = dynamic->going ? dynamic_hold(dynamic) : 0;
		if (err) {
			dynamic_unhold_before(dynamic);
			dynamic_log_busy(dynamic);
			return err;
		}
	}
	return 0;
}

static void dynamic_release_list(struct list_head *dead)
{
	struct ktrace_dynamic *dynamic =
		list_first_entry_or_null(dead, struct ktrace_dynamic, node);

	if (dynamic)
		dynamic->kind->release(dead);
	/* The kind has freed the definitions, or will free them. */
	INIT_LIST_HEAD(dead);
}

/*
 * Let definitions that depend on @dynamic, which is removed, depend on another
 * definition of its event.
 */
static void dynamic_bequeath(struct ktrace_dynamic *dynamic)
{
	struct ktrace_dynamic *heir = dynamic->nr_on ? dynamic_heir(dynamic) : NULL;
	struct ktrace_dynamic *other;

	if (!heir)
		return;
	list_for_each_entry(other, &ktrace_dynamic_list, node)
		if (other->on == dynamic)
			other->on = heir;
	heir->nr_on += dynamic->nr_on;
	dynamic->nr_on = 0;
	/* The dependent definitions must stay behind it in the list. */
	list_move(&heir->node, &dynamic->node);
}

/* Release all definitions being removed; adjacent ones of one kind are released together. */
static void dynamic_release_all(void)
{
	const struct ktrace_dynamic_kind *kind = NULL;
	struct ktrace_dynamic *dynamic, *next;
	LIST_HEAD(dead);

	list_for_each_entry_safe_reverse(dynamic, next, &ktrace_dynamic_list, node) {
		if (!dynamic->going)
			continue;
		if (dynamic->kind != kind)
			dynamic_release_list(&dead);
		kind = dynamic->kind;
		dynamic_bequeath(dynamic);
		if (dynamic->on)
			dynamic->on->nr_on--;
		list_move_tail(&dynamic->node, &dead);
	}
	dynamic_release_list(&dead);
}

static void dynamic_clear_marks(void)
{
	struct ktrace_dynamic *dynamic;

	list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
		dynamic->going = false;
}

/* Remove all definitions marked as going, or none; clears the marks on error. */
static int dynamic_go(void)
{
	int err = dynamic_hold_all();

	if (!err)
		dynamic_release_all();
	else
		dynamic_clear_marks();
	return err;
}

/* Match a definition with the text behind the name.  Return: 1, 0, or -ENOMEM. */
static int dynamic_rest_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	if (!*rest)
		return 1;
	return dynamic->kind->matches ? dynamic->kind->matches(dynamic, rest) : 0;
}

/**
 * ktrace_dynamic_remove - remove events by name
 * @kind:	only events of this kind; NULL: of all kinds
 * @group:	the group; empty: any
 * @name:	the name; empty: all events of @group
 * @rest:	text behind the name that must match the definition; empty: any
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: 0; -ENOENT if no event matches; -EBUSY if an event is in use, or -ENOMEM, after
 * nothing was removed.
 */
int ktrace_dynamic_remove(const struct ktrace_dynamic_kind *kind, const char *group,
			  const char *name, const char *rest)
{
	struct ktrace_dynamic *dynamic;
	bool found = false;
	int match;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node) {
		match = (!kind || kind == dynamic->kind) &&
			(!*group || !strcmp(dynamic->event->system, group)) &&
			(!*name || !strcmp(dynamic->event->name, name));
		match = match ? dynamic_rest_matches(dynamic, rest) : 0;
		/* Do not remove only some of the selected definitions. */
		if (match < 0) {
			dynamic_clear_marks();
			return match;
		}
		dynamic->going = match;
		found = found || match;
	}
	return found ? dynamic_go() : -ENOENT;
}

/**
 * ktrace_dynamic_clear - remove all events
 * @kind:	only events of this kind; NULL: of all kinds
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex.
 * Return: 0; -EBUSY if an event is in use, after nothing was removed.
 */
int ktrace_dynamic_clear(const struct ktrace_dynamic_kind *kind)
{
	struct ktrace_dynamic *dynamic;

	guard(mutex)(&ktrace_dynamic_mutex);
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
		dynamic->going = !kind || kind == dynamic->kind;
	return dynamic_go();
}

/*
 * Mark the definitions of @session as going, and all event probes on their events.  An event probe
 * comes after its event in the list, so one pass finds event probes on event probes too.
 */
static bool dynamic_mark_session(const struct ktrace_session *session)
{
	struct ktrace_dynamic *dynamic;
	bool found = false;

	list_for_each_entry(dynamic, &ktrace_dynamic_list, node) {
		dynamic->going = dynamic->session == session;
		found = found || dynamic->going;
	}
	/* A separate pass, because dynamic_heir() reads the marks of all probes of an event. */
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
		if (dynamic->on && dynamic->on->going && !dynamic_heir(dynamic->on))
			dynamic->going = true;
	return found;
}

/*
 * Remove the triggers that hold references to events that are going.  The release of an event
 * removes the triggers of the event and those that switch it.
 */
static void dynamic_drop_users(void)
{
	struct ktrace_trigger_drop drop = { };
	struct ktrace_dynamic *dynamic;

	/* No event or instance is removed before the triggers are freed. */
	guard(mutex)(&ktrace_event_files_mutex);
	scoped_guard(mutex, &ktrace_event_mutex)
		list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
			if (dynamic->going && dynamic->kind->forbid)
				ktrace_triggers_drop_users(dynamic->event, &drop);
	ktrace_trigger_drop_end(&drop);
}

/**
 * ktrace_dynamic_end_session - struct ktrace_knob.end: remove what a session has defined
 * @session:	the session
 *
 * Events are removed whether they are in use or not.  Histograms that make an event happen are
 * removed before the event; triggers of the event, triggers that switch it and event probes on
 * it are removed with the event.
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex, and in it ktrace_event_files_mutex.
 */
void ktrace_dynamic_end_session(struct ktrace_session *session)
{
	struct ktrace_dynamic *dynamic;

	guard(mutex)(&ktrace_dynamic_mutex);
	if (!dynamic_mark_session(session))
		return;
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node)
		if (dynamic->going && dynamic->kind->forbid)
			dynamic->kind->forbid(dynamic);
	dynamic_drop_users();
	dynamic_release_all();
}

/**
 * ktrace_dynamic_show - print definitions as lines that define them
 * @kind:	only events of this kind; NULL: of all kinds
 * @m:		the output
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex.
 */
void ktrace_dynamic_show(const struct ktrace_dynamic_kind *kind, struct seq_file *m)
{
	const struct ktrace_dynamic *dynamic;

	guard(mutex)(&ktrace_dynamic_mutex);
	list_for_each_entry(dynamic, &ktrace_dynamic_list, node) {
		if (kind && kind != dynamic->kind)
			continue;
		dynamic->kind->show(dynamic, m);
		seq_putc(m, '\n');
	}
}

/*
 * The file dynamic_events
 */

/* Find the kind that accepts @line; NULL if none does. */
static const struct ktrace_dynamic_kind *dynamic_kind_of(const char *line)
{
	const struct ktrace_dynamic_kind *kind, *other = NULL;

	list_for_each_entry(kind, &dynamic_kinds, node) {
		if (!*line || !strchr(kind->letters, *line))
			continue;
		if (!kind->takes)
			other = kind;
		else if (kind->takes(line))
			return kind;
	}
	return other;
}

/*
 * Remove the events that "[GROUP/][EVENT] [REST]" at @names selects, of all kinds if
 * @kind is NULL.  @names is NULL if the line has no ":".
 */
static int dynamic_remove_line(struct ktrace_command *command, char *names,
			       const struct ktrace_dynamic_kind *kind)
{
	char *name, *rest;
	unsigned int column;
	int err;

	if (!names)
		return ktrace_command_refuse(command, -EINVAL, strcspn(command->text, " \t"),
					     "event name is missing");
	/* A comment ends the line. */
	names[strcspn(names, "#")] = 0;
	column = names - command->text;
	rest = names + strcspn(names, " \t");
	if (*rest)
		*rest++ = 0;
	rest = kind && !kind->matches ? "" : ktrace_span_strip(rest);
	name = strpbrk(names, "/.");
	if (name)
		*name++ = 0;
	if (!*names && (!name || !*name))
		return ktrace_command_refuse(command, -EINVAL, column, "event name is missing");
	guard(mutex)(&ktrace_dynamic_mutex);
	err = ktrace_dynamic_remove(kind, name ? names : "", name ?: names, rest);
	if (err == -ENOMEM)
		return err;
	return ktrace_command_refuse(command, err, column, err == -EBUSY ? "event is in use" :
							   "no such event");
}

/* Text behind the first ":" of the first word; NULL if there is none. */
static char *dynamic_names(char *line)
{
	line += strcspn(line, ": \t");
	return *line == ':' ? line + 1 : NULL;
}

/**
 * ktrace_dynamic_command - execute a line written to dynamic_events
 * @command:	the line
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex.
 * Return: 0; or an errno after nothing was changed; @command has the reason, or has logged it.
 */
int ktrace_dynamic_command(struct ktrace_command *command)
{
	const struct ktrace_dynamic_kind *kind;
	char *line = ktrace_skip_space(command->text);

	if (!*line || *line == '#')
		return 0;
	if (*line == '-')
		return dynamic_remove_line(command, dynamic_names(line), NULL);
	kind = dynamic_kind_of(line + (*line == '!'));
	if (!kind)
		return ktrace_command_refuse(command, -EINVAL, line - command->text,
					     "no kind of event begins so");
	if (*line == '!')
		return dynamic_remove_line(command, dynamic_names(line), kind);
	return kind->define(command);
}

static int dynamic_write(struct ktrace_command *command, void *data)
{
	return ktrace_dynamic_command(command);
}

static int dynamic_show(struct seq_file *m, void *data)
{
	ktrace_dynamic_show(NULL, m);
	return 0;
}

static int dynamic_clear(void *data)
{
	return ktrace_dynamic_clear(NULL);
}

static const struct ktrace_knob dynamic_file =
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "dynamic_events", 0640, dynamic_show, dynamic_write,
		    "Create/append/remove/show events that lines define:\n"
		    "accepts the lines of kprobe_events and similar files, and",
		    .clear = dynamic_clear, .lines = true, .end = ktrace_dynamic_end_session);

static struct ktrace_source dynamic_source = {
	.name	= "dynamic",
	.files	= &dynamic_file,
	.nr_files = 1,
	.help	=
"\t  -:[<group>/][<event>]\n"
"\t  !<line>             removes the event that the line has defined\n",
};
KTRACE_SOURCE(dynamic_source);
