// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of messages of generic netlink families, by the name of the family. The command selects
 * the names of the attributes, and in some families requests and answers have different
 * commands.
 */
#include <linux/array_size.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/string.h>
#include <uapi/linux/ethtool_netlink.h>
#include <uapi/linux/genetlink.h>
#include <uapi/linux/netdev.h>
#include <uapi/linux/nl80211.h>
#include <uapi/linux/taskstats.h>
#include <uapi/linux/tcp_metrics.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

static OUTLINE_OF(generic_text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(generic_mac, u8, { .size = 1, .as = SHOW_MAC });
static OUTLINE_OF(generic_u16, u16, { .size = sizeof(u16), .as = SHOW_UINT });

#define T struct genlmsghdr
static OUTLINE_OF(genlmsghdr, T, F(T, cmd, UINT), F(T, version, UINT));
#define HEADER(id, table)						\
	static OUTLINE_OF(id, T, F_ENUM(T, cmd, table), F(T, version, UINT))
HEADER(header_ethtool_user, ethtool_user_cmd);
HEADER(header_ethtool_kernel, ethtool_kernel_cmd);
HEADER(header_taskstats, taskstats_cmd);
HEADER(header_nl80211, nl80211_cmd);
HEADER(header_netdev, netdev_cmd);
HEADER(header_tcp_metrics, tcp_metrics_cmd);
#undef T

static const struct netlink_attrs attrs_unknown;
static const struct netlink_message message_unknown = { LAYOUT(genlmsghdr), &attrs_unknown };

/* ethtool: the attributes with the number 1 of most commands are a header. */

static OUTLINE_OF(ethtool_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_ethtool_header_flags });
NETLINK_ATTRS(attrs_ethtool_header, ethtool_header_attr,
	ATTR(ETHTOOL_A_HEADER_DEV_INDEX, uint), ATTR(ETHTOOL_A_HEADER_DEV_NAME, generic_text),
	ATTR(ETHTOOL_A_HEADER_FLAGS, ethtool_flags), ATTR(ETHTOOL_A_HEADER_PHY_INDEX, uint));
NETLINK_ATTRS(attrs_bitset_bit, ethtool_bitset_bit_attr, ATTR(ETHTOOL_A_BITSET_BIT_INDEX, uint),
	ATTR(ETHTOOL_A_BITSET_BIT_NAME, generic_text));
NETLINK_ATTRS(attrs_bitset_bits, ethtool_bitset_bits_attr,
	ATTR_NESTED(ETHTOOL_A_BITSET_BITS_BIT, attrs_bitset_bit));
NETLINK_ATTRS(attrs_bitset, ethtool_bitset_attr, ATTR(ETHTOOL_A_BITSET_SIZE, uint),
	ATTR_NESTED(ETHTOOL_A_BITSET_BITS, attrs_bitset_bits),
	ATTR_ARRAY(ETHTOOL_A_BITSET_VALUE, hex32), ATTR_ARRAY(ETHTOOL_A_BITSET_MASK, hex32));
NETLINK_ATTRS(attrs_string, ethtool_string_attr, ATTR(ETHTOOL_A_STRING_INDEX, uint),
	ATTR(ETHTOOL_A_STRING_VALUE, generic_text));
NETLINK_ATTRS(attrs_strings, ethtool_strings_attr,
	ATTR_NESTED(ETHTOOL_A_STRINGS_STRING, attrs_string));
NETLINK_ATTRS(attrs_stringset, ethtool_stringset_attr, ATTR(ETHTOOL_A_STRINGSET_ID, uint),
	ATTR(ETHTOOL_A_STRINGSET_COUNT, uint),
	ATTR_NESTED(ETHTOOL_A_STRINGSET_STRINGS, attrs_strings));
NETLINK_ATTRS(attrs_stringsets, ethtool_stringsets_attr,
	ATTR_NESTED(ETHTOOL_A_STRINGSETS_STRINGSET, attrs_stringset));

#define ETHTOOL_HEADER(set)	ATTR_NESTED(ETHTOOL_A_##set##_HEADER, attrs_ethtool_header)
NETLINK_ATTRS(attrs_strset, ethtool_strset_attr, ETHTOOL_HEADER(STRSET),
	ATTR_NESTED(ETHTOOL_A_STRSET_STRINGSETS, attrs_stringsets));
NETLINK_ATTRS(attrs_linkinfo, ethtool_linkinfo_attr, ETHTOOL_HEADER(LINKINFO),
	ATTR(ETHTOOL_A_LINKINFO_PORT, u8), ATTR(ETHTOOL_A_LINKINFO_PHYADDR, u8),
	ATTR(ETHTOOL_A_LINKINFO_TP_MDIX, u8), ATTR(ETHTOOL_A_LINKINFO_TP_MDIX_CTRL, u8),
	ATTR(ETHTOOL_A_LINKINFO_TRANSCEIVER, u8));
NETLINK_ATTRS(attrs_linkmodes, ethtool_linkmodes_attr, ETHTOOL_HEADER(LINKMODES),
	ATTR(ETHTOOL_A_LINKMODES_AUTONEG, u8), ATTR_NESTED(ETHTOOL_A_LINKMODES_OURS, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_LINKMODES_PEER, attrs_bitset), ATTR(ETHTOOL_A_LINKMODES_SPEED, uint),
	ATTR(ETHTOOL_A_LINKMODES_DUPLEX, u8), ATTR(ETHTOOL_A_LINKMODES_LANES, uint));
NETLINK_ATTRS(attrs_linkstate, ethtool_linkstate_attr, ETHTOOL_HEADER(LINKSTATE),
	ATTR(ETHTOOL_A_LINKSTATE_LINK, u8), ATTR(ETHTOOL_A_LINKSTATE_SQI, uint),
	ATTR(ETHTOOL_A_LINKSTATE_SQI_MAX, uint), ATTR(ETHTOOL_A_LINKSTATE_EXT_STATE, u8),
	ATTR(ETHTOOL_A_LINKSTATE_EXT_SUBSTATE, u8), ATTR(ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT, uint));
NETLINK_ATTRS(attrs_debug, ethtool_debug_attr, ETHTOOL_HEADER(DEBUG),
	ATTR_NESTED(ETHTOOL_A_DEBUG_MSGMASK, attrs_bitset));
/* ETHTOOL_A_WOL_SOPASS has no entry: the password of Wake-on-LAN is shown as bytes. */
NETLINK_ATTRS(attrs_wol, ethtool_wol_attr, ETHTOOL_HEADER(WOL),
	ATTR_NESTED(ETHTOOL_A_WOL_MODES, attrs_bitset));
NETLINK_ATTRS(attrs_features, ethtool_features_attr, ETHTOOL_HEADER(FEATURES),
	ATTR_NESTED(ETHTOOL_A_FEATURES_HW, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_FEATURES_WANTED, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_FEATURES_ACTIVE, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_FEATURES_NOCHANGE, attrs_bitset));
NETLINK_ATTRS(attrs_privflags, ethtool_privflags_attr, ETHTOOL_HEADER(PRIVFLAGS),
	ATTR_NESTED(ETHTOOL_A_PRIVFLAGS_FLAGS, attrs_bitset));
NETLINK_ATTRS(attrs_rings, ethtool_rings_attr, ETHTOOL_HEADER(RINGS),
	ATTR(ETHTOOL_A_RINGS_RX_MAX, uint), ATTR(ETHTOOL_A_RINGS_RX_MINI_MAX, uint),
	ATTR(ETHTOOL_A_RINGS_RX_JUMBO_MAX, uint), ATTR(ETHTOOL_A_RINGS_TX_MAX, uint),
	ATTR(ETHTOOL_A_RINGS_RX, uint), ATTR(ETHTOOL_A_RINGS_RX_MINI, uint),
	ATTR(ETHTOOL_A_RINGS_RX_JUMBO, uint), ATTR(ETHTOOL_A_RINGS_TX, uint),
	ATTR(ETHTOOL_A_RINGS_RX_BUF_LEN, uint), ATTR(ETHTOOL_A_RINGS_CQE_SIZE, uint));
NETLINK_ATTRS(attrs_channels, ethtool_channels_attr, ETHTOOL_HEADER(CHANNELS),
	ATTR(ETHTOOL_A_CHANNELS_RX_MAX, uint), ATTR(ETHTOOL_A_CHANNELS_TX_MAX, uint),
	ATTR(ETHTOOL_A_CHANNELS_OTHER_MAX, uint), ATTR(ETHTOOL_A_CHANNELS_COMBINED_MAX, uint),
	ATTR(ETHTOOL_A_CHANNELS_RX_COUNT, uint), ATTR(ETHTOOL_A_CHANNELS_TX_COUNT, uint),
	ATTR(ETHTOOL_A_CHANNELS_OTHER_COUNT, uint), ATTR(ETHTOOL_A_CHANNELS_COMBINED_COUNT, uint));
NETLINK_ATTRS(attrs_coalesce, ethtool_coalesce_attr, ETHTOOL_HEADER(COALESCE),
	ATTR(ETHTOOL_A_COALESCE_RX_USECS, uint), ATTR(ETHTOOL_A_COALESCE_RX_MAX_FRAMES, uint),
	ATTR(ETHTOOL_A_COALESCE_TX_USECS, uint), ATTR(ETHTOOL_A_COALESCE_TX_MAX_FRAMES, uint),
	ATTR(ETHTOOL_A_COALESCE_USE_ADAPTIVE_RX, u8), ATTR(ETHTOOL_A_COALESCE_USE_ADAPTIVE_TX, u8));
NETLINK_ATTRS(attrs_pause, ethtool_pause_attr, ETHTOOL_HEADER(PAUSE),
	ATTR(ETHTOOL_A_PAUSE_AUTONEG, u8), ATTR(ETHTOOL_A_PAUSE_RX, u8),
	ATTR(ETHTOOL_A_PAUSE_TX, u8));
NETLINK_ATTRS(attrs_eee, ethtool_eee_attr, ETHTOOL_HEADER(EEE),
	ATTR_NESTED(ETHTOOL_A_EEE_MODES_OURS, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_EEE_MODES_PEER, attrs_bitset), ATTR(ETHTOOL_A_EEE_ACTIVE, u8),
	ATTR(ETHTOOL_A_EEE_ENABLED, u8), ATTR(ETHTOOL_A_EEE_TX_LPI_ENABLED, u8),
	ATTR(ETHTOOL_A_EEE_TX_LPI_TIMER, uint));
NETLINK_ATTRS(attrs_tsinfo, ethtool_tsinfo_attr, ETHTOOL_HEADER(TSINFO),
	ATTR_NESTED(ETHTOOL_A_TSINFO_TIMESTAMPING, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_TSINFO_TX_TYPES, attrs_bitset),
	ATTR_NESTED(ETHTOOL_A_TSINFO_RX_FILTERS, attrs_bitset),
	ATTR(ETHTOOL_A_TSINFO_PHC_INDEX, uint));
NETLINK_ATTRS(attrs_fec, ethtool_fec_attr, ETHTOOL_HEADER(FEC),
	ATTR_NESTED(ETHTOOL_A_FEC_MODES, attrs_bitset), ATTR(ETHTOOL_A_FEC_AUTO, u8),
	ATTR(ETHTOOL_A_FEC_ACTIVE, uint));

/* The command of a request, and the last one of the requests with the same attributes. */
static const struct {
	u8 first, last;
	const struct netlink_attrs *attrs;
} ethtool_user[] = {
	{ ETHTOOL_MSG_STRSET_GET, ETHTOOL_MSG_STRSET_GET, &attrs_strset },
	{ ETHTOOL_MSG_LINKINFO_GET, ETHTOOL_MSG_LINKINFO_SET, &attrs_linkinfo },
	{ ETHTOOL_MSG_LINKMODES_GET, ETHTOOL_MSG_LINKMODES_SET, &attrs_linkmodes },
	{ ETHTOOL_MSG_LINKSTATE_GET, ETHTOOL_MSG_LINKSTATE_GET, &attrs_linkstate },
	{ ETHTOOL_MSG_DEBUG_GET, ETHTOOL_MSG_DEBUG_SET, &attrs_debug },
	{ ETHTOOL_MSG_WOL_GET, ETHTOOL_MSG_WOL_SET, &attrs_wol },
	{ ETHTOOL_MSG_FEATURES_GET, ETHTOOL_MSG_FEATURES_SET, &attrs_features },
	{ ETHTOOL_MSG_PRIVFLAGS_GET, ETHTOOL_MSG_PRIVFLAGS_SET, &attrs_privflags },
	{ ETHTOOL_MSG_RINGS_GET, ETHTOOL_MSG_RINGS_SET, &attrs_rings },
	{ ETHTOOL_MSG_CHANNELS_GET, ETHTOOL_MSG_CHANNELS_SET, &attrs_channels },
	{ ETHTOOL_MSG_COALESCE_GET, ETHTOOL_MSG_COALESCE_SET, &attrs_coalesce },
	{ ETHTOOL_MSG_PAUSE_GET, ETHTOOL_MSG_PAUSE_SET, &attrs_pause },
	{ ETHTOOL_MSG_EEE_GET, ETHTOOL_MSG_EEE_SET, &attrs_eee },
	{ ETHTOOL_MSG_TSINFO_GET, ETHTOOL_MSG_TSINFO_GET, &attrs_tsinfo },
	{ ETHTOOL_MSG_FEC_GET, ETHTOOL_MSG_FEC_SET, &attrs_fec },
}, ethtool_kernel[] = {
	{ ETHTOOL_MSG_STRSET_GET_REPLY, ETHTOOL_MSG_STRSET_GET_REPLY, &attrs_strset },
	{ ETHTOOL_MSG_LINKINFO_GET_REPLY, ETHTOOL_MSG_LINKINFO_NTF, &attrs_linkinfo },
	{ ETHTOOL_MSG_LINKMODES_GET_REPLY, ETHTOOL_MSG_LINKMODES_NTF, &attrs_linkmodes },
	{ ETHTOOL_MSG_LINKSTATE_GET_REPLY, ETHTOOL_MSG_LINKSTATE_GET_REPLY, &attrs_linkstate },
	{ ETHTOOL_MSG_DEBUG_GET_REPLY, ETHTOOL_MSG_DEBUG_NTF, &attrs_debug },
	{ ETHTOOL_MSG_WOL_GET_REPLY, ETHTOOL_MSG_WOL_NTF, &attrs_wol },
	{ ETHTOOL_MSG_FEATURES_GET_REPLY, ETHTOOL_MSG_FEATURES_NTF, &attrs_features },
	{ ETHTOOL_MSG_PRIVFLAGS_GET_REPLY, ETHTOOL_MSG_PRIVFLAGS_NTF, &attrs_privflags },
	{ ETHTOOL_MSG_RINGS_GET_REPLY, ETHTOOL_MSG_RINGS_NTF, &attrs_rings },
	{ ETHTOOL_MSG_CHANNELS_GET_REPLY, ETHTOOL_MSG_CHANNELS_NTF, &attrs_channels },
	{ ETHTOOL_MSG_COALESCE_GET_REPLY, ETHTOOL_MSG_COALESCE_NTF, &attrs_coalesce },
	{ ETHTOOL_MSG_PAUSE_GET_REPLY, ETHTOOL_MSG_PAUSE_NTF, &attrs_pause },
	{ ETHTOOL_MSG_EEE_GET_REPLY, ETHTOOL_MSG_EEE_NTF, &attrs_eee },
	{ ETHTOOL_MSG_TSINFO_GET_REPLY, ETHTOOL_MSG_TSINFO_GET_REPLY, &attrs_tsinfo },
	{ ETHTOOL_MSG_FEC_GET_REPLY, ETHTOOL_MSG_FEC_NTF, &attrs_fec },
};

static const struct netlink_attrs *ethtool_attrs(u8 cmd, bool request)
{
	unsigned int i, nr = request ? ARRAY_SIZE(ethtool_user) : ARRAY_SIZE(ethtool_kernel);

	for (i = 0; i < nr; i++) {
		if (request && cmd >= ethtool_user[i].first && cmd <= ethtool_user[i].last)
			return ethtool_user[i].attrs;
		if (!request && cmd >= ethtool_kernel[i].first && cmd <= ethtool_kernel[i].last)
			return ethtool_kernel[i].attrs;
	}
	return &attrs_unknown;
}

/* taskstats: requests and answers have different attributes. */

NETLINK_ATTRS(attrs_taskstats_request, taskstats_cmd_attr, ATTR(TASKSTATS_CMD_ATTR_PID, uint),
	ATTR(TASKSTATS_CMD_ATTR_TGID, uint),
	ATTR(TASKSTATS_CMD_ATTR_REGISTER_CPUMASK, generic_text),
	ATTR(TASKSTATS_CMD_ATTR_DEREGISTER_CPUMASK, generic_text));
#define T struct taskstats
static OUTLINE_OF(taskstats, T, F(T, version, UINT), F(T, ac_exitcode, UINT), F(T, ac_flag, HEX),
	F(T, ac_nice, UINT), F(T, cpu_count, UINT), F(T, cpu_delay_total, UINT),
	F(T, blkio_count, UINT), F(T, blkio_delay_total, UINT), F(T, swapin_count, UINT),
	F(T, swapin_delay_total, UINT), F(T, cpu_run_real_total, UINT),
	F(T, cpu_run_virtual_total, UINT),
	{ .name = "ac_comm", .offset = offsetof(T, ac_comm), .size = sizeof_field(T, ac_comm),
	  .as = SHOW_TEXT },
	F(T, ac_sched, UINT), F(T, ac_uid, ID), F(T, ac_gid, ID), F(T, ac_pid, UINT),
	F(T, ac_ppid, UINT), F(T, ac_btime, UINT), F(T, ac_etime, UINT), F(T, ac_utime, UINT),
	F(T, ac_stime, UINT), F(T, ac_minflt, UINT), F(T, ac_majflt, UINT), F(T, coremem, UINT),
	F(T, virtmem, UINT), F(T, hiwater_rss, UINT), F(T, hiwater_vm, UINT), F(T, read_char, UINT),
	F(T, write_char, UINT), F(T, read_syscalls, UINT), F(T, write_syscalls, UINT),
	F(T, read_bytes, UINT), F(T, write_bytes, UINT), F(T, cancelled_write_bytes, UINT),
	F(T, nvcsw, UINT), F(T, nivcsw, UINT));
#undef T
NETLINK_ATTRS(attrs_taskstats_aggr, taskstats_type_attr, ATTR(TASKSTATS_TYPE_PID, uint),
	ATTR(TASKSTATS_TYPE_TGID, uint), ATTR(TASKSTATS_TYPE_STATS, taskstats));
NETLINK_ATTRS(attrs_taskstats, taskstats_type_attr,
	ATTR_NESTED(TASKSTATS_TYPE_AGGR_PID, attrs_taskstats_aggr),
	ATTR_NESTED(TASKSTATS_TYPE_AGGR_TGID, attrs_taskstats_aggr));

/* nl80211 */

static OUTLINE_OF(nl80211_iftype, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_nl80211_iftype });
NETLINK_ATTRS(attrs_nl80211, nl80211_attr, ATTR(NL80211_ATTR_WIPHY, uint),
	ATTR(NL80211_ATTR_WIPHY_NAME, generic_text), ATTR(NL80211_ATTR_IFINDEX, uint),
	ATTR(NL80211_ATTR_IFNAME, generic_text), ATTR(NL80211_ATTR_IFTYPE, nl80211_iftype),
	ATTR(NL80211_ATTR_MAC, generic_mac), ATTR(NL80211_ATTR_BEACON_INTERVAL, uint),
	ATTR(NL80211_ATTR_WIPHY_FREQ, uint), ATTR(NL80211_ATTR_CHANNEL_WIDTH, uint),
	ATTR(NL80211_ATTR_CENTER_FREQ1, uint), ATTR(NL80211_ATTR_GENERATION, uint),
	ATTR(NL80211_ATTR_REG_ALPHA2, generic_text), ATTR(NL80211_ATTR_TIMEOUT, uint),
	ATTR(NL80211_ATTR_STATUS_CODE, generic_u16), ATTR(NL80211_ATTR_REASON_CODE, generic_u16),
	ATTR(NL80211_ATTR_DURATION, uint), ATTR(NL80211_ATTR_WDEV, hex64));

/* Families that every kernel with a network has. */

NETLINK_ATTRS(attrs_netdev_dev, netdev_dev_attr, ATTR(NETDEV_A_DEV_IFINDEX, uint),
	ATTR(NETDEV_A_DEV_XDP_FEATURES, hex64), ATTR(NETDEV_A_DEV_XDP_ZC_MAX_SEGS, uint),
	ATTR(NETDEV_A_DEV_XDP_RX_METADATA_FEATURES, hex64), ATTR(NETDEV_A_DEV_XSK_FEATURES, hex64));
static OUTLINE_OF(metrics_in4, struct in_addr, { .size = sizeof(struct in_addr),
	.as = SHOW_IN_ADDR });
static OUTLINE_OF(metrics_in6, struct in6_addr, { .size = sizeof(struct in6_addr),
	.as = SHOW_IN6_ADDR });
NETLINK_ATTRS(attrs_tcp_metrics, tcp_metrics_attr,
	ATTR(TCP_METRICS_ATTR_ADDR_IPV4, metrics_in4),
	ATTR(TCP_METRICS_ATTR_ADDR_IPV6, metrics_in6),
	ATTR(TCP_METRICS_ATTR_AGE, u64), ATTR(TCP_METRICS_ATTR_SADDR_IPV4, metrics_in4),
	ATTR(TCP_METRICS_ATTR_SADDR_IPV6, metrics_in6));

/* These functions return the attributes of a message by its command. */

static const struct netlink_attrs *taskstats_attrs(u8 cmd, bool request)
{
	return request ? &attrs_taskstats_request : &attrs_taskstats;
}

static const struct netlink_attrs *nl80211_attrs(u8 cmd, bool request)
{
	return &attrs_nl80211;
}

static const struct netlink_attrs *netdev_attrs(u8 cmd, bool request)
{
	return cmd <= NETDEV_CMD_DEV_CHANGE_NTF ? &attrs_netdev_dev : &attrs_unknown;
}

static const struct netlink_attrs *tcp_metrics_attrs(u8 cmd, bool request)
{
	return &attrs_tcp_metrics;
}

static const struct generic_family {
	const char *name;
	/* Layouts of the headers of requests and answers. */
	const struct syscall_layout *request, *answer;
	const struct netlink_attrs *(*attrs)(u8 cmd, bool request);
} generic_families[] = {
	{ ETHTOOL_GENL_NAME, LAYOUT(header_ethtool_user), LAYOUT(header_ethtool_kernel),
	  ethtool_attrs },
	{ TASKSTATS_GENL_NAME, LAYOUT(header_taskstats), LAYOUT(header_taskstats),
	  taskstats_attrs },
	{ NL80211_GENL_NAME, LAYOUT(header_nl80211), LAYOUT(header_nl80211), nl80211_attrs },
	{ NETDEV_FAMILY_NAME, LAYOUT(header_netdev), LAYOUT(header_netdev), netdev_attrs },
	{ TCP_METRICS_GENL_NAME, LAYOUT(header_tcp_metrics), LAYOUT(header_tcp_metrics),
	  tcp_metrics_attrs },
};

/**
 * ktrace_netlink_generic - find the payload of a message of a generic netlink family
 * @family:	name of the family; empty if it is unknown
 * @cmd:	command of the message
 * @request:	the message is a request
 *
 * Return: the payload.
 */
struct netlink_message ktrace_netlink_generic(const char *family, u8 cmd, bool request)
{
	const struct generic_family *of = generic_families;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(generic_families); i++, of++)
		if (!strcmp(of->name, family))
			return (struct netlink_message) {
				request ? of->request : of->answer, of->attrs(cmd, request),
			};
	return message_unknown;
}
