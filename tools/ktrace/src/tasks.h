/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the tasks of a trace. */
#ifndef _KTRACE_TASKS_H
#define _KTRACE_TASKS_H

#include "events.h"

struct tasks;

struct tasks *tasks_create(bool live);
void tasks_scan(struct tasks *tasks);
void tasks_destroy(struct tasks *tasks);
void tasks_learn(struct tasks *tasks, const struct record *rec);
const char *tasks_comm(struct tasks *tasks, const struct record *rec);
void tasks_set_shown(struct tasks *tasks, int pid, bool shown);
bool tasks_is_shown(struct tasks *tasks, int pid);
int tasks_tgid(struct tasks *tasks, int pid);
unsigned int tasks_alive(const struct tasks *tasks);

#endif /* _KTRACE_TASKS_H */
