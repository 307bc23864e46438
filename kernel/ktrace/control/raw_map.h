/* SPDX-License-Identifier: GPL-2.0 */
/* Mappings of trace_pipe_raw, for raw_file.c. */
#ifndef _KTRACE_RAW_MAP_H
#define _KTRACE_RAW_MAP_H

#include "control/control.h"

struct vm_area_struct;

int ktrace_raw_mmap(struct ktrace_trace_dir *dir, struct vm_area_struct *vma);
void ktrace_raw_map_revoke(void);
int ktrace_raw_map_take(struct ktrace_trace_dir *dir);

#endif /* _KTRACE_RAW_MAP_H */
