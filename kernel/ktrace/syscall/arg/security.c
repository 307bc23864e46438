// SPDX-License-Identifier: GPL-2.0
/* System calls of security modules: landlock_*() and lsm_*(). */
#include <linux/kernel.h>
#include <uapi/linux/landlock.h>
#include <uapi/linux/lsm.h>

#include "syscall/arg/describe.h"

#define T struct landlock_ruleset_attr
OUTLINE(ruleset_attr, T, F_FLAGS(T, handled_access_fs, landlock_access_fs),
	F_FLAGS(T, handled_access_net, landlock_access_net), F_FLAGS(T, scoped, landlock_scope));
#undef T
#define T struct landlock_path_beneath_attr
OUTLINE(path_beneath, T, F_FLAGS(T, allowed_access, landlock_access_fs), F(T, parent_fd, INT));
#undef T
#define T struct landlock_net_port_attr
OUTLINE(net_port, T, F_FLAGS(T, allowed_access, landlock_access_net), F(T, port, UINT));
#undef T
#define T struct lsm_ctx
OUTLINE(lsm_ctx, T, F_ENUM(T, id, lsm_id), F(T, flags, HEX), F(T, len, UINT), F(T, ctx_len, UINT));
#undef T
OUTLINE(lsm_id, u64, { .size = sizeof(u64), .as = SHOW_ENUM, .names = KTRACE_NAMES_lsm_id });

/* The layout of a rule, by its type. */
static const struct syscall_layout *rule_layout(u32 type)
{
	switch (type) {
	case LANDLOCK_RULE_PATH_BENEATH:
		return LAYOUT(path_beneath);
	case LANDLOCK_RULE_NET_PORT:
		return LAYOUT(net_port);
	default:
		return NULL;
	}
}

static u32 rule_bytes(const u64 *args, enum ktrace_abi abi)
{
	const struct syscall_layout *layout = rule_layout(args[1]);

	return layout ? layout->size : 0;
}

static void landlock_put_rule(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type, const struct syscall_data *data)
{
	const struct syscall_layout *layout = value->nargs > 1 ? rule_layout(value->args[1]) : NULL;

	if (layout)
		ktrace_show_element(out, layout, data->at, data->len, data->status == SYSCALL_CUT);
	else
		ktrace_show_pointer(out, value->value);
}

/* The contexts have a size in bytes. */
static u32 lsm_ctx_bytes(const u64 *args, enum ktrace_abi abi)
{
	return SYSCALL_BYTES_ELEMENTS | 1;
}

/* Append contexts with their texts. Their lengths belong to the program. */
static void put_lsm_ctx(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	u32 len = data->len, text;
	const u8 *at = data->at;
	struct lsm_ctx head;

	seq_buf_putc(out, '[');
	while (len >= sizeof(head) && !seq_buf_has_overflowed(out)) {
		memcpy(&head, at, sizeof(head));
		seq_buf_puts(out, at == data->at ? "{" : ", {");
		ktrace_show_fields(out, type->layout, at, sizeof(head), true);
		text = min_t(u64, head.ctx_len, len - sizeof(head));
		seq_buf_puts(out, ", ctx=");
		ktrace_show_quoted(out, at + sizeof(head), strnlen(at + sizeof(head), text),
				   text < head.ctx_len);
		seq_buf_putc(out, '}');
		if (head.len < sizeof(head) || head.len >= len) {
			len = 0;
			break;
		}
		at += head.len;
		len -= head.len;
	}
	if (data->status == SYSCALL_CUT || len)
		seq_buf_puts(out, at == data->at ? "..." : ", ...");
	seq_buf_putc(out, ']');
}

#define LSM_CTX(...)	COPIED("lsm_ctx", put_lsm_ctx, .layout = LAYOUT(lsm_ctx), __VA_ARGS__)

static const struct syscall_desc security_calls[] = {
	{ "landlock_create_ruleset", .rules = RULES {
		RETURNS_FD,
		ARG("attr", IN_SIZED(ruleset_attr, 1)),
		ARG("flags", FLAGS(landlock_create_flags)),
		{ } } },
	{ "landlock_add_rule", .rules = RULES {
		ARG("ruleset_fd", FD),
		ARG("rule_type", ENUM(landlock_rule)),
		ARG("rule_attr", COPIED("landlock_rule", landlock_put_rule,
					.in = BY(rule_bytes))),
		ARG("flags", HEX32_ARG),
		{ } } },
	{ "landlock_restrict_self", .rules = RULES {
		ARG("ruleset_fd", FD),
		ARG("flags", HEX32_ARG),
		{ } } },
	{ "lsm_get_self_attr", .rules = RULES {
		ARG("attr", ENUM(lsm_attr)),
		ARG_N("ctx", LSM_CTX(.out = BY(lsm_ctx_bytes)), AT(2)),
		ARG("size", IN_OUT(uint)),
		ARG("flags", FLAGS(lsm_flags)),
		{ } } },
	{ "lsm_set_self_attr", .rules = RULES {
		ARG("attr", ENUM(lsm_attr)),
		ARG_N("ctx", LSM_CTX(.in = BY(lsm_ctx_bytes)), 2),
		{ } } },
	{ "lsm_list_modules", .rules = RULES {
		ARG_N("ids", OUT_ARRAY(lsm_id), RET),
		ARG("size", IN_OUT(uint)),
		{ } } },
};

FAMILY(security);
