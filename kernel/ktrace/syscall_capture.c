// SPDX-License-Identifier: GPL-2.0
/*
 * Copying what the arguments of a system call point to into its record.
 *
 * Called by syscall_call.c in the task that makes the call, with preemption off:
 * nothing here waits.  What is not in memory is not read; who calls decides
 * whether to have it brought in, and comes again.
 *
 * All numbers and pointers are the program's and may be anything, and other
 * threads may change what they point to at any time: everything is read once,
 * and bounded before it is calculated with.
 */
#include <linux/capability.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/uio.h>
#include <linux/unaligned.h>

#include "syscall_capture.h"
#include "syscall_option.h"
#include "user_string.h"

/* Further than this the strings of an array are not counted. */
#define CAPTURE_COUNT_MAX	256
/* Nor are more control messages of a message copied, nor more bytes of their data. */
#define CAPTURE_CONTROLS_MAX	16
#define CAPTURE_CONTROL_BYTES	256
/* Nor are more bytes of a new program's stack looked through. */
#define CAPTURE_STACK_BYTES	(64 * 1024)

static_assert(SYSCALL_SLOTS_MAX * SYSCALL_STATUS_BITS <= 32);
static_assert(SYSCALL_SLOTS_MAX < 15);

/**
 * struct capture - a copy that is being made
 * @image:	the record
 * @slot:	the place for it
 * @address:	what is copied from
 * @to:		where to
 * @room:	bytes there are
 * @len:	bytes copied
 * @moved:	bytes that the call has written, as far as is known
 * @fault:	an address that could not be read; 0 if there was none
 */
struct capture {
	struct syscall_image *image;
	const struct syscall_slot *slot;
	u64	address;
	u8	*to;
	u32	room;
	u32	len;
	u64	moved;
	u64	fault;
};

static bool capture_foreign(const struct capture *capture)
{
	return capture->image->abi != KTRACE_ABI_NATIVE;
}

/* Read @bytes at @from; if that takes a fault, say where. */
static bool capture_read(struct capture *capture, void *to, u64 from, u32 bytes)
{
	if (likely(!copy_from_user_nofault(to, u64_to_user_ptr(from), bytes)))
		return true;
	capture->fault = from;
	return false;
}

/* A pointer of the program's in memory. */
static bool capture_read_word(struct capture *capture, u64 *to, u64 from)
{
	u32 half;

	if (!capture_foreign(capture))
		return capture_read(capture, to, from, sizeof(u64));
	if (!capture_read(capture, &half, from, sizeof(half)))
		return false;
	*to = half;
	return true;
}

static u32 capture_word_size(const struct capture *capture)
{
	return capture_foreign(capture) ? sizeof(u32) : sizeof(u64);
}

/* Make room for @bytes more; NULL if there is none. */
static void *capture_take(struct capture *capture, u32 bytes)
{
	void *at = capture->to + capture->len;

	if (capture->room - capture->len < bytes)
		return NULL;
	capture->len += bytes;
	return at;
}

static __always_inline enum syscall_status
capture_string_at(struct capture *capture, u64 from, u32 limit)
{
	u32 room = min(limit, capture->room - capture->len);
	struct user_string copy;

	if (!room)
		return SYSCALL_CUT;
	copy = ktrace_user_string(capture->to + capture->len,
				  (const char __user *)from, room);
	if (unlikely(!copy.len)) {
		capture->fault = from + copy.reached;
		return SYSCALL_FAULT;
	}
	capture->len += copy.len;
	return copy.cut ? SYSCALL_CUT : SYSCALL_COPIED;
}

/* What was copied of argument @arg when the call was entered, if that are @bytes. */
static const void *captured(const struct capture *capture, unsigned int arg, u32 bytes)
{
	const struct syscall_image *image = capture->image;
	const struct syscall_spec *spec = image->spec;
	unsigned int slot;
	u32 loc;

	for (slot = 0; slot < spec->nr_slots; slot++) {
		if (spec->slots[slot].arg != arg || spec->slots[slot].out)
			continue;
		loc = *(u32 *)(image->bytes + syscall_record_loc(image->nargs, slot));
		return loc >> 16 >= bytes ? image->bytes + (loc & U16_MAX) : NULL;
	}
	return NULL;
}

/*
 * Not more than the number was that argument @arg points to, when the call was
 * entered: the kernel may have made it larger than the room that there is.  If it was
 * not there to be read, nobody knows how much the call has written.
 */
static bool capture_count_then(const struct capture *capture, unsigned int arg, u64 *count)
{
	const void *was = captured(capture, arg, sizeof(u32));
	u32 value;

	if (!was)
		return false;
	memcpy(&value, was, sizeof(value));
	*count = min_t(u64, *count, value);
	return true;
}

/* An argument that is a number of elements; what the kernel takes for negative is 0. */
static u64 capture_number(const struct capture *capture, unsigned int arg)
{
	u64 value = capture->image->rec.args[arg];

	if (!(capture->image->spec->narrow & BIT(arg)))
		return value;
	if (capture->image->spec->negative & BIT(arg))
		return max((s32)value, 0);
	return (u32)value;
}

/*
 * The size that stands behind the argument, or else before it: a call may return
 * more than it has written, to tell how much there is.
 */
static u64 capture_size_beside(const struct capture *capture)
{
	const struct syscall_spec *spec = capture->image->spec;
	unsigned int arg = capture->slot->arg;

	if (arg + 1 < spec->nargs && !(spec->pointers & BIT(arg + 1)))
		return capture_number(capture, arg + 1);
	if (arg && arg < spec->nargs && !(spec->pointers & BIT(arg - 1)))
		return capture_number(capture, arg - 1);
	return U64_MAX;
}

/* How many elements the rule says there are at the argument. */
static bool capture_count(struct capture *capture, u64 *count)
{
	const struct syscall_record *rec = &capture->image->rec;
	u8 what = capture->slot->rule->count;
	u32 value;

	switch (what) {
	case SYSCALL_COUNT_ONE:
		*count = 1;
		return true;
	case SYSCALL_COUNT_RET:
		*count = capture->slot->out ? max(rec->ret, 0LL) : 0;
		*count = min(*count, capture_size_beside(capture));
		return true;
	case SYSCALL_COUNT_AT(0) ... SYSCALL_COUNT_AT(KTRACE_SYSCALL_ARGS - 1):
		if (!capture_read(capture, &value, rec->args[what - SYSCALL_COUNT_AT(0)],
				  sizeof(value)))
			return false;
		*count = value;
		return !capture->slot->out ||
		       capture_count_then(capture, what - SYSCALL_COUNT_AT(0), count);
	default:
		*count = capture_number(capture, what);
		return true;
	}
}

static enum syscall_status capture_bytes(struct capture *capture, u64 bytes, u32 limit)
{
	u32 some = min3(bytes, (u64)limit, (u64)capture->room);

	if (some && !capture_read(capture, capture->to, capture->address, some))
		return SYSCALL_FAULT;
	capture->len = some;
	return some < bytes ? SYSCALL_CUT : SYSCALL_COPIED;
}

/* A string of which not more than @limit bytes matter. */
static enum syscall_status capture_short_string(struct capture *capture, u32 limit)
{
	limit = min(limit, ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	return limit ? capture_string_at(capture, capture->address, limit) :
	       SYSCALL_NOT_COPIED;
}

static enum syscall_status capture_sized(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 size;

	if (!capture_read(capture, &size, capture->address, sizeof(size)))
		return SYSCALL_FAULT;
	if (!size && copy->bytes)
		size = copy->bytes(capture->image->rec.args, capture->image->abi);
	return capture_bytes(capture, max_t(u32, size, sizeof(size)), copy->size);
}

static enum syscall_status capture_caps(struct capture *capture)
{
	u64 version;
	u32 words;

	if (!capture_count(capture, &version))
		return SYSCALL_FAULT;
	switch (version) {
	case _LINUX_CAPABILITY_VERSION_1:
		words = _LINUX_CAPABILITY_U32S_1;
		break;
	case _LINUX_CAPABILITY_VERSION_2:
	case _LINUX_CAPABILITY_VERSION_3:
		words = _LINUX_CAPABILITY_U32S_3;
		break;
	default:
		return SYSCALL_NOT_COPIED;
	}
	return capture_bytes(capture, words * sizeof(struct __user_cap_data_struct),
			     SYSCALL_OBJECT_BYTES);
}

/* A structure that says itself how large it is. */
static enum syscall_status capture_self(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 head[2], bytes;

	if (!capture_read(capture, head, capture->address, sizeof(head)))
		return SYSCALL_FAULT;
	bytes = copy->self(head);
	if (!bytes)
		return SYSCALL_NOT_COPIED;
	return capture_bytes(capture, bytes, copy->size);
}

static enum syscall_status capture_object(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 size = copy->size;
	u64 count;

	if (copy->self)
		return capture_self(capture);
	if (copy->bytes) {
		size = copy->bytes(capture->image->rec.args, capture->image->abi);
		if (!size)
			return SYSCALL_NOT_COPIED;
		if (size != SYSCALL_BYTES_COUNT && size & SYSCALL_BYTES_STRING)
			return capture_short_string(capture, size & ~SYSCALL_BYTES_STRING);
		if (size != SYSCALL_BYTES_COUNT)
			return capture_bytes(capture, size, SYSCALL_OBJECT_BYTES);
		size = copy->size;
	}
	if (capture_foreign(capture) && copy->foreign)
		size = copy->foreign;
	if (!capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* More than can be: the product is to be right for what is less. */
	count = min_t(u64, count, U32_MAX);
	return capture_bytes(capture, count * size,
			     max(SYSCALL_ELEMENTS_MAX * size, SYSCALL_OBJECT_BYTES));
}

static enum syscall_status capture_string(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), some;
	u64 count;

	/* It may have become 0 just now. */
	limit = max(limit, 1U);
	if (likely(capture->slot->rule->count == SYSCALL_COUNT_ONE))
		return capture_string_at(capture, capture->address, limit);
	if (!capture_count(capture, &count))
		return SYSCALL_FAULT;
	if (!count)
		return SYSCALL_NOT_COPIED;
	/* There may be no zero: not a byte more is read, but one is made. */
	some = min3(count, (u64)limit - 1, (u64)capture->room - 1);
	if (capture->room < 1 || !capture_read(capture, capture->to, capture->address, some))
		return SYSCALL_FAULT;
	capture->to[some] = '\0';
	capture->len = strnlen(capture->to, some) + 1;
	return capture->len > some && some < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

static enum syscall_status capture_secret(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	return capture_string_at(capture, capture->address, max(limit, 1U));
}

static enum syscall_status capture_contents(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	u64 count;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	if (!capture_count(capture, &count))
		return SYSCALL_FAULT;
	return capture_bytes(capture, count, ktrace_syscall_option(SYSCALL_BUFFER_LIMIT));
}

/* struct msgbuf: its type always, its text as contents. */
static enum syscall_status capture_msgbuf(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	/* Of x32, it is the kernel's long. */
	u32 type = capture->image->abi == KTRACE_ABI_IA32 ? sizeof(s32) : sizeof(s64);
	u64 count;

	if (!capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* More than can be: the sum is to be right for what is less. */
	return capture_bytes(capture, type + min_t(u64, count, U32_MAX), type + limit);
}

/* An array of strings, of which up to @max are kept. */
static enum syscall_status capture_strings(struct capture *capture, u32 max)
{
	struct syscall_strings *head = capture_take(capture, sizeof(*head));
	u32 step = capture_word_size(capture), limit, count;
	u64 at;
	u8 *mark;

	if (!head)
		return SYSCALL_CUT;
	limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT);
	*head = (struct syscall_strings){ };
	for (count = 0; count < CAPTURE_COUNT_MAX; count++) {
		if (!capture_read_word(capture, &at, capture->address + (u64)count * step))
			return SYSCALL_FAULT;
		if (!at) {
			head->counted = true;
			break;
		}
		if (head->kept != count || count >= max)
			continue;
		if (capture->room - capture->len < 2)
			continue;
		mark = capture_take(capture, 1);
		*mark = capture_string_at(capture, at, limit);
		head->kept++;
	}
	head->count = count;
	return head->kept < count ? SYSCALL_CUT : SYSCALL_COPIED;
}

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

static enum syscall_status capture_iovecs(struct capture *capture, u64 from, u64 count)
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
			return SYSCALL_FAULT;
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
	was = captured(capture, capture->slot->arg, (i + 1) * sizeof(u64));
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
	/* What it left is all that there is. */
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

static enum syscall_status capture_msg(struct capture *capture, u64 from, u32 i)
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
		msg->iov_status = capture_iovecs(capture, msg->iov, msg->iovlen);
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
	if (!capture_count(capture, count))
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

static enum syscall_status capture_namelens(struct capture *capture)
{
	return capture_mmsg_words(capture, capture_foreign(capture) ? sizeof(u32) :
				  offsetof(struct user_msghdr, msg_namelen));
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
	if (capture_msg(capture, from, i) == SYSCALL_FAULT)
		return false;
	msg->len = msg_len;
	*bytes = (u8 *)capture->to + capture->len - (u8 *)msg;
	return true;
}

static enum syscall_status capture_mmsg(struct capture *capture)
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

/*
 * The path of a file descriptor, made at the end of the room.  No reference is
 * taken, which another thread that closes the file would leave to this one: to the
 * end of its call, which may wait for just that.
 */
static char *capture_fd_path(struct capture *capture, unsigned int fd)
{
	u32 room = min_t(u32, capture->room, PATH_MAX);
	struct files_struct *files = current->files;
	struct file *file;
	char *path;

	spin_lock(&files->file_lock);
	file = files_lookup_fd_locked(files, fd);
	path = file ? d_path(&file->f_path, capture->to, room) : NULL;
	spin_unlock(&files->file_lock);
	return path;
}

/* The same, of the current directory: the lock keeps it from being left. */
static char *capture_cwd_path(struct capture *capture)
{
	u32 room = min_t(u32, capture->room, PATH_MAX);
	struct fs_struct *fs = current->fs;
	char *path;

	spin_lock(&fs->lock);
	path = d_path(&fs->pwd, capture->to, room);
	spin_unlock(&fs->lock);
	return path;
}

static enum syscall_status capture_fd(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	s32 fd = capture->address;
	char *path = NULL;
	u32 len;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	/* With PREEMPT_RT the locks on the way would sleep. */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return SYSCALL_NOT_COPIED;
	if (fd >= 0)
		path = capture_fd_path(capture, fd);
	else if (fd == AT_FDCWD && copy->how == SYSCALL_HOW_DFD)
		path = capture_cwd_path(capture);
	if (!path)
		return SYSCALL_NOT_COPIED;
	if (IS_ERR(path))
		return SYSCALL_CUT;
	len = strlen(path) + 1;
	memmove(capture->to, path, len);
	capture->len = len;
	return SYSCALL_COPIED;
}

/*
 * What execve() was given is gone with the memory it was in, but it stands at the
 * end of the new stack: the strings of the arguments, in a row, those of the
 * environment, and the file's name.  It has just been put there, and is resident.
 *
 * For a script, arguments were put in front, and the first one is gone.
 */

/* The strings from @at on, up to @end: of an array as @head says, but for the first @first. */
static enum syscall_status capture_row(struct capture *capture, u64 at, u64 end, u32 max,
				       u32 skip, u32 first)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), i;
	struct syscall_strings *head = (void *)capture->to;
	long bytes;
	u8 *mark;

	end = min(end, at + CAPTURE_STACK_BYTES);
	for (i = 0; i < skip + max && at < end; i++) {
		bytes = strnlen_user_nofault(u64_to_user_ptr(at), end - at);
		if (bytes <= 0)
			return SYSCALL_FAULT;
		if (i >= skip) {
			if (capture->room - capture->len < 2)
				break;
			mark = capture_take(capture, 1);
			*mark = i - skip < first ? SYSCALL_FAULT :
				capture_string_at(capture, at, limit);
			head->kept++;
		}
		at += bytes;
	}
	return head->counted && head->kept == head->count ? SYSCALL_COPIED : SYSCALL_CUT;
}

/* What was copied of the array when the call was entered. */
static const struct syscall_strings *captured_strings(const struct capture *capture)
{
	return captured(capture, capture->slot->arg, sizeof(struct syscall_strings));
}

static enum syscall_status capture_new_argv(struct capture *capture)
{
	const struct syscall_strings *was = captured_strings(capture);
	const struct mm_struct *mm = current->mm;
	struct syscall_strings *head;
	u32 argc;

	/* The array itself was not there: nobody knows how much is the program's. */
	if (!was || !was->counted || !was->count)
		return SYSCALL_FAULT;
	head = capture_take(capture, sizeof(*head));
	if (!head)
		return SYSCALL_CUT;
	*head = (struct syscall_strings){ .count = was->count, .counted = true };
	/* A long of the new program's, of which the lower half will do. */
	if (!capture_read(capture, &argc, mm->start_stack, sizeof(argc)) ||
	    argc < was->count || argc > was->count + CAPTURE_COUNT_MAX)
		return SYSCALL_FAULT;
	return capture_row(capture, mm->arg_start, mm->arg_end,
			   min_t(u32, was->count, SYSCALL_ELEMENTS_MAX),
			   argc - was->count, argc > was->count);
}

/* How many strings there are from @at up to @end, as far as is counted. */
static void count_row(struct syscall_strings *head, u64 at, u64 end)
{
	u64 stop = min(end, at + CAPTURE_STACK_BYTES);
	long bytes;

	for (; at < stop && head->count < CAPTURE_COUNT_MAX; head->count++) {
		bytes = strnlen_user_nofault(u64_to_user_ptr(at), stop - at);
		if (bytes <= 0 || bytes > stop - at)
			return;
		at += bytes;
	}
	head->counted = at == end;
}

/* All that stand there are the program's, and so they can be counted there, too. */
static enum syscall_status capture_new_envp(struct capture *capture)
{
	const struct syscall_strings *was = captured_strings(capture);
	const struct mm_struct *mm = current->mm;
	struct syscall_strings *head = capture_take(capture, sizeof(*head));

	if (!head)
		return SYSCALL_CUT;
	*head = (struct syscall_strings){ };
	if (was && was->counted)
		*head = (struct syscall_strings){ .count = was->count, .counted = true };
	else
		count_row(head, mm->env_start, mm->env_end);
	return capture_row(capture, mm->env_start, mm->env_end,
			   ktrace_syscall_option(SYSCALL_ENVP_LIMIT), 0, 0);
}

static enum syscall_status capture_after_exec(struct capture *capture)
{
	/* A tracer may have made an execve() of something else. */
	if (capture->image->spec->ends != SYSCALL_ENDS_EXEC)
		return SYSCALL_FAULT;
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
		/* execveat() names a file by its descriptor there, too. */
		if (capture->slot->arg)
			return SYSCALL_FAULT;
		return capture_string_at(capture, current->mm->env_end,
					 ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	case SYSCALL_HOW_ARGV:
		return capture_new_argv(capture);
	case SYSCALL_HOW_ENVP:
		return capture_new_envp(capture);
	default:
		return SYSCALL_FAULT;
	}
}

static enum syscall_status capture_make(struct capture *capture)
{
	u64 count;

	if (unlikely(capture->image->mm != current->mm))
		return capture_after_exec(capture);

	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_FD:
	case SYSCALL_HOW_DFD:
		return capture_fd(capture);
	case SYSCALL_HOW_NONE:
		return SYSCALL_NOT_COPIED;
	default:
		if (!capture->address)
			return SYSCALL_NOT_COPIED;
	}
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
		return capture_string(capture);
	case SYSCALL_HOW_OBJECT:
		return capture_object(capture);
	case SYSCALL_HOW_SIZED:
		return capture_sized(capture);
	case SYSCALL_HOW_CAPS:
		return capture_caps(capture);
	case SYSCALL_HOW_CONTENTS:
		return capture_contents(capture);
	case SYSCALL_HOW_SECRET:
		return capture_secret(capture);
	case SYSCALL_HOW_MSGBUF:
		return capture_msgbuf(capture);
	case SYSCALL_HOW_ARGV:
		return capture_strings(capture, SYSCALL_ELEMENTS_MAX);
	case SYSCALL_HOW_ENVP:
		return capture_strings(capture, ktrace_syscall_option(SYSCALL_ENVP_LIMIT));
	case SYSCALL_HOW_IOVEC:
		if (!capture_count(capture, &count))
			return SYSCALL_FAULT;
		return capture_iovecs(capture, capture->address, count);
	case SYSCALL_HOW_MSG:
		return capture_msg(capture, capture->address, 0);
	case SYSCALL_HOW_MMSG:
		return capture_mmsg(capture);
	case SYSCALL_HOW_NAMELEN:
		return capture_namelens(capture);
	case SYSCALL_HOW_MSGLEN:
		return capture_mmsg_words(capture, mmsg_len_at(capture));
	default:
		return SYSCALL_NOT_COPIED;
	}
}

/* An argument, or what was returned. */
static u64 capture_argument(const struct syscall_image *image, unsigned int arg)
{
	return arg < KTRACE_SYSCALL_ARGS ? image->rec.args[arg] : image->rec.ret;
}

/* Note a copy at the end of @image; false if there is a better one already. */
static __always_inline bool set_slot(struct syscall_image *image, unsigned int slot,
				     enum syscall_status status, u32 len)
{
	u32 *copied = (u32 *)(image->bytes + syscall_record_copied(image->nargs));
	u32 shift = slot * SYSCALL_STATUS_BITS;

	/*
	 * What part was had the first time may be better than what there is now, behind
	 * it, with less room.  More bytes are better, whatever the status: that of what
	 * has parts does not tell what became of them.
	 */
	if (unlikely(*copied >> shift & 3) && len <= copied[1 + slot] >> 16)
		return false;
	*copied = (*copied & ~(3U << shift)) | status << shift;
	copied[1 + slot] = len ? len << 16 | image->len : SYSCALL_RECORD_EMPTY;
	return true;
}

/* Whether a call that has left @how at an argument has what it was passed there changed. */
static bool overwrites(u8 how)
{
	return how != SYSCALL_HOW_MSGLEN;
}

/**
 * ktrace_syscall_retry - what can be tried again when a call has returned
 * @image:	the record, with copies of what the call has left
 * @slots:	what could not be read when it was entered
 *
 * Where the call has left something, what it was passed is gone.
 *
 * Return: those of @slots that may still be there.
 */
notrace u16 ktrace_syscall_retry(const struct syscall_image *image, u16 slots)
{
	u32 copied = *(u32 *)(image->bytes + syscall_record_copied(image->nargs));
	const struct syscall_slot *at = image->spec->slots;
	unsigned int slot;

	/* The one for what is left is next to that for what is passed. */
	for (slot = 0; slot + 1 < image->spec->nr_slots; slot++)
		if (at[slot].arg == at[slot + 1].arg && overwrites(at[slot + 1].copy->how) &&
		    copied >> (slot + 1) * SYSCALL_STATUS_BITS & 3)
			slots &= ~BIT(slot);
	return slots;
}

NOKPROBE_SYMBOL(ktrace_syscall_retry);

/* What may refuse or change a call before the kernel does anything for it. */
#define REFUSERS	(SYSCALL_WORK_SECCOMP | SYSCALL_WORK_SYSCALL_TRACEPOINT |	\
			 SYSCALL_WORK_SYSCALL_TRACE | SYSCALL_WORK_SYSCALL_EMU)

/*
 * Whether the kernel goes on to read what @capture is of in any case: then it can
 * as well be brought into memory before.  (A filter of seccomp that another thread
 * sets now is not asked for this call any more.)
 */
static bool capture_will_be_read(const struct capture *capture)
{
	return capture->slot->reads &&
	       !(READ_ONCE(current_thread_info()->syscall_work) & REFUSERS) &&
	       capture->slot->reads(capture->image->rec.args);
}

/**
 * ktrace_syscall_capture - make copies, behind those that there are
 * @image:	the record; its arguments are there, for copies at exit what is
 *		returned, too
 * @slots:	which copies
 *
 * When the program is another one, by execve(), they are made of what that was
 * given.
 *
 * Sets those bits of @image->retry of which something could not be read, and
 * @image->fault to the address if the kernel is going to read it anyway.
 *
 * Context: the hook, in the task that makes the call; preemption off.
 */
notrace void ktrace_syscall_capture(struct syscall_image *image, u16 slots)
{
	unsigned int slot;

	for (slot = 0; slots; slot++, slots >>= 1) {
		struct capture capture;
		enum syscall_status status;

		if (!(slots & 1))
			continue;
		capture.image = image;
		capture.slot = &image->spec->slots[slot];
		capture.address = capture_argument(image, capture.slot->arg);
		capture.to = image->bytes + image->len;
		capture.room = KTRACE_RECORD_MAX - image->len;
		capture.len = 0;
		capture.moved = capture.slot->out ? max(image->rec.ret, 0LL) : U64_MAX;
		capture.fault = 0;
		status = capture_make(&capture);
		if (status == SYSCALL_FAULT)
			capture.len = 0;
		if (unlikely(capture.fault)) {
			image->retry |= BIT(slot);
			if (capture_will_be_read(&capture))
				image->fault = capture.fault;
		}
		if (!set_slot(image, slot, status, capture.len))
			continue;
		/* What is left of the last 8 bytes. */
		memset(capture.to + capture.len, 0, -capture.len % 8);
		image->len += ALIGN(capture.len, 8);
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_capture);
