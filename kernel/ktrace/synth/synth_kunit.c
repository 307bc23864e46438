// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of synthetic events: values in records, and lifetime.
 *
 * The tests use events and an instance of their own, and do not affect other users of
 * ktrace.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/unaligned.h>

#include "command/knob.h"
#include "event/event_filter.h"
#include "event/image_kunit.h"
#include "event/instance.h"
#include "event/listener.h"
#include "parse/filter.h"
#include "synth/internal.h"
#include "synth/synth.h"

/* Minimum size of a ring. */
#define TEST_KB		1

/* Room for the text of the longest record. */
#define TEXT_MAX	(2 * KTRACE_RECORD_MAX)

/* Never freed. */
static struct ktrace_instance instance;

/**
 * struct synth_test - fixture of a test
 * @synth:	the event; NULL if it was removed
 * @page:	buffer for a page of a ring
 * @record:	copy of the only record
 * @len:	its length in bytes
 * @text:	the record as text
 */
struct synth_test {
	struct ktrace_synth	*synth;
	void			*page;
	u8			record[KTRACE_RECORD_MAX];
	u32			len;
	char			text[TEXT_MAX];
};

static int synth_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB);
}

static int synth_test_init(struct kunit *test)
{
	struct synth_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	test->priv = t;
	if (!t)
		return -ENOMEM;
	t->page = kunit_kzalloc(test, instance.buffer.page_bytes, GFP_KERNEL);
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	return t->page ? 0 : -ENOMEM;
}

static int synth_command(const char *line)
{
	return ktrace_synth_command(line, strlen(line), false, NULL);
}

static void synth_listen(struct synth_test *t, bool on)
{
	guard(mutex)(&ktrace_event_mutex);
	if (on)
		ktrace_event_enable(&t->synth->event, &instance, KTRACE_LISTEN_USER);
	else
		ktrace_event_disable(&t->synth->event, &instance, KTRACE_LISTEN_USER);
}

static void synth_test_exit(struct kunit *test)
{
	struct synth_test *t = test->priv;

	if (!t || !t->synth)
		return;
	synth_listen(t, false);
	ktrace_synth_put(t->synth);
	synth_command("!kunit_synth");
}

/* Define the event kunit_synth and enable it. */
static void synth_define(struct kunit *test, const char *fields)
{
	struct synth_test *t = test->priv;
	char line[256];

	snprintf(line, sizeof(line), "kunit_synth %s", fields);
	KUNIT_ASSERT_EQ(test, 0, synth_command(line));
	t->synth = ktrace_synth_get("kunit_synth");
	KUNIT_ASSERT_NOT_NULL(test, t->synth);
	synth_listen(t, true);
}

static void set_filter(struct kunit *test, const char *text)
{
	struct synth_test *t = test->priv;
	struct ktrace_command line = { .text = (char *)text, .len = strlen(text) };
	struct ktrace_filter *filter;

	filter = ktrace_event_filter_parse(&line, ktrace_span_of(text), &t->synth->event);
	KUNIT_ASSERT_FALSE(test, IS_ERR(filter));
	scoped_guard(mutex, &ktrace_event_mutex)
		filter = ktrace_listener_swap_filter(ktrace_listener_find(&t->synth->event,
									  &instance),
						     filter);
	synchronize_rcu();
	ktrace_filter_free(filter);
}

/* Copy the last record in the buffer to @t; return the number of records in the buffer. */
static int synth_records(struct synth_test *t)
{
	struct ring_iter iter;
	struct ring_record rec;
	struct ring *ring;
	int cpu, nr = 0;

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(&instance.buffer, cpu);
		if (!ring)
			continue;
		ring_iter_start(ring, &iter, t->page);
		while (ring_iter_next(ring, &iter, &rec)) {
			memcpy(t->record, rec.data, rec.len);
			t->len = rec.len;
			nr++;
		}
		ktrace_buffer_unlock_cpu(&instance.buffer, cpu);
	}
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	return nr;
}

/* Emit the event; return the only record as text. */
static const char *synth_happens(struct kunit *test, const union ktrace_synth_value *values)
{
	struct synth_test *t = test->priv;
	struct seq_buf out;

	ktrace_synth_emit(t->synth, values);
	KUNIT_EXPECT_EQ(test, synth_records(t), 1);
	seq_buf_init(&out, t->text, sizeof(t->text));
	t->synth->event.class->print(&t->synth->event, t->record, t->len, &out);
	return seq_buf_str(&out);
}

#define NUMBER(_number)		{ .number = (_number) }
#define STRING(_text, _size)	{ .string = { (_text), (_size) } }

static void synth_numbers(struct kunit *test)
{
	const union ktrace_synth_value values[] = {
		NUMBER(-1), NUMBER(-1), NUMBER(-2), NUMBER(-2), NUMBER(-3), NUMBER(0x1fffffffful),
		NUMBER(S64_MIN), NUMBER(U64_MAX), NUMBER(1), NUMBER(-5),
		NUMBER((__force u64)GFP_KERNEL),
	};
	char wanted[256];
	gfp_t gfp = GFP_KERNEL;

	synth_define(test, "s8 a u8 b s16 c u16 d s32 e u32 f s64 g u64 h bool i pid_t j gfp_t k");
	snprintf(wanted, sizeof(wanted), "kunit_synth: a=-1 b=255 c=-2 d=65534 e=-3 "
		 "f=4294967295 g=-9223372036854775808 h=18446744073709551615 i=1 j=-5 "
		 "k=%x (%pGg)", (__force unsigned int)gfp, &gfp);
	KUNIT_EXPECT_STREQ(test, synth_happens(test, values), wanted);
	/* The sum of the fields' sizes, which clients expect. */
	KUNIT_EXPECT_EQ(test, ((struct synth_test *)test->priv)->len, 8 + 2 * 8 + 9 * 4);
}

static void synth_strings(struct kunit *test)
{
	const union ktrace_synth_value whole[] = {
		STRING("four", 5), STRING("dynamic", 8), STRING("x", 2), NUMBER(7),
	};
	const union ktrace_synth_value cut[] = {
		STRING("longer than it", 15), STRING("no zero", 2), STRING("", 0), NUMBER(8),
	};
	const union ktrace_synth_value none[] = {
		STRING(NULL, 0), STRING(NULL, 9), STRING(NULL, 0), NUMBER(9),
	};
	struct synth_test *t = test->priv;
	u8 *tail = t->record + 8 + 8 + 2 * 4 + 4;

	synth_define(test, "char a[6]; char[] b; char c[]; int d");
	KUNIT_EXPECT_STREQ(test, synth_happens(test, whole),
			   "kunit_synth: a=four b=dynamic c=x d=7");
	KUNIT_EXPECT_EQ(test, t->len, tail - t->record + 8 + 4);
	KUNIT_EXPECT_MEMEQ(test, tail, "dynamic\0x\0\0", 12);
	KUNIT_EXPECT_MEMEQ(test, t->record + 8, "four\0\0\0", 8);
	KUNIT_EXPECT_STREQ(test, synth_happens(test, cut), "kunit_synth: a=longe b=no c= d=8");
	KUNIT_EXPECT_STREQ(test, synth_happens(test, none), "kunit_synth: a= b= c= d=9");
}

/* Strings that are too long are truncated, and the fields after them still have room. */
static void synth_too_long(struct kunit *test)
{
	char *text = kunit_kzalloc(test, KTRACE_RECORD_MAX, GFP_KERNEL);
	unsigned long *entries = kunit_kcalloc(test, 1000, sizeof(long), GFP_KERNEL);
	struct synth_test *t = test->priv;
	u32 loc;

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_NOT_NULL(test, entries);
	memset(text, 'a', KTRACE_RECORD_MAX);
	synth_define(test, "char[] a; char[] b; long[] c");
	{
		const union ktrace_synth_value values[] = {
			STRING(text, KTRACE_RECORD_MAX), STRING(text, KTRACE_RECORD_MAX),
			{ .stack = { entries, 1000 } },
		};

		synth_happens(test, values);
	}
	KUNIT_EXPECT_EQ(test, t->len, KTRACE_RECORD_MAX - 4);
	loc = get_unaligned((u32 *)(t->record + 8));
	KUNIT_EXPECT_EQ(test, loc, 20 | (KTRACE_RECORD_MAX - 20 - 8) << 16);
	KUNIT_EXPECT_EQ(test, t->record[KTRACE_RECORD_MAX - 9], 0);
	loc = get_unaligned((u32 *)(t->record + 12));
	KUNIT_EXPECT_EQ(test, loc, (KTRACE_RECORD_MAX - 8) | 4 << 16);
	loc = get_unaligned((u32 *)(t->record + 16));
	KUNIT_EXPECT_EQ(test, loc, KTRACE_RECORD_MAX - 4);
}

static void synth_stacks(struct kunit *test)
{
	const unsigned long entries[] = {
		(unsigned long)ktrace_synth_emit, (unsigned long)ktrace_synth_get,
	};
	const union ktrace_synth_value values[] = {
		NUMBER(1), { .stack = { entries, 2 } }, { .stack = { entries, 0 } },
	};

	synth_define(test, "pid_t pid; unsigned long[] stack; long[] none");
	KUNIT_EXPECT_STREQ(test, synth_happens(test, values),
			   "kunit_synth: pid=1 stack=STACK:\n=> ktrace_synth_emit\n"
			   "=> ktrace_synth_get none=STACK:");
}

/* With a filter the record takes the slow path. */
static void synth_filters(struct kunit *test)
{
	union ktrace_synth_value values[] = {
		NUMBER(5), STRING("some", 4), STRING("thing", 5),
	};
	struct synth_test *t = test->priv;

	synth_define(test, "u64 a; char[8] b; char[] c");
	set_filter(test, "a > 4 && b == \"some\" && c ~ \"th*\"");
	KUNIT_EXPECT_STREQ(test, synth_happens(test, values), "kunit_synth: a=5 b=some c=thing");
	values[0].number = 4;
	ktrace_synth_emit(t->synth, values);
	values[0].number = 5;
	values[2].string.text = "other";
	ktrace_synth_emit(t->synth, values);
	KUNIT_EXPECT_EQ(test, synth_records(t), 0);
}

static void synth_off(struct kunit *test)
{
	const union ktrace_synth_value values[] = { NUMBER(5) };
	struct synth_test *t = test->priv;

	synth_define(test, "u64 a");
	synth_listen(t, false);
	ktrace_synth_emit(t->synth, values);
	KUNIT_EXPECT_EQ(test, synth_records(t), 0);
}

static void synth_formats(struct kunit *test)
{
	struct synth_test *t = test->priv;
	struct seq_buf out;

	synth_define(test, "s64 a; char[8] b; char[] c; long[] d; gfp_t e; unsigned long f");
	seq_buf_init(&out, t->text, sizeof(t->text));
	t->synth->event.class->print_fmt(&t->synth->event, &out);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&out),
			   "\"a=%lld, b=%s, c=%s, d=%s, e=%x, f=%lu\", REC->a, REC->b, "
			   "__get_str(c), __get_stacktrace(d), REC->e, REC->f");
}

/* An event in use cannot be removed, whatever uses it. */
static void synth_stays(struct kunit *test)
{
	struct synth_test *t = test->priv;

	synth_define(test, "u64 a");
	KUNIT_EXPECT_EQ(test, -EEXIST, synth_command("kunit_synth u64 a"));
	KUNIT_EXPECT_EQ(test, -EBUSY, synth_command("!kunit_synth"));
	synth_listen(t, false);
	KUNIT_EXPECT_EQ(test, -EBUSY, synth_command("!kunit_synth"));
	KUNIT_EXPECT_EQ(test, -EBUSY, ktrace_dynamic_clear(&ktrace_synth_kind));
	KUNIT_EXPECT_PTR_EQ(test, t->synth, ktrace_synth_get("kunit_synth"));
	ktrace_synth_put(t->synth);
	ktrace_synth_put(t->synth);
	t->synth = NULL;
	KUNIT_EXPECT_EQ(test, 0, synth_command("!kunit_synth u64 whatever"));
	KUNIT_EXPECT_EQ(test, -ENOENT, synth_command("!kunit_synth"));
	KUNIT_EXPECT_NULL(test, ktrace_synth_get("kunit_synth"));
}

/* If one event is busy, no event is removed and all can still be found. */
static void synth_all_or_none(struct kunit *test)
{
	struct ktrace_synth *other;
	struct synth_test *t = test->priv;

	KUNIT_ASSERT_EQ(test, 0, synth_command("kunit_other u64 a"));
	synth_define(test, "u64 a");
	KUNIT_EXPECT_EQ(test, -EBUSY, ktrace_dynamic_clear(&ktrace_synth_kind));
	other = ktrace_synth_get("kunit_other");
	KUNIT_ASSERT_NOT_NULL(test, other);
	ktrace_synth_put(other);
	synth_listen(t, false);
	ktrace_synth_put(t->synth);
	t->synth = NULL;
	KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_clear(&ktrace_synth_kind));
	KUNIT_EXPECT_NULL(test, ktrace_synth_get("kunit_other"));
}

/**
 * struct session_end - a thread that ends a session
 * @session:	the session
 * @ended:	completed when the session has ended
 */
struct session_end {
	struct ktrace_session	session;
	struct completion	ended;
};

static int session_end_thread(void *data)
{
	struct session_end *end = data;

	ktrace_dynamic_end_session(&end->session);
	complete(&end->ended);
	return 0;
}

/* The end of a session waits until the last reference to the session's event is dropped. */
static void synth_session_waits(struct kunit *test)
{
	static const char line[] = "kunit_synth u64 a";
	struct synth_test *t = test->priv;
	struct session_end end = { };
	struct ktrace_synth *again;
	struct task_struct *thread;
	unsigned int i;

	INIT_LIST_HEAD(&end.session.triggers);
	init_completion(&end.ended);
	KUNIT_ASSERT_EQ(test, 0, ktrace_synth_command(line, strlen(line), false, &end.session));
	t->synth = ktrace_synth_get("kunit_synth");
	KUNIT_ASSERT_NOT_NULL(test, t->synth);
	synth_listen(t, true);
	thread = kthread_run(session_end_thread, &end, "ktrace-session");
	KUNIT_ASSERT_FALSE(test, IS_ERR(thread));
	/* The end of the session forbids new references, and then waits. */
	while ((again = ktrace_synth_get("kunit_synth"))) {
		ktrace_synth_put(again);
		cond_resched();
	}
	/*
	 * If the end of the session did not wait for the reference, it would be complete after
	 * fewer grace periods.
	 */
	for (i = 0; i < 8; i++)
		synchronize_rcu();
	KUNIT_EXPECT_FALSE(test, completion_done(&end.ended));
	ktrace_synth_put(t->synth);
	t->synth = NULL;
	wait_for_completion(&end.ended);
	KUNIT_EXPECT_EQ(test, 0, synth_command(line));
	KUNIT_EXPECT_EQ(test, 0, synth_command("!kunit_synth"));
}

static void synth_does_not_fit(struct kunit *test)
{
	char line[512];
	unsigned int i, n;

	n = snprintf(line, sizeof(line), "kunit_synth char[256] f");
	for (i = 0; i < 11; i++)
		n += snprintf(line + n, sizeof(line) - n, "; char[256] f%u", i);
	KUNIT_EXPECT_EQ(test, -E2BIG, synth_command(line));
	KUNIT_EXPECT_NULL(test, ktrace_synth_get("kunit_synth"));
}

/*
 * An event with a filter needs memory for an image of its record. The test takes all of this
 * memory away, so the event is counted as missed.
 */
static void synth_misses(struct kunit *test)
{
	const union ktrace_synth_value values[] = { NUMBER(1) };
	struct synth_test *t = test->priv;
	struct image_shortage s;

	synth_define(test, "u64 a");
	set_filter(test, "a == 1");
	image_shortage_begin(&s);
	ktrace_synth_emit(t->synth, values);
	image_shortage_end(&s);
	KUNIT_EXPECT_EQ(test, synth_records(t), 0);
	KUNIT_EXPECT_EQ(test, s.missed, 1);
	KUNIT_EXPECT_STREQ(test, synth_happens(test, values), "kunit_synth: a=1");
}

static struct kunit_case synth_cases[] = {
	KUNIT_CASE(synth_numbers),
	KUNIT_CASE(synth_strings),
	KUNIT_CASE(synth_too_long),
	KUNIT_CASE(synth_stacks),
	KUNIT_CASE(synth_filters),
	KUNIT_CASE(synth_off),
	KUNIT_CASE(synth_formats),
	KUNIT_CASE(synth_stays),
	KUNIT_CASE(synth_all_or_none),
	KUNIT_CASE(synth_session_waits),
	KUNIT_CASE(synth_does_not_fit),
	KUNIT_CASE(synth_misses),
	{}
};

static struct kunit_suite synth_suite = {
	.name = "ktrace_synth",
	.suite_init = synth_suite_init,
	.init = synth_test_init,
	.exit = synth_test_exit,
	.test_cases = synth_cases,
};

kunit_test_suite(synth_suite);
