// SPDX-License-Identifier: GPL-2.0
/*
 * The last function of ktrace.o: a mark for own_text.h, never called.
 *
 * The linker puts the code of ktrace's objects one behind the other, as the
 * Makefile lists them.
 */
#include "event/own_text.h"

void ktrace_text_last(void)
{
}
