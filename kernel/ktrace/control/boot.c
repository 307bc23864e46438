// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's command line says of the instance at the top:
 *
 *	trace_event=SYSTEM:EVENT,...	as words of the file set_event, also of modules that
 *					are not there yet
 *	ktrace_buf_size=N[KMG]		bytes of each CPU's ring
 *	trace_clock=NAME		as the file trace_clock
 *
 * Done when the sources have registered their events.  What can't be done is told in
 * the kernel's log, and the rest is done nevertheless.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cache.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <asm/setup.h>

#include "buffer/buffer.h"
#include "buffer/clock.h"
#include "control/control.h"

/* The options, as they stand there: empty for none. */
static char boot_events[COMMAND_LINE_SIZE] __initdata;
static char boot_clock[32] __initdata;
static unsigned long boot_bytes __initdata;

/* It may be given several times: each adds to what was before. */
static int __init boot_events_setup(char *arg)
{
	if (!arg)
		return -EINVAL;
	if (*boot_events)
		strlcat(boot_events, ",", sizeof(boot_events));
	strlcat(boot_events, arg, sizeof(boot_events));
	return 0;
}
early_param("trace_event", boot_events_setup);

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
	int err = clock ? ktrace_buffer_set_clock(&instance->buffer, clock) : -EINVAL;

	if (err)
		pr_warn("trace_clock=%s: %d\n", boot_clock, err);
}

static void __init boot_set_event(struct ktrace_instance *instance, char *word)
{
	struct ktrace_command command = { .text = word, .len = strlen(word) };
	int err = ktrace_set_event(&command, instance);

	/* A word was cut where it has a colon. */
	if (err)
		pr_warn("trace_event=%s: %s (%d)\n", word, command.why ?: "refused", err);
}

/**
 * ktrace_control_boot - do what the kernel's command line says
 * @instance: the top instance; sources have registered their events
 *
 * Context: task; sleeps.
 */
void __init ktrace_control_boot(struct ktrace_instance *instance)
{
	char *rest = boot_events, *word;

	if (boot_bytes)
		boot_set_size(instance);
	if (*boot_clock)
		boot_set_clock(instance);
	while ((word = strsep(&rest, ",")))
		if (*word)
			boot_set_event(instance, word);
}
