// SPDX-License-Identifier: GPL-2.0
/*
 * Names of cgroups by their numbers.
 *
 * The number of a cgroup is the inode number of its directory in the default hierarchy, and is
 * never used again. A cgroup keeps its name while it exists; the name of a removed one is
 * remembered, also that it was removed before its name was known.
 */
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <linux/magic.h>

#include "cgroups.h"
#include "util.h"

/**
 * struct cgroup - a cgroup that has been seen
 * @id:		its number
 * @name:	its path below the mount point
 */
struct cgroup {
	unsigned long long id;
	char	*name;
};

static struct cgroup *cgroups;
static size_t nr_cgroups;

static const char *find(unsigned long long id)
{
	size_t i;

	for (i = 0; i < nr_cgroups; i++)
		if (cgroups[i].id == id)
			return cgroups[i].name;
	return NULL;
}

/* Where the default hierarchy is mounted; NULL if it is not. */
static const char *mount_point(void)
{
	static const char * const places[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	struct statfs fs;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!statfs(places[i], &fs) && fs.f_type == CGROUP2_SUPER_MAGIC)
			return places[i];
	return NULL;
}

static void add(unsigned long long id, char *name)
{
	cgroups = grow(cgroups, nr_cgroups, sizeof(*cgroups));
	cgroups[nr_cgroups].id = id;
	cgroups[nr_cgroups++].name = name;
}

/* Learn the names of all cgroups that are there. */
static void scan(void)
{
	const char *place = mount_point();
	char *const paths[] = { (char *)place, NULL };
	FTS *tree = place ? fts_open(paths, FTS_PHYSICAL, NULL) : NULL;
	FTSENT *entry;

	while (tree && (entry = fts_read(tree))) {
		const char *name = entry->fts_path + strlen(place);

		if (entry->fts_info != FTS_D || find(entry->fts_statp->st_ino))
			continue;
		add(entry->fts_statp->st_ino, strdup_or_die(*name ? name : "/"));
	}
	if (tree)
		fts_close(tree);
}

/**
 * cgroup_name - name of a cgroup
 * @id:		its number
 *
 * Return: its path below the mount point, in new memory; "(cgroup ID)" if it is unknown.
 */
char *cgroup_name(unsigned long long id)
{
	if (!find(id))
		scan();
	if (!find(id))
		add(id, print_new("(cgroup %llu)", id));
	return strdup_or_die(find(id));
}
