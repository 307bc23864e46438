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

/* Longest name of a field, its terminating zero included. */
#define KTRACE_POINT_FIELD_NAME	32

/**
 * struct ktrace_point_field - an argument in the record
 * @name:	what clients call it
 * @offset:	bytes from the start of the payload
 * @type:	bytes, and KTRACE_ARG_* flags
 * @max:	of a string: how many bytes the format wants at most
 */
struct ktrace_point_field {
	char	name[KTRACE_POINT_FIELD_NAME];
	u16	offset;
	u8	type;
	u8	max;
};

/**
 * struct ktrace_point_layout - the records of a point, and their text
 * @format:	as of printf(), without a newline at its end
 * @nr_fields:	how many @fields there are
 * @bytes:	of the payload, without strings, a multiple of 8
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

/* What __data_loc says: where in the payload, and how many bytes. */
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
