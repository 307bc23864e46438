// SPDX-License-Identifier: GPL-2.0
/* Histograms: parses actions; hist.h describes the language. Called in task context. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist_parser.h"

static const char * const action_whens[NR_KTRACE_HIST_WHENS] = {
	[KTRACE_HIST_ONMATCH]	= "onmatch",
	[KTRACE_HIST_ONMAX]	= "onmax",
	[KTRACE_HIST_ONCHANGE]	= "onchange",
};

static bool action_begins(struct ktrace_span text, const char *word)
{
	size_t len = strlen(word);

	return ktrace_span_starts(text, word) && text.n > len && text.s[len] == '(';
}

/**
 * ktrace_hist_is_action - check whether an item is an action
 * @item:	the item
 *
 * Return: true if it starts like an action.
 */
bool ktrace_hist_is_action(struct ktrace_span item)
{
	unsigned int i;

	for (i = 0; i < NR_KTRACE_HIST_WHENS; i++)
		if (action_begins(item, action_whens[i]))
			return true;
	return false;
}

/*
 * Parse an argument that is a field of another event, that of onmatch(): SYSTEM.EVENT.FIELD, or
 * FIELD alone.
 */
static bool action_read_other(struct ktrace_span word, struct ktrace_hist_node *node)
{
	struct ktrace_span rest = word;
	struct ktrace_span first = ktrace_span_cut(&rest, '.');

	node->op = KTRACE_HIST_OTHER;
	node->name = word;
	if (first.n == word.n)
		return ktrace_span_is_name(word);
	node->system = first;
	node->event = ktrace_span_cut(&rest, '.');
	node->name = rest;
	return ktrace_span_is_name(node->system) && ktrace_span_is_name(node->event) &&
	       ktrace_span_is_name(node->name);
}

static int action_read_arg(struct hist_parser *p, const struct ktrace_hist_action *action,
			   struct ktrace_span word)
{
	struct ktrace_span rest = word;
	struct ktrace_hist_node *node;
	bool is_variable;
	int err;

	if (!word.n)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_EMPTY_ARG);
	err = ktrace_hist_new_node(p, word, &node);
	if (err < 0)
		return err;
	err = ktrace_hist_read_variable(p, word, node, &is_variable);
	if (err)
		return err;
	if (is_variable && action->what == KTRACE_HIST_SAVE)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_SAVE);
	if (is_variable)
		return 0;
	node->part = (struct ktrace_hist_part) { .name = ktrace_span_cut(&rest, '.') };
	if (ktrace_hist_find(p, &node->part))
		return ktrace_hist_read_part(p, word, HIST_USE_OPERAND, &node->part);
	if (action->what == KTRACE_HIST_SAVE || !action_read_other(word, node))
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_NO_FIELD);
	if (!node->system.n && action->when != KTRACE_HIST_ONMATCH)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_NO_FIELD);
	return 0;
}

static int action_read_args(struct hist_parser *p, struct ktrace_hist_action *action,
			    struct ktrace_span rest)
{
	bool more = ktrace_span_trim(rest).n;
	int err = 0;

	action->args.first = p->spec->nr_nodes;
	while (more && !err) {
		more = memchr(rest.s, ',', rest.n);
		err = action_read_arg(p, action, ktrace_span_trim(ktrace_span_cut(&rest, ',')));
	}
	action->args.nr = p->spec->nr_nodes - action->args.first;
	return err;
}

/* Parse "NAME(ARGS)" up to the end. */
static int action_read_what(struct hist_parser *p, struct ktrace_hist_action *action,
			    struct ktrace_span rest)
{
	struct ktrace_span all = rest;
	struct ktrace_span name = ktrace_span_cut(&rest, '(');

	if (!ktrace_span_is_name(name))
		return ktrace_hist_fail(p, name.s, KTRACE_HIST_ERR_WHAT);
	if (name.n == all.n || !rest.n || rest.s[rest.n - 1] != ')')
		return ktrace_hist_fail(p, name.s + name.n, KTRACE_HIST_ERR_ARGS);
	rest.n--;
	action->what = KTRACE_HIST_TRACE;
	if (ktrace_span_is(name, "save"))
		action->what = KTRACE_HIST_SAVE;
	else if (ktrace_span_is(name, "snapshot"))
		action->what = KTRACE_HIST_SNAPSHOT;
	else
		action->synth = name;
	if (action->what != KTRACE_HIST_TRACE && action->when == KTRACE_HIST_ONMATCH)
		return ktrace_hist_fail(p, name.s, KTRACE_HIST_ERR_WHAT_MATCH);
	if (action->what == KTRACE_HIST_SNAPSHOT && ktrace_span_trim(rest).n)
		return ktrace_hist_fail(p, rest.s, KTRACE_HIST_ERR_NO_ARGS);
	if (action->what == KTRACE_HIST_SAVE && !ktrace_span_trim(rest).n)
		return ktrace_hist_fail(p, rest.s, KTRACE_HIST_ERR_EMPTY_ARG);
	if (ktrace_span_is(name, "trace")) {
		action->synth = ktrace_span_trim(ktrace_span_cut(&rest, ','));
		if (!ktrace_span_is_name(action->synth))
			return ktrace_hist_fail(p, action->synth.s, KTRACE_HIST_ERR_NO_SYNTH);
	}
	return action_read_args(p, action, rest);
}

static int action_read_event(struct hist_parser *p, struct ktrace_hist_action *action)
{
	struct ktrace_span event = action->param;

	action->system = ktrace_span_cut(&event, '.');
	action->event = event;
	if (!ktrace_span_is_name(action->system) || !ktrace_span_is_name(event))
		return ktrace_hist_fail(p, action->param.s, KTRACE_HIST_ERR_MATCH_EVENT);
	return 0;
}

/**
 * ktrace_hist_read_action - parse an action
 * @p:	the definition
 * @item:	the action
 *
 * Return: 0 or a negative errno.
 */
int ktrace_hist_read_action(struct hist_parser *p, struct ktrace_span item)
{
	struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_hist_action *action;
	struct ktrace_span rest;
	int err = 0;

	item = ktrace_span_trim(item);
	rest = item;
	if (spec->nr_actions == KTRACE_HIST_ACTIONS_MAX)
		return ktrace_hist_fail(p, item.s, KTRACE_HIST_ERR_MANY_ACTIONS);
	action = &spec->actions[spec->nr_actions++];
	*action = (struct ktrace_hist_action) { .text = item };
	while (!action_begins(item, action_whens[action->when]))
		action->when++;
	ktrace_span_cut(&rest, '(');
	if (!memchr(rest.s, ')', rest.n))
		return ktrace_hist_fail(p, rest.s + rest.n, KTRACE_HIST_ERR_CLOSE);
	action->param = ktrace_span_trim(ktrace_span_cut(&rest, ')'));
	if (!rest.n || *rest.s != '.')
		return ktrace_hist_fail(p, rest.s, KTRACE_HIST_ERR_WHAT);
	rest.s++;
	rest.n--;
	if (action->when == KTRACE_HIST_ONMATCH)
		err = action_read_event(p, action);
	return err ?: action_read_what(p, action, rest);
}

/**
 * ktrace_hist_end_actions - resolve the variables of onmax and onchange after all items
 * are parsed
 * @p:	the definition
 *
 * Return: 0 or a negative errno.
 */
int ktrace_hist_end_actions(struct hist_parser *p)
{
	struct ktrace_hist_spec *spec = p->spec;
	unsigned int i, var;

	for (i = 0; i < spec->nr_actions; i++) {
		struct ktrace_hist_action *action = &spec->actions[i];
		struct ktrace_span name = action->param;

		if (action->when == KTRACE_HIST_ONMATCH)
			continue;
		for (var = 0; var < spec->nr_vars; var++)
			if (name.n && *name.s == '$' &&
			    ktrace_span_equal(spec->vars[var].name, ktrace_span_from(name, 1)))
				break;
		if (var == spec->nr_vars)
			return ktrace_hist_fail(p, name.s, KTRACE_HIST_ERR_OWN_VAR);
		action->var = var;
	}
	return 0;
}

/**
 * ktrace_hist_show_action - append an action
 * @action:	the action
 * @out:	output
 */
void ktrace_hist_show_action(const struct ktrace_hist_action *action, struct seq_buf *out)
{
	seq_buf_putmem(out, action->text.s, action->text.n);
}
