/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of flags and enumerations that user space passes.
 *
 * Pure: depends only on seq_buf. names.sh generates the tables listed in names.list
 * from the kernel's headers.
 */
#ifndef _KTRACE_NAMES_H
#define _KTRACE_NAMES_H

#include <linux/seq_buf.h>
#include <linux/types.h>

/* KTRACE_NAMES_x for every table x of names.list. */
enum ktrace_names {
#define KTRACE_NAMES_TABLE(table, first, count)	KTRACE_NAMES_##table,
#include "text/names_tables.h"
#undef KTRACE_NAMES_TABLE
	KTRACE_NR_NAMES
};

/**
 * struct ktrace_name - name of a number
 * @mask:	the bits that the name covers
 * @value:	their value
 * @name:	name as in the kernel's header
 */
struct ktrace_name {
	u64		mask;
	u64		value;
	const char	*name;
};

const struct ktrace_name *ktrace_names_table(enum ktrace_names names, unsigned int *count);
void ktrace_names_print(struct seq_buf *out, enum ktrace_names names, u64 value);
const char *ktrace_names_find(enum ktrace_names names, u64 value);
bool ktrace_names_value(enum ktrace_names names, const char *name, size_t len, u64 *value);

#endif /* _KTRACE_NAMES_H */
