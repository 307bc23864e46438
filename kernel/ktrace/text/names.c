// SPDX-License-Identifier: GPL-2.0
/*
 * Names of numbers that user space passes: flags and enumerations.
 *
 * Called when records are read, for arguments of system calls.  What is in a
 * record may be anything, so every number has a text.
 *
 * A name is a value of some of the bits, its mask: of all of them in an
 * enumeration, of the field in which it is an alternative, of itself for a flag.
 * Order does the rest (names.sh makes it): a name that is 0 comes before others
 * of the same bits, while they are still there; a name of several bits comes
 * before those of a part of them.
 */
#include <linux/array_size.h>
#include <linux/kernel.h>

#include "text/format.h"
#include "text/names.h"

/* Those of all tables, one table after the other. */
static const struct ktrace_name all_names[] = {
#define KTRACE_NAMES_ENTRY(mask_, value_, name_) \
	{ .mask = mask_, .value = value_, .name = name_ },
#include "text/names_tables.h"
#undef KTRACE_NAMES_ENTRY
};

/**
 * struct names_table - a part of all_names
 * @first:	its first name
 * @count:	how many there are
 */
struct names_table {
	u16	first;
	u16	count;
};

static const struct names_table tables[] = {
#define KTRACE_NAMES_TABLE(table_, first_, count_) \
	[KTRACE_NAMES_##table_] = { .first = first_, .count = count_ },
#include "text/names_tables.h"
#undef KTRACE_NAMES_TABLE
};

static_assert(ARRAY_SIZE(tables) == KTRACE_NR_NAMES);
static_assert(ARRAY_SIZE(all_names) <= U16_MAX);

/**
 * ktrace_names_table - all names of a table
 * @names: the table
 * @count: set to how many there are
 *
 * Return: the names, in the order in which ktrace_names_print() looks for them.
 */
const struct ktrace_name *ktrace_names_table(enum ktrace_names names, unsigned int *count)
{
	*count = tables[names].count;
	return all_names + tables[names].first;
}

/**
 * ktrace_names_print - append a number by name
 * @out: where to
 * @names: the table
 * @value: the number; what is of 32 bits has no sign
 *
 * Names that are found are joined with "|"; what is left of the number without
 * them follows in hexadecimal, and a number without any name stands alone.
 */
void ktrace_names_print(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	const struct ktrace_name *name = all_names + tables[names].first;
	const struct ktrace_name *end = name + tables[names].count;
	bool found = false;

	for (; name < end; name++) {
		if ((value & name->mask) != name->value)
			continue;
		if (found)
			seq_buf_putc(out, '|');
		seq_buf_puts(out, name->name);
		if (name->mask == U64_MAX)
			return;
		value &= ~name->mask;
		found = true;
	}
	if (found && !value)
		return;
	if (found)
		seq_buf_putc(out, '|');
	if (value)
		seq_buf_puts(out, "0x");
	ktrace_format_hex(out, value);
}

/**
 * ktrace_names_find - a number's only name
 * @names: the table
 * @value: the number; what is of 32 bits has no sign
 *
 * Return: the name that stands for all of the number; NULL if there is none.
 */
const char *ktrace_names_find(enum ktrace_names names, u64 value)
{
	const struct ktrace_name *name = all_names + tables[names].first;
	const struct ktrace_name *end = name + tables[names].count;

	for (; name < end; name++) {
		if (name->value == value)
			return name->name;
	}
	return NULL;
}

/**
 * ktrace_names_value - the number that a name stands for
 * @names: the table
 * @name: the name, not terminated
 * @len: its bytes
 * @value: set to the number
 *
 * Return: true; false if the table has no such name.
 */
bool ktrace_names_value(enum ktrace_names names, const char *name, size_t len, u64 *value)
{
	const struct ktrace_name *at = all_names + tables[names].first;
	const struct ktrace_name *end = at + tables[names].count;

	for (; at < end; at++) {
		if (strncmp(at->name, name, len) || at->name[len])
			continue;
		*value = at->value;
		return true;
	}
	return false;
}
