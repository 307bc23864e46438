// SPDX-License-Identifier: GPL-2.0
/*
 * The calls behind socketcall(), ipc() and the old select() of 32-bit programs.
 *
 * These calls pass arguments on to another call, the inner call. An argument of socketcall() and
 * ipc() selects the inner call by a number; that of select() is _newselect(), with the arguments
 * that select() finds in memory. The record belongs to the event of the inner call, and has the
 * number and arguments of that call.
 * An inner call without a system call number is recorded as one that does the same: accept() as
 * accept4() without flags, send() as sendto() without an address, recv() as recvfrom() without an
 * address, semop() as semtimedop_time64() without a timeout.
 *
 * These stay as they are: shmat(), which returns its result in memory; semtimedop() with a timeout
 * of 32 bits; the commands of semctl(), msgctl() and shmctl() without IPC_64, which have other
 * structures.
 *
 * syscall/complete.c calls this file at the entry of a call, in the task that makes the call, with
 * preemption off.
 */
#include <linux/array_size.h>
#include <linux/init.h>
#include <linux/ipc.h>
#include <linux/kprobes.h>
#include <linux/net.h>
#include <linux/nospec.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <uapi/linux/ipc.h>

#include "syscall/capture/capture.h"
#include "syscall/inner.h"
#include "syscall/internal.h"

/**
 * struct inner_call - a call that socketcall() or ipc() passes on to
 * @name:	the call that the record shows; NULL in gaps of the table
 * @nargs:	for socketcall(): number of arguments that the program passes
 * @nr:	number of the call, from the table of the ABI; 0 if the table lacks it
 */
struct inner_call {
	const char *name;
	u8 nargs;
	u16 nr;
};

static struct inner_call inner_sockets[] __ro_after_init = {
	[SYS_SOCKET]		= { "socket", 3 },
	[SYS_BIND]		= { "bind", 3 },
	[SYS_CONNECT]		= { "connect", 3 },
	[SYS_LISTEN]		= { "listen", 2 },
	[SYS_ACCEPT]		= { "accept4", 3 },
	[SYS_GETSOCKNAME]	= { "getsockname", 3 },
	[SYS_GETPEERNAME]	= { "getpeername", 3 },
	[SYS_SOCKETPAIR]	= { "socketpair", 4 },
	[SYS_SEND]		= { "sendto", 4 },
	[SYS_RECV]		= { "recvfrom", 4 },
	[SYS_SENDTO]		= { "sendto", 6 },
	[SYS_RECVFROM]		= { "recvfrom", 6 },
	[SYS_SHUTDOWN]		= { "shutdown", 2 },
	[SYS_SETSOCKOPT]	= { "setsockopt", 5 },
	[SYS_GETSOCKOPT]	= { "getsockopt", 5 },
	[SYS_SENDMSG]		= { "sendmsg", 3 },
	[SYS_RECVMSG]		= { "recvmsg", 3 },
	[SYS_ACCEPT4]		= { "accept4", 4 },
	[SYS_RECVMMSG]		= { "recvmmsg", 5 },
	[SYS_SENDMMSG]		= { "sendmmsg", 4 },
};

static struct inner_call inner_ipcs[] __ro_after_init = {
	[SEMOP]			= { "semtimedop_time64" },
	[SEMGET]		= { "semget" },
	[SEMCTL]		= { "semctl" },
	[SEMTIMEDOP]		= { "semtimedop_time64" },
	[MSGSND]		= { "msgsnd" },
	[MSGRCV]		= { "msgrcv" },
	[MSGGET]		= { "msgget" },
	[MSGCTL]		= { "msgctl" },
	[SHMDT]			= { "shmdt" },
	[SHMGET]		= { "shmget" },
	[SHMCTL]		= { "shmctl" },
};

static struct inner_call inner_select __ro_after_init = { "_newselect", 5 };

/* Numbers of socketcall(), ipc() and select(); 0 if the table lacks them. */
static u16 outer_socketcall __initdata;
static u16 outer_ipc __initdata;
static u16 outer_select __initdata;

/* The arguments of ipc(). */
enum { IPC_CALL, IPC_FIRST, IPC_SECOND, IPC_THIRD, IPC_PTR, IPC_FIFTH };

/* Read @n words of a 32-bit program. Return false and set the fault if they are not resident. */
static bool inner_read(struct syscall_image *image, u64 from, u64 *to, unsigned int n)
{
	u32 words[KTRACE_SYSCALL_ARGS];
	unsigned int i;

	if (copy_from_user_nofault(words, u64_to_user_ptr(from), n * sizeof(*words))) {
		image->fault = from;
		return false;
	}
	for (i = 0; i < n; i++)
		to[i] = words[i];
	return true;
}

/**
 * ktrace_inner_socketcall - struct syscall_spec.inner of socketcall()
 * @image:	the record, with the arguments of socketcall()
 * @to:	output: the arguments of the inner call, cleared by the caller
 *
 * Context: the hook; preemption off.
 * Return: number of the inner call; 0 to record socketcall().
 */
notrace unsigned int ktrace_inner_socketcall(struct syscall_image *image, u64 *to)
{
	u32 call = image->rec.args[0];
	const struct inner_call *inner;

	if (call >= ARRAY_SIZE(inner_sockets))
		return 0;
	inner = &inner_sockets[array_index_nospec(call, ARRAY_SIZE(inner_sockets))];
	if (!inner->nr || !inner_read(image, image->rec.args[1], to, inner->nargs))
		return 0;
	return inner->nr;
}

NOKPROBE_SYMBOL(ktrace_inner_socketcall);

/* Set the arguments of an inner call. */
#define INNER_ARGS(to, ...)						\
	memcpy(to, ((const u64[]) { __VA_ARGS__ }), sizeof((const u64[]) { __VA_ARGS__ }))

/* msgrcv(): an old program passes the address and the type of the message in memory. */
static bool inner_msgrcv(struct syscall_image *image, u64 *to)
{
	const u64 *args = image->rec.args;
	u64 words[2] = { args[IPC_PTR], args[IPC_FIFTH] };

	/* The kernel refuses negative numbers before it reads the memory. */
	if (!((u32)args[IPC_CALL] >> 16) &&
	    ((s32)args[IPC_FIRST] < 0 || (s32)args[IPC_SECOND] < 0 || !args[IPC_PTR] ||
	     !inner_read(image, args[IPC_PTR], words, 2)))
		return false;
	INNER_ARGS(to, args[IPC_FIRST], words[0], args[IPC_SECOND], words[1], args[IPC_THIRD]);
	return true;
}

/* semctl(): the last argument is in memory. */
static bool inner_semctl(struct syscall_image *image, u64 *to)
{
	const u64 *args = image->rec.args;
	u64 last;

	if (!(args[IPC_THIRD] & IPC_64) || !args[IPC_PTR] ||
	    !inner_read(image, args[IPC_PTR], &last, 1))
		return false;
	INNER_ARGS(to, args[IPC_FIRST], args[IPC_SECOND], args[IPC_THIRD], last);
	return true;
}

static bool inner_ipc_args(struct syscall_image *image, u64 *to)
{
	const u64 *args = image->rec.args;

	switch ((u32)args[IPC_CALL] & U16_MAX) {
	case SEMTIMEDOP:
		/* With a timeout, of 32 bits, the outer call is shown. */
		if (args[IPC_FIFTH])
			return false;
		fallthrough;
	case SEMOP:
		INNER_ARGS(to, args[IPC_FIRST], args[IPC_PTR], args[IPC_SECOND]);
		return true;
	case SEMGET:
	case SHMGET:
		INNER_ARGS(to, args[IPC_FIRST], args[IPC_SECOND], args[IPC_THIRD]);
		return true;
	case SEMCTL:
		return inner_semctl(image, to);
	case MSGSND:
		INNER_ARGS(to, args[IPC_FIRST], args[IPC_PTR], args[IPC_SECOND], args[IPC_THIRD]);
		return true;
	case MSGRCV:
		return inner_msgrcv(image, to);
	case MSGGET:
		INNER_ARGS(to, args[IPC_FIRST], args[IPC_SECOND]);
		return true;
	case MSGCTL:
	case SHMCTL:
		if (!(args[IPC_SECOND] & IPC_64))
			return false;
		INNER_ARGS(to, args[IPC_FIRST], args[IPC_SECOND], args[IPC_PTR]);
		return true;
	case SHMDT:
		INNER_ARGS(to, args[IPC_PTR]);
		return true;
	default:
		return false;
	}
}

/**
 * ktrace_inner_ipc - struct syscall_spec.inner of ipc()
 * @image:	the record, with the arguments of ipc()
 * @to:	output: the arguments of the inner call, cleared by the caller
 *
 * Context: the hook; preemption off.
 * Return: number of the inner call; 0 to record ipc().
 */
notrace unsigned int ktrace_inner_ipc(struct syscall_image *image, u64 *to)
{
	u32 call = (u32)image->rec.args[IPC_CALL] & U16_MAX;
	const struct inner_call *inner;

	if (call >= ARRAY_SIZE(inner_ipcs))
		return 0;
	inner = &inner_ipcs[array_index_nospec(call, ARRAY_SIZE(inner_ipcs))];
	return inner->nr && inner_ipc_args(image, to) ? inner->nr : 0;
}

NOKPROBE_SYMBOL(ktrace_inner_ipc);

/**
 * ktrace_inner_select - struct syscall_spec.inner of the old select()
 * @image:	the record, with the argument of select()
 * @to:	output: the arguments of the inner call, cleared by the caller
 *
 * Context: the hook; preemption off.
 * Return: number of the inner call; 0 to record select().
 */
notrace unsigned int ktrace_inner_select(struct syscall_image *image, u64 *to)
{
	if (!inner_select.nr || !inner_read(image, image->rec.args[0], to, inner_select.nargs))
		return 0;
	return inner_select.nr;
}

NOKPROBE_SYMBOL(ktrace_inner_select);

/* Return the number of a 32-bit call; 0 if the table lacks it. */
static unsigned int __init inner_number(const char *name)
{
	unsigned int numbers = ktrace_syscall_numbers(KTRACE_ABI_COMPAT), nr;

	for (nr = 1; nr < numbers; nr++) {
		const struct ktrace_syscall *call = ktrace_syscall_at(KTRACE_ABI_COMPAT, nr);

		if (call && !strcmp(call->name, name))
			return nr;
	}
	return 0;
}

/* Look up the numbers of the inner calls. */
static void __init inner_find(struct inner_call *calls, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (calls[i].name)
			calls[i].nr = inner_number(calls[i].name);
}

/** ktrace_syscall_inner_init - look up the calls behind socketcall(), ipc() and select() */
void __init ktrace_syscall_inner_init(void)
{
	inner_find(inner_sockets, ARRAY_SIZE(inner_sockets));
	inner_find(inner_ipcs, ARRAY_SIZE(inner_ipcs));
	inner_find(&inner_select, 1);
	outer_socketcall = inner_number("socketcall");
	outer_ipc = inner_number("ipc");
	outer_select = inner_number("select");
}

/**
 * ktrace_syscall_inner - get the function that finds the call behind another one
 * @call:	name of the call, of the ABI of 32-bit programs
 *
 * Return: the function; NULL for other calls.
 */
syscall_inner_fn * __init ktrace_syscall_inner(const char *call)
{
	if (!strcmp(call, "socketcall"))
		return ktrace_inner_socketcall;
	if (!strcmp(call, "ipc"))
		return ktrace_inner_ipc;
	if (!strcmp(call, "select"))
		return ktrace_inner_select;
	return NULL;
}

static bool __init inner_has(const struct inner_call *calls, unsigned int n, const char *call)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (calls[i].name && !strcmp(calls[i].name, call))
			return true;
	return false;
}

/**
 * ktrace_syscall_outer - get the call that may pass its arguments on to a call
 * @call:	name of the call, of the ABI of 32-bit programs
 *
 * Return: number of socketcall(), ipc() or select(), also if @call is one of them; 0 for other
 * calls.
 */
unsigned int __init ktrace_syscall_outer(const char *call)
{
	if (!strcmp(call, "socketcall") ||
	    inner_has(inner_sockets, ARRAY_SIZE(inner_sockets), call))
		return outer_socketcall;
	if (!strcmp(call, "ipc") || inner_has(inner_ipcs, ARRAY_SIZE(inner_ipcs), call))
		return outer_ipc;
	if (!strcmp(call, "select") || inner_has(&inner_select, 1, call))
		return outer_select;
	return 0;
}
