// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's code without the changes of armed probes, and the boundaries of its
 * instructions.
 *
 * Called in task context when probes are defined and locations are listed.
 */
#include <linux/cleanup.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "probe/internal.h"

/**
 * probe_code_restore - undo the changes of a probe in a copy of code
 * @to:	the copy of the code at @address
 * @address:	an address in the kernel's code
 * @room:	size of @to in bytes
 *
 * Context: task.
 */
void probe_code_restore(u8 *to, unsigned long address, size_t room)
{
	const struct kprobe *kp;

	guard(preempt)();
	kp = get_kprobe((void *)address);
	if (kp)
		ktrace_probe_restore(kp, to, room);
}

/**
 * probe_code_copy - copy code without the changes of armed probes
 * @address:	start of the code
 * @size:	size in bytes
 *
 * Context: task; sleeps.
 * Return: the copy, for kvfree(); NULL without memory or if the code cannot be read.
 */
u8 *probe_code_copy(unsigned long address, unsigned long size)
{
	u8 *code = kvmalloc(size, GFP_KERNEL);
	unsigned long i;

	if (!code)
		return NULL;
	if (copy_from_kernel_nofault(code, (void *)address, size)) {
		kvfree(code);
		return NULL;
	}
	for (i = 0; i < size; i++)
		probe_code_restore(code + i, address + i, size - i);
	return code;
}

/**
 * probe_code_boundaries - find the instruction that contains an address
 * @address:	an address in a function
 * @before:	output, start of the instruction
 * @behind:	output, start of the next instruction or end of the function
 *
 * Context: task; sleeps.
 * Return: false without memory or if the code cannot be decoded.
 */
bool probe_code_boundaries(unsigned long address, unsigned long *before, unsigned long *behind)
{
	unsigned long size, offset, at = 0;
	bool refused;
	int length;
	u8 *code __free(kvfree) = NULL;

	if (!kallsyms_lookup_size_offset(address, &size, &offset))
		return false;
	code = probe_code_copy(address - offset, size);
	if (!code)
		return false;
	do {
		length = ktrace_probe_insn_length(code + at, address - offset + at, size - at,
						  &refused);
		if (length <= 0)
			return false;
		at += length;
	} while (at <= offset);
	*before = address - offset + at - length;
	*behind = address - offset + at;
	return true;
}
