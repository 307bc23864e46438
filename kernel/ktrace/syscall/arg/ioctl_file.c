// SPDX-License-Identifier: GPL-2.0
/* Commands of ioctl() on block devices, file systems, and descriptors of the kernel itself. */
#include <linux/blkpg.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <uapi/linux/blktrace_api.h>
#include <uapi/linux/btrfs.h>
#include <uapi/linux/dm-ioctl.h>
#include <uapi/linux/ext4.h>
#include <uapi/linux/fiemap.h>
#include <uapi/linux/fs.h>
#include <uapi/linux/fscrypt.h>
#include <uapi/linux/hdreg.h>
#include <uapi/linux/inotify.h>
#include <uapi/linux/loop.h>
#include <uapi/linux/major.h>
#include <uapi/linux/nbd.h>
#include <uapi/linux/nsfs.h>
#include <uapi/linux/perf_event.h>
#include <uapi/linux/seccomp.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/ioctl.h"

static OUTLINE_OF(ushort, u16, { .size = sizeof(u16), .as = SHOW_UINT });
static OUTLINE_OF(block_range, u64[2], { .size = sizeof(u64), .count = 2, .as = SHOW_UINT });
static OUTLINE_OF(fs_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_inode_flags });
static OUTLINE_OF(fs_label, u8[FSLABEL_MAX], { .size = FSLABEL_MAX, .as = SHOW_TEXT });

#define T struct fstrim_range
static OUTLINE_OF(fstrim_range, T, F(T, start, HEX), F(T, len, UINT),
		  F(T, minlen, UINT));
#undef T
#define T struct file_clone_range
static OUTLINE_OF(clone_range, T, F(T, src_fd, INT), F(T, src_offset, UINT),
	F(T, src_length, UINT), F(T, dest_offset, UINT));
#undef T
#define T struct fsxattr
static OUTLINE_OF(fsxattr, T, F_FLAGS(T, fsx_xflags, inode_xflags), F(T, fsx_extsize, UINT),
	F(T, fsx_nextents, UINT), F(T, fsx_projid, HEX), F(T, fsx_cowextsize, UINT));
/* The kernel only returns the number of extents. */
static OUTLINE_OF(fsxattr_set, T, F_FLAGS(T, fsx_xflags, inode_xflags), F(T, fsx_extsize, UINT),
	F(T, fsx_projid, HEX), F(T, fsx_cowextsize, UINT));
#undef T
#define T struct fiemap
#define FIEMAP_RANGE							\
	F(T, fm_start, UINT), F(T, fm_length, UINT), F_FLAGS(T, fm_flags, fiemap_flags)
static OUTLINE_OF(fiemap_in, T, FIEMAP_RANGE, F(T, fm_extent_count, UINT));
static OUTLINE_OF(fiemap, T, FIEMAP_RANGE, F(T, fm_mapped_extents, UINT),
	F(T, fm_extent_count, UINT));
#undef T
#define T struct blk_user_trace_setup
#define BLOCK_TRACE							\
	F(T, act_mask, UINT), F(T, buf_size, UINT), F(T, buf_nr, UINT),	\
	F(T, start_lba, UINT), F(T, end_lba, UINT), F(T, pid, UINT)
static OUTLINE_OF(block_trace_in, T, BLOCK_TRACE);
static OUTLINE_OF(block_trace, T, F(T, name, TEXT), BLOCK_TRACE);
#undef T
#define T struct blkpg_ioctl_arg
static OUTLINE_OF(block_partition, T, F_ENUM(T, op, block_partition_op), F(T, flags, INT),
	F(T, datalen, INT), F(T, data, PTR));
#undef T
struct syscall_block_partition32 {
	s32 op, flags, datalen;
	u32 data;
};

#define T struct syscall_block_partition32
static OUTLINE_OF(block_partition32, T, F_ENUM(T, op, block_partition_op), F(T, flags, INT),
	F(T, datalen, INT), F(T, data, PTR));
#undef T
#define T struct mnt_ns_info
static OUTLINE_OF(mnt_ns_info, T, F(T, size, UINT), F(T, nr_mounts, UINT), F(T, mnt_ns_id, HEX));
#undef T
#define T struct perf_event_query_bpf
static OUTLINE_OF(perf_query_in, T, F(T, ids_len, UINT));
static OUTLINE_OF(perf_query, T, F(T, ids_len, UINT), F(T, prog_cnt, UINT));
#undef T
static OUTLINE_OF(perf_filter, u8[1024], { .size = 1024, .as = SHOW_TEXT });
#define T struct seccomp_data
static OUTLINE_OF(seccomp_call, T, F(T, nr, INT), F_ENUM(T, arch, audit_arch),
	F(T, instruction_pointer, PTR), F_ARRAY(T, args, HEX));
#undef T
#define T struct seccomp_notif
static OUTLINE_OF(seccomp_notif, T, F(T, id, HEX), F(T, pid, UINT), F(T, flags, HEX),
	F_NESTED(T, data, seccomp_call));
#undef T
#define T struct seccomp_notif_resp
static OUTLINE_OF(seccomp_answer, T, F(T, id, HEX), F(T, val, INT), F(T, error, RESULT),
	F_FLAGS(T, flags, seccomp_answer_flags));
#undef T
#define T struct seccomp_notif_addfd
static OUTLINE_OF(seccomp_addfd, T, F(T, id, HEX), F_FLAGS(T, flags, seccomp_addfd_flags),
	F(T, srcfd, INT), F(T, newfd, INT), F_FLAGS(T, newfd_flags, open_flags));
#undef T
#define T struct fscrypt_policy_v1
static OUTLINE_OF(fscrypt_policy, T, F(T, version, UINT), F(T, contents_encryption_mode, UINT),
	F(T, filenames_encryption_mode, UINT), F(T, flags, HEX),
	F(T, master_key_descriptor, MAC, IF_EQUAL(T, version, U8_MAX, FSCRYPT_POLICY_V1)));
#undef T
#define T struct fscrypt_policy_v2
static OUTLINE_OF(fscrypt_policy2, T, F(T, version, UINT), F(T, contents_encryption_mode, UINT),
	F(T, filenames_encryption_mode, UINT), F(T, flags, HEX), F(T, log2_data_unit_size, UINT),
	F(T, master_key_identifier, MAC));
#undef T
#define T struct fscrypt_get_policy_ex_arg
static OUTLINE_OF(fscrypt_policy_size, u64, F(T, policy_size, UINT));
static OUTLINE_OF(fscrypt_policy_ex, T, F(T, policy_size, UINT),
	F_NESTED(T, policy.v1, fscrypt_policy,
		 IF_EQUAL(T, policy.version, U8_MAX, FSCRYPT_POLICY_V1)),
	F_NESTED(T, policy.v2, fscrypt_policy2,
		 IF_EQUAL(T, policy.version, U8_MAX, FSCRYPT_POLICY_V2)));
#undef T
#define T struct fscrypt_key_specifier
static OUTLINE_OF(fscrypt_key, T, F_ENUM(T, type, fscrypt_key_type),
	FIELD_AS(T, u.descriptor, "descriptor", MAC,
		 IF_EQUAL(T, type, U32_MAX, FSCRYPT_KEY_SPEC_TYPE_DESCRIPTOR)),
	FIELD_AS(T, u.identifier, "identifier", MAC,
		 IF_EQUAL(T, type, U32_MAX, FSCRYPT_KEY_SPEC_TYPE_IDENTIFIER)));
#undef T
/* The copy ends before the key. */
#define T struct fscrypt_add_key_arg
static OUTLINE_OF(fscrypt_add, u8[offsetof(T, raw)], F_NESTED(T, key_spec, fscrypt_key),
	F(T, raw_size, UINT), F(T, key_id, INT));
#undef T
#define T struct fscrypt_remove_key_arg
static OUTLINE_OF(fscrypt_remove_in, T, F_NESTED(T, key_spec, fscrypt_key));
static OUTLINE_OF(fscrypt_remove, T, F_NESTED(T, key_spec, fscrypt_key),
	F_FLAGS(T, removal_status_flags, fscrypt_removal));
#undef T
#define T struct fscrypt_get_key_status_arg
static OUTLINE_OF(fscrypt_status_in, T, F_NESTED(T, key_spec, fscrypt_key));
static OUTLINE_OF(fscrypt_status, T, F_NESTED(T, key_spec, fscrypt_key),
	F_ENUM(T, status, fscrypt_status), F_FLAGS(T, status_flags, fscrypt_status_flags),
	F(T, user_count, UINT));
#undef T

/* The kernel copies 4096 bytes of a name; a name that it accepts has at most 255. */
struct syscall_btrfs_name {
	s64 fd;
	char name[BTRFS_VOL_NAME_MAX + 1];
};

#define T struct syscall_btrfs_name
static OUTLINE_OF(btrfs_name, T, F(T, fd, INT), F(T, name, TEXT));
#undef T
struct syscall_btrfs_volume {
	s64 fd;
	u64 transid, flags, size, qgroup_inherit, unused[2];
	union {
		char name[BTRFS_VOL_NAME_MAX + 1];
		u64 devid;
		u64 subvolid;
	};
};

static_assert(offsetof(struct syscall_btrfs_volume, name) ==
	      offsetof(struct btrfs_ioctl_vol_args_v2, name));

#define T struct syscall_btrfs_volume
static OUTLINE_OF(btrfs_volume, T, F(T, fd, INT, IF_SET(T, fd)),
	F_FLAGS(T, flags, btrfs_subvolume_flags),
	F(T, size, UINT, IF_ANY(T, flags, BTRFS_SUBVOL_QGROUP_INHERIT)),
	F(T, qgroup_inherit, PTR, IF_ANY(T, flags, BTRFS_SUBVOL_QGROUP_INHERIT)),
	F(T, subvolid, UINT, IF_ANY(T, flags, BTRFS_SUBVOL_SPEC_BY_ID)),
	F(T, devid, UINT, IF_ANY(T, flags, BTRFS_DEVICE_SPEC_BY_ID)),
	F(T, name, TEXT, IF_EQUAL(T, flags, BTRFS_SUBVOL_SPEC_BY_ID | BTRFS_DEVICE_SPEC_BY_ID, 0)));
#undef T
static OUTLINE_OF(btrfs_subvolume, u64, { .size = sizeof(u64), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_btrfs_subvolume_flags });
static OUTLINE_OF(btrfs_balance_control, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_btrfs_balance_control });
/* The beginnings of structures that are larger than a record. */
#define T struct btrfs_ioctl_fs_info_args
static OUTLINE_OF(btrfs_fs_info, u8[offsetof(T, reserved)], F(T, max_id, UINT),
	F(T, num_devices, UINT), F(T, fsid, MAC), F(T, nodesize, UINT), F(T, sectorsize, UINT),
	F(T, clone_alignment, UINT), F(T, flags, HEX));
#undef T
#define T struct btrfs_ioctl_dev_info_args
static OUTLINE_OF(btrfs_dev_info_in, u8[offsetof(T, bytes_used)], F(T, devid, UINT),
	F(T, uuid, MAC));
static OUTLINE_OF(btrfs_dev_info, u8[offsetof(T, fsid)], F(T, devid, UINT), F(T, uuid, MAC),
	F(T, bytes_used, UINT), F(T, total_bytes, UINT));
#undef T
#define T struct btrfs_ioctl_ino_lookup_args
static OUTLINE_OF(btrfs_lookup_in, u8[offsetof(T, name)], F(T, treeid, UINT),
	F(T, objectid, UINT));
#undef T
struct syscall_btrfs_lookup {
	u64 treeid, objectid;
	char name[BTRFS_VOL_NAME_MAX + 1];
};

#define T struct syscall_btrfs_lookup
static OUTLINE_OF(btrfs_lookup, T, F(T, treeid, UINT), F(T, objectid, UINT), F(T, name, TEXT));
#undef T
#define T struct btrfs_ioctl_search_key
static OUTLINE_OF(btrfs_search, T, F(T, tree_id, UINT), F(T, min_objectid, UINT),
	F(T, max_objectid, UINT), F(T, min_offset, UINT), F(T, max_offset, UINT),
	F(T, min_transid, UINT), F(T, max_transid, UINT), F(T, min_type, UINT),
	F(T, max_type, UINT), F(T, nr_items, UINT));
#undef T
#define T struct btrfs_ioctl_space_args
static OUTLINE_OF(btrfs_space, u8[offsetof(T, spaces)], F(T, space_slots, UINT),
	F(T, total_spaces, UINT));
#undef T
#define T struct btrfs_ioctl_defrag_range_args
static OUTLINE_OF(btrfs_defrag, T, F(T, start, HEX), F(T, len, HEX), F(T, flags, HEX),
	F(T, extent_thresh, UINT), F(T, compress_type, UINT));
#undef T
#define T struct btrfs_ioctl_feature_flags
static OUTLINE_OF(btrfs_features, T, F(T, compat_flags, HEX), F(T, compat_ro_flags, HEX),
	F(T, incompat_flags, HEX));
static OUTLINE_OF(btrfs_features2, T[2], F(T, compat_flags, HEX), F(T, compat_ro_flags, HEX),
	F(T, incompat_flags, HEX));
#undef T
#define T struct btrfs_ioctl_scrub_args
static OUTLINE_OF(btrfs_scrub, u8[offsetof(T, progress)], F(T, devid, UINT), F(T, start, HEX),
	F(T, end, HEX), F(T, flags, HEX));
#undef T
#define T struct btrfs_ioctl_balance_args
static OUTLINE_OF(btrfs_balance, u8[offsetof(T, data)], F(T, flags, HEX), F(T, state, HEX));
#undef T
#define T struct btrfs_ioctl_quota_ctl_args
static OUTLINE_OF(btrfs_quota, T, F_ENUM(T, cmd, btrfs_quota_command), F(T, status, UINT));
#undef T
#define T struct btrfs_ioctl_qgroup_create_args
static OUTLINE_OF(btrfs_qgroup, T, F(T, create, UINT), F(T, qgroupid, HEX));
#undef T
#define T struct btrfs_ioctl_qgroup_assign_args
static OUTLINE_OF(btrfs_assign, T, F(T, assign, UINT), F(T, src, HEX), F(T, dst, HEX));
#undef T
#define T struct btrfs_ioctl_logical_ino_args
static OUTLINE_OF(btrfs_logical, T, F(T, logical, HEX), F(T, size, UINT), F(T, flags, HEX),
	F(T, inodes, PTR));
#undef T
#define T struct btrfs_ioctl_ino_path_args
static OUTLINE_OF(btrfs_paths, T, F(T, inum, UINT), F(T, size, UINT), F(T, fspath, PTR));
#undef T

#define T struct move_extent
static OUTLINE_OF(ext4_move_in, T, F(T, reserved, HEX, IF_SET(T, reserved)), F(T, donor_fd, INT),
	F(T, orig_start, UINT), F(T, donor_start, UINT), F(T, len, UINT));
static OUTLINE_OF(ext4_move, T, F(T, donor_fd, INT), F(T, orig_start, UINT),
	F(T, donor_start, UINT), F(T, len, UINT), F(T, moved_len, UINT));
#undef T
#define T struct ext4_new_group_input
static OUTLINE_OF(ext4_group, T, F(T, group, UINT), F(T, block_bitmap, UINT),
	F(T, inode_bitmap, UINT), F(T, inode_table, UINT), F(T, blocks_count, UINT),
	F(T, reserved_blocks, UINT));
#undef T
/* The bytes of the UUID follow. */
struct syscall_ext4_uuid {
	u32 fsu_len, fsu_flags;
};

#define T struct syscall_ext4_uuid
static OUTLINE_OF(ext4_uuid, T, F(T, fsu_len, UINT), F(T, fsu_flags, HEX));
#undef T
static OUTLINE_OF(ext4_state, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_ext4_state });
static OUTLINE_OF(ext4_checkpoint, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_ext4_checkpoint });
static OUTLINE_OF(fs_shutdown, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_ext4_shutdown });

#define T struct hd_geometry
static OUTLINE_OF(hd_geometry, T, F(T, heads, UINT), F(T, sectors, UINT), F(T, cylinders, UINT),
	F(T, start, UINT));
#undef T
struct syscall_hd_geometry32 {
	u8 heads, sectors;
	u16 cylinders;
	u32 start;
};

#define T struct syscall_hd_geometry32
static OUTLINE_OF(hd_geometry32, T, F(T, heads, UINT), F(T, sectors, UINT),
	F(T, cylinders, UINT), F(T, start, UINT));
#undef T
#define T struct loop_info64
/* lo_encrypt_key is a key: it stays in the program. */
#define LOOP_INFO64							\
	F(T, lo_device, DEV), F(T, lo_inode, UINT), F(T, lo_rdevice, DEV), F(T, lo_offset, HEX), \
	F(T, lo_sizelimit, UINT), F(T, lo_number, UINT), F_FLAGS(T, lo_flags, loop_flags), \
	F(T, lo_file_name, TEXT)
#undef T
/* The copy of a new device's settings ends before the key. */
struct syscall_loop_config {
	u32 fd, block_size;
	u8 info[offsetof(struct loop_info64, lo_crypt_name)];
};

#define T struct loop_info64
static const struct syscall_layout syscall_layout_loop_head = {
	.size = offsetof(T, lo_crypt_name),
	.nr = ARRAY_SIZE(((const struct syscall_field[]) { LOOP_INFO64 })),
	.fields = (const struct syscall_field[]) { LOOP_INFO64 },
};

#undef T
#define T struct syscall_loop_config
static OUTLINE_OF(loop_config, T, F(T, fd, INT), F(T, block_size, UINT),
	F_NESTED(T, info, loop_head));
#undef T
#define T struct dm_ioctl
/* The kernel reads no padding of parameters that have no data. */
static OUTLINE_OF(dm_ioctl, u8[offsetof(T, data)],
	F_ARRAY(T, version, UINT), F(T, data_size, UINT),
	F(T, data_start, UINT, IF_SET(T, data_start)), F(T, dev, DEV, IF_SET(T, dev)),
	F(T, name, TEXT, IF_SET(T, name)), F(T, uuid, TEXT, IF_SET(T, uuid)),
	F(T, target_count, UINT, IF_SET(T, target_count)),
	F(T, open_count, INT, IF_SET(T, open_count)),
	F(T, event_nr, UINT, IF_SET(T, event_nr)), F_FLAGS(T, flags, dm_flags));
#undef T
/* The kernel reads only the version. */
#define T struct dm_ioctl
static OUTLINE_OF(dm_version, u32[3], F_ARRAY(T, version, UINT));
#undef T

static const struct syscall_command block_commands[] = {
	IOCTL_R_PAIR(BLKGETSIZE, u64, uint), IOCTL_R(BLKGETSIZE64, u64),
	IOCTL_R(BLKSSZGET, int), IOCTL_R(BLKPBSZGET, uint), IOCTL_R(BLKBSZGET, int),
	IOCTL_W(BLKBSZSET, int), IOCTL_R(BLKROGET, int), IOCTL_W(BLKROSET, int),
	IOCTL_R_PAIR(BLKRAGET, u64, uint), IOCTL_R_PAIR(BLKFRAGET, u64, uint),
	/* BLKSECTGET is not here: block devices write a short, and SCSI generic an int. */
	IOCTL_R(BLKIOMIN, uint), IOCTL_R(BLKIOOPT, uint),
	IOCTL_R(BLKALIGNOFF, int), IOCTL_R(BLKROTATIONAL, ushort), IOCTL_R(BLKDISCARDZEROES, uint),
	IOCTL_W(BLKDISCARD, block_range), IOCTL_W(BLKSECDISCARD, block_range),
	IOCTL_W(BLKZEROOUT, block_range), IOCTL_R(BLKGETDISKSEQ, u64),
	IOCTL_RW_LEFT(BLKTRACESETUP, block_trace_in, block_trace),
	IOCTL_W_PAIR(BLKPG, block_partition, block_partition32),
	IOCTL_VALUE(BLKRASET, u64), IOCTL_VALUE(BLKFRASET, u64),
	IOCTL_NONE(BLKRRPART), IOCTL_NONE(BLKFLSBUF), IOCTL_NONE(BLKTRACESTART),
	IOCTL_NONE(BLKTRACESTOP), IOCTL_NONE(BLKTRACETEARDOWN),
};

IOCTL_TABLE(block);

/* 'f', 'v' and HDIO: 0x03. */
static const struct syscall_command file_commands[] = {
	IOCTL_R(FS_IOC_GETFLAGS, fs_flags), IOCTL_W(FS_IOC_SETFLAGS, fs_flags),
	IOCTL_R(FS_IOC32_GETFLAGS, fs_flags), IOCTL_W(FS_IOC32_SETFLAGS, fs_flags),
	IOCTL_R(FS_IOC_GETVERSION, uint), IOCTL_W(FS_IOC_SETVERSION, uint),
	IOCTL_R(FS_IOC32_GETVERSION, uint), IOCTL_W(FS_IOC32_SETVERSION, uint),
	IOCTL_RW_LEFT(FS_IOC_FIEMAP, fiemap_in, fiemap),
	IOCTL_W(FS_IOC_SET_ENCRYPTION_POLICY, fscrypt_policy),
	IOCTL_R(FS_IOC_GET_ENCRYPTION_POLICY, fscrypt_policy),
	IOCTL_RW_LEFT(FS_IOC_GET_ENCRYPTION_POLICY_EX, fscrypt_policy_size, fscrypt_policy_ex),
	IOCTL_W(FS_IOC_ADD_ENCRYPTION_KEY, fscrypt_add),
	IOCTL_RW_LEFT(FS_IOC_REMOVE_ENCRYPTION_KEY, fscrypt_remove_in, fscrypt_remove),
	IOCTL_RW_LEFT(FS_IOC_REMOVE_ENCRYPTION_KEY_ALL_USERS, fscrypt_remove_in, fscrypt_remove),
	IOCTL_RW_LEFT(FS_IOC_GET_ENCRYPTION_KEY_STATUS, fscrypt_status_in, fscrypt_status),
	IOCTL_R(EXT4_IOC_GETRSVSZ, s64), IOCTL_W(EXT4_IOC_SETRSVSZ, s64),
	IOCTL_R(EXT4_IOC32_GETRSVSZ, int), IOCTL_W(EXT4_IOC32_SETRSVSZ, int),
	IOCTL_W(EXT4_IOC_GROUP_EXTEND, u64), IOCTL_W(EXT4_IOC32_GROUP_EXTEND, uint),
	IOCTL_W(EXT4_IOC_GROUP_ADD, ext4_group),
	IOCTL_RW_LEFT(EXT4_IOC_MOVE_EXT, ext4_move_in, ext4_move),
	IOCTL_W(EXT4_IOC_RESIZE_FS, u64), IOCTL_R(EXT4_IOC_GETSTATE, ext4_state),
	IOCTL_W(EXT4_IOC_CHECKPOINT, ext4_checkpoint),
	IOCTL_RW(EXT4_IOC_GETFSUUID, ext4_uuid), IOCTL_W(EXT4_IOC_SETFSUUID, ext4_uuid),
	IOCTL_R_PAIR(HDIO_GETGEO, hd_geometry, hd_geometry32),
	IOCTL_NONE(EXT4_IOC_MIGRATE), IOCTL_NONE(EXT4_IOC_ALLOC_DA_BLKS),
	IOCTL_NONE(EXT4_IOC_SWAP_BOOT), IOCTL_NONE(EXT4_IOC_PRECACHE_EXTENTS),
	IOCTL_NONE(EXT4_IOC_CLEAR_ES_CACHE),
};

IOCTL_TABLE(file);

/* 'X' and 0x94. */
static const struct syscall_command volume_commands[] = {
	IOCTL_RW(FITRIM, fstrim_range), IOCTL_R(FS_IOC_FSGETXATTR, fsxattr),
	IOCTL_W(FS_IOC_FSSETXATTR, fsxattr_set), IOCTL_W(FICLONERANGE, clone_range),
	/* Most file systems copy fewer bytes than FSLABEL_MAX. */
	{ FS_IOC_GETFSLABEL, .where = LEFT | TERMINATED, .layout = LAYOUT(fs_label) },
	{ FS_IOC_SETFSLABEL, .where = PASSED | TERMINATED, .layout = LAYOUT(fs_label) },
	IOCTL_W(EXT4_IOC_SHUTDOWN, fs_shutdown),
	IOCTL_W(BTRFS_IOC_SNAP_CREATE, btrfs_name), IOCTL_W(BTRFS_IOC_RESIZE, btrfs_name),
	IOCTL_W(BTRFS_IOC_SCAN_DEV, btrfs_name), IOCTL_W(BTRFS_IOC_FORGET_DEV, btrfs_name),
	IOCTL_W(BTRFS_IOC_ADD_DEV, btrfs_name), IOCTL_W(BTRFS_IOC_RM_DEV, btrfs_name),
	IOCTL_W(BTRFS_IOC_SUBVOL_CREATE, btrfs_name), IOCTL_W(BTRFS_IOC_SNAP_DESTROY, btrfs_name),
	/* The kernel reads this structure, in spite of the direction in the number. */
	IOCTL_W(BTRFS_IOC_DEVICES_READY, btrfs_name),
	IOCTL_W(BTRFS_IOC_SNAP_CREATE_V2, btrfs_volume),
	IOCTL_W(BTRFS_IOC_SUBVOL_CREATE_V2, btrfs_volume),
	IOCTL_W(BTRFS_IOC_RM_DEV_V2, btrfs_volume),
	IOCTL_W(BTRFS_IOC_SNAP_DESTROY_V2, btrfs_volume),
	IOCTL_R(BTRFS_IOC_SUBVOL_GETFLAGS, btrfs_subvolume),
	IOCTL_W(BTRFS_IOC_SUBVOL_SETFLAGS, btrfs_subvolume),
	IOCTL_R(BTRFS_IOC_FS_INFO, btrfs_fs_info),
	IOCTL_RW_LEFT(BTRFS_IOC_DEV_INFO, btrfs_dev_info_in, btrfs_dev_info),
	IOCTL_RW_LEFT(BTRFS_IOC_INO_LOOKUP, btrfs_lookup_in, btrfs_lookup),
	IOCTL_RW(BTRFS_IOC_TREE_SEARCH, btrfs_search), IOCTL_RW(BTRFS_IOC_SPACE_INFO, btrfs_space),
	IOCTL_W(BTRFS_IOC_DEFRAG_RANGE, btrfs_defrag), IOCTL_W(BTRFS_IOC_DEFAULT_SUBVOL, u64),
	IOCTL_R(BTRFS_IOC_START_SYNC, u64), IOCTL_W(BTRFS_IOC_WAIT_SYNC, u64),
	IOCTL_R(BTRFS_IOC_GET_FEATURES, btrfs_features),
	IOCTL_W(BTRFS_IOC_SET_FEATURES, btrfs_features2), IOCTL_W(BTRFS_IOC_SCRUB, btrfs_scrub),
	IOCTL_RW(BTRFS_IOC_BALANCE_V2, btrfs_balance),
	IOCTL_R(BTRFS_IOC_BALANCE_PROGRESS, btrfs_balance),
	IOCTL_RW(BTRFS_IOC_QUOTA_CTL, btrfs_quota), IOCTL_W(BTRFS_IOC_QGROUP_CREATE, btrfs_qgroup),
	IOCTL_W(BTRFS_IOC_QGROUP_ASSIGN, btrfs_assign),
	IOCTL_W(BTRFS_IOC_LOGICAL_INO, btrfs_logical),
	IOCTL_W(BTRFS_IOC_LOGICAL_INO_V2, btrfs_logical), IOCTL_W(BTRFS_IOC_INO_PATHS, btrfs_paths),
	IOCTL_VALUE(BTRFS_IOC_BALANCE_CTL, btrfs_balance_control),
	IOCTL_VALUE(FICLONE, int), IOCTL_NONE(FIFREEZE), IOCTL_NONE(FITHAW),
	IOCTL_NONE(BTRFS_IOC_TRANS_START), IOCTL_NONE(BTRFS_IOC_TRANS_END),
	IOCTL_NONE(BTRFS_IOC_SYNC), IOCTL_NONE(BTRFS_IOC_SCRUB_CANCEL),
	IOCTL_NONE(BTRFS_IOC_QUOTA_RESCAN_WAIT),
};

IOCTL_TABLE(volume);

static const struct syscall_command loop_commands[] = {
	IOCTL_R(LOOP_GET_STATUS64, loop_head), IOCTL_W(LOOP_SET_STATUS64, loop_head),
	IOCTL_W(LOOP_CONFIGURE, loop_config), IOCTL_VALUE(LOOP_SET_FD, int),
	IOCTL_VALUE(LOOP_CHANGE_FD, int), IOCTL_VALUE(LOOP_SET_DIRECT_IO, u64),
	IOCTL_VALUE(LOOP_SET_BLOCK_SIZE, u64), IOCTL_VALUE(LOOP_CTL_ADD, int),
	IOCTL_VALUE(LOOP_CTL_REMOVE, int), IOCTL_NONE(LOOP_CLR_FD),
	IOCTL_NONE(LOOP_SET_CAPACITY), IOCTL_NONE(LOOP_CTL_GET_FREE),
};

IOCTL_TABLE(loop);

static const struct syscall_command dm_commands[] = {
	IOCTL_RW(DM_VERSION, dm_version), IOCTL_RW(DM_REMOVE_ALL, dm_ioctl),
	IOCTL_RW(DM_LIST_DEVICES, dm_ioctl), IOCTL_RW(DM_DEV_CREATE, dm_ioctl),
	IOCTL_RW(DM_DEV_REMOVE, dm_ioctl), IOCTL_RW(DM_DEV_RENAME, dm_ioctl),
	IOCTL_RW(DM_DEV_SUSPEND, dm_ioctl), IOCTL_RW(DM_DEV_STATUS, dm_ioctl),
	IOCTL_RW(DM_DEV_WAIT, dm_ioctl), IOCTL_RW(DM_TABLE_LOAD, dm_ioctl),
	IOCTL_RW(DM_TABLE_CLEAR, dm_ioctl), IOCTL_RW(DM_TABLE_DEPS, dm_ioctl),
	IOCTL_RW(DM_TABLE_STATUS, dm_ioctl), IOCTL_RW(DM_LIST_VERSIONS, dm_ioctl),
	IOCTL_RW(DM_TARGET_MSG, dm_ioctl), IOCTL_RW(DM_DEV_SET_GEOMETRY, dm_ioctl),
	IOCTL_RW(DM_DEV_ARM_POLL, dm_ioctl), IOCTL_RW(DM_GET_TARGET_VERSION, dm_ioctl),
};

IOCTL_TABLE(dm);

static const struct syscall_command nbd_commands[] = {
	IOCTL_VALUE(NBD_SET_SOCK, int), IOCTL_VALUE(NBD_SET_BLKSIZE, u64),
	IOCTL_VALUE(NBD_SET_SIZE, u64), IOCTL_VALUE(NBD_SET_SIZE_BLOCKS, u64),
	IOCTL_VALUE(NBD_SET_TIMEOUT, u64),
	{ NBD_SET_FLAGS, .layout = SHOWN(FLAGS, nbd_flags) },
	IOCTL_NONE(NBD_DO_IT), IOCTL_NONE(NBD_CLEAR_SOCK), IOCTL_NONE(NBD_CLEAR_QUE),
	IOCTL_NONE(NBD_PRINT_DEBUG), IOCTL_NONE(NBD_DISCONNECT),
};

IOCTL_TABLE(nbd);

static const struct syscall_command namespace_commands[] = {
	IOCTL_R(NS_GET_OWNER_UID, id), IOCTL_R(NS_GET_MNTNS_ID, hex64),
	IOCTL_R(NS_MNT_GET_INFO, mnt_ns_info), IOCTL_R(NS_MNT_GET_NEXT, mnt_ns_info),
	IOCTL_R(NS_MNT_GET_PREV, mnt_ns_info),
	IOCTL_VALUE(NS_GET_PID_FROM_PIDNS, int), IOCTL_VALUE(NS_GET_TGID_FROM_PIDNS, int),
	IOCTL_VALUE(NS_GET_PID_IN_PIDNS, int), IOCTL_VALUE(NS_GET_TGID_IN_PIDNS, int),
	IOCTL_NONE(NS_GET_USERNS), IOCTL_NONE(NS_GET_PARENT), IOCTL_NONE(NS_GET_NSTYPE),
};

IOCTL_TABLE(namespace);

static const struct syscall_command perf_commands[] = {
	IOCTL_W(PERF_EVENT_IOC_PERIOD, u64), IOCTL_R(PERF_EVENT_IOC_ID, u64),
	IOCTL_W_TEXT(PERF_EVENT_IOC_SET_FILTER, perf_filter),
	IOCTL_RW_LEFT(PERF_EVENT_IOC_QUERY_BPF, perf_query_in, perf_query),
	{ PERF_EVENT_IOC_ENABLE, .layout = SHOWN(FLAGS, perf_ioctl_flags) },
	{ PERF_EVENT_IOC_DISABLE, .layout = SHOWN(FLAGS, perf_ioctl_flags) },
	{ PERF_EVENT_IOC_RESET, .layout = SHOWN(FLAGS, perf_ioctl_flags) },
	IOCTL_VALUE(PERF_EVENT_IOC_REFRESH, int), IOCTL_VALUE(PERF_EVENT_IOC_SET_OUTPUT, int),
	IOCTL_VALUE(PERF_EVENT_IOC_SET_BPF, int), IOCTL_VALUE(PERF_EVENT_IOC_PAUSE_OUTPUT, u64),
};

IOCTL_TABLE(perf);

static const struct syscall_command inotify_commands[] = {
	IOCTL_VALUE(INOTIFY_IOC_SETNEXTWD, int),
};

IOCTL_TABLE(inotify);

static const struct syscall_command seccomp_commands[] = {
	IOCTL_RW(SECCOMP_IOCTL_NOTIF_RECV, seccomp_notif),
	IOCTL_W(SECCOMP_IOCTL_NOTIF_SEND, seccomp_answer),
	IOCTL_W(SECCOMP_IOCTL_NOTIF_ID_VALID, hex64),
	/* SECCOMP_IOCTL_NOTIF_ID_VALID of the first kernels, with the wrong direction. */
	IOCTL_W(SECCOMP_IOR(2, u64), hex64),
	IOCTL_W(SECCOMP_IOCTL_NOTIF_ADDFD, seccomp_addfd),
	IOCTL_VALUE(SECCOMP_IOCTL_NOTIF_SET_FLAGS, hex64),
};

IOCTL_TABLE(seccomp);
