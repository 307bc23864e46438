// SPDX-License-Identifier: GPL-2.0
/*
 * Socket options and control messages as text. Both use the same numbers, so that one
 * table lists the layout of their data by level and number.
 *
 * Called when records are read.
 */
#include <linux/bitops.h>
#include <linux/compat.h>
#include <linux/errqueue.h>
#include <linux/icmp.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/net_tstamp.h>
#include <linux/netlink.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <linux/unaligned.h>
#include <uapi/linux/if_alg.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/ipv6.h>
#include <uapi/linux/tcp.h>
#include <uapi/linux/udp.h>
#include <uapi/linux/uio.h>
#include <uapi/linux/vm_sockets.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/sockopt.h"

OUTLINE(linger, struct linger,
	F(struct linger, l_onoff, INT), F(struct linger, l_linger, INT));
static OUTLINE_OF(text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(bytes, u8, { .size = 1, .as = SHOW_BYTES });
static OUTLINE_OF(hex8, u8, { .size = 1, .as = SHOW_HEX });
static OUTLINE_OF(error, s32, { .size = sizeof(s32), .as = SHOW_ERRNO });
static OUTLINE_OF(net32, u32, { .size = sizeof(u32), .as = SHOW_NET32 });
static OUTLINE_OF(in_addr, struct in_addr, { .size = sizeof(u32), .as = SHOW_IN_ADDR });
#define T struct ip_mreq
static OUTLINE_OF(mreq, T, F(T, imr_multiaddr, IN_ADDR), F(T, imr_interface, IN_ADDR));
#undef T
#define T struct ip_mreqn
static OUTLINE_OF(mreqn, T, F(T, imr_multiaddr, IN_ADDR), F(T, imr_address, IN_ADDR),
	F(T, imr_ifindex, INT));
#undef T
#define T struct ip_mreq_source
static OUTLINE_OF(mreq_source, T, F(T, imr_multiaddr, IN_ADDR), F(T, imr_interface, IN_ADDR),
	F(T, imr_sourceaddr, IN_ADDR));
#undef T
#define T struct in_pktinfo
static OUTLINE_OF(pktinfo, T, F(T, ipi_ifindex, INT), F(T, ipi_spec_dst, IN_ADDR),
	F(T, ipi_addr, IN_ADDR));
#undef T
#define T struct sock_txtime
static OUTLINE_OF(txtime, T, F_ENUM(T, clockid, clockid), F(T, flags, HEX));
#undef T
#define T struct scm_ts_pktinfo
static OUTLINE_OF(timestamp_packet, T, F(T, if_index, UINT), F(T, pkt_length, UINT));
#undef T
#define T struct dmabuf_cmsg
static OUTLINE_OF(device_memory, T, F(T, frag_offset, UINT), F(T, frag_size, UINT),
	F(T, frag_token, UINT), F(T, dmabuf_id, UINT), F(T, flags, HEX));
#undef T
#define T struct tpacket_req
static OUTLINE_OF(packet_req, T, F(T, tp_block_size, UINT), F(T, tp_block_nr, UINT),
	F(T, tp_frame_size, UINT), F(T, tp_frame_nr, UINT));
#undef T
#define T struct tpacket_req3
static OUTLINE_OF(packet_req3, T, F(T, tp_block_size, UINT), F(T, tp_block_nr, UINT),
	F(T, tp_frame_size, UINT), F(T, tp_frame_nr, UINT), F(T, tp_retire_blk_tov, UINT),
	F(T, tp_sizeof_priv, UINT), F(T, tp_feature_req_word, HEX));
#undef T
#define T struct tpacket_stats
static OUTLINE_OF(packet_stats, T, F(T, tp_packets, UINT), F(T, tp_drops, UINT));
#undef T
#define T struct tpacket_stats_v3
static OUTLINE_OF(packet_stats3, T, F(T, tp_packets, UINT), F(T, tp_drops, UINT),
	F(T, tp_freeze_q_cnt, UINT));
#undef T
#define T struct tpacket_rollover_stats
static OUTLINE_OF(packet_rollover, T, F(T, tp_all, UINT), F(T, tp_huge, UINT),
	F(T, tp_failed, UINT));
#undef T
#define T struct tpacket_auxdata
static OUTLINE_OF(packet_auxdata, T, F_FLAGS(T, tp_status, packet_status), F(T, tp_len, UINT),
	F(T, tp_snaplen, UINT), F(T, tp_mac, UINT), F(T, tp_net, UINT), F(T, tp_vlan_tci, HEX),
	F(T, tp_vlan_tpid, HEX));
#undef T
static OUTLINE_OF(packet_version, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_packet_version });
static OUTLINE_OF(alg_operation, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_alg_operation });
static OUTLINE_OF(repair_queue, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_tcp_repair_queue });
static OUTLINE_OF(uint16, u16, { .size = sizeof(u16), .as = SHOW_UINT });
#define T struct af_alg_iv
static OUTLINE_OF(alg_iv, T, F(T, ivlen, UINT));
#undef T
#define T struct nl_pktinfo
static OUTLINE_OF(netlink_pktinfo, T, F(T, group, UINT));
#undef T
#define T struct tcp_repair_window
static OUTLINE_OF(tcp_window, T, F(T, snd_wl1, UINT), F(T, snd_wnd, UINT), F(T, max_window, UINT),
	F(T, rcv_wnd, UINT), F(T, rcv_wup, UINT));
#undef T
#define T struct tcp_repair_opt
static OUTLINE_OF(tcp_repair, T, F(T, opt_code, UINT), F(T, opt_val, UINT));
#undef T
#define T struct tcp_zerocopy_receive
static OUTLINE_OF(tcp_zerocopy, T, F(T, address, PTR), F(T, length, UINT),
	F(T, recv_skip_hint, UINT), F(T, inq, UINT), F(T, err, ERRNO), F(T, copybuf_address, PTR),
	F(T, copybuf_len, INT), F(T, flags, HEX), F(T, msg_control, PTR),
	F(T, msg_controllen, UINT), F(T, msg_flags, HEX));
#undef T
#define T struct tcp_info
/* The bytes of the bit fields lie between the options and the first 32-bit number. */
#define TCPI_BITS	offsetofend(T, tcpi_options)
static OUTLINE_OF(tcp_info, T, F_ENUM(T, tcpi_state, tcp_state),
	F_ENUM(T, tcpi_ca_state, tcp_ca_state), F(T, tcpi_retransmits, UINT),
	F(T, tcpi_probes, UINT), F(T, tcpi_backoff, UINT),
	F_FLAGS(T, tcpi_options, tcp_info_options),
	F_BITS("tcpi_snd_wscale", TCPI_BITS, 1, 0, 4, UINT),
	F_BITS("tcpi_rcv_wscale", TCPI_BITS, 1, 4, 4, UINT),
	F_BITS("tcpi_delivery_rate_app_limited", TCPI_BITS + 1, 1, 0, 1, UINT),
	F_BITS("tcpi_fastopen_client_fail", TCPI_BITS + 1, 1, 1, 2, UINT),
	F(T, tcpi_rto, UINT), F(T, tcpi_ato, UINT), F(T, tcpi_snd_mss, UINT),
	F(T, tcpi_rcv_mss, UINT), F(T, tcpi_unacked, UINT), F(T, tcpi_sacked, UINT),
	F(T, tcpi_lost, UINT), F(T, tcpi_retrans, UINT), F(T, tcpi_fackets, UINT),
	F(T, tcpi_last_data_sent, UINT), F(T, tcpi_last_ack_sent, UINT),
	F(T, tcpi_last_data_recv, UINT), F(T, tcpi_last_ack_recv, UINT), F(T, tcpi_pmtu, UINT),
	F(T, tcpi_rcv_ssthresh, UINT), F(T, tcpi_rtt, UINT), F(T, tcpi_rttvar, UINT),
	F(T, tcpi_snd_ssthresh, UINT), F(T, tcpi_snd_cwnd, UINT), F(T, tcpi_advmss, UINT),
	F(T, tcpi_reordering, UINT), F(T, tcpi_rcv_rtt, UINT), F(T, tcpi_rcv_space, UINT),
	F(T, tcpi_total_retrans, UINT), F(T, tcpi_pacing_rate, UINT),
	F(T, tcpi_max_pacing_rate, UINT), F(T, tcpi_bytes_acked, UINT),
	F(T, tcpi_bytes_received, UINT), F(T, tcpi_segs_out, UINT), F(T, tcpi_segs_in, UINT),
	F(T, tcpi_notsent_bytes, UINT), F(T, tcpi_min_rtt, UINT), F(T, tcpi_data_segs_in, UINT),
	F(T, tcpi_data_segs_out, UINT), F(T, tcpi_delivery_rate, UINT), F(T, tcpi_busy_time, UINT),
	F(T, tcpi_rwnd_limited, UINT), F(T, tcpi_sndbuf_limited, UINT), F(T, tcpi_delivered, UINT),
	F(T, tcpi_delivered_ce, UINT), F(T, tcpi_bytes_sent, UINT), F(T, tcpi_bytes_retrans, UINT),
	F(T, tcpi_dsack_dups, UINT), F(T, tcpi_reord_seen, UINT), F(T, tcpi_rcv_ooopack, UINT),
	F(T, tcpi_snd_wnd, UINT), F(T, tcpi_rcv_wnd, UINT), F(T, tcpi_rehash, UINT),
	F(T, tcpi_total_rto, UINT), F(T, tcpi_total_rto_recoveries, UINT),
	F(T, tcpi_total_rto_time, UINT));
#undef T

#define T struct ipv6_mreq
static OUTLINE_OF(mreq6, T, F(T, ipv6mr_multiaddr, IN6_ADDR),
	FIELD_AS(T, ipv6mr_ifindex, "ipv6mr_interface", INT));
#undef T
#define T struct in6_pktinfo
static OUTLINE_OF(pktinfo6, T, F(T, ipi6_addr, IN6_ADDR), F(T, ipi6_ifindex, INT));
#undef T
#define T struct group_req
static OUTLINE_OF(group_req, T, F(T, gr_interface, UINT),
	FIELD_BY(T, gr_group, "gr_group", ktrace_show_sockaddr));
#undef T
#define T struct group_source_req
static OUTLINE_OF(group_source_req, T, F(T, gsr_interface, UINT),
	FIELD_BY(T, gsr_group, "gsr_group", ktrace_show_sockaddr),
	FIELD_BY(T, gsr_source, "gsr_source", ktrace_show_sockaddr));
#undef T
#define T struct compat_group_req
static OUTLINE_OF(group_req32, T, F(T, gr_interface, UINT),
	FIELD_BY(T, gr_group, "gr_group", ktrace_show_sockaddr));
#undef T
#define T struct compat_group_source_req
static OUTLINE_OF(group_source_req32, T, F(T, gsr_interface, UINT),
	FIELD_BY(T, gsr_group, "gsr_group", ktrace_show_sockaddr),
	FIELD_BY(T, gsr_source, "gsr_source", ktrace_show_sockaddr));
#undef T
#define T struct packet_mreq
/* The length says how many bytes the address has: show @bytes bytes if mr_alen & @bits is @to. */
#define MR_ADDRESS(bytes, bits, to)					\
	{ .name = "mr_address", .offset = offsetof(T, mr_address), .size = bytes, \
	  .as = SHOW_MAC, IF_EQUAL(T, mr_alen, bits, to) }
static OUTLINE_OF(packet_mreq, T, F(T, mr_ifindex, INT), F_ENUM(T, mr_type, packet_mreq_type),
	F(T, mr_alen, UINT), MR_ADDRESS(1, U16_MAX, 1), MR_ADDRESS(2, U16_MAX, 2),
	MR_ADDRESS(3, U16_MAX, 3), MR_ADDRESS(4, U16_MAX, 4), MR_ADDRESS(5, U16_MAX, 5),
	MR_ADDRESS(6, U16_MAX, 6), MR_ADDRESS(7, U16_MAX, 7),
	{ .name = "mr_address", .offset = offsetof(T, mr_address), .size = 8, .as = SHOW_MAC,
	  IF_ANY(T, mr_alen, U16_MAX & ~7) });
#undef T

/* The types of messages that a filter of ICMP drops: [ICMP_ECHO], ~[ICMP_ECHO]. */
static void put_icmp_types(struct seq_buf *out, const void *at, u32 size)
{
	u32 types = get_unaligned((const u32 *)at);
	const char *between = "", *name;
	unsigned int i;

	if (hweight32(types) > BITS_PER_TYPE(types) / 2) {
		seq_buf_putc(out, '~');
		types = ~types;
	}
	seq_buf_putc(out, '[');
	for (i = 0; i < BITS_PER_TYPE(types); i++) {
		if (!(types & BIT(i)))
			continue;
		name = ktrace_names_find(KTRACE_NAMES_icmp_types, i);
		seq_buf_puts(out, between);
		if (name)
			seq_buf_puts(out, name);
		else
			seq_buf_printf(out, "%u", i);
		between = " ";
	}
	seq_buf_putc(out, ']');
}

static OUTLINE_OF(icmp_filter, u32, { .size = sizeof(u32), .as = SHOW_BY, .put = put_icmp_types });

/* The error that IP_RECVERR reports, and the address of the node that caused it. */
struct syscall_error_in {
	struct sock_extended_err err;
	struct sockaddr_in offender;
};

struct syscall_error_in6 {
	struct sock_extended_err err;
	struct sockaddr_in6 offender;
};

#define EXTENDED_ERROR(T)						\
	{ .name = "ee_errno", .offset = offsetof(T, err.ee_errno), .size = sizeof(u32),	\
	  .as = SHOW_ENUM, .names = KTRACE_NAMES_errno },		\
	{ .name = "ee_origin", .offset = offsetof(T, err.ee_origin), .size = sizeof(u8), \
	  .as = SHOW_ENUM, .names = KTRACE_NAMES_error_origin },	\
	FIELD_AS(T, err.ee_type, "ee_type", UINT), FIELD_AS(T, err.ee_code, "ee_code", UINT), \
	FIELD_AS(T, err.ee_info, "ee_info", UINT), FIELD_AS(T, err.ee_data, "ee_data", UINT), \
	FIELD_BY(T, offender, "offender", ktrace_show_sockaddr)
static OUTLINE_OF(error_in, struct syscall_error_in, EXTENDED_ERROR(struct syscall_error_in));
static OUTLINE_OF(error_in6, struct syscall_error_in6, EXTENDED_ERROR(struct syscall_error_in6));
static OUTLINE_OF(address_in, struct sockaddr_in, {
	.size = sizeof(struct sockaddr_in), .as = SHOW_BY, .put = ktrace_show_sockaddr });
static OUTLINE_OF(address_in6, struct sockaddr_in6, {
	.size = sizeof(struct sockaddr_in6), .as = SHOW_BY, .put = ktrace_show_sockaddr });

/* An entry applies to an option, to a control message, or to both. */
#define OPT	BIT(0)
#define CMSG	BIT(1)

/**
 * struct socket_data - layout of an option or of a control message other than an int
 * @level:	level
 * @name:	number of the option or type of the message
 * @uses:	OPT, CMSG, or both
 * @array:	the data is an array
 * @size:	the entry applies only to data of this size; 0 for any
 * @layout:	layout of the data or of an element
 * @compat:	layout in 32-bit calls if it differs
 */
struct socket_data {
	s32 level, name;
	u8 uses;
	bool array;
	u16 size;
	const struct syscall_layout *layout, *compat;
};

static const struct socket_data socket_data[] = {
	{ SOL_SOCKET, SO_LINGER, OPT, .layout = LAYOUT(linger) },
	{ SOL_SOCKET, SO_PEERCRED, OPT, .layout = LAYOUT(ucred) },
	{ SOL_SOCKET, SO_ERROR, OPT, .layout = LAYOUT(error) },
	{ SOL_SOCKET, SO_COOKIE, OPT, .layout = LAYOUT(u64) },
	{ SOL_SOCKET, SO_TXTIME, OPT, .layout = LAYOUT(txtime) },
	{ SOL_SOCKET, SO_PEERGROUPS, OPT, .array = true, .layout = LAYOUT(id) },
	{ SOL_SOCKET, SO_MEMINFO, OPT, .array = true, .layout = LAYOUT(uint) },
	{ SOL_SOCKET, SO_BINDTODEVICE, OPT, .layout = LAYOUT(text) },
	{ SOL_SOCKET, SO_PEERSEC, OPT, .layout = LAYOUT(text) },
	{ SOL_SOCKET, SO_MAX_PACING_RATE, OPT, .size = 8, .layout = LAYOUT(u64) },
	{ SOL_SOCKET, SO_MAX_PACING_RATE, OPT, .layout = LAYOUT(uint) },
	{ SOL_SOCKET, SO_RCVTIMEO_OLD, OPT,
	  .layout = LAYOUT(timeval), .compat = LAYOUT(timeval32) },
	{ SOL_SOCKET, SO_SNDTIMEO_OLD, OPT,
	  .layout = LAYOUT(timeval), .compat = LAYOUT(timeval32) },
	/* struct __kernel_sock_timeval has the layout of the native timeval. */
	{ SOL_SOCKET, SO_RCVTIMEO_NEW, OPT, .layout = LAYOUT(timeval) },
	{ SOL_SOCKET, SO_SNDTIMEO_NEW, OPT, .layout = LAYOUT(timeval) },
	{ SOL_SOCKET, SCM_RIGHTS, CMSG, .array = true, .layout = LAYOUT(int) },
	{ SOL_SOCKET, SCM_PIDFD, CMSG, .array = true, .layout = LAYOUT(int) },
	{ SOL_SOCKET, SCM_CREDENTIALS, CMSG, .size = 12, .layout = LAYOUT(ucred) },
	{ SOL_SOCKET, SCM_SECURITY, CMSG, .layout = LAYOUT(text) },
	{ SOL_SOCKET, SCM_TXTIME, CMSG, .size = 8, .array = true, .layout = LAYOUT(u64) },
	{ SOL_SOCKET, SO_MARK, CMSG, .size = 4, .array = true, .layout = LAYOUT(uint) },
	{ SOL_SOCKET, SO_RXQ_OVFL, CMSG, .size = 4, .array = true, .layout = LAYOUT(uint) },
	{ SOL_SOCKET, SCM_WIFI_STATUS, CMSG, .size = 4, .array = true, .layout = LAYOUT(int) },
	{ SOL_SOCKET, SCM_TIMESTAMPING_PKTINFO, CMSG, .layout = LAYOUT(timestamp_packet) },
	{ SOL_SOCKET, SCM_DEVMEM_LINEAR, CMSG, .layout = LAYOUT(device_memory) },
	{ SOL_SOCKET, SCM_DEVMEM_DMABUF, CMSG, .layout = LAYOUT(device_memory) },
	/* A 32-bit program that uses the newer option gets the native time. */
	{ SOL_SOCKET, SO_TIMESTAMP_OLD, CMSG, .size = 16, .layout = LAYOUT(timeval) },
	{ SOL_SOCKET, SO_TIMESTAMP_OLD, CMSG, .size = 8, .layout = LAYOUT(timeval32) },
	{ SOL_SOCKET, SO_TIMESTAMPNS_OLD, CMSG, .size = 16, .layout = LAYOUT(timespec) },
	{ SOL_SOCKET, SO_TIMESTAMPNS_OLD, CMSG, .size = 8, .layout = LAYOUT(timespec32) },
	{ SOL_SOCKET, SO_TIMESTAMP_NEW, CMSG, .size = 16, .layout = LAYOUT(timeval) },
	{ SOL_SOCKET, SO_TIMESTAMPNS_NEW, CMSG, .size = 16, .layout = LAYOUT(timespec) },
	{ SOL_SOCKET, SO_TIMESTAMPING_OLD, CMSG, .size = 48, .array = true,
	  .layout = LAYOUT(timespec) },
	{ SOL_SOCKET, SO_TIMESTAMPING_OLD, CMSG, .size = 24, .array = true,
	  .layout = LAYOUT(timespec32) },
	{ SOL_SOCKET, SO_TIMESTAMPING_NEW, CMSG, .size = 48, .array = true,
	  .layout = LAYOUT(timespec) },

	{ SOL_TCP, TCP_CONGESTION, OPT, .layout = LAYOUT(text) },
	{ SOL_TCP, TCP_ULP, OPT, .layout = LAYOUT(text) },
	{ SOL_TCP, TCP_INFO, OPT, .layout = LAYOUT(tcp_info) },
	{ SOL_TCP, TCP_REPAIR_QUEUE, OPT, .layout = LAYOUT(repair_queue) },
	{ SOL_TCP, TCP_REPAIR_WINDOW, OPT, .layout = LAYOUT(tcp_window) },
	{ SOL_TCP, TCP_REPAIR_OPTIONS, OPT, .array = true, .layout = LAYOUT(tcp_repair) },
	{ SOL_TCP, TCP_ZEROCOPY_RECEIVE, OPT, .layout = LAYOUT(tcp_zerocopy) },
	{ SOL_TCP, TCP_CM_INQ, CMSG, .size = 4, .array = true, .layout = LAYOUT(int) },
	{ SOL_TCP, TCP_CC_INFO, OPT, .layout = LAYOUT(bytes) },
	{ SOL_TCP, TCP_SAVED_SYN, OPT, .layout = LAYOUT(bytes) },

	{ SOL_IP, IP_OPTIONS, OPT, .layout = LAYOUT(bytes) },
	{ SOL_IP, IP_PKTOPTIONS, OPT, .layout = LAYOUT(bytes) },
	{ SOL_IP, IP_RECVOPTS, CMSG, .array = true, .layout = LAYOUT(hex8) },
	{ SOL_IP, IP_RETOPTS, CMSG, .array = true, .layout = LAYOUT(hex8) },
	{ SOL_IP, IP_TOS, CMSG, .size = 1, .array = true, .layout = LAYOUT(hex8) },
	{ SOL_IP, IP_TTL, CMSG, .size = 4, .array = true, .layout = LAYOUT(uint) },
	{ SOL_IP, IP_CHECKSUM, CMSG, .size = 4, .array = true, .layout = LAYOUT(uint) },
	{ SOL_IP, IP_RECVERR, CMSG, .size = sizeof(struct syscall_error_in),
	  .layout = LAYOUT(error_in) },
	{ SOL_IP, IP_ORIGDSTADDR, CMSG, .size = sizeof(struct sockaddr_in),
	  .layout = LAYOUT(address_in) },
	{ SOL_IP, IP_MULTICAST_IF, OPT, .size = 4, .layout = LAYOUT(in_addr) },
	{ SOL_IP, IP_MULTICAST_IF, OPT, .size = 8, .layout = LAYOUT(mreq) },
	{ SOL_IP, IP_MULTICAST_IF, OPT, .layout = LAYOUT(mreqn) },
	{ SOL_IP, IP_ADD_MEMBERSHIP, OPT, .size = 8, .layout = LAYOUT(mreq) },
	{ SOL_IP, IP_ADD_MEMBERSHIP, OPT, .layout = LAYOUT(mreqn) },
	{ SOL_IP, IP_DROP_MEMBERSHIP, OPT, .size = 8, .layout = LAYOUT(mreq) },
	{ SOL_IP, IP_DROP_MEMBERSHIP, OPT, .layout = LAYOUT(mreqn) },
	{ SOL_IP, IP_ADD_SOURCE_MEMBERSHIP, OPT, .layout = LAYOUT(mreq_source) },
	{ SOL_IP, IP_DROP_SOURCE_MEMBERSHIP, OPT, .layout = LAYOUT(mreq_source) },
	{ SOL_IP, IP_BLOCK_SOURCE, OPT, .layout = LAYOUT(mreq_source) },
	{ SOL_IP, IP_UNBLOCK_SOURCE, OPT, .layout = LAYOUT(mreq_source) },
	{ SOL_IP, IP_UNICAST_IF, OPT, .layout = LAYOUT(net32) },
	{ SOL_IP, IP_PKTINFO, CMSG, .layout = LAYOUT(pktinfo) },

	{ SOL_IP, MCAST_JOIN_GROUP, OPT, .layout = LAYOUT(group_req),
	  .compat = LAYOUT(group_req32) },
	{ SOL_IP, MCAST_LEAVE_GROUP, OPT, .layout = LAYOUT(group_req),
	  .compat = LAYOUT(group_req32) },
	{ SOL_IP, MCAST_JOIN_SOURCE_GROUP, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IP, MCAST_LEAVE_SOURCE_GROUP, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IP, MCAST_BLOCK_SOURCE, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IP, MCAST_UNBLOCK_SOURCE, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IPV6, MCAST_JOIN_GROUP, OPT, .layout = LAYOUT(group_req),
	  .compat = LAYOUT(group_req32) },
	{ SOL_IPV6, MCAST_LEAVE_GROUP, OPT, .layout = LAYOUT(group_req),
	  .compat = LAYOUT(group_req32) },
	{ SOL_IPV6, MCAST_JOIN_SOURCE_GROUP, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IPV6, MCAST_LEAVE_SOURCE_GROUP, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IPV6, MCAST_BLOCK_SOURCE, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IPV6, MCAST_UNBLOCK_SOURCE, OPT, .layout = LAYOUT(group_source_req),
	  .compat = LAYOUT(group_source_req32) },
	{ SOL_IPV6, IPV6_ADD_MEMBERSHIP, OPT, .layout = LAYOUT(mreq6) },
	{ SOL_IPV6, IPV6_DROP_MEMBERSHIP, OPT, .layout = LAYOUT(mreq6) },
	{ SOL_IPV6, IPV6_JOIN_ANYCAST, OPT, .layout = LAYOUT(mreq6) },
	{ SOL_IPV6, IPV6_LEAVE_ANYCAST, OPT, .layout = LAYOUT(mreq6) },
	{ SOL_IPV6, IPV6_PKTINFO, CMSG, .layout = LAYOUT(pktinfo6) },
	{ SOL_IPV6, IPV6_UNICAST_IF, OPT, .layout = LAYOUT(net32) },
	{ SOL_IPV6, IPV6_FLOWINFO, CMSG, .layout = LAYOUT(net32) },
	{ SOL_IPV6, IPV6_RECVERR, CMSG, .size = sizeof(struct syscall_error_in6),
	  .layout = LAYOUT(error_in6) },
	{ SOL_IPV6, IPV6_ORIGDSTADDR, CMSG, .size = sizeof(struct sockaddr_in6),
	  .layout = LAYOUT(address_in6) },

	{ SOL_RAW, ICMP_FILTER, OPT, .layout = LAYOUT(icmp_filter) },

	{ SOL_PACKET, PACKET_ADD_MEMBERSHIP, OPT, .layout = LAYOUT(packet_mreq) },
	{ SOL_PACKET, PACKET_DROP_MEMBERSHIP, OPT, .layout = LAYOUT(packet_mreq) },
	{ SOL_PACKET, PACKET_RX_RING, OPT, .size = sizeof(struct tpacket_req3),
	  .layout = LAYOUT(packet_req3) },
	{ SOL_PACKET, PACKET_RX_RING, OPT, .layout = LAYOUT(packet_req) },
	{ SOL_PACKET, PACKET_TX_RING, OPT, .size = sizeof(struct tpacket_req3),
	  .layout = LAYOUT(packet_req3) },
	{ SOL_PACKET, PACKET_TX_RING, OPT, .layout = LAYOUT(packet_req) },
	{ SOL_PACKET, PACKET_STATISTICS, OPT, .size = sizeof(struct tpacket_stats_v3),
	  .layout = LAYOUT(packet_stats3) },
	{ SOL_PACKET, PACKET_STATISTICS, OPT, .layout = LAYOUT(packet_stats) },
	{ SOL_PACKET, PACKET_ROLLOVER_STATS, OPT, .layout = LAYOUT(packet_rollover) },
	{ SOL_PACKET, PACKET_VERSION, OPT, .size = 4, .layout = LAYOUT(packet_version) },
	{ SOL_PACKET, PACKET_AUXDATA, CMSG, .layout = LAYOUT(packet_auxdata) },
	{ SOL_NETLINK, NETLINK_LIST_MEMBERSHIPS, OPT, .array = true, .layout = LAYOUT(uint) },
	{ SOL_NETLINK, NETLINK_PKTINFO, CMSG, .layout = LAYOUT(netlink_pktinfo) },
	{ SOL_NETLINK, NETLINK_LISTEN_ALL_NSID, CMSG, .array = true, .layout = LAYOUT(int) },

	/* The length of a segment, as sent; the kernel reports it as an int. */
	{ SOL_UDP, UDP_SEGMENT, CMSG, .size = 2, .array = true, .layout = LAYOUT(uint16) },
	{ SOL_UDP, UDP_GRO, CMSG, .size = 4, .array = true, .layout = LAYOUT(int) },

	{ SOL_ALG, ALG_SET_KEY_BY_KEY_SERIAL, OPT, .layout = LAYOUT(int) },
	{ SOL_ALG, ALG_SET_OP, CMSG, .size = 4, .array = true, .layout = LAYOUT(alg_operation) },
	{ SOL_ALG, ALG_SET_AEAD_ASSOCLEN, CMSG, .size = 4, .array = true, .layout = LAYOUT(uint) },
	{ SOL_ALG, ALG_SET_IV, CMSG, .layout = LAYOUT(alg_iv) },

	{ AF_VSOCK, SO_VM_SOCKETS_BUFFER_SIZE, OPT, .layout = LAYOUT(u64) },
	{ AF_VSOCK, SO_VM_SOCKETS_BUFFER_MIN_SIZE, OPT, .layout = LAYOUT(u64) },
	{ AF_VSOCK, SO_VM_SOCKETS_BUFFER_MAX_SIZE, OPT, .layout = LAYOUT(u64) },
	{ AF_VSOCK, SO_VM_SOCKETS_CONNECT_TIMEOUT_OLD, OPT,
	  .layout = LAYOUT(timeval), .compat = LAYOUT(timeval32) },
	{ AF_VSOCK, SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW, OPT, .layout = LAYOUT(timeval) },
};

static const struct socket_data *socket_data_find(s32 level, s32 name, u8 use, u32 size)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(socket_data); i++) {
		const struct socket_data *at = &socket_data[i];

		if (at->level == level && at->name == name && at->uses & use &&
		    (!at->size || at->size == size))
			return at;
	}
	return NULL;
}

/**
 * ktrace_control_known - whether the layout of a control message is known
 * @level:	level of the message
 * @type:	type of the message
 *
 * Return: true if it is, for data of some size.
 */
bool ktrace_control_known(s32 level, s32 type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(socket_data); i++)
		if (socket_data[i].level == level && socket_data[i].name == type &&
		    socket_data[i].uses & CMSG)
			return true;
	return false;
}

/* Append @data with the layout of @found. */
static void socket_data_put(struct seq_buf *out, const struct socket_data *found,
			    enum ktrace_abi abi, const struct syscall_data *data)
{
	const struct syscall_layout *layout = found->layout;
	bool cut = data->status == SYSCALL_CUT;
	u32 len;

	if (layout->fields->as == SHOW_BYTES) {
		ktrace_show_quoted(out, data->at, data->len, cut);
		return;
	}
	if (layout->fields->as == SHOW_TEXT) {
		len = strnlen(data->at, data->len);
		ktrace_show_quoted(out, data->at, len, cut && len == data->len);
		return;
	}
	if (abi == KTRACE_ABI_COMPAT && found->compat)
		layout = found->compat;
	layout = ktrace_layout_of(layout, abi);
	/* The kernel ignores what follows a structure, whether it can be read or not. */
	if (!found->array && data->len >= layout->size)
		ktrace_show_elements(out, layout, &(const struct syscall_data) {
			data->at, layout->size, SYSCALL_COPIED }, false);
	else if (!found->array && !cut)
		ktrace_show_partial(out, layout, data->at, data->len);
	else
		ktrace_show_elements(out, layout, data, found->array);
}

/**
 * ktrace_sockopt_names - names of the options of a level, and of its control messages
 * @level:	the level
 *
 * Return: the table; NULL if the level has none.
 */
const enum ktrace_names *ktrace_sockopt_names(s32 level)
{
	static const struct {
		s32 level;
		enum ktrace_names names;
	} levels[] = {
		{ SOL_SOCKET,	KTRACE_NAMES_socket_options },
		{ SOL_IP,	KTRACE_NAMES_ip_options },
		{ SOL_IPV6,	KTRACE_NAMES_ipv6_options },
		{ SOL_TCP,	KTRACE_NAMES_tcp_options },
		{ SOL_UDP,	KTRACE_NAMES_udp_options },
		{ SOL_RAW,	KTRACE_NAMES_raw_options },
		{ SOL_PACKET,	KTRACE_NAMES_packet_options },
		{ SOL_NETLINK,	KTRACE_NAMES_netlink_options },
		{ SOL_ALG,	KTRACE_NAMES_alg_options },
		{ AF_VSOCK,	KTRACE_NAMES_vsock_options },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(levels); i++)
		if (levels[i].level == level)
			return &levels[i].names;
	return NULL;
}

/* Return true if all options of a level without an entry are ints; the kernel ignores more. */
static bool sockopts_are_ints(s32 level)
{
	return level == SOL_SOCKET || level == SOL_NETLINK;
}

/**
 * ktrace_sockopt_short - check the length that a program passes for an option
 * @level:	level of the option
 * @name:	number of the option
 * @abi:	ABI of the call
 * @len:	the length in bytes
 *
 * Return: true if the option is a structure and @len is shorter; the call refuses it.
 */
bool ktrace_sockopt_short(s32 level, s32 name, enum ktrace_abi abi, u32 len)
{
	const struct socket_data *found = socket_data_find(level, name, OPT, len);
	const struct syscall_layout *layout;

	if (!found)
		return sockopts_are_ints(level) && len < sizeof(s32);
	if (found->array)
		return false;
	layout = abi == KTRACE_ABI_COMPAT && found->compat ? found->compat : found->layout;
	return layout->fields->name && len < layout->size;
}

/**
 * ktrace_put_sockopt_data - append the value of a socket option
 * @out:	output
 * @level:	level of the option
 * @name:	number of the option
 * @abi:	ABI of the call
 * @data:	the copy
 *
 * Four bytes of an option without an entry are shown as an int, and more bytes if the level
 * has only ints.
 */
void ktrace_put_sockopt_data(struct seq_buf *out, s32 level, s32 name, enum ktrace_abi abi,
			     struct syscall_data data)
{
	const struct socket_data *found = socket_data_find(level, name, OPT, data.len);

	if (found)
		socket_data_put(out, found, abi, &data);
	else if (data.len == sizeof(s32) || (data.len > sizeof(s32) && sockopts_are_ints(level)))
		ktrace_show_elements(out, LAYOUT(int), &(const struct syscall_data) {
			data.at, sizeof(s32), SYSCALL_COPIED }, false);
	else
		ktrace_show_quoted(out, data.at, data.len, data.status == SYSCALL_CUT);
}

/* Most IP control messages are an int. */
static bool control_is_int(s32 level, const struct syscall_data *data)
{
	return data->len == sizeof(s32) && data->status == SYSCALL_COPIED &&
	       (level == SOL_IP || level == SOL_IPV6);
}

/**
 * ktrace_put_control_data - append the data of a control message
 * @out:	output
 * @level:	level of the message
 * @type:	type of the message
 * @abi:	ABI of the call
 * @data:	the copy
 *
 * Appends nothing for an array without a complete element.
 */
void ktrace_put_control_data(struct seq_buf *out, s32 level, s32 type, enum ktrace_abi abi,
			     struct syscall_data data)
{
	const struct socket_data *found = socket_data_find(level, type, CMSG, data.len);

	/* The kernel ignores an incomplete descriptor at the end. */
	if (found && found->array)
		data.len -= data.len % found->layout->size;
	if (!data.len)
		return;
	seq_buf_puts(out, ", cmsg_data=");
	if (found)
		socket_data_put(out, found, abi, &data);
	else if (control_is_int(level, &data))
		ktrace_show_elements(out, LAYOUT(int), &data, true);
	else
		ktrace_show_quoted(out, data.at, data.len, data.status == SYSCALL_CUT);
}
