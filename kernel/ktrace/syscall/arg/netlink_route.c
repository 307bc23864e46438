// SPDX-License-Identifier: GPL-2.0
/* Tables of messages of rtnetlink: links, addresses, routes, neighbours, rules, queues. */
#include <linux/array_size.h>
#include <linux/kernel.h>
#include <linux/unaligned.h>
#include <uapi/linux/dcbnl.h>
#include <uapi/linux/fib_rules.h>
#include <uapi/linux/gen_stats.h>
#include <uapi/linux/if_addr.h>
#include <uapi/linux/if_addrlabel.h>
#include <uapi/linux/if_bridge.h>
#include <uapi/linux/if_ether.h>
#include <uapi/linux/if_link.h>
#include <uapi/linux/mroute.h>
#include <uapi/linux/mroute6.h>
#include <uapi/linux/neighbour.h>
#include <uapi/linux/net_namespace.h>
#include <uapi/linux/netconf.h>
#include <uapi/linux/nexthop.h>
#include <uapi/linux/pkt_sched.h>
#include <uapi/linux/rtnetlink.h>

/* The header of multicast routing has a macro of this name. */
#undef IF_SET
#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

static OUTLINE_OF(rtnl_text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(rtnl_mac, u8, { .size = 1, .as = SHOW_MAC });
static OUTLINE_OF(rtnl_u16, u16, { .size = sizeof(u16), .as = SHOW_UINT });
static OUTLINE_OF(rtnl_hex16, u16, { .size = sizeof(u16), .as = SHOW_HEX });
static OUTLINE_OF(rtnl_xdp_mode, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_rtnl_xdp_attached });
static OUTLINE_OF(rtnl_xdp_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_rtnl_xdp_flags });
static OUTLINE_OF(rtnl_net16, u16, { .size = sizeof(u16), .as = SHOW_NET16 });
static OUTLINE_OF(rtnl_table, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_rtnl_route_table });
static OUTLINE_OF(rtnl_proto, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_rtnl_route_proto });
static OUTLINE_OF(rtnl_addr_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_rtnl_addr_flags });
static OUTLINE_OF(rtnl_ip_proto, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_ip_proto });

#define T struct ifinfomsg
static OUTLINE_OF(ifinfomsg, T, F_ENUM(T, ifi_family, socket_family),
	F_ENUM(T, ifi_type, arp_hardware), F(T, ifi_index, INT),
	F_FLAGS(T, ifi_flags, rtnl_link_flags), F_FLAGS(T, ifi_change, rtnl_link_flags));
#undef T
#define T struct ifaddrmsg
static OUTLINE_OF(ifaddrmsg, T, F_ENUM(T, ifa_family, socket_family), F(T, ifa_prefixlen, UINT),
	F_FLAGS(T, ifa_flags, rtnl_addr_flags), F_ENUM(T, ifa_scope, rtnl_route_scope),
	F(T, ifa_index, UINT));
#undef T
#define T struct rtmsg
static OUTLINE_OF(rtmsg, T, F_ENUM(T, rtm_family, socket_family), F(T, rtm_dst_len, UINT),
	F(T, rtm_src_len, UINT), F_ENUM(T, rtm_tos, ip_tos), F_ENUM(T, rtm_table, rtnl_route_table),
	F_ENUM(T, rtm_protocol, rtnl_route_proto), F_ENUM(T, rtm_scope, rtnl_route_scope),
	F_ENUM(T, rtm_type, rtnl_route_kind), F_FLAGS(T, rtm_flags, rtnl_route_flags));
#undef T
#define T struct ndmsg
static OUTLINE_OF(ndmsg, T, F_ENUM(T, ndm_family, socket_family), F(T, ndm_ifindex, INT),
	F_FLAGS(T, ndm_state, rtnl_neigh_state), F_FLAGS(T, ndm_flags, rtnl_neigh_flags),
	F_ENUM(T, ndm_type, rtnl_route_kind));
#undef T
#define T struct fib_rule_hdr
static OUTLINE_OF(fib_rule_hdr, T, F_ENUM(T, family, socket_family), F(T, dst_len, UINT),
	F(T, src_len, UINT), F_ENUM(T, tos, ip_tos), F_ENUM(T, table, rtnl_route_table),
	F_ENUM(T, action, rtnl_rule_action), F_FLAGS(T, flags, rtnl_rule_flags));
#undef T
#define T struct fib_rule_uid_range
static OUTLINE_OF(rule_uid_range, T, F(T, start, UINT), F(T, end, UINT));
#undef T
#define T struct fib_rule_port_range
static OUTLINE_OF(rule_port_range, T, F(T, start, UINT), F(T, end, UINT));
#undef T

/* The id of a tunnel is a number in network byte order. */
static void rtnl_put_net64(struct seq_buf *out, const void *at, u32 size)
{
	seq_buf_printf(out, "htobe64(%llu)", get_unaligned_be64(at));
}

static OUTLINE_OF(rtnl_net64, u64, { .size = sizeof(u64), .as = SHOW_BY, .put = rtnl_put_net64 });

#define T struct tcmsg
static OUTLINE_OF(tcmsg, T, F_ENUM(T, tcm_family, socket_family), F(T, tcm_ifindex, INT),
	F(T, tcm_handle, HEX), F(T, tcm_parent, HEX), F(T, tcm_info, HEX));
#undef T
#define T struct ifa_cacheinfo
static OUTLINE_OF(ifa_cacheinfo, T, F(T, ifa_prefered, UINT), F(T, ifa_valid, UINT),
	F(T, cstamp, UINT), F(T, tstamp, UINT));
#undef T
#define T struct rta_cacheinfo
static OUTLINE_OF(rta_cacheinfo, T, F(T, rta_clntref, UINT), F(T, rta_lastuse, UINT),
	F(T, rta_expires, INT), F(T, rta_error, UINT), F(T, rta_used, UINT), F(T, rta_id, HEX),
	F(T, rta_ts, UINT), F(T, rta_tsage, UINT));
#undef T
#define T struct nda_cacheinfo
static OUTLINE_OF(nda_cacheinfo, T, F(T, ndm_confirmed, UINT), F(T, ndm_used, UINT),
	F(T, ndm_updated, UINT), F(T, ndm_refcnt, UINT));
#undef T
#define T struct rtnl_link_ifmap
static OUTLINE_UNTIL(link_ifmap, T, port, 0, F(T, mem_start, HEX), F(T, mem_end, HEX),
	F(T, base_addr, HEX), F(T, irq, UINT), F(T, dma, UINT), F(T, port, UINT));
#undef T
#define LINK_STATS(T)							\
	F(T, rx_packets, UINT), F(T, tx_packets, UINT), F(T, rx_bytes, UINT), \
	F(T, tx_bytes, UINT), F(T, rx_errors, UINT), F(T, tx_errors, UINT), \
	F(T, rx_dropped, UINT), F(T, tx_dropped, UINT), F(T, multicast, UINT), \
	F(T, collisions, UINT), F(T, rx_length_errors, UINT), F(T, rx_over_errors, UINT), \
	F(T, rx_crc_errors, UINT), F(T, rx_frame_errors, UINT), F(T, rx_fifo_errors, UINT), \
	F(T, rx_missed_errors, UINT), F(T, tx_aborted_errors, UINT), \
	F(T, tx_carrier_errors, UINT), F(T, tx_fifo_errors, UINT), \
	F(T, tx_heartbeat_errors, UINT), F(T, tx_window_errors, UINT), \
	F(T, rx_compressed, UINT), F(T, tx_compressed, UINT), F(T, rx_nohandler, UINT)
#define T struct rtnl_link_stats
static OUTLINE_UNTIL(link_stats, T, rx_nohandler, offsetofend(T, tx_compressed), LINK_STATS(T));
#undef T
#define T struct rtnl_link_stats64
static OUTLINE_UNTIL(link_stats64, T, rx_otherhost_dropped, offsetofend(T, tx_compressed),
	LINK_STATS(T), F(T, rx_otherhost_dropped, UINT));
#undef T

NETLINK_ATTRS(attrs_link_info, rtnl_link_info, ATTR(IFLA_INFO_KIND, rtnl_text),
	ATTR(IFLA_INFO_SLAVE_KIND, rtnl_text));
#define T struct ifla_bridge_id
static OUTLINE_OF(bridge_id, T, F_ARRAY(T, prio, UINT), F(T, addr, MAC));
#undef T
NETLINK_ATTRS(attrs_bridge_port, rtnl_bridge_port_attr,
	ATTR(IFLA_BRPORT_STATE, u8), ATTR(IFLA_BRPORT_PRIORITY, rtnl_u16),
	ATTR(IFLA_BRPORT_COST, uint), ATTR(IFLA_BRPORT_MODE, u8), ATTR(IFLA_BRPORT_GUARD, u8),
	ATTR(IFLA_BRPORT_PROTECT, u8), ATTR(IFLA_BRPORT_FAST_LEAVE, u8),
	ATTR(IFLA_BRPORT_LEARNING, u8), ATTR(IFLA_BRPORT_UNICAST_FLOOD, u8),
	ATTR(IFLA_BRPORT_PROXYARP, u8), ATTR(IFLA_BRPORT_LEARNING_SYNC, u8),
	ATTR(IFLA_BRPORT_PROXYARP_WIFI, u8), ATTR(IFLA_BRPORT_ROOT_ID, bridge_id),
	ATTR(IFLA_BRPORT_BRIDGE_ID, bridge_id), ATTR(IFLA_BRPORT_DESIGNATED_PORT, rtnl_u16),
	ATTR(IFLA_BRPORT_DESIGNATED_COST, rtnl_u16), ATTR(IFLA_BRPORT_ID, rtnl_u16),
	ATTR(IFLA_BRPORT_NO, rtnl_u16), ATTR(IFLA_BRPORT_TOPOLOGY_CHANGE_ACK, u8),
	ATTR(IFLA_BRPORT_CONFIG_PENDING, u8), ATTR(IFLA_BRPORT_MESSAGE_AGE_TIMER, u64),
	ATTR(IFLA_BRPORT_FORWARD_DELAY_TIMER, u64), ATTR(IFLA_BRPORT_HOLD_TIMER, u64),
	ATTR(IFLA_BRPORT_MULTICAST_ROUTER, u8), ATTR(IFLA_BRPORT_MCAST_FLOOD, u8),
	ATTR(IFLA_BRPORT_MCAST_TO_UCAST, u8), ATTR(IFLA_BRPORT_VLAN_TUNNEL, u8),
	ATTR(IFLA_BRPORT_BCAST_FLOOD, u8), ATTR(IFLA_BRPORT_GROUP_FWD_MASK, rtnl_hex16),
	ATTR(IFLA_BRPORT_NEIGH_SUPPRESS, u8), ATTR(IFLA_BRPORT_ISOLATED, u8),
	ATTR(IFLA_BRPORT_BACKUP_PORT, int), ATTR(IFLA_BRPORT_MRP_RING_OPEN, u8),
	ATTR(IFLA_BRPORT_MRP_IN_OPEN, u8), ATTR(IFLA_BRPORT_MCAST_EHT_HOSTS_LIMIT, uint),
	ATTR(IFLA_BRPORT_MCAST_EHT_HOSTS_CNT, uint), ATTR(IFLA_BRPORT_LOCKED, u8),
	ATTR(IFLA_BRPORT_MAB, u8), ATTR(IFLA_BRPORT_MCAST_N_GROUPS, uint),
	ATTR(IFLA_BRPORT_MCAST_MAX_GROUPS, uint), ATTR(IFLA_BRPORT_NEIGH_VLAN_SUPPRESS, u8),
	ATTR(IFLA_BRPORT_BACKUP_NHID, uint));
NETLINK_ATTRS(attrs_xdp, rtnl_xdp_attr, ATTR(IFLA_XDP_FD, int),
	ATTR(IFLA_XDP_ATTACHED, rtnl_xdp_mode), ATTR(IFLA_XDP_FLAGS, rtnl_xdp_flags),
	ATTR(IFLA_XDP_PROG_ID, uint), ATTR(IFLA_XDP_DRV_PROG_ID, uint),
	ATTR(IFLA_XDP_SKB_PROG_ID, uint), ATTR(IFLA_XDP_HW_PROG_ID, uint),
	ATTR(IFLA_XDP_EXPECTED_FD, int));
#define T struct ifla_port_vsi
static OUTLINE_OF(port_vsi, T, F(T, vsi_mgr_id, UINT), F(T, vsi_type_id, BYTES),
	F(T, vsi_type_version, UINT), F(T, pad, BYTES, IF_SET(T, pad)));
#undef T
NETLINK_ATTRS(attrs_port, rtnl_port_attr, ATTR(IFLA_PORT_VF, uint),
	ATTR(IFLA_PORT_PROFILE, rtnl_text), ATTR(IFLA_PORT_VSI_TYPE, port_vsi),
	ATTR(IFLA_PORT_REQUEST, u8), ATTR(IFLA_PORT_RESPONSE, rtnl_u16));
NETLINK_ATTRS(attrs_vf_port, rtnl_vf_port, ATTR_NESTED(IFLA_VF_PORT, attrs_port));
NETLINK_ATTRS(attrs_down_reason, rtnl_down_reason, ATTR(IFLA_PROTO_DOWN_REASON_MASK, hex32),
	ATTR(IFLA_PROTO_DOWN_REASON_VALUE, hex32));
static OUTLINE_OF(rtnl_ext_filter, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_rtnl_ext_filter });
static OUTLINE_OF(rtnl_link_event, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_rtnl_link_event });
NETLINK_ATTRS(attrs_link, rtnl_link_attr,
	ATTR_NESTED_IF(IFLA_PROTINFO, AF_BRIDGE, attrs_bridge_port),
	ATTR_NESTED(IFLA_XDP, attrs_xdp), ATTR_NESTED(IFLA_PORT_SELF, attrs_port),
	ATTR_NESTED(IFLA_VF_PORTS, attrs_vf_port),
	ATTR_NESTED(IFLA_PROTO_DOWN_REASON, attrs_down_reason),
	ATTR(IFLA_ADDRESS, rtnl_mac), ATTR(IFLA_BROADCAST, rtnl_mac),
	ATTR(IFLA_PERM_ADDRESS, rtnl_mac), ATTR(IFLA_IFNAME, rtnl_text),
	ATTR(IFLA_QDISC, rtnl_text), ATTR(IFLA_IFALIAS, rtnl_text),
	ATTR(IFLA_ALT_IFNAME, rtnl_text), ATTR(IFLA_PHYS_PORT_NAME, rtnl_text),
	ATTR(IFLA_PARENT_DEV_NAME, rtnl_text), ATTR(IFLA_PARENT_DEV_BUS_NAME, rtnl_text),
	ATTR(IFLA_MTU, uint), ATTR(IFLA_LINK, int), ATTR(IFLA_MASTER, int),
	ATTR(IFLA_TXQLEN, uint), ATTR(IFLA_WEIGHT, uint), ATTR(IFLA_OPERSTATE, u8),
	ATTR(IFLA_LINKMODE, u8), ATTR(IFLA_NET_NS_PID, uint), ATTR(IFLA_NUM_VF, uint),
	ATTR(IFLA_GROUP, uint), ATTR(IFLA_NET_NS_FD, int), ATTR(IFLA_EXT_MASK, rtnl_ext_filter),
	ATTR(IFLA_PROMISCUITY, uint), ATTR(IFLA_ALLMULTI, uint),
	ATTR(IFLA_NUM_TX_QUEUES, uint), ATTR(IFLA_NUM_RX_QUEUES, uint), ATTR(IFLA_CARRIER, u8),
	ATTR(IFLA_CARRIER_CHANGES, uint), ATTR(IFLA_CARRIER_UP_COUNT, uint),
	ATTR(IFLA_CARRIER_DOWN_COUNT, uint), ATTR(IFLA_LINK_NETNSID, int),
	ATTR(IFLA_NEW_NETNSID, int), ATTR(IFLA_IF_NETNSID, int), ATTR(IFLA_NEW_IFINDEX, int),
	ATTR(IFLA_PROTO_DOWN, u8), ATTR(IFLA_GSO_MAX_SEGS, uint),
	ATTR(IFLA_GSO_MAX_SIZE, uint), ATTR(IFLA_GRO_MAX_SIZE, uint),
	ATTR(IFLA_TSO_MAX_SIZE, uint), ATTR(IFLA_TSO_MAX_SEGS, uint),
	ATTR(IFLA_GSO_IPV4_MAX_SIZE, uint), ATTR(IFLA_GRO_IPV4_MAX_SIZE, uint),
	ATTR(IFLA_MIN_MTU, uint), ATTR(IFLA_MAX_MTU, uint), ATTR(IFLA_EVENT, rtnl_link_event),
	ATTR(IFLA_MAP, link_ifmap), ATTR(IFLA_STATS, link_stats),
	ATTR(IFLA_STATS64, link_stats64), ATTR_NESTED(IFLA_LINKINFO, attrs_link_info));
NETLINK_ATTRS(attrs_addr, rtnl_addr_attr,
	ATTR_ADDRESS(IFA_ADDRESS), ATTR_ADDRESS(IFA_LOCAL), ATTR_ADDRESS(IFA_BROADCAST),
	ATTR_ADDRESS(IFA_ANYCAST), ATTR_ADDRESS(IFA_MULTICAST), ATTR(IFA_LABEL, rtnl_text),
	ATTR(IFA_CACHEINFO, ifa_cacheinfo), ATTR(IFA_FLAGS, rtnl_addr_flags),
	ATTR(IFA_RT_PRIORITY, uint), ATTR(IFA_TARGET_NETNSID, int), ATTR(IFA_PROTO, u8));
NETLINK_ATTRS(attrs_metric, rtnl_route_metric,
	ATTR(RTAX_LOCK, hex32), ATTR(RTAX_MTU, uint), ATTR(RTAX_WINDOW, uint),
	ATTR(RTAX_RTT, uint), ATTR(RTAX_RTTVAR, uint), ATTR(RTAX_SSTHRESH, uint),
	ATTR(RTAX_CWND, uint), ATTR(RTAX_ADVMSS, uint), ATTR(RTAX_REORDERING, uint),
	ATTR(RTAX_HOPLIMIT, uint), ATTR(RTAX_INITCWND, uint), ATTR(RTAX_FEATURES, hex32),
	ATTR(RTAX_RTO_MIN, uint), ATTR(RTAX_INITRWND, uint), ATTR(RTAX_QUICKACK, uint),
	ATTR(RTAX_CC_ALGO, rtnl_text), ATTR(RTAX_FASTOPEN_NO_COOKIE, uint));
NETLINK_ATTRS(attrs_route, rtnl_route_attr,
	ATTR_ADDRESS(RTA_DST), ATTR_ADDRESS(RTA_SRC), ATTR_ADDRESS(RTA_GATEWAY),
	ATTR_ADDRESS(RTA_PREFSRC), ATTR_ADDRESS(RTA_NEWDST),
	ATTR(RTA_IIF, int), ATTR(RTA_OIF, int),
	ATTR(RTA_PRIORITY, uint), ATTR_NESTED(RTA_METRICS, attrs_metric),
	ATTR(RTA_FLOW, uint), ATTR(RTA_CACHEINFO, rta_cacheinfo), ATTR(RTA_TABLE, rtnl_table),
	ATTR(RTA_MARK, hex32), ATTR(RTA_PREF, u8), ATTR(RTA_ENCAP_TYPE, rtnl_u16),
	ATTR(RTA_EXPIRES, uint), ATTR(RTA_UID, id), ATTR(RTA_TTL_PROPAGATE, u8),
	ATTR(RTA_IP_PROTO, rtnl_ip_proto), ATTR(RTA_SPORT, rtnl_net16),
	ATTR(RTA_DPORT, rtnl_net16), ATTR(RTA_NH_ID, uint));
NETLINK_ATTRS(attrs_neigh, rtnl_neigh_attr,
	ATTR_ADDRESS(NDA_DST), ATTR(NDA_LLADDR, rtnl_mac), ATTR(NDA_CACHEINFO, nda_cacheinfo),
	ATTR(NDA_PROBES, uint), ATTR(NDA_VLAN, rtnl_u16), ATTR(NDA_PORT, rtnl_net16),
	ATTR(NDA_VNI, uint), ATTR(NDA_IFINDEX, int), ATTR(NDA_MASTER, int),
	ATTR(NDA_LINK_NETNSID, int), ATTR(NDA_SRC_VNI, uint), ATTR(NDA_PROTOCOL, rtnl_proto),
	ATTR(NDA_NH_ID, uint), ATTR(NDA_FLAGS_EXT, hex32));
NETLINK_ATTRS(attrs_rule, rtnl_rule_attr,
	ATTR_ADDRESS(FRA_DST), ATTR_ADDRESS(FRA_SRC), ATTR(FRA_UID_RANGE, rule_uid_range),
	ATTR(FRA_SPORT_RANGE, rule_port_range), ATTR(FRA_DPORT_RANGE, rule_port_range),
	ATTR(FRA_TUN_ID, rtnl_net64), ATTR(FRA_IIFNAME, rtnl_text),
	ATTR(FRA_OIFNAME, rtnl_text), ATTR(FRA_GOTO, uint), ATTR(FRA_PRIORITY, uint),
	ATTR(FRA_FWMARK, hex32), ATTR(FRA_FWMASK, hex32), ATTR(FRA_FLOW, uint),
	ATTR(FRA_SUPPRESS_IFGROUP, int), ATTR(FRA_SUPPRESS_PREFIXLEN, int),
	ATTR(FRA_TABLE, rtnl_table), ATTR(FRA_PROTOCOL, rtnl_proto), ATTR(FRA_L3MDEV, u8),
	ATTR(FRA_IP_PROTO, rtnl_ip_proto));
#define T struct tc_stats
static OUTLINE_UNTIL(tc_stats, T, backlog, 0, F(T, bytes, UINT), F(T, packets, UINT),
	F(T, drops, UINT), F(T, overlimits, UINT), F(T, bps, UINT), F(T, pps, UINT),
	F(T, qlen, UINT), F(T, backlog, UINT));
#undef T
#define T struct tc_estimator
static OUTLINE_OF(tc_estimator, T, F(T, interval, INT), F(T, ewma_log, UINT));
#undef T
#define T struct tc_sizespec
static OUTLINE_OF(tc_sizespec, T, F(T, cell_log, UINT), F(T, size_log, UINT), F(T, cell_align, INT),
	F(T, overhead, INT), F(T, linklayer, UINT), F(T, mpu, UINT), F(T, mtu, UINT),
	F(T, tsize, UINT));
#undef T
#define T struct gnet_stats_basic
static OUTLINE_UNTIL(tc_basic, T, packets, 0, F(T, bytes, UINT), F(T, packets, UINT));
#undef T
#define T struct gnet_stats_rate_est
static OUTLINE_OF(tc_rate_est, T, F(T, bps, UINT), F(T, pps, UINT));
#undef T
#define T struct gnet_stats_rate_est64
static OUTLINE_OF(tc_rate_est64, T, F(T, bps, UINT), F(T, pps, UINT));
#undef T
#define T struct gnet_stats_queue
static OUTLINE_OF(tc_queue, T, F(T, qlen, UINT), F(T, backlog, UINT), F(T, drops, UINT),
	F(T, requeues, UINT), F(T, overlimits, UINT));
#undef T
NETLINK_ATTRS(attrs_tc_stats, rtnl_tc_stats_attr, ATTR(TCA_STATS_BASIC, tc_basic),
	ATTR(TCA_STATS_BASIC_HW, tc_basic), ATTR(TCA_STATS_RATE_EST, tc_rate_est),
	ATTR(TCA_STATS_QUEUE, tc_queue), ATTR(TCA_STATS_RATE_EST64, tc_rate_est64),
	ATTR(TCA_STATS_PKT64, u64));
NETLINK_ATTRS(attrs_tc_stab, rtnl_tc_stab_attr, ATTR(TCA_STAB_BASE, tc_sizespec),
	ATTR_ARRAY(TCA_STAB_DATA, rtnl_u16));
NETLINK_ATTRS(attrs_tc, rtnl_tc_attr, ATTR(TCA_STATS, tc_stats), ATTR(TCA_RATE, tc_estimator),
	ATTR_NESTED(TCA_STATS2, attrs_tc_stats), ATTR_NESTED(TCA_STAB, attrs_tc_stab),
	ATTR(TCA_KIND, rtnl_text), ATTR(TCA_CHAIN, uint), ATTR(TCA_INGRESS_BLOCK, uint),
	ATTR(TCA_EGRESS_BLOCK, uint), ATTR(TCA_HW_OFFLOAD, u8), ATTR(TCA_EXT_WARN_MSG, rtnl_text));

#define T struct rtgenmsg
static OUTLINE_OF(rtgenmsg, T, F_ENUM(T, rtgen_family, socket_family));
#undef T
#define T struct netconfmsg
static OUTLINE_OF(netconfmsg, T, F_ENUM(T, ncm_family, socket_family));
#undef T
#define T struct dcbmsg
static OUTLINE_OF(dcbmsg, T, F_ENUM(T, dcb_family, socket_family), F_ENUM(T, cmd, dcb_cmd));
#undef T
#define T struct br_port_msg
static OUTLINE_OF(br_port_msg, T, F_ENUM(T, family, socket_family), F(T, ifindex, INT));
#undef T
#define T struct ifaddrlblmsg
static OUTLINE_OF(ifaddrlblmsg, T, F_ENUM(T, ifal_family, socket_family),
	F(T, ifal_prefixlen, UINT), F(T, ifal_flags, HEX), F(T, ifal_index, UINT),
	F(T, ifal_seq, UINT));
#undef T
#define T struct ndtmsg
static OUTLINE_OF(ndtmsg, T, F_ENUM(T, ndtm_family, socket_family));
#undef T
#define T struct if_stats_msg
static OUTLINE_OF(if_stats_msg, T, F_ENUM(T, family, socket_family), F(T, ifindex, UINT),
	F(T, filter_mask, HEX));
#undef T
#define T struct nhmsg
static OUTLINE_OF(nhmsg, T, F_ENUM(T, nh_family, socket_family),
	F_ENUM(T, nh_scope, rtnl_route_scope), F_ENUM(T, nh_protocol, rtnl_route_proto),
	F_FLAGS(T, nh_flags, rtnl_nexthop_flags));
#undef T

NETLINK_ATTRS(attrs_nsid, rtnl_nsid_attr, ATTR(NETNSA_NSID, int), ATTR(NETNSA_PID, uint),
	ATTR(NETNSA_FD, int), ATTR(NETNSA_TARGET_NSID, int), ATTR(NETNSA_CURRENT_NSID, int));
NETLINK_ATTRS(attrs_netconf, rtnl_netconf_attr, ATTR(NETCONFA_IFINDEX, int),
	ATTR(NETCONFA_FORWARDING, int), ATTR(NETCONFA_RP_FILTER, int),
	ATTR(NETCONFA_MC_FORWARDING, int), ATTR(NETCONFA_PROXY_NEIGH, int),
	ATTR(NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN, int), ATTR(NETCONFA_INPUT, int),
	ATTR(NETCONFA_BC_FORWARDING, int));
NETLINK_ATTRS(attrs_dcb, rtnl_dcb_attr, ATTR(DCB_ATTR_IFNAME, rtnl_text),
	ATTR(DCB_ATTR_STATE, u8), ATTR(DCB_ATTR_PFC_STATE, u8), ATTR(DCB_ATTR_NUM_TC, u8));
#define T struct br_mdb_entry

/* The group is an address of IPv4, IPv6 or Ethernet. */
static void put_mdb_address(struct seq_buf *out, const void *at, u32 size)
{
	u16 proto = get_unaligned_be16(at + sizeof_field(T, addr.u));

	seq_buf_puts(out, "{u=");
	if (proto == ETH_P_IP)
		seq_buf_printf(out, "inet_addr(\"%pI4\")", at);
	else if (proto == ETH_P_IPV6)
		seq_buf_printf(out, "inet_pton(AF_INET6, \"%pI6c\")", at);
	else
		ktrace_show_quoted(out, at, sizeof_field(T, addr.u), false);
	seq_buf_printf(out, ", proto=htons(%#x)}", proto);
}

static OUTLINE_OF(mdb_entry, T, F(T, ifindex, INT), F_ENUM(T, state, rtnl_mdb_state),
	F_FLAGS(T, flags, rtnl_mdb_flags), F(T, vid, UINT),
	FIELD_BY(T, addr, "addr", put_mdb_address));
#undef T
static OUTLINE_OF(mdb_router_type, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_rtnl_mdb_router_type });
static OUTLINE_OF(mdb_filter_mode, u8, { .size = 1, .as = SHOW_UINT });
NETLINK_ATTRS(attrs_mdb_source, rtnl_mdb_source_attr, ATTR(MDBA_MDB_SRCATTR_TIMER, uint));
NETLINK_ATTRS(attrs_mdb_sources, rtnl_mdb_sources,
	ATTR_NESTED(MDBA_MDB_SRCLIST_ENTRY, attrs_mdb_source));
NETLINK_ATTRS(attrs_mdb_info, rtnl_mdb_entry_attr, ATTR(MDBA_MDB_EATTR_TIMER, uint),
	ATTR_NESTED(MDBA_MDB_EATTR_SRC_LIST, attrs_mdb_sources),
	ATTR(MDBA_MDB_EATTR_GROUP_MODE, mdb_filter_mode), ATTR(MDBA_MDB_EATTR_RTPROT, rtnl_proto),
	ATTR(MDBA_MDB_EATTR_DST_PORT, rtnl_u16), ATTR(MDBA_MDB_EATTR_VNI, uint),
	ATTR(MDBA_MDB_EATTR_IFINDEX, int), ATTR(MDBA_MDB_EATTR_SRC_VNI, uint));
NETLINK_ATTRS(attrs_mdb_entry, rtnl_mdb_entry,
	ATTR_HEADED(MDBA_MDB_ENTRY_INFO, mdb_entry, attrs_mdb_info));
NETLINK_ATTRS(attrs_mdb_list, rtnl_mdb_list, ATTR_NESTED(MDBA_MDB_ENTRY, attrs_mdb_entry));
NETLINK_ATTRS(attrs_mdb_port, rtnl_mdb_port_attr, ATTR(MDBA_ROUTER_PATTR_TIMER, uint),
	ATTR(MDBA_ROUTER_PATTR_TYPE, mdb_router_type), ATTR(MDBA_ROUTER_PATTR_INET_TIMER, uint),
	ATTR(MDBA_ROUTER_PATTR_INET6_TIMER, uint), ATTR(MDBA_ROUTER_PATTR_VID, rtnl_u16));
NETLINK_ATTRS(attrs_mdb_router, rtnl_mdb_router,
	ATTR_HEADED(MDBA_ROUTER_PORT, int, attrs_mdb_port));
NETLINK_ATTRS(attrs_mdb, rtnl_mdb_attr, ATTR_NESTED(MDBA_MDB, attrs_mdb_list),
	ATTR_NESTED(MDBA_ROUTER, attrs_mdb_router));
/* What a request of MDB carries: the same numbers mean something else. */
NETLINK_ATTRS(attrs_mdb_set, rtnl_mdb_set_attr, ATTR(MDBA_SET_ENTRY, mdb_entry));
NETLINK_ATTRS(attrs_mdb_get, rtnl_mdb_get_attr, ATTR(MDBA_GET_ENTRY, mdb_entry));
NETLINK_ATTRS(attrs_addr_label, rtnl_addr_label_attr, ATTR_ADDRESS(IFAL_ADDRESS),
	ATTR(IFAL_LABEL, uint));
#define T struct ndt_config
static OUTLINE_OF(ndt_config, T, F(T, ndtc_key_len, UINT), F(T, ndtc_entry_size, UINT),
	F(T, ndtc_entries, UINT), F(T, ndtc_last_flush, UINT), F(T, ndtc_last_rand, UINT),
	F(T, ndtc_hash_rnd, UINT), F(T, ndtc_hash_mask, HEX), F(T, ndtc_hash_chain_gc, UINT),
	F(T, ndtc_proxy_qlen, UINT));
#undef T
#define T struct ndt_stats
static OUTLINE_UNTIL(ndt_stats, T, ndts_table_fulls, offsetofend(T, ndts_forced_gc_runs),
	F(T, ndts_allocs, UINT), F(T, ndts_destroys, UINT), F(T, ndts_hash_grows, UINT),
	F(T, ndts_res_failed, UINT), F(T, ndts_lookups, UINT), F(T, ndts_hits, UINT),
	F(T, ndts_rcv_probes_mcast, UINT), F(T, ndts_rcv_probes_ucast, UINT),
	F(T, ndts_periodic_gc_runs, UINT), F(T, ndts_forced_gc_runs, UINT),
	F(T, ndts_table_fulls, UINT));
#undef T
NETLINK_ATTRS(attrs_neigh_parms, rtnl_neigh_parms_attr, ATTR(NDTPA_IFINDEX, int),
	ATTR(NDTPA_REFCNT, uint), ATTR(NDTPA_REACHABLE_TIME, u64),
	ATTR(NDTPA_BASE_REACHABLE_TIME, u64), ATTR(NDTPA_RETRANS_TIME, u64),
	ATTR(NDTPA_GC_STALETIME, u64), ATTR(NDTPA_DELAY_PROBE_TIME, u64),
	ATTR(NDTPA_QUEUE_LEN, uint), ATTR(NDTPA_APP_PROBES, uint), ATTR(NDTPA_UCAST_PROBES, uint),
	ATTR(NDTPA_MCAST_PROBES, uint), ATTR(NDTPA_ANYCAST_DELAY, u64),
	ATTR(NDTPA_PROXY_DELAY, u64), ATTR(NDTPA_PROXY_QLEN, uint), ATTR(NDTPA_LOCKTIME, u64),
	ATTR(NDTPA_QUEUE_LENBYTES, uint), ATTR(NDTPA_MCAST_REPROBES, uint),
	ATTR(NDTPA_INTERVAL_PROBE_TIME_MS, u64));
NETLINK_ATTRS(attrs_neigh_table, rtnl_neigh_table_attr, ATTR(NDTA_CONFIG, ndt_config),
	ATTR(NDTA_STATS, ndt_stats), ATTR_NESTED(NDTA_PARMS, attrs_neigh_parms),
	ATTR(NDTA_NAME, rtnl_text), ATTR(NDTA_THRESH1, uint), ATTR(NDTA_THRESH2, uint),
	ATTR(NDTA_THRESH3, uint), ATTR(NDTA_GC_INTERVAL, u64));
NETLINK_ATTRS(attrs_stats, rtnl_stats_attr, ATTR(IFLA_STATS_LINK_64, link_stats64));
#define T struct rtgenmsg
static OUTLINE_OF(report, T, F_ENUM(T, rtgen_family, rtnl_family));
#undef T
static OUTLINE_OF(report4_type, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_multicast_report });
static OUTLINE_OF(report6_type, u8, { .size = 1, .as = SHOW_ENUM,
	.names = KTRACE_NAMES_multicast_report6 });
static OUTLINE_OF(rtnl_addr4, struct in_addr,
	{ .size = sizeof(struct in_addr), .as = SHOW_IN_ADDR });
static OUTLINE_OF(rtnl_addr6, struct in6_addr, { .size = sizeof(struct in6_addr),
	.as = SHOW_IN6_ADDR });
NETLINK_ATTRS(attrs_report4, multicast_report_attr, ATTR(IPMRA_CREPORT_MSGTYPE, report4_type),
	ATTR(IPMRA_CREPORT_VIF_ID, uint), ATTR(IPMRA_CREPORT_SRC_ADDR, rtnl_addr4),
	ATTR(IPMRA_CREPORT_DST_ADDR, rtnl_addr4), ATTR(IPMRA_CREPORT_TABLE, uint));
NETLINK_ATTRS(attrs_report6, multicast_report6_attr, ATTR(IP6MRA_CREPORT_MSGTYPE, report6_type),
	ATTR(IP6MRA_CREPORT_MIF_ID, uint), ATTR(IP6MRA_CREPORT_SRC_ADDR, rtnl_addr6),
	ATTR(IP6MRA_CREPORT_DST_ADDR, rtnl_addr6));

#define T struct tcamsg
static OUTLINE_OF(tcamsg, T, F_ENUM(T, tca_family, socket_family));
#undef T
NETLINK_ATTRS(attrs_action_one, rtnl_action_attr, ATTR(TCA_ACT_KIND, rtnl_text),
	ATTR(TCA_ACT_INDEX, uint), ATTR_NESTED(TCA_ACT_STATS, attrs_tc_stats),
	ATTR(TCA_ACT_IN_HW_COUNT, uint));
NETLINK_ATTRS(attrs_action, rtnl_action_root_attr, ATTR_LIST(TCA_ROOT_TAB, attrs_action_one),
	ATTR(TCA_ROOT_COUNT, uint), ATTR(TCA_ROOT_TIME_DELTA, uint),
	ATTR(TCA_ROOT_EXT_WARN_MSG, rtnl_text));

NETLINK_ATTRS(attrs_nexthop, rtnl_nexthop_attr, ATTR(NHA_ID, uint), ATTR(NHA_GROUP_TYPE, rtnl_u16),
	ATTR(NHA_OIF, int), ATTR_ADDRESS(NHA_GATEWAY), ATTR(NHA_ENCAP_TYPE, rtnl_u16),
	ATTR(NHA_MASTER, int));

static const struct netlink_message message_nsid = { LAYOUT(rtgenmsg), &attrs_nsid };
static const struct netlink_message message_netconf = { LAYOUT(netconfmsg), &attrs_netconf };
static const struct netlink_message message_dcb = { LAYOUT(dcbmsg), &attrs_dcb };
static const struct netlink_message message_mdb = { LAYOUT(br_port_msg), &attrs_mdb };
static const struct netlink_message message_mdb_set = { LAYOUT(br_port_msg), &attrs_mdb_set };
static const struct netlink_message message_mdb_get = { LAYOUT(br_port_msg), &attrs_mdb_get };
static const struct netlink_message message_report = { LAYOUT(report) };
static const struct netlink_message message_report4 = { LAYOUT(report), &attrs_report4 };
static const struct netlink_message message_report6 = { LAYOUT(report), &attrs_report6 };
static const struct netlink_message message_action = { LAYOUT(tcamsg), &attrs_action };
static const struct netlink_message message_label = { LAYOUT(ifaddrlblmsg), &attrs_addr_label };
static const struct netlink_message message_neigh_table = { LAYOUT(ndtmsg), &attrs_neigh_table };
static const struct netlink_message message_stats = { LAYOUT(if_stats_msg), &attrs_stats };
static const struct netlink_message message_nexthop = { LAYOUT(nhmsg), &attrs_nexthop };
static const struct netlink_message message_link = { LAYOUT(ifinfomsg), &attrs_link };
static const struct netlink_message message_addr = { LAYOUT(ifaddrmsg), &attrs_addr };
static const struct netlink_message message_route = { LAYOUT(rtmsg), &attrs_route };
static const struct netlink_message message_neigh = { LAYOUT(ndmsg), &attrs_neigh };
static const struct netlink_message message_rule = { LAYOUT(fib_rule_hdr), &attrs_rule };
static const struct netlink_message message_tc = { LAYOUT(tcmsg), &attrs_tc };

/* Reports of multicast routing have address families of their own. */
static const struct netlink_message *route_report(u8 family)
{
	switch (family) {
	case RTNL_FAMILY_IPMR:
		return &message_report4;
	case RTNL_FAMILY_IP6MR:
		return &message_report6;
	default:
		return &message_report;
	}
}

/**
 * ktrace_netlink_route - look up a message of rtnetlink
 * @type:	type of the message
 * @flags:	flags of the message
 * @family:	address family in its first byte
 *
 * Return: its payload; NULL if the payload is not known.
 */
const struct netlink_message *ktrace_netlink_route(u16 type, u16 flags, u8 family)
{
	/* NEW, DEL, GET and SET have four successive numbers. */
	switch (type) {
	case RTM_NEWLINK ... RTM_SETLINK:
		return &message_link;
	case RTM_NEWADDR ... RTM_GETADDR:
	case RTM_GETMULTICAST:
	case RTM_GETANYCAST:
		return &message_addr;
	case RTM_NEWROUTE ... RTM_GETROUTE:
		return &message_route;
	case RTM_NEWNEIGH ... RTM_GETNEIGH:
		return &message_neigh;
	case RTM_NEWRULE ... RTM_GETRULE:
		return &message_rule;
	case RTM_NEWQDISC ... RTM_GETQDISC:
	case RTM_NEWTCLASS ... RTM_GETTCLASS:
	case RTM_NEWTFILTER ... RTM_GETTFILTER:
	case RTM_NEWCHAIN ... RTM_GETCHAIN:
		return &message_tc;
	case RTM_NEWADDRLABEL ... RTM_GETADDRLABEL:
		return &message_label;
	case RTM_NEWNEIGHTBL ... RTM_SETNEIGHTBL:
		return &message_neigh_table;
	case RTM_GETDCB ... RTM_SETDCB:
		return &message_dcb;
	case RTM_NEWNETCONF ... RTM_GETNETCONF:
		return &message_netconf;
	case RTM_NEWMDB:
	case RTM_DELMDB:
		return flags & NLM_F_REQUEST ? &message_mdb_set : &message_mdb;
	case RTM_GETMDB:
		return flags & NLM_F_REQUEST && (flags & NLM_F_DUMP) != NLM_F_DUMP ?
		       &message_mdb_get : &message_mdb;
	case RTM_NEWACTION ... RTM_GETACTION:
		return &message_action;
	case RTM_NEWCACHEREPORT:
		return route_report(family);
	case RTM_NEWNSID ... RTM_GETNSID:
		return &message_nsid;
	case RTM_NEWSTATS ... RTM_SETSTATS:
		return &message_stats;
	case RTM_NEWNEXTHOP ... RTM_GETNEXTHOP:
		return &message_nexthop;
	default:
		return NULL;
	}
}
