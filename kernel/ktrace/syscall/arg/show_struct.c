// SPDX-License-Identifier: GPL-2.0
/*
 * The structures that system calls take and leave, field by field.
 *
 * Tables only.  A structure that has a layout of its own in 32-bit calls
 * (compat_...) has the same list of fields, once for each.
 */
#include <linux/aio_abi.h>
#include <linux/array_size.h>
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/mqueue.h>
#include <linux/resource.h>
#include <linux/sem.h>
#include <linux/signal.h>
#include <linux/socket.h>
#include <linux/stat.h>
#include <linux/sysinfo.h>
#include <linux/syscalls.h>
#include <linux/termios.h>
#include <linux/time.h>
#include <linux/time32.h>
#include <linux/times.h>
#include <linux/timex.h>
#include <linux/utsname.h>
#include <linux/utime.h>
#include <linux/statfs.h>
#include <asm/ia32.h>
#include <asm/ldt.h>
#include <uapi/linux/eventpoll.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/futex.h>
#include <uapi/linux/io_uring.h>
#include <uapi/linux/mman.h>
#include <uapi/linux/mount.h>
#include <uapi/linux/openat2.h>
#include <uapi/linux/poll.h>
#include <uapi/linux/sched.h>
#include <uapi/linux/sched/types.h>
#include <uapi/linux/stat.h>

#include "syscall/arg/show.h"

/* A field of T, and one that is named otherwise than it is reached. */
#define F(T, field, how)	FIELD_AS(T, field, #field, how)
#define FIELD_AS(T, field, shown, how)					\
	{ .name = shown, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_##how }
#define FLAGS(T, field, table)						\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_FLAGS,		\
	  .names = KTRACE_NAMES_##table }
#define ENUM(T, field, table)						\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_ENUM,		\
	  .names = KTRACE_NAMES_##table }
#define ARRAY(T, field, how)						\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field[0]),				\
	  .count = sizeof_field(T, field) / sizeof_field(T, field[0]),	\
	  .as = SHOW_##how }
#define NESTED(T, field, layout)					\
	{ .name = #field, .offset = offsetof(T, field),			\
	  .size = sizeof_field(T, field), .as = SHOW_STRUCT,		\
	  .nested = &syscall_layout_##layout }

#define OUTLINE(id, T, ...)						\
	static const struct syscall_field fields_##id[] = { __VA_ARGS__ }; \
	const struct syscall_layout syscall_layout_##id = {		\
		.size = sizeof(T),					\
		.nr = ARRAY_SIZE(fields_##id),				\
		.fields = fields_##id,					\
	}

/* A number. */
#define NUMBER(id, T, how)						\
	OUTLINE(id, T, { .size = sizeof(T), .as = SHOW_##how })

NUMBER(int, s32, INT);
NUMBER(uint, u32, UINT);
NUMBER(u8, u8, UINT);
NUMBER(u16, u16, UINT);
NUMBER(s64, s64, INT);
NUMBER(u64, u64, UINT);
NUMBER(hex32, u32, HEX);
NUMBER(hex64, u64, HEX);
NUMBER(pointer, u64, PTR);
NUMBER(pointer32, u32, PTR);
NUMBER(id, u32, ID);
NUMBER(id16, u16, ID);
NUMBER(fd_pair, s32, INT);
NUMBER(sigset, u64, SIGSET);
NUMBER(sigset32, u32, SIGSET);
NUMBER(status, u32, STATUS);

/* Time */

#define TIMESPEC(T)	F(T, tv_sec, INT), F(T, tv_nsec, NSEC)
#define TIMEVAL(T)	F(T, tv_sec, INT), F(T, tv_usec, INT)

OUTLINE(timespec, struct __kernel_timespec, TIMESPEC(struct __kernel_timespec));
OUTLINE(timespec32, struct old_timespec32, TIMESPEC(struct old_timespec32));
OUTLINE(timeval, struct __kernel_old_timeval, TIMEVAL(struct __kernel_old_timeval));
OUTLINE(timeval32, struct old_timeval32, TIMEVAL(struct old_timeval32));
OUTLINE(timezone, struct timezone,
	F(struct timezone, tz_minuteswest, INT),
	F(struct timezone, tz_dsttime, INT));

#define ITIMER(T, of)	NESTED(T, it_interval, of), NESTED(T, it_value, of)

OUTLINE(itimerval, struct __kernel_old_itimerval,
	ITIMER(struct __kernel_old_itimerval, timeval));
OUTLINE(itimerval32, struct syscall_itimerval32, ITIMER(struct syscall_itimerval32, timeval32));
OUTLINE(itimerspec, struct __kernel_itimerspec,
	ITIMER(struct __kernel_itimerspec, timespec));
OUTLINE(itimerspec32, struct old_itimerspec32, ITIMER(struct old_itimerspec32, timespec32));

#define T struct __kernel_timex
OUTLINE(timex, T, FLAGS(T, modes, adjtimex_modes), F(T, offset, INT), F(T, freq, INT),
	F(T, maxerror, INT), F(T, esterror, INT), FLAGS(T, status, adjtimex_status),
	F(T, constant, INT), F(T, precision, INT), F(T, tolerance, INT),
	FIELD_AS(T, time.tv_sec, "tv_sec", INT), FIELD_AS(T, time.tv_usec, "tv_usec", INT),
	F(T, tick, INT), F(T, tai, INT));
#undef T

#define TMS(T)	F(T, tms_utime, INT), F(T, tms_stime, INT),		\
		F(T, tms_cutime, INT), F(T, tms_cstime, INT)
OUTLINE(tms, struct tms, TMS(struct tms));
OUTLINE(tms32, struct compat_tms, TMS(struct compat_tms));

#define UTIMBUF(T)	F(T, actime, INT), F(T, modtime, INT)
OUTLINE(utimbuf, struct utimbuf, UTIMBUF(struct utimbuf));
OUTLINE(utimbuf32, struct old_utimbuf32, UTIMBUF(struct old_utimbuf32));

/* Files */

#define STAT(T)								\
	F(T, st_dev, DEV), F(T, st_ino, UINT), F(T, st_mode, MODE),	\
	F(T, st_nlink, UINT), F(T, st_uid, ID), F(T, st_gid, ID),	\
	F(T, st_rdev, DEV), F(T, st_size, INT)
#define STAT_BLOCKS(T)							\
	STAT(T), F(T, st_blksize, UINT), F(T, st_blocks, UINT),		\
	F(T, st_mtime, INT)
OUTLINE(stat, struct stat, STAT_BLOCKS(struct stat));
OUTLINE(stat32, struct compat_stat, STAT_BLOCKS(struct compat_stat));
OUTLINE(stat64, struct stat64, STAT_BLOCKS(struct stat64));
OUTLINE(stat16, struct __old_kernel_stat, STAT(struct __old_kernel_stat));

#define T struct statx
OUTLINE(statx, T, FLAGS(T, stx_mask, statx_mask), F(T, stx_attributes, HEX),
	F(T, stx_ino, UINT), F(T, stx_mode, MODE), F(T, stx_nlink, UINT),
	F(T, stx_uid, ID), F(T, stx_gid, ID), F(T, stx_size, UINT),
	F(T, stx_blksize, UINT), F(T, stx_blocks, UINT),
	FIELD_AS(T, stx_mtime.tv_sec, "stx_mtime", INT),
	F(T, stx_dev_major, UINT), F(T, stx_dev_minor, UINT), F(T, stx_mnt_id, UINT));
#undef T

#define STATFS(T)							\
	FLAGS(T, f_type, fs_type), F(T, f_bsize, UINT), F(T, f_blocks, UINT),	\
	F(T, f_bfree, UINT), F(T, f_bavail, UINT), F(T, f_files, UINT),	\
	F(T, f_ffree, UINT), F(T, f_namelen, UINT), F(T, f_frsize, UINT), \
	FLAGS(T, f_flags, statfs_flags)
OUTLINE(statfs, struct statfs, STATFS(struct statfs));
OUTLINE(statfs32, struct compat_statfs, STATFS(struct compat_statfs));
OUTLINE(statfs64, struct compat_statfs64, STATFS(struct compat_statfs64));
OUTLINE(ustat, struct ustat,
	F(struct ustat, f_tfree, INT), F(struct ustat, f_tinode, UINT));

#define FLOCK(T)							\
	ENUM(T, l_type, fcntl_lock_type), ENUM(T, l_whence, lseek_whence), \
	F(T, l_start, INT), F(T, l_len, INT), F(T, l_pid, INT)
OUTLINE(flock, struct flock, FLOCK(struct flock));
OUTLINE(flock32, struct compat_flock, FLOCK(struct compat_flock));
OUTLINE(flock64, struct compat_flock64, FLOCK(struct compat_flock64));

OUTLINE(open_how, struct open_how,
	FLAGS(struct open_how, flags, open_flags),
	F(struct open_how, mode, MODE),
	FLAGS(struct open_how, resolve, resolve_flags));
OUTLINE(pollfd, struct pollfd,
	F(struct pollfd, fd, INT),
	FLAGS(struct pollfd, events, poll_events),
	FLAGS(struct pollfd, revents, poll_events));
OUTLINE(epoll_event, struct epoll_event,
	FLAGS(struct epoll_event, events, epoll_events),
	F(struct epoll_event, data, HEX));

#define T struct io_event
OUTLINE(io_event, T, F(T, data, HEX), F(T, obj, HEX), F(T, res, INT), F(T, res2, INT));
#undef T
#define T struct iocb
OUTLINE(iocb, T, F(T, aio_data, HEX), F(T, aio_lio_opcode, UINT), F(T, aio_fildes, INT),
	F(T, aio_buf, HEX), F(T, aio_nbytes, UINT), F(T, aio_offset, INT));
#undef T
#define T struct mount_attr
OUTLINE(mount_attr, T, FLAGS(T, attr_set, mount_attr), FLAGS(T, attr_clr, mount_attr),
	FLAGS(T, propagation, mount_flags),
	F(T, userns_fd, INT));
#undef T
#define T struct mnt_id_req
OUTLINE(mnt_id_req, T, F(T, size, UINT), F(T, mnt_id, HEX), F(T, param, HEX));
#undef T

OUTLINE(file_handle, struct file_handle,
	F(struct file_handle, handle_bytes, UINT),
	F(struct file_handle, handle_type, HEX));
OUTLINE(cachestat_range, struct cachestat_range,
	F(struct cachestat_range, off, UINT),
	F(struct cachestat_range, len, UINT));

#define T struct cachestat
OUTLINE(cachestat, T, F(T, nr_cache, UINT), F(T, nr_dirty, UINT), F(T, nr_writeback, UINT),
	F(T, nr_evicted, UINT), F(T, nr_recently_evicted, UINT));
#undef T
#define IOVEC(T)	F(T, iov_base, PTR), F(T, iov_len, UINT)
OUTLINE(iovec, struct iovec, IOVEC(struct iovec));
OUTLINE(iovec32, struct compat_iovec, IOVEC(struct compat_iovec));

#define T struct syscall_select32
OUTLINE(select, T, F(T, n, INT), F(T, inp, PTR), F(T, outp, PTR), F(T, exp, PTR),
	F(T, tvp, PTR));
#undef T
#define T struct syscall_mmap32
OUTLINE(mmap, T, F(T, addr, PTR), F(T, len, UINT), FLAGS(T, prot, mmap_prot),
	FLAGS(T, flags, mmap_flags), F(T, fd, INT), F(T, offset, HEX));
#undef T
#define T struct winsize
OUTLINE(winsize, T, F(T, ws_row, UINT), F(T, ws_col, UINT), F(T, ws_xpixel, UINT),
	F(T, ws_ypixel, UINT));
#undef T

#define TERMIOS(T)							\
	FLAGS(T, c_iflag, termios_iflag), FLAGS(T, c_oflag, termios_oflag), \
	FLAGS(T, c_cflag, termios_cflag), FLAGS(T, c_lflag, termios_lflag), \
	ENUM(T, c_line, line_discipline), F(T, c_cc, BYTES)
OUTLINE(termios, struct termios, TERMIOS(struct termios));
OUTLINE(termios2, struct termios2, TERMIOS(struct termios2),
	F(struct termios2, c_ispeed, UINT), F(struct termios2, c_ospeed, UINT));

/* Tasks */

#define RLIMIT(T)	F(T, rlim_cur, LIMIT), F(T, rlim_max, LIMIT)
OUTLINE(rlimit, struct rlimit64, RLIMIT(struct rlimit64));
OUTLINE(rlimit32, struct compat_rlimit, RLIMIT(struct compat_rlimit));

#define RUSAGE(T, of)							\
	NESTED(T, ru_utime, of), NESTED(T, ru_stime, of),		\
	F(T, ru_maxrss, INT), F(T, ru_minflt, INT), F(T, ru_majflt, INT), \
	F(T, ru_inblock, INT), F(T, ru_oublock, INT),			\
	F(T, ru_nvcsw, INT), F(T, ru_nivcsw, INT)
OUTLINE(rusage, struct rusage, RUSAGE(struct rusage, timeval));
OUTLINE(rusage32, struct compat_rusage, RUSAGE(struct compat_rusage, timeval32));

#define T struct clone_args
OUTLINE(clone_args, T, FLAGS(T, flags, clone3_flags), F(T, pidfd, PTR), F(T, child_tid, PTR),
	F(T, parent_tid, PTR), F(T, exit_signal, SIGNAL), F(T, stack, PTR),
	F(T, stack_size, HEX), F(T, tls, PTR), F(T, set_tid, PTR), F(T, set_tid_size, UINT),
	F(T, cgroup, UINT));
#undef T

OUTLINE(sched_param, struct sched_param, F(struct sched_param, sched_priority, INT));

#define T struct sched_attr
OUTLINE(sched_attr, T, F(T, size, UINT), FLAGS(T, sched_policy, sched_policy),
	FLAGS(T, sched_flags, sched_flags), F(T, sched_nice, INT), F(T, sched_priority, UINT),
	F(T, sched_runtime, UINT), F(T, sched_deadline, UINT), F(T, sched_period, UINT),
	F(T, sched_util_min, UINT), F(T, sched_util_max, UINT));
#undef T

#define T struct __user_cap_header_struct
OUTLINE(cap_header, T, ENUM(T, version, cap_version), F(T, pid, INT));
#undef T
#define T struct __user_cap_data_struct
OUTLINE(cap_data, T, F(T, effective, HEX), F(T, permitted, HEX), F(T, inheritable, HEX));
#undef T
#define T struct user_desc
OUTLINE(user_desc, T, F(T, entry_number, INT), F(T, base_addr, HEX), F(T, limit, HEX));
#undef T
#define T struct futex_waitv
OUTLINE(futex_waitv, T, F(T, val, HEX), F(T, uaddr, PTR), FLAGS(T, flags, futex2_flags));
#undef T

#define SIGSET_ARG(T)	F(T, sigset, PTR), F(T, sigsetsize, UINT)
OUTLINE(sigset_arg, struct syscall_sigset_arg, SIGSET_ARG(struct syscall_sigset_arg));
OUTLINE(sigset_arg32, struct syscall_sigset_arg32, SIGSET_ARG(struct syscall_sigset_arg32));

/* Signals */

#define SIGACTION(T)							\
	F(T, sa_handler, HANDLER), F(T, sa_mask, SIGSET),		\
	FLAGS(T, sa_flags, sigaction_flags), F(T, sa_restorer, PTR)
OUTLINE(sigaction, struct sigaction, SIGACTION(struct sigaction));
OUTLINE(sigaction32, struct compat_sigaction, SIGACTION(struct compat_sigaction));
OUTLINE(old_sigaction32, struct compat_old_sigaction,
	SIGACTION(struct compat_old_sigaction));

#define STACK(T)	F(T, ss_sp, PTR), FLAGS(T, ss_flags, sigaltstack_flags), F(T, ss_size, UINT)
OUTLINE(stack, stack_t, STACK(stack_t));
OUTLINE(stack32, compat_stack_t, STACK(compat_stack_t));

/* The fields that most signals have; which they are is a matter of si_code. */
#define SIGINFO(T, codes)						\
	F(T, si_signo, SIGNAL), ENUM(T, si_code, codes),		\
	FIELD_AS(T, _sifields._sigchld._pid, "si_pid", INT),		\
	FIELD_AS(T, _sifields._sigchld._uid, "si_uid", ID)
/* Of a child that has exited, and of one to which a signal has done something. */
#define SIGINFO_CHILD(T, how)						\
	SIGINFO(T, si_code_chld),					\
	FIELD_AS(T, _sifields._sigchld._status, "si_status", how)
OUTLINE(siginfo, struct siginfo, SIGINFO(struct siginfo, si_code));
OUTLINE(siginfo32, struct compat_siginfo, SIGINFO(struct compat_siginfo, si_code));
OUTLINE(siginfo_child, struct siginfo, SIGINFO_CHILD(struct siginfo, INT));
OUTLINE(siginfo_child32, struct compat_siginfo, SIGINFO_CHILD(struct compat_siginfo, INT));
OUTLINE(siginfo_killed, struct siginfo, SIGINFO_CHILD(struct siginfo, SIGNAL));
OUTLINE(siginfo_killed32, struct compat_siginfo, SIGINFO_CHILD(struct compat_siginfo, SIGNAL));

#define SIGEVENT(T)							\
	FIELD_AS(T, sigev_value.sival_ptr, "sigev_value", HEX),		\
	F(T, sigev_signo, SIGNAL), ENUM(T, sigev_notify, sigev_notify)
OUTLINE(sigevent, struct sigevent, SIGEVENT(struct sigevent));
OUTLINE(sigevent32, struct compat_sigevent, SIGEVENT(struct compat_sigevent));

/* The system */

#define UTSNAME(T)							\
	F(T, sysname, TEXT), F(T, nodename, TEXT), F(T, release, TEXT),	\
	F(T, version, TEXT), F(T, machine, TEXT)
OUTLINE(utsname, struct new_utsname, UTSNAME(struct new_utsname),
	F(struct new_utsname, domainname, TEXT));
OUTLINE(old_utsname, struct old_utsname, UTSNAME(struct old_utsname));
OUTLINE(oldold_utsname, struct oldold_utsname, UTSNAME(struct oldold_utsname));

#define SYSINFO(T)							\
	F(T, uptime, INT), ARRAY(T, loads, UINT), F(T, totalram, UINT),	\
	F(T, freeram, UINT), F(T, sharedram, UINT), F(T, bufferram, UINT), \
	F(T, totalswap, UINT), F(T, freeswap, UINT), F(T, procs, UINT),	\
	F(T, totalhigh, UINT), F(T, freehigh, UINT), F(T, mem_unit, UINT)
OUTLINE(sysinfo, struct sysinfo, SYSINFO(struct sysinfo));
OUTLINE(sysinfo32, struct syscall_sysinfo32, SYSINFO(struct syscall_sysinfo32));

/* Between processes */

#define T struct sembuf
OUTLINE(sembuf, T, F(T, sem_num, UINT), F(T, sem_op, INT), FLAGS(T, sem_flg, sem_flags));
#undef T

#define MQ_ATTR(T)							\
	FLAGS(T, mq_flags, open_flags), F(T, mq_maxmsg, INT),		\
	F(T, mq_msgsize, INT), F(T, mq_curmsgs, INT)
OUTLINE(mq_attr, struct mq_attr, MQ_ATTR(struct mq_attr));
OUTLINE(mq_attr32, struct syscall_mq_attr32, MQ_ATTR(struct syscall_mq_attr32));

OUTLINE(linger, struct linger,
	F(struct linger, l_onoff, INT), F(struct linger, l_linger, INT));
OUTLINE(ucred, struct ucred,
	F(struct ucred, pid, INT), F(struct ucred, uid, ID), F(struct ucred, gid, ID));

#define T struct io_uring_params
OUTLINE(io_uring_params, T, F(T, sq_entries, UINT), F(T, cq_entries, UINT),
	FLAGS(T, flags, io_uring_setup_flags), F(T, sq_thread_cpu, UINT), F(T, sq_thread_idle, UINT), F(T, features, HEX),
	F(T, wq_fd, INT));
#undef T
