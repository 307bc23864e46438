// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: from a definition to its parts, and back; see hist.h for the language.
 * Called in task context.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist.h"

static const struct {
	int		error;
	const char	*text;
} hist_errors[] = {
#define HIST_ERROR(name, err, text) \
	[KTRACE_HIST_ERR_##name] = { err, text },
#include "hist_errors.h"
#undef HIST_ERROR
};

/* For which numbers, or fields, a modifier is. */
enum hist_modifier_use {
	HIST_FOR_NUMBERS,
	HIST_FOR_KEYS,		/* numbers, as keys */
	HIST_FOR_PIDS,		/* common_pid, as a key */
	HIST_FOR_VALUES,	/* values, hits included */
};

static const struct {
	const char	*name;
	u8		use;
} hist_modifiers[NR_KTRACE_HIST_SHOWS] = {
	[KTRACE_HIST_HEX]	 = { "hex", HIST_FOR_NUMBERS },
	[KTRACE_HIST_SYM]	 = { "sym", HIST_FOR_KEYS },
	[KTRACE_HIST_SYM_OFFSET] = { "sym-offset", HIST_FOR_KEYS },
	[KTRACE_HIST_SYSCALL]	 = { "syscall", HIST_FOR_KEYS },
	[KTRACE_HIST_EXECNAME]	 = { "execname", HIST_FOR_PIDS },
	[KTRACE_HIST_LOG2]	 = { "log2", HIST_FOR_KEYS },
	[KTRACE_HIST_BUCKETS]	 = { "buckets", HIST_FOR_KEYS },
	[KTRACE_HIST_USECS]	 = { "usecs", HIST_FOR_NUMBERS },
	[KTRACE_HIST_PERCENT]	 = { "percent", HIST_FOR_VALUES },
	[KTRACE_HIST_GRAPH]	 = { "graph", HIST_FOR_VALUES },
};

static const struct ktrace_span hist_hitcount = { "hitcount", 8 };

/**
 * struct hist_parser - a definition being read
 * @text:	the text
 * @item:	the item that is read
 * @error:	what is wrong
 * @fields:	what keys and values may be
 * @nr_fields:	how many
 * @spec:	what was read
 * @sort:	the item that says what to sort by, read last
 */
struct hist_parser {
	const char		*text;
	struct ktrace_span	item;
	struct ktrace_hist_error *error;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	struct ktrace_hist_spec	*spec;
	struct ktrace_span	sort;
};

/**
 * ktrace_hist_error_text - what to tell the user
 * @code:	the error
 *
 * Return: a string that stays.
 */
const char *ktrace_hist_error_text(enum ktrace_hist_err code)
{
	return hist_errors[code].text;
}

static int hist_fail(struct hist_parser *p, const char *at, enum ktrace_hist_err code)
{
	p->error->code = code;
	p->error->column = at - p->text;
	return -hist_errors[code].error;
}

/* Cut off @rest what stands before @c, or all of it, and return that. */
static struct ktrace_span hist_cut(struct ktrace_span *rest, char c)
{
	struct ktrace_span head = *rest;
	const char *end = memchr(rest->s, c, rest->n);

	if (end) {
		head.n = end - rest->s;
		rest->s = end + 1;
		rest->n -= head.n + 1;
	} else {
		rest->s += rest->n;
		rest->n = 0;
	}
	return head;
}

/* Whether a key or a value of this name is no field, and which. */
static bool hist_find_special(struct ktrace_hist_part *part)
{
	static const struct {
		const char	*name;
		u8		what;
	} names[] = {
		{ "hitcount", KTRACE_HIST_HITCOUNT },
		{ "comm", KTRACE_HIST_COMM }, { "common_comm", KTRACE_HIST_COMM },
		{ "cpu", KTRACE_HIST_CPU }, { "common_cpu", KTRACE_HIST_CPU },
		{ "common_timestamp", KTRACE_HIST_TIME },
		{ "common_stacktrace", KTRACE_HIST_STACK },
		{ "stacktrace", KTRACE_HIST_STACK },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!ktrace_span_is(part->name, names[i].name))
			continue;
		part->what = names[i].what;
		return true;
	}
	return false;
}

/* The event's own fields come first. */
static bool hist_find(struct hist_parser *p, struct ktrace_hist_part *part)
{
	static const char pid[] = "common_pid";
	unsigned int i;

	for (i = 0; i < p->nr_fields; i++) {
		if (!ktrace_field_is(&p->fields[i], part->name))
			continue;
		part->what = KTRACE_HIST_FIELD;
		part->field = i;
		return true;
	}
	if (hist_find_special(part))
		return true;
	if (!ktrace_span_is(part->name, "pid"))
		return false;
	part->name = (struct ktrace_span) { pid, strlen(pid) };
	return hist_find(p, part);
}

static bool hist_is_number(const struct hist_parser *p, const struct ktrace_hist_part *part)
{
	const struct ktrace_field *field = &p->fields[part->field];

	if (part->what != KTRACE_HIST_FIELD)
		return part->what == KTRACE_HIST_CPU || part->what == KTRACE_HIST_TIME ||
		       part->what == KTRACE_HIST_HITCOUNT;
	return field->kind <= KTRACE_FIELD_POINTER && field->place == KTRACE_FIELD_INLINE &&
	       !field->count && is_power_of_2(field->size) && field->size <= sizeof(u64);
}

static bool hist_is_key(const struct hist_parser *p, const struct ktrace_hist_part *part)
{
	const struct ktrace_field *field = &p->fields[part->field];

	if (part->what == KTRACE_HIST_HITCOUNT)
		return false;
	if (part->what != KTRACE_HIST_FIELD || hist_is_number(p, part))
		return true;
	return field->kind == KTRACE_FIELD_STRING &&
	       field->place != KTRACE_FIELD_KERNEL && field->place != KTRACE_FIELD_USER;
}

static bool hist_takes(const struct hist_parser *p, const struct ktrace_hist_part *part,
		       unsigned int modifier, bool key)
{
	if (!hist_is_number(p, part))
		return false;
	switch (hist_modifiers[modifier].use) {
	case HIST_FOR_VALUES:
		return !key;
	case HIST_FOR_PIDS:
		return key && ktrace_span_is(part->name, "common_pid");
	case HIST_FOR_KEYS:
		return key;
	default:
		return part->what != KTRACE_HIST_HITCOUNT;
	}
}

static int hist_read_modifier(struct hist_parser *p, struct ktrace_span word, bool key,
			      struct ktrace_hist_part *part)
{
	struct ktrace_span number = word;
	struct ktrace_span name = hist_cut(&number, '=');
	unsigned int i;

	/* What is on a stack is addresses anyway. */
	if (ktrace_span_is(word, "stacktrace") && part->what == KTRACE_HIST_STACK)
		return 0;
	for (i = 0; i < NR_KTRACE_HIST_SHOWS; i++)
		if (hist_modifiers[i].name && ktrace_span_is(name, hist_modifiers[i].name))
			break;
	if (i == NR_KTRACE_HIST_SHOWS || (name.n < word.n && i != KTRACE_HIST_BUCKETS))
		return hist_fail(p, word.s, KTRACE_HIST_ERR_MODIFIER);
	if (!hist_takes(p, part, i, key))
		return hist_fail(p, word.s, KTRACE_HIST_ERR_MODIFIER_FIELD);
	if (i == KTRACE_HIST_BUCKETS &&
	    (ktrace_span_number(number, &part->buckets) || !part->buckets))
		return hist_fail(p, word.s, KTRACE_HIST_ERR_BUCKETS);
	part->show = i;
	return 0;
}

static int hist_read_part(struct hist_parser *p, struct ktrace_span word, bool key,
			  struct ktrace_hist_part *part)
{
	struct ktrace_span modifier = word;
	bool modified;

	*part = (struct ktrace_hist_part) { .name = hist_cut(&modifier, '.') };
	modified = part->name.n < word.n;
	if (!part->name.n)
		return hist_fail(p, word.s, KTRACE_HIST_ERR_EMPTY_FIELD);
	if (!hist_find(p, part))
		return hist_fail(p, word.s, KTRACE_HIST_ERR_NO_FIELD);
	if (key ? !hist_is_key(p, part) : !hist_is_number(p, part))
		return hist_fail(p, word.s,
				 key ? KTRACE_HIST_ERR_NOT_KEY : KTRACE_HIST_ERR_NOT_VALUE);
	return modified ? hist_read_modifier(p, modifier, key, part) : 0;
}

static int hist_read_keys(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	int err = 0;

	if (spec->nr_keys)
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	do {
		bool more = memchr(rest.s, ',', rest.n);
		struct ktrace_span word = hist_cut(&rest, ',');

		if (spec->nr_keys == KTRACE_HIST_KEYS_MAX)
			return hist_fail(p, word.s, KTRACE_HIST_ERR_MANY_KEYS);
		err = hist_read_part(p, word, true, &spec->keys[spec->nr_keys++]);
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
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	do {
		struct ktrace_span word;

		more = memchr(rest.s, ',', rest.n);
		word = hist_cut(&rest, ',');
		err = hist_read_part(p, word, false, &part);
		if (err)
			return err;
		if (part.what == KTRACE_HIST_HITCOUNT) {
			spec->values[0] = part;
			continue;
		}
		if (spec->nr_values == KTRACE_HIST_VALUES_MAX)
			return hist_fail(p, word.s, KTRACE_HIST_ERR_MANY_VALUES);
		spec->values[spec->nr_values++] = part;
	} while (more);
	return 0;
}

/* The part of this name; less than 0 for none. */
static int hist_find_part(const struct ktrace_hist_part *parts, unsigned int nr,
			  struct ktrace_span name)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (parts[i].name.n == name.n && !memcmp(parts[i].name.s, name.s, name.n))
			return i;
	return -1;
}

static int hist_read_sort(struct hist_parser *p, struct ktrace_span word,
			  struct ktrace_hist_sort *sort)
{
	const struct ktrace_hist_spec *spec = p->spec;
	struct ktrace_span order = word;
	struct ktrace_span name = hist_cut(&order, '.');
	int key = hist_find_part(spec->keys, spec->nr_keys, name);
	int value = hist_find_part(spec->values, spec->nr_values, name);

	if (key < 0 && value < 0)
		return hist_fail(p, word.s, KTRACE_HIST_ERR_SORT_FIELD);
	*sort = (struct ktrace_hist_sort) { .key = key >= 0, .index = key >= 0 ? key : value };
	if (name.n == word.n || ktrace_span_is(order, "ascending"))
		return 0;
	sort->descending = true;
	if (ktrace_span_is(order, "descending"))
		return 0;
	return hist_fail(p, order.s, KTRACE_HIST_ERR_SORT_MODIFIER);
}

static int hist_read_sorts(struct hist_parser *p, struct ktrace_span rest)
{
	struct ktrace_hist_spec *spec = p->spec;
	bool more;
	int err;

	do {
		struct ktrace_span word;

		more = memchr(rest.s, ',', rest.n);
		word = hist_cut(&rest, ',');
		if (!word.n)
			return hist_fail(p, p->sort.s, KTRACE_HIST_ERR_EMPTY_SORT);
		if (spec->nr_sorts == KTRACE_HIST_SORTS_MAX)
			return hist_fail(p, p->sort.s, KTRACE_HIST_ERR_MANY_SORTS);
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
		return hist_fail(p, value.s, KTRACE_HIST_ERR_SIZE);
	if (err || !size || size > KTRACE_HIST_SIZE_MAX)
		return hist_fail(p, value.s, KTRACE_HIST_ERR_SIZE_RANGE);
	p->spec->size = size;
	return 0;
}

static int hist_read_name(struct hist_parser *p, struct ktrace_span value)
{
	size_t i;

	for (i = 0; i < value.n; i++) {
		char c = value.s[i];

		if (!(c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')))
			return hist_fail(p, value.s + i, KTRACE_HIST_ERR_NAME);
	}
	p->spec->name = value;
	return 0;
}

/* An item without a value. */
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
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_UNKNOWN);
	return 0;
}

static int hist_read_item(struct hist_parser *p)
{
	struct ktrace_span value = p->item;
	struct ktrace_span name = hist_cut(&value, '=');

	if (name.n == p->item.n)
		return hist_read_flag(p);
	if (!value.n)
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_EMPTY);
	if (ktrace_span_is(name, "keys") || ktrace_span_is(name, "key"))
		return hist_read_keys(p, value);
	if (ktrace_span_is(name, "vals") || ktrace_span_is(name, "values") ||
	    ktrace_span_is(name, "val"))
		return hist_read_values(p, value);
	if (ktrace_span_is(name, "size"))
		return hist_read_size(p, value);
	if (ktrace_span_is(name, "name"))
		return hist_read_name(p, value);
	if (!ktrace_span_is(name, "sort"))
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_UNKNOWN);
	if (p->sort.n)
		return hist_fail(p, p->item.s, KTRACE_HIST_ERR_TWICE);
	/* When all keys and values are known. */
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
		p->item = hist_cut(&rest, ':');
		err = hist_read_item(p);
	}
	if (err)
		return err;
	if (!spec->nr_keys)
		return hist_fail(p, p->text, KTRACE_HIST_ERR_NO_KEYS);
	if (p->sort.n) {
		sort = p->sort;
		hist_cut(&sort, '=');
		return hist_read_sorts(p, sort);
	}
	spec->sorts[spec->nr_sorts++] = (struct ktrace_hist_sort) { };
	return 0;
}

/**
 * ktrace_hist_parse - read the definition of a histogram
 * @text:	the definition, behind "hist:"
 * @len:	bytes of it
 * @fields:	the event's fields, the common ones included
 * @nr_fields:	how many
 * @spec:	filled in; undefined on error
 * @error:	filled in on error
 *
 * Context: any.
 * Return: 0, or a negative errno.
 */
int ktrace_hist_parse(const char *text, size_t len, const struct ktrace_field *fields,
		      unsigned int nr_fields, struct ktrace_hist_spec *spec,
		      struct ktrace_hist_error *error)
{
	struct hist_parser p = {
		.text = text,
		.error = error,
		.fields = fields,
		.nr_fields = nr_fields,
		.spec = spec,
	};

	*spec = (struct ktrace_hist_spec) { };
	return hist_read(&p, (struct ktrace_span) { text, len });
}

static void hist_put_number(struct seq_buf *out, u64 number)
{
	char digits[20], *c = digits + sizeof(digits);

	do {
		*--c = '0' + number % 10;
		number /= 10;
	} while (number);
	seq_buf_putmem(out, c, digits + sizeof(digits) - c);
}

static void hist_show_part(const struct ktrace_hist_part *part, struct seq_buf *out)
{
	/* As clients know it, however it was written. */
	if (part->what == KTRACE_HIST_STACK)
		seq_buf_puts(out, "common_stacktrace");
	else
		seq_buf_putmem(out, part->name.s, part->name.n);
	if (part->show == KTRACE_HIST_PLAIN)
		return;
	seq_buf_putc(out, '.');
	seq_buf_puts(out, hist_modifiers[part->show].name);
	if (part->show == KTRACE_HIST_BUCKETS) {
		seq_buf_putc(out, '=');
		hist_put_number(out, part->buckets);
	}
}

static void hist_show_parts(const struct ktrace_hist_part *parts, unsigned int nr,
			    struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (i)
			seq_buf_putc(out, ',');
		hist_show_part(&parts[i], out);
	}
}

/**
 * ktrace_hist_show_definition - append the definition of a histogram
 * @spec:	the definition
 * @out:	where to: "hist:" and all that was read, or left out, in one order
 */
void ktrace_hist_show_definition(const struct ktrace_hist_spec *spec, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_puts(out, "hist:");
	if (spec->name.n) {
		seq_buf_puts(out, "name=");
		seq_buf_putmem(out, spec->name.s, spec->name.n);
		seq_buf_putc(out, ':');
	}
	seq_buf_puts(out, "keys=");
	hist_show_parts(spec->keys, spec->nr_keys, out);
	seq_buf_puts(out, ":vals=");
	hist_show_parts(spec->values, spec->nr_values, out);
	for (i = 0; i < spec->nr_sorts; i++) {
		const struct ktrace_hist_sort *sort = &spec->sorts[i];
		const struct ktrace_hist_part *part =
			sort->key ? &spec->keys[sort->index] : &spec->values[sort->index];

		seq_buf_puts(out, i ? "," : ":sort=");
		seq_buf_putmem(out, part->name.s, part->name.n);
		if (sort->descending)
			seq_buf_puts(out, ".descending");
	}
	seq_buf_puts(out, ":size=");
	hist_put_number(out, spec->size);
	if (spec->nohitcount)
		seq_buf_puts(out, ":nohitcount");
}
