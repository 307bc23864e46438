// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's code as it was before probes were armed, and where its instructions begin.
 *
 * Called in task context, where probes are defined and places are listed.
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
 * probe_code_restore - undo what the probe at an address has changed in a copy of code
 * @to:		the copy of what is at @address
 * @address:	an address in the kernel's code
 * @room:	bytes at @to
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
 * probe_code_copy - copy code as it was before probes were armed
 * @address:	where it begins
 * @size:	its bytes
 *
 * Context: task; sleeps.
 * Return: the copy, for kvfree(); NULL if there is no memory, or no code.
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
 * probe_code_boundaries - the instructions on both sides of an address within one
 * @address:	in a function
 * @before:	set to where the instruction begins that @address is in
 * @behind:	set to where the next one begins, or the function ends
 *
 * Context: task; sleeps.
 * Return: true; false if there is no memory, or if the code can't be decoded.
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
		length = ktrace_probe_insn_length(code + at, size - at, &refused);
		if (length <= 0)
			return false;
		at += length;
	} while (at <= offset);
	*before = address - offset + at - length;
	*behind = address - offset + at;
	return true;
}
