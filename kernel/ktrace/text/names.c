// SPDX-License-Identifier: GPL-2.0
/*
 * Names of flags and enumerations that user space passes.
 *
 * Called when records are read, for arguments of system calls. Records hold arbitrary
 * numbers, so every number has a text.
 *
 * A name stands for a value of some bits, its mask. The mask of a name is all bits in
 * an enumeration, the bits of the field for a value of a multi-bit field, and the flag
 * itself for a flag. The order, which names.sh generates, resolves conflicts: the name
 * of a zero precedes other names of the same bits, and a name of several bits precedes
 * names of a part of them.
 */
#include <linux/array_size.h>
#include <linux/kernel.h>

#include "text/format.h"
#include "text/names.h"

/* The names of all tables, one table after the other. */
static const struct ktrace_name all_names[] = {
#define KTRACE_NAMES_ENTRY(mask_, value_, name_) \
	{ .mask = mask_, .value = value_, .name = name_ },
#include "text/names_tables.h"
#undef KTRACE_NAMES_ENTRY
};

/**
 * struct names_table - a range of all_names
 * @first:	index of the first name
 * @count:	number of names
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
 * ktrace_names_table - get all names of a table
 * @names:	the table
 * @count:	output, number of names
 *
 * Return: the names, in the order in which ktrace_names_print() tries them.
 */
const struct ktrace_name *ktrace_names_table(enum ktrace_names names, unsigned int *count)
{
	*count = tables[names].count;
	return all_names + tables[names].first;
}

/**
 * ktrace_names_print - append the names of a number
 * @out:	output
 * @names:	the table
 * @value:	the number; 32-bit numbers must be zero-extended
 *
 * Names that match are joined with "|", followed by the remaining bits in hexadecimal.
 * A number without a name is printed in hexadecimal.
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
 * ktrace_names_find - get the name of a whole number
 * @names:	the table
 * @value:	the number; 32-bit numbers must be zero-extended
 *
 * Return: the name that stands for the whole number; NULL if there is none.
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
 * ktrace_names_value - get the number that a name stands for
 * @names:	the table
 * @name:	the name, not terminated
 * @len:	its length in bytes
 * @value:	output
 *
 * Return: false if the table has no such name.
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
