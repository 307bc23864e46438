// SPDX-License-Identifier: GPL-2.0
/*
 * trace_printk(), trace_puts(), ftrace_vprintk(): a call in the kernel's code becomes a
 * record of the instance at the top.
 *
 * Called by any code in any context, NMI included.  No lock is taken, nothing is allocated;
 * a record is put together in an image of this CPU and context.  Where the format is a
 * constant, its address and the arguments are recorded, and the text is made when the
 * record is read; otherwise the text is made here.
 *
 * What records, or makes text, may be the very code that somebody looks into with
 * trace_printk(), or what a probe of theirs is in.  So a call that is made inside of another
 * one, in the same context, records nothing; it is counted, and the outer call tells.
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
#include "event/early.h"
#include "event/emit.h"

/* Words that the arguments of a record can take. */
#define PRINTK_WORDS_MAX	((KTRACE_RECORD_MAX - sizeof(struct action_bprint)) / sizeof(u32))
/* Those that most take: of these, what stands between the arguments is zero at once. */
#define PRINTK_WORDS_FEW	32

/* Kinds of records: an event each. */
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
 * What the top wants of them; NULL until some code has formats.  Set once, under
 * ktrace_event_mutex.
 */
static struct ktrace_listener *printk_listeners[NR_PRINTK_KINDS];

/**
 * ktrace_printk_prepare - get what recording takes
 *
 * Context: task; sleeps.
 * Return: 0, -ENOMEM, or -ENODEV if an event is not there.
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

/* What interrupt_context_level() may be. */
#define PRINTK_LEVELS	4

/**
 * struct printk_nest - the calls of a CPU
 * @busy:	by level of context: a call is being recorded
 * @missed:	by level of context: calls inside of one, which nobody was told of yet
 */
struct printk_nest {
	bool	busy[PRINTK_LEVELS];
	u32	missed[PRINTK_LEVELS];
};

static DEFINE_PER_CPU(struct printk_nest, printk_nest);

/**
 * struct printk_call - a call that is being recorded
 * @listener:	who listens
 * @context:	the state of the caller's context: ktrace_context()
 * @turn:	from ktrace_printk_enter()
 */
struct printk_call {
	const struct ktrace_listener *listener;
	u32	context;
	struct printk_turn turn;
};

/* Who listens; NULL if nothing can come of a record. */
static const struct ktrace_listener *printk_listener(enum printk_kind kind)
{
	/* Pairs with the release in ktrace_printk_prepare(). */
	const struct ktrace_listener *listener = smp_load_acquire(&printk_listeners[kind]);

	if (!listener || READ_ONCE(ktrace_top.buffer.on) ||
	    /* A trigger may switch it on. */
	    rcu_access_pointer(listener->triggers))
		return listener;
	return NULL;
}

/*
 * Have RCU wait for this CPU, as writers need it.  Idle CPUs, and those that come or go, are
 * not waited for where rings are replaced.  Return: false if it can't be.
 */
static bool printk_watch(struct printk_turn *turn)
{
	turn->woken = false;
	if (unlikely(!cpu_online(raw_smp_processor_id())))
		return false;
	if (likely(rcu_is_watching()))
		return true;
	/* The NMI came before the interrupted code could tell RCU about this CPU. */
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
 * There is one at a time on a CPU in each context: what is called inside of it, by code that
 * records or that makes text, records nothing.  Such a call is counted.
 *
 * Context: any, NMI included; preemption off until ktrace_printk_leave().
 * Return: false if nothing may be recorded, and nothing is to be ended.
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
 * ktrace_printk_leave - end what ktrace_printk_enter() began
 * @turn: the same
 *
 * Context: as for that.
 */
void ktrace_printk_leave(const struct printk_turn *turn)
{
	if (unlikely(turn->woken))
		ct_irq_exit_irqson();
	barrier();
	__this_cpu_write(printk_nest.busy[turn->level], false);
}

/*
 * Begin a record.  Return: its image, for printk_end() or printk_drop(); NULL if nothing is
 * to be recorded, and then preemption is as it was.
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

/* Record that calls were missed, as text from where the call in @image came from. */
static noinline void printk_tell(const struct printk_call *call, void *image)
{
	const struct ktrace_listener *listener = printk_listener(PRINTK_TEXT);
	/* All kinds of records have that in the same place. */
	struct action_print *rec = image;
	u32 missed, len;

	/* What is missed while this is told, the next one tells. */
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

/* End a record of @len bytes of text; a newline at its end is left out. */
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
 * Put arguments in @words.  What vbin_printf() leaves out, to align what follows, is zero:
 * readers get to see it.  Return: how many words; more than PRINTK_WORDS_MAX if there is not
 * that much room.
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
	/* A string that would end at the very end is not there. */
	return nr < PRINTK_WORDS_MAX ? nr : PRINTK_WORDS_MAX + 1;
}

/* Return: the record's bytes; 0 if none was written; less if the arguments need more. */
static __printf(2, 0) int printk_words(unsigned long ip, const char *format, va_list args)
{
	struct printk_call call;
	struct action_bprint *rec = printk_begin(&call, PRINTK_BINARY);
	int nr;

	if (!rec)
		return 0;
	rec->ip = ip;
	rec->format = format;
	/* Aligned: an image is, and so is where they stand in it. */
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
 * @ip: who calls
 * @fmt: the format, which ktrace_printk_keep() has seen; NULL if that had no memory
 * @ap: the arguments
 *
 * Arguments that take more room than a record has are recorded as text, which is cut.
 *
 * Context: any, NMI included.
 * Return: 0 if nothing was written, more otherwise.
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
 * @ip: who calls
 * @fmt: the format
 * @ap: the arguments
 *
 * Context: any, NMI included.
 * Return: how many characters of text, which is cut to fit in a record; 0 if nothing was
 * written.
 */
int __ftrace_vprintk(unsigned long ip, const char *fmt, va_list ap)
{
	return printk_text(ip, fmt, ap);
}
EXPORT_SYMBOL_GPL(__ftrace_vprintk);

/**
 * __trace_bprintk - __ftrace_vbprintk() of what follows: trace_printk()
 * @ip: who calls
 * @fmt: the format
 *
 * Context: any, NMI included.
 * Return: 0 if nothing was written, more otherwise.
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
 * __trace_printk - __ftrace_vprintk() of what follows: trace_printk() with a format that
 *	is not constant
 * @ip: who calls
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
 * @ip: who calls
 * @str: the string, which ktrace_printk_keep() has seen; NULL if that had no memory
 *
 * Context: any, NMI included.
 * Return: 1; 0 if nothing was written.
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
 * __trace_puts - record text: trace_puts() of what is not constant
 * @ip: who calls
 * @str: the text
 * @size: its characters; what does not fit in a record is left out
 *
 * Context: any, NMI included.
 * Return: how many were written.
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
