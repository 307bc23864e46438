/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_SEQ_BUF_H
#define _SHIM_LINUX_SEQ_BUF_H

#include <string.h>

#include <linux/types.h>

struct seq_buf {
	char	*buffer;
	size_t	size;
	size_t	len;	/* size + 1 after an overflow */
};

static inline void seq_buf_init(struct seq_buf *s, char *buffer, unsigned int size)
{
	*s = (struct seq_buf) { .buffer = buffer, .size = size };
}

static inline bool seq_buf_has_overflowed(const struct seq_buf *s)
{
	return s->len > s->size;
}

static inline void seq_buf_set_overflow(struct seq_buf *s)
{
	s->len = s->size + 1;
}

static inline unsigned int seq_buf_buffer_left(const struct seq_buf *s)
{
	return seq_buf_has_overflowed(s) ? 0 : s->size - s->len;
}

static inline int seq_buf_putmem(struct seq_buf *s, const void *mem, unsigned int len)
{
	if (s->len + len > s->size) {
		s->len = s->size + 1;
		return -1;
	}
	memcpy(s->buffer + s->len, mem, len);
	s->len += len;
	return 0;
}

static inline int seq_buf_puts(struct seq_buf *s, const char *text)
{
	return seq_buf_putmem(s, text, strlen(text));
}

static inline int seq_buf_putc(struct seq_buf *s, char c)
{
	return seq_buf_putmem(s, &c, 1);
}

#endif
