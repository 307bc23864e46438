// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptions of removed events, whose code or module was unloaded: readers use them
 * to print the remaining records, field by field.
 *
 * Created in task context when an event is removed; read under
 * ktrace_event_read_lock().
 */
#include <linux/log2.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "event/event.h"
#include "event/id.h"
#include "text/format.h"

/**
 * struct gone_event - description of a removed event
 * @event:	the event that readers find; its names are in @text
 * @text:	names of the event and of its fields
 * @nr:		number of @fields
 * @fields:	the fields behind the common ones
 */
struct gone_event {
	struct ktrace_event	event;
	char			*text;
	unsigned int		nr;
	struct ktrace_field	fields[] __counted_by(nr);
};

static struct gone_event *gone_event(const struct ktrace_event *event)
{
	return container_of(event, struct gone_event, event);
}

/*
 * Printing
 */

/**
 * struct gone_bytes - bytes of a record
 * @at: address
 * @len: length
 */
struct gone_bytes {
	const void	*at;
	u32		len;
};

/* Find the bytes of @field; the result is empty if they lie outside of the record. */
static struct gone_bytes gone_bytes(const struct ktrace_field *field, const void *rec, u32 len)
{
	u32 bytes = ktrace_field_bytes(field), offset = field->offset, loc;

	if (offset > len || bytes > len - offset)
		return (struct gone_bytes) {};
	if (field->location == KTRACE_FIELD_REST)
		bytes = len - offset;
	if (field->location == KTRACE_FIELD_DATA_LOC || field->location == KTRACE_FIELD_REL_LOC) {
		loc = get_unaligned((const u32 *)(rec + offset));
		offset = (loc & 0xffff) + (field->location == KTRACE_FIELD_REL_LOC ?
					   offset + sizeof(u32) : 0);
		bytes = loc >> 16;
		if (offset > len || bytes > len - offset)
			return (struct gone_bytes) {};
	}
	return (struct gone_bytes) { rec + offset, bytes };
}

static u64 gone_number(const void *from, unsigned int size)
{
	switch (size) {
	case 1:
		return *(const u8 *)from;
	case 2:
		return get_unaligned((const u16 *)from);
	case 4:
		return get_unaligned((const u32 *)from);
	case 8:
		return get_unaligned((const u64 *)from);
	default:
		return 0;
	}
}

/* Size of a number in the field; structures are printed byte by byte. */
static unsigned int gone_number_size(const struct ktrace_field *field)
{
	return is_power_of_2(field->size) && field->size <= sizeof(u64) ? field->size : 1;
}

static void gone_print_number(const struct ktrace_field *field, const void *from,
			      struct seq_buf *out)
{
	unsigned int size = gone_number_size(field), shift = 64 - 8 * size;
	u64 value = gone_number(from, size);

	switch (field->kind) {
	case KTRACE_FIELD_NUMBER:
	case KTRACE_FIELD_TIME:
	case KTRACE_FIELD_ARRAY:
		if (field->is_signed)
			ktrace_format_signed(out, (s64)(value << shift) >> shift);
		else
			ktrace_format_dec(out, value);
		break;
	default:
		/* An address, or a bit mask. */
		seq_buf_puts(out, "0x");
		ktrace_format_hex(out, value);
	}
}

static void gone_print_text(struct gone_bytes bytes, struct seq_buf *out)
{
	seq_buf_putc(out, '"');
	ktrace_format_text(out, bytes.at, strnlen(bytes.at, bytes.len), '"');
	seq_buf_putc(out, '"');
}

static bool gone_is_text(const struct ktrace_field *field)
{
	return field->kind == KTRACE_FIELD_STRING && field->location != KTRACE_FIELD_KERNEL &&
	       field->location != KTRACE_FIELD_USER;
}

static void gone_print_field(const struct ktrace_field *field, const void *rec, u32 len,
			     struct seq_buf *out)
{
	struct gone_bytes bytes = gone_bytes(field, rec, len);
	u32 size = gone_number_size(field), at;

	seq_buf_putc(out, ' ');
	seq_buf_puts(out, field->name);
	seq_buf_putc(out, '=');
	if (!bytes.at) {
		seq_buf_puts(out, "?");
	} else if (gone_is_text(field)) {
		gone_print_text(bytes, out);
	} else if (bytes.len == size) {
		gone_print_number(field, bytes.at, out);
	} else {
		seq_buf_putc(out, '{');
		for (at = 0; bytes.len - at >= size; at += size) {
			if (at)
				seq_buf_putc(out, ',');
			gone_print_number(field, bytes.at + at, out);
		}
		seq_buf_putc(out, '}');
	}
}

static void gone_print(const struct ktrace_event *event, const void *rec, u32 len,
		       struct seq_buf *out)
{
	const struct gone_event *gone = gone_event(event);
	unsigned int i;

	seq_buf_puts(out, event->name);
	seq_buf_putc(out, ':');
	for (i = 0; i < gone->nr; i++)
		gone_print_field(&gone->fields[i], rec, len, out);
}

static bool gone_field(const struct ktrace_event *event, unsigned int i,
		       struct ktrace_field *field)
{
	const struct gone_event *gone = gone_event(event);

	if (i >= gone->nr)
		return false;
	*field = gone->fields[i];
	return true;
}

static void gone_free(struct ktrace_event *event)
{
	struct gone_event *gone = gone_event(event);

	kvfree(gone->text);
	kvfree(gone);
}

/* The event has no files, so enable() and print_fmt() are missing. */
static const struct ktrace_class gone_class = {
	.field	= gone_field,
	.print	= gone_print,
	.free	= gone_free,
};

/* Creation */

/* Append @name and @suffix to the text.  Return: the beginning of the copy. */
static const char *gone_copy(char **end, const char *name, const char *suffix)
{
	size_t len = strlen(name), more = strlen(suffix) + 1;
	char *copy = *end;

	memcpy(copy, name, len);
	memcpy(copy + len, suffix, more);
	*end += len + more;
	return copy;
}

static struct gone_event *gone_alloc(const struct ktrace_event *event, unsigned int nr,
				     size_t text, gfp_t gfp)
{
	struct gone_event *gone = kvzalloc(struct_size(gone, fields, nr), gfp);
	char *end;

	if (!gone)
		return NULL;
	gone->text = kvmalloc(text + 2 * KTRACE_NAME_MAX, gfp);
	if (!gone->text) {
		kvfree(gone);
		return NULL;
	}
	gone->nr = nr;
	gone->event.class = &gone_class;
	gone->event.id = event->id;
	gone->event.since = event->since;
	end = gone->text + text;
	strscpy(end, event->system, KTRACE_NAME_MAX);
	strscpy(end + KTRACE_NAME_MAX, event->name, KTRACE_NAME_MAX);
	gone->event.system = end;
	gone->event.name = end + KTRACE_NAME_MAX;
	return gone;
}

static struct gone_event *gone_create(const struct ktrace_event *event)
{
	const struct ktrace_class *class = event->class;
	struct ktrace_field field;
	struct gone_event *gone;
	unsigned int nr = 0;
	size_t text = 0;
	char *end;

	for (; class->field(event, nr, &field); nr++)
		text += strlen(field.name) + strlen(field.suffix ?: "") + 1;
	gone = gone_alloc(event, nr, text, GFP_KERNEL);
	if (!gone)
		return NULL;
	end = gone->text;
	for (nr = 0; nr < gone->nr; nr++) {
		class->field(event, nr, &field);
		/* Other pointers of the field become invalid with the event. */
		gone->fields[nr] = (struct ktrace_field) {
			.name = gone_copy(&end, field.name, field.suffix ?: ""),
			.kind = field.kind, .location = field.location, .size = field.size,
			.is_signed = field.is_signed, .offset = field.offset,
			.count = field.count,
		};
	}
	return gone;
}

/**
 * ktrace_event_describe - create a description of an event that is removed
 * @event: the event
 *
 * Context: task; sleeps.
 * Return: the description, which replaces the event in the table of ids; without fields
 * if memory is short.  Its class frees it.
 */
struct ktrace_event *ktrace_event_describe(const struct ktrace_event *event)
{
	struct gone_event *gone = gone_create(event) ?:
				  gone_alloc(event, 0, 0, GFP_KERNEL | __GFP_NOFAIL);

	return &gone->event;
}
