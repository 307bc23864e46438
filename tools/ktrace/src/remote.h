/* SPDX-License-Identifier: GPL-2.0 */
/* Send a recording to "trace-cmd listen". */
#ifndef _KTRACE_REMOTE_H
#define _KTRACE_REMOTE_H

#include <stddef.h>

struct remote;
struct session;

struct remote *remote_open(const char *place, unsigned int cpus, unsigned int page_size);
void remote_formats(struct remote *remote, const struct session *s);
void remote_data(struct remote *remote, unsigned int cpu, const void *page, size_t len);
void remote_close(struct remote *remote);

#endif /* _KTRACE_REMOTE_H */
