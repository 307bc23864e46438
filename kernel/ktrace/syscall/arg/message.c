// SPDX-License-Identifier: GPL-2.0
/*
 * System calls that send and receive messages: struct msghdr and everything it points
 * to, arrays of messages, control messages.
 *
 * The functions consume the parts from the rest of the copy, one after the other.
 */
#include <linux/kernel.h>
#include <linux/socket.h>
#include <linux/string.h>

#include "text/format.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/sockopt.h"

/*
 * Options and control messages of a level share their numbers, except those of sockets. Most
 * options of other levels than these three have no control message.
 */
static void put_type(struct seq_buf *out, const struct syscall_control *cmsg)
{
	const enum ktrace_names *names = ktrace_sockopt_names(cmsg->level);
	struct syscall_field field = { .as = SHOW_HEX };

	if (cmsg->level != SOL_SOCKET && cmsg->level != SOL_IP && cmsg->level != SOL_IPV6 &&
	    !ktrace_control_known(cmsg->level, cmsg->type))
		names = NULL;
	if (names)
		field.names = *names;
	if (cmsg->level == SOL_SOCKET &&
	    ktrace_names_find(KTRACE_NAMES_scm_types, (u32)cmsg->type))
		field.names = KTRACE_NAMES_scm_types;
	if (names && ktrace_names_find(field.names, (u32)cmsg->type))
		field.as = SHOW_ENUM;
	ktrace_show_number(out, &field, (u32)cmsg->type, sizeof(u32));
}

static void put_control(struct seq_buf *out, const struct syscall_control *cmsg,
			enum ktrace_abi abi, const u8 *at, u32 len)
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
		ktrace_put_control_data(out, cmsg->level, cmsg->type, abi,
					(struct syscall_data){ at, len, cmsg->status });
	else if (cmsg->status)
		seq_buf_puts(out, ", ...");
	seq_buf_putc(out, '}');
}

/* The control messages of a message: for each a struct syscall_control and its data. */
static void show_control(struct seq_buf *out, enum ktrace_abi abi,
			 const struct syscall_data *data)
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
		put_control(out, &cmsg, abi, at, len);
		at += len;
		left -= len;
	}
	if (data->status == SYSCALL_CUT)
		seq_buf_puts(out, at == data->at ? "..." : ", ...");
	seq_buf_putc(out, ']');
}

/**
 * struct message - a message to be shown
 * @value:	the argument
 * @rest:	a struct syscall_msg and the bytes that follow it
 * @left:	number of bytes of the buffers that the call used
 * @room:	room for the address at entry; -1 if unknown
 * @sent:	in an array: msg_len; -1 if there is none
 * @cut:	the message is truncated
 * @many:	the message belongs to an array
 */
struct message {
	const struct syscall_value *value;
	struct syscall_rest rest;
	u64 left;
	s64 room;
	s64 sent;
	bool cut;
	bool many;
};

/* Return the @i-th copied word, which has 32 bits in the program; -1 if the copy is shorter. */
static s64 word_at(const struct syscall_data *data, u32 i)
{
	u64 word;

	if (!ktrace_show_there(data) || (u64)i * sizeof(word) + sizeof(word) > data->len)
		return -1;
	memcpy(&word, data->at + i * sizeof(word), sizeof(word));
	return (u32)word;
}

static void put_msg_name(struct seq_buf *out, const struct syscall_msg *msg, s64 room,
			 struct syscall_rest some)
{
	struct syscall_data name = { some.at, some.len, msg->name_status };

	/* An address has at least a family. */
	if (ktrace_show_there(&name) && name.len >= sizeof(sa_family_t))
		ktrace_show_address(out, &name);
	else
		ktrace_show_pointer(out, msg->name);
	if (name.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
	seq_buf_puts(out, ", msg_namelen=");
	if (room >= 0 && room != msg->namelen) {
		ktrace_format_dec(out, room);
		seq_buf_puts(out, " => ");
	}
	ktrace_format_dec(out, msg->namelen);
}

static void put_msg_control(struct seq_buf *out, const struct syscall_msg *msg,
			    enum ktrace_abi abi, struct syscall_rest some)
{
	struct syscall_data control = { some.at, some.len, msg->control_status };

	if (!msg->control || !msg->controllen)
		return;
	seq_buf_puts(out, ", msg_control=");
	if (ktrace_show_there(&control))
		show_control(out, abi, &control);
	else
		ktrace_show_pointer(out, msg->control);
	if (control.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

static void put_msg(struct seq_buf *out, struct message message)
{
	bool many = message.many;
	struct syscall_rest rest = message.rest, control;
	struct syscall_msg msg;

	if (!ktrace_rest_take(&rest, &msg, sizeof(msg))) {
		seq_buf_puts(out, "{...}");
		return;
	}
	seq_buf_puts(out, many ? "{msg_hdr={msg_name=" : "{msg_name=");
	put_msg_name(out, &msg, message.room, ktrace_rest_some(&rest, msg.name_kept));
	control = ktrace_rest_some(&rest, msg.control_kept);
	seq_buf_puts(out, ", msg_iov=");
	if (msg.iov_status == SYSCALL_COPIED || msg.iov_status == SYSCALL_CUT)
		ktrace_put_iovecs(out, message.value, rest, msg.iov_status == SYSCALL_CUT,
				  message.left);
	else
		ktrace_show_pointer(out, msg.iov);
	if (msg.iov_status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
	seq_buf_puts(out, ", msg_iovlen=");
	ktrace_format_dec(out, msg.iovlen);
	put_msg_control(out, &msg, message.value->abi, control);
	seq_buf_puts(out, ", msg_controllen=");
	ktrace_format_dec(out, msg.controllen);
	seq_buf_puts(out, ", msg_flags=");
	ktrace_names_print(out, KTRACE_NAMES_msg_flags, msg.flags);
	if (many)
		seq_buf_putc(out, '}');
	if (message.sent >= 0) {
		seq_buf_puts(out, ", msg_len=");
		ktrace_format_dec(out, message.sent);
	}
	seq_buf_puts(out, message.cut ? ", ...}" : "}");
}

static void put_one(struct seq_buf *out, const struct syscall_value *value,
		    const struct syscall_type *type, const struct syscall_data *data)
{
	bool left = data == &value->out;

	put_msg(out, (struct message) {
		.value = value,
		.rest = { data->at, data->len }, .cut = data->status == SYSCALL_CUT,
		.left = left ? value->ret : U64_MAX,
		.room = left ? word_at(&value->in, 0) : -1, .sent = -1,
	});
}

static struct message one_of_many(const struct syscall_value *value, u32 i,
				  struct syscall_rest rest, bool left)
{
	struct message message = {
		.value = value, .rest = rest, .left = U64_MAX, .room = -1,
		.sent = word_at(&value->out, i), .many = true,
	};
	struct syscall_msg msg;

	if (!left || !ktrace_rest_take(&rest, &msg, sizeof(msg)))
		return message;
	message.left = msg.len;
	message.sent = msg.len;
	message.room = word_at(&value->in, i);
	return message;
}

static void put_mmsg(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_rest rest = { data->at, data->len };
	struct syscall_mmsg mmsg;
	u32 i, len;

	seq_buf_putc(out, '[');
	if (!ktrace_rest_take(&rest, &mmsg, sizeof(mmsg))) {
		seq_buf_puts(out, "...]");
		return;
	}
	for (i = 0; i < mmsg.kept && ktrace_rest_take(&rest, &len, sizeof(len)); i++) {
		if (i)
			seq_buf_puts(out, ", ");
		put_msg(out, one_of_many(value, i, ktrace_rest_some(&rest, len),
					 data == &value->out));
		if (seq_buf_has_overflowed(out))
			break;
	}
	if (data->status == SYSCALL_CUT || i < mmsg.count)
		seq_buf_puts(out, i ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

/* The messages are copied either at entry or at exit; the other copy holds only the lengths. */
static void show_messages(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	bool left = type->out.how == SYSCALL_HOW_MSG || type->out.how == SYSCALL_HOW_MMSG;
	const struct syscall_data *data = left ? &value->out : &value->in;

	if (ktrace_show_there(data) &&
	    !(left && (!value->returned || ktrace_show_failed(value)))) {
		type->put(out, value, type, data);
		return;
	}
	/* A receiving call that failed has read only the room for the address. */
	if (type->out.how == SYSCALL_HOW_MSG && ktrace_show_failed(value) &&
	    word_at(&value->in, 0) >= 0) {
		seq_buf_printf(out, "{msg_namelen=%lld}", word_at(&value->in, 0));
		return;
	}
	ktrace_show_pointer(out, value->value);
	if (value->in.status == SYSCALL_FAULT || value->out.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

#define MSG_TYPE(shown, putting, ...)					\
	TYPE(shown, show_messages, .put = putting, __VA_ARGS__)
#define MSG	MSG_TYPE("msg", put_one, .in = { SYSCALL_HOW_MSG })
#define MSG_OUT								\
	MSG_TYPE("msg", put_one, .in = { SYSCALL_HOW_NAMELEN }, .out = { SYSCALL_HOW_MSG })
#define MMSG								\
	MSG_TYPE("mmsg", put_mmsg, .in = { SYSCALL_HOW_MMSG }, .out = { SYSCALL_HOW_MSGLEN })
#define MMSG_OUT							\
	MSG_TYPE("mmsg", put_mmsg, .in = { SYSCALL_HOW_NAMELEN }, .out = { SYSCALL_HOW_MMSG })

static const struct syscall_desc message_calls[] = {
	{ "sendmsg", .rules = RULES {
		RETURNS_BYTES,
		ARG("fd", SOCKET_FD),
		ARG("msg", MSG),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "recvmsg", .rules = RULES {
		RETURNS_BYTES,
		ARG("fd", SOCKET_FD),
		ARG("msg", MSG_OUT),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "sendmmsg", .rules = RULES {
		ARG("fd", SOCKET_FD),
		ARG_N("mmsg", MMSG, 2),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "recvmmsg", .rules = RULES {
		ARG("fd", SOCKET_FD),
		ARG_N("mmsg", MMSG_OUT, 2),
		ARG("flags", FLAGS(msg_flags)),
		ARG_C("timeout", struct __kernel_timespec __user *, IN_OUT(timespec)),
		ARG("timeout", IN_OUT(timespec32)),
		{ } } },
	{ "recvmmsg_time64", .rules = RULES {
		ARG("fd", SOCKET_FD),
		ARG_N("mmsg", MMSG_OUT, 2),
		ARG("flags", FLAGS(msg_flags)),
		ARG("timeout", IN_OUT(timespec)),
		{ } } },
};

FAMILY(message);
