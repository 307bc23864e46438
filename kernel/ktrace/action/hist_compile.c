// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: compile the keys and values of a definition to loads for hooks.
 *
 * Called in task context, under ktrace_event_mutex.
 */
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "action/hist.h"

static u8 hist_load_number(const struct ktrace_field *field)
{
	static const u8 loads[2][9] = {
		{ [1] = HIST_LOAD_U8, [2] = HIST_LOAD_U16, [4] = HIST_LOAD_U32,
		  [8] = HIST_LOAD_U64 },
		{ [1] = HIST_LOAD_S8, [2] = HIST_LOAD_S16, [4] = HIST_LOAD_S32,
		  [8] = HIST_LOAD_U64 },
	};

	return loads[field->is_signed][field->size];
}

static void hist_compile_string(const struct ktrace_field *field, struct hist_op *op)
{
	op->words = KTRACE_HIST_STRING / sizeof(u64);
	op->bytes = KTRACE_HIST_STRING;
	switch (field->location) {
	case KTRACE_FIELD_DATA_LOC:
		op->load = HIST_LOAD_DATA_LOC;
		break;
	case KTRACE_FIELD_REL_LOC:
		op->load = HIST_LOAD_REL_LOC;
		break;
	case KTRACE_FIELD_REST:
		op->load = HIST_LOAD_REST;
		break;
	case KTRACE_FIELD_KERNEL:
		op->load = HIST_LOAD_KERNEL;
		break;
	default:
		op->load = HIST_LOAD_INLINE;
		op->bytes = min_t(u32, ktrace_field_bytes(field), KTRACE_HIST_STRING - 1);
		op->words = op->bytes / sizeof(u64) + 1;
	}
}

static void hist_compile_field(const struct ktrace_field *field, struct hist_op *op)
{
	if (field->kind == KTRACE_FIELD_ARRAY) {
		op->load = HIST_LOAD_FRAMES;
		op->words = KTRACE_HIST_FRAMES;
	} else if (field->kind == KTRACE_FIELD_STRING) {
		hist_compile_string(field, op);
	} else {
		op->load = hist_load_number(field);
	}
}

/**
 * hist_compile - compile a key, or an operand
 * @hist:	the histogram, whose clock is known
 * @part:	the key or operand
 * @fields:	the event's fields
 * @need:	raised to the minimum size of a record, in bytes
 *
 * Return: how hooks load the value.
 */
struct hist_op hist_compile(const struct hist *hist, const struct ktrace_hist_part *part,
			    const struct ktrace_field *fields, u32 *need)
{
	const struct ktrace_field *field = &fields[part->field];
	struct hist_op op = { .show = part->show, .buckets = part->buckets, .words = 1 };

	switch (part->what) {
	case KTRACE_HIST_COMM:
		op.load = HIST_LOAD_COMM;
		op.words = TASK_COMM_LEN / sizeof(u64);
		break;
	case KTRACE_HIST_CPU:
		op.load = HIST_LOAD_CPU;
		break;
	case KTRACE_HIST_CGROUP:
		op.load = HIST_LOAD_CGROUP;
		break;
	case KTRACE_HIST_TIME:
		op.load = hist->clock ? HIST_LOAD_CLOCK : HIST_LOAD_TIME;
		op.offset = hist->clock ? hist->clock - 1 : 0;
		break;
	case KTRACE_HIST_STACK:
		op.load = HIST_LOAD_STACK;
		op.words = KTRACE_HIST_FRAMES;
		break;
	default:
		op.offset = field->offset;
		op.avail = field->avail;
		op.at = field->at;
		*need = max(*need, (u32)field->offset + ktrace_field_bytes(field));
		hist_compile_field(field, &op);
	}
	return op;
}

static bool hist_op_is_text(const struct hist_op *op)
{
	return op->load >= HIST_LOAD_COMM && op->load <= HIST_LOAD_KERNEL;
}

/**
 * hist_part_is_signed - whether a key, or an operand, is a signed number
 * @part:	the key or operand
 * @fields:	the event's fields
 *
 * Return: true if the number is signed.
 */
bool hist_part_is_signed(const struct ktrace_hist_part *part, const struct ktrace_field *fields)
{
	return part->what == KTRACE_HIST_FIELD && fields[part->field].is_signed &&
	       fields[part->field].kind != KTRACE_FIELD_STRING &&
	       (part->show == KTRACE_HIST_PLAIN || part->show >= KTRACE_HIST_PERCENT);
}

/**
 * hist_trigger_compile - compile the keys and values of a histogram's definition
 * @ht:		the trigger, which gets the loads
 * @hist:	the histogram; gets the layout of its keys and sums
 * @fields:	the event's fields
 */
void hist_trigger_compile(struct hist_trigger *ht, struct hist *hist,
			  const struct ktrace_field *fields)
{
	const struct ktrace_hist_spec *spec = &hist->spec;
	unsigned int i;

	for (i = 0; i < spec->nr_keys; i++) {
		ht->keys[i] = hist_compile(hist, &spec->keys[i], fields, &ht->need);
		hist->key_at[i] = hist->key_words;
		hist->key_size[i] = ht->keys[i].words;
		hist->key_words += ht->keys[i].words;
		if (hist_op_is_text(&ht->keys[i]))
			hist->strings |= BIT(i);
		if (hist_part_is_signed(&spec->keys[i], fields))
			hist->is_signed |= BIT(16 + i);
	}
	hist->nr_sums = 1;
	for (i = 1; i < spec->nr_values; i++) {
		const struct ktrace_hist_part *part = &spec->values[i];

		if (part->what == KTRACE_HIST_HITCOUNT)
			continue;
		hist->sum_at[i] = hist->nr_sums++;
		if (part->what == KTRACE_HIST_VALUE)
			continue;
		ht->values[hist->sum_at[i] - 1] = hist_compile(hist, part, fields, &ht->need);
		if (hist_part_is_signed(part, fields))
			hist->is_signed |= BIT(hist->sum_at[i]);
	}
	ht->nr_keys = spec->nr_keys;
	ht->nr_values = hist->nr_sums - 1;
}
