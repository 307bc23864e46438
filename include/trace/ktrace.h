/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ktrace's stages: turn every TRACE_EVENT() of a header into a ktrace event.
 *
 * define_trace.h includes this file where the tracepoints of a header are created. Each
 * stage reads the header again with other macros, so that new events need no change
 * here. For each DECLARE_EVENT_CLASS() the stages emit
 *
 *   ktrace_fields_CLASS()	its fields
 *   ktrace_show_CLASS()	TP_printk() into a seq_buf
 *   ktrace_probe_CLASS()	TP_fast_assign() into a record
 *   ktrace_class_CLASS		references to these, and TP_printk() as text
 *
 * and for each DEFINE_EVENT() an entry in the section __ktrace_tracepoints, for each
 * TRACE_DEFINE_ENUM() an entry in __ktrace_values.
 *
 * Macros that concern only the record come from stages/: they are the interface to the
 * headers and change together with them. This file replaces everything that depends on
 * the base's event tracer: the description of fields, the measuring of strings, the
 * helpers that print, the probe. If the event tracer is built, it declares the
 * structure of the record, since drivers use its name.
 */
#include <linux/ktrace_tracepoint.h>
#include <linux/preempt.h>
#include <linux/seq_buf.h>
#include <linux/stddef.h>
#include <linux/trace_events.h>

#ifndef TRACE_SYSTEM_VAR
#define TRACE_SYSTEM_VAR TRACE_SYSTEM
#endif

/* Tracepoints without an event are ignored; undo the definition of the stage for BPF. */
#undef DECLARE_TRACE
#define DECLARE_TRACE(name, proto, args)

/* Reduce all kinds of definitions to a class, and an event of a class. */
#undef TRACE_EVENT
#define TRACE_EVENT(name, proto, args, tstruct, assign, print)		\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct), \
			    PARAMS(assign), PARAMS(print));		\
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args));

#undef TRACE_EVENT_CONDITION
#define TRACE_EVENT_CONDITION(name, proto, args, cond, tstruct, assign, print) \
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
		    PARAMS(assign), PARAMS(print))

#undef TRACE_EVENT_FN
#define TRACE_EVENT_FN(name, proto, args, tstruct, assign, print, reg, unreg) \
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
		    PARAMS(assign), PARAMS(print))

#undef TRACE_EVENT_FN_COND
#define TRACE_EVENT_FN_COND(name, proto, args, cond, tstruct, assign, print, reg, unreg) \
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
		    PARAMS(assign), PARAMS(print))

#undef TRACE_EVENT_SYSCALL
#define TRACE_EVENT_SYSCALL(name, proto, args, tstruct, assign, print, reg, unreg) \
	DECLARE_EVENT_SYSCALL_CLASS(name, PARAMS(proto), PARAMS(args),	\
				    PARAMS(tstruct), PARAMS(assign), PARAMS(print)); \
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args));

#undef TRACE_EVENT_NOP
#define TRACE_EVENT_NOP(name, proto, args, tstruct, assign, print)

#undef DEFINE_EVENT_NOP
#define DEFINE_EVENT_NOP(template, name, proto, args)

/* A class with tracepoints that may be hit with preemption on. */
#undef DECLARE_EVENT_SYSCALL_CLASS
#define DECLARE_EVENT_SYSCALL_CLASS DECLARE_EVENT_CLASS

/* An event consists of its class and its name; each stage defines __ktrace_event(). */
#undef DEFINE_EVENT
#define DEFINE_EVENT(_class, _event, ...)	__ktrace_event(_class, _event)

#undef DEFINE_EVENT_FN
#define DEFINE_EVENT_FN				DEFINE_EVENT

#undef DEFINE_EVENT_CONDITION
#define DEFINE_EVENT_CONDITION			DEFINE_EVENT

/* An event with its own text. */
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(_class, _event, _proto, _args, _print)	\
	__ktrace_event_print(_class, _event, PARAMS(_print))

/* Most stages ignore events. */
#undef __ktrace_event
#define __ktrace_event(_class, _event)

#undef __ktrace_event_print
#define __ktrace_event_print(_class, _event, _print)

__diag_push();
__diag_ignore(GCC, 8, "-Wsuggest-attribute=format",
	      "a tracepoint with a __vstring() has the arguments of a printf()");

/* Macros of perf and of the event tracer. */
#undef TRACE_EVENT_FLAGS
#define TRACE_EVENT_FLAGS(event, flag)

#undef TRACE_EVENT_PERF_PERM
#define TRACE_EVENT_PERF_PERM(event, expr...)

#ifndef CONFIG_EVENT_TRACING

#include "stages/init.h"

#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)

#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)

/* The record: struct trace_event_raw_CLASS */
#include "stages/stage1_struct_define.h"

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
struct trace_event_raw_##call {						\
	struct trace_entry	ent;					\
	tstruct								\
	char			__data[];				\
};

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * Offsets of the parts of variable length, and the addresses to copy from: struct
 * trace_event_data_offsets_CLASS
 */
#include "stages/stage2_data_offsets.h"

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
struct trace_event_data_offsets_##call {				\
	tstruct;							\
};

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#endif /* CONFIG_EVENT_TRACING */

/*
 * Total length of these parts: ktrace_get_offsets_CLASS()
 *
 * Also needed if the event tracer has such a function: strings are measured differently
 * here.
 */
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)

#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...) args

#include "stages/stage5_get_offsets.h"

/* Replace NULL once here, so that __assign_str() need not check again. */
#undef __ktrace_text
#define __ktrace_text(_array, _item, _src, _bytes)			\
	__data_offsets->_item##_ptr_ = __string_src(_src);		\
	_array(char, _item, _bytes)

#undef __ktrace_measured
#define __ktrace_measured(_item)					\
	ktrace_tracepoint_measure(__data_offsets->_item##_ptr_)

#undef __string
#define __string(item, src)						\
	__ktrace_text(__dynamic_array, item, src, __ktrace_measured(item))

#undef __string_len
#define __string_len(item, src, len)					\
	__ktrace_text(__dynamic_array, item, src, (len) + 1)

#undef __rel_string
#define __rel_string(item, src)						\
	__ktrace_text(__rel_dynamic_array, item, src, __ktrace_measured(item))

#undef __rel_string_len
#define __rel_string_len(item, src, len)				\
	__ktrace_text(__rel_dynamic_array, item, src, (len) + 1)

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static inline notrace int ktrace_get_offsets_##call(			\
	struct trace_event_data_offsets_##call *__data_offsets, proto)	\
{									\
	struct trace_event_raw_##call __maybe_unused *entry;		\
	int __maybe_unused __item_length;				\
	int __data_size = 0;						\
									\
	tstruct;							\
									\
	return __data_size;						\
}

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * Fields and values of names: ktrace_fields_CLASS()
 *
 * A function, because only a scope of its own allows the same name for the structure in
 * every class.
 */
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)						\
	static const struct ktrace_tracepoint_value			\
	__used __section("__ktrace_values") __aligned(sizeof(long))	\
	__ktrace_value_##a = {						\
		.system = TRACE_SYSTEM_STRING, .name = #a, .value = a,	\
	}

#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)						\
	static const struct ktrace_tracepoint_value			\
	__used __section("__ktrace_values") __aligned(sizeof(long))	\
	__ktrace_sizeof_##a = {						\
		.system = TRACE_SYSTEM_STRING, .name = "sizeof(" #a ")", \
		.value = sizeof(a),					\
	}

#undef __ktrace_field
#undef __ktrace_sign
#undef __field
#undef __field_ext
#undef __field_struct
#undef __field_struct_ext
#undef __array
#undef __dynamic_array
#undef __string
#undef __string_len
#undef __vstring
#undef __bitmask
#undef __cpumask
#undef __sockaddr
#undef __rel_dynamic_array
#undef __rel_string
#undef __rel_string_len
#undef __rel_bitmask
#undef __rel_cpumask
#undef __rel_sockaddr

#define __ktrace_field(_type, _member, _item, _location, _flags, _count) {	\
	.type = #_type, .name = #_item, .size = sizeof(_type),		\
	.offset = offsetof(typeof(*entry), _member),			\
	.count = _count, .location = KTRACE_TRACEPOINT_##_location, .flags = _flags },

#define __ktrace_sign(_type)						\
	(is_signed_type(_type) ? KTRACE_TRACEPOINT_SIGNED : 0)

#define __field(type, item)						\
	__ktrace_field(type, item, item, NUMBER, __ktrace_sign(type), 0)

#define __field_ext(type, item, filter_type)	__field(type, item)

#define __field_struct(type, item)					\
	__ktrace_field(type, item, item, STRUCT, 0, 0)

#define __field_struct_ext(type, item, filter_type)	__field_struct(type, item)

#define __array(type, item, len)					\
	__ktrace_field(type, item, item, ARRAY, __ktrace_sign(type), len)

#define __dynamic_array(type, item, len)				\
	__ktrace_field(type, __data_loc_##item, item, LOC, __ktrace_sign(type), 0)

#define __string(item, src)		__dynamic_array(char, item, -1)

#define __string_len(item, src, len)	__dynamic_array(char, item, -1)

#define __vstring(item, fmt, ap)	__dynamic_array(char, item, -1)

#define __bitmask(item, nr_bits)					\
	__ktrace_field(unsigned long, __data_loc_##item, item, LOC,	\
		       KTRACE_TRACEPOINT_MASK, 0)

#define __cpumask(item)							\
	__ktrace_field(cpumask_t, __data_loc_##item, item, LOC,		\
		       KTRACE_TRACEPOINT_MASK, 0)

#define __sockaddr(item, len)		__dynamic_array(u8, item, len)

#define __rel_dynamic_array(type, item, len)				\
	__ktrace_field(type, __rel_loc_##item, item, REL_LOC, __ktrace_sign(type), 0)

#define __rel_string(item, src)		__rel_dynamic_array(char, item, -1)

#define __rel_string_len(item, src, len) __rel_dynamic_array(char, item, -1)

#define __rel_bitmask(item, nr_bits)					\
	__ktrace_field(unsigned long, __rel_loc_##item, item, REL_LOC,	\
		       KTRACE_TRACEPOINT_MASK, 0)

#define __rel_cpumask(item)						\
	__ktrace_field(cpumask_t, __rel_loc_##item, item, REL_LOC,	\
		       KTRACE_TRACEPOINT_MASK, 0)

#define __rel_sockaddr(item, len)	__rel_dynamic_array(u8, item, len)

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...) args

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static const struct ktrace_tracepoint_field *ktrace_fields_##call(void)	\
{									\
	struct trace_event_raw_##call __maybe_unused *entry;		\
	static const struct ktrace_tracepoint_field fields[] = { tstruct {} }; \
									\
	return fields;							\
}

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)

#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)

/* Text: ktrace_show_CLASS() */
#include "stages/stage3_trace_output.h"

#undef TP_printk
#define TP_printk(fmt, args...) fmt, ##args

#undef __get_bitmask
#define __get_bitmask(field)						\
	ktrace_print_mask(p, __get_dynamic_array(field), __get_dynamic_array_len(field))

#undef __get_rel_bitmask
#define __get_rel_bitmask(field)					\
	ktrace_print_mask(p, __get_rel_dynamic_array(field),		\
			  __get_rel_dynamic_array_len(field))

#undef __print_flags
#define __print_flags(flag, delim, flag_array...)			\
({									\
	static const struct trace_print_flags __names[] = { flag_array }; \
									\
	ktrace_print_flags(p, delim, flag, __names, ARRAY_SIZE(__names)); \
})

#undef __print_symbolic
#define __print_symbolic(value, symbol_array...)			\
({									\
	static const struct trace_print_flags __names[] = { symbol_array }; \
									\
	ktrace_print_symbol(p, value, __names, ARRAY_SIZE(__names));	\
})

#undef __print_hex
#define __print_hex(buf, buf_len)	ktrace_print_hex(p, buf, buf_len, false)

#undef __print_hex_str
#define __print_hex_str(buf, buf_len)	ktrace_print_hex(p, buf, buf_len, true)

#undef __print_array
#define __print_array(array, count, el_size)				\
({									\
	BUILD_BUG_ON((el_size) != 1 && (el_size) != 2 &&		\
		     (el_size) != 4 && (el_size) != 8);			\
	ktrace_print_array(p, array, count, el_size);			\
})

#undef __print_hex_dump
#define __print_hex_dump(prefix, prefix_type, rowsize, groupsize, buf, len, ascii) \
	ktrace_print_hex_dump(p, prefix, prefix_type, rowsize, groupsize, buf, len, ascii)

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static notrace void							\
ktrace_show_##call(void *__record, struct trace_seq *p, struct seq_buf *__out) \
{									\
	struct trace_event_raw_##call __maybe_unused *field = __record;	\
									\
	seq_buf_printf(__out, print);					\
}

#undef __ktrace_event_print
#define __ktrace_event_print(_class, _event, _print)			\
static notrace void							\
ktrace_show_print_##_event(void *__record, struct trace_seq *p, struct seq_buf *__out) \
{									\
	struct trace_event_raw_##_class __maybe_unused *field = __record; \
									\
	seq_buf_printf(__out, _print);					\
}

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * Recording: ktrace_probe_CLASS()
 *
 * Placed in a section without kprobes: a kprobe hit inside of a record would be
 * recorded into it. Without a stack protector: only hit.c writes to the stack, at fixed
 * offsets.
 */
#include "stages/stage6_event_callback.h"

/* Copy by words; the zero is where it was measured, even if the string has changed. */
#undef __assign_str
#define __assign_str(dst)						\
	ktrace_tracepoint_copy(__get_str(dst), __data_offsets.dst##_ptr_, \
			       __get_dynamic_array_len(dst))

#undef __assign_rel_str
#define __assign_rel_str(dst)						\
	ktrace_tracepoint_copy(__get_rel_str(dst), __data_offsets.dst##_ptr_, \
			       __get_rel_dynamic_array_len(dst))

/* The formatted text may now be longer than it was when it was measured. */
#undef __assign_vstr
#define __assign_vstr(dst, fmt, va)					\
do {									\
	va_list __args;							\
									\
	va_copy(__args, *(va));						\
	vsnprintf(__get_str(dst), __get_dynamic_array_len(dst), fmt, __args); \
	va_end(__args);							\
} while (0)

#undef __ktrace_write
#define __ktrace_write(call, proto, args, tstruct, assign)		\
static inline notrace __kprobes __no_stack_protector void		\
ktrace_write_##call(void *__data, proto)				\
{									\
	struct trace_event_data_offsets_##call __maybe_unused __data_offsets; \
	struct ktrace_tracepoint_write __write __uninitialized;		\
	struct trace_event_raw_##call *entry;				\
	size_t __bytes, __words;					\
									\
	/* A negative length becomes a huge one, and is refused. */ \
	__bytes = sizeof(u32) + sizeof(*entry) +			\
		  (u32)ktrace_get_offsets_##call(&__data_offsets, args); \
	__words = DIV_ROUND_UP(__bytes, sizeof(u32));			\
	entry = __builtin_constant_p(__words) && __words <= KTRACE_TRACEPOINT_SHORT ? \
		ktrace_tracepoint_begin_short(&__write, __data, __words) : \
		ktrace_tracepoint_begin(&__write, __data, __words);	\
	if (unlikely(!entry))						\
		return;							\
	tstruct								\
	{ assign; }							\
	ktrace_tracepoint_end(&__write);				\
}

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
__ktrace_write(call, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign)) \
static notrace __kprobes __no_stack_protector void			\
ktrace_probe_##call(void *__data, proto)				\
{									\
	ktrace_write_##call(__data, args);				\
}

#undef DECLARE_EVENT_SYSCALL_CLASS
#define DECLARE_EVENT_SYSCALL_CLASS(call, proto, args, tstruct, assign, print) \
__ktrace_write(call, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign)) \
static notrace __kprobes __no_stack_protector void			\
ktrace_probe_##call(void *__data, proto)				\
{									\
	preempt_disable_notrace();					\
	ktrace_write_##call(__data, args);				\
	preempt_enable_notrace();					\
}

/* Let the compiler check that the probe's arguments match those of its tracepoint. */
#undef __ktrace_event
#define __ktrace_event(_class, _event)					\
static inline void ktrace_probe_check_##_event(void)			\
{									\
	check_trace_callback_type_##_event(ktrace_probe_##_class);	\
}

#undef __ktrace_event_print
#define __ktrace_event_print(_class, _event, _print)	__ktrace_event(_class, _event)

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* Classes and events: ktrace_class_CLASS, and the entries of the events */
#include "stages/stage7_class_define.h"

/* Includes the semicolon: a class may be used without one. */
#undef __ktrace_class
#define __ktrace_class(_class, _template, _show, _print)		\
static const struct ktrace_tracepoint_class __maybe_unused ktrace_class_##_class = { \
	.system		= TRACE_SYSTEM_STRING,				\
	.print_fmt	= _print,					\
	.probe		= ktrace_probe_##_template,			\
	.fields		= ktrace_fields_##_template,			\
	.show		= ktrace_show_##_show,				\
	.bytes		= offsetof(struct trace_event_raw_##_template, __data), \
};

#undef __ktrace_entry
#define __ktrace_entry(_name, _class)					\
static const struct ktrace_tracepoint					\
__used __section("__ktrace_tracepoints") __aligned(sizeof(void *))	\
__ktrace_tracepoint_##_name = {						\
	.tracepoint	= &__tracepoint_##_name,			\
	.class		= &ktrace_class_##_class,			\
}

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
	__ktrace_class(call, call, call, print)

#undef DECLARE_EVENT_SYSCALL_CLASS
#define DECLARE_EVENT_SYSCALL_CLASS DECLARE_EVENT_CLASS

#undef __ktrace_event
#define __ktrace_event(_class, _event)					\
	__ktrace_entry(_event, _class)

#undef __ktrace_event_print
#define __ktrace_event_print(_class, _event, _print)			\
	__ktrace_class(print_##_event, _class, print_##_event, PARAMS(_print)) \
	__ktrace_entry(_event, print_##_event)

#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

__diag_pop();
