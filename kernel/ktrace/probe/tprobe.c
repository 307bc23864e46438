// SPDX-License-Identifier: GPL-2.0
/*
 * Tracepoint probes: events that are recorded when a tracepoint is hit, with the
 * tracepoint's arguments.
 *
 * A tracepoint passes a data pointer and its arguments to its callbacks, like to any
 * function. The callback here takes a number of words instead: if the architecture
 * passes a pointer or an integer as one word, the words are the arguments. As with
 * kprobes, a line that names an argument beyond those of the tracepoint reads an
 * arbitrary word; if the prototype is known, the line is refused unless it gives the
 * argument a name. Kernels with kCFI do not allow such callbacks: see tprobe_stub.c.
 *
 * A probe may wait for a tracepoint of a module that is not loaded. When the module is
 * loaded, arguments with C types are compiled again: the module may be another build.
 * An event may have several probes with the same layout of records.
 *
 * Lock order: ktrace_dynamic_mutex, ktrace_event_mutex, the locks of tracepoints.
 */
#include <linux/cleanup.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "event/emit.h"
#include "event/missed.h"
#include "probe/btf.h"
#include "probe/line.h"
#include "probe/module.h"
#include "event/removal.h"
#include "parse/span.h"
#include "probe/probe_event.h"
#include "probe/symbol.h"
#include "probe/kprobe_batch.h"
#include "probe/tprobe_stub.h"

/* Number of arguments in registers after the data pointer, on x86-64. */
#define TPROBE_REGISTERS	5

/*
 * Maximum nesting of hits on a CPU. Recording may hit a tracepoint in turn, through a
 * wake-up or a fault; interrupts nest, too. Deeper hits are counted as missed.
 */
#define TPROBES_DEEP		8

/**
 * struct tprobe - a tracepoint probe
 * @pe:	common part of probes; @pe.where is the tracepoint's name
 * @tracepoint:	the tracepoint; NULL while its module is not loaded. Changed under
 *		ktrace_dynamic_mutex and ktrace_event_mutex
 * @hit:	the tracepoint's callback, unless @stub is used
 * @stub:	see tprobe_stub_wanted(); registered while @tracepoint is set
 */
struct tprobe {
	struct probe_event	pe;
	struct tracepoint	*tracepoint;
	void			*hit;
	struct tprobe_stub	stub;
};

static DEFINE_PER_CPU(unsigned int, tprobes_deep);

static struct tprobe *tprobe_of(const struct ktrace_probe *probe)
{
	return container_of(probe, struct tprobe, pe.probe);
}

static void tprobe_free(struct tprobe *tp)
{
	if (!tp)
		return;
	tprobe_stub_unregister(&tp->stub);
	ktrace_probe_event_exit(&tp->pe);
	kfree(tp);
}

DEFINE_FREE(tprobe, struct tprobe *, tprobe_free(_T))

/* Hits */

static __always_inline void tprobe_record(struct tprobe *tp, const struct fetch_call *call,
					  unsigned long ip, u32 context)
{
	/* Nested hits restore the counter. */
	if (likely(__this_cpu_inc_return(tprobes_deep) <= TPROBES_DEEP)) {
		ktrace_probe_event_record(&tp->pe.probe, &tp->pe.probe.of->event,
					  (union fetch_source){ .call = call }, ip, context);
	} else if (ktrace_event_active(&tp->pe.probe.of->event)) {
		this_cpu_inc(tp->pe.probe.counts->missed);
		this_cpu_inc(ktrace_missed.nested);
	}
	__this_cpu_dec(tprobes_deep);
}

static notrace void tprobe_hit(void *data, unsigned long a0, unsigned long a1,
			       unsigned long a2, unsigned long a3, unsigned long a4)
{
	struct fetch_call call __uninitialized;

	call.arg[0] = a0;
	call.arg[1] = a1;
	call.arg[2] = a2;
	call.arg[3] = a3;
	call.arg[4] = a4;
	tprobe_record(data, &call, _RET_IP_, ktrace_context_called());
}
NOKPROBE_SYMBOL(tprobe_hit);

/* Callback for probes with arguments on the stack. */
static notrace void tprobe_hit_stack(void *data, unsigned long a0, unsigned long a1,
				     unsigned long a2, unsigned long a3, unsigned long a4,
				     unsigned long a5, unsigned long a6, unsigned long a7,
				     unsigned long a8, unsigned long a9, unsigned long a10,
				     unsigned long a11)
{
	struct fetch_call call = {
		.arg = { a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 },
		/* The return address follows the caller's frame pointer at this address. */
		.sp = (unsigned long)__builtin_frame_address(0) + sizeof(long),
	};

	tprobe_record(data, &call, _RET_IP_, ktrace_context_called());
}
NOKPROBE_SYMBOL(tprobe_hit_stack);

/* struct tprobe_stub.hit */
static void tprobe_hit_stub(struct tprobe_stub *stub, const struct fetch_call *call,
			    unsigned long ip, u32 context)
{
	tprobe_record(container_of(stub, struct tprobe, stub), call, ip, context);
}
NOKPROBE_SYMBOL(tprobe_hit_stub);

static bool tprobe_needs_stack(const struct probe_spec *spec)
{
	unsigned int i;

	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *arg = &spec->args[i];

		if (arg->base == PROBE_BASE_STACK || arg->base == PROBE_BASE_SLOT ||
		    (arg->base == PROBE_BASE_ARG && arg->value >= TPROBE_REGISTERS))
			return true;
	}
	return false;
}

/* Select the callback of @tp. The caller must not have enabled @tp. */
static void tprobe_set_hit(struct tprobe *tp, const struct probe_spec *spec)
{
	bool stack = tprobe_needs_stack(spec);

	tp->hit = stack ? (void *)tprobe_hit_stack : (void *)tprobe_hit;
	tp->stub.hit = tprobe_hit_stub;
	tp->stub.nr_words = stack ? PROBE_TRACEPOINT_ARGS : TPROBE_REGISTERS;
}

/* Event class */

static int tprobe_arm(struct ktrace_probe *probe)
{
	struct tprobe *tp = tprobe_of(probe);

	lockdep_assert_held(&ktrace_event_mutex);
	if (!tp->tracepoint)
		return 0;
	if (tprobe_stub_wanted())
		return tprobe_stub_enable(&tp->stub, tp->tracepoint);
	return tracepoint_probe_register(tp->tracepoint, tp->hit, tp);
}

static void tprobe_disarm(struct ktrace_probe *probe)
{
	struct tprobe *tp = tprobe_of(probe);

	lockdep_assert_held(&ktrace_event_mutex);
	if (!tp->tracepoint)
		return;
	if (tprobe_stub_wanted())
		tprobe_stub_disable(&tp->stub, tp->tracepoint);
	else
		tracepoint_probe_unregister(tp->tracepoint, tp->hit, tp);
}

/* Disarm a probe whose event may be disabled. */
static void tprobe_disarm_active(struct ktrace_probe *probe)
{
	if (ktrace_event_active(&probe->of->event))
		tprobe_disarm(probe);
}

/* Attach @tp, which has no tracepoint, to @tracepoint. */
static int tprobe_attach(struct tprobe *tp, struct tracepoint *tracepoint)
{
	int err = tprobe_stub_wanted() ? tprobe_stub_register(&tp->stub, tracepoint) : 0;

	if (!err)
		tp->tracepoint = tracepoint;
	return err;
}

static void tprobe_free_probe(struct ktrace_probe *probe)
{
	tprobe_free(tprobe_of(probe));
}

static unsigned long tprobe_missed(const struct ktrace_probe *probe)
{
	return tprobe_of(probe)->stub.kp.nmissed;
}

static const struct ktrace_class tprobe_class = {
	.enable		= ktrace_probe_enable,
	.disable	= ktrace_probe_disable,
	.field		= ktrace_probe_field,
	.print		= ktrace_probe_event_print,
	.print_fmt	= ktrace_probe_print_fmt,
	.free		= ktrace_probe_free,
};

static const struct ktrace_probe_ops tprobe_ops = {
	.class		= &tprobe_class,
	.kind		= &ktrace_tprobe_kind,
	.arm		= tprobe_arm,
	.disarm		= tprobe_disarm,
	.free		= tprobe_free_probe,
	.missed		= tprobe_missed,
};

/* Lookup of tracepoints */

/**
 * struct tprobe_lookup - search for a tracepoint by name
 * @name:	its name
 * @found:	the tracepoint
 */
struct tprobe_lookup {
	const char		*name;
	struct tracepoint	*found;
};

static void tprobe_look(struct tracepoint *tracepoint, void *data)
{
	struct tprobe_lookup *lookup = data;

	if (!strcmp(tracepoint->name, lookup->name))
		lookup->found = tracepoint;
}

static void tprobe_look_in_module(struct tracepoint *tracepoint, struct module *mod, void *data)
{
	/* Skip a module that is being unloaded, which all probes have left. */
	if (!probe_module_is_going(mod))
		tprobe_look(tracepoint, data);
}

static struct tracepoint *tprobe_find(const char *name)
{
	struct tprobe_lookup lookup = { .name = name };

	for_each_kernel_tracepoint(tprobe_look, &lookup);
	if (!lookup.found)
		for_each_module_tracepoint(tprobe_look_in_module, &lookup);
	return lookup.found;
}

/* struct probe_env.locate: the tracepoint may belong to a module that is not loaded yet. */
static enum probe_err tprobe_locate(struct probe_spec *spec)
{
	spec->address = (unsigned long)tprobe_find(spec->symbol);
	spec->waiting = !spec->address;
	return PROBE_OK;
}

static int tprobe_reg(const char *name)
{
	return -1;
}

static const struct probe_env tprobe_env = {
	.kind		= PROBE_TRACEPOINT,
	.reg		= tprobe_reg,
	.data		= ktrace_data_symbol,
	.locate		= tprobe_locate,
	.bytes_max	= FETCH_ROOM - 4,
	.slots_max	= THREAD_SIZE / sizeof(long),
	.dentry_name	= offsetof(struct dentry, d_name.name),
	.file_dentry	= offsetof(struct file, f_path.dentry),
	.types		= KTRACE_BTF_TYPES,
	.registers	= TPROBE_REGISTERS,
};

/* Modules */

static bool tprobe_in_module(const struct tprobe *tp, const struct module *mod)
{
	return tp->tracepoint && within_module((unsigned long)tp->tracepoint, mod);
}

/* Runs before the tracepoint core warns about remaining probes. */
static int tprobe_module_leaves(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	struct kprobe_batch batch;
	unsigned int nr = 0;
	struct tprobe *tp;

	if (!probe_state_is_going(state))
		return NOTIFY_OK;
	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(tp, &ktrace_tprobe_kind, pe.probe.dynamic)
		nr += tprobe_in_module(tp, mod);
	ktrace_kprobe_batch_begin(&batch, nr);
	ktrace_for_each_dynamic(tp, &ktrace_tprobe_kind, pe.probe.dynamic) {
		if (!tprobe_in_module(tp, mod))
			continue;
		scoped_guard(mutex, &ktrace_event_mutex) {
			tprobe_disarm_active(&tp->pe.probe);
			tp->tracepoint = NULL;
		}
		/* This may wait for a grace period, so hold only the mutex of definitions. */
		tprobe_stub_unregister_batch(&tp->stub, &batch);
	}
	ktrace_kprobe_batch_end(&batch);
	if (nr)
		tracepoint_synchronize_unregister();
	return NOTIFY_OK;
}

/*
 * Compile the arguments of the unregistered probe @tp again: the module of its
 * tracepoint @found may be another build with other structures.
 */
static enum probe_err tprobe_recompile(struct tprobe *tp, const struct tracepoint *found,
				       unsigned int *column)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	enum probe_err code;

	if (!spec)
		return PROBE_ERR_FAILED;
	code = ktrace_probe_parse_again(&tp->pe.probe, &tprobe_env, spec, column);
	if (code != PROBE_OK)
		return code;
	if (spec->address != (unsigned long)found || ktrace_probe_compile(&tp->pe.probe, spec))
		return PROBE_ERR_FAILED;
	tprobe_set_hit(tp, spec);
	return PROBE_OK;
}

/*
 * Check that the arguments of @tp suit @found in @mod, which is being loaded; log an
 * error otherwise.
 */
static bool tprobe_fits(struct tprobe *tp, const struct tracepoint *found,
			const struct module *mod)
{
	unsigned int column = 0;
	enum probe_err code;

	if (!tp->pe.probe.typed)
		return true;
	/*
	 * A tracepoint outside of @mod did not suit when its own module was loaded,
	 * which was logged then.
	 */
	if (!within_module((unsigned long)found, mod))
		return false;
	code = tprobe_recompile(tp, found, &column);
	if (code != PROBE_OK)
		ktrace_error(NULL, "trace_fprobe", tp->pe.probe.line, column,
			     probe_messages[code].text);
	return code == PROBE_OK;
}

/* Attach @tp, which has waited, to @found. */
static void tprobe_arrive(struct tprobe *tp, struct tracepoint *found)
{
	bool failed;

	scoped_guard(mutex, &ktrace_event_mutex) {
		/* Enable the probe now if its event was enabled since its definition. */
		failed = tprobe_attach(tp, found) ||
			 (ktrace_event_active(&tp->pe.probe.of->event) &&
			  tprobe_arm(&tp->pe.probe));
		if (failed)
			tp->tracepoint = NULL;
	}
	if (failed)
		tprobe_stub_unregister(&tp->stub);
}

/* Runs after the tracepoint core has added the module's tracepoints. */
static int tprobe_module_enters(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	struct tprobe *tp;

	if (!probe_state_is_coming(state))
		return NOTIFY_OK;
	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(tp, &ktrace_tprobe_kind, pe.probe.dynamic) {
		struct tracepoint *found = tp->tracepoint ? NULL : tprobe_find(tp->pe.where);

		if (!found || !tprobe_fits(tp, found, mod))
			continue;
		tprobe_arrive(tp, found);
	}
	return NOTIFY_OK;
}

/* Runs before the notifier of the tracepoint core, which has priority 0. */
static struct notifier_block tprobe_module_leaves_nb = {
	.notifier_call = tprobe_module_leaves,
	.priority = 1,
};

static struct notifier_block tprobe_module_enters_nb = {
	.notifier_call = tprobe_module_enters,
	.priority = -1,
};

/* Definitions */

/*
 * Allocate and compile a probe, without registering its event.  tprobe_free() frees it.
 */
static struct tprobe *tprobe_alloc(const struct probe_spec *spec)
{
	struct tprobe *tp __free(tprobe) = kzalloc(sizeof(*tp), GFP_KERNEL);

	if (!tp || ktrace_probe_event_init(&tp->pe, spec, PROBE_ENTRY_HEAD, &tprobe_ops))
		return NULL;
	tprobe_set_hit(tp, spec);
	return no_free_ptr(tp);
}

static int tprobe_install(const struct probe_spec *spec, struct ktrace_session *session,
			  struct ktrace_parse_error *error)
{
	struct tprobe *tp __free(tprobe) = NULL;
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (security_locked_down(LOCKDOWN_KPROBES)) {
		error->code = PROBE_ERR_LOCKED_DOWN;
		return -EPERM;
	}
	tp = tprobe_alloc(spec);
	if (!tp)
		return -ENOMEM;
	err = spec->address ? tprobe_attach(tp, (struct tracepoint *)spec->address) : 0;
	if (err)
		return err;
	err = ktrace_probe_join(&tp->pe.probe, spec, error) ?:
	      ktrace_probe_add(&tp->pe.probe, spec, session, error);
	if (!err)
		retain_and_null_ptr(tp);
	return err;
}

/* struct ktrace_dynamic_kind.define */
static int tprobe_define(struct ktrace_command *command)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { PROBE_OK, 0 };
	const char *line = ktrace_skip_space(command->text);
	int err;

	if (!spec)
		return -ENOMEM;
	if (*line == 'f') {
		error = (struct ktrace_parse_error){
			PROBE_ERR_FUNCTION_TRACER, line - command->text
		};
		return ktrace_probe_event_refuse(command, "trace_fprobe", -EOPNOTSUPP, &error);
	}
	guard(mutex)(&ktrace_dynamic_mutex);
	err = probe_parse(command->text, command->len, &tprobe_env, spec, &error);
	if (!err && spec->kind == PROBE_TRACEPOINT)
		err = tprobe_install(spec, command->session, &error);
	return err ? ktrace_probe_event_refuse(command, "trace_fprobe", err, &error) : 0;
}

/* struct ktrace_dynamic_kind.release */
static void tprobe_release(struct list_head *dead)
{
	struct ktrace_event_removal removal;
	struct kprobe_batch batch;
	struct tprobe *tp, *next;

	/*
	 * Detach all probes, wait once for hits in progress, then retire them: only
	 * readers are left.
	 */
	ktrace_event_removal_begin(&removal);
	list_for_each_entry(tp, dead, pe.probe.dynamic.node)
		ktrace_probe_leave(&tp->pe.probe, &removal, tprobe_disarm_active);
	ktrace_event_removal_end(&removal);
	ktrace_kprobe_batch_begin(&batch, list_count_nodes(dead));
	list_for_each_entry(tp, dead, pe.probe.dynamic.node)
		tprobe_stub_unregister_batch(&tp->stub, &batch);
	ktrace_kprobe_batch_end(&batch);
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(tp, next, dead, pe.probe.dynamic.node) {
		list_del(&tp->pe.probe.dynamic.node);
		ktrace_probe_retire(&tp->pe.probe);
	}
}

/* struct ktrace_dynamic_kind.matches: compare the tracepoint and the arguments with @rest. */
static int tprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(ktrace_probe_from(dynamic)->line, rest, &tprobe_env);
}

/* Accept lines with f only to report that they need the function tracer. */
struct ktrace_dynamic_kind ktrace_tprobe_kind = {
	.name		= "tprobe",
	.letters	= "tf",
	.define		= tprobe_define,
	.show		= ktrace_probe_show,
	.matches	= tprobe_matches,
	.release	= tprobe_release,
};

/**
 * ktrace_tprobe_init - watch modules, accept lines
 *
 * Context: boot.
 * Return: 0 or a negative errno.
 */
int __init ktrace_tprobe_init(void)
{
	int err = register_module_notifier(&tprobe_module_leaves_nb);

	if (err)
		return err;
	err = register_module_notifier(&tprobe_module_enters_nb);
	if (err)
		unregister_module_notifier(&tprobe_module_leaves_nb);
	else
		ktrace_dynamic_kind_add(&ktrace_tprobe_kind);
	return err;
}
