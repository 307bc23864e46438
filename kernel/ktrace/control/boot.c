// SPDX-License-Identifier: GPL-2.0
/*
 * Settings on the kernel's command line:
 *
 *	trace_event=WORD,...		as words of the file set_event, also for events of
 *					modules that are loaded later
 *	kprobe_event=DEFINITION;...	as lines of the file kprobe_events, with commas for
 *					spaces; the events are enabled
 *	ktrace_buf_size=N[KMG]		bytes of each CPU's ring
 *	trace_clock=NAME		as the file trace_clock
 *	trace_instance=NAME,WORD,...	make an instance, with these words in its set_event
 *
 * A WORD may also be a setting, which takes effect where it stands among the words:
 *
 *	trace_clock=NAME, buffer_size_kb=N, buffer_subbuf_size_kb=N, SYSTEM:EVENT/filter=FILTER
 *
 * The settings of the top instance, except probes, take effect in ktrace_start(), before
 * the initcalls of level early, but after those of consoles.  Instances and probes need the
 * control tree, which exists later, but before drivers and file systems start, so that functions
 * that exist only then can be probed.  The kernel's log reports a setting that is refused; the
 * others apply.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cache.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <asm/setup.h>

#include "buffer/buffer.h"
#include "buffer/clock.h"
#include "command/knob.h"
#include "control/console.h"
#include "control/control.h"
#include "control/files.h"
#include "event/dynamic.h"
#include "event/event_filter.h"
#include "event/listener.h"

/* Values of the options; empty if an option was not given. */
static char boot_events[COMMAND_LINE_SIZE] __initdata;
static char boot_probes[COMMAND_LINE_SIZE] __initdata;
static char boot_instances[COMMAND_LINE_SIZE] __initdata;
static char boot_clock[32] __initdata;
static unsigned long boot_bytes __initdata;

/*
 * Separator between instances: an option's value contains no newline, but may contain
 * spaces.
 */
#define BOOT_NEXT	"\n"

/* Append the value of an option that may be given several times, separated by @between. */
static int __init boot_add(char *to, const char *between, const char *arg)
{
	if (!arg)
		return -EINVAL;
	if (*to)
		strlcat(to, between, COMMAND_LINE_SIZE);
	strlcat(to, arg, COMMAND_LINE_SIZE);
	return 0;
}

static int __init boot_events_setup(char *arg)
{
	return boot_add(boot_events, ",", arg);
}
early_param("trace_event", boot_events_setup);

static int __init boot_probes_setup(char *arg)
{
	return boot_add(boot_probes, ";", arg);
}
early_param("kprobe_event", boot_probes_setup);

static int __init boot_instances_setup(char *arg)
{
	return boot_add(boot_instances, BOOT_NEXT, arg);
}
early_param("trace_instance", boot_instances_setup);

static int __init boot_clock_setup(char *arg)
{
	return arg && strscpy(boot_clock, arg, sizeof(boot_clock)) > 0 ? 0 : -EINVAL;
}
early_param("trace_clock", boot_clock_setup);

static int __init boot_size_setup(char *arg)
{
	boot_bytes = arg ? memparse(arg, NULL) : 0;
	return boot_bytes ? 0 : -EINVAL;
}
early_param("ktrace_buf_size", boot_size_setup);

/*
 * Set the size of the rings, unless memory cannot hold a ring of each possible CPU.  Most CPUs
 * come online later, and record nothing if there is no memory for their rings then.
 */
static int __init boot_resize(struct ktrace_instance *instance, unsigned long kb)
{
	unsigned long pages = max(si_mem_available(), 0L) / num_possible_cpus();

	if (kb >> (PAGE_SHIFT - 10) > pages)
		return -ENOMEM;
	return ktrace_buffer_resize(&instance->buffer, KTRACE_ALL_CPUS, kb);
}

static void __init boot_set_size(struct ktrace_instance *instance)
{
	int err = boot_resize(instance, DIV_ROUND_UP(boot_bytes, 1024));

	if (err)
		pr_warn("ktrace_buf_size=%lu: %d\n", boot_bytes, err);
}

static void __init boot_set_clock(struct ktrace_instance *instance)
{
	const struct ktrace_clock *clock = ktrace_clock_find(boot_clock);
	int err = clock ? ktrace_instance_set_clock(instance, clock) : -EINVAL;

	if (err)
		pr_warn("trace_clock=%s: %d\n", boot_clock, err);
}

/**
 * struct boot_setting - a setting among the words of an instance
 * @name: name of the control file that accepts the same text
 * @set: applies the text; returns 0, or an errno after nothing was changed
 */
struct boot_setting {
	const char *name;
	int (*set)(struct ktrace_instance *instance, char *text);
};

static int __init boot_word_clock(struct ktrace_instance *instance, char *text)
{
	const struct ktrace_clock *clock = ktrace_clock_find(text);

	return clock ? ktrace_instance_set_clock(instance, clock) : -EINVAL;
}

static int __init boot_word_size(struct ktrace_instance *instance, char *text)
{
	unsigned long kb;

	return kstrtoul(text, 0, &kb) ?: boot_resize(instance, kb);
}

static int __init boot_word_page(struct ktrace_instance *instance, char *text)
{
	unsigned long kb;

	return kstrtoul(text, 0, &kb) ?: ktrace_instance_set_page(instance, kb);
}

static const struct boot_setting boot_settings[] __initconst = {
	{ "trace_clock",	   boot_word_clock },
	{ "buffer_size_kb",	   boot_word_size },
	{ "buffer_subbuf_size_kb", boot_word_page },
};

/* Suffix of SYSTEM:EVENT in a word that sets the filter of the event. */
#define BOOT_FILTER	"/filter"

/* Set the filter of the event in @name, which has the form SYSTEM:EVENT/filter. */
static int __init boot_word_filter(struct ktrace_command *command,
				   struct ktrace_instance *instance, char *name)
{
	char *event_name = strchr(name, ':'), *end = strstr(name, BOOT_FILTER);
	struct ktrace_filter_batch batch = { };
	struct ktrace_listener *listener;
	struct ktrace_event *event;
	int err;

	if (!event_name || !end || end < event_name || end[strlen(BOOT_FILTER)])
		return ktrace_command_refuse(command, -EINVAL, 0, "No such setting");
	*event_name++ = 0;
	*end = 0;
	scoped_guard(mutex, &ktrace_event_mutex) {
		event = ktrace_event_find(name, event_name);
		listener = event ? ktrace_listener_get(event, instance) : NULL;
		if (listener)
			err = ktrace_filter_batch_add(&batch, command, listener);
		else
			err = event ? -ENOMEM : ktrace_command_refuse(command, -EINVAL, 0,
								      "No such event");
		if (!err)
			ktrace_filter_batch_publish(&batch);
	}
	ktrace_filter_batch_end(&batch);
	return err;
}

/* Apply a setting NAME=TEXT; @text is the part behind the equals sign. */
static int __init boot_word_setting(struct ktrace_command *command,
				    struct ktrace_instance *instance, char *name, char *text)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(boot_settings); i++)
		if (!strcmp(name, boot_settings[i].name))
			return boot_settings[i].set(instance, text);
	command->text = text;
	command->len = strlen(text);
	return boot_word_filter(command, instance, name);
}

/* Apply a word: either a setting or events to enable. */
static int __init boot_word(struct ktrace_command *command, struct ktrace_instance *instance,
			    char *word)
{
	char *equals = strchr(word, '=');

	if (!equals)
		return ktrace_set_event(command, instance);
	*equals = 0;
	return boot_word_setting(command, instance, word, equals + 1);
}

/* Apply words that are separated by commas. */
static void __init boot_set_words(struct ktrace_instance *instance, char *words)
{
	const char *option = instance->name ? "trace_instance" : "trace_event";
	char *word;

	while ((word = strsep(&words, ","))) {
		struct ktrace_command command = { .text = word, .len = strlen(word) };
		int err = *word ? boot_word(&command, instance, word) : 0;

		/*
		 * The message has the beginning of the word only: boot_word() and the parser of
		 * set_event have replaced the first equals sign or colon by a zero.
		 */
		if (err)
			pr_warn("%s=%s: %s (%d)\n", option, word,
				command.why ?: command.logged ? "see error_log" : "refused", err);
	}
}

/* Create an instance, and apply the words behind its name. */
static void __init boot_set_instance(char *words)
{
	const char *name = strsep(&words, ",");
	struct ktrace_instance *instance = ktrace_instance_add(name, NULL);

	if (IS_ERR(instance))
		pr_warn("trace_instance=%s: %ld\n", name, PTR_ERR(instance));
	else
		boot_set_words(instance, words);
}

/* Enable the event that was defined last. */
static int __init boot_enable_last(struct ktrace_instance *instance)
{
	struct ktrace_dynamic *last;

	guard(mutex)(&ktrace_dynamic_mutex);
	if (list_empty(&ktrace_dynamic_list))
		return -ENOENT;
	last = list_last_entry(&ktrace_dynamic_list, struct ktrace_dynamic, node);
	guard(mutex)(&ktrace_event_mutex);
	return ktrace_event_enable(last->event, instance, KTRACE_LISTEN_USER);
}

/* Define a probe, and enable its event. */
static void __init boot_set_probe(struct ktrace_instance *instance, char *line)
{
	struct ktrace_command command = { .text = line };
	int err;

	strreplace(line, ',', ' ');
	command.text = ktrace_span_strip(line);
	command.len = strlen(command.text);
	if (!command.len)
		return;
	/*
	 * Accept only the commands of kprobe_events, which begin with these letters.
	 */
	if (*command.text != 'p' && *command.text != 'r')
		err = ktrace_command_refuse(&command, -EINVAL, 0, "p or r expected");
	else
		err = ktrace_dynamic_command(&command);
	if (err) {
		pr_warn("kprobe_event=%s: %s (%d)\n", command.text,
			command.why ?: "see error_log", err);
		return;
	}
	err = boot_enable_last(instance);
	if (err)
		pr_warn("kprobe_event=%s: cannot be enabled (%d)\n", command.text, err);
}

/**
 * ktrace_control_boot_early - set up the top instance by the kernel's command line
 * @instance: the top instance; sources have registered their events
 *
 * Then start printing records on the console, if tp_printk is given.
 *
 * Context: task; sleeps; may run before the control tree exists.
 */
void __init ktrace_control_boot_early(struct ktrace_instance *instance)
{
	if (boot_bytes)
		boot_set_size(instance);
	if (*boot_clock)
		boot_set_clock(instance);
	boot_set_words(instance, boot_events);
	ktrace_console_start(instance);
}

/**
 * ktrace_control_boot - create the probes and instances of the kernel's command line
 * @instance: the top instance, with the control tree
 *
 * Context: task; sleeps.
 */
void __init ktrace_control_boot(struct ktrace_instance *instance)
{
	char *probes = boot_probes, *instances = boot_instances, *word;

	while ((word = strsep(&probes, ";")))
		boot_set_probe(instance, word);
	while ((word = strsep(&instances, BOOT_NEXT)))
		if (*word)
			boot_set_instance(word);
}
