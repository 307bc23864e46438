/* SPDX-License-Identifier: GPL-2.0 */
/* Give back the memory of a file that libtracecmd has mapped. */
#ifndef _KTRACE_FILEMAP_H
#define _KTRACE_FILEMAP_H

/* CPUs of a file whose records count for the memory and for the bar. */
#define FILE_CPUS_MAX	256

struct filemap;

struct filemap *filemap_open(const char *name);
void filemap_close(struct filemap *map);
void filemap_used(struct filemap *map, unsigned int cpu, const void *data);

#endif /* _KTRACE_FILEMAP_H */
