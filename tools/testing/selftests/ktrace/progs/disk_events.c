// SPDX-License-Identifier: GPL-2.0
/*
 * disk_events PIDS DIR - hit the tracepoints of a file system on a disk
 * disk_events -s PIDS  - move memory to swap and back
 *
 * The program skips operations that the file system does not support, and appends its
 * task id to the file PIDS. Exit status: 0 unless an operation failed that every file
 * system supports.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "need.h"

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT	21
#endif

#define BLOCK		4096
#define FILE_BYTES	(1 << 20)
#define SWAPPED_BYTES	(1 << 19)

static void tell_pid(const char *pids)
{
	char line[16];
	int fd = open(pids, O_WRONLY | O_APPEND);
	int len = sprintf(line, "%d\n", getpid());

	need(fd >= 0);
	need(write(fd, line, len) == len);
	close(fd);
}

static void *block_aligned(size_t bytes)
{
	void *memory = aligned_alloc(BLOCK, bytes);

	need(memory);
	memset(memory, 'k', bytes);
	return memory;
}

/* Write with and without the page cache, into holes and into preallocated space. */
static void contents(void)
{
	struct {
		struct fiemap map;
		struct fiemap_extent extents[8];
	} extents = { .map.fm_length = ~0ULL, .map.fm_extent_count = 8 };
	char *memory = block_aligned(16 * BLOCK);
	int fd = open("contents", O_RDWR | O_CREAT, 0600), direct;
	char *map;

	need(fd >= 0);
	need(write(fd, memory, 16 * BLOCK) == 16 * BLOCK);
	need(!fdatasync(fd));
	need(pwrite(fd, memory, 100, FILE_BYTES) == 100);
	sync_file_range(fd, 0, FILE_BYTES, SYNC_FILE_RANGE_WRITE);
	need(!fsync(fd));
	fallocate(fd, 0, FILE_BYTES, FILE_BYTES);
	fallocate(fd, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, BLOCK, 2 * BLOCK);
	fallocate(fd, FALLOC_FL_ZERO_RANGE, 4 * BLOCK, BLOCK);
	fallocate(fd, FALLOC_FL_INSERT_RANGE, 0, 2 * BLOCK);
	fallocate(fd, FALLOC_FL_COLLAPSE_RANGE, 0, 2 * BLOCK);
	need(lseek(fd, 0, SEEK_HOLE) >= 0);
	ioctl(fd, FS_IOC_FIEMAP, &extents);
	map = mmap(NULL, 4 * BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	need(map != MAP_FAILED);
	map[BLOCK] = 1;
	need(!msync(map, 4 * BLOCK, MS_SYNC));
	need(!munmap(map, 4 * BLOCK));
	direct = open("contents", O_RDWR | O_DIRECT);
	if (direct >= 0) {
		need(pwrite(direct, memory, 4 * BLOCK, 0) == 4 * BLOCK);
		need(pread(direct, memory, 4 * BLOCK, 0) == 4 * BLOCK);
		close(direct);
	}
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	need(pread(fd, memory, BLOCK, 0) == BLOCK);
	need(!ftruncate(fd, 3 * BLOCK + 17));
	need(!fsync(fd));
	close(fd);
	free(memory);
}

static void names(void)
{
	DIR *entries;
	char path[32];
	int i, fd;

	need(!mkdir("folder", 0700));
	for (i = 0; i < 20; i++) {
		sprintf(path, "folder/file%d", i);
		fd = open(path, O_WRONLY | O_CREAT, 0600);
		need(fd >= 0);
		need(write(fd, path, sizeof(path)) == sizeof(path));
		close(fd);
	}
	entries = opendir("folder");
	need(entries);
	while (readdir(entries))
		;
	closedir(entries);
	need(!rename("folder/file0", "folder/renamed"));
	need(!link("folder/renamed", "folder/linked"));
	need(!symlink("renamed", "folder/symbolic"));
	setxattr("folder/renamed", "trusted.ktrace", "value", 5, 0);
	need(!chmod("folder/renamed", 0400));
	need(!unlink("folder/symbolic"));
	need(!unlink("folder/linked"));
	need(!unlink("folder/renamed"));
	for (i = 1; i < 20; i++) {
		sprintf(path, "folder/file%d", i);
		need(!unlink(path));
	}
	need(!rmdir("folder"));
}

static void whole(void)
{
	struct fstrim_range range = { .len = ~0ULL };
	int fd = open(".", O_RDONLY | O_DIRECTORY);

	need(fd >= 0);
	ioctl(fd, FITRIM, &range);
	need(!syncfs(fd));
	close(fd);
}

static void swap(void)
{
	char *memory = mmap(NULL, SWAPPED_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t at;

	need(memory != MAP_FAILED);
	for (at = 0; at < SWAPPED_BYTES; at += BLOCK)
		memory[at] = at / BLOCK;
	need(!madvise(memory, SWAPPED_BYTES, MADV_PAGEOUT));
	for (at = 0; at < SWAPPED_BYTES; at += BLOCK)
		need(memory[at] == (char)(at / BLOCK));
}

int main(int argc, char **argv)
{
	if (argc != 3)
		errx(2, "usage: disk_events PIDS DIR, or -s PIDS");
	if (!strcmp(argv[1], "-s")) {
		tell_pid(argv[2]);
		swap();
		return 0;
	}
	tell_pid(argv[1]);
	need(!chdir(argv[2]));
	contents();
	names();
	whole();
	return 0;
}
