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

/* The types of commands, _IOC_TYPE(), and their tables. All other types are those of terminals. */
#define IOCTL_TABLES(TABLE)						\
	/* ioctl_file.c */						\
	TABLE(0x12, block) TABLE('f', file) TABLE('v', file)		\
	TABLE(0x03, file) TABLE('X', volume) TABLE(BTRFS_IOCTL_MAGIC, volume)	\
	TABLE('L', loop) TABLE(DM_IOCTL, dm) TABLE(0xab, nbd)		\
	TABLE(NSIO, namespace) TABLE('$', perf) TABLE('I', inotify)	\
	TABLE(SECCOMP_IOC_MAGIC, seccomp)				\
	/* ioctl_device.c */						\
	TABLE('E', input) TABLE('p', rtc) TABLE(WATCHDOG_IOCTL_BASE, watchdog)	\
	TABLE(UFFDIO, userfault) TABLE(KVMIO, kvm) TABLE('U', usb) TABLE('R', random)	\
	TABLE(0x3e, counter) TABLE(0x22, scsi) TABLE(PTP_CLK_MAGIC, ptp)	\
	TABLE('M', mtd) TABLE(UBI_IOC_MAGIC, ubi) TABLE(UBI_VOL_IOC_MAGIC, ubi)	\
	/* ioctl_media.c */						\
	TABLE('d', drm) TABLE('V', video)				\
	/* ioctl_net.c */						\
	TABLE(0x89, net)

#define IOCTL_DECLARE(type, name)	extern const struct syscall_commands ktrace_ioctl_##name;
IOCTL_TABLES(IOCTL_DECLARE)

/* ioctl.c */
const struct syscall_commands *ktrace_ioctl_table(u32 cmd);

#endif /* _KTRACE_SYSCALL_IOCTL_H */
