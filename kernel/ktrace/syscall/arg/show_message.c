// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: the control messages of a message, and
 * messages of System V.
 */
#include <linux/kernel.h>
#include <linux/socket.h>
#include <linux/string.h>

#include "text/format.h"
#include "syscall/arg/show.h"

/* Of other levels the types are not those of their options. */
static void put_type(struct seq_buf *out, const struct syscall_control *cmsg)
{
	struct syscall_field field = { .as = SHOW_HEX };

	switch (cmsg->level) {
	case SOL_SOCKET:
		field.names = ktrace_names_find(KTRACE_NAMES_scm_types, (u32)cmsg->type) ?
			KTRACE_NAMES_scm_types : KTRACE_NAMES_socket_options;
		break;
	case SOL_IP:
		field.names = KTRACE_NAMES_ip_options;
		break;
	case SOL_IPV6:
		field.names = KTRACE_NAMES_ipv6_options;
		break;
	}
	if (field.names && ktrace_names_find(field.names, (u32)cmsg->type))
		field.as = SHOW_ENUM;
	ktrace_show_number(out, &field, (u32)cmsg->type, sizeof(u32));
}

/*
 * Data of a structure that is known. Which of two a time is its size tells: that of
 * 32-bit calls is half as long.
 */
static const struct {
	s32 level, type;
	u32 size;
	bool array;
	const struct syscall_layout *layout;
} controls[] = {
	{ SOL_SOCKET, SCM_RIGHTS, 0, true, &syscall_layout_int },
	{ SOL_SOCKET, SCM_PIDFD, 0, true, &syscall_layout_int },
	{ SOL_SOCKET, SCM_CREDENTIALS, 12, false, &syscall_layout_ucred },
	{ SOL_SOCKET, SO_TIMESTAMP_OLD, 16, false, &syscall_layout_timeval },
	{ SOL_SOCKET, SO_TIMESTAMP_OLD, 8, false, &syscall_layout_timeval32 },
	{ SOL_SOCKET, SO_TIMESTAMPNS_OLD, 16, false, &syscall_layout_timespec },
	{ SOL_SOCKET, SO_TIMESTAMPNS_OLD, 8, false, &syscall_layout_timespec32 },
	{ SOL_SOCKET, SO_TIMESTAMPNS_NEW, 16, false, &syscall_layout_timespec },
};

/* Most options of IP that come with packets are an int. */
static bool is_int(const struct syscall_control *cmsg, const struct syscall_data *data)
{
	return data->len == sizeof(s32) && data->status == SYSCALL_COPIED &&
	       (cmsg->level == SOL_IP || cmsg->level == SOL_IPV6);
}

static void put_data(struct seq_buf *out, const struct syscall_control *cmsg,
		     struct syscall_data data)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(controls); i++) {
		if (controls[i].level != cmsg->level || controls[i].type != cmsg->type ||
		    (controls[i].size && controls[i].size != data.len))
			continue;
		/* The kernel takes no part of a descriptor. */
		if (controls[i].array)
			data.len -= data.len % controls[i].layout->size;
		if (!data.len)
			return;
		seq_buf_puts(out, ", cmsg_data=");
		ktrace_show_elements(out, controls[i].layout, &data, controls[i].array);
		return;
	}
	seq_buf_puts(out, ", cmsg_data=");
	if (is_int(cmsg, &data))
		ktrace_show_elements(out, &syscall_layout_int, &data, true);
	else
		ktrace_show_quoted(out, data.at, data.len, data.status == SYSCALL_CUT);
}

static void put_control(struct seq_buf *out, const struct syscall_control *cmsg,
			const u8 *at, u32 len)
{
	seq_buf_puts(out, "{cmsg_len=");
	ktrace_format_dec(out, cmsg->len);
	seq_buf_puts(out, ", cmsg_level=");
	ktrace_show_number(out, &(const struct syscall_field) {
		.as = SHOW_ENUM, .names = KTRACE_NAMES_socket_level,
	}, (u32)cmsg->level, sizeof(u32));
	seq_buf_puts(out, ", cmsg_type=");
	put_type(out, cmsg);
	if (len)
		put_data(out, cmsg, (struct syscall_data){ at, len, cmsg->status });
	else if (cmsg->status)
		seq_buf_puts(out, ", ...");
	seq_buf_putc(out, '}');
}

/**
 * ktrace_show_control - append the control messages of a message
 * @out: where to
 * @data: struct syscall_control each, and its data
 */
void ktrace_show_control(struct seq_buf *out, const struct syscall_data *data)
{
	struct syscall_control cmsg;
	const u8 *at = data->at;
	u32 left = data->len, len;

	seq_buf_putc(out, '[');
	while (left >= sizeof(cmsg) && !seq_buf_has_overflowed(out)) {
		memcpy(&cmsg, at, sizeof(cmsg));
		at += sizeof(cmsg);
		left -= sizeof(cmsg);
		len = min(cmsg.kept, left);
		if (at - sizeof(cmsg) != data->at)
			seq_buf_puts(out, ", ");
		put_control(out, &cmsg, at, len);
		at += len;
		left -= len;
	}
	if (data->status == SYSCALL_CUT)
		seq_buf_puts(out, at == data->at ? "..." : ", ...");
	seq_buf_putc(out, ']');
}

static void show_msgbuf(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	u32 size = value->abi == KTRACE_ABI_IA32 ? sizeof(s32) : sizeof(s64);
	u64 mtype = 0;

	if (data->len < size) {
		seq_buf_puts(out, "{...}");
		return;
	}
	memcpy(&mtype, data->at, size);
	seq_buf_puts(out, "{mtype=");
	ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_INT }, mtype, size);
	if (data->len > size || data->status == SYSCALL_COPIED) {
		seq_buf_puts(out, ", mtext=");
		ktrace_show_quoted(out, data->at + size, data->len - size,
				   data->status == SYSCALL_CUT);
		seq_buf_putc(out, '}');
	} else {
		seq_buf_puts(out, ", ...}");
	}
}

void ktrace_show_msgbuf(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_msgbuf);
}
