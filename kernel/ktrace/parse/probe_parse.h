/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The language of the files kprobe_events and uprobe_events: parses a line into a
 * struct probe_spec.
 *
 * Pure: the caller resolves registers, symbols and locations through struct probe_env;
 * nothing is allocated or installed. Compiles in user space unchanged
 * (tools/testing/ktrace).
 */
#ifndef _KTRACE_PROBE_PARSE_H
#define _KTRACE_PROBE_PARSE_H

#include <linux/types.h>

#include "parse/lexer.h"

/* Limits; sizes include the terminating zero. */
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
/* Maximum number of arguments of a tracepoint. */
#define PROBE_TRACEPOINT_ARGS	12
#define PROBE_MAXACTIVE_MAX	4096

/* Length of the \" before quoted text. */
#define PROBE_TEXT_AT		2

/* Minimum room for a string of unknown length: "(fault)". */
#define PROBE_STRING_MIN	8
/* Size of the location of dynamic data in a record: length and offset. */
#define PROBE_LOC_SIZE		4

/* Errors in a line, also returned by the callbacks of struct probe_env. */
enum probe_err {
	PROBE_OK,
#define PROBE_ERROR(name, ...) PROBE_ERR_##name,
#include "parse/probe_errors.h"
#undef PROBE_ERROR
	NR_PROBE_ERRS
};

/* Messages by enum probe_err. */
extern const struct ktrace_parse_message probe_messages[NR_PROBE_ERRS];

/* Commands. */
enum probe_kind {
	PROBE_NOTHING,		/* blank, or a comment */
	PROBE_ENTRY,		/* p */
	PROBE_RETURN,		/* r */
	PROBE_REMOVE,		/* - */
	PROBE_EVENT,		/* e */
	PROBE_TRACEPOINT,	/* t */
};

/* Bases of arguments. */
enum probe_base {
	PROBE_BASE_REG,		/* value: offset of the register in pt_regs */
	PROBE_BASE_STACK,	/* stack pointer */
	PROBE_BASE_SLOT,	/* value: index of a word on the stack, from 0 */
	PROBE_BASE_ARG,		/* value: index of the function's argument, from 0 */
	PROBE_BASE_RETVAL,
	PROBE_BASE_RETADDR,
	PROBE_BASE_CONST,	/* value: a number or an address */
	PROBE_BASE_COMM,	/* name of the task, a string */
	/* value: length of the string at PROBE_TEXT_AT in probe_arg.text */
	PROBE_BASE_TEXT,
	PROBE_BASE_FIELD,	/* value: a number in the base event's record, PROBE_FIELD() */
	PROBE_BASE_FIELD_TEXT,	/* value: a string in the base event's record, PROBE_FIELD() */
	PROBE_BASE_FIELD_ADDR,	/* value: address in memory of a field, PROBE_FIELD() */
	PROBE_BASE_FILE,	/* value: offset in the probed file */
};

/* Encode a field of a record: offset, size in bytes, enum ktrace_field_location, signedness. */
#define PROBE_FIELD(offset, bytes, location, is_signed)			\
	((u64)(offset) | (u64)(bytes) << 16 | (u64)(location) << 32 |	\
	 (u64)(is_signed) << 40)
#define PROBE_FIELD_OFFSET(value)	((u16)(value))
#define PROBE_FIELD_BYTES(value)	((u16)((value) >> 16))
#define PROBE_FIELD_LOCATION(value)	((u8)((value) >> 32))
#define PROBE_FIELD_SIGNED(value)	((value) >> 40 & 1)

/* Formats of values. */
enum probe_show {
	PROBE_SHOW_HEX,
	PROBE_SHOW_UNSIGNED,
	PROBE_SHOW_SIGNED,
	PROBE_SHOW_CHAR,
	PROBE_SHOW_SYMBOL,
	PROBE_SHOW_STRING,
};

/**
 * struct probe_arg_type - a type of arguments
 * @name:	name in a line
 * @ctype:	name in the file "format"
 * @size:	size of an element in the record in bytes
 * @show:	format
 * @user:	the last address is in user space
 * @symbol:	the text is the symbol of the fetched address
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
 * struct probe_arg - a parsed argument
 * @name:	its name
 * @text:	source text without the name, including the type
 * @column:	position in the line
 * @base:	its base
 * @value:	parameter of @base
 * @nr_derefs:	number of memory reads
 * @user:	bit n: read n is from user space
 * @offset:	offset to add before read n
 * @type:	its type
 * @count:	number of elements of an array, 0 if it is not an array
 * @element:	for an array of text: number, from 1, of the read that gets an element's
 *		address; these addresses are 8 bytes apart. 0 for other types
 * @shl:	shift left, then @shr right, to extract a bit-field
 * @shr:	see @shl; 0 for none
 * @record_offset:	offset in the record from its first argument, in bytes
 * @symbol:	for @SYMBOL: offset of its name in @text
 * @symbol_len:	length of the name; 0 if @value is not the address of a symbol
 * @symbol_offset:	offset added to the symbol's address to get @value
 *
 * The last read is of @type; the reads before it are of addresses.
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
	u16		record_offset;
	u8		symbol;
	u8		symbol_len;
	s64		symbol_offset;
};

/**
 * struct probe_spec - a parsed line
 * @kind:	the command, which determines the valid members
 * @group:	the event's group; empty in PROBE_REMOVE: any
 * @event:	the event's name; empty in PROBE_REMOVE: all events of @group
 * @module:	module of @symbol; empty if not given; for PROBE_EVENT: a system
 * @symbol:	the function, tracepoint or event; empty if @address was given as a
 *		number
 * @path:	the probed file; empty for the kernel
 * @offset:	offset from @symbol, or in the file
 * @ref_ctr:	offset in the file of the marker's reference counter, 0 if it has none
 * @address:	address to probe; with @symbol filled in by probe_env.locate()
 * @at_entry:	it is a function's first instruction; filled in by probe_env.locate()
 * @waiting:	its module is not loaded, so @address is unknown; filled in by
 *		probe_env.locate()
 * @typed:	arguments use C types
 * @maxactive:	for a return probe; 0 if not given
 * @filter_column:	for PROBE_EVENT: position of its filter in the line
 * @filter_len:	length of the filter; 0 if it has none
 * @rest_column:	for PROBE_REMOVE: position of the text after the name
 * @rest_len:	length of that text
 * @name_column:	position of the event's name in the line, even if it is omitted
 * @location_column:	position of the probed location in the line
 * @offset_column:	position of the offset in the file
 * @ref_column:	position of @ref_ctr
 * @bytes:	size of all arguments in the record, without the text of strings
 * @nr_strings:	number of strings after the arguments; an array of text has several
 * @nr_args:	number of @args
 * @args:	the arguments
 *
 * About 30 KB: not for the stack.
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
	unsigned int	location_column;
	unsigned int	offset_column;
	unsigned int	ref_column;
	unsigned int	bytes;
	unsigned int	nr_strings;
	unsigned int	nr_args;
	struct probe_arg args[PROBE_ARGS_MAX];
};

/* Classes of C types. */
enum probe_class {
	PROBE_CLASS_OTHER,	/* void, a function, an incomplete type */
	PROBE_CLASS_NUMBER,
	PROBE_CLASS_POINTER,
	PROBE_CLASS_STRUCT,	/* or union */
	PROBE_CLASS_ARRAY,
};

/* Calling conventions for a value of a C type. */
enum probe_pass {
	PROBE_PASS_UNKNOWN,
	PROBE_PASS_WORDS,	/* in registers, if enough are left for all of it */
	PROBE_PASS_MEMORY,	/* on the stack; for a result, at an address from the caller */
};

/**
 * struct probe_ctype - a C type, without const, volatile and typedef
 * @class:	its class
 * @id:	its number
 * @pass:	calling convention
 * @bytes:	size of a value; for numbers 1, 2, 4 or 8
 * @is_signed:	for numbers
 * @text:	pointer to characters, or array of characters
 * @of:	number of the type that a pointer points to, or of the elements of an array
 * @count:	number of elements of an array
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
 * @id:	number of its type
 * @bit:	offset in the structure in bits
 * @bits:	width of a bit-field; 0 for other types
 */
struct probe_member {
	u32	id;
	u32	bit;
	u32	bits;
};

/**
 * struct probe_proto - the prototype of the function or tracepoint of a line
 * @types:	description of its types; held until probe_types.put()
 * @looked:	probe_types.find() was called and returned @code
 * @code:	see @looked
 * @id:	its number
 * @first:	number of hidden parameters before the user's
 * @nr:	number of the user's parameters
 * @ret:	number of the result's type; 0 for void
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

/* Kinds of names of types. */
enum probe_tag {
	PROBE_TAG_STRUCT,
	PROBE_TAG_UNION,
	PROBE_TAG_TYPEDEF,
};

/**
 * struct probe_types - callbacks for C types
 * @find:	find the prototype for the location in @spec; fill in all members except
 *		@looked and @code, and return an error or PROBE_OK
 * @named:	find a type by its name, first in the module of the prototype @home, which
 *		may be NULL; fill in the members @types and @id, and return an error or
 *		PROBE_OK
 * @put:	release the result of @find or @named
 * @param:	get the type number and the name of parameter @nr; an empty name if it
 *		has none
 * @type:	describe the type with a number
 * @member:	find a member of structure @id, including members of anonymous
 *		structures; false if there is none
 */
struct probe_types {
	enum probe_err	(*find)(const struct probe_spec *spec, struct probe_proto *proto);
	enum probe_err	(*named)(const struct probe_proto *home, const char *name,
				 enum probe_tag tag, struct probe_proto *to);
	void		(*put)(struct probe_proto *proto);
	u32		(*param)(const struct probe_proto *proto, unsigned int nr,
				 const char **name);
	void		(*type)(const struct probe_proto *proto, u32 id,
				struct probe_ctype *type);
	bool		(*member)(const struct probe_proto *proto, u32 id, const char *name,
				  struct probe_member *member);
};

/**
 * struct probe_env - environment of the parser
 * @reg:	get the offset in pt_regs of register @name, or a negative number
 * @data:	get the address of symbol @name; 0 if there is none
 * @locate:	check the location in @spec, fill in its address and at_entry; return
 *		PROBE_OK or an error. Not called if @user. On error @spec keeps the
 *		location as it was written, and the rest of the line is not parsed
 * @bytes_max:	room for arguments in a record, including the text of strings
 * @slots_max:	maximum number of stack words
 * @dentry_name:	offset of the name's address in struct dentry
 * @file_dentry:	offset of the dentry's address in struct file
 * @kind:	PROBE_EVENT or PROBE_TRACEPOINT for lines of that kind; otherwise p and
 *		r
 * @field:	for PROBE_EVENT: set base and value of an argument to field @name of the
 *		event found by @locate; return PROBE_OK or an error
 * @types:	callbacks for C types; NULL if no types are known
 * @registers:	number of words that a function or a tracepoint's callback gets in
 *		registers; the other arguments are on the stack
 * @user:	locations are in files, and memory is user memory
 * @listed:	the line was written by probe_write() and may be longer than a user's
 *		line
 * @module:	default module of functions; NULL for any
 */
struct probe_env {
	int		(*reg)(const char *name);
	unsigned long	(*data)(const char *name);
	enum probe_err	(*locate)(struct probe_spec *spec);
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
 * struct probe_walk - the value of an argument with a known C type
 * @on:	the type is known
 * @in_memory:	the value is in memory, at offset @bit from the last read; otherwise it
 *		is the last read
 * @bit:	see @in_memory
 * @bits:	width of a bit-field; 0 for other types
 * @type:	its type
 * @proto:	numbers of types are those of its description of types
 * @param:	name of the parameter of which this is the whole value; NULL otherwise
 */
struct probe_walk {
	bool			on;
	bool			in_memory;
	u64			bit;
	u32			bits;
	struct probe_ctype	type;
	const struct probe_proto *proto;
	const char		*param;
};

/**
 * struct probe_parser - a line being parsed, shared with probe_arg.c and probe_typed.c
 * @lex:	the line; words have positions of their own
 * @env:	environment
 * @spec:	output
 * @proto:	prototype of the function or tracepoint
 * @cast:	type of the last cast of the current argument, held if @casted
 * @casted:	see @cast
 * @walk:	type of the current argument
 * @body:	the part of @line that is copied to probe_arg.text
 * @unnamed:	the current argument has no name
 * @all_args:	the line contains $arg*
 */
struct probe_parser {
	struct ktrace_lexer	lex;
	const struct probe_env	*env;
	struct probe_spec	*spec;
	struct probe_proto	proto;
	struct probe_proto	cast;
	bool			casted;
	struct probe_walk	walk;
	const char		*body;
	bool			unnamed;
	bool			all_args;
};

int probe_parse(const char *line, size_t len, const struct probe_env *env,
		struct probe_spec *spec, struct ktrace_parse_error *error);
size_t probe_write(const struct probe_spec *spec, char *buf, size_t size);

/* Report an error at the byte @at; return its errno. */
static inline int probe_fail(struct probe_parser *p, const char *at, enum probe_err code)
{
	return ktrace_lex_fail(&p->lex, at, code);
}

/* Defined in probe_word.c */
void probe_copy(char *to, struct ktrace_span span);

/* Defined in probe_arg.c */
int probe_parse_arg(struct probe_parser *p, struct ktrace_span word);

/* Defined in probe_type.c */
bool probe_add_deref(struct probe_arg *arg, s64 offset);
const struct probe_arg_type *probe_type_find(struct ktrace_span name);
const struct probe_arg_type *probe_type_of(enum probe_show show, unsigned int size);

/* Defined in probe_typed.c, for probe_arg.c and probe_parse.c */
bool probe_proto_known(struct probe_parser *p);
void probe_proto_put(struct probe_parser *p);
int probe_parse_param(struct probe_parser *p, const char *at, unsigned int nr,
		      struct ktrace_span rest, struct probe_arg *arg);
int probe_parse_typed_retval(struct probe_parser *p, const char *at,
			     struct ktrace_span rest, struct probe_arg *arg);
bool probe_param_find(struct probe_parser *p, struct ktrace_span name, unsigned int *nr);
enum probe_err probe_param_error(struct probe_parser *p, struct ktrace_span name);
size_t probe_cast_len(struct ktrace_span value);
int probe_parse_cast(struct probe_parser *p, struct ktrace_span type, const char *at,
		     struct ktrace_span path, struct probe_arg *arg);
void probe_cast_put(struct probe_parser *p);
int probe_typed_address(struct probe_parser *p, const char *at, struct probe_arg *arg,
			s64 *offset);
int probe_typed_resolve(struct probe_parser *p, struct ktrace_span value,
			struct ktrace_span type, struct probe_arg *arg, bool *done);
bool probe_is_string(struct ktrace_span type);
struct ktrace_span probe_typed_head(struct ktrace_span value);

#endif /* _KTRACE_PROBE_PARSE_H */
