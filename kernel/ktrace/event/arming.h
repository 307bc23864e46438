/* SPDX-License-Identifier: GPL-2.0 */
/* Work of event sources that takes long, done by a worker. */
#ifndef _KTRACE_ARMING_H
#define _KTRACE_ARMING_H

struct work_struct;

int ktrace_arming_init(void);
void ktrace_arming_queue(struct work_struct *work);
void ktrace_arming_wait(void);

#endif /* _KTRACE_ARMING_H */
