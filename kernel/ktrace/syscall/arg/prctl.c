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

static const struct syscall_command prctl_command_list[] = {
	/* The kernel reads a string up to its zero. */
	{ PR_SET_NAME, .where = PASSED | TERMINATED, .layout = &task_comm, .unused = NOT_FROM(2) },
	{ PR_GET_NAME, .where = LEFT, .layout = &task_comm, .unused = NOT_FROM(2) },
	{ PR_GET_PDEATHSIG, .where = LEFT, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_GET_CHILD_SUBREAPER, .where = LEFT, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_GET_TID_ADDRESS, .where = LEFT, .layout = LAYOUT(pointer), .compat = LAYOUT(pointer32),
	  .unused = NOT_FROM(2) },
	{ PR_GET_TSC, .where = LEFT, .layout = SHOWN(ENUM, prctl_tsc), .unused = NOT_FROM(2) },
	{ PR_SET_PDEATHSIG, .layout = SHOWN_SIGNAL, .unused = NOT_FROM(2) },
	{ PR_SET_DUMPABLE, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_SET_KEEPCAPS, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_CAPBSET_READ, .layout = SHOWN(ENUM, capability), .unused = NOT_FROM(2) },
	{ PR_CAPBSET_DROP, .layout = SHOWN(ENUM, capability), .unused = NOT_FROM(2) },
	{ PR_CAP_AMBIENT, .layout = SHOWN(ENUM, prctl_ambient) },
	{ PR_SET_MM, .layout = SHOWN(ENUM, prctl_mm) },
	{ PR_SET_VMA, .layout = SHOWN(ENUM, prctl_vma) },
	{ PR_SET_SECCOMP, .layout = SHOWN(ENUM, seccomp_mode), .unused = NOT_FROM(3) },
	{ PR_GET_SPECULATION_CTRL, .layout = SHOWN(ENUM, prctl_speculation),
	  .unused = NOT_FROM(2) },
	{ PR_SET_SPECULATION_CTRL, .layout = SHOWN(ENUM, prctl_speculation),
	  .unused = NOT_FROM(3) },
	{ PR_SET_TSC, .layout = SHOWN(ENUM, prctl_tsc), .unused = NOT_FROM(2) },
	{ PR_SET_SECUREBITS, .layout = SHOWN(FLAGS, securebits), .unused = NOT_FROM(2) },
	{ PR_SET_MDWE, .layout = SHOWN(FLAGS, prctl_mdwe) },
	{ PR_SET_SYSCALL_USER_DISPATCH, .layout = SHOWN(ENUM, prctl_dispatch) },
	{ PR_SCHED_CORE, .layout = SHOWN(ENUM, prctl_sched_core) },
	{ PR_SET_IO_FLUSHER, .layout = LAYOUT(int) },
	{ PR_SET_MEMORY_MERGE, .layout = LAYOUT(int) },
	{ PR_MCE_KILL, .layout = SHOWN(ENUM, prctl_mce_kill) },
	{ PR_SET_TIMERSLACK, .layout = LAYOUT(u64), .unused = NOT_FROM(2) },
	{ PR_SET_CHILD_SUBREAPER, .layout = LAYOUT(int), .unused = NOT_FROM(2) },
	{ PR_SET_NO_NEW_PRIVS, .layout = LAYOUT(int) },
	{ PR_SET_THP_DISABLE, .layout = LAYOUT(int) },
	{ PR_GET_DUMPABLE, .unused = NOT_FROM(1) },
	{ PR_GET_KEEPCAPS, .unused = NOT_FROM(1) },
	{ PR_GET_SECCOMP, .unused = NOT_FROM(1) },
	{ PR_GET_SECUREBITS, .unused = NOT_FROM(1) },
	{ PR_GET_TIMERSLACK, .unused = NOT_FROM(1) },
	{ PR_GET_TIMING, .unused = NOT_FROM(1) },
	{ PR_TASK_PERF_EVENTS_DISABLE, .unused = NOT_FROM(1) },
	{ PR_TASK_PERF_EVENTS_ENABLE, .unused = NOT_FROM(1) },
	{ PR_SET_UNALIGN, .unused = NOT_FROM(2) },
	{ PR_GET_UNALIGN, .unused = NOT_FROM(2) },
	{ PR_SET_FPEMU, .unused = NOT_FROM(2) },
	{ PR_GET_FPEMU, .unused = NOT_FROM(2) },
	{ PR_SET_FPEXC, .unused = NOT_FROM(2) },
	{ PR_GET_FPEXC, .unused = NOT_FROM(2) },
	{ PR_SET_TIMING, .unused = NOT_FROM(2) },
	{ PR_SET_ENDIAN, .unused = NOT_FROM(2) },
	{ PR_GET_ENDIAN, .unused = NOT_FROM(2) },
	{ PR_SET_PTRACER, .unused = NOT_FROM(2) },
};

COMMANDS(prctl, (u32)args[0])

COMMAND_BYTES(prctl, (u32)args[0])

static void show_prctl_arg2(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	ktrace_command_show(out, value, type, value->nargs ? prctl_command(value->args) : NULL);
}

static bool prctl_is_capability(const struct syscall_value *value)
{
	if (value->nargs < 2 || (u32)value->args[0] != PR_CAP_AMBIENT)
		return false;
	switch (value->args[1]) {
	case PR_CAP_AMBIENT_IS_SET:
	case PR_CAP_AMBIENT_RAISE:
	case PR_CAP_AMBIENT_LOWER:
		return true;
	default:
		return false;
	}
}

/* The filter of PR_SET_SECCOMP. */
static bool prctl_passes_filter(const u64 *args)
{
	return (u32)args[0] == PR_SET_SECCOMP && args[1] == SECCOMP_MODE_FILTER;
}

static u32 prctl_arg3_bytes(const u64 *args, enum ktrace_abi abi)
{
	return prctl_passes_filter(args) ? ktrace_fprog_bytes(abi) : 0;
}

static const struct syscall_tail *prctl_arg3_tail(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_fprog_tail_of(abi);
}

static void show_prctl_arg3(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	if (value->nargs > 1 && prctl_passes_filter(value->args) && ktrace_show_there(&value->in))
		ktrace_put_fprog(out, value->abi, &value->in, true);
	else if (prctl_is_capability(value))
		ktrace_show_u32(out, value->value, SHOW_ENUM, KTRACE_NAMES_capability);
	else if (value->nargs && (u32)value->args[0] == PR_SET_SPECULATION_CTRL)
		ktrace_show_u32(out, value->value, SHOW_ENUM,
				KTRACE_NAMES_prctl_speculation_control);
	else
		ktrace_command_show(out, value, type, NULL);
}

static const struct syscall_desc prctl_calls[] = {
	{ "prctl", .commands = &prctl_commands, .unused = prctl_unused, .rules = RULES {
		ARG("option", ENUM(prctl_option)),
		ARG("arg2", COMMAND_ARG(prctl, show_prctl_arg2)),
		ARG("arg3", TYPE("prctl_arg3", show_prctl_arg3,
				 .in = { SYSCALL_HOW_OBJECT, 1, .bytes = prctl_arg3_bytes,
					 .tail = prctl_arg3_tail })),
		ARG(ANY, HEX_ARG),
		{ } } },
};

FAMILY(prctl);
