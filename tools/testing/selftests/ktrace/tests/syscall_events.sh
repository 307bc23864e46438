# SPDX-License-Identifier: GPL-2.0
# description: the events of system calls, their names and formats
# requires: events/syscalls/enable available_events
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

cd "$KTRACE/events/syscalls" || fail "no directory"

[ -d sys_enter_newuname ] || fail "uname lacks the name that clients know"
[ ! -e sys_enter_uname ] || fail "uname has two events"
[ -d ../syscall/uname ] || fail "no complete event for uname"
[ ! -e sys_enter_afs_syscall ] || fail "an event for a call that does not exist"
for d in sys_enter_*; do
	[ -d "sys_exit_${d#sys_enter_}" ] || fail "$d has no counterpart"
done
n=$(grep -c '^syscalls:sys_enter_' "$KTRACE/available_events")
[ "$n" -gt 250 ] || fail "only $n calls"
note "$n calls"

cat >"$TMP/want" <<EOF
	field:int __syscall_nr;	offset:8;	size:4;	signed:1;
	field:int dfd;	offset:16;	size:8;	signed:0;
	field:const char * filename;	offset:24;	size:8;	signed:0;
	field:int flags;	offset:32;	size:8;	signed:0;
	field:umode_t mode;	offset:40;	size:8;	signed:0;

print fmt: "dfd: %s, filename: 0x%08lx, flags: %s%s%s, mode: 0x%08lx", __print_symbolic((REC->dfd & 0xffffffff), { 0xffffff9c, "AT_FDCWD" }), ((unsigned long)(REC->filename)), __print_symbolic((REC->flags & 0x3), { 0x0, "O_RDONLY" }, { 0x1, "O_WRONLY" }, { 0x2, "O_RDWR" }, { 0x3, "O_ACCMODE" }), (REC->flags & 0xfffffffc) ? "|" : "", __print_flags((REC->flags & 0xfffffffc), "|", NAMES), ((unsigned long)(REC->mode))
EOF
# The names of flags come from the kernel's headers.
sed -e '1,/^$/d' -e 's/{ 0x101000, "O_SYNC" }, .*{ 0x80000, "O_CLOEXEC" }[^)]*)/NAMES)/' \
	sys_enter_openat/format >"$TMP/got"
diff "$TMP/want" "$TMP/got" || fail "the format of sys_enter_openat"

cat >"$TMP/want" <<EOF
	field:int __syscall_nr;	offset:8;	size:4;	signed:1;
	field:long ret;	offset:16;	size:8;	signed:1;

print fmt: "0x%lx%s%s", REC->ret, (REC->ret >= 0xfffffffffffff001) ? " " : "", (REC->ret >= 0xfffffffffffff001) ? __print_symbolic((0 - REC->ret), { 1, "EPERM" }, { 2, "ENOENT" }, NAMES) : ""
EOF
sed -e '1,/^$/d' -e 's/\("ENOENT" }, \){ .*{ 516, "ERESTART_RESTARTBLOCK" }[^)]*)/\1NAMES)/' \
	sys_exit_openat/format >"$TMP/got"
diff "$TMP/want" "$TMP/got" || fail "the format of sys_exit_openat"

# If a call has more names than a format may have, the argument is a number.
must grep -q 'print fmt: "fd: 0x%08lx, cmd: 0x%08lx, arg: 0x%08lx"' sys_enter_ioctl/format
for f in sys_*/format; do
	[ "$(wc -c <"$f")" -lt 16384 ] || fail "$f has $(wc -c <"$f") bytes"
done

# Enable a single event.
write events/syscalls/sys_enter_newuname/enable 1
equal "its state" "$(cat sys_enter_newuname/enable)" 1
equal "the state of the group" "$(cat enable)" X
uname >/dev/null
write events/syscalls/sys_enter_newuname/enable 0
equal "lines of one uname" "$(grep -c 'sys_newuname(name: ' "$KTRACE/trace")" 1
equal "other lines" "$(grep -v '^#' "$KTRACE/trace" | grep -vc 'sys_newuname(')" 0
