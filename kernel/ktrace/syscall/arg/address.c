// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of sockets as text, by family:
 *
 *	{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}
 *
 * Called when records are read. A family is an entry of address_families[]: a layout, or a
 * function where a layout does not do. An address shorter than the family's smallest one is
 * shown as sa_data, as is an address of a family without an entry.
 */
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kernel.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <linux/un.h>
#include <uapi/linux/atalk.h>
#include <uapi/linux/atm.h>
#include <uapi/linux/ax25.h>
#include <uapi/linux/can.h>
#include <uapi/linux/caif/caif_socket.h>
#include <uapi/linux/if_alg.h>
#include <uapi/linux/if_arp.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/if_pppox.h>
#include <uapi/linux/if_xdp.h>
#include <uapi/linux/llc.h>
#include <uapi/linux/mctp.h>
#include <uapi/linux/netlink.h>
#include <uapi/linux/nfc.h>
#include <uapi/linux/phonet.h>
#include <uapi/linux/qrtr.h>
#include <uapi/linux/rose.h>
#include <uapi/linux/rxrpc.h>
#include <uapi/linux/tipc.h>
#include <uapi/linux/vm_sockets.h>
#include <uapi/linux/x25.h>

#include "text/format.h"
#include "syscall/arg/describe.h"

/*
 * The socket addresses of Bluetooth have no UAPI header: the layouts are those of
 * include/net/bluetooth/.
 */
struct syscall_sockaddr_hci {
	u16 family, hci_dev, hci_channel;
};

struct syscall_sockaddr_sco {
	u16 family;
	u8 sco_bdaddr[6];
};

struct syscall_sockaddr_rc {
	u16 family;
	u8 rc_bdaddr[6];
	u8 rc_channel;
};

struct syscall_sockaddr_l2 {
	u16 family, l2_psm;
	u8 l2_bdaddr[6];
	u16 l2_cid;
	u8 l2_bdaddr_type;
};

/* As struct sockaddr_ieee802154 of net/af_ieee802154.h. */
struct syscall_sockaddr_ieee802154 {
	u16 family;
	s32 addr_type;
	u16 pan_id;
	union {
		u8 hwaddr[8];
		u16 short_addr;
	};
};

/* As struct sockaddr_iucv of net/iucv/af_iucv.h. */
struct syscall_sockaddr_iucv {
	u16 family, siucv_port;
	u32 siucv_addr;
	char siucv_nodeid[8], siucv_user_id[8], siucv_name[8];
};

/* A hardware address, as 01:02:03. */
#define F_MAC(T, field)							\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_MAC }

#define T struct sockaddr_in
static OUTLINE_OF(address_inet, T, F(T, sin_port, NET16), F(T, sin_addr, IN_ADDR));
#undef T
#define T struct sockaddr_nl
static OUTLINE_OF(address_netlink, T, F(T, nl_pad, HEX, IF_SET(T, nl_pad)), F(T, nl_pid, INT),
	F(T, nl_groups, HEX));
#undef T
#define T struct sockaddr_vm
static OUTLINE_OF(address_vsock, T, F_ENUM(T, svm_cid, vsock_cid), F(T, svm_port, HEX),
	F_FLAGS(T, svm_flags, vsock_flags, IF_SET(T, svm_flags)));
#undef T
#define T struct sockaddr_alg
static OUTLINE_OF(address_alg, T, F(T, salg_type, TEXT), F(T, salg_feat, HEX), F(T, salg_mask, HEX),
	F(T, salg_name, TEXT));
#undef T
#define T struct sockaddr_can
static OUTLINE_OF(address_can, T, F(T, can_ifindex, INT),
	FIELD_AS(T, can_addr.tp.rx_id, "rx_id", HEX),
	FIELD_AS(T, can_addr.tp.tx_id, "tx_id", HEX), FIELD_AS(T, can_addr.j1939.pgn, "pgn", HEX),
	FIELD_AS(T, can_addr.j1939.addr, "addr", HEX));
#undef T
#define T struct sockaddr_xdp
static OUTLINE_OF(address_xdp, T, F_FLAGS(T, sxdp_flags, xdp_flags), F(T, sxdp_ifindex, UINT),
	F(T, sxdp_queue_id, UINT), F(T, sxdp_shared_umem_fd, INT));
#undef T
#define T struct sockaddr_qrtr
static OUTLINE_OF(address_qrtr, T, F(T, sq_node, HEX), F(T, sq_port, HEX));
#undef T
#define T struct sockaddr_tipc
#define IF_TIPC(type)	IF_EQUAL(T, addrtype, U8_MAX, type)
static OUTLINE_OF(address_tipc, T, F_ENUM(T, addrtype, tipc_addrtype), F_ENUM(T, scope, tipc_scope),
	FIELD_AS(T, addr.id.ref, "ref", HEX, IF_TIPC(TIPC_SOCKET_ADDR)),
	FIELD_AS(T, addr.id.node, "node", HEX, IF_TIPC(TIPC_SOCKET_ADDR)),
	FIELD_AS(T, addr.nameseq.type, "type", UINT, IF_TIPC(TIPC_SERVICE_RANGE)),
	FIELD_AS(T, addr.nameseq.lower, "lower", UINT, IF_TIPC(TIPC_SERVICE_RANGE)),
	FIELD_AS(T, addr.nameseq.upper, "upper", UINT, IF_TIPC(TIPC_SERVICE_RANGE)),
	FIELD_AS(T, addr.name.name.type, "type", UINT, IF_TIPC(TIPC_SERVICE_ADDR)),
	FIELD_AS(T, addr.name.name.instance, "instance", UINT, IF_TIPC(TIPC_SERVICE_ADDR)),
	FIELD_AS(T, addr.name.domain, "domain", HEX, IF_TIPC(TIPC_SERVICE_ADDR)));
#undef T
#define T struct sockaddr_pn
static OUTLINE_OF(address_phonet, T, F(T, spn_obj, HEX), F(T, spn_dev, HEX),
	F(T, spn_resource, HEX));
#undef T
#define T struct sockaddr_nfc
static OUTLINE_OF(address_nfc, T, F(T, dev_idx, UINT), F(T, target_idx, UINT),
	F(T, nfc_protocol, UINT));
#undef T
#define T struct sockaddr_llc
static OUTLINE_OF(address_llc, T, F_ENUM(T, sllc_arphrd, arp_hardware), F(T, sllc_test, UINT),
	F(T, sllc_xid, UINT), F(T, sllc_ua, UINT), F(T, sllc_sap, HEX), F_MAC(T, sllc_mac));
#undef T
#define T struct sockaddr_mctp
static OUTLINE_OF(address_mctp, T, F(T, smctp_network, UINT),
	FIELD_AS(T, smctp_addr.s_addr, "smctp_addr", HEX),
	F(T, smctp_type, HEX), F(T, smctp_tag, HEX));
#undef T
#define T struct sockaddr_rxrpc
static OUTLINE_OF(address_rxrpc, T, F(T, srx_service, UINT),
	F_FLAGS(T, transport_type, socket_type), F(T, transport_len, UINT),
	FIELD_AS(T, transport.sin.sin_port, "sin_port", NET16,
		 IF_EQUAL(T, transport.family, U16_MAX, AF_INET)),
	FIELD_AS(T, transport.sin.sin_addr, "sin_addr", IN_ADDR,
		 IF_EQUAL(T, transport.family, U16_MAX, AF_INET)),
	FIELD_AS(T, transport.sin6.sin6_port, "sin6_port", NET16,
		 IF_EQUAL(T, transport.family, U16_MAX, AF_INET6)),
	FIELD_AS(T, transport.sin6.sin6_addr, "sin6_addr", IN6_ADDR,
		 IF_EQUAL(T, transport.family, U16_MAX, AF_INET6)));
#undef T
#define T struct sockaddr_x25
static OUTLINE_OF(address_x25, T, FIELD_AS(T, sx25_addr.x25_addr, "x25_addr", TEXT));
#undef T
#define T struct sockaddr_atmpvc
static OUTLINE_OF(address_atmpvc, T, FIELD_AS(T, sap_addr.itf, "itf", INT),
	FIELD_AS(T, sap_addr.vpi, "vpi", INT), FIELD_AS(T, sap_addr.vci, "vci", INT));
#undef T
#define T struct sockaddr_atmsvc
static OUTLINE_OF(address_atmsvc, T, FIELD_AS(T, sas_addr.prv, "prv", BYTES),
	FIELD_AS(T, sas_addr.pub, "pub", TEXT), FIELD_AS(T, sas_addr.lij_type, "lij_type", UINT),
	FIELD_AS(T, sas_addr.lij_id, "lij_id", UINT));
#undef T
#define T struct sockaddr_at
static OUTLINE_OF(address_appletalk, T, F(T, sat_port, UINT),
	FIELD_AS(T, sat_addr.s_net, "s_net", NET16), FIELD_AS(T, sat_addr.s_node, "s_node", UINT));
#undef T

/*
 * A call sign of amateur radio, as "DL1ABC-7": six characters and a number, each shifted left by
 * one bit, with spaces at the end. Other characters cannot be part of a call sign.
 */
static void put_call_sign(struct seq_buf *out, const void *at, u32 size)
{
	const u8 *call = at;
	unsigned int i, len = 0;
	char text[7];

	for (i = 0; i < 6; i++) {
		text[i] = call[i] >> 1;
		if ((text[i] < '0' || text[i] > '9') && (text[i] < 'A' || text[i] > 'Z') &&
		    (text[i] != ' ' || !i)) {
			ktrace_show_quoted(out, at, size, false);
			return;
		}
		if (text[i] != ' ')
			len = i + 1;
	}
	text[len] = '\0';
	seq_buf_printf(out, "\"%s-%u\"", text, call[6] >> 1 & 0xf);
}

#define T struct sockaddr_ax25
static OUTLINE_OF(address_ax25, T, FIELD_BY(T, sax25_call.ax25_call, "sax25_call", put_call_sign),
	F(T, sax25_ndigis, INT));
#undef T
#define T struct sockaddr_rose
static OUTLINE_OF(address_rose, T, FIELD_AS(T, srose_addr.rose_addr, "srose_addr", BYTES),
	FIELD_BY(T, srose_call.ax25_call, "srose_call", put_call_sign), F(T, srose_ndigis, INT));
#undef T
#define T struct sockaddr_pppox
static OUTLINE_OF(address_pppox, T, F(T, sa_protocol, UINT),
	FIELD_AS(T, sa_addr.pppoe.sid, "sid", NET16,
		 IF_EQUAL(T, sa_protocol, U32_MAX, PX_PROTO_OE)),
	FIELD_AS(T, sa_addr.pptp.call_id, "call_id", UINT,
		 IF_EQUAL(T, sa_protocol, U32_MAX, PX_PROTO_PPTP)),
	FIELD_AS(T, sa_addr.pptp.sin_addr, "sin_addr", IN_ADDR,
		 IF_EQUAL(T, sa_protocol, U32_MAX, PX_PROTO_PPTP)));
#undef T
#define T struct sockaddr_caif
static OUTLINE_OF(address_caif, T, FIELD_AS(T, u.dgm.connection_id, "connection_id", HEX));
#undef T
#define T struct syscall_sockaddr_ieee802154
static OUTLINE_OF(address_ieee802154, T, F(T, addr_type, UINT), F(T, pan_id, HEX),
	F_MAC(T, hwaddr));
#undef T
#define T struct syscall_sockaddr_iucv
static OUTLINE_OF(address_iucv, T, F(T, siucv_user_id, BYTES), F(T, siucv_name, BYTES));
#undef T
#define T struct syscall_sockaddr_hci
static OUTLINE_OF(address_hci, T, F(T, hci_dev, LE16), F_ENUM(T, hci_channel, hci_channel));
#undef T
#define T struct syscall_sockaddr_sco
static OUTLINE_OF(address_sco, T, F_MAC(T, sco_bdaddr));
#undef T
#define T struct syscall_sockaddr_rc
static OUTLINE_OF(address_rc, T, F_MAC(T, rc_bdaddr), F(T, rc_channel, UINT));
#undef T
#define T struct syscall_sockaddr_l2
static OUTLINE_OF(address_l2, T, F(T, l2_psm, LE16), F_MAC(T, l2_bdaddr), F(T, l2_cid, LE16),
	F(T, l2_bdaddr_type, HEX));
#undef T

static void put_unix(struct seq_buf *out, const u8 *at, u32 len, bool cut)
{
	const u8 *path = at + offsetof(struct sockaddr_un, sun_path);

	len -= offsetof(struct sockaddr_un, sun_path);
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

/* Programs may pass the structure of RFC 2133, which has no scope. */
static void put_inet6(struct seq_buf *out, const u8 *at, u32 len, bool cut)
{
	struct sockaddr_in6 addr = { };

	memcpy(&addr, at, min_t(u32, len, sizeof(addr)));
	seq_buf_printf(out, ", sin6_port=htons(%u), sin6_flowinfo=htonl(%u), inet_pton(AF_INET6, \"%pI6c\", &sin6_addr)",
		       ntohs(addr.sin6_port), ntohl(addr.sin6_flowinfo), &addr.sin6_addr);
	if (len >= sizeof(addr))
		seq_buf_printf(out, ", sin6_scope_id=%u", addr.sin6_scope_id);
}

/* The length of the hardware address is in the structure. */
static void put_packet(struct seq_buf *out, const u8 *at, u32 len, bool cut)
{
	struct sockaddr_ll addr = { };
	u32 i;

	memcpy(&addr, at, min_t(u32, len, sizeof(addr)));
	seq_buf_puts(out, ", sll_protocol=");
	ktrace_show_ether_type(out, (__force u16)addr.sll_protocol);
	seq_buf_printf(out, ", sll_ifindex=%d, sll_hatype=", addr.sll_ifindex);
	ktrace_show_u32(out, addr.sll_hatype, SHOW_ENUM, KTRACE_NAMES_arp_hardware);
	seq_buf_puts(out, ", sll_pkttype=");
	ktrace_show_u32(out, addr.sll_pkttype, SHOW_ENUM, KTRACE_NAMES_packet_type);
	seq_buf_printf(out, ", sll_halen=%u", addr.sll_halen);
	len = min_t(u32, len - offsetof(struct sockaddr_ll, sll_addr), sizeof(addr.sll_addr));
	len = min_t(u32, len, addr.sll_halen);
	for (i = 0; i < len; i++)
		seq_buf_printf(out, "%s%#x", i ? ", " : ", sll_addr=[", addr.sll_addr[i]);
	if (len)
		seq_buf_puts(out, len < addr.sll_halen ? ", ...]" : "]");
}

/* The size identifies the protocol. */
static void put_bluetooth(struct seq_buf *out, const u8 *at, u32 len, bool cut)
{
	const struct syscall_layout *layout;

	if (len >= offsetofend(struct syscall_sockaddr_l2, l2_cid))
		layout = LAYOUT(address_l2);
	else if (len >= offsetofend(struct syscall_sockaddr_rc, rc_channel))
		layout = LAYOUT(address_rc);
	else if (len >= sizeof(struct syscall_sockaddr_sco))
		layout = LAYOUT(address_sco);
	else
		layout = LAYOUT(address_hci);
	ktrace_show_fields(out, layout, at, len, false);
}

/**
 * struct address_family - how to show the addresses of a family
 * @family:	the family
 * @min:	size of the smallest address
 * @layout:	the fields after the family; NULL if @put shows them
 * @put:	append the fields, each after a comma
 */
struct address_family {
	u16 family;
	u16 min;
	const struct syscall_layout *layout;
	void (*put)(struct seq_buf *out, const u8 *at, u32 len, bool cut);
};

#define FAMILY_OF(id, smallest, of)					\
	{ .family = id, .min = smallest, .layout = LAYOUT(address_##of) }

static const struct address_family address_families[] = {
	{ AF_UNIX, sizeof(u16), .put = put_unix },
	{ AF_INET6, offsetof(struct sockaddr_in6, sin6_scope_id), .put = put_inet6 },
	{ AF_PACKET, offsetof(struct sockaddr_ll, sll_addr), .put = put_packet },
	{ AF_BLUETOOTH, offsetofend(struct syscall_sockaddr_hci, hci_dev), .put = put_bluetooth },
	FAMILY_OF(AF_INET, sizeof(struct sockaddr_in), inet),
	FAMILY_OF(AF_SMC, sizeof(struct sockaddr_in), inet),
	FAMILY_OF(AF_NETLINK, sizeof(struct sockaddr_nl), netlink),
	FAMILY_OF(AF_VSOCK, sizeof(struct sockaddr_vm), vsock),
	FAMILY_OF(AF_ALG, offsetofend(struct sockaddr_alg, salg_mask), alg),
	FAMILY_OF(AF_CAN, offsetofend(struct sockaddr_can, can_ifindex), can),
	FAMILY_OF(AF_XDP, sizeof(struct sockaddr_xdp), xdp),
	FAMILY_OF(AF_QIPCRTR, sizeof(struct sockaddr_qrtr), qrtr),
	FAMILY_OF(AF_TIPC, sizeof(struct sockaddr_tipc), tipc),
	FAMILY_OF(AF_PHONET, offsetofend(struct sockaddr_pn, spn_resource), phonet),
	FAMILY_OF(AF_NFC, sizeof(struct sockaddr_nfc), nfc),
	FAMILY_OF(AF_LLC, offsetofend(struct sockaddr_llc, sllc_mac), llc),
	FAMILY_OF(AF_MCTP, offsetofend(struct sockaddr_mctp, smctp_tag), mctp),
	FAMILY_OF(AF_RXRPC, offsetofend(struct sockaddr_rxrpc, transport.family), rxrpc),
	FAMILY_OF(AF_X25, sizeof(struct sockaddr_x25), x25),
	FAMILY_OF(AF_ATMPVC, sizeof(struct sockaddr_atmpvc), atmpvc),
	FAMILY_OF(AF_ATMSVC, sizeof(struct sockaddr_atmsvc), atmsvc),
	FAMILY_OF(AF_APPLETALK, offsetof(struct sockaddr_at, sat_zero), appletalk),
	FAMILY_OF(AF_AX25, sizeof(struct sockaddr_ax25), ax25),
	FAMILY_OF(AF_NETROM, sizeof(struct sockaddr_ax25), ax25),
	FAMILY_OF(AF_ROSE, sizeof(struct sockaddr_rose), rose),
	FAMILY_OF(AF_PPPOX, offsetofend(struct sockaddr_pppox, sa_protocol), pppox),
	FAMILY_OF(AF_CAIF, offsetofend(struct sockaddr_caif, u.dgm.connection_id), caif),
	FAMILY_OF(AF_IEEE802154, sizeof(struct syscall_sockaddr_ieee802154), ieee802154),
	FAMILY_OF(AF_IUCV, sizeof(struct syscall_sockaddr_iucv), iucv),
};

static const struct address_family *address_family(u16 family, u32 len)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(address_families); i++)
		if (address_families[i].family == family && address_families[i].min <= len)
			return &address_families[i];
	return NULL;
}

/**
 * ktrace_show_ether_type - append an Ethernet protocol as htons(NAME)
 * @out:	output
 * @type:	the protocol, in network byte order
 */
void ktrace_show_ether_type(struct seq_buf *out, u16 type)
{
	seq_buf_puts(out, "htons(");
	ktrace_names_print(out, KTRACE_NAMES_packet_proto, ntohs((__force __be16)type));
	seq_buf_putc(out, ')');
}

/**
 * ktrace_show_address - append the address of a socket
 * @out:	output
 * @data:	a struct sockaddr, or a part of it
 */
void ktrace_show_address(struct seq_buf *out, const struct syscall_data *data)
{
	const struct address_family *found;
	bool cut = data->status == SYSCALL_CUT;
	const u8 *at = data->at;
	u32 len = data->len;
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
	found = address_family(family, len);
	if (found && found->put) {
		found->put(out, at, len, cut);
	} else if (found) {
		ktrace_show_fields(out, found->layout, at, len, false);
	} else if (len > sizeof(family)) {
		seq_buf_puts(out, ", sa_data=");
		ktrace_show_quoted(out, at + sizeof(family), len - sizeof(family), cut);
	}
	seq_buf_putc(out, '}');
}

/**
 * ktrace_show_sockaddr - struct syscall_field.put of a struct sockaddr
 * @out:	output
 * @at:	its bytes
 * @size:	number of bytes
 */
void ktrace_show_sockaddr(struct seq_buf *out, const void *at, u32 size)
{
	ktrace_show_address(out, &(const struct syscall_data){ at, size, SYSCALL_COPIED });
}
