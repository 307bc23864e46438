// SPDX-License-Identifier: GPL-2.0
/*
 * The text of numbers and strings in the form of strace; style_args.c has structures.
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
#include <linux/swap.h>
#include <uapi/linux/memfd.h>
#include <uapi/linux/mman.h>
#include <uapi/linux/personality.h>
#include <uapi/linux/sched.h>

#include "text/format.h"
#include "text/names.h"
#include "syscall/arg/show.h"

#include "style.h"

/* The first real-time signal. */
#define RT_FIRST	32

const struct decode_limits *style;
static const char *style_call;
static bool style_is_result;
/* The text is inside of a comment. */
bool style_is_inner;

/* Set the style of the next arguments, which are those of @call. */
void style_set(const struct decode_limits *limits, const char *call)
{
	style = limits;
	style_call = call;
	style_is_result = false;
}

/* Return true if the arguments are those of the call @name. */
bool style_is_call(const char *name)
{
	return !strcmp(style_call, name);
}

/* The next value is the result of the call. Results of prctl() have names in any style. */
void style_set_result(void)
{
	static struct decode_limits named;

	style_is_result = true;
	if (!style_is_call("prctl"))
		return;
	named = *style;
	named.constants = DECODE_NAMES;
	style = &named;
}

/* Append a number in hexadecimal, as strace. */
void style_put_hex(struct seq_buf *out, u64 value)
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
	{ KTRACE_NAMES_personality, "PER_???" },
	{ KTRACE_NAMES_prctl_vma, "PR_SET_VMA_???" },
	{ KTRACE_NAMES_reboot_magic, "LINUX_REBOOT_MAGIC_???" },
	{ KTRACE_NAMES_rtc_features, "1<<RTC_FEATURE_???" },
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
		style_put_hex(out, value);
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
		style_put_hex(out, value);
	if ((style->constants == DECODE_NUMBERS && names != KTRACE_NAMES_syslog_action) ||
	    style_is_inner || (!value && !known && !whole))
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
		style_put_hex(out, flags);
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
		style_put_hex(out, type);
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
		if (style_is_call(calls[i]))
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

/* Says whether strace shows a flag of a call by its name. */
typedef bool chosen_fn(const struct ktrace_name *name);

/* Append the names of the chosen flags in @flags. Return the other flags. */
static u64 put_chosen_names(struct seq_buf *out, enum ktrace_names names, u64 flags,
			    chosen_fn *chosen)
{
	/* strace has the flag that was part of the signal of clone() with those of clone3(). */
	u64 last = style_is_call("clone3") ? CLONE_NEWTIME : 0;
	unsigned int count, i, n = 0;
	const struct ktrace_name *name = ktrace_names_table(names, &count);

	for (i = 0; i < count; i++) {
		u64 flag = name[i].value;

		if (flag > U32_MAX && flags & last) {
			seq_buf_puts(out, n++ ? "|CLONE_NEWTIME" : "CLONE_NEWTIME");
			flags &= ~last;
		}
		if (!flag || flag == last || (flags & flag) != flag || !chosen(&name[i]))
			continue;
		seq_buf_puts(out, n++ ? "|" : "");
		seq_buf_puts(out, name[i].name);
		flags &= ~flag;
	}
	return flags;
}

/* Append flags of which strace shows some by their names. @unknown is a comment, or NULL. */
static void put_chosen(struct seq_buf *out, enum ktrace_names names, u64 flags, chosen_fn *chosen,
		       const char *unknown)
{
	char text[1024];
	struct seq_buf known;
	u64 rest;

	seq_buf_init(&known, text, sizeof(text));
	rest = put_chosen_names(&known, names, flags, chosen);
	if (rest && rest != flags)
		seq_buf_printf(&known, "|0x%llx", rest);
	text[min_t(size_t, seq_buf_used(&known), sizeof(text) - 1)] = 0;
	if (style->constants != DECODE_NAMES || rest == flags)
		style_put_hex(out, flags);
	if (!flags || style->constants == DECODE_NUMBERS || (rest == flags && !unknown))
		return;
	if (rest == flags)
		seq_buf_printf(out, " /* %s */", unknown);
	else
		seq_buf_printf(out, style->constants == DECODE_BOTH ? " /* %s */" : "%s", text);
}

static bool is_personality_flag(const struct ktrace_name *name)
{
	return !(name->value & PER_MASK);
}

/* A personality: its type, and flags, of which unknown ones have no comment. */
static void put_personality(struct seq_buf *out, enum ktrace_names names, u32 value)
{
	put_constant(out, names, value & PER_MASK, 0, false, true);
	if (!(value & ~PER_MASK))
		return;
	seq_buf_putc(out, '|');
	put_chosen(out, names, value & ~PER_MASK, is_personality_flag, NULL);
}

/* The flags that unshare() and setns() know. clone3() ignores CLONE_DETACHED. */
static bool is_clone_flag(const struct ktrace_name *name)
{
	static const u64 shared = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
				  CLONE_SYSVSEM;

	if (style_is_call("setns") || style_is_call("unshare"))
		return !strncmp(name->name, "CLONE_NEW", strlen("CLONE_NEW")) ||
		       (style_is_call("unshare") && name->value & shared);
	return name->value != CLONE_DETACHED;
}

/* Flags of clone3(), unshare() and setns(). */
static void put_clone_flags(struct seq_buf *out, enum ktrace_names names, u64 flags)
{
	put_chosen(out, names, flags, is_clone_flag,
		   style_is_call("setns") ? "CLONE_NEW???" : "CLONE_???");
}

/* The priority of a swap file is a part of the flags. */
static void put_swap_flags(struct seq_buf *out, enum ktrace_names names, u32 flags)
{
	u32 priority = flags & SWAP_FLAG_PRIO_MASK;

	if (flags != priority) {
		put_constant(out, names, flags - priority, 0, false, false);
		seq_buf_putc(out, '|');
	}
	ktrace_format_dec(out, priority);
}

/* Flags of memfd_create(), with the size of huge pages. */
static void put_memfd_flags(struct seq_buf *out, enum ktrace_names names, u32 flags)
{
	u32 size = flags & (MFD_HUGE_MASK << MFD_HUGE_SHIFT), others = flags - size;

	if (!size || style->constants == DECODE_NUMBERS) {
		put_constant(out, names, flags, 0, false, false);
		return;
	}
	if (style->constants == DECODE_BOTH) {
		style_put_hex(out, flags);
		seq_buf_puts(out, " /* ");
	}
	if (is_known(names, others, false)) {
		__real_ktrace_names_print(out, names, others);
		seq_buf_putc(out, '|');
	} else if (others) {
		style_put_hex(out, others);
		seq_buf_puts(out, style->constants == DECODE_BOTH ? "|" : " /* MFD_??? */|");
	}
	seq_buf_printf(out, "%u<<MFD_HUGE_SHIFT", size >> MFD_HUGE_SHIFT);
	if (style->constants == DECODE_BOTH)
		seq_buf_puts(out, " */");
}

/* A signal as an argument or member. */
static void put_signal_number(struct seq_buf *out, const struct syscall_field *field, u64 value,
			      unsigned int size)
{
	bool number = style->constants != DECODE_NAMES && value && value <= _NSIG;

	if (number)
		ktrace_format_dec(out, value);
	if (number && style->constants == DECODE_NUMBERS)
		return;
	seq_buf_puts(out, number ? " /* " : "");
	if (value == RT_FIRST)
		seq_buf_puts(out, "SIGRTMIN");
	else
		__real_ktrace_show_number(out, field, value, size);
	seq_buf_puts(out, number ? " */" : "");
}

/* Bits whose numbers have names. */
static void put_bit_names(struct seq_buf *out, const struct syscall_field *field, u64 value,
			  unsigned int size)
{
	bool known = false;
	unsigned int i;

	for (i = 0; i < BITS_PER_LONG_LONG; i++)
		if (value >> i & 1 && ktrace_names_find(field->names, i))
			known = true;
	if (style->constants == DECODE_NAMES && (known || !value)) {
		__real_ktrace_show_number(out, field, value, size);
		return;
	}
	style_put_hex(out, value);
	if (!value || style->constants == DECODE_NUMBERS)
		return;
	seq_buf_puts(out, " /* ");
	if (known)
		__real_ktrace_show_number(out, field, value, size);
	else
		put_unknown(out, field->names);
	seq_buf_puts(out, " */");
}

/* The length of a vector register, below flags. */
static void put_vector_length(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	u64 length = value & U16_MAX;

	if (value == length || style->constants == DECODE_NUMBERS) {
		style_put_hex(out, value);
		return;
	}
	if (style->constants == DECODE_BOTH) {
		style_put_hex(out, value);
		seq_buf_puts(out, " /* ");
	}
	__real_ktrace_names_print(out, names, value - length);
	seq_buf_putc(out, '|');
	style_put_hex(out, length);
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
	if (is_known(field->names, value, true))
		return false;
	return style_is_call("add_key") || style_is_call("request_key") || style_is_call("keyctl");
}

static bool is_field(const struct syscall_field *field, const char *name)
{
	return field->name && !strcmp(field->name, name);
}

/*
 * An argument of ptrace() is an address if no request gives it another type: such a field is not
 * part of a structure.
 */
static bool is_address(const struct syscall_field *field, u64 value)
{
	return style_is_call("ptrace") && !field->name && !field->size;
}

/* The offset of sendfile(), which strace shows without a sign. */
static bool is_offset(const struct syscall_field *field, unsigned int size)
{
	return (style_is_call("sendfile") || style_is_call("sendfile64")) && !field->name &&
	       field->as == SHOW_INT && size == sizeof(u64);
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
			style_put_hex(out, value);
		else if (is_unknown_policy(field->names, value))
			put_constant(out, field->names, value, 0, false, true);
		else if (field->names == KTRACE_NAMES_mmap_flags)
			put_mapping(out, field->names, value);
		else if (field->names == KTRACE_NAMES_prctl_sve ||
			 field->names == KTRACE_NAMES_prctl_sme)
			put_vector_length(out, field->names, value);
		else if (field->names == KTRACE_NAMES_personality)
			put_personality(out, field->names, value);
		else if (field->names == KTRACE_NAMES_clone3_flags)
			put_clone_flags(out, field->names, value);
		else if (field->names == KTRACE_NAMES_swapon_flags)
			put_swap_flags(out, field->names, value);
		else if (field->names == KTRACE_NAMES_memfd_flags)
			put_memfd_flags(out, field->names, value);
		else
			put_constant(out, field->names, value, 0, false, false);
		break;
	case SHOW_ENUM:
	case SHOW_NAME:
		put_constant(out, field->names, value, extended, is_field(field, "si_errno"), true);
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
		put_signal_number(out, field, value, size);
		break;
	case SHOW_BIT_NAMES:
		put_bit_names(out, field, value, size);
		break;
	case SHOW_HEX:
		if (is_address(field, value))
			ktrace_show_pointer(out, value);
		else
			__real_ktrace_show_number(out, field, value, size);
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
		if (is_field(field, "tv_usec") || is_offset(field, size))
			ktrace_format_dec(out, value);
		else
			__real_ktrace_show_number(out, field, value, size);
	}
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
	if (style->hex == DECODE_HEX_ALL || (style->strace && style_is_call("getrandom")))
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
