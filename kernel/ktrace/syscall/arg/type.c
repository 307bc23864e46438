// SPDX-License-Identifier: GPL-2.0
/*
 * Which arguments of which system calls are of which type: a table of rules.
 *
 * The first that fits counts. What is particular to a call stands first, then
 * what the names of arguments say, which the kernel uses alike in many calls,
 * then what C types say. Every argument fits one of the last rules.
 */
#include <linux/compat.h>
#include <linux/compiler.h>
#include <linux/fs.h>
#include <linux/mqueue.h>
#include <linux/resource.h>
#include <linux/sem.h>
#include <linux/signal.h>
#include <linux/socket.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <linux/stringify.h>
#include <linux/syscalls.h>
#include <linux/sysinfo.h>
#include <linux/termios.h>
#include <linux/time32.h>
#include <linux/times.h>
#include <linux/timex.h>
#include <linux/utime.h>
#include <linux/utsname.h>
#include <linux/statfs.h>
#include <asm/ia32.h>
#include <asm/ldt.h>
#include <uapi/linux/aio_abi.h>
#include <uapi/linux/capability.h>
#include <uapi/linux/eventpoll.h>
#include <uapi/linux/futex.h>
#include <uapi/linux/io_uring.h>
#include <uapi/linux/mman.h>
#include <uapi/linux/mount.h>
#include <uapi/linux/openat2.h>
#include <uapi/linux/perf_event.h>
#include <uapi/linux/poll.h>
#include <uapi/linux/sched/types.h>

#include "syscall/arg/show.h"

/* Numbers */

#define SCALAR(shown, bytes, how, table)				\
	(&(const struct syscall_type) {					\
		.name = shown,						\
		.print = ktrace_show_scalar,				\
		.layout = &(const struct syscall_layout) {		\
			.size = bytes, .nr = 1,				\
			.fields = &(const struct syscall_field) {	\
				.as = SHOW_##how,			\
				.names = KTRACE_NAMES_##table,		\
			},						\
		},							\
	})
#define NUMBER(shown, bytes, how)	SCALAR(shown, bytes, how, errno)
#define FLAGS(table)			SCALAR(#table, 4, FLAGS, table)
#define LONG_FLAGS(table)		SCALAR(#table, 8, FLAGS, table)
#define ENUM(table)			SCALAR(#table, 4, ENUM, table)
#define PERMISSIONS(table)		SCALAR(#table, 4, PERMISSIONS, table)

#define INT_ARG	NUMBER("int", 4, INT)
#define UINT_ARG	NUMBER("uint", 4, UINT)
#define LONG_ARG	NUMBER("long", 8, INT)
#define ULONG_ARG	NUMBER("ulong", 8, UINT)
#define HEX_ARG	NUMBER("hex", 8, HEX)
#define HEX32_ARG	NUMBER("hex32", 4, HEX)
#define ADDRESS		NUMBER("address", 8, PTR)
#define MODE_ARG	NUMBER("mode", 2, MODE)
#define DEV_ARG	NUMBER("dev", 4, DEV)
#define ID_ARG	NUMBER("id", 4, ID)
#define ID16_ARG	NUMBER("id16", 2, ID)
#define SIGNAL_ARG	NUMBER("signal", 4, SIGNAL)

/* Descriptors */

#define FD_TYPE(shown, kind)						\
	(&(const struct syscall_type) {					\
		.name = #shown, .print = ktrace_show_##shown,		\
		.in = { SYSCALL_HOW_##kind },				\
	})
#define FD		FD_TYPE(fd, FD)
#define DFD		FD_TYPE(dfd, DFD)

/* What the argument points to. */

#define BYTES(T)	{ SYSCALL_HOW_OBJECT, sizeof(T) }
#define OBJECT(id, show, many, ...)					\
	(&(const struct syscall_type) {					\
		.name = #id, .print = ktrace_show_##show,		\
		.layout = &syscall_layout_##id, .array = many,		\
		__VA_ARGS__						\
	})

enum {
#define SYSCALL_LAYOUT(id, ctype)	SIZE_##id = sizeof(ctype),
	SYSCALL_LAYOUTS(SYSCALL_LAYOUT)
#undef SYSCALL_LAYOUT
};

#define COPY(id)	{ SYSCALL_HOW_OBJECT, SIZE_##id }
#define IN(id)		OBJECT(id, object, false, .in = COPY(id))
#define OUT(id)		OBJECT(id, object, false, .out = COPY(id))
#define IN_OUT(id)	OBJECT(id, object, false, .in = COPY(id), .out = COPY(id))
#define IN_ARRAY(id)	OBJECT(id, object, true, .in = COPY(id))
#define OUT_ARRAY(id)	OBJECT(id, object, true, .out = COPY(id))
/* Two in a row. */
#define PAIR(id)	{ SYSCALL_HOW_OBJECT, 2 * SIZE_##id }
#define IN_PAIR(id)	OBJECT(id, object, true, .in = PAIR(id))
#define OUT_PAIR(id)	OBJECT(id, object, true, .out = PAIR(id))
/* As many bytes as a function says. */
#define BY(function)	{ SYSCALL_HOW_OBJECT, 1, 0, function }
#define IN_BY(id, show, function)					\
	OBJECT(id, show, false, .in = BY(function))

/* A structure that has grown: another argument says how much of it there is. */
#define IN_SIZED(id, arg)	IN_BY(id, sized, ktrace_size##arg##_bytes)

/* A structure that says itself how much of it there is. */
#define IN_SELF_SIZED(id, show)						\
	OBJECT(id, show, false, .in = { SYSCALL_HOW_SIZED, SIZE_##id,	\
					.self = ktrace_##id##_bytes })

/* A set of signals, of which argument @arg is the size. */
#define SIGSET(arg)	IN_BY(sigset, sigset, ktrace_sigset##arg##_bytes)
#define SIGSET_RULES(calls, arg)					\
	{ calls, ANY, C(sigset_t __user *), SIGSET(arg), ONE },		\
	{ calls, ANY, C(compat_sigset_t __user *), SIGSET(arg), ONE }
/* The first fields of a structure, of which there is more. */
#define UP_TO(T, field)	{ SYSCALL_HOW_OBJECT, offsetofend(T, field) }

/* Left there if there was a child. */
#define CHILD(id)	OBJECT(id, status, false, .out = COPY(id))
/* The time that was left when a signal came. */
#define TIME_LEFT(id)							\
	OBJECT(id, time_left, false, .out = COPY(id), .interrupted = true)
/* Elements of which some fields are passed and others left. */
#define BOTH_ARRAY(id)	OBJECT(id, last_object, true, .in = COPY(id), .out = COPY(id))

#define DATA(shown, show, ...)						\
	(&(const struct syscall_type) {					\
		.name = shown, .print = ktrace_show_##show, __VA_ARGS__ \
	})
#define STRING		DATA("string", string, .in = { SYSCALL_HOW_STRING })
#define SECRET(function)						\
	DATA("secret", string, .in = { SYSCALL_HOW_SECRET, .bytes = function })
#define STRING_OUT	DATA("string", string, .out = { SYSCALL_HOW_STRING })
#define CONTENTS	DATA("contents", contents, .in = { SYSCALL_HOW_CONTENTS })
#define CONTENTS_OUT	DATA("contents", contents, .out = { SYSCALL_HOW_CONTENTS })
#define ARGV		DATA("strings", strings, .in = { SYSCALL_HOW_ARGV })
#define ENVP		DATA("environment", environment, .in = { SYSCALL_HOW_ENVP })
#define IOVEC		DATA("iovec", iovec, .in = { SYSCALL_HOW_IOVEC })
#define IOVEC_OUT	DATA("iovec", iovec, .out = { SYSCALL_HOW_IOVEC })
/* The buffers are those of another process. */
#define REMOTE_IOVEC	DATA("remote_iovec", remote_iovec, .array = true,	\
			     .in = { SYSCALL_HOW_OBJECT, SIZE_iovec, SIZE_iovec32 })
#define MSG		DATA("msg", msg, .in = { SYSCALL_HOW_MSG })
#define MSG_OUT		DATA("msg", msg, .in = { SYSCALL_HOW_NAMELEN },	\
			     .out = { SYSCALL_HOW_MSG })
#define MMSG		DATA("mmsg", mmsg, .in = { SYSCALL_HOW_MMSG },		\
			     .out = { SYSCALL_HOW_MSGLEN })
#define MMSG_OUT	DATA("mmsg", mmsg, .in = { SYSCALL_HOW_NAMELEN },	\
			     .out = { SYSCALL_HOW_MMSG })
#define MSGBUF		DATA("msgbuf", msgbuf, .in = { SYSCALL_HOW_MSGBUF })
#define MSGBUF_OUT	DATA("msgbuf", msgbuf, .out = { SYSCALL_HOW_MSGBUF })
#define PERF_ATTR	DATA("perf_attr", perf_attr, .in = {			\
			     SYSCALL_HOW_SIZED, sizeof(struct perf_event_attr), \
			     .self = ktrace_perf_attr_bytes })
#define SOCKADDR	DATA("sockaddr", sockaddr, .in = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKADDR_OUT	DATA("sockaddr", sockaddr, .out = { SYSCALL_HOW_OBJECT, 1 })
#define SOCKOPT		DATA("sockopt", sockopt, .in = BY(ktrace_sockopt_bytes))
#define SOCKOPT_OUT	DATA("sockopt", sockopt, .out = BY(ktrace_sockopt_bytes))
#define SOCKOPT_NAME	DATA("sockopt_name", sockopt_name)
#define PROTOCOL	DATA("protocol", protocol)
#define FD_SET		DATA("fd_set", fd_set, .in = BY(ktrace_fd_set_bytes),	\
			     .out = BY(ktrace_fd_set_bytes))
#define CPU_MASK	DATA("cpu_mask", cpu_mask, .in = BY(ktrace_cpu_mask_bytes))
#define CPU_MASK_OUT	DATA("cpu_mask", cpu_mask, .out = { SYSCALL_HOW_OBJECT, 1 })
#define CAPS		OBJECT(cap_data, caps, false, .in = { SYSCALL_HOW_CAPS })
#define CAPS_OUT	OBJECT(cap_data, caps, false, .out = { SYSCALL_HOW_CAPS })
#define SYSLOG_OUT	DATA("contents", contents,				\
			     .out = { SYSCALL_HOW_CONTENTS, 1, 0, ktrace_syslog_bytes })
#define COMMAND(shown)							\
	DATA(#shown, shown, .in = BY(ktrace_##shown##_in_bytes),	\
	     .out = BY(ktrace_##shown##_out_bytes))

/* What is returned. */
#define RETURN(shown, how, table, ...)					\
	RETURN_BY(shown, return, how, table, __VA_ARGS__)
#define RETURN_BY(shown, show, how, table, ...)				\
	(&(const struct syscall_type) {					\
		.name = shown, .print = ktrace_show_##show,		\
		.layout = &(const struct syscall_layout) {		\
			.size = sizeof(u64), .nr = 1,			\
			.fields = &(const struct syscall_field) {	\
				.as = SHOW_##how, .names = KTRACE_NAMES_##table, \
			},						\
		},							\
		__VA_ARGS__						\
	})

/* A C type as the definition's macros see it. */
#define C(...)		__stringify(__VA_ARGS__)
#define ANY		NULL
#define ONE		SYSCALL_COUNT_ONE
#define RET		SYSCALL_COUNT_RET
#define AT(arg)		SYSCALL_COUNT_AT(arg)

/*
 * Paths, a rule for each group of calls that read theirs at the same time: see
 * syscall/reads.c.
 */
#define PATH_RULES							\
	{ "execve execveat", "filename", ANY, STRING, ONE },		\
	{ "open creat openat openat2", "filename pathname", ANY, STRING, ONE }, \
	{ "stat lstat oldstat oldlstat stat64 lstat64 statfs statfs64",	\
	  "filename pathname", ANY, STRING, ONE },			\
	{ "newfstatat fstatat64 statx", "filename", ANY, STRING, ONE },	\
	{ "access faccessat faccessat2", "filename", ANY, STRING, ONE }, \
	{ "chmod fchmodat fchmodat2", "filename", ANY, STRING, ONE },	\
	{ "chown chown32 lchown lchown32 fchownat", "filename", ANY, STRING, ONE }, \
	{ "chdir chroot", "filename", ANY, STRING, ONE },		\
	{ "mkdir mkdirat rmdir mknod mknodat", "pathname filename", ANY, STRING, ONE }, \
	{ "unlink unlinkat", "pathname", ANY, STRING, ONE },		\
	{ "rename renameat renameat2", "oldname newname", ANY, STRING, ONE }, \
	{ "link linkat symlink symlinkat", "oldname newname", ANY, STRING, ONE }, \
	{ "readlink readlinkat", "path pathname", ANY, STRING, ONE },	\
	{ "truncate truncate64", "path filename", ANY, STRING, ONE },	\
	{ "utime utimes futimesat utimensat utimensat_time64", "filename", ANY, STRING, ONE }, \
	{ "setxattr lsetxattr getxattr lgetxattr listxattr llistxattr removexattr lremovexattr", \
	  "pathname", ANY, STRING, ONE },				\
	{ "mount", "dev_name dir_name type", ANY, STRING, ONE },	\
	{ "umount umount2", "name", ANY, STRING, ONE },			\
	{ "pivot_root", "new_root put_old", ANY, STRING, ONE },		\
	{ "open_tree", "filename", ANY, STRING, ONE },			\
	{ "move_mount", "from_pathname to_pathname", ANY, STRING, ONE }, \
	{ "fspick mount_setattr", "path", ANY, STRING, ONE },		\
	{ "inotify_add_watch fanotify_mark", "pathname", ANY, STRING, ONE }, \
	{ "name_to_handle_at", "name", ANY, STRING, ONE },		\
	{ "swapon swapoff", "specialfile", ANY, STRING, ONE },		\
	{ "acct", "name", ANY, STRING, ONE },				\
	{ "quotactl", "special", ANY, STRING, ONE },			\
	{ "uselib", "library", ANY, STRING, ONE },			\
	{ "mq_open mq_unlink", "u_name", ANY, STRING, ONE }


static const struct syscall_rule rules[] = {
	/* What calls return, but for errors. */
	{ "open openat openat2 creat socket accept accept4 dup dup2 dup3 epoll_create epoll_create1 eventfd eventfd2 signalfd signalfd4 timerfd_create inotify_init inotify_init1 memfd_create memfd_secret pidfd_open pidfd_getfd io_uring_setup perf_event_open fsopen fsmount fspick open_tree open_by_handle_at fanotify_init userfaultfd mq_open landlock_create_ruleset",
	  SYSCALL_RETURN, ANY,
	  RETURN("fd", INT, errno, .out = { SYSCALL_HOW_FD }), ONE },
	{ "fcntl fcntl64", SYSCALL_RETURN, ANY,
	  RETURN_BY("fcntl", fcntl_result, INT, errno,
		    .out = { SYSCALL_HOW_FD, .bytes = ktrace_fcntl_result_bytes }), ONE },
	{ "sched_getscheduler", SYSCALL_RETURN, ANY, RETURN("policy", FLAGS, sched_policy), ONE },
	{ "mmap mmap2 mremap brk shmat", SYSCALL_RETURN, ANY, RETURN("address", PTR, errno),
	  ONE },
	{ "umask", SYSCALL_RETURN, ANY, RETURN("mode", MODE, errno), ONE },
	{ "signal", SYSCALL_RETURN, ANY, RETURN("handler", HANDLER, errno), ONE },
	{ "personality", SYSCALL_RETURN, ANY, RETURN("personality", FLAGS, personality), ONE },
	{ ANY, SYSCALL_RETURN, ANY, RETURN("long", INT, errno), ONE },

	PATH_RULES,

	/* Files */
	{ "read pread64", "buf ubuf", ANY, CONTENTS_OUT, RET },
	{ "write pwrite64", "buf ubuf", ANY, CONTENTS, 2 },
	{ "readv preadv preadv2", "vec", ANY, IOVEC_OUT, 2 },
	{ "writev pwritev pwritev2", "vec", ANY, IOVEC, 2 },
	{ "vmsplice", "uiov", ANY, IOVEC, 2 },
	{ "process_madvise", "vec", ANY, REMOTE_IOVEC, 2 },
	{ "process_vm_readv", "lvec", ANY, IOVEC_OUT, 2 },
	{ "process_vm_writev", "lvec", ANY, IOVEC, 2 },
	{ "process_vm_readv process_vm_writev", "rvec", ANY, REMOTE_IOVEC, 4 },
	{ "preadv2 pwritev2", "flags", ANY, FLAGS(rwf_flags), ONE },
	{ "open openat", "flags", ANY, FLAGS(open_flags), ONE },
	{ "open_by_handle_at", "flags", ANY, FLAGS(open_flags), ONE },
	{ "mq_open", "oflag", ANY, FLAGS(open_flags), ONE },
	{ "openat2", "how", ANY, IN_SIZED(open_how, 3), ONE },
	{ "access faccessat faccessat2", "mode", ANY, FLAGS(access_mode), ONE },
	{ "faccessat2", "flags", ANY, FLAGS(at_access_flags), ONE },
	{ "unlinkat", "flag", ANY, FLAGS(at_unlink_flags), ONE },
	{ "newfstatat fstatat64 fchownat", "flag", ANY, FLAGS(at_flags), ONE },
	{ "name_to_handle_at", "flag", ANY, FLAGS(name_to_handle_flags), ONE },
	{ "linkat utimensat utimensat_time64 fchmodat2 execveat", "flags", ANY, FLAGS(at_flags),
	  ONE },
	{ "statx", "flags", ANY, FLAGS(statx_flags), ONE },
	{ "statx", "mask", ANY, FLAGS(statx_mask), ONE },
	{ "renameat2", "flags", ANY, FLAGS(renameat2_flags), ONE },
	{ "fallocate", "mode", ANY, FLAGS(fallocate_mode), ONE },
	{ "fadvise64 fadvise64_64", "advice", ANY, ENUM(fadvise), ONE },
	{ "flock", "cmd", ANY, FLAGS(flock_op), ONE },
	{ "fcntl fcntl64", "cmd", ANY, ENUM(fcntl_cmd), ONE },
	{ "fcntl fcntl64", "arg", ANY, COMMAND(fcntl), ONE },
	{ "ioctl", "cmd", ANY, NUMBER("ioctl_cmd", 4, IOCTL), ONE },
	{ "ioctl", "arg", ANY, COMMAND(ioctl), ONE },
	{ "splice tee vmsplice", "flags", ANY, FLAGS(splice_flags), ONE },
	{ "sync_file_range", "flags", ANY, FLAGS(sync_file_range_flags), ONE },
	{ "mknod mknodat", "dev", ANY, DEV_ARG, ONE },
	{ "ustat", "dev", ANY, DEV_ARG, ONE },
	{ "pipe pipe2", "fildes", ANY, OUT_PAIR(fd_pair), ONE },
	{ "pipe2", "flags", ANY, FLAGS(pipe_flags), ONE },
	{ "dup3", "flags", ANY, FLAGS(dup3_flags), ONE },
	{ "close_range", "flags", ANY, FLAGS(close_range_flags), ONE },
	{ "close_range", "fd max_fd", ANY, UINT_ARG, ONE },
	{ "pidfd_getfd", "fd", ANY, INT_ARG, ONE },
	{ "ustat", "ubuf", ANY, OUT(ustat), ONE },
	{ "getcwd", "buf", ANY, STRING_OUT, RET },
	{ "readlink readlinkat", "buf", ANY, STRING_OUT, RET },
	{ "getdents getdents64", "dirent", ANY, CONTENTS_OUT, RET },
	{ "umask", "mask", ANY, MODE_ARG, ONE },
	{ "utimes futimesat", "utimes", C(struct __kernel_old_timeval __user *),
	  IN_PAIR(timeval), ONE },
	{ "utimes futimesat", ANY, C(struct old_timeval32 __user *), IN_PAIR(timeval32), ONE },
	{ "utime", ANY, C(struct utimbuf __user *), IN(utimbuf), ONE },
	{ "utime", ANY, C(struct old_utimbuf32 __user *), IN(utimbuf32), ONE },
	{ "utimensat utimensat_time64", ANY, C(struct __kernel_timespec __user *),
	  IN_PAIR(timespec), ONE },
	{ "utimensat", ANY, C(struct old_timespec32 __user *), IN_PAIR(timespec32), ONE },
	{ ANY, "whence", ANY, ENUM(lseek_whence), ONE },
	{ "_llseek", "result", ANY, OUT(s64), ONE },
	{ "sendfile sendfile64", "offset", C(loff_t __user *), IN_OUT(s64), ONE },
	{ "sendfile", "offset", C(off_t __user *), IN_OUT(s64), ONE },
	{ "sendfile", "offset", ANY, IN_OUT(int), ONE },
	{ "splice copy_file_range", "off_in off_out", ANY, IN_OUT(s64), ONE },
	{ "setxattr lsetxattr fsetxattr", "value", ANY, CONTENTS, 3 },
	{ "setxattr lsetxattr fsetxattr", "flags", ANY, FLAGS(xattr_flags), ONE },
	{ "getxattr lgetxattr fgetxattr", "value", ANY, CONTENTS_OUT, RET },
	{ "listxattr llistxattr flistxattr", "list", ANY, CONTENTS_OUT, RET },
	{ "setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr removexattr lremovexattr fremovexattr",
	  "name", ANY, STRING, ONE },
	{ "copy_file_range", "flags", ANY, HEX32_ARG, ONE },
	{ "cachestat", "cstat_range", ANY, IN(cachestat_range), ONE },
	{ "cachestat", "cstat", ANY, OUT(cachestat), ONE },
	{ "name_to_handle_at", "handle", ANY, IN_OUT(file_handle), ONE },
	{ "name_to_handle_at", "mnt_id", ANY,
	  OBJECT(int, mount_id, false, .out = BY(ktrace_mount_id_bytes)), ONE },
	{ "open_by_handle_at", "handle", ANY, IN(file_handle), ONE },
	{ "readdir", "dirent", ANY, ADDRESS, ONE },

	/* Mounts */
	{ "mount", "flags", ANY, LONG_FLAGS(mount_flags), ONE },
	{ "mount", "data", ANY, SECRET(ktrace_mount_data_bytes), ONE },
	{ "umount2", "flags", ANY, FLAGS(umount_flags), ONE },
	{ "fsopen", "_fs_name", ANY, STRING, ONE },
	{ "fsopen", "flags", ANY, FLAGS(fsopen_flags), ONE },
	{ "fsconfig", "_key", ANY, STRING, ONE },
	{ "fsconfig", "_value", ANY, SECRET(ktrace_fsconfig_value_bytes), ONE },
	{ "fsconfig", "cmd", ANY, ENUM(fsconfig_cmd), ONE },
	{ "fsmount", "flags", ANY, FLAGS(fsmount_flags), ONE },
	{ "fsmount", "attr_flags", ANY, FLAGS(mount_attr), ONE },
	{ "fspick", "flags", ANY, FLAGS(fspick_flags), ONE },
	{ "open_tree", "flags", ANY, FLAGS(open_tree_flags), ONE },
	{ "move_mount", "flags", ANY, FLAGS(move_mount_flags), ONE },
	{ "swapon", "swap_flags", ANY, FLAGS(swapon_flags), ONE },
	{ "quotactl quotactl_fd", "cmd", ANY, NUMBER("quota_cmd", 4, QUOTA), ONE },
	{ "mount_setattr", "flags", ANY, FLAGS(at_flags), ONE },
	{ "mount_setattr", "uattr", ANY, IN_SIZED(mount_attr, 4), ONE },
	{ "statmount listmount", "req", ANY, IN_SELF_SIZED(mnt_id_req, sized), ONE },
	{ "listmount", "mnt_ids", ANY, OUT_ARRAY(hex64), RET },

	/* Events */
	{ "poll ppoll ppoll_time64", "ufds", ANY, BOTH_ARRAY(pollfd), 1 },
	{ "select _newselect pselect6 pselect6_time64", "inp outp exp", ANY, FD_SET, ONE },
	{ "select", "arg", ANY, IN(select), ONE },
	{ "pselect6 pselect6_time64", "sig", ANY,
	  IN_BY(sigset_arg, sigset_arg, ktrace_sigset_arg_bytes), ONE },
	{ "io_pgetevents io_pgetevents_time64", "usig", ANY,
	  IN_BY(sigset_arg, sigset_arg, ktrace_sigset_arg_bytes), ONE },
	{ "epoll_ctl", "op", ANY, ENUM(epoll_ctl), ONE },
	{ "epoll_ctl", "event", ANY,
	  IN_BY(epoll_event, object, ktrace_epoll_event_bytes), ONE },
	{ "epoll_wait epoll_pwait epoll_pwait2", "events", ANY, OUT_ARRAY(epoll_event), RET },
	{ "epoll_create1", "flags", ANY, FLAGS(epoll_create_flags), ONE },
	{ "eventfd2", "flags", ANY, FLAGS(eventfd_flags), ONE },
	{ "signalfd4", "flags", ANY, FLAGS(signalfd_flags), ONE },
	{ "timerfd_create", "flags", ANY, FLAGS(timerfd_flags), ONE },
	{ "timerfd_create", "clockid", ANY, ENUM(clockid), ONE },
	{ "timerfd_settime timerfd_settime64", "flags", ANY, FLAGS(timerfd_settime_flags), ONE },
	{ "timer_settime timer_settime64 clock_nanosleep clock_nanosleep_time64", "flags", ANY,
	  FLAGS(timer_flags), ONE },
	{ "inotify_init1", "flags", ANY, FLAGS(inotify_init_flags), ONE },
	{ "inotify_add_watch", "mask", ANY, FLAGS(inotify_mask), ONE },
	{ "fanotify_init", "flags", ANY, FLAGS(fanotify_init_flags), ONE },
	{ "fanotify_init", "event_f_flags", ANY, FLAGS(open_flags), ONE },
	{ "fanotify_mark", "flags", ANY, FLAGS(fanotify_mark_flags), ONE },
	{ "fanotify_mark", "mask", ANY, LONG_FLAGS(fanotify_mask), ONE },
	{ "fanotify_mark", "mask_lo", ANY, FLAGS(fanotify_mask), ONE },
	{ "fanotify_mark", "mask_hi", ANY, HEX32_ARG, ONE },
	{ "io_setup", "ctxp", ANY, OUT(pointer), ONE },
	{ "io_setup", "ctx32p", ANY, OUT(pointer32), ONE },
	{ "io_getevents io_pgetevents io_pgetevents_time64", "events", ANY, OUT_ARRAY(io_event),
	  RET },
	{ "io_submit", "iocbpp", C(compat_uptr_t __user *), IN_ARRAY(pointer32), 1 },
	{ "io_submit", "iocbpp", ANY, IN_ARRAY(pointer), 1 },
	{ "io_cancel", "iocb", ANY, IN(iocb), ONE },
	{ "io_cancel", "result", ANY, OUT(io_event), ONE },
	{ "io_uring_setup", "params", ANY, IN_OUT(io_uring_params), ONE },
	{ "io_uring_enter", "flags", ANY, FLAGS(io_uring_enter_flags), ONE },
	{ "io_uring_register", "opcode", ANY, FLAGS(io_uring_register_op), ONE },

	/* Memory */
	{ "mmap", "arg", ANY, IN(mmap), ONE },
	{ "mmap mmap2 mprotect pkey_mprotect", "prot", ANY, LONG_FLAGS(mmap_prot), ONE },
	{ "mmap mmap2", "flags", ANY, LONG_FLAGS(mmap_flags), ONE },
	{ "remap_file_pages", "prot", ANY, LONG_FLAGS(mmap_prot), ONE },
	{ "remap_file_pages", "flags", ANY, LONG_FLAGS(mmap_flags), ONE },
	{ "mmap", "off", ANY, HEX_ARG, ONE },
	{ "mmap2 remap_file_pages", "pgoff", ANY, HEX_ARG, ONE },
	{ "mremap", "flags", ANY, LONG_FLAGS(mremap_flags), ONE },
	{ "msync", "flags", ANY, FLAGS(msync_flags), ONE },
	{ "madvise process_madvise", "behavior", ANY, ENUM(madvise), ONE },
	{ "mlockall", "flags", ANY, FLAGS(mlockall_flags), ONE },
	{ "mlock2", "flags", ANY, FLAGS(mlock2_flags), ONE },
	{ "userfaultfd", "flags", ANY, FLAGS(userfaultfd_flags), ONE },
	{ "mbind", "flags", ANY, FLAGS(mbind_flags), ONE },
	{ "get_mempolicy", "flags", ANY, LONG_FLAGS(get_mempolicy_flags), ONE },
	{ "pkey_alloc", "init_val", ANY, LONG_FLAGS(pkey_rights), ONE },
	{ "mincore", "vec", ANY,
	  OBJECT(u8, object, true, .out = BY(ktrace_mincore_bytes)), ONE },
	{ "memfd_create", "uname", ANY, STRING, ONE },
	{ "memfd_create", "flags", ANY, FLAGS(memfd_flags), ONE },
	{ "mbind set_mempolicy", "mode", ANY, FLAGS(mempolicy_mode), ONE },
	{ "shmat shmdt", "shmaddr", ANY, ADDRESS, ONE },
	{ ANY, "brk", ANY, ADDRESS, ONE },

	/* Sockets */
	{ "socketcall", "call", ANY, ENUM(socketcall), ONE },
	{ "socketcall", "args", ANY,
	  OBJECT(hex32, object, true, .in = BY(ktrace_socketcall_bytes)), ONE },
	{ "socket socketpair", "family", ANY, ENUM(socket_family), ONE },
	{ "socket socketpair", "type", ANY, FLAGS(socket_type), ONE },
	{ "socket socketpair", "protocol", ANY, PROTOCOL, ONE },
	{ "socketpair", "usockvec", ANY, OUT_PAIR(fd_pair), ONE },
	{ "connect", "uservaddr", ANY, SOCKADDR, 2 },
	{ "bind", "umyaddr", ANY, SOCKADDR, 2 },
	{ "sendto", "addr", ANY, SOCKADDR, 5 },
	{ "sendto", "buff", ANY, CONTENTS, 2 },
	{ "send", "buff", ANY, CONTENTS, 2 },
	{ "recvfrom", "addr", ANY, SOCKADDR_OUT, AT(5) },
	{ "recvfrom", "addr_len addrlen", ANY, IN_OUT(int), ONE },
	{ "recvfrom recv", "ubuf buf", ANY, CONTENTS_OUT, RET },
	{ "accept accept4", "upeer_sockaddr", ANY, SOCKADDR_OUT, AT(2) },
	{ "accept accept4", "upeer_addrlen", ANY, IN_OUT(int), ONE },
	{ "accept4", "flags", ANY, FLAGS(socket_flags), ONE },
	{ "getsockname getpeername", "usockaddr", ANY, SOCKADDR_OUT, AT(2) },
	{ "getsockname getpeername", "usockaddr_len", ANY, IN_OUT(int), ONE },
	{ "sendmsg", "msg", ANY, MSG, ONE },
	{ "recvmsg", "msg", ANY, MSG_OUT, ONE },
	{ "sendmmsg", "mmsg", ANY, MMSG, 2 },
	{ "recvmmsg recvmmsg_time64", "mmsg", ANY, MMSG_OUT, 2 },
	{ "send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg recvmmsg_time64", "flags",
	  ANY, FLAGS(msg_flags), ONE },
	{ "shutdown", "how", ANY, ENUM(shutdown_how), ONE },
	{ "setsockopt getsockopt", "level", ANY, ENUM(socket_level), ONE },
	{ "setsockopt getsockopt", "optname", ANY, SOCKOPT_NAME, ONE },
	{ "setsockopt", "optval", ANY, SOCKOPT, 4 },
	{ "getsockopt", "optval", ANY, SOCKOPT_OUT, AT(4) },
	{ "getsockopt", "optlen", ANY, IN_OUT(int), ONE },

	/* Processes */
	{ "execve execveat", "argv", ANY, ARGV, ONE },
	{ "execve execveat", "envp", ANY, ENVP, ONE },
	/* The kernel takes the lower half. */
	{ "clone", "clone_flags", ANY, FLAGS(clone_flags), ONE },
	{ "clone", "parent_tidptr", ANY,
	  OBJECT(int, object, false, .out = BY(ktrace_parent_tid_bytes)), ONE },
	{ "clone", "child_tidptr", ANY, ADDRESS, ONE },
	{ "clone", "newsp tls tls_val", ANY, ADDRESS, ONE },
	{ "clone3", "uargs", ANY, IN_SIZED(clone_args, 1), ONE },
	{ "unshare", "unshare_flags", ANY, LONG_FLAGS(clone3_flags), ONE },
	{ "setns", "flags", ANY, FLAGS(clone3_flags), ONE },
	{ "wait4 waitpid", "stat_addr", ANY, CHILD(status), ONE },
	{ "wait4", "ru", C(struct rusage __user *), CHILD(rusage), ONE },
	{ "wait4", "ru", ANY, CHILD(rusage32), ONE },
	{ "wait4 waitpid waitid", "options", ANY, FLAGS(wait_options), ONE },
	{ "waitid", "which", ANY, ENUM(idtype), ONE },
	{ "waitid", "infop", C(struct siginfo __user *),
	  OBJECT(siginfo_child, child, false,
		 .out = UP_TO(struct siginfo, _sifields._sigchld._status)), ONE },
	{ "waitid", "infop", ANY,
	  OBJECT(siginfo_child32, child, false,
		 .out = UP_TO(struct compat_siginfo, _sifields._sigchld._status)), ONE },
	{ "waitid", "ru uru", ANY,
	  OBJECT(rusage, waited, false, .out = {
		  SYSCALL_HOW_OBJECT, SIZE_rusage, .bytes = ktrace_waited_bytes }), ONE },
	{ "prctl", "option", ANY, ENUM(prctl_option), ONE },
	{ "prctl", "arg2", ANY, COMMAND(prctl), ONE },
	{ "prctl", "arg3", ANY, DATA("prctl_arg3", prctl_arg3), ONE },
	{ "prctl", ANY, ANY, HEX_ARG, ONE },
	{ "arch_prctl", "option", ANY, ENUM(arch_prctl), ONE },
	{ "arch_prctl", "arg2", ANY, HEX_ARG, ONE },
	{ "ptrace", "request", ANY, ENUM(ptrace_request), ONE },
	{ "ptrace", "pid", ANY, INT_ARG, ONE },
	{ "ptrace", "data", ANY, DATA("ptrace_data", ptrace_data), ONE },
	{ "ptrace", "addr", ANY, HEX_ARG, ONE },
	{ "getpriority setpriority", "which", ANY, ENUM(prio_which), ONE },
	{ "ioprio_get ioprio_set", "which", ANY, ENUM(ioprio_who), ONE },
	{ "ioprio_set", "ioprio", ANY, HEX32_ARG, ONE },
	{ "sched_setattr sched_getattr", "flags", ANY, HEX32_ARG, ONE },
	{ "getrusage", "who", ANY, ENUM(rusage_who), ONE },
	{ ANY, "resource", ANY, ENUM(rlimit), ONE },
	{ "setrlimit", "rlim", C(struct rlimit __user *), IN(rlimit), ONE },
	{ "setrlimit", "rlim", ANY, IN(rlimit32), ONE },
	{ "getrlimit ugetrlimit", "rlim", C(struct rlimit __user *), OUT(rlimit), ONE },
	{ "getrlimit ugetrlimit", "rlim", ANY, OUT(rlimit32), ONE },
	{ "prlimit64", "new_rlim", ANY, IN(rlimit), ONE },
	{ "prlimit64", "old_rlim", ANY, OUT(rlimit), ONE },
	{ "sched_setscheduler sched_get_priority_max sched_get_priority_min", "policy", ANY,
	  FLAGS(sched_policy), ONE },
	{ "sched_getparam", "param", ANY, OUT(sched_param), ONE },
	{ ANY, "param", C(struct sched_param __user *), IN(sched_param), ONE },
	{ "sched_setattr", "uattr", ANY, IN_SELF_SIZED(sched_attr, sized), ONE },
	{ "sched_getattr", "uattr", ANY,
	  OBJECT(sched_attr, sized, false, .out = BY(ktrace_sched_attr_out_bytes)), ONE },
	{ "sched_setaffinity", "user_mask_ptr", ANY, CPU_MASK, ONE },
	{ "sched_getaffinity", "user_mask_ptr", ANY, CPU_MASK_OUT, RET },
	{ "sched_rr_get_interval sched_rr_get_interval_time64", "interval",
	  C(struct old_timespec32 __user *), OUT(timespec32), ONE },
	{ "sched_rr_get_interval sched_rr_get_interval_time64", "interval", ANY, OUT(timespec),
	  ONE },
	{ "get_robust_list", "head_ptr", C(compat_uptr_t __user *), OUT(pointer32), ONE },
	{ "get_robust_list", "head_ptr", ANY, OUT(pointer), ONE },
	{ "get_robust_list", "len_ptr", C(compat_size_t __user *), OUT(uint), ONE },
	{ "get_robust_list", "len_ptr", ANY, OUT(u64), ONE },
	{ "capget capset", "header", ANY, IN(cap_header), ONE },
	{ "capget", "dataptr", ANY, CAPS_OUT, AT(0) },
	{ "capset", "data", ANY, CAPS, AT(0) },
	{ "getcpu", "cpup nodep", ANY, OUT(uint), ONE },
	{ "getgroups getgroups32", "grouplist", C(gid_t __user *), OUT_ARRAY(id), RET },
	{ "setgroups setgroups32", "grouplist", C(gid_t __user *), IN_ARRAY(id), 0 },
	{ "getgroups", "grouplist", ANY, OUT_ARRAY(id16), RET },
	{ "setgroups", "grouplist", ANY, IN_ARRAY(id16), 0 },
	{ "personality", "personality", ANY, DATA("personality", personality), ONE },
	{ "pidfd_open", "flags", ANY, FLAGS(pidfd_open_flags), ONE },
	{ "pidfd_send_signal", "flags", ANY, FLAGS(pidfd_signal_flags), ONE },
	{ "seccomp", "op", ANY, ENUM(seccomp_op), ONE },
	{ "seccomp", "flags", ANY, FLAGS(seccomp_flags), ONE },
	{ "rseq", "flags", ANY, FLAGS(rseq_flags), ONE },
	{ "rseq", "sig", ANY, HEX32_ARG, ONE },
	{ "membarrier", "cmd", ANY, FLAGS(membarrier_cmd), ONE },
	{ "membarrier", "flags", ANY, FLAGS(membarrier_flags), ONE },
	{ "set_tid_address", "tidptr", ANY, ADDRESS, ONE },
	/* Read when the task exits, if ever. */
	{ "set_robust_list", "head", ANY, ADDRESS, ONE },
	{ "modify_ldt", "func", ANY, INT_ARG, ONE },
	{ "set_thread_area", "u_info", ANY, IN_OUT(user_desc), ONE },
	{ "get_thread_area", "u_info", ANY, IN_OUT(user_desc), ONE },
	{ "kcmp", "type", ANY, ENUM(kcmp_type), ONE },
	{ "landlock_create_ruleset", "flags", ANY, FLAGS(landlock_create_flags), ONE },
	{ "landlock_add_rule", "rule_type", ANY, ENUM(landlock_rule), ONE },

	/* Futexes */
	{ "futex futex_time64", "op", ANY, FLAGS(futex_op), ONE },
	{ "futex futex_time64", "utime", C(struct old_timespec32 __user *),
	  IN_BY(timespec32, futex_timeout, ktrace_futex_timeout32_bytes), ONE },
	{ "futex futex_time64", "utime", ANY,
	  IN_BY(timespec, futex_timeout, ktrace_futex_timeout_bytes), ONE },
	{ "futex futex_time64", "uaddr uaddr2", ANY, ADDRESS, ONE },
	{ "futex futex_time64", "val", ANY, UINT_ARG, ONE },
	{ "futex futex_time64", "val3", ANY, HEX32_ARG, ONE },
	{ "futex_waitv", "waiters", ANY, IN_ARRAY(futex_waitv), 1 },
	{ "futex_requeue", "waiters", ANY, IN_PAIR(futex_waitv), ONE },
	{ "futex_wait futex_wake", "flags", ANY, FLAGS(futex2_flags), ONE },
	{ "futex_wait futex_wake", "mask val", ANY, HEX_ARG, ONE },

	/* Signals */
	{ ANY, "sig", ANY, SIGNAL_ARG, ONE },
	{ "signal", "handler", ANY, NUMBER("handler", 8, HANDLER), ONE },
	{ ANY, "act", C(struct sigaction __user *), IN(sigaction), ONE },
	{ ANY, "oact", C(struct sigaction __user *), OUT(sigaction), ONE },
	{ ANY, "act", C(struct compat_sigaction __user *), IN(sigaction32), ONE },
	{ ANY, "oact", C(struct compat_sigaction __user *), OUT(sigaction32), ONE },
	{ ANY, "act", C(struct compat_old_sigaction __user *), IN(old_sigaction32), ONE },
	{ ANY, "oact", C(struct compat_old_sigaction __user *), OUT(old_sigaction32), ONE },
	{ "sigprocmask rt_sigprocmask", "how", ANY, ENUM(sigprocmask_how), ONE },
	{ "rt_sigprocmask", "oset", ANY, OUT(sigset), ONE },
	{ "rt_sigpending", "uset", ANY,
	  OBJECT(sigset, sigset, false, .out = BY(ktrace_sigpending_bytes)), ONE },
	SIGSET_RULES("rt_sigsuspend", 1),
	SIGSET_RULES("signalfd signalfd4", 2),
	SIGSET_RULES("rt_sigprocmask rt_sigtimedwait rt_sigtimedwait_time64", 3),
	SIGSET_RULES("ppoll ppoll_time64", 4),
	SIGSET_RULES("epoll_pwait epoll_pwait2", 5),
	{ "sigprocmask", "oset", ANY, OUT(sigset32), ONE },
	{ "sigpending", ANY, ANY, OUT(sigset32), ONE },
	{ "sigsuspend", "mask", ANY, NUMBER("sigset32", 4, SIGSET), ONE },
	{ "ssetmask", "newmask", ANY, NUMBER("sigset32", 4, SIGSET), ONE },
	{ ANY, ANY, C(sigset_t __user *), IN(sigset), ONE },
	{ ANY, ANY, C(compat_sigset_t __user *), IN(sigset), ONE },
	{ ANY, ANY, C(compat_old_sigset_t __user *), IN(sigset32), ONE },
	{ "rt_sigtimedwait rt_sigtimedwait_time64", "uinfo", C(siginfo_t __user *),
	  OUT(siginfo), ONE },
	{ "rt_sigtimedwait rt_sigtimedwait_time64", "uinfo", ANY, OUT(siginfo32), ONE },
	{ ANY, ANY, C(siginfo_t __user *),
	  OBJECT(siginfo, object, false, .in = BYTES(struct kernel_siginfo)), ONE },
	{ ANY, ANY, C(struct compat_siginfo __user *), IN(siginfo32), ONE },
	{ "sigaltstack", "uss", ANY, IN(stack), ONE },
	{ "sigaltstack", "uoss", ANY, OUT(stack), ONE },
	{ "sigaltstack", "uss_ptr", ANY, IN(stack32), ONE },
	{ "sigaltstack", "uoss_ptr", ANY, OUT(stack32), ONE },

	/* Time */
	{ ANY, "which_clock clockid", ANY, ENUM(clockid), ONE },
	{ "getitimer setitimer", "which", ANY, ENUM(itimer), ONE },
	{ "getitimer", "value", C(struct __kernel_old_itimerval __user *), OUT(itimerval), ONE },
	{ "getitimer", "value", ANY, OUT(itimerval32), ONE },
	{ "setitimer", "ovalue", C(struct __kernel_old_itimerval __user *), OUT(itimerval), ONE },
	{ "setitimer", "ovalue", ANY, OUT(itimerval32), ONE },
	{ "setitimer", "value", C(struct __kernel_old_itimerval __user *), IN(itimerval), ONE },
	{ "setitimer", "value", ANY, IN(itimerval32), ONE },
	{ ANY, "old_setting setting otmr old", C(struct __kernel_itimerspec __user *),
	  OUT(itimerspec), ONE },
	{ ANY, "old_setting setting otmr old", C(struct old_itimerspec32 __user *),
	  OUT(itimerspec32), ONE },
	{ ANY, ANY, C(struct __kernel_itimerspec __user *), IN(itimerspec), ONE },
	{ ANY, ANY, C(struct old_itimerspec32 __user *), IN(itimerspec32), ONE },
	{ "clock_gettime clock_gettime64 clock_getres clock_getres_time64", "tp",
	  C(struct old_timespec32 __user *), OUT(timespec32), ONE },
	{ "clock_gettime clock_gettime64 clock_getres clock_getres_time64", "tp", ANY,
	  OUT(timespec), ONE },
	{ ANY, "rmtp", C(struct __kernel_timespec __user *), TIME_LEFT(timespec), ONE },
	{ ANY, "rmtp", ANY, TIME_LEFT(timespec32), ONE },
	{ "select _newselect", "tvp", C(struct __kernel_old_timeval __user *), IN_OUT(timeval),
	  ONE },
	{ "select _newselect", "tvp", ANY, IN_OUT(timeval32), ONE },
	{ "pselect6 pselect6_time64 ppoll ppoll_time64 recvmmsg recvmmsg_time64", "tsp timeout",
	  C(struct __kernel_timespec __user *), IN_OUT(timespec), ONE },
	{ "pselect6 ppoll recvmmsg", "tsp timeout", ANY, IN_OUT(timespec32), ONE },
	{ "gettimeofday", "tv", C(struct old_timeval32 __user *), OUT(timeval32), ONE },
	{ "gettimeofday", "tv", ANY, OUT(timeval), ONE },
	{ "gettimeofday", "tz", ANY, OUT(timezone), ONE },
	{ "settimeofday", "tz", ANY, IN(timezone), ONE },
	{ "time", "tloc", C(__kernel_old_time_t __user *), OUT(s64), ONE },
	{ "time", "tloc", ANY, OUT(int), ONE },
	{ "timer_create", "created_timer_id", ANY, OUT(int), ONE },
	{ ANY, ANY, C(struct sigevent __user *), IN(sigevent), ONE },
	{ ANY, ANY, C(struct compat_sigevent __user *), IN(sigevent32), ONE },
	{ ANY, ANY, C(struct __kernel_timespec __user *), IN(timespec), ONE },
	{ ANY, ANY, C(struct old_timespec32 __user *), IN(timespec32), ONE },
	{ ANY, ANY, C(struct __kernel_old_timeval __user *), IN(timeval), ONE },
	{ ANY, ANY, C(struct old_timeval32 __user *), IN(timeval32), ONE },
	{ ANY, ANY, C(struct __kernel_timex __user *), IN_OUT(timex), ONE },
	{ "times", "tbuf", C(struct tms __user *), OUT(tms), ONE },
	{ "times", "tbuf", ANY, OUT(tms32), ONE },

	/* Between processes */
	{ "ipc", "call", ANY, ENUM(ipc_call), ONE },
	{ "ipc", "ptr", ANY, ADDRESS, ONE },
	{ "ipc", "third fifth", ANY, HEX32_ARG, ONE },
	{ "shmget msgget semget", "key", ANY, FLAGS(ipc_key), ONE },
	{ "msgsnd", "msgp", ANY, MSGBUF, 2 },
	{ "msgrcv", "msgp", ANY, MSGBUF_OUT, RET },
	{ "msgctl", "buf uptr", ANY, COMMAND(msgctl), ONE },
	{ "shmctl", "buf uptr", ANY, COMMAND(shmctl), ONE },
	{ "semctl", "arg", ANY, COMMAND(semctl), ONE },
	{ "shmget", "shmflg", ANY, PERMISSIONS(shm_flags), ONE },
	{ "msgget", "msgflg", ANY, PERMISSIONS(ipc_flags), ONE },
	{ "semget", "semflg", ANY, PERMISSIONS(ipc_flags), ONE },
	{ "msgsnd msgrcv", "msgflg", ANY, FLAGS(msgrcv_flags), ONE },
	{ "shmat", "shmflg", ANY, FLAGS(shmat_flags), ONE },
	{ "shmctl", "cmd", ANY, FLAGS(shm_cmd), ONE },
	{ "msgctl", "cmd", ANY, FLAGS(msg_cmd), ONE },
	{ "semctl", "cmd", ANY, FLAGS(sem_cmd), ONE },
	{ "semop semtimedop semtimedop_time64", "tsops", ANY, IN_ARRAY(sembuf), 2 },
	{ "mq_open", "u_attr", C(struct mq_attr __user *), IN(mq_attr), ONE },
	{ "mq_open", "u_attr", ANY,
	  IN_BY(mq_attr32, object, ktrace_mq_attr32_bytes), ONE },
	{ "mq_getsetattr", "u_mqstat", C(struct mq_attr __user *), IN(mq_attr), ONE },
	{ "mq_getsetattr", "u_mqstat", ANY, IN(mq_attr32), ONE },
	{ "mq_getsetattr", "u_omqstat", C(struct mq_attr __user *), OUT(mq_attr), ONE },
	{ "mq_getsetattr", "u_omqstat", ANY, OUT(mq_attr32), ONE },
	{ "mq_timedsend mq_timedsend_time64", "u_msg_ptr", ANY, CONTENTS, 2 },
	{ "mq_timedreceive mq_timedreceive_time64", "u_msg_ptr", ANY, CONTENTS_OUT, RET },
	{ "mq_timedreceive mq_timedreceive_time64", "u_msg_prio", ANY, OUT(uint), ONE },

	/* The system */
	{ "uname", "name", ANY, OUT(utsname), ONE },
	{ "olduname", "name", ANY, OUT(old_utsname), ONE },
	{ "oldolduname", "name", ANY, OUT(oldold_utsname), ONE },
	{ "sysinfo", "info", C(struct sysinfo __user *), OUT(sysinfo), ONE },
	{ "sysinfo", "info", ANY, OUT(sysinfo32), ONE },
	{ "sethostname setdomainname", "name", ANY, STRING, 1 },
	{ "reboot", "magic1 magic2", ANY, HEX32_ARG, ONE },
	{ "reboot", "cmd", ANY, ENUM(reboot_cmd), ONE },
	{ "syslog", "type", ANY, ENUM(syslog_action), ONE },
	{ "syslog", "buf", ANY, SYSLOG_OUT, RET },
	{ "getrandom", "ubuf", ANY, CONTENTS_OUT, RET },
	{ "getrandom", "flags", ANY, FLAGS(getrandom_flags), ONE },
	{ "init_module finit_module", "uargs", ANY, STRING, ONE },
	{ "delete_module", "name_user", ANY, STRING, ONE },
	{ "finit_module", "flags", ANY, FLAGS(finit_module_flags), ONE },
	{ "delete_module", "flags", ANY, FLAGS(delete_module_flags), ONE },
	{ "add_key request_key", "_type _description _callout_info", ANY, STRING, ONE },
	{ "add_key request_key", "ringid destringid", ANY, ENUM(key_spec), ONE },
	{ "add_key", "_payload", ANY, CONTENTS, 3 },
	{ "keyctl", "option", ANY, ENUM(keyctl_cmd), ONE },
	{ "keyctl", "arg2", ANY, DATA("keyctl_arg", keyctl_arg), ONE },
	{ "keyctl", "arg3 arg4 arg5", C(u32), HEX32_ARG, ONE },
	{ "keyctl sysfs", "arg1 arg2 arg3 arg4 arg5", ANY, HEX_ARG, ONE },
	{ "bpf", "cmd", ANY, ENUM(bpf_cmd), ONE },
	{ "perf_event_open", "attr_uptr", ANY, PERF_ATTR, ONE },
	{ "perf_event_open", "flags", ANY, LONG_FLAGS(perf_flags), ONE },
	{ "lsm_get_self_attr", "size", ANY, IN_OUT(uint), ONE },
	{ "lsm_list_modules", "size", ANY, IN_OUT(uint), ONE },
	{ "ioperm", "from num", ANY, HEX_ARG, ONE },

	/* What the names of arguments say in all calls. */
	{ ANY, "dfd olddfd newdfd from_dfd to_dfd mountdirfd", ANY, DFD, ONE },
	{ "execveat", "fd", ANY, DFD, ONE },
	{ ANY, "fd fdin fdout fd_in fd_out in_fd out_fd oldfd newfd epfd ufd pidfd mqdes fs_fd fanotify_fd group_fd ruleset_fd parent_fd kernel_fd initrd_fd",
	  ANY, FD, ONE },
	{ "dup", "fildes", ANY, FD, ONE },
	{ ANY, "mode", C(umode_t), MODE_ARG, ONE },
	{ ANY, "mode", C(compat_mode_t), MODE_ARG, ONE },
	{ ANY, "start addr new_addr", C(unsigned long), ADDRESS, ONE },
	{ ANY, "flags flag attr_flags", C(unsigned int), HEX32_ARG, ONE },
	{ ANY, "flags flag attr_flags", C(unsigned), HEX32_ARG, ONE },
	{ ANY, "flags flag", C(int), HEX32_ARG, ONE },
	{ ANY, "flags flag", C(u32), HEX32_ARG, ONE },
	{ ANY, "flags flag", C(__u32), HEX32_ARG, ONE },
	{ ANY, "flags flag", ANY, HEX_ARG, ONE },
	{ "getrusage", "ru", C(struct rusage __user *), OUT(rusage), ONE },
	{ ANY, "ru uru", C(struct rusage __user *), OUT(rusage), ONE },
	{ ANY, "ru uru", C(struct compat_rusage __user *), OUT(rusage32), ONE },

	/* What C types say. */
	{ ANY, ANY, C(struct stat __user *), OUT(stat), ONE },
	{ ANY, ANY, C(struct compat_stat __user *), OUT(stat32), ONE },
	{ ANY, ANY, C(struct stat64 __user *), OUT(stat64), ONE },
	{ ANY, ANY, C(struct __old_kernel_stat __user *), OUT(stat16), ONE },
	{ ANY, ANY, C(struct statx __user *), OUT(statx), ONE },
	{ ANY, ANY, C(struct statfs __user *), OUT(statfs), ONE },
	{ ANY, ANY, C(struct compat_statfs __user *), OUT(statfs32), ONE },
	{ ANY, ANY, C(struct compat_statfs64 __user *), OUT(statfs64), ONE },
	{ ANY, ANY, C(uid_t __user *), OUT(id), ONE },
	{ ANY, ANY, C(gid_t __user *), OUT(id), ONE },
	{ ANY, ANY, C(old_uid_t __user *), OUT(id16), ONE },
	{ ANY, ANY, C(old_gid_t __user *), OUT(id16), ONE },
	{ ANY, ANY, C(uid_t), ID_ARG, ONE },
	{ ANY, ANY, C(gid_t), ID_ARG, ONE },
	{ ANY, ANY, C(old_uid_t), ID16_ARG, ONE },
	{ ANY, ANY, C(old_gid_t), ID16_ARG, ONE },
	{ ANY, ANY, C(int), INT_ARG, ONE },
	{ ANY, ANY, C(pid_t), INT_ARG, ONE },
	{ ANY, ANY, C(timer_t), INT_ARG, ONE },
	{ ANY, ANY, C(mqd_t), INT_ARG, ONE },
	{ ANY, ANY, C(__s32), INT_ARG, ONE },
	{ ANY, ANY, C(key_serial_t), INT_ARG, ONE },
	{ ANY, ANY, C(compat_pid_t), INT_ARG, ONE },
	{ ANY, ANY, C(compat_long_t), INT_ARG, ONE },
	{ ANY, ANY, C(compat_off_t), INT_ARG, ONE },
	{ ANY, ANY, C(compat_ssize_t), INT_ARG, ONE },
	{ ANY, ANY, C(unsigned), UINT_ARG, ONE },
	{ ANY, ANY, C(unsigned int), UINT_ARG, ONE },
	{ ANY, ANY, C(u32), UINT_ARG, ONE },
	{ ANY, ANY, C(__u32), UINT_ARG, ONE },
	{ ANY, ANY, C(qid_t), UINT_ARG, ONE },
	{ ANY, ANY, C(compat_size_t), UINT_ARG, ONE },
	{ ANY, ANY, C(compat_ulong_t), UINT_ARG, ONE },
	{ ANY, ANY, C(long), LONG_ARG, ONE },
	{ ANY, ANY, C(loff_t), LONG_ARG, ONE },
	{ ANY, ANY, C(off_t), LONG_ARG, ONE },
	{ ANY, ANY, C(size_t), ULONG_ARG, ONE },
	{ ANY, ANY, C(unsigned long), ULONG_ARG, ONE },
	/* The rest are pointers, and types that are addresses. */
	{ ANY, ANY, ANY, ADDRESS, ONE },
};

/* Whether @name is one of the words of @list; there are many lists to be asked. */
static bool is_in(const char *list, const char *name)
{
	const char *at;

	if (!list)
		return true;
	for (;;) {
		for (at = name; *at && *at == *list; at++)
			list++;
		if (!*at && (!*list || *list == ' '))
			return true;
		while (*list && *list != ' ')
			list++;
		if (!*list++)
			return false;
	}
}

static const struct syscall_rule *find(const char *call, const char *arg, const char *ctype)
{
	const struct syscall_rule *rule;

	if (!strncmp(ctype, "const ", 6))
		ctype += 6;
	for (rule = rules; ; rule++) {
		if ((!rule->ctype || !strcmp(rule->ctype, ctype)) &&
		    is_in(rule->arg, arg) && is_in(rule->call, call))
			return rule;
	}
}

/**
 * ktrace_syscall_rule - what an argument is
 * @call:	the call, from ktrace_syscall_find()
 * @i:		which of its arguments
 *
 * Slow: to be asked once, and kept.
 *
 * Context: any.
 * Return: the rule; never NULL.
 */
const struct syscall_rule *ktrace_syscall_rule(const struct ktrace_syscall *call,
					       unsigned int i)
{
	const char *ctype;
	const char *arg = ktrace_syscall_arg(call, i, &ctype);

	return find(call->name, arg, ctype);
}

/**
 * ktrace_syscall_rule_return - what a call returns if it does not fail
 * @call:	the call, from ktrace_syscall_find()
 *
 * Context: any.
 * Return: the rule; never NULL.
 */
const struct syscall_rule *ktrace_syscall_rule_return(const struct ktrace_syscall *call)
{
	return find(call->name, SYSCALL_RETURN, "");
}
