/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetches the arguments of a probe: compiles the result of parse/probe_parse.c to a
 * program that runs in a probe's handler.
 *
 * Whole registers are copied by a loop over pairs of offsets. Parts of a register, and
 * constants, need a switch in addition. Both are written directly into the reserved
 * record. Arguments that read memory are assembled in a per-CPU buffer before a record
 * is reserved: reads may fault, and the length of a string is unknown before it is
 * read.
 *
 * A program is compiled for one kind of source: registers, a record, the argument of a
 * hook, or the arguments of a tracepoint (enum fetch_from). Handlers pass a pointer to the
 * source as union fetch_source.
 *
 * A probe in a program may sleep, but not while it uses the CPU's buffer. If
 * fetch_image_user() misses memory, fetch_fault_in() faults the memory in, and the
 * arguments are fetched a second time.
 */
#ifndef _KTRACE_FETCH_H
#define _KTRACE_FETCH_H

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/list.h>
#include <linux/ptrace.h>
#include <linux/types.h>
#include <linux/unaligned.h>

struct kprobe;
struct ktrace_hit;

#ifdef CONFIG_HAVE_KTRACE_ARCH
#include <asm/ktrace_probe.h>
#else
/* For architectures whose calling convention of structures is unknown. */
#define KTRACE_PROBE_REGISTERS		128
#define KTRACE_PROBE_STRUCT_BYTES	0

static inline int ktrace_probe_arg(unsigned int nr)
{
	return -1;
}

static inline int ktrace_probe_retval(void)
{
	return -1;
}

static inline int ktrace_probe_sp(void)
{
	return -1;
}

static inline int ktrace_probe_retaddr_slot(void)
{
	return -1;
}

static inline bool ktrace_probe_decodable(unsigned long at, unsigned long end)
{
	return true;
}

static inline int ktrace_probe_insn_length(const void *code, unsigned long address,
					   size_t room, bool *refused)
{
	return -EOPNOTSUPP;
}

static inline void ktrace_probe_restore(const struct kprobe *kp, void *to, size_t room) { }

static inline bool ktrace_probe_may_change(const void *code)
{
	return true;
}

static __always_inline unsigned int ktrace_probe_added(const struct pt_regs *regs)
{
	return 0;
}

static __always_inline unsigned long ktrace_probe_flags(const struct pt_regs *regs)
{
	return arch_local_save_flags();
}
#endif

#ifdef CONFIG_HAVE_FUNCTION_ARG_ACCESS_API
static __always_inline u64 fetch_arg(struct pt_regs *regs, unsigned int nr)
{
	return regs_get_kernel_argument(regs, nr);
}
#else
static __always_inline u64 fetch_arg(struct pt_regs *regs, unsigned int nr)
{
	return 0;
}
#endif

struct probe_spec;

/*
 * Room for arguments, including the text of strings; and the size of the buffer in
 * which they are assembled, with a margin that may be overwritten.
 *
 * A string takes the length of its text, limited by the remaining room minus
 * fetch.share bytes for each string that follows it in the record.
 */
#define FETCH_ROOM		3048
#define FETCH_IMAGE_SIZE	(FETCH_ROOM + 8)

/* Maximum number of bytes reserved for a string, including the terminating zero. */
#define FETCH_SHARE_MAX		256

/* Replaces a string that could not be read. */
#define FETCH_FAULT		"(fault)"

/**
 * struct fetch_call - arguments of a tracepoint's callback
 * @arg:	arguments
 * @sp:	stack pointer at the call
 */
struct fetch_call {
	unsigned long	arg[12];
	unsigned long	sp;
};

/* The kind of source that a program reads. */
enum fetch_from {
	FETCH_FROM_REGS,	/* registers at a probe */
	FETCH_FROM_RECORD,	/* the base event's record, for event probes */
	FETCH_FROM_OWN,		/* the argument of the base event's hook */
	FETCH_FROM_CALL,	/* a tracepoint's arguments */
};

/**
 * union fetch_source - the source of the values of a hit
 * @regs:	for FETCH_FROM_REGS
 * @hit:	for FETCH_FROM_RECORD: the base event's hit, whose record is the source
 * @own:	for FETCH_FROM_OWN
 * @call:	for FETCH_FROM_CALL
 * @words:	words at offsets: any source but a record
 *
 * The kind of the program tells which member is set.  Handlers set the member by name, in
 * (union fetch_source){ .regs = regs }, so the compiler refuses a pointer to a different
 * structure.  It accepts void *, and any pointer for @own and @words.  The union takes one
 * register; a tag in the source, beside the one in the program, would take another register in
 * each handler.
 */
union fetch_source {
	struct pt_regs		*regs;
	const struct ktrace_hit	*hit;
	const void		*own;
	const struct fetch_call	*call;
	const void		*words;
};

/* Return the word at a byte offset in any source but a record. */
static __always_inline unsigned long fetch_word(union fetch_source source, unsigned int offset)
{
	return *(const unsigned long *)(source.words + offset);
}

/**
 * struct fetch_move - copies a whole register
 * @from:	offset in the source
 * @to:	offset from the record's first argument
 */
struct fetch_move {
	u16	from;
	u16	to;
};

/* Bases of arguments, compiled for this architecture. */
enum fetch_base {
	FETCH_REG,		/* value: offset of the register in the source */
	FETCH_CONST,		/* value: the constant */
	FETCH_SLOT,		/* value: index of a stack word */
	/*
	 * value: index of a value that was saved at entry.  A uprobe has one such value, with
	 * index 0: the address of the probed instruction
	 */
	FETCH_SAVED,
	FETCH_RETADDR,		/* for return probes */
	FETCH_STACK,		/* if it is not in a known register */
	FETCH_RETVAL,		/* if it is not in a known register */
	FETCH_ARG,		/* if it is not in a known register; value: its index */
	FETCH_FIELD,		/* value: PROBE_FIELD() of a number in a record */
	FETCH_FIELD_ADDR,	/* value: PROBE_FIELD(); the address of the field */
	FETCH_CALL_SLOT,	/* value: index of a stack word at a tracepoint */
	/* The following bases are text that is not copied from the address of the last read. */
	FETCH_COMM,
	FETCH_FIELD_TEXT,	/* value: PROBE_FIELD() of a text in a record */
	FETCH_SYMBOL,		/* symbol of the address fetched from fetch_op.inner */
};

/**
 * struct fetch_op - fetches an argument, or an element of an array of text
 * @base:	enum fetch_base
 * @inner:	for FETCH_SYMBOL: base of the address, enum fetch_base
 * @size:	size of a value or of an array's element
 * @shl:	for bit-fields: shift left, then right, in 64 bits
 * @shr:	see @shl; 0 for other values
 * @sign:	for bit-fields: signed
 * @string:	the argument is a string
 * @nr_derefs:	number of memory reads
 * @last_user:	the last read is from user space
 * @user:	bit n: read n is from user space
 * @to:	offset from the record's first argument
 * @bytes:	size at @to
 * @value:	parameter of @base
 * @last:	offset of the last read
 * @offset:	offsets of all reads, including the last
 */
struct fetch_op {
	u8		base;
	u8		inner;
	u8		size;
	u8		shl;
	u8		shr;
	bool		sign;
	bool		string;
	u8		nr_derefs;
	bool		last_user;
	u16		user;
	u16		to;
	u16		bytes;
	u64		value;
	s64		last;
	const s64	*offset;
};

/**
 * struct fetch - the compiled arguments of a probe
 * @from:	enum fetch_from: the kind of source
 * @bytes:	size of all arguments without the text of strings
 * @strings:	offset of the text of the first string: @bytes, rounded up
 * @room:	FETCH_ROOM without @share for each string; an array of text has several
 * @share:	number of bytes reserved for each string that follows the current one
 * @direct:	no argument reads memory, so fetch_direct() suffices
 * @nr_moves:	number of @moves
 * @nr_ops:	number of @ops
 * @nr_saved:	number of @saved
 * @moves:	the whole registers
 * @ops:	the other arguments
 * @saved:	values that a return probe saves at entry, u64 each
 * @offset:	memory of fetch_op.offset
 * @text:	texts of quoted arguments, PROBE_ARG_TEXT_SIZE bytes each
 * @nr_texts:	number of texts in @text
 * @nr_symbols:	number of @symbols
 * @symbols:	data symbols of modules that @ops read; under ktrace_dynamic_mutex
 * @node:	entry in the list of programs with @symbols; under ktrace_dynamic_mutex
 */
struct fetch {
	u8		from;
	u16		bytes;
	u16		strings;
	u16		room;
	u16		share;
	bool		direct;
	u16		nr_moves;
	u16		nr_ops;
	u16		nr_saved;
	struct fetch_move *moves;
	struct fetch_op	*ops;
	struct fetch_op	*saved;
	s64		*offset;
	char		*text;
	unsigned int	nr_texts;
	unsigned int	nr_symbols;
	struct fetch_symbol *symbols;
	struct list_head node;
};

struct fetch *fetch_compile(const struct probe_spec *spec, enum fetch_from from);
void fetch_free(struct fetch *fetch);

void fetch_values(const struct fetch *fetch, void *to, union fetch_source source,
		  const u64 *saved, unsigned long retaddr);
u32 fetch_image(const struct fetch *fetch, void *image, union fetch_source source,
		const u64 *saved, unsigned long retaddr, u32 head);
u32 fetch_image_user(const struct fetch *fetch, void *image, struct pt_regs *regs,
		     unsigned long address, u32 head, bool *missed);
u32 fetch_image_available(const struct fetch *fetch, void *image, const void *own, u32 head);
void fetch_fault_in(const struct fetch *fetch, struct pt_regs *regs, unsigned long address);
void fetch_save(const struct fetch *fetch, struct pt_regs *regs, u64 *saved);

/* Copy the arguments that are whole registers. */
static __always_inline void fetch_moves(const struct fetch *fetch,
					union fetch_source source, void *to)
{
	const struct fetch_move *move = fetch->moves;
	const struct fetch_move *end = move + fetch->nr_moves;

	for (; move < end; move++)
		put_unaligned(fetch_word(source, move->from), (unsigned long *)(to + move->to));
}

/**
 * fetch_direct - fetch arguments that need no memory reads
 * @fetch:	a program with @direct set
 * @to:	destination of @fetch->bytes
 * @source:	the source, of the kind of @fetch
 * @saved:	for return probes: values saved by fetch_save()
 * @retaddr:	for return probes: the address to which the function returns
 *
 * Context: a probe's handler; a record may be reserved.
 */
static __always_inline void fetch_direct(const struct fetch *fetch, void *to,
					 union fetch_source source,
					 const u64 *saved, unsigned long retaddr)
{
	fetch_moves(fetch, source, to);
	if (fetch->nr_ops)
		fetch_values(fetch, to, source, saved, retaddr);
}

#endif /* _KTRACE_FETCH_H */
