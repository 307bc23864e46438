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
#include "probe/probe_event.h"
#include "probe/symbol.h"
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
 * @pe:	the event, in the event's first probe; @pe.where is the tracepoint's name
 * @of:	the first probe of the event, whose @pe.event all probes of the event share; the
 *		first probe points to itself. It stays allocated as long as the event,
 *		even after it was removed
 * @probes:	in @of: existing probes of the event; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	entry in @of->probes
 * @nr_left:	in @of: number of probes that exist or are being removed; under
 *		ktrace_dynamic_mutex
 * @tracepoint:	the tracepoint; NULL while its module is not loaded. Changed under
 *		ktrace_dynamic_mutex and ktrace_event_mutex
 * @typed:	arguments use C types, which may change with the module
 * @hit:	the tracepoint's callback, unless @stub is used
 * @stub:	see tprobe_stub_wanted(); registered while @tracepoint is set
 */
struct tprobe {
	struct probe_event	pe;
	struct tprobe		*of;
	struct list_head	probes;
	struct list_head	of_event;
	unsigned int		nr_left;
	struct tracepoint	*tracepoint;
	bool			typed;
	void			*hit;
	struct tprobe_stub	stub;
};

static DEFINE_PER_CPU(unsigned int, tprobes_deep);

static struct tprobe *tprobe_of(const struct ktrace_event *event)
{
	return container_of(probe_event_of(event), struct tprobe, pe);
}

static void tprobe_free(struct tprobe *tp)
{
	struct tprobe_stub_batch batch = { };

	if (!tp)
		return;
	tprobe_stub_unregister(&tp->stub, &batch);
	tprobe_stub_flush(&batch);
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
		ktrace_probe_event_record(&tp->pe, &tp->of->pe.event, fetch_from_call(call),
					  0, ip, context);
	} else if (ktrace_event_active(&tp->of->pe.event)) {
		this_cpu_inc(tp->pe.counts->missed);
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

/* Select the callback of @tp, which is not enabled. */
static void tprobe_set_hit(struct tprobe *tp, const struct probe_spec *spec)
{
	bool stack = tprobe_needs_stack(spec);

	tp->hit = stack ? (void *)tprobe_hit_stack : (void *)tprobe_hit;
	tp->stub.hit = tprobe_hit_stub;
	tp->stub.nr_words = stack ? PROBE_TRACEPOINT_ARGS : TPROBE_REGISTERS;
}

/* Event class */

static int tprobe_register(struct tprobe *tp)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!tp->tracepoint)
		return 0;
	if (tprobe_stub_wanted())
		return tprobe_stub_enable(&tp->stub, tp->tracepoint);
	return tracepoint_probe_register(tp->tracepoint, tp->hit, tp);
}

static void tprobe_unregister(struct tprobe *tp)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!tp->tracepoint)
		return;
	if (tprobe_stub_wanted())
		tprobe_stub_disable(&tp->stub, tp->tracepoint);
	else
		tracepoint_probe_unregister(tp->tracepoint, tp->hit, tp);
}

/* Attach @tp, which has no tracepoint, to @tracepoint. */
static int tprobe_attach(struct tprobe *tp, struct tracepoint *tracepoint)
{
	int err = tprobe_stub_wanted() ? tprobe_stub_register(&tp->stub, tracepoint) : 0;

	if (!err)
		tp->tracepoint = tracepoint;
	return err;
}

static int tprobe_enable(struct ktrace_event *event)
{
	struct tprobe *of = tprobe_of(event), *tp;
	int err;

	list_for_each_entry(tp, &of->probes, of_event) {
		err = tprobe_register(tp);
		if (!err)
			continue;
		list_for_each_entry_continue_reverse(tp, &of->probes, of_event)
			tprobe_unregister(tp);
		return err;
	}
	return 0;
}

static void tprobe_disable(struct ktrace_event *event)
{
	struct tprobe *of = tprobe_of(event), *tp;

	list_for_each_entry(tp, &of->probes, of_event)
		tprobe_unregister(tp);
}

static void tprobe_class_free(struct ktrace_event *event)
{
	tprobe_free(tprobe_of(event));
}

static const struct ktrace_class tprobe_class = {
	.enable		= tprobe_enable,
	.disable	= tprobe_disable,
	.field		= ktrace_probe_event_field,
	.print		= ktrace_probe_event_print,
	.print_fmt	= ktrace_probe_event_print_fmt,
	.free		= tprobe_class_free,
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
	/* Probes have already left a module that is being unloaded. */
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

/* struct probe_env.place: the tracepoint may belong to a module that is not loaded yet. */
static enum probe_err tprobe_place(struct probe_spec *spec)
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
	.place		= tprobe_place,
	.bytes_max	= FETCH_ROOM - 4,
	.slots_max	= THREAD_SIZE / sizeof(long),
	.dentry_name	= offsetof(struct dentry, d_name.name),
	.file_dentry	= offsetof(struct file, f_path.dentry),
	.types		= KTRACE_BTF_TYPES,
	.registers	= TPROBE_REGISTERS,
};

/* Modules */

/* Runs before the core warns about remaining probes. */
static int tprobe_module_leaves(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	struct tprobe_stub_batch batch = { };
	struct tprobe *tp;
	bool any = false;

	if (!probe_state_is_going(state))
		return NOTIFY_OK;
	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(tp, &ktrace_tprobe_kind, pe.dynamic) {
		if (!tp->tracepoint || !within_module((unsigned long)tp->tracepoint, mod))
			continue;
		scoped_guard(mutex, &ktrace_event_mutex) {
			if (ktrace_event_active(&tp->of->pe.event))
				tprobe_unregister(tp);
			tp->tracepoint = NULL;
		}
		/* This may wait for a grace period, so hold only the mutex of definitions. */
		tprobe_stub_unregister(&tp->stub, &batch);
		any = true;
	}
	tprobe_stub_flush(&batch);
	if (any)
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
	struct ktrace_parse_error error = { PROBE_ERR_FAILED, 0 };
	struct probe_env env = tprobe_env;
	const struct tprobe *of = tp->of;
	enum probe_err code;

	env.listed = true;
	if (!spec || probe_parse(tp->pe.line, strlen(tp->pe.line), &env, spec, &error)) {
		*column = error.column;
		return error.code;
	}
	code = ktrace_probe_args_differ(of->pe.args, of->pe.nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	if (spec->address != (unsigned long)found || ktrace_probe_event_recompile(&tp->pe, spec))
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

	if (!tp->typed)
		return true;
	/*
	 * A tracepoint outside of @mod did not suit when its own module was loaded,
	 * which was logged then.
	 */
	if (!within_module((unsigned long)found, mod))
		return false;
	code = tprobe_recompile(tp, found, &column);
	if (code != PROBE_OK)
		ktrace_error(NULL, "trace_fprobe", tp->pe.line, column, probe_messages[code].text);
	return code == PROBE_OK;
}

/* Attach @tp, which has waited, to @found. */
static void tprobe_arrive(struct tprobe *tp, struct tracepoint *found)
{
	struct tprobe_stub_batch batch = { };
	bool failed;

	scoped_guard(mutex, &ktrace_event_mutex) {
		/* The event may have been enabled since its definition. */
		failed = tprobe_attach(tp, found) ||
			 (ktrace_event_active(&tp->of->pe.event) && tprobe_register(tp));
		if (failed)
			tp->tracepoint = NULL;
	}
	if (!failed)
		return;
	tprobe_stub_unregister(&tp->stub, &batch);
	tprobe_stub_flush(&batch);
}

/* Runs after the core has added the module's tracepoints. */
static int tprobe_module_enters(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	struct tprobe *tp;

	if (!probe_state_is_coming(state))
		return NOTIFY_OK;
	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(tp, &ktrace_tprobe_kind, pe.dynamic) {
		struct tracepoint *found = tp->tracepoint ? NULL : tprobe_find(tp->pe.where);

		if (!found || !tprobe_fits(tp, found, mod))
			continue;
		tprobe_arrive(tp, found);
	}
	return NOTIFY_OK;
}

/* The core's notifier has priority 0. */
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

	if (!tp || ktrace_probe_event_init(&tp->pe, spec, PROBE_CALL_HEAD))
		return NULL;
	tp->of = tp;
	INIT_LIST_HEAD(&tp->probes);
	INIT_LIST_HEAD(&tp->of_event);
	tprobe_set_hit(tp, spec);
	tp->pe.core_missed = &tp->stub.kp.nmissed;
	tp->typed = spec->typed;
	tp->pe.event.class = &tprobe_class;
	tp->pe.dynamic.kind = &ktrace_tprobe_kind;
	return no_free_ptr(tp);
}

/*
 * Find the first probe of the event that @spec names; NULL if it is not an event of
 * tracepoint probes. Valid while ktrace_dynamic_mutex is held.
 */
static struct tprobe *tprobe_named(const struct probe_spec *spec)
{
	const struct ktrace_event *event;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	guard(mutex)(&ktrace_event_mutex);
	event = ktrace_event_find(spec->group, spec->event);
	return event && event->class == &tprobe_class ? tprobe_of(event) : NULL;
}

/* Check whether @tp, created from @spec, can be appended to @of. */
static enum probe_err tprobe_may_append(const struct tprobe *of, const struct tprobe *tp,
					const struct probe_spec *spec, unsigned int *column)
{
	const struct tprobe *other;
	enum probe_err code;

	*column = 0;
	code = ktrace_probe_args_differ(of->pe.args, of->pe.nr_args, spec, column);
	if (code != PROBE_OK)
		return code;
	list_for_each_entry(other, &of->probes, of_event)
		if (ktrace_probe_line_same(other->pe.line, tp->pe.line))
			return PROBE_ERR_SAME_PROBE;
	return PROBE_OK;
}

/* Append @tp to @of's event. */
static int tprobe_append(struct tprobe *tp, struct tprobe *of, struct ktrace_session *session)
{
	int err;

	tp->of = of;
	tp->pe.dynamic.event = &of->pe.event;
	guard(mutex)(&ktrace_event_mutex);
	err = ktrace_event_active(&of->pe.event) ? tprobe_register(tp) : 0;
	if (err)
		return err;
	list_add_tail(&tp->of_event, &of->probes);
	ktrace_dynamic_add(&tp->pe.dynamic, session);
	return 0;
}

static int tprobe_install(const struct probe_spec *spec, struct ktrace_session *session,
			  struct ktrace_parse_error *error)
{
	struct tprobe *tp __free(tprobe) = NULL, *of;
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
	of = tprobe_named(spec);
	if (of) {
		error->code = tprobe_may_append(of, tp, spec, &error->column);
		if (error->code != PROBE_OK)
			return -probe_messages[error->code].error;
		err = tprobe_append(tp, of, session);
	} else {
		list_add_tail(&tp->of_event, &tp->probes);
		err = ktrace_probe_event_add(&tp->pe, spec, session, error);
	}
	if (err)
		return err;
	tp->of->nr_left++;
	retain_and_null_ptr(tp);
	return 0;
}

/* struct ktrace_dynamic_kind.define */
static int tprobe_define(struct ktrace_command *command)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	struct ktrace_parse_error error = { PROBE_OK, 0 };
	const char *line = skip_spaces(command->text);
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

/* Detach @tp, so that no new hits begin. */
static void tprobe_remove(struct tprobe *tp, struct ktrace_event_removal *removal)
{
	/* The event is removed with its last probe. */
	if (list_is_singular(&tp->of->probes))
		ktrace_event_removal_add(removal, &tp->of->pe.event);
	guard(mutex)(&ktrace_event_mutex);
	if (ktrace_event_active(&tp->of->pe.event))
		tprobe_unregister(tp);
	list_del_init(&tp->of_event);
}

/* Retire @tp after its hits have ended, and its event with the last probe. */
static void tprobe_retire(struct tprobe *tp)
{
	struct tprobe *of = tp->of;

	ktrace_probe_event_disarm(&tp->pe);
	if (tp != of)
		tprobe_free(tp);
	if (!--of->nr_left)
		ktrace_event_retire(&of->pe.event);
}

/* struct ktrace_dynamic_kind.release */
static void tprobe_release(struct list_head *dead)
{
	struct tprobe_stub_batch batch = { };
	struct ktrace_event_removal removal;
	struct tprobe *tp, *next;

	/*
	 * Detach all probes, wait once for hits in progress, then retire them: only
	 * readers are left.
	 */
	ktrace_event_removal_begin(&removal);
	list_for_each_entry(tp, dead, pe.dynamic.node)
		tprobe_remove(tp, &removal);
	ktrace_event_removal_end(&removal);
	list_for_each_entry(tp, dead, pe.dynamic.node)
		tprobe_stub_unregister(&tp->stub, &batch);
	tprobe_stub_flush(&batch);
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(tp, next, dead, pe.dynamic.node) {
		list_del(&tp->pe.dynamic.node);
		tprobe_retire(tp);
	}
}

/* struct ktrace_dynamic_kind.matches: a tracepoint and arguments */
static bool tprobe_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	return ktrace_probe_matches(probe_event_from(dynamic)->line, rest, &tprobe_env);
}

/* Accept lines with f only to report that they need the function tracer. */
struct ktrace_dynamic_kind ktrace_tprobe_kind = {
	.name		= "tprobe",
	.letters	= "tf",
	.define		= tprobe_define,
	.show		= ktrace_probe_event_show,
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
