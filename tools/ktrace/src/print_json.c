// SPDX-License-Identifier: GPL-2.0
/*
 * Records as JSON, one object a line. The manual, ktrace(1), has the schema.
 *
 * A string of the trace that is not UTF-8 becomes an object {"hex": "..."}, which keeps
 * all bytes.
 */
#include <string.h>

#include "print.h"
#include "symbols.h"

/* Length of the UTF-8 character at @s, at most @len bytes; 0 if there is none. */
static unsigned int utf8_char(const unsigned char *s, size_t len)
{
	static const struct {
		unsigned char mask, lead;
		unsigned int len, first;
	} forms[] = {
		{ 0x80, 0x00, 1, 0 }, { 0xe0, 0xc0, 2, 0x80 },
		{ 0xf0, 0xe0, 3, 0x800 }, { 0xf8, 0xf0, 4, 0x10000 },
	};
	unsigned int i, j, code;

	for (i = 0; i < 4; i++)
		if ((*s & forms[i].mask) == forms[i].lead)
			break;
	if (i == 4 || forms[i].len > len)
		return 0;
	code = *s & ~forms[i].mask & 0xff;
	for (j = 1; j < forms[i].len; j++) {
		if ((s[j] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[j] & 0x3f);
	}
	if (code < forms[i].first || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	return forms[i].len;
}

static int is_utf8(const char *s, size_t len)
{
	size_t at, n;

	for (at = 0; at < len; at += n) {
		n = 1;
		if ((unsigned char)s[at] < 0x80)
			continue;
		n = utf8_char((const unsigned char *)s + at, len - at);
		if (!n)
			return 0;
	}
	return 1;
}

/* Return true if a byte of a string in JSON stands for itself. */
static bool is_plain(unsigned char c)
{
	return c >= 0x20 && c != 0x7f && c != '"' && c != '\\';
}

static void put_escaped(FILE *out, const char *s, size_t len)
{
	const char *end = s + len, *plain;

	putc_unlocked('"', out);
	for (; s < end; s++) {
		for (plain = s; s < end && is_plain(*s); s++)
			;
		fwrite_unlocked(plain, 1, s - plain, out);
		if (s == end)
			break;
		if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fprintf(out, "\\u%04x", (unsigned char)*s);
	}
	putc_unlocked('"', out);
}

static void put_string(FILE *out, const char *s, size_t len)
{
	size_t i;

	if (is_utf8(s, len)) {
		put_escaped(out, s, len);
		return;
	}
	fputs("{\"hex\":\"", out);
	for (i = 0; i < len; i++)
		fprintf(out, "%02x", (unsigned char)s[i]);
	fputs("\"}", out);
}

static void put_key(FILE *out, const char *key)
{
	fputc(',', out);
	put_escaped(out, key, strlen(key));
	fputc(':', out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
	put_key(out, key);
	put_string(out, text, strlen(text));
}

/* Numbers are frequent enough to be written without printf(). */
static void put_number(FILE *out, unsigned long long number)
{
	char digits[24], *at = digits + sizeof(digits);

	do {
		*--at = '0' + number % 10;
		number /= 10;
	} while (number);
	fwrite_unlocked(at, 1, digits + sizeof(digits) - at, out);
}

static void put_args(FILE *out, const struct decoded *call)
{
	const char *comma = "";
	char number[8];
	unsigned int i;

	fputs(",\"args\":{", out);
	for (i = 0; i < call->nargs; i++) {
		const struct decode_arg *arg = &call->arg[i];
		const char *name = arg->name;

		if (arg->unused)
			continue;
		if (!name) {
			snprintf(number, sizeof(number), "%u", i);
			name = number;
		}
		fputs(comma, out);
		comma = ",";
		put_escaped(out, name, strlen(name));
		fputc(':', out);
		if (arg->string && !arg->cut)
			put_string(out, arg->string, arg->len);
		else
			put_string(out, arg->text, strlen(arg->text));
	}
	fputs("},\"raw\":[", out);
	for (i = 0; i < call->nargs; i++) {
		if (i)
			putc_unlocked(',', out);
		put_number(out, call->arg[i].value);
	}
	fputc(']', out);
}

static void put_times(FILE *out, const struct decode_times *times)
{
	fprintf(out, ",\"ran_ns\":%llu,\"waited_ns\":%llu,\"blocked_ns\":%llu", times->ran,
		times->waited, times->blocked);
	if (*times->waker_comm) {
		fprintf(out, ",\"waker\":%d", times->waker);
		put_text(out, "waker_comm", times->waker_comm);
	}
	fprintf(out, ",\"faults\":%u,\"faulted_ns\":%llu", times->faults, times->faulted);
}

static void put_call(FILE *out, const struct decoded *call)
{
	static const char * const ends[] = {
		[DECODE_RETURNED] = "returned", [DECODE_REFUSED] = "refused",
		[DECODE_CHANGED] = "changed", [DECODE_RESTORED] = "restored",
		[DECODE_EXECED] = "executed", [DECODE_NEVER] = "unfinished",
		[DECODE_UNSEEN] = "unseen",
	};

	put_text(out, "call", call->name);
	put_args(out, call);
	put_text(out, "end", call->ended <= DECODE_UNSEEN ? ends[call->ended] : "unknown");
	if (call->ended != DECODE_NEVER && call->ended != DECODE_UNSEEN) {
		fprintf(out, ",\"ret\":%lld", call->ret);
		if (call->error)
			put_text(out, "error", call->error);
		else if (*call->ret_text)
			put_text(out, "result", call->ret_text);
	}
	fputs(",\"duration_ns\":", out);
	put_number(out, call->duration);
	if (call->timed)
		put_times(out, &call->times);
}

/* The arguments of a program: strings with their zeros, one after the other. */
static void put_words(FILE *out, const char *words, unsigned int len)
{
	unsigned int at, n;

	fputc('[', out);
	for (at = 0; at < len; at += n + 1) {
		n = strnlen(words + at, len - at);
		if (at)
			fputc(',', out);
		put_string(out, words + at, n);
	}
	fputc(']', out);
}

/* A field of another event: a string, a number, or the bytes. */
static void put_field(FILE *out, const struct record *rec,
		      const struct tep_format_field *field)
{
	unsigned int len = 0, i;
	const char *bytes = event_string(rec, field->name, &len);

	put_escaped(out, field->name, strlen(field->name));
	fputc(':', out);
	if (!bytes) {
		fputs("null", out);
	} else if (rec->event->kind == EVENT_EXEC && !strcmp(field->name, "argv")) {
		put_words(out, bytes, len);
	} else if (field->flags & TEP_FIELD_IS_STRING) {
		put_string(out, bytes, strnlen(bytes, len));
	} else if (field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC)) {
		fputs("{\"hex\":\"", out);
		for (i = 0; i < len; i++)
			fprintf(out, "%02x", (unsigned char)bytes[i]);
		fputs("\"}", out);
	} else if (field->flags & TEP_FIELD_IS_SIGNED) {
		fprintf(out, "%lld", (long long)event_number(rec, field->name));
	} else {
		fprintf(out, "%llu", event_number(rec, field->name));
	}
}

static void put_fields(FILE *out, const struct record *rec)
{
	const struct tep_format_field *field;

	fputs(",\"fields\":{", out);
	for (field = rec->event->tep->format.fields; field; field = field->next) {
		put_field(out, rec, field);
		if (field->next)
			fputc(',', out);
	}
	fputc('}', out);
}

static void put_stack(struct print *print, const struct record *rec)
{
	unsigned long long at[STACK_MAX];
	unsigned int i, n = event_stack(rec, at, STACK_MAX);

	put_key(print->out, "stack");
	for (i = 0; i < n; i++) {
		const char *place = symbols_location(print->symbols, rec->pid, at[i]);

		fputc(i ? ',' : '[', print->out);
		put_string(print->out, place, strlen(place));
	}
	fputs(n ? "]" : "[]", print->out);
}

/* A record is an object in a line. */
static void json_record(struct print *print, const struct record *rec,
			const struct decoded *call)
{
	const struct tep_event *tep = rec->event->tep;
	FILE *out = print->out;

	fputs("{\"ts_ns\":", out);
	put_number(out, rec->ts);
	fputs(",\"cpu\":", out);
	put_number(out, rec->cpu);
	fputs(",\"pid\":", out);
	put_number(out, rec->pid);
	put_text(out, "comm", tasks_comm(print->tasks, rec));
	put_text(out, "system", tep->system);
	put_text(out, "event", tep->name);
	if (call)
		put_call(out, call);
	else
		put_fields(out, rec);
	if (rec->event->kind == EVENT_STACK && print->symbols)
		put_stack(print, rec);
	fputs("}\n", out);
}

const struct print_form form_json = { .name = "json", .record = json_record };
