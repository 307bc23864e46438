// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of spare.c: a search for the rings of a CPU finds a spare ring that becomes the ring
 * of writers meanwhile, at whatever instruction the move meets the search.
 *
 * The window is a few instructions long, and no number of turns is sure to meet it.  So the task
 * executes one of the two with the trap flag set, and the other one in the handler of the trap that
 * follows each instruction.  For x86 only.
 */
#include <kunit/test.h>
#include <linux/irqflags.h>
#include <linux/kallsyms.h>
#include <linux/kdebug.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/sched.h>

#include <asm/debugreg.h>
#include <asm/processor-flags.h>

#include "buffer/buffer_kunit.h"
#include "buffer/internal.h"

/**
 * struct step_test - a test that interrupts a function after each instruction
 * @t:		buffers
 * @task:	the task with the trap flag; NULL: none
 * @ring:	the spare ring of CPU 0 before the snapshot
 * @from:	address of the function that is interrupted; 0: all functions
 * @bytes:	length of its code
 * @hits:	number of its instructions that @task has reached
 * @snapshot_at: take a snapshot before this instruction; 0: search for @ring before each
 * @missing:	how often the search did not find @ring
 */
struct step_test {
	struct test_buffer	*t;
	struct task_struct	*task;
	struct ktrace_ring	*ring;
	unsigned long		from;
	unsigned long		bytes;
	unsigned int		hits;
	unsigned int		snapshot_at;
	unsigned int		missing;
};

/* The test whose task has the trap flag. */
static struct step_test step;

static bool step_finds(void)
{
	struct ktrace_ring *rings[KTRACE_CPU_RINGS];
	unsigned int i;

	ktrace_buffer_cpu_rings(&step.t->buffer, 0, rings);
	for (i = 0; i < ARRAY_SIZE(rings); i++)
		if (rings[i] == step.ring)
			return true;
	return false;
}

static int step_trap(struct notifier_block *block, unsigned long why, void *data)
{
	const struct die_args *args = data;

	if (why != DIE_DEBUG || READ_ONCE(step.task) != current ||
	    !(*(unsigned long *)ERR_PTR(args->err) & DR_STEP))
		return NOTIFY_DONE;
	if (step.from && args->regs->ip - step.from >= step.bytes)
		return NOTIFY_STOP;
	step.hits++;
	if (!step.snapshot_at)
		step.missing += !step_finds();
	else if (step.hits == step.snapshot_at)
		ktrace_snapshot_now(&step.t->buffer);
	return NOTIFY_STOP;
}

static struct notifier_block step_block = {
	.notifier_call	= step_trap,
	/* Run before other handlers, which may treat the trap as an error. */
	.priority	= INT_MAX,
};

/*
 * Let this task trap after each instruction, from here to step_end().  Interrupts are off, because
 * a task that runs instead would inherit the trap flag.
 */
static void step_begin(void)
{
	unsigned long flags;

	local_irq_disable();
	WRITE_ONCE(step.task, current);
	asm volatile("pushf; pop %0; or %1, %0; push %0; popf"
		     : "=&r" (flags) : "i" (X86_EFLAGS_TF) : "memory", "cc");
}

static void step_end(void)
{
	unsigned long flags;

	asm volatile("pushf; pop %0; and %1, %0; push %0; popf"
		     : "=&r" (flags) : "i" (~X86_EFLAGS_TF) : "memory", "cc");
	WRITE_ONCE(step.task, NULL);
	local_irq_enable();
}

static int step_init(struct kunit *test)
{
	step = (struct step_test) { };
	return register_die_notifier(&step_block);
}

static void step_exit(struct kunit *test)
{
	unregister_die_notifier(&step_block);
}

/* Arm snapshots of a new buffer, and remember the spare ring of CPU 0. */
static void step_arm(struct kunit *test)
{
	step.t = test_create(test, TEST_KB);
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_arm(&step.t->buffer, &step.t->snapshot));
	step.ring = ktrace_buffer_cpu(&step.t->buffer, 0)->spare;
	KUNIT_ASSERT_NOT_NULL(test, step.ring);
	step.hits = 0;
}

static void step_disarm(struct kunit *test)
{
	KUNIT_EXPECT_PTR_NE(test, ktrace_buffer_cpu(&step.t->buffer, 0)->spare, step.ring);
	ktrace_snapshot_finish_all(&step.t->buffer);
	ktrace_snapshot_disarm(&step.t->buffer);
	test_destroy(test, step.t);
}

/* A search after any instruction of the move finds the ring. */
static void spare_move_interrupted(struct kunit *test)
{
	bool taken;

	step_arm(test);
	scoped_guard(mutex, &step.t->buffer.rebuild) {
		step_begin();
		taken = ktrace_snapshot_now(&step.t->buffer);
		step_end();
	}
	KUNIT_EXPECT_TRUE(test, taken);
	/* The move alone has more instructions than this. */
	KUNIT_EXPECT_GT(test, step.hits, 20);
	KUNIT_EXPECT_EQ(test, step.missing, 0);
	step_disarm(test);
}

/* A search that a move interrupts after any instruction finds the ring. */
static void spare_search_interrupted(struct kunit *test)
{
	unsigned long offset;
	unsigned int hits;
	bool found;

	/* With lockdep or sanitizers, the search calls long functions. */
	step.from = (unsigned long)ktrace_buffer_cpu_rings;
	if (!kallsyms_lookup_size_offset(step.from, &step.bytes, &offset))
		kunit_skip(test, "no symbols");
	step.bytes -= offset;
	do {
		step_arm(test);
		step.snapshot_at++;
		scoped_guard(mutex, &step.t->buffer.rebuild) {
			step_begin();
			found = step_finds();
			step_end();
			hits = step.hits;
			if (hits < step.snapshot_at)
				ktrace_snapshot_now(&step.t->buffer);
		}
		KUNIT_EXPECT_TRUE(test, found);
		step_disarm(test);
	} while (hits >= step.snapshot_at);
	/* The search alone has more instructions than this. */
	KUNIT_EXPECT_GT(test, step.snapshot_at, 10);
}

static struct kunit_case spare_cases[] = {
	KUNIT_CASE(spare_move_interrupted),
	KUNIT_CASE(spare_search_interrupted),
	{}
};

static struct kunit_suite spare_suite = {
	.name = "ktrace_spare",
	.init = step_init,
	.exit = step_exit,
	.test_cases = spare_cases,
};

kunit_test_suite(spare_suite);
