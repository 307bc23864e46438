/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of system calls as text: what types are made of.
 *
 * Numbers, the fields of structures and the elements of arrays are described by
 * one kind of table, struct syscall_layout.  Whatever is copied may be shorter
 * than what it should be: what is there is shown, and dots for the rest.
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
 * @SHOW_INT:	a signed decimal number
 * @SHOW_UINT:	an unsigned one
 * @SHOW_HEX:	0x1f, or 0
 * @SHOW_PTR:	0x1f, or NULL
 * @SHOW_MODE:	S_IFREG|0644, 0644, or 0
 * @SHOW_DEV:	makedev(0x8, 0x1)
 * @SHOW_ID:	of a user or group: unsigned, or -1
 * @SHOW_DFD:	a signed decimal number, or AT_FDCWD
 * @SHOW_FLAGS:	names, as ktrace_names_print() does it
 * @SHOW_ENUM:	a name, or a signed decimal number
 * @SHOW_PERMISSIONS: names, and what is in the low nine bits: IPC_CREAT|0600
 * @SHOW_SIGNAL: SIGHUP
 * @SHOW_SIGSET: [HUP INT], ~[KILL STOP]
 * @SHOW_HANDLER: SIG_DFL, SIG_IGN, or as PTR
 * @SHOW_LIMIT:	unsigned, or RLIM_INFINITY
 * @SHOW_STATUS: {WIFEXITED(s) && WEXITSTATUS(s) == 0}
 * @SHOW_NSEC:	decimal, UTIME_NOW, or UTIME_OMIT
 * @SHOW_NSEC32: the same without a sign
 * @SHOW_ERRNO:	an error by name, or decimal
 * @SHOW_IN_ADDR: an IPv4 address: inet_addr("127.0.0.1")
 * @SHOW_NET32:	a number in the byte order of the network: htonl(1)
 * @SHOW_TEXT:	characters up to a zero
 * @SHOW_BYTES:	characters, all of them
 * @SHOW_STRUCT: as another layout says
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
	SHOW_ENUM,
	SHOW_PERMISSIONS,
	SHOW_SIGNAL,
	SHOW_SIGSET,
	SHOW_HANDLER,
	SHOW_LIMIT,
	SHOW_STATUS,
	SHOW_NSEC,
	SHOW_NSEC32,
	SHOW_ERRNO,
	SHOW_IN_ADDR,
	SHOW_NET32,
	SHOW_TEXT,
	SHOW_BYTES,
	SHOW_STRUCT,
};

/**
 * struct syscall_field - a field of a structure
 * @name:	NULL in a layout that is a number
 * @offset:	where it is
 * @size:	bytes; of an element, if there are more
 * @count:	elements, if more than one
 * @as:		enum syscall_as
 * @names:	for SHOW_FLAGS, _ENUM, and _PERMISSIONS: enum ktrace_names
 * @nested:	for SHOW_STRUCT
 */
struct syscall_field {
	const char	*name;
	u16		offset;
	u16		size;
	u8		count;
	u8		as;
	u8		names;
	const struct syscall_layout *nested;
};

/**
 * struct syscall_layout - a structure, or a number
 * @size:	bytes; a number of 8 is one of 4 in 32-bit calls, if it is passed
 *		by value
 * @nr:		fields
 * @fields:	in the order in which they are shown
 * @foreign:	the layout, of the same size, in calls that are not native; NULL if it is
 *		this one
 */
struct syscall_layout {
	u16		size;
	u16		nr;
	const struct syscall_field *fields;
	const struct syscall_layout *foreign;
};

/* The layout of a structure in calls of kind @abi. */
static inline const struct syscall_layout *
ktrace_layout_of(const struct syscall_layout *layout, enum ktrace_abi abi)
{
	return abi != KTRACE_ABI_NATIVE && layout->foreign ? layout->foreign : layout;
}

/* The layouts that families share, in layout.c: SHOW(name, C type). */
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
	u64 sigset, sigsetsize;
};

struct syscall_sigset_arg32 {
	u32 sigset, sigsetsize;
};

#define SYSCALL_LAYOUT(id, ctype)					\
	extern const struct syscall_layout syscall_layout_##id;		\
	enum { SYSCALL_SIZE_##id = sizeof(ctype) };
SYSCALL_LAYOUTS(SYSCALL_LAYOUT)
#undef SYSCALL_LAYOUT

/* Functions that append. */
void ktrace_show_pointer(struct seq_buf *out, u64 value);
void ktrace_show_quoted(struct seq_buf *out, const void *at, u32 len, bool cut);
void ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			u64 value, unsigned int size);
void ktrace_show_element(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len, bool cut);
void ktrace_show_elements(struct seq_buf *out, const struct syscall_layout *layout,
			  const struct syscall_data *data, bool array);

/* The call failed: what it would have left in memory was not copied. */
static inline bool ktrace_show_failed(const struct syscall_value *value)
{
	return value->returned && IS_ERR_VALUE(value->ret);
}

static inline bool ktrace_show_there(const struct syscall_data *data)
{
	return data->status == SYSCALL_COPIED || data->status == SYSCALL_CUT;
}

/* Append a number of 32 bits; @names for SHOW_FLAGS and SHOW_ENUM, else anything. */
static inline void ktrace_show_u32(struct seq_buf *out, u32 value, enum syscall_as as,
				   enum ktrace_names names)
{
	const struct syscall_field field = { .as = as, .names = names };

	ktrace_show_number(out, &field, value, sizeof(value));
}

/* struct syscall_type.print, of types that are met in several families. */
#define KTRACE_SHOW(name)						\
	void ktrace_show_##name(struct seq_buf *out, const struct syscall_value *value, \
				const struct syscall_type *type)
KTRACE_SHOW(scalar);
KTRACE_SHOW(fd);
KTRACE_SHOW(dfd);
KTRACE_SHOW(copies);
KTRACE_SHOW(object);
KTRACE_SHOW(last_object);
KTRACE_SHOW(return);
KTRACE_SHOW(sigset_arg);
#undef KTRACE_SHOW

/* struct syscall_type.put, the same. */
#define KTRACE_PUT(name)						\
	void ktrace_put_##name(struct seq_buf *out, const struct syscall_value *value, \
			       const struct syscall_type *type,		\
			       const struct syscall_data *data)
KTRACE_PUT(object);
KTRACE_PUT(sized);
KTRACE_PUT(bits);
KTRACE_PUT(string);
KTRACE_PUT(contents);
KTRACE_PUT(iovec);
KTRACE_PUT(siginfo);
KTRACE_PUT(sigset);
#undef KTRACE_PUT

/**
 * struct syscall_rest - what is left of a copy that has parts
 * @at:		its bytes
 * @len:	how many
 */
struct syscall_rest {
	const u8	*at;
	u32		len;
};

bool ktrace_rest_take(struct syscall_rest *rest, void *to, u32 size);
struct syscall_rest ktrace_rest_some(struct syscall_rest *rest, u32 len);
void ktrace_put_iovecs(struct seq_buf *out, struct syscall_rest rest, bool cut, u64 left);

/* socket.c: the address of a socket, which a message may have, too. */
void ktrace_show_address(struct seq_buf *out, const struct syscall_data *data);

/* struct syscall_copy.bytes: what an argument says, and as many as it says. */
u32 ktrace_size1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset2_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset5_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset_arg_bytes(const u64 *args, enum ktrace_abi abi);

/* struct syscall_rule.reads */
bool ktrace_reads_always(const u64 *args);

#endif /* _KTRACE_SYSCALL_SHOW_H */
