/* SPDX-License-Identifier: GPL-2.0 */
/* Names of addresses in programs. */
#ifndef _KTRACE_SYMBOLS_H
#define _KTRACE_SYMBOLS_H

#include "events.h"

struct symbols;

struct symbols *symbols_create(bool live);
void symbols_destroy(struct symbols *symbols);
void symbols_learn(struct symbols *symbols, const struct record *rec);
const char *symbols_location(struct symbols *symbols, int pid, unsigned long long at);
const char *symbols_function(struct symbols *symbols, int pid, unsigned long long at);

#endif /* _KTRACE_SYMBOLS_H */
