/* SPDX-License-Identifier: GPL-2.0 */
/* Strings whose addresses are in records: read by hooks, for filters. */
#ifndef _KTRACE_EVENT_STRING_H
#define _KTRACE_EVENT_STRING_H

#include <linux/types.h>

/* ktrace_string_read() may write up to this number of bytes behind the destination. */
#define KTRACE_STRING_SLACK	8

int ktrace_string_read(char *to, u32 room, u64 address, bool user);

#endif /* _KTRACE_EVENT_STRING_H */
