// SPDX-License-Identifier: GPL-2.0
/*
 * Records on the console as they are written: options/tp_printk.
 *
 * Hooks run in any context and neither format nor print.  A thread follows the buffer,
 * formats records as lines of the file trace, and prints them.  It consumes no records.
 * If the console is slower than the writers, the thread prints the number of records
 * that were overwritten before it reached them.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/wait.h>

#include "buffer/follow.h"
#include "control/console.h"
#include "control/control.h"
#include "event/line.h"
#include "event/listener.h"
#include "fs/lockdown.h"
#include "text/log_lines.h"

/* Size of struct console, including the text that is formatted before printing. */
#define CONSOLE_BYTES	(16 * 1024)
/* Pause of the thread after it found no record, before it waits for the next one. */
#define CONSOLE_PAUSE	msecs_to_jiffies(20)

/**
 * struct console - the thread that prints records
 * @task:	the thread
 * @follower:	its position in the buffer
 * @last:	the previous line, for ktrace_line_record()
 * @text:	lines to print
 * @bytes:	memory of @text
 */
struct console {
	struct task_struct	*task;
	struct ktrace_follower	*follower;
	struct ktrace_last_line	last;
	struct seq_buf		text;
	char			bytes[];
};

/* Serialises starting and stopping. */
static DEFINE_MUTEX(console_mutex);
/* The console of the top instance, or NULL. */
static struct console *top_console;

/* Boot parameter ktrace.tp_printk: print records on the console from boot on. */
static bool tp_printk;
module_param(tp_printk, bool, 0);
MODULE_PARM_DESC(tp_printk, "print records on the console from the beginning");

/* Boot parameter tp_printk: ktrace.tp_printk by the name that users of ftrace know. */
static int __init tp_printk_setup(char *arg)
{
	if (arg)
		return kstrtobool(arg, &tp_printk);
	tp_printk = true;
	return 0;
}
early_param("tp_printk", tp_printk_setup);

/* Append a record to the text. */
static void console_add(struct console *console, const struct ktrace_followed *part)
{
	const struct ktrace_shown shown = {
		.rec = &part->rec,
		.cpu = part->cpu,
		.clock = part->clock,
		.epoch = part->epoch,
		.show = READ_ONCE(ktrace_top.show),
		.since = ktrace_buffer_began(&ktrace_top.buffer),
	};

	ktrace_line_lost(&console->text, &shown);
	ktrace_event_read_lock();
	ktrace_line_record(&console->text, &shown, &console->last);
	ktrace_event_read_unlock();
}

/* Format new records.  A record that does not fit stays for the next call. */
static void console_fill(struct console *console)
{
	struct ktrace_followed *part;
	size_t before;

	seq_buf_clear(&console->text);
	ktrace_last_line_forget(&console->last);
	while (!kthread_should_stop() && (part = ktrace_follow_peek(console->follower))) {
		before = console->text.len;
		/* While the kernel is locked down, the records pass without being printed. */
		if (!ktrace_locked_down())
			console_add(console, part);
		if (seq_buf_has_overflowed(&console->text)) {
			console->text.len = before;
			if (before)
				return;
			seq_buf_puts(&console->text, "(a line too long to be printed)\n");
			ktrace_follow_pass(part);
			return;
		}
		ktrace_follow_pass(part);
		cond_resched();
	}
}

/*
 * Print new records.  No lock is held, because the console is slow.  Return: false if
 * there was no record.
 */
static bool console_print(struct console *console)
{
	char *line = console->bytes, *end, *newline;

	console_fill(console);
	end = line + seq_buf_used(&console->text);
	while (line < end && !kthread_should_stop()) {
		newline = memchr(line, '\n', end - line) ?: end;
		ktrace_log_line(line, newline - line);
		line = newline + 1;
		cond_resched();
	}
	return end > console->bytes;
}

/*
 * This thread's own actions may be recorded and wake it again, and so may those of tasks that
 * read the log lines that it prints.  The pause limits how often that happens.
 */
static int console_thread(void *data)
{
	struct console *console = data;
	struct ktrace_buffer *buffer = console->follower->buffer;
	struct ktrace_waiters *waiters = ktrace_buffer_waiters(buffer, KTRACE_ALL_CPUS);
	int wakes;

	/* Skip this thread's records: printing them would create more records, without end. */
	console->follower->skip = current->pid;
	while (!kthread_should_stop()) {
		/* Load before looking for records: a later change ends the wait. */
		wakes = ktrace_buffer_wakes(buffer, KTRACE_ALL_CPUS);
		if (console_print(console))
			continue;
		schedule_timeout_idle(CONSOLE_PAUSE);
		ktrace_buffer_watch(buffer, KTRACE_ALL_CPUS, KTRACE_AWAIT_NEXT);
		if (console_print(console))
			continue;
		wait_event_idle(waiters->queue, kthread_should_stop() ||
				atomic_read(&waiters->wakes) != wakes);
	}
	return 0;
}

static void console_free(struct console *console)
{
	ktrace_unfollow(console->follower);
	kfree(console);
}

/* Start printing records that are written from now on.  Return: 0 or an errno. */
static int console_start(struct ktrace_buffer *buffer)
{
	struct console *console = kzalloc(CONSOLE_BYTES, GFP_KERNEL);
	struct task_struct *task;

	lockdep_assert_held(&console_mutex);
	if (!console)
		return -ENOMEM;
	seq_buf_init(&console->text, console->bytes, CONSOLE_BYTES - sizeof(*console));
	console->follower = ktrace_follow(buffer);
	if (!console->follower) {
		kfree(console);
		return -ENOMEM;
	}
	task = kthread_run(console_thread, console, "ktrace_console");
	if (IS_ERR(task)) {
		console_free(console);
		return PTR_ERR(task);
	}
	console->task = task;
	top_console = console;
	return 0;
}

/* Stop printing at once; unprinted records are skipped. */
static void console_stop(void)
{
	lockdep_assert_held(&console_mutex);
	kthread_stop(top_console->task);
	console_free(top_console);
	top_console = NULL;
}

static int console_switch(struct ktrace_instance *instance, bool on)
{
	guard(mutex)(&console_mutex);
	if (on == !!top_console)
		return 0;
	if (on)
		return console_start(&instance->buffer);
	console_stop();
	return 0;
}

/* Struct ktrace_option.get and set of tp_printk. */
unsigned int ktrace_console_get(struct ktrace_instance *instance,
				const struct ktrace_option *option)
{
	return !!READ_ONCE(top_console);
}

int ktrace_console_set(struct ktrace_command *command, struct ktrace_instance *instance,
		       const struct ktrace_option *option, unsigned int on)
{
	return console_switch(instance, on);
}

/**
 * ktrace_console_start - start printing records if tp_printk is on the kernel's command line
 * @instance: the top instance
 *
 * A failure is reported in the kernel's log.
 */
void __init ktrace_console_start(struct ktrace_instance *instance)
{
	int err = tp_printk ? console_switch(instance, true) : 0;

	if (err)
		pr_err("tp_printk: could not start: %d\n", err);
}
