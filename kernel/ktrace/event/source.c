// SPDX-License-Identifier: GPL-2.0
/* The list of sources. */
#include "event/source.h"

/* Complete before ktrace starts; not changed afterwards. */
LIST_HEAD(ktrace_sources);

/**
 * ktrace_source_add - announce a source
 * @source: the source, which stays
 *
 * Context: at boot, before core.c starts ktrace: KTRACE_SOURCE().
 */
void __init ktrace_source_add(struct ktrace_source *source)
{
	list_add_tail(&source->node, &ktrace_sources);
}
