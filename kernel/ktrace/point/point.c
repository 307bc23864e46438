// SPDX-License-Identifier: GPL-2.0
/*
 * Static points: the events of the statements of include/linux/ktrace.h.
 *
 * Points are registered at boot and when modules are loaded, in task context. The write
 * functions at the end of this file are called from the statements, in any context
 * including NMI: they take no locks, do not sleep and do not touch user memory.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/err.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/ktrace.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "event/emit.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "event/removal.h"
#include "point/format.h"
#include "point/point.h"

/**
 * struct ktrace_point_event - the event of all points with one name
 * @event:	the event
 * @layout:	layout of its records
 * @points:	list of points; under ktrace_event_mutex
 *
 * @event's names and @layout's format are copies: the module of the point that they
 * came from may be unloaded while other points of the event remain.
 */
struct ktrace_point_event {
	struct ktrace_event	event;
	struct ktrace_point_layout layout;
	struct list_head	points;
};

/* Serialises registration of points; taken outside of ktrace_event_mutex. */
static DEFINE_MUTEX(point_mutex);

/* Event class */

static struct ktrace_point_event *point_event(const struct ktrace_event *event)
{
	return container_of(event, struct ktrace_point_event, event);
}

static int point_enable(struct ktrace_event *event)
{
	struct ktrace_point *point;

	list_for_each_entry(point, &point_event(event)->points, node)
		static_branch_enable(&point->key);
	return 0;
}

static void point_disable(struct ktrace_event *event)
{
	struct ktrace_point *point;

	list_for_each_entry(point, &point_event(event)->points, node)
		static_branch_disable(&point->key);
}

/* Return the C type of a field, by size and signedness. */
static const char *point_type_name(u8 type)
{
	if (type & KTRACE_ARG_STRING)
		return "char";
	if (type & KTRACE_ARG_POINTER)
		return "void *";
	switch (type) {
	case 1:
		return "unsigned char";
	case 1 | KTRACE_ARG_SIGNED:
		return "signed char";
	case 2:
		return "unsigned short";
	case 2 | KTRACE_ARG_SIGNED:
		return "short";
	case 4:
		return "unsigned int";
	case 4 | KTRACE_ARG_SIGNED:
		return "int";
	case 8:
		return "unsigned long";
	default:
		return "long";
	}
}

static bool point_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	const struct ktrace_point_layout *layout = &point_event(event)->layout;

	if (i >= layout->nr_fields)
		return false;
	*field = (struct ktrace_field) {
		.type = point_type_name(layout->fields[i].type),
		.name = layout->fields[i].name,
		.offset = layout->fields[i].offset,
		.size = layout->fields[i].type & KTRACE_ARG_BYTES,
		.is_signed = layout->fields[i].type & KTRACE_ARG_SIGNED,
	};
	if (layout->fields[i].type & KTRACE_ARG_STRING) {
		field->kind = KTRACE_FIELD_STRING;
		field->location = KTRACE_FIELD_DATA_LOC;
		field->size = 1;
	} else if (layout->fields[i].type & KTRACE_ARG_POINTER) {
		field->kind = KTRACE_FIELD_POINTER;
	}
	return true;
}

static void point_print(const struct ktrace_event *event, const void *rec,
			u32 len, struct seq_buf *out)
{
	seq_buf_puts(out, event->name);
	seq_buf_puts(out, ": ");
	ktrace_point_print(&point_event(event)->layout, rec, len, out);
}

static void point_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	ktrace_point_print_fmt(&point_event(event)->layout, out);
}

static void point_event_free(struct ktrace_point_event *pe)
{
	kfree(pe->layout.format);
	kfree(pe->event.system);
	kfree(pe->event.name);
	kfree(pe->event.module);
	kfree(pe);
}

static void point_free(struct ktrace_event *event)
{
	point_event_free(point_event(event));
}

static const struct ktrace_class point_class = {
	.enable		= point_enable,
	.disable	= point_disable,
	.field		= point_field,
	.print		= point_print,
	.print_fmt	= point_print_fmt,
	.free		= point_free,
};

/* Registration */

/* Length of a format without the trailing newline that formats of printk() have. */
static size_t format_len(const char *format)
{
	size_t len = strlen(format);

	return len && format[len - 1] == '\n' ? len - 1 : len;
}

/* Allocate the event of @point in @module, without registering it. */
static struct ktrace_point_event *point_event_new(const struct ktrace_point *point,
						  const char *module)
{
	struct ktrace_point_event *pe = kzalloc(sizeof(*pe), GFP_KERNEL);
	const char *format = kstrndup(point->format, format_len(point->format),
				      GFP_KERNEL);
	const char *why;

	if (!pe || !format) {
		kfree(pe);
		kfree(format);
		return ERR_PTR(-ENOMEM);
	}
	INIT_LIST_HEAD(&pe->points);
	why = ktrace_point_layout_init(&pe->layout, format, point->text,
				       point->args, point->nr_args);
	pe->event.class = &point_class;
	pe->event.system = kstrdup(point->system, GFP_KERNEL);
	pe->event.name = kstrdup(point->name, GFP_KERNEL);
	pe->event.module = kstrdup(module, GFP_KERNEL);
	if (why)
		pr_warn("point %s/%s refused: %s: \"%s\"\n", point->system,
			point->name, why, format);
	if (why || !pe->event.system || !pe->event.name || (module && !pe->event.module)) {
		point_event_free(pe);
		return ERR_PTR(why ? -EINVAL : -ENOMEM);
	}
	return pe;
}

static bool point_agrees(const struct ktrace_point *point,
			 const struct ktrace_point_event *pe)
{
	const struct ktrace_point_layout *layout = &pe->layout;
	unsigned int i;

	if (point->nr_args != layout->nr_fields ||
	    strlen(layout->format) != format_len(point->format) ||
	    strncmp(layout->format, point->format, strlen(layout->format)))
		return false;
	for (i = 0; i < point->nr_args; i++)
		if (point->args[i].kind != layout->fields[i].type)
			return false;
	return true;
}

/* Add @point to an existing event; -ENOENT if there is none. */
static int point_join(struct ktrace_point *point)
{
	struct ktrace_point_event *pe;
	struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(point->system, point->name);
	if (!event)
		return -ENOENT;
	pe = point_event(event);
	if (event->class != &point_class || !point_agrees(point, pe)) {
		pr_warn("point %s/%s refused: it does not agree with another one: \"%s\"\n",
			point->system, point->name, point->format);
		return -EEXIST;
	}
	point->event = pe;
	list_add_tail(&point->node, &pe->points);
	if (ktrace_event_active(event))
		static_branch_enable(&point->key);
	return 0;
}

static int point_register(struct ktrace_point *point, const char *module)
{
	struct ktrace_point_event *pe;
	int err = point_join(point);

	lockdep_assert_held(&point_mutex);
	if (err != -ENOENT)
		return err;
	pe = point_event_new(point, module);
	if (IS_ERR(pe))
		return PTR_ERR(pe);
	/* Set this before the registration, after which other tasks can enable the event. */
	point->event = pe;
	list_add_tail(&point->node, &pe->points);
	err = ktrace_event_register(&pe->event);
	if (err) {
		pr_warn("point %s/%s refused: %d\n", point->system, point->name, err);
		point->event = NULL;
		point_event_free(pe);
	}
	return err;
}

/* Remove @point, and add its event to @removal with the last point. */
static void point_unregister(struct ktrace_point *point, struct ktrace_event_removal *removal)
{
	struct ktrace_point_event *pe = point->event;

	lockdep_assert_held(&point_mutex);
	if (!pe)
		return;
	if (list_is_singular(&pe->points)) {
		ktrace_event_removal_add(removal, &pe->event);
		return;
	}
	guard(mutex)(&ktrace_event_mutex);
	list_del(&point->node);
	static_branch_disable(&point->key);
}

/**
 * ktrace_points_add - register points
 * @points:	the points; refused points stay without an event
 * @nr:	number of points
 * @module:	name of their module; NULL for the kernel
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_points_add(struct ktrace_point *const *points, unsigned int nr, const char *module)
{
	guard(mutex)(&point_mutex);
	while (nr--)
		point_register(*points++, module);
}

/**
 * ktrace_points_remove - unregister points
 * @points:	the points; none may be in progress
 * @nr:	number of points
 *
 * Context: task; sleeps; takes ktrace_event_files_mutex.
 */
void ktrace_points_remove(struct ktrace_point *const *points, unsigned int nr)
{
	struct ktrace_event_removal removal;
	struct ktrace_event *event, *next;

	/* Most modules have no points. */
	if (!nr)
		return;
	guard(mutex)(&point_mutex);
	/* Remove all events together: their triggers share the waits for hooks. */
	ktrace_event_removal_begin(&removal);
	while (nr--)
		point_unregister(*points++, &removal);
	ktrace_event_removal_end(&removal);
	/* Hooks in progress, and readers, may still use the events. */
	for (event = removal.events; event; event = next) {
		next = event->next_removed;
		ktrace_event_retire(event);
	}
}

static void point_show_event(struct seq_file *m, struct ktrace_event *event)
{
	struct ktrace_point_event *pe = point_event(event);
	struct seq_buf quoted;
	size_t size;
	char *buf;

	seq_printf(m, "%u %s %s/%s %zu ", event->id,
		   ktrace_event_active(event) ? "on" : "off", event->system,
		   event->name, list_count_nodes(&pe->points));
	size = seq_get_buf(m, &buf);
	/* The buffer is full: seq_file calls again with a larger one. */
	if (!size)
		return;
	seq_buf_init(&quoted, buf, size);
	ktrace_point_quote(pe->layout.format, &quoted);
	seq_commit(m, seq_buf_has_overflowed(&quoted) ? -1 : (int)seq_buf_used(&quoted));
	seq_putc(m, '\n');
}

/**
 * ktrace_points_show - list the events of all points
 * @m:	output; per line: id, state, system/name, number of statements, format
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_points_show(struct seq_file *m)
{
	struct ktrace_event *event;

	seq_puts(m, "# id state system/name statements format\n");
	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (event->class == &point_class)
			point_show_event(m, event);
}

/* Recording */

/* Slow path: one record for each listener. */
static noinline notrace void point_write_all(const struct ktrace_event *event,
					     unsigned int words, u64 w0, u64 w1,
					     u64 w2, u64 w3)
{
	u64 image[1 + KTRACE_POINT_WORDS] = { 0, w0, w1, w2, w3 };

	if (ktrace_prefilter_done(event, NULL))
		return;
	ktrace_emit_image(event, image, sizeof(u64) * (words + 1), ktrace_context_called());
}

NOKPROBE_SYMBOL(point_write_all);

/*
 * Fast path: one listener, context fields of 0, and a ring with room. Contains no function
 * call and needs no stack frame. Return false if the slow path is needed.
 */
static __always_inline bool point_write_one(const struct ktrace_event *event,
					    unsigned int words, u64 w0, u64 w1,
					    u64 w2, u64 w3)
{
	struct ktrace_emit emit __uninitialized;
	unsigned long flags;
	u64 *rec;

	local_save_flags(flags);
	if (unlikely(!ktrace_context_zero(flags, PREEMPT_DISABLE_OFFSET)) ||
	    !ktrace_emit_try(&emit, event, sizeof(*rec) * (words + 1), 0, &rec))
		return false;
	if (words > 0)
		rec[1] = w0;
	if (words > 1)
		rec[2] = w1;
	if (words > 2)
		rec[3] = w2;
	if (words > 3)
		rec[4] = w3;
	ktrace_emit_end(&emit);
	return true;
}

/* @words must be a constant. */
static __always_inline void point_write(struct ktrace_point *point,
					unsigned int words, u64 w0, u64 w1,
					u64 w2, u64 w3)
{
	const struct ktrace_event *event = &point->event->event;

	preempt_disable_notrace();
	if (unlikely(!point_write_one(event, words, w0, w1, w2, w3)))
		point_write_all(event, words, w0, w1, w2, w3);
	preempt_enable_notrace();
}

/**
 * ktrace_point_write0 - record a point without arguments
 * @point:	the point
 *
 * Only ktrace_point() calls this function and the following ones.
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write0(struct ktrace_point *point)
{
	point_write(point, 0, 0, 0, 0, 0);
}
EXPORT_SYMBOL_GPL(ktrace_point_write0);
NOKPROBE_SYMBOL(ktrace_point_write0);

/**
 * ktrace_point_write1 - record a point with a word of arguments
 * @point: the point
 * @w0: arguments, packed by ktrace_point_pack()
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write1(struct ktrace_point *point, u64 w0)
{
	point_write(point, 1, w0, 0, 0, 0);
}
EXPORT_SYMBOL_GPL(ktrace_point_write1);
NOKPROBE_SYMBOL(ktrace_point_write1);

/**
 * ktrace_point_write2 - record a point with two words of arguments
 * @point: the point
 * @w0: arguments, packed by ktrace_point_pack()
 * @w1: more arguments
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write2(struct ktrace_point *point, u64 w0, u64 w1)
{
	point_write(point, 2, w0, w1, 0, 0);
}
EXPORT_SYMBOL_GPL(ktrace_point_write2);
NOKPROBE_SYMBOL(ktrace_point_write2);

/**
 * ktrace_point_write3 - record a point with three words of arguments
 * @point: the point
 * @w0: arguments, packed by ktrace_point_pack()
 * @w1: more arguments
 * @w2: more arguments
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write3(struct ktrace_point *point, u64 w0, u64 w1, u64 w2)
{
	point_write(point, 3, w0, w1, w2, 0);
}
EXPORT_SYMBOL_GPL(ktrace_point_write3);
NOKPROBE_SYMBOL(ktrace_point_write3);

/**
 * ktrace_point_write4 - record a point with four words of arguments
 * @point: the point
 * @w0: arguments, packed by ktrace_point_pack()
 * @w1: more arguments
 * @w2: more arguments
 * @w3: more arguments
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write4(struct ktrace_point *point, u64 w0, u64 w1,
				 u64 w2, u64 w3)
{
	point_write(point, 4, w0, w1, w2, w3);
}
EXPORT_SYMBOL_GPL(ktrace_point_write4);
NOKPROBE_SYMBOL(ktrace_point_write4);

/**
 * struct point_string - a string argument
 * @text:	the string
 * @len:	number of bytes to copy
 */
struct point_string {
	const char *text;
	u32	len;
};

/* Replace pointers that cannot point to a string, as printk() does. */
static __always_inline const char *string_at(u64 value)
{
	if (!value)
		return "(null)";
	if (value < PAGE_SIZE || IS_ERR_VALUE((unsigned long)value))
		return "(efault)";
	return (const char *)(unsigned long)value;
}

/*
 * Measure the string arguments among @values. Returns the size of the payload in bytes.
 * If a string changes before it is copied, the record has the measured length and may
 * end in garbage.
 */
static __always_inline u32 point_measure(const struct ktrace_point *point,
					 const u64 *values,
					 struct point_string *strings)
{
	const struct ktrace_point_layout *layout = &point->event->layout;
	u32 total = layout->bytes;
	unsigned int i;

	for (i = 0; i < point->nr_args; i++) {
		u32 max = min(point->args[i].max, layout->fields[i].max);

		if (!(point->args[i].kind & KTRACE_ARG_STRING))
			continue;
		strings[i].text = string_at(values[i]);
		if (strings[i].text != (const char *)(unsigned long)values[i])
			max = KTRACE_POINT_STRING;
		max = min(max, KTRACE_RECORD_MAX - total - 1);
		strings[i].len = strnlen(strings[i].text, max);
		total += strings[i].len + 1;
	}
	return total;
}

/* Write a field, and the bytes of a string at offset @end. Return the end of the strings. */
static __always_inline u32 point_fill(void *rec, u32 end, u64 value,
				      const struct ktrace_point_field *field,
				      const struct point_string *string)
{
	void *at = rec + field->offset;
	char *copy = rec + end;

	switch (field->type & (KTRACE_ARG_STRING | KTRACE_ARG_BYTES)) {
	case 1:
		*(u8 *)at = value;
		return end;
	case 2:
		*(u16 *)at = value;
		return end;
	case 4:
		*(u32 *)at = value;
		return end;
	case 8:
		/* A record is aligned to 4 bytes only. */
		memcpy(at, &value, sizeof(value));
		return end;
	}
	*(u32 *)at = ktrace_point_loc(end, string->len + 1);
	memcpy(copy, string->text, string->len);
	copy[string->len] = 0;
	return end + string->len + 1;
}

static __always_inline void point_write_fields(struct ktrace_point *point,
					       u64 *rec, u32 total,
					       const u64 *values,
					       const struct point_string *strings)
{
	const struct ktrace_point_layout *layout = &point->event->layout;
	u32 end = layout->bytes;
	unsigned int i;

	/* Zero the gaps between the fields and after the last string. */
	for (i = 1; i < layout->bytes / sizeof(u64); i++)
		rec[i] = 0;
	if (total % sizeof(u32))
		((u32 *)rec)[total / sizeof(u32)] = 0;
	for (i = 0; i < layout->nr_fields; i++)
		end = point_fill(rec, end, values[i], &layout->fields[i], &strings[i]);
}

/**
 * ktrace_point_write - record a point with strings or many arguments
 * @point:	the point
 *
 * One u64 follows for each argument; a string is passed as its pointer.
 *
 * Context: any, NMI included.
 */
void notrace ktrace_point_write(struct ktrace_point *point, ...)
{
	struct ktrace_event *event = &point->event->event;
	struct point_string strings[KTRACE_POINT_ARGS];
	u64 values[KTRACE_POINT_ARGS];
	struct ktrace_emit emit __uninitialized;
	u32 context, total;
	unsigned int i;
	va_list args;
	u64 *rec;

	va_start(args, point);
	for (i = 0; i < point->nr_args; i++)
		values[i] = va_arg(args, u64);
	va_end(args);

	total = point_measure(point, values, strings);
	preempt_disable_notrace();
	context = ktrace_context_called();
	if (likely(ktrace_emit_try(&emit, event, total, context, &rec))) {
		point_write_fields(point, rec, total, values, strings);
		ktrace_emit_end(&emit);
	} else {
		rec = ktrace_prefilter_done(event, NULL) ? NULL : ktrace_image_get();
		if (rec) {
			point_write_fields(point, rec, total, values, strings);
			ktrace_emit_image(event, rec, round_up(total, sizeof(u32)), context);
			ktrace_image_put();
		}
	}
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(ktrace_point_write);
NOKPROBE_SYMBOL(ktrace_point_write);
