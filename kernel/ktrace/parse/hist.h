/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms as they are written, behind "hist:":
 *
 *	definition := item { ":" item }
 *	item	:= "keys=" key { "," key } | "vals=" value { "," value }
 *		 | name "=" expr { "," name "=" expr } | action
 *		 | "sort=" sort { "," sort } | "size=" number | "name=" name | "clock=" name
 *		 | "pause" | "cont" | "clear" | "nohitcount"
 *	part	:= field [ "." modifier ]
 *	key	:= part | "$" name
 *	value	:= part | expr
 *	sort	:= field [ ".ascending" | ".descending" ]
 *
 *	expr	:= sum | "-" factor
 *	sum	:= product { ( "+" | "-" ) product }
 *	product	:= factor { ( "*" | "/" ) factor }
 *	factor	:= number | part | variable | "(" sum ")"
 *	variable := [ system "." event "." ] "$" name
 *
 *	action	:= when "." what
 *	when	:= "onmatch(" system "." event ")" | "onmax($" name ")" | "onchange($" name ")"
 *	what	:= "save(" part { "," part } ")" | "snapshot()"
 *		 | "trace(" synth { "," arg } ")" | synth "(" [ arg { "," arg } ] ")"
 *	arg	:= variable | part | [ system "." event "." ] field
 *
 * A number has 64 bits, and wraps.  An expression is unsigned if a field or a variable in
 * it is, else signed; so is its "/".  What is divided by 0 gives a number of all ones.
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

/* Variables that a histogram may set. */
#define KTRACE_HIST_VARS_MAX	16
/* Operators of an expression: a hit is counted in bounded time. */
#define KTRACE_HIST_OPERATORS_MAX 3
#define KTRACE_HIST_ACTIONS_MAX	8
/* Operands, operators and arguments of a definition, in all. */
#define KTRACE_HIST_NODES_MAX	128

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
	KTRACE_HIST_FRAMES_OF,	/* a field that is a stack */
	KTRACE_HIST_VALUE,	/* an expression */
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
	KTRACE_HIST_STACKTRACE,
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
 * struct ktrace_hist_expr - an expression, or arguments
 * @first:	the first of its nodes
 * @nr:		how many; those of an operator's operands stand before it
 */
struct ktrace_hist_expr {
	u8	first;
	u8	nr;
};

/**
 * struct ktrace_hist_part - a key or a value
 * @what:	enum ktrace_hist_what
 * @show:	enum ktrace_hist_show
 * @field:	index of the event's field, of KTRACE_HIST_FIELD and _FRAMES_OF
 * @expr:	of KTRACE_HIST_VALUE
 * @buckets:	of KTRACE_HIST_BUCKETS: how many values each has
 * @name:	what it is called, a part of the text, or a string that stays
 */
struct ktrace_hist_part {
	u8			what;
	u8			show;
	u16			field;
	struct ktrace_hist_expr	expr;
	u64			buckets;
	struct ktrace_span	name;
};

/* What a node is. */
enum ktrace_hist_op {
	KTRACE_HIST_PART,	/* a field, or what stands for one */
	KTRACE_HIST_NUMBER,
	KTRACE_HIST_VARIABLE,
	KTRACE_HIST_OTHER,	/* an argument: a field of another event */
	KTRACE_HIST_ADD,
	KTRACE_HIST_SUB,
	KTRACE_HIST_MUL,
	KTRACE_HIST_DIV,
	KTRACE_HIST_NEG,
};

/**
 * struct ktrace_hist_node - an operand, an operator, or an argument
 * @op:		enum ktrace_hist_op
 * @left:	of an operator with two operands: the node of the left one; the right one is
 *		the node before the operator
 * @is_signed:	of KTRACE_HIST_NUMBER: it is what came of a signed computation
 * @text:	of an operand: as it is written
 * @system:	of a variable, or a field, of another event; without bytes: not said
 * @event:	the same
 * @name:	of the variable, or of the field of another event
 * @part:	of KTRACE_HIST_PART
 * @number:	of KTRACE_HIST_NUMBER
 */
struct ktrace_hist_node {
	u8			op;
	u8			left;
	bool			is_signed;
	struct ktrace_span	text;
	struct ktrace_span	system;
	struct ktrace_span	event;
	struct ktrace_span	name;
	union {
		struct ktrace_hist_part	part;
		u64			number;
	};
};

/**
 * struct ktrace_hist_var - a variable that is set
 * @name:	its name
 * @expr:	to what
 */
struct ktrace_hist_var {
	struct ktrace_span	name;
	struct ktrace_hist_expr	expr;
};

/* When an action is done. */
enum ktrace_hist_when {
	KTRACE_HIST_ONMATCH,
	KTRACE_HIST_ONMAX,
	KTRACE_HIST_ONCHANGE,
	NR_KTRACE_HIST_WHENS,
};

/* What is done then. */
enum ktrace_hist_do {
	KTRACE_HIST_SAVE,
	KTRACE_HIST_SNAPSHOT,
	KTRACE_HIST_TRACE,
};

/**
 * struct ktrace_hist_action - an action
 * @when:	enum ktrace_hist_when
 * @what:	enum ktrace_hist_do
 * @var:	index of the variable, of onmax and onchange
 * @args:	the arguments
 * @text:	the action, as it is written
 * @param:	what stands in the first parentheses
 * @system:	of the event that matches
 * @event:	the same
 * @synth:	the synthetic event
 */
struct ktrace_hist_action {
	u8			when;
	u8			what;
	u8			var;
	struct ktrace_hist_expr	args;
	struct ktrace_span	text;
	struct ktrace_span	param;
	struct ktrace_span	system;
	struct ktrace_span	event;
	struct ktrace_span	synth;
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
 * @nr_vars:	how many @vars
 * @nr_actions:	how many @actions
 * @nr_nodes:	how many @nodes
 * @keys:	the keys
 * @values:	what is summed up
 * @sorts:	what the entries are sorted by
 * @vars:	the variables
 * @actions:	the actions
 * @nodes:	of expressions and arguments
 * @size:	how many entries there may be
 * @name:	of the histogram; without bytes if it has none
 * @clock:	what common_timestamp is read from; without bytes if that is not said
 * @pause:	begin, or go on, without counting
 * @cont:	go on counting
 * @clear:	forget what was counted
 * @nohitcount:	do not show how often it was hit
 */
struct ktrace_hist_spec {
	unsigned int		nr_keys;
	unsigned int		nr_values;
	unsigned int		nr_sorts;
	unsigned int		nr_vars;
	unsigned int		nr_actions;
	unsigned int		nr_nodes;
	struct ktrace_hist_part	keys[KTRACE_HIST_KEYS_MAX];
	struct ktrace_hist_part	values[KTRACE_HIST_VALUES_MAX];
	struct ktrace_hist_sort	sorts[KTRACE_HIST_SORTS_MAX];
	struct ktrace_hist_var	vars[KTRACE_HIST_VARS_MAX];
	struct ktrace_hist_action actions[KTRACE_HIST_ACTIONS_MAX];
	struct ktrace_hist_node	nodes[KTRACE_HIST_NODES_MAX];
	u32			size;
	struct ktrace_span	name;
	struct ktrace_span	clock;
	bool			pause;
	bool			cont;
	bool			clear;
	bool			nohitcount;
};

int ktrace_hist_parse(const char *text, size_t len, const struct ktrace_field *fields,
		      unsigned int nr_fields, struct ktrace_hist_spec *spec,
		      struct ktrace_hist_error *error);
void ktrace_hist_show_definition(const struct ktrace_hist_spec *spec, struct seq_buf *out);
void ktrace_hist_show_identity(const struct ktrace_hist_spec *spec, struct seq_buf *out);
const char *ktrace_hist_error_text(enum ktrace_hist_err code);
bool ktrace_hist_is_number(const struct ktrace_field *fields,
			   const struct ktrace_hist_part *part);

#endif /* _KTRACE_PARSE_HIST_H */
