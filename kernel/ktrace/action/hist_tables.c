// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of histograms that a command allocates before it takes ktrace_event_mutex.
 *
 * A command that lacks a table notes its shape here, undoes what it has done and fails with
 * -EAGAIN.  Its caller allocates the table without the mutex, and executes the command again.
 *
 * Called in task context, by hist*.c and trigger.c.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist_table.h"

/**
 * struct hist_wanted - a table that a command needs
 * @node:	entry in the list of tables of the command
 * @shape:	the shape of the table
 * @table:	the table; NULL as long as it is not allocated
 */
struct hist_wanted {
	struct list_head	node;
	struct hist_shape	shape;
	struct hist_table	*table;
};

static void hist_wanted_free(struct hist_wanted *wanted)
{
	list_del(&wanted->node);
	hist_table_free(wanted->table);
	kfree(wanted);
}

/**
 * hist_tables_take - take a table that was allocated without ktrace_event_mutex
 * @tables:	the tables of the command
 * @shape:	the shape of the table
 *
 * Without such a table, notes the shape for hist_tables_fill().
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the empty table; NULL if there is none; or -ENOMEM as a pointer.
 */
struct hist_table *hist_tables_take(struct hist_tables *tables, const struct hist_shape *shape)
{
	struct hist_wanted *wanted;
	struct hist_table *table;

	list_for_each_entry(wanted, &tables->list, node) {
		if (!wanted->table || memcmp(&wanted->shape, shape, sizeof(*shape)))
			continue;
		table = wanted->table;
		wanted->table = NULL;
		hist_wanted_free(wanted);
		return table;
	}
	wanted = kzalloc(sizeof(*wanted), GFP_KERNEL);
	if (!wanted)
		return ERR_PTR(-ENOMEM);
	wanted->shape = *shape;
	list_add_tail(&wanted->node, &tables->list);
	return NULL;
}

/**
 * hist_tables_lack - whether a command has noted tables that are not allocated
 * @tables:	the tables of the command
 *
 * Return: true if there are any.
 */
bool hist_tables_lack(const struct hist_tables *tables)
{
	const struct hist_wanted *wanted;

	list_for_each_entry(wanted, &tables->list, node)
		if (!wanted->table)
			return true;
	return false;
}

/**
 * hist_tables_fill - allocate the tables that a command has noted
 * @tables:	the tables of the command
 *
 * Context: task; sleeps; not under ktrace_event_mutex, because large tables take long.
 * Return: 0 or -ENOMEM.
 */
int hist_tables_fill(struct hist_tables *tables)
{
	struct hist_wanted *wanted;

	list_for_each_entry(wanted, &tables->list, node) {
		if (!wanted->table)
			wanted->table = hist_table_create(&wanted->shape);
		if (!wanted->table)
			return -ENOMEM;
	}
	return 0;
}

/**
 * hist_tables_free - free the tables that a command did not use
 * @tables:	the tables of the command
 *
 * Context: task; sleeps.
 */
void hist_tables_free(struct hist_tables *tables)
{
	struct hist_wanted *wanted, *next;

	list_for_each_entry_safe(wanted, next, &tables->list, node)
		hist_wanted_free(wanted);
}
