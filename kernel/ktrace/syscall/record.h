/* SPDX-License-Identifier: GPL-2.0 */
/* The complete record of a system call. */
#ifndef _KTRACE_SYSCALL_RECORD_H
#define _KTRACE_SYSCALL_RECORD_H

#include <linux/align.h>
#include <linux/bits.h>
#include <uapi/linux/ktrace.h>

#include "syscall/internal.h"

/* How a call ended. */
enum syscall_ended {
	SYSCALL_RETURNED,
	SYSCALL_REFUSED,	/* by seccomp or a tracer; @ret is what they said */
	SYSCALL_CHANGED,	/* a tracer made it another call; @ret is that one's */
	SYSCALL_RESTORED,	/* @ret is a register of what was interrupted */
	SYSCALL_EXECED,		/* a new program begins */
	SYSCALL_NEVER,		/* the task ended in it */
	SYSCALL_UNSEEN,		/* no memory to remember it until it returns */
	SYSCALL_ENTERED,		/* it goes on: not in records */
};

/**
 * struct syscall_record - payload of the event
 * @common:	as of every record
 * @nr:		number of the call, as it was asked for
 * @ended:	enum syscall_ended in the lowest byte; in the next one, bits of @args that
 *		a tracer has changed
 * @entered:	when it was entered, by ktrace_clock_ns()
 * @duration:	ns from then until it returned
 * @ret:	what it returned
 * @args:	as many as the event has
 *
 * Calls with copies have a word behind the arguments that tells what became of
 * each of them (two bits each: enum syscall_status), then for each of them a word
 * with its length in the upper and its offset in the lower half, and then the
 * copies.  All of it is a multiple of 8 bytes.
 */
struct syscall_record {
	struct ktrace_common common;
	s32	nr;
	u32	ended;
	u64	entered;
	u64	duration;
	s64	ret;
	u64	args[];
} __packed __aligned(4);

static_assert(offsetof(struct syscall_record, nr) == 8);
static_assert(offsetof(struct syscall_record, ended) == 12);
static_assert(offsetof(struct syscall_record, entered) == 16);
static_assert(offsetof(struct syscall_record, duration) == 24);
static_assert(offsetof(struct syscall_record, ret) == 32);
static_assert(offsetof(struct syscall_record, args) == 40);

#define SYSCALL_ENDED_BITS	8

/* How the call of a record ended. */
static inline enum syscall_ended syscall_record_ended(const struct syscall_record *rec)
{
	return rec->ended & GENMASK(SYSCALL_ENDED_BITS - 1, 0);
}

/* Which of its arguments are not what the program passed: a bit each. */
static inline u8 syscall_record_changed(const struct syscall_record *rec)
{
	return rec->ended >> SYSCALL_ENDED_BITS;
}

/* Where the word is that tells what was copied; the slots' words follow. */
static inline u32 syscall_record_copied(unsigned int nargs)
{
	return sizeof(struct syscall_record) + nargs * sizeof(u64);
}

static inline u32 syscall_record_loc(unsigned int nargs, unsigned int slot)
{
	return syscall_record_copied(nargs) + (1 + slot) * sizeof(u32);
}

/*
 * The word of a slot in which there is nothing: no bytes, at a zero, for clients that
 * look for a string there all the same.
 */
#define SYSCALL_RECORD_EMPTY	(offsetof(struct syscall_record, ended) + 3)

/* Bytes of a record with @nargs arguments and @nr_slots slots, without the copies. */
static inline u32 syscall_record_fixed(unsigned int nargs, unsigned int nr_slots)
{
	if (!nr_slots)
		return syscall_record_copied(nargs);
	return ALIGN(syscall_record_loc(nargs, nr_slots), sizeof(u64));
}

#define SYSCALL_FIXED_MAX	ALIGN(sizeof(struct syscall_record) +		\
				      KTRACE_SYSCALL_ARGS * sizeof(u64) +	\
				      (1 + SYSCALL_SLOTS_MAX) * sizeof(u32), sizeof(u64))

/* text.c */
void ktrace_syscall_print_call(const struct syscall_event *event,
			       const struct syscall_record *rec, u32 len,
			       struct seq_buf *out);
bool ktrace_syscall_call_field(const struct ktrace_event *event, unsigned int i,
			       struct ktrace_field *field);
void ktrace_syscall_call_print(const struct ktrace_event *event, const void *rec,
			       u32 len, struct seq_buf *out);
void ktrace_syscall_call_print_fmt(const struct ktrace_event *event, struct seq_buf *out);

#endif /* _KTRACE_SYSCALL_RECORD_H */
