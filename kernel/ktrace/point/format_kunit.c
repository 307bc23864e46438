// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of static points (ktrace_point()): packing of arguments, checks of formats, names
 * of fields, text of records.
 */
#include <kunit/test.h>
#include <linux/align.h>
#include <linux/ktrace.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <uapi/linux/ktrace.h>

#include "point/format.h"

#define U8	1
#define S8	(1 | KTRACE_ARG_SIGNED)
#define U16	2
#define S16	(2 | KTRACE_ARG_SIGNED)
#define U32	4
#define S32	(4 | KTRACE_ARG_SIGNED)
#define U64	8
#define S64	(8 | KTRACE_ARG_SIGNED)
#define PTR	(8 | KTRACE_ARG_POINTER)
#define STR	(4 | KTRACE_ARG_STRING)

#define MAX_ARGS	4

/* A record with its strings, as ktrace_point_write() writes it. */
union record {
	u64	words[32];
	u8	bytes[256];
};

static void make_args(struct ktrace_point_arg *args, const u8 *types,
		      unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		args[i] = (struct ktrace_point_arg) { types[i], KTRACE_POINT_STRING };
}

static u32 make_record(const struct ktrace_point_layout *layout,
		       const u64 *values, union record *rec)
{
	u32 end = layout->bytes;
	unsigned int i;

	memset(rec, 0, sizeof(*rec));
	for (i = 0; i < layout->nr_fields; i++) {
		const struct ktrace_point_field *field = &layout->fields[i];
		u64 value = values[i];

		if (field->type & KTRACE_ARG_STRING) {
			const char *text = (const char *)(unsigned long)value;

			value = ktrace_point_loc(end, strlen(text) + 1);
			strscpy(rec->bytes + end, text, sizeof(*rec) - end);
			end += strlen(text) + 1;
		}
		memcpy(rec->bytes + field->offset, &value,
		       field->type & KTRACE_ARG_BYTES);
	}
	return ALIGN(end, sizeof(u32));
}

struct print_case {
	const char *format;
	unsigned int nr;
	u8	types[MAX_ARGS];
	u64	values[MAX_ARGS];
	const char *text;
};

#define TEXT(s)		((u64)(unsigned long)(s))

static const struct print_case print_cases[] = {
	{ "nothing", 0, {}, {}, "nothing" },
	{ "100%%", 0, {}, {}, "100%" },
	{ "%d %i", 2, { S32, S32 }, { -1, 2 }, "-1 2" },
	{ "%u", 1, { U32 }, { U32_MAX }, "4294967295" },
	{ "%x %X %o", 3, { U32, U32, U32 }, { 0xbeef, 0xbeef, 8 }, "beef BEEF 10" },
	{ "%#x|%08x|%+d|% d", 4, { U32, U32, S32, S32 }, { 16, 255, 5, 6 },
	  "0x10|000000ff|+5| 6" },
	{ "%5d|%-5d|%.3d", 3, { S32, S32, S32 }, { 42, 42, 7 }, "   42|42   |007" },
	{ "%*d|%-*d", 4, { S32, S32, S32, S32 }, { 4, 42, 4, 42 }, "  42|42  " },
	{ "%*d|%.*d", 4, { S32, S32, S32, S32 }, { -4, 42, -1, 7 }, "42  |7" },
	{ "%ld %lu", 2, { S64, U64 }, { S64_MIN, U64_MAX },
	  "-9223372036854775808 18446744073709551615" },
	{ "%lld %llx", 2, { S64, S64 }, { -1, -1 }, "-1 ffffffffffffffff" },
	{ "%zd %zu %td", 3, { S64, U64, S64 }, { -1, 1, -2 }, "-1 1 -2" },
	{ "%hhd %hhu %hd %hx", 4, { S32, S32, S32, S32 }, { 200, -1, 40000, -1 },
	  "-56 255 -25536 ffff" },
	/* Narrow fields are sign- or zero-extended like arguments of functions. */
	{ "%d %d %d %d", 4, { U8, S8, U16, S16 }, { 0xff, 0xff, 0xffff, 0xffff },
	  "255 -1 65535 -1" },
	{ "%x %x", 2, { S8, S16 }, { 0xff, 0xfffe }, "ffffffff fffffffe" },
	{ "[%c%c]%3c", 3, { U8, S32, U8 }, { 'o', 'k', '!' }, "[ok]  !" },
	{ "%s-%s", 2, { STR, STR }, { TEXT("one"), TEXT("two") }, "one-two" },
	{ "%5s|%-5s|%.2s", 3, { STR, STR, STR },
	  { TEXT("ab"), TEXT("ab"), TEXT("abcd") }, "   ab|ab   |ab" },
	{ "%*s|%s", 3, { S32, STR, STR }, { 4, TEXT("ab"), TEXT("") }, "  ab|" },
	/*
	 * The text stays on one line for any bytes; an escape sequence is one character
	 * wide.
	 */
	{ "%s|%4s|%-4s|", 3, { STR, STR, STR },
	  { TEXT("a\nb\\\033"), TEXT("\001"), TEXT("\"\r") },
	  "a\\nb\\\\\\33|   \\1|\"\\r  |" },
	{ "%c%3c%-3c|", 3, { U8, U8, U8 }, { '\n', 0, '\t' }, "\\n  \\0\\t  |" },
	{ "one\ntwo %d", 1, { S32 }, { 3 }, "one\\ntwo 3" },
	{ "%d %s %lx", 3, { S32, STR, U64 }, { 1, TEXT("x"), 0x123456789aUL },
	  "1 x 123456789a" },
	{ "%px %pe", 2, { PTR, PTR }, { 0x1234, (u64)-EINVAL },
	  "0000000000001234 -22" },
	{ "%6px", 1, { PTR }, { 0x1234 }, "  1234" },
};

static void point_print_test(struct kunit *test)
{
	struct ktrace_point_arg args[MAX_ARGS];
	char *buf = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct seq_buf out;
	const char *why;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, buf);
	for (i = 0; i < ARRAY_SIZE(print_cases); i++) {
		const struct print_case *c = &print_cases[i];
		struct ktrace_point_layout layout = {};
		union record rec;
		u32 len;

		make_args(args, c->types, c->nr);
		why = ktrace_point_layout_init(&layout, c->format, "", args, c->nr);
		KUNIT_ASSERT_NULL_MSG(test, why, "%s", c->format);
		len = make_record(&layout, c->values, &rec);
		seq_buf_init(&out, buf, PAGE_SIZE);
		ktrace_point_print(&layout, &rec, len, &out);
		/* The text depends on CONFIG_SYMBOLIC_ERRNAME. */
		if (!strstr(c->format, "%pe") || !IS_ENABLED(CONFIG_SYMBOLIC_ERRNAME))
			KUNIT_EXPECT_STREQ(test, seq_buf_str(&out), c->text);
	}
}

/* A record may be truncated at any byte and may contain any data. */
static void point_hostile_test(struct kunit *test)
{
	static const u8 types[] = { S32, STR, U64, STR };
	static const u64 values[] = { 3, TEXT("text"), 5, TEXT("more") };
	static const u32 locs[] = { 0, U32_MAX, 0x00ff0000, 0xffff0010, 0x0004fffe };
	struct ktrace_point_layout layout = {};
	struct ktrace_point_arg args[MAX_ARGS];
	char *buf = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	u8 *copy;
	struct seq_buf out;
	union record rec;
	u32 len, i;

	KUNIT_ASSERT_NOT_NULL(test, buf);
	make_args(args, types, MAX_ARGS);
	KUNIT_ASSERT_NULL(test, ktrace_point_layout_init(&layout, "%*s %lx %s", "",
							 args, MAX_ARGS));
	len = make_record(&layout, values, &rec);
	for (i = 0; i < len; i++) {
		/* Allocate the exact length, so that KASAN detects reads beyond the end. */
		copy = kunit_kmalloc(test, i + 1, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, copy);
		memcpy(copy, &rec, i);
		seq_buf_init(&out, buf, PAGE_SIZE);
		ktrace_point_print(&layout, copy, i, &out);
		KUNIT_EXPECT_FALSE(test, seq_buf_has_overflowed(&out));
		kunit_kfree(test, copy);
	}
	for (i = 0; i < ARRAY_SIZE(locs); i++) {
		memcpy(rec.bytes + layout.fields[1].offset, &locs[i], sizeof(u32));
		seq_buf_init(&out, buf, PAGE_SIZE);
		ktrace_point_print(&layout, &rec, len, &out);
		KUNIT_EXPECT_FALSE(test, seq_buf_has_overflowed(&out));
	}
	/* The buffer is too small for the text. */
	seq_buf_init(&out, buf, 4);
	ktrace_point_print(&layout, &rec, len, &out);
	KUNIT_EXPECT_TRUE(test, seq_buf_has_overflowed(&out));
}

static const struct {
	const char *format;
	unsigned int nr;
	u8	types[MAX_ARGS];
} refused_cases[] = {
	{ "%n", 1, { PTR } },
	{ "%f", 1, { U64 } },
	{ "%", 0, {} },
	{ "%l", 1, { U64 } },
	{ "%d", 0, {} },
	{ "%d", 2, { S32, S32 } },
	{ "", 1, { S32 } },
	{ "%*d", 1, { S32 } },
	{ "%*d", 2, { S64, S32 } },
	{ "%*d", 2, { STR, S32 } },
	{ "%s", 1, { PTR } },
	{ "%s", 1, { U64 } },
	{ "%.*s", 2, { S32, STR } },
	{ "%p", 1, { STR } },
	{ "%p", 1, { U64 } },
	{ "%lx", 1, { PTR } },
	{ "%d", 1, { STR } },
	{ "%pI4", 1, { PTR } },
	{ "%pSR", 1, { PTR } },
	{ "%pd", 1, { PTR } },
	{ "%1000d", 1, { S32 } },
	{ "%99999999999d", 1, { S32 } },
	{ "%.1000d", 1, { S32 } },
	{ "%-------d", 1, { S32 } },
};

static void point_refused_test(struct kunit *test)
{
	struct ktrace_point_arg args[MAX_ARGS];
	const char *why;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(refused_cases); i++) {
		struct ktrace_point_layout layout = {};

		make_args(args, refused_cases[i].types, refused_cases[i].nr);
		why = ktrace_point_layout_init(&layout, refused_cases[i].format, "",
					       args, refused_cases[i].nr);
		KUNIT_EXPECT_NOT_NULL_MSG(test, why, "%s", refused_cases[i].format);
	}
}

static void expect_names(struct kunit *test, const char *format, const char *text,
			 const char *a, const char *b, const char *c)
{
	static const u8 types[] = { S32, S32, S32 };
	struct ktrace_point_layout layout = {};
	struct ktrace_point_arg args[3];

	make_args(args, types, 3);
	KUNIT_ASSERT_NULL(test, ktrace_point_layout_init(&layout, format, text, args, 3));
	KUNIT_EXPECT_STREQ(test, layout.fields[0].name, a);
	KUNIT_EXPECT_STREQ(test, layout.fields[1].name, b);
	KUNIT_EXPECT_STREQ(test, layout.fields[2].name, c);
}

static void point_names_test(struct kunit *test)
{
	static const char plain[] = "%d %d %d";

	expect_names(test, plain, "a, b, c", "a", "b", "c");
	expect_names(test, plain, "p->pid, s.t->u_1,c", "pid", "u_1", "c");
	expect_names(test, plain, "f(a, b), x[1], 5", "arg1", "arg2", "arg3");
	expect_names(test, plain, "\"a,\\\",b\", ',', c", "arg1", "arg2", "c");
	expect_names(test, plain, "({ a, b; }), (int)c, -d", "arg1", "arg2", "arg3");
	expect_names(test, plain, "p->x, q->x, x", "x", "arg2", "arg3");
	expect_names(test, plain, "arg2, common_pid, c", "arg1", "arg2", "c");
	expect_names(test, plain, "a_name_of_more_than_thirty_one_bytes, f()->b, ",
		     "arg1", "arg2", "arg3");
	expect_names(test, "pid=%d x=%d,%d", "a, b, c", "pid", "x", "c");
	expect_names(test, "=%d a =%d c=%d", "a, b, b", "a", "b", "c");
	expect_names(test, "b=%d %d b=%d", "a, b, c", "b", "arg2", "c");
	expect_names(test, "1a=%d common_type=%d arg3=%d", "", "arg1", "arg2", "arg3");
	expect_names(test, "w=%*d c=%d", "width, b, x", "width", "w", "c");
	expect_names(test, plain, "\"unterminated", "arg1", "arg2", "arg3");
}

static void point_print_fmt_test(struct kunit *test)
{
	static const u8 types[] = { S32, STR, U64 };
	struct ktrace_point_layout layout = {};
	struct ktrace_point_arg args[3];
	struct seq_buf out;
	char buf[128];

	make_args(args, types, 3);
	KUNIT_ASSERT_NULL(test, ktrace_point_layout_init(&layout, "\"%d\"\t%s\\\n%lu\x01",
							 "a, b, c", args, 3));
	seq_buf_init(&out, buf, sizeof(buf));
	ktrace_point_print_fmt(&layout, &out);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&out),
			   "\"\\\"%d\\\"\\t%s\\\\\\n%lu\\001\", REC->a, __get_str(b), REC->c");
}

/* ktrace_point_pack() and the layout agree on the offsets. */
static void point_pack_test(struct kunit *test)
{
	static const u8 types[][MAX_ARGS] = {
		{ U8, S8, U16, S32 }, { S64, U64, PTR, S64 }, { U8, S64, U8, S64 },
		{ S32, U8, U16, S64 }, { U16, S32, U8, S16 }, { U32, U32, U32, U32 },
	};
	static const u64 values[] = { -1, 0x123456789abcdef0, 0x8182838485868788, 7 };
	struct ktrace_point_arg args[MAX_ARGS];
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		struct ktrace_point_values packed = {};
		struct ktrace_point_layout layout = {};
		union record rec;

		make_args(args, types[i], MAX_ARGS);
		for (j = 0; j < MAX_ARGS; j++)
			packed = ktrace_point_add(packed, values[j], types[i][j]);
		KUNIT_EXPECT_TRUE(test, ktrace_point_packed(packed));
		KUNIT_EXPECT_EQ(test, packed.nr, MAX_ARGS);
		KUNIT_EXPECT_EQ(test, packed.v0, values[0]);
		KUNIT_EXPECT_EQ(test, packed.v3, values[3]);
		/* The result is irrelevant: only the layout is used. */
		ktrace_point_layout_init(&layout, "", "", args, MAX_ARGS);
		make_record(&layout, values, &rec);
		KUNIT_EXPECT_EQ(test, ALIGN(packed.bytes, sizeof(u64)) +
				sizeof(struct ktrace_common), layout.bytes);
		KUNIT_EXPECT_EQ(test, packed.w0, rec.words[1]);
		KUNIT_EXPECT_EQ(test, packed.w1, rec.words[2]);
		KUNIT_EXPECT_EQ(test, packed.w2, rec.words[3]);
		KUNIT_EXPECT_EQ(test, packed.w3, rec.words[4]);
	}
}

static void point_too_much_to_pack_test(struct kunit *test)
{
	struct ktrace_point_values v = {};
	unsigned int i;

	KUNIT_EXPECT_FALSE(test, ktrace_point_packed(ktrace_point_add(v, 1, STR)));
	for (i = 0; i < KTRACE_POINT_WORDS; i++)
		v = ktrace_point_add(v, i, U64);
	KUNIT_EXPECT_TRUE(test, ktrace_point_packed(v));
	KUNIT_EXPECT_FALSE(test, ktrace_point_packed(ktrace_point_add(v, 1, U8)));
}

/* Types of arguments, as the compiler derives them. */
static void point_types_test(struct kunit *test)
{
	enum { ONE } one = ONE;
	const unsigned char narrow = 1;
	const short *const ended = NULL;
	char array[5];

	KUNIT_EXPECT_EQ(test, U8, __ktrace_arg_type(typeof(narrow)));
	KUNIT_EXPECT_EQ(test, U8, __ktrace_arg_type(char));
	KUNIT_EXPECT_EQ(test, S8, __ktrace_arg_type(s8));
	KUNIT_EXPECT_EQ(test, U8, __ktrace_arg_type(bool));
	KUNIT_EXPECT_EQ(test, S16, __ktrace_arg_type(typeof(*ended)));
	KUNIT_EXPECT_EQ(test, U32, __ktrace_arg_type(typeof(one)));
	KUNIT_EXPECT_EQ(test, S32, __ktrace_arg_type(typeof(1)));
	KUNIT_EXPECT_EQ(test, U64, __ktrace_arg_type(size_t));
	KUNIT_EXPECT_EQ(test, S64, __ktrace_arg_type(long long));
	KUNIT_EXPECT_EQ(test, PTR, __ktrace_arg_type(void *));
	KUNIT_EXPECT_EQ(test, PTR, __ktrace_arg_type(const struct kunit *));
	KUNIT_EXPECT_EQ(test, PTR, __ktrace_arg_type(u8 *));
	KUNIT_EXPECT_EQ(test, PTR, __ktrace_arg_type(int [3]));
	KUNIT_EXPECT_EQ(test, PTR, __ktrace_arg_type(typeof(point_types_test)));
	KUNIT_EXPECT_EQ(test, STR, __ktrace_arg_type(char *));
	KUNIT_EXPECT_EQ(test, STR, __ktrace_arg_type(const char *const));
	KUNIT_EXPECT_EQ(test, STR, __ktrace_arg_type(typeof("literal")));
	KUNIT_EXPECT_EQ(test, STR, __ktrace_arg_type(typeof(array)));
	KUNIT_EXPECT_EQ(test, 5, __ktrace_arg_max(typeof(array)));
	KUNIT_EXPECT_EQ(test, KTRACE_POINT_STRING, __ktrace_arg_max(char *));
	KUNIT_EXPECT_EQ(test, KTRACE_POINT_STRING, __ktrace_arg_max(char [256]));
}

static struct kunit_case point_cases[] = {
	KUNIT_CASE(point_print_test),
	KUNIT_CASE(point_hostile_test),
	KUNIT_CASE(point_refused_test),
	KUNIT_CASE(point_names_test),
	KUNIT_CASE(point_print_fmt_test),
	KUNIT_CASE(point_pack_test),
	KUNIT_CASE(point_too_much_to_pack_test),
	KUNIT_CASE(point_types_test),
	{}
};

static struct kunit_suite point_suite = {
	.name = "ktrace_point",
	.test_cases = point_cases,
};

kunit_test_suite(point_suite);
