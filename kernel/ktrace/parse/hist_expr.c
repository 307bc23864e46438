// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: parses expressions, and shows them as text; hist.h describes the
 * language. Called in task context.
 *
 * Nodes are in the order of evaluation. An expression of literals is evaluated when it
 * is parsed.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist_compute.h"
#include "hist_parser.h"

/* Maximum nesting of parentheses. */
#define EXPR_DEPTH_MAX	8

/**
 * struct hist_expr - an expression being parsed
 * @p:	the definition
 * @lex:	its text
 * @depth:	number of open parentheses
 */
struct hist_expr {
	struct hist_parser *p;
	struct ktrace_lexer lex;
	unsigned int	depth;
};

/**
 * struct hist_operand - a parsed part of an expression
 * @node:	its last node
 * @start:	its position in the text
 * @constant:	it consists of literals
 * @number:	its value if @constant
 */
struct hist_operand {
	u8		node;
	const char	*start;
	bool		constant;
	u64		number;
};

static int expr_sum(struct hist_expr *e, struct hist_operand *operand);

static bool expr_is_operator(char c)
{
	return c == '+' || c == '-' || c == '*' || c == '/';
}

/**
 * ktrace_hist_is_expr - check whether a value is more than a field with a modifier
 * @word:	the value
 *
 * Return: true if it is an expression.
 */
bool ktrace_hist_is_expr(struct ktrace_span word)
{
	size_t i;

	/* Names cannot start with a digit, so this is a number. */
	if (word.n && *word.s >= '0' && *word.s <= '9')
		return true;
	for (i = 0; i < word.n; i++)
		if (expr_is_operator(word.s[i]) || word.s[i] == '(' || word.s[i] == '$')
			return true;
	return false;
}

/**
 * ktrace_hist_new_node - add a node
 * @p:	the definition
 * @text:	source text of the node
 * @node:	output
 *
 * Return: its index, or a negative errno.
 */
int ktrace_hist_new_node(struct hist_parser *p, struct ktrace_span text,
			 struct ktrace_hist_node **node)
{
	struct ktrace_hist_spec *spec = p->spec;

	if (spec->nr_nodes == KTRACE_HIST_NODES_MAX)
		return ktrace_hist_fail(p, text.s, KTRACE_HIST_ERR_MANY_NODES);
	*node = &spec->nodes[spec->nr_nodes];
	**node = (struct ktrace_hist_node) { .text = text };
	return spec->nr_nodes++;
}

/* Split at the last point; return the part before it, or an empty span. */
static struct ktrace_span expr_up_to_point(struct ktrace_span *rest)
{
	struct ktrace_span head = *rest;

	while (head.n && head.s[head.n - 1] != '.')
		head.n--;
	if (!head.n)
		return head;
	rest->s += head.n;
	rest->n -= head.n--;
	return head;
}

/**
 * ktrace_hist_read_variable - parse a reference to a variable
 * @p:	the definition
 * @word:	the text, optionally with an event before the name
 * @node:	output
 * @is_variable:	output, true if it is a reference to a variable
 *
 * Return: 0 or a negative errno.
 */
int ktrace_hist_read_variable(struct hist_parser *p, struct ktrace_span word,
			      struct ktrace_hist_node *node, bool *is_variable)
{
	const char *dollar = memchr(word.s, '$', word.n);
	struct ktrace_span name = word;

	*is_variable = dollar;
	if (!dollar)
		return 0;
	node->op = KTRACE_HIST_VARIABLE;
	node->event = expr_up_to_point(&name);
	node->system = expr_up_to_point(&node->event);
	if (!name.n || *name.s != '$')
		return ktrace_hist_fail(p, dollar, KTRACE_HIST_ERR_VAR_NAME);
	name.s++;
	name.n--;
	if (!ktrace_span_is_name(name))
		return ktrace_hist_fail(p, dollar, KTRACE_HIST_ERR_VAR_NAME);
	node->name = name;
	if (dollar != word.s &&
	    (!ktrace_span_is_name(node->system) || !ktrace_span_is_name(node->event)))
		return ktrace_hist_fail(p, word.s, KTRACE_HIST_ERR_MATCH_EVENT);
	return 0;
}

static int expr_number(struct hist_expr *e, struct ktrace_hist_node *node)
{
	int err = ktrace_span_number(node->text, &node->number);

	node->op = KTRACE_HIST_NUMBER;
	if (err)
		return ktrace_hist_fail(e->p, node->text.s, err == -ERANGE ?
					KTRACE_HIST_ERR_NUMBER_RANGE : KTRACE_HIST_ERR_NUMBER);
	return 0;
}

/* Whether the minus at the current position belongs to the modifier sym-offset of @word. */
static bool expr_in_modifier(const struct hist_expr *e, const char *word)
{
	const char *at = e->lex.at;

	return at - word > 4 && !memcmp(at - 4, ".sym", 4) &&
	       e->lex.end - at >= 7 && !memcmp(at, "-offset", 7);
}

static int expr_atom(struct hist_expr *e, struct hist_operand *operand)
{
	struct ktrace_span word = { e->lex.at, 0 };
	struct ktrace_hist_node *node;
	bool is_variable;
	int err;

	while (e->lex.at < e->lex.end && *e->lex.at != '(' && *e->lex.at != ')' &&
	       (!expr_is_operator(*e->lex.at) || expr_in_modifier(e, word.s)))
		e->lex.at++;
	word.n = e->lex.at - word.s;
	if (!word.n)
		return ktrace_hist_fail(e->p, word.s, KTRACE_HIST_ERR_OPERAND);
	err = ktrace_hist_new_node(e->p, word, &node);
	if (err < 0)
		return err;
	*operand = (struct hist_operand) { .node = err, .start = word.s };
	if (*word.s >= '0' && *word.s <= '9') {
		err = expr_number(e, node);
		operand->constant = true;
		operand->number = node->number;
		return err;
	}
	err = ktrace_hist_read_variable(e->p, word, node, &is_variable);
	if (err || is_variable)
		return err;
	return ktrace_hist_read_part(e->p, word, HIST_USE_OPERAND, &node->part);
}

static int expr_factor(struct hist_expr *e, struct hist_operand *operand)
{
	const char *open;
	int err;

	if (ktrace_lex_take(&e->lex, '-')) {
		while (ktrace_lex_take(&e->lex, '('))
			;
		return ktrace_hist_fail(e->p, e->lex.at, KTRACE_HIST_ERR_UNARY);
	}
	if (!ktrace_lex_at(&e->lex, '('))
		return expr_atom(e, operand);
	if (e->depth == EXPR_DEPTH_MAX)
		return ktrace_hist_fail(e->p, e->lex.at, KTRACE_HIST_ERR_DEEP);
	e->depth++;
	open = e->lex.at++;
	err = expr_sum(e, operand);
	if (err)
		return err;
	if (!ktrace_lex_take(&e->lex, ')'))
		return ktrace_hist_fail(e->p, open, KTRACE_HIST_ERR_CLOSE);
	e->depth--;
	return 0;
}

/* Operands must be numbers. Variables are checked later. */
static int expr_check_number(struct hist_expr *e, const struct hist_operand *operand)
{
	const struct ktrace_hist_node *node = &e->p->spec->nodes[operand->node];

	if (node->op != KTRACE_HIST_PART || ktrace_hist_is_number(e->p->fields, &node->part))
		return 0;
	return ktrace_hist_fail(e->p, node->text.s, KTRACE_HIST_ERR_NOT_NUMBER);
}

/* Combine two operands into the left one. */
static int expr_join(struct hist_expr *e, u8 op, struct hist_operand *left,
		     const struct hist_operand *right)
{
	struct ktrace_hist_node *node;
	int err = expr_check_number(e, left) ?: expr_check_number(e, right);

	if (err)
		return err;
	if (op == KTRACE_HIST_DIV && right->constant && !right->number)
		return ktrace_hist_fail(e->p, right->start, KTRACE_HIST_ERR_DIVIDE);
	err = ktrace_hist_new_node(e->p, (struct ktrace_span) { left->start, 0 }, &node);
	if (err < 0)
		return err;
	node->op = op;
	node->left = left->node;
	left->node = err;
	left->constant &= right->constant;
	left->number = ktrace_hist_compute(op, true, left->number, right->number);
	return 0;
}

static int expr_product(struct hist_expr *e, struct hist_operand *operand)
{
	struct hist_operand right = { };
	int err = expr_factor(e, operand);

	while (!err && (ktrace_lex_at(&e->lex, '*') || ktrace_lex_at(&e->lex, '/'))) {
		u8 op = *e->lex.at++ == '*' ? KTRACE_HIST_MUL : KTRACE_HIST_DIV;

		err = expr_factor(e, &right) ?: expr_join(e, op, operand, &right);
	}
	return err;
}

static int expr_sum(struct hist_expr *e, struct hist_operand *operand)
{
	struct hist_operand right = { };
	int err = expr_product(e, operand);

	while (!err && (ktrace_lex_at(&e->lex, '+') || ktrace_lex_at(&e->lex, '-'))) {
		u8 op = *e->lex.at++ == '+' ? KTRACE_HIST_ADD : KTRACE_HIST_SUB;

		err = expr_product(e, &right) ?: expr_join(e, op, operand, &right);
	}
	return err;
}

/* Parse a leading minus, which applies to one factor. */
static int expr_minus(struct hist_expr *e, struct hist_operand *operand)
{
	struct ktrace_hist_node *node;
	const char *start = ++e->lex.at;
	int err = expr_factor(e, operand);

	if (err)
		return err;
	while (start < e->lex.end && *start == '(')
		start++;
	if (e->lex.at < e->lex.end)
		return ktrace_hist_fail(e->p, start, KTRACE_HIST_ERR_UNARY);
	err = expr_check_number(e, operand);
	if (err)
		return err;
	err = ktrace_hist_new_node(e->p, (struct ktrace_span) { start, 0 }, &node);
	if (err < 0)
		return err;
	node->op = KTRACE_HIST_NEG;
	node->left = operand->node;
	operand->node = err;
	operand->number = -operand->number;
	return 0;
}

static bool expr_node_is_binary(const struct ktrace_hist_node *node)
{
	return node->op >= KTRACE_HIST_ADD && node->op <= KTRACE_HIST_DIV;
}

/*
 * Refuse an expression with too many operators. Count from the operator that is
 * evaluated last, and the left side first: clients expect the caret before the first
 * operator beyond the limit.
 */
static int expr_count(struct hist_expr *e, u8 top, unsigned int *left)
{
	const struct ktrace_hist_node *node = &e->p->spec->nodes[top];

	if (node->op == KTRACE_HIST_NEG)
		return expr_count(e, top - 1, left);
	if (!expr_node_is_binary(node))
		return 0;
	/* The position of an operator's text is the start of its left operand. */
	if (!(*left)--)
		return ktrace_hist_fail(e->p, node->text.s, KTRACE_HIST_ERR_OPERATORS);
	return expr_count(e, node->left, left) ?: expr_count(e, top - 1, left);
}

/* Replace the nodes of a constant expression by its value. */
static void expr_fold(struct hist_parser *p, struct ktrace_hist_expr *expr, u64 number)
{
	if (expr->nr == 1)
		return;
	p->spec->nodes[expr->first] = (struct ktrace_hist_node) {
		.op = KTRACE_HIST_NUMBER, .number = number, .is_signed = true,
	};
	p->spec->nr_nodes = expr->first + 1;
	expr->nr = 1;
}

/**
 * ktrace_hist_read_expr - parse an expression
 * @p:	the definition
 * @text:	the expression
 * @expr:	output
 *
 * Return: 0 or a negative errno.
 */
int ktrace_hist_read_expr(struct hist_parser *p, struct ktrace_span text,
			  struct ktrace_hist_expr *expr)
{
	struct hist_expr e = { .p = p, .lex = p->lex };
	unsigned int left = KTRACE_HIST_OPERATORS_MAX;
	struct hist_operand operand = { };
	int err;

	e.lex.at = text.s;
	e.lex.end = text.s + text.n;
	expr->first = p->spec->nr_nodes;
	err = text.n && *text.s == '-' ? expr_minus(&e, &operand) : expr_sum(&e, &operand);
	if (!err && e.lex.at < e.lex.end)
		err = ktrace_hist_fail(p, e.lex.at, KTRACE_HIST_ERR_JUNK);
	if (!err)
		err = expr_count(&e, operand.node, &left);
	if (err)
		return err;
	expr->nr = p->spec->nr_nodes - expr->first;
	if (operand.constant)
		expr_fold(p, expr, operand.number);
	return 0;
}

/* Expressions as text */

static void expr_show_leaf(const struct ktrace_hist_node *node, bool identity,
			   struct seq_buf *out)
{
	if (node->op == KTRACE_HIST_PART) {
		ktrace_hist_show_part(&node->part, identity, out);
	} else if (node->op == KTRACE_HIST_NUMBER && !node->text.n) {
		bool minus = node->is_signed && node->number > S64_MAX;

		if (minus)
			seq_buf_putc(out, '-');
		ktrace_hist_show_number(out, minus ? -node->number : node->number);
	} else {
		seq_buf_putmem(out, node->text.s, node->text.n);
	}
}

/* Precedence of an operator; operands have the highest. */
static unsigned int expr_rank(const struct ktrace_hist_node *node)
{
	switch (node->op) {
	case KTRACE_HIST_ADD:
	case KTRACE_HIST_SUB:
		return 1;
	case KTRACE_HIST_MUL:
	case KTRACE_HIST_DIV:
		return 2;
	default:
		return 3;
	}
}

/*
 * Show a node, in parentheses if its precedence is less than @rank. Recurses at most as
 * often as there are operators.
 */
static void expr_show(const struct ktrace_hist_spec *spec, u8 top, unsigned int rank,
		      bool identity, struct seq_buf *out)
{
	static const char operators[] = {
		[KTRACE_HIST_ADD] = '+', [KTRACE_HIST_SUB] = '-',
		[KTRACE_HIST_MUL] = '*', [KTRACE_HIST_DIV] = '/',
	};
	const struct ktrace_hist_node *node = &spec->nodes[top];
	unsigned int own = expr_rank(node);

	if (node->op == KTRACE_HIST_NEG) {
		seq_buf_putc(out, '-');
		expr_show(spec, top - 1, 3, identity, out);
		return;
	}
	if (!expr_node_is_binary(node)) {
		expr_show_leaf(node, identity, out);
		return;
	}
	if (own < rank)
		seq_buf_putc(out, '(');
	expr_show(spec, node->left, own, identity, out);
	seq_buf_putc(out, operators[node->op]);
	/* Operators are left-associative: the same operator on the right needs parentheses. */
	expr_show(spec, top - 1, own + 1, identity, out);
	if (own < rank)
		seq_buf_putc(out, ')');
}

/**
 * ktrace_hist_show_expr - append an expression
 * @spec:	the definition
 * @expr:	the expression
 * @identity:	see ktrace_hist_show_name()
 * @out:	output
 */
void ktrace_hist_show_expr(const struct ktrace_hist_spec *spec,
			   const struct ktrace_hist_expr *expr, bool identity,
			   struct seq_buf *out)
{
	expr_show(spec, expr->first + expr->nr - 1, 0, identity, out);
}
