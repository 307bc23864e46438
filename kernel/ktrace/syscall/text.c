// SPDX-License-Identifier: GPL-2.0
/*
 * Complete records of system calls as text, and their format for clients.
 *
 *	openat(dfd: AT_FDCWD, filename: "/etc/passwd", flags: O_RDONLY) = 3 <0.000012>
 *
 * The type of an argument formats its value (syscall/arg/type.h); this file formats the
 * rest. It must not trust any offset or length in a record: future readers may load
 * pages of another kernel.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "text/format.h"
#include "text/names.h"
#include "syscall/option.h"
#include "syscall/print_fmt.h"
#include "syscall/record.h"

/**
 * ktrace_syscall_print_name - append the name of a call
 * @event:	event of the record
 * @sys:	print the name of the kernel's function
 * @nr:	number in the record
 * @out:	output
 *
 * With @sys, prints "sys_newuname" for uname, the name of the kernel's function. Calls of a foreign
 * ABI have "sys_" before the name in user space, "ia32_sys_uname"; numbers without a name have
 * "sys_" before the number, "sys_0x3e7".
 */
void ktrace_syscall_print_name(const struct syscall_event *event, bool sys,
			       s32 nr, struct seq_buf *out)
{
	static const char * const abi_names[KTRACE_NR_ABIS] = KTRACE_ABI_NAMES;
	const char *name;

	if (event->abi != KTRACE_ABI_NATIVE) {
		seq_buf_puts(out, abi_names[event->abi]);
		seq_buf_putc(out, '_');
	}
	if (event->call && event->abi == KTRACE_ABI_NATIVE) {
		ktrace_format_bytes(out, sys ? event->call->entry : event->call->name,
				    event->name_len);
		return;
	}
	if (sys)
		ktrace_format_bytes(out, "sys_", 4);
	name = event->call ? event->call->name : ktrace_syscall_name(event->abi, nr);
	if (name) {
		seq_buf_puts(out, name);
	} else {
		ktrace_format_bytes(out, "0x", 2);
		ktrace_format_hex(out, (u32)nr);
	}
}

/**
 * struct shown - a record to be shown
 * @event:	its event
 * @spec:	spec of its call, of which the offsets do not apply to old records
 * @rec:	the record
 * @len:	length in bytes
 * @timed:	it contains struct syscall_times
 */
struct shown {
	const struct syscall_event *event;
	const struct syscall_spec *spec;
	const struct syscall_record *rec;
	u32 len;
	bool timed;
};

/* Return the number of arguments of the call that are in the record, according to its length. */
static unsigned int shown_nargs(const struct shown *shown)
{
	unsigned int nargs = min(shown->spec->nargs, shown->event->nargs);

	return min_t(u32, nargs, (shown->len - sizeof(*shown->rec)) / sizeof(u64));
}

/* Append argument @arg; the index after the last argument stands for the result. */
static void shown_value(const struct shown *shown, unsigned int arg, u64 value,
			struct seq_buf *out)
{
	const struct syscall_spec *spec = shown->spec;
	const struct syscall_rule *rule = spec->rules[arg];
	struct syscall_value v = {
		.value = value,
		.args = shown->rec->args,
		.nargs = shown_nargs(shown),
		.ret = shown->rec->ret,
		.returned = syscall_record_ended(shown->rec) == SYSCALL_RETURNED ||
			    syscall_record_ended(shown->rec) == SYSCALL_EXECED,
		.abi = shown->event->abi,
	};
	unsigned int i;

	for (i = 0; i < spec->nr_slots; i++) {
		struct syscall_data data;

		u8 how = spec->slots[i].copy->how;

		if (spec->slots[i].arg != arg && how != SYSCALL_HOW_SOCKET &&
		    how != SYSCALL_HOW_GENERIC)
			continue;
		data = syscall_record_data(shown->rec, shown->len,
					   syscall_record_copied(shown->event->nargs, shown->timed),
					   i);
		if (how == SYSCALL_HOW_SOCKET)
			v.socket = data;
		else if (how == SYSCALL_HOW_GENERIC)
			v.generic = data;
		if (spec->slots[i].arg != arg)
			continue;
		if (spec->slots[i].out)
			v.out = data;
		else
			v.in = data;
	}
	if (!rule || ktrace_syscall_option(SYSCALL_RAW))
		ktrace_syscall_print_raw(out, &v);
	else
		ktrace_syscall_print(out, rule, &v);
}

/* Bitmap of the arguments that the call ignores; 0 if the record lacks an argument. */
static u8 shown_unused(const struct shown *shown)
{
	const struct syscall_spec *spec = shown->spec;

	if (!spec->unused || shown_nargs(shown) < spec->nargs ||
	    ktrace_syscall_option(SYSCALL_RAW))
		return 0;
	return spec->unused(shown->rec->args, shown->event->abi);
}

static void shown_args(const struct shown *shown, struct seq_buf *out)
{
	const struct ktrace_syscall *call = shown->spec->call;
	u8 unused = shown_unused(shown);
	const char *name = NULL;
	bool first = true;
	unsigned int i;

	for (i = 0; i < shown_nargs(shown); i++) {
		if (call)
			name = ktrace_syscall_arg_next(call, name);
		if (unused & BIT(i))
			continue;
		if (!first)
			ktrace_format_bytes(out, ", ", 2);
		first = false;
		if (call && ktrace_syscall_option(SYSCALL_ARG_NAMES)) {
			seq_buf_puts(out, name);
			ktrace_format_bytes(out, ": ", 2);
		}
		shown_value(shown, i, shown->rec->args[i], out);
		if (syscall_record_changed(shown->rec) & BIT(i))
			seq_buf_puts(out, " (changed)");
	}
}

/*
 * Return true if the kernel restarts a call that returns @error. User space sees all
 * other errors, also those above 512 without a name in the C library, such as ENOTSUPP.
 */
static bool error_restarts(s64 error)
{
	switch (-error) {
	case ERESTARTSYS:
	case ERESTARTNOINTR:
	case ERESTARTNOHAND:
	case ERESTART_RESTARTBLOCK:
		return true;
	default:
		return false;
	}
}

static void shown_ret(const struct shown *shown, struct seq_buf *out)
{
	bool restored = syscall_record_ended(shown->rec) == SYSCALL_RESTORED;
	s64 ret = shown->rec->ret;
	const char *name;

	/* Extend the sign of a 32-bit register. */
	if (restored && shown->event->abi == KTRACE_ABI_COMPAT)
		ret = (s32)ret;
	if (!IS_ERR_VALUE(ret)) {
		if (restored)
			ktrace_format_signed(out, ret);
		else
			shown_value(shown, KTRACE_SYSCALL_ARGS, ret, out);
		return;
	}
	name = ktrace_names_find(KTRACE_NAMES_errno, -ret);
	if (!restored && error_restarts(ret))
		seq_buf_puts(out, "? ");
	if (name && ktrace_syscall_option(SYSCALL_STRACE_FORM)) {
		if (restored || !error_restarts(ret))
			seq_buf_puts(out, "-1 ");
		seq_buf_puts(out, name);
	} else if (name && !ktrace_syscall_option(SYSCALL_RAW)) {
		seq_buf_putc(out, '-');
		seq_buf_puts(out, name);
	} else {
		ktrace_format_signed(out, ret);
	}
}

/* Append a time in seconds. */
static void shown_seconds(u64 us, struct seq_buf *out)
{
	ktrace_format_time(out, us * NSEC_PER_USEC, true);
}

/* Append the name and the PID of the waker, or the kind of interrupt. */
static void shown_waker(const struct syscall_times *times, struct seq_buf *out)
{
	char comm[TASK_COMM_LEN];

	memcpy(comm, times->waker_comm, sizeof(comm));
	comm[sizeof(comm) - 1] = '\0';
	ktrace_format_tame(comm, sizeof(comm));
	seq_buf_puts(out, " by ");
	seq_buf_puts(out, comm);
	if (!times->waker)
		return;
	seq_buf_putc(out, '-');
	ktrace_format_signed(out, times->waker);
}

/*
 * Append where the time went. The times are truncated to whole microseconds, and each part ends
 * where the next one begins, so that the numbers shown add up, too.
 */
static void shown_times(const struct shown *shown, struct seq_buf *out)
{
	u32 at = syscall_record_times(shown->event->nargs);
	u64 ran, waited, all = div_u64(shown->rec->duration, NSEC_PER_USEC);
	struct syscall_times times;

	if (shown->len < at + sizeof(times))
		return;
	memcpy(&times, (const void *)shown->rec + at, sizeof(times));
	ran = min(div_u64(times.ran, NSEC_PER_USEC), all);
	waited = clamp(div_u64(times.ran + times.waited, NSEC_PER_USEC), ran, all);
	seq_buf_puts(out, " run ");
	shown_seconds(ran, out);
	seq_buf_puts(out, " wait ");
	shown_seconds(waited - ran, out);
	seq_buf_puts(out, " block ");
	shown_seconds(all - waited, out);
	if (times.waker_comm[0])
		shown_waker(&times, out);
	if (!times.faults && !times.faulted)
		return;
	seq_buf_puts(out, " faults ");
	ktrace_format_dec(out, times.faults);
	seq_buf_putc(out, ' ');
	shown_seconds(div_u64(times.faulted, NSEC_PER_USEC), out);
}

/* Append the duration. */
static void shown_duration(const struct shown *shown, struct seq_buf *out)
{
	ktrace_format_bytes(out, " <", 2);
	shown_seconds(div_u64(shown->rec->duration, NSEC_PER_USEC), out);
	if (shown->timed)
		shown_times(shown, out);
	ktrace_format_bytes(out, ">", 1);
}

/**
 * ktrace_complete_print_record - append a complete record as text
 * @event:	its event
 * @rec:	the record; for a call in progress, without result
 * @len:	length in bytes
 * @timed:	@rec contains struct syscall_times
 * @out:	output
 */
void ktrace_complete_print_record(const struct syscall_event *event,
				  const struct syscall_record *rec, u32 len, bool timed,
				  struct seq_buf *out)
{
	static const char * const marks[] = {
		[SYSCALL_REFUSED]	= " (refused)",
		[SYSCALL_CHANGED]	= " (changed)",
		[SYSCALL_RESTORED]	= " (restored)",
		[SYSCALL_EXECED]	= " (new program)",
		[SYSCALL_NEVER]		= " (did not return)",
		[SYSCALL_UNSEEN]	= " (no memory to follow it)",
	};
	struct shown shown = { .event = event, .rec = rec, .len = len, .timed = timed };
	enum syscall_ended ended;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	shown.spec = syscall_event_spec(event, rec->nr);
	ktrace_syscall_print_name(event, false, rec->nr, out);
	seq_buf_putc(out, '(');
	shown_args(&shown, out);
	ended = syscall_record_ended(rec);
	if (ended == SYSCALL_ENTERED) {
		seq_buf_puts(out, " ...");
		return;
	}
	seq_buf_putmem(out, ") = ", 4);
	if (ended == SYSCALL_NEVER || ended == SYSCALL_UNSEEN)
		seq_buf_putc(out, '?');
	else
		shown_ret(&shown, out);
	if (ended < ARRAY_SIZE(marks) && marks[ended])
		seq_buf_puts(out, marks[ended]);
	shown_duration(&shown, out);
}

/**
 * ktrace_complete_print - struct ktrace_class.print
 * @event:	the event
 * @rec:	the record; its id tells whether it is timed
 * @len:	length in bytes
 * @out:	output
 */
void ktrace_complete_print(const struct ktrace_event *event, const void *rec,
			   u32 len, struct seq_buf *out)
{
	const struct ktrace_common *common = rec;
	bool timed = len >= sizeof(*common) && common->type == to_ev(event)->timed_id;

	ktrace_complete_print_record(to_ev(event), rec, len, timed, out);
}

/*
 * Fields, for clients: first the fields of all records, then the arguments, then the
 * copies. The field of a string has the name of its argument, and the pointer is named
 * ARG_ptr.
 */
/* struct ktrace_field.number: resolves ENOENT in a filter "ret == -ENOENT". */
static int syscall_errno(const struct ktrace_field *field, struct ktrace_span word,
			 u64 *value)
{
	return ktrace_names_value(KTRACE_NAMES_errno, word.s, word.n, value) ? 0 : -ENOENT;
}

/* The prefilter reads the unfinished record that complete.c builds. */
static const struct ktrace_field fixed_fields[] = {
	{ .type = "int", .name = "__syscall_nr", .size = 4, .is_signed = true,
	  .offset = offsetof(struct syscall_record, nr),
	  .avail = KTRACE_AVAIL_OWN, .at = offsetof(struct syscall_record, nr) },
	{ .type = "unsigned int", .name = "ended", .size = 4,
	  .offset = offsetof(struct syscall_record, ended) },
	{ .type = "unsigned long", .name = "entered", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_record, entered),
	  .avail = KTRACE_AVAIL_LATER, .at = offsetof(struct syscall_record, entered) },
	{ .type = "unsigned long", .name = "duration", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_record, duration),
	  .avail = KTRACE_AVAIL_LATER, .at = offsetof(struct syscall_record, duration) },
	{ .type = "long", .name = "ret", .size = 8, .is_signed = true,
	  .offset = offsetof(struct syscall_record, ret), .number = syscall_errno,
	  .avail = KTRACE_AVAIL_LATER, .at = offsetof(struct syscall_record, ret) },
};

/* The fields of struct syscall_times, with their offsets there. */
static const struct ktrace_field times_fields[] = {
	{ .type = "unsigned long", .name = "ran", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_times, ran), .avail = KTRACE_AVAIL_LATER },
	{ .type = "unsigned long", .name = "waited", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_times, waited), .avail = KTRACE_AVAIL_LATER },
	{ .type = "unsigned long", .name = "blocked", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_times, blocked), .avail = KTRACE_AVAIL_LATER },
	{ .type = "unsigned long", .name = "faulted", .size = 8, .kind = KTRACE_FIELD_TIME,
	  .offset = offsetof(struct syscall_times, faulted), .avail = KTRACE_AVAIL_LATER },
	{ .type = "int", .name = "waker", .size = 4, .is_signed = true,
	  .offset = offsetof(struct syscall_times, waker), .avail = KTRACE_AVAIL_LATER },
	{ .type = "unsigned int", .name = "faults", .size = 4,
	  .offset = offsetof(struct syscall_times, faults), .avail = KTRACE_AVAIL_LATER },
	{ .name = "waker_comm", .kind = KTRACE_FIELD_STRING, .size = 1,
	  .offset = offsetof(struct syscall_times, waker_comm), .count = TASK_COMM_LEN },
};

/* Return true if new records of the event contain struct syscall_times. */
static bool call_timed(const struct syscall_event *ev)
{
	return ev->event.id == ev->timed_id;
}

static void times_field(const struct syscall_event *ev, unsigned int i,
			struct ktrace_field *field)
{
	*field = times_fields[i];
	field->offset += syscall_record_times(ev->nargs);
	if (field->avail == KTRACE_AVAIL_LATER)
		field->at = field->offset;
}

/* Kinds of suffixes in the names of fields. */
enum field_kind {
	FIELD_PLAIN,
	FIELD_POINTER,
	FIELD_PATH,
	FIELD_IN,
	FIELD_OUT,
};

static enum field_kind slot_field(const struct syscall_slot *slot)
{
	switch (slot->copy->how) {
	case SYSCALL_HOW_STRING:
	case SYSCALL_HOW_PATH:
		return FIELD_PLAIN;
	case SYSCALL_HOW_FD:
	case SYSCALL_HOW_DFD:
	case SYSCALL_HOW_SOCKET:
		return FIELD_PATH;
	default:
		return slot->out ? FIELD_OUT : FIELD_IN;
	}
}

/*
 * Return true if the record has a copy of the string that @arg points to. The field with the
 * name of the argument is then the string, and the pointer's field has the suffix "_ptr".
 */
static bool arg_is_string(const struct syscall_spec *spec, unsigned int arg)
{
	unsigned int i;

	for (i = 0; i < spec->nr_slots; i++)
		if (spec->slots[i].arg == arg && slot_field(&spec->slots[i]) == FIELD_PLAIN)
			return true;
	return false;
}

/* The index of the first field behind the arguments. */
static unsigned int times_index(const struct syscall_event *ev)
{
	return ARRAY_SIZE(fixed_fields) + (ev->call ? ev->nargs : 1);
}

/*
 * The index of the field with the status of the copies; the fields of the slots follow.
 */
static unsigned int copied_index(const struct syscall_event *ev)
{
	return times_index(ev) + (call_timed(ev) ? ARRAY_SIZE(times_fields) : 0);
}

static void arg_field(const struct syscall_event *ev, unsigned int arg,
		      struct ktrace_field *field)
{
	*field = (struct ktrace_field) {
		.type = "unsigned long", .name = "args", .kind = KTRACE_FIELD_ARRAY,
		.offset = offsetof(struct syscall_record, args) + arg * sizeof(u64),
		.size = sizeof(u64), .count = KTRACE_SYSCALL_ARGS,
	};
	if (!ev->call)
		return;
	field->name = ktrace_syscall_arg(ev->call, arg, &field->type);
	field->kind = KTRACE_FIELD_NUMBER;
	field->count = 0;
	field->avail = KTRACE_AVAIL_OWN;
	field->at = field->offset;
	if (arg_is_string(ev->spec, arg))
		field->suffix = "_ptr";
}

static void slot_describe(const struct syscall_event *ev, unsigned int i,
			  struct ktrace_field *field)
{
	static const char * const suffixes[] = {
		[FIELD_PATH] = "_path", [FIELD_IN] = "_in", [FIELD_OUT] = "_out",
	};
	const struct syscall_slot *slot = &ev->spec->slots[i];
	u32 copied = syscall_record_copied(ev->nargs, call_timed(ev));
	enum field_kind kind = slot_field(slot);

	*field = (struct ktrace_field) {
		.location = KTRACE_FIELD_DATA_LOC, .size = 1,
		.name = slot->arg < KTRACE_SYSCALL_ARGS ?
			ktrace_syscall_arg(ev->call, slot->arg, NULL) : "ret",
		.suffix = suffixes[kind],
		.offset = syscall_record_loc(copied, i),
	};
	if (kind == FIELD_PLAIN || kind == FIELD_PATH)
		field->kind = KTRACE_FIELD_STRING;
	else
		field->kind = KTRACE_FIELD_ARRAY;
}

/**
 * ktrace_complete_field - struct ktrace_class.field
 * @event:	the event
 * @i:	index of the field
 * @field:	output
 *
 * Return: false if there is no such field.
 */
bool ktrace_complete_field(const struct ktrace_event *event, unsigned int i,
			   struct ktrace_field *field)
{
	const struct syscall_event *ev = to_ev(event);
	unsigned int first = copied_index(ev);

	if (i < ARRAY_SIZE(fixed_fields)) {
		*field = fixed_fields[i];
		return true;
	}
	if (i >= times_index(ev) && i < first) {
		times_field(ev, i - times_index(ev), field);
		return true;
	}
	if (i < first) {
		arg_field(ev, i - ARRAY_SIZE(fixed_fields), field);
		return true;
	}
	if (!ev->spec->nr_slots || i - first > ev->spec->nr_slots)
		return false;
	if (i == first)
		*field = (struct ktrace_field) {
			.type = "unsigned int", .name = "copied",
			.offset = syscall_record_copied(ev->nargs, call_timed(ev)),
			.size = sizeof(u32),
		};
	else
		slot_describe(ev, i - first - 1, field);
	return true;
}

/* The end of the format string: result, duration and times. */
static void call_print_fmt_end(const struct syscall_event *ev, struct seq_buf *out)
{
	seq_buf_puts(out, "ret: %ld%s%s, ns: %lu");
	if (call_timed(ev)) {
		seq_buf_puts(out, ", run: %lu, wait: %lu, block: %lu");
		seq_buf_puts(out, ", waker: %s-%d, faults: %u %lu");
	}
	seq_buf_putc(out, '"');
}

/* The event is shared by many calls, so the arguments have no names. */
static void call_print_fmt_any(const struct syscall_event *ev, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_puts(out, "\"nr: %d, ");
	for (i = 0; i < ev->nargs; i++)
		seq_buf_puts(out, "%lx ");
	call_print_fmt_end(ev, out);
	seq_buf_puts(out, ", REC->__syscall_nr");
	for (i = 0; i < ev->nargs; i++)
		seq_buf_printf(out, ", REC->args[%u]", i);
}

static void call_print_fmt_args(const struct syscall_event *ev, struct seq_buf *out)
{
	unsigned int i;

	seq_buf_putc(out, '"');
	for (i = 0; i < ev->nargs; i++) {
		seq_buf_printf(out, "%s: ", ktrace_syscall_arg(ev->call, i, NULL));
		if (arg_is_string(ev->spec, i))
			seq_buf_puts(out, "\\\"%s\\\"");
		else
			ktrace_syscall_fmt_conversions(out, ev->spec->rules[i]);
		seq_buf_puts(out, ", ");
	}
	call_print_fmt_end(ev, out);
	for (i = 0; i < ev->nargs; i++) {
		const char *name = ktrace_syscall_arg(ev->call, i, NULL);

		if (arg_is_string(ev->spec, i))
			seq_buf_printf(out, ", __get_str(%s)", name);
		else
			ktrace_syscall_fmt_values(out, ev->spec->rules[i], name);
	}
}

/**
 * ktrace_complete_print_fmt - struct ktrace_class.print_fmt
 * @event:	the event
 * @out:	output
 */
void ktrace_complete_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct syscall_event *ev = to_ev(event);

	if (ev->call)
		call_print_fmt_args(ev, out);
	else
		call_print_fmt_any(ev, out);
	/* Append the name of an error after the number: "-2 ENOENT". */
	seq_buf_puts(out, ", REC->ret");
	ktrace_syscall_fmt_error(out);
	seq_buf_puts(out, ", REC->duration");
	if (!call_timed(ev))
		return;
	seq_buf_puts(out, ", REC->ran, REC->waited, REC->blocked");
	seq_buf_puts(out, ", REC->waker_comm, REC->waker, REC->faults, REC->faulted");
}
