// SPDX-License-Identifier: GPL-2.0
/*
 * Event probes: events that are recorded when another event, the base event, occurs.
 * Their arguments are fields of the base event.
 *
 * A tap on the base event calls eprobe_hit() with its record, independent of other
 * listeners. If there are no other listeners and the fields are available before the
 * record is built, as with arguments of system calls, no record is built: the event's
 * hook calls eprobe_hit_available() with its own argument.
 *
 * Enabling a probe looks up the base event by name. If the event belonged to a module
 * that was unloaded, the probe is enabled but not hit. A dynamic event cannot be
 * removed while it is a base event.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jhash.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/hooks.h"
#include "command/knob.h"
#include "event/event_filter.h"
#include "event/removal.h"
#include "event/tap.h"
#include "parse/filter.h"
#include "probe/btf.h"
#include "probe/probe_event.h"
#include "probe/symbol.h"

/*
 * Maximum depth of event probes on event probes: triggers nest up to four levels, and
 * the last level may have triggers, too.
 */
#define EPROBES_DEEP	3

/**
 * struct eprobe - an event probe
 * @pe:	the event
 * @tap:	tap on the base event
 * @system:	system of the base event
 * @base:	name of the base event
 * @class:	class of the base event, which detects another event with the same name
 * @layout:	checksum of the base event's fields when @pe was compiled
 * @filter:	filter on the base event's records; NULL for all
 */
struct eprobe {
	struct probe_event	pe;
	struct ktrace_tap	tap;
	char			system[PROBE_MODULE_SIZE];
	char			base[PROBE_NAME_SIZE];
	const struct ktrace_class *class;
	u32			layout;
	char			*filter;
};

/**
 * struct eprobe_base - the base event of the line being parsed
 * @class:	its class, which is never in a module
 * @on:	its definition if the event is dynamic
 * @fields:	its fields, without types, which may be in the module
 * @names:	the names of the fields
 * @nr:	number of fields
 *
 * A copy: the lookup of a type in the BTF of the kernel and its modules, for a cast, takes long,
 * so ktrace_event_mutex is not held while the line is parsed, and a module may be unloaded with
 * the event.
 */
struct eprobe_base {
	const struct ktrace_class *class;
	struct ktrace_dynamic	*on;
	struct ktrace_field	*fields;
	char			*names;
	unsigned int		nr;
};

/* The base event of the line being parsed; under ktrace_dynamic_mutex. */
static struct eprobe_base eprobe_base;

static struct eprobe *eprobe_of(const struct ktrace_event *event)
{
	return container_of(probe_event_of(event), struct eprobe, pe);
}

static void eprobe_free(struct eprobe *ep)
{
	if (!ep)
		return;
	ktrace_tap_free(&ep->tap);
	ktrace_probe_event_exit(&ep->pe);
	kfree(ep->filter);
	kfree(ep);
}

DEFINE_FREE(eprobe, struct eprobe *, eprobe_free(_T))

/* Base events */

/* Return the number of event probes in the chain of base events that starts with @event. */
static unsigned int eprobe_depth(const struct ktrace_event *event)
{
	const struct ktrace_dynamic *dynamic = ktrace_dynamic_of(event);
	unsigned int depth = 0;

	for (; dynamic; dynamic = dynamic->on)
		depth += dynamic->kind == &ktrace_eprobe_kind;
	return depth;
}

/* Let the fields have copies of their names, which may be in the memory of a module. */
static bool eprobe_copy_names(struct eprobe_base *base)
{
	size_t bytes = 0;
	unsigned int i;
	char *at;

	for (i = 0; i < base->nr; i++)
		bytes += strlen(base->fields[i].name) + strlen(base->fields[i].suffix ?: "") + 1;
	at = kmalloc(bytes, GFP_KERNEL);
	base->names = at;
	if (!at)
		return false;
	for (i = 0; i < base->nr; i++) {
		struct ktrace_field *field = &base->fields[i];

		bytes = sprintf(at, "%s%s", field->name, field->suffix ?: "") + 1;
		field->name = at;
		field->suffix = NULL;
		field->type = NULL;
		at += bytes;
	}
	return true;
}

/* struct probe_env.locate */
static enum probe_err eprobe_locate(struct probe_spec *spec)
{
	const struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(spec->module, spec->symbol);
	if (!event)
		return PROBE_ERR_NO_BASE;
	if (event->class->own)
		return PROBE_ERR_BASE_OWN;
	if (eprobe_depth(event) >= EPROBES_DEEP)
		return PROBE_ERR_BASE_DEEP;
	eprobe_base.class = event->class;
	eprobe_base.on = ktrace_dynamic_of(event);
	eprobe_base.fields = ktrace_event_fields(event, &eprobe_base.nr);
	return eprobe_base.fields && eprobe_copy_names(&eprobe_base) ? PROBE_OK :
		PROBE_ERR_FAILED;
}

/* Set the base of @arg to a field in the record. */
static void eprobe_set_field(const struct ktrace_field *field, struct probe_arg *arg)
{
	bool number = field->kind == KTRACE_FIELD_NUMBER || field->kind == KTRACE_FIELD_TIME ||
		      field->kind == KTRACE_FIELD_POINTER;
	u8 location = field->location;

	arg->base = PROBE_BASE_FIELD_ADDR;
	if (location == KTRACE_FIELD_KERNEL || location == KTRACE_FIELD_USER) {
		/* The record contains an address. */
		location = KTRACE_FIELD_INLINE;
		arg->base = PROBE_BASE_FIELD;
	} else if (field->kind == KTRACE_FIELD_STRING) {
		arg->base = PROBE_BASE_FIELD_TEXT;
	} else if (number && location == KTRACE_FIELD_INLINE && !field->count) {
		arg->base = PROBE_BASE_FIELD;
	}
	arg->value = PROBE_FIELD(field->offset, field->size * (field->count ?: 1), location,
				 field->is_signed);
}

/* struct probe_env.field */
static enum probe_err eprobe_field(const char *name, struct probe_arg *arg)
{
	const struct ktrace_span span = { name, strlen(name) };
	int i = ktrace_field_find(eprobe_base.fields, eprobe_base.nr, span);

	if (i < 0)
		return PROBE_ERR_NO_FIELD;
	eprobe_set_field(&eprobe_base.fields[i], arg);
	return PROBE_OK;
}

static u32 eprobe_layout(const struct ktrace_field *fields, unsigned int nr)
{
	u32 hash = nr;

	for (; nr; nr--, fields++)
		hash = jhash_3words(fields->kind << 16 | fields->location << 8 | fields->is_signed,
				    fields->size << 16 | fields->offset,
				    fields->count << 24 | fields->avail << 16 | fields->at, hash);
	return hash;
}

/*
 * Find the event of this name, with the class and the fields that it had when a line was parsed.
 * Return the event; NULL if it is gone; or an error pointer: without memory the fields are unknown.
 */
static struct ktrace_event *eprobe_find(const char *system, const char *name,
					const struct ktrace_class *class, u32 layout)
{
	struct ktrace_event *event = ktrace_event_find(system, name);
	struct ktrace_field *fields __free(kfree) = NULL;
	unsigned int nr;

	if (!event || event->class != class)
		return NULL;
	fields = ktrace_event_fields(event, &nr);
	if (!fields)
		return ERR_PTR(-ENOMEM);
	return eprobe_layout(fields, nr) == layout ? event : NULL;
}

/* Event class */

static void eprobe_hit(struct ktrace_tap *tap, const struct ktrace_hit *hit)
{
	struct eprobe *ep = container_of(tap, struct eprobe, tap);

	ktrace_probe_event_record(&ep->pe.probe, &ep->pe.probe.event,
				  (union fetch_source){ .hit = hit }, 0, hit->context);
}
NOKPROBE_SYMBOL(eprobe_hit);

static void eprobe_hit_available(struct ktrace_trigger *trigger, const void *own)
{
	struct eprobe *ep = container_of(trigger, struct eprobe, tap.trigger);

	ktrace_probe_event_record_available(&ep->pe, own);
}
NOKPROBE_SYMBOL(eprobe_hit_available);

static int eprobe_enable(struct ktrace_event *event)
{
	struct eprobe *ep = eprobe_of(event);
	struct ktrace_event *base = eprobe_find(ep->system, ep->base, ep->class, ep->layout);
	struct ktrace_filter *filter = NULL;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	if (IS_ERR_OR_NULL(base))
		return PTR_ERR_OR_ZERO(base);
	if (ep->filter) {
		struct ktrace_command command = {
			.text = ep->filter, .len = strlen(ep->filter),
		};

		filter = ktrace_event_filter_parse(&command, ktrace_span_of(ep->filter), base);
		if (IS_ERR(filter))
			return PTR_ERR(filter);
	}
	err = ktrace_tap_start(&ep->tap, base, filter);
	if (err)
		ktrace_filter_free(filter);
	return err;
}

static void eprobe_disable(struct ktrace_event *event)
{
	ktrace_tap_stop(&eprobe_of(event)->tap);
}

static void eprobe_free_probe(struct ktrace_probe *probe)
{
	eprobe_free(container_of(probe, struct eprobe, pe.probe));
}

static const struct ktrace_class eprobe_class = {
	.enable		= eprobe_enable,
	.disable	= eprobe_disable,
	.field		= ktrace_probe_field,
	.print		= ktrace_probe_event_print,
	.print_fmt	= ktrace_probe_event_print_fmt,
	.free		= ktrace_probe_free,
};

static const struct ktrace_probe_ops eprobe_ops = {
	.class		= &eprobe_class,
	.kind		= &ktrace_eprobe_kind,
	.free		= eprobe_free_probe,
};

/* Definitions */

static int eprobe_reg(const char *name)
{
	return -1;
}

static const struct probe_env eprobe_env = {
	.kind		= PROBE_EVENT,
	.reg		= eprobe_reg,
	.data		= ktrace_data_symbol,
	.locate		= eprobe_locate,
	.field		= eprobe_field,
	.bytes_max	= FETCH_ROOM - 4,
	.dentry_name	= offsetof(struct dentry, d_name.name),
	.file_dentry	= offsetof(struct file, f_path.dentry),
	.types		= KTRACE_BTF_TYPES,
};

/* Terminate the line after its filter and check the filter. */
static int eprobe_check_filter(struct ktrace_command *command, const struct probe_spec *spec,
			       struct ktrace_parse_error *error)
{
	char *text = command->text + spec->filter_column;
	struct ktrace_event *event;
	struct ktrace_filter *filter;

	text[spec->filter_len] = 0;
	guard(mutex)(&ktrace_event_mutex);
	event = eprobe_find(spec->module, spec->symbol, eprobe_base.class,
			    eprobe_layout(eprobe_base.fields, eprobe_base.nr));
	if (IS_ERR(event))
		return PTR_ERR(event);
	if (!event) {
		*error = (struct ktrace_parse_error){ PROBE_ERR_NO_BASE, spec->location_column };
		return -probe_messages[PROBE_ERR_NO_BASE].error;
	}
	filter = ktrace_event_filter_parse(command, ktrace_span_of(text), event);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	ktrace_filter_free(filter);
	return 0;
}

/*
 * Let @arg, a number in the record, be fetched from the hook's argument. Return false
 * if it is not available there.
 */
static bool eprobe_set_available(struct probe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < eprobe_base.nr; i++) {
		const struct ktrace_field *field = &eprobe_base.fields[i];

		/* A shorter field would need masking and sign extension. */
		if ((field->avail != KTRACE_AVAIL_OWN && field->avail != KTRACE_AVAIL_LATER) ||
		    field->size != sizeof(long))
			continue;
		if (arg->value != PROBE_FIELD(field->offset, field->size, KTRACE_FIELD_INLINE,
					      field->is_signed))
			continue;
		arg->base = PROBE_BASE_REG;
		arg->value = field->at;
		return true;
	}
	return false;
}

/*
 * If all arguments are available before the record is built, compile them a second time
 * to be fetched from the hook's argument. Hooks of task work bits run in task context,
 * as ktrace_probe_event_record_available() requires.
 */
static int eprobe_init_available(struct eprobe *ep, const struct probe_spec *spec)
{
	struct probe_spec *available __free(kvfree) = NULL;
	unsigned int i;

	if (!eprobe_base.class->task_work)
		return 0;
	available = kvmemdup(spec, sizeof(*spec), GFP_KERNEL);
	if (!available)
		return -ENOMEM;
	for (i = 0; i < available->nr_args; i++) {
		struct probe_arg *arg = &available->args[i];

		switch (arg->base) {
		case PROBE_BASE_CONST:
		case PROBE_BASE_COMM:
		case PROBE_BASE_TEXT:
			break;
		case PROBE_BASE_FIELD:
			if (eprobe_set_available(arg))
				break;
			fallthrough;
		default:
			return 0;
		}
	}
	ep->pe.available = fetch_compile(available, FETCH_FROM_OWN);
	if (!ep->pe.available)
		return -ENOMEM;
	ep->tap.hit_available = eprobe_hit_available;
	return 0;
}

/* Allocate and compile an event probe, without registering its event. */
static struct eprobe *eprobe_alloc(const char *text, const struct probe_spec *spec)
{
	struct eprobe *ep __free(eprobe) = kzalloc(sizeof(*ep), GFP_KERNEL);
	char *line;

	if (!ep || ktrace_probe_event_init(&ep->pe, spec, PROBE_EVENT_HEAD, &eprobe_ops) ||
	    eprobe_init_available(ep, spec))
		return NULL;
	if (spec->filter_len) {
		ep->filter = kstrdup(text + spec->filter_column, GFP_KERNEL);
		line = kasprintf(GFP_KERNEL, "%s if %s", ep->pe.probe.line, ep->filter);
		if (!ep->filter || !line) {
			kfree(line);
			return NULL;
		}
		kvfree(ep->pe.probe.line);
		ep->pe.probe.line = line;
	}
	strscpy(ep->system, spec->module);
	strscpy(ep->base, spec->symbol, sizeof(ep->base));
	ep->class = eprobe_base.class;
	ep->layout = eprobe_layout(eprobe_base.fields, eprobe_base.nr);
	ep->tap.hit = eprobe_hit;
	ep->pe.probe.dynamic.on = eprobe_base.on;
	return no_free_ptr(ep);
}

/*
 * Create a probe from a line; under ktrace_dynamic_mutex, which keeps a dynamic base event alive,
 * without ktrace_event_mutex. Return the probe; NULL if the line is empty; or an error pointer.
 */
static struct eprobe *eprobe_parse(struct ktrace_command *command, struct probe_spec *spec,
				   struct ktrace_parse_error *error)
{
	struct eprobe *ep;
	int err;

	lockdep_assert_not_held(&ktrace_event_mutex);
	err = probe_parse(command->text, command->len, &eprobe_env, spec, error);
	if (err)
		return ERR_PTR(err);
	if (spec->kind != PROBE_EVENT)
		return NULL;
	if (security_locked_down(LOCKDOWN_KPROBES)) {
		error->code = PROBE_ERR_LOCKED_DOWN;
		return ERR_PTR(-EPERM);
	}
	if (spec->filter_len) {
		err = eprobe_check_filter(command, spec, error);
		if (err)
			return ERR_PTR(err);
	}
	ep = eprobe_alloc(command->text, spec);
	return ep ?: ERR_PTR(-ENOMEM);
}

/* struct ktrace_dynamic_kind.define */
static int eprobe_define(struct ktrace_command *command)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { PROBE_OK, 0 };
	struct eprobe *ep;
	int err = 0;

	if (!spec)
		return -ENOMEM;
	guard(mutex)(&ktrace_dynamic_mutex);
	eprobe_base = (struct eprobe_base){ };
	ep = eprobe_parse(command, spec, &error);
	kfree(eprobe_base.fields);
	kfree(eprobe_base.names);
	if (!IS_ERR_OR_NULL(ep)) {
		err = ktrace_probe_join(&ep->pe.probe, spec, &error) ?:
		      ktrace_probe_add(&ep->pe.probe, spec, command->session, &error);
		if (err)
			eprobe_free(ep);
	} else if (ep) {
		err = PTR_ERR(ep);
	}
	/* The parser of filters has set a more specific message. */
	if (!err || command->why)
		return err;
	return ktrace_probe_event_refuse(command, "event_probe", err, &error);
}

/* struct ktrace_dynamic_kind.release */
static void eprobe_release(struct list_head *dead)
{
	struct ktrace_event_removal removal;
	struct eprobe *ep, *next;

	ktrace_event_removal_begin(&removal);
	list_for_each_entry(ep, dead, pe.probe.dynamic.node)
		ktrace_probe_leave(&ep->pe.probe, &removal, NULL);
	ktrace_event_removal_end(&removal);
	/* Wait once for hooks in all stopped taps. */
	ktrace_hooks_synchronize();
	list_for_each_entry_safe(ep, next, dead, pe.probe.dynamic.node) {
		list_del(&ep->pe.probe.dynamic.node);
		/* Free the program here, under ktrace_dynamic_mutex, which protects its symbols. */
		fetch_free(ep->pe.available);
		ep->pe.available = NULL;
		ktrace_probe_retire(&ep->pe.probe);
	}
}

struct ktrace_dynamic_kind ktrace_eprobe_kind = {
	.name		= "eprobe",
	.letters	= "e",
	.define		= eprobe_define,
	.show		= ktrace_probe_show,
	.matches	= ktrace_probe_event_matches,
	.release	= eprobe_release,
};
