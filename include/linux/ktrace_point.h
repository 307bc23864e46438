/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementation of ktrace_point(): the object of a point, and its arguments.
 *
 * Include <linux/ktrace.h>, which documents the statement, instead of this file.
 *
 * kernel/ktrace/point/point.c finds the object of a point through a linker section, and
 * registers its event at boot or when its module is loaded.
 */
#ifndef _LINUX_KTRACE_POINT_H
#define _LINUX_KTRACE_POINT_H

#include <linux/args.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/kconfig.h>
#include <linux/minmax.h>
#include <linux/types.h>

/* Maximum number of arguments of a point. */
#define KTRACE_POINT_ARGS	12

/* Maximum length of a string that a point copies, without the terminating zero. */
#define KTRACE_POINT_STRING	255

/* struct ktrace_point_arg.kind: size in the record, and type. */
#define KTRACE_ARG_BYTES	0x0f
#define KTRACE_ARG_SIGNED	0x10
#define KTRACE_ARG_POINTER	0x20
#define KTRACE_ARG_STRING	0x40

/**
 * struct ktrace_point_arg - an argument of a static point
 * @kind:	size in the record, and KTRACE_ARG_* flags
 * @max:	for strings: maximum number of bytes to read
 */
struct ktrace_point_arg {
	u8	kind;
	u8	max;
};

struct ktrace_point_event;

/**
 * struct ktrace_point - a static point
 * @key:	enabled while the event is enabled
 * @system:	directory of the event
 * @name:	name of the event
 * @format:	printf() format
 * @text:	source text of the arguments, for the names of the fields
 * @nr_args:	number of arguments
 * @args:	their types, and one more entry
 * @event:	its event; NULL if the point was refused
 * @node:	entry in the list of points of @event
 *
 * Created only by ktrace_point().
 */
struct ktrace_point {
	struct static_key_false	key;
	const char	*system;
	const char	*name;
	const char	*format;
	const char	*text;
	unsigned int	nr_args;
	struct ktrace_point_arg args[KTRACE_POINT_ARGS + 1];
	struct ktrace_point_event *event;
	struct list_head node;
};

/* Never called: lets the compiler check a format against its arguments. */
static inline __printf(1, 2) void ktrace_point_check(const char *format, ...)
{
}

#ifdef CONFIG_KTRACE_POINTS

/* Maximum number of words packed in the statement itself. */
#define KTRACE_POINT_WORDS	4

/* Maximum number of values passed to ktrace_point_write() in registers. */
#define KTRACE_POINT_FEW	5

/**
 * struct ktrace_point_values - the arguments of a point
 * @w0:		first word of the packed arguments, as in the record
 * @w1:		second word
 * @w2:		third word
 * @w3:		fourth word
 * @v0:		first argument, unpacked
 * @v1:		second argument
 * @v2:		third argument
 * @v3:		fourth argument
 * @v4:		fifth argument
 * @v5:		sixth argument
 * @v6:		seventh argument
 * @v7:		eighth argument
 * @v8:		ninth argument
 * @v9:		tenth argument
 * @v10:	eleventh argument
 * @v11:	twelfth argument
 * @nr:		number of arguments
 * @bytes:	size of the arguments in the record
 *
 * Not an array, and never in memory: a variable whose address is taken would add a
 * stack protector to the surrounding function, even while the point is disabled.
 */
struct ktrace_point_values {
	u64	w0;
	u64	w1;
	u64	w2;
	u64	w3;
	u64	v0;
	u64	v1;
	u64	v2;
	u64	v3;
	u64	v4;
	u64	v5;
	u64	v6;
	u64	v7;
	u64	v8;
	u64	v9;
	u64	v10;
	u64	v11;
	u32	nr;
	u32	bytes;
};

void ktrace_point_write0(struct ktrace_point *point);
void ktrace_point_write1(struct ktrace_point *point, u64 w0);
void ktrace_point_write2(struct ktrace_point *point, u64 w0, u64 w1);
void ktrace_point_write3(struct ktrace_point *point, u64 w0, u64 w1, u64 w2);
void ktrace_point_write4(struct ktrace_point *point, u64 w0, u64 w1, u64 w2,
			 u64 w3);
void ktrace_point_write(struct ktrace_point *point, ...);

/* Put @value at byte @at of the words; ignore it if @at is beyond them. */
static __always_inline struct ktrace_point_values
ktrace_point_pack(struct ktrace_point_values values, u32 at, u32 bytes, u64 value)
{
	u32 shift = at % sizeof(u64) * 8;

	if (bytes < sizeof(u64))
		value &= (1ULL << bytes * 8) - 1;
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		shift = (sizeof(u64) - bytes) * 8 - shift;
	value <<= shift;

	switch (at / sizeof(u64)) {
	case 0:
		values.w0 |= value;
		break;
	case 1:
		values.w1 |= value;
		break;
	case 2:
		values.w2 |= value;
		break;
	case 3:
		values.w3 |= value;
		break;
	}
	return values;
}

/* Store argument @value unpacked. */
static __always_inline struct ktrace_point_values
ktrace_point_note(struct ktrace_point_values values, u64 value)
{
	switch (values.nr++) {
	case 0:
		values.v0 = value;
		break;
	case 1:
		values.v1 = value;
		break;
	case 2:
		values.v2 = value;
		break;
	case 3:
		values.v3 = value;
		break;
	case 4:
		values.v4 = value;
		break;
	case 5:
		values.v5 = value;
		break;
	case 6:
		values.v6 = value;
		break;
	case 7:
		values.v7 = value;
		break;
	case 8:
		values.v8 = value;
		break;
	case 9:
		values.v9 = value;
		break;
	case 10:
		values.v10 = value;
		break;
	case 11:
		values.v11 = value;
		break;
	}
	return values;
}

/* Add an argument with natural alignment; everything but @value is constant. */
static __always_inline struct ktrace_point_values
ktrace_point_add(struct ktrace_point_values values, u64 value, u8 type)
{
	u32 bytes = type & KTRACE_ARG_BYTES;
	u32 at = (values.bytes + bytes - 1) / bytes * bytes;

	values = ktrace_point_note(values, value);
	values = ktrace_point_pack(values, at, bytes, value);
	values.bytes = at + bytes;
	/* Too large for packing: needs ktrace_point_write(). */
	if (type & KTRACE_ARG_STRING)
		values.bytes += KTRACE_POINT_WORDS * sizeof(u64);
	return values;
}

static __always_inline bool ktrace_point_packed(struct ktrace_point_values v)
{
	return v.bytes <= KTRACE_POINT_WORDS * sizeof(u64);
}

static __always_inline void ktrace_point_pass(struct ktrace_point *point,
					      struct ktrace_point_values v)
{
	u32 words = (v.bytes + sizeof(u64) - 1) / sizeof(u64);

	if (words == 0)
		ktrace_point_write0(point);
	else if (words == 1)
		ktrace_point_write1(point, v.w0);
	else if (words == 2)
		ktrace_point_write2(point, v.w0, v.w1);
	else if (words == 3)
		ktrace_point_write3(point, v.w0, v.w1, v.w2);
	else if (words == KTRACE_POINT_WORDS)
		ktrace_point_write4(point, v.w0, v.w1, v.w2, v.w3);
	else if (v.nr <= KTRACE_POINT_FEW)
		ktrace_point_write(point, v.v0, v.v1, v.v2, v.v3, v.v4);
	else
		ktrace_point_write(point, v.v0, v.v1, v.v2, v.v3, v.v4, v.v5,
				   v.v6, v.v7, v.v8, v.v9, v.v10, v.v11);
}

/* For unevaluated operands only. */
#define __ktrace_some(type)						\
	(*(typeof(type) *)NULL)

/* Arrays and functions decay to pointers when they are used. */
#define __ktrace_decayed(type)						\
	typeof(((void)0, __ktrace_some(type)))

#define __ktrace_is_string(type)					\
	(__builtin_types_compatible_p(char *, __ktrace_decayed(type)) |	\
	 __builtin_types_compatible_p(const char *, __ktrace_decayed(type)))

#define __ktrace_is_number(type)					\
	(__builtin_types_compatible_p(bool, type) |			\
	 __builtin_types_compatible_p(char, type) |			\
	 __builtin_types_compatible_p(signed char, type) |		\
	 __builtin_types_compatible_p(unsigned char, type) |		\
	 __builtin_types_compatible_p(short, type) |			\
	 __builtin_types_compatible_p(unsigned short, type) |		\
	 __builtin_types_compatible_p(int, type) |			\
	 __builtin_types_compatible_p(unsigned int, type) |		\
	 __builtin_types_compatible_p(long, type) |			\
	 __builtin_types_compatible_p(unsigned long, type) |		\
	 __builtin_types_compatible_p(long long, type) |		\
	 __builtin_types_compatible_p(unsigned long long, type))

#define __ktrace_is_scalar(type)				\
	__builtin_types_compatible_p(type, __ktrace_decayed(type))

/* struct ktrace_point_arg.kind for an argument of this type */
#ifdef __CHECKER__
/* sparse cannot evaluate the classification below: use the size alone. */
#define __ktrace_arg_type(type)		sizeof(type)
#else
/* is_signed_type() does not accept pointers. */
#define __ktrace_number(type)						\
	typeof(__builtin_choose_expr(__ktrace_is_number(type), __ktrace_some(type), 0))

#define __ktrace_arg_type(type)						\
	(__ktrace_is_string(type) ? KTRACE_ARG_STRING | sizeof(u32) :	\
	 !__ktrace_is_number(type) ? KTRACE_ARG_POINTER | sizeof(void *) : \
	 is_signed_type(__ktrace_number(type)) ?			\
	 KTRACE_ARG_SIGNED | sizeof(type) : sizeof(type))
#endif

/* struct ktrace_point_arg.max: do not read beyond the end of an array. */
#define __ktrace_arg_max(type)						\
	(__ktrace_is_scalar(type) ? KTRACE_POINT_STRING :	\
	 MIN(sizeof(type), KTRACE_POINT_STRING))

#define __ktrace_arg(type)						\
	{								\
		.kind = __ktrace_arg_type(type),			\
		.max = __ktrace_arg_max(type),				\
	}

/* _0 allows an empty list; missing arguments are an int. */
#define __ktrace_args(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _more...) \
	{								\
		__ktrace_arg(typeof(_1)), __ktrace_arg(typeof(_2)),	\
		__ktrace_arg(typeof(_3)), __ktrace_arg(typeof(_4)),	\
		__ktrace_arg(typeof(_5)), __ktrace_arg(typeof(_6)),	\
		__ktrace_arg(typeof(_7)), __ktrace_arg(typeof(_8)),	\
		__ktrace_arg(typeof(_9)), __ktrace_arg(typeof(_10)),	\
		__ktrace_arg(typeof(_11)), __ktrace_arg(typeof(_12)),	\
		__ktrace_arg(typeof(_0)),				\
	}

#define __ktrace_add0(v)	(v)
#define __ktrace_add1(v, x)						\
	ktrace_point_add(v, (__force u64)(x), __ktrace_arg_type(typeof(x)))
#define __ktrace_add2(v, x, y...)	__ktrace_add1(__ktrace_add1(v, x), y)
#define __ktrace_add3(v, x, y...)	__ktrace_add2(__ktrace_add1(v, x), y)
#define __ktrace_add4(v, x, y...)	__ktrace_add3(__ktrace_add1(v, x), y)
#define __ktrace_add5(v, x, y...)	__ktrace_add4(__ktrace_add1(v, x), y)
#define __ktrace_add6(v, x, y...)	__ktrace_add5(__ktrace_add1(v, x), y)
#define __ktrace_add7(v, x, y...)	__ktrace_add6(__ktrace_add1(v, x), y)
#define __ktrace_add8(v, x, y...)	__ktrace_add7(__ktrace_add1(v, x), y)
#define __ktrace_add9(v, x, y...)	__ktrace_add8(__ktrace_add1(v, x), y)
#define __ktrace_add10(v, x, y...)	__ktrace_add9(__ktrace_add1(v, x), y)
#define __ktrace_add11(v, x, y...)	__ktrace_add10(__ktrace_add1(v, x), y)
#define __ktrace_add12(v, x, y...)	__ktrace_add11(__ktrace_add1(v, x), y)
/* ktrace_point_add() for each argument; more than 12 do not compile. */
#define __ktrace_add(v, _args...)					\
	CONCATENATE(__ktrace_add, COUNT_ARGS(_args))(v, ##_args)

#define __ktrace_point(_system, _name, _text, _format, _args...)	\
do {									\
	static const char __ktrace_format[] = _format;			\
	static struct ktrace_point __ktrace_object = {			\
		.key = STATIC_KEY_FALSE_INIT,				\
		.system = _system,					\
		.name = _name,						\
		.format = __ktrace_format,				\
		.text = _text,						\
		.nr_args = COUNT_ARGS(_args),				\
		.args = __ktrace_args(0, ##_args, 0, 0, 0, 0, 0, 0, 0, 0, \
				      0, 0, 0, 0),			\
	};								\
	static struct ktrace_point *const __ktrace_entry		\
		__used __section("__ktrace_points") = &__ktrace_object;	\
									\
	if (0)								\
		ktrace_point_check(__ktrace_format, ##_args);		\
	if (static_branch_unlikely(&__ktrace_object.key)) {		\
		struct ktrace_point_values __ktrace_values = {};	\
									\
		ktrace_point_pass(&__ktrace_object,			\
				  __ktrace_add(__ktrace_values, ##_args)); \
	}								\
} while (0)

#else /* !CONFIG_KTRACE_POINTS */

#define __ktrace_point(_system, _name, _text, _format, _args...)	\
do {									\
	(void)(_system _name _text);					\
	if (0)								\
		ktrace_point_check(_format, ##_args);			\
} while (0)

#endif /* CONFIG_KTRACE_POINTS */

#endif /* _LINUX_KTRACE_POINT_H */
