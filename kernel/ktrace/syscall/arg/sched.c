// SPDX-License-Identifier: GPL-2.0
/* System calls of the scheduler: policies, priorities, CPUs. */
#include <linux/cpumask.h>
#include <linux/membarrier.h>
#include <linux/sched.h>
#include <linux/syscalls.h>
#include <linux/time32.h>
#include <uapi/linux/rseq.h>
#include <uapi/linux/sched/types.h>

#include "syscall/arg/describe.h"

OUTLINE(sched_param, struct sched_param, F(struct sched_param, sched_priority, INT));
#define T struct sched_attr
/* A program that keeps its policy or its parameters does not set them. */
#define IF_NOT_KEPT(keep)	IF_EQUAL(T, sched_flags, SCHED_FLAG_KEEP_##keep, 0)
OUTLINE(sched_attr, T, F(T, size, UINT),
	F_FLAGS(T, sched_policy, sched_policy, IF_NOT_KEPT(POLICY)),
	F_FLAGS(T, sched_flags, sched_flags), F(T, sched_nice, INT, IF_NOT_KEPT(PARAMS)),
	F(T, sched_priority, UINT, IF_NOT_KEPT(PARAMS)),
	F(T, sched_runtime, UINT, IF_NOT_KEPT(PARAMS)),
	F(T, sched_deadline, UINT, IF_NOT_KEPT(PARAMS)),
	F(T, sched_period, UINT, IF_NOT_KEPT(PARAMS)),
	F(T, sched_util_min, UINT), F(T, sched_util_max, UINT));
#undef T

#define T struct rseq
OUTLINE_SINCE(rseq, T, offsetofend(T, flags), F(T, cpu_id_start, UINT),
	      F_NAMED(T, cpu_id, ID_ENUM, rseq_cpu_id), F(T, rseq_cs, PTR),
	      F_FLAGS(T, flags, rseq_cs_flags), F(T, node_id, UINT), F(T, mm_cid, UINT));
#undef T

/* The structure starts with its size, which is copied in any case. */
static u32 sched_attr_bytes(const u32 *head)
{
	u32 size = head[0] ?: SCHED_ATTR_SIZE_VER0;

	/* The call refuses a smaller structure. */
	return size < SCHED_ATTR_SIZE_VER0 ? sizeof(head[0]) : size;
}

static u32 sched_attr_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u32, args[2], sizeof(struct sched_attr));
}

static void show_sched_attr(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	struct syscall_value in = *value;
	u32 known;

	in.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &in, type);
	known = ktrace_show_known_size(value, 0);
	if (known)
		seq_buf_printf(out, " => {size=%u}", known);
}

#define SCHED_ATTR							\
	TYPE("sched_attr", show_sched_attr, .put = ktrace_put_sized, .layout = LAYOUT(sched_attr), \
	     .in = { SYSCALL_HOW_SIZED, SYSCALL_SIZE_sched_attr, .self = sched_attr_bytes }, \
	     .out = { SYSCALL_HOW_OBJECT, sizeof(u32) }, .failed = SYSCALL_FAILED_ONLY)

static u32 cpu_mask_bytes(const u64 *args, enum ktrace_abi abi)
{
	/* The kernel reads only the beginning of a longer mask. */
	return min_t(u32, args[1], cpumask_size());
}

static u8 membarrier_unused(const u64 *args, enum ktrace_abi abi)
{
	return args[1] & MEMBARRIER_CMD_FLAG_CPU ? 0 : NOT(2);
}

/* A mask without bytes is empty. */
static void show_cpu_mask(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	if (value->value && value->nargs > 1 && !(u32)value->args[1])
		seq_buf_puts(out, "[]");
	else
		ktrace_show_copies(out, value, type);
}

#define CPU_MASK							\
	TYPE("cpu_mask", show_cpu_mask, .put = ktrace_put_bits, .in = BY(cpu_mask_bytes))
#define CPU_MASK_OUT	COPIED("cpu_mask", ktrace_put_bits, .out = { SYSCALL_HOW_OBJECT, 1 })

static const struct syscall_desc sched_calls[] = {
	{ "sched_setscheduler", .rules = RULES {
		ARG("policy", FLAGS(sched_policy)),
		ARG("param", IN(sched_param)),
		{ } } },
	{ "sched_getscheduler", .rules = RULES {
		RETURNS(RETURN("policy", FLAGS, sched_policy)),
		{ } } },
	{ "sched_get_priority_max sched_get_priority_min", .rules = RULES {
		ARG("policy", FLAGS(sched_policy)),
		{ } } },
	{ "sched_setparam", .rules = RULES {
		ARG("param", IN(sched_param)),
		{ } } },
	{ "sched_getparam", .rules = RULES {
		ARG("param", OUT(sched_param)),
		{ } } },
	{ "sched_setattr", .rules = RULES {
		ARG("flags", HEX32_ARG),
		ARG("uattr", SCHED_ATTR),
		{ } } },
	{ "sched_getattr", .rules = RULES {
		ARG("flags", UINT_ARG),
		ARG("uattr", SIZED(sched_attr, .out = BY(sched_attr_out_bytes))),
		{ } } },
	{ "sched_setaffinity", .rules = RULES {
		ARG("user_mask_ptr", CPU_MASK),
		{ } } },
	{ "sched_getaffinity", .rules = RULES {
		ARG_N("user_mask_ptr", CPU_MASK_OUT, RET),
		{ } } },
	{ "sched_rr_get_interval sched_rr_get_interval_time64", .rules = RULES {
		ARG_C("interval", struct old_timespec32 __user *, OUT(timespec32)),
		ARG("interval", OUT(timespec)),
		{ } } },
	{ "getpriority setpriority", .rules = RULES {
		ARG("which", ENUM(prio_which)),
		{ } } },
	{ "ioprio_get", .rules = RULES {
		RETURNS(RETURN("ioprio", IOPRIO, errno)),
		ARG("which", ENUM(ioprio_who)),
		{ } } },
	{ "ioprio_set", .rules = RULES {
		ARG("which", ENUM(ioprio_who)),
		ARG("ioprio", NUMBER("ioprio", 4, IOPRIO)),
		{ } } },
	{ "getcpu", .rules = RULES {
		ARG("cpup nodep", OUT(uint)),
		{ } } },
	{ "rseq", .rules = RULES {
		ARG("rseq", IN_SIZED(rseq, 1)),
		ARG("flags", FLAGS(rseq_flags)),
		ARG("sig", HEX32_ARG),
		{ } } },
	{ "membarrier", .unused = membarrier_unused, .rules = RULES {
		ARG("cmd", FLAGS(membarrier_cmd)),
		ARG("flags", FLAGS(membarrier_flags)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "sched_yield nice" },
};

FAMILY(sched);
