// SPDX-License-Identifier: GPL-2.0
/*
 * user_stack FILE - chmod FILE from the innermost of five functions
 *
 * Prints the addresses to which the functions return, the innermost first, as a user
 * stack is shown: 16 hexadecimal digits each. The C library's function, which is called
 * there, has no frame of its own.
 */
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FRAME	__attribute__((noinline, optimize("no-omit-frame-pointer," \
						  "no-optimize-sibling-calls")))

static const char *file;
static unsigned long from[5];
static volatile long result;

static FRAME void one(void)
{
	from[0] = (unsigned long)__builtin_return_address(0);
	result = syscall(SYS_chmod, file, 0600);
}

static FRAME void two(void)
{
	from[1] = (unsigned long)__builtin_return_address(0);
	one();
	result++;
}

static FRAME void three(void)
{
	from[2] = (unsigned long)__builtin_return_address(0);
	two();
	result++;
}

static FRAME void four(void)
{
	from[3] = (unsigned long)__builtin_return_address(0);
	three();
	result++;
}

static FRAME void five(void)
{
	from[4] = (unsigned long)__builtin_return_address(0);
	four();
	result++;
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc != 2)
		return 1;
	file = argv[1];
	five();
	for (i = 0; i < 5; i++)
		printf("%016lx\n", from[i]);
	return result != 4;
}
