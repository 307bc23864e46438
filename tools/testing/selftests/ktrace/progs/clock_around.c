// SPDX-License-Identifier: GPL-2.0
/*
 * clock_around TRACE WHAT N SLACK - do records have stamps of the selected clock?
 *
 * Calls getppid() N times and reads the clock WHAT before and after each call, through
 * an interface other than the tracer. Then TRACE must contain N records "sys_getppid()"
 * of this process. The stamp of each record must lie between the two readings, with a
 * tolerance of SLACK nanoseconds or units of the clock.
 *
 * WHAT is CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME or CLOCK_TAI
 * (clock_gettime()); kmsg (the stamps of /dev/kmsg, taken from local_clock()); tsc;
 * jiffies (/proc/timer_list); or count, whose stamps must be consecutive numbers.
 *
 * Prints the smallest and largest distance between a stamp and the preceding reading,
 * and the first and last stamp. The program stays on one CPU.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if __has_include(<x86intrin.h>)
#include <x86intrin.h>
#define HAVE_TSC
#endif

#define MAX	1000

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static int64_t read_kmsg(void)
{
	static const char mark[] = "<7>clock_around\n";
	static int in = -1, out = -1;
	char record[8192];
	int64_t us;
	ssize_t n;

	if (in < 0) {
		in = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
		out = open("/dev/kmsg", O_WRONLY);
		if (in < 0 || out < 0)
			die("/dev/kmsg");
	}
	lseek(in, 0, SEEK_END);
	if (write(out, mark, sizeof(mark) - 1) < 0)
		die("/dev/kmsg");
	do {
		n = read(in, record, sizeof(record) - 1);
		if (n < 0)
			die("/dev/kmsg (printk_devkmsg?)");
		record[n] = 0;
	} while (!strstr(record, ";clock_around"));
	if (sscanf(record, "%*u,%*u,%" SCNd64, &us) != 1)
		die("a record of /dev/kmsg");
	return us * 1000;
}

static int64_t read_jiffies(void)
{
	FILE *file = fopen("/proc/timer_list", "r");
	int64_t ticks = -1;
	char line[256];

	if (!file)
		die("/proc/timer_list");
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "jiffies: %" SCNd64, &ticks) == 1)
			break;
	fclose(file);
	if (ticks == -1)
		die("jiffies in /proc/timer_list");
	return ticks;
}

static int64_t read_posix(clockid_t id)
{
	struct timespec ts;

	if (clock_gettime(id, &ts))
		die("clock_gettime");
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static int64_t read_clock(const char *what)
{
	if (!strcmp(what, "CLOCK_MONOTONIC"))
		return read_posix(CLOCK_MONOTONIC);
	if (!strcmp(what, "CLOCK_MONOTONIC_RAW"))
		return read_posix(CLOCK_MONOTONIC_RAW);
	if (!strcmp(what, "CLOCK_BOOTTIME"))
		return read_posix(CLOCK_BOOTTIME);
	if (!strcmp(what, "CLOCK_TAI"))
		return read_posix(CLOCK_TAI);
	if (!strcmp(what, "kmsg"))
		return read_kmsg();
	if (!strcmp(what, "jiffies"))
		return read_jiffies();
#ifdef HAVE_TSC
	if (!strcmp(what, "tsc"))
		return __rdtsc();
#endif
	return 0;
}

/* Parse the stamp before ": sys_getppid". A stamp with a fraction is converted to ns. */
static int64_t stamp_in(const char *line)
{
	const char *end = strstr(line, ": sys_getppid("), *begin = end;
	long long whole;
	int us, got;

	while (begin > line && begin[-1] != ' ')
		begin--;
	got = sscanf(begin, "%lld.%6d", &whole, &us);
	if (got == 2)
		return whole * 1000000000 + us * 1000LL;
	if (got != 1) {
		fprintf(stderr, "no stamp: %s", line);
		exit(2);
	}
	return whole;
}

/* jiffies start at -300 seconds, modulo 2^32. */
static int64_t ticks_began(int64_t ticks, int64_t stamp)
{
	static const int hz[] = { 100, 250, 300, 1000 };
	int64_t seconds = (1LL << 32) - (ticks - stamp);
	unsigned int i;

	for (i = 0; i < sizeof(hz) / sizeof(*hz); i++)
		if (llabs(seconds - 300 * hz[i]) < hz[i])
			return (1LL << 32) - 300 * hz[i];
	fprintf(stderr, "jiffies %" PRId64 " at %" PRId64 "\n", ticks, stamp);
	exit(1);
}

int main(int argc, char **argv)
{
	static int64_t before[MAX], after[MAX];
	int64_t stamp = 0, first = 0, last = 0, least = INT64_MAX, most = INT64_MIN;
	int64_t slack;
	char line[1024], task[32];
	const char *what;
	cpu_set_t cpus;
	int i, n;
	FILE *trace;

	if (argc != 5) {
		fprintf(stderr, "usage: clock_around TRACE WHAT N SLACK\n");
		return 2;
	}
	what = argv[2];
	n = atoi(argv[3]);
	slack = atoll(argv[4]);
	/* Both the trace and /dev/kmsg have a resolution of microseconds. */
	if (strcmp(what, "tsc") && strcmp(what, "jiffies"))
		slack += 1000;
	if (n < 1 || n > MAX)
		return 2;
	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);

	for (i = 0; i < n; i++) {
		before[i] = read_clock(what);
		syscall(SYS_getppid);
		after[i] = read_clock(what);
		/* Spread the calls over the time of many pages and time bases. */
		if (i % 4 == 3)
			usleep(1000);
	}

	trace = fopen(argv[1], "r");
	if (!trace)
		die(argv[1]);
	snprintf(task, sizeof(task), "-%d ", getpid());
	for (i = 0; fgets(line, sizeof(line), trace);) {
		if (!strstr(line, task) || !strstr(line, ": sys_getppid("))
			continue;
		if (i == n) {
			fprintf(stderr, "more than %d records\n", n);
			return 1;
		}
		last = stamp;
		stamp = stamp_in(line);
		if (!i) {
			first = stamp;
		} else if (stamp < last || (!strcmp(what, "count") && stamp != last + 1)) {
			fprintf(stderr, "record %d: %" PRId64 " after %" PRId64 "\n", i,
				stamp, last);
			return 1;
		}
		if (!strcmp(what, "jiffies")) {
			int64_t began = ticks_began(before[i], stamp);

			before[i] -= began;
			after[i] -= began;
		}
		if (strcmp(what, "count")) {
			if (stamp + slack < before[i] || stamp - slack > after[i]) {
				fprintf(stderr, "record %d: %" PRId64 " is not in %" PRId64
					"..%" PRId64 "\n", i, stamp, before[i], after[i]);
				return 1;
			}
			if (stamp - before[i] < least)
				least = stamp - before[i];
			if (stamp - before[i] > most)
				most = stamp - before[i];
		}
		i++;
	}
	if (i != n) {
		fprintf(stderr, "%d records, wanted %d\n", i, n);
		return 1;
	}
	if (!strcmp(what, "count"))
		least = most = 1;
	printf("%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", least, most, first, stamp);
	return 0;
}
