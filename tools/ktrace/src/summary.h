/* SPDX-License-Identifier: GPL-2.0 */
/* The table of calls: -c and -C. */
#ifndef _KTRACE_SUMMARY_H
#define _KTRACE_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

#include "decode.h"

struct summary;

struct summary *summary_create(void);
void summary_destroy(struct summary *summary);
void summary_add(struct summary *summary, const struct decoded *call, unsigned long long ns);
void summary_print(struct summary *summary, FILE *out, const char *sort);
bool summary_can_sort(const char *sort);

#endif /* _KTRACE_SUMMARY_H */
