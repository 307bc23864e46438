/* SPDX-License-Identifier: GPL-2.0 */
/* The files error_log: the last refused commands, each with a caret. */
#ifndef _KTRACE_ERROR_LOG_H
#define _KTRACE_ERROR_LOG_H

#include <linux/mutex.h>
#include <linux/types.h>

struct seq_file;

/**
 * struct ktrace_error_log - the last commands that were refused
 * @lock:	protects the rest
 * @entries:	what is kept of each, the oldest first
 * @nr:		how many
 */
struct ktrace_error_log {
	struct mutex		lock;	/* of what follows */
	struct list_head	entries;
	unsigned int		nr;
};

void ktrace_error_log_init(struct ktrace_error_log *log);

/**
 * ktrace_error - remember why a command was refused
 * @log:	where; NULL: at the top
 * @who:	what refused it, e.g. "trace_kprobe"; copied
 * @command:	the command, as far as it was read; copied
 * @column:	offset in @command of the byte at fault
 * @text:	why; copied
 *
 * Context: task; may sleep.
 */
void ktrace_error(struct ktrace_error_log *log, const char *who, const char *command,
		  unsigned int column, const char *text);
void ktrace_error_show(struct ktrace_error_log *log, struct seq_file *m);
void ktrace_error_clear(struct ktrace_error_log *log);

#endif /* _KTRACE_ERROR_LOG_H */
