// SPDX-License-Identifier: GPL-2.0
/*
 * Definition and removal of kprobe events.
 *
 * Called by source.c and event/dynamic.c in task context. A line is parsed and checked
 * completely before anything is installed. The probe is then registered with the
 * kprobes core, disabled, which detects addresses that cannot be probed. Last, the
 * event is registered and can be enabled. Removal is done in the reverse order; the
 * data for printing records is kept as long as there are records. When the module of a
 * probe is unloaded, the probe is unregistered but its event stays; when the module is
 * loaded again, the probe is registered again.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex, the locks of kprobes.
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

#include "buffer/hooks.h"
#include "command/error_log.h"
#include "command/knob.h"
#include "probe/btf.h"
#include "probe/image.h"
#include "probe/kprobe.h"
#include "probe/kprobe_batch.h"
#include "probe/internal.h"
#include "probe/line.h"
#include "probe/module.h"
#include "probe/symbol.h"
#include "parse/probe_parse.h"
#include "event/own_text.h"
#include "event/removal.h"

/* Maximum number of locations without a probe whose names an event keeps. */
#define KPROBE_SITES_UNUSED	16

static const struct probe_env kprobe_env = {
	.reg		= regs_query_register_offset,
	.data		= ktrace_data_symbol,
	.locate		= ktrace_kprobe_locate,
	.bytes_max	= KPROBE_BYTES_MAX,
	.slots_max	= THREAD_SIZE / sizeof(long),
	.dentry_name	= offsetof(struct dentry, d_name.name),
	.file_dentry	= offsetof(struct file, f_path.dentry),
	.types		= KTRACE_BTF_TYPES,
	.registers	= KTRACE_PROBE_REGISTERS,
};

/* Return a more specific message for an error; NULL if there is none, or without memory. */
static char *kprobe_error_detail(const struct ktrace_parse_error *error,
				 const struct probe_spec *spec)
{
	unsigned long before, behind;
	long long offset;

	switch (error->code) {
	case PROBE_ERR_AMBIGUOUS:
		return kasprintf(GFP_KERNEL, "%u functions have this name: give the address of one",
				 ktrace_kprobe_namesakes(spec->module, spec->symbol));
	case PROBE_ERR_NO_SYMBOL:
		/* Users of perf probe know locations of the form SYMBOL@FILE. */
		if (!strchr(spec->symbol, '@'))
			return NULL;
		return kstrdup("no such symbol: perf probe -D knows files, the kernel does not",
			       GFP_KERNEL);
	case PROBE_ERR_BOUNDARY:
		if (!probe_code_boundaries(spec->address, &before, &behind))
			return NULL;
		/* The kprobes core uses this errno also for instructions that it cannot probe. */
		if (before == spec->address)
			return kstrdup(probe_messages[PROBE_ERR_UNPROBEABLE].text, GFP_KERNEL);
		if (!spec->symbol[0])
			return kasprintf(GFP_KERNEL, "%s: the nearest are 0x%lx and 0x%lx",
					 probe_messages[error->code].text, before, behind);
		offset = spec->offset;
		return kasprintf(GFP_KERNEL, "%s: the nearest are %s%+lld and %s%+lld",
				 probe_messages[error->code].text,
				 spec->symbol, offset + (long long)(before - spec->address),
				 spec->symbol, offset + (long long)(behind - spec->address));
	default:
		return NULL;
	}
}

/*
 * Log an error in a line; return its errno. @spec is the parsed line, as far as the
 * parser got; NULL if the line was accepted before.
 */
static int kprobe_refuse(const char *line, size_t len, const struct ktrace_parse_error *error,
			 const struct probe_spec *spec)
{
	char *copy __free(kfree) = kstrndup(line, min_t(size_t, len, PROBE_LINE_MAX),
					    GFP_KERNEL);
	char *detail __free(kfree) = spec ? kprobe_error_detail(error, spec) : NULL;

	if (copy)
		ktrace_error(NULL, "trace_kprobe", copy, error->column,
			     detail ?: probe_messages[error->code].text);
	return -probe_messages[error->code].error;
}

static void kprobe_site_free(struct kprobe_site *site)
{
	kfree(site->where);
	kfree(site);
}

static void kprobe_event_free(struct kprobe_event *ke)
{
	struct kprobe_site *site, *next;

	if (!ke)
		return;
	list_for_each_entry_safe(site, next, &ke->sites, node)
		kprobe_site_free(site);
	ktrace_probe_exit(&ke->probe);
	kfree(ke->symbol);
	kfree(ke);
}

static void kprobe_site_free_rcu(struct rcu_head *rcu)
{
	kprobe_site_free(container_of(rcu, struct kprobe_site, rcu));
}

/* Remove @site from its list and free it after its readers. */
static void kprobe_site_drop(struct kprobe_site *site)
{
	list_del_rcu(&site->node);
	call_rcu(&site->rcu, kprobe_site_free_rcu);
}

/* Return true if a probe of @ke's event is at the address of @site. */
static bool kprobe_site_in_use(const struct kprobe_event *ke, const struct kprobe_site *site)
{
	const struct kprobe_event *other;

	list_for_each_entry(other, &ke->probe.probes, probe.of_event)
		if (!other->waiting && (unsigned long)other->rp.kp.addr == site->address)
			return true;
	return false;
}

/*
 * Make room for a site: each reload of a module may move a probe. Drops the oldest site
 * without a probe; its records then show the symbol that is at the address now.
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
	site->where = kasprintf(GFP_KERNEL, ke->probe.at_return ? "%ps" : "%pS", (void *)address);
	if (site->where)
		return site;
	kfree(site);
	return NULL;
}

/*
 * Let records of @ke's event show the symbol of @site for its address. The symbol of the
 * present module replaces that of another module that was loaded at this address
 * before.
 */
static void kprobe_add_site(struct kprobe_event *ke, struct kprobe_site *site)
{
	struct kprobe_site *old;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	list_for_each_entry(old, &ke->sites, node) {
		if (old->address != site->address)
			continue;
		list_replace_rcu(&old->node, &site->node);
		call_rcu(&old->rcu, kprobe_site_free_rcu);
		return;
	}
	kprobe_sites_limit(ke);
	list_add_tail_rcu(&site->node, &ke->sites);
}

DEFINE_FREE(kprobe_event, struct kprobe_event *, kprobe_event_free(_T))

static void kprobe_free(struct ktrace_probe *probe)
{
	kprobe_event_free(kprobe_event_of(probe));
}

/*
 * Arming and disarming. A probe that waits for its module is armed when the module is
 * loaded; it does not prevent the other probes of the event from being armed.
 */
static int kprobe_arm(struct ktrace_probe *probe)
{
	struct kprobe_event *ke = kprobe_event_of(probe);

	lockdep_assert_held(&ktrace_event_mutex);
	/* A probe in code that is permanently gone is skipped, too. */
	return ke->waiting || kprobe_gone(&ke->rp.kp) ? 0 : enable_kprobe(&ke->rp.kp);
}

static void kprobe_disarm(struct ktrace_probe *probe)
{
	struct kprobe_event *ke = kprobe_event_of(probe);

	lockdep_assert_held(&ktrace_event_mutex);
	if (!ke->waiting && !kprobe_disabled(&ke->rp.kp))
		disable_kprobe(&ke->rp.kp);
}

static unsigned long kprobe_missed(const struct ktrace_probe *probe)
{
	const struct kprobe_event *ke = kprobe_event_of(probe);

	return ke->missed + ke->rp.kp.nmissed + ke->rp.nmissed;
}

static const struct ktrace_class kprobe_class = {
	.enable		= ktrace_probe_enable,
	.disable	= ktrace_probe_disable,
	.field		= ktrace_probe_field,
	.print		= ktrace_kprobe_print,
	.print_fmt	= ktrace_probe_print_fmt,
	.free		= ktrace_probe_free,
};

static const struct ktrace_probe_ops kprobe_ops = {
	.class		= &kprobe_class,
	.kind		= &ktrace_kprobe_kind,
	.images		= &ktrace_kprobe_images,
	.arm		= kprobe_arm,
	.disarm		= kprobe_disarm,
	.free		= kprobe_free,
	.missed		= kprobe_missed,
};

/* Allocate and compile a probe, without registering its event or arming it. */
static struct kprobe_event *kprobe_event_alloc(const struct probe_spec *spec)
{
	struct kprobe_event *ke __free(kprobe_event) = kzalloc(sizeof(*ke), GFP_KERNEL);

	if (!ke)
		return NULL;
	INIT_LIST_HEAD(&ke->sites);
	if (ktrace_probe_init(&ke->probe, spec, spec->kind == PROBE_RETURN ? PROBE_RETURN_HEAD :
									     PROBE_ENTRY_HEAD,
			      &kprobe_ops))
		return NULL;
	if (spec->symbol[0])
		ke->symbol = kstrdup(spec->symbol, GFP_KERNEL);
	if (spec->symbol[0] && !ke->symbol)
		return NULL;
	ke->offset = spec->offset;
	ke->waiting = spec->waiting;
	if (ke->waiting)
		strscpy(ke->module, spec->module);
	else
		ktrace_kprobe_module_of(spec->address, ke->module);
	ke->rp.kp.addr = (void *)spec->address;
	ke->rp.kp.flags = KPROBE_FLAG_DISABLED;
	ke->rp.maxactive = spec->maxactive;
	ktrace_kprobe_hit_init(ke);
	return no_free_ptr(ke);
}

/*
 * Bitmap by hash of the name: modules in which a kprobe was ever registered. Bits are
 * never cleared; a hash collision costs a wait in ktrace_kprobe_module_goes().
 */
static DECLARE_BITMAP(kprobe_modules, 256);

static unsigned int kprobe_module_bit(const char *name)
{
	return full_name_hash(NULL, name, strlen(name)) % BITS_PER_TYPE(kprobe_modules);
}

/**
 * ktrace_kprobe_probes_module - note that a kprobe is about to be registered in a
 * module
 * @name:	the module's name; empty for the kernel
 *
 * ktrace_kprobe_module_goes() then waits for the optimizer when the module is unloaded.
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
	return ke->probe.at_return ? register_kretprobe(&ke->rp) : register_kprobe(&ke->rp.kp);
}

static void kprobe_unregister(struct kprobe_event *ke)
{
	if (ke->probe.at_return)
		unregister_kretprobe(&ke->rp);
	else
		unregister_kprobe(&ke->rp.kp);
}

static void kprobe_batch_add(struct kprobe_batch *batch, struct kprobe_event *ke)
{
	if (ke->probe.at_return)
		ktrace_kprobe_batch_add_return(batch, &ke->rp);
	else
		ktrace_kprobe_batch_add(batch, &ke->rp.kp);
}

/* Unregister as many probes of @list as @batch has room for, wait, and retire them. */
static void kprobe_release_some(struct list_head *list, struct kprobe_batch *batch)
{
	struct kprobe_event *ke, *next;
	LIST_HEAD(dead);

	list_for_each_entry_safe(ke, next, list, probe.dynamic.node) {
		if (ktrace_kprobe_batch_full(batch))
			break;
		if (!ke->waiting)
			kprobe_batch_add(batch, ke);
		list_move(&ke->probe.dynamic.node, &dead);
	}
	ktrace_kprobe_batch_flush(batch);
	/* The kprobes core waits for a grace period only. */
	ktrace_hooks_wait_offline();
	list_for_each_entry_safe(ke, next, &dead, probe.dynamic.node) {
		list_del(&ke->probe.dynamic.node);
		ktrace_probe_retire(&ke->probe);
	}
}

/* struct ktrace_dynamic_kind.release: @list is private. */
static void kprobe_release(struct list_head *list)
{
	struct ktrace_event_removal removal;
	struct kprobe_batch batch;
	struct kprobe_event *ke;

	/*
	 * Remove the events first, so that they cannot be enabled. Unregistering
	 * disarms the probes and waits for all handlers, and thereby for hooks that use
	 * the event. Then only readers are left.
	 */
	ktrace_event_removal_begin(&removal);
	list_for_each_entry(ke, list, probe.dynamic.node)
		ktrace_probe_leave(&ke->probe, &removal, NULL);
	ktrace_event_removal_end(&removal);
	ktrace_kprobe_batch_begin(&batch, list_count_nodes(list));
	while (!list_empty(list))
		kprobe_release_some(list, &batch);
	ktrace_kprobe_batch_end(&batch);
}

/* Convert an errno of the kprobes core or of event registration to a parser error. */
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

/* Add @ke, which is registered or waits for its module, to its event. */
static int kprobe_add(struct kprobe_event *ke, const struct probe_spec *spec,
		      struct ktrace_session *session, struct ktrace_parse_error *error)
{
	struct kprobe_event *of = kprobe_event_of(ke->probe.of);
	struct kprobe_site *site = NULL;
	int err;

	if (!ke->waiting) {
		site = kprobe_site_alloc(of, (unsigned long)ke->rp.kp.addr);
		if (!site)
			return -ENOMEM;
	}
	err = ktrace_probe_add(&ke->probe, spec, session, error);
	/* Before this, records show the symbol at their address, which is still the same. */
	if (site && !err)
		kprobe_add_site(of, site);
	else if (site)
		kprobe_site_free(site);
	return err;
}

/* Install a parsed probe; on error nothing remains. */
static int kprobe_define(const struct probe_spec *spec, struct ktrace_session *session,
			 struct ktrace_parse_error *error)
{
	struct kprobe_event *ke __free(kprobe_event) = kprobe_event_alloc(spec);
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	/* Check again: the kernel may have been locked down after the file was opened. */
	if (security_locked_down(LOCKDOWN_KPROBES)) {
		error->code = PROBE_ERR_LOCKED_DOWN;
		return -EPERM;
	}
	if (!ke)
		return -ENOMEM;
	err = ktrace_probe_join(&ke->probe, spec, error);
	if (err)
		return err;
	error->column = spec->location_column;
	err = ke->waiting ? 0 : kprobe_register(ke);
	if (err) {
		error->code = kprobe_refused(err, spec->module[0]);
		return err;
	}
	err = kprobe_add(ke, spec, session, error);
	if (err) {
		if (!ke->waiting)
			kprobe_unregister(ke);
		return err;
	}
	retain_and_null_ptr(ke);
	return 0;
}

static int kprobe_run(const char *line, const struct probe_spec *spec,
		      struct ktrace_session *session, struct ktrace_parse_error *error)
{
	switch (spec->kind) {
	case PROBE_ENTRY:
	case PROBE_RETURN:
		return kprobe_define(spec, session, error);
	case PROBE_REMOVE:
		return ktrace_probe_remove(&ktrace_kprobe_kind, line, spec, error);
	default:
		return 0;
	}
}

/* Modules */

/*
 * Compile the arguments of the unregistered probe @ke again: its module may be another
 * build with other structures. The line of @ke need not contain the module's name.
 */
static enum probe_err kprobe_recompile(struct kprobe_event *ke, unsigned int *column)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct probe_env env = kprobe_env;
	enum probe_err code;

	env.module = ke->module;
	if (!spec)
		return PROBE_ERR_FAILED;
	code = ktrace_probe_parse_again(&ke->probe, &env, spec, column);
	if (code != PROBE_OK)
		return code;
	if (ktrace_probe_compile(&ke->probe, spec))
		return PROBE_ERR_FAILED;
	ktrace_kprobe_hit_init(ke);
	return PROBE_OK;
}

/*
 * Register @ke after its module was loaded again, possibly at another address or as
 * another build. On error *@column is the position in its line: the location, or an
 * argument.
 */
static enum probe_err kprobe_come_back(struct kprobe_event *ke, unsigned int *column)
{
	struct kprobe_site *site;
	unsigned long address;
	enum probe_err code;
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (security_locked_down(LOCKDOWN_KPROBES))
		return PROBE_ERR_LOCKED_DOWN;
	code = ktrace_kprobe_resolve(ke->module, ke->symbol, ke->offset, &address);
	if (code == PROBE_OK && ke->probe.typed)
		code = kprobe_recompile(ke, column);
	if (code != PROBE_OK)
		return code;
	/* Registration resets the counters. */
	ke->missed += ke->rp.kp.nmissed + ke->rp.nmissed;
	ke->rp.kp.nmissed = 0;
	ke->rp.nmissed = 0;
	ke->rp.kp.addr = (void *)address;
	ke->rp.kp.flags = KPROBE_FLAG_DISABLED;
	err = kprobe_register(ke);
	if (err)
		return kprobe_refused(err, true) ?: PROBE_ERR_FAILED;
	/* Without memory, records show the address only. */
	site = kprobe_site_alloc(kprobe_event_of(ke->probe.of), address);
	if (site)
		kprobe_add_site(kprobe_event_of(ke->probe.of), site);
	guard(mutex)(&ktrace_event_mutex);
	ke->waiting = false;
	/* A user may have enabled the event while the probe waited for its module. */
	if (ktrace_event_active(&ke->probe.of->event) && enable_kprobe(&ke->rp.kp))
		return PROBE_ERR_FAILED;
	return PROBE_OK;
}

/**
 * ktrace_kprobe_module_came - register the probes that wait for a module
 * @name:	its name
 *
 * Probes that cannot be registered continue to wait, with an entry in the error log.
 *
 * Context: task; sleeps; before the module's code runs.
 */
void ktrace_kprobe_module_came(const char *name)
{
	struct kprobe_event *ke;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, probe.dynamic) {
		/* The location follows the name. */
		struct ktrace_parse_error error = { PROBE_OK, strcspn(ke->probe.line, " ") + 1 };

		/* An address is meaningless after the module was reloaded. */
		if (!ke->waiting || !ke->symbol || strcmp(ke->module, name))
			continue;
		error.code = kprobe_come_back(ke, &error.column);
		if (error.code != PROBE_OK)
			kprobe_refuse(ke->probe.line, strlen(ke->probe.line), &error, NULL);
	}
}

static bool kprobe_goes(const struct kprobe_event *ke, const struct module *mod, bool all)
{
	unsigned long address = (unsigned long)ke->rp.kp.addr;

	return !ke->waiting &&
	       (all ? within_module(address, mod) : within_module_init(address, mod));
}

/* Unregister the probes in @mod and let them wait for the module. */
static void kprobe_leave_module(const struct module *mod, bool all)
{
	struct kprobe_batch batch;
	struct kprobe_event *ke;
	unsigned int nr = 0;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, probe.dynamic)
		nr += kprobe_goes(ke, mod, all);
	ktrace_kprobe_batch_begin(&batch, nr);
	ktrace_for_each_dynamic(ke, &ktrace_kprobe_kind, probe.dynamic) {
		if (!kprobe_goes(ke, mod, all))
			continue;
		if (ktrace_kprobe_batch_full(&batch))
			ktrace_kprobe_batch_flush(&batch);
		/* From here on the probe is not armed. */
		scoped_guard(mutex, &ktrace_event_mutex)
			ke->waiting = true;
		kprobe_batch_add(&batch, ke);
	}
	ktrace_kprobe_batch_end(&batch);
}

/**
 * ktrace_kprobe_module_goes - unregister the probes in a module that is being unloaded
 * @mod:	the module; its code is still present
 * @all:	the whole module, or only its init section
 *
 * The events stay, and may be enabled and disabled.
 *
 * The kprobes core restores the jump of an optimised probe some time after the probe
 * was unregistered, here or by its user. If the module is freed before that, the kprobes core
 * never forgets the probe, and refuses other probes at the same address. So flush the
 * optimizer first if a probe was ever registered in the module.
 *
 * Context: task; sleeps.
 */
void ktrace_kprobe_module_goes(const struct module *mod, bool all)
{
	kprobe_leave_module(mod, all);
	if (test_bit(kprobe_module_bit(probe_module_name(mod)), kprobe_modules))
		wait_for_kprobe_optimizer();
}

/**
 * ktrace_kprobe_command - execute a line of kprobe_events
 * @line:	the line, without newline; need not be zero-terminated
 * @len:	its length in bytes
 * @session:	owner of the probe; NULL for none
 *
 * Context: task; sleeps.
 * Return: 0, or a negative errno with nothing changed and an entry in the error log,
 * unless there is no memory.
 */
int ktrace_kprobe_command(const char *line, size_t len, struct ktrace_session *session)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { PROBE_OK, 0 };
	int err;

	if (!spec)
		return -ENOMEM;
	/* Keep modules in their state until the probe is registered or waits for its module. */
	guard(mutex)(&ktrace_dynamic_mutex);
	err = probe_parse(line, len, &kprobe_env, spec, &error);
	if (!err)
		err = kprobe_run(line, spec, session, &error);
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
	return ktrace_kprobe_command(command->text, command->len, command->session);
}

/* struct ktrace_dynamic_kind.matches: a location and arguments */
static int kprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(ktrace_probe_from(dynamic)->line, rest, &kprobe_env);
}

/* No hold(): release() also disarms a probe that is enabled meanwhile. */
struct ktrace_dynamic_kind ktrace_kprobe_kind = {
	.name		= "kprobe",
	.letters	= "pr",
	.define		= kprobe_define_line,
	.show		= ktrace_probe_show,
	.matches	= kprobe_matches,
	.release	= kprobe_release,
};

/**
 * ktrace_kprobe_init - blacklist ktrace's own code, and watch symbols
 *
 * Probes in most of this code would work, since the kprobes core counts nested hits as missed.
 * But a tracer in its own traces is misleading.
 *
 * Return: 0, or a negative errno.
 */
int __init ktrace_kprobe_init(void)
{
	int err = kprobe_add_area_blacklist((unsigned long)ktrace_text_first,
					    (unsigned long)ktrace_text_last);

	return err ?: ktrace_symbol_watch_modules();
}
