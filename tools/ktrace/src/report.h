/* SPDX-License-Identifier: GPL-2.0 */
/* Records of a file. */
#ifndef _KTRACE_REPORT_H
#define _KTRACE_REPORT_H

#include "events.h"

void report_file(const char *name, void (*take)(void *data, const struct record *rec),
		 void (*finish)(void *data), void *data);

#endif /* _KTRACE_REPORT_H */
