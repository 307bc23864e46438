/* SPDX-License-Identifier: GPL-2.0 */
/* The complete record of a system call. */
#ifndef _KTRACE_SYSCALL_RECORD_H
#define _KTRACE_SYSCALL_RECORD_H

#include <linux/align.h>
#include <linux/bits.h>
#include <linux/limits.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/ktrace.h>

#include "syscall/internal.h"

/* How a call ended. */
enum syscall_ended {
	SYSCALL_RETURNED,
	SYSCALL_REFUSED,	/* seccomp or a tracer refused it; @ret is the result they set */
	/* a tracer replaced it by another call; @ret is the result of that call */
	SYSCALL_CHANGED,
	SYSCALL_RESTORED,	/* @ret is a register of the interrupted context */
	SYSCALL_EXECED,		/* the call started a new program */
	SYSCALL_NEVER,		/* the task exited inside the call */
	SYSCALL_UNSEEN,		/* no memory for the state until the call returns */
	SYSCALL_ENTERED,		/* the call has not returned; not in records */
};

/**
 * struct syscall_record - payload of a complete event
 * @common:	header of every record
 * @nr:	system call number, as the program asked for it
 * @ended:	enum syscall_ended in the lowest byte; in the next byte a bitmap of the
 *		@args that a tracer has changed
 * @entered:	time of entry, by ktrace_clock_ns()
 * @duration:	ns from entry to exit
 * @ret:	result of the call
 * @args:	arguments of the event
 *
 * If the record is timed, struct syscall_times follows the arguments. In calls with copies
 * a word with the status of each copy is next (two bits each: enum syscall_status), then
 * for each copy a word with its length in the upper half and its offset in the lower half,
 * then the copies. Everything is padded to 8 bytes.
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

/**
 * struct syscall_times - where the time of a call went, with options/call-time
 * @ran:	ns in which the task ran; the rest of the duration
 * @waited:	ns in which the task was runnable and waited for a CPU
 * @blocked:	ns from leaving the CPU to the wakeup
 * @faulted:	ns in which the kernel handled page faults of the task; part of the three above
 * @waker:	PID of the task that ended the last block; 0 if an interrupt ended it
 * @faults:	page faults of the task
 * @waker_comm:	name of @waker when it woke the task, or the kind of interrupt; empty if
 *		the task was not blocked
 */
struct syscall_times {
	u64	ran;
	u64	waited;
	u64	blocked;
	u64	faulted;
	s32	waker;
	u32	faults;
	char	waker_comm[TASK_COMM_LEN];
} __packed __aligned(4);

static_assert(offsetof(struct syscall_times, waker) == 32);
static_assert(offsetof(struct syscall_times, waker_comm) == 40);
static_assert(sizeof(struct syscall_times) == 56);

#define SYSCALL_ENDED_BITS	8

/* Return how the call of a record ended. */
static inline enum syscall_ended syscall_record_ended(const struct syscall_record *rec)
{
	return rec->ended & GENMASK(SYSCALL_ENDED_BITS - 1, 0);
}

/* Return a bitmap of the arguments that differ from those that the program passed. */
static inline u8 syscall_record_changed(const struct syscall_record *rec)
{
	return rec->ended >> SYSCALL_ENDED_BITS;
}

/* Offset of struct syscall_times in a timed record. */
static inline u32 syscall_record_times(unsigned int nargs)
{
	return sizeof(struct syscall_record) + nargs * sizeof(u64);
}

/* Offset of the status word of the copies; the words of the slots follow it. */
static inline u32 syscall_record_copied(unsigned int nargs, bool timed)
{
	return syscall_record_times(nargs) + (timed ? sizeof(struct syscall_times) : 0);
}

/* Offset of the word of a slot in a record with the status word at @copied. */
static inline u32 syscall_record_loc(u32 copied, unsigned int slot)
{
	return copied + (1 + slot) * sizeof(u32);
}

/*
 * The word of an empty slot: a length of zero, at the offset of a zero byte, for
 * clients that read a string there regardless.
 */
#define SYSCALL_RECORD_EMPTY	(offsetof(struct syscall_record, ended) + 3)

/* Length of a record with the status word at @copied and @nr_slots slots, without copies. */
static inline u32 syscall_record_fixed(u32 copied, unsigned int nr_slots)
{
	return nr_slots ? ALIGN(syscall_record_loc(copied, nr_slots), sizeof(u64)) : copied;
}

#define SYSCALL_FIXED_MAX	ALIGN(sizeof(struct syscall_record) +		\
				      KTRACE_SYSCALL_ARGS * sizeof(u64) +	\
				      sizeof(struct syscall_times) +		\
				      (1 + SYSCALL_SLOTS_MAX) * sizeof(u32), sizeof(u64))

/* Read a word of a record of @len bytes; 0 if the record is shorter. */
static inline u32 syscall_record_word(const struct syscall_record *rec, u32 len, u32 at)
{
	u32 word;

	if (at + sizeof(word) > len)
		return 0;
	memcpy(&word, (const void *)rec + at, sizeof(word));
	return word;
}

/**
 * syscall_record_data - find the copy in a slot, clamped to the record
 * @rec:	the record, whose words are not trusted
 * @len:	its length in bytes
 * @at_copied:	offset of the status word
 * @slot:	the slot
 *
 * Return: the copy; without bytes if the status says that there is none, and with the status
 * SYSCALL_FAULT if the copy would lie outside of the record.
 */
static inline struct syscall_data syscall_record_data(const struct syscall_record *rec, u32 len,
						      u32 at_copied, unsigned int slot)
{
	u32 copied = syscall_record_word(rec, len, at_copied);
	u32 loc = syscall_record_word(rec, len, syscall_record_loc(at_copied, slot));
	u32 at = loc & U16_MAX, bytes = loc >> 16;
	u8 status = copied >> slot * SYSCALL_STATUS_BITS & 3;

	if (status != SYSCALL_COPIED && status != SYSCALL_CUT)
		return (struct syscall_data){ .status = status };
	if (at > len || bytes > len - at)
		return (struct syscall_data){ .status = SYSCALL_FAULT };
	return (struct syscall_data){
		.at = (const void *)rec + at, .len = bytes, .status = status,
	};
}

/* Defined in text.c */
void ktrace_complete_print_record(const struct syscall_event *event,
				  const struct syscall_record *rec, u32 len, bool timed,
				  struct seq_buf *out);
bool ktrace_complete_field(const struct ktrace_event *event, unsigned int i,
			   struct ktrace_field *field);
void ktrace_complete_print(const struct ktrace_event *event, const void *rec,
			   u32 len, struct seq_buf *out);
void ktrace_complete_print_fmt(const struct ktrace_event *event, struct seq_buf *out);

#endif /* _KTRACE_SYSCALL_RECORD_H */
