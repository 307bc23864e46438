/* SPDX-License-Identifier: GPL-2.0 */
/* The control tree: declarations shared by the files of this folder and core.c. */
#ifndef _KTRACE_CONTROL_H
#define _KTRACE_CONTROL_H

#include <linux/mutex.h>

#include "event/instance.h"
#include "command/knob.h"

struct ktrace_clock;
struct trace_buffer_meta;

/**
 * struct ktrace_trace_dir - data of the files about a ring, or about the rings of all CPUs
 * @instance:	the instance
 * @buffer:	the records: the instance's buffer or snapshot
 * @cpu:	the CPU, or KTRACE_ALL_CPUS
 * @map_lock:	serialises the creation and removal of mappings of the ring.  @meta and @mapping
 *		change only under it, and stay unchanged while the ring is mapped
 * @meta:	first page of the mappings, for raw_map.c; NULL while the ring is not mapped
 * @mapping:	the mappings, while the ring is mapped
 * @mapped:	in map_list (raw_map.c); under map_mutex
 */
struct ktrace_trace_dir {
	struct ktrace_instance *instance;
	struct ktrace_buffer *buffer;
	int cpu;
	struct mutex map_lock;	/* see above */
	struct trace_buffer_meta *meta;
	struct address_space *mapping;
	struct list_head mapped;
};

void ktrace_control_start(void);
int ktrace_control_init(struct ktrace_instance *instance);
int ktrace_instance_files_create(struct ktrace_instance *instance);
int ktrace_per_cpu_create(struct ktrace_instance *instance);
int ktrace_refuse_mapped(struct ktrace_command *command, struct ktrace_instance *instance, int cpu);
int ktrace_instance_set_page(struct ktrace_instance *instance, unsigned long kb);
int ktrace_instance_set_clock(struct ktrace_instance *instance, const struct ktrace_clock *clock);
int ktrace_instances_dir_create(struct ktrace_dir *parent);
struct ktrace_instance *ktrace_instance_add(const char *name, struct ktrace_session *session);
int ktrace_event_files_create(struct ktrace_instance *instance);
void ktrace_event_files_free(struct ktrace_instance *instance);
int ktrace_event_files_init(void);
void ktrace_set_event_free(struct ktrace_instance *instance);
void ktrace_set_event_added(struct ktrace_event *event);
void ktrace_set_event_removed(const struct ktrace_event *event);
void ktrace_control_boot_early(struct ktrace_instance *instance);
void ktrace_control_boot(struct ktrace_instance *instance);
int ktrace_options_init(struct ktrace_instance *instance);
int ktrace_options_create(struct ktrace_instance *instance);
void ktrace_options_readme(struct seq_file *m);
int ktrace_trace_files_create(struct ktrace_instance *instance,
			      struct ktrace_dir *dir, int cpu);

int ktrace_view_open(struct ktrace_trace_dir *dir, struct file *file);
ssize_t ktrace_view_read_iter(struct kiocb *iocb, struct iov_iter *to);
loff_t ktrace_view_llseek(struct file *file, loff_t offset, int whence);
int ktrace_view_release(struct inode *inode, struct file *file);
void ktrace_view_restart(struct file *file);

#endif /* _KTRACE_CONTROL_H */
