// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the tables of system calls and of the text and format of their
 * events.
 */
#include <kunit/test.h>
#include <linux/fcntl.h>
#include <linux/seq_buf.h>
#include <linux/stat.h>
#include <linux/string.h>

#include "event/event.h"
#include "syscall/table.h"

#define TEXT_SIZE	8192

static void expect_call(struct kunit *test, enum ktrace_abi abi, long nr,
			const char *name, unsigned int nargs)
{
	const struct ktrace_syscall *call = ktrace_syscall_find(abi, nr);

	KUNIT_ASSERT_NOT_NULL(test, call);
	KUNIT_EXPECT_STREQ(test, call->name, name);
	KUNIT_EXPECT_EQ(test, call->meta->nargs, nargs);
}

static void table_entry(struct kunit *test)
{
	const struct ktrace_syscall *call;

	call = ktrace_syscall_find(KTRACE_ABI_NATIVE, 63);
	KUNIT_ASSERT_NOT_NULL(test, call);
	KUNIT_EXPECT_STREQ(test, call->entry, "sys_newuname");
	call = ktrace_syscall_find(KTRACE_ABI_NATIVE, 39);
	KUNIT_ASSERT_NOT_NULL(test, call);
	KUNIT_EXPECT_STREQ(test, call->entry, "sys_getpid");
}

static void table_native(struct kunit *test)
{
	expect_call(test, KTRACE_ABI_NATIVE, 0, "read", 3);
	expect_call(test, KTRACE_ABI_NATIVE, 39, "getpid", 0);
	/* The definition is named newuname. */
	expect_call(test, KTRACE_ABI_NATIVE, 63, "uname", 1);
	expect_call(test, KTRACE_ABI_NATIVE, 9, "mmap", 6);
	expect_call(test, KTRACE_ABI_NATIVE, 257, "openat", 4);
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, -1));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, NR_syscalls));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, LONG_MAX));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, LONG_MIN));
	/*
	 * 183, afs_syscall, has a name and was never implemented; 400 is not in the
	 * table.
	 */
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, 183));
	KUNIT_EXPECT_STREQ(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, 183), "afs_syscall");
	KUNIT_EXPECT_STREQ(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, 179), "quotactl");
	KUNIT_EXPECT_STREQ(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, 63), "uname");
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_NATIVE, 400));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, 400));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, -1));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_name(KTRACE_ABI_NATIVE, NR_syscalls));
}

static void table_ia32(struct kunit *test)
{
	if (!IS_ENABLED(CONFIG_IA32_EMULATION)) {
		KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_COMPAT, 3));
		kunit_skip(test, "no 32-bit calls");
	}
	expect_call(test, KTRACE_ABI_COMPAT, 3, "read", 3);
	expect_call(test, KTRACE_ABI_COMPAT, 122, "uname", 1);
	/* compat_sys_ia32_mmap() takes a pointer to six arguments. */
	expect_call(test, KTRACE_ABI_COMPAT, 90, "mmap", 1);
	expect_call(test, KTRACE_ABI_COMPAT, 5, "open", 3);
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_COMPAT, 17));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_COMPAT, 4000));
}

static void table_x32(struct kunit *test)
{
	const long bit = __X32_SYSCALL_BIT;

	if (!IS_ENABLED(CONFIG_X86_X32_ABI)) {
		KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_X32, bit));
		kunit_skip(test, "no x32 calls");
	}
	expect_call(test, KTRACE_ABI_X32, bit, "read", 3);
	expect_call(test, KTRACE_ABI_X32, bit | 520, "execve", 3);
	/* For 64-bit programs only. */
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_X32, bit | 59));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_X32, 0));
	KUNIT_EXPECT_NULL(test, ktrace_syscall_find(KTRACE_ABI_X32, bit | 4000));
}

/* Every call has the number of types and names that it declares, none of them empty. */
static void table_args(struct kunit *test)
{
	unsigned int abi, nr, i, calls = 0;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (nr = 0; nr < NR_syscalls + 200; nr++) {
			const struct ktrace_syscall *call;
			long number = nr;

			if (abi == KTRACE_ABI_X32)
				number |= __X32_SYSCALL_BIT;
			call = ktrace_syscall_find(abi, number);
			if (!call)
				continue;
			calls++;
			KUNIT_ASSERT_LE(test, call->meta->nargs, KTRACE_SYSCALL_ARGS);
			for (i = 0; i < call->meta->nargs; i++) {
				const char *type, *name;

				name = ktrace_syscall_arg(call, i, &type);
				KUNIT_EXPECT_NE(test, *type, 0);
				KUNIT_EXPECT_NE(test, *name, 0);
				KUNIT_EXPECT_NULL(test, strpbrk(name, " *("));
			}
			/* An empty string ends the list of names. */
			if (i) {
				const char *name = ktrace_syscall_arg(call, i - 1, NULL);

				KUNIT_EXPECT_EQ(test, name[strlen(name) + 1], 0);
			}
		}
	}
	KUNIT_EXPECT_GT(test, calls, 200);
}

static void expect_print_of(struct kunit *test, const char *group, const char *event_name,
			    const void *rec, u32 len, const char *want)
{
	struct ktrace_event *event;
	struct seq_buf out;
	char *text;

	mutex_lock(&ktrace_event_mutex);
	event = ktrace_event_find(group, event_name);
	mutex_unlock(&ktrace_event_mutex);
	KUNIT_ASSERT_NOT_NULL(test, event);
	text = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);

	seq_buf_init(&out, text, TEXT_SIZE);
	if (rec)
		event->class->print(event, rec, len, &out);
	else
		event->class->print_fmt(event, &out);
	seq_buf_str(&out);
	KUNIT_EXPECT_STREQ(test, text, want);
}

static void expect_print(struct kunit *test, const char *event_name,
			 const void *rec, u32 len, const char *want)
{
	expect_print_of(test, "syscalls", event_name, rec, len, want);
}

static void text_enter(struct kunit *test)
{
	u64 rec[8] = { 0, 257, 0xffffff9c, 0x7ffc00001000, 0x88000, 0 };

	expect_print(test, "sys_enter_openat", rec, 48,
		     "sys_openat(dfd: ffffff9c, filename: 7ffc00001000, flags: 88000, mode: 0)");
	/* A truncated record shows only the arguments that it holds. */
	expect_print(test, "sys_enter_openat", rec, 28, "sys_openat(dfd: ffffff9c)");
	expect_print(test, "sys_enter_openat", rec, 12, "(short record)");
	rec[1] = 102;
	expect_print(test, "sys_enter_getuid", rec, 16, "sys_getuid()");
	rec[1] = 999;
	expect_print(test, "sys_enter_unknown", rec, 64,
		     "sys_0x3e7(ffffff9c, 7ffc00001000, 88000, 0, 0, 0)");
	/* 183 has a name in the table and no definition. */
	rec[1] = 183;
	expect_print(test, "sys_enter_unknown", rec, 64,
		     "sys_afs_syscall(ffffff9c, 7ffc00001000, 88000, 0, 0, 0)");
}

static void text_exit(struct kunit *test)
{
	u64 rec[3] = { 0, 257, -ENOENT };

	expect_print(test, "sys_exit_openat", rec, 24,
		     "sys_openat -> 0xfffffffffffffffe");
	expect_print(test, "sys_exit_openat", rec, 20, "(short record)");
	rec[1] = (u32)-1;
	rec[2] = 3;
	expect_print(test, "sys_exit_unknown", rec, 24, "sys_0xffffffff -> 0x3");
	rec[1] = 183;
	expect_print(test, "sys_exit_unknown", rec, 24, "sys_afs_syscall -> 0x3");
}

/* Expect the text of a complete record of a call that returned 0, without copies. */
#define expect_text(test, event_name, nr, ret, want, ...) do {		\
	const u64 args[] = { __VA_ARGS__ };				\
	u64 rec[5 + KTRACE_SYSCALL_ARGS] = { 0, nr, 0, 0, ret };	\
									\
	memcpy(rec + 5, args, sizeof(args));				\
	expect_print_of(test, "syscall", event_name, rec,		\
			5 * sizeof(u64) + sizeof(args), want);		\
} while (0)

static void text_call(struct kunit *test)
{
	expect_text(test, "getpriority", 140, 20,
		    "getpriority(which: PRIO_PROCESS, who: 3) = 20 <0.000000>", 0, 3);
	expect_text(test, "unknown", 999, -EPERM,
		    "0x3e7(0x1, 0x0, 0x0, 0x0, 0x0, 0x5) = -EPERM <0.000000>",
		    1, 0, 0, 0, 0, 5);
	expect_text(test, "unknown", 183, -EPERM,
		    "afs_syscall(0x1, 0x0, 0x0, 0x0, 0x0, 0x5) = -EPERM <0.000000>",
		    1, 0, 0, 0, 0, 5);
}

/* Arguments that the call ignores are not shown. */
static void text_unused(struct kunit *test)
{
	expect_text(test, "openat", 257, 3,
		    "openat(dfd: AT_FDCWD, filename: 0x9, flags: O_RDONLY) = 3 <0.000000>",
		    (u32)AT_FDCWD, 9, 0, 0666);
	expect_text(test, "openat", 257, 3,
		    "openat(dfd: AT_FDCWD, filename: 0x9, flags: O_WRONLY|O_CREAT, mode: 0666) = 3 <0.000000>",
		    (u32)AT_FDCWD, 9, O_WRONLY | O_CREAT, 0666);
	/* O_TMPFILE includes the bit of O_DIRECTORY, which must not be shown twice. */
	expect_text(test, "open", 2, 3,
		    "open(filename: 0x9, flags: O_RDONLY|O_DIRECTORY) = 3 <0.000000>",
		    9, O_DIRECTORY, 0666);
	expect_text(test, "open", 2, 3,
		    "open(filename: 0x9, flags: O_RDWR|O_TMPFILE, mode: 0666) = 3 <0.000000>",
		    9, O_RDWR | O_TMPFILE, 0666);
	expect_text(test, "futex", 202, 1,
		    "futex(uaddr: 0x10, op: FUTEX_WAKE_PRIVATE, val: 1) = 1 <0.000000>",
		    0x10, 129, 1, 2, 3, 4);
	expect_text(test, "futex", 202, 0,
		    "futex(uaddr: 0x10, op: FUTEX_LOCK_PI, utime: NULL) = 0 <0.000000>",
		    0x10, 6, 1, 0, 3, 4);
	expect_text(test, "prctl", 157, 1,
		    "prctl(option: PR_GET_DUMPABLE) = SUID_DUMP_USER <0.000000>", 3, 1, 2, 3, 4);
	expect_text(test, "prctl", 157, 3,
		    "prctl(option: PR_GET_SPECULATION_CTRL, arg2: PR_SPEC_STORE_BYPASS) = PR_SPEC_PRCTL|PR_SPEC_ENABLE <0.000000>",
		    52, 0, 0, 0, 0);
	expect_text(test, "prctl", 157, 0,
		    "prctl(option: PR_GET_SPECULATION_CTRL, arg2: PR_SPEC_L1D_FLUSH) = PR_SPEC_NOT_AFFECTED <0.000000>",
		    52, 2, 0, 0, 0);
	expect_text(test, "prctl", 157, -EINVAL,
		    "prctl(option: 9999, arg2: 0x1, arg3: 0x2, arg4: 0x3, arg5: 0x4) = -EINVAL <0.000000>",
		    9999, 1, 2, 3, 4);
	expect_text(test, "clone", 56, 7,
		    "clone(clone_flags: SIGCHLD, newsp: NULL) = 7 <0.000000>", 17, 0, 1, 2, 3);
	expect_text(test, "clone", 56, 7,
		    "clone(clone_flags: CLONE_CHILD_CLEARTID|SIGCHLD, newsp: NULL, child_tidptr: 0x2) = 7 <0.000000>",
		    0x200000 | 17, 0, 1, 2, 3);
	expect_text(test, "mknod", 133, 0,
		    "mknod(filename: 0x9, mode: S_IFIFO|0600) = 0 <0.000000>",
		    9, S_IFIFO | 0600, 0x103);
	/*
	 * With fewer arguments than the call has, unused arguments cannot be
	 * determined.
	 */
	expect_text(test, "open", 2, 3, "open(filename: 0x9, flags: O_RDONLY) = 3 <0.000000>",
		    9, 0);
}

/* The register of the result holds a value of the interrupted program. */
static void text_restored(struct kunit *test)
{
	u64 rec[5] = { 0, 15 | 3ULL << 32, 0, 0, -EINTR };

	expect_print_of(test, "syscall", "rt_sigreturn", rec, sizeof(rec),
			"rt_sigreturn() = -EINTR (restored) <0.000000>");
	rec[4] = 5;
	expect_print_of(test, "syscall", "rt_sigreturn", rec, sizeof(rec),
			"rt_sigreturn() = 5 (restored) <0.000000>");
	rec[4] = -100000;
	expect_print_of(test, "syscall", "rt_sigreturn", rec, sizeof(rec),
			"rt_sigreturn() = -100000 (restored) <0.000000>");
}

static void text_ia32(struct kunit *test)
{
	u64 rec[8] = { 0, 5, 1, 2, 3, 4, 5, 6 };

	if (!IS_ENABLED(CONFIG_IA32_EMULATION))
		kunit_skip(test, "no 32-bit calls");
	expect_print(test, "sys_enter_ia32_open", rec, 40,
		     "ia32_sys_open(filename: 1, flags: 2, mode: 3)");
	expect_print(test, "sys_exit_ia32_open", rec, 24, "ia32_sys_open -> 0x1");
	rec[1] = 4000;
	expect_print(test, "sys_enter_ia32_unknown", rec, 64, "ia32_sys_0xfa0(1, 2, 3, 4, 5, 6)");
}

/* The halves of a 64-bit argument are one number. */
static void text_halves(struct kunit *test)
{
	if (!IS_ENABLED(CONFIG_IA32_EMULATION))
		kunit_skip(test, "no 32-bit calls");
	expect_text(test, "ia32_pread64", 180, 5,
		    "ia32_pread64(fd: 3, ubuf: 0x10, count: 5, poslo: 4294967298) = 5 <0.000000>",
		    3, 0x10, 5, 2, 1);
	expect_text(test, "ia32_preadv", 333, 5,
		    "ia32_preadv(fd: 3, vec: 0x10, vlen: 1, pos_low: -1) = 5 <0.000000>",
		    3, 0x10, 1, U32_MAX, U32_MAX);
	expect_text(test, "ia32__llseek", 140, 0,
		    "ia32__llseek(fd: 3, offset_low: 4294967298, result: 0x10, whence: SEEK_SET) = 0 <0.000000>",
		    3, 1, 2, 0x10, 0);
	expect_text(test, "ia32_fallocate", 324, 0,
		    "ia32_fallocate(fd: 3, mode: FALLOC_FL_KEEP_SIZE, offset_lo: 4294967298, len_lo: 12884901892) = 0 <0.000000>",
		    3, 1, 2, 1, 4, 3);
	expect_text(test, "ia32_fanotify_mark", 339, 0,
		    "ia32_fanotify_mark(fanotify_fd: 3, flags: FAN_MARK_ADD, mask_lo: FAN_MODIFY|0x100000000, dfd: AT_FDCWD, pathname: 0x10) = 0 <0.000000>",
		    3, 1, 2, 1, (u32)AT_FDCWD, 0x10);
}

static void format_fields(struct kunit *test)
{
	struct ktrace_event *event;
	struct ktrace_field field;

	mutex_lock(&ktrace_event_mutex);
	event = ktrace_event_find("syscalls", "sys_enter_openat");
	mutex_unlock(&ktrace_event_mutex);
	KUNIT_ASSERT_NOT_NULL(test, event);
	KUNIT_EXPECT_TRUE(test, event->class->field(event, 0, &field));
	KUNIT_EXPECT_STREQ(test, field.name, "__syscall_nr");
	KUNIT_EXPECT_EQ(test, field.offset, 8);
	KUNIT_EXPECT_EQ(test, field.size, 4);
	KUNIT_EXPECT_TRUE(test, event->class->field(event, 2, &field));
	KUNIT_EXPECT_STREQ(test, field.type, "const char *");
	KUNIT_EXPECT_STREQ(test, field.name, "filename");
	KUNIT_EXPECT_EQ(test, field.offset, 24);
	KUNIT_EXPECT_EQ(test, field.size, 8);
	KUNIT_EXPECT_FALSE(test, event->class->field(event, 5, &field));
}

static void format_print(struct kunit *test)
{
	expect_print(test, "sys_enter_getuid", NULL, 0, "\"\"");
	expect_print(test, "sys_enter_dup2", NULL, 0,
		     "\"oldfd: 0x%08lx, newfd: 0x%08lx\", ((unsigned long)(REC->oldfd)), ((unsigned long)(REC->newfd))");
	expect_print(test, "sys_enter_lseek", NULL, 0,
		     "\"fd: 0x%08lx, offset: 0x%08lx, whence: %s\", ((unsigned long)(REC->fd)), ((unsigned long)(REC->offset)), __print_symbolic((REC->whence & 0xffffffff), { 0x0, \"SEEK_SET\" }, { 0x1, \"SEEK_CUR\" }, { 0x2, \"SEEK_END\" }, { 0x3, \"SEEK_DATA\" }, { 0x4, \"SEEK_HOLE\" })");
	expect_print(test, "sys_enter_close_range", NULL, 0,
		     "\"fd: 0x%08lx, max_fd: 0x%08lx, flags: %s\", ((unsigned long)(REC->fd)), ((unsigned long)(REC->max_fd)), (REC->flags & 0xffffffff) ? __print_flags((REC->flags & 0xffffffff), \"|\", { 0x2, \"CLOSE_RANGE_UNSHARE\" }, { 0x4, \"CLOSE_RANGE_CLOEXEC\" }) : \"0\"");
	expect_print(test, "sys_enter_unknown", NULL, 0,
		     "\"nr: %d, args: %lx %lx %lx %lx %lx %lx\", REC->__syscall_nr, REC->args[0], REC->args[1], REC->args[2], REC->args[3], REC->args[4], REC->args[5]");
}

static struct kunit_case syscall_cases[] = {
	KUNIT_CASE(table_native),
	KUNIT_CASE(table_entry),
	KUNIT_CASE(table_ia32),
	KUNIT_CASE(table_x32),
	KUNIT_CASE(table_args),
	KUNIT_CASE(text_enter),
	KUNIT_CASE(text_exit),
	KUNIT_CASE(text_call),
	KUNIT_CASE(text_unused),
	KUNIT_CASE(text_restored),
	KUNIT_CASE(text_ia32),
	KUNIT_CASE(text_halves),
	KUNIT_CASE(format_fields),
	KUNIT_CASE(format_print),
	{}
};

static struct kunit_suite syscall_suite = {
	.name = "ktrace_syscall",
	.test_cases = syscall_cases,
};

kunit_test_suite(syscall_suite);
