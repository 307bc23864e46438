/* SPDX-License-Identifier: GPL-2.0 */
/* Run one of several scenes of system calls, selected by name. */
#ifndef _SCENES_H
#define _SCENES_H

#include <stdio.h>
#include <string.h>

struct scene {
	const char *name;
	void (*run)(void);
};

/* Run the scene that the only argument names. Return: the exit status. */
static inline int run_scene(int argc, char **argv, const struct scene *scenes, unsigned int nr)
{
	unsigned int i;

	for (i = 0; argc >= 2 && i < nr; i++) {
		if (strcmp(argv[1], scenes[i].name))
			continue;
		scenes[i].run();
		return 0;
	}
	fprintf(stderr, "usage: %s SCENE\n", argv[0]);
	return 2;
}

#endif
