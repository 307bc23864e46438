/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A mapping of trace_pipe_raw. These definitions are from linux/trace_mmap.h, which
 * some systems lack.
 */
#ifndef _RAW_MAP_H
#define _RAW_MAP_H

#include <stdint.h>
#include <sys/ioctl.h>

/* Take the next page. */
#define GET_READER	_IO('R', 0x20)

/* The first page of the mapping. */
struct meta {
	uint32_t meta_page_size;
	uint32_t meta_struct_len;
	uint32_t subbuf_size;
	uint32_t nr_subbufs;
	uint64_t lost_events;
	uint32_t reader_id;
	uint32_t reader_read;
	uint64_t flags;
	uint64_t entries;
	uint64_t overrun;
	uint64_t read;
	uint64_t reserved[2];
};

#endif
