/* SPDX-License-Identifier: GPL-2.0 */
/* Search of buffers for records of given events, before ids of events are reused. */
#ifndef _KTRACE_BUFFER_IDS_H
#define _KTRACE_BUFFER_IDS_H

#include <linux/types.h>

u64 ktrace_ids_epoch(void);
void ktrace_ids_next_epoch(void);
int ktrace_ids_absent(unsigned long *ids, bool wait);
int ktrace_ids_forget(const unsigned long *ids, const unsigned long *pieces);

#endif /* _KTRACE_BUFFER_IDS_H */
