// SPDX-License-Identifier: GPL-2.0
/*
 * trace_printk(), trace_puts(), ftrace_vprintk(): a call in kernel code becomes a
 * record of the top instance.
 *
 * Called by any code in any context, NMI included.  The code takes no lock and
 * allocates no memory; it builds a record in an image of this CPU and context.  For a
 * constant format, the record has the address of the format and the arguments, and
 * readers format the text. Otherwise the text is formatted here.
 *
 * A developer may put trace_printk() or a probe into the very code that records or
 * formats text.  So a call inside another call in the same context records nothing.  It
 * is counted, and the outer call reports the count.
 */
#include <linux/cleanup.h>
#include <linux/context_tracking_irq.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "action/internal.h"
#include "action/printk.h"
#include "event/emit.h"
#include "event/listener.h"
#include "event/prefilter.h"

/* Maximum size of the arguments of a record, in u32 words. */
#define PRINTK_WORDS_MAX	((KTRACE_RECORD_MAX - sizeof(struct action_bprint)) / sizeof(u32))
/*
 * Most calls need at most this number of words: padding between arguments is zeroed in
 * advance.
 */
#define PRINTK_WORDS_FEW	32

/* Kinds of records, an event for each. */
enum printk_kind {
	PRINTK_TEXT,
	PRINTK_BINARY,
	PRINTK_STRING,
	NR_PRINTK_KINDS
};

static struct ktrace_event * const printk_events[NR_PRINTK_KINDS] = {
	[PRINTK_TEXT]	= &ktrace_print_event,
	[PRINTK_BINARY]	= &ktrace_bprint_event,
	[PRINTK_STRING]	= &ktrace_bputs_event,
};

/*
 * The listeners of the top instance; NULL until some code has formats.  Set once, under
 * ktrace_event_mutex.
 */
static struct ktrace_listener *printk_listeners[NR_PRINTK_KINDS];

/**
 * ktrace_printk_prepare - get the resources that recording needs
 *
 * Context: task; sleeps.
 * Return: 0, -ENOMEM, or -ENODEV if an event is not registered.
 */
int ktrace_printk_prepare(void)
{
	struct ktrace_listener *listener;
	unsigned int i;
	int err;

	err = ktrace_record_prepare(&ktrace_top.buffer);
	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	for (i = 0; i < NR_PRINTK_KINDS; i++) {
		struct ktrace_event *event = printk_events[i];

		if (ktrace_event_find(event->system, event->name) != event)
			return -ENODEV;
		listener = ktrace_listener_get(event, &ktrace_top);
		if (!listener)
			return -ENOMEM;
		/* Pairs with the acquire in printk_listener(). */
		smp_store_release(&printk_listeners[i], listener);
	}
	return 0;
}

/* Number of values of interrupt_context_level(). */
#define PRINTK_LEVELS	4

/**
 * struct printk_nest - the running calls of a CPU
 * @busy:	by context level: a call is being recorded
 * @missed:	by context level: nested calls that were not recorded and not reported yet
 */
struct printk_nest {
	bool	busy[PRINTK_LEVELS];
	u32	missed[PRINTK_LEVELS];
};

static DEFINE_PER_CPU(struct printk_nest, printk_nest);

/**
 * struct printk_call - a call that is being recorded
 * @listener:	the listener
 * @context:	the state of the caller's context: ktrace_context()
 * @turn:	from ktrace_printk_enter()
 */
struct printk_call {
	const struct ktrace_listener *listener;
	u32	context;
	struct printk_turn turn;
};

/* The listener; NULL if a record would have no effect. */
static const struct ktrace_listener *printk_listener(enum printk_kind kind)
{
	/* Pairs with the release in ktrace_printk_prepare(). */
	const struct ktrace_listener *listener = smp_load_acquire(&printk_listeners[kind]);

	if (!listener || READ_ONCE(ktrace_top.buffer.on) ||
	    /* a trigger may switch recording on */
	    rcu_access_pointer(listener->triggers))
		return listener;
	return NULL;
}

/*
 * Make RCU wait for this CPU, as writers require.  When rings are replaced, RCU does
 * not wait for idle CPUs or for CPUs that come up or go down.  Return: false if RCU
 * cannot wait.
 */
static bool printk_watch(struct printk_turn *turn)
{
	turn->woken = false;
	if (unlikely(!cpu_online(raw_smp_processor_id())))
		return false;
	if (likely(rcu_is_watching()))
		return true;
	/* The NMI interrupted code on the way from or to idle, when RCU does not watch yet. */
	if (in_nmi())
		return false;
	ct_irq_enter_irqson();
	turn->woken = true;
	return true;
}

/**
 * ktrace_printk_enter - begin a call that may record
 * @turn: filled in, for ktrace_printk_leave()
 *
 * Each context of a CPU can run one call at a time.  A nested call, made by code that
 * records or formats text, records nothing and is counted.
 *
 * Context: any, NMI included; preemption off until ktrace_printk_leave().
 * Return: false if the call must not record; then do not call ktrace_printk_leave().
 */
bool ktrace_printk_enter(struct printk_turn *turn)
{
	struct printk_nest *nest = this_cpu_ptr(&printk_nest);

	turn->level = interrupt_context_level();
	if (unlikely(nest->busy[turn->level])) {
		nest->missed[turn->level]++;
		return false;
	}
	nest->busy[turn->level] = true;
	barrier();
	if (likely(printk_watch(turn)))
		return true;
	barrier();
	nest->busy[turn->level] = false;
	return false;
}

/**
 * ktrace_printk_leave - end a call that may record
 * @turn: filled in by ktrace_printk_enter()
 *
 * Context: as for ktrace_printk_enter().
 */
void ktrace_printk_leave(const struct printk_turn *turn)
{
	if (unlikely(turn->woken))
		ct_irq_exit_irqson();
	barrier();
	__this_cpu_write(printk_nest.busy[turn->level], false);
}

/*
 * Begin a record.  Return: the image, for printk_end() or printk_drop(); NULL if
 * nothing must be recorded, and then the preemption count is unchanged.
 */
static void *printk_begin(struct printk_call *call, enum printk_kind kind)
{
	unsigned int preempt = preempt_count();
	unsigned long irq_flags;
	void *image;

	call->listener = printk_listener(kind);
	if (!call->listener || ktrace_listener_paused(call->listener))
		return NULL;
	local_save_flags(irq_flags);
	call->context = ktrace_context(irq_flags, preempt);
	preempt_disable_notrace();
	if (unlikely(!ktrace_printk_enter(&call->turn)))
		goto out;
	image = ktrace_image_get();
	if (likely(image))
		return image;
	__this_cpu_inc(printk_nest.missed[call->turn.level]);
	ktrace_printk_leave(&call->turn);
out:
	preempt_enable_notrace();
	return NULL;
}

static void printk_drop(const struct printk_call *call)
{
	ktrace_image_put();
	ktrace_printk_leave(&call->turn);
	preempt_enable_notrace();
}

/*
 * Record the number of nested calls that were not recorded, as text with the caller's
 * address from @image.
 */
static noinline void printk_tell(const struct printk_call *call, void *image)
{
	const struct ktrace_listener *listener = printk_listener(PRINTK_TEXT);
	/* All kinds of records have @ip at the same offset. */
	struct action_print *rec = image;
	u32 missed, len;

	/* The next report includes calls that are missed during this one. */
	missed = __this_cpu_read(printk_nest.missed[call->turn.level]);
	__this_cpu_sub(printk_nest.missed[call->turn.level], missed);
	if (!listener)
		return;
	len = scnprintf(rec->text, ACTION_TEXT_MAX + 1,
			"[calls inside of this one, or of one before, not recorded: %u]",
			missed) + 1;
	ktrace_emit_own(listener, rec, action_pad(rec, sizeof(*rec) + len), call->context);
}

/* Record an image of @len bytes, a multiple of 4. */
static void printk_end(const struct printk_call *call, void *image, u32 len)
{
	ktrace_emit_own(call->listener, image, len, call->context);
	if (unlikely(__this_cpu_read(printk_nest.missed[call->turn.level])))
		printk_tell(call, image);
	printk_drop(call);
}

/* Record @len bytes of text without a newline at the end. */
static void printk_end_text(const struct printk_call *call, struct action_print *rec,
			    unsigned long ip, u32 len)
{
	if (len && rec->text[len - 1] == '\n')
		len--;
	rec->text[len++] = 0;
	rec->ip = ip;
	printk_end(call, rec, action_pad(rec, sizeof(*rec) + len));
}

static __printf(2, 0) int printk_text(unsigned long ip, const char *format, va_list args)
{
	struct printk_call call;
	struct action_print *rec = printk_begin(&call, PRINTK_TEXT);
	int len;

	if (!rec)
		return 0;
	len = vscnprintf(rec->text, ACTION_TEXT_MAX + 1, format, args);
	printk_end_text(&call, rec, ip, len);
	return len;
}

/*
 * Encode arguments into @words.  Zero the padding that vbin_printf() skips for
 * alignment, because readers see the bytes.  Return: number of words; more than
 * PRINTK_WORDS_MAX if the arguments do not fit.
 */
static __printf(2, 0) int printk_args(u32 *words, const char *format, va_list args)
{
	va_list again;
	int nr;

	va_copy(again, args);
	memset(words, 0, PRINTK_WORDS_FEW * sizeof(u32));
	nr = vbin_printf(words, PRINTK_WORDS_MAX, format, args);
	if (unlikely(nr > PRINTK_WORDS_FEW)) {
		memset(words, 0, PRINTK_WORDS_MAX * sizeof(u32));
		nr = vbin_printf(words, PRINTK_WORDS_MAX, format, again);
	}
	va_end(again);
	/*
	 * At the limit, vbin_printf() may have dropped the last string: report arguments of
	 * this length as too long.
	 */
	return nr < PRINTK_WORDS_MAX ? nr : PRINTK_WORDS_MAX + 1;
}

/*
 * Record a format with arguments.  Return: size of the record in bytes; 0 if nothing
 * was recorded; negative if the arguments do not fit.
 */
static __printf(2, 0) int printk_words(unsigned long ip, const char *format, va_list args)
{
	struct printk_call call;
	struct action_bprint *rec = printk_begin(&call, PRINTK_BINARY);
	int nr;

	if (!rec)
		return 0;
	rec->ip = ip;
	rec->format = format;
	/* vbin_printf() needs alignment to u32: the image and the offset of @words have it. */
	nr = printk_args((void *)(rec + 1), format, args);
	if (nr < 0 || nr > PRINTK_WORDS_MAX) {
		printk_drop(&call);
		return -E2BIG;
	}
	printk_end(&call, rec, sizeof(*rec) + nr * sizeof(u32));
	return sizeof(*rec) + nr * sizeof(u32);
}

/**
 * __ftrace_vbprintk - record a constant format and its arguments: ftrace_vprintk()
 * @ip: address of the caller
 * @fmt: the format, known to ktrace_printk_keep(); NULL if that function had no memory
 * @ap: the arguments
 *
 * Arguments that do not fit in a record are recorded as text, which is truncated.
 *
 * Context: any, NMI included.
 * Return: a positive number; 0 if nothing was recorded.
 */
int __ftrace_vbprintk(unsigned long ip, const char *fmt, va_list ap)
{
	va_list again;
	int ret;

	if (unlikely(!fmt))
		return 0;
	va_copy(again, ap);
	ret = printk_words(ip, fmt, ap);
	if (unlikely(ret < 0))
		ret = printk_text(ip, fmt, again);
	va_end(again);
	return ret;
}
EXPORT_SYMBOL_GPL(__ftrace_vbprintk);

/**
 * __ftrace_vprintk - record text: ftrace_vprintk() with a format that is not constant
 * @ip: address of the caller
 * @fmt: the format
 * @ap: the arguments
 *
 * Context: any, NMI included.
 * Return: number of characters of the text, which is truncated to fit in a record; 0 if
 * nothing was recorded.
 */
int __ftrace_vprintk(unsigned long ip, const char *fmt, va_list ap)
{
	return printk_text(ip, fmt, ap);
}
EXPORT_SYMBOL_GPL(__ftrace_vprintk);

/**
 * __trace_bprintk - record a constant format and its arguments: trace_printk()
 * @ip: address of the caller
 * @fmt: the format
 *
 * Context: any, NMI included.
 * Return: a positive number; 0 if nothing was recorded.
 */
int __trace_bprintk(unsigned long ip, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = __ftrace_vbprintk(ip, fmt, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_bprintk);

/**
 * __trace_printk - record text: trace_printk() with a format that
 *	is not constant
 * @ip: address of the caller
 * @fmt: the format
 *
 * Context: any, NMI included.
 * Return: as __ftrace_vprintk().
 */
int __trace_printk(unsigned long ip, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = printk_text(ip, fmt, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_printk);

/**
 * __trace_bputs - record a constant string: trace_puts()
 * @ip: address of the caller
 * @str: the string, known to ktrace_printk_keep(); NULL if that function had no memory
 *
 * Context: any, NMI included.
 * Return: 1; 0 if nothing was recorded.
 */
int __trace_bputs(unsigned long ip, const char *str)
{
	struct printk_call call;
	struct action_bputs *rec;

	if (unlikely(!str))
		return 0;
	rec = printk_begin(&call, PRINTK_STRING);
	if (!rec)
		return 0;
	rec->ip = ip;
	rec->text = str;
	printk_end(&call, rec, sizeof(*rec));
	return 1;
}
EXPORT_SYMBOL_GPL(__trace_bputs);

/**
 * __trace_puts - record text: trace_puts() with a string that is not constant
 * @ip: address of the caller
 * @str: the text
 * @size: number of characters; the text is truncated to fit in a record
 *
 * Context: any, NMI included.
 * Return: number of characters that were recorded.
 */
int __trace_puts(unsigned long ip, const char *str, int size)
{
	struct printk_call call;
	struct action_print *rec;

	if (size <= 0)
		return 0;
	rec = printk_begin(&call, PRINTK_TEXT);
	if (!rec)
		return 0;
	size = min_t(u32, size, ACTION_TEXT_MAX);
	memcpy(rec->text, str, size);
	printk_end_text(&call, rec, ip, size);
	return size;
}
EXPORT_SYMBOL_GPL(__trace_puts);
