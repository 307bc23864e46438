/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetching the arguments of a probe: what parse/probe_parse.c understood, compiled
 * into something that runs in a probe's handler.
 *
 * Whole registers are copied by a loop over pairs of offsets.  What is cut out
 * of a register, or is a constant, takes a switch more.  Both go straight into
 * the reserved record.  Of a probe on another event the registers are that event's
 * record, and the return address is how many bytes it has; or the registers are what that
 * event's hook has at hand.  Of a probe on a tracepoint they are a struct fetch_call.
 * Whatever reads memory is put together in a buffer of the CPU before a record is reserved:
 * reads may take an exception, and the length of strings is not known before they have been
 * read.
 *
 * A probe in a program may sleep, but not while it uses the CPU's buffer. Where
 * fetch_image_user() misses memory, fetch_fault_in() has it brought in, and the
 * arguments are fetched once more.
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

#ifdef CONFIG_HAVE_KTRACE_ARCH
#include <asm/ktrace_probe.h>
#else
/* How structures are passed is not known. */
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

static inline int ktrace_probe_insn_length(const void *code, size_t room, bool *refused)
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
 * Room for arguments, strings' text included; and the size of the buffer that
 * they are put together in, which may be written to a little behind that.
 *
 * A string takes as much as its text needs.  The limit is what is left of the room after
 * fetch.share bytes are set aside for each string that follows it in the record.
 */
#define FETCH_ROOM		3048
#define FETCH_IMAGE_SIZE	(FETCH_ROOM + 8)

/* Most bytes that are set aside for a string, its final zero included. */
#define FETCH_SHARE_MAX		256

/* Stands in the place of a string that could not be read. */
#define FETCH_FAULT		"(fault)"

/**
 * struct fetch_call - what a probe on a tracepoint was called with
 * @arg:	arguments
 * @sp:		the stack when it was called
 */
struct fetch_call {
	unsigned long	arg[12];
	unsigned long	sp;
};

/**
 * struct fetch_plain - a register, recorded as it is
 * @from:	offset in pt_regs
 * @to:		offset from the record's first argument
 */
struct fetch_plain {
	u16	from;
	u16	to;
};

/* What an argument starts from, as compiled for this architecture. */
enum fetch_base {
	FETCH_REG,		/* value: offset in pt_regs */
	FETCH_CONST,		/* value: itself */
	FETCH_SLOT,		/* value: entry of the stack */
	FETCH_SAVED,		/* value: which of those saved at entry; of a probe in a program
				 * there is one, the address that was hit
				 */
	FETCH_RETADDR,		/* of a return probe */
	FETCH_STACK,		/* where no register is known for it */
	FETCH_RETVAL,		/* likewise */
	FETCH_ARG,		/* likewise; value: which */
	FETCH_FIELD,		/* of a record; value: PROBE_FIELD() */
	FETCH_FIELD_ADDR,	/* likewise: where it is */
	FETCH_CALL_SLOT,	/* value: entry of the stack at a tracepoint */
	/* From here on: text that is not copied from where the last read is. */
	FETCH_COMM,
	FETCH_FIELD_TEXT,	/* of a record; value: PROBE_FIELD() */
	FETCH_SYMBOL,		/* name of the address that is fetched from fetch_op.inner */
};

/**
 * struct fetch_op - how to get at an argument, or at an element of an array of text
 * @base:	enum fetch_base
 * @inner:	of FETCH_SYMBOL: what the address starts from, enum fetch_base
 * @size:	bytes of a value or of an array's element
 * @shl:	shift a bit-field left, then right, in 64 bits
 * @shr:	see @shl; 0 if it is none
 * @sign:	of a bit-field: it is a signed number
 * @string:	it is a string
 * @nr_derefs:	how many times memory is read
 * @last_user:	the last read is from user space
 * @user:	bit n: the n-th read is from user space
 * @to:		offset from the record's first argument
 * @bytes:	bytes at @to
 * @value:	goes with @base
 * @last:	added before the last read
 * @offset:	added before the n-th read, the last one included
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
 * struct fetch - a probe's arguments, compiled
 * @bytes:	of all arguments, without strings' text
 * @nr_strings:	texts of them; an array of text has several
 * @share:	bytes set aside for each string behind the one that is fetched
 * @direct:	no memory is read: fetch_direct() is enough
 * @nr_plain:	how many @plain
 * @nr_ops:	how many @ops
 * @nr_saved:	how many @saved
 * @plain:	the whole registers
 * @ops:	the other arguments
 * @saved:	what a return probe has to save at entry, u64 each
 * @offset:	memory of fetch_op.offset
 * @text:	text of arguments that are text, PROBE_ARG_TEXT_SIZE bytes each
 * @nr_texts:	how many texts are in @text
 * @nr_symbols:	how many @symbols
 * @symbols:	data symbols of modules that @ops read; under ktrace_dynamic_mutex
 * @node:	in the list of programs with @symbols; under ktrace_dynamic_mutex
 */
struct fetch {
	u16		bytes;
	u16		nr_strings;
	u16		share;
	bool		direct;
	u16		nr_plain;
	u16		nr_ops;
	u16		nr_saved;
	struct fetch_plain *plain;
	struct fetch_op	*ops;
	struct fetch_op	*saved;
	s64		*offset;
	char		*text;
	unsigned int	nr_texts;
	unsigned int	nr_symbols;
	struct fetch_symbol *symbols;
	struct list_head node;
};

struct fetch *fetch_compile(const struct probe_spec *spec);
void fetch_free(struct fetch *fetch);

void fetch_values(const struct fetch *fetch, void *to, struct pt_regs *regs,
		  const u64 *saved, unsigned long retaddr);
u32 fetch_image(const struct fetch *fetch, void *image, struct pt_regs *regs,
		const u64 *saved, unsigned long retaddr, u32 head);
u32 fetch_image_user(const struct fetch *fetch, void *image, struct pt_regs *regs,
		     unsigned long place, u32 head, bool *missed);
u32 fetch_image_hand(const struct fetch *fetch, void *image, const void *own, u32 head);
void fetch_fault_in(const struct fetch *fetch, struct pt_regs *regs, unsigned long place);
void fetch_save(const struct fetch *fetch, struct pt_regs *regs, u64 *saved);

/* The arguments that are whole registers. */
static __always_inline void fetch_plain(const struct fetch *fetch,
					const struct pt_regs *regs, void *to)
{
	const struct fetch_plain *plain = fetch->plain;
	const struct fetch_plain *end = plain + fetch->nr_plain;

	for (; plain < end; plain++)
		put_unaligned(*(const unsigned long *)((void *)regs + plain->from),
			      (unsigned long *)(to + plain->to));
}

/**
 * fetch_direct - fetch arguments of which none is in memory
 * @fetch:	a program that is direct
 * @to:		where to write all its bytes
 * @regs:	the registers at the probe
 * @saved:	in a return probe: what fetch_save() saved
 * @retaddr:	in a return probe: where it returns to
 *
 * Context: a probe's handler; a record may be reserved.
 */
static __always_inline void fetch_direct(const struct fetch *fetch, void *to,
					 struct pt_regs *regs, const u64 *saved,
					 unsigned long retaddr)
{
	fetch_plain(fetch, regs, to);
	if (fetch->nr_ops)
		fetch_values(fetch, to, regs, saved, retaddr);
}

#endif /* _KTRACE_FETCH_H */
