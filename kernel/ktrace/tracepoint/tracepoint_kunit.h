/* SPDX-License-Identifier: GPL-2.0 */
/* Tracepoints with every kind of field and every helper, for tracepoint_kunit.c. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ktrace_kunit

#if !defined(_KTRACE_TRACEPOINT_KUNIT_H) || defined(TRACE_HEADER_MULTI_READ)
#define _KTRACE_TRACEPOINT_KUNIT_H

#include <linux/tracepoint.h>
#include <linux/uuid.h>

#ifndef _KTRACE_TRACEPOINT_KUNIT_TYPES
#define _KTRACE_TRACEPOINT_KUNIT_TYPES

enum ktrace_kunit_color {
	KTRACE_KUNIT_RED = 7,
	KTRACE_KUNIT_BLUE = -2,
};

struct ktrace_kunit_pair {
	u32 first;
	u64 second;
};

static inline void ktrace_kunit_fill(u16 *halves, u32 *words, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		halves[i] = 0x100 + i;
		words[i] = 0x10000 + i;
	}
}

static inline void ktrace_kunit_again(int depth, void (*again)(int depth))
{
	if (depth)
		again(depth - 1);
}

#endif /* _KTRACE_TRACEPOINT_KUNIT_TYPES */

TRACE_DEFINE_ENUM(KTRACE_KUNIT_RED);
TRACE_DEFINE_ENUM(KTRACE_KUNIT_BLUE);
TRACE_DEFINE_SIZEOF(guid_t);

TRACE_EVENT(ktrace_kunit_numbers,
	    TP_PROTO(s8 small, u64 big, enum ktrace_kunit_color color, const char *name,
		     const struct ktrace_kunit_pair *pair),
	    TP_ARGS(small, big, color, name, pair),
	    TP_STRUCT__entry(__field(s8, small)
			     __field(u16, half)
			     __field(unsigned long, big)
			     __field(bool, yes)
			     __field(int, color)
			     __field(void *, pointer)
			     __field_ext(const char *, name, FILTER_PTR_STRING)
			     __field_struct(struct ktrace_kunit_pair, pair)
			     __array(char, text, 12)
			     __array(u32, words, 3)),
	    TP_fast_assign(__entry->small = small;
			   __entry->half = big;
			   __entry->big = big;
			   __entry->yes = true;
			   __entry->color = color;
			   __entry->pointer = NULL;
			   __entry->name = name;
			   __entry->pair = *pair;
			   strscpy(__entry->text, "a text", sizeof(__entry->text));
			   __entry->words[0] = 1;
			   __entry->words[1] = 22;
			   __entry->words[2] = U32_MAX;),
	    TP_printk("small=%d big=%lu color=%s name=%s pair=%u/%llu words=%s flags=%s size=%zu",
		      __entry->small, __entry->big,
		      __print_symbolic(__entry->color,
				       { KTRACE_KUNIT_RED, "red" },
				       { KTRACE_KUNIT_BLUE, "KTRACE_KUNIT_BLUE" }),
		      __entry->name, __entry->pair.first, __entry->pair.second,
		      __print_array(__entry->words, 3, sizeof(u32)),
		      __print_flags(__entry->half, "|", { 1, "one" }, { 2, "two" }, { 12, "both" }),
		      sizeof(guid_t)));

TRACE_EVENT(ktrace_kunit_parts,
	    TP_PROTO(const char *text, int nr, const unsigned long *bits,
		     const struct cpumask *cpus, const u8 *address, struct va_format *vaf),
	    TP_ARGS(text, nr, bits, cpus, address, vaf),
	    TP_STRUCT__entry(__string(text, text)
			     __string_len(part, text, nr)
			     __vstring(formatted, vaf->fmt, vaf->va)
			     __dynamic_array(u16, halves, nr)
			     __bitmask(bits, 70)
			     __cpumask(cpus)
			     __sockaddr(address, 4)
			     __rel_string(rel_text, text)
			     __rel_string_len(rel_part, text, nr)
			     __rel_dynamic_array(u32, rel_words, nr)
			     __rel_bitmask(rel_bits, 70)
			     __rel_cpumask(rel_cpus)
			     __rel_sockaddr(rel_address, 4)),
	    TP_fast_assign(__assign_str(text);
			   __assign_str(part);
			   __assign_vstr(formatted, vaf->fmt, vaf->va);
			   ktrace_kunit_fill(__get_dynamic_array(halves),
					     __get_rel_dynamic_array(rel_words), nr);
			   __assign_bitmask(bits, bits, 70);
			   __assign_cpumask(cpus, cpumask_bits(cpus));
			   __assign_sockaddr(address, address, 4);
			   __assign_rel_str(rel_text);
			   __assign_rel_str(rel_part);
			   __assign_rel_bitmask(rel_bits, bits, 70);
			   __assign_rel_cpumask(rel_cpus, cpumask_bits(cpus));
			   __assign_rel_sockaddr(rel_address, address, 4);),
	    TP_printk("%s %s %s %s %s %s %s | %s %s %s %s",
		      __get_str(text), __get_str(part), __get_str(formatted),
		      __print_dynamic_array(halves, sizeof(u16)),
		      __get_bitmask(bits),
		      __print_hex(__get_dynamic_array(address), __get_dynamic_array_len(address)),
		      __print_hex_str(__get_dynamic_array(address), 4),
		      __get_rel_str(rel_text), __get_rel_str(rel_part),
		      __print_array(__get_rel_dynamic_array(rel_words),
				    __get_rel_dynamic_array_len(rel_words) / sizeof(u32), 4),
		      __get_rel_bitmask(rel_bits)));

/* TP_fast_assign() assigns the strings in another order than that of the fields. */
TRACE_EVENT(ktrace_kunit_texts,
	    TP_PROTO(const char *text, const char *part, int nr),
	    TP_ARGS(text, part, nr),
	    TP_STRUCT__entry(__string(text, text)
			     __rel_string(rel_text, text)
			     __field(u8, between)
			     __string_len(part, part, nr)
			     __rel_string_len(rel_part, part, nr)),
	    TP_fast_assign(__entry->between = 0x5a;
			   __assign_rel_str(rel_part);
			   __assign_str(part);
			   __assign_rel_str(rel_text);
			   __assign_str(text);),
	    TP_printk("%s %s %s %s", __get_str(text), __get_rel_str(rel_text),
		      __get_str(part), __get_rel_str(rel_part)));

DECLARE_EVENT_CLASS(ktrace_kunit_class,
		    TP_PROTO(u64 ns),
		    TP_ARGS(ns),
		    TP_STRUCT__entry(__field(u64, ns)),
		    TP_fast_assign(__entry->ns = ns;),
		    TP_printk("%llu.%09u", __print_ns_to_secs(__entry->ns),
			      __print_ns_without_secs(__entry->ns)));

DEFINE_EVENT(ktrace_kunit_class, ktrace_kunit_first, TP_PROTO(u64 ns), TP_ARGS(ns));
DEFINE_EVENT_PRINT(ktrace_kunit_class, ktrace_kunit_second, TP_PROTO(u64 ns), TP_ARGS(ns),
		   TP_printk("just %llu", __entry->ns));
DEFINE_EVENT_CONDITION(ktrace_kunit_class, ktrace_kunit_odd, TP_PROTO(u64 ns), TP_ARGS(ns),
		       TP_CONDITION(ns & 1));

/* Hits itself recursively up to @depth while it fills in its record. */
TRACE_EVENT(ktrace_kunit_itself,
	    TP_PROTO(int depth, void (*again)(int depth)),
	    TP_ARGS(depth, again),
	    TP_STRUCT__entry(__field(int, depth)),
	    TP_fast_assign(__entry->depth = depth;
			   ktrace_kunit_again(depth, again);),
	    TP_printk("depth=%d", __entry->depth));

#endif /* _KTRACE_TRACEPOINT_KUNIT_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH tracepoint
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE tracepoint_kunit
#include <trace/define_trace.h>
