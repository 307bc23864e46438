// SPDX-License-Identifier: GPL-2.0
/*
 * Probes that lines define, and the events that they share: creation, appending, removal, and
 * description.
 *
 * The files of each kind of probes call these functions in task context.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event/arming.h"
#include "event/removal.h"
#include "probe/image.h"
#include "probe/line.h"
#include "probe/probe.h"
#include "ring/ring.h"

/* Return the kind of source from which a probe's program fetches its arguments. */
static enum fetch_from probe_source(const struct probe_spec *spec)
{
	switch (spec->kind) {
	case PROBE_TRACEPOINT:	return FETCH_FROM_CALL;
	case PROBE_EVENT:	return FETCH_FROM_RECORD;
	default:		return FETCH_FROM_REGS;
	}
}

/**
 * ktrace_probe_compile - compile the arguments of a probe, or compile them again
 * @probe:	the probe; no hit uses it, now or until it is armed again
 * @spec:	its line
 *
 * Context: task; sleeps.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int ktrace_probe_compile(struct ktrace_probe *probe, const struct probe_spec *spec)
{
	struct fetch *fetch = fetch_compile(spec, probe_source(spec));

	if (!fetch)
		return -ENOMEM;
	fetch_free(probe->fetch);
	probe->fetch = fetch;
	probe->units = DIV_ROUND_UP(fetch->bytes + probe->head, RING_UNIT);
	probe->direct = fetch->direct && probe->units <= KTRACE_TYPE_LEN_MAX;
	return 0;
}

/**
 * ktrace_probe_init - initialise a probe, without an event
 * @probe:	zeroed
 * @spec:	the parsed line
 * @head:	PROBE_*_HEAD
 * @ops:	functions of its kind
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM; the caller must call @ops->free in either case.
 */
int ktrace_probe_init(struct ktrace_probe *probe, const struct probe_spec *spec, u8 head,
		      const struct ktrace_probe_ops *ops)
{
	probe->of = probe;
	INIT_LIST_HEAD(&probe->probes);
	INIT_LIST_HEAD(&probe->of_event);
	refcount_set(&probe->left, 1);
	strscpy(probe->group, spec->group);
	strscpy(probe->name, spec->event);
	probe->event.system = probe->group;
	probe->event.name = probe->name;
	probe->event.class = ops->class;
	probe->dynamic.kind = ops->kind;
	probe->dynamic.event = &probe->event;
	probe->ops = ops;
	probe->head = head;
	probe->at_return = spec->kind == PROBE_RETURN;
	probe->typed = spec->typed;
	probe->nr_args = spec->nr_args;
	probe->args = kvcalloc(spec->nr_args, sizeof(*probe->args), GFP_KERNEL);
	probe->counts = alloc_percpu(struct ktrace_probe_counts);
	probe->line = ktrace_probe_line(spec);
	probe->imaged = ops->images && !ktrace_probe_images_get(ops->images);
	if (!probe->args || !probe->counts || !probe->line || (ops->images && !probe->imaged))
		return -ENOMEM;
	ktrace_probe_args_set(probe->args, spec, head);
	return ktrace_probe_compile(probe, spec);
}

/* Free the data that only hits use. */
static void probe_free_hits(struct ktrace_probe *probe)
{
	free_percpu(probe->counts);
	probe->counts = NULL;
	fetch_free(probe->fetch);
	probe->fetch = NULL;
	if (probe->imaged)
		ktrace_probe_images_put(probe->ops->images);
	probe->imaged = false;
}

/**
 * ktrace_probe_exit - undo ktrace_probe_init()
 * @probe:	the probe; no buffer has records of its event
 */
void ktrace_probe_exit(struct ktrace_probe *probe)
{
	probe_free_hits(probe);
	kvfree(probe->args);
	kvfree(probe->line);
}

/* Definition */

/*
 * Find the first probe of the event that @probe names; NULL if there is no such event, or an
 * event of another kind.  Valid while ktrace_dynamic_mutex is held.
 */
static struct ktrace_probe *probe_first(const struct ktrace_probe *probe)
{
	const struct ktrace_event *event;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(probe->group, probe->name);
	return event && event->class == probe->ops->class ? ktrace_probe_of(event) : NULL;
}

/* Check whether @probe, created from @spec, can be appended to the event of @of. */
static enum probe_err probe_may_append(const struct ktrace_probe *of,
				       const struct ktrace_probe *probe,
				       const struct probe_spec *spec, unsigned int *column)
{
	const struct ktrace_probe *other;
	enum probe_err code;

	*column = 0;
	if (of->at_return != probe->at_return)
		return PROBE_ERR_DIFF_PROBE_TYPE;
	code = ktrace_probe_args_differ(of->args, of->nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	list_for_each_entry(other, &of->probes, of_event)
		if (ktrace_probe_line_same(other->line, probe->line))
			return PROBE_ERR_SAME_PROBE;
	if (probe->ops->arm)
		return PROBE_OK;
	*column = spec->name_column;
	return PROBE_ERR_EVENT_EXISTS;
}

/**
 * ktrace_probe_join - let a probe share the event that has its name
 * @probe:	the probe; no hit uses it yet
 * @spec:	its line
 * @error:	output on error
 *
 * Without such an event, the probe keeps an event of its own.
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex until ktrace_probe_add().
 * Return: 0; or a negative errno if the event has other arguments, or has this probe.
 */
int ktrace_probe_join(struct ktrace_probe *probe, const struct probe_spec *spec,
		      struct ktrace_parse_error *error)
{
	struct ktrace_probe *of = probe_first(probe);

	if (!of)
		return 0;
	error->code = probe_may_append(of, probe, spec, &error->column);
	if (error->code != PROBE_OK)
		return -probe_messages[error->code].error;
	/* Hits find the event through probe->of. */
	probe->of = of;
	probe->dynamic.event = &of->event;
	return 0;
}

/* Arm a probe whose event is enabled, and wait for the result. */
static int probe_arm_now(struct ktrace_probe *probe)
{
	int err = probe->ops->arm(probe);

	lockdep_assert_held(&ktrace_event_mutex);
	if (err || !probe->ops->armed)
		return err;
	ktrace_arming_wait();
	err = probe->ops->armed(probe);
	if (err)
		probe->ops->disarm(probe);
	return err;
}

/* Append @probe to the event that it has joined. */
static int probe_append(struct ktrace_probe *probe)
{
	struct ktrace_probe *of = probe->of;
	int err;

	guard(mutex)(&ktrace_event_mutex);
	err = ktrace_event_active(&of->event) ? probe_arm_now(probe) : 0;
	if (err)
		return err;
	list_add_tail(&probe->of_event, &of->probes);
	refcount_inc(&of->left);
	return 0;
}

/**
 * ktrace_probe_add - add a probe to its event, which is registered for its first probe
 * @probe:	the probe, after ktrace_probe_join()
 * @spec:	its line
 * @session:	owner of the definition; NULL for none
 * @error:	output, if the line is the cause of the error
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: 0; or a negative errno, and the caller frees the probe.
 */
int ktrace_probe_add(struct ktrace_probe *probe, const struct probe_spec *spec,
		     struct ktrace_session *session, struct ktrace_parse_error *error)
{
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (probe->of == probe) {
		list_add_tail(&probe->of_event, &probe->probes);
		err = ktrace_event_register(&probe->event);
	} else {
		err = probe_append(probe);
	}
	if (err == -EEXIST)
		*error = (struct ktrace_parse_error) {
			PROBE_ERR_EVENT_EXISTS, spec->name_column
		};
	if (!err)
		ktrace_dynamic_add(&probe->dynamic, session);
	return err;
}

/**
 * ktrace_probe_parse_again - parse the line of a probe whose module is being loaded
 * @probe:	the probe; its module may be another build with other structures
 * @env:	environment of the parser for such lines
 * @spec:	output
 * @column:	set on error to the position in the line
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: PROBE_OK if records have the same layout as before, or an error.
 */
enum probe_err ktrace_probe_parse_again(const struct ktrace_probe *probe,
					const struct probe_env *env, struct probe_spec *spec,
					unsigned int *column)
{
	struct ktrace_parse_error error = { PROBE_ERR_FAILED, *column };
	struct probe_env listed = *env;

	listed.listed = true;
	if (probe_parse(probe->line, strlen(probe->line), &listed, spec, &error)) {
		*column = error.column;
		return error.code;
	}
	return ktrace_probe_args_differ(probe->of->args, probe->of->nr_args, spec, column);
}

/* Removal */

/**
 * ktrace_probe_leave - remove a probe from its event
 * @probe:	the probe, which is not in the list of dynamic events any more
 * @removal:	removes the event together with its last probe
 * @disarm:	called under ktrace_event_mutex; NULL if the caller disarms the probe later
 *
 * Hits may continue until the caller has waited for them.
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 */
void ktrace_probe_leave(struct ktrace_probe *probe, struct ktrace_event_removal *removal,
			void (*disarm)(struct ktrace_probe *probe))
{
	if (list_is_singular(&probe->of->probes))
		ktrace_event_removal_add(removal, &probe->of->event);
	/* An event that keeps other probes may be enabled later: this must not arm @probe. */
	guard(mutex)(&ktrace_event_mutex);
	if (disarm)
		disarm(probe);
	list_del_init(&probe->of_event);
}

/**
 * ktrace_probe_retire - retire a removed probe, and its event with the last probe
 * @probe:	the probe, after ktrace_probe_leave(); no hit uses it any more.  May be freed
 *
 * Readers may still use the event.
 *
 * Context: task; sleeps.
 */
void ktrace_probe_retire(struct ktrace_probe *probe)
{
	struct ktrace_probe *of = probe->of;

	probe_free_hits(probe);
	if (probe != of)
		probe->ops->free(probe);
	if (refcount_dec_and_test(&of->left))
		ktrace_event_retire(&of->event);
}

/* Event class */

/** ktrace_probe_enable - struct ktrace_class.enable: arm all probes of the event, or none */
int ktrace_probe_enable(struct ktrace_event *event)
{
	struct ktrace_probe *of = ktrace_probe_of(event), *probe;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(probe, &of->probes, of_event) {
		err = of->ops->arm(probe);
		if (!err)
			continue;
		list_for_each_entry_continue_reverse(probe, &of->probes, of_event)
			of->ops->disarm(probe);
		return err;
	}
	return 0;
}

/** ktrace_probe_armed - struct ktrace_class.armed: the first error of a probe of the event */
int ktrace_probe_armed(const struct ktrace_event *event)
{
	const struct ktrace_probe *of = ktrace_probe_of(event), *probe;
	int err = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(probe, &of->probes, of_event)
		err = err ?: of->ops->armed(probe);
	return err;
}

/** ktrace_probe_disable - struct ktrace_class.disable */
void ktrace_probe_disable(struct ktrace_event *event)
{
	struct ktrace_probe *of = ktrace_probe_of(event), *probe;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(probe, &of->probes, of_event)
		of->ops->disarm(probe);
}

/** ktrace_probe_free - struct ktrace_class.free */
void ktrace_probe_free(struct ktrace_event *event)
{
	struct ktrace_probe *probe = ktrace_probe_of(event);

	probe->ops->free(probe);
}

static const struct ktrace_field probe_entry_fields[] = {
	{ .type = "unsigned long", .name = "__probe_ip", .offset = 8, .size = 8 },
};

static const struct ktrace_field probe_return_fields[] = {
	{ .type = "unsigned long", .name = "__probe_func", .offset = 8, .size = 8 },
	{ .type = "unsigned long", .name = "__probe_ret_ip", .offset = 16, .size = 8 },
};

/** ktrace_probe_field - struct ktrace_class.field */
bool ktrace_probe_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	const struct ktrace_probe *probe = ktrace_probe_of(event);
	const struct ktrace_field *head = probe->head == PROBE_RETURN_HEAD ?
					  probe_return_fields : probe_entry_fields;
	unsigned int nr_head = (probe->head - PROBE_EVENT_HEAD) / sizeof(u64);

	if (i < nr_head) {
		*field = head[i];
		return true;
	}
	if (i - nr_head >= probe->nr_args)
		return false;
	ktrace_probe_arg_field(&probe->args[i - nr_head], field);
	return true;
}

/** ktrace_probe_print_fmt - struct ktrace_class.print_fmt of records with an address */
void ktrace_probe_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct ktrace_probe *probe = ktrace_probe_of(event);
	bool at_return = probe->head == PROBE_RETURN_HEAD;

	seq_buf_puts(out, at_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	ktrace_probe_args_formats(probe->args, probe->nr_args, out);
	seq_buf_puts(out, at_return ? "\", REC->__probe_ret_ip, REC->__probe_func" :
				      "\", REC->__probe_ip");
	ktrace_probe_args_values(probe->args, probe->nr_args, out);
}

/* Files */

/** ktrace_probe_show - struct ktrace_dynamic_kind.show */
void ktrace_probe_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, ktrace_probe_from(dynamic)->line);
}

/**
 * ktrace_probe_sum - sum the counters of a probe
 * @probe:	the probe
 *
 * Context: task; under ktrace_dynamic_mutex.
 * Return: the sums.
 */
struct ktrace_probe_counts ktrace_probe_sum(const struct ktrace_probe *probe)
{
	struct ktrace_probe_counts sum = { };
	int cpu;

	if (probe->ops->missed)
		sum.missed = probe->ops->missed(probe);
	for_each_possible_cpu(cpu) {
		sum.hits += per_cpu_ptr(probe->counts, cpu)->hits;
		sum.missed += per_cpu_ptr(probe->counts, cpu)->missed;
	}
	return sum;
}

/**
 * ktrace_probe_profile - show the hits and misses of each probe of a kind
 * @kind:	the kind
 * @m:	output
 *
 * Context: task; sleeps; takes ktrace_dynamic_mutex.
 */
void ktrace_probe_profile(const struct ktrace_dynamic_kind *kind, struct seq_file *m)
{
	const struct ktrace_probe *probe;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(probe, kind, dynamic) {
		const struct ktrace_probe_counts sum = ktrace_probe_sum(probe);

		seq_printf(m, "  %-44s %15lu %15lu\n", probe->name, sum.hits, sum.missed);
	}
}
