/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of probe_parse.c have in common, in the kernel (KUnit) and in
 * user space: a kernel made up to be asked for names, and tables of lines.
 */
#ifndef _KTRACE_PROBE_PARSE_CASES_H
#define _KTRACE_PROBE_PARSE_CASES_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

/* The functions of the kernel made up; instructions have 4 bytes. */
#define CASE_FUNC	0x1000UL
#define CASE_FUNC_SIZE	0x100UL
#define CASE_BLACK	0x2000UL
#define CASE_DATA	0x5000UL
#define CASE_BYTES	1048
#define CASE_SLOTS	2048

static int case_reg(const char *name)
{
	static const char * const regs[] = { "ax", "di", "si", "dx", "cx", "sp" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		if (!strcmp(name, regs[i]))
			return i * 8;
	}
	return -1;
}

static unsigned long case_data(const char *name)
{
	return !strcmp(name, "jiffies") || !strcmp(name, "_sdata") ? CASE_DATA : 0;
}

static enum probe_err case_symbol(struct probe_spec *spec)
{
	if (spec->module[0])
		return strcmp(spec->module, "mod") || strcmp(spec->symbol, "func") ?
		       PROBE_ERR_NO_MODULE : PROBE_OK;
	if (!strcmp(spec->symbol, "twice"))
		return PROBE_ERR_AMBIGUOUS;
	if (strcmp(spec->symbol, "vfs_read") && strcmp(spec->symbol, "a.part.0"))
		return PROBE_ERR_NO_SYMBOL;
	return PROBE_OK;
}

static enum probe_err case_place(struct probe_spec *spec)
{
	enum probe_err code;

	if (spec->symbol[0]) {
		code = case_symbol(spec);
		if (code != PROBE_OK)
			return code;
		if (spec->offset < 0 || spec->offset >= (s64)CASE_FUNC_SIZE)
			return PROBE_ERR_OUTSIDE;
		spec->address = CASE_FUNC + spec->offset;
	}
	spec->at_entry = spec->address == CASE_FUNC;
	if (spec->address == CASE_BLACK)
		return PROBE_ERR_BLACKLISTED;
	if (spec->address - CASE_FUNC >= CASE_FUNC_SIZE)
		return PROBE_ERR_NOT_TEXT;
	return spec->address % 4 ? PROBE_ERR_BOUNDARY : PROBE_OK;
}

static const struct probe_env case_env = {
	.reg		= case_reg,
	.data		= case_data,
	.place		= case_place,
	.bytes_max	= CASE_BYTES,
	.slots_max	= CASE_SLOTS,
	.dentry_name	= 40,
	.file_dentry	= 64,
};

static const struct probe_env case_user_env = {
	.reg		= case_reg,
	.bytes_max	= CASE_BYTES,
	.slots_max	= CASE_SLOTS,
	.user		= true,
};

static enum probe_err case_base(struct probe_spec *spec)
{
	return strcmp(spec->module, "sched") || strcmp(spec->symbol, "switch") ?
	       PROBE_ERR_NO_BASE : PROBE_OK;
}

/* Places are as enum ktrace_field_place has them: 1 is __data_loc. */
static enum probe_err case_field(const char *name, struct probe_arg *arg)
{
	arg->base = PROBE_BASE_FIELD;
	if (!strcmp(name, "pid")) {
		arg->value = PROBE_FIELD(8, 4, 0, true);
	} else if (!strcmp(name, "text")) {
		arg->base = PROBE_BASE_FIELD_TEXT;
		arg->value = PROBE_FIELD(12, 1, 1, false);
	} else if (!strcmp(name, "array")) {
		arg->base = PROBE_BASE_FIELD_ADDR;
		arg->value = PROBE_FIELD(16, 32, 0, false);
	} else {
		return PROBE_ERR_NO_FIELD;
	}
	return PROBE_OK;
}

static const struct probe_env case_event_env = {
	.kind		= PROBE_EVENT,
	.reg		= case_reg,
	.data		= case_data,
	.place		= case_base,
	.field		= case_field,
	.bytes_max	= CASE_BYTES,
	.dentry_name	= 40,
	.file_dentry	= 64,
};

static enum probe_err case_tracepoint(struct probe_spec *spec)
{
	return PROBE_OK;
}

static const struct probe_env case_tracepoint_env = {
	.kind		= PROBE_TRACEPOINT,
	.reg		= case_reg,
	.data		= case_data,
	.place		= case_tracepoint,
	.bytes_max	= CASE_BYTES,
	.slots_max	= CASE_SLOTS,
	.dentry_name	= 40,
	.file_dentry	= 64,
};

/* A line that is accepted, and how it is written. */
struct case_good {
	const char *line;
	const char *written;
};

static const struct case_good case_good[] = {
	{ "p vfs_read", "p:kprobes/p_vfs_read_0 vfs_read" },
	{ "p vfs_read+0", "p:kprobes/p_vfs_read_0 vfs_read" },
	{ "  p\tvfs_read+0x10  # why", "p:kprobes/p_vfs_read_16 vfs_read+16" },
	{ "p 4096", "p:kprobes/p_0x1000 0x1000" },
	{ "p 0x1010", "p:kprobes/p_0x1010 0x1010" },
	{ "p mod:func+4", "p:kprobes/p_mod_func_4 mod:func+4" },
	{ "p a.part.0", "p:kprobes/p_a_part_0_0 a.part.0" },
	{ "p:ev vfs_read", "p:kprobes/ev vfs_read" },
	{ "p:grp/ev vfs_read", "p:grp/ev vfs_read" },
	{ "p:grp.ev vfs_read", "p:grp/ev vfs_read" },
	{ "p:grp/ vfs_read", "p:grp/p_vfs_read_0 vfs_read" },
	{ "p:grp. vfs_read", "p:grp/p_vfs_read_0 vfs_read" },
	{ "r vfs_read", "r:kprobes/r_vfs_read_0 vfs_read" },
	{ "r10:ev vfs_read rv", "r10:kprobes/ev vfs_read arg1=rv" },
	{ "r4096 vfs_read+0", "r4096:kprobes/r_vfs_read_0 vfs_read" },
	{ "p:ev vfs_read%return $retval", "r:kprobes/ev vfs_read arg1=$retval" },
	{ "p:e vfs_read %ax x=%di:u8 y=s0 $stack1:s16 $stack",
	  "p:kprobes/e vfs_read arg1=%ax x=%di:u8 y=s0 arg4=$stack1:s16 arg5=$stack" },
	{ "p:e vfs_read a0 $arg1 ra $comm",
	  "p:kprobes/e vfs_read arg1=a0 arg2=$arg1 arg3=ra arg4=$comm" },
	{ "p:e vfs_read \\1 \\-1 \\0x10:x8",
	  "p:kprobes/e vfs_read arg1=\\1 arg2=\\-1 arg3=\\0x10:x8" },
	{ "p:e vfs_read \\\"a=b\"", "p:kprobes/e vfs_read arg1=\\\"a=b\"" },
	{ "p:e vfs_read \\\"text\" x=\\\"a:b=c(\":string \\\"\"",
	  "p:kprobes/e vfs_read arg1=\\\"text\" x=\\\"a:b=c(\":string arg3=\\\"\"" },
	{ "p:e vfs_read $comm:string +0(%di):string +u4(%si):string",
	  "p:kprobes/e vfs_read arg1=$comm:string arg2=+0(%di):string arg3=+u4(%si):string" },
	{ "p:e vfs_read $arg1:%pd f=$arg2:%pD +8(%di):%pD $COMM",
	  "p:kprobes/e vfs_read arg1=$arg1:%pd f=$arg2:%pD arg3=+8(%di):%pD arg4=$COMM" },
	{ "p:e vfs_read -8(%si):ustring",
	  "p:kprobes/e vfs_read arg1=-8(%si):ustring" },
	{ "p:e vfs_read @jiffies @jiffies+8:u32 @_sdata-10",
	  "p:kprobes/e vfs_read arg1=@jiffies arg2=@jiffies+8:u32 arg3=@_sdata-10" },
	{ "p:e vfs_read @0x5000:string +0(@jiffies)",
	  "p:kprobes/e vfs_read arg1=@0x5000:string arg2=+0(@jiffies)" },
	{ "p:e vfs_read +0(%di):u8[64] %di:b4@4/8",
	  "p:kprobes/e vfs_read arg1=+0(%di):u8[64] arg2=%di:b4@4/8" },
	{ "p:e vfs_read +8(%di):symbol %di:symbol %di:char",
	  "p:kprobes/e vfs_read arg1=+8(%di):symbol arg2=%di:symbol arg3=%di:char" },
	{ "r:e vfs_read $arg1 a5 %ax ra",
	  "r:kprobes/e vfs_read arg1=$arg1 arg2=a5 arg3=%ax arg4=ra" },
	{ "p:e vfs_read +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))))",
	  "p:kprobes/e vfs_read arg1=+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))))" },
};

/* The same where places are in files. */
static const struct case_good case_user_good[] = {
	{ "p /bin/sh:10", "p:uprobes/p_sh_0xa /bin/sh:0x000000000000000a" },
	{ "p /lib/libc-2.36.so:0x1f2a0", "p:uprobes/p_libc_0x1f2a0 /lib/libc-2.36.so:0x000000000001f2a0" },
	{ "p ./x_y:0", "p:uprobes/p_x_0x0 ./x_y:0x0000000000000000" },
	{ "p a+b:1", "p:uprobes/p_a_b_0x1 a+b:0x0000000000000001" },
	{ "p /a:b:0x10", "p:uprobes/p_a_b_0x10 /a:b:0x0000000000000010" },
	{ "p:grp/ev /bin/sh:4", "p:grp/ev /bin/sh:0x0000000000000004" },
	{ "r:ev /bin/sh:4 $retval", "r:uprobes/ev /bin/sh:0x0000000000000004 arg1=$retval" },
	{ "r /bin/sh:4 ra", "r:uprobes/r_sh_0x4 /bin/sh:0x0000000000000004 arg1=ra" },
	{ "p /bin/sh:4%return $retval:s32",
	  "r:uprobes/r_sh_0x4 /bin/sh:0x0000000000000004 arg1=$retval:s32" },
	{ "p:ev /bin/sh:4(0x20)", "p:uprobes/ev /bin/sh:0x0000000000000004(0x20)" },
	{ "p:ev /bin/sh:4%return(32)", "r:uprobes/ev /bin/sh:0x0000000000000004(0x20)" },
	{ "p:ev /bin/sh:4(0)", "p:uprobes/ev /bin/sh:0x0000000000000004" },
	{ "p:ev /bin/sh:0x7fffffffffffffff", "p:uprobes/ev /bin/sh:0x7fffffffffffffff" },
	{ "p:ev /bin/sh:4 %di $stack $stack2 $comm @0x5000 @+16 \\1",
	  "p:uprobes/ev /bin/sh:0x0000000000000004 arg1=%di arg2=$stack "
	  "arg3=$stack2 arg4=$comm arg5=@0x5000 arg6=@+16 arg7=\\1" },
	{ "p:ev /bin/sh:4 +0(%di):string +8(@+0x20):ustring +u0(%si):u8[4]",
	  "p:uprobes/ev /bin/sh:0x0000000000000004 arg1=+0(%di):string "
	  "arg2=+8(@+0x20):ustring arg3=+u0(%si):u8[4]" },
	{ "p /0123456789012345678901234567890123456789abc:0x7fffffffffffffff",
	  "p:uprobes/p_0123456789012345678901234567890123456789_0x7fffffffffffffff "
	  "/0123456789012345678901234567890123456789abc:0x7fffffffffffffff" },
};

/*
 * A line that is refused, and why; a caret stands before the byte at fault.
 * The places of most of these are those of the base's ftracetest.
 */
struct case_bad {
	const char	*line;
	enum probe_err	code;
};

static const struct case_bad case_bad[] = {
	{ "^a:ev vfs_read",		PROBE_ERR_COMMAND },
	{ "^\x01",			PROBE_ERR_COMMAND },
	{ "p^100 vfs_read",		PROBE_ERR_COMMAND_END },
	{ "p^x:ev vfs_read",		PROBE_ERR_COMMAND_END },
	{ "-^1:ev",			PROBE_ERR_COMMAND_END },
	{ "r^1a111 vfs_read",		PROBE_ERR_MAXACTIVE },
	{ "r^-1 vfs_read",		PROBE_ERR_MAXACTIVE },
	{ "r^100000 vfs_read",		PROBE_ERR_MAXACTIVE_BIG },
	{ "r^4097:ev vfs_read",		PROBE_ERR_MAXACTIVE_BIG },
	{ "p:^/bar vfs_read",		PROBE_ERR_NO_GROUP },
	{ "p:^12345678901234567890123456789012345678901234567890123456789012345/bar vfs_read",
	  PROBE_ERR_GROUP_LONG },
	{ "p:^foo.1/bar vfs_read",	PROBE_ERR_BAD_GROUP },
	{ "p:^.bar vfs_read",		PROBE_ERR_NO_GROUP },
	{ "p:foo.^bar.1 vfs_read",	PROBE_ERR_BAD_EVENT },
	{ "p:^\xe4/bar vfs_read",	PROBE_ERR_BAD_GROUP },
	{ "p:^enable/bar vfs_read",	PROBE_ERR_GROUP_RESERVED },
	{ "p:^header_page/bar vfs_read", PROBE_ERR_GROUP_RESERVED },
	{ "p:^header_event/bar vfs_read", PROBE_ERR_GROUP_RESERVED },
	{ "p:^enable vfs_read",		PROBE_ERR_EVENT_RESERVED },
	{ "p:foo/^enable vfs_read",	PROBE_ERR_EVENT_RESERVED },
	{ "p:^ vfs_read",		PROBE_ERR_NO_EVENT },
	{ "p:foo/^12345678901234567890123456789012345678901234567890123456789012345 vfs_read",
	  PROBE_ERR_EVENT_LONG },
	{ "p:foo/^bar.1 vfs_read",	PROBE_ERR_BAD_EVENT },
	{ "p:^1bar vfs_read",		PROBE_ERR_BAD_EVENT },
	{ "p:foo/^a/b vfs_read",	PROBE_ERR_BAD_EVENT },
	{ "-^",				PROBE_ERR_NO_EVENT },
	{ "-:^",			PROBE_ERR_NO_EVENT },
	{ "p^",				PROBE_ERR_NO_PLACE },
	{ "p:ev^",			PROBE_ERR_NO_PLACE },
	{ "r ^",			PROBE_ERR_NO_PLACE },
	{ "p ^non_exist_func",		PROBE_ERR_NO_SYMBOL },
	{ "p ^+4",			PROBE_ERR_NO_SYMBOL },
	{ "p ^:vfs_read",		PROBE_ERR_NO_SYMBOL },
	{ "p ^mod:other",		PROBE_ERR_NO_MODULE },
	{ "p ^nomod:func",		PROBE_ERR_NO_MODULE },
	{ "p ^hoge-fuga",		PROBE_ERR_BAD_OFFSET },
	{ "p ^hoge+1000-1000",		PROBE_ERR_BAD_OFFSET },
	{ "p ^vfs_read+",		PROBE_ERR_BAD_OFFSET },
	{ "p ^vfs_read+0x",		PROBE_ERR_BAD_OFFSET },
	{ "p ^vfs_read+08",		PROBE_ERR_BAD_OFFSET },
	{ "p ^vfs_read+9223372036854775808", PROBE_ERR_BAD_OFFSET },
	{ "p ^0x1000z",			PROBE_ERR_BAD_ADDRESS },
	{ "p ^18446744073709551616",	PROBE_ERR_BAD_ADDRESS },
	{ "p ^18446744073709551619",	PROBE_ERR_BAD_ADDRESS },
	{ "p ^0xfffffffffffffffff",	PROBE_ERR_BAD_ADDRESS },
	{ "p ^0x5000",			PROBE_ERR_NOT_TEXT },
	{ "p ^0x2000",			PROBE_ERR_BLACKLISTED },
	{ "p ^twice",			PROBE_ERR_AMBIGUOUS },
	{ "p ^vfs_read+3",		PROBE_ERR_BOUNDARY },
	{ "p ^vfs_read+256",		PROBE_ERR_OUTSIDE },
	{ "p ^vfs_read-4",		PROBE_ERR_OUTSIDE },
	{ "r ^vfs_read+4",		PROBE_ERR_RETURN_OFFSET },
	{ "p ^vfs_read+4%return",	PROBE_ERR_RETURN_OFFSET },
	{ "p vfs_read^%hoge",		PROBE_ERR_BAD_SUFFIX },
	{ "p vfs_read^%returns",	PROBE_ERR_BAD_SUFFIX },
	{ "p vfs_read ^$retval",	PROBE_ERR_RETVAL_ENTRY },
	{ "p vfs_read ^rv",		PROBE_ERR_RETVAL_ENTRY },
	{ "p vfs_read+4 ^ra",		PROBE_ERR_RA_NO_ENTRY },
	{ "p vfs_read ^$stack10000",	PROBE_ERR_BAD_STACK },
	{ "p vfs_read ^$stackp",	PROBE_ERR_BAD_STACK },
	{ "p vfs_read ^$stack0+10",	PROBE_ERR_BAD_STACK },
	{ "p vfs_read ^s2048",		PROBE_ERR_BAD_STACK },
	{ "p vfs_read ^$arg0",		PROBE_ERR_BAD_ARG_NR },
	{ "p vfs_read ^$arg10000",	PROBE_ERR_BAD_ARG_NR },
	{ "p vfs_read ^$arg*",		PROBE_ERR_BAD_ARG_NR },
	{ "p vfs_read ^a0x",		PROBE_ERR_BAD_ARG_NR },
	{ "p vfs_read+4 ^a0",		PROBE_ERR_ARG_NO_ENTRY },
	{ "p vfs_read ^$none_var",	PROBE_ERR_BAD_VAR },
	{ "p vfs_read ^$",		PROBE_ERR_BAD_VAR },
	{ "p vfs_read ^%none_reg",	PROBE_ERR_BAD_REG },
	{ "p vfs_read ^%",		PROBE_ERR_BAD_REG },
	{ "p vfs_read ^%ax+4",		PROBE_ERR_BAD_REG },
	{ "p vfs_read ^%a_register_of_a_very_long_name", PROBE_ERR_BAD_REG },
	{ "p vfs_read ^@12345678abcde",	PROBE_ERR_BAD_MEMORY },
	{ "p vfs_read ^@+10",		PROBE_ERR_BAD_MEMORY },
	{ "p vfs_read ^@",		PROBE_ERR_BAD_MEMORY },
	{ "p vfs_read ^@jiffies+",	PROBE_ERR_BAD_MEMORY },
	{ "p vfs_read ^@nothing",	PROBE_ERR_NO_DATA },
	{ "p vfs_read ^@jiffies*10",	PROBE_ERR_NO_DATA },
	{ "p vfs_read arg1=\\^x",	PROBE_ERR_BAD_CONST },
	{ "p vfs_read \\^",		PROBE_ERR_BAD_CONST },
	{ "p vfs_read arg1=\\\"abcd^",	PROBE_ERR_TEXT_CLOSE },
	{ "p vfs_read \\\"^",		PROBE_ERR_TEXT_CLOSE },
	{ "p vfs_read \\\"a^ b\"",	PROBE_ERR_TEXT_CLOSE },
	{ "p vfs_read \\\"a\"^b\"",	PROBE_ERR_TEXT_EXTRA },
	{ "p vfs_read \\\"a\":^u8",	PROBE_ERR_TEXT_TYPE },
	{ "p vfs_read \\\"a\":^ustring",	PROBE_ERR_TEXT_TYPE },
	{ "p vfs_read \\\"a\":^%pd",	PROBE_ERR_TEXT_TYPE },
	{ "p vfs_read +0(^\\\"a\")",	PROBE_ERR_TEXT_DEREF },
	{ "p vfs_read ^+0@0)",		PROBE_ERR_DEREF_OPEN },
	{ "p vfs_read ^+0ab1(@0)",	PROBE_ERR_DEREF_OFFSET },
	{ "p vfs_read ^+(%ax)",		PROBE_ERR_DEREF_OFFSET },
	{ "p vfs_read ^+u(%ax)",	PROBE_ERR_DEREF_OFFSET },
	{ "p vfs_read ^+-1(%ax)",	PROBE_ERR_DEREF_OFFSET },
	{ "p vfs_read +0(+0(@0^)",	PROBE_ERR_DEREF_CLOSE },
	{ "p vfs_read +0(@0^",		PROBE_ERR_DEREF_CLOSE },
	{ "p vfs_read +0(%ax)^+10",	PROBE_ERR_DEREF_EXTRA },
	{ "p vfs_read +0(^)",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read +0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@0))))))))))))))",
	  PROBE_ERR_DEREF_DEEP },
	{ "p vfs_read +0(^$comm)",	PROBE_ERR_COMM_DEREF },
	{ "p vfs_read ^&1",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read ^(%ax)",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read ^hoge",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read ^s",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read ^rva",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read var1=^var2=%ax",	PROBE_ERR_BAD_ARG },
	{ "p vfs_read ^:u8",		PROBE_ERR_BAD_ARG },
	{ "p vfs_read %ax:^",		PROBE_ERR_BAD_TYPE },
	{ "p vfs_read %ax:^:x16",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read %ax:^y16",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read @11:^unknown_type", PROBE_ERR_BAD_TYPE },
	{ "p vfs_read $stack0:^string",	PROBE_ERR_STRING_VALUE },
	{ "p vfs_read $stack:^ustring",	PROBE_ERR_STRING_VALUE },
	{ "p vfs_read $comm:^x64",	PROBE_ERR_COMM_TYPE },
	{ "p vfs_read $comm:^ustring",	PROBE_ERR_COMM_TYPE },
	{ "p vfs_read $comm:^%pd",	PROBE_ERR_COMM_TYPE },
	{ "p vfs_read $arg1:^%p",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read $arg1:^%pd[2]",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))):^%pD",
	  PROBE_ERR_DEREF_DEEP },
	{ "p vfs_read @11:^b10@a/16",	PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read @11:^b10",	PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read @11:^b0@0/8",	PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read @11:^b5@4/8",	PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read @11:^b1@18446744073709551615/8", PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read @11:^b1@1/24",	PROBE_ERR_BAD_BITFIELD },
	{ "p vfs_read +0(@11):u8[10^",	PROBE_ERR_ARRAY_CLOSE },
	{ "p vfs_read +0(@11):u8[10]^a", PROBE_ERR_ARRAY_EXTRA },
	{ "p vfs_read +0(@11):u8[^10a]", PROBE_ERR_ARRAY_COUNT },
	{ "p vfs_read +0(@11):u8[^0]",	PROBE_ERR_ARRAY_COUNT },
	{ "p vfs_read +0(@11):u8[^]",	PROBE_ERR_ARRAY_COUNT },
	{ "p vfs_read +0(@11):u8[^256]", PROBE_ERR_ARRAY_LONG },
	{ "p vfs_read %ax:^u8[4]",	PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read @11:^string[4]",	PROBE_ERR_ARRAY_TYPE },
	{ "p vfs_read @11:^b4@0/8[4]",	PROBE_ERR_ARRAY_TYPE },
	{ "p vfs_read ^arg123456789012345678901234567890=@11", PROBE_ERR_ARG_NAME_LONG },
	{ "p vfs_read ^=@11",		PROBE_ERR_NO_ARG_NAME },
	{ "p vfs_read ^var.1=@11",	PROBE_ERR_BAD_ARG_NAME },
	{ "p vfs_read var1=@11 ^var1=@12", PROBE_ERR_ARG_NAME_USED },
	{ "p vfs_read arg2=@11 ^@12",	PROBE_ERR_ARG_NAME_USED },
	{ "p vfs_read ^common_pid=@11",	PROBE_ERR_ARG_NAME_USED },
	{ "p vfs_read ^+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(@1234))))))",
	  PROBE_ERR_ARG_LONG },
	{ "p vfs_read arg1=^",		PROBE_ERR_NO_ARG },
	{ "p vfs_read a=@0:u64[64] b=@0:u64[64] @0:u64[2] ^c=@0:u64[2]",
	  PROBE_ERR_RECORD_LONG },
	{ "p vfs_read a=@0:u64[64] b=@0:u64[64] @0:u32[4] ^@0:string",
	  PROBE_ERR_RECORD_LONG },
};

static const struct case_bad case_user_bad[] = {
	{ "p^",				PROBE_ERR_NO_PLACE },
	{ "p ^/bin/sh",			PROBE_ERR_NO_FILE_OFFSET },
	{ "p ^:10",			PROBE_ERR_NO_FILE_OFFSET },
	{ "p ^vfs_read+4",		PROBE_ERR_NO_FILE_OFFSET },
	{ "p /bin/sh:^",		PROBE_ERR_BAD_FILE_OFFSET },
	{ "p /bin/sh:^10a",		PROBE_ERR_BAD_FILE_OFFSET },
	{ "p /bin/sh:^-1",		PROBE_ERR_BAD_FILE_OFFSET },
	{ "p /bin/sh:^main",		PROBE_ERR_BAD_FILE_OFFSET },
	{ "p /bin/sh:^0x8000000000000000", PROBE_ERR_BAD_FILE_OFFSET },
	{ "p /bin/sh:10(^1a)",		PROBE_ERR_BAD_REF },
	{ "p /bin/sh:10(^)",		PROBE_ERR_BAD_REF },
	{ "p /bin/sh:10(^3)",		PROBE_ERR_BAD_REF },
	{ "p /bin/sh:10(^0x8000000000000000)", PROBE_ERR_BAD_REF },
	{ "p /bin/sh:10(10^",		PROBE_ERR_REF_OPEN },
	{ "p /bin/sh:10(10)^a",		PROBE_ERR_REF_EXTRA },
	{ "p /bin/sh:10(10)^%return",	PROBE_ERR_REF_EXTRA },
	{ "p /bin/sh:10^%hoge",		PROBE_ERR_BAD_SUFFIX },
	{ "p /bin/sh:10^%returns(2)",	PROBE_ERR_BAD_SUFFIX },
	{ "r^10 /bin/sh:10",		PROBE_ERR_USER_MAXACTIVE },
	{ "p /bin/sh:10 ^@+ab",		PROBE_ERR_BAD_DATA_OFFSET },
	{ "p /bin/sh:10 ^@+",		PROBE_ERR_BAD_DATA_OFFSET },
	{ "p /bin/sh:10 ^@symbol",	PROBE_ERR_USER_DATA },
	{ "p /bin/sh:10 ^@",		PROBE_ERR_USER_DATA },
	{ "p /bin/sh:10 ^$retval",	PROBE_ERR_RETVAL_ENTRY },
	{ "p /bin/sh:10 ^ra",		PROBE_ERR_RA_NO_ENTRY },
	{ "p /bin/sh:10 ^$arg1",	PROBE_ERR_ARG_NO_ENTRY },
	{ "r /bin/sh:10 ^a0",		PROBE_ERR_ARG_NO_ENTRY },
	{ "p /bin/sh:10 $stack0:^string", PROBE_ERR_STRING_VALUE },
	{ "p /bin/sh:10 %di:^%pd",	PROBE_ERR_KERNEL_TYPE },
	{ "p /bin/sh:10 %di:^%pD",	PROBE_ERR_KERNEL_TYPE },
	{ "p /bin/sh:10 $stack0:^symstr", PROBE_ERR_BAD_TYPE },
	{ "p:^ /bin/sh:10",		PROBE_ERR_NO_EVENT },
};

static const struct case_good case_event_good[] = {
	{ "e sched.switch", "e:eprobes/switch sched.switch" },
	{ "e:x sched/switch", "e:eprobes/x sched.switch" },
	{ "e:g/ sched/switch $pid", "e:g/switch sched.switch arg1=$pid" },
	{ "e:g/x sched.switch p=$pid:s32 +0($text):string t=$text +4($text):char",
	  "e:g/x sched.switch p=$pid:s32 arg2=+0($text):string t=$text arg4=+4($text):char" },
	{ "e:g/x sched.switch +0($array):u8[4] $comm \\3 +0(+8($pid)):ustring",
	  "e:g/x sched.switch arg1=+0($array):u8[4] arg2=$comm arg3=\\3 arg4=+0(+8($pid)):ustring" },
	/* The filter is not written. */
	{ "e:g/x sched.switch $pid if pid == 3 # why", "e:g/x sched.switch arg1=$pid" },
	{ "e:g/x sched.switch if pid == 3", "e:g/x sched.switch" },
};

static const struct case_bad case_event_bad[] = {
	{ "^p sched.switch",		PROBE_ERR_COMMAND },
	{ "^r sched.switch",		PROBE_ERR_COMMAND },
	{ "^t sched.switch",		PROBE_ERR_COMMAND },
	{ "e^1 sched.switch",		PROBE_ERR_COMMAND_END },
	{ "e^",				PROBE_ERR_NO_PLACE },
	{ "e ^sched",			PROBE_ERR_NO_BASE_NAME },
	{ "e ^sched.",			PROBE_ERR_NO_BASE_NAME },
	{ "e ^.switch",			PROBE_ERR_NO_BASE_NAME },
	{ "e ^a.b",			PROBE_ERR_NO_BASE },
	{ "e ^a.b.c",			PROBE_ERR_NO_BASE },
	{ "e:^/b sched.switch",		PROBE_ERR_NO_GROUP },
	{ "e:^ sched.switch",		PROBE_ERR_NO_EVENT },
	{ "e sched.switch ^foo",	PROBE_ERR_BAD_ARG },
	{ "e sched.switch a=^foo",	PROBE_ERR_BAD_ARG },
	{ "e sched.switch ^s0",		PROBE_ERR_BAD_ARG },
	{ "e sched.switch ^rv",		PROBE_ERR_BAD_ARG },
	{ "e sched.switch ^%di",	PROBE_ERR_BAD_REG },
	{ "e sched.switch ^$foo",	PROBE_ERR_NO_FIELD },
	{ "e sched.switch ^$",		PROBE_ERR_NO_FIELD },
	{ "e sched.switch ^$stack",	PROBE_ERR_NO_FIELD },
	{ "e sched.switch ^$retval",	PROBE_ERR_NO_FIELD },
	{ "e sched.switch ^$array",	PROBE_ERR_FIELD_VALUE },
	{ "e sched.switch $text:^u8",	PROBE_ERR_FIELD_TEXT },
	{ "e sched.switch $pid:^string", PROBE_ERR_STRING_VALUE },
	{ "e sched.switch +0(^$comm)",	PROBE_ERR_COMM_DEREF },
	{ "e sched.switch if^",		PROBE_ERR_NO_FILTER },
	{ "e sched.switch if ^",	PROBE_ERR_NO_FILTER },
	{ "e sched.switch $pid if ^# pid", PROBE_ERR_NO_FILTER },
};

static const struct case_good case_tracepoint_good[] = {
	{ "t kfree", "t:tracepoints/kfree kfree" },
	{ "t:x kfree $arg1 $arg12:u8 a0 $stack $stack3 s3 $comm",
	  "t:tracepoints/x kfree arg1=$arg1 arg2=$arg12:u8 arg3=a0 arg4=$stack arg5=$stack3 arg6=s3 arg7=$comm" },
	{ "t:g/x kfree n=+0($arg2):string @jiffies",
	  "t:g/x kfree n=+0($arg2):string arg2=@jiffies" },
};

static const struct case_bad case_tracepoint_bad[] = {
	{ "^p kfree",			PROBE_ERR_COMMAND },
	{ "^e kfree",			PROBE_ERR_COMMAND },
	{ "t^100 kfree",		PROBE_ERR_COMMAND_END },
	{ "t^",				PROBE_ERR_NO_PLACE },
	{ "t ^a.b",			PROBE_ERR_BAD_TRACEPOINT },
	{ "t ^a+1",			PROBE_ERR_BAD_TRACEPOINT },
	{ "t kfree ^%di",		PROBE_ERR_BAD_REG },
	{ "t kfree ^$arg0",		PROBE_ERR_BAD_ARG_NR },
	{ "t kfree ^$arg13",		PROBE_ERR_BAD_ARG_NR },
	{ "t kfree ^a12",		PROBE_ERR_BAD_ARG_NR },
	{ "t kfree ^$retval",		PROBE_ERR_RETVAL_ENTRY },
	{ "t kfree ^ra",		PROBE_ERR_BAD_ARG },
	{ "t kfree ^$none",		PROBE_ERR_BAD_VAR },
	{ "t kfree ^$stack10000",	PROBE_ERR_BAD_STACK },
	{ "t kfree ^if",		PROBE_ERR_BAD_ARG },
};

/* All tables, and who is asked. */
static const struct case_set {
	const struct probe_env	*env;
	const struct case_good	*good;
	const struct case_bad	*bad;
	unsigned int		nr_good;
	unsigned int		nr_bad;
} case_sets[] = {
#define CASE_SET(env, name) \
	{ &(env), name ## good, name ## bad, ARRAY_SIZE(name ## good), ARRAY_SIZE(name ## bad) }
	CASE_SET(case_env, case_),
	CASE_SET(case_user_env, case_user_),
	CASE_SET(case_event_env, case_event_),
	CASE_SET(case_tracepoint_env, case_tracepoint_),
#undef CASE_SET
};

/* Take the caret out of a bad line; @buf has room for it. */
static unsigned int case_column(const char *line, char *buf)
{
	const char *caret = strchr(line, '^');

	memcpy(buf, line, caret - line);
	memcpy(buf + (caret - line), caret + 1, strlen(caret));
	return caret - line;
}

#endif /* _KTRACE_PROBE_PARSE_CASES_H */
