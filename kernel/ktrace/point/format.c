// SPDX-License-Identifier: GPL-2.0
/*
 * The format of a static point: checked when the point is registered, interpreted when
 * its records are read.
 *
 * Called by point.c in task context; uses only its arguments. A record may contain any
 * bytes, and the memory behind the pointers in it may be gone. So the check refuses
 * every conversion that dereferences a pointer.
 */
#include <linux/align.h>
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <uapi/linux/ktrace.h>

#include "parse/span.h"
#include "point/format.h"
#include "text/format.h"

/* Room for each of the five flags of a conversion once. */
#define CONVERSION_FLAGS	6

/* Maximum width and precision. */
#define CONVERSION_MAX		KTRACE_POINT_STRING

/* Values of struct conversion.width and .precision: none, or taken from an argument ("*"). */
#define CONVERSION_NONE		(-1)
#define CONVERSION_ARG		(-2)

/**
 * struct conversion - a conversion of the format
 * @flags:	subset of "-+ #0"
 * @width:	field width, or CONVERSION_*
 * @precision:	number of digits or characters, or CONVERSION_*
 * @bytes:	size of the number that the conversion takes
 * @type:	conversion letter
 * @pointer:	letter after %p, or 0
 */
struct conversion {
	char	flags[CONVERSION_FLAGS];
	int	width;
	int	precision;
	u8	bytes;
	char	type;
	char	pointer;
};

/* Parse a number or a star; NULL if the number is too large. */
static const char *parse_number(const char *at, int *number)
{
	if (*at == '*') {
		*number = CONVERSION_ARG;
		return at + 1;
	}
	for (*number = 0; isdigit(*at); at++) {
		*number = *number * 10 + *at - '0';
		if (*number > CONVERSION_MAX)
			return NULL;
	}
	return at;
}

static const char *parse_length(const char *at, u8 *bytes)
{
	*bytes = sizeof(int);
	switch (*at) {
	case 'h':
		*bytes = at[1] == 'h' ? sizeof(char) : sizeof(short);
		return at + (at[1] == 'h' ? 2 : 1);
	case 'l':
		*bytes = at[1] == 'l' ? sizeof(long long) : sizeof(long);
		return at + (at[1] == 'l' ? 2 : 1);
	case 'L':
		*bytes = sizeof(long long);
		return at + 1;
	case 'z':
	case 't':
		*bytes = sizeof(long);
		return at + 1;
	}
	return at;
}

/*
 * Parse the conversion after a percent sign at @at. Returns the rest of the format, or
 * NULL if the conversion cannot be printed from a record.
 */
static const char *parse_conversion(const char *at, struct conversion *conv)
{
	unsigned int flags = strspn(at, "-+ #0");

	if (flags >= CONVERSION_FLAGS)
		return NULL;
	memcpy(conv->flags, at, flags);
	conv->flags[flags] = 0;
	at += flags;

	conv->width = CONVERSION_NONE;
	conv->precision = CONVERSION_NONE;
	if (*at == '*' || isdigit(*at))
		at = parse_number(at, &conv->width);
	if (at && *at == '.')
		at = parse_number(at + 1, &conv->precision);
	if (!at)
		return NULL;

	at = parse_length(at, &conv->bytes);
	conv->type = *at;
	conv->pointer = 0;
	if (!conv->type || !strchr("%diuxXocsp", conv->type))
		return NULL;
	at++;
	if (conv->type == 'p' && isalnum(*at)) {
		if (!strchr("xKesSB", *at) || isalnum(at[1]))
			return NULL;
		conv->pointer = *at++;
	}
	return at;
}

/* Check that the field suits the conversion. Returns NULL or an error message. */
static const char *check_field(const struct conversion *conv,
			       struct ktrace_point_field *field)
{
	bool string = field->type & KTRACE_ARG_STRING;
	bool pointer = field->type & KTRACE_ARG_POINTER;

	switch (conv->type) {
	case 's':
		if (!string)
			return "%s wants a char pointer or array";
		if (conv->precision == CONVERSION_ARG)
			return "a string's precision can't be an argument";
		if (conv->precision >= 0)
			field->max = min_t(int, field->max, conv->precision);
		return NULL;
	case 'p':
		return pointer ? NULL : "%p wants a pointer other than to char";
	default:
		return string || pointer ? "a number is wanted" : NULL;
	}
}

/* Names of fields */

/* Length of the first of the arguments in @text, which are C expressions. */
static size_t argument_len(const char *text)
{
	const char *at;
	int depth = 0;
	char quote;

	for (at = text; *at && (depth || *at != ','); at++) {
		switch (*at) {
		case '(':
		case '[':
		case '{':
			depth++;
			break;
		case ')':
		case ']':
		case '}':
			depth--;
			break;
		case '"':
		case '\'':
			quote = *at++;
			while (*at && *at != quote)
				at += *at == '\\' && at[1] ? 2 : 1;
			if (!*at)
				return at - text;
			break;
		}
	}
	return at - text;
}

static bool name_char(char c)
{
	return isalnum(c) || c == '_';
}

/* Length of the identifier that ends at @end, or 0. */
static size_t name_len(const char *text, const char *end)
{
	const char *start = end;

	while (start > text && name_char(start[-1]))
		start--;
	return isdigit(*start) ? 0 : end - start;
}

/*
 * Name the field, unless @name is taken by another field, by the common fields, or by
 * the default names "argN".
 */
static void name_take(struct ktrace_point_layout *layout,
		      struct ktrace_point_field *field,
		      const char *name, size_t len)
{
	unsigned int i;

	if (!len || len >= KTRACE_POINT_FIELD_NAME || strstarts(name, "common_") ||
	    (strstarts(name, "arg") && isdigit(name[3])))
		return;
	for (i = 0; i < layout->nr_fields; i++)
		if (strlen(layout->fields[i].name) == len &&
		    !strncmp(layout->fields[i].name, name, len))
			return;
	memcpy(field->name, name, len);
}

/* Name the field by its key in the format, as in "pid=%d". */
static void name_by_key(struct ktrace_point_layout *layout,
			struct ktrace_point_field *field, const char *percent)
{
	const char *end = percent - 1;
	size_t len;

	if (percent == layout->format || *end != '=')
		return;
	len = name_len(layout->format, end);
	name_take(layout, field, end - len, len);
}

/* Name the field by its argument if that is of the form "a", "a.b" or "a->b". */
static void name_by_argument(struct ktrace_point_layout *layout,
			     struct ktrace_point_field *field,
			     const char *text, size_t text_len)
{
	const char *end = text + text_len, *at;
	size_t len;

	while (end > text && ktrace_span_space(end[-1]))
		end--;
	while (text < end && ktrace_span_space(*text))
		text++;
	len = name_len(text, end);
	for (at = text; at < end - len; at++)
		if (!name_char(*at) && !strchr(".->", *at))
			return;
	if (at > text && at[-1] != '.' && at[-1] != '>')
		return;
	name_take(layout, field, at, len);
}

/* Name the fields without a key in the format by their arguments. */
static void name_others(struct ktrace_point_layout *layout, const char *text)
{
	unsigned int i;

	for (i = 0; i < layout->nr_fields; i++) {
		struct ktrace_point_field *field = &layout->fields[i];
		size_t len = argument_len(text);

		if (!field->name[0])
			name_by_argument(layout, field, text, len);
		if (!field->name[0])
			snprintf(field->name, sizeof(field->name), "arg%u", i + 1);
		text += len;
		if (*text == ',')
			text++;
	}
}

/*
 * Check the format, and name each field by the key before its conversion, for example "nr" in
 * "nr=%d". Returns NULL or an error message.
 */
static const char *check_format(struct ktrace_point_layout *layout)
{
	struct ktrace_point_field *field = layout->fields;
	struct ktrace_point_field *end = field + layout->nr_fields;
	const char *at = layout->format;
	struct conversion conv;
	const char *percent;
	const char *why;
	int stars;

	while ((percent = strchr(at, '%'))) {
		at = parse_conversion(percent + 1, &conv);
		if (!at)
			return "unknown conversion";
		if (conv.type == '%')
			continue;
		stars = (conv.width == CONVERSION_ARG) +
			(conv.precision == CONVERSION_ARG);
		if (end - field < stars + 1)
			return "too few arguments";
		for (; stars; stars--, field++)
			if ((field->type & ~KTRACE_ARG_SIGNED) != sizeof(int))
				return "a width is an int";
		why = check_field(&conv, field);
		if (why)
			return why;
		name_by_key(layout, field++, percent);
	}
	return field == end ? NULL : "too many arguments";
}

/**
 * ktrace_point_layout_init - compute the layout of a point's records
 * @layout:	output, must be zeroed; keeps a pointer to @format
 * @format:	printf() format, without a trailing newline
 * @text:	source text of the arguments
 * @args:	types of the arguments
 * @nr_args:	number of arguments
 *
 * Return: NULL, or an error message about the format.
 */
const char *ktrace_point_layout_init(struct ktrace_point_layout *layout,
				     const char *format, const char *text,
				     const struct ktrace_point_arg *args,
				     unsigned int nr_args)
{
	u32 at = sizeof(struct ktrace_common);
	const char *why;
	unsigned int i;

	if (nr_args > KTRACE_POINT_ARGS)
		return "too many arguments";
	layout->format = format;
	layout->nr_fields = nr_args;
	for (i = 0; i < nr_args; i++) {
		struct ktrace_point_field *field = &layout->fields[i];

		/* Must agree with ktrace_point_pack(). */
		at = round_up(at, args[i].kind & KTRACE_ARG_BYTES);
		field->offset = at;
		field->type = args[i].kind;
		/* The maximum of all points; ktrace_point_write() applies the point's own bound. */
		field->max = KTRACE_POINT_STRING;
		at += args[i].kind & KTRACE_ARG_BYTES;
	}
	layout->bytes = ALIGN(at, sizeof(u64));
	why = check_format(layout);
	if (!why)
		name_others(layout, text);
	return why;
}

/* Text of records */

/* Read a field as a number; false if the record is too short. */
static bool read_field(const struct ktrace_point_field *field,
		       const void *rec, u32 len, u64 *value)
{
	u32 bytes = field->type & KTRACE_ARG_BYTES;
	const void *at = rec + field->offset;
	u16 two;
	u32 four;

	if (field->offset + bytes > len)
		return false;
	switch (bytes) {
	case 1:
		*value = *(const u8 *)at;
		break;
	case 2:
		memcpy(&two, at, sizeof(two));
		*value = two;
		break;
	case 4:
		memcpy(&four, at, sizeof(four));
		*value = four;
		break;
	default:
		memcpy(value, at, sizeof(*value));
	}
	if (field->type & KTRACE_ARG_SIGNED)
		*value = sign_extend64(*value, bytes * 8 - 1);
	return true;
}

/* Read a width or precision from an argument. */
static bool read_star(const struct ktrace_point_field *field,
		      const void *rec, u32 len, int *number)
{
	u64 value;

	if (!read_field(field, rec, len, &value))
		return false;
	*number = clamp_t(int, value, -CONVERSION_MAX, CONVERSION_MAX);
	return true;
}

static bool conversion_is_default(const struct conversion *conv)
{
	return !conv->flags[0] && conv->width == CONVERSION_NONE &&
	       conv->precision == CONVERSION_NONE;
}

static int conversion_width(const struct conversion *conv)
{
	int width = conv->width == CONVERSION_NONE ? 0 : conv->width;

	return strchr(conv->flags, '-') && width > 0 ? -width : width;
}

static void print_number(const struct conversion *conv, u64 value,
			 struct seq_buf *out)
{
	char spec[CONVERSION_FLAGS + sizeof("%*.*llX")];

	if (conv->type == 'd' || conv->type == 'i')
		value = sign_extend64(value, conv->bytes * 8 - 1);
	else
		value &= GENMASK_ULL(conv->bytes * 8 - 1, 0);

	if (conversion_is_default(conv) && strchr("diux", conv->type)) {
		if (conv->type == 'u')
			ktrace_format_dec(out, value);
		else if (conv->type == 'x')
			ktrace_format_hex(out, value);
		else
			ktrace_format_signed(out, value);
		return;
	}
	/* A negative precision counts as absent. */
	snprintf(spec, sizeof(spec), "%%%s*.*ll%c", conv->flags, conv->type);
	seq_buf_printf(out, spec, conversion_width(conv), conv->precision, value);
}

static void print_pointer(const struct conversion *conv, u64 value,
			  struct seq_buf *out)
{
	void *pointer = (void *)(unsigned long)value;
	char spec[CONVERSION_FLAGS + sizeof("%*pS")];
	/* %pK checks the permissions of the reader; here the reader differs from the writer. */
	char kind = conv->pointer == 'K' ? 0 : conv->pointer;

	/* Without a width, printk() pads pointers to their full size. */
	if (conv->width == CONVERSION_NONE) {
		snprintf(spec, sizeof(spec), "%%%sp%c", conv->flags, kind);
		seq_buf_printf(out, spec, pointer);
	} else {
		snprintf(spec, sizeof(spec), "%%%s*p%c", conv->flags, kind);
		seq_buf_printf(out, spec, conversion_width(conv), pointer);
	}
}

/* Append text padded to its width; an escape sequence counts as one character. */
static void print_text(const struct conversion *conv, const void *at, u32 bytes,
		       struct seq_buf *out)
{
	int width = conversion_width(conv), pad = abs(width) - (int)bytes;
	int i;

	for (i = 0; width > 0 && i < pad; i++)
		seq_buf_putc(out, ' ');
	ktrace_format_text(out, at, bytes, 0);
	for (i = 0; width < 0 && i < pad; i++)
		seq_buf_putc(out, ' ');
}

static void print_string(const struct conversion *conv, u64 value,
			 const void *rec, u32 len, struct seq_buf *out)
{
	u32 offset = ktrace_point_loc_offset(value);
	u32 bytes = ktrace_point_loc_bytes(value);
	const char *string = rec + offset;

	if (offset > len || bytes > len - offset) {
		seq_buf_puts(out, "(truncated)");
		return;
	}
	bytes = strnlen(string, bytes);
	if (conv->precision >= 0)
		bytes = min_t(u32, bytes, conv->precision);
	print_text(conv, string, bytes, out);
}

static void print_conversion(const struct conversion *conv,
			     const struct ktrace_point_field *field,
			     const void *rec, u32 len, struct seq_buf *out)
{
	u64 value;
	char c;

	if (!read_field(field, rec, len, &value)) {
		seq_buf_puts(out, "(truncated)");
		return;
	}
	switch (conv->type) {
	case 's':
		print_string(conv, value, rec, len, out);
		break;
	case 'p':
		print_pointer(conv, value, out);
		break;
	case 'c':
		c = value;
		print_text(conv, &c, 1, out);
		break;
	default:
		print_number(conv, value, out);
	}
}

/**
 * ktrace_point_print - append a record as text
 * @layout:	layout of the record, from a successful ktrace_point_layout_init()
 * @rec:	the payload, starting with the common fields
 * @len:	length of the payload in bytes
 * @out:	output
 */
void ktrace_point_print(const struct ktrace_point_layout *layout,
			const void *rec, u32 len, struct seq_buf *out)
{
	const struct ktrace_point_field *field = layout->fields;
	const char *at = layout->format;
	struct conversion conv;

	for (;;) {
		const char *percent = strchrnul(at, '%');

		ktrace_format_text(out, at, percent - at, 0);
		if (!*percent)
			return;
		at = parse_conversion(percent + 1, &conv);
		if (!at)
			return;
		if (conv.type == '%') {
			seq_buf_putc(out, '%');
			continue;
		}
		if (conv.width == CONVERSION_ARG &&
		    !read_star(field++, rec, len, &conv.width))
			return;
		if (conv.precision == CONVERSION_ARG &&
		    !read_star(field++, rec, len, &conv.precision))
			return;
		print_conversion(&conv, field++, rec, len, out);
	}
}

/**
 * ktrace_point_quote - append a string as a C string literal
 * @text:	the string
 * @out:	output
 */
void ktrace_point_quote(const char *text, struct seq_buf *out)
{
	seq_buf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			seq_buf_printf(out, "\\%c", *text);
		else if (*text == '\n')
			seq_buf_puts(out, "\\n");
		else if (*text == '\t')
			seq_buf_puts(out, "\\t");
		else if (isascii(*text) && isprint(*text))
			seq_buf_putc(out, *text);
		else
			seq_buf_printf(out, "\\%03o", (u8)*text);
	}
	seq_buf_putc(out, '"');
}

/**
 * ktrace_point_print_fmt - append "print fmt"
 * @layout:	layout of the event's records
 * @out:	output
 */
void ktrace_point_print_fmt(const struct ktrace_point_layout *layout,
			    struct seq_buf *out)
{
	unsigned int i;

	ktrace_point_quote(layout->format, out);
	for (i = 0; i < layout->nr_fields; i++) {
		const struct ktrace_point_field *field = &layout->fields[i];

		seq_buf_printf(out, field->type & KTRACE_ARG_STRING ?
			       ", __get_str(%s)" : ", REC->%s", field->name);
	}
}
