/* SPDX-License-Identifier: GPL-2.0 */
/* An instance of the kernel's tracer that ends with this process. */
#ifndef _KTRACE_SESSION_H
#define _KTRACE_SESSION_H

#include <stdbool.h>
#include <sys/types.h>

#include "select.h"
#include "util.h"

struct tracefs_instance;

/**
 * struct session - a run of ktrace
 * @root:	the control directory
 * @dir:	the directory of the instance
 * @name:	name of the instance
 * @instance:	the instance for libtracefs
 * @owner:	the open file that owns the instance; -1 if the kernel has none
 * @probes:	the open file that owns the probes, or -1
 * @nr_probes:	number of probes
 * @followed:	tasks are selected
 * @alone:	the processes that are recorded without their children
 * @nr_alone:	number of @alone
 */
struct session {
	char	*root;
	char	*dir;
	char	*name;
	struct tracefs_instance *instance;
	int	owner;
	int	probes;
	unsigned int nr_probes;
	bool	followed;
	pid_t	*alone;
	size_t	nr_alone;
};

/**
 * struct session_loss - records that were lost
 * @overwritten:	sum of per_cpu/cpuN/stats: new records overwrote them
 * @dropped:		sum of per_cpu/cpuN/stats: they had no room
 * @unwritten:		ktrace has read them, but could not write them
 */
struct session_loss {
	unsigned long long overwritten;
	unsigned long long dropped;
	unsigned long long unwritten;
};

const char *session_root(void);
struct session *session_open(void);
void session_close(struct session *s);
char *session_path(const struct session *s, const char *file);
void session_write(const struct session *s, const char *file, const char *text);
int session_try(const struct session *s, const char *file, int flags, const char *text);
void session_refused(const struct session *s, const char *what, const char *text)
	__noreturn;
void session_follow(struct session *s, pid_t pid);
void session_follow_alone(struct session *s, pid_t pid);
void session_follow_program(struct session *s, const char *path);
void session_filter_cgroup(struct session *s, const char *cgroup);
void session_filter_user(struct session *s, const char *user);
void session_exclude_self(struct session *s);
bool session_any_followed(const struct session *s);
void session_set_limits(const struct session *s, unsigned int data, unsigned int strings,
			bool fd_paths, bool env);
void session_select(struct session *s, struct selection *sel, bool hidden);
void session_check_calls(const struct session *s, const struct selection *sel);
void session_enable(struct session *s, const char *event, const char *what_for);
void session_enable_ticks(struct session *s);
void session_enable_entries(struct session *s, const struct selection *sel);
void session_arm_off(struct session *s, const char *event);
bool session_is_on(const struct session *s);
void session_losses(const struct session *s, struct session_loss *loss);

#endif /* _KTRACE_SESSION_H */
