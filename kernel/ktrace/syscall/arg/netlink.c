// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of netlink sockets as text: headers, payloads and attributes.
 *
 *	[{nlmsg_len=40, nlmsg_type=RTM_GETLINK, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=1,
 *	nlmsg_pid=0}, {ifi_family=AF_UNSPEC, ...}, [{nla_len=7, nla_type=IFLA_IFNAME}, "lo"]]
 *
 * Called when records are read. The messages may be cut, and all lengths in them belong to
 * the program. Depth of recursion is limited by the tables and by NETLINK_DEPTH.
 */
#include <linux/in.h>
#include <linux/kernel.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <uapi/linux/genetlink.h>
#include <uapi/linux/netfilter/nfnetlink.h>
#include <uapi/linux/netlink.h>
#include <uapi/linux/rtnetlink.h>
#include <uapi/linux/sock_diag.h>

#include "text/format.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

/* Nested attributes, and messages in messages of errors. */
#define NETLINK_DEPTH	6

/**
 * struct netlink - a message that is being shown
 * @protocol:	protocol of the socket
 * @family:	address family in the first byte of the payload
 * @depth:	levels of recursion left
 * @generic:	a copy made by SYSCALL_HOW_GENERIC
 */
struct netlink {
	u16	protocol;
	u8	family;
	u8	depth;
	const struct syscall_data *generic;
};

static OUTLINE_OF(netlink_text, u8, { .size = 1, .as = SHOW_TEXT });
static OUTLINE_OF(netlink_u16, u16, { .size = sizeof(u16), .as = SHOW_UINT });

#define T struct genlmsghdr
static OUTLINE_OF(genl_control, T, F_ENUM(T, cmd, generic_control_cmd), F(T, version, UINT));
#undef T

NETLINK_ATTRS(attrs_error, netlink_error_attr, ATTR(NLMSGERR_ATTR_MSG, netlink_text),
	      ATTR(NLMSGERR_ATTR_OFFS, uint), ATTR_ARRAY(NLMSGERR_ATTR_COOKIE, u8));
NETLINK_ATTRS(attrs_generic_op, generic_op_attr, ATTR(CTRL_ATTR_OP_ID, uint),
	      ATTR(CTRL_ATTR_OP_FLAGS, hex32));
NETLINK_ATTRS(attrs_generic_group, generic_group_attr,
	      ATTR(CTRL_ATTR_MCAST_GRP_NAME, netlink_text), ATTR(CTRL_ATTR_MCAST_GRP_ID, uint));
NETLINK_ATTRS(attrs_generic_control, generic_control_attr,
	      ATTR(CTRL_ATTR_FAMILY_ID, netlink_u16), ATTR(CTRL_ATTR_FAMILY_NAME, netlink_text),
	      ATTR(CTRL_ATTR_VERSION, uint), ATTR(CTRL_ATTR_HDRSIZE, uint),
	      ATTR(CTRL_ATTR_MAXATTR, uint), ATTR_LIST(CTRL_ATTR_OPS, attrs_generic_op),
	      ATTR_LIST(CTRL_ATTR_MCAST_GROUPS, attrs_generic_group), ATTR(CTRL_ATTR_OP, uint));

static const struct netlink_message message_control = {
	LAYOUT(genl_control), &attrs_generic_control,
};

/* Names of messages of each subsystem of netfilter. */
static const u16 netfilter_names[] = {
	[NFNL_SUBSYS_NONE]		= KTRACE_NAMES_netfilter_batch,
	[NFNL_SUBSYS_CTNETLINK]		= KTRACE_NAMES_netfilter_ct,
	[NFNL_SUBSYS_CTNETLINK_EXP]	= KTRACE_NAMES_netfilter_exp,
	[NFNL_SUBSYS_QUEUE]		= KTRACE_NAMES_netfilter_queue,
	[NFNL_SUBSYS_ULOG]		= KTRACE_NAMES_netfilter_ulog,
	[NFNL_SUBSYS_OSF]		= KTRACE_NAMES_netfilter_osf,
	[NFNL_SUBSYS_IPSET]		= KTRACE_NAMES_netfilter_set,
	[NFNL_SUBSYS_ACCT]		= KTRACE_NAMES_netfilter_acct,
	[NFNL_SUBSYS_CTNETLINK_TIMEOUT] = KTRACE_NAMES_netfilter_timeout,
	[NFNL_SUBSYS_CTHELPER]		= KTRACE_NAMES_netfilter_helper,
	[NFNL_SUBSYS_NFTABLES]		= KTRACE_NAMES_netfilter_tables,
	[NFNL_SUBSYS_NFT_COMPAT]	= KTRACE_NAMES_netfilter_compat,
};

/* Append a name, or the number in hexadecimal. */
static void netlink_put_name(struct seq_buf *out, u16 names, u32 value)
{
	ktrace_show_u32(out, value, names ? SHOW_NAME : SHOW_HEX, names);
}

/*
 * Write the name of a generic netlink family to @name, from the record, or an empty string. Do not
 * trust the record.
 */
static void netlink_generic_name(const struct netlink *netlink, u16 id,
				 char name[sizeof_field(struct syscall_genl, name)])
{
	struct syscall_genl genl;
	u32 at;

	*name = '\0';
	for (at = 0; at + sizeof(genl) <= netlink->generic->len; at += sizeof(genl)) {
		memcpy(&genl, netlink->generic->at + at, sizeof(genl));
		if (genl.id != id)
			continue;
		genl.name[sizeof(genl.name) - 1] = '\0';
		ktrace_format_tame(genl.name, sizeof(genl.name));
		memcpy(name, genl.name, sizeof(genl.name));
		return;
	}
}

/* The record has the name of a family without a fixed number. */
static void netlink_put_generic_type(struct seq_buf *out, const struct netlink *netlink, u16 type)
{
	char name[sizeof_field(struct syscall_genl, name)];

	netlink_generic_name(netlink, type, name);
	if (*name)
		seq_buf_puts(out, name);
	else
		netlink_put_name(out, KTRACE_NAMES_generic_family, type);
}

/* The type of a message of netfilter is a subsystem and a number. */
static void netlink_put_netfilter_type(struct seq_buf *out, u16 type)
{
	u8 subsys = type >> 8;

	if (!subsys) {
		netlink_put_name(out, KTRACE_NAMES_netfilter_batch, type);
		return;
	}
	netlink_put_name(out, KTRACE_NAMES_netfilter_subsys, subsys);
	seq_buf_puts(out, "<<8|");
	netlink_put_name(out, subsys < ARRAY_SIZE(netfilter_names) ? netfilter_names[subsys] : 0,
			 type & U8_MAX);
}

static void netlink_put_type(struct seq_buf *out, const struct netlink *netlink, u16 type)
{
	if (type < NLMSG_MIN_TYPE) {
		netlink_put_name(out, KTRACE_NAMES_netlink_control, type);
		return;
	}
	switch (netlink->protocol) {
	case NETLINK_ROUTE:
		netlink_put_name(out, KTRACE_NAMES_netlink_route_type, type);
		break;
	case NETLINK_SOCK_DIAG:
		netlink_put_name(out, KTRACE_NAMES_netlink_diag_type, type);
		break;
	case NETLINK_NETFILTER:
		netlink_put_netfilter_type(out, type);
		break;
	case NETLINK_GENERIC:
		netlink_put_generic_type(out, netlink, type);
		break;
	case NETLINK_AUDIT:
		netlink_put_name(out, KTRACE_NAMES_audit_type, type);
		break;
	case NETLINK_SELINUX:
		netlink_put_name(out, KTRACE_NAMES_selinux_type, type);
		break;
	case NETLINK_XFRM:
		netlink_put_name(out, KTRACE_NAMES_xfrm_type, type);
		break;
	default:
		netlink_put_name(out, 0, type);
		break;
	}
}

/* The number of a message of rtnetlink has its kind in the low two bits. */
static enum ktrace_names netlink_route_flags(u16 type)
{
	static const u16 names[] = {
		KTRACE_NAMES_netlink_new_flags, KTRACE_NAMES_netlink_delete_flags,
		KTRACE_NAMES_netlink_get_flags, KTRACE_NAMES_netlink_flags,
	};

	return names[(type - RTM_BASE) & 3];
}

/* The flags of a message, by the name of its type. */
static enum ktrace_names netlink_flags_by_name(const char *name)
{
	if (!name)
		return KTRACE_NAMES_netlink_flags;
	if (strstr(name, "_NEW") || strstr(name, "_CREATE") || strstr(name, "_ADD"))
		return KTRACE_NAMES_netlink_new_flags;
	if (strstr(name, "_DEL") || strstr(name, "_DESTROY"))
		return KTRACE_NAMES_netlink_delete_flags;
	if (strstr(name, "_GET") || strstr(name, "_LIST"))
		return KTRACE_NAMES_netlink_get_flags;
	return KTRACE_NAMES_netlink_flags;
}

static enum ktrace_names netlink_netfilter_flags(u16 type)
{
	u8 subsys = type >> 8;

	if (!subsys || subsys >= ARRAY_SIZE(netfilter_names) || !netfilter_names[subsys])
		return KTRACE_NAMES_netlink_flags;
	return netlink_flags_by_name(ktrace_names_find(netfilter_names[subsys], type & U8_MAX));
}

/* The bits from 0x100 on depend on the type. */
static enum ktrace_names netlink_flag_names(u16 protocol, u16 type)
{
	if (type == NLMSG_ERROR)
		return KTRACE_NAMES_netlink_error_flags;
	if (type < NLMSG_MIN_TYPE)
		return KTRACE_NAMES_netlink_flags;
	switch (protocol) {
	case NETLINK_ROUTE:
		return netlink_route_flags(type);
	case NETLINK_NETFILTER:
		return netlink_netfilter_flags(type);
	case NETLINK_XFRM:
		return netlink_flags_by_name(ktrace_names_find(KTRACE_NAMES_xfrm_type, type));
	case NETLINK_SOCK_DIAG:
	case NETLINK_GENERIC:
		return KTRACE_NAMES_netlink_get_flags;
	default:
		return KTRACE_NAMES_netlink_flags;
	}
}

static void netlink_put_header(struct seq_buf *out, const struct netlink *netlink,
			       const struct nlmsghdr *head)
{
	seq_buf_printf(out, "{nlmsg_len=%u, nlmsg_type=", head->nlmsg_len);
	netlink_put_type(out, netlink, head->nlmsg_type);
	seq_buf_puts(out, ", nlmsg_flags=");
	ktrace_names_print(out, netlink_flag_names(netlink->protocol, head->nlmsg_type),
			   head->nlmsg_flags);
	seq_buf_printf(out, ", nlmsg_seq=%u, nlmsg_pid=%d}", head->nlmsg_seq,
		       (s32)head->nlmsg_pid);
}

static void netlink_put_attrs(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
			      const struct netlink_attrs *set);

static const struct netlink_attr *netlink_find_attr(const struct netlink_attrs *set, u16 type,
						    u8 family)
{
	const struct netlink_attr *attr = set->attrs;
	unsigned int i;

	for (i = 0; i < set->nr; i++, attr++)
		if (attr->type == type && (!attr->family || attr->family == family))
			return attr;
	return NULL;
}

static void netlink_put_address(struct seq_buf *out, u8 family, const u8 *at, u32 len)
{
	if (family == AF_INET && len == sizeof(struct in_addr))
		seq_buf_printf(out, "inet_addr(\"%pI4\")", at);
	else if (family == AF_INET6 && len == sizeof(struct in6_addr))
		seq_buf_printf(out, "inet_pton(AF_INET6, \"%pI6c\")", at);
	else
		ktrace_show_bytes(out, at, len, false);
}

/* A structure of an older kernel ends before the newer fields. */
static void netlink_put_older(struct seq_buf *out, const struct syscall_layout *layout,
			      const u8 *at, u32 len)
{
	seq_buf_putc(out, '{');
	ktrace_show_fields(out, layout, at, len, true);
	seq_buf_putc(out, '}');
}

static void netlink_put_by_layout(struct seq_buf *out, const struct netlink_attr *attr,
				  const u8 *at, u32 len)
{
	const struct syscall_layout *layout = attr->layout;
	/* The kernel ignores an incomplete element at the end. */
	struct syscall_data data = { at, len - len % layout->size, SYSCALL_COPIED };

	if (layout->fields->as == SHOW_TEXT && !layout->fields->name) {
		/* The name of an abstract socket begins with a zero; an empty text is one zero. */
		ktrace_show_quoted(out, at, *at || len == 1 ? strnlen(at, len) : len, false);
		return;
	}
	if (layout->fields->as == SHOW_MAC && !layout->fields->name) {
		const struct syscall_field mac = { .size = len, .as = SHOW_MAC };
		const struct syscall_layout whole = { .size = len, .nr = 1, .fields = &mac };

		ktrace_show_element(out, &whole, at, len, false);
		return;
	}
	if (attr->array && layout->fields->as == SHOW_BY && data.len)
		layout->fields->put(out, at, data.len);
	else if (layout->min && len >= layout->min && len < layout->size)
		netlink_put_older(out, layout, at, len);
	else if (len < layout->size)
		ktrace_show_bytes(out, at, len, false);
	else if (!attr->array)
		ktrace_show_element(out, layout, at, layout->size, false);
	else
		ktrace_show_elements(out, layout, &data, true);
}

/* The types of the attributes in a list are positions; each attribute is a set. */
static void netlink_put_list(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
			     const struct netlink_attrs *set)
{
	const struct netlink_attr any = { .how = NETLINK_NESTED, .nested = set };
	const struct netlink_attrs list = { .nr = 0, .attrs = &any };

	netlink_put_attrs(out, netlink, at, len, &list);
}

static void netlink_put_headed(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
			       const struct netlink_attr *attr)
{
	u32 size = attr->layout->size, next = ALIGN(size, NLA_ALIGNTO);

	if (len < size) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	ktrace_show_element(out, attr->layout, at, size, false);
	if (len <= next)
		return;
	seq_buf_puts(out, ", ");
	netlink_put_attrs(out, netlink, at + next, len - next, attr->nested);
}

static void netlink_put_payload(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
				const struct netlink_attr *attr)
{
	if (!attr) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	switch (attr->how) {
	case NETLINK_ADDRESS:
		netlink_put_address(out, netlink.family, at, len);
		break;
	case NETLINK_NESTED:
		netlink_put_attrs(out, netlink, at, len, attr->nested);
		break;
	case NETLINK_LIST:
		netlink_put_list(out, netlink, at, len, attr->nested);
		break;
	case NETLINK_HEADED:
		netlink_put_headed(out, netlink, at, len, attr);
		break;
	default:
		netlink_put_by_layout(out, attr, at, len);
		break;
	}
}

static void netlink_put_attr_head(struct seq_buf *out, const struct nlattr *head, u16 names)
{
	u16 flags = head->nla_type & ~NLA_TYPE_MASK;

	seq_buf_printf(out, "{nla_len=%u, nla_type=", head->nla_len);
	if (flags & NLA_F_NESTED)
		seq_buf_puts(out, "NLA_F_NESTED|");
	if (flags & NLA_F_NET_BYTEORDER)
		seq_buf_puts(out, "NLA_F_NET_BYTEORDER|");
	netlink_put_name(out, names, head->nla_type & NLA_TYPE_MASK);
	seq_buf_putc(out, '}');
}

/* Return true if the beginning of an attribute is worth showing. */
static bool netlink_has_parts(const struct netlink_attr *attr)
{
	return attr && (attr->how == NETLINK_NESTED || attr->how == NETLINK_LIST ||
			attr->how == NETLINK_HEADED || attr->array);
}

/* Append an attribute: a header, and the payload if it is complete or consists of parts. */
static void netlink_put_attr(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
			     const struct netlink_attrs *set)
{
	const struct netlink_attr *attr;
	struct nlattr head;
	u32 bytes;
	bool shown;

	memcpy(&head, at, sizeof(head));
	/* A set without entries and with attributes is a list. */
	attr = !set->nr && set->attrs ? set->attrs :
	       netlink_find_attr(set, head.nla_type & NLA_TYPE_MASK, netlink.family);
	bytes = min_t(u32, head.nla_len, len);
	shown = bytes > sizeof(head) && (head.nla_len <= len || netlink_has_parts(attr));
	if (shown)
		seq_buf_putc(out, '[');
	netlink_put_attr_head(out, &head, set->names);
	if (!shown)
		return;
	seq_buf_puts(out, ", ");
	netlink_put_payload(out, netlink, at + sizeof(head), bytes - sizeof(head), attr);
	seq_buf_putc(out, ']');
}

/* Return the aligned length of the attribute or message, at most @len, at least 1. */
static u32 netlink_next_at(u32 of, u32 head, u32 len)
{
	if (of < head || of > len)
		return len;
	return min(ALIGN(of, NLA_ALIGNTO), len);
}

/* Append attributes: several in brackets. */
static void netlink_put_attrs(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len,
			      const struct netlink_attrs *set)
{
	struct nlattr head;
	bool several = false;
	u32 step;

	if (len < sizeof(head) || !netlink.depth--) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	for (; len && !seq_buf_has_overflowed(out); at += step, len -= step) {
		if (len < sizeof(head)) {
			ktrace_show_bytes(out, at, len, false);
			break;
		}
		memcpy(&head, at, sizeof(head));
		step = netlink_next_at(head.nla_len, sizeof(head), len);
		if (!several && step < len) {
			several = true;
			seq_buf_putc(out, '[');
		}
		netlink_put_attr(out, netlink, at, len, set);
		if (step < len)
			seq_buf_puts(out, ", ");
	}
	if (several)
		seq_buf_putc(out, ']');
}

/* @at is the header of generic messages, of one byte at least. */
static struct netlink_message netlink_find_generic(const struct netlink *netlink, u16 type,
						   u16 flags, const u8 *at)
{
	char name[sizeof_field(struct syscall_genl, name)];

	if (type == GENL_ID_CTRL)
		return message_control;
	netlink_generic_name(netlink, type, name);
	return ktrace_netlink_generic(name, *at, flags & NLM_F_REQUEST);
}

static const struct netlink_message *netlink_find_message(const struct netlink *netlink, u16 type,
							  u16 flags)
{
	switch (netlink->protocol) {
	case NETLINK_ROUTE:
		return ktrace_netlink_route(type, flags, netlink->family);
	case NETLINK_SOCK_DIAG:
		return ktrace_netlink_diag(type, netlink->family, flags & NLM_F_REQUEST);
	case NETLINK_NETFILTER:
		return ktrace_netlink_filter(type);
	case NETLINK_AUDIT:
		return ktrace_netlink_audit(type);
	default:
		return NULL;
	}
}

/* A payload that is shorter than its structure: its address family and bytes. */
static void netlink_put_short(struct seq_buf *out, const u8 *at, u32 len)
{
	seq_buf_puts(out, "{family=");
	netlink_put_name(out, KTRACE_NAMES_socket_family, at[0]);
	if (len > 1) {
		seq_buf_puts(out, ", data=");
		ktrace_show_bytes(out, at + 1, len - 1, false);
	}
	seq_buf_putc(out, '}');
}

static void netlink_put_body(struct seq_buf *out, struct netlink netlink,
			     const struct nlmsghdr *head, const u8 *at, u32 len)
{
	const struct netlink_message *message;
	struct netlink_message generic;
	u32 size;

	netlink.family = at[0];
	message = netlink_find_message(&netlink, head->nlmsg_type, head->nlmsg_flags);
	if (netlink.protocol == NETLINK_GENERIC) {
		generic = netlink_find_generic(&netlink, head->nlmsg_type, head->nlmsg_flags, at);
		message = &generic;
	}
	if (message && message->put) {
		message->put(out, at, len);
		return;
	}
	if (!message || len < message->layout->size) {
		if (netlink.protocol == NETLINK_ROUTE || netlink.protocol == NETLINK_SOCK_DIAG)
			netlink_put_short(out, at, len);
		else
			ktrace_show_bytes(out, at, len, false);
		return;
	}
	ktrace_show_element(out, message->layout, at, message->layout->size, false);
	size = ALIGN(message->layout->size, NLMSG_ALIGNTO);
	if (len <= size)
		return;
	seq_buf_puts(out, ", ");
	if (message->attrs)
		netlink_put_attrs(out, netlink, at + size, len - size, message->attrs);
	else
		ktrace_show_bytes(out, at + size, len - size, false);
}

static void netlink_put_message(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len);

/* The error of NLMSG_ERROR, the message that it answers, and attributes that explain it. */
static void netlink_put_error(struct seq_buf *out, struct netlink netlink,
			      const struct nlmsghdr *head, const u8 *at, u32 len)
{
	u32 inner = 0, size;
	s32 error;

	/* The kernel always sends an error with the header of the message that it answers. */
	if (len < sizeof(struct nlmsgerr)) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	memcpy(&error, at, sizeof(error));
	at += sizeof(error);
	len -= sizeof(error);
	size = len;
	if (head->nlmsg_flags & (NLM_F_ACK_TLVS | NLM_F_CAPPED)) {
		memcpy(&inner, at, sizeof(inner));
		if (head->nlmsg_flags & NLM_F_CAPPED)
			inner = sizeof(*head);
		size = netlink_next_at(inner, sizeof(*head), len);
	}
	seq_buf_puts(out, size < len ? "[{error=" : "{error=");
	ktrace_show_u32(out, error, SHOW_RESULT, 0);
	seq_buf_puts(out, ", msg=");
	netlink_put_message(out, netlink, at, size);
	seq_buf_putc(out, '}');
	if (size < len) {
		seq_buf_puts(out, ", ");
		netlink_put_attrs(out, netlink, at + size, len - size, &attrs_error);
		seq_buf_putc(out, ']');
	}
}

static void netlink_put_control(struct seq_buf *out, struct netlink netlink,
				const struct nlmsghdr *head, const u8 *at, u32 len)
{
	u32 number;

	switch (head->nlmsg_type) {
	case NLMSG_ERROR:
		netlink_put_error(out, netlink, head, at, len);
		return;
	case NLMSG_DONE:
		if (len != sizeof(number))
			break;
		memcpy(&number, at, sizeof(number));
		ktrace_show_u32(out, number, SHOW_INT, 0);
		return;
	}
	ktrace_show_bytes(out, at, len, false);
}

/* Append a message of at most @len bytes; a header alone has no brackets. */
static void netlink_put_message(struct seq_buf *out, struct netlink netlink, const u8 *at, u32 len)
{
	struct nlmsghdr head;
	u32 bytes;

	if (len < sizeof(head) || !netlink.depth--) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	memcpy(&head, at, sizeof(head));
	bytes = min(head.nlmsg_len, len);
	if (bytes <= sizeof(head)) {
		netlink_put_header(out, &netlink, &head);
		return;
	}
	seq_buf_putc(out, '[');
	netlink_put_header(out, &netlink, &head);
	seq_buf_puts(out, ", ");
	at += sizeof(head);
	bytes -= sizeof(head);
	if (head.nlmsg_type < NLMSG_MIN_TYPE && (head.nlmsg_type ||
						 netlink.protocol != NETLINK_NETFILTER))
		netlink_put_control(out, netlink, &head, at, bytes);
	else
		netlink_put_body(out, netlink, &head, at, bytes);
	seq_buf_putc(out, ']');
}

/**
 * ktrace_put_netlink - append messages of a netlink socket
 * @out:	output
 * @protocol:	protocol of the socket: NETLINK_ROUTE, ...
 * @generic:	names of generic netlink families: a copy made by SYSCALL_HOW_GENERIC, or none
 * @data:	the copy of the buffer
 */
void ktrace_put_netlink(struct seq_buf *out, u16 protocol, const struct syscall_data *generic,
			const struct syscall_data *data)
{
	const struct netlink netlink = {
		.protocol = protocol, .depth = NETLINK_DEPTH, .generic = generic,
	};
	bool several = false;
	const u8 *at = data->at;
	u32 len = data->len, step;
	struct nlmsghdr head;

	/* The messages about devices are text without headers. */
	if (protocol == NETLINK_KOBJECT_UEVENT) {
		ktrace_show_quoted(out, at, len, data->status == SYSCALL_CUT);
		return;
	}
	if (len < sizeof(head)) {
		ktrace_show_bytes(out, at, len, data->status == SYSCALL_CUT);
		return;
	}
	for (; len && !seq_buf_has_overflowed(out); at += step, len -= step) {
		if (len < sizeof(head)) {
			ktrace_show_bytes(out, at, len, false);
			break;
		}
		memcpy(&head, at, sizeof(head));
		step = netlink_next_at(head.nlmsg_len, sizeof(head), len);
		if (!several && step < len) {
			several = true;
			seq_buf_putc(out, '[');
		}
		netlink_put_message(out, netlink, at, len);
		if (step < len)
			seq_buf_puts(out, ", ");
	}
	if (data->status == SYSCALL_CUT)
		seq_buf_puts(out, several ? ", ..." : "...");
	if (several)
		seq_buf_putc(out, ']');
}
