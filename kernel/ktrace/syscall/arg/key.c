// SPDX-License-Identifier: GPL-2.0
/* System calls on keys. The command of keyctl() selects the types of the other arguments. */
#include <linux/compat.h>
#include <linux/key.h>
#include <uapi/linux/keyctl.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"
#include "text/format.h"

#define T struct keyctl_dh_params
static OUTLINE_OF(dh_params, T, F_NAMED(T, private, ID_ENUM, key_spec),
	F_NAMED(T, prime, ID_ENUM, key_spec), F_NAMED(T, base, ID_ENUM, key_spec));
#undef T
#define KDF_PARAMS(T)							\
	F(T, hashname, PTR), F(T, otherinfo, PTR), F(T, otherinfolen, UINT)
static OUTLINE_OF(kdf_params, struct keyctl_kdf_params, KDF_PARAMS(struct keyctl_kdf_params));

/* As struct compat_keyctl_kdf_params, which only security/keys has. */
struct keyctl_kdf_params32 {
	compat_uptr_t hashname, otherinfo;
	u32 otherinfolen;
	u32 spare[8];
};

static_assert(sizeof(struct keyctl_kdf_params32) == 44);

static OUTLINE_OF(kdf_params32, struct keyctl_kdf_params32,
		  KDF_PARAMS(struct keyctl_kdf_params32));
/* KEYCTL_PKEY_VERIFY has in2_len where the others have out_len. */
#define T struct keyctl_pkey_params
static OUTLINE_OF(pkey_params, T, F_NAMED(T, key_id, ID_ENUM, key_spec), F(T, in_len, UINT),
	F(T, out_len, UINT));
static OUTLINE_OF(pkey_verify, T, F_NAMED(T, key_id, ID_ENUM, key_spec), F(T, in_len, UINT),
	F(T, in2_len, UINT));
#undef T
#define T struct keyctl_pkey_query
static OUTLINE_OF(pkey_query, T, F_FLAGS(T, supported_ops, key_operations), F(T, key_size, UINT),
	F(T, max_data_size, UINT), F(T, max_sig_size, UINT), F(T, max_enc_size, UINT),
	F(T, max_dec_size, UINT));
#undef T

#define SHOWN_KEY	SHOWN(ID_ENUM, key_spec)

/* The argument after most commands is the number of a key. */
static const struct syscall_command keyctl_command_list[] = {
	{ KEYCTL_DH_COMPUTE, .where = PASSED, .layout = LAYOUT(dh_params) },
	{ KEYCTL_PKEY_ENCRYPT, .where = PASSED, .layout = LAYOUT(pkey_params) },
	{ KEYCTL_PKEY_DECRYPT, .where = PASSED, .layout = LAYOUT(pkey_params) },
	{ KEYCTL_PKEY_SIGN, .where = PASSED, .layout = LAYOUT(pkey_params) },
	{ KEYCTL_PKEY_VERIFY, .where = PASSED, .layout = LAYOUT(pkey_verify) },
	{ KEYCTL_PKEY_QUERY, .layout = SHOWN_KEY },
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
	{ KEYCTL_SET_REQKEY_KEYRING, .layout = SHOWN(ID_ENUM, key_default),
	  .unused = NOT_FROM(2) },
	{ KEYCTL_GET_PERSISTENT, .layout = SHOWN(ID, errno), .unused = NOT_FROM(3) },
	{ KEYCTL_CAPABILITIES, .unused = NOT_FROM(3) },
	{ KEYCTL_WATCH_KEY, .layout = SHOWN_KEY, .unused = NOT_FROM(4) },
};

COMMANDS(keyctl, (u32)args[0])

/* The kernel accepts descriptions of less than a page. */
#define KEYCTL_STRING	(SYSCALL_BYTES_STRING | 4096)

/* Strings and structures that the kernel reads, by command. */
static u32 keyctl_arg2_bytes(const u64 *args, enum ktrace_abi abi)
{
	if ((u32)args[0] == KEYCTL_JOIN_SESSION_KEYRING)
		return KEYCTL_STRING;
	return ktrace_command_bytes(&keyctl_commands, (u32)args[0], abi, PASSED);
}

static u32 keyctl_arg3_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((u32)args[0]) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
	case KEYCTL_PKEY_ENCRYPT:
	case KEYCTL_PKEY_DECRYPT:
	case KEYCTL_PKEY_SIGN:
	case KEYCTL_PKEY_VERIFY:
		return KEYCTL_STRING;
	default:
		return 0;
	}
}

static u32 keyctl_arg4_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((u32)args[0]) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
	case KEYCTL_PKEY_QUERY:
		return KEYCTL_STRING;
	default:
		return 0;
	}
}

static const struct syscall_layout *keyctl_kdf(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? LAYOUT(kdf_params32) : LAYOUT(kdf_params);
}

static u32 keyctl_arg5_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == KEYCTL_DH_COMPUTE ? keyctl_kdf(abi)->size : 0;
}

/* Return the number of bytes that the kernel writes to the buffer. */
static u32 keyctl_arg2_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == KEYCTL_CAPABILITIES ? SYSCALL_BYTES_ELEMENTS | 1 : 0;
}

static u32 keyctl_arg3_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((u32)args[0]) {
	case KEYCTL_DESCRIBE:
	case KEYCTL_READ:
	case KEYCTL_GET_SECURITY:
	case KEYCTL_DH_COMPUTE:
		return SYSCALL_BYTES_COUNT;
	default:
		return 0;
	}
}

static u32 keyctl_arg5_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == KEYCTL_PKEY_QUERY ? sizeof(struct keyctl_pkey_query) : 0;
}

/*
 * Return true if the call has written to the buffer. Only KEYCTL_GET_SECURITY writes to a buffer
 * that is shorter than the result.
 */
static bool keyctl_has_written(const struct syscall_value *value)
{
	return value->returned && !ktrace_show_failed(value) && ktrace_show_there(&value->out) &&
	       ((u32)value->args[0] == KEYCTL_GET_SECURITY || value->ret <= value->args[3]);
}

/* Append the bytes of KEYCTL_CAPABILITIES. */
static void show_keyctl_capabilities(struct seq_buf *out, const struct syscall_value *value)
{
	static const u16 names[] = {
		KTRACE_NAMES_key_capabilities0, KTRACE_NAMES_key_capabilities1,
	};
	const u8 *at = value->out.at;
	u32 i;

	seq_buf_putc(out, '[');
	for (i = 0; i < value->out.len && !seq_buf_has_overflowed(out); i++) {
		seq_buf_puts(out, i ? ", " : "");
		if (i < ARRAY_SIZE(names))
			ktrace_show_u32(out, at[i], SHOW_FLAGS, names[i]);
		else
			ktrace_show_u32(out, at[i], SHOW_HEX, 0);
	}
	seq_buf_puts(out, value->out.status == SYSCALL_CUT ? ", ...]" : "]");
}

static void show_keyctl_text(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type, bool is_text)
{
	if (is_text && ktrace_show_there(&value->in))
		ktrace_put_string(out, value, type, &value->in);
	else if (is_text)
		ktrace_show_pointer(out, value->value);
	else
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
	if (is_text && value->in.status == SYSCALL_FAULT)
		seq_buf_puts(out, " (fault)");
}

static void show_keyctl_arg2(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	u32 option = value->nargs ? value->args[0] : U32_MAX;

	if (option == KEYCTL_JOIN_SESSION_KEYRING)
		show_keyctl_text(out, value, type, true);
	else if (option == KEYCTL_CAPABILITIES && value->returned && !ktrace_show_failed(value) &&
		 ktrace_show_there(&value->out))
		show_keyctl_capabilities(out, value);
	else
		ktrace_command_show(out, value, type,
				    value->nargs ? keyctl_command(value->args) : NULL);
}

/* The second key, an owner, permissions, a time, or a buffer whose size follows. */
static void show_keyctl_arg3(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	switch (value->nargs > 3 ? (u32)value->args[0] : U32_MAX) {
	case KEYCTL_SEARCH:
	case KEYCTL_RESTRICT_KEYRING:
	case KEYCTL_PKEY_ENCRYPT:
	case KEYCTL_PKEY_DECRYPT:
	case KEYCTL_PKEY_SIGN:
	case KEYCTL_PKEY_VERIFY:
		show_keyctl_text(out, value, type, true);
		break;
	case KEYCTL_DESCRIBE:
	case KEYCTL_READ:
	case KEYCTL_GET_SECURITY:
	case KEYCTL_DH_COMPUTE:
		if (keyctl_has_written(value))
			ktrace_put_contents(out, value, type, &value->out);
		else
			ktrace_show_pointer(out, value->value);
		break;
	case KEYCTL_UPDATE:
	case KEYCTL_INSTANTIATE:
	case KEYCTL_INSTANTIATE_IOV:
		ktrace_show_pointer(out, value->value);
		break;
	case KEYCTL_WATCH_KEY:
		ktrace_show_u32(out, value->value, SHOW_INT, 0);
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
	case KEYCTL_CAPABILITIES:
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
	case KEYCTL_PKEY_QUERY:
		show_keyctl_text(out, value, type, true);
		break;
	case KEYCTL_DESCRIBE:
	case KEYCTL_READ:
	case KEYCTL_GET_SECURITY:
	case KEYCTL_DH_COMPUTE:
	case KEYCTL_UPDATE:
	case KEYCTL_INSTANTIATE:
	case KEYCTL_INSTANTIATE_IOV:
		ktrace_format_dec(out, value->value);
		break;
	case KEYCTL_PKEY_ENCRYPT:
	case KEYCTL_PKEY_DECRYPT:
	case KEYCTL_PKEY_SIGN:
	case KEYCTL_PKEY_VERIFY:
		ktrace_show_pointer(out, value->value);
		break;
	case KEYCTL_WATCH_KEY:
		ktrace_show_u32(out, value->value, SHOW_INT, 0);
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
	case KEYCTL_MOVE:
		ktrace_show_u32(out, value->value, SHOW_FLAGS, KTRACE_NAMES_key_move_flags);
		break;
	case KEYCTL_DH_COMPUTE:
		if (ktrace_show_there(&value->in))
			ktrace_show_element(out, keyctl_kdf(value->abi), value->in.at,
					    value->in.len, value->in.status == SYSCALL_CUT);
		else
			ktrace_show_pointer(out, value->value);
		break;
	case KEYCTL_PKEY_QUERY:
		if (value->returned && !ktrace_show_failed(value) &&
		    ktrace_show_there(&value->out))
			ktrace_show_element(out, LAYOUT(pkey_query), value->out.at, value->out.len,
					    value->out.status == SYSCALL_CUT);
		else
			ktrace_show_pointer(out, value->value);
		break;
	case KEYCTL_PKEY_ENCRYPT:
	case KEYCTL_PKEY_DECRYPT:
	case KEYCTL_PKEY_SIGN:
	case KEYCTL_PKEY_VERIFY:
		ktrace_show_pointer(out, value->value);
		break;
	default:
		show_keyctl_text(out, value, type, false);
		break;
	}
}

#define KEYCTL_ARG(shown, ...)						\
	TYPE("keyctl_" #shown, show_keyctl_##shown, .in = BY(keyctl_##shown##_bytes), ##__VA_ARGS__)
/* A key may be secret: options/buffer-limit, by default 0, limits the copy. */
#define KEYCTL_BUFFER							\
	KEYCTL_ARG(arg3, .out = { SYSCALL_HOW_CONTENTS, .bytes = keyctl_arg3_out_bytes })

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
		ARG_N("arg2", KEYCTL_ARG(arg2, .out = BY(keyctl_arg2_out_bytes)), RET),
		ARG_N("arg3", KEYCTL_BUFFER, RET),
		ARG("arg4", KEYCTL_ARG(arg4)),
		ARG("arg5", KEYCTL_ARG(arg5, .out = BY(keyctl_arg5_out_bytes))),
		{ } } },
};

FAMILY(key);
