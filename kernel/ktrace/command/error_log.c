// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log: why the last commands were refused.
 *
 * Each entry shows the command with a caret under the byte at fault, in the
 * layout that existing clients know.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/string_helpers.h>

#include "command/error_log.h"

/* Entries kept; the oldest give way. */
#define ERRORS_KEPT	8
/* Of a longer command this much is kept. */
#define COMMAND_KEPT	512

/* And of what refused it. */
#define WHO_KEPT	144

struct error_entry {
	struct list_head node;
	u64		time_ns;
	char		who[WHO_KEPT];
	const char	*text;
	unsigned int	column;
	char		command[];
};

/* Protects @errors and @nr_errors. */
static DEFINE_MUTEX(errors_lock);
static LIST_HEAD(errors);
static unsigned int nr_errors;

static void error_drop_oldest(void)
{
	struct error_entry *entry =
		list_first_entry(&errors, struct error_entry, node);

	list_del(&entry->node);
	nr_errors--;
	kfree(entry);
}

void ktrace_error(const char *who, const char *command, unsigned int column,
		  const char *text)
{
	size_t len = strnlen(command, COMMAND_KEPT);
	struct error_entry *entry = kzalloc(sizeof(*entry) + len + 1, GFP_KERNEL);
	size_t i;

	if (!entry)
		return;
	entry->time_ns = local_clock();
	strscpy(entry->who, who);
	entry->text = text;
	entry->column = min_t(size_t, column, len);
	for (i = 0; i < len; i++)
		entry->command[i] = isprint(command[i]) ? command[i] : ' ';

	guard(mutex)(&errors_lock);
	if (nr_errors == ERRORS_KEPT)
		error_drop_oldest();
	list_add_tail(&entry->node, &errors);
	nr_errors++;
}

/**
 * ktrace_error_show - print all entries
 * @m: where to
 */
void ktrace_error_show(struct seq_file *m)
{
	struct error_entry *entry;

	guard(mutex)(&errors_lock);
	list_for_each_entry(entry, &errors, node) {
		u64 us = div_u64(entry->time_ns, NSEC_PER_USEC);
		u32 fraction;
		u64 seconds = div_u64_rem(us, USEC_PER_SEC, &fraction);

		seq_printf(m, "[%5llu.%06u] %s: error: %s\n  Command: %s\n",
			   seconds, fraction, entry->who, entry->text,
			   entry->command);
		seq_printf(m, "           %*s^\n", entry->column, "");
	}
}

/** ktrace_error_clear - forget all entries */
void ktrace_error_clear(void)
{
	guard(mutex)(&errors_lock);
	while (nr_errors)
		error_drop_oldest();
}
