// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of user memory into the record of a system call.
 *
 * Called by syscall/complete.c in the task that makes the call, with preemption off.
 * Nothing here waits, and memory that is not resident is not read; the caller decides
 * whether to fault it in and to call again.
 *
 * All numbers and pointers belong to the program and may have any value, and other
 * threads may change the memory at any time: read every word once, and bound it before
 * arithmetic.
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
#include <linux/net.h>
#include <linux/string.h>
#include <linux/unaligned.h>
#include <net/sock.h>

#include "syscall/capture/internal.h"
#include "syscall/option.h"

static_assert(SYSCALL_SLOTS_MAX * SYSCALL_STATUS_BITS <= 32);
static_assert(SYSCALL_SLOTS_MAX < 15);

static enum syscall_status capture_bytes(struct capture *capture, u64 bytes, u32 limit)
{
	u32 some = min3(bytes, (u64)limit, (u64)capture->room);

	if (some && !capture_read(capture, capture->to, capture->address, some))
		return SYSCALL_FAULT;
	capture->len = some;
	return some < bytes ? SYSCALL_CUT : SYSCALL_COPIED;
}

/*
 * Copy the complete elements of @size bytes at the beginning of an array whose later
 * pages cannot be read. The array has @bytes.
 */
static enum syscall_status capture_beginning(struct capture *capture, u64 bytes, u32 limit,
					     u32 size)
{
	u32 some = min3(bytes, (u64)limit, (u64)capture->room), read = 0, step;

	while (read < some) {
		step = min_t(u32, some - read, PAGE_SIZE - offset_in_page(capture->address + read));
		if (!capture_read(capture, capture->to + read, capture->address + read, step))
			break;
		read += step;
	}
	capture->len = read - read % size;
	return capture->len ? SYSCALL_CUT : SYSCALL_FAULT;
}

/* Copy a string of at most @limit bytes. */
static enum syscall_status capture_short_string(struct capture *capture, u32 limit)
{
	limit = min(limit, ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	return limit ? capture_string_at(capture, capture->address, limit) :
	       SYSCALL_NOT_COPIED;
}

static enum syscall_status capture_caps(struct capture *capture)
{
	u64 version;
	u32 words;

	if (!ktrace_capture_count(capture, &version))
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

static enum syscall_status capture_sized(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	enum syscall_status status;
	u32 head[2], bytes;

	if (!capture_read(capture, head, capture->address, sizeof(head)))
		return SYSCALL_FAULT;
	bytes = copy->self(head);
	if (!bytes)
		return SYSCALL_NOT_COPIED;
	status = capture_bytes(capture, bytes, copy->size);
	if (unlikely(status == SYSCALL_FAULT) && copy->some)
		return capture_beginning(capture, bytes, copy->size, 1);
	return status;
}

static enum syscall_status capture_structure(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	enum syscall_status status;
	u32 size = copy->size, limit;
	u64 count;

	if (copy->bytes) {
		size = copy->bytes(capture->image->rec.args, capture->image->abi);
		if (!size)
			return SYSCALL_NOT_COPIED;
		if (size != SYSCALL_BYTES_COUNT && size & SYSCALL_BYTES_STRING)
			return capture_short_string(capture, size & ~SYSCALL_BYTES_STRING);
		if (size != SYSCALL_BYTES_COUNT && !(size & SYSCALL_BYTES_ELEMENTS)) {
			limit = max_t(u32, copy->size, SYSCALL_OBJECT_BYTES);
			status = capture_bytes(capture, size, limit);
			if (unlikely(status == SYSCALL_FAULT) && copy->some)
				return capture_beginning(capture, size, limit, 1);
			return status;
		}
		size = size == SYSCALL_BYTES_COUNT ? copy->size : size & ~SYSCALL_BYTES_ELEMENTS;
	}
	if (capture_foreign(capture) && copy->foreign)
		size = copy->foreign;
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* Bound the count, so that the product cannot overflow. */
	count = min_t(u64, count, U32_MAX);
	limit = max(SYSCALL_ELEMENTS_MAX * size, SYSCALL_OBJECT_BYTES);
	status = capture_bytes(capture, count * size, limit);
	/* A part of a structure is useful only if its type says so. */
	if (unlikely(status == SYSCALL_FAULT) && (copy->some || (count > 1 && size > 1)))
		return capture_beginning(capture, count * size, limit, copy->some ? 1 : size);
	return status;
}

/* Note that a path did not fit: it may fit into an image with more room. */
static void capture_path_cramped(struct capture *capture)
{
	capture->image->cramped = capture->image->room < KTRACE_RECORD_MAX;
}

/*
 * Write the path of a file descriptor to the end of the room. Takes no reference to the
 * file: if another thread closed the file meanwhile, the final put would be delayed to
 * the end of this call, which may wait for that very put.
 */
static char *capture_fd_path(struct capture *capture, unsigned int fd)
{
	u32 room = min_t(u32, capture->room - capture->len, PATH_MAX);
	struct files_struct *files = current->files;
	struct file *file;
	char *path;

	spin_lock(&files->file_lock);
	file = files_lookup_fd_locked(files, fd);
	path = file ? d_path(&file->f_path, capture->to + capture->len, room) : NULL;
	spin_unlock(&files->file_lock);
	return path;
}

/* Append the path of a descriptor in the structure that was just copied, with its zero. */
static void capture_tail_path(struct capture *capture, u64 fd)
{
	char *path;
	u32 len;

	/* With PREEMPT_RT, locks on this path sleep. */
	if (fd > S32_MAX || IS_ENABLED(CONFIG_PREEMPT_RT) || capture->room <= capture->len ||
	    !ktrace_syscall_option(SYSCALL_FD_PATH))
		return;
	path = capture_fd_path(capture, fd);
	if (IS_ERR(path))
		capture_path_cramped(capture);
	if (IS_ERR_OR_NULL(path))
		return;
	len = strlen(path) + 1;
	memmove(capture->to + capture->len, path, len);
	capture->len += len;
}

/* Read a number of 2, 4 or 8 bytes from the copy. */
static u64 capture_tail_number(const struct capture *capture, u32 at, u32 size)
{
	switch (size) {
	case sizeof(u16):
		return get_unaligned((u16 *)(capture->to + at));
	case sizeof(u32):
		return get_unaligned((u32 *)(capture->to + at));
	default:
		return get_unaligned((u64 *)(capture->to + at));
	}
}

/*
 * Append the first @count elements of @size bytes at @from; if the later ones cannot be read, those
 * on the first page.
 */
static void capture_tail_array(struct capture *capture, u64 from, u32 count, u32 size)
{
	u32 first = (PAGE_SIZE - offset_in_page(from)) / size;
	void *to = capture->to + capture->len;

	if (capture_read(capture, to, from, count * size))
		capture->len += count * size;
	else if (first && first < count && capture_read(capture, to, from, first * size))
		capture->len += first * size;
}

/*
 * Copy the array or the path that belongs to the structure that was just copied. If the end of the
 * structure is missing, drop the bytes behind the descriptor: the decoder finds the path there.
 */
static void capture_tail(struct capture *capture, enum syscall_status status)
{
	const struct syscall_copy *copy = capture->slot->copy;
	const struct syscall_tail *tail;
	u64 count, from;
	u32 max;

	tail = copy->tail(capture->image->rec.args, capture->image->abi);
	if (!tail || capture->len < tail->count + tail->count_size ||
	    capture->len < tail->pointer + tail->pointer_size)
		return;
	from = capture_tail_number(capture, tail->pointer, tail->pointer_size);
	if (tail->path) {
		if (status == SYSCALL_CUT)
			capture->len = tail->pointer + tail->pointer_size;
		capture_tail_path(capture, from);
		return;
	}
	if (status == SYSCALL_CUT)
		return;
	count = capture_tail_number(capture, tail->count, tail->count_size);
	max = min_t(u32, capture->room - capture->len, SYSCALL_TAIL_BYTES) / tail->element;
	count = min_t(u64, count, max);
	if (from && count)
		capture_tail_array(capture, from, count, tail->element);
}

static enum syscall_status capture_object(struct capture *capture)
{
	enum syscall_status status = capture_structure(capture);

	const struct syscall_copy *copy = capture->slot->copy;

	if (unlikely(copy->tail) &&
	    (status == SYSCALL_COPIED || (status == SYSCALL_CUT && copy->some)))
		capture_tail(capture, status);
	return status;
}

static enum syscall_status capture_string(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_STRING_LIMIT), some;
	const struct syscall_copy *copy = capture->slot->copy;
	u64 count;

	/* Copy 1 byte at least: another CPU may just have set the option to 0. */
	limit = max(limit, 1U);
	if (unlikely(copy->size)) {
		if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
			return SYSCALL_NOT_COPIED;
		limit = min_t(u32, limit, copy->size);
	}
	if (likely(capture->slot->rule->count == SYSCALL_COUNT_ONE))
		return capture_string_at(capture, capture->address, limit);
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	if (!count)
		return SYSCALL_NOT_COPIED;
	/* The string may have no zero: read no further byte, and append a zero. */
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
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT), bytes = SYSCALL_BYTES_COUNT;

	if (!limit)
		return SYSCALL_NOT_COPIED;
	if (copy->bytes)
		bytes = copy->bytes(capture->image->rec.args, capture->image->abi);
	if (!bytes)
		return SYSCALL_NOT_COPIED;
	if (bytes != SYSCALL_BYTES_COUNT)
		return capture_bytes(capture, bytes, limit);
	return capture_string_at(capture, capture->address, max(limit, 1U));
}

static enum syscall_status capture_contents(struct capture *capture)
{
	const struct syscall_copy *copy = capture->slot->copy;
	enum syscall_status status;
	u64 count;
	u32 limit;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	limit = ktrace_capture_buffer_limit(capture);
	status = capture_bytes(capture, count, limit);
	/* Messages of netlink are structured: keep the messages before the unreadable byte. */
	if (unlikely(status == SYSCALL_FAULT) &&
	    limit > ktrace_syscall_option(SYSCALL_BUFFER_LIMIT))
		return capture_beginning(capture, count, limit, 1);
	return status;
}

/* struct msgbuf: copy the type always, the text as CONTENTS. */
static enum syscall_status capture_msgbuf(struct capture *capture)
{
	u32 limit = ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	/* Foreign ABIs with 64-bit longs use the kernel's long. */
	u32 type = capture->image->abi == KTRACE_ABI_COMPAT ? sizeof(s32) : sizeof(s64);
	u64 count;

	if (!ktrace_capture_count(capture, &count))
		return SYSCALL_FAULT;
	/* Bound the count, so that the sum cannot overflow. */
	return capture_bytes(capture, type + min_t(u64, count, U32_MAX), type + limit);
}

/* As capture_fd_path() for the current directory, which fs->lock keeps alive. */
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
	bool returned = capture->slot->rule->count == SYSCALL_COUNT_RET;
	s32 fd = returned ? capture->image->rec.ret : capture->address;
	char *path = NULL;
	u32 len;

	if (copy->bytes && !copy->bytes(capture->image->rec.args, capture->image->abi))
		return SYSCALL_NOT_COPIED;
	/* With PREEMPT_RT, locks on this path sleep. */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return SYSCALL_NOT_COPIED;
	if (fd >= 0)
		path = capture_fd_path(capture, fd);
	else if (fd == AT_FDCWD && copy->how == SYSCALL_HOW_DFD)
		path = capture_cwd_path(capture);
	if (!path)
		return SYSCALL_NOT_COPIED;
	if (IS_ERR(path)) {
		capture_path_cramped(capture);
		return SYSCALL_CUT;
	}
	len = strlen(path) + 1;
	memmove(capture->to, path, len);
	capture->len = len;
	return SYSCALL_COPIED;
}

/* Return the protocol of a netlink socket; -1 if the descriptor is something else. */
static s32 capture_netlink_protocol(unsigned int fd)
{
	struct files_struct *files = current->files;
	const struct proto_ops *ops;
	struct socket *sock = NULL;
	struct file *file;
	s32 protocol = -1;

	spin_lock(&files->file_lock);
	file = files_lookup_fd_locked(files, fd);
	if (IS_ENABLED(CONFIG_NET) && file)
		sock = sock_from_file(file);
	/* A netlink socket has its struct sock until the last reference to the file is put. */
	ops = sock ? READ_ONCE(sock->ops) : NULL;
	if (ops && ops->family == PF_NETLINK && sock->sk)
		protocol = sock->sk->sk_protocol;
	spin_unlock(&files->file_lock);
	return protocol;
}

/* The path of a socket, and its protocol if the buffers hold messages of netlink. */
static enum syscall_status capture_socket(struct capture *capture)
{
	enum syscall_status status = SYSCALL_NOT_COPIED;
	struct syscall_socket *socket;
	s32 protocol;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return SYSCALL_NOT_COPIED;
	if (ktrace_syscall_option(SYSCALL_FD_PATH))
		status = capture_fd(capture);
	if (!ktrace_syscall_option(SYSCALL_BUFFER_LIMIT) ||
	    capture->room < capture->len + 1 + sizeof(*socket))
		return status;
	protocol = capture_netlink_protocol(capture->address);
	if (protocol < 0)
		return status;
	if (!capture->len)
		capture->to[capture->len++] = '\0';
	put_unaligned(AF_NETLINK, (u16 *)(capture->to + capture->len));
	put_unaligned(protocol, (u16 *)(capture->to + capture->len + sizeof(u16)));
	capture->len += sizeof(*socket);
	return SYSCALL_COPIED;
}

static enum syscall_status capture_create(struct capture *capture)
{
	u64 count;

	if (unlikely(capture->image->mm != current->mm))
		return ktrace_capture_after_exec(capture);

	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_FD:
	case SYSCALL_HOW_DFD:
		return capture_fd(capture);
	case SYSCALL_HOW_SOCKET:
		return capture_socket(capture);
	case SYSCALL_HOW_GENERIC:
		return ktrace_capture_generic(capture);
	case SYSCALL_HOW_NONE:
		return SYSCALL_NOT_COPIED;
	default:
		if (!capture->address)
			return SYSCALL_NOT_COPIED;
	}
	if (unlikely(capture->slot->copy->path) &&
	    capture->slot->copy->path(capture->image->rec.args))
		return capture_short_string(capture, U32_MAX);
	switch (capture->slot->copy->how) {
	case SYSCALL_HOW_STRING:
	case SYSCALL_HOW_PATH:
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
		return ktrace_capture_strings(capture, SYSCALL_ELEMENTS_MAX);
	case SYSCALL_HOW_ENVP:
		return ktrace_capture_strings(capture, ktrace_syscall_option(SYSCALL_ENVP_LIMIT));
	case SYSCALL_HOW_IOVEC:
		if (!ktrace_capture_count(capture, &count))
			return SYSCALL_FAULT;
		return ktrace_capture_iovecs(capture, capture->address, count);
	case SYSCALL_HOW_MSG:
		return ktrace_capture_msg(capture, capture->address, 0);
	case SYSCALL_HOW_MMSG:
		return ktrace_capture_mmsg(capture);
	case SYSCALL_HOW_NAMELEN:
		return ktrace_capture_namelens(capture);
	case SYSCALL_HOW_MSGLEN:
		return ktrace_capture_msglens(capture);
	default:
		return SYSCALL_NOT_COPIED;
	}
}

/* Return an argument or the result. */
static u64 capture_argument(const struct syscall_image *image, unsigned int arg)
{
	return arg < KTRACE_SYSCALL_ARGS ? image->rec.args[arg] : image->rec.ret;
}

/*
 * Enter a copy at the end of @image into its slot. Return false if the slot has a
 * better one.
 */
static __always_inline bool set_slot(struct syscall_image *image, unsigned int slot,
				     enum syscall_status status, u32 len)
{
	u32 *copied = (u32 *)(image->bytes + image->spec->copied);
	u32 shift = slot * SYSCALL_STATUS_BITS;
	u32 was = copied[1 + slot] >> 16;

	/*
	 * The copy made at entry may be better than the one made now, which has less room.
	 * The copy with more bytes is better, whatever its status: the status of an object
	 * with parts says nothing about the parts.
	 */
	if (unlikely(*copied >> shift & 3) &&
	    (len < was || (len == was && status != SYSCALL_COPIED)))
		return false;
	*copied = (*copied & ~(3U << shift)) | status << shift;
	copied[1 + slot] = len ? len << 16 | image->len : SYSCALL_RECORD_EMPTY;
	return true;
}

/* Return true if a copy at exit shows that the call has overwritten the argument's memory. */
static bool how_overwrites(u8 how)
{
	return how != SYSCALL_HOW_MSGLEN;
}

/**
 * ktrace_syscall_retry - find the copies that can be retried when a call has returned
 * @image:	the record, with the copies made at exit
 * @slots:	slots that could not be copied at entry
 *
 * If the call has written to the memory, the data at entry is lost.
 *
 * Return: the slots of @slots that may still be valid.
 */
notrace u16 ktrace_syscall_retry(const struct syscall_image *image, u16 slots)
{
	u32 copied = *(u32 *)(image->bytes + image->spec->copied);
	const struct syscall_slot *at = image->spec->slots;
	unsigned int slot;

	/* The slot for exit follows the slot for entry of the same argument. */
	for (slot = 0; slot + 1 < image->spec->nr_slots; slot++)
		if (at[slot].arg == at[slot + 1].arg && how_overwrites(at[slot + 1].copy->how) &&
		    copied >> (slot + 1) * SYSCALL_STATUS_BITS & 3)
			slots &= ~BIT(slot);
	return slots;
}

NOKPROBE_SYMBOL(ktrace_syscall_retry);

/*
 * Return true if the kernel reads the memory of @capture in any case, so that the hook
 * may fault it in. Seccomp and tracers have allowed the call.
 */
static bool capture_will_be_read(const struct capture *capture)
{
	return capture->slot->reads && capture->slot->reads(capture->image->rec.args);
}

/**
 * ktrace_syscall_capture - append copies to a record
 * @image:	the record, with its arguments, and at exit with its result
 * @slots:	the slots to copy
 *
 * After execve(), reads the arguments from the stack of the new program.
 *
 * Sets the bits in @image->retry of slots whose memory could not be read, and
 * @image->fault to the address if the kernel is going to read it anyway. Sets @image->cramped if a
 * larger image may hold more.
 *
 * Context: the hook, in the task that makes the call; preemption off.
 */
notrace void ktrace_syscall_capture(struct syscall_image *image, u16 slots)
{
	for (; slots; slots &= slots - 1) {
		unsigned int slot = __ffs(slots);
		struct capture capture __uninitialized;
		enum syscall_status status;

		capture.image = image;
		capture.slot = &image->spec->slots[slot];
		capture.address = capture_argument(image, capture.slot->arg);
		capture.to = image->bytes + image->len;
		capture.room = image->room - image->len;
		capture.len = 0;
		capture.moved = capture.slot->out ? max(image->rec.ret, 0LL) : U64_MAX;
		capture.fault = 0;
		status = capture_create(&capture);
		if (status == SYSCALL_FAULT)
			capture.len = 0;
		if (unlikely(capture.fault)) {
			image->retry |= BIT(slot);
			if (capture_will_be_read(&capture))
				image->fault = capture.fault;
		}
		/* A copy that a limit cut short gains nothing from more room. */
		if (unlikely(image->room < KTRACE_RECORD_MAX) &&
		    capture.room - capture.len < SYSCALL_IMAGE_MARGIN)
			image->cramped = true;
		if (!set_slot(image, slot, status, capture.len))
			continue;
		/* Zero the padding. */
		memset(capture.to + capture.len, 0, -capture.len % 8);
		image->len += ALIGN(capture.len, 8);
	}
}

NOKPROBE_SYMBOL(ktrace_syscall_capture);

/**
 * ktrace_syscall_awaited - find the slots whose paths the kernel copies during the call
 * @image:	the record, with its arguments
 * @slots:	slots to be copied at entry
 *
 * Context: the hook, in the task that makes the call; preemption off.
 * Return: these slots.
 */
notrace u16 ktrace_syscall_awaited(const struct syscall_image *image, u16 slots)
{
	const struct syscall_copy *copy;
	unsigned int slot;
	u16 left;

	slots &= READ_ONCE(image->spec->paths);
	for (left = slots; left; left &= left - 1) {
		slot = __ffs(left);
		copy = image->spec->slots[slot].copy;
		if (copy->path && !copy->path(image->rec.args))
			slots &= ~BIT(slot);
	}
	return slots;
}

NOKPROBE_SYMBOL(ktrace_syscall_awaited);

/**
 * ktrace_syscall_capture_path - append the kernel's copy of a path to a record
 * @image:	the record
 * @address:	address of the path in user memory
 * @text:	the copy; readable up to the next multiple of 8 bytes
 * @len:	its length without the zero
 *
 * The path belongs to the first missing slot of an argument with this address.
 *
 * Context: the hook, in the task that makes the call; preemption off.
 * Return: true; false if no path at this address is missing.
 */
notrace bool ktrace_syscall_capture_path(struct syscall_image *image, u64 address,
					 const char *text, size_t len)
{
	u32 limit = max(ktrace_syscall_option(SYSCALL_STRING_LIMIT), 1U);
	u16 missing = image->retry & READ_ONCE(image->spec->paths);
	unsigned int slot;
	u32 some;

	for (slot = 0; missing; slot++, missing >>= 1)
		if (missing & 1 &&
		    capture_argument(image, image->spec->slots[slot].arg) == address)
			break;
	if (!missing)
		return false;
	limit = min(limit, (u32)image->room - image->len);
	if (!limit)
		return false;
	some = ktrace_copy_path(image->bytes + image->len, text, len, limit);
	set_slot(image, slot, some <= len ? SYSCALL_CUT : SYSCALL_COPIED, some);
	image->len += ALIGN(some, 8);
	image->retry &= ~BIT(slot);
	return true;
}

NOKPROBE_SYMBOL(ktrace_syscall_capture_path);
