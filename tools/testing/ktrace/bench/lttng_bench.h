/* SPDX-License-Identifier: GPL-2.0 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER ktrace_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./lttng_bench.h"

#if !defined(_LTTNG_BENCH_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define _LTTNG_BENCH_H

#include <lttng/tracepoint.h>

/* 32 bytes, like the records of ring_bench. */
LTTNG_UST_TRACEPOINT_EVENT(ktrace_bench, record,
			   LTTNG_UST_TP_ARGS(unsigned long *, words),
			   LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(unsigned long, a, words[0])
					       lttng_ust_field_integer(unsigned long, b, words[1])
					       lttng_ust_field_integer(unsigned long, c, words[2])
					       lttng_ust_field_integer(unsigned long, d, words[3])))

#endif

#include <lttng/tracepoint-event.h>
