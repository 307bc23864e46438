// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: strings, elements, vectors, memory before and
 * after the call.
 *
 * Called when records are read. A record holds arbitrary data that a task passed:
 * copies may be incomplete or make no sense.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <uapi/linux/fcntl.h>

#include "text/format.h"
#include "syscall/arg/show.h"

/**
 * ktrace_show_quoted - append bytes as a quoted string
 * @out:	output
 * @at:	the bytes
 * @len:	number of bytes
 * @cut:	the string is truncated
 */
void ktrace_show_quoted(struct seq_buf *out, const void *at, u32 len, bool cut)
{
	seq_buf_putc(out, '"');
	ktrace_format_text(out, at, len, '"');
	seq_buf_puts(out, cut ? "\"..." : "\"");
}

static u64 show_load(const void *at, unsigned int size)
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

static void show_number(struct seq_buf *out, const struct syscall_field *field, u64 value)
{
	if (field->bits)
		value = value >> field->shift & (BIT_ULL(field->bits) - 1);
	ktrace_show_number(out, field, value, field->size);
}

static void show_mac(struct seq_buf *out, const u8 *at, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		seq_buf_printf(out, i ? ":%02x" : "%02x", at[i]);
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
	case SHOW_BY:
		field->put(out, at, field->size);
		break;
	case SHOW_MAC:
		show_mac(out, at, field->size);
		break;
	case SHOW_IN6_ADDR:
		seq_buf_printf(out, "inet_pton(AF_INET6, \"%pI6c\"", at);
		if (field->name)
			seq_buf_printf(out, ", &%s", field->name);
		seq_buf_putc(out, ')');
		break;
	case SHOW_STRUCT:
		ktrace_show_element(out, field->nested, at, field->size, false);
		break;
	default:
		show_number(out, field, show_load(at, field->size));
		break;
	}
}

static void show_field(struct seq_buf *out, const struct syscall_field *field,
		       const void *at)
{
	unsigned int i;

	if (field->name && field->as != SHOW_IN6_ADDR) {
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

static bool is_zero(const u8 *at, u32 len)
{
	while (len && !at[len - 1])
		len--;
	return !len;
}

/* Return true if the structure of @len bytes at @at fulfills the condition. */
static bool is_fulfilled(const struct syscall_when *when, const void *at, u32 len)
{
	u64 word;

	if (when->offset + when->size > len)
		return false;
	if (when->size > sizeof(word))
		return !is_zero(at + when->offset, when->size);
	word = show_load(at + when->offset, when->size) & when->mask;
	switch (when->is) {
	case WHEN_EQUAL:
		return word == when->value;
	case WHEN_UNEQUAL:
		return word != when->value;
	default:
		return word;
	}
}

static bool is_shown(const struct syscall_field *field, const void *at, u32 len)
{
	const struct syscall_when *when = field->when;

	if (!when)
		return true;
	for (; when; when = when->or)
		if (is_fulfilled(when, at, len))
			return true;
	return false;
}

/* Append a path that stands between < and >, which are escaped in it. */
static void show_path_text(struct seq_buf *out, const char *at, u32 len)
{
	const char *end = at + len, *next;

	for (; at < end; at = next + 1) {
		for (next = at; next < end && *next != '<' && *next != '>'; next++)
			;
		ktrace_format_text(out, at, next - at, '"');
		if (next < end)
			seq_buf_printf(out, "\\%03o", *next);
	}
}

static void show_path(struct seq_buf *out, const struct syscall_data *data)
{
	/* Without the option fd-path, the path of a socket is empty. */
	if (!ktrace_show_there(data) || !data->len || !*(const char *)data->at)
		return;
	seq_buf_putc(out, '<');
	show_path_text(out, data->at, strnlen(data->at, data->len));
	seq_buf_puts(out, data->status == SYSCALL_CUT ? "...>" : ">");
}

/**
 * struct shown_tail - what a structure points to
 * @offset:	offset of the pointer or descriptor
 * @elements:	layout of the elements at the pointer; NULL for the path of a descriptor
 * @data:	the elements or the path
 */
struct shown_tail {
	u32 offset;
	const struct syscall_layout *elements;
	struct syscall_data data;
};

/* Append a field, and what it points to. */
static void show_field_tail(struct seq_buf *out, const struct syscall_field *field,
			    const void *at, const struct shown_tail *tail)
{
	if (tail->elements && ktrace_show_there(&tail->data)) {
		seq_buf_puts(out, field->name);
		seq_buf_putc(out, '=');
		ktrace_show_elements(out, tail->elements, &tail->data, true);
		return;
	}
	show_field(out, field, at);
	if (!tail->elements)
		show_path(out, &tail->data);
}

static bool show_fields(struct seq_buf *out, const struct syscall_layout *layout,
			const void *at, u32 len, bool *first, const struct shown_tail *tail)
{
	const struct syscall_field *field = layout->fields;
	bool complete = true;
	unsigned int i;

	for (i = 0; i < layout->nr; i++, field++) {
		if (!is_shown(field, at, len))
			continue;
		/* Fields may stand in any order: a later one may still fit. */
		if (field->offset + field->size * max_t(u32, field->count, 1) > len) {
			complete = false;
			continue;
		}
		if (!*first)
			seq_buf_puts(out, ", ");
		*first = false;
		if (tail && field->offset == tail->offset)
			show_field_tail(out, field, at + field->offset, tail);
		else
			show_field(out, field, at + field->offset);
	}
	return complete;
}

/**
 * ktrace_show_fields - append the fields of a structure without braces
 * @out:	output
 * @layout:	its layout
 * @at:	its bytes
 * @len:	number of bytes; fields beyond are left out
 * @first:	no field precedes the fields
 */
void ktrace_show_fields(struct seq_buf *out, const struct syscall_layout *layout,
			const void *at, u32 len, bool first)
{
	show_fields(out, layout, at, len, &first, NULL);
}

/**
 * ktrace_show_element - append a structure or a number
 * @out:	output
 * @layout:	its layout
 * @at:	its bytes
 * @len:	number of bytes
 * @cut:	the copy is truncated
 */
void ktrace_show_element(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len, bool cut)
{
	const struct syscall_field *field = layout->fields;
	bool first = true;

	if (is_number(layout)) {
		if (len < layout->size)
			seq_buf_puts(out, "...");
		else
			show_field(out, field, at);
		return;
	}
	seq_buf_putc(out, '{');
	if (!show_fields(out, layout, at, len, &first, NULL))
		cut = true;
	if (cut)
		seq_buf_puts(out, first ? "...}" : ", ...}");
	else
		seq_buf_putc(out, '}');
}

/**
 * ktrace_show_partial - append the beginning of a structure or number that a call has written
 * @out:	output
 * @layout:	its layout
 * @at:	its bytes
 * @len:	number of bytes, less than the size; the field in which they end is shown as bytes
 */
void ktrace_show_partial(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len)
{
	const struct syscall_field *field = layout->fields;
	bool first = true;
	unsigned int i;

	if (is_number(layout)) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	seq_buf_putc(out, '{');
	show_fields(out, layout, at, len, &first, NULL);
	for (i = 0; i < layout->nr; i++, field++) {
		if (field->offset >= len ||
		    field->offset + field->size * max_t(u32, field->count, 1) <= len)
			continue;
		seq_buf_printf(out, "%s%s=", first ? "" : ", ", field->name);
		ktrace_show_bytes(out, at + field->offset, len - field->offset, false);
		break;
	}
	seq_buf_putc(out, '}');
}

/**
 * ktrace_show_elements - append a copy of one or more elements
 * @out:	output
 * @layout:	layout of an element
 * @data:	the copy
 * @array:	use brackets even for a single element
 */
void ktrace_show_elements(struct seq_buf *out, const struct syscall_layout *layout,
			  const struct syscall_data *data, bool array)
{
	bool cut = data->status == SYSCALL_CUT;
	u32 at = 0;

	/* Structures, signal sets, several numbers and SHOW_BY have brackets of their own. */
	if (!array && (!is_number(layout) || layout->fields->as == SHOW_SIGSET ||
		       layout->fields->as == SHOW_BY ||
		       layout->fields->count)) {
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
	bool fails = ktrace_show_failed(value);

	return type->out.how && value->returned && ktrace_show_there(&value->out) &&
	       (fails ? type->failed : type->failed != SYSCALL_FAILED_ONLY);
}

/* Return true if the call has changed the memory at the argument. */
static bool value_changed(const struct syscall_value *value, const struct syscall_type *type)
{
	const struct syscall_data *in = &value->in, *after = &value->out;

	return has_in(value, type) && has_out(value, type) &&
	       (in->len != after->len || in->status != after->status ||
		memcmp(in->at, after->at, in->len));
}

/**
 * ktrace_show_copies - append the memory at an argument with the put function of @type
 * @out:	output
 * @value:	the argument
 * @type:	its type
 *
 * The copy made at exit is ignored if the call failed, unless the type asks for it.
 */
void ktrace_show_copies(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	const struct syscall_data *in = &value->in, *after = &value->out;
	bool in_there = has_in(value, type), out_there = has_out(value, type);

	if (in_there)
		type->put(out, value, type, in);
	if (value_changed(value, type))
		seq_buf_puts(out, " => ");
	if (out_there && (!in_there || value_changed(value, type)))
		type->put(out, value, type, after);
	if (in_there || out_there)
		return;
	ktrace_show_pointer(out, value->value);
	if ((type->in.how && in->status == SYSCALL_FAULT) ||
	    (type->out.how && after->status == SYSCALL_FAULT))
		seq_buf_puts(out, " (fault)");
}

/* Show an argument without a copy. */
void ktrace_show_scalar(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	unsigned int size = type->layout->size;

	if (size == sizeof(u64) && value->abi == KTRACE_ABI_COMPAT)
		size = sizeof(u32);
	ktrace_show_number(out, type->layout->fields,
			   size < sizeof(u64) ? value->value & (BIT_ULL(size * 8) - 1) :
			   value->value, size);
}

/* Show the arguments @low and @high, the halves of a 64-bit argument of a 32-bit call. */
static void show_halves(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, unsigned int low, unsigned int high)
{
	if (value->nargs > max(low, high))
		ktrace_show_number(out, type->layout->fields,
				   value->args[low] | value->args[high] << 32, sizeof(u64));
	else
		ktrace_show_scalar(out, value, type);
}

/* The halves are the arguments @low and @low + 1; in _llseek() the upper half comes first. */
#define DEFINE_SHOW_HALVES(suffix, low, high)						\
void ktrace_show_halves_##suffix(struct seq_buf *out, const struct syscall_value *value,\
				 const struct syscall_type *type)			\
{											\
	show_halves(out, value, type, low, high);					\
}

DEFINE_SHOW_HALVES(1, 1, 2)
DEFINE_SHOW_HALVES(2, 2, 3)
DEFINE_SHOW_HALVES(3, 3, 4)
DEFINE_SHOW_HALVES(4, 4, 5)
DEFINE_SHOW_HALVES(llseek, 2, 1)

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

/* Show a result: a number, or a descriptor with its path. */
void ktrace_show_return(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	const struct syscall_field *field = type->layout->fields;

	if (value->abi == KTRACE_ABI_COMPAT && field->as == SHOW_PTR)
		ktrace_show_number(out, field, (u32)value->ret, sizeof(u32));
	else
		ktrace_show_number(out, field, value->ret, sizeof(u64));
	if (type->out.how == SYSCALL_HOW_FD && !ktrace_show_failed(value))
		show_path(out, &value->out);
}

/*
 * Return the size that a call wrote to offset @at of an extensible structure, whose size it refused
 * with E2BIG: the size that the kernel knows.  Return 0 if the call wrote none.
 */
u32 ktrace_show_known_size(const struct syscall_value *value, u32 at)
{
	u32 end = at + sizeof(u32), asked, known;

	if (value->ret != -E2BIG || value->in.len < end || value->out.len < end ||
	    !ktrace_show_there(&value->in) || !ktrace_show_there(&value->out))
		return 0;
	memcpy(&asked, value->in.at + at, sizeof(asked));
	memcpy(&known, value->out.at + at, sizeof(known));
	return known != asked ? known : 0;
}

/* Append one or more elements. */
void ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_elements(out, ktrace_layout_of(type->layout, value->abi), data,
			     type->array);
}

void ktrace_show_object(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	const struct syscall_layout *layout = type->layout;

	/* Show a number that the call has changed as [16 => 2]. */
	if (is_number(layout) && !type->array && value_changed(value, type) &&
	    value->in.len == layout->size && value->out.len == layout->size) {
		seq_buf_putc(out, '[');
		show_one(out, layout->fields, value->in.at);
		seq_buf_puts(out, " => ");
		show_one(out, layout->fields, value->out.at);
		seq_buf_putc(out, ']');
		return;
	}
	ktrace_show_copies(out, value, type);
}

/*
 * Append the bytes behind the known fields of a structure, unless they are zero: the kernel
 * refuses a structure of a newer version whose new fields are used.
 */
static void put_newer(struct seq_buf *out, const struct syscall_layout *layout,
		      const struct syscall_data *data, const struct shown_tail *tail)
{
	const u8 *at = data->at + layout->size;
	u32 len = data->len - layout->size;
	bool first = true;

	seq_buf_putc(out, '{');
	show_fields(out, layout, data->at, layout->size, &first, tail);
	if (!is_zero(at, len)) {
		seq_buf_printf(out, ", /* bytes %u..%u */ ", layout->size, data->len - 1);
		ktrace_show_quoted(out, at, len, false);
	}
	seq_buf_puts(out, data->status == SYSCALL_CUT ? ", ...}" : "}");
}

/* Fields beyond the size in the structure are not shown as missing. */
void ktrace_put_sized(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_layout known = *type->layout;
	const struct syscall_field *last;

	if (data->len < known.min) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	if (data->len > known.size) {
		put_newer(out, &known, data, NULL);
		return;
	}
	for (; known.nr > 1; known.nr--) {
		last = &known.fields[known.nr - 1];
		if (last->offset + last->size * max_t(u32, last->count, 1) <= data->len)
			break;
	}
	ktrace_show_elements(out, &known, data, false);
}

/**
 * ktrace_show_with_tail - append a structure, and what it points to
 * @out:	output
 * @layout:	its layout
 * @tail:	says where the pointer or descriptor is
 * @elements:	layout of the elements at the pointer; NULL for the path of a descriptor
 * @data:	the copy: the structure, and the tail if there is one
 * @bytes:	size of the structure in the program
 */
void ktrace_show_with_tail(struct seq_buf *out, const struct syscall_layout *layout,
			   const struct syscall_tail *tail, const struct syscall_layout *elements,
			   const struct syscall_data *data, u32 bytes)
{
	struct shown_tail shown = { .offset = tail->pointer, .elements = elements };
	struct syscall_data own = *data;
	bool first = true;

	if (own.len > bytes) {
		shown.data = (struct syscall_data) {
			own.at + bytes, own.len - bytes, SYSCALL_COPIED
		};
		own.len = bytes;
	}
	if (elements && shown.data.len && bytes >= tail->count + tail->count_size &&
	    show_load(own.at + tail->count, tail->count_size) > shown.data.len / tail->element)
		shown.data.status = SYSCALL_CUT;
	if (own.len >= layout->size) {
		put_newer(out, layout, &own, &shown);
		return;
	}
	seq_buf_putc(out, '{');
	show_fields(out, layout, own.at, own.len, &first, &shown);
	seq_buf_puts(out, own.status == SYSCALL_CUT ? ", ...}" : "}");
}

/* Show only the object at exit if there is one; it includes the object at entry. */
void ktrace_show_last_object(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	struct syscall_value last = *value;

	if (has_out(value, type))
		last.in.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &last, type);
}

/* Show the numbers of the bits that are set. */
void ktrace_put_bits(struct seq_buf *out, const struct syscall_value *value,
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

void ktrace_put_string(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_quoted(out, data->at, strnlen(data->at, data->len),
			   data->status == SYSCALL_CUT);
}

void ktrace_put_contents(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_quoted(out, data->at, data->len, data->status == SYSCALL_CUT);
}

/* Objects with parts: capture.c has concatenated the parts in one copy. */

/**
 * ktrace_rest_take - copy bytes from the rest of a copy
 * @rest:	the rest; advanced
 * @to:	destination
 * @size:	number of bytes
 *
 * Return: false if the rest is shorter.
 */
bool ktrace_rest_take(struct syscall_rest *rest, void *to, u32 size)
{
	if (rest->len < size)
		return false;
	memcpy(to, rest->at, size);
	rest->at += size;
	rest->len -= size;
	return true;
}

/**
 * ktrace_rest_some - split bytes off the rest of a copy
 * @rest:	the rest; advanced
 * @len:	maximum number of bytes
 *
 * Return: the bytes.
 */
struct syscall_rest ktrace_rest_some(struct syscall_rest *rest, u32 len)
{
	struct syscall_rest some = { rest->at, min(len, rest->len) };

	rest->at += some.len;
	rest->len -= some.len;
	return some;
}

/* Number of bytes from another argument. */

static u32 show_size_bytes(u64 size)
{
	return min_t(u64, size, SYSCALL_BYTES_MAX);
}

u32 ktrace_size1_bytes(const u64 *args, enum ktrace_abi abi)
{
	return show_size_bytes(args[1]);
}

u32 ktrace_size2_bytes(const u64 *args, enum ktrace_abi abi)
{
	return show_size_bytes(args[2]);
}

u32 ktrace_size3_bytes(const u64 *args, enum ktrace_abi abi)
{
	return show_size_bytes(args[3]);
}

u32 ktrace_size4_bytes(const u64 *args, enum ktrace_abi abi)
{
	return show_size_bytes(args[4]);
}

/*
 * The kernel accepts only one size of signal sets. A 32-bit program that passes the size of a long
 * has made a common mistake: show its set.
 */
static u32 show_sigset_bytes(u64 size, enum ktrace_abi abi)
{
	if (size == sizeof(sigset_t))
		return sizeof(sigset_t);
	return abi == KTRACE_ABI_COMPAT && size == sizeof(u32) ? sizeof(u32) : 0;
}

#define SIGSET_BYTES(arg)						\
	u32 ktrace_sigset##arg##_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return show_sigset_bytes(args[arg], abi);		\
	}
SIGSET_BYTES(1)
SIGSET_BYTES(2)
SIGSET_BYTES(3)
SIGSET_BYTES(4)
SIGSET_BYTES(5)

/* Append a signal set, which may be incomplete. */
void ktrace_put_sigset(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	u32 size = min_t(u32, data->len, sizeof(u64));
	u64 set = 0;

	memcpy(&set, data->at, size);
	ktrace_show_number(out, type->layout->fields, set, max(size, 1U));
}

u32 ktrace_sigset_arg_bytes(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? sizeof(struct syscall_sigset_arg32) :
	       sizeof(struct syscall_sigset_arg);
}

#define SIGSET_TAIL(T)							\
	{ .count = offsetof(T, sigsetsize), .count_size = sizeof_field(T, sigsetsize), \
	  .pointer = offsetof(T, sigmask), .pointer_size = sizeof_field(T, sigmask), \
	  .element = 1 }

/**
 * ktrace_sigset_arg_tail - struct syscall_copy.tail of a struct syscall_sigset_arg
 * @args:	the arguments
 * @abi:	ABI of the call
 *
 * Return: the signal set.
 */
const struct syscall_tail *ktrace_sigset_arg_tail(const u64 *args, enum ktrace_abi abi)
{
	static const struct syscall_tail native = SIGSET_TAIL(struct syscall_sigset_arg);
	static const struct syscall_tail compat = SIGSET_TAIL(struct syscall_sigset_arg32);

	return abi == KTRACE_ABI_COMPAT ? &compat : &native;
}

/* Append a structure with the address of a signal set, or with the set if it was copied. */
void ktrace_put_sigset_arg(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data)
{
	const struct syscall_layout *layout = value->abi == KTRACE_ABI_COMPAT ?
					      &syscall_layout_sigset_arg32 : type->layout;
	u64 set = 0;

	if (data->len != layout->size + sizeof(set)) {
		ktrace_show_element(out, layout, data->at, min_t(u32, data->len, layout->size),
				    data->status == SYSCALL_CUT);
		return;
	}
	memcpy(&set, data->at + layout->size, sizeof(set));
	seq_buf_puts(out, "{sigmask=");
	ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_SIGSET }, set,
			   sizeof(set));
	seq_buf_printf(out, ", sigsetsize=%zu}", sizeof(set));
}

/* struct syscall_rule.reads: the kernel always reads the string. */
bool ktrace_reads_always(const u64 *args)
{
	return true;
}
