/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: the sorted copy of sums and saved fields that the file hist shows. */
#ifndef _KTRACE_ACTION_HIST_VIEW_H
#define _KTRACE_ACTION_HIST_VIEW_H

#include "action/hist.h"

/**
 * struct hist_row - an entry in the output
 * @entry:	the entry, whose key and comm never change
 * @words:	copies: the sums, then for each struct hist_view_act with @kept_at: 1 if the entry
 *		tracks a value, the value, and the saved fields
 */
struct hist_row {
	struct hist_entry *entry;
	u64	words[];
};

/**
 * struct hist_total - total of one value over all rows with a non-negative sum
 * @low:	the lower 64 bits of the total
 * @high:	the bits above them: how often @low wrapped
 * @most:	the largest sum
 */
struct hist_total {
	u64	low;
	u32	high;
	u64	most;
};

/**
 * struct hist_view_act - an action in the output
 * @when:	as in struct hist_act
 * @is_signed:	as in struct hist_act
 * @kept_at:	position of the tracked value in struct hist_row.words; 0: none
 * @best:	value and key of the last snapshot; NULL: none
 */
struct hist_view_act {
	u8	when;
	bool	is_signed;
	u32	kept_at;
	u64	*best;
};

/**
 * struct hist_view - the output of a histogram, as of one moment
 * @hist:	the histogram, pinned
 * @table:	table of the histogram, pinned
 * @filter:	text of the trigger's filter; NULL: none
 * @paused:	the histogram is paused
 * @dropped:	as in struct hist_table
 * @lost:	as in struct hist_table
 * @missed:	as in struct ktrace_trigger
 * @nr_acts:	number of @acts
 * @acts:	actions of the trigger
 * @rows:	the entries, sorted
 * @row_bytes:	size of a struct hist_row with its words
 * @nr:		number of @rows
 * @totals:	by sum
 */
struct hist_view {
	struct hist		*hist;
	struct hist_table	*table;
	char			*filter;
	bool			paused;
	u64			dropped;
	u64			lost;
	long			missed;
	unsigned int		nr_acts;
	struct hist_view_act	acts[KTRACE_HIST_ACTIONS_MAX];
	void			*rows;
	size_t			row_bytes;
	u32			nr;
	struct hist_total	totals[KTRACE_HIST_VALUES_MAX];
};

/* Whether sum @i of an entry, @sum, is negative. */
static inline bool hist_view_is_negative(const struct hist_view *view, unsigned int i, u64 sum)
{
	return view->hist->is_signed & BIT(i) && (s64)sum < 0;
}

static inline struct hist_row *hist_view_row(const struct hist_view *view, u32 i)
{
	return view->rows + i * view->row_bytes;
}

/* Defined in hist_show.c */
void hist_show_head(struct seq_file *m, const struct hist_view *view);
void hist_show_row(struct seq_file *m, const struct hist_view *view, const struct hist_row *row);
void hist_show_end(struct seq_file *m, const struct hist_view *view);

#endif /* _KTRACE_ACTION_HIST_VIEW_H */
