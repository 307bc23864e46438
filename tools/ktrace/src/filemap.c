// SPDX-License-Identifier: GPL-2.0
/*
 * Give back the memory of a file that libtracecmd has mapped.
 *
 * libtracecmd maps the data of a file in large pieces. Without this file the pages of all
 * records that have been read stay mapped, so that the memory grows with the file. The kernel
 * reads a page again if somebody looks at it again.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "filemap.h"
#include "util.h"

/* How much of a CPU's data may be mapped behind the record that is being read. */
#define BEHIND		0x100000

/**
 * struct piece - the mapping that has the records of a CPU
 * @from:	the first byte that has not been given back
 * @end:	end of the mapping
 */
struct piece {
	unsigned long from;
	unsigned long end;
};

/**
 * struct filemap - the mappings of a file
 * @file:	the file
 * @page:	size of a page
 * @none:	the records are not in a mapping of the file
 * @piece:	for each CPU its mapping
 */
struct filemap {
	struct stat	file;
	unsigned long	page;
	bool		none;
	struct piece	piece[FILE_CPUS_MAX];
};

/* Prepare for the records of a file. */
struct filemap *filemap_open(const char *name)
{
	struct filemap *map = zalloc(sizeof(*map));

	map->page = sysconf(_SC_PAGESIZE);
	map->none = stat(name, &map->file) != 0;
	return map;
}

/* Free what filemap_open() returned. */
void filemap_close(struct filemap *map)
{
	free(map);
}

/* Find the mapping of the file that contains an address. */
static bool find_mapping(const struct filemap *map, unsigned long at, struct piece *found)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned int major_nr, minor_nr;
	unsigned long long inode;
	struct piece piece = { 0 };
	bool is_found = false;

	while (maps && !is_found &&
	       fscanf(maps, "%lx-%lx %*s %*s %x:%x %llu%*[^\n]", &piece.from, &piece.end,
		      &major_nr, &minor_nr, &inode) == 5)
		is_found = at >= piece.from && at < piece.end && inode == map->file.st_ino &&
			   makedev(major_nr, minor_nr) == map->file.st_dev;
	if (maps)
		fclose(maps);
	*found = piece;
	return is_found;
}

/**
 * filemap_used - give back what lies before a record
 * @map:	the mappings
 * @cpu:	CPU of the record
 * @data:	the record
 *
 * Does nothing if libtracecmd has copied the records, as of a compressed file. libtracecmd may
 * have replaced a mapping since the last call, so this function asks the kernel where the
 * mapping is before it gives pages back: other mappings must stay.
 */
void filemap_used(struct filemap *map, unsigned int cpu, const void *data)
{
	unsigned long at = (unsigned long)data & ~(map->page - 1);
	struct piece *piece, mapping;

	if (map->none || cpu >= FILE_CPUS_MAX)
		return;
	piece = &map->piece[cpu];
	if (at >= piece->from && at < piece->end && at - piece->from < BEHIND)
		return;
	if (!find_mapping(map, at, &mapping)) {
		map->none = true;
		return;
	}
	if (at < piece->from || at >= piece->end) {
		/* The first record of the mapping. */
		piece->from = at;
	} else {
		if (piece->from < mapping.from)
			piece->from = mapping.from;
		madvise((void *)piece->from, at - piece->from, MADV_DONTNEED);
		piece->from = at;
	}
	piece->end = mapping.end;
}
