/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of system calls as text: what the types of type.c are made
 * of.
 *
 * Numbers, the fields of structures and the elements of arrays are described by
 * one kind of table, struct syscall_layout.  Whatever is copied may be shorter
 * than what it should be: what is there is shown, and dots for the rest.
 */
#ifndef _KTRACE_SYSCALL_SHOW_H
#define _KTRACE_SYSCALL_SHOW_H

#include <linux/err.h>
#include <linux/seq_buf.h>
#include <linux/time32.h>
#include <linux/types.h>

#include "text/names.h"
#include "syscall/arg/type.h"

/**
 * enum syscall_as - how bytes are shown
 * @SHOW_INT:	a signed decimal number
 * @SHOW_UINT:	an unsigned one
 * @SHOW_HEX:	0x1f, or 0
 * @SHOW_PTR:	0x1f, or NULL
 * @SHOW_MODE:	S_IFREG|0644, 0644, or 0
 * @SHOW_DEV:	makedev(0x8, 0x1)
 * @SHOW_ID:	of a user or group: unsigned, or -1
 * @SHOW_DFD:	a signed decimal number, or AT_FDCWD
 * @SHOW_FLAGS:	names, as ktrace_names_print() does it
 * @SHOW_ENUM:	a name, or a signed decimal number
 * @SHOW_PERMISSIONS: names, and what is in the low nine bits: IPC_CREAT|0600
 * @SHOW_SIGNAL: SIGHUP
 * @SHOW_SIGSET: [HUP INT], ~[KILL STOP]
 * @SHOW_HANDLER: SIG_DFL, SIG_IGN, or as PTR
 * @SHOW_IOCTL:	a command, or _IOC(...)
 * @SHOW_QUOTA:	QCMD(command, whose)
 * @SHOW_LIMIT:	unsigned, or RLIM_INFINITY
 * @SHOW_STATUS: {WIFEXITED(s) && WEXITSTATUS(s) == 0}
 * @SHOW_NSEC:	decimal, UTIME_NOW, or UTIME_OMIT
 * @SHOW_TEXT:	characters up to a zero
 * @SHOW_BYTES:	characters, all of them
 * @SHOW_STRUCT: as another layout says
 */
enum syscall_as {
	SHOW_INT,
	SHOW_UINT,
	SHOW_HEX,
	SHOW_PTR,
	SHOW_MODE,
	SHOW_DEV,
	SHOW_ID,
	SHOW_DFD,
	SHOW_FLAGS,
	SHOW_ENUM,
	SHOW_PERMISSIONS,
	SHOW_SIGNAL,
	SHOW_SIGSET,
	SHOW_HANDLER,
	SHOW_IOCTL,
	SHOW_QUOTA,
	SHOW_LIMIT,
	SHOW_STATUS,
	SHOW_NSEC,
	SHOW_TEXT,
	SHOW_BYTES,
	SHOW_STRUCT,
};

/**
 * struct syscall_field - a field of a structure
 * @name:	NULL in a layout that is a number
 * @offset:	where it is
 * @size:	bytes; of an element, if there are more
 * @count:	elements, if more than one
 * @as:		enum syscall_as
 * @names:	for SHOW_FLAGS, _ENUM, and _PERMISSIONS: enum ktrace_names
 * @nested:	for SHOW_STRUCT
 */
struct syscall_field {
	const char	*name;
	u16		offset;
	u16		size;
	u8		count;
	u8		as;
	u8		names;
	const struct syscall_layout *nested;
};

/**
 * struct syscall_layout - a structure, or a number
 * @size:	bytes; a number of 8 is one of 4 in 32-bit calls, if it is passed
 *		by value
 * @nr:		fields
 * @fields:	in the order in which they are shown
 */
struct syscall_layout {
	u16		size;
	u16		nr;
	const struct syscall_field *fields;
};

/* The layouts of show_struct.c: SHOW(name, C type). */
#define SYSCALL_LAYOUTS(SHOW)						\
	/* numbers */							\
	SHOW(int, s32)							\
	SHOW(uint, u32)							\
	SHOW(u8, u8)							\
	SHOW(u16, u16)							\
	SHOW(s64, s64)							\
	SHOW(u64, u64)							\
	SHOW(hex32, u32)						\
	SHOW(hex64, u64)						\
	SHOW(pointer, u64)						\
	SHOW(pointer32, u32)						\
	SHOW(id, u32)							\
	SHOW(id16, u16)							\
	SHOW(fd_pair, s32)						\
	SHOW(sigset, u64)						\
	SHOW(sigset32, u32)						\
	SHOW(status, u32)						\
	/* time */							\
	SHOW(timespec, struct __kernel_timespec)			\
	SHOW(timespec32, struct old_timespec32)				\
	SHOW(timeval, struct __kernel_old_timeval)			\
	SHOW(timeval32, struct old_timeval32)				\
	SHOW(timezone, struct timezone)					\
	SHOW(itimerval, struct __kernel_old_itimerval)			\
	SHOW(itimerval32, struct syscall_itimerval32)			\
	SHOW(itimerspec, struct __kernel_itimerspec)			\
	SHOW(itimerspec32, struct old_itimerspec32)			\
	SHOW(timex, struct __kernel_timex)				\
	SHOW(tms, struct tms)						\
	SHOW(tms32, struct compat_tms)					\
	SHOW(utimbuf, struct utimbuf)					\
	SHOW(utimbuf32, struct old_utimbuf32)				\
	/* files */							\
	SHOW(stat, struct stat)						\
	SHOW(stat32, struct compat_stat)				\
	SHOW(stat64, struct stat64)					\
	SHOW(stat16, struct __old_kernel_stat)				\
	SHOW(statx, struct statx)					\
	SHOW(statfs, struct statfs)					\
	SHOW(statfs32, struct compat_statfs)				\
	SHOW(statfs64, struct compat_statfs64)				\
	SHOW(ustat, struct ustat)					\
	SHOW(flock, struct flock)					\
	SHOW(flock32, struct compat_flock)				\
	SHOW(flock64, struct compat_flock64)				\
	SHOW(open_how, struct open_how)					\
	SHOW(pollfd, struct pollfd)					\
	SHOW(epoll_event, struct epoll_event)				\
	SHOW(io_event, struct io_event)					\
	SHOW(iocb, struct iocb)						\
	SHOW(mount_attr, struct mount_attr)				\
	SHOW(mnt_id_req, struct mnt_id_req)				\
	SHOW(file_handle, struct file_handle)				\
	SHOW(cachestat_range, struct cachestat_range)			\
	SHOW(cachestat, struct cachestat)				\
	SHOW(iovec, struct iovec)					\
	SHOW(iovec32, struct compat_iovec)				\
	SHOW(select, struct syscall_select32)				\
	SHOW(mmap, struct syscall_mmap32)				\
	SHOW(winsize, struct winsize)					\
	SHOW(termios, struct termios)					\
	SHOW(termios2, struct termios2)					\
	/* tasks */							\
	SHOW(rlimit, struct rlimit64)					\
	SHOW(rlimit32, struct compat_rlimit)				\
	SHOW(rusage, struct rusage)					\
	SHOW(rusage32, struct compat_rusage)				\
	SHOW(clone_args, struct clone_args)				\
	SHOW(sched_param, struct sched_param)				\
	SHOW(sched_attr, struct sched_attr)				\
	SHOW(cap_header, struct __user_cap_header_struct)		\
	SHOW(cap_data, struct __user_cap_data_struct)			\
	SHOW(user_desc, struct user_desc)				\
	SHOW(futex_waitv, struct futex_waitv)				\
	SHOW(sigset_arg, struct syscall_sigset_arg)			\
	SHOW(sigset_arg32, struct syscall_sigset_arg32)			\
	/* signals */							\
	SHOW(sigaction, struct sigaction)				\
	SHOW(sigaction32, struct compat_sigaction)			\
	SHOW(old_sigaction32, struct compat_old_sigaction)		\
	SHOW(stack, stack_t)						\
	SHOW(stack32, compat_stack_t)					\
	SHOW(siginfo, struct siginfo)					\
	SHOW(siginfo32, struct compat_siginfo)				\
	SHOW(siginfo_child, struct siginfo)				\
	SHOW(siginfo_child32, struct compat_siginfo)			\
	SHOW(siginfo_killed, struct siginfo)				\
	SHOW(siginfo_killed32, struct compat_siginfo)			\
	SHOW(sigevent, struct sigevent)					\
	SHOW(sigevent32, struct compat_sigevent)			\
	/* the system */						\
	SHOW(utsname, struct new_utsname)				\
	SHOW(old_utsname, struct old_utsname)				\
	SHOW(oldold_utsname, struct oldold_utsname)			\
	SHOW(sysinfo, struct sysinfo)					\
	SHOW(sysinfo32, struct syscall_sysinfo32)			\
	/* IPC */							\
	SHOW(sembuf, struct sembuf)					\
	SHOW(mq_attr, struct mq_attr)					\
	SHOW(mq_attr32, struct syscall_mq_attr32)				\
	SHOW(linger, struct linger)					\
	SHOW(ucred, struct ucred)					\
	SHOW(io_uring_params, struct io_uring_params)

/* What 32-bit calls of old pass in one. */
struct syscall_select32 {
	s32 n;
	u32 inp, outp, exp, tvp;
};

struct syscall_mmap32 {
	u32 addr, len, prot, flags;
	s32 fd;
	u32 offset;
};

/* struct old_itimerval32 of kernel/time/itimer.c. */
struct syscall_itimerval32 {
	struct old_timeval32 it_interval, it_value;
};

/* The last argument of pselect6 and io_pgetevents. */
struct syscall_sigset_arg {
	u64 sigset, sigsetsize;
};

struct syscall_sigset_arg32 {
	u32 sigset, sigsetsize;
};

/* struct compat_mq_attr of ipc/mqueue.c. */
struct syscall_mq_attr32 {
	s32 mq_flags, mq_maxmsg, mq_msgsize, mq_curmsgs, reserved[4];
};

/* struct compat_sysinfo of kernel/sys.c. */
struct syscall_sysinfo32 {
	s32 uptime;
	u32 loads[3];
	u32 totalram, freeram, sharedram, bufferram, totalswap, freeswap;
	u16 procs, pad;
	u32 totalhigh, freehigh, mem_unit;
	u8 unused[8];
};

#define SYSCALL_LAYOUT(id, ctype)	extern const struct syscall_layout syscall_layout_##id;
SYSCALL_LAYOUTS(SYSCALL_LAYOUT)
#undef SYSCALL_LAYOUT

/* Functions that append. */
void ktrace_show_pointer(struct seq_buf *out, u64 value);
void ktrace_show_quoted(struct seq_buf *out, const void *at, u32 len, bool cut);
void ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			u64 value, unsigned int size);
void ktrace_show_element(struct seq_buf *out, const struct syscall_layout *layout,
			 const void *at, u32 len, bool cut);
void ktrace_show_elements(struct seq_buf *out, const struct syscall_layout *layout,
			  const struct syscall_data *data, bool array);

void ktrace_show_address(struct seq_buf *out, const struct syscall_data *data);
void ktrace_show_control(struct seq_buf *out, const struct syscall_data *data);

/* The call failed: what it would have left in memory was not copied. */
static inline bool ktrace_show_failed(const struct syscall_value *value)
{
	return value->returned && IS_ERR_VALUE(value->ret);
}

static inline bool ktrace_show_there(const struct syscall_data *data)
{
	return data->status == SYSCALL_COPIED || data->status == SYSCALL_CUT;
}

/* How the data of one copy is shown. */
typedef void (*ktrace_show_data_t)(struct seq_buf *out, const struct syscall_value *value,
				   const struct syscall_type *type,
				   const struct syscall_data *data);

void ktrace_show_in_out(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, ktrace_show_data_t show);

/* struct syscall_type.print */
#define KTRACE_SHOW(name)						\
	void ktrace_show_##name(struct seq_buf *out, const struct syscall_value *value, \
				const struct syscall_type *type)
KTRACE_SHOW(scalar);
KTRACE_SHOW(fd);
KTRACE_SHOW(dfd);
KTRACE_SHOW(object);
KTRACE_SHOW(last_object);
KTRACE_SHOW(status);
KTRACE_SHOW(waited);
KTRACE_SHOW(mount_id);
KTRACE_SHOW(time_left);
KTRACE_SHOW(sized);
KTRACE_SHOW(fd_set);
KTRACE_SHOW(cpu_mask);
KTRACE_SHOW(sigset);
KTRACE_SHOW(caps);
KTRACE_SHOW(string);
KTRACE_SHOW(contents);
KTRACE_SHOW(strings);
KTRACE_SHOW(environment);
KTRACE_SHOW(sockaddr);
KTRACE_SHOW(iovec);
KTRACE_SHOW(remote_iovec);
KTRACE_SHOW(msg);
KTRACE_SHOW(mmsg);
KTRACE_SHOW(msgbuf);
KTRACE_SHOW(msgctl);
KTRACE_SHOW(shmctl);
KTRACE_SHOW(semctl);
KTRACE_SHOW(perf_attr);
KTRACE_SHOW(sockopt);
KTRACE_SHOW(sockopt_name);
KTRACE_SHOW(protocol);
KTRACE_SHOW(ioctl);
KTRACE_SHOW(fcntl);
KTRACE_SHOW(prctl);
KTRACE_SHOW(futex_timeout);
KTRACE_SHOW(sigset_arg);
KTRACE_SHOW(return);
KTRACE_SHOW(fcntl_result);
KTRACE_SHOW(personality);
KTRACE_SHOW(prctl_arg3);
KTRACE_SHOW(ptrace_data);
KTRACE_SHOW(keyctl_arg);
KTRACE_SHOW(child);
#undef KTRACE_SHOW

/* struct syscall_copy.bytes */
u32 ktrace_msgctl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_msgctl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_shmctl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_shmctl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_semctl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_semctl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sockopt_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_fd_set_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_cpu_mask_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset_arg_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size2_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_size4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset1_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset2_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset3_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset4_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigset5_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sigpending_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_sched_attr_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_epoll_event_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_syslog_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_mincore_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_ioctl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_ioctl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_fcntl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_fcntl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_mount_data_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_fsconfig_value_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_fcntl_result_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_prctl_in_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_prctl_out_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_futex_timeout_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_futex_timeout32_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_perf_attr_bytes(const u32 *head);
u32 ktrace_sched_attr_bytes(const u32 *head);
u32 ktrace_mnt_id_req_bytes(const u32 *head);
u32 ktrace_socketcall_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_waited_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_mount_id_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_mq_attr32_bytes(const u64 *args, enum ktrace_abi abi);
u32 ktrace_parent_tid_bytes(const u64 *args, enum ktrace_abi abi);

#endif /* _KTRACE_SYSCALL_SHOW_H */
