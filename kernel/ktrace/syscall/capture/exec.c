// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of the arguments and the environment of a new program, from the arrays that
 * execve() gets or, after those are unmapped, from the stack of the new program.
 *
 * As in capture.c: read every word once, and bound it before arithmetic.
 */
#include <linux/minmax.h>
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <linux/unaligned.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

/* Maximum number of strings to count in an array. */
#define CAPTURE_COUNT_MAX	256
/* Maximum number of bytes to search on the stack of a new program. */
#define CAPTURE_STACK_BYTES	(64 * 1024)

/*
 * Append a string after a byte with its status. If @last, append the address of a string that
 * cannot be read. A first attempt must not: the copy with more bytes counts as the better one.
 */
static void capture_one_string(struct capture *capture, u64 at, u32 limit, bool last)
{
	u8 *mark = capture_take(capture, 1);
	void *to;

	*mark = capture_string_at(capture, at, limit);
	if (*mark != SYSCALL_FAULT)
		return;
	to = last ? capture_take(capture, sizeof(at)) : NULL;
	if (to)
		put_unaligned(at, (u64 *)to);
	else
		*mark = SYSCALL_NOT_COPIED;
}

/* Return true if an earlier attempt has made a copy. */
static bool captured_before(const struct capture *capture)
{
	return ktrace_captured(capture, capture->slot->arg, 1);
}

/**
 * ktrace_capture_strings - copy an array of strings
 * @capture:	the copy
 * @max:	maximum number of strings to copy; the others are counted
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_strings(struct capture *capture, u32 max)
{
	struct syscall_strings *head = capture_take(capture, sizeof(*head));
	u32 step = capture_word_size(capture), limit, count;
	bool last = captured_before(capture);
	u64 at;

	if (!head)
		return SYSCALL_CUT;
	limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT);
	*head = (struct syscall_strings){ .wanted = max > 0 };
	for (count = 0; count < CAPTURE_COUNT_MAX; count++) {
		/* Keep the elements before the first unreadable one. */
		if (!capture_read_word(capture, &at, capture->address + (u64)count * step))
			break;
		if (!at) {
			head->counted = true;
			break;
		}
		if (head->kept != count || count >= max)
			continue;
		if (capture->room - capture->len < 2)
			continue;
		capture_one_string(capture, at, limit, last);
		head->kept++;
	}
	head->count = count;
	if (!count && !head->counted)
		return SYSCALL_FAULT;
	return head->kept < count || !head->counted ? SYSCALL_CUT : SYSCALL_COPIED;
}

/*
 * The arrays of execve() are unmapped together with the old memory. The kernel has put
 * their strings at the end of the new stack, where they are resident: the arguments,
 * the environment and the name of the file.
 *
 * For a script, the kernel has replaced the first argument by the interpreter and its
 * arguments.
 */

/*
 * Skip @skip strings at @at, then append up to @max strings that end before @end. Mark the first
 * @first of these as unreadable: the kernel has replaced them.
 */
static enum syscall_status capture_row(struct capture *capture, u64 at, u64 end, u32 max,
				       u32 skip, u32 first)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), i;
	struct syscall_strings *head = (void *)capture->to;
	long bytes;

	end = min(end, at + CAPTURE_STACK_BYTES);
	for (i = 0; i < skip + max && at < end; i++) {
		bytes = strnlen_user_nofault(u64_to_user_ptr(at), end - at);
		if (bytes <= 0)
			return SYSCALL_FAULT;
		if (i >= skip) {
			if (capture->room - capture->len < 2)
				break;
			if (i - skip < first)
				*(u8 *)capture_take(capture, 1) = SYSCALL_NOT_COPIED;
			else
				capture_one_string(capture, at, limit, true);
			head->kept++;
		}
		at += bytes;
	}
	return head->counted && head->kept == head->count ? SYSCALL_COPIED : SYSCALL_CUT;
}

/* Return the copy of the array made at entry. */
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

	/* Without a copy of the array, the number of the program's own arguments is unknown. */
	if (!was || !was->counted || !was->count)
		return SYSCALL_FAULT;
	head = capture_take(capture, sizeof(*head));
	if (!head)
		return SYSCALL_CUT;
	*head = (struct syscall_strings){ .count = was->count, .counted = true };
	/* argc is a long of the new program, of which the lower half suffices. */
	if (!capture_read(capture, &argc, mm->start_stack, sizeof(argc)) ||
	    argc < was->count || argc > was->count + CAPTURE_COUNT_MAX)
		return SYSCALL_FAULT;
	return capture_row(capture, mm->arg_start, mm->arg_end,
			   min_t(u32, was->count, SYSCALL_ELEMENTS_MAX),
			   argc - was->count, argc > was->count);
}

/* Count the strings between @at and @end, up to the limit. */
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

/* All strings of the environment are the program's own, so they can be counted on the stack. */
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
	head->wanted = ktrace_syscall_option(SYSCALL_ENVP_LIMIT) > 0;
	return capture_row(capture, mm->env_start, mm->env_end,
			   ktrace_syscall_option(SYSCALL_ENVP_LIMIT), 0, 0);
}

/**
 * ktrace_capture_after_exec - copy the arguments of execve() from the stack of the new
 * program
 * @capture:	the copy
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_after_exec(struct capture *capture)
{
	/* Copy nothing if a tracer has changed another call into execve(). */
	if (capture->image->spec->ends != SYSCALL_ENDS_EXEC)
		return SYSCALL_FAULT;
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
	case SYSCALL_HOW_PATH:
		/*
		 * Do not use the file name on the new stack for execveat(): it may be
		 * /dev/fd/N instead of the path that the program passed.
		 */
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
