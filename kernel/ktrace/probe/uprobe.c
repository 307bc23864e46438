// SPDX-License-Identifier: GPL-2.0
/*
 * Definition and removal of uprobe events.
 *
 * Called by uprobe_source.c and event/dynamic.c in task context. A line is parsed and
 * its file checked before anything is installed. The event holds the file; the probe is
 * registered with the uprobes core only while the event has listeners (uprobe_hit.c). A
 * removed event stays for its readers.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex, the locks of the uprobes core.
 */
#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/path.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uprobes.h>
#include <linux/workqueue.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "probe/line.h"
#include "probe/uprobe.h"
#include "event/removal.h"
#include "probe/uprobe_event.h"

static const struct probe_env uprobe_env = {
	.reg		= regs_query_register_offset,
	/* Leave room for the gap between numbers and strings. */
	.bytes_max	= FETCH_ROOM - 4,
	.slots_max	= THREAD_SIZE / sizeof(long),
	.user		= true,
};

/* Log an error in a line. */
static void uprobe_refuse(const char *line, size_t len, const struct ktrace_parse_error *error)
{
	char *copy = kstrndup(line, min_t(size_t, len, PROBE_LINE_MAX), GFP_KERNEL);

	if (copy)
		ktrace_error(NULL, "trace_uprobe", copy, error->column,
			     probe_messages[error->code].text);
	kfree(copy);
}

static void uprobe_event_free(struct uprobe_event *ue)
{
	if (!ue)
		return;
	free_percpu(ue->hits);
	fetch_free(ue->fetch);
	path_put(&ue->path);
	kvfree(ue->file);
	kvfree(ue->line);
	kfree(ue);
}

DEFINE_FREE(uprobe_event, struct uprobe_event *, uprobe_event_free(_T))

/* struct ktrace_class.free */
static void uprobe_free(struct ktrace_event *event)
{
	uprobe_event_free(uprobe_event_of(event));
}

static const struct ktrace_class uprobe_class = {
	.enable		= ktrace_uprobe_enable,
	.disable	= ktrace_uprobe_disable,
	.field		= ktrace_uprobe_field,
	.print		= ktrace_uprobe_print,
	.print_fmt	= ktrace_uprobe_print_fmt,
	.free		= uprobe_free,
};

/* Allocate the event that @spec defines, without installing it; takes a reference to @path. */
static struct uprobe_event *uprobe_event_alloc(const struct probe_spec *spec,
					       const struct path *path)
{
	struct uprobe_event *ue __free(uprobe_event) =
		kzalloc(struct_size(ue, args, spec->nr_args), GFP_KERNEL);

	if (!ue)
		return NULL;
	ue->of = ue;
	INIT_LIST_HEAD(&ue->probes);
	INIT_LIST_HEAD(&ue->of_event);
	refcount_set(&ue->left, 1);
	ue->nr_args = spec->nr_args;
	ue->path = *path;
	path_get(&ue->path);
	ue->offset = spec->offset;
	ue->ref_ctr = spec->ref_ctr;
	ue->at_return = spec->kind == PROBE_RETURN;
	ue->head = ue->at_return ? UPROBE_RETURN_HEAD : UPROBE_ENTRY_HEAD;
	ue->bytes = ue->head + spec->bytes;
	strscpy(ue->group, spec->group);
	strscpy(ue->name, spec->event);
	ue->hits = alloc_percpu(unsigned long);
	ue->fetch = fetch_compile(spec, FETCH_FROM_REGS);
	ue->line = ktrace_probe_line(spec);
	ue->file = kstrdup(spec->path, GFP_KERNEL);
	if (!ue->hits || !ue->fetch || !ue->line || !ue->file)
		return NULL;
	ktrace_probe_args_set(ue->args, spec, ue->head);
	ue->event.system = ue->group;
	ue->event.name = ue->name;
	ue->event.class = &uprobe_class;
	ue->dynamic.kind = &ktrace_uprobe_kind;
	ue->dynamic.event = &ue->event;
	return no_free_ptr(ue);
}

/*
 * Return true if @ue and @other are at the same location with different reference
 * counters: the core accepts only one counter.
 */
static bool uprobe_ref_differs(const struct uprobe_event *ue, const struct uprobe_event *other)
{
	return ktrace_uprobe_inode(&ue->path) == ktrace_uprobe_inode(&other->path) &&
	       ue->offset == other->offset && ue->ref_ctr != other->ref_ctr;
}

/* Check @ue against the other probes at its location. */
static enum probe_err uprobe_place(const struct uprobe_event *ue, const struct probe_spec *spec,
				   unsigned int *column)
{
	const struct uprobe_event *other;

	ktrace_for_each_dynamic(other, &ktrace_uprobe_kind, dynamic) {
		if (!uprobe_ref_differs(ue, other))
			continue;
		*column = spec->ref_ctr ? spec->ref_column : spec->offset_column;
		return PROBE_ERR_REF_OTHER;
	}
	return PROBE_OK;
}

/*
 * Find the first probe of the event that @spec names; NULL if it is not a uprobe event.
 * Valid while ktrace_dynamic_mutex is held.
 */
static struct uprobe_event *uprobe_find(const struct probe_spec *spec)
{
	const struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(spec->group, spec->event);
	return event && event->class == &uprobe_class ? uprobe_event_of(event) : NULL;
}

/* Check whether @ue, created from @spec, can be appended to @of. */
static enum probe_err uprobe_may_append(const struct uprobe_event *of,
					const struct uprobe_event *ue,
					const struct probe_spec *spec, unsigned int *column)
{
	const struct uprobe_event *other;
	enum probe_err code;

	*column = 0;
	if (of->at_return != ue->at_return)
		return PROBE_ERR_DIFF_PROBE_TYPE;
	code = ktrace_probe_args_differ(of->args, of->nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	list_for_each_entry(other, &of->probes, of_event)
		if (ktrace_probe_line_same(other->line, ue->line))
			return PROBE_ERR_SAME_PROBE;
	return PROBE_OK;
}

/* Append @ue to @of's event. */
static int uprobe_append(struct uprobe_event *ue, struct uprobe_event *of)
{
	int err;

	guard(mutex)(&ktrace_event_mutex);
	err = ktrace_event_active(&of->event) ? ktrace_uprobe_arm(ue) : 0;
	if (err)
		return err;
	list_add_tail(&ue->of_event, &of->probes);
	refcount_inc(&of->left);
	return 0;
}

/* Register the event of @ue as its first probe. */
static int uprobe_first(struct uprobe_event *ue)
{
	list_add_tail(&ue->of_event, &ue->probes);
	return ktrace_event_register(&ue->event);
}

/* Install a parsed probe; on error nothing remains. */
static int uprobe_define(const struct probe_spec *spec, const struct path *path,
			 struct ktrace_session *session, struct ktrace_parse_error *error)
{
	struct uprobe_event *ue __free(uprobe_event) = uprobe_event_alloc(spec, path);
	struct uprobe_event *of;
	int err;

	if (!ue)
		return -ENOMEM;
	guard(mutex)(&ktrace_dynamic_mutex);
	error->code = uprobe_place(ue, spec, &error->column);
	if (error->code != PROBE_OK)
		return -probe_messages[error->code].error;
	of = uprobe_find(spec);
	if (of) {
		error->code = uprobe_may_append(of, ue, spec, &error->column);
		if (error->code != PROBE_OK)
			return -probe_messages[error->code].error;
		/* Handlers find the event through ue->of. */
		ue->of = of;
		ue->dynamic.event = &of->event;
	}
	error->column = of ? spec->offset_column : spec->name_column;
	err = of ? uprobe_append(ue, of) : uprobe_first(ue);
	if (err) {
		if (err == -EEXIST)
			error->code = PROBE_ERR_EVENT_EXISTS;
		return err;
	}
	ktrace_dynamic_add(&no_free_ptr(ue)->dynamic, session);
	return 0;
}

/* Removed probes that handlers may still use; uprobe_dead_work frees their data. */
static LLIST_HEAD(uprobe_dead_probes);

/* Retire a removed probe, and its event with the last probe. */
static void uprobe_retire(struct uprobe_event *ue)
{
	struct uprobe_event *of = ue->of;

	/* Only handlers use these, and no handler is running. */
	free_percpu(ue->hits);
	ue->hits = NULL;
	fetch_free(ue->fetch);
	ue->fetch = NULL;
	if (ue != of)
		uprobe_event_free(ue);
	if (refcount_dec_and_test(&of->left))
		ktrace_event_retire(&of->event);
}

static void uprobe_dead_retire(struct work_struct *work)
{
	struct llist_node *list = llist_del_all(&uprobe_dead_probes);
	struct uprobe_event *ue, *next;

	uprobe_unregister_sync();
	llist_for_each_entry_safe(ue, next, list, dead)
		uprobe_retire(ue);
}

static DECLARE_WORK(uprobe_dead_work, uprobe_dead_retire);

/* Remove the listeners of @ue and disarm it. */
static void uprobe_leave(struct uprobe_event *ue, struct ktrace_event_removal *removal)
{
	struct uprobe_event *of = ue->of;

	/* The event is removed with its last probe. */
	if (list_is_singular(&of->probes))
		ktrace_event_removal_add(removal, &of->event);
	guard(mutex)(&ktrace_event_mutex);
	ktrace_uprobe_disarm(ue);
	list_del_init(&ue->of_event);
}

/*
 * struct ktrace_dynamic_kind.release: @list is private.
 *
 * Do not wait for handlers here: a handler may itself wait for a page that another
 * process provides.
 */
static void uprobe_release(struct list_head *list)
{
	struct ktrace_event_removal removal;
	struct uprobe_event *ue, *next;

	ktrace_event_removal_begin(&removal);
	list_for_each_entry(ue, list, dynamic.node)
		uprobe_leave(ue, &removal);
	ktrace_event_removal_end(&removal);
	list_for_each_entry_safe(ue, next, list, dynamic.node) {
		/*
		 * Neither handlers nor readers need the file; a reference would prevent
		 * unmounting.
		 */
		path_put(&ue->path);
		ue->path = (struct path){ };
		llist_add(&ue->dead, &uprobe_dead_probes);
	}
	queue_work(system_long_wq, &uprobe_dead_work);
}

/* Execute a parsed line. */
static int uprobe_run(const char *line, struct probe_spec *spec,
		      struct ktrace_session *session, struct ktrace_parse_error *error)
{
	struct path path;
	int err;

	switch (spec->kind) {
	case PROBE_NOTHING:
		return 0;
	case PROBE_REMOVE: {
		guard(mutex)(&ktrace_dynamic_mutex);
		return ktrace_probe_remove(&ktrace_uprobe_kind, line, spec, error);
	}
	default:
		err = ktrace_uprobe_open(spec, &path, error);
		if (err)
			return err;
		err = uprobe_define(spec, &path, session, error);
		path_put(&path);
		return err;
	}
}

/**
 * ktrace_uprobe_command - execute a line of uprobe_events
 * @line:	the line, without newline; need not be zero-terminated
 * @len:	its length in bytes
 * @session:	owner of the probe; NULL for none
 *
 * Context: task; sleeps.
 * Return: 0, or a negative errno with nothing changed and an entry in the error log,
 * unless there is no memory.
 */
int ktrace_uprobe_command(const char *line, size_t len, struct ktrace_session *session)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { PROBE_OK, 0 };
	int err;

	if (!spec)
		return -ENOMEM;
	err = probe_parse(line, len, &uprobe_env, spec, &error);
	if (!err)
		err = uprobe_run(line, spec, session, &error);
	if (!err)
		return 0;
	if (error.code == PROBE_OK)
		error.code = PROBE_ERR_FAILED;
	uprobe_refuse(line, len, &error);
	return err;
}

static int uprobe_define_line(struct ktrace_command *command)
{
	command->logged = true;
	return ktrace_uprobe_command(command->text, command->len, command->session);
}

/*
 * Return true if the location of a line is in a file: kprobes use the same letters. The
 * path of a source file may follow a symbol and "@".
 */
static bool uprobe_takes(const char *line)
{
	const char *place = line + strcspn(line, " \t");

	place += strspn(place, " \t");
	return place[strcspn(place, "/@ \t")] == '/';
}

static void uprobe_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, container_of(dynamic, struct uprobe_event, dynamic)->line);
}

/* struct ktrace_dynamic_kind.matches: a location and arguments */
static bool uprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(container_of(dynamic, struct uprobe_event, dynamic)->line,
				    rest, &uprobe_env);
}

/* No hold(): release() also disarms a probe that is enabled meanwhile. */
struct ktrace_dynamic_kind ktrace_uprobe_kind = {
	.name		= "uprobe",
	.letters	= "pr",
	.takes		= uprobe_takes,
	.define		= uprobe_define_line,
	.show		= uprobe_show,
	.matches	= uprobe_matches,
	.release	= uprobe_release,
};

static unsigned long uprobe_hits(const struct uprobe_event *ue)
{
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(ue->hits, cpu);
	return hits;
}

/**
 * ktrace_uprobe_profile - show the hits of each probe
 * @m:	output
 *
 * Context: task; sleeps.
 */
void ktrace_uprobe_profile(struct seq_file *m)
{
	struct uprobe_event *ue;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ue, &ktrace_uprobe_kind, dynamic)
		seq_printf(m, "  %s %-44s %15lu\n", ue->file, ue->name, uprobe_hits(ue));
}

/**
 * ktrace_uprobe_init - accept lines that define probes in programs
 *
 * Context: boot.
 * Return: 0 or -ENOMEM.
 */
int __init ktrace_uprobe_init(void)
{
	int err = ktrace_uprobe_hit_init();

	if (!err)
		ktrace_dynamic_kind_add(&ktrace_uprobe_kind);
	return err;
}
