// SPDX-License-Identifier: GPL-2.0
/*
 * shark_dump [-R] FILE - print the records of a trace.dat as KernelShark's library reads them
 *
 * scripts/shark compiles this program with Debian's libkshark and compares its output with the
 * text of the control file "trace". One line a record, in order of time:
 *
 *	TASK-PID CPU SECONDS EVENT: FIELDS
 *
 * With -R, print the fields of system calls as numbers, NAME=0xHEX, as the library reads them for
 * filters and plots, instead of the text that KernelShark shows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <libkshark.h>
#include <libkshark-tepdata.h>

/* Print the fields of a record behind the common ones as numbers. */
static void shark_print_numbers(const struct kshark_entry *entry)
{
	char **names;
	int i, n = kshark_get_all_event_field_names(entry, &names);
	int64_t value;

	for (i = 0; i < n; i++) {
		if (strncmp(names[i], "common_", 7) &&
		    !kshark_read_event_field_int(entry, names[i], &value))
			printf(" %s=0x%llx", names[i], (unsigned long long)value);
		free(names[i]);
	}
	if (n > 0)
		free(names);
	printf("\n");
}

static void shark_print(const struct kshark_entry *entry, int raw)
{
	char *task = kshark_get_task(entry);
	char *event = kshark_get_event_name(entry);
	char *info = kshark_get_info(entry);
	/* Round to microseconds, as the file "trace" does. */
	long long us = (entry->ts + 500) / 1000;

	printf("%s-%d %03d %lld.%06lld %s:", task, kshark_get_pid(entry), entry->cpu,
	       us / 1000000, us % 1000000, event);
	if (raw && (!strncmp(event, "syscalls/sys_e", 14) || !strncmp(event, "sys_e", 5)))
		shark_print_numbers(entry);
	else
		printf(" %s\n", info);
	free(task);
	free(event);
	free(info);
}

/* The plugins of libtraceevent print some events in forms of their own. */
static void shark_leave_plugins(struct kshark_data_stream *stream)
{
	struct tep_handle *tep = kshark_get_tep(stream);
	struct tep_event **events = tep ? tep_list_events(tep, TEP_EVENT_SORT_ID) : NULL;
	int i;

	for (i = 0; events && events[i]; i++)
		events[i]->handler = NULL;
}

int main(int argc, char **argv)
{
	struct kshark_context *context = NULL;
	struct kshark_entry **entries;
	int sd = -1, raw = argc == 3 && !strcmp(argv[1], "-R");
	ssize_t n, i;

	if (argc == 2 + raw && kshark_instance(&context))
		sd = kshark_open(context, argv[1 + raw]);
	if (sd < 0) {
		fprintf(stderr, "shark_dump: cannot open the file\n");
		return 2;
	}
	shark_leave_plugins(kshark_get_data_stream(context, sd));
	n = kshark_load_all_entries(context, &entries);
	for (i = 0; i < n; i++)
		/* KernelShark adds entries with negative ids, for example for missed events. */
		if (entries[i]->event_id >= 0)
			shark_print(entries[i], raw);
	return n <= 0;
}
