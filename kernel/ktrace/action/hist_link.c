// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms with variables, expressions and actions: compile a definition to a histogram plan
 * for hist_run.c, with a reference to each object that the definition names.
 *
 * Called in task context, under ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist.h"
#include "command/error_log.h"
#include "event/event_filter.h"
#include "event/listener.h"
#include "parse/filter.h"
#include "synth/synth.h"

/* Size of the scratch buffer, in u64. */
#define LINK_SCRATCH_WORDS	(KTRACE_RECORD_MAX / sizeof(u64))

/* A variable that a search found. */
struct link_found {
	struct hist	*hist;
	unsigned int	index;
};

static struct hist_plan *link_plan(const struct hist_link *link)
{
	return link->ht->plan;
}

static int link_fail(const struct hist_link *link, struct ktrace_parse_error *error,
		     const char *at, enum ktrace_hist_err code)
{
	error->code = code;
	error->column = at ? at - link->hist->text : 0;
	return code == KTRACE_HIST_ERR_VALUES_LONG ? -E2BIG : -EINVAL;
}

static bool link_is_event(const struct ktrace_event *event, struct ktrace_span system,
			  struct ktrace_span name)
{
	return ktrace_span_is(system, event->system) && ktrace_span_is(name, event->name);
}

static struct ktrace_event *link_event(struct ktrace_span system, struct ktrace_span name)
{
	struct ktrace_event *event;

	list_for_each_entry(event, &ktrace_event_list, node)
		if (link_is_event(event, system, name))
			return event;
	return NULL;
}

/*
 * Find the instance's listener of an event; NULL if the event or the listener does not
 * exist.
 */
static struct ktrace_listener *link_listener(const struct hist_link *link,
					     struct ktrace_span system, struct ktrace_span name)
{
	struct ktrace_event *event = link_event(system, name);

	return event ? ktrace_listener_find(event, link->ht->trigger.listener->instance) : NULL;
}

/*
 * Variables
 */

static int link_find_index(const struct hist *hist, struct ktrace_span name)
{
	unsigned int i;

	for (i = 0; i < hist->spec.nr_vars; i++)
		if (ktrace_span_equal(hist->spec.vars[i].name, name))
			return i;
	return -1;
}

/* Look for a variable in the histograms of an event; return the number of histograms found. */
static unsigned int link_find_in(const struct ktrace_listener *listener,
				 struct ktrace_span name, struct link_found *found)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_protected(listener->triggers,
					  lockdep_is_held(&ktrace_event_mutex));
	struct hist_trigger *ht;
	unsigned int i, nr = 0;
	int index;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (!ht || ht->reader)
			continue;
		index = link_find_index(ht->hist, name);
		if (index < 0 || ht->hist == found->hist)
			continue;
		*found = (struct link_found) { ht->hist, index };
		nr++;
	}
	return nr;
}

static struct ktrace_listener *link_match(const struct hist_link *link,
					  const struct ktrace_hist_action *action)
{
	if (action->when != KTRACE_HIST_ONMATCH)
		return NULL;
	return link_listener(link, action->system, action->event);
}

/*
 * Look for a variable in the events that onmatch() names.  An argument of an action
 * refers only to the event of its own action.
 */
static unsigned int link_find_match(const struct hist_link *link, struct ktrace_span name,
				    struct link_found *found)
{
	const struct ktrace_hist_spec *spec = &link->hist->spec;
	const struct ktrace_listener *match;
	unsigned int i, nr = 0;

	if (link->match)
		return link_find_in(link->match, name, found);
	for (i = 0; i < spec->nr_actions; i++) {
		match = link_match(link, &spec->actions[i]);
		nr += match ? link_find_in(match, name, found) : 0;
	}
	return nr;
}

/* Look for a variable in all events of the instance. */
static unsigned int link_find_any(const struct hist_link *link, struct ktrace_span name,
				  struct link_found *found)
{
	const struct ktrace_instance *instance = link->ht->trigger.listener->instance;
	struct ktrace_listener *listener;
	unsigned int nr = 0;

	list_for_each_entry(listener, &instance->listeners, of_instance)
		nr += link_find_in(listener, name, found);
	return nr;
}

/*
 * Find the variable of another histogram: in the event that the action names, or the
 * only variable of that name in the instance.
 */
static int link_find(const struct hist_link *link, struct ktrace_parse_error *error,
		     const struct ktrace_hist_node *node, struct link_found *found)
{
	struct ktrace_listener *listener;
	unsigned int nr;

	*found = (struct link_found) { };
	if (node->system.n) {
		if (!link_event(node->system, node->event))
			return link_fail(link, error, node->system.s, KTRACE_HIST_ERR_NO_EVENT);
		listener = link_listener(link, node->system, node->event);
		nr = listener ? link_find_in(listener, node->name, found) : 0;
	} else {
		nr = link_find_match(link, node->name, found) ?:
		     link_find_any(link, node->name, found);
	}
	if (nr == 1)
		return 0;
	return link_fail(link, error, node->text.s,
			 nr ? KTRACE_HIST_ERR_MANY_SUCH_VARS : KTRACE_HIST_ERR_NO_VAR);
}

/* Whether keys of this histogram, or their first parts, can find entries of @other. */
static bool link_key_fits(const struct hist_link *link, const struct hist *other)
{
	const struct hist *hist = link->hist;
	unsigned int i;

	if (other->spec.nr_keys > hist->spec.nr_keys)
		return false;
	for (i = 0; i < other->spec.nr_keys; i++) {
		bool text = other->strings & BIT(i);

		if (text != !!(hist->strings & BIT(i)))
			return false;
		if (!text && other->key_size[i] != hist->key_size[i])
			return false;
	}
	return true;
}

static bool link_key_differs(const struct hist_link *link, const struct hist *other)
{
	return memcmp(other->key_size, link->hist->key_size,
		      other->spec.nr_keys * sizeof(*other->key_size));
}

/*
 * Whether the trigger joins a histogram by its name, and @other reads that histogram.  Neither
 * histogram could then be removed, nor could the events of the two.
 */
static bool link_makes_cycle(const struct hist_link *link, struct hist *other)
{
	struct hist *named = link->hist->name ? hist_find_name(link->hist) : NULL;

	return named && named != other && hist_reads(other, named);
}

/* Let the histogram plan read variables of @other, and reserve scratch space for their values. */
static struct hist_ref *link_ref(struct hist_link *link, struct ktrace_parse_error *error,
				 const char *at, struct hist *other)
{
	struct hist_plan *plan = link_plan(link);
	struct hist_ref *ref;
	unsigned int i;

	for (i = 0; i < plan->nr_refs; i++)
		if (plan->refs[i].hist == other)
			return &plan->refs[i];
	if (!link_key_fits(link, other))
		return ERR_PTR(link_fail(link, error, at, KTRACE_HIST_ERR_OTHER_KEYS));
	if (link_makes_cycle(link, other))
		return ERR_PTR(link_fail(link, error, at, KTRACE_HIST_ERR_CYCLE));
	if (plan->nr_refs == HIST_REFS_MAX)
		return ERR_PTR(link_fail(link, error, at, KTRACE_HIST_ERR_VALUES_LONG));
	ref = &plan->refs[plan->nr_refs++];
	ref->hist = other;
	ref->at = link->words[HIST_AREA_REFS];
	ref->other_key = link_key_differs(link, other);
	link->words[HIST_AREA_REFS] += other->var_words;
	other->readers++;
	return ref;
}

/* Type and location of a variable, for a term that reads it. */
struct link_var {
	u8	kind;
	bool	is_signed;
	u8	area;
	u16	at;
	u16	words;
};

/* How a reference to a variable uses it. */
enum link_use {
	LINK_PLAIN,		/* the variable is the whole value */
	LINK_OPERAND,		/* the variable is an operand: reading unsets it */
	LINK_ARG,		/* the variable is an argument of an action */
};

static struct link_var link_var_of(const struct hist_var *var, u8 area, u32 at)
{
	return (struct link_var) {
		.kind = var->kind, .is_signed = var->is_signed,
		.area = area, .at = at + var->at, .words = var->words,
	};
}

/* Index of the variable of this histogram that @node names; negative if there is none. */
static int link_own_index(const struct hist_link *link, const struct ktrace_hist_node *node)
{
	if (node->system.n &&
	    !link_is_event(link->ht->trigger.listener->event, node->system, node->event))
		return -1;
	return link_find_index(link->hist, node->name);
}

/* If a variable is set to a single field or number, return that node; else NULL. */
static const struct ktrace_hist_node *link_alias(const struct hist_link *link, int index)
{
	const struct ktrace_hist_spec *spec = &link->hist->spec;
	const struct ktrace_hist_expr *expr = &spec->vars[index].expr;
	const struct ktrace_hist_node *node = &spec->nodes[expr->first];

	if (expr->nr > 1 || node->op == KTRACE_HIST_VARIABLE)
		return NULL;
	return node;
}

/*
 * Whether a name refers to a variable of this histogram although an onmatch() event may
 * have a variable of the same name.  In an expression, only variables that stand for a
 * field take precedence.
 */
static bool link_own_first(const struct hist_link *link, const struct ktrace_hist_node *node,
			   enum link_use use, int index)
{
	struct link_found found = { };

	return use == LINK_ARG || node->system.n || link_alias(link, index) ||
	       !link_find_match(link, node->name, &found);
}

static int link_var(struct hist_link *link, struct ktrace_parse_error *error,
		    const struct ktrace_hist_node *node, enum link_use use,
		    struct link_var *var)
{
	int index = link_own_index(link, node);
	struct link_found found;
	struct hist_ref *ref;
	int err;

	if (index >= 0 && index < (int)link->nr_own && link_own_first(link, node, use, index)) {
		*var = link_var_of(&link->hist->vars[index], HIST_AREA_VARS, 0);
		return 0;
	}
	err = link_find(link, error, node, &found);
	if (err)
		return err;
	ref = link_ref(link, error, node->text.s, found.hist);
	if (IS_ERR(ref))
		return PTR_ERR(ref);
	ref->wanted |= BIT(found.index);
	if (use == LINK_OPERAND)
		ref->taken |= BIT(found.index);
	*var = link_var_of(&found.hist->vars[found.index], HIST_AREA_REFS, ref->at);
	return 0;
}

/*
 * Values
 */

static u8 link_kind(const struct hist_op *op)
{
	if (op->load >= HIST_LOAD_STACK)
		return HIST_IS_STACK;
	return op->load >= HIST_LOAD_COMM ? HIST_IS_TEXT : HIST_IS_NUMBER;
}

static struct hist_term *link_new_term(struct hist_plan *plan, struct hist_value *value, u8 op)
{
	struct hist_term *term = &plan->terms[plan->nr_terms++];

	if (!value->nr++)
		value->first = plan->nr_terms - 1;
	term->op = op;
	return term;
}

static void link_part(struct hist_link *link, const struct ktrace_hist_part *part,
		      struct hist_value *value, bool *is_unsigned)
{
	struct hist_term *term = link_new_term(link_plan(link), value, KTRACE_HIST_PART);

	term->load = hist_compile(link->hist, part, link->fields, &link->ht->need);
	value->kind = link_kind(&term->load);
	value->words = term->load.words;
	*is_unsigned |= !hist_part_is_signed(part, link->fields);
}

static void link_number(struct hist_link *link, u64 number, struct hist_value *value)
{
	link_new_term(link_plan(link), value, KTRACE_HIST_NUMBER)->number = number;
}

static int link_variable(struct hist_link *link, struct ktrace_parse_error *error,
			 const struct ktrace_hist_node *node, struct hist_value *value,
			 enum link_use use, bool *is_unsigned)
{
	struct hist_term *term;
	struct link_var var;
	int err = link_var(link, error, node, use, &var);

	if (err)
		return err;
	term = link_new_term(link_plan(link), value, KTRACE_HIST_VARIABLE);
	term->area = var.area;
	term->at = var.at;
	value->kind = var.kind;
	value->words = var.words;
	*is_unsigned |= !var.is_signed;
	return 0;
}

static int link_node(struct hist_link *link, struct ktrace_parse_error *error,
		     const struct ktrace_hist_node *node, struct hist_value *value, bool alone,
		     enum link_use use, bool *is_unsigned)
{
	const struct ktrace_hist_node *alias = NULL;
	int err = 0;

	/* The definition sets this variable later: use the expression that defines the variable. */
	if (node->op == KTRACE_HIST_VARIABLE && link_own_index(link, node) >= (int)link->nr_own)
		alias = link_alias(link, link_own_index(link, node));
	switch (alias ? alias->op : node->op) {
	case KTRACE_HIST_PART:
		link_part(link, alias ? &alias->part : &node->part, value, is_unsigned);
		break;
	case KTRACE_HIST_VARIABLE:
		err = link_variable(link, error, node, value, use, is_unsigned);
		break;
	case KTRACE_HIST_NUMBER:
		link_number(link, alias ? alias->number : node->number, value);
		break;
	default:
		link_new_term(link_plan(link), value, node->op);
		return 0;
	}
	if (!err && !alone && value->kind != HIST_IS_NUMBER)
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_NOT_NUMBER);
	return err;
}

/* Reading a variable unsets it where a binary operator computes with it. */
static enum link_use link_use_of(const struct ktrace_hist_node *nodes, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (nodes[i].op >= KTRACE_HIST_ADD && nodes[i].op <= KTRACE_HIST_DIV)
			return LINK_OPERAND;
	return LINK_PLAIN;
}

/* Compile an expression; the caller sets the destination. */
static int link_expr(struct hist_link *link, struct ktrace_parse_error *error,
		     const struct ktrace_hist_expr *expr, struct hist_value *value)
{
	const struct ktrace_hist_node *nodes = &link->hist->spec.nodes[expr->first];
	enum link_use use = link_use_of(nodes, expr->nr);
	struct hist_plan *plan = link_plan(link);
	bool is_unsigned = false;
	unsigned int i;
	int err;

	*value = (struct hist_value) { .words = 1 };
	for (i = 0; i < expr->nr; i++) {
		err = link_node(link, error, &nodes[i], value, expr->nr == 1, use, &is_unsigned);
		if (err)
			return err;
	}
	value->is_signed = !is_unsigned;
	for (i = 0; i < value->nr; i++) {
		struct hist_term *term = &plan->terms[value->first + i];

		if (term->op == KTRACE_HIST_DIV)
			term->is_signed = value->is_signed;
	}
	return 0;
}

static int link_vars(struct hist_link *link, struct ktrace_parse_error *error)
{
	struct hist_plan *plan = link_plan(link);
	struct hist *hist = link->hist;
	unsigned int i;
	int err;

	for (i = 0; i < hist->spec.nr_vars; i++) {
		struct hist_value *value = &plan->vars[i];

		link->nr_own = i;
		err = link_expr(link, error, &hist->spec.vars[i].expr, value);
		if (err)
			return err;
		value->area = HIST_AREA_VARS;
		value->at = hist->var_words;
		hist->vars[i] = (struct hist_var) {
			.kind = value->kind, .is_signed = value->is_signed,
			.at = hist->var_words, .words = value->words,
		};
		hist->var_words += value->words;
	}
	link->nr_own = i;
	link->words[HIST_AREA_VARS] = hist->var_words;
	plan->nr_vars = i;
	return 0;
}

static int link_values(struct hist_link *link, struct ktrace_parse_error *error)
{
	struct hist_plan *plan = link_plan(link);
	struct hist *hist = link->hist;
	unsigned int i;
	int err;

	for (i = 1; i < hist->spec.nr_values; i++) {
		const struct ktrace_hist_part *part = &hist->spec.values[i];
		bool is_unsigned = false;
		struct hist_value *value;

		if (part->what == KTRACE_HIST_HITCOUNT)
			continue;
		value = &plan->values[hist->sum_at[i] - 1];
		*value = (struct hist_value) { .words = 1 };
		if (part->what != KTRACE_HIST_VALUE) {
			link_part(link, part, value, &is_unsigned);
			continue;
		}
		err = link_expr(link, error, &part->expr, value);
		if (err)
			return err;
		if (value->kind != HIST_IS_NUMBER)
			return link_fail(link, error, part->name.s, KTRACE_HIST_ERR_NOT_VALUE);
		if (value->is_signed)
			hist->is_signed |= BIT(hist->sum_at[i]);
	}
	return 0;
}

/*
 * Arguments that are fields of the event of onmatch(): ktrace creates a histogram of the event,
 * whose variables are the fields
 */

/*
 * Find a histogram of @listener with keys of the same types.  Histograms that were created
 * only to read fields for an action are skipped.
 */
static struct hist_trigger *link_like(const struct hist_link *link,
				      const struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_protected(listener->triggers,
					  lockdep_is_held(&ktrace_event_mutex));
	struct hist_trigger *ht;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht && !ht->reader && link_key_fits(link, ht->hist))
			return ht;
	}
	return NULL;
}

/*
 * Build a line such as "hist:keys=pid:synthetic_prio=prio if comm == ...", as clients
 * expect.
 */
static char *link_other_line(const struct hist_trigger *like, struct ktrace_span field)
{
	const struct ktrace_hist_spec *spec = &like->hist->spec;
	const char *keys = strstr(like->hist->definition, "keys=");
	const char *filter = like->trigger.filter ? ktrace_filter_text(like->trigger.filter) : "";

	return kasprintf(GFP_KERNEL, "hist:%.*s:synthetic_%.*s=%.*s:size=%u%s%s",
			 (int)(strstr(keys, ":vals=") - keys), keys, (int)field.n, field.s,
			 (int)field.n, field.s, spec->size, *filter ? " if " : "", filter);
}

/* Return: 0; -ENOENT if the event does not have the field; -ENOMEM. */
static int link_check_field(const struct ktrace_event *event, struct ktrace_span name)
{
	unsigned int nr;
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(event, &nr);

	if (!fields)
		return -ENOMEM;
	return ktrace_field_find(fields, nr, name) < 0 ? -ENOENT : 0;
}

static int link_other(struct hist_link *link, struct ktrace_parse_error *error,
		      const struct ktrace_hist_node *node, struct link_var *var)
{
	struct ktrace_listener *listener = node->system.n ?
		link_listener(link, node->system, node->event) : link->match;
	struct hist_trigger *like = listener ? link_like(link, listener) : NULL;
	struct hist_trigger *made;
	struct hist_ref *ref;
	char *line __free(kfree) = NULL;
	int err = listener ? link_check_field(listener->event, node->name) : 0;

	if (node->system.n && !link_event(node->system, node->event))
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_NO_EVENT);
	if (err == -ENOENT)
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_NO_OTHER);
	if (err)
		return err;
	if (!like)
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_NO_MATCH);
	line = link_other_line(like, node->name);
	if (!line)
		return -ENOMEM;
	made = link->create(listener, line, link->ht, link->drop);
	if (IS_ERR(made))
		return PTR_ERR(made);
	ref = link_ref(link, error, node->text.s, made->hist);
	if (IS_ERR(ref)) {
		/* The reader is freed before @made. */
		made->reader = NULL;
		ktrace_trigger_drop(&made->trigger, link->drop);
		return PTR_ERR(ref);
	}
	ref->made = made;
	ref->wanted = 1;
	*var = link_var_of(&made->hist->vars[0], HIST_AREA_REFS, ref->at);
	return 0;
}

/*
 * Actions
 */

/* Whether @node names a field of this event with system and event. */
static bool link_own_field(struct hist_link *link, const struct ktrace_hist_node *node,
			   struct ktrace_hist_part *part)
{
	int i;

	if (!node->system.n ||
	    !link_is_event(link->ht->trigger.listener->event, node->system, node->event))
		return false;
	i = ktrace_field_find(link->fields, link->nr_fields, node->name);
	if (i < 0)
		return false;
	*part = (struct ktrace_hist_part) {
		.what = KTRACE_HIST_FIELD, .field = i, .name = node->name,
	};
	return true;
}

/* Compile an argument; @at is the position of the next argument of this action. */
static int link_arg(struct hist_link *link, struct ktrace_parse_error *error,
		    const struct ktrace_hist_node *node, u32 *at, struct hist_value *value)
{
	struct ktrace_hist_part part = node->part;
	bool is_unsigned = false;
	struct hist_term *term;
	struct link_var var;
	int err = 0;

	*value = (struct hist_value) { .words = 1, .area = HIST_AREA_ARGS, .at = *at };
	if (node->op == KTRACE_HIST_PART || link_own_field(link, node, &part)) {
		link_part(link, &part, value, &is_unsigned);
		value->is_signed = !is_unsigned;
		*at += value->words;
		return 0;
	}
	if (node->op == KTRACE_HIST_VARIABLE)
		err = link_var(link, error, node, LINK_ARG, &var);
	else
		err = link_other(link, error, node, &var);
	if (err)
		return err;
	term = link_new_term(link_plan(link), value, KTRACE_HIST_VARIABLE);
	term->area = var.area;
	term->at = var.at;
	value->kind = var.kind;
	value->is_signed = var.is_signed;
	value->words = var.words;
	/* The action reads the value from the memory into which the term loads the variable. */
	value->area = var.area;
	value->at = var.at;
	return 0;
}

static u8 link_field_kind(const struct ktrace_field *field)
{
	if (field->kind == KTRACE_FIELD_STRING)
		return HIST_IS_TEXT;
	return field->kind == KTRACE_FIELD_ARRAY ? HIST_IS_STACK : HIST_IS_NUMBER;
}

static int link_check_arg(struct hist_link *link, struct ktrace_parse_error *error,
			  const struct ktrace_hist_node *node, const struct hist_act *act,
			  unsigned int i)
{
	const struct hist_value *arg = &link_plan(link)->args[act->first + i];

	if (act->what == KTRACE_HIST_SAVE && arg->kind == HIST_IS_STACK)
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_ARG_TYPE);
	if (act->what == KTRACE_HIST_TRACE &&
	    arg->kind != link_field_kind(ktrace_synth_field(act->synth, i)))
		return link_fail(link, error, node->text.s, KTRACE_HIST_ERR_ARG_TYPE);
	return 0;
}

static int link_args(struct hist_link *link, struct ktrace_parse_error *error,
		     const struct ktrace_hist_action *action, struct hist_act *act, u32 *end)
{
	struct hist_plan *plan = link_plan(link);
	const struct ktrace_hist_node *nodes = &link->hist->spec.nodes[action->args.first];
	int err = 0;

	*end = 0;
	act->first = plan->nr_args;
	for (; act->nr < action->args.nr && !err; act->nr++) {
		err = link_arg(link, error, &nodes[act->nr], end, &plan->args[plan->nr_args++]);
		if (!err)
			err = link_check_arg(link, error, &nodes[act->nr], act, act->nr);
	}
	return err;
}

static int link_synth(struct hist_link *link, struct ktrace_parse_error *error,
		      const struct ktrace_hist_action *action, struct hist_act *act)
{
	char *name __free(kfree) = kmemdup_nul(action->synth.s, action->synth.n, GFP_KERNEL);

	if (!name)
		return -ENOMEM;
	act->synth = ktrace_synth_get(name);
	if (IS_ERR_OR_NULL(act->synth)) {
		act->synth = NULL;
		return link_fail(link, error, action->synth.s, KTRACE_HIST_ERR_NO_SYNTH);
	}
	if (ktrace_synth_nr_fields(act->synth) != action->args.nr)
		return link_fail(link, error, action->synth.s, KTRACE_HIST_ERR_NR_ARGS);
	return 0;
}

static int link_snapshot(struct hist_link *link, struct hist_act *act)
{
	struct ktrace_instance *instance = link->ht->trigger.listener->instance;
	u32 words = 1 + link->hist->key_words;
	int err;

	act->best = kcalloc(hist_latch_words(words), sizeof(u64), GFP_KERNEL);
	if (!act->best)
		return -ENOMEM;
	err = action_arm_snapshots(instance);
	if (err) {
		kfree(act->best);
		act->best = NULL;
	}
	return err;
}

/* Find the variable of onmax or onchange. */
static int link_tracked(struct hist_link *link, struct ktrace_parse_error *error,
			const struct ktrace_hist_action *action, struct hist_act *act)
{
	const struct hist_var *var = &link->hist->vars[action->var];

	if (action->when == KTRACE_HIST_ONMATCH)
		return 0;
	if (var->kind != HIST_IS_NUMBER)
		return link_fail(link, error, action->param.s, KTRACE_HIST_ERR_NOT_NUMBER);
	act->var_at = var->at;
	act->is_signed = var->is_signed;
	return 0;
}

/*
 * Add an action's latch to the layout of the entries: all triggers of a named histogram
 * must agree on the layout.
 */
static void link_track(struct hist_link *link, const struct hist_act *act,
		       struct hist_track *track, u32 args_words)
{
	struct hist *hist = link->hist;
	unsigned int i;

	track->words = 1;
	track->at = hist->more_words;
	track->first = hist->nr_saved;
	if (act->what == KTRACE_HIST_SAVE) {
		track->words += args_words;
		track->nr = act->nr;
	}
	for (i = 0; i < track->nr; i++) {
		const struct hist_value *arg = &link_plan(link)->args[act->first + i];

		hist->saved[hist->nr_saved++] = (struct hist_var) {
			.kind = arg->kind, .is_signed = arg->is_signed,
			.at = arg->at, .words = arg->words,
		};
	}
	hist->more_words += hist_latch_words(track->words);
}

static int link_action(struct hist_link *link, struct ktrace_parse_error *error,
		       const struct ktrace_hist_action *action)
{
	struct hist_plan *plan = link_plan(link);
	struct hist_act *act = &plan->acts[plan->nr_acts];
	struct hist_track *track = &link->hist->tracks[plan->nr_acts];
	u32 end = 0;
	int err;

	plan->nr_acts++;
	act->when = action->when;
	act->what = action->what;
	if (action->when == KTRACE_HIST_ONMATCH && !link_event(action->system, action->event))
		return link_fail(link, error, action->event.s, KTRACE_HIST_ERR_NO_EVENT);
	link->match = link_match(link, action);
	err = link_tracked(link, error, action, act);
	if (!err && act->what == KTRACE_HIST_TRACE)
		err = link_synth(link, error, action, act);
	if (!err && act->what == KTRACE_HIST_SNAPSHOT)
		err = link_snapshot(link, act);
	if (!err)
		err = link_args(link, error, action, act, &end);
	link->match = NULL;
	if (err)
		return err;
	if (action->when != KTRACE_HIST_ONMATCH)
		link_track(link, act, track, end);
	/* Actions run one after the other, so their arguments share scratch space. */
	link->words[HIST_AREA_ARGS] = max(link->words[HIST_AREA_ARGS], end);
	link->nr_values = max_t(u32, link->nr_values, act->nr);
	return 0;
}

static int link_actions(struct hist_link *link, struct ktrace_parse_error *error)
{
	const struct ktrace_hist_spec *spec = &link->hist->spec;
	u32 i;
	int err;

	for (i = 0; i < spec->nr_actions; i++) {
		err = link_action(link, error, &spec->actions[i]);
		if (err)
			return err;
	}
	return 0;
}

/*
 * Lay out the scratch buffer, now that the size of each part is known: the key; space
 * for the key of another histogram, which has as many parts, with strings of any
 * length; the areas; and the values for a synthetic event.
 */
static void link_lay_out(struct hist_link *link, u32 *areas)
{
	struct hist_plan *plan = link_plan(link);
	const struct hist *hist = link->hist;
	unsigned int i;

	plan->other_at = hist->key_words;
	plan->words = plan->other_at;
	for (i = 0; i < hist->spec.nr_keys; i++)
		plan->words += hist->strings & BIT(i) ?
			       KTRACE_HIST_STRING / sizeof(u64) : hist->key_size[i];
	for (i = 0; i < NR_HIST_AREAS; i++) {
		areas[i] = plan->words;
		plan->words += link->words[i];
	}
	plan->vars_at = areas[HIST_AREA_VARS];
	plan->args_at = areas[HIST_AREA_ARGS];
	plan->values_at = plan->words;
	plan->words += link->nr_values * (sizeof(union ktrace_synth_value) / sizeof(u64));
}

/* Make all positions relative to the beginning of the scratch buffer. */
static void link_move(struct hist_plan *plan, const u32 *areas)
{
	unsigned int i;

	for (i = 0; i < plan->nr_terms; i++)
		if (plan->terms[i].op == KTRACE_HIST_VARIABLE)
			plan->terms[i].at += areas[plan->terms[i].area];
	for (i = 0; i < plan->nr_vars; i++)
		plan->vars[i].at += areas[plan->vars[i].area];
	for (i = 0; i < plan->nr_args; i++)
		plan->args[i].at += areas[plan->args[i].area];
	for (i = 0; i < plan->nr_refs; i++)
		plan->refs[i].at += areas[HIST_AREA_REFS];
	for (i = 0; i < plan->nr_acts; i++)
		plan->acts[i].var_at += areas[HIST_AREA_VARS];
}

/* Lay out the scratch buffer and an entry, and check the size limits. */
static int link_finish_layout(struct hist_link *link, struct ktrace_parse_error *error)
{
	struct hist *hist = link->hist;
	u32 base = hist->nr_sums + hist->key_words, i;
	u32 areas[NR_HIST_AREAS];

	hist->vars_at = base + hist->more_words;
	if (hist->spec.nr_vars)
		hist->more_words += hist_latch_words(hist->var_words);
	for (i = 0; i < hist->spec.nr_actions; i++)
		hist->tracks[i].at += base;
	link_lay_out(link, areas);
	if (link_plan(link)->words > LINK_SCRATCH_WORDS ||
	    hist_table_bytes(hist->spec.size, base + hist->more_words) > HIST_TABLE_BYTES_MAX)
		return link_fail(link, error, NULL, KTRACE_HIST_ERR_VALUES_LONG);
	link_move(link_plan(link), areas);
	return 0;
}

/* Refuse a variable that another histogram of the event sets. */
static int link_check_twice(struct hist_link *link, struct ktrace_parse_error *error)
{
	const struct hist *hist = link->hist;
	struct link_found found = { };
	unsigned int i;

	/* Triggers with the same "name=" share one histogram. */
	if (link->ht->reader || hist->name)
		return 0;
	for (i = 0; i < hist->spec.nr_vars; i++)
		if (link_find_in(link->ht->trigger.listener, hist->spec.vars[i].name, &found))
			return link_fail(link, error, hist->spec.vars[i].name.s,
					 KTRACE_HIST_ERR_VAR_TWICE);
	return 0;
}

/**
 * hist_link - create the histogram plan of a histogram's trigger
 * @link:	the trigger without a plan; the histogram with compiled keys; the event's fields
 * @error:	filled in on error, if its code is not KTRACE_HIST_OK
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; or a negative errno, after which the caller must call hist_unlink().
 */
int hist_link(struct hist_link *link, struct ktrace_parse_error *error)
{
	int err;

	link->ht->plan = kzalloc(sizeof(*link->ht->plan), GFP_KERNEL);
	if (!link->ht->plan)
		return -ENOMEM;
	link->ht->plan->buffer = &link->ht->trigger.listener->instance->buffer;
	err = link_check_twice(link, error);
	if (!err)
		err = link_vars(link, error);
	if (!err)
		err = link_values(link, error);
	if (!err)
		err = link_actions(link, error);
	return err ?: link_finish_layout(link, error);
}
