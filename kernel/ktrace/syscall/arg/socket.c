// SPDX-License-Identifier: GPL-2.0
/* System calls on sockets, except messages (message.c) and the text of addresses (address.c). */
#include <linux/filter.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kernel.h>
#include <linux/netlink.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <uapi/linux/if_alg.h>
#include <uapi/linux/tcp.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/filter.h"
#include "syscall/arg/sockopt.h"

static void put_sockaddr(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_address(out, data);
}

static void show_sockaddr(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	struct syscall_value same = *value;

	/* The length is 0 or invalid, or the peer has no address. */
	if (ktrace_show_there(&same.in) && !same.in.len)
		same.in.status = SYSCALL_NOT_COPIED;
	if (ktrace_show_there(&same.out) && !same.out.len)
		same.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &same, type);
}

/* The options of setsockopt() that pass a filter. */
static bool sockopt_is_filter(s32 level, s32 name)
{
	return level == SOL_SOCKET &&
	       (name == SO_ATTACH_FILTER || name == SO_ATTACH_REUSEPORT_CBPF);
}

static const struct syscall_tail *sockopt_tail(const u64 *args, enum ktrace_abi abi)
{
	return sockopt_is_filter(args[1], args[2]) ? ktrace_fprog_tail_of(abi) : NULL;
}

static void put_sockopt(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	s32 level = value->nargs > 2 ? value->args[1] : -1;
	s32 name = value->nargs > 2 ? value->args[2] : -1;

	if (data == &value->in && sockopt_is_filter(level, name))
		ktrace_put_fprog(out, value->abi, data, false);
	else if (data == &value->out && level == SOL_SOCKET && name == SO_GET_FILTER)
		ktrace_put_instructions(out, (struct syscall_rest){ data->at, data->len },
					data->len / sizeof(struct sock_filter), false);
	else
		ktrace_put_sockopt_data(out, level, name, value->abi, *data);
}

/* Return true if the call refuses the length of the option before it reads the option. */
static bool sockopt_is_refused(const struct syscall_value *value, u32 len)
{
	if (value->nargs < 5)
		return false;
	if (sockopt_is_filter(value->args[1], value->args[2]))
		return (u32)value->args[4] != ktrace_fprog_bytes(value->abi);
	return ktrace_sockopt_short(value->args[1], value->args[2], value->abi, len);
}

static void show_sockopt(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type)
{
	struct syscall_value same = *value;

	/* The kernel neither reads nor writes the option if its length is 0 or negative. */
	if (ktrace_show_there(&same.in) &&
	    (!same.in.len || (type->in.how && sockopt_is_refused(value, same.in.len))))
		same.in.status = SYSCALL_NOT_COPIED;
	if (ktrace_show_there(&same.out) && !same.out.len)
		same.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &same, type);
}

/* The level of an option selects the names of options. */
static void show_sockopt_name(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	const enum ktrace_names *names =
		value->nargs > 1 ? ktrace_sockopt_names((s32)value->args[1]) : NULL;
	struct syscall_field field = { .as = SHOW_INT };

	if (names) {
		field.as = SHOW_ENUM;
		field.names = *names;
	}
	ktrace_show_number(out, &field, (u32)value->value, sizeof(u32));
}

/* getsockopt() has another name for the filter. */
static void show_sockopt_name_out(struct seq_buf *out, const struct syscall_value *value,
				  const struct syscall_type *type)
{
	if (value->nargs > 1 && (s32)value->args[1] == SOL_SOCKET &&
	    (u32)value->value == SO_GET_FILTER)
		seq_buf_puts(out, "SO_GET_FILTER");
	else
		show_sockopt_name(out, value, type);
}

/* The family, first argument of socket(), selects the names of protocols. */
static void show_protocol(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	struct syscall_field field = { .as = SHOW_ENUM };

	switch (value->nargs ? (u32)value->args[0] : AF_UNSPEC) {
	case AF_INET:
	case AF_INET6:
		field.names = KTRACE_NAMES_ip_proto;
		break;
	case AF_NETLINK:
		field.names = KTRACE_NAMES_netlink_proto;
		break;
	case AF_PACKET:
		ktrace_show_ether_type(out, value->value);
		return;
	default:
		field.as = SHOW_INT;
		break;
	}
	ktrace_show_number(out, &field, (u32)value->value, sizeof(u32));
}

/* Number of 32-bit words that each call of socketcall() takes. */
static u32 socketcall_bytes(const u64 *args, enum ktrace_abi abi)
{
	static const u8 words[] = {
		0, 3, 3, 3, 2, 3, 3, 3, 4, 4, 4, 6, 6, 2, 5, 5, 3, 3, 4, 5, 4,
	};

	return (u32)args[0] < ARRAY_SIZE(words) ? words[(u32)args[0]] * sizeof(u32) : 0;
}

/*
 * Copy the options of these levels only: the options of TCP and of higher protocols can
 * contain keys.
 */
static u32 sockopt_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((s32)args[1]) {
	case SOL_SOCKET:
	case SOL_IP:
	case SOL_IPV6:
	case SOL_RAW:
	case SOL_UDP:
	case SOL_PACKET:
	case SOL_NETLINK:
	case AF_VSOCK:
		return SYSCALL_BYTES_COUNT;
	case SOL_ALG:
		return (s32)args[2] == ALG_SET_KEY_BY_KEY_SERIAL ? SYSCALL_BYTES_COUNT : 0;
	case SOL_TCP:
		switch ((s32)args[2]) {
		case TCP_MD5SIG:
		case TCP_MD5SIG_EXT:
		case TCP_FASTOPEN_KEY:
		case TCP_AO_ADD_KEY ... TCP_AO_REPAIR:
			return 0;
		default:
			return SYSCALL_BYTES_COUNT;
		}
	default:
		return 0;
	}
}

/* The length of a filter that the call returns is a number of instructions. */
static u32 sockopt_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	if ((s32)args[1] == SOL_SOCKET && (s32)args[2] == SO_GET_FILTER)
		return SYSCALL_BYTES_ELEMENTS | sizeof(struct sock_filter);
	return sockopt_bytes(args, abi);
}

#define SOCKADDR							\
	TYPE("sockaddr", show_sockaddr, .put = put_sockaddr, .in = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKADDR_OUT							\
	TYPE("sockaddr", show_sockaddr, .put = put_sockaddr, .out = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKOPT								\
	TYPE("sockopt", show_sockopt, .put = put_sockopt,		\
	     .in = { SYSCALL_HOW_OBJECT, 1, .some = true, .bytes = sockopt_bytes, \
		     .tail = sockopt_tail })
#define SOCKOPT_OUT							\
	TYPE("sockopt", show_sockopt, .put = put_sockopt, .out = BY(sockopt_out_bytes))
#define SOCKOPT_NAME_OUT	TYPE("sockopt_name", show_sockopt_name_out)
#define SOCKOPT_NAME	TYPE("sockopt_name", show_sockopt_name)
#define PROTOCOL	TYPE("protocol", show_protocol)

static const struct syscall_desc socket_calls[] = {
	{ "socket", .rules = RULES {
		RETURNS_FD,
		ARG("family", ENUM(socket_family)),
		ARG("type", FLAGS(socket_type)),
		ARG("protocol", PROTOCOL),
		{ } } },
	{ "socketpair", .rules = RULES {
		ARG("family", ENUM(socket_family)),
		ARG("type", FLAGS(socket_type)),
		ARG("protocol", PROTOCOL),
		ARG("usockvec", OUT_PAIR(fd_pair)),
		{ } } },
	{ "socketcall", .rules = RULES {
		ARG("call", ENUM(socketcall)),
		ARG("args", OBJECT(hex32, ktrace_show_object, true, .in = BY(socketcall_bytes))),
		{ } } },
	{ "bind", .rules = RULES {
		ARG_N("umyaddr", SOCKADDR, 2),
		{ } } },
	{ "connect", .rules = RULES {
		ARG_N("uservaddr", SOCKADDR, 2),
		{ } } },
	{ "accept", .rules = RULES {
		RETURNS_FD,
		ARG_N("upeer_sockaddr", SOCKADDR_OUT, AT(2)),
		ARG("upeer_addrlen", IN_OUT(int)),
		{ } } },
	{ "accept4", .rules = RULES {
		RETURNS_FD,
		ARG_N("upeer_sockaddr", SOCKADDR_OUT, AT(2)),
		ARG("upeer_addrlen", IN_OUT(int)),
		ARG("flags", FLAGS(socket_flags)),
		{ } } },
	{ "getsockname getpeername", .rules = RULES {
		ARG_N("usockaddr", SOCKADDR_OUT, AT(2)),
		ARG("usockaddr_len", IN_OUT(int)),
		{ } } },
	{ "sendto", .rules = RULES {
		RETURNS_BYTES,
		ARG("fd", SOCKET_FD),
		ARG_N("addr", SOCKADDR, 5),
		ARG_N("buff", PACKET, 2),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "recvfrom", .rules = RULES {
		RETURNS_BYTES,
		ARG("fd", SOCKET_FD),
		ARG_N("addr", SOCKADDR_OUT, AT(5)),
		ARG("addr_len addrlen", IN_OUT(int)),
		ARG_N("ubuf buf", PACKET_OUT, RET),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "shutdown", .rules = RULES {
		ARG("how", ENUM(shutdown_how)),
		{ } } },
	{ "setsockopt", .rules = RULES {
		ARG("level", ENUM(socket_level)),
		ARG("optname", SOCKOPT_NAME),
		ARG_N("optval", SOCKOPT, 4),
		{ } } },
	{ "getsockopt", .rules = RULES {
		ARG("level", ENUM(socket_level)),
		ARG("optname", SOCKOPT_NAME_OUT),
		ARG_N("optval", SOCKOPT_OUT, AT(4)),
		ARG("optlen", IN_OUT(int)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "listen" },
};

FAMILY(socket);
