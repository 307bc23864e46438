// SPDX-License-Identifier: GPL-2.0
/* The files of an instance's buffer: sizes, CPUs, clock, losses, and per_cpu/. */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "buffer/clock.h"
#include "buffer/loss.h"
#include "command/knob.h"
#include "control/control.h"
#include "control/files.h"
#include "control/oops.h"
#include "event/comm.h"
#include "event/listener.h"
#include "parse/span.h"
#include "text/format.h"

int ktrace_tracing_on_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	seq_printf(m, "%d\n", instance->buffer.on);
	return 0;
}

int ktrace_tracing_on_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (!err)
		ktrace_buffer_set_on(&instance->buffer, on);
	return err;
}

int ktrace_cpumask_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	cpumask_var_t cpus;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	cpumask_andnot(cpus, cpu_possible_mask, &instance->buffer.excluded);
	seq_printf(m, "%*pb\n", cpumask_pr_args(cpus));
	free_cpumask_var(cpus);
	return 0;
}

int ktrace_cpumask_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	cpumask_var_t cpus;
	int err;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	err = cpumask_parse(command->text, cpus);
	if (err)
		err = ktrace_command_refuse(command, err, 0, "Not a mask of CPUs");
	else
		ktrace_buffer_set_cpus(&instance->buffer, cpus);
	free_cpumask_var(cpus);
	return err;
}

int ktrace_buffer_size_show(struct seq_file *m, void *data)
{
	const struct ktrace_trace_dir *dir = data;
	unsigned long kb = 0;
	int cpu;

	if (dir->cpu != KTRACE_ALL_CPUS) {
		seq_printf(m, "%lu\n", ktrace_buffer_kb(&dir->instance->buffer, dir->cpu));
		return 0;
	}
	for_each_possible_cpu(cpu) {
		unsigned long own = ktrace_buffer_kb(&dir->instance->buffer, cpu);

		if (kb && own != kb) {
			seq_puts(m, "X\n");
			return 0;
		}
		kb = own;
	}
	seq_printf(m, "%lu\n", kb);
	return 0;
}

/**
 * ktrace_refuse_mapped - refuse a command because a ring is mapped
 * @command: the command
 * @instance: the instance
 * @cpu: the CPU of the ring, or KTRACE_ALL_CPUS
 *
 * Context: task; sleeps.
 * Return: -EBUSY.
 */
int ktrace_refuse_mapped(struct ktrace_command *command, struct ktrace_instance *instance, int cpu)
{
	char text[64];
	struct seq_buf by;

	seq_buf_init(&by, text, sizeof(text));
	ktrace_buffer_put_mapper(&instance->buffer, cpu, &by);
	return ktrace_command_refuse_by(command, -EBUSY, "A ring is mapped", &by);
}

/* Refuse a change of rings that returned @err.  @unfit is the reason of -EINVAL. */
static int rings_refuse(struct ktrace_command *command, struct ktrace_instance *instance, int cpu,
			int err, const char *unfit)
{
	switch (err) {
	case -EBUSY:
		return ktrace_refuse_mapped(command, instance, cpu);
	case -EINVAL:
		return ktrace_command_refuse(command, err, 0, unfit);
	default:
		return err;
	}
}

int ktrace_buffer_size_write(struct ktrace_command *command, void *data)
{
	const struct ktrace_trace_dir *dir = data;
	unsigned long kb;
	int err = ktrace_command_number(command, ULONG_MAX >> 10, &kb);

	if (err)
		return err;
	err = ktrace_buffer_resize(&dir->instance->buffer, dir->cpu, kb);
	return rings_refuse(command, dir->instance, dir->cpu, err, "No buffer can have this size");
}

int ktrace_buffer_total_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	unsigned long kb = 0;
	int cpu;

	/* CPUs that went offline keep their rings. */
	for_each_present_cpu(cpu)
		kb += ktrace_buffer_kb(&instance->buffer, cpu);
	seq_printf(m, "%lu\n", kb);
	return 0;
}

int ktrace_page_size_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	seq_printf(m, "%u\n", READ_ONCE(instance->buffer.page_bytes) >> 10);
	return 0;
}

/**
 * ktrace_instance_set_page - change the page size of an instance's buffer, and of its dump
 * @instance: the instance
 * @kb: the page size in kB
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM or an errno of ktrace_buffer_set_page(), and then the page size was not
 * changed.
 */
int ktrace_instance_set_page(struct ktrace_instance *instance, unsigned long kb)
{
	u32 page_bytes = ktrace_buffer_page_bytes(kb);
	int err;

	if (!page_bytes)
		return -EINVAL;
	/* First the memory for dumps: an oops must be able to read pages of the new size. */
	err = ktrace_oops_page_begin(instance, page_bytes);
	if (err)
		return err;
	err = ktrace_buffer_set_page(&instance->buffer, kb);
	ktrace_oops_page_end(instance);
	return err;
}

int ktrace_page_size_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	unsigned long kb;
	int err = ktrace_command_number(command, ULONG_MAX >> 10, &kb);

	if (err)
		return err;
	return rings_refuse(command, instance, KTRACE_ALL_CPUS,
			    ktrace_instance_set_page(instance, kb),
			    "No sub-buffer of this buffer can have this size");
}

int ktrace_percent_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	seq_printf(m, "%u\n", READ_ONCE(instance->buffer.percent));
	return 0;
}

int ktrace_percent_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	unsigned long percent;
	int err = ktrace_command_number(command, 100, &percent);

	if (!err)
		ktrace_buffer_set_percent(&instance->buffer, percent);
	return err;
}

int ktrace_trace_clock_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	const struct ktrace_clock *clock;
	const struct ktrace_clock *now = READ_ONCE(instance->buffer.clock);
	unsigned int i;

	for (i = 0; (clock = ktrace_clock_at(i)); i++)
		seq_printf(m, now == clock ? "%s[%s]" : "%s%s",
			   i ? " " : "", clock->name);
	seq_putc(m, '\n');
	return 0;
}

/**
 * ktrace_instance_set_clock - change the clock of an instance
 * @instance: the instance
 * @clock: the clock
 *
 * Task names are logged with times of @clock, too.
 *
 * Context: task; sleeps.
 * Return: 0; or an errno of ktrace_buffer_set_clock(), and then the clock was not changed.
 */
int ktrace_instance_set_clock(struct ktrace_instance *instance, const struct ktrace_clock *clock)
{
	int err = ktrace_comm_clock_begin(clock);

	if (err)
		return err;
	err = ktrace_buffer_set_clock(&instance->buffer, clock);
	ktrace_comm_clock_end(clock, !err);
	return err;
}

int ktrace_trace_clock_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	const struct ktrace_clock *clock = ktrace_clock_find(ktrace_span_strip(command->text));
	int err;

	if (!clock)
		return ktrace_command_refuse(command, -EINVAL, 0, "Unknown clock");
	err = ktrace_instance_set_clock(instance, clock);
	if (err == -EBUSY)
		return ktrace_refuse_mapped(command, instance, KTRACE_ALL_CPUS);
	if (!err)
		ktrace_snapshot_drop_stale(&instance->buffer, &instance->snapshot);
	return err;
}

/* Widths of the columns of lost_events, in characters. */
#define LOST_NAME_WIDTH	32
#define LOST_TIME_WIDTH	16

/* Print a time, or "-" for 0, in a column of @width. */
static void lost_time_show(struct seq_file *m, u64 time, bool in_ns, int width)
{
	char text[2 * LOST_TIME_WIDTH];
	struct seq_buf out;

	seq_buf_init(&out, text, sizeof(text));
	if (time)
		ktrace_format_time(&out, time, in_ns);
	else
		seq_buf_putc(&out, '-');
	seq_printf(m, " %*s", width, seq_buf_str(&out));
}

static void lost_event_show(struct seq_file *m, unsigned int id)
{
	struct ktrace_event *event;

	ktrace_event_read_lock();
	event = ktrace_event_by_id(id);
	if (event)
		seq_printf(m, "%s:%s", event->system, event->name);
	else if (id == RING_TYPE_DISCARDED)
		seq_puts(m, "(discarded)");
	else
		seq_printf(m, "(gone, id %u)", id);
	ktrace_event_read_unlock();
}

static void lost_name_show(struct seq_file *m, unsigned int id)
{
	seq_setwidth(m, LOST_NAME_WIDTH);
	lost_event_show(m, id);
	seq_pad(m, ' ');
}

/* Show the stretches of dropped records, in comments: programs add up the other lines. */
static void lost_stretches_show(struct seq_file *m, struct ktrace_instance *instance, bool in_ns)
{
	struct ktrace_stretch stretch;
	unsigned int lines;
	int cpu;
	u64 nr;

	for_each_possible_cpu(cpu) {
		nr = 0;
		/* A writer may begin stretches faster than this task shows them. */
		for (lines = 0; lines < KTRACE_LOSS_STRETCHES; lines++) {
			if (!ktrace_buffer_stretch(&instance->buffer, cpu, &nr, &stretch))
				break;
			seq_printf(m, "# CPU:%d dropped %llu ", cpu, stretch.records);
			lost_event_show(m, stretch.id);
			seq_puts(m, " between");
			lost_time_show(m, stretch.first, in_ns, 0);
			seq_puts(m, " and");
			lost_time_show(m, stretch.last, in_ns, 0);
			seq_putc(m, '\n');
		}
	}
}

int ktrace_lost_events_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	bool in_ns = instance->buffer.clock->in_ns;
	struct ktrace_lost lost;
	const s64 *records = lost.records;
	unsigned int id;

	ktrace_buffer_finish_losses(&instance->buffer);
	seq_printf(m, "# overwritten      dropped  nested-drop  %-*s %12s %*s %*s\n",
		   LOST_NAME_WIDTH, "event", "bytes", LOST_TIME_WIDTH, "first",
		   LOST_TIME_WIDTH, "last");
	for (id = 0; id <= U16_MAX; id++) {
		if (!ktrace_buffer_losses(&instance->buffer, id, &lost)) {
			id |= KTRACE_LOSS_IDS - 1;
			continue;
		}
		if (records[KTRACE_LOST_OVERWRITTEN] <= 0 && !records[KTRACE_LOST_DROPPED] &&
		    !records[KTRACE_LOST_NESTED])
			continue;
		seq_printf(m, "%13lld %12lld %12lld  ",
			   max(records[KTRACE_LOST_OVERWRITTEN], 0LL),
			   records[KTRACE_LOST_DROPPED], records[KTRACE_LOST_NESTED]);
		lost_name_show(m, id);
		seq_printf(m, "%12lld", max(lost.bytes, 0LL));
		lost_time_show(m, lost.first, in_ns, LOST_TIME_WIDTH);
		lost_time_show(m, lost.last, in_ns, LOST_TIME_WIDTH);
		seq_putc(m, '\n');
	}
	lost_stretches_show(m, instance, in_ns);
	return 0;
}

/* free_buffer: the memory of the buffer is freed when the process that opened the file exits */

/* Size of the smallest buffer, in kB. */
#define FREED_KB	1

static ssize_t free_buffer_write(struct file *file, const char __user *ubuf,
				 size_t count, loff_t *ppos)
{
	/* The written text is ignored: closing the file frees the buffer. */
	return security_locked_down(LOCKDOWN_TRACEFS) ?: count;
}

static int free_buffer_release(struct inode *inode, struct file *file)
{
	struct ktrace_instance *instance = inode->i_private;
	int cpu;

	if (READ_ONCE(instance->disable_on_free))
		ktrace_buffer_set_on(&instance->buffer, false);
	/*
	 * Free as much memory as possible, since close() cannot report an error: if a mapped ring
	 * refuses the resize of all rings, resize the rings one by one.
	 */
	if (ktrace_buffer_resize(&instance->buffer, KTRACE_ALL_CPUS, FREED_KB) == -EBUSY)
		for_each_possible_cpu(cpu)
			ktrace_buffer_resize(&instance->buffer, cpu, FREED_KB);
	ktrace_owner_close(&instance->owner);
	return 0;
}

static int free_buffer_open(struct inode *inode, struct file *file)
{
	struct ktrace_instance *instance = inode->i_private;

	return ktrace_owner_open(&instance->owner) ? nonseekable_open(inode, file) : -ENODEV;
}

const struct file_operations ktrace_free_buffer_fops = {
	.owner		= THIS_MODULE,
	.open		= free_buffer_open,
	.write		= free_buffer_write,
	.release	= free_buffer_release,
};

/*
 * Per CPU
 */

static void stats_time(struct seq_file *m, const char *name, u64 time, bool in_ns)
{
	u32 fraction;
	u64 seconds;

	if (!in_ns) {
		seq_printf(m, "%s: %llu\n", name, time);
		return;
	}
	seconds = div_u64_rem(div_u64(time, NSEC_PER_USEC), USEC_PER_SEC, &fraction);
	seq_printf(m, "%s: %5llu.%06u\n", name, seconds, fraction);
}

int ktrace_stats_show(struct seq_file *m, void *data)
{
	const struct ktrace_trace_dir *dir = data;
	struct ktrace_buffer *buffer = &dir->instance->buffer;
	struct ring *ring = ktrace_buffer_lock_cpu(buffer, dir->cpu);
	const struct ktrace_clock *clock = READ_ONCE(buffer->clock);
	struct ring_stats stats = { };

	if (ring) {
		ring_stats(ring, &stats);
		ktrace_buffer_unlock_cpu(buffer, dir->cpu);
	}
	seq_printf(m, "entries: %llu\n", stats.written - stats.read - stats.overwritten);
	seq_printf(m, "overrun: %llu\n", stats.overwritten);
	seq_printf(m, "commit overrun: %llu\n", stats.nested);
	seq_printf(m, "bytes: %llu\n", stats.bytes);
	stats_time(m, "oldest event ts", stats.oldest, clock->in_ns);
	stats_time(m, "now ts", ktrace_clock_peek(clock), clock->in_ns);
	seq_printf(m, "dropped events: %llu\n", stats.dropped - stats.nested);
	seq_printf(m, "read events: %llu\n", stats.read);
	return 0;
}

/* Create a CPU's directory, unless an earlier attempt to fill the parent did. */
static int cpu_dir_create(struct ktrace_instance *instance, struct ktrace_dir *parent, int cpu)
{
	struct ktrace_dir *dir;
	char name[16];
	int err;

	snprintf(name, sizeof(name), "cpu%d", cpu);
	if (ktrace_dir_child(parent, name))
		return 0;
	dir = ktrace_dir_create(name, NULL, NULL);
	if (!dir)
		return -ENOMEM;
	err = ktrace_trace_files_create(instance, dir, cpu) ?:
	      ktrace_dir_add(parent, dir);
	if (err)
		ktrace_dir_discard(dir);
	return err;
}

static int per_cpu_fill(struct ktrace_dir *dir, void *data)
{
	int cpu, err = 0;

	for_each_possible_cpu(cpu)
		err = err ?: cpu_dir_create(data, dir, cpu);
	return err;
}

static const struct ktrace_dir_type per_cpu_type = { .fill = per_cpu_fill };

/**
 * ktrace_per_cpu_create - create the directory per_cpu/ of an instance
 * @instance: the instance, with its directory
 *
 * Context: task; sleeps.
 * Return: 0 or an errno; on error, removing the instance's directory removes per_cpu/.
 */
int ktrace_per_cpu_create(struct ktrace_instance *instance)
{
	return PTR_ERR_OR_ZERO(ktrace_dir_create_in(instance->dir, "per_cpu", &per_cpu_type,
						    instance));
}
