// SPDX-License-Identifier: GPL-2.0
/* System calls on the whole system: its names, its log, its modules. */
#include <linux/kernel.h>
#include <linux/reboot.h>
#include <linux/sysinfo.h>
#include <linux/syscalls.h>
#include <linux/syslog.h>
#include <linux/utsname.h>

#include "syscall/arg/describe.h"

#define UTSNAME(T)							\
	F(T, sysname, TEXT), F(T, nodename, TEXT), F(T, release, TEXT),	\
	F(T, version, TEXT), F(T, machine, TEXT)
OUTLINE(utsname, struct new_utsname, UTSNAME(struct new_utsname),
	F(struct new_utsname, domainname, TEXT));
OUTLINE(old_utsname, struct old_utsname, UTSNAME(struct old_utsname));
OUTLINE(oldold_utsname, struct oldold_utsname, UTSNAME(struct oldold_utsname));

/* As struct compat_sysinfo of kernel/sys.c. */
struct syscall_sysinfo32 {
	s32 uptime;
	u32 loads[3];
	u32 totalram, freeram, sharedram, bufferram, totalswap, freeswap;
	u16 procs, pad;
	u32 totalhigh, freehigh, mem_unit;
	u8 unused[8];
};

#define SYSINFO(T)							\
	F(T, uptime, INT), F_ARRAY(T, loads, UINT), F(T, totalram, UINT),	\
	F(T, freeram, UINT), F(T, sharedram, UINT), F(T, bufferram, UINT), \
	F(T, totalswap, UINT), F(T, freeswap, UINT), F(T, procs, UINT),	\
	F(T, totalhigh, UINT), F(T, freehigh, UINT), F(T, mem_unit, UINT)
OUTLINE(sysinfo, struct sysinfo, SYSINFO(struct sysinfo));
OUTLINE(sysinfo32, struct syscall_sysinfo32, SYSINFO(struct syscall_sysinfo32));

/* As struct kexec_segment of linux/kexec.h, which has it only with CONFIG_KEXEC. */
struct syscall_kexec_segment {
	u64 buf, bufsz, mem, memsz;
};

struct syscall_kexec_segment32 {
	u32 buf, bufsz, mem, memsz;
};

#define KEXEC_SEGMENT(T)	F(T, buf, PTR), F(T, bufsz, UINT), F(T, mem, PTR), F(T, memsz, UINT)
OUTLINE(kexec_segment, struct syscall_kexec_segment, KEXEC_SEGMENT(struct syscall_kexec_segment));
OUTLINE(kexec_segment32, struct syscall_kexec_segment32,
	KEXEC_SEGMENT(struct syscall_kexec_segment32));

/* Only these actions write to the buffer. */
static u32 syslog_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((s32)args[0]) {
	case SYSLOG_ACTION_READ:
	case SYSLOG_ACTION_READ_ALL:
	case SYSLOG_ACTION_READ_CLEAR:
		return SYSCALL_BYTES_COUNT;
	}
	return 0;
}

/* Only these actions have arguments. */
static u8 syslog_unused(const u64 *args, enum ktrace_abi abi)
{
	switch ((s32)args[0]) {
	case SYSLOG_ACTION_CLOSE:
	case SYSLOG_ACTION_OPEN:
	case SYSLOG_ACTION_CLEAR:
	case SYSLOG_ACTION_CONSOLE_OFF:
	case SYSLOG_ACTION_CONSOLE_ON:
	case SYSLOG_ACTION_SIZE_UNREAD:
	case SYSLOG_ACTION_SIZE_BUFFER:
		return NOT_FROM(1);
	}
	return 0;
}

/* Only this command has an argument. */
static u8 reboot_unused(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[2] == LINUX_REBOOT_CMD_RESTART2 ? 0 : NOT(3);
}

/* The kernel reads at most 255 characters. */
static u32 reboot_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[2] == LINUX_REBOOT_CMD_RESTART2 ? SYSCALL_BYTES_STRING | 256 : 0;
}

#define SYSLOG_OUT							\
	COPIED("contents", ktrace_put_contents,				\
	       .out = { SYSCALL_HOW_CONTENTS, 1, .bytes = syslog_bytes })

static const struct syscall_desc system_calls[] = {
	{ "uname", .rules = RULES {
		ARG("name", OUT(utsname)),
		{ } } },
	{ "olduname", .rules = RULES {
		ARG("name", OUT(old_utsname)),
		{ } } },
	{ "oldolduname", .rules = RULES {
		ARG("name", OUT(oldold_utsname)),
		{ } } },
	{ "sysinfo", .rules = RULES {
		ARG_C("info", struct sysinfo __user *, OUT(sysinfo)),
		ARG("info", OUT(sysinfo32)),
		{ } } },
	{ "sethostname setdomainname", .rules = RULES {
		ARG_N("name", STRING, 1),
		{ } } },
	{ "reboot", .unused = reboot_unused, .rules = RULES {
		ARG("magic1 magic2", ENUM(reboot_magic)),
		ARG("cmd", ENUM(reboot_cmd)),
		ARG("arg", COPIED("string", ktrace_put_string,
				  .in = { SYSCALL_HOW_OBJECT, 1, .bytes = reboot_bytes })),
		{ } } },
	{ "syslog", .unused = syslog_unused, .rules = RULES {
		ARG("type", ID_ENUM(syslog_action)),
		ARG_N("buf", SYSLOG_OUT, RET),
		{ } } },
	{ "getrandom", .rules = RULES {
		ARG_N("ubuf", CONTENTS_OUT, RET),
		ARG("flags", FLAGS(getrandom_flags)),
		{ } } },
	{ "init_module", .rules = RULES {
		ARG("uargs", STRING),
		{ } } },
	{ "finit_module", .rules = RULES {
		ARG("uargs", STRING),
		ARG("flags", FLAGS(finit_module_flags)),
		{ } } },
	{ "delete_module", .rules = RULES {
		ARG("name_user", STRING),
		ARG("flags", FLAGS(delete_module_flags)),
		{ } } },
	{ "kexec_file_load", .rules = RULES {
		ARG("kernel_fd initrd_fd", FD),
		ARG_N("cmdline_ptr", STRING, 2),
		ARG("flags", LONG_FLAGS(kexec_file_flags)),
		{ } } },
	{ "kexec_load", .rules = RULES {
		ARG("entry", HEX_ARG),
		ARG_CN("segments", struct kexec_segment __user *, IN_ARRAY(kexec_segment), 1),
		ARG_N("segments", IN_ARRAY(kexec_segment32), 1),
		ARG("flags", LONG_FLAGS(kexec_load_flags)),
		{ } } },
};

FAMILY(system);
