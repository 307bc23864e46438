// SPDX-License-Identifier: GPL-2.0
/*
 * Fetches the arguments of a probe.
 *
 * fetch_compile() is called in task context when a probe is defined. The other
 * functions run in handlers of probes, in any context with preemption off, and take no
 * lock and no fault: they read memory only with the nofault accessors. The exception is
 * fetch_fault_in(), which may sleep and is called for probes in programs.
 */
#include <linux/bug.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>
#include <asm/tlb.h>
#include <asm/word-at-a-time.h>

#include "probe/fetch.h"
#include "probe/symbol.h"
#include "parse/field.h"
#include "parse/probe_parse.h"
#include "event/trigger.h"
#include "event/user_string.h"

static_assert(sizeof(FETCH_FAULT) == PROBE_STRING_MIN);
static_assert(FETCH_SHARE_MAX % sizeof(u32) == 0);
static_assert(FETCH_ROOM % sizeof(u64) == 0);
static_assert(sizeof_field(struct fetch_call, arg) == PROBE_TRACEPOINT_ARGS * sizeof(long));

/**
 * struct fetch_input - what a program reads
 * @source:	the source, of the kind of the program
 * @saved:	for return probes: values saved by fetch_save()
 * @retaddr:	the return address, for FETCH_FROM_REGS
 * @missed:	set to true if memory could not be read; may be NULL
 * @by_task:	the task entered the kernel from user space, so user addresses are its
 *		own
 */
struct fetch_input {
	union fetch_source source;
	const u64	*saved;
	unsigned long	retaddr;
	bool		*missed;
	bool		by_task;
};

/* Note that memory could not be read. */
static __always_inline void fetch_miss(const struct fetch_input *in)
{
	if (in->missed)
		*in->missed = true;
}

/* Return a word of the stack; 0 if it is beyond the stack. */
static __always_inline u64 fetch_slot(struct pt_regs *regs, unsigned int nr)
{
	unsigned long at = kernel_stack_pointer(regs) + nr * sizeof(long);
	unsigned long stack = (unsigned long)task_stack_page(current);

	if (likely(at - stack <= THREAD_SIZE - sizeof(long)))
		return READ_ONCE_NOCHECK(*(unsigned long *)at);
	/* This may be an interrupt stack, whose bounds only the architecture knows. */
	return regs_get_kernel_stack_nth(regs, nr);
}

/**
 * struct fetch_part - a part of a record
 * @at:	offset in the record
 * @bytes:	size; 0 if the record is too short
 */
struct fetch_part {
	u32	at;
	u32	bytes;
};

/* Locate the field of @value in the record of @hit. */
static struct fetch_part fetch_field_part(u64 value, const struct ktrace_hit *hit)
{
	u32 at = PROBE_FIELD_OFFSET(value), bytes = PROBE_FIELD_BYTES(value), loc;
	const void *record = hit->record;
	u32 len = hit->len;

	if (at > len)
		return (struct fetch_part){ };
	switch (PROBE_FIELD_LOCATION(value)) {
	case KTRACE_FIELD_DATA_LOC:
	case KTRACE_FIELD_REL_LOC:
		if (len - at < sizeof(loc))
			return (struct fetch_part){ };
		loc = get_unaligned((const u32 *)(record + at));
		at = PROBE_FIELD_LOCATION(value) == KTRACE_FIELD_REL_LOC ? at + sizeof(loc) : 0;
		at += loc & 0xffff;
		bytes = loc >> 16;
		break;
	case KTRACE_FIELD_REST:
		bytes = len - at;
		break;
	}
	if (at > len || bytes > len - at)
		return (struct fetch_part){ };
	return (struct fetch_part){ at, bytes };
}

static u64 fetch_field(u64 value, const struct ktrace_hit *hit)
{
	struct fetch_part part = fetch_field_part(value, hit);
	const void *record = hit->record + part.at;
	u64 number;

	switch (part.bytes) {
	case 1:
		number = *(const u8 *)record;
		break;
	case 2:
		number = get_unaligned((const u16 *)record);
		break;
	case 4:
		number = get_unaligned((const u32 *)record);
		break;
	case 8:
		return get_unaligned((const u64 *)record);
	default:
		return 0;
	}
	return PROBE_FIELD_SIGNED(value) ? sign_extend64(number, 8 * part.bytes - 1) : number;
}

/*
 * Copy the text of a string field of the record, and a zero, to @to. Return the number of bytes; 0
 * if the field is outside of the record.
 */
static u32 fetch_field_text(u64 value, const struct ktrace_hit *hit, char *to, u32 room)
{
	struct fetch_part part = fetch_field_part(value, hit);
	struct ktrace_span line = { hit->record + part.at, part.bytes };
	u32 n;

	if (!part.bytes)
		return 0;
	if (PROBE_FIELD_LOCATION(value) == KTRACE_FIELD_REST)
		part.bytes = ktrace_span_line(line).n;
	n = strnlen(line.s, min(part.bytes, room - 1));
	memcpy(to, line.s, n);
	to[n] = '\0';
	return n + 1;
}

static u64 fetch_field_address(u64 value, const struct ktrace_hit *hit)
{
	struct fetch_part part = fetch_field_part(value, hit);

	return part.bytes ? (unsigned long)hit->record + part.at : 0;
}

static u64 fetch_call_slot(const struct fetch_call *call, unsigned int nr)
{
	unsigned long value;

	return get_kernel_nofault(value, (unsigned long *)call->sp + nr) ? 0 : value;
}

/* Slow path of fetch_start(): bases other than registers. */
static noinline u64 fetch_base(const struct fetch_op *op,
			       union fetch_source source, const u64 *saved,
			       unsigned long retaddr)
{
	switch (op->base) {
	case FETCH_CONST:
		/* symbol.c changes the value when a module is loaded or unloaded. */
		return READ_ONCE(op->value);
	case FETCH_SLOT:
		return fetch_slot(source.regs, op->value);
	case FETCH_SAVED:
		return saved[op->value];
	case FETCH_RETADDR:
		return retaddr;
	case FETCH_STACK:
		return kernel_stack_pointer(source.regs);
	case FETCH_RETVAL:
		return regs_return_value(source.regs);
	case FETCH_ARG:
		return fetch_arg(source.regs, op->value);
	case FETCH_FIELD:
		return fetch_field(op->value, source.hit);
	case FETCH_FIELD_ADDR:
		return fetch_field_address(op->value, source.hit);
	case FETCH_CALL_SLOT:
		return fetch_call_slot(source.call, op->value);
	default:
		return 0;
	}
}

static __always_inline u64 fetch_start(const struct fetch_op *op,
				       const struct fetch_input *in)
{
	if (likely(op->base == FETCH_REG))
		return fetch_word(in->source, op->value);
	return fetch_base(op, in->source, in->saved, in->retaddr);
}

static __always_inline void fetch_store(void *to, u64 value, unsigned int size)
{
	switch (size) {
	case 1:
		*(u8 *)to = value;
		break;
	case 2:
		put_unaligned((u16)value, (u16 *)to);
		break;
	case 4:
		put_unaligned((u32)value, (u32 *)to);
		break;
	default:
		put_unaligned(value, (u64 *)to);
	}
}

static __always_inline u64 fetch_load(const void *from, unsigned int size)
{
	switch (size) {
	case 1:
		return *(u8 *)from;
	case 2:
		return get_unaligned((u16 *)from);
	case 4:
		return get_unaligned((u32 *)from);
	default:
		return get_unaligned((u64 *)from);
	}
}

static __always_inline u64 fetch_bits(const struct fetch_op *op, u64 value)
{
	if (!op->shr)
		return value;
	value <<= op->shl;
	return op->sign ? (s64)value >> op->shr : value >> op->shr;
}

/*
 * Return true if user addresses refer to this task's memory: not in a kernel thread,
 * whose active mm belongs to another task, and not during a context switch.
 */
static __always_inline bool fetch_user_okay(void)
{
	return current->mm && nmi_uaccess_okay();
}

static bool fetch_read(void *to, unsigned long from, size_t bytes, bool user)
{
	if (user)
		return fetch_user_okay() &&
		       !copy_from_user_nofault(to, (void __user *)from, bytes);
	return !copy_from_kernel_nofault(to, (void *)from, bytes);
}

/*
 * Return true if kernel memory at @from may be read: in the direct mapping, or where
 * the architecture allows it.
 */
static __always_inline bool fetch_kernel_okay(unsigned long from, size_t bytes)
{
	if (likely(from >= PAGE_OFFSET && from < (unsigned long)high_memory))
		return true;
	return copy_from_kernel_nofault_allowed((void *)from, bytes);
}

/* Read a kernel pointer, like copy_from_kernel_nofault() but without its loops. */
static __always_inline bool fetch_pointer(unsigned long *to, unsigned long from)
{
	unsigned long value;

	if (!IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS))
		return fetch_read(to, from, sizeof(*to), false);
	if (!fetch_kernel_okay(from, sizeof(*to)))
		return false;
	pagefault_disable();
	__get_kernel_nofault(&value, (void *)from, unsigned long, fault);
	pagefault_enable();
	*to = value;
	return true;
fault:
	pagefault_enable();
	return false;
}

/*
 * Copy a string from kernel memory by words, like strncpy_from_kernel_nofault(). Also
 * copies the bytes after the zero in the last word, within @room, which must not be 0.
 * Return: number of bytes with the zero, which is always written; 0 after a fault.
 */
static __always_inline u32 fetch_kernel_text(char *to, unsigned long from, u32 room)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, zeros;
	u32 n = 0, end;

	if (!IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS))
		return max(strncpy_from_kernel_nofault(to, (void *)from, room), 0L);
	if (!fetch_kernel_okay(from, room))
		return 0;
	pagefault_disable();
	/* Touch the next page only if the string continues there: it may belong to a device. */
	for (; n < room; n = end) {
		end = min(room, n + PAGE_SIZE - offset_in_page(from + n));
		for (; n + sizeof(word) <= end; n += sizeof(word)) {
			__get_kernel_nofault(&word, (void *)(from + n), unsigned long, fault);
			put_unaligned(word, (unsigned long *)(to + n));
			if (has_zero(word, &zeros, &constants)) {
				zeros = prep_zero_mask(word, zeros, &constants);
				n += find_zero(create_zero_mask(zeros));
				goto found;
			}
		}
		for (; n < end; n++) {
			__get_kernel_nofault(to + n, (void *)(from + n), char, fault);
			if (!to[n])
				goto found;
		}
	}
	to[--n] = '\0';
found:
	pagefault_enable();
	return n + 1;
fault:
	pagefault_enable();
	return 0;
}

/* Out of line, for probes whose strings are mostly in user memory. */
static noinline u32 fetch_kernel_text_rare(char *to, unsigned long from, u32 room)
{
	return fetch_kernel_text(to, from, room);
}

/**
 * struct fetch_address - an address to read from; returned in registers
 * @value:	the address
 * @okay:	no read before it has failed
 */
struct fetch_address {
	unsigned long	value;
	bool		okay;
};

/* Do all reads of @op except the last; the first read is at @value. */
static noinline struct fetch_address fetch_follow(const struct fetch_op *op,
						  unsigned long value)
{
	unsigned int i, last = op->nr_derefs - 1;

	for (i = 0; i < last; i++) {
		value += op->offset[i];
		if (op->user & BIT(i) ? !fetch_read(&value, value, sizeof(value), true) :
					!fetch_pointer(&value, value))
			return (struct fetch_address){ 0, false };
	}
	return (struct fetch_address){ value, true };
}

/* Compute the address of the last read of @op. */
static __always_inline struct fetch_address fetch_address(const struct fetch_op *op,
							  const struct fetch_input *in)
{
	struct fetch_address address = { fetch_start(op, in), true };

	if (unlikely(op->nr_derefs > 1)) {
		/* The most frequent case is a single kernel pointer. */
		if (likely(op->nr_derefs == 2 && !op->user))
			address.okay = fetch_pointer(&address.value,
						     address.value + op->offset[0]);
		else
			address = fetch_follow(op, address.value);
	}
	address.value += op->last;
	return address;
}

/* Extract the bit-field from the value at @to or from each element of an array. */
static void fetch_elements_bits(const struct fetch_op *op, void *to)
{
	const void *end = to + op->bytes;

	for (; to < end; to += op->size)
		fetch_store(to, fetch_bits(op, fetch_load(to, op->size)), op->size);
}

static __always_inline void fetch_memory(const struct fetch_op *op,
					 const struct fetch_input *in, void *to)
{
	struct fetch_address from = fetch_address(op, in);

	if (!from.okay || !fetch_read(to, from.value, op->bytes, op->last_user)) {
		/* Do not record a partial value. */
		memset(to, 0, op->bytes);
		fetch_miss(in);
		return;
	}
	if (op->shr)
		fetch_elements_bits(op, to);
}

/* Write the symbol of the address that @op fetches to @to; return as fetch_text_here(). */
static noinline u32 fetch_symbol_name(const struct fetch_op *op, const struct fetch_input *in,
				      char *to, u32 room)
{
	struct fetch_op inner = {
		.base = op->inner, .nr_derefs = op->nr_derefs, .user = op->user,
		.value = READ_ONCE(op->value), .last = op->last, .offset = op->offset,
	};
	struct fetch_address from = fetch_address(&inner, in);
	unsigned long address = from.value;

	if (!from.okay)
		return 0;
	if (op->nr_derefs && !fetch_read(&address, from.value, sizeof(address), op->last_user))
		return 0;
	return scnprintf(to, room, "%pS", (void *)address) + 1;
}

/*
 * Write the text of @op, whose base is FETCH_COMM or later, to @to; return its length
 * with the zero, 0 after a fault. The members of struct fetch_input are passed in
 * registers, so that callers do not need the structure in memory.
 */
static noinline u32 fetch_text_here(const struct fetch_op *op,
				    union fetch_source source, const u64 *saved,
				    unsigned long retaddr, char *to, u32 room)
{
	if (op->base == FETCH_FIELD_TEXT)
		return fetch_field_text(op->value, source.hit, to, room);
	if (op->base == FETCH_SYMBOL) {
		const struct fetch_input in = { source, saved, retaddr };

		return fetch_symbol_name(op, &in, to, room);
	}
	room = min(room, TASK_COMM_LEN);
	/* Another task may change the name: terminate and measure the copy. */
	memcpy(to, current->comm, room);
	to[room - 1] = '\0';
	return strlen(to) + 1;
}

/*
 * Copy a string from user memory; return as fetch_text_here(). Out of line, because inlined
 * it takes all registers of fetch_all(), which then has to save its own variables.
 */
static noinline u32 fetch_user_text(char *to, unsigned long from, u32 room)
{
	return ktrace_user_string(to, (const char __user *)from, room).len;
}

/* Write any kind of text, as fetch_text_here(). */
static __always_inline u32 fetch_text(const struct fetch_op *op,
				      const struct fetch_input *in,
				      char *to, u32 room)
{
	struct fetch_address from;
	u32 n;

	if (op->base >= FETCH_COMM)
		return fetch_text_here(op, in->source, in->saved, in->retaddr, to, room);
	from = fetch_address(op, in);
	if (!from.okay)
		return 0;
	if (op->last_user) {
		if (!in->by_task && !fetch_user_okay())
			return 0;
		return fetch_user_text(to, from.value, room);
	}
	n = in->by_task ? fetch_kernel_text_rare(to, from.value, room) :
			  fetch_kernel_text(to, from.value, room);
	if (likely(n))
		return n;
	/* Definitions often use "string" for user memory. */
	if (from.value >= TASK_SIZE_MAX || (!in->by_task && !fetch_user_okay()))
		return 0;
	return fetch_user_text(to, from.value, room);
}

/**
 * fetch_values - fetch arguments other than whole registers
 * @fetch:	a program with @direct set
 * @to:	destination of the first argument
 * @source:	as for fetch_direct()
 * @saved:	as for fetch_direct()
 * @retaddr:	as for fetch_direct()
 *
 * Context: as fetch_direct(), which calls it.
 */
void fetch_values(const struct fetch *fetch, void *to, union fetch_source source,
		  const u64 *saved, unsigned long retaddr)
{
	const struct fetch_input in = { source, saved, retaddr };
	const struct fetch_op *op = fetch->ops, *end = op + fetch->nr_ops;

	for (; op < end; op++)
		fetch_store(to + op->to, fetch_bits(op, fetch_start(op, &in)), op->size);
}

/*
 * Write the text of @op to offset @at of the image and its location to the argument;
 * @head bytes of the record precede the image. Return the offset for the next text.
 */
static __always_inline u32 fetch_string(const struct fetch_op *op,
					const struct fetch_input *in,
					void *image, u32 at, u32 room, u32 head)
{
	u32 n = fetch_text(op, in, image + at, room);

	put_unaligned(n << 16 | (head + at), (u32 *)(image + op->to));
	if (unlikely(!n)) {
		fetch_miss(in);
		memcpy(image + at, FETCH_FAULT, sizeof(FETCH_FAULT));
		n = sizeof(FETCH_FAULT);
	}
	/* Zero the padding to 4 bytes. */
	put_unaligned(0, (u32 *)(image + at + n));
	return at + round_up(n, 4);
}

/* fetch_image() from @in; inlined so that only callers with in->missed check for misses. */
static __always_inline u32 fetch_all(const struct fetch *fetch, void *image,
				     const struct fetch_input *in, u32 head)
{
	const struct fetch_op *op = fetch->ops, *end = op + fetch->nr_ops;
	u32 at = fetch->strings;
	/* The share of each string is reserved until the string is fetched. */
	u32 room = fetch->room;

	/* This word contains the gap before the text. */
	*(u32 *)(image + round_down(fetch->bytes, 4)) = 0;
	fetch_moves(fetch, in->source, image);
	for (; op < end; op++) {
		if (op->string) {
			room += fetch->share;
			at = fetch_string(op, in, image, at, room - at, head);
		} else if (op->nr_derefs) {
			fetch_memory(op, in, image + op->to);
		} else {
			fetch_store(image + op->to,
				    fetch_bits(op, fetch_start(op, in)), op->size);
		}
	}
	return at;
}

/**
 * fetch_image - fetch arguments into an image of the record
 * @fetch:	the program
 * @image:	output: FETCH_IMAGE_SIZE bytes, 8-byte aligned
 * @source:	the source, of the kind of @fetch
 * @saved:	for return probes: values saved by fetch_save()
 * @retaddr:	as for fetch_direct()
 * @head:	offset in the record of the first argument
 *
 * Context: a probe's handler, before a record is reserved.
 * Return: number of bytes at @image to record, a multiple of 4, at most FETCH_ROOM.
 */
u32 fetch_image(const struct fetch *fetch, void *image, union fetch_source source,
		const u64 *saved, unsigned long retaddr, u32 head)
{
	const struct fetch_input in = { source, saved, retaddr };

	return fetch_all(fetch, image, &in, head);
}

/**
 * fetch_image_user - fetch_image() for a probe in a program
 * @fetch:	the program of fetches
 * @image:	as for fetch_image()
 * @regs:	the user's registers at the probe
 * @address:	the address that was hit
 * @head:	as for fetch_image()
 * @missed:	set to true if memory could not be read without a fault
 *
 * Context: task, with preemption off; before a record is reserved.
 * Return: as fetch_image().
 */
u32 fetch_image_user(const struct fetch *fetch, void *image, struct pt_regs *regs,
		     unsigned long address, u32 head, bool *missed)
{
	const u64 saved = address;
	const struct fetch_input in = {
		{ .regs = regs }, &saved, instruction_pointer(regs), missed, .by_task = true,
	};

	return fetch_all(fetch, image, &in, head);
}

/**
 * fetch_image_available - fetch_image() from a hook's argument, before the base event's
 * record is built
 * @fetch:	the program, of the kind FETCH_FROM_OWN
 * @image:	as for fetch_image()
 * @own:	the hook's argument
 * @head:	as for fetch_image()
 *
 * Context: a task that entered the kernel from user space, with preemption off; before
 * a record is reserved.
 * Return: as fetch_image().
 */
u32 fetch_image_available(const struct fetch *fetch, void *image, const void *own, u32 head)
{
	const struct fetch_input in = { .source = { .own = own }, .by_task = true };

	return fetch_all(fetch, image, &in, head);
}

/* Fault in all memory that @op reads. */
static void fetch_op_fault_in(const struct fetch_op *op, const struct fetch_input *in)
{
	unsigned int i, last = op->nr_derefs - 1;
	unsigned long at = fetch_start(op, in);

	for (i = 0; i < last; i++) {
		if (copy_from_user(&at, (void __user *)(at + op->offset[i]), sizeof(at)))
			return;
	}
	at += op->offset[last];
	if (op->string)
		(void)!strnlen_user((char __user *)at, FETCH_ROOM);
	else
		fault_in_readable((char __user *)at, op->bytes);
}

/**
 * fetch_fault_in - fault in the memory of arguments
 * @fetch:	the program of fetches, of a probe in a program
 * @regs:	the user's registers at the probe
 * @address:	the address that was hit
 *
 * The memory may be reclaimed before the caller reads it.
 *
 * Context: task; sleeps, as long as a page fault of the task would.
 */
void fetch_fault_in(const struct fetch *fetch, struct pt_regs *regs, unsigned long address)
{
	const u64 saved = address;
	const struct fetch_input in = {
		{ .regs = regs }, &saved, instruction_pointer(regs),
	};
	unsigned int i;

	might_fault();
	for (i = 0; i < fetch->nr_ops; i++) {
		if (fetch->ops[i].user)
			fetch_op_fault_in(&fetch->ops[i], &in);
	}
}

/**
 * fetch_save - save the values at entry that a return probe needs
 * @fetch:	the program
 * @regs:	registers at the entry
 * @saved:	output, fetch->nr_saved values
 *
 * Context: a probe's handler.
 */
void fetch_save(const struct fetch *fetch, struct pt_regs *regs, u64 *saved)
{
	const struct fetch_input in = { .source = { .regs = regs } };
	unsigned int i;

	for (i = 0; i < fetch->nr_saved; i++)
		saved[i] = fetch_start(&fetch->saved[i], &in);
}

/* Set the base of @op to register @reg if that is not negative, otherwise to @base. */
static void fetch_set(struct fetch_op *op, int reg, enum fetch_base base, u64 value)
{
	op->base = reg < 0 ? base : FETCH_REG;
	op->value = reg < 0 ? value : reg;
}

static void fetch_set_base(struct fetch_op *op, const struct probe_arg *arg,
			   bool at_return)
{
	int slot = ktrace_probe_retaddr_slot();

	switch (arg->base) {
	case PROBE_BASE_REG:
		fetch_set(op, arg->value, FETCH_REG, 0);
		break;
	case PROBE_BASE_STACK:
		fetch_set(op, ktrace_probe_sp(), FETCH_STACK, 0);
		break;
	case PROBE_BASE_SLOT:
		fetch_set(op, -1, FETCH_SLOT, arg->value);
		break;
	case PROBE_BASE_ARG:
		fetch_set(op, ktrace_probe_arg(arg->value), FETCH_ARG, arg->value);
		break;
	case PROBE_BASE_RETVAL:
		fetch_set(op, ktrace_probe_retval(), FETCH_RETVAL, 0);
		break;
	case PROBE_BASE_RETADDR:
		if (at_return || slot < 0)
			fetch_set(op, -1, FETCH_RETADDR, 0);
		else
			fetch_set(op, -1, FETCH_SLOT, slot);
		break;
	case PROBE_BASE_CONST:
		fetch_set(op, -1, FETCH_CONST, arg->value);
		break;
	case PROBE_BASE_COMM:
		fetch_set(op, -1, FETCH_COMM, 0);
		break;
	case PROBE_BASE_TEXT:
		/* fetch_set_text() sets the address. */
		fetch_set(op, -1, FETCH_CONST, 0);
		break;
	case PROBE_BASE_FILE:
		/* The first offset includes the distance from the probed location. */
		fetch_set(op, -1, FETCH_SAVED, 0);
		break;
	case PROBE_BASE_FIELD:
		fetch_set(op, -1, FETCH_FIELD, arg->value);
		break;
	case PROBE_BASE_FIELD_TEXT:
		fetch_set(op, -1, FETCH_FIELD_TEXT, arg->value);
		break;
	case PROBE_BASE_FIELD_ADDR:
		fetch_set(op, -1, FETCH_FIELD_ADDR, arg->value);
		break;
	}
}

/* As fetch_set_base() for a probe on a tracepoint: see struct fetch_call. */
static void fetch_set_call(struct fetch_op *op, const struct probe_arg *arg)
{
	switch (arg->base) {
	case PROBE_BASE_ARG:
		fetch_set(op, offsetof(struct fetch_call, arg) + arg->value * sizeof(long),
			  FETCH_REG, 0);
		break;
	case PROBE_BASE_STACK:
		fetch_set(op, offsetof(struct fetch_call, sp), FETCH_REG, 0);
		break;
	case PROBE_BASE_SLOT:
		fetch_set(op, -1, FETCH_CALL_SLOT, arg->value);
		break;
	default:
		break;
	}
}

/*
 * Arguments of a function are lost when it returns: save them at its entry. The
 * elements of an array share the saved value.
 */
static void fetch_set_saved(struct fetch *fetch, struct fetch_op *op, unsigned int element)
{
	if (!element) {
		struct fetch_op *saved = &fetch->saved[fetch->nr_saved++];

		saved->base = op->base;
		saved->value = op->value;
	}
	op->base = FETCH_SAVED;
	op->value = fetch->nr_saved - 1;
}

/*
 * Write the offsets of the reads of @arg to @offset; return the number of reads. A word
 * of the user's stack needs an additional read. In an array of text, the reads of the
 * elements differ only in the offset of the text's address.
 */
static unsigned int fetch_set_offsets(struct fetch_op *op, const struct probe_arg *arg,
				      const struct probe_spec *spec, unsigned int element,
				      s64 *offset)
{
	unsigned int nr = 0;

	if (op->base == FETCH_SLOT && spec->path[0]) {
		fetch_set(op, ktrace_probe_sp(), FETCH_STACK, 0);
		offset[nr++] = arg->value * sizeof(long);
	}
	memcpy(offset + nr, arg->offset, arg->nr_derefs * sizeof(*offset));
	if (arg->base == PROBE_BASE_FILE)
		offset[0] = (u64)offset[0] + arg->value - spec->offset;
	if (element)
		offset[nr + arg->element - 1] += element * sizeof(long);
	return nr + arg->nr_derefs;
}

/* Read the text of @arg like any string, from a copy in kernel memory. */
static void fetch_set_text(struct fetch *fetch, struct fetch_op *op, const struct probe_arg *arg)
{
	char *text = fetch->text + fetch->nr_texts++ * PROBE_ARG_TEXT_SIZE;

	memcpy(text, arg->text + PROBE_TEXT_AT, arg->value);
	op->value = (unsigned long)text;
	op->nr_derefs = 1;
	op->user = 0;
}

/* Return true if a fetch program for probes of kind @from can use the base of @op. */
static bool fetch_base_fits(const struct fetch_op *op, enum fetch_from from)
{
	switch (op->base) {
	case FETCH_CONST:
	case FETCH_COMM:
		return true;
	case FETCH_REG:
		return from != FETCH_FROM_RECORD;
	case FETCH_FIELD:
	case FETCH_FIELD_ADDR:
	case FETCH_FIELD_TEXT:
		return from == FETCH_FROM_RECORD;
	case FETCH_CALL_SLOT:
		return from == FETCH_FROM_CALL;
	default:
		return from == FETCH_FROM_REGS;
	}
}

/* Add the operation that fetches @arg, or one element of an array of text. */
static void fetch_add(struct fetch *fetch, const struct probe_arg *arg,
		      const struct probe_spec *spec, unsigned int element, s64 *offset)
{
	struct fetch_op *op = &fetch->ops[fetch->nr_ops];
	bool at_return = spec->kind == PROBE_RETURN;

	fetch_set_base(op, arg, at_return);
	if (fetch->from == FETCH_FROM_CALL)
		fetch_set_call(op, arg);
	if (at_return && arg->base == PROBE_BASE_ARG)
		fetch_set_saved(fetch, op, element);
	WARN_ON_ONCE(!fetch_base_fits(op, fetch->from));
	if (op->base == FETCH_REG && !arg->nr_derefs && !arg->shr &&
	    arg->type->size == sizeof(long)) {
		fetch->moves[fetch->nr_moves++] = (struct fetch_move) {
			.from = op->value, .to = arg->record_offset,
		};
		return;
	}
	op->size = arg->type->size;
	op->shl = arg->shl;
	op->shr = arg->shr;
	op->sign = arg->type->show == PROBE_SHOW_SIGNED;
	op->string = arg->type->show == PROBE_SHOW_STRING;
	op->nr_derefs = fetch_set_offsets(op, arg, spec, element, offset);
	op->user = spec->path[0] ? BIT(op->nr_derefs) - 1 : arg->user;
	if (arg->base == PROBE_BASE_TEXT)
		fetch_set_text(fetch, op, arg);
	op->to = arg->record_offset + element * arg->type->size;
	op->bytes = arg->type->size * (arg->count ?: 1);
	op->offset = offset;
	if (op->nr_derefs) {
		op->last = offset[op->nr_derefs - 1];
		op->last_user = op->user >> (op->nr_derefs - 1);
	}
	if (arg->symbol_len)
		fetch_symbol_add(fetch, op, arg);
	if (arg->type->symbol) {
		op->inner = op->base;
		op->base = FETCH_SYMBOL;
	}
	if (op->nr_derefs || op->string || op->base == FETCH_SLOT || op->base == FETCH_CALL_SLOT ||
	    op->base == FETCH_ARG)
		fetch->direct = false;
	fetch->nr_ops++;
}

/*
 * Return the number of operations for @arg: one, or the number of elements of an array
 * of text.
 */
static unsigned int fetch_arg_ops(const struct probe_arg *arg)
{
	return arg->type->show == PROBE_SHOW_STRING && arg->count ? arg->count : 1;
}

/* Allocate the parts of a program; on failure the caller frees them. */
static bool fetch_alloc(struct fetch *fetch, const struct probe_spec *spec)
{
	unsigned int i, nr_ops = 0, nr_offsets = 0, nr_texts = 0, nr_symbols = 0;

	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *arg = &spec->args[i];
		unsigned int ops = fetch_arg_ops(arg);

		nr_ops += ops;
		nr_offsets += ops * (arg->nr_derefs + 1);
		if (arg->base == PROBE_BASE_TEXT)
			nr_texts++;
		if (arg->symbol_len)
			nr_symbols += ops;
	}
	fetch->moves = kcalloc(spec->nr_args, sizeof(*fetch->moves), GFP_KERNEL);
	fetch->ops = kvcalloc(nr_ops, sizeof(*fetch->ops), GFP_KERNEL);
	fetch->saved = kcalloc(spec->nr_args, sizeof(*fetch->saved), GFP_KERNEL);
	fetch->offset = kvcalloc(nr_offsets, sizeof(*fetch->offset), GFP_KERNEL);
	fetch->text = kcalloc(nr_texts, PROBE_ARG_TEXT_SIZE, GFP_KERNEL);
	fetch->symbols = kvcalloc(nr_symbols, sizeof(*fetch->symbols), GFP_KERNEL);
	return fetch->moves && fetch->ops && fetch->saved && fetch->offset && fetch->text &&
	       fetch->symbols;
}

/* Return the number of bytes to reserve for each string. */
static u32 fetch_share(const struct probe_spec *spec)
{
	if (!spec->nr_strings)
		return 0;
	return min(round_down((FETCH_ROOM - round_up(spec->bytes, 4)) / spec->nr_strings, 4),
		   FETCH_SHARE_MAX);
}

/**
 * fetch_compile - compile the arguments of a probe
 * @spec:	the probe
 * @from:	the kind of source that hits pass to the program
 *
 * Context: task; sleeps. If @spec reads data symbols of the kernel: under
 * ktrace_dynamic_mutex, held since @spec was parsed.
 * Return: the program, for fetch_free(); NULL without memory.
 */
struct fetch *fetch_compile(const struct probe_spec *spec, enum fetch_from from)
{
	struct fetch *fetch = kzalloc(sizeof(*fetch), GFP_KERNEL);
	unsigned int i, element;
	s64 *offset;

	if (!fetch)
		return NULL;
	if (!fetch_alloc(fetch, spec)) {
		fetch_free(fetch);
		return NULL;
	}
	fetch->from = from;
	fetch->bytes = spec->bytes;
	fetch->strings = round_up(spec->bytes, 4);
	fetch->share = fetch_share(spec);
	fetch->room = FETCH_ROOM - spec->nr_strings * fetch->share;
	fetch->direct = true;
	offset = fetch->offset;
	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *arg = &spec->args[i];

		for (element = 0; element < fetch_arg_ops(arg); element++) {
			fetch_add(fetch, arg, spec, element, offset);
			offset += arg->nr_derefs + 1;
		}
	}
	fetch_symbols_begin(fetch);
	return fetch;
}

/**
 * fetch_free - free a compiled program
 * @fetch:	the program, or NULL; no probe may be running it
 *
 * Context: task. Under ktrace_dynamic_mutex if it has symbols.
 */
void fetch_free(struct fetch *fetch)
{
	if (!fetch)
		return;
	fetch_symbols_end(fetch);
	kvfree(fetch->symbols);
	kfree(fetch->moves);
	kvfree(fetch->ops);
	kfree(fetch->saved);
	kvfree(fetch->offset);
	kfree(fetch->text);
	kfree(fetch);
}
