// SPDX-License-Identifier: GPL-2.0
/*
 * What event probes and tracepoint probes have in common: made and unmade, described,
 * printed and recorded.
 *
 * All but ktrace_probe_event_record() is called in task context.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "command/knob.h"
#include "event/early.h"
#include "event/emit.h"
#include "probe/line.h"
#include "probe/probe_event.h"

/* The image has a margin behind the record, of which fetch_image() may write a part. */
static_assert(PROBE_CALL_HEAD + FETCH_IMAGE_SIZE <= KTRACE_IMAGE_BYTES);

/* What follows from how the arguments are fetched. */
static void probe_event_fetched(struct probe_event *pe)
{
	pe->units = DIV_ROUND_UP(pe->fetch->bytes + pe->head, RING_UNIT);
	pe->direct = pe->fetch->direct && pe->units <= KTRACE_TYPE_LEN_MAX;
}

/**
 * ktrace_probe_event_init - make all of an event but what it stands on
 * @pe:		zeroed
 * @spec:	what the line says
 * @head:	PROBE_EVENT_HEAD or PROBE_CALL_HEAD
 *
 * The caller sets the event's class, and the kind of the definition.
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM; ktrace_probe_event_exit() is needed in any case.
 */
int ktrace_probe_event_init(struct probe_event *pe, const struct probe_spec *spec, u16 head)
{
	strscpy(pe->group, spec->group);
	strscpy(pe->name, spec->event);
	pe->event.system = pe->group;
	pe->event.name = pe->name;
	pe->dynamic.event = &pe->event;
	pe->head = head;
	pe->nr_args = spec->nr_args;
	pe->args = kvcalloc(spec->nr_args, sizeof(*pe->args), GFP_KERNEL);
	pe->counts = alloc_percpu(struct probe_counts);
	pe->fetch = fetch_compile(spec);
	pe->line = ktrace_probe_line(spec);
	pe->where = kasprintf(GFP_KERNEL, "%s%s%s", spec->module, spec->module[0] ? "." : "",
			      spec->symbol);
	if (!pe->args || !pe->counts || !pe->fetch || !pe->line || !pe->where)
		return -ENOMEM;
	ktrace_probe_args_set(pe->args, spec, head);
	probe_event_fetched(pe);
	return 0;
}

/**
 * ktrace_probe_event_recompile - fetch the same arguments from elsewhere
 * @pe:		an event whose probes are disarmed; a grace period has passed since
 * @spec:	its line, parsed again; its records are of the same form
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, then nothing has changed.
 */
int ktrace_probe_event_recompile(struct probe_event *pe, const struct probe_spec *spec)
{
	struct fetch *fetch = fetch_compile(spec);

	if (!fetch)
		return -ENOMEM;
	fetch_free(pe->fetch);
	pe->fetch = fetch;
	probe_event_fetched(pe);
	return 0;
}

/**
 * ktrace_probe_event_exit - free what ktrace_probe_event_init() made
 * @pe:	the event, of which no buffer has records
 */
void ktrace_probe_event_exit(struct probe_event *pe)
{
	free_percpu(pe->counts);
	fetch_free(pe->fetch);
	fetch_free(pe->hand);
	kvfree(pe->args);
	kvfree(pe->line);
	kfree(pe->where);
}

/* The event that has the name of @pe; one of this kind stays, under ktrace_dynamic_mutex. */
static const struct ktrace_event *probe_event_named(const struct probe_event *pe)
{
	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(mutex)(&ktrace_event_mutex);
	return ktrace_event_find(pe->group, pe->name);
}

/* Why @pe, made of @spec, can't have its name, which is taken. */
static enum probe_err probe_event_taken(const struct probe_event *pe,
					const struct probe_spec *spec, unsigned int *column)
{
	const struct ktrace_event *event = probe_event_named(pe);
	const struct probe_event *other;
	enum probe_err code;

	*column = spec->name_column;
	if (!event || event->class != pe->event.class)
		return PROBE_ERR_EVENT_EXISTS;
	other = probe_event_of(event);
	code = ktrace_probe_args_differ(other->args, other->nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	if (!ktrace_probe_line_same(other->line, pe->line))
		return PROBE_ERR_EVENT_EXISTS;
	*column = 0;
	return PROBE_ERR_SAME_PROBE;
}

/**
 * ktrace_probe_event_add - register the event, and list its definition
 * @pe:		the event
 * @spec:	what the line says
 * @error:	set on error, if it is the line's
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: 0 or an errno.
 */
int ktrace_probe_event_add(struct probe_event *pe, const struct probe_spec *spec,
			   struct probe_error *error)
{
	int err = ktrace_event_register(&pe->event);

	if (err == -EEXIST)
		error->code = probe_event_taken(pe, spec, &error->column);
	if (!err)
		ktrace_dynamic_add(&pe->dynamic);
	return err;
}

/**
 * ktrace_probe_event_disarm - free what only hits need
 * @pe:	the event; no hook is in it, and none comes
 *
 * Context: task; sleeps.
 */
void ktrace_probe_event_disarm(struct probe_event *pe)
{
	free_percpu(pe->counts);
	pe->counts = NULL;
	fetch_free(pe->fetch);
	pe->fetch = NULL;
	fetch_free(pe->hand);
	pe->hand = NULL;
}

/**
 * ktrace_probe_event_retire - leave a removed event to those who read its records
 * @pe:	the event, for which ktrace_event_remove() was called; no hook is in it
 *
 * Context: task; sleeps.
 */
void ktrace_probe_event_retire(struct probe_event *pe)
{
	ktrace_probe_event_disarm(pe);
	ktrace_event_retire(&pe->event);
}

/*
 * Recording
 */

/* Write what stands before the arguments; return where those begin. */
static __always_inline void *probe_event_head(const struct probe_event *pe, void *rec,
					      unsigned long ip)
{
	if (pe->head == PROBE_CALL_HEAD)
		put_unaligned(ip, (unsigned long *)(rec + PROBE_EVENT_HEAD));
	return rec + pe->head;
}

static __always_inline void probe_event_fill(const struct probe_event *pe,
					     const struct fetch *fetch, void *rec,
					     const void *from, unsigned long len,
					     unsigned long ip)
{
	/* Arguments may leave a part of the last unit; fill it first. */
	*(u32 *)(rec + pe->units * RING_UNIT - RING_UNIT) = 0;
	fetch_direct(fetch, probe_event_head(pe, rec, ip), (struct pt_regs *)from, NULL, len);
}

/* Record an image; most often it goes to one ring as it is. */
static __always_inline void probe_event_emit(struct ktrace_event *event, void *image,
					     u32 bytes, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (ktrace_emit_try(&emit, event, bytes, context, &rec)) {
		memcpy(rec + PROBE_EVENT_HEAD, image + PROBE_EVENT_HEAD,
		       bytes - PROBE_EVENT_HEAD);
		ktrace_emit_end(&emit);
	} else {
		ktrace_emit_image(event, image, bytes, context);
	}
}

/* The long way: what reads memory, and where several listen, or through a filter. */
static noinline void probe_event_record_image(struct probe_event *pe,
					      struct ktrace_event *event, const void *from,
					      unsigned long len, unsigned long ip,
					      u32 context)
{
	u32 bytes = pe->units * RING_UNIT;
	void *image;

	if (ktrace_early_done(event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(pe->counts->missed);
		return;
	}
	if (pe->direct) {
		probe_event_fill(pe, pe->fetch, image, from, len, ip);
		ktrace_emit_image(event, image, bytes, context);
	} else {
		bytes = pe->head + fetch_image(pe->fetch, probe_event_head(pe, image, ip),
					       (struct pt_regs *)from, NULL, len, pe->head);
		probe_event_emit(event, image, bytes, context);
	}
	ktrace_image_put();
}
NOKPROBE_SYMBOL(probe_event_record_image);

/**
 * ktrace_probe_event_record - record a hit
 * @pe:		what was hit
 * @event:	the event that records it: that of @pe, or the one that @pe was appended to
 * @from:	what arguments are fetched from: another event's record, or a struct fetch_call
 * @len:	bytes of a record
 * @ip:		where it was hit; not recorded if the head has no place for it
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * A hit counts as long as somebody listens: switching a probe off takes time after that.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_probe_event_record(struct probe_event *pe, struct ktrace_event *event,
				       const void *from, unsigned long len,
				       unsigned long ip, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(pe->direct) && likely(ktrace_emit_try(&emit, event,
							 pe->units * RING_UNIT, context,
							 &rec))) {
		this_cpu_inc(pe->counts->hits);
		probe_event_fill(pe, pe->fetch, rec, from, len, ip);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(event)) {
		this_cpu_inc(pe->counts->hits);
		probe_event_record_image(pe, event, from, len, ip, context);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record);

/* The same from what is at hand, by way of an image. */
static noinline void probe_event_hand_image(struct probe_event *pe, const void *own)
{
	const u32 context = ktrace_context_task();
	u32 bytes = pe->units * RING_UNIT;
	void *image;

	this_cpu_inc(pe->counts->hits);
	if (ktrace_early_done(&pe->event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(pe->counts->missed);
		return;
	}
	if (pe->direct) {
		probe_event_fill(pe, pe->hand, image, own, 0, 0);
		ktrace_emit_image(&pe->event, image, bytes, context);
	} else {
		bytes = PROBE_EVENT_HEAD + fetch_image_hand(pe->hand, image + PROBE_EVENT_HEAD,
							    own, PROBE_EVENT_HEAD);
		probe_event_emit(&pe->event, image, bytes, context);
	}
	ktrace_image_put();
}
NOKPROBE_SYMBOL(probe_event_hand_image);

/**
 * ktrace_probe_event_record_hand - record a hit before the other event's record is made
 * @pe:		what was hit, which has a program for this
 * @own:	what the other event's hook has at hand
 *
 * Context: a task that came here from user space; interrupts on, preemption off.
 */
notrace void ktrace_probe_event_record_hand(struct probe_event *pe, const void *own)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (pe->direct && likely(ktrace_emit_try(&emit, &pe->event, pe->units * RING_UNIT,
						 ktrace_context_task(), &rec))) {
		this_cpu_inc(pe->counts->hits);
		probe_event_fill(pe, pe->hand, rec, own, 0, 0);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(&pe->event)) {
		probe_event_hand_image(pe, own);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record_hand);

/*
 * Describing and printing
 */

/** ktrace_probe_event_field - struct ktrace_class.field */
bool ktrace_probe_event_field(const struct ktrace_event *event, unsigned int i,
			      struct ktrace_field *field)
{
	const struct probe_event *pe = probe_event_of(event);
	unsigned int nr_fixed = pe->head == PROBE_CALL_HEAD;

	if (i < nr_fixed) {
		*field = (struct ktrace_field) {
			.type = "unsigned long", .name = "__probe_ip",
			.offset = PROBE_EVENT_HEAD, .size = sizeof(long),
		};
		return true;
	}
	if (i - nr_fixed >= pe->nr_args)
		return false;
	ktrace_probe_arg_field(&pe->args[i - nr_fixed], field);
	return true;
}

/** ktrace_probe_event_print_fmt - struct ktrace_class.print_fmt */
void ktrace_probe_event_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct probe_event *pe = probe_event_of(event);
	bool call = pe->head == PROBE_CALL_HEAD;

	seq_buf_printf(out, call ? "\"(%%lx)" : "\"(%s)", pe->where);
	ktrace_probe_args_formats(pe->args, pe->nr_args, out);
	seq_buf_puts(out, call ? "\", REC->__probe_ip" : "\"");
	ktrace_probe_args_values(pe->args, pe->nr_args, out);
}

/** ktrace_probe_event_print - struct ktrace_class.print */
void ktrace_probe_event_print(const struct ktrace_event *event, const void *rec, u32 len,
			      struct seq_buf *out)
{
	const struct probe_event *pe = probe_event_of(event);

	seq_buf_puts(out, pe->name);
	if (len < pe->units * RING_UNIT) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	if (pe->head == PROBE_CALL_HEAD)
		seq_buf_printf(out, ": (%pS)",
			       (void *)get_unaligned((unsigned long *)(rec + PROBE_EVENT_HEAD)));
	else
		seq_buf_printf(out, ": (%s)", pe->where);
	ktrace_probe_args_print(pe->args, pe->nr_args, rec, len, out);
}

/*
 * Lines
 */

/** ktrace_probe_event_show - struct ktrace_dynamic_kind.show */
void ktrace_probe_event_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, probe_event_from(dynamic)->line);
}

/** ktrace_probe_event_matches - struct ktrace_dynamic_kind.matches: a place, and arguments */
bool ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_line_matches(probe_event_from(dynamic)->line, rest);
}

/**
 * ktrace_probe_event_refuse - say why a line is refused
 * @command:	the line
 * @who:	as clients expect it in error_log
 * @err:	the errno
 * @error:	what is wrong
 *
 * Return: @err.
 */
int ktrace_probe_event_refuse(struct ktrace_command *command, const char *who, int err,
			      const struct probe_error *error)
{
	enum probe_err code = error->code == PROBE_OK ? PROBE_ERR_FAILED : error->code;

	command->who = who;
	return ktrace_command_refuse(command, err, error->column, probe_error_text(code));
}

/**
 * ktrace_probe_event_profile - how often each event of a kind was hit and missed
 * @kind:	the kind
 * @m:		where to
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex.
 */
void ktrace_probe_event_profile(const struct ktrace_dynamic_kind *kind, struct seq_file *m)
{
	struct probe_event *pe;
	struct probe_counts sum;
	int cpu;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(pe, kind, dynamic) {
		sum = (struct probe_counts){ .missed = pe->core_missed ? *pe->core_missed : 0 };
		for_each_possible_cpu(cpu) {
			sum.hits += per_cpu_ptr(pe->counts, cpu)->hits;
			sum.missed += per_cpu_ptr(pe->counts, cpu)->missed;
		}
		seq_printf(m, "  %-44s %15lu %15lu\n", pe->name, sum.hits, sum.missed);
	}
}
