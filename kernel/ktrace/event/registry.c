// SPDX-License-Identifier: GPL-2.0
/* The list of events, and the locks of the registry. */
#include <linux/list.h>
#include <linux/mutex.h>

#include "event/listener.h"

/* Serialises registration, enabling and the list of events. */
DEFINE_MUTEX(ktrace_event_mutex);
/*
 * Held while control files are removed, which waits for users of the files; these take
 * ktrace_event_mutex.  Taken before ktrace_event_mutex: see core.c.
 */
DEFINE_MUTEX(ktrace_event_files_mutex);
LIST_HEAD(ktrace_event_list);
