/* SPDX-License-Identifier: GPL-2.0 */
/* Kprobe events: the files kprobe_events and kprobe_profile. */
#ifndef _KTRACE_KPROBE_H
#define _KTRACE_KPROBE_H

#include <linux/types.h>

struct ktrace_dynamic_kind;
struct ktrace_session;
struct seq_file;

extern struct ktrace_dynamic_kind ktrace_kprobe_kind;

int ktrace_kprobe_init(void);
int ktrace_kprobe_command(const char *line, size_t len, struct ktrace_session *session);

/* Defined in kprobe_notify.c */
#ifdef CONFIG_MODULES
int ktrace_kprobe_watch_modules(void);
#else
static inline int ktrace_kprobe_watch_modules(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_KPROBE_H */
