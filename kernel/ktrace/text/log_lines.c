// SPDX-License-Identifier: GPL-2.0
/* Prints lines of any length to the kernel log, and thereby to the console. */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/minmax.h>
#include <linux/printk.h>

#include "text/log_lines.h"

/* Longer lines are split, since printk() would truncate them. */
#define LOG_LINE	900

/**
 * ktrace_log_line - print a line
 * @line:	the characters
 * @len:	number of characters
 *
 * Context: any that has time to print.
 */
void ktrace_log_line(const char *line, size_t len)
{
	size_t part;

	do {
		part = min_t(size_t, len, LOG_LINE);
		pr_info("%.*s\n", (int)part, line);
		line += part;
		len -= part;
	} while (len);
}
