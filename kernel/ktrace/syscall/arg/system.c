// SPDX-License-Identifier: GPL-2.0
/* System calls on the whole system: its names, its log, its modules. */
#include <linux/kernel.h>
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

#define SYSLOG_OUT							\
	COPIED("contents", ktrace_put_contents,				\
	       .out = { SYSCALL_HOW_CONTENTS, 1, 0, syslog_bytes })

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
	{ "reboot", .rules = RULES {
		ARG("magic1 magic2", HEX32_ARG),
		ARG("cmd", ENUM(reboot_cmd)),
		{ } } },
	{ "syslog", .rules = RULES {
		ARG("type", ENUM(syslog_action)),
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
	{ "bpf", .rules = RULES {
		ARG("cmd", ENUM(bpf_cmd)),
		{ } } },
	{ "kexec_file_load", .rules = RULES {
		ARG("kernel_fd initrd_fd", FD),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "kexec_load" },
};

FAMILY(system);
