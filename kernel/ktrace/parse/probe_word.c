// SPDX-License-Identifier: GPL-2.0
/* Messages of the language of probes, and copies of words. */
#include <linux/errno.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

const struct ktrace_parse_message probe_messages[] = {
#define PROBE_ERROR(name, err, text) \
	[PROBE_ERR_##name] = { err, text },
#include "parse/probe_errors.h"
#undef PROBE_ERROR
};

/* Copy @span to a string; the caller has checked its length. */
void probe_copy(char *to, struct ktrace_span span)
{
	memcpy(to, span.s, span.n);
	to[span.n] = '\0';
}
