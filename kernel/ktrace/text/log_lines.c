// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of any length in the kernel's log, and so on the console.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/minmax.h>
#include <linux/printk.h>

#include "text/log_lines.h"

/* What is longer goes on in another line: printk() would cut it. */
#define LOG_LINE	900

/**
 * ktrace_log_line - print a line
 * @line:	its characters
 * @len:	how many
 *
 * Context: any in which there is time to print.
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
