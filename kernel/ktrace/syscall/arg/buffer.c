// SPDX-License-Identifier: GPL-2.0
/*
 * Contents of buffers as text: bytes, or the messages of a netlink socket.
 *
 * Called when records are read.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "text/format.h"
#include "syscall/arg/netlink.h"
#include "syscall/arg/show.h"

/* Append the contents of a buffer of the socket in the first argument. */
static void show_buffer(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_data *data)
{
	s32 protocol = syscall_socket_netlink(&value->socket);

	if (protocol >= 0 && data->len)
		ktrace_put_netlink(out, protocol, &value->generic, data);
	else
		ktrace_show_quoted(out, data->at, data->len, data->status == SYSCALL_CUT);
}

void ktrace_put_packet(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	show_buffer(out, value, data);
}

/**
 * ktrace_put_iovecs - append a vector of buffers with their contents
 * @out:	output
 * @value:	the argument; says what the first argument is
 * @rest:	a copy made by SYSCALL_HOW_IOVEC
 * @cut:	the vector is truncated
 * @left:	number of bytes of the buffers that the call used
 */
void ktrace_put_iovecs(struct seq_buf *out, const struct syscall_value *value,
		       struct syscall_rest rest, bool cut, u64 left)
{
	struct syscall_iovecs vecs;
	struct syscall_rest bytes;
	u32 i, fit;

	seq_buf_putc(out, '[');
	if (!ktrace_rest_take(&rest, &vecs, sizeof(vecs))) {
		seq_buf_puts(out, "...]");
		return;
	}
	fit = min_t(u32, vecs.kept, rest.len / sizeof(struct syscall_iovec));
	bytes = rest;
	ktrace_rest_some(&bytes, fit * sizeof(struct syscall_iovec));
	for (i = 0; i < fit && !seq_buf_has_overflowed(out); i++) {
		struct syscall_iovec vec;
		struct syscall_rest some;
		u64 used;

		ktrace_rest_take(&rest, &vec, sizeof(vec));
		some = ktrace_rest_some(&bytes, vec.kept);
		used = min(vec.len, left);
		left -= used;
		if (i)
			seq_buf_puts(out, ", ");
		seq_buf_puts(out, "{iov_base=");
		if (vec.status == SYSCALL_COPIED || vec.status == SYSCALL_CUT) {
			some.len = min_t(u64, some.len, used);
			show_buffer(out, value, &(const struct syscall_data) {
				some.at, some.len,
				some.len < used ? SYSCALL_CUT : SYSCALL_COPIED });
		} else {
			ktrace_show_pointer(out, vec.base);
			if (vec.status == SYSCALL_FAULT)
				seq_buf_puts(out, " (fault)");
		}
		seq_buf_puts(out, ", iov_len=");
		ktrace_format_dec(out, vec.len);
		seq_buf_putc(out, '}');
	}
	if (cut || fit < vecs.count)
		seq_buf_puts(out, fit ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

void ktrace_put_iovec(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type, const struct syscall_data *data)
{
	/* At exit, show only the bytes that the call has read into the buffers. */
	u64 left = data == &value->out ? max(value->ret, 0LL) : U64_MAX;

	ktrace_put_iovecs(out, value, (struct syscall_rest){ data->at, data->len },
			  data->status == SYSCALL_CUT, left);
}
