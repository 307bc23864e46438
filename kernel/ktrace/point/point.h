/* SPDX-License-Identifier: GPL-2.0 */
/* Static points: see include/linux/ktrace.h. */
#ifndef _KTRACE_POINT_H
#define _KTRACE_POINT_H

struct ktrace_point;
struct seq_file;

/* The section, delimited by the linker script. */
extern struct ktrace_point *const __start___ktrace_points[];
extern struct ktrace_point *const __stop___ktrace_points[];

void ktrace_points_add(struct ktrace_point *const *points, unsigned int nr, const char *module);
void ktrace_points_remove(struct ktrace_point *const *points, unsigned int nr);
void ktrace_points_show(struct seq_file *m);

#ifdef CONFIG_MODULES
int ktrace_point_watch_modules(void);
#else
static inline int ktrace_point_watch_modules(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_POINT_H */
