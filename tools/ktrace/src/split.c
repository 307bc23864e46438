// SPDX-License-Identifier: GPL-2.0
/*
 * An output file for each task, FILE.PID: -ff.
 *
 * A file is closed when its task exits, and also when many files are open. It is opened
 * again, for appending, if more records follow.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "split.h"
#include "util.h"

#define OPEN_MAX_FILES	256

/**
 * struct split - the files of all tasks
 * @name:	what all names begin with
 * @append:	write to the ends of files that exist
 * @nr:		number of open files
 * @next:	the next one to be closed if too many are open
 * @pid:	the tasks
 * @file:	their files
 * @made:	a bit for each task that had a file
 */
struct split {
	const char *name;
	bool	append;
	unsigned int nr;
	unsigned int next;
	int	pid[OPEN_MAX_FILES];
	FILE	*file[OPEN_MAX_FILES];
	unsigned char made[(1 << 22) / 8 + 1];
};

/* Prepare files whose names begin with @name. With @append, keep what the files contain. */
struct split *split_create(const char *name, bool append)
{
	struct split *split = zalloc(sizeof(*split));

	split->name = name;
	split->append = append;
	return split;
}

static void close_file(FILE *file)
{
	bool failed = ferror(file);

	if (fclose(file) || failed)
		die("cannot write the output: %s", strerror(errno));
}

/* Close all files. */
void split_destroy(struct split *split)
{
	while (split->nr)
		close_file(split->file[--split->nr]);
	free(split);
}

/* The first file of a task replaces an older one of the same name, unless @split appends. */
static FILE *open_file(struct split *split, int pid)
{
	char *name = print_new("%s.%d", split->name, pid);
	unsigned int n = (unsigned int)pid & ((1 << 22) - 1);
	unsigned char bit = 1 << n % 8;
	bool append = split->append || split->made[n / 8] & bit;
	FILE *file = fopen(name, append ? "ae" : "we");

	if (!file)
		die("-o: %s: %s", name, strerror(errno));
	split->made[n / 8] |= bit;
	free(name);
	return file;
}

/* Return the file of a task. */
FILE *split_file(struct split *split, int pid)
{
	unsigned int i;

	for (i = 0; i < split->nr; i++)
		if (split->pid[i] == pid)
			return split->file[i];
	if (split->nr < OPEN_MAX_FILES) {
		i = split->nr++;
	} else {
		i = split->next++ % OPEN_MAX_FILES;
		close_file(split->file[i]);
	}
	split->pid[i] = pid;
	split->file[i] = open_file(split, pid);
	return split->file[i];
}

/* Close the file of a task. */
void split_end(struct split *split, int pid)
{
	unsigned int i;

	for (i = 0; i < split->nr && split->pid[i] != pid; i++)
		;
	if (i == split->nr)
		return;
	close_file(split->file[i]);
	split->nr--;
	split->pid[i] = split->pid[split->nr];
	split->file[i] = split->file[split->nr];
}
