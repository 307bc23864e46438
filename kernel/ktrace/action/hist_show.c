// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: the file hist, as clients know it.
 *
 * Called when the file is read, in task context, under ktrace_event_mutex.  Hooks count on
 * meanwhile: what is shown of an entry are its sums at some moment of the call.
 */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "action/hist.h"

/* Characters of a bar. */
#define HIST_BAR	20

/**
 * struct hist_row - an entry to be shown
 * @entry:	the entry
 * @sums:	its sums
 */
struct hist_row {
	struct hist_entry *entry;
	u64	sums[KTRACE_HIST_VALUES_MAX];
};

/**
 * struct hist_view - what is shown
 * @hist:	the histogram
 * @table:	its table
 * @rows:	the entries
 * @nr:		how many
 * @totals:	of all rows
 * @most:	the largest of all rows
 */
struct hist_view {
	const struct hist	*hist;
	struct hist_table	*table;
	struct hist_row		*rows;
	u32			nr;
	u64			totals[KTRACE_HIST_VALUES_MAX];
	u64			most[KTRACE_HIST_VALUES_MAX];
};

static void view_add(struct hist_view *view, struct hist_entry *entry)
{
	struct hist_row *row = &view->rows[view->nr++];
	unsigned int i;

	row->entry = entry;
	for (i = 0; i < view->table->nr_sums; i++) {
		row->sums[i] = atomic64_read(&entry->words[i]);
		view->totals[i] += row->sums[i];
		view->most[i] = max(view->most[i], row->sums[i]);
	}
}

static int view_fill(struct hist_view *view)
{
	u32 used = min_t(u32, atomic_read(&view->table->used), view->table->room), slot = 0;
	struct hist_entry *entry;

	view->rows = kvcalloc(max(used, 1U), sizeof(*view->rows), GFP_KERNEL);
	if (!view->rows)
		return -ENOMEM;
	while (view->nr < used) {
		slot = hist_table_next(view->table, slot, &entry);
		if (!entry)
			break;
		view_add(view, entry);
	}
	return 0;
}

static int compare_numbers(u64 a, u64 b, bool is_signed)
{
	if (is_signed)
		return (s64)a < (s64)b ? -1 : (s64)a > (s64)b;
	return a < b ? -1 : a > b;
}

static int compare_keys(const struct hist_view *view, const struct hist_row *a,
			const struct hist_row *b, unsigned int i)
{
	const struct hist *hist = view->hist;
	const u64 *x = hist_entry_key(view->table, a->entry) + hist->key_at[i];
	const u64 *y = hist_entry_key(view->table, b->entry) + hist->key_at[i];

	if (hist->strings & BIT(i))
		return strcmp((const char *)x, (const char *)y);
	return compare_numbers(*x, *y, hist->is_signed & BIT(16 + i));
}

static int compare_rows(const void *a, const void *b, const void *data)
{
	const struct hist_row *x = a, *y = b;
	const struct hist_view *view = data;
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	unsigned int i;
	int order;

	for (i = 0; i < spec->nr_sorts; i++) {
		const struct ktrace_hist_sort *sort = &spec->sorts[i];

		if (sort->key)
			order = compare_keys(view, x, y, sort->index);
		else
			order = compare_numbers(x->sums[sort->index], y->sums[sort->index],
						view->hist->is_signed & BIT(sort->index));
		if (order)
			return sort->descending ? -order : order;
	}
	/* So that what is equal stands in the same order each time. */
	return memcmp(hist_entry_key(view->table, x->entry),
		      hist_entry_key(view->table, y->entry), view->table->key_words * sizeof(u64));
}

static void show_symbol(struct seq_file *m, u64 address, bool offset)
{
	char name[KSYM_SYMBOL_LEN];

	if (offset)
		sprint_symbol(name, address);
	else
		sprint_symbol_no_offset(name, address);
	seq_printf(m, "[%llx] %-*s", address, offset ? 55 : 45, name);
}

/* A name is what somebody chose: a control character in it must not begin a line. */
static void show_text(struct seq_file *m, const char *text, int width)
{
	for (; *text; text++, width--)
		seq_putc(m, *text >= ' ' && *text != 0x7f ? *text : '?');
	for (; width > 0; width--)
		seq_putc(m, ' ');
}

static void show_stack(struct seq_file *m, const u64 *frames)
{
	unsigned int i;

	seq_putc(m, '\n');
	for (i = 0; i < KTRACE_HIST_FRAMES && frames[i]; i++)
		seq_printf(m, "         %pS\n", (void *)(unsigned long)frames[i]);
}

static void show_call(struct seq_file *m, u64 nr)
{
	const struct ktrace_source *source;
	const char *name = NULL;

	ktrace_for_each_source(source)
		if (!name && source->call_name)
			name = source->call_name(nr);
	if (name)
		seq_printf(m, "sys_%-26s[%3llu]", name, nr);
	else
		seq_printf(m, "%-30s[%3llu]", "unknown_syscall", nr);
}

static void show_key(struct seq_file *m, const struct hist_view *view,
		     const struct hist_row *row, unsigned int i)
{
	const struct ktrace_hist_part *part = &view->hist->spec.keys[i];
	const u64 *key = hist_entry_key(view->table, row->entry) + view->hist->key_at[i];

	if (part->what == KTRACE_HIST_STACK) {
		seq_puts(m, "common_stacktrace:");
		show_stack(m, key);
		return;
	}
	seq_printf(m, "%.*s: ", (int)part->name.n, part->name.s);
	if (view->hist->strings & BIT(i)) {
		show_text(m, (const char *)key, 50);
		return;
	}
	switch (part->show) {
	case KTRACE_HIST_HEX:
		seq_printf(m, "%llx", *key);
		break;
	case KTRACE_HIST_SYM:
	case KTRACE_HIST_SYM_OFFSET:
		show_symbol(m, *key, part->show == KTRACE_HIST_SYM_OFFSET);
		break;
	case KTRACE_HIST_SYSCALL:
		show_call(m, *key);
		break;
	case KTRACE_HIST_EXECNAME:
		show_text(m, row->entry->comm, 16);
		seq_printf(m, "[%10llu]", *key);
		break;
	case KTRACE_HIST_LOG2:
		seq_printf(m, "~ 2^%-2llu", *key);
		break;
	case KTRACE_HIST_BUCKETS:
		seq_printf(m, "~ %llu-%llu", *key, *key + part->buckets - 1);
		break;
	default:
		seq_printf(m, view->hist->is_signed & BIT(16 + i) ? "%10lld" : "%10llu", *key);
	}
}

static void show_percent(struct seq_file *m, u64 sum, u64 total)
{
	u64 hundredths = total ? mul_u64_u64_div_u64(sum, 10000, total) : 0;
	u32 rest;
	u64 percent = div_u64_rem(hundredths, 100, &rest);

	seq_printf(m, " (%%): %3llu.%02u", percent, rest);
}

static void show_bar(struct seq_file *m, u64 sum, u64 most)
{
	unsigned int i, full = most ? mul_u64_u64_div_u64(sum, HIST_BAR, most) : 0;
	char bar[HIST_BAR + 1];

	for (i = 0; i < HIST_BAR; i++)
		bar[i] = i < full ? '#' : ' ';
	/* Something is shown of what is more than nothing. */
	if (sum && !full)
		bar[0] = '|';
	bar[HIST_BAR] = 0;
	seq_printf(m, ": %s", bar);
}

static void show_value(struct seq_file *m, const struct hist_view *view,
		       const struct hist_row *row, unsigned int i)
{
	const struct ktrace_hist_part *part = &view->hist->spec.values[i];
	u64 sum = row->sums[i];

	seq_printf(m, i ? "  %.*s" : " %.*s", (int)part->name.n, part->name.s);
	switch (part->show) {
	case KTRACE_HIST_PERCENT:
		show_percent(m, sum, view->totals[i]);
		break;
	case KTRACE_HIST_GRAPH:
		show_bar(m, sum, view->most[i]);
		break;
	case KTRACE_HIST_HEX:
		seq_printf(m, ": %10llx", sum);
		break;
	default:
		seq_printf(m, view->hist->is_signed & BIT(i) ? ": %10lld" : ": %10llu", sum);
	}
}

static void show_row(struct seq_file *m, const struct hist_view *view,
		     const struct hist_row *row)
{
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	bool lines = false;
	unsigned int i;

	seq_puts(m, "{ ");
	for (i = 0; i < spec->nr_keys; i++) {
		if (i)
			seq_puts(m, ", ");
		show_key(m, view, row, i);
		lines = spec->keys[i].what == KTRACE_HIST_STACK;
	}
	seq_puts(m, lines ? "}" : " }");
	for (i = spec->nohitcount && spec->nr_values > 1; i < spec->nr_values; i++)
		show_value(m, view, row, i);
	seq_putc(m, '\n');
}

/**
 * hist_show - print a histogram
 * @m: where to
 * @ht: its trigger
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int hist_show(struct seq_file *m, struct hist_trigger *ht)
{
	struct hist_view view = {
		.hist = ht->hist,
		.table = rcu_dereference_protected(ht->hist->table,
						   lockdep_is_held(&ktrace_event_mutex)),
	};
	u64 dropped = atomic64_read(&view.table->dropped);
	int err = view_fill(&view);
	u32 i;

	if (err)
		return err;
	sort_r(view.rows, view.nr, sizeof(*view.rows), compare_rows, NULL, &view);
	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	ht->trigger.ops->show(&ht->trigger, m);
	seq_puts(m, "#\n\n");
	for (i = 0; i < view.nr; i++)
		show_row(m, &view, &view.rows[i]);
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   view.totals[0] + dropped, view.nr, dropped);
	kvfree(view.rows);
	return 0;
}
