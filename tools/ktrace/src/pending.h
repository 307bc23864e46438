/* SPDX-License-Identifier: GPL-2.0 */
/* The calls in which processes are when ktrace attaches to them. */
#ifndef _KTRACE_PENDING_H
#define _KTRACE_PENDING_H

#include "print.h"

void pending_print(struct print *print, struct events *events);

#endif /* _KTRACE_PENDING_H */
