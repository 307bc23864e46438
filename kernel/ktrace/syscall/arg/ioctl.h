/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands of ioctl(), in tables by the type in the command's number: a table in a file of the
 * subsystem for each type, so that the hook searches a short table.
 */
#ifndef _KTRACE_SYSCALL_IOCTL_H
#define _KTRACE_SYSCALL_IOCTL_H

#include "syscall/arg/command.h"

/* The kernel writes, reads, or reads and writes the structure @id at the argument. */
#define IOCTL_R(cmd, id)	{ cmd, .where = LEFT, .layout = LAYOUT(id) }
#define IOCTL_W(cmd, id)	{ cmd, .where = PASSED, .layout = LAYOUT(id) }
#define IOCTL_RW(cmd, id)	{ cmd, .where = PASSED | LEFT, .layout = LAYOUT(id) }
/* As above, with another structure in 32-bit calls. */
#define IOCTL_R_PAIR(cmd, id, id32)					\
	{ cmd, .where = LEFT, .layout = LAYOUT(id), .compat = LAYOUT(id32) }
#define IOCTL_W_PAIR(cmd, id, id32)					\
	{ cmd, .where = PASSED, .layout = LAYOUT(id), .compat = LAYOUT(id32) }
#define IOCTL_RW_PAIR(cmd, id, id32)					\
	{ cmd, .where = PASSED | LEFT, .layout = LAYOUT(id), .compat = LAYOUT(id32) }
/* As IOCTL_RW; @left is the layout of what the kernel writes. */
#define IOCTL_RW_LEFT(cmd, id, id_left)					\
	{ cmd, .where = PASSED | LEFT, .layout = LAYOUT(id), .left = LAYOUT(id_left) }
/* A string with at most the bytes of the layout. */
#define IOCTL_W_TEXT(cmd, id)						\
	{ cmd, .where = PASSED | TERMINATED, .layout = LAYOUT(id) }
/* The argument is a number. */
#define IOCTL_VALUE(cmd, id)	{ cmd, .layout = LAYOUT(id) }
/* The command ignores the argument. */
#define IOCTL_NONE(cmd)		{ cmd, .unused = NOT(2) }

#define IOCTL_TABLE(name)						\
	const struct syscall_commands ktrace_ioctl_##name = {		\
		.commands = name##_commands, .nr = ARRAY_SIZE(name##_commands), \
	}

/* Bytes to copy of a structure. */
#define IOCTL_BYTES	320

/* ioctl.c */
const struct syscall_commands *ktrace_ioctl_table(u32 cmd);
/* ioctl_file.c */
extern const struct syscall_commands ktrace_ioctl_block;
extern const struct syscall_commands ktrace_ioctl_file;
extern const struct syscall_commands ktrace_ioctl_volume;
extern const struct syscall_commands ktrace_ioctl_loop;
extern const struct syscall_commands ktrace_ioctl_dm;
extern const struct syscall_commands ktrace_ioctl_nbd;
extern const struct syscall_commands ktrace_ioctl_namespace;
extern const struct syscall_commands ktrace_ioctl_perf;
extern const struct syscall_commands ktrace_ioctl_inotify;
extern const struct syscall_commands ktrace_ioctl_seccomp;
/* ioctl_device.c */
extern const struct syscall_commands ktrace_ioctl_input;
extern const struct syscall_commands ktrace_ioctl_rtc;
extern const struct syscall_commands ktrace_ioctl_watchdog;
extern const struct syscall_commands ktrace_ioctl_userfault;
extern const struct syscall_commands ktrace_ioctl_kvm;
extern const struct syscall_commands ktrace_ioctl_drm;
extern const struct syscall_commands ktrace_ioctl_video;
extern const struct syscall_commands ktrace_ioctl_usb;
extern const struct syscall_commands ktrace_ioctl_random;
extern const struct syscall_commands ktrace_ioctl_counter;
extern const struct syscall_commands ktrace_ioctl_scsi;
extern const struct syscall_commands ktrace_ioctl_ptp;
/* ioctl_net.c */
extern const struct syscall_commands ktrace_ioctl_net;

#endif /* _KTRACE_SYSCALL_IOCTL_H */
