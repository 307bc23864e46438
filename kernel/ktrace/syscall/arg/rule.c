// SPDX-License-Identifier: GPL-2.0
/*
 * Lookup of the descriptor of a call and of the rule of an argument.
 *
 * A call has one descriptor, in the file of its family. The rules of the descriptor
 * take precedence over the common rules, the last of which matches every argument.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "syscall/arg/type.h"

#define SYSCALL_FAMILY_ENTRY(name)	&ktrace_family_##name,
static const struct syscall_family * const families[] = {
	SYSCALL_FAMILIES(SYSCALL_FAMILY_ENTRY)
};
#undef SYSCALL_FAMILY_ENTRY

/*
 * Return true if @name is a word of @list. Compares in place, since boot searches many
 * lists.
 */
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
 * ktrace_syscall_desc - look up the descriptor of a call
 * @call:	name of the call, as in the table
 *
 * Slow: call it once and keep the result.
 *
 * Context: any.
 * Return: the descriptor; NULL if the call has none.
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

/* A rule for all arguments does not match the result. */
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
 * ktrace_syscall_rule - look up the rule of an argument
 * @call:	the call, from ktrace_syscall_find()
 * @i:	index of the argument
 *
 * Slow: call it once and keep the result.
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
 * ktrace_syscall_rule_return - look up the rule (type) of the result of a call
 * @call:	the call, from ktrace_syscall_find()
 *
 * Context: any.
 * Return: the rule; never NULL.
 */
const struct syscall_rule *ktrace_syscall_rule_return(const struct ktrace_syscall *call)
{
	return rule_of_call(call->name, SYSCALL_RETURN, "");
}
