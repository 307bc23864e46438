/* SPDX-License-Identifier: GPL-2.0 */
/* Printing of lines of any length to the kernel log. */
#ifndef _KTRACE_LOG_LINES_H
#define _KTRACE_LOG_LINES_H

#include <linux/types.h>

void ktrace_log_line(const char *line, size_t len);

#endif /* _KTRACE_LOG_LINES_H */
