// SPDX-License-Identifier: GPL-2.0
/*
 * System calls on file descriptors, and calls that create them: open, read and write,
 * pipes, directories.
 */
#include <linux/fcntl.h>
#include <linux/stat.h>
#include <linux/syscalls.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/mman.h>
#include <uapi/linux/openat2.h>

#include "syscall/arg/describe.h"

/* The calls that create no file accept only the mode 0. */
#define OPEN_MODE							\
	.when = &(const struct syscall_when) {				\
		.offset = offsetof(struct open_how, flags), .size = sizeof(u64), \
		.is = WHEN_ANY, .mask = O_CREAT | __O_TMPFILE,		\
		.or = &(const struct syscall_when) {			\
			.offset = offsetof(struct open_how, mode), .size = sizeof(u64), \
			.is = WHEN_ANY, .mask = U64_MAX,		\
		},							\
	}
OUTLINE_SINCE(open_how, struct open_how, OPEN_HOW_SIZE_VER0,
	      F_FLAGS(struct open_how, flags, open_flags),
	      F(struct open_how, mode, MODE, OPEN_MODE),
	      F_FLAGS(struct open_how, resolve, resolve_flags));
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

/* The flags that build_open_flags() refuses after build_open_how(). */
static bool open_flags_good(u64 flags)
{
	return !(flags & __O_TMPFILE) &&
	       (flags & (O_DIRECTORY | O_CREAT)) != (O_DIRECTORY | O_CREAT);
}

static bool reads_open(const u64 *args)
{
	return open_flags_good(args[1]);
}

static bool reads_openat(const u64 *args)
{
	return open_flags_good(args[2]);
}

/* Return true if the open flags may create a file, so that @mode counts. */
static bool makes_file(u64 flags)
{
	return flags & (O_CREAT | __O_TMPFILE);
}

static u8 open_unused(const u64 *args, enum ktrace_abi abi)
{
	return makes_file(args[1]) ? 0 : NOT(2);
}

static u8 openat_unused(const u64 *args, enum ktrace_abi abi)
{
	return makes_file(args[2]) ? 0 : NOT(3);
}

/*
 * preadv() and its variants: argument 4 is the upper half of the offset. Native calls ignore the
 * upper half, since the lower half has 64 bits. 32-bit calls show it with the lower half. Calls of
 * x32 pass the offset in one register, and argument 4 of preadv2() is the flags.
 */
static u8 offset_unused(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_X32 ? 0 : NOT(4);
}

/*
 * A 32-bit call passes a 64-bit argument as two arguments. The names of these functions have the
 * number of the lower half, or those of two lower halves. The lower half is shown with the upper
 * half, which is the next argument.
 */
static u8 halves_1(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? NOT(2) : 0;
}

static u8 halves_3(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? NOT(4) : 0;
}

static u8 halves_1_3(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? NOT(2) | NOT(4) : 0;
}

static u8 halves_2_4(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? NOT(3) | NOT(5) : 0;
}

/* The upper half of the offset is argument 1, before the lower half. */
static u8 llseek_unused(const u64 *args, enum ktrace_abi abi)
{
	return NOT(1);
}

static bool mount_id_unique(u32 flags)
{
	return flags & AT_HANDLE_MNT_ID_UNIQUE;
}

/* name_to_handle_at(): the mount id has 32 bits, or 64 bits if it is the unique one. */
static u32 mount_id_bytes(const u64 *args, enum ktrace_abi abi)
{
	return mount_id_unique(args[4]) ? sizeof(u64) : sizeof(s32);
}

static void show_mount_id(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	if (value->nargs > 4 && mount_id_unique(value->args[4]))
		shown.layout = LAYOUT(u64);
	ktrace_show_object(out, value, &shown);
}

/* In native calls "pos_l" is the whole offset, and -1 stands for the file's position. */
static const struct syscall_desc file_calls[] = {
	{ "open", .unused = open_unused, .rules = RULES {
		RETURNS_FD,
		PATH("filename", reads_open),
		ARG("flags", FLAGS(open_flags)),
		{ } } },
	{ "openat", .unused = openat_unused, .rules = RULES {
		RETURNS_FD,
		PATH("filename", reads_openat),
		ARG("flags", FLAGS(open_flags)),
		{ } } },
	{ "creat", .rules = RULES {
		RETURNS_FD,
		PATH("pathname", ktrace_reads_always),
		{ } } },
	{ "openat2", .rules = RULES {
		RETURNS_FD,
		ARG("filename", PATHNAME),
		ARG("how", IN_SIZED(open_how, 3)),
		{ } } },
	{ "open_by_handle_at", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(open_flags)),
		ARG("handle", IN(file_handle)),
		{ } } },
	{ "name_to_handle_at", .rules = RULES {
		ARG("name", PATHNAME),
		ARG("flag", FLAGS(name_to_handle_flags)),
		ARG("handle", IN_OUT(file_handle)),
		ARG("mnt_id", OBJECT(int, show_mount_id, false, .out = BY(mount_id_bytes))),
		{ } } },
	{ "close_range", .rules = RULES {
		ARG("flags", FLAGS(close_range_flags)),
		ARG("fd max_fd", UINT_ARG),
		{ } } },
	{ "dup", .rules = RULES {
		RETURNS_FD,
		ARG("fildes", FD),
		{ } } },
	{ "dup2", .rules = RULES {
		RETURNS_FD,
		{ } } },
	{ "dup3", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(dup3_flags)),
		{ } } },
	{ "pipe", .rules = RULES {
		ARG("fildes", OUT_PAIR(fd_pair)),
		{ } } },
	{ "pipe2", .rules = RULES {
		ARG("fildes", OUT_PAIR(fd_pair)),
		ARG("flags", FLAGS(pipe_flags)),
		{ } } },
	{ "read", .rules = RULES {
		ARG_N("buf", CONTENTS_OUT, RET),
		{ } } },
	{ "write", .rules = RULES {
		ARG_N("buf", CONTENTS, 2),
		{ } } },
	{ "pread64", .unused = halves_3, .rules = RULES {
		ARG("poslo", OFFSET_AT(3)),
		ARG_N("buf ubuf", CONTENTS_OUT, RET),
		{ } } },
	{ "pwrite64", .unused = halves_3, .rules = RULES {
		ARG("poslo", OFFSET_AT(3)),
		ARG_N("buf ubuf", CONTENTS, 2),
		{ } } },
	{ "readv", .rules = RULES {
		ARG_N("vec", IOVEC_OUT, 2),
		{ } } },
	{ "preadv", .unused = offset_unused, .rules = RULES {
		ARG("pos_l", LONG_ARG),
		ARG("pos_low", OFFSET_AT(3)),
		ARG_N("vec", IOVEC_OUT, 2),
		{ } } },
	{ "preadv2", .unused = offset_unused, .rules = RULES {
		ARG("pos_l", LONG_ARG),
		ARG("pos_low", OFFSET_AT(3)),
		ARG_N("vec", IOVEC_OUT, 2),
		ARG("flags", FLAGS(rwf_flags)),
		{ } } },
	{ "writev", .rules = RULES {
		ARG_N("vec", IOVEC, 2),
		{ } } },
	{ "pwritev", .unused = offset_unused, .rules = RULES {
		ARG("pos_l", LONG_ARG),
		ARG("pos_low", OFFSET_AT(3)),
		ARG_N("vec", IOVEC, 2),
		{ } } },
	{ "pwritev2", .unused = offset_unused, .rules = RULES {
		ARG("pos_l", LONG_ARG),
		ARG("pos_low", OFFSET_AT(3)),
		ARG_N("vec", IOVEC, 2),
		ARG("flags", FLAGS(rwf_flags)),
		{ } } },
	{ "lseek", .rules = RULES {
		ARG("whence", ENUM(lseek_whence)),
		{ } } },
	{ "_llseek", .unused = llseek_unused, .rules = RULES {
		ARG("offset_low", OFFSET_AT(llseek)),
		ARG("result", OUT(s64)),
		ARG("whence", ENUM(lseek_whence)),
		{ } } },
	{ "sendfile", .rules = RULES {
		ARG_C("offset", loff_t __user *, IN_OUT(s64)),
		ARG("offset", IN_OUT(int)),
		{ } } },
	{ "sendfile64", .rules = RULES {
		ARG_C("offset", loff_t __user *, IN_OUT(s64)),
		{ } } },
	{ "splice", .rules = RULES {
		ARG("flags", FLAGS(splice_flags)),
		ARG("off_in off_out", IN_OUT(s64)),
		{ } } },
	{ "tee", .rules = RULES {
		ARG("flags", FLAGS(splice_flags)),
		{ } } },
	{ "vmsplice", .rules = RULES {
		ARG_N("uiov", IOVEC, 2),
		ARG("flags", FLAGS(splice_flags)),
		{ } } },
	{ "copy_file_range", .rules = RULES {
		ARG("off_in off_out", IN_OUT(s64)),
		ARG("flags", HEX32_ARG),
		{ } } },
	{ "fadvise64", .unused = halves_1, .rules = RULES {
		ARG("offset_lo", OFFSET_AT(1)),
		ARG("advice", ENUM(fadvise)),
		{ } } },
	{ "fadvise64_64", .unused = halves_1_3, .rules = RULES {
		ARG("offset_low", OFFSET_AT(1)),
		ARG("len_low", OFFSET_AT(3)),
		ARG("advice", ENUM(fadvise)),
		{ } } },
	{ "fallocate", .unused = halves_2_4, .rules = RULES {
		ARG("offset_lo", OFFSET_AT(2)),
		ARG("len_lo", OFFSET_AT(4)),
		ARG("mode", FLAGS(fallocate_mode)),
		{ } } },
	{ "sync_file_range", .unused = halves_1_3, .rules = RULES {
		ARG("off_low", OFFSET_AT(1)),
		ARG("n_low", OFFSET_AT(3)),
		ARG("flags", FLAGS(sync_file_range_flags)),
		{ } } },
	{ "readahead", .unused = halves_1, .rules = RULES {
		ARG("off_lo", OFFSET_AT(1)),
		{ } } },
	{ "ftruncate64", .unused = halves_1, .rules = RULES {
		ARG("offset_low", OFFSET_AT(1)),
		{ } } },
	{ "cachestat", .rules = RULES {
		ARG("cstat_range", IN(cachestat_range)),
		ARG("cstat", OUT(cachestat)),
		{ } } },
	{ "flock", .rules = RULES {
		ARG("cmd", FLAGS(flock_op)),
		{ } } },
	{ "fsetxattr", .rules = RULES {
		ARG_N("value", CONTENTS, 3),
		ARG("flags", FLAGS(xattr_flags)),
		ARG("name", STRING),
		{ } } },
	{ "fgetxattr", .rules = RULES {
		ARG_N("value", CONTENTS_OUT_IF(ktrace_size3_bytes), RET),
		ARG("name", STRING),
		{ } } },
	{ "flistxattr", .rules = RULES {
		ARG_N("list", CONTENTS_OUT_IF(ktrace_size2_bytes), RET),
		{ } } },
	{ "fremovexattr", .rules = RULES {
		ARG("name", STRING),
		{ } } },
	{ "umask", .rules = RULES {
		RETURNS(RETURN("mode", MODE, errno)),
		ARG("mask", MODE_ARG),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "close ftruncate fsync fdatasync syncfs sync fchmod fchown fchown32 fchdir vhangup" },
};

FAMILY(file);
