/* SPDX-License-Identifier: GPL-2.0 */
/* Properties of every text that is parsed as a filter, for filter_test and filter_fuzz. */
#ifndef _FILTER_HOLDS_H
#define _FILTER_HOLDS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/filter_cases.h"

#define FILTER_HOLDS(cond)							\
do {										\
	if (!(cond)) {								\
		printf("# does not hold: %s\n", #cond);				\
		return -1;							\
	}									\
} while (0)

/* Returns 1 for a valid filter, 0 for an invalid one, -1 if a property is violated. */
static inline int filter_holds(const char *text, size_t len,
			       const struct ktrace_filter_image *image)
{
	struct ktrace_parse_error error = { 0 };
	struct ktrace_filter *filter, *again;
	char *copy = malloc(len ? len : 1);
	int ret;

	/*
	 * Copy the text to an exact allocation, so that the address sanitizer detects
	 * reads beyond its end.
	 */
	memcpy(copy, text, len);
	ret = ktrace_filter_parse(copy, len, &case_env, &filter, &error);
	free(copy);
	if (ret) {
		FILTER_HOLDS(!filter && error.code > KTRACE_FILTER_OK &&
			     error.code < NR_KTRACE_FILTER_ERRS && error.column <= len &&
			     ret == -ktrace_filter_messages[error.code].error &&
			     error.code != KTRACE_FILTER_ERR_PROGRAM);
		return 0;
	}
	if (!filter)
		return 1;
	FILTER_HOLDS(ktrace_filter_verify(filter));
	text = ktrace_filter_text(filter);
	FILTER_HOLDS(!ktrace_filter_parse(text, strlen(text), &case_env, &again, &error));
	FILTER_HOLDS(again->bytes == filter->bytes && !memcmp(again, filter, filter->bytes));
	ktrace_filter_free(again);
	ktrace_filter_run(filter, image);
	ktrace_filter_free(filter);
	return 1;
}

#endif
