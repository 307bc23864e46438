/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Owners: what files are about, and what does not go while one of them is open.
 */
#ifndef _KTRACE_OWNER_H
#define _KTRACE_OWNER_H

#include <linux/atomic.h>
#include <linux/types.h>

struct ktrace_error_log;

/**
 * struct ktrace_owner - counts the open files of something that can go
 * @opens:	how many are open; less than none once it is going
 * @errors:	tells why writes to these files were refused; NULL: the top's log does
 */
struct ktrace_owner {
	atomic_t		opens;
	struct ktrace_error_log	*errors;
};

#define KTRACE_OWNER_GOING	INT_MIN

/**
 * ktrace_owner_open - count a file that is opened
 * @owner:	what it is about; NULL if that never goes
 *
 * Context: any.
 * Return: true; false if it is going: then the file is not to be opened.
 */
static inline bool ktrace_owner_open(struct ktrace_owner *owner)
{
	return !owner || atomic_inc_unless_negative(&owner->opens);
}

/**
 * ktrace_owner_close - end what ktrace_owner_open() began
 * @owner:	the same
 *
 * Context: any.
 */
static inline void ktrace_owner_close(struct ktrace_owner *owner)
{
	if (owner)
		atomic_dec(&owner->opens);
}

/**
 * ktrace_owner_go - have no file be opened any more
 * @owner:	what is about to go
 *
 * Context: any.
 * Return: true; false if one is open, or it is going already.
 */
static inline bool ktrace_owner_go(struct ktrace_owner *owner)
{
	return atomic_cmpxchg(&owner->opens, 0, KTRACE_OWNER_GOING) == 0;
}

#endif /* _KTRACE_OWNER_H */
