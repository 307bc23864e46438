// SPDX-License-Identifier: GPL-2.0
/*
 * The table of control files, with the directories that have each file.
 *
 * The table makes the files and their lines in README.  This file registers the table as if control
 * were a source, so that the files that create directories need not know the table.  The sources of
 * events have tables of their own.
 */
#include <linux/array_size.h>
#include <linux/seq_file.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "control/control.h"
#include "control/files.h"
#include "event/dynamic.h"
#include "event/source.h"
#include "event/trigger.h"
#include "parse/filter.h"

static struct ktrace_source control_source;

/* The part of README that does not describe a single file. */
static const char readme_rest[] =
"  per_cpu/cpuN/         files of one CPU\n"
"  instances/            mkdir creates an instance, rmdir removes it\n"
"  mount options         [uid=<uid>],[gid=<gid>],[mode=<mode>]: owner and group of all\n"
"                        files, permissions of the top directory\n"
"\t  owned, as a line of *_events or trigger: what is written afterwards through the\n"
"\t    same open file is removed when its last descriptor is closed:\n"
"\t    exec 5>>dynamic_events; echo owned >&5; echo LINE >&5\n";

static int readme_show(struct seq_file *m, void *data)
{
	const struct ktrace_source *source;

	seq_puts(m, "ktrace: records events of the kernel and of programs\n\n");
	ktrace_knob_readme(m, control_source.files, control_source.nr_files);
	seq_puts(m, readme_rest);
	ktrace_options_readme(m);
	ktrace_for_each_source(source) {
		if (source == &control_source)
			continue;
		seq_putc(m, '\n');
		ktrace_knob_readme(m, source->files, source->nr_files);
		seq_puts(m, source->help ?: "");
	}
	return 0;
}

static struct ktrace_error_log *error_log_of(void *data)
{
	struct ktrace_instance *instance = data;

	return instance->owner.errors;
}

static int error_log_show(struct seq_file *m, void *data)
{
	ktrace_error_show(error_log_of(data), m);
	return 0;
}

static int error_log_write(struct ktrace_command *command, void *data)
{
	return 0;
}

static int error_log_clear(void *data)
{
	ktrace_error_clear(error_log_of(data));
	return 0;
}

#define TOP(...)	KTRACE_KNOB(KTRACE_SCOPE_TOP, __VA_ARGS__)
#define INSTANCE(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_INSTANCE, __VA_ARGS__, .owner = ktrace_instance_owner)
#define RING(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_RING, __VA_ARGS__, .owner = ktrace_trace_dir_owner)
#define CPU(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_CPU, __VA_ARGS__, .owner = ktrace_trace_dir_owner)
#define EVENTS(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_EVENTS, __VA_ARGS__, .owner = ktrace_instance_owner)
#define SYSTEM(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_SYSTEM, __VA_ARGS__, .owner = ktrace_system_owner)
#define EVENT(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_EVENT, __VA_ARGS__, .owner = ktrace_event_owner)
#define USER_EVENT(...)	\
	KTRACE_KNOB(KTRACE_SCOPE_USER_EVENT, __VA_ARGS__, .owner = ktrace_event_owner)

/*
 * Files of one scope stand together: each run of rows costs an allocation for each directory.
 * A column is a name, a mode, the function that shows the file, the function that executes a
 * command that is written, and the text for README.
 */
static const struct ktrace_knob control_files[] = {
	TOP("README", 0440, readme_show, NULL,
	    "this text"),
	TOP("missed_events", 0440, ktrace_missed_events_show, NULL,
	    "events without a record, by CPU: nested too deep, or too\n"
	    "long for a record"),
	TOP("saved_cmdlines", 0440, ktrace_saved_cmdlines_show, NULL,
	    "PID NAME of tasks"),
	TOP("saved_tgids", 0440, ktrace_saved_tgids_show, NULL,
	    "PID TGID of tasks"),
	TOP("saved_cmdlines_size", 0640, ktrace_saved_size_show, ktrace_saved_size_write,
	    "number of exited tasks whose names are kept"),
	TOP("owned_instances", 0640, ktrace_owned_show, ktrace_owned_write,
	    "owned, then NAME: an instance that is removed when the last\n"
	    "descriptor of this open file is closed",
	    .lines = true, .end = ktrace_instances_end),

	INSTANCE("tracing_on", 0640, ktrace_tracing_on_show, ktrace_tracing_on_write,
		 "1: record, 0: stop; records that were written stay"),
	INSTANCE("tracing_cpumask", 0640, ktrace_cpumask_show, ktrace_cpumask_write,
		 "mask of the CPUs that record, in hexadecimal"),
	INSTANCE("available_events", 0440, ktrace_available_events_show, NULL,
		 "all events, a line SYSTEM:EVENT for each"),
	INSTANCE("set_event", 0640, ktrace_set_event_show, ktrace_set_event,
		 "enabled events; accepts SYSTEM:EVENT, SYSTEM:*, EVENT; a\n"
		 "leading ! disables; >> adds, > disables all events before;\n"
		 "suffix :mod:MODULE: events of a module, even before it is loaded",
		 .clear = ktrace_set_event_clear, .lines = true),
	INSTANCE("set_event_pid", 0640, ktrace_set_event_pid_show, ktrace_set_event_pid_write,
		 "PIDs of tasks to record; empty: all tasks; >> adds,\n"
		 "> empties the list first",
		 .longest = KTRACE_LIST_MAX, .clear = ktrace_set_event_pid_clear),
	INSTANCE("set_event_notrace_pid", 0640, ktrace_set_event_notrace_pid_show,
		 ktrace_set_event_notrace_pid_write,
		 "PIDs of tasks not to record, even if set_event_pid has them",
		 .longest = KTRACE_LIST_MAX, .clear = ktrace_set_event_notrace_pid_clear),
	INSTANCE("buffer_total_size_kb", 0440, ktrace_buffer_total_show, NULL,
		 "total size of all rings"),
	INSTANCE("buffer_subbuf_size_kb", 0640, ktrace_page_size_show, ktrace_page_size_write,
		 "size of a page of the ring, 4 to 512; a change drops the records"),
	INSTANCE("buffer_percent", 0640, ktrace_percent_show, ktrace_percent_write,
		 "fill level at which readers of trace_pipe_raw are woken"),
	INSTANCE("lost_events", 0440, ktrace_lost_events_show, NULL,
		 "number, reason and times of lost records, by event"),
	INSTANCE("trace_clock", 0640, ktrace_trace_clock_show, ktrace_trace_clock_write,
		 "clock of the records"),
	INSTANCE("trace_options", 0640, ktrace_trace_options_show, ktrace_trace_options_write,
		 "all boolean options; the prefix no means off"),
	INSTANCE("available_tracers", 0440, ktrace_available_tracers_show, NULL,
		 "names for current_tracer"),
	INSTANCE("current_tracer", 0640, ktrace_current_tracer_show, ktrace_current_tracer_write,
		 "one of available_tracers, which records its events in\n"
		 "addition to the enabled ones; nop: none"),
	INSTANCE("error_log", 0640, error_log_show, error_log_write,
		 "reasons why the last commands were refused; > clears it;\n"
		 "each instance has its own",
		 .clear = error_log_clear),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_INSTANCE, "free_buffer", 0200, &ktrace_free_buffer_fops,
			"closing this file shrinks the buffer to its minimum"),

	KTRACE_KNOB_OPS(KTRACE_SCOPE_RING, "trace", 0640, &ktrace_trace_fops,
			"the records as text; reading does not consume them;\n"
			"echo > trace removes all records. Also in per_cpu/cpuN/"),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_RING, "trace_pipe", 0440, &ktrace_pipe_fops,
			"the records as text; reading consumes them and waits.\n"
			"Also in per_cpu/cpuN/"),
	RING("buffer_size_kb", 0640, ktrace_buffer_size_show, ktrace_buffer_size_write,
	     "size of each CPU's ring; a change drops the records. Also in per_cpu/cpuN/"),
	CPU("stats", 0440, ktrace_stats_show, NULL,
	    "numbers of records written, read and lost, and times"),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_CPU, "trace_pipe_raw", 0440, &ktrace_raw_fops,
			"the records as binary pages; reading consumes them"),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_RING_SNAPSHOT, "snapshot", 0640, &ktrace_snapshot_fops,
			"1: move the records to the snapshot, 2: empty the snapshot,\n"
			"0: free it; reading shows it. Also in per_cpu/cpuN/",
			.write = ktrace_snapshot_write, .owner = ktrace_trace_dir_owner),
	KTRACE_KNOB_OPS(KTRACE_SCOPE_CPU_SNAPSHOT, "snapshot_raw", 0440, &ktrace_raw_fops,
			"the snapshot as binary pages; reading consumes them"),

	EVENTS("enable", 0640, ktrace_all_enable_show, ktrace_all_enable_write,
	       "enables all events"),
	EVENTS("filter", 0640, ktrace_all_filter_show, ktrace_all_filter_write,
	       "sets the filter of all events with its fields"),
	EVENTS("header_page", 0440, ktrace_header_page_show, NULL,
	       "layout of a binary page"),
	EVENTS("header_event", 0440, ktrace_header_event_show, NULL,
	       "layout of the header of a record in a binary page"),
	SYSTEM("enable", 0640, ktrace_system_enable_show, ktrace_system_enable_write,
	       "enables all events of a system"),
	SYSTEM("filter", 0640, ktrace_system_filter_show, ktrace_system_filter_write,
	       "sets the filter of all events of the system with its fields"),
	EVENT("id", 0440, ktrace_event_id_show, NULL,
	      "number of the event in binary pages"),
	EVENT("format", 0440, ktrace_event_format_show, NULL,
	      "fields of the event's records, and how to print them"),
	EVENT("filter", 0640, ktrace_event_filter_show, ktrace_event_filter_write,
	      "FIELD OPERATOR VALUE, with && || ! (); 0 removes the filter;\n"
	      "operators:" KTRACE_FILTER_OPERATOR_LIST),
	EVENT("trigger", 0640, ktrace_event_trigger_show, ktrace_event_trigger_write,
	      "actions when the event happens, enabled or not",
	      .clear = ktrace_event_trigger_clear, .end = ktrace_triggers_end_session),
	EVENT("hist", 0440, NULL, NULL,
	      "the histograms of the event",
	      .list = ktrace_event_hist_list),
	USER_EVENT("enable", 0640, ktrace_event_enable_show, ktrace_event_enable_write,
		   "1: record the event, 0: stop"),
};

static struct ktrace_source control_source = {
	.name = "control",
	.files = control_files,
	.nr_files = ARRAY_SIZE(control_files),
};

KTRACE_SOURCE(control_source);
