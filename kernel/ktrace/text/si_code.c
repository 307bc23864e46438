// SPDX-License-Identifier: GPL-2.0
/*
 * The names of si_code.
 *
 * Readers call this for records of signals and for arguments of system calls.
 */
#include <linux/signal.h>
#include <asm/siginfo.h>

#include "text/si_code.h"

/**
 * ktrace_si_code_names - the table of names for the code of a signal
 * @sig: the signal; any number
 * @code: its si_code; any number
 *
 * A code between SI_USER and SI_KERNEL belongs to its signal: 1 is SEGV_MAPERR of SIGSEGV
 * and CLD_EXITED of SIGCHLD.  All other codes mean the same for every signal.
 *
 * Context: any.
 * Return: the table; it may have no name for @code.
 */
enum ktrace_names ktrace_si_code_names(int sig, int code)
{
	if (code <= SI_USER || code >= SI_KERNEL)
		return KTRACE_NAMES_si_code;
	switch (sig) {
	case SIGILL:
		return KTRACE_NAMES_si_code_ill;
	case SIGFPE:
		return KTRACE_NAMES_si_code_fpe;
	case SIGSEGV:
		return KTRACE_NAMES_si_code_segv;
	case SIGBUS:
		return KTRACE_NAMES_si_code_bus;
	case SIGTRAP:
		return KTRACE_NAMES_si_code_trap;
	case SIGCHLD:
		return KTRACE_NAMES_si_code_chld;
	case SIGPOLL:
		return KTRACE_NAMES_si_code_poll;
	case SIGSYS:
		return KTRACE_NAMES_si_code_sys;
	default:
		return KTRACE_NAMES_si_code;
	}
}
