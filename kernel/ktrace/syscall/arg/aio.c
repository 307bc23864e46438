// SPDX-License-Identifier: GPL-2.0
/* Asynchronous I/O: the aio calls and io_uring. */
#include <linux/aio_abi.h>
#include <linux/compat.h>
#include <linux/uio.h>
#include <uapi/linux/io_uring.h>

#include "syscall/arg/command.h"
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
#define URING_PARAMS							\
	F_FLAGS(T, flags, io_uring_setup_flags), F(T, sq_thread_cpu, HEX), \
	F(T, sq_thread_idle, UINT), F(T, wq_fd, INT, IF_ANY(T, flags, IORING_SETUP_ATTACH_WQ)), \
	F_ARRAY(T, resv, HEX, IF_SET(T, resv))
static OUTLINE_OF(io_uring_params_in, T, URING_PARAMS);
/* The call fills in the features, which are never 0, and what follows them. */
OUTLINE(io_uring_params, T, URING_PARAMS, F(T, sq_entries, UINT, IF_SET(T, features)),
	F(T, cq_entries, UINT, IF_SET(T, features)),
	F_FLAGS(T, features, io_uring_features, IF_SET(T, features)),
	F_NESTED(T, sq_off, io_sqring_offsets, IF_SET(T, features)),
	F_NESTED(T, cq_off, io_cqring_offsets, IF_SET(T, features)));
#undef T

static const struct syscall_tail *uring_params_tail(const u64 *args, enum ktrace_abi abi)
{
	static const struct syscall_tail queue = PATH_TAIL(struct io_uring_params, wq_fd);

	return &queue;
}

/* The descriptor means something only with IORING_SETUP_ATTACH_WQ. */
static void put_uring_params(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, const struct syscall_data *data)
{
	const struct syscall_layout *layout = data == &value->in ?
		LAYOUT(io_uring_params_in) : type->layout;

	ktrace_show_with_tail(out, layout, uring_params_tail(value->args, value->abi), NULL, data,
			      sizeof(struct io_uring_params));
}

#define URING_PARAMS_ARG						\
	COPIED("io_uring_params", put_uring_params, .layout = LAYOUT(io_uring_params), \
	       .in = { SYSCALL_HOW_OBJECT, sizeof(struct io_uring_params),	\
		       .tail = uring_params_tail },			\
	       .out = COPY(io_uring_params))

/* What io_uring_register() reads and writes at its argument. */
#define T struct iovec
static OUTLINE_OF(uring_iovec, T, F(T, iov_base, PTR), F(T, iov_len, UINT));
#undef T
#define T struct compat_iovec
static OUTLINE_OF(uring_iovec32, T, F(T, iov_base, PTR), F(T, iov_len, UINT));
#undef T
#define T struct io_uring_rsrc_update
static OUTLINE_OF(uring_files_update, T, F(T, offset, UINT), F(T, resv, HEX, IF_SET(T, resv)),
	FIELD_AS(T, data, "fds", PTR));
static OUTLINE_OF(uring_update, T, F(T, offset, UINT), F(T, resv, HEX, IF_SET(T, resv)),
	F(T, data, HEX));
#undef T
#define T struct io_uring_probe
/* The entries of the array follow; the kernel shows in ops_len how many it has written. */
static OUTLINE_OF(uring_probe, T, F_ENUM(T, last_op, io_uring_op), F(T, ops_len, UINT));
#undef T
#define T struct io_uring_restriction
#define IF_RESTRICTS(what)	IF_EQUAL(T, opcode, U16_MAX, IORING_RESTRICTION_##what)
static OUTLINE_OF(uring_restriction, T, F_ENUM(T, opcode, io_uring_restriction),
	F_FLAGS(T, register_op, io_uring_register_op, IF_RESTRICTS(REGISTER_OP)),
	F_ENUM(T, sqe_op, io_uring_op, IF_RESTRICTS(SQE_OP)),
	F_FLAGS(T, sqe_flags, io_uring_sqe_flags, IF_RESTRICTS(SQE_FLAGS_ALLOWED)),
	F_FLAGS(T, sqe_flags, io_uring_sqe_flags, IF_RESTRICTS(SQE_FLAGS_REQUIRED)));
#undef T
#define T struct io_uring_rsrc_register
static OUTLINE_OF(uring_resources, T, F(T, nr, UINT), F_FLAGS(T, flags, io_uring_rsrc_flags),
	F(T, resv2, HEX, IF_SET(T, resv2)), F(T, data, PTR), F(T, tags, PTR));
#undef T
#define T struct io_uring_rsrc_update2
static OUTLINE_OF(uring_update2, T, F(T, offset, UINT), F(T, resv, HEX, IF_SET(T, resv)),
	F(T, data, PTR), F(T, tags, PTR), F(T, nr, UINT), F(T, resv2, HEX, IF_SET(T, resv2)));
#undef T
#define T struct io_uring_buf_reg
static OUTLINE_OF(uring_buffers, T, F(T, ring_addr, PTR), F(T, ring_entries, UINT),
	F(T, bgid, UINT), F_FLAGS(T, flags, io_uring_buf_flags),
	F(T, min_left, UINT, IF_SET(T, min_left)));
#undef T
#define T struct io_uring_buf_status
static OUTLINE_OF(uring_buffer_status, T, F(T, buf_group, UINT), F(T, head, UINT));
#undef T
#define T struct io_uring_sync_cancel_reg
static OUTLINE_OF(uring_cancel, T, F(T, addr, HEX), F(T, fd, INT),
	F_FLAGS(T, flags, io_uring_cancel_flags), F_NESTED(T, timeout, timespec),
	F_ENUM(T, opcode, io_uring_op));
#undef T
#define T struct io_uring_file_index_range
static OUTLINE_OF(uring_range, T, F(T, off, UINT), F(T, len, UINT),
	F(T, resv, HEX, IF_SET(T, resv)));
#undef T
#define T struct io_uring_napi
static OUTLINE_OF(uring_napi, T, F(T, busy_poll_to, UINT), F(T, prefer_busy_poll, UINT));
#undef T
#define T struct io_uring_clock_register
static OUTLINE_OF(uring_clock, T, F_ENUM(T, clockid, clockid));
#undef T
#define T struct io_uring_clone_buffers
static OUTLINE_OF(uring_clone, T, F(T, src_fd, INT), F_FLAGS(T, flags, io_uring_clone_flags));
#undef T

/* The last argument is a number of elements, or 1 or 0 for the others. */
#define URING_ARRAY	BIT(7)
#define URING(op, how, id, ...)						\
	{ IORING_REGISTER_##op, .where = how, .layout = LAYOUT(id), ##__VA_ARGS__ }
static const struct syscall_command uring_command_list[] = {
	URING(BUFFERS, PASSED | URING_ARRAY, uring_iovec, .compat = LAYOUT(uring_iovec32)),
	URING(FILES, PASSED | URING_ARRAY, int),
	URING(EVENTFD, PASSED | URING_ARRAY, int),
	URING(EVENTFD_ASYNC, PASSED | URING_ARRAY, int),
	URING(FILES_UPDATE, PASSED, uring_files_update),
	URING(PROBE, LEFT, uring_probe),
	URING(RESTRICTIONS, PASSED | URING_ARRAY, uring_restriction),
	URING(FILES2, PASSED, uring_resources),
	URING(BUFFERS2, PASSED, uring_resources),
	URING(FILES_UPDATE2, PASSED, uring_update2),
	URING(BUFFERS_UPDATE, PASSED, uring_update2),
	URING(IOWQ_MAX_WORKERS, PASSED | LEFT | URING_ARRAY, uint),
	URING(RING_FDS, PASSED | LEFT | URING_ARRAY, uring_update),
	{ IORING_UNREGISTER_RING_FDS, .where = PASSED | URING_ARRAY,
	  .layout = LAYOUT(uring_update) },
	URING(PBUF_RING, PASSED, uring_buffers),
	{ IORING_UNREGISTER_PBUF_RING, .where = PASSED, .layout = LAYOUT(uring_buffers) },
	URING(SYNC_CANCEL, PASSED, uring_cancel),
	URING(FILE_ALLOC_RANGE, PASSED, uring_range),
	URING(PBUF_STATUS, PASSED | LEFT, uring_buffer_status),
	URING(NAPI, PASSED | LEFT, uring_napi),
	{ IORING_UNREGISTER_NAPI, .where = LEFT, .layout = LAYOUT(uring_napi) },
	URING(CLOCK, PASSED, uring_clock),
	URING(CLONE_BUFFERS, PASSED, uring_clone),
};

static const struct syscall_commands uring_commands = {
	.commands = uring_command_list, .nr = ARRAY_SIZE(uring_command_list),
};

static u32 uring_opcode(const u64 *args)
{
	return (u32)args[1] & ~IORING_REGISTER_USE_REGISTERED_RING;
}

/* Return the size of the argument, or for an array the size of an element. */
static u32 uring_bytes(const u64 *args, enum ktrace_abi abi, u8 where)
{
	u32 opcode = uring_opcode(args);
	u32 size = ktrace_command_bytes(&uring_commands, opcode, abi, where);

	if (size && ktrace_command_find(&uring_commands, opcode)->where & URING_ARRAY)
		size |= SYSCALL_BYTES_ELEMENTS;
	return size;
}

static u32 uring_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return uring_bytes(args, abi, PASSED);
}

static u32 uring_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return uring_bytes(args, abi, LEFT);
}

static void show_uring_arg(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	const struct syscall_command *command =
		ktrace_command_find(&uring_commands, value->nargs > 1 ? uring_opcode(value->args) :
				    IORING_REGISTER_LAST);
	struct syscall_type shown = *type;

	if (!command) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	shown.array = command->where & URING_ARRAY;
	ktrace_command_show(out, value, &shown, command);
}

#define T struct io_uring_getevents_arg
static OUTLINE_OF(uring_getevents, T, F(T, sigmask, PTR), F(T, sigmask_sz, UINT),
	F(T, min_wait_usec, UINT), F(T, ts, PTR));
#undef T

/*
 * io_uring_enter(): a signal set, or with IORING_ENTER_EXT_ARG a structure for all ABIs, of which
 * the kernel refuses another size.
 */
static bool uring_argp_extended(const u64 *args)
{
	return args[3] & IORING_ENTER_EXT_ARG && args[5] == sizeof(struct io_uring_getevents_arg);
}

static u32 uring_argp_bytes(const u64 *args, enum ktrace_abi abi)
{
	return uring_argp_extended(args) ? args[5] : ktrace_sigset5_bytes(args, abi);
}

static void put_uring_argp(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data)
{
	if (value->nargs > 5 && uring_argp_extended(value->args))
		ktrace_show_element(out, LAYOUT(uring_getevents), data->at, data->len,
				    data->status == SYSCALL_CUT);
	else
		ktrace_put_sigset(out, value, type, data);
}

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
		ARG("params", URING_PARAMS_ARG),
		{ } } },
	{ "io_uring_enter", .rules = RULES {
		ARG("flags", FLAGS(io_uring_enter_flags)),
		ARG("argp", COPIED("uring_argp", put_uring_argp, .layout = LAYOUT(sigset),
				   .in = BY(uring_argp_bytes))),
		{ } } },
	{ "io_uring_register", .rules = RULES {
		ARG("opcode", FLAGS(io_uring_register_op)),
		ARG_N("arg", COMMAND_ARG(uring, show_uring_arg), 3),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "io_destroy" },
};

FAMILY(aio);
