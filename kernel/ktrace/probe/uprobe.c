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
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/task_work.h>
#include <linux/uprobes.h>
#include <linux/workqueue.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "event/arming.h"
#include "event/removal.h"
#include "probe/image.h"
#include "probe/line.h"
#include "probe/uprobe.h"
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
	ktrace_probe_exit(&ue->probe);
	path_put(&ue->path);
	kvfree(ue->file);
	kfree(ue);
}

DEFINE_FREE(uprobe_event, struct uprobe_event *, uprobe_event_free(_T))

static void uprobe_free(struct ktrace_probe *probe)
{
	uprobe_event_free(uprobe_event_of(probe));
}

static int uprobe_arm(struct ktrace_probe *probe)
{
	struct uprobe_event *ue = uprobe_event_of(probe);

	return ktrace_uprobe_check_size(ue) ?: ktrace_uprobe_arm(ue);
}

static void uprobe_disarm(struct ktrace_probe *probe)
{
	ktrace_uprobe_disarm(uprobe_event_of(probe));
}

static int uprobe_armed(const struct ktrace_probe *probe)
{
	return ktrace_uprobe_armed(uprobe_event_of(probe));
}

static const struct ktrace_class uprobe_class = {
	.enable		= ktrace_probe_enable,
	.armed		= ktrace_probe_armed,
	.disable	= ktrace_probe_disable,
	.field		= ktrace_probe_field,
	.print		= ktrace_uprobe_print,
	.print_fmt	= ktrace_probe_print_fmt,
	.free		= ktrace_probe_free,
};

static const struct ktrace_probe_ops uprobe_ops = {
	.class		= &uprobe_class,
	.kind		= &ktrace_uprobe_kind,
	.images		= &ktrace_uprobe_images,
	.arm		= uprobe_arm,
	.armed		= uprobe_armed,
	.disarm		= uprobe_disarm,
	.free		= uprobe_free,
};

/* Allocate the event that @spec defines, without installing it; takes a reference to @path. */
static struct uprobe_event *uprobe_event_alloc(const struct probe_spec *spec,
					       const struct path *path)
{
	struct uprobe_event *ue __free(uprobe_event) = kzalloc(sizeof(*ue), GFP_KERNEL);
	u8 head = spec->kind == PROBE_RETURN ? PROBE_RETURN_HEAD : PROBE_ENTRY_HEAD;

	if (!ue)
		return NULL;
	ue->path = *path;
	path_get(&ue->path);
	ue->offset = spec->offset;
	ue->ref_ctr = spec->ref_ctr;
	ue->bytes = head + spec->bytes;
	ue->file = kstrdup(spec->path, GFP_KERNEL);
	if (ktrace_probe_init(&ue->probe, spec, head, &uprobe_ops) || !ue->file)
		return NULL;
	return no_free_ptr(ue);
}

/*
 * Return true if @ue and @other are at the same location with different reference
 * counters: the uprobes core accepts only one counter.
 */
static bool uprobe_ref_differs(const struct uprobe_event *ue, const struct uprobe_event *other)
{
	return ktrace_uprobe_inode(&ue->path) == ktrace_uprobe_inode(&other->path) &&
	       ue->offset == other->offset && ue->ref_ctr != other->ref_ctr;
}

/* Check @ue against the other probes at its location. */
static enum probe_err uprobe_check_ref(const struct uprobe_event *ue, const struct probe_spec *spec,
				       unsigned int *column)
{
	const struct uprobe_event *other;

	ktrace_for_each_dynamic(other, &ktrace_uprobe_kind, probe.dynamic) {
		if (!uprobe_ref_differs(ue, other))
			continue;
		*column = spec->ref_ctr ? spec->ref_column : spec->offset_column;
		return PROBE_ERR_REF_OTHER;
	}
	return PROBE_OK;
}

/* Install a parsed probe; on error nothing remains. */
static int uprobe_define(const struct probe_spec *spec, const struct path *path,
			 struct ktrace_session *session, struct ktrace_parse_error *error)
{
	struct uprobe_event *ue __free(uprobe_event) = uprobe_event_alloc(spec, path);
	int err;

	if (!ue)
		return -ENOMEM;
	guard(mutex)(&ktrace_dynamic_mutex);
	error->code = uprobe_check_ref(ue, spec, &error->column);
	if (error->code != PROBE_OK)
		return -probe_messages[error->code].error;
	err = ktrace_probe_join(&ue->probe, spec, error);
	if (err)
		return err;
	error->column = ue->probe.of == &ue->probe ? spec->name_column : spec->offset_column;
	err = ktrace_probe_add(&ue->probe, spec, session, error);
	if (!err)
		retain_and_null_ptr(ue);
	return err;
}

/* Removed probes that handlers may still use; uprobe_dead_work frees their data. */
static LLIST_HEAD(uprobe_dead_probes);

/* Neither handlers nor readers of a removed probe need its file, and it prevents unmounting. */
static void uprobe_drop_file(struct uprobe_event *ue)
{
	path_put(&ue->path);
	ue->path = (struct path){ };
}

static void uprobe_dead_retire(struct work_struct *work)
{
	struct llist_node *list = llist_del_all(&uprobe_dead_probes);
	struct uprobe_event *ue, *next;

	llist_for_each_entry(ue, list, dead)
		uprobe_drop_file(ue);
	uprobe_unregister_sync();
	llist_for_each_entry_safe(ue, next, list, dead)
		ktrace_probe_retire(&ue->probe);
}

static DECLARE_WORK(uprobe_dead_work, uprobe_dead_retire);

static void uprobe_free_later(struct uprobe_event *ue)
{
	llist_add(&ue->dead, &uprobe_dead_probes);
	queue_work(system_long_wq, &uprobe_dead_work);
}

static void uprobe_leave_work(struct callback_head *leave)
{
	struct uprobe_event *ue = container_of(leave, struct uprobe_event, leave);

	uprobe_drop_file(ue);
	uprobe_free_later(ue);
}

/*
 * Drop the file of a removed probe without any mutex: the last reference of a deleted file waits
 * for its file system, which may be on another machine.  The task drops the file when it returns to
 * user space, as it does with files that it closes.
 */
static void uprobe_leave(struct uprobe_event *ue)
{
	init_task_work(&ue->leave, uprobe_leave_work);
	if ((current->flags & PF_KTHREAD) || task_work_add(current, &ue->leave, TWA_RESUME))
		uprobe_free_later(ue);
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
	list_for_each_entry(ue, list, probe.dynamic.node)
		ktrace_probe_leave(&ue->probe, &removal, uprobe_disarm);
	ktrace_event_removal_end(&removal);
	/* The worker uses the inodes; wait once for all probes. */
	ktrace_arming_wait();
	list_for_each_entry_safe(ue, next, list, probe.dynamic.node)
		uprobe_leave(ue);
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

/* struct ktrace_dynamic_kind.matches: a location and arguments */
static int uprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(ktrace_probe_from(dynamic)->line, rest, &uprobe_env);
}

/* No hold(): release() also disarms a probe that is enabled meanwhile. */
struct ktrace_dynamic_kind ktrace_uprobe_kind = {
	.name		= "uprobe",
	.letters	= "pr",
	.takes		= uprobe_takes,
	.define		= uprobe_define_line,
	.show		= ktrace_probe_show,
	.matches	= uprobe_matches,
	.release	= uprobe_release,
};

/**
 * ktrace_uprobe_profile - show the hits and misses of each probe
 * @m:	output
 *
 * Context: task; sleeps.
 */
void ktrace_uprobe_profile(struct seq_file *m)
{
	struct uprobe_event *ue;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ue, &ktrace_uprobe_kind, probe.dynamic) {
		const struct ktrace_probe_counts sum = ktrace_probe_sum(&ue->probe);

		seq_printf(m, "  %s %-44s %15lu %15lu\n", ue->file, ue->probe.name, sum.hits,
			   sum.missed);
	}
}

/**
 * ktrace_uprobe_init - accept lines that define probes in programs
 *
 * Context: boot.
 * Return: 0 or -ENOMEM.
 */
int __init ktrace_uprobe_init(void)
{
	int err = ktrace_arming_init();

	if (!err)
		ktrace_dynamic_kind_add(&ktrace_uprobe_kind);
	return err;
}
