// SPDX-License-Identifier: GPL-2.0
/*
 * Complete records of system calls, events syscall/NAME.
 *
 * The hooks build a record in the state of the task (event/task.h). At entry they store
 * the arguments and copy the user memory that the arguments point to. If seccomp or a
 * tracer may refuse the call, they copy the memory only after the decision to execute
 * the call. At exit they add the result and write the record as a whole. A record
 * describes the call that the program asked for, even if registers or the program have
 * changed since.
 *
 * The record of a call that does not return is written when the task exits. If there is
 * no memory for the state of the task, a record at entry says so.
 *
 * The hooks take a fast path if one instance listens, the ring has room, and no copy or
 * only a copy of a string in resident memory is needed. The task's state may be removed
 * between any two sections with preemption off; in that case no instance listens any
 * more.
 *
 * A prefilter (event/prefilter.h) rejects unwanted calls by their numbers before any other
 * work for a record, at entry and at exit. A call that is entered while recording is
 * off gets no record.
 */
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <asm/syscall.h>

#include "buffer/clock.h"
#include "event/prefilter.h"
#include "event/emit.h"
#include "fs/lockdown.h"
#include "text/format.h"
#include "text/log_lines.h"
#include "syscall/capture/capture.h"
#include "syscall/dispatch.h"
#include "syscall/fill.h"
#include "syscall/option.h"
#include "syscall/times.h"
#include "event/task.h"

/* A string on more pages than this, none of them resident, is cut. */
#define FAULTS_MAX	4

/*
 * Each traced task needs one of these. It starts with room for the records of nearly all calls, and
 * grows at the first call whose copies need more, until the task is no longer traced.
 */
#define STATE_SMALL	1024
#define STATE_LARGE	4096
#define STATE_HEAD	offsetof(struct syscall_state, image.bytes)
#define STATE_ROOM(_size)	\
	min_t(u32, (_size) - STATE_HEAD - SYSCALL_IMAGE_SLACK, KTRACE_RECORD_MAX)

static_assert(STATE_HEAD + KTRACE_RECORD_MAX + SYSCALL_IMAGE_SLACK <= STATE_LARGE);
/* The fast path copies one string without a look at the room. */
static_assert(STATE_HEAD + SYSCALL_FIXED_MAX + SYSCALL_SHORT_STRING + SYSCALL_IMAGE_SLACK <=
	      STATE_SMALL);

/*
 * options/syscall-loud prints each call to the console. syscall_loud_text() formats the record
 * with preemption off, syscall_loud_end() prints the text with preemption on.
 */

/* Allocate the text buffer; NULL if the option is off or the allocation fails. */
static char *syscall_loud_begin(void)
{
	if (likely(!ktrace_syscall_option(SYSCALL_LOUD)) || ktrace_locked_down())
		return NULL;
	/* Zeroed, so that a truncated text is terminated. */
	return kzalloc(PAGE_SIZE, GFP_NOWAIT | __GFP_NOWARN);
}

static void syscall_loud_text(char *text, const struct syscall_state *state)
{
	char comm[TASK_COMM_LEN];
	struct seq_buf out;

	if (!text)
		return;
	strscpy(comm, current->comm);
	ktrace_format_tame(comm, sizeof(comm));
	seq_buf_init(&out, text, PAGE_SIZE);
	seq_buf_printf(&out, "%s-%d: ", comm, current->pid);
	ktrace_complete_print_record(to_ev(state->event), &state->image.rec, state->image.len,
				     ktrace_syscall_timed(), &out);
	seq_buf_str(&out);
}

static void syscall_loud_end(char *text)
{
	if (!text)
		return;
	if (*text)
		ktrace_log_line(text, strlen(text));
	kfree(text);
}

/* Write the record of the finished call in @state. */
static notrace void syscall_finish_record(struct syscall_state *state, enum syscall_ended ended)
{
	struct syscall_image *image = &state->image;

	state->task.busy = CALL_NONE;
	image->rec.ended = ended | image->changed << SYSCALL_ENDED_BITS;
	ktrace_emit_image(state->event, &image->rec, image->len, ktrace_context_task());
}

NOKPROBE_SYMBOL(syscall_finish_record);

/* Set the fields of the image that the fast path leaves unset at entry. */
static void syscall_lengthen_record(struct syscall_state *state)
{
	struct syscall_image *image = &state->image;

	if (state->task.busy == CALL_LONG)
		return;
	if (state->task.busy != CALL_STRING)
		image->len = to_ev(state->event)->spec->fixed;
	image->spec = to_ev(state->event)->spec;
	image->mm = current->mm;
	image->abi = KTRACE_ABI_NATIVE;
	image->retry = 0;
	if (state->task.busy == CALL_PATH)
		image->retry = READ_ONCE(image->spec->active) & image->spec->ins;
	image->fault = 0;
	image->changed = 0;
	image->cramped = false;
	state->task.busy = CALL_LONG;
}

/* Put the times of the call into its record, which has the duration. */
static __always_inline void syscall_put_times(struct syscall_state *state)
{
	const struct syscall_spec *spec = to_ev(state->event)->spec;
	struct syscall_record *rec = &state->image.rec;

	/* The spec of a shared event is that of an invalid number, with the same offset. */
	syscall_times_end((void *)rec + spec->copied - sizeof(struct syscall_times),
			  &state->account, rec->duration);
}

/* The task exits inside a call. */
static notrace void call_never_returns(void)
{
	char *text = syscall_loud_begin();
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (state && state->task.busy) {
		syscall_lengthen_record(state);
		state->image.rec.duration = syscall_duration(&state->image.rec, ktrace_clock_ns());
		state->image.rec.ret = 0;
		if (ktrace_syscall_timed())
			syscall_put_times(state);
		syscall_finish_record(state, SYSCALL_NEVER);
		syscall_loud_text(text, state);
	}
	preempt_enable_notrace();
	syscall_loud_end(text);
}

NOKPROBE_SYMBOL(call_never_returns);

/*
 * Return true if no instance takes the record and options/syscall-loud is off. Drops
 * the unfinished record of an earlier call.
 */
static __always_inline bool call_paused(const struct ktrace_event *event,
					struct syscall_state *state)
{
	if (likely(!ktrace_event_paused(event)) || ktrace_syscall_option(SYSCALL_LOUD))
		return false;
	if (state)
		state->task.busy = CALL_NONE;
	return true;
}

/* As call_paused() after the event of an inner call is known; also drops an unwanted record. */
static bool call_unwanted(struct syscall_state *state)
{
	if (likely(ktrace_event_active(state->event)))
		return call_paused(state->event, state);
	state->task.busy = CALL_NONE;
	return true;
}

/*
 * As call_paused(), called with preemption enabled. Return false for socketcall() and ipc(): the
 * event of the record is known only after the arguments have been read.
 */
static bool call_paused_now(const struct ktrace_event *event)
{
	guard(preempt_notrace)();
	return !to_ev(event)->spec->inner && call_paused(event, syscall_current_state());
}

/* Fill in a record at entry, without copies and time stamp. */
static void syscall_begin_record(struct syscall_image *image, const struct syscall_event *ev,
				 const struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, (struct pt_regs *)regs);

	image->spec = syscall_event_spec(ev, nr);
	image->mm = current->mm;
	image->abi = ev->abi;
	image->len = image->spec->fixed;
	image->retry = 0;
	image->fault = 0;
	image->changed = 0;
	image->cramped = false;
	syscall_put_nr(&image->rec.nr, nr);
	if (ev->abi == KTRACE_ABI_COMPAT)
		syscall_put_args_compat(image->rec.args, regs);
	else
		syscall_put_args(image->rec.args, regs, ev->nargs);
	if (image->spec->nr_slots)
		syscall_clear_slots(&image->rec, image->spec);
}

/* Without memory for the state, write a record of the arguments only. */
static noinline notrace void syscall_write_unseen(struct pt_regs *regs,
						  const struct ktrace_event *event)
{
	u64 room[SYSCALL_FIXED_MAX / sizeof(u64)];
	const struct syscall_event *ev = to_ev(event);
	long nr = syscall_get_nr(current, regs);
	const struct syscall_spec *spec = syscall_event_spec(ev, nr);
	struct syscall_record *rec = (void *)room;

	BUILD_BUG_ON(SYSCALL_FIXED_MAX % sizeof(u64));
	memset(room, 0, sizeof(room));
	syscall_put_nr(&rec->nr, nr);
	rec->ended = SYSCALL_UNSEEN;
	rec->entered = ktrace_clock_ns();
	if (ev->abi == KTRACE_ABI_COMPAT) {
		syscall_put_args_compat(rec->args, regs);
		/* Six words were written, but the times may follow fewer arguments. */
		memset64(rec->args + ev->nargs, 0, KTRACE_SYSCALL_ARGS - ev->nargs);
	} else {
		syscall_put_args(rec->args, regs, ev->nargs);
	}
	/* With the id of the event: options/call-time moves the slots. */
	preempt_disable_notrace();
	if (spec->nr_slots)
		syscall_clear_slots(rec, spec);
	ktrace_emit_image(event, rec, spec->fixed, ktrace_context_task());
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(syscall_write_unseen);

/* Allocate a state of @size bytes; NULL if there is no memory. */
static struct syscall_state *syscall_alloc_state(u32 size)
{
	/*
	 * GFP_NOWAIT: tracing must not make a call wait for memory. Charge the memory
	 * cgroup of the task, so that a process that creates many tasks pays for them.
	 */
	struct syscall_state *state = kzalloc(size, GFP_NOWAIT | __GFP_NOWARN | __GFP_ACCOUNT);

	if (state)
		state->image.room = STATE_ROOM(size);
	return state;
}

/* Allocate the state of a task at its first traced call. */
static bool syscall_add_state(struct pt_regs *regs, const struct ktrace_event *event)
{
	struct syscall_state *state = syscall_alloc_state(STATE_SMALL);

	if (!state) {
		syscall_write_unseen(regs, event);
		return false;
	}
	state->task.exit = call_never_returns;
	if (ktrace_task_add(&state->task))
		return true;
	/* The last listener left meanwhile. */
	kfree(state);
	return false;
}

/**
 * ktrace_complete_grow_state - replace the small state of current by a large one
 *
 * The record so far is copied.
 *
 * Context: the hook of current, with preemption on.
 * Return: false if there is no memory, or no state.
 */
bool ktrace_complete_grow_state(void)
{
	struct syscall_state *state, *large = syscall_alloc_state(STATE_LARGE);
	const u32 from = offsetof(struct syscall_state, event);
	bool grown = false;
	u16 room;

	if (!large)
		return false;
	room = large->image.room;
	preempt_disable_notrace();
	state = syscall_current_state();
	if (state && state->image.room < room) {
		large->task.exit = state->task.exit;
		large->task.busy = state->task.busy;
		memcpy((void *)large + from, (void *)state + from, STATE_SMALL - from);
		large->image.room = room;
		grown = ktrace_task_replace(&state->task, &large->task);
	}
	preempt_enable_notrace();
	/*
	 * Other CPUs detach states only by an exchange: the old state belongs to this task. A
	 * waker may still write to it.
	 */
	if (grown)
		kfree_rcu(&state->task, rcu);
	else
		kfree(large);
	return grown;
}

/**
 * struct syscall_retry - the reasons to make the copies of a record once more
 * @fault:	a page that must be faulted in first; 0 if there is none
 * @faults:	number of pages so far; the copies made with FAULTS_MAX are the last
 * @cramped:	the state must grow first
 * @small:	the state cannot grow
 * @again:	the copies have been begun before
 */
struct syscall_retry {
	u64		fault;
	unsigned int	faults;
	bool		cramped;
	bool		small;
	bool		again;
};

/*
 * Take over the reasons from an image, whose copies have been made.
 * Return: true if there are any; false if the copies are the last.
 */
static bool syscall_must_retry(struct syscall_retry *retry, struct syscall_image *image)
{
	retry->fault = retry->faults < FAULTS_MAX ? image->fault : 0;
	retry->cramped = image->cramped && !retry->small;
	image->cramped = false;
	return unlikely(retry->fault || retry->cramped);
}

/* Record the call behind socketcall() or ipc(), if it is known, instead of the outer one. */
static void syscall_take_inner(struct syscall_state *state)
{
	struct syscall_image *image = &state->image;
	u64 args[KTRACE_SYSCALL_ARGS] = { };
	unsigned int nr = image->spec->inner(image, args);

	if (!nr)
		return;
	state->event = syscall_event_at(SYSCALL_COMPLETE, SYSCALL_COMPAT + nr);
	syscall_put_nr(&image->rec.nr, nr);
	memcpy(image->rec.args, args, sizeof(args));
	image->spec = ktrace_syscall_spec(image->abi, nr);
	image->len = image->spec->fixed;
	if (image->spec->nr_slots)
		syscall_clear_slots(&image->rec, image->spec);
	/* The bits are for arguments of the outer call, which are at other places here. */
	image->changed = 0;
}

/*
 * Make the copies that are due at the entry of the call. The record gets a path when the kernel
 * copies the path; if the kernel does not, the path is copied when the call returns.
 */
static void syscall_capture_entry(struct syscall_state *state)
{
	struct syscall_image *image = &state->image;
	u16 slots, paths;

	if (unlikely(image->spec->inner)) {
		syscall_take_inner(state);
		if (!ktrace_event_active(state->event))
			return;
	}
	slots = READ_ONCE(image->spec->active) & image->spec->ins;
	paths = ktrace_syscall_awaited(image, slots);
	ktrace_syscall_capture(image, slots & ~paths);
	image->retry |= paths;
}

/*
 * Fill in a record at entry, with its copies.
 * Return: true if the caller must call again, after syscall_prepare_retry().
 */
static bool syscall_begin_call(struct syscall_state *state, struct pt_regs *regs,
			       const struct ktrace_event *event, struct syscall_retry *retry,
			       char *text)
{
	struct syscall_image *image = &state->image;

	state->task.busy = CALL_NONE;
	state->event = event;
	syscall_begin_record(image, to_ev(event), regs);
	syscall_capture_entry(state);
	if (syscall_must_retry(retry, image))
		return true;
	if (unlikely(to_ev(event)->spec->inner) && call_unwanted(state))
		return false;
	image->rec.ended = SYSCALL_ENTERED;
	syscall_loud_text(text, state);
	image->rec.ended = SYSCALL_RETURNED;
	state->task.busy = CALL_LONG;
	if (ktrace_syscall_timed())
		syscall_account_begin(state);
	/* Take the time stamp last: the duration must not include the copies. */
	image->rec.entered = ktrace_clock_ns();
	return false;
}

/* Fault in the page at a user address; may sleep. */
static bool syscall_fault_in(u64 address)
{
	char byte;
	int err = get_user(byte, (char __user *)address);

	/* The caller copies the memory again after the fault. */
	(void)byte;
	return !err;
}

/* Remove the reasons to make the copies once more, with preemption on; may sleep. */
static void syscall_prepare_retry(struct syscall_retry *retry)
{
	if (retry->cramped)
		retry->small = !ktrace_complete_grow_state();
	/* If the page cannot be faulted in, the last pass records the fault. */
	else if (syscall_fault_in(retry->fault))
		retry->faults++;
	else
		retry->faults = FAULTS_MAX;
}

static noinline notrace void call_enter_long(struct pt_regs *regs,
					     const struct ktrace_event *event)
{
	struct syscall_retry retry = { };
	struct syscall_state *state;
	char *text;
	bool again;

	if (call_paused_now(event))
		return;
	if (!ktrace_task_current() && !syscall_add_state(regs, event))
		return;
	text = syscall_loud_begin();
	do {
		preempt_disable_notrace();
		state = syscall_current_state();
		again = state && syscall_begin_call(state, regs, event, &retry, text);
		preempt_enable_notrace();
		if (again)
			syscall_prepare_retry(&retry);
	} while (again);
	syscall_loud_end(text);
}

NOKPROBE_SYMBOL(call_enter_long);

/*
 * Set the time of entry, on the fast path, and enable preemption. The call of local_clock() would
 * make each caller save registers.
 */
static noinline notrace void call_enter_local(struct syscall_state *state)
{
	state->image.rec.entered = local_clock();
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(call_enter_local);

/* Take the time stamp, last: the duration must not include the copies. Enables preemption. */
static __always_inline void call_enter_stamp(struct syscall_state *state)
{
	if (ktrace_syscall_timed())
		syscall_account_begin(state);
	if (static_branch_likely(&ktrace_clock_good)) {
		state->image.rec.entered = ktrace_clock();
		preempt_enable_notrace();
	} else {
		call_enter_local(state);
	}
}

/*
 * Enter a call that needs copies. Called with preemption off since @state was looked
 * up; enables preemption. @string is the spec's. If @filled, the caller has filled in the
 * record.
 */
static __always_inline void call_enter_copy(struct pt_regs *regs,
					    const struct ktrace_event *event,
					    struct syscall_state *state, unsigned int string,
					    bool filled)
{
	const struct syscall_spec *spec = to_ev(event)->spec;

	if (!string)
		goto other;
	if (!filled)
		syscall_begin_short(state, event, regs);
	if (READ_ONCE(spec->paths)) {
		state->task.busy = CALL_PATH;
	} else {
		if (unlikely(!syscall_copy_string(&state->image, spec, string - 1)))
			goto other;
		state->task.busy = CALL_STRING;
	}
	call_enter_stamp(state);
	return;

other:
	preempt_enable_notrace();
	call_enter_long(regs, event);
}

/* Enter a call without copies. Called with preemption off; enables preemption. */
static __always_inline void call_enter_short(struct pt_regs *regs,
					     const struct ktrace_event *event,
					     struct syscall_state *state)
{
	syscall_begin_short(state, event, regs);
	state->task.busy = CALL_SHORT;
	call_enter_stamp(state);
}

/* Enter a call with a string. */
static noinline notrace void call_enter_string(struct pt_regs *regs,
					       const struct ktrace_event *event,
					       struct syscall_state *state)
{
	call_enter_copy(regs, event, state, READ_ONCE(to_ev(event)->spec->string), false);
}

NOKPROBE_SYMBOL(call_enter_string);

/*
 * Enter a call while a buffer of the system is switched off. If @filled, the call has a prefilter,
 * and the caller has filled in the record.
 */
static noinline notrace void call_enter_off(struct pt_regs *regs,
					    const struct ktrace_event *event,
					    struct syscall_state *state, bool filled)
{
	const struct syscall_spec *spec = to_ev(event)->spec;

	if (call_paused(event, state)) {
		preempt_enable_notrace();
	} else if (READ_ONCE(spec->active)) {
		call_enter_copy(regs, event, state, READ_ONCE(spec->string), filled);
	} else if (filled) {
		state->task.busy = CALL_PREFILTER;
		call_enter_stamp(state);
	} else {
		call_enter_short(regs, event, state);
	}
}

NOKPROBE_SYMBOL(call_enter_off);

/* Enter a call that needs copies, or any call while a buffer is switched off. */
static noinline notrace void call_enter_other(struct pt_regs *regs,
					      const struct ktrace_event *event,
					      struct syscall_state *state)
{
	unsigned int off = ring_load(ktrace_buffers_off.counter) << 8;
	unsigned int string = READ_ONCE(to_ev(event)->spec->string);

	/* One test for a string to copy and for no buffer off, as @string has 8 bits. */
	if (likely(string > off)) {
		call_enter_string(regs, event, state);
	} else if (off) {
		call_enter_off(regs, event, state, false);
	} else {
		preempt_enable_notrace();
		call_enter_long(regs, event);
	}
}

NOKPROBE_SYMBOL(call_enter_other);

/* As call_enter_other() for a call with a prefilter. The caller has filled in the record. */
static noinline notrace void call_enter_at_entry(struct pt_regs *regs,
						 const struct ktrace_event *event,
						 struct syscall_state *state)
{
	unsigned int off = ring_load(ktrace_buffers_off.counter) << 8;
	unsigned int string = READ_ONCE(to_ev(event)->spec->string);

	if (likely(string > off))
		call_enter_copy(regs, event, state, string, true);
	else if (off)
		call_enter_off(regs, event, state, true);
	else
		call_enter_copy(regs, event, state, 0, true);
}

NOKPROBE_SYMBOL(call_enter_at_entry);

/**
 * ktrace_complete_enter - hook: a task enters a call whose complete event is
 * enabled
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * Context: the hook; may fault and sleep.
 */
notrace void ktrace_complete_enter(struct pt_regs *regs, const struct ktrace_event *event)
{
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (unlikely(!state)) {
		preempt_enable_notrace();
		call_enter_long(regs, event);
		return;
	}
	/* One test for both, so that the fast path calls no function. */
	if (ring_load(ktrace_buffers_off.counter) | READ_ONCE(to_ev(event)->spec->active)) {
		call_enter_other(regs, event, state);
		return;
	}
	call_enter_short(regs, event, state);
}

NOKPROBE_SYMBOL(ktrace_complete_enter);

/**
 * ktrace_complete_enter_path - as ktrace_complete_enter(), for a call whose only string is a path
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * Calls functions only as its last step, so the compiler saves no registers.
 *
 * Context: the hook; may fault and sleep.
 */
notrace void ktrace_complete_enter_path(struct pt_regs *regs, const struct ktrace_event *event)
{
	const struct syscall_spec *spec = to_ev(event)->spec;
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (unlikely(!state) || unlikely(ring_load(ktrace_buffers_off.counter)) ||
	    unlikely(!READ_ONCE(spec->only_path))) {
		preempt_enable_notrace();
		ktrace_complete_enter(regs, event);
		return;
	}
	state->event = event;
	syscall_put_nr(&state->image.rec.nr, syscall_get_nr(current, regs));
	/*
	 * Storing all six is faster than counting. Registers behind the last argument land in the
	 * slots and copies, so clear the slots afterwards.
	 */
	syscall_put_args(state->image.rec.args, regs, KTRACE_SYSCALL_ARGS);
	syscall_clear_few_slots(&state->image.rec, spec);
	state->task.busy = CALL_PATH;
	call_enter_stamp(state);
}

NOKPROBE_SYMBOL(ktrace_complete_enter_path);

/**
 * ktrace_complete_enter_bare - as ktrace_complete_enter(), for a call without
 * arguments and slots
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * Calls functions only as its last step, so the compiler saves no registers.
 *
 * Context: the hook; may fault and sleep.
 */
notrace void ktrace_complete_enter_bare(struct pt_regs *regs, const struct ktrace_event *event)
{
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (unlikely(!state) || !static_branch_likely(&ktrace_clock_good) ||
	    ring_load(ktrace_buffers_off.counter) | READ_ONCE(to_ev(event)->spec->active)) {
		preempt_enable_notrace();
		ktrace_complete_enter(regs, event);
		return;
	}
	state->event = event;
	syscall_put_nr(&state->image.rec.nr, syscall_get_nr(current, regs));
	state->task.busy = CALL_BARE;
	if (ktrace_syscall_timed())
		syscall_account_begin(state);
	state->image.rec.entered = ktrace_clock();
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_complete_enter_bare);

static __always_inline void call_enter_prefilter(struct pt_regs *regs,
						 const struct ktrace_event *event, bool at_entry)
{
	struct syscall_state *state;
	u16 active;

	preempt_disable_notrace();
	state = syscall_current_state();
	active = READ_ONCE(to_ev(event)->spec->active);
	if (unlikely(!state) || unlikely(active & SYSCALL_ACTIVE_LONG)) {
		preempt_enable_notrace();
		call_enter_long(regs, event);
		return;
	}
	syscall_begin_short(state, event, regs);
	if (at_entry && ktrace_prefilter_rejects_entry(event, &state->image.rec)) {
		state->task.busy = CALL_NONE;
		preempt_enable_notrace();
	} else if (ring_load(ktrace_buffers_off.counter) | active) {
		/* One test for both, so that the fast path calls no function. */
		call_enter_at_entry(regs, event, state);
	} else {
		state->task.busy = CALL_PREFILTER;
		call_enter_stamp(state);
	}
}

/**
 * ktrace_complete_enter_filter_exit - like ktrace_complete_enter(), with a prefilter
 * at exit
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * Context: the hook; may fault and sleep.
 */
notrace void ktrace_complete_enter_filter_exit(struct pt_regs *regs,
					       const struct ktrace_event *event)
{
	call_enter_prefilter(regs, event, false);
}

NOKPROBE_SYMBOL(ktrace_complete_enter_filter_exit);

/**
 * ktrace_complete_enter_filter_entry - like ktrace_complete_enter(), with a prefilter
 * at entry
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * If the arguments show that the filters reject the record, the hook does not begin
 * one; a change of the filters during the call makes no difference.
 *
 * Context: the hook; may fault and sleep.
 */
notrace void ktrace_complete_enter_filter_entry(struct pt_regs *regs,
						const struct ktrace_event *event)
{
	call_enter_prefilter(regs, event, true);
}

NOKPROBE_SYMBOL(ktrace_complete_enter_filter_entry);

/* Return the slots to copy at the exit of a call that returns @ret. */
static u16 syscall_left_slots(const struct syscall_spec *spec, s64 ret)
{
	if (!IS_ERR_VALUE(ret))
		return spec->outs;
	return ret == -ERESTART_RESTARTBLOCK ? spec->interrupted : spec->failed;
}

/*
 * Make the copies due at exit, and retry those that faulted at entry.
 * Return: true if the caller must call again, after syscall_prepare_retry(). The image is as before
 * then.
 */
static bool syscall_end_copies(struct syscall_image *image, enum syscall_ended ended,
			       struct syscall_retry *retry)
{
	const struct syscall_spec *spec = image->spec;
	u16 active = READ_ONCE(spec->active), missing = image->retry, left = 0;
	u32 *copied = (void *)image->bytes + spec->copied;
	u32 slots[1 + SYSCALL_SLOTS_MAX], len = image->len, i;

	if (!active)
		return false;
	for (i = 0; i <= spec->nr_slots; i++)
		slots[i] = copied[i];
	if (ended == SYSCALL_RETURNED)
		left = active & syscall_left_slots(spec, image->rec.ret);
	if (left)
		ktrace_syscall_capture(image, left);
	if (unlikely(missing))
		ktrace_syscall_capture(image, ktrace_syscall_retry(image, missing));
	/* Do not retry for faults: the record lacks memory that the call has not made resident. */
	image->fault = 0;
	if (!syscall_must_retry(retry, image))
		return false;
	for (i = 0; i <= spec->nr_slots; i++)
		copied[i] = slots[i];
	image->len = len;
	image->retry = missing;
	return true;
}

/* Add duration and result. */
static __always_inline void syscall_end_numbers(struct syscall_record *rec,
						const struct pt_regs *regs, u64 now)
{
	rec->duration = syscall_duration(rec, now);
	rec->ret = syscall_get_return_value(current, (struct pt_regs *)regs);
}

/*
 * Extend the result of a 32-bit call, of which the program sees the lower half. An
 * error may lack its sign: a tracer that sets the result through 32-bit registers
 * clears the upper half. Addresses stay zero-extended.
 */
static s64 syscall_compat_result(s64 ret)
{
	s64 extended = (s32)ret;

	return IS_ERR_VALUE(extended) ? extended : ret;
}

/*
 * Add the numbers to the record of the call in @state, which has ended. With @loud, skip the
 * prefilter.
 * Return: false if the prefilter rejects the record.
 */
static notrace bool syscall_end_call(struct syscall_state *state, const struct pt_regs *regs,
				     bool loud)
{
	struct syscall_image *image = &state->image;

	syscall_end_numbers(&image->rec, regs, ktrace_clock_ns());
	if (unlikely(to_ev(state->event)->abi == KTRACE_ABI_COMPAT))
		image->rec.ret = syscall_compat_result(image->rec.ret);
	if (ktrace_syscall_timed())
		syscall_put_times(state);
	if (!loud && ktrace_prefilter_done(state->event, &image->rec)) {
		state->task.busy = CALL_NONE;
		return false;
	}
	syscall_lengthen_record(state);
	return true;
}

NOKPROBE_SYMBOL(syscall_end_call);

/* Return how the call in @image ended, whose result is known. */
static enum syscall_ended syscall_how_ended(const struct syscall_image *image)
{
	const struct syscall_spec *spec = image->spec;
	enum syscall_ended ended = image->rec.ended;

	if (ended == SYSCALL_RETURNED && spec->ends == SYSCALL_ENDS_RESTORES)
		return SYSCALL_RESTORED;
	/* A successful execve() returns 0 in the new program. */
	if (ended == SYSCALL_RETURNED && spec->ends == SYSCALL_ENDS_EXEC && !image->rec.ret)
		return SYSCALL_EXECED;
	return ended;
}

static noinline notrace void call_exit_long(const struct pt_regs *regs)
{
	char *text = syscall_loud_begin();
	struct syscall_retry retry = { };
	enum syscall_ended ended;
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (!state || !state->task.busy)
		goto out;
	/*
	 * False if the prefilter rejects the record. With options/syscall-loud, @text is set and
	 * the prefilter is not run.
	 */
	if (!syscall_end_call(state, regs, text))
		goto out;
	ended = syscall_how_ended(&state->image);
	while (syscall_end_copies(&state->image, ended, &retry)) {
		preempt_enable_notrace();
		syscall_prepare_retry(&retry);
		preempt_disable_notrace();
		state = syscall_current_state();
		if (!state || !state->task.busy)
			goto out;
	}
	syscall_finish_record(state, ended);
	syscall_loud_text(text, state);
out:
	preempt_enable_notrace();
	syscall_loud_end(text);
}

NOKPROBE_SYMBOL(call_exit_long);

/**
 * ktrace_complete_units - size of complete records without copies
 * @spec:	spec of the call
 *
 * Return: the size in units of the ring; 0 if it exceeds the short header's length
 * field.
 */
unsigned int ktrace_complete_units(const struct syscall_spec *spec)
{
	unsigned int units = spec->fixed / RING_UNIT;

	/* Of a timed call without arguments, syscall_copy_timed() copies one slot. */
	if (!spec->nargs && spec->nr_slots > 1)
		return 0;
	return units <= KTRACE_TYPE_LEN_MAX ? units : 0;
}

/*
 * Write a record without copies directly into the ring. Return false if that needs the
 * slow path. @pairs: the record is longer than the short header of the ring allows.
 */
static __always_inline bool syscall_write_short(struct syscall_state *state,
						const struct ktrace_event *event, u32 len,
						const struct pt_regs *regs, bool timed,
						bool pairs)
{
	struct ktrace_emit emit __uninitialized;
	struct syscall_record *from = &state->image.rec;
	struct syscall_record *rec;

	emit.ring = ktrace_event_ring(event);
	if (!ring_try_reserve(emit.ring, len, ktrace_clock, &emit.mark,
			      (void **)&rec))
		return false;
	/*
	 * Loading the event once more saves a register. For timed records, loading current after
	 * the copies saves another one.
	 */
	if (timed) {
		u64 duration = syscall_duration(from, emit.mark.time);
		struct syscall_times *times =
			syscall_copy_timed(rec, from, to_ev(READ_ONCE(state->event))->spec, len,
					   pairs);

		syscall_times_end(times, &state->account, duration);
		rec->duration = duration;
		ktrace_emit_common(rec, READ_ONCE(state->event)->id, ktrace_context_task());
	} else {
		ktrace_emit_common(rec, READ_ONCE(state->event)->id, ktrace_context_task());
		syscall_copy_record(rec, from, len, pairs);
		rec->duration = syscall_duration(from, emit.mark.time);
	}
	rec->ret = syscall_get_return_value(current, (struct pt_regs *)regs);
	/* Last, because it may call a function: a tail call saves no registers. */
	state->task.busy = CALL_NONE;
	ktrace_emit_end(&emit);
	return true;
}

/* Write a record begun on the fast path through an image, which the prefilter has let pass. */
static noinline notrace void call_exit_emit(struct syscall_state *state, u32 busy)
{
	u32 len = busy == CALL_STRING ? state->image.len : to_ev(state->event)->spec->fixed;

	if (!ktrace_event_paused(state->event))
		ktrace_emit_image(state->event, &state->image.rec, len, ktrace_context_task());
}

NOKPROBE_SYMBOL(call_exit_emit);

/* syscall_put_times() out of line: inlined, it would make call_exit_image() save registers. */
static noinline notrace void call_exit_times(struct syscall_state *state)
{
	syscall_put_times(state);
}

NOKPROBE_SYMBOL(call_exit_times);

/* As call_exit_emit(), after the prefilter; @now is the time. */
static __always_inline void syscall_end_image(const struct pt_regs *regs,
					      struct syscall_state *state, u64 now)
{
	const struct ktrace_event_prefilter *prefilter;
	struct syscall_record *rec = &state->image.rec;
	u32 busy;

	syscall_end_numbers(rec, regs, now);
	if (ktrace_syscall_timed())
		call_exit_times(state);
	prefilter = rcu_dereference_sched(state->event->prefilter);
	if (likely(ktrace_prefilter_rejects(prefilter, rec))) {
		state->task.busy = CALL_NONE;
	} else {
		busy = state->task.busy;
		state->task.busy = CALL_NONE;
		/* Functions are called last, so that the compiler saves no registers. */
		if (!ktrace_prefilter_acts(prefilter, rec))
			call_exit_emit(state, busy);
	}
	preempt_enable_notrace();
}

/* As call_exit_image() with local_clock(), which is a function call. */
static noinline notrace void call_exit_local(struct pt_regs *regs, struct syscall_state *state)
{
	syscall_end_image(regs, state, local_clock());
}

NOKPROBE_SYMBOL(call_exit_local);

/*
 * Exit a call of any kind but CALL_LONG that has a prefilter, or whose record cannot be written
 * directly into the ring.
 */
static noinline notrace void call_exit_image(struct pt_regs *regs, struct syscall_state *state)
{
	if (static_branch_likely(&ktrace_clock_good))
		syscall_end_image(regs, state, ktrace_clock());
	else
		call_exit_local(regs, state);
}

NOKPROBE_SYMBOL(call_exit_image);

static noinline notrace void call_exit_string(struct pt_regs *regs,
					      struct syscall_state *state)
{
	u32 len = state->image.len;

	/* Tell the compiler that the length is a multiple of 8 bytes. */
	if (len % sizeof(u64))
		__builtin_unreachable();
	if (likely(syscall_write_short(state, READ_ONCE(state->event), len, regs, false, true)))
		preempt_enable_notrace();
	else
		call_exit_image(regs, state);
}

NOKPROBE_SYMBOL(call_exit_string);

static noinline notrace void call_exit_short(struct pt_regs *regs, struct syscall_state *state)
{
	const struct ktrace_event *event = READ_ONCE(state->event);
	u32 units = to_ev(event)->units;

	/* Tell the compiler that the record is short. */
	if (units > KTRACE_TYPE_LEN_MAX)
		__builtin_unreachable();
	if (unlikely(!units) ||
	    unlikely(!syscall_write_short(state, event, units * RING_UNIT, regs, false, false)))
		call_exit_image(regs, state);
	else
		preempt_enable_notrace();
}

NOKPROBE_SYMBOL(call_exit_short);

/* As call_exit_short() for a call without arguments and slots: the length is a constant. */
static noinline notrace void call_exit_bare(struct pt_regs *regs, struct syscall_state *state)
{
	const u32 len = sizeof(struct syscall_record);

	if (likely(syscall_write_short(state, READ_ONCE(state->event), len, regs, false, false)))
		preempt_enable_notrace();
	else
		call_exit_image(regs, state);
}

NOKPROBE_SYMBOL(call_exit_bare);

/* Exit a timed call with @len bytes of record on the fast path. */
static __always_inline void call_exit_timed(struct pt_regs *regs, struct syscall_state *state,
					    u32 len, bool pairs)
{
	/* Tell the compiler that the length is a multiple of 8 bytes. */
	if (len % sizeof(u64))
		__builtin_unreachable();
	if (likely(syscall_write_short(state, READ_ONCE(state->event), len, regs, true, pairs)))
		preempt_enable_notrace();
	else
		call_exit_image(regs, state);
}

static noinline notrace void call_exit_timed_bare(struct pt_regs *regs,
						  struct syscall_state *state)
{
	call_exit_timed(regs, state, sizeof(struct syscall_record) + sizeof(struct syscall_times),
			false);
}

NOKPROBE_SYMBOL(call_exit_timed_bare);

static noinline notrace void call_exit_timed_any(struct pt_regs *regs, struct syscall_state *state,
						 u32 len)
{
	call_exit_timed(regs, state, len, true);
}

NOKPROBE_SYMBOL(call_exit_timed_any);

/* As call_exit_short() for timed records. */
static noinline notrace void call_exit_timed_short(struct pt_regs *regs,
						   struct syscall_state *state, u32 units)
{
	/* Tell the compiler that the record is short. */
	if (units > KTRACE_TYPE_LEN_MAX)
		__builtin_unreachable();
	call_exit_timed(regs, state, units * RING_UNIT, false);
}

NOKPROBE_SYMBOL(call_exit_timed_short);

/**
 * ktrace_complete_exit - hook: a task leaves a call, and may have a record to
 * complete
 * @regs:	user registers
 * @task:	state of the task
 *
 * Every branch is a tail call, so this function saves no registers.
 *
 * Context: the hook; preemption is off since @task was looked up, and is on when this
 * returns.
 */
notrace void ktrace_complete_exit(struct pt_regs *regs, struct ktrace_task *task)
{
	struct syscall_state *state = container_of(task, struct syscall_state, task);
	u32 busy = state->task.busy;

	if (busy == CALL_BARE) {
		call_exit_bare(regs, state);
	} else if (busy == CALL_SHORT) {
		call_exit_short(regs, state);
	} else if (busy == CALL_STRING) {
		call_exit_string(regs, state);
	} else if (busy == CALL_PREFILTER) {
		call_exit_image(regs, state);
	} else {
		preempt_enable_notrace();
		if (busy)
			call_exit_long(regs);
	}
}

NOKPROBE_SYMBOL(ktrace_complete_exit);

/**
 * ktrace_complete_exit_timed - as ktrace_complete_exit(), for timed records
 * @regs:	user registers
 * @task:	state of the task
 *
 * Context: as for ktrace_complete_exit().
 */
notrace void ktrace_complete_exit_timed(struct pt_regs *regs, struct ktrace_task *task)
{
	struct syscall_state *state = container_of(task, struct syscall_state, task);
	u32 busy = state->task.busy, units;

	if (busy == CALL_BARE) {
		call_exit_timed_bare(regs, state);
	} else if (busy == CALL_SHORT) {
		units = to_ev(READ_ONCE(state->event))->units;
		if (units)
			call_exit_timed_short(regs, state, units);
		else
			call_exit_timed_any(regs, state, to_ev(state->event)->spec->fixed);
	} else if (busy == CALL_STRING) {
		call_exit_timed_any(regs, state, state->image.len);
	} else if (busy == CALL_PREFILTER) {
		call_exit_image(regs, state);
	} else {
		preempt_enable_notrace();
		if (busy)
			call_exit_long(regs);
	}
}

NOKPROBE_SYMBOL(ktrace_complete_exit_timed);

/*
 * Calls that seccomp or a tracer may refuse: the hook stores the registers first, and
 * copies user memory after the decision to execute the call.
 */

/* Begin a record without copies, on the slow path. */
static noinline notrace void call_ask_long(struct pt_regs *regs,
					   const struct ktrace_event *event)
{
	struct syscall_state *state;

	if (call_paused_now(event))
		return;
	if (!ktrace_task_current() && !syscall_add_state(regs, event))
		return;
	preempt_disable_notrace();
	state = syscall_current_state();
	if (state) {
		state->task.busy = CALL_NONE;
		state->event = event;
		syscall_begin_record(&state->image, to_ev(event), regs);
		state->image.rec.ended = SYSCALL_RETURNED;
		state->task.busy = CALL_LONG;
		if (ktrace_syscall_timed())
			syscall_account_begin(state);
		state->image.rec.entered = ktrace_clock_ns();
	}
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(call_ask_long);

/**
 * ktrace_complete_ask - hook: a task asks for a call that may be refused
 * @regs:	user registers
 * @event:	complete event of the call
 *
 * ktrace_syscall_decide() receives the decision.
 *
 * Context: the hook.
 */
notrace void ktrace_complete_ask(struct pt_regs *regs, const struct ktrace_event *event)
{
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (!state || READ_ONCE(to_ev(event)->spec->active) & SYSCALL_ACTIVE_LONG) {
		preempt_enable_notrace();
		call_ask_long(regs, event);
		return;
	}
	if (call_paused(event, state)) {
		preempt_enable_notrace();
		return;
	}
	syscall_begin_short(state, event, regs);
	state->task.busy = CALL_SHORT;
	if (ktrace_syscall_timed())
		syscall_account_begin(state);
	state->image.rec.entered = ktrace_clock_ns();
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(ktrace_complete_ask);

/* Store the current arguments. Return a bitmap of those that have changed. */
static u8 syscall_take_args(struct syscall_record *rec, const struct syscall_event *ev,
			    const struct pt_regs *regs)
{
	u64 args[KTRACE_SYSCALL_ARGS];
	unsigned int i;
	u8 changed = 0;

	if (ev->abi == KTRACE_ABI_COMPAT)
		syscall_put_args_compat(args, regs);
	else
		syscall_put_args(args, regs, KTRACE_SYSCALL_ARGS);
	for (i = 0; i < ev->nargs; i++) {
		if (rec->args[i] == args[i])
			continue;
		rec->args[i] = args[i];
		changed |= BIT(i);
	}
	return changed;
}

/*
 * Make the copies of an allowed call on the fast path.
 * Return: false if the call needs the slow path.
 */
static bool syscall_allow_short(struct syscall_state *state)
{
	const struct syscall_spec *spec = to_ev(state->event)->spec;
	u16 active = READ_ONCE(spec->active);
	unsigned int string = READ_ONCE(spec->string);

	if (state->task.busy != CALL_SHORT)
		return false;
	if (!active)
		return true;
	if (!string)
		return false;
	if (READ_ONCE(spec->paths)) {
		state->task.busy = CALL_PATH;
		return true;
	}
	if (!syscall_copy_string(&state->image, spec, string - 1))
		return false;
	state->task.busy = CALL_STRING;
	return true;
}

/* As syscall_allow_short() on the slow path. Return: as syscall_begin_call(). */
static bool syscall_allow_long(struct syscall_state *state, struct syscall_retry *retry, char *text)
{
	struct syscall_image *image = &state->image;
	const struct syscall_spec *spec;

	syscall_lengthen_record(state);
	spec = image->spec;
	image->len = spec->fixed;
	image->retry = 0;
	image->fault = 0;
	if (spec->nr_slots)
		syscall_clear_slots(&image->rec, spec);
	syscall_capture_entry(state);
	if (syscall_must_retry(retry, image))
		return true;
	if (call_unwanted(state))
		return false;
	image->rec.ended = SYSCALL_ENTERED | image->changed << SYSCALL_ENDED_BITS;
	syscall_loud_text(text, state);
	image->rec.ended = SYSCALL_RETURNED;
	return false;
}

static bool syscall_allow(struct syscall_state *state, const struct pt_regs *regs,
			  struct syscall_retry *retry, char *text)
{
	u8 changed = 0;

	/* Not again: the record may have the arguments of the call behind socketcall() by then. */
	if (!retry->again)
		changed = syscall_take_args(&state->image.rec, to_ev(state->event), regs);
	retry->again = true;
	if (unlikely(changed)) {
		syscall_lengthen_record(state);
		state->image.changed |= changed;
	}
	return !syscall_allow_short(state) && syscall_allow_long(state, retry, text);
}

/* Save the account of the call, without the last waker. */
static void syscall_account_save(struct syscall_account *saved)
{
	struct syscall_state *state;

	guard(preempt_notrace)();
	state = syscall_current_state();
	if (!state)
		return;
	saved->used = state->account.used;
	saved->faults = state->account.faults;
	saved->faulted = state->account.faulted;
	saved->waited = state->account.waited;
	saved->blocked = state->account.blocked;
	saved->by = state->account.by;
}

/* Remove from the account what has been added since syscall_account_save(). */
static void syscall_account_restore(struct syscall_account *account,
				    const struct syscall_account *saved)
{
	account->used = saved->used;
	account->faults = saved->faults;
	account->faulted = saved->faulted;
	account->waited = saved->waited;
	account->blocked = saved->blocked;
	account->by = saved->by;
}

/*
 * Let the copies of an allowed call take no time: they ended now, and started at @started with the
 * account @saved.
 */
static void syscall_exclude_copies(struct syscall_state *state, u64 started,
				   const struct syscall_account *saved)
{
	state->image.rec.entered += ktrace_clock_ns() - started;
	if (ktrace_syscall_timed())
		syscall_account_restore(&state->account, saved);
}

/* The call will be executed: copy its user memory. */
static void call_allowed(const struct pt_regs *regs, char *text)
{
	struct syscall_account saved = { };
	struct syscall_retry retry = { };
	u64 started = ktrace_clock_ns();
	struct syscall_state *state;
	bool again;

	if (ktrace_syscall_timed())
		syscall_account_save(&saved);
	do {
		again = false;
		preempt_disable_notrace();
		state = syscall_current_state();
		if (state && state->task.busy) {
			again = syscall_allow(state, regs, &retry, text);
			if (!again)
				syscall_exclude_copies(state, started, &saved);
		}
		preempt_enable_notrace();
		if (again)
			syscall_prepare_retry(&retry);
	} while (again);
}

/* The call will not be executed: set the reason and copy nothing. */
static void call_denied(enum syscall_ended ended, char *text)
{
	struct syscall_state *state;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (state && state->task.busy) {
		syscall_lengthen_record(state);
		state->image.rec.ended = SYSCALL_ENTERED;
		syscall_loud_text(text, state);
		state->image.rec.ended = ended;
	}
	preempt_enable_notrace();
}

/* See include/linux/ktrace_syscall.h. */
notrace void ktrace_syscall_decide(struct pt_regs *regs, long nr, long now)
{
	char *text;

	if (!ktrace_task_current())
		return;
	text = syscall_loud_begin();
	if (now == nr)
		call_allowed(regs, text);
	else
		call_denied(now == -1L ? SYSCALL_REFUSED : SYSCALL_CHANGED, text);
	syscall_loud_end(text);
}

NOKPROBE_SYMBOL(ktrace_syscall_decide);

#define CALL_WORK	(KTRACE_TASK_SYSCALL_ENTER | KTRACE_TASK_SYSCALL_EXIT |	\
			 KTRACE_TASK_STATE)

static void call_set_prefilter(struct ktrace_event *event, bool on, bool at_entry)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_PREFILTER, on);
	ktrace_syscall_arm(event, SYSCALL_ARM_AT_ENTRY, at_entry);
}

static int call_enable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_COMPLETE, true);
	return 0;
}

static void call_disable(struct ktrace_event *event)
{
	ktrace_syscall_arm(event, SYSCALL_ARM_COMPLETE, false);
}

const struct ktrace_class ktrace_complete_class = {
	.enable		= call_enable,
	.disable	= call_disable,
	.field		= ktrace_complete_field,
	.print		= ktrace_complete_print,
	.print_fmt	= ktrace_complete_print_fmt,
	.task_work	= CALL_WORK,
	.prefilter		= call_set_prefilter,
};
