/* SPDX-License-Identifier: GPL-2.0 */
/* ktrace's interface for the rest of the kernel: start, static points and snapshots. */
#ifndef _LINUX_KTRACE_H
#define _LINUX_KTRACE_H

#include <linux/ktrace_point.h>
#include <linux/types.h>

/**
 * ktrace_point - a static point: record an event here
 * @_name:	name of the event, a plain identifier
 * @_format:	string literal, as for printk(), without a newline
 * @_args:	up to 12 arguments: numbers, pointers and strings; no structures, and
 *		bit-fields only with a cast
 *
 * The event is events/points/NAME. While it is disabled, the statement is a
 * no-operation and the arguments are not evaluated. While it is enabled, they are
 * evaluated once, in no particular order, and stored in their natural size; the text is
 * formatted when the trace is read.
 *
 * A field is named by the format, as in "pid=%d", or by its argument, if that is an
 * identifier or ends in a member's name, or by its number: arg1, arg2...
 *
 * An argument of type char * or const char *, or an array of char, is a string and
 * needs %s: its first 255 bytes are copied, up to a zero, the end of the array, or the
 * precision in the format. Cast it to void * to print it as a pointer. The supported %p
 * conversions are %p, %px, %pK, %pe, %ps, %pS and %pB: the memory behind other pointers
 * may be gone when the trace is read.
 *
 * Several points may share a name, and thereby an event, if they have the same format
 * and arguments of the same types. A point that differs from an earlier one, or whose
 * format is not supported, is refused with a warning at boot or when its module is
 * loaded.
 *
 * Context: any, NMI included, where RCU is watching; but not in code that the tracer
 * calls, and not in noinstr code.
 */
#define ktrace_point(_name, _format, _args...)				\
	__ktrace_point("points", #_name, #_args, _format, ##_args)

/**
 * ktrace_point_in - a static point in its own directory
 * @_system:	directory below events/, a plain identifier
 * @_name:	name of the event, a plain identifier
 * @_format:	string literal, as for printk()
 * @_args:	up to 12 arguments
 *
 * See ktrace_point().
 */
#define ktrace_point_in(_system, _name, _format, _args...)		\
	__ktrace_point(#_system, #_name, #_args, _format, ##_args)

#ifdef CONFIG_KTRACE

void ktrace_start(void);
int ktrace_snapshot_enable(void);
void ktrace_snapshot_disable(void);
bool ktrace_snapshot(void);

#else /* !CONFIG_KTRACE */

static inline void ktrace_start(void)
{
}

static inline int ktrace_snapshot_enable(void)
{
	return 0;
}

static inline void ktrace_snapshot_disable(void)
{
}

static inline bool ktrace_snapshot(void)
{
	return false;
}

#endif /* CONFIG_KTRACE */

#endif /* _LINUX_KTRACE_H */
