// SPDX-License-Identifier: GPL-2.0
/*
 * A trace for ui.perfetto.dev: messages TracePacket, encoded by protobuf-c.
 *
 * Each thread has a track. A call is a slice on it, with its arguments and its result. A
 * signal or an exit is an instant. Records of sched_switch and sched_waking are ftrace
 * events, from which Perfetto draws when threads ran, waited and blocked. Each other event,
 * for example a static point or a probe, has a track of its own. Times are those of the clock
 * "boottime".
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "perfetto.pb-c.h"
#include "print.h"
#include "util.h"

#define SEQUENCE	1
/* The upper half of the number of a track. */
#define TRACK_PROCESS	0x100000000ULL
#define TRACK_THREAD	0x200000000ULL
#define TRACK_EVENT	0x300000000ULL
#define BUCKETS		1024
#define CLOCK_ID_REAL	1
#define CLOCK_ID_MONO	3
#define CLOCK_ID_BOOT	6
#define NOTES_MAX	40
/* Number of the field "packet" in the message Trace, with its wire type. */
#define PACKET_TAG	0x0a

/* A track that has a descriptor, with the name of its thread. */
struct track {
	struct track	*next;
	unsigned long long uuid;
	char		*name;
};

/**
 * struct perfetto - the state of the form
 * @boot:	what to add to time stamps for the clock "boottime"
 * @bucket:	the tracks
 * @room:	memory for a packet
 * @room_len:	its length
 */
struct perfetto {
	long long	boot;
	struct track	*bucket[BUCKETS];
	uint8_t		*room;
	size_t		room_len;
};

static void put_length(FILE *out, size_t len)
{
	while (len >= 0x80) {
		fputc((len & 0x7f) | 0x80, out);
		len >>= 7;
	}
	fputc(len, out);
}

static void put_packet(struct print *print, Perfetto__Protos__TracePacket *packet)
{
	struct perfetto *state = print->state;
	size_t len;

	packet->has_trusted_packet_sequence_id = 1;
	packet->trusted_packet_sequence_id = SEQUENCE;
	len = perfetto__protos__trace_packet__get_packed_size(packet);
	if (len > state->room_len) {
		free(state->room);
		state->room_len = 2 * len;
		state->room = zalloc(state->room_len);
	}
	perfetto__protos__trace_packet__pack(packet, state->room);
	fputc(PACKET_TAG, print->out);
	put_length(print->out, len);
	fwrite(state->room, 1, len, print->out);
}

static unsigned long long boot_time(const struct print *print, unsigned long long ts)
{
	const struct perfetto *state = print->state;

	return ts + state->boot;
}

static unsigned long long now_boot(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* The same moment on three clocks, so that Perfetto can show the time of day. */
static void put_clocks(struct print *print)
{
	Perfetto__Protos__ClockSnapshot__Clock clock[3], *list[3];
	Perfetto__Protos__ClockSnapshot snapshot;
	const unsigned int ids[] = { CLOCK_ID_BOOT, CLOCK_ID_MONO, CLOCK_ID_REAL };
	unsigned long long mono = now_mono();
	unsigned long long times[] = {
		boot_time(print, mono), mono, mono + print->real,
	};
	Perfetto__Protos__TracePacket packet;
	size_t i;

	perfetto__protos__clock_snapshot__init(&snapshot);
	for (i = 0; i < ARRAY_SIZE(clock); i++) {
		perfetto__protos__clock_snapshot__clock__init(&clock[i]);
		clock[i].has_clock_id = 1;
		clock[i].clock_id = ids[i];
		clock[i].has_timestamp = 1;
		clock[i].timestamp = times[i];
		list[i] = &clock[i];
	}
	snapshot.n_clocks = ARRAY_SIZE(list);
	snapshot.clocks = list;
	perfetto__protos__trace_packet__init(&packet);
	packet.clock_snapshot = &snapshot;
	put_packet(print, &packet);
}

static void perfetto_begin(struct print *print)
{
	struct perfetto *state = zalloc(sizeof(*state));

	print->state = state;
	/* Nobody knows how long the machine that recorded a file had slept. */
	if (print->opt->input)
		return;
	state->boot = (long long)(now_boot() - now_mono());
	put_clocks(print);
}

/* Names of tasks may have any bytes, strings of a message are UTF-8. */
static char *clean(const char *text)
{
	char *copy = strdup_or_die(text), *at;

	for (at = copy; *at; at++)
		if ((unsigned char)*at >= 0x80 || (unsigned char)*at < 0x20)
			*at = '?';
	return copy;
}

/* Return true if a track has no descriptor with this name. */
static bool track_is_new(struct perfetto *state, unsigned long long uuid, const char *name)
{
	struct track **at = &state->bucket[(uuid ^ uuid >> 32) % BUCKETS], *track;

	while (*at && (*at)->uuid != uuid)
		at = &(*at)->next;
	track = *at;
	if (!track) {
		track = zalloc(sizeof(*track));
		track->uuid = uuid;
		*at = track;
	} else if (!strcmp(track->name, name)) {
		return false;
	}
	free(track->name);
	track->name = strdup_or_die(name);
	return true;
}

static void put_descriptor(struct print *print, Perfetto__Protos__TrackDescriptor *descriptor,
			   unsigned long long uuid)
{
	Perfetto__Protos__TracePacket packet;

	descriptor->has_uuid = 1;
	descriptor->uuid = uuid;
	perfetto__protos__trace_packet__init(&packet);
	packet.track_descriptor = descriptor;
	put_packet(print, &packet);
}

static void describe_process(struct print *print, int pid, char *name)
{
	Perfetto__Protos__ProcessDescriptor process;
	Perfetto__Protos__TrackDescriptor descriptor;

	if (!track_is_new(print->state, TRACK_PROCESS | pid, name))
		return;
	perfetto__protos__track_descriptor__init(&descriptor);
	perfetto__protos__process_descriptor__init(&process);
	process.has_pid = 1;
	process.pid = pid;
	process.process_name = name;
	descriptor.process = &process;
	put_descriptor(print, &descriptor, TRACK_PROCESS | pid);
}

/* Return the track of the thread that wrote a record; describe it first if necessary. */
static unsigned long long thread_track(struct print *print, const struct record *rec)
{
	Perfetto__Protos__ThreadDescriptor thread;
	unsigned long long uuid = TRACK_THREAD | (unsigned int)rec->pid;
	char *name = clean(tasks_comm(print->tasks, rec));
	int tgid = tasks_tgid(print->tasks, rec->pid);
	Perfetto__Protos__TrackDescriptor descriptor;

	if (track_is_new(print->state, uuid, name)) {
		if (tgid == rec->pid)
			describe_process(print, tgid, name);
		perfetto__protos__track_descriptor__init(&descriptor);
		perfetto__protos__thread_descriptor__init(&thread);
		thread.has_pid = 1;
		thread.pid = tgid;
		thread.has_tid = 1;
		thread.tid = rec->pid;
		thread.thread_name = name;
		descriptor.has_parent_uuid = 1;
		descriptor.parent_uuid = TRACK_PROCESS | (unsigned int)tgid;
		descriptor.thread = &thread;
		put_descriptor(print, &descriptor, uuid);
	}
	free(name);
	return uuid;
}

/* Return the track of an event that is no system call. */
static unsigned long long event_track(struct print *print, const struct record *rec)
{
	const struct tep_event *tep = rec->event->tep;
	unsigned long long uuid = TRACK_EVENT | (unsigned int)tep->id;
	Perfetto__Protos__TrackDescriptor descriptor;

	if (!track_is_new(print->state, uuid, tep->name))
		return uuid;
	perfetto__protos__track_descriptor__init(&descriptor);
	descriptor.name = tep->name;
	put_descriptor(print, &descriptor, uuid);
	return uuid;
}

/* The annotations of a slice or an instant. */
struct notes {
	size_t	nr;
	Perfetto__Protos__DebugAnnotation note[NOTES_MAX];
	Perfetto__Protos__DebugAnnotation *list[NOTES_MAX];
};

static Perfetto__Protos__DebugAnnotation *add_note(struct notes *notes, const char *name)
{
	Perfetto__Protos__DebugAnnotation *note = &notes->note[notes->nr];

	if (notes->nr == NOTES_MAX)
		return NULL;
	notes->list[notes->nr++] = note;
	perfetto__protos__debug_annotation__init(note);
	note->name = (char *)name;
	return note;
}

static void add_text(struct notes *notes, const char *name, const char *text)
{
	Perfetto__Protos__DebugAnnotation *note = add_note(notes, name);

	if (note)
		note->string_value = (char *)text;
}

static void add_number(struct notes *notes, const char *name, long long number)
{
	Perfetto__Protos__DebugAnnotation *note = add_note(notes, name);

	if (!note)
		return;
	note->has_int_value = 1;
	note->int_value = number;
}

static void put_event(struct print *print, unsigned long long ts, int type,
		      unsigned long long track, const char *category, const char *name,
		      struct notes *notes)
{
	char *categories[1];
	Perfetto__Protos__TrackEvent event;
	Perfetto__Protos__TracePacket packet;

	perfetto__protos__track_event__init(&event);
	event.has_type = 1;
	event.type = type;
	event.has_track_uuid = 1;
	event.track_uuid = track;
	categories[0] = (char *)category;
	if (name) {
		event.n_categories = 1;
		event.categories = categories;
		event.name = (char *)name;
	}
	if (notes) {
		event.n_debug_annotations = notes->nr;
		event.debug_annotations = notes->list;
	}
	perfetto__protos__trace_packet__init(&packet);
	packet.has_timestamp = 1;
	packet.timestamp = boot_time(print, ts);
	packet.track_event = &event;
	put_packet(print, &packet);
}

static void put_call(struct print *print, const struct record *rec,
		     const struct decoded *call)
{
	static const char * const names[] = { "arg0", "arg1", "arg2", "arg3", "arg4", "arg5" };
	unsigned long long track = thread_track(print, rec);
	struct notes notes = { 0 };
	unsigned int i;

	for (i = 0; i < call->nargs; i++)
		if (!call->arg[i].unused)
			add_text(&notes, call->arg[i].name ?: names[i], call->arg[i].text);
	if (call->ended == DECODE_NEVER)
		add_text(&notes, "end", "unfinished");
	else
		add_number(&notes, "ret", call->ret);
	if (call->error)
		add_text(&notes, "error", call->error);
	put_event(print, rec->ts - call->duration,
		  PERFETTO__PROTOS__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN, track, "syscall",
		  call->name, &notes);
	put_event(print, rec->ts, PERFETTO__PROTOS__TRACK_EVENT__TYPE__TYPE_SLICE_END, track,
		  NULL, NULL, NULL);
}

static void put_instant(struct print *print, const struct record *rec)
{
	const struct tep_event *tep = rec->event->tep;
	bool own = rec->event->kind == EVENT_OTHER;
	struct notes notes = { 0 };
	char *text = clean(print_info(print, rec));
	unsigned long long track = own ? event_track(print, rec) : thread_track(print, rec);

	add_text(&notes, "text", text);
	add_number(&notes, "pid", rec->pid);
	put_event(print, rec->ts, PERFETTO__PROTOS__TRACK_EVENT__TYPE__TYPE_INSTANT, track,
		  tep->system, tep->name, &notes);
	free(text);
}

static void put_ftrace(struct print *print, const struct record *rec,
		       Perfetto__Protos__FtraceEvent *event)
{
	Perfetto__Protos__FtraceEventBundle bundle;
	Perfetto__Protos__TracePacket packet;

	event->has_timestamp = 1;
	event->timestamp = boot_time(print, rec->ts);
	event->has_pid = 1;
	event->pid = rec->pid;
	perfetto__protos__ftrace_event_bundle__init(&bundle);
	bundle.has_cpu = 1;
	bundle.cpu = rec->cpu;
	bundle.n_event = 1;
	bundle.event = &event;
	perfetto__protos__trace_packet__init(&packet);
	packet.ftrace_events = &bundle;
	put_packet(print, &packet);
}

static char *get_name(const struct record *rec, const char *field)
{
	unsigned int len;
	const char *at = event_string(rec, field, &len);
	char *copy = print_new("%.*s", at ? (int)len : 0, at ?: ""), *name = clean(copy);

	free(copy);
	return name;
}

static void put_switch(struct print *print, const struct record *rec)
{
	Perfetto__Protos__SchedSwitchFtraceEvent sched;
	Perfetto__Protos__FtraceEvent event;

	perfetto__protos__sched_switch_ftrace_event__init(&sched);
	sched.prev_comm = get_name(rec, "prev_comm");
	sched.has_prev_pid = 1;
	sched.prev_pid = event_number(rec, "prev_pid");
	sched.has_prev_prio = 1;
	sched.prev_prio = event_number(rec, "prev_prio");
	sched.has_prev_state = 1;
	sched.prev_state = event_number(rec, "prev_state");
	sched.next_comm = get_name(rec, "next_comm");
	sched.has_next_pid = 1;
	sched.next_pid = event_number(rec, "next_pid");
	sched.has_next_prio = 1;
	sched.next_prio = event_number(rec, "next_prio");
	perfetto__protos__ftrace_event__init(&event);
	event.sched_switch = &sched;
	put_ftrace(print, rec, &event);
	free(sched.prev_comm);
	free(sched.next_comm);
}

static void put_waking(struct print *print, const struct record *rec)
{
	Perfetto__Protos__SchedWakingFtraceEvent sched;
	Perfetto__Protos__FtraceEvent event;

	perfetto__protos__sched_waking_ftrace_event__init(&sched);
	sched.comm = get_name(rec, "comm");
	sched.has_pid = 1;
	sched.pid = event_number(rec, "pid");
	sched.has_prio = 1;
	sched.prio = event_number(rec, "prio");
	sched.has_success = 1;
	sched.success = 1;
	sched.has_target_cpu = 1;
	sched.target_cpu = event_number(rec, "target_cpu");
	perfetto__protos__ftrace_event__init(&event);
	event.sched_waking = &sched;
	put_ftrace(print, rec, &event);
	free(sched.comm);
}

static void perfetto_record(struct print *print, const struct record *rec,
			    const struct decoded *call)
{
	if (call)
		put_call(print, rec, call);
	else if (rec->event->kind == EVENT_SWITCH)
		put_switch(print, rec);
	else if (rec->event->kind == EVENT_WAKING)
		put_waking(print, rec);
	else if (rec->event->kind != EVENT_STACK)
		put_instant(print, rec);
}

static void perfetto_end(struct print *print)
{
	struct perfetto *state = print->state;
	struct track *track;
	int i;

	for (i = 0; i < BUCKETS; i++)
		while ((track = state->bucket[i])) {
			state->bucket[i] = track->next;
			free(track->name);
			free(track);
		}
	free(state->room);
	free(state);
}

const struct print_form form_perfetto = {
	.name = "perfetto", .sched = true, .begin = perfetto_begin, .record = perfetto_record,
	.end = perfetto_end,
};
