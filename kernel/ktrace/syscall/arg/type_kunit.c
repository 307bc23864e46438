// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the types of arguments: the rule that an argument gets, and its text,
 * also for copies that make no sense.
 */
#include <kunit/test.h>
#include <linux/align.h>
#include <linux/compat.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/fdtable.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/netlink.h>
#include <linux/rcupdate.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/un.h>
#include <uapi/linux/dm-ioctl.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/fs.h>
#include <uapi/linux/perf_event.h>
#include <uapi/linux/poll.h>

#include "syscall/arg/show.h"

#define TEXT_SIZE	1024

static const struct ktrace_syscall *call_at(enum ktrace_abi abi, unsigned int i)
{
	return ktrace_syscall_find(abi, ktrace_syscall_first(abi) + i);
}

/* Upper bound of the numbers in all tables. */
#define NUMBERS		1024

static const struct ktrace_syscall *call_named(enum ktrace_abi abi, const char *name)
{
	unsigned int i;

	for (i = 0; i < NUMBERS; i++) {
		const struct ktrace_syscall *call = call_at(abi, i);

		if (call && !strcmp(call->name, name))
			return call;
	}
	return NULL;
}

static const struct syscall_rule *rule_of(enum ktrace_abi abi, const char *name,
					  const char *arg)
{
	const struct ktrace_syscall *call = call_named(abi, name);
	unsigned int i;

	if (!call)
		return NULL;
	if (!strcmp(arg, SYSCALL_RETURN))
		return ktrace_syscall_rule_return(call);
	for (i = 0; i < call->meta->nargs; i++) {
		if (!strcmp(ktrace_syscall_arg(call, i, NULL), arg))
			return ktrace_syscall_rule(call, i);
	}
	return NULL;
}

static void expect_value(struct kunit *test, const char *name, const char *arg,
			 const struct syscall_value *value, const char *want)
{
	const struct syscall_rule *rule = rule_of(value->abi, name, arg);
	struct seq_buf out;
	char *text;

	KUNIT_ASSERT_NOT_NULL_MSG(test, rule, "%s %s", name, arg);
	text = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);
	seq_buf_init(&out, text, TEXT_SIZE);
	ktrace_syscall_print(&out, rule, value);
	KUNIT_EXPECT_STREQ_MSG(test, seq_buf_str(&out), want, "%s %s", name, arg);
}

static void expect_number(struct kunit *test, const char *name, const char *arg, u64 number,
			  const char *want)
{
	const u64 args[KTRACE_SYSCALL_ARGS] = {};

	expect_value(test, name, arg, &(const struct syscall_value) {
		.value = number, .ret = number, .returned = true,
		.args = args, .nargs = ARRAY_SIZE(args),
	}, want);
}

/* Expect the text of an argument that is copied at exit; @ret is the result. */
static void expect_out(struct kunit *test, const char *name, const char *arg,
		       const void *at, u32 len, s64 ret, const char *want)
{
	const u64 args[KTRACE_SYSCALL_ARGS] = {};

	expect_value(test, name, arg, &(const struct syscall_value) {
		.value = 0x1000, .ret = ret, .returned = true,
		.args = args, .nargs = ARRAY_SIZE(args),
		.out = { at, len, SYSCALL_COPIED },
	}, want);
}

static void expect_in_status(struct kunit *test, const char *name, const char *arg,
			     const void *at, u32 len, enum syscall_status status,
			     const char *want)
{
	const u64 args[KTRACE_SYSCALL_ARGS] = {};

	expect_value(test, name, arg, &(const struct syscall_value) {
		.value = 0x1000, .returned = true,
		.args = args, .nargs = ARRAY_SIZE(args),
		.in = { at, len, status },
	}, want);
}

static void expect_in(struct kunit *test, const char *name, const char *arg,
		      const void *at, u32 len, const char *want)
{
	expect_in_status(test, name, arg, at, len, SYSCALL_COPIED, want);
}

/* Return true if a copy at entry may have as many elements as the result says. */
static bool counts_result_at_entry(const struct syscall_rule *rule, enum ktrace_abi abi)
{
	const struct syscall_copy *in = &rule->type->in;
	u64 args[KTRACE_SYSCALL_ARGS];
	u32 command, bytes;

	if (!in->how || rule->count != SYSCALL_COUNT_RET)
		return false;
	if (!in->bytes)
		return true;
	/* All commands of calls whose data depends on a command. */
	for (command = 0; command < 0x4300; command++) {
		memset64(args, command, ARRAY_SIZE(args));
		bytes = in->bytes(args, abi);
		if (bytes == SYSCALL_BYTES_COUNT || bytes & SYSCALL_BYTES_ELEMENTS)
			return true;
	}
	return false;
}

/* Every argument of every call has a complete type. */
static void rules_cover(struct kunit *test)
{
	unsigned int abi, nr, i, seen = 0;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (nr = 0; nr < NUMBERS; nr++) {
			const struct ktrace_syscall *call = call_at(abi, nr);
			const struct syscall_rule *rule;

			if (!call)
				continue;
			rule = ktrace_syscall_rule_return(call);
			KUNIT_ASSERT_NOT_NULL(test, rule);
			KUNIT_EXPECT_STREQ(test, rule->arg, SYSCALL_RETURN);
			for (i = 0; i < call->meta->nargs; i++, seen++) {
				rule = ktrace_syscall_rule(call, i);
				KUNIT_ASSERT_NOT_NULL(test, rule);
				KUNIT_ASSERT_NOT_NULL(test, rule->type);
				KUNIT_EXPECT_NOT_NULL(test, rule->type->name);
				KUNIT_EXPECT_NOT_NULL(test, rule->type->print);
				if (rule->count < SYSCALL_COUNT_ONE)
					KUNIT_EXPECT_LT(test, rule->count, call->meta->nargs);
				if (rule->count >= SYSCALL_COUNT_AT(0))
					KUNIT_EXPECT_LT(test, rule->count,
							SYSCALL_COUNT_AT(call->meta->nargs));
				if (rule->type->in.how == SYSCALL_HOW_OBJECT)
					KUNIT_EXPECT_NE(test, rule->type->in.size, 0);
				if (rule->type->out.how == SYSCALL_HOW_OBJECT)
					KUNIT_EXPECT_NE(test, rule->type->out.size, 0);
				/* The result is unknown at entry. */
				KUNIT_EXPECT_FALSE(test, counts_result_at_entry(rule, abi));
			}
		}
	}
	KUNIT_EXPECT_GT(test, seen, 800);
}

/*
 * No text depends on a copy being valid: print all types with copies of all lengths and
 * states, filled with all kinds of bytes.
 */
static void type_hostile(struct kunit *test)
{
	static const u8 fill[] = { 0, 1, 0x7f, 0xff };
	static const u8 lens[] = { 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 31, 64, 200 };
	static const s64 rets[] = { -1, 0, 1, S64_MAX };
	unsigned int abi, nr, i, f, l, status;
	char *text = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	u8 *data = kunit_kzalloc(test, 200, GFP_KERNEL);
	u64 args[KTRACE_SYSCALL_ARGS];

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_NOT_NULL(test, data);
	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (nr = 0; nr < NUMBERS; nr++) {
			const struct ktrace_syscall *call = call_at(abi, nr);

			for (i = 0; call && i < call->meta->nargs; i++) {
				const struct syscall_rule *rule = ktrace_syscall_rule(call, i);

				for (f = 0; f < ARRAY_SIZE(fill); f++) {
					memset(data, fill[f], 200);
					memset(args, fill[f], sizeof(args));
					for (l = 0; l < ARRAY_SIZE(lens); l++) {
						/*
						 * Place the copy at the end of the
						 * allocation, so that KASAN reports
						 * overruns.
						 */
						u8 *at = data + 200 - lens[l];
						struct seq_buf out;

						status = (f + l) % 5;
						seq_buf_init(&out, text, TEXT_SIZE);
						ktrace_syscall_print(&out, rule,
								     &(const struct syscall_value) {
							.value = args[0], .args = args,
							.nargs = call->meta->nargs,
							.ret = rets[l % ARRAY_SIZE(rets)],
							.returned = f & 1, .abi = abi,
							.in = { at, lens[l], status },
							.out = { at, lens[l], 4 - status },
						});
					}
				}
			}
		}
	}
}

/* As type_hostile() for the copied options of all levels, of native and 32-bit calls. */
static void hostile_sockopts(struct kunit *test)
{
	static const s32 levels[] = {
		SOL_SOCKET, SOL_IP, SOL_TCP, SOL_UDP, SOL_IPV6, SOL_PACKET, SOL_NETLINK,
	};
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "setsockopt", "optval");
	char *text = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);
	u8 *data = kunit_kzalloc(test, 64, GFP_KERNEL);
	unsigned int level, name, len;
	struct seq_buf out;

	KUNIT_ASSERT_NOT_NULL(test, rule);
	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_NOT_NULL(test, data);
	memset(data, 0x55, 64);
	for (level = 0; level < ARRAY_SIZE(levels); level++) {
		for (name = 0; name < 90; name++) {
			for (len = 0; len <= 64; len++) {
				const u64 args[KTRACE_SYSCALL_ARGS] = { 3, levels[level], name };
				struct syscall_value value = {
					.value = 0x1000, .args = args, .nargs = 5,
					.abi = len % 2 ? KTRACE_ABI_COMPAT : KTRACE_ABI_NATIVE,
					/*
					 * Place the copy at the end of the allocation,
					 * so that KASAN reports overruns.
					 */
					.in = { data + 64 - len, len, SYSCALL_COPIED },
				};

				seq_buf_init(&out, text, TEXT_SIZE);
				ktrace_syscall_print(&out, rule, &value);
				value.in.status = SYSCALL_CUT;
				ktrace_syscall_print(&out, rule, &value);
			}
		}
	}
}

static void golden_types(struct kunit *test)
{
	static const struct {
		const char *call, *arg, *type;
		u8 how;
		u8 count;
	} golden[] = {
		{ "read", "fd", "fd", SYSCALL_HOW_FD, SYSCALL_COUNT_ONE },
		{ "read", "count", "ulong", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "read", "buf", "contents", SYSCALL_HOW_NONE, SYSCALL_COUNT_RET },
		{ "write", "buf", "contents", SYSCALL_HOW_CONTENTS, 2 },
		{ "open", "filename", "path", SYSCALL_HOW_PATH, SYSCALL_COUNT_ONE },
		{ "open", "flags", "open_flags", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "open", "mode", "mode", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "openat", "dfd", "dfd", SYSCALL_HOW_DFD, SYSCALL_COUNT_ONE },
		{ "openat2", "how", "open_how", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "stat", "statbuf", "stat", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "poll", "ufds", "pollfd", SYSCALL_HOW_OBJECT, 1 },
		{ "mmap", "addr", "address", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "mmap", "prot", "mmap_prot", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "mmap", "fd", "fd", SYSCALL_HOW_FD, SYSCALL_COUNT_ONE },
		{ "rt_sigaction", "act", "sigaction", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "rt_sigprocmask", "nset", "sigset", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "ioctl", "cmd", "ioctl_cmd", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "ioctl", "arg", "ioctl", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "readv", "vec", "iovec", SYSCALL_HOW_NONE, 2 },
		{ "writev", "vec", "iovec", SYSCALL_HOW_IOVEC, 2 },
		{ "connect", "uservaddr", "sockaddr", SYSCALL_HOW_OBJECT, 2 },
		{ "accept", "upeer_sockaddr", "sockaddr", SYSCALL_HOW_NONE,
		  SYSCALL_COUNT_AT(2) },
		{ "sendmsg", "msg", "msg", SYSCALL_HOW_MSG, SYSCALL_COUNT_ONE },
		{ "sendmmsg", "mmsg", "mmsg", SYSCALL_HOW_MMSG, 2 },
		{ "execve", "filename", "path", SYSCALL_HOW_PATH, SYSCALL_COUNT_ONE },
		{ "umount2", "name", "path", SYSCALL_HOW_PATH, SYSCALL_COUNT_ONE },
		{ "execve", "argv", "strings", SYSCALL_HOW_ARGV, SYSCALL_COUNT_ONE },
		{ "execve", "envp", "environment", SYSCALL_HOW_ENVP, SYSCALL_COUNT_ONE },
		{ "kill", "sig", "signal", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "kill", "pid", "int", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "nanosleep", "rqtp", "timespec", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "clock_gettime", "tp", "timespec", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "futex", "op", "futex_op", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "futex", "utime", "timespec", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "chown", "user", "id", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "epoll_wait", "events", "epoll_event", SYSCALL_HOW_NONE,
		  SYSCALL_COUNT_RET },
		{ "getcwd", "buf", "string", SYSCALL_HOW_NONE, SYSCALL_COUNT_RET },
		{ "prlimit64", "new_rlim", "rlimit", SYSCALL_HOW_OBJECT, SYSCALL_COUNT_ONE },
		{ "lseek", "offset", "long", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "getdents64", "dirent", "dirents", SYSCALL_HOW_NONE, SYSCALL_COUNT_RET },
		{ "clone", "clone_flags", "clone_flags", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "open", SYSCALL_RETURN, "fd", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "mmap", SYSCALL_RETURN, "address", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "umask", SYSCALL_RETURN, "mode", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
		{ "read", SYSCALL_RETURN, "long", SYSCALL_HOW_NONE, SYSCALL_COUNT_ONE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(golden); i++) {
		const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, golden[i].call,
							  golden[i].arg);

		KUNIT_ASSERT_NOT_NULL_MSG(test, rule, "%s %s", golden[i].call, golden[i].arg);
		KUNIT_EXPECT_STREQ_MSG(test, rule->type->name, golden[i].type, "%s %s",
				       golden[i].call, golden[i].arg);
		KUNIT_EXPECT_EQ_MSG(test, rule->type->in.how, golden[i].how, "%s %s",
				    golden[i].call, golden[i].arg);
		KUNIT_EXPECT_EQ_MSG(test, rule->count, golden[i].count, "%s %s",
				    golden[i].call, golden[i].arg);
	}
}

static void type_numbers(struct kunit *test)
{
	expect_number(test, "read", "fd", 3, "3");
	expect_number(test, "read", "fd", 0xffffffff, "-1");
	expect_number(test, "read", "count", 4096, "4096");
	expect_number(test, "read", "buf", 0x7ffc1000, "0x7ffc1000");
	expect_number(test, "read", "buf", 0, "NULL");
	expect_number(test, "openat", "dfd", 0xffffff9c, "AT_FDCWD");
	expect_number(test, "openat", "flags", O_RDONLY | O_CLOEXEC, "O_RDONLY|O_CLOEXEC");
	expect_number(test, "openat", "mode", 0644, "0644");
	expect_number(test, "openat", "mode", 0, "0");
	expect_number(test, "mknod", "mode", S_IFIFO | 0600, "S_IFIFO|0600");
	expect_number(test, "mknod", "dev", new_encode_dev(MKDEV(8, 1)), "makedev(0x8, 0x1)");
	expect_number(test, "lseek", "offset", -1, "-1");
	expect_number(test, "lseek", "whence", 2, "SEEK_END");
	expect_number(test, "lseek", "whence", 99, "99");
	expect_number(test, "kill", "pid", 0xffffffff, "-1");
	expect_number(test, "kill", "sig", 9, "SIGKILL");
	expect_number(test, "kill", "sig", 0, "0");
	expect_number(test, "kill", "sig", 34, "SIGRT_2");
	expect_number(test, "kill", "sig", 65, "65");
	expect_number(test, "chown", "user", 1000, "1000");
	expect_number(test, "chown", "group", 0xffffffff, "-1");
	expect_number(test, "mmap", "addr", 0, "NULL");
	expect_number(test, "mmap", "prot", 3, "PROT_READ|PROT_WRITE");
	expect_number(test, "mmap", "fd", -1, "-1");
	expect_number(test, "ioctl", "cmd", 0x5413, "TIOCGWINSZ");
	expect_number(test, "ioctl", "cmd", _IOC(_IOC_READ | _IOC_WRITE, 0x99, 1, 4),
		      "_IOC(_IOC_READ|_IOC_WRITE, 0x99, 0x1, 0x4)");
	expect_number(test, "ioctl", "cmd", 0x4c82, "LOOP_CTL_GET_FREE");
	expect_number(test, "ioctl", "cmd", 0x2400, "PERF_EVENT_IOC_ENABLE");
	expect_number(test, "ioctl", "cmd", 0xae80, "KVM_RUN");
	expect_number(test, "ioctl", "cmd", 0x400454ca, "TUNSETIFF");
	expect_number(test, "ioctl", "cmd", 0xc0406400, "DRM_IOCTL_VERSION");
	expect_number(test, "ioctl", "cmd", 0x80ff4506, "EVIOCGNAME(255)");
	expect_number(test, "ioctl", "cmd", 0x80104520, "EVIOCGBIT(0, 16)");
	expect_number(test, "ioctl", "cmd", 0x80104521, "EVIOCGBIT(EV_KEY, 16)");
	expect_number(test, "ioctl", "cmd", 0x80184541, "EVIOCGABS(ABS_Y)");
	expect_number(test, "ioctl", "cmd", 0x401845c0, "EVIOCSABS(ABS_X)");
	expect_number(test, "personality", "personality", 0xffffffff, "0xffffffff");
	expect_number(test, "personality", "personality", 0x40000,
		      "PER_LINUX|ADDR_NO_RANDOMIZE");
	expect_number(test, "sched_getscheduler", SYSCALL_RETURN, 3, "SCHED_BATCH");
	expect_number(test, "semget", "key", 0, "IPC_PRIVATE");
	expect_number(test, "semget", "key", 0x1234, "0x1234");
	expect_number(test, "clock_gettime", "which_clock", 1, "CLOCK_MONOTONIC");
	expect_number(test, "clock_gettime", "which_clock", 0xfffffffa, "0xfffffffa");
	expect_number(test, "socket", "type", 1 | O_CLOEXEC, "SOCK_STREAM|SOCK_CLOEXEC");
	expect_number(test, "clone", "clone_flags", 0x100 | 17, "CLONE_VM|SIGCHLD");
	expect_number(test, "futex_waitv", "flags", 0, "0");
	expect_number(test, "futex_waitv", "clockid", 1, "CLOCK_MONOTONIC");
	expect_number(test, "futex", "op", 128, "FUTEX_WAIT_PRIVATE");
	expect_number(test, "shmget", "shmflg", 01000 | 0600, "IPC_CREAT|0600");
	expect_number(test, "prctl", "arg3", 0, "0");
	expect_number(test, "prctl", "arg3", 31, "0x1f");
	expect_number(test, "mmap", SYSCALL_RETURN, 0x7f0000000000, "0x7f0000000000");
	expect_number(test, "umask", SYSCALL_RETURN, 022, "0022");
	expect_number(test, "read", SYSCALL_RETURN, 12, "12");
}

static void type_paths(struct kunit *test)
{
	struct syscall_value value = {
		.value = 3, .ret = 3, .returned = true,
		.in = { "/etc/passwd", 12, SYSCALL_COPIED },
		.out = { "/tmp/x", 7, SYSCALL_CUT },
	};

	expect_value(test, "read", "fd", &value, "3</etc/passwd>");
	expect_value(test, "openat", "dfd", &value, "3</etc/passwd>");
	expect_value(test, "open", SYSCALL_RETURN, &value, "3</tmp/x...>");
	value.value = (u32)AT_FDCWD;
	expect_value(test, "openat", "dfd", &value, "AT_FDCWD</etc/passwd>");
	value.in = (struct syscall_data){ "/<a>\"", 6, SYSCALL_COPIED };
	expect_value(test, "openat", "dfd", &value, "AT_FDCWD</\\074a\\076\\\">");
	value.ret = -2;
	expect_value(test, "open", SYSCALL_RETURN, &value, "-2");
}

static void type_strings(struct kunit *test)
{
	static const struct {
		struct syscall_strings head;
		char strings[9];
	} __packed argv = {
		{ .count = 3, .kept = 2, .counted = 1 },
		"\1ls\0\2-l\0",
	};
	static const struct {
		struct syscall_strings head;
		char strings[13];
	} __packed cut = {
		{ .count = 2, .kept = 2 },
		"\1ls\0\3\20\0\0\0\0\0\0",
	};
	struct syscall_strings none = { .count = 12, .counted = 1 };
	struct syscall_strings empty = { .counted = 1, .wanted = 1 };

	expect_in(test, "open", "filename", "/etc", 5, "\"/etc\"");
	expect_in(test, "open", "filename", "a\n\t\"\\\001z\0012\377", 12,
		  "\"a\\n\\t\\\"\\\\\\1z\\0012\\377\"");
	expect_in_status(test, "open", "filename", "/etc", 5, SYSCALL_CUT, "\"/etc\"...");
	expect_in_status(test, "open", "filename", NULL, 0, SYSCALL_FAULT, "0x1000 (fault)");
	expect_in_status(test, "open", "filename", NULL, 0, SYSCALL_NOT_COPIED, "0x1000");
	/* A zero that is missing or in the middle. */
	expect_in(test, "open", "filename", "/etc", 4, "\"/etc\"");
	expect_in(test, "open", "filename", "", 0, "\"\"");
	expect_in_status(test, "write", "buf", "a\0b", 3, SYSCALL_CUT, "\"a\\0b\"...");
	expect_out(test, "read", "buf", "abc", 3, 3, "\"abc\"");
	expect_out(test, "read", "buf", "abc", 3, -EFAULT, "0x1000");
	expect_out(test, "getcwd", "buf", "/tmp", 5, 5, "\"/tmp\"");
	expect_out(test, "readlink", "buf", "/tmp", 4, 4, "\"/tmp\"");

	expect_in(test, "execve", "argv", &argv, sizeof(argv), "[\"ls\", \"-l\"..., ...]");
	expect_in(test, "execve", "argv", &argv, sizeof(argv) - 4, "[\"ls\", ...]");
	expect_in(test, "execve", "argv", &argv, 5, "[...]");
	/* An element that cannot be read, and an array without end. */
	expect_in_status(test, "execve", "argv", &cut, sizeof(cut), SYSCALL_CUT,
			 "[\"ls\", 0x10, ...]");
	expect_in_status(test, "execve", "argv", &cut, sizeof(cut) - 1, SYSCALL_CUT,
			 "[\"ls\", ?, ...]");
	expect_in(test, "execve", "envp", &empty, sizeof(empty), "[]");
	expect_in(test, "execve", "envp", &none, sizeof(none), "0x1000 /* 12 vars */");
	expect_in(test, "execve", "envp", &argv, sizeof(argv), "[\"ls\", \"-l\"..., ...]");
}

static void type_structures(struct kunit *test)
{
	struct __kernel_timespec ts[2] = { { 1, 500 }, { 2, UTIME_OMIT } };
	struct pollfd fds[2] = { { 3, POLLIN, 0 }, { -1, 0, 0 } };
	struct rlimit64 limit = { 8192, ~0ULL };
	struct stat st = { .st_mode = S_IFREG | 0644, .st_size = 123, .st_ino = 7,
			   .st_dev = new_encode_dev(MKDEV(8, 1)), .st_nlink = 1 };
	u64 set = BIT_ULL(0) | BIT_ULL(16) | BIT_ULL(32);
	int pair[2] = { 3, 4 }, status = 0;

	expect_in(test, "nanosleep", "rqtp", ts, 16, "{tv_sec=1, tv_nsec=500}");
	expect_in(test, "nanosleep", "rqtp", ts, 15, "{tv_sec=1, ...}");
	expect_in(test, "nanosleep", "rqtp", ts, 7, "{...}");
	expect_in_status(test, "nanosleep", "rqtp", ts, 16, SYSCALL_CUT,
			 "{tv_sec=1, tv_nsec=500, ...}");
	expect_in(test, "utimensat", "utimes", ts, 32,
		  "[{tv_sec=1, tv_nsec=500}, {tv_sec=2, tv_nsec=UTIME_OMIT}]");
	expect_in(test, "poll", "ufds", fds, 8, "[{fd=3, events=POLLIN, revents=0}]");
	expect_in_status(test, "poll", "ufds", fds, 16, SYSCALL_CUT,
			 "[{fd=3, events=POLLIN, revents=0}, {fd=-1, events=0, revents=0}, ...]");
	expect_in(test, "prlimit64", "new_rlim", &limit, 16,
		  "{rlim_cur=8192, rlim_max=RLIM_INFINITY}");
	expect_out(test, "stat", "statbuf", &st, sizeof(st), 0,
		   "{st_dev=makedev(0x8, 0x1), st_ino=7, st_mode=S_IFREG|0644, st_nlink=1, st_uid=0, st_gid=0, st_blksize=0, st_blocks=0, st_size=123, st_atime=0, st_atime_nsec=0, st_mtime=0, st_mtime_nsec=0, st_ctime=0, st_ctime_nsec=0}");
	expect_in(test, "rt_sigprocmask", "nset", &set, 8, "[HUP CHLD RT_1]");
	set = ~BIT_ULL(8);
	expect_in(test, "rt_sigprocmask", "nset", &set, 8, "~[KILL]");
	set = 0;
	expect_in(test, "rt_sigprocmask", "nset", &set, 8, "[]");
	expect_out(test, "pipe", "fildes", pair, 8, 0, "[3, 4]");
	expect_out(test, "pipe", "fildes", pair, 7, 0, "[3, ...]");
	expect_out(test, "wait4", "stat_addr", &status, 4, 10,
		   "[{WIFEXITED(s) && WEXITSTATUS(s) == 0}]");
	status = 9 | 0x80;
	expect_out(test, "wait4", "stat_addr", &status, 4, 10,
		   "[{WIFSIGNALED(s) && WTERMSIG(s) == SIGKILL && WCOREDUMP(s)}]");
	expect_out(test, "wait4", "stat_addr", &status, 4, 0, "0x1000");
}

static void in_and_out(struct kunit *test)
{
	int before = 16, after = 2;
	u8 fds_before[8] = { 0x28 }, fds_after[8] = { 0x08 };
	u64 n = 4;
	struct pollfd fd = { 3, POLLIN, 0 }, ready = { 3, POLLIN, POLLIN };
	struct syscall_value value = {
		.value = 0x1000, .returned = true, .ret = 1,
		.in = { &before, 4, SYSCALL_COPIED }, .out = { &after, 4, SYSCALL_COPIED },
	};

	expect_value(test, "getsockname", "usockaddr_len", &value, "[16 => 2]");
	value.ret = -EINVAL;
	expect_value(test, "getsockname", "usockaddr_len", &value, "[16]");
	value.ret = 0;
	after = 16;
	expect_value(test, "getsockname", "usockaddr_len", &value, "[16]");
	value.out.len = 3;
	expect_value(test, "getsockname", "usockaddr_len", &value, "[16] => [...]");

	value.in = (struct syscall_data){ fds_before, 8, SYSCALL_COPIED };
	value.out = (struct syscall_data){ fds_after, 8, SYSCALL_COPIED };
	expect_value(test, "select", "inp", &value, "[3 5] => [3]");
	value.returned = false;
	expect_value(test, "select", "inp", &value, "[3 5]");

	/* Show no more descriptors than the call was asked about. */
	value.returned = true;
	value.args = &n;
	value.nargs = 1;
	expect_value(test, "select", "inp", &value, "[3]");
	n = 6;
	expect_value(test, "select", "inp", &value, "[3 5] => [3]");
	n = 0xffffffff;
	expect_value(test, "select", "inp", &value, "[]");

	value.in = (struct syscall_data){ &fd, 8, SYSCALL_COPIED };
	value.out = (struct syscall_data){ &ready, 8, SYSCALL_COPIED };
	expect_value(test, "poll", "ufds", &value,
		     "[{fd=3, events=POLLIN, revents=POLLIN}]");
	value.ret = -EINTR;
	expect_value(test, "poll", "ufds", &value, "[{fd=3, events=POLLIN, revents=0}]");
}

static void type_sockets(struct kunit *test)
{
	struct sockaddr_un un = { AF_UNIX, "/run/x" };
	struct sockaddr_in in = { AF_INET, htons(80), { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_in6 in6 = { AF_INET6, htons(443), 0, IN6ADDR_LOOPBACK_INIT };
	struct sockaddr_nl nl = { AF_NETLINK, 0, 12, 1 };
	u8 other[6] = { 0xff, 0xff, 'a', 'b', 1, 2 };

	expect_in(test, "connect", "uservaddr", &un, sizeof(un),
		  "{sa_family=AF_UNIX, sun_path=\"/run/x\"}");
	memcpy(un.sun_path, "\0abc", 4);
	expect_in(test, "connect", "uservaddr", &un, 6,
		  "{sa_family=AF_UNIX, sun_path=@\"abc\"}");
	expect_in(test, "connect", "uservaddr", &un, 2, "{sa_family=AF_UNIX}");
	expect_in(test, "connect", "uservaddr", &in, sizeof(in),
		  "{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}");
	expect_in(test, "connect", "uservaddr", &in6, sizeof(in6),
		  "{sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, \"::1\", &sin6_addr), sin6_scope_id=0}");
	expect_in(test, "bind", "umyaddr", &nl, sizeof(nl),
		  "{sa_family=AF_NETLINK, nl_pid=12, nl_groups=0x1}");
	expect_in(test, "bind", "umyaddr", other, sizeof(other),
		  "{sa_family=0xffff, sa_data=\"ab\\1\\2\"}");
	/* The address is too short for its family. */
	expect_in(test, "connect", "uservaddr", &in, 4, "{sa_family=AF_INET, sa_data=\"\\0P\"}");
	expect_in(test, "connect", "uservaddr", &in, 1, "\"\\2\"");
	expect_out(test, "accept", "upeer_sockaddr", &un, 0, 4, "0x1000");
}

static void type_messages(struct kunit *test)
{
	struct {
		struct syscall_iovecs head;
		struct syscall_iovec vec[2];
		char bytes[5];
	} __packed iov = {
		{ .count = 2, .kept = 2 },
		{ { 0x10, 3, 3, SYSCALL_COPIED }, { 0x20, 10, 2, SYSCALL_CUT } },
		{ 'a', 'b', 'c', 'd', 'e' },
	};
	struct {
		struct syscall_msg msg;
		struct syscall_iovecs head;
		struct syscall_iovec vec;
	} __packed msg = {
		.msg = { .iov = 0x30, .iovlen = 1, .iov_status = SYSCALL_COPIED },
		.head = { .count = 1, .kept = 1 },
		.vec = { .base = 0x40, .len = 9, .status = SYSCALL_FAULT },
	};
	u64 room;
	struct syscall_mmsg many = { .count = 4, .kept = 0xffffffff };

	expect_in(test, "writev", "vec", &iov, sizeof(iov),
		  "[{iov_base=\"abc\", iov_len=3}, {iov_base=\"de\"..., iov_len=10}]");
	/* readv() returned 4. */
	expect_out(test, "readv", "vec", &iov, sizeof(iov), 4,
		   "[{iov_base=\"abc\", iov_len=3}, {iov_base=\"d\", iov_len=10}]");
	/* A call that fails has used no buffer. */
	iov.vec[0].status = SYSCALL_NOT_COPIED;
	expect_out(test, "readv", "vec", &iov, sizeof(iov.head) + sizeof(iov.vec[0]), -EINVAL,
		   "[{iov_base=0x10, iov_len=3}, ...]");
	iov.vec[0].status = SYSCALL_COPIED;
	iov.vec[0].kept = 0xffffffff;
	iov.head.kept = 0xffffffff;
	expect_in(test, "writev", "vec", &iov, sizeof(iov),
		  "[{iov_base=\"abc\", iov_len=3}, {iov_base=\"\"..., iov_len=10}]");
	expect_in(test, "writev", "vec", &iov, 31, "[...]");
	expect_in(test, "writev", "vec", &iov, 7, "[...]");

	expect_in(test, "process_vm_readv", "rvec", (const u64[]){ 0x10, 4 }, 16,
		  "[{iov_base=0x10, iov_len=4}]");
	expect_in(test, "sendmsg", "msg", &msg, sizeof(msg),
		  "{msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=0x40 (fault), iov_len=9}], msg_iovlen=1, msg_controllen=0, msg_flags=0}");
	/* The room for the address was smaller, and the sent message differs. */
	room = 4;
	expect_value(test, "recvmsg", "msg", &(const struct syscall_value) {
		.value = 0x1000, .returned = true,
		.in = { &room, 8, SYSCALL_COPIED }, .out = { &msg, sizeof(msg), SYSCALL_COPIED },
	},
		     "{msg_name=NULL, msg_namelen=4 => 0, msg_iov=[{iov_base=0x40 (fault), iov_len=9}], msg_iovlen=1, msg_controllen=0, msg_flags=0}");
	msg.msg.name_kept = 0xffff;
	msg.msg.name_status = SYSCALL_COPIED;
	expect_in(test, "sendmsg", "msg", &msg, sizeof(msg.msg) - 1, "{...}");
	expect_in(test, "sendmmsg", "mmsg", &many, sizeof(many), "[...]");
}

static void control_messages(struct kunit *test)
{
	struct {
		struct syscall_msg msg;
		struct syscall_control rights;
		s32 fds[2];
		struct syscall_control other;
		char data[3];
	} __packed msg = {
		.msg = { .control = 0x50, .controllen = 64, .control_kept = 59,
			 .control_status = SYSCALL_COPIED },
		.rights = { 24, SOL_SOCKET, SCM_RIGHTS, 8, SYSCALL_COPIED },
		.fds = { 9, 10 },
		.other = { 19, SOL_TCP, 5, 3, SYSCALL_CUT },
		.data = { 'a', 'b', 'c' },
	};
	static const char head[] =
		"{msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, msg_control=";
	static const char tail[] = ", msg_controllen=64, msg_flags=0}";
	char *want = kunit_kzalloc(test, TEXT_SIZE, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, want);
	snprintf(want, TEXT_SIZE, "%s[{cmsg_len=24, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[9, 10]}, {cmsg_len=19, cmsg_level=SOL_TCP, cmsg_type=0x5, cmsg_data=\"abc\"...}]%s",
		 head, tail);
	expect_in(test, "sendmsg", "msg", &msg, sizeof(msg), want);
	/* Control data beyond the limit, and further messages that were not copied. */
	msg.msg.control_kept -= 3;
	msg.msg.control_status = SYSCALL_CUT;
	msg.other.kept = 0;
	snprintf(want, TEXT_SIZE, "%s[{cmsg_len=24, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[9, 10]}, {cmsg_len=19, cmsg_level=SOL_TCP, cmsg_type=0x5, ...}, ...]%s",
		 head, tail);
	expect_in(test, "sendmsg", "msg", &msg, sizeof(msg), want);
	msg.msg.control_kept = 0xffff;
	msg.rights.kept = 0xffffffff;
	msg.msg.control_status = SYSCALL_FAULT;
	snprintf(want, TEXT_SIZE, "%s0x50 (fault)%s", head, tail);
	expect_in(test, "sendmsg", "msg", &msg, sizeof(msg), want);
}

static void type_sysv(struct kunit *test)
{
	struct { s64 type; char text[4]; } __packed msg = { -5, "text" };
	u64 args[KTRACE_SYSCALL_ARGS] = { 1, 2 };
	struct syscall_value value = {
		.value = 0x1000, .args = args, .nargs = 4, .returned = true,
	};
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "semctl", "arg");

	expect_in(test, "msgsnd", "msgp", &msg, 12, "{mtype=-5, mtext=\"text\"}");
	expect_in(test, "msgsnd", "msgp", &msg, 8, "{mtype=-5, mtext=\"\"}");
	expect_in(test, "msgsnd", "msgp", &msg, 7, "{...}");
	expect_in_status(test, "msgsnd", "msgp", &msg, 8, SYSCALL_CUT, "{mtype=-5, ...}");
	expect_in_status(test, "msgsnd", "msgp", &msg, 9, SYSCALL_CUT,
			 "{mtype=-5, mtext=\"t\"...}");
	expect_out(test, "msgrcv", "msgp", &msg, 12, 4, "{mtype=-5, mtext=\"text\"}");
	expect_number(test, "msgget", "key", 0, "IPC_PRIVATE");
	expect_number(test, "msgget", "key", 0x1234, "0x1234");

	/* IPC_STAT writes the structure that IPC_SET reads; SETVAL takes a number. */
	args[1] = 0;
	args[2] = 2;
	KUNIT_EXPECT_EQ(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	KUNIT_EXPECT_GT(test, rule->type->out.bytes(args, KTRACE_ABI_NATIVE), 0);
	KUNIT_EXPECT_EQ(test, rule->type->out.bytes(args, KTRACE_ABI_COMPAT), 0);
	args[2] = 1;
	KUNIT_EXPECT_GT(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	KUNIT_EXPECT_EQ(test, rule->type->out.bytes(args, KTRACE_ABI_NATIVE), 0);
	args[2] = 0x101;
	KUNIT_EXPECT_GT(test, rule->type->in.bytes(args, KTRACE_ABI_COMPAT), 0);
	args[2] = 16;
	value.value = 5;
	expect_value(test, "semctl", "arg", &value, "0x5");
}

static void perf_attr(struct kunit *test)
{
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "perf_event_open",
						  "attr_uptr");
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .size = PERF_ATTR_SIZE_VER0,
		.config = PERF_COUNT_HW_INSTRUCTIONS, .sample_freq = 99, .freq = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK,
		.read_format = PERF_FORMAT_GROUP, .precise_ip = 2, .comm_exec = 1,
		.sigtrap = 1,
	};
	u32 head[2] = { };

	expect_in(test, "perf_event_open", "attr_uptr", &attr, PERF_ATTR_SIZE_VER0,
		  "{type=PERF_TYPE_HARDWARE, size=PERF_ATTR_SIZE_VER0, config=PERF_COUNT_HW_INSTRUCTIONS, sample_freq=99, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_BRANCH_STACK, read_format=PERF_FORMAT_GROUP, precise_ip=2, freq=1, comm_exec=1, sigtrap=1, wakeup_events=0, config1=0}");
	expect_in(test, "perf_event_open", "attr_uptr", &attr, PERF_ATTR_SIZE_VER0 - 1, "{...}");
	attr = (struct perf_event_attr) {
		.type = PERF_TYPE_HW_CACHE, .size = 200,
		.config = 7ULL << 32 | 1 << 16 | 9 << 8 | PERF_COUNT_HW_CACHE_NODE,
	};
	/* The call has written the size that the kernel knows. */
	expect_value(test, "perf_event_open", "attr_uptr", &(const struct syscall_value) {
		.value = 0x1000, .returned = true, .ret = -E2BIG,
		.in = { &attr, PERF_ATTR_SIZE_VER0, SYSCALL_COPIED },
		.out = { (const u32[]){ 0, 136 }, 8, SYSCALL_COPIED },
	},
		     "{type=PERF_TYPE_HW_CACHE, size=0xc8 => PERF_ATTR_SIZE_VER8, config=0x7<<32|PERF_COUNT_HW_CACHE_RESULT_MISS<<16|9<<8|PERF_COUNT_HW_CACHE_NODE, sample_period=0, sample_type=0, read_format=0, wakeup_events=0, config1=0}");
	KUNIT_EXPECT_EQ(test, rule->type->in.self(head), PERF_ATTR_SIZE_VER0);
	head[1] = PERF_ATTR_SIZE_VER0 - 1;
	KUNIT_EXPECT_EQ(test, rule->type->in.self(head), 0);
	head[1] = PAGE_SIZE + 1;
	KUNIT_EXPECT_EQ(test, rule->type->in.self(head), 0);
	head[1] = PAGE_SIZE;
	KUNIT_EXPECT_EQ(test, rule->type->in.self(head), PAGE_SIZE);
}

static void type_commands(struct kunit *test)
{
	u64 args[KTRACE_SYSCALL_ARGS] = { 0, 0x5413 };
	struct { u16 row, col, x, y; } size = { 24, 80 };
	struct syscall_value value = {
		.value = 0x1000, .args = args, .nargs = 3, .returned = true,
		.out = { &size, 8, SYSCALL_COPIED },
	};
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "ioctl", "arg");

	expect_value(test, "ioctl", "arg", &value,
		     "{ws_row=24, ws_col=80, ws_xpixel=0, ws_ypixel=0}");
	KUNIT_EXPECT_EQ(test, rule->type->out.bytes(args, KTRACE_ABI_NATIVE), 8);
	KUNIT_EXPECT_EQ(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	args[1] = 0x12345678;
	expect_value(test, "ioctl", "arg", &value, "0x1000");
	value.nargs = 1;
	expect_value(test, "ioctl", "arg", &value, "0x1000");

	value.nargs = 3;
	/* Drivers look at all bits of these numbers. */
	value.value = BIT_ULL(32);
	args[1] = 0xae41;	/* KVM_CREATE_VCPU */
	expect_value(test, "ioctl", "arg", &value, "4294967296");
	args[1] = 0x40044590;	/* EVIOCGRAB */
	expect_value(test, "ioctl", "arg", &value, "0x100000000");
	args[1] = F_SETFD;
	value.value = 1;
	expect_value(test, "fcntl", "arg", &value, "FD_CLOEXEC");

	args[0] = 15;
	value.value = 0x1000;
	value.in = (struct syscall_data){ "name\0rubbish", 12, SYSCALL_COPIED };
	expect_value(test, "prctl", "arg2", &value, "\"name\"");
}

/* Expect the text of @arg of @name with @first and @second as the first arguments. */
static void expect_by(struct kunit *test, const char *name, const char *arg, u64 first,
		      u64 second, u64 number, const char *want)
{
	const u64 args[KTRACE_SYSCALL_ARGS] = { first, second };

	expect_value(test, name, arg, &(const struct syscall_value) {
		.value = number, .ret = number, .returned = true,
		.args = args, .nargs = ARRAY_SIZE(args),
	}, want);
}

static void by_others(struct kunit *test)
{
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "fcntl", SYSCALL_RETURN);
	u64 args[KTRACE_SYSCALL_ARGS] = { 3, F_GETFL };

	expect_by(test, "fcntl", SYSCALL_RETURN, 3, F_GETFL, O_RDWR, "O_RDWR");
	expect_by(test, "fcntl", SYSCALL_RETURN, 3, F_GETFD, 1, "FD_CLOEXEC");
	expect_by(test, "fcntl", SYSCALL_RETURN, 3, F_GETLEASE, 2, "F_UNLCK");
	expect_by(test, "fcntl", SYSCALL_RETURN, 3, F_DUPFD, 4, "4");
	/* Flags must not be shown as a descriptor with a path. */
	KUNIT_EXPECT_EQ(test, rule->type->out.bytes(args, KTRACE_ABI_NATIVE), 0);
	args[1] = F_DUPFD;
	KUNIT_EXPECT_NE(test, rule->type->out.bytes(args, KTRACE_ABI_NATIVE), 0);

	expect_by(test, "prctl", "arg2", 24, 5, 5, "CAP_KILL");
	expect_by(test, "prctl", "arg2", 47, 1, 1, "PR_CAP_AMBIENT_IS_SET");
	expect_by(test, "prctl", "arg3", 47, 1, 3, "CAP_FOWNER");
	expect_by(test, "prctl", "arg3", 47, 4, 3, "0x3");
	expect_by(test, "prctl", "arg2", 35, 6, 6, "PR_SET_MM_START_BRK");
	expect_by(test, "prctl", "arg3", 33, 1, 1, "PR_MCE_KILL_EARLY");
	expect_by(test, "prctl", "arg3", 33, 0, 1, "0x1");
	expect_by(test, "prctl", "arg4", 62, 0, 1, "PIDTYPE_TGID");
	expect_by(test, "prctl", "arg5", 59, 1, 0, "NULL");
	expect_by(test, "prctl", SYSCALL_RETURN, 3, 0, 1, "SUID_DUMP_USER");
	expect_by(test, "seccomp", "flags", 1, 1, 1, "SECCOMP_FILTER_FLAG_TSYNC");
	expect_by(test, "seccomp", "flags", 2, 1, 1, "0x1");
	expect_by(test, "ptrace", "data", 7, 1, 9, "SIGKILL");
	expect_by(test, "ptrace", "data", 0x4200, 1, 1, "PTRACE_O_TRACESYSGOOD");
	expect_by(test, "ptrace", "data", 0x4201, 1, 9, "0x9");
	if (IS_ENABLED(CONFIG_KEYS)) {
		expect_by(test, "keyctl", "arg2", 11, 0, (u32)-3, "KEY_SPEC_SESSION_KEYRING");
		expect_by(test, "keyctl", "arg2", 1, 0, 0x7000, "0x7000");
	}
	expect_by(test, "socket", "protocol", AF_NETLINK, 3, 15, "NETLINK_KOBJECT_UEVENT");
	expect_by(test, "socket", "protocol", AF_PACKET, 3, 0x300, "htons(ETH_P_ALL)");
	expect_by(test, "socket", "protocol", AF_UNIX, 3, 3, "3");
	expect_by(test, "setsockopt", "optname", 3, SOL_NETLINK, 1, "NETLINK_ADD_MEMBERSHIP");
	expect_by(test, "setsockopt", "optname", 3, SOL_UDP, 103, "UDP_SEGMENT");
}

static void type_secrets(struct kunit *test)
{
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, "mount", "data");
	u64 args[KTRACE_SYSCALL_ARGS] = {};

	KUNIT_EXPECT_EQ(test, rule->type->in.how, SYSCALL_HOW_SECRET);
	KUNIT_EXPECT_NE(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	args[3] = 0xc0ed0000;
	KUNIT_EXPECT_NE(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	/* The data of a bind mount may be anything. */
	args[3] |= 4096;
	KUNIT_EXPECT_EQ(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	rule = rule_of(KTRACE_ABI_NATIVE, "fsconfig", "_value");
	KUNIT_EXPECT_EQ(test, rule->type->in.how, SYSCALL_HOW_SECRET);
	args[1] = 1;
	KUNIT_EXPECT_NE(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
	args[1] = 2;
	KUNIT_EXPECT_EQ(test, rule->type->in.bytes(args, KTRACE_ABI_NATIVE), 0);
}

static void type_foreign(struct kunit *test)
{
	u64 args[KTRACE_SYSCALL_ARGS] = { 3 };
	struct old_timespec32 ts = { 1, -1 };
	struct compat_rlimit limit = { 8192, ~0U };
	u32 map[] = { 0, 4096, 1, 2, -1, 0 };
	struct syscall_value value = {
		.value = 0xffffffff, .args = args, .nargs = 3, .returned = true,
		.abi = KTRACE_ABI_COMPAT, .in = { &limit, 8, SYSCALL_COPIED },
	};

	if (!IS_ENABLED(CONFIG_IA32_EMULATION))
		kunit_skip(test, "no 32-bit calls");
	expect_value(test, "setrlimit", "rlim", &value,
		     "{rlim_cur=8192, rlim_max=RLIM_INFINITY}");
	expect_value(test, "lseek", "offset", &value, "-1");
	expect_value(test, "brk", "brk", &value, "0xffffffff");
	value.in = (struct syscall_data){ map, sizeof(map), SYSCALL_COPIED };
	expect_value(test, "mmap", "arg", &value,
		     "{addr=NULL, len=4096, prot=PROT_READ, flags=MAP_PRIVATE, fd=-1, offset=0}");
	value.ret = (u32)0xf7fc0000;
	expect_value(test, "mmap", SYSCALL_RETURN, &value, "0xf7fc0000");
	if (rule_of(KTRACE_ABI_COMPAT, "nanosleep", "rqtp")) {
		value.in = (struct syscall_data){ &ts, 8, SYSCALL_COPIED };
		expect_value(test, "nanosleep", "rqtp", &value, "{tv_sec=1, tv_nsec=-1}");
	}
	args[0] = 3;
	value.in = (struct syscall_data){ args, 12, SYSCALL_COPIED };
	expect_value(test, "socketcall", "args", &value, "[0x3, 0, 0]");
	KUNIT_EXPECT_EQ(test, rule_of(KTRACE_ABI_COMPAT, "socketcall", "args")
			->type->in.bytes(args, KTRACE_ABI_COMPAT), 12);
}

/* Expect the number of bytes to copy, which depends on another argument. */
static void expect_bytes(struct kunit *test, const char *name, const char *arg, bool left,
			 const u64 *args, u32 want)
{
	const struct syscall_rule *rule = rule_of(KTRACE_ABI_NATIVE, name, arg);
	const struct syscall_copy *copy;

	KUNIT_ASSERT_NOT_NULL_MSG(test, rule, "%s %s", name, arg);
	copy = left ? &rule->type->out : &rule->type->in;
	KUNIT_ASSERT_NOT_NULL_MSG(test, copy->bytes, "%s %s", name, arg);
	KUNIT_EXPECT_EQ_MSG(test, copy->bytes(args, KTRACE_ABI_NATIVE), want, "%s %s", name, arg);
}

static void type_bounds(struct kunit *test)
{
	static const u32 caps[] = { 1, 2, 0, 0x10, 0, 0 };
	u64 set = BIT_ULL(9) | BIT_ULL(40);
	u64 args[KTRACE_SYSCALL_ARGS] = { 0, 4, 4, 8, 128, 8 };

	expect_bytes(test, "rt_sigpending", "uset", true, args, 4);
	expect_bytes(test, "rt_sigsuspend", "unewset", false, args, 0);
	expect_bytes(test, "signalfd4", "user_mask", false, args, 0);
	expect_bytes(test, "rt_sigprocmask", "nset", false, args, 8);
	expect_bytes(test, "ppoll", "sigmask", false, args, 0);
	expect_bytes(test, "epoll_pwait", "sigmask", false, args, 8);
	args[1] = U64_MAX;
	args[2] = U64_MAX;
	expect_bytes(test, "rt_sigpending", "uset", true, args, 8);
	expect_bytes(test, "sched_getattr", "uattr", true, args, 56);
	/* Not shown as a string. */
	expect_bytes(test, "sched_setaffinity", "user_mask_ptr", false, args, cpumask_size());
	args[1] = 2;
	expect_bytes(test, "epoll_ctl", "event", false, args, 0);
	args[1] = 3 | BIT_ULL(32);
	expect_bytes(test, "epoll_ctl", "event", false, args, 12);
	args[1] = 4097;
	expect_bytes(test, "mincore", "vec", true, args, 2);
	expect_bytes(test, "syslog", "buf", true, args, 0);
	args[0] = 3;
	expect_bytes(test, "syslog", "buf", true, args, SYSCALL_BYTES_COUNT);
	args[0] = 15;
	expect_bytes(test, "prctl", "arg2", false, args, SYSCALL_BYTES_STRING | 16);
	args[1] = FS_IOC_SETFSLABEL;
	expect_bytes(test, "ioctl", "arg", false, args, SYSCALL_BYTES_STRING | 256);
	args[1] = FS_IOC_GETFSLABEL;
	expect_bytes(test, "ioctl", "arg", false, args, 0);
	expect_bytes(test, "ioctl", "arg", true, args, SYSCALL_BYTES_STRING | 256);
	args[1] = DM_DEV_STATUS;
	expect_bytes(test, "ioctl", "arg", false, args, 305);

	expect_out(test, "rt_sigpending", "uset", &set, 8, 0, "[USR1 RT_9]");
	expect_out(test, "rt_sigpending", "uset", &set, 4, 0, "[USR1]");
	expect_out(test, "rt_sigpending", "uset", &set, 1, 0, "[]");
	expect_out(test, "capget", "dataptr", caps, 12, 0,
		   "{effective=0x1, permitted=0x2, inheritable=0}");
	expect_out(test, "capget", "dataptr", caps, 24, 0,
		   "{effective=0x1000000001, permitted=0x2, inheritable=0}");
	expect_in(test, "bind", "umyaddr", "", 0, "0x1000");
	expect_in(test, "setsockopt", "optval", "", 0, "0x1000");
}

/* The kernel reads or writes less than the arguments say. */
static void not_touched(struct kunit *test)
{
	u64 args[KTRACE_SYSCALL_ARGS] = { 1, 1, 0, 4, 0, 0x5000 };
	struct rusage ru = { .ru_utime = { 1, 2 } };
	struct syscall_value value = {
		.value = 0x1000, .args = args, .nargs = 5, .returned = true,
	};
	static const char rusage[] =
		"{ru_utime={tv_sec=1, tv_usec=2}, ru_stime={tv_sec=0, tv_usec=0}, ru_maxrss=0, "
		"ru_ixrss=0, ru_idrss=0, ru_isrss=0, ru_minflt=0, ru_majflt=0, ru_nswap=0, "
		"ru_inblock=0, ru_oublock=0, ru_msgsnd=0, ru_msgrcv=0, ru_nsignals=0, "
		"ru_nvcsw=0, ru_nivcsw=0}";
	u64 id = BIT_ULL(40) | 7;
	u32 room;

	args[1] = 1;
	expect_bytes(test, "sched_setaffinity", "user_mask_ptr", false, args, 1);
	expect_bytes(test, "select", "inp", false, args, 8);
	args[0] = S32_MAX;
	scoped_guard(rcu)
		room = files_fdtable(current->files)->max_fds;
	expect_bytes(test, "select", "inp", false, args, ALIGN(room, 64) / 8);
	args[0] = U32_MAX;
	expect_bytes(test, "select", "exp", true, args, 0);

	/* Without WNOHANG there was a child; with WNOHANG it is unknown. */
	args[3] = 4;
	expect_bytes(test, "waitid", "ru", true, args, SYSCALL_BYTES_COUNT);
	args[3] = 4 | 1;
	expect_bytes(test, "waitid", "ru", true, args, 0);
	/* The address cannot be read. */
	args[2] = U64_MAX;
	expect_bytes(test, "waitid", "ru", true, args, 0);
	expect_value(test, "waitid", "ru", &value, "0x1000");
	value.out = (struct syscall_data){ &ru, sizeof(ru), SYSCALL_COPIED };
	expect_value(test, "waitid", "ru", &value, rusage);
	if (rule_of(KTRACE_ABI_X32, "waitid", "uru")) {
		value.abi = KTRACE_ABI_X32;
		expect_value(test, "waitid", "uru", &value, rusage);
		value.abi = KTRACE_ABI_NATIVE;
	}

	args[4] = 0;
	value.out = (struct syscall_data){ &id, 4, SYSCALL_COPIED };
	expect_bytes(test, "name_to_handle_at", "mnt_id", true, args, 4);
	expect_value(test, "name_to_handle_at", "mnt_id", &value, "[7]");
	args[4] = 1;
	value.out.len = 8;
	expect_bytes(test, "name_to_handle_at", "mnt_id", true, args, 8);
	expect_value(test, "name_to_handle_at", "mnt_id", &value, "[1099511627783]");

	if (rule_of(KTRACE_ABI_NATIVE, "set_robust_list", "head"))
		KUNIT_EXPECT_EQ(test, rule_of(KTRACE_ABI_NATIVE, "set_robust_list", "head")
				->type->in.how, SYSCALL_HOW_NONE);
	if (rule_of(KTRACE_ABI_COMPAT, "mq_open", "u_attr")) {
		const struct syscall_type *type =
			rule_of(KTRACE_ABI_COMPAT, "mq_open", "u_attr")->type;

		args[1] = 0;
		KUNIT_EXPECT_EQ(test, type->in.bytes(args, KTRACE_ABI_COMPAT), 0);
		args[1] = O_CREAT;
		KUNIT_EXPECT_EQ(test, type->in.bytes(args, KTRACE_ABI_COMPAT), 32);
	}
}

/* The upper half of the register is ignored for 32-bit numbers. */
static void narrow_numbers(struct kunit *test)
{
	static const char * const narrow[] = {
		"int", "s32", "__s32", "unsigned int", "unsigned", "u32", "__u32", "const __u32",
	};
	unsigned int abi, nr, i, j, seen = 0;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (nr = 0; nr < NUMBERS; nr++) {
			const struct ktrace_syscall *call = call_at(abi, nr);
			const struct syscall_type *type;
			const char *arg, *ctype;

			for (i = 0; call && i < call->meta->nargs; i++) {
				arg = ktrace_syscall_arg(call, i, &ctype);
				type = ktrace_syscall_rule(call, i)->type;
				for (j = 0; j < ARRAY_SIZE(narrow); j++) {
					if (strcmp(ctype, narrow[j]) ||
					    type->print != ktrace_show_scalar)
						continue;
					seen++;
					KUNIT_EXPECT_LE_MSG(test, type->layout->size, 4, "%s %s",
							    call->name, arg);
				}
			}
		}
	}
	KUNIT_EXPECT_GT(test, seen, 300);
	expect_number(test, "clone", "clone_flags", 0xffff00000111, "CLONE_VM|SIGCHLD");
}

/* The call may be not configured. */
static void quota_commands(struct kunit *test)
{
	const struct syscall_rule *rule = ktrace_syscall_desc("quotactl")->rules;
	static const struct {
		u32 cmd;
		const char *text;
	} cases[] = {
		{ 0x80000702, "QCMD(Q_GETQUOTA, PRJQUOTA)" },
		{ 0x80000101, "QCMD(Q_SYNC, GRPQUOTA)" },
		{ 0x80000200, "QCMD(Q_QUOTAON, USRQUOTA)" },
		{ 0x00580300, "QCMD(Q_XGETQUOTA, USRQUOTA)" },
		{ 0x12345607, "QCMD(0x123456, 7)" },
	};
	char text[64];
	unsigned int i;

	while (strcmp(rule->arg, "cmd"))
		rule++;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct seq_buf out;

		seq_buf_init(&out, text, sizeof(text));
		ktrace_syscall_print(&out, rule, &(const struct syscall_value) {
			.value = cases[i].cmd,
		});
		KUNIT_EXPECT_STREQ(test, seq_buf_str(&out), cases[i].text);
	}
}

static void type_interrupted(struct kunit *test)
{
	struct __kernel_timespec left = { 6, 5 };

	expect_out(test, "nanosleep", "rmtp", &left, 16, -ERESTART_RESTARTBLOCK,
		   "{tv_sec=6, tv_nsec=5}");
	expect_out(test, "nanosleep", "rmtp", &left, 16, 0, "0x1000");
	expect_out(test, "nanosleep", "rmtp", &left, 16, -ERESTARTNOHAND, "0x1000");
}

static struct kunit_case type_cases[] = {
	KUNIT_CASE(rules_cover),
	KUNIT_CASE(golden_types),
	KUNIT_CASE(type_numbers),
	KUNIT_CASE(type_paths),
	KUNIT_CASE(type_strings),
	KUNIT_CASE(type_structures),
	KUNIT_CASE(in_and_out),
	KUNIT_CASE(type_sockets),
	KUNIT_CASE(type_messages),
	KUNIT_CASE(control_messages),
	KUNIT_CASE(type_sysv),
	KUNIT_CASE(perf_attr),
	KUNIT_CASE(type_commands),
	KUNIT_CASE(by_others),
	KUNIT_CASE(type_secrets),
	KUNIT_CASE(type_foreign),
	KUNIT_CASE(type_bounds),
	KUNIT_CASE(type_interrupted),
	KUNIT_CASE(not_touched),
	KUNIT_CASE(narrow_numbers),
	KUNIT_CASE(quota_commands),
	KUNIT_CASE_SLOW(type_hostile),
	KUNIT_CASE(hostile_sockopts),
	{}
};

static struct kunit_suite type_suite = {
	.name = "ktrace_syscall_type",
	.test_cases = type_cases,
};

kunit_test_suite(type_suite);
