/* SPDX-License-Identifier: GPL-2.0 */
/* Owners: objects that cannot go away while files about them are open. */
#ifndef _KTRACE_OWNER_H
#define _KTRACE_OWNER_H

#include <linux/atomic.h>
#include <linux/types.h>

struct ktrace_error_log;

/**
 * struct ktrace_owner - counts the open files of an object
 * @opens:	number of open files; negative once the object is going away
 * @errors:	log for refused writes to these files; NULL for the log of the top
 *		directory
 */
struct ktrace_owner {
	atomic_t		opens;
	struct ktrace_error_log	*errors;
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
	if (owner)
		atomic_dec(&owner->opens);
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

#endif /* _KTRACE_OWNER_H */
