// SPDX-License-Identifier: GPL-2.0
/*
 * Names of tasks, for records that contain only a PID.
 *
 * Writing a record takes no step for the name.  The text of a record shows the name
 * that the task had when it wrote the record.  Two tables make this possible:
 *
 * - A log of former names: of a task that was renamed, that has taken over another
 *   thread's PID, or whose PID was freed.  Each entry has its last moment by each clock
 *   that a buffer uses.
 * - The time, by the clock "local", at which the task of a PID got its present name or
 *   was created.  A PID has one slot in this table, and may lose it to another PID.
 *
 * The name of a record is the first entry of its PID that ended after the record was
 * written, or else the present name of the task with that PID.  The log drops its
 * oldest entry for a new one.  If a record is older than a dropped entry, its name is
 * known only if the name certainly began before the record.  Otherwise it is "<...>".
 *
 * A PID with COMM_PER_PID entries drops its own oldest entry for a new one.  So a task
 * that renames itself all the time does not remove entries of other PIDs, and a search
 * under log_lock, which forks and exits take with tasklist_lock held for writing,
 * visits at most COMM_LOOKS PIDs and COMM_PER_PID entries.
 *
 * The hooks (ktrace_name_*() in include/linux/ktrace_task.h) are called when tasks are
 * created, renamed and released, after the first use of tracing.  Readers call the
 * other functions.
 *
 * ktrace_names_kept is never disabled again.  After the first use of ktrace, each fork,
 * exit and rename, and each exec by a thread other than the leader, takes log_lock for
 * a short time, even if tracing has ended.  The records outlive the listeners, so the
 * names are needed until all buffers are empty.  No counter tells cheaply when they are
 * empty, because readers and writers empty and fill each ring without a lock.
 */
#include <linux/err.h>
#include <linux/jump_label.h>
#include <linux/ktrace_task.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "buffer/clock.h"
#include "event/comm.h"
#include "event/event.h"
#include "text/format.h"

/* Default and maximum number of names in the log. */
#define COMM_LOGGED	4096
#define COMM_LOGGED_MAX	32768

/* Maximum number of names of one PID in the log; at least 2. */
#define COMM_PER_PID	64

/* Maximum number of PIDs of a list that a search visits. */
#define COMM_LOOKS	64

/* Number of entries that are copied in one section with interrupts off. */
#define COMM_COPIED	256

/* Number of slots in the table of the times when tasks got their present names. */
#define COMM_CURRENT	8192

/* Clock of struct comm_entry.since and struct comm_current.since: "local". */
#define COMM_LOCAL	0

/**
 * struct comm_entry - a former name
 * @node:	in struct comm_log.lists, if this is the newest entry of its pid
 * @same:	the ring of the entries of its pid: next is the next newer entry, and the
 *		oldest one follows the newest one
 * @order:	in struct comm_log.order
 * @since:	begin of the name; 0: before the first use of tracing; U64_MAX: unknown
 * @seq:	sequence number of the entry; a copy has the same number
 * @nth:	@nth of the next older entry of the PID plus 1
 * @pid:	PID of the task while it had the name
 * @tgid:	process of the task
 * @left:	the task has given up the PID, which another task may have now
 * @cut:	the pid had older names that are missing from @same, and that
 *		struct comm_log.dropped does not cover
 * @comm:	the name
 */
struct comm_entry {
	struct hlist_node node;
	struct list_head same;
	struct list_head order;
	u64	since;
	u64	seq;
	unsigned int nth;
	pid_t	pid;
	pid_t	tgid;
	bool	left;
	bool	cut;
	char	comm[TASK_COMM_LEN];
};

/**
 * struct comm_log - log of former names
 * @nr:		size of @entries
 * @used:	number of @entries that are or were in use
 * @entries:	the entries
 * @order:	the entries in use, oldest first
 * @copy_next:	while a resize copies the log: the entry of @order to copy next
 * @lists:	@nr lists of the newest entry of each pid, by pid % @nr; the pid that got an
 *		entry last comes first
 * @until:	for each clock in use: the last moment of each entry; 0 in entries from
 *		before the clock was in use, because all records by that clock are
 *		younger
 * @dropped:	by each clock: the last moment of entries that were dropped for entries
 *		of other PIDs
 */
struct comm_log {
	unsigned int		nr;
	unsigned int		used;
	struct comm_entry	*entries;
	struct list_head	order;
	struct list_head	*copy_next;
	struct hlist_head	*lists;
	u64			*until[KTRACE_CLOCKS];
	u64			dropped[KTRACE_CLOCKS];
};

/**
 * struct comm_current - begin of a task's present name
 * @since:	the name began after this time
 * @pid:	PID of the task; 0: the slot is unused
 */
struct comm_current {
	u64	since;
	pid_t	pid;
};

/*
 * Protects the log and comm_current.  Taken with tasklist_lock held for writing, or with
 * task_lock(), and interrupts off.
 */
static DEFINE_RAW_SPINLOCK(log_lock);
/* NULL until the first use of tracing. */
static struct comm_log *comm_log;
/* New log during a resize, to which comm_log is copied; otherwise NULL. */
static struct comm_log *comm_log_next;
static unsigned int log_nr = COMM_LOGGED;
/*
 * Table of COMM_CURRENT slots; a PID uses slot pid % COMM_CURRENT.  NULL until the first
 * use of tracing.
 */
static struct comm_current *comm_current;
/* Number of entries that were added to any log. */
static u64 names_added;
/* Bit mask of the clocks by which the log has times.  Under comm_mutex and log_lock. */
static unsigned long clocks_used = BIT(COMM_LOCAL);
/* Bit mask of the clocks that buffers have or had.  Under comm_mutex. */
static unsigned long clocks_kept = BIT(COMM_LOCAL);
/* Number of tasks that are giving each clock to a buffer.  Under comm_mutex. */
static unsigned int clocks_pending[KTRACE_CLOCKS];
/* Disabled until the first use of tracing; enabled, forks, exits and renames take log_lock. */
DEFINE_STATIC_KEY_FALSE(ktrace_names_kept);
/* Serialises creation and resizing of the log. */
static DEFINE_MUTEX(comm_mutex);

static void *comm_alloc(unsigned int nr, size_t bytes)
{
	return kvcalloc(nr, bytes, GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
}

static void log_free(struct comm_log *log)
{
	unsigned int i;

	if (!log)
		return;
	for (i = 0; i < KTRACE_CLOCKS; i++)
		kvfree(log->until[i]);
	kvfree(log->lists);
	kvfree(log->entries);
	kfree(log);
}

static struct comm_log *log_create(unsigned int nr)
{
	struct comm_log *log = kzalloc(sizeof(*log), GFP_KERNEL);
	unsigned int i;

	lockdep_assert_held(&comm_mutex);

	if (!log)
		return NULL;
	log->nr = nr;
	INIT_LIST_HEAD(&log->order);
	log->entries = comm_alloc(nr, sizeof(*log->entries));
	log->lists = comm_alloc(nr, sizeof(*log->lists));
	if (!log->entries || !log->lists)
		goto fail;
	for_each_set_bit(i, &clocks_used, KTRACE_CLOCKS) {
		log->until[i] = comm_alloc(nr, sizeof(u64));
		if (!log->until[i])
			goto fail;
	}
	return log;

fail:
	log_free(log);
	return NULL;
}

static struct hlist_head *log_list(const struct comm_log *log, pid_t pid)
{
	return &log->lists[(unsigned int)pid % log->nr];
}

/* Begin of the present name of the task with @pid, as in struct comm_entry.since. */
static u64 name_since(pid_t pid)
{
	const struct comm_current *present = &comm_current[(unsigned int)pid % COMM_CURRENT];

	lockdep_assert_held(&log_lock);

	if (present->pid == pid)
		return present->since;
	return present->pid ? U64_MAX : 0;
}

/* Note that the present name of the task with @pid begins after @now. */
static void name_begins(pid_t pid, u64 now)
{
	comm_current[(unsigned int)pid % COMM_CURRENT] = (struct comm_current) {
		.since = now, .pid = pid,
	};
}

/*
 * Find the newest name that @log has for @pid.  Return: its entry; NULL if there is none; an error
 * pointer if the hash list of @pid has too many entries of other PIDs.
 */
static struct comm_entry *log_newest(const struct comm_log *log, pid_t pid)
{
	struct comm_entry *entry;
	int looks = 0;

	lockdep_assert_held(&log_lock);

	hlist_for_each_entry(entry, log_list(log, pid), node) {
		if (entry->pid == pid)
			return entry;
		if (++looks >= COMM_LOOKS)
			return ERR_PTR(-E2BIG);
	}
	return NULL;
}

/* Unlink @entry, the oldest entry of its PID. */
static void log_drop(struct comm_log *log, struct comm_entry *entry)
{
	if (log->copy_next == &entry->order)
		log->copy_next = entry->order.next;
	list_del(&entry->order);
	if (list_empty(&entry->same))
		hlist_del(&entry->node);
	else
		list_del(&entry->same);
}

/*
 * Drop the oldest entry of @newest's PID if it has too many.  Return: the dropped
 * entry, or NULL.
 */
static struct comm_entry *log_drop_own(struct comm_log *log, struct comm_entry *newest)
{
	struct comm_entry *oldest = list_next_entry(newest, same);

	if (newest->nth - oldest->nth + 1 < COMM_PER_PID)
		return NULL;
	list_next_entry(oldest, same)->cut = true;
	log_drop(log, oldest);
	return oldest;
}

/* Get an unlinked entry for a new name of @pid.  Drop an old entry if the log is full. */
static struct comm_entry *log_room(struct comm_log *log, pid_t pid)
{
	struct comm_entry *newest = log_newest(log, pid), *entry = NULL;
	unsigned int i;

	if (!IS_ERR_OR_NULL(newest))
		entry = log_drop_own(log, newest);
	if (entry)
		return entry;
	if (log->used < log->nr)
		return &log->entries[log->used++];
	entry = list_first_entry(&log->order, struct comm_entry, order);
	for_each_set_bit(i, &clocks_used, KTRACE_CLOCKS)
		log->dropped[i] = max(log->dropped[i], log->until[i][entry - log->entries]);
	log_drop(log, entry);
	return entry;
}

/* Make @entry, which is filled in, the newest entry of the log and of its PID. */
static void log_link(struct comm_log *log, struct comm_entry *entry)
{
	struct comm_entry *newest = log_newest(log, entry->pid);

	INIT_LIST_HEAD(&entry->same);
	entry->nth = 0;
	if (IS_ERR(newest)) {
		/* The search cannot find older entries of the PID, if any. */
		entry->cut = true;
	} else if (newest) {
		entry->nth = newest->nth + 1;
		list_add(&entry->same, &newest->same);
		hlist_del(&newest->node);
	}
	hlist_add_head(&entry->node, log_list(log, entry->pid));
	list_add_tail(&entry->order, &log->order);
	if (log->copy_next == &log->order)
		log->copy_next = &entry->order;
}

/*
 * Set the end of the name at index @at of the log to now, which is @now by the clock
 * "local".
 */
static void log_stamp(struct comm_log *log, unsigned int at, u64 now)
{
	unsigned int i;

	for_each_set_bit(i, &clocks_used, KTRACE_CLOCKS)
		log->until[i][at] = i == COMM_LOCAL ? now : ktrace_clock_peek(ktrace_clock_at(i));
}

/*
 * Log the name that @tsk had with the PID @pid until @now.  @left: @tsk gives up the
 * PID at the same time.
 */
static void log_add(const struct task_struct *tsk, pid_t pid, bool left, u64 now)
{
	struct comm_log *log = comm_log;
	struct comm_entry *entry;

	lockdep_assert_held(&log_lock);

	entry = log_room(log, pid);
	entry->since = name_since(pid);
	entry->seq = names_added++;
	entry->pid = pid;
	entry->tgid = tsk->tgid;
	entry->left = left;
	entry->cut = false;
	memcpy(entry->comm, tsk->comm, TASK_COMM_LEN);
	log_stamp(log, entry - log->entries, now);
	log_link(log, entry);
}

/* Extend the last name of a PID's former task to @now also in @to, the copy of @entry. */
static void log_stamp_copy(struct comm_log *to, const struct comm_entry *entry, u64 now)
{
	struct comm_entry *copy = log_newest(to, entry->pid);

	/* If @entry is not copied yet, an older entry is the newest one in @to. */
	if (!IS_ERR_OR_NULL(copy) && copy->seq == entry->seq)
		log_stamp(to, copy - to->entries, now);
}

/*
 * See ktrace_task_fork() in include/linux/ktrace_task.h.  A task without a waiting
 * parent frees its PID before its last steps: until now, records with the PID belong to
 * that task.
 */
void __ktrace_name_begin(struct task_struct *tsk)
{
	struct comm_entry *before;
	unsigned long flags;
	u64 now;

	raw_spin_lock_irqsave(&log_lock, flags);
	now = ktrace_clock_ns();
	before = log_newest(comm_log, tsk->pid);
	if (!IS_ERR_OR_NULL(before) && before->left) {
		log_stamp(comm_log, before - comm_log->entries, now);
		if (comm_log_next)
			log_stamp_copy(comm_log_next, before, now);
	}
	name_begins(tsk->pid, now);
	raw_spin_unlock_irqrestore(&log_lock, flags);
}

/* See ktrace_name_change() in include/linux/ktrace_task.h. */
void __ktrace_name_change(struct task_struct *tsk, const char *to)
{
	unsigned long flags;
	u64 now;

	if (!strncmp(tsk->comm, to, TASK_COMM_LEN - 1))
		return;
	raw_spin_lock_irqsave(&log_lock, flags);
	/* A released task has no PID; another task may use the number already. */
	if (pid_alive(tsk)) {
		now = ktrace_clock_ns();
		log_add(tsk, tsk->pid, false, now);
		name_begins(tsk->pid, now);
	}
	raw_spin_unlock_irqrestore(&log_lock, flags);
}

/* Called by ktrace_task_exec() in include/linux/ktrace_task.h. */
void __ktrace_name_exchange(struct task_struct *tsk, struct task_struct *leader)
{
	unsigned long flags;
	u64 now;

	lockdep_assert_held_write(&tasklist_lock);

	raw_spin_lock_irqsave(&log_lock, flags);
	now = ktrace_clock_ns();
	log_add(leader, tsk->pid, true, now);
	log_add(tsk, leader->pid, true, now);
	name_begins(tsk->pid, now);
	name_begins(leader->pid, now);
	raw_spin_unlock_irqrestore(&log_lock, flags);
}

/* See ktrace_name_end() in include/linux/ktrace_task.h. */
void __ktrace_name_end(struct task_struct *tsk)
{
	unsigned long flags;

	lockdep_assert_held_write(&tasklist_lock);

	raw_spin_lock_irqsave(&log_lock, flags);
	log_add(tsk, tsk->pid, true, ktrace_clock_ns());
	raw_spin_unlock_irqrestore(&log_lock, flags);
}

/**
 * ktrace_comm_use - start to log the names of tasks
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_comm_use(void)
{
	if (static_key_enabled(&ktrace_names_kept.key))
		return 0;
	guard(mutex)(&comm_mutex);
	if (static_key_enabled(&ktrace_names_kept.key))
		return 0;
	comm_current = comm_current ?: comm_alloc(COMM_CURRENT, sizeof(*comm_current));
	comm_log = comm_current ? log_create(log_nr) : NULL;
	if (!comm_log)
		return -ENOMEM;
	static_branch_enable(&ktrace_names_kept);
	return 0;
}

/**
 * ktrace_comm_clock_begin - prepare the log for records by another clock
 * @clock: the clock; call before the first record by this clock
 *
 * Context: task; sleeps.
 * Return: 0, and ktrace_comm_clock_end() must follow; or -ENOMEM.
 */
int ktrace_comm_clock_begin(const struct ktrace_clock *clock)
{
	unsigned int i = ktrace_clock_index(clock);
	u64 *until;

	guard(mutex)(&comm_mutex);
	if (!(clocks_used & BIT(i)) && comm_log) {
		until = comm_alloc(comm_log->nr, sizeof(*until));
		if (!until)
			return -ENOMEM;
		comm_log->until[i] = until;
	}
	clocks_pending[i]++;
	/* Readers of clocks_used hold log_lock, and use the array of each clock in it. */
	raw_spin_lock_irq(&log_lock);
	clocks_used |= BIT(i);
	raw_spin_unlock_irq(&log_lock);
	return 0;
}

/**
 * ktrace_comm_clock_end - end what ktrace_comm_clock_begin() began
 * @clock: the clock
 * @used: a buffer has the clock now; otherwise the log forgets the clock, unless other buffers
 *	have or had it
 *
 * Context: task; sleeps.
 */
void ktrace_comm_clock_end(const struct ktrace_clock *clock, bool used)
{
	unsigned int i = ktrace_clock_index(clock);
	u64 *until = NULL;

	guard(mutex)(&comm_mutex);
	if (used)
		clocks_kept |= BIT(i);
	if (--clocks_pending[i] || (clocks_kept & BIT(i)))
		return;
	raw_spin_lock_irq(&log_lock);
	clocks_used &= ~BIT(i);
	if (comm_log) {
		swap(until, comm_log->until[i]);
		comm_log->dropped[i] = 0;
	}
	raw_spin_unlock_irq(&log_lock);
	kvfree(until);
}

/**
 * ktrace_comm_size - size of the log of names
 *
 * Return: maximum number of entries.
 */
unsigned int ktrace_comm_size(void)
{
	return READ_ONCE(log_nr);
}

/* Copy @entry of @old to @to.  May drop another entry of @to. */
static void log_copy_entry(struct comm_log *to, const struct comm_log *old,
			   const struct comm_entry *entry)
{
	struct comm_entry *copy = log_room(to, entry->pid);
	unsigned int i;

	*copy = *entry;
	for_each_set_bit(i, &clocks_used, KTRACE_CLOCKS)
		to->until[i][copy - to->entries] = old->until[i][entry - old->entries];
	log_link(to, copy);
}

/*
 * Copy some more entries of the log to @to, oldest first.  After the last one, make @to
 * the log.  Return: whether @to is the log now.
 */
static bool log_copy(struct comm_log *to)
{
	struct comm_log *old = comm_log;
	const struct comm_entry *entry;
	unsigned int n, i;
	bool done;

	raw_spin_lock_irq(&log_lock);
	if (!old->copy_next)
		old->copy_next = old->order.next;
	comm_log_next = to;
	for (n = 0; n < COMM_COPIED && old->copy_next != &old->order; n++) {
		entry = list_entry(old->copy_next, struct comm_entry, order);
		old->copy_next = entry->order.next;
		log_copy_entry(to, old, entry);
	}
	done = old->copy_next == &old->order;
	if (done) {
		for (i = 0; i < KTRACE_CLOCKS; i++)
			to->dropped[i] = max(to->dropped[i], old->dropped[i]);
		comm_log = to;
		comm_log_next = NULL;
	}
	raw_spin_unlock_irq(&log_lock);
	return done;
}

/**
 * ktrace_comm_resize - change the size of the log of names
 * @nr: the new size; the newest entries are kept
 *
 * Context: task; sleeps.
 * Return: 0; -EINVAL if @nr is 0 or above the maximum; -ENOMEM.
 */
int ktrace_comm_resize(unsigned long nr)
{
	struct comm_log *log, *old;

	if (!nr || nr > COMM_LOGGED_MAX)
		return -EINVAL;
	guard(mutex)(&comm_mutex);
	old = comm_log;
	if (old) {
		log = log_create(nr);
		if (!log)
			return -ENOMEM;
		while (!log_copy(log))
			cond_resched();
		log_free(old);
	}
	WRITE_ONCE(log_nr, nr);
	return 0;
}

/*
 * Whether a name that began after @since was valid at @time by the clock @i.  It was if
 * the preceding names are in the log (@cut, as in struct comm_entry, says that they are
 * not), or if @since is early enough.
 */
static bool name_began(const struct comm_log *log, u64 since, bool cut, u64 time, unsigned int i)
{
	return (!cut && time > log->dropped[i]) || since < (i == COMM_LOCAL ? time : 1);
}

/*
 * Fill in the present name of the task with @pid, valid for records until now.  Return:
 * false if no task has this PID.
 */
static bool comm_of_living(struct ktrace_comm *found, pid_t pid, unsigned int i)
{
	u64 now = ktrace_clock_peek(ktrace_clock_at(i));
	const struct task_struct *task;

	guard(rcu)();
	task = find_task_by_pid_ns(pid, &init_pid_ns);
	if (!task)
		return false;
	/* The name may be changing at this moment; then the log has the old name. */
	data_race(memcpy(found->comm, task->comm, TASK_COMM_LEN));
	found->comm[TASK_COMM_LEN - 1] = 0;
	found->tgid = task->tgid;
	found->until = now;
	return true;
}

/*
 * Search the entries of a PID, beginning with @newest, for the oldest one that ended at
 * @time by the clock @i, or later.  Return: the entry; NULL if there is none.
 */
static const struct comm_entry *log_find(const struct comm_log *log,
					 const struct comm_entry *newest, u64 time,
					 unsigned int i)
{
	const struct comm_entry *oldest = list_next_entry(newest, same);
	const struct comm_entry *entry = newest, *found = NULL;

	lockdep_assert_held(&log_lock);

	while (log->until[i][entry - log->entries] >= time) {
		found = entry;
		if (entry == oldest)
			break;
		entry = list_prev_entry(entry, same);
	}
	return found;
}

/* Whether @entry is the last name of its PID, and no task has the PID now. */
static bool entry_is_last(const struct comm_log *log, const struct comm_entry *entry)
{
	lockdep_assert_held(&log_lock);

	if (!entry->pid || !entry->left || log_newest(log, entry->pid) != entry)
		return false;
	guard(rcu)();
	return !find_task_by_pid_ns(entry->pid, &init_pid_ns);
}

/* Fill in the name of @entry, if it certainly began before @time. */
static void comm_logged(struct ktrace_comm *found, const struct comm_log *log,
			const struct comm_entry *entry, u64 time, unsigned int i)
{
	u64 until = log->until[i][entry - log->entries];

	if (!name_began(log, entry->since, entry->cut, time, i))
		return;
	/* With a coarse clock, the record may belong to the next task with the PID: no name. */
	if (time == until && ktrace_clock_at(i)->coarse && entry->left &&
	    !entry_is_last(log, entry))
		return;
	memcpy(found->comm, entry->comm, TASK_COMM_LEN);
	found->tgid = entry->tgid;
	found->until = until;
}

/*
 * Fill in the name for a record that is younger than all entries of its PID in the log.
 * @last is the newest of these entries, or NULL.
 */
static void comm_present(struct ktrace_comm *found, const struct comm_log *log, pid_t pid,
			 const struct comm_entry *last, u64 time, unsigned int i)
{
	if ((last || name_began(log, name_since(pid), false, time, i)) &&
	    comm_of_living(found, pid, i))
		return;
	/*
	 * An event of a task's last steps, after release_task() has freed the PID: the last name
	 * in the log is still that of the task.
	 */
	if (last && entry_is_last(log, last)) {
		memcpy(found->comm, last->comm, TASK_COMM_LEN);
		found->tgid = last->tgid;
	}
}

/*
 * ktrace_comm_find() for tasks other than the idle task, when the log exists.  A name
 * is added to the log before it changes, and before its task is released.  So if the
 * log, under log_lock, does not have the name, the task still exists and has that name.
 */
static void comm_find(struct ktrace_comm *found, pid_t pid, u64 time, unsigned int i)
{
	const struct comm_entry *newest, *entry;
	const struct comm_log *log;
	unsigned long flags;

	/* A dump on an oops must not wait for the lock. */
	if (unlikely(READ_ONCE(ktrace_event_read_no_wait))) {
		if (!raw_spin_trylock_irqsave(&log_lock, flags))
			return;
	} else {
		raw_spin_lock_irqsave(&log_lock, flags);
	}
	log = comm_log;
	if (!log->until[i])
		goto unlock;
	newest = log_newest(log, pid);
	if (IS_ERR(newest))
		goto unlock;
	entry = newest ? log_find(log, newest, time, i) : NULL;
	if (entry)
		comm_logged(found, log, entry, time, i);
	else
		comm_present(found, log, pid, newest, time, i);
unlock:
	raw_spin_unlock_irqrestore(&log_lock, flags);
}

/**
 * ktrace_comm_find - find name and process of the task that wrote a record
 * @found: filled in; the name of PID 0 is "<idle>"
 * @pid: the record's thread id, in the initial namespace
 * @time: the record's time
 * @clock: clock of @time
 *
 * Context: task; any with ktrace_event_read_no_wait set.
 */
void ktrace_comm_find(struct ktrace_comm *found, pid_t pid, u64 time,
		      const struct ktrace_clock *clock)
{
	strscpy(found->comm, pid ? "<...>" : "<idle>");
	found->tgid = 0;
	found->until = time;
	if (pid > 0 && static_key_enabled(&ktrace_names_kept.key))
		comm_find(found, pid, time, ktrace_clock_index(clock));
}

typedef void comm_show_fn(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm);

/* Call @show for each task that has exited. */
static void comm_show_exited(struct seq_file *m, comm_show_fn *show)
{
	unsigned int i;

	for (i = 0; i < ktrace_comm_size(); i++) {
		struct comm_entry entry = { };

		scoped_guard(raw_spinlock_irq, &log_lock)
			if (comm_log && i < comm_log->nr &&
			    entry_is_last(comm_log, &comm_log->entries[i]))
				entry = comm_log->entries[i];
		if (entry.pid)
			show(m, entry.pid, entry.tgid, entry.comm);
	}
}

static void comm_show_name(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm)
{
	char name[TASK_COMM_LEN];

	strscpy(name, comm);
	ktrace_format_tame(name, sizeof(name));
	seq_printf(m, "%d %s\n", pid, name);
}

static void comm_show_tgid(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm)
{
	seq_printf(m, "%d %d\n", pid, tgid);
}

/* Call @show for the name of each living task, and then of each task that has exited. */
static void comm_show(struct seq_file *m, comm_show_fn *show)
{
	struct task_struct *leader, *task;

	scoped_guard(rcu)
		for_each_process_thread(leader, task)
			show(m, task->pid, task->tgid, task->comm);
	comm_show_exited(m, show);
}

/**
 * ktrace_comm_show - list the last known names, "PID NAME" a line
 * @m: the output
 *
 * Context: task; sleeps.
 */
void ktrace_comm_show(struct seq_file *m)
{
	comm_show(m, comm_show_name);
}

/**
 * ktrace_comm_show_tgids - list the processes of all known tasks, "PID TGID" a line
 * @m: the output
 *
 * Context: task; sleeps.
 */
void ktrace_comm_show_tgids(struct seq_file *m)
{
	comm_show(m, comm_show_tgid);
}
