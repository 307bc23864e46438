// SPDX-License-Identifier: GPL-2.0
/*
 * Common part of event probes and tracepoint probes: creation, description, text, and
 * recording.
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
static_assert(PROBE_CALL_HEAD + FETCH_IMAGE_SIZE <= KTRACE_IMAGE_BYTES);

/* Derive the length of records from the compiled arguments. */
static void probe_event_fetched(struct probe_event *pe)
{
	pe->units = DIV_ROUND_UP(pe->fetch->bytes + pe->head, RING_UNIT);
	pe->direct = pe->fetch->direct && pe->units <= KTRACE_TYPE_LEN_MAX;
}

/* Compile the arguments of an event probe or of a tracepoint probe. */
static struct fetch *probe_event_compile(const struct probe_spec *spec)
{
	return fetch_compile(spec, spec->kind == PROBE_TRACEPOINT ? FETCH_FROM_CALL :
								    FETCH_FROM_RECORD);
}

/**
 * ktrace_probe_event_init - initialise a probe's event
 * @pe:	zeroed
 * @spec:	the parsed line
 * @head:	PROBE_EVENT_HEAD or PROBE_CALL_HEAD
 *
 * The caller sets the class of the event and the kind of the dynamic event.
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM; the caller must call ktrace_probe_event_exit() in either case.
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
	pe->fetch = probe_event_compile(spec);
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
 * ktrace_probe_event_recompile - compile the arguments of an event again
 * @pe:	an event with disarmed probes, after a grace period
 * @spec:	its line, parsed again; records have the same layout
 *
 * Context: task; sleeps.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int ktrace_probe_event_recompile(struct probe_event *pe, const struct probe_spec *spec)
{
	struct fetch *fetch = probe_event_compile(spec);

	if (!fetch)
		return -ENOMEM;
	fetch_free(pe->fetch);
	pe->fetch = fetch;
	probe_event_fetched(pe);
	return 0;
}

/**
 * ktrace_probe_event_exit - undo ktrace_probe_event_init()
 * @pe:	the event, without records in any buffer
 */
void ktrace_probe_event_exit(struct probe_event *pe)
{
	free_percpu(pe->counts);
	fetch_free(pe->fetch);
	fetch_free(pe->available);
	kvfree(pe->args);
	kvfree(pe->line);
	kfree(pe->where);
}

/* Find the event named like @pe; one of this kind stays valid under ktrace_dynamic_mutex. */
static const struct ktrace_event *probe_event_named(const struct probe_event *pe)
{
	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(mutex)(&ktrace_event_mutex);
	return ktrace_event_find(pe->group, pe->name);
}

/* Return the reason why @pe, created from @spec, cannot use the name of an existing event. */
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
 * ktrace_probe_event_add - register an event and add it to the dynamic events
 * @pe:	the event
 * @spec:	the parsed line
 * @session:	owner of the definition; NULL for none
 * @error:	output, if the line is the cause of the error
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: 0 or a negative errno.
 */
int ktrace_probe_event_add(struct probe_event *pe, const struct probe_spec *spec,
			   struct ktrace_session *session, struct ktrace_parse_error *error)
{
	int err = ktrace_event_register(&pe->event);

	if (err == -EEXIST)
		error->code = probe_event_taken(pe, spec, &error->column);
	if (!err)
		ktrace_dynamic_add(&pe->dynamic, session);
	return err;
}

/**
 * ktrace_probe_event_disarm - free the data for hits
 * @pe:	the event; no hook may be using it, now or later
 *
 * Context: task; sleeps.
 */
void ktrace_probe_event_disarm(struct probe_event *pe)
{
	free_percpu(pe->counts);
	pe->counts = NULL;
	fetch_free(pe->fetch);
	pe->fetch = NULL;
	fetch_free(pe->available);
	pe->available = NULL;
}

/**
 * ktrace_probe_event_retire - retire a removed event, which readers may still use
 * @pe:	the event, after ktrace_event_removal_end(); no hook may be using it
 *
 * Context: task; sleeps.
 */
void ktrace_probe_event_retire(struct probe_event *pe)
{
	ktrace_probe_event_disarm(pe);
	ktrace_event_retire(&pe->event);
}

/* Recording */

/* Write the head of a record; return the address of the arguments. */
static __always_inline void *probe_event_head(const struct probe_event *pe, void *rec,
					      unsigned long ip)
{
	if (pe->head == PROBE_CALL_HEAD)
		put_unaligned(ip, (unsigned long *)(rec + PROBE_EVENT_HEAD));
	return rec + pe->head;
}

static __always_inline void probe_event_fill(const struct probe_event *pe,
					     const struct fetch *fetch, void *rec,
					     const struct fetch_source *source,
					     unsigned long len, unsigned long ip)
{
	/* Zero the last unit first: arguments may fill only a part of it. */
	*(u32 *)(rec + pe->units * RING_UNIT - RING_UNIT) = 0;
	fetch_direct(fetch, probe_event_head(pe, rec, ip), source, NULL, len);
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
static noinline void probe_event_record_image(struct probe_event *pe,
					      struct ktrace_event *event,
					      const struct fetch_source *source,
					      unsigned long len, unsigned long ip,
					      u32 context)
{
	u32 bytes = pe->units * RING_UNIT;
	void *image;

	if (ktrace_prefilter_done(event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(pe->counts->missed);
		return;
	}
	if (pe->direct) {
		probe_event_fill(pe, pe->fetch, image, source, len, ip);
		ktrace_emit_image(event, image, bytes, context);
	} else {
		bytes = pe->head + fetch_image(pe->fetch, probe_event_head(pe, image, ip),
					       source, NULL, len, pe->head);
		probe_event_emit(event, image, bytes, context);
	}
	ktrace_image_put();
}
NOKPROBE_SYMBOL(probe_event_record_image);

/**
 * ktrace_probe_event_record - record a hit
 * @pe:	the probe that was hit
 * @event:	its event: that of @pe, or the event to which @pe was appended
 * @source:	source of the arguments: the base event's record, or a tracepoint's arguments
 * @len:	length of the base event's record
 * @ip:	address of the hit; ignored if the head has no field for it
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Hits count as long as the event has listeners, since disarming a probe takes time.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_probe_event_record(struct probe_event *pe, struct ktrace_event *event,
				       const struct fetch_source *source, unsigned long len,
				       unsigned long ip, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (likely(pe->direct) && likely(ktrace_emit_try(&emit, event,
							 pe->units * RING_UNIT, context,
							 &rec))) {
		this_cpu_inc(pe->counts->hits);
		probe_event_fill(pe, pe->fetch, rec, source, len, ip);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(event)) {
		this_cpu_inc(pe->counts->hits);
		probe_event_record_image(pe, event, source, len, ip, context);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record);

/* As ktrace_probe_event_record_available(), through an image. */
static noinline void probe_event_available_image(struct probe_event *pe, const void *own)
{
	const u32 context = ktrace_context_task();
	void *image;
	u32 bytes;

	this_cpu_inc(pe->counts->hits);
	if (ktrace_prefilter_done(&pe->event, NULL))
		return;
	image = ktrace_image_get();
	if (!image) {
		this_cpu_inc(pe->counts->missed);
		return;
	}
	if (pe->direct) {
		probe_event_fill(pe, pe->available, image, fetch_from_own(own), 0, 0);
		ktrace_emit_image(&pe->event, image, pe->units * RING_UNIT, context);
	} else {
		bytes = PROBE_EVENT_HEAD + fetch_image_available(pe->available,
								 image + PROBE_EVENT_HEAD,
								 own, PROBE_EVENT_HEAD);
		probe_event_emit(&pe->event, image, bytes, context);
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
	struct ktrace_emit emit __uninitialized;
	void *rec;

	if (pe->direct && likely(ktrace_emit_try(&emit, &pe->event, pe->units * RING_UNIT,
						 ktrace_context_task(), &rec))) {
		this_cpu_inc(pe->counts->hits);
		probe_event_fill(pe, pe->available, rec, fetch_from_own(own), 0, 0);
		ktrace_emit_end(&emit);
	} else if (ktrace_event_active(&pe->event)) {
		probe_event_available_image(pe, own);
	}
}
NOKPROBE_SYMBOL(ktrace_probe_event_record_available);

/* Description and text */

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

/* Lines */

/** ktrace_probe_event_show - struct ktrace_dynamic_kind.show */
void ktrace_probe_event_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, probe_event_from(dynamic)->line);
}

/** ktrace_probe_event_matches - struct ktrace_dynamic_kind.matches: a location and arguments */
bool ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_line_matches(probe_event_from(dynamic)->line, rest);
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

/**
 * ktrace_probe_event_profile - show the hits and misses of each event of a kind
 * @kind:	the kind
 * @m:	output
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
