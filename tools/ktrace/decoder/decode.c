// SPDX-License-Identifier: GPL-2.0
/*
 * Decode records of system calls in user space with the decoder of the kernel.
 *
 * The Makefile compiles this file and the decoder (kernel/ktrace/syscall/arg,
 * kernel/ktrace/text) with the kernel's headers for user space. The command calls the
 * functions below. A record supplies offsets and lengths that nobody has checked: the
 * code here clamps them to the record, the types clamp the rest.
 *
 * Names and types of arguments, and the list of copies, come from the format file of
 * the event, so a file of another kernel is decoded by its own layout.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "text/format.h"
#include "text/names.h"
#include "text/si_code.h"
#include "syscall/record.h"

#include "decode.h"
#include "style.h"

void *calloc(size_t n, size_t size);
void free(void *p);

/**
 * struct decode_call - a call that decode_record() knows
 * @definition:	name and arguments, for the lookup of rules
 * @title:	name of the event
 * @abi:	ABI of the call
 * @event_nargs:	number of arguments in the records
 * @timed:	the records contain struct syscall_times
 * @rules:	rule of each argument and of the result
 * @unused:	the descriptor's function for ignored arguments, or NULL
 * @nr_slots:	number of copies
 * @slot:	the copies
 */
struct decode_call {
	struct ktrace_syscall definition;
	const char *title;
	enum ktrace_abi abi;
	unsigned int event_nargs;
	bool timed;
	const struct syscall_rule *rules[KTRACE_SYSCALL_ARGS + 1];
	syscall_unused_fn *unused;
	unsigned int nr_slots;
	struct decode_slot slot[DECODE_SLOTS];
};

static_assert(DECODE_ARGS == KTRACE_SYSCALL_ARGS);
static_assert(DECODE_SLOTS == SYSCALL_SLOTS_MAX);
static_assert((int)DECODE_UNSEEN == (int)SYSCALL_UNSEEN);
static_assert(sizeof_field(struct decode_times, waker_comm) ==
	      sizeof_field(struct syscall_times, waker_comm));

/* Length of the definition's string: each type and name with its zero. */
static size_t shape_len(const struct decode_shape *shape)
{
	size_t len = 1;
	unsigned int i;

	for (i = 0; i < shape->nargs; i++)
		len += strlen(shape->type[i]) + strlen(shape->arg[i]) + 2;
	return len;
}

static char *shape_put(char *at, const char *word)
{
	size_t len = strlen(word) + 1;

	memcpy(at, word, len);
	return at + len;
}

/* One allocation: the call, its definition and its name. */
static struct decode_call *shape_call(const struct decode_shape *shape)
{
	size_t name = strlen(shape->name) + 1;
	struct ktrace_syscall_meta *meta;
	struct decode_call *call;
	unsigned int i;
	char *at;

	call = calloc(1, sizeof(*call) + sizeof(*meta) + shape_len(shape) + name);
	if (!call)
		return NULL;
	meta = (void *)(call + 1);
	meta->nargs = shape->nargs;
	at = meta->args;
	for (i = 0; i < shape->nargs; i++) {
		at = shape_put(at, shape->type[i]);
		at = shape_put(at, shape->arg[i]);
	}
	at++;
	memcpy(at, shape->name, name);
	call->title = at;
	call->definition.name = at;
	if (!strncmp(at, DECODE_COMPAT, strlen(DECODE_COMPAT))) {
		call->abi = KTRACE_ABI_COMPAT;
		call->definition.name += strlen(DECODE_COMPAT);
	}
	call->definition.meta = meta;
	return call;
}

/**
 * decode_call_create - prepare the decoding of a call
 * @shape:	what the format file says
 *
 * Return: the call; NULL if there is no memory or @shape exceeds the limits.
 */
struct decode_call *decode_call_create(const struct decode_shape *shape)
{
	const struct syscall_desc *desc;
	struct decode_call *call;
	unsigned int i;

	if (shape->nargs > DECODE_ARGS || shape->nr_slots > DECODE_SLOTS)
		return NULL;
	call = shape_call(shape);
	if (!call)
		return NULL;
	for (i = 0; i < shape->nargs; i++)
		call->rules[i] = ktrace_syscall_rule(&call->definition, i);
	call->rules[DECODE_ARGS] = ktrace_syscall_rule_return(&call->definition);
	desc = ktrace_syscall_desc(call->definition.name);
	if (desc)
		call->unused = desc->unused;
	call->event_nargs = shape->nargs;
	call->timed = shape->timed;
	call->nr_slots = shape->nr_slots;
	memcpy(call->slot, shape->slot, sizeof(call->slot));
	/* The names of strings and paths do not say when they are copied. */
	for (i = 0; i < call->nr_slots; i++) {
		const struct syscall_type *type = call->rules[call->slot[i].arg]->type;

		if (call->slot[i].string || call->slot[i].path)
			call->slot[i].out = !type->in.how;
	}
	return call;
}

/**
 * decode_call_destroy - free a call
 * @call:	from decode_call_create(), or NULL
 */
void decode_call_destroy(struct decode_call *call)
{
	free(call);
}

/**
 * struct view - a record that is being decoded
 * @call:	its call
 * @rec:	the record
 * @len:	its length in bytes
 * @nargs:	number of arguments that it holds
 * @timed:	it contains struct syscall_times
 * @limits:	what to leave out
 */
struct view {
	const struct decode_call *call;
	const struct syscall_record *rec;
	u32 len;
	unsigned int nargs;
	bool timed;
	const struct decode_limits *limits;
};

/* Return the rule by which the kernel copied the memory in @slot. */
static const struct syscall_copy *view_copy(const struct view *view,
					    const struct decode_slot *slot)
{
	const struct syscall_type *type = view->call->rules[slot->arg]->type;

	return slot->out ? &type->out : &type->in;
}

/* Find the copy that tells the protocol of a netlink socket. */
static void view_socket(const struct view *view, struct syscall_value *value)
{
	const u32 copied = syscall_record_copied(view->call->event_nargs, view->timed);
	unsigned int i;
	u8 how;

	for (i = 0; i < view->call->nr_slots; i++) {
		how = view_copy(view, &view->call->slot[i])->how;
		if (how == SYSCALL_HOW_SOCKET)
			value->socket = syscall_record_data(view->rec, view->len, copied, i);
		else if (how == SYSCALL_HOW_GENERIC)
			value->generic = syscall_record_data(view->rec, view->len, copied, i);
	}
}

/* Cut the data of a buffer to the limit of the caller; a message of netlink is structured. */
static void view_limit(const struct view *view, const struct decode_slot *slot,
		       const struct syscall_value *value, struct syscall_data *data)
{
	if (view_copy(view, slot)->how != SYSCALL_HOW_CONTENTS ||
	    syscall_socket_netlink(&value->socket) >= 0 || data->len <= view->limits->data_max)
		return;
	/* The kernel copied the data for another instance: do not show the data here. */
	if (!view->limits->data_max && !view->limits->strace) {
		data->status = SYSCALL_NOT_COPIED;
		return;
	}
	data->len = view->limits->data_max;
	data->status = SYSCALL_CUT;
}

/* strace leaves out a zero at the end of the value of an extended attribute. */
static void view_trim(const struct view *view, unsigned int arg, struct syscall_data *data)
{
	const char *name = view->call->definition.name;
	const u8 *at = data->at;

	name += *name == 'f' || *name == 'l';
	if (strcmp(name, "setxattr") || arg != 2 || data->status != SYSCALL_COPIED ||
	    !data->len || at[data->len - 1])
		return;
	data->len--;
}

/* The strings that strace limits with -s, as it does not take them for paths. */
static const struct {
	const char *call;
	unsigned int args;
} limited[] = {
	{ "add_key", BIT(0) | BIT(1) }, { "delete_module", BIT(0) }, { "finit_module", BIT(1) },
	{ "fsconfig", BIT(2) | BIT(3) }, { "fsopen", BIT(0) }, { "init_module", BIT(2) },
	{ "request_key", BIT(0) | BIT(1) | BIT(2) }, { "setxattr", BIT(1) },
	{ "lsetxattr", BIT(1) }, { "fsetxattr", BIT(1) }, { "getxattr", BIT(1) },
	{ "lgetxattr", BIT(1) }, { "fgetxattr", BIT(1) }, { "removexattr", BIT(1) },
	{ "lremovexattr", BIT(1) }, { "fremovexattr", BIT(1) },
};

static void view_limit_string(const struct view *view, unsigned int arg, struct syscall_data *data)
{
	const u32 max = view->limits->data_max;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(limited); i++) {
		if (!(limited[i].args & BIT(arg)) ||
		    strcmp(limited[i].call, view->call->definition.name) ||
		    strnlen(data->at, data->len) <= max)
			continue;
		data->len = max;
		data->status = SYSCALL_CUT;
	}
}

/* Fill in the copies of argument @arg; DECODE_ARGS is the result. */
static void view_copies(const struct view *view, unsigned int arg,
			struct syscall_value *value, struct decode_arg *out)
{
	unsigned int i;

	view_socket(view, value);
	for (i = 0; i < view->call->nr_slots; i++) {
		const struct decode_slot *slot = &view->call->slot[i];
		struct syscall_data data;

		if (slot->arg != arg || (slot->path && !view->limits->fd_paths))
			continue;
		data = syscall_record_data(view->rec, view->len,
					   syscall_record_copied(view->call->event_nargs,
								 view->timed), i);
		view_limit(view, slot, value, &data);
		if (view->limits->strace)
			view_trim(view, arg, &data);
		if (slot->string && view->limits->strace && data.len)
			view_limit_string(view, arg, &data);
		if (slot->out)
			value->out = data;
		else
			value->in = data;
		if (slot->string && data.len) {
			out->string = data.at;
			out->len = strnlen(data.at, data.len);
			out->cut = data.status == SYSCALL_CUT;
		}
	}
}

static void view_value(const struct view *view, unsigned int arg, u64 number,
		       struct seq_buf *text, struct decode_arg *out)
{
	unsigned int ended = syscall_record_ended(view->rec);
	struct syscall_value value = {
		.value = number,
		.args = view->rec->args,
		.nargs = view->nargs,
		.ret = view->rec->ret,
		.returned = ended == SYSCALL_RETURNED || ended == SYSCALL_EXECED,
		.abi = view->call->abi,
	};

	view_copies(view, arg, &value, out);
	out->value = number;
	out->text = text->buffer + text->len;
	if (!style_put(text, arg, view->call->rules[arg], &value))
		ktrace_syscall_print(text, view->call->rules[arg], &value);
	seq_buf_putc(text, 0);
}

/* Return true if the kernel restarts a call that returns @error. */
static bool view_restarts(s64 error)
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

static void view_ret(const struct view *view, struct seq_buf *text, struct decoded *out)
{
	bool restored = syscall_record_ended(view->rec) == SYSCALL_RESTORED;
	struct decode_arg ret = { .text = "" };
	s64 value = view->rec->ret;

	/* Extend the sign of a 32-bit register. */
	if (restored && view->call && view->call->abi == KTRACE_ABI_COMPAT)
		value = (s32)value;
	out->ret = value;
	out->ret_text = "";
	if (IS_ERR_VALUE((unsigned long)value)) {
		out->failed = !restored;
		out->error = ktrace_names_find(KTRACE_NAMES_errno, -value);
		out->restarts = !restored && view_restarts(value);
		return;
	}
	if (view->call && !restored) {
		style_set_result();
		view_value(view, DECODE_ARGS, value, text, &ret);
		out->ret_text = ret.text;
		return;
	}
	out->ret_text = text->buffer + text->len;
	ktrace_format_signed(text, value);
	seq_buf_putc(text, 0);
}

/* What all records have in common. Return false if the record is too short. */
static bool decode_head(const struct syscall_record *rec, u32 len, struct seq_buf *text,
			struct decoded *out)
{
	if (len < sizeof(*rec))
		return false;
	seq_buf_init(text, out->text, sizeof(out->text));
	memset(out, 0, offsetof(struct decoded, text));
	/* An overflowing text must end with a zero. */
	out->text[sizeof(out->text) - 1] = 0;
	out->nr = rec->nr;
	out->ended = syscall_record_ended(rec);
	out->entered = rec->entered;
	out->duration = rec->duration;
	return true;
}

static unsigned int record_nargs(const struct syscall_record *rec, u32 len,
				 unsigned int nargs)
{
	return min_t(u32, nargs, (len - sizeof(*rec)) / sizeof(u64));
}

/* Where the time of the call went, in a record of an event with @nargs arguments. */
static void decode_times(const struct view *view, unsigned int nargs, struct decoded *out)
{
	u32 at = syscall_record_times(nargs);
	struct syscall_times times;

	if (!view->timed || view->len < at + sizeof(times))
		return;
	memcpy(&times, (const void *)view->rec + at, sizeof(times));
	out->timed = true;
	out->times.ran = times.ran;
	out->times.waited = times.waited;
	out->times.blocked = times.blocked;
	out->times.faulted = times.faulted;
	out->times.faults = times.faults;
	out->times.waker = times.waker;
	memcpy(out->times.waker_comm, times.waker_comm, sizeof(times.waker_comm));
	out->times.waker_comm[sizeof(times.waker_comm) - 1] = 0;
	ktrace_format_tame(out->times.waker_comm, sizeof(out->times.waker_comm));
}

/* The text of an argument that no longer fitted is empty. */
static void decode_close(struct seq_buf *text, struct decoded *out)
{
	static const char more[] = "...";
	unsigned int i;

	if (!seq_buf_has_overflowed(text))
		return;
	for (i = 0; i < out->known; i++)
		if (out->arg[i].text >= out->text + sizeof(out->text) - 1)
			out->arg[i].text = more;
	if (out->ret_text >= out->text + sizeof(out->text) - 1)
		out->ret_text = more;
}

/* Arguments and result of a record of a known call. */
static void decode_args(struct view *view, struct seq_buf *text, struct decoded *out)
{
	const struct decode_call *call = view->call;
	const struct syscall_record *rec = view->rec;
	const char *name = NULL;
	unsigned int i;
	u8 unused = 0;

	view->nargs = record_nargs(rec, view->len, call->definition.meta->nargs);
	out->nargs = view->nargs;
	out->known = view->nargs;
	if (call->unused && view->nargs == call->definition.meta->nargs)
		unused = call->unused(rec->args, call->abi);
	for (i = 0; i < view->nargs; i++) {
		struct decode_arg *arg = &out->arg[i];

		name = ktrace_syscall_arg_next(&call->definition, name);
		arg->name = name;
		arg->unused = unused & BIT(i);
		arg->changed = syscall_record_changed(rec) & BIT(i);
		view_value(view, i, rec->args[i], text, arg);
	}
	view_ret(view, text, out);
	decode_close(text, out);
}

/**
 * decode_record - decode the record of a call that has an event of its own
 * @call:	the call
 * @record:	the record, from its common fields on
 * @len:	its length in bytes
 * @limits:	what to leave out
 * @out:	output; its pointers lead into @record, @call and @out itself
 *
 * Return: false if the record is too short.
 */
bool decode_record(const struct decode_call *call, const void *record, unsigned int len,
		   const struct decode_limits *limits, struct decoded *out)
{
	const struct syscall_record *rec = record;
	struct view view = {
		.call = call, .rec = rec, .len = len, .timed = call->timed, .limits = limits,
	};
	struct seq_buf text;

	if (!decode_head(rec, len, &text, out))
		return false;
	decode_times(&view, call->event_nargs, out);
	style_set(limits, call->definition.name);
	out->name = call->title;
	out->bare = call->definition.name;
	decode_args(&view, &text, out);
	return true;
}

/* Return true if the text of an argument depends on memory. */
static bool entry_needs_memory(const struct decode_call *call, unsigned int arg)
{
	unsigned int i;

	for (i = 0; i < call->nr_slots; i++)
		if (call->slot[i].arg == arg && !call->slot[i].path)
			return true;
	return false;
}

/**
 * decode_entry - decode the arguments of a call that has not returned
 * @call:	the call
 * @args:	the registers
 * @nargs:	number of @args
 * @limits:	how the arguments look
 * @out:	output
 *
 * The record of an entry has no copies of memory, so the text ends before the first
 * argument that points to memory. The others have only a name and a value.
 *
 * Return: false if @nargs is less than the number of arguments.
 */
bool decode_entry(const struct decode_call *call, const unsigned long long *args,
		  unsigned int nargs, const struct decode_limits *limits, struct decoded *out)
{
	struct {
		struct syscall_record rec;
		u64 args[DECODE_ARGS];
	} copy = { .rec.ended = SYSCALL_ENTERED };
	struct view view = { .call = call, .rec = &copy.rec, .limits = limits };
	const char *name = NULL;
	struct seq_buf text;
	unsigned int i;
	bool whole = true;
	u8 unused = 0;

	view.nargs = call->definition.meta->nargs;
	if (nargs < view.nargs)
		return false;
	memcpy(copy.args, args, view.nargs * sizeof(*args));
	style_set(limits, call->definition.name);
	decode_head(&copy.rec, sizeof(copy), &text, out);
	out->name = call->title;
	out->bare = call->definition.name;
	out->nargs = view.nargs;
	if (call->unused)
		unused = call->unused(copy.args, call->abi);
	for (i = 0; i < view.nargs; i++) {
		name = ktrace_syscall_arg_next(&call->definition, name);
		out->arg[i].name = name;
		out->arg[i].unused = unused & BIT(i);
		out->arg[i].value = args[i];
		if (args[i] && !out->arg[i].unused && entry_needs_memory(call, i))
			whole = false;
		if (!whole)
			continue;
		view_value(&view, i, args[i], &text, &out->arg[i]);
		out->known = i + 1;
	}
	decode_close(&text, out);
	return true;
}

/* The slots of a call, in the order in which the kernel assigns them: syscall/spec.c. */
static void foreign_slots(struct decode_call *call, unsigned int arg)
{
	const struct syscall_type *type = call->rules[arg]->type;
	const struct syscall_copy *copies[] = { &type->in, &type->out };
	unsigned int out;

	for (out = 0; out < ARRAY_SIZE(copies); out++) {
		enum syscall_how how = copies[out]->how;

		if (how == SYSCALL_HOW_NONE || (arg == DECODE_ARGS && !out))
			continue;
		call->slot[call->nr_slots++] = (struct decode_slot) {
			.arg = arg, .out = out,
			.string = how == SYSCALL_HOW_STRING || how == SYSCALL_HOW_PATH,
			.path = how == SYSCALL_HOW_FD || how == SYSCALL_HOW_DFD ||
				how == SYSCALL_HOW_SOCKET,
		};
	}
}

/* A call whose ABI has one event for all calls; NULL if its definition is unknown. */
static struct decode_call *foreign_create(enum ktrace_abi abi, int nr)
{
	const struct ktrace_syscall *known = ktrace_syscall_find(abi, nr);
	const struct syscall_desc *desc;
	struct decode_call *call;
	unsigned int i;

	if (!known)
		return NULL;
	call = calloc(1, sizeof(*call));
	if (!call)
		return NULL;
	call->definition = *known;
	call->abi = abi;
	call->event_nargs = DECODE_ARGS;
	for (i = 0; i < known->meta->nargs; i++) {
		call->rules[i] = ktrace_syscall_rule(known, i);
		foreign_slots(call, i);
	}
	call->rules[DECODE_ARGS] = ktrace_syscall_rule_return(known);
	foreign_slots(call, DECODE_ARGS);
	desc = ktrace_syscall_desc(known->name);
	if (desc)
		call->unused = desc->unused;
	return call;
}

/* Such calls, created at their first record. */
static const struct decode_call *foreign_call(enum ktrace_abi abi, int nr)
{
	static struct decode_call *calls[KTRACE_NR_ABIS][DECODE_CALL_NUMBERS];
	unsigned long i = ktrace_syscall_index(abi, nr);

	if (i >= ARRAY_SIZE(calls[0]))
		return NULL;
	if (!calls[abi][i])
		calls[abi][i] = foreign_create(abi, nr);
	return calls[abi][i];
}

/* The prefix of the ABI, and the name or the number. */
static void foreign_name(enum ktrace_abi abi, int nr, struct seq_buf *text,
			 struct decoded *out)
{
	static const char * const prefixes[KTRACE_NR_ABIS] = KTRACE_ABI_NAMES;
	const char *name = ktrace_syscall_name(abi, nr);

	out->name = text->buffer;
	if (abi != KTRACE_ABI_NATIVE)
		seq_buf_printf(text, "%s_", prefixes[abi]);
	out->bare = text->buffer + text->len;
	if (name)
		seq_buf_puts(text, name);
	else
		seq_buf_printf(text, "0x%x", (u32)nr);
	seq_buf_putc(text, 0);
}

/* All arguments as numbers. */
static void foreign_numbers(struct view *view, struct seq_buf *text, struct decoded *out)
{
	unsigned int i;

	out->nargs = record_nargs(view->rec, view->len, DECODE_ARGS);
	out->known = out->nargs;
	for (i = 0; i < out->nargs; i++) {
		out->arg[i].value = view->rec->args[i];
		out->arg[i].text = text->buffer + text->len;
		seq_buf_printf(text, "0x%llx", view->rec->args[i]);
		seq_buf_putc(text, 0);
	}
	view_ret(view, text, out);
	decode_close(text, out);
}

/**
 * decode_foreign - decode the record of an event that many calls share
 * @event:	name of the event: x32, unknown or ia32_unknown
 * @timed:	its records tell where the time of the call went
 * @record:	the record, from its common fields on
 * @len:	its length in bytes
 * @limits:	what to leave out
 * @out:	output
 *
 * The record does not describe its copies: the decoder takes their order from the types of
 * the arguments, as the kernel from which it was compiled does. Formats the arguments as
 * numbers if it does not know the call.
 *
 * Return: false if the record is too short.
 */
bool decode_foreign(const char *event, bool timed, const void *record, unsigned int len,
		    const struct decode_limits *limits, struct decoded *out)
{
	const struct syscall_record *rec = record;
	struct view view = { .rec = rec, .len = len, .timed = timed, .limits = limits };
	enum ktrace_abi id = KTRACE_ABI_NATIVE;
	struct seq_buf text;

	if (!decode_head(rec, len, &text, out))
		return false;
	decode_times(&view, DECODE_ARGS, out);
	if (!strncmp(event, DECODE_COMPAT, strlen(DECODE_COMPAT)))
		id = KTRACE_ABI_COMPAT;
	else if (!strcmp(event, "x32"))
		id = KTRACE_ABI_X32;
	style_set(limits, "");
	foreign_name(id, rec->nr, &text, out);
	if (id == KTRACE_ABI_X32)
		view.call = foreign_call(id, rec->nr);
	if (view.call)
		decode_args(&view, &text, out);
	else
		foreign_numbers(&view, &text, out);
	return true;
}

/**
 * decode_call_name - name of a native call
 * @nr:		its number
 *
 * Return: the name; NULL if there is no such call.
 */
const char *decode_call_name(int nr)
{
	return ktrace_syscall_name(KTRACE_ABI_NATIVE, nr);
}

/**
 * decode_call_number - number of a call
 * @name:	its name
 * @compat:	true: the number in 32-bit programs
 *
 * Return: the number, or -1 if the ABI has no call of this name.
 */
int decode_call_number(const char *name, bool compat)
{
	unsigned int abi = compat ? KTRACE_ABI_COMPAT : KTRACE_ABI_NATIVE;
	const char *other;
	int nr;

	for (nr = 0; nr < DECODE_CALL_NUMBERS; nr++) {
		other = ktrace_syscall_name(abi, nr);
		if (other && !strcmp(other, name))
			return nr;
	}
	return -1;
}

/**
 * decode_signal - name of a signal
 * @signal:	its number
 *
 * Return: the name; NULL for a real-time signal or an invalid number.
 */
const char *decode_signal(unsigned int signal)
{
	return ktrace_names_find(KTRACE_NAMES_signals, signal);
}

/**
 * decode_si_code - name of a signal's si_code
 * @signal:	number of the signal
 * @code:	the code
 *
 * Return: the name; NULL if the code has none.
 */
const char *decode_si_code(int signal, int code)
{
	return ktrace_names_find(ktrace_si_code_names(signal, code), (u32)code);
}
