// SPDX-License-Identifier: GPL-2.0
/*
 * Which strings the kernel reads in any case, before it looks at anything else.
 *
 * Such a string may be brought into memory a moment earlier, for a record to have
 * it: nothing waits that would not have waited.  Where something else decides
 * first, it is not here: with the page at userfaultfd, a call that is refused at
 * once would else wait for ever.
 *
 * Found in the functions that SYSCALL_DEFINEx() makes of each call; a test has
 * every one of them read from a page that nobody provides
 * (tools/testing/selftests/ktrace/tests/syscall_hostile.sh).
 */
#include <linux/fcntl.h>
#include <linux/init.h>
#include <linux/mount.h>
#include <linux/stat.h>
#include <linux/string.h>

#include "syscall/internal.h"

static bool reads_always(const u64 *args)
{
	return true;
}

/* What build_open_flags() refuses of what build_open_how() leaves. */
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

static bool reads_fstatat(const u64 *args)
{
	return !(args[3] & AT_EMPTY_PATH);
}

static bool reads_statx(const u64 *args)
{
	return !(args[2] & AT_EMPTY_PATH);
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

/* Of 32-bit calls the length is one of 32 bits. */
static bool reads_truncate(const u64 *args)
{
	return !(args[1] & (BIT_ULL(63) | BIT_ULL(31)));
}

/**
 * struct known - a string that is known to be read
 * @call:	name of the call as in the table
 * @arg:	name of the argument as in the definition; NULL for all strings
 * @reads:	whether it is read, by the arguments
 */
struct known {
	const char *call;
	const char *arg;
	syscall_reads_fn *reads;
};

static const struct known known[] __initconst = {
	{ "execve",	"filename",	reads_always },
	{ "execveat",	"filename",	reads_always },
	{ "open",	"filename",	reads_open },
	{ "openat",	"filename",	reads_openat },
	{ "creat",	"pathname",	reads_always },
	{ "chdir",	"filename",	reads_always },
	{ "chroot",	"filename",	reads_always },
	{ "mkdir",	"pathname",	reads_always },
	{ "mkdirat",	"pathname",	reads_always },
	{ "rmdir",	"pathname",	reads_always },
	{ "unlink",	"pathname",	reads_always },
	{ "unlinkat",	"pathname",	reads_unlinkat },
	{ "mknod",	"filename",	reads_always },
	{ "mknodat",	"filename",	reads_always },
	{ "symlink",	NULL,		reads_always },
	{ "symlinkat",	NULL,		reads_always },
	{ "link",	NULL,		reads_always },
	{ "linkat",	NULL,		reads_always },
	{ "rename",	NULL,		reads_always },
	{ "renameat",	NULL,		reads_always },
	{ "renameat2",	NULL,		reads_always },
	{ "chmod",	"filename",	reads_always },
	{ "fchmodat",	"filename",	reads_always },
	{ "fchmodat2",	"filename",	reads_fchmodat2 },
	{ "chown",	"filename",	reads_always },
	{ "lchown",	"filename",	reads_always },
	{ "chown32",	"filename",	reads_always },
	{ "lchown32",	"filename",	reads_always },
	{ "fchownat",	"filename",	reads_fchownat },
	{ "stat",	"filename",	reads_always },
	{ "lstat",	"filename",	reads_always },
	{ "stat64",	"filename",	reads_always },
	{ "lstat64",	"filename",	reads_always },
	{ "newfstatat",	"filename",	reads_fstatat },
	{ "fstatat64",	"filename",	reads_fstatat },
	{ "statx",	"filename",	reads_statx },
	{ "statfs",	"pathname",	reads_always },
	{ "access",	"filename",	reads_access },
	{ "faccessat",	"filename",	reads_faccessat },
	{ "faccessat2",	"filename",	reads_faccessat2 },
	{ "readlink",	"path",		reads_readlink },
	{ "readlinkat",	"pathname",	reads_readlinkat },
	{ "truncate",	"path",		reads_truncate },
	{ "listxattr",	"pathname",	reads_always },
	{ "llistxattr",	"pathname",	reads_always },
	{ "getxattr",	"pathname",	reads_always },
	{ "lgetxattr",	"pathname",	reads_always },
	{ "mount",	"type",		reads_always },
	{ "mq_unlink",	"u_name",	reads_always },
};

/**
 * ktrace_syscall_reads - when the kernel reads a string in any case
 * @call:	name of the call as in the table
 * @arg:	name of the argument
 *
 * Context: boot.
 * Return: a function that tells of the arguments of a call whether it does; NULL
 * if it is not known to.
 */
syscall_reads_fn * __init ktrace_syscall_reads(const char *call, const char *arg)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(known[i].call, call) &&
		    (!known[i].arg || !strcmp(known[i].arg, arg)))
			return known[i].reads;
	return NULL;
}
