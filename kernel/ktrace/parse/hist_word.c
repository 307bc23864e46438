// SPDX-License-Identifier: GPL-2.0
/* Messages and numbers of histograms' definitions. */
#include <linux/errno.h>
#include <linux/seq_buf.h>

#include "hist_parser.h"

const struct ktrace_parse_message ktrace_hist_messages[] = {
#define HIST_ERROR(name, err, text) \
	[KTRACE_HIST_ERR_##name] = { err, text },
#include "hist_errors.h"
#undef HIST_ERROR
};

/**
 * ktrace_hist_show_number - append a number
 * @out:	output
 * @number:	the number
 */
void ktrace_hist_show_number(struct seq_buf *out, u64 number)
{
	char digits[20], *c = digits + sizeof(digits);

	do {
		*--c = '0' + number % 10;
		number /= 10;
	} while (number);
	seq_buf_putmem(out, c, digits + sizeof(digits) - c);
}
