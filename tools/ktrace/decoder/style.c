// SPDX-License-Identifier: GPL-2.0
/*
 * The text of numbers and strings in the form of strace.
 *
 * The linker replaces some functions of the kernel's decoder by the functions below (--wrap),
 * which call the originals for all other forms.  strace shows unknown constants in hexadecimal,
 * with a comment such as MSG_??? behind them; modes with two octal digits or more; and
 * nanoseconds without a sign.
 *
 * The style is a global variable: one thread decodes.
 */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/signal_types.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <uapi/linux/fanotify.h>
#include <uapi/linux/fcntl.h>

#include "text/format.h"
#include "text/names.h"
#include "syscall/arg/show.h"

#include "style.h"

/* The first real-time signal. */
#define RT_FIRST	32
/* The largest number of fields that strace shows of an abbreviated structure. */
#define KEPT	4

static const struct decode_limits *style;
static const char *style_call;
static bool style_is_result;

/* Set the style of the next arguments, which are those of @call. */
void style_set(const struct decode_limits *limits, const char *call)
{
	style = limits;
	style_call = call;
	style_is_result = false;
}

/* The next value is the result of the call. */
void style_set_result(void)
{
	style_is_result = true;
}

static bool is_call(const char *name)
{
	return !strcmp(style_call, name);
}

static void put_hex(struct seq_buf *out, u64 value)
{
	seq_buf_printf(out, value ? "0x%llx" : "0", value);
}

/* Return the number of names that begin with the first @len bytes of @prefix. */
static unsigned int sharing(const struct ktrace_name *name, unsigned int count,
			    const char *prefix, unsigned int len)
{
	unsigned int i, n = 0;

	for (i = 0; i < count; i++)
		n += !strncmp(name[i].name, prefix, len);
	return n;
}

/*
 * Append what three of four names of a table begin with, up to an underscore, as in MSG_???.
 * One of the first, the middle and the last name begins so.
 */
static void put_unknown(struct seq_buf *out, enum ktrace_names names)
{
	unsigned int count, i, len, best = 0;
	const struct ktrace_name *name = ktrace_names_table(names, &count);
	const char *prefix = "", *some;

	/* The modes of access() share their end. */
	if (count && strstr(name[0].name, "_OK")) {
		seq_buf_puts(out, "?_OK");
		return;
	}
	for (i = 0; i < 3 && count; i++) {
		some = name[i * (count - 1) / 2].name;
		for (len = 1; some[len - 1]; len++) {
			if (some[len - 1] != '_' || len <= best ||
			    sharing(name, count, some, len) * 4 < count * 3)
				continue;
			best = len;
			prefix = some;
		}
	}
	seq_buf_putmem(out, prefix, best);
	seq_buf_puts(out, "???");
}

/* Return true if the table has a name for a part of @value, or for all of it if @whole. */
static bool is_known(enum ktrace_names names, u64 value, bool whole)
{
	unsigned int count, i;
	const struct ktrace_name *name = ktrace_names_table(names, &count);

	for (i = 0; i < count; i++)
		if (whole ? name[i].value == value : (value & name[i].mask) == name[i].value)
			return true;
	return false;
}

/* A constant: its number, its name, or both. */
static void put_constant(struct seq_buf *out, enum ktrace_names names, u64 value, s64 number,
			 bool is_signed, bool whole)
{
	bool known = is_known(names, value, whole);

	if (known && style->constants == DECODE_NAMES) {
		if (whole)
			seq_buf_puts(out, ktrace_names_find(names, value));
		else
			__real_ktrace_names_print(out, names, value);
		return;
	}
	if (is_signed)
		ktrace_format_signed(out, number);
	else
		put_hex(out, value);
	if (style->constants == DECODE_NUMBERS || (!value && !known && !whole))
		return;
	seq_buf_puts(out, " /* ");
	if (!known)
		put_unknown(out, names);
	else if (whole)
		seq_buf_puts(out, ktrace_names_find(names, value));
	else
		__real_ktrace_names_print(out, names, value);
	seq_buf_puts(out, " */");
}

void __wrap_ktrace_names_print(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	if (style->strace)
		put_constant(out, names, value, 0, false, false);
	else
		__real_ktrace_names_print(out, names, value);
}

static void put_octal(struct seq_buf *out, u64 mode)
{
	seq_buf_printf(out, mode > 077 ? "0%llo" : "0%02llo", mode);
}

/* The calls whose argument is a mode, which strace shows as a number. */
static bool mode_is_number(void)
{
	static const char * const calls[] = {
		"chmod", "creat", "fchmod", "fchmodat", "fchmodat2", "mkdir", "mkdirat",
		"mq_open", "open", "openat", "openat2", "umask",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(calls); i++)
		if (is_call(calls[i]))
			return true;
	return false;
}

static void put_mode(struct seq_buf *out, u64 mode)
{
	const char *type = NULL;

	if (mode & S_IFMT && !mode_is_number())
		type = ktrace_names_find(KTRACE_NAMES_stat_type, mode & S_IFMT);
	if (!type || style->constants != DECODE_NAMES)
		put_octal(out, mode);
	if (!type || style->constants == DECODE_NUMBERS)
		return;
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " /* ");
	seq_buf_puts(out, type);
	seq_buf_printf(out, "%s%s%s|", mode & S_ISUID ? "|S_ISUID" : "",
		       mode & S_ISGID ? "|S_ISGID" : "", mode & S_ISVTX ? "|S_ISVTX" : "");
	put_octal(out, mode & 0777);
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " */");
}

static void put_permissions(struct seq_buf *out, enum ktrace_names names, u32 flags)
{
	u32 permissions = flags & 0777;

	if (flags != permissions) {
		put_constant(out, names, flags - permissions, 0, false, false);
		seq_buf_putc(out, '|');
	}
	put_octal(out, permissions);
}

/* The name of a signal without "SIG". */
static void put_signal(struct seq_buf *out, unsigned int signal)
{
	const char *name = ktrace_names_find(KTRACE_NAMES_signals, signal);

	if (signal == RT_FIRST)
		seq_buf_puts(out, "RTMIN");
	else if (signal > RT_FIRST)
		seq_buf_printf(out, "RT_%u", signal - RT_FIRST);
	else
		seq_buf_puts(out, name ? name + strlen("SIG") : "");
}

static void put_sigset(struct seq_buf *out, u64 set, unsigned int size)
{
	unsigned int nr = size * 8, i;
	const char *space = "";

	if (__builtin_popcountll(set) >= nr * 2 / 3) {
		seq_buf_putc(out, '~');
		set = ~set;
	}
	seq_buf_putc(out, '[');
	for (i = 0; i < nr; i++) {
		if (!(set >> i & 1))
			continue;
		seq_buf_puts(out, space);
		put_signal(out, i + 1);
		space = " ";
	}
	seq_buf_putc(out, ']');
}

/* A priority of I/O. The number of a result stands in front of what is printed here. */
static void put_ioprio(struct seq_buf *out, u32 ioprio)
{
	bool number = style->constants != DECODE_NAMES && !style_is_result;

	if (number)
		ktrace_format_signed(out, (s32)ioprio);
	if (style->constants == DECODE_NUMBERS)
		return;
	seq_buf_puts(out, number ? " /* IOPRIO_PRIO_VALUE(" : "IOPRIO_PRIO_VALUE(");
	put_constant(out, KTRACE_NAMES_ioprio_class, ioprio >> IOPRIO_CLASS_SHIFT, 0, false, true);
	seq_buf_printf(out, number ? ", %u) */" : ", %u)", (u32)(ioprio & IOPRIO_PRIO_MASK));
}

static void put_limit(struct seq_buf *out, u64 limit)
{
	if (limit == U64_MAX)
		seq_buf_puts(out, "RLIM64_INFINITY");
	else if (limit > 1024 && !(limit % 1024))
		seq_buf_printf(out, "%llu*1024", limit / 1024);
	else
		ktrace_format_dec(out, limit);
}

/* A number that strace shows by its name only: unknown serial numbers of keys are usual. */
static bool is_key(const struct syscall_field *field, u64 value)
{
	return (is_call("add_key") || is_call("request_key") || is_call("keyctl")) &&
	       !is_known(field->names, value, true);
}

static bool is_field(const struct syscall_field *field, const char *name)
{
	return field->name && !strcmp(field->name, name);
}

/* The network interface with the number @value. Return false if the field is another. */
static bool put_interface(struct seq_buf *out, const struct syscall_field *field, u64 value)
{
	static const char * const fields[] = {
		"gr_interface", "imr_ifindex", "ipv6mr_interface", "mr_ifindex", "sll_ifindex",
	};
	char name[16];
	size_t i;

	for (i = 0; field->name && i < ARRAY_SIZE(fields); i++)
		if (!strcmp(fields[i], field->name))
			break;
	if (!style->interface || !field->name || i == ARRAY_SIZE(fields) ||
	    style->constants == DECODE_NUMBERS || !style->interface(style->pid, value, name))
		return false;
	seq_buf_printf(out, "if_nametoindex(\"%s\")", name);
	return true;
}

void __wrap_ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			       u64 value, unsigned int size)
{
	s64 extended = size < sizeof(value) ? (s64)(value << (64 - size * 8)) >> (64 - size * 8) :
					      (s64)value;

	if (!style->strace) {
		__real_ktrace_show_number(out, field, value, size);
		return;
	}
	if (put_interface(out, field, value))
		return;
	switch (field->as) {
	case SHOW_FLAGS:
		if (!value && is_field(field, "mq_flags"))
			put_hex(out, value);
		else
			put_constant(out, field->names, value, 0, false, false);
		break;
	case SHOW_ENUM:
		put_constant(out, field->names, value, 0, false, true);
		break;
	case SHOW_ID_ENUM:
		if (is_key(field, value))
			ktrace_format_signed(out, extended);
		else
			put_constant(out, field->names, value, extended, true, true);
		break;
	case SHOW_MODE:
		put_mode(out, value);
		break;
	case SHOW_PERMISSIONS:
		put_permissions(out, field->names, value);
		break;
	case SHOW_SIGSET:
		put_sigset(out, value, size);
		break;
	case SHOW_SIGNAL:
		if (value != RT_FIRST)
			__real_ktrace_show_number(out, field, value, size);
		else
			seq_buf_puts(out, "SIGRTMIN");
		break;
	case SHOW_IOPRIO:
		put_ioprio(out, value);
		break;
	case SHOW_LIMIT:
		put_limit(out, size == sizeof(u64) ? value : (u64)extended);
		break;
	case SHOW_NSEC32:
	case SHOW_NSEC:
		ktrace_format_dec(out, value);
		break;
	default:
		if (is_field(field, "tv_usec"))
			ktrace_format_dec(out, value);
		else
			__real_ktrace_show_number(out, field, value, size);
	}
}

void __wrap_ktrace_show_dfd(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	char path[4096];
	struct seq_buf text;
	const char *at;

	if (style->strace && is_call("fanotify_mark") && (s32)value->value == FAN_NOFD) {
		seq_buf_puts(out, style->constants == DECODE_NAMES ? "FAN_NOFD" :
			     style->constants == DECODE_BOTH ? "-1 /* FAN_NOFD */" : "-1");
		return;
	}
	if (!style->strace || style->constants == DECODE_NAMES || (s32)value->value != AT_FDCWD) {
		__real_ktrace_show_dfd(out, value, type);
		return;
	}
	ktrace_format_signed(out, AT_FDCWD);
	if (style->constants != DECODE_NUMBERS)
		seq_buf_puts(out, " /* AT_FDCWD */");
	/* The path behind the number. */
	seq_buf_init(&text, path, sizeof(path));
	ktrace_show_fd(&text, value, type);
	path[seq_buf_used(&text) < sizeof(path) ? seq_buf_used(&text) : sizeof(path) - 1] = 0;
	at = strchr(path, '<');
	seq_buf_puts(out, at ?: "");
}

/*
 * The structures that strace abbreviates, by their first field, with the fields that it shows.
 * Of the file types, devices have st_rdev instead of st_size.
 */
static const struct {
	const char *first;
	const char *shown[KEPT];
} abbreviations[] = {
	{ "st_dev", { "st_mode", "st_size" } },
	{ "st_dev", { "st_mode", "st_rdev" } },
	{ "stx_mask", { "stx_mask", "stx_attributes", "stx_mode", "stx_size" } },
	{ "ru_utime", { "ru_utime", "ru_stime" } },
	{ "sysname", { "sysname", "nodename" } },
};

/* Return a field of a structure as a number; 0 if it is not there. */
static u64 field_number(const struct syscall_layout *layout, const char *name,
			const struct syscall_data *data)
{
	unsigned int i;
	u64 number = 0;

	for (i = 0; i < layout->nr; i++) {
		const struct syscall_field *field = &layout->fields[i];

		if (field->name && !strcmp(field->name, name) &&
		    field->size <= sizeof(number) && field->offset + field->size <= data->len)
			memcpy(&number, data->at + field->offset, field->size);
	}
	return number;
}

static bool is_device(const struct syscall_layout *layout, const struct syscall_data *data)
{
	u32 mode = field_number(layout, "st_mode", data);

	return S_ISCHR(mode) || S_ISBLK(mode);
}

/* Copy the fields that strace shows of a structure to @kept. Return their number; 0: all. */
static unsigned int abbreviate(const struct syscall_layout *layout,
			       const struct syscall_data *data, struct syscall_field *kept)
{
	const char *first = layout->fields[0].name, * const *name;
	unsigned int i = 0, at, n = 0;

	while (i < ARRAY_SIZE(abbreviations) && (!first || strcmp(first, abbreviations[i].first)))
		i++;
	if (i == ARRAY_SIZE(abbreviations))
		return 0;
	if (!i && is_device(layout, data))
		i++;
	for (name = abbreviations[i].shown; name < abbreviations[i].shown + KEPT && *name; name++)
		for (at = 0; at < layout->nr; at++)
			if (!strcmp(layout->fields[at].name, *name))
				kept[n++] = layout->fields[at];
	return n;
}

/* strace shows the restorer of a signal's action only if the flags say that there is one. */
static bool lacks_restorer(const struct syscall_layout *layout, const struct syscall_data *data)
{
	const char *last = layout->fields[layout->nr - 1].name;

	return last && !strcmp(last, "sa_restorer") &&
	       !(field_number(layout, "sa_flags", data) & SA_RESTORER);
}

void __wrap_ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_layout layout = *ktrace_layout_of(type->layout, value->abi);
	struct syscall_field kept[KEPT];
	unsigned int n = 0;

	if (style->strace && !type->array && lacks_restorer(&layout, data)) {
		layout.nr--;
		ktrace_show_element(out, &layout, data->at, data->len, false);
		return;
	}
	if (style->strace && !style->verbose && !type->array)
		n = abbreviate(&layout, data, kept);
	if (!n) {
		__real_ktrace_put_object(out, value, type, data);
		return;
	}
	layout.fields = kept;
	layout.nr = n;
	ktrace_show_element(out, &layout, data->at, data->len, true);
}

static bool is_ascii(u8 c)
{
	return (c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r');
}

/*
 * Return true if @out ends with a comment. The bytes that follow a comment lie behind the known end
 * of a structure.
 */
static bool is_unknown(const struct seq_buf *out)
{
	static const char comment[] = " */ \"";
	size_t len = strlen(comment);

	return out->len >= len && !seq_buf_has_overflowed((struct seq_buf *)out) &&
	       !memcmp(out->buffer + out->len - len, comment, len);
}

/* Return true if the bytes are shown in hexadecimal. */
static bool is_hex(const struct seq_buf *out, const u8 *at, size_t len)
{
	size_t i;

	/* Random bytes are no text. */
	if (style->hex == DECODE_HEX_ALL || (style->strace && is_call("getrandom")))
		return true;
	if (style->strace && is_unknown(out))
		return true;
	for (i = 0; style->hex == DECODE_HEX_STRINGS && i < len; i++)
		if (!is_ascii(at[i]))
			return true;
	return false;
}

void __wrap_ktrace_format_text(struct seq_buf *out, const char *text, size_t len, char quote)
{
	const u8 *at = (const u8 *)text;
	bool all = is_hex(out, at, len);
	size_t i;

	if (!all && style->hex != DECODE_HEX_CHARS) {
		__real_ktrace_format_text(out, text, len, quote);
		return;
	}
	for (i = 0; i < len && !seq_buf_has_overflowed(out); i++)
		if (all || !is_ascii(at[i]))
			seq_buf_printf(out, "\\x%02x", at[i]);
		else
			__real_ktrace_format_text(out, text + i, 1, quote);
}
