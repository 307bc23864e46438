/* SPDX-License-Identifier: GPL-2.0 */
/* Records on the console after an oops or a panic: options/dump_on_oops. */
#ifndef _KTRACE_CONTROL_OOPS_H
#define _KTRACE_CONTROL_OOPS_H

#include <linux/types.h>

struct ktrace_command;
struct ktrace_instance;
struct ktrace_option;
struct oops_plan;

/* The largest value of options/dump_on_oops. */
#define KTRACE_OOPS_MAX	2

/*
 * Maximum number of records of each CPU that SysRq-Z prints.  The machine continues
 * afterwards, and tasks that wait for grace periods wait for the dump: a line takes
 * some 10 ms at 115200 baud.
 */
#define KTRACE_SYSRQ_RECORDS	1000

int ktrace_oops_init(void);
void ktrace_oops_dump(void);
void ktrace_oops_dump_top(bool one_cpu, unsigned long most);
unsigned int ktrace_oops_get(struct ktrace_instance *instance,
			     const struct ktrace_option *option);
int ktrace_oops_set(struct ktrace_command *command, struct ktrace_instance *instance,
		    const struct ktrace_option *option, unsigned int records);
int ktrace_oops_page_begin(struct ktrace_instance *instance, u32 page_bytes);
void ktrace_oops_page_end(struct ktrace_instance *instance);
u32 ktrace_oops_page_bytes(struct ktrace_instance *instance);
void ktrace_oops_forget(struct ktrace_instance *instance, struct oops_plan **plans);
void ktrace_oops_free(struct oops_plan *plans);

/* Defined in ftrace_dump.c */
#ifdef CONFIG_TRACING
static inline int ktrace_ftrace_dump_init(void)
{
	return 0;
}
#else
int ktrace_ftrace_dump_init(void);
#endif

#endif /* _KTRACE_CONTROL_OOPS_H */
