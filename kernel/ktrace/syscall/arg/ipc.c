// SPDX-License-Identifier: GPL-2.0
/*
 * System V IPC: messages, shared memory, semaphores.
 *
 * The command selects the structure of msgctl(), shmctl() and semctl(). The older
 * structures of 32-bit programs are shown only as addresses.
 */
#include <linux/compat.h>
#include <linux/kernel.h>
#include <linux/msg.h>
#include <linux/sem.h>
#include <linux/string.h>
#include <uapi/linux/ipc.h>
#include <uapi/linux/shm.h>
#include <asm/shmbuf.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

/* The fields that IPC_SET reads, and all fields. */
#define PERM_SET(T)	F(T, uid, ID), F(T, gid, ID), F(T, mode, MODE)
#define PERM(T)								\
	PERM_SET(T), F(T, key, HEX), F(T, cuid, ID), F(T, cgid, ID)

OUTLINE(perm, struct ipc64_perm, PERM(struct ipc64_perm));
OUTLINE(perm_set, struct ipc64_perm, PERM_SET(struct ipc64_perm));
OUTLINE(perm32, struct compat_ipc64_perm, PERM(struct compat_ipc64_perm));
OUTLINE(perm_set32, struct compat_ipc64_perm, PERM_SET(struct compat_ipc64_perm));

#define MSG(T, perm)							\
	F_NESTED(T, msg_perm, perm), F(T, msg_stime, INT), F(T, msg_rtime, INT), \
	F(T, msg_ctime, INT), F(T, msg_qnum, UINT), F(T, msg_qbytes, UINT), \
	F(T, msg_lspid, INT), F(T, msg_lrpid, INT)
OUTLINE(msg, struct msqid64_ds, MSG(struct msqid64_ds, perm));
OUTLINE(msg_set, struct msqid64_ds, F_NESTED(struct msqid64_ds, msg_perm, perm_set),
	F(struct msqid64_ds, msg_qbytes, UINT));
OUTLINE(msg32, struct compat_msqid64_ds, MSG(struct compat_msqid64_ds, perm32));
OUTLINE(msg_set32, struct compat_msqid64_ds,
	F_NESTED(struct compat_msqid64_ds, msg_perm, perm_set32),
	F(struct compat_msqid64_ds, msg_qbytes, UINT));

#define SHM(T, perm)							\
	F_NESTED(T, shm_perm, perm), F(T, shm_segsz, UINT), F(T, shm_cpid, INT), \
	F(T, shm_lpid, INT), F(T, shm_nattch, UINT), F(T, shm_atime, INT), \
	F(T, shm_dtime, INT), F(T, shm_ctime, INT)
OUTLINE(shm, struct shmid64_ds, SHM(struct shmid64_ds, perm));
OUTLINE(shm_set, struct shmid64_ds, F_NESTED(struct shmid64_ds, shm_perm, perm_set));
OUTLINE(shm32, struct compat_shmid64_ds, SHM(struct compat_shmid64_ds, perm32));
OUTLINE(shm_set32, struct compat_shmid64_ds,
	F_NESTED(struct compat_shmid64_ds, shm_perm, perm_set32));

#define SEM(T, perm)							\
	F_NESTED(T, sem_perm, perm), F(T, sem_otime, INT), F(T, sem_ctime, INT), \
	F(T, sem_nsems, UINT)
OUTLINE(sem, struct semid64_ds, SEM(struct semid64_ds, perm));
OUTLINE(sem_set, struct semid64_ds, F_NESTED(struct semid64_ds, sem_perm, perm_set));
OUTLINE(sem32, struct compat_semid64_ds, SEM(struct compat_semid64_ds, perm32));
OUTLINE(sem_set32, struct compat_semid64_ds,
	F_NESTED(struct compat_semid64_ds, sem_perm, perm_set32));

/* A kind of object, and its commands that return the same structure as IPC_STAT. */
struct ipc_kind {
	u32 stat, stat_any;
	const struct syscall_layout *left, *passed, *left32, *passed32;
};

static const struct ipc_kind msgs = {
	.stat = MSG_STAT, .stat_any = MSG_STAT_ANY, .left = LAYOUT(msg), .passed = LAYOUT(msg_set),
	.left32 = LAYOUT(msg32), .passed32 = LAYOUT(msg_set32),
};
static const struct ipc_kind shms = {
	.stat = SHM_STAT, .stat_any = SHM_STAT_ANY, .left = LAYOUT(shm), .passed = LAYOUT(shm_set),
	.left32 = LAYOUT(shm32), .passed32 = LAYOUT(shm_set32),
};
static const struct ipc_kind sems = {
	.stat = SEM_STAT, .stat_any = SEM_STAT_ANY, .left = LAYOUT(sem), .passed = LAYOUT(sem_set),
	.left32 = LAYOUT(sem32), .passed32 = LAYOUT(sem_set32),
};

/* Reduce @cmd to a command with the current structures; false for the older structures. */
static bool ipc_take_command(u32 *cmd, enum ktrace_abi abi)
{
	if (abi != KTRACE_ABI_COMPAT)
		return true;
	if (!(*cmd & IPC_64))
		return false;
	*cmd &= ~IPC_64;
	return true;
}

static const struct syscall_layout *ipc_passed(const struct ipc_kind *kind, u32 cmd,
					       enum ktrace_abi abi)
{
	if (!ipc_take_command(&cmd, abi) || cmd != IPC_SET)
		return NULL;
	return abi == KTRACE_ABI_COMPAT ? kind->passed32 : kind->passed;
}

static const struct syscall_layout *ipc_left(const struct ipc_kind *kind, u32 cmd,
					     enum ktrace_abi abi)
{
	if (!ipc_take_command(&cmd, abi) ||
	    (cmd != IPC_STAT && cmd != kind->stat && cmd != kind->stat_any))
		return NULL;
	return abi == KTRACE_ABI_COMPAT ? kind->left32 : kind->left;
}

static u32 ipc_bytes(const struct syscall_layout *layout)
{
	return layout ? layout->size : 0;
}

static u32 msgctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_passed(&msgs, args[1], abi));
}

static u32 msgctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_left(&msgs, args[1], abi));
}

static u32 shmctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_passed(&shms, args[1], abi));
}

static u32 shmctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_left(&shms, args[1], abi));
}

static u32 semctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_passed(&sems, args[2], abi));
}

static u32 semctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_bytes(ipc_left(&sems, args[2], abi));
}

/* Return false if the structure of @cmd is unknown. */
static bool show_ctl(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct ipc_kind *kind, unsigned int arg)
{
	struct syscall_type shown = *type;
	struct syscall_value same = *value;
	u32 cmd = arg < value->nargs ? value->args[arg] : 0;

	/* Do not trust the record: ignore the copy that the command cannot have. */
	shown.layout = ipc_passed(kind, cmd, value->abi);
	if (shown.layout) {
		same.out.status = SYSCALL_NOT_COPIED;
	} else {
		same.in.status = SYSCALL_NOT_COPIED;
		shown.layout = ipc_left(kind, cmd, value->abi);
	}
	if (!shown.layout)
		return false;
	ktrace_show_copies(out, &same, &shown);
	return true;
}

static void show_msgctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &msgs, 1))
		ktrace_show_pointer(out, value->value);
}

static void show_shmctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &shms, 1))
		ktrace_show_pointer(out, value->value);
}

/* The argument of the other commands is a number or the address of numbers. */
static void show_semctl(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	if (!show_ctl(out, value, type, &sems, 2))
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
}

static const struct syscall_command semctl_command_list[] = {
	{ IPC_RMID, .unused = NOT(3) },
	{ GETPID, .unused = NOT(3) },
	{ GETVAL, .unused = NOT(3) },
	{ GETNCNT, .unused = NOT(3) },
	{ GETZCNT, .unused = NOT(3) },
};

COMMANDS(semctl, (u32)args[2] & ~IPC_64)

static void put_msgbuf(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	u32 size = value->abi == KTRACE_ABI_COMPAT ? sizeof(s32) : sizeof(s64);
	u64 mtype = 0;

	if (data->len < size) {
		seq_buf_puts(out, "{...}");
		return;
	}
	memcpy(&mtype, data->at, size);
	seq_buf_puts(out, "{mtype=");
	ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_INT }, mtype, size);
	if (data->len > size || data->status == SYSCALL_COPIED) {
		seq_buf_puts(out, ", mtext=");
		ktrace_show_quoted(out, data->at + size, data->len - size,
				   data->status == SYSCALL_CUT);
		seq_buf_putc(out, '}');
	} else {
		seq_buf_puts(out, ", ...}");
	}
}

#define T struct sembuf
OUTLINE(sembuf, T, F(T, sem_num, UINT), F(T, sem_op, INT), F_FLAGS(T, sem_flg, sem_flags));
#undef T

/*
 * ipc() of 32-bit programs: syscall/inner.c makes a record of the call behind it, except for a few,
 * of which semtimedop() with a timeout of 32 bits is decoded here.
 */
static bool ipc_is_timed(const u64 *args)
{
	return ((u32)args[0] & U16_MAX) == SEMTIMEDOP;
}

static u32 ipc_ptr_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_is_timed(args) ? SYSCALL_BYTES_COUNT : 0;
}

static u32 ipc_fifth_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ipc_is_timed(args) ? sizeof(struct old_timespec32) : 0;
}

static u8 ipc_unused(const u64 *args, enum ktrace_abi abi)
{
	return ipc_is_timed(args) ? NOT(3) : 0;
}

static void show_ipc_fifth(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	if (value->nargs && ipc_is_timed(value->args))
		ktrace_show_object(out, value, type);
	else
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u32));
}

#define IPC_PTR								\
	OBJECT(sembuf, ktrace_show_object, true,			\
	       .in = { SYSCALL_HOW_OBJECT, SYSCALL_SIZE_sembuf, .bytes = ipc_ptr_bytes })
#define IPC_FIFTH	OBJECT(timespec32, show_ipc_fifth, false, .in = BY(ipc_fifth_bytes))

#define CTL(call)							\
	TYPE(#call, show_##call, .put = ktrace_put_object,		\
	     .in = BY(call##_in_bytes), .out = BY(call##_out_bytes))
#define MSGBUF		COPIED("msgbuf", put_msgbuf, .in = { SYSCALL_HOW_MSGBUF })
#define MSGBUF_OUT	COPIED("msgbuf", put_msgbuf, .out = { SYSCALL_HOW_MSGBUF })

static const struct syscall_desc ipc_calls[] = {
	{ "shmget", .rules = RULES {
		ARG("key", FLAGS(ipc_key)),
		ARG("shmflg", PERMISSIONS(shm_flags)),
		{ } } },
	{ "shmat", .rules = RULES {
		RETURNS_ADDRESS,
		ARG("shmaddr", ADDRESS),
		ARG("shmflg", FLAGS(shmat_flags)),
		{ } } },
	{ "shmdt", .rules = RULES {
		ARG("shmaddr", ADDRESS),
		{ } } },
	{ "shmctl", .rules = RULES {
		ARG("buf uptr", CTL(shmctl)),
		ARG("cmd", FLAGS(shm_cmd)),
		{ } } },
	{ "msgget", .rules = RULES {
		ARG("key", FLAGS(ipc_key)),
		ARG("msgflg", PERMISSIONS(ipc_flags)),
		{ } } },
	{ "msgsnd", .rules = RULES {
		ARG_N("msgp", MSGBUF, 2),
		ARG("msgflg", FLAGS(msgrcv_flags)),
		{ } } },
	{ "msgrcv", .rules = RULES {
		ARG_N("msgp", MSGBUF_OUT, RET),
		ARG("msgflg", FLAGS(msgrcv_flags)),
		{ } } },
	{ "msgctl", .rules = RULES {
		ARG("buf uptr", CTL(msgctl)),
		ARG("cmd", FLAGS(msg_cmd)),
		{ } } },
	{ "semget", .rules = RULES {
		ARG("key", FLAGS(ipc_key)),
		ARG("semflg", PERMISSIONS(ipc_flags)),
		{ } } },
	{ "semop semtimedop semtimedop_time64", .rules = RULES {
		ARG_N("tsops", IN_ARRAY(sembuf), 2),
		{ } } },
	{ "semctl", .commands = &semctl_commands, .unused = semctl_unused, .rules = RULES {
		ARG("arg", CTL(semctl)),
		ARG("cmd", FLAGS(sem_cmd)),
		{ } } },
	{ "ipc", .unused = ipc_unused, .rules = RULES {
		ARG("call", ENUM(ipc_call)),
		ARG_N("ptr", IPC_PTR, 2),
		ARG("third", HEX32_ARG),
		ARG("fifth", IPC_FIFTH),
		{ } } },
};

FAMILY(ipc);
