// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(): struct perf_event_attr is extensible and contains its size; its
 * type field selects the meaning of the later fields.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <uapi/linux/perf_event.h>

#include "syscall/arg/describe.h"

/* The size field follows the type field; 0 if the kernel refuses the size. */
static u32 perf_attr_bytes(const u32 *head)
{
	u32 size = head[1] ?: PERF_ATTR_SIZE_VER0;

	return size >= PERF_ATTR_SIZE_VER0 && size <= PAGE_SIZE ? size : 0;
}

/**
 * struct perf_shown - an attribute to be shown
 * @out:	output
 * @at:	its bytes
 * @len:	number of bytes
 * @whole:	the program passed no more bytes: the kernel takes the rest as zeros, also the
 *		rest of a field in which the bytes end
 */
struct perf_shown {
	struct seq_buf *out;
	const u8 *at;
	u32 len;
	bool whole;
};

static void put_perf_field(const struct perf_shown *attr, const char *name, u32 offset,
			   u32 size, enum syscall_as as, enum ktrace_names names)
{
	u64 value = 0;

	if (attr->whole ? offset >= attr->len : offset + size > attr->len)
		return;
	memcpy(&value, attr->at + offset, min(size, attr->len - offset));
	seq_buf_puts(attr->out, ", ");
	seq_buf_puts(attr->out, name);
	seq_buf_putc(attr->out, '=');
	ktrace_show_number(attr->out, &(const struct syscall_field) {
		.as = as, .names = names,
	}, value, size);
}

#define PUT_NAMED(attr, field, shown, how, table)			\
	put_perf_field(attr, shown, offsetof(struct perf_event_attr, field),	\
	    sizeof_field(struct perf_event_attr, field), SHOW_##how, KTRACE_NAMES_##table)
#define PUT(attr, field, how)		PUT_NAMED(attr, field, #field, how, errno)
#define PUT_FLAGS(attr, field, table)	PUT_NAMED(attr, field, #field, FLAGS, table)

/* A cache, an operation and its result, each a byte. The upper half selects a PMU. */
static void put_perf_cache(const struct perf_shown *attr)
{
	struct seq_buf *out = attr->out;
	u64 config;

	memcpy(&config, attr->at + offsetof(struct perf_event_attr, config), sizeof(config));
	seq_buf_puts(out, ", config=");
	if (config >> 32)
		seq_buf_printf(out, "%#llx<<32|", config >> 32);
	if (config >> 24 & U8_MAX)
		seq_buf_printf(out, "%#llx<<24|", config >> 24 & U8_MAX);
	ktrace_show_u32(out, config >> 16 & U8_MAX, SHOW_ENUM, KTRACE_NAMES_perf_cache_result);
	seq_buf_puts(out, "<<16|");
	ktrace_show_u32(out, config >> 8 & U8_MAX, SHOW_ENUM, KTRACE_NAMES_perf_cache_op);
	seq_buf_puts(out, "<<8|");
	ktrace_show_u32(out, config & U8_MAX, SHOW_ENUM, KTRACE_NAMES_perf_cache);
}

static void put_perf_config(const struct perf_shown *attr, u32 type)
{
	switch (type) {
	case PERF_TYPE_HARDWARE:
		PUT_NAMED(attr, config, "config", FLAGS, perf_hw);
		break;
	case PERF_TYPE_SOFTWARE:
		PUT_NAMED(attr, config, "config", ENUM, perf_sw);
		break;
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT:
		PUT(attr, config, UINT);
		break;
	case PERF_TYPE_HW_CACHE:
		put_perf_cache(attr);
		break;
	default:
		PUT(attr, config, HEX);
		break;
	}
}

/* The one-bit fields after read_format, from the lowest bit. */
static const char * const perf_bits[] = {
	"disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel",
	"exclude_hv", "exclude_idle", "mmap", "comm", "freq", "inherit_stat",
	"enable_on_exec", "task", "watermark", NULL, NULL, "mmap_data", "sample_id_all",
	"exclude_host", "exclude_guest", "exclude_callchain_kernel",
	"exclude_callchain_user", "mmap2", "comm_exec", "use_clockid", "context_switch",
	"write_backward", "namespaces", "ksymbol", "bpf_event", "aux_output", "cgroup",
	"text_poke", "build_id", "inherit_thread", "remove_on_exec", "sigtrap",
};

/* Append the names of the fields in perf_bits that are set. */
static void put_perf_bits(struct seq_buf *out, const struct perf_event_attr *attr)
{
	const void *at = &attr->read_format + 1;
	unsigned int i;
	u64 set;

	memcpy(&set, at, sizeof(set));
	if (attr->precise_ip)
		seq_buf_printf(out, ", precise_ip=%u", (u32)attr->precise_ip);
	for (i = 0; i < ARRAY_SIZE(perf_bits); i++)
		if (perf_bits[i] && set & BIT_ULL(i))
			seq_buf_printf(out, ", %s=1", perf_bits[i]);
	if (attr->__reserved_1)
		seq_buf_printf(out, ", __reserved_1=%#llx", (u64)attr->__reserved_1);
}

static void put_perf_event(const struct perf_shown *attr, const struct perf_event_attr *head)
{
	if (head->watermark)
		PUT(attr, wakeup_watermark, UINT);
	else
		PUT(attr, wakeup_events, UINT);
	if (head->type == PERF_TYPE_BREAKPOINT) {
		PUT_FLAGS(attr, bp_type, perf_bp_type);
		PUT(attr, bp_addr, HEX);
		PUT(attr, bp_len, UINT);
	} else {
		PUT(attr, config1, HEX);
		PUT(attr, config2, HEX);
	}
}

static void put_perf_rest(const struct perf_shown *attr, const struct perf_event_attr *head)
{
	if (head->sample_type & PERF_SAMPLE_BRANCH_STACK)
		PUT_FLAGS(attr, branch_sample_type, perf_branch_sample);
	PUT(attr, sample_regs_user, HEX);
	if (head->sample_type & PERF_SAMPLE_STACK_USER)
		PUT(attr, sample_stack_user, HEX);
	if (head->use_clockid)
		PUT_NAMED(attr, clockid, "clockid", ENUM, clockid);
	PUT(attr, sample_regs_intr, HEX);
	PUT(attr, aux_watermark, UINT);
	PUT(attr, sample_max_stack, UINT);
	PUT(attr, aux_sample_size, UINT);
	PUT(attr, sig_data, HEX);
	PUT(attr, config3, HEX);
}

static void put_perf_known_size(struct seq_buf *out, const struct syscall_value *value)
{
	u32 known = ktrace_show_known_size(value, offsetof(struct perf_event_attr, size));

	if (!known)
		return;
	seq_buf_puts(out, " => ");
	ktrace_show_u32(out, known, SHOW_FLAGS, KTRACE_NAMES_perf_attr_size);
}

static void show_perf_attr(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	if (ktrace_show_there(&value->in)) {
		type->put(out, value, type, &value->in);
		return;
	}
	ktrace_show_pointer(out, value->value);
	if (value->in.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

static void put_perf_attr(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type, const struct syscall_data *data)
{
	struct perf_shown attr = { out, data->at, data->len, data->status == SYSCALL_COPIED };
	struct perf_event_attr head = { };

	if (data->len < PERF_ATTR_SIZE_VER0) {
		seq_buf_puts(out, "{...}");
		return;
	}
	memcpy(&head, data->at, PERF_ATTR_SIZE_VER0);
	seq_buf_puts(out, "{type=");
	ktrace_show_number(out, &(const struct syscall_field) {
		.as = SHOW_ENUM, .names = KTRACE_NAMES_perf_type,
	}, head.type, sizeof(head.type));
	PUT_FLAGS(&attr, size, perf_attr_size);
	put_perf_known_size(out, value);
	put_perf_config(&attr, head.type);
	if (head.freq)
		PUT(&attr, sample_freq, UINT);
	else
		PUT(&attr, sample_period, UINT);
	PUT_FLAGS(&attr, sample_type, perf_sample_type);
	PUT_FLAGS(&attr, read_format, perf_read_format);
	put_perf_bits(out, &head);
	put_perf_event(&attr, &head);
	put_perf_rest(&attr, &head);
	seq_buf_puts(out, data->status == SYSCALL_CUT ? ", ...}" : "}");
}

#define PERF_ATTR							\
	TYPE("perf_attr", show_perf_attr, .put = put_perf_attr, .in = {	\
		SYSCALL_HOW_SIZED, sizeof(struct perf_event_attr), .some = true,	\
		.self = perf_attr_bytes },				\
	     .out = { SYSCALL_HOW_OBJECT, 2 * sizeof(u32) }, .failed = SYSCALL_FAILED_ONLY)

static const struct syscall_desc perf_calls[] = {
	{ "perf_event_open", .rules = RULES {
		RETURNS_FD,
		ARG("attr_uptr", PERF_ATTR),
		ARG("flags", LONG_FLAGS(perf_flags)),
		{ } } },
};

FAMILY(perf);
