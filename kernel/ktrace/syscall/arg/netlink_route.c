// SPDX-License-Identifier: GPL-2.0
/* Tables of messages of rtnetlink: links, addresses, routes, neighbours, rules, queues. */
#include <linux/array_size.h>
#include <linux/kernel.h>
#include <uapi/linux/dcbnl.h>
#include <uapi/linux/fib_rules.h>
#include <uapi/linux/if_addr.h>
#include <uapi/linux/if_addrlabel.h>
#include <uapi/linux/if_bridge.h>
#include <uapi/linux/if_link.h>
#include <uapi/linux/neighbour.h>
#include <uapi/linux/net_namespace.h>
#include <uapi/linux/netconf.h>
#include <uapi/linux/nexthop.h>
#include <uapi/linux/rtnetlink.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

static OUTLINE_OF(rtnl_text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(rtnl_mac, u8, { .size = 1, .as = SHOW_MAC });
static OUTLINE_OF(rtnl_u16, u16, { .size = sizeof(u16), .as = SHOW_UINT });
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
	F(T, rtm_src_len, UINT), F(T, rtm_tos, HEX), F_ENUM(T, rtm_table, rtnl_route_table),
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
	F(T, src_len, UINT), F(T, tos, HEX), F_ENUM(T, table, rtnl_route_table),
	F_ENUM(T, action, rtnl_rule_action), F_FLAGS(T, flags, rtnl_rule_flags));
#undef T
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
static OUTLINE_OF(link_ifmap, T, F(T, mem_start, HEX), F(T, mem_end, HEX), F(T, base_addr, HEX),
	F(T, irq, UINT), F(T, dma, UINT), F(T, port, UINT));
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
static OUTLINE_OF(link_stats, struct rtnl_link_stats, LINK_STATS(struct rtnl_link_stats));
static OUTLINE_OF(link_stats64, struct rtnl_link_stats64, LINK_STATS(struct rtnl_link_stats64),
		  F(struct rtnl_link_stats64, rx_otherhost_dropped, UINT));

NETLINK_ATTRS(attrs_link_info, rtnl_link_info, ATTR(IFLA_INFO_KIND, rtnl_text),
	ATTR(IFLA_INFO_SLAVE_KIND, rtnl_text));
NETLINK_ATTRS(attrs_link, rtnl_link_attr,
	ATTR(IFLA_ADDRESS, rtnl_mac), ATTR(IFLA_BROADCAST, rtnl_mac),
	ATTR(IFLA_PERM_ADDRESS, rtnl_mac), ATTR(IFLA_IFNAME, rtnl_text),
	ATTR(IFLA_QDISC, rtnl_text), ATTR(IFLA_IFALIAS, rtnl_text),
	ATTR(IFLA_ALT_IFNAME, rtnl_text), ATTR(IFLA_PHYS_PORT_NAME, rtnl_text),
	ATTR(IFLA_PARENT_DEV_NAME, rtnl_text), ATTR(IFLA_PARENT_DEV_BUS_NAME, rtnl_text),
	ATTR(IFLA_MTU, uint), ATTR(IFLA_LINK, int), ATTR(IFLA_MASTER, int),
	ATTR(IFLA_TXQLEN, uint), ATTR(IFLA_WEIGHT, uint), ATTR(IFLA_OPERSTATE, u8),
	ATTR(IFLA_LINKMODE, u8), ATTR(IFLA_NET_NS_PID, uint), ATTR(IFLA_NUM_VF, uint),
	ATTR(IFLA_GROUP, uint), ATTR(IFLA_NET_NS_FD, int), ATTR(IFLA_EXT_MASK, hex32),
	ATTR(IFLA_PROMISCUITY, uint), ATTR(IFLA_ALLMULTI, uint),
	ATTR(IFLA_NUM_TX_QUEUES, uint), ATTR(IFLA_NUM_RX_QUEUES, uint), ATTR(IFLA_CARRIER, u8),
	ATTR(IFLA_CARRIER_CHANGES, uint), ATTR(IFLA_CARRIER_UP_COUNT, uint),
	ATTR(IFLA_CARRIER_DOWN_COUNT, uint), ATTR(IFLA_LINK_NETNSID, int),
	ATTR(IFLA_NEW_NETNSID, int), ATTR(IFLA_IF_NETNSID, int), ATTR(IFLA_NEW_IFINDEX, int),
	ATTR(IFLA_PROTO_DOWN, u8), ATTR(IFLA_GSO_MAX_SEGS, uint),
	ATTR(IFLA_GSO_MAX_SIZE, uint), ATTR(IFLA_GRO_MAX_SIZE, uint),
	ATTR(IFLA_TSO_MAX_SIZE, uint), ATTR(IFLA_TSO_MAX_SEGS, uint),
	ATTR(IFLA_GSO_IPV4_MAX_SIZE, uint), ATTR(IFLA_GRO_IPV4_MAX_SIZE, uint),
	ATTR(IFLA_MIN_MTU, uint), ATTR(IFLA_MAX_MTU, uint), ATTR(IFLA_EVENT, uint),
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
	ATTR_ADDRESS(RTA_PREFSRC), ATTR(RTA_IIF, int), ATTR(RTA_OIF, int),
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
	ATTR_ADDRESS(FRA_DST), ATTR_ADDRESS(FRA_SRC), ATTR(FRA_IIFNAME, rtnl_text),
	ATTR(FRA_OIFNAME, rtnl_text), ATTR(FRA_GOTO, uint), ATTR(FRA_PRIORITY, uint),
	ATTR(FRA_FWMARK, hex32), ATTR(FRA_FWMASK, hex32), ATTR(FRA_FLOW, uint),
	ATTR(FRA_SUPPRESS_IFGROUP, int), ATTR(FRA_SUPPRESS_PREFIXLEN, int),
	ATTR(FRA_TABLE, rtnl_table), ATTR(FRA_PROTOCOL, rtnl_proto), ATTR(FRA_L3MDEV, u8),
	ATTR(FRA_IP_PROTO, rtnl_ip_proto));
NETLINK_ATTRS(attrs_tc, rtnl_tc_attr, ATTR(TCA_KIND, rtnl_text), ATTR(TCA_CHAIN, uint),
	ATTR(TCA_INGRESS_BLOCK, uint), ATTR(TCA_EGRESS_BLOCK, uint), ATTR(TCA_HW_OFFLOAD, u8),
	ATTR(TCA_EXT_WARN_MSG, rtnl_text));

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
NETLINK_ATTRS(attrs_mdb, rtnl_mdb_attr, ATTR(MDBA_UNSPEC, uint));
NETLINK_ATTRS(attrs_addr_label, rtnl_addr_label_attr, ATTR_ADDRESS(IFAL_ADDRESS),
	ATTR(IFAL_LABEL, uint));
NETLINK_ATTRS(attrs_neigh_table, rtnl_neigh_table_attr, ATTR(NDTA_NAME, rtnl_text),
	ATTR(NDTA_THRESH1, uint), ATTR(NDTA_THRESH2, uint), ATTR(NDTA_THRESH3, uint),
	ATTR(NDTA_GC_INTERVAL, u64));
NETLINK_ATTRS(attrs_stats, rtnl_stats_attr, ATTR(IFLA_STATS_LINK_64, link_stats64));
NETLINK_ATTRS(attrs_nexthop, rtnl_nexthop_attr, ATTR(NHA_ID, uint), ATTR(NHA_GROUP_TYPE, rtnl_u16),
	ATTR(NHA_OIF, int), ATTR_ADDRESS(NHA_GATEWAY), ATTR(NHA_ENCAP_TYPE, rtnl_u16),
	ATTR(NHA_MASTER, int));

static const struct netlink_message message_nsid = { LAYOUT(rtgenmsg), &attrs_nsid };
static const struct netlink_message message_netconf = { LAYOUT(netconfmsg), &attrs_netconf };
static const struct netlink_message message_dcb = { LAYOUT(dcbmsg), &attrs_dcb };
static const struct netlink_message message_mdb = { LAYOUT(br_port_msg), &attrs_mdb };
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

/**
 * ktrace_netlink_route - look up a message of rtnetlink
 * @type:	type of the message
 *
 * Return: its payload; NULL if the payload is not known.
 */
const struct netlink_message *ktrace_netlink_route(u16 type)
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
	case RTM_NEWMDB ... RTM_GETMDB:
		return &message_mdb;
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
