// SPDX-License-Identifier: GPL-2.0
/*
 * coverage [arguments [DEFINITION...]]
 *
 * Print, for each native system call of this kernel, how completely a record shows the memory
 * that its arguments point to: scripts/callcoverage. With "arguments", print a word for each
 * argument of each call instead: number, always, limit, or address. Each DEFINITION is a call that
 * this kernel is not built with: CALL|TYPE|ARGUMENT|TYPE|ARGUMENT...
 *
 *	CALL decoded
 *	CALL limit ARGUMENT...	shown only if options/buffer-limit is not 0
 *	CALL address ARGUMENT...	shown as an address
 *
 * The answer comes from the rules of the decoder, so it cannot differ from what it does.  An
 * argument whose type is a number is not counted, and a call with commands counts as decoded if
 * some of its commands are.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "syscall/arg/type.h"
#include "syscall/table.h"

int printf(const char *format, ...);

enum shown {
	SHOWN_ALWAYS,
	SHOWN_LIMIT,
	SHOWN_ADDRESS,
};

static enum shown copy_shown(const struct syscall_copy *copy)
{
	switch (copy->how) {
	case SYSCALL_HOW_NONE:
		return SHOWN_ADDRESS;
	case SYSCALL_HOW_CONTENTS:
	case SYSCALL_HOW_SECRET:
	case SYSCALL_HOW_IOVEC:
	case SYSCALL_HOW_MSGBUF:
		return SHOWN_LIMIT;
	default:
		return SHOWN_ALWAYS;
	}
}

/* An argument is shown as well as the better one of its two copies. */
static enum shown arg_shown(const struct ktrace_syscall *call, unsigned int arg)
{
	const struct syscall_rule *rule = ktrace_syscall_rule(call, arg);
	const char *type;

	ktrace_syscall_arg(call, arg, &type);
	if (!strchr(type, '*'))
		return SHOWN_ALWAYS;
	return min(copy_shown(&rule->type->in), copy_shown(&rule->type->out));
}

static void print_call(const struct ktrace_syscall *call)
{
	static const char * const words[] = { "decoded", "limit", "address" };
	enum shown worst = SHOWN_ALWAYS;
	unsigned int i;

	for (i = 0; i < call->meta->nargs; i++)
		worst = max(worst, arg_shown(call, i));
	printf("%s %s", call->name, words[worst]);
	for (i = 0; worst != SHOWN_ALWAYS && i < call->meta->nargs; i++)
		if (arg_shown(call, i) == worst)
			printf(" %s", ktrace_syscall_arg(call, i, NULL));
	printf("\n");
}

static void print_arguments(const struct ktrace_syscall *call)
{
	static const char * const words[] = { "always", "limit", "address" };
	const char *type;
	unsigned int i;

	printf("%s", call->name);
	for (i = 0; i < call->meta->nargs; i++) {
		ktrace_syscall_arg(call, i, &type);
		printf(" %s", strchr(type, '*') ? words[arg_shown(call, i)] : "number");
	}
	printf("\n");
}

/* Print the arguments of a call by its definition, which is overwritten. */
static void print_definition(char *text)
{
	static union {
		struct ktrace_syscall_meta meta;
		char room[1024];
	} definition;
	struct ktrace_syscall call = { .name = text, .meta = &definition.meta };
	size_t len = strlen(text) + 1;
	unsigned int parts = 0;
	char *at, *args;

	for (at = text; *at; at++) {
		if (*at != '|')
			continue;
		*at = '\0';
		parts++;
	}
	args = text + strlen(text) + 1;
	if (!parts || parts % 2 || parts / 2 > KTRACE_SYSCALL_ARGS ||
	    len > sizeof(definition) - offsetof(struct ktrace_syscall_meta, args)) {
		if (parts)
			printf("%s: bad definition\n", text);
		else
			printf("%s\n", text);
		return;
	}
	definition.meta.nargs = parts / 2;
	memcpy(definition.room + offsetof(struct ktrace_syscall_meta, args), args,
	       text + len - args);
	print_arguments(&call);
}

int main(int argc, char **argv)
{
	unsigned int i;
	int arg;

	for (i = 0; i < ktrace_syscall_numbers(KTRACE_ABI_NATIVE); i++) {
		const struct ktrace_syscall *call = ktrace_syscall_at(KTRACE_ABI_NATIVE, i);

		if (!call)
			continue;
		if (argc > 1)
			print_arguments(call);
		else
			print_call(call);
	}
	for (arg = 2; arg < argc; arg++)
		print_definition(argv[arg]);
	return 0;
}
