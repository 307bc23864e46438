/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control files that are shown as text and set by writing text.
 *
 * Struct ktrace_knob describes a knob. Opening, copying, length limits, splitting into
 * lines and the error log are common to all knobs.
 */
#ifndef _KTRACE_KNOB_H
#define _KTRACE_KNOB_H

#include <linux/bits.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/types.h>

#include "command/error_log.h"
#include "command/owner.h"
#include "fs/dir.h"

struct seq_buf;
struct seq_file;

/* Maximum length of a line or setting. */
#define KTRACE_LINE_MAX		4095
/* Maximum length of a list of numbers, enough for all threads of a machine. */
#define KTRACE_LIST_MAX		(1024 * 1024)

/**
 * struct ktrace_session - an open control file that owns the definitions made through it
 * @triggers:	its triggers, struct ktrace_trigger.of_session; under ktrace_event_mutex
 *
 * A session begins when the line "owned" is written to an open file, and ends when the last
 * descriptor of the open file is closed. struct ktrace_knob.end then removes everything that
 * was defined through the file in between. Definitions refer to their session by address.
 */
struct ktrace_session {
	struct list_head triggers;
};

/**
 * struct ktrace_command - a line written to a knob, that is a control file
 * @text:	the line, without newline, zero-terminated; the knob may modify it
 * @len:	its length in bytes; may include zeros
 * @session:	session to which definitions of the line belong (see above); NULL for none
 * @prepared:	memory from struct ktrace_knob.prepare, freed by kfree() unless the knob sets the
 *		member to NULL
 * @column:	set when the knob refuses: offset of the offending byte
 * @why:	set when the knob refuses: error message, a constant string or @own
 * @who:	set when the knob refuses to name another source than the knob in
 *		error_log: a constant string
 * @logged:	set when the knob has filled in the error log itself
 * @own:	set by ktrace_command_refuse_by(): error message
 */
struct ktrace_command {
	char		*text;
	size_t		len;
	struct ktrace_session *session;
	void		*prepared;
	unsigned int	column;
	const char	*why;
	const char	*who;
	bool		logged;
	char		own[KTRACE_WHY_MAX];
};

/**
 * struct ktrace_listing - the content of a long file, as of a read from its beginning
 * @nr:		number of pieces
 * @show:	print a piece; may be called several times for a piece, and in any order.  Called
 *		with no lock but that of the seq_file, also after the file and its object were
 *		removed
 * @free:	free the listing; called with no lock but that of the seq_file
 *
 * The memory for the output is that of the longest piece, while a file with a
 * struct ktrace_knob.show needs memory for its whole text.
 */
struct ktrace_listing {
	u64	nr;
	void	(*show)(struct seq_file *m, struct ktrace_listing *listing, u64 piece);
	void	(*free)(struct ktrace_listing *listing);
};

/*
 * Values of struct ktrace_knob.scope: the directories that have the file, and the type of the data
 * that the functions of the file get there.
 */
/* The file is in the top directory; its data is the top instance, struct ktrace_instance. */
#define KTRACE_SCOPE_TOP		BIT(0)
/* The file is in the directory of each instance; its data is struct ktrace_instance. */
#define KTRACE_SCOPE_INSTANCE		BIT(1)
/*
 * The file is in the directory of each instance and in each per_cpu/cpuN/; its data is struct
 * ktrace_trace_dir.
 */
#define KTRACE_SCOPE_RING		BIT(2)
/* The file is in each per_cpu/cpuN/ only; its data is struct ktrace_trace_dir. */
#define KTRACE_SCOPE_CPU		BIT(3)
/* As SCOPE_RING and SCOPE_CPU; the struct ktrace_trace_dir describes the snapshot. */
#define KTRACE_SCOPE_RING_SNAPSHOT	BIT(4)
#define KTRACE_SCOPE_CPU_SNAPSHOT	BIT(5)
/* The file is in events/; its data is struct ktrace_instance. */
#define KTRACE_SCOPE_EVENTS		BIT(6)
/*
 * The file is in events/SYSTEM/, except in systems of events with struct ktrace_class.own; its data
 * is struct system_dir.
 */
#define KTRACE_SCOPE_SYSTEM		BIT(7)
/* The file is in events/SYSTEM/EVENT/; its data is struct event_dir. */
#define KTRACE_SCOPE_EVENT		BIT(8)
/*
 * As KTRACE_SCOPE_EVENT, but not for events that ktrace itself writes, such as records of markers
 * (struct ktrace_class.own): users cannot enable or filter them.
 */
#define KTRACE_SCOPE_USER_EVENT		BIT(9)
/* The file is in options/; its data is struct option_file. */
#define KTRACE_SCOPE_OPTIONS		BIT(10)

/**
 * struct ktrace_knob - a control file: a row in the table of a layer
 *
 * control/files.c has the table of the files of control, and struct ktrace_source.files the files
 * of a source.
 *
 * @file:	the file; set by KTRACE_KNOB() or KTRACE_KNOB_OPS().  Must be the first member
 * @scope:	the directories that have the file, a KTRACE_SCOPE_*
 * @help:	text for README, of lines without a final newline; NULL for a file in options/
 * @lines:	a write may hold many lines of any total length, each a command;
 *		otherwise a write is one setting
 * @longest:	maximum length of a setting, if not KTRACE_LINE_MAX
 * @empty:	setting written at close after an open with O_TRUNC, if nothing was
 *		written since open. Not written at open, so that a refused write leaves
 *		the old setting; NULL for none; needs an @owner
 * @show:	print the present state; data is the private data of the file
 * @list:	instead of @show: return the present state; NULL if it is empty, or an errno as a
 *		pointer
 * @prepare:	called before @write; may wait for other programs, because the file may be removed
 *		meanwhile; 0, or a negative errno; NULL if @write needs no preparation
 * @write:	execute a command; 0, or a negative errno with nothing changed.  Must not wait for
 *		other programs: the removal of the file waits for the command
 * @clear:	called for an open with O_TRUNC; 0, or a negative errno, which is logged
 * @owner:	returns the owner to pin while the file is open; NULL if @data is never
 *		freed
 * @end:	remove all definitions of @session, whose file is being closed. Must not fail,
 *		may sleep; called without locks, and after the file may have been removed.
 *		NULL if the file does not accept "owned"
 */
struct ktrace_knob {
	struct ktrace_file file;
	unsigned int scope;
	const char *help;
	bool	lines;
	size_t	longest;
	const char *empty;
	int	(*show)(struct seq_file *m, void *data);
	struct ktrace_listing *(*list)(void *data);
	int	(*prepare)(struct ktrace_command *command);
	int	(*write)(struct ktrace_command *command, void *data);
	int	(*clear)(void *data);
	struct ktrace_owner *(*owner)(void *data);
	void	(*end)(struct ktrace_session *session);
};

extern const struct file_operations ktrace_knob_fops;

ssize_t ktrace_knob_write(struct file *file, const char __user *ubuf,
			  size_t count, loff_t *ppos);
int ktrace_knob_create(const struct ktrace_knob *knobs, unsigned int nr, unsigned int scopes,
		       struct ktrace_dir *dir, void *data);
void ktrace_knob_readme(struct seq_file *m, const struct ktrace_knob *knobs, unsigned int nr);

int ktrace_command_bool(struct ktrace_command *command, bool *value);
int ktrace_command_number(struct ktrace_command *command, unsigned long max,
			  unsigned long *value);
const char *ktrace_errno_text(int err);
int ktrace_command_refuse(struct ktrace_command *command, int err,
			  unsigned int column, const char *why);
int ktrace_command_refuse_by(struct ktrace_command *command, int err, const char *why,
			     struct seq_buf *by);

/* A row of a table of control files, with the remaining members as further arguments. */
#define KTRACE_KNOB(_scope, _name, _mode, _show, _write, _help, ...) {	\
	.file	= KTRACE_FILE(_name, _mode, &ktrace_knob_fops),		\
	.scope	= (_scope),						\
	.help	= (_help),						\
	.show	= (_show),						\
	.write	= (_write),						\
	__VA_ARGS__							\
}

/* Declare a file with its own file operations, which must pin the data of an open file. */
#define KTRACE_KNOB_OPS(_scope, _name, _mode, _fops, _help, ...) {	\
	.file	= KTRACE_FILE(_name, _mode, _fops),			\
	.scope	= (_scope),						\
	.help	= (_help),						\
	__VA_ARGS__							\
}

#endif /* _KTRACE_KNOB_H */
