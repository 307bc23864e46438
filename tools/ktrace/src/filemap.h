/* SPDX-License-Identifier: GPL-2.0 */
/* Give back the memory of a file that libtracecmd has mapped. */
#ifndef _KTRACE_FILEMAP_H
#define _KTRACE_FILEMAP_H

struct filemap;

struct filemap *filemap_open(const char *name);
void filemap_close(struct filemap *map);
void filemap_used(struct filemap *map, unsigned int cpu, const void *data);

#endif /* _KTRACE_FILEMAP_H */
