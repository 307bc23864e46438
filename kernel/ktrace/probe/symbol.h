/* SPDX-License-Identifier: GPL-2.0 */
/* Data symbols in arguments of probes (@SYMBOL), across loading and unloading of modules. */
#ifndef _KTRACE_PROBE_SYMBOL_H
#define _KTRACE_PROBE_SYMBOL_H

#include <linux/kallsyms.h>
#include <linux/module.h>

#include "parse/probe_parse.h"

struct fetch;
struct fetch_op;

/**
 * struct fetch_symbol - a data symbol of a module
 * @op:		the operation whose value is the symbol's address plus @offset
 * @offset:	see @op
 * @name:	the symbol
 * @module:	the module that defines it
 */
struct fetch_symbol {
	struct fetch_op	*op;
	s64		offset;
	char		name[PROBE_ARG_TEXT_SIZE];
	char		module[MODULE_NAME_LEN];
};

#ifdef CONFIG_MODULES
unsigned long ktrace_data_symbol(const char *name);
void fetch_symbol_add(struct fetch *fetch, struct fetch_op *op, const struct probe_arg *arg);
void fetch_symbols_begin(struct fetch *fetch);
void fetch_symbols_end(struct fetch *fetch);
int ktrace_symbol_watch_modules(void);
#else
static inline unsigned long ktrace_data_symbol(const char *name)
{
	return kallsyms_lookup_name(name);
}

static inline void fetch_symbol_add(struct fetch *fetch, struct fetch_op *op,
				    const struct probe_arg *arg) { }
static inline void fetch_symbols_begin(struct fetch *fetch) { }
static inline void fetch_symbols_end(struct fetch *fetch) { }

static inline int ktrace_symbol_watch_modules(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_PROBE_SYMBOL_H */
