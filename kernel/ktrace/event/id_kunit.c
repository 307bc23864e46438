// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of id.c and gone.c: how long the id of a removed event is kept, how its
 * records are printed, and that all of its memory is freed in the end.
 *
 * The tests use an instance of their own, so that they do not disturb other users of
 * tracing.
 */
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <kunit/test-bug.h>
#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/ids.h"
#include "event/emit.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/removal.h"

/* Minimum size of a buffer. */
#define TEST_KB		1
/* More events than there are ids. */
#define MANY_EVENTS	70000

/**
 * struct id_event - an event whose records contain a number
 * @event:	the event
 * @name:	its name
 */
struct id_event {
	struct ktrace_event event;
	char	name[KTRACE_NAME_MAX];
};

/**
 * struct id_record - a record of an event here
 * @common:	common fields
 * @small:	fields of all kinds; the class determines their number
 * @byte:	see @small
 * @numbers:	see @small
 * @text:	see @small
 * @loc:	location of @tail
 * @rel:	location of @tail relative to the end of @rel
 * @at:		see @small
 * @flags:	see @small
 * @tail:	text
 */
struct id_record {
	struct ktrace_common common;
	s32	small;
	u8	byte;
	u8	numbers[3];
	char	text[8];
	u32	loc;
	u32	rel;
	u64	at;
	u64	flags;
	char	tail[8];
};

/* The instance is never freed. */
static struct ktrace_instance instance;
/* Number of events that were freed. */
static int freed;

static int id_enable(struct ktrace_event *event)
{
	return 0;
}

static void id_disable(struct ktrace_event *event)
{
}

#define ID_FIELD(_member, ...)						\
	{ .name = #_member, .offset = offsetof(struct id_record, _member), __VA_ARGS__ }

static const struct ktrace_field id_fields[] = {
	ID_FIELD(small, .size = 4, .is_signed = true),
	ID_FIELD(byte, .size = 1, .suffix = "_x"),
	ID_FIELD(numbers, .kind = KTRACE_FIELD_ARRAY, .size = 1, .count = 3),
	ID_FIELD(text, .kind = KTRACE_FIELD_STRING, .size = 1, .count = 8),
	ID_FIELD(loc, .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_DATA_LOC, .size = 1),
	ID_FIELD(rel, .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_REL_LOC, .size = 1),
	ID_FIELD(at, .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_USER, .size = 8),
	ID_FIELD(flags, .kind = KTRACE_FIELD_BITMASK, .size = 8, .count = 1),
	{ .name = "both", .offset = offsetof(struct id_record, numbers), .size = 3 },
	ID_FIELD(tail, .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_REST, .size = 1),
};

static bool id_field(const struct ktrace_event *event, unsigned int i,
		     struct ktrace_field *field)
{
	if (i >= ARRAY_SIZE(id_fields))
		return false;
	*field = id_fields[i];
	return true;
}

static void id_print(const struct ktrace_event *event, const void *rec, u32 len,
		     struct seq_buf *out)
{
	seq_buf_printf(out, "%s, itself", event->name);
}

static void id_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
}

static void id_free(struct ktrace_event *event)
{
	freed++;
	kfree(container_of(event, struct id_event, event));
}

static const struct ktrace_class freeing_class = {
	.enable = id_enable, .disable = id_disable, .field = id_field, .print = id_print,
	.print_fmt = id_print_fmt, .free = id_free,
};

static const struct ktrace_class plain_class = {
	.enable = id_enable, .disable = id_disable, .field = id_field, .print = id_print,
	.print_fmt = id_print_fmt,
};

static int id_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB);
}

/* Start without records and without removed events. */
static int id_test_init(struct kunit *test)
{
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	ktrace_snapshot_free(&instance.buffer, &instance.snapshot);
	ktrace_event_ids_collect();
	freed = 0;
	return 0;
}

static struct id_event *event_alloc(struct kunit *test, const struct ktrace_class *class,
				    unsigned int nr)
{
	struct id_event *ie = kzalloc(sizeof(*ie), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ie);
	scnprintf(ie->name, sizeof(ie->name), "%s_%u", test->name, nr);
	ie->event.system = "kunit";
	ie->event.name = ie->name;
	ie->event.class = class;
	return ie;
}

static struct id_event *event_create(struct kunit *test, const struct ktrace_class *class,
				     unsigned int nr)
{
	struct id_event *ie = event_alloc(test, class, nr);

	KUNIT_ASSERT_EQ(test, 0, ktrace_event_register(&ie->event));
	guard(mutex)(&ktrace_event_mutex);
	KUNIT_ASSERT_EQ(test, 0, ktrace_event_enable(&ie->event, &instance,
						     KTRACE_LISTEN_USER));
	return ie;
}

static void event_write(struct id_event *ie)
{
	struct id_record image = {
		.small = -5, .byte = 200, .numbers = { 1, 2, 3 }, .text = "in it",
		.loc = offsetof(struct id_record, tail) | 3 << 16,
		.rel = (offsetof(struct id_record, tail) -
			offsetofend(struct id_record, rel)) | 3 << 16,
		.at = 0x1000, .flags = 0x11, .tail = "ab",
	};

	guard(preempt_notrace)();
	ktrace_emit_image(&ie->event, &image, sizeof(image), 0);
}

/* Remove an event.  Return: its id. */
static u16 event_go(struct id_event *ie)
{
	struct ktrace_event_removal removal;
	u16 id = ie->event.id;

	ktrace_event_removal_begin(&removal);
	ktrace_event_removal_add(&removal, &ie->event);
	ktrace_event_removal_end(&removal);
	if (ie->event.class->free) {
		ktrace_event_retire(&ie->event);
	} else {
		synchronize_rcu();
		kfree(ie);
	}
	return id;
}

static bool event_known(u16 id)
{
	bool known;

	ktrace_event_read_lock();
	known = ktrace_event_by_id(id);
	ktrace_event_read_unlock();
	return known;
}

/* Print the @len bytes at @rec as a record of @id; the text is empty if the id is unknown. */
static void event_text(u16 id, const void *rec, u32 len, char *text, size_t size)
{
	const struct ktrace_event *event;
	struct seq_buf out;

	seq_buf_init(&out, text, size);
	ktrace_event_read_lock();
	event = ktrace_event_by_id(id);
	if (event)
		event->class->print(event, rec, len, &out);
	ktrace_event_read_unlock();
	seq_buf_str(&out);
}

/* Expect one record in the buffer, with the text @wanted. */
static void expect_record(struct kunit *test, struct ktrace_buffer *buffer, const char *wanted)
{
	void *image = kunit_kmalloc(test, buffer->page_bytes, GFP_KERNEL);
	struct ring_iter iter;
	struct ring_record rec;
	struct ring *ring;
	char text[160];
	int cpu, nr = 0;

	KUNIT_ASSERT_NOT_NULL(test, image);
	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ring_iter_start(ring, &iter, image);
		while (ring_iter_next(ring, &iter, &rec)) {
			event_text(((const struct ktrace_common *)rec.data)->type, rec.data,
				   rec.len, text, sizeof(text));
			KUNIT_EXPECT_STREQ(test, text, wanted);
			nr++;
		}
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
	KUNIT_EXPECT_EQ(test, nr, 1);
}

#define ID_FIELDS_TEXT								\
	" small=-5 byte_x=200 numbers={1,2,3} text=\"in it\" loc=\"ab\" rel=\"ab\""	\
	" at=0x1000 flags=0x11 both={1,2,3} tail=\"ab\""

/* After the event source of an event was unloaded, readers print the fields of its records. */
static void gone_is_described(struct kunit *test)
{
	struct id_event *ie = event_create(test, &plain_class, 0);
	u16 id;

	event_write(ie);
	expect_record(test, &instance.buffer, "gone_is_described_0, itself");
	id = event_go(ie);
	ktrace_event_ids_collect();
	expect_record(test, &instance.buffer, "gone_is_described_0:" ID_FIELDS_TEXT);
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	KUNIT_EXPECT_TRUE(test, event_known(id));
	ktrace_event_ids_collect();
	KUNIT_EXPECT_FALSE(test, event_known(id));
}

/* The text of a record that points outside of the record is not printed. */
static void gone_is_short(struct kunit *test)
{
	struct id_event *ie = event_create(test, &plain_class, 0);
	struct id_record rec = { .text = "12345678", .loc = 0x00080044, .rel = 0xffffffff };
	char text[160];
	u16 id;

	event_write(ie);
	id = event_go(ie);
	event_text(id, &rec, sizeof(rec), text, sizeof(text));
	KUNIT_EXPECT_STREQ(test, text, "gone_is_short_0: small=0 byte_x=0 numbers={0,0,0} "
			   "text=\"12345678\" loc=? rel=? at=0x0 flags=0x0 both={0,0,0} "
			   "tail=\"\"");
	event_text(id, &rec, offsetof(struct id_record, text), text, sizeof(text));
	KUNIT_EXPECT_STREQ(test, text, "gone_is_short_0: small=0 byte_x=0 numbers={0,0,0} "
			   "text=? loc=? rel=? at=? flags=? both={0,0,0} tail=?");
}

/* An event that can outlive its removal does, for records in the buffer and in the snapshot. */
static void gone_stays(struct kunit *test)
{
	struct id_event *ie = event_create(test, &freeing_class, 0);
	u16 id;

	event_write(ie);
	id = event_go(ie);
	ktrace_event_ids_collect();
	expect_record(test, &instance.buffer, "gone_stays_0, itself");
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_take(&instance.buffer, &instance.snapshot,
						      KTRACE_ALL_CPUS));
	ktrace_event_ids_collect();
	expect_record(test, &instance.snapshot, "gone_stays_0, itself");
	KUNIT_EXPECT_EQ(test, freed, 0);
	ktrace_snapshot_free(&instance.buffer, &instance.snapshot);
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, 1);
	KUNIT_EXPECT_FALSE(test, event_known(id));
}

static const struct ktrace_event *event_again(struct ktrace_events_seen *seen, u16 id)
{
	const struct ktrace_event *event;

	ktrace_event_read_lock();
	event = ktrace_event_by_id_again(seen, id);
	ktrace_event_read_unlock();
	return event;
}

/* A reader that has found an event before does not find the event after it was freed. */
static void gone_is_not_seen(struct kunit *test)
{
	struct id_event *plain = event_create(test, &plain_class, 0);
	struct id_event *freeing = event_create(test, &freeing_class, 1);
	u16 id = plain->event.id, freeing_id = freeing->event.id;
	struct ktrace_events_seen seen = { };

	event_write(plain);
	event_write(freeing);
	KUNIT_EXPECT_PTR_EQ(test, event_again(&seen, id), &plain->event);
	KUNIT_EXPECT_PTR_EQ(test, event_again(&seen, id), &plain->event);
	KUNIT_EXPECT_PTR_EQ(test, event_again(&seen, freeing_id), &freeing->event);
	/* An unknown id in the same place */
	KUNIT_EXPECT_NULL(test, event_again(&seen, (u16)(id + U16_MAX / 2 + 1)));
	KUNIT_EXPECT_PTR_EQ(test, event_again(&seen, id), &plain->event);
	event_go(plain);
	KUNIT_EXPECT_NOT_NULL(test, event_again(&seen, id));
	KUNIT_EXPECT_PTR_NE(test, event_again(&seen, id), &plain->event);
	event_go(freeing);
	KUNIT_EXPECT_PTR_EQ(test, event_again(&seen, freeing_id), &freeing->event);
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, 1);
	KUNIT_EXPECT_NULL(test, event_again(&seen, id));
	KUNIT_EXPECT_NULL(test, event_again(&seen, freeing_id));
}

/* The name of a removed event is free for another event. */
static void gone_has_no_name(struct kunit *test)
{
	struct id_event *ie = event_create(test, &freeing_class, 0);
	u16 id;

	event_write(ie);
	id = event_go(ie);
	/* A new event with the same name gets another id. */
	ie = event_create(test, &freeing_class, 0);
	KUNIT_EXPECT_NE(test, ie->event.id, id);
	event_go(ie);
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, 1);
	KUNIT_EXPECT_TRUE(test, event_known(id));
}

/* The event that forget_refused() registered. */
static struct id_event *registered_meanwhile;

/* Replacement of ktrace_ids_forget(): register an event, and fail with -ENOMEM. */
static int forget_refused(const unsigned long *ids, const unsigned long *pieces)
{
	struct kunit *test = kunit_get_current_test();

	registered_meanwhile = event_create(test, &freeing_class, 1);
	KUNIT_EXPECT_FALSE(test, test_bit(registered_meanwhile->event.id / KTRACE_LOSS_IDS,
					  pieces));
	return -ENOMEM;
}

/*
 * While the losses of removed events are dropped, events can be registered, with ids
 * outside of the affected pieces.  On failure, the removed events keep their ids.
 */
static void forgetting_delays_nobody(struct kunit *test)
{
	struct id_event *ie = event_create(test, &freeing_class, 0);
	u16 id = event_go(ie);

	kunit_activate_static_stub(test, ktrace_ids_forget, forget_refused);
	ktrace_event_ids_collect();
	kunit_deactivate_static_stub(test, ktrace_ids_forget);
	KUNIT_ASSERT_NOT_NULL(test, registered_meanwhile);
	KUNIT_EXPECT_NE(test, registered_meanwhile->event.id, id);
	KUNIT_EXPECT_TRUE(test, event_known(id));
	KUNIT_EXPECT_EQ(test, freed, 0);
	ktrace_event_ids_collect();
	KUNIT_EXPECT_FALSE(test, event_known(id));
	KUNIT_EXPECT_EQ(test, freed, 1);
	event_go(registered_meanwhile);
}

/* The losses of an event are dropped before its id is reused. */
static void losses_go_with_the_id(struct kunit *test)
{
	struct id_event *ie = event_create(test, &freeing_class, 0);
	struct ktrace_lost lost;
	unsigned int i;
	u16 id;

	/* More records than the two pages of the buffer have */
	for (i = 0; i < KTRACE_PAGE_BYTES / 4; i++)
		event_write(ie);
	id = event_go(ie);
	ktrace_buffer_finish_losses(&instance.buffer);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_losses(&instance.buffer, id, &lost));
	KUNIT_EXPECT_GT(test, lost.records[KTRACE_LOST_OVERWRITTEN], 0);
	/* Read the records, so that the losses are dropped without a reset of the buffer. */
	for (i = 0; i < nr_cpu_ids; i++) {
		struct ring *ring = ktrace_buffer_lock_cpu(&instance.buffer, i);
		struct ring_record rec;

		if (!ring)
			continue;
		while (ring_peek(ring, &rec))
			ring_consume(ring);
		ktrace_buffer_unlock_cpu(&instance.buffer, i);
	}
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, 1);
	ktrace_buffer_losses(&instance.buffer, id, &lost);
	KUNIT_EXPECT_EQ(test, lost.records[KTRACE_LOST_OVERWRITTEN], 0);
	KUNIT_EXPECT_EQ(test, lost.bytes, 0);
}

static unsigned int loss_pieces(void)
{
	return bitmap_weight(instance.buffer.losses, KTRACE_LOSS_PIECES);
}

/*
 * Ids are assigned cyclically, except for ids with records; neither the number of
 * events nor the size of the tables of losses grows.
 */
static void ids_go_round(struct kunit *test)
{
	struct id_event *kept = event_create(test, &freeing_class, MANY_EVENTS), *ie;
	unsigned int pieces = loss_pieces(), i, again = 0, most = 0;
	u64 epoch = ktrace_ids_epoch();
	u16 id;

	event_write(kept);
	id = event_go(kept);
	for (i = 0; i < MANY_EVENTS; i++) {
		ie = event_create(test, &freeing_class, i);
		again += ie->event.id == id;
		KUNIT_ASSERT_LE(test, ie->event.since, ktrace_ids_epoch());
		event_go(ie);
		most = max_t(unsigned int, most, i + 1 - freed);
		cond_resched();
	}
	KUNIT_EXPECT_EQ(test, again, 0);
	KUNIT_EXPECT_LE(test, most, 1100);
	KUNIT_EXPECT_GT(test, ktrace_ids_epoch(), epoch);
	expect_record(test, &instance.buffer, "ids_go_round_70000, itself");
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, MANY_EVENTS);
	KUNIT_EXPECT_LE(test, loss_pieces(), pieces + 1);
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	ktrace_event_ids_collect();
	KUNIT_EXPECT_EQ(test, freed, MANY_EVENTS + 1);
}

/**
 * struct id_task - a task of a test
 * @started:	the task runs
 * @done:	it has finished
 * @event:	the event to register
 * @err:	result of the registration
 */
struct id_task {
	struct completion	started;
	struct completion	done;
	struct id_event		*event;
	int			err;
};

static int collecting_task(void *data)
{
	struct id_task *task = data;

	complete(&task->started);
	ktrace_event_ids_collect();
	complete(&task->done);
	return 0;
}

static int registering_task(void *data)
{
	struct id_task *task = data;

	task->err = ktrace_event_register(&task->event->event);
	complete(&task->done);
	return 0;
}

static void id_task_run(struct kunit *test, struct id_task *task, int (*run)(void *data))
{
	init_completion(&task->started);
	init_completion(&task->done);
	KUNIT_ASSERT_FALSE(test, IS_ERR(kthread_run(run, task, "%s", test->name)));
}

/* Events can be registered while buffers are searched for records of removed events. */
static void collecting_delays_nobody(struct kunit *test)
{
	struct id_event *ie = event_create(test, &freeing_class, 0);
	struct id_task collecting = { }, registering = {
		.event = event_alloc(test, &freeing_class, 1),
	};
	unsigned long finished;

	event_write(ie);
	event_go(ie);
	/* The search waits for this lock. */
	mutex_lock(&instance.buffer.rebuild);
	id_task_run(test, &collecting, collecting_task);
	wait_for_completion(&collecting.started);
	KUNIT_EXPECT_FALSE(test, wait_for_completion_timeout(&collecting.done, HZ));
	id_task_run(test, &registering, registering_task);
	finished = wait_for_completion_timeout(&registering.done, 30 * HZ);
	KUNIT_EXPECT_TRUE(test, finished);
	mutex_unlock(&instance.buffer.rebuild);
	wait_for_completion(&collecting.done);
	if (!finished)
		wait_for_completion(&registering.done);
	KUNIT_ASSERT_EQ(test, registering.err, 0);
	event_go(registering.event);
}

static struct kunit_case id_cases[] = {
	KUNIT_CASE(gone_is_described),
	KUNIT_CASE(gone_is_short),
	KUNIT_CASE(gone_stays),
	KUNIT_CASE(gone_is_not_seen),
	KUNIT_CASE(gone_has_no_name),
	KUNIT_CASE(forgetting_delays_nobody),
	KUNIT_CASE(losses_go_with_the_id),
	KUNIT_CASE_SLOW(collecting_delays_nobody),
	KUNIT_CASE_SLOW(ids_go_round),
	{}
};

static struct kunit_suite id_suite = {
	.name = "ktrace_event_id",
	.suite_init = id_suite_init,
	.init = id_test_init,
	.test_cases = id_cases,
};

kunit_test_suite(id_suite);
