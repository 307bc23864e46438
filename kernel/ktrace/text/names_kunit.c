// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the names of flags and values: expected names as literals, and
 * properties of all tables.
 */
#include <kunit/test.h>
#include <linux/array_size.h>
#include <linux/kstrtox.h>
#include <linux/prandom.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include <asm/ktrace_calls.h>

#include "text/names.h"

/* Room for all names of the longest table. */
#define TEXT_SIZE	2048

/* A second copy of the generated tables. */
static const struct names_entry {
	u64		mask;
	u64		value;
	const char	*name;
} entries[] = {
#define KTRACE_NAMES_ENTRY(mask_, value_, name_) { mask_, value_, name_ },
#include "text/names_tables.h"
#undef KTRACE_NAMES_ENTRY
};

static const struct table {
	const char	*name;
	enum ktrace_names names;
	unsigned int	first;
	unsigned int	count;
} tables[] = {
#define KTRACE_NAMES_TABLE(table_, first_, count_) \
	{ #table_, KTRACE_NAMES_##table_, first_, count_ },
#include "text/names_tables.h"
#undef KTRACE_NAMES_TABLE
};

struct expected {
	enum ktrace_names names;
	u64		value;
	const char	*text;
};

#define EXPECTED(table, value, text)	{ KTRACE_NAMES_##table, value, text }

static const char *names_print(struct kunit *test, enum ktrace_names names, u64 value)
{
	char *text = test->priv;
	struct seq_buf out;

	seq_buf_init(&out, text, TEXT_SIZE);
	ktrace_names_print(&out, names, value);
	KUNIT_EXPECT_FALSE(test, seq_buf_has_overflowed(&out));
	seq_buf_str(&out);
	return text;
}

static void names_expect(struct kunit *test, const struct expected *expected, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		KUNIT_EXPECT_STREQ(test, names_print(test, expected[i].names, expected[i].value),
				   expected[i].text);
}

static void names_flags(struct kunit *test)
{
	static const struct expected expected[] = {
		EXPECTED(mmap_prot, 0, "PROT_NONE"),
		EXPECTED(mmap_prot, 0x1, "PROT_READ"),
		EXPECTED(mmap_prot, 0x7, "PROT_READ|PROT_WRITE|PROT_EXEC"),
		EXPECTED(mmap_prot, 0x11, "PROT_READ|0x10"),
		EXPECTED(mmap_prot, 0x10, "0x10"),
		EXPECTED(access_mode, 0, "F_OK"),
		EXPECTED(access_mode, 0x7, "R_OK|W_OK|X_OK"),
		EXPECTED(access_mode, 0x15, "R_OK|X_OK|0x10"),
		EXPECTED(wait_options, 0, "0"),
		EXPECTED(wait_options, 0x4000000b, "WNOHANG|WSTOPPED|WCONTINUED|__WALL"),
		EXPECTED(msg_flags, 0x4040, "MSG_DONTWAIT|MSG_NOSIGNAL"),
		EXPECTED(msg_flags, 0x40000000, "MSG_CMSG_CLOEXEC"),
		EXPECTED(epoll_events, 0x80000001, "EPOLLIN|EPOLLET"),
		EXPECTED(epoll_events, 0x2019, "EPOLLIN|EPOLLERR|EPOLLHUP|EPOLLRDHUP"),
		EXPECTED(poll_events, 0x5, "POLLIN|POLLOUT"),
		EXPECTED(epoll_create_flags, 0x80000, "EPOLL_CLOEXEC"),
		EXPECTED(eventfd_flags, 0x80801, "EFD_SEMAPHORE|EFD_CLOEXEC|EFD_NONBLOCK"),
		EXPECTED(timerfd_flags, 0x80800, "TFD_CLOEXEC|TFD_NONBLOCK"),
		EXPECTED(signalfd_flags, 0x80000, "SFD_CLOEXEC"),
		EXPECTED(inotify_init_flags, 0x80800, "IN_NONBLOCK|IN_CLOEXEC"),
		EXPECTED(inotify_mask, 0x80000018, "IN_CLOSE_WRITE|IN_CLOSE_NOWRITE|IN_ONESHOT"),
		EXPECTED(pipe_flags, 0x80080, "O_NOTIFICATION_PIPE|O_CLOEXEC"),
		EXPECTED(dup3_flags, 0x80000, "O_CLOEXEC"),
		EXPECTED(fd_flags, 1, "FD_CLOEXEC"),
		EXPECTED(fd_flags, 0, "0"),
		EXPECTED(flock_op, 0x5, "LOCK_SH|LOCK_NB"),
		EXPECTED(flock_op, 0xe0, "LOCK_MAND|LOCK_RW"),
		EXPECTED(flock_op, 0x60, "LOCK_MAND|LOCK_READ"),
		EXPECTED(at_flags, 0x1100, "AT_SYMLINK_NOFOLLOW|AT_EMPTY_PATH"),
		EXPECTED(at_flags, 0x200, "0x200"),
		EXPECTED(at_access_flags, 0x300, "AT_SYMLINK_NOFOLLOW|AT_EACCESS"),
		EXPECTED(at_file_flags, 0x200, "AT_REMOVEDIR"),
		EXPECTED(statx_mask, 0xfff, "STATX_ALL"),
		EXPECTED(statx_mask, 0x17ff, "STATX_BASIC_STATS|STATX_MNT_ID"),
		EXPECTED(statx_mask, 0x200, "STATX_SIZE"),
		EXPECTED(sigaction_flags, 0x14000004, "SA_RESTORER|SA_RESTART|SA_SIGINFO"),
		EXPECTED(umount_flags, 0xa, "MNT_DETACH|UMOUNT_NOFOLLOW"),
		EXPECTED(msync_flags, 0x4, "MS_SYNC"),
		EXPECTED(mount_flags, 0x5001, "MS_RDONLY|MS_BIND|MS_REC"),
		EXPECTED(clone3_flags, 0x100000080, "CLONE_NEWTIME|CLONE_CLEAR_SIGHAND"),
		EXPECTED(membarrier_cmd, 0, "MEMBARRIER_CMD_QUERY"),
		EXPECTED(adjtimex_modes, 0xa001, "ADJ_OFFSET_SS_READ"),
		EXPECTED(adjtimex_modes, 0x2001, "ADJ_OFFSET|ADJ_NANO"),
		EXPECTED(getrandom_flags, 0x3, "GRND_NONBLOCK|GRND_RANDOM"),
		EXPECTED(getrandom_flags, 0xffffffff00000001, "GRND_NONBLOCK|0xffffffff00000000"),
	};

	names_expect(test, expected, ARRAY_SIZE(expected));
}

/* Multi-bit fields among flags. */
static void names_fields(struct kunit *test)
{
	static const struct expected expected[] = {
		EXPECTED(open_flags, 0, "O_RDONLY"),
		EXPECTED(open_flags, 0x1, "O_WRONLY"),
		EXPECTED(open_flags, 0x2, "O_RDWR"),
		EXPECTED(open_flags, 0x3, "O_ACCMODE"),
		EXPECTED(open_flags, 0x80000, "O_RDONLY|O_CLOEXEC"),
		EXPECTED(open_flags, 0x241, "O_WRONLY|O_CREAT|O_TRUNC"),
		EXPECTED(open_flags, 0x90800, "O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY"),
		EXPECTED(open_flags, 0x101001, "O_WRONLY|O_SYNC"),
		EXPECTED(open_flags, 0x1001, "O_WRONLY|O_DSYNC"),
		EXPECTED(open_flags, 0x100000, "O_RDONLY|__O_SYNC"),
		EXPECTED(open_flags, 0x490082, "O_RDWR|O_EXCL|O_CLOEXEC|O_TMPFILE"),
		EXPECTED(open_flags, 0x400000, "O_RDONLY|__O_TMPFILE"),
		EXPECTED(open_flags, 0x208000, "O_RDONLY|O_LARGEFILE|O_PATH"),
		EXPECTED(open_flags, 0x2c02, "O_RDWR|O_APPEND|O_NONBLOCK|FASYNC"),
		EXPECTED(open_flags, 0x40000000, "O_RDONLY|0x40000000"),
		EXPECTED(mmap_flags, 0, "0"),
		EXPECTED(mmap_flags, 0x22, "MAP_PRIVATE|MAP_ANONYMOUS"),
		EXPECTED(mmap_flags, 0x812, "MAP_PRIVATE|MAP_FIXED|MAP_DENYWRITE"),
		EXPECTED(mmap_flags, 0x80003, "MAP_SHARED_VALIDATE|MAP_SYNC"),
		EXPECTED(mmap_flags, 0x2f, "MAP_ANONYMOUS|0xf"),
		EXPECTED(mmap_flags, 0x54040022,
			 "MAP_PRIVATE|MAP_ANONYMOUS|MAP_HUGETLB|MAP_HUGE_2MB"),
		EXPECTED(memfd_flags, 0x78000005, "MFD_CLOEXEC|MFD_HUGETLB|MFD_HUGE_1GB"),
		EXPECTED(socket_type, 0x1, "SOCK_STREAM"),
		EXPECTED(socket_type, 0x80801, "SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK"),
		EXPECTED(socket_type, 0x42, "SOCK_DGRAM|0x40"),
		EXPECTED(socket_type, 0, "0"),
		EXPECTED(clone_flags, 0x1200011,
			 "CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD"),
		EXPECTED(clone_flags, 0x4111, "CLONE_VM|CLONE_VFORK|SIGCHLD"),
		EXPECTED(clone_flags, 0x20000000, "CLONE_NEWPID"),
		EXPECTED(clone_flags, 0x20000022, "CLONE_NEWPID|0x22"),
		EXPECTED(clone_flags, 0, "0"),
		EXPECTED(futex_op, 0, "FUTEX_WAIT"),
		EXPECTED(futex_op, 0x80, "FUTEX_WAIT_PRIVATE"),
		EXPECTED(futex_op, 0x81, "FUTEX_WAKE_PRIVATE"),
		EXPECTED(futex_op, 0x189, "FUTEX_WAIT_BITSET_PRIVATE|FUTEX_CLOCK_REALTIME"),
		EXPECTED(futex_op, 0xe3, "0xe3"),
		EXPECTED(futex2_flags, 0x82, "FUTEX2_SIZE_U32|FUTEX2_PRIVATE"),
		EXPECTED(sched_policy, 0, "SCHED_OTHER"),
		EXPECTED(sched_policy, 0x40000001, "SCHED_FIFO|SCHED_RESET_ON_FORK"),
		EXPECTED(statx_flags, 0x900,
			 "AT_STATX_SYNC_AS_STAT|AT_SYMLINK_NOFOLLOW|AT_NO_AUTOMOUNT"),
		EXPECTED(statx_flags, 0x3000, "AT_STATX_FORCE_SYNC|AT_EMPTY_PATH"),
		EXPECTED(fanotify_init_flags, 0x3, "FAN_CLASS_NOTIF|FAN_CLOEXEC|FAN_NONBLOCK"),
		EXPECTED(mount_flags, 0xc0ed0001, "MS_MGC_VAL|MS_RDONLY"),
		EXPECTED(mempolicy_mode, 0x8003, "MPOL_INTERLEAVE|MPOL_F_STATIC_NODES"),
		EXPECTED(ipc_cmd, 0x100, "IPC_64|IPC_RMID"),
		EXPECTED(ipc_cmd, 0x2, "IPC_STAT"),
		EXPECTED(shm_cmd, 0x10f, "IPC_64|SHM_STAT_ANY"),
		EXPECTED(sem_cmd, 0x10, "SETVAL"),
		EXPECTED(personality, 0x40008, "PER_LINUX32|ADDR_NO_RANDOMIZE"),
		EXPECTED(io_uring_register_op, 0x80000002,
			 "IORING_REGISTER_FILES|IORING_REGISTER_USE_REGISTERED_RING"),
	};

	names_expect(test, expected, ARRAY_SIZE(expected));
}

static void names_values(struct kunit *test)
{
	static const struct expected expected[] = {
		EXPECTED(errno, 1, "EPERM"),
		EXPECTED(errno, 11, "EAGAIN"),
		EXPECTED(errno, 35, "EDEADLK"),
		EXPECTED(errno, 95, "EOPNOTSUPP"),
		EXPECTED(errno, 512, "ERESTARTSYS"),
		EXPECTED(errno, 516, "ERESTART_RESTARTBLOCK"),
		EXPECTED(errno, 41, "0x29"),
		EXPECTED(errno, 0, "0"),
		EXPECTED(signals, 6, "SIGABRT"),
		EXPECTED(signals, 29, "SIGIO"),
		EXPECTED(signals, 31, "SIGSYS"),
		EXPECTED(signals, 34, "0x22"),
		EXPECTED(sigprocmask_how, 0, "SIG_BLOCK"),
		EXPECTED(sigprocmask_how, 2, "SIG_SETMASK"),
		EXPECTED(si_code, 0xfffffffa, "SI_TKILL"),
		EXPECTED(socket_family, 1, "AF_UNIX"),
		EXPECTED(socket_family, 10, "AF_INET6"),
		EXPECTED(socket_family, 16, "AF_NETLINK"),
		EXPECTED(socket_level, 1, "SOL_SOCKET"),
		EXPECTED(socket_options, 20, "SO_RCVTIMEO_OLD"),
		EXPECTED(socket_options, 26, "SO_ATTACH_FILTER"),
		EXPECTED(ip_proto, 0, "IPPROTO_IP"),
		EXPECTED(ip_proto, 262, "IPPROTO_MPTCP"),
		EXPECTED(tcp_options, 1, "TCP_NODELAY"),
		EXPECTED(lseek_whence, 2, "SEEK_END"),
		EXPECTED(lseek_whence, 77, "0x4d"),
		EXPECTED(fcntl_cmd, 1030, "F_DUPFD_CLOEXEC"),
		EXPECTED(fcntl_lock_type, 0, "F_RDLCK"),
		EXPECTED(dirfd, 0xffffff9c, "AT_FDCWD"),
		EXPECTED(stat_type, 0x8000, "S_IFREG"),
		EXPECTED(madvise, 0, "MADV_NORMAL"),
		EXPECTED(madvise, 4, "MADV_DONTNEED"),
		EXPECTED(clockid, 1, "CLOCK_MONOTONIC"),
		EXPECTED(rlimit, 7, "RLIMIT_NOFILE"),
		EXPECTED(rusage_who, 0, "RUSAGE_SELF"),
		EXPECTED(rusage_who, 0xffffffff, "RUSAGE_CHILDREN"),
		EXPECTED(prctl_option, 15, "PR_SET_NAME"),
		EXPECTED(prctl_option, 0x53564d41, "PR_SET_VMA"),
		KTRACE_ARCH_NAMES_EXPECTED,
		EXPECTED(epoll_ctl, 1, "EPOLL_CTL_ADD"),
		EXPECTED(ioctl_cmd, 0x5401, "TCGETS"),
		EXPECTED(ioctl_cmd, 0x5413, "TIOCGWINSZ"),
		EXPECTED(ioctl_cmd, 0x541b, "FIONREAD"),
		EXPECTED(ioctl_cmd, 0x80045430, "TIOCGPTN"),
		EXPECTED(ioctl_cmd, 0x8913, "SIOCGIFFLAGS"),
		EXPECTED(ioctl_cmd, 0xdeadbeef, "0xdeadbeef"),
		EXPECTED(reboot_cmd, 0xcdef0123, "LINUX_REBOOT_CMD_HALT"),
		EXPECTED(ptrace_request, 0x4206, "PTRACE_SEIZE"),
		EXPECTED(bpf_cmd, 5, "BPF_PROG_LOAD"),
		EXPECTED(key_spec, 0xffffffff, "KEY_SPEC_THREAD_KEYRING"),
		EXPECTED(idtype, 3, "P_PIDFD"),
		EXPECTED(ipc_call, 24, "SHMCTL"),
		EXPECTED(socketcall, 1, "SYS_SOCKET"),
	};

	names_expect(test, expected, ARRAY_SIZE(expected));
}

static void names_find(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, ktrace_names_find(KTRACE_NAMES_errno, 2), "ENOENT");
	KUNIT_EXPECT_NULL(test, ktrace_names_find(KTRACE_NAMES_errno, 0));
	KUNIT_EXPECT_NULL(test, ktrace_names_find(KTRACE_NAMES_errno, 4095));
	KUNIT_EXPECT_NULL(test, ktrace_names_find(KTRACE_NAMES_errno, -2ULL));
	KUNIT_EXPECT_STREQ(test, ktrace_names_find(KTRACE_NAMES_open_flags, 0), "O_RDONLY");
	KUNIT_EXPECT_STREQ(test, ktrace_names_find(KTRACE_NAMES_signals, 9), "SIGKILL");
	KUNIT_EXPECT_NULL(test, ktrace_names_find(KTRACE_NAMES_open_flags, 0x80001));
}

/* No table is empty, and no name occurs twice in a table. */
static void all_there(struct kunit *test)
{
	unsigned int next = 0;

	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(tables), KTRACE_NR_NAMES);
	for (unsigned int t = 0; t < ARRAY_SIZE(tables); t++) {
		const struct names_entry *all = entries + tables[t].first;

		KUNIT_EXPECT_EQ_MSG(test, tables[t].first, next, "%s", tables[t].name);
		KUNIT_EXPECT_GT_MSG(test, tables[t].count, 0, "%s", tables[t].name);
		next += tables[t].count;
		for (unsigned int i = 0; i < tables[t].count; i++) {
			for (unsigned int j = 0; j < i; j++)
				KUNIT_EXPECT_STRNEQ_MSG(test, all[i].name, all[j].name,
							"%s", tables[t].name);
		}
	}
	KUNIT_EXPECT_EQ(test, ARRAY_SIZE(entries), next);
}

/* Parse @text back to a number; fail for a name that occurs twice or is not in the table. */
static u64 names_parse(struct kunit *test, const struct table *table, const char *text)
{
	char *copy = test->priv + TEXT_SIZE, *part;
	u64 all = 0;

	strscpy(copy, text, TEXT_SIZE);
	while ((part = strsep(&copy, "|"))) {
		u64 value = 0;
		unsigned int i;

		for (i = 0; i < table->count; i++) {
			if (!strcmp(part, entries[table->first + i].name))
				break;
		}
		if (i < table->count)
			value = entries[table->first + i].value;
		else
			KUNIT_EXPECT_EQ_MSG(test, kstrtou64(part, 0, &value), 0, "%s: %s",
					    table->name, part);
		KUNIT_EXPECT_EQ_MSG(test, all & value, 0, "%s: %s", table->name, text);
		all |= value;
	}
	return all;
}

static void expect_same(struct kunit *test, const struct table *table, u64 value)
{
	const char *text = names_print(test, table->names, value);

	KUNIT_EXPECT_EQ_MSG(test, names_parse(test, table, text), value, "%s: %s", table->name,
			    text);
}

/* The text of any number can be parsed back to the number. */
static void names_inverse(struct kunit *test)
{
	struct rnd_state random;

	prandom_seed_state(&random, 1);
	for (unsigned int t = 0; t < ARRAY_SIZE(tables); t++) {
		const struct table *table = &tables[t];

		expect_same(test, table, 0);
		expect_same(test, table, U32_MAX);
		expect_same(test, table, U64_MAX);
		for (unsigned int bit = 0; bit < 64; bit++)
			expect_same(test, table, BIT_ULL(bit));
		for (unsigned int i = 0; i < 100; i++) {
			u64 value = prandom_u32_state(&random);

			expect_same(test, table, value);
			expect_same(test, table, value << 32);
			expect_same(test, table, value & 0xffff);
		}
	}
}

/* Every name can be found: no other name hides it. */
static void names_reachable(struct kunit *test)
{
	for (unsigned int t = 0; t < ARRAY_SIZE(tables); t++) {
		const struct table *table = &tables[t];

		for (unsigned int i = 0; i < table->count; i++) {
			const struct names_entry *entry = &entries[table->first + i];
			const char *text = names_print(test, table->names, entry->value);
			const char *at = strstr(text, entry->name);

			expect_same(test, table, entry->value);
			KUNIT_EXPECT_NOT_NULL_MSG(test, at, "%s: %s: %s", table->name,
						  entry->name, text);
			KUNIT_EXPECT_NULL_MSG(test, strstr(text, "0x"), "%s: %s",
					      table->name, text);
			KUNIT_EXPECT_NOT_NULL(test, ktrace_names_find(table->names,
								      entry->value));
		}
	}
}

/* A text without room is truncated, and nothing is written outside of the buffer. */
static void no_room(struct kunit *test)
{
	char *text = test->priv;
	struct seq_buf out;

	for (unsigned int size = 1; size < 48; size++) {
		memset(text, 0x5a, TEXT_SIZE);
		seq_buf_init(&out, text, size);
		ktrace_names_print(&out, KTRACE_NAMES_open_flags, 0x40090800);
		KUNIT_EXPECT_TRUE(test, seq_buf_has_overflowed(&out));
		KUNIT_EXPECT_NULL(test, memchr_inv(text + size, 0x5a, TEXT_SIZE - size));
	}
}

/* Two buffers: a text and a copy of it. */
static int names_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, 2 * TEXT_SIZE, GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case names_cases[] = {
	KUNIT_CASE(names_flags),
	KUNIT_CASE(names_fields),
	KUNIT_CASE(names_values),
	KUNIT_CASE(names_find),
	KUNIT_CASE(all_there),
	KUNIT_CASE(names_inverse),
	KUNIT_CASE(names_reachable),
	KUNIT_CASE(no_room),
	{}
};

static struct kunit_suite names_suite = {
	.name = "ktrace_names",
	.init = names_init,
	.test_cases = names_cases,
};

kunit_test_suite(names_suite);

MODULE_DESCRIPTION("KUnit tests of ktrace: names of flags and values");
MODULE_LICENSE("GPL");
