// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of probe_parse.c, probe_arg.c and probe_typed.c: the tables of the
 * KUnit suite, and random lines derived from them. For run_tests.sh.
 *
 * usage: probe_parse_test [ROUNDS [SEED]]
 */
#include "probe_holds.h"

#define RESULTS_OF	"probe"
#include "results.h"
#include "chance.h"

static bool good(const struct case_good *c)
{
	struct ktrace_parse_error error = { 0 };
	static char buf[WRITTEN_MAX];

	if (parse(c->line, strlen(c->line), &spec, &error)) {
		printf("# %s: refused at %u: %s\n", c->line, error.column,
		       probe_messages[error.code].text);
		return false;
	}
	probe_write(&spec, buf, sizeof(buf));
	if (!strcmp(buf, c->written))
		return true;
	printf("# %s: written as %s\n", c->line, buf);
	return false;
}

static bool bad(const struct case_bad *c)
{
	struct ktrace_parse_error error = { 0 };
	char buf[256];
	unsigned int column = case_column(c->line, buf);
	int ret = parse(buf, strlen(buf), &spec, &error);

	if (ret == -probe_messages[c->code].error && error.code == c->code &&
	    error.column == column)
		return true;
	printf("# %s: returned %d at %u: %s\n", c->line, ret, error.column,
	       ret ? probe_messages[error.code].text : "");
	return false;
}

static void test_tables(void)
{
	const struct case_set *set;
	unsigned int i;

	for (set = case_sets; set < case_sets + ARRAY_SIZE(case_sets); set++) {
		env = set->env;
		for (i = 0; i < set->nr_good; i++)
			result(good(&set->good[i]), set->good[i].line);
		for (i = 0; i < set->nr_bad; i++)
			result(bad(&set->bad[i]), probe_messages[set->bad[i].code].text);
	}
	env = &case_env;
}

static void test_field_values(void)
{
	const char *line = "e sched.switch $pid $text +0($text):string +1($text):string if pid  == 1 ";
	const struct probe_arg *arg = spec.args;
	struct ktrace_parse_error error;

	env = &case_event_env;
	result(!parse(line, strlen(line), &spec, &error), "fields: parse");
	result(spec.filter_len == 9 && !memcmp(line + spec.filter_column, "pid  == 1", 9),
	       "fields: filter");
	result(arg->base == PROBE_BASE_FIELD && arg->type->size == 8, "fields: number");
	arg++;
	result(arg->base == PROBE_BASE_FIELD_TEXT && !arg->nr_derefs &&
	       arg->type->show == PROBE_SHOW_STRING, "fields: string");
	arg++;
	result(arg->base == PROBE_BASE_FIELD_TEXT && !arg->nr_derefs, "fields: string by address");
	arg++;
	result(arg->base == PROBE_BASE_FIELD_ADDR && arg->nr_derefs == 1, "fields: part of it");
	env = &case_env;
}

static void test_remove(void)
{
	struct ktrace_parse_error error;

	result(!parse("-:grp/ev", 8, &spec, &error) && spec.kind == PROBE_REMOVE &&
	       !strcmp(spec.group, "grp") && !strcmp(spec.event, "ev"),
	       "remove by group and name");
	result(!parse("-:ev # all", 10, &spec, &error) && !spec.group[0] &&
	       !strcmp(spec.event, "ev"), "remove by name");
	result(!parse("-:grp.ev", 8, &spec, &error) && !strcmp(spec.group, "grp") &&
	       !strcmp(spec.event, "ev"), "remove by GROUP.EVENT");
	result(!parse("-:grp/", 6, &spec, &error) && !spec.event[0] &&
	       !strcmp(spec.group, "grp"), "remove a group");
	result(!spec.rest_len, "remove all of it");
	result(!parse("-:ev  func a0 #", 15, &spec, &error) && spec.rest_column == 6 &&
	       spec.rest_len == 8, "remove by the place and arguments");
}

static void test_values(void)
{
	struct ktrace_parse_error error;
	const struct probe_arg *arg = spec.args;
	const char *line = "p vfs_read -8(+u16(%di)):b4@3/16 +0(@jiffies+8):ustring \\-2 $arg2";

	result(!parse(line, strlen(line), &spec, &error), "values: parse");
	result(arg->base == PROBE_BASE_REG && arg->value == 8 &&
	       arg->nr_derefs == 2 && arg->offset[0] == 16 &&
	       arg->offset[1] == -8 && arg->user == 1, "values: nested");
	result(arg->shl == 64 - 7 && arg->shr == 60 && arg->type->size == 2,
	       "values: bit-field");
	arg++;
	result(arg->value == CASE_DATA + 8 && arg->nr_derefs == 2 &&
	       arg->user == 2 && arg->record_offset == 2, "values: symbol");
	arg++;
	result(arg->value == -2ULL && arg->record_offset == 6, "values: constant");
	arg++;
	result(arg->base == PROBE_BASE_ARG && arg->value == 1 &&
	       arg->record_offset == 14, "values: function argument");
	result(spec.bytes == 22 && spec.nr_strings == 1, "values: size");
}

static void test_user_values(void)
{
	struct ktrace_parse_error error;
	const struct probe_arg *arg = spec.args;
	const char *line = "p /a:0x30(18) +4(+u16(%di)):string @+0x40:u16 @9 $stack3 %si";

	env = &case_user_env;
	result(!parse(line, strlen(line), &spec, &error), "user: parse");
	result(spec.offset == 0x30 && spec.ref_ctr == 18 && !strcmp(spec.path, "/a") &&
	       spec.offset_column == 5 && spec.ref_column == 10, "user: place");
	result(arg->nr_derefs == 2 && arg->user == 3, "user: all reads are of user space");
	arg++;
	result(arg->base == PROBE_BASE_FILE && arg->value == 0x40 && arg->nr_derefs == 1 &&
	       arg->user == 1, "user: file offset");
	arg++;
	result(arg->base == PROBE_BASE_CONST && arg->value == 9 && arg->user == 1,
	       "user: address");
	arg++;
	result(arg->base == PROBE_BASE_SLOT && arg->value == 3, "user: stack");
	arg++;
	result(arg->base == PROBE_BASE_REG && !arg->user, "user: register");
	env = &case_env;
}

static void test_typed_values(void)
{
	struct ktrace_parse_error error;
	char line[128];
	unsigned int i;

	env = &case_typed_env;
	for (i = 0; i < ARRAY_SIZE(case_fetches); i++) {
		snprintf(line, sizeof(line), "p vfs_read x=%s", case_fetches[i].arg);
		result(!parse(line, strlen(line), &spec, &error) &&
		       case_fetch_is(&case_fetches[i], &spec), line);
	}
	env = &case_env;
}

static void test_typed_words(void)
{
	struct ktrace_parse_error error;
	const char *line;
	unsigned int i;

	env = &case_typed_env;
	for (i = 0; i < ARRAY_SIZE(case_words); i++) {
		line = case_words[i].line;
		result(!parse(line, strlen(line), &spec, &error) &&
		       case_word_is(&case_words[i], &spec), line);
	}
	env = &case_env;
}

/* A listed line can be parsed again, whatever its length, in its module. */
static void test_listed(void)
{
	static char line[PROBE_LINE_MAX + 1], written[WRITTEN_MAX];
	struct probe_env listed = case_env;
	struct ktrace_parse_error error;
	size_t n;

	n = sprintf(line, "p vfs_read");
	while (n + 61 < PROBE_LINE_MAX)
		n += sprintf(line + n, " +000000000000000000000000000000000000000000000000000001(%%ax)");
	result(!parse(line, n, &spec, &error), "a long line");
	n = probe_write(&spec, written, sizeof(written));
	result(n > PROBE_LINE_MAX && parse(written, n, &again, &error) == -E2BIG,
	       "... is longer as it is listed");
	listed.listed = true;
	env = &listed;
	result(!parse(written, n, &again, &error) && again.nr_args == spec.nr_args,
	       "... and taken as that");
	result(parse("p func", 6, &spec, &error) == -EINVAL, "a function of some module");
	listed.module = "mod";
	result(!parse("p func", 6, &spec, &error) && !strcmp(spec.module, "mod"),
	       "... that is known");
	result(parse("p no:func", 9, &spec, &error) == -ENOENT, "... unless one is named");
	env = &case_env;
}

static void test_limits(void)
{
	static char line[PROBE_LINE_MAX + 2];
	struct ktrace_parse_error error;
	size_t n;
	int i;

	memset(line, ' ', sizeof(line));
	result(!parse(line, PROBE_LINE_MAX, &spec, &error) &&
	       spec.kind == PROBE_NOTHING, "longest line");
	result(parse(line, PROBE_LINE_MAX + 1, &spec, &error) == -E2BIG &&
	       error.code == PROBE_ERR_LINE_LONG && error.column == PROBE_LINE_MAX,
	       "line too long");
	memcpy(line, "p vfs_read", 10);
	line[20] = '\0';
	result(parse(line, 30, &spec, &error) == -EINVAL &&
	       error.code == PROBE_ERR_NUL && error.column == 20, "NUL byte");

	n = sprintf(line, "p vfs_read");
	for (i = 0; i < PROBE_ARGS_MAX; i++)
		n += sprintf(line + n, " %%ax");
	result(!parse(line, n, &spec, &error) && spec.nr_args == PROBE_ARGS_MAX,
	       "128 arguments");
	n += sprintf(line + n, " %%di");
	result(parse(line, n, &spec, &error) == -E2BIG &&
	       error.code == PROBE_ERR_TOO_MANY_ARGS && error.column == n - 3,
	       "129 arguments");

	n = sprintf(line, "p ");
	memset(line + n, 'x', PROBE_SYMBOL_SIZE);
	result(parse(line, n + PROBE_SYMBOL_SIZE - 1, &spec, &error) == -EINVAL,
	       "longest symbol");
	result(parse(line, n + PROBE_SYMBOL_SIZE, &spec, &error) == -EINVAL &&
	       error.code == PROBE_ERR_SYMBOL_LONG, "symbol too long");
}

/* Return a line of the tables with its caret. */
static const char *any_line(void)
{
	const struct case_set *set = &case_sets[below(ARRAY_SIZE(case_sets))];

	return below(2) ? set->good[below(set->nr_good)].line : set->bad[below(set->nr_bad)].line;
}

static size_t mutate(char *buf, size_t len, size_t size)
{
	static const char bytes[] = " \t:/+-()[]%$@\\=_#u0x9bsra.,\xff\xa0";
	const char *other = any_line();
	size_t at = below(len + 1), n;

	switch (below(5)) {
	case 0:		/* change a byte */
		if (at < len)
			buf[at] = below(8) ? bytes[below(sizeof(bytes))] : below(256);
		return len;
	case 1:		/* insert a byte */
		if (len == size)
			return len;
		memmove(buf + at + 1, buf + at, len - at);
		buf[at] = bytes[below(sizeof(bytes))];
		return len + 1;
	case 2:		/* remove some bytes */
		n = below(len - at + 1);
		memmove(buf + at, buf + at + n, len - at - n);
		return len - n;
	case 3:		/* truncate, and append another line */
		n = strlen(other);
		at = below(len + 1);
		if (at + n > size)
			return len;
		memcpy(buf + at, other, n);
		return at + n;
	default:	/* repeat a part */
		n = below(len - at + 1);
		if (len + n > size)
			return len;
		memmove(buf + at + n, buf + at, len - at);
		return len + n;
	}
}

static void test_random(unsigned long rounds)
{
	char buf[600];
	unsigned long i;
	size_t len = 0;
	int n;

	for (i = 0; i < rounds; i++) {
		if (!below(4) || !len)
			len = snprintf(buf, sizeof(buf), "%s", any_line());
		for (n = below(4); n >= 0; n--)
			len = mutate(buf, len, sizeof(buf));
		env = case_sets[below(ARRAY_SIZE(case_sets))].env;
		if (!holds(buf, len)) {
			printf("# round %lu: %.*s\n", i, (int)len, buf);
			break;
		}
	}
	result(i == rounds, "random lines");
	result(!case_held, "every prototype that was found is let go of");
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 300000;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	test_tables();
	test_remove();
	test_typed_values();
	test_typed_words();
	test_listed();
	test_values();
	test_user_values();
	test_field_values();
	test_limits();
	test_random(rounds);
	return failures ? 1 : 0;
}
