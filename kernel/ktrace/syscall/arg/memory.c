// SPDX-License-Identifier: GPL-2.0
/* System calls on memory: mappings, advice, policies, the memory of other processes. */
#include <linux/compat.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/uio.h>

#include "syscall/arg/describe.h"

/* The block of arguments of the old 32-bit mmap(). */
struct syscall_mmap32 {
	u32 addr, len, prot, flags;
	s32 fd;
	u32 offset;
};

#define T struct syscall_mmap32
OUTLINE(mmap, T, F(T, addr, PTR), F(T, len, UINT), F_FLAGS(T, prot, mmap_prot),
	F_FLAGS(T, flags, mmap_flags), F(T, fd, INT), F(T, offset, HEX));
#undef T
#define IOVEC_FIELDS(T)	F(T, iov_base, PTR), F(T, iov_len, UINT)
OUTLINE(iovec, struct iovec, IOVEC_FIELDS(struct iovec));
OUTLINE(iovec32, struct compat_iovec, IOVEC_FIELDS(struct compat_iovec));

/* One byte for each page. */
static u32 mincore_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u64, args[1] / PAGE_SIZE + !!(args[1] % PAGE_SIZE), SYSCALL_BYTES_MAX);
}

/*
 * Sets of nodes are arrays of longs. The kernel ignores the last bit of the number of bits
 * that the program passes.
 */
static OUTLINE_PAIR(node_mask, LAYOUT(hex32), u64, { .size = sizeof(u64), .as = SHOW_HEX });

static u32 node_mask_bytes(u64 bits, enum ktrace_abi abi)
{
	u32 unit = abi == KTRACE_ABI_NATIVE ? 64 : 32;

	bits = min_t(u64, bits, SYSCALL_BYTES_MAX);
	return bits > 1 ? DIV_ROUND_UP(bits - 1, unit) * (unit / BITS_PER_BYTE) : 0;
}

#define NODE_MASK_BYTES(arg)						\
	static u32 node_mask##arg##_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return node_mask_bytes(args[arg], abi);			\
	}
NODE_MASK_BYTES(1)
NODE_MASK_BYTES(2)
NODE_MASK_BYTES(4)

#define NODE_MASK(arg)							\
	OBJECT(node_mask, ktrace_show_object, true, .in = BY(node_mask##arg##_bytes))
#define NODE_MASK_OUT(arg)						\
	OBJECT(node_mask, ktrace_show_object, true, .out = BY(node_mask##arg##_bytes))

OUTLINE(mode, u32, { .size = sizeof(u32), .as = SHOW_FLAGS, .names = KTRACE_NAMES_mempolicy_mode });
/* A node, or an error. */
OUTLINE(page_status, s32, { .size = sizeof(s32), .as = SHOW_RESULT });

static OUTLINE_PAIR(page_address, LAYOUT(pointer32), u64, { .size = sizeof(u64), .as = SHOW_PTR });
#define PAGE_ADDRESSES							\
	OBJECT(page_address, ktrace_show_object, true,			\
	       .in = { SYSCALL_HOW_OBJECT, sizeof(u64), sizeof(u32) })

static void show_remote_iovec(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	/* All foreign ABIs have 32-bit pointers. */
	shown.layout = value->abi == KTRACE_ABI_NATIVE ? LAYOUT(iovec) : LAYOUT(iovec32);
	ktrace_show_object(out, value, &shown);
}

static u8 mremap_unused(const u64 *args, enum ktrace_abi abi)
{
	return args[3] & (MREMAP_FIXED | MREMAP_DONTUNMAP) ? 0 : NOT(4);
}

/* The buffers belong to another process, so only the vector is copied. */
#define REMOTE_IOVEC							\
	TYPE("remote_iovec", show_remote_iovec, .put = ktrace_put_object, .array = true, \
	     .in = { SYSCALL_HOW_OBJECT, SYSCALL_SIZE_iovec, SYSCALL_SIZE_iovec32 })

static const struct syscall_desc memory_calls[] = {
	{ "mmap", .rules = RULES {
		RETURNS_ADDRESS,
		ARG("arg", IN(mmap)),
		ARG("prot", LONG_FLAGS(mmap_prot)),
		ARG("flags", LONG_FLAGS(mmap_flags)),
		ARG("off", HEX_ARG),
		{ } } },
	{ "mmap2", .rules = RULES {
		RETURNS_ADDRESS,
		ARG("prot", LONG_FLAGS(mmap_prot)),
		ARG("flags", LONG_FLAGS(mmap_flags)),
		ARG("pgoff", ULONG_ARG),
		{ } } },
	{ "mprotect pkey_mprotect", .rules = RULES {
		ARG("prot", LONG_FLAGS(mmap_prot)),
		{ } } },
	{ "remap_file_pages", .rules = RULES {
		ARG("prot", LONG_FLAGS(mmap_prot)),
		ARG("flags", LONG_FLAGS(mmap_flags)),
		ARG("pgoff", ULONG_ARG),
		{ } } },
	{ "mremap", .unused = mremap_unused, .rules = RULES {
		RETURNS_ADDRESS,
		ARG("flags", LONG_FLAGS(mremap_flags)),
		{ } } },
	{ "brk", .rules = RULES {
		RETURNS_ADDRESS,
		ARG("brk", ADDRESS),
		{ } } },
	{ "msync", .rules = RULES {
		ARG("flags", FLAGS(msync_flags)),
		{ } } },
	{ "madvise", .rules = RULES {
		ARG("behavior", ENUM(madvise)),
		{ } } },
	{ "process_madvise", .rules = RULES {
		ARG_N("vec", REMOTE_IOVEC, 2),
		ARG("behavior", ENUM(madvise)),
		{ } } },
	{ "process_vm_readv", .rules = RULES {
		ARG_N("lvec", IOVEC_OUT, 2),
		ARG_N("rvec", REMOTE_IOVEC, 4),
		ARG("flags", ULONG_ARG),
		{ } } },
	{ "process_vm_writev", .rules = RULES {
		ARG_N("lvec", IOVEC, 2),
		ARG_N("rvec", REMOTE_IOVEC, 4),
		ARG("flags", ULONG_ARG),
		{ } } },
	{ "mincore", .rules = RULES {
		ARG("vec", OBJECT(u8, ktrace_show_object, true, .out = BY(mincore_bytes))),
		{ } } },
	{ "mlockall", .rules = RULES {
		ARG("flags", FLAGS(mlockall_flags)),
		{ } } },
	{ "mlock2", .rules = RULES {
		ARG("flags", FLAGS(mlock2_flags)),
		{ } } },
	{ "memfd_create", .rules = RULES {
		RETURNS_FD,
		ARG("uname", STRING_MAX(250)),
		ARG("flags", FLAGS(memfd_flags)),
		{ } } },
	{ "memfd_secret", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(dup3_flags)),
		{ } } },
	{ "userfaultfd", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(userfaultfd_flags)),
		{ } } },
	{ "mbind", .rules = RULES {
		ARG("flags", FLAGS(mbind_flags)),
		ARG("mode", LONG_FLAGS(mempolicy_mode)),
		ARG("nmask", NODE_MASK(4)),
		{ } } },
	{ "set_mempolicy", .rules = RULES {
		ARG("mode", FLAGS(mempolicy_mode)),
		ARG("nmask", NODE_MASK(2)),
		{ } } },
	{ "get_mempolicy", .rules = RULES {
		ARG("policy", OUT(mode)),
		ARG("nmask", NODE_MASK_OUT(2)),
		ARG("addr", HEX_ARG),
		ARG("flags", LONG_FLAGS(get_mempolicy_flags)),
		{ } } },
	{ "pkey_alloc", .rules = RULES {
		ARG("init_val", LONG_FLAGS(pkey_rights)),
		{ } } },
	{ "move_pages", .rules = RULES {
		ARG_N("pages", PAGE_ADDRESSES, 1),
		ARG_N("nodes", IN_ARRAY(int), 1),
		ARG_N("status", OUT_ARRAY(page_status), 1),
		ARG("flags", FLAGS(mbind_flags)),
		{ } } },
	{ "migrate_pages", .rules = RULES {
		ARG("old_nodes new_nodes", NODE_MASK(1)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "munmap mlock munlock munlockall mseal pkey_free "
	  "set_mempolicy_home_node process_mrelease" },
};

FAMILY(memory);
