/* SPDX-License-Identifier: GPL-2.0 */
/* The records of a live instance, in the order of their time stamps. */
#ifndef _KTRACE_STREAM_H
#define _KTRACE_STREAM_H

#include <stdbool.h>

#include "events.h"
#include "session.h"

struct pollfd;
struct stream;

struct stream *stream_open(struct session *s, struct events *events);
void stream_close(struct stream *stream);
bool stream_next(struct stream *stream, bool last, struct record *rec);
const struct pollfd *stream_fds(const struct stream *stream, unsigned int *nr);

#endif /* _KTRACE_STREAM_H */
