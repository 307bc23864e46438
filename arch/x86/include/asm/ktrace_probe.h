/* SPDX-License-Identifier: GPL-2.0 */
/* ktrace's kprobes on x86-64. */
#ifndef _ASM_X86_KTRACE_PROBE_H
#define _ASM_X86_KTRACE_PROBE_H

#include <linux/cfi.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <asm/insn.h>
#include <asm/ptrace.h>
#include <asm/text-patching.h>

/* Number of words passed to a function in registers; the others are on the stack. */
#define KTRACE_PROBE_REGISTERS		6

/* Size of the largest structure passed and returned in registers. */
#define KTRACE_PROBE_STRUCT_BYTES	16

/**
 * ktrace_probe_arg - find the register of a function's argument at its entry
 * @nr:	index of the argument, from 0
 *
 * Return: the register's offset in pt_regs; negative if the argument is not in a
 * register.
 */
static inline int ktrace_probe_arg(unsigned int nr)
{
	static const unsigned char regs[] = {
		offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
		offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
	};

	return nr < sizeof(regs) ? regs[nr] : -1;
}

/* Offset in pt_regs of a function's result at its return. */
static inline int ktrace_probe_retval(void)
{
	return offsetof(struct pt_regs, ax);
}

/* Offset in pt_regs of the stack pointer. */
static inline int ktrace_probe_sp(void)
{
	return offsetof(struct pt_regs, sp);
}

/* Index of the stack word with the return address at a function's entry. */
static inline int ktrace_probe_retaddr_slot(void)
{
	return 0;
}

/**
 * ktrace_probe_added - get what the call of a probe's handler has added to
 * preempt_count()
 * @regs:	registers passed to the handler
 *
 * The detour of an optimised probe saves the registers directly on the stack of the
 * probed code, and disables preemption for the handler. A breakpoint is entered like an
 * NMI; its entry code always leaves a gap on the stack for the emulation of calls.
 *
 * Context: the handler of a kprobe that is not based on ftrace.
 * Return: the difference.
 */
static __always_inline unsigned int ktrace_probe_added(const struct pt_regs *regs)
{
	if (regs->sp == (unsigned long)(regs + 1))
		return PREEMPT_DISABLE_OFFSET;
	return NMI_OFFSET + HARDIRQ_OFFSET;
}

/**
 * ktrace_probe_decodable - check that the kprobes core can decode the end of a text
 * mapping
 * @at:	end of the last function
 * @end:	end of the mapping
 *
 * To decide whether a probe can be optimised, the core decodes all instructions up to
 * the next symbol, which does not exist here. An instruction that extends beyond @end
 * would make it read unmapped memory.
 *
 * Context: task.
 * Return: true if the core stops before @end.
 */
static inline bool ktrace_probe_decodable(unsigned long at, unsigned long end)
{
	struct insn insn;

	for (; at < end; at += insn.length) {
		/*
		 * An invalid instruction ends the core's search, if all of its bytes
		 * are mapped.
		 */
		if (insn_decode(&insn, (void *)at,
				min_t(unsigned long, end - at, MAX_INSN_SIZE),
				INSN_MODE_KERN) < 0)
			return end - at >= MAX_INSN_SIZE;
	}
	return true;
}

/* Return true if @insn, which begins with the byte 0x0f, cannot be probed. */
static inline bool ktrace_probe_insn_refused_0f(struct insn *insn)
{
	switch (insn->opcode.bytes[1]) {
	case 0x01:	/* vmcall and the like */
		return !X86_MODRM_REG(insn->modrm.bytes[0]) &&
		       X86_MODRM_MOD(insn->modrm.bytes[0]) == 3;
	case 0x0b:	/* ud2 */
	case 0xb9:	/* ud1 */
	case 0xff:	/* ud0 */
		return true;
	default:
		return false;
	}
}

/* Return true if the kprobes core refuses probes on instructions like @insn. */
static inline bool ktrace_probe_insn_refused(struct insn *insn)
{
	unsigned int reg = X86_MODRM_REG(insn->modrm.bytes[0]);
	bool memory = X86_MODRM_MOD(insn->modrm.bytes[0]) != 3;

	switch (insn->opcode.bytes[0]) {
	case 0x9a:	/* far call */
	case 0xea:	/* far jump */
	case 0xcf:	/* iret */
	case INT3_INSN_OPCODE:	/* between functions */
	case 0xcd:	/* int */
	case 0xce:	/* into */
	case 0xf1:	/* int1 */
		return true;
	case 0x0f:
		return ktrace_probe_insn_refused_0f(insn);
	case 0xff:	/* calls and jumps, near and far */
		return reg == 3 || reg == 5 || ((reg == 2 || reg == 4) && memory);
	default:
		return false;
	}
}

/*
 * Return true if @insn at @address belongs to the check of a type before an indirect call.
 *
 * With kCFI, the compiler inserts a mov of 6 bytes, an add of 4, a conditional jump of 2
 * and a trap. The handler of the trap decodes the mov and the add, so the kprobes core
 * refuses probes on both.
 */
static inline bool ktrace_probe_insn_checks_type(struct insn *insn, unsigned long address)
{
	switch (insn->opcode.value) {
	case 0xba:
		return is_cfi_trap(address + 6 + 4 + 2);
	case 0x03:
		return is_cfi_trap(address + 4 + 2);
	default:
		return false;
	}
}

/**
 * ktrace_probe_insn_length - decode an instruction
 * @code:	a copy of the instruction, without the changes of armed probes
 * @address:	where the instruction runs
 * @room:	number of available bytes
 * @refused:	output, true if the kprobes core refuses a probe on it
 *
 * Return: its length in bytes; 0 or less if it is invalid.
 */
static inline int ktrace_probe_insn_length(const void *code, unsigned long address,
					   size_t room, bool *refused)
{
	struct insn insn;

	if (insn_decode(&insn, code, min_t(size_t, room, MAX_INSN_SIZE), INSN_MODE_KERN) < 0)
		return 0;
	*refused = ktrace_probe_insn_refused(&insn) ||
		   ktrace_probe_insn_checks_type(&insn, address);
	return insn.length;
}

/**
 * ktrace_probe_restore - undo the changes of a probe in a copy of code
 * @kp:	the probe
 * @to:	copy of the code from the probed byte on
 * @room:	size of the copy in bytes
 *
 * Context: task; preemption off.
 */
static inline void ktrace_probe_restore(const struct kprobe *kp, u8 *to, size_t room)
{
#ifdef CONFIG_OPTPROBES
	const struct optimized_kprobe *op = container_of(kp, struct optimized_kprobe, kp);

	/* A jump to a detour: the core keeps the overwritten bytes after the first one. */
	if (to[0] == JMP32_INSN_OPCODE && kp->opcode != JMP32_INSN_OPCODE)
		memcpy(to + 1, op->optinsn.copied_insn, min_t(size_t, room - 1, DISP32_SIZE));
#endif
	to[0] = kp->opcode;
}

/**
 * ktrace_probe_may_change - check whether the kernel may patch an instruction
 * @code:	the instruction
 *
 * Static keys and static calls use short and long no-operations, jumps, calls and
 * returns; bugs use an undefined instruction. This check avoids the slow lookup of the
 * address among them.
 *
 * Return: false if the kernel certainly does not patch it.
 */
static inline bool ktrace_probe_may_change(const void *code)
{
	switch (*(const u8 *)code) {
	case 0x0f:
	case 0x2e:
	case 0x66:
	case INT3_INSN_OPCODE:
	case RET_INSN_OPCODE:
	case CALL_INSN_OPCODE:
	case JMP32_INSN_OPCODE:
	case JMP8_INSN_OPCODE:
		return true;
	default:
		return false;
	}
}

/* Interrupt flags of the probed code. */
static __always_inline unsigned long ktrace_probe_flags(const struct pt_regs *regs)
{
	return regs->flags;
}

#endif /* _ASM_X86_KTRACE_PROBE_H */
