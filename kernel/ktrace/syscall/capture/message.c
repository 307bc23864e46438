// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of messages: vectors of buffers, struct msghdr with all that it points to,
 * arrays of these.
 *
 * As capture.c says: everything is read once, and bounded before it is
 * calculated with.
 */
#include <linux/minmax.h>
#include <linux/socket.h>
#include <linux/uio.h>
#include <linux/unaligned.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

/* So many control messages of a message are copied, and so many bytes of their data. */
#define CAPTURE_CONTROLS_MAX	16
#define CAPTURE_CONTROL_BYTES	256

/* struct iovec of the program's, as it is in records. */
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

/* The bytes of a buffer, of which there are up to @left. */
static void capture_iovec_bytes(struct capture *capture, struct syscall_iovec *iov,
				u64 *left)
{
	u64 bytes = min(iov->len, *left);
	u32 some = min_t(u64, bytes, capture->room - capture->len);

	if (!bytes)
		return;
	iov->status = some < iov->len ? SYSCALL_CUT : SYSCALL_COPIED;
	if (some && !capture_read(capture, capture->to + capture->len, iov->base, some)) {
		iov->status = SYSCALL_FAULT;
		return;
	}
	iov->kept = some;
	capture->len += some;
	*left -= some;
}

/**
 * ktrace_capture_iovecs - copy a vector of buffers, and what is in them
 * @capture:	the copy; what is there already stays
 * @from:	the program's address of the vector
 * @count:	how many buffers it says there are; anything
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_iovecs(struct capture *capture, u64 from, u64 count)
{
	struct syscall_iovecs *head = capture_take(capture, sizeof(*head));
	u32 size = 2 * capture_word_size(capture), i;
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
	/* Keep the elements in front of one that cannot be read. */
	capture->len -= (head->kept - i) * sizeof(*iov);
	head->kept = i;
	left = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	/* Of what was to be read into there is only what was read. */
	left = min(left, capture->moved);
	for (i = 0; i < head->kept; i++)
		capture_iovec_bytes(capture, &iov[i], &left);
	return head->kept < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

/* struct msghdr of the program's, without padding, as words and halves. */
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
	/* As struct compat_msghdr, in that order. */
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
 * The room for the address of the @i-th message.  A call that receives leaves there
 * how long the address is, of which it has written no more than there was room for:
 * that was to be had when it was entered, or never.
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

/* The address of the @i-th message. */
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

/* struct cmsghdr of the program's, as it is in records. */
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

/* Descriptors, ids, times and addresses are harmless; what others have may not be. */
static u32 capture_cmsg_limit(const struct syscall_control *cmsg)
{
	switch (cmsg->level) {
	case SOL_SOCKET:
	case SOL_IP:
	case SOL_IPV6:
		return CAPTURE_CONTROL_BYTES;
	default:
		return ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	}
}

/* Data of up to @bytes, of which @left may still be kept. */
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
 * Control messages, one after the other as the kernel goes through them: up to one
 * that is shorter than its own head, or longer than what is left.
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
		if (cmsg->len < head)
			break;
		step = min(ALIGN(min(cmsg->len, left), capture_word_size(capture)), left);
		from += step;
		left -= step;
	}
	msg->control_kept = capture->len - start;
	if (!left)
		msg->control_status = SYSCALL_COPIED;
}

/**
 * ktrace_capture_msg - copy a struct msghdr, its address, control messages, buffers
 * @capture:	the copy; what is there already stays
 * @from:	the program's address of it
 * @i:		which of an array it is
 *
 * Return: what became of the structure; of the rest, the copy says it.
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
	/* It has taken room and not filled it. */
	if (msg->iov_status == SYSCALL_FAULT)
		capture->len = start;
	/* The message itself is there. */
	return SYSCALL_COPIED;
}

/* An element of an array of messages, and where in it the length stands: behind. */
static u32 mmsg_size(const struct capture *capture)
{
	return capture_foreign(capture) ? 8 * sizeof(u32) : sizeof(struct mmsghdr);
}

static u32 mmsg_len_at(const struct capture *capture)
{
	return capture_foreign(capture) ? 7 * sizeof(u32) : offsetof(struct mmsghdr, msg_len);
}

/* How many messages there are; at exit those that were sent or received. */
static bool capture_mmsg_count(struct capture *capture, u64 *count)
{
	if (!ktrace_capture_count(capture, count))
		return false;
	if (capture->slot->out && capture->slot->rule->count != SYSCALL_COUNT_ONE)
		*count = min_t(u64, *count, max(capture->image->rec.ret, 0LL));
	return true;
}

/* One word of 32 bits of each message, which is at @at in its element. */
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
		/* A negative one is refused. */
		*to = max_t(s32, word, 0);
	}
	return i < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

/**
 * ktrace_capture_namelens - copy the room that messages have for an address
 * @capture:	the copy
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_namelens(struct capture *capture)
{
	return capture_mmsg_words(capture, capture_foreign(capture) ? sizeof(u32) :
				  offsetof(struct user_msghdr, msg_namelen));
}

/**
 * ktrace_capture_msglens - copy how much of messages was sent
 * @capture:	the copy
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_msglens(struct capture *capture)
{
	return capture_mmsg_words(capture, mmsg_len_at(capture));
}

/* The @i-th of an array of messages, if there is room for it. */
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
		/* What is returned is the number of messages. */
		capture->moved = msg_len;
	}
	msg = (void *)capture->to + capture->len;
	if (ktrace_capture_msg(capture, from, i) == SYSCALL_FAULT)
		return false;
	msg->len = msg_len;
	*bytes = (u8 *)capture->to + capture->len - (u8 *)msg;
	return true;
}

/**
 * ktrace_capture_mmsg - copy an array of messages
 * @capture:	the copy
 *
 * Return: what became of it.
 */
enum syscall_status ktrace_capture_mmsg(struct capture *capture)
{
	struct syscall_mmsg *head = capture_take(capture, sizeof(*head));
	u64 count, i;
	u32 start;

	if (!head || !capture_mmsg_count(capture, &count))
		return SYSCALL_FAULT;
	*head = (struct syscall_mmsg){ .count = min_t(u64, count, U32_MAX) };
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
