// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of messages of netfilter: attributes by subsystem, and those of nf_tables by message.
 * Numbers in attributes have network byte order.
 */
#include <linux/array_size.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/unaligned.h>
#include <uapi/linux/netfilter/ipset/ip_set.h>
#include <uapi/linux/netfilter/nf_tables.h>
#include <uapi/linux/netfilter/nf_tables_compat.h>
#include <uapi/linux/netfilter/nfnetlink.h>
#include <uapi/linux/netfilter/nfnetlink_acct.h>
#include <uapi/linux/netfilter/nfnetlink_conntrack.h>
#include <uapi/linux/netfilter/nfnetlink_cthelper.h>
#include <uapi/linux/netfilter/nfnetlink_cttimeout.h>
#include <uapi/linux/netfilter/nfnetlink_log.h>
#include <uapi/linux/netfilter/nfnetlink_osf.h>
#include <uapi/linux/netfilter/nfnetlink_queue.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

static OUTLINE_OF(filter_text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(filter_net32, u32, { .size = sizeof(u32), .as = SHOW_NET32 });
static OUTLINE_OF(filter_net16, u16, { .size = sizeof(u16), .as = SHOW_NET16 });
static OUTLINE_OF(filter_u8, u8, { .size = sizeof(u8), .as = SHOW_UINT });
static OUTLINE_OF(filter_in4, struct in_addr, { .size = sizeof(struct in_addr),
	.as = SHOW_IN_ADDR });
static OUTLINE_OF(filter_in6, struct in6_addr, { .size = sizeof(struct in6_addr),
	.as = SHOW_IN6_ADDR });

static void filter_put_net64(struct seq_buf *out, const void *at, u32 size)
{
	seq_buf_printf(out, "htobe64(%llu)", get_unaligned_be64(at));
}

static OUTLINE_OF(filter_net64, u64,
		  { .size = sizeof(u64), .as = SHOW_BY, .put = filter_put_net64 });

#define T struct nfgenmsg
static OUTLINE_OF(nfgenmsg, T, F_ENUM(T, nfgen_family, socket_family), F(T, version, UINT),
		  F(T, res_id, NET16));
#undef T

/* Connections */

NETLINK_ATTRS(attrs_ct_ip, netfilter_ct_ip_attr, ATTR(CTA_IP_V4_SRC, filter_in4),
	ATTR(CTA_IP_V4_DST, filter_in4), ATTR(CTA_IP_V6_SRC, filter_in6),
	ATTR(CTA_IP_V6_DST, filter_in6));
NETLINK_ATTRS(attrs_ct_proto, netfilter_ct_proto_attr, ATTR(CTA_PROTO_NUM, filter_u8),
	ATTR(CTA_PROTO_SRC_PORT, filter_net16), ATTR(CTA_PROTO_DST_PORT, filter_net16),
	ATTR(CTA_PROTO_ICMP_ID, filter_net16), ATTR(CTA_PROTO_ICMP_TYPE, filter_u8),
	ATTR(CTA_PROTO_ICMP_CODE, filter_u8), ATTR(CTA_PROTO_ICMPV6_ID, filter_net16),
	ATTR(CTA_PROTO_ICMPV6_TYPE, filter_u8), ATTR(CTA_PROTO_ICMPV6_CODE, filter_u8));
NETLINK_ATTRS(attrs_ct_tuple, netfilter_ct_tuple_attr, ATTR_NESTED(CTA_TUPLE_IP, attrs_ct_ip),
	ATTR_NESTED(CTA_TUPLE_PROTO, attrs_ct_proto), ATTR(CTA_TUPLE_ZONE, filter_net16));
NETLINK_ATTRS(attrs_ct_counters, netfilter_ct_counters_attr,
	ATTR(CTA_COUNTERS_PACKETS, filter_net64), ATTR(CTA_COUNTERS_BYTES, filter_net64),
	ATTR(CTA_COUNTERS32_PACKETS, filter_net32), ATTR(CTA_COUNTERS32_BYTES, filter_net32));
NETLINK_ATTRS(attrs_ct_help, netfilter_ct_help_attr, ATTR(CTA_HELP_NAME, filter_text));
NETLINK_ATTRS(attrs_ct_times, netfilter_ct_times_attr, ATTR(CTA_TIMESTAMP_START, filter_net64),
	ATTR(CTA_TIMESTAMP_STOP, filter_net64));
NETLINK_ATTRS(attrs_ct, netfilter_ct_attr, ATTR_NESTED(CTA_TUPLE_ORIG, attrs_ct_tuple),
	ATTR_NESTED(CTA_TUPLE_REPLY, attrs_ct_tuple), ATTR_NESTED(CTA_TUPLE_MASTER, attrs_ct_tuple),
	ATTR(CTA_STATUS, filter_net32), ATTR_NESTED(CTA_HELP, attrs_ct_help),
	ATTR(CTA_TIMEOUT, filter_net32), ATTR(CTA_MARK, filter_net32),
	ATTR(CTA_MARK_MASK, filter_net32), ATTR_NESTED(CTA_COUNTERS_ORIG, attrs_ct_counters),
	ATTR_NESTED(CTA_COUNTERS_REPLY, attrs_ct_counters), ATTR(CTA_USE, filter_net32),
	ATTR(CTA_ID, filter_net32), ATTR(CTA_ZONE, filter_net16),
	ATTR_NESTED(CTA_TIMESTAMP, attrs_ct_times), ATTR(CTA_STATUS_MASK, filter_net32));
NETLINK_ATTRS(attrs_exp, netfilter_exp_attr, ATTR_NESTED(CTA_EXPECT_MASTER, attrs_ct_tuple),
	ATTR_NESTED(CTA_EXPECT_TUPLE, attrs_ct_tuple), ATTR_NESTED(CTA_EXPECT_MASK, attrs_ct_tuple),
	ATTR(CTA_EXPECT_TIMEOUT, filter_net32), ATTR(CTA_EXPECT_ID, filter_net32),
	ATTR(CTA_EXPECT_HELP_NAME, filter_text), ATTR(CTA_EXPECT_ZONE, filter_net16),
	ATTR(CTA_EXPECT_FLAGS, filter_net32), ATTR(CTA_EXPECT_CLASS, filter_net32),
	ATTR(CTA_EXPECT_FN, filter_text));

/* Packets for programs */

NETLINK_ATTRS(attrs_queue, netfilter_queue_attr, ATTR(NFQA_MARK, filter_net32),
	ATTR(NFQA_IFINDEX_INDEV, filter_net32), ATTR(NFQA_IFINDEX_OUTDEV, filter_net32),
	ATTR(NFQA_CAP_LEN, filter_net32), ATTR(NFQA_UID, filter_net32),
	ATTR(NFQA_GID, filter_net32), ATTR_NESTED(NFQA_CT, attrs_ct));
NETLINK_ATTRS(attrs_queue_config, netfilter_queue_config_attr,
	ATTR(NFQA_CFG_QUEUE_MAXLEN, filter_net32), ATTR(NFQA_CFG_MASK, filter_net32),
	ATTR(NFQA_CFG_FLAGS, filter_net32));
NETLINK_ATTRS(attrs_log, netfilter_log_attr, ATTR(NFULA_MARK, filter_net32),
	ATTR(NFULA_IFINDEX_INDEV, filter_net32), ATTR(NFULA_IFINDEX_OUTDEV, filter_net32),
	ATTR(NFULA_PREFIX, filter_text), ATTR(NFULA_UID, filter_net32),
	ATTR(NFULA_GID, filter_net32), ATTR(NFULA_SEQ, filter_net32),
	ATTR(NFULA_SEQ_GLOBAL, filter_net32), ATTR_NESTED(NFULA_CT, attrs_ct));
NETLINK_ATTRS(attrs_log_config, netfilter_log_config_attr,
	ATTR(NFULA_CFG_NLBUFSIZ, filter_net32), ATTR(NFULA_CFG_TIMEOUT, filter_net32),
	ATTR(NFULA_CFG_QTHRESH, filter_net32), ATTR(NFULA_CFG_FLAGS, filter_net16));

/* Others */

NETLINK_NAMED(attrs_osf, netfilter_osf_attr);
NETLINK_ATTRS(attrs_set, netfilter_set_attr, ATTR(IPSET_ATTR_PROTOCOL, filter_u8),
	ATTR(IPSET_ATTR_SETNAME, filter_text), ATTR(IPSET_ATTR_TYPENAME, filter_text),
	ATTR(IPSET_ATTR_REVISION, filter_u8), ATTR(IPSET_ATTR_FAMILY, filter_u8),
	ATTR(IPSET_ATTR_FLAGS, filter_net32));
NETLINK_ATTRS(attrs_acct, netfilter_acct_attr, ATTR(NFACCT_NAME, filter_text),
	ATTR(NFACCT_PKTS, filter_net64), ATTR(NFACCT_BYTES, filter_net64),
	ATTR(NFACCT_USE, filter_net32), ATTR(NFACCT_FLAGS, filter_net32),
	ATTR(NFACCT_QUOTA, filter_net64));
NETLINK_ATTRS(attrs_timeout, netfilter_timeout_attr, ATTR(CTA_TIMEOUT_NAME, filter_text),
	ATTR(CTA_TIMEOUT_L3PROTO, filter_net16), ATTR(CTA_TIMEOUT_L4PROTO, filter_u8),
	ATTR(CTA_TIMEOUT_USE, filter_net32));
NETLINK_ATTRS(attrs_helper, netfilter_helper_attr, ATTR(NFCTH_NAME, filter_text),
	ATTR_NESTED(NFCTH_TUPLE, attrs_ct_tuple), ATTR(NFCTH_QUEUE_NUM, filter_net32),
	ATTR(NFCTH_PRIV_DATA_LEN, filter_net32), ATTR(NFCTH_STATUS, filter_net32));
NETLINK_ATTRS(attrs_compat, nft_compat_attr, ATTR(NFTA_COMPAT_NAME, filter_text),
	ATTR(NFTA_COMPAT_REV, filter_net32), ATTR(NFTA_COMPAT_TYPE, filter_net32));
NETLINK_ATTRS(attrs_batch, netfilter_batch_attr, ATTR(NFNL_BATCH_GENID, filter_net32));

/* nf_tables */

NETLINK_ATTRS(attrs_nft_table, nft_table_attr, ATTR(NFTA_TABLE_NAME, filter_text),
	ATTR(NFTA_TABLE_FLAGS, filter_net32), ATTR(NFTA_TABLE_USE, filter_net32),
	ATTR(NFTA_TABLE_HANDLE, filter_net64), ATTR(NFTA_TABLE_OWNER, filter_net32));
NETLINK_ATTRS(attrs_nft_hook, nft_hook_attr, ATTR(NFTA_HOOK_HOOKNUM, filter_net32),
	ATTR(NFTA_HOOK_PRIORITY, filter_net32), ATTR(NFTA_HOOK_DEV, filter_text));
NETLINK_ATTRS(attrs_nft_chain, nft_chain_attr, ATTR(NFTA_CHAIN_TABLE, filter_text),
	ATTR(NFTA_CHAIN_HANDLE, filter_net64), ATTR(NFTA_CHAIN_NAME, filter_text),
	ATTR_NESTED(NFTA_CHAIN_HOOK, attrs_nft_hook), ATTR(NFTA_CHAIN_POLICY, filter_net32),
	ATTR(NFTA_CHAIN_USE, filter_net32), ATTR(NFTA_CHAIN_TYPE, filter_text),
	ATTR(NFTA_CHAIN_FLAGS, filter_net32), ATTR(NFTA_CHAIN_ID, filter_net32));
NETLINK_ATTRS(attrs_nft_expr, nft_expr_attr, ATTR(NFTA_EXPR_NAME, filter_text));
NETLINK_ATTRS(attrs_nft_list, nft_list_attr, ATTR_NESTED(NFTA_LIST_ELEM, attrs_nft_expr));
NETLINK_ATTRS(attrs_nft_rule, nft_rule_attr, ATTR(NFTA_RULE_TABLE, filter_text),
	ATTR(NFTA_RULE_CHAIN, filter_text), ATTR(NFTA_RULE_HANDLE, filter_net64),
	ATTR_NESTED(NFTA_RULE_EXPRESSIONS, attrs_nft_list),
	ATTR(NFTA_RULE_POSITION, filter_net64), ATTR(NFTA_RULE_ID, filter_net32),
	ATTR(NFTA_RULE_POSITION_ID, filter_net32), ATTR(NFTA_RULE_CHAIN_ID, filter_net32));
NETLINK_ATTRS(attrs_nft_set, nft_set_attr, ATTR(NFTA_SET_TABLE, filter_text),
	ATTR(NFTA_SET_NAME, filter_text), ATTR(NFTA_SET_FLAGS, filter_net32),
	ATTR(NFTA_SET_KEY_TYPE, filter_net32), ATTR(NFTA_SET_KEY_LEN, filter_net32),
	ATTR(NFTA_SET_DATA_TYPE, filter_net32), ATTR(NFTA_SET_DATA_LEN, filter_net32),
	ATTR(NFTA_SET_POLICY, filter_net32), ATTR(NFTA_SET_ID, filter_net32),
	ATTR(NFTA_SET_TIMEOUT, filter_net64), ATTR(NFTA_SET_GC_INTERVAL, filter_net32),
	ATTR(NFTA_SET_OBJ_TYPE, filter_net32), ATTR(NFTA_SET_HANDLE, filter_net64));
NETLINK_ATTRS(attrs_nft_elem, nft_elem_attr, ATTR(NFTA_SET_ELEM_FLAGS, filter_net32),
	ATTR(NFTA_SET_ELEM_TIMEOUT, filter_net64), ATTR(NFTA_SET_ELEM_EXPIRATION, filter_net64),
	ATTR(NFTA_SET_ELEM_OBJREF, filter_text));
NETLINK_ATTRS(attrs_nft_elems, nft_elem_list_attr, ATTR(NFTA_SET_ELEM_LIST_TABLE, filter_text),
	ATTR(NFTA_SET_ELEM_LIST_SET, filter_text),
	ATTR_LIST(NFTA_SET_ELEM_LIST_ELEMENTS, attrs_nft_elem),
	ATTR(NFTA_SET_ELEM_LIST_SET_ID, filter_net32));
NETLINK_ATTRS(attrs_nft_gen, nft_gen_attr, ATTR(NFTA_GEN_ID, filter_net32),
	ATTR(NFTA_GEN_PROC_PID, filter_net32), ATTR(NFTA_GEN_PROC_NAME, filter_text));
NETLINK_ATTRS(attrs_nft_trace, nft_trace_attr, ATTR(NFTA_TRACE_TABLE, filter_text),
	ATTR(NFTA_TRACE_CHAIN, filter_text), ATTR(NFTA_TRACE_RULE_HANDLE, filter_net64),
	ATTR(NFTA_TRACE_TYPE, filter_net32), ATTR(NFTA_TRACE_ID, filter_net32),
	ATTR(NFTA_TRACE_IIF, filter_net32), ATTR(NFTA_TRACE_OIF, filter_net32),
	ATTR(NFTA_TRACE_MARK, filter_net32), ATTR(NFTA_TRACE_POLICY, filter_net32));
NETLINK_ATTRS(attrs_nft_obj, nft_obj_attr, ATTR(NFTA_OBJ_TABLE, filter_text),
	ATTR(NFTA_OBJ_NAME, filter_text), ATTR(NFTA_OBJ_TYPE, filter_net32),
	ATTR(NFTA_OBJ_USE, filter_net32), ATTR(NFTA_OBJ_HANDLE, filter_net64));
NETLINK_ATTRS(attrs_nft_flow, nft_flowtable_attr, ATTR(NFTA_FLOWTABLE_TABLE, filter_text),
	ATTR(NFTA_FLOWTABLE_NAME, filter_text), ATTR(NFTA_FLOWTABLE_USE, filter_net32),
	ATTR(NFTA_FLOWTABLE_HANDLE, filter_net64), ATTR(NFTA_FLOWTABLE_FLAGS, filter_net32));

static const struct netlink_attrs attrs_unknown;

#define MESSAGE(set)	{ LAYOUT(nfgenmsg), &(set) }
static const struct netlink_message message_unknown = MESSAGE(attrs_unknown);
static const struct netlink_message message_batch = MESSAGE(attrs_batch);
static const struct netlink_message message_queue_config = MESSAGE(attrs_queue_config);
static const struct netlink_message message_log_config = MESSAGE(attrs_log_config);

static const struct netlink_message subsystem_messages[] = {
	[NFNL_SUBSYS_CTNETLINK]		= MESSAGE(attrs_ct),
	[NFNL_SUBSYS_CTNETLINK_EXP]	= MESSAGE(attrs_exp),
	[NFNL_SUBSYS_QUEUE]		= MESSAGE(attrs_queue),
	[NFNL_SUBSYS_ULOG]		= MESSAGE(attrs_log),
	[NFNL_SUBSYS_OSF]		= MESSAGE(attrs_osf),
	[NFNL_SUBSYS_IPSET]		= MESSAGE(attrs_set),
	[NFNL_SUBSYS_ACCT]		= MESSAGE(attrs_acct),
	[NFNL_SUBSYS_CTNETLINK_TIMEOUT]	= MESSAGE(attrs_timeout),
	[NFNL_SUBSYS_CTHELPER]		= MESSAGE(attrs_helper),
	[NFNL_SUBSYS_NFT_COMPAT]	= MESSAGE(attrs_compat),
};

static const struct netlink_message tables_messages[] = {
	[NFT_MSG_NEWTABLE ... NFT_MSG_DELTABLE]			= MESSAGE(attrs_nft_table),
	[NFT_MSG_NEWCHAIN ... NFT_MSG_DELCHAIN]			= MESSAGE(attrs_nft_chain),
	[NFT_MSG_NEWRULE ... NFT_MSG_DELRULE]			= MESSAGE(attrs_nft_rule),
	[NFT_MSG_NEWSET ... NFT_MSG_DELSET]			= MESSAGE(attrs_nft_set),
	[NFT_MSG_NEWSETELEM ... NFT_MSG_DELSETELEM]		= MESSAGE(attrs_nft_elems),
	[NFT_MSG_NEWGEN ... NFT_MSG_GETGEN]			= MESSAGE(attrs_nft_gen),
	[NFT_MSG_TRACE]						= MESSAGE(attrs_nft_trace),
	[NFT_MSG_NEWOBJ ... NFT_MSG_GETOBJ_RESET]		= MESSAGE(attrs_nft_obj),
	[NFT_MSG_NEWFLOWTABLE ... NFT_MSG_DELFLOWTABLE]		= MESSAGE(attrs_nft_flow),
	[NFT_MSG_GETRULE_RESET]					= MESSAGE(attrs_nft_rule),
	[NFT_MSG_DESTROYTABLE]					= MESSAGE(attrs_nft_table),
	[NFT_MSG_DESTROYCHAIN]					= MESSAGE(attrs_nft_chain),
	[NFT_MSG_DESTROYRULE]					= MESSAGE(attrs_nft_rule),
	[NFT_MSG_DESTROYSET]					= MESSAGE(attrs_nft_set),
	[NFT_MSG_DESTROYSETELEM]				= MESSAGE(attrs_nft_elems),
	[NFT_MSG_DESTROYOBJ]					= MESSAGE(attrs_nft_obj),
	[NFT_MSG_DESTROYFLOWTABLE]				= MESSAGE(attrs_nft_flow),
	[NFT_MSG_GETSETELEM_RESET]				= MESSAGE(attrs_nft_elems),
};

/**
 * ktrace_netlink_filter - find the payload of a message of netfilter
 * @type:	type of the message: a subsystem in the upper byte, and a number
 *
 * Return: the payload.
 */
const struct netlink_message *ktrace_netlink_filter(u16 type)
{
	const struct netlink_message *found = &message_unknown;
	u8 subsys = type >> 8, number = type & U8_MAX;

	if (!subsys)
		return type >= NFNL_MSG_BATCH_BEGIN ? &message_batch : found;
	if (subsys == NFNL_SUBSYS_QUEUE && number == NFQNL_MSG_CONFIG)
		return &message_queue_config;
	if (subsys == NFNL_SUBSYS_ULOG && number == NFULNL_MSG_CONFIG)
		return &message_log_config;
	if (subsys == NFNL_SUBSYS_NFTABLES && number < ARRAY_SIZE(tables_messages))
		found = &tables_messages[number];
	else if (subsys < ARRAY_SIZE(subsystem_messages))
		found = &subsystem_messages[subsys];
	return found->layout ? found : &message_unknown;
}
