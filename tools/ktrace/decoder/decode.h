/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interface between ktrace, the command, and the kernel's decoder of system calls.
 *
 * decode.c is compiled with the kernel's headers, its callers with those of the C
 * library, so this header has only types that both know.
 */
#ifndef _KTRACE_DECODE_H
#define _KTRACE_DECODE_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#endif

#define DECODE_ARGS	6
#define DECODE_SLOTS	(2 * DECODE_ARGS + 1)
#define DECODE_TEXT	32768

#define DECODE_COMM	16

/* How a call ended: enum syscall_ended of the kernel. */
enum decode_ended {
	DECODE_RETURNED,
	DECODE_REFUSED,
	DECODE_CHANGED,
	DECODE_RESTORED,
	DECODE_EXECED,
	DECODE_NEVER,
	DECODE_UNSEEN,
};

/**
 * struct decode_slot - a copy of memory in the records of a call
 * @arg:	index of the argument; DECODE_ARGS for the result
 * @out:	the copy was made when the call returned
 * @path:	the copy is the path of a file descriptor
 * @string:	the copy is a string
 */
struct decode_slot {
	unsigned int	arg;
	bool		out;
	bool		path;
	bool		string;
};

/* What the names of the events of 32-bit calls begin with. */
#define DECODE_COMPAT	"ia32_"

/**
 * struct decode_shape - a system call as its format file describes it
 * @name:	name of the event: that of the call, for a 32-bit call after DECODE_COMPAT
 * @nargs:	number of arguments
 * @type:	C type of each argument
 * @arg:	name of each argument
 * @nr_slots:	number of copies
 * @slot:	the copies, in the order of the record
 * @timed:	the records tell where the time of the call went
 */
struct decode_shape {
	const char	*name;
	unsigned int	nargs;
	const char	*type[DECODE_ARGS];
	const char	*arg[DECODE_ARGS];
	unsigned int	nr_slots;
	struct decode_slot slot[DECODE_SLOTS];
	bool		timed;
};

/**
 * struct decode_arg - an argument of a decoded record
 * @name:	its name; NULL if the definition of the call is unknown
 * @text:	the argument as text
 * @string:	the bytes of a string argument, not terminated; NULL for other arguments
 * @len:	number of bytes in @string
 * @cut:	@string is only the beginning
 * @value:	the register
 * @unused:	the call ignores the argument
 * @changed:	a tracer changed the argument
 */
struct decode_arg {
	const char	*name;
	const char	*text;
	const char	*string;
	size_t		len;
	bool		cut;
	unsigned long long value;
	bool		unused;
	bool		changed;
};

/**
 * struct decode_times - where the time of a call went; the parts add up to the duration
 * @ran:	ns in which the task ran
 * @waited:	ns in which it waited for a CPU
 * @blocked:	ns in which it was blocked
 * @faulted:	ns in which the kernel handled page faults, part of the three above
 * @faults:	number of page faults
 * @waker:	task that ended the last block; 0 for an interrupt
 * @waker_comm:	its name, or the kind of interrupt; empty if the task was not blocked
 */
struct decode_times {
	unsigned long long ran;
	unsigned long long waited;
	unsigned long long blocked;
	unsigned long long faulted;
	unsigned int	faults;
	int		waker;
	char		waker_comm[DECODE_COMM];
};

/**
 * struct decoded - a decoded record
 * @nr:		number of the call
 * @name:	name of the call; of a foreign ABI with its prefix
 * @bare:	name of the call without a prefix
 * @ended:	enum decode_ended
 * @entered:	time of the entry, in ns of the trace clock "local"
 * @duration:	ns from entry to return
 * @timed:	@times is valid
 * @times:	where the time went
 * @ret:	the result
 * @ret_text:	the result as text; empty for an error
 * @error:	name of the error, such as ENOENT; NULL if there is none or it has no name
 * @failed:	the result is an error
 * @restarts:	the kernel restarts the call, the program does not see the error
 * @nargs:	number of arguments
 * @known:	number of arguments with a text; less than @nargs only at the entry
 * @arg:	the arguments
 * @text:	memory of the texts
 */
struct decoded {
	int		nr;
	const char	*name;
	const char	*bare;
	unsigned int	ended;
	unsigned long long entered;
	unsigned long long duration;
	bool		timed;
	struct decode_times times;
	long long	ret;
	const char	*ret_text;
	const char	*error;
	bool		failed;
	bool		restarts;
	unsigned int	nargs;
	unsigned int	known;
	struct decode_arg arg[DECODE_ARGS];
	char		text[DECODE_TEXT];
};

/* Upper bound of the numbers of calls of any ABI. */
#define DECODE_CALL_NUMBERS	1024

/* Which bytes of strings are shown as \xHH. */
enum decode_hex {
	DECODE_HEX_NONE,
	DECODE_HEX_STRINGS,	/* all bytes of strings that have other bytes than ASCII */
	DECODE_HEX_ALL,
	DECODE_HEX_CHARS,	/* bytes other than ASCII */
};

/* How constants are shown. */
enum decode_constants {
	DECODE_NAMES,
	DECODE_NUMBERS,
	DECODE_BOTH,
};

/**
 * struct decode_limits - what to leave out, and how the rest looks
 * @fd_paths:	show the paths of file descriptors
 * @data_max:	bytes of data to show of a buffer
 * @strace:	numbers look as in strace
 * @verbose:	if @strace, show all members of structures
 * @constants:	how constants are shown, if @strace
 * @hex:	which bytes are shown in hexadecimal
 * @interface:	copies the name that network interface @index has for task @pid to @name, which
 *		has 16 bytes; returns false if the name is not known. NULL if no name is known
 * @pid:	the task that made the call, for @interface
 */
struct decode_limits {
	bool		fd_paths;
	unsigned int	data_max;
	bool		strace;
	bool		verbose;
	enum decode_constants constants;
	enum decode_hex	hex;
	bool		(*interface)(int pid, unsigned int index, char *name);
	int		pid;
};

struct decode_call;

struct decode_call *decode_call_create(const struct decode_shape *shape);
void decode_call_destroy(struct decode_call *call);
bool decode_record(const struct decode_call *call, const void *rec, unsigned int len,
		   const struct decode_limits *limits, struct decoded *out);
bool decode_entry(const struct decode_call *call, const unsigned long long *args,
		  unsigned int nargs, const struct decode_limits *limits, struct decoded *out);
bool decode_foreign(const char *event, bool timed, const void *rec, unsigned int len,
		    const struct decode_limits *limits, struct decoded *out);
const char *decode_call_name(int nr);
int decode_call_number(const char *name, bool compat);
const char *decode_signal(unsigned int signal);
const char *decode_si_code(int signal, int code);

#endif /* _KTRACE_DECODE_H */
