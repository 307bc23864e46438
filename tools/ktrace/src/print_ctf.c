// SPDX-License-Identifier: GPL-2.0
/*
 * A trace in the Common Trace Format, version 1.8: a directory with a file "metadata" and a
 * stream for each CPU, which is a single packet.
 *
 * Arguments of calls are strings as the form "text" shows them. The fields of other events
 * are integers, strings, and sequences of bytes. All data are byte-aligned, in the order of
 * the machine. Names begin with an underscore, which readers remove, because names such as
 * "string" and "event" are words of the metadata's language.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "print.h"
#include "util.h"

#define CTF_MAGIC	0xC1FC1FC1U
#define CTF_LITTLE	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define STREAMS_MAX	1024

/**
 * struct class - a type of event
 * @name:	its name
 * @event:	the event, for events other than calls
 */
struct class {
	char	*name;
	const struct event *event;
};

/**
 * struct ctf - the state of the form
 * @metadata:	the description of the classes
 * @nr:		number of @class
 * @class:	the classes; the index is the number in records
 * @stream:	a file for each CPU, or NULL
 */
struct ctf {
	FILE		*metadata;
	size_t		nr;
	struct class	*class;
	FILE		*stream[STREAMS_MAX];
};

static FILE *open_part(const struct print *print, const char *name)
{
	char *path = print_new("%s/%s", print->opt->output, name);
	FILE *file = fopen(path, "we");

	if (!file)
		die("-o: %s: %s", path, strerror(errno));
	free(path);
	return file;
}

static void put(FILE *file, const void *data, size_t len)
{
	fwrite(data, 1, len, file);
}

static void put_32(FILE *file, uint32_t value)
{
	put(file, &value, sizeof(value));
}

static void put_64(FILE *file, uint64_t value)
{
	put(file, &value, sizeof(value));
}

static void put_string(FILE *file, const char *text)
{
	put(file, text, strlen(text) + 1);
}

static void put_preamble(struct print *print, FILE *file)
{
	fprintf(file, "/* CTF 1.8 */\n"
		"trace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = %s;\n"
		"\tpacket.header := struct {\n"
		"\t\tinteger { size = 32; align = 8; base = hex; } magic;\n"
		"\t\tinteger { size = 32; align = 8; } stream_id;\n\t};\n};\n",
		CTF_LITTLE ? "le" : "be");
	fputs("env {\n\tdomain = \"kernel\";\n\ttracer_name = \"ktrace\";\n};\n", file);
	fprintf(file, "clock {\n\tname = \"monotonic\";\n\tfreq = 1000000000;\n"
		"\toffset = %llu;\n};\n",
		print->opt->input ? 0ULL : (unsigned long long)print->real);
	fputs("stream {\n\tid = 0;\n\tevent.header := struct {\n"
	      "\t\tinteger { size = 32; align = 8; } id;\n"
	      "\t\tinteger { size = 64; align = 8; map = clock.monotonic.value; } timestamp;\n"
	      "\t};\n\tevent.context := struct {\n"
	      "\t\tinteger { size = 32; align = 8; signed = true; } _pid;\n"
	      "\t\tstring _comm;\n"
	      "\t\tinteger { size = 32; align = 8; } _cpu;\n\t};\n};\n", file);
}

static void ctf_begin(struct print *print)
{
	struct ctf *ctf = zalloc(sizeof(*ctf));

	if (mkdir(print->opt->output, 0777))
		die("-o: %s: %s", print->opt->output, strerror(errno));
	ctf->metadata = open_part(print, "metadata");
	put_preamble(print, ctf->metadata);
	print->state = ctf;
}

static FILE *get_stream(struct print *print, int cpu)
{
	struct ctf *ctf = print->state;
	char name[32];

	if (cpu < 0 || cpu >= STREAMS_MAX)
		return NULL;
	if (ctf->stream[cpu])
		return ctf->stream[cpu];
	snprintf(name, sizeof(name), "cpu%d", cpu);
	ctf->stream[cpu] = open_part(print, name);
	put_32(ctf->stream[cpu], CTF_MAGIC);
	put_32(ctf->stream[cpu], 0);
	return ctf->stream[cpu];
}

static void describe_call(FILE *file, const struct decoded *call)
{
	unsigned int i;

	for (i = 0; i < call->nargs; i++) {
		if (call->arg[i].name)
			fprintf(file, "\t\tstring _%s;\n", call->arg[i].name);
		else
			fprintf(file, "\t\tstring _arg%u;\n", i);
	}
	fputs("\t\tinteger { size = 64; align = 8; signed = true; } _ret;\n"
	      "\t\tstring _error;\n\t\tstring _result;\n"
	      "\t\tinteger { size = 64; align = 8; } _duration;\n", file);
}

/* Fields that are neither integers nor strings are sequences of bytes. */
static bool is_integer(const struct tep_format_field *field)
{
	return !(field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC)) &&
	       (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
}

static void describe_event(FILE *file, const struct tep_event *tep)
{
	const struct tep_format_field *field;

	for (field = tep->format.fields; field; field = field->next) {
		if (field->flags & TEP_FIELD_IS_STRING)
			fprintf(file, "\t\tstring _%s;\n", field->name);
		else if (is_integer(field))
			fprintf(file, "\t\tinteger { size = %d; align = 8; signed = %s; } _%s;\n",
				8 * field->size,
				field->flags & TEP_FIELD_IS_SIGNED ? "true" : "false",
				field->name);
		else
			fprintf(file, "\t\tinteger { size = 32; align = 8; } __%s_length;\n"
				"\t\tinteger { size = 8; align = 8; base = hex; } _%s[__%s_length];\n",
				field->name, field->name, field->name);
	}
}

/* Return the number of the class of a record; describe the class at its first record. */
static uint32_t get_class(struct ctf *ctf, const struct record *rec,
			  const struct decoded *call)
{
	const struct tep_event *tep = rec->event->tep;
	struct class *class;
	size_t i;

	for (i = 0; i < ctf->nr; i++)
		if (call ? !ctf->class[i].event && !strcmp(ctf->class[i].name, call->name) :
			   ctf->class[i].event == rec->event)
			return i;
	ctf->class = grow(ctf->class, ctf->nr, sizeof(*ctf->class));
	class = &ctf->class[ctf->nr++];
	class->event = call ? NULL : rec->event;
	class->name = call ? strdup_or_die(call->name) : print_new("%s:%s", tep->system, tep->name);
	fprintf(ctf->metadata, "event {\n\tname = \"%s\";\n\tid = %zu;\n\tstream_id = 0;\n"
		"\tfields := struct {\n", class->name, i);
	if (call)
		describe_call(ctf->metadata, call);
	else
		describe_event(ctf->metadata, tep);
	fputs("\t};\n};\n", ctf->metadata);
	return i;
}

static void put_call(FILE *file, const struct decoded *call)
{
	unsigned int i;

	for (i = 0; i < call->nargs; i++)
		put_string(file, call->arg[i].unused ? "" : call->arg[i].text);
	put_64(file, call->ret);
	put_string(file, call->error ?: "");
	put_string(file, call->ret_text);
	put_64(file, call->duration);
}

/* The arguments of a program, which end with zeros: a string with spaces between them. */
static void put_words(FILE *file, const char *words, unsigned int len)
{
	unsigned int i;

	for (i = 0; i + 1 < len; i++)
		fputc(words[i] ?: ' ', file);
	if (len && words[len - 1])
		fputc(words[len - 1], file);
	fputc(0, file);
}

static void put_field(FILE *file, const struct record *rec,
		      const struct tep_format_field *field)
{
	unsigned int len = 0;
	const char *bytes = event_string(rec, field->name, &len);
	uint64_t zero = 0;

	if (rec->event->kind == EVENT_EXEC && !strcmp(field->name, "argv")) {
		put_words(file, bytes, bytes ? len : 0);
	} else if (field->flags & TEP_FIELD_IS_STRING) {
		if (bytes)
			put(file, bytes, strnlen(bytes, len));
		fputc(0, file);
	} else if (is_integer(field)) {
		put(file, bytes ? (void *)bytes : &zero, field->size);
	} else {
		put_32(file, len);
		put(file, bytes, len);
	}
}

static void ctf_record(struct print *print, const struct record *rec,
		       const struct decoded *call)
{
	const struct tep_format_field *field;
	FILE *file = get_stream(print, rec->cpu);

	if (!file)
		return;
	put_32(file, get_class(print->state, rec, call));
	put_64(file, rec->ts);
	put_32(file, rec->pid);
	put_string(file, tasks_comm(print->tasks, rec));
	put_32(file, rec->cpu);
	if (call) {
		put_call(file, call);
		return;
	}
	for (field = rec->event->tep->format.fields; field; field = field->next)
		put_field(file, rec, field);
}

static void close_part(struct print *print, FILE *file)
{
	errno = 0;
	if (fflush(file) || ferror(file))
		print_failed(print);
	errno = 0;
	if (fclose(file))
		print_failed(print);
}

static void ctf_end(struct print *print)
{
	struct ctf *ctf = print->state;
	size_t i;

	for (i = 0; i < STREAMS_MAX; i++)
		if (ctf->stream[i])
			close_part(print, ctf->stream[i]);
	close_part(print, ctf->metadata);
	for (i = 0; i < ctf->nr; i++)
		free(ctf->class[i].name);
	free(ctf->class);
	free(ctf);
}

const struct print_form form_ctf = {
	.name = "ctf", .directory = true, .begin = ctf_begin, .record = ctf_record,
	.end = ctf_end,
};
