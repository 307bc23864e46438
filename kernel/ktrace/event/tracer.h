/* SPDX-License-Identifier: GPL-2.0 */
/* Tracers: what current_tracer starts and stops. */
#ifndef _KTRACE_EVENT_TRACER_H
#define _KTRACE_EVENT_TRACER_H

struct ktrace_instance;
struct ktrace_tracer;

const struct ktrace_tracer *ktrace_tracer_find(const char *name);
int ktrace_tracer_start(struct ktrace_instance *instance,
			const struct ktrace_tracer *tracer);
int ktrace_tracer_refresh(struct ktrace_instance *instance,
			  const struct ktrace_tracer *tracer);
void ktrace_tracer_stop(struct ktrace_instance *instance);
const char *ktrace_tracer_name(const struct ktrace_instance *instance);

#endif /* _KTRACE_EVENT_TRACER_H */
