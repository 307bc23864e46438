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
OUTLINE(iocb, T, F(T, aio_data, HEX), F(T, aio_key, UINT, IF_SET(T, aio_key)),
	F_FLAGS(T, aio_rw_flags, rwf_flags, IF_SET(T, aio_rw_flags)),
	F_ENUM(T, aio_lio_opcode, iocb_cmd), F(T, aio_reqprio, INT, IF_SET(T, aio_reqprio)),
	F(T, aio_fildes, INT), F(T, aio_buf, PTR), F(T, aio_nbytes, UINT), F(T, aio_offset, INT),
	F_FLAGS(T, aio_flags, iocb_flags, IF_SET(T, aio_flags)),
	F(T, aio_resfd, INT, IF_ANY(T, aio_flags, IOCB_FLAG_RESFD)));
#undef T
#define T struct io_sqring_offsets
static OUTLINE_OF(io_sqring_offsets, T, F(T, head, UINT), F(T, tail, UINT), F(T, ring_mask, UINT),
	F(T, ring_entries, UINT), F(T, flags, UINT), F(T, dropped, UINT), F(T, array, UINT),
	F(T, resv1, HEX, IF_SET(T, resv1)), F(T, user_addr, PTR, IF_SET(T, user_addr)));
#undef T
#define T struct io_cqring_offsets
static OUTLINE_OF(io_cqring_offsets, T, F(T, head, UINT), F(T, tail, UINT), F(T, ring_mask, UINT),
	F(T, ring_entries, UINT), F(T, overflow, UINT), F(T, cqes, UINT), F(T, flags, UINT),
	F(T, resv1, HEX, IF_SET(T, resv1)), F(T, user_addr, PTR, IF_SET(T, user_addr)));
#undef T
#define T struct io_uring_params
/* The call fills in the features, which are never 0, and what follows them. */
OUTLINE(io_uring_params, T, F_FLAGS(T, flags, io_uring_setup_flags), F(T, sq_thread_cpu, HEX),
	F(T, sq_thread_idle, UINT), F(T, wq_fd, INT, IF_ANY(T, flags, IORING_SETUP_ATTACH_WQ)),
	F_ARRAY(T, resv, HEX, IF_SET(T, resv)), F(T, sq_entries, UINT, IF_SET(T, features)),
	F(T, cq_entries, UINT, IF_SET(T, features)),
	F_FLAGS(T, features, io_uring_features, IF_SET(T, features)),
	F_NESTED(T, sq_off, io_sqring_offsets, IF_SET(T, features)),
	F_NESTED(T, cq_off, io_cqring_offsets, IF_SET(T, features)));
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
		/* With IORING_ENTER_EXT_ARG, argp is another structure, of another size. */
		ARG("argp", SIGSET(5)),
		{ } } },
	{ "io_uring_register", .rules = RULES {
		ARG("opcode", FLAGS(io_uring_register_op)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "io_destroy" },
};

FAMILY(aio);
