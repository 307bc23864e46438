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

/* Character and block devices, the types of S_IFMT that have these bits. */
#define STAT_DEVICE_MASK	(S_IFCHR | (S_IFMT & ~S_IFBLK))
static_assert((S_IFBLK & STAT_DEVICE_MASK) == S_IFCHR);
static_assert((S_IFREG & STAT_DEVICE_MASK) != S_IFCHR && (S_IFDIR & STAT_DEVICE_MASK) != S_IFCHR);
static_assert((S_IFLNK & STAT_DEVICE_MASK) != S_IFCHR && (S_IFIFO & STAT_DEVICE_MASK) != S_IFCHR);
static_assert((S_IFSOCK & STAT_DEVICE_MASK) != S_IFCHR);

#define STAT_OWNER(T)							\
	F(T, st_dev, DEV), F(T, st_ino, UINT), F(T, st_mode, MODE),	\
	F(T, st_nlink, UINT), F(T, st_uid, ID), F(T, st_gid, ID)
/* A device has a number, any other file has a size. */
#define STAT_SIZE(T)							\
	F(T, st_rdev, DEV, IF_EQUAL(T, st_mode, STAT_DEVICE_MASK, S_IFCHR)), \
	F(T, st_size, INT, IF_UNEQUAL(T, st_mode, STAT_DEVICE_MASK, S_IFCHR))
#define STAT(T)								\
	STAT_OWNER(T), F(T, st_blksize, UINT), F(T, st_blocks, UINT), STAT_SIZE(T), \
	F(T, st_atime, INT), F(T, st_atime_nsec, UINT), F(T, st_mtime, INT), \
	F(T, st_mtime_nsec, UINT), F(T, st_ctime, INT), F(T, st_ctime_nsec, UINT)
#define STAT_OLD(T)							\
	STAT_OWNER(T), STAT_SIZE(T), F(T, st_atime, INT), F(T, st_mtime, INT), \
	F(T, st_ctime, INT)
OUTLINE(stat, struct stat, STAT(struct stat));
OUTLINE(stat32, struct compat_stat, STAT(struct compat_stat));
OUTLINE(stat64, struct stat64, STAT(struct stat64));
OUTLINE(stat16, struct __old_kernel_stat, STAT_OLD(struct __old_kernel_stat));

#define T struct statx_timestamp
static OUTLINE_OF(statx_time, T, F(T, tv_sec, INT), F(T, tv_nsec, UINT));
#undef T

/* The kernel fills in a field if it sets the bit of the field in stx_mask. */
#define IF_STX(T, bit)		IF_ANY(T, stx_mask, STATX_##bit)
#define T struct statx
OUTLINE(statx, T, F_FLAGS(T, stx_mask, statx_mask), F(T, stx_blksize, UINT),
	F_FLAGS(T, stx_attributes, statx_attributes), F(T, stx_nlink, UINT, IF_STX(T, NLINK)),
	F(T, stx_uid, ID, IF_STX(T, UID)), F(T, stx_gid, ID, IF_STX(T, GID)),
	F(T, stx_mode, MODE, IF_ANY(T, stx_mask, STATX_TYPE | STATX_MODE)),
	F(T, stx_ino, UINT, IF_STX(T, INO)), F(T, stx_size, UINT, IF_STX(T, SIZE)),
	F(T, stx_blocks, UINT, IF_STX(T, BLOCKS)),
	F_FLAGS(T, stx_attributes_mask, statx_attributes),
	F_NESTED(T, stx_atime, statx_time, IF_STX(T, ATIME)),
	F_NESTED(T, stx_btime, statx_time, IF_STX(T, BTIME)),
	F_NESTED(T, stx_ctime, statx_time, IF_STX(T, CTIME)),
	F_NESTED(T, stx_mtime, statx_time, IF_STX(T, MTIME)),
	F(T, stx_rdev_major, UINT), F(T, stx_rdev_minor, UINT), F(T, stx_dev_major, UINT),
	F(T, stx_dev_minor, UINT),
	FIELD_AS(T, stx_mnt_id, "stx_mnt_id", HEX,
		 IF_ANY(T, stx_mask, STATX_MNT_ID | STATX_MNT_ID_UNIQUE)),
	F(T, stx_dio_mem_align, UINT, IF_STX(T, DIOALIGN)),
	F(T, stx_dio_offset_align, UINT, IF_STX(T, DIOALIGN)),
	F(T, stx_subvol, UINT, IF_STX(T, SUBVOL)),
	F(T, stx_atomic_write_unit_min, UINT, IF_STX(T, WRITE_ATOMIC)),
	F(T, stx_atomic_write_unit_max, UINT, IF_STX(T, WRITE_ATOMIC)),
	F(T, stx_atomic_write_segments_max, UINT, IF_STX(T, WRITE_ATOMIC)));
#undef T

#define STATFS(T)							\
	F_FLAGS(T, f_type, fs_type), F(T, f_bsize, UINT), F(T, f_blocks, UINT),	\
	F(T, f_bfree, UINT), F(T, f_bavail, UINT), F(T, f_files, UINT),	\
	F(T, f_ffree, UINT), F_NESTED(T, f_fsid, fsid), F(T, f_namelen, UINT), \
	F(T, f_frsize, UINT), F_FLAGS(T, f_flags, statfs_flags)
static OUTLINE_OF(fsid, __kernel_fsid_t, F_ARRAY(__kernel_fsid_t, val, HEX));
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
		ARG("filename", PATHNAME),
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
		ARG("pathname", PATHNAME),
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
