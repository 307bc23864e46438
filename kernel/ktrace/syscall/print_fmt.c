// SPDX-License-Identifier: GPL-2.0
/*
 * "print fmt" of system call events: shows arguments and errors by name, in the
 * expressions that libtraceevent evaluates.
 *
 *	dfd: %s, filename: 0x%08lx, flags: %s%s%s, mode: 0x%08lx
 *
 * An argument has one or more conversions. Enumerations use __print_symbolic(), flags
 * use __print_flags(). Flags may contain a multi-bit field in which zero has a name,
 * for example O_RDONLY. Such a field has a conversion of its own, followed by a "|" if
 * other bits are set, and by the other bits.
 *
 * Clients read the formats of all events, also of those that they do not record. An
 * argument with too long a table is shown as a number.
 */
#include <linux/bits.h>
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/seq_buf.h>
#include <linux/signal.h>
#include <uapi/linux/fcntl.h>

#include "text/names.h"
#include "syscall/arg/show.h"
#include "syscall/print_fmt.h"

/* The table of ioctl() commands, the longest one, has three times as many names. */
#define FMT_NAMES_MAX	256

enum fmt_how {
	FMT_NUMBER,
	FMT_SYMBOLIC,
	FMT_SIGNAL,
	FMT_DFD,
	FMT_FLAGS,
};

/**
 * struct fmt - how "print fmt" shows an argument
 * @how:	enum fmt_how
 * @mask:	the bits of the argument that count
 * @zero:	FMT_FLAGS: mask of a field in which zero has a name; 0 if no field has
 * @none:	FMT_FLAGS: the name of no bits at all, if @zero is 0
 * @names:	the table
 * @count:	names in it
 */
struct fmt {
	enum fmt_how how;
	u64 mask;
	u64 zero;
	const char *none;
	const struct ktrace_name *names;
	unsigned int count;
};

/* Return true if the table names whole values, not bits. */
static bool fmt_is_enumeration(const struct fmt *fmt)
{
	unsigned int i;

	for (i = 0; i < fmt->count; i++)
		if (fmt->names[i].mask == U64_MAX && fmt->names[i].value)
			return true;
	return false;
}

static void fmt_flags(struct fmt *fmt)
{
	unsigned int i;

	/*
	 * Clients do not parse a __print_flags() without names: use __print_symbolic() if no
	 * name has a value other than zero.
	 */
	fmt->how = FMT_SYMBOLIC;
	fmt->none = "0";
	for (i = 0; i < fmt->count; i++) {
		if (fmt->names[i].value)
			fmt->how = FMT_FLAGS;
		else if (fmt->names[i].mask == U64_MAX)
			fmt->none = fmt->names[i].name;
		else
			fmt->zero = fmt->names[i].mask & fmt->mask;
	}
}

static struct fmt fmt_of(const struct syscall_rule *rule)
{
	struct fmt fmt = { .how = FMT_NUMBER };
	const struct syscall_field *field;

	if (rule && rule->type->print == ktrace_show_dfd)
		return (struct fmt){ .how = FMT_DFD, .mask = U32_MAX };
	if (!rule || rule->type->print != ktrace_show_scalar)
		return fmt;
	field = rule->type->layout->fields;
	fmt.mask = GENMASK_ULL(rule->type->layout->size * BITS_PER_BYTE - 1, 0);
	switch (field->as) {
	case SHOW_SIGNAL:
		fmt.names = ktrace_names_table(KTRACE_NAMES_signals, &fmt.count);
		fmt.how = FMT_SIGNAL;
		break;
	case SHOW_ENUM:
	case SHOW_ID_ENUM:
	case SHOW_FLAGS:
	case SHOW_PERMISSIONS:
		fmt.names = ktrace_names_table(field->names, &fmt.count);
		if (fmt.count > FMT_NAMES_MAX)
			break;
		if (field->as == SHOW_ENUM || field->as == SHOW_ID_ENUM ||
		    fmt_is_enumeration(&fmt))
			fmt.how = FMT_SYMBOLIC;
		else
			fmt_flags(&fmt);
		break;
	}
	return fmt;
}

/**
 * ktrace_syscall_fmt_conversions - append the conversions of an argument
 * @out:	output
 * @rule:	rule of the argument, or NULL
 */
void ktrace_syscall_fmt_conversions(struct seq_buf *out, const struct syscall_rule *rule)
{
	struct fmt fmt = fmt_of(rule);

	if (fmt.how == FMT_NUMBER)
		seq_buf_puts(out, "0x%08lx");
	else
		seq_buf_puts(out, fmt.zero ? "%s%s%s" : "%s");
}

/* Append the operand: the field, masked with the bits that count. */
static void put_bits(struct seq_buf *out, const char *name, u64 mask)
{
	if (mask == U64_MAX)
		seq_buf_printf(out, "REC->%s", name);
	else
		seq_buf_printf(out, "(REC->%s & 0x%llx)", name, mask);
}

static void put_entry(struct seq_buf *out, u64 value, const char *name)
{
	seq_buf_printf(out, ", { 0x%llx, \"%s\" }", value, name);
}

/*
 * Append the values of @mask, which is the whole argument or one field of it, with
 * their names.
 */
static void put_symbolic(struct seq_buf *out, const struct fmt *fmt, const char *name, u64 mask)
{
	unsigned int i;

	seq_buf_puts(out, "__print_symbolic(");
	put_bits(out, name, mask);
	for (i = 0; i < fmt->count; i++)
		if (fmt->names[i].mask == U64_MAX || (fmt->names[i].mask & mask) == mask)
			put_entry(out, fmt->names[i].value, fmt->names[i].name);
	seq_buf_putc(out, ')');
}

/*
 * Write __print_flags() with the names of a set of flags. Clients show a name if all of its
 * bits are set, so names with more bits come first: a client then shows one name instead of
 * two names that have the same bits together.
 */
static void put_flags(struct seq_buf *out, const struct fmt *fmt, const char *name)
{
	u64 mask = fmt->mask & ~fmt->zero;
	unsigned int i, bits;

	seq_buf_puts(out, "__print_flags(");
	put_bits(out, name, mask);
	seq_buf_puts(out, ", \"|\"");
	for (bits = BITS_PER_LONG_LONG; bits; bits--)
		for (i = 0; i < fmt->count; i++)
			if (hweight64(fmt->names[i].value) == bits &&
			    !(fmt->names[i].value & ~mask))
				put_entry(out, fmt->names[i].value, fmt->names[i].name);
	seq_buf_putc(out, ')');
}

static void put_flags_and_field(struct seq_buf *out, const struct fmt *fmt, const char *name)
{
	if (!fmt->zero) {
		put_bits(out, name, fmt->mask);
		seq_buf_puts(out, " ? ");
		put_flags(out, fmt, name);
		seq_buf_printf(out, " : \"%s\"", fmt->none);
		return;
	}
	put_symbolic(out, fmt, name, fmt->zero);
	seq_buf_puts(out, ", ");
	put_bits(out, name, fmt->mask & ~fmt->zero);
	seq_buf_puts(out, " ? \"|\" : \"\", ");
	put_flags(out, fmt, name);
}

/* Real-time signals have numbers relative to the kernel's first one, as in the text. */
#define RT_FIRST	32

static void put_signals(struct seq_buf *out, const struct fmt *fmt, const char *name)
{
	unsigned int i;

	seq_buf_puts(out, "__print_symbolic(");
	put_bits(out, name, fmt->mask);
	for (i = 0; i < fmt->count; i++)
		put_entry(out, fmt->names[i].value, fmt->names[i].name);
	for (i = RT_FIRST; i <= _NSIG; i++)
		seq_buf_printf(out, ", { 0x%x, \"SIGRT_%u\" }", i, i - RT_FIRST);
	seq_buf_putc(out, ')');
}

/**
 * ktrace_syscall_fmt_values - append the operands of an argument's conversions
 * @out:	output
 * @rule:	rule of the argument, or NULL
 * @name:	name of the argument and of its field
 */
void ktrace_syscall_fmt_values(struct seq_buf *out, const struct syscall_rule *rule,
			       const char *name)
{
	struct fmt fmt = fmt_of(rule);

	seq_buf_puts(out, ", ");
	switch (fmt.how) {
	case FMT_NUMBER:
		seq_buf_printf(out, "((unsigned long)(REC->%s))", name);
		break;
	case FMT_SYMBOLIC:
		put_symbolic(out, &fmt, name, fmt.mask);
		break;
	case FMT_SIGNAL:
		put_signals(out, &fmt, name);
		break;
	case FMT_DFD:
		seq_buf_puts(out, "__print_symbolic(");
		put_bits(out, name, fmt.mask);
		put_entry(out, (u32)AT_FDCWD, "AT_FDCWD");
		seq_buf_putc(out, ')');
		break;
	case FMT_FLAGS:
		put_flags_and_field(out, &fmt, name);
		break;
	}
}

/*
 * The errors that calls often return. Clients parse the list once for each of several
 * hundred events, so other errors stay numbers.
 */
static bool error_is_frequent(u64 error)
{
	switch (error) {
	case 1 ... ELOOP:
	case ENODATA:
	case EOVERFLOW:
	case ENOTSOCK:
	case EMSGSIZE:
	case ENOPROTOOPT ... EADDRNOTAVAIL:
	case ENETUNREACH:
	case ECONNABORTED ... ENOTCONN:
	case ETIMEDOUT:
	case ECONNREFUSED:
	case EHOSTUNREACH ... EINPROGRESS:
	case ECANCELED:
	case ERESTARTSYS ... ERESTARTNOHAND:
	case ERESTART_RESTARTBLOCK:
		return true;
	default:
		return false;
	}
}

/**
 * ktrace_syscall_fmt_error - append the values of "%s%s" for the error in "ret"
 * @out:	output
 *
 * The operands print a space and the name of the error, or an empty string if the call
 * succeeded. For an error that is not in the list, clients print its number.
 *
 * Clients compare unsigned numbers, and treat every negative value in a list of names
 * as -1.
 */
void ktrace_syscall_fmt_error(struct seq_buf *out)
{
	const struct ktrace_name *names;
	unsigned int i, count;

	names = ktrace_names_table(KTRACE_NAMES_errno, &count);
	seq_buf_printf(out, ", (REC->ret >= 0x%llx) ? \" \" : \"\"", (u64)-MAX_ERRNO);
	seq_buf_printf(out, ", (REC->ret >= 0x%llx) ? __print_symbolic((0 - REC->ret)",
		       (u64)-MAX_ERRNO);
	for (i = 0; i < count; i++)
		if (error_is_frequent(names[i].value))
			seq_buf_printf(out, ", { %llu, \"%s\" }", names[i].value,
				       names[i].name);
	seq_buf_puts(out, ") : \"\"");
}
