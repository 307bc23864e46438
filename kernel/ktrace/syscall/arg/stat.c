// SPDX-License-Identifier: GPL-2.0
/* System calls that return attributes of files and filesystems: stat, statx, statfs. */
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <linux/statfs.h>
#include <linux/syscalls.h>
#include <asm/ktrace_calls.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/stat.h>

#include "syscall/arg/compat.h"
#include "syscall/arg/describe.h"

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
OUTLINE(statx, T, F_FLAGS(T, stx_mask, statx_mask), F(T, stx_attributes, HEX),
	F(T, stx_ino, UINT), F(T, stx_mode, MODE), F(T, stx_nlink, UINT),
	F(T, stx_uid, ID), F(T, stx_gid, ID), F(T, stx_size, UINT),
	F(T, stx_blksize, UINT), F(T, stx_blocks, UINT),
	FIELD_AS(T, stx_mtime.tv_sec, "stx_mtime", INT),
	F(T, stx_dev_major, UINT), F(T, stx_dev_minor, UINT), F(T, stx_mnt_id, UINT));
#undef T

#define STATFS(T)							\
	F_FLAGS(T, f_type, fs_type), F(T, f_bsize, UINT), F(T, f_blocks, UINT),	\
	F(T, f_bfree, UINT), F(T, f_bavail, UINT), F(T, f_files, UINT),	\
	F(T, f_ffree, UINT), F(T, f_namelen, UINT), F(T, f_frsize, UINT), \
	F_FLAGS(T, f_flags, statfs_flags)
OUTLINE(statfs, struct statfs, STATFS(struct statfs));
OUTLINE(statfs32, struct compat_statfs, STATFS(struct compat_statfs));
OUTLINE(statfs64, struct compat_statfs64, STATFS(struct compat_statfs64));
OUTLINE(ustat, struct ustat,
	F(struct ustat, f_tfree, INT), F(struct ustat, f_tinode, UINT));

static bool reads_fstatat(const u64 *args)
{
	return !(args[3] & AT_EMPTY_PATH);
}

static bool reads_statx(const u64 *args)
{
	return !(args[2] & AT_EMPTY_PATH);
}

static const struct syscall_desc stat_calls[] = {
	{ "stat lstat", .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG_C("statbuf", struct stat __user *, OUT(stat)),
		ARG("statbuf", OUT(stat32)),
		{ } } },
	{ "fstat", .rules = RULES {
		ARG_C("statbuf", struct stat __user *, OUT(stat)),
		ARG("statbuf", OUT(stat32)),
		{ } } },
	{ "newfstatat", .rules = RULES {
		PATH("filename", reads_fstatat),
		ARG("flag", FLAGS(at_flags)),
		ARG("statbuf", OUT(stat)),
		{ } } },
	{ "stat64 lstat64", .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG("statbuf", OUT(stat64)),
		{ } } },
	{ "fstat64", .rules = RULES {
		ARG("statbuf", OUT(stat64)),
		{ } } },
	{ "fstatat64", .rules = RULES {
		PATH("filename", reads_fstatat),
		ARG("flag", FLAGS(at_flags)),
		ARG("statbuf", OUT(stat64)),
		{ } } },
	{ "oldstat oldlstat", .rules = RULES {
		ARG("filename", STRING),
		ARG("statbuf", OUT(stat16)),
		{ } } },
	{ "oldfstat", .rules = RULES {
		ARG("statbuf", OUT(stat16)),
		{ } } },
	{ "statx", .rules = RULES {
		PATH("filename", reads_statx),
		ARG("flags", FLAGS(statx_flags)),
		ARG("mask", FLAGS(statx_mask)),
		ARG("buffer", OUT(statx)),
		{ } } },
	{ "statfs", .rules = RULES {
		PATH("pathname", ktrace_reads_always),
		ARG_C("buf", struct statfs __user *, OUT(statfs)),
		ARG("buf", OUT(statfs32)),
		{ } } },
	{ "fstatfs", .rules = RULES {
		ARG_C("buf", struct statfs __user *, OUT(statfs)),
		ARG("buf", OUT(statfs32)),
		{ } } },
	{ "statfs64", .rules = RULES {
		ARG("pathname", STRING),
		ARG("buf", OUT(statfs64)),
		{ } } },
	{ "fstatfs64", .rules = RULES {
		ARG("buf", OUT(statfs64)),
		{ } } },
	{ "ustat", .rules = RULES {
		ARG("dev", DEV_ARG),
		ARG("ubuf", OUT(ustat)),
		{ } } },
};

FAMILY(stat);
