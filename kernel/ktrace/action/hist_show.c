// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: the file hist, in the format that clients parse.
 *
 * Called when a task reads the file, for one piece of a struct hist_view, with no lock
 * but that of the seq_file.
 */
#include <linux/bitops.h>
#include <linux/kallsyms.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>

#include "action/hist_view.h"

/* Width of a bar, in characters. */
#define HIST_BAR	20

static void show_symbol(struct seq_file *m, u64 address, bool offset)
{
	char name[KSYM_SYMBOL_LEN];

	if (offset)
		sprint_symbol(name, address);
	else
		sprint_symbol_no_offset(name, address);
	seq_printf(m, "[%llx] %-*s", address, offset ? 55 : 45, name);
}

/*
 * Show up to @bytes of a text that ends at a zero. Users choose texts: a control character
 * must not begin a line.
 */
static void show_text(struct seq_file *m, const char *text, size_t bytes, int width)
{
	for (; bytes && *text; text++, bytes--, width--)
		seq_putc(m, *text >= ' ' && *text != 0x7f ? *text : '?');
	for (; width > 0; width--)
		seq_putc(m, ' ');
}

static void show_stack(struct seq_file *m, const u64 *frames)
{
	unsigned int i;

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

/* Last number of a bucket; the topmost bucket ends at U64_MAX. */
static u64 show_bucket_end(u64 start, u64 size)
{
	u64 end;

	return check_add_overflow(start, size - 1, &end) ? U64_MAX : end;
}

static bool part_is_stack(const struct ktrace_hist_part *part)
{
	return part->what == KTRACE_HIST_STACK || part->what == KTRACE_HIST_FRAMES_OF;
}

/* ftrace shows the synonym of common_cpu that the definition uses. */
static struct ktrace_span part_label(const struct ktrace_hist_part *part)
{
	return part->what == KTRACE_HIST_CPU ? part->label : part->name;
}

static void show_key(struct seq_file *m, const struct hist_view *view, const u64 *key,
		     const char *comm, unsigned int i)
{
	const struct ktrace_hist_part *part = &view->hist->spec.keys[i];
	struct ktrace_span label;

	key += view->hist->key_at[i];
	if (part_is_stack(part)) {
		if (part->what == KTRACE_HIST_STACK)
			seq_puts(m, "common_stacktrace:\n");
		else
			seq_printf(m, "%.*s.stacktrace", (int)part->name.n, part->name.s);
		show_stack(m, key);
		return;
	}
	label = part_label(part);
	seq_printf(m, "%.*s: ", (int)label.n, label.s);
	if (view->hist->strings & BIT(i)) {
		show_text(m, (const char *)key, view->hist->key_size[i] * sizeof(*key), 50);
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
		show_text(m, comm, TASK_COMM_LEN, TASK_COMM_LEN);
		seq_printf(m, "[%10llu]", *key);
		break;
	case KTRACE_HIST_LOG2:
		seq_printf(m, "~ 2^%-2llu", *key);
		break;
	case KTRACE_HIST_BUCKETS:
		seq_printf(m, "~ %llu-%llu", *key, show_bucket_end(*key, part->buckets));
		break;
	default:
		seq_printf(m, view->hist->is_signed & BIT(16 + i) ? "%10lld" : "%10llu", *key);
	}
}

/*
 * Return @part / @whole, scaled to @scale.  @part is at most @whole, so the quotient
 * fits: mul_u64_u64_div_u64() traps on overflow.
 */
static u32 show_scaled(u64 part, u64 whole, u32 scale)
{
	return whole ? mul_u64_u64_div_u64(part, scale, whole) : 0;
}

/* Shift a total of more than 64 bits, and the sum by the same amount. */
static void show_percent(struct seq_file *m, u64 sum, const struct hist_total *total)
{
	unsigned int shift = fls(total->high);
	u64 whole = total->low;
	u32 hundredths;

	if (shift)
		whole = whole >> shift | (u64)total->high << (64 - shift);
	hundredths = show_scaled(sum >> shift, whole, 10000);
	seq_printf(m, " (%%): %3u.%02u", hundredths / 100, hundredths % 100);
}

static void show_bar(struct seq_file *m, u64 sum, u64 most)
{
	unsigned int i, full = show_scaled(sum, most, HIST_BAR);
	char bar[HIST_BAR + 1];

	for (i = 0; i < HIST_BAR; i++)
		bar[i] = i < full ? '#' : ' ';
	bar[HIST_BAR] = 0;
	seq_printf(m, ": %s", bar);
}

/* The label of a value: ftrace shows the variable $NAME as NAME, and $NAME+1 as it is. */
static struct ktrace_span show_label(const struct hist_view *view, unsigned int i)
{
	const struct ktrace_hist_part *part = &view->hist->spec.values[i];
	struct ktrace_span label = part_label(part);

	if (part->what == KTRACE_HIST_VALUE && part->expr.nr == 1 && label.n && *label.s == '$') {
		label.s++;
		label.n--;
	}
	return label;
}

static void show_value(struct seq_file *m, const struct hist_view *view,
		       const struct hist_row *row, unsigned int i)
{
	const struct ktrace_hist_part *part = &view->hist->spec.values[i];
	struct ktrace_span label = show_label(view, i);
	unsigned int at = view->hist->sum_at[i];
	u64 sum = row->words[at];
	bool negative = hist_view_is_negative(view, at, sum);

	seq_printf(m, i ? "  %.*s" : " %.*s", (int)label.n, label.s);
	switch (part->show) {
	case KTRACE_HIST_PERCENT:
		/* Clients expect this text for a negative sum, which has no percentage. */
		if (negative)
			seq_puts(m, " (%):[ERROR]");
		else
			show_percent(m, sum, &view->totals[at]);
		break;
	case KTRACE_HIST_GRAPH:
		show_bar(m, negative ? 0 : sum, view->totals[at].most);
		break;
	case KTRACE_HIST_HEX:
		seq_printf(m, ": %10llx", sum);
		break;
	default:
		seq_printf(m, view->hist->is_signed & BIT(at) ? ": %10lld" : ": %10llu", sum);
	}
}

static void show_keys(struct seq_file *m, const struct hist_view *view, const u64 *key,
		      const char *comm)
{
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	unsigned int i;

	seq_puts(m, "{ ");
	for (i = 0; i < spec->nr_keys; i++) {
		if (i)
			seq_puts(m, ", ");
		show_key(m, view, key, comm, i);
	}
	seq_puts(m, part_is_stack(&spec->keys[i - 1]) ? "}" : " }");
}

static void hist_show_number(struct seq_file *m, u64 number, bool is_signed)
{
	seq_printf(m, is_signed ? ": %10lld" : ": %10llu", number);
}

/* Show the value that an entry tracks for an action, and the saved fields. */
static void show_act(struct seq_file *m, const struct hist_view *view,
		     const struct hist_row *row, unsigned int i)
{
	const struct hist_view_act *act = &view->acts[i];
	const struct hist_track *track = &view->hist->tracks[i];
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	const struct ktrace_hist_node *nodes = &spec->nodes[spec->actions[i].args.first];
	const u64 *kept = &row->words[act->kept_at];
	unsigned int n;

	if (!act->kept_at || !*kept++)
		return;
	seq_puts(m, act->when == KTRACE_HIST_ONMAX ? "\n\tmax" : "\n\tchanged");
	hist_show_number(m, *kept, act->is_signed);
	for (n = 0; n < track->nr; n++) {
		const struct hist_var *saved = &view->hist->saved[track->first + n];
		const u64 *words = kept + 1 + saved->at;

		seq_printf(m, "  %.*s", (int)nodes[n].text.n, nodes[n].text.s);
		if (saved->kind == HIST_IS_NUMBER) {
			hist_show_number(m, *words, saved->is_signed);
			continue;
		}
		seq_puts(m, ": ");
		show_text(m, (const char *)words, saved->words * sizeof(*words), 32);
	}
}

/* Show value and key of the last snapshot of each action. */
static void show_snapshots(struct seq_file *m, const struct hist_view *view)
{
	const struct ktrace_hist_action *action;
	const struct hist_view_act *act;
	unsigned int i;

	for (i = 0; i < view->nr_acts; i++) {
		act = &view->acts[i];
		action = &view->hist->spec.actions[i];
		if (!act->best)
			continue;
		seq_puts(m, "\nSnapshot taken (see tracing/snapshot).  Details:\n");
		seq_printf(m, "\ttriggering value { %s(%.*s) }",
			   act->when == KTRACE_HIST_ONMAX ? "onmax" : "onchange",
			   (int)action->param.n, action->param.s);
		hist_show_number(m, *act->best, act->is_signed);
		seq_puts(m, "\ttriggered by event with key: ");
		show_keys(m, view, act->best + 1, "");
		seq_putc(m, '\n');
	}
}

/**
 * hist_show_head - print what stands before the entries of a histogram
 * @m: the output
 * @view: the histogram
 */
void hist_show_head(struct seq_file *m, const struct hist_view *view)
{
	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_show_line(m, view->hist, view->filter, view->paused);
	seq_puts(m, "#\n\n");
}

/**
 * hist_show_row - print an entry
 * @m: the output
 * @view: the histogram
 * @row: the entry
 */
void hist_show_row(struct seq_file *m, const struct hist_view *view, const struct hist_row *row)
{
	const struct ktrace_hist_spec *spec = &view->hist->spec;
	unsigned int i;

	show_keys(m, view, hist_entry_key(view->table, row->entry), row->entry->comm);
	for (i = spec->nohitcount; i < spec->nr_values; i++)
		show_value(m, view, row, i);
	for (i = 0; i < view->nr_acts; i++)
		show_act(m, view, row, i);
	seq_putc(m, '\n');
}

/**
 * hist_show_end - print what stands behind the entries of a histogram
 * @m: the output
 * @view: the histogram
 */
void hist_show_end(struct seq_file *m, const struct hist_view *view)
{
	show_snapshots(m, view);
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   view->totals[0].low + view->dropped, view->nr, view->dropped);
	if (view->lost)
		seq_printf(m, "    Variables lost: %llu\n", view->lost);
	if (view->missed)
		seq_printf(m, "    Nested too deep: %ld\n", view->missed);
}
