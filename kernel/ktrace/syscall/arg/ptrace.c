// SPDX-License-Identifier: GPL-2.0
/* ptrace(): the request selects the types and the number of the other arguments. */
#include <linux/compat.h>
#include <linux/minmax.h>
#include <linux/ptrace.h>
#include <linux/uio.h>
#include <uapi/linux/ptrace.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"
#include "text/format.h"

static OUTLINE_OF(ptrace_message, unsigned long, { .size = sizeof(long), .as = SHOW_HEX });
#define T struct iovec
static OUTLINE_OF(register_set, T, F(T, iov_base, PTR), F(T, iov_len, UINT));
#undef T
#define T struct compat_iovec
static OUTLINE_OF(register_set32, T, F(T, iov_base, PTR), F(T, iov_len, UINT));
#undef T
#define T struct ptrace_peeksiginfo_args
static OUTLINE_OF(peeksiginfo, T, F(T, off, UINT), F_FLAGS(T, flags, ptrace_peek_flags),
	F(T, nr, INT));
#undef T
#define T struct ptrace_syscall_info
#define IF_OP(number)	IF_EQUAL(T, op, U8_MAX, PTRACE_SYSCALL_INFO_##number)
static OUTLINE_OF(syscall_info, T, F_ENUM(T, op, ptrace_syscall_op), F_ENUM(T, arch, audit_arch),
	F(T, instruction_pointer, PTR), F(T, stack_pointer, PTR),
	FIELD_AS(T, entry.nr, "nr", UINT, IF_OP(ENTRY)),
	{ .name = "args", .offset = offsetof(T, entry.args), .size = sizeof(u64), .count = 6,
	  .as = SHOW_HEX, IF_OP(ENTRY) },
	FIELD_AS(T, exit.rval, "rval", INT, IF_OP(EXIT)),
	FIELD_AS(T, exit.is_error, "is_error", UINT, IF_OP(EXIT)),
	FIELD_AS(T, seccomp.nr, "nr", UINT, IF_OP(SECCOMP)),
	{ .name = "args", .offset = offsetof(T, seccomp.args), .size = sizeof(u64), .count = 6,
	  .as = SHOW_HEX, IF_OP(SECCOMP) },
	FIELD_AS(T, seccomp.ret_data, "ret_data", UINT, IF_OP(SECCOMP)));
#undef T
#define T struct ptrace_rseq_configuration
static OUTLINE_OF(rseq_configuration, T, F(T, rseq_abi_pointer, PTR), F(T, rseq_abi_size, UINT),
	F(T, signature, HEX), F(T, flags, HEX));
#undef T

#define T struct seccomp_metadata
static OUTLINE_OF(seccomp_metadata_in, T, F(T, filter_off, UINT));
static OUTLINE_OF(seccomp_metadata, T, F(T, filter_off, UINT),
	F_FLAGS(T, flags, seccomp_flags));
#undef T
/* ktrace_put_siginfo() shows it; the structures of all ABIs have the same size. */
static OUTLINE_OF(ptrace_siginfo, struct siginfo, { .size = sizeof(struct siginfo) });

static const struct syscall_command ptrace_command_list[] = {
	{ PTRACE_GETSIGINFO, .where = LEFT, .layout = LAYOUT(ptrace_siginfo), .unused = NOT(2) },
	{ PTRACE_SETSIGINFO, .where = PASSED, .layout = LAYOUT(ptrace_siginfo), .unused = NOT(2) },
	{ PTRACE_PEEKSIGINFO, .where = LEFT, .layout = LAYOUT(ptrace_siginfo) },
	{ PTRACE_SECCOMP_GET_METADATA, .where = PASSED | LEFT,
	  .layout = LAYOUT(seccomp_metadata_in), .left = LAYOUT(seccomp_metadata) },
	{ PTRACE_GETEVENTMSG, .where = LEFT, .layout = LAYOUT(ptrace_message),
	  .compat = LAYOUT(hex32), .unused = NOT(2) },
	{ PTRACE_PEEKTEXT, .where = LEFT, .layout = LAYOUT(ptrace_message),
	  .compat = LAYOUT(hex32) },
	{ PTRACE_PEEKDATA, .where = LEFT, .layout = LAYOUT(ptrace_message),
	  .compat = LAYOUT(hex32) },
	{ PTRACE_PEEKUSR, .where = LEFT, .layout = LAYOUT(ptrace_message),
	  .compat = LAYOUT(hex32) },
	{ PTRACE_GETSIGMASK, .where = LEFT, .layout = LAYOUT(sigset) },
	{ PTRACE_SETSIGMASK, .where = PASSED, .layout = LAYOUT(sigset) },
	{ PTRACE_GETREGSET, .where = PASSED | LEFT, .layout = LAYOUT(register_set),
	  .compat = LAYOUT(register_set32) },
	{ PTRACE_SETREGSET, .where = PASSED | LEFT, .layout = LAYOUT(register_set),
	  .compat = LAYOUT(register_set32) },
	{ PTRACE_GET_SYSCALL_INFO, .where = LEFT, .layout = LAYOUT(syscall_info) },
	{ PTRACE_GET_RSEQ_CONFIGURATION, .where = LEFT, .layout = LAYOUT(rseq_configuration) },
	{ PTRACE_CONT, .layout = SHOWN_SIGNAL },
	{ PTRACE_DETACH, .layout = SHOWN_SIGNAL },
	{ PTRACE_SINGLESTEP, .layout = SHOWN_SIGNAL },
	{ PTRACE_SINGLEBLOCK, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSCALL, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSEMU, .layout = SHOWN_SIGNAL },
	{ PTRACE_SYSEMU_SINGLESTEP, .layout = SHOWN_SIGNAL },
	{ PTRACE_OLDSETOPTIONS, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_SETOPTIONS, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_SEIZE, .layout = SHOWN(FLAGS, ptrace_options) },
	{ PTRACE_TRACEME, .unused = NOT_FROM(1) },
	{ PTRACE_KILL, .unused = NOT_FROM(2) },
	{ PTRACE_ATTACH, .unused = NOT_FROM(2) },
	{ PTRACE_INTERRUPT, .unused = NOT_FROM(2) },
	{ PTRACE_LISTEN, .unused = NOT_FROM(2) },
	{ PTRACE_GETREGS, .unused = NOT(2) },
	{ PTRACE_SETREGS, .unused = NOT(2) },
	{ PTRACE_GETFPREGS, .unused = NOT(2) },
	{ PTRACE_SETFPREGS, .unused = NOT(2) },
};

COMMANDS(ptrace, args[0])

static u32 ptrace_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_command_bytes(&ptrace_commands, args[0], abi, PASSED);
}

/* Some requests write no more than the size in the address argument. */
static u32 ptrace_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 bytes = ktrace_command_bytes(&ptrace_commands, args[0], abi, LEFT);

	if (args[0] == PTRACE_GET_SYSCALL_INFO || args[0] == PTRACE_GET_RSEQ_CONFIGURATION ||
	    args[0] == PTRACE_SECCOMP_GET_METADATA)
		return min_t(u64, bytes, args[2]);
	/* The result is the number of signals. */
	return args[0] == PTRACE_PEEKSIGINFO ? bytes | SYSCALL_BYTES_ELEMENTS : bytes;
}

/* The arguments of PTRACE_PEEKSIGINFO are at the address argument. */
static u32 ptrace_addr_bytes(const u64 *args, enum ktrace_abi abi)
{
	return args[0] == PTRACE_PEEKSIGINFO ? sizeof(struct ptrace_peeksiginfo_args) : 0;
}

static void show_ptrace_addr(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	u64 request = value->nargs ? value->args[0] : PTRACE_TRACEME;
	static const struct syscall_field note = {
		.as = SHOW_ENUM, .names = KTRACE_NAMES_elf_note,
	};

	if (request == PTRACE_PEEKSIGINFO && ktrace_show_there(&value->in))
		ktrace_show_element(out, LAYOUT(peeksiginfo), value->in.at, value->in.len, false);
	else if (request == PTRACE_GETREGSET || request == PTRACE_SETREGSET)
		ktrace_show_number(out, &note, (u32)value->value, sizeof(u32));
	else if (request == PTRACE_GETSIGMASK || request == PTRACE_SETSIGMASK ||
		 request == PTRACE_GET_SYSCALL_INFO || request == PTRACE_GET_RSEQ_CONFIGURATION ||
		 request == PTRACE_SECCOMP_GET_METADATA)
		ktrace_format_dec(out, value->value);
	else
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
	if (request == PTRACE_PEEKSIGINFO && value->in.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

/* Append the signals that PTRACE_PEEKSIGINFO has read. */
static void show_ptrace_signals(struct seq_buf *out, const struct syscall_value *value,
				const struct syscall_type *type)
{
	struct syscall_data one = { .len = sizeof(struct siginfo), .status = SYSCALL_COPIED };
	u32 at;

	seq_buf_putc(out, '[');
	for (at = 0; at + one.len <= value->out.len && !seq_buf_has_overflowed(out);
	     at += one.len) {
		one.at = value->out.at + at;
		seq_buf_puts(out, at ? ", " : "");
		ktrace_put_siginfo(out, value, type, &one);
	}
	if (value->out.status == SYSCALL_CUT)
		seq_buf_puts(out, at ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

static void show_ptrace_data(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	u64 request = value->nargs ? value->args[0] : PTRACE_TRACEME;
	const struct syscall_data *info = NULL;

	if (request == PTRACE_GETSIGINFO)
		info = &value->out;
	else if (request == PTRACE_SETSIGINFO)
		info = &value->in;
	if (request == PTRACE_PEEKSIGINFO && value->returned && !ktrace_show_failed(value) &&
	    ktrace_show_there(&value->out))
		show_ptrace_signals(out, value, type);
	else if (info && ktrace_show_there(info))
		ktrace_put_siginfo(out, value, type, info);
	else
		ktrace_command_show(out, value, type,
				    value->nargs ? ptrace_command(value->args) : NULL);
}

static const struct syscall_desc ptrace_calls[] = {
	{ "ptrace", .commands = &ptrace_commands, .unused = ptrace_unused, .rules = RULES {
		ARG("request", ENUM(ptrace_request)),
		ARG("pid", INT_ARG),
		ARG_N("data", COMMAND_ARG(ptrace, show_ptrace_data), RET),
		ARG("addr", TYPE("ptrace_addr", show_ptrace_addr,
				 .in = { SYSCALL_HOW_OBJECT, 1, .bytes = ptrace_addr_bytes })),
		{ } } },
};

FAMILY(ptrace);
