// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of histograms: what happens if no slot of a latch is free, as with contexts
 * that interrupt each other; and the lifetime of what a reader of the file hist sees.
 *
 * The tests use an event and an instance of their own, and do not affect other users of
 * ktrace.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "action/hist.h"
#include "action/hist_latch.h"
#include "action/hist_table.h"
#include "action/internal.h"
#include "action/trigger.h"
#include "command/knob.h"
#include "event/dynamic.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/trigger.h"
#include "synth/synth.h"

/* Minimum size of a ring. */
#define TEST_KB		1
#define TEXT_MAX	1024
#define TEST_LINE_MAX	64

/* Never freed. */
static struct ktrace_instance instance;

/**
 * struct hist_test - fixture of a test
 * @synth:	the event
 * @listener:	listener of the event and the instance
 * @text:	content of the file hist
 */
struct hist_test {
	struct ktrace_synth	*synth;
	struct ktrace_listener	*listener;
	char			text[TEXT_MAX];
};

static int hist_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB) ?:
	       ktrace_record_prepare(&instance.buffer);
}

/* Write a line to dynamic_events. */
static int hist_define(const char *line)
{
	char text[TEST_LINE_MAX];
	struct ktrace_command command = { .text = text, .len = strscpy(text, line) };

	return ktrace_dynamic_command(&command);
}

static int hist_test_init(struct kunit *test)
{
	struct hist_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	int err;

	test->priv = t;
	if (!t)
		return -ENOMEM;
	err = hist_define("s:kunit_hist u64 a");
	if (err)
		return err;
	t->synth = ktrace_synth_get("kunit_hist");
	if (!t->synth)
		return -ENOENT;
	scoped_guard(mutex, &ktrace_event_mutex)
		t->listener = ktrace_listener_get(ktrace_event_find("synthetic", "kunit_hist"),
						  &instance);
	return t->listener ? 0 : -ENOMEM;
}

static void hist_test_exit(struct kunit *test)
{
	struct hist_test *t = test->priv;

	if (!t || !t->synth)
		return;
	ktrace_synth_put(t->synth);
	hist_define("-:kunit_hist");
}

/* Execute a line of the file trigger of the event, with @memory. */
static int trigger_try(struct hist_test *t, const char *line,
		       struct ktrace_trigger_memory *memory)
{
	char text[TEST_LINE_MAX];
	struct ktrace_command command = { .text = text, .len = strscpy(text, line) };
	struct ktrace_trigger_drop drop = { .tables = &memory->tables };
	int err;

	scoped_guard(mutex, &ktrace_event_mutex)
		err = ktrace_trigger_command(&command, t->listener, &drop);
	ktrace_trigger_drop_end(&drop);
	return err;
}

/* Write a line to the file trigger of the event. */
static int hist_attach(struct hist_test *t, const char *line)
{
	struct ktrace_trigger_memory memory = KTRACE_TRIGGER_MEMORY(memory);
	int err;

	while ((err = trigger_try(t, line, &memory)) == -EAGAIN) {
		err = ktrace_trigger_prepare(&instance, &memory);
		if (err)
			break;
	}
	ktrace_trigger_prepare_end(&instance, &memory);
	return err;
}

static void hist_happens(struct hist_test *t, u64 number)
{
	const union ktrace_synth_value value = { .number = number };

	ktrace_synth_emit(t->synth, &value);
}

static struct ktrace_listing *hist_list(struct hist_test *t)
{
	struct ktrace_listing *listing;

	scoped_guard(mutex, &ktrace_event_mutex)
		listing = ktrace_hists_take(t->listener);
	return ktrace_hists_sort(listing);
}

/* Whether a listing has @line.  Frees the listing. */
static bool hist_lists(struct hist_test *t, struct ktrace_listing *listing, const char *line)
{
	struct seq_file m = { .buf = t->text, .size = TEXT_MAX };
	u64 i;

	if (IS_ERR_OR_NULL(listing))
		return false;
	for (i = 0; i < listing->nr; i++)
		listing->show(&m, listing, i);
	listing->free(listing);
	t->text[min_t(size_t, m.count, TEXT_MAX - 1)] = '\0';
	return strstr(t->text, line);
}

/* Whether the file hist has @line. */
static bool hist_shows(struct hist_test *t, const char *line)
{
	return hist_lists(t, hist_list(t), line);
}

/* Return the latch (hist_latch.h) with the variables of the histogram's only entry. */
static struct hist_latch *only_latch(struct kunit *test)
{
	struct hist_test *t = test->priv;
	struct hist_entry *entry;
	struct hist *hist;

	guard(mutex)(&ktrace_event_mutex);
	hist = hist_trigger_of(ktrace_triggers_of(t->listener)->list[0])->hist;
	hist_table_next(rcu_dereference_protected(hist->table,
						  lockdep_is_held(&ktrace_event_mutex)),
			0, &entry);
	KUNIT_ASSERT_NOT_NULL(test, entry);
	return hist_entry_latch(entry, hist->vars_at);
}

/*
 * A hit that finds no free slot is counted, does not set its variable, and the file hist says
 * how often this happened. The line is absent as long as no variable was lost.
 */
static void hist_variables_lost(struct kunit *test)
{
	struct hist_test *t = test->priv;
	int slots[LATCH_SLOTS], nr = 0;
	struct hist_latch *latch;

	KUNIT_ASSERT_EQ(test, 0, hist_attach(t, "hist:keys=a:v=a"));
	hist_happens(t, 7);
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Hits: 1\n"));
	KUNIT_EXPECT_FALSE(test, hist_shows(t, "Variables lost"));
	latch = only_latch(test);
	preempt_disable();
	while (nr < LATCH_SLOTS && (slots[nr] = hist_latch_claim(latch)) >= 0)
		nr++;
	hist_happens(t, 7);
	hist_happens(t, 7);
	preempt_enable();
	/* One slot is current. */
	KUNIT_EXPECT_EQ(test, nr, LATCH_SLOTS - 1);
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Hits: 3\n"));
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Variables lost: 2\n"));
	while (nr)
		hist_latch_release(latch, slots[--nr]);
	hist_happens(t, 7);
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Hits: 4\n"));
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Variables lost: 2\n"));
	KUNIT_EXPECT_EQ(test, 0, hist_attach(t, "!hist:keys=a:v=a"));
}

/* A listing pins the table and the histogram, and keeps the counts as they were. */
static void hist_listing_stays(struct kunit *test)
{
	struct hist_test *t = test->priv;
	struct ktrace_listing *cleared, *removed;

	KUNIT_ASSERT_EQ(test, 0, hist_attach(t, "hist:keys=a:v=a"));
	hist_happens(t, 7);
	hist_happens(t, 7);
	cleared = hist_list(t);
	KUNIT_ASSERT_EQ(test, 0, hist_attach(t, "hist:keys=a:v=a:clear"));
	hist_happens(t, 8);
	removed = hist_list(t);
	hist_happens(t, 8);
	KUNIT_ASSERT_EQ(test, 0, hist_attach(t, "!hist:keys=a:v=a"));
	KUNIT_EXPECT_TRUE(test, hist_lists(t, cleared, "{ a:          7 } hitcount:          2\n"));
	KUNIT_EXPECT_TRUE(test, hist_lists(t, removed, "{ a:          8 } hitcount:          1\n"));
	KUNIT_EXPECT_PTR_EQ(test, hist_list(t), NULL);
}

/* Expect a line to lack a table, and to succeed after the table has been allocated. */
static void expect_table_first(struct kunit *test, const char *line)
{
	struct ktrace_trigger_memory memory = KTRACE_TRIGGER_MEMORY(memory);
	struct hist_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, trigger_try(t, line, &memory), -EAGAIN);
	KUNIT_EXPECT_TRUE(test, hist_tables_lack(&memory.tables));
	KUNIT_EXPECT_EQ(test, ktrace_trigger_prepare(&instance, &memory), 0);
	KUNIT_EXPECT_FALSE(test, hist_tables_lack(&memory.tables));
	KUNIT_EXPECT_EQ(test, trigger_try(t, line, &memory), 0);
	KUNIT_EXPECT_TRUE(test, list_empty(&memory.tables.list));
	ktrace_trigger_prepare_end(&instance, &memory);
}

/* A command allocates no table under ktrace_event_mutex, and changes nothing without the table. */
static void hist_table_before_mutex(struct kunit *test)
{
	struct ktrace_trigger_memory memory = KTRACE_TRIGGER_MEMORY(memory);
	struct hist_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, trigger_try(t, "hist:keys=a", &memory), -EAGAIN);
	KUNIT_EXPECT_PTR_EQ(test, hist_list(t), NULL);
	ktrace_trigger_prepare_end(&instance, &memory);
	expect_table_first(test, "hist:keys=a");
	hist_happens(t, 7);
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Hits: 1\n"));
	expect_table_first(test, "hist:keys=a:clear");
	KUNIT_EXPECT_TRUE(test, hist_shows(t, "Hits: 0\n"));
	KUNIT_EXPECT_EQ(test, 0, hist_attach(t, "!hist:keys=a"));
}

/*
 * A command allocates no rings for snapshots under ktrace_event_mutex, although snapshots are
 * armed, if a resize of the buffer had no memory for the spare rings.
 */
static void hist_spares_before_mutex(struct kunit *test)
{
	static const char line[] = "hist:keys=a:x=a:onmax($x).snapshot()";
	struct ktrace_trigger_memory memory = KTRACE_TRIGGER_MEMORY(memory);
	struct hist_test *t = test->priv;

	KUNIT_ASSERT_EQ(test, 0, hist_attach(t, "snapshot"));
	KUNIT_EXPECT_TRUE(test, ktrace_snapshot_armed(&instance.buffer));
	/* The table of the histogram is not allocated yet. */
	KUNIT_EXPECT_EQ(test, trigger_try(t, line, &memory), -EAGAIN);
	KUNIT_EXPECT_EQ(test, ktrace_trigger_prepare(&instance, &memory), 0);
	/* The state after a resize that had no memory for the spare rings. */
	atomic_set(&instance.buffer.taking, KTRACE_SNAPSHOT_OFF);
	KUNIT_EXPECT_EQ(test, trigger_try(t, line, &memory), -EAGAIN);
	KUNIT_EXPECT_EQ(test, atomic_read(&instance.buffer.taking), KTRACE_SNAPSHOT_OFF);
	KUNIT_EXPECT_EQ(test, ktrace_trigger_prepare(&instance, &memory), 0);
	KUNIT_EXPECT_EQ(test, trigger_try(t, line, &memory), 0);
	ktrace_trigger_prepare_end(&instance, &memory);
	KUNIT_EXPECT_EQ(test, 0, hist_attach(t, "!hist:keys=a:x=a:onmax($x).snapshot()"));
	KUNIT_EXPECT_EQ(test, 0, hist_attach(t, "!snapshot"));
	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_armed(&instance.buffer));
}

static struct kunit_case hist_cases[] = {
	KUNIT_CASE(hist_variables_lost),
	KUNIT_CASE(hist_listing_stays),
	KUNIT_CASE(hist_table_before_mutex),
	KUNIT_CASE(hist_spares_before_mutex),
	{}
};

static struct kunit_suite hist_suite = {
	.name = "ktrace_hist",
	.suite_init = hist_suite_init,
	.init = hist_test_init,
	.exit = hist_test_exit,
	.test_cases = hist_cases,
};

kunit_test_suite(hist_suite);
