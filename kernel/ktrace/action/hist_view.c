// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: what the file hist shows, as of the moment of a read from its beginning.
 *
 * ktrace_hists_take() pins the histograms and their tables under ktrace_event_mutex.
 * ktrace_hists_sort() then copies and sorts the sums without the mutex: a table may have a
 * hundred thousand entries.  Hooks go on counting, so the copy has the sums of each entry at some
 * moment of the call.  struct ktrace_listing shows one entry at a time, also after the histogram
 * was removed.
 */
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "action/hist_view.h"
#include "action/trigger.h"
#include "event/listener.h"
#include "parse/filter.h"

/**
 * struct hists_listing - the histograms of an event
 * @listing:	for the reader
 * @nr:		number of @views
 * @views:	by trigger
 */
struct hists_listing {
	struct ktrace_listing	listing;
	unsigned int		nr;
	struct hist_view	views[] __counted_by(nr);
};

static struct hists_listing *hists_of(struct ktrace_listing *listing)
{
	return container_of(listing, struct hists_listing, listing);
}

/* Copy the content of a latch.  Return: whether the latch has content. */
static bool latch_copy(struct hist_latch *latch, u32 words, u64 *to)
{
	u64 seen;

	do {
		seen = hist_latch_begin(latch);
		hist_words_copy(to, hist_latch_slot(latch, words, seen), words);
	} while (!hist_latch_good(latch, seen));
	return seen & LATCH_SET;
}

static int view_take_best(struct hist_view *view, struct hist_view_act *act,
			  struct hist_latch *latch)
{
	u32 words = 1 + view->hist->key_words;
	u64 *best = kmalloc_array(words, sizeof(*best), GFP_KERNEL);

	if (!best)
		return -ENOMEM;
	if (latch_copy(latch, words, best))
		act->best = best;
	else
		kfree(best);
	return 0;
}

/* Copy the parts of the actions that the output needs, and lay out the rows. */
static int view_take_acts(struct hist_view *view, const struct hist_plan *plan)
{
	u32 at = view->table->nr_sums;
	int err = 0;

	for (; plan && !err && view->nr_acts < plan->nr_acts; view->nr_acts++) {
		struct hist_view_act *act = &view->acts[view->nr_acts];
		const struct hist_act *from = &plan->acts[view->nr_acts];

		act->when = from->when;
		act->is_signed = from->is_signed;
		if (from->when != KTRACE_HIST_ONMATCH) {
			act->kept_at = at;
			at += 1 + view->hist->tracks[view->nr_acts].words;
		}
		if (from->best)
			err = view_take_best(view, act, from->best);
	}
	view->row_bytes = struct_size_t(struct hist_row, words, at);
	return err;
}

static int view_take(struct hist_view *view, const struct hist_trigger *ht)
{
	const struct ktrace_filter *filter = ht->trigger.filter;

	view->hist = ht->hist;
	view->table = rcu_dereference_protected(ht->hist->table,
						lockdep_is_held(&ktrace_event_mutex));
	refcount_inc(&view->hist->pins);
	refcount_inc(&view->table->pins);
	view->paused = READ_ONCE(ht->hist->paused);
	view->missed = atomic_long_read(&ht->trigger.missed);
	view->filter = filter ? kstrdup(ktrace_filter_text(filter), GFP_KERNEL) : NULL;
	if (filter && !view->filter)
		return -ENOMEM;
	return view_take_acts(view, ht->plan);
}

static void view_put(struct hist_view *view)
{
	unsigned int i;

	if (!view->hist)
		return;
	for (i = 0; i < ARRAY_SIZE(view->acts); i++)
		kfree(view->acts[i].best);
	kfree(view->filter);
	kvfree(view->rows);
	hist_table_free(view->table);
	hist_free(view->hist);
}

static void hists_free(struct ktrace_listing *listing)
{
	struct hists_listing *hists = hists_of(listing);
	unsigned int i;

	for (i = 0; i < hists->nr; i++)
		view_put(&hists->views[i]);
	kvfree(hists);
}

/* A view has a head, a piece for each row, and an end. */
static void hists_show(struct seq_file *m, struct ktrace_listing *listing, u64 piece)
{
	struct hists_listing *hists = hists_of(listing);
	const struct hist_view *view = hists->views;

	for (; piece >= view->nr + 2ULL; view++)
		piece -= view->nr + 2ULL;
	if (!piece) {
		seq_puts(m, view == hists->views ? "" : "\n\n");
		hist_show_head(m, view);
	} else if (piece <= view->nr) {
		hist_show_row(m, view, hist_view_row(view, piece - 1));
	} else {
		hist_show_end(m, view);
	}
}

static unsigned int hists_count(const struct ktrace_triggers *triggers)
{
	unsigned int i, nr = 0;

	for (i = 0; triggers && i < triggers->nr; i++)
		nr += !!hist_trigger_at(triggers, i);
	return nr;
}

/**
 * ktrace_hists_take - begin to list the histograms of an event
 * @listener: the event, for an instance; NULL if it has no histogram
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the listing, for ktrace_hists_sort(); NULL if the event has no histogram; or an errno as
 * a pointer.
 */
struct ktrace_listing *ktrace_hists_take(struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = listener ? ktrace_triggers_of(listener) : NULL;
	unsigned int i, at = 0, nr = hists_count(triggers);
	struct hists_listing *hists;
	struct hist_trigger *ht;
	int err = 0;

	if (!nr)
		return NULL;
	hists = kvzalloc(struct_size(hists, views, nr), HIST_GFP);
	if (!hists)
		return ERR_PTR(-ENOMEM);
	hists->nr = nr;
	hists->listing.show = hists_show;
	hists->listing.free = hists_free;
	for (i = 0; !err && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht)
			err = view_take(&hists->views[at++], ht);
	}
	if (!err)
		return &hists->listing;
	hists_free(&hists->listing);
	return ERR_PTR(err);
}

static void view_add_sums(struct hist_view *view, struct hist_row *row)
{
	unsigned int i;

	for (i = 0; i < view->table->nr_sums; i++) {
		struct hist_total *total = &view->totals[i];
		u64 sum = atomic64_read(&row->entry->words[i]);

		row->words[i] = sum;
		if (hist_view_is_negative(view, i, sum))
			continue;
		total->high += check_add_overflow(total->low, sum, &total->low);
		total->most = max(total->most, sum);
	}
}

static void view_add(struct hist_view *view, struct hist_entry *entry)
{
	struct hist_row *row = hist_view_row(view, view->nr++);
	unsigned int i;

	row->entry = entry;
	view_add_sums(view, row);
	for (i = 0; i < view->nr_acts; i++) {
		const struct hist_track *track = &view->hist->tracks[i];
		u32 at = view->acts[i].kept_at;

		if (at)
			row->words[at] = latch_copy(hist_entry_latch(entry, track->at),
						    track->words, &row->words[at + 1]);
	}
}

/* Copy the entries.  The copy is never larger than the table. */
static int view_fill(struct hist_view *view)
{
	u32 used = min_t(u32, atomic_read(&view->table->used), view->table->room), slot = 0;
	struct hist_entry *entry;

	view->dropped = atomic64_read(&view->table->dropped);
	view->lost = atomic64_read(&view->table->lost);
	if (!hist_memory_fits((u64)used * view->row_bytes))
		return -ENOMEM;
	view->rows = kvmalloc_array(max(used, 1U), view->row_bytes, HIST_GFP);
	if (!view->rows)
		return -ENOMEM;
	while (view->nr < used) {
		slot = hist_table_next(view->table, slot, &entry);
		if (!entry)
			break;
		view_add(view, entry);
		cond_resched();
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

static int compare_sums(const struct hist_view *view, const struct hist_row *a,
			const struct hist_row *b, unsigned int sum)
{
	return compare_numbers(a->words[sum], b->words[sum], view->hist->is_signed & BIT(sum));
}

static int compare_rows(const void *a, const void *b, const void *data)
{
	const struct hist_row *x = a, *y = b;
	const struct hist_view *view = data;
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	unsigned int i;
	int order;

	cond_resched();
	for (i = 0; i < spec->nr_sorts; i++) {
		const struct ktrace_hist_sort *sort = &spec->sorts[i];

		if (sort->key)
			order = compare_keys(view, x, y, sort->index);
		else
			order = compare_sums(view, x, y, view->hist->sum_at[sort->index]);
		if (order)
			return sort->descending ? -order : order;
	}
	/* Give equal rows the same order in each output. */
	return memcmp(hist_entry_key(view->table, x->entry),
		      hist_entry_key(view->table, y->entry), view->table->key_words * sizeof(u64));
}

/**
 * ktrace_hists_sort - copy and sort the entries of a listing
 * @listing: the return value of ktrace_hists_take()
 *
 * Context: task; sleeps; without ktrace_event_mutex.
 * Return: @listing; or -ENOMEM as a pointer, and then @listing is freed.
 */
struct ktrace_listing *ktrace_hists_sort(struct ktrace_listing *listing)
{
	struct hists_listing *hists;
	unsigned int i;
	int err = 0;

	if (IS_ERR_OR_NULL(listing))
		return listing;
	hists = hists_of(listing);
	for (i = 0; !err && i < hists->nr; i++) {
		struct hist_view *view = &hists->views[i];

		err = view_fill(view);
		if (err)
			break;
		sort_r(view->rows, view->nr, view->row_bytes, compare_rows, NULL, view);
		listing->nr += view->nr + 2ULL;
	}
	if (!err)
		return listing;
	hists_free(listing);
	return ERR_PTR(err);
}
