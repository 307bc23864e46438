// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the fields, format, records and text that ktrace makes of a TRACE_EVENT().
 *
 * The tests use tracepoints and an instance of their own.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/ktrace_tracepoint.h>
#include <linux/preempt.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "command/knob.h"
#include "event/event_filter.h"
#include "event/image_kunit.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/missed.h"
#include "parse/filter.h"
#include "ring/ring.h"
#include "tracepoint/tracepoint.h"

#define CREATE_TRACE_POINTS
#include "tracepoint/tracepoint_kunit.h"

/* Minimum size of a ring. */
#define TEST_KB	1

/* Longest string in the tests, without its zero. */
#define TEXT_MAX	40

/* The instance is never freed. */
static struct ktrace_instance instance;

/**
 * struct expected_field - the expected description of a field
 * @name:	name of the field
 * @kind:	enum ktrace_field_kind
 * @location:	enum ktrace_field_location
 * @bytes:	size in the fixed part of the record
 * @offset:	offset in the fixed part
 * @is_signed:	signedness of an element
 */
struct expected_field {
	const char *name;
	u8	kind;
	u8	location;
	u16	bytes;
	u16	offset;
	bool	is_signed;
};

static int tracepoint_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB);
}

static struct ktrace_event *find_event(struct kunit *test, const char *name)
{
	struct ktrace_event *event;

	mutex_lock(&ktrace_event_mutex);
	event = ktrace_event_find("ktrace_kunit", name);
	mutex_unlock(&ktrace_event_mutex);
	KUNIT_ASSERT_NOT_NULL(test, event);
	return event;
}

static void tracepoint_listen(struct kunit *test, struct ktrace_event *event, bool on)
{
	int err = 0;

	mutex_lock(&ktrace_event_mutex);
	if (on)
		err = ktrace_event_enable(event, &instance, KTRACE_LISTEN_USER);
	else
		ktrace_event_disable(event, &instance, KTRACE_LISTEN_USER);
	mutex_unlock(&ktrace_event_mutex);
	KUNIT_ASSERT_EQ(test, err, 0);
}

/* Take the next record of this CPU, and expect @event and @text. */
static void expect_record(struct kunit *test, struct ktrace_event *event, const char *text)
{
	struct ring *ring = ktrace_buffer_ring(&instance.buffer);
	struct ring_record rec = { };
	struct seq_buf out;
	char *buf = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, buf);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, ((const struct ktrace_common *)rec.data)->type, event->id);
	KUNIT_EXPECT_EQ(test, ((const struct ktrace_common *)rec.data)->pid, current->pid);
	seq_buf_init(&out, buf, PAGE_SIZE);
	event->class->print(event, rec.data, rec.len, &out);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&out), text);
	ring_consume(ring);
}

static void expect_no_record(struct kunit *test)
{
	struct ring_record rec;

	KUNIT_EXPECT_FALSE(test, ring_peek(ktrace_buffer_ring(&instance.buffer), &rec));
}

static void expect_fields(struct kunit *test, const char *name,
			  const struct expected_field *expected, unsigned int nr)
{
	const struct ktrace_event *event = find_event(test, name);
	struct ktrace_field field;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		KUNIT_ASSERT_TRUE(test, event->class->field(event, i, &field));
		KUNIT_EXPECT_STREQ(test, field.name, expected[i].name);
		KUNIT_EXPECT_EQ_MSG(test, field.kind, expected[i].kind, "%s", field.name);
		KUNIT_EXPECT_EQ_MSG(test, field.location, expected[i].location, "%s", field.name);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_field_bytes(&field), expected[i].bytes, "%s",
				    field.name);
		KUNIT_EXPECT_EQ_MSG(test, field.offset, expected[i].offset, "%s", field.name);
		KUNIT_EXPECT_EQ_MSG(test, field.is_signed, expected[i].is_signed, "%s",
				    field.name);
	}
	KUNIT_EXPECT_FALSE(test, event->class->field(event, nr, &field));
}

/* char is unsigned in the kernel. */
static void fields_of_numbers(struct kunit *test)
{
	static const struct expected_field expected[] = {
		{ "small", KTRACE_FIELD_NUMBER, KTRACE_FIELD_INLINE, 1, 8, true },
		{ "half", KTRACE_FIELD_NUMBER, KTRACE_FIELD_INLINE, 2, 10, false },
		{ "big", KTRACE_FIELD_NUMBER, KTRACE_FIELD_INLINE, 8, 16, false },
		{ "yes", KTRACE_FIELD_NUMBER, KTRACE_FIELD_INLINE, 1, 24, false },
		{ "color", KTRACE_FIELD_NUMBER, KTRACE_FIELD_INLINE, 4, 28, true },
		{ "pointer", KTRACE_FIELD_POINTER, KTRACE_FIELD_INLINE, 8, 32, false },
		{ "name", KTRACE_FIELD_STRING, KTRACE_FIELD_KERNEL, 8, 40, false },
		{ "pair", KTRACE_FIELD_ARRAY, KTRACE_FIELD_INLINE, 16, 48, false },
		{ "text", KTRACE_FIELD_STRING, KTRACE_FIELD_INLINE, 12, 64, false },
		{ "words", KTRACE_FIELD_ARRAY, KTRACE_FIELD_INLINE, 12, 76, false },
	};

	expect_fields(test, "ktrace_kunit_numbers", expected, ARRAY_SIZE(expected));
}

static void fields_of_parts(struct kunit *test)
{
	static const struct expected_field expected[] = {
		{ "text", KTRACE_FIELD_STRING, KTRACE_FIELD_DATA_LOC, 4, 8, false },
		{ "part", KTRACE_FIELD_STRING, KTRACE_FIELD_DATA_LOC, 4, 12, false },
		{ "formatted", KTRACE_FIELD_STRING, KTRACE_FIELD_DATA_LOC, 4, 16, false },
		{ "halves", KTRACE_FIELD_ARRAY, KTRACE_FIELD_DATA_LOC, 4, 20, false },
		{ "bits", KTRACE_FIELD_BITMASK, KTRACE_FIELD_DATA_LOC, 4, 24, false },
		{ "cpus", KTRACE_FIELD_CPUMASK, KTRACE_FIELD_DATA_LOC, 4, 28, false },
		{ "address", KTRACE_FIELD_ARRAY, KTRACE_FIELD_DATA_LOC, 4, 32, false },
		{ "rel_text", KTRACE_FIELD_STRING, KTRACE_FIELD_REL_LOC, 4, 36, false },
		{ "rel_part", KTRACE_FIELD_STRING, KTRACE_FIELD_REL_LOC, 4, 40, false },
		{ "rel_words", KTRACE_FIELD_ARRAY, KTRACE_FIELD_REL_LOC, 4, 44, false },
		{ "rel_bits", KTRACE_FIELD_BITMASK, KTRACE_FIELD_REL_LOC, 4, 48, false },
		{ "rel_cpus", KTRACE_FIELD_CPUMASK, KTRACE_FIELD_REL_LOC, 4, 52, false },
		{ "rel_address", KTRACE_FIELD_ARRAY, KTRACE_FIELD_REL_LOC, 4, 56, false },
	};

	expect_fields(test, "ktrace_kunit_parts", expected, ARRAY_SIZE(expected));
}

/* Names of constants are replaced if a client cannot know them, and nothing else is. */
static void format_has_values(struct kunit *test)
{
	const struct ktrace_event *event = find_event(test, "ktrace_kunit_numbers");
	char *buf = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct seq_buf out;
	const char *text;

	KUNIT_ASSERT_NOT_NULL(test, buf);
	seq_buf_init(&out, buf, PAGE_SIZE);
	event->class->print_fmt(event, &out);
	text = seq_buf_str(&out);
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "{ 7, \"red\" }"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "{ -2, \"KTRACE_KUNIT_BLUE\" }"));
	KUNIT_EXPECT_NULL(test, strstr(text, "KTRACE_KUNIT_RED"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, ", 16"));
	KUNIT_EXPECT_NULL(test, strstr(text, "guid_t"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(text, "REC->pair.second"));
}

static void records_of_numbers(struct kunit *test)
{
	const struct ktrace_kunit_pair pair = { 3, 1ULL << 40 };
	struct ktrace_event *event = find_event(test, "ktrace_kunit_numbers");

	tracepoint_listen(test, event, true);
	migrate_disable();
	trace_ktrace_kunit_numbers(-5, 0x4f, KTRACE_KUNIT_RED, "constant", &pair);
	trace_ktrace_kunit_numbers(1, 0, 5, NULL, &pair);
	/* No string can be at this address, so the reader must not follow it. */
	trace_ktrace_kunit_numbers(1, 0, KTRACE_KUNIT_BLUE, (const char *)&pair, &pair);
	expect_record(test, event,
		      "ktrace_kunit_numbers: small=-5 big=79 color=red name=constant pair=3/1099511627776 words={0x1,0x16,0xffffffff} flags=one|two|both|0x40 size=16");
	expect_record(test, event,
		      "ktrace_kunit_numbers: small=1 big=0 color=0x5 name=(null) pair=3/1099511627776 words={0x1,0x16,0xffffffff} flags= size=16");
	expect_record(test, event,
		      "ktrace_kunit_numbers: small=1 big=0 color=KTRACE_KUNIT_BLUE name=(gone) pair=3/1099511627776 words={0x1,0x16,0xffffffff} flags= size=16");
	expect_no_record(test);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

static __printf(3, 4) void hit_parts(const char *text, int nr, const char *fmt, ...)
{
	static const u8 address[] = { 1, 2, 0xfe, 0xff };
	unsigned long bits[2] = { 0x8000000000000001, 0x21 };
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	trace_ktrace_kunit_parts(text, nr, bits, cpumask_of(0), address, &vaf);
	va_end(args);
}

static void records_of_parts(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_parts");

	tracepoint_listen(test, event, true);
	migrate_disable();
	hit_parts("some text", 4, "%d and %s", 17, "more");
	hit_parts("", 0, "%s", "");
	expect_record(test, event,
		      "ktrace_kunit_parts: some text some 17 and more {0x100,0x101,0x102,0x103} 00000000,00000021,80000000,00000001 01 02 fe ff 0102feff | some text some {0x10000,0x10001,0x10002,0x10003} 00000000,00000021,80000000,00000001");
	expect_record(test, event,
		      "ktrace_kunit_parts:    {} 00000000,00000021,80000000,00000001 01 02 fe ff 0102feff |   {} 00000000,00000021,80000000,00000001");
	expect_no_record(test);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

KUNIT_DEFINE_ACTION_WRAPPER(free_page_of_test, vfree, const void *);

/* Allocate a page followed by an unmapped page. */
static char *page_of_test(struct kunit *test)
{
	char *page = vmalloc(PAGE_SIZE);

	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_page_of_test, page));
	return page;
}

/* Non-zero bytes that word-at-a-time arithmetic could mistake for zero. */
static void fill_text(char *text, size_t len)
{
	static const char bytes[] = { 0x01, 0x80, 0xff, 'a', 0x7f };
	size_t i;

	for (i = 0; i < len; i++)
		text[i] = bytes[i % ARRAY_SIZE(bytes)];
}

/* Take the next record and check all of its bytes. */
static void expect_texts(struct kunit *test, const char *text, const char *part, u32 nr)
{
	struct ring *ring = ktrace_buffer_ring(&instance.buffer);
	struct ring_record rec = { };
	u32 text_bytes = strlen(text) + 1;
	u32 part_bytes = nr + 1;
	u32 at = 28;
	const u32 *word;
	const char *bytes;

	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	bytes = rec.data;
	word = rec.data;
	KUNIT_ASSERT_EQ(test, rec.len, round_up(at + 2 * text_bytes + 2 * part_bytes, 4));
	KUNIT_EXPECT_EQ(test, bytes[16], 0x5a);

	KUNIT_EXPECT_EQ(test, word[2], at | text_bytes << 16);
	KUNIT_EXPECT_MEMEQ(test, bytes + at, text, text_bytes);
	at += text_bytes;
	KUNIT_EXPECT_EQ(test, word[3], (at - 16) | text_bytes << 16);
	KUNIT_EXPECT_MEMEQ(test, bytes + at, text, text_bytes);
	at += text_bytes;
	KUNIT_EXPECT_EQ(test, word[5], at | part_bytes << 16);
	KUNIT_EXPECT_EQ(test, memcmp(bytes + at, part, nr), 0);
	KUNIT_EXPECT_EQ(test, bytes[at + nr], 0);
	at += part_bytes;
	KUNIT_EXPECT_EQ(test, word[6], (at - 28) | part_bytes << 16);
	KUNIT_EXPECT_EQ(test, memcmp(bytes + at, part, nr), 0);
	KUNIT_EXPECT_EQ(test, bytes[at + nr], 0);
	ring_consume(ring);
}

/* Strings of every length and alignment that end at or just before an unmapped page. */
static void records_of_texts(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_texts");
	char *text_end = page_of_test(test) + PAGE_SIZE;
	char *part_end = page_of_test(test) + PAGE_SIZE;
	size_t len, behind;
	char *text, *part;

	/* The part is not zero-terminated. */
	fill_text(part_end - PAGE_SIZE, PAGE_SIZE);
	tracepoint_listen(test, event, true);
	migrate_disable();
	for (len = 0; len <= TEXT_MAX; len++) {
		for (behind = 0; behind < sizeof(u64); behind++) {
			fill_text(text_end - PAGE_SIZE, PAGE_SIZE);
			text = text_end - behind - 1 - len;
			text[len] = 0;
			part = part_end - behind - len;
			trace_ktrace_kunit_texts(text, part, len);
			expect_texts(test, text, part, len);
		}
	}
	trace_ktrace_kunit_texts("some text", "", 0);
	expect_texts(test, "some text", "", 0);
	trace_ktrace_kunit_texts(NULL, NULL, 4);
	expect_texts(test, "(null)", "(nul", 4);
	expect_no_record(test);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

/*
 * The copy does not write outside of the string's room, and is terminated even if the
 * string has changed.
 */
static void copies_of_texts(struct kunit *test)
{
	char text[TEXT_MAX], to[TEXT_MAX + 3 * sizeof(u64)];
	size_t len, before;

	fill_text(text, sizeof(text));
	for (len = 0; len <= TEXT_MAX; len++) {
		for (before = 1; before <= sizeof(u64); before++) {
			memset(to, 0x5a, sizeof(to));
			ktrace_tracepoint_copy(to + before, text, len + 1);
			KUNIT_EXPECT_EQ(test, memcmp(to + before, text, len), 0);
			KUNIT_EXPECT_EQ(test, to[before + len], 0);
			KUNIT_EXPECT_NULL(test, memchr_inv(to, 0x5a, before));
			KUNIT_EXPECT_NULL(test, memchr_inv(to + before + len + 1, 0x5a,
							   sizeof(to) - before - len - 1));
		}
	}
	memset(to, 0x5a, sizeof(to));
	ktrace_tracepoint_copy(to + 1, text, 0);
	KUNIT_EXPECT_NULL(test, memchr_inv(to, 0x5a, sizeof(to)));
}

/* A record of the maximum length is written, a longer one is refused. */
static void long_texts_are_refused(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_texts");
	const size_t longest = (KTRACE_RECORD_MAX - 28 - 2) / 2 - 1;
	char *text = kunit_kzalloc(test, KTRACE_RECORD_MAX, GFP_KERNEL);
	unsigned long refused;

	KUNIT_ASSERT_NOT_NULL(test, text);
	tracepoint_listen(test, event, true);
	migrate_disable();
	refused = this_cpu_read(ktrace_missed.refused);
	fill_text(text, longest);
	trace_ktrace_kunit_texts(text, "", 0);
	expect_texts(test, text, "", 0);
	fill_text(text, longest + 4);
	trace_ktrace_kunit_texts(text, "", 0);
	expect_no_record(test);
	KUNIT_EXPECT_EQ(test, this_cpu_read(ktrace_missed.refused) - refused, 1);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

/* A faulty caller makes the sum of the variable lengths negative. */
static void negative_lengths_are_refused(struct kunit *test)
{
	/*
	 * With these lengths the variable part of the record has -4, -30, -34 and -38 bytes. The
	 * fixed part has 28 bytes, so only the first sum is positive. ktrace must refuse all four.
	 */
	static const int lengths[] = { -4, -17, -19, -21 };
	struct ktrace_event *event = find_event(test, "ktrace_kunit_texts");
	unsigned long refused;
	unsigned int i;

	tracepoint_listen(test, event, true);
	migrate_disable();
	refused = this_cpu_read(ktrace_missed.refused);
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		trace_ktrace_kunit_texts("", "", lengths[i]);
		expect_no_record(test);
	}
	KUNIT_EXPECT_EQ(test, this_cpu_read(ktrace_missed.refused) - refused, i);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

/* Offsets in a damaged record must not lead beyond the record. */
static void damaged_record_is_not_followed(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_parts");
	u32 record[40] = { event->id };
	char buf[64];
	struct seq_buf out;
	unsigned int len;

	/* The first string starts one byte after the end. */
	record[2] = sizeof(record) | 1 << 16;
	for (len = 0; len <= sizeof(record); len += sizeof(u32)) {
		seq_buf_init(&out, buf, sizeof(buf));
		event->class->print(event, record, len, &out);
		KUNIT_EXPECT_STREQ(test, seq_buf_str(&out), "ktrace_kunit_parts: (damaged)");
	}
}

static void classes_share(struct kunit *test)
{
	struct ktrace_event *first = find_event(test, "ktrace_kunit_first");
	struct ktrace_event *second = find_event(test, "ktrace_kunit_second");
	struct ktrace_event *odd = find_event(test, "ktrace_kunit_odd");

	tracepoint_listen(test, first, true);
	tracepoint_listen(test, second, true);
	tracepoint_listen(test, odd, true);
	migrate_disable();
	trace_ktrace_kunit_first(12000000345);
	trace_ktrace_kunit_second(3);
	trace_ktrace_kunit_odd(4);
	trace_ktrace_kunit_odd(5);
	expect_record(test, first, "ktrace_kunit_first: 12.000000345");
	expect_record(test, second, "ktrace_kunit_second: just 3");
	expect_record(test, odd, "ktrace_kunit_odd: 0.000000005");
	expect_no_record(test);
	tracepoint_listen(test, first, false);
	tracepoint_listen(test, second, false);
	tracepoint_listen(test, odd, false);
	trace_ktrace_kunit_first(1);
	expect_no_record(test);
	migrate_enable();
}

static void hit_itself(int depth)
{
	trace_ktrace_kunit_itself(depth, hit_itself);
}

/* A record nested in another one is written; deeper ones are only counted. */
static void itself_ends(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_itself");
	struct ktrace_missed before, after;

	tracepoint_listen(test, event, true);
	preempt_disable();
	/* No page is open yet: the first record takes the slow path, which builds an image. */
	hit_itself(0);
	before = *this_cpu_ptr(&ktrace_missed);
	hit_itself(1000);
	after = *this_cpu_ptr(&ktrace_missed);
	hit_itself(0);
	preempt_enable();
	migrate_disable();
	KUNIT_EXPECT_EQ(test, after.nested - before.nested, 1);
	KUNIT_EXPECT_EQ(test, after.refused, before.refused);
	expect_record(test, event, "ktrace_kunit_itself: depth=0");
	expect_record(test, event, "ktrace_kunit_itself: depth=1000");
	expect_record(test, event, "ktrace_kunit_itself: depth=999");
	expect_record(test, event, "ktrace_kunit_itself: depth=0");
	expect_no_record(test);
	migrate_enable();
	tracepoint_listen(test, event, false);
}

static void set_filter(struct kunit *test, struct ktrace_event *event, const char *text)
{
	struct ktrace_command line = { .text = (char *)text, .len = strlen(text) };
	struct ktrace_filter *filter =
		ktrace_event_filter_parse(&line, ktrace_span_of(text), event);

	KUNIT_ASSERT_FALSE(test, IS_ERR(filter));
	scoped_guard(mutex, &ktrace_event_mutex)
		filter = ktrace_listener_swap_filter(ktrace_listener_find(event, &instance),
						     filter);
	synchronize_rcu();
	ktrace_filter_free(filter);
}

/* A filter needs an image of the record; without a free image the record is counted as lost. */
static void no_image_is_counted(struct kunit *test)
{
	struct ktrace_event *event = find_event(test, "ktrace_kunit_itself");
	struct image_shortage s;

	tracepoint_listen(test, event, true);
	set_filter(test, event, "depth == 0");
	migrate_disable();
	image_shortage_begin(&s);
	hit_itself(0);
	image_shortage_end(&s);
	KUNIT_EXPECT_EQ(test, s.missed, 1);
	expect_no_record(test);
	hit_itself(0);
	expect_record(test, event, "ktrace_kunit_itself: depth=0");
	expect_no_record(test);
	migrate_enable();
	set_filter(test, event, "0");
	tracepoint_listen(test, event, false);
}

static struct kunit_case tracepoint_cases[] = {
	KUNIT_CASE(fields_of_numbers),
	KUNIT_CASE(fields_of_parts),
	KUNIT_CASE(format_has_values),
	KUNIT_CASE(records_of_numbers),
	KUNIT_CASE(records_of_parts),
	KUNIT_CASE(records_of_texts),
	KUNIT_CASE(copies_of_texts),
	KUNIT_CASE(long_texts_are_refused),
	KUNIT_CASE(negative_lengths_are_refused),
	KUNIT_CASE(damaged_record_is_not_followed),
	KUNIT_CASE(classes_share),
	KUNIT_CASE(itself_ends),
	KUNIT_CASE(no_image_is_counted),
	{}
};

static struct kunit_suite tracepoint_suite = {
	.name = "ktrace_tracepoint",
	.suite_init = tracepoint_suite_init,
	.test_cases = tracepoint_cases,
};
kunit_test_suite(tracepoint_suite);
