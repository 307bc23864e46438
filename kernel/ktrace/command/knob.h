/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control files: something that is shown as text and set by writing text.
 *
 * A knob is described by struct ktrace_knob; opening, copying, bounding,
 * splitting into lines and the error log are the same for all of them.
 */
#ifndef _KTRACE_KNOB_H
#define _KTRACE_KNOB_H

#include <linux/fs.h>
#include <linux/types.h>

#include "command/owner.h"

struct dentry;
struct seq_file;

/* Longest line, or setting, that a knob takes. */
#define KTRACE_LINE_MAX		4095
/* The same of a knob that takes a list of numbers: those of all threads of a machine. */
#define KTRACE_LIST_MAX		(1024 * 1024)

/**
 * struct ktrace_command - a line that was written to a knob
 * @text:	the line, without newline and with a terminating zero; the
 *		knob's to scribble on
 * @len:	its bytes, which may include zeros
 * @column:	set by a knob that refuses: offset of the byte at fault
 * @why:	set by a knob that refuses: a string that stays
 * @who:	set by a knob that refuses, if error_log is to name another than the knob: a
 *		string that stays
 * @logged:	set by a knob that has filled in the error log itself
 */
struct ktrace_command {
	char		*text;
	size_t		len;
	unsigned int	column;
	const char	*why;
	const char	*who;
	bool		logged;
};

/**
 * struct ktrace_knob - a control file
 * @fops:	set by KTRACE_KNOB()
 * @name:	file name
 * @mode:	permissions
 * @lines:	a write may hold many lines, each a command, of any length in all;
 *		otherwise it is one setting
 * @longest:	bytes of the longest setting, if that is not KTRACE_LINE_MAX
 * @empty:	a setting that it gets when it is opened with O_TRUNC and closed, if nobody has
 *		written one meanwhile: not before, so that what is refused changes nothing;
 *		NULL for none; needs an @owner
 * @show:	print the present state; data is what the file was made with
 * @write:	take a command; 0 or an errno, and then nothing was changed
 * @clear:	the file is opened with O_TRUNC; 0 or an errno, which the error log
 *		tells
 * @owner:	what does not go while the file is open; NULL if that stays anyway
 */
struct ktrace_knob {
	const struct file_operations fops;
	const char *name;
	umode_t	mode;
	bool	lines;
	size_t	longest;
	const char *empty;
	int	(*show)(struct seq_file *m, void *data);
	int	(*write)(struct ktrace_command *command, void *data);
	int	(*clear)(void *data);
	struct ktrace_owner *(*owner)(void *data);
};

int ktrace_knob_open(struct inode *inode, struct file *file);
ssize_t ktrace_knob_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos);
loff_t ktrace_knob_llseek(struct file *file, loff_t offset, int whence);
int ktrace_knob_release(struct inode *inode, struct file *file);
int ktrace_knob_create(const struct ktrace_knob *knobs, unsigned int nr,
		       struct dentry *dir, void *data);

int ktrace_command_bool(struct ktrace_command *command, bool *value);
int ktrace_command_number(struct ktrace_command *command, unsigned long max,
			  unsigned long *value);
const char *ktrace_errno_text(int err);
int ktrace_command_refuse(struct ktrace_command *command, int err,
			  unsigned int column, const char *why);

/*
 * An entry of a table of knobs; what is not given here stands behind.  The
 * operations are the same for all: which knob it is they tell by where theirs
 * stand.
 */
#define KTRACE_KNOB(_name, _mode, _show, _write, ...) {		\
	.fops = {						\
		.owner		= THIS_MODULE,			\
		.open		= ktrace_knob_open,		\
		.read		= seq_read,			\
		.write		= ktrace_knob_write,		\
		.llseek		= ktrace_knob_llseek,			\
		.release	= ktrace_knob_release,		\
	},							\
	.name	= (_name),					\
	.mode	= (_mode),					\
	.show	= (_show),					\
	.write	= (_write),					\
	__VA_ARGS__						\
}

#endif /* _KTRACE_KNOB_H */
