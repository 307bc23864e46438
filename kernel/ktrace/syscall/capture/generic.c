// SPDX-License-Identifier: GPL-2.0
/*
 * The names of generic netlink families in the record of a call that passes their messages.
 *
 * The kernel assigns the numbers of families at run time, and a number may belong to another
 * family when the record is read.
 *
 * Called at the exit of a call, behind the copies of its buffers. The messages belong to the
 * program: bound every number before arithmetic.
 */
#include <linux/align.h>
#include <linux/netlink.h>
#include <linux/string.h>
#include <net/genetlink.h>

#include "syscall/capture/internal.h"

/* Maximum number of messages of a buffer to look at. */
#define GENERIC_MESSAGES	16

static_assert(sizeof_field(struct syscall_genl, name) == GENL_NAMSIZ);
static_assert(!(sizeof(struct syscall_genl) % __alignof__(struct syscall_genl)));

/* Return the copy in a slot. */
static struct syscall_data generic_copy(const struct capture *capture, unsigned int slot)
{
	const struct syscall_image *image = capture->image;
	u32 loc = *(u32 *)(image->bytes + syscall_record_loc(image->spec->copied, slot));

	return (struct syscall_data) { .at = image->bytes + (loc & U16_MAX), .len = loc >> 16 };
}

/* Append the name of a family, once. */
static void generic_add(struct capture *capture, u16 id)
{
	const struct syscall_genl *have = (const void *)capture->to;
	unsigned int i, nr = capture->len / sizeof(*have);
	struct syscall_genl *to;

	for (i = 0; i < nr; i++)
		if (have[i].id == id)
			return;
	if (id < NLMSG_MIN_TYPE || nr == SYSCALL_GENL_MAX)
		return;
	to = capture_take(capture, sizeof(*to));
	if (!to)
		return;
	to->id = id;
	/* The caller has disabled preemption, which makes it a reader of RCU. */
	if (!IS_ENABLED(CONFIG_NET) || !genl_family_name(id, to->name))
		capture->len -= sizeof(*to);
}

/* Add the families of the messages in a buffer, also of the messages that errors answer. */
static void generic_walk(struct capture *capture, const u8 *at, u32 len)
{
	struct nlmsghdr head, refused;
	unsigned int i;
	u32 step;

	for (i = 0; i < GENERIC_MESSAGES && len >= sizeof(head); i++) {
		memcpy(&head, at, sizeof(head));
		generic_add(capture, head.nlmsg_type);
		if (head.nlmsg_type == NLMSG_ERROR &&
		    len >= sizeof(head) + sizeof(struct nlmsgerr)) {
			memcpy(&refused, at + sizeof(head) + offsetof(struct nlmsgerr, msg),
			       sizeof(refused));
			generic_add(capture, refused.nlmsg_type);
		}
		if (head.nlmsg_len < sizeof(head) || head.nlmsg_len >= len)
			return;
		step = min(ALIGN(head.nlmsg_len, NLMSG_ALIGNTO), len);
		at += step;
		len -= step;
	}
}

/* As generic_walk() for the first buffer of a copy made by SYSCALL_HOW_MSG. */
static void generic_walk_msg(struct capture *capture, const u8 *at, u32 len)
{
	struct syscall_iovecs vecs;
	struct syscall_iovec vec;
	struct syscall_msg msg;
	u32 skip = sizeof(msg);

	if (len < sizeof(msg))
		return;
	memcpy(&msg, at, sizeof(msg));
	skip += msg.name_kept + msg.control_kept;
	if (!msg.iov_status || len < skip + sizeof(vecs) + sizeof(vec))
		return;
	memcpy(&vecs, at + skip, sizeof(vecs));
	skip += sizeof(vecs);
	memcpy(&vec, at + skip, sizeof(vec));
	if (!vecs.kept || vecs.kept > (len - skip) / sizeof(vec))
		return;
	skip += vecs.kept * sizeof(vec);
	generic_walk(capture, at + skip, min(vec.kept, len - skip));
}

/**
 * ktrace_capture_generic - copy the names of the families of the call's messages
 * @capture:	the copy
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_generic(struct capture *capture)
{
	const struct syscall_spec *spec = capture->image->spec;
	struct syscall_data copy = generic_copy(capture, 0);
	unsigned int slot;

	if (spec->slots[0].copy->how != SYSCALL_HOW_SOCKET ||
	    syscall_socket_netlink(&copy) != NETLINK_GENERIC)
		return SYSCALL_NOT_COPIED;
	for (slot = 1; slot < spec->nr_slots; slot++) {
		copy = generic_copy(capture, slot);
		if (spec->slots[slot].copy->how == SYSCALL_HOW_CONTENTS)
			generic_walk(capture, copy.at, copy.len);
		else if (spec->slots[slot].copy->how == SYSCALL_HOW_MSG)
			generic_walk_msg(capture, copy.at, copy.len);
	}
	return capture->len ? SYSCALL_COPIED : SYSCALL_NOT_COPIED;
}
