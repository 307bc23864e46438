/* SPDX-License-Identifier: GPL-2.0 */
/* The tracepoints of test_tracepoint.c. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM test_tracepoint

#if !defined(_KTRACE_TEST_TRACEPOINT_H) || defined(TRACE_HEADER_MULTI_READ)
#define _KTRACE_TEST_TRACEPOINT_H

#include <linux/tracepoint.h>

#ifndef _KTRACE_TEST_TRACEPOINT_TYPES
#define _KTRACE_TEST_TRACEPOINT_TYPES
enum test_tracepoint_kind {
	TEST_TRACEPOINT_EVEN,
	TEST_TRACEPOINT_ODD = 41,
};
#endif

TRACE_DEFINE_ENUM(TEST_TRACEPOINT_EVEN);
TRACE_DEFINE_ENUM(TEST_TRACEPOINT_ODD);

TRACE_EVENT(test_tracepoint_hit,
	    TP_PROTO(unsigned int nr, const char *text),
	    TP_ARGS(nr, text),
	    TP_STRUCT__entry(__field(unsigned int, nr)
			     __field(int, kind)
			     __field(const char *, name)
			     __string(text, text)),
	    TP_fast_assign(__entry->nr = nr;
			   __entry->kind = nr & 1 ? TEST_TRACEPOINT_ODD : TEST_TRACEPOINT_EVEN;
			   __entry->name = "in the module";
			   test_tracepoint_filled++;
			   __assign_str(text);),
	    TP_printk("nr=%u kind=%s name=%s text=%s", __entry->nr,
		      __print_symbolic(__entry->kind, { TEST_TRACEPOINT_EVEN, "even" },
				       { TEST_TRACEPOINT_ODD, "odd" }),
		      __entry->name, __get_str(text)));

DECLARE_EVENT_CLASS(test_tracepoint_class,
		    TP_PROTO(unsigned int nr),
		    TP_ARGS(nr),
		    TP_STRUCT__entry(__dynamic_array(u8, bytes, nr)),
		    TP_fast_assign(memset(__get_dynamic_array(bytes), 0x5a, nr);),
		    TP_printk("%u bytes", __get_dynamic_array_len(bytes)));

DEFINE_EVENT(test_tracepoint_class, test_tracepoint_long, TP_PROTO(unsigned int nr), TP_ARGS(nr));

/* A control file in the events directory has this name, so the event is refused. */
DEFINE_EVENT(test_tracepoint_class, filter, TP_PROTO(unsigned int nr), TP_ARGS(nr));

#endif /* _KTRACE_TEST_TRACEPOINT_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH test
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE test_tracepoint
#include <trace/define_trace.h>
