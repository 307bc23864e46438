// SPDX-License-Identifier: GPL-2.0
/* System calls on sockets, except messages (message.c): addresses, options. */
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kernel.h>
#include <linux/netlink.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <linux/un.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/tcp.h>

#include "text/format.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/sockopt.h"

static void put_unix(struct seq_buf *out, const u8 *path, u32 len, bool cut)
{
	if (!len) {
		if (cut)
			seq_buf_puts(out, ", ...");
		return;
	}
	seq_buf_puts(out, ", sun_path=");
	if (*path || len == 1) {
		ktrace_show_quoted(out, path, strnlen(path, len),
				   cut && strnlen(path, len) == len);
	} else {
		/* An abstract name includes all bytes after the first zero. */
		seq_buf_putc(out, '@');
		ktrace_show_quoted(out, path + 1, len - 1, cut);
	}
}

static void put_inet(struct seq_buf *out, const void *at)
{
	struct sockaddr_in addr;

	memcpy(&addr, at, sizeof(addr));
	seq_buf_printf(out, ", sin_port=htons(%u), sin_addr=inet_addr(\"%pI4\")",
		       ntohs(addr.sin_port), &addr.sin_addr);
}

static void put_inet6(struct seq_buf *out, const void *at)
{
	struct sockaddr_in6 addr;

	memcpy(&addr, at, sizeof(addr));
	seq_buf_printf(out, ", sin6_port=htons(%u), sin6_flowinfo=htonl(%u), inet_pton(AF_INET6, \"%pI6c\", &sin6_addr), sin6_scope_id=%u",
		       ntohs(addr.sin6_port), ntohl(addr.sin6_flowinfo), &addr.sin6_addr,
		       addr.sin6_scope_id);
}

static void put_netlink(struct seq_buf *out, const void *at)
{
	struct sockaddr_nl addr;

	memcpy(&addr, at, sizeof(addr));
	seq_buf_printf(out, ", nl_pid=%u, nl_groups=%08x", addr.nl_pid, addr.nl_groups);
}

/* Show an Ethernet protocol, an argument in network byte order, as htons(NAME). */
static void show_ether_type(struct seq_buf *out, u16 type)
{
	seq_buf_puts(out, "htons(");
	ktrace_names_print(out, KTRACE_NAMES_packet_proto, ntohs((__force __be16)type));
	seq_buf_putc(out, ')');
}

static void put_packet(struct seq_buf *out, const void *at)
{
	struct sockaddr_ll addr;

	memcpy(&addr, at, sizeof(addr));
	seq_buf_puts(out, ", sll_protocol=");
	show_ether_type(out, (__force u16)addr.sll_protocol);
	seq_buf_printf(out, ", sll_ifindex=%d, sll_hatype=%u, sll_pkttype=%u, sll_halen=%u",
		       addr.sll_ifindex, addr.sll_hatype,
		       addr.sll_pkttype, addr.sll_halen);
}

/* Families whose addresses have a fixed size. */
static const struct {
	u16 family;
	u16 size;
	void (*put)(struct seq_buf *out, const void *at);
} families[] = {
	{ AF_INET,	sizeof(struct sockaddr_in),	put_inet },
	{ AF_INET6,	sizeof(struct sockaddr_in6),	put_inet6 },
	{ AF_NETLINK,	sizeof(struct sockaddr_nl),	put_netlink },
	{ AF_PACKET,	offsetof(struct sockaddr_ll, sll_addr), put_packet },
};

/**
 * ktrace_show_address - append the address of a socket
 * @out: output
 * @data: a struct sockaddr, or a part of it
 */
void ktrace_show_address(struct seq_buf *out, const struct syscall_data *data)
{
	bool cut = data->status == SYSCALL_CUT;
	const u8 *at = data->at;
	u32 len = data->len;
	unsigned int i;
	u16 family;

	if (len < sizeof(family)) {
		ktrace_show_quoted(out, at, len, cut);
		return;
	}
	memcpy(&family, at, sizeof(family));
	seq_buf_puts(out, "{sa_family=");
	ktrace_show_number(out, &(const struct syscall_field){
		.as = SHOW_ENUM, .names = KTRACE_NAMES_socket_family,
	}, family, sizeof(family));
	if (family == AF_UNIX) {
		put_unix(out, at + sizeof(family), len - sizeof(family), cut);
		seq_buf_putc(out, '}');
		return;
	}
	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].family != family || families[i].size > len)
			continue;
		families[i].put(out, at);
		seq_buf_putc(out, '}');
		return;
	}
	if (len > sizeof(family)) {
		seq_buf_puts(out, ", sa_data=");
		ktrace_show_quoted(out, at + sizeof(family), len - sizeof(family), cut);
	}
	seq_buf_putc(out, '}');
}

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

static void put_sockopt(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	s32 level = value->nargs > 2 ? value->args[1] : -1;
	s32 name = value->nargs > 2 ? value->args[2] : -1;

	ktrace_put_sockopt_data(out, level, name, value->abi, *data);
}

static void show_sockopt(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type)
{
	struct syscall_value same = *value;

	/* The kernel does not read the option if its length is 0 or negative. */
	if (ktrace_show_there(&same.in) && !same.in.len)
		same.in.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &same, type);
}

/* The level of an option selects the names of options. */
static void show_sockopt_name(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	struct syscall_field field = { .as = SHOW_ENUM };

	switch (value->nargs > 1 ? (s32)value->args[1] : -1) {
	case SOL_UDP:
		field.names = KTRACE_NAMES_udp_options;
		break;
	case SOL_PACKET:
		field.names = KTRACE_NAMES_packet_options;
		break;
	case SOL_NETLINK:
		field.names = KTRACE_NAMES_netlink_options;
		break;
	case SOL_SOCKET:
		field.names = KTRACE_NAMES_socket_options;
		break;
	case SOL_IP:
		field.names = KTRACE_NAMES_ip_options;
		break;
	case SOL_IPV6:
		field.names = KTRACE_NAMES_ipv6_options;
		break;
	case SOL_TCP:
		field.names = KTRACE_NAMES_tcp_options;
		break;
	default:
		field.as = SHOW_INT;
		break;
	}
	ktrace_show_number(out, &field, (u32)value->value, sizeof(u32));
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
		show_ether_type(out, value->value);
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
	case SOL_UDP:
	case SOL_PACKET:
	case SOL_NETLINK:
		return SYSCALL_BYTES_COUNT;
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

#define SOCKADDR							\
	TYPE("sockaddr", show_sockaddr, .put = put_sockaddr, .in = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKADDR_OUT							\
	TYPE("sockaddr", show_sockaddr, .put = put_sockaddr, .out = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKOPT								\
	TYPE("sockopt", show_sockopt, .put = put_sockopt, .in = BY(sockopt_bytes))
#define SOCKOPT_OUT							\
	TYPE("sockopt", show_sockopt, .put = put_sockopt, .out = BY(sockopt_bytes))
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
		ARG_N("addr", SOCKADDR, 5),
		ARG_N("buff", CONTENTS, 2),
		ARG("flags", FLAGS(msg_flags)),
		{ } } },
	{ "recvfrom", .rules = RULES {
		ARG_N("addr", SOCKADDR_OUT, AT(5)),
		ARG("addr_len addrlen", IN_OUT(int)),
		ARG_N("ubuf buf", CONTENTS_OUT, RET),
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
		ARG("optname", SOCKOPT_NAME),
		ARG_N("optval", SOCKOPT_OUT, AT(4)),
		ARG("optlen", IN_OUT(int)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "listen" },
};

FAMILY(socket);
