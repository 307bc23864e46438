/* SPDX-License-Identifier: GPL-2.0 */
/* How decode.c wants constants, modes and strings to look. */
#ifndef _KTRACE_STYLE_H
#define _KTRACE_STYLE_H

#include "text/names.h"
#include "syscall/arg/show.h"

#include "decode.h"

/* What is shared by style.c and style_args.c. */
extern const struct decode_limits *style;
extern bool style_is_inner;

bool style_is_call(const char *name);
void style_put_hex(struct seq_buf *out, u64 value);

void style_set(const struct decode_limits *limits, const char *call);
void style_set_result(void);
bool style_put(struct seq_buf *out, unsigned int arg, const struct syscall_rule *rule,
	       const struct syscall_value *value);

/* The functions of the kernel, and what the linker calls instead of them. */
void __real_ktrace_names_print(struct seq_buf *out, enum ktrace_names names, u64 value);
void __wrap_ktrace_names_print(struct seq_buf *out, enum ktrace_names names, u64 value);
void __real_ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			       u64 value, unsigned int size);
void __wrap_ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			       u64 value, unsigned int size);
void __real_ktrace_show_dfd(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type);
void __wrap_ktrace_show_dfd(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type);
void __real_ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data);
void __wrap_ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data);
void __real_ktrace_put_iovec(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, const struct syscall_data *data);
void __wrap_ktrace_put_iovec(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, const struct syscall_data *data);
void __real_ktrace_show_bytes(struct seq_buf *out, const void *at, u32 len, bool cut);
void __wrap_ktrace_show_bytes(struct seq_buf *out, const void *at, u32 len, bool cut);
void __real_ktrace_format_text(struct seq_buf *out, const char *at, size_t len, char quote);
void __wrap_ktrace_format_text(struct seq_buf *out, const char *at, size_t len, char quote);

#endif /* _KTRACE_STYLE_H */
