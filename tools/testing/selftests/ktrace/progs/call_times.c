// SPDX-License-Identifier: GPL-2.0
/*
 * call_times SCENE... - system calls that run, wait for a CPU, and block
 *
 * The program runs on CPU 0. Each SCENE makes one call that matters, between two calls of
 * getppid(), and prints a line with the name of the scene, the id of the task, the page
 * faults between the two, and the id of the task that must be the last to wake it, or 0:
 *
 *	nap	nanosleep(), ended by a timer
 *	spin	read() of much of /dev/zero
 *	compete	the same beside another busy task on the same CPU
 *	fault	read() of /dev/zero to memory that is not resident
 *	served	read() of /dev/zero to a page that a child named "server 1" fills after a nap, by
 *		userfaultfd()
 *	fed	read() of an empty pipe, into which a child named "feeder 1" writes
 *	seccomp	as fed, after the program has set a filter that allows all calls
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

#define NAP_NS		30000000
#define SPIN_BYTES	(16 << 20)
#define FAULT_PAGES	64

static char *spin_memory;
static int zero;

static long faults(void)
{
	struct rusage usage;

	need(!getrusage(RUSAGE_THREAD, &usage));
	return usage.ru_minflt + usage.ru_majflt;
}

static void nap(long ns)
{
	struct timespec time = { 0, ns };

	need(!syscall(SYS_nanosleep, &time, NULL));
}

static pid_t scene_nap(void)
{
	syscall(SYS_getppid);
	nap(NAP_NS);
	syscall(SYS_getppid);
	return 0;
}

static pid_t scene_spin(void)
{
	syscall(SYS_getppid);
	need(syscall(SYS_read, zero, spin_memory, SPIN_BYTES) == SPIN_BYTES);
	syscall(SYS_getppid);
	return 0;
}

static pid_t scene_compete(void)
{
	pid_t child = fork();

	need(child >= 0);
	if (!child)
		for (;;)
			;
	/* Let the child have its first turn. */
	nap(NAP_NS);
	scene_spin();
	kill(child, SIGKILL);
	need(waitpid(child, NULL, 0) == child);
	return 0;
}

static pid_t scene_fault(void)
{
	const size_t size = FAULT_PAGES * getpagesize();
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(memory != MAP_FAILED);
	madvise(memory, size, MADV_NOHUGEPAGE);
	syscall(SYS_getppid);
	need(syscall(SYS_read, zero, memory, size) == (long)size);
	syscall(SYS_getppid);
	munmap(memory, size);
	return 0;
}

/* Fill the page at the address of the first fault that @uffd reports. */
static void serve(int uffd)
{
	struct uffdio_zeropage zero_page = { .range.len = getpagesize() };
	struct uffd_msg msg;

	prctl(PR_SET_NAME, "server 1");
	need(read(uffd, &msg, sizeof(msg)) == sizeof(msg));
	need(msg.event == UFFD_EVENT_PAGEFAULT);
	nap(NAP_NS);
	zero_page.range.start = msg.arg.pagefault.address & -(unsigned long)getpagesize();
	need(!ioctl(uffd, UFFDIO_ZEROPAGE, &zero_page));
	_exit(0);
}

static pid_t scene_served(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register page = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int uffd = syscall(SYS_userfaultfd, 0);
	char *memory = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	need(uffd >= 0 && memory != MAP_FAILED);
	page.range.start = (unsigned long)memory;
	page.range.len = getpagesize();
	need(!ioctl(uffd, UFFDIO_API, &api));
	need(!ioctl(uffd, UFFDIO_REGISTER, &page));
	child = fork();
	need(child >= 0);
	if (!child)
		serve(uffd);
	syscall(SYS_getppid);
	need(syscall(SYS_read, zero, memory, 16) == 16);
	syscall(SYS_getppid);
	need(waitpid(child, NULL, 0) == child);
	close(uffd);
	return child;
}

static void feed(int to)
{
	prctl(PR_SET_NAME, "feeder 1");
	nap(NAP_NS);
	need(write(to, "x", 1) == 1);
	/* The name at the wakeup counts. */
	prctl(PR_SET_NAME, "gone");
	_exit(0);
}

static pid_t scene_fed(void)
{
	int ends[2];
	pid_t child;
	char byte;

	need(!pipe(ends));
	child = fork();
	need(child >= 0);
	if (!child)
		feed(ends[1]);
	syscall(SYS_getppid);
	need(syscall(SYS_read, ends[0], &byte, 1) == 1);
	syscall(SYS_getppid);
	need(waitpid(child, NULL, 0) == child);
	close(ends[0]);
	close(ends[1]);
	return child;
}

static pid_t scene_seccomp(void)
{
	struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = { 1, &allow };

	need(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	need(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
	return scene_fed();
}

static const struct {
	const char *name;
	pid_t (*play)(void);
} scenes[] = {
	{ "nap", scene_nap }, { "spin", scene_spin }, { "compete", scene_compete },
	{ "fault", scene_fault }, { "served", scene_served }, { "fed", scene_fed },
	{ "seccomp", scene_seccomp },
};

static void play(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(scenes); i++) {
		long before = faults();
		pid_t waker;

		if (strcmp(scenes[i].name, name))
			continue;
		waker = scenes[i].play();
		printf("%s %d %ld %d\n", name, getpid(), faults() - before, waker);
		fflush(stdout);
		return;
	}
	errx(1, "no scene %s", name);
}

int main(int argc, char **argv)
{
	cpu_set_t cpus;
	int i;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	need(!sched_setaffinity(0, sizeof(cpus), &cpus));
	/* Shared memory: fork() does not write-protect its pages. */
	spin_memory = mmap(NULL, SPIN_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			   -1, 0);
	need(spin_memory != MAP_FAILED);
	memset(spin_memory, 1, SPIN_BYTES);
	zero = open("/dev/zero", O_RDONLY);
	need(zero >= 0);
	/* The first fault of each kind happens here. */
	printf("ready %d 0 0\n", getpid());
	fflush(stdout);
	for (i = 1; i < argc; i++)
		play(argv[i]);
	return 0;
}
