// SPDX-License-Identifier: GPL-2.0
/*
 * shark_dump FILE - print the records of a trace.dat as KernelShark's library reads them
 *
 * scripts/shark compiles this program with Debian's libkshark and compares its output with the
 * text of the control file "trace". One line a record, in order of time:
 *
 *	TASK-PID CPU SECONDS EVENT: FIELDS
 */
#include <stdio.h>
#include <stdlib.h>

#include <event-parse.h>
#include <libkshark.h>
#include <libkshark-tepdata.h>

static void shark_print(const struct kshark_entry *entry)
{
	char *task = kshark_get_task(entry);
	char *event = kshark_get_event_name(entry);
	char *info = kshark_get_info(entry);
	/* Round to microseconds, as the file "trace" does. */
	long long us = (entry->ts + 500) / 1000;

	printf("%s-%d %03d %lld.%06lld %s: %s\n", task, kshark_get_pid(entry), entry->cpu,
	       us / 1000000, us % 1000000, event, info);
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
	ssize_t n, i;
	int sd = -1;

	if (argc == 2 && kshark_instance(&context))
		sd = kshark_open(context, argv[1]);
	if (sd < 0) {
		fprintf(stderr, "shark_dump: cannot open the file\n");
		return 2;
	}
	shark_leave_plugins(kshark_get_data_stream(context, sd));
	n = kshark_load_all_entries(context, &entries);
	for (i = 0; i < n; i++)
		/* KernelShark adds entries with negative ids, for example for missed events. */
		if (entries[i]->event_id >= 0)
			shark_print(entries[i]);
	return n <= 0;
}
