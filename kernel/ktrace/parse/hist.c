// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: parses definitions, and shows them as text; hist.h describes the
 * language. Called in task context.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist_parser.h"

static const struct ktrace_span hist_hitcount = { "hitcount", 8 };

/* Get the next item of a list; false at the end. */
static bool hist_next_item(struct ktrace_span *rest, char c, struct ktrace_span *item)
{
	if (!rest->n)
		return false;
	*item = ktrace_span_cut(rest, c);
	return true;
}

/* Return true if @name is a parameter, which cannot be the name of a variable. */
static bool hist_is_parameter(struct ktrace_span name)
{
	static const char * const names[] = {
		"keys", "key", "vals", "values", "val", "size", "name", "clock", "sort",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (ktrace_span_is(name, names[i]))
			return true;
	return false;
}

/*
 * Get the text to which the definition sets the variable @name, with its dollar sign, if
 * that is not an expression; otherwise an empty span.
 */
static struct ktrace_span hist_find_alias(const struct hist_parser *p, struct ktrace_span name)
{
	struct ktrace_span items = p->all, words, word;

	if (!name.n || *name.s != '$')
		return (struct ktrace_span) { };
	name.s++;
	name.n--;
	while (hist_next_item(&items, ':', &words)) {
		if (ktrace_hist_is_action(words))
			continue;
		while (hist_next_item(&words, ',', &word)) {
			struct ktrace_span var = ktrace_span_cut(&word, '=');

			if (ktrace_span_equal(var, name) && !hist_is_parameter(var) &&
			    !ktrace_hist_is_expr(word))
				return word;
		}
	}
	return (struct ktrace_span) { };
}

/* Return true if @word is "hitcount", with or without a modifier. */
static bool hist_is_hitcount(struct ktrace_span word)
{
	return ktrace_span_is(ktrace_span_cut(&word, '.'), "hitcount");
}

/*
 * Parse a value: a part (struct ktrace_hist_part) or an expression. A part in parentheses is a
 * part. If the value names a variable that the same definition sets to a field, the value is the
 * field, as for keys.  A field hitcount stays a variable: as a value, its name means the hits.
 */
static int hist_read_value(struct hist_parser *p, struct ktrace_span word,
			   struct ktrace_hist_part *part)
{
	const struct ktrace_hist_node *node;
	struct ktrace_span alias;
	int err;

	alias = hist_find_alias(p, word);
	if (alias.n && !hist_is_hitcount(alias) &&
	    !ktrace_hist_read_part(p, alias, HIST_USE_VALUE, part))
		return 0;
	if (!ktrace_hist_is_expr(word))
		return ktrace_hist_read_part(p, word, HIST_USE_VALUE, part);
	*part = (struct ktrace_hist_part) { .what = KTRACE_HIST_VALUE, .name = word };
	err = ktrace_hist_read_expr(p, word, &part->expr);
	if (err)
		return err;
	node = &p->spec->nodes[part->expr.first];
	if (part->expr.nr > 1 || node->op != KTRACE_HIST_PART)
		return 0;
	p->spec->nr_nodes = part->expr.first;
	return ktrace_hist_read_part(p, node->text, HIST_USE_VALUE, part);
}

/*
 * Parse a key.  If the key names a variable that the same definition sets to a field, the key is
 * the field.
 */
static int hist_read_key(struct hist_parser *p, struct ktrace_span word,
			 struct ktrace_hist_part *part)
{
	struct ktrace_span alias = hist_find_alias(p, word);

	if (!alias.n && word.n && *word.s == '$')
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_OWN_VAR);
	return ktrace_hist_read_part(p, alias.n ? alias : word, HIST_USE_KEY, part);
}

static int hist_read_keys(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	int err = 0;

	if (spec->nr_keys)
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	do {
		bool more = memchr(rest.s, ',', rest.n);
		struct ktrace_span word = ktrace_span_cut(&rest, ',');

		if (spec->nr_keys == KTRACE_HIST_KEYS_MAX)
			return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_MANY_KEYS);
		err = hist_read_key(p, word, &spec->keys[spec->nr_keys++]);
		if (!more)
			break;
	} while (!err);
	return err;
}

static int hist_read_values(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_hist_part part;
	bool more;
	int err;

	if (spec->nr_values > 1)
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	do {
		struct ktrace_span word;

		more = memchr(rest.s, ',', rest.n);
		word = ktrace_span_cut(&rest, ',');
		err = hist_read_value(p, word, &part);
		if (err)
			return err;
		/* hitcount is always present. With a modifier it is an additional value. */
		if (part.what == KTRACE_HIST_HITCOUNT && part.show == KTRACE_HIST_PLAIN)
			continue;
		if (spec->nr_values == KTRACE_HIST_VALUES_MAX)
			return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_MANY_VALUES);
		spec->values[spec->nr_values++] = part;
	} while (more);
	return 0;
}

/* Whether "sort=" means @part by the part @like: a special name also by its synonyms. */
static bool hist_part_is(const struct ktrace_hist_part *part, const struct ktrace_hist_part *like)
{
	struct ktrace_span name = part->name;

	if (ktrace_hist_is_special(part) || ktrace_hist_is_special(like))
		return part->what == like->what;
	/* $NAME also as NAME. */
	if (name.n == like->name.n + 1 && *name.s == '$') {
		name.s++;
		name.n--;
	}
	return ktrace_span_equal(name, like->name);
}

/* Find the part that "sort=" means by @like; return a negative number if there is none. */
static int hist_find_part(const struct ktrace_hist_part *parts, unsigned int nr,
			  const struct ktrace_hist_part *like)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (hist_part_is(&parts[i], like))
			return i;
	return -1;
}

static int hist_read_sort(struct hist_parser *p, struct ktrace_span word,
			  struct ktrace_hist_sort *sort)
{
	const struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_span order = word;
	struct ktrace_span name = ktrace_span_cut(&order, '.');
	struct ktrace_hist_part part = { .name = name };
	int key, value;

	/* An unknown name may be that of a variable. */
	ktrace_hist_find(p, &part);
	key = hist_find_part(spec->keys, spec->nr_keys, &part);
	value = hist_find_part(spec->values, spec->nr_values, &part);
	/* hitcount is the number of hits, even if a key is a field with this name. */
	if (ktrace_span_is(part.name, "hitcount"))
		key = -1;
	if (key < 0 && value < 0)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_SORT_FIELD);
	*sort = (struct ktrace_hist_sort) { .key = key >= 0, .index = key >= 0 ? key : value };
	if (name.n == word.n || ktrace_span_is(order, "ascending"))
		return 0;
	sort->descending = true;
	if (ktrace_span_is(order, "descending"))
		return 0;
	return ktrace_hist_fail(p, order.s, KTRACE_HIST_ERR_SORT_MODIFIER);
}

static int hist_read_sorts(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	bool more;
	int err;

	do {
		struct ktrace_span word;

		more = memchr(rest.s, ',', rest.n);
		word = ktrace_span_cut(&rest, ',');
		if (!word.n)
			return ktrace_hist_fail(p, p->sort.s, KTRACE_HIST_ERR_EMPTY_SORT);
		if (spec->nr_sorts == KTRACE_HIST_SORTS_MAX)
			return ktrace_hist_fail(p, p->sort.s, KTRACE_HIST_ERR_MANY_SORTS);
		err = hist_read_sort(p, word, &spec->sorts[spec->nr_sorts++]);
		if (err)
			return err;
	} while (more);
	return 0;
}

static int hist_read_size(struct hist_parser *p, struct ktrace_span value)
{
	u64 size;
	int err = ktrace_span_number(value, &size);

	if (err == -EINVAL)
		return ktrace_hist_fail(p, value.s, KTRACE_HIST_ERR_SIZE);
	if (err || !size || size > KTRACE_HIST_SIZE_MAX)
		return ktrace_hist_fail(p, value.s, KTRACE_HIST_ERR_SIZE_RANGE);
	p->spec->size = size;
	return 0;
}

static int hist_read_name(struct hist_parser *p, struct ktrace_span value)
{
	size_t i;

	for (i = 0; i < value.n; i++)
		if (!ktrace_span_is_letter(value.s[i]) && !ktrace_span_is_digit(value.s[i]))
			return ktrace_hist_fail(p, value.s + i, KTRACE_HIST_ERR_NAME);
	p->spec->name = value;
	return 0;
}

/* The caller checks whether the clock exists. */
static int hist_read_clock(struct hist_parser *p, struct ktrace_span value)
{
	if (p->spec->clock.n)
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	p->spec->clock = value;
	return 0;
}

static int hist_read_var(struct hist_parser *p, struct ktrace_span word)
{
	struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_span value = word;
	struct ktrace_span name = ktrace_span_cut(&value, '=');
	unsigned int i;

	if (!ktrace_span_is_name(name))
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_VAR_NAME);
	if (name.n == word.n || !value.n)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_EMPTY);
	for (i = 0; i < spec->nr_vars; i++)
		if (ktrace_span_equal(spec->vars[i].name, name))
			return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_VAR_TWICE);
	if (spec->nr_vars == KTRACE_HIST_VARS_MAX)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_MANY_VARS);
	spec->vars[spec->nr_vars].name = name;
	return ktrace_hist_read_expr(p, value, &spec->vars[spec->nr_vars++].expr);
}

/* Parse an item that is not a parameter: variables. */
static int hist_read_vars(struct hist_parser *p)
{
	struct ktrace_span rest = p->item;
	bool more;
	int err;

	do {
		more = memchr(rest.s, ',', rest.n);
		err = hist_read_var(p, ktrace_span_cut(&rest, ','));
	} while (more && !err);
	return err;
}

/* Parse an item without a value. */
static int hist_read_flag(struct hist_parser *p)
{
	struct ktrace_hist_spec *spec = p->spec;

	if (ktrace_span_is(p->item, "pause"))
		spec->pause = true;
	else if (ktrace_span_is(p->item, "cont") || ktrace_span_is(p->item, "continue"))
		spec->cont = true;
	else if (ktrace_span_is(p->item, "clear"))
		spec->clear = true;
	else if (ktrace_span_is(p->item, "nohitcount") || ktrace_span_is(p->item, "NOHC"))
		spec->nohitcount = true;
	else
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_UNKNOWN);
	return 0;
}

static int hist_read_item(struct hist_parser *p)
{
	struct ktrace_span value = p->item;
	struct ktrace_span name = ktrace_span_cut(&value, '=');

	if (ktrace_hist_is_action(p->item))
		return ktrace_hist_read_action(p, p->item);
	if (name.n == p->item.n)
		return hist_read_flag(p);
	if (!value.n)
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_EMPTY);
	if (ktrace_span_is(name, "keys") || ktrace_span_is(name, "key"))
		return hist_read_keys(p, value);
	if (ktrace_span_is(name, "vals") || ktrace_span_is(name, "values") ||
	    ktrace_span_is(name, "val"))
		return hist_read_values(p, value);
	if (ktrace_span_is(name, "size"))
		return hist_read_size(p, value);
	if (ktrace_span_is(name, "name"))
		return hist_read_name(p, value);
	if (ktrace_span_is(name, "clock"))
		return hist_read_clock(p, value);
	if (!ktrace_span_is(name, "sort"))
		return hist_read_vars(p);
	if (p->sort.n)
		return ktrace_hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	/* Parsed at the end, when all keys and values are known. */
	p->sort = p->item;
	return 0;
}

static int hist_read(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_span sort;
	int err = 0;

	spec->size = KTRACE_HIST_SIZE;
	spec->nr_values = 1;
	spec->values[0].name = hist_hitcount;
	while (rest.n && !err) {
		p->item = ktrace_span_cut(&rest, ':');
		err = hist_read_item(p);
	}
	if (err)
		return err;
	if (!spec->nr_keys)
		return ktrace_hist_fail(p, p->lex.text, KTRACE_HIST_ERR_NO_KEYS);
	if (spec->nohitcount && spec->nr_values == 1)
		return ktrace_hist_fail(p, p->lex.text, KTRACE_HIST_ERR_NO_VALUES);
	err = ktrace_hist_end_actions(p);
	if (err)
		return err;
	if (p->sort.n) {
		sort = p->sort;
		ktrace_span_cut(&sort, '=');
		return hist_read_sorts(p, sort);
	}
	spec->sorts[spec->nr_sorts++] = (struct ktrace_hist_sort) { };
	return 0;
}

/**
 * ktrace_hist_parse - parse the definition of a histogram
 * @text:	the definition after "hist:"
 * @len:	its length in bytes
 * @fields:	the event's fields, including the common ones
 * @nr_fields:	number of fields
 * @spec:	output; undefined on error
 * @error:	output on error
 *
 * Context: any.
 * Return: 0, or a negative errno.
 */
int ktrace_hist_parse(const char *text, size_t len, const struct ktrace_field *fields,
		      unsigned int nr_fields, struct ktrace_hist_spec *spec,
		      struct ktrace_parse_error *error)
{
	struct hist_parser p = {
		.lex = {
			.text = text, .at = text, .end = text + len,
			.messages = ktrace_hist_messages, .error = error,
		},
		.all = { text, len },
		.fields = fields,
		.nr_fields = nr_fields,
		.spec = spec,
	};

	memset(spec, 0, sizeof(*spec));
	return hist_read(&p, p.all);
}

static void hist_show_parts(const struct ktrace_hist_spec *spec,
			    const struct ktrace_hist_part *parts, unsigned int nr,
			    bool identity, struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (i)
			seq_buf_putc(out, ',');
		if (parts[i].what == KTRACE_HIST_VALUE)
			ktrace_hist_show_expr(spec, &parts[i].expr, identity, out);
		else
			ktrace_hist_show_part(&parts[i], identity, out);
	}
}

static void hist_show_vars(const struct ktrace_hist_spec *spec, bool identity,
			   struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < spec->nr_vars; i++) {
		seq_buf_putc(out, i ? ',' : ':');
		seq_buf_putmem(out, spec->vars[i].name.s, spec->vars[i].name.n);
		seq_buf_putc(out, '=');
		ktrace_hist_show_expr(spec, &spec->vars[i].expr, identity, out);
	}
}

static void hist_show_sorts(const struct ktrace_hist_spec *spec, bool identity,
			    struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < spec->nr_sorts; i++) {
		const struct ktrace_hist_sort *sort = &spec->sorts[i];
		const struct ktrace_hist_part *part =
			sort->key ? &spec->keys[sort->index] : &spec->values[sort->index];

		seq_buf_puts(out, i ? "," : ":sort=");
		if (part->what == KTRACE_HIST_VALUE)
			ktrace_hist_show_expr(spec, &part->expr, identity, out);
		else
			ktrace_hist_show_name(part, identity, out);
		if (sort->descending)
			seq_buf_puts(out, ".descending");
	}
}

/* Show settings that do not distinguish histograms. */
static void hist_show_settings(const struct ktrace_hist_spec *spec, struct seq_buf *out)
{
	seq_buf_puts(out, ":size=");
	ktrace_hist_show_number(out, spec->size);
	if (spec->clock.n) {
		seq_buf_puts(out, ":clock=");
		seq_buf_putmem(out, spec->clock.s, spec->clock.n);
	}
	if (spec->nohitcount)
		seq_buf_puts(out, ":nohitcount");
}

static void hist_show_spec(const struct ktrace_hist_spec *spec, bool identity,
			   struct seq_buf *out)
{
	unsigned int hidden = !identity && spec->nohitcount, i;

	seq_buf_puts(out, "hist:");
	if (spec->name.n) {
		seq_buf_puts(out, "name=");
		seq_buf_putmem(out, spec->name.s, spec->name.n);
		seq_buf_putc(out, ':');
	}
	seq_buf_puts(out, "keys=");
	hist_show_parts(spec, spec->keys, spec->nr_keys, identity, out);
	seq_buf_puts(out, ":vals=");
	hist_show_parts(spec, spec->values + hidden, spec->nr_values - hidden, identity, out);
	hist_show_vars(spec, identity, out);
	hist_show_sorts(spec, identity, out);
	if (!identity)
		hist_show_settings(spec, out);
	for (i = 0; i < spec->nr_actions; i++) {
		seq_buf_putc(out, ':');
		ktrace_hist_show_action(&spec->actions[i], out);
	}
}

/**
 * ktrace_hist_show_definition - append the definition of a histogram
 * @spec:	the definition
 * @out:	output: "hist:" and all parameters in a fixed order, including defaults
 */
void ktrace_hist_show_definition(const struct ktrace_hist_spec *spec, struct seq_buf *out)
{
	hist_show_spec(spec, false, out);
}

/**
 * ktrace_hist_show_identity - append the parts of a definition that distinguish
 * histograms
 * @spec:	the definition
 * @out:	output, as ktrace_hist_show_definition() without size, clock and
 *		nohitcount, and with "@" before special names, which makes them differ from
 *		fields of the same name
 */
void ktrace_hist_show_identity(const struct ktrace_hist_spec *spec, struct seq_buf *out)
{
	hist_show_spec(spec, true, out);
}
