// SPDX-License-Identifier: GPL-2.0
/* Control files: open, copy from user space, length limits, splitting into lines, errors. */
#include <linux/bug.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/iversion.h>
#include <linux/kstrtox.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "parse/span.h"

static const struct ktrace_knob *knob_of(const struct file *file)
{
	return container_of(ktrace_file_of(file), struct ktrace_knob, file);
}

/**
 * struct knob_file - an open knob
 * @knob:	the knob
 * @dir:	its directory
 * @data:	private data of the file; used only between ktrace_dir_get() and
 *		ktrace_dir_put(), because it may be freed with @dir
 * @owner:	owner pinned by the open file; NULL for none
 * @emptied:	write @knob->empty at release, if nothing was written since open
 * @writes:	number of writes to the file until open: the version of its inode
 * @owned:	"owned" was written; never cleared
 * @session:	owner of the definitions made after @owned was set
 * @listing:	for a @knob with list(): the content at the last read from the beginning; NULL if
 *		it was empty, or before the first read. Under the lock of the seq_file
 */
struct knob_file {
	const struct ktrace_knob *knob;
	struct ktrace_dir	*dir;
	void			*data;
	struct ktrace_owner	*owner;
	bool			emptied;
	u64			writes;
	bool			owned;
	struct ktrace_session	session;
	struct ktrace_listing	*listing;
};

/**
 * ktrace_errno_text - get the text of an errno for the error log
 * @err:	the errno
 *
 * Return: a constant string.
 */
const char *ktrace_errno_text(int err)
{
	switch (err) {
	case -E2BIG:	return "Too long";
	case -EBUSY:	return "In use";
	case -EINTR:	return "Interrupted";
	case -EEXIST:	return "Exists already";
	case -ENOENT:	return "No such thing";
	case -ENODEV:	return "Gone";
	case -ENOMEM:	return "Out of memory";
	case -EPERM:	return "The kernel is locked down";
	case -ERANGE:	return "Out of range";
	case -ESRCH:	return "No such process";
	case -EOPNOTSUPP: return "Not supported";
	default:	return "Invalid";
	}
}

/* Return the log for refused writes. */
static struct ktrace_error_log *knob_errors(const struct knob_file *open)
{
	return open->owner ? open->owner->errors : NULL;
}

/* Clear the knob for an open with O_TRUNC; log an error. */
static int knob_clear(const struct knob_file *open)
{
	const struct ktrace_knob *knob = open->knob;
	/* The command as a shell user typed it. */
	char *command __free(kfree) = NULL;
	int err = knob->clear(open->data);

	if (!err)
		return 0;
	command = kasprintf(GFP_KERNEL, "> %s", knob->file.name);
	if (command)
		ktrace_error(knob_errors(open), knob->file.name, command, strlen("> "),
			     ktrace_errno_text(err));
	return err;
}

/*
 * Return true if the file is opened for reading. Its private data is then a seq_file, whose private
 * data is the knob_file; otherwise it is the knob_file.
 */
static bool knob_reads(const struct ktrace_knob *knob, const struct file *file)
{
	return (file->f_mode & FMODE_READ) && (knob->show || knob->list);
}

static struct knob_file *knob_file_of(const struct file *file)
{
	const struct seq_file *m = file->private_data;

	return knob_reads(knob_of(file), file) ? m->private : file->private_data;
}

static int knob_show(struct seq_file *m, void *unused)
{
	struct knob_file *open = m->private;
	int err;

	if (!ktrace_dir_get(open->dir))
		return -ENODEV;
	err = open->knob->show(m, open->data);
	ktrace_dir_put(open->dir);
	return err;
}

static void knob_free_listing(struct knob_file *open)
{
	if (open->listing)
		open->listing->free(open->listing);
	open->listing = NULL;
}

/* Replace the listing by that of the present state. Return: 0 or an errno. */
static int knob_list(struct knob_file *open)
{
	struct ktrace_listing *listing;

	knob_free_listing(open);
	if (!ktrace_dir_get(open->dir))
		return -ENODEV;
	listing = open->knob->list(open->data);
	ktrace_dir_put(open->dir);
	if (IS_ERR(listing))
		return PTR_ERR(listing);
	open->listing = listing;
	return 0;
}

static void *knob_list_at(struct knob_file *open, loff_t piece)
{
	if (open->listing && piece < open->listing->nr)
		return open;
	/* The reader has reached the end, but may keep the file open for long. */
	knob_free_listing(open);
	return NULL;
}

static void *knob_list_start(struct seq_file *m, loff_t *piece)
{
	int err = *piece ? 0 : knob_list(m->private);

	return err ? ERR_PTR(err) : knob_list_at(m->private, *piece);
}

static void *knob_list_next(struct seq_file *m, void *v, loff_t *piece)
{
	return knob_list_at(m->private, ++*piece);
}

static void knob_list_stop(struct seq_file *m, void *v)
{
}

static int knob_list_show(struct seq_file *m, void *v)
{
	struct knob_file *open = m->private;

	open->listing->show(m, open->listing, m->index);
	return 0;
}

static const struct seq_operations knob_list_ops = {
	.start	= knob_list_start,
	.next	= knob_list_next,
	.stop	= knob_list_stop,
	.show	= knob_list_show,
};

static int knob_open_list(struct knob_file *open, struct file *file)
{
	int err = seq_open(file, &knob_list_ops);

	if (!err)
		((struct seq_file *)file->private_data)->private = open;
	return err;
}

/* Undo knob_open_read(). */
static void knob_release_read(struct knob_file *open, struct inode *inode, struct file *file)
{
	if (!knob_reads(open->knob, file))
		return;
	if (open->knob->list)
		seq_release(inode, file);
	else
		single_release(inode, file);
	knob_free_listing(open);
}

/* Set up reading. Return: 0 or -ENOMEM. */
static int knob_open_read(struct knob_file *open, struct file *file)
{
	int err;

	if (!knob_reads(open->knob, file)) {
		file->private_data = open;
		return 0;
	}
	err = open->knob->list ? knob_open_list(open, file) : single_open(file, knob_show, open);
	/* Allow pwrite() again, which seq_open() forbids, if the file is open for writing. */
	if (!err && (file->f_mode & FMODE_WRITE))
		file->f_mode |= FMODE_PWRITE;
	return err;
}

/* Clear the knob last: an open() that fails must not change anything. */
static int knob_open(struct knob_file *open, struct file *file)
{
	const struct ktrace_knob *knob = open->knob;
	int err = knob_open_read(open, file);

	if (err || !(file->f_mode & FMODE_WRITE) || !(file->f_flags & O_TRUNC))
		return err;
	err = knob->clear ? knob_clear(open) : 0;
	if (err) {
		knob_release_read(open, file_inode(file), file);
		return err;
	}
	open->emptied = knob->empty;
	open->writes = inode_peek_iversion_raw(file_inode(file));
	return 0;
}

static int knob_open_file(struct inode *inode, struct file *file)
{
	struct knob_file *open;
	int err;

	open = kzalloc(sizeof(*open), GFP_KERNEL);
	if (!open)
		return -ENOMEM;
	open->knob = knob_of(file);
	open->dir = ktrace_file_dir(file);
	open->data = inode->i_private;
	INIT_LIST_HEAD(&open->session.triggers);
	open->owner = open->knob->owner ? open->knob->owner(open->data) : NULL;
	err = -ENODEV;
	if (!ktrace_owner_open(open->owner))
		goto free;
	err = knob_open(open, file);
	if (!err)
		return 0;
	ktrace_owner_close(open->owner);
free:
	kfree(open);
	return err;
}

/* Without reading there is no seq_file. */
static loff_t knob_llseek(struct file *file, loff_t offset, int whence)
{
	return knob_reads(knob_of(file), file) ? seq_lseek(file, offset, whence) : 0;
}

/*
 * Allocate memory for a command. The writer chooses its length, so charge it and let it
 * fail.
 */
static char *knob_alloc(size_t bytes)
{
	return kvmalloc(bytes, GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
}

/*
 * Begin the session of @open if @line is "owned", which requests a session from any file that has
 * sessions. Concurrent writers of one open file share the session, which lasts until the last
 * descriptor is closed.
 */
static bool knob_begin_session(struct knob_file *open, const char *line)
{
	size_t len = strlen("owned");

	line = ktrace_skip_space(line);
	if (!open->knob->end || strncmp(line, "owned", len) || *ktrace_skip_space(line + len))
		return false;
	WRITE_ONCE(open->owned, true);
	return true;
}

/*
 * Execute a command.  Return: -ENODEV if the file was removed; -EPERM if the kernel is locked down;
 * otherwise the result of the command.
 */
static int knob_write(const struct knob_file *open, struct ktrace_command *command)
{
	const struct ktrace_knob *knob = open->knob;
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (!err && knob->prepare)
		err = knob->prepare(command);
	if (!err && !ktrace_dir_get(open->dir))
		err = -ENODEV;
	if (!err) {
		err = knob->write(command, open->data);
		ktrace_dir_put(open->dir);
	}
	kfree(command->prepared);
	return err;
}

/* Pass one line to the knob; make sure that a refusal is logged. */
static int knob_command(struct knob_file *open, const char *line, size_t len)
{
	const struct ktrace_knob *knob = open->knob;
	char *text __free(kvfree) = knob_alloc(len + 1);
	struct ktrace_command command = {
		.len = len,
		.session = READ_ONCE(open->owned) ? &open->session : NULL,
	};
	int err;

	if (!text)
		return -ENOMEM;
	memcpy(text, line, len);
	text[len] = 0;
	command.text = text;
	if (memchr(text, 0, len))
		err = ktrace_command_refuse(&command, -EINVAL, strlen(text),
					    "NUL byte in the command");
	else if (knob_begin_session(open, text))
		err = 0;
	else
		err = knob_write(open, &command);
	if (err && !command.logged)
		ktrace_error(knob_errors(open), command.who ?: knob->file.name, line,
			     command.column, command.why ?: ktrace_errno_text(err));
	return err;
}

static int knob_release(struct inode *inode, struct file *file)
{
	struct knob_file *open = knob_file_of(file);

	/* Change nothing for an instance that was removed while this file was open. */
	if (open->emptied && open->writes == inode_peek_iversion_raw(inode) &&
	    !ktrace_owner_gone(open->owner))
		knob_command(open, open->knob->empty, strlen(open->knob->empty));
	if (open->owned)
		open->knob->end(&open->session);
	knob_release_read(open, inode, file);
	/* The owner keeps @data alive: close it last. */
	ktrace_owner_close(open->owner);
	kfree(open);
	return 0;
}

/* Pass the lines of @text to the knob.  Stop at the first refused line, and return its errno. */
static int knob_commands(struct knob_file *open, char *text, size_t len)
{
	char *end = text + len;
	int err = 0;

	while (text < end && !err) {
		char *newline = memchr(text, '\n', end - text);
		char *stop = newline ?: end;

		*stop = 0;	/* terminate for the error log; there is room at the end */
		err = knob_command(open, text, stop - text);
		text = stop + 1;
	}
	return err;
}

static int knob_too_long(const struct knob_file *open, const char *text, size_t longest)
{
	ktrace_error(knob_errors(open), open->knob->file.name, text, longest,
		     ktrace_errno_text(-E2BIG));
	return -E2BIG;
}

/* Return the length of the complete lines in @len bytes. */
static size_t whole_lines(const char *text, size_t len)
{
	while (len && text[len - 1] != '\n')
		len--;
	return len;
}

/*
 * Process a write of any number of lines in pieces of complete lines. The end of the
 * write ends the last line. Lines before a refused one take effect.
 */
static ssize_t knob_write_lines(struct knob_file *open, const char __user *ubuf,
				size_t count)
{
	char *text __free(kvfree) = knob_alloc(KTRACE_LINE_MAX + 2);
	size_t done, len;
	int err;

	if (!text)
		return -ENOMEM;
	for (done = 0; done < count; done += len) {
		/* Each line may take long: after a signal, return the length of the lines done. */
		if (done && signal_pending(current))
			return done;
		len = min_t(size_t, count - done, KTRACE_LINE_MAX + 1);
		if (copy_from_user(text, ubuf + done, len))
			return done ?: -EFAULT;
		text[len] = 0;
		if (done + len < count)
			len = whole_lines(text, len);
		/* The limit excludes the newline. */
		if (!len || (len > KTRACE_LINE_MAX && !whole_lines(text, len)))
			return knob_too_long(open, text, KTRACE_LINE_MAX);
		err = knob_commands(open, text, len);
		if (err)
			return err;
	}
	return done;
}

static ssize_t knob_write_setting(struct knob_file *open, const char __user *ubuf,
				  size_t count)
{
	size_t longest = open->knob->longest ?: KTRACE_LINE_MAX;
	size_t len = min(count, longest + 1);
	char *text __free(kvfree) = knob_alloc(len + 1);
	int err;

	if (!text)
		return -ENOMEM;
	if (copy_from_user(text, ubuf, len))
		return -EFAULT;
	text[len] = 0;
	if (len > longest)
		return knob_too_long(open, text, longest);
	if (text[len - 1] == '\n')
		text[len - 1] = 0;
	err = knob_command(open, text, text[len - 1] ? len : len - 1);
	return err ?: count;
}

/*
 * Describe a file with operations of its own, of which ktrace_knob_write() is one.  Such a
 * file has no end(), and its open() pins the data.
 */
static void knob_init_stateless(struct knob_file *open, const struct file *file)
{
	const struct ktrace_knob *knob = knob_of(file);
	void *data = file_inode(file)->i_private;

	*open = (struct knob_file) {
		.knob	= knob,
		.dir	= ktrace_file_dir(file),
		.data	= data,
		.owner	= knob->owner ? knob->owner(data) : NULL,
	};
}

/**
 * ktrace_knob_write - struct file_operations.write of knobs
 * @file:	the file: a knob; if it has operations of its own, their open() must pin the
 *		private data
 * @ubuf:	the text
 * @count:	its length
 * @ppos:	ignored
 *
 * Return: @count, or less if a signal is pending, or an errno.
 */
ssize_t ktrace_knob_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	const struct ktrace_knob *knob = knob_of(file);
	struct knob_file stateless, *open = &stateless;

	/* Refuse here, because root can open any file for writing, whatever its mode. */
	if (!knob->write)
		return -EINVAL;
	if (!count)
		return 0;
	if (file->f_op == &ktrace_knob_fops)
		open = knob_file_of(file);
	else
		knob_init_stateless(&stateless, file);
	/*
	 * Count the write in the inode: if nothing was written to the file between its open with
	 * O_TRUNC and its release, the release writes @knob->empty.
	 */
	if (knob->empty)
		inode_inc_iversion(file_inode(file));
	return knob->lines ? knob_write_lines(open, ubuf, count) :
	       knob_write_setting(open, ubuf, count);
}

static ssize_t knob_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct file *file = iocb->ki_filp;
	/* Check at each read: the kernel may be locked down while a file is open. */
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		return err;
	/* Refuse here, because root can open any file for reading, whatever its mode. */
	return knob_reads(knob_of(file), file) ? seq_read_iter(iocb, to) : -EINVAL;
}

const struct file_operations ktrace_knob_fops = {
	.owner		= THIS_MODULE,
	.open		= knob_open_file,
	.read_iter	= knob_read_iter,
	.splice_read	= copy_splice_read,
	.write		= ktrace_knob_write,
	.llseek		= knob_llseek,
	.release	= knob_release,
};

/**
 * ktrace_knob_create - create the files of a directory that a table describes
 * @knobs:	the table
 * @nr:	number of rows
 * @scopes:	create the files with one of these scopes
 * @dir:	the directory
 * @data:	private data for the functions of these files
 *
 * Each run of rows with such a scope costs one allocation.
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_knob_create(const struct ktrace_knob *knobs, unsigned int nr, unsigned int scopes,
		       struct ktrace_dir *dir, void *data)
{
	unsigned int first, i;
	int err = 0;

	for (first = 0; !err && first < nr; first = i + 1) {
		for (i = first; i < nr && (knobs[i].scope & scopes); i++)
			WARN_ON_ONCE(knobs[i].empty && !knobs[i].owner);
		if (i > first)
			err = ktrace_dir_add_files(dir, &knobs[first].file, sizeof(*knobs),
						   i - first, data);
	}
	return err;
}

/* Return the directory that README names in front of a file. */
static const char *knob_directory(const struct ktrace_knob *knob)
{
	switch (knob->scope) {
	case KTRACE_SCOPE_CPU:
	case KTRACE_SCOPE_CPU_SNAPSHOT:	return "per_cpu/cpuN/";
	case KTRACE_SCOPE_EVENTS:	return "events/";
	case KTRACE_SCOPE_SYSTEM:	return "events/SYSTEM/";
	case KTRACE_SCOPE_EVENT:
	case KTRACE_SCOPE_USER_EVENT:	return "events/SYSTEM/EVENT/";
	default:			return "";
	}
}

/* Column of the text of README, behind the names of the files. */
#define README_COLUMN	24

/* Print the lines of README about a file. */
static void knob_readme(struct seq_file *m, const struct ktrace_knob *knob)
{
	const char *directory = knob_directory(knob);
	int name = strlen(directory) + strlen(knob->file.name);
	const char *c;

	seq_printf(m, "  %s%s%*s", directory, knob->file.name,
		   max(README_COLUMN - 2 - name, 2), "");
	for (c = knob->help; *c; c++) {
		seq_putc(m, *c);
		if (*c == '\n')
			seq_printf(m, "%*s", README_COLUMN, "");
	}
	seq_putc(m, '\n');
}

/**
 * ktrace_knob_readme - print the lines of README about the files of a table
 * @m:		output
 * @knobs:	the table
 * @nr:	number of rows
 *
 * Context: task.
 */
void ktrace_knob_readme(struct seq_file *m, const struct ktrace_knob *knobs, unsigned int nr)
{
	const struct ktrace_knob *knob;

	for (knob = knobs; knob < knobs + nr; knob++)
		knob_readme(m, knob);
}

/**
 * ktrace_command_refuse - set the reason and the position of an error
 * @command:	the command
 * @err:	the errno
 * @column:	offset of the offending byte
 * @why:	error message, a constant string
 *
 * Return: @err.
 */
int ktrace_command_refuse(struct ktrace_command *command, int err,
			  unsigned int column, const char *why)
{
	command->column = column;
	command->why = why;
	return err;
}

/**
 * ktrace_command_refuse_by - set the reason of an error, and who caused it
 * @command:	the command; the error is at its first byte
 * @err:	the errno
 * @why:	error message
 * @by:		text to append to @why; may be empty
 *
 * Return: @err.
 */
int ktrace_command_refuse_by(struct ktrace_command *command, int err, const char *why,
			     struct seq_buf *by)
{
	scnprintf(command->own, sizeof(command->own), "%s%s%s", why, seq_buf_used(by) ? ": " : "",
		  seq_buf_str(by));
	return ktrace_command_refuse(command, err, 0, command->own);
}

/**
 * ktrace_command_number - parse a command as a number
 * @command:	the command
 * @max:	maximum
 * @value:	output
 *
 * Return: 0; -EINVAL if it is not a number or exceeds @max; -ERANGE if it needs more bits
 * than an unsigned long has.
 */
int ktrace_command_number(struct ktrace_command *command, unsigned long max,
			  unsigned long *value)
{
	char *text = ktrace_span_strip(command->text);
	unsigned int column = text - command->text;
	int err = kstrtoul(text, 0, value);

	if (!err && *value > max)
		return ktrace_command_refuse(command, -EINVAL, column, "Number out of range");
	if (err == -ERANGE)
		return ktrace_command_refuse(command, err, column, "Number out of range");
	if (err)
		return ktrace_command_refuse(command, -EINVAL,
					     column + strspn(text, "0123456789"),
					     "Not a number");
	return 0;
}

/**
 * ktrace_command_bool - parse a command as 0 or 1
 * @command:	the command
 * @value:	output
 *
 * Return: 0 or -EINVAL.
 */
int ktrace_command_bool(struct ktrace_command *command, bool *value)
{
	unsigned long number;
	int err = ktrace_command_number(command, 1, &number);

	if (err)
		return ktrace_command_refuse(command, -EINVAL, command->column,
					     "Neither 0 nor 1");
	*value = number;
	return 0;
}
