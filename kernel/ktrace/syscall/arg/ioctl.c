// SPDX-License-Identifier: GPL-2.0
/* ioctl(): names of commands, and the types of known arguments. */
#include <linux/blkzoned.h>
#include <linux/kernel.h>
#include <linux/termios.h>
#include <asm/ioctls.h>
#include <uapi/linux/fs.h>
#include <uapi/linux/input.h>
#include <uapi/linux/loop.h>
#include <uapi/linux/random.h>
#include <uapi/linux/rtc.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

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

static const struct syscall_command ioctl_command_list[] = {
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
	{ FIONREAD, .where = LEFT, .layout = LAYOUT(int) },
	{ FIONBIO, .where = PASSED, .layout = LAYOUT(int) },
	{ FIOASYNC, .where = PASSED, .layout = LAYOUT(int) },
	{ FS_IOC_GETFLAGS, .where = LEFT, .layout = LAYOUT(hex32) },
	{ FS_IOC_SETFLAGS, .where = PASSED, .layout = LAYOUT(hex32) },
	{ BLKGETSIZE64, .where = LEFT, .layout = LAYOUT(u64) },
	{ BLKSSZGET, .where = LEFT, .layout = LAYOUT(int) },
	{ RNDGETENTCNT, .where = LEFT, .layout = LAYOUT(int) },
	{ TIOCGPTPEER, .layout = SHOWN(FLAGS, open_flags) },
	{ FICLONE, .layout = LAYOUT(int) },
	{ FIOCLEX, .unused = NOT(2) },
	{ FIONCLEX, .unused = NOT(2) },
	{ TIOCEXCL, .unused = NOT(2) },
	{ TIOCNXCL, .unused = NOT(2) },
	{ TIOCNOTTY, .unused = NOT(2) },
	{ TIOCSBRK, .unused = NOT(2) },
	{ TIOCCBRK, .unused = NOT(2) },
	{ TIOCCONS, .unused = NOT(2) },
	{ TIOCVHANGUP, .unused = NOT(2) },
	{ FIFREEZE, .unused = NOT(2) },
	{ FITHAW, .unused = NOT(2) },
	{ BLKRRPART, .unused = NOT(2) },
	{ BLKFLSBUF, .unused = NOT(2) },
	{ LOOP_CLR_FD, .unused = NOT(2) },
	{ LOOP_CTL_GET_FREE, .unused = NOT(2) },
	{ RTC_AIE_ON, .unused = NOT(2) },
	{ RTC_AIE_OFF, .unused = NOT(2) },
	{ RTC_UIE_ON, .unused = NOT(2) },
	{ RTC_UIE_OFF, .unused = NOT(2) },
	{ RTC_PIE_ON, .unused = NOT(2) },
	{ RTC_PIE_OFF, .unused = NOT(2) },
	{ RTC_WIE_ON, .unused = NOT(2) },
	{ RTC_WIE_OFF, .unused = NOT(2) },
};

COMMANDS(ioctl, (u32)args[1])
COMMAND_BYTES(ioctl, (u32)args[1])

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
	ktrace_command_show(out, value, type,
			    value->nargs > 1 ? ioctl_command(value->args) : NULL);
}

static const struct syscall_desc ioctl_calls[] = {
	{ "ioctl", .commands = &ioctl_commands, .unused = ioctl_unused, .rules = RULES {
		ARG("cmd", TYPE("ioctl_cmd", show_ioctl_cmd)),
		ARG("arg", COMMAND_ARG(ioctl, show_ioctl_arg)),
		{ } } },
};

FAMILY(ioctl);
