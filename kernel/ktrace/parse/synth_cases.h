/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of lines, shared by the tests of synth.c in the kernel (KUnit) and in user space. */
#ifndef _KTRACE_SYNTH_CASES_H
#define _KTRACE_SYNTH_CASES_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "synth.h"

/* Valid lines of synthetic_events, and their canonical form. */
static const struct {
	const char *line;
	const char *read;
} case_good[] = {
	{ "e u64 a", "e u64 a" },
	{ "  e\tu64  a ;", "e u64 a" },
	{ "e u64 a;u32 b", "e u64 a; u32 b" },
	{ "e u64 a ; u32 b ;", "e u64 a; u32 b" },
	{ "e u64 a u32 b; s8 c", "e u64 a; u32 b; s8 c" },
	{ "wakeup  u64 lat pid_t pid char comm[16]", "wakeup u64 lat; pid_t pid; char[16] comm" },
	{ "e s8 a; u8 b; s16 c; u16 d; s32 e; u32 f; s64 g",
	  "e s8 a; u8 b; s16 c; u16 d; s32 e; u32 f; s64 g" },
	{ "e char a; unsigned char b; short c; unsigned short d",
	  "e char a; unsigned char b; short c; unsigned short d" },
	{ "e int a; unsigned int b; long c; unsigned  long d; bool f; gfp_t g",
	  "e int a; unsigned int b; long c; unsigned long d; bool f; gfp_t g" },
	{ "e char[16] a; char b[256]; char c[1]", "e char[16] a; char[256] b; char[1] c" },
	{ "e char a[]; char[] b; char c[0x10]", "e char[] a; char[] b; char[16] c" },
	{ "e long[] a; unsigned long[] stack; unsigned long c[]",
	  "e long[] a; unsigned long[] stack; unsigned long[] c" },
	{ "_e9 u64 unsigned_", "_e9 u64 unsigned_" },
	{ "!e", "!e" },
	{ "!e u64 a; junk", "!e" },
	{ "", "" },
	{ " \t", "" },
	{ "# e u64 a", "" },
	{ "e u64 a # why", "e u64 a" },
	{ "e u64 a; u32 b;# why; u8 c", "e u64 a; u32 b" },
	{ "!e # why", "!e" },
	{ "!e#", "!e" },
};

/* Valid lines of dynamic_events. */
static const struct {
	const char *line;
	const char *read;
} case_dynamic[] = {
	{ "s:e u64 a; pid_t b;", "e u64 a; pid_t b" },
	{ "s:synthetic/e u64 a", "e u64 a" },
	{ " s:synthetic/e\tchar[] a; long[] b", "e char[] a; long[] b" },
	{ "s:e u64 a; # why", "e u64 a" },
};

/* Invalid lines; a caret precedes the offending byte. */
struct case_bad {
	const char *line;
	enum ktrace_synth_err code;
};

static const struct case_bad case_bad[] = {
	{ "^e", KTRACE_SYNTH_ERR_COMMAND },
	{ "^e;", KTRACE_SYNTH_ERR_COMMAND },
	{ " ^e ; u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^e; u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^e ;u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^;e u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^e;f u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^!", KTRACE_SYNTH_ERR_COMMAND },
	{ "^e-f u64 a", KTRACE_SYNTH_ERR_NAME },
	{ "^9e u64 a", KTRACE_SYNTH_ERR_NAME },
	{ "^s:e u64 a", KTRACE_SYNTH_ERR_NAME },
	{ "!^e/f", KTRACE_SYNTH_ERR_NAME },
	{ "^enable u64 a", KTRACE_SYNTH_ERR_NAME_FILE },
	{ "^filter u64 a", KTRACE_SYNTH_ERR_NAME_FILE },
	{ "^n123456789012345678901234567890123456789012345678901234567890123 u64 a",
	  KTRACE_SYNTH_ERR_NAME_LONG },
	{ "e u64 a; ^u64", KTRACE_SYNTH_ERR_FIELD },
	{ "e u64 a;^[]", KTRACE_SYNTH_ERR_FIELD },
	{ "e u64 a ^b", KTRACE_SYNTH_ERR_FIELD },
	{ "e u64 a;^;", KTRACE_SYNTH_ERR_FIELD },
	{ "e u64 a; ^; u64 b", KTRACE_SYNTH_ERR_FIELD },
	{ "e ^unsigned", KTRACE_SYNTH_ERR_UNSIGNED },
	{ "e ^unsigned a", KTRACE_SYNTH_ERR_UNSIGNED },
	{ "e ^unsigned a; u64 b", KTRACE_SYNTH_ERR_UNSIGNED },
	{ "e ^chr a", KTRACE_SYNTH_ERR_TYPE },
	{ "e ^unsigned u64 a", KTRACE_SYNTH_ERR_TYPE },
	{ "e ^unsignedlong a", KTRACE_SYNTH_ERR_TYPE },
	{ "e ^[4] a", KTRACE_SYNTH_ERR_TYPE },
	{ "e u64 ^a-b", KTRACE_SYNTH_ERR_NAME },
	{ "e u64 ^9", KTRACE_SYNTH_ERR_NAME },
	{ "e char ^a]; int b", KTRACE_SYNTH_ERR_NAME },
	{ "e char ^[4]", KTRACE_SYNTH_ERR_NAME },
	{ "e char ^a[; int b", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[x]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[0]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[257]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[18446744073709551617]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[4]b", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char ^a[4][4]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char^[257] a", KTRACE_SYNTH_ERR_ARRAY },
	{ "e char[4] ^a[4]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e int ^a[4]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e int^[] a", KTRACE_SYNTH_ERR_ARRAY },
	{ "e long ^a[4]", KTRACE_SYNTH_ERR_ARRAY },
	{ "e u64 a; u32 ^a", KTRACE_SYNTH_ERR_FIELD_TWICE },
	{ "^e # u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "e ^u64 # a", KTRACE_SYNTH_ERR_FIELD },
};

static const struct case_bad case_bad_dynamic[] = {
	{ "^s", KTRACE_SYNTH_ERR_DYNAMIC },
	{ "^s8:e u64 a", KTRACE_SYNTH_ERR_DYNAMIC },
	{ "^s:junk/e u64 a", KTRACE_SYNTH_ERR_DYNAMIC },
	{ "^s:junk/e char a[", KTRACE_SYNTH_ERR_DYNAMIC },
	{ "^s:synthetic/e/f u64 a", KTRACE_SYNTH_ERR_DYNAMIC },
	{ "^s:", KTRACE_SYNTH_ERR_COMMAND },
	{ "^s:synthetic/ u64 a", KTRACE_SYNTH_ERR_COMMAND },
	{ "^s:e", KTRACE_SYNTH_ERR_COMMAND },
	{ "s:^!e", KTRACE_SYNTH_ERR_NAME },
	{ "s:e ^chr a", KTRACE_SYNTH_ERR_TYPE },
};

/* Write the canonical form to @buf; truncate it to @size. */
static void case_write(const struct ktrace_synth_spec *spec, char *buf, size_t size)
{
	unsigned int i;
	size_t n;

	n = snprintf(buf, size, "%s%.*s", spec->remove ? "!" : "", (int)spec->name.n,
		     spec->name.s);
	for (i = 0; i < spec->nr && n < size; i++) {
		const struct ktrace_synth_decl *decl = &spec->fields[i];

		n += snprintf(buf + n, size - n, "%s %s", i ? ";" : "", decl->type->name);
		if (n < size && decl->keep == KTRACE_SYNTH_TEXT)
			n += snprintf(buf + n, size - n, "[%u]", decl->count);
		else if (n < size && decl->keep != KTRACE_SYNTH_NUMBER)
			n += snprintf(buf + n, size - n, "[]");
		if (n < size)
			n += snprintf(buf + n, size - n, " %.*s", (int)decl->name.n,
				      decl->name.s);
	}
}

/* Copy @line to @buf without its caret; return the column of the caret. */
static unsigned int case_column(const char *line, char *buf, size_t size)
{
	const char *caret = strchr(line, '^');
	unsigned int column = caret - line;

	snprintf(buf, size, "%.*s%s", (int)column, line, caret + 1);
	return column;
}

#endif /* _KTRACE_SYNTH_CASES_H */
