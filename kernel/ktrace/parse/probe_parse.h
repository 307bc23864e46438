/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The language of the files kprobe_events and uprobe_events: a line in, a struct
 * probe_spec out.
 *
 * Pure: what a line may name (registers, symbols, places) is asked of the
 * caller through struct probe_env, nothing is allocated and nothing installed.
 * Compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PROBE_PARSE_H
#define _KTRACE_PROBE_PARSE_H

#include <linux/types.h>

/* Longest line, and what a line may hold; sizes include the final zero. */
#define PROBE_LINE_MAX		4095
#define PROBE_ARGS_MAX		128
#define PROBE_NAME_SIZE		64
#define PROBE_MODULE_SIZE	64
#define PROBE_SYMBOL_SIZE	512
#define PROBE_PATH_SIZE		4096
#define PROBE_ARG_NAME_SIZE	33
#define PROBE_ARG_TEXT_SIZE	64
#define PROBE_ARRAY_MAX		64
#define PROBE_DEREFS_MAX	13
#define PROBE_ARG_NR_MAX	127
/* Arguments of a tracepoint that may be named. */
#define PROBE_TRACEPOINT_ARGS	12
#define PROBE_MAXACTIVE_MAX	4096

/* What stands before the text of an argument that is text: \" */
#define PROBE_TEXT_AT		2

/* Bytes that a string of unknown length takes at least: "(fault)". */
#define PROBE_STRING_MIN	8
/* Bytes of the number of dynamic data in a record: length and offset. */
#define PROBE_LOC_SIZE		4

/* What may be wrong with a line; the callbacks of struct probe_env return these, too. */
enum probe_err {
	PROBE_OK,
#define PROBE_ERROR(name, ...) PROBE_ERR_##name,
#include "parse/probe_errors.h"
#undef PROBE_ERROR
	NR_PROBE_ERRS
};

/**
 * struct probe_error - what is wrong with a line
 * @code:	which error
 * @column:	offset in the line of the byte at fault
 */
struct probe_error {
	enum probe_err	code;
	unsigned int	column;
};

/* What a line asks for. */
enum probe_kind {
	PROBE_NOTHING,		/* blank, or a comment */
	PROBE_ENTRY,		/* p */
	PROBE_RETURN,		/* r */
	PROBE_REMOVE,		/* - */
	PROBE_EVENT,		/* e */
	PROBE_TRACEPOINT,	/* t */
};

/* What an argument starts from. */
enum probe_base {
	PROBE_BASE_REG,		/* value: offset of the register in pt_regs */
	PROBE_BASE_STACK,	/* the stack pointer */
	PROBE_BASE_SLOT,	/* value: entry of the stack, from 0 */
	PROBE_BASE_ARG,		/* value: the function's argument, from 0 */
	PROBE_BASE_RETVAL,
	PROBE_BASE_RETADDR,
	PROBE_BASE_CONST,	/* value: a number or an address */
	PROBE_BASE_COMM,	/* name of the task, a string */
	PROBE_BASE_TEXT,	/* value: bytes of the string at PROBE_TEXT_AT in probe_arg.text */
	PROBE_BASE_FIELD,	/* value: a number in another event's record, PROBE_FIELD() */
	PROBE_BASE_FIELD_TEXT,	/* the same for a string */
	PROBE_BASE_FIELD_ADDR,	/* the same for where it is, in memory */
	PROBE_BASE_FILE,	/* value: offset in the file that is probed */
};

/*
 * A field of a record: bytes from its start, bytes in all, enum ktrace_field_place, and
 * whether it is a signed number.
 */
#define PROBE_FIELD(offset, bytes, place, is_signed)			\
	((u64)(offset) | (u64)(bytes) << 16 | (u64)(place) << 32 |	\
	 (u64)(is_signed) << 40)
#define PROBE_FIELD_OFFSET(value)	((u16)(value))
#define PROBE_FIELD_BYTES(value)	((u16)((value) >> 16))
#define PROBE_FIELD_PLACE(value)	((u8)((value) >> 32))
#define PROBE_FIELD_SIGNED(value)	((value) >> 40 & 1)

/* How a value is shown. */
enum probe_show {
	PROBE_SHOW_HEX,
	PROBE_SHOW_UNSIGNED,
	PROBE_SHOW_SIGNED,
	PROBE_SHOW_CHAR,
	PROBE_SHOW_SYMBOL,
	PROBE_SHOW_STRING,
};

/**
 * struct probe_arg_type - a type that arguments may have
 * @name:	in a line
 * @ctype:	in the file "format"
 * @size:	bytes in the record, of one element
 * @show:	how it is shown
 * @user:	the last address is one of user space
 * @symbol:	it is the name of the address that is fetched, as text
 */
struct probe_arg_type {
	const char	*name;
	const char	*ctype;
	u8		size;
	enum probe_show	show;
	bool		user;
	bool		symbol;
};

/**
 * struct probe_arg - an argument, parsed
 * @name:	its name
 * @text:	the rest as it was written, type included
 * @column:	where in the line it stands
 * @base:	what it starts from
 * @value:	goes with @base
 * @nr_derefs:	how many times memory is read for it
 * @user:	bit n: the n-th read is from user space
 * @offset:	added before the n-th read
 * @type:	its type
 * @count:	elements of an array, 0 if it is none
 * @element:	of an array of text: the number, from 1, of the read that gets an element's
 *		address; these addresses are 8 bytes apart.  0: of any other type
 * @shl:	shift left, then @shr right, to get at a bit-field
 * @shr:	see @shl; 0 if there is none
 * @place:	bytes from the record's first argument
 * @symbol:	of @SYMBOL: where its name begins in @text
 * @symbol_len:	bytes of that name; 0: @value is not the address of a symbol
 * @symbol_offset: what was added to the symbol's address to get @value
 *
 * The last read is of @type; the ones before it are of addresses.
 */
struct probe_arg {
	char		name[PROBE_ARG_NAME_SIZE];
	char		text[PROBE_ARG_TEXT_SIZE];
	u16		column;
	enum probe_base	base;
	u64		value;
	u16		nr_derefs;
	u16		user;
	s64		offset[PROBE_DEREFS_MAX];
	const struct probe_arg_type *type;
	u8		count;
	u8		element;
	u8		shl;
	u8		shr;
	u16		place;
	u8		symbol;
	u8		symbol_len;
	s64		symbol_offset;
};

/**
 * struct probe_spec - a line, parsed
 * @kind:	what it asks for; the rest goes with it
 * @group:	the event's group; empty in PROBE_REMOVE: whichever
 * @event:	the event's name; empty in PROBE_REMOVE: all of @group
 * @module:	whose @symbol is meant; empty if none was named; of PROBE_EVENT: a system
 * @symbol:	the function, or tracepoint, or event; empty if @address was given as a number
 * @path:	the file whose code is probed; empty: the kernel's
 * @offset:	from @symbol, or in the file
 * @ref_ctr:	where in the file the marker's counter of listeners is, 0 if it has none
 * @address:	what to probe; with @symbol filled in by probe_env.place()
 * @at_entry:	it is a function's first instruction, by probe_env.place()
 * @waiting:	its module is not there, by probe_env.place(): @address is not known
 * @typed:	arguments were made of C types
 * @maxactive:	of a return probe, 0: not given
 * @filter_column: of PROBE_EVENT: where in the line its filter begins
 * @filter_len:	how long that is; 0: it has none
 * @rest_column: of PROBE_REMOVE: where in the line stands what follows the name
 * @rest_len:	how long that is
 * @name_column: where in the line the event's name stands, or should
 * @place_column: where in the line the place stands
 * @offset_column: where in the line the offset in the file stands
 * @ref_column:	where in the line @ref_ctr stands
 * @bytes:	of all arguments in the record, without strings' text
 * @nr_strings:	texts behind the arguments; an array of text has several
 * @nr_args:	how many @args
 * @args:	the arguments
 *
 * Some 30 KB: not for the stack.
 */
struct probe_spec {
	enum probe_kind	kind;
	char		group[PROBE_NAME_SIZE];
	char		event[PROBE_NAME_SIZE];
	char		module[PROBE_MODULE_SIZE];
	char		symbol[PROBE_SYMBOL_SIZE];
	char		path[PROBE_PATH_SIZE];
	s64		offset;
	u64		ref_ctr;
	unsigned long	address;
	bool		at_entry;
	bool		waiting;
	bool		typed;
	u32		maxactive;
	unsigned int	filter_column;
	unsigned int	filter_len;
	unsigned int	rest_column;
	unsigned int	rest_len;
	unsigned int	name_column;
	unsigned int	place_column;
	unsigned int	offset_column;
	unsigned int	ref_column;
	unsigned int	bytes;
	unsigned int	nr_strings;
	unsigned int	nr_args;
	struct probe_arg args[PROBE_ARGS_MAX];
};

/* What a C type is to arguments. */
enum probe_class {
	PROBE_CLASS_OTHER,	/* void, a function, one that is declared only */
	PROBE_CLASS_NUMBER,
	PROBE_CLASS_POINTER,
	PROBE_CLASS_STRUCT,	/* or union */
	PROBE_CLASS_ARRAY,
};

/* How a value of a C type is passed. */
enum probe_pass {
	PROBE_PASS_UNKNOWN,
	PROBE_PASS_WORDS,	/* in registers, if there are enough for all of it */
	PROBE_PASS_MEMORY,	/* on the stack; what is returned, where the caller says */
};

/**
 * struct probe_ctype - a C type, without const, volatile and typedef
 * @class:	what it is
 * @id:		its number
 * @pass:	how a value of it is passed
 * @bytes:	of a value; of a number 1, 2, 4 or 8
 * @is_signed:	of a number
 * @text:	pointer to characters, or array of them
 * @of:		number of the type that a pointer points to, or an array is made of
 * @count:	elements of an array
 */
struct probe_ctype {
	enum probe_class class;
	u32		id;
	enum probe_pass	pass;
	u32		bytes;
	bool		is_signed;
	bool		text;
	u32		of;
	u32		count;
};

/**
 * struct probe_member - a member of a structure
 * @id:		number of its type
 * @bit:	where it begins in the structure
 * @bits:	of a bit-field; 0 if it is none
 */
struct probe_member {
	u32	id;
	u32	bit;
	u32	bits;
};

/**
 * struct probe_proto - the prototype of the function or tracepoint of a line
 * @types:	where its types are described; held until probe_types.put()
 * @looked:	probe_types.find() was called, and said @code
 * @code:	see @looked
 * @id:		its number
 * @first:	how many parameters there are before those of the user
 * @nr:		how many are the user's
 * @ret:	number of the type that is returned; 0: void
 */
struct probe_proto {
	void		*types;
	bool		looked;
	enum probe_err	code;
	u32		id;
	unsigned int	first;
	unsigned int	nr;
	u32		ret;
};

/**
 * struct probe_types - whom the parser asks about C types
 * @find:	find the prototype of what @spec probes, its place parsed; fill in all but
 *		looked and code, and return what is wrong
 * @put:	let go of what @find has found
 * @param:	the number of the type of parameter @nr, and its name, empty if it has none
 * @type:	describe the type of a number
 * @member:	find a member of the structure @id, members of nameless ones included;
 *		false if there is none
 */
struct probe_types {
	enum probe_err	(*find)(const struct probe_spec *spec, struct probe_proto *proto);
	void		(*put)(struct probe_proto *proto);
	u32		(*param)(const struct probe_proto *proto, unsigned int nr,
				 const char **name);
	void		(*type)(const struct probe_proto *proto, u32 id,
				struct probe_ctype *type);
	bool		(*member)(const struct probe_proto *proto, u32 id, const char *name,
				  struct probe_member *member);
};

/**
 * struct probe_env - whom the parser asks
 * @reg:	offset in pt_regs of the register @name; negative: no such
 * @data:	address of the symbol @name to read from; 0: no such
 * @place:	check the place that @spec names, fill in its address and
 *		at_entry; PROBE_OK or what is wrong. Not called if @user.  On error @spec
 *		has the place as it was written, and nothing behind it
 * @bytes_max:	room for arguments in a record, strings' text included
 * @slots_max:	entries of the stack that may be named
 * @dentry_name: where in a struct dentry the address of its name is
 * @file_dentry: where in a struct file the address of its dentry is
 * @kind:	PROBE_EVENT, PROBE_TRACEPOINT: of which lines are; else: of p and r
 * @field:	of PROBE_EVENT: set base and value of an argument to the field that @name
 *		names in the records of the event that @place has found; PROBE_OK or what
 *		is wrong
 * @types:	C types; NULL: none are known
 * @registers:	words that are passed to a function, or to what is called at a tracepoint,
 *		in registers: the first arguments.  The others are on the stack
 * @user:	places are in files, and memory is that of the task that runs there
 * @listed:	the line is one that probe_write() wrote, which may be longer than a user's
 * @module:	whose function is meant where none is named; NULL: anybody's
 */
struct probe_env {
	int		(*reg)(const char *name);
	unsigned long	(*data)(const char *name);
	enum probe_err	(*place)(struct probe_spec *spec);
	unsigned int	bytes_max;
	unsigned int	slots_max;
	unsigned int	dentry_name;
	unsigned int	file_dentry;
	enum probe_kind	kind;
	enum probe_err	(*field)(const char *name, struct probe_arg *arg);
	const struct probe_types *types;
	unsigned int	registers;
	bool		user;
	bool		listed;
	const char	*module;
};

/**
 * struct probe_span - a part of the line
 * @s:		its first byte
 * @n:		how many
 */
struct probe_span {
	const char	*s;
	size_t		n;
};

/**
 * struct probe_walk - the value of an argument, while its C type is known
 * @on:		it is known
 * @placed:	the value is in memory, @bit from what was read last; else it is that
 * @bit:	see @placed
 * @bits:	it is a bit-field of that many; 0 if it is none
 * @type:	its type
 * @param:	the whole value is this parameter, by its name; NULL if it is not
 */
struct probe_walk {
	bool			on;
	bool			placed;
	u64			bit;
	u32			bits;
	struct probe_ctype	type;
	const char		*param;
};

/**
 * struct probe_parser - a line being parsed, shared with probe_arg.c and probe_typed.c
 * @line:	the line
 * @env:	whom to ask
 * @spec:	the result
 * @error:	what is wrong
 * @proto:	what is known of the function or tracepoint
 * @walk:	what is known of the argument being parsed
 * @body:	the part of @line that is copied to probe_arg.text
 * @unnamed:	that one was given no name
 * @all_args:	there was a $arg*
 */
struct probe_parser {
	const char		*line;
	const struct probe_env	*env;
	struct probe_spec	*spec;
	struct probe_error	*error;
	struct probe_proto	proto;
	struct probe_walk	walk;
	const char		*body;
	bool			unnamed;
	bool			all_args;
};

int probe_parse(const char *line, size_t len, const struct probe_env *env,
		struct probe_spec *spec, struct probe_error *error);
size_t probe_write(const struct probe_spec *spec, char *buf, size_t size);
const char *probe_error_text(enum probe_err code);
int probe_error_errno(enum probe_err code);

/* Between probe_parse.c, probe_arg.c and probe_typed.c. */
int probe_fail(struct probe_parser *p, const char *at, enum probe_err code);
bool probe_ident(struct probe_span span);
bool probe_number(struct probe_span span, u64 *value);
bool probe_signed(struct probe_span span, s64 *value);
void probe_copy(char *to, struct probe_span span);
int probe_parse_arg(struct probe_parser *p, struct probe_span word);

/* probe_arg.c, for probe_typed.c */
bool probe_add_deref(struct probe_arg *arg, s64 offset);
const struct probe_arg_type *probe_type_of(enum probe_show show, unsigned int size);

/* probe_typed.c, for probe_arg.c and probe_parse.c */
bool probe_proto_known(struct probe_parser *p);
void probe_proto_put(struct probe_parser *p);
int probe_parse_param(struct probe_parser *p, const char *at, unsigned int nr,
		      struct probe_span rest, struct probe_arg *arg);
int probe_parse_typed_retval(struct probe_parser *p, const char *at,
			     struct probe_span rest, struct probe_arg *arg);
bool probe_param_find(struct probe_parser *p, struct probe_span name, unsigned int *nr);
enum probe_err probe_param_error(struct probe_parser *p, struct probe_span name);
int probe_typed_address(struct probe_parser *p, const char *at, struct probe_arg *arg,
			s64 *offset);
int probe_typed_settle(struct probe_parser *p, struct probe_span value,
		       struct probe_span type, struct probe_arg *arg, bool *done);
bool probe_is_string(struct probe_span type);
struct probe_span probe_typed_head(struct probe_span value);

/* The part of @span before its first @c; all of it if there is none. */
static inline struct probe_span probe_until(struct probe_span span, char c)
{
	size_t n = 0;

	while (n < span.n && span.s[n] != c)
		n++;
	return (struct probe_span){ span.s, n };
}

/* What is left of @span behind its first @n bytes. */
static inline struct probe_span probe_from(struct probe_span span, size_t n)
{
	return (struct probe_span){ span.s + n, span.n - n };
}

static inline bool probe_is(struct probe_span span, const char *word)
{
	return span.n == strlen(word) && !memcmp(span.s, word, span.n);
}

#endif /* _KTRACE_PROBE_PARSE_H */
