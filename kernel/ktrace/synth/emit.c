// SPDX-License-Identifier: GPL-2.0
/*
 * Emits synthetic events: builds a record from values.
 *
 * Called by hooks in any context, NMI included: takes no lock, allocates nothing, takes
 * no fault.
 */
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "event/emit.h"
#include "event/prefilter.h"
#include "synth/internal.h"
#include "synth/synth.h"

/**
 * struct synth_sizes - sizes of the strings and stacks of a record
 * @bytes:	of each string with its zero, or of each stack
 * @len:	length of the whole record, a multiple of 4
 *
 * A string may change after it was measured: the record keeps the measured size.
 */
struct synth_sizes {
	u16	bytes[KTRACE_SYNTH_FIELDS_MAX];
	u32	len;
};

static u32 synth_measure_one(const struct synth_field *field,
			     const union ktrace_synth_value *value, u32 room)
{
	u32 n;

	if (field->keep == KTRACE_SYNTH_STACK)
		return min(value->stack.nr, room / (u32)sizeof(long)) * sizeof(long);
	n = value->string.text ? strnlen(value->string.text,
					 min(value->string.size, room - 1)) : 0;
	return n + 1;
}

/*
 * Measure the strings and stacks.  Each one may take the rest of the record, except 4 bytes for
 * each string or stack after it: a cut string needs room for its zero.
 */
static void synth_measure(const struct ktrace_synth *synth,
			  const union ktrace_synth_value *values, struct synth_sizes *sizes)
{
	u32 left = synth->nr_behind, room;
	unsigned int i;

	sizes->len = synth->bytes;
	for (i = 0; left; i++) {
		if (synth->fields[i].field.location != KTRACE_FIELD_DATA_LOC)
			continue;
		left--;
		room = KTRACE_RECORD_MAX - sizes->len - left * sizeof(u32);
		sizes->bytes[i] = synth_measure_one(&synth->fields[i], &values[i], room);
		sizes->len += round_up(sizes->bytes[i], sizeof(u32));
	}
}

static_assert(KTRACE_RECORD_MAX % sizeof(u32) == 0);

/* Copy a text of @n bytes to @to and pad it with zeros to @size, a multiple of 4. */
static void synth_put_text(void *to, const char *text, u32 n, u32 size)
{
	memcpy(to, text, n);
	memset(to + n, 0, size - n);
}

static void synth_put_number(void *to, u64 number, unsigned int size)
{
	switch (size) {
	case 1:
		*(u32 *)to = (u8)number;
		break;
	case 2:
		*(u32 *)to = (u16)number;
		break;
	case 4:
		*(u32 *)to = number;
		break;
	default:
		put_unaligned(number, (u64 *)to);
	}
}

/* Write a string or stack of @bytes at offset @at of the record @rec, and its __data_loc word. */
static void synth_put_behind(void *rec, const struct synth_field *field, u32 at, u32 bytes,
			     const union ktrace_synth_value *value)
{
	*(u32 *)(rec + field->field.offset) = at | bytes << 16;
	if (field->keep == KTRACE_SYNTH_STACK)
		memcpy(rec + at, value->stack.entries, bytes);
	else
		synth_put_text(rec + at, value->string.text, bytes - 1,
			       round_up(bytes, sizeof(u32)));
}

static void synth_put_fixed(void *to, const struct synth_field *field,
			    const union ktrace_synth_value *value)
{
	u32 count = field->field.count, n = 0;

	if (field->keep == KTRACE_SYNTH_NUMBER) {
		synth_put_number(to, value->number, field->field.size);
		return;
	}
	if (value->string.text)
		n = strnlen(value->string.text, min(value->string.size, count - 1));
	synth_put_text(to, value->string.text, n, round_up(count, sizeof(u32)));
}

/* Write every byte of a record except its common header. */
static void synth_fill(void *rec, const struct ktrace_synth *synth,
		       const union ktrace_synth_value *values, const struct synth_sizes *sizes)
{
	u32 at = synth->bytes;
	unsigned int i;

	for (i = 0; i < synth->nr; i++) {
		const struct synth_field *field = &synth->fields[i];

		if (field->field.location == KTRACE_FIELD_DATA_LOC) {
			synth_put_behind(rec, field, at, sizes->bytes[i], &values[i]);
			at += round_up(sizes->bytes[i], sizeof(u32));
		} else {
			synth_put_fixed(rec + field->field.offset, field, &values[i]);
		}
	}
}

/* Slow path: write the record through an image. */
static noinline void synth_emit_image(struct ktrace_synth *synth,
				      const union ktrace_synth_value *values,
				      const struct synth_sizes *sizes, u32 context)
{
	void *image = ktrace_event_paused(&synth->event) ? NULL : ktrace_image_get();

	if (!image)
		return;
	synth_fill(image, synth, values, sizes);
	ktrace_emit_image(&synth->event, image, sizes->len, context);
	ktrace_image_put();
}

/**
 * ktrace_synth_emit_context - emit a synthetic event from the hook of another event
 * @synth:	the event
 * @values:	one value for each field
 * @context:	struct ktrace_hit.context of the other event
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_synth_emit_context(struct ktrace_synth *synth,
				       const union ktrace_synth_value *values, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	struct synth_sizes sizes __uninitialized;
	void *rec;

	if (!ktrace_event_active(&synth->event))
		return;
	synth_measure(synth, values, &sizes);
	if (likely(ktrace_emit_try(&emit, &synth->event, sizes.len, context, &rec))) {
		synth_fill(rec, synth, values, &sizes);
		ktrace_emit_end(&emit);
	} else {
		synth_emit_image(synth, values, &sizes, context);
	}
}
NOKPROBE_SYMBOL(ktrace_synth_emit_context);

/**
 * ktrace_synth_emit - emit a synthetic event
 * @synth:	the event
 * @values:	one value for each field
 *
 * Context: any, NMI included.
 */
notrace void ktrace_synth_emit(struct ktrace_synth *synth,
			       const union ktrace_synth_value *values)
{
	unsigned long flags;
	u32 context;

	raw_local_save_flags(flags);
	context = ktrace_context(flags, preempt_count());
	preempt_disable_notrace();
	ktrace_synth_emit_context(synth, values, context);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(ktrace_synth_emit);
