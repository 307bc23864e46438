// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: what System V's msgctl(), shmctl() and
 * semctl() take and leave. It depends on the command; of those that 32-bit
 * programs no longer use, which have older structures, only the address is shown.
 */
#include <linux/array_size.h>
#include <linux/compat.h>
#include <linux/kernel.h>
#include <linux/msg.h>
#include <linux/sem.h>
#include <uapi/linux/ipc.h>
#include <uapi/linux/shm.h>
#include <asm/shmbuf.h>

#include "syscall/arg/show.h"

#define F(T, field, how)						\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_##how }
#define NESTED(T, field, layout)					\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_STRUCT, .nested = &(layout) }
#define OUTLINE(id, T, ...)						\
	static const struct syscall_field fields_##id[] = { __VA_ARGS__ }; \
	static const struct syscall_layout id = {			\
		.size = sizeof(T), .nr = ARRAY_SIZE(fields_##id), .fields = fields_##id, \
	}

/* What IPC_SET looks at, and what there is besides. */
#define PERM_SET(T)	F(T, uid, ID), F(T, gid, ID), F(T, mode, MODE)
#define PERM(T)								\
	PERM_SET(T), F(T, key, HEX), F(T, cuid, ID), F(T, cgid, ID)

OUTLINE(perm, struct ipc64_perm, PERM(struct ipc64_perm));
OUTLINE(perm_set, struct ipc64_perm, PERM_SET(struct ipc64_perm));
OUTLINE(perm32, struct compat_ipc64_perm, PERM(struct compat_ipc64_perm));
OUTLINE(perm_set32, struct compat_ipc64_perm, PERM_SET(struct compat_ipc64_perm));

#define MSG(T, perm)							\
	NESTED(T, msg_perm, perm), F(T, msg_stime, INT), F(T, msg_rtime, INT), \
	F(T, msg_ctime, INT), F(T, msg_qnum, UINT), F(T, msg_qbytes, UINT), \
	F(T, msg_lspid, INT), F(T, msg_lrpid, INT)
OUTLINE(msg, struct msqid64_ds, MSG(struct msqid64_ds, perm));
OUTLINE(msg_set, struct msqid64_ds, NESTED(struct msqid64_ds, msg_perm, perm_set),
	F(struct msqid64_ds, msg_qbytes, UINT));
OUTLINE(msg32, struct compat_msqid64_ds, MSG(struct compat_msqid64_ds, perm32));
OUTLINE(msg_set32, struct compat_msqid64_ds,
	NESTED(struct compat_msqid64_ds, msg_perm, perm_set32),
	F(struct compat_msqid64_ds, msg_qbytes, UINT));

#define SHM(T, perm)							\
	NESTED(T, shm_perm, perm), F(T, shm_segsz, UINT), F(T, shm_cpid, INT), \
	F(T, shm_lpid, INT), F(T, shm_nattch, UINT), F(T, shm_atime, INT), \
	F(T, shm_dtime, INT), F(T, shm_ctime, INT)
OUTLINE(shm, struct shmid64_ds, SHM(struct shmid64_ds, perm));
OUTLINE(shm_set, struct shmid64_ds, NESTED(struct shmid64_ds, shm_perm, perm_set));
OUTLINE(shm32, struct compat_shmid64_ds, SHM(struct compat_shmid64_ds, perm32));
OUTLINE(shm_set32, struct compat_shmid64_ds,
	NESTED(struct compat_shmid64_ds, shm_perm, perm_set32));

#define SEM(T, perm)							\
	NESTED(T, sem_perm, perm), F(T, sem_otime, INT), F(T, sem_ctime, INT), \
	F(T, sem_nsems, UINT)
OUTLINE(sem, struct semid64_ds, SEM(struct semid64_ds, perm));
OUTLINE(sem_set, struct semid64_ds, NESTED(struct semid64_ds, sem_perm, perm_set));
OUTLINE(sem32, struct compat_semid64_ds, SEM(struct compat_semid64_ds, perm32));
OUTLINE(sem_set32, struct compat_semid64_ds,
	NESTED(struct compat_semid64_ds, sem_perm, perm_set32));

/* A kind of object; the commands that are other than IPC_STAT, but leave the same. */
struct kind {
	u32 stat, stat_any;
	const struct syscall_layout *left, *passed, *left32, *passed32;
};

static const struct kind msgs = { MSG_STAT, MSG_STAT_ANY, &msg, &msg_set, &msg32, &msg_set32 };
static const struct kind shms = { SHM_STAT, SHM_STAT_ANY, &shm, &shm_set, &shm32, &shm_set32 };
static const struct kind sems = { SEM_STAT, SEM_STAT_ANY, &sem, &sem_set, &sem32, &sem_set32 };

/* The kernel's own structures; 32-bit programs ask for those that are like them. */
static bool take_command(u32 *cmd, enum ktrace_abi abi)
{
	if (abi != KTRACE_ABI_IA32)
		return true;
	if (!(*cmd & IPC_64))
		return false;
	*cmd &= ~IPC_64;
	return true;
}

static const struct syscall_layout *passed(const struct kind *kind, u32 cmd,
					   enum ktrace_abi abi)
{
	if (!take_command(&cmd, abi) || cmd != IPC_SET)
		return NULL;
	return abi == KTRACE_ABI_IA32 ? kind->passed32 : kind->passed;
}

static const struct syscall_layout *left(const struct kind *kind, u32 cmd, enum ktrace_abi abi)
{
	if (!take_command(&cmd, abi) ||
	    (cmd != IPC_STAT && cmd != kind->stat && cmd != kind->stat_any))
		return NULL;
	return abi == KTRACE_ABI_IA32 ? kind->left32 : kind->left;
}

static u32 layout_bytes(const struct syscall_layout *layout)
{
	return layout ? layout->size : 0;
}

u32 ktrace_msgctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(passed(&msgs, args[1], abi));
}

u32 ktrace_msgctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(left(&msgs, args[1], abi));
}

u32 ktrace_shmctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(passed(&shms, args[1], abi));
}

u32 ktrace_shmctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(left(&shms, args[1], abi));
}

u32 ktrace_semctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(passed(&sems, args[2], abi));
}

u32 ktrace_semctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return layout_bytes(left(&sems, args[2], abi));
}

static void show_layout(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_elements(out, type->layout, data, false);
}

/* False if the argument of @cmd is not a structure that is known. */
static bool show_ctl(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct kind *kind, unsigned int arg)
{
	struct syscall_type shown = *type;
	struct syscall_value same = *value;
	u32 cmd = arg < value->nargs ? value->args[arg] : 0;

	/* A record may say otherwise than the command. */
	shown.layout = passed(kind, cmd, value->abi);
	if (shown.layout) {
		same.out.status = SYSCALL_NOT_COPIED;
	} else {
		same.in.status = SYSCALL_NOT_COPIED;
		shown.layout = left(kind, cmd, value->abi);
	}
	if (!shown.layout)
		return false;
	ktrace_show_in_out(out, &same, &shown, show_layout);
	return true;
}

void ktrace_show_msgctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &msgs, 1))
		ktrace_show_pointer(out, value->value);
}

void ktrace_show_shmctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &shms, 1))
		ktrace_show_pointer(out, value->value);
}

/* Of other commands it is a number, or the address of numbers. */
void ktrace_show_semctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &sems, 2))
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
}
