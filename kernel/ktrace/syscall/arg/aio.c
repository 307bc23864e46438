// SPDX-License-Identifier: GPL-2.0
/* Asynchronous I/O: the aio calls and io_uring. */
#include <linux/aio_abi.h>
#include <linux/compat.h>
#include <uapi/linux/io_uring.h>

#include "syscall/arg/describe.h"

#define T struct io_event
OUTLINE(io_event, T, F(T, data, HEX), F(T, obj, HEX), F(T, res, INT), F(T, res2, INT));
#undef T
#define T struct iocb
OUTLINE(iocb, T, F(T, aio_data, HEX), F(T, aio_lio_opcode, UINT), F(T, aio_fildes, INT),
	F(T, aio_buf, HEX), F(T, aio_nbytes, UINT), F(T, aio_offset, INT));
#undef T
#define T struct io_uring_params
OUTLINE(io_uring_params, T, F(T, sq_entries, UINT), F(T, cq_entries, UINT),
	F_FLAGS(T, flags, io_uring_setup_flags), F(T, sq_thread_cpu, UINT),
	F(T, sq_thread_idle, UINT), F(T, features, HEX), F(T, wq_fd, INT));
#undef T

static const struct syscall_desc aio_calls[] = {
	{ "io_setup", .rules = RULES {
		ARG("ctxp", OUT(pointer)),
		ARG("ctx32p", OUT(pointer32)),
		{ } } },
	{ "io_getevents", .rules = RULES {
		ARG_N("events", OUT_ARRAY(io_event), RET),
		{ } } },
	{ "io_pgetevents io_pgetevents_time64", .rules = RULES {
		ARG("usig", SIGSET_ARG),
		ARG_N("events", OUT_ARRAY(io_event), RET),
		{ } } },
	{ "io_submit", .rules = RULES {
		ARG_CN("iocbpp", compat_uptr_t __user *, IN_ARRAY(pointer32), 1),
		ARG_N("iocbpp", IN_ARRAY(pointer), 1),
		{ } } },
	{ "io_cancel", .rules = RULES {
		ARG("iocb", IN(iocb)),
		ARG("result", OUT(io_event)),
		{ } } },
	{ "io_uring_setup", .rules = RULES {
		RETURNS_FD,
		ARG("params", IN_OUT(io_uring_params)),
		{ } } },
	{ "io_uring_enter", .rules = RULES {
		ARG("flags", FLAGS(io_uring_enter_flags)),
		{ } } },
	{ "io_uring_register", .rules = RULES {
		ARG("opcode", FLAGS(io_uring_register_op)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "io_destroy" },
};

FAMILY(aio);
