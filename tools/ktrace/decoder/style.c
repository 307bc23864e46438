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
#include <uapi/linux/mman.h>
#include <uapi/linux/sched.h>

#include "text/format.h"
#include "text/names.h"
#include "syscall/arg/show.h"

#include "style.h"

/* The first real-time signal. */
#define RT_FIRST	32
/* Elements of an array that a record has at most. */
#define ELEMENTS_MAX	32
/* The largest number of fields that strace shows of an abbreviated structure. */
#define KEPT	4

static const struct decode_limits *style;
static const char *style_call;
static bool style_is_result;
/* The text is inside of a comment. */
static bool style_is_inner;

/* Set the style of the next arguments, which are those of @call. */
void style_set(const struct decode_limits *limits, const char *call)
{
	style = limits;
	style_call = call;
	style_is_result = false;
}

static bool is_call(const char *name)
{
	return !strcmp(style_call, name);
}

/* The next value is the result of the call. Results of prctl() have names in any style. */
void style_set_result(void)
{
	static struct decode_limits named;

	style_is_result = true;
	if (!is_call("prctl"))
		return;
	named = *style;
	named.constants = DECODE_NAMES;
	style = &named;
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

/* What stands for an unknown number, if it is not what the names have in common. */
static const struct {
	enum ktrace_names names;
	const char *text;
} unknowns[] = {
	{ KTRACE_NAMES_prctl_vma, "PR_SET_VMA_???" },
	{ KTRACE_NAMES_reboot_magic, "LINUX_REBOOT_MAGIC_???" },
	{ KTRACE_NAMES_inode_flags, "FS_???_FL" },
	{ KTRACE_NAMES_seccomp_op, "SECCOMP_SET_MODE_???" },
};

/*
 * Append what three of four names of a table begin with, up to an underscore, as in MSG_???.
 * One of the first, the middle and the last name begins so.
 */
static void put_unknown(struct seq_buf *out, enum ktrace_names names)
{
	unsigned int count, i, len, best = 0;
	const struct ktrace_name *name = ktrace_names_table(names, &count);
	const char *prefix = "", *some;

	for (i = 0; i < ARRAY_SIZE(unknowns); i++) {
		if (unknowns[i].names != names)
			continue;
		seq_buf_puts(out, unknowns[i].text);
		return;
	}
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

/* Names that the headers for programs do not have: strace shows the numbers, too. */
static bool is_internal(enum ktrace_names names)
{
	return names == KTRACE_NAMES_prctl_pid_type || names == KTRACE_NAMES_syslog_action ||
	       names == KTRACE_NAMES_xfeature || names == KTRACE_NAMES_xfeature_mask;
}

/* A constant: its number, its name, or both. */
static void put_constant(struct seq_buf *out, enum ktrace_names names, u64 value, s64 number,
			 bool is_signed, bool whole)
{
	bool known = is_known(names, value, whole);

	/* The type of synchronization events of input devices has no name in strace's command. */
	if (!value && names == KTRACE_NAMES_input_event) {
		put_hex(out, value);
		return;
	}
	if (known && style->constants == DECODE_NAMES && !is_internal(names)) {
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
	if (style->constants == DECODE_NUMBERS || style_is_inner || (!value && !known && !whole))
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

/* Append the flags of a mapping: its type, the other flags, and the size of huge pages. */
static void put_mapping(struct seq_buf *out, enum ktrace_names names, u64 flags)
{
	u64 size = flags & (u64)MAP_HUGE_MASK << MAP_HUGE_SHIFT, type = flags & MAP_TYPE;

	if (style->constants != DECODE_NAMES)
		put_hex(out, flags);
	if (style->constants == DECODE_NUMBERS)
		return;
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " /* ");
	flags &= ~(size | type);
	if (!type) {
		seq_buf_puts(out, "MAP_FILE");
	} else if (type <= MAP_SHARED_VALIDATE) {
		__real_ktrace_names_print(out, names, type);
	} else {
		put_hex(out, type);
		seq_buf_puts(out, " /* MAP_??? */");
	}
	if (flags) {
		seq_buf_putc(out, '|');
		__real_ktrace_names_print(out, names, flags);
	}
	if (size)
		seq_buf_printf(out, "|%llu<<MAP_HUGE_SHIFT", size >> MAP_HUGE_SHIFT);
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " */");
}

/* The policy of a scheduler: strace shows an unknown one as a whole. */
static bool is_unknown_policy(enum ktrace_names names, u64 value)
{
	return names == KTRACE_NAMES_sched_policy &&
	       !is_known(names, value & ~(u64)SCHED_RESET_ON_FORK, true);
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

/* The length of a vector register, below flags. */
static void put_vector_length(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	u64 length = value & U16_MAX;

	if (value == length || style->constants == DECODE_NUMBERS) {
		put_hex(out, value);
		return;
	}
	if (style->constants == DECODE_BOTH) {
		put_hex(out, value);
		seq_buf_puts(out, " /* ");
	}
	__real_ktrace_names_print(out, names, value - length);
	seq_buf_putc(out, '|');
	put_hex(out, length);
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " */");
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
		"gr_interface", "ifa_index", "ifal_index", "ifi_index", "ifindex", "imr_ifindex",
		"ipi6_ifindex", "ipi_ifindex", "ipv6mr_interface", "mr_ifindex", "ndm_ifindex",
		"pdi_index", "pdmc_index", "sll_ifindex", "tcm_ifindex",
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
		else if (is_unknown_policy(field->names, value))
			put_constant(out, field->names, value, 0, false, true);
		else if (field->names == KTRACE_NAMES_mmap_flags)
			put_mapping(out, field->names, value);
		else if (field->names == KTRACE_NAMES_prctl_sve ||
			 field->names == KTRACE_NAMES_prctl_sme)
			put_vector_length(out, field->names, value);
		else
			put_constant(out, field->names, value, 0, false, false);
		break;
	case SHOW_ENUM:
	case SHOW_NAME:
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

/*
 * strace reads the last arguments of epoll_pwait2() when the call has returned, and does not show
 * them if it has failed.
 */
static bool style_is_unread(const struct syscall_value *value)
{
	unsigned int arg;

	if (!is_call("epoll_pwait2") || value->ret >= 0 || !value->returned || value->nargs < 5)
		return false;
	for (arg = 3; arg < 5; arg++)
		if (value->value == value->args[arg] && ktrace_show_there(&value->in) &&
		    (arg == 3 || value->value != value->args[3]))
			return true;
	return false;
}

/**
 * style_put_command - append the command of ioctl() as a number
 * @out:	output
 * @rule:	the rule of the argument
 * @value:	the argument
 *
 * Return: false if the argument is another, or has the form of ktrace.
 */
bool style_put_command(struct seq_buf *out, const struct syscall_rule *rule,
		       const struct syscall_value *value)
{
	const struct decode_limits *whole = style;
	struct decode_limits inner;

	if (style->strace && style_is_unread(value)) {
		ktrace_show_pointer(out, value->value);
		return true;
	}
	if (!style->strace || style->constants == DECODE_NAMES || !is_call("ioctl") ||
	    !rule->type->name || strcmp(rule->type->name, "ioctl_cmd"))
		return false;
	put_hex(out, (u32)value->value);
	if (style->constants == DECODE_NUMBERS)
		return true;
	seq_buf_puts(out, " /* ");
	inner = *style;
	inner.constants = DECODE_NAMES;
	style = &inner;
	style_is_inner = true;
	ktrace_syscall_print(out, rule, value);
	style_is_inner = false;
	style = whole;
	seq_buf_puts(out, " */");
	return true;
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

/* Append an array whose end cannot be read, and the address of the first missing element. */
static void put_unread(struct seq_buf *out, const struct syscall_layout *layout,
		       const struct syscall_value *value, const struct syscall_data *data)
{
	u32 at = 0;

	seq_buf_putc(out, '[');
	for (; at + layout->size <= data->len && !seq_buf_has_overflowed(out);
	     at += layout->size) {
		ktrace_show_element(out, layout, data->at + at, layout->size, false);
		seq_buf_puts(out, ", ");
	}
	seq_buf_printf(out, "... /* 0x%llx */]", value->value + at);
}

/* A structure of one member that strace shows as an array: struct sched_param. */
static bool is_bare(const struct syscall_layout *layout)
{
	return layout->nr == 1 && layout->fields->name &&
	       !strcmp(layout->fields->name, "sched_priority");
}

void __wrap_ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_layout layout = *ktrace_layout_of(type->layout, value->abi);
	struct syscall_field kept[KEPT];
	struct syscall_data some = *data;
	unsigned int n = 0;

	/* print_strace.c cuts those of poll(), of which strace also shows the results. */
	if (style->strace && type->array && !style->verbose && !is_call("poll") &&
	    !is_call("ppoll") && data->len / layout.size > style->data_max) {
		some.len = style->data_max * layout.size;
		some.status = SYSCALL_CUT;
		__real_ktrace_put_object(out, value, type, &some);
		return;
	}
	if (style->strace && type->array && data == &value->in && data->status == SYSCALL_CUT &&
	    data->len / layout.size < ELEMENTS_MAX) {
		put_unread(out, &layout, value, data);
		return;
	}
	if (style->strace && !type->array && is_bare(&layout) && data->len >= layout.size) {
		kept[0] = layout.fields[0];
		kept[0].name = NULL;
		layout.fields = kept;
		seq_buf_putc(out, '[');
		ktrace_show_element(out, &layout, data->at, data->len, false);
		seq_buf_putc(out, ']');
		return;
	}
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

void __wrap_ktrace_show_bytes(struct seq_buf *out, const void *at, u32 len, bool cut)
{
	const u8 *byte = at;
	u32 i;

	if (!style->strace) {
		__real_ktrace_show_bytes(out, at, len, cut);
		return;
	}
	seq_buf_putc(out, '"');
	for (i = 0; i < len && !seq_buf_has_overflowed(out); i++)
		seq_buf_printf(out, "\\x%02x", byte[i]);
	seq_buf_puts(out, cut ? "\"..." : "\"");
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
