// SPDX-License-Identifier: GPL-2.0
/*
 * packet_cost COUNT - measure a datagram to oneself
 *
 * A process on one CPU sends bytes to its own socket and receives them. Prints
 * nanoseconds, the average over COUNT datagrams; the minimum of several runs.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#define RUNS	10

static int connected(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t len = sizeof(address);
	struct ifreq up = { .ifr_name = "lo" };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || ioctl(fd, SIOCGIFFLAGS, &up))
		return -1;
	up.ifr_flags |= IFF_UP;
	if (ioctl(fd, SIOCSIFFLAGS, &up) ||
	    bind(fd, (struct sockaddr *)&address, len) ||
	    getsockname(fd, (struct sockaddr *)&address, &len) ||
	    connect(fd, (struct sockaddr *)&address, len))
		return -1;
	return fd;
}

int main(int argc, char **argv)
{
	struct timespec from, to;
	double least = 0;
	cpu_set_t set;
	long count, n;
	int fd, i;

	if (argc != 2 || atol(argv[1]) < 1) {
		fprintf(stderr, "usage: packet_cost COUNT\n");
		return 2;
	}
	count = atol(argv[1]);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	fd = connected();
	if (fd < 0 || sched_setaffinity(0, sizeof(set), &set))
		return 1;
	for (i = 0; i < RUNS; i++) {
		char bytes[32] = { 0 };
		double ns;

		clock_gettime(CLOCK_MONOTONIC, &from);
		for (n = 0; n < count; n++)
			if (send(fd, bytes, sizeof(bytes), 0) != sizeof(bytes) ||
			    recv(fd, bytes, sizeof(bytes), 0) != sizeof(bytes))
				return 1;
		clock_gettime(CLOCK_MONOTONIC, &to);
		ns = ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) / count;
		if (!i || ns < least)
			least = ns;
	}
	printf("%.2f\n", least);
	return 0;
}
