// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of classic BPF as text, the filters of seccomp and of sockets:
 *
 *	{len=1, filter=[BPF_STMT(BPF_RET|BPF_K, SECCOMP_RET_ALLOW)]}
 *
 * Called when records are read. The programs are those that a task passed, valid or not.
 */
#include <linux/compat.h>
#include <linux/filter.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <uapi/linux/seccomp.h>

#include "text/format.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/filter.h"

#define T struct sock_fprog
static OUTLINE_OF(fprog, T, F(T, len, UINT), F(T, filter, PTR));
const struct syscall_tail ktrace_fprog_tail = TAIL(T, len, filter, sizeof(struct sock_filter));
#undef T
#define T struct compat_sock_fprog
static OUTLINE_OF(fprog32, T, F(T, len, UINT), F(T, filter, PTR));
const struct syscall_tail ktrace_fprog32_tail = TAIL(T, len, filter, sizeof(struct sock_filter));
#undef T

/**
 * ktrace_fprog_layout - get the layout of struct sock_fprog
 * @abi:	ABI of the call
 *
 * Return: the layout.
 */
const struct syscall_layout *ktrace_fprog_layout(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_NATIVE ? LAYOUT(fprog) : LAYOUT(fprog32);
}

/**
 * ktrace_fprog_bytes - struct syscall_copy.bytes for a struct sock_fprog
 * @abi:	ABI of the call
 *
 * Return: the size of the structure.
 */
u32 ktrace_fprog_bytes(enum ktrace_abi abi)
{
	return ktrace_fprog_layout(abi)->size;
}

/* Append the name of a part of an instruction's code, or the part as a number. */
static void put_part(struct seq_buf *out, const char * const *names, u32 nr, u32 index, u32 part)
{
	seq_buf_putc(out, '|');
	if (index < nr && names[index])
		seq_buf_puts(out, names[index]);
	else
		seq_buf_printf(out, "%#x", part);
}

#define PUT_PART(out, names, index, part)				\
	put_part(out, names, ARRAY_SIZE(names), index, part)

static void put_load(struct seq_buf *out, u16 code)
{
	static const char * const sizes[] = { "BPF_W", "BPF_H", "BPF_B" };
	static const char * const modes[] = {
		"BPF_IMM", "BPF_ABS", "BPF_IND", "BPF_MEM", "BPF_LEN", "BPF_MSH",
	};

	PUT_PART(out, sizes, BPF_SIZE(code) >> 3, BPF_SIZE(code));
	PUT_PART(out, modes, BPF_MODE(code) >> 5, BPF_MODE(code));
}

static void put_operation(struct seq_buf *out, u16 code)
{
	static const char * const alu[] = {
		"BPF_ADD", "BPF_SUB", "BPF_MUL", "BPF_DIV", "BPF_OR", "BPF_AND", "BPF_LSH",
		"BPF_RSH", "BPF_NEG", "BPF_MOD", "BPF_XOR",
	};
	static const char * const jumps[] = {
		"BPF_JA", "BPF_JEQ", "BPF_JGT", "BPF_JGE", "BPF_JSET",
	};

	seq_buf_puts(out, BPF_SRC(code) == BPF_X ? "|BPF_X" : "|BPF_K");
	if (BPF_CLASS(code) == BPF_ALU)
		PUT_PART(out, alu, BPF_OP(code) >> 4, BPF_OP(code));
	else
		PUT_PART(out, jumps, BPF_OP(code) >> 4, BPF_OP(code));
}

static void put_code(struct seq_buf *out, u16 code)
{
	static const char * const classes[] = {
		"BPF_LD", "BPF_LDX", "BPF_ST", "BPF_STX", "BPF_ALU", "BPF_JMP", "BPF_RET",
		"BPF_MISC",
	};
	static const char * const values[] = { "BPF_K", "BPF_X", "BPF_A" };
	u16 rest = code & ~0xff;

	seq_buf_puts(out, classes[BPF_CLASS(code)]);
	switch (BPF_CLASS(code)) {
	case BPF_LD:
	case BPF_LDX:
		put_load(out, code);
		break;
	case BPF_ALU:
	case BPF_JMP:
		put_operation(out, code);
		break;
	case BPF_RET:
		PUT_PART(out, values, BPF_RVAL(code) >> 3, BPF_RVAL(code));
		rest |= code & 0xe0;
		break;
	case BPF_MISC:
		seq_buf_puts(out, BPF_MISCOP(code) == BPF_TXA ? "|BPF_TXA" : "|BPF_TAX");
		rest |= code & 0x78;
		break;
	default:
		rest |= code & 0xf8;
		break;
	}
	if (rest)
		seq_buf_printf(out, "|%#x", rest);
}

/* The offset of a load from a packet; the highest ones are ancillary data. */
static void put_packet_offset(struct seq_buf *out, u32 k)
{
	const char *name;

	if (k >= (u32)SKF_AD_OFF) {
		name = ktrace_names_find(KTRACE_NAMES_filter_data, k - SKF_AD_OFF);
		if (name)
			seq_buf_printf(out, "SKF_AD_OFF+%s", name);
		else
			seq_buf_printf(out, "SKF_AD_OFF+%#x", k - SKF_AD_OFF);
	} else if (k >= (u32)SKF_NET_OFF) {
		seq_buf_printf(out, "SKF_NET_OFF+%u", k - SKF_NET_OFF);
	} else if (k >= (u32)SKF_LL_OFF) {
		seq_buf_printf(out, "SKF_LL_OFF+%u", k - SKF_LL_OFF);
	} else {
		ktrace_show_u32(out, k, SHOW_HEX, 0);
	}
}

static void put_instruction(struct seq_buf *out, const struct sock_filter *insn, bool seccomp)
{
	bool jump = insn->jt || insn->jf;

	seq_buf_puts(out, jump ? "BPF_JUMP(" : "BPF_STMT(");
	put_code(out, insn->code);
	seq_buf_puts(out, ", ");
	if (seccomp && insn->code == (BPF_RET | BPF_K))
		ktrace_names_print(out, KTRACE_NAMES_seccomp_ret, insn->k);
	else if (!seccomp && BPF_CLASS(insn->code) == BPF_LD && BPF_MODE(insn->code) == BPF_ABS)
		put_packet_offset(out, insn->k);
	else
		ktrace_show_u32(out, insn->k, SHOW_HEX, 0);
	if (jump) {
		seq_buf_puts(out, ", ");
		ktrace_show_u32(out, insn->jt, SHOW_HEX, 0);
		seq_buf_puts(out, ", ");
		ktrace_show_u32(out, insn->jf, SHOW_HEX, 0);
	}
	seq_buf_putc(out, ')');
}

/**
 * ktrace_put_instructions - append the instructions of a program
 * @out:	output
 * @rest:	the instructions
 * @count:	number of instructions of the program
 * @seccomp:	results are actions of seccomp
 */
void ktrace_put_instructions(struct seq_buf *out, struct syscall_rest rest, u32 count,
			     bool seccomp)
{
	struct sock_filter insn;
	u32 i;

	seq_buf_putc(out, '[');
	for (i = 0; ktrace_rest_take(&rest, &insn, sizeof(insn)); i++) {
		if (seq_buf_has_overflowed(out))
			break;
		if (i)
			seq_buf_puts(out, ", ");
		put_instruction(out, &insn, seccomp);
	}
	seq_buf_puts(out, i < count ? ", ...]" : "]");
}

/**
 * ktrace_put_fprog - append a struct sock_fprog with its instructions
 * @out:	output
 * @abi:	ABI of the call
 * @data:	the copy: the structure, and instructions if their memory was readable
 * @seccomp:	results are actions of seccomp
 */
void ktrace_put_fprog(struct seq_buf *out, enum ktrace_abi abi, const struct syscall_data *data,
		      bool seccomp)
{
	const struct syscall_layout *layout = ktrace_fprog_layout(abi);
	struct syscall_rest rest = { data->at, data->len };
	u16 len = 1;

	if (data->len >= layout->size)
		memcpy(&len, data->at, sizeof(len));
	if (len && data->len <= layout->size) {
		ktrace_show_element(out, layout, data->at, data->len, data->status == SYSCALL_CUT);
		return;
	}
	ktrace_rest_some(&rest, layout->size);
	seq_buf_printf(out, "{len=%u, filter=", len);
	ktrace_put_instructions(out, rest, len, seccomp);
	seq_buf_putc(out, '}');
}
