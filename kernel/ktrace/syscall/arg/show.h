/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of system calls as text: the building blocks of types.
 *
 * One kind of table, struct syscall_layout, describes numbers, the fields of structures
 * and the elements of arrays. Copies may be too short: the complete fields are shown,
 * followed by dots.
 */
#ifndef _KTRACE_SYSCALL_SHOW_H
#define _KTRACE_SYSCALL_SHOW_H

#include <linux/compat.h>
#include <linux/err.h>
#include <linux/resource.h>
#include <linux/seq_buf.h>
#include <linux/socket.h>
#include <linux/time32.h>
#include <linux/types.h>

#include "text/names.h"
#include "syscall/arg/type.h"

/**
 * enum syscall_as - how bytes are shown
 * @SHOW_INT:	signed decimal
 * @SHOW_UINT:	unsigned decimal
 * @SHOW_HEX:	0x1f, or 0
 * @SHOW_PTR:	0x1f, or NULL
 * @SHOW_MODE:	S_IFREG|0644, 0644, or 0
 * @SHOW_DEV:	makedev(0x8, 0x1)
 * @SHOW_ID:	user or group id: unsigned, or -1
 * @SHOW_DFD:	signed decimal, or AT_FDCWD
 * @SHOW_FLAGS:	names, see ktrace_names_print()
 * @SHOW_BIT_NAMES: as FLAGS, of numbers of bits: 1<<CAP_CHOWN|1<<CAP_KILL
 * @SHOW_ENUM:	a name, or a number: hexadecimal if its highest bit is set
 * @SHOW_NAME:	a name, or hexadecimal
 * @SHOW_ID_ENUM: a name, or signed decimal
 * @SHOW_PERMISSIONS:	names and the low nine bits: IPC_CREAT|0600
 * @SHOW_SIGNAL:	SIGHUP
 * @SHOW_SIGSET:	[HUP INT], ~[KILL STOP]
 * @SHOW_HANDLER:	SIG_DFL, SIG_IGN, or as SHOW_PTR
 * @SHOW_LIMIT:	unsigned, or RLIM_INFINITY
 * @SHOW_STATUS:	{WIFEXITED(s) && WEXITSTATUS(s) == 0}
 * @SHOW_NSEC:	decimal, UTIME_NOW, or UTIME_OMIT
 * @SHOW_NSEC32:	unsigned decimal, UTIME_NOW, or UTIME_OMIT
 * @SHOW_IOPRIO:	priority of I/O: IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4)
 * @SHOW_KERNEL:	version of the kernel: KERNEL_VERSION(6, 12, 0)
 * @SHOW_ERRNO:	name of an error, or decimal
 * @SHOW_RESULT:	signed decimal, or the name of an error: -ENOENT
 * @SHOW_IN_ADDR:	IPv4 address: inet_addr("127.0.0.1")
 * @SHOW_IN6_ADDR: IPv6 address: inet_pton(AF_INET6, "::1", &name)
 * @SHOW_NET32:	number in network byte order: htonl(1)
 * @SHOW_NET16:	number in network byte order: htons(1)
 * @SHOW_LE16:	number in the byte order of Bluetooth: htobs(1)
 * @SHOW_BY:	by a function
 * @SHOW_MAC:	hardware address: 01:02:03:04:05:06
 * @SHOW_TEXT:	characters up to a zero
 * @SHOW_BYTES:	characters, including zeros
 * @SHOW_STRUCT:	a nested structure
 */
enum syscall_as {
	SHOW_INT,
	SHOW_UINT,
	SHOW_HEX,
	SHOW_PTR,
	SHOW_MODE,
	SHOW_DEV,
	SHOW_ID,
	SHOW_DFD,
	SHOW_FLAGS,
	SHOW_BIT_NAMES,
	SHOW_ENUM,
	SHOW_NAME,
	SHOW_ID_ENUM,
	SHOW_PERMISSIONS,
	SHOW_SIGNAL,
	SHOW_SIGSET,
	SHOW_HANDLER,
	SHOW_LIMIT,
	SHOW_STATUS,
	SHOW_NSEC,
	SHOW_NSEC32,
	SHOW_IOPRIO,
	SHOW_KERNEL,
	SHOW_ERRNO,
	SHOW_RESULT,
	SHOW_IN_ADDR,
	SHOW_IN6_ADDR,
	SHOW_NET32,
	SHOW_NET16,
	SHOW_LE16,
	SHOW_BY,
	SHOW_MAC,
	SHOW_TEXT,
	SHOW_BYTES,
	SHOW_STRUCT,
};

/* How struct syscall_when compares the masked word. */
enum syscall_when_is {
	WHEN_ANY,	/* any bit is set */
	WHEN_EQUAL,	/* equal to the value */
	WHEN_UNEQUAL,	/* not equal to the value */
};

/**
 * struct syscall_when - condition on another field, under which a field is shown
 * @offset:	offset of the other field in the structure
 * @size:	its size in bytes; if it is no number, the condition is that any byte is set
 * @is:	enum syscall_when_is
 * @mask:	bits to compare
 * @value:	for WHEN_EQUAL and WHEN_UNEQUAL
 * @or:	another condition that suffices; NULL for none
 *
 * A field is not shown if the copy does not contain the other field.
 */
struct syscall_when {
	u16 offset;
	u8 size;
	u8 is;
	u64 mask;
	u64 value;
	const struct syscall_when *or;
};

/**
 * struct syscall_field - a field of a structure
 * @name:	NULL if the layout is a number
 * @offset:	offset in the structure
 * @size:	size in bytes; of an element if there are several
 * @count:	number of elements, if more than one
 * @as:	enum syscall_as
 * @shift:	for a bit field: its lowest bit in the bytes
 * @bits:	for a bit field: number of bits; 0 for other fields
 * @names:	for SHOW_FLAGS, _BIT_NAMES, _ENUM, and _PERMISSIONS: enum ktrace_names
 * @nested:	for SHOW_STRUCT: the layout
 * @put:	for SHOW_BY: append the @size bytes at @at
 * @when:	condition under which the field is shown; NULL for always
 */
struct syscall_field {
	const char	*name;
	u16		offset;
	u16		size;
	u8		count;
	u8		as;
	u16		names;
	u8		shift;
	u8		bits;
	union {
		const struct syscall_layout *nested;
		void	(*put)(struct seq_buf *out, const void *at, u32 size);
	};
	const struct syscall_when *when;
};

/**
 * struct syscall_layout - a structure, or a number
 * @size:	size in bytes; a number of 8 bytes passed by value has 4 bytes in 32-bit
 *		calls
 * @nr:	number of fields
 * @min:	of an extensible structure: the calls refuse a smaller size
 * @fields:	in the order in which they are shown
 * @foreign:	layout of the same size in calls of foreign ABIs; NULL for this layout
 */
struct syscall_layout {
	u16		size;
	u16		nr;
	u16		min;
	const struct syscall_field *fields;
	const struct syscall_layout *foreign;
};

/* Return the layout of a structure in calls of @abi. */
static inline const struct syscall_layout *
ktrace_layout_of(const struct syscall_layout *layout, enum ktrace_abi abi)
{
	return abi != KTRACE_ABI_NATIVE && layout->foreign ? layout->foreign : layout;
}

/* The layouts in layout.c, which several families share: SHOW(name, C type). */
#define SYSCALL_LAYOUTS(SHOW)						\
	SHOW(int, s32)							\
	SHOW(uint, u32)							\
	SHOW(u8, u8)							\
	SHOW(s64, s64)							\
	SHOW(u64, u64)							\
	SHOW(hex32, u32)						\
	SHOW(hex64, u64)						\
	SHOW(pointer, u64)						\
	SHOW(pointer32, u32)						\
	SHOW(id, u32)							\
	SHOW(id16, u16)							\
	SHOW(sigset, u64)						\
	SHOW(sigset32, u32)						\
	SHOW(timespec, struct __kernel_timespec)			\
	SHOW(timespec_padded, struct __kernel_timespec)			\
	SHOW(timespec32, struct old_timespec32)				\
	SHOW(timeval, struct __kernel_old_timeval)			\
	SHOW(timeval32, struct old_timeval32)				\
	SHOW(fd_pair, s32)						\
	SHOW(ucred, struct ucred)					\
	SHOW(sigset_arg, struct syscall_sigset_arg)			\
	SHOW(sigset_arg32, struct syscall_sigset_arg32)			\
	SHOW(rusage, struct rusage)					\
	SHOW(rusage32, struct compat_rusage)

/* The last argument of pselect6 and io_pgetevents. */
struct syscall_sigset_arg {
	u64 sigmask, sigsetsize;
};

struct syscall_sigset_arg32 {
	u32 sigmask, sigsetsize;
};

#define SYSCALL_LAYOUT(id, ctype)					\
	extern const struct syscall_layout syscall_layout_##id;		\
	enum { SYSCALL_SIZE_##id = sizeof(ctype) };
SYSCALL_LAYOUTS(SYSCALL_LAYOUT)
#undef SYSCALL_LAYOUT

/* Functions that append to @out. */
void ktrace_show_pointer(struct seq_buf *out, u64 value);
void ktrace_show_bytes(struct seq_buf *out, const void *at, u32 len, bool cut);
void ktrace_show_quoted(struct seq_buf *out, const void *at, u32 len, bool cut);
void ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			u64 value, unsigned int size);
void ktrace_show_fields(struct seq_buf *out, const struct syscall_layout *layout,
			const void *at, u32 len, bool first);
void ktrace_show_element(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len, bool cut);
void ktrace_show_elements(struct seq_buf *out, const struct syscall_layout *layout,
			  const struct syscall_data *data, bool array);

void ktrace_show_with_tail(struct seq_buf *out, const struct syscall_layout *layout,
			   const struct syscall_tail *tail, const struct syscall_layout *elements,
			   const struct syscall_data *data, u32 bytes);
void ktrace_show_partial(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len);

/* Return true if the call failed: nothing was copied at exit. */
static inline bool ktrace_show_failed(const struct syscall_value *value)
{
	return value->returned && IS_ERR_VALUE(value->ret);
}

static inline bool ktrace_show_there(const struct syscall_data *data)
{
	return data->status == SYSCALL_COPIED || data->status == SYSCALL_CUT;
}

u32 ktrace_show_known_size(const struct syscall_value *value, u32 at);

/* Append a 32-bit number; @names matters only for SHOW_FLAGS and SHOW_ENUM. */
static inline void ktrace_show_u32(struct seq_buf *out, u32 value, enum syscall_as as,
				   enum ktrace_names names)
{
	const struct syscall_field field = { .as = as, .names = names };

	ktrace_show_number(out, &field, value, sizeof(value));
}

/* struct syscall_type.print of types in several families. */
#define KTRACE_SHOW(name)						\
	void ktrace_show_##name(struct seq_buf *out, const struct syscall_value *value, \
				const struct syscall_type *type)
KTRACE_SHOW(scalar);
KTRACE_SHOW(halves_1);
KTRACE_SHOW(halves_2);
KTRACE_SHOW(halves_3);
KTRACE_SHOW(halves_4);
KTRACE_SHOW(halves_llseek);
KTRACE_SHOW(fd);
KTRACE_SHOW(dfd);
KTRACE_SHOW(copies);
KTRACE_SHOW(object);
KTRACE_SHOW(last_object);
KTRACE_SHOW(return);
#undef KTRACE_SHOW

/* struct syscall_type.put of types in several families. */
#define KTRACE_PUT(name)						\
	void ktrace_put_##name(struct seq_buf *out, const struct syscall_value *value, \
			       const struct syscall_type *type,		\
			       const struct syscall_data *data)
KTRACE_PUT(object);
KTRACE_PUT(sized);
KTRACE_PUT(bits);
KTRACE_PUT(string);
KTRACE_PUT(contents);
KTRACE_PUT(packet);
KTRACE_PUT(iovec);
KTRACE_PUT(siginfo);
KTRACE_PUT(sigset);
KTRACE_PUT(sigset_arg);
#undef KTRACE_PUT

/**
 * struct syscall_rest - the unread rest of a copy with parts
 * @at:	its bytes
 * @len:	number of bytes
 */
struct syscall_rest {
	const u8	*at;
	u32		len;
};

bool ktrace_rest_take(struct syscall_rest *rest, void *to, u32 size);
struct syscall_rest ktrace_rest_some(struct syscall_rest *rest, u32 len);

/* buffer.c */
void ktrace_put_iovecs(struct seq_buf *out, const struct syscall_value *value,
		       struct syscall_rest rest, bool cut, u64 left);

/* address.c: socket addresses occur also in messages. */
void ktrace_show_address(struct seq_buf *out, const struct syscall_data *data);
void ktrace_show_sockaddr(struct seq_buf *out, const void *at, u32 size);
void ktrace_show_ether_type(struct seq_buf *out, u16 type);

/* struct syscall_copy.bytes: sizes from another argument. */
u32 ktrace_size1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size2_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset2_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset5_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset_arg_bytes(const u64 *args, enum ktrace_abi abi);
const struct syscall_tail *ktrace_sigset_arg_tail(const u64 *args, enum ktrace_abi abi);

/* struct syscall_rule.reads */
bool ktrace_reads_always(const u64 *args);

#endif /* _KTRACE_SYSCALL_SHOW_H */
