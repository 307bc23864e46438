// SPDX-License-Identifier: GPL-2.0
/*
 * The function that creates the directories of events, by its name in ftrace: clients and the
 * tests of ftrace put probes there.  Not built in kernels with ftrace, which have it already.
 */
#include "fs/dir.h"

/**
 * tracefs_create_dir - create a directory that no task can see yet
 * @name:	as for ktrace_dir_create()
 * @type:	as for ktrace_dir_create()
 * @data:	as for ktrace_dir_create()
 *
 * Return: as ktrace_dir_create().
 */
struct ktrace_dir *tracefs_create_dir(const char *name, const struct ktrace_dir_type *type,
				      void *data)
{
	return ktrace_dir_create(name, type, data);
}
