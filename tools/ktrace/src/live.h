/* SPDX-License-Identifier: GPL-2.0 */
/* What all verbs that record have in common. */
#ifndef _KTRACE_LIVE_H
#define _KTRACE_LIVE_H

#include <stdbool.h>

#include "child.h"
#include "options.h"
#include "session.h"

struct pollfd;

/**
 * struct live - a recording
 * @opt:	the command line
 * @session:	the instance
 * @child:	the program, if ktrace started one
 * @has_child:	@child is valid
 * @failed:	the output could not be written
 */
struct live {
	struct options	*opt;
	struct session	*session;
	struct child	child;
	bool		has_child;
	bool		failed;
};

bool live_has_tasks(const struct options *opt);
void live_open(struct live *live, struct options *opt);
void live_follow(struct live *live);
void live_start(struct live *live);
bool live_goes_on(struct live *live);
void live_wait(const struct pollfd *fds, unsigned int nr);
void live_stop(struct live *live);
int live_close(struct live *live, unsigned long long records,
	       const struct session_loss *loss);
int live_interrupted(void);
bool live_asked(void);

#endif /* _KTRACE_LIVE_H */
