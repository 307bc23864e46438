// SPDX-License-Identifier: GPL-2.0
/* Commands of ioctl() on sockets: struct ifreq, whose use depends on the command. */
#include <linux/compat.h>
#include <linux/if.h>
#include <linux/kernel.h>
#include <linux/sockios.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/ioctl.h"

#define IFREQ_NAME(T)	FIELD_AS(T, ifr_ifrn.ifrn_name, "ifr_name", TEXT)
#define IFREQ(T, field, shown, how)					\
	IFREQ_NAME(T), FIELD_AS(T, ifr_ifru.field, shown, how)
#define IFREQ_ADDR(T, shown)						\
	IFREQ_NAME(T), FIELD_BY(T, ifr_ifru.ifru_addr, shown, ktrace_show_sockaddr)
#define IFREQ_MAP(T)							\
	FIELD_AS(T, ifr_ifru.ifru_map.mem_start, "mem_start", HEX),	\
	FIELD_AS(T, ifr_ifru.ifru_map.mem_end, "mem_end", HEX),		\
	FIELD_AS(T, ifr_ifru.ifru_map.base_addr, "base_addr", HEX),	\
	FIELD_AS(T, ifr_ifru.ifru_map.irq, "irq", HEX),			\
	FIELD_AS(T, ifr_ifru.ifru_map.dma, "dma", HEX),			\
	FIELD_AS(T, ifr_ifru.ifru_map.port, "port", HEX)
#define IFREQ_OUTLINES(T, suffix)					\
	static OUTLINE_OF(ifr_index##suffix, T, IFREQ(T, ifru_ivalue, "ifr_ifindex", INT)); \
	static OUTLINE_OF(ifr_metric##suffix, T, IFREQ(T, ifru_ivalue, "ifr_metric", INT)); \
	static OUTLINE_OF(ifr_qlen##suffix, T, IFREQ(T, ifru_ivalue, "ifr_qlen", INT)); \
	static OUTLINE_OF(ifr_mtu##suffix, T, IFREQ(T, ifru_mtu, "ifr_mtu", INT)); \
	static OUTLINE_OF(ifr_newname##suffix, T, IFREQ(T, ifru_newname, "ifr_newname", TEXT)); \
	static OUTLINE_OF(ifr_slave##suffix, T, IFREQ(T, ifru_slave, "ifr_slave", TEXT)); \
	static OUTLINE_OF(ifr_addr##suffix, T, IFREQ_ADDR(T, "ifr_addr")); \
	static OUTLINE_OF(ifr_dstaddr##suffix, T, IFREQ_ADDR(T, "ifr_dstaddr")); \
	static OUTLINE_OF(ifr_netmask##suffix, T, IFREQ_ADDR(T, "ifr_netmask")); \
	static OUTLINE_OF(ifr_broadaddr##suffix, T,			\
		IFREQ_ADDR(T, "ifr_broadaddr"));	\
	static OUTLINE_OF(ifr_hwaddr##suffix, T, IFREQ_ADDR(T, "ifr_hwaddr")); \
	static OUTLINE_OF(ifr_flags##suffix, T, IFREQ_NAME(T),		\
		{ .name = "ifr_flags", .offset = offsetof(T, ifr_ifru.ifru_flags), \
		  .size = sizeof(short), .as = SHOW_FLAGS,		\
		  .names = KTRACE_NAMES_rtnl_link_flags });		\
	static OUTLINE_OF(ifr_map##suffix, T, IFREQ_NAME(T), IFREQ_MAP(T)); \
	static OUTLINE_OF(ifr_name##suffix, T,				\
		FIELD_AS(T, ifr_ifru.ifru_ivalue, "ifr_ifindex", INT), IFREQ_NAME(T))

IFREQ_OUTLINES(struct ifreq, _native);
IFREQ_OUTLINES(struct compat_ifreq, _compat);

#define T struct ifconf
static OUTLINE_OF(ifconf, T, F(T, ifc_len, INT), FIELD_AS(T, ifc_ifcu.ifcu_buf, "ifc_buf", PTR));
#undef T
#define T struct compat_ifconf
static OUTLINE_OF(ifconf32, T, F(T, ifc_len, INT), FIELD_AS(T, ifcbuf, "ifc_buf", PTR));
#undef T

#define IFR_R(cmd, id)	IOCTL_RW_PAIR(cmd, ifr_##id##_native, ifr_##id##_compat)
#define IFR_W(cmd, id)	IOCTL_W_PAIR(cmd, ifr_##id##_native, ifr_##id##_compat)

static const struct syscall_command net_commands[] = {
	IFR_R(SIOCGIFNAME, name), IFR_R(SIOCGIFINDEX, index),
	IFR_R(SIOCGIFFLAGS, flags), IFR_W(SIOCSIFFLAGS, flags),
	IFR_R(SIOCGIFADDR, addr), IFR_W(SIOCSIFADDR, addr),
	IFR_R(SIOCGIFDSTADDR, dstaddr), IFR_W(SIOCSIFDSTADDR, dstaddr),
	IFR_R(SIOCGIFBRDADDR, broadaddr), IFR_W(SIOCSIFBRDADDR, broadaddr),
	IFR_R(SIOCGIFNETMASK, netmask), IFR_W(SIOCSIFNETMASK, netmask),
	IFR_R(SIOCGIFHWADDR, hwaddr), IFR_W(SIOCSIFHWADDR, hwaddr),
	IFR_R(SIOCGIFMETRIC, metric), IFR_W(SIOCSIFMETRIC, metric),
	IFR_R(SIOCGIFMTU, mtu), IFR_W(SIOCSIFMTU, mtu),
	IFR_R(SIOCGIFTXQLEN, qlen), IFR_W(SIOCSIFTXQLEN, qlen),
	IFR_R(SIOCGIFMAP, map), IFR_W(SIOCSIFMAP, map), IFR_W(SIOCSIFNAME, newname),
	IFR_R(SIOCGIFSLAVE, slave), IFR_W(SIOCSIFSLAVE, slave),
	IFR_W(SIOCADDMULTI, hwaddr), IFR_W(SIOCDELMULTI, hwaddr),
	IOCTL_RW_PAIR(SIOCGIFCONF, ifconf, ifconf32),
	IOCTL_R(SIOCATMARK, int), IOCTL_R(SIOCGPGRP, int), IOCTL_W(SIOCSPGRP, int),
	IOCTL_W(FIOSETOWN, int), IOCTL_R(FIOGETOWN, int),
	IOCTL_R_PAIR(SIOCGSTAMP_OLD, timeval, timeval32),
	IOCTL_R_PAIR(SIOCGSTAMPNS_OLD, timespec, timespec32),
};

IOCTL_TABLE(net);
