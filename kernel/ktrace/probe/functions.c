// SPDX-License-Identifier: GPL-2.0
/*
 * Lists locations for kprobes: available_filter_functions lists the functions whose
 * entry can be probed, kprobe_offsets the instructions of one function.
 *
 * The control files call these functions in task context. The kernel's functions are
 * walked by address with one kallsyms lookup each, so that a reader resumes at its
 * address and delays no other task. The functions of modules are collected when the
 * file is opened.
 */
#include <linux/bug.h>
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sched/signal.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/sections.h>

#include "command/knob.h"
#include "parse/span.h"
#include "probe/functions.h"
#include "probe/internal.h"

/*
 * Return true if a static key of the kernel is at @address, the start of an
 * instruction. jump_label_text_reserved() would decode the instructions of all keys.
 */
static bool function_has_key(unsigned long address)
{
	const struct jump_entry *entry;

	if (!core_kernel_text(address))
		return jump_label_text_reserved((void *)address, (void *)address);
	for (entry = __start___jump_table; entry < __stop___jump_table; entry++)
		if (jump_entry_code(entry) == address)
			return true;
	return false;
}

/* Return true if the kernel patches the instruction at @at or looks it up by address. */
static bool function_reserved(void *at)
{
	return function_has_key((unsigned long)at) || static_call_text_reserved(at, at) ||
	       find_bug((unsigned long)at);
}

/* Return true if the kprobes core accepts a probe on the instruction at @address. */
static bool function_probeable(unsigned long address)
{
	return kernel_text_address(address) && !within_kprobe_blacklist(address) &&
	       !(ktrace_probe_may_change((void *)address) && function_reserved((void *)address));
}

/* Upper bound of the length of an instruction. */
#define FUNCTION_INSN_BYTES	16

/*
 * Return true if the kprobes core can execute a copy of the function's first
 * instruction, or if the architecture cannot tell.
 */
static bool function_entry_moves(unsigned long address, unsigned long size)
{
	size_t bytes = min_t(unsigned long, size, FUNCTION_INSN_BYTES);
	u8 code[FUNCTION_INSN_BYTES];
	bool refused = false;

	if (copy_from_kernel_nofault(code, (void *)address, bytes))
		return false;
	probe_code_restore(code, address, bytes);
	ktrace_probe_insn_length(code, address, bytes, &refused);
	return !refused;
}

/* Return true if the entry of the function of @size bytes can be probed. */
static bool function_entry_probeable(unsigned long address, unsigned long size)
{
	return function_probeable(address) && function_entry_moves(address, size);
}

/* Return true for padding before a function, which is named after the function. */
static bool function_is_padding(const char *name)
{
	return str_has_prefix(name, "__pfx_") || str_has_prefix(name, "__cfi_");
}

/**
 * struct functions - a reader of available_filter_functions
 * @pos:	number of the current line
 * @at:	address of the current function; 0 at the end
 * @next:	index of the next entry in @modules
 * @nr:	number of @modules
 * @room:	allocated size of @modules
 * @modules:	addresses of functions in modules when the file was opened
 */
struct functions {
	loff_t		pos;
	unsigned long	at;
	size_t		next;
	size_t		nr;
	size_t		room;
	unsigned long	*modules;
};

static bool function_listed(unsigned long address, unsigned long size)
{
	char name[KSYM_NAME_LEN];

	return !lookup_symbol_name(address, name) && !function_is_padding(name) &&
	       function_entry_probeable(address, size);
}

/*
 * Return the first listed function at or above @address in the kernel's text; 0 if
 * there is none.
 */
static unsigned long function_in_kernel(unsigned long address)
{
	unsigned long size, offset;

	while (address < (unsigned long)_etext) {
		if (!kallsyms_lookup_size_offset(address, &size, &offset))
			return 0;
		if (!offset && function_listed(address, size))
			return address;
		address += max(size - offset, 1UL);
	}
	return 0;
}

/* Return the next function whose module is still loaded. */
static unsigned long function_in_module(struct functions *functions)
{
	unsigned long address, size, offset;

	while (functions->next < functions->nr) {
		address = functions->modules[functions->next++];
		if (is_module_text_address(address) &&
		    kallsyms_lookup_size_offset(address, &size, &offset) && !offset &&
		    function_entry_probeable(address, size))
			return address;
	}
	return 0;
}

static void functions_step(struct functions *functions)
{
	unsigned long at = functions->at;

	if (at && at < (unsigned long)_etext)
		functions->at = function_in_kernel(at + 1) ?: function_in_module(functions);
	else
		functions->at = function_in_module(functions);
	functions->pos++;
}

static void *functions_here(struct functions *functions)
{
	return functions->at ? functions : NULL;
}

static void *functions_start(struct seq_file *m, loff_t *pos)
{
	struct functions *functions = m->private;

	if (*pos < functions->pos || !functions->at) {
		functions->pos = 0;
		functions->next = 0;
		functions->at = function_in_kernel((unsigned long)_stext);
	}
	while (functions->at && functions->pos < *pos) {
		functions_step(functions);
		if (fatal_signal_pending(current))
			return ERR_PTR(-EINTR);
		cond_resched();
	}
	return functions_here(functions);
}

static void *functions_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct functions *functions = v;

	functions_step(functions);
	*pos = functions->pos;
	cond_resched();
	return functions_here(functions);
}

static void functions_stop(struct seq_file *m, void *v)
{
}

static int functions_show(struct seq_file *m, void *v)
{
	const struct functions *functions = v;
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, functions->at);
	seq_puts(m, name);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations functions_seq_ops = {
	.start	= functions_start,
	.next	= functions_next,
	.stop	= functions_stop,
	.show	= functions_show,
};

/* Store a module's function if there is room; count it in any case. */
static int functions_found(void *data, const char *name, unsigned long address)
{
	struct functions *functions = data;

	if (function_is_padding(name) || !is_module_text_address(address))
		return 0;
	if (functions->nr < functions->room)
		functions->modules[functions->nr] = address;
	functions->nr++;
	return 0;
}

static int functions_find_modules(struct functions *functions)
{
	/* Modules that are loaded between the two walks are not listed. */
	module_kallsyms_on_each_symbol(NULL, functions_found, functions);
	functions->modules = kvcalloc(functions->nr, sizeof(*functions->modules), GFP_KERNEL);
	if (!functions->modules)
		return -ENOMEM;
	functions->room = functions->nr;
	functions->nr = 0;
	module_kallsyms_on_each_symbol(NULL, functions_found, functions);
	functions->nr = min(functions->nr, functions->room);
	return 0;
}

static int functions_open(struct inode *inode, struct file *file)
{
	struct functions *functions = __seq_open_private(file, &functions_seq_ops,
							 sizeof(*functions));
	int err;

	if (!functions)
		return -ENOMEM;
	err = functions_find_modules(functions);
	if (err)
		seq_release_private(inode, file);
	return err;
}

static int functions_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct functions *functions = m->private;

	kvfree(functions->modules);
	return seq_release_private(inode, file);
}

static ssize_t functions_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	/* Check at each read: the kernel may be locked down while a file is open. */
	return security_locked_down(LOCKDOWN_TRACEFS) ?: seq_read_iter(iocb, to);
}

const struct file_operations ktrace_functions_fops = {
	.owner		= THIS_MODULE,
	.open		= functions_open,
	.read_iter	= functions_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= functions_release,
};

/* kprobe_offsets: the function that was written last */

static DEFINE_MUTEX(offsets_mutex);
static char offsets_symbol[PROBE_SYMBOL_SIZE];

/* Find the address and size of the function @name. */
static enum probe_err offsets_function(const char *name, unsigned long *address,
				       unsigned long *size)
{
	enum probe_err code = ktrace_kprobe_resolve("", name, 0, address);
	unsigned long from;

	if (code == PROBE_OK && !kallsyms_lookup_size_offset(*address, size, &from))
		code = PROBE_ERR_NO_SYMBOL;
	if (code == PROBE_OK)
		code = ktrace_kprobe_function(*address, size);
	return code;
}

/**
 * ktrace_offsets_set - select the function that kprobe_offsets shows
 * @command:	its name; empty for none
 *
 * Context: task; sleeps.
 * Return: 0, or a negative errno with a message in @command and nothing changed.
 */
int ktrace_offsets_set(struct ktrace_command *command)
{
	char *name = ktrace_span_strip(command->text);
	unsigned long address, size;
	enum probe_err code;

	if (strlen(name) >= sizeof(offsets_symbol))
		code = PROBE_ERR_SYMBOL_LONG;
	else
		code = name[0] ? offsets_function(name, &address, &size) : PROBE_OK;
	if (code != PROBE_OK)
		return ktrace_command_refuse(command, -probe_messages[code].error,
					     name - command->text, probe_messages[code].text);
	guard(mutex)(&offsets_mutex);
	strscpy(offsets_symbol, name);
	return 0;
}

static int offsets_list(struct seq_file *m, unsigned long address, unsigned long size)
{
	u8 *code __free(kvfree) = probe_code_copy(address, size);
	unsigned long offset;
	bool refused;
	int length;

	if (!code)
		return -ENOMEM;
	for (offset = 0; offset < size; offset += length) {
		length = ktrace_probe_insn_length(code + offset, address + offset, size - offset,
						  &refused);
		if (length == -EOPNOTSUPP)
			return length;
		/* Stop at bytes that are no instruction: data may follow the last instruction. */
		if (length <= 0)
			break;
		if (!refused && function_probeable(address + offset))
			seq_printf(m, "%s+0x%lx %d\n", offsets_symbol, offset, length);
	}
	return 0;
}

/**
 * ktrace_offsets_show - list the instructions of the function that can be probed
 * @m:	output; each line has the length of the instruction
 *
 * Context: task; sleeps.
 * Return: 0; -ENOENT if the function is gone; -EOPNOTSUPP if the architecture cannot
 * decode instructions; -ENOMEM.
 */
int ktrace_offsets_show(struct seq_file *m)
{
	unsigned long address, size;

	guard(mutex)(&offsets_mutex);
	if (!offsets_symbol[0])
		return 0;
	if (offsets_function(offsets_symbol, &address, &size) != PROBE_OK)
		return -ENOENT;
	return offsets_list(m, address, size);
}
