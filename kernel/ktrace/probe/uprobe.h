/* SPDX-License-Identifier: GPL-2.0 */
/* Uprobe events: the files uprobe_events and uprobe_profile. */
#ifndef _KTRACE_UPROBE_H
#define _KTRACE_UPROBE_H

#include <linux/types.h>

struct ktrace_dynamic_kind;
struct ktrace_session;
struct seq_file;

extern struct ktrace_dynamic_kind ktrace_uprobe_kind;

int ktrace_uprobe_init(void);
int ktrace_uprobe_command(const char *line, size_t len, struct ktrace_session *session);
void ktrace_uprobe_profile(struct seq_file *m);

#endif /* _KTRACE_UPROBE_H */
