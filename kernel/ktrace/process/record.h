/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of processes.
 *
 * Numbers of tasks are those of the initial namespace, as the common pid is.
 */
#ifndef _KTRACE_PROCESS_RECORD_H
#define _KTRACE_PROCESS_RECORD_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/sched.h>
#include <uapi/linux/ktrace.h>

/**
 * struct process_fork_record - current has made a task, which has not run yet
 * @common:	as of every record
 * @tgid:	current's process
 * @child:	the new task
 * @child_tgid:	its process, another one unless it is a thread of the same
 * @exit_signal: the signal that its parent gets when it exits; -1 for a thread
 * @flags:	CLONE_*, without a signal
 */
struct process_fork_record {
	struct ktrace_common common;
	s32	tgid;
	s32	child;
	s32	child_tgid;
	s32	exit_signal;
	u64	flags;
};

static_assert(offsetof(struct process_fork_record, flags) == 24);
static_assert(sizeof(struct process_fork_record) == 32);

/* Bytes of the path and of the arguments of a program, at most. */
#define PROCESS_PATH_MAX	256
#define PROCESS_ARGV_MAX	512

/* What was too long for a record, or could not be read. */
#define PROCESS_CUT_FILENAME	BIT(0)
#define PROCESS_CUT_ARGV	BIT(1)

/**
 * struct process_exec_record - current executes a program
 * @common:	as of every record
 * @tgid:	its process
 * @old_pid:	its number before: another one if it was not the process's first thread
 * @argc:	how many arguments the program gets
 * @filename:	where the path is that the kernel used: length and offset
 * @argv:	where the arguments are: each ends in a zero
 * @cut:	PROCESS_CUT_*
 * @old_comm:	the name before
 * @comm:	the name
 * @data:	path and arguments
 */
struct process_exec_record {
	struct ktrace_common common;
	s32	tgid;
	s32	old_pid;
	u32	argc;
	u32	filename;
	u32	argv;
	u32	cut;
	char	old_comm[TASK_COMM_LEN];
	char	comm[TASK_COMM_LEN];
	char	data[];
};

static_assert(offsetof(struct process_exec_record, old_comm) == 32);
static_assert(offsetof(struct process_exec_record, data) == 64);

/**
 * struct process_exit_record - current exits
 * @common:	as of every record
 * @tgid:	its process
 * @last:	1 if no thread of the process is left
 * @code:	exit code, of the process if @last, or else of the thread
 * @signal:	the signal that ended it; 0 for none, and then @code tells
 * @core:	1 if there is a core dump
 * @maxrss_kb:	most memory that the process had resident, if @last
 * @parent:	the process's parent, who may not be the one who made it, as that has exited
 * @lived_ns:	since the thread, or the process if @last, was made
 * @cpu_ns:	how long the thread was on a CPU, up to the last tick
 */
struct process_exit_record {
	struct ktrace_common common;
	s32	tgid;
	u8	last;
	u8	code;
	u8	signal;
	u8	core;
	u32	maxrss_kb;
	s32	parent;
	u64	lived_ns;
	u64	cpu_ns;
};

static_assert(offsetof(struct process_exit_record, lived_ns) == 24);
static_assert(sizeof(struct process_exit_record) == 40);

/**
 * struct process_rename_record - a task gets another name, not by a program
 * @common:	as of every record
 * @tgid:	the task's process
 * @pid:	the task
 * @old_comm:	its name before
 * @comm:	its name from now on
 */
struct process_rename_record {
	struct ktrace_common common;
	s32	tgid;
	s32	pid;
	char	old_comm[TASK_COMM_LEN];
	char	comm[TASK_COMM_LEN];
};

static_assert(sizeof(struct process_rename_record) == 48);

/**
 * struct process_ids - of credentials, in the initial user namespace
 * @uid:	real user
 * @euid:	effective user
 * @suid:	saved user
 * @fsuid:	user for files
 * @gid:	real group
 * @egid:	effective group
 * @sgid:	saved group
 * @fsgid:	group for files
 * @effective:	effective capabilities, a bit each
 * @permitted:	permitted ones
 * @inheritable: inheritable ones
 * @ambient:	ambient ones
 * @bounding:	the bounding set
 * @groups:	how many other groups
 * @securebits:	SECBIT_*
 * @user_ns:	the user namespace, by its number in /proc/PID/ns/user
 * @pad:	zero
 */
struct process_ids {
	u32	uid;
	u32	euid;
	u32	suid;
	u32	fsuid;
	u32	gid;
	u32	egid;
	u32	sgid;
	u32	fsgid;
	u64	effective;
	u64	permitted;
	u64	inheritable;
	u64	ambient;
	u64	bounding;
	u32	groups;
	u32	securebits;
	u32	user_ns;
	u32	pad;
};

static_assert(sizeof(struct process_ids) == 88);

/**
 * struct process_creds_record - current's credentials have changed
 * @common:	as of every record
 * @tgid:	its process
 * @regrouped:	1 if the other groups are not the same ones
 * @old:	before
 * @new:	now
 */
struct process_creds_record {
	struct ktrace_common common;
	s32	tgid;
	u32	regrouped;
	struct process_ids old;
	struct process_ids new;
};

static_assert(offsetof(struct process_creds_record, new) == 104);
static_assert(sizeof(struct process_creds_record) == 192);

/**
 * struct process_ptrace_record - a task has got a tracer, or loses it
 * @common:	as of every record
 * @tgid:	the task's process
 * @pid:	the task
 * @tracer_tgid: the tracer's process
 * @tracer:	the tracer
 * @attached:	1 if it has got it
 * @seized:	1 if that was by PTRACE_SEIZE
 */
struct process_ptrace_record {
	struct ktrace_common common;
	s32	tgid;
	s32	pid;
	s32	tracer_tgid;
	s32	tracer;
	u32	attached;
	u32	seized;
};

static_assert(sizeof(struct process_ptrace_record) == 32);

/**
 * struct process_jobctl_record - a process has been stopped, or goes on
 * @common:	as of every record
 * @tgid:	the process
 * @why:	CLD_STOPPED or CLD_CONTINUED
 * @signal:	by which signal
 * @parent:	its parent, who is told
 */
struct process_jobctl_record {
	struct ktrace_common common;
	s32	tgid;
	u32	why;
	s32	signal;
	s32	parent;
};

static_assert(sizeof(struct process_jobctl_record) == 24);

/**
 * struct process_generate_record - a signal is generated for a task
 * @common:	as of every record; the task is who was interrupted, or who sends it
 * @tgid:	the process that it is for
 * @pid:	the task
 * @signal:	its number
 * @code:	why: SI_* and what is below
 * @error:	si_errno
 * @sender:	the process that sends it; 0 for the kernel
 * @group:	1 if it is for the process as a whole
 * @result:	TRACE_SIGNAL_*: what becomes of it
 * @comm:	the task's name
 */
struct process_generate_record {
	struct ktrace_common common;
	s32	tgid;
	s32	pid;
	s32	signal;
	s32	code;
	s32	error;
	s32	sender;
	u32	group;
	u32	result;
	char	comm[TASK_COMM_LEN];
};

static_assert(offsetof(struct process_generate_record, comm) == 40);
static_assert(sizeof(struct process_generate_record) == 56);

/**
 * enum process_action - what is done about a signal
 * @PROCESS_ACTION_DEFAULT:	what is usual for it
 * @PROCESS_ACTION_IGNORED:	nothing
 * @PROCESS_ACTION_HANDLER:	a handler is called
 */
enum process_action {
	PROCESS_ACTION_DEFAULT,
	PROCESS_ACTION_IGNORED,
	PROCESS_ACTION_HANDLER,
};

/**
 * struct process_deliver_record - current is delivered a signal
 * @common:	as of every record
 * @tgid:	its process
 * @signal:	the signal's number
 * @code:	as it was generated
 * @error:	the same
 * @action:	enum process_action
 * @sa_flags:	SA_*
 * @handler:	its address, of PROCESS_ACTION_HANDLER
 */
struct process_deliver_record {
	struct ktrace_common common;
	s32	tgid;
	s32	signal;
	s32	code;
	s32	error;
	u32	action;
	u32	sa_flags;
	u64	handler;
};

static_assert(offsetof(struct process_deliver_record, handler) == 32);
static_assert(sizeof(struct process_deliver_record) == 40);

#endif /* _KTRACE_PROCESS_RECORD_H */
