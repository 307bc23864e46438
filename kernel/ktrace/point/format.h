/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The format of a static point: checked when the point is registered,
 * interpreted when its records are read.
 */
#ifndef _KTRACE_POINT_FORMAT_H
#define _KTRACE_POINT_FORMAT_H

#include <linux/ktrace.h>
#include <linux/types.h>

struct seq_buf;

/* Maximum length of a field name, including the terminating zero. */
#define KTRACE_POINT_FIELD_NAME	32

/**
 * struct ktrace_point_field - an argument in the record
 * @name:	name of the field
 * @offset:	offset in the payload in bytes
 * @type:	size in bytes, and KTRACE_ARG_* flags
 * @max:	for strings: maximum number of bytes that the format prints
 */
struct ktrace_point_field {
	char	name[KTRACE_POINT_FIELD_NAME];
	u16	offset;
	u8	type;
	u8	max;
};

/**
 * struct ktrace_point_layout - layout of the records of a point
 * @format:	printf() format, without a trailing newline
 * @nr_fields:	number of @fields
 * @bytes:	size of the payload without strings, a multiple of 8
 * @fields:	the arguments, in order
 */
struct ktrace_point_layout {
	const char	*format;
	unsigned int	nr_fields;
	u16		bytes;
	struct ktrace_point_field fields[KTRACE_POINT_ARGS];
};

const char *ktrace_point_layout_init(struct ktrace_point_layout *layout,
				     const char *format, const char *text,
				     const struct ktrace_point_arg *args,
				     unsigned int nr_args);
void ktrace_point_print(const struct ktrace_point_layout *layout,
			const void *rec, u32 len, struct seq_buf *out);
void ktrace_point_print_fmt(const struct ktrace_point_layout *layout,
			    struct seq_buf *out);
void ktrace_point_quote(const char *text, struct seq_buf *out);

/* Encode a __data_loc word: offset in the payload, and length. */
static inline u32 ktrace_point_loc(u32 offset, u32 bytes)
{
	return offset | bytes << 16;
}

static inline u32 ktrace_point_loc_offset(u32 loc)
{
	return loc & 0xffff;
}

static inline u32 ktrace_point_loc_bytes(u32 loc)
{
	return loc >> 16;
}

#endif /* _KTRACE_POINT_FORMAT_H */
