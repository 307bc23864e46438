/* SPDX-License-Identifier: GPL-2.0 */
/* The file error_log: the last refused commands, each with a caret. */
#ifndef _KTRACE_ERROR_LOG_H
#define _KTRACE_ERROR_LOG_H

struct seq_file;

/**
 * ktrace_error - remember why a command was refused
 * @who:	what refused it, e.g. "trace_kprobe"; copied
 * @command:	the command, as far as it was read; copied
 * @column:	offset in @command of the byte at fault
 * @text:	why; a string that stays
 *
 * Context: task; may sleep.
 */
void ktrace_error(const char *who, const char *command, unsigned int column,
		  const char *text);
void ktrace_error_show(struct seq_file *m);
void ktrace_error_clear(void);

#endif /* _KTRACE_ERROR_LOG_H */
