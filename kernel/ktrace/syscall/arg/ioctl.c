// SPDX-License-Identifier: GPL-2.0
/* ioctl(): names of commands, and the types of known arguments. */
#include <linux/kernel.h>
#include <linux/termios.h>
#include <asm/ioctls.h>
#include <uapi/linux/btrfs.h>
#include <uapi/linux/dm-ioctl.h>
#include <uapi/linux/input.h>
#include <uapi/linux/kvm.h>
#include <uapi/linux/nsfs.h>
#include <uapi/linux/ptp_clock.h>
#include <uapi/linux/seccomp.h>
#include <uapi/linux/userfaultfd.h>
#include <uapi/linux/watchdog.h>
#include <uapi/mtd/ubi-user.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/ioctl.h"

#define T struct winsize
OUTLINE(winsize, T, F(T, ws_row, UINT), F(T, ws_col, UINT), F(T, ws_xpixel, UINT),
	F(T, ws_ypixel, UINT));
#undef T
#define TERMIOS(T)							\
	F_FLAGS(T, c_iflag, termios_iflag), F_FLAGS(T, c_oflag, termios_oflag), \
	F_FLAGS(T, c_cflag, termios_cflag), F_FLAGS(T, c_lflag, termios_lflag), \
	F_ENUM(T, c_line, line_discipline), F(T, c_cc, BYTES)
OUTLINE(termios, struct termios, TERMIOS(struct termios));
OUTLINE(termios2, struct termios2, TERMIOS(struct termios2),
	F(struct termios2, c_ispeed, UINT), F(struct termios2, c_ospeed, UINT));

/* The modem lines of a serial port. */
static OUTLINE_OF(modem_lines, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_modem_lines });

/* Commands of terminals and commands of all files. */
static const struct syscall_command tty_commands[] = {
	{ TCGETS, .where = LEFT, .layout = LAYOUT(termios) },
	{ TCSETS, .where = PASSED, .layout = LAYOUT(termios) },
	{ TCSETSW, .where = PASSED, .layout = LAYOUT(termios) },
	{ TCSETSF, .where = PASSED, .layout = LAYOUT(termios) },
	{ TCGETS2, .where = LEFT, .layout = LAYOUT(termios2) },
	{ TCSETS2, .where = PASSED, .layout = LAYOUT(termios2) },
	{ TCSETSW2, .where = PASSED, .layout = LAYOUT(termios2) },
	{ TCSETSF2, .where = PASSED, .layout = LAYOUT(termios2) },
	{ TIOCGWINSZ, .where = LEFT, .layout = LAYOUT(winsize) },
	{ TIOCSWINSZ, .where = PASSED, .layout = LAYOUT(winsize) },
	{ TIOCGPGRP, .where = LEFT, .layout = LAYOUT(int) },
	{ TIOCSPGRP, .where = PASSED, .layout = LAYOUT(int) },
	{ TIOCGSID, .where = LEFT, .layout = LAYOUT(int) },
	{ TIOCGPTN, .where = LEFT, .layout = LAYOUT(int) },
	{ TIOCSPTLCK, .where = PASSED, .layout = LAYOUT(int) },
	{ TIOCOUTQ, .where = LEFT, .layout = LAYOUT(int) },
	IOCTL_R(TIOCMGET, modem_lines), IOCTL_W(TIOCMSET, modem_lines),
	IOCTL_W(TIOCMBIS, modem_lines), IOCTL_W(TIOCMBIC, modem_lines),
	IOCTL_R(TIOCGETD, int), IOCTL_W(TIOCSETD, int), IOCTL_W(TIOCPKT, int),
	IOCTL_R(TIOCGPTLCK, int), IOCTL_R(TIOCGPKT, int), IOCTL_R(TIOCGEXCL, int),
	IOCTL_R(TIOCGDEV, hex32), IOCTL_R(TIOCGSOFTCAR, int), IOCTL_W(TIOCSSOFTCAR, int),
	IOCTL_W(TIOCSTI, u8), IOCTL_R(FIOQSIZE, s64),
	{ FIONREAD, .where = LEFT, .layout = LAYOUT(int) },
	{ FIONBIO, .where = PASSED, .layout = LAYOUT(int) },
	{ FIOASYNC, .where = PASSED, .layout = LAYOUT(int) },
	{ TCFLSH, .layout = SHOWN(ENUM, tty_flush) },
	{ TCXONC, .layout = SHOWN(ENUM, tty_flow) },
	IOCTL_VALUE(TCSBRK, int), IOCTL_VALUE(TCSBRKP, int), IOCTL_VALUE(TIOCSCTTY, int),
	{ TIOCGPTPEER, .layout = SHOWN(FLAGS, open_flags) },
	{ FIOCLEX, .unused = NOT(2) },
	{ FIONCLEX, .unused = NOT(2) },
	{ TIOCEXCL, .unused = NOT(2) },
	{ TIOCNXCL, .unused = NOT(2) },
	{ TIOCNOTTY, .unused = NOT(2) },
	{ TIOCSBRK, .unused = NOT(2) },
	{ TIOCCBRK, .unused = NOT(2) },
	{ TIOCCONS, .unused = NOT(2) },
	{ TIOCVHANGUP, .unused = NOT(2) },
};

static const struct syscall_commands ioctl_tty = {
	.commands = tty_commands, .nr = ARRAY_SIZE(tty_commands),
};

#define IOCTL_ENTRY(type, name)						\
	[type] = &ktrace_ioctl_##name,

/**
 * ktrace_ioctl_table - look up the table of a command of ioctl()
 * @cmd:	number of the command
 *
 * Context: any.
 * Return: the table for _IOC_TYPE() of @cmd; the table of terminals if no other has this type.
 */
const struct syscall_commands *ktrace_ioctl_table(u32 cmd)
{
	static const struct syscall_commands * const tables[_IOC_TYPEMASK + 1] = {
		IOCTL_TABLES(IOCTL_ENTRY)
	};

	return tables[_IOC_TYPE(cmd)] ?: &ioctl_tty;
}

/* The number of a command without the axis of an input device that it may contain. */
static __always_inline u32 ioctl_plain(u32 cmd)
{
	if ((cmd & ~ABS_MAX) == EVIOCGABS(0) || (cmd & ~ABS_MAX) == EVIOCSABS(0))
		return cmd & ~ABS_MAX;
	return cmd;
}

static const struct syscall_command *ioctl_command(const u64 *args)
{
	return ktrace_command_find(ktrace_ioctl_table(args[1]), ioctl_plain(args[1]));
}

static u8 ioctl_unused(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_command_unused(ioctl_command(args));
}

static u32 ioctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_command_bytes(ktrace_ioctl_table(args[1]), ioctl_plain(args[1]), abi, PASSED);
}

static u32 ioctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_command_bytes(ktrace_ioctl_table(args[1]), ioctl_plain(args[1]), abi, LEFT);
}

#define IOCTL_ARG							\
	TYPE("ioctl", show_ioctl_arg,					\
	     .in = { SYSCALL_HOW_OBJECT, IOCTL_BYTES, .bytes = ioctl_in_bytes }, \
	     .out = { SYSCALL_HOW_OBJECT, IOCTL_BYTES, .bytes = ioctl_out_bytes })

/* Show a command of input devices that contains a size or an axis. */
static bool show_sized_ioctl(struct seq_buf *out, u32 cmd)
{
	static const struct {
		u32 command;
		const char *name;
	} commands[] = {
		{ EVIOCGNAME(0),	"EVIOCGNAME" },
		{ EVIOCGPHYS(0),	"EVIOCGPHYS" },
		{ EVIOCGUNIQ(0),	"EVIOCGUNIQ" },
		{ EVIOCGPROP(0),	"EVIOCGPROP" },
		{ EVIOCGMTSLOTS(0),	"EVIOCGMTSLOTS" },
		{ EVIOCGKEY(0),		"EVIOCGKEY" },
		{ EVIOCGLED(0),		"EVIOCGLED" },
		{ EVIOCGSND(0),		"EVIOCGSND" },
		{ EVIOCGSW(0),		"EVIOCGSW" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (commands[i].command != (cmd & ~IOCSIZE_MASK))
			continue;
		seq_buf_printf(out, "%s(%u)", commands[i].name, _IOC_SIZE(cmd));
		return true;
	}
	if ((cmd & ~(IOCSIZE_MASK | EV_MAX)) == EVIOCGBIT(0, 0)) {
		seq_buf_puts(out, "EVIOCGBIT(");
		ktrace_show_u32(out, cmd & EV_MAX, SHOW_ENUM, KTRACE_NAMES_input_event);
		seq_buf_printf(out, ", %u)", _IOC_SIZE(cmd));
		return true;
	}
	if ((cmd & ~ABS_MAX) == EVIOCGABS(0) || (cmd & ~ABS_MAX) == EVIOCSABS(0)) {
		seq_buf_puts(out, _IOC_DIR(cmd) == _IOC_READ ? "EVIOCGABS(" : "EVIOCSABS(");
		ktrace_show_u32(out, cmd & ABS_MAX, SHOW_ENUM, KTRACE_NAMES_input_abs);
		seq_buf_putc(out, ')');
		return true;
	}
	return false;
}

static void show_ioctl_cmd(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	static const char * const dirs[] = {
		"_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE",
	};
	const char *name = ktrace_names_find(KTRACE_NAMES_ioctl_cmd, (u32)value->value);
	u32 cmd = value->value;

	if (name)
		seq_buf_puts(out, name);
	else if (!show_sized_ioctl(out, cmd))
		seq_buf_printf(out, "_IOC(%s, %#x, %#x, %#x)", dirs[_IOC_DIR(cmd)],
			       _IOC_TYPE(cmd), _IOC_NR(cmd), _IOC_SIZE(cmd));
}

static void show_ioctl_arg(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	const struct syscall_command *command = value->nargs > 1 ? ioctl_command(value->args) :
								    NULL;

	/* The number of a command says whether its argument is an address. */
	if (!command && value->nargs > 1 && _IOC_DIR(value->args[1]) != _IOC_NONE &&
	    (_IOC_TYPE(value->args[1]) == 'E' ||
	     ktrace_names_find(KTRACE_NAMES_ioctl_cmd, (u32)value->args[1])))
		ktrace_show_pointer(out, value->value);
	else
		ktrace_command_show(out, value, type, command);
}

static const struct syscall_desc ioctl_calls[] = {
	{ "ioctl", .unused = ioctl_unused, .rules = RULES {
		ARG("cmd", TYPE("ioctl_cmd", show_ioctl_cmd)),
		ARG("arg", IOCTL_ARG),
		{ } } },
};

FAMILY(ioctl);
