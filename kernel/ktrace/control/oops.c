// SPDX-License-Identifier: GPL-2.0
/*
 * Records on the console after an oops or a panic: options/dump_on_oops.
 *
 * An oops or a panic stops recording in the instances with this option, and prints their
 * records as lines of the file trace, unless the kernel is locked down.  This happens in the
 * context of the oops, which may be an NMI, so the code does not wait for locks, and all memory
 * is allocated in advance.
 *
 * A dump prints with preemption off from its first to its last record, and no grace
 * period ends meanwhile: at 115200 baud the console takes 90 s for a megabyte of text.
 * A dump cannot let RCU make progress in between: the notifier chains of an oops and of
 * a panic, and the SysRq core, call it inside an RCU read-side critical section of
 * their own, and the caller of ftrace_dump() may be in one.  A worker cannot print
 * instead, because SysRq-Z must work on machines on which no worker runs.  The dump
 * resets the watchdogs with each line.  SysRq-Z, after which the machine continues,
 * prints at most KTRACE_SYSRQ_RECORDS records of each CPU.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/atomic.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kdebug.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "buffer/dump.h"
#include "buffer/hooks.h"
#include "buffer/ids.h"
#include "command/knob.h"
#include "control/oops.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/line.h"
#include "fs/lockdown.h"
#include "text/log_lines.h"

/* Maximum number of instances that can be dumped, including the top instance. */
#define OOPS_INSTANCES	8

/* Maximum length of the text of a record, with the lines before it. */
#define OOPS_LINE	(16 * 1024)

/**
 * enum oops_records - which records of an instance an oops dumps
 * @OOPS_NONE:	none
 * @OOPS_ALL:	the records of all CPUs
 * @OOPS_CPU:	the records of the CPU with the oops
 *
 * options/dump_on_oops accepts these numbers.
 */
enum oops_records {
	OOPS_NONE,
	OOPS_ALL,
	OOPS_CPU = KTRACE_OOPS_MAX,
};

/**
 * struct oops_plan - how to dump an instance
 * @instance:	the instance
 * @records:	which records
 * @dump:	memory for reading; owned by the context that has set oops_dumping
 * @next:	next plan of a list of removed plans
 */
struct oops_plan {
	struct ktrace_instance	*instance;
	enum oops_records	records;
	struct ktrace_dump	*dump;
	struct oops_plan	*next;
};

/* Serialises changes of oops_plans; protects page_writers and page_most of instances. */
static DEFINE_MUTEX(oops_mutex);
/* Read with preemption off: a plan and its instance exist for a grace period after removal. */
static struct oops_plan __rcu *oops_plans[OOPS_INSTANCES];

/* Set during a dump: other CPUs and NMIs must not dump. */
static atomic_t oops_dumping;
/* The current line; owned by the context that has set oops_dumping. */
static char oops_line[OOPS_LINE];
/*
 * The dump of an oops switches the dumped instances off. If set, a panic skips instances that are
 * off, because they have been dumped.
 */
static bool oops_dumped;

/* Initial setting of the top instance, from ktrace_dump_on_oops. */
static enum oops_records oops_at_boot;

static int __init oops_setup(char *arg)
{
	bool on = true;
	int err = 0;

	if (arg && (!strcmp(arg, "2") || !strcmp(arg, "orig_cpu"))) {
		oops_at_boot = OOPS_CPU;
		return 0;
	}
	if (arg && *arg)
		err = kstrtobool(arg, &on);
	if (!err)
		oops_at_boot = on ? OOPS_ALL : OOPS_NONE;
	return err;
}
early_param("ktrace_dump_on_oops", oops_setup);

/* Printing */

/*
 * Reset the watchdogs, including RCU's: printing a full buffer on a slow console takes
 * longer than their timeouts.
 */
static void oops_touch_watchdogs(void)
{
	touch_nmi_watchdog();
	rcu_cpu_stall_reset();
}

/* Print the text in @out, line by line. */
static void oops_print(struct seq_buf *out)
{
	const char *line = out->buffer, *end = line + seq_buf_used(out), *newline;

	while (line < end) {
		newline = memchr(line, '\n', end - line) ?: end;
		ktrace_log_line(line, newline - line);
		line = newline + 1;
		oops_touch_watchdogs();
	}
}

static void oops_dump_records(const struct ktrace_instance *instance, struct ktrace_dump *dump)
{
	struct ktrace_last_line last = { };
	struct ktrace_shown shown = {
		.epoch = ktrace_ids_epoch(), .show = READ_ONCE(instance->show),
		.since = ktrace_buffer_began(&instance->buffer),
	};
	const struct ktrace_dump_cpu *part;
	struct seq_buf out;
	int cpu;

	while ((cpu = ktrace_dump_next(dump)) >= 0) {
		part = ktrace_dump_cpu(dump, cpu);
		shown.rec = &part->rec;
		shown.cpu = cpu;
		shown.clock = part->clock;
		seq_buf_init(&out, oops_line, sizeof(oops_line));
		ktrace_line(&out, &shown, &last);
		oops_print(&out);
		/*
		 * Do not mark the time from this line to the next one: this line is printed
		 * before the time of the next line is known.
		 */
		last.mark = NULL;
		ktrace_dump_pass(dump, cpu);
	}
}

/* Dump up to @most of the last records of an instance's @cpu, or of each CPU. */
static void oops_dump_one(const struct oops_plan *plan, int cpu, unsigned long most)
{
	struct ktrace_buffer *buffer = &plan->instance->buffer;
	const char *name = plan->instance->name ?: "the top";
	const char *off = READ_ONCE(buffer->on) ? "" : ", which was off before";
	unsigned long passed;

	ktrace_buffer_off(buffer);
	if (ktrace_locked_down()) {
		pr_info("records of %s: not printed, the kernel is locked down\n", name);
		return;
	}
	if (cpu == KTRACE_ALL_CPUS)
		pr_info("records of %s%s:\n", name, off);
	else
		pr_info("records of %s, CPU %d%s:\n", name, cpu, off);
	passed = ktrace_dump_start_last(plan->dump, buffer, cpu, most);
	if (passed)
		pr_info("%lu earlier records are left out\n", passed);
	oops_dump_records(plan->instance, plan->dump);
	if (plan->dump->left_out)
		pr_info("no memory for the pages of %u CPUs\n", plan->dump->left_out);
	pr_info("no more records of %s\n", name);
}

/*
 * Begin a dump.  Return: false if another context dumps; otherwise preemption stays off
 * until oops_dump_end().
 */
static bool oops_dump_begin(void)
{
	preempt_disable_notrace();
	/* Acquire: the previous dumper has finished writing to the oops plans' memory. */
	if (atomic_xchg_acquire(&oops_dumping, 1)) {
		preempt_enable_notrace();
		return false;
	}
	WRITE_ONCE(ktrace_event_read_no_wait, true);
	return true;
}

static void oops_dump_end(void)
{
	WRITE_ONCE(ktrace_event_read_no_wait, false);
	atomic_set_release(&oops_dumping, 0);
	preempt_enable_notrace();
}

/* The CPU whose records an oops plan dumps. */
static int oops_cpu(enum oops_records records)
{
	return records == OOPS_CPU ? smp_processor_id() : KTRACE_ALL_CPUS;
}

/* Dump all instances with an oops plan; if @only_on, only instances that record. */
static void oops_dump(bool only_on)
{
	const struct oops_plan *plan;
	unsigned int i;

	if (!oops_dump_begin())
		return;
	for (i = 0; i < OOPS_INSTANCES; i++) {
		plan = rcu_dereference_sched(oops_plans[i]);
		if (!plan || plan->records == OOPS_NONE ||
		    (only_on && !READ_ONCE(plan->instance->buffer.on)))
			continue;
		oops_dump_one(plan, oops_cpu(plan->records), ULONG_MAX);
	}
	oops_dump_end();
}

/**
 * ktrace_oops_dump - dump the records that an oops would dump
 *
 * Context: any, NMI included.  Does nothing while another CPU dumps.
 */
void ktrace_oops_dump(void)
{
	oops_dump(false);
}

/**
 * ktrace_oops_dump_top - dump the top instance, regardless of its option
 * @one_cpu: true: only the records of this CPU
 * @most: maximum number of records of each CPU, the last ones
 *
 * Context: any, NMI included.  Does nothing while another CPU dumps.
 */
void ktrace_oops_dump_top(bool one_cpu, unsigned long most)
{
	const struct oops_plan *plan;
	unsigned int i;

	if (!oops_dump_begin())
		return;
	for (i = 0; i < OOPS_INSTANCES; i++) {
		plan = rcu_dereference_sched(oops_plans[i]);
		if (plan && plan->instance == &ktrace_top)
			oops_dump_one(plan, oops_cpu(one_cpu ? OOPS_CPU : OOPS_ALL), most);
	}
	oops_dump_end();
}

static int oops_die(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state == DIE_OOPS) {
		oops_dump(oops_dumped);
		oops_dumped = true;
	}
	return NOTIFY_DONE;
}

static int oops_panic(struct notifier_block *nb, unsigned long state, void *data)
{
	oops_dump(oops_dumped);
	return NOTIFY_DONE;
}

/* The priority: before notifiers that take long or do not return. */
static struct notifier_block oops_die_nb = {
	.notifier_call = oops_die, .priority = INT_MAX - 1,
};

static struct notifier_block oops_panic_nb = {
	.notifier_call = oops_panic, .priority = INT_MAX - 1,
};

/* Configuration */

/*
 * Find the slot of an instance's oops plan, or a free slot if @instance is NULL.  Return:
 * NULL if there is none.
 */
static struct oops_plan __rcu **oops_slot(const struct ktrace_instance *instance)
{
	const struct oops_plan *plan;
	unsigned int i;

	lockdep_assert_held(&oops_mutex);
	for (i = 0; i < OOPS_INSTANCES; i++) {
		plan = rcu_dereference_protected(oops_plans[i], true);
		if (plan ? plan->instance == instance : !instance)
			return &oops_plans[i];
	}
	return NULL;
}

/**
 * ktrace_oops_free - free oops plans
 * @plans: list from ktrace_oops_forget(), a grace period ago; or NULL
 *
 * Context: task; sleeps.
 */
void ktrace_oops_free(struct oops_plan *plans)
{
	struct oops_plan *plan;

	while ((plan = plans)) {
		plans = plan->next;
		ktrace_dump_free(plan->dump);
		kfree(plan);
	}
}

static struct oops_plan *oops_plan_create(struct ktrace_instance *instance,
					  enum oops_records records)
{
	struct oops_plan *plan = kzalloc(sizeof(*plan), GFP_KERNEL);

	if (!plan)
		return NULL;
	plan->instance = instance;
	plan->records = records;
	plan->dump = ktrace_dump_alloc(&instance->buffer, instance->page_most);
	if (plan->dump)
		return plan;
	kfree(plan);
	return NULL;
}

/*
 * Whether an instance keeps an oops plan even if an oops dumps none of its records: if ktrace
 * defines ftrace_dump(), the function may be called at any time.
 */
static bool oops_always(const struct ktrace_instance *instance)
{
	return !IS_ENABLED(CONFIG_TRACING) && instance == &ktrace_top;
}

/*
 * Set the oops plan of an instance, with memory for pages of the current size and of all sizes
 * that tasks are setting. *@old is set to the previous oops plan, or NULL, for oops_retire().
 * Return: 0; -ENOSPC or -ENOMEM after nothing was changed.
 */
static int oops_set(struct ktrace_instance *instance, enum oops_records records,
		    struct oops_plan **old)
{
	struct oops_plan *plan, __rcu **slot;

	lockdep_assert_held(&oops_mutex);
	*old = NULL;
	slot = oops_slot(instance) ?: oops_slot(NULL);
	if (!slot)
		return -ENOSPC;
	plan = oops_plan_create(instance, records);
	if (!plan)
		return -ENOMEM;
	if (ktrace_dump_attach(plan->dump, &instance->buffer)) {
		ktrace_oops_free(plan);
		return -ENOMEM;
	}
	*old = rcu_replace_pointer(*slot, plan, true);
	return 0;
}

/*
 * Free an oops plan that is not published any more; @plan may be NULL. Waits for a grace period,
 * so the caller must not hold oops_mutex, which would delay other tasks.
 */
static void oops_retire(struct oops_plan *plan)
{
	if (plan)
		ktrace_hooks_synchronize();
	ktrace_oops_free(plan);
}

/* Allocate the memory of an instance's dump again, if it has an oops plan.  As oops_set(). */
static int oops_renew(struct ktrace_instance *instance, struct oops_plan **old)
{
	struct oops_plan __rcu **slot = oops_slot(instance);

	*old = NULL;
	return slot ? oops_set(instance, rcu_dereference_protected(*slot, true)->records, old) : 0;
}

/* Forget the sizes that tasks set with the last of these tasks. */
static void oops_page_leave(struct ktrace_instance *instance)
{
	lockdep_assert_held(&oops_mutex);
	if (!--instance->page_writers)
		instance->page_most = 0;
}

/**
 * ktrace_oops_page_begin - prepare the dump of an instance for another page size of its buffer
 * @instance: the instance
 * @page_bytes: page size that the buffer is about to get
 *
 * Other tasks may change the page size, or set options/dump_on_oops, until
 * ktrace_oops_page_end(): the memory of the dump stays large enough for each of the sizes.
 *
 * Context: task; sleeps; takes oops_mutex.
 * Return: 0, and ktrace_oops_page_end() must follow; or -ENOMEM, and then the old memory stays in
 * use.
 */
int ktrace_oops_page_begin(struct ktrace_instance *instance, u32 page_bytes)
{
	struct oops_plan *old;
	int err;

	scoped_guard(mutex, &oops_mutex) {
		instance->page_writers++;
		instance->page_most = max(instance->page_most, page_bytes);
		err = oops_renew(instance, &old);
		if (err)
			oops_page_leave(instance);
	}
	oops_retire(old);
	return err;
}

/**
 * ktrace_oops_page_end - fit the dump of an instance to the page size that its buffer has now
 * @instance: the instance, after ktrace_oops_page_begin()
 *
 * Without memory for that, the dump keeps its memory, which is large enough.
 *
 * Context: task; sleeps; takes oops_mutex.
 */
void ktrace_oops_page_end(struct ktrace_instance *instance)
{
	struct oops_plan *old = NULL;

	scoped_guard(mutex, &oops_mutex) {
		oops_page_leave(instance);
		if (!instance->page_writers)
			oops_renew(instance, &old);
	}
	oops_retire(old);
}

/**
 * ktrace_oops_page_bytes - largest page that the dump of an instance can read
 * @instance: the instance
 *
 * Context: task; takes oops_mutex.
 * Return: the size in bytes; 0 if no memory for a dump is allocated.
 */
u32 ktrace_oops_page_bytes(struct ktrace_instance *instance)
{
	struct oops_plan __rcu **slot;

	guard(mutex)(&oops_mutex);
	slot = oops_slot(instance);
	return slot ? rcu_dereference_protected(*slot, true)->dump->image_bytes : 0;
}

/**
 * ktrace_oops_forget - remove the oops plan of an instance
 * @instance: the instance
 * @plans: list for ktrace_oops_free(), initially NULL; the instance's plan is added.  The plan
 *	may be in use until a grace period is over
 *
 * Context: task; takes oops_mutex.
 */
void ktrace_oops_forget(struct ktrace_instance *instance, struct oops_plan **plans)
{
	struct oops_plan __rcu **slot;
	struct oops_plan *plan;

	guard(mutex)(&oops_mutex);
	slot = oops_slot(instance);
	if (!slot)
		return;
	plan = rcu_replace_pointer(*slot, NULL, true);
	ktrace_dump_detach(&instance->buffer);
	plan->next = *plans;
	*plans = plan;
}

/* Struct ktrace_option.get and set of dump_on_oops. */
unsigned int ktrace_oops_get(struct ktrace_instance *instance, const struct ktrace_option *option)
{
	struct oops_plan __rcu **slot;

	guard(mutex)(&oops_mutex);
	slot = oops_slot(instance);
	return slot ? rcu_dereference_protected(*slot, true)->records : OOPS_NONE;
}

int ktrace_oops_set(struct ktrace_command *command, struct ktrace_instance *instance,
		    const struct ktrace_option *option, unsigned int records)
{
	struct oops_plan *old = NULL;
	int err = 0;

	if (records != OOPS_NONE || oops_always(instance))
		scoped_guard(mutex, &oops_mutex)
			err = oops_set(instance, records, &old);
	else
		ktrace_oops_forget(instance, &old);
	oops_retire(old);
	if (err == -ENOSPC)
		return ktrace_command_refuse(command, err, 0,
					     "No more instances can be dumped");
	return err;
}

/**
 * ktrace_oops_init - register for oopses and panics
 *
 * Return: 0 or an errno.
 */
int __init ktrace_oops_init(void)
{
	struct oops_plan *old = NULL;
	int err = register_die_notifier(&oops_die_nb) ?:
		  atomic_notifier_chain_register(&panic_notifier_list, &oops_panic_nb);

	if (err || (oops_at_boot == OOPS_NONE && !oops_always(&ktrace_top)))
		return err;
	/* The first oops plan replaces no other. */
	scoped_guard(mutex, &oops_mutex)
		err = oops_set(&ktrace_top, oops_at_boot, &old);
	if (err)
		pr_err("no memory for a dump on an oops: %d\n", err);
	return 0;
}
