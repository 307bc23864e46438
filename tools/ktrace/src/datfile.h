/* SPDX-License-Identifier: GPL-2.0 */
/* Files that trace-cmd and KernelShark read. */
#ifndef _KTRACE_DATFILE_H
#define _KTRACE_DATFILE_H

#include <stdio.h>

#include "session.h"

void datfile_header(FILE *out, const struct session *s);
int datfile_write(const char *name, const struct session *s, const int *cpu_fds,
		  unsigned int cpus);

#endif /* _KTRACE_DATFILE_H */
