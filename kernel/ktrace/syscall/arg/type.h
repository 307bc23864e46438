/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types of system call arguments: how to copy the memory at an argument, and how to
 * show it.
 *
 * syscall/capture/capture.c copies in the task that makes the call; enum syscall_how
 * lists the ways. The functions of the type format the copy when the record is read.
 * struct syscall_value is the interface between them.
 *
 * Each call has one descriptor, struct syscall_desc, in the file of its family (file.c,
 * memory.c, ...), built from the macros of describe.h.
 */
#ifndef _KTRACE_SYSCALL_TYPE_H
#define _KTRACE_SYSCALL_TYPE_H

#include <linux/seq_buf.h>
#include <linux/socket.h>
#include <linux/string.h>
#include <linux/types.h>

#include "syscall/table.h"

/**
 * enum syscall_how - ways to copy the memory at an argument
 * @SYSCALL_HOW_NONE:	no copy
 * @SYSCALL_HOW_OBJECT:	elements of @size bytes, as many as the rule's count, up to a
 *		limit
 * @SYSCALL_HOW_SIZED:	a structure that contains its size, up to the known size
 * @SYSCALL_HOW_CAPS:	struct __user_cap_data_struct, as many as the version in the
 *		rule's count has
 * @SYSCALL_HOW_STRING:	a string with its zero, up to the limit of strings; always
 *		zero-terminated. If the rule's count is not SYSCALL_COUNT_ONE, at most
 *		that many bytes
 * @SYSCALL_HOW_PATH:	as STRING; the copy that getname() makes in the call, or, if the call has
 *		not come to that, a copy when it returns. With options/kernel-path 0, and for a
 *		copy at exit, like STRING
 * @SYSCALL_HOW_SECRET:	a string that may be secret: up to the limit of buffers, off by
 *		default. @bytes as for FD
 * @SYSCALL_HOW_CONTENTS:	as OBJECT of 1 byte, up to the limit of buffers, off by
 *		default
 * @SYSCALL_HOW_ARGV:	an array of strings that ends with NULL: struct syscall_strings
 * @SYSCALL_HOW_ENVP:	as ARGV; the option envp-limit is the number of copied strings,
 *		0 by default; the others are counted
 * @SYSCALL_HOW_IOVEC:	count of struct iovec, and buffers: struct syscall_iovecs
 * @SYSCALL_HOW_MSG:	a struct msghdr: struct syscall_msg
 * @SYSCALL_HOW_MMSG:	count of struct mmsghdr: struct syscall_mmsg
 * @SYSCALL_HOW_MSGBUF:	a long, and the text after it as CONTENTS
 * @SYSCALL_HOW_NAMELEN:	the room for the address in each message of MSG or MMSG,
 *		as u64
 * @SYSCALL_HOW_MSGLEN:	the number of bytes sent of each message of MMSG, as u64
 * @SYSCALL_HOW_FD:	the path of a file descriptor, if the option fd-path is on; as
 *		STRING. If the rule's count is SYSCALL_COUNT_RET, of the returned descriptor
 * @SYSCALL_HOW_DFD:	as FD; AT_FDCWD is the current directory
 * @SYSCALL_HOW_SOCKET:	as FD, of a socket whose buffers the call copies. The path is empty
 *		if the option fd-path is off. For a netlink socket, and if the limit of
 *		buffers is not 0, a struct syscall_socket follows the zero
 * @SYSCALL_HOW_GENERIC: if the first argument is a generic netlink socket, the names of the
 *		families of the copied messages: up to SYSCALL_GENL_MAX of struct syscall_genl
 */
enum syscall_how {
	SYSCALL_HOW_NONE,
	SYSCALL_HOW_OBJECT,
	SYSCALL_HOW_SIZED,
	SYSCALL_HOW_CAPS,
	SYSCALL_HOW_STRING,
	SYSCALL_HOW_PATH,
	SYSCALL_HOW_CONTENTS,
	SYSCALL_HOW_ARGV,
	SYSCALL_HOW_ENVP,
	SYSCALL_HOW_IOVEC,
	SYSCALL_HOW_MSG,
	SYSCALL_HOW_MMSG,
	SYSCALL_HOW_MSGBUF,
	SYSCALL_HOW_NAMELEN,
	SYSCALL_HOW_MSGLEN,
	SYSCALL_HOW_FD,
	SYSCALL_HOW_DFD,
	SYSCALL_HOW_SOCKET,
	SYSCALL_HOW_SECRET,
	SYSCALL_HOW_GENERIC,
};

/* Result of a copy. */
enum syscall_status {
	SYSCALL_NOT_COPIED,	/* no copy requested, or a NULL pointer */
	SYSCALL_COPIED,
	SYSCALL_CUT,		/* truncated */
	SYSCALL_FAULT,		/* the memory could not be read */
};

/*
 * Maximum number of elements that OBJECT, IOVEC, MMSG and ARGV copy. For OBJECT the
 * maximum is SYSCALL_OBJECT_BYTES if that is larger.
 */
#define SYSCALL_ELEMENTS_MAX	32
#define SYSCALL_OBJECT_BYTES	264

/**
 * struct syscall_data - a copy of user memory in a record
 * @at:	its bytes; not aligned
 * @len:	number of bytes; untrusted; 0 if @status says that there is no copy
 * @status:	enum syscall_status
 */
struct syscall_data {
	const void	*at;
	u32		len;
	u8		status;
};

/* SYSCALL_HOW_SOCKET: selects the language of the messages. */
struct syscall_socket {
	u16	family;
	u16	protocol;
};

/* SYSCALL_HOW_GENERIC: the number of a family and its name at the time of the call. */
struct syscall_genl {
	u16	id;
	char	name[16];
};

#define SYSCALL_GENL_MAX	4

/*
 * Maximum number of bytes to copy of a message of a netlink socket, if the limit of buffers
 * is lower and not 0.
 */
#define SYSCALL_NETLINK_BYTES	1024

/*
 * SYSCALL_HOW_ARGV: followed by @kept strings, each after a byte with its status. The address of a
 * string that cannot be read follows as u64 after SYSCALL_FAULT, and nothing after
 * SYSCALL_NOT_COPIED.
 */
struct syscall_strings {
	u32	count;		/* length of the array, or if !@counted a lower bound */
	u16	kept;
	u8	counted;
	u8	wanted;		/* ENVP: the option envp-limit asks for strings */
};

/* SYSCALL_HOW_IOVEC: followed by @kept of struct syscall_iovec, then their bytes. */
struct syscall_iovecs {
	u32	count;		/* length of the array */
	u32	kept;
};

/* The same layout for all ABIs. */
struct syscall_iovec {
	u64	base;
	u64	len;
	u32	kept;		/* number of bytes copied */
	u32	status;		/* enum syscall_status of the bytes */
};

/*
 * SYSCALL_HOW_MSG: followed by @name_kept bytes; then by @control_kept bytes, which are
 * pairs of a struct syscall_control and its @kept bytes; then by a struct
 * syscall_iovecs with its parts, if @iov_status.
 */
struct syscall_msg {
	u64	name;
	u64	iov;
	u64	iovlen;
	u64	control;
	u64	controllen;
	u32	namelen;
	u32	flags;
	u16	name_kept;
	u8	name_status;
	u8	iov_status;
	u32	len;		/* MMSG: msg_len, number of bytes received */
	u16	control_kept;
	u8	control_status;
	u8	unused[5];
};

/* A control message: struct cmsghdr, and the size of the copied data that follows. */
struct syscall_control {
	u64	len;
	s32	level;
	s32	type;
	u32	kept;
	u32	status;
};

/* SYSCALL_HOW_MMSG: followed by @kept pairs of a u32, the size of a MSG, and the MSG. */
struct syscall_mmsg {
	u32	count;
	u32	kept;
};

/**
 * struct syscall_value - an argument or result to be shown
 * @value:	the register; in 32-bit calls its lower half
 * @args:	all arguments of the call
 * @nargs:	number of arguments
 * @ret:	result of the call
 * @returned:	the call has returned and @ret is valid
 * @abi:	ABI of the call
 * @in:	copy made at entry
 * @out:	copy made at exit
 * @socket:	copy of the first argument made at entry, if it is SYSCALL_HOW_SOCKET
 * @generic:	copy made at exit by SYSCALL_HOW_GENERIC
 */
struct syscall_value {
	u64			value;
	const u64		*args;
	unsigned int		nargs;
	s64			ret;
	bool			returned;
	enum ktrace_abi		abi;
	struct syscall_data	in;
	struct syscall_data	out;
	struct syscall_data	socket;
	struct syscall_data	generic;
};

/**
 * syscall_socket_netlink - find the protocol of a netlink socket
 * @data:	a copy made by SYSCALL_HOW_SOCKET, or no copy; untrusted
 *
 * Return: NETLINK_ROUTE, ...; -1 if the socket is no netlink socket.
 */
static inline s32 syscall_socket_netlink(const struct syscall_data *data)
{
	struct syscall_socket socket;
	u32 path;

	if (!data->len)
		return -1;
	path = strnlen(data->at, data->len) + 1;
	if (path > data->len || data->len - path != sizeof(socket))
		return -1;
	memcpy(&socket, data->at + path, sizeof(socket));
	return socket.family == AF_NETLINK ? socket.protocol : -1;
}

/* See struct syscall_copy. */
#define SYSCALL_BYTES_COUNT	U32_MAX
#define SYSCALL_BYTES_STRING	BIT(31)
#define SYSCALL_BYTES_ELEMENTS	BIT(30)
#define SYSCALL_BYTES_MAX	(SYSCALL_BYTES_ELEMENTS - 1)

/**
 * struct syscall_tail - an array at an address in a copied structure, or the path of a descriptor
 * @count:	offset of the number of elements in the structure
 * @pointer:	offset of the address or of the descriptor
 * @count_size:	size of the number in bytes
 * @pointer_size: size of the address or of the descriptor in bytes
 * @element:	size of an element in bytes
 * @path:	@pointer is a descriptor; @count, @count_size and @element are 0
 *
 * The elements follow the structure in the copy, at most SYSCALL_TAIL_BYTES of them. Elements
 * behind the first page are missing if they cannot be read, and all are missing if the first
 * page cannot be read. The path follows the structure with its zero, if the option fd-path
 * is on. It follows the descriptor if the structure is of type @some and its end is missing.
 */
struct syscall_tail {
	u16	count;
	u16	pointer;
	u8	count_size;
	u8	pointer_size;
	u8	element;
	bool	path;
};

/* Room for 64 instructions of a filter. */
#define SYSCALL_TAIL_BYTES	512

/**
 * struct syscall_copy - how to copy the memory at an argument
 * @how:	enum syscall_how
 * @size:	OBJECT: size of an element, or with @bytes the limit if it is larger than
 *		SYSCALL_OBJECT_BYTES; SIZED: known size; STRING: if not 0, maximum size that the
 *		kernel reads, and one byte for the zero
 * @foreign:	@size in calls of foreign ABIs; 0 if it is the same
 * @bytes:	OBJECT, CONTENTS: if not NULL, returns the total number of bytes from
 *		the other arguments; 0 for no copy, SYSCALL_BYTES_COUNT to use the
 *		rule's count, SYSCALL_BYTES_STRING with a number for a string of at most
 *		that many bytes including the zero, SYSCALL_BYTES_ELEMENTS with a size if
 *		the rule's count is a number of elements of that size. FD, SECRET, and
 *		STRING with @size: if not NULL, returns 0 for no copy. SECRET: another
 *		number than SYSCALL_BYTES_COUNT is a number of bytes to copy instead of a
 *		string. Called in the hooks, must be fast
 * @some:	OBJECT, SIZED: if the end of the memory cannot be read, copy its beginning.
 *		The kernel may read less than the program says
 * @tail:	OBJECT: if not NULL, returns the array to copy after the structure, or NULL.
 *		Called in the hooks
 * @self:	SIZED: returns the number of bytes from the first 8 bytes; 0 for no copy
 * @path:	OBJECT, SECRET: if not NULL, returns true if there is a path at the argument
 *		instead: as PATH. Called in the hooks
 */
struct syscall_copy {
	u8	how;
	u16	size;
	u16	foreign;
	bool	some;
	u32	(*bytes)(const u64 *args, enum ktrace_abi abi);
	const struct syscall_tail *(*tail)(const u64 *args, enum ktrace_abi abi);
	u32	(*self)(const u32 *head);
	bool	(*path)(const u64 *args);
};

/* For @bytes in the hooks, see fds.c. */
u32 ktrace_syscall_max_fds(void);

struct syscall_layout;
struct syscall_type;

/* Copies at the exit of a call that fails. */
enum syscall_failed {
	SYSCALL_FAILED_NONE,
	SYSCALL_FAILED_ALSO,	/* as when the call succeeds: shows what was asked for */
	SYSCALL_FAILED_ONLY,	/* the kernel writes to the memory only then */
};

/* Append the data of one copy. */
typedef void ktrace_put_fn(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data);

/**
 * struct syscall_type - type of an argument
 * @name:	for tests
 * @print:	append the argument as text; must not trust lengths and contents of
 *		copies. Called with this type
 * @in:	copy to make at entry
 * @out:	copy to make when the call returns without an error
 * @interrupted:	make the @out copy when a signal interrupts the call instead
 * @failed:	enum syscall_failed: make the @out copy when the call fails
 * @put:	for @print: append one copy
 * @layout:	for @print: layout of the value, or of an element of the copy
 * @array:	for @print: the copy may have several elements
 *
 * If memory is not resident at entry, the copy is tried again at exit.
 */
struct syscall_type {
	const char	*name;
	void		(*print)(struct seq_buf *out, const struct syscall_value *value,
				 const struct syscall_type *type);
	struct syscall_copy in;
	struct syscall_copy out;
	bool		interrupted;
	u8		failed;
	ktrace_put_fn	*put;
	const struct syscall_layout *layout;
	bool		array;
};

/* struct syscall_rule.count: 0 to 5 are indices of arguments. */
#define SYSCALL_COUNT_ONE	6	/* one element */
#define SYSCALL_COUNT_RET	7	/* the result, for copies at exit */
#define SYSCALL_COUNT_AT(arg)	(8 + (arg)) /* the u32 at the address in an argument */

/* struct syscall_rule.arg of results. */
#define SYSCALL_RETURN		"return"

/* Return true if the arguments show that the kernel will read the string. */
typedef bool syscall_reads_fn(const u64 *args);
/* Return a bitmap of the arguments that a call ignores. */
typedef u8 syscall_unused_fn(const u64 *args, enum ktrace_abi abi);

/**
 * struct syscall_rule - assigns a type to arguments
 * @arg:	names of arguments as in the definition, separated by spaces, or
 *		SYSCALL_RETURN; NULL for all
 * @ctype:	C type as in the definition, for example "umode_t", without a leading
 *		"const"; NULL for any
 * @type:	the type
 * @reads:	for strings: returns true if the kernel will read the string in any
 *		case; NULL if that is unknown
 * @count:	number of elements at the argument
 */
struct syscall_rule {
	const char	*arg;
	const char	*ctype;
	const struct syscall_type *type;
	syscall_reads_fn *reads;
	u8		count;
};

/* Special returns. */
enum syscall_ends {
	SYSCALL_ENDS_PLAIN,
	SYSCALL_ENDS_RESTORES,	/* rt_sigreturn: the registers have been restored */
	SYSCALL_ENDS_EXEC,	/* execve: the memory has been replaced */
};

struct syscall_commands;

/**
 * struct syscall_desc - descriptor of a call
 * @calls:	names as in the tables, separated by spaces, of calls with equal
 *		arguments
 * @rules:	rules of the arguments and of the result. The first match wins; the
 *		rules of common.c follow. Ends with a rule without type; NULL if
 *		common.c has all rules of the call
 * @commands:	commands that select the types of other arguments (command.h), or NULL
 * @unused:	returns the arguments that the call ignores; NULL if the call uses all arguments
 * @ends:	special return
 */
struct syscall_desc {
	const char	*calls;
	const struct syscall_rule *rules;
	const struct syscall_commands *commands;
	syscall_unused_fn *unused;
	enum syscall_ends ends;
};

/**
 * struct syscall_family - descriptors of a family of calls
 * @descs:	the descriptors
 * @nr:	number of descriptors
 */
struct syscall_family {
	const struct syscall_desc *descs;
	unsigned int	nr;
};

/* The families, each in the file of the same name. */
#define SYSCALL_FAMILIES(FAMILY)					\
	FAMILY(file)							\
	FAMILY(dirent)							\
	FAMILY(path)							\
	FAMILY(stat)							\
	FAMILY(ioctl)							\
	FAMILY(fcntl)							\
	FAMILY(mount)							\
	FAMILY(event)							\
	FAMILY(aio)							\
	FAMILY(memory)							\
	FAMILY(socket)							\
	FAMILY(message)							\
	FAMILY(process)							\
	FAMILY(prctl)							\
	FAMILY(ptrace)							\
	FAMILY(wait)							\
	FAMILY(limit)							\
	FAMILY(sched)							\
	FAMILY(futex)							\
	FAMILY(signal)							\
	FAMILY(time)							\
	FAMILY(ipc)							\
	FAMILY(mqueue)							\
	FAMILY(key)							\
	FAMILY(system)							\
	FAMILY(perf)							\
	FAMILY(bpf)							\
	FAMILY(seccomp)							\
	FAMILY(security)						\
	FAMILY(arch)

#define SYSCALL_FAMILY_DECLARE(name)					\
	extern const struct syscall_family ktrace_family_##name;
SYSCALL_FAMILIES(SYSCALL_FAMILY_DECLARE)
#undef SYSCALL_FAMILY_DECLARE

/* common.c: the last rule matches everything. */
extern const struct syscall_rule ktrace_common_rules[];

/* Defined in rule.c */
const struct syscall_desc *ktrace_syscall_desc(const char *call);
const struct syscall_rule *ktrace_syscall_rule(const struct ktrace_syscall *call,
					       unsigned int i);
const struct syscall_rule *ktrace_syscall_rule_return(const struct ktrace_syscall *call);

/* Append an argument or a result with the type of @rule. */
static inline void ktrace_syscall_print(struct seq_buf *out,
					const struct syscall_rule *rule,
					const struct syscall_value *value)
{
	rule->type->print(out, value, rule->type);
}

void ktrace_syscall_print_raw(struct seq_buf *out, const struct syscall_value *value);

#endif /* _KTRACE_SYSCALL_TYPE_H */
