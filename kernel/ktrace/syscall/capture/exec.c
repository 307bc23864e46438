// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of the arguments and the environment of a new program: of the arrays that
 * execve() is given, or, once these are gone, of the new stack.
 *
 * As capture.c says: everything is read once, and bounded before it is
 * calculated with.
 */
#include <linux/minmax.h>
#include <linux/mm_types.h>
#include <linux/sched.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

/* Further than this the strings of an array are not counted. */
#define CAPTURE_COUNT_MAX	256
/* Nor are more bytes of a new program's stack looked through. */
#define CAPTURE_STACK_BYTES	(64 * 1024)

/**
 * ktrace_capture_strings - copy an array of strings
 * @capture:	the copy
 * @max:	so many are kept; the others are counted
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_strings(struct capture *capture, u32 max)
{
	struct syscall_strings *head = capture_take(capture, sizeof(*head));
	u32 step = capture_word_size(capture), limit, count;
	u64 at;
	u8 *mark;

	if (!head)
		return SYSCALL_CUT;
	limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT);
	*head = (struct syscall_strings){ };
	for (count = 0; count < CAPTURE_COUNT_MAX; count++) {
		if (!capture_read_word(capture, &at, capture->address + (u64)count * step))
			return SYSCALL_FAULT;
		if (!at) {
			head->counted = true;
			break;
		}
		if (head->kept != count || count >= max)
			continue;
		if (capture->room - capture->len < 2)
			continue;
		mark = capture_take(capture, 1);
		*mark = capture_string_at(capture, at, limit);
		head->kept++;
	}
	head->count = count;
	return head->kept < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

/*
 * What execve() was given is gone with the memory it was in, but it stands at the
 * end of the new stack: the strings of the arguments, in a row, those of the
 * environment, and the file's name.  It has just been put there, and is resident.
 *
 * For a script, arguments were put in front, and the first one is gone.
 */

/* The strings from @at on, up to @end: of an array as @head says, but for the first @first. */
static enum syscall_status capture_row(struct capture *capture, u64 at, u64 end, u32 max,
				       u32 skip, u32 first)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), i;
	struct syscall_strings *head = (void *)capture->to;
	long bytes;
	u8 *mark;

	end = min(end, at + CAPTURE_STACK_BYTES);
	for (i = 0; i < skip + max && at < end; i++) {
		bytes = strnlen_user_nofault(u64_to_user_ptr(at), end - at);
		if (bytes <= 0)
			return SYSCALL_FAULT;
		if (i >= skip) {
			if (capture->room - capture->len < 2)
				break;
			mark = capture_take(capture, 1);
			*mark = i - skip < first ? SYSCALL_FAULT :
				capture_string_at(capture, at, limit);
			head->kept++;
		}
		at += bytes;
	}
	return head->counted && head->kept == head->count ? SYSCALL_COPIED : SYSCALL_CUT;
}

/* What was copied of the array when the call was entered. */
static const struct syscall_strings *captured_strings(const struct capture *capture)
{
	return ktrace_captured(capture, capture->slot->arg, sizeof(struct syscall_strings));
}

static enum syscall_status capture_new_argv(struct capture *capture)
{
	const struct syscall_strings *was = captured_strings(capture);
	const struct mm_struct *mm = current->mm;
	struct syscall_strings *head;
	u32 argc;

	/* The array itself was not there: nobody knows how much is the program's. */
	if (!was || !was->counted || !was->count)
		return SYSCALL_FAULT;
	head = capture_take(capture, sizeof(*head));
	if (!head)
		return SYSCALL_CUT;
	*head = (struct syscall_strings){ .count = was->count, .counted = true };
	/* A long of the new program's, of which the lower half will do. */
	if (!capture_read(capture, &argc, mm->start_stack, sizeof(argc)) ||
	    argc < was->count || argc > was->count + CAPTURE_COUNT_MAX)
		return SYSCALL_FAULT;
	return capture_row(capture, mm->arg_start, mm->arg_end,
			   min_t(u32, was->count, SYSCALL_ELEMENTS_MAX),
			   argc - was->count, argc > was->count);
}

/* How many strings there are from @at up to @end, as far as is counted. */
static void count_row(struct syscall_strings *head, u64 at, u64 end)
{
	u64 stop = min(end, at + CAPTURE_STACK_BYTES);
	long bytes;

	for (; at < stop && head->count < CAPTURE_COUNT_MAX; head->count++) {
		bytes = strnlen_user_nofault(u64_to_user_ptr(at), stop - at);
		if (bytes <= 0 || bytes > stop - at)
			return;
		at += bytes;
	}
	head->counted = at == end;
}

/* All that stand there are the program's, and so they can be counted there, too. */
static enum syscall_status capture_new_envp(struct capture *capture)
{
	const struct syscall_strings *was = captured_strings(capture);
	const struct mm_struct *mm = current->mm;
	struct syscall_strings *head = capture_take(capture, sizeof(*head));

	if (!head)
		return SYSCALL_CUT;
	*head = (struct syscall_strings){ };
	if (was && was->counted)
		*head = (struct syscall_strings){ .count = was->count, .counted = true };
	else
		count_row(head, mm->env_start, mm->env_end);
	return capture_row(capture, mm->env_start, mm->env_end,
			   ktrace_syscall_option(SYSCALL_ENVP_LIMIT), 0, 0);
}

/**
 * ktrace_capture_after_exec - copy what execve() was given, from the new program's stack
 * @capture:	the copy
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_after_exec(struct capture *capture)
{
	/* A tracer may have made an execve() of something else. */
	if (capture->image->spec->ends != SYSCALL_ENDS_EXEC)
		return SYSCALL_FAULT;
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
		/* execveat() names a file by its descriptor there, too. */
		if (capture->slot->arg)
			return SYSCALL_FAULT;
		return capture_string_at(capture, current->mm->env_end,
					 ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	case SYSCALL_HOW_ARGV:
		return capture_new_argv(capture);
	case SYSCALL_HOW_ENVP:
		return capture_new_envp(capture);
	default:
		return SYSCALL_FAULT;
	}
}
