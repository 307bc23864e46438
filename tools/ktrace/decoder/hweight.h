/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Included before all others: replaces asm/arch_hweight.h of x86, whose inline assembly
 * calls a function that preserves all registers. The compiler knows nothing of that call,
 * and a program's red zone would be overwritten.
 */
#ifndef _ASM_X86_HWEIGHT_H
#define _ASM_X86_HWEIGHT_H

static inline unsigned int __arch_hweight32(unsigned int w)
{
	return __builtin_popcount(w);
}

static inline unsigned int __arch_hweight16(unsigned int w)
{
	return __builtin_popcount(w & 0xffff);
}

static inline unsigned int __arch_hweight8(unsigned int w)
{
	return __builtin_popcount(w & 0xff);
}

static inline unsigned long __arch_hweight64(unsigned long long w)
{
	return __builtin_popcountll(w);
}

#endif /* _ASM_X86_HWEIGHT_H */
