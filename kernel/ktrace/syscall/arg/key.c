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

static void show_keyctl_arg2(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	ktrace_command_show(out, value, type, value->nargs ? keyctl_command(value->args) : NULL);
}

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
		ARG("arg2", TYPE("keyctl_arg", show_keyctl_arg2)),
		ARG_C("arg3 arg4 arg5", u32, HEX32_ARG),
		ARG("arg3 arg4 arg5", HEX_ARG),
		{ } } },
};

FAMILY(key);
