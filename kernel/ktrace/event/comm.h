/* SPDX-License-Identifier: GPL-2.0 */
/* Names of tasks, for records that contain only a PID. */
#ifndef _KTRACE_COMM_H
#define _KTRACE_COMM_H

#include <linux/sched.h>
#include <linux/types.h>

struct ktrace_clock;
struct seq_file;

/**
 * struct ktrace_comm - name of a task when it wrote a record
 * @comm:	the name; "<...>" if unknown
 * @tgid:	process of the task; 0 if unknown
 * @until:	last time for which the result is valid: a later record of the PID may
 *		have another name, or belong to another task
 */
struct ktrace_comm {
	char	comm[TASK_COMM_LEN];
	pid_t	tgid;
	u64	until;
};

int ktrace_comm_use(void);
int ktrace_comm_clock_begin(const struct ktrace_clock *clock);
void ktrace_comm_clock_end(const struct ktrace_clock *clock, bool used);
unsigned int ktrace_comm_size(void);
int ktrace_comm_resize(unsigned long nr);
void ktrace_comm_find(struct ktrace_comm *found, pid_t pid, u64 time,
		      const struct ktrace_clock *clock);
void ktrace_comm_show(struct seq_file *m);
void ktrace_comm_show_tgids(struct seq_file *m);

#endif /* _KTRACE_COMM_H */
