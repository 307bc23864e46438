/* SPDX-License-Identifier: GPL-2.0 */
/* An output file for each task: -ff. */
#ifndef _KTRACE_SPLIT_H
#define _KTRACE_SPLIT_H

#include <stdbool.h>
#include <stdio.h>

struct split;

struct split *split_create(const char *name, bool append);
void split_destroy(struct split *split);
FILE *split_file(struct split *split, int pid);
void split_end(struct split *split, int pid);

#endif /* _KTRACE_SPLIT_H */
