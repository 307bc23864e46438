/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of system calls: what the files of this source share.
 *
 *	hook.c		the hooks
 *	place.c		the table of events they look into
 *	events.c	which events there are
 *	edge.c		syscalls/sys_enter_X and syscalls/sys_exit_X
 *	raw.c		raw_syscalls/sys_enter and raw_syscalls/sys_exit
 *	complete.c	syscall/X: the complete record, in the task
 *	syscall/capture/capture.c	what it copies of user space's memory
 *	text.c		the complete record as text, and its format
 *	spec.c		what is to be known of each call for these
 *	syscall/arg/	what each argument is, a file for each family of calls
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
 * syscall_hook_stale - whether current no longer has the work bit that its hook is called by
 * @bit: SYSCALL_WORK_KTRACE_ENTRY or SYSCALL_WORK_KTRACE_EXIT
 *
 * A preemptible kernel may have run other tasks since the entry code read the bit, and they
 * may have taken current off the list of followed tasks.  For the short ways of the hooks,
 * which write without a look at the lists.
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
 * struct syscall_slot - a place for a copy in complete records of a call
 * @arg:	of which argument; KTRACE_SYSCALL_ARGS: of what is returned
 * @out:	made when the call has returned; if not, when it is entered
 * @copy:	what is to be copied
 * @rule:	the argument's
 * @reads:	the rule's, if it is of what is copied at entry
 */
struct syscall_slot {
	u8	arg;
	bool	out;
	syscall_reads_fn *reads;
	const struct syscall_copy *copy;
	const struct syscall_rule *rule;
};

/* Two bits for each in syscall_record's word of what was copied. */
#define SYSCALL_SLOTS_MAX	(2 * KTRACE_SYSCALL_ARGS + 1)
#define SYSCALL_STATUS_BITS	2

/**
 * struct syscall_spec - what is known of a call
 * @call:	its name and definition; NULL if its number is unknown
 * @active:	the slots that are made now, as the options are, and
 *		SYSCALL_ACTIVE_LONG
 * @string:	1 + the only one of them, if it is a string at entry; else 0
 * @fixed:	bytes of a complete record up to the first copy
 * @ins:	the slots that are made when the call is entered
 * @outs:	those that are made when it has returned without an error
 * @interrupted: those that are made when it has been interrupted, instead
 * @nargs:	number of arguments
 * @narrow:	those of 32 bits, of which the kernel ignores the rest
 * @negative:	those of these that may be negative
 * @pointers:	those that are pointers
 * @nr_slots:	number of @slots
 * @ends:	enum syscall_ends
 * @unused:	which arguments do not count; NULL if all do
 * @rules:	the arguments', and what is returned
 * @slots:	in the order of the record
 */
struct syscall_spec {
	const struct ktrace_syscall *call;
	u16	active;
	u16	fixed;
	u16	ins;
	u16	outs;
	u16	interrupted;
	u8	string;
	u8	nargs;
	u8	narrow;
	u8	negative;
	u8	pointers;
	u8	nr_slots;
	u8	ends;
	syscall_unused_fn *unused;
	const struct syscall_rule *rules[KTRACE_SYSCALL_ARGS + 1];
	struct syscall_slot slots[] __counted_by(nr_slots);
};

/* struct syscall_spec.active: the call takes the long way, whatever is copied. */
#define SYSCALL_ACTIVE_LONG	BIT(15)

/* spec.c */
int ktrace_syscall_specs_init(void);
void ktrace_syscall_specs_free(void);
const struct syscall_spec *ktrace_syscall_spec(enum ktrace_abi abi, long nr);
void ktrace_syscall_specs_refresh(void);

/**
 * struct syscall_event - an event of this source
 * @units:	length of its records, in units of the ring; of complete records only
 *		if they are short and without copies, else 0
 * @nargs:	arguments in its records
 * @name_len:	bytes of the name of @call
 * @abi:	kind of the calls
 * @call:	the call; NULL if the records tell it by their number
 * @spec:	what is known of it; nothing if the number tells
 * @event:	the event
 */
struct syscall_event {
	u8		units;
	u8		nargs;
	u8		name_len;
	enum ktrace_abi	abi;
	const struct ktrace_syscall *call;
	const struct syscall_spec *spec;
	struct ktrace_event event;
};

static __always_inline const struct syscall_event *
to_call(const struct ktrace_event *event)
{
	return container_of_const(event, struct syscall_event, event);
}

/* The call that a record of @event is of. */
static __always_inline const struct syscall_spec *
syscall_event_spec(const struct syscall_event *event, long nr)
{
	return event->call ? event->spec : ktrace_syscall_spec(event->abi, nr);
}

/* place.c */

/* What may be listened to of a call; see ktrace_syscall_arm(). */
#define SYSCALL_ARM_ENTER	BIT(0)
#define SYSCALL_ARM_EXIT	BIT(1)
#define SYSCALL_ARM_CALL	BIT(2)
/* Of SYSCALL_ARM_CALL: most is refused when the call returns, or when it begins already. */
#define SYSCALL_ARM_EARLY	BIT(3)
#define SYSCALL_ARM_BEGUN	BIT(4)
/* The same at all places: raw_syscalls/. */
#define SYSCALL_ARM_RAW_ENTER	BIT(5)
#define SYSCALL_ARM_RAW_EXIT	BIT(6)
/* And of who may be in any call with a complete record: some place has SYSCALL_ARM_CALL. */
#define SYSCALL_ARM_CALLS	BIT(7)

void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on);
void ktrace_syscall_arm_all(u8 what, bool on);

/* Number and what follows as one store. */
static __always_inline void syscall_put_nr(s32 *nr, long value)
{
	BUILD_BUG_ON(!IS_ENABLED(CONFIG_64BIT));
	*(u64 *)nr = (u32)value;
}

/* No loop, no jump table: a move for each argument, and a compare if @nargs is no constant. */
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

/* The same of 32-bit calls: all six. */
static __always_inline void syscall_put_args_compat(u64 *args, const struct pt_regs *regs)
{
	args[0] = ktrace_syscall_reg_compat(regs, 0);
	args[1] = ktrace_syscall_reg_compat(regs, 1);
	args[2] = ktrace_syscall_reg_compat(regs, 2);
	args[3] = ktrace_syscall_reg_compat(regs, 3);
	args[4] = ktrace_syscall_reg_compat(regs, 4);
	args[5] = ktrace_syscall_reg_compat(regs, 5);
}

/* events.c */
int ktrace_syscall_init(void);

/* text.c */
void ktrace_syscall_print_name(const struct syscall_event *event, bool sys,
			       s32 nr, struct seq_buf *out);

/* edge.c */
extern const struct ktrace_class ktrace_enter_class;
extern const struct ktrace_class ktrace_exit_class;

unsigned int ktrace_syscall_enter_units(unsigned int nargs);
void ktrace_syscall_write_enter_0(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_1(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_2(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_3(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_4(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_5(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_6(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_exit(struct pt_regs *regs, const struct syscall_event *call);
void ktrace_syscall_write_enter_any(struct pt_regs *regs,
				    const struct ktrace_event *event);

/* raw.c */
int ktrace_syscall_raw_init(void);
void ktrace_syscall_write_raw_enter(struct pt_regs *regs);
void ktrace_syscall_write_raw_exit(struct pt_regs *regs);

/* complete.c */
extern const struct ktrace_class ktrace_call_class;

unsigned int ktrace_syscall_call_units(const struct syscall_spec *spec);
void ktrace_syscall_call_enter(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_syscall_call_enter_early(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_syscall_call_enter_begun(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_syscall_call_ask(struct pt_regs *regs, const struct ktrace_event *event);
void ktrace_syscall_call_exit(struct pt_regs *regs, struct ktrace_task *task);

#endif /* _KTRACE_SYSCALL_EVENT_H */
