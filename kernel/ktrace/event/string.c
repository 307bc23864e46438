// SPDX-License-Identifier: GPL-2.0
/*
 * Strings at addresses that records hold.
 *
 * A field such as a tracepoint's "const char *", or a system call's path, has only an
 * address in the record.  A filter that compares the string has the hook read it here,
 * while the event happens.
 *
 * Called by hooks, in any context, NMI included, with preemption off.  Nothing here
 * sleeps, takes a lock or brings a page in: a string that is not in memory cannot be read.
 */
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <asm/tlb.h>

#include "event/string.h"
#include "event/user_string.h"

/*
 * Whether addresses of user space mean the memory of current.  A kernel thread runs on the
 * page tables of another task, and an NMI may find the page tables half switched.
 */
static bool string_user_okay(void)
{
	return current->mm && nmi_uaccess_okay();
}

/**
 * ktrace_string_read - copy a string from memory that may not be there
 * @to:		where to copy; KTRACE_STRING_SLACK bytes behind @room are overwritten, too
 * @room:	bytes to copy at most, the terminating zero included; at least 1
 * @address:	where the string is
 * @user:	in memory of the process, else in memory of the kernel
 *
 * A string that is longer than the room is cut; @to ends in a zero in any case.
 *
 * Context: any, NMI included; preemption off.
 * Return: the length of the copy, without the zero; or -EFAULT if a byte of it cannot be
 * read.
 */
notrace int ktrace_string_read(char *to, u32 room, u64 address, bool user)
{
	long bytes;

	if (!user)
		bytes = strncpy_from_kernel_nofault(to, (const void *)(unsigned long)address, room);
	else if (string_user_okay())
		bytes = ktrace_user_string(to, u64_to_user_ptr(address), room).len;
	else
		bytes = 0;
	return bytes > 0 ? bytes - 1 : -EFAULT;
}
NOKPROBE_SYMBOL(ktrace_string_read);
