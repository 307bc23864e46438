// SPDX-License-Identifier: GPL-2.0
/*
 * Common part of event probes and tracepoint probes: text and recording.
 *
 * All functions except those that record are called in task context.
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
#include "event/emit.h"
#include "event/prefilter.h"
#include "probe/line.h"
#include "probe/probe_event.h"

/* The image has a margin after the record, into which fetch_image() may write. */
static_assert(PROBE_ENTRY_HEAD + FETCH_IMAGE_SIZE <= KTRACE_IMAGE_BYTES);

/**
 * ktrace_probe_event_init - initialise a probe, without an event
 * @pe:	zeroed
 * @spec:	the parsed line
 * @head:	PROBE_EVENT_HEAD or PROBE_ENTRY_HEAD
 * @ops:	functions of its kind
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM; the caller must call ktrace_probe_event_exit() in either case.
 */
int ktrace_probe_event_init(struct probe_event *pe, const struct probe_spec *spec, u8 head,
			    const struct ktrace_probe_ops *ops)
{
	int err = ktrace_probe_init(&pe->probe, spec, head, ops);

	if (err)
		return err;
	pe->where = kasprintf(GFP_KERNEL, "%s%s%s", spec->module, spec->module[0] ? "." : "",
			      spec->symbol);
	return pe->where ? 0 : -ENOMEM;
}

/**
 * ktrace_probe_event_exit - undo ktrace_probe_event_init()
 * @pe:	the probe; no buffer has records of its event
 */
void ktrace_probe_event_exit(struct probe_event *pe)
{
	ktrace_probe_exit(&pe->probe);
	fetch_free(pe->available);
	kfree(pe->where);
}

/* Recording */

/* Write the head of a record; return the address of the arguments. */
static __always_inline void *probe_event_head(const struct ktrace_probe *probe, void *rec,
					      unsigned long ip)
{
	if (probe->head == PROBE_ENTRY_HEAD)
		put_unaligned(ip, (unsigned long *)(rec + PROBE_EVENT_HEAD));
	return rec + probe->head;
}

static __always_inline void probe_event_fill(const struct ktrace_probe *probe,
					     const struct fetch *fetch, void *rec,
					     union fetch_source source, unsigned long ip)
{
	/* Zero the last unit first: arguments may fill only a part of it. */
	*(u32 *)(rec + probe->units * RING_UNIT - RING_UNIT) = 0;
	fetch_direct(fetch, probe_event_head(probe, rec, ip), source, NULL, 0);
}

/* Record an image; fast path for a single ring. */
static __always_inline void probe_event_emit(struct ktrace_event *event, void *image,
					     u32 bytes, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	/* Tell the compiler that no rounding is needed. */
	if (bytes % RING_UNIT)
		__builtin_unreachable();
	if (ktrace_emit_try(&emit, event, bytes, context, &rec)) {
		memcpy(rec + PROBE_EVENT_HEAD, image + PROBE_EVENT_HEAD,
		       bytes - PROBE_EVENT_HEAD);
		ktrace_emit_end(&emit);
	} else {
		ktrace_emit_image(event, image, bytes, context);
	}
}

/* Slow path: arguments that read memory, several listeners, or a filter. */
static noinline void probe_event_record_image(struct ktrace_probe *probe,
					      struct ktrace_event *event,
					      union fetch_source source, unsigned long ip,
					      u32 context)
{
	u32 bytes = probe->units * RING_UNIT;
	void *image;

	if (ktrace_prefilter_done(event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(probe->counts->missed);
		return;
	}
	if (probe->direct) {
		probe_event_fill(probe, probe->fetch, image, source, ip);
		ktrace_emit_image(event, image, bytes, context);
	} else {
		bytes = probe->head + fetch_image(probe->fetch, probe_event_head(probe, image, ip),
						  source, NULL, 0, probe->head);
		probe_event_emit(event, image, bytes, context);
	}
	ktrace_image_put();
}
NOKPROBE_SYMBOL(probe_event_record_image);

/**
 * ktrace_probe_event_record - record a hit
 * @probe:	the probe that was hit
 * @event:	its event: that of @probe->of
 * @source:	source of the arguments: the base event's hit, or a tracepoint's arguments
 * @ip:	address of the hit; ignored if the head has no field for it
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Hits count as long as the event has listeners, since disarming a probe takes time.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_probe_event_record(struct ktrace_probe *probe, struct ktrace_event *event,
				       union fetch_source source, unsigned long ip, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(probe->direct) && likely(ktrace_emit_try(&emit, event,
							    probe->units * RING_UNIT, context,
							    &rec))) {
		this_cpu_inc(probe->counts->hits);
		probe_event_fill(probe, probe->fetch, rec, source, ip);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(event)) {
		this_cpu_inc(probe->counts->hits);
		probe_event_record_image(probe, event, source, ip, context);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record);

/* As ktrace_probe_event_record_available(), through an image. */
static noinline void probe_event_available_image(struct probe_event *pe, const void *own)
{
	struct ktrace_probe *probe = &pe->probe;
	const u32 context = ktrace_context_task();
	void *image;
	u32 bytes;

	this_cpu_inc(probe->counts->hits);
	if (ktrace_prefilter_done(&probe->event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(probe->counts->missed);
		return;
	}
	if (probe->direct) {
		probe_event_fill(probe, pe->available, image, (union fetch_source){ .own = own },
				 0);
		ktrace_emit_image(&probe->event, image, probe->units * RING_UNIT, context);
	} else {
		bytes = PROBE_EVENT_HEAD + fetch_image_available(pe->available,
								 image + PROBE_EVENT_HEAD,
								 own, PROBE_EVENT_HEAD);
		probe_event_emit(&probe->event, image, bytes, context);
	}
	ktrace_image_put();
}
NOKPROBE_SYMBOL(probe_event_available_image);

/**
 * ktrace_probe_event_record_available - record a hit before the base event's record is built
 * @pe:	the probe that was hit, with @pe->available
 * @own:	argument of the base event's hook
 *
 * Context: a task that entered the kernel from user space; interrupts on, preemption
 * off.
 */
notrace void ktrace_probe_event_record_available(struct probe_event *pe, const void *own)
{
	struct ktrace_probe *probe = &pe->probe;
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (probe->direct && likely(ktrace_emit_try(&emit, &probe->event,
						    probe->units * RING_UNIT,
						    ktrace_context_task(), &rec))) {
		this_cpu_inc(probe->counts->hits);
		probe_event_fill(probe, pe->available, rec, (union fetch_source){ .own = own }, 0);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(&probe->event)) {
		probe_event_available_image(pe, own);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record_available);

/* Description and text */

/** ktrace_probe_event_print_fmt - struct ktrace_class.print_fmt of event probes */
void ktrace_probe_event_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct probe_event *pe = probe_event_of(event);

	seq_buf_printf(out, "\"(%s)", pe->where);
	ktrace_probe_args_formats(pe->probe.args, pe->probe.nr_args, out);
	seq_buf_puts(out, "\"");
	ktrace_probe_args_values(pe->probe.args, pe->probe.nr_args, out);
}

/** ktrace_probe_event_print - struct ktrace_class.print */
void ktrace_probe_event_print(const struct ktrace_event *event, const void *rec, u32 len,
			      struct seq_buf *out)
{
	const struct probe_event *pe = probe_event_of(event);

	seq_buf_puts(out, pe->probe.name);
	if (len < pe->probe.units * RING_UNIT) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	if (pe->probe.head == PROBE_ENTRY_HEAD)
		seq_buf_printf(out, ": (%pS)",
			       (void *)get_unaligned((unsigned long *)(rec + PROBE_EVENT_HEAD)));
	else
		seq_buf_printf(out, ": (%s)", pe->where);
	ktrace_probe_args_print(pe->probe.args, pe->probe.nr_args, rec, len, out);
}

/* Lines */

/** ktrace_probe_event_matches - struct ktrace_dynamic_kind.matches: a location and arguments */
int ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_line_matches(ktrace_probe_from(dynamic)->line, rest);
}

/**
 * ktrace_probe_event_refuse - set the error message of a line
 * @command:	the line
 * @who:	source of the error, as clients expect it in error_log
 * @err:	the errno
 * @error:	the error
 *
 * Return: @err.
 */
int ktrace_probe_event_refuse(struct ktrace_command *command, const char *who, int err,
			      const struct ktrace_parse_error *error)
{
	enum probe_err code = error->code == PROBE_OK ? PROBE_ERR_FAILED : error->code;

	command->who = who;
	return ktrace_command_refuse(command, err, error->column, probe_messages[code].text);
}
