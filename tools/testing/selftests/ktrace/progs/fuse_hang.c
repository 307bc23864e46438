// SPDX-License-Identifier: GPL-2.0
/*
 * fuse_hang DIR - mount a file system on DIR that answers no request but the first
 *
 * Prints "mounted", and "asked" for each request that it does not answer.  When the program is
 * killed, the requests fail.
 */
#include <fcntl.h>
#include <linux/fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static void answer(int fd, const struct fuse_in_header *in)
{
	struct {
		struct fuse_out_header head;
		struct fuse_init_out init;
	} out = {
		.head = { .len = sizeof(out), .unique = in->unique },
		.init = { .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION,
			  .max_write = 4096 },
	};

	if (write(fd, &out, sizeof(out)) != sizeof(out)) {
		perror("FUSE_INIT");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static char request[65536];
	int fd = open("/dev/fuse", O_RDWR);
	char options[64];

	if (argc != 2)
		return 2;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (fd < 0 || mount("fuse_hang", argv[1], "fuse", 0, options)) {
		perror(argv[1]);
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("mounted");
	while (read(fd, request, sizeof(request)) > 0) {
		const struct fuse_in_header *in = (void *)request;

		if (in->opcode == FUSE_INIT)
			answer(fd, in);
		else
			puts("asked");
	}
	return 0;
}
