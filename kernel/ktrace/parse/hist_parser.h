/* SPDX-License-Identifier: GPL-2.0 */
/* Parser state, shared by the files hist*.c. */
#ifndef _KTRACE_PARSE_HIST_PARSER_H
#define _KTRACE_PARSE_HIST_PARSER_H

#include "hist.h"

/**
 * struct hist_parser - a definition being parsed
 * @lex:	the text; each part has a position of its own
 * @all:	the whole text
 * @item:	the current item
 * @fields:	the event's fields
 * @nr_fields:	number of fields
 * @spec:	output
 * @sort:	the item with the sort criteria, parsed last
 */
struct hist_parser {
	struct ktrace_lexer	lex;
	struct ktrace_span	all;
	struct ktrace_span	item;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	struct ktrace_hist_spec	*spec;
	struct ktrace_span	sort;
};

/* Role of a part, which determines the permitted types and modifiers. */
enum hist_use {
	HIST_USE_KEY,
	HIST_USE_VALUE,
	HIST_USE_OPERAND,
};

/* Report an error at the byte @at; return its errno. */
static inline int ktrace_hist_fail(struct hist_parser *p, const char *at,
				   enum ktrace_hist_err code)
{
	return ktrace_lex_fail(&p->lex, at, code);
}

/*
 * Return true for a part that is no field, for example comm.  A hitcount is none: fields cannot
 * stand in its place.
 */
static inline bool ktrace_hist_is_special(const struct ktrace_hist_part *part)
{
	return part->what >= KTRACE_HIST_COMM && part->what <= KTRACE_HIST_STACK;
}

/* Defined in hist_word.c */
void ktrace_hist_show_number(struct seq_buf *out, u64 number);

/* Defined in hist_part.c */
bool ktrace_hist_find(struct hist_parser *p, struct ktrace_hist_part *part);
int ktrace_hist_read_part(struct hist_parser *p, struct ktrace_span word, enum hist_use use,
			  struct ktrace_hist_part *part);
void ktrace_hist_show_name(const struct ktrace_hist_part *part, bool identity,
			   struct seq_buf *out);
void ktrace_hist_show_part(const struct ktrace_hist_part *part, bool identity,
			   struct seq_buf *out);

/* Defined in hist_expr.c */
int ktrace_hist_new_node(struct hist_parser *p, struct ktrace_span text,
			 struct ktrace_hist_node **node);
bool ktrace_hist_is_expr(struct ktrace_span word);
int ktrace_hist_read_variable(struct hist_parser *p, struct ktrace_span word,
			      struct ktrace_hist_node *node, bool *is_variable);
int ktrace_hist_read_expr(struct hist_parser *p, struct ktrace_span text,
			  struct ktrace_hist_expr *expr);
void ktrace_hist_show_expr(const struct ktrace_hist_spec *spec,
			   const struct ktrace_hist_expr *expr, bool identity,
			   struct seq_buf *out);

/* Defined in hist_action.c */
bool ktrace_hist_is_action(struct ktrace_span item);
int ktrace_hist_read_action(struct hist_parser *p, struct ktrace_span item);
int ktrace_hist_end_actions(struct hist_parser *p);
void ktrace_hist_show_action(const struct ktrace_hist_action *action, struct seq_buf *out);

#endif /* _KTRACE_PARSE_HIST_PARSER_H */
