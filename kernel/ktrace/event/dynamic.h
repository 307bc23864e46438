/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: all kinds of events that users define by writing lines.
 *
 * A kind (kprobes, synthetic events, ...) determines which lines it accepts and how
 * they define events.  All definitions are in one list, in the order of definition.
 * The file dynamic_events shows the whole list; files such as kprobe_events show one
 * kind.
 */
#ifndef _KTRACE_DYNAMIC_H
#define _KTRACE_DYNAMIC_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct ktrace_command;
struct ktrace_dynamic;
struct ktrace_event;
struct ktrace_session;
struct seq_file;

/**
 * struct ktrace_dynamic_kind - a kind of dynamic events
 * @name:	name in messages
 * @letters:	first letters of its lines
 * @takes:	whether @line, which begins with one of @letters, belongs to this kind;
 *		NULL: yes, unless another kind with the letter accepts it
 * @define:	execute a line; calls ktrace_dynamic_add() for each definition; called
 *		without ktrace_dynamic_mutex. Return: 0; or an errno after nothing was
 *		changed, and @command has the reason or has logged it
 * @show:	print the line that defines an event, or several lines, without the last newline
 * @matches:	whether a definition has the text @rest behind its name, to remove one
 *		of several definitions with the same name: return 1, 0, or -ENOMEM. NULL:
 *		"-:NAME" must have no text behind the name, and "!LINE" ignores it
 * @hold:	block new users of an event that is about to be removed; return 0, or
 *		-EBUSY if the event has users that are not removed as well. NULL: only
 *		check that the event is disabled or has another definition
 * @unhold:	undo @hold, because another event is busy; NULL: no action
 * @forbid:	give out no more references to an event that is removed whether it is in use
 *		or not.  The caller then drops the triggers that hold references, and calls
 *		@release.  NULL: no trigger holds a reference to events of this kind
 * @release:	remove all definitions of a list, newest first, which are not in the
 *		list of all any more. Sleeps until no trigger holds a reference
 * @node:	in the list of kinds
 *
 * All but @takes and @define are called under ktrace_dynamic_mutex.
 */
struct ktrace_dynamic_kind {
	const char *name;
	const char *letters;
	bool	(*takes)(const char *line);
	int	(*define)(struct ktrace_command *command);
	void	(*show)(const struct ktrace_dynamic *dynamic, struct seq_file *m);
	int	(*matches)(const struct ktrace_dynamic *dynamic, const char *rest);
	int	(*hold)(struct ktrace_dynamic *dynamic);
	void	(*unhold)(struct ktrace_dynamic *dynamic);
	void	(*forbid)(struct ktrace_dynamic *dynamic);
	void	(*release)(struct list_head *dead);
	struct list_head node;
};

/**
 * struct ktrace_dynamic - a definition
 * @kind:	the kind
 * @event:	the registered event; an event may have several definitions
 * @on:	the definition on which this one depends, which exists at least as long; NULL
 *		for none
 * @nr_on:	number of definitions that depend on this definition
 * @session:	owner of the definition, which is removed when the session ends; NULL for none
 * @going:	about to be removed, unless another one of the same removal is busy
 * @node:	in the list of all definitions, or of those to release
 *
 * Set @kind, @event and @on, and zero the other fields.  Protected by ktrace_dynamic_mutex.
 */
struct ktrace_dynamic {
	const struct ktrace_dynamic_kind *kind;
	struct ktrace_event	*event;
	struct ktrace_dynamic	*on;
	unsigned int		nr_on;
	struct ktrace_session	*session;
	bool			going;
	struct list_head	node;
};

/* Serialises definitions and removals of all kinds; outermost. */
extern struct mutex ktrace_dynamic_mutex;
extern struct list_head ktrace_dynamic_list;

/* The next definition of @kind behind @at; the head of the list if there is none. */
static inline struct list_head *ktrace_dynamic_next(const struct ktrace_dynamic_kind *kind,
						    const struct list_head *at)
{
	struct list_head *next = at->next;

	for (; next != &ktrace_dynamic_list; next = next->next)
		if (list_entry(next, struct ktrace_dynamic, node)->kind == kind)
			break;
	return next;
}

/* Walk all definitions of @_kind, which are embedded as @member. */
#define ktrace_for_each_dynamic(pos, _kind, member)					\
	for ((pos) = list_entry(ktrace_dynamic_next(_kind, &ktrace_dynamic_list),	\
				typeof(*(pos)), member.node);				\
	     !list_entry_is_head(pos, &ktrace_dynamic_list, member.node);		\
	     (pos) = list_entry(ktrace_dynamic_next(_kind, &(pos)->member.node),	\
				typeof(*(pos)), member.node))

void ktrace_dynamic_kind_add(struct ktrace_dynamic_kind *kind);
void ktrace_dynamic_add(struct ktrace_dynamic *dynamic, struct ktrace_session *session);
struct ktrace_dynamic *ktrace_dynamic_of(const struct ktrace_event *event);
int ktrace_dynamic_command(struct ktrace_command *command);
int ktrace_dynamic_remove(const struct ktrace_dynamic_kind *kind, const char *group,
			  const char *name, const char *rest);
int ktrace_dynamic_clear(const struct ktrace_dynamic_kind *kind);
void ktrace_dynamic_end_session(struct ktrace_session *session);
void ktrace_dynamic_show(const struct ktrace_dynamic_kind *kind, struct seq_file *m);

#endif /* _KTRACE_DYNAMIC_H */
