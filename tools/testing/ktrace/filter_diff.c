// SPDX-License-Identifier: GPL-2.0
/*
 * Compares filters with a naive evaluator. Random expressions are created as trees and
 * written as text, with redundant spaces and parentheses; the evaluator walks the tree
 * and needs no parser. Each filter runs on a random record, and as a prefilter on some of
 * the record's numbers. For run_tests.sh.
 *
 * usage: filter_diff [ROUNDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "parse/filter_cases.h"

#define NODES_MAX	40
#define TEXT_MAX	8192

/* Wide enough for the numbers of all fields, signed or not. */
#define wide __int128

/* Three-valued result of a comparison. */
enum truth { FALSE, TRUE, UNKNOWN };

enum shape { AND, OR, NOT, LEAF };

enum relation { EQ, NE, LT, LE, GT, GE, BITS, GLOB };

static const char * const relations[] = { "==", "!=", "<", "<=", ">", ">=", "&", "~" };

enum subject { NUMBER, CPU_NUMBER, TEXT, COMM_TEXT, USER_TEXT, SET, FUNCTION };

/* A node of an expression. */
struct node {
	enum shape	shape;
	int		kid[2];
	/* The following members belong to leaves. */
	enum subject	subject;
	unsigned int	field;
	enum relation	relation;
	wide		number;
	bool		list;		/* CPUS{}, not a number */
	bool		cpus[CASE_CPUS];
	char		text[16];
};

static struct node nodes[NODES_MAX];
static int nr_nodes;
static char written[TEXT_MAX];
static size_t length;
static struct case_record record;
static struct ktrace_filter_image image;

/* Return a number, most often a boundary value. */
static u64 any_number(void)
{
	static const u64 some[] = {
		0, 1, 2, 3, 100, 127, 128, 199, 200, 255, 256, 32767, 32768, 65535, 65536,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, CASE_FUNC, CASE_FUNC + 255,
		0x7fffffffffffffff, 0x8000000000000000,
	};
	u64 number = some[below(ARRAY_SIZE(some))];

	switch (below(6)) {
	case 0:
		return number + below(3) - 1;
	case 1:
		return -number;
	case 2:
		return below(8);
	case 3:
		return (u64)below(1 << 16) << 48 | (u64)below(1 << 24) << 24 | below(1 << 24);
	default:
		return number;
	}
}

static void any_text(char *text, unsigned int most, const char *bytes)
{
	unsigned int n = below(most + 1);

	while (n--)
		*text++ = bytes[below(strlen(bytes))];
	*text = '\0';
}

/* ---- Records */

static void make_record(void)
{
	unsigned long set[5] = { 0 };
	unsigned int i, at = 0;
	static char comm[16];
	char text[16] = "";
	u64 number;

	case_fill(&record, &image);
	for (i = 0; i < NR_CASE_FIELDS; i++) {
		if (case_fields[i].location != KTRACE_FIELD_INLINE || case_fields[i].count)
			continue;
		number = any_number();
		memcpy((char *)&record + case_fields[i].offset, &number, case_fields[i].size);
	}
	memset(record.name, 0, sizeof(record.name));
	any_text(text, 12, "aabbc*");
	memcpy(record.name, text, strlen(text));
	any_text(text, 8, "aabbc*");
	record.path = case_put(&record, &at, text, strlen(text) + below(2), CASE_PATH);
	any_text(text, 8, "aabbc*");
	record.rel = case_put(&record, &at, text, strlen(text) + below(2), CASE_REL);
	for (i = below(5); i; i--)
		set[below(5)] |= 1UL << below(below(2) ? 4 : 64);
	record.mask = case_put(&record, &at, set,
			       below(3) ? sizeof(set) : below(sizeof(set) + 1), CASE_MASK);
	record.relmask = case_put(&record, &at, set, below(9), CASE_RELMASK);
	record.bits[0] = below(2) ? below(4) : any_number();
	record.bits[1] = below(3) ? 0 : below(4);
	record.ptr = below(2) ? CASE_KERNEL : 0;
	record.str = below(2) ? CASE_USER : 0;
	/* Sometimes put a string outside of the record. */
	if (!below(8))
		record.path = below(1 << 16) << 16 | below(400);
	image.len = offsetof(struct case_record, more) + at;
	image.cpu = below(2) ? below(4) : below(CASE_CPUS);
	any_text(text, 8, "aabbc*");
	memcpy(comm, text, sizeof(comm));
	image.comm = comm;
}

/* ---- The evaluator */

static wide field_value(const struct node *n)
{
	const struct ktrace_field *f = &case_fields[n->field];
	const char *at = (const char *)&record + f->offset;
	u64 value = 0;

	if (n->subject == CPU_NUMBER)
		return image.cpu;
	memcpy(&value, at, f->size);
	if (!f->is_signed)
		return value;
	switch (f->size) {
	case 1:
		return (s8)value;
	case 2:
		return (s16)value;
	case 4:
		return (s32)value;
	default:
		return (s64)value;
	}
}

static unsigned int bits_of(const struct node *n)
{
	return n->subject == CPU_NUMBER ? 32 : 8 * case_fields[n->field].size;
}

/* Return true if two numbers have the same bits in a field of @bits. */
static bool same_bits(wide a, wide b, unsigned int bits)
{
	wide modulus = (wide)1 << bits;

	return ((a - b) % modulus + modulus) % modulus == 0;
}

static bool number_is(const struct node *n, wide value)
{
	wide with = n->number;
	unsigned int i;

	switch (n->relation) {
	case EQ:
		return same_bits(value, with, bits_of(n));
	case NE:
		return !same_bits(value, with, bits_of(n));
	case LT:
		return value < with;
	case LE:
		return value <= with;
	case GT:
		return value > with;
	case GE:
		return value >= with;
	default:
		for (i = 0; i < bits_of(n); i++) {
			if ((value >> i & 1) && (with >> i & 1))
				return true;
		}
		return false;
	}
}

static bool number_in(const struct node *n, wide value)
{
	unsigned int i, all = 0;
	bool in = value >= 0 && value < CASE_CPUS && n->cpus[value];

	for (i = 0; i < CASE_CPUS; i++)
		all += n->cpus[i];
	switch (n->relation) {
	case EQ:
		return in && all == 1;
	case NE:
		return !(in && all == 1);
	default:
		return in;
	}
}

static bool naive_glob(const char *glob, const char *s)
{
	switch (*glob) {
	case '\0':
		return !*s;
	case '*':
		return naive_glob(glob + 1, s) || (*s && naive_glob(glob, s + 1));
	case '?':
		return *s && naive_glob(glob + 1, s + 1);
	default:
		return *glob == *s && naive_glob(glob + 1, s + 1);
	}
}

/* Locate the bytes of a string or a set; false if they cannot be read. */
static bool bytes_at(const struct node *n, const char **at, unsigned int *bytes)
{
	const struct ktrace_field *f = &case_fields[n->field];
	u32 loc, offset;

	*at = (const char *)&record + f->offset;
	*bytes = f->size * f->count;
	if (f->location == KTRACE_FIELD_INLINE)
		return true;
	memcpy(&loc, *at, sizeof(loc));
	offset = loc % 65536 + (f->location == KTRACE_FIELD_REL_LOC ? f->offset + 4 : 0);
	*at = (const char *)&record + offset;
	*bytes = loc / 65536;
	return offset + *bytes <= image.len;
}

static enum truth string_is(const struct node *n, const char *at, unsigned int bytes)
{
	char *s = strndup(at, bytes);
	bool is;

	if (n->relation == GLOB)
		is = naive_glob(n->text, s);
	else
		is = !strcmp(n->text, s) == (n->relation == EQ);
	free(s);
	return is;
}

static enum truth string_truth(const struct node *n)
{
	const char *at;
	unsigned int bytes;

	if (n->subject == COMM_TEXT)
		return string_is(n, image.comm, 16);
	if (n->subject == USER_TEXT)
		return record.str == CASE_USER ? string_is(n, "in user space", 13) : FALSE;
	if (case_fields[n->field].location == KTRACE_FIELD_KERNEL)
		return record.ptr == CASE_KERNEL ? string_is(n, "in the kernel", 13) : FALSE;
	return bytes_at(n, &at, &bytes) ? string_is(n, at, bytes) : FALSE;
}

static bool set_is(const struct node *n)
{
	bool equal = true, meet = false, has, with;
	unsigned int bytes, i;
	const char *at;

	if (!bytes_at(n, &at, &bytes))
		return false;
	for (i = 0; i < 8 * bytes || i < CASE_CPUS; i++) {
		has = i < 8 * bytes && at[i / 8] >> i % 8 & 1;
		with = n->list ? i < CASE_CPUS && n->cpus[i] : i < 64 && n->number >> i & 1;
		meet = meet || (has && with);
		equal = equal && has == with;
	}
	return n->relation == EQ ? equal : n->relation == NE ? !equal : meet;
}

static enum truth leaf_truth(const struct node *n, u64 missing)
{
	bool in;

	if (n->subject != CPU_NUMBER && n->subject != COMM_TEXT && missing >> n->field & 1)
		return UNKNOWN;
	switch (n->subject) {
	case NUMBER:
	case CPU_NUMBER:
		return n->list ? number_in(n, field_value(n)) : number_is(n, field_value(n));
	case FUNCTION:
		in = (u64)field_value(n) >= CASE_FUNC &&
		     (u64)field_value(n) < CASE_FUNC + CASE_FUNC_BYTES;
		return n->relation == EQ ? in : !in;
	case SET:
		return set_is(n);
	default:
		return string_truth(n);
	}
}

/* Three-valued not, and, or: complement, minimum and maximum, with UNKNOWN in the middle. */
static enum truth truth_of(int i, u64 missing, enum truth (*leaf)(const struct node *, u64))
{
	const struct node *n = &nodes[i];
	enum truth a, b, strong;

	if (n->shape == LEAF)
		return leaf(n, missing);
	a = truth_of(n->kid[0], missing, leaf);
	if (n->shape == NOT)
		return a == UNKNOWN ? UNKNOWN : !a;
	b = truth_of(n->kid[1], missing, leaf);
	strong = n->shape == OR;
	if (a == strong || b == strong)
		return strong;
	return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : !strong;
}

/* As leaf_truth() if only comparisons of numbers with ranges are known, except of @missing. */
static enum truth leaf_truth_ranges(const struct node *n, u64 missing)
{
	if (n->list || (n->subject != NUMBER && n->subject != FUNCTION))
		return UNKNOWN;
	return leaf_truth(n, missing);
}

/* ---- Expressions */

/* Draw a number that is valid for the leaf's field and relation. */
static void make_number(struct node *n)
{
	bool is_signed = n->subject == NUMBER && case_fields[n->field].is_signed;
	unsigned int bits = n->subject == SET ? 64 : bits_of(n);
	wide most = ((wide)1 << bits) - 1, low = 0, high = most;

	if (is_signed) {
		low = -((wide)1 << (bits - 1));
		high = -low - 1;
	}
	if (n->subject != SET && (n->relation < LT || n->relation > GE)) {
		low = -((wide)1 << (bits - 1));
		high = most;
	}
	do {
		n->number = below(2) ? (wide)any_number() : (wide)(s64)any_number();
		if (n->subject != SET && below(3) == 0)
			n->number = field_value(n) + below(3) - 1;
		if (bits < 64 && below(2))
			n->number = low + (u64)n->number % (u64)(high - low + 1);
	} while (n->number < low || n->number > high);
}

static void make_cpus(struct node *n)
{
	unsigned int i, many = below(3) ? below(3) : below(20), top = below(2) ? 8 : CASE_CPUS;

	n->list = true;
	memset(n->cpus, 0, sizeof(n->cpus));
	for (i = 0; i <= many; i++)
		n->cpus[below(top)] = true;
	if (!below(3)) {
		unsigned int from = below(top), to = from + below(top - from);

		for (i = from; i <= to; i++)
			n->cpus[i] = true;
	}
}

static void make_leaf(struct node *n)
{
	static const enum relation set_relations[] = { EQ, NE, BITS };
	static const enum relation text_relations[] = { EQ, NE, GLOB, GLOB };

	*n = (struct node) { .shape = LEAF };
	do {
		n->field = below(NR_CASE_FIELDS);
	} while (case_fields[n->field].kind == KTRACE_FIELD_ARRAY);
	switch (case_fields[n->field].kind) {
	case KTRACE_FIELD_STRING:
		n->subject = below(6) ? TEXT : COMM_TEXT;
		break;
	case KTRACE_FIELD_CPUMASK:
	case KTRACE_FIELD_BITMASK:
		n->subject = SET;
		break;
	default:
		n->subject = below(12) ? NUMBER : CPU_NUMBER;
		if (n->field == CASE_STR && below(4))
			n->subject = USER_TEXT;
		else if (n->field == CASE_SITE && below(3))
			n->subject = FUNCTION;
		break;
	}
	switch (n->subject) {
	case NUMBER:
	case CPU_NUMBER:
		if (!below(6)) {
			n->relation = set_relations[below(3)];
			make_cpus(n);
			return;
		}
		n->relation = below(BITS + 1);
		make_number(n);
		return;
	case FUNCTION:
		n->relation = below(2) ? EQ : NE;
		return;
	case SET:
		n->relation = set_relations[below(3)];
		if (below(2))
			make_cpus(n);
		else
			make_number(n);
		return;
	default:
		n->relation = text_relations[below(4)];
		any_text(n->text, below(3) ? 4 : 8, n->relation == GLOB ? "aabc**?" : "aabbc*");
		/* The text in the record, or a pattern that matches it. */
		if (!below(4))
			strscpy(n->text, n->relation == GLOB ? "in*e*" : "in user space",
				sizeof(n->text));
		return;
	}
}

static int make_tree(unsigned int depth)
{
	int i = nr_nodes++;
	struct node *n = &nodes[i];

	if (!depth || nr_nodes > NODES_MAX - 8 || !below(4)) {
		make_leaf(n);
		return i;
	}
	n->shape = below(5) ? below(2) : NOT;
	n->kid[0] = make_tree(depth - 1);
	if (n->shape != NOT)
		n->kid[1] = make_tree(depth - 1);
	return i;
}

/* ---- Text */

static void put(const char *s)
{
	length += sprintf(written + length, "%s", s);
}

static void space(void)
{
	static const char * const spaces[] = { "", "", "", " ", " ", "  ", "\t", "\n" };

	put(spaces[below(ARRAY_SIZE(spaces))]);
}

static void put_number(const struct node *n)
{
	static const char * const formats[] = { "%llu", "0x%llx", "0%llo", "0X%llX" };
	wide number = n->number;
	u64 magnitude = number < 0 ? -number : number;
	char digits[32];

	sprintf(digits, formats[below(4)], magnitude);
	if (number < 0)
		put("-");
	put(digits);
	if (n->subject == NUMBER && case_fields[n->field].kind == KTRACE_FIELD_TIME && below(2))
		put("ns");
}

static void put_cpus(const struct node *n)
{
	unsigned int i = 0, last;
	const char *comma = "";
	char range[32];

	put("CPUS{");
	while (i < CASE_CPUS) {
		if (!n->cpus[i]) {
			i++;
			continue;
		}
		for (last = i; last + 1 < CASE_CPUS && n->cpus[last + 1] && below(9); last++)
			;
		sprintf(range, last == i ? "%s%u" : "%s%u-%u", comma, i, last);
		put(range);
		comma = ",";
		i = last + 1;
	}
	put("}");
}

static void put_text(const char *text, bool quoted)
{
	bool bare = !quoted && *text && !strchr(text, ' ') && below(2);
	const char *quote = bare ? "" : below(2) ? "'" : "\"";

	put(quote);
	put(text);
	put(quote);
}

static void put_leaf(const struct node *n)
{
	/* A pattern or quotes have the same meaning as the suffix. */
	bool suffix = n->subject == USER_TEXT && below(2);

	switch (n->subject) {
	case CPU_NUMBER:
		put(below(2) ? "cpu" : "CPU");
		break;
	case COMM_TEXT:
		put(below(2) ? "comm" : "COMM");
		break;
	default:
		put(case_fields[n->field].name);
		break;
	}
	if (n->subject == FUNCTION)
		put(".function");
	if (suffix)
		put(".ustring");
	space();
	put(relations[n->relation]);
	space();
	if (n->subject == FUNCTION)
		put(below(2) ? "vfs_read" : "0x8010");
	else if (n->list)
		put_cpus(n);
	else if (n->subject == NUMBER || n->subject == CPU_NUMBER || n->subject == SET)
		put_number(n);
	else
		put_text(n->text, n->subject == USER_TEXT && !suffix && n->relation != GLOB);
	/* Separate the word from the following text. */
	if (written[length - 1] != '"' && written[length - 1] != '\'')
		put(below(2) ? " " : "");
}

/* Precedence of a node: a weaker operand of a stronger operator needs parentheses. */
static int strength(const struct node *n)
{
	return n->shape == OR ? 0 : n->shape == AND ? 1 : 2;
}

static void put_node(int i, int around)
{
	const struct node *n = &nodes[i];
	bool open = strength(n) < around || !below(8);

	space();
	if (open)
		put("(");
	space();
	switch (n->shape) {
	case LEAF:
		put_leaf(n);
		break;
	case NOT:
		put("!");
		put_node(n->kid[0], 2);
		break;
	default:
		put_node(n->kid[0], strength(n));
		space();
		put(n->shape == AND ? "&&" : "||");
		put_node(n->kid[1], strength(n));
		break;
	}
	space();
	if (open)
		put(")");
}

/* ---- The comparison */

static u64 number_of(const void *from, unsigned int field)
{
	u64 value = any_number();

	memcpy(&value, (const char *)from + case_fields[field].offset, case_fields[field].size);
	return value;
}

static const char *const verdicts[] = { "no", "yes", "unknown" };

static bool differ(const char *what, enum truth want, int is)
{
	if ((int)want == is)
		return false;
	printf("# %s: %s, not %s: %s\n", what, verdicts[is], verdicts[want], written);
	return true;
}

/* A prefilter, and the values that it reads: a slot for each field, and a task's name. */
static union {
	struct ktrace_prefilter prefilter;
	char bytes[sizeof(struct ktrace_prefilter) +
		   KTRACE_PREFILTER_MAX * sizeof(struct ktrace_prefilter_insn)];
} prefilter_room;
static unsigned long long prefilter_counts[3];

/*
 * Compare the verdict of a prefilter: the numbers in @missing are not available, the
 * others are in random places.
 */
static bool prefilter_differs(const struct ktrace_filter *filter, u64 missing)
{
	struct ktrace_field fields[NR_CASE_FIELDS];
	u64 slots[2][NR_CASE_FIELDS + 2];
	const struct ktrace_prefilter_env env = {
		.filters = &filter, .nr_filters = 1, .fields = fields,
		.nr_fields = NR_CASE_FIELDS, .comm_at = NR_CASE_FIELDS * sizeof(u64),
	};
	enum truth least = truth_of(0, missing, leaf_truth_ranges);
	enum truth want = truth_of(0, 0, leaf_truth);
	unsigned int i, place;

	for (i = 0; i < NR_CASE_FIELDS; i++) {
		fields[i] = case_fields[i];
		if (fields[i].location != KTRACE_FIELD_INLINE || fields[i].count ||
		    missing >> i & 1)
			continue;
		place = below(2);
		fields[i].avail = place ? KTRACE_AVAIL_TASK : KTRACE_AVAIL_OWN;
		fields[i].at = i * sizeof(u64);
		slots[!place][i] = any_number();
		slots[place][i] = number_of(&record, i);
	}
	memcpy(&slots[1][NR_CASE_FIELDS], image.comm, KTRACE_FIELD_COMM_BYTES);
	if (!ktrace_prefilter_compile(&prefilter_room.prefilter, &env)) {
		prefilter_counts[UNKNOWN]++;
		return !least && differ("the prefilter decides nothing", least, UNKNOWN);
	}
	if (!ktrace_prefilter_accepts(&prefilter_room.prefilter, slots[0], slots[1])) {
		prefilter_counts[FALSE]++;
		return differ("prefilter", want, FALSE);
	}
	prefilter_counts[TRUE]++;
	if (prefilter_room.prefilter.exact)
		return differ("prefilter", want, TRUE);
	return !least && differ("prefilter", least, TRUE);
}

static bool round_differs(unsigned long long counts[2])
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	u64 missing = 0;
	enum truth want;
	bool bad;

	make_record();
	nr_nodes = 0;
	make_tree(below(6));
	length = 0;
	put_node(0, 0);
	if (ktrace_filter_parse(written, length, &case_env, &filter, &error)) {
		printf("# refused at %u: %s: %s\n", error.column,
		       ktrace_filter_messages[error.code].text, written);
		return true;
	}
	if (below(2))
		missing = seed & (seed >> 20);
	want = truth_of(0, 0, leaf_truth);
	counts[want]++;
	bad = differ("image", want, ktrace_filter_run(filter, &image)) ||
	      prefilter_differs(filter, missing);
	ktrace_filter_free(filter);
	return bad;
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 20000, i;
	unsigned long long counts[2] = { 0 }, start;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	start = seed;
	for (i = 0; i < rounds; i++) {
		if (round_differs(counts)) {
			printf("# round %lu of seed %llu\n", i, start);
			break;
		}
	}
	printf("# %llu yes, %llu no\n", counts[TRUE], counts[FALSE]);
	printf("# prefilter: %llu pass, %llu are refused, %llu are undecided\n",
	       prefilter_counts[TRUE], prefilter_counts[FALSE], prefilter_counts[UNKNOWN]);
	i = i == rounds && counts[TRUE] && counts[FALSE] &&
	    prefilter_counts[TRUE] && prefilter_counts[FALSE] && prefilter_counts[UNKNOWN];
	printf("%sok - filter: the naive evaluator agrees, %lu rounds\n", i ? "" : "not ", rounds);
	return !i;
}
