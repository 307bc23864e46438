// SPDX-License-Identifier: GPL-2.0
/* System calls on mounts, file systems, swap and quotas. */
#include <linux/minmax.h>
#include <linux/sizes.h>
#include <linux/string.h>
#include <uapi/linux/dqblk_xfs.h>
#include <uapi/linux/mount.h>
#include <uapi/linux/quota.h>

#include "text/format.h"
#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

#define T struct mount_attr
OUTLINE_SINCE(mount_attr, T, MOUNT_ATTR_SIZE_VER0, F_FLAGS(T, attr_set, mount_attr),
	      F_FLAGS(T, attr_clr, mount_attr),
	      F_FLAGS(T, propagation, mount_flags),
	      F(T, userns_fd, INT));
#undef T
#define T struct mnt_id_req
OUTLINE(mnt_id_req, T, F(T, size, UINT), F(T, mnt_id, HEX), F(T, param, HEX));
#undef T

/* The structure starts with its size, which is copied in any case. */
static u32 mnt_id_req_bytes(const u32 *head)
{
	return max_t(u32, head[0], sizeof(head[0]));
}

#define T struct statmount
#define IF_STATMOUNT(bit)	IF_ANY(T, mask, STATMOUNT_##bit)
/* put_statmount() shows the strings. */
OUTLINE(statmount, T, F(T, size, UINT),
	F_FLAGS(T, mask, statmount_mask), F(T, sb_dev_major, UINT, IF_STATMOUNT(SB_BASIC)),
	F(T, sb_dev_minor, UINT, IF_STATMOUNT(SB_BASIC)),
	F_ENUM(T, sb_magic, fs_type, IF_STATMOUNT(SB_BASIC)),
	F_FLAGS(T, sb_flags, mount_flags, IF_STATMOUNT(SB_BASIC)),
	F(T, mnt_id, HEX, IF_STATMOUNT(MNT_BASIC)),
	F(T, mnt_parent_id, HEX, IF_STATMOUNT(MNT_BASIC)),
	F(T, mnt_id_old, UINT, IF_STATMOUNT(MNT_BASIC)),
	F(T, mnt_parent_id_old, UINT, IF_STATMOUNT(MNT_BASIC)),
	F_FLAGS(T, mnt_attr, mount_attr, IF_STATMOUNT(MNT_BASIC)),
	F_FLAGS(T, mnt_propagation, mount_flags, IF_STATMOUNT(MNT_BASIC)),
	F(T, mnt_peer_group, UINT, IF_STATMOUNT(MNT_BASIC)),
	F(T, mnt_master, UINT, IF_STATMOUNT(MNT_BASIC)),
	F(T, propagate_from, UINT, IF_STATMOUNT(PROPAGATE_FROM)),
	F(T, mnt_ns_id, HEX, IF_STATMOUNT(MNT_NS_ID)));
#undef T

/* The structure starts with its size, with the strings behind it. */
static u32 statmount_size(const u32 *head)
{
	return head[0];
}

/* Room for the structure and its strings in a copy. */
#define STATMOUNT_BYTES		2048

/* Append a string, or its offset if the copy ends before the string. */
static void put_statmount_string(struct seq_buf *out, const struct syscall_data *data,
				 const char *name, u32 offset)
{
	u32 at = offsetof(struct statmount, str), len = data->len, left;

	seq_buf_printf(out, ", %s=", name);
	left = len > at && offset < len - at ? len - at - offset : 0;
	if (left)
		ktrace_show_quoted(out, data->at + at + offset,
				   strnlen(data->at + at + offset, left),
				   !memchr(data->at + at + offset, '\0', left));
	else
		ktrace_format_dec(out, offset);
}

static void put_statmount(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type, const struct syscall_data *data)
{
	static const struct {
		const char *name;
		u32 mask;
		u16 offset;
	} strings[] = {
		{ "fs_type", STATMOUNT_FS_TYPE, offsetof(struct statmount, fs_type) },
		{ "mnt_root", STATMOUNT_MNT_ROOT, offsetof(struct statmount, mnt_root) },
		{ "mnt_point", STATMOUNT_MNT_POINT, offsetof(struct statmount, mnt_point) },
		{ "mnt_opts", STATMOUNT_MNT_OPTS, offsetof(struct statmount, mnt_opts) },
	};
	/* The spare words have no names. */
	u32 head = min_t(u32, data->len, offsetof(struct statmount, __spare2)), offset;
	unsigned int i;
	u64 mask = 0;

	seq_buf_putc(out, '{');
	ktrace_show_fields(out, type->layout, data->at, head, true);
	if (head >= offsetofend(struct statmount, mask))
		memcpy(&mask, data->at + offsetof(struct statmount, mask), sizeof(mask));
	for (i = 0; i < ARRAY_SIZE(strings); i++) {
		if (!(mask & strings[i].mask) || head < strings[i].offset + sizeof(offset))
			continue;
		memcpy(&offset, data->at + strings[i].offset, sizeof(offset));
		put_statmount_string(out, data, strings[i].name, offset);
	}
	seq_buf_puts(out, data->status == SYSCALL_CUT ? ", ...}" : "}");
}

#define T struct if_dqblk
OUTLINE(if_dqblk, T, F(T, dqb_bhardlimit, UINT), F(T, dqb_bsoftlimit, UINT),
	F(T, dqb_curspace, UINT), F(T, dqb_ihardlimit, UINT), F(T, dqb_isoftlimit, UINT),
	F(T, dqb_curinodes, UINT), F(T, dqb_btime, UINT), F(T, dqb_itime, UINT),
	F_FLAGS(T, dqb_valid, quota_valid));
#undef T
#define T struct if_dqinfo
OUTLINE(if_dqinfo, T, F(T, dqi_bgrace, UINT), F(T, dqi_igrace, UINT), F(T, dqi_flags, HEX),
	F_FLAGS(T, dqi_valid, quota_info_valid));
#undef T
#define T struct if_nextdqblk
OUTLINE(if_nextdqblk, T, F(T, dqb_bhardlimit, UINT), F(T, dqb_bsoftlimit, UINT),
	F(T, dqb_curspace, UINT), F(T, dqb_ihardlimit, UINT), F(T, dqb_isoftlimit, UINT),
	F(T, dqb_curinodes, UINT), F(T, dqb_btime, UINT), F(T, dqb_itime, UINT),
	F_FLAGS(T, dqb_valid, quota_valid), F(T, dqb_id, UINT));
#undef T
#define T struct fs_disk_quota
OUTLINE(fs_disk_quota, T, F(T, d_version, INT), F_FLAGS(T, d_flags, xfs_quota_types),
	F(T, d_fieldmask, HEX), F(T, d_id, UINT), F(T, d_blk_hardlimit, UINT),
	F(T, d_blk_softlimit, UINT), F(T, d_ino_hardlimit, UINT), F(T, d_ino_softlimit, UINT),
	F(T, d_bcount, UINT), F(T, d_icount, UINT), F(T, d_itimer, INT), F(T, d_btimer, INT),
	F(T, d_iwarns, UINT), F(T, d_bwarns, UINT), F(T, d_rtb_hardlimit, UINT),
	F(T, d_rtb_softlimit, UINT), F(T, d_rtbcount, UINT), F(T, d_rtbtimer, INT),
	F(T, d_rtbwarns, UINT));
#undef T
/* 32-bit programs align numbers of 64 bits to 4 bytes. */
struct quota_files32 {
	u64 qfs_ino;
	u64 qfs_nblks;
	u32 qfs_nextents;
} __packed __aligned(4);

struct quota_stat32 {
	s8	qs_version;
	u16	qs_flags;
	s8	qs_pad;
	struct quota_files32 qs_uquota, qs_gquota;
	u32	qs_incoredqs;
	s32	qs_btimelimit, qs_itimelimit, qs_rtbtimelimit;
	u16	qs_bwarnlimit, qs_iwarnlimit;
};

#define QUOTA_FILES(T)	F(T, qfs_ino, UINT), F(T, qfs_nblks, UINT), F(T, qfs_nextents, UINT)
static OUTLINE_OF(quota_files, struct fs_qfilestat, QUOTA_FILES(struct fs_qfilestat));
static OUTLINE_OF(quota_files32, struct quota_files32, QUOTA_FILES(struct quota_files32));
static OUTLINE_OF(quota_filesv, struct fs_qfilestatv, QUOTA_FILES(struct fs_qfilestatv));
#define QUOTA_STAT(T, files)						\
	F(T, qs_version, INT), F_FLAGS(T, qs_flags, xfs_quota_flags),	\
	F_NESTED(T, qs_uquota, files), F_NESTED(T, qs_gquota, files),	\
	F(T, qs_incoredqs, UINT), F(T, qs_btimelimit, INT), F(T, qs_itimelimit, INT), \
	F(T, qs_rtbtimelimit, INT), F(T, qs_bwarnlimit, UINT), F(T, qs_iwarnlimit, UINT)
static OUTLINE_OF(quota_stat, struct fs_quota_stat, QUOTA_STAT(struct fs_quota_stat, quota_files));
static OUTLINE_OF(quota_stat32, struct quota_stat32,
		  QUOTA_STAT(struct quota_stat32, quota_files32));
static OUTLINE_OF(quota_statv, struct fs_quota_statv,
		  QUOTA_STAT(struct fs_quota_statv, quota_filesv),
		  F_NESTED(struct fs_quota_statv, qs_pquota, quota_filesv),
		  F(struct fs_quota_statv, qs_rtbwarnlimit, UINT));
static OUTLINE_OF(quota_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_xfs_quota_flags });
static OUTLINE_OF(quota_types, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_xfs_quota_types });
static OUTLINE_OF(quota_version, s8, { .size = sizeof(s8), .as = SHOW_INT });
static OUTLINE_OF(quota_format, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_quota_format });

/* What quotactl() reads and writes at the address; the lower bits are the type of quota. */
static const struct syscall_command quota_command_list[] = {
	{ Q_GETQUOTA, .where = LEFT, .layout = LAYOUT(if_dqblk) },
	{ Q_SETQUOTA, .where = PASSED, .layout = LAYOUT(if_dqblk) },
	{ Q_GETINFO, .where = LEFT, .layout = LAYOUT(if_dqinfo) },
	{ Q_SETINFO, .where = PASSED, .layout = LAYOUT(if_dqinfo) },
	{ Q_GETFMT, .where = LEFT, .layout = LAYOUT(quota_format) },
	{ Q_GETNEXTQUOTA, .where = LEFT, .layout = LAYOUT(if_nextdqblk) },
	{ Q_XQUOTAON, .where = PASSED, .layout = LAYOUT(quota_flags) },
	{ Q_XQUOTAOFF, .where = PASSED, .layout = LAYOUT(quota_flags) },
	{ Q_XQUOTARM, .where = PASSED, .layout = LAYOUT(quota_types) },
	{ Q_XGETQUOTA, .where = LEFT, .layout = LAYOUT(fs_disk_quota) },
	{ Q_XGETNEXTQUOTA, .where = LEFT, .layout = LAYOUT(fs_disk_quota) },
	{ Q_XSETQLIM, .where = PASSED, .layout = LAYOUT(fs_disk_quota) },
	{ Q_XGETQSTAT, .where = LEFT, .layout = LAYOUT(quota_stat),
	  .compat = LAYOUT(quota_stat32) },
	/* The program passes the version that it knows. */
	{ Q_XGETQSTATV, .where = PASSED | LEFT, .layout = LAYOUT(quota_version),
	  .left = LAYOUT(quota_statv) },
};

static const struct syscall_commands quota_commands = {
	.commands = quota_command_list, .nr = ARRAY_SIZE(quota_command_list),
};

/* quotactl_fd() has the command in another argument. */
#define QUOTA_ARG_FUNCTIONS(call, arg)					\
	static u32 call##_in_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return ktrace_command_bytes(&quota_commands, (u32)args[arg] >> SUBCMDSHIFT, \
					    abi, PASSED);		\
	}								\
	static u32 call##_out_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return ktrace_command_bytes(&quota_commands, (u32)args[arg] >> SUBCMDSHIFT, \
					    abi, LEFT);			\
	}								\
	static bool call##_passes_path(const u64 *args)			\
	{								\
		return (u32)args[arg] >> SUBCMDSHIFT == Q_QUOTAON;	\
	}								\
	static void show_##call##_arg(struct seq_buf *out, const struct syscall_value *value, \
				      const struct syscall_type *type)	\
	{								\
		u64 cmd = value->nargs > arg ? (u32)value->args[arg] >> SUBCMDSHIFT : 0; \
									\
		if (cmd == Q_QUOTAON && ktrace_show_there(&value->in)) {	\
			ktrace_put_string(out, value, type, &value->in); \
			return;						\
		}							\
		ktrace_command_show(out, value, type,			\
				    ktrace_command_find(&quota_commands, cmd)); \
	}
#define QUOTA_ARG(call)							\
	TYPE(#call, show_##call##_arg, .out = BY(call##_out_bytes),	\
	     .in = { SYSCALL_HOW_OBJECT, 1, .bytes = call##_in_bytes,	\
		     .path = call##_passes_path })
QUOTA_ARG_FUNCTIONS(quotactl, 0)
QUOTA_ARG_FUNCTIONS(quotactl_fd, 1)

/* The data is a string if it goes to a filesystem: a new mount or a remount. */
static u32 mount_data_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 flags = args[3];

	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~MS_MGC_MSK;
	return flags & (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE) ?
	       0 : SYSCALL_BYTES_COUNT;
}

static const struct syscall_tail *mount_attr_tail(const u64 *args, enum ktrace_abi abi)
{
	static const struct syscall_tail userns = PATH_TAIL(struct mount_attr, userns_fd);

	return &userns;
}

static void put_mount_attr(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_data own = *data;
	u32 bytes = data->len;
	struct mount_attr attr;

	/* Behind a structure of which the end is missing, the path follows the descriptor. */
	if (data->status != SYSCALL_COPIED)
		bytes = min_t(u32, bytes, sizeof(attr));
	else if (value->nargs > 4)
		bytes = min(bytes, ktrace_size4_bytes(value->args, value->abi));
	if (bytes < sizeof(attr)) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	memcpy(&attr, data->at, sizeof(attr));
	/* The kernel uses the descriptor only for this attribute. */
	if (!(attr.attr_set & MOUNT_ATTR_IDMAP))
		own.len = bytes;
	ktrace_show_with_tail(out, type->layout, mount_attr_tail(value->args, value->abi), NULL,
			      &own, bytes);
}

#define MOUNT_ATTR							\
	COPIED("mount_attr", put_mount_attr, .layout = LAYOUT(mount_attr), \
	       .in = { SYSCALL_HOW_OBJECT, 1, .some = true, .bytes = ktrace_size4_bytes, \
		       .tail = mount_attr_tail })

/* Only these commands have a key. */
static u32 fsconfig_key_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[1] <= FSCONFIG_SET_FD ? SYSCALL_BYTES_COUNT : 0;
}

/* A binary value has its size in the last argument. */
static u32 fsconfig_value_bytes(const u64 *args, enum ktrace_abi abi)
{
	s32 aux = args[4];

	switch ((u32)args[1]) {
	case FSCONFIG_SET_STRING:
	case FSCONFIG_SET_PATH:
	case FSCONFIG_SET_PATH_EMPTY:
		return SYSCALL_BYTES_COUNT;
	case FSCONFIG_SET_BINARY:
		return aux > 0 && aux <= SZ_1M ? aux : 0;
	default:
		return 0;
	}
}

static bool fsconfig_value_is_path(const u64 *args)
{
	return (u32)args[1] == FSCONFIG_SET_PATH || (u32)args[1] == FSCONFIG_SET_PATH_EMPTY;
}

static bool fsconfig_has_fd(u32 cmd)
{
	return cmd == FSCONFIG_SET_PATH || cmd == FSCONFIG_SET_PATH_EMPTY || cmd == FSCONFIG_SET_FD;
}

/* Only these commands have a descriptor in the last argument. */
static u32 fsconfig_fd_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 cmd = args[1];

	/* FSCONFIG_SET_FD takes no AT_FDCWD. */
	if (cmd == FSCONFIG_SET_FD && (s32)args[4] < 0)
		return 0;
	return fsconfig_has_fd(cmd) ? SYSCALL_BYTES_COUNT : 0;
}

static void show_fsconfig_aux(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	u32 cmd = value->nargs > 1 ? value->args[1] : FSCONFIG_SET_FLAG;

	if (cmd == FSCONFIG_SET_FD)
		ktrace_show_fd(out, value, type);
	else if (fsconfig_has_fd(cmd))
		ktrace_show_dfd(out, value, type);
	else
		ktrace_format_signed(out, (s32)value->value);
}

/* The call refuses a binary value without bytes, and does not read it. */
static void show_fsconfig_value(struct seq_buf *out, const struct syscall_value *value,
				const struct syscall_type *type)
{
	if (value->value && value->nargs > 4 && (u32)value->args[1] == FSCONFIG_SET_BINARY &&
	    !(s32)value->args[4])
		seq_buf_puts(out, "\"\"");
	else
		ktrace_show_copies(out, value, type);
}

static void put_fsconfig_value(struct seq_buf *out, const struct syscall_value *value,
			       const struct syscall_type *type, const struct syscall_data *data)
{
	if (value->nargs > 1 && (u32)value->args[1] == FSCONFIG_SET_BINARY)
		ktrace_put_contents(out, value, type, data);
	else
		ktrace_put_string(out, value, type, data);
}

/* A command of quotactl(), with the type of quota in its lower bits. */
static void show_quota_cmd(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	u32 cmd = value->value;
	const char *name = ktrace_names_find(KTRACE_NAMES_quota_cmd, cmd >> SUBCMDSHIFT);

	seq_buf_puts(out, "QCMD(");
	if (name)
		seq_buf_puts(out, name);
	else
		ktrace_show_u32(out, cmd >> SUBCMDSHIFT, SHOW_HEX, KTRACE_NAMES_errno);
	seq_buf_puts(out, ", ");
	ktrace_show_u32(out, cmd & SUBCMDMASK, SHOW_ENUM, KTRACE_NAMES_quota_type);
	seq_buf_putc(out, ')');
}

static const struct syscall_desc mount_calls[] = {
	{ "mount", .rules = RULES {
		ARG("dev_name", STRING),
		ARG("dir_name", PATHNAME),
		ARG_READ("type", STRING, ktrace_reads_always),
		ARG("flags", LONG_FLAGS(mount_flags)),
		ARG("data", SECRET(mount_data_bytes)),
		{ } } },
	{ "umount acct", .rules = RULES {
		ARG("name", PATHNAME),
		{ } } },
	{ "umount2", .rules = RULES {
		ARG("name", PATHNAME),
		ARG("flags", FLAGS(umount_flags)),
		{ } } },
	{ "pivot_root", .rules = RULES {
		ARG("new_root put_old", PATHNAME),
		{ } } },
	{ "open_tree", .rules = RULES {
		RETURNS_FD,
		ARG("filename", PATHNAME),
		ARG("flags", FLAGS(open_tree_flags)),
		{ } } },
	{ "move_mount", .rules = RULES {
		ARG("from_pathname to_pathname", PATHNAME),
		ARG("flags", FLAGS(move_mount_flags)),
		{ } } },
	{ "fsopen", .rules = RULES {
		RETURNS_FD,
		ARG("_fs_name", STRING),
		ARG("flags", FLAGS(fsopen_flags)),
		{ } } },
	{ "fsconfig", .rules = RULES {
		ARG("_key", STRING_MAX_IF(256, fsconfig_key_bytes)),
		ARG("_value", TYPE("secret", show_fsconfig_value, .put = put_fsconfig_value,
				   .in = { SYSCALL_HOW_SECRET, .bytes = fsconfig_value_bytes,
					   .path = fsconfig_value_is_path })),
		ARG("cmd", ENUM(fsconfig_cmd)),
		ARG("aux", TYPE("fsconfig_aux", show_fsconfig_aux,
				.in = { SYSCALL_HOW_DFD, .bytes = fsconfig_fd_bytes })),
		{ } } },
	{ "fsmount", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(fsmount_flags)),
		ARG("attr_flags", FLAGS(mount_attr)),
		{ } } },
	{ "fspick", .rules = RULES {
		RETURNS_FD,
		ARG("path", PATHNAME),
		ARG("flags", FLAGS(fspick_flags)),
		{ } } },
	{ "mount_setattr", .rules = RULES {
		ARG("path", PATHNAME),
		ARG("flags", FLAGS(at_flags)),
		ARG("uattr", MOUNT_ATTR),
		{ } } },
	{ "statmount", .rules = RULES {
		ARG("req", IN_SELF_SIZED(mnt_id_req, mnt_id_req_bytes)),
		ARG("buf", COPIED("statmount", put_statmount, .layout = LAYOUT(statmount),
				  .out = { SYSCALL_HOW_SIZED, STATMOUNT_BYTES,
					   .self = statmount_size })),
		{ } } },
	{ "listmount", .rules = RULES {
		ARG("req", IN_SELF_SIZED(mnt_id_req, mnt_id_req_bytes)),
		ARG_N("mnt_ids", OUT_ARRAY(hex64), RET),
		{ } } },
	{ "swapon", .rules = RULES {
		ARG("specialfile", PATHNAME),
		ARG("swap_flags", FLAGS(swapon_flags)),
		{ } } },
	{ "swapoff", .rules = RULES {
		ARG("specialfile", PATHNAME),
		{ } } },
	{ "quotactl", .rules = RULES {
		ARG("special", PATHNAME),
		ARG("id", UINT_ARG),
		ARG("addr", QUOTA_ARG(quotactl)),
		ARG("cmd", TYPE("quota_cmd", show_quota_cmd)),
		{ } } },
	{ "quotactl_fd", .rules = RULES {
		ARG("id", UINT_ARG),
		ARG("addr", QUOTA_ARG(quotactl_fd)),
		ARG("cmd", TYPE("quota_cmd", show_quota_cmd)),
		{ } } },
	{ "sysfs", .rules = RULES {
		ARG("arg1 arg2", HEX_ARG),
		{ } } },
};

FAMILY(mount);
