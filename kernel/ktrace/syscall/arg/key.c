// SPDX-License-Identifier: GPL-2.0
/* System calls on keys. The command of keyctl() selects the types of the other arguments. */
#include <linux/key.h>
#include <uapi/linux/keyctl.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

#define SHOWN_KEY	SHOWN(ID_ENUM, key_spec)

/* The argument after most commands is the number of a key. */
static const struct syscall_command keyctl_command_list[] = {
	{ KEYCTL_GET_KEYRING_ID, .layout = SHOWN_KEY, .unused = NOT_FROM(3) },
	{ KEYCTL_UPDATE, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_REVOKE, .layout = SHOWN_KEY, .unused = NOT_FROM(2) },
	{ KEYCTL_CHOWN, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_SETPERM, .layout = SHOWN_KEY, .unused = NOT_FROM(3) },
	{ KEYCTL_DESCRIBE, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_CLEAR, .layout = SHOWN_KEY, .unused = NOT_FROM(2) },
	{ KEYCTL_LINK, .layout = SHOWN_KEY, .unused = NOT_FROM(3) },
	{ KEYCTL_UNLINK, .layout = SHOWN_KEY, .unused = NOT_FROM(3) },
	{ KEYCTL_SEARCH, .layout = SHOWN_KEY },
	{ KEYCTL_READ, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_INSTANTIATE, .layout = SHOWN_KEY },
	{ KEYCTL_NEGATE, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_SET_TIMEOUT, .layout = SHOWN_KEY, .unused = NOT_FROM(3) },
	{ KEYCTL_ASSUME_AUTHORITY, .layout = SHOWN_KEY, .unused = NOT_FROM(2) },
	{ KEYCTL_GET_SECURITY, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_REJECT, .layout = SHOWN_KEY },
	{ KEYCTL_INSTANTIATE_IOV, .layout = SHOWN_KEY },
	{ KEYCTL_INVALIDATE, .layout = SHOWN_KEY, .unused = NOT_FROM(2) },
	{ KEYCTL_RESTRICT_KEYRING, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
	{ KEYCTL_MOVE, .layout = SHOWN_KEY },
	{ KEYCTL_SESSION_TO_PARENT, .unused = NOT_FROM(1) },
	{ KEYCTL_JOIN_SESSION_KEYRING, .unused = NOT_FROM(2) },
	{ KEYCTL_SET_REQKEY_KEYRING, .unused = NOT_FROM(2) },
	{ KEYCTL_GET_PERSISTENT, .unused = NOT_FROM(3) },
	{ KEYCTL_CAPABILITIES, .unused = NOT_FROM(3) },
	{ KEYCTL_WATCH_KEY, .unused = NOT_FROM(4) },
};

COMMANDS(keyctl, (u32)args[0])

/* The kernel accepts descriptions of less than a page. */
#define KEYCTL_STRING	(SYSCALL_BYTES_STRING | 4096)

/* Strings among the arguments, by command. */
static u32 keyctl_arg2_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == KEYCTL_JOIN_SESSION_KEYRING ? KEYCTL_STRING : 0;
}

static u32 keyctl_arg3_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((u32)args[0]) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
		return KEYCTL_STRING;
	default:
		return 0;
	}
}

static void show_keyctl_text(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, bool is_text)
{
	if (is_text && ktrace_show_there(&value->in))
		ktrace_put_string(out, value, type, &value->in);
	else
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
	if (is_text && value->in.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

static void show_keyctl_arg2(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	if (value->nargs && keyctl_arg2_bytes(value->args, value->abi))
		show_keyctl_text(out, value, type, true);
	else
		ktrace_command_show(out, value, type,
				    value->nargs ? keyctl_command(value->args) : NULL);
}

/* The second key, an owner, permissions or a time. */
static void show_keyctl_arg3(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	switch (value->nargs ? (u32)value->args[0] : U32_MAX) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
		show_keyctl_text(out, value, type, true);
		break;
	case KEYCTL_GET_PERSISTENT:
	case KEYCTL_LINK:
	case KEYCTL_UNLINK:
	case KEYCTL_MOVE:
		ktrace_show_u32(out, value->value, SHOW_ID_ENUM, KTRACE_NAMES_key_spec);
		break;
	case KEYCTL_CHOWN:
		ktrace_show_u32(out, value->value, SHOW_ID, 0);
		break;
	case KEYCTL_SETPERM:
		ktrace_show_u32(out, value->value, SHOW_FLAGS, KTRACE_NAMES_key_permissions);
		break;
	case KEYCTL_NEGATE:
	case KEYCTL_REJECT:
	case KEYCTL_SET_TIMEOUT:
		ktrace_show_u32(out, value->value, SHOW_UINT, 0);
		break;
	default:
		show_keyctl_text(out, value, type, false);
		break;
	}
}

static void show_keyctl_arg4(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	switch (value->nargs ? (u32)value->args[0] : U32_MAX) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
		show_keyctl_text(out, value, type, true);
		break;
	case KEYCTL_NEGATE:
	case KEYCTL_MOVE:
		ktrace_show_u32(out, value->value, SHOW_ID_ENUM, KTRACE_NAMES_key_spec);
		break;
	case KEYCTL_CHOWN:
		ktrace_show_u32(out, value->value, SHOW_ID, 0);
		break;
	case KEYCTL_REJECT:
		ktrace_show_u32(out, value->value, SHOW_ERRNO, 0);
		break;
	default:
		show_keyctl_text(out, value, type, false);
		break;
	}
}

static void show_keyctl_arg5(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	switch (value->nargs ? (u32)value->args[0] : U32_MAX) {
	case KEYCTL_SEARCH:
	case KEYCTL_REJECT:
	case KEYCTL_INSTANTIATE:
	case KEYCTL_INSTANTIATE_IOV:
		ktrace_show_u32(out, value->value, SHOW_ID_ENUM, KTRACE_NAMES_key_spec);
		break;
	default:
		show_keyctl_text(out, value, type, false);
		break;
	}
}

#define KEYCTL_ARG(shown, show, function)				\
	TYPE(shown, show, .in = { SYSCALL_HOW_OBJECT, 1, .bytes = function })

static const struct syscall_desc key_calls[] = {
	{ "add_key", .rules = RULES {
		ARG("_type _description", STRING),
		ARG("ringid", ID_ENUM(key_spec)),
		ARG_N("_payload", CONTENTS, 3),
		{ } } },
	{ "request_key", .rules = RULES {
		ARG("_type _description _callout_info", STRING),
		ARG("destringid", ID_ENUM(key_spec)),
		{ } } },
	{ "keyctl", .commands = &keyctl_commands, .unused = keyctl_unused, .rules = RULES {
		ARG("option", ENUM(keyctl_cmd)),
		ARG("arg2", KEYCTL_ARG("keyctl_arg2", show_keyctl_arg2, keyctl_arg2_bytes)),
		ARG("arg3", KEYCTL_ARG("keyctl_arg3", show_keyctl_arg3, keyctl_arg3_bytes)),
		ARG("arg4", KEYCTL_ARG("keyctl_arg4", show_keyctl_arg4, keyctl_arg3_bytes)),
		ARG("arg5", TYPE("keyctl_arg5", show_keyctl_arg5)),
		{ } } },
};

FAMILY(key);
