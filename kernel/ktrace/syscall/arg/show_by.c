// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: numbers of which another argument, or a field
 * of the same structure, says what they are; and whether strings are there.
 */
#include <linux/compat.h>
#include <linux/kernel.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/keyctl.h>
#include <uapi/linux/mount.h>
#include <uapi/linux/prctl.h>
#include <uapi/linux/ptrace.h>
#include <uapi/linux/wait.h>
#include <asm/siginfo.h>

#include "syscall/arg/show.h"

/* The size of a number that fills a register. */
static unsigned int register_size(const struct syscall_value *value)
{
	return value->abi == KTRACE_ABI_IA32 ? sizeof(u32) : sizeof(u64);
}

static void show_as(struct seq_buf *out, u64 value, enum syscall_as as,
		    enum ktrace_names names)
{
	const struct syscall_field field = { .as = as, .names = names };

	ktrace_show_number(out, &field, (u32)value, sizeof(u32));
}

static void show_hex(struct seq_buf *out, const struct syscall_value *value)
{
	const struct syscall_field field = { .as = SHOW_HEX };

	ktrace_show_number(out, &field, value->value, register_size(value));
}

/* 0xffffffff asks what it is. */
void ktrace_show_personality(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	show_as(out, value->value, (u32)value->value == U32_MAX ? SHOW_HEX : SHOW_FLAGS,
		KTRACE_NAMES_personality);
}

static bool is_capability(const struct syscall_value *value)
{
	if (value->nargs < 2 || (u32)value->args[0] != PR_CAP_AMBIENT)
		return false;
	switch (value->args[1]) {
	case PR_CAP_AMBIENT_IS_SET:
	case PR_CAP_AMBIENT_RAISE:
	case PR_CAP_AMBIENT_LOWER:
		return true;
	default:
		return false;
	}
}

void ktrace_show_prctl_arg3(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	if (is_capability(value))
		show_as(out, value->value, SHOW_ENUM, KTRACE_NAMES_capability);
	else
		show_hex(out, value);
}

void ktrace_show_ptrace_data(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	switch (value->nargs ? value->args[0] : PTRACE_TRACEME) {
	case PTRACE_CONT:
	case PTRACE_DETACH:
	case PTRACE_SINGLESTEP:
	case PTRACE_SINGLEBLOCK:
	case PTRACE_SYSCALL:
	case PTRACE_SYSEMU:
	case PTRACE_SYSEMU_SINGLESTEP:
		show_as(out, value->value, SHOW_SIGNAL, KTRACE_NAMES_signals);
		break;
	case PTRACE_OLDSETOPTIONS:
	case PTRACE_SETOPTIONS:
	case PTRACE_SEIZE:
		show_as(out, value->value, SHOW_FLAGS, KTRACE_NAMES_ptrace_options);
		break;
	default:
		show_hex(out, value);
		break;
	}
}

/* The first argument behind keyctl()'s command: of most the number of a key. */
void ktrace_show_keyctl_arg(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	switch (value->nargs ? (u32)value->args[0] : U32_MAX) {
	case KEYCTL_GET_KEYRING_ID:
	case KEYCTL_UPDATE:
	case KEYCTL_REVOKE:
	case KEYCTL_CHOWN:
	case KEYCTL_SETPERM:
	case KEYCTL_DESCRIBE:
	case KEYCTL_CLEAR:
	case KEYCTL_LINK:
	case KEYCTL_UNLINK:
	case KEYCTL_SEARCH:
	case KEYCTL_READ:
	case KEYCTL_INSTANTIATE:
	case KEYCTL_NEGATE:
	case KEYCTL_SET_TIMEOUT:
	case KEYCTL_ASSUME_AUTHORITY:
	case KEYCTL_GET_SECURITY:
	case KEYCTL_REJECT:
	case KEYCTL_INSTANTIATE_IOV:
	case KEYCTL_INVALIDATE:
	case KEYCTL_RESTRICT_KEYRING:
	case KEYCTL_MOVE:
		show_as(out, value->value, SHOW_ENUM, KTRACE_NAMES_key_spec);
		break;
	default:
		show_hex(out, value);
		break;
	}
}

/* What si_status is, si_code says. */
static void show_child(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	bool small = type->layout == &syscall_layout_siginfo_child32;
	const struct syscall_layout *layout = type->layout;
	s32 code;

	BUILD_BUG_ON(offsetof(struct siginfo, si_code) !=
		     offsetof(struct compat_siginfo, si_code));
	if (data->len >= offsetofend(struct siginfo, si_code)) {
		memcpy(&code, data->at + offsetof(struct siginfo, si_code), sizeof(code));
		if (code != CLD_EXITED)
			layout = small ? &syscall_layout_siginfo_killed32 :
				 &syscall_layout_siginfo_killed;
	}
	ktrace_show_elements(out, layout, data, false);
}

void ktrace_show_child(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_child);
}

/*
 * What waitid() has left of a child's resources: it returns 0 whether there was a child
 * or not, and tells by si_signo.  Where it was to tell nothing, and not to wait, nobody
 * knows.
 */
u32 ktrace_waited_bytes(const u64 *args, enum ktrace_abi abi)
{
	s32 signo;

	BUILD_BUG_ON(offsetof(struct siginfo, si_signo) ||
		     offsetof(struct compat_siginfo, si_signo));
	if (args[2]) {
		if (copy_from_user_nofault(&signo, u64_to_user_ptr(args[2]), sizeof(signo)) ||
		    !signo)
			return 0;
	} else if (args[3] & WNOHANG) {
		return 0;
	}
	/* What x32 is left is as long as what native calls are. */
	return abi == KTRACE_ABI_IA32 ? sizeof(struct compat_rusage) : SYSCALL_BYTES_COUNT;
}

void ktrace_show_waited(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	if (value->abi == KTRACE_ABI_IA32)
		shown.layout = &syscall_layout_rusage32;
	ktrace_show_object(out, value, &shown);
}

static bool mount_id_unique(u32 flags)
{
	return flags & AT_HANDLE_MNT_ID_UNIQUE;
}

/* name_to_handle_at(): an old number, or one that is not given again. */
u32 ktrace_mount_id_bytes(const u64 *args, enum ktrace_abi abi)
{
	return mount_id_unique(args[4]) ? sizeof(u64) : sizeof(s32);
}

void ktrace_show_mount_id(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	if (value->nargs > 4 && mount_id_unique(value->args[4]))
		shown.layout = &syscall_layout_u64;
	ktrace_show_object(out, value, &shown);
}

/* The 32-bit mq_open() reads attributes for a queue that it may make. */
u32 ktrace_mq_attr32_bytes(const u64 *args, enum ktrace_abi abi)
{
	return args[1] & O_CREAT ? sizeof(struct syscall_mq_attr32) : 0;
}

/* Whether it is a string: what the file system of a new mount, or a changed one, gets. */
u32 ktrace_mount_data_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 flags = args[3];

	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~MS_MGC_MSK;
	return flags & (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE) ?
	       0 : SYSCALL_BYTES_COUNT;
}

u32 ktrace_fsconfig_value_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((u32)args[1]) {
	case FSCONFIG_SET_STRING:
	case FSCONFIG_SET_PATH:
	case FSCONFIG_SET_PATH_EMPTY:
		return SYSCALL_BYTES_COUNT;
	default:
		return 0;
	}
}
