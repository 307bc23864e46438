// SPDX-License-Identifier: GPL-2.0
/*
 * map_others RAW SIZE OTHER - map a ring while another is replaced
 *
 * One process resizes a buffer by the file SIZE all the time, and a second one maps and unmaps its
 * ring RAW (trace_pipe_raw), which waits for the new ring. Meanwhile the program maps and unmaps
 * OTHER, a ring of another instance, and prints how often it had to sleep for that. Ends after
 * 100 mappings of RAW that had to sleep. Exit status: 0 if all went well.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLEEPS 100

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw;
}

/* Map and unmap the ring once. Return: how often the process slept. */
static long map_once(int fd)
{
	long before = sleeps();
	void *at = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		die("mmap");
	munmap(at, getpagesize());
	return sleeps() - before;
}

/* The resize fails while the ring is mapped. */
static void resize(const char *path)
{
	unsigned int i;
	int fd;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (i = 0;; i++) {
		const char *kb = i & 1 ? "64" : "128";

		fd = open(path, O_WRONLY);
		if (fd < 0)
			die(path);
		if (write(fd, kb, strlen(kb)) < 0)
			usleep(100);
		close(fd);
	}
}

static void map_until(const char *path)
{
	int fd = open(path, O_RDONLY), n = 0;

	if (fd < 0)
		die(path);
	while (n < SLEEPS) {
		n += !!map_once(fd);
		/* Let the resize begin. */
		usleep(1000);
	}
	exit(0);
}

int main(int argc, char **argv)
{
	pid_t resizer, mapper;
	int fd, status;
	long slept = 0;

	if (argc != 4)
		return 2;
	fd = open(argv[3], O_RDONLY);
	if (fd < 0)
		die(argv[3]);
	resizer = fork();
	if (!resizer)
		resize(argv[2]);
	mapper = fork();
	if (!mapper)
		map_until(argv[1]);
	while (!waitpid(mapper, &status, WNOHANG))
		slept += map_once(fd);
	kill(resizer, SIGKILL);
	printf("%ld\n", slept);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}
