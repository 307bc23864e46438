/* SPDX-License-Identifier: GPL-2.0 */
/* Owners: objects that cannot go away while files about them are open. */
#ifndef _KTRACE_OWNER_H
#define _KTRACE_OWNER_H

#include <linux/atomic.h>
#include <linux/types.h>

struct ktrace_error_log;

/**
 * struct ktrace_owner - counts the open files of an object
 * @opens:	number of open files, plus KTRACE_OWNER_GOING (and so negative) once the object
 *		is going away
 * @errors:	log for refused writes to these files; NULL for the log of the top
 *		directory
 * @last:	called when the last file is closed after ktrace_owner_force(), in any context
 */
struct ktrace_owner {
	atomic_t		opens;
	struct ktrace_error_log	*errors;
	void			(*last)(struct ktrace_owner *owner);
};

#define KTRACE_OWNER_GOING	INT_MIN

/**
 * ktrace_owner_open - count an opened file
 * @owner:	owner of the file; NULL if it never goes away
 *
 * Context: any.
 * Return: false if the owner is going away; then the open must fail.
 */
static inline bool ktrace_owner_open(struct ktrace_owner *owner)
{
	return !owner || atomic_inc_unless_negative(&owner->opens);
}

/**
 * ktrace_owner_close - undo ktrace_owner_open()
 * @owner:	owner of the file
 *
 * Context: any.
 */
static inline void ktrace_owner_close(struct ktrace_owner *owner)
{
	if (owner && atomic_dec_return(&owner->opens) == KTRACE_OWNER_GOING)
		owner->last(owner);
}

/**
 * ktrace_owner_go - let all further opens fail
 * @owner:	owner that is about to go away
 *
 * Context: any.
 * Return: false if a file is open, or if the owner is already going away.
 */
static inline bool ktrace_owner_go(struct ktrace_owner *owner)
{
	return atomic_cmpxchg(&owner->opens, 0, KTRACE_OWNER_GOING) == 0;
}

/**
 * ktrace_owner_force - forbid further opens, although files may be open
 * @owner:	owner with @last, for which neither this nor ktrace_owner_go() was called yet
 *
 * The caller counts as one more open file until it calls ktrace_owner_close().  The last
 * ktrace_owner_close() calls @owner->last.
 *
 * Context: any.
 */
static inline void ktrace_owner_force(struct ktrace_owner *owner)
{
	atomic_add(KTRACE_OWNER_GOING + 1, &owner->opens);
}

/**
 * ktrace_owner_gone - whether an object is being removed, or was removed
 * @owner:	owner of the object; NULL if the object is never removed
 *
 * Context: any; the caller has a file of @owner open.
 * Return: true after ktrace_owner_force().
 */
static inline bool ktrace_owner_gone(const struct ktrace_owner *owner)
{
	return owner && atomic_read(&owner->opens) < 0;
}

#endif /* _KTRACE_OWNER_H */
