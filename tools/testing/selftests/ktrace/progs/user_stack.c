// SPDX-License-Identifier: GPL-2.0
/*
 * user_stack FILE - change the mode of FILE in the innermost of five functions
 * user_stack where - print "NAME OFFSET" of each function, as offset in this program
 *
 * With a second argument, the program first calls all five functions once more, and
 * leaves them by longjmp().
 *
 * Prints the return addresses of the functions in the format of a user stack, the
 * innermost first: 16 hexadecimal digits each. The function of the C library that the
 * innermost one calls has no frame.
 */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FRAME	__attribute__((noinline, optimize("no-omit-frame-pointer," \
						  "no-optimize-sibling-calls")))

static const char *file;
static unsigned long from[5];
static volatile long result;
static jmp_buf out;
static int jump;

static FRAME void one(void)
{
	from[0] = (unsigned long)__builtin_return_address(0);
	if (jump)
		longjmp(out, 1);
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

extern const char __executable_start[];

static void where(const char *name, void (*function)(void))
{
	printf("%s 0x%lx\n", name, (unsigned long)function - (unsigned long)__executable_start);
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc < 2)
		return 1;
	if (!strcmp(argv[1], "where")) {
		where("two", two);
		where("three", three);
		where("four", four);
		return 0;
	}
	file = argv[1];
	if (argc > 2) {
		jump = 1;
		if (!setjmp(out))
			five();
		jump = 0;
	}
	five();
	for (i = 0; i < 5; i++)
		printf("%016lx\n", from[i]);
	return result != 4;
}
