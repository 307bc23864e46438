// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's command line says.  All but the last is for the instance at the top:
 *
 *	trace_event=SYSTEM:EVENT,...	as words of the file set_event, also of modules that
 *					are not there yet
 *	kprobe_event=DEFINITION;...	as lines of the file kprobe_events, with commas for
 *					spaces; and the events are enabled
 *	ktrace_buf_size=N[KMG]		bytes of each CPU's ring
 *	trace_clock=NAME		as the file trace_clock
 *	trace_instance=NAME,EVENT,...	make an instance, with these words in its set_event
 *
 * Done when the sources have registered their events, before drivers and file systems are
 * started: functions that exist only then can be probed, too.  What can't be done is told in
 * the kernel's log, and the rest is done nevertheless.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cache.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <asm/setup.h>

#include "buffer/buffer.h"
#include "buffer/clock.h"
#include "command/knob.h"
#include "control/control.h"
#include "event/comm.h"
#include "event/dynamic.h"
#include "event/event.h"

/* The options, as they stand there: empty for none. */
static char boot_events[COMMAND_LINE_SIZE] __initdata;
static char boot_probes[COMMAND_LINE_SIZE] __initdata;
static char boot_instances[COMMAND_LINE_SIZE] __initdata;
static char boot_clock[32] __initdata;
static unsigned long boot_bytes __initdata;

/* An option may be given several times: each adds to what was before, behind @between. */
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
	return boot_add(boot_instances, " ", arg);
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

static void __init boot_set_size(struct ktrace_instance *instance)
{
	unsigned long kb = DIV_ROUND_UP(boot_bytes, 1024);
	int err = ktrace_buffer_resize(&instance->buffer, KTRACE_ALL_CPUS, kb);

	if (err)
		pr_warn("ktrace_buf_size=%lu: %d\n", boot_bytes, err);
}

static void __init boot_set_clock(struct ktrace_instance *instance)
{
	const struct ktrace_clock *clock = ktrace_clock_find(boot_clock);
	int err = -EINVAL;

	if (clock)
		err = ktrace_comm_use_clock(clock) ?:
		      ktrace_buffer_set_clock(&instance->buffer, clock);
	if (err)
		pr_warn("trace_clock=%s: %d\n", boot_clock, err);
}

/* Enable in @instance the events that @words name, separated by commas. */
static void __init boot_set_events(struct ktrace_instance *instance, char *words)
{
	char *word;

	while ((word = strsep(&words, ","))) {
		struct ktrace_command command = { .text = word, .len = strlen(word) };
		int err = *word ? ktrace_set_event(&command, instance) : 0;

		/* A word was cut where it has a colon. */
		if (err)
			pr_warn("%s=%s: %s (%d)\n",
				instance->name ? "trace_instance" : "trace_event", word,
				command.why ?: command.logged ? "see error_log" : "refused", err);
	}
}

/* Make an instance, and enable what stands behind its name. */
static void __init boot_set_instance(char *words)
{
	const char *name = strsep(&words, ",");
	struct ktrace_instance *instance = ktrace_instance_add(name);

	if (IS_ERR(instance))
		pr_warn("trace_instance=%s: %ld\n", name, PTR_ERR(instance));
	else
		boot_set_events(instance, words);
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
	command.text = strim(line);
	command.len = strlen(command.text);
	if (!command.len)
		return;
	/* Lines of other files begin with other letters. */
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
		pr_warn("kprobe_event=%s: it can't be enabled (%d)\n", command.text, err);
}

/**
 * ktrace_control_boot - do what the kernel's command line says
 * @instance: the top instance; sources have registered their events
 *
 * Context: task; sleeps.
 */
void __init ktrace_control_boot(struct ktrace_instance *instance)
{
	char *probes = boot_probes, *instances = boot_instances, *word;

	if (boot_bytes)
		boot_set_size(instance);
	if (*boot_clock)
		boot_set_clock(instance);
	boot_set_events(instance, boot_events);
	while ((word = strsep(&probes, ";")))
		boot_set_probe(instance, word);
	while ((word = strsep(&instances, " ")))
		if (*word)
			boot_set_instance(word);
}
