// SPDX-License-Identifier: GPL-2.0
/*
 * calls SEED COUNT FILE - make COUNT system calls and log them
 *
 * Two threads, on different CPUs if the machine has two, make a random but repeatable
 * sequence of all kinds of calls in kinds[] below. Each thread makes half of COUNT, and
 * no other calls in between: no C library, no signals. The threads keep arguments and
 * results in memory; the program then writes them to FILE, one call per line:
 *
 *	TID NAME(ARG,ARG,...) = RESULT
 *
 * The arguments are the register values in hexadecimal, the result is the kernel's
 * return value in decimal. Two failing calls of prctl(), MARK_BEGIN and MARK_END,
 * enclose the sequence of each thread.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MARK_BEGIN	0x6b740000L
#define MARK_END	0x6b740001L
#define THREADS		2

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* The kinds of random arguments. */
enum what {
	ZERO,
	SMALL,		/* 0 to 15 */
	WORD,		/* any 64 bits */
	BADFD,		/* a descriptor that is not open */
	ANYFD,		/* a descriptor that may be open */
	NULLFD,		/* descriptor of /dev/null, open for reading and writing */
	ZEROFD,		/* descriptor of /dev/zero, open for reading and writing */
	BUF,		/* 256 bytes that may be overwritten */
	LEN,		/* 1 to 64 */
	PATH,		/* an existing path */
	NOPATH,		/* a path that does not exist */
	BADPTR,		/* an address that is not mapped */
	CWD,		/* AT_FDCWD */
	PAGE,		/* address of a mapped page */
	PAGELEN,	/* size of that page */
	SELF,		/* own process id */
	NOPID,		/* the id of no process */
	MAPFLAGS,	/* MAP_PRIVATE | MAP_ANONYMOUS */
	RDWR,		/* O_RDWR or PROT_* of the same value */
};

struct kind {
	const char *name;
	long nr;
	int nargs;
	unsigned char what[6];
};

#define KIND(name, nargs, ...)	{ #name, SYS_##name, nargs, { __VA_ARGS__ } }

static const struct kind kinds[] = {
	KIND(getpid, 0),
	KIND(gettid, 0),
	KIND(getuid, 0),
	KIND(getegid, 0),
	KIND(getppid, 0),
	KIND(sched_yield, 0),
	KIND(umask, 1, SMALL),
	KIND(dup, 1, NULLFD),
	KIND(dup, 1, BADFD),
	KIND(close, 1, BADFD),
	KIND(close, 1, ANYFD),
	KIND(uname, 1, BUF),
	KIND(uname, 1, BADPTR),
	KIND(chdir, 1, NOPATH),
	KIND(times, 1, ZERO),
	KIND(sysinfo, 1, BUF),
	KIND(getpgid, 1, NOPID),
	KIND(eventfd2, 2, WORD, WORD),
	KIND(open, 3, PATH, RDWR, ZERO),
	KIND(open, 3, NOPATH, ZERO, WORD),
	KIND(access, 2, PATH, ZERO),
	KIND(stat, 2, PATH, BUF),
	KIND(fstat, 2, NULLFD, BUF),
	KIND(getcwd, 2, BUF, LEN),
	KIND(kill, 2, SELF, ZERO),
	KIND(kill, 2, NOPID, SMALL),
	KIND(clock_gettime, 2, ZERO, BUF),
	KIND(clock_getres, 2, WORD, BADPTR),
	KIND(munmap, 2, WORD, WORD),
	KIND(read, 3, ZEROFD, BUF, LEN),
	KIND(read, 3, BADFD, BUF, LEN),
	KIND(write, 3, NULLFD, BUF, LEN),
	KIND(write, 3, BADFD, BADPTR, WORD),
	KIND(lseek, 3, NULLFD, SMALL, ZERO),
	KIND(readlink, 3, PATH, BUF, LEN),
	KIND(mprotect, 3, PAGE, PAGELEN, RDWR),
	KIND(madvise, 3, PAGE, PAGELEN, ZERO),
	KIND(mincore, 3, PAGE, PAGELEN, BUF),
	KIND(fcntl, 3, NULLFD, SMALL, ZERO),
	KIND(ioctl, 3, NULLFD, WORD, WORD),
	KIND(poll, 3, ZERO, ZERO, ZERO),
	KIND(socket, 3, WORD, WORD, WORD),
	KIND(getrandom, 3, BUF, LEN, ZERO),
	KIND(openat, 4, CWD, PATH, RDWR, ZERO),
	KIND(openat, 4, BADFD, NOPATH, WORD, WORD),
	KIND(newfstatat, 4, CWD, PATH, BUF, ZERO),
	KIND(pread64, 4, ZEROFD, BUF, LEN, SMALL),
	KIND(rt_sigprocmask, 4, WORD, ZERO, ZERO, WORD),
	KIND(prlimit64, 4, ZERO, SMALL, ZERO, BUF),
	KIND(prctl, 5, WORD, WORD, WORD, WORD, WORD),
	KIND(mmap, 6, ZERO, PAGELEN, RDWR, MAPFLAGS, WORD, ZERO),
	KIND(mmap, 6, WORD, WORD, WORD, WORD, WORD, WORD),
	KIND(futex, 6, BUF, WORD, WORD, WORD, WORD, WORD),
};

struct entry {
	const struct kind *kind;
	unsigned long args[6];
	long ret;
};

static const struct kind mark = KIND(prctl, 5);

static struct thread {
	pthread_t thread;
	uint64_t random;
	int cpu;
	int tid;
	long count;
	struct entry *log;
	char buf[512];
} threads[THREADS];

static const char path[] = "/dev/null", nopath[] = "/nowhere/to/be/found";
static int nullfd, zerofd;
static void *page;
static pthread_barrier_t barrier;

static inline long call(long nr, const unsigned long *a)
{
	register unsigned long r10 asm("r10") = a[3];
	register unsigned long r8 asm("r8") = a[4];
	register unsigned long r9 asm("r9") = a[5];
	long ret;

	asm volatile("syscall"
		     : "=a"(ret)
		     : "0"(nr), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
		     : "rcx", "r11", "memory");
	return ret;
}

/* xorshift64* */
static uint64_t draw(struct thread *t)
{
	t->random ^= t->random >> 12;
	t->random ^= t->random << 25;
	t->random ^= t->random >> 27;
	return t->random * 0x2545f4914f6cdd1dULL;
}

static unsigned long argument(struct thread *t, enum what what)
{
	unsigned long r = draw(t);

	switch (what) {
	case SMALL:	return r & 15;
	/* Avoid values that could be a valid number or address by accident. */
	case WORD:	return r | 0x5a00000040000000UL;
	case BADFD:	return 0x10000 + (r & 0xffff);
	case ANYFD:	return 32 + (r & 63);
	case NULLFD:	return nullfd;
	case ZEROFD:	return zerofd;
	case BUF:	return (unsigned long)t->buf;
	case LEN:	return 1 + (r & 63);
	case PATH:	return (unsigned long)path;
	case NOPATH:	return (unsigned long)nopath;
	case BADPTR:	return 0xdead0000 + (r & 0xfff);
	case CWD:	return (unsigned long)AT_FDCWD;
	case PAGE:	return (unsigned long)page;
	case PAGELEN:	return 4096;
	case SELF:	return getpid();
	case NOPID:	return 0x3ffffff0 + (r & 15);
	case MAPFLAGS:	return MAP_PRIVATE | MAP_ANONYMOUS;
	case RDWR:	return 2;
	default:	return 0;
	}
}

static void plan(struct thread *t)
{
	long i, k, a;

	for (i = 0; i < t->count; i++) {
		struct entry *e = &t->log[i];

		/* Use every kind once, then a random kind. */
		k = i < (long)ARRAY_SIZE(kinds) ? i : (long)(draw(t) % ARRAY_SIZE(kinds));
		e->kind = &kinds[k];
		for (a = 0; a < e->kind->nargs; a++)
			e->args[a] = argument(t, e->kind->what[a]);
	}
}

static void *run(void *arg)
{
	struct thread *t = arg;
	unsigned long begin[6] = { MARK_BEGIN }, end[6] = { MARK_END };
	cpu_set_t cpus;
	long i;

	CPU_ZERO(&cpus);
	CPU_SET(t->cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	t->tid = gettid();
	plan(t);
	pthread_barrier_wait(&barrier);

	call(mark.nr, begin);
	for (i = 0; i < t->count; i++)
		t->log[i].ret = call(t->log[i].kind->nr, t->log[i].args);
	call(mark.nr, end);
	return NULL;
}

static void print(FILE *out, int tid, const struct entry *e)
{
	int a;

	fprintf(out, "%d %s(", tid, e->kind->name);
	for (a = 0; a < e->kind->nargs; a++)
		fprintf(out, "%s%lx", a ? "," : "", e->args[a]);
	fprintf(out, ") = %ld\n", e->ret);
}

static void print_thread(FILE *out, const struct thread *t)
{
	struct entry e = { &mark, { MARK_BEGIN }, -EINVAL };
	long i;

	print(out, t->tid, &e);
	for (i = 0; i < t->count; i++)
		print(out, t->tid, &t->log[i]);
	e.args[0] = MARK_END;
	print(out, t->tid, &e);
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

int main(int argc, char **argv)
{
	int i, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	FILE *out;

	if (argc != 4) {
		fprintf(stderr, "usage: calls SEED COUNT FILE\n");
		return 2;
	}
	out = fopen(argv[3], "w");
	if (!out)
		die(argv[3]);
	/* Keep these descriptors away from the range that the calls open and close. */
	nullfd = fcntl(open("/dev/null", O_RDWR), F_DUPFD, 200);
	zerofd = fcntl(open("/dev/zero", O_RDWR), F_DUPFD, 200);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (nullfd < 0 || zerofd < 0 || page == MAP_FAILED)
		die("setting up");
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (i = 0; i < THREADS; i++) {
		struct thread *t = &threads[i];

		t->cpu = i % cpus;
		t->random = strtoull(argv[1], NULL, 0) * 2 * THREADS + 2 * i + 1;
		t->count = atol(argv[2]) / THREADS;
		t->log = calloc(t->count, sizeof(*t->log));
		if (!t->log || pthread_create(&t->thread, NULL, run, t))
			die("a thread");
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i].thread, NULL);
	for (i = 0; i < THREADS; i++)
		print_thread(out, &threads[i]);
	if (fclose(out))
		die(argv[3]);
	return 0;
}
