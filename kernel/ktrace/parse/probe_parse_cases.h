/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the tests of probe_parse.c in the kernel (KUnit) and in user space: the
 * names of a fake kernel, and tables of lines.
 */
#ifndef _KTRACE_PROBE_PARSE_CASES_H
#define _KTRACE_PROBE_PARSE_CASES_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

/* Functions of the fake kernel; instructions have 4 bytes. */
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

static bool case_is_function(const char *name);

static enum probe_err case_symbol(struct probe_spec *spec)
{
	if (spec->module[0])
		return strcmp(spec->module, "mod") || strcmp(spec->symbol, "func") ?
		       PROBE_ERR_NO_MODULE : PROBE_OK;
	if (!strcmp(spec->symbol, "twice"))
		return PROBE_ERR_AMBIGUOUS;
	if (!strcmp(spec->symbol, "func") ||
	    (strcmp(spec->symbol, "a.part.0") && !case_is_function(spec->symbol)))
		return PROBE_ERR_NO_SYMBOL;
	return PROBE_OK;
}

static enum probe_err case_locate(struct probe_spec *spec)
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

/* Environment of kprobes, except for types. */
#define CASE_KPROBE_ENV			\
	.reg		= case_reg,	\
	.data		= case_data,	\
	.locate		= case_locate,	\
	.bytes_max	= CASE_BYTES,	\
	.slots_max	= CASE_SLOTS,	\
	.dentry_name	= 40,		\
	.file_dentry	= 64

static const struct probe_env case_env = {
	CASE_KPROBE_ENV,
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

/* Places are numbers of enum ktrace_field_location: 1 is __data_loc. */
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
	.locate		= case_base,
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
	.locate		= case_tracepoint,
	.bytes_max	= CASE_BYTES,
	.slots_max	= CASE_SLOTS,
	.dentry_name	= 40,
	.file_dentry	= 64,
};

/*
 * C types of the fake kernel:
 *
 *	struct path { u64 mnt; struct dentry *dentry; };
 *	struct file {
 *		u32 f_mode;
 *		union {
 *			int f_count;
 *			struct { u16 low:3, high:13; short :0, f_sign:5; };
 *		};
 *		struct path f_path;
 *		struct file *f_next;
 *		char f_name[16];
 *		const char *f_text;
 *		u64 f_many[100];
 *		u64 f_wide:40;
 *	};
 *	struct big { u64 words[3]; };	and others with a size only
 *
 *	int vfs_read(struct file *file, char *buf, u64 count, u64 *pos, short);
 *	void mod:func(u64 a0, struct path at, int behind);
 *	struct big giver(struct file *file, short, char *);
 *	void taker(struct path at, struct big large, u64 a, struct odd odd, struct path b,
 *		   struct path c, u64 d, u64 e, struct path f, u64 g);
 *	float floats(struct empty empty, enum ahead ahead, float b, u64 c);
 *	struct path huge(struct path a, struct path b, struct path c, struct huge d, u64 e);
 */
enum case_type {
	CASE_VOID, CASE_INT, CASE_U64, CASE_CHAR, CASE_CHAR_PTR, CASE_FILE, CASE_FILE_PTR,
	CASE_PATH, CASE_NAME, CASE_DENTRY, CASE_DENTRY_PTR, CASE_U64_PTR, CASE_MANY, CASE_U16,
	CASE_U32, CASE_SHORT, CASE_BIG, CASE_ODD, CASE_EMPTY, CASE_FLOAT, CASE_AHEAD, CASE_HUGE,
};

#define CASE_NUMBER(n)	PROBE_CLASS_NUMBER, .pass = PROBE_PASS_WORDS, .bytes = (n)
#define CASE_POINTER	PROBE_CLASS_POINTER, .pass = PROBE_PASS_WORDS, .bytes = 8
#define CASE_WORDS(n)	PROBE_CLASS_STRUCT, .pass = PROBE_PASS_WORDS, .bytes = (n)
#define CASE_MEMORY(n)	PROBE_CLASS_STRUCT, .pass = PROBE_PASS_MEMORY, .bytes = (n)

static const struct probe_ctype case_ctypes[] = {
	[CASE_VOID]	= { PROBE_CLASS_OTHER },
	[CASE_INT]	= { CASE_NUMBER(4), .is_signed = true },
	[CASE_U64]	= { CASE_NUMBER(8) },
	[CASE_CHAR]	= { CASE_NUMBER(1), .is_signed = true },
	[CASE_CHAR_PTR]	= { CASE_POINTER, .text = true, .of = CASE_CHAR },
	[CASE_FILE]	= { CASE_MEMORY(864) },
	[CASE_FILE_PTR]	= { CASE_POINTER, .of = CASE_FILE },
	[CASE_PATH]	= { CASE_WORDS(16) },
	[CASE_NAME]	= { PROBE_CLASS_ARRAY, .text = true, .of = CASE_CHAR, .count = 16 },
	[CASE_DENTRY]	= { PROBE_CLASS_OTHER },
	[CASE_DENTRY_PTR] = { CASE_POINTER, .of = CASE_DENTRY },
	[CASE_U64_PTR]	= { CASE_POINTER, .of = CASE_U64 },
	[CASE_MANY]	= { PROBE_CLASS_ARRAY, .of = CASE_U64, .count = 100 },
	[CASE_U16]	= { CASE_NUMBER(2) },
	[CASE_U32]	= { CASE_NUMBER(4) },
	[CASE_SHORT]	= { CASE_NUMBER(2), .is_signed = true },
	[CASE_BIG]	= { CASE_MEMORY(24) },
	[CASE_ODD]	= { CASE_MEMORY(5) },
	[CASE_EMPTY]	= { CASE_WORDS(0) },
	[CASE_FLOAT]	= { PROBE_CLASS_OTHER },
	[CASE_AHEAD]	= { PROBE_CLASS_OTHER, .pass = PROBE_PASS_WORDS, .bytes = 4 },
	[CASE_HUGE]	= { CASE_MEMORY(1024) },
};

/* Members of structures: structure, name, and description. */
static const struct case_member {
	u32			of;
	const char		*name;
	struct probe_member	member;
} case_members[] = {
	{ CASE_PATH, "mnt",	{ CASE_U64, 0 } },
	{ CASE_PATH, "dentry",	{ CASE_DENTRY_PTR, 64 } },
	{ CASE_FILE, "f_mode",	{ CASE_U32, 0 } },
	{ CASE_FILE, "f_count",	{ CASE_INT, 32 } },
	{ CASE_FILE, "low",	{ CASE_U16, 32, 3 } },
	{ CASE_FILE, "high",	{ CASE_U16, 35, 13 } },
	{ CASE_FILE, "f_sign",	{ CASE_SHORT, 48, 5 } },
	{ CASE_FILE, "f_path",	{ CASE_PATH, 64 } },
	{ CASE_FILE, "f_next",	{ CASE_FILE_PTR, 192 } },
	{ CASE_FILE, "f_name",	{ CASE_NAME, 256 } },
	{ CASE_FILE, "f_text",	{ CASE_CHAR_PTR, 384 } },
	{ CASE_FILE, "f_many",	{ CASE_MANY, 448 } },
	{ CASE_FILE, "f_wide",	{ CASE_U64, 6848, 40 } },
};

/* Functions: type of the result, and parameters. */
static const struct case_function {
	const char	*name;
	u32		ret;
	unsigned int	nr;
	struct {
		const char	*name;
		u32		id;
	} params[10];
} case_functions[] = {
	{ "vfs_read", CASE_INT, 5, {
		{ "file", CASE_FILE_PTR }, { "buf", CASE_CHAR_PTR }, { "count", CASE_U64 },
		{ "pos", CASE_U64_PTR }, { "", CASE_SHORT } } },
	{ "func", CASE_VOID, 3, {
		{ "a0", CASE_U64 }, { "at", CASE_PATH }, { "behind", CASE_INT } } },
	{ "giver", CASE_BIG, 3, {
		{ "file", CASE_FILE_PTR }, { "", CASE_SHORT }, { "", CASE_CHAR_PTR } } },
	{ "taker", CASE_VOID, 10, {
		{ "at", CASE_PATH }, { "large", CASE_BIG }, { "a", CASE_U64 },
		{ "odd", CASE_ODD }, { "b", CASE_PATH }, { "c", CASE_PATH },
		{ "d", CASE_U64 }, { "e", CASE_U64 }, { "f", CASE_PATH },
		{ "g", CASE_U64 } } },
	{ "floats", CASE_FLOAT, 4, {
		{ "empty", CASE_EMPTY }, { "ahead", CASE_AHEAD }, { "b", CASE_FLOAT },
		{ "c", CASE_U64 } } },
	{ "huge", CASE_PATH, 5, {
		{ "a", CASE_PATH }, { "b", CASE_PATH }, { "c", CASE_PATH },
		{ "d", CASE_HUGE }, { "e", CASE_U64 } } },
};

/* Return the number of the function @name; ARRAY_SIZE(case_functions) if not found. */
static unsigned int case_function(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_functions); i++)
		if (!strcmp(case_functions[i].name, name))
			break;
	return i;
}

static bool case_is_function(const char *name)
{
	return case_function(name) < ARRAY_SIZE(case_functions);
}

/* Number of held prototypes; must be 0 after a line is parsed. */
static int case_held;

static enum probe_err case_find(const struct probe_spec *spec, struct probe_proto *proto)
{
	unsigned int id = case_function(spec->symbol);

	if (id == ARRAY_SIZE(case_functions))
		return PROBE_ERR_NO_PROTO;
	case_held++;
	proto->id = id;
	proto->nr = case_functions[id].nr;
	proto->ret = case_functions[id].ret;
	return PROBE_OK;
}

static void case_put(struct probe_proto *proto)
{
	case_held--;
}

static u32 case_param(const struct probe_proto *proto, unsigned int nr, const char **name)
{
	*name = case_functions[proto->id].params[nr].name;
	return case_functions[proto->id].params[nr].id;
}

static void case_type(const struct probe_proto *proto, u32 id, struct probe_ctype *type)
{
	*type = case_ctypes[id];
	type->id = id;
}

static bool case_member(const struct probe_proto *proto, u32 id, const char *name,
			struct probe_member *member)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_members); i++) {
		if (case_members[i].of != id || strcmp(case_members[i].name, name))
			continue;
		*member = case_members[i].member;
		return true;
	}
	return false;
}

/* file_t is a name of struct file. */
static enum probe_err case_named(const struct probe_proto *home, const char *name,
				 enum probe_tag tag, struct probe_proto *to)
{
	bool found = tag == PROBE_TAG_STRUCT ? !strcmp(name, "file") || !strcmp(name, "path") :
		     tag == PROBE_TAG_TYPEDEF ? !strcmp(name, "file_t") : false;

	if (!found)
		return PROBE_ERR_NO_TYPE;
	case_held++;
	to->id = strcmp(name, "path") ? CASE_FILE : CASE_PATH;
	return PROBE_OK;
}

static const struct probe_types case_types = {
	.find	= case_find,
	.named	= case_named,
	.put	= case_put,
	.param	= case_param,
	.type	= case_type,
	.member	= case_member,
};

static const struct probe_env case_typed_env = {
	CASE_KPROBE_ENV,
	.types		= &case_types,
	.registers	= 6,
};

static const struct probe_env case_typed_tracepoint_env = {
	.kind		= PROBE_TRACEPOINT,
	.reg		= case_reg,
	.data		= case_data,
	.locate		= case_tracepoint,
	.bytes_max	= CASE_BYTES,
	.slots_max	= CASE_SLOTS,
	.types		= &case_types,
	.registers	= 5,
};

/* A valid line, and its canonical form. */
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
	/* A byte of this character is white space to isspace() of the kernel. */
	{ "p:e vfs_read \\\"voil\303\240\"", "p:kprobes/e vfs_read arg1=\\\"voil\303\240\"" },
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
	{ "p:e vfs_read +0(%di):string[3] +8(%si):ustring[64] x=+u0(%di):b4@4/32[2]",
	  "p:kprobes/e vfs_read arg1=+0(%di):string[3] arg2=+8(%si):ustring[64] x=+u0(%di):b4@4/32[2]" },
	{ "p:e vfs_read %di:symstr +8(%sp):symstr +0(%sp):symstr[4] +8(%di):%pd[2] @jiffies:%pD[2]",
	  "p:kprobes/e vfs_read arg1=%di:symstr arg2=+8(%sp):symstr arg3=+0(%sp):symstr[4] "
	  "arg4=+8(%di):%pd[2] arg5=@jiffies:%pD[2]" },
	{ "p:e vfs_read +8(%di):symbol %di:symbol %di:char",
	  "p:kprobes/e vfs_read arg1=+8(%di):symbol arg2=%di:symbol arg3=%di:char" },
	{ "r:e vfs_read $arg1 a5 %ax ra",
	  "r:kprobes/e vfs_read arg1=$arg1 arg2=a5 arg3=%ax arg4=ra" },
	{ "p:e vfs_read +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))))",
	  "p:kprobes/e vfs_read arg1=+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))))" },
};

/* Valid lines of uprobe_events. */
static const struct case_good case_user_good[] = {
	{ "p /bin/sh:10", "p:uprobes/p_sh_0xa /bin/sh:0x000000000000000a" },
	{ "p /lib/libc-2.36.so:0x1f2a0", "p:uprobes/p_libc_0x1f2a0 /lib/libc-2.36.so:0x000000000001f2a0" },
	{ "p ./x_y:0", "p:uprobes/p_x_0x0 ./x_y:0x0000000000000000" },
	{ "p a+b:1", "p:uprobes/p_a_b_0x1 a+b:0x0000000000000001" },
	{ "p /a:b:0x10", "p:uprobes/p_a_b_0x10 /a:b:0x0000000000000010" },
	{ "p:grp/ev /bin/sh:4", "p:grp/ev /bin/sh:0x0000000000000004" },
	{ "r:ev /bin/sh:4 $retval", "r:uprobes/ev /bin/sh:0x0000000000000004 arg1=$retval" },
	{ "r /bin/sh:4 ra", "r:uprobes/p_sh_0x4 /bin/sh:0x0000000000000004 arg1=ra" },
	{ "p /bin/sh:4%return $retval:s32",
	  "r:uprobes/p_sh_0x4 /bin/sh:0x0000000000000004 arg1=$retval:s32" },
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
 * An invalid line, and its error; a caret precedes the offending byte. Most positions
 * are those of the base's ftracetest.
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
	{ "p:^filter/bar vfs_read",	PROBE_ERR_GROUP_RESERVED },
	{ "p:^header_page/bar vfs_read", PROBE_ERR_GROUP_RESERVED },
	{ "p:^header_event/bar vfs_read", PROBE_ERR_GROUP_RESERVED },
	{ "p:^enable vfs_read",		PROBE_ERR_EVENT_RESERVED },
	{ "p:foo/^enable vfs_read",	PROBE_ERR_EVENT_RESERVED },
	{ "p:^filter vfs_read",		PROBE_ERR_EVENT_RESERVED },
	{ "p:foo/^filter vfs_read",	PROBE_ERR_EVENT_RESERVED },
	{ "r:foo/^filter vfs_read",	PROBE_ERR_EVENT_RESERVED },
	{ "p:^ vfs_read",		PROBE_ERR_NO_EVENT },
	{ "p:foo/^12345678901234567890123456789012345678901234567890123456789012345 vfs_read",
	  PROBE_ERR_EVENT_LONG },
	{ "p:foo/^bar.1 vfs_read",	PROBE_ERR_BAD_EVENT },
	{ "p:^1bar vfs_read",		PROBE_ERR_BAD_EVENT },
	{ "p:foo/^a/b vfs_read",	PROBE_ERR_BAD_EVENT },
	{ "-^",				PROBE_ERR_NO_EVENT },
	{ "-:^",			PROBE_ERR_NO_EVENT },
	{ "p^",				PROBE_ERR_NO_LOCATION },
	{ "p:ev^",			PROBE_ERR_NO_LOCATION },
	{ "r ^",			PROBE_ERR_NO_LOCATION },
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
	{ "p vfs_read ^$arg*",		PROBE_ERR_NO_BTF },
	{ "p vfs_read ^$arg1->x",	PROBE_ERR_NO_BTF },
	{ "r vfs_read ^$retval->x",	PROBE_ERR_NO_BTF },
	{ "p vfs_read ^file->x",	PROBE_ERR_NO_BTF },
	{ "p vfs_read+4 ^file",		PROBE_ERR_ARG_NO_ENTRY },
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
	{ "p vfs_read ^hoge",		PROBE_ERR_NO_BTF },
	{ "p vfs_read ^s",		PROBE_ERR_NO_BTF },
	{ "p vfs_read ^rva",		PROBE_ERR_NO_BTF },
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
	{ "p vfs_read $arg1:^%pd[2]",	PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read @11:^%pf[2]",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read @11:%pd[^65]",	PROBE_ERR_ARRAY_LONG },
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
	{ "p vfs_read $arg1:^string[4]", PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read $arg1:^symstr[4]", PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read $arg1:^b4@0/8[4]", PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@0)))))))))))):^string[2]",
	  PROBE_ERR_DEREF_DEEP },
	{ "p vfs_read $comm:^symstr",	PROBE_ERR_COMM_TYPE },
	{ "p vfs_read \\\"a\":^symstr",	PROBE_ERR_TEXT_TYPE },
	{ "p vfs_read @0:string[64] @0:string[22] ^@0:string[2]", PROBE_ERR_RECORD_LONG },
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
	{ "p^",				PROBE_ERR_NO_LOCATION },
	{ "p /bin/sh:4 (struct ^file *)%di->f_mode", PROBE_ERR_USER_TYPE },
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
	{ "r /bin/sh:10 ^$retval->x",	PROBE_ERR_USER_TYPE },
	{ "r /bin/sh:10 +0(^$retval.x)", PROBE_ERR_USER_TYPE },
	{ "p /bin/sh:10 ^ra",		PROBE_ERR_RA_NO_ENTRY },
	{ "p /bin/sh:10 ^$arg1",	PROBE_ERR_ARG_NO_ENTRY },
	{ "p /bin/sh:10 ^$arg*",	PROBE_ERR_BAD_ARG_NR },
	{ "p /bin/sh:10 ^name",		PROBE_ERR_BAD_ARG },
	{ "r /bin/sh:10 ^a0",		PROBE_ERR_ARG_NO_ENTRY },
	{ "p /bin/sh:10 $stack0:^string", PROBE_ERR_STRING_VALUE },
	{ "p /bin/sh:10 %di:^%pd",	PROBE_ERR_KERNEL_TYPE },
	{ "p /bin/sh:10 %di:^%pD",	PROBE_ERR_KERNEL_TYPE },
	{ "p /bin/sh:10 $stack0:^symstr", PROBE_ERR_KERNEL_TYPE },
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
	/* The canonical form omits the filter. */
	{ "e:g/x sched.switch $pid if pid == 3 # why", "e:g/x sched.switch arg1=$pid" },
	{ "e:g/x sched.switch if pid == 3", "e:g/x sched.switch" },
};

static const struct case_bad case_event_bad[] = {
	{ "^p sched.switch",		PROBE_ERR_COMMAND },
	{ "^r sched.switch",		PROBE_ERR_COMMAND },
	{ "^t sched.switch",		PROBE_ERR_COMMAND },
	{ "e^1 sched.switch",		PROBE_ERR_COMMAND_END },
	{ "e^",				PROBE_ERR_NO_LOCATION },
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
	{ "e sched.switch (struct file *)^$text->f_mode", PROBE_ERR_FIELD_TEXT },
	{ "e sched.switch $text:^u8",	PROBE_ERR_FIELD_TEXT },
	{ "e sched.switch $text:^symstr", PROBE_ERR_FIELD_TEXT },
	{ "e sched.switch $text:^string[2]", PROBE_ERR_ARRAY_VALUE },
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
	{ "t^",				PROBE_ERR_NO_LOCATION },
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
	{ "t kfree ^if",		PROBE_ERR_NO_BTF },
	{ "t kfree ^$arg*",		PROBE_ERR_NO_BTF },
	{ "t kfree (struct ^file *)$arg1->f_mode", PROBE_ERR_NO_BTF },
};

static const struct case_good case_typed_good[] = {
	{ "p:e vfs_read $arg*",
	  "p:kprobes/e vfs_read file=file buf=buf count=count pos=pos arg5=$arg5:s16" },
	{ "r:e vfs_read $arg* $retval",
	  "r:kprobes/e vfs_read file=file buf=buf count=count pos=pos arg5=$arg5:s16 arg6=$retval" },
	{ "p:e vfs_read count:x32 f=file $arg2:ustring b=$arg2",
	  "p:kprobes/e vfs_read count=count:x32 f=file buf=buf:ustring b=$arg2" },
	{ "p:e vfs_read file->f_mode m=file->f_path.dentry $arg1->f_count:x16",
	  "p:kprobes/e vfs_read arg1=file->f_mode m=file->f_path.dentry arg3=$arg1->f_count:x16" },
	{ "p:e vfs_read file->f_next->f_next->f_name:string file->f_text:string",
	  "p:kprobes/e vfs_read arg1=file->f_next->f_next->f_name:string arg2=file->f_text:string" },
	{ "p:e vfs_read file->low file->high:x8 file->f_sign file->f_wide:s64",
	  "p:kprobes/e vfs_read arg1=file->low arg2=file->high:x8 arg3=file->f_sign arg4=file->f_wide:s64" },
	{ "p:e vfs_read file->f_name +4(file->f_name):char +0(file->f_text):char[2]",
	  "p:kprobes/e vfs_read arg1=file->f_name arg2=+4(file->f_name):char arg3=+0(file->f_text):char[2]" },
	{ "p:e vfs_read file:%pD file->f_path.dentry:%pd file->f_many:u64[4]",
	  "p:kprobes/e vfs_read file=file:%pD arg2=file->f_path.dentry:%pd arg3=file->f_many:u64[4]" },
	{ "p:e vfs_read a0 s1 ra %di", "p:kprobes/e vfs_read arg1=a0 arg2=s1 arg3=ra arg4=%di" },
	/* Names of parameters take precedence over short forms. */
	{ "p:e mod:func a0:u8 a1", "p:kprobes/e mod:func a0=a0:u8 arg2=a1" },
	{ "p:e a.part.0 $arg1", "p:kprobes/e a.part.0 arg1=$arg1" },
	/* A structure stands for its first word. */
	{ "p:e mod:func at behind", "p:kprobes/e mod:func at=at behind=behind" },
	{ "p:e mod:func $arg*", "p:kprobes/e mod:func a0=a0 at=at behind=behind" },
	{ "r:e giver $retval $arg*",
	  "r:kprobes/e giver arg1=$retval file=file arg3=$arg3:s16 arg4=$arg4:x64" },
	{ "r:e huge $retval:u32 $arg4", "r:kprobes/e huge arg1=$retval:u32 d=d" },
	{ "r:e floats $retval ahead", "r:kprobes/e floats arg1=$retval ahead=ahead" },
	/* An unnamed parameter is written as the number of its word. */
	{ "p:e giver $arg2:u8 $arg3:string $arg3:ustring $arg3:x32",
	  "p:kprobes/e giver arg1=$arg3:u8 arg2=+0($arg4):string arg3=+0($arg4):ustring arg4=$arg4:x32" },
	{ "p:e giver $arg3:%pd +0($arg1):u8 x=$arg1 a1",
	  "p:kprobes/e giver arg1=$arg4:%pd arg2=+0($arg1):u8 x=$arg1 arg4=a1" },
	/* Casts contain spaces, and need neither a prototype nor a function's entry. */
	{ "p:e vfs_read (struct file *)%di->f_mode  x=(struct file*)buf->f_path.mnt count",
	  "p:kprobes/e vfs_read arg1=(struct file *)%di->f_mode "
	  "x=(struct file*)buf->f_path.mnt count=count" },
	{ "p:e a.part.0 (struct file *)%di", "p:kprobes/e a.part.0 arg1=(struct file *)%di" },
	{ "p:e vfs_read+16 y=(file_t *)+8(%si)->f_text:string +4((struct file *)%di->f_name):char",
	  "p:kprobes/e vfs_read+16 y=(file_t *)+8(%si)->f_text:string "
	  "arg2=+4((struct file *)%di->f_name):char" },
	{ "p:e vfs_read (struct path *)(file->f_next)->mnt (struct path *)@jiffies->mnt:x8",
	  "p:kprobes/e vfs_read arg1=(struct path *)(file->f_next)->mnt "
	  "arg2=(struct path *)@jiffies->mnt:x8" },
	{ "p:e vfs_read (struct path *)((file_t *)%ax->f_next)->mnt",
	  "p:kprobes/e vfs_read arg1=(struct path *)((file_t *)%ax->f_next)->mnt" },
};

/* A tracepoint's callback has one register less for arguments. */
static const struct case_good case_typed_tracepoint_good[] = {
	{ "t:e vfs_read $arg*",
	  "t:tracepoints/e vfs_read file=file buf=buf count=count pos=pos arg5=$arg5:s16" },
	{ "t:e taker c d", "t:tracepoints/e taker c=c d=d" },
};

static const struct case_bad case_typed_tracepoint_bad[] = {
	{ "t taker ^e",			PROBE_ERR_BAD_ARG_NR },
	{ "t taker ^$arg*",		PROBE_ERR_BAD_ARG_NR },
	{ "t vfs_read ^hoge",		PROBE_ERR_NO_PARAM },
};

static const struct case_bad case_typed_bad[] = {
	{ "p vfs_read args=^$arg*",	PROBE_ERR_ALL_ARGS_ALONE },
	{ "p vfs_read +0(^$arg*)",	PROBE_ERR_ALL_ARGS_ALONE },
	{ "p vfs_read ^$arg*:u8",	PROBE_ERR_ALL_ARGS_ALONE },
	{ "p vfs_read $arg* ^$arg*",	PROBE_ERR_ALL_ARGS_TWICE },
	{ "p vfs_read+20 ^$arg*",	PROBE_ERR_ARG_NO_ENTRY },
	{ "p vfs_read buf=%di ^$arg*",	PROBE_ERR_ARG_NAME_USED },
	{ "p vfs_read count ^count",	PROBE_ERR_ARG_NAME_USED },
	{ "p vfs_read ^hoge",		PROBE_ERR_NO_PARAM },
	{ "p vfs_read ^file2->f_mode",	PROBE_ERR_NO_PARAM },
	{ "p vfs_read ^$arg6",		PROBE_ERR_NO_PARAM },
	{ "p vfs_read ^$arg6->x",	PROBE_ERR_NO_PARAM },
	{ "p a.part.0 ^file",		PROBE_ERR_NO_PROTO },
	{ "p a.part.0 ^$arg*",		PROBE_ERR_NO_PROTO },
	{ "p a.part.0 ^$arg1->x",	PROBE_ERR_NO_PROTO },
	{ "p taker ^f",			PROBE_ERR_BY_VALUE },
	{ "p taker ^g",			PROBE_ERR_BY_VALUE },
	{ "p taker ^$arg*",		PROBE_ERR_BY_VALUE },
	{ "p floats ^empty",		PROBE_ERR_BY_VALUE },
	{ "p floats ^b",		PROBE_ERR_BY_VALUE },
	{ "p floats ^c",		PROBE_ERR_BY_VALUE },
	{ "p huge ^e",			PROBE_ERR_BAD_ARG_NR },
	{ "p mod:func at.^mnt",		PROBE_ERR_NOT_STRUCT },
	{ "p mod:func at->^mnt",	PROBE_ERR_NOT_POINTER },
	{ "p mod:func ^at:string",	PROBE_ERR_NOT_STRING },
	{ "p mod:func ^$arg3:b0000000000000000000000000000000000000000000000000001@0/8",
	  PROBE_ERR_ARG_LONG },
	{ "r mod:func ^$retval",	PROBE_ERR_NO_RETVAL },
	{ "r vfs_read $retval->^foo",	PROBE_ERR_NOT_POINTER },
	{ "p vfs_read file->^foo",	PROBE_ERR_NO_MEMBER },
	{ "p vfs_read file->^",		PROBE_ERR_NO_MEMBER },
	{ "p vfs_read file->f_path.^",	PROBE_ERR_NO_MEMBER },
	{ "p vfs_read file->f_path.^f_mode", PROBE_ERR_NO_MEMBER },
	{ "p vfs_read file^-.foo",	PROBE_ERR_BAD_ARROW },
	{ "p vfs_read file^-",		PROBE_ERR_BAD_ARROW },
	{ "p vfs_read file.^f_mode",	PROBE_ERR_NOT_STRUCT },
	{ "p vfs_read file->f_mode.^x",	PROBE_ERR_NOT_STRUCT },
	{ "p vfs_read file->f_mode->^x", PROBE_ERR_NOT_POINTER },
	{ "p vfs_read pos->^x",		PROBE_ERR_NOT_POINTER },
	{ "p vfs_read file->f_path.dentry->^d_name", PROBE_ERR_NOT_POINTER },
	{ "p vfs_read ^file:string",	PROBE_ERR_NOT_STRING },
	{ "p vfs_read ^count:ustring",	PROBE_ERR_NOT_STRING },
	{ "p vfs_read ^file->f_path",	PROBE_ERR_NO_VALUE },
	{ "p vfs_read ^file->f_many",	PROBE_ERR_ARRAY_LONG },
	{ "p vfs_read +0(^file->f_mode)", PROBE_ERR_NOT_ADDRESS },
	{ "p vfs_read +0(^file->f_wide)", PROBE_ERR_NOT_ADDRESS },
	{ "p vfs_read ^count:%pd",	PROBE_ERR_NOT_POINTER },
	{ "p vfs_read file->low:^char",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read file->low:^u8[2]", PROBE_ERR_BAD_TYPE },
	{ "p vfs_read count:^u8[2]",	PROBE_ERR_ARRAY_VALUE },
	{ "p vfs_read file:^nonsense",	PROBE_ERR_BAD_TYPE },
	{ "p vfs_read count:^",		PROBE_ERR_BAD_TYPE },
	{ "p vfs_read file->f_text:^string[2]", PROBE_ERR_ARRAY_TYPE },
	{ "p vfs_read x=(struct ^inode *)%di->i_ino", PROBE_ERR_NO_TYPE },
	{ "p vfs_read (union ^file *)%di->f_mode", PROBE_ERR_NO_TYPE },
	{ "p vfs_read (^file *)%di->f_mode", PROBE_ERR_NO_TYPE },
	{ "p vfs_read (struct file *)%di->^none", PROBE_ERR_NO_MEMBER },
	{ "p vfs_read ^(struct *)%di->f_mode", PROBE_ERR_BAD_CAST },
	{ "p vfs_read ^(*)%di->f_mode", PROBE_ERR_BAD_CAST },
	{ "p vfs_read (*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)(*)^(*)%di",
	  PROBE_ERR_DEREF_DEEP },
	{ "p vfs_read ^(enum file *)%di->f_mode", PROBE_ERR_BAD_CAST },
	{ "p vfs_read ^(struct file **)%di->f_mode", PROBE_ERR_BAD_CAST },
	{ "p vfs_read ^(struct file x *)%di->f_mode", PROBE_ERR_BAD_CAST },
	{ "p vfs_read ^(struct file)%di->f_mode", PROBE_ERR_BAD_ARG },
	{ "p vfs_read (struct file *)^", PROBE_ERR_BAD_ARG },
	{ "p vfs_read (struct file *)^->f_mode", PROBE_ERR_BAD_ARG },
	{ "p vfs_read (struct file *)^%none->f_mode", PROBE_ERR_BAD_REG },
	{ "p vfs_read (struct file *)+0(%di)^x->f_mode", PROBE_ERR_DEREF_EXTRA },
	{ "p vfs_read (struct file *)(^file->f_name)->f_mode", PROBE_ERR_NOT_ADDRESS },
	{ "p vfs_read (struct file *)(^file->f_mode)->f_mode", PROBE_ERR_NOT_ADDRESS },
	{ "p vfs_read (struct file *)^$comm->f_mode", PROBE_ERR_COMM_DEREF },
	{ "p vfs_read (struct file *)%di^-.f_mode", PROBE_ERR_BAD_ARROW },
	{ "p vfs_read ^(struct file *)%di:string", PROBE_ERR_NOT_STRING },
};

/* The probe_arg that results from a typed value based on the first parameter. */
static const struct case_fetch {
	const char	*arg;
	unsigned int	nr_derefs;
	s64		offset[4];
	const char	*type;
	u8		count;
	u8		shl;
	u8		shr;
	u16		user;
} case_fetches[] = {
	{ "file", 0, { }, "x64" },
	{ "file:u8", 0, { }, "u8" },
	{ "file->f_mode", 1, { 0 }, "u32" },
	{ "file->f_count", 1, { 4 }, "s32" },
	{ "file->f_count:x8", 1, { 4 }, "x8" },
	{ "file->f_path.mnt", 1, { 8 }, "u64" },
	{ "file->f_path.dentry", 1, { 16 }, "x64" },
	{ "file->f_next->f_next->f_mode", 3, { 24, 24, 0 }, "u32" },
	{ "file->f_name:string", 1, { 32 }, "string" },
	{ "file->f_name", 1, { 32 }, "s8", 16 },
	{ "file->f_name:x64", 1, { 32 }, "x64" },
	{ "file->f_text", 1, { 48 }, "x64" },
	{ "file->f_text:string", 2, { 48, 0 }, "string" },
	{ "file->f_text:ustring", 2, { 48, 0 }, "ustring", .user = 2 },
	{ "file->f_path.dentry:%pd", 3, { 16, 40, 0 }, "string" },
	{ "file->f_next:%pD", 4, { 24, 64, 40, 0 }, "string" },
	{ "+4(file->f_name):char", 1, { 36 }, "char" },
	{ "+4(file->f_next):u8", 2, { 24, 4 }, "u8" },
	{ "+u4(file->f_next):u8", 2, { 24, 4 }, "u8", .user = 2 },
	{ "file->low", 1, { 4 }, "u8", .shl = 61, .shr = 61 },
	{ "file->low:x64", 1, { 4 }, "x8", .shl = 61, .shr = 61 },
	{ "file->high", 1, { 4 }, "u16", .shl = 48, .shr = 51 },
	{ "file->f_sign", 1, { 6 }, "s8", .shl = 59, .shr = 59 },
	{ "file->f_wide", 1, { 856 }, "u64", .shl = 24, .shr = 24 },
	{ "(struct path *)file", 0, { }, "x64" },
	{ "(struct path *)file:u8", 0, { }, "u8" },
	{ "(struct path *)file->mnt", 1, { 0 }, "u64" },
	{ "(struct file *)$arg1->f_path.dentry", 1, { 16 }, "x64" },
	{ "(struct file *)+8(file)->f_count", 2, { 8, 4 }, "s32" },
	{ "+4((struct file *)a0->f_name):char", 1, { 36 }, "char" },
	{ "+4((file_t *)a0):u8", 1, { 4 }, "u8" },
	{ "(struct path *)(file->f_next)->mnt", 2, { 24, 0 }, "u64" },
	{ "(struct path *)((file_t *)(file->f_next)->f_next)->mnt", 3, { 24, 24, 0 }, "u64" },
	{ "(file_t *)a0->f_text:string", 2, { 48, 0 }, "string" },
	{ "(file_t *)a0->high", 1, { 4 }, "u16", .shl = 48, .shr = 51 },
};

/* The word that passes a parameter, counting from 0: registers, then the stack. */
static const struct case_word {
	const char	*line;
	u64		word;
} case_words[] = {
	{ "p vfs_read pos", 3 },
	{ "p mod:func a0", 0 },
	{ "p mod:func at", 1 },
	{ "p mod:func behind", 3 },
	{ "p mod:func x=$arg3", 2 },
	{ "p mod:func a2", 2 },
	{ "p giver file", 1 },
	{ "p giver $arg1", 1 },
	{ "p giver $arg2", 2 },
	{ "p giver $arg1->f_mode", 1 },
	{ "p giver x=$arg1", 0 },
	{ "p giver +0($arg1)", 0 },
	{ "p taker at", 0 },
	{ "p taker large", 6 },
	{ "p taker a", 2 },
	{ "p taker odd", 9 },
	{ "p taker b", 3 },
	{ "p taker c", 10 },
	{ "p taker d", 5 },
	{ "p taker e", 12 },
	{ "p floats ahead", 0 },
	{ "p huge c", 4 },
	{ "p huge d", 6 },
};

/* Return true if @spec has one argument, passed in the expected word. */
static bool case_word_is(const struct case_word *want, const struct probe_spec *spec)
{
	return spec->nr_args == 1 && spec->args[0].base == PROBE_BASE_ARG &&
	       spec->args[0].value == want->word;
}

/* Return true if @spec has only the expected argument. */
static bool case_fetch_is(const struct case_fetch *want, const struct probe_spec *spec)
{
	const struct probe_arg *arg = &spec->args[0];

	return spec->nr_args == 1 && arg->base == PROBE_BASE_ARG && !arg->value &&
	       arg->nr_derefs == want->nr_derefs &&
	       !memcmp(arg->offset, want->offset, want->nr_derefs * sizeof(s64)) &&
	       !strcmp(arg->type->name, want->type) && arg->count == want->count &&
	       arg->shl == want->shl && arg->shr == want->shr && arg->user == want->user;
}

/* All tables, with their environments. */
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
	CASE_SET(case_typed_env, case_typed_),
	CASE_SET(case_typed_tracepoint_env, case_typed_tracepoint_),
#undef CASE_SET
};

/* Remove the caret from a line; @buf has room for it. */
static unsigned int case_column(const char *line, char *buf)
{
	const char *caret = strchr(line, '^');

	memcpy(buf, line, caret - line);
	memcpy(buf + (caret - line), caret + 1, strlen(caret));
	return caret - line;
}

#endif /* _KTRACE_PROBE_PARSE_CASES_H */
