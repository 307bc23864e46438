/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_printk() and related functions for kernel code.  The base defines them if
 * CONFIG_TRACING is set; these files define them otherwise.
 *
 *	printk.c		write a record for a call
 *	printk_text.c		print records of formats and strings as text
 *	printk_format.c		list of formats, and the file printk_formats
 *	printk_module.c		formats of modules
 *	printk_source.c		registration as a source
 *	tracing.c		tracing_on() and related functions
 */
#ifndef _KTRACE_ACTION_PRINTK_H
#define _KTRACE_ACTION_PRINTK_H

#include <linux/types.h>
#include <uapi/linux/ktrace.h>

struct ktrace_event;
struct seq_file;

/* Event ids of bprint (a format and its arguments) and bputs (a constant string). */
#define KTRACE_ID_BPRINT	6
#define KTRACE_ID_BPUTS		14

/**
 * struct action_bprint - payload of a record of trace_printk()
 * @common:	fields of every record
 * @ip:		code address of the caller
 * @format:	the format, which is never freed
 * @words:	the arguments in the encoding of vbin_printf()
 */
struct action_bprint {
	struct ktrace_common common;
	unsigned long ip;
	const char *format;
	u32	words[];
} __packed __aligned(4);

static_assert(offsetof(struct action_bprint, ip) == 8);
static_assert(offsetof(struct action_bprint, format) == 16);
static_assert(offsetof(struct action_bprint, words) == 24);

/**
 * struct action_bputs - payload of a record of trace_puts()
 * @common:	fields of every record
 * @ip:		code address of the caller
 * @text:	the string, which is never freed
 */
struct action_bputs {
	struct ktrace_common common;
	unsigned long ip;
	const char *text;
} __packed __aligned(4);

static_assert(offsetof(struct action_bputs, ip) == 8);
static_assert(offsetof(struct action_bputs, text) == 16);

static_assert(offsetof(struct action_bputs, ip) == offsetof(struct action_bprint, ip));

/**
 * struct printk_turn - state of a call that may record
 * @level:	interrupt_context_level()
 * @woken:	ktrace_printk_enter() made RCU watch this CPU
 */
struct printk_turn {
	u8	level;
	bool	woken;
};

/* Defined in printk.c */
int ktrace_printk_prepare(void);
bool ktrace_printk_enter(struct printk_turn *turn);
void ktrace_printk_leave(const struct printk_turn *turn);

/* Defined in printk_text.c */
extern struct ktrace_event ktrace_bprint_event;
extern struct ktrace_event ktrace_bputs_event;

/* Strings that records of the kernel's tracepoints refer to by address. */
extern const char *__start___tracepoint_str[];
extern const char *__stop___tracepoint_str[];
/* The constant formats of trace_printk() in the kernel; NULL for a format that is not constant. */
extern const char *__start___trace_bprintk_fmt[];
extern const char *__stop___trace_bprintk_fmt[];

/* Defined in printk_format.c */
int ktrace_printk_keep(const char **formats, unsigned int nr);
bool ktrace_printk_known(const char *format);
int ktrace_printk_formats_show(struct seq_file *m, void *data);

/* Defined in printk_module.c */
#ifdef CONFIG_MODULES
int ktrace_printk_watch_modules(void);
#else
static inline int ktrace_printk_watch_modules(void)
{
	return 0;
}
#endif

/* Defined in tracing.c */
void ktrace_tracing_ready(void);
#ifdef CONFIG_TRACING
static inline void ktrace_tracing_disarm(void) { }
#else
void ktrace_tracing_disarm(void);
#endif

#endif /* _KTRACE_ACTION_PRINTK_H */
