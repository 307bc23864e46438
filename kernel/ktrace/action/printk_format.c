// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of trace_printk(): their lifetime, and the file printk_formats, which
 * maps addresses to formats for clients.
 *
 * A record has the address of its format.  Formats of the kernel are permanent.  The
 * formats of a module are copied when the module is loaded, and the pointers of its
 * code are set to the copies. Copies are never freed, because records outlive modules.
 * All modules with an equal format share one copy, so loading a module repeatedly takes
 * no further memory.
 */
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/string_helpers.h>
#include <asm/sections.h>

#include "action/internal.h"
#include "action/printk.h"

/**
 * struct printk_kept - a copy of a module's format
 * @node:	in the list printk_kept, permanently
 * @text:	the format
 */
struct printk_kept {
	struct list_head node;
	char	text[];
};

/* All copies; read without a lock. */
static LIST_HEAD(printk_kept);
/* Serialises additions to the list; innermost lock. */
static DEFINE_MUTEX(printk_mutex);

/* Find or create the copy of a format.  Return: NULL if out of memory. */
static const char *printk_copy(const char *format)
{
	size_t bytes = strlen(format) + 1;
	struct printk_kept *kept;

	lockdep_assert_held(&printk_mutex);
	list_for_each_entry(kept, &printk_kept, node)
		if (!strcmp(kept->text, format))
			return kept->text;
	kept = kmalloc(struct_size(kept, text, bytes), GFP_KERNEL);
	if (!kept)
		return NULL;
	memcpy(kept->text, format, bytes);
	list_add_tail_rcu(&kept->node, &printk_kept);
	return kept->text;
}

/**
 * ktrace_printk_keep - make copies of a module's formats
 * @formats:	the module's pointers to formats; each is set to the copy, or to NULL if
 *		out of memory
 * @nr:		number of pointers
 *
 * Context: task; sleeps; before the module's code runs.
 * Return: 0 or -ENOMEM.
 */
int ktrace_printk_keep(const char **formats, unsigned int nr)
{
	int err = 0;

	guard(mutex)(&printk_mutex);
	for (; nr--; formats++) {
		if (!*formats)
			continue;
		*formats = printk_copy(*formats);
		if (!*formats)
			err = -ENOMEM;
	}
	return err;
}

/**
 * ktrace_printk_known - whether an address is that of a permanent format or string
 * @format:	the address
 *
 * Context: any, NMI included.
 * Return: true if a format or string at this address is never freed.
 */
bool ktrace_printk_known(const char *format)
{
	const struct printk_kept *kept;

	if (is_kernel_rodata((unsigned long)format))
		return true;
	list_for_each_entry_lockless(kept, &printk_kept, node)
		if (kept->text == format)
			return true;
	return false;
}

static void format_show(struct seq_file *m, const char *format)
{
	if (!format)
		return;
	seq_printf(m, "0x%lx : \"", (unsigned long)format);
	seq_escape_str(m, format, ESCAPE_SPACE | ESCAPE_SPECIAL, NULL);
	seq_puts(m, "\"\n");
}

/**
 * ktrace_printk_formats_show - struct ktrace_knob.show of printk_formats
 * @m: the output
 * @data: not used
 *
 * Context: task.
 * Return: 0.
 */
int ktrace_printk_formats_show(struct seq_file *m, void *data)
{
	const struct printk_kept *kept;
	const char **format;

	for (format = __start___trace_bprintk_fmt; format < __stop___trace_bprintk_fmt; format++)
		format_show(m, *format);
	for (format = __start___tracepoint_str; format < __stop___tracepoint_str; format++)
		format_show(m, *format);
	list_for_each_entry_lockless(kept, &printk_kept, node)
		format_show(m, kept->text);
	return 0;
}
