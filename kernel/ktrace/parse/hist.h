/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions of histograms, after "hist:":
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
 * Numbers have 64 bits and wrap. An expression and its "/" are unsigned if one of its
 * fields or variables is, otherwise signed. Division by 0 gives a number of all ones.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_HIST_H
#define _KTRACE_PARSE_HIST_H

#include <linux/types.h>

#include "field.h"
#include "lexer.h"

struct seq_buf;

#define KTRACE_HIST_KEYS_MAX	4
/* Maximum number of values of a histogram, including hitcount, the first one. */
#define KTRACE_HIST_VALUES_MAX	8
#define KTRACE_HIST_SORTS_MAX	2
#define KTRACE_HIST_SIZE	2048
#define KTRACE_HIST_SIZE_MAX	131072

/* Maximum number of variables that a histogram sets. */
#define KTRACE_HIST_VARS_MAX	16
/* Maximum number of operators of an expression, which bounds the time for a hit. */
#define KTRACE_HIST_OPERATORS_MAX 3
#define KTRACE_HIST_ACTIONS_MAX	8
/* Maximum number of operands, operators and arguments in a definition. */
#define KTRACE_HIST_NODES_MAX	128

/* Maximum length of a string in a key, and number of frames of a stack. */
#define KTRACE_HIST_STRING	256
#define KTRACE_HIST_FRAMES	32

/* Types of keys and values. */
enum ktrace_hist_what {
	KTRACE_HIST_HITCOUNT,
	KTRACE_HIST_FIELD,
	KTRACE_HIST_COMM,
	KTRACE_HIST_CPU,
	KTRACE_HIST_CGROUP,	/* number of the task's cgroup */
	KTRACE_HIST_TIME,
	KTRACE_HIST_STACK,
	KTRACE_HIST_FRAMES_OF,	/* a field that is a stack */
	KTRACE_HIST_VALUE,	/* an expression */
};

/* Modifiers. */
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

/* Errors in a definition. */
enum ktrace_hist_err {
	KTRACE_HIST_OK,
#define HIST_ERROR(name, ...) KTRACE_HIST_ERR_##name,
#include "hist_errors.h"
#undef HIST_ERROR
	NR_KTRACE_HIST_ERRS
};

/* Messages by enum ktrace_hist_err. */
extern const struct ktrace_parse_message ktrace_hist_messages[NR_KTRACE_HIST_ERRS];

/**
 * struct ktrace_hist_expr - an expression, or arguments
 * @first:	index of its first node
 * @nr:	number of nodes; the nodes of operands precede their operator
 */
struct ktrace_hist_expr {
	u8	first;
	u8	nr;
};

/**
 * struct ktrace_hist_part - a key or a value
 * @what:	enum ktrace_hist_what
 * @show:	enum ktrace_hist_show
 * @field:	for KTRACE_HIST_FIELD and _FRAMES_OF: index of the event's field
 * @expr:	for KTRACE_HIST_VALUE: the expression
 * @buckets:	for KTRACE_HIST_BUCKETS: size of a bucket
 * @name:	name, a part of the text or a constant string
 * @label:	for a special name: the synonym that the text uses
 */
struct ktrace_hist_part {
	u8			what;
	u8			show;
	u16			field;
	struct ktrace_hist_expr	expr;
	u64			buckets;
	struct ktrace_span	name;
	struct ktrace_span	label;
};

/* Types of nodes. */
enum ktrace_hist_op {
	KTRACE_HIST_PART,	/* a field or a special name */
	KTRACE_HIST_NUMBER,
	KTRACE_HIST_VARIABLE,
	KTRACE_HIST_OTHER,	/* an argument that is a field of another event */
	KTRACE_HIST_ADD,
	KTRACE_HIST_SUB,
	KTRACE_HIST_MUL,
	KTRACE_HIST_DIV,
	KTRACE_HIST_NEG,
};

/**
 * struct ktrace_hist_node - an operand, an operator, or an argument
 * @op:	enum ktrace_hist_op
 * @left:	for operators with two operands: node of the left operand; the right one
 *		is the node before the operator
 * @is_signed:	for KTRACE_HIST_NUMBER: result of a signed computation
 * @text:	for operands: source text
 * @system:	for a variable or field of another event: its system; empty if not given
 * @event:	for a variable or field of another event: the event; empty if not given
 * @name:	name of the variable or field
 * @part:	for KTRACE_HIST_PART
 * @number:	for KTRACE_HIST_NUMBER
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
 * struct ktrace_hist_var - assignment of a variable
 * @name:	its name
 * @expr:	its value
 */
struct ktrace_hist_var {
	struct ktrace_span	name;
	struct ktrace_hist_expr	expr;
};

/* Conditions of an action. */
enum ktrace_hist_when {
	KTRACE_HIST_ONMATCH,
	KTRACE_HIST_ONMAX,
	KTRACE_HIST_ONCHANGE,
	NR_KTRACE_HIST_WHENS,
};

/* Effects of an action. */
enum ktrace_hist_do {
	KTRACE_HIST_SAVE,
	KTRACE_HIST_SNAPSHOT,
	KTRACE_HIST_TRACE,
};

/**
 * struct ktrace_hist_action - an action
 * @when:	enum ktrace_hist_when
 * @what:	enum ktrace_hist_do
 * @var:	for onmax and onchange: index of the variable
 * @args:	the arguments
 * @text:	source text of the action
 * @param:	contents of the first parentheses
 * @system:	for onmatch: system of the matching event
 * @event:	for onmatch: the matching event
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
 * struct ktrace_hist_sort - a sort criterion
 * @key:	sort by a key, not by a value
 * @descending:	largest first
 * @index:	index of the key or value
 */
struct ktrace_hist_sort {
	bool	key;
	bool	descending;
	u8	index;
};

/**
 * struct ktrace_hist_spec - a parsed definition
 * @nr_keys:	number of @keys, at least one
 * @nr_values:	number of @values; the first one is hitcount
 * @nr_sorts:	number of @sorts, at least one
 * @nr_vars:	number of @vars
 * @nr_actions:	number of @actions
 * @nr_nodes:	number of @nodes
 * @keys:	the keys
 * @values:	the values that are summed up
 * @sorts:	the sort criteria
 * @vars:	the variables
 * @actions:	the actions
 * @nodes:	nodes of expressions and arguments
 * @size:	maximum number of entries
 * @name:	name of the histogram, possibly empty
 * @clock:	clock for common_timestamp; empty if not given
 * @pause:	create it paused, or pause it
 * @cont:	continue counting
 * @clear:	clear the counters
 * @nohitcount:	do not show hitcount
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
		      struct ktrace_parse_error *error);
void ktrace_hist_show_definition(const struct ktrace_hist_spec *spec, struct seq_buf *out);
void ktrace_hist_show_identity(const struct ktrace_hist_spec *spec, struct seq_buf *out);
bool ktrace_hist_is_number(const struct ktrace_field *fields,
			   const struct ktrace_hist_part *part);

#endif /* _KTRACE_PARSE_HIST_H */
