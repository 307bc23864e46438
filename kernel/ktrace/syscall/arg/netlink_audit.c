// SPDX-License-Identifier: GPL-2.0
/* Tables of messages of audit, and rules as text. */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <uapi/linux/audit.h>

#include "text/format.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/netlink.h"

#define F_BIT_NAMES(T, field, table)	F_NAMED(T, field, BIT_NAMES, table)

#define T struct audit_status
static OUTLINE_OF(audit_status, T, F(T, mask, HEX), F(T, enabled, UINT), F(T, failure, UINT),
		  F(T, pid, UINT), F(T, rate_limit, UINT), F(T, backlog_limit, UINT),
		  F(T, lost, UINT), F(T, backlog, UINT), F(T, feature_bitmap, HEX),
		  F(T, backlog_wait_time, UINT), F(T, backlog_wait_time_actual, UINT));
#undef T
#define T struct audit_features
static OUTLINE_OF(audit_features, T, F(T, vers, UINT), F_BIT_NAMES(T, mask, audit_feature),
		  F_BIT_NAMES(T, features, audit_feature), F_BIT_NAMES(T, lock, audit_feature));
#undef T

/* Return word @i of the array at @offset of a rule; false if the message is cut before it. */
static bool rule_word(const u8 *at, u32 len, u32 offset, u32 i, u32 *word)
{
	offset += i * sizeof(*word);
	if (offset + sizeof(*word) > len)
		return false;
	memcpy(word, at + offset, sizeof(*word));
	return true;
}

#define RULE_WORD(at, len, field, i, word)				\
	rule_word(at, len, offsetof(struct audit_rule_data, field), i, word)

/* The system calls of a rule: their numbers, or "all". */
static void audit_put_calls(struct seq_buf *out, const u8 *at, u32 len)
{
	bool first = true, all = true;
	u32 i, bit, word;

	for (i = 0; i < AUDIT_BITMASK_SIZE; i++)
		all = all && RULE_WORD(at, len, mask, i, &word) && word == U32_MAX;
	seq_buf_puts(out, all ? ", mask=[all" : ", mask=[");
	for (i = 0; !all && i < AUDIT_BITMASK_SIZE; i++) {
		if (!RULE_WORD(at, len, mask, i, &word)) {
			seq_buf_puts(out, first ? "..." : " ...");
			break;
		}
		for (bit = 0; bit < 32; bit++) {
			if (!(word & BIT(bit)))
				continue;
			if (!first)
				seq_buf_putc(out, ' ');
			first = false;
			ktrace_format_dec(out, i * 32 + bit);
		}
	}
	seq_buf_putc(out, ']');
}

/* Append a condition as {field=AUDIT_UID, fieldflags=AUDIT_EQUAL, value=0}. */
static bool audit_put_field(struct seq_buf *out, const u8 *at, u32 len, u32 i)
{
	u32 field, flags, value;

	if (!RULE_WORD(at, len, fields, i, &field) || !RULE_WORD(at, len, values, i, &value) ||
	    !RULE_WORD(at, len, fieldflags, i, &flags))
		return false;
	seq_buf_puts(out, i ? ", {field=" : "{field=");
	ktrace_show_u32(out, field, SHOW_ENUM, KTRACE_NAMES_audit_field);
	seq_buf_puts(out, ", fieldflags=");
	ktrace_show_u32(out, flags, SHOW_ENUM, KTRACE_NAMES_audit_operator);
	seq_buf_puts(out, ", value=");
	if (field == AUDIT_ARCH)
		ktrace_show_u32(out, value, SHOW_ENUM, KTRACE_NAMES_audit_arch);
	else
		ktrace_show_u32(out, value, SHOW_UINT, 0);
	seq_buf_putc(out, '}');
	return true;
}

/* A rule uses a part of its arrays. The strings of its fields are at the end. */
static void audit_put_rule(struct seq_buf *out, const u8 *at, u32 len)
{
	u32 flags, action, count, i, bytes;

	if (!RULE_WORD(at, len, flags, 0, &flags) || !RULE_WORD(at, len, action, 0, &action) ||
	    !RULE_WORD(at, len, field_count, 0, &count)) {
		ktrace_show_bytes(out, at, len, false);
		return;
	}
	seq_buf_puts(out, "{flags=");
	ktrace_show_u32(out, flags, SHOW_FLAGS, KTRACE_NAMES_audit_filter);
	seq_buf_puts(out, ", action=");
	ktrace_show_u32(out, action, SHOW_ENUM, KTRACE_NAMES_audit_action);
	seq_buf_printf(out, ", field_count=%u", count);
	audit_put_calls(out, at, len);
	seq_buf_puts(out, ", fields=[");
	for (i = 0; i < min_t(u32, count, AUDIT_MAX_FIELDS); i++) {
		if (audit_put_field(out, at, len, i))
			continue;
		seq_buf_puts(out, i ? ", ..." : "...");
		break;
	}
	seq_buf_putc(out, ']');
	if (!RULE_WORD(at, len, buflen, 0, &bytes)) {
		seq_buf_puts(out, ", ...}");
		return;
	}
	seq_buf_printf(out, ", buflen=%u", bytes);
	len -= min_t(u32, len, sizeof(struct audit_rule_data));
	if (bytes && len) {
		seq_buf_puts(out, ", buf=");
		ktrace_show_quoted(out, at + sizeof(struct audit_rule_data), min(bytes, len),
				   bytes > len);
	}
	seq_buf_putc(out, '}');
}

static const struct netlink_message message_status = { .layout = LAYOUT(audit_status) };
static const struct netlink_message message_features = { .layout = LAYOUT(audit_features) };
static const struct netlink_message message_rule = { .put = audit_put_rule };

/**
 * ktrace_netlink_audit - find the payload of a message of audit
 * @type:	type of the message
 *
 * Return: the payload; NULL if it is text or unknown.
 */
const struct netlink_message *ktrace_netlink_audit(u16 type)
{
	switch (type) {
	case AUDIT_GET:
	case AUDIT_SET:
		return &message_status;
	case AUDIT_GET_FEATURE:
	case AUDIT_SET_FEATURE:
		return &message_features;
	case AUDIT_LIST_RULES:
	case AUDIT_ADD_RULE:
	case AUDIT_DEL_RULE:
		return &message_rule;
	default:
		return NULL;
	}
}
