// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: what has parts that are elsewhere, and was
 * put together when it was copied. Arrays of strings, of buffers, of messages.
 *
 * The parts are read one after the other from what is left of the copy.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "text/format.h"
#include "syscall/arg/show.h"

/* What is left of a copy. */
struct rest {
	const u8	*at;
	u32		len;
};

/* Take @size bytes off; false if there are not that many. */
static bool take(struct rest *rest, void *to, u32 size)
{
	if (rest->len < size)
		return false;
	memcpy(to, rest->at, size);
	rest->at += size;
	rest->len -= size;
	return true;
}

/* Take up to @len bytes off, without copying them. */
static struct rest take_some(struct rest *rest, u32 len)
{
	struct rest some = { rest->at, min(len, rest->len) };

	rest->at += some.len;
	rest->len -= some.len;
	return some;
}

static void show_strings(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type, const struct syscall_data *data)
{
	struct rest rest = { data->at, data->len };
	struct syscall_strings strings;
	u32 i;

	seq_buf_putc(out, '[');
	if (!take(&rest, &strings, sizeof(strings))) {
		seq_buf_puts(out, "...]");
		return;
	}
	for (i = 0; i < strings.kept && rest.len; i++) {
		u8 status = *take_some(&rest, 1).at;
		bool there = status == SYSCALL_COPIED || status == SYSCALL_CUT;
		u32 len = strnlen(rest.at, rest.len);

		if (there && !rest.len)
			break;
		if (i)
			seq_buf_puts(out, ", ");
		if (there)
			ktrace_show_quoted(out, rest.at, len, status == SYSCALL_CUT);
		else
			seq_buf_putc(out, '?');
		/* The zero is the last byte of it. */
		if (there)
			take_some(&rest, len + 1);
	}
	if (data->status == SYSCALL_CUT || !strings.counted || i < strings.count)
		seq_buf_puts(out, i ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

void ktrace_show_strings(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_strings);
}

/* The environment is shown as how many it has, unless some of it was copied. */
static void show_environment(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type,
			     const struct syscall_data *data)
{
	struct rest rest = { data->at, data->len };
	struct syscall_strings strings;

	if (!take(&rest, &strings, sizeof(strings))) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	if (strings.kept) {
		show_strings(out, value, type, data);
		return;
	}
	ktrace_show_pointer(out, value->value);
	seq_buf_printf(out, strings.counted ? " /* %u vars */" : " /* %u or more vars */",
		       strings.count);
}

void ktrace_show_environment(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_environment);
}

/* Append what SYSCALL_HOW_IOVEC copied; @left bytes of it were used. */
static void put_iovecs(struct seq_buf *out, struct rest rest, bool cut, u64 left)
{
	struct syscall_iovecs vecs;
	struct rest bytes;
	u32 i, fit;

	seq_buf_putc(out, '[');
	if (!take(&rest, &vecs, sizeof(vecs))) {
		seq_buf_puts(out, "...]");
		return;
	}
	fit = min_t(u32, vecs.kept, rest.len / sizeof(struct syscall_iovec));
	bytes = rest;
	take_some(&bytes, fit * sizeof(struct syscall_iovec));
	for (i = 0; i < fit && !seq_buf_has_overflowed(out); i++) {
		struct syscall_iovec vec;
		struct rest some;
		u64 used;

		take(&rest, &vec, sizeof(vec));
		some = take_some(&bytes, vec.kept);
		used = min(vec.len, left);
		left -= used;
		if (i)
			seq_buf_puts(out, ", ");
		seq_buf_puts(out, "{iov_base=");
		if (vec.status == SYSCALL_COPIED || vec.status == SYSCALL_CUT) {
			some.len = min_t(u64, some.len, used);
			ktrace_show_quoted(out, some.at, some.len, some.len < used);
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

static void show_iovec(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	/* What was read: the buffers are not full beyond that. */
	u64 left = data == &value->out ? value->ret : U64_MAX;

	put_iovecs(out, (struct rest){ data->at, data->len },
		   data->status == SYSCALL_CUT, left);
}

void ktrace_show_iovec(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_iovec);
}

/**
 * struct message - a message to be shown
 * @rest:	a struct syscall_msg and what follows it
 * @left:	bytes of its buffers that were used
 * @room:	for the address, when the call was entered; -1 if it is not known
 * @sent:	of an array: msg_len; -1 if there is none
 * @cut:	there is more of it
 * @many:	it is one of an array
 */
struct message {
	struct rest rest;
	u64 left;
	s64 room;
	s64 sent;
	bool cut;
	bool many;
};

/* The @i-th of words that were copied, which are of 32 bits in the program; -1 if there is none. */
static s64 word_at(const struct syscall_data *data, u32 i)
{
	u64 word;

	if (!ktrace_show_there(data) || (u64)i * sizeof(word) + sizeof(word) > data->len)
		return -1;
	memcpy(&word, data->at + i * sizeof(word), sizeof(word));
	return (u32)word;
}

static void put_msg_name(struct seq_buf *out, const struct syscall_msg *msg, s64 room,
			 struct rest some)
{
	struct syscall_data name = { some.at, some.len, msg->name_status };

	if (ktrace_show_there(&name))
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
			    struct rest some)
{
	struct syscall_data control = { some.at, some.len, msg->control_status };

	if (!msg->control)
		return;
	seq_buf_puts(out, ", msg_control=");
	if (ktrace_show_there(&control))
		ktrace_show_control(out, &control);
	else
		ktrace_show_pointer(out, msg->control);
	if (control.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

static void put_msg(struct seq_buf *out, struct message message)
{
	bool many = message.many;
	struct rest rest = message.rest, control;
	struct syscall_msg msg;

	if (!take(&rest, &msg, sizeof(msg))) {
		seq_buf_puts(out, "{...}");
		return;
	}
	seq_buf_puts(out, many ? "{msg_hdr={msg_name=" : "{msg_name=");
	put_msg_name(out, &msg, message.room, take_some(&rest, msg.name_kept));
	control = take_some(&rest, msg.control_kept);
	seq_buf_puts(out, ", msg_iov=");
	if (msg.iov_status == SYSCALL_COPIED || msg.iov_status == SYSCALL_CUT)
		put_iovecs(out, rest, msg.iov_status == SYSCALL_CUT, message.left);
	else
		ktrace_show_pointer(out, msg.iov);
	if (msg.iov_status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
	seq_buf_puts(out, ", msg_iovlen=");
	ktrace_format_dec(out, msg.iovlen);
	put_msg_control(out, &msg, control);
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

static void show_msg(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct syscall_data *data)
{
	bool left = data == &value->out;

	put_msg(out, (struct message) {
		.rest = { data->at, data->len }, .cut = data->status == SYSCALL_CUT,
		.left = left ? value->ret : U64_MAX,
		.room = left ? word_at(&value->in, 0) : -1, .sent = -1,
	});
}

static struct message one_of_many(const struct syscall_value *value, u32 i, struct rest rest,
				  bool left)
{
	struct message message = {
		.rest = rest, .left = U64_MAX, .room = -1, .sent = word_at(&value->out, i),
		.many = true,
	};
	struct syscall_msg msg;

	if (!left || !take(&rest, &msg, sizeof(msg)))
		return message;
	message.left = msg.len;
	message.sent = msg.len;
	message.room = word_at(&value->in, i);
	return message;
}

static void show_mmsg(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type, const struct syscall_data *data)
{
	struct rest rest = { data->at, data->len };
	struct syscall_mmsg mmsg;
	u32 i, len;

	seq_buf_putc(out, '[');
	if (!take(&rest, &mmsg, sizeof(mmsg))) {
		seq_buf_puts(out, "...]");
		return;
	}
	for (i = 0; i < mmsg.kept && take(&rest, &len, sizeof(len)); i++) {
		if (i)
			seq_buf_puts(out, ", ");
		put_msg(out, one_of_many(value, i, take_some(&rest, len), data == &value->out));
		if (seq_buf_has_overflowed(out))
			break;
	}
	if (data->status == SYSCALL_CUT || i < mmsg.count)
		seq_buf_puts(out, i ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

/* Messages were copied once, and of the other time there are only words. */
static void show_messages(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type, ktrace_show_data_t show)
{
	bool left = type->out.how == SYSCALL_HOW_MSG || type->out.how == SYSCALL_HOW_MMSG;
	const struct syscall_data *data = left ? &value->out : &value->in;

	if (ktrace_show_there(data) &&
	    !(left && (!value->returned || ktrace_show_failed(value)))) {
		show(out, value, type, data);
		return;
	}
	ktrace_show_pointer(out, value->value);
	if (value->in.status == SYSCALL_FAULT || value->out.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

void ktrace_show_msg(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type)
{
	show_messages(out, value, type, show_msg);
}

void ktrace_show_mmsg(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type)
{
	show_messages(out, value, type, show_mmsg);
}
