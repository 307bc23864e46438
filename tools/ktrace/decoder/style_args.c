// SPDX-License-Identifier: GPL-2.0
/*
 * The text of structures, arrays and some arguments in the form of strace.
 *
 * As style.c, this file replaces functions of the kernel's decoder, and calls the originals for all
 * other forms. strace abbreviates some structures, and shows the address of the first element of an
 * array that it cannot read.
 */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/signal_types.h>
#include <linux/socket.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <uapi/linux/audit.h>
#include <uapi/linux/fanotify.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/limits.h>
#include <uapi/linux/ptrace.h>
#include <uapi/linux/rtc.h>
#include <uapi/linux/sched.h>

#include "text/format.h"
#include "text/names.h"
#include "syscall/arg/show.h"
#include "syscall/table.h"

#include "style.h"

/* Elements of an array that a record has at most. */
#define ELEMENTS_MAX	32
/* The largest number of fields that strace shows of an abbreviated structure. */
#define KEPT	6
/* A copy of a vector has at most the bytes of a record, which are fewer. */
#define VECTOR_BYTES	4096
/* The action of syslog() that sets the level of the console. */
#define CONSOLE_LEVEL	8
/* The members of struct ptrace_syscall_info in front of its union. */
#define HEAD_MEMBERS	4

/*
 * strace reads the last arguments of epoll_pwait2() when the call has returned, and does not show
 * them if it has failed.
 */
static bool style_is_unread(const struct syscall_value *value)
{
	unsigned int arg;

	if (!style_is_call("epoll_pwait2") || value->ret >= 0 || !value->returned ||
	    value->nargs < 5)
		return false;
	for (arg = 3; arg < 5; arg++)
		if (value->value == value->args[arg] && ktrace_show_there(&value->in) &&
		    (arg == 3 || value->value != value->args[3]))
			return true;
	return false;
}

/*
 * The functions of one argument of a call. They return false if they do not show @value in a form
 * of its own.
 */

/* Append where the parameter of a clock would be, if the call has failed. */
static bool put_failed_parameter(struct seq_buf *out, const struct syscall_rule *rule,
				 const struct syscall_value *value)
{
	if ((u32)value->args[1] != RTC_PARAM_GET || !value->returned || value->ret >= 0 ||
	    !ktrace_show_there(&value->in))
		return false;
	ktrace_syscall_print(out, rule, value);
	seq_buf_puts(out, " => ");
	ktrace_show_pointer(out, value->value);
	return true;
}

/* The flags of sched_setattr() and sched_getattr() have no names. */
static bool put_unnamed_flags(struct seq_buf *out, const struct syscall_rule *rule,
			      const struct syscall_value *value)
{
	ktrace_format_dec(out, (u32)value->value);
	return true;
}

/* The kernel refuses a long value of an extended attribute before it reads the value. */
static bool put_long_attribute(struct seq_buf *out, const struct syscall_rule *rule,
			       const struct syscall_value *value)
{
	if (value->args[3] <= XATTR_SIZE_MAX)
		return false;
	ktrace_show_pointer(out, value->value);
	return true;
}

/* The size of an option of packet sockets that strace shows only with exactly this size, or 0. */
static u32 packet_option_size(s32 name)
{
	switch (name) {
	case PACKET_ADD_MEMBERSHIP:
	case PACKET_DROP_MEMBERSHIP:
		return sizeof(struct packet_mreq);
	case PACKET_RX_RING:
	case PACKET_TX_RING:
		return sizeof(struct tpacket_req);
	default:
		return 0;
	}
}

/* Append the address of an option of packet sockets that has another size. */
static bool put_other_size(struct seq_buf *out, const struct syscall_rule *rule,
			   const struct syscall_value *value)
{
	u32 size = (s32)value->args[1] == SOL_PACKET ? packet_option_size(value->args[2]) : 0;

	if (!size || size == (u32)value->args[4])
		return false;
	ktrace_show_pointer(out, value->value);
	return true;
}

/* Append the level of messages for the console. */
static bool put_level(struct seq_buf *out, const struct syscall_rule *rule,
		      const struct syscall_value *value)
{
	static const char * const levels[] = {
		"EMERG", "ALERT", "CRIT", "ERR", "WARNING", "NOTICE", "INFO", "DEBUG", "DEBUG+1",
	};
	s32 level = value->value;

	if ((u32)value->args[0] != CONSOLE_LEVEL)
		return false;
	ktrace_format_signed(out, level);
	seq_buf_printf(out, " /* LOGLEVEL_%s */",
		       level >= 0 && level < ARRAY_SIZE(levels) ? levels[level] : "???");
	return true;
}

/* clone3() writes no thread ID to the address NULL, which strace shows as changed. */
static bool put_null_tid(struct seq_buf *out, const struct syscall_rule *rule,
			 const struct syscall_value *value)
{
	struct clone_args args;

	if (!value->returned || value->ret < 0 || !ktrace_show_there(&value->in) ||
	    value->in.len < CLONE_ARGS_SIZE_VER0)
		return false;
	memcpy(&args, value->in.at, CLONE_ARGS_SIZE_VER0);
	if (!(args.flags & CLONE_PARENT_SETTID) || args.flags & CLONE_PIDFD || args.parent_tid)
		return false;
	ktrace_syscall_print(out, rule, value);
	seq_buf_puts(out, " => {parent_tid=NULL}");
	return true;
}

/* The functions by call and index of the argument, for records with at least @nargs arguments. */
static const struct {
	const char *call;
	unsigned int arg, nargs;
	bool (*put)(struct seq_buf *out, const struct syscall_rule *rule,
		    const struct syscall_value *value);
} specials[] = {
	{ "clone3", 0, 2, put_null_tid },
	{ "fsetxattr", 2, 5, put_long_attribute },
	{ "ioctl", 2, 3, put_failed_parameter },
	{ "lsetxattr", 2, 5, put_long_attribute },
	{ "sched_getattr", 3, 4, put_unnamed_flags },
	{ "sched_setattr", 2, 3, put_unnamed_flags },
	{ "setsockopt", 3, 5, put_other_size },
	{ "setxattr", 2, 5, put_long_attribute },
	{ "syslog", 2, 3, put_level },
};

static bool put_argument(struct seq_buf *out, unsigned int arg, const struct syscall_rule *rule,
			 const struct syscall_value *value)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(specials); i++)
		if (specials[i].arg == arg && specials[i].nargs <= value->nargs &&
		    style_is_call(specials[i].call))
			return specials[i].put(out, rule, value);
	return false;
}

/**
 * style_put - append an argument that strace shows in a form of its own
 * @out:	output
 * @arg:	index of the argument; DECODE_ARGS for the result
 * @rule:	the rule of the argument, or NULL
 * @value:	the argument
 *
 * Return: false if the argument is another, or has the form of ktrace.
 */
bool style_put(struct seq_buf *out, unsigned int arg, const struct syscall_rule *rule,
	       const struct syscall_value *value)
{
	const struct decode_limits *whole = style;
	struct decode_limits inner;

	if (style->strace && style_is_unread(value)) {
		ktrace_show_pointer(out, value->value);
		return true;
	}
	if (style->strace && put_argument(out, arg, rule, value))
		return true;
	if (!style->strace || style->constants == DECODE_NAMES || !style_is_call("ioctl") ||
	    !rule->type->name || strcmp(rule->type->name, "ioctl_cmd"))
		return false;
	style_put_hex(out, (u32)value->value);
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

	if (style->strace && style_is_call("fanotify_mark") && (s32)value->value == FAN_NOFD) {
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
	{ "tm_sec", { "tm_sec", "tm_min", "tm_hour", "tm_mday", "tm_mon", "tm_year" } },
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

static bool begins_with(const struct syscall_layout *layout, const char *name)
{
	return layout->nr && layout->fields->name && !strcmp(layout->fields->name, name);
}

/* Append an alarm of a clock, in which the time is abbreviated. */
static void put_alarm(struct seq_buf *out, const struct syscall_layout *layout,
		      const struct syscall_data *data)
{
	struct syscall_layout alarm = *layout, time = *layout->fields[layout->nr - 1].nested;
	struct syscall_field fields[3], shown[KEPT + 1];
	struct syscall_data rest = { .at = data->at, .len = data->len };
	unsigned int n;

	memcpy(fields, layout->fields, sizeof(fields));
	n = abbreviate(&time, &rest, shown);
	/* A field behind the end makes the decoder say that fields are missing. */
	shown[n] = shown[0];
	shown[n].offset = data->len;
	time.fields = shown;
	time.nr = n + 1;
	fields[layout->nr - 1].nested = &time;
	alarm.fields = fields;
	ktrace_show_element(out, &alarm, data->at, data->len, false);
}

/*
 * Append the call of a task: its number, with a name if the ABI is the native one, and @nargs
 * arguments.
 */
static void put_stopped_call(struct seq_buf *out, u64 nr, const u64 *args, u32 nargs, bool native)
{
	const char *name = native ? ktrace_syscall_name(KTRACE_ABI_NATIVE, nr) : NULL;
	u32 i;

	seq_buf_puts(out, "{nr=");
	if (!name || style->constants != DECODE_NAMES)
		ktrace_format_dec(out, nr);
	if (name && style->constants != DECODE_NUMBERS)
		seq_buf_printf(out, style->constants == DECODE_BOTH ? " /* __NR_%s */" : "__NR_%s",
			       name);
	for (i = 0; i < nargs; i++) {
		seq_buf_puts(out, i ? ", " : ", args=[");
		style_put_hex(out, args[i]);
	}
	seq_buf_puts(out, nargs ? "]" : "");
}

/* Append the result of a call; an error has its name. */
static void put_stopped_result(struct seq_buf *out, const struct ptrace_syscall_info *info, u32 len)
{
	bool known = len >= offsetofend(struct ptrace_syscall_info, exit.is_error);
	const char *name = ktrace_names_find(KTRACE_NAMES_errno, -info->exit.rval);

	if (!known || !info->exit.is_error || !name || style->constants != DECODE_NAMES)
		ktrace_format_signed(out, info->exit.rval);
	if (known && info->exit.is_error && name && style->constants != DECODE_NUMBERS)
		seq_buf_printf(out, style->constants == DECODE_BOTH ? " /* -%s */" : "-%s", name);
	if (known)
		seq_buf_printf(out, ", is_error=%u", info->exit.is_error);
}

static bool is_native(u32 arch)
{
	return arch == (IS_ENABLED(CONFIG_ARM64) ? AUDIT_ARCH_AARCH64 : AUDIT_ARCH_X86_64);
}

/* Append the members of the union of ptrace_syscall_info, of which @len bytes are known. */
static void put_stop(struct seq_buf *out, const struct ptrace_syscall_info *info, u32 len)
{
	bool native = is_native(info->arch);
	u32 nargs = 0;

	switch (info->op) {
	case PTRACE_SYSCALL_INFO_ENTRY:
		if (len > offsetof(struct ptrace_syscall_info, entry.args))
			nargs = (len - offsetof(struct ptrace_syscall_info, entry.args)) / 8;
		seq_buf_puts(out, ", entry=");
		put_stopped_call(out, info->entry.nr, info->entry.args,
				 min_t(u32, nargs, ARRAY_SIZE(info->entry.args)), native);
		break;
	case PTRACE_SYSCALL_INFO_SECCOMP:
		if (len > offsetof(struct ptrace_syscall_info, seccomp.args))
			nargs = (len - offsetof(struct ptrace_syscall_info, seccomp.args)) / 8;
		seq_buf_puts(out, ", seccomp=");
		put_stopped_call(out, info->seccomp.nr, info->seccomp.args,
				 min_t(u32, nargs, ARRAY_SIZE(info->seccomp.args)), native);
		if (len >= offsetofend(struct ptrace_syscall_info, seccomp.ret_data))
			seq_buf_printf(out, ", ret_data=%u", info->seccomp.ret_data);
		break;
	case PTRACE_SYSCALL_INFO_EXIT:
		seq_buf_puts(out, ", exit={rval=");
		put_stopped_result(out, info, len);
		break;
	default:
		return;
	}
	seq_buf_putc(out, '}');
}

/* Append ptrace_syscall_info, of which the program may have asked for the beginning only. */
static void put_syscall_info(struct seq_buf *out, const struct syscall_layout *layout,
			     const struct syscall_data *data)
{
	struct ptrace_syscall_info info = { };
	struct syscall_layout head = *layout;
	u32 len = min_t(u32, data->len, sizeof(info));

	memcpy(&info, data->at, len);
	head.nr = HEAD_MEMBERS;
	seq_buf_putc(out, '{');
	ktrace_show_fields(out, &head, data->at, len, true);
	if (len >= offsetofend(struct ptrace_syscall_info, entry.nr))
		put_stop(out, &info, len);
	seq_buf_putc(out, '}');
}

/* Append a structure that strace shows in a form of its own. Return false for others. */
static bool put_special(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_layout *layout, const struct syscall_data *data)
{
	if (!style->verbose && begins_with(layout, "enabled") && layout->nr == 3 &&
	    layout->fields[2].as == SHOW_STRUCT && data->len >= layout->size) {
		put_alarm(out, layout, data);
		return true;
	}
	if (style_is_call("ptrace") && begins_with(layout, "op")) {
		put_syscall_info(out, layout, data);
		return true;
	}
	return false;
}

void __wrap_ktrace_put_object(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_layout layout = *ktrace_layout_of(type->layout, value->abi);
	struct syscall_field kept[KEPT];
	struct syscall_data some = *data;
	unsigned int n = 0;

	/* print_strace.c cuts those of poll(), of which strace also shows the results. */
	if (style->strace && type->array && !style->verbose && !style_is_call("poll") &&
	    !style_is_call("ppoll") && data->len / layout.size > style->data_max) {
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
	if (style->strace && !type->array && put_special(out, value, &layout, data))
		return;
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

/*
 * Copy a vector of buffers to @copy with its first @kept elements, and with @count as the number of
 * its elements. Return the copy; a copy without bytes if there is not enough room.
 */
static struct syscall_data shorten_vector(u8 *copy, size_t room, const struct syscall_data *data,
					  u32 kept, u32 count)
{
	struct syscall_iovecs head;
	u32 old, new = sizeof(head) + kept * sizeof(struct syscall_iovec);

	memcpy(&head, data->at, sizeof(head));
	old = sizeof(head) + head.kept * sizeof(struct syscall_iovec);
	if (data->len > room || old > data->len)
		return (struct syscall_data){ .at = copy };
	memcpy(copy, data->at, new);
	memcpy(copy + new, data->at + old, data->len - old);
	head.kept = kept;
	head.count = count;
	memcpy(copy, &head, sizeof(head));
	return (struct syscall_data){
		.at = copy, .len = data->len - (old - new),
		.status = kept < count ? SYSCALL_CUT : SYSCALL_COPIED,
	};
}

/*
 * A vector of buffers: strace shows no more elements than bytes of data, and the address of the
 * first element that cannot be read.
 */
void __wrap_ktrace_put_iovec(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, const struct syscall_data *data)
{
	u32 most = style->verbose ? U32_MAX : style->data_max, element = 2 * sizeof(u64);
	u64 left = data == &value->out ? max(value->ret, 0LL) : U64_MAX;
	static u8 copy[VECTOR_BYTES];
	struct syscall_iovecs head;
	struct syscall_data some;

	memset(&head, 0, sizeof(head));
	if (style->strace && data->len >= sizeof(head))
		memcpy(&head, data->at, sizeof(head));
	if (!head.kept || (head.kept <= most &&
			   (head.kept == head.count || head.kept >= ELEMENTS_MAX))) {
		__real_ktrace_put_iovec(out, value, type, data);
		return;
	}
	if (head.kept > most) {
		some = shorten_vector(copy, sizeof(copy), data, most, head.count);
		ktrace_put_iovecs(out, value, (struct syscall_rest){ some.at, some.len }, true,
				  left);
		return;
	}
	some = shorten_vector(copy, sizeof(copy), data, head.kept, head.kept);
	ktrace_put_iovecs(out, value, (struct syscall_rest){ some.at, some.len }, false, left);
	if (seq_buf_has_overflowed(out))
		return;
	if (value->abi != KTRACE_ABI_NATIVE)
		element = 2 * sizeof(u32);
	/* In place of the bracket. */
	out->len--;
	seq_buf_printf(out, ", ... /* 0x%llx */]", value->value + head.kept * element);
}
