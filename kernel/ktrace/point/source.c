// SPDX-License-Identifier: GPL-2.0
/* Registers static points as a source of events, with their control file. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/source.h"
#include "point/point.h"

static int __init point_init(void)
{
	ktrace_points_add(__start___ktrace_points,
			  __stop___ktrace_points - __start___ktrace_points, NULL);
	/* No module has been loaded yet: sources start before the initcalls of level early. */
	return ktrace_point_watch_modules();
}

static int points_show(struct seq_file *m, void *data)
{
	ktrace_points_show(m);
	return 0;
}

static const struct ktrace_knob point_file =
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "points", 0440, points_show, NULL,
		    "static points: name, id, state, format");

static struct ktrace_source point_source __refdata = {
	.name = "static points",
	.init = point_init,
	.files = &point_file,
	.nr_files = 1,
};
KTRACE_SOURCE(point_source);
