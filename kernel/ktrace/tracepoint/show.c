// SPDX-License-Identifier: GPL-2.0
/*
 * Records of tracepoints as text, by their TP_printk().
 *
 * Called by readers, in task context.  That code trusts a record: it follows the
 * addresses of strings, and reads strings up to a zero.  So it gets a copy, of which
 * this has seen to it that it can be trusted.
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
 * struct show_room - what it takes to show a record
 * @scratch:	for what the helpers of TP_printk() put together
 * @record:	the copy, and behind it a zero
 */
struct show_room {
	struct trace_seq scratch;
	u64	record[KTRACE_RECORD_MAX / sizeof(u64) + 1];
};

/* One that is not in use: most often there is one reader. */
static struct show_room *show_spare;

/* Where nothing may be waited for there is only the spare one. */
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
	/* Another one came back meanwhile: lose it rather than wait for a lock. */
	if (!READ_ONCE(ktrace_event_read_no_wait))
		kfree(room);
}

/** ktrace_tracepoint_show_init - have a room to spare from the beginning */
void __init ktrace_tracepoint_show_init(void)
{
	struct show_room *room = show_room_get();

	if (room)
		show_room_put(room);
}

/* Whether a string can be at @address: in what stays as it is, of the kernel or a module. */
static bool show_can_follow(unsigned long address)
{
	if (__is_kernel(address))
		return !init_section_contains((void *)address, 1);
	guard(preempt)();
	return __module_address(address);
}

/* Replace the address of a string in the copy if it can't be one any more. */
static void show_check_string(void *record, const struct ktrace_tracepoint_field *field)
{
	static const char gone[] = "(gone)";
	unsigned long address;

	if (field->place != KTRACE_TRACEPOINT_NUMBER || field->size != sizeof(address) ||
	    (strcmp(field->type, "char *") && strcmp(field->type, "const char *")))
		return;
	memcpy(&address, record + field->offset, sizeof(address));
	/* NULL is shown as such. */
	if (!address || show_can_follow(address))
		return;
	address = (unsigned long)gone;
	memcpy(record + field->offset, &address, sizeof(address));
}

/* Whether a field is the name of a task: comm, prev_comm, newcomm. */
static bool show_is_comm(const struct ktrace_tracepoint_field *field)
{
	size_t len;

	if (field->place < KTRACE_TRACEPOINT_ARRAY || strcmp(field->type, "char"))
		return false;
	len = strlen(field->name);
	return len >= 4 && !strcmp(field->name + len - 4, "comm");
}

/* Tame the name of a task in the copy. */
static void show_tame_comm(void *record, const struct ktrace_tracepoint_field *field)
{
	u32 at = field->offset, len = field->count, loc;

	if (!show_is_comm(field))
		return;
	if (field->place >= KTRACE_TRACEPOINT_LOC) {
		loc = *(const u32 *)(record + at);
		at = (loc & U16_MAX) + (field->place == KTRACE_TRACEPOINT_REL_LOC ?
					at + sizeof(loc) : 0);
		len = loc >> 16;
	}
	ktrace_format_tame(record + at, len);
}

/**
 * ktrace_tracepoint_show - append a record as text
 * @class: what it is of
 * @record: the record
 * @len: its bytes
 * @out: where to
 *
 * Context: task; sleeps.  With ktrace_event_read_no_wait set: any, preemption off.
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
