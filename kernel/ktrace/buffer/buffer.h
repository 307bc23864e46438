/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A buffer: one ring per CPU, with the parts that a ring itself does not contain:
 * allocation, switching on and off, resizing, hotplug, waiting readers.
 */
#ifndef _KTRACE_BUFFER_H
#define _KTRACE_BUFFER_H

#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "buffer/clock.h"
#include "buffer/loss.h"
#include "buffer/this_cpu.h"
#include "ring/ring.h"

/* Maximum payload of a record, in bytes, for any page size. */
#define KTRACE_RECORD_MAX	3072

/*
 * Default size of a CPU's ring, in kB of records: the memory of the ring is larger by the
 * headers of its pages.  With many CPUs the size is smaller, so that the sizes of all rings
 * together are KTRACE_BUFFER_ALL_KB, but not below KTRACE_BUFFER_LEAST_KB.
 */
#define KTRACE_BUFFER_KB	1408
#define KTRACE_BUFFER_LEAST_KB	256
#define KTRACE_BUFFER_ALL_KB	(64 * 1024)

/* Default size of a page of the ring, in bytes: the smallest size that can be mapped. */
#define KTRACE_PAGE_BYTES	max_t(u32, RING_PAGE_MIN, PAGE_SIZE)

/* Default share of a ring, in per cent, that readers of pages wait for. */
#define KTRACE_BUFFER_PERCENT	50

/* Stands for all CPUs where a function takes the number of a CPU. */
#define KTRACE_ALL_CPUS		(-1)

struct file;
struct ktrace_dump;
struct ktrace_ring;
struct poll_table_struct;
struct seq_buf;

/**
 * enum ktrace_awaited - what a reader waits for
 * @KTRACE_AWAIT_RECORD:	a record to consume
 * @KTRACE_AWAIT_PAGES:	ktrace_buffer.percent of a ring, but at least one page
 * @KTRACE_AWAIT_NEXT:	the next record, even if there are unread ones: for readers that see
 *			all records, also of mapped rings, and consume none
 * @KTRACE_AWAIT_NOTHING:	nothing: the wait is over
 */
enum ktrace_awaited {
	KTRACE_AWAIT_RECORD,
	KTRACE_AWAIT_PAGES,
	KTRACE_AWAIT_NEXT,
	KTRACE_AWAIT_NOTHING,
};

/**
 * struct ktrace_waiters - readers that wait for records of a CPU, or of any CPU
 * @queue:	the waiting tasks
 * @wakes:	counts wake-ups
 */
struct ktrace_waiters {
	wait_queue_head_t	queue;
	atomic_t		wakes;
};

/**
 * struct ktrace_cpu_buffer - one CPU's part of a buffer
 * @ring:	the ring that readers use, and its memory; NULL while the CPU has no ring.
 *		Replacing the ring requires both @lock and ktrace_buffer.resize; the old
 *		ring is freed a grace period later.  So the ring stays for a holder of
 *		either lock, and for readers under RCU.  Writers may already use another
 *		ring: ktrace_buffer.rings
 * @spare:	an empty ring to which writers move at the next snapshot; NULL if there
 *		is none. See snapshot.c
 * @lock:	serialises consuming readers of the ring
 * @waiters:	readers that wait for this CPU's records
 * @kb:		configured size, in kilobytes
 * @uses:	number of replacements of @ring
 * @maps:	number of mappings of @ring: a mapped ring is not replaced; changed with
 *		@lock and ktrace_buffer.resize held
 * @mapper:	thread group ID of the process that mapped @ring last, and may have unmapped it
 *		since; protected by ktrace_buffer.resize
 * @mapper_comm: name of the leader of that thread group
 * @held:	@ring is about to be replaced: mmap() waits until the new ring is in place;
 *		protected by ktrace_buffer.resize
 */
struct ktrace_cpu_buffer {
	struct ktrace_ring	*ring;
	struct ktrace_ring	*spare;
	struct mutex		lock;	/* one consuming reader at a time */
	struct ktrace_waiters	waiters;
	unsigned long		kb;
	u64			uses;
	unsigned int		maps;
	pid_t			mapper;
	char			mapper_comm[TASK_COMM_LEN];
	bool			held;
};

/**
 * enum ktrace_snapshot_state - whether a snapshot can be taken from any context
 * @KTRACE_SNAPSHOT_OFF: no: snapshots were not requested, or there is not enough memory
 * @KTRACE_SNAPSHOT_IDLE: soon: spare rings are being allocated
 * @KTRACE_SNAPSHOT_ARMED: yes: there are spare rings
 * @KTRACE_SNAPSHOT_TAKING: a snapshot is being taken: writers move to the spare rings
 * @KTRACE_SNAPSHOT_TAKEN: a snapshot was taken: readers have not moved yet
 * @KTRACE_SNAPSHOT_AGAIN: a bit beside IDLE, TAKING and TAKEN: another snapshot was
 *	requested, and is taken as soon as there are spare rings
 *
 * See snapshot.c.
 */
enum ktrace_snapshot_state {
	KTRACE_SNAPSHOT_OFF,
	KTRACE_SNAPSHOT_IDLE,
	KTRACE_SNAPSHOT_ARMED,
	KTRACE_SNAPSHOT_TAKING,
	KTRACE_SNAPSHOT_TAKEN,
	KTRACE_SNAPSHOT_AGAIN = 8,
};

/**
 * struct ktrace_buffer - records of all CPUs
 * @rings:	per CPU, the ring that writers use; never NULL
 * @cpus:	per CPU, the rest
 * @clock:	clock of the records
 * @replaced:	counts the rings that CPUs were given, first rings and replacements;
 *		protected by @resize
 * @began:	time by @clock at which the whole buffer was emptied last, or created
 * @waiters:	readers that wait for records of any CPU
 * @percent:	a reader that waits for pages waits until this share of a ring is full;
 *		0: until there is any record
 * @arm_lock:	protects @arming and each ring's ktrace_ring.armed
 * @arming:	ARM_*: whether a grace period is in progress for waiting readers
 * @arm:	RCU head of that grace period
 * @resize:	held for reading to keep the rings and the fields below unchanged, for
 *		writing to change them; held briefly, and never across an allocation or a
 *		grace period
 * @rebuild:	one set of new rings at a time; outside of @resize and of
 *		cpus_read_lock()
 * @page_bytes:	bytes of a page
 * @overwrite:	if a ring is full, new records replace the oldest; else they are dropped
 * @on:		whether anything is recorded
 * @off_counted:	ktrace_buffers_off counts this buffer
 * @ringed:	CPUs whose writers have, or had, a ring; a CPU is added before it gets one
 * @excluded:	CPUs that do not record although @on is set
 * @pauses:	number of calls of ktrace_buffer_pause() in effect: while there are any, nothing
 *		is recorded although @on is set
 * @used:	the rings were allocated: a CPU that comes online gets a ring
 * @closed:	the buffer was destroyed: no writer uses it, and no rings are created
 * @replacing:	the holder of @rebuild replaces rings, which may take long
 * @off:	wakes waiting readers after recording was switched off
 * @losses:	pieces of the table of losses that each ring has; changes under @rebuild
 * @taking:	enum ktrace_snapshot_state
 * @missed:	number of snapshots from any context that were not taken
 * @snapshot:	destination of these snapshots; NULL while none is armed; under @rebuild
 * @arms:	number of calls of ktrace_snapshot_arm() in effect; leaves 0 and becomes 0 under
 *		@rebuild
 * @moving:	serialises moving readers after such a snapshot; inside of @rebuild
 * @taken:	queues @finish after such a snapshot
 * @finish:	executes the part of a snapshot that sleeps
 * @node:	in the list of all buffers, for CPUs that come online
 * @holders:	references: the creator, open files, followers
 * @freeing:	frees the buffer after the last reference was dropped
 * @freed:	called after the buffer was freed
 * @dump:	memory for a dump after an oops, with a part for each ring; NULL if no oops dumps
 *		the buffer.  Changed under dump_mutex (dump_memory.c)
 */
struct ktrace_buffer {
	struct ring * __percpu	*rings;
	struct ktrace_cpu_buffer __percpu *cpus;
	const struct ktrace_clock *clock;
	u64			replaced;
	u64			began;
	struct ktrace_waiters	waiters;
	unsigned int		percent;
	spinlock_t		arm_lock;	/* see above */
	int			arming;
	struct rcu_head		arm;
	struct rw_semaphore	resize;
	struct mutex		rebuild;	/* see above */
	u32			page_bytes;
	bool			overwrite;
	bool			on;
	bool			off_counted;
	struct cpumask		ringed;
	struct cpumask		excluded;
	atomic_t		pauses;
	bool			used;
	bool			closed;
	bool			replacing;
	struct irq_work		off;
	DECLARE_BITMAP(losses, KTRACE_LOSS_PIECES);
	atomic_t		taking;
	atomic_long_t		missed;
	struct ktrace_buffer	*snapshot;
	atomic_t		arms;
	struct mutex		moving;	/* see above */
	struct irq_work		taken;
	struct work_struct	finish;
	struct list_head	node;
	refcount_t		holders;
	struct work_struct	freeing;
	void			(*freed)(struct ktrace_buffer *buffer);
	struct ktrace_dump	*dump;
};

/**
 * struct ktrace_page_image - memory for a reader's copy of a ring's page
 * @data:	the memory; NULL if not allocated
 * @bytes:	size of @data
 *
 * The rings of one buffer may have pages of different sizes: a snapshot holds each ring as
 * it was when it was set aside.  A reader of several rings reserves room for each of them.
 */
struct ktrace_page_image {
	void			*data;
	u32			bytes;
};

/*
 * For memory whose size, or number of pieces, a user chooses: charge it to the user, and fail
 * instead of killing other processes.
 */
#define KTRACE_GFP_SIZED	(GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

bool ktrace_page_image_reserve(struct ktrace_page_image *image, u32 bytes);
void ktrace_page_image_free(struct ktrace_page_image *image);

int ktrace_buffer_init(struct ktrace_buffer *buffer);
void ktrace_buffer_get(struct ktrace_buffer *buffer);
void ktrace_buffer_put(struct ktrace_buffer *buffer);
void ktrace_buffer_destroy(struct ktrace_buffer *buffer,
			   void (*freed)(struct ktrace_buffer *buffer));
int ktrace_buffer_use(struct ktrace_buffer *buffer);
void ktrace_buffer_settle(struct ktrace_buffer *buffer);
int ktrace_buffer_expect(struct ktrace_buffer *buffer, u16 id);
int ktrace_buffer_resize(struct ktrace_buffer *buffer, int cpu, unsigned long kb);
u32 ktrace_buffer_page_bytes(unsigned long kb);
int ktrace_buffer_set_page(struct ktrace_buffer *buffer, unsigned long kb);
int ktrace_buffer_set_clock(struct ktrace_buffer *buffer,
			    const struct ktrace_clock *clock);
void ktrace_buffer_set_overwrite(struct ktrace_buffer *buffer, bool overwrite);
void ktrace_buffer_set_on(struct ktrace_buffer *buffer, bool on);
void ktrace_buffer_set_cpus(struct ktrace_buffer *buffer, const struct cpumask *cpus);
void ktrace_buffer_pause(struct ktrace_buffer *buffer);
void ktrace_buffer_resume(struct ktrace_buffer *buffer);
void ktrace_buffer_off(struct ktrace_buffer *buffer);
void ktrace_buffer_on(struct ktrace_buffer *buffer);
void ktrace_buffer_set_percent(struct ktrace_buffer *buffer, unsigned int percent);
void ktrace_buffer_reset(struct ktrace_buffer *buffer, int cpu);
bool ktrace_buffer_losses(struct ktrace_buffer *buffer, u16 id, struct ktrace_lost *sum);
bool ktrace_buffer_stretch(struct ktrace_buffer *buffer, int cpu, u64 *nr,
			   struct ktrace_stretch *stretch);
void ktrace_buffer_finish_losses(struct ktrace_buffer *buffer);
void ktrace_buffers_follow_clock(void);
u64 ktrace_buffer_replaced(const struct ktrace_buffer *buffer);
u64 ktrace_buffer_uses(struct ktrace_buffer *buffer, int cpu);
unsigned long ktrace_buffer_kb(struct ktrace_buffer *buffer, int cpu);
unsigned long ktrace_buffer_default_kb(unsigned int cpus);
const struct ktrace_clock *ktrace_ring_clock(struct ring *ring);

struct ring *ktrace_buffer_lock_cpu(struct ktrace_buffer *buffer, int cpu);
struct ring *ktrace_buffer_lock_cpu_image(struct ktrace_buffer *buffer, int cpu,
					  struct ktrace_page_image *image);
void ktrace_buffer_unlock_cpu(struct ktrace_buffer *buffer, int cpu);

void ktrace_buffer_wake(struct ktrace_buffer *buffer);
void ktrace_buffer_wake_cpu(struct ktrace_buffer *buffer, int cpu);
struct ktrace_waiters *ktrace_buffer_waiters(struct ktrace_buffer *buffer, int cpu);
int ktrace_buffer_wakes(struct ktrace_buffer *buffer, int cpu);
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited);
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
		       int wakes);
__poll_t ktrace_buffer_poll(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
			    struct file *file, struct poll_table_struct *table);

int ktrace_buffer_map(struct ktrace_buffer *buffer, int cpu);
bool ktrace_buffer_unmap(struct ktrace_buffer *buffer, int cpu);
bool ktrace_buffer_mapped(struct ktrace_buffer *buffer, int cpu);
bool ktrace_buffer_any_mapped(struct ktrace_buffer *buffer, int cpu);
void ktrace_buffer_put_mapper(struct ktrace_buffer *buffer, int cpu, struct seq_buf *out);
void *ktrace_buffer_page(struct ktrace_buffer *buffer, int cpu, u32 number);

int ktrace_snapshot_init(struct ktrace_buffer *snapshot);
int ktrace_snapshot_take(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int cpu);
void ktrace_snapshot_free(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot);
void ktrace_snapshot_drop_stale(struct ktrace_buffer *buffer,
				struct ktrace_buffer *snapshot);
int ktrace_snapshot_arm(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot);
bool ktrace_snapshot_arm_again(struct ktrace_buffer *buffer);
void ktrace_snapshot_disarm(struct ktrace_buffer *buffer);
void ktrace_snapshot_drop_pending(struct ktrace_buffer *buffer);
void ktrace_snapshot_finish(struct ktrace_buffer *buffer);
void ktrace_snapshot_finish_all(struct ktrace_buffer *buffer);
bool ktrace_snapshot_now(struct ktrace_buffer *buffer);
unsigned long ktrace_snapshot_missed(struct ktrace_buffer *buffer);
bool ktrace_snapshot_armed(const struct ktrace_buffer *buffer);
bool ktrace_snapshot_exists(struct ktrace_buffer *snapshot, int cpu);

int ktrace_buffer_hotplug_init(void);

/*
 * Time, by the buffer's clock, at which the whole buffer was emptied last, or created.
 * A reader may count losses from this time.
 */
static inline u64 ktrace_buffer_began(const struct ktrace_buffer *buffer)
{
	return READ_ONCE(buffer->began);
}

/* Whether @number selects @cpu: @number is KTRACE_ALL_CPUS or @cpu. */
static inline bool ktrace_cpu_selected(int number, int cpu)
{
	return number == KTRACE_ALL_CPUS || number == cpu;
}

/*
 * Number of buffers that do not record.  Nearly always 0; then hooks need not check
 * each buffer.
 */
extern atomic_t ktrace_buffers_off;

/*
 * Whether any buffer of the system does not record.  ring_load() lets the compiler
 * compare in memory, which saves an instruction; a change may be seen late.
 */
static __always_inline bool ktrace_buffers_some_off(void)
{
	return unlikely(ring_load(ktrace_buffers_off.counter));
}

/**
 * ktrace_buffer_is_off - whether a buffer is switched off
 * @buffer: the buffer
 *
 * Lets a caller skip the preparation of a record that the ring would refuse.  Ignores
 * ktrace_buffer_pause(), which is rare: the ring refuses the record then.
 *
 * Context: any.
 * Return: true if the buffer is switched off.
 */
static __always_inline bool ktrace_buffer_is_off(const struct ktrace_buffer *buffer)
{
	return ktrace_buffers_some_off() && !READ_ONCE(buffer->on);
}

DECLARE_PER_CPU(struct ring *, ktrace_no_rings);

/* The ring of this CPU; preemption is off. */
static __always_inline struct ring *ktrace_buffer_ring(struct ktrace_buffer *buffer)
{
	/* Load once: ktrace_buffer_move_writers() may change the pointer on another CPU. */
	return ktrace_this_cpu_load(*buffer->rings);
}

#endif /* _KTRACE_BUFFER_H */
