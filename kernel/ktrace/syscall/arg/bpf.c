// SPDX-License-Identifier: GPL-2.0
/* bpf(): the command selects the member of union bpf_attr. */
#include <uapi/linux/bpf.h>
#include <linux/kernel.h>

#include "syscall/arg/describe.h"

#define T union bpf_attr
/* A member of a structure in the union: named as in the structure. */
#define A(of, field, how, ...)	FIELD_AS(T, of.field, #field, how, ##__VA_ARGS__)
#define A_NAMED(of, field, how, table)					\
	{ .name = #field, .offset = offsetof(T, of.field),		\
	  .size = sizeof_field(T, of.field), .as = SHOW_##how,		\
	  .names = KTRACE_NAMES_##table }

static OUTLINE_OF(bpf_map_create, T, F_ENUM(T, map_type, bpf_map_type), F(T, key_size, UINT),
	F(T, value_size, UINT), F(T, max_entries, UINT), F_FLAGS(T, map_flags, bpf_map_flags),
	F(T, inner_map_fd, INT), F(T, numa_node, UINT, IF_ANY(T, map_flags, BPF_F_NUMA_NODE)),
	F(T, map_name, TEXT), F(T, map_ifindex, UINT), F(T, btf_fd, INT, IF_SET(T, btf_fd)),
	F(T, btf_key_type_id, UINT, IF_SET(T, btf_key_type_id)),
	F(T, btf_value_type_id, UINT, IF_SET(T, btf_value_type_id)),
	F(T, btf_vmlinux_value_type_id, UINT, IF_SET(T, btf_vmlinux_value_type_id)),
	F(T, map_extra, HEX, IF_SET(T, map_extra)),
	F(T, value_type_btf_obj_fd, INT, IF_ANY(T, map_flags, BPF_F_VTYPE_BTF_OBJ_FD)),
	F(T, map_token_fd, INT, IF_ANY(T, map_flags, BPF_F_TOKEN_FD)));
#define ELEM_KEY	F(T, map_fd, INT), F(T, key, PTR)
static OUTLINE_OF(bpf_lookup, T, ELEM_KEY, F(T, value, PTR),
	F_FLAGS(T, flags, bpf_elem_flags, IF_SET(T, flags)));
static OUTLINE_OF(bpf_update, T, ELEM_KEY, F(T, value, PTR), F_FLAGS(T, flags, bpf_elem_flags));
static OUTLINE_OF(bpf_delete, T, ELEM_KEY);
static OUTLINE_OF(bpf_next_key, T, ELEM_KEY, F(T, next_key, PTR));
static OUTLINE_OF(bpf_batch, T, A(batch, in_batch, PTR), A(batch, out_batch, PTR),
	A(batch, keys, PTR), A(batch, values, PTR), A(batch, count, UINT), A(batch, map_fd, INT),
	A_NAMED(batch, elem_flags, FLAGS, bpf_elem_flags), A(batch, flags, HEX));
static OUTLINE_OF(bpf_prog_load, T, F_ENUM(T, prog_type, bpf_prog_type), F(T, insn_cnt, UINT),
	F(T, insns, PTR), F(T, license, PTR), F(T, log_level, UINT), F(T, log_size, UINT),
	F(T, log_buf, PTR), F(T, kern_version, KERNEL), F_FLAGS(T, prog_flags, bpf_prog_flags),
	F(T, prog_name, TEXT), F(T, prog_ifindex, UINT),
	F_ENUM(T, expected_attach_type, bpf_attach_type), F(T, prog_btf_fd, INT),
	F(T, func_info_rec_size, UINT), F(T, func_info, PTR), F(T, func_info_cnt, UINT),
	F(T, line_info_rec_size, UINT), F(T, line_info, PTR), F(T, line_info_cnt, UINT),
	F(T, attach_btf_id, UINT), F(T, attach_prog_fd, INT), F(T, core_relo_cnt, UINT),
	F(T, fd_array, PTR), F(T, core_relos, PTR), F(T, core_relo_rec_size, UINT),
	F(T, log_true_size, UINT), F(T, prog_token_fd, INT));
static OUTLINE_OF(bpf_object, T, F(T, pathname, PTR), F(T, bpf_fd, INT),
	F_FLAGS(T, file_flags, bpf_map_flags),
	FIELD_AS(T, path_fd, "path_fd", DFD, IF_ANY(T, file_flags, BPF_F_PATH_FD)));
static OUTLINE_OF(bpf_attach, T, F(T, target_fd, INT), F(T, attach_bpf_fd, INT),
	F_ENUM(T, attach_type, bpf_attach_type), F_FLAGS(T, attach_flags, bpf_attach_flags),
	F(T, replace_bpf_fd, INT, IF_ANY(T, attach_flags, BPF_F_REPLACE)),
	F(T, relative_fd, INT, IF_ANY(T, attach_flags, BPF_F_BEFORE | BPF_F_AFTER)),
	F(T, expected_revision, UINT, IF_SET(T, expected_revision)));
static OUTLINE_OF(bpf_detach, T, F(T, target_fd, INT), F_ENUM(T, attach_type, bpf_attach_type));
static OUTLINE_OF(bpf_test_run, T, A(test, prog_fd, INT), A(test, retval, UINT),
	A(test, data_size_in, UINT),
	A(test, data_size_out, UINT), A(test, data_in, PTR), A(test, data_out, PTR),
	A(test, repeat, UINT), A(test, duration, UINT), A(test, ctx_size_in, UINT),
	A(test, ctx_size_out, UINT), A(test, ctx_in, PTR), A(test, ctx_out, PTR),
	A_NAMED(test, flags, FLAGS, bpf_test_flags), A(test, cpu, UINT), A(test, batch_size, UINT));
static OUTLINE_OF(bpf_next_id, T, F(T, start_id, UINT), F(T, next_id, UINT), F(T, open_flags, HEX));
static OUTLINE_OF(bpf_prog_id, T, F(T, prog_id, UINT), F(T, next_id, UINT), F(T, open_flags, HEX));
static OUTLINE_OF(bpf_map_id, T, F(T, map_id, UINT), F(T, next_id, UINT),
	F_FLAGS(T, open_flags, bpf_map_flags));
static OUTLINE_OF(bpf_btf_id, T, F(T, btf_id, UINT), F(T, next_id, UINT), F(T, open_flags, HEX));
static OUTLINE_OF(bpf_link_id, T, F(T, link_id, UINT), F(T, next_id, UINT), F(T, open_flags, HEX));
static OUTLINE_OF(bpf_info, T, A(info, bpf_fd, INT), A(info, info_len, UINT), A(info, info, PTR));
static OUTLINE_OF(bpf_query, T, A(query, target_fd, INT),
	A_NAMED(query, attach_type, ENUM, bpf_attach_type),
	A_NAMED(query, query_flags, FLAGS, bpf_query_flags),
	A_NAMED(query, attach_flags, FLAGS, bpf_attach_flags), A(query, prog_ids, PTR),
	A(query, prog_cnt, UINT), A(query, prog_attach_flags, PTR), A(query, link_ids, PTR),
	A(query, link_attach_flags, PTR), A(query, revision, UINT));
static OUTLINE_OF(bpf_raw_tracepoint, T, A(raw_tracepoint, name, PTR),
	A(raw_tracepoint, prog_fd, INT),
	A(raw_tracepoint, cookie, HEX, IF_SET(T, raw_tracepoint.cookie)));
static OUTLINE_OF(bpf_btf_load, T, F(T, btf, PTR), F(T, btf_log_buf, PTR), F(T, btf_size, UINT),
	F(T, btf_log_size, UINT), F(T, btf_log_level, UINT), F(T, btf_log_true_size, UINT),
	F_FLAGS(T, btf_flags, bpf_map_flags),
	F(T, btf_token_fd, INT, IF_ANY(T, btf_flags, BPF_F_TOKEN_FD)));
static OUTLINE_OF(bpf_task_fd, T, A(task_fd_query, pid, INT), A(task_fd_query, fd, INT),
	A(task_fd_query, flags, HEX), A(task_fd_query, buf_len, UINT), A(task_fd_query, buf, PTR),
	A(task_fd_query, prog_id, UINT), A_NAMED(task_fd_query, fd_type, ENUM, bpf_fd_type),
	A(task_fd_query, probe_offset, HEX), A(task_fd_query, probe_addr, HEX));
/* The type of an attachment selects a member of a union: one type, or types in a row. */
#define LINK_MASKED(field, how, mask, to)				\
	FIELD_AS(T, link_create.field, #field, how,			\
		 IF_EQUAL(T, link_create.attach_type, mask, to))
#define LINK_TO(field, how, to)		LINK_MASKED(field, how, U32_MAX, to)
#define LINK_TO_ANY(field, how, types)	LINK_MASKED(field, how, types)
#define LINK_NAMED(field, how, table, to)				\
	{ .name = #field, .offset = offsetof(T, link_create.field),	\
	  .size = sizeof_field(T, link_create.field), .as = SHOW_##how,	\
	  .names = KTRACE_NAMES_##table,				\
	  IF_EQUAL(T, link_create.attach_type, U32_MAX, to) }
#define LINK_TRACING	~3U, BPF_TRACE_FENTRY
#define LINK_TCX	~1U, BPF_TCX_INGRESS
#define LINK_NETKIT	~1U, BPF_NETKIT_PRIMARY
static_assert(!(BPF_TRACE_FENTRY & 3) && BPF_LSM_MAC == BPF_TRACE_FENTRY + 3);
static_assert(!(BPF_TCX_INGRESS & 1) && BPF_TCX_EGRESS == BPF_TCX_INGRESS + 1);
static_assert(!(BPF_NETKIT_PRIMARY & 1) && BPF_NETKIT_PEER == BPF_NETKIT_PRIMARY + 1);
static OUTLINE_OF(bpf_link_create, T, A(link_create, prog_fd, INT), A(link_create, target_fd, INT),
	A_NAMED(link_create, attach_type, ENUM, bpf_attach_type), A(link_create, flags, HEX),
	LINK_TO(iter_info, PTR, BPF_TRACE_ITER), LINK_TO(iter_info_len, UINT, BPF_TRACE_ITER),
	LINK_TO(perf_event.bpf_cookie, HEX, BPF_PERF_EVENT),
	LINK_NAMED(kprobe_multi.flags, FLAGS, bpf_kprobe_multi_flags, BPF_TRACE_KPROBE_MULTI),
	LINK_TO(kprobe_multi.cnt, UINT, BPF_TRACE_KPROBE_MULTI),
	LINK_TO(kprobe_multi.syms, PTR, BPF_TRACE_KPROBE_MULTI),
	LINK_TO(kprobe_multi.addrs, PTR, BPF_TRACE_KPROBE_MULTI),
	LINK_TO(kprobe_multi.cookies, PTR, BPF_TRACE_KPROBE_MULTI),
	LINK_TO_ANY(tracing.target_btf_id, UINT, LINK_TRACING),
	LINK_TO_ANY(tracing.cookie, HEX, LINK_TRACING),
	LINK_NAMED(netfilter.pf, ENUM, socket_family, BPF_NETFILTER),
	LINK_TO(netfilter.hooknum, UINT, BPF_NETFILTER),
	LINK_TO(netfilter.priority, INT, BPF_NETFILTER),
	LINK_TO(netfilter.flags, HEX, BPF_NETFILTER),
	LINK_TO_ANY(tcx.relative_fd, INT, LINK_TCX),
	LINK_TO_ANY(tcx.expected_revision, UINT, LINK_TCX),
	LINK_TO(uprobe_multi.path, PTR, BPF_TRACE_UPROBE_MULTI),
	LINK_TO(uprobe_multi.offsets, PTR, BPF_TRACE_UPROBE_MULTI),
	LINK_TO(uprobe_multi.ref_ctr_offsets, PTR, BPF_TRACE_UPROBE_MULTI),
	LINK_TO(uprobe_multi.cookies, PTR, BPF_TRACE_UPROBE_MULTI),
	LINK_TO(uprobe_multi.cnt, UINT, BPF_TRACE_UPROBE_MULTI),
	LINK_NAMED(uprobe_multi.flags, FLAGS, bpf_uprobe_multi_flags, BPF_TRACE_UPROBE_MULTI),
	LINK_TO(uprobe_multi.pid, INT, BPF_TRACE_UPROBE_MULTI),
	LINK_TO_ANY(netkit.relative_fd, INT, LINK_NETKIT),
	LINK_TO_ANY(netkit.expected_revision, UINT, LINK_NETKIT));
static OUTLINE_OF(bpf_link_update, T, A(link_update, link_fd, INT),
	A(link_update, new_prog_fd, INT),
	A_NAMED(link_update, flags, FLAGS, bpf_attach_flags), A(link_update, old_prog_fd, INT));
static OUTLINE_OF(bpf_link_detach, T, A(link_detach, link_fd, INT));
static OUTLINE_OF(bpf_enable_stats, T, A_NAMED(enable_stats, type, ENUM, bpf_stats_type));
static OUTLINE_OF(bpf_iter_create, T, A(iter_create, link_fd, INT), A(iter_create, flags, HEX));
static OUTLINE_OF(bpf_bind_map, T, A(prog_bind_map, prog_fd, INT), A(prog_bind_map, map_fd, INT),
	A(prog_bind_map, flags, HEX));
static OUTLINE_OF(bpf_token_create, T, A(token_create, flags, HEX), A(token_create, bpffs_fd, INT));

static const struct syscall_layout * const bpf_layouts[] = {
	[BPF_MAP_CREATE]		= LAYOUT(bpf_map_create),
	[BPF_MAP_LOOKUP_ELEM]		= LAYOUT(bpf_lookup),
	[BPF_MAP_UPDATE_ELEM]		= LAYOUT(bpf_update),
	[BPF_MAP_DELETE_ELEM]		= LAYOUT(bpf_delete),
	[BPF_MAP_GET_NEXT_KEY]		= LAYOUT(bpf_next_key),
	[BPF_PROG_LOAD]			= LAYOUT(bpf_prog_load),
	[BPF_OBJ_PIN]			= LAYOUT(bpf_object),
	[BPF_OBJ_GET]			= LAYOUT(bpf_object),
	[BPF_PROG_ATTACH]		= LAYOUT(bpf_attach),
	[BPF_PROG_DETACH]		= LAYOUT(bpf_detach),
	[BPF_PROG_TEST_RUN]		= LAYOUT(bpf_test_run),
	[BPF_PROG_GET_NEXT_ID]		= LAYOUT(bpf_next_id),
	[BPF_MAP_GET_NEXT_ID]		= LAYOUT(bpf_next_id),
	[BPF_PROG_GET_FD_BY_ID]		= LAYOUT(bpf_prog_id),
	[BPF_MAP_GET_FD_BY_ID]		= LAYOUT(bpf_map_id),
	[BPF_OBJ_GET_INFO_BY_FD]	= LAYOUT(bpf_info),
	[BPF_PROG_QUERY]		= LAYOUT(bpf_query),
	[BPF_RAW_TRACEPOINT_OPEN]	= LAYOUT(bpf_raw_tracepoint),
	[BPF_BTF_LOAD]			= LAYOUT(bpf_btf_load),
	[BPF_BTF_GET_FD_BY_ID]		= LAYOUT(bpf_btf_id),
	[BPF_TASK_FD_QUERY]		= LAYOUT(bpf_task_fd),
	[BPF_MAP_LOOKUP_AND_DELETE_ELEM] = LAYOUT(bpf_lookup),
	[BPF_MAP_FREEZE]		= LAYOUT(bpf_delete),
	[BPF_BTF_GET_NEXT_ID]		= LAYOUT(bpf_next_id),
	[BPF_MAP_LOOKUP_BATCH]		= LAYOUT(bpf_batch),
	[BPF_MAP_LOOKUP_AND_DELETE_BATCH] = LAYOUT(bpf_batch),
	[BPF_MAP_UPDATE_BATCH]		= LAYOUT(bpf_batch),
	[BPF_MAP_DELETE_BATCH]		= LAYOUT(bpf_batch),
	[BPF_LINK_CREATE]		= LAYOUT(bpf_link_create),
	[BPF_LINK_UPDATE]		= LAYOUT(bpf_link_update),
	[BPF_LINK_GET_FD_BY_ID]		= LAYOUT(bpf_link_id),
	[BPF_LINK_GET_NEXT_ID]		= LAYOUT(bpf_next_id),
	[BPF_ENABLE_STATS]		= LAYOUT(bpf_enable_stats),
	[BPF_ITER_CREATE]		= LAYOUT(bpf_iter_create),
	[BPF_LINK_DETACH]		= LAYOUT(bpf_link_detach),
	[BPF_PROG_BIND_MAP]		= LAYOUT(bpf_bind_map),
	[BPF_TOKEN_CREATE]		= LAYOUT(bpf_token_create),
};

/* The caller passes the size of the attributes that it knows. */
static u32 bpf_attr_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] < ARRAY_SIZE(bpf_layouts) ? min_t(u32, args[2], SYSCALL_BYTES_MAX) : 0;
}

static void put_bpf_attr(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type, const struct syscall_data *data)
{
	u32 command = value->nargs ? value->args[0] : U32_MAX;
	struct syscall_type shown = *type;

	if (command >= ARRAY_SIZE(bpf_layouts)) {
		ktrace_show_pointer(out, value->value);
		return;
	}
	shown.layout = bpf_layouts[command];
	ktrace_put_sized(out, value, &shown, data);
}

#define BPF_ATTR_COPY	{ SYSCALL_HOW_OBJECT, sizeof(T), .bytes = bpf_attr_bytes }
#define BPF_ATTR							\
	COPIED("bpf_attr", put_bpf_attr, .in = BPF_ATTR_COPY, .out = BPF_ATTR_COPY)

static const struct syscall_desc bpf_calls[] = {
	{ "bpf", .rules = RULES {
		ARG("cmd", ENUM(bpf_cmd)),
		ARG("uattr", BPF_ATTR),
		{ } } },
};

FAMILY(bpf);
