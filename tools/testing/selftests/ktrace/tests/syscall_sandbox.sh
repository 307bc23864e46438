# SPDX-License-Identifier: GPL-2.0
# description: memory is only read for calls that are made, and as the sandbox changed them
# requires: events/syscall/enable options/syscall-loud program:odd_calls

# go WHAT: run "odd_calls WHAT" traced, and store its records without the common columns
# in $TMP/lines
go()
{
	local status=0
	write trace 0
	write events/syscall/enable 1
	odd_calls "$1" >"$TMP/said" || status=$?
	write events/syscall/enable 0
	[ $status = 0 ] || [ $status = 4 ] || fail "odd_calls $1: status $status"
	[ $status = 0 ] || skip "the kernel cannot do it"
	sed -n "s/^ *odd_calls-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p" "$KTRACE/trace" >"$TMP/lines"
}

# seen PATTERN: check that one line matches
seen()
{
	local n
	n=$(grep -c -- "$1" "$TMP/lines" || :)
	[ "$n" = 1 ] || {
		sed 's/^/# /' "$TMP/lines" | tail -n 20
		fail "'$1' is there $n times"
	}
}

sandboxed()
{
	go sandboxed
	# The path of a refused call is not read, neither before nor after the call.
	seen '^openat(dfd: AT_FDCWD, filename: 0x[0-9a-f]*, flags: O_RDONLY) = -ENOTNAM (refused) <'
	seen '^mkdir(pathname: "/never/either", mode: 0700) = -ENOENT <'
	seen '^uname(name: 0x[0-9a-f]*) = -ENOTNAM (refused) <'
	[ "$(grep -c '^getpid() = [0-9]* <' "$TMP/lines")" -ge 1 ] || fail "no getpid()"
}

note "calls that seccomp refuses and allows"
sandboxed

note "with fd-path, buffer-limit and syscall-loud"
write options/fd-path 1
write options/buffer-limit 64
sandboxed
write options/fd-path 0
write options/buffer-limit 0
dmesg -c >/dev/null
write options/syscall-loud 1
sandboxed
write options/syscall-loud 0
dmesg >"$TMP/log"
equal "entered" "$(grep -c 'odd_calls-.*: mkdir(pathname: "/never/either", mode: 0700 \.\.\.$' "$TMP/log")" 1
must grep -q 'odd_calls-.*: openat(dfd: AT_FDCWD, filename: 0x[0-9a-f]*, flags: O_RDONLY \.\.\.$' "$TMP/log"
must_not grep -q '"/never"' "$TMP/log"

note "a tracer changes arguments: the record has the memory that the kernel reads"
go retouched
seen '^openat(dfd: AT_FDCWD, filename: "/no/second" (changed), flags: O_RDONLY) = -ENOENT <'
seen '^lseek(fd: 78 (changed), offset: 5, whence: SEEK_END (changed)) = -EBADF <'
seen '^lseek(fd: 77, offset: 6, whence: SEEK_SET) = -EBADF <'
