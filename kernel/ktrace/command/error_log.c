// SPDX-License-Identifier: GPL-2.0
/*
 * The files error_log, at the top and in each instance: the last refused commands.
 *
 * Each entry shows the command with a caret under the offending byte, in the layout of
 * ftrace.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/string_helpers.h>

#include "command/error_log.h"
#include "parse/span.h"

/* Number of entries; the oldest is dropped first. */
#define ERRORS_KEPT	8
/* Number of bytes kept of a longer command: its beginning, or the bytes around the error. */
#define COMMAND_KEPT	512
/* Replaces the beginning of a command that was not kept. */
#define COMMAND_CUT	"..."

/* Maximum length of the source's name. */
#define WHO_KEPT	144

struct error_entry {
	struct list_head node;
	u64		time_ns;
	char		who[WHO_KEPT];
	char		*text;		/* follows the command in @command */
	unsigned int	column;
	char		command[];
};

/* The log of the top directory. */
static struct ktrace_error_log error_log_top = {
	.lock		= __MUTEX_INITIALIZER(error_log_top.lock),
	.entries	= LIST_HEAD_INIT(error_log_top.entries),
};

/**
 * ktrace_error_log_init - initialise an empty log
 * @log:	the log
 */
void ktrace_error_log_init(struct ktrace_error_log *log)
{
	mutex_init(&log->lock);
	INIT_LIST_HEAD(&log->entries);
	log->nr = 0;
}

static void error_drop_oldest(struct ktrace_error_log *log)
{
	struct error_entry *entry =
		list_first_entry(&log->entries, struct error_entry, node);

	lockdep_assert_held(&log->lock);
	list_del(&entry->node);
	log->nr--;
	kfree(entry);
}

/*
 * Return the number of bytes to drop at the beginning of @command so that the byte at
 * *@column is kept; 0 if the command fits. Adjusts *@column.
 */
static size_t error_skip(const char *command, unsigned int *column)
{
	size_t at = strnlen(command, *column), skip;

	if (at < COMMAND_KEPT)
		return 0;
	skip = at - COMMAND_KEPT / 2;
	*column = at - skip;
	return skip;
}

/*
 * Return true for a control character.  @n is its length in UTF-8; 0 means that the byte at @s
 * starts no valid character.  Control characters are those of ASCII and U+0080 to U+009F, and for
 * terminals that do not use UTF-8 also the single bytes 0x80 to 0x9f.
 */
static bool error_controls(const char *s, size_t n)
{
	u8 c = s[n ? n - 1 : 0];

	if (n == 1)
		return iscntrl(c);
	return (!n || (n == 2 && (u8)s[0] == 0xc2)) && c >= 0x80 && c < 0xa0;
}

/*
 * Copy @len bytes of text, with spaces instead of control characters: an entry has a line for the
 * error and one for the command.
 */
static void error_copy(char *to, const char *text, size_t len)
{
	struct ktrace_span rest = { text, len };

	while (rest.n) {
		size_t n = ktrace_span_utf8(rest), bytes = n ?: 1;

		if (error_controls(rest.s, n))
			memset(to, ' ', bytes);
		else
			memcpy(to, rest.s, bytes);
		to += bytes;
		rest = ktrace_span_from(rest, bytes);
	}
}

void ktrace_error(struct ktrace_error_log *log, const char *who, const char *command,
		  unsigned int column, const char *text)
{
	size_t skip = error_skip(command, &column);
	size_t len = strnlen(command + skip, COMMAND_KEPT);
	size_t text_len = strlen(text), cut = 0;
	struct error_entry *entry = kzalloc(sizeof(*entry) + len + 1 + text_len + 1, GFP_KERNEL);

	if (!entry)
		return;
	entry->time_ns = local_clock();
	strscpy(entry->who, who);
	entry->text = entry->command + len + 1;
	/* The text may have the name of an instance, which may have any character. */
	error_copy(entry->text, text, text_len);
	entry->column = min_t(size_t, column, len);
	/* The text behind the dots may begin within a character, which error_copy() sees there. */
	if (skip)
		cut = strlen(COMMAND_CUT);
	memcpy(entry->command, COMMAND_CUT, cut);
	error_copy(entry->command + cut, command + skip + cut, len - cut);

	log = log ?: &error_log_top;
	guard(mutex)(&log->lock);
	if (log->nr == ERRORS_KEPT)
		error_drop_oldest(log);
	list_add_tail(&entry->node, &log->entries);
	log->nr++;
}

/*
 * Columns that the first bytes of a command take: one for each character, also of several bytes,
 * and for each byte that is not part of a character.
 */
static int error_columns(const struct error_entry *entry)
{
	struct ktrace_span rest = { entry->command, entry->column };
	int columns = 0;

	for (; rest.n; columns++)
		rest = ktrace_span_from(rest, ktrace_span_utf8(rest) ?: 1);
	return columns;
}

/**
 * ktrace_error_show - print all entries
 * @log:	the log; NULL for the top directory
 * @m:	output
 *
 * Context: task; may sleep.
 */
void ktrace_error_show(struct ktrace_error_log *log, struct seq_file *m)
{
	struct error_entry *entry;

	log = log ?: &error_log_top;
	guard(mutex)(&log->lock);
	list_for_each_entry(entry, &log->entries, node) {
		u64 us = div_u64(entry->time_ns, NSEC_PER_USEC);
		u32 fraction;
		u64 seconds = div_u64_rem(us, USEC_PER_SEC, &fraction);

		seq_printf(m, "[%5llu.%06u] %s: error: %s\n  Command: %s\n",
			   seconds, fraction, entry->who, entry->text,
			   entry->command);
		seq_printf(m, "           %*s^\n", error_columns(entry), "");
	}
}

/**
 * ktrace_error_clear - remove all entries
 * @log:	the log; NULL for the top directory
 *
 * Context: task; may sleep.
 */
void ktrace_error_clear(struct ktrace_error_log *log)
{
	log = log ?: &error_log_top;
	guard(mutex)(&log->lock);
	while (log->nr)
		error_drop_oldest(log);
}
