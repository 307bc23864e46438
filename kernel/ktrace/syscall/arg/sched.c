// SPDX-License-Identifier: GPL-2.0
/* System calls of the scheduler: policies, priorities, CPUs. */
#include <linux/cpumask.h>
#include <linux/membarrier.h>
#include <linux/sched.h>
#include <linux/syscalls.h>
#include <linux/time32.h>
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

/* The structure starts with its size, which is copied in any case. */
static u32 sched_attr_bytes(const u32 *head)
{
	return max_t(u32, head[0] ?: SCHED_ATTR_SIZE_VER0, sizeof(head[0]));
}

static u32 sched_attr_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u32, args[2], sizeof(struct sched_attr));
}

static u32 cpu_mask_bytes(const u64 *args, enum ktrace_abi abi)
{
	/* The kernel reads only the beginning of a longer mask. */
	return min_t(u32, args[1], cpumask_size());
}

static u8 membarrier_unused(const u64 *args, enum ktrace_abi abi)
{
	return args[1] & MEMBARRIER_CMD_FLAG_CPU ? 0 : NOT(2);
}

#define CPU_MASK	COPIED("cpu_mask", ktrace_put_bits, .in = BY(cpu_mask_bytes))
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
		ARG("uattr", IN_SELF_SIZED(sched_attr, sched_attr_bytes)),
		{ } } },
	{ "sched_getattr", .rules = RULES {
		ARG("flags", HEX32_ARG),
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
