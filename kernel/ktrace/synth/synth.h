/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: users define them by naming their fields; other parts of ktrace,
 * such as the actions of histograms, emit them.
 */
#ifndef _KTRACE_SYNTH_H
#define _KTRACE_SYNTH_H

#include <linux/types.h>

struct ktrace_event;
struct ktrace_field;
struct ktrace_synth;

/**
 * union ktrace_synth_value - value of a field of a synthetic event
 * @number:	for numbers: truncated to the size of the field
 * @string:	for strings: up to @string.size bytes at @string.text, ending at a zero
 *		among them, truncated to the field. NULL is an empty string
 * @stack:	for stacks: @stack.nr code addresses at @stack.entries, the innermost
 *		first
 *
 * Pointers must refer to kernel memory that can be read without a fault.
 */
union ktrace_synth_value {
	u64 number;
	struct {
		const char	*text;
		unsigned int	size;
	} string;
	struct {
		const unsigned long *entries;
		unsigned int	nr;
	} stack;
};

struct ktrace_synth *ktrace_synth_get(const char *name);
void ktrace_synth_put(struct ktrace_synth *synth);
bool ktrace_synth_is(const struct ktrace_synth *synth, const struct ktrace_event *event);
unsigned int ktrace_synth_nr_fields(const struct ktrace_synth *synth);
const struct ktrace_field *ktrace_synth_field(const struct ktrace_synth *synth,
					      unsigned int i);
void ktrace_synth_emit(struct ktrace_synth *synth, const union ktrace_synth_value *values);
void ktrace_synth_emit_context(struct ktrace_synth *synth,
			       const union ktrace_synth_value *values, u32 context);

#endif /* _KTRACE_SYNTH_H */
