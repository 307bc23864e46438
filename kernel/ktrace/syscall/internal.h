/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of system calls: declarations shared by the files of this event source.
 *
 *	hook.c		the hooks
 *	dispatch.c	the dispatch table of the hooks
 *	events.c	creates the events
 *	enter_exit.c	syscalls/sys_enter_X and syscalls/sys_exit_X
 *	raw.c		raw_syscalls/sys_enter and raw_syscalls/sys_exit
 *	complete.c	syscall/X: builds the complete record in the task's state
 *	path.c		the kernel's copies of paths in these records
 *	times.c		where the time of a call goes
 *	syscall/capture/capture.c	copies of user memory in complete records
 *	text.c		complete records as text, and their format
 *	spec.c		properties of each call
 *	syscall/arg/	argument types, one file for each family of calls
 *	table.c		numbers, names, arguments
 */
#ifndef _KTRACE_SYSCALL_EVENT_H
#define _KTRACE_SYSCALL_EVENT_H

#include <linux/kprobes.h>
#include <linux/thread_info.h>
#include <asm/syscall.h>

#include "event/event.h"
#include "syscall/table.h"
#include "syscall/arg/type.h"

struct ktrace_task;

/**
 * syscall_hook_stale - whether current has lost the work bit of its hook
 * @bit: SYSCALL_WORK_KTRACE_ENTRY or SYSCALL_WORK_KTRACE_EXIT
 *
 * In a preemptible kernel another task may have run since the entry code read the bit,
 * and may have removed current from the task sets. The hooks of raw.c and enter_exit.c need
 * this check, because neither their fast paths nor the triggers that a prefilter runs look up the
 * task sets. The hooks of complete.c look up the state of current instead, which is freed
 * when current leaves its last task set.
 *
 * Context: the hook; preemption is off until the record is written.
 * Return: true if current has lost the bit.
 */
static __always_inline bool syscall_hook_stale(unsigned long bit)
{
	return IS_ENABLED(CONFIG_PREEMPTION) &&
	       unlikely(!(READ_ONCE(current_thread_info()->syscall_work) & bit));
}

/**
 * struct syscall_slot - a copy of user memory in complete records of a call
 * @arg:	the argument; KTRACE_SYSCALL_ARGS for the result
 * @out:	true: copy at exit; false: copy at entry
 * @copy:	how to copy
 * @rule:	rule of the argument
 * @reads:	for copies at entry: the rule's test whether the call reads the memory
 */
struct syscall_slot {
	u8	arg;
	bool	out;
	syscall_reads_fn *reads;
	const struct syscall_copy *copy;
	const struct syscall_rule *rule;
};

/* The status word of struct syscall_record has two bits for each slot. */
#define SYSCALL_SLOTS_MAX	(2 * KTRACE_SYSCALL_ARGS + 1)
#define SYSCALL_STATUS_BITS	2

struct syscall_image;

/* Return the number of an inner call and store its arguments; 0 to record the outer call. */
typedef unsigned int syscall_inner_fn(struct syscall_image *image, u64 *to);

/**
 * struct syscall_spec - properties of a system call
 * @call:	name and definition; NULL if the number is unknown
 * @active:	the slots to copy with the present options, and SYSCALL_ACTIVE_LONG
 * @string:	1 + the slot in @active, if it is the only one and a string copied at
 *		entry; else 0
 * @string_slot:	the last value of @string that was not 0
 * @string_arg:	the argument of the slot of @string_slot
 * @string_copied:	the status word of the copies when that slot is copied
 * @only_path:	@string is set, its slot is in @paths, and there are at most SYSCALL_SLOTS_FEW slots
 * @path:	the call passes one path and no other string
 * @paths:	the slots in @active that take over the kernel's copies of paths
 * @copied:	offset of the status word of the copies in a complete record
 * @fixed:	offset of the first copy in a complete record
 * @ins:	slots copied at entry
 * @outs:	slots copied when the call returns without an error
 * @interrupted:	slots copied instead of @outs when the call is interrupted
 * @failed:	slots copied instead of @outs when the call fails
 * @nargs:	number of arguments
 * @narrow:	32-bit arguments, of which the kernel ignores the upper half
 * @negative:	signed arguments among @narrow
 * @pointers:	arguments that are pointers
 * @nr_slots:	number of @slots
 * @ends:	enum syscall_ends
 * @foreign:	the call is not of the native ABI
 * @outer:	for 32-bit calls: number of the call that may pass its arguments on to this one, or
 *		of this call if @inner is set; 0 if there is none
 * @unused:	returns the arguments that the call ignores; NULL if it ignores none
 * @inner:	for a call that passes its arguments on to another one: finds that call; else NULL
 * @rules:	rules of the arguments, then of the result
 * @slots:	in the order of the record
 */
struct syscall_spec {
	const struct ktrace_syscall *call;
	u16	active;
	u16	paths;
	u16	copied;
	u16	fixed;
	u16	ins;
	u16	outs;
	u16	interrupted;
	u16	failed;
	u32	string_copied;
	u8	string;
	u8	string_slot;
	u8	string_arg;
	bool	only_path;
	bool	path;
	u8	nargs;
	u8	narrow;
	u8	negative;
	u8	pointers;
	u8	nr_slots;
	u8	ends;
	bool	foreign;
	u16	outer;
	syscall_unused_fn *unused;
	syscall_inner_fn *inner;
	const struct syscall_rule *rules[KTRACE_SYSCALL_ARGS + 1];
	struct syscall_slot slots[] __counted_by(nr_slots);
};

/* Bit of struct syscall_spec.active: the call takes the slow path even without copies. */
#define SYSCALL_ACTIVE_LONG	BIT(15)

/* Defined in spec.c */
int ktrace_syscall_specs_init(void);
void ktrace_syscall_specs_free(void);
const struct syscall_spec *ktrace_syscall_spec(enum ktrace_abi abi, long nr);
void ktrace_syscall_specs_refresh(void);
void ktrace_syscall_specs_set_offsets(bool timed);

/**
 * struct syscall_event - an event of a system call
 * @units:	length of the records in units of the ring; for complete records 0 if
 *		they are long or have copies
 * @nargs:	arguments in the records
 * @name_len:	length of the name of @call that the text of the records shows
 * @users:	for 32-bit calls that pass their arguments on: enabled complete events of this
 *		call and of those behind it; under ktrace_event_mutex
 * @index:	its entry in the dispatch table, or one of the entries of a shared event
 * @abi:	ABI of the calls
 * @call:	the system call; NULL if the event is shared by many calls
 * @spec:	spec of the call; that of an invalid number if the event is shared
 * @timed_id:	id of complete records with struct syscall_times
 * @untimed_id:	id of complete records without it; the event has one of the two ids
 * @event:	the event
 */
struct syscall_event {
	u8		units;
	u8		nargs;
	u8		name_len;
	u8		users;
	u16		index;
	u16		timed_id;
	u16		untimed_id;
	enum ktrace_abi	abi;
	const struct ktrace_syscall *call;
	const struct syscall_spec *spec;
	struct ktrace_event event;
};

static __always_inline const struct syscall_event *
to_ev(const struct ktrace_event *event)
{
	return container_of_const(event, struct syscall_event, event);
}

/* Return the spec of the system call of a record. */
static __always_inline const struct syscall_spec *
syscall_event_spec(const struct syscall_event *event, long nr)
{
	return event->call ? event->spec : ktrace_syscall_spec(event->abi, nr);
}

/* Defined in dispatch.c */

/* Bits of enabled events of a call: see ktrace_syscall_arm(). */
#define SYSCALL_ARM_ENTER	BIT(0)
#define SYSCALL_ARM_EXIT	BIT(1)
#define SYSCALL_ARM_COMPLETE	BIT(2)
/* Together with SYSCALL_ARM_COMPLETE: the event has a prefilter at exit, or at exit and entry. */
#define SYSCALL_ARM_PREFILTER	BIT(3)
#define SYSCALL_ARM_AT_ENTRY	BIT(4)
/* Listeners of raw_syscalls/, set for all calls. */
#define SYSCALL_ARM_RAW_ENTER	BIT(5)
#define SYSCALL_ARM_RAW_EXIT	BIT(6)
/*
 * Set for all calls while any call has SYSCALL_ARM_COMPLETE: a task may be inside such a
 * call.
 */
#define SYSCALL_ARM_CALLS	BIT(7)

void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on);
void ktrace_syscall_arm_all(u8 what, bool on);
unsigned long ktrace_syscall_calls_left(void);

/* Store the number of a call and zero the 32 bits behind it, with one store of 64 bits. */
static __always_inline void syscall_put_nr(s32 *nr, long value)
{
	BUILD_BUG_ON(!IS_ENABLED(CONFIG_64BIT));
	*(u64 *)nr = (u32)value;
}

/*
 * Copy @nargs arguments of a system call from registers to @args. Unrolled: one move for each
 * argument, and a comparison if @nargs is not constant.
 */
static __always_inline void syscall_put_args(u64 *args, const struct pt_regs *regs,
					     unsigned int nargs)
{
	if (nargs < 1)
		return;
	args[0] = ktrace_syscall_reg(regs, 0);
	if (nargs < 2)
		return;
	args[1] = ktrace_syscall_reg(regs, 1);
	if (nargs < 3)
		return;
	args[2] = ktrace_syscall_reg(regs, 2);
	if (nargs < 4)
		return;
	args[3] = ktrace_syscall_reg(regs, 3);
	if (nargs < 5)
		return;
	args[4] = ktrace_syscall_reg(regs, 4);
	if (nargs < 6)
		return;
	args[5] = ktrace_syscall_reg(regs, 5);
}

/* As syscall_put_args() for 32-bit calls: all six. */
static __always_inline void syscall_put_args_compat(u64 *args, const struct pt_regs *regs)
{
	args[0] = ktrace_syscall_reg_compat(regs, 0);
	args[1] = ktrace_syscall_reg_compat(regs, 1);
	args[2] = ktrace_syscall_reg_compat(regs, 2);
	args[3] = ktrace_syscall_reg_compat(regs, 3);
	args[4] = ktrace_syscall_reg_compat(regs, 4);
	args[5] = ktrace_syscall_reg_compat(regs, 5);
}

/* Defined in events.c */
int ktrace_syscall_init(void);
const struct ktrace_event *ktrace_syscall_calls_used(void);
void ktrace_syscall_calls_renumber(bool timed);

/* Defined in text.c */
void ktrace_syscall_print_name(const struct syscall_event *event, bool sys,
			       s32 nr, struct seq_buf *out);

/* Defined in enter_exit.c */
extern const struct ktrace_class ktrace_enter_class;
extern const struct ktrace_class ktrace_exit_class;

unsigned int ktrace_syscall_enter_units(unsigned int nargs);
void ktrace_syscall_write_enter_0(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_1(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_2(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_3(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_4(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_5(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_6(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_exit(struct pt_regs *regs, const struct syscall_event *ev);
void ktrace_syscall_write_enter_any(struct pt_regs *regs,
				    const struct ktrace_event *event);

/* Defined in raw.c */
int ktrace_syscall_raw_init(void);
void ktrace_syscall_write_raw_enter(struct pt_regs *regs);
void ktrace_syscall_write_raw_exit(struct pt_regs *regs);

/* Defined in complete.c */
extern const struct ktrace_class ktrace_complete_class;

/* Values of struct ktrace_task.busy: the function that completes the record at exit. */
enum {
	CALL_NONE,
	CALL_BARE,	/* as CALL_SHORT; the record has neither arguments nor slots */
	CALL_SHORT,	/* only the fixed fields of @image.rec are set */
	CALL_STRING,	/* additionally @image.len and a copied string */
	CALL_PATH,	/* as CALL_SHORT; the kernel's copy of a path is awaited */
	CALL_LONG,
	/* as CALL_SHORT; the prefilter runs at exit, before the record is written */
	CALL_PREFILTER,
};

unsigned int ktrace_complete_units(const struct syscall_spec *spec);
void ktrace_complete_enter(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_enter_path(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_enter_bare(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_enter_filter_exit(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_enter_filter_entry(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_ask(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_complete_exit(struct pt_regs *regs, struct ktrace_task *task);
void ktrace_complete_exit_timed(struct pt_regs *regs, struct ktrace_task *task);
bool ktrace_complete_grow_state(void);

#endif /* _KTRACE_SYSCALL_EVENT_H */
