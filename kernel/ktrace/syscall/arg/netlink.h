/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Messages of netlink sockets: type tables. netlink.c walks messages and attributes;
 * the other files netlink_*.c have the tables of protocols.
 */
#ifndef _KTRACE_SYSCALL_NETLINK_H
#define _KTRACE_SYSCALL_NETLINK_H

#include "syscall/arg/show.h"

/* How the payload of an attribute is shown. */
enum netlink_how {
	NETLINK_LAYOUT,		/* by its layout */
	NETLINK_ADDRESS,	/* an IP address of the message's family */
	NETLINK_NESTED,		/* a set of attributes */
	NETLINK_LIST,		/* attributes with numbers as types, each of which is a set */
	NETLINK_HEADED,		/* a structure or number, and attributes behind it */
};

struct netlink_attrs;

/**
 * struct netlink_attr - an attribute whose payload is not bytes
 * @type:	type of the attribute
 * @how:	enum netlink_how
 * @family:	address family of the messages in which the attribute is shown so; 0 for all
 * @array:	for NETLINK_LAYOUT: the payload is an array
 * @layout:	for NETLINK_LAYOUT and NETLINK_HEADED
 * @nested:	for NETLINK_NESTED, NETLINK_LIST and NETLINK_HEADED
 */
struct netlink_attr {
	u16	type;
	u8	how;
	u8	family;
	bool	array;
	const struct syscall_layout *layout;
	const struct netlink_attrs *nested;
};

/**
 * struct netlink_attrs - a set of attributes
 * @names:	names of the types; 0 for none
 * @nr:		number of entries
 * @attrs:	the attributes whose payload is known
 */
struct netlink_attrs {
	u16	names;
	u16	nr;
	const struct netlink_attr *attrs;
};

/**
 * struct netlink_message - the payload of messages
 * @layout:	structure at the beginning of the payload
 * @attrs:	attributes behind this structure
 * @put:	if not NULL, appends the whole payload, which may be cut
 */
struct netlink_message {
	const struct syscall_layout *layout;
	const struct netlink_attrs *attrs;
	void (*put)(struct seq_buf *out, const u8 *at, u32 len);
};

#define NETLINK_ATTRS(id, table, ...)					\
	static const struct netlink_attrs id = {			\
		.names = KTRACE_NAMES_##table,				\
		.nr = ARRAY_SIZE(((const struct netlink_attr[]) { __VA_ARGS__ })), \
		.attrs = (const struct netlink_attr[]) { __VA_ARGS__ },	\
	}
/* A set of attributes whose payload is bytes. */
#define NETLINK_NAMED(id, table)					\
	static const struct netlink_attrs id = { .names = KTRACE_NAMES_##table }
#define ATTR(number, id)	{ .type = number, .layout = LAYOUT(id) }
#define ATTR_ARRAY(number, id)	{ .type = number, .array = true, .layout = LAYOUT(id) }
#define ATTR_ADDRESS(number)	{ .type = number, .how = NETLINK_ADDRESS }
#define ATTR_NESTED(number, set) { .type = number, .how = NETLINK_NESTED, .nested = &(set) }
#define ATTR_NESTED_IF(number, of, set)					\
	{ .type = number, .how = NETLINK_NESTED, .family = of, .nested = &(set) }
#define ATTR_HEADED(number, id, set)					\
	{ .type = number, .how = NETLINK_HEADED, .layout = LAYOUT(id), .nested = &(set) }
#define ATTR_LIST(number, set)	{ .type = number, .how = NETLINK_LIST, .nested = &(set) }

/*
 * A structure that ends behind the field @last, without padding. If @smallest is not 0, older
 * kernels have structures of this size at least.
 */
#define OUTLINE_UNTIL(id, T, last, smallest, ...)			\
	const struct syscall_layout syscall_layout_##id = {		\
		.size = offsetofend(T, last), .min = smallest,		\
		.nr = ARRAY_SIZE(((const struct syscall_field[]) { __VA_ARGS__ })), \
		.fields = (const struct syscall_field[]) { __VA_ARGS__ },	\
	}

/* netlink_route.c, netlink_diag.c, netlink_audit.c: return NULL if the type is unknown. */
const struct netlink_message *ktrace_netlink_route(u16 type, u16 flags, u8 family);
const struct netlink_message *ktrace_netlink_diag(u16 type, u8 family, bool request);

const struct netlink_message *ktrace_netlink_audit(u16 type);
/* netlink_filter.c, netlink_generic.c: describe only the header if the type is unknown. */
const struct netlink_message *ktrace_netlink_filter(u16 type);
struct netlink_message ktrace_netlink_generic(const char *family, u8 cmd, bool request);

void ktrace_put_netlink(struct seq_buf *out, u16 protocol, const struct syscall_data *generic,
			const struct syscall_data *data);

#endif /* _KTRACE_SYSCALL_NETLINK_H */
