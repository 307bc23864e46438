// SPDX-License-Identifier: GPL-2.0
/* Keys, values and operands of histograms: fields and special names, with modifiers. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist_parser.h"

/*
 * Parts to which a modifier applies. A modifier that only affects the output has no effect
 * on an operand.
 */
enum hist_modifier_use {
	HIST_FOR_NUMBERS,
	HIST_FOR_KEYS,		/* numbers that are keys or operands */
	HIST_FOR_PIDS,		/* common_pid */
	HIST_FOR_VALUES,	/* values, including hitcount */
	HIST_FOR_STACKS,	/* fields that are stacks */
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
	[KTRACE_HIST_STACKTRACE] = { "stacktrace", HIST_FOR_STACKS },
};

/* Canonical names of the parts that are no fields, by enum ktrace_hist_what. */
static const char * const hist_specials[] = {
	[KTRACE_HIST_HITCOUNT]	= "hitcount",
	[KTRACE_HIST_COMM]	= "comm",
	[KTRACE_HIST_CPU]	= "common_cpu",
	[KTRACE_HIST_CGROUP]	= "common_cgroup",
	[KTRACE_HIST_TIME]	= "common_timestamp",
	[KTRACE_HIST_STACK]	= "common_stacktrace",
};

/*
 * Let @part have the canonical name, whichever synonym the definition uses.  If the event has a
 * field of this name, for example comm, the shown line would mean the field: then the part keeps
 * the synonym, which is no field.
 */
static void hist_set_name(const struct hist_parser *p, struct ktrace_hist_part *part)
{
	const char *special = hist_specials[part->what];
	const struct ktrace_span name = { special, strlen(special) };

	part->label = part->name;
	if (ktrace_field_find(p->fields, p->nr_fields, name) < 0)
		part->name = name;
}

/* Look up a key or value that is no field of the event, for example common_cpu. */
static bool hist_find_special(const struct hist_parser *p, struct ktrace_hist_part *part)
{
	static const struct {
		const char	*name;
		u8		what;
	} names[] = {
		{ "hitcount",		KTRACE_HIST_HITCOUNT },
		{ "comm",		KTRACE_HIST_COMM },
		{ "common_comm",	KTRACE_HIST_COMM },
		{ "CPU",		KTRACE_HIST_CPU },
		{ "cpu",		KTRACE_HIST_CPU },
		{ "common_cpu",		KTRACE_HIST_CPU },
		{ "common_cgroup",	KTRACE_HIST_CGROUP },
		{ "common_timestamp",	KTRACE_HIST_TIME },
		{ "STACKTRACE",		KTRACE_HIST_STACK },
		{ "stacktrace",		KTRACE_HIST_STACK },
		{ "common_stacktrace",	KTRACE_HIST_STACK },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!ktrace_span_is(part->name, names[i].name))
			continue;
		part->what = names[i].what;
		hist_set_name(p, part);
		return true;
	}
	return false;
}

/**
 * ktrace_hist_find - look up the name of a part
 * @p:	the definition
 * @part:	the part, with its name; the rest is output
 *
 * The event's own fields take precedence.
 *
 * Return: false if the name is unknown.
 */
bool ktrace_hist_find(struct hist_parser *p, struct ktrace_hist_part *part)
{
	static const char pid[] = "common_pid";
	int i = ktrace_field_find(p->fields, p->nr_fields, part->name);

	if (i >= 0) {
		part->what = KTRACE_HIST_FIELD;
		part->field = i;
		return true;
	}
	if (hist_find_special(p, part))
		return true;
	if (!ktrace_span_is(part->name, "pid"))
		return false;
	part->name = (struct ktrace_span) { pid, strlen(pid) };
	return ktrace_hist_find(p, part);
}

/**
 * ktrace_hist_is_number - check whether a part is a number
 * @fields:	the event's fields
 * @part:	the part
 *
 * Return: true if it is a number.
 */
bool ktrace_hist_is_number(const struct ktrace_field *fields,
			   const struct ktrace_hist_part *part)
{
	const struct ktrace_field *field = &fields[part->field];

	if (part->what != KTRACE_HIST_FIELD)
		return part->what == KTRACE_HIST_CPU || part->what == KTRACE_HIST_CGROUP ||
		       part->what == KTRACE_HIST_TIME || part->what == KTRACE_HIST_HITCOUNT;
	return field->kind <= KTRACE_FIELD_POINTER && field->location == KTRACE_FIELD_INLINE &&
	       !field->count && is_power_of_2(field->size) && field->size <= sizeof(u64);
}

static bool hist_is_number(const struct hist_parser *p, const struct ktrace_hist_part *part)
{
	return ktrace_hist_is_number(p->fields, part);
}

/* Return true for a stack of a synthetic event. */
static bool hist_is_frames(const struct ktrace_field *field)
{
	return field->kind == KTRACE_FIELD_ARRAY && field->size == sizeof(unsigned long) &&
	       (field->location == KTRACE_FIELD_DATA_LOC ||
		field->location == KTRACE_FIELD_REL_LOC);
}

static bool hist_is_key(const struct hist_parser *p, const struct ktrace_hist_part *part)
{
	const struct ktrace_field *field = &p->fields[part->field];

	if (part->what == KTRACE_HIST_HITCOUNT)
		return false;
	if (part->what != KTRACE_HIST_FIELD || hist_is_number(p, part))
		return true;
	return field->kind == KTRACE_FIELD_STRING && field->location != KTRACE_FIELD_USER;
}

/* Variables can also hold stacks. */
static bool hist_is_operand(const struct hist_parser *p, const struct ktrace_hist_part *part)
{
	const struct ktrace_field *field = &p->fields[part->field];

	if (part->what == KTRACE_HIST_HITCOUNT)
		return false;
	return hist_is_key(p, part) || hist_is_frames(field);
}

static bool hist_takes(const struct hist_parser *p, const struct ktrace_hist_part *part,
		       unsigned int modifier, enum hist_use use)
{
	if (!hist_is_number(p, part))
		return false;
	switch (hist_modifiers[modifier].use) {
	case HIST_FOR_VALUES:
		return use == HIST_USE_VALUE;
	case HIST_FOR_PIDS:
		return ktrace_span_is(part->name, "common_pid");
	case HIST_FOR_KEYS:
		return use != HIST_USE_VALUE;
	case HIST_FOR_STACKS:
		return false;
	default:
		return part->what != KTRACE_HIST_HITCOUNT || modifier == KTRACE_HIST_HEX;
	}
}

/* Fail because there is no modifier @word. Of several modifiers the last one is wrong. */
static int hist_fail_unknown(struct hist_parser *p, struct ktrace_span word)
{
	const char *last = word.s + word.n;

	while (last > word.s && last[-1] != '.')
		last--;
	return ktrace_hist_fail(p, last, KTRACE_HIST_ERR_MODIFIER);
}

static int hist_read_modifier(struct hist_parser *p, const char *field, struct ktrace_span word,
			      enum hist_use use, struct ktrace_hist_part *part)
{
	struct ktrace_span number = word;
	struct ktrace_span name = ktrace_span_cut(&number, '=');
	unsigned int i;

	/* Redundant: common_stacktrace consists of addresses. */
	if (ktrace_span_is(word, "stacktrace") && part->what == KTRACE_HIST_STACK)
		return 0;
	if (ktrace_span_is(word, "stacktrace") && part->what == KTRACE_HIST_FIELD &&
	    hist_is_frames(&p->fields[part->field])) {
		part->what = KTRACE_HIST_FRAMES_OF;
		part->show = KTRACE_HIST_STACKTRACE;
		return 0;
	}
	for (i = 0; i < NR_KTRACE_HIST_SHOWS; i++)
		if (hist_modifiers[i].name && ktrace_span_is(name, hist_modifiers[i].name))
			break;
	if (i == NR_KTRACE_HIST_SHOWS || (name.n < word.n && i != KTRACE_HIST_BUCKETS))
		return hist_fail_unknown(p, word);
	if (i == KTRACE_HIST_BUCKETS &&
	    (ktrace_span_number(number, &part->buckets) || !part->buckets))
		return ktrace_hist_fail(p, number.n ? number.s : word.s, KTRACE_HIST_ERR_BUCKETS);
	/* Clients expect the caret at the field of a value, and of a stack. */
	if (!hist_takes(p, part, i, use))
		return ktrace_hist_fail(p, use == HIST_USE_VALUE || i == KTRACE_HIST_STACKTRACE ?
					field : word.s, KTRACE_HIST_ERR_MODIFIER_FIELD);
	part->show = i;
	return 0;
}

/* Check that @part suits its use; modifiers of keys are checked separately. */
static int hist_check_part(struct hist_parser *p, struct ktrace_span word, enum hist_use use,
			   const struct ktrace_hist_part *part)
{
	if (use == HIST_USE_KEY) {
		if (hist_is_key(p, part) || part->what == KTRACE_HIST_FRAMES_OF)
			return 0;
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_NOT_KEY);
	}
	if (use == HIST_USE_OPERAND ? hist_is_operand(p, part) : hist_is_number(p, part))
		return 0;
	return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_NOT_VALUE);
}

/*
 * ktrace_hist_find() for a role.  As a value, hitcount is the number of hits even if the event has
 * a field of this name: the shown line of every histogram has this value.
 */
static bool hist_find_for(struct hist_parser *p, enum hist_use use, struct ktrace_hist_part *part)
{
	if (use == HIST_USE_VALUE && ktrace_span_is(part->name, "hitcount"))
		return hist_find_special(p, part);
	return ktrace_hist_find(p, part);
}

/**
 * ktrace_hist_read_part - parse a field or a special name
 * @p:	the definition
 * @word:	the text, with its modifier
 * @use:	role of the part
 * @part:	output
 *
 * Return: 0 or a negative errno.
 */
int ktrace_hist_read_part(struct hist_parser *p, struct ktrace_span word, enum hist_use use,
			  struct ktrace_hist_part *part)
{
	struct ktrace_span modifier = word;
	struct ktrace_span name = ktrace_span_cut(&modifier, '.');
	bool modified = name.n < word.n;
	int err;

	*part = (struct ktrace_hist_part) { .name = name };
	if (!part->name.n)
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_EMPTY_FIELD);
	if (!hist_find_for(p, use, part))
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_NO_FIELD);
	if (!modified || !hist_is_frames(&p->fields[part->field]))
		err = hist_check_part(p, word, use, part);
	else
		err = 0;
	if (!err && modified)
		err = hist_read_modifier(p, word.s, modifier, use, part);
	return err ?: hist_check_part(p, word, use, part);
}

/**
 * ktrace_hist_show_name - append the name of a part
 * @part:	the part
 * @identity:	write a special name as "@" and its canonical name: no field has such a name, and
 *		fields of the event do not change it
 * @out:	output
 */
void ktrace_hist_show_name(const struct ktrace_hist_part *part, bool identity,
			   struct seq_buf *out)
{
	if (!identity || !ktrace_hist_is_special(part)) {
		seq_buf_putmem(out, part->name.s, part->name.n);
		return;
	}
	seq_buf_putc(out, '@');
	seq_buf_puts(out, hist_specials[part->what]);
}

/**
 * ktrace_hist_show_part - append a field, with its modifier
 * @part:	the part
 * @identity:	see ktrace_hist_show_name()
 * @out:	output
 */
void ktrace_hist_show_part(const struct ktrace_hist_part *part, bool identity,
			   struct seq_buf *out)
{
	ktrace_hist_show_name(part, identity, out);
	if (part->show == KTRACE_HIST_PLAIN)
		return;
	seq_buf_putc(out, '.');
	seq_buf_puts(out, hist_modifiers[part->show].name);
	if (part->show == KTRACE_HIST_BUCKETS) {
		seq_buf_putc(out, '=');
		ktrace_hist_show_number(out, part->buckets);
	}
}
