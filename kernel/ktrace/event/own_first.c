// SPDX-License-Identifier: GPL-2.0
/*
 * The first function of ktrace.o: a mark for own_text.h, never called.
 *
 * The linker keeps the order of ktrace's objects in the Makefile.
 */
#include "event/own_text.h"

void ktrace_text_first(void)
{
}
