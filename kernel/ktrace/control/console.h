/* SPDX-License-Identifier: GPL-2.0 */
/* Records on the console: options/tp_printk. */
#ifndef _KTRACE_CONSOLE_H
#define _KTRACE_CONSOLE_H

struct ktrace_command;
struct ktrace_instance;
struct ktrace_option;

unsigned int ktrace_console_get(struct ktrace_instance *instance,
				const struct ktrace_option *option);
int ktrace_console_set(struct ktrace_command *command, struct ktrace_instance *instance,
		       const struct ktrace_option *option, unsigned int on);
void ktrace_console_start(struct ktrace_instance *instance);

#endif /* _KTRACE_CONSOLE_H */
