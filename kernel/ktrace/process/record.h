/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of processes.
 *
 * Task ids are those of the initial PID namespace, like common_pid.
 */
#ifndef _KTRACE_PROCESS_RECORD_H
#define _KTRACE_PROCESS_RECORD_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/sched.h>
#include <uapi/linux/ktrace.h>

/**
 * struct process_fork_record - current has created a task, which has not run yet
 * @common:	header of every record
 * @tgid:	process of current
 * @child:	the new task
 * @child_tgid:	process of @child; equals @tgid for a thread
 * @exit_signal:	signal to the parent when the child exits; -1 for a thread
 * @flags:	CLONE_*, without the signal
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

/* Maximum number of bytes of the path and of the arguments of a program. */
#define PROCESS_PATH_MAX	256
#define PROCESS_ARGV_MAX	512

/* Parts that were truncated or could not be read. */
#define PROCESS_CUT_FILENAME	BIT(0)
#define PROCESS_CUT_ARGV	BIT(1)

/**
 * struct process_exec_record - current executes a program
 * @common:	header of every record
 * @tgid:	process of current
 * @old_pid:	previous task id, which differs if current was not the thread group
 *		leader
 * @argc:	number of arguments of the program
 * @filename:	length and offset of the path that the kernel used
 * @argv:	length and offset of the arguments, each zero-terminated
 * @cut:	PROCESS_CUT_*
 * @old_comm:	previous name
 * @comm:	new name
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
 * @common:	header of every record
 * @tgid:	process of current
 * @last:	1 for the last thread of the process
 * @code:	exit code of the process if @last, otherwise of the thread
 * @signal:	signal that killed it; 0 if it exited with @code
 * @core:	1 if there is a core dump
 * @maxrss_kb:	maximum resident memory of the process, if @last
 * @parent:	parent of the process, which differs from the creator if that has exited
 * @lived_ns:	age of the thread, or of the process if @last
 * @cpu_ns:	CPU time of the thread, up to the last tick
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
 * struct process_rename_record - the name of a task changes without exec
 * @common:	header of every record
 * @tgid:	process of the task
 * @pid:	the task
 * @old_comm:	previous name
 * @comm:	new name
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
 * struct process_ids - credentials, in the initial user namespace
 * @uid:	real user
 * @euid:	effective user
 * @suid:	saved user
 * @fsuid:	user for filesystem access
 * @gid:	real group
 * @egid:	effective group
 * @sgid:	saved group
 * @fsgid:	group for filesystem access
 * @effective:	effective capabilities, one bit each
 * @permitted:	permitted capabilities
 * @inheritable:	inheritable capabilities
 * @ambient:	ambient capabilities
 * @bounding:	bounding set of capabilities
 * @groups:	number of supplementary groups
 * @securebits:	SECBIT_*
 * @user_ns:	user namespace, by its number in /proc/PID/ns/user
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
 * @common:	header of every record
 * @tgid:	process of current
 * @regrouped:	1 if the supplementary groups have changed
 * @old:	previous credentials
 * @new:	new credentials
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
 * struct process_ptrace_record - a tracer attaches to a task or detaches from it
 * @common:	header of every record
 * @tgid:	process of the task
 * @pid:	the task
 * @tracer_tgid:	process of the tracer
 * @tracer:	the tracer
 * @attached:	1 for attach, 0 for detach
 * @seized:	1 for PTRACE_SEIZE
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
 * struct process_jobctl_record - a process has stopped or continues
 * @common:	header of every record
 * @tgid:	the process
 * @why:	CLD_STOPPED or CLD_CONTINUED
 * @signal:	the signal that stopped or continued the process
 * @parent:	parent of the process, which gets SIGCHLD
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
 * @common:	header of every record; the task is the sender or was interrupted
 * @tgid:	process of the target
 * @pid:	the target
 * @signal:	number of the signal
 * @code:	si_code
 * @error:	si_errno
 * @sender:	process of the sender; 0 for the kernel
 * @group:	1 if the signal is directed at the process as a whole
 * @result:	TRACE_SIGNAL_*: result of the generation
 * @comm:	name of the target
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
 * enum process_action - disposition of a signal
 * @PROCESS_ACTION_DEFAULT:	default action
 * @PROCESS_ACTION_IGNORED:	ignored
 * @PROCESS_ACTION_HANDLER:	calls a handler
 */
enum process_action {
	PROCESS_ACTION_DEFAULT,
	PROCESS_ACTION_IGNORED,
	PROCESS_ACTION_HANDLER,
};

/**
 * struct process_deliver_record - a signal is delivered to current
 * @common:	header of every record
 * @tgid:	process of current
 * @signal:	number of the signal
 * @code:	si_code
 * @error:	si_errno
 * @action:	enum process_action
 * @sa_flags:	SA_*
 * @handler:	address of the handler, for PROCESS_ACTION_HANDLER
 * @pid:	siginfo_t.si_pid: the sender, or the child of SIGCHLD
 * @uid:	user of @pid
 * @status:	exit code or signal of the child of SIGCHLD; number of the call of SIGSYS
 * @pad:	zero
 * @addr:	address of a fault, or of the system call of SIGSYS
 * @value:	value that sigqueue(), timer_create() or mq_notify() passed; band of SIGPOLL
 * @utime:	CPU time of the child of SIGCHLD in user mode, in clock ticks
 * @stime:	CPU time of the child of SIGCHLD in the kernel
 *
 * The members from @pid on are 0 if a signal of this code has no such number.
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
	s32	pid;
	u32	uid;
	s32	status;
	u32	pad;
	u64	addr;
	u64	value;
	u64	utime;
	u64	stime;
};

static_assert(offsetof(struct process_deliver_record, handler) == 32);
static_assert(sizeof(struct process_deliver_record) == 88);

#endif /* _KTRACE_PROCESS_RECORD_H */
