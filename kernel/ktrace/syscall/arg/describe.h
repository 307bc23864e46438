/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Macros for the descriptors of system calls; only the files of families include this.
 *
 *	{ "pipe2", .rules = RULES {
 *		ARG("fildes", OUT_PAIR(fd_pair)),
 *		ARG("flags", FLAGS(pipe_flags)),
 *		{ } } },
 *
 * A call has one descriptor; calls with equal arguments may share one. A rule gives the
 * type of an argument, which it finds by name and optionally by C type. Arguments
 * without a rule get their types from common.c; a descriptor without rules lists the
 * calls of which all arguments do.
 *
 * The layouts of structures, and the functions that compute sizes or format values,
 * stand in the same file above the descriptors.
 */
#ifndef _KTRACE_SYSCALL_DESCRIBE_H
#define _KTRACE_SYSCALL_DESCRIBE_H

#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/stddef.h>
#include <linux/stringify.h>

#include "syscall/arg/show.h"

/* Descriptors */

#define FAMILY(name)							\
	const struct syscall_family ktrace_family_##name = {		\
		.descs = name##_calls, .nr = ARRAY_SIZE(name##_calls),	\
	}

#define RULES	(const struct syscall_rule[])
#define RULE(names, c, is, many, reading)				\
	{ .arg = names, .ctype = c, .type = is, .reads = reading, .count = many }

/* An argument; _C: of this C type; _N: @many elements. */
#define ARG(names, is)		RULE(names, NULL, is, ONE, NULL)
#define ARG_N(names, is, many)	RULE(names, NULL, is, many, NULL)
#define ARG_C(names, c, is)	RULE(names, C(c), is, ONE, NULL)
#define ARG_CN(names, c, is, many) RULE(names, C(c), is, many, NULL)
/*
 * A path that the kernel reads before anything else: always, or if the function
 * @reading returns true for the arguments.
 *
 * With options/kernel-path 0 the hook may fault in such a string shortly before the kernel does,
 * so that the record has it. Use ARG for paths that the kernel reads only after another check: if
 * userfaultfd manages the page, the hook would wait forever for a call that the kernel
 * refuses at once. tools/testing/selftests/ktrace/tests/syscall_hostile.sh calls every
 * PATH with such a page.
 */
#define PATH(names, reading)	RULE(names, NULL, PATHNAME, ONE, reading)
/* As PATH for a string that is not a path. */
#define ARG_READ(names, is, reading) RULE(names, NULL, is, ONE, reading)
/* The result of a call that does not fail. */
#define RETURNS(is)		RULE(SYSCALL_RETURN, NULL, is, ONE, NULL)

/* A C type, expanded as in the macros of the definition. */
#define C(...)		__stringify(__VA_ARGS__)
#define ANY		NULL
#define ONE		SYSCALL_COUNT_ONE
#define RET		SYSCALL_COUNT_RET
#define AT(arg)		SYSCALL_COUNT_AT(arg)

/* struct syscall_desc.unused: one argument, and all arguments from one on. */
#define NOT(i)		BIT(i)
#define NOT_FROM(i)	GENMASK(KTRACE_SYSCALL_ARGS - 1, i)

/* Layouts: a field of T, optionally with a condition; FIELD_AS: under another name. */

#define F(T, field, how, ...)	FIELD_AS(T, field, #field, how, ##__VA_ARGS__)
#define FIELD_AS(T, field, shown, how, ...)				\
	{ .name = shown, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_##how, ##__VA_ARGS__ }
#define F_NAMED(T, field, how, table, ...)				\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_##how,		\
	  .names = KTRACE_NAMES_##table, ##__VA_ARGS__ }
#define F_FLAGS(T, field, table, ...)	F_NAMED(T, field, FLAGS, table, ##__VA_ARGS__)
#define F_ENUM(T, field, table, ...)	F_NAMED(T, field, ENUM, table, ##__VA_ARGS__)
#define F_ARRAY(T, field, how, ...)					\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field[0]),				\
	  .count = sizeof_field(T, field) / sizeof_field(T, field[0]),	\
	  .as = SHOW_##how, ##__VA_ARGS__ }
/* A field that @function appends. */
#define FIELD_BY(T, field, shown, function, ...)			\
	{ .name = shown, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_BY, .put = function, ##__VA_ARGS__ }
#define F_NESTED(T, field, of, ...)					\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_STRUCT,		\
	  .nested = LAYOUT(of), ##__VA_ARGS__ }

/*
 * A bit field: @nr bits from bit @low on, in the unit of @unit bytes at @at. C can neither
 * take the offset nor the size of a bit field.
 */
#define F_BITS(shown, at, unit, low, nr, how)				\
	{ .name = shown, .offset = at, .size = unit, .shift = low, .bits = nr,	\
	  .as = SHOW_##how }

/*
 * The condition of a field, as its last argument: @of, another field of T, has any bit of
 * @bits; the @bits of @of are @to, or are not.
 */
#define WHEN_IF(T, of, how, bits, to)					\
	.when = &(const struct syscall_when) {				\
		.offset = offsetof(T, of), .size = sizeof_field(T, of),	\
		.is = how, .mask = bits, .value = to,			\
	}
#define IF_ANY(T, of, bits)		WHEN_IF(T, of, WHEN_ANY, bits, 0)
#define IF_SET(T, of)			WHEN_IF(T, of, WHEN_ANY, ~0ULL, 0)
#define IF_EQUAL(T, of, bits, to)	WHEN_IF(T, of, WHEN_EQUAL, bits, to)
#define IF_UNEQUAL(T, of, bits, to)	WHEN_IF(T, of, WHEN_UNEQUAL, bits, to)

/* Either of two conditions. */
#define WHEN_OR(T, of, bits, other, other_bits)				\
	.when = &(const struct syscall_when) {				\
		.offset = offsetof(T, of), .size = sizeof_field(T, of),	\
		.is = WHEN_ANY, .mask = bits,				\
		.or = &(const struct syscall_when) {			\
			.offset = offsetof(T, other), .size = sizeof_field(T, other), \
			.is = WHEN_ANY, .mask = other_bits,		\
		},							\
	}
#define IF_EITHER(T, of, other)		WHEN_OR(T, of, ~0ULL, other, ~0ULL)
#define IF_SET_OR_ANY(T, of, other, bits) WHEN_OR(T, of, ~0ULL, other, bits)

/* The fields of T that are shown, in this order. */
#define OUTLINE_OF(id, T, ...)	OUTLINE_PAIR(id, NULL, T, __VA_ARGS__)
/* As OUTLINE_OF(), with a layout for calls of foreign ABIs. */
#define OUTLINE_PAIR(id, other, T, ...)					\
	const struct syscall_layout syscall_layout_##id = {		\
		.foreign = other,					\
		.size = sizeof(T),					\
		.nr = ARRAY_SIZE(((const struct syscall_field[]) { __VA_ARGS__ })), \
		.fields = (const struct syscall_field[]) { __VA_ARGS__ },	\
	}
/* As OUTLINE() for an extensible structure, whose first version had @smallest bytes. */
#define OUTLINE_SINCE(id, T, smallest, ...)				\
	enum { SYSCALL_SIZE_##id = sizeof(T) };				\
	static const struct syscall_layout syscall_layout_##id = {	\
		.size = sizeof(T), .min = smallest,			\
		.nr = ARRAY_SIZE(((const struct syscall_field[]) { __VA_ARGS__ })), \
		.fields = (const struct syscall_field[]) { __VA_ARGS__ },	\
	}
#define OUTLINE(id, T, ...)						\
	enum { SYSCALL_SIZE_##id = sizeof(T) };				\
	static OUTLINE_OF(id, T, __VA_ARGS__)
#define LAYOUT(id)	(&syscall_layout_##id)
/* A 32-bit number. */
#define SHOWN(how, table)						\
	(&(const struct syscall_layout) {				\
		.size = sizeof(u32), .nr = 1,				\
		.fields = &(const struct syscall_field) {		\
			.size = sizeof(u32), .as = SHOW_##how,		\
			.names = KTRACE_NAMES_##table,			\
		},							\
	})

#define SHOWN_SIGNAL	SHOWN(SIGNAL, signals)

/* Types: numbers */

#define SCALAR(shown, bytes, how, table)				\
	SCALAR_BY(ktrace_show_scalar, shown, bytes, how, table)
#define SCALAR_BY(show, shown, bytes, how, table)			\
	(&(const struct syscall_type) {					\
		.name = shown,						\
		.print = show,						\
		.layout = &(const struct syscall_layout) {		\
			.size = bytes, .nr = 1,				\
			.fields = &(const struct syscall_field) {	\
				.as = SHOW_##how,			\
				.names = KTRACE_NAMES_##table,		\
			},						\
		},							\
	})
#define NUMBER(shown, bytes, how)	SCALAR(shown, bytes, how, errno)
/*
 * The lower half of a 64-bit argument of a 32-bit call, shown with the upper half as one number.
 * @low is the number of the argument, and the upper half is the next argument; or @low is llseek
 * (show.c). The call's unused() must leave out the upper half.
 */
#define OFFSET_AT(low)		SCALAR_BY(ktrace_show_halves_##low, "offset", 8, INT, errno)
#define LONG_FLAGS_AT(low, table)	\
	SCALAR_BY(ktrace_show_halves_##low, #table, 8, FLAGS, table)
#define FLAGS(table)		SCALAR(#table, 4, FLAGS, table)
#define LONG_FLAGS(table)	SCALAR(#table, 8, FLAGS, table)
#define ENUM(table)		SCALAR(#table, 4, ENUM, table)
#define ID_ENUM(table)		SCALAR(#table, 4, ID_ENUM, table)
#define PERMISSIONS(table)	SCALAR(#table, 4, PERMISSIONS, table)

#define INT_ARG		NUMBER("int", 4, INT)
#define UINT_ARG	NUMBER("uint", 4, UINT)
#define LONG_ARG	NUMBER("long", 8, INT)
#define ULONG_ARG	NUMBER("ulong", 8, UINT)
#define HEX_ARG		NUMBER("hex", 8, HEX)
#define HEX32_ARG	NUMBER("hex32", 4, HEX)
#define ADDRESS		NUMBER("address", 8, PTR)
#define MODE_ARG	NUMBER("mode", 2, MODE)
#define DEV_ARG		NUMBER("dev", 4, DEV)
#define ID_ARG		NUMBER("id", 4, ID)
#define ID16_ARG	NUMBER("id16", 2, ID)
#define SIGNAL_ARG	NUMBER("signal", 4, SIGNAL)
#define SIGSET32_ARG	NUMBER("sigset32", 4, SIGSET)

/* Types: shown by a function; copied and then shown by a function */

#define TYPE(shown, show, ...)						\
	(&(const struct syscall_type) {					\
		.name = shown, .print = show, __VA_ARGS__		\
	})
#define COPIED(shown, putting, ...)					\
	TYPE(shown, ktrace_show_copies, .put = putting, __VA_ARGS__)

#define FD		TYPE("fd", ktrace_show_fd, .in = { SYSCALL_HOW_FD })
#define SOCKET_FD	TYPE("socket_fd", ktrace_show_fd, .in = { SYSCALL_HOW_SOCKET })
#define DFD		TYPE("dfd", ktrace_show_dfd, .in = { SYSCALL_HOW_DFD })

/* Types: a structure or number at the address */

#define OBJECT(id, show, many, ...)					\
	TYPE(#id, show, .put = ktrace_put_object, .layout = LAYOUT(id),	\
	     .array = many, __VA_ARGS__)
#define COPY(id)	{ SYSCALL_HOW_OBJECT, SYSCALL_SIZE_##id }
#define IN(id)		OBJECT(id, ktrace_show_object, false, .in = COPY(id))
/* A structure whose beginning is copied if its end cannot be read. */
#define IN_SOME(id)							\
	OBJECT(id, ktrace_show_object, false,				\
	       .in = { SYSCALL_HOW_OBJECT, SYSCALL_SIZE_##id, .some = true })
#define OUT(id)		OBJECT(id, ktrace_show_object, false, .out = COPY(id))
#define IN_OUT(id)							\
	OBJECT(id, ktrace_show_object, false, .in = COPY(id), .out = COPY(id))
#define IN_ARRAY(id)	OBJECT(id, ktrace_show_object, true, .in = COPY(id))
#define OUT_ARRAY(id)	OBJECT(id, ktrace_show_object, true, .out = COPY(id))
/* Two elements. */
#define PAIR(id)	{ SYSCALL_HOW_OBJECT, 2 * SYSCALL_SIZE_##id }
#define IN_PAIR(id)	OBJECT(id, ktrace_show_object, true, .in = PAIR(id))
#define OUT_PAIR(id)	OBJECT(id, ktrace_show_object, true, .out = PAIR(id))
/* struct syscall_tail: @field_count elements of @bytes at @field_pointer of T. */
#define TAIL(T, field_count, field_pointer, bytes)			\
	{ .count = offsetof(T, field_count), .count_size = sizeof_field(T, field_count), \
	  .pointer = offsetof(T, field_pointer),			\
	  .pointer_size = sizeof_field(T, field_pointer), .element = bytes }
/* struct syscall_tail: the path of the descriptor @field of T. */
#define PATH_TAIL(T, field)						\
	{ .pointer = offsetof(T, field), .pointer_size = sizeof_field(T, field), .path = true }
/* The number of bytes that a function returns. */
#define BY(function)	{ SYSCALL_HOW_OBJECT, 1, .bytes = function }
#define IN_BY(id, function)						\
	OBJECT(id, ktrace_show_object, false, .in = BY(function))
#define OUT_BY(id, function)						\
	OBJECT(id, ktrace_show_object, false, .out = BY(function))
/* An extensible structure, whose size is in another argument. */
#define SIZED(id, ...)							\
	COPIED(#id, ktrace_put_sized, .layout = LAYOUT(id), __VA_ARGS__)
#define IN_SIZED(id, arg)						\
	SIZED(id, .in = { SYSCALL_HOW_OBJECT, 1, .some = true,		\
			  .bytes = ktrace_size##arg##_bytes })
/* An extensible structure that starts with its size. */
#define IN_SELF_SIZED(id, function)					\
	SIZED(id, .in = { SYSCALL_HOW_SIZED, SYSCALL_SIZE_##id, .self = function })

/* A struct siginfo; the arguments are the .in or .out copy. */
#define SIGINFO(...)	COPIED("siginfo", ktrace_put_siginfo, __VA_ARGS__)

/* A signal set whose size is argument @arg. */
#define SIGSET_BY(...)							\
	COPIED("sigset", ktrace_put_sigset, .layout = LAYOUT(sigset), __VA_ARGS__)
#define SIGSET(arg)	SIGSET_BY(.in = BY(ktrace_sigset##arg##_bytes))

/* A structure with the address of a signal set and its size. */
#define SIGSET_ARG							\
	COPIED("sigset_arg", ktrace_put_sigset_arg, .layout = LAYOUT(sigset_arg), \
	       .in = { SYSCALL_HOW_OBJECT, 1, .bytes = ktrace_sigset_arg_bytes, \
		       .tail = ktrace_sigset_arg_tail })

/* Types: strings and contents */

#define STRING		COPIED("string", ktrace_put_string, .in = { SYSCALL_HOW_STRING })
/* A string of which the kernel reads at most @most bytes; _IF: if @function(args) is not 0. */
#define STRING_MAX(most)	STRING_MAX_IF(most, NULL)
#define STRING_MAX_IF(most, function)					\
	COPIED("string", ktrace_put_string,				\
	       .in = { SYSCALL_HOW_STRING, (most) + 1, .bytes = function })
#define STRING_OUT	COPIED("string", ktrace_put_string, .out = { SYSCALL_HOW_STRING })
#define SECRET(function)						\
	COPIED("secret", ktrace_put_string,				\
	       .in = { SYSCALL_HOW_SECRET, .bytes = function })
/* A path, which the kernel copies by getname() or a variant of it. */
#define PATHNAME	COPIED("path", ktrace_put_string, .in = { SYSCALL_HOW_PATH })
#define CONTENTS							\
	COPIED("contents", ktrace_put_contents, .in = { SYSCALL_HOW_CONTENTS })
#define CONTENTS_OUT							\
	COPIED("contents", ktrace_put_contents, .out = { SYSCALL_HOW_CONTENTS })
/* A buffer that the call only fills in if @function(args) is not 0. */
#define CONTENTS_OUT_IF(function)					\
	COPIED("contents", ktrace_put_contents,				\
	       .out = { SYSCALL_HOW_CONTENTS, .bytes = function })
/* A buffer of the socket in the first argument. */
#define PACKET								\
	COPIED("packet", ktrace_put_packet, .in = { SYSCALL_HOW_CONTENTS })
#define PACKET_OUT							\
	COPIED("packet", ktrace_put_packet, .out = { SYSCALL_HOW_CONTENTS })
#define IOVEC		COPIED("iovec", ktrace_put_iovec, .in = { SYSCALL_HOW_IOVEC })
/* If the call fails, only the vector is copied. */
#define IOVEC_OUT							\
	COPIED("iovec", ktrace_put_iovec, .out = { SYSCALL_HOW_IOVEC },	\
	       .failed = SYSCALL_FAILED_ALSO)

/* Types: results */

#define RETURN_BY(shown, show, how, table, ...)				\
	TYPE(shown, show, .layout = &(const struct syscall_layout) {	\
		.size = sizeof(u64), .nr = 1,				\
		.fields = &(const struct syscall_field) {		\
			.as = SHOW_##how, .names = KTRACE_NAMES_##table, \
		},							\
	}, __VA_ARGS__)
#define RETURN(shown, how, table)	RETURN_BY(shown, ktrace_show_return, how, table)
#define RETURNS_FD							\
	RETURNS(RETURN_BY("fd", ktrace_show_return, INT, errno, .out = { SYSCALL_HOW_FD }))
/* The number of bytes that a call has passed to or from a socket. */
#define RETURNS_BYTES							\
	RETURNS(RETURN_BY("long", ktrace_show_return, INT, errno,	\
			  .out = { SYSCALL_HOW_GENERIC }, .failed = SYSCALL_FAILED_ALSO))
#define RETURNS_ADDRESS	RETURNS(RETURN("address", PTR, errno))

#endif /* _KTRACE_SYSCALL_DESCRIBE_H */
