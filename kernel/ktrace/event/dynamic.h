/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: those that users define by writing lines, of whatever kind.
 *
 * A kind (kprobes, synthetic events, ...) says which lines are its own and what they
 * define.  All that is defined is in one list, in order of definition.  The file
 * dynamic_events shows all of it; files such as kprobe_events show one kind.
 */
#ifndef _KTRACE_DYNAMIC_H
#define _KTRACE_DYNAMIC_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct ktrace_command;
struct ktrace_dynamic;
struct ktrace_event;
struct seq_file;

/**
 * struct ktrace_dynamic_kind - what dynamic events of one kind have in common
 * @name:	what it is called in messages
 * @letters:	the first letters of its lines
 * @takes:	whether @line, which begins with one of @letters, is of this kind; NULL: yes,
 *		unless another kind with that letter takes it
 * @define:	do what a line asks for: call ktrace_dynamic_add() for what it defines;
 *		called without ktrace_dynamic_mutex.  Return: 0; or an errno, then nothing
 *		was changed, and @command says why or has filled in the error log
 * @show:	print the line that defines an event, without newline; it may be several
 * @matches:	whether a definition reads @rest behind its name: by that one is removed among
 *		several of one name.  NULL: they are removed by "-:NAME" with nothing behind
 *		it, and by "!LINE" whatever stands behind the name
 * @hold:	see that nobody begins to use an event any more, because it is about to go;
 *		return 0, or -EBUSY if somebody uses it who does not go as well.  NULL: see
 *		whether it is enabled, no more, unless another definition of it stays
 * @unhold:	end what @hold began, because another one is busy; NULL: nothing to do
 * @release:	remove all of a list, whose entries are no longer in the list of all, for
 *		good; the last defined is the first.  Sleeps
 * @node:	in the list of all kinds
 *
 * All but @takes and @define are called under ktrace_dynamic_mutex.
 */
struct ktrace_dynamic_kind {
	const char *name;
	const char *letters;
	bool	(*takes)(const char *line);
	int	(*define)(struct ktrace_command *command);
	void	(*show)(const struct ktrace_dynamic *dynamic, struct seq_file *m);
	bool	(*matches)(const struct ktrace_dynamic *dynamic, const char *rest);
	int	(*hold)(struct ktrace_dynamic *dynamic);
	void	(*unhold)(struct ktrace_dynamic *dynamic);
	void	(*release)(struct list_head *dead);
	struct list_head node;
};

/**
 * struct ktrace_dynamic - something that a line has defined
 * @kind:	what it is
 * @event:	the event, registered; several may define one
 * @on:		another one that it stands on, and that stays as long as it does; NULL if
 *		there is none
 * @nr_on:	how many stand on this one
 * @going:	it is about to be removed, unless another one of those is busy
 * @node:	in the list of all, or of those to be released
 *
 * Set @kind, @event and @on, and leave the rest zero.  Under ktrace_dynamic_mutex.
 */
struct ktrace_dynamic {
	const struct ktrace_dynamic_kind *kind;
	struct ktrace_event	*event;
	struct ktrace_dynamic	*on;
	unsigned int		nr_on;
	bool			going;
	struct list_head	node;
};

/* Serialises definitions and removals of all kinds; taken first. */
extern struct mutex ktrace_dynamic_mutex;
extern struct list_head ktrace_dynamic_list;

/* The node behind @at that is of @kind; the head of the list if there is none. */
static inline struct list_head *ktrace_dynamic_next(const struct ktrace_dynamic_kind *kind,
						    const struct list_head *at)
{
	struct list_head *next = at->next;

	for (; next != &ktrace_dynamic_list; next = next->next)
		if (list_entry(next, struct ktrace_dynamic, node)->kind == kind)
			break;
	return next;
}

/* Walk all that are of @_kind, whose structures have them as @member. */
#define ktrace_for_each_dynamic(pos, _kind, member)					\
	for ((pos) = list_entry(ktrace_dynamic_next(_kind, &ktrace_dynamic_list),	\
				typeof(*(pos)), member.node);				\
	     !list_entry_is_head(pos, &ktrace_dynamic_list, member.node);		\
	     (pos) = list_entry(ktrace_dynamic_next(_kind, &(pos)->member.node),	\
				typeof(*(pos)), member.node))

void ktrace_dynamic_kind_add(struct ktrace_dynamic_kind *kind);
void ktrace_dynamic_add(struct ktrace_dynamic *dynamic);
struct ktrace_dynamic *ktrace_dynamic_of(const struct ktrace_event *event);
int ktrace_dynamic_command(struct ktrace_command *command);
int ktrace_dynamic_remove(const struct ktrace_dynamic_kind *kind, const char *group,
			  const char *name, const char *rest);
int ktrace_dynamic_clear(const struct ktrace_dynamic_kind *kind);
void ktrace_dynamic_show(const struct ktrace_dynamic_kind *kind, struct seq_file *m);

#endif /* _KTRACE_DYNAMIC_H */
