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

void *calloc(size_t n, size_t size);
void free(void *p);

/**
 * struct decode_call - a call that decode_record() knows
 * @call:	name and arguments, for the lookup of rules
 * @rules:	rule of each argument and of the result
 * @unused:	the descriptor's function for ignored arguments, or NULL
 * @nr_slots:	number of copies
 * @slot:	the copies
 */
struct decode_call {
	struct ktrace_syscall call;
	const struct syscall_rule *rules[KTRACE_SYSCALL_ARGS + 1];
	syscall_unused_fn *unused;
	unsigned int nr_slots;
	struct decode_slot slot[DECODE_SLOTS];
};

static_assert(DECODE_ARGS == KTRACE_SYSCALL_ARGS);
static_assert(DECODE_SLOTS == SYSCALL_SLOTS_MAX);
static_assert((int)DECODE_UNSEEN == (int)SYSCALL_UNSEEN);

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
	call->call.name = at;
	call->call.meta = meta;
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
		call->rules[i] = ktrace_syscall_rule(&call->call, i);
	call->rules[DECODE_ARGS] = ktrace_syscall_rule_return(&call->call);
	desc = ktrace_syscall_desc(call->call.name);
	if (desc)
		call->unused = desc->unused;
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
 * @limits:	what to leave out
 */
struct view {
	const struct decode_call *call;
	const struct syscall_record *rec;
	u32 len;
	unsigned int nargs;
	const struct decode_limits *limits;
};

static u32 view_word(const struct view *view, u32 at)
{
	u32 word;

	if (at + sizeof(word) > view->len)
		return 0;
	memcpy(&word, (const char *)view->rec + at, sizeof(word));
	return word;
}

/* The copy in slot @i, clamped to the record. */
static struct syscall_data view_slot(const struct view *view, unsigned int i)
{
	unsigned int nargs = view->call->call.meta->nargs;
	u32 copied = view_word(view, syscall_record_copied(nargs));
	u32 loc = view_word(view, syscall_record_loc(nargs, i));
	u32 at = loc & U16_MAX, len = loc >> 16;
	u8 status = copied >> i * SYSCALL_STATUS_BITS & 3;

	if (status != SYSCALL_COPIED && status != SYSCALL_CUT)
		return (struct syscall_data){ .status = status };
	if (at > view->len || len > view->len - at)
		return (struct syscall_data){ .status = SYSCALL_FAULT };
	return (struct syscall_data){
		.at = (const char *)view->rec + at, .len = len, .status = status,
	};
}

/* Cut the data of a buffer to the limit of the caller. */
static void view_limit(const struct view *view, const struct syscall_copy *copy,
		       struct syscall_data *data)
{
	if (copy->how != SYSCALL_HOW_CONTENTS || data->len <= view->limits->data_max)
		return;
	data->len = view->limits->data_max;
	data->status = SYSCALL_CUT;
}

/* Fill in the copies of argument @arg; DECODE_ARGS is the result. */
static void view_copies(const struct view *view, unsigned int arg,
			struct syscall_value *value, struct decode_arg *out)
{
	const struct syscall_type *type = view->call->rules[arg]->type;
	unsigned int i;

	for (i = 0; i < view->call->nr_slots; i++) {
		const struct decode_slot *slot = &view->call->slot[i];
		struct syscall_data data;

		if (slot->arg != arg || (slot->path && !view->limits->fd_paths))
			continue;
		data = view_slot(view, i);
		view_limit(view, slot->out ? &type->out : &type->in, &data);
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
		.abi = KTRACE_ABI_NATIVE,
	};

	view_copies(view, arg, &value, out);
	out->value = number;
	out->text = text->buffer + text->len;
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

	out->ret = value;
	out->ret_text = "";
	if (IS_ERR_VALUE((unsigned long)value)) {
		out->failed = !restored;
		out->error = ktrace_names_find(KTRACE_NAMES_errno, -value);
		out->restarts = !restored && view_restarts(value);
		return;
	}
	if (view->call && !restored) {
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

/* The text of an argument that no longer fitted is empty. */
static void decode_close(struct seq_buf *text, struct decoded *out)
{
	static const char more[] = "...";
	unsigned int i;

	if (!seq_buf_has_overflowed(text))
		return;
	for (i = 0; i < out->nargs; i++)
		if (out->arg[i].text >= out->text + sizeof(out->text) - 1)
			out->arg[i].text = more;
	if (out->ret_text >= out->text + sizeof(out->text) - 1)
		out->ret_text = more;
}

/**
 * decode_record - decode the record of a native call
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
	struct view view = { .call = call, .rec = rec, .len = len, .limits = limits };
	const char *name = NULL;
	struct seq_buf text;
	unsigned int i;
	u8 unused = 0;

	if (!decode_head(rec, len, &text, out))
		return false;
	view.nargs = record_nargs(rec, len, call->call.meta->nargs);
	out->name = call->call.name;
	out->nargs = view.nargs;
	if (call->unused && view.nargs == call->call.meta->nargs)
		unused = call->unused(rec->args, KTRACE_ABI_NATIVE);
	for (i = 0; i < view.nargs; i++) {
		struct decode_arg *arg = &out->arg[i];

		name = ktrace_syscall_arg_next(&call->call, name);
		arg->name = name;
		arg->unused = unused & BIT(i);
		arg->changed = syscall_record_changed(rec) & BIT(i);
		view_value(&view, i, rec->args[i], &text, arg);
	}
	view_ret(&view, &text, out);
	decode_close(&text, out);
	return true;
}

/**
 * decode_foreign - decode the record of a call of a foreign ABI or without a name
 * @abi:	name of the event: ia32, x32 or unknown
 * @record:	the record, from its common fields on
 * @len:	its length in bytes
 * @out:	output
 *
 * Formats the arguments as numbers.
 *
 * Return: false if the record is too short.
 */
bool decode_foreign(const char *abi, const void *record, unsigned int len,
		    struct decoded *out)
{
	const struct syscall_record *rec = record;
	struct view view = { .rec = rec };
	const char *name = NULL;
	struct seq_buf text;
	unsigned int i;

	if (!decode_head(rec, len, &text, out))
		return false;
	out->name = text.buffer;
	if (!strcmp(abi, "ia32"))
		name = ktrace_syscall_name(KTRACE_ABI_COMPAT, rec->nr);
	else if (!strcmp(abi, "x32"))
		name = ktrace_syscall_name(KTRACE_ABI_X32, rec->nr);
	if (strcmp(abi, "unknown"))
		seq_buf_printf(&text, "%s_", abi);
	if (name)
		seq_buf_puts(&text, name);
	else
		seq_buf_printf(&text, "0x%x", (u32)rec->nr);
	seq_buf_putc(&text, 0);
	out->nargs = record_nargs(rec, len, DECODE_ARGS);
	for (i = 0; i < out->nargs; i++) {
		out->arg[i].value = rec->args[i];
		out->arg[i].text = text.buffer + text.len;
		seq_buf_printf(&text, "0x%llx", rec->args[i]);
		seq_buf_putc(&text, 0);
	}
	view_ret(&view, &text, out);
	decode_close(&text, out);
	return true;
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
