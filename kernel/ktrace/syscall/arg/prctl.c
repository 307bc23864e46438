// SPDX-License-Identifier: GPL-2.0
/* prctl(): the first argument selects the types and the number of the others. */
#include <linux/sched.h>
#include <uapi/linux/prctl.h>
#include <uapi/linux/seccomp.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/filter.h"

static const struct syscall_layout task_comm = {
	.size = TASK_COMM_LEN, .nr = 1,
	.fields = &(const struct syscall_field) { .size = TASK_COMM_LEN, .as = SHOW_TEXT },
};

/* A number of 64 bits. */
#define LONG_SHOWN(how, table)						\
	(&(const struct syscall_layout) {				\
		.size = sizeof(u64), .nr = 1,				\
		.fields = &(const struct syscall_field) {		\
			.size = sizeof(u64), .as = SHOW_##how,		\
			.names = KTRACE_NAMES_##table,			\
		},							\
	})

static const struct syscall_command prctl_command_list[] = {
	/* The kernel reads a string up to its zero. */
	{ PR_SET_NAME, .where = PASSED | TERMINATED, .layout = &task_comm, .unused = NOT_FROM(2) },
	{ PR_GET_NAME, .where = LEFT, .layout = &task_comm, .unused = NOT_FROM(2) },
	{ PR_GET_PDEATHSIG, .where = LEFT, .layout = SHOWN_SIGNAL, .unused = NOT_FROM(2) },
	{ PR_GET_UNALIGN, .where = LEFT, .layout = SHOWN(FLAGS, prctl_unalign),
	  .unused = NOT_FROM(2) },
	{ PR_GET_FPEMU, .where = LEFT, .layout = LAYOUT(hex32), .unused = NOT_FROM(2) },
	{ PR_GET_FPEXC, .where = LEFT, .layout = LAYOUT(hex32), .unused = NOT_FROM(2) },
	{ PR_GET_ENDIAN, .where = LEFT, .layout = LAYOUT(hex32), .unused = NOT_FROM(2) },
	{ PR_GET_CHILD_SUBREAPER, .where = LEFT, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_GET_TID_ADDRESS, .where = LEFT, .layout = LAYOUT(pointer), .compat = LAYOUT(pointer32),
	  .unused = NOT_FROM(2) },
	{ PR_GET_TSC, .where = LEFT, .layout = SHOWN(ENUM, prctl_tsc), .unused = NOT_FROM(2) },
	{ PR_SET_PDEATHSIG, .layout = LONG_SHOWN(SIGNAL, signals), .unused = NOT_FROM(2) },
	{ PR_SET_DUMPABLE, .layout = LONG_SHOWN(ENUM, prctl_dumpable), .unused = NOT_FROM(2) },
	{ PR_SET_KEEPCAPS, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_CAPBSET_READ, .layout = SHOWN(ENUM, capability), .unused = NOT_FROM(2) },
	{ PR_CAPBSET_DROP, .layout = SHOWN(ENUM, capability), .unused = NOT_FROM(2) },
	{ PR_CAP_AMBIENT, .layout = SHOWN(ENUM, prctl_ambient) },
	{ PR_SET_MM, .layout = SHOWN(ENUM, prctl_mm) },
	{ PR_SET_VMA, .layout = LONG_SHOWN(ENUM, prctl_vma) },
	{ PR_SET_SECCOMP, .layout = SHOWN(ENUM, seccomp_mode), .unused = NOT_FROM(3) },
	{ PR_GET_SPECULATION_CTRL, .layout = SHOWN(ENUM, prctl_speculation),
	  .unused = NOT_FROM(2), .result = SHOWN(FLAGS, prctl_speculation_status) },
	{ PR_SET_SPECULATION_CTRL, .layout = SHOWN(ENUM, prctl_speculation),
	  .unused = NOT_FROM(3) },
	{ PR_SET_TSC, .layout = SHOWN(ENUM, prctl_tsc), .unused = NOT_FROM(2) },
	{ PR_SET_SECUREBITS, .layout = LONG_SHOWN(FLAGS, securebits), .unused = NOT_FROM(2) },
	{ PR_SET_MDWE, .layout = SHOWN(FLAGS, prctl_mdwe) },
	{ PR_SET_SYSCALL_USER_DISPATCH, .layout = LONG_SHOWN(ENUM, prctl_dispatch) },
	{ PR_SCHED_CORE, .layout = SHOWN(ENUM, prctl_sched_core) },
	{ PR_SET_IO_FLUSHER, .layout = LAYOUT(int) },
	{ PR_SET_MEMORY_MERGE, .layout = LAYOUT(int) },
	{ PR_MCE_KILL, .layout = SHOWN(ENUM, prctl_mce_kill) },
	{ PR_SET_TIMERSLACK, .layout = LAYOUT(u64), .unused = NOT_FROM(2) },
	{ PR_SET_CHILD_SUBREAPER, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_SET_NO_NEW_PRIVS, .layout = LAYOUT(int) },
	{ PR_SET_THP_DISABLE, .layout = LAYOUT(int) },
	{ PR_GET_DUMPABLE, .unused = NOT_FROM(1), .result = SHOWN(ENUM, prctl_dumpable) },
	{ PR_GET_KEEPCAPS, .unused = NOT_FROM(1) },
	{ PR_GET_SECCOMP, .unused = NOT_FROM(1) },
	{ PR_GET_SECUREBITS, .unused = NOT_FROM(1), .result = SHOWN(FLAGS, securebits) },
	{ PR_GET_TIMERSLACK, .unused = NOT_FROM(1) },
	{ PR_GET_TIMING, .unused = NOT_FROM(1) },
	{ PR_TASK_PERF_EVENTS_DISABLE, .unused = NOT_FROM(1) },
	{ PR_TASK_PERF_EVENTS_ENABLE, .unused = NOT_FROM(1) },
	{ PR_MCE_KILL_GET, .result = SHOWN(ENUM, prctl_mce_policy) },
	{ PR_GET_MDWE, .result = SHOWN(FLAGS, prctl_mdwe) },
	{ PR_SET_TAGGED_ADDR_CTRL, .layout = LONG_SHOWN(FLAGS, prctl_tagged) },
	{ PR_GET_TAGGED_ADDR_CTRL, .result = SHOWN(FLAGS, prctl_tagged) },
	{ PR_PAC_GET_ENABLED_KEYS, .result = SHOWN(FLAGS, prctl_pac_enabled) },
	{ PR_RISCV_V_SET_CONTROL, .layout = LONG_SHOWN(FLAGS, prctl_riscv_v),
	  .unused = NOT_FROM(2) },
	{ PR_RISCV_V_GET_CONTROL, .unused = NOT_FROM(1), .result = SHOWN(FLAGS, prctl_riscv_v) },
	{ PR_RISCV_SET_ICACHE_FLUSH_CTX, .layout = SHOWN(ENUM, prctl_riscv_flush),
	  .unused = NOT_FROM(3) },
	{ PR_PPC_GET_DEXCR, .layout = SHOWN(ENUM, prctl_dexcr),
	  .result = SHOWN(FLAGS, prctl_dexcr_control) },
	{ PR_PPC_SET_DEXCR, .layout = SHOWN(ENUM, prctl_dexcr) },
	{ PR_PAC_SET_ENABLED_KEYS, .layout = LONG_SHOWN(FLAGS, prctl_pac_enabled) },
	{ PR_PAC_RESET_KEYS, .layout = LONG_SHOWN(FLAGS, prctl_pac_keys) },
	{ PR_SVE_SET_VL, .layout = LONG_SHOWN(FLAGS, prctl_sve), .unused = NOT_FROM(2) },
	{ PR_SVE_GET_VL, .unused = NOT_FROM(1), .result = SHOWN(FLAGS, prctl_sve) },
	{ PR_SME_SET_VL, .layout = LONG_SHOWN(FLAGS, prctl_sme), .unused = NOT_FROM(2) },
	{ PR_SME_GET_VL, .unused = NOT_FROM(1), .result = SHOWN(FLAGS, prctl_sme) },
	{ PR_SET_UNALIGN, .layout = SHOWN(FLAGS, prctl_unalign), .unused = NOT_FROM(2) },
	{ PR_SET_FPEMU, .unused = NOT_FROM(2) },
	{ PR_SET_FPEXC, .unused = NOT_FROM(2) },
	{ PR_SET_TIMING, .unused = NOT_FROM(2) },
	{ PR_SET_ENDIAN, .unused = NOT_FROM(2) },
	{ PR_SET_PTRACER, .layout = LONG_SHOWN(ID_ENUM, prctl_ptracer), .unused = NOT_FROM(2) },
};

COMMANDS(prctl, (u32)args[0])

COMMAND_BYTES(prctl, (u32)args[0])

static void show_prctl_arg2(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	ktrace_command_show(out, value, type, value->nargs ? prctl_command(value->args) : NULL);
}

/**
 * struct prctl_rest - the arguments behind the second one
 * @command:	the first argument
 * @any:	the entry is for any second argument
 * @which:	the second argument, unless @any is set
 * @layout:	layouts of the arguments 3 to 5; NULL for a hexadecimal number
 */
struct prctl_rest {
	u32	command;
	bool	any;
	u64	which;
	const struct syscall_layout *layout[3];
};

static const struct prctl_rest prctl_rests[] = {
	{ PR_CAP_AMBIENT, .which = PR_CAP_AMBIENT_IS_SET,
	  .layout = { SHOWN(ENUM, capability) } },
	{ PR_CAP_AMBIENT, .which = PR_CAP_AMBIENT_RAISE,
	  .layout = { SHOWN(ENUM, capability) } },
	{ PR_CAP_AMBIENT, .which = PR_CAP_AMBIENT_LOWER,
	  .layout = { SHOWN(ENUM, capability) } },
	{ PR_MCE_KILL, .which = PR_MCE_KILL_SET,
	  .layout = { LONG_SHOWN(ENUM, prctl_mce_policy) } },
	{ PR_PAC_SET_ENABLED_KEYS, .any = true,
	  .layout = { LONG_SHOWN(FLAGS, prctl_pac_enabled) } },
	{ PR_PPC_SET_DEXCR, .any = true, .layout = { SHOWN(FLAGS, prctl_dexcr_control) } },
	{ PR_RISCV_SET_ICACHE_FLUSH_CTX, .any = true,
	  .layout = { SHOWN(ENUM, prctl_riscv_scope) } },
	{ PR_SET_MM, .which = PR_SET_MM_AUXV, .layout = { LAYOUT(pointer), LAYOUT(u64) } },
	{ PR_SET_MM, .which = PR_SET_MM_EXE_FILE, .layout = { LAYOUT(int) } },
	{ PR_SET_MM, .which = PR_SET_MM_MAP, .layout = { LAYOUT(pointer), LAYOUT(u64) } },
	{ PR_SET_MM, .which = PR_SET_MM_MAP_SIZE, .layout = { LAYOUT(pointer) } },
	{ PR_SCHED_CORE, .any = true,
	  .layout = { LAYOUT(int), SHOWN(ENUM, prctl_pid_type), LAYOUT(pointer) } },
	{ PR_SET_SPECULATION_CTRL, .any = true,
	  .layout = { SHOWN(ENUM, prctl_speculation_control) } },
	{ PR_SET_SYSCALL_USER_DISPATCH, .which = PR_SYS_DISPATCH_ON,
	  .layout = { NULL, NULL, LAYOUT(pointer) } },
	{ PR_SET_VMA, .which = PR_SET_VMA_ANON_NAME,
	  .layout = { LAYOUT(pointer), LAYOUT(u64), LAYOUT(pointer) } },
};

static const struct prctl_rest *prctl_rest(const struct syscall_value *value)
{
	unsigned int i;

	if (value->nargs < 2)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(prctl_rests); i++)
		if (prctl_rests[i].command == (u32)value->args[0] &&
		    (prctl_rests[i].any || prctl_rests[i].which == value->args[1]))
			return &prctl_rests[i];
	return NULL;
}

/* Append argument @arg, one of those behind the second. */
static void show_prctl_rest(struct seq_buf *out, const struct syscall_value *value,
			    unsigned int arg)
{
	const struct prctl_rest *rest = prctl_rest(value);
	const struct syscall_layout *layout = rest ? rest->layout[arg - 2] : NULL;

	if (layout)
		ktrace_show_scalar(out, value, &(const struct syscall_type){ .layout = layout });
	else
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
}

#define T struct prctl_mm_map
static OUTLINE_OF(prctl_mm_map, T, F(T, start_code, PTR), F(T, end_code, PTR),
	F(T, start_data, PTR), F(T, end_data, PTR), F(T, start_brk, PTR), F(T, brk, PTR),
	F(T, start_stack, PTR), F(T, arg_start, PTR), F(T, arg_end, PTR), F(T, env_start, PTR),
	F(T, env_end, PTR), F(T, auxv, PTR), F(T, auxv_size, UINT), F(T, exe_fd, INT));
#undef T

/* The map of PR_SET_MM, which has the same layout for all ABIs; the kernel takes no other size. */
static bool prctl_passes_map(const u64 *args)
{
	return (u32)args[0] == PR_SET_MM && args[1] == PR_SET_MM_MAP &&
	       args[3] == sizeof(struct prctl_mm_map);
}

/* Where the kernel writes the size of the map. */
static bool prctl_gets_map_size(const u64 *args)
{
	return (u32)args[0] == PR_SET_MM && args[1] == PR_SET_MM_MAP_SIZE;
}

static u32 prctl_arg3_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return prctl_gets_map_size(args) ? sizeof(u32) : 0;
}

/* The filter of PR_SET_SECCOMP. */
static bool prctl_passes_filter(const u64 *args)
{
	return (u32)args[0] == PR_SET_SECCOMP && args[1] == SECCOMP_MODE_FILTER;
}

static u32 prctl_arg3_bytes(const u64 *args, enum ktrace_abi abi)
{
	if (prctl_passes_map(args))
		return sizeof(struct prctl_mm_map);
	return prctl_passes_filter(args) ? ktrace_fprog_bytes(abi) : 0;
}

static const struct syscall_tail *prctl_arg3_tail(const u64 *args, enum ktrace_abi abi)
{
	return prctl_passes_filter(args) ? ktrace_fprog_tail_of(abi) : NULL;
}

static void show_prctl_arg3(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	if (value->nargs > 1 && prctl_passes_filter(value->args) && ktrace_show_there(&value->in))
		ktrace_put_fprog(out, value->abi, &value->in, true);
	else if (value->nargs > 3 && prctl_passes_map(value->args) &&
		 ktrace_show_there(&value->in))
		ktrace_show_element(out, LAYOUT(prctl_mm_map), value->in.at, value->in.len,
				    value->in.status == SYSCALL_CUT);
	else if (value->nargs > 1 && prctl_gets_map_size(value->args) &&
		 value->returned && !ktrace_show_failed(value) && ktrace_show_there(&value->out))
		ktrace_show_elements(out, LAYOUT(uint), &value->out, false);
	else
		show_prctl_rest(out, value, 2);
}

static void show_prctl_arg4(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	show_prctl_rest(out, value, 3);
}

/* The name of an anonymous mapping has at most 80 bytes. */
static u32 prctl_arg5_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == PR_SET_VMA && args[1] == PR_SET_VMA_ANON_NAME ?
	       SYSCALL_BYTES_STRING | 80 : 0;
}

static void show_prctl_arg5(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	if (ktrace_show_there(&value->in))
		ktrace_put_string(out, value, type, &value->in);
	else
		show_prctl_rest(out, value, 4);
}

static void show_prctl_result(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	const struct syscall_command *command = value->nargs ? prctl_command(value->args) : NULL;

	if (command && command->result)
		ktrace_show_number(out, command->result->fields, (u32)value->ret, sizeof(u32));
	else
		ktrace_show_return(out, value, type);
}

static const struct syscall_desc prctl_calls[] = {
	{ "prctl", .commands = &prctl_commands, .unused = prctl_unused, .rules = RULES {
		RETURNS(RETURN_BY("prctl", show_prctl_result, INT, errno)),
		ARG("option", ENUM(prctl_option)),
		ARG("arg2", COMMAND_ARG(prctl, show_prctl_arg2)),
		ARG("arg3", TYPE("prctl_arg3", show_prctl_arg3,
				 .in = { SYSCALL_HOW_OBJECT, 1, .bytes = prctl_arg3_bytes,
					 .tail = prctl_arg3_tail },
				 .out = BY(prctl_arg3_out_bytes))),
		ARG("arg4", TYPE("prctl_arg4", show_prctl_arg4)),
		ARG("arg5", TYPE("prctl_arg5", show_prctl_arg5, .in = BY(prctl_arg5_bytes))),
		{ } } },
};

FAMILY(prctl);
