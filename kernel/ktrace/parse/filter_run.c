// SPDX-License-Identifier: GPL-2.0
/*
 * Runs filters. Called in any context before a record is written; see filter_run.h.
 *
 * Programs are verified. The locations of strings and sets that a record contains are
 * not: they are bounded here.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "filter_run.h"

/* Load the number of @insn, of any size. */
static u64 filter_load(const struct ktrace_filter_insn *insn,
		       const struct ktrace_filter_image *image)
{
	const void *at = image->record + insn->offset;

	if (insn->location == KTRACE_FIELD_CPU)
		return image->cpu;
	switch (insn->size) {
	case 1:
		return *(const u8 *)at;
	case 2:
		return get_unaligned((const u16 *)at);
	case 4:
		return get_unaligned((const u32 *)at);
	default:
		return get_unaligned((const u64 *)at);
	}
}

/* Locate the string or set of @insn in the record; false if it is outside of the record. */
static bool filter_locate(const struct ktrace_filter_insn *insn,
			  const struct ktrace_filter_image *image, struct ktrace_span *data)
{
	const char *at = image->record + insn->offset;
	u32 loc, offset;

	if (insn->location == KTRACE_FIELD_INLINE) {
		*data = (struct ktrace_span) { at, insn->bytes };
		return true;
	}
	if (insn->location == KTRACE_FIELD_REST) {
		*data = (struct ktrace_span) { at, image->len - insn->offset };
		return true;
	}
	loc = get_unaligned((const u32 *)at);
	offset = loc & 0xffff;
	if (insn->location == KTRACE_FIELD_REL_LOC)
		offset += insn->offset + sizeof(u32);
	data->s = image->record + offset;
	data->n = loc >> 16;
	return offset <= image->len && data->n <= image->len - offset;
}

/* Find the string of @insn. Returns 0, or an errno. */
static int filter_find_string(const struct ktrace_filter_insn *insn,
			      const struct ktrace_filter_image *image, struct ktrace_span *s)
{
	bool user = insn->location == KTRACE_FIELD_USER;

	switch (insn->location) {
	case KTRACE_FIELD_COMM:
		*s = (struct ktrace_span) { image->comm, KTRACE_FIELD_COMM_BYTES };
		return image->comm ? 0 : -ENOENT;
	case KTRACE_FIELD_KERNEL:
	case KTRACE_FIELD_USER:
		if (!image->fetch)
			return -EFAULT;
		return image->fetch(image, insn->field, filter_load(insn, image), user, s);
	default:
		if (!filter_locate(insn, image, s))
			return -EFAULT;
		if (insn->location == KTRACE_FIELD_REST)
			*s = ktrace_span_line(*s);
		return 0;
	}
}

/*
 * Match the byte @c with the set that starts with the bracket at *@i, and advance *@i
 * past the set. Returns -EINVAL if the set is not closed.
 */
static int filter_glob_set(struct ktrace_span glob, size_t *i, u8 c)
{
	size_t at = *i + 1, first;
	bool found = false, other;
	u8 from, to;

	other = at < glob.n && glob.s[at] == '!';
	first = at + other;
	/* A closing bracket in the first position belongs to the set. */
	for (at = first; at < glob.n; at++) {
		if (glob.s[at] == ']' && at > first) {
			*i = at + 1;
			return found != other;
		}
		from = glob.s[at];
		to = from;
		if (glob.n - at > 2 && glob.s[at + 1] == '-' && glob.s[at + 2] != ']') {
			at += 2;
			to = glob.s[at];
		}
		found |= c >= from && c <= to;
	}
	return -EINVAL;
}

/*
 * Match one byte with the element of @glob at *@i, which is not a star, and advance *@i
 * past it.
 */
static bool filter_glob_byte(struct ktrace_span glob, size_t *i, u8 c)
{
	int found;

	switch (glob.s[*i]) {
	case '?':
		++*i;
		return true;
	case '[':
		found = filter_glob_set(glob, i, c);
		if (found >= 0)
			return found;
		break;
	case '\\':
		/* At the end of the pattern, a backslash stands for itself. */
		if (*i + 1 < glob.n)
			++*i;
		break;
	}
	return c == (u8)glob.s[(*i)++];
}

/**
 * ktrace_filter_glob - match a string with a pattern
 * @glob:	the pattern: * matches any bytes, ? one byte, [...] one byte of a set,
 *		[!...] one byte not in the set; a backslash quotes the next byte. An
 *		unclosed bracket stands for itself
 * @s:	the string
 *
 * glob_match() of the base needs zero-terminated strings; strings in records need not
 * be.
 *
 * After a mismatch only the last star is extended by one byte: extending an earlier
 * star cannot help. So the time is bounded by the product of the lengths.
 *
 * Context: any.
 * Return: true if the whole string matches.
 */
bool ktrace_filter_glob(struct ktrace_span glob, struct ktrace_span s)
{
	/* Position after the last star, and the end of its match in the string. */
	size_t star = 0, resume = 0;
	size_t i = 0, k = 0;

	for (;;) {
		if (i < glob.n && glob.s[i] == '*') {
			star = ++i;
			resume = k;
		} else if (k == s.n) {
			return i == glob.n;
		} else if (i < glob.n && filter_glob_byte(glob, &i, s.s[k])) {
			k++;
		} else if (star) {
			i = star;
			k = ++resume;
		} else {
			return false;
		}
	}
}

/* @core has at least one byte. */
static bool filter_contains(struct ktrace_span core, const char *s, size_t n)
{
	for (; n >= core.n; s++, n--) {
		if (*s == *core.s && !memcmp(s, core.s, core.n))
			return true;
	}
	return false;
}

/*
 * Patterns contain no zeros, so an equal string has no zero within the length of the
 * pattern.
 */
static bool filter_match(enum ktrace_filter_match how, struct ktrace_span core,
			 struct ktrace_span s)
{
	size_t n;

	switch (how) {
	case FILTER_MATCH_EXACT:
		return core.n <= s.n && !memcmp(s.s, core.s, core.n) &&
		       (core.n == s.n || !s.s[core.n]);
	case FILTER_MATCH_PREFIX:
		return core.n <= s.n && !memcmp(s.s, core.s, core.n);
	case FILTER_MATCH_SUFFIX:
		n = strnlen(s.s, s.n);
		return core.n <= n && !memcmp(s.s + n - core.n, core.s, core.n);
	case FILTER_MATCH_CONTAINS:
		return filter_contains(core, s.s, strnlen(s.s, s.n));
	default:
		s.n = strnlen(s.s, s.n);
		return ktrace_filter_glob(core, s);
	}
}

/* Compare a string. A string that cannot be read is neither equal nor different. */
static bool filter_run_string(const struct ktrace_filter *filter,
			      const struct ktrace_filter_insn *insn,
			      const struct ktrace_filter_image *image)
{
	struct ktrace_span core = { (const char *)filter + insn->data.at, insn->data.len };
	struct ktrace_span s;

	if (filter_find_string(insn, image, &s))
		return false;
	return filter_match(insn->how, core, s) != insn->differs;
}

/* Return word @i of a set in a record, padded with zeros beyond its end. */
static unsigned long filter_set_word(struct ktrace_span set, size_t i)
{
	size_t at = i * sizeof(long);
	unsigned long word = 0;

	if (at < set.n)
		memcpy(&word, set.s + at, min(set.n - at, sizeof(word)));
	return word;
}

static bool filter_run_mask(const struct ktrace_filter *filter,
			    const struct ktrace_filter_insn *insn,
			    const struct ktrace_filter_image *image)
{
	const unsigned long *with = (const void *)filter + insn->data.at;
	bool meet = false, equal = true;
	unsigned long word, other;
	struct ktrace_span set;
	size_t i;

	if (!filter_locate(insn, image, &set))
		return false;
	for (i = 0; i < insn->data.len || i * sizeof(long) < set.n; i++) {
		word = filter_set_word(set, i);
		other = i < insn->data.len ? with[i] : 0;
		meet |= !!(word & other);
		equal &= word == other;
	}
	return (insn->how == FILTER_SETS_MEET ? meet : equal) != insn->differs;
}

/* Compare other operands than a number with a range. */
static noinline bool filter_run_other(const struct ktrace_filter *filter,
				      const struct ktrace_filter_insn *insn,
				      const struct ktrace_filter_image *image)
{
	u64 value;

	switch (insn->op) {
	case FILTER_OP_STRING:
		return filter_run_string(filter, insn, image);
	case FILTER_OP_MASK:
		return filter_run_mask(filter, insn, image);
	default:
		value = filter_load(insn, image);
		return value < insn->data.len &&
		       test_bit(value, (const void *)filter + insn->data.at);
	}
}

/* Compare a number in the record. */
static __always_inline bool filter_run_number(const struct ktrace_filter_insn *insn,
					      const struct ktrace_filter_image *image)
{
	const void *at = image->record + insn->offset;

	/* The most frequent sizes first: a kernel with retpolines has no jump tables. */
	if (insn->op == FILTER_OP_U64)
		return filter_outcome(insn, get_unaligned((const u64 *)at));
	if (insn->op == FILTER_OP_U32)
		return filter_outcome(insn, get_unaligned((const u32 *)at));
	if (insn->op == FILTER_OP_U16)
		return filter_outcome(insn, get_unaligned((const u16 *)at));
	return filter_outcome(insn, *(const u8 *)at);
}

/* Run one comparison. */
static __always_inline bool filter_run_insn(const struct ktrace_filter *filter,
					    const struct ktrace_filter_insn *insn,
					    const struct ktrace_filter_image *image)
{
	if (filter_is_number(insn))
		return filter_run_number(insn, image);
	if (insn->op == FILTER_OP_CPU)
		return filter_outcome(insn, image->cpu);
	return filter_run_other(filter, insn, image);
}

/* Slow path: other operands than numbers. */
static noinline bool filter_run_all(const struct ktrace_filter *filter,
				    const struct ktrace_filter_image *image)
{
	const struct ktrace_filter_insn *insn;

	for (insn = filter->insns; !filter_is_end(insn);)
		insn = filter_next(insn, filter_run_insn(filter, insn, image));
	return insn->op == FILTER_OP_ACCEPT;
}

/**
 * ktrace_filter_run - run a filter on a record
 * @filter:	the filter
 * @image:	the record
 *
 * Context: any, as far as @image->fetch allows.
 * Return: true if the filter accepts the record.
 */
bool ktrace_filter_run(const struct ktrace_filter *filter,
		       const struct ktrace_filter_image *image)
{
	const struct ktrace_filter_insn *insn = filter->insns;

	if (unlikely(image->len < filter->need))
		return false;
	/*
	 * Fast path: with numbers only there is no function call, so no register needs
	 * to be saved.
	 */
	if (filter->others)
		return filter_run_all(filter, image);
	do {
		insn = filter_next(insn, filter_run_number(insn, image));
	} while (!filter_is_end(insn));
	return insn->op == FILTER_OP_ACCEPT;
}
