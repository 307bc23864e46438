// SPDX-License-Identifier: GPL-2.0
/*
 * Creation and destruction of instances.  control/ creates their files.
 *
 * Called in task context.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/hooks.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/trigger.h"

struct ktrace_instance ktrace_top;
LIST_HEAD(ktrace_instance_list);

/**
 * ktrace_instance_init - initialise an instance in static memory
 * @instance: zeroed
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int ktrace_instance_init(struct ktrace_instance *instance)
{
	int err = ktrace_buffer_init(&instance->buffer);

	if (err)
		return err;
	err = ktrace_snapshot_init(&instance->snapshot);
	if (err) {
		ktrace_buffer_destroy(&instance->buffer, NULL);
		return err;
	}
	ktrace_taskset_init(&instance->tasks);
	INIT_LIST_HEAD(&instance->listeners);
	INIT_LIST_HEAD(&instance->systems);
	INIT_LIST_HEAD(&instance->waits);
	guard(mutex)(&ktrace_event_mutex);
	list_add_tail(&instance->node, &ktrace_instance_list);
	return 0;
}

/**
 * ktrace_instance_create - create an instance
 * @name: name of the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: the instance, for ktrace_instance_destroy(); or NULL if out of memory.
 */
struct ktrace_instance *ktrace_instance_create(const char *name)
{
	struct ktrace_instance *instance = kzalloc(sizeof(*instance), GFP_KERNEL);

	if (!instance)
		return NULL;
	ktrace_error_log_init(&instance->errors);
	instance->owner.errors = &instance->errors;
	instance->name = kstrdup(name, GFP_KERNEL);
	if (instance->name && !ktrace_instance_init(instance))
		return instance;
	kfree(instance->name);
	kfree(instance);
	return NULL;
}

/**
 * ktrace_instance_tasks_begin - begin to change the task set of an instance
 * @instance: the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex, until ktrace_instance_tasks_end().
 * Return: the task set.
 */
struct ktrace_taskset *ktrace_instance_tasks_begin(struct ktrace_instance *instance)
{
	mutex_lock(&ktrace_event_mutex);
	return &instance->tasks;
}

/**
 * ktrace_instance_tasks_end - end a change of the task set of an instance
 * @instance: the instance
 * @err: result of the change; other than 0: nothing was changed
 *
 * Waits for hooks that use the old task set: on return, tasks that left the task set write no
 * more records.
 *
 * Context: task; sleeps; releases ktrace_event_mutex, and does not hold it while it waits.
 * Return: @err.
 */
int ktrace_instance_tasks_end(struct ktrace_instance *instance, int err)
{
	struct ktrace_task_stale stale = { };

	if (!err) {
		WRITE_ONCE(instance->listed, ktrace_taskset_has_rules(&instance->tasks));
		ktrace_listeners_refresh();
		stale = ktrace_taskset_take_stale(&instance->tasks);
	}
	mutex_unlock(&ktrace_event_mutex);
	ktrace_task_stale_free(&stale);
	if (!err && READ_ONCE(instance->listed))
		ktrace_hooks_synchronize();
	return err;
}

struct instance_memory {
	struct hlist_node	node;
	u64			bytes[];
};

/**
 * ktrace_instance_alloc - allocate memory that is freed with an instance
 * @instance: the instance
 * @bytes: size in bytes
 *
 * Context: task; sleeps; called while the instance's files are created.
 * Return: the memory, zeroed; or NULL.
 */
void *ktrace_instance_alloc(struct ktrace_instance *instance, size_t bytes)
{
	struct instance_memory *memory;

	memory = kzalloc(struct_size(memory, bytes, DIV_ROUND_UP(bytes, sizeof(u64))),
			 GFP_KERNEL);
	if (!memory)
		return NULL;
	hlist_add_head(&memory->node, &instance->memory);
	return memory->bytes;
}

/**
 * ktrace_instances_quiesce - stop all recording of a list of instances for ever
 * @instances: the instances, by struct ktrace_instance.ending; no file that could enable an
 *	event or set a trigger in one of them can be used any more
 *
 * When this returns, no hook uses the instances, and the instances are not in the list of all
 * instances.  The number of grace periods does not depend on the number of instances, events and
 * triggers; ktrace_event_mutex is not held meanwhile.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.  No event is removed meanwhile:
 * ktrace_event_files_mutex.
 */
void ktrace_instances_quiesce(struct list_head *instances)
{
	struct ktrace_trigger_drop drop = { };
	struct ktrace_instance *instance;
	struct ktrace_listener *listener;

	scoped_guard(mutex, &ktrace_event_mutex) {
		list_for_each_entry(instance, instances, ending) {
			list_del_init(&instance->node);
			list_for_each_entry(listener, &instance->listeners, of_instance) {
				ktrace_triggers_drop(listener, &drop);
				ktrace_listener_disable(listener, U8_MAX);
			}
		}
	}
	/* Wait for hooks that found a listener of the instances. */
	if (drop.triggers)
		ktrace_trigger_drop_end(&drop);
	else
		ktrace_hooks_synchronize();
}

/**
 * ktrace_instance_quiesce - stop all recording of an instance for ever
 * @instance: the instance, which is being removed: none of its files is or can be open
 *
 * Context: as for ktrace_instances_quiesce().
 */
void ktrace_instance_quiesce(struct ktrace_instance *instance)
{
	LIST_HEAD(instances);

	list_add(&instance->ending, &instances);
	ktrace_instances_quiesce(&instances);
	list_del_init(&instance->ending);
}

static void instance_put(struct ktrace_instance *instance)
{
	struct instance_memory *memory;
	struct hlist_node *next;

	if (!atomic_dec_and_test(&instance->holders))
		return;
	hlist_for_each_entry_safe(memory, next, &instance->memory, node)
		kfree(memory);
	kfree(instance->name);
	kfree(instance);
}

static void instance_buffer_freed(struct ktrace_buffer *buffer)
{
	instance_put(container_of(buffer, struct ktrace_instance, buffer));
}

static void instance_snapshot_freed(struct ktrace_buffer *snapshot)
{
	instance_put(container_of(snapshot, struct ktrace_instance, snapshot));
}

/**
 * ktrace_instance_clear - free what an instance has, except its buffers
 * @instance: the quiescent instance, without files
 *
 * Context: task; sleeps; takes ktrace_event_mutex; under ktrace_event_files_mutex, because the
 * removal of an event walks the listeners of the event without ktrace_event_mutex.
 */
void ktrace_instance_clear(struct ktrace_instance *instance)
{
	struct ktrace_listener *listener, *next;

	lockdep_assert_held(&ktrace_event_files_mutex);
	scoped_guard(mutex, &ktrace_event_mutex)
		list_for_each_entry_safe(listener, next, &instance->listeners, of_instance)
			ktrace_listener_free(listener);
	ktrace_taskset_exit(&instance->tasks);
	ktrace_error_clear(&instance->errors);
}

/**
 * ktrace_instance_destroy - destroy an instance
 * @instance: the instance, after ktrace_instance_clear()
 *
 * The memory of @instance is freed together with the last of its buffers.
 *
 * Context: task; sleeps; not under ktrace_event_files_mutex, because closing and freeing the
 * buffers waits for grace periods.
 */
void ktrace_instance_destroy(struct ktrace_instance *instance)
{
	atomic_set(&instance->holders, 2);
	/* Destroy the snapshot last: it takes over rings of the buffer. */
	ktrace_buffer_destroy(&instance->buffer, instance_buffer_freed);
	ktrace_buffer_destroy(&instance->snapshot, instance_snapshot_freed);
}
