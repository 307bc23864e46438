/* SPDX-License-Identifier: GPL-2.0 */
/* The verbs, each in a file of its own. */
#ifndef _KTRACE_VERBS_H
#define _KTRACE_VERBS_H

struct options;

int verb_run(struct options *opt);
int verb_record(struct options *opt);
int verb_report(struct options *opt);
int verb_export(struct options *opt);
int verb_top(struct options *opt);
int verb_dump(struct options *opt);
int verb_hist(struct options *opt);
int verb_tree(struct options *opt);
int verb_doctor(struct options *opt);

#endif /* _KTRACE_VERBS_H */
