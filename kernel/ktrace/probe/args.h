/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of probes as fields of their records: description and text. */
#ifndef _KTRACE_PROBE_ARGS_H
#define _KTRACE_PROBE_ARGS_H

#include <linux/types.h>

#include "parse/field.h"
#include "parse/probe_parse.h"

struct seq_buf;

/**
 * struct probe_field - an argument in records
 * @name:	its name
 * @type:	its type
 * @offset:	offset in the record
 * @count:	number of elements of an array, 0 if it is not an array
 */
struct probe_field {
	char	name[PROBE_ARG_NAME_SIZE];
	const struct probe_arg_type *type;
	u16	offset;
	u8	count;
};

void ktrace_probe_args_set(struct probe_field *args, const struct probe_spec *spec, u32 head);
enum probe_err ktrace_probe_args_differ(const struct probe_field *args, unsigned int nr,
					const struct probe_spec *spec, unsigned int *column);
void ktrace_probe_arg_field(const struct probe_field *arg, struct ktrace_field *field);
void ktrace_probe_args_formats(const struct probe_field *args, unsigned int nr,
			       struct seq_buf *out);
void ktrace_probe_args_values(const struct probe_field *args, unsigned int nr,
			      struct seq_buf *out);
void ktrace_probe_args_print(const struct probe_field *args, unsigned int nr, const void *rec,
			     u32 len, struct seq_buf *out);

#endif /* _KTRACE_PROBE_ARGS_H */
