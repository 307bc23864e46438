// SPDX-License-Identifier: GPL-2.0
/* The events of processes: the fields of their records, and the registration of their hooks. */
#include <linux/array_size.h>
#include <linux/init.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "process/internal.h"

#define FIELD_OF(record, member, ...)					\
	{ .offset = offsetof(struct record, member),			\
	  .size = sizeof_field(struct record, member), __VA_ARGS__ }

/* A task id or another signed number. */
#define FIELD_INT(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "int", .is_signed = true)

#define FIELD_UINT(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "unsigned int")

#define FIELD_U8(record, member, field)					\
	FIELD_OF(record, member, .name = field, .type = "u8")

#define FIELD_U64(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "u64")

#define FIELD_COMM(record, member, field)				\
	{ .name = field, .kind = KTRACE_FIELD_STRING, .size = 1,	\
	  .offset = offsetof(struct record, member), .count = TASK_COMM_LEN }

#define FIELD_STRING(record, member, field)				\
	{ .name = field, .kind = KTRACE_FIELD_STRING, .size = 1,	\
	  .location = KTRACE_FIELD_DATA_LOC, .offset = offsetof(struct record, member) }

static const struct ktrace_field fork_fields[] = {
	FIELD_INT(process_fork_record, tgid, "tgid"),
	FIELD_INT(process_fork_record, child, "child_pid"),
	FIELD_INT(process_fork_record, child_tgid, "child_tgid"),
	FIELD_INT(process_fork_record, exit_signal, "exit_signal"),
	FIELD_U64(process_fork_record, flags, "flags"),
};

static const struct ktrace_field exec_fields[] = {
	FIELD_INT(process_exec_record, tgid, "tgid"),
	FIELD_INT(process_exec_record, old_pid, "old_pid"),
	FIELD_UINT(process_exec_record, argc, "argc"),
	FIELD_UINT(process_exec_record, cut, "cut"),
	FIELD_STRING(process_exec_record, filename, "filename"),
	FIELD_STRING(process_exec_record, argv, "argv"),
	FIELD_COMM(process_exec_record, old_comm, "old_comm"),
	FIELD_COMM(process_exec_record, comm, "new_comm"),
};

static const struct ktrace_field exit_fields[] = {
	FIELD_INT(process_exit_record, tgid, "tgid"),
	FIELD_U8(process_exit_record, last, "last"),
	FIELD_U8(process_exit_record, code, "code"),
	FIELD_U8(process_exit_record, signal, "signal"),
	FIELD_U8(process_exit_record, core, "core"),
	FIELD_UINT(process_exit_record, maxrss_kb, "maxrss_kb"),
	FIELD_INT(process_exit_record, parent, "parent"),
	FIELD_U64(process_exit_record, lived_ns, "lived_ns"),
	FIELD_U64(process_exit_record, cpu_ns, "cpu_ns"),
};

static const struct ktrace_field rename_fields[] = {
	FIELD_INT(process_rename_record, tgid, "tgid"),
	FIELD_INT(process_rename_record, pid, "pid"),
	FIELD_COMM(process_rename_record, old_comm, "old_comm"),
	FIELD_COMM(process_rename_record, comm, "new_comm"),
};

#define FIELDS_IDS(when, prefix)						\
	FIELD_UINT(process_creds_record, when.uid, prefix "uid"),		\
	FIELD_UINT(process_creds_record, when.euid, prefix "euid"),		\
	FIELD_UINT(process_creds_record, when.suid, prefix "suid"),		\
	FIELD_UINT(process_creds_record, when.fsuid, prefix "fsuid"),		\
	FIELD_UINT(process_creds_record, when.gid, prefix "gid"),		\
	FIELD_UINT(process_creds_record, when.egid, prefix "egid"),		\
	FIELD_UINT(process_creds_record, when.sgid, prefix "sgid"),		\
	FIELD_UINT(process_creds_record, when.fsgid, prefix "fsgid"),		\
	FIELD_U64(process_creds_record, when.effective, prefix "effective"),	\
	FIELD_U64(process_creds_record, when.permitted, prefix "permitted"),	\
	FIELD_U64(process_creds_record, when.inheritable, prefix "inheritable"), \
	FIELD_U64(process_creds_record, when.ambient, prefix "ambient"),	\
	FIELD_U64(process_creds_record, when.bounding, prefix "bounding"),	\
	FIELD_UINT(process_creds_record, when.groups, prefix "groups"),		\
	FIELD_UINT(process_creds_record, when.securebits, prefix "securebits"),	\
	FIELD_UINT(process_creds_record, when.user_ns, prefix "user_ns")

static const struct ktrace_field creds_fields[] = {
	FIELD_INT(process_creds_record, tgid, "tgid"),
	FIELD_UINT(process_creds_record, regrouped, "regrouped"),
	FIELDS_IDS(old, "old_"),
	FIELDS_IDS(new, ""),
};

static const struct ktrace_field ptrace_fields[] = {
	FIELD_INT(process_ptrace_record, tgid, "tgid"),
	FIELD_INT(process_ptrace_record, pid, "pid"),
	FIELD_INT(process_ptrace_record, tracer_tgid, "tracer_tgid"),
	FIELD_INT(process_ptrace_record, tracer, "tracer"),
	FIELD_UINT(process_ptrace_record, attached, "attached"),
	FIELD_UINT(process_ptrace_record, seized, "seized"),
};

static const struct ktrace_field jobctl_fields[] = {
	FIELD_INT(process_jobctl_record, tgid, "tgid"),
	FIELD_UINT(process_jobctl_record, why, "why"),
	FIELD_INT(process_jobctl_record, signal, "signal"),
	FIELD_INT(process_jobctl_record, parent, "parent"),
};

static const struct ktrace_field generate_fields[] = {
	FIELD_INT(process_generate_record, tgid, "tgid"),
	FIELD_INT(process_generate_record, pid, "pid"),
	FIELD_INT(process_generate_record, signal, "sig"),
	FIELD_INT(process_generate_record, code, "code"),
	FIELD_INT(process_generate_record, error, "errno"),
	FIELD_INT(process_generate_record, sender, "sender"),
	FIELD_UINT(process_generate_record, group, "group"),
	FIELD_UINT(process_generate_record, result, "result"),
	FIELD_COMM(process_generate_record, comm, "target_comm"),
};

static const struct ktrace_field deliver_fields[] = {
	FIELD_INT(process_deliver_record, tgid, "tgid"),
	FIELD_INT(process_deliver_record, signal, "sig"),
	FIELD_INT(process_deliver_record, code, "code"),
	FIELD_INT(process_deliver_record, error, "errno"),
	FIELD_UINT(process_deliver_record, action, "action"),
	FIELD_UINT(process_deliver_record, sa_flags, "sa_flags"),
	FIELD_OF(process_deliver_record, handler, .name = "handler", .type = "unsigned long"),
};

static const struct ktrace_class process_class;

#define PROCESS_EVENT(_name, _group, _fields, ...) {			\
	.event = { .system = "process", .name = #_name, .class = &process_class },	\
	.group = _group,						\
	.fields = _fields,						\
	.nr_fields = ARRAY_SIZE(_fields),				\
	__VA_ARGS__							\
}

struct process_event ktrace_process_events[PROCESS_EVENTS] = {
	[PROCESS_FORK] = PROCESS_EVENT(fork, PROCESS_LIFECYCLE, fork_fields,
		.bytes = sizeof(struct process_fork_record),
		.print = ktrace_process_print_fork,
		.print_fmt = "\"tgid=%d child_pid=%d child_tgid=%d flags=%llx exit_signal=%d\", "
			     "REC->tgid, REC->child_pid, REC->child_tgid, REC->flags, "
			     "REC->exit_signal",
		.watch = ktrace_process_watch_fork,
		.unwatch = ktrace_process_unwatch_fork),
	[PROCESS_EXEC] = PROCESS_EVENT(exec, PROCESS_LIFECYCLE, exec_fields,
		.bytes = sizeof(struct process_exec_record),
		.print = ktrace_process_print_exec,
		.print_fmt = "\"tgid=%d old_pid=%d filename=%s argc=%u argv=%s old_comm=%s new_comm=%s\", "
			     "REC->tgid, REC->old_pid, __get_str(filename), REC->argc, "
			     "__get_str(argv), REC->old_comm, REC->new_comm",
		.watch = ktrace_process_watch_exec,
		.unwatch = ktrace_process_unwatch_exec),
	[PROCESS_EXIT] = PROCESS_EVENT(exit, PROCESS_LIFECYCLE, exit_fields,
		.bytes = sizeof(struct process_exit_record),
		.print = ktrace_process_print_exit,
		.print_fmt = "\"tgid=%d last=%u code=%u signal=%u core=%u lived_ns=%llu "
			     "cpu_ns=%llu maxrss_kb=%u parent=%d\", REC->tgid, REC->last, "
			     "REC->code, REC->signal, REC->core, REC->lived_ns, REC->cpu_ns, "
			     "REC->maxrss_kb, REC->parent",
		.watch = ktrace_process_watch_exit,
		.unwatch = ktrace_process_unwatch_exit),
	[PROCESS_RENAME] = PROCESS_EVENT(rename, PROCESS_LIFECYCLE, rename_fields,
		.bytes = sizeof(struct process_rename_record),
		.print = ktrace_process_print_rename,
		.print_fmt = "\"tgid=%d pid=%d old_comm=%s new_comm=%s\", REC->tgid, REC->pid, "
			     "REC->old_comm, REC->new_comm",
		.watch = ktrace_process_watch_rename,
		.unwatch = ktrace_process_unwatch_rename),
	[PROCESS_CREDS] = PROCESS_EVENT(creds, PROCESS_LIFECYCLE, creds_fields,
		.bytes = sizeof(struct process_creds_record),
		.print = ktrace_process_print_creds,
		.print_fmt = "\"tgid=%d uid=%u to %u euid=%u to %u gid=%u to %u egid=%u to %u "
			     "effective=%llx to %llx groups=%u to %u\", REC->tgid, REC->old_uid, "
			     "REC->uid, REC->old_euid, REC->euid, REC->old_gid, REC->gid, "
			     "REC->old_egid, REC->egid, REC->old_effective, REC->effective, "
			     "REC->old_groups, REC->groups",
		.watch = ktrace_process_watch_creds,
		.unwatch = ktrace_process_unwatch_creds),
	[PROCESS_PTRACE] = PROCESS_EVENT(ptrace, PROCESS_LIFECYCLE, ptrace_fields,
		.bytes = sizeof(struct process_ptrace_record),
		.print = ktrace_process_print_ptrace,
		.print_fmt = "\"tgid=%d pid=%d tracer_tgid=%d tracer=%d attached=%u seized=%u\", "
			     "REC->tgid, REC->pid, REC->tracer_tgid, REC->tracer, REC->attached, "
			     "REC->seized",
		.watch = ktrace_process_watch_ptrace,
		.unwatch = ktrace_process_unwatch_ptrace),
	[PROCESS_JOBCTL] = PROCESS_EVENT(jobctl, PROCESS_LIFECYCLE, jobctl_fields,
		.bytes = sizeof(struct process_jobctl_record),
		.print = ktrace_process_print_jobctl,
		.print_fmt = "\"tgid=%d why=%u signal=%d parent=%d\", REC->tgid, REC->why, "
			     "REC->signal, REC->parent",
		.watch = ktrace_process_watch_jobctl,
		.unwatch = ktrace_process_unwatch_jobctl),
	[PROCESS_SIGNAL_GENERATE] = PROCESS_EVENT(signal_generate, PROCESS_SIGNALS,
						  generate_fields,
		.bytes = sizeof(struct process_generate_record),
		.print = ktrace_process_print_generate,
		.print_fmt = "\"sig=%d errno=%d code=%d target_comm=%s pid=%d tgid=%d sender=%d "
			     "group=%u result=%u\", REC->sig, REC->errno, REC->code, "
			     "REC->target_comm, REC->pid, REC->tgid, REC->sender, REC->group, "
			     "REC->result",
		.watch = ktrace_process_watch_generate,
		.unwatch = ktrace_process_unwatch_generate),
	[PROCESS_SIGNAL_DELIVER] = PROCESS_EVENT(signal_deliver, PROCESS_SIGNALS,
						 deliver_fields,
		.bytes = sizeof(struct process_deliver_record),
		.print = ktrace_process_print_deliver,
		.print_fmt = "\"sig=%d errno=%d code=%d tgid=%d action=%u handler=%lx "
			     "sa_flags=%x\", REC->sig, REC->errno, REC->code, REC->tgid, "
			     "REC->action, REC->handler, REC->sa_flags",
		.watch = ktrace_process_watch_deliver,
		.unwatch = ktrace_process_unwatch_deliver),
};

static const struct process_event *to_process(const struct ktrace_event *event)
{
	return container_of_const(event, struct process_event, event);
}

static int process_enable(struct ktrace_event *event)
{
	return to_process(event)->watch();
}

static void process_disable(struct ktrace_event *event)
{
	to_process(event)->unwatch();
}

static bool process_field(const struct ktrace_event *event, unsigned int i,
			  struct ktrace_field *field)
{
	if (i >= to_process(event)->nr_fields)
		return false;
	*field = to_process(event)->fields[i];
	return true;
}

static void process_print(const struct ktrace_event *event, const void *rec, u32 len,
			  struct seq_buf *out)
{
	seq_buf_puts(out, event->name);
	seq_buf_puts(out, ": ");
	if (len < to_process(event)->bytes)
		seq_buf_puts(out, "(short record)");
	else
		to_process(event)->print(rec, len, out);
}

static void process_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, to_process(event)->print_fmt);
}

static const struct ktrace_class process_class = {
	.enable		= process_enable,
	.disable	= process_disable,
	.field		= process_field,
	.print		= process_print,
	.print_fmt	= process_print_fmt,
};

/**
 * ktrace_process_group - get the group of an event
 * @event:	any event
 *
 * Return: enum process_group; PROCESS_GROUPS if the event belongs to none.
 */
enum process_group ktrace_process_group(const struct ktrace_event *event)
{
	if (event->class == &process_class)
		return to_process(event)->group;
	/* The source of system calls may not be built. */
	return strcmp(event->system, "syscall") ? PROCESS_GROUPS : PROCESS_SYSCALLS;
}

/**
 * ktrace_process_events_init - register the events
 *
 * Context: once, at boot.
 * Return: 0 or a negative errno; on error no event is registered.
 */
int __init ktrace_process_events_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < PROCESS_EVENTS; i++) {
		err = ktrace_event_register(&ktrace_process_events[i].event);
		if (!err)
			continue;
		while (i--)
			ktrace_event_unregister(&ktrace_process_events[i].event);
		return err;
	}
	return 0;
}
