// SPDX-License-Identifier: GPL-2.0
/*
 * Filters: compiles text to a program.
 *
 *	filter	:= list { "||" list }
 *	list	:= operand { "&&" operand }
 *	operand	:= { "!" } ( "(" filter ")" | comparison )
 *
 * filter_compare.c compiles comparisons. Called in task context; may sleep for memory.
 *
 * Every comparison becomes one instruction, in the order of the text, without a syntax
 * tree. While the parser reads an operand, the outcomes of its instructions lead to
 * FILTER_TRUE and FILTER_FALSE, the value of the operand. The next token resolves them:
 * before "&&" a true operand leads to the next instruction, before "||" a false list
 * does, and "!" exchanges the two. Unresolved outcomes at the end are the verdict. So
 * all jumps lead forward.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "filter_parse.h"

const struct ktrace_parse_message ktrace_filter_messages[] = {
#define FILTER_ERROR(name, err, text) \
	[KTRACE_FILTER_ERR_##name] = { err, text },
#include "filter_errors.h"
#undef FILTER_ERROR
};

/* Return true if "&&" or "||", which consists of @c, comes next. */
static bool filter_at_both(const struct filter_parser *p, char c)
{
	return p->lex.end - p->lex.at >= 2 && p->lex.at[0] == c && p->lex.at[1] == c;
}

/* Let the outcomes @end of all instructions since @from continue with the next instruction. */
static void filter_resolve(struct filter_parser *p, unsigned int from, u16 end)
{
	unsigned int i, outcome;

	for (i = from; i < p->nr; i++) {
		for (outcome = 0; outcome < 2; outcome++) {
			if (p->insns[i].next[outcome] == end)
				p->insns[i].next[outcome] = p->nr;
		}
	}
}

/* Negate the value of the instructions since @from. */
static void filter_negate(struct filter_parser *p, unsigned int from)
{
	unsigned int i, outcome;
	u16 *next;

	for (i = from; i < p->nr; i++) {
		p->insns[i].inverted ^= 1;
		for (outcome = 0; outcome < 2; outcome++) {
			next = &p->insns[i].next[outcome];
			if (*next >= FILTER_FALSE)
				*next ^= FILTER_TRUE ^ FILTER_FALSE;
		}
	}
}

/* Parse negations, opening parentheses, and a comparison. */
static int filter_parse_operand(struct filter_parser *p)
{
	bool negate = false;
	int err;

	for (;; p->lex.at++) {
		ktrace_lex_space(&p->lex);
		if (p->lex.at == p->lex.end)
			break;
		if (*p->lex.at == '!') {
			negate = !negate;
		} else if (*p->lex.at == '(') {
			if (p->depth == KTRACE_FILTER_DEPTH_MAX)
				return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_DEEP);
			p->frames[++p->depth] = (struct filter_frame) {
				.open	= p->lex.at,
				.group	= p->nr,
				.negate	= negate,
			};
			negate = false;
		} else {
			break;
		}
	}
	err = ktrace_filter_compare(p);
	if (!err && negate)
		filter_negate(p, p->nr - 1);
	return err;
}

/* Parse closing parentheses after an operand, and set @operand to its first instruction. */
static int filter_parse_closing(struct filter_parser *p, unsigned int *operand)
{
	const struct filter_frame *frame;

	*operand = p->nr - 1;
	for (;; p->lex.at++) {
		ktrace_lex_space(&p->lex);
		if (p->lex.at == p->lex.end || *p->lex.at != ')')
			return 0;
		if (!p->depth)
			return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_UNOPENED);
		frame = &p->frames[p->depth--];
		if (frame->negate)
			filter_negate(p, frame->group);
		*operand = frame->group;
	}
}

static int filter_parse_all(struct filter_parser *p)
{
	struct filter_frame *frame;
	unsigned int operand;
	int err;

	for (;; p->lex.at += 2) {
		err = filter_parse_operand(p) ?: filter_parse_closing(p, &operand);
		if (err)
			return err;
		frame = &p->frames[p->depth];
		if (p->lex.at == p->lex.end)
			break;
		if (filter_at_both(p, '&'))
			filter_resolve(p, operand, FILTER_TRUE);
		else if (filter_at_both(p, '|'))
			filter_resolve(p, frame->group, FILTER_FALSE);
		else
			return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_EXTRA);
	}
	if (p->depth)
		return ktrace_filter_fail(p, frame->open, KTRACE_FILTER_ERR_UNCLOSED);
	return 0;
}

/* Add the data that the instruction reads to the filter's summary. */
static void filter_note_reads(struct ktrace_filter *filter,
			      const struct ktrace_filter_insn *insn)
{
	if (insn->field != FILTER_NO_FIELD)
		filter->reads[insn->field / 64] |= 1ULL << (insn->field % 64);
	if (!filter_is_number(insn))
		filter->others = true;
	if (insn->location == KTRACE_FIELD_KERNEL || insn->location == KTRACE_FIELD_USER)
		filter->fetches = true;
	filter->need = max(filter->need, (u32)insn->offset + insn->bytes);
}

/* Distance in bytes from the instruction with index @i to the instruction @next. */
static u16 filter_distance(const struct filter_parser *p, unsigned int i, u16 next)
{
	if (next == FILTER_FALSE)
		next = p->nr;
	else if (next == FILTER_TRUE)
		next = p->nr + 1;
	return (next - i) * sizeof(p->insns[0]);
}

/* Files show a filter on one line. Newlines occur only between words, never in strings. */
static void filter_copy_text(char *to, const char *from, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		to[i] = from[i] == '\n' ? ' ' : from[i];
}

/* Allocate the program and copy the parsed instructions. */
static struct ktrace_filter *filter_link(const struct filter_parser *p)
{
	u32 masks = filter_code_bytes(p->nr + 2);
	u32 text = masks + p->mask_words * sizeof(long);
	u32 len = p->lex.end - p->start;
	struct ktrace_filter *filter = kvzalloc(text + len + 1, GFP_KERNEL);
	struct ktrace_filter_insn *insn;
	unsigned int i;

	if (!filter)
		return NULL;
	filter->nr = p->nr + 2;
	filter->bytes = text + len + 1;
	filter->text = text;
	for (i = 0; i < p->nr; i++) {
		insn = &filter->insns[i];
		*insn = p->insns[i];
		insn->next[0] = filter_distance(p, i, insn->next[0]);
		insn->next[1] = filter_distance(p, i, insn->next[1]);
		if (insn->op == FILTER_OP_STRING)
			insn->data.at += text;
		else if (insn->op == FILTER_OP_IN || insn->op == FILTER_OP_MASK)
			insn->data.at = masks + insn->data.at * sizeof(long);
		filter_note_reads(filter, insn);
	}
	filter->insns[i].op = FILTER_OP_REJECT;
	filter->insns[i + 1].op = FILTER_OP_ACCEPT;
	memcpy((char *)filter + masks, p->masks, p->mask_words * sizeof(long));
	filter_copy_text((char *)filter + text, p->start, len);
	return filter;
}

/* Trim spaces at both ends, and check the length. */
static int filter_parse_bounds(struct filter_parser *p, size_t len)
{
	const char *nul = memchr(p->lex.text, '\0', len);

	if (nul)
		return ktrace_filter_fail(p, nul, KTRACE_FILTER_ERR_NUL);
	ktrace_lex_space(&p->lex);
	p->start = p->lex.at;
	ktrace_lex_trim(&p->lex);
	if (p->start == p->lex.end)
		return ktrace_filter_fail(p, p->start, KTRACE_FILTER_ERR_EMPTY);
	if (p->lex.end - p->start > KTRACE_FILTER_TEXT_MAX)
		return ktrace_filter_fail(p, p->start + KTRACE_FILTER_TEXT_MAX,
					  KTRACE_FILTER_ERR_TEXT_LONG);
	return 0;
}

static int filter_parse(struct filter_parser *p, size_t len, struct ktrace_filter **filter)
{
	int err = filter_parse_bounds(p, len);

	if (err)
		return err;
	if (p->lex.end - p->start == 1 && *p->start == '0')
		return 0;
	err = filter_parse_all(p);
	if (err)
		return err;
	*filter = filter_link(p);
	if (!*filter)
		return ktrace_filter_fail(p, p->start, KTRACE_FILTER_ERR_MEMORY);
	if (!ktrace_filter_verify(*filter)) {
		ktrace_filter_free(*filter);
		*filter = NULL;
		return ktrace_filter_fail(p, p->start, KTRACE_FILTER_ERR_PROGRAM);
	}
	return 0;
}

/**
 * ktrace_filter_parse - compile a filter
 * @text:	the filter, not zero-terminated; spaces around it are ignored
 * @len:	its length in bytes
 * @env:	names of fields and their types; not referenced after the call
 * @filter:	output, for ktrace_filter_free(); NULL if the text is "0", which accepts
 *		all records, and on error
 * @error:	output on error
 *
 * Context: task; may sleep.
 * Return: 0, or a negative errno.
 */
int ktrace_filter_parse(const char *text, size_t len, const struct ktrace_filter_env *env,
			struct ktrace_filter **filter, struct ktrace_parse_error *error)
{
	struct filter_parser *p = kvzalloc(sizeof(*p), GFP_KERNEL);
	int err;

	*filter = NULL;
	if (!p) {
		*error = (struct ktrace_parse_error) { KTRACE_FILTER_ERR_MEMORY, 0 };
		return -ENOMEM;
	}
	p->lex = (struct ktrace_lexer) {
		.text = text, .at = text, .end = text + len,
		.messages = ktrace_filter_messages, .error = error,
	};
	p->env = env;
	err = filter_parse(p, len, filter);
	kvfree(p);
	return err;
}

/**
 * ktrace_filter_free - free a filter
 * @filter:	the filter, which must not be running; may be NULL
 *
 * Context: task; may sleep.
 */
void ktrace_filter_free(struct ktrace_filter *filter)
{
	kvfree(filter);
}

/**
 * ktrace_filter_text - get the text of a filter
 * @filter:	the filter
 *
 * Return: the text without surrounding spaces; a string with the lifetime of @filter.
 */
const char *ktrace_filter_text(const struct ktrace_filter *filter)
{
	return (const char *)filter + filter->text;
}
