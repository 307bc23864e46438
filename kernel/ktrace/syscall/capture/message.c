// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of messages: vectors of buffers, struct msghdr and everything it points to,
 * arrays of messages.
 *
 * As in capture.c: read every word once, and bound it before arithmetic.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/socket.h>
#include <linux/uio.h>
#include <linux/unaligned.h>
#include <uapi/linux/if_alg.h>
#include <uapi/linux/tcp.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

/* Maximum number of control messages to copy of a message, and of bytes of their data. */
#define CAPTURE_CONTROLS_MAX	16
#define CAPTURE_CONTROL_BYTES	256

/* Read a struct iovec of the program and convert it to the format of records. */
static bool capture_iovec(struct capture *capture, struct syscall_iovec *iov, u64 from)
{
	u64 words[2];
	u32 halves[2];

	if (capture_foreign(capture)) {
		if (!capture_read(capture, halves, from, sizeof(halves)))
			return false;
		words[0] = halves[0];
		words[1] = halves[1];
	} else if (!capture_read(capture, words, from, sizeof(words))) {
		return false;
	}
	*iov = (struct syscall_iovec){ .base = words[0], .len = words[1] };
	return true;
}

/* Return true for a copy at the exit of a call that failed: its buffers have no contents. */
static bool capture_call_failed(const struct capture *capture)
{
	return capture->slot->out && IS_ERR_VALUE((unsigned long)capture->image->rec.ret);
}

/*
 * Copy up to @limit bytes of a buffer.  A call that fills in buffers has filled in the first @left
 * bytes of this one and the next ones; the buffers of another call are copied by their lengths.
 */
static void capture_iovec_bytes(struct capture *capture, struct syscall_iovec *iov, u32 limit,
				u64 *left)
{
	u64 bytes = capture->slot->out ? min(iov->len, *left) : iov->len;
	u32 some = min3(bytes, (u64)limit, (u64)capture->room - capture->len);

	*left -= min(bytes, *left);
	if (!limit || !iov->base || capture_call_failed(capture))
		return;
	/* An unused buffer has no contents; it is not truncated. */
	iov->status = some < bytes ? SYSCALL_CUT : SYSCALL_COPIED;
	if (some && !capture_read(capture, capture->to + capture->len, iov->base, some)) {
		iov->status = SYSCALL_FAULT;
		return;
	}
	iov->kept = some;
	capture->len += some;
}

/**
 * ktrace_capture_iovecs - append a vector of buffers with their contents
 * @capture:	the copy
 * @from:	user address of the vector
 * @count:	number of buffers; untrusted
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_iovecs(struct capture *capture, u64 from, u64 count)
{
	struct syscall_iovecs *head = capture_take(capture, sizeof(*head));
	u32 size = 2 * capture_word_size(capture), i;
	u32 limit = ktrace_capture_buffer_limit(capture);
	struct syscall_iovec *iov;
	u64 left;

	if (!head)
		return SYSCALL_CUT;
	head->count = min_t(u64, count, U32_MAX);
	head->kept = min_t(u32, head->count, SYSCALL_ELEMENTS_MAX);
	head->kept = min_t(u32, head->kept, (capture->room - capture->len) / sizeof(*iov));
	iov = capture_take(capture, head->kept * sizeof(*iov));
	for (i = 0; i < head->kept; i++)
		if (!capture_iovec(capture, &iov[i], from + i * size))
			break;
	if (!i && head->kept)
		return SYSCALL_FAULT;
	/* Keep the elements before the first unreadable one. */
	capture->len -= (head->kept - i) * sizeof(*iov);
	head->kept = i;
	/* For a read, copy only the bytes that the call filled in. */
	left = capture->moved;
	for (i = 0; i < head->kept; i++)
		capture_iovec_bytes(capture, &iov[i], limit, &left);
	return head->kept < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

/* Read a struct msghdr of the program and convert it to the format of records. */
static bool capture_msghdr(struct capture *capture, struct syscall_msg *msg, u64 from)
{
	struct user_msghdr native;
	u32 foreign[7];

	if (!capture_foreign(capture)) {
		if (!capture_read(capture, &native, from, sizeof(native)))
			return false;
		*msg = (struct syscall_msg) {
			.name		= (__force u64)native.msg_name,
			.namelen	= native.msg_namelen,
			.iov		= (__force u64)native.msg_iov,
			.iovlen		= native.msg_iovlen,
			.control	= (__force u64)native.msg_control,
			.controllen	= native.msg_controllen,
			.flags		= native.msg_flags,
		};
		return true;
	}
	/* The order of struct compat_msghdr. */
	if (!capture_read(capture, foreign, from, sizeof(foreign)))
		return false;
	*msg = (struct syscall_msg) {
		.name		= foreign[0],
		.namelen	= foreign[1],
		.iov		= foreign[2],
		.iovlen		= foreign[3],
		.control	= foreign[4],
		.controllen	= foreign[5],
		.flags		= foreign[6],
	};
	return true;
}

/*
 * Get the room for the address of message @i. A receiving call replaces the room by the
 * length of the address, but writes no more than the room. So the room must have been
 * copied at entry.
 */
static bool capture_name_room(const struct capture *capture, u32 i, u32 *room)
{
	const void *was;

	*room = sizeof(struct sockaddr_storage);
	if (!capture->slot->out)
		return true;
	was = ktrace_captured(capture, capture->slot->arg, (i + 1) * sizeof(u64));
	if (!was)
		return false;
	*room = min_t(u64, get_unaligned((u64 *)was + i), sizeof(struct sockaddr_storage));
	return true;
}

/* Copy the address of message @i. */
static void capture_msg_name(struct capture *capture, struct syscall_msg *msg, u32 i)
{
	u32 bytes, room;

	if (!msg->name || !msg->namelen)
		return;
	msg->name_status = SYSCALL_FAULT;
	if (!capture_name_room(capture, i, &room))
		return;
	/* Copy no more than the address that the call left. */
	room = min(room, msg->namelen);
	bytes = min(room, capture->room - capture->len);
	if (!bytes)
		msg->name_status = SYSCALL_NOT_COPIED;
	if (!bytes ||
	    !capture_read(capture, capture->to + capture->len, msg->name, bytes))
		return;
	msg->name_status = bytes < room ? SYSCALL_CUT : SYSCALL_COPIED;
	msg->name_kept = bytes;
	capture->len += bytes;
}

static u32 capture_cmsg_size(const struct capture *capture)
{
	return capture_foreign(capture) ? 3 * sizeof(u32) : sizeof(struct cmsghdr);
}

/* Read a struct cmsghdr of the program and convert it to the format of records. */
static bool capture_cmsghdr(struct capture *capture, struct syscall_control *cmsg, u64 from)
{
	struct cmsghdr native;
	u32 foreign[3];

	if (!capture_foreign(capture)) {
		if (!capture_read(capture, &native, from, sizeof(native)))
			return false;
		*cmsg = (struct syscall_control) {
			.len = native.cmsg_len, .level = native.cmsg_level,
			.type = native.cmsg_type,
		};
		return true;
	}
	if (!capture_read(capture, foreign, from, sizeof(foreign)))
		return false;
	*cmsg = (struct syscall_control) {
		.len = foreign[0], .level = foreign[1], .type = foreign[2],
	};
	return true;
}

/*
 * The data of these levels and types is descriptors, ids, times, lengths and addresses; others may
 * contain secrets.
 */
static u32 capture_cmsg_limit(const struct syscall_control *cmsg)
{
	bool plain = false;

	switch (cmsg->level) {
	case SOL_SOCKET:
	case SOL_IP:
	case SOL_IPV6:
	case SOL_UDP:
	case SOL_PACKET:
	case SOL_NETLINK:
		plain = true;
		break;
	case SOL_TCP:
		plain = cmsg->type == TCP_CM_INQ;
		break;
	case SOL_ALG:
		plain = cmsg->type == ALG_SET_OP || cmsg->type == ALG_SET_AEAD_ASSOCLEN;
		break;
	}
	return plain ? CAPTURE_CONTROL_BYTES : ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
}

/* Copy up to @bytes of data; @left is the remaining limit. */
static void capture_cmsg_data(struct capture *capture, struct syscall_control *cmsg,
			      u64 from, u64 bytes, u32 *left)
{
	u32 head = capture_cmsg_size(capture), some;

	bytes = cmsg->len > head ? min(cmsg->len - head, bytes) : 0;
	if (!bytes)
		return;
	some = min3(*left, capture_cmsg_limit(cmsg), capture->room - capture->len);
	some = min_t(u64, some, bytes);
	cmsg->status = some < bytes ? SYSCALL_CUT : SYSCALL_COPIED;
	if (some && !capture_read(capture, capture->to + capture->len, from, some)) {
		cmsg->status = SYSCALL_FAULT;
		return;
	}
	cmsg->kept = some;
	capture->len += some;
	*left -= some;
}

/*
 * Copy the control messages in the order in which the kernel walks them: up to a
 * message that is shorter than its header or longer than the remaining buffer.
 */
static void capture_control(struct capture *capture, struct syscall_msg *msg)
{
	u32 head = capture_cmsg_size(capture), room = CAPTURE_CONTROL_BYTES;
	u64 from = msg->control, left = msg->controllen, step;
	u32 start = capture->len, i;
	struct syscall_control *cmsg;

	if (!from || left < head)
		return;
	msg->control_status = SYSCALL_FAULT;
	for (i = 0; i < CAPTURE_CONTROLS_MAX && left >= head; i++) {
		cmsg = capture_take(capture, sizeof(*cmsg));
		if (!cmsg)
			break;
		if (!capture_cmsghdr(capture, cmsg, from)) {
			capture->len -= sizeof(*cmsg);
			break;
		}
		capture_cmsg_data(capture, cmsg, from + head, left - head, &room);
		msg->control_status = SYSCALL_CUT;
		/* The kernel ends its walk here, too. */
		if (cmsg->len < head) {
			left = 0;
			break;
		}
		step = min(ALIGN(min(cmsg->len, left), capture_word_size(capture)), left);
		from += step;
		left -= step;
	}
	msg->control_kept = capture->len - start;
	if (!left)
		msg->control_status = SYSCALL_COPIED;
}

/**
 * ktrace_capture_msg - append a struct msghdr, its address, control messages and
 * buffers
 * @capture:	the copy
 * @from:	user address of the struct msghdr
 * @i:	index in an array
 *
 * Return: the status of the structure; the copy contains the status of its parts.
 */
enum syscall_status ktrace_capture_msg(struct capture *capture, u64 from, u32 i)
{
	struct syscall_msg *msg = capture_take(capture, sizeof(*msg));
	u32 start;

	if (!msg)
		return SYSCALL_CUT;
	if (!capture_msghdr(capture, msg, from))
		return SYSCALL_FAULT;
	capture_msg_name(capture, msg, i);
	capture_control(capture, msg);
	start = capture->len;
	if (msg->iov)
		msg->iov_status = ktrace_capture_iovecs(capture, msg->iov, msg->iovlen);
	/* Release the room of the vector that could not be read. */
	if (msg->iov_status == SYSCALL_FAULT)
		capture->len = start;
	/* The struct msghdr itself is complete. */
	return SYSCALL_COPIED;
}

/* Size of an element in an array of messages, and offset of its length. */
static u32 mmsg_size(const struct capture *capture)
{
	return capture_foreign(capture) ? 8 * sizeof(u32) : sizeof(struct mmsghdr);
}

static u32 mmsg_len_at(const struct capture *capture)
{
	return capture_foreign(capture) ? 7 * sizeof(u32) : offsetof(struct mmsghdr, msg_len);
}

/* Get the number of messages; at exit the number that the call has sent or received. */
static bool capture_mmsg_count(struct capture *capture, u64 *count)
{
	if (!ktrace_capture_count(capture, count))
		return false;
	if (capture->slot->out && capture->slot->rule->count != SYSCALL_COUNT_ONE)
		*count = min_t(u64, *count, max(capture->image->rec.ret, 0LL));
	return true;
}

/* Copy a 32-bit word at offset @at of each message. */
static enum syscall_status capture_mmsg_words(struct capture *capture, u32 at)
{
	u64 count, i, *to;
	u32 word;

	if (!capture_mmsg_count(capture, &count))
		return SYSCALL_FAULT;
	for (i = 0; i < min_t(u64, count, SYSCALL_ELEMENTS_MAX); i++) {
		to = capture_take(capture, sizeof(*to));
		if (!to)
			return SYSCALL_CUT;
		if (!capture_read(capture, &word, capture->address +
				  i * mmsg_size(capture) + at, sizeof(word))) {
			capture->len -= sizeof(*to);
			return i ? SYSCALL_CUT : SYSCALL_FAULT;
		}
		/* The kernel refuses a negative length. */
		*to = max_t(s32, word, 0);
	}
	return i < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

/**
 * ktrace_capture_namelens - copy the room for the address of each message
 * @capture:	the copy
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_namelens(struct capture *capture)
{
	return capture_mmsg_words(capture, capture_foreign(capture) ? sizeof(u32) :
				  offsetof(struct user_msghdr, msg_namelen));
}

/**
 * ktrace_capture_msglens - copy the number of bytes sent of each message
 * @capture:	the copy
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_msglens(struct capture *capture)
{
	return capture_mmsg_words(capture, mmsg_len_at(capture));
}

/* Return true if all buffers of the message that was just copied have room in the record. */
static bool capture_mmsg_whole(const struct capture *capture, const struct syscall_msg *msg)
{
	const struct syscall_iovecs *head = (const void *)(msg + 1) + msg->name_kept +
					    msg->control_kept;

	if (msg->iov_status != SYSCALL_COPIED && msg->iov_status != SYSCALL_CUT)
		return true;
	return (const u8 *)(head + 1) <= capture->to + capture->len &&
	       head->kept >= min_t(u64, msg->iovlen, SYSCALL_ELEMENTS_MAX);
}

/* Append message @i of an array; false if there is no room. */
static bool capture_mmsg_one(struct capture *capture, u32 i)
{
	u64 from = capture->address + (u64)i * mmsg_size(capture);
	u32 *bytes = capture_take(capture, sizeof(*bytes)), msg_len = 0;
	struct syscall_msg *msg;

	if (!bytes || capture->room - capture->len < sizeof(*msg))
		return false;
	if (capture->slot->out) {
		if (!capture_read(capture, &msg_len, from + mmsg_len_at(capture),
				  sizeof(msg_len)))
			return false;
		/*
		 * The result of the call is the number of messages, so take the bytes
		 * from msg_len.
		 */
		capture->moved = msg_len;
	}
	msg = (void *)capture->to + capture->len;
	if (ktrace_capture_msg(capture, from, i) == SYSCALL_FAULT)
		return false;
	/* Half a message is worth showing only if it is the first one. */
	if (i && !capture_mmsg_whole(capture, msg))
		return false;
	msg->len = msg_len;
	*bytes = (u8 *)capture->to + capture->len - (u8 *)msg;
	return true;
}

/**
 * ktrace_capture_mmsg - copy an array of messages
 * @capture:	the copy
 *
 * Return: the status of the copy.
 */
enum syscall_status ktrace_capture_mmsg(struct capture *capture)
{
	struct syscall_mmsg *head = capture_take(capture, sizeof(*head));
	u64 count, i;
	u32 start;

	if (!head || !capture_mmsg_count(capture, &count))
		return SYSCALL_FAULT;
	*head = (struct syscall_mmsg){ .count = min_t(u64, count, U32_MAX) };
	/* Leave room for the lengths that SYSCALL_HOW_MSGLEN copies at exit. */
	if (!capture->slot->out)
		capture->room -= min_t(u64, (capture->room - capture->len) / 8,
				       min_t(u64, count, SYSCALL_ELEMENTS_MAX) * sizeof(u64));
	for (i = 0; i < min_t(u64, count, SYSCALL_ELEMENTS_MAX); i++) {
		start = capture->len;
		if (!capture_mmsg_one(capture, i)) {
			capture->len = start;
			break;
		}
		head->kept++;
	}
	if (!head->kept && count)
		return SYSCALL_FAULT;
	return head->kept < count ? SYSCALL_CUT : SYSCALL_COPIED;
}
