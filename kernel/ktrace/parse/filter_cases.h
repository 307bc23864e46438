/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the tests of filters in the kernel (KUnit) and in user space: a fake event
 * with a field of every kind, a record of the event, and tables of filters.
 */
#ifndef _KTRACE_PARSE_FILTER_CASES_H
#define _KTRACE_PARSE_FILTER_CASES_H

#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "field.h"
#include "filter.h"
#include "filter_run.h"
#include "prefilter.h"

#define CASE_CPUS	300
/* A fake function of the kernel. */
#define CASE_FUNC	0x8000ULL
#define CASE_FUNC_BYTES	0x100ULL
/* Addresses of strings outside of the record. */
#define CASE_KERNEL	0x1000ULL
#define CASE_USER	0x2000ULL

/* The fixed part of the record, and room for the variable part. */
struct case_record {
	u16	type;
	u8	flags8;
	u8	preempt_count;
	s32	pid;
	s64	ret;
	u64	site;
	u32	flags;
	s32	fd;
	u16	port;
	s16	delta;
	u8	level;
	s8	nice;
	u8	odd[6];
	u64	duration;
	char	name[12];
	u32	path;
	u32	rel;
	u32	mask;
	unsigned long bits[2];
	u64	ptr;
	u64	str;
	u32	numbers[4];
	u32	dyn;
	u32	relmask;
	u64	size;
	char	more[96];
};

/* Indices of the fields. */
enum case_field {
	CASE_TYPE, CASE_FLAGS8, CASE_PREEMPT, CASE_PID, CASE_RET, CASE_SITE, CASE_FLAGS, CASE_FD,
	CASE_PORT, CASE_DELTA, CASE_LEVEL, CASE_NICE, CASE_ODD, CASE_DURATION, CASE_NAME,
	CASE_PATH, CASE_REL, CASE_MASK, CASE_BITS, CASE_PTR, CASE_STR, CASE_NUMBERS, CASE_DYN,
	CASE_RELMASK, CASE_SIZE, NR_CASE_FIELDS
};

struct case_name {
	const char	*name;
	u64		value;
};

static const struct case_name case_errors[] = {
	{ "ENOENT", 2 }, { "EINTR", 4 }, { "AT_FDCWD", -100ULL }, { },
};

static const struct case_name case_flags[] = {
	{ "O_CREAT", 0x40 }, { "O_EXCL", 0x80 }, { "MINUS", -1ULL }, { "WIDE", 1ULL << 32 }, { },
};

static int case_number(const struct ktrace_field *field, struct ktrace_span word, u64 *value)
{
	const struct case_name *name;

	for (name = field->names; name->name; name++) {
		if (ktrace_span_is(word, name->name)) {
			*value = name->value;
			return 0;
		}
	}
	return -ENOENT;
}

#define CASE_AT(member)		.offset = offsetof(struct case_record, member)
#define CASE_NUMBER(n, bytes, sign, member)					\
	{ .name = n, .size = bytes, .is_signed = sign, CASE_AT(member) }

static const struct ktrace_field case_fields[] = {
	[CASE_TYPE] = CASE_NUMBER("common_type", 2, false, type),
	[CASE_FLAGS8] = CASE_NUMBER("common_flags", 1, false, flags8),
	[CASE_PREEMPT] = CASE_NUMBER("common_preempt_count", 1, false, preempt_count),
	[CASE_PID] = CASE_NUMBER("common_pid", 4, true, pid),
	[CASE_RET] = { .name = "ret", .size = 8, .is_signed = true, CASE_AT(ret),
		       .number = case_number, .names = case_errors },
	[CASE_SITE] = { .name = "site", .kind = KTRACE_FIELD_POINTER, .size = 8, CASE_AT(site) },
	[CASE_FLAGS] = { .name = "flags", .size = 4, CASE_AT(flags),
			 .number = case_number, .names = case_flags },
	[CASE_FD] = { .name = "fd", .size = 4, .is_signed = true, CASE_AT(fd),
		      .number = case_number, .names = case_errors },
	[CASE_PORT] = CASE_NUMBER("port", 2, false, port),
	[CASE_DELTA] = CASE_NUMBER("delta", 2, true, delta),
	[CASE_LEVEL] = CASE_NUMBER("level", 1, false, level),
	[CASE_NICE] = CASE_NUMBER("nice", 1, true, nice),
	[CASE_ODD] = CASE_NUMBER("odd", 4, false, odd[1]),
	[CASE_DURATION] = { .name = "duration", .kind = KTRACE_FIELD_TIME, .size = 8,
			    CASE_AT(duration) },
	[CASE_NAME] = { .name = "name", .kind = KTRACE_FIELD_STRING, .size = 1, .count = 12,
			CASE_AT(name) },
	[CASE_PATH] = { .name = "path", .kind = KTRACE_FIELD_STRING, .size = 1,
			.location = KTRACE_FIELD_DATA_LOC, CASE_AT(path) },
	[CASE_REL] = { .name = "rel", .kind = KTRACE_FIELD_STRING, .size = 1,
		       .location = KTRACE_FIELD_REL_LOC, CASE_AT(rel) },
	[CASE_MASK] = { .name = "mask", .kind = KTRACE_FIELD_CPUMASK, .size = sizeof(long),
			.location = KTRACE_FIELD_DATA_LOC, CASE_AT(mask) },
	[CASE_BITS] = { .name = "bits", .kind = KTRACE_FIELD_BITMASK, .size = sizeof(long),
			.count = 2, CASE_AT(bits), .number = case_number, .names = case_flags },
	[CASE_PTR] = { .name = "ptr", .kind = KTRACE_FIELD_STRING, .size = 8,
		       .location = KTRACE_FIELD_KERNEL, CASE_AT(ptr) },
	[CASE_STR] = { .name = "str", .kind = KTRACE_FIELD_POINTER, .size = 8,
		       .text = KTRACE_FIELD_USER, CASE_AT(str) },
	[CASE_NUMBERS] = { .name = "numbers", .kind = KTRACE_FIELD_ARRAY, .size = 4, .count = 4,
			   CASE_AT(numbers) },
	[CASE_DYN] = { .name = "dyn", .kind = KTRACE_FIELD_ARRAY, .size = 4,
		       .location = KTRACE_FIELD_DATA_LOC, CASE_AT(dyn) },
	[CASE_RELMASK] = { .name = "relmask", .kind = KTRACE_FIELD_CPUMASK, .size = sizeof(long),
			   .location = KTRACE_FIELD_REL_LOC, CASE_AT(relmask) },
	[CASE_SIZE] = { .name = "size", .size = 8, CASE_AT(size), .number = case_number,
			.names = case_flags },
};

static_assert(ARRAY_SIZE(case_fields) == NR_CASE_FIELDS);

static int case_function(struct ktrace_span name, u64 *start, u64 *bytes)
{
	u64 address = *start;

	if (name.n && ktrace_span_is(name, "empty")) {
		*start = CASE_FUNC;
		*bytes = 0;
		return 0;
	}
	if (name.n ? !ktrace_span_is(name, "vfs_read") : address - CASE_FUNC >= CASE_FUNC_BYTES)
		return -ENOENT;
	*start = CASE_FUNC;
	*bytes = CASE_FUNC_BYTES;
	return 0;
}

static const struct ktrace_filter_env case_env = {
	.fields		= case_fields,
	.nr_fields	= ARRAY_SIZE(case_fields),
	.nr_cpus	= CASE_CPUS,
	.function	= case_function,
};

static int case_fetch(const struct ktrace_filter_image *image, unsigned int field,
		      u64 address, bool user, struct ktrace_span *string)
{
	static const char kernel_text[] = "in the kernel\0behind", user_text[] = "in user space";

	if (address == CASE_KERNEL && !user)
		*string = (struct ktrace_span) { kernel_text, sizeof(kernel_text) };
	else if (address == CASE_USER && user)
		*string = (struct ktrace_span) { user_text, sizeof(user_text) };
	else
		return -EFAULT;
	return 0;
}

/* Append @n bytes to the variable part; return the location word for @field. */
static u32 case_put(struct case_record *record, unsigned int *at, const void *bytes,
		    unsigned int n, unsigned int field)
{
	unsigned int offset = offsetof(struct case_record, more) + *at;

	memcpy(record->more + *at, bytes, n);
	*at += n;
	if (case_fields[field].location == KTRACE_FIELD_REL_LOC)
		offset -= case_fields[field].offset + sizeof(u32);
	return n << 16 | offset;
}

/* Fill in the record for case_true[] and case_false[]. */
static void case_fill(struct case_record *record, struct ktrace_filter_image *image)
{
	static const u32 odd = 0x01020304;
	static const unsigned long cpus[2] = { 0x8d };
	unsigned int at = 0;

	memset(record, 0, sizeof(*record));
	record->type = 1234;
	record->flags8 = 0x41;
	record->preempt_count = 2;
	record->pid = 4321;
	record->ret = -2;
	record->site = CASE_FUNC + 0x80;
	record->flags = 0x80000041;
	record->fd = -100;
	record->port = 443;
	record->delta = -3;
	record->level = 200;
	record->nice = -20;
	memcpy(&record->odd[1], &odd, sizeof(odd));
	record->duration = 1500000;
	memcpy(record->name, "twelve bytes", 12);
	record->bits[0] = 0x40;
	record->ptr = CASE_KERNEL;
	record->str = CASE_USER;
	record->size = ~0ULL;
	record->path = case_put(record, &at, "/etc/passwd\0x", 13, CASE_PATH);
	record->rel = case_put(record, &at, "a.out", 5, CASE_REL);
	record->mask = case_put(record, &at, cpus, sizeof(cpus), CASE_MASK);
	record->relmask = case_put(record, &at, cpus, 1, CASE_RELMASK);
	*image = (struct ktrace_filter_image) {
		.record	= record,
		.len	= offsetof(struct case_record, more) + at,
		.cpu	= 3,
		.comm	= "bash\0\0\0\0\0\0\0\0\0\0\0",
		.fetch	= case_fetch,
	};
}

/* Filters that accept the record of case_fill(). */
static const char * const case_true[] = {
	/* Numbers of all sizes in all notations. */
	"ret == -2", "ret==-2", "ret == 0xfffffffffffffffe", "ret < 0", "ret <= -2", "ret >= -2",
	"ret > -3", "ret != 2", "ret & 2", "ret == -ENOENT", "ret > -EINTR", "ret != ENOENT",
	"ret > -9223372036854775808", "ret < 9223372036854775807", "ret >= -0x8000000000000000",
	"common_type == 1234", "common_type == 02322", "common_type == 0x4d2", "common_pid > 4320",
	"common_flags & 0x40", "common_flags & 1", "common_preempt_count <= 2",
	"flags & O_CREAT", "flags == 0x80000041", "flags > 2147483648", "flags == -2147483583",
	"fd == -100", "fd == 0xffffff9c", "fd == AT_FDCWD", "fd < 0", "fd > -101",
	"port == 443", "port >= 443", "port < 444", "port <= 0xffff", "port != -1",
	"delta == -3", "delta == 0xfffd", "delta < -2", "delta >= -32768", "delta <= 32767",
	"level == 200", "level == -56", "level > 127", "level <= 255", "nice == -20",
	"nice == 236", "nice < 0", "nice >= -128", "nice < 127", "odd == 0x1020304",
	"size == MINUS", "size == -1", "size > 0", "size >= 18446744073709551615",
	"site == 0x8080", "site > 0", "flags != MINUS",
	/* Comparisons that every number or no number passes. */
	"!(port < 0)", "port >= 0", "!(nice < -128)", "nice >= -128", "!(level > 255)",
	"!(port & 0)",
	/* Times. */
	"duration > 1ms", "duration == 1500us", "duration == 1500000ns", "duration == 1500000",
	"duration < 1s", "duration <= 0x16e360", "duration >= 0x16e360ns",
	/* Functions. */
	"site.function == vfs_read", "site.function == 0x8000", "site.function == 0x80ff",
	"ret.function != vfs_read", "size.function != 0x8001",
	/* Strings. */
	"name == 'twelve bytes'", "name == \"twelve bytes\"", "name != twelve", "name ~ twelve*",
	"name ~ '*bytes'", "name ~ '*e b*'", "name ~ '*'", "name ~ '**'", "name ~ 't*e*s'",
	"name ~ 'twelve?bytes'", "name ~ 't[v-x]elve*'", "name ~ '[!a]*'", "name != ''",
	"!(name ~ 't[!v-x]*')", "name ~ 'twelve\\ bytes'", "name ~ '[]t]*'", "name ~ '*b[xy]tes'",
	"path == /etc/passwd", "path ~ /etc/*", "path ~ *passwd", "path ~ */pass*", "path ~ *?w?",
	"path != /etc/passwdx", "path.ustring == /etc/passwd", "rel == a.out", "rel ~ *.out",
	"rel ~ a*", "rel ~ ?[.]out", "rel != a.ou", "rel ~ \"*.*\"", "rel ~ '*a*o*u*t*'",
	"ptr == 'in the kernel'", "ptr ~ *kernel", "ptr != x", "str.ustring ~ 'in user*'",
	"str == 0x2000", "str > 0x1fff", "str ~ *space", "str ~ 'in user space'",
	"str == 'in user space'", "str != \"in user\"", "str & 0x2000",
	"str.function != vfs_read", "path ~ \"/etc/p[!b]s[s-s]wd\"",
	"name ~ '*[z-a]*' || port == 443",
	"COMM == bash", "comm ~ 'ba*'", "comm == 'bash'", "COMM != sh", "COMM ~ b?sh",
	/* CPUs and other sets. */
	"cpu == 3", "CPU < 4", "CPU & CPUS{0-3}", "CPU == CPUS{3}", "CPU != CPUS{2,3}",
	"CPU & CPUS{1,3,5}", "CPU & CPUS{all}", "CPU & CPUS{0-N:1/3}", "CPU != CPUS{N}",
	"mask & CPUS{3}", "mask == CPUS{0,2-3,7}", "mask != CPUS{0-299}", "mask & CPUS{0-299:1/7}",
	"mask == CPUS{0,2-3,007}", "relmask == CPUS{0,2,3,7}", "relmask & CPUS{7}",
	"!(mask & CPUS{1,4-6,8-299})", "bits == 0x40", "bits & 0x60", "bits == O_CREAT",
	"bits != 0", "bits & CPUS{6}", "mask == 0x8d", "level & CPUS{200}", "level & CPUS{1,200}",
	"level != CPUS{200,299}", "port != CPUS{all}", "!(nice & CPUS{236})",
	"!(nice & CPUS{1,236})", "!(level & CPUS{256-299})",
	/* Names common to all events, and spaces. */
	"pid == 4321", " \t pid\n==4321 ", "pid==4321&&ret==-2||fd==0", "!pid == 1",
	/* Logical operators. */
	"port == 443 && level == 200", "port == 1 || level == 200", "!(port == 1)", "!!port == 443",
	"port == 443 || port == 1 && level == 1", "(port == 443 || port == 1) && level == 200",
	"!(port == 443 && level == 1) && fd == -100", "!(port == 1 || level == 1)",
	"!(!(port == 443) || !(level == 200 && nice == -20))", "((((port == 443))))",
	"port == 1 && level == 1 || nice == -20 && fd == -100 || ret == 0",
	"(port == 1 || level == 200) && (nice == 1 || fd == -100)",
	"!(ptr == x) && !(ptr != 'in the kernel')",
	"ret == 0 || port == 443", "!(ret == 0 && port == 1)",
	"(ret == 0 || name == x) && port == 1 || fd == -100", "str.ustring == x || port == 443",
	"!(port == 1 && !(ret == 0))",
};

/* Filters that refuse the record. */
static const char * const case_false[] = {
	"ret == 2", "ret > -2", "ret & 1", "port < 443", "port > 443", "nice > 0", "level < 200",
	"delta == 0", "fd >= 0", "flags & 2", "flags & 0", "odd == 0x04030201", "duration > 2ms",
	"port < 0", "nice < -128", "port > 65535", "size < 0", "duration == 1s", "ret == ENOENT",
	"site.function != vfs_read", "ret.function == vfs_read", "size.function == vfs_read",
	"name == twelve", "name == 'twelve bytes '", "name ~ bytes", "name ~ '*byte'", "name ~ ''",
	"name ~ 'welve*'", "name ~ '*[a]*'", "name ~ '[t'", "name ~ 't\\?*'", "name ~ 't?'",
	"name ~ 'twelve*x'", "name ~ '?'", "name ~ '*a*'", "name ~ '[!t]*'", "name ~ '[t-'",
	"path == /etc/passw", "path == /etc/passwd1", "path != /etc/passwd", "path ~ *x",
	"path ~ '*x*'", "rel == a.out1", "rel == a.ou", "rel ~ '*.outs'", "rel ~ 'a.out?'",
	"rel ~ '*\\'", "rel ~ '[!]a]*'", "rel ~ '*[.-'", "path ~ '*0*'", "path ~ '*/passwd?'",
	"ptr == 'in user space'", "ptr ~ *behind", "str ~ space", "str == 'in user'",
	"str != 'in user space'", "str == 0x2001", "str.ustring == 'in user'",
	"COMM == zsh", "comm ~ *shx", "COMM ~ b?",
	"CPU & CPUS{0-2}", "CPU & CPUS{0,2,4}", "CPU == CPUS{3,4}", "CPU != CPUS{3}", "CPU > 3",
	"mask & CPUS{1,4-6,8-299}", "mask == CPUS{0,2,3}", "mask == CPUS{0,2-3,7-8}",
	"mask != CPUS{0,2-3,7}", "mask == CPUS{0,2-3,7,299}", "relmask & CPUS{6}", "bits == 0",
	"bits == 0x41", "bits & 0", "level & CPUS{0-199}", "level == CPUS{199-200}",
	"level == CPUS{299}", "nice & CPUS{236}", "nice & CPUS{1,236}", "level & CPUS{256,299}",
	"level & CPUS{1,299}", "bits == CPUS{299}", "ret & CPUS{0,2}",
	"port == 443 && level == 1", "port == 1 || level == 1", "!(port == 443)",
	"(port == 443 || port == 1) && level == 1", "!(port == 1 && level == 1) && fd == 1",
	"!(port == 443 || level == 1)", "port == 1 && (port == 443 || level == 200)",
	/* A string that cannot be read is neither equal nor different. */
	"ptr.ustring != 'in the kernel' && port == 1", "site.ustring == ''", "site.ustring != ''",
	"site.ustring ~ '*'",
	"ret == 0 && port == 1", "!(ret == 0 || port == 443)",
	"(ret == 0 && name == x) && port == 1", "str.ustring == x && port == 1",
	"!(port == 443 || !(str.ustring != x))", "(ret == 0 || port == 443) && fd == 1",
};

/* Invalid filters; ^ precedes the offending byte and is removed. */
struct case_refused {
	const char		*text;
	enum ktrace_filter_err	code;
};

#define CASE_REFUSED(text, code)	{ text, KTRACE_FILTER_ERR_##code }

static const struct case_refused case_refused[] = {
	CASE_REFUSED("^", EMPTY),
	CASE_REFUSED(" \t\n^", EMPTY),
	CASE_REFUSED("port == 443 &&^", OPERAND),
	CASE_REFUSED("port == 443 ||^ ", OPERAND),
	CASE_REFUSED("port == 443 && !^", OPERAND),
	CASE_REFUSED("port == 443 || !!^", OPERAND),
	CASE_REFUSED("^&& port == 443", OPERAND),
	CASE_REFUSED("port == 443 && ^&& port == 1", OPERAND),
	CASE_REFUSED("(^)", OPERAND),
	CASE_REFUSED("(^", OPERAND),
	CASE_REFUSED("!^", OPERAND),
	CASE_REFUSED("^5 == port", OPERAND),
	CASE_REFUSED("!^= port", OPERAND),
	CASE_REFUSED("^\"port\" == 443", OPERAND),
	CASE_REFUSED("^\xc3\xa4 == 1", OPERAND),
	CASE_REFUSED("a^", NO_FIELD),
	CASE_REFUSED("por ^== 1", NO_FIELD),
	CASE_REFUSED("por^==1", NO_FIELD),
	CASE_REFUSED("por^.ustring == x", NO_FIELD),
	CASE_REFUSED("port == 443 && (ports  ^== 1)", NO_FIELD),
	CASE_REFUSED("(Comm^)", NO_FIELD),
	CASE_REFUSED("site.^functions == vfs_read", SUFFIX),
	CASE_REFUSED("site.^ == 1", SUFFIX),
	CASE_REFUSED("port^.ustring == x", USTRING),
	CASE_REFUSED("mask^.ustring == x", USTRING),
	CASE_REFUSED("CPU^.ustring == x", USTRING),
	CASE_REFUSED("flags^.function == vfs_read", FUNCTION),
	CASE_REFUSED("name^.function == vfs_read", FUNCTION),
	CASE_REFUSED("port^", NO_OPERATOR),
	CASE_REFUSED("port ^&& level == 1", NO_OPERATOR),
	CASE_REFUSED("port ^443", NO_OPERATOR),
	CASE_REFUSED("port ^! 443", NO_OPERATOR),
	CASE_REFUSED("port ^| 443", NO_OPERATOR),
	CASE_REFUSED("(port^) == 443", NO_OPERATOR),
	CASE_REFUSED("port^=443", ASSIGNMENT),
	CASE_REFUSED("port ^=", ASSIGNMENT),
	CASE_REFUSED("port ^~ 443", NUMBER_OPERATOR),
	CASE_REFUSED("name ^< a", STRING_OPERATOR),
	CASE_REFUSED("name ^& a", STRING_OPERATOR),
	CASE_REFUSED("mask ^< CPUS{1}", MASK_OPERATOR),
	CASE_REFUSED("bits ^~ 1", MASK_OPERATOR),
	CASE_REFUSED("port ^> CPUS{1}", MASK_OPERATOR),
	CASE_REFUSED("site.function ^> vfs_read", FUNCTION_OPERATOR),
	CASE_REFUSED("^numbers == 1", ARRAY),
	CASE_REFUSED("^dyn == 1", ARRAY),
	CASE_REFUSED("port ==^", NO_VALUE),
	CASE_REFUSED("port == ^&& level == 1", NO_VALUE),
	CASE_REFUSED("port == ^== 1", NO_VALUE),
	CASE_REFUSED("(port == ^)", NO_VALUE),
	CASE_REFUSED("name ==^", NO_VALUE),
	CASE_REFUSED("name ~ ^)", NO_VALUE),
	CASE_REFUSED("site.function ==^ ", NO_VALUE),
	CASE_REFUSED("mask &^ ", NO_VALUE),
	CASE_REFUSED("port == ^\"443\"", STRING_VALUE),
	CASE_REFUSED("port == ^'443", STRING_VALUE),
	CASE_REFUSED("name == ^443", NUMBER_VALUE),
	CASE_REFUSED("name == ^0x12", NUMBER_VALUE),
	CASE_REFUSED("name == ^99999999999999999999", NUMBER_VALUE),
	CASE_REFUSED("name == ^'twelve", QUOTE),
	CASE_REFUSED("name == ^\"", QUOTE),
	CASE_REFUSED("name == ^\"twelve'", QUOTE),
	CASE_REFUSED("name == ^\"twe\nlve\"", NEWLINE),
	CASE_REFUSED("port == ^level", BAD_NUMBER),
	CASE_REFUSED("port == ^-", BAD_NUMBER),
	CASE_REFUSED("port == ^-x", BAD_NUMBER),
	CASE_REFUSED("port == ^+1", BAD_NUMBER),
	CASE_REFUSED("port == ^443x", BAD_NUMBER),
	CASE_REFUSED("port == ^0x", BAD_NUMBER),
	CASE_REFUSED("port == ^089", BAD_NUMBER),
	CASE_REFUSED("port == ^1ms", BAD_NUMBER),
	CASE_REFUSED("duration == ^1m", BAD_NUMBER),
	CASE_REFUSED("duration == ^ms", BAD_NUMBER),
	CASE_REFUSED("ret == ^-EXYZ", BAD_NUMBER),
	CASE_REFUSED("ret == ^99999999999999999999x", BAD_NUMBER),
	CASE_REFUSED("port == ^CPUS", BAD_NUMBER),
	CASE_REFUSED("bits == ^x", BAD_NUMBER),
	CASE_REFUSED("port == ^65536", RANGE),
	CASE_REFUSED("port == ^-32769", RANGE),
	CASE_REFUSED("port > ^-1", RANGE),
	CASE_REFUSED("port & ^0x10000", RANGE),
	CASE_REFUSED("delta < ^32768", RANGE),
	CASE_REFUSED("delta >= ^-32769", RANGE),
	CASE_REFUSED("nice == ^256", RANGE),
	CASE_REFUSED("ret < ^0x8000000000000000", RANGE),
	CASE_REFUSED("ret == ^0x10000000000000000", RANGE),
	CASE_REFUSED("ret == ^18446744073709551616", RANGE),
	CASE_REFUSED("ret == ^-9223372036854775809", RANGE),
	CASE_REFUSED("size > ^-1", RANGE),
	CASE_REFUSED("flags == ^WIDE", RANGE),
	CASE_REFUSED("flags > ^MINUS", RANGE),
	CASE_REFUSED("duration > ^18446744074s", RANGE),
	CASE_REFUSED("bits == ^-1", RANGE),
	CASE_REFUSED("CPU == ^4294967296", RANGE),
	CASE_REFUSED("site.function == ^vfs_rea", NO_FUNCTION),
	CASE_REFUSED("site.function == ^empty", NO_FUNCTION),
	CASE_REFUSED("site.function == ^0x8100", NO_FUNCTION),
	CASE_REFUSED("site.function == ^0x80g0", NO_FUNCTION),
	CASE_REFUSED("site.function == ^'vfs_read'", NO_FUNCTION),
	CASE_REFUSED("CPU & CPUS^{0-3", CPUS_CLOSE),
	CASE_REFUSED("mask & CPUS^{", CPUS_CLOSE),
	CASE_REFUSED("mask & CPUS{^}", CPUS),
	CASE_REFUSED("mask & CPUS{1,^}", CPUS),
	CASE_REFUSED("mask & CPUS{1^ ,2}", CPUS),
	CASE_REFUSED("mask & CPUS{1-^}", CPUS),
	CASE_REFUSED("mask & CPUS{^3-1}", CPUS),
	CASE_REFUSED("mask & CPUS{^-1}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:^}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:1^}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:1/^}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:^0/2}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:^3/2}", CPUS),
	CASE_REFUSED("mask & CPUS{1-3:^1/0}", CPUS),
	CASE_REFUSED("mask & CPUS{N^2}", CPUS),
	CASE_REFUSED("mask & CPUS{all^l}", CPUS),
	CASE_REFUSED("mask & CPUS{0-3^;7}", CPUS),
	CASE_REFUSED("mask & CPUS{^300}", NO_CPU),
	CASE_REFUSED("mask & CPUS{0-^300}", NO_CPU),
	CASE_REFUSED("mask & CPUS{0-3:1/^100000}", NO_CPU),
	CASE_REFUSED("mask & CPUS{^99999999999999999999}", NO_CPU),
	CASE_REFUSED("port == 443 ^level == 200", EXTRA),
	CASE_REFUSED("port == 443 ^& level == 200", EXTRA),
	CASE_REFUSED("port == 443 ^| level == 200", EXTRA),
	CASE_REFUSED("port == 443 ^&", EXTRA),
	CASE_REFUSED("port == 443^(level == 200)", EXTRA),
	CASE_REFUSED("name == 'a'^b", EXTRA),
	CASE_REFUSED("name == a^=b", EXTRA),
	CASE_REFUSED("mask & CPUS{1}^x", EXTRA),
	CASE_REFUSED("port == 443^)", UNOPENED),
	CASE_REFUSED("(port == 443)^) && level == 1", UNOPENED),
	CASE_REFUSED("^(port == 443", UNCLOSED),
	CASE_REFUSED("port == 443 && ^(level == 1 || (nice == 1)", UNCLOSED),
	CASE_REFUSED("((port == 443) && ^(level == 1", UNCLOSED),
};

/* Copy @text to @buf without its caret; return the caret's column. */
static inline unsigned int case_column(const char *text, char *buf)
{
	const char *caret = strchr(text, '^');

	memcpy(buf, text, caret - text);
	memcpy(buf + (caret - text), caret + 1, strlen(caret));
	return caret - text;
}

/* Make the inline numbers available to the prefilter at their offsets in the record. */
static void case_available(struct ktrace_field fields[NR_CASE_FIELDS])
{
	unsigned int i;

	for (i = 0; i < NR_CASE_FIELDS; i++) {
		fields[i] = case_fields[i];
		if (fields[i].location != KTRACE_FIELD_INLINE || fields[i].count)
			continue;
		fields[i].avail = i == CASE_RET ? KTRACE_AVAIL_LATER : KTRACE_AVAIL_OWN;
		fields[i].at = fields[i].offset;
	}
}

/* Filters, and the verdict of their prefilter on the record of case_fill(). */
struct case_prefilter {
	const char	*filters[2];
	bool		at_entry;
	/* No prefilter; refused; accepted; accepted, and the filter would accept too. */
	enum { CASE_NOTHING, CASE_REFUSED, CASE_PASSES, CASE_EXACT } told;
};

static const struct case_prefilter case_prefilter[] = {
	{ { "ret == 77" }, false, CASE_REFUSED },
	{ { "ret == -2" }, false, CASE_EXACT },
	{ { "!(ret == -2)" }, false, CASE_REFUSED },
	{ { "nice == -20 && port == 443 && fd < 0" }, false, CASE_EXACT },
	{ { "fd > 0 || port == 443" }, false, CASE_EXACT },
	{ { "fd > 0 || port == 1" }, false, CASE_REFUSED },
	/* An unavailable comparison must not refuse a record, whether it is negated or not. */
	{ { "path ~ '*.conf'" }, false, CASE_NOTHING },
	{ { "!(path ~ '*.conf')" }, false, CASE_NOTHING },
	{ { "ret == 77 && path ~ '*.conf'" }, false, CASE_REFUSED },
	{ { "path ~ '*.conf' && ret == 77" }, false, CASE_REFUSED },
	{ { "ret == 77 || path ~ '*.conf'" }, false, CASE_NOTHING },
	{ { "ret == -2 && path ~ '*.conf'" }, false, CASE_PASSES },
	{ { "!(ret == 77 || path ~ '*.conf')" }, false, CASE_PASSES },
	{ { "!(ret == -2 || path ~ '*.conf')" }, false, CASE_REFUSED },
	{ { "!(ret == -2 && path ~ '*.conf')" }, false, CASE_NOTHING },
	{ { "cpu == 77" }, false, CASE_NOTHING },
	/* The name of the task. */
	{ { "comm == bash" }, false, CASE_EXACT },
	{ { "comm == bas" }, false, CASE_REFUSED },
	{ { "comm == bashes" }, false, CASE_REFUSED },
	{ { "comm == bash_and_much_more" }, false, CASE_NOTHING },
	{ { "comm == bash_and_mor" }, false, CASE_REFUSED },
	{ { "comm == bash_and" }, false, CASE_REFUSED },
	{ { "comm != bash" }, false, CASE_REFUSED },
	{ { "comm != zsh" }, false, CASE_EXACT },
	{ { "!comm == bash" }, false, CASE_REFUSED },
	{ { "comm ~ 'ba*'" }, false, CASE_EXACT },
	{ { "comm ~ 'b*h'" }, false, CASE_NOTHING },
	{ { "comm ~ 'bash_and*'" }, false, CASE_REFUSED },
	{ { "comm ~ '*'" }, false, CASE_NOTHING },
	{ { "comm == ''" }, false, CASE_REFUSED },
	{ { "comm == zsh && ret == -2" }, false, CASE_REFUSED },
	{ { "comm == bash && ret == -2" }, false, CASE_EXACT },
	/* Before the end of the recorded operation. */
	{ { "ret == 77" }, true, CASE_NOTHING },
	{ { "ret == 77 && fd == 3" }, true, CASE_REFUSED },
	{ { "ret == 77 && fd == -100" }, true, CASE_PASSES },
	{ { "comm == zsh" }, true, CASE_NOTHING },
	/* With two filters, refuse only if both refuse. */
	{ { "ret == 77", "fd == 3" }, false, CASE_REFUSED },
	{ { "ret == 77", "fd == -100" }, false, CASE_EXACT },
	{ { "ret == -2", "fd == 3" }, false, CASE_EXACT },
	{ { "ret == 77", "path ~ '*.conf'" }, false, CASE_NOTHING },
	{ { "ret == 77 && path ~ '*.conf'", "fd == 3 && name == x" }, false, CASE_REFUSED },
	{ { "comm == zsh || nice == 1", "port == 1 && nice == 2" }, false, CASE_REFUSED },
	{ { }, false, CASE_EXACT },
};

/*
 * Compile @filters to @prefilter, which has room for KTRACE_PREFILTER_MAX instructions, and run it.
 * Return true if the verdict is the expected one.
 */
static inline bool case_prefilter_ok(const struct case_prefilter *c,
				     struct ktrace_prefilter *prefilter,
				     const struct ktrace_filter_image *image,
				     const struct ktrace_filter *const *filters,
				     unsigned int nr)
{
	struct ktrace_field fields[NR_CASE_FIELDS];
	const struct ktrace_prefilter_env env = {
		.filters = filters, .nr_filters = nr, .at_entry = c->at_entry,
		.fields = fields, .nr_fields = NR_CASE_FIELDS,
	};

	case_available(fields);
	if (!ktrace_prefilter_compile(prefilter, &env))
		return c->told == CASE_NOTHING;
	if (!ktrace_prefilter_accepts(prefilter, image->record, image->comm))
		return c->told == CASE_REFUSED;
	return c->told == (prefilter->exact ? CASE_EXACT : CASE_PASSES);
}

#endif /* _KTRACE_PARSE_FILTER_CASES_H */
