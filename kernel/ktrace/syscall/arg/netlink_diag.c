// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of messages of sock_diag. The address family in the first byte selects the
 * structure; requests and answers have different structures.
 */
#include <linux/array_size.h>
#include <linux/filter.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/netlink.h>
#include <linux/socket.h>
#include <linux/unaligned.h>
#include <uapi/linux/inet_diag.h>
#include <uapi/linux/netlink_diag.h>
#include <uapi/linux/packet_diag.h>
#include <uapi/linux/sock_diag.h>
#include <uapi/linux/unix_diag.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/filter.h"
#include "syscall/arg/netlink.h"

#define F_BIT_NAMES(T, field, table)	F_NAMED(T, field, BIT_NAMES, table)
#define F_IN6(T, field)							\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof(struct in6_addr), .as = SHOW_IN6_ADDR }
#define F_IN4(T, field)							\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof(struct in_addr), .as = SHOW_IN_ADDR }

static OUTLINE_OF(diag_text, u8, { .size = 1, .as = SHOW_TEXT });

#define T struct inet_diag_sockid
static OUTLINE_OF(diag_id4, T, F(T, idiag_sport, NET16), F(T, idiag_dport, NET16),
	F_IN4(T, idiag_src), F_IN4(T, idiag_dst), F(T, idiag_if, UINT),
	F_ARRAY(T, idiag_cookie, UINT));
static OUTLINE_OF(diag_id6, T, F(T, idiag_sport, NET16), F(T, idiag_dport, NET16),
	F_IN6(T, idiag_src), F_IN6(T, idiag_dst), F(T, idiag_if, UINT),
	F_ARRAY(T, idiag_cookie, UINT));
#undef T
/* A request asks for attribute N by bit N - 1. */
static void put_diag_ext(struct seq_buf *out, const void *at, u32 size)
{
	u8 set = *(const u8 *)at;
	const char *between = "";
	unsigned int i;

	if (!set)
		seq_buf_putc(out, '0');
	for (i = 0; i < BITS_PER_BYTE; i++) {
		if (!(set & BIT(i)))
			continue;
		seq_buf_printf(out, "%s1<<(%s-1)", between,
			       ktrace_names_find(KTRACE_NAMES_inet_diag_attr, i + 1) ?: "?");
		between = "|";
	}
}

#define T struct inet_diag_req
static OUTLINE_OF(diag_inet_old, T, F_ENUM(T, idiag_family, socket_family),
	F(T, idiag_src_len, UINT), F(T, idiag_dst_len, UINT),
	FIELD_BY(T, idiag_ext, "idiag_ext", put_diag_ext),
	F_NESTED(T, id, diag_id4, IF_EQUAL(T, idiag_family, U8_MAX, AF_INET)),
	F_NESTED(T, id, diag_id6, IF_UNEQUAL(T, idiag_family, U8_MAX, AF_INET)),
	F_BIT_NAMES(T, idiag_states, tcp_state), F(T, idiag_dbs, UINT));
#undef T
#define T struct inet_diag_req_v2
static OUTLINE_OF(diag_inet_req, T, F_ENUM(T, sdiag_family, socket_family),
	F_ENUM(T, sdiag_protocol, ip_proto), FIELD_BY(T, idiag_ext, "idiag_ext", put_diag_ext),
	F_BIT_NAMES(T, idiag_states, tcp_state),
	F_NESTED(T, id, diag_id4, IF_EQUAL(T, sdiag_family, U8_MAX, AF_INET)),
	F_NESTED(T, id, diag_id6, IF_UNEQUAL(T, sdiag_family, U8_MAX, AF_INET)));
#undef T
#define T struct inet_diag_msg
static OUTLINE_OF(diag_inet, T, F_ENUM(T, idiag_family, socket_family),
	F_ENUM(T, idiag_state, tcp_state), F(T, idiag_timer, UINT), F(T, idiag_retrans, UINT),
	F_NESTED(T, id, diag_id4, IF_EQUAL(T, idiag_family, U8_MAX, AF_INET)),
	F_NESTED(T, id, diag_id6, IF_UNEQUAL(T, idiag_family, U8_MAX, AF_INET)),
	F(T, idiag_expires, UINT), F(T, idiag_rqueue, UINT), F(T, idiag_wqueue, UINT),
	F(T, idiag_uid, UINT), F(T, idiag_inode, UINT));
#undef T
#define T struct unix_diag_req
static OUTLINE_OF(diag_unix_req, T, F_ENUM(T, sdiag_family, socket_family),
	F(T, sdiag_protocol, UINT), F_BIT_NAMES(T, udiag_states, tcp_state),
	F(T, udiag_ino, UINT), F_FLAGS(T, udiag_show, unix_diag_show),
	F_ARRAY(T, udiag_cookie, UINT));
#undef T
#define T struct unix_diag_msg
static OUTLINE_OF(diag_unix, T, F_ENUM(T, udiag_family, socket_family),
	F_FLAGS(T, udiag_type, socket_type), F_ENUM(T, udiag_state, tcp_state),
	F(T, udiag_ino, UINT), F_ARRAY(T, udiag_cookie, UINT));
#undef T
#define T struct netlink_diag_req
static OUTLINE_OF(diag_netlink_req, T, F_ENUM(T, sdiag_family, socket_family),
	F_ENUM(T, sdiag_protocol, netlink_proto), F(T, ndiag_ino, UINT),
	F_FLAGS(T, ndiag_show, netlink_diag_show), F_ARRAY(T, ndiag_cookie, UINT));
#undef T
#define T struct netlink_diag_msg
static OUTLINE_OF(diag_netlink, T, F_ENUM(T, ndiag_family, socket_family),
	F_FLAGS(T, ndiag_type, socket_type), F_ENUM(T, ndiag_protocol, netlink_proto),
	F_ENUM(T, ndiag_state, netlink_state), F(T, ndiag_portid, UINT),
	F(T, ndiag_dst_portid, UINT), F(T, ndiag_dst_group, UINT), F(T, ndiag_ino, UINT),
	F_ARRAY(T, ndiag_cookie, UINT));
#undef T
#define T struct packet_diag_req
static OUTLINE_OF(diag_packet_req, T, F_ENUM(T, sdiag_family, socket_family),
	F_ENUM(T, sdiag_protocol, packet_proto), F(T, pdiag_ino, UINT),
	F_FLAGS(T, pdiag_show, packet_diag_show), F_ARRAY(T, pdiag_cookie, UINT));
#undef T
#define T struct packet_diag_msg
static OUTLINE_OF(diag_packet, T, F_ENUM(T, pdiag_family, socket_family),
	F_FLAGS(T, pdiag_type, socket_type), F_ENUM(T, pdiag_num, packet_proto),
	F(T, pdiag_ino, UINT), F_ARRAY(T, pdiag_cookie, UINT));
#undef T
#define T struct inet_diag_meminfo
static OUTLINE_OF(diag_meminfo, T, F(T, idiag_rmem, UINT), F(T, idiag_wmem, UINT),
	F(T, idiag_fmem, UINT), F(T, idiag_tmem, UINT));
#undef T
#define T struct unix_diag_vfs
static OUTLINE_OF(diag_vfs, T, F(T, udiag_vfs_dev, DEV), F(T, udiag_vfs_ino, UINT));
#undef T
#define T struct netlink_diag_ring
static OUTLINE_OF(diag_netlink_ring, T, F(T, ndr_block_size, UINT), F(T, ndr_block_nr, UINT),
	F(T, ndr_frame_size, UINT), F(T, ndr_frame_nr, UINT));
#undef T
static OUTLINE_OF(diag_netlink_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_netlink_diag_flags });
#define T struct packet_diag_info
static OUTLINE_OF(diag_packet_info, T, F(T, pdi_index, INT), F_ENUM(T, pdi_version, packet_version),
	F(T, pdi_reserve, UINT), F(T, pdi_copy_thresh, UINT), F(T, pdi_tstamp, UINT),
	F_FLAGS(T, pdi_flags, packet_diag_flags));
#undef T
#define T struct packet_diag_mclist
/* The bytes from pdmc_alen on: the length of the address, and the address. */
static void put_diag_address(struct seq_buf *out, const void *at, u32 size)
{
	u16 len = get_unaligned((const u16 *)at);

	ktrace_show_quoted(out, at + sizeof(len),
			   min_t(u32, len, sizeof_field(T, pdmc_addr)), false);
}

static OUTLINE_OF(diag_packet_list, T, F(T, pdmc_index, INT), F(T, pdmc_count, UINT),
	F(T, pdmc_type, UINT), F(T, pdmc_alen, UINT),
	{ .name = "pdmc_addr", .offset = offsetof(T, pdmc_alen),
	  .size = sizeof(T) - offsetof(T, pdmc_alen), .as = SHOW_BY, .put = put_diag_address });
#undef T
static void put_diag_filter(struct seq_buf *out, const void *at, u32 size)
{
	ktrace_put_instructions(out, (struct syscall_rest){ at, size },
				size / sizeof(struct sock_filter), false);
}

static OUTLINE_OF(diag_filter, struct sock_filter, { .size = sizeof(struct sock_filter),
	.as = SHOW_BY, .put = put_diag_filter });
#define T struct packet_diag_ring
static OUTLINE_OF(diag_packet_ring, T, F(T, pdr_block_size, UINT), F(T, pdr_block_nr, UINT),
	F(T, pdr_frame_size, UINT), F(T, pdr_frame_nr, UINT), F(T, pdr_retire_tmo, UINT),
	F(T, pdr_sizeof_priv, UINT), F(T, pdr_features, UINT));
#undef T
#define T struct unix_diag_rqlen
static OUTLINE_OF(diag_rqlen, T, F(T, udiag_rqueue, UINT), F(T, udiag_wqueue, UINT));
#undef T

NETLINK_ATTRS(attrs_inet, inet_diag_attr, ATTR(INET_DIAG_MEMINFO, diag_meminfo),
	ATTR(INET_DIAG_CONG, diag_text), ATTR(INET_DIAG_TOS, u8), ATTR(INET_DIAG_TCLASS, u8),
	ATTR_ARRAY(INET_DIAG_SKMEMINFO, uint), ATTR(INET_DIAG_SHUTDOWN, u8),
	ATTR(INET_DIAG_PROTOCOL, u8), ATTR(INET_DIAG_SKV6ONLY, u8), ATTR(INET_DIAG_MARK, uint),
	ATTR(INET_DIAG_CLASS_ID, uint), ATTR(INET_DIAG_CGROUP_ID, u64));
NETLINK_ATTRS(attrs_inet_req, inet_diag_req_attr, ATTR(INET_DIAG_REQ_PROTOCOL, uint));
NETLINK_ATTRS(attrs_unix, unix_diag_attr, ATTR(UNIX_DIAG_NAME, diag_text),
	ATTR(UNIX_DIAG_VFS, diag_vfs), ATTR(UNIX_DIAG_PEER, uint),
	ATTR_ARRAY(UNIX_DIAG_ICONS, uint), ATTR(UNIX_DIAG_RQLEN, diag_rqlen),
	ATTR_ARRAY(UNIX_DIAG_MEMINFO, uint), ATTR(UNIX_DIAG_SHUTDOWN, u8),
	ATTR(UNIX_DIAG_UID, id));
/* Attributes without names, whose payload is shown as bytes. */
static const struct netlink_attrs attrs_other;

NETLINK_ATTRS(attrs_netlink, netlink_diag_attr, ATTR_ARRAY(NETLINK_DIAG_MEMINFO, uint),
	ATTR_ARRAY(NETLINK_DIAG_GROUPS, hex64), ATTR(NETLINK_DIAG_RX_RING, diag_netlink_ring),
	ATTR(NETLINK_DIAG_TX_RING, diag_netlink_ring),
	ATTR(NETLINK_DIAG_FLAGS, diag_netlink_flags));
NETLINK_ATTRS(attrs_packet, packet_diag_attr, ATTR(PACKET_DIAG_INFO, diag_packet_info),
	ATTR_ARRAY(PACKET_DIAG_MCLIST, diag_packet_list),
	ATTR(PACKET_DIAG_RX_RING, diag_packet_ring), ATTR(PACKET_DIAG_TX_RING, diag_packet_ring),
	ATTR(PACKET_DIAG_FANOUT, uint), ATTR_ARRAY(PACKET_DIAG_FILTER, diag_filter),
	ATTR(PACKET_DIAG_UID, id), ATTR_ARRAY(PACKET_DIAG_MEMINFO, uint));

static const struct netlink_message message_inet_old = { LAYOUT(diag_inet_old), &attrs_inet_req };
static const struct netlink_message messages[][2] = {
	{ { LAYOUT(diag_inet), &attrs_inet }, { LAYOUT(diag_inet_req), &attrs_inet_req } },
	{ { LAYOUT(diag_unix), &attrs_unix }, { LAYOUT(diag_unix_req), &attrs_other } },
	{ { LAYOUT(diag_netlink), &attrs_netlink }, { LAYOUT(diag_netlink_req), &attrs_other } },
	{ { LAYOUT(diag_packet), &attrs_packet }, { LAYOUT(diag_packet_req), &attrs_other } },
};

/**
 * ktrace_netlink_diag - look up a message of sock_diag
 * @type:	type of the message
 * @family:	address family in its first byte
 * @request:	the message is a request
 *
 * Return: its payload; NULL if the payload is not known.
 */
const struct netlink_message *ktrace_netlink_diag(u16 type, u8 family, bool request)
{
	if (type == TCPDIAG_GETSOCK || type == DCCPDIAG_GETSOCK)
		return request ? &message_inet_old : &messages[0][false];
	if (type != SOCK_DIAG_BY_FAMILY && type != SOCK_DESTROY)
		return NULL;
	switch (family) {
	case AF_INET:
	case AF_INET6:
		return &messages[0][request];
	case AF_UNIX:
		return &messages[1][request];
	case AF_NETLINK:
		return &messages[2][request];
	case AF_PACKET:
		return &messages[3][request];
	default:
		return NULL;
	}
}
