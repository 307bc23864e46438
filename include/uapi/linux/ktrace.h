/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Format of per_cpu/cpuN/trace_pipe_raw: pages of records.
 *
 * A page starts with struct ktrace_page_header. Records follow without gaps. Each
 * record consists of a 32-bit head and a payload in units of 4 bytes. The low
 * KTRACE_TYPE_LEN_BITS of the head are a type or length, the rest is the time since the
 * previous record, or for the first record since the page's time_stamp.
 */
#ifndef _UAPI_LINUX_KTRACE_H
#define _UAPI_LINUX_KTRACE_H

#include <linux/types.h>

/**
 * struct ktrace_page_header - header of a page of records
 * @time_stamp:	base of the first record's delta
 * @commit:	size of the records in the page, and KTRACE_PAGE_* flags
 */
struct ktrace_page_header {
	__u64	time_stamp;
	__u64	commit;
};

/* ktrace_page_header.commit */
#define KTRACE_PAGE_SIZE_MASK	((1ULL << 27) - 1)
#define KTRACE_PAGE_LOST_COUNT	(1ULL << 30)	/* a u64 after the data is the number */
#define KTRACE_PAGE_LOST	(1ULL << 31)	/* records were lost before this page */

/* Head of a record. */
#define KTRACE_TYPE_LEN_BITS	5
#define KTRACE_DELTA_BITS	27
#define KTRACE_TYPE_LONG	0	/* the next unit is the length, including itself */
#define KTRACE_TYPE_LEN_MAX	28	/* 1 to this: units of payload */
#define KTRACE_TYPE_PADDING	29	/* to be skipped; length as for LONG */
#define KTRACE_TYPE_EXTEND	30	/* the next unit is the upper part of the delta */
#define KTRACE_TYPE_STAMP	31	/* as EXTEND, but 59 bits of absolute time */

/**
 * struct ktrace_common - start of every record's payload
 * @type:	the event's id, as in events/SYSTEM/EVENT/id
 * @flags:	KTRACE_FLAG_* of the traced context
 * @preempt_count:	bits 0 to 3: depth of disabled preemption; bits 4 to 7: depth of
 *		disabled migration; 15 also stands for any larger depth
 * @pid:	its thread
 */
struct ktrace_common {
	__u16	type;
	__u8	flags;
	__u8	preempt_count;
	__s32	pid;
};

/* ktrace_common.flags */
#define KTRACE_FLAG_IRQS_OFF	0x01
#define KTRACE_FLAG_NEED_RESCHED 0x04
#define KTRACE_FLAG_HARDIRQ	0x08
#define KTRACE_FLAG_SOFTIRQ	0x10
#define KTRACE_FLAG_NMI		0x40
#define KTRACE_FLAG_BH_OFF	0x80

#endif /* _UAPI_LINUX_KTRACE_H */
