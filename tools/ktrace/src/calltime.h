/* SPDX-License-Identifier: GPL-2.0 */
/* Records that tell where the time of a call went. */
#ifndef _KTRACE_CALLTIME_H
#define _KTRACE_CALLTIME_H

#include <stdbool.h>

bool calltime_begin(const char *root);
void calltime_end(void);

#endif /* _KTRACE_CALLTIME_H */
