/* SPDX-License-Identifier: GPL-2.0 */
/* The files error_log: the last refused commands, each with a caret. */
#ifndef _KTRACE_ERROR_LOG_H
#define _KTRACE_ERROR_LOG_H

#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct seq_file;

/* Size of the memory for a message with names: of two events, an instance and a file. */
#define KTRACE_WHY_MAX	(NAME_MAX + 1 + 256)

/**
 * struct ktrace_error_log - the last refused commands
 * @lock:	protects the rest
 * @entries:	the entries, oldest first
 * @nr:	number of entries
 */
struct ktrace_error_log {
	struct mutex		lock;	/* protects the following fields */
	struct list_head	entries;
	unsigned int		nr;
};

void ktrace_error_log_init(struct ktrace_error_log *log);

/**
 * ktrace_error - log a refused command
 * @log:	the log; NULL for the top directory
 * @who:	source of the error, for example "trace_kprobe"; copied
 * @command:	the command, up to the end of the input read so far; copied
 * @column:	offset in @command of the offending byte
 * @text:	error message; copied
 *
 * Context: task; may sleep.
 */
void ktrace_error(struct ktrace_error_log *log, const char *who, const char *command,
		  unsigned int column, const char *text);
void ktrace_error_show(struct ktrace_error_log *log, struct seq_file *m);
void ktrace_error_clear(struct ktrace_error_log *log);

#endif /* _KTRACE_ERROR_LOG_H */
