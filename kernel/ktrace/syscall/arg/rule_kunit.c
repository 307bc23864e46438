// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the descriptors of system calls: every call has a descriptor, and
 * every name, rule and command of a descriptor matches a call. Failures list the names.
 */
#include <kunit/test.h>
#include <linux/ioctl.h>
#include <linux/string.h>

#include "syscall/arg/command.h"
#include "syscall/arg/ioctl.h"
#include "syscall/table.h"

#define FAMILY_ENTRY(name)	{ #name, &ktrace_family_##name },
static const struct {
	const char *name;
	const struct syscall_family *family;
} families[] = {
	SYSCALL_FAMILIES(FAMILY_ENTRY)
};

/* Take the next word from @list. Return its length, 0 at the end. */
static size_t next_word(const char **list, char *word, size_t size)
{
	size_t len;

	*list += strspn(*list, " ");
	len = strcspn(*list, " ");
	memcpy(word, *list, min(len, size - 1));
	word[min(len, size - 1)] = '\0';
	*list += len;
	return len;
}

static bool has_word(const char *list, const char *name)
{
	char word[64];

	while (next_word(&list, word, sizeof(word)))
		if (!strcmp(word, name))
			return true;
	return false;
}

/* Return a name of an ABI's table by index, also if the call is not built. */
static const char *name_at(enum ktrace_abi abi, unsigned int i)
{
	return ktrace_syscall_name(abi, ktrace_syscall_first(abi) + i);
}

/* Return true if this kernel has all ABIs; otherwise the calls of some ABIs are unknown. */
static bool all_kinds(void)
{
	unsigned int abi;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++)
		if (!ktrace_syscall_numbers(abi))
			return false;
	return true;
}

/* Every call that is built has a descriptor, and no name stands in two descriptors. */
static void calls_described(struct kunit *test)
{
	unsigned int abi, i, f, d, seen = 0;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (i = 0; i < ktrace_syscall_numbers(abi); i++) {
			const struct ktrace_syscall *call = ktrace_syscall_at(abi, i);
			unsigned int found = 0;

			if (!call)
				continue;
			for (f = 0; f < ARRAY_SIZE(families); f++)
				for (d = 0; d < families[f].family->nr; d++)
					found += has_word(families[f].family->descs[d].calls,
							  call->name);
			KUNIT_EXPECT_EQ_MSG(test, found, 1, "descriptors of %s", call->name);
			seen++;
		}
	}
	KUNIT_EXPECT_GT(test, seen, 300);
}

/* Return true if a table has this name; set @built if the call is built. */
static bool call_known(const char *name, bool *built)
{
	unsigned int abi, i;
	bool known = false;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (i = 0; i < ktrace_syscall_numbers(abi); i++) {
			const char *at = name_at(abi, i);

			if (!at || strcmp(at, name))
				continue;
			known = true;
			*built = *built && ktrace_syscall_at(abi, i);
		}
	}
	return known;
}

/*
 * Return true if @rule is the rule of an argument @word of @call, or of any argument if
 * @word is NULL.
 */
static bool rule_fits(const struct ktrace_syscall *call, const struct syscall_rule *rule,
		      const char *word)
{
	unsigned int i;

	if (rule->arg && !strcmp(rule->arg, SYSCALL_RETURN))
		return ktrace_syscall_rule_return(call) == rule;
	for (i = 0; i < call->meta->nargs; i++)
		if (ktrace_syscall_rule(call, i) == rule &&
		    (!word || !strcmp(ktrace_syscall_arg(call, i, NULL), word)))
			return true;
	return false;
}

/* Return true if rule_fits() for one of @calls; NULL stands for all calls. */
static bool rule_used(const char *calls, const struct syscall_rule *rule, const char *word)
{
	unsigned int abi, i;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (i = 0; i < ktrace_syscall_numbers(abi); i++) {
			const struct ktrace_syscall *call = ktrace_syscall_at(abi, i);

			if (call && (!calls || has_word(calls, call->name)) &&
			    rule_fits(call, rule, word))
				return true;
		}
	}
	return false;
}

static void expect_rule_used(struct kunit *test, const char *calls,
			     const struct syscall_rule *rule)
{
	const char *list = rule->arg ?: "";
	char word[64];

	if (!rule->arg)
		KUNIT_EXPECT_TRUE_MSG(test, rule_used(calls, rule, NULL),
				      "a rule of %s for any %s matches nothing",
				      calls ?: "all calls", rule->ctype ?: "argument");
	while (next_word(&list, word, sizeof(word)))
		KUNIT_EXPECT_TRUE_MSG(test, rule_used(calls, rule, word),
				      "a rule of %s for %s %s matches nothing",
				      calls ?: "all calls", rule->ctype ?: "", word);
}

/* Every name in a descriptor is the name of a call, and every rule matches an argument. */
static void rules_match(struct kunit *test)
{
	unsigned int f, d;
	char word[64];

	if (!all_kinds())
		kunit_skip(test, "not all kinds of calls");
	for (f = 0; f < ARRAY_SIZE(families); f++) {
		for (d = 0; d < families[f].family->nr; d++) {
			const struct syscall_desc *desc = &families[f].family->descs[d];
			const struct syscall_rule *rule;
			const char *list = desc->calls;
			bool built = true;

			while (next_word(&list, word, sizeof(word)))
				KUNIT_EXPECT_TRUE_MSG(test, call_known(word, &built),
						      "%s: no call %s", families[f].name, word);
			/* The arguments of a call that is not built are unknown. */
			for (rule = desc->rules; built && rule && rule->type; rule++)
				expect_rule_used(test, desc->calls, rule);
		}
	}
}

/* Only the calls for security modules have an argument "u32 flags". */
static bool rule_needs_security(const struct syscall_rule *rule)
{
	return rule->arg && rule->ctype && !strcmp(rule->arg, "flags") &&
	       !strcmp(rule->ctype, "u32");
}

/* Every common rule matches an argument. */
static void common_rules_match(struct kunit *test)
{
	const struct syscall_rule *rule;

	if (!all_kinds())
		kunit_skip(test, "not all kinds of calls");
	for (rule = ktrace_common_rules; rule->type; rule++)
		if (IS_ENABLED(CONFIG_SECURITY) || !rule_needs_security(rule))
			expect_rule_used(test, NULL, rule);
}

/*
 * Expect that commands with memory at the argument come first in a table of a call, and that no
 * command is listed twice.
 */
static void expect_order(struct kunit *test, const char *call,
			 const struct syscall_commands *table)
{
	const struct syscall_command *at = table->commands;
	unsigned int i, j;

	for (i = 0; i < table->nr; i++, at++) {
		if (i && at->where)
			KUNIT_EXPECT_TRUE_MSG(test, at[-1].where, "%s %llu", call, at->command);
		if (at->where)
			KUNIT_EXPECT_NOT_NULL_MSG(test, at->layout, "%s %llu", call, at->command);
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_NE_MSG(test, at->command, table->commands[j].command,
					    "%s", call);
	}
}

/* The commands in the descriptors of calls are in order. */
static void commands_in_order(struct kunit *test)
{
	unsigned int f, d, seen = 0;

	for (f = 0; f < ARRAY_SIZE(families); f++) {
		for (d = 0; d < families[f].family->nr; d++) {
			const struct syscall_desc *desc = &families[f].family->descs[d];

			if (!desc->commands)
				continue;
			expect_order(test, desc->calls, desc->commands);
			seen += desc->commands->nr;
		}
	}
	KUNIT_EXPECT_GT(test, seen, 100);
}

/*
 * The tables of ioctl(), which its descriptor does not contain, are in order. Each command is in
 * the table in which the hook looks it up.
 */
static void ioctls_in_order(struct kunit *test)
{
	const struct syscall_commands *table, *others = ktrace_ioctl_table(0);
	unsigned int type, i, seen = 0;

	for (type = 0; type <= _IOC_TYPEMASK; type++) {
		table = ktrace_ioctl_table(_IOC(0, type, 0, 0));
		/* Types without a table of their own share the table of type 0. */
		if (type && table == others)
			continue;
		expect_order(test, "ioctl", table);
		for (i = 0; i < table->nr; i++) {
			u64 command = table->commands[i].command;

			KUNIT_EXPECT_PTR_EQ_MSG(test, ktrace_ioctl_table(command), table,
						"ioctl %#llx", command);
		}
		seen += table->nr;
	}
	KUNIT_EXPECT_GT(test, seen, 250);
}

static struct kunit_case rule_cases[] = {
	KUNIT_CASE(calls_described),
	KUNIT_CASE(rules_match),
	KUNIT_CASE(common_rules_match),
	KUNIT_CASE(commands_in_order),
	KUNIT_CASE(ioctls_in_order),
	{}
};

static struct kunit_suite rule_suite = {
	.name = "ktrace_syscall_rule",
	.test_cases = rule_cases,
};

kunit_test_suite(rule_suite);
