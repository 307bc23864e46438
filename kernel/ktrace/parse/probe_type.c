// SPDX-License-Identifier: GPL-2.0
/* Types of probe arguments, and the reads that lead to their values. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

static const struct probe_arg_type probe_types[] = {
	{ "x64",	"u64",	8, PROBE_SHOW_HEX },	/* the default */
	{ "x32",	"u32",	4, PROBE_SHOW_HEX },
	{ "x16",	"u16",	2, PROBE_SHOW_HEX },
	{ "x8",		"u8",	1, PROBE_SHOW_HEX },
	{ "u64",	"u64",	8, PROBE_SHOW_UNSIGNED },
	{ "u32",	"u32",	4, PROBE_SHOW_UNSIGNED },
	{ "u16",	"u16",	2, PROBE_SHOW_UNSIGNED },
	{ "u8",		"u8",	1, PROBE_SHOW_UNSIGNED },
	{ "s64",	"s64",	8, PROBE_SHOW_SIGNED },
	{ "s32",	"s32",	4, PROBE_SHOW_SIGNED },
	{ "s16",	"s16",	2, PROBE_SHOW_SIGNED },
	{ "s8",		"s8",	1, PROBE_SHOW_SIGNED },
	{ "char",	"u8",	1, PROBE_SHOW_CHAR },
	{ "symbol",	"u64",	8, PROBE_SHOW_SYMBOL },
	{ "string",	"__data_loc char[]", PROBE_LOC_SIZE, PROBE_SHOW_STRING },
	{ "ustring",	"__data_loc char[]", PROBE_LOC_SIZE, PROBE_SHOW_STRING, .user = true },
	{ "symstr",	"__data_loc char[]", PROBE_LOC_SIZE, PROBE_SHOW_STRING, .symbol = true },
};

/* Return the type with this name, or NULL. */
const struct probe_arg_type *probe_type_find(struct ktrace_span name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probe_types); i++) {
		if (ktrace_span_is(name, probe_types[i].name))
			return &probe_types[i];
	}
	return NULL;
}

/* Return the type with this format and size, a power of two up to 8. */
const struct probe_arg_type *probe_type_of(enum probe_show show, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probe_types); i++)
		if (probe_types[i].show == show && probe_types[i].size == size)
			return &probe_types[i];
	return NULL;
}

/* Add a read at @offset from the previous value. */
bool probe_add_deref(struct probe_arg *arg, s64 offset)
{
	if (arg->nr_derefs == PROBE_DEREFS_MAX)
		return false;
	arg->offset[arg->nr_derefs++] = offset;
	return true;
}
