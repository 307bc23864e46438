/* SPDX-License-Identifier: GPL-2.0 */
/* Files about tracers. */
#ifndef _KTRACE_TRACER_H
#define _KTRACE_TRACER_H

struct ktrace_instance;

int ktrace_tracer_files_create(struct ktrace_instance *instance);

#endif /* _KTRACE_TRACER_H */
