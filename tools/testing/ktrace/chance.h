/* SPDX-License-Identifier: GPL-2.0 */
/* Chance for the tests in user space: the same seed gives the same run. */
#ifndef _CHANCE_H
#define _CHANCE_H

/* Not 0: that would stay 0. */
static unsigned long long seed = 1;

/* A number below @n, by Marsaglia's xorshift; its low bits are the weakest. */
static unsigned int below(unsigned int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 11) % n;
}

#endif
