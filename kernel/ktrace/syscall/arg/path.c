// SPDX-License-Identifier: GPL-2.0
/* System calls on a file found by its path. */
#include <linux/compat.h>
#include <linux/fcntl.h>
#include <linux/stat.h>
#include <linux/syscalls.h>
#include <linux/time32.h>
#include <linux/utime.h>
#include <uapi/linux/fcntl.h>

#include "syscall/arg/describe.h"

#define UTIMBUF(T)	F(T, actime, INT), F(T, modtime, INT)
OUTLINE(utimbuf, struct utimbuf, UTIMBUF(struct utimbuf));
OUTLINE(utimbuf32, struct old_utimbuf32, UTIMBUF(struct old_utimbuf32));

static bool reads_access(const u64 *args)
{
	return !((u32)args[1] & ~0007);
}

static bool reads_faccessat(const u64 *args)
{
	return !((u32)args[2] & ~0007);
}

static bool reads_faccessat2(const u64 *args)
{
	return reads_faccessat(args) &&
	       !((u32)args[3] & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH));
}

static bool reads_fchmodat2(const u64 *args)
{
	return !((u32)args[3] & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH));
}

static bool reads_fchownat(const u64 *args)
{
	return !((u32)args[4] & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH));
}

static bool reads_unlinkat(const u64 *args)
{
	return !((u32)args[2] & ~AT_REMOVEDIR);
}

static bool reads_readlink(const u64 *args)
{
	return (s32)args[2] > 0;
}

static bool reads_readlinkat(const u64 *args)
{
	return (s32)args[3] > 0;
}

/* In 32-bit calls the length has 32 bits. */
static bool reads_truncate(const u64 *args)
{
	return !(args[1] & (BIT_ULL(63) | BIT_ULL(31)));
}

/* The upper half of the length, argument 2, is shown with the lower half. */
static u8 truncate64_unused(const u64 *args, enum ktrace_abi abi)
{
	return NOT(2);
}

static bool is_device(u64 mode)
{
	return S_ISCHR(mode) || S_ISBLK(mode);
}

static u8 mknod_unused(const u64 *args, enum ktrace_abi abi)
{
	return is_device(args[1]) ? 0 : NOT(2);
}

static u8 mknodat_unused(const u64 *args, enum ktrace_abi abi)
{
	return is_device(args[2]) ? 0 : NOT(3);
}

static const struct syscall_desc path_calls[] = {
	{ "access", .rules = RULES {
		PATH("filename", reads_access),
		ARG("mode", FLAGS(access_mode)),
		{ } } },
	{ "faccessat", .rules = RULES {
		PATH("filename", reads_faccessat),
		ARG("mode", FLAGS(access_mode)),
		{ } } },
	{ "faccessat2", .rules = RULES {
		PATH("filename", reads_faccessat2),
		ARG("mode", FLAGS(access_mode)),
		ARG("flags", FLAGS(at_access_flags)),
		{ } } },
	{ "chmod fchmodat chown lchown chown32 lchown32 chdir chroot", .rules = RULES {
		PATH("filename", ktrace_reads_always),
		{ } } },
	{ "fchmodat2", .rules = RULES {
		PATH("filename", reads_fchmodat2),
		ARG("flags", FLAGS(at_flags)),
		{ } } },
	{ "fchownat", .rules = RULES {
		PATH("filename", reads_fchownat),
		ARG("flag", FLAGS(at_flags)),
		{ } } },
	{ "getcwd", .rules = RULES {
		ARG_N("buf", STRING_OUT, RET),
		{ } } },
	{ "mkdir mkdirat rmdir unlink", .rules = RULES {
		PATH("pathname", ktrace_reads_always),
		{ } } },
	{ "mknod", .unused = mknod_unused, .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG("dev", DEV_ARG),
		{ } } },
	{ "mknodat", .unused = mknodat_unused, .rules = RULES {
		PATH("filename", ktrace_reads_always),
		ARG("dev", DEV_ARG),
		{ } } },
	{ "unlinkat", .rules = RULES {
		PATH("pathname", reads_unlinkat),
		ARG("flag", FLAGS(at_file_flags)),
		{ } } },
	{ "rename renameat link symlink symlinkat", .rules = RULES {
		PATH("oldname newname", ktrace_reads_always),
		{ } } },
	{ "renameat2", .rules = RULES {
		PATH("oldname newname", ktrace_reads_always),
		ARG("flags", FLAGS(renameat2_flags)),
		{ } } },
	{ "linkat", .rules = RULES {
		PATH("oldname newname", ktrace_reads_always),
		ARG("flags", FLAGS(at_flags)),
		{ } } },
	{ "readlink", .rules = RULES {
		PATH("path", reads_readlink),
		ARG_N("buf", STRING_OUT, RET),
		{ } } },
	{ "readlinkat", .rules = RULES {
		PATH("pathname", reads_readlinkat),
		ARG_N("buf", STRING_OUT, RET),
		{ } } },
	{ "truncate", .rules = RULES {
		PATH("path", reads_truncate),
		{ } } },
	{ "truncate64", .unused = truncate64_unused, .rules = RULES {
		ARG("filename", PATHNAME),
		ARG("offset_low", OFFSET_AT(1)),
		{ } } },
	{ "utime", .rules = RULES {
		ARG("filename", PATHNAME),
		ARG_C(ANY, struct utimbuf __user *, IN(utimbuf)),
		ARG_C(ANY, struct old_utimbuf32 __user *, IN(utimbuf32)),
		{ } } },
	{ "utimes futimesat", .rules = RULES {
		ARG("filename", PATHNAME),
		ARG_C("utimes", struct __kernel_old_timeval __user *, IN_PAIR(timeval)),
		ARG_C(ANY, struct old_timeval32 __user *, IN_PAIR(timeval32)),
		{ } } },
	{ "utimensat", .rules = RULES {
		ARG("filename", PATHNAME),
		ARG("flags", FLAGS(at_file_flags)),
		ARG_C(ANY, struct __kernel_timespec __user *, IN_PAIR(timespec)),
		ARG_C(ANY, struct old_timespec32 __user *, IN_PAIR(timespec32)),
		{ } } },
	{ "utimensat_time64", .rules = RULES {
		ARG("filename", PATHNAME),
		ARG("flags", FLAGS(at_file_flags)),
		ARG_C(ANY, struct __kernel_timespec __user *, IN_PAIR(timespec)),
		{ } } },
	{ "setxattr lsetxattr", .rules = RULES {
		ARG("pathname", PATHNAME),
		ARG_N("value", CONTENTS, 3),
		ARG("flags", FLAGS(xattr_flags)),
		ARG("name", STRING),
		{ } } },
	{ "getxattr lgetxattr", .rules = RULES {
		PATH("pathname", ktrace_reads_always),
		ARG_N("value", CONTENTS_OUT_IF(ktrace_size3_bytes), RET),
		ARG("name", STRING),
		{ } } },
	{ "listxattr llistxattr", .rules = RULES {
		PATH("pathname", ktrace_reads_always),
		ARG_N("list", CONTENTS_OUT_IF(ktrace_size2_bytes), RET),
		{ } } },
	{ "removexattr lremovexattr", .rules = RULES {
		ARG("pathname", PATHNAME),
		ARG("name", STRING),
		{ } } },
};

FAMILY(path);
