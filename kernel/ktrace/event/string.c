// SPDX-License-Identifier: GPL-2.0
/*
 * Strings whose addresses are in records.
 *
 * Some fields contain only the address of a string, such as a tracepoint's "const char
 * *" or the path of a system call.  If a filter compares the string, the hook reads it
 * here, while the event happens.
 *
 * Called by hooks, in any context, NMI included, with preemption off.  The code does
 * not sleep, take locks or fault pages in: a string that is not resident cannot be
 * read.
 */
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <asm/tlb.h>

#include "event/string.h"
#include "event/user_string.h"

/*
 * Whether user addresses refer to the memory of current.  A kernel thread runs on the
 * page tables of another task, and an NMI may interrupt a switch of page tables.
 */
static bool string_user_okay(void)
{
	return current->mm && nmi_uaccess_okay();
}

/**
 * ktrace_string_read - copy a string from memory that may be missing
 * @to:		the destination; KTRACE_STRING_SLACK bytes behind @room may be overwritten, too
 * @room:	maximum size of the copy, including the terminating zero; at least 1
 * @address:	address of the string
 * @user:	true: user space; false: kernel memory
 *
 * A longer string is truncated; @to is always terminated by a zero.
 *
 * Context: any, NMI included; preemption off.
 * Return: the length of the copy, without the zero; or -EFAULT if a byte of the string
 * cannot be read.
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
