/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms as they are written, behind "hist:":
 *
 *	definition := item { ":" item }
 *	item	:= "keys=" part { "," part } | "vals=" part { "," part }
 *		 | "sort=" sort { "," sort } | "size=" number | "name=" name
 *		 | "pause" | "cont" | "clear" | "nohitcount"
 *	part	:= field [ "." modifier ]
 *	sort	:= field [ ".ascending" | ".descending" ]
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_HIST_H
#define _KTRACE_PARSE_HIST_H

#include <linux/types.h>

#include "field.h"

struct seq_buf;

#define KTRACE_HIST_KEYS_MAX	4
/* Hits are counted first. */
#define KTRACE_HIST_VALUES_MAX	8
#define KTRACE_HIST_SORTS_MAX	2
#define KTRACE_HIST_SIZE	2048
#define KTRACE_HIST_SIZE_MAX	131072

/* Bytes of a string in a key, and frames of a stack. */
#define KTRACE_HIST_STRING	256
#define KTRACE_HIST_FRAMES	32

/* What a key or a value is. */
enum ktrace_hist_what {
	KTRACE_HIST_HITCOUNT,
	KTRACE_HIST_FIELD,
	KTRACE_HIST_COMM,
	KTRACE_HIST_CPU,
	KTRACE_HIST_TIME,
	KTRACE_HIST_STACK,
};

/* How it is taken, and shown: the modifiers. */
enum ktrace_hist_show {
	KTRACE_HIST_PLAIN,
	KTRACE_HIST_HEX,
	KTRACE_HIST_SYM,
	KTRACE_HIST_SYM_OFFSET,
	KTRACE_HIST_SYSCALL,
	KTRACE_HIST_EXECNAME,
	KTRACE_HIST_LOG2,
	KTRACE_HIST_BUCKETS,
	KTRACE_HIST_USECS,
	KTRACE_HIST_PERCENT,
	KTRACE_HIST_GRAPH,
	NR_KTRACE_HIST_SHOWS,
};

/* What may be wrong with a definition. */
enum ktrace_hist_err {
	KTRACE_HIST_OK,
#define HIST_ERROR(name, ...) KTRACE_HIST_ERR_##name,
#include "hist_errors.h"
#undef HIST_ERROR
	NR_KTRACE_HIST_ERRS
};

/**
 * struct ktrace_hist_error - what is wrong with a definition
 * @code:	which error
 * @column:	offset in the text of the byte at fault
 */
struct ktrace_hist_error {
	enum ktrace_hist_err	code;
	unsigned int		column;
};

/**
 * struct ktrace_hist_part - a key or a value
 * @what:	enum ktrace_hist_what
 * @show:	enum ktrace_hist_show
 * @field:	index of the event's field, of KTRACE_HIST_FIELD
 * @buckets:	of KTRACE_HIST_BUCKETS: how many values each has
 * @name:	what it is called, a part of the text, or a string that stays
 */
struct ktrace_hist_part {
	u8			what;
	u8			show;
	u16			field;
	u64			buckets;
	struct ktrace_span	name;
};

/**
 * struct ktrace_hist_sort - what entries are sorted by
 * @key:	a key, not a value
 * @descending:	the largest first
 * @index:	which
 */
struct ktrace_hist_sort {
	bool	key;
	bool	descending;
	u8	index;
};

/**
 * struct ktrace_hist_spec - a definition that was read
 * @nr_keys:	how many @keys, one at least
 * @nr_values:	how many @values; the first is how often it was hit
 * @nr_sorts:	how many @sorts, one at least
 * @keys:	the keys
 * @values:	what is summed up
 * @sorts:	what the entries are sorted by
 * @size:	how many entries there may be
 * @name:	of the histogram; without bytes if it has none
 * @pause:	begin, or go on, without counting
 * @cont:	go on counting
 * @clear:	forget what was counted
 * @nohitcount:	do not show how often it was hit
 */
struct ktrace_hist_spec {
	unsigned int		nr_keys;
	unsigned int		nr_values;
	unsigned int		nr_sorts;
	struct ktrace_hist_part	keys[KTRACE_HIST_KEYS_MAX];
	struct ktrace_hist_part	values[KTRACE_HIST_VALUES_MAX];
	struct ktrace_hist_sort	sorts[KTRACE_HIST_SORTS_MAX];
	u32			size;
	struct ktrace_span	name;
	bool			pause;
	bool			cont;
	bool			clear;
	bool			nohitcount;
};

int ktrace_hist_parse(const char *text, size_t len, const struct ktrace_field *fields,
		      unsigned int nr_fields, struct ktrace_hist_spec *spec,
		      struct ktrace_hist_error *error);
void ktrace_hist_show_definition(const struct ktrace_hist_spec *spec, struct seq_buf *out);
const char *ktrace_hist_error_text(enum ktrace_hist_err code);

#endif /* _KTRACE_PARSE_HIST_H */
