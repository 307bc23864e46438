// SPDX-License-Identifier: GPL-2.0
/*
 * The events of changes of a task's status, and their hooks: credentials, attach and detach of
 * a tracer, stop and continue.
 *
 * The rules of life.c apply.
 */
#include <linux/cred.h>
#include <linux/ktrace_task.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>
#include <trace/events/task.h>

#include "process/field.h"
#include "process/internal.h"

DEFINE_TRACE(ktrace_ptrace,
	     TP_PROTO(struct task_struct *tracee, struct task_struct *tracer, bool attached),
	     TP_ARGS(tracee, tracer, attached));
DEFINE_TRACE(ktrace_jobctl, TP_PROTO(struct task_struct *leader, int why, int sig),
	     TP_ARGS(leader, why, sig));

static void creds_ids(struct process_ids *ids, const struct cred *cred)
{
	*ids = (struct process_ids) {
		.uid = __kuid_val(cred->uid),
		.euid = __kuid_val(cred->euid),
		.suid = __kuid_val(cred->suid),
		.fsuid = __kuid_val(cred->fsuid),
		.gid = __kgid_val(cred->gid),
		.egid = __kgid_val(cred->egid),
		.sgid = __kgid_val(cred->sgid),
		.fsgid = __kgid_val(cred->fsgid),
		.effective = cred->cap_effective.val,
		.permitted = cred->cap_permitted.val,
		.inheritable = cred->cap_inheritable.val,
		.ambient = cred->cap_ambient.val,
		.bounding = cred->cap_bset.val,
		.groups = cred->group_info->ngroups,
		.securebits = cred->securebits,
		.user_ns = cred->user_ns->ns.inum,
	};
}

static bool creds_regrouped(const struct group_info *old, const struct group_info *new)
{
	return old != new &&
	       (old->ngroups != new->ngroups ||
		memcmp(old->gid, new->gid, flex_array_size(old, gid, old->ngroups)));
}

static void process_creds(void *unused, const struct cred *old, const struct cred *new)
{
	struct process_creds_record rec;

	if (!process_wanted(&ktrace_process_creds, current, NULL))
		return;
	rec.tgid = current->tgid;
	rec.regrouped = creds_regrouped(old->group_info, new->group_info);
	creds_ids(&rec.old, old);
	creds_ids(&rec.new, new);
	/* No record: only keys or data of security modules have changed. */
	if (!rec.regrouped && !memcmp(&rec.old, &rec.new, sizeof(rec.old)))
		return;
	process_emit(&ktrace_process_creds, &rec, sizeof(rec), current, NULL);
}

static int process_watch_creds(void)
{
	return register_trace_ktrace_creds(process_creds, NULL);
}

static void process_unwatch_creds(void)
{
	unregister_trace_ktrace_creds(process_creds, NULL);
}

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

struct process_event ktrace_process_creds = {
	PROCESS_EVENT("creds", PROCESS_LIFECYCLE, creds_fields),
	.bytes		= sizeof(struct process_creds_record),
	.print		= ktrace_process_print_creds,
	.print_fmt	= "\"tgid=%d uid=%u to %u euid=%u to %u gid=%u to %u egid=%u to %u "
			  "effective=%llx to %llx groups=%u to %u\", REC->tgid, REC->old_uid, "
			  "REC->uid, REC->old_euid, REC->euid, REC->old_gid, REC->gid, "
			  "REC->old_egid, REC->egid, REC->old_effective, REC->effective, "
			  "REC->old_groups, REC->groups",
	.watch		= process_watch_creds,
	.unwatch	= process_unwatch_creds,
};

static void process_ptraced(void *unused, struct task_struct *tracee,
			    struct task_struct *tracer, bool attached)
{
	struct process_ptrace_record rec;

	if (!process_wanted(&ktrace_process_ptrace, tracee, tracer))
		return;
	rec.tgid = tracee->tgid;
	rec.pid = tracee->pid;
	rec.tracer_tgid = tracer->tgid;
	rec.tracer = tracer->pid;
	rec.attached = attached;
	rec.seized = attached && tracee->ptrace & PT_SEIZED;
	process_emit(&ktrace_process_ptrace, &rec, sizeof(rec), tracee, tracer);
}

/*
 * A new task may inherit its parent's tracer. A tracer that attaches to the new task
 * before this hook runs is recorded twice.
 */
static void process_forked_traced(void *unused, struct task_struct *child, unsigned long flags)
{
	guard(rcu)();
	if (unlikely(READ_ONCE(child->ptrace)))
		process_ptraced(NULL, child, rcu_dereference(child->parent), true);
}

static int process_watch_ptrace(void)
{
	int err = register_trace_ktrace_ptrace(process_ptraced, NULL);

	if (err)
		return err;
	/* Lower priority: record after the fork. */
	err = register_trace_prio_task_newtask(process_forked_traced, NULL,
					       TRACEPOINT_DEFAULT_PRIO - 1);
	if (err)
		unregister_trace_ktrace_ptrace(process_ptraced, NULL);
	return err;
}

static void process_unwatch_ptrace(void)
{
	unregister_trace_task_newtask(process_forked_traced, NULL);
	unregister_trace_ktrace_ptrace(process_ptraced, NULL);
}

static const struct ktrace_field ptrace_fields[] = {
	FIELD_INT(process_ptrace_record, tgid, "tgid"),
	FIELD_INT(process_ptrace_record, pid, "pid"),
	FIELD_INT(process_ptrace_record, tracer_tgid, "tracer_tgid"),
	FIELD_INT(process_ptrace_record, tracer, "tracer"),
	FIELD_UINT(process_ptrace_record, attached, "attached"),
	FIELD_UINT(process_ptrace_record, seized, "seized"),
};

struct process_event ktrace_process_ptrace = {
	PROCESS_EVENT("ptrace", PROCESS_LIFECYCLE, ptrace_fields),
	.bytes		= sizeof(struct process_ptrace_record),
	.print		= ktrace_process_print_ptrace,
	.print_fmt	= "\"tgid=%d pid=%d tracer_tgid=%d tracer=%d attached=%u seized=%u\", "
			  "REC->tgid, REC->pid, REC->tracer_tgid, REC->tracer, REC->attached, "
			  "REC->seized",
	.watch		= process_watch_ptrace,
	.unwatch	= process_unwatch_ptrace,
};

static void process_jobctl(void *unused, struct task_struct *leader, int why, int sig)
{
	struct process_jobctl_record rec;

	if (!process_wanted(&ktrace_process_jobctl, leader, current))
		return;
	rec.tgid = leader->tgid;
	rec.why = why;
	rec.signal = sig;
	rec.parent = process_parent_tgid(leader);
	process_emit(&ktrace_process_jobctl, &rec, sizeof(rec), leader, current);
}

static int process_watch_jobctl(void)
{
	return register_trace_ktrace_jobctl(process_jobctl, NULL);
}

static void process_unwatch_jobctl(void)
{
	unregister_trace_ktrace_jobctl(process_jobctl, NULL);
}

static const struct ktrace_field jobctl_fields[] = {
	FIELD_INT(process_jobctl_record, tgid, "tgid"),
	FIELD_UINT(process_jobctl_record, why, "why"),
	FIELD_INT(process_jobctl_record, signal, "signal"),
	FIELD_INT(process_jobctl_record, parent, "parent"),
};

struct process_event ktrace_process_jobctl = {
	PROCESS_EVENT("jobctl", PROCESS_LIFECYCLE, jobctl_fields),
	.bytes		= sizeof(struct process_jobctl_record),
	.print		= ktrace_process_print_jobctl,
	.print_fmt	= "\"tgid=%d why=%u signal=%d parent=%d\", REC->tgid, REC->why, "
			  "REC->signal, REC->parent",
	.watch		= process_watch_jobctl,
	.unwatch	= process_unwatch_jobctl,
};
