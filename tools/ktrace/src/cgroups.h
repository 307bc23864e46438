/* SPDX-License-Identifier: GPL-2.0 */
/* Names of cgroups by their numbers. */
#ifndef _KTRACE_CGROUPS_H
#define _KTRACE_CGROUPS_H

char *cgroup_name(unsigned long long id);

#endif /* _KTRACE_CGROUPS_H */
