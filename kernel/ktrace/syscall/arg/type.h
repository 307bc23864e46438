/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an argument of a system call is: what is copied of what it points to,
 * and how it is shown.
 *
 * Copying is done in the task, by syscall/capture/capture.c, which knows the ways of
 * enum syscall_how; showing when records are read, by functions of the types.
 * Between them is struct syscall_value.
 *
 * Each call has one descriptor, struct syscall_desc, in the file of its family
 * (file.c, memory.c, ...), in the words of describe.h.
 */
#ifndef _KTRACE_SYSCALL_TYPE_H
#define _KTRACE_SYSCALL_TYPE_H

#include <linux/seq_buf.h>
#include <linux/types.h>

#include "syscall/table.h"

/**
 * enum syscall_how - ways of copying what an argument points to
 * @SYSCALL_HOW_NONE:	it is not copied
 * @SYSCALL_HOW_OBJECT:	that many bytes an element, of as many elements as the
 *			rule's count says (up to a limit)
 * @SYSCALL_HOW_SIZED:	a structure that says itself how large it is: so many bytes,
 *			but not more than are known
 * @SYSCALL_HOW_CAPS:	struct __user_cap_data_struct, as many as there are in the
 *			version that the rule's count is
 * @SYSCALL_HOW_STRING:	up to and with the zero, or to the limit of strings; a
 *			zero is the last byte in any case.  If the rule's count is
 *			not SYSCALL_COUNT_ONE, not more than that many bytes
 * @SYSCALL_HOW_SECRET:	a string that is contents: up to its zero, or to the limit of
 *			buffers; none by default.  @bytes as of FD
 * @SYSCALL_HOW_CONTENTS: as OBJECT of 1 byte, up to the limit of buffers; none by
 *			default
 * @SYSCALL_HOW_ARGV:	an array of strings that ends with NULL: struct
 *			syscall_strings
 * @SYSCALL_HOW_ENVP:	the same, of which the limit says how many are kept, 0 by
 *			default; they are counted
 * @SYSCALL_HOW_IOVEC:	count of struct iovec, and buffers: struct syscall_iovecs
 * @SYSCALL_HOW_MSG:	a struct msghdr: struct syscall_msg
 * @SYSCALL_HOW_MMSG:	count of struct mmsghdr: struct syscall_mmsg
 * @SYSCALL_HOW_MSGBUF:	a long, always, and what CONTENTS has behind it
 * @SYSCALL_HOW_NAMELEN: of such messages: u64 each, the room for the address
 * @SYSCALL_HOW_MSGLEN:	the same of MMSG: u64 each, how much was sent
 * @SYSCALL_HOW_FD:	the path of a file descriptor, if that is wanted; as STRING
 * @SYSCALL_HOW_DFD:	the same, where AT_FDCWD is the current directory
 */
enum syscall_how {
	SYSCALL_HOW_NONE,
	SYSCALL_HOW_OBJECT,
	SYSCALL_HOW_SIZED,
	SYSCALL_HOW_CAPS,
	SYSCALL_HOW_STRING,
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
	SYSCALL_HOW_SECRET,
};

/* What became of a copy. */
enum syscall_status {
	SYSCALL_NOT_COPIED,	/* not to be, or there is nothing at NULL */
	SYSCALL_COPIED,
	SYSCALL_CUT,		/* there is more of it */
	SYSCALL_FAULT,		/* it could not be read */
};

/*
 * As many elements of SYSCALL_HOW_OBJECT, _IOVEC, _MMSG are copied, and of ARGV;
 * or as many bytes of OBJECT, if those are more.
 */
#define SYSCALL_ELEMENTS_MAX	32
#define SYSCALL_OBJECT_BYTES	128

/**
 * struct syscall_data - a copy
 * @at:		its bytes; not aligned
 * @len:	how many; anything, 0 unless @status says that it was copied
 * @status:	enum syscall_status
 */
struct syscall_data {
	const void	*at;
	u32		len;
	u8		status;
};

/* SYSCALL_HOW_ARGV: then @kept strings, each with a byte of status in front. */
struct syscall_strings {
	u32	count;		/* in the array, if @counted, or more than that */
	u16	kept;
	u16	counted;
};

/* SYSCALL_HOW_IOVEC: then @kept of struct syscall_iovec, then their bytes. */
struct syscall_iovecs {
	u32	count;		/* in the array */
	u32	kept;
};

/* The same layout for all kinds of calls. */
struct syscall_iovec {
	u64	base;
	u64	len;
	u32	kept;		/* bytes that were copied */
	u32	status;		/* of them */
};

/*
 * SYSCALL_HOW_MSG: then @name_kept bytes; then @control_kept bytes, each struct
 * syscall_control and its own @kept bytes; then what IOVEC has, if @iov_status.
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
	u32	len;		/* MMSG: msg_len, what was received */
	u16	control_kept;
	u8	control_status;
	u8	unused[5];
};

/* A control message: struct cmsghdr, and what was copied of the data behind it. */
struct syscall_control {
	u64	len;
	s32	level;
	s32	type;
	u32	kept;
	u32	status;
};

/* SYSCALL_HOW_MMSG: then @kept times a u32, the bytes of a MSG, and a MSG. */
struct syscall_mmsg {
	u32	count;
	u32	kept;
};

/**
 * struct syscall_value - an argument to be shown, or what was returned
 * @value:	of the register; of 32-bit calls the lower half
 * @args:	all arguments of the call
 * @nargs:	how many
 * @ret:	what the call returned
 * @returned:	it has returned (@ret is something)
 * @abi:	kind of call
 * @in:		what was copied when it was entered
 * @out:	and when it was left
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
};

/* See struct syscall_copy. */
#define SYSCALL_BYTES_COUNT	U32_MAX
#define SYSCALL_BYTES_STRING	BIT(31)

/**
 * struct syscall_copy - what is to be copied
 * @how:	enum syscall_how
 * @size:	OBJECT: bytes of an element; SIZED: bytes that are known
 * @foreign:	the same in calls that are not native; 0: no other
 * @bytes:	OBJECT, CONTENTS: if not NULL, how many bytes there are in all, from
 *		the other arguments, 0 for none that are to be copied,
 *		SYSCALL_BYTES_COUNT for what the count says; SYSCALL_BYTES_STRING with
 *		a number: a string, of which the kernel keeps so many bytes with the
 *		zero.  FD, SECRET: if not NULL, 0 if it is none.  Called in the task,
 *		must be fast
 * @self:	SIZED: how many bytes there are, from the first 8; 0 for none that are
 *		to be copied
 */
struct syscall_copy {
	u8	how;
	u16	size;
	u16	foreign;
	u32	(*bytes)(const u64 *args, enum ktrace_abi abi);
	u32	(*self)(const u32 *head);
};

struct syscall_layout;
struct syscall_type;

/* How the data of one copy is shown. */
typedef void ktrace_put_fn(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data);

/**
 * struct syscall_type - what an argument is
 * @name:	for tests
 * @print:	append it as text; must take whatever is in a record: lengths and
 *		contents are not to be trusted.  Called with this type
 * @in:		to be copied when the call is entered
 * @out:	to be copied when it has returned without an error
 * @interrupted: @out is copied when a signal has interrupted the call, instead
 * @put:	for @print: how a copy is shown
 * @layout:	for @print: how the value looks, or an element of what is there
 * @array:	for @print: there may be more than one element
 *
 * What could not be read at entry without waiting for it is tried again at exit.
 */
struct syscall_type {
	const char	*name;
	void		(*print)(struct seq_buf *out, const struct syscall_value *value,
				 const struct syscall_type *type);
	struct syscall_copy in;
	struct syscall_copy out;
	bool		interrupted;
	ktrace_put_fn	*put;
	const struct syscall_layout *layout;
	bool		array;
};

/* struct syscall_rule.count: 0 to 5 are arguments. */
#define SYSCALL_COUNT_ONE	6	/* one element */
#define SYSCALL_COUNT_RET	7	/* what was returned, of OUT copies */
#define SYSCALL_COUNT_AT(arg)	(8 + (arg)) /* the u32 that an argument points to */

/* struct syscall_rule.arg of what is returned. */
#define SYSCALL_RETURN		"return"

/* Whether the kernel reads a string, whatever else it does, by the arguments. */
typedef bool syscall_reads_fn(const u64 *args);
/* Which arguments a call does not look at, by the others: a bit each. */
typedef u8 syscall_unused_fn(const u64 *args, enum ktrace_abi abi);

/**
 * struct syscall_rule - which arguments are of a type
 * @arg:	names of arguments as in the definition, with spaces between, or
 *		SYSCALL_RETURN; NULL for all
 * @ctype:	its C type as in the definition, like "umode_t", without a "const"
 *		in front; NULL for any
 * @type:	what it is
 * @reads:	of a string: whether the kernel is going to read it, whatever else it
 *		does; NULL if that is not known
 * @count:	how many elements there are at it
 */
struct syscall_rule {
	const char	*arg;
	const char	*ctype;
	const struct syscall_type *type;
	syscall_reads_fn *reads;
	u8		count;
};

/* What is special about the return of a call. */
enum syscall_ends {
	SYSCALL_ENDS_PLAIN,
	SYSCALL_ENDS_RESTORES,	/* rt_sigreturn: the registers are others */
	SYSCALL_ENDS_EXEC,	/* execve: the memory is another one */
};

struct syscall_commands;

/**
 * struct syscall_desc - what is known of a call beyond its definition
 * @calls:	names as in the tables, with spaces between, of calls that are alike
 * @rules:	of arguments, and of what is returned; the first that fits counts, and
 *		then those of common.c. The last has no type. NULL if there are none
 * @commands:	what one of its arguments may say of others (command.h); NULL if none does
 * @unused:	which arguments do not count; NULL if all do
 * @ends:	what is special about its return
 */
struct syscall_desc {
	const char	*calls;
	const struct syscall_rule *rules;
	const struct syscall_commands *commands;
	syscall_unused_fn *unused;
	enum syscall_ends ends;
};

/**
 * struct syscall_family - descriptors of calls that belong together
 * @descs:	these
 * @nr:		how many
 */
struct syscall_family {
	const struct syscall_desc *descs;
	unsigned int	nr;
};

/* The families, each in the file of that name. */
#define SYSCALL_FAMILIES(FAMILY)					\
	FAMILY(file)							\
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
	FAMILY(arch)

#define SYSCALL_FAMILY_DECLARE(name)					\
	extern const struct syscall_family ktrace_family_##name;
SYSCALL_FAMILIES(SYSCALL_FAMILY_DECLARE)
#undef SYSCALL_FAMILY_DECLARE

/* common.c: ends with a rule that fits everything. */
extern const struct syscall_rule ktrace_common_rules[];

/* rule.c */
const struct syscall_desc *ktrace_syscall_desc(const char *call);
const struct syscall_rule *ktrace_syscall_rule(const struct ktrace_syscall *call,
					       unsigned int i);
const struct syscall_rule *ktrace_syscall_rule_return(const struct ktrace_syscall *call);

/* Append an argument, or what was returned: as @rule's type says. */
static inline void ktrace_syscall_print(struct seq_buf *out,
					const struct syscall_rule *rule,
					const struct syscall_value *value)
{
	rule->type->print(out, value, rule->type);
}

void ktrace_syscall_print_raw(struct seq_buf *out, const struct syscall_value *value);

#endif /* _KTRACE_SYSCALL_TYPE_H */
