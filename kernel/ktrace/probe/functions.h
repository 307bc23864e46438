/* SPDX-License-Identifier: GPL-2.0 */
/* Locations for kprobes: available_filter_functions and kprobe_offsets. */
#ifndef _KTRACE_PROBE_FUNCTIONS_H
#define _KTRACE_PROBE_FUNCTIONS_H

#include <linux/fs.h>

struct ktrace_command;
struct seq_file;

extern const struct file_operations ktrace_functions_fops;

int ktrace_offsets_set(struct ktrace_command *command);
int ktrace_offsets_show(struct seq_file *m);

#endif /* _KTRACE_PROBE_FUNCTIONS_H */
