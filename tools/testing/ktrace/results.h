/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of the user-space tests, in the form that run_tests.sh numbers.
 *
 * RESULTS_OF is the name of the tested part: a string, defined by the test.
 */
#ifndef _RESULTS_H
#define _RESULTS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int failures;

/* The name may be a tested line and contain newlines and tabs. */
static void result(bool ok, const char *name)
{
	printf("%sok - " RESULTS_OF ": ", ok ? "" : "not ");
	for (; *name; name++)
		putchar(strchr("\t\n\v\f\r", *name) ? ' ' : *name);
	putchar('\n');
	failures += !ok;
}

#endif
