// SPDX-License-Identifier: GPL-2.0
/*
 * Looks up what is known of a call: its descriptor, and the rule of an argument.
 *
 * A call has one descriptor, in the file of its family.  Its rules are asked first,
 * then the common ones, of which the last fits every argument.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "syscall/arg/type.h"

#define SYSCALL_FAMILY_ENTRY(name)	&ktrace_family_##name,
static const struct syscall_family * const families[] = {
	SYSCALL_FAMILIES(SYSCALL_FAMILY_ENTRY)
};
#undef SYSCALL_FAMILY_ENTRY

/* Whether @name is one of the words of @list; there are many lists to be asked. */
static bool rule_has_word(const char *list, const char *name)
{
	const char *at;

	for (;;) {
		for (at = name; *at && *at == *list; at++)
			list++;
		if (!*at && (!*list || *list == ' '))
			return true;
		while (*list && *list != ' ')
			list++;
		if (!*list++)
			return false;
	}
}

/**
 * ktrace_syscall_desc - what is known of a call beyond its definition
 * @call:	its name as in the table
 *
 * Slow: to be asked once, and kept.
 *
 * Context: any.
 * Return: its descriptor; NULL if nobody has described it.
 */
const struct syscall_desc *ktrace_syscall_desc(const char *call)
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(families); i++)
		for (j = 0; j < families[i]->nr; j++)
			if (rule_has_word(families[i]->descs[j].calls, call))
				return &families[i]->descs[j];
	return NULL;
}

/* What is returned is none of "all arguments". */
static bool rule_names(const struct syscall_rule *rule, const char *arg)
{
	return rule->arg ? rule_has_word(rule->arg, arg) : strcmp(arg, SYSCALL_RETURN) != 0;
}

static const struct syscall_rule *rule_find(const struct syscall_rule *rules,
					    const char *arg, const char *ctype)
{
	const struct syscall_rule *rule;

	for (rule = rules; rule && rule->type; rule++)
		if ((!rule->ctype || !strcmp(rule->ctype, ctype)) && rule_names(rule, arg))
			return rule;
	return NULL;
}

static const struct syscall_rule *rule_of_call(const char *call, const char *arg,
					       const char *ctype)
{
	const struct syscall_desc *desc = ktrace_syscall_desc(call);
	const struct syscall_rule *rule = NULL;

	if (!strncmp(ctype, "const ", 6))
		ctype += 6;
	if (desc)
		rule = rule_find(desc->rules, arg, ctype);
	return rule ?: rule_find(ktrace_common_rules, arg, ctype);
}

/**
 * ktrace_syscall_rule - what an argument is
 * @call:	the call, from ktrace_syscall_find()
 * @i:		which of its arguments
 *
 * Slow: to be asked once, and kept.
 *
 * Context: any.
 * Return: the rule; never NULL.
 */
const struct syscall_rule *ktrace_syscall_rule(const struct ktrace_syscall *call,
					       unsigned int i)
{
	const char *ctype;
	const char *arg = ktrace_syscall_arg(call, i, &ctype);

	return rule_of_call(call->name, arg, ctype);
}

/**
 * ktrace_syscall_rule_return - what a call returns if it does not fail
 * @call:	the call, from ktrace_syscall_find()
 *
 * Context: any.
 * Return: the rule; never NULL.
 */
const struct syscall_rule *ktrace_syscall_rule_return(const struct ktrace_syscall *call)
{
	return rule_of_call(call->name, SYSCALL_RETURN, "");
}
