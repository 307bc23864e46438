/* SPDX-License-Identifier: GPL-2.0 */
/* Names of tasks, for records that hold a pid. */
#ifndef _KTRACE_COMM_H
#define _KTRACE_COMM_H

#include <linux/types.h>

struct seq_file;
struct task_struct;

int ktrace_comm_use(void);
unsigned int ktrace_comm_size(void);
int ktrace_comm_resize(unsigned long nr);
void ktrace_comm_save(struct task_struct *task);
void ktrace_comm_find(pid_t pid, char *comm);
pid_t ktrace_comm_tgid(pid_t pid);
void ktrace_comm_show(struct seq_file *m);
void ktrace_comm_show_tgids(struct seq_file *m);

#endif /* _KTRACE_COMM_H */
