// SPDX-License-Identifier: GPL-2.0
/*
 * Records of tracepoints as text, by their TP_printk().
 *
 * Called by readers in task context. The code of TP_printk() trusts a record: it
 * follows addresses of strings and reads strings up to a zero. Pass a validated copy to
 * TP_printk().
 */
#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <asm/sections.h>

#include "buffer/buffer.h"
#include "event/event.h"
#include "text/format.h"
#include "tracepoint/tracepoint.h"

/**
 * struct show_room - buffers for showing a record
 * @scratch:	for the helpers of TP_printk()
 * @record:	the copy, followed by a zero
 */
struct show_room {
	struct trace_seq scratch;
	u64	record[KTRACE_RECORD_MAX / sizeof(u64) + 1];
};

/* A spare buffer, or NULL while a reader uses it. Concurrent readers are rare. */
static struct show_room *show_spare;

/* Get a buffer. Where the caller cannot wait, only the spare one is available. */
static struct show_room *show_room_get(void)
{
	struct show_room *room = xchg(&show_spare, NULL);

	if (room || READ_ONCE(ktrace_event_read_no_wait))
		return room;
	return kmalloc(sizeof(*room), GFP_KERNEL);
}

static void show_room_put(struct show_room *room)
{
	room = xchg(&show_spare, room);
	/*
	 * Free the buffer that another reader has put back meanwhile. Leak the buffer where
	 * kfree() is not allowed, as in the dump of an oops.
	 */
	if (!READ_ONCE(ktrace_event_read_no_wait))
		kfree(room);
}

/** ktrace_tracepoint_show_init - allocate the spare buffer at boot */
void __init ktrace_tracepoint_show_init(void)
{
	struct show_room *room = show_room_get();

	if (room)
		show_room_put(room);
}

/* Return true if @address is in the static memory of the kernel or of a loaded module. */
static bool show_can_follow(unsigned long address)
{
	if (__is_kernel(address))
		return !init_section_contains((void *)address, 1);
	guard(preempt)();
	return __module_address(address);
}

/* Replace the address of a string in the copy if the string may be gone. */
static void show_check_string(void *record, const struct ktrace_tracepoint_field *field)
{
	static const char gone[] = "(gone)";
	unsigned long address;

	if (field->location != KTRACE_TRACEPOINT_NUMBER || field->size != sizeof(address) ||
	    (strcmp(field->type, "char *") && strcmp(field->type, "const char *")))
		return;
	memcpy(&address, record + field->offset, sizeof(address));
	/* NULL is shown as "(null)". */
	if (!address || show_can_follow(address))
		return;
	address = (unsigned long)gone;
	memcpy(record + field->offset, &address, sizeof(address));
}

/* Return true if a field is the name of a task, for example comm, prev_comm or newcomm. */
static bool show_is_comm(const struct ktrace_tracepoint_field *field)
{
	size_t len;

	if (field->location < KTRACE_TRACEPOINT_ARRAY || strcmp(field->type, "char"))
		return false;
	len = strlen(field->name);
	return len >= 4 && !strcmp(field->name + len - 4, "comm");
}

/* Replace control characters in the name of a task in the copy. */
static void show_tame_comm(void *record, const struct ktrace_tracepoint_field *field)
{
	u32 at = field->offset, len = field->count, loc;

	if (!show_is_comm(field))
		return;
	if (field->location >= KTRACE_TRACEPOINT_LOC) {
		loc = *(const u32 *)(record + at);
		at = (loc & U16_MAX) + (field->location == KTRACE_TRACEPOINT_REL_LOC ?
					at + sizeof(loc) : 0);
		len = loc >> 16;
	}
	ktrace_format_tame(record + at, len);
}

/**
 * ktrace_tracepoint_show - append a record as text
 * @class:	class of the record
 * @record:	the record
 * @len:	length in bytes
 * @out:	output
 *
 * Context: task; sleeps. With ktrace_event_read_no_wait set: any, preemption off.
 */
void ktrace_tracepoint_show(const struct ktrace_tracepoint_class *class, const void *record,
			    u32 len, struct seq_buf *out)
{
	const struct ktrace_tracepoint_field *field;
	struct show_room *room;

	if (len > KTRACE_RECORD_MAX || !ktrace_tracepoint_whole(class, record, len)) {
		seq_buf_puts(out, "(damaged)");
		return;
	}
	room = show_room_get();
	if (!room) {
		seq_buf_puts(out, "(no memory)");
		return;
	}
	memcpy(room->record, record, len);
	memset((void *)room->record + len, 0, sizeof(u64));
	for (field = class->fields(); field->name; field++) {
		show_check_string(room->record, field);
		show_tame_comm(room->record, field);
	}
	trace_seq_init(&room->scratch);
	class->show(room->record, &room->scratch, out);
	show_room_put(room);
}
