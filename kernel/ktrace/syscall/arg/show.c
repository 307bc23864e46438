// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: strings, elements, what was passed and what
 * was left.
 *
 * Called when records are read.  What a record holds is what a task passed, at
 * the time at which it was copied: nothing is taken for granted, neither that
 * copies are complete nor that they make sense.
 */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/fdtable.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/fcntl.h>

#include "text/format.h"
#include "syscall/arg/show.h"

/**
 * ktrace_show_quoted - append bytes as a string
 * @out: where to
 * @at: the bytes
 * @len: how many
 * @cut: there were more
 */
void ktrace_show_quoted(struct seq_buf *out, const void *at, u32 len, bool cut)
{
	seq_buf_putc(out, '"');
	ktrace_format_text(out, at, len, '"');
	seq_buf_puts(out, cut ? "\"..." : "\"");
}

static u64 load(const void *at, unsigned int size)
{
	union {
		u8 b;
		u16 w;
		u32 l;
		u64 q;
	} value = { .q = 0 };

	memcpy(&value, at, min_t(unsigned int, size, sizeof(value)));
	return value.q;
}

static void show_one(struct seq_buf *out, const struct syscall_field *field,
		     const void *at)
{
	switch (field->as) {
	case SHOW_TEXT:
		ktrace_show_quoted(out, at, strnlen(at, field->size), false);
		break;
	case SHOW_BYTES:
		ktrace_show_quoted(out, at, field->size, false);
		break;
	case SHOW_STRUCT:
		ktrace_show_element(out, field->nested, at, field->size, false);
		break;
	default:
		ktrace_show_number(out, field, load(at, field->size), field->size);
		break;
	}
}

static void show_field(struct seq_buf *out, const struct syscall_field *field,
		       const void *at)
{
	unsigned int i;

	if (field->name) {
		seq_buf_puts(out, field->name);
		seq_buf_putc(out, '=');
	}
	if (!field->count) {
		show_one(out, field, at);
		return;
	}
	seq_buf_putc(out, '[');
	for (i = 0; i < field->count; i++) {
		if (i)
			seq_buf_puts(out, ", ");
		show_one(out, field, at + i * field->size);
	}
	seq_buf_putc(out, ']');
}

static bool is_number(const struct syscall_layout *layout)
{
	return !layout->fields[0].name;
}

/**
 * ktrace_show_element - append a structure or a number
 * @out: where to
 * @layout: what it is
 * @at: its bytes
 * @len: how many of them are there
 * @cut: there are more
 */
void ktrace_show_element(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len, bool cut)
{
	const struct syscall_field *field = layout->fields;
	bool first = true;
	unsigned int i;

	if (is_number(layout)) {
		if (len < layout->size)
			seq_buf_puts(out, "...");
		else
			show_field(out, field, at);
		return;
	}
	seq_buf_putc(out, '{');
	for (i = 0; i < layout->nr; i++, field++) {
		/* Fields may stand in any order: the rest may be there. */
		if (field->offset + field->size * max_t(u32, field->count, 1) > len) {
			cut = true;
			continue;
		}
		if (!first)
			seq_buf_puts(out, ", ");
		first = false;
		show_field(out, field, at + field->offset);
	}
	if (cut)
		seq_buf_puts(out, first ? "...}" : ", ...}");
	else
		seq_buf_putc(out, '}');
}

/**
 * ktrace_show_elements - append what was copied from somewhere
 * @out: where to
 * @layout: what an element is
 * @data: the copy
 * @array: it is an array, also if it has but one
 */
void ktrace_show_elements(struct seq_buf *out, const struct syscall_layout *layout,
			  const struct syscall_data *data, bool array)
{
	bool cut = data->status == SYSCALL_CUT;
	u32 at = 0;

	/* What has brackets of its own needs no others. */
	if (!array && (!is_number(layout) || layout->fields->as == SHOW_SIGSET)) {
		ktrace_show_element(out, layout, data->at, data->len, cut);
		return;
	}
	seq_buf_putc(out, '[');
	for (; at < data->len && !seq_buf_has_overflowed(out); at += layout->size) {
		if (at)
			seq_buf_puts(out, ", ");
		ktrace_show_element(out, layout, data->at + at,
				    min(data->len - at, (u32)layout->size), false);
	}
	if (cut)
		seq_buf_puts(out, at ? ", ...]" : "...]");
	else
		seq_buf_putc(out, ']');
}

static bool has_in(const struct syscall_value *value, const struct syscall_type *type)
{
	return type->in.how && ktrace_show_there(&value->in);
}

static bool has_out(const struct syscall_value *value, const struct syscall_type *type)
{
	return type->out.how && value->returned && !ktrace_show_failed(value) &&
	       ktrace_show_there(&value->out);
}

/* The call has left something else than it was passed. */
static bool changed(const struct syscall_value *value, const struct syscall_type *type)
{
	const struct syscall_data *in = &value->in, *after = &value->out;

	return has_in(value, type) && has_out(value, type) &&
	       (in->len != after->len || in->status != after->status ||
		memcmp(in->at, after->at, in->len));
}

/**
 * ktrace_show_in_out - append what an argument points to
 * @out: where to
 * @value: the argument
 * @type: its type
 * @show: how to append a copy
 *
 * What a failed call left there was not copied, or does not count.
 */
void ktrace_show_in_out(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, ktrace_show_data_t show)
{
	const struct syscall_data *in = &value->in, *after = &value->out;
	bool in_there = has_in(value, type), out_there = has_out(value, type);

	if (in_there)
		show(out, value, type, in);
	if (changed(value, type))
		seq_buf_puts(out, " => ");
	if (out_there && (!in_there || changed(value, type)))
		show(out, value, type, after);
	if (in_there || out_there)
		return;
	ktrace_show_pointer(out, value->value);
	if ((type->in.how && in->status == SYSCALL_FAULT) ||
	    (type->out.how && after->status == SYSCALL_FAULT))
		seq_buf_puts(out, " (fault)");
}

/* Types that are shown without anything being copied. */
void ktrace_show_scalar(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	unsigned int size = type->layout->size;

	if (size == sizeof(u64) && value->abi == KTRACE_ABI_IA32)
		size = sizeof(u32);
	ktrace_show_number(out, type->layout->fields,
			   size < sizeof(u64) ? value->value & (BIT_ULL(size * 8) - 1) :
			   value->value, size);
}

static void show_path(struct seq_buf *out, const struct syscall_data *data)
{
	if (!ktrace_show_there(data))
		return;
	seq_buf_putc(out, '<');
	ktrace_format_text(out, data->at, strnlen(data->at, data->len), '"');
	seq_buf_puts(out, data->status == SYSCALL_CUT ? "...>" : ">");
}

void ktrace_show_fd(struct seq_buf *out, const struct syscall_value *value,
		    const struct syscall_type *type)
{
	ktrace_format_signed(out, (s32)value->value);
	show_path(out, &value->in);
}

void ktrace_show_dfd(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type)
{
	if ((s32)value->value == AT_FDCWD)
		seq_buf_puts(out, "AT_FDCWD");
	else
		ktrace_format_signed(out, (s32)value->value);
	show_path(out, &value->in);
}

/* What was returned: a number, or a descriptor with a path. */
void ktrace_show_return(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	const struct syscall_field *field = type->layout->fields;

	if (value->abi == KTRACE_ABI_IA32 && field->as == SHOW_PTR)
		ktrace_show_number(out, field, (u32)value->ret, sizeof(u32));
	else
		ktrace_show_number(out, field, value->ret, sizeof(u64));
	if (type->out.how == SYSCALL_HOW_FD && !ktrace_show_failed(value))
		show_path(out, &value->out);
}

static void show_object(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_elements(out, type->layout, data, type->array);
}

void ktrace_show_object(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	const struct syscall_layout *layout = type->layout;

	/* A number that the call has changed: [16 => 2]. */
	if (is_number(layout) && !type->array && changed(value, type) &&
	    value->in.len == layout->size && value->out.len == layout->size) {
		seq_buf_putc(out, '[');
		show_one(out, layout->fields, value->in.at);
		seq_buf_puts(out, " => ");
		show_one(out, layout->fields, value->out.at);
		seq_buf_putc(out, ']');
		return;
	}
	ktrace_show_in_out(out, value, type, show_object);
}

/* Fields behind the size that a structure is said to have are not missing. */
static void show_sized(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_layout known = *type->layout;
	const struct syscall_field *last;

	for (; known.nr > 1; known.nr--) {
		last = &known.fields[known.nr - 1];
		if (last->offset + last->size * max_t(u32, last->count, 1) <= data->len)
			break;
	}
	ktrace_show_elements(out, &known, data, false);
}

void ktrace_show_sized(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_sized);
}

/* What is left there has what was passed in it: once is enough. */
void ktrace_show_last_object(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	struct syscall_value last = *value;

	if (has_out(value, type))
		last.in.status = SYSCALL_NOT_COPIED;
	ktrace_show_in_out(out, &last, type, show_object);
}

/* Nothing is left there if there was no child to be waited for. */
void ktrace_show_status(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (value->returned && value->ret <= 0)
		ktrace_show_pointer(out, value->value);
	else
		ktrace_show_object(out, value, type);
}

/* Left there only if a signal has interrupted the call. */
void ktrace_show_time_left(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	if (value->returned && value->ret == -ERESTART_RESTARTBLOCK &&
	    ktrace_show_there(&value->out))
		show_object(out, value, type, &value->out);
	else
		ktrace_show_pointer(out, value->value);
}

static void show_bits(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type, const struct syscall_data *data)
{
	u32 i, bits = min_t(u32, data->len, SYSCALL_OBJECT_BYTES) * BITS_PER_BYTE;
	const u8 *at = data->at;
	bool first = true;

	seq_buf_putc(out, '[');
	for (i = 0; i < bits; i++) {
		if (!(at[i / 8] & BIT(i % 8)))
			continue;
		if (!first)
			seq_buf_putc(out, ' ');
		first = false;
		ktrace_format_dec(out, i);
	}
	if (data->status == SYSCALL_CUT)
		seq_buf_puts(out, first ? "..." : " ...");
	seq_buf_putc(out, ']');
}

void ktrace_show_cpu_mask(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_bits);
}

/* Make a copy of a set, at @to, in which there are only the first @bits. */
static void first_bits(struct syscall_data *data, u8 *to, u32 bits)
{
	if (!ktrace_show_there(data))
		return;
	data->len = min3(data->len, (u32)SYSCALL_OBJECT_BYTES,
			 (u32)DIV_ROUND_UP(bits, BITS_PER_BYTE));
	memcpy(to, data->at, data->len);
	data->at = to;
	if (bits / BITS_PER_BYTE < data->len)
		to[bits / BITS_PER_BYTE] &= BIT(bits % BITS_PER_BYTE) - 1;
}

/* The kernel copies whole words, and looks at as many descriptors as it is told. */
void ktrace_show_fd_set(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	struct syscall_value shown = *value;
	u8 in[SYSCALL_OBJECT_BYTES], after[SYSCALL_OBJECT_BYTES];
	u32 n = value->nargs ? max_t(s32, value->args[0], 0) : S32_MAX;

	first_bits(&shown.in, in, n);
	first_bits(&shown.out, after, n);
	ktrace_show_in_out(out, &shown, type, show_bits);
}

/* The kernel copies whole words of the caller's kind. */
static u32 bits_bytes(u32 bits, enum ktrace_abi abi)
{
	u32 unit = abi == KTRACE_ABI_IA32 ? 32 : 64;

	/* As many as an int can tell. */
	return DIV_ROUND_UP(bits, unit) * (unit / 8);
}

/* The kernel looks at no more descriptors than the task's table has room for. */
u32 ktrace_fd_set_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 nr = max_t(s32, args[0], 0);

	scoped_guard(rcu)
		nr = min(nr, files_fdtable(current->files)->max_fds);
	return bits_bytes(nr, abi);
}

u32 ktrace_cpu_mask_bytes(const u64 *args, enum ktrace_abi abi)
{
	/* Of a longer one the kernel reads the start. */
	return min_t(u32, args[1], cpumask_size());
}

static void show_string(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_quoted(out, data->at, strnlen(data->at, data->len),
			   data->status == SYSCALL_CUT);
}

void ktrace_show_string(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_string);
}

static void show_contents(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_quoted(out, data->at, data->len, data->status == SYSCALL_CUT);
}

void ktrace_show_contents(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_contents);
}
