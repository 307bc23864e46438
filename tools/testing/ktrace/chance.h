/* SPDX-License-Identifier: GPL-2.0 */
/* Random numbers for the user-space tests; the same seed gives the same run. */
#ifndef _CHANCE_H
#define _CHANCE_H

/* Must not be 0, which the generator maps to 0. */
static unsigned long long seed = 1;

/* Return a number below @n, by Marsaglia's xorshift, whose low bits are the weakest. */
static unsigned int below(unsigned int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 11) % n;
}

#endif
