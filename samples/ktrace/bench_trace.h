/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ktrace_bench

#if !defined(_SAMPLES_KTRACE_BENCH_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _SAMPLES_KTRACE_BENCH_TRACE_H

#include <linux/tracepoint.h>

/* The fields of the static point "bench" of bench.c as a trace event. */
TRACE_EVENT(bench,
	    TP_PROTO(unsigned long a, unsigned long b),
	    TP_ARGS(a, b),
	    TP_STRUCT__entry(__field(unsigned long, a)
			     __field(unsigned long, b)),
	    TP_fast_assign(__entry->a = a;
			   __entry->b = b;),
	    TP_printk("a=%lu b=%lu", __entry->a, __entry->b)
);

#endif /* _SAMPLES_KTRACE_BENCH_TRACE_H */

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE bench_trace
#include <trace/define_trace.h>
