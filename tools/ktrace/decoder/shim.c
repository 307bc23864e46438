// SPDX-License-Identifier: GPL-2.0
/*
 * The functions of the kernel that its decoder calls, for user space.
 *
 * Compiled with the kernel's headers, because struct seq_buf must be the kernel's. The
 * decoder gets memcpy(), strcmp() and the like from the C library.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/hex.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "syscall/arg/type.h"

int snprintf(char *buf, size_t size, const char *fmt, ...);
const char *inet_ntop(int family, const void *addr, char *buf, unsigned int size);

/* The C library has the same numbers. */
#define SHIM_INET	2
#define SHIM_INET6	10

const char hex_asc[] = "0123456789abcdef";

/*
 * Functions that run in the hooks stand beside those that show arguments. Nobody calls
 * them here; these symbols satisfy the linker.
 */
long copy_from_user_nofault(void *dst, const void __user *src, size_t size)
{
	return -EFAULT;
}

u32 ktrace_syscall_max_fds(void)
{
	return 0;
}

static void shim_overflow(struct seq_buf *s)
{
	s->len = s->size + 1;
}

int seq_buf_putmem(struct seq_buf *s, const void *mem, unsigned int len)
{
	if (s->len + len < s->size) {
		memcpy(s->buffer + s->len, mem, len);
		s->len += len;
		return 0;
	}
	shim_overflow(s);
	return -1;
}

int seq_buf_puts(struct seq_buf *s, const char *str)
{
	size_t len = strlen(str);

	if (seq_buf_putmem(s, str, len))
		return -1;
	s->buffer[s->len] = 0;
	return 0;
}

int seq_buf_putc(struct seq_buf *s, unsigned char c)
{
	return seq_buf_putmem(s, &c, 1);
}

/* %pI4 and %pI6c; return the number of characters of the conversion. */
static size_t shim_address(struct seq_buf *s, const char *fmt, const void *addr)
{
	char text[64] = "";

	if (!strncmp(fmt, "%pI6c", 5)) {
		inet_ntop(SHIM_INET6, addr, text, sizeof(text));
		seq_buf_puts(s, text);
		return 5;
	}
	if (!strncmp(fmt, "%pI4", 4)) {
		inet_ntop(SHIM_INET, addr, text, sizeof(text));
		seq_buf_puts(s, text);
		return 4;
	}
	snprintf(text, sizeof(text), "%p", addr);
	seq_buf_puts(s, text);
	return 2;
}

/* A conversion that the C library knows, from '%' to its letter. */
#define SHIM_CONVERT(s, spec, value)					\
	do {								\
		char text_[128];					\
									\
		snprintf(text_, sizeof(text_), spec, value);		\
		seq_buf_puts(s, text_);					\
	} while (0)

/**
 * seq_buf_printf - append formatted text
 * @s:		output
 * @fmt:	numbers, %s without a precision, %pI4 and %pI6c
 *
 * Return: 0, or -1 if @s has overflowed.
 */
int seq_buf_printf(struct seq_buf *s, const char *fmt, ...)
{
	char spec[16];
	va_list args;

	va_start(args, fmt);
	while (*fmt && !seq_buf_has_overflowed(s)) {
		size_t len;

		if (*fmt != '%' || fmt[1] == '%') {
			fmt += *fmt == '%';
			seq_buf_putc(s, *fmt++);
			continue;
		}
		if (fmt[1] == 'p') {
			fmt += shim_address(s, fmt, va_arg(args, void *));
			continue;
		}
		len = strcspn(fmt, "dusxocX") + 1;
		if (len >= sizeof(spec))
			break;
		memcpy(spec, fmt, len);
		spec[len] = 0;
		fmt += len;
		if (spec[len - 1] == 's')
			seq_buf_puts(s, va_arg(args, const char *));
		else if (strstr(spec, "ll"))
			SHIM_CONVERT(s, spec, va_arg(args, long long));
		else if (strchr(spec, 'l'))
			SHIM_CONVERT(s, spec, va_arg(args, long));
		else
			SHIM_CONVERT(s, spec, va_arg(args, int));
	}
	va_end(args);
	return seq_buf_has_overflowed(s) ? -1 : 0;
}
