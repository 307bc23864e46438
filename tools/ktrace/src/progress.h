/* SPDX-License-Identifier: GPL-2.0 */
/* Progress of long work, on a terminal. */
#ifndef _KTRACE_PROGRESS_H
#define _KTRACE_PROGRESS_H

#include <stdbool.h>

bool progress_due(void);
void progress_bar(unsigned long long done, unsigned long long all, unsigned long long records);
void progress_size(unsigned long long bytes, unsigned long long lost);
void progress_end(void);

#endif /* _KTRACE_PROGRESS_H */
