/* SPDX-License-Identifier: GPL-2.0 */
/* Records on the console: options/tp_printk. */
#ifndef _KTRACE_CONSOLE_H
#define _KTRACE_CONSOLE_H

struct dentry;
struct ktrace_instance;

int ktrace_console_file_create(struct ktrace_instance *instance, struct dentry *dir);
void ktrace_console_start(struct ktrace_instance *instance);

#endif /* _KTRACE_CONSOLE_H */
