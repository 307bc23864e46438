/* SPDX-License-Identifier: GPL-2.0 */
/* Options that strace has, too, for the form of its lines, and its long names of options. */
#ifndef _KTRACE_HABITS_H
#define _KTRACE_HABITS_H

#include <stdbool.h>
#include <stddef.h>

struct argp_option;
struct options;

size_t habits_size(void);
void habits_options(struct argp_option *list, bool forms, bool letters);
bool habits_parse(struct options *opt, int key, char *arg);
bool habits_qualify(struct options *opt, const char *expression);

#endif /* _KTRACE_HABITS_H */
