// SPDX-License-Identifier: GPL-2.0
/*
 * The strings of a tracepoint: measured before its record is reserved, then copied.
 *
 * Called by the probes that include/trace/ktrace.h generates, in any context, NMI
 * included. Works in words, since calls and branches dominate the cost of short
 * strings.
 *
 * A string may change between measuring and copying, and during either. Its record then
 * has the measured length and still ends with a zero.
 */
#include <linux/align.h>
#include <linux/compiler.h>
#include <linux/export.h>
#include <linux/kprobes.h>
#include <linux/ktrace_tracepoint.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include <asm/word-at-a-time.h>

/*
 * Memory is accessible in blocks of this size: reading a word that begins in a string and continues
 * in the next block may fault.  Read such a word only if the string continues there, too.
 */
#define STRING_BLOCK	(IS_ENABLED(CONFIG_KASAN_HW_TAGS) ? 16 : PAGE_SIZE)

/* Read a word of a string. */
static __always_inline unsigned long string_word(const char *at)
{
	/* Another CPU may change the string. */
	return data_race(read_word_at_a_time(at));
}

/* Read one byte of a string, where a word could cross into the next block. */
static __always_inline char string_byte(const char *at)
{
	/* Another CPU may change the string. */
	return data_race(*at);
}

/**
 * ktrace_tracepoint_measure - measure a string for its record
 * @text:	the string
 *
 * Context: any, NMI included.
 * Return: its length in bytes, including the zero.
 */
notrace u32 ktrace_tracepoint_measure(const char *text)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	const size_t bytes = sizeof(unsigned long);
	unsigned long word, zeros;
	const char *at = text;

	/*
	 * Do not read words with KMSAN: it would report that a branch depends on the
	 * uninitialised bytes after the string.
	 */
	if (IS_ENABLED(CONFIG_KMSAN))
		return strlen(text) + 1;
	if (!IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) ||
	    unlikely((unsigned long)text % STRING_BLOCK > STRING_BLOCK - bytes)) {
		for (; !IS_ALIGNED((unsigned long)at, bytes); at++)
			if (!string_byte(at))
				return at - text + 1;
	}

	/* The first word ends within its STRING_BLOCK, and each further word is aligned. */
	for (;;) {
		word = string_word(at);
		if (has_zero(word, &zeros, &constants))
			break;
		at = PTR_ALIGN(at + 1, bytes);
	}
	zeros = create_zero_mask(prep_zero_mask(word, zeros, &constants));
	return at - text + find_zero(zeros) + 1;
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_measure);
NOKPROBE_SYMBOL(ktrace_tracepoint_measure);

/* Copy one value of @type. */
#define string_copy(type, to, from)					\
	/* Another CPU may change the string. */				\
	put_unaligned(data_race(get_unaligned((const type *)(from))), (type *)(to))

/**
 * ktrace_tracepoint_copy - copy a string into its record
 * @to:	destination
 * @text:	the string
 * @bytes:	number of bytes in the record: @bytes - 1 bytes of @text and a zero.
 *		With 0, nothing is written
 *
 * Neither reads nor writes any other byte. Copies words from the end on, and the first
 * word last, which overlaps the next one. Copies less than a word as its first and its
 * last 4 or 2 bytes, which overlap in the same way.
 *
 * Context: any, NMI included.
 */
notrace void ktrace_tracepoint_copy(char *to, const char *text, size_t bytes)
{
	size_t len = bytes - 1;
	size_t at;

	if (likely(bytes > sizeof(u64))) {
		at = len - sizeof(u64);
		do {
			string_copy(u64, to + at, text + at);
		} while (!check_sub_overflow(at, sizeof(u64), &at));
		string_copy(u64, to, text);
	} else if (bytes > sizeof(u32)) {
		string_copy(u32, to, text);
		string_copy(u32, to + len - sizeof(u32), text + len - sizeof(u32));
	} else if (bytes > sizeof(u16)) {
		string_copy(u16, to, text);
		string_copy(u16, to + len - sizeof(u16), text + len - sizeof(u16));
	} else if (bytes == 2) {
		*to = string_byte(text);
	} else if (!bytes) {
		return;
	}
	to[len] = 0;
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_copy);
NOKPROBE_SYMBOL(ktrace_tracepoint_copy);
