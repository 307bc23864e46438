/* SPDX-License-Identifier: GPL-2.0 */
/* The functions behind the table of control files, by the file that defines them. */
#ifndef _KTRACE_FILES_H
#define _KTRACE_FILES_H

#include <linux/fs.h>

struct ktrace_command;
struct ktrace_listing;
struct ktrace_owner;
struct ktrace_session;
struct seq_file;

/* Defined in buffer_files.c */
int ktrace_tracing_on_show(struct seq_file *m, void *data);
int ktrace_tracing_on_write(struct ktrace_command *command, void *data);
int ktrace_cpumask_show(struct seq_file *m, void *data);
int ktrace_cpumask_write(struct ktrace_command *command, void *data);
int ktrace_buffer_size_show(struct seq_file *m, void *data);
int ktrace_buffer_size_write(struct ktrace_command *command, void *data);
int ktrace_buffer_total_show(struct seq_file *m, void *data);
int ktrace_page_size_show(struct seq_file *m, void *data);
int ktrace_page_size_write(struct ktrace_command *command, void *data);
int ktrace_percent_show(struct seq_file *m, void *data);
int ktrace_percent_write(struct ktrace_command *command, void *data);
int ktrace_lost_events_show(struct seq_file *m, void *data);
int ktrace_trace_clock_show(struct seq_file *m, void *data);
int ktrace_trace_clock_write(struct ktrace_command *command, void *data);
extern const struct file_operations ktrace_free_buffer_fops;
int ktrace_stats_show(struct seq_file *m, void *data);

/* Defined in control.c */
int ktrace_missed_events_show(struct seq_file *m, void *data);
int ktrace_saved_cmdlines_show(struct seq_file *m, void *data);
int ktrace_saved_tgids_show(struct seq_file *m, void *data);
int ktrace_saved_size_show(struct seq_file *m, void *data);
int ktrace_saved_size_write(struct ktrace_command *command, void *data);

/* Defined in instance_dir.c */
int ktrace_owned_show(struct seq_file *m, void *data);
int ktrace_owned_write(struct ktrace_command *command, void *data);
void ktrace_instances_end(struct ktrace_session *session);

/* Defined in set_event.c */
int ktrace_available_events_show(struct seq_file *m, void *data);
int ktrace_set_event_show(struct seq_file *m, void *data);
int ktrace_set_event(struct ktrace_command *command, void *data);
int ktrace_set_event_clear(void *data);

/* Defined in tracer.c */
int ktrace_available_tracers_show(struct seq_file *m, void *data);
int ktrace_current_tracer_show(struct seq_file *m, void *data);
int ktrace_current_tracer_write(struct ktrace_command *command, void *data);

/* Defined in follow.c */
int ktrace_set_event_pid_show(struct seq_file *m, void *data);
int ktrace_set_event_pid_write(struct ktrace_command *command, void *data);
int ktrace_set_event_pid_clear(void *data);
int ktrace_set_event_notrace_pid_show(struct seq_file *m, void *data);
int ktrace_set_event_notrace_pid_write(struct ktrace_command *command, void *data);
int ktrace_set_event_notrace_pid_clear(void *data);

/* Defined in event_files.c */
int ktrace_system_enable_show(struct seq_file *m, void *data);
int ktrace_system_enable_write(struct ktrace_command *command, void *data);
int ktrace_system_filter_show(struct seq_file *m, void *data);
int ktrace_system_filter_write(struct ktrace_command *command, void *data);
struct ktrace_owner *ktrace_system_owner(void *data);
int ktrace_all_enable_show(struct seq_file *m, void *data);
int ktrace_all_enable_write(struct ktrace_command *command, void *data);
int ktrace_all_filter_show(struct seq_file *m, void *data);
int ktrace_all_filter_write(struct ktrace_command *command, void *data);
int ktrace_header_page_show(struct seq_file *m, void *data);
int ktrace_header_event_show(struct seq_file *m, void *data);

/* Defined in event_dir.c */
int ktrace_event_id_show(struct seq_file *m, void *data);
int ktrace_event_format_show(struct seq_file *m, void *data);
int ktrace_event_filter_show(struct seq_file *m, void *data);
int ktrace_event_filter_write(struct ktrace_command *command, void *data);
int ktrace_event_trigger_show(struct seq_file *m, void *data);
int ktrace_event_trigger_write(struct ktrace_command *command, void *data);
int ktrace_event_trigger_clear(void *data);
struct ktrace_listing *ktrace_event_hist_list(void *data);
int ktrace_event_enable_show(struct seq_file *m, void *data);
int ktrace_event_enable_write(struct ktrace_command *command, void *data);
struct ktrace_owner *ktrace_event_owner(void *data);

/* Defined in trace_file.c */
struct ktrace_owner *ktrace_trace_dir_owner(void *data);
extern const struct file_operations ktrace_trace_fops;

/* Defined in snapshot_file.c */
extern const struct file_operations ktrace_snapshot_fops;
int ktrace_snapshot_write(struct ktrace_command *command, void *data);

/* Defined in pipe_file.c */
extern const struct file_operations ktrace_pipe_fops;

/* Defined in raw_file.c */
extern const struct file_operations ktrace_raw_fops;

/* Defined in options.c */
int ktrace_trace_options_show(struct seq_file *m, void *data);
int ktrace_trace_options_write(struct ktrace_command *command, void *data);

#endif /* _KTRACE_FILES_H */
