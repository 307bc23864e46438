// SPDX-License-Identifier: GPL-2.0
/*
 * netlink_values SCENE - send messages of netlink and print how ktrace must show each call
 *
 *	route		rtnetlink: attributes that are nested, cut, or in a request only
 *	generic		families whose numbers the kernel assigns
 *	netfilter	attributes by subsystem, if the kernel has them
 *	audit		a rule, if the kernel has audit
 *	sockets		requests for sockets by family, and an answer
 *
 * See values.h.
 */
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/genetlink.h>
#include <linux/if_arp.h>
#include <linux/if_bridge.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/netlink_diag.h>
#include <linux/packet_diag.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "values.h"

/* A request for a multicast group: its attributes have the numbers of others in answers. */
static void group_request(int s)
{
	struct {
		struct nlmsghdr head;
		struct br_port_msg port;
		struct nlattr attr;
		struct br_mdb_entry entry;
	} get = {
		.head = { sizeof(get), RTM_GETMDB, NLM_F_REQUEST, 1, 0 },
		.port = { AF_BRIDGE, 1 }, .attr = { 32, 1 /* MDBA_GET_ENTRY */ },
		.entry = { .ifindex = 2, .state = MDB_PERMANENT, .vid = 3,
			   .addr.u.ip4 = htonl(0xe0000001), .addr.proto = htons(0x0800) },
	};

	need(sizeof(get) == 56 && syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == 56);
	expect("sendto(fd: %d, buff: [{nlmsg_len=56, nlmsg_type=RTM_GETMDB, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=1, nlmsg_pid=0}, {family=AF_BRIDGE, ifindex=1}, [{nla_len=32, nla_type=MDBA_GET_ENTRY}, {ifindex=2, state=MDB_PERMANENT, flags=0, vid=3, addr={u=inet_addr(\"224.0.0.1\"), proto=htons(0x800)}}]], len: 56, flags: 0, addr: NULL, addr_len: 0) = 56",
	       s);
}

/* A message with a header of four bytes and attributes. */
struct message {
	struct nlmsghdr head;
	unsigned char cmd, version, reserved[2];
	struct nlattr attr[1];
	char data[1100];
};

#define MESSAGE_HEAD	20

static const char *header(const struct message *message, const char *type)
{
	static char text[128];

	snprintf(text, sizeof(text), "{nlmsg_len=%u, nlmsg_type=%s, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=%u, nlmsg_pid=0}",
		 message->head.nlmsg_len, type, message->head.nlmsg_seq);
	return text;
}

/* Append an attribute with @len bytes of data at @at. Return: its length with padding. */
static int attribute(void *at, int type, const void *data, int len)
{
	struct nlattr attr = { 4 + len, type };

	memcpy(at, &attr, 4);
	memcpy(at + 4, data, len);
	return (4 + len + 3) & ~3;
}

/* Return: the number of the generic netlink family, or 0. */
static int family(const char *name)
{
	struct message message = {
		.head = { 0, GENL_ID_CTRL, NLM_F_REQUEST, 7, 0 },
		.cmd = CTRL_CMD_GETFAMILY, .version = 1,
	};
	int len = MESSAGE_HEAD + attribute(message.attr, CTRL_ATTR_FAMILY_NAME, name,
					   strlen(name) + 1), at;
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);

	/* The scene does not look at the calls read() and write(). */
	message.head.nlmsg_len = len;
	need(s >= 0 && write(s, &message, len) == len);
	len = read(s, &message, sizeof(message));
	need(len >= MESSAGE_HEAD && !close(s));
	if (message.head.nlmsg_type != GENL_ID_CTRL)
		return 0;
	for (at = MESSAGE_HEAD; at + 4 < len; at += (message.attr->nla_len + 3) & ~3) {
		memcpy(message.attr, (char *)&message + at, 4);
		if (message.attr->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(unsigned short *)((char *)&message + at + 4);
		need(message.attr->nla_len >= 4);
	}
	return 0;
}

/* Send a message; the record shows the text of its payload. */
static void send_message(int s, struct message *message, int len, const char *type,
			 const char *payload)
{
	message->head.nlmsg_len = len;
	need(syscall(SYS_sendto, s, message, len, 0, NULL, 0) == len);
	expect("sendto(fd: %d, buff: [%s, %s], len: %d, flags: 0, addr: NULL, addr_len: 0) = %d",
	       s, header(message, type), payload, len, len);
}

/* Messages of families whose numbers the kernel assigns: the record has their names. */
static void generic(void)
{
	struct message message = { .head = { 0, 0, NLM_F_REQUEST, 1, 0 }, .cmd = 1, .version = 1 };
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC), len, ifindex = 9999, id;
	struct sockaddr_nl self = { .nl_family = AF_NETLINK };
	struct iovec iov = { &message, 28 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	socklen_t size = sizeof(self);
	char answer[256], nested[16];

	need(s >= 0 && !bind(s, (struct sockaddr *)&self, size) &&
	     !getsockname(s, (struct sockaddr *)&self, &size));
	id = family("netdev");
	need(id);
	message.head.nlmsg_type = id;
	len = MESSAGE_HEAD + attribute(message.attr, 1, &ifindex, 4);
#define NETDEV "{cmd=NETDEV_CMD_DEV_GET, version=1}, [{nla_len=8, nla_type=NETDEV_A_DEV_IFINDEX}, 9999]"
	send_message(s, &message, len, "netdev", NETDEV);
	/* The error has the message that it answers. */
	need(syscall(SYS_recvfrom, s, answer, sizeof(answer), 0, NULL, NULL) >= 36);
	len = ((struct nlmsghdr *)answer)->nlmsg_len;
	need(len == 48);
	expect("recvfrom(fd: %d, ubuf: [{nlmsg_len=48, nlmsg_type=NLMSG_ERROR, nlmsg_flags=0, nlmsg_seq=1, nlmsg_pid=%d}, {error=-ENODEV, msg=[%s, " NETDEV "]}], size: 256, flags: 0, addr: NULL, addr_len: NULL) = 48",
	       s, (int)self.nl_pid, header(&message, "netdev"));
	need(syscall(SYS_sendmsg, s, &msg, 0) == 28);
	expect("sendmsg(fd: %d, msg: {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=[%s, " NETDEV "], iov_len=28}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, flags: 0) = 28",
	       s, header(&message, "netdev"));
	/* No family has this number. */
	message.head.nlmsg_type = 0x7777;
	send_message(s, &message, 28, "0x7777",
		     "{cmd=1, version=1}, [{nla_len=8, nla_type=0x1}, \"\\17'\\0\\0\"]");
	id = family("tcp_metrics");
	if (id) {
		message.head.nlmsg_type = id;
		attribute(message.attr, 1, "\177\0\0\1", 4);
		send_message(s, &message, 28, "tcp_metrics",
			     "{cmd=TCP_METRICS_CMD_GET, version=1}, [{nla_len=8, nla_type=TCP_METRICS_ATTR_ADDR_IPV4}, inet_addr(\"127.0.0.1\")]");
	}
	id = family("ethtool");
	if (id) {
		message.head.nlmsg_type = id;
		message.cmd = 2;
		len = attribute(nested, 1, &ifindex, 4);
		len = MESSAGE_HEAD + attribute(message.attr, NLA_F_NESTED | 1, nested, len);
		send_message(s, &message, len, "ethtool",
			     "{cmd=ETHTOOL_MSG_LINKINFO_GET, version=1}, [{nla_len=12, nla_type=NLA_F_NESTED|ETHTOOL_A_LINKINFO_HEADER}, [{nla_len=8, nla_type=ETHTOOL_A_HEADER_DEV_INDEX}, 9999]]");
	}
	id = family("TASKSTATS");
	if (id) {
		message.head.nlmsg_type = id;
		message.cmd = 1;
		attribute(message.attr, 1, &ifindex, 4);
		send_message(s, &message, 28, "TASKSTATS",
			     "{cmd=TASKSTATS_CMD_GET, version=1}, [{nla_len=8, nla_type=TASKSTATS_CMD_ATTR_PID}, 9999]");
	}
	need(!close(s));
}

static void netfilter(void)
{
	struct message message = {
		.head = { 0, 10 << 8 | 1 /* NFT_MSG_GETTABLE */, NLM_F_REQUEST, 1, 0 },
		.cmd = AF_INET,
	};
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER), len;
	char ip[16], tuple[32];

	if (s < 0)
		return;
	len = MESSAGE_HEAD + attribute(message.attr, 1, "none", 5);
	send_message(s, &message, len, "NFNL_SUBSYS_NFTABLES<<8|NFT_MSG_GETTABLE",
		     "{nfgen_family=AF_INET, version=0, res_id=htons(0)}, [{nla_len=9, nla_type=NFTA_TABLE_NAME}, \"none\"]");
	message.head.nlmsg_type = 1 << 8 | 1; /* IPCTNL_MSG_CT_GET */
	len = attribute(ip, 1, "\177\0\0\1", 4);
	len = attribute(tuple, NLA_F_NESTED | 1, ip, len);
	len = MESSAGE_HEAD + attribute(message.attr, NLA_F_NESTED | 1, tuple, len);
	send_message(s, &message, len, "NFNL_SUBSYS_CTNETLINK<<8|IPCTNL_MSG_CT_GET",
		     "{nfgen_family=AF_INET, version=0, res_id=htons(0)}, [{nla_len=16, nla_type=NLA_F_NESTED|CTA_TUPLE_ORIG}, [{nla_len=12, nla_type=NLA_F_NESTED|CTA_TUPLE_IP}, [{nla_len=8, nla_type=CTA_IP_V4_SRC}, inet_addr(\"127.0.0.1\")]]]");
	message.head.nlmsg_type = 1 << 8 | 1;
	len = MESSAGE_HEAD + attribute(message.attr, 8 /* CTA_MARK */, "\0\0\1\2", 4);
	send_message(s, &message, len, "NFNL_SUBSYS_CTNETLINK<<8|IPCTNL_MSG_CT_GET",
		     "{nfgen_family=AF_INET, version=0, res_id=htons(0)}, [{nla_len=8, nla_type=CTA_MARK}, htonl(258)]");
	need(!close(s));
}

static void audit(void)
{
	struct {
		struct nlmsghdr head;
		struct audit_rule_data rule;
		char buf[4];
	} message = {
		.head = { sizeof(message), AUDIT_DEL_RULE, NLM_F_REQUEST, 1, 0 },
		.rule = {
			.flags = AUDIT_FILTER_EXIT | AUDIT_FILTER_PREPEND, .action = AUDIT_ALWAYS,
			.field_count = 2, .mask = { 1 << 3, 1 << 1 },
			.fields = { AUDIT_UID, AUDIT_FILTERKEY }, .values = { 77, 4 },
			.fieldflags = { AUDIT_NOT_EQUAL, AUDIT_EQUAL }, .buflen = 4,
		},
		.buf = "name",
	};
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT);

	if (s < 0)
		return;
	need(syscall(SYS_sendto, s, &message, sizeof(message), 0, NULL, 0) == sizeof(message));
	expect("sendto(fd: %d, buff: [{nlmsg_len=%zu, nlmsg_type=AUDIT_DEL_RULE, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=1, nlmsg_pid=0}, {flags=AUDIT_FILTER_EXIT|AUDIT_FILTER_PREPEND, action=AUDIT_ALWAYS, field_count=2, mask=[3 33], fields=[{field=AUDIT_UID, fieldflags=AUDIT_NOT_EQUAL, value=77}, {field=AUDIT_FILTERKEY, fieldflags=AUDIT_EQUAL, value=4}], ...}]..., len: %zu, flags: 0, addr: NULL, addr_len: 0) = %zu",
	       s, sizeof(message), sizeof(message), sizeof(message));
	need(!close(s));
}

/* Send a request for sockets. */
static void ask_sockets(int s, struct nlmsghdr *head, const char *text)
{
	int len = head->nlmsg_len;

	need(syscall(SYS_sendto, s, head, len, 0, NULL, 0) == len);
	expect("sendto(fd: %d, buff: [{nlmsg_len=%d, nlmsg_type=SOCK_DIAG_BY_FAMILY, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=1, nlmsg_pid=0}, %s], len: %d, flags: 0, addr: NULL, addr_len: 0) = %d",
	       s, len, text, len, len);
}

#define ASK(req) { sizeof(struct nlmsghdr) + sizeof(req), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 1, 0 }

static void sockets(void)
{
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG), pair[2];
	struct { struct nlmsghdr head; struct inet_diag_req_v2 req; } inet = {
		ASK(inet.req), {
			.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_ext = 2,
			.idiag_states = 1 << 10, .id = {
				.idiag_sport = htons(1), .idiag_dport = htons(2),
				.idiag_src = { htonl(0x7f000001) }, .idiag_dst = { 0 },
				.idiag_if = 3, .idiag_cookie = { 4, 5 },
			},
		},
	};
	struct { struct nlmsghdr head; struct unix_diag_req req; } local = {
		ASK(local.req), {
			.sdiag_family = AF_UNIX, .udiag_states = -1, .udiag_show = 2 | 4,
			.udiag_cookie = { -1, -1 },
		},
	};
	struct { struct nlmsghdr head; struct netlink_diag_req req; } netlink = {
		ASK(netlink.req), {
			.sdiag_family = AF_NETLINK, .sdiag_protocol = NETLINK_GENERIC,
			.ndiag_ino = 7, .ndiag_show = 2, .ndiag_cookie = { 8, 9 },
		},
	};
	struct { struct nlmsghdr head; struct packet_diag_req req; } packet = {
		ASK(packet.req), {
			.sdiag_family = AF_PACKET, .pdiag_ino = 7, .pdiag_show = 1,
			.pdiag_cookie = { 8, 9 },
		},
	};
	static char answer[512];
	struct nlmsghdr *head = (void *)answer;
	struct unix_diag_msg *found = NLMSG_DATA(head);
	struct stat ends[2];
	long ret;

	need(s >= 0);
	ask_sockets(s, &inet.head, "{sdiag_family=AF_INET, sdiag_protocol=IPPROTO_TCP, idiag_ext=1<<(INET_DIAG_INFO-1), idiag_states=1<<TCP_LISTEN, id={idiag_sport=htons(1), idiag_dport=htons(2), idiag_src=inet_addr(\"127.0.0.1\"), idiag_dst=inet_addr(\"0.0.0.0\"), idiag_if=3, idiag_cookie=[4, 5]}}");
	ask_sockets(s, &netlink.head, "{sdiag_family=AF_NETLINK, sdiag_protocol=NETLINK_GENERIC, ndiag_ino=7, ndiag_show=NDIAG_SHOW_GROUPS, ndiag_cookie=[8, 9]}");
	ask_sockets(s, &packet.head, "{sdiag_family=AF_PACKET, sdiag_protocol=0, pdiag_ino=7, pdiag_show=PACKET_SHOW_INFO, pdiag_cookie=[8, 9]}");
	need(!close(s));
	/* One end of a pair; the answer has the inode of its peer. */
	s = socket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
	need(s >= 0 && !socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	need(!fstat(pair[0], &ends[0]) && !fstat(pair[1], &ends[1]));
	local.req.udiag_ino = ends[0].st_ino;
	local.req.udiag_states = 1 << 1;
	local.req.udiag_show = 4;
	need(syscall(SYS_sendto, s, &local, sizeof(local), 0, NULL, 0) == sizeof(local));
	expect("sendto(fd: %d, buff: [{nlmsg_len=40, nlmsg_type=SOCK_DIAG_BY_FAMILY, nlmsg_flags=NLM_F_REQUEST, nlmsg_seq=1, nlmsg_pid=0}, {sdiag_family=AF_UNIX, sdiag_protocol=0, udiag_states=1<<TCP_ESTABLISHED, udiag_ino=%u, udiag_show=UDIAG_SHOW_PEER, udiag_cookie=[4294967295, 4294967295]}], len: 40, flags: 0, addr: NULL, addr_len: 0) = 40",
	       s, local.req.udiag_ino);
	ret = syscall(SYS_recvfrom, s, answer, sizeof(answer), 0, NULL, NULL);
	need(ret > 0 && head->nlmsg_type == SOCK_DIAG_BY_FAMILY && head->nlmsg_len == ret);
	need(ret == NLMSG_HDRLEN + (long)sizeof(*found) + 16);
	expect("recvfrom(fd: %d, ubuf: [{nlmsg_len=%ld, nlmsg_type=SOCK_DIAG_BY_FAMILY, nlmsg_flags=0, nlmsg_seq=1, nlmsg_pid=%d}, {udiag_family=AF_UNIX, udiag_type=SOCK_STREAM, udiag_state=TCP_ESTABLISHED, udiag_ino=%u, udiag_cookie=[%u, %u]}, [[{nla_len=8, nla_type=UNIX_DIAG_PEER}, %u], [{nla_len=5, nla_type=UNIX_DIAG_SHUTDOWN}, 0]]], size: 512, flags: 0, addr: NULL, addr_len: NULL) = %ld",
	       s, ret, (int)head->nlmsg_pid, local.req.udiag_ino, found->udiag_cookie[0],
	       found->udiag_cookie[1], (unsigned int)ends[1].st_ino, ret);
	need(!close(s) && !close(pair[0]) && !close(pair[1]));
}

static void route(void)
{
	struct {
		struct nlmsghdr head;
		struct ifinfomsg link;
		struct nlattr attr;
		char name[4];
	} get = {
		.head = { sizeof(get), RTM_GETLINK, NLM_F_REQUEST | NLM_F_ACK, 1, 0 },
		.attr = { 7, IFLA_IFNAME }, .name = "no",
	};
	struct sockaddr_nl self;
	socklen_t len = sizeof(self);
	static char answer[512];
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	long ret;

	need(s >= 0 && !bind(s, (struct sockaddr *)&(struct sockaddr_nl){ .nl_family = AF_NETLINK }, len) &&
	     !getsockname(s, (struct sockaddr *)&self, &len));
#define GET_HEAD "{nlmsg_len=40, nlmsg_type=RTM_GETLINK, nlmsg_flags=NLM_F_REQUEST|NLM_F_ACK, nlmsg_seq=1, nlmsg_pid=0}"
#define GET_LINK "{ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=0, ifi_flags=0, ifi_change=0}"
	need(syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == sizeof(get));
	expect("sendto(fd: %d, buff: [" GET_HEAD ", " GET_LINK ", [{nla_len=7, nla_type=IFLA_IFNAME}, \"no\"]], len: 40, flags: 0, addr: NULL, addr_len: 0) = 40",
	       s);
	ret = syscall(SYS_recvfrom, s, answer, sizeof(answer), 0, NULL, NULL);
	need(ret == 60);
	expect("recvfrom(fd: %d, ubuf: [{nlmsg_len=60, nlmsg_type=NLMSG_ERROR, nlmsg_flags=0, nlmsg_seq=1, nlmsg_pid=%d}, {error=-ENODEV, msg=[" GET_HEAD ", " GET_LINK ", [{nla_len=7, nla_type=IFLA_IFNAME}, \"no\"]]}], size: 512, flags: 0, addr: NULL, addr_len: NULL) = 60",
	       s, (int)self.nl_pid);
	/* An attribute that ends behind the message, and two messages, the second one cut. */
	get.attr.nla_len = 200;
	need(syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == sizeof(get));
	expect("sendto(fd: %d, buff: [" GET_HEAD ", " GET_LINK ", {nla_len=200, nla_type=IFLA_IFNAME}], len: 40, flags: 0, addr: NULL, addr_len: 0) = 40",
	       s);
	/* If an attribute is cut, the record shows the nested attributes that are complete. */
	get.attr.nla_type = IFLA_LINKINFO;
	memcpy(get.name, &(struct nlattr){ 4, IFLA_INFO_KIND }, sizeof(get.name));
	need(syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == sizeof(get));
	expect("sendto(fd: %d, buff: [" GET_HEAD ", " GET_LINK ", [{nla_len=200, nla_type=IFLA_LINKINFO}, {nla_len=4, nla_type=IFLA_INFO_KIND}]], len: 40, flags: 0, addr: NULL, addr_len: 0) = 40",
	       s);
	get.attr.nla_type = IFLA_IFNAME;
	memcpy(get.name, "no\0", sizeof(get.name));
	group_request(s);
	get.head.nlmsg_len = 32;
	need(syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == sizeof(get));
	expect("sendto(fd: %d, buff: [[{nlmsg_len=32, nlmsg_type=RTM_GETLINK, nlmsg_flags=NLM_F_REQUEST|NLM_F_ACK, nlmsg_seq=1, nlmsg_pid=0}, " GET_LINK "], \"\\310\\0\\3\\0no\\0\\0\"], len: 40, flags: 0, addr: NULL, addr_len: 0) = 40",
	       s);
	/* The messages of other sockets are bytes, which the limit of buffers cuts. */
	need(!close(s) && (s = socket(AF_UNIX, SOCK_DGRAM, 0)) >= 0);
	need(syscall(SYS_sendto, s, &get, sizeof(get), 0, NULL, 0) == -1);
	expect("sendto(fd: %d, buff: \" \\0\\0\\0\"..., len: 40, flags: 0, addr: NULL, addr_len: 0) = -ENOTCONN",
	       s);
	need(!close(s));
}

static const struct scene scenes[] = {
	{ "route", route },
	{ "generic", generic },
	{ "netfilter", netfilter },
	{ "audit", audit },
	{ "sockets", sockets },
};

int main(int argc, char **argv)
{
	return run_values(argc, argv, scenes, ARRAY_SIZE(scenes));
}
