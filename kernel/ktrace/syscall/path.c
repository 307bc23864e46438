// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's copies of paths in complete records of system calls.
 *
 * Another thread may change user memory at any time. So the record of a call takes over the
 * copy that getname() makes of a path, which the call uses.
 */
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/ktrace_path.h>

#include "event/task.h"
#include "event/user_string.h"
#include "syscall/capture/capture.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/state.h"

/* Take over the only path of a call that was begun on the fast path. */
static __always_inline void path_take_short(struct syscall_state *state,
					    const struct filename *name, size_t len)
{
	const struct syscall_spec *spec = to_ev(state->event)->spec;
	unsigned long fixed;
	u32 *copied, some;

	/* The options may just have changed. */
	if (!READ_ONCE(spec->string) ||
	    state->image.rec.args[spec->string_arg] != (unsigned long)name->uptr)
		return;
	fixed = spec->fixed;
	/* Keep the compiler from extending the offset again. */
	OPTIMIZER_HIDE_VAR(fixed);
	some = ktrace_copy_path(state->image.bytes + fixed, name->name, len,
				READ_ONCE(ktrace_syscall_short_string));
	/* Keep the compiler from saving a register for the address of the image. */
	OPTIMIZER_HIDE_VAR(state);
	state->image.len = fixed + ALIGN(some, sizeof(u64));
	copied = (void *)state->image.bytes + spec->copied;
	copied[0] = spec->string_copied;
	if (unlikely(some <= len))
		copied[0] = spec->string_copied / SYSCALL_COPIED * SYSCALL_CUT;
	copied[spec->string_slot] = some << 16 | fixed;
	state->task.busy = CALL_STRING;
}

/* Return true if the path of @len bytes does not fit into a state that can grow. */
static bool path_is_cramped(const struct syscall_image *image, size_t len)
{
	/* No more than this is copied. */
	len = min_t(size_t, len, ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	return image->room < KTRACE_RECORD_MAX &&
	       len + SYSCALL_IMAGE_MARGIN > image->room - image->len;
}

/*
 * As path_take_short() for a call on the slow path.
 * Return: false if the state must grow first, and @grown is not set.
 */
static bool path_take_once(const struct filename *name, size_t len, bool grown)
{
	struct syscall_state *state;

	guard(preempt_notrace)();
	state = syscall_current_state();
	if (!state || state->task.busy != CALL_LONG || !state->image.retry)
		return true;
	if (!grown && path_is_cramped(&state->image, len))
		return false;
	ktrace_syscall_capture_path(&state->image, (unsigned long)name->uptr, name->name, len);
	return true;
}

static noinline notrace void path_take_long(const struct filename *name, size_t len)
{
	if (path_take_once(name, len, false))
		return;
	/* Without memory the path is cut. */
	ktrace_complete_grow_state();
	path_take_once(name, len, true);
}

NOKPROBE_SYMBOL(path_take_long);

/* See ktrace_path() in include/linux/ktrace_path.h. */
notrace void __ktrace_path(const struct filename *name, size_t len)
{
	struct syscall_state *state;
	u32 busy = CALL_NONE;

	preempt_disable_notrace();
	state = syscall_current_state();
	if (state)
		busy = state->task.busy;
	if (busy == CALL_PATH)
		path_take_short(state, name, len);
	preempt_enable_notrace();
	if (busy == CALL_LONG)
		path_take_long(name, len);
}

NOKPROBE_SYMBOL(__ktrace_path);
