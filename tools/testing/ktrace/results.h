/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of the tests in user space, as run_tests.sh numbers them.
 *
 * RESULTS_OF is what they are of: a string, defined by the test.
 */
#ifndef _RESULTS_H
#define _RESULTS_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

static int failures;

/* A name may be a line that is tested: it may have newlines and tabs in it. */
static void result(bool ok, const char *name)
{
	printf("%sok - " RESULTS_OF ": ", ok ? "" : "not ");
	for (; *name; name++)
		putchar(isspace((unsigned char)*name) ? ' ' : *name);
	putchar('\n');
	failures += !ok;
}

#endif
