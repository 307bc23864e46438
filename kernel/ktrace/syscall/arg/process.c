// SPDX-License-Identifier: GPL-2.0
/* System calls on processes: programs, children, credentials, attributes. */
#include <linux/capability.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/syscalls.h>
#include <uapi/linux/sched.h>

#include "syscall/arg/describe.h"

#define T struct clone_args
OUTLINE_SINCE(clone_args, T, CLONE_ARGS_SIZE_VER0, F_FLAGS(T, flags, clone3_flags),
	      F(T, pidfd, PTR, IF_ANY(T, flags, CLONE_PIDFD)),
	      F(T, child_tid, PTR, IF_ANY(T, flags, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)),
	      F(T, parent_tid, PTR, IF_ANY(T, flags, CLONE_PARENT_SETTID)),
	      F(T, exit_signal, SIGNAL), F(T, stack, PTR), F(T, stack_size, HEX),
	      F(T, tls, PTR, IF_ANY(T, flags, CLONE_SETTLS)),
	      F(T, set_tid, PTR, IF_EITHER(T, set_tid, set_tid_size)),
	      F(T, set_tid_size, UINT, IF_EITHER(T, set_tid, set_tid_size)),
	      F(T, cgroup, UINT, IF_SET_OR_ANY(T, cgroup, flags, CLONE_INTO_CGROUP)));
#undef T
static const struct syscall_tail *clone_args_tail(const u64 *args, enum ktrace_abi abi)
{
	static const struct syscall_tail tids =
		TAIL(struct clone_args, set_tid_size, set_tid, sizeof(s32));

	return &tids;
}

static void put_clone_args(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data)
{
	u32 bytes = data->len;

	if (value->nargs > 1 && data->status == SYSCALL_COPIED)
		bytes = min(bytes, ktrace_size1_bytes(value->args, value->abi));
	if (bytes < type->layout->min)
		ktrace_show_pointer(out, value->value);
	else
		ktrace_show_with_tail(out, type->layout, clone_args_tail(value->args, value->abi),
				      LAYOUT(int), data, bytes);
}

#define CLONE_ARGS							\
	COPIED("clone_args", put_clone_args, .layout = LAYOUT(clone_args), \
	       .in = { SYSCALL_HOW_OBJECT, 1, .some = true, .bytes = ktrace_size1_bytes, \
		       .tail = clone_args_tail })

#define T struct __user_cap_header_struct
OUTLINE(cap_header, T, F_ENUM(T, version, cap_version), F(T, pid, INT));
#undef T
#define T struct __user_cap_data_struct
OUTLINE(cap_data, T, F(T, effective, HEX), F(T, permitted, HEX), F(T, inheritable, HEX));
#undef T

static void put_strings(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_rest rest = { data->at, data->len };
	struct syscall_strings strings;
	u64 at;
	u32 i;

	seq_buf_putc(out, '[');
	if (!ktrace_rest_take(&rest, &strings, sizeof(strings))) {
		seq_buf_puts(out, "...]");
		return;
	}
	for (i = 0; i < strings.kept && rest.len; i++) {
		u8 status = *ktrace_rest_some(&rest, 1).at;
		bool there = status == SYSCALL_COPIED || status == SYSCALL_CUT;
		u32 len = strnlen(rest.at, rest.len);

		if (there && !rest.len)
			break;
		if (i)
			seq_buf_puts(out, ", ");
		if (there)
			ktrace_show_quoted(out, rest.at, len, status == SYSCALL_CUT);
		else if (status == SYSCALL_FAULT && ktrace_rest_take(&rest, &at, sizeof(at)))
			ktrace_show_pointer(out, at);
		else
			seq_buf_putc(out, '?');
		/* Skip the string with its zero. */
		if (there)
			ktrace_rest_some(&rest, len + 1);
	}
	if (data->status == SYSCALL_CUT || !strings.counted || i < strings.count)
		seq_buf_puts(out, i ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

/* Show the strings of the environment if any were copied, otherwise their number. */
static void put_environment(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_rest rest = { data->at, data->len };
	struct syscall_strings strings;

	if (!ktrace_rest_take(&rest, &strings, sizeof(strings))) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	if (strings.kept || (strings.wanted && strings.counted && !strings.count)) {
		put_strings(out, value, type, data);
		return;
	}
	ktrace_show_pointer(out, value->value);
	seq_buf_printf(out, strings.counted ? " /* %u vars */" : " /* %u or more vars */",
		       strings.count);
}

static u8 clone_unused(const u64 *args, enum ktrace_abi abi)
{
	bool backwards = ktrace_syscall_clone_backwards(abi);
	u8 tls = backwards ? NOT(3) : NOT(4), child_tid = backwards ? NOT(4) : NOT(3);
	u8 unused = 0;

	if (!(args[0] & (CLONE_PARENT_SETTID | CLONE_PIDFD)))
		unused |= NOT(2);
	if (!(args[0] & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)))
		unused |= child_tid;
	if (!(args[0] & CLONE_SETTLS))
		unused |= tls;
	return unused;
}

static u32 parent_tid_bytes(const u64 *args, enum ktrace_abi abi)
{
	return args[0] & CLONE_PARENT_SETTID ? sizeof(s32) : 0;
}

static void put_cap_halves(struct seq_buf *out, u32 low, u32 high)
{
	ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
			   (u64)high << 32 | low, sizeof(u64));
}

/* Two elements are the halves of 64-bit sets. */
static void put_caps(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct syscall_data *data)
{
	struct __user_cap_data_struct low, high;

	if (data->len != sizeof(low) + sizeof(high)) {
		ktrace_show_elements(out, type->layout, data, false);
		return;
	}
	memcpy(&low, data->at, sizeof(low));
	memcpy(&high, data->at + sizeof(low), sizeof(high));
	seq_buf_puts(out, "{effective=");
	put_cap_halves(out, low.effective, high.effective);
	seq_buf_puts(out, ", permitted=");
	put_cap_halves(out, low.permitted, high.permitted);
	seq_buf_puts(out, ", inheritable=");
	put_cap_halves(out, low.inheritable, high.inheritable);
	seq_buf_putc(out, '}');
}

/* 0xffffffff queries the current value. */
static void show_personality(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	ktrace_show_u32(out, value->value,
			(u32)value->value == U32_MAX ? SHOW_HEX : SHOW_FLAGS,
			KTRACE_NAMES_personality);
}

#define ARGV		COPIED("strings", put_strings, .in = { SYSCALL_HOW_ARGV })
#define ENVP		COPIED("environment", put_environment, .in = { SYSCALL_HOW_ENVP })
#define CAPS_TYPE(...)	COPIED("cap_data", put_caps, .layout = LAYOUT(cap_data), __VA_ARGS__)
#define CAPS		CAPS_TYPE(.in = { SYSCALL_HOW_CAPS })
#define CAPS_OUT	CAPS_TYPE(.out = { SYSCALL_HOW_CAPS })

static void show_remote_fd(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	struct syscall_value same = *value;

	same.in = same.out;
	ktrace_show_fd(out, &same, type);
}

static const struct syscall_desc process_calls[] = {
	{ "execve", .ends = SYSCALL_ENDS_EXEC, .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG("argv", ARGV),
		ARG("envp", ENVP),
		{ } } },
	{ "execveat", .ends = SYSCALL_ENDS_EXEC, .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG("flags", FLAGS(at_flags)),
		ARG("argv", ARGV),
		ARG("envp", ENVP),
		ARG("fd", DFD),
		{ } } },
	{ "uselib", .rules = RULES {
		ARG("library", PATHNAME),
		{ } } },
	{ "clone", .unused = clone_unused, .rules = RULES {
		ARG("clone_flags", FLAGS(clone_flags)),
		ARG("parent_tidptr", OUT_BY(int, parent_tid_bytes)),
		ARG("child_tidptr", ADDRESS),
		ARG("newsp tls tls_val", ADDRESS),
		{ } } },
	{ "clone3", .rules = RULES {
		ARG("uargs", CLONE_ARGS),
		{ } } },
	{ "unshare", .rules = RULES {
		ARG("unshare_flags", LONG_FLAGS(clone3_flags)),
		{ } } },
	{ "setns", .rules = RULES {
		ARG("flags", FLAGS(clone3_flags)),
		{ } } },
	{ "capget", .rules = RULES {
		ARG("header", IN(cap_header)),
		ARG_N("dataptr", CAPS_OUT, AT(0)),
		{ } } },
	{ "capset", .rules = RULES {
		ARG("header", IN(cap_header)),
		ARG_N("data", CAPS, AT(0)),
		{ } } },
	{ "getgroups", .rules = RULES {
		ARG_CN("grouplist", gid_t __user *, OUT_ARRAY(id), RET),
		ARG_N("grouplist", OUT_ARRAY(id16), RET),
		{ } } },
	{ "setgroups", .rules = RULES {
		ARG_CN("grouplist", gid_t __user *, IN_ARRAY(id), 0),
		ARG_N("grouplist", IN_ARRAY(id16), 0),
		{ } } },
	{ "getgroups32", .rules = RULES {
		ARG_N("grouplist", OUT_ARRAY(id), RET),
		{ } } },
	{ "setgroups32", .rules = RULES {
		ARG_N("grouplist", IN_ARRAY(id), 0),
		{ } } },
	{ "personality", .rules = RULES {
		RETURNS(RETURN("personality", FLAGS, personality)),
		ARG("personality", TYPE("personality", show_personality)),
		{ } } },
	{ "pidfd_open", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(pidfd_open_flags)),
		{ } } },
	{ "pidfd_getfd", .rules = RULES {
		RETURNS_FD,
		/* A descriptor of another process: the returned one is open on the same file. */
		ARG_N("fd", TYPE("remote_fd", show_remote_fd, .out = { SYSCALL_HOW_FD }), RET),
		{ } } },
	{ "kcmp", .rules = RULES {
		ARG("type", ENUM(kcmp_type)),
		{ } } },
	{ "set_tid_address", .rules = RULES {
		ARG("tidptr", ADDRESS),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "fork vfork exit exit_group getpid "
	  "gettid getppid getpgid getpgrp getsid setsid setpgid getuid geteuid getgid "
	  "getegid getuid32 geteuid32 getgid32 getegid32 setuid setgid setreuid setregid "
	  "setresuid setresgid getresuid getresgid setfsuid setfsgid setuid32 setgid32 "
	  "setreuid32 setregid32 setresuid32 setresgid32 getresuid32 getresgid32 "
	  "setfsuid32 setfsgid32" },
};

FAMILY(process);
