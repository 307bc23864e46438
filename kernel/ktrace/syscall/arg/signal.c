// SPDX-License-Identifier: GPL-2.0
/* System calls on signals. */
#include <linux/compat.h>
#include <linux/signal.h>
#include <linux/syscalls.h>
#include <asm/siginfo.h>

#include "syscall/arg/compat.h"
#include "syscall/arg/describe.h"

#define SIGACTION(T)							\
	F(T, sa_handler, HANDLER), F(T, sa_mask, SIGSET),		\
	F_FLAGS(T, sa_flags, sigaction_flags), F(T, sa_restorer, PTR)
OUTLINE(sigaction, struct sigaction, SIGACTION(struct sigaction));
OUTLINE(sigaction32, struct compat_sigaction, SIGACTION(struct compat_sigaction));
OUTLINE(old_sigaction32, struct compat_old_sigaction,
	SIGACTION(struct compat_old_sigaction));

#define STACK(T)							\
	F(T, ss_sp, PTR), F_FLAGS(T, ss_flags, sigaltstack_flags), F(T, ss_size, UINT)
OUTLINE(stack, stack_t, STACK(stack_t));
OUTLINE(stack32, compat_stack_t, STACK(compat_stack_t));

/* The call may write only a part of the set. */
static u32 sigpending_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u64, args[1], sizeof(sigset_t));
}

/* The call ignores the arguments before the set. */
static u8 sigsuspend_unused(const u64 *args, enum ktrace_abi abi)
{
	return NOT(0) | NOT(1);
}

/* Exclude the padding, which the kernel does not read. */
#define SIGINFO_COPY							\
	{ SYSCALL_HOW_OBJECT, sizeof(struct kernel_siginfo), sizeof(struct compat_siginfo) }

static const struct syscall_desc signal_calls[] = {
	{ "signal", .rules = RULES {
		RETURNS(RETURN("handler", HANDLER, errno)),
		ARG("handler", NUMBER("handler", 8, HANDLER)),
		{ } } },
	{ "rt_sigaction", .rules = RULES {
		ARG_C("act", struct sigaction __user *, IN(sigaction)),
		ARG_C("act", struct compat_sigaction __user *, IN(sigaction32)),
		ARG_C("oact", struct sigaction __user *, OUT(sigaction)),
		ARG_C("oact", struct compat_sigaction __user *, OUT(sigaction32)),
		{ } } },
	{ "sigaction", .rules = RULES {
		ARG("act", IN(old_sigaction32)),
		ARG("oact", OUT(old_sigaction32)),
		{ } } },
	{ "sigprocmask", .rules = RULES {
		ARG("how", ENUM(sigprocmask_how)),
		ARG("oset", OUT(sigset32)),
		ARG("nset", IN(sigset32)),
		{ } } },
	{ "rt_sigprocmask", .rules = RULES {
		ARG("how", ENUM(sigprocmask_how)),
		ARG("oset", OUT(sigset)),
		ARG_C(ANY, sigset_t __user *, SIGSET(3)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(3)),
		{ } } },
	{ "rt_sigpending", .rules = RULES {
		ARG("uset", SIGSET_BY(.out = BY(sigpending_bytes))),
		{ } } },
	{ "rt_sigsuspend", .rules = RULES {
		ARG_C(ANY, sigset_t __user *, SIGSET(1)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(1)),
		{ } } },
	{ "rt_sigtimedwait rt_sigtimedwait_time64", .rules = RULES {
		ARG_C(ANY, sigset_t __user *, SIGSET(3)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(3)),
		ARG("uinfo", SIGINFO(.out = SIGINFO_COPY)),
		{ } } },
	{ "sigpending", .rules = RULES {
		ARG(ANY, OUT(sigset32)),
		{ } } },
	{ "sigsuspend", .unused = sigsuspend_unused, .rules = RULES {
		ARG("mask", SIGSET32_ARG),
		{ } } },
	{ "ssetmask", .rules = RULES {
		ARG("newmask", SIGSET32_ARG),
		{ } } },
	{ "signalfd", .rules = RULES {
		RETURNS_FD,
		ARG_C(ANY, sigset_t __user *, SIGSET(2)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(2)),
		{ } } },
	{ "signalfd4", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(signalfd_flags)),
		ARG_C(ANY, sigset_t __user *, SIGSET(2)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(2)),
		{ } } },
	{ "sigaltstack", .rules = RULES {
		ARG("uss", IN(stack)),
		ARG("uoss", OUT(stack)),
		ARG("uss_ptr", IN(stack32)),
		ARG("uoss_ptr", OUT(stack32)),
		{ } } },
	{ "rt_sigqueueinfo rt_tgsigqueueinfo", .rules = RULES {
		ARG("uinfo", SIGINFO(.in = SIGINFO_COPY)),
		{ } } },
	{ "pidfd_send_signal", .rules = RULES {
		ARG("flags", FLAGS(pidfd_signal_flags)),
		ARG("info", SIGINFO(.in = SIGINFO_COPY)),
		{ } } },
	{ "rt_sigreturn sigreturn", .ends = SYSCALL_ENDS_RESTORES },
	/* Calls whose argument names and types suffice. */
	{ "kill tkill tgkill sgetmask pause restart_syscall" },
};

FAMILY(signal);
