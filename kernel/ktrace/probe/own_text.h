/* SPDX-License-Identifier: GPL-2.0 */
/* Where ktrace's own code begins and ends: no probe may be set between. */
#ifndef _KTRACE_TEXT_H
#define _KTRACE_TEXT_H

void ktrace_text_first(void);
void ktrace_text_last(void);

#endif /* _KTRACE_TEXT_H */
