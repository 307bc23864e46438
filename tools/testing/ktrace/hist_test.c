// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of histogram definitions: canonical forms, errors with their
 * positions, and random definitions. For run_tests.sh.
 *
 * usage: hist_test [ROUNDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/seq_buf.h>

#include "parse/hist.h"
#include "parse/hist_compute.h"

#define RESULTS_OF	"hist"
#include "results.h"
#include "chance.h"

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

static const struct ktrace_field fields[] = {
	{ .name = "common_pid", .size = 4, .is_signed = true, .offset = 4 },
	{ .name = "ret", .size = 8, .is_signed = true, .offset = 8 },
	{ .name = "count", .size = 4, .offset = 16 },
	{ .name = "call_site", .kind = KTRACE_FIELD_POINTER, .size = 8, .offset = 24 },
	{ .name = "name", .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_DATA_LOC,
	  .size = 1, .offset = 32 },
	{ .name = "pointed", .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_KERNEL,
	  .size = 8, .offset = 80 },
	{ .name = "user", .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_USER,
	  .size = 8, .offset = 40 },
	{ .name = "array", .kind = KTRACE_FIELD_ARRAY, .size = 4, .count = 4, .offset = 48 },
	{ .name = "odd", .size = 3, .offset = 64 },
	{ .name = "frames", .kind = KTRACE_FIELD_ARRAY, .location = KTRACE_FIELD_DATA_LOC,
	  .size = 8, .offset = 68 },
};

/* Fields of an event that have names which histograms also use otherwise. */
static const struct ktrace_field namesakes[] = {
	{ .name = "common_pid", .size = 4, .is_signed = true, .offset = 4 },
	{ .name = "comm", .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_DATA_LOC,
	  .size = 1, .offset = 8 },
	{ .name = "common_cpu", .size = 4, .offset = 12 },
	{ .name = "common_stacktrace", .size = 8, .offset = 16 },
	{ .name = "hitcount", .size = 4, .offset = 24 },
	{ .name = "common_pid", .size = 8, .offset = 28 },
};

/*
 * Parse a copy in an exact allocation, so that the address sanitizer detects reads
 * beyond the end.
 */
static int parse_for(const struct ktrace_field *of, unsigned int nr, const char *text,
		     struct ktrace_hist_spec *spec, char **copy, struct ktrace_parse_error *error)
{
	size_t len = strlen(text);

	*copy = malloc(len ? len : 1);
	memcpy(*copy, text, len);
	*error = (struct ktrace_parse_error) { };
	return ktrace_hist_parse(*copy, len, of, nr, spec, error);
}

static int parse(const char *text, struct ktrace_hist_spec *spec, char **copy,
		 struct ktrace_parse_error *error)
{
	return parse_for(fields, ARRAY_LEN(fields), text, spec, copy, error);
}

/* Return the text, zero-terminated. */
static const char *text_of(struct seq_buf *out)
{
	out->buffer[out->len < out->size ? out->len : out->size - 1] = 0;
	return out->buffer;
}

static bool shown_as(const struct ktrace_hist_spec *spec, const char *text)
{
	struct seq_buf out;
	char buf[1024];

	seq_buf_init(&out, buf, sizeof(buf));
	ktrace_hist_show_definition(spec, &out);
	return !strcmp(text_of(&out), text);
}

static const struct {
	const char *text;
	const char *shown;
} good[] = {
	{ "keys=ret", "hist:keys=ret:vals=hitcount:sort=hitcount:size=2048" },
	{ "key=pid", "hist:keys=common_pid:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=pid.execname", "hist:keys=common_pid.execname:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=comm,cpu,name,ret.log2",
	  "hist:keys=comm,common_cpu,name,ret.log2:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=cpu:sort=common_cpu",
	  "hist:keys=common_cpu:vals=hitcount:sort=common_cpu:size=2048" },
	{ "keys=common_cpu:vals=cpu:sort=CPU.descending",
	  "hist:keys=common_cpu:vals=hitcount,common_cpu:sort=common_cpu.descending:size=2048" },
	{ "keys=CPU,common_comm:sort=cpu,comm",
	  "hist:keys=common_cpu,comm:vals=hitcount:sort=common_cpu,comm:size=2048" },
	{ "keys=STACKTRACE:sort=stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=common_stacktrace:size=2048" },
	{ "vals=ret,count:keys=stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount,ret,count:sort=hitcount:size=2048" },
	{ "keys=common_stacktrace.stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=common_cgroup,ret.log2:sort=common_cgroup",
	  "hist:keys=common_cgroup,ret.log2:vals=hitcount:sort=common_cgroup:size=2048" },
	{ "clock=mono_raw:keys=common_timestamp.usecs:vals=hitcount.percent:nohitcount",
	  "hist:keys=common_timestamp.usecs:vals=hitcount.percent:sort=hitcount:size=2048:clock=mono_raw:nohitcount" },
	{ "keys=ret:clock=1", "hist:keys=ret:vals=hitcount:sort=hitcount:size=2048:clock=1" },
	{ "keys=count.buckets=0x10:size=1:name=a_1",
	  "hist:name=a_1:keys=count.buckets=16:vals=hitcount:sort=hitcount:size=1" },
	{ "keys=call_site.sym-offset:values=hitcount.percent,ret.graph",
	  "hist:keys=call_site.sym-offset:vals=hitcount,hitcount.percent,ret.graph:sort=hitcount:size=2048" },
	{ "sort=ret.descending,count.ascending:keys=ret:vals=count",
	  "hist:keys=ret:vals=hitcount,count:sort=ret.descending,count:size=2048" },
	{ "keys=ret:pause:nohitcount:vals=count.hex",
	  "hist:keys=ret:vals=count.hex:sort=hitcount:size=2048:nohitcount" },
	{ "keys=ret:vals=hitcount,hitcount.hex,hitcount",
	  "hist:keys=ret:vals=hitcount,hitcount.hex:sort=hitcount:size=2048" },
	{ "keys=ret:x=123",
	  "hist:keys=ret:vals=hitcount:x=123:sort=hitcount:size=2048" },
	{ "keys=ret:x=16-8-4-2",
	  "hist:keys=ret:vals=hitcount:x=2:sort=hitcount:size=2048" },
	{ "keys=ret:x=64/8/4/2",
	  "hist:keys=ret:vals=hitcount:x=1:sort=hitcount:size=2048" },
	{ "keys=ret:x=16-8+4+2",
	  "hist:keys=ret:vals=hitcount:x=14:sort=hitcount:size=2048" },
	{ "keys=ret:x=4*3/2*2",
	  "hist:keys=ret:vals=hitcount:x=12:sort=hitcount:size=2048" },
	{ "keys=ret:x=4+3*2-2",
	  "hist:keys=ret:vals=hitcount:x=8:sort=hitcount:size=2048" },
	{ "keys=ret:x=4+6/2-2",
	  "hist:keys=ret:vals=hitcount:x=5:sort=hitcount:size=2048" },
	{ "keys=ret:x=2*(3+4)",
	  "hist:keys=ret:vals=hitcount:x=14:sort=hitcount:size=2048" },
	{ "keys=ret:x=(((7)))",
	  "hist:keys=ret:vals=hitcount:x=7:sort=hitcount:size=2048" },
	{ "keys=ret:x=-(5)",
	  "hist:keys=ret:vals=hitcount:x=-5:sort=hitcount:size=2048" },
	{ "keys=ret:x=-5",
	  "hist:keys=ret:vals=hitcount:x=-5:sort=hitcount:size=2048" },
	{ "keys=ret:x=4-5",
	  "hist:keys=ret:vals=hitcount:x=-1:sort=hitcount:size=2048" },
	{ "keys=ret:x=0x10",
	  "hist:keys=ret:vals=hitcount:x=0x10:sort=hitcount:size=2048" },
	{ "keys=ret:x=18446744073709551615",
	  "hist:keys=ret:vals=hitcount:x=18446744073709551615:sort=hitcount:size=2048" },
	{ "keys=ret:x=9223372036854775807+1",
	  "hist:keys=ret:vals=hitcount:x=-9223372036854775808:sort=hitcount:size=2048" },
	{ "keys=ret:x=ret.sym-offset,y=2*ret.hex-count.sym",
	  "hist:keys=ret:vals=hitcount:x=ret.sym-offset,y=2*ret.hex-count.sym:"
	  "sort=hitcount:size=2048" },
	{ "keys=ret:x=ret-count*2",
	  "hist:keys=ret:vals=hitcount:x=ret-count*2:sort=hitcount:size=2048" },
	{ "keys=ret:x=(ret-count)*2",
	  "hist:keys=ret:vals=hitcount:x=(ret-count)*2:sort=hitcount:size=2048" },
	{ "keys=ret:x=ret-(count-2)",
	  "hist:keys=ret:vals=hitcount:x=ret-(count-2):sort=hitcount:size=2048" },
	{ "keys=ret:x=(ret-count)-2",
	  "hist:keys=ret:vals=hitcount:x=ret-count-2:sort=hitcount:size=2048" },
	{ "keys=ret:x=ret/(count/2)",
	  "hist:keys=ret:vals=hitcount:x=ret/(count/2):sort=hitcount:size=2048" },
	{ "keys=ret:x=-(ret+1)",
	  "hist:keys=ret:vals=hitcount:x=-(ret+1):sort=hitcount:size=2048" },
	{ "keys=ret:x=-ret",
	  "hist:keys=ret:vals=hitcount:x=-ret:sort=hitcount:size=2048" },
	{ "keys=ret:x=common_timestamp.usecs-$ts0",
	  "hist:keys=ret:vals=hitcount:x=common_timestamp.usecs-$ts0:sort=hitcount:size=2048" },
	{ "keys=ret:x=a.b.$c",
	  "hist:keys=ret:vals=hitcount:x=a.b.$c:sort=hitcount:size=2048" },
	{ "keys=ret:x=ret.buckets=0x10+1",
	  "hist:keys=ret:vals=hitcount:x=ret.buckets=16+1:sort=hitcount:size=2048" },
	{ "keys=ret:x=name",
	  "hist:keys=ret:vals=hitcount:x=name:sort=hitcount:size=2048" },
	{ "keys=ret:x=comm",
	  "hist:keys=ret:vals=hitcount:x=comm:sort=hitcount:size=2048" },
	{ "keys=ret:x=stacktrace",
	  "hist:keys=ret:vals=hitcount:x=common_stacktrace:sort=hitcount:size=2048" },
	{ "keys=ret:x=frames",
	  "hist:keys=ret:vals=hitcount:x=frames:sort=hitcount:size=2048" },
	{ "keys=pointed:x=pointed",
	  "hist:keys=pointed:vals=hitcount:x=pointed:sort=hitcount:size=2048" },
	{ "keys=ret:x=$st",
	  "hist:keys=ret:vals=hitcount:x=$st:sort=hitcount:size=2048" },
	{ "keys=ret:x=1,y=$x:z=$y",
	  "hist:keys=ret:vals=hitcount:x=1,y=$x,z=$y:sort=hitcount:size=2048" },
	{ "keys=ret:vals=ret-count,$v",
	  "hist:keys=ret:vals=hitcount,ret-count,$v:sort=hitcount:size=2048" },
	{ "keys=ret:onmatch(a.b).syn($x,ret,other,c.d.e,c.d.$f):x=1",
	  "hist:keys=ret:vals=hitcount:x=1:sort=hitcount:size=2048:onmatch(a.b).syn($x,ret,other,c.d.e,c.d.$f)" },
	{ "keys=ret:x=1:onmax($x).save(name, comm ):onchange($x).snapshot()",
	  "hist:keys=ret:vals=hitcount:x=1:sort=hitcount:size=2048:onmax($x).save(name, comm ):onchange($x).snapshot()" },
	{ "keys=ret:x=1:onmax($x).trace( syn , $x)",
	  "hist:keys=ret:vals=hitcount:x=1:sort=hitcount:size=2048:onmax($x).trace( syn , $x)" },
	{ "keys=ret:onmatch(a.b).syn()",
	  "hist:keys=ret:vals=hitcount:sort=hitcount:size=2048:onmatch(a.b).syn()" },
	{ "keys=ret:vals=3", "hist:keys=ret:vals=hitcount,3:sort=hitcount:size=2048" },
	{ "keys=ret:vals=(3),4-2,(count),-5",
	  "hist:keys=ret:vals=hitcount,3,2,count,-5:sort=hitcount:size=2048" },
	{ "keys=ret:vals=(ret-count):sort=(ret-count)",
	  "hist:keys=ret:vals=hitcount,ret-count:sort=ret-count:size=2048" },
	{ "keys=stacktrace:sort=stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=common_stacktrace:size=2048" },
	{ "keys=stacktrace:sort=common_stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=common_stacktrace:size=2048" },
	{ "keys=pid,ret:sort=pid.descending",
	  "hist:keys=common_pid,ret:vals=hitcount:sort=common_pid.descending:size=2048" },
	{ "keys=$p:p=pid", "hist:keys=common_pid:vals=hitcount:p=common_pid:sort=hitcount:size=2048" },
	{ "x=1,k=ret.log2:keys=$k,comm",
	  "hist:keys=ret.log2,comm:vals=hitcount:x=1,k=ret.log2:sort=hitcount:size=2048" },
	{ "keys=ret:vals=$v,$t:v=count,t=common_timestamp.usecs",
	  "hist:keys=ret:vals=hitcount,count,common_timestamp.usecs:v=count,t=common_timestamp.usecs:sort=hitcount:size=2048" },
	{ "keys=ret:vals=$v,$x,$sort:v=ret.log2,x=ret+1:sort=v,ret",
	  "hist:keys=ret:vals=hitcount,$v,$x,$sort:v=ret.log2,x=ret+1:sort=$v,ret:size=2048" },
	{ "keys=frames.stacktrace",
	  "hist:keys=frames.stacktrace:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=common_timestamp.usecs:size=131072",
	  "hist:keys=common_timestamp.usecs:vals=hitcount:sort=hitcount:size=131072" },
};

static void test_good(void)
{
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	unsigned int i;
	char *copy;
	bool ok;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		ok = !parse(good[i].text, &spec, &copy, &error) &&
		     shown_as(&spec, good[i].shown);
		free(copy);
		copy = NULL;
		/* The canonical form is parsed as the same definition. */
		ok = ok && !parse(good[i].shown + strlen("hist:"), &spec, &copy, &error) &&
		     shown_as(&spec, good[i].shown);
		free(copy);
		result(ok, good[i].text);
	}
}

/*
 * Definitions for an event with the fields @namesakes: @key is the field that the first key is, or
 * -1 for a key that is no field, and @values is the number of values.
 */
static const struct {
	const char	*text;
	const char	*shown;
	int		key;
	unsigned int	values;
} own[] = {
	{ "keys=comm", "hist:keys=comm:vals=hitcount:sort=hitcount:size=2048", 1, 1 },
	{ "keys=common_comm:sort=common_comm",
	  "hist:keys=common_comm:vals=hitcount:sort=common_comm:size=2048", -1, 1 },
	{ "keys=common_cpu", "hist:keys=common_cpu:vals=hitcount:sort=hitcount:size=2048", 2, 1 },
	{ "keys=CPU", "hist:keys=CPU:vals=hitcount:sort=hitcount:size=2048", -1, 1 },
	{ "keys=stacktrace", "hist:keys=stacktrace:vals=hitcount:sort=hitcount:size=2048", -1, 1 },
	{ "keys=hitcount", "hist:keys=hitcount:vals=hitcount:sort=hitcount:size=2048", 4, 1 },
	{ "keys=comm:vals=hitcount.percent",
	  "hist:keys=comm:vals=hitcount,hitcount.percent:sort=hitcount:size=2048", 1, 2 },
	{ "keys=pid", "hist:keys=common_pid:vals=hitcount:sort=hitcount:size=2048", 5, 1 },
	{ "keys=common_pid:x=hitcount:vals=$x",
	  "hist:keys=common_pid:vals=hitcount,$x:x=hitcount:sort=hitcount:size=2048", 5, 2 },
	{ "keys=common_pid:x=hitcount,y=hitcount.log2:vals=hitcount,$x,$y",
	  "hist:keys=common_pid:vals=hitcount,$x,$y:x=hitcount,y=hitcount.log2:sort=hitcount:size=2048", 5, 3 },
	{ "keys=cpu:sort=CPU", "hist:keys=cpu:vals=hitcount:sort=cpu:size=2048", -1, 1 },
	{ "keys=STACKTRACE:sort=stacktrace",
	  "hist:keys=STACKTRACE:vals=hitcount:sort=STACKTRACE:size=2048", -1, 1 },
};

static bool own_as(unsigned int i, const char *text)
{
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	char *copy;
	bool ok;

	ok = !parse_for(namesakes, ARRAY_LEN(namesakes), text, &spec, &copy, &error) &&
	     shown_as(&spec, own[i].shown) && spec.nr_values == own[i].values &&
	     (own[i].key < 0) == (spec.keys[0].what != KTRACE_HIST_FIELD) &&
	     (own[i].key < 0 || spec.keys[0].field == (unsigned int)own[i].key) &&
	     spec.sorts[0].key == !!strstr(own[i].text, "sort=");
	free(copy);
	return ok;
}

/* A field and what histograms call by the same name do not take each other's place. */
static void test_own(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_LEN(own); i++)
		result(own_as(i, own[i].text) && own_as(i, own[i].shown + strlen("hist:")),
		       own[i].text);
}

/* A caret precedes the offending byte. */
static const struct {
	const char	*text;
	int		code;
} bad[] = {
	{ "^", KTRACE_HIST_ERR_NO_KEYS },
	{ "^vals=ret", KTRACE_HIST_ERR_NO_KEYS },
	{ "^keys=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=^,ret", KTRACE_HIST_ERR_EMPTY_FIELD },
	{ "keys=ret,^", KTRACE_HIST_ERR_EMPTY_FIELD },
	{ "keys=^nothing", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=^hitcount", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^array", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^user", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^odd", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=ret:vals=^name", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:vals=^comm", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret.^", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret.^junk", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret.^log2=1", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret.log2.^hex", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=name.^hex", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret.^execname", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret.^percent", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:vals=^count.log2", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:vals=^hitcount.log2", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:vals=^hitcount.usecs", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "^keys=ret:nohitcount", KTRACE_HIST_ERR_NO_VALUES },
	{ "^keys=ret:vals=hitcount:NOHC", KTRACE_HIST_ERR_NO_VALUES },
	{ "keys=ret.^buckets", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret.buckets=^0", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret.buckets=^x", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret,count,cpu,comm,^name", KTRACE_HIST_ERR_MANY_KEYS },
	{ "keys=ret:vals=ret,ret,ret,ret,ret,ret,ret,^ret", KTRACE_HIST_ERR_MANY_VALUES },
	{ "keys=ret:^keys=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:vals=ret:^vals=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:sort=ret:^sort=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:clock=mono:^clock=mono", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:^clock=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=ret:^junk", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=ret:^:", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=common_pid:vals=count:sort=common_pid,^junk", KTRACE_HIST_ERR_SORT_FIELD },
	{ "keys=common_pid:vals=count:^sort=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=common_pid:vals=count:^sort=common_pid,", KTRACE_HIST_ERR_EMPTY_SORT },
	{ "keys=common_pid:vals=count:sort=common_pid.^junk", KTRACE_HIST_ERR_SORT_MODIFIER },
	{ "keys=common_pid:vals=count,ret:^sort=common_pid,count,ret", KTRACE_HIST_ERR_MANY_SORTS },
	{ "keys=ret:size=^x", KTRACE_HIST_ERR_SIZE },
	{ "keys=ret:size=^0", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:size=^131073", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:size=^99999999999999999999", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:name=a^-b", KTRACE_HIST_ERR_NAME },
	{ "keys=ret:x=32+^10*3/20-4", KTRACE_HIST_ERR_OPERATORS },
	{ "keys=ret:x=^1+2+3+4+5", KTRACE_HIST_ERR_OPERATORS },
	{ "keys=ret:x=-(^1)+2", KTRACE_HIST_ERR_UNARY },
	{ "keys=ret:x=3/^0", KTRACE_HIST_ERR_DIVIDE },
	{ "keys=ret:x=ret/(^2-2)", KTRACE_HIST_ERR_DIVIDE },
	{ "keys=ret:x=-^ret+1", KTRACE_HIST_ERR_UNARY },
	{ "keys=ret:x=1+-^ret", KTRACE_HIST_ERR_UNARY },
	{ "keys=ret:x=1+^", KTRACE_HIST_ERR_OPERAND },
	{ "keys=ret:x=^+1", KTRACE_HIST_ERR_OPERAND },
	{ "keys=ret:x=^(1", KTRACE_HIST_ERR_CLOSE },
	{ "keys=ret:x=1^)", KTRACE_HIST_ERR_JUNK },
	{ "keys=ret:x=(1)^(2)", KTRACE_HIST_ERR_JUNK },
	{ "keys=ret:x=^nothing", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=ret:x=1+^name", KTRACE_HIST_ERR_NOT_NUMBER },
	{ "keys=ret:x=^comm*2", KTRACE_HIST_ERR_NOT_NUMBER },
	{ "keys=ret:x=-^name", KTRACE_HIST_ERR_NOT_NUMBER },
	{ "keys=ret:x=^12z", KTRACE_HIST_ERR_NUMBER },
	{ "keys=ret:x=^99999999999999999999", KTRACE_HIST_ERR_NUMBER_RANGE },
	{ "keys=ret:x=^$", KTRACE_HIST_ERR_VAR_NAME },
	{ "keys=ret:x=^$1", KTRACE_HIST_ERR_VAR_NAME },
	{ "keys=ret:x=^a.$b", KTRACE_HIST_ERR_MATCH_EVENT },
	{ "keys=ret:x=a.b.c^$d", KTRACE_HIST_ERR_VAR_NAME },
	{ "keys=ret:x=((((((((^(1)))))))))", KTRACE_HIST_ERR_DEEP },
	{ "keys=ret:^1x=1", KTRACE_HIST_ERR_VAR_NAME },
	{ "keys=ret:x=1,^x=2", KTRACE_HIST_ERR_VAR_TWICE },
	{ "keys=ret:x=1,^y", KTRACE_HIST_ERR_EMPTY },
	{ "keys=ret:^x=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=ret:x=ret.^graph", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:x=^user", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:x=1+^pointed", KTRACE_HIST_ERR_NOT_NUMBER },
	{ "keys=ret:x=^array", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:x=^hitcount", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:vals=(^name)", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:vals=^ret.sym-offset", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:x=ret.^sym-offsets", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret:onmax(^$x).save(ret)", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=ret:onmax(^).save(ret)", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=ret:onmatch(^a).b(ret)", KTRACE_HIST_ERR_MATCH_EVENT },
	{ "keys=ret:onmatch(a.b).^save(ret)", KTRACE_HIST_ERR_WHAT_MATCH },
	{ "keys=ret:onmatch(a.b).^snapshot()", KTRACE_HIST_ERR_WHAT_MATCH },
	{ "keys=ret:onmatch(a.b)^", KTRACE_HIST_ERR_WHAT },
	{ "keys=ret:onmatch(a.b).^(ret)", KTRACE_HIST_ERR_WHAT },
	{ "keys=ret:onmatch(a.b).c^", KTRACE_HIST_ERR_ARGS },
	{ "keys=ret:onmatch(a.b).c^(ret", KTRACE_HIST_ERR_ARGS },
	{ "keys=ret:onmatch(a.b^", KTRACE_HIST_ERR_CLOSE },
	{ "keys=ret:onmatch(a.b).c(ret,^)", KTRACE_HIST_ERR_EMPTY_ARG },
	{ "keys=ret:onmatch(a.b).c(^nothing.x)", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=ret:x=1:onmax($x).c(^nothing)", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=ret:x=1:onmax($x).save(^nothing)", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=ret:x=1:onmax($x).save(^)", KTRACE_HIST_ERR_EMPTY_ARG },
	{ "keys=ret:x=1:onmax($x).save(^$x)", KTRACE_HIST_ERR_SAVE },
	{ "keys=ret:x=1:onmax($x).snapshot(^1)", KTRACE_HIST_ERR_NO_ARGS },
	{ "keys=ret:x=1:onmax($x).trace(^)", KTRACE_HIST_ERR_NO_SYNTH },
	{ "keys=ret:^a:", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=ret:^onfoo(a.b).c()", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=ret:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,^q=1", KTRACE_HIST_ERR_MANY_VARS },
	{ "keys=^frames", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^$x", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=^$size:size=10", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=^$name:name=ret", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=^$:x=ret", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=^$x:x=ret+1", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=^$x:x=$y", KTRACE_HIST_ERR_OWN_VAR },
	{ "keys=$x:x=^array", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=ret:vals=(^ret.log2)", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=^ret.stacktrace", KTRACE_HIST_ERR_MODIFIER_FIELD },
};

static void test_bad(void)
{
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	unsigned int i, column;
	char text[256], *copy;
	const char *caret;
	int err;

	for (i = 0; i < ARRAY_LEN(bad); i++) {
		caret = strchr(bad[i].text, '^');
		column = caret - bad[i].text;
		memcpy(text, bad[i].text, column);
		snprintf(text + column, sizeof(text) - column, "%s", caret + 1);
		err = parse(text, &spec, &copy, &error);
		result(err < 0 && error.code == bad[i].code && error.column == column &&
		       *ktrace_hist_messages[error.code].text, bad[i].text);
		free(copy);
	}
}

/* The canonical form of a valid definition is valid and is its own canonical form. */
static bool shown_again(const struct ktrace_hist_spec *spec)
{
	struct ktrace_parse_error error;
	struct ktrace_hist_spec again;
	struct seq_buf out;
	char buf[1024], *copy;
	bool ok;

	seq_buf_init(&out, buf, sizeof(buf));
	ktrace_hist_show_definition(spec, &out);
	ok = !parse(text_of(&out) + strlen("hist:"), &again, &copy, &error) &&
	     shown_as(&again, text_of(&out));
	free(copy);
	return ok;
}

static void test_random(unsigned int rounds)
{
	static const char * const parts[] = {
		"keys=", "vals=", "sort=", "size=", "name=", "clock=", ":", ":", ",", ",", ".", "ret", "count",
		"common_pid", "name", "comm", "hitcount", "log2", "buckets=5", "descending", "7",
		"pause", "common_stacktrace", "keys=ret:", "keys=count,comm:", "x=", "y=", "x=", "+",
		"-", "*", "/", "(", ")", "$x", "$y", "a.b.", "onmax($x).", "onmatch(a.b).", "save(",
		"trace(", "syn(", "snapshot()", "0", "3",
	};
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	unsigned int taken = 0;
	char text[512], *copy;
	bool ok = true;
	int err;

	while (rounds--) {
		unsigned int n = below(16);

		text[0] = 0;
		while (n--)
			strcat(text, parts[below(ARRAY_LEN(parts))]);
		err = parse(text, &spec, &copy, &error);
		taken += !err;
		if (err)
			ok &= error.code != KTRACE_HIST_OK && error.column <= strlen(text);
		else
			ok &= shown_again(&spec);
		free(copy);
	}
	result(ok && taken, "definitions made at random");
}

/*
 * Compare expressions of literals with an independent computation: from the innermost
 * operator outwards, with 128 bits, truncated.
 */
static void test_compute(unsigned int rounds)
{
	static const unsigned long long odd[] = {
		0, 1, 2, ~0ULL, 1ULL << 63, (1ULL << 63) - 1, 1ULL << 32, 12345678901234567ULL,
	};
	bool ok = true;

	while (rounds--) {
		unsigned long long a = odd[below(ARRAY_LEN(odd))], b = odd[below(ARRAY_LEN(odd))];
		bool is_signed = below(2);
		__int128 wide_a = is_signed ? (__int128)(long long)a : (__int128)a;
		__int128 wide_b = is_signed ? (__int128)(long long)b : (__int128)b;

		ok &= ktrace_hist_compute(KTRACE_HIST_ADD, is_signed, a, b) == (u64)(wide_a + wide_b);
		ok &= ktrace_hist_compute(KTRACE_HIST_SUB, is_signed, a, b) == (u64)(wide_a - wide_b);
		ok &= ktrace_hist_compute(KTRACE_HIST_MUL, is_signed, a, b) ==
		      (u64)((unsigned __int128)wide_a * wide_b);
		ok &= ktrace_hist_compute(KTRACE_HIST_DIV, is_signed, a, b) ==
		      (b ? (u64)(wide_a / wide_b) : ~0ULL);
		ok &= ktrace_hist_compute(KTRACE_HIST_NEG, is_signed, 0, b) == (u64)-wide_b;
	}
	result(ok, "results of operators, also at the ends of the range");
}

/* Settings do not distinguish histograms. */
static void test_identity(void)
{
	static const char text[] = "keys=ret:vals=ret:size=64:clock=mono:nohitcount:x=1:onmax($x).save(ret)";
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	struct seq_buf out;
	char buf[256], *copy;
	bool ok;

	seq_buf_init(&out, buf, sizeof(buf));
	ok = !parse(text, &spec, &copy, &error);
	if (ok)
		ktrace_hist_show_identity(&spec, &out);
	result(ok && !strcmp(text_of(&out), "hist:keys=ret:vals=hitcount,ret:x=1:sort=hitcount:"
					   "onmax($x).save(ret)"),
	       "size, clock and nohitcount are no part of the identity");
	free(copy);
}

static bool identify(const struct ktrace_field *of, unsigned int nr, const char *text,
		     struct seq_buf *out)
{
	struct ktrace_parse_error error;
	struct ktrace_hist_spec spec;
	char *copy;
	bool ok;

	ok = !parse_for(of, nr, text, &spec, &copy, &error);
	if (ok)
		ktrace_hist_show_identity(&spec, out);
	free(copy);
	return ok;
}

/*
 * Definitions for an event with @fields and one with @namesakes, and whether both count the same:
 * whatever names the second event's fields have.
 */
static const struct {
	const char	*one;
	const char	*two;
	bool		same;
} twins[] = {
	{ "keys=common_comm", "keys=common_comm", true },
	{ "keys=comm", "keys=common_comm", true },
	{ "keys=comm", "keys=comm", false },
	{ "keys=cpu:sort=common_cpu", "keys=CPU:sort=cpu", true },
	{ "keys=CPU", "keys=cpu", true },
	{ "keys=common_cpu", "keys=common_cpu", false },
	{ "keys=stacktrace", "keys=STACKTRACE", true },
	{ "keys=common_stacktrace", "keys=common_stacktrace", false },
	{ "keys=common_pid:vals=cpu.hex", "keys=common_pid:vals=CPU.hex", true },
	{ "keys=common_pid:vals=common_cpu", "keys=common_pid:vals=common_cpu", false },
	{ "keys=common_pid:x=cpu+1", "keys=common_pid:x=CPU+1", true },
	{ "keys=common_pid:x=common_cpu+1", "keys=common_pid:x=common_cpu+1", false },
	{ "keys=common_cgroup,common_timestamp", "keys=common_cgroup,common_timestamp", true },
};

/* The identity tells a field from a special name, and knows no synonyms. */
static void test_twins(void)
{
	struct seq_buf one, two;
	char buf[2][256];
	unsigned int i;
	bool ok;

	for (i = 0; i < ARRAY_LEN(twins); i++) {
		seq_buf_init(&one, buf[0], sizeof(buf[0]));
		seq_buf_init(&two, buf[1], sizeof(buf[1]));
		ok = identify(fields, ARRAY_LEN(fields), twins[i].one, &one) &&
		     identify(namesakes, ARRAY_LEN(namesakes), twins[i].two, &two);
		result(ok && !strcmp(text_of(&one), text_of(&two)) == twins[i].same,
		       twins[i].two);
	}
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? atoi(argv[1]) : 100000;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	test_good();
	test_own();
	test_bad();
	test_identity();
	test_twins();
	test_compute(rounds / 10);
	test_random(rounds);
	return failures != 0;
}
