/* SPDX-License-Identifier: GPL-2.0 */
/* Kprobes as events: what control/control.c calls for kprobe_events and kprobe_profile. */
#ifndef _KTRACE_KPROBE_H
#define _KTRACE_KPROBE_H

#include <linux/types.h>

struct seq_file;

#ifdef CONFIG_KTRACE_KPROBES
int ktrace_kprobe_init(void);
int ktrace_kprobe_command(const char *line, size_t len);
int ktrace_kprobe_clear(void);
void ktrace_kprobe_show(struct seq_file *m);
void ktrace_kprobe_profile(struct seq_file *m);
#else
static inline int ktrace_kprobe_init(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_KPROBE_H */
