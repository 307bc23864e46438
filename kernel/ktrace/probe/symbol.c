// SPDX-License-Identifier: GPL-2.0
/*
 * Data symbols of modules in arguments of probes (@SYMBOL).
 *
 * A program of fetches holds the address of each symbol.  While the module that defines a
 * symbol is not loaded, that address is replaced by one at which nothing is mapped, so that
 * a probe elsewhere in the kernel does not read what another module has put there.  When
 * the module is loaded again, the symbol is looked up in it again.
 *
 * Called in task context: where probes are defined, and by the module notifier.  Handlers
 * of probes may run a program at any time, on any CPU; they load an address once.
 */
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <asm/sections.h>

#include "buffer/hooks.h"
#include "event/dynamic.h"
#include "probe/fetch.h"
#include "probe/symbol.h"

/* An unreadable address: the kernel maps nothing in the range of error pointers. */
#define SYMBOL_NOWHERE	((u64)-PAGE_SIZE)

/* Programs that read symbols of modules; under ktrace_dynamic_mutex. */
static LIST_HEAD(symbol_programs);

/**
 * ktrace_data_symbol - struct probe_env.data
 * @name:	a symbol
 *
 * Context: task; under ktrace_dynamic_mutex until fetch_compile() has been called.
 * Return: its address; 0 if there is none, or if its memory is freed or about to be.
 */
unsigned long ktrace_data_symbol(const char *name)
{
	const struct module *mod;
	unsigned long address;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(preempt)();
	address = kallsyms_lookup_name(name);
	if (init_section_contains((void *)address, 1))
		return system_state < SYSTEM_FREEING_INITMEM ? address : 0;
	mod = __module_address(address);
	/* Refuse a module that is being unloaded: its notifier has run, or waits for the mutex. */
	if (mod)
		return mod->state == MODULE_STATE_GOING ? 0 : address;
	/* Return 0 if the module has been unloaded since the symbol was found. */
	return is_vmalloc_or_module_addr((void *)address) && !is_kernel(address) ? 0 : address;
}

/**
 * fetch_symbol_add - register the data symbol of an operation, if a module defines it
 * @fetch:	a program being compiled, with room for one more symbol
 * @op:	the operation, with its value set
 * @arg:	the argument that @op fetches
 *
 * Context: task; under ktrace_dynamic_mutex.
 */
void fetch_symbol_add(struct fetch *fetch, struct fetch_op *op, const struct probe_arg *arg)
{
	struct fetch_symbol *symbol = &fetch->symbols[fetch->nr_symbols];
	const struct module *mod;

	guard(preempt)();
	mod = __module_address(op->value - arg->symbol_offset);
	if (!mod)
		return;
	symbol->op = op;
	symbol->offset = arg->symbol_offset;
	memcpy(symbol->name, arg->text + arg->symbol, arg->symbol_len);
	strscpy(symbol->module, mod->name);
	fetch->nr_symbols++;
}

/**
 * fetch_symbols_begin - start to follow the modules whose symbols a program reads
 * @fetch:	the compiled program
 *
 * Context: task; under ktrace_dynamic_mutex if it has symbols.
 */
void fetch_symbols_begin(struct fetch *fetch)
{
	if (!fetch->nr_symbols)
		return;
	lockdep_assert_held(&ktrace_dynamic_mutex);
	list_add_tail(&fetch->node, &symbol_programs);
}

/**
 * fetch_symbols_end - undo fetch_symbols_begin()
 * @fetch:	the program; if it has no symbols, fetch_symbols_begin() need not have
 *		been called
 *
 * Context: as fetch_symbols_begin().
 */
void fetch_symbols_end(struct fetch *fetch)
{
	if (!fetch->nr_symbols)
		return;
	lockdep_assert_held(&ktrace_dynamic_mutex);
	list_del(&fetch->node);
}

/* Stop @fetch from reading symbols of @mod, or of its init section unless @all. */
static bool symbols_leave(struct fetch *fetch, const struct module *mod, bool all)
{
	struct fetch_symbol *symbol = fetch->symbols;
	bool any = false;

	for (; symbol < fetch->symbols + fetch->nr_symbols; symbol++) {
		unsigned long address = symbol->op->value - symbol->offset;

		if (symbol->op->value == SYMBOL_NOWHERE ||
		    !(all ? within_module(address, mod) : within_module_init(address, mod)))
			continue;
		WRITE_ONCE(symbol->op->value, SYMBOL_NOWHERE);
		any = true;
	}
	return any;
}

static void symbols_module_leaves(const struct module *mod, bool all)
{
	struct fetch *fetch;
	bool any = false;

	scoped_guard(mutex, &ktrace_dynamic_mutex)
		list_for_each_entry(fetch, &symbol_programs, node)
			any |= symbols_leave(fetch, mod, all);
	if (!any)
		return;
	/* Wait for handlers of all kinds of probes, which may be reading the module's data. */
	tracepoint_synchronize_unregister();
	ktrace_hooks_wait_offline();
}

/* Let @fetch read its symbols in @mod, which is being loaded. */
static void symbols_enter(struct fetch *fetch, const struct module *mod)
{
	char name[sizeof_field(struct fetch_symbol, module) +
		  sizeof_field(struct fetch_symbol, name)];
	struct fetch_symbol *symbol = fetch->symbols;
	unsigned long address;

	for (; symbol < fetch->symbols + fetch->nr_symbols; symbol++) {
		if (symbol->op->value != SYMBOL_NOWHERE || strcmp(symbol->module, mod->name))
			continue;
		snprintf(name, sizeof(name), "%s:%s", symbol->module, symbol->name);
		address = kallsyms_lookup_name(name);
		if (address)
			WRITE_ONCE(symbol->op->value, address + symbol->offset);
	}
}

static void symbols_module_enters(const struct module *mod)
{
	struct fetch *fetch;

	guard(mutex)(&ktrace_dynamic_mutex);
	list_for_each_entry(fetch, &symbol_programs, node)
		symbols_enter(fetch, mod);
}

static int symbol_module(struct notifier_block *nb, unsigned long state, void *data)
{
	switch (state) {
	case MODULE_STATE_COMING:
		symbols_module_enters(data);
		break;
	case MODULE_STATE_LIVE:
		symbols_module_leaves(data, false);
		break;
	case MODULE_STATE_GOING:
		symbols_module_leaves(data, true);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block symbol_module_nb = {
	.notifier_call = symbol_module,
};

/**
 * ktrace_symbol_watch_modules - register the module notifier
 *
 * Context: boot.
 * Return: 0 or a negative errno.
 */
int __init ktrace_symbol_watch_modules(void)
{
	return register_module_notifier(&symbol_module_nb);
}
