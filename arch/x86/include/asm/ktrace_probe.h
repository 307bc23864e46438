/* SPDX-License-Identifier: GPL-2.0 */
/* What ktrace's kprobes have of their own on x86-64. */
#ifndef _ASM_X86_KTRACE_PROBE_H
#define _ASM_X86_KTRACE_PROBE_H

#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <asm/insn.h>
#include <asm/ptrace.h>
#include <asm/text-patching.h>

/* How many words are passed to a function in registers; the others are on the stack. */
#define KTRACE_PROBE_REGISTERS		6

/* Bytes of the largest structure that is passed and returned in registers. */
#define KTRACE_PROBE_STRUCT_BYTES	16

/**
 * ktrace_probe_arg - where a function's argument is at its entry
 * @nr: which, from 0
 *
 * Return: its register's offset in pt_regs; negative if it is none of these.
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

/* Offset in pt_regs of a function's value at its return. */
static inline int ktrace_probe_retval(void)
{
	return offsetof(struct pt_regs, ax);
}

/* Offset in pt_regs of the stack pointer. */
static inline int ktrace_probe_sp(void)
{
	return offsetof(struct pt_regs, sp);
}

/* Entry of the stack that holds the return address at a function's entry. */
static inline int ktrace_probe_retaddr_slot(void)
{
	return 0;
}

/**
 * ktrace_probe_added - what the way to a probe's handler added to
 *	preempt_count()
 * @regs: as the handler got them
 *
 * The detour of an optimised probe saves the registers right on top of the
 * stack of the code that it came from, and its handler is called with
 * preemption off.  A breakpoint is taken like an NMI; its entry code always
 * leaves a gap on the stack, in which calls may be emulated.
 *
 * Context: the handler of a kprobe; not one that ftrace calls.
 * Return: the difference.
 */
static __always_inline unsigned int ktrace_probe_added(const struct pt_regs *regs)
{
	if (regs->sp == (unsigned long)(regs + 1))
		return PREEMPT_DISABLE_OFFSET;
	return NMI_OFFSET + HARDIRQ_OFFSET;
}

/**
 * ktrace_probe_decodable - whether the kprobes core gets through the end of memory
 * @at: what is behind the last function
 * @end: of what is mapped
 *
 * To see whether a probe can be optimised the core decodes all up to the next symbol,
 * and there is none.  An instruction that does not end at @end has it read on.
 *
 * Context: task.
 * Return: true if it does not.
 */
static inline bool ktrace_probe_decodable(unsigned long at, unsigned long end)
{
	struct insn insn;

	for (; at < end; at += insn.length) {
		/* What is none ends the core's search; if it is all there. */
		if (insn_decode(&insn, (void *)at,
				min_t(unsigned long, end - at, MAX_INSN_SIZE),
				INSN_MODE_KERN) < 0)
			return end - at >= MAX_INSN_SIZE;
	}
	return true;
}

/* Whether the kprobes core can't do what @insn does elsewhere than where it stands. */
static inline bool ktrace_probe_insn_refused(struct insn *insn)
{
	unsigned int reg = X86_MODRM_REG(insn->modrm.bytes[0]);
	bool memory = X86_MODRM_MOD(insn->modrm.bytes[0]) != 3;

	switch (insn->opcode.bytes[0]) {
	case 0x9a:	/* far call */
	case 0xea:	/* far jump */
	case 0xcf:	/* iret */
	case INT3_INSN_OPCODE:	/* between functions */
		return true;
	case 0x0f:	/* virtual machines */
		return insn->opcode.bytes[1] == 0x01 && !reg && !memory;
	case 0xff:	/* calls and jumps, near and far */
		return reg == 3 || reg == 5 || ((reg == 2 || reg == 4) && memory);
	default:
		return false;
	}
}

/**
 * ktrace_probe_insn_length - how long an instruction is
 * @code: its bytes, as they were before probes were armed
 * @room: how many there are
 * @refused: set to whether the kprobes core takes no probe on it
 *
 * Return: its bytes; 0 or less if there is none.
 */
static inline int ktrace_probe_insn_length(const void *code, size_t room, bool *refused)
{
	struct insn insn;

	if (insn_decode(&insn, code, min_t(size_t, room, MAX_INSN_SIZE), INSN_MODE_KERN) < 0)
		return 0;
	*refused = ktrace_probe_insn_refused(&insn);
	return insn.length;
}

/**
 * ktrace_probe_restore - undo in a copy of code what a probe has changed in it
 * @kp:	the probe
 * @to:	the copy of the byte that it stands on, and of what follows
 * @room: how many bytes there are
 *
 * Context: task; preemption off.
 */
static inline void ktrace_probe_restore(const struct kprobe *kp, u8 *to, size_t room)
{
#ifdef CONFIG_OPTPROBES
	const struct optimized_kprobe *op = container_of(kp, struct optimized_kprobe, kp);

	/* A jump to a detour; what it has overwritten besides the first byte is kept. */
	if (to[0] == JMP32_INSN_OPCODE && kp->opcode != JMP32_INSN_OPCODE)
		memcpy(to + 1, op->optinsn.copied_insn, min_t(size_t, room - 1, DISP32_SIZE));
#endif
	to[0] = kp->opcode;
}

/**
 * ktrace_probe_may_change - whether an instruction is one that the kernel may replace
 * @code: the instruction
 *
 * Of static keys and calls there are a short and a long no-operation, jumps, calls,
 * a return; of bugs, an undefined one.  To look for an address among them takes long.
 *
 * Return: true if so; false: surely not.
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

/* The interrupt flags of the code that was probed. */
static __always_inline unsigned long ktrace_probe_flags(const struct pt_regs *regs)
{
	return regs->flags;
}

#endif /* _ASM_X86_KTRACE_PROBE_H */
