/* SPDX-License-Identifier: GPL-2.0 */
/* Static points: see include/linux/ktrace.h. */
#ifndef _KTRACE_POINT_H
#define _KTRACE_POINT_H

struct ktrace_point;
struct seq_file;

#ifdef CONFIG_KTRACE_POINTS
/* The section, by the linker script. */
extern struct ktrace_point *const __start___ktrace_points[];
extern struct ktrace_point *const __stop___ktrace_points[];

/**
 * ktrace_point_init - make events of the points that are built in, and be told
 *	of modules
 *
 * Return: 0 or an errno.
 */
int ktrace_point_init(void);

/**
 * ktrace_point_show - list all events of points
 * @m:	where to; a line for each: id, state, system/name, statements, format
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_point_show(struct seq_file *m);

/**
 * ktrace_points_add - make events of points
 * @points:	the points; those that are refused are left as they are
 * @nr:		how many
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_points_add(struct ktrace_point *const *points, unsigned int nr);

/**
 * ktrace_points_remove - forget points
 * @points:	the points; nobody passes them any more
 * @nr:		how many
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_points_remove(struct ktrace_point *const *points, unsigned int nr);
#else
static inline int ktrace_point_init(void)
{
	return 0;
}

static inline void ktrace_point_show(struct seq_file *m) { }
#endif

#if defined(CONFIG_KTRACE_POINTS) && defined(CONFIG_MODULES)
int ktrace_point_watch_modules(void);
#else
static inline int ktrace_point_watch_modules(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_POINT_H */
