/* SPDX-License-Identifier: GPL-2.0 */
/* Kprobes as events: what the files kprobe_events, dynamic_events, kprobe_profile do. */
#ifndef _KTRACE_KPROBE_H
#define _KTRACE_KPROBE_H

#include <linux/types.h>

struct seq_file;

int ktrace_kprobe_init(void);
int ktrace_kprobe_command(const char *line, size_t len);
int ktrace_dynamic_command(const char *line, size_t len);
int ktrace_kprobe_clear(void);
void ktrace_kprobe_show(struct seq_file *m);
void ktrace_kprobe_profile(struct seq_file *m);

#endif /* _KTRACE_KPROBE_H */
