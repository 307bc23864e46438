// SPDX-License-Identifier: GPL-2.0
/* System calls on resource limits and resource usage. */
#include <linux/resource.h>
#include <linux/syscalls.h>

#include "syscall/arg/describe.h"

#define RLIMIT(T)	F(T, rlim_cur, LIMIT), F(T, rlim_max, LIMIT)
OUTLINE(rlimit, struct rlimit64, RLIMIT(struct rlimit64));
OUTLINE(rlimit32, struct compat_rlimit, RLIMIT(struct compat_rlimit));

static const struct syscall_desc limit_calls[] = {
	{ "getrusage", .rules = RULES {
		ARG("who", ENUM(rusage_who)),
		ARG_C("ru", struct rusage __user *, OUT(rusage)),
		ARG("ru", OUT(rusage32)),
		{ } } },
	{ "setrlimit", .rules = RULES {
		ARG("resource", ENUM(rlimit)),
		ARG_C("rlim", struct rlimit __user *, IN(rlimit)),
		ARG("rlim", IN(rlimit32)),
		{ } } },
	{ "getrlimit ugetrlimit", .rules = RULES {
		ARG("resource", ENUM(rlimit)),
		ARG_C("rlim", struct rlimit __user *, OUT(rlimit)),
		ARG("rlim", OUT(rlimit32)),
		{ } } },
	{ "prlimit64", .rules = RULES {
		ARG("resource", ENUM(rlimit)),
		ARG("new_rlim", IN(rlimit)),
		ARG("old_rlim", OUT(rlimit)),
		{ } } },
};

FAMILY(limit);
