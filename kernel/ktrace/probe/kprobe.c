// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes as events: defining and removing them.
 *
 * Called by source.c and event/dynamic.c in task context. A line is parsed and checked as a
 * whole before anything is installed; the probe is then registered with the kprobes
 * core, not armed, so that an address that can't be probed is found now, and
 * last becomes an event, which anybody may enable at once. Removing goes the
 * same way back; what its records are printed with stays as long as there are any.
 * When the module that a probe stands in goes, the probe is
 * unregistered and stays an event; when the module comes again, so does the probe.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex, those of kprobes.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "probe/btf.h"
#include "probe/kprobe.h"
#include "probe/internal.h"
#include "probe/line.h"
#include "probe/symbol.h"
#include "parse/probe_parse.h"
#include "event/own_text.h"

/* How many probes are unregistered between two waits for their handlers. */
#define KPROBE_BATCH	32

/* Places of an event where no probe stands any more, of which the names are kept. */
#define KPROBE_SITES_UNUSED	16

static const struct probe_env kprobe_env = {
	.reg		= regs_query_register_offset,
	.data		= ktrace_data_symbol,
	.place		= ktrace_kprobe_place,
	.bytes_max	= KPROBE_BYTES_MAX,
	.slots_max	= THREAD_SIZE / sizeof(long),
	.dentry_name	= offsetof(struct dentry, d_name.name),
	.file_dentry	= offsetof(struct file, f_path.dentry),
	.types		= KTRACE_BTF_TYPES,
	.registers	= KTRACE_PROBE_REGISTERS,
};

/* What is known of an error besides its code; NULL: nothing, or there is no memory. */
static char *kprobe_error_detail(const struct probe_error *error, const struct probe_spec *spec)
{
	unsigned long before, behind;
	long long offset;

	switch (error->code) {
	case PROBE_ERR_AMBIGUOUS:
		return kasprintf(GFP_KERNEL, "%u functions have this name: give the address of one",
				 ktrace_kprobe_namesakes(spec->module, spec->symbol));
	case PROBE_ERR_BOUNDARY:
		if (!probe_code_boundaries(spec->address, &before, &behind))
			return NULL;
		if (!spec->symbol[0])
			return kasprintf(GFP_KERNEL, "%s: the nearest are 0x%lx and 0x%lx",
					 probe_error_text(error->code), before, behind);
		offset = spec->offset;
		return kasprintf(GFP_KERNEL, "%s: the nearest are %s%+lld and %s%+lld",
				 probe_error_text(error->code),
				 spec->symbol, offset + (long long)(before - spec->address),
				 spec->symbol, offset + (long long)(behind - spec->address));
	default:
		return NULL;
	}
}

/*
 * Tell the user what is wrong with a line; return the errno.  @spec is what the line was parsed
 * to, as far as the parser came; NULL: it is a line that was accepted before.
 */
static int kprobe_refuse(const char *line, size_t len, const struct probe_error *error,
			 const struct probe_spec *spec)
{
	char *copy __free(kfree) = kstrndup(line, min_t(size_t, len, PROBE_LINE_MAX),
					    GFP_KERNEL);
	char *detail __free(kfree) = spec ? kprobe_error_detail(error, spec) : NULL;

	if (copy)
		ktrace_error(NULL, "trace_kprobe", copy, error->column,
			     detail ?: probe_error_text(error->code));
	return probe_error_errno(error->code);
}

static void kprobe_event_free(struct kprobe_event *ke)
{
	struct kprobe_site *site, *next;

	if (!ke)
		return;
	list_for_each_entry_safe(site, next, &ke->sites, node) {
		kfree(site->where);
		kfree(site);
	}
	free_percpu(ke->hits);
	fetch_free(ke->fetch);
	kfree(ke->symbol);
	kvfree(ke->line);
	kfree(ke);
}

static void kprobe_site_free_rcu(struct rcu_head *rcu)
{
	struct kprobe_site *site = container_of(rcu, struct kprobe_site, rcu);

	kfree(site->where);
	kfree(site);
}

/* Take @site out of the list, while readers may look at it. */
static void kprobe_site_drop(struct kprobe_site *site)
{
	list_del_rcu(&site->node);
	call_rcu(&site->rcu, kprobe_site_free_rcu);
}

/* Whether a probe of @ke's event stands at the place of @site. */
static bool kprobe_site_in_use(const struct kprobe_event *ke, const struct kprobe_site *site)
{
	const struct kprobe_event *other;

	list_for_each_entry(other, &ke->probes, of_event)
		if (!other->waiting && (unsigned long)other->rp.kp.addr == site->address)
			return true;
	return false;
}

/*
 * Make room for a site: each reload of a module may put a probe elsewhere.  Of the places where
 * no probe stands any more the oldest goes; its records show what is at the address now.
 */
static void kprobe_sites_limit(struct kprobe_event *ke)
{
	struct kprobe_site *site, *oldest = NULL;
	unsigned int unused = 0;

	list_for_each_entry(site, &ke->sites, node) {
		if (kprobe_site_in_use(ke, site))
			continue;
		oldest = oldest ?: site;
		unused++;
	}
	if (unused >= KPROBE_SITES_UNUSED)
		kprobe_site_drop(oldest);
}

static struct kprobe_site *kprobe_site_alloc(const struct kprobe_event *ke,
					     unsigned long address)
{
	struct kprobe_site *site = kzalloc(sizeof(*site), GFP_KERNEL);

	if (!site)
		return NULL;
	site->address = address;
	site->where = kasprintf(GFP_KERNEL, ke->at_return ? "%ps" : "%pS", (void *)address);
	if (site->where)
		return site;
	kfree(site);
	return NULL;
}

/*
 * Remember the symbol that records of @ke's event show for the place at @address.  If another
 * module was loaded at that address before, the symbol of the present module replaces it.
 */
static int kprobe_add_site(struct kprobe_event *ke, unsigned long address)
{
	struct kprobe_site *site, *old;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	site = kprobe_site_alloc(ke, address);
	if (!site)
		return -ENOMEM;
	list_for_each_entry(old, &ke->sites, node) {
		if (old->address != address)
			continue;
		list_replace_rcu(&old->node, &site->node);
		call_rcu(&old->rcu, kprobe_site_free_rcu);
		return 0;
	}
	kprobe_sites_limit(ke);
	list_add_tail_rcu(&site->node, &ke->sites);
	return 0;
}

DEFINE_FREE(kprobe_event, struct kprobe_event *, kprobe_event_free(_T))

/**
 * ktrace_kprobe_free - struct ktrace_class.free
 * @event:	a probe's
 */
void ktrace_kprobe_free(struct ktrace_event *event)
{
	kprobe_event_free(kprobe_event_of(event));
}

/* Everything of a probe that can be had without installing it. */
static struct kprobe_event *kprobe_event_alloc(const struct probe_spec *spec)
{
	struct kprobe_event *ke __free(kprobe_event) =
		kzalloc(struct_size(ke, args, spec->nr_args), GFP_KERNEL);

	if (!ke)
		return NULL;
	ke->of = ke;
	INIT_LIST_HEAD(&ke->probes);
	INIT_LIST_HEAD(&ke->of_event);
	INIT_LIST_HEAD(&ke->sites);
	ke->nr_args = spec->nr_args;
	ke->at_return = spec->kind == PROBE_RETURN;
	strscpy(ke->group, spec->group);
	strscpy(ke->name, spec->event);
	ke->hits = alloc_percpu(unsigned long);
	ke->fetch = fetch_compile(spec);
	ke->line = ktrace_probe_line(spec);
	if (spec->symbol[0])
		ke->symbol = kstrdup(spec->symbol, GFP_KERNEL);
	if (!ke->hits || !ke->fetch || !ke->line ||
	    (spec->symbol[0] && !ke->symbol))
		return NULL;
	ke->offset = spec->offset;
	ke->waiting = spec->waiting;
	ke->typed = spec->typed;
	if (ke->waiting)
		strscpy(ke->module, spec->module);
	else
		ktrace_kprobe_module_of(spec->address, ke->module);
	ktrace_probe_args_set(ke->args, spec,
			      ke->at_return ? KPROBE_RETURN_HEAD : KPROBE_ENTRY_HEAD);
	ke->event.system = ke->group;
	ke->event.name = ke->name;
	ke->event.class = &ktrace_kprobe_class;
	ke->dynamic.kind = &ktrace_kprobe_kind;
	ke->dynamic.event = &ke->event;
	ke->rp.kp.addr = (void *)spec->address;
	ke->rp.kp.flags = KPROBE_FLAG_DISABLED;
	ke->rp.maxactive = spec->maxactive;
	ktrace_kprobe_hit_init(ke);
	return no_free_ptr(ke);
}

/*
 * Modules in which a kprobe was ever registered, as bits by the hash of the name.  Bits are never
 * cleared; two names that share one cost a wait in ktrace_kprobe_module_goes().
 */
static DECLARE_BITMAP(kprobe_modules, 256);

static unsigned int kprobe_module_bit(const char *name)
{
	return full_name_hash(NULL, name, strlen(name)) % BITS_PER_TYPE(kprobe_modules);
}

/**
 * ktrace_kprobe_probes_module - say that a kprobe is about to be registered in a module
 * @name: the module's name; empty for the kernel's own code
 *
 * ktrace_kprobe_module_goes() then waits for the optimizer when a module of that name goes.
 *
 * Context: task.
 */
void ktrace_kprobe_probes_module(const char *name)
{
	if (name[0])
		set_bit(kprobe_module_bit(name), kprobe_modules);
}

static int kprobe_register(struct kprobe_event *ke)
{
	ktrace_kprobe_probes_module(ke->module);
	return ke->at_return ? register_kretprobe(&ke->rp) : register_kprobe(&ke->rp.kp);
}

static void kprobe_unregister(struct kprobe_event *ke)
{
	if (ke->at_return)
		unregister_kretprobe(&ke->rp);
	else
		unregister_kprobe(&ke->rp.kp);
}

/**
 * struct kprobe_batch - probes that are unregistered with one wait for their handlers
 * @entries:	those at entry, @nr_entries of them
 * @returns:	those at return, @nr_returns of them
 * @nr_entries:	see @entries
 * @nr_returns:	see @returns
 */
struct kprobe_batch {
	struct kprobe	*entries[KPROBE_BATCH];
	struct kretprobe *returns[KPROBE_BATCH];
	int		nr_entries;
	int		nr_returns;
};

static bool kprobe_batch_full(const struct kprobe_batch *batch)
{
	return batch->nr_entries == KPROBE_BATCH || batch->nr_returns == KPROBE_BATCH;
}

static void kprobe_batch_add(struct kprobe_batch *batch, struct kprobe_event *ke)
{
	if (ke->at_return)
		batch->returns[batch->nr_returns++] = &ke->rp;
	else
		batch->entries[batch->nr_entries++] = &ke->rp.kp;
}

/* Unregister them; when this returns none of their handlers runs. */
static void kprobe_batch_flush(struct kprobe_batch *batch)
{
	unregister_kprobes(batch->entries, batch->nr_entries);
	unregister_kretprobes(batch->returns, batch->nr_returns);
	batch->nr_entries = 0;
	batch->nr_returns = 0;
}

/*
 * Leave a removed probe, which is not registered any more, to those who read its records;
 * or its event, if it was the last one.
 */
static void kprobe_retire(struct kprobe_event *ke)
{
	struct kprobe_event *of = ke->of;

	/* No handler runs that would need them. */
	free_percpu(ke->hits);
	ke->hits = NULL;
	fetch_free(ke->fetch);
	ke->fetch = NULL;
	if (ke != of)
		kprobe_event_free(ke);
	if (!--of->nr_left)
		ktrace_event_retire(&of->event);
}

/* Unregister up to KPROBE_BATCH probes of @list, wait, and retire them. */
static void kprobe_release_some(struct list_head *list)
{
	struct kprobe_event *ke, *next;
	struct kprobe_batch batch = { };
	LIST_HEAD(dead);

	list_for_each_entry_safe(ke, next, list, dynamic.node) {
		if (kprobe_batch_full(&batch))
			break;
		if (!ke->waiting)
			kprobe_batch_add(&batch, ke);
		list_move(&ke->dynamic.node, &dead);
	}
	kprobe_batch_flush(&batch);
	list_for_each_entry_safe(ke, next, &dead, dynamic.node) {
		list_del(&ke->dynamic.node);
		kprobe_retire(ke);
	}
}

/* struct ktrace_dynamic_kind.release: nobody else knows of @list. */
static void kprobe_release(struct list_head *list)
{
	struct kprobe_event *ke;

	/*
	 * First nobody can enable them; then they are unregistered, which disarms them
	 * and waits for all handlers, and so for hooks that still use the event; then
	 * they are the readers'.
	 */
	list_for_each_entry(ke, list, dynamic.node) {
		/* The event goes with the last one. */
		if (list_is_singular(&ke->of->probes))
			ktrace_event_remove(&ke->of->event);
		/* An event that stays may be enabled: this probe is left alone from now on. */
		guard(mutex)(&ktrace_event_mutex);
		list_del_init(&ke->of_event);
	}
	while (!list_empty(list))
		kprobe_release_some(list);
}

/* What the kprobes core or the event core has against a probe. */
static enum probe_err kprobe_refused(int err, bool in_module)
{
	switch (err) {
	case -EILSEQ:
		return PROBE_ERR_BOUNDARY;
	case -ENOENT:
		return in_module ? PROBE_ERR_NO_MODULE : PROBE_ERR_NO_SYMBOL;
	case -EINVAL:
		return PROBE_ERR_UNPROBEABLE;
	default:
		return PROBE_OK;
	}
}

/*
 * The event that @spec names, by the first of its probes; NULL if it is none of kprobes.
 * It stays as long as ktrace_dynamic_mutex is held.
 */
static struct kprobe_event *kprobe_find(const struct probe_spec *spec)
{
	const struct ktrace_event *event;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(spec->group, spec->event);
	return event && event->class == &ktrace_kprobe_class ? kprobe_event_of(event) : NULL;
}

/* Whether @ke, made of @spec, can be one more probe of @of. */
static enum probe_err kprobe_may_append(const struct kprobe_event *of,
					const struct kprobe_event *ke,
					const struct probe_spec *spec, unsigned int *column)
{
	const struct kprobe_event *other;
	enum probe_err code;

	*column = 0;
	if (of->at_return != ke->at_return)
		return PROBE_ERR_DIFF_PROBE_TYPE;
	code = ktrace_probe_args_differ(of->args, of->nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	list_for_each_entry(other, &of->probes, of_event)
		if (ktrace_probe_line_same(other->line, ke->line))
			return PROBE_ERR_SAME_PROBE;
	return PROBE_OK;
}

/* Add @ke, which is registered, or waits, to the probes of @of's event. */
static int kprobe_append(struct kprobe_event *ke, struct kprobe_event *of)
{
	int err = ke->waiting ? 0 : kprobe_add_site(of, (unsigned long)ke->rp.kp.addr);

	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	if (!ke->waiting && ktrace_event_active(&of->event)) {
		err = enable_kprobe(&ke->rp.kp);
		if (err)
			return err;
	}
	list_add_tail(&ke->of_event, &of->probes);
	return 0;
}

/* Make an event of @ke, which is registered, or waits, and its first probe. */
static int kprobe_first(struct kprobe_event *ke)
{
	int err = ke->waiting ? 0 : kprobe_add_site(ke, (unsigned long)ke->rp.kp.addr);

	if (err)
		return err;
	list_add_tail(&ke->of_event, &ke->probes);
	return ktrace_event_register(&ke->event);
}

/* Install what was parsed; nothing is left of it on error. */
static int kprobe_define(const struct probe_spec *spec, struct probe_error *error)
{
	struct kprobe_event *ke __free(kprobe_event) = kprobe_event_alloc(spec);
	struct kprobe_event *of = kprobe_find(spec);
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	/* It may have been locked since the file was opened. */
	if (security_locked_down(LOCKDOWN_KPROBES)) {
		error->code = PROBE_ERR_LOCKED_DOWN;
		return -EPERM;
	}
	if (!ke)
		return -ENOMEM;
	if (of) {
		error->code = kprobe_may_append(of, ke, spec, &error->column);
		if (error->code != PROBE_OK)
			return probe_error_errno(error->code);
		/* Its handlers find the event there. */
		ke->of = of;
		ke->dynamic.event = &of->event;
	}
	error->column = spec->place_column;
	err = ke->waiting ? 0 : kprobe_register(ke);
	if (err) {
		error->code = kprobe_refused(err, spec->module[0]);
		return err;
	}
	err = of ? kprobe_append(ke, of) : kprobe_first(ke);
	if (err) {
		if (!ke->waiting)
			kprobe_unregister(ke);
		if (err == -EEXIST)
			*error = (struct probe_error) {
				PROBE_ERR_EVENT_EXISTS, spec->name_column
			};
		return err;
	}
	ke->of->nr_left++;
	ktrace_dynamic_add(&no_free_ptr(ke)->dynamic);
	return 0;
}

static int kprobe_run(const char *line, const struct probe_spec *spec,
		      struct probe_error *error)
{
	switch (spec->kind) {
	case PROBE_ENTRY:
	case PROBE_RETURN:
		return kprobe_define(spec, error);
	case PROBE_REMOVE:
		return ktrace_probe_remove(&ktrace_kprobe_kind, line, spec, error);
	default:
		return 0;
	}
}

/*
 * Modules that come and go
 */

/*
 * Compile the arguments of @ke, which is not registered, anew: its module may be another
 * build than before, with other structures.  Its line need not name the module.
 */
static enum probe_err kprobe_recompile(struct kprobe_event *ke, unsigned int *column)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct probe_error error = { PROBE_ERR_FAILED, *column };
	struct probe_env env = kprobe_env;
	struct fetch *fetch;
	enum probe_err code;

	env.listed = true;
	env.module = ke->module;
	if (!spec || probe_parse(ke->line, strlen(ke->line), &env, spec, &error)) {
		*column = error.column;
		return error.code;
	}
	code = ktrace_probe_args_differ(ke->of->args, ke->of->nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	fetch = fetch_compile(spec);
	if (!fetch)
		return PROBE_ERR_FAILED;
	fetch_free(ke->fetch);
	ke->fetch = fetch;
	ktrace_kprobe_hit_init(ke);
	return PROBE_OK;
}

/*
 * Register @ke anew: its module came again, maybe elsewhere, maybe another one.  What is
 * wrong is at *@column of its line: at the place, unless an argument is.
 */
static enum probe_err kprobe_come_back(struct kprobe_event *ke, unsigned int *column)
{
	unsigned long address;
	enum probe_err code;
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (security_locked_down(LOCKDOWN_KPROBES))
		return PROBE_ERR_LOCKED_DOWN;
	code = ktrace_kprobe_resolve(ke->module, ke->symbol, ke->offset, &address);
	if (code == PROBE_OK && ke->typed)
		code = kprobe_recompile(ke, column);
	if (code != PROBE_OK)
		return code;
	/* Registering begins to count from 0. */
	ke->missed += ke->rp.kp.nmissed + ke->rp.nmissed;
	ke->rp.kp.nmissed = 0;
	ke->rp.nmissed = 0;
	ke->rp.kp.addr = (void *)address;
	ke->rp.kp.flags = KPROBE_FLAG_DISABLED;
	err = kprobe_register(ke);
	if (err)
		return kprobe_refused(err, true) ?: PROBE_ERR_FAILED;
	/* Without it the place is shown by its address. */
	kprobe_add_site(ke->of, address);
	guard(mutex)(&ktrace_event_mutex);
	ke->waiting = false;
	/* It may have been enabled at any time since it was defined. */
	if (ktrace_event_active(&ke->of->event) && enable_kprobe(&ke->rp.kp))
		return PROBE_ERR_FAILED;
	return PROBE_OK;
}

/**
 * ktrace_kprobe_module_came - arm the probes that wait for a module
 * @name:	its name
 *
 * What can't be armed waits on, and the error log tells why.
 *
 * Context: task; sleeps; the module's code has not run yet.
 */
void ktrace_kprobe_module_came(const char *name)
{
	struct kprobe_event *ke;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, dynamic) {
		/* The place stands behind the name. */
		struct probe_error error = { PROBE_OK, strcspn(ke->line, " ") + 1 };

		/* An address means nothing in a module that was loaded again. */
		if (!ke->waiting || !ke->symbol || strcmp(ke->module, name))
			continue;
		error.code = kprobe_come_back(ke, &error.column);
		if (error.code != PROBE_OK)
			kprobe_refuse(ke->line, strlen(ke->line), &error, NULL);
	}
}

static bool kprobe_goes(const struct kprobe_event *ke, const struct module *mod, bool all)
{
	unsigned long address = (unsigned long)ke->rp.kp.addr;

	return !ke->waiting &&
	       (all ? within_module(address, mod) : within_module_init(address, mod));
}

/* Unregister the probes in @mod, and have them wait for it. */
static void kprobe_leave_module(const struct module *mod, bool all)
{
	struct kprobe_batch batch = { };
	struct kprobe_event *ke;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, dynamic) {
		if (!kprobe_goes(ke, mod, all))
			continue;
		/* From here on nobody arms it. */
		scoped_guard(mutex, &ktrace_event_mutex)
			ke->waiting = true;
		kprobe_batch_add(&batch, ke);
		if (kprobe_batch_full(&batch))
			kprobe_batch_flush(&batch);
	}
	kprobe_batch_flush(&batch);
}

/**
 * ktrace_kprobe_module_goes - have the probes in a module wait for it
 * @mod:	the module; its code is still there
 * @all:	all of it goes; else what it needed to start
 *
 * They stay events, and may be enabled and disabled.
 *
 * The kprobes core takes the jump of an optimised probe back some time after the probe was
 * unregistered, here or by its user.  If the module goes before that, the core never forgets
 * the probe, and later refuses any other one at the same address.  So have the core do its
 * pending work first, if a probe was ever registered in the module.
 *
 * Context: task; sleeps.
 */
void ktrace_kprobe_module_goes(const struct module *mod, bool all)
{
	kprobe_leave_module(mod, all);
	if (test_bit(kprobe_module_bit(mod->name), kprobe_modules))
		wait_for_kprobe_optimizer();
}

/**
 * ktrace_kprobe_command - do what a line of kprobe_events asks for
 * @line: the line, without newline; need not end in a zero
 * @len: its bytes
 *
 * Context: task; sleeps.
 * Return: 0; or a negative errno, then nothing has changed and the error log
 * tells why, unless there is no memory.
 */
int ktrace_kprobe_command(const char *line, size_t len)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct probe_error error = { PROBE_OK, 0 };
	int err;

	if (!spec)
		return -ENOMEM;
	/* What the line says of a module holds until the probe is one that follows it. */
	guard(mutex)(&ktrace_dynamic_mutex);
	err = probe_parse(line, len, &kprobe_env, spec, &error);
	if (!err)
		err = kprobe_run(line, spec, &error);
	if (!err)
		return 0;
	if (error.code != PROBE_OK)
		return kprobe_refuse(line, len, &error, spec);
	error.code = PROBE_ERR_FAILED;
	kprobe_refuse(line, len, &error, NULL);
	return err;
}

static int kprobe_define_line(struct ktrace_command *command)
{
	command->logged = true;
	return ktrace_kprobe_command(command->text, command->len);
}

static void kprobe_show(const struct ktrace_dynamic *dynamic, struct seq_file *m)
{
	seq_puts(m, container_of(dynamic, struct kprobe_event, dynamic)->line);
}

/* struct ktrace_dynamic_kind.matches: a place, and arguments */
static bool kprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(container_of(dynamic, struct kprobe_event, dynamic)->line,
				    rest, &kprobe_env);
}

/* Whoever enables a probe that is held has it taken away again: there is no hold(). */
struct ktrace_dynamic_kind ktrace_kprobe_kind = {
	.name		= "kprobe",
	.letters	= "pr",
	.define		= kprobe_define_line,
	.show		= kprobe_show,
	.matches	= kprobe_matches,
	.release	= kprobe_release,
};

static unsigned long kprobe_hits(const struct kprobe_event *ke)
{
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(ke->hits, cpu);
	return hits;
}

/**
 * ktrace_kprobe_profile - how often each probe was hit and missed
 * @m: where to
 *
 * Context: task; sleeps.
 */
void ktrace_kprobe_profile(struct seq_file *m)
{
	struct kprobe_event *ke;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, dynamic)
		seq_printf(m, "  %-44s %15lu %15lu\n", ke->name, kprobe_hits(ke),
			   ke->missed + ke->rp.kp.nmissed + ke->rp.nmissed);
}

/**
 * ktrace_kprobe_init - forbid probes on ktrace's own code, watch modules, take lines
 *
 * Most of it would bear them: what is called while a probe is being recorded
 * is counted as missed. But a tracer that appears in its own traces misleads.
 *
 * Return: 0, or a negative errno.
 */
int __init ktrace_kprobe_init(void)
{
	int err = kprobe_add_area_blacklist((unsigned long)ktrace_text_first,
					    (unsigned long)ktrace_text_last);

	err = err ?: ktrace_kprobe_watch_modules() ?: ktrace_symbol_watch_modules();
	if (!err)
		ktrace_dynamic_kind_add(&ktrace_kprobe_kind);
	return err;
}
