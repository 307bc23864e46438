// SPDX-License-Identifier: GPL-2.0
/*
 * Entries of directories as text, for getdents(), getdents64() and readdir(). Called when records
 * are read; the option buffer-limit says how much of the entries of getdents() a record has.
 */
#include <linux/compat.h>
#include <linux/dirent.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "text/format.h"
#include "syscall/arg/describe.h"

/* As struct linux_dirent of fs/readdir.c, up to the name. The type is the last byte. */
struct syscall_dirent {
	u64 d_ino, d_off;
	u16 d_reclen;
} __packed;

struct syscall_dirent32 {
	u32 d_ino, d_off;
	u16 d_reclen;
} __packed;

#define DIRENT(T)	F(T, d_ino, UINT), F(T, d_off, INT), F(T, d_reclen, UINT)
OUTLINE(dirent, struct syscall_dirent, DIRENT(struct syscall_dirent));
OUTLINE(dirent32, struct syscall_dirent32, DIRENT(struct syscall_dirent32));
#define T struct linux_dirent64
static OUTLINE_OF(dirent64, T, DIRENT(T), F_ENUM(T, d_type, dirent_type));
#undef T

static void put_dirent_type(struct seq_buf *out, u8 type)
{
	seq_buf_puts(out, ", d_type=");
	ktrace_show_u32(out, type, SHOW_ENUM, KTRACE_NAMES_dirent_type);
}

/*
 * Append entries whose fields before the name are those of @layout. The type is the last byte
 * of an entry if it is not among these fields.
 */
static void put_dirents(struct seq_buf *out, const struct syscall_layout *layout, u32 fixed,
			u32 reclen_at, const struct syscall_data *data)
{
	bool type_last = layout != LAYOUT(dirent64);
	const u8 *at = data->at;
	u32 left = data->len;
	u16 reclen;

	seq_buf_putc(out, '[');
	while (left >= fixed && !seq_buf_has_overflowed(out)) {
		memcpy(&reclen, at + reclen_at, sizeof(reclen));
		if (reclen <= fixed || reclen > left)
			break;
		seq_buf_puts(out, at == data->at ? "{" : ", {");
		ktrace_show_fields(out, layout, at, fixed, true);
		seq_buf_puts(out, ", d_name=");
		ktrace_show_quoted(out, at + fixed, strnlen(at + fixed, reclen - fixed), false);
		if (type_last)
			put_dirent_type(out, at[reclen - 1]);
		seq_buf_putc(out, '}');
		at += reclen;
		left -= reclen;
	}
	if (left || data->status == SYSCALL_CUT)
		seq_buf_puts(out, at == data->at ? "..." : ", ...");
	seq_buf_putc(out, ']');
}

static void put_old_dirents(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type, const struct syscall_data *data)
{
	if (value->abi == KTRACE_ABI_NATIVE)
		put_dirents(out, LAYOUT(dirent), sizeof(struct syscall_dirent),
			    offsetof(struct syscall_dirent, d_reclen), data);
	else
		put_dirents(out, LAYOUT(dirent32), sizeof(struct syscall_dirent32),
			    offsetof(struct syscall_dirent32, d_reclen), data);
}

static void put_dirents64(struct seq_buf *out, const struct syscall_value *value,
			  const struct syscall_type *type, const struct syscall_data *data)
{
	put_dirents(out, LAYOUT(dirent64), offsetof(struct linux_dirent64, d_name),
		    offsetof(struct linux_dirent64, d_reclen), data);
}

/* Bytes of the entry that readdir() has written, whose @d_reclen is the length of the name. */
static u32 dirent_bytes(const u64 *args, enum ktrace_abi abi)
{
	struct syscall_dirent32 entry;

	if (copy_from_user_nofault(&entry, u64_to_user_ptr(args[1]), sizeof(entry)))
		return 0;
	return sizeof(entry) + min_t(u32, entry.d_reclen, NAME_MAX);
}

static void put_dirent(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	u32 fixed = sizeof(struct syscall_dirent32);

	if (data->len < fixed) {
		seq_buf_puts(out, "{...}");
		return;
	}
	seq_buf_putc(out, '{');
	ktrace_show_fields(out, LAYOUT(dirent32), data->at, fixed, true);
	seq_buf_puts(out, ", d_name=");
	ktrace_show_quoted(out, data->at + fixed, data->len - fixed,
			   data->status == SYSCALL_CUT);
	seq_buf_putc(out, '}');
}

/* readdir() writes an entry if it returns 1, and nothing at the end of the directory. */
static void show_dirent(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	struct syscall_value same = *value;

	if (same.returned && same.ret <= 0)
		same.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &same, type);
}

/* readdir() reads one entry, whatever its third argument says. */
static u8 readdir_unused(const u64 *args, enum ktrace_abi abi)
{
	return NOT(2);
}

/* Without buffer-limit a record has no entries: show the address. */
static void show_dirents(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type)
{
	struct syscall_value same = *value;

	if (same.out.status == SYSCALL_CUT && !same.out.len)
		same.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_copies(out, &same, type);
}

#define DIRENTS(putting)						\
	TYPE("dirents", show_dirents, .put = putting, .out = { SYSCALL_HOW_CONTENTS })

#define DIRENT_OUT							\
	TYPE("dirent", show_dirent, .put = put_dirent,			\
	     .out = { SYSCALL_HOW_OBJECT, sizeof(struct syscall_dirent32) + NAME_MAX, \
		      .bytes = dirent_bytes })

static const struct syscall_desc dirent_calls[] = {
	{ "getdents", .rules = RULES {
		ARG_N("dirent", DIRENTS(put_old_dirents), RET),
		{ } } },
	{ "getdents64", .rules = RULES {
		ARG_N("dirent", DIRENTS(put_dirents64), RET),
		{ } } },
	{ "readdir", .unused = readdir_unused, .rules = RULES {
		ARG("dirent", DIRENT_OUT),
		{ } } },
};

FAMILY(dirent);
