// SPDX-License-Identifier: GPL-2.0
/* Outputs: files, which records to show, times. */
#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "print.h"
#include "split.h"
#include "summary.h"
#include "symbols.h"
#include "util.h"
#include "waits.h"

#define NSEC_PER_SEC	1000000000ULL
#define HELD_MAX	64
#define HELD_BYTES	256

/*
 * The kernel writes the record of a call in which a task ends late in the exit of the
 * task, after the record of the exit. The exit is held until the call has been printed,
 * or no more records are there. A task that a signal kills has mostly left its call.
 */
struct held {
	struct record	rec;
	char		data[HELD_BYTES];
};

static const struct print_form * const forms[] = {
	[AS_TEXT] = &form_text, [AS_STRACE] = &form_strace, [AS_JSON] = &form_json,
	[AS_PERFETTO] = &form_perfetto, [AS_CTF] = &form_ctf, [AS_FOLDED] = &form_folded,
};

/* Return the form of the output; NULL if it is a trace.dat file. */
const struct print_form *print_form_of(const struct options *opt)
{
	return opt->as == AS_DAT ? NULL : forms[opt->as];
}

static void open_output(struct print *print, FILE *standard)
{
	const char *name = print->opt->output;

	print->standard = standard;
	print->out = standard;
	if (print->form->directory) {
		if (!name || *name == '|')
			die("--as %s needs -o DIRECTORY", print->form->name);
		return;
	}
	if (!name || print->opt->split)
		return;
	if (*name == '|') {
		print->out = popen(name + 1, "we");
		print->pipe = true;
	} else {
		print->out = fopen(name, print->opt->append ? "ae" : "we");
	}
	if (!print->out)
		die("-o: %s: %s", name, strerror(errno));
}

/**
 * print_open - prepare an output
 * @opt:	the command line
 * @standard:	where to print without -o
 * @live:	the records are of running tasks
 *
 * Return: the output.
 */
struct print *print_open(const struct options *opt, FILE *standard, bool live)
{
	struct print *print = zalloc(sizeof(*print));

	print->opt = opt;
	print->form = print_form_of(opt);
	print->tasks = tasks_create(live);
	print->real = (long long)(now_real() - now_mono());
	if (opt->count)
		print->summary = summary_create();
	if ((opt->count && !opt->wall) || opt->as == AS_FOLDED)
		print->waits = waits_create();
	if (opt->stacks || opt->as == AS_FOLDED)
		print->symbols = symbols_create(live);
	print->held = zalloc(HELD_MAX * sizeof(*print->held));
	trace_seq_init(&print->seq);
	open_output(print, standard);
	print->late = print->form->directory || opt->count_only || opt->as == AS_FOLDED;
	if (opt->split)
		print->split = split_create(opt->output, opt->append);
	if (print->form->begin && !opt->count_only)
		print->form->begin(print);
	return print;
}

/**
 * print_failed - note that the output cannot be written
 * @print:	the output; errno is the reason, if it is known
 */
void print_failed(struct print *print)
{
	if (!print->error)
		print->error = errno ?: EIO;
}

/**
 * print_flush - write what is printed so far
 * @print:	the output
 *
 * Return: false if the output cannot be written.
 */
bool print_flush(struct print *print)
{
	errno = 0;
	if (fflush(print->out) || ferror(print->out))
		print_failed(print);
	else if (!print->late && !print->error)
		print->written = print->records;
	return !print->error;
}

/* Close the output. The command of a pipe must end well: it may have failed to write. */
static void close_output(struct print *print)
{
	int status = 0;

	errno = 0;
	if (print->pipe)
		status = pclose(print->out);
	else if (print->out != print->standard && fclose(print->out))
		status = -1;
	if (!status)
		return;
	if (status > 0) {
		warn_msg("the command of -o ended by %s %d",
			 WIFSIGNALED(status) ? "signal" : "status",
			 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		errno = EPIPE;
	}
	print_failed(print);
	/* The number of records that the command has processed is unknown. */
	if (print->pipe)
		print->late = true;
}

/**
 * print_close - print the table, if there is one, and close the output
 * @print:	the output; freed
 * @unwritten:	the number of records that the output may lack; may be NULL
 *
 * Return: true, or false and a message if the output could not be written.
 */
bool print_close(struct print *print, unsigned long long *unwritten)
{
	bool good;

	print_held(print);
	if (print->form->end && !print->opt->count_only)
		print->form->end(print);
	if (print->summary) {
		summary_print(print->summary, print->out, print->opt->sort);
		summary_destroy(print->summary);
	}
	if (print->split)
		split_destroy(print->split);
	if (print->waits)
		waits_destroy(print->waits);
	if (print->symbols)
		symbols_destroy(print->symbols);
	print_flush(print);
	close_output(print);
	good = !print->error;
	if (!good)
		warn_msg("cannot write the output: %s", strerror(print->error));
	if (unwritten)
		*unwritten = good ? 0 : print->records - (print->late ? 0 : print->written);
	tasks_destroy(print->tasks);
	free(print->held);
	trace_seq_destroy(&print->seq);
	free(print);
	return good;
}

/**
 * print_fraction - print the part of a time behind the point
 * @out:	where to
 * @ns:		the time
 * @digits:	0 to 9; with 0 no point either
 *
 * Return: the number of characters.
 */
int print_fraction(FILE *out, unsigned long long ns, unsigned int digits)
{
	unsigned long long part = ns % NSEC_PER_SEC;
	unsigned int i;

	for (i = digits; i < 9; i++)
		part /= 10;
	return digits ? fprintf(out, ".%0*llu", (int)digits, part) : 0;
}

/**
 * print_time - print the time that -t or -r ask for, and a space
 * @print:	the output
 * @ts:		time stamp
 *
 * Return: the number of characters.
 */
int print_time(struct print *print, unsigned long long ts)
{
	const struct options *opt = print->opt;
	unsigned long long real = ts + print->real;
	time_t seconds = real / NSEC_PER_SEC;
	unsigned long long since = print->last && ts > print->last ? ts - print->last : 0;
	bool both = opt->relative && opt->time != TIME_NONE;
	char text[32];
	int n = 0;

	print->last = ts;
	if (opt->time == TIME_EPOCH) {
		n += fprintf(print->out, "%llu", (unsigned long long)seconds);
	} else if (opt->time == TIME_OF_DAY) {
		strftime(text, sizeof(text), "%H:%M:%S", localtime(&seconds));
		n += fprintf(print->out, "%s", text);
	}
	if (opt->time != TIME_NONE) {
		n += print_fraction(print->out, real, opt->time_digits);
		n += fprintf(print->out, " ");
	}
	if (!opt->relative)
		return n;
	/* As strace, in parentheses behind the time of day. */
	n += fprintf(print->out, "%s%6llu", both ? "(+" : "", since / NSEC_PER_SEC);
	n += print_fraction(print->out, since, opt->relative_digits);
	return n + fprintf(print->out, both ? ") " : " ");
}

/**
 * print_info - the text of an event by its print format
 * @print:	the output
 * @rec:	the record
 *
 * Return: the text, valid until the next call.
 */
const char *print_info(struct print *print, const struct record *rec)
{
	struct tep_record record = {
		.ts = rec->ts, .cpu = rec->cpu, .data = rec->data, .size = rec->size,
		.record_size = rec->size, .ref_count = 1,
	};
	size_t len;

	trace_seq_reset(&print->seq);
	tep_print_event(rec->event->tep->tep, &print->seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&print->seq);
	/* A marker may end with a newline of its own. */
	len = strlen(print->seq.buffer);
	if (len && print->seq.buffer[len - 1] == '\n')
		print->seq.buffer[len - 1] = 0;
	return print->seq.buffer;
}

/*
 * Look up the name of a network interface, for struct decode_limits.interface. Each net namespace
 * has its own indices, but index 1 is the loopback device in all. For other indices, use the
 * present name of the interface if task @pid is in the namespace of this process.
 */
static bool print_interface(int pid, unsigned int index, char *name)
{
	struct stat own, task;
	char path[32];

	if (index == 1) {
		memcpy(name, "lo", sizeof("lo"));
		return true;
	}
	snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
	return !stat("/proc/self/ns/net", &own) && !stat(path, &task) &&
	       own.st_ino == task.st_ino && own.st_dev == task.st_dev &&
	       if_indextoname(index, name);
}

static struct decode_limits print_limits(const struct print *print, const struct record *rec)
{
	const struct options *opt = print->opt;
	struct decode_limits limits = {
		.fd_paths = opt->fd_paths, .data_max = opt->data_max,
		.strace = opt->as == AS_STRACE, .verbose = opt->verbose,
		.hex = opt->hex, .constants = opt->constants,
		.interface = opt->input ? NULL : print_interface, .pid = rec->pid,
	};

	/* Live records may have data that only another instance wants. */
	if (!opt->input && !opt->data_given && !limits.strace)
		limits.data_max = 0;
	return limits;
}

/**
 * print_decode - decode a record of a system call
 * @print:	the output
 * @rec:	the record
 *
 * Return: the call, valid until the next call; NULL if @rec is not of a system call.
 */
const struct decoded *print_decode(struct print *print, const struct record *rec)
{
	struct decode_limits limits = print_limits(print, rec);
	bool done = false;

	if (rec->event->kind == EVENT_CALL)
		done = decode_record(rec->event->call, rec->data, rec->size, &limits,
				     &print->decoded);
	else if (rec->event->kind == EVENT_FOREIGN)
		done = decode_foreign(rec->event->tep->name, rec->event->timed, rec->data,
				      rec->size, &limits, &print->decoded);
	return done ? &print->decoded : NULL;
}

static void print_seconds(FILE *out, unsigned long long ns, unsigned int digits)
{
	fprintf(out, "%llu", ns / NSEC_PER_SEC);
	print_fraction(out, ns, digits);
}

/* Where the time went: the numbers shown add up to the duration. All are multiples of @unit. */
static void print_times(FILE *out, const struct decode_times *times, unsigned long long ns,
			unsigned long long unit, unsigned int digits)
{
	unsigned long long ran = times->ran / unit * unit;
	unsigned long long waited = (times->ran + times->waited) / unit * unit;

	ran = ran < ns ? ran : ns;
	waited = waited < ns ? waited : ns;
	waited = waited < ran ? ran : waited;
	fputs(" run ", out);
	print_seconds(out, ran, digits);
	fputs(" wait ", out);
	print_seconds(out, waited - ran, digits);
	fputs(" block ", out);
	print_seconds(out, ns - waited, digits);
	if (*times->waker_comm)
		fprintf(out, " by %s", times->waker_comm);
	if (*times->waker_comm && times->waker)
		fprintf(out, "-%d", times->waker);
	if (!times->faults && !times->faulted)
		return;
	fprintf(out, " faults %u ", times->faults);
	print_seconds(out, times->faulted / unit * unit, digits);
}

/**
 * print_duration - print the duration of a call, and where the time went if that is known
 * @out:	output
 * @call:	the call
 * @digits:	digits of the seconds behind the point, 0 to 9
 */
void print_duration(FILE *out, const struct decoded *call, unsigned int digits)
{
	unsigned long long unit = 1, ns;
	unsigned int i;

	for (i = digits; i < 9; i++)
		unit *= 10;
	ns = call->duration / unit * unit;
	fputs(" <", out);
	print_seconds(out, ns, digits);
	if (call->timed)
		print_times(out, &call->times, ns, unit, digits);
	fputc('>', out);
}

/**
 * print_decode_entry - decode the arguments of a call that has not returned
 * @print:	the output
 * @rec:	the record of the entry
 * @args:	its registers
 * @nargs:	number of @args
 * @out:	output
 *
 * Return: false if the call has more arguments.
 */
bool print_decode_entry(struct print *print, const struct record *rec,
			const unsigned long long *args, unsigned int nargs, struct decoded *out)
{
	struct decode_limits limits = print_limits(print, rec);

	return decode_entry(rec->event->call, args, nargs, &limits, out);
}

/* Return true for the records of a file that have a line of their own. */
static bool is_named_in_file(const struct print *print, const struct record *rec)
{
	switch (rec->event->kind) {
	case EVENT_ENTER:
		return !print->form->entries;
	case EVENT_FORK:
	case EVENT_EXEC:
	case EVENT_RENAME:
		/* strace shows the calls only, and stacks have no such events. */
		return print->opt->as != AS_STRACE && print->opt->as != AS_FOLDED;
	default:
		return rec->event->kind >= EVENT_SWITCH;
	}
}

/* Return true if the user named the event by -e SYSTEM:EVENT. */
bool print_is_named(const struct print *print, const struct record *rec)
{
	const struct tep_event *tep = rec->event->tep;
	bool named;
	char *name;

	/* The user chose the events of a file when it was recorded. */
	if (print->opt->input)
		return is_named_in_file(print, rec);
	if (!print->opt->sel.nr_events)
		return false;
	name = print_new("%s:%s", tep->system, tep->name);
	named = select_has_event(&print->opt->sel, name);
	free(name);
	return named;
}

/* Events that ktrace records for its own purposes: shown only if the user named them. */
static bool is_hidden(const struct print *print, const struct record *rec)
{
	const struct options *opt = print->opt;

	/* Who asks for few calls wants to see only these, except in the form strace. */
	if ((rec->event->kind == EVENT_SIGNAL || rec->event->kind == EVENT_EXIT) &&
	    opt->as != AS_STRACE && !opt->input && select_filters(&opt->sel))
		return !print_is_named(print, rec);
	switch (rec->event->kind) {
	case EVENT_SIGNAL:
		/* Stacks have no signals, which would count as records. */
		if (opt->as == AS_FOLDED)
			break;
		return !select_has_signal(&opt->sel, event_number(rec, "sig")) &&
		       !print_is_named(print, rec);
	case EVENT_EXIT:
		/* As strace, hide the end by a signal that the user does not want to see. */
		if (!opt->sel.no_calls || (opt->as == AS_STRACE && opt->sel.calls_given))
			return opt->quiet >= 2 ||
			       !select_has_signal(&opt->sel, event_number(rec, "signal"));
		break;
	case EVENT_SWITCH:
	case EVENT_WAKING:
		if (print->form->sched)
			return false;
		break;
	case EVENT_ENTER:
		if (print->form->entries)
			return false;
		break;
	case EVENT_FORK:
	case EVENT_EXEC:
	case EVENT_RENAME:
	case EVENT_TICK:
		break;
	default:
		return false;
	}
	return !print_is_named(print, rec);
}

/* Pass a record to the collectors that need it before the record is printed. */
static void learn_before(struct print *print, const struct record *rec)
{
	if (rec->event->kind == EVENT_SWITCH && print->waits)
		waits_switch(print->waits, rec);
}

static void learn_after(struct print *print, const struct record *rec)
{
	if (print->symbols)
		symbols_learn(print->symbols, rec);
	if (print->waits && rec->event->kind == EVENT_EXIT)
		waits_exit(print->waits, rec->pid);
	tasks_learn(print->tasks, rec);
}

/* Print a record, and take the news of it. */
static void show_record(struct print *print, const struct record *rec,
			const struct decoded *call)
{
	if (print->split)
		print->out = split_file(print->split, rec->pid);
	print->form->record(print, rec, call);
	/* After a failed write, errno has the reason. */
	if (ferror(print->out))
		print_failed(print);
	if (print->split && rec->event->kind == EVENT_EXIT)
		split_end(print->split, rec->pid);
	if (print->split)
		print->out = print->standard;
	learn_after(print, rec);
}

/**
 * print_stack - print a user stack, an address a line
 * @print:	the output
 * @rec:	the record of the stack
 * @mark:	what stands before an address
 */
void print_stack(struct print *print, const struct record *rec, const char *mark)
{
	unsigned long long at[STACK_MAX];
	unsigned int i, n = event_stack(rec, at, STACK_MAX);

	for (i = 0; i < n; i++)
		if (print->symbols)
			fprintf(print->out, "%s%s\n", mark,
				symbols_location(print->symbols, rec->pid, at[i]));
		else
			fprintf(print->out, "%s[%#llx]\n", mark, at[i]);
}

/* Hold the record of an exit. Return false if it must be printed now. */
static bool hold_exit(struct print *print, const struct record *rec)
{
	struct held *held = &print->held[print->nr_held];

	if (!print->form->by_cause || rec->event->kind != EVENT_EXIT || rec->size > HELD_BYTES ||
	    print->nr_held == HELD_MAX || event_number(rec, "signal"))
		return false;
	if (print->form->take_exit && print->form->take_exit(print, rec))
		return false;
	memcpy(held->data, rec->data, rec->size);
	held->rec = *rec;
	print->nr_held++;
	return true;
}

/* Print the held exit of a task. */
static void release_exit(struct print *print, int pid)
{
	unsigned int i;

	for (i = 0; i < print->nr_held && print->held[i].rec.pid != pid; i++)
		;
	if (i == print->nr_held)
		return;
	print->held[i].rec.data = print->held[i].data;
	show_record(print, &print->held[i].rec, NULL);
	print->nr_held--;
	for (; i < print->nr_held; i++)
		print->held[i] = print->held[i + 1];
}

/**
 * print_held - print the exits that are held
 * @print:	the output
 */
void print_held(struct print *print)
{
	while (print->nr_held)
		release_exit(print, print->held[0].rec.pid);
}

/* Records that belong to another record of the same task, or to the form. */
static bool print_is_extra(const struct print *print, const struct record *rec)
{
	switch (rec->event->kind) {
	case EVENT_STACK:
		return true;
	case EVENT_ENTER:
	case EVENT_SWITCH:
	case EVENT_WAKING:
		return !print_is_named(print, rec);
	default:
		return false;
	}
}

/* Count a call, by the time that the task ran in it or by its duration. */
static void count_call(struct print *print, const struct record *rec,
		       const struct decoded *call)
{
	unsigned long long ns = call->duration;

	/* As strace: calls that have returned. */
	if (call->ended == DECODE_NEVER)
		return;
	if (print->waits) {
		unsigned long long waited = waits_in_call(print->waits, rec->pid, rec->ts - ns,
							  NULL, NULL, NULL);

		ns -= waited < ns ? waited : ns;
	}
	summary_add(print->summary, call, ns);
}

/**
 * print_record - print a record in the form that the user chose
 * @print:	the output
 * @rec:	the record
 */
void print_record(struct print *print, const struct record *rec)
{
	const struct decoded *call;

	if (!rec->event)
		return;
	learn_before(print, rec);
	/* A stack belongs to the previous record of the task. */
	if (rec->event->kind == EVENT_STACK) {
		if (!tasks_is_shown(print->tasks, rec->pid) && !print->form->take_hidden)
			return;
	} else {
		tasks_set_shown(print->tasks, rec->pid, !is_hidden(print, rec));
	}
	if (is_hidden(print, rec)) {
		if (print->form->take_hidden)
			print->form->take_hidden(print, rec);
		learn_after(print, rec);
		return;
	}
	if (!print_is_extra(print, rec))
		print->records++;
	call = print_decode(print, rec);
	if (call && print->summary)
		count_call(print, rec, call);
	if (print->opt->count_only || hold_exit(print, rec))
		return;
	show_record(print, rec, call);
	if (call && call->ended == DECODE_NEVER)
		release_exit(print, rec->pid);
}
